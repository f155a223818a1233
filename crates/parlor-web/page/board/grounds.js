// Board grounds: what lies behind and in front of the pieces, by the material that a look names.

/** @import { Scene } from "../types.js" */
import { s } from "../dom.js";

/**
 * The drawing of a ground: its view box, what lies behind the pieces and what lies in front of them.
 * @typedef {{ box: number[], back: SVGElement[], front: SVGElement[] }} Ground
 */

/** Axis labels of a board and where they go. @typedef {{ columnY: number, rowX: number, size: number }} AxisPlace */

const HOLE_RADIUS = 42;

let boards = 0;

/**
 * @param {Scene} scene
 * @param {string} ground
 * @param {boolean} isSmall
 * @returns {Ground}
 */
export function drawGround(scene, ground, isSmall) {
  const draw = Object.hasOwn(GROUNDS, ground) ? GROUNDS[ground] : GROUNDS.plain;
  return draw(scene, isSmall);
}

/** @type {Record<string, (scene: Scene, isSmall: boolean) => Ground>} */
const GROUNDS = { holes, felt, checkered, maze, paper, plain };

/** @param {Scene} scene */
const size = ({ columns, rows }) => [columns * 100, rows * 100];

/** An upright board: the pieces are behind a plate with holes. @param {Scene} scene @param {boolean} isSmall @returns {Ground} */
function holes(scene, isSmall) {
  const [width, height] = size(scene);
  const stand = isSmall ? 36 : 66;
  const id = `holes-${(boards += 1)}`;
  const circle = { cx: 50, cy: 50, r: HOLE_RADIUS };
  const pattern = { width: 100, height: 100, patternUnits: "userSpaceOnUse" };
  const plate = { x: -22, y: -22, width: width + 44, height: height + 44 };
  const defs = s(
    "defs",
    {},
    s(
      "pattern",
      { id: `${id}-cut`, ...pattern },
      s("rect", { width: 100, height: 100, fill: "#fff" }),
      s("circle", circle),
    ),
    s("pattern", { id: `${id}-rim`, ...pattern }, s("circle", { class: "hole-rim", ...circle, r: HOLE_RADIUS + 1 })),
    s(
      "mask",
      { id, maskUnits: "userSpaceOnUse", ...plate },
      s("rect", { ...plate, fill: "#fff" }),
      s("rect", { width, height, fill: `url(#${id}-cut)` }),
    ),
  );
  return {
    box: [-32, -22, width + 64, height + 28 + stand],
    back: [
      defs,
      s("rect", { class: "frame", x: -32, y: height + 6, width: width + 64, height: stand, rx: 16 }),
      s("rect", { class: "hole", x: -18, y: -18, width: width + 36, height: height + 36, rx: 32 }),
    ],
    front: [
      s("g", { mask: `url(#${id})` }, s("rect", { class: "ground", ...plate, rx: 36 })),
      s("rect", { width, height, fill: `url(#${id}-rim)` }),
      ...(isSmall ? [] : drawAxes(scene, { columnY: height + 41, rowX: -16, size: 27 })),
    ],
  };
}

/** Margins of a framed board: room for labels where it has axes. @param {Scene} scene @param {boolean} isSmall */
function frame(scene, isSmall) {
  const [width, height] = size(scene);
  const label = Math.min(42, 5.3 * Math.max(scene.columns, scene.rows));
  const left = !isSmall && scene.axes.rows.length ? label : 16;
  const bottom = !isSmall && scene.axes.columns.length ? label : 16;
  const box = [-left, -16, width + left + 16, height + bottom + 16];
  const place = { columnY: height + bottom / 2, rowX: -left / 2, size: label * 0.64 };
  const [x, y, boxWidth, boxHeight] = box;
  return {
    box,
    rect: s("rect", { class: "frame", x, y, width: boxWidth, height: boxHeight }),
    axes: isSmall ? [] : drawAxes(scene, place),
  };
}

/** Lines between the cells. @param {Scene} scene */
function gridLines({ columns, rows }) {
  const lines = [];
  for (let column = 1; column < columns; column++) lines.push(`M${column * 100} 0V${rows * 100}`);
  for (let row = 1; row < rows; row++) lines.push(`M0 ${row * 100}H${columns * 100}`);
  return s("path", { class: "grid-line", d: lines.join("") });
}

