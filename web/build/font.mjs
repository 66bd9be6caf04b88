// The font of programs that draw: a part of DejaVu Sans, whose shapes and widths are those of LÖVE's
// default font. The whole font has 760 kB.

import { readFileSync } from "node:fs";

// First and last character of each range.
const RANGES = [
  [0x20, 0x7e],     // ASCII
  [0xa0, 0xff],     // Latin-1
  [0x2010, 0x2027], // dashes, quotation marks, bullets, the ellipsis
  [0x2030, 0x203a],
  [0x20ac, 0x20ac], // the euro
  [0x2190, 0x2199], // arrows
  [0x2212, 0x2212], // minus
  [0x221e, 0x221e], // infinity
  [0x2248, 0x2248], // almost equal
  [0x2260, 0x2265], // not equal to greater or equal
  [0x25a0, 0x25a1], // squares
  [0x25b2, 0x25c7], // triangles, diamonds
  [0x25cb, 0x25cf], // circles
  [0x2605, 0x2606], // stars
  [0x2713, 0x2717], // check marks
  [0xfffd, 0xfffd], // what takes the place of a missing character
];

/** The font as WOFF2, in base64. `npm`: a function that requires packages. */
export async function font(npm) {
  const bytes = readFileSync(npm.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"));
  const characters = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)));
  const part = await npm("subset-font")(bytes, characters.join(""), {
    targetFormat: "woff2", keepFeatures: [], noHinting: true, // the renderer uses neither
  });
  return part.toString("base64");
}
