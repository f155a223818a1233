// QR code of a link, as an SVG: byte mode, error correction level M, versions 1 to 10 (up to 213 bytes).

import { s } from "../dom.js";

/** By version, from 1: error correction words per block, then the data words of each block. */
const BLOCKS = [
  [10, [16]],
  [16, [28]],
  [26, [44]],
  [18, [32, 32]],
  [24, [43, 43]],
  [16, [27, 27, 27, 27]],
  [18, [31, 31, 31, 31]],
  [22, [38, 38, 39, 39]],
  [22, [36, 36, 36, 37, 37]],
  [26, [43, 43, 43, 43, 44]],
];
/** Centers of the alignment patterns by version. */
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];
const FORMAT_GENERATOR = 0x537;
const VERSION_GENERATOR = 0x1f25;

/** Powers of 2 and their logarithms in the field of 256 elements. */
const POWERS = [1];
for (let power = 1; power < 255; power++) {
  const doubled = POWERS[power - 1] * 2;
  POWERS.push(doubled > 255 ? doubled ^ 0x11d : doubled);
}
const LOGARITHMS = new Map(POWERS.map((value, power) => [value, power]));

/** @param {number} a @param {number} b */
function multiply(a, b) {
  if (a === 0 || b === 0) return 0;
  return POWERS[((LOGARITHMS.get(a) ?? 0) + (LOGARITHMS.get(b) ?? 0)) % 255];
}

/** The Reed-Solomon words of a block. @param {number[]} data @param {number} count */
function correctionWords(data, count) {
  let generator = [1];
  for (let power = 0; power < count; power++) {
    const next = [...generator, 0];
    generator.forEach((factor, index) => (next[index + 1] ^= multiply(factor, POWERS[power])));
    generator = next;
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (let index = 0; index < data.length; index++) {
    const factor = rest[index];
    generator.forEach((other, offset) => (rest[index + offset] ^= multiply(other, factor)));
  }
  return rest.slice(data.length);
}

/** The words of a text with error correction, in the order in which they are drawn. @param {Uint8Array} bytes @param {number} version */
function encodeWords(bytes, version) {
  const [correction, blocks] = /** @type {[number, number[]]} */ (BLOCKS[version - 1]);
  const capacity = blocks.reduce((sum, length) => sum + length, 0);
  const lengthBits = version < 10 ? 8 : 16;
  let bits = "0100" + bytes.length.toString(2).padStart(lengthBits, "0");
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  bits += "0000".slice(0, capacity * 8 - bits.length);
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0");
  const words = (bits.match(/.{8}/g) ?? []).map((word) => parseInt(word, 2));
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad);
  let at = 0;
  const data = blocks.map((length) => words.slice(at, (at += length)));
  const corrections = data.map((block) => correctionWords(block, correction));
  const interleave = (/** @type {number[][]} */ columns) =>
    Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, index) =>
      columns.flatMap((column) => (index < column.length ? [column[index]] : [])),
    ).flat();
  return [...interleave(data), ...interleave(corrections)];
}

/** Bits with the remainder of their division by a generator. @param {number} value @param {number} bits @param {number} generator */
function withRemainder(value, bits, generator) {
  let rest = value << bits;
  for (let bit = 31 - Math.clz32(rest); rest >= 1 << bits; bit = 31 - Math.clz32(rest))
    rest ^= generator << (bit - bits);
  return (value << bits) | rest;
}

class Matrix {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    /** Dark cells by row; `undefined` where data goes. @type {(boolean | undefined)[][]} */
    this.cells = Array.from({ length: this.size }, () => Array(this.size));
    this.drawPatterns();
  }

  drawPatterns() {
    const { size } = this;
    for (let index = 0; index < size; index++) {
      this.cells[6][index] = this.cells[index][6] = index % 2 === 0;
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ]) {
      this.drawSquares(x, y, 4, (distance) => distance !== 2 && distance !== 4);
    }
    const centers = ALIGNMENT[this.version - 1];
    const last = centers.length - 1;
    centers.forEach((y, row) => {
      centers.forEach((x, column) => {
        const isFinder =
          (row === 0 && column === 0) || (row === 0 && column === last) || (row === last && column === 0);
        if (!isFinder) this.drawSquares(x, y, 2, (distance) => distance !== 1);
      });
    });
    this.drawFormat(0);
    if (this.version >= 7) this.drawVersion();
  }

  /** @param {number} x @param {number} y @param {number} radius @param {(distance: number) => boolean} isDark */
  drawSquares(x, y, radius, isDark) {
    for (let row = y - radius; row <= y + radius; row++) {
      for (let column = x - radius; column <= x + radius; column++) {
        if (row < 0 || column < 0 || row >= this.size || column >= this.size) continue;
        this.cells[row][column] = isDark(Math.max(Math.abs(row - y), Math.abs(column - x)));
      }
    }
  }

  /** Level M has the bits 00. @param {number} mask */
  drawFormat(mask) {
    const bits = withRemainder(mask, 10, FORMAT_GENERATOR) ^ 0x5412;
    const { size, cells } = this;
    for (let index = 0; index < 15; index++) {
      const isDark = ((bits >> index) & 1) === 1;
      const nearColumn = index < 6 ? index : index < 8 ? index + 1 : null;
      if (nearColumn !== null) cells[nearColumn][8] = isDark;
      else cells[8][index === 8 ? 7 : 14 - index] = isDark;
      if (index < 8) cells[8][size - 1 - index] = isDark;
      else cells[size - 15 + index][8] = isDark;
    }
    cells[size - 8][8] = true;
  }

  drawVersion() {
    const bits = withRemainder(this.version, 12, VERSION_GENERATOR);
    for (let index = 0; index < 18; index++) {
      const isDark = ((bits >> index) & 1) === 1;
      const [a, b] = [this.size - 11 + (index % 3), Math.floor(index / 3)];
      this.cells[b][a] = this.cells[a][b] = isDark;
    }
  }

  /** Draws the words in columns of two, from the bottom right, with the mask of even rows and columns together. @param {number[]} words */
  drawWords(words) {
    const { size, cells } = this;
    let bit = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step++) {
        const isUpward = ((right + 1) & 2) === 0;
        const row = isUpward ? size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (cells[row][column] !== undefined) continue;
          const isSet = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
          cells[row][column] = isSet !== ((row + column) % 2 === 0);
          bit += 1;
        }
      }
    }
  }
}

/** The dark cells of a QR code, by row; null if the text is too long. @param {string} text @returns {boolean[][] | null} */
export function encodeQrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const fits = (/** @type {(number | number[])[]} */ [, blocks], /** @type {number} */ index) =>
    /** @type {number[]} */ (blocks).reduce((sum, length) => sum + length, 0) >= bytes.length + (index < 9 ? 2 : 3);
  const version = BLOCKS.findIndex(fits) + 1;
  if (version === 0) return null;
  const matrix = new Matrix(version);
  matrix.drawWords(encodeWords(bytes, version));
  return matrix.cells.map((row) => row.map(Boolean));
}

/** @param {string} text @param {string} label */
export function drawQrCode(text, label) {
  const cells = encodeQrCode(text);
  if (!cells) return null;
  const dark = cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  const size = cells.length + 8;
  return s(
    "svg",
    { class: "qr-code", viewBox: `-4 -4 ${size} ${size}`, role: "img", "aria-label": label },
    s("rect", { x: -4, y: -4, width: size, height: size, fill: "#fff" }),
    s("path", { d: dark.join(""), fill: "#000" }),
  );
}
