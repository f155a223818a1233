// Debian's Chromium, driven by playwright-core, for tests and pictures.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export async function launch() {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error("no chromium");
  return chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"],
  });
}

/** Makes a match over the interface and keeps its token, as the form would. */
export async function makeMatch(page, wish) {
  return page.evaluate(async (wish) => {
    const answer = await fetch("/api/matches", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
    const made = await answer.json();
    if (!answer.ok) throw new Error(made.message);
    const kept = JSON.parse(localStorage.getItem("parlor.matches") ?? "[]");
    kept.unshift({ id: made.id, token: made.token, title: "match", at: Date.now(), invitations: made.invitations });
    localStorage.setItem("parlor.matches", JSON.stringify(kept));
    return made;
  }, wish);
}
