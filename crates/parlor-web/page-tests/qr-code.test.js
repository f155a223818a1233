import assert from "node:assert/strict";
import { test } from "node:test";
import jsQR from "jsqr";
import { encodeQrCode } from "../page/match/qr-code.js";

const SCALE = 4;

/** Decodes a code with another program's reader. */
function decode(cells) {
  const size = (cells.length + 8) * SCALE;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const isDark = cells[Math.floor(y / SCALE) - 4]?.[Math.floor(x / SCALE) - 4];
      if (isDark) pixels.fill(0, (y * size + x) * 4, (y * size + x) * 4 + 3);
    }
  }
  return jsQR(pixels, size, size)?.data;
}

test("links of every length up to the largest version can be read back", () => {
  for (let length = 10; length <= 213; length += 7) {
    const link = `http://${"x".repeat(length - 7)}`;
    assert.equal(decode(encodeQrCode(link)), link, `${length} bytes`);
  }
});

test("an invitation can be read back", () => {
  const link = "http://192.168.178.21:8000/match/abcdefgh23456789?join=abcdefghijkmnpqrstuvwxyz23456789";
  assert.equal(decode(encodeQrCode(link)), link);
});

test("a text that is too long has no code", () => {
  assert.equal(encodeQrCode("x".repeat(300)), null);
});
