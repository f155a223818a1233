// Texts of the search visualizer. A text may have placeholders in braces.

/** @type {Record<string, string>} */
const TEXTS = {
  "search-title": "See how search works",
  "search-introduction":
    "Every step here is taken by the engine that plays on this site. Step through it, and compare two algorithms.",
  "search-game": "Game",
  "search-position": "Position",
  "search-algorithm": "Algorithm",
  "search-compare": "Compare with",
  "search-compare-none": "Nothing",
  "search-plies": "Depth in moves",
  "search-playouts": "Play-outs",
  "search-own": "Another position",
  "search-own-about": "In the game's notation, with the rules of the position above. Leave empty for that position.",
  "search-fit": "Whole tree",
  "search-loading": "Searching...",
  "search-controls": "Steps of the search",
  "search-first": "Back to the start",
  "search-back": "One step back",
  "search-play": "Play",
  "search-pause": "Pause",
  "search-next": "One step",
  "search-last": "To the end",
  "search-speed": "Speed",
  "search-step": "Step",
  "search-step-of": "Step {step} of {last}",
  "search-keys": "Arrow keys step, Space plays.",
  "search-nodes": "{nodes} of {all} nodes",
  "search-agrees": "The engine reports {nodes}",
  "search-differs": "The engine's last report was at {nodes}",
  "search-truncated": "Only the first {steps} steps are shown; the search counted {nodes} nodes.",
  "search-summary-one": "{title}: {nodes} nodes",
  "search-summary-two": "{first}: {firstNodes} nodes. {second}: {secondNodes} nodes.",
  "search-summary-fewer": "{percent} % fewer.",
  "search-summary-equal": "As many.",
  "search-tree-label": "Search tree of {title}, {nodes} nodes drawn",
  "search-board-label": "Position of the current node",
  "search-frontier-label": "Frontier of {title}",
  "search-legend": "What the drawing means",
  "search-legend-max": "you choose",
  "search-legend-min": "opponent chooses",
  "search-legend-good": "you win",
  "search-legend-bad": "you lose",
  "search-legend-cut": "not searched",
  "search-legend-values": "✓3 win in 3, ✗3 loss in 3, = draw, else an estimate; TT transposition table",
  "search-note-table": "TT",
  "search-legend-visits": "number: visits",
  "search-legend-expanded": "expanded",
  "search-legend-frontier": "in the frontier",

  "search-score-win": "a win in {plies}",
  "search-score-won": "a win",
  "search-score-loss": "a loss in {plies}",
  "search-score-lost": "a loss",
  "search-score-draw": "a draw",
  "search-score-estimate": "an estimate of {points}",

  "search-event-pass": "Search to depth {plies} begins at the root.",
  "search-event-pass-window": "Search to depth {plies} begins at the root, α = {alpha}, β = {beta}.",
  "search-event-enter": "Try {move}.",
  "search-event-enter-window": "Try {move} with α = {alpha}, β = {beta}.",
  "search-event-enter-null": "Try {move} with a null window (α = {alpha}, β = {beta}): is it better at all?",
  "search-event-leave": "{move} is worth {value}.",
  "search-event-cut-window": "Cut, because α = {alpha} has reached β = {beta}. Not searched: {skipped}.",
  "search-event-cut-window-last": "Cut, because α = {alpha} has reached β = {beta}. It was the last move anyway.",
  "search-event-cut-limit": "Cut: no move can be better than {value}. Not searched: {skipped}.",
  "search-event-cut-limit-last": "Cut: no move can be better than {value}. It was the last move anyway.",
  "search-event-cut-table": "Cut: the transposition table knows this position.",
  "search-event-cut-child": "Cut: the transposition table knows a move that refutes this position.",
  "search-event-select": "Selection: go down by the UCT rule: {line}.",
  "search-event-select-root": "Selection: start at the root.",
  "search-event-expand": "Expansion: add {count} moves.",
  "search-event-playout": "Play-out: random moves to the end. Result: {value}.",
  "search-event-proved": "No play-out is needed. Known result: {value}.",
  "search-event-backup": "Backpropagation: the result is added to {count} nodes on the way up.",
  "search-event-start": "The start is put into the frontier.",
  "search-event-expanded": "Take {path} and expand it: {pushed} new, {known} known, {dead} lost.",
  "search-event-stale": "Skip {path}: a shorter way to it was found.",
  "search-event-goal": "{path} is a goal: {length} moves.",
  "search-event-report": "The engine reports {value} after {nodes} nodes.",
  "search-event-plan": "The engine reports a plan of {length} moves after {nodes} nodes.",
  "search-event-stop": "The limit is reached.",
  "search-path-start": "the start",

  "search-column-path": "Moves",
  "search-column-cost": "g",
  "search-column-estimate": "h",
  "search-column-sum": "f = g + h",
  "search-frontier-title": "Frontier, next first",
  "search-frontier-empty": "The frontier is empty.",
  "search-frontier-more": "and {count} more",
};

/**
 * The text of a key, with its placeholders filled in.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function text(key, values = {}) {
  return (TEXTS[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name] ?? "";
    return typeof value === "number" ? value.toLocaleString() : value;
  });
}
