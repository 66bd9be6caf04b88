// What a program prints, on its way to the page.
//
// A program may print without an end, and a worker that runs a loop has no timers. So the queue
// sends by itself when something is printed: at once while it has turns left, else when the time or
// the size of a part is reached. Turns come back with time. After LIMIT characters one line says that
// more was printed, and the rest is dropped.

const TURNS = 50;             // parts that are sent at once
const TURN_TIME = 50;         // a turn comes back after this time [ms]
const PART = 16 << 10;        // a part is sent at this size [characters]
const LIMIT = 1 << 20;        // of a run [characters]
const CHANGE = 64;            // a change of the stream is a part of its own, and counts as this many

/** Collects the output of one run. */
export class OutputQueue {
  #send;
  #text = "";
  #isError = false;
  #size = 0;
  #turns = TURNS;
  #time = performance.now();

  /** `send(text, isError)` gets the parts. */
  constructor(send) {
    this.#send = send;
  }

  /** Adds a text. */
  write(text, isError) {
    if (this.#size >= LIMIT) return;
    if (isError !== this.#isError) {
      this.flush();
      this.#size += CHANGE;
    }
    this.#isError = isError;
    this.#text += text;
    this.#size += text.length;
    if (this.#size >= LIMIT) {
      this.#text = this.#text.slice(0, LIMIT - this.#size || undefined);
      this.flush();
      this.#send(`\n(more than ${LIMIT >> 20} MB were printed: the rest is not shown)\n`, true);
    } else if (this.#isDue(text)) {
      this.flush();
    }
  }

  // Whether the part is sent now. Lines stay in one piece if they can.
  #isDue(text) {
    if (this.#text.length >= PART) return true;
    if (!text.endsWith("\n")) return false;
    const now = performance.now();
    const earned = Math.floor((now - this.#time) / TURN_TIME);
    if (earned > 0) {
      this.#turns = Math.min(this.#turns + earned, TURNS);
      this.#time = now;
    }
    if (this.#turns === 0) return false;
    this.#turns--;
    return true;
  }

  /** Sends what is there. */
  flush() {
    if (this.#text === "") return;
    const text = this.#text;
    this.#text = "";
    this.#send(text, this.#isError);
  }
}
