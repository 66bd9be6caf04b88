// Mouse, touch and keys of a page, as events of LÖVE.
//
// Positions are in units of the program's window, whole numbers as in LÖVE. While a mouse button is
// held the canvas gets all moves, also those outside of it. When the page loses the focus, all that is
// held is released. Keys and buttons of the browser (F5, Ctrl+R) stay with the browser.

import { isOfBrowser, nameOf } from "./keys.js";
import { Touches } from "./touches.js";

const PRESS_TIME = 500;     // of a double click [ms]
const PRESS_DISTANCE = 32;  // of a double click [units], as in SDL
const WHEEL_PIXELS = 100;   // of a turn of the wheel
const WHEEL_LINES = 3;
const CONTROLS = "a, button, input, select, textarea, summary, [contenteditable]";

const BUTTONS = [[1, 1], [2, 2], [4, 3], [8, 4], [16, 5]]; // bit of MouseEvent.buttons, LÖVE's button

// The mouse, as the program sees it.
class Mouse {
  #send;
  #x = 0;
  #y = 0;
  #held = new Set();
  #last = { time: -Infinity, x: 0, y: 0, button: 0, presses: 0 };

  constructor(send) {
    this.#send = send;
  }

  move(x, y) {
    if (x === this.#x && y === this.#y) return;
    this.#send("mousemoved", [x, y, x - this.#x, y - this.#y]);
    this.#x = x;
    this.#y = y;
  }

  press(button, x, y) {
    if (this.#held.has(button)) return;
    const last = this.#last, time = performance.now();
    const isAgain = button === last.button && time - last.time < PRESS_TIME
      && Math.abs(x - last.x) < PRESS_DISTANCE && Math.abs(y - last.y) < PRESS_DISTANCE;
    this.#last = { time, x, y, button, presses: isAgain ? last.presses + 1 : 1 };
    this.#held.add(button);
    this.#send("mousepressed", [x, y, button, this.#last.presses]);
  }

  release(button, x, y) {
    if (!this.#held.delete(button)) return;
    this.#send("mousereleased", [x, y, button, this.#last.presses]);
  }

  releaseAll(x = this.#x, y = this.#y) {
    for (const button of [...this.#held]) this.release(button, x, y);
  }

  wheel(dx, dy) {
    this.#send("wheelmoved", [dx, dy]);
  }
}

/**
 * Sends what the user does to the program of a session, which may be another one at each event.
 *
 * area: the element around the canvas, which gets the events of the pointer. Options: keyArea: the
 * element that gets keys, default: area; touch: see Touches, its fields may change.
 * Returns { type(key), releaseAll(), close() }.
 */
export function attachInput(area, session, options = {}) {
  return new Input(area, session, options);
}

class Input {
  #session;
  #mouse;
  #touches;
  #heldKeys = new Map(); // LÖVE's name by code
  #end = new AbortController();

  constructor(area, session, { keyArea = area, touch = { button: 1 } }) {
    this.#session = session;
    this.#mouse = new Mouse((name, numbers) => session.event(name, numbers));
    this.#touches = new Touches(this.#mouse, touch);
    this.#listenToPointer(area);
    this.#listenToKeys(keyArea);
  }

  /** Presses and releases a key, by LÖVE's name: for buttons of the page. */
  type(key) {
    this.#session.event("keypressed", [0], key);
    this.#session.event("keyreleased", [], key);
  }

  /** Releases all that is held. */
  releaseAll() {
    this.#touches.cancel();
    this.#mouse.releaseAll();
    for (const name of this.#heldKeys.values()) this.#session.event("keyreleased", [], name);
    this.#heldKeys.clear();
  }

  /** Removes all listeners. */
  close() {
    this.#end.abort();
  }

  #listen(element, type, action, options = {}) {
    element.addEventListener(type, action, { ...options, signal: this.#end.signal });
  }

  // ------------------------------------------------------------------------------- pointer

  #listenToPointer(area) {
    // What else is in the area, such as a message above the canvas, keeps its events.
    const listen = (type, action, options) => this.#listen(area, type, (event) => {
      if (event.target === area || event.target === this.#session.canvas) action(event);
    }, options);
    listen("pointerdown", (event) => {
      area.setPointerCapture?.(event.pointerId);
      area.focus?.({ preventScroll: true });
      this.#pointer(event, "down");
    });
    listen("pointermove", (event) => this.#pointer(event, "move"));
    listen("pointerup", (event) => this.#pointer(event, "up"));
    listen("pointercancel", (event) => this.#pointer(event, "up"));
    listen("contextmenu", (event) => event.preventDefault());
    // The middle button would scroll; a second click would select text.
    listen("mousedown", (event) => event.preventDefault());
    listen("wheel", (event) => this.#wheel(event), { passive: false });
  }

  #pointer(event, action) {
    const { x, y } = this.#place(event);
    if (event.pointerType === "touch") return this.#touches[action](event, x, y);
    this.#mouse.move(x, y);
    const buttons = event.type === "pointercancel" ? 0 : event.buttons;
    for (const [bit, button] of BUTTONS) {
      if (buttons & bit) this.#mouse.press(button, x, y);
      else this.#mouse.release(button, x, y);
    }
  }

  // Where an event is in the program's window.
  #place({ clientX, clientY }) {
    const { left, top } = this.#session.canvas.getBoundingClientRect();
    const shown = this.#session.window?.shown ?? 1; // CSS pixels per unit
    return { x: Math.floor((clientX - left) / shown), y: Math.floor((clientY - top) / shown) };
  }

  #wheel(event) {
    if (event.ctrlKey) return; // the browser's zoom
    event.preventDefault();
    const { x, y } = this.#place(event);
    this.#mouse.move(x, y);
    this.#mouse.wheel(turns(event.deltaX, event.deltaMode), -turns(event.deltaY, event.deltaMode));
  }

  // ---------------------------------------------------------------------------------- keys

  #listenToKeys(area) {
    this.#listen(area, "keydown", (event) => this.#keyDown(event));
    this.#listen(area, "keyup", (event) => this.#keyUp(event));
    this.#listen(window, "blur", () => this.releaseAll());
    this.#listen(document, "visibilitychange", () => {
      if (document.hidden) this.releaseAll();
    });
    if (area !== window) this.#listen(area, "blur", () => this.releaseAll());
  }

  #keyDown(event) {
    const isControl = event.target.closest?.(CONTROLS);
    if (isOfBrowser(event) || isControl) return;
    const name = nameOf(event);
    if (name === undefined) return;
    event.preventDefault();
    this.#heldKeys.set(event.code, name);
    this.#session.event("keypressed", [event.repeat ? 1 : 0], name);
  }

  #keyUp(event) {
    const name = this.#heldKeys.get(event.code);
    if (name === undefined) return;
    this.#heldKeys.delete(event.code);
    this.#session.event("keyreleased", [], name);
  }
}

// How far a wheel has turned. A wheel with notches turns by whole numbers.
function turns(delta, mode) {
  if (mode === 1) return delta / WHEEL_LINES;
  if (mode === 2) return delta;
  const found = delta / WHEEL_PIXELS;
  return Math.abs(found) < 0.5 ? found : Math.round(found);
}
