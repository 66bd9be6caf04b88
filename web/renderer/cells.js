// Parts of images in a color and a size, kept for the next frames.
//
// Canvas 2D cannot multiply an image by a color, and its filter skips pixels where an image is drawn
// at less than half of its size. So a cell is a part of an image that was multiplied by a color and
// halved `level` times; the renderer takes the level of the nearest power of two that is not smaller
// than what it draws. Cells are found in a hash table with open addressing: a search for one
// allocates nothing. When the table or its pixels exceed a limit, all cells are dropped; those that
// are still drawn are made again.
//
// The key of an image is a number that is never used again. Its pixels must not change: an image
// whose pixels change gets a new key.

import { createPicture } from "./surfaces.js";

const CAPACITY = 1 << 13;     // of the table
const MOST_CELLS = 1 << 12;   // half of the table: searches are short
const MOST_PIXELS = 16 << 20; // 64 MB
const KEY = 5;                // numbers of a key: image, level, x and y, width and height, color

export const WHITE = 0xffffff;
export const MOST_LEVELS = 8;

/** The cells of all images. */
export class Cells {
  #keys = new Int32Array(KEY * CAPACITY);
  #pictures = new Array(CAPACITY).fill(undefined);
  #count = 0;
  #pixels = 0;

  /**
   * The picture of the part (x, y, width, height) [pixels, integers] of an image.
   *
   * image: { key, source }. color: 0xrrggbb. level: how often the part is halved.
   */
  find(image, x, y, width, height, color, level) {
    const position = x << 16 | y, size = width << 16 | height;
    let slot = hash(image.key, level, position, size, color);
    for (;; slot = (slot + 1) & (CAPACITY - 1)) {
      const picture = this.#pictures[slot];
      if (picture === undefined) break;
      const at = KEY * slot;
      if (this.#keys[at] === image.key && this.#keys[at + 1] === level
        && this.#keys[at + 2] === position && this.#keys[at + 3] === size
        && this.#keys[at + 4] === color) return picture;
    }
    const made = this.#make(image, x, y, width, height, color, level);
    this.#insert([image.key, level, position, size, color], made);
    return made;
  }

  #insert(key, picture) {
    if (this.#count >= MOST_CELLS || this.#pixels > MOST_PIXELS) this.clear();
    let slot = hash(...key);
    while (this.#pictures[slot] !== undefined) slot = (slot + 1) & (CAPACITY - 1);
    this.#keys.set(key, KEY * slot);
    this.#pictures[slot] = picture;
    this.#count++;
    this.#pixels += picture.width * picture.height;
  }

  /** Drops all cells. */
  clear() {
    this.#pictures.fill(undefined);
    this.#count = 0;
    this.#pixels = 0;
  }

  // A colored cell is made from the white one of its level, a white one from that of the level below.
  #make(image, x, y, width, height, color, level) {
    let source = image.source, fromX = x, fromY = y, fromWidth = width, fromHeight = height;
    if (color !== WHITE && level > 0) {
      source = this.find(image, x, y, width, height, WHITE, level);
    } else if (level > 1) {
      source = this.find(image, x, y, width, height, WHITE, level - 1);
    }
    if (source !== image.source) {
      fromX = fromY = 0;
      fromWidth = source.width;
      fromHeight = source.height;
    }
    const toWidth = Math.max(width >> level, 1), toHeight = Math.max(height >> level, 1);
    return createPicture(toWidth, toHeight, (context) => {
      const draw = () =>
        context.drawImage(source, fromX, fromY, fromWidth, fromHeight, 0, 0, toWidth, toHeight);
      draw();
      if (color === WHITE) return;
      context.globalCompositeOperation = "multiply";
      context.fillStyle = `#${color.toString(16).padStart(6, "0")}`;
      context.fillRect(0, 0, toWidth, toHeight);
      context.globalCompositeOperation = "destination-in"; // the alpha of the image
      draw();
    });
  }
}

function hash(image, level, position, size, color) {
  let value = Math.imul(image, 0x9e3779b1) ^ Math.imul(position, 0x85ebca6b);
  value = Math.imul(value ^ value >>> 15, 0x2c1b3c6d) ^ Math.imul(size, 0x297a2d39);
  value = Math.imul(value ^ value >>> 13 ^ color, 0x9e3779b1) + level;
  return (value ^ value >>> 16) & (CAPACITY - 1);
}
