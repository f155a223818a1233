// Keys of the match page that work anywhere, except in controls that use keys themselves.

/** @import { MatchView } from "./match-view.js" */
/** @import { MatchState } from "./state.js" */
import { isRightToLeft } from "../texts.js";

/** Keys that step through the moves in every game, and those that do where the game does not use them itself. */
const STEPS = { ",": -1, ".": 1 };
const ARROW_STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const MIRRORED_ARROW_STEPS = { ArrowLeft: 1, ArrowRight: -1 };

/** @param {KeyboardEvent} event @param {MatchState} state @param {MatchView} view */
export function handleShortcut(event, state, view) {
  const target = event.target instanceof Element ? event.target : null;
  const isTyping = target?.closest("input:not([type=checkbox]), select, textarea, dialog");
  if (event.defaultPrevented || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const isOnBoard = Boolean(target?.closest(".board"));
  if (!isOnBoard && view.input.playKey(event)) return;
  // The step buttons are mirrored, and so are the keys.
  const arrows = isRightToLeft() ? MIRRORED_ARROW_STEPS : ARROW_STEPS;
  /** @type {Record<string, number>} */
  const steps = isOnBoard || view.input.usesArrows ? STEPS : { ...STEPS, ...arrows };
  const step = steps[event.key];
  if (step) {
    event.preventDefault();
    view.moveList.goTo(state.ply + step);
    return;
  }
  const key = event.key.toLowerCase();
  if (key === "u") view.actions.undo();
  else if (key === "m") view.actions.toggleSound();
  else if (state.isPuzzle) return;
  else if (key === "a") view.analysis.setOn(!view.analysis.isOn);
  else if (key === "h" && state.isMyTurn && state.isAnalysisOpen) view.analysis.hint();
}
