// Replaces the content of the page while the competition runs, without losing the place that the reader is at.
const INTERVAL = 2000;
const LIVE = "script[src='/arena/live.js']";

async function refresh() {
  const main = document.querySelector("main");
  if (document.hidden || main.contains(document.activeElement)) return;
  const response = await fetch(location.href);
  if (!response.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), "text/html");
  main.replaceWith(next.querySelector("main"));
  if (!next.querySelector(LIVE)) clearInterval(timer);
}

// A server that does not answer is asked again.
const timer = setInterval(() => refresh().catch(() => {}), INTERVAL);
