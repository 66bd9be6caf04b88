// The times of a program's frames: medians over 60 frames.

const COUNT = 60;

/** Collects times [ms]. */
export class FrameTimes {
  #lua = new Float64Array(COUNT);      // in the program
  #draw = new Float64Array(COUNT);     // in the renderer
  #interval = new Float64Array(COUNT); // from the frame before
  #commands = 0;                       // the most of a frame
  #frames = 0;
  #last = 0;

  /**
   * Adds a frame: when it began, when the renderer began and ended, and its drawing commands.
   * Returns the figures at the first frame and each 60th, else undefined.
   */
  add(begin, middle, end, commands) {
    const i = this.#frames % COUNT;
    this.#lua[i] = middle - begin;
    this.#draw[i] = end - middle;
    this.#interval[i] = this.#frames > 0 ? begin - this.#last : 0;
    this.#last = begin;
    this.#commands = Math.max(i === 0 ? 0 : this.#commands, commands);
    this.#frames++;
    const count = this.#frames === 1 ? 1 : COUNT;
    if (this.#frames % count !== 0) return undefined;
    return {
      frames: this.#frames, lua: median(this.#lua, count), draw: median(this.#draw, count),
      interval: median(this.#interval, count), commands: this.#commands,
    };
  }
}

function median(times, count) {
  return times.slice(0, count).sort()[count >> 1];
}
