// Fingers on the canvas, as a mouse.
//
// One finger is the mouse with a button held. A second finger ends that: two fingers are a wheel at the
// point between them, and where the program moves its map with a mouse button, also this button. The
// finger that stays does nothing until all have left. The press of the first finger waits a moment for
// a second one, so that the fingers of a pinch press nothing.

const WAIT = 70;       // for a second finger [ms]
const SLOP = 8;        // a finger that moves farther presses at once [CSS pixels]
const TURN = 1.2;      // the ratio of distances of two fingers that is one turn of the wheel

/** Turns pointer events of fingers into events of the program. */
export class Touches {
  #mouse;      // see Mouse
  #options;
  #fingers = new Map(); // by pointer: { x, y } units, { clientX, clientY } CSS pixels
  #pending;    // the press of the first finger: { timer, x, y, clientX, clientY }
  #isPinch = false;
  #distance = 0;

  /**
   * mouse: press(button, x, y), releaseAll(x, y), move(x, y), wheel(dx, dy). options: { button: of one
   * finger, panButton: of two fingers or undefined }; they may change at any time.
   */
  constructor(mouse, options) {
    this.#mouse = mouse;
    this.#options = options;
  }

  /** A finger touches the canvas at (x, y) [units]. */
  down(event, x, y) {
    this.#fingers.set(event.pointerId, finger(event, x, y));
    if (this.#fingers.size === 1) {
      const begin = { ...finger(event, x, y), button: this.#options.button };
      this.#pending = { ...begin, timer: setTimeout(() => this.#press(), WAIT) };
    } else if (this.#fingers.size === 2) {
      this.#startPinch();
    }
  }

  /** A finger moves. */
  move(event, x, y) {
    const last = this.#fingers.get(event.pointerId);
    if (!last || (last.x === x && last.y === y)) return;
    this.#fingers.set(event.pointerId, finger(event, x, y));
    if (this.#isPinch) {
      if (this.#fingers.size > 1) this.#pinch();
      return;
    }
    const far = this.#pending
      && Math.hypot(event.clientX - this.#pending.clientX, event.clientY - this.#pending.clientY);
    if (far > SLOP) this.#press();
    if (!this.#pending) this.#mouse.move(x, y);
  }

  /** A finger leaves the canvas, or the browser has taken it. */
  up(event, x, y) {
    if (!this.#fingers.delete(event.pointerId)) return;
    if (this.#isPinch) {
      this.#endPinch();
    } else if (this.#fingers.size === 0) {
      this.#press();
      this.#mouse.releaseAll(x, y);
    }
  }

  /** All fingers are gone: the page has lost the focus. */
  cancel() {
    clearTimeout(this.#pending?.timer);
    this.#pending = undefined;
    this.#isPinch = false;
    this.#fingers.clear();
  }

  // The press that waited.
  #press() {
    if (!this.#pending) return;
    const { timer, x, y, button } = this.#pending;
    clearTimeout(timer);
    this.#pending = undefined;
    this.#mouse.move(x, y);
    this.#mouse.press(button, x, y);
  }

  #startPinch() {
    const { x, y, distance } = this.#middle();
    if (this.#pending) {
      clearTimeout(this.#pending.timer);
      this.#pending = undefined;
    } else {
      const [first] = this.#fingers.values();
      this.#mouse.releaseAll(first.x, first.y);
    }
    this.#isPinch = true;
    this.#distance = distance;
    this.#mouse.move(x, y);
    if (this.#options.panButton) this.#mouse.press(this.#options.panButton, x, y);
  }

  #pinch() {
    const { x, y, distance } = this.#middle();
    this.#mouse.move(x, y);
    const turns = Math.log(distance / this.#distance) / Math.log(TURN);
    this.#distance = distance;
    if (turns !== 0) this.#mouse.wheel(0, turns);
  }

  // A finger has left the pinch.
  #endPinch() {
    const [first, second] = this.#fingers.values();
    if (second) {
      this.#startPinch(); // by those that stay
    } else if (first) {
      this.#mouse.releaseAll(first.x, first.y);
    } else {
      this.#isPinch = false;
    }
  }

  // Between the first two fingers [units], and their distance [CSS pixels].
  #middle() {
    const [one, two] = this.#fingers.values();
    return {
      x: Math.floor((one.x + two.x) / 2), y: Math.floor((one.y + two.y) / 2),
      distance: Math.max(Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY), 1),
    };
  }
}

function finger({ clientX, clientY }, x, y) {
  return { x, y, clientX, clientY };
}
