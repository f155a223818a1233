// Launches the system's Chromium through playwright-core, for tests and screenshots.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PATHS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export async function launch() {
  const executablePath = PATHS.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("Chromium is not installed");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"],
  });
}

/** Fetches the game catalog. */
export async function fetchGames(browser, base) {
  const page = await browser.newPage();
  await page.goto(base);
  const games = await page.evaluate(() => fetch("/api/games").then((response) => response.json()));
  await page.close();
  return games;
}

/** Creates a match over the API and saves its token, as the setup page does. */
export async function createMatch(page, request) {
  return page.evaluate(async (request) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch("/api/matches", { method: "POST", headers, body: JSON.stringify(request) });
    const created = await response.json();
    if (!response.ok) throw new Error(created.message);
    const { id, token, invitations } = created;
    const saved = JSON.parse(localStorage.getItem("parlor.matches") ?? "[]");
    saved.unshift({ id, token, title: "match", at: Date.now(), invitations });
    localStorage.setItem("parlor.matches", JSON.stringify(saved));
    return created;
  }, request);
}
