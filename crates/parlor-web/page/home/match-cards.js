// The matches of this browser: a thumbnail, the opponent, and whose turn it is or how it ended.

/** @import { Game, TextKey } from "../types.js" */
/** @import { MatchStatus, SavedMatch } from "../storage.js" */
import { fetchMatch } from "../api.js";
import { Board } from "../board/board.js";
import { h, replaceContent } from "../dom.js";
import { listMatches } from "../storage.js";
import { opponentText, thumbnailScene } from "../match/summary.js";
import { text } from "../texts.js";

const MAX_SHOWN = 8;
/** Matches whose state is requested from the server, because a friend may have moved. */
const MAX_REFRESHED = 4;

/** @type {Record<MatchStatus, [TextKey, string]>} */
const TAGS = {
  turn: ["your-turn", "is-turn"],
  waiting: ["status-waiting", ""],
  open: ["resume", ""],
  won: ["you-won", "is-won"],
  lost: ["you-lost", "is-lost"],
  draw: ["draw", ""],
  over: ["status-over", ""],
};

/** @param {HTMLElement} container @param {Game[]} games */
export function showMatchCards(container, games) {
  const matches = listMatches()
    .filter(({ replaced }) => !replaced)
    .slice(0, MAX_SHOWN);
  if (matches.length === 0) return;
  const cards = matches.map((match) => h("li", {}, matchCard(match, games)));
  const list = h("ul", { class: "match-list" }, cards);
  replaceContent(container, h("section", { class: "your-matches" }, h("h2", {}, text("your-matches")), list));
  const others = matches.filter(({ status }) => status === "waiting").slice(0, MAX_REFRESHED);
  for (const match of others) refreshCard(match, games, cards[matches.indexOf(match)]);
}

/** @param {SavedMatch} match @param {Game[]} games */
function matchCard(match, games) {
  const game = games.find(({ name }) => name === match.game);
  const thumbnail = h("span", { class: "match-thumbnail" });
  if (game && match.scene) {
    const board = new Board({ look: game.look, label: "", isSmall: true });
    board.svg.setAttribute("aria-hidden", "true");
    board.show(thumbnailScene(match.scene));
    thumbnail.append(board.svg);
  }
  const [status, className] = TAGS[match.status ?? (match.over ? "over" : "open")];
  const opponent = match.opponent ? opponentText(match.opponent) : "";
  return h(
    "a",
    { class: "match-card", href: `/match/${match.id}` },
    thumbnail,
    h("span", { class: "match-text" }, h("b", {}, game?.title ?? match.title), h("small", {}, opponent)),
    h("span", { class: `tag ${className}` }, text(status)),
  );
}

/** Shows whether the friend has moved meanwhile. @param {SavedMatch} match @param {Game[]} games @param {HTMLElement} item */
async function refreshCard(match, games, item) {
  const snapshot = await fetchMatch(match.id).catch(() => null);
  if (!snapshot) return;
  const isOver = snapshot.result !== null;
  const isTurn = snapshot.scene.turn !== null && match.seats?.includes(snapshot.scene.turn);
  const status = isOver ? "over" : isTurn ? "turn" : "waiting";
  replaceContent(item, matchCard({ ...match, status, scene: snapshot.scene }, games));
}