/** Cloth with fine lines, and a star point at a quarter of each side. @param {Scene} scene @param {boolean} isSmall @returns {Ground} */
function felt(scene, isSmall) {
  const [width, height] = size(scene);
  const { box, rect, axes } = frame(scene, isSmall);
  const [x, y] = [Math.round(scene.columns / 4) * 100, Math.round(scene.rows / 4) * 100];
  const star = (/** @type {number} */ cx, /** @type {number} */ cy) => s("circle", { class: "star", cx, cy, r: 9 });
  const stars = [star(x, y), star(width - x, y), star(x, height - y), star(width - x, height - y)];
  const cloth = s("rect", { class: "ground", width, height, rx: 5 });
  return { box, back: [rect, cloth, gridLines(scene), ...stars, ...axes], front: [] };
}

/** @param {Scene} scene @param {boolean} isSmall @returns {Ground} */
function checkered(scene, isSmall) {
  const [width, height] = size(scene);
  const { box, rect, axes } = frame(scene, isSmall);
  let squares = "";
  for (let row = 0; row < scene.rows; row++) {
    for (let column = 1 - (row % 2); column < scene.columns; column += 2)
      squares += `M${column * 100} ${row * 100}h100v100h-100z`;
  }
  const ground = s("rect", { class: "ground", width, height });
  return { box, back: [rect, ground, s("path", { class: "alternate", d: squares }), ...axes], front: [] };
}

/** Dark ground. The board joins the walls. @param {Scene} scene @returns {Ground} */
function maze(scene) {
  const [width, height] = size(scene);
  return { box: [0, 0, width, height], back: [s("rect", { class: "ground", width, height })], front: [] };
}

/** Squared paper with lines drawn by hand. @param {Scene} scene @param {boolean} isSmall @returns {Ground} */
function paper(scene, isSmall) {
  const [width, height] = size(scene);
  const box = [-25, -25, width + 50, height + 50];
  const [x, y, boxWidth, boxHeight] = box;
  let rules = "";
  for (let at = 0; at < width + 25; at += 25) if (at > -25) rules += `M${at} -25V${height + 25}`;
  for (let at = 0; at < height + 25; at += 25) rules += `M-25 ${at}H${width + 25}`;
  let lines = "";
  // Every line bends a little, each another way.
  for (let column = 1; column < scene.columns; column++) {
    const [at, bend] = [column * 100, column % 2 ? 2 : -2];
    lines += `M${at} 4C${at + bend} ${height * 0.3} ${at - bend} ${height * 0.7} ${at} ${height - 3}`;
  }
  for (let row = 1; row < scene.rows; row++) {
    const [at, bend] = [row * 100, row % 2 ? -2 : 2];
    lines += `M4 ${at}C${width * 0.3} ${at + bend} ${width * 0.7} ${at - bend} ${width - 3} ${at}`;
  }
  const sheet = s("rect", { class: "ground", x, y, width: boxWidth, height: boxHeight });
  const pen = [s("path", { class: "paper-rule", d: rules }), s("path", { class: "pen-line", d: lines })];
  const axes = isSmall ? [] : drawAxes(scene, { columnY: height + 12, rowX: -12, size: 13 });
  return { box, back: [sheet, ...pen, ...axes], front: [] };
}

/** Cells with lines between them: for games that define no look. @param {Scene} scene @param {boolean} isSmall @returns {Ground} */
function plain(scene, isSmall) {
  const { back, ...ground } = checkered(scene, isSmall);
  return { ...ground, back: [...back, gridLines(scene)] };
}

/** @param {Scene} scene @param {AxisPlace} place */
function drawAxes({ axes }, { columnY, rowX, size }) {
  const shared = { class: "axis", "font-size": size };
  return [
    ...axes.columns.map((text, column) => s("text", { ...shared, x: column * 100 + 50, y: columnY }, text)),
    ...axes.rows.map((text, row) => s("text", { ...shared, x: rowX, y: row * 100 + 50 }, text)),
  ];
}
