// Parts of an image that have one color, such as the white square that programs scale and color: they
// are drawn as rectangles, which takes less time than a colored cell for each color.
//
// Only small images that the program made are searched, whose pixels are known here. The key of a part is
// the index of its first and of its last pixel.

const MOST_PIXELS = 1 << 16; // of an image, so an index has 16 bits
const MOST_PARTS = 1 << 12;

/** The parts of one image. */
export class PlainParts {
  #pixels; // 4 bytes each
  #width;
  #height;
  #colors = new Map(); // by key: 0xrrggbb, or -1 for another part
  #lastKey = -1;
  #lastColor = -1;

  /** The parts of an image, or undefined where they are not searched. `data`: an ImageData. */
  static of(data) {
    return data.width * data.height <= MOST_PIXELS ? new PlainParts(data) : undefined;
  }

  constructor({ data, width, height }) {
    this.#pixels = new Uint32Array(data.buffer);
    this.#width = width;
    this.#height = height;
  }

  /** The color of all pixels of a part, 0xrrggbb, or -1: they differ, or the part is not opaque. */
  find(x, y, width, height) {
    const first = y * this.#width + x;
    const key = first * MOST_PIXELS + first + (height - 1) * this.#width + width - 1;
    if (key === this.#lastKey) return this.#lastColor;
    let color = this.#colors.get(key);
    if (color === undefined) {
      if (this.#colors.size >= MOST_PARTS) this.#colors.clear();
      this.#colors.set(key, color = this.#search(x, y, width, height));
    }
    this.#lastKey = key;
    return (this.#lastColor = color);
  }

  #search(x, y, width, height) {
    if (!(x >= 0 && y >= 0 && x + width <= this.#width && y + height <= this.#height)) return -1;
    if (![x, y, width, height].every(Number.isInteger) || width < 1 || height < 1) return -1;
    const first = this.#pixels[y * this.#width + x]; // 0xaabbggrr
    if (first >>> 24 !== 255) return -1;
    for (let row = y; row < y + height; row++) {
      const begin = row * this.#width + x;
      for (let i = begin; i < begin + width; i++) if (this.#pixels[i] !== first) return -1;
    }
    return (first & 255) << 16 | first & 0xff00 | first >> 16 & 255;
  }
}
