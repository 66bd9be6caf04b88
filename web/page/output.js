// What a program prints: the last lines, as elements, in the colors of a terminal.
//
// Text arrives in portions. It is collected, and the page gets it once per frame: a line becomes an
// element, and the lines before the last LIMIT ones are never made or are removed. "ESC [ H" moves
// to the top, where new lines replace the old ones: so a program can draw again and again.

import { Ansi } from "./ansi.js";

const LIMIT = 5000; // lines
const LONGEST = 4000; // characters of a line; a longer one is divided, for browsers lay it out slowly

/** The lines of `text`: without the end of the last one, if it has one. */
function divide(text) {
  const lines = text.split("\n");
  return lines.some((line) => line.length > LONGEST)
    ? lines.flatMap((line) => line.match(/.{1,4000}/gsu) ?? [""]) : lines;
}

/** The output in an element. */
export class Output {
  #element;
  #streams = { out: new Ansi(), error: new Ansi() };
  #portions = []; // { text, isError }, not on the page yet
  #frame = 0;
  #row = 0; // the line where the next text goes, an index of the element's children
  #isOpen = false; // whether that line exists already: text goes to its end
  #isAtEnd = true; // whether the reader has not scrolled away from the end

  /** Whether the last line stays in sight. Until then the first lines do. */
  follows = false;

  constructor(element) {
    this.#element = element;
    element.addEventListener("scroll", () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      this.#isAtEnd = scrollTop + clientHeight >= scrollHeight - 8;
    });
  }

  /** Adds text. It is on the page in the next frame. */
  write(text, isError = false) {
    this.#portions.push({ text, isError });
    this.#schedule();
  }

  /** Adds an element after the lines. */
  append(element) {
    this.flush();
    this.#element.append(element);
    this.#row = this.#element.childElementCount;
    this.#isOpen = false;
    element.scrollIntoView({ block: "nearest" });
  }

  /** Removes all. */
  clear() {
    this.#isAtEnd = true;
    this.follows = false;
    this.#portions = [];
    this.#streams = { out: new Ansi(), error: new Ansi() };
    this.#element.replaceChildren();
    this.#row = 0;
    this.#isOpen = false;
  }

  #schedule() {
    this.#frame ||= requestAnimationFrame(() => this.flush());
  }

  /** Puts what was written on the page now. */
  flush() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#portions.length === 0) return;
    for (const { pieces, isError } of this.#read()) this.#put(pieces, isError);
    this.#trim();
    if (this.follows && this.#isAtEnd) this.#element.scrollTop = this.#element.scrollHeight;
  }

  // The pieces of all portions.
  #read() {
    const portions = this.#portions;
    this.#portions = [];
    return portions.map(({ text, isError }) =>
      ({ pieces: this.#streams[isError ? "error" : "out"].read(text), isError }));
  }

  #put(pieces, isError) {
    for (const piece of pieces) {
      if (piece.move) {
        if (piece.move === "clear") this.#element.replaceChildren();
        this.#row = 0;
        this.#isOpen = false;
        continue;
      }
      const classes = isError ? `stderr ${piece.classes}`.trim() : piece.classes;
      const lines = divide(piece.text);
      let first = 0;
      if (lines.length > LIMIT) {
        first = lines.length - LIMIT;
        this.#next();
      }
      for (let i = first; i < lines.length; i++) {
        if (i > first) this.#next();
        if (lines[i] !== "") this.#add(lines[i], classes);
      }
    }
  }

  // Ends the current line. An empty one gets a line break, so that it is also a line when copied.
  #next() {
    const line = this.#line();
    if (!line.firstChild) line.append(document.createElement("br"));
    this.#row++;
    this.#isOpen = false;
  }

  // The element of the current line; a new one, or the old one without its text.
  #line() {
    let line = this.#element.children[this.#row];
    if (!line) {
      line = document.createElement("div");
      this.#element.append(line);
    } else if (!this.#isOpen) {
      line.replaceChildren();
    }
    this.#isOpen = true;
    return line;
  }

  #add(text, classes) {
    const line = this.#line();
    if (classes === "") {
      line.append(text);
    } else {
      const span = document.createElement("span");
      span.className = classes;
      span.textContent = text;
      line.append(span);
    }
  }

  #trim() {
    const excess = this.#element.childElementCount - LIMIT;
    if (excess <= 0) return;
    const range = document.createRange();
    range.setStart(this.#element, 0);
    range.setEnd(this.#element, excess);
    range.deleteContents();
    this.#row = Math.max(this.#row - excess, 0);
  }
}
