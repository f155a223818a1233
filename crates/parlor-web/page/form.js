// Setting a match up: the game's options, who sits where, and the clocks.

/** @import { Engine, Game, SeatWish, Setup } from "./types.js" */
import { game as findGame, make, preview } from "./api.js";
import { Board } from "./board/board.js";
import { fill, h } from "./dom.js";
import { chosen, field } from "./forms/fields.js";
import { keep } from "./keep.js";

/** Sensible for most: strong, and quick enough to wait for. */
const USUAL_SECONDS = 1;
const USUAL_ENGINES = ["alphabeta", "best", "mcts"];

/** @param {Game} game */
function usualEngine(game) {
  const named = USUAL_ENGINES.map((name) => game.engines.find((engine) => engine.name === name)).find(Boolean);
  return named ?? game.engines.at(-1);
}

/** @param {HTMLElement} main @param {string} name @param {(path: string) => void} go */
export async function showForm(main, name, go) {
  const game = await findGame(name);
  document.title = `${game.title} - Parlor`;
  const board = new Board({ label: "How the board will look", isSmall: true });
  const problem = h("p", { class: "problem", role: "alert" });
  const options = h("div", { class: "fields" }, game.options.map((option) => field(option, "game", refresh)));
  const position = h("textarea", { rows: 2, id: "position", spellcheck: "false", onchange: refresh });
  const asked = new URLSearchParams(location.search).get("position");
  if (asked) position.value = asked;
  const seats = Array.from({ length: game.seats }, (_, index) => seatPart(game, index, refreshClock));
  const clock = clockPart();
  const pace = h("div", { class: "field", hidden: true }, h("label", { for: "pace" }, "Seconds between moves"),
    h("input", { id: "pace", type: "number", min: 0, max: 60, step: 0.5, value: 1 }));
  const start = h("button", { type: "submit", class: "main-action" }, "Start");

  /** @returns {Setup} */
  const setup = () => ({
    game: game.name, options: chosen(options, game.options), position: position.value.trim() || null,
  });

  async function refresh() {
    try {
      const { scene } = await preview(setup());
      board.show(scene);
      scene.sides.slice(0, game.seats).forEach((side, index) => seats[index].rename(side.name));
      problem.textContent = "";
      start.disabled = false;
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      start.disabled = true;
    }
  }

  function refreshClock() {
    const wishes = seats.map((seat) => seat.wish());
    pace.hidden = !wishes.every((wish) => wish.who === "engine");
  }

  /** @param {Event} event */
  async function submit(event) {
    event.preventDefault();
    start.disabled = true;
    try {
      const wish = { setup: setup(), seats: seats.map((seat) => seat.wish()), time: clock.time(), pace: Number(pace.querySelector("input")?.value) };
      const made = await make(wish);
      keep({ id: made.id, token: made.token, title: game.title, invitations: made.invitations });
      go(`/match/${made.id}`);
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
      start.disabled = false;
    }
  }

  const form = h("form", { class: "card", onsubmit: submit, novalidate: true },
    h("div", {}, h("h1", {}, game.title), h("p", { class: "note" }, game.about)),
    game.options.length > 0 && h("fieldset", {}, h("legend", {}, "The board"), options),
    seats.map((seat) => seat.part),
    game.seats > 1 && clock.part, pace,
    h("details", { open: Boolean(asked) }, h("summary", {}, "Start from a position"),
      h("div", { class: "field" }, h("label", { for: "position", class: "unseen" }, "Position"), position,
        h("small", {}, "In the game's own notation; leave it empty for the usual start."))),
    problem, h("div", { class: "row" }, start, game.editor && h("a", { class: "button", href: `/edit/${game.name}` }, "Draw a board")));
  fill(main, h("div", { class: "setup" }, form, h("div", { class: "card preview" }, board.svg)));
  refreshClock();
  await refresh();
}

/** Who sits on one side. @param {Game} game @param {number} index @param {() => void} changed */
function seatPart(game, index, changed) {
  const usual = usualEngine(game);
  const who = h("select", { id: `seat-${index}`, onchange: show },
    h("option", { value: "you" }, "You"),
    game.seats > 1 && h("option", { value: "friend" }, "A friend, by a link"),
    game.engines.map((engine) => h("option", { value: engine.name }, `Engine: ${engine.name}`)));
  if (index === 1 && usual) who.value = usual.name;
  const name = h("label", { for: `seat-${index}` }, index === 0 ? "First" : "Second");
  const about = h("small", {});
  const seconds = h("input", { type: "number", id: `seconds-${index}`, min: 0.01, max: 60, step: "any", value: USUAL_SECONDS });
  const level = h("div", { class: "fields" });
  const engineFields = h("div", { hidden: true },
    h("div", { class: "fields" }, h("div", { class: "field" }, h("label", { for: `seconds-${index}` }, "Seconds a move"), seconds)),
    h("details", {}, h("summary", {}, "More about this engine"), level));

  /** @returns {Engine | undefined} */
  const engine = () => game.engines.find((one) => one.name === who.value);

  function show() {
    const one = engine();
    engineFields.hidden = !one;
    about.textContent = one?.about ?? (who.value === "friend" ? "You get a link to send." : "");
    fill(level, one?.options.map((option) => field(option, `seat-${index}`, () => {})) ?? []);
    const details = engineFields.querySelector("details");
    if (details) details.hidden = !one?.options.length;
    changed();
  }

  /** @returns {SeatWish} */
  function wish() {
    const one = engine();
    if (!one) return { who: who.value === "friend" ? "friend" : "you" };
    const options = Object.entries(chosen(level, one.options)).map(([option, value]) => `${option}=${value}`);
    const text = options.length ? `${one.name}:${options.join(",")}` : one.name;
    return { who: "engine", engine: text, seconds: Number(seconds.value) };
  }

  queueMicrotask(show);
  const part = h("fieldset", {}, h("legend", {}, name), h("div", { class: "field" }, who, about), engineFields);
  return { part, wish, rename: (/** @type {string} */ side) => { if (side) name.textContent = side; } };
}

function clockPart() {
  const kind = h("select", { id: "clock", onchange: show },
    h("option", { value: "unlimited" }, "No clock"),
    h("option", { value: "move" }, "Seconds for each move"),
    h("option", { value: "clock" }, "Minutes for the whole game"));
  const amount = h("input", { type: "number", id: "clock-amount", min: 1, step: "any", value: 5 });
  const increment = h("input", { type: "number", id: "clock-increment", min: 0, step: "any", value: 3 });
  const label = h("label", { for: "clock-amount" }, "");
  const first = h("div", { class: "field", hidden: true }, label, amount);
  const second = h("div", { class: "field", hidden: true }, h("label", { for: "clock-increment" }, "Seconds added a move"), increment);
  function show() {
    first.hidden = kind.value === "unlimited";
    second.hidden = kind.value !== "clock";
    label.textContent = kind.value === "clock" ? "Minutes each" : "Seconds a move";
  }
  const time = () => {
    if (kind.value === "move") return `move=${decimal(Number(amount.value))}`;
    if (kind.value === "clock") return `clock=${decimal(Number(amount.value) * 60)}+${decimal(Number(increment.value))}`;
    return "unlimited";
  };
  const part = h("fieldset", {}, h("legend", {}, h("label", { for: "clock" }, "Clock")),
    h("div", { class: "fields" }, h("div", { class: "field" }, kind), first, second));
  return { part, time };
}

/** Seconds as the server reads them. @param {number} seconds */
const decimal = (seconds) => String(Math.round(seconds * 1000) / 1000);
