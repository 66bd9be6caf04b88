// Pictures of batches of sprites that do not change: a map of thousands of tiles is then drawn by one
// call.
//
// A batch that is drawn in the same way as in the frame before is painted into a canvas of the size
// of its target, once. The canvas is valid while the sprites, the transform, the color and the target's
// size stay the same.

import { createCanvas } from "./surfaces.js";

const LEAST_SPRITES = 48;     // fewer are drawn as fast one by one
const MOST_PIXELS = 24 << 20; // of all pictures: 96 MB

/** The pictures of all batches. */
export class BatchPictures {
  #entries = new Map(); // by batch
  #pixels = 0;

  /**
   * Returns the picture of a batch, or undefined where it must be drawn sprite by sprite.
   *
   * sprites: { batch, revision, count, address }. state: 12 numbers that the picture depends on, the last
   * two are the width and the height of the target. paint(context) draws the sprites.
   */
  find(sprites, state, paint) {
    if (sprites.count < LEAST_SPRITES) return undefined;
    const entry = this.#entries.get(sprites.batch);
    if (!entry) {
      this.#entries.set(sprites.batch, { ...sprites, state: state.slice(), canvas: undefined });
      return undefined;
    }
    if (!isSame(entry, sprites, state)) {
      Object.assign(entry, sprites);
      entry.state.set(state);
      this.#drop(entry);
      return undefined;
    }
    if (!entry.canvas) this.#paint(entry, paint);
    return entry.canvas;
  }

  /** Forgets a batch. */
  release(batch) {
    const entry = this.#entries.get(batch);
    if (entry) this.#drop(entry);
    this.#entries.delete(batch);
  }

  /** Forgets all batches. */
  clear() {
    for (const batch of this.#entries.keys()) this.release(batch);
  }

  #paint(entry, paint) {
    const width = entry.state[10], height = entry.state[11];
    if (this.#pixels + width * height > MOST_PIXELS) return;
    entry.canvas = createCanvas(width, height);
    this.#pixels += width * height;
    paint(entry.canvas.getContext("2d"));
  }

  #drop(entry) {
    if (!entry.canvas) return;
    this.#pixels -= entry.canvas.width * entry.canvas.height;
    entry.canvas.width = entry.canvas.height = 0; // frees its memory at once
    entry.canvas = undefined;
  }
}

function isSame(entry, sprites, state) {
  return entry.revision === sprites.revision && entry.count === sprites.count
    && entry.address === sprites.address && entry.state.every((value, i) => value === state[i]);
}
