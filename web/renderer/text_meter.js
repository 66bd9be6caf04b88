// The font of programs, and the width of texts in it.
//
// There is one font, DejaVu Sans, whose shapes are those of LÖVE's default font. A text is as wide as
// the sum of its characters' widths: kerning is off, also when the renderer draws it. Widths at
// 1 pixel are kept by character, so a text is measured without a call of the browser.

import { createCanvas } from "./surfaces.js";

const FAMILY = "love";
const UNITS = 1000;   // the size at which characters are measured [pixels]
const ASCENT = 0.928; // of a line, at 1 pixel

const MOST_WIDTHS = 4096; // of characters beyond ASCII that are kept

const decoder = new TextDecoder();

/** Measures texts. */
export class TextMeter {
  #context;
  #widths = new Float64Array(128).fill(-1); // of ASCII characters, at 1 pixel
  #others = new Map();                      // of other characters

  /** Loads the font (bytes). Without it, or where workers have no fonts, another font takes its place. */
  async load(bytes) {
    const fonts = globalThis.fonts ?? globalThis.document?.fonts;
    if (bytes && fonts && typeof FontFace !== "undefined") {
      const face = await new FontFace(FAMILY, bytes).load();
      fonts.add(face);
    }
    this.#context = createCanvas(1, 1).getContext("2d");
    this.#context.fontKerning = "none";
    this.#context.textRendering = "geometricPrecision";
    this.#context.font = this.font(UNITS).css;
  }

  /** A font of a size [pixels per em]. */
  font(pixels) {
    return {
      css: `${pixels}px ${FAMILY}, "DejaVu Sans", Verdana, sans-serif`,
      ascent: Math.ceil(pixels * ASCENT),
    };
  }

  /** The width at 1 pixel per em of a text, whose UTF-8 is at bytes[address]. */
  width(bytes, address, size) {
    let sum = 0;
    for (let i = address; i < address + size; i++) {
      const code = bytes[i];
      if (code > 127) return this.#widthOf(decoder.decode(bytes.subarray(address, address + size)));
      if (this.#widths[code] < 0) this.#widths[code] = this.#measure(String.fromCharCode(code));
      sum += this.#widths[code];
    }
    return sum;
  }

  #widthOf(text) {
    let sum = 0;
    for (const character of text) {
      let width = this.#others.get(character);
      if (width === undefined) {
        if (this.#others.size >= MOST_WIDTHS) this.#others.clear();
        this.#others.set(character, width = this.#measure(character));
      }
      sum += width;
    }
    return sum;
  }

  #measure(character) {
    return this.#context.measureText(character).width / UNITS;
  }
}
