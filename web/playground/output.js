// What a program prints: the last lines, as elements, in the colors of a terminal.
//
// Text arrives in portions. They are collected, and the page gets them once per frame: each line
// becomes an element. Lines before the last LIMIT ones are removed, and never made when they come in
// the same frame. "ESC [ H" moves to the top, where new lines replace the old ones: so a program can
// draw again and again.
//
// Invariant: #lines are the children of the element, with those of #added still to be appended.

import { Ansi } from "./ansi.js";

const LIMIT = 5000; // lines
const LONGEST = /.{1,2000}/gsu; // a longer line is divided, for browsers lay it out slowly

/** The output in an element. */
export class Output {
  #element;
  #streams;
  #portions = []; // { text, isError }, not read yet
  #frame = 0;
  #lines = [];
  #added = document.createDocumentFragment();
  #row = 0;        // the line where the next text goes, an index of #lines
  #isOpen = false; // whether text goes to the end of that line; else it is replaced
  #isAtEnd = true; // whether the reader has not scrolled away from the end

  /** Whether the last line stays in sight. Until then the first lines do. */
  follows = false;

  constructor(element) {
    this.#element = element;
    element.addEventListener("scroll", () => {
      const { scrollTop, scrollHeight, clientHeight } = element;
      this.#isAtEnd = scrollTop + clientHeight >= scrollHeight - 8;
    });
    this.clear();
  }

  /** Adds text. It is on the page in the next frame. */
  write(text, isError = false) {
    this.#portions.push({ text, isError });
    this.#frame ||= requestAnimationFrame(() => this.flush());
  }

  /** Adds an element after the lines, and shows it. */
  append(element) {
    this.flush();
    this.#element.append(element);
    this.#row = this.#lines.push(element);
    this.#isOpen = false;
    element.scrollIntoView({ block: "nearest" });
  }

  /** Removes all. */
  clear() {
    this.#portions = [];
    this.#streams = [new Ansi(), new Ansi()];
    this.#isAtEnd = true;
    this.follows = false;
    this.#removeLines();
  }

  #removeLines() {
    this.#lines = [];
    this.#added.replaceChildren();
    this.#element.replaceChildren();
    this.#moveToTop();
  }

  #moveToTop() {
    this.#row = 0;
    this.#isOpen = false;
  }

  /** Puts what was written on the page now. */
  flush() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#portions.length === 0) return;
    for (const piece of this.#read()) {
      if (piece.move === "clear") this.#removeLines();
      else if (piece.move === "top") this.#moveToTop();
      else this.#put(piece);
    }
    this.#element.append(this.#added);
    this.#trim();
    if (this.follows && this.#isAtEnd) this.#element.scrollTop = this.#element.scrollHeight;
  }

  // The pieces of all portions, without those that are removed in the same frame.
  #read() {
    const pieces = this.#portions.flatMap(({ text, isError }) => {
      const read = this.#streams[isError ? 1 : 0].read(text);
      return isError ? read.map((piece) => ({ ...piece, classes: `stderr ${piece.classes}`.trim() })) : read;
    });
    this.#portions = [];
    let count = 0;
    for (let i = pieces.length - 1; i >= 0; i--) {
      if (pieces[i].move) continue;
      pieces[i].lines = divide(pieces[i].text);
      count += pieces[i].lines.length - 1;
      if (count >= LIMIT) {
        pieces[i].lines.splice(0, count - LIMIT);
        this.#removeLines();
        return pieces.slice(i);
      }
    }
    return pieces;
  }

  #put({ lines, classes }) {
    lines.forEach((text, i) => {
      if (i > 0) this.#endLine();
      if (text !== "") this.#line().append(classes === "" ? text : styled(text, classes));
    });
  }

  // An empty line gets a line break, so that it is also a line when it is copied.
  #endLine() {
    const line = this.#line();
    if (!line.firstChild) line.append(document.createElement("br"));
    this.#row++;
    this.#isOpen = false;
  }

  // The element of the current line: a new one, or the one that is there, without its old text.
  #line() {
    let line = this.#lines[this.#row];
    if (!line) {
      line = document.createElement("div");
      this.#lines.push(line);
      this.#added.append(line);
    } else if (!this.#isOpen) {
      line.replaceChildren();
    }
    this.#isOpen = true;
    return line;
  }

  #trim() {
    const excess = this.#lines.length - LIMIT;
    if (excess <= 0) return;
    for (const line of this.#lines.splice(0, excess)) line.remove();
    this.#row = Math.max(this.#row - excess, 0);
  }
}

// The lines of a text: the last one is empty when the text ends with a line end.
function divide(text) {
  return text.split("\n").flatMap((line) => line.match(LONGEST) ?? [""]);
}

function styled(text, classes) {
  const span = document.createElement("span");
  span.className = classes;
  span.textContent = text;
  return span;
}
