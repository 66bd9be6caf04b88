// Compares pictures that two renderers have made of the same: they differ at edges and in texts, but
// not on average over some pixels.

import { npm } from "./browser.mjs";

const { PNG } = npm("pngjs");

const BLOCK = 8; // the side of the squares over which colors are averaged [pixels]

/** Reads a PNG file: { width, height, data }. */
export function readPicture(bytes) {
  return PNG.sync.read(bytes);
}

/**
 * Compares two pictures, except in the areas `hidden`: [{ x, y, width, height }].
 *
 * Returns { mean: the mean difference of blocks [0..255], worst: the largest one, far: the share of
 * blocks that differ by more than 24, where: of the worst block }.
 */
export function compare(one, two, hidden = []) {
  if (one.width !== two.width || one.height !== two.height) {
    throw new Error(`the sizes differ: ${one.width} x ${one.height}, ${two.width} x ${two.height}`);
  }
  let sum = 0, count = 0, worst = 0, far = 0, where = "";
  for (let y = 0; y + BLOCK <= one.height; y += BLOCK) {
    for (let x = 0; x + BLOCK <= one.width; x += BLOCK) {
      if (hidden.some((area) => x + BLOCK > area.x && x < area.x + area.width
        && y + BLOCK > area.y && y < area.y + area.height)) continue;
      const difference = blockDifference(one, two, x, y);
      sum += difference;
      count++;
      if (difference > 24) far++;
      if (difference > worst) {
        worst = difference;
        where = `${x}, ${y}`;
      }
    }
  }
  return { mean: sum / count, worst, far: far / count, where };
}

// The largest difference of a color's part between the averages of two blocks.
function blockDifference(one, two, x, y) {
  let largest = 0;
  for (let part = 0; part < 3; part++) {
    let sum = 0;
    for (let row = y; row < y + BLOCK; row++) {
      for (let at = 4 * (row * one.width + x) + part, i = 0; i < BLOCK; i++, at += 4) {
        sum += one.data[at] - two.data[at];
      }
    }
    largest = Math.max(largest, Math.abs(sum) / BLOCK ** 2);
  }
  return largest;
}

/** The number of colors in a picture, up to a limit. */
export function countColors({ data }, limit = 64) {
  const colors = new Set();
  for (let i = 0; i < data.length && colors.size < limit; i += 4) {
    colors.add(data[i] << 16 | data[i + 1] << 8 | data[i + 2]);
  }
  return colors.size;
}
