// Contrast of what a player must see: pieces, hints and walls against the ground they lie on, in both themes.

import assert from "node:assert/strict";

const LEAST = 3;

/** Relative luminance of a color, by WCAG. */
function luminance(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** The colors that pieces and hints lie on, by ground. */
const GROUNDS = {
  holes: ["hole"],
  felt: ["ground"],
  checkered: ["ground", "alternate"],
  maze: ["ground"],
  paper: ["ground"],
};

export async function runContrastCases(harness) {
  for (const theme of ["light", "dark"]) {
    await harness.run(`pieces and hints stand out in the ${theme} theme`, async () => {
      for (const { name, look } of harness.games) {
        const board = (key) => look.board[key][theme];
        for (const ground of GROUNDS[look.ground].map(board)) {
          assert.ok(contrast(board("hint"), ground) >= LEAST, `${name}: hint on ${ground}`);
          for (const { tint, fill, rim, detail } of look.pieces) {
            // A rim carries the contrast where the fill does not; a burnt square is ground, told apart by its embers.
            const best = Math.max(...[fill, rim, detail].map((color) => contrast(color[theme], ground)));
            assert.ok(best >= LEAST, `${name}: ${tint} on ${ground} has ${best.toFixed(2)}`);
          }
        }
        if (look.ground === "maze") assert.ok(contrast(board("line"), board("ground")) >= LEAST, `${name}: walls`);
      }
    });
  }
}
