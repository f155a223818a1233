// Player bars above and below the board: name, piece, count, presence, turn and clock of each seat.

/** @import { Game, PieceKind, Player, Scene, Seat } from "../types.js" */
/** @import { MatchState } from "./state.js" */
import { applyLook, emblemOf } from "../board/look.js";
import { drawPiece } from "../board/shapes.js";
import { h, replaceContent, s } from "../dom.js";
import { formatClock, messageText } from "../format.js";
import { levelOf, levelTitle } from "../home/quick-start.js";
import { readNickname } from "../storage.js";
import { isolate, text } from "../texts.js";

const LOW_TIME = 20_000;

/** @type {Player[]} */
const PLAYERS = ["first", "second"];

/** The line under a player's name. @param {Game} game @param {Seat} seat @param {string} side @param {boolean} isYou */
export function seatDescription(game, seat, side, isYou) {
  if (seat.kind === "engine") {
    const level = levelOf(game, seat);
    if (level) return levelTitle(level);
    const engine = game.engines.find(({ name }) => name === seat.engine)?.title ?? seat.engine;
    return text("engine-seconds", { engine, seconds: seat.seconds });
  }
  if (seat.kind === "absent" || isYou) return side;
  if (!seat.taken) return text("waiting-for-friend");
  return text(seat.online ? "online" : "offline");
}

/** A player's name. @param {Seat} seat @param {string} side @param {boolean} isYou @param {boolean} isShared two people at one screen */
export function seatName(seat, side, isYou, isShared) {
  if (seat.kind === "absent" || isShared) return side;
  if (seat.kind === "engine") return text("computer");
  return seat.name || (isYou ? readNickname() || text("you") : text("friend"));
}

export class Players {
  /** @param {MatchState} state @param {Game} game */
  constructor(state, game) {
    this.state = state;
    this.game = game;
    this.top = h("div", { class: "player-slot" });
    this.bottom = h("div", { class: "player-slot" });
    /** @type {HTMLElement[]} */
    this.clocks = [];
    this.evaluation = "";
    /** @type {Scene | null} */
    this.scene = null;
    this.timer = setInterval(() => this.updateClocks(), 100);
  }

  stop() {
    clearInterval(this.timer);
  }

  /** The user's seat is at the bottom; a spectator sees the first player there. */
  get bottomSeat() {
    return this.state.you.seats[0] === "second" ? 1 : 0;
  }

  /** The piece that a side plays with. @param {number} side @returns {PieceKind | null} */
  piece(side) {
    return this.scene?.sides[side].piece ?? null;
  }

  /** A drawing of a side's piece. @param {number} side */
  pieceIcon(side) {
    const piece = this.piece(side);
    const drawing = piece && drawPiece(piece, emblemOf(this.game.look, piece.tint));
    return s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, drawing);
  }

  /** @param {number} index */
  name(index) {
    const { snapshot, you } = this.state;
    const seat = snapshot?.room.seats[index];
    if (!seat || !snapshot) return "";
    const side = messageText((this.scene ?? snapshot.scene).sides[index].name);
    return seatName(seat, side, you.seats.includes(PLAYERS[index]), you.seats.length === 2);
  }

  /** @param {Scene} scene the viewed scene */
  show(scene) {
    this.scene = scene;
    const { snapshot } = this.state;
    if (!snapshot) return;
    const { seats } = snapshot.room;
    this.clocks = seats.map(() => h("bdi", { class: "clock", dir: "ltr" }));
    const bars = seats.map((seat, index) => this.bar(seat, index, scene));
    replaceContent(this.bottom, bars[this.bottomSeat]);
    replaceContent(this.top, bars[1 - this.bottomSeat] ?? []);
    this.updateClocks();
  }

  /** @param {Seat} seat @param {number} index @param {Scene} scene */
  bar(seat, index, scene) {
    const { result } = this.state.snapshot ?? {};
    const { name, count } = scene.sides[index];
    const player = PLAYERS[index];
    const isYou = this.state.you.seats.includes(player);
    const isToMove = this.state.isComplete && player === this.state.turn;
    const avatar = h("span", { class: "avatar" }, this.pieceIcon(index));
    applyLook(avatar, this.game.look);
    const side = messageText(name);
    const description =
      this.state.isEngineMatch && isToMove && this.evaluation
        ? this.evaluation
        : seatDescription(this.game, seat, this.state.you.seats.length === 2 ? "" : side, isYou);
    const isAway = seat.kind === "person" && !isYou && !seat.online;
    const className = `player${isToMove ? " to-move" : ""}${isAway ? " is-away" : ""}${result?.winner === player ? " won" : ""}`;
    return h(
      "div",
      { class: className, "data-seat": index },
      avatar,
      h(
        "div",
        { class: "player-name" },
        h("b", {}, h("bdi", {}, this.name(index) || text("player"))),
        h("small", {}, description),
      ),
      isToMove && !this.state.isPuzzle && this.turnMark(seat, isYou),
      count !== null && h("bdi", { class: "count", title: side }, count),
      this.clocks[index],
    );
  }

  /** @param {Seat} seat @param {boolean} isYou */
  turnMark(seat, isYou) {
    if (isYou) return h("span", { class: "pill" }, text(this.state.you.seats.length === 2 ? "to-move" : "your-turn"));
    if (seat.kind !== "engine") return h("span", { class: "pill is-quiet" }, text("to-move"));
    return h("span", { class: "thinking", role: "img", "aria-label": text("thinking") }, h("i"), h("i"), h("i"));
  }

  /**
   * Shows the evaluation of the engine to move. It arrives many times a second, so only the bars are redrawn: a
   * button that is being clicked must not be replaced.
   * @param {string} evaluation
   */
  setEvaluation(evaluation) {
    this.evaluation = isolate(evaluation);
    const line = this.state.isEngineMatch ? this.top.parentElement?.querySelector(".to-move .player-name small") : null;
    if (line) line.textContent = this.evaluation;
  }

  updateClocks() {
    this.clocks.forEach((clock, index) => {
      const left = this.state.timeLeft(index);
      clock.hidden = left === null;
      if (left === null) return;
      clock.textContent = formatClock(left);
      clock.classList.toggle("is-low", left < LOW_TIME && !this.state.snapshot?.result);
    });
  }
}
