// Text with the escape sequences of color terminals (ECMA-48), as pieces with CSS classes.
//
// "ESC [ numbers m" sets styles: those that astar.ascii writes and all other colors of the 16, each
// a class of playground.css. Two sequences move: "ESC [ H" to the top, "ESC [ 2 J" clears. All
// other sequences are left out.

const COLORS = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const ATTRIBUTES = { 1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "inverse" };

// A sequence, complete; and the beginning of one at the end of a text.
const SEQUENCE = /\x1b(?:\[([0-9;?]*)([@-~])|[^[])/g;
const BEGINNING = /\x1b(?:\[[0-9;?]{0,32})?$/;

/** Reads the text of one stream. The style and an incomplete sequence last from call to call. */
export class Ansi {
  #attributes = new Set();
  #color = "";
  #background = "";
  #rest = "";

  /**
   * Divides a text into pieces: { text, classes }, { move: "top" } or { move: "clear" }.
   * `classes` is the value of a class attribute, "" for plain text.
   */
  read(text) {
    text = this.#rest + text;
    const beginning = text.match(BEGINNING);
    this.#rest = beginning ? beginning[0] : "";
    if (beginning) text = text.slice(0, beginning.index);

    const pieces = [];
    const add = (plain) => {
      if (plain !== "") pieces.push({ text: plain, classes: this.#classes() });
    };
    let at = 0;
    for (const match of text.matchAll(SEQUENCE)) {
      add(text.slice(at, match.index));
      at = match.index + match[0].length;
      const [, numbers, letter] = match;
      if (letter === "m") this.#style(numbers);
      else if (letter === "H" && /^(1?;?1?)$/.test(numbers)) pieces.push({ move: "top" });
      else if (letter === "J" && numbers === "2") pieces.push({ move: "clear" });
    }
    add(text.slice(at));
    return pieces;
  }

  #classes() {
    return [...this.#attributes, this.#color, this.#background].filter(Boolean).join(" ");
  }

  #style(numbers) {
    for (const part of numbers.split(";")) {
      const number = Number(part);
      if (number === 0) {
        this.#attributes.clear();
        this.#color = this.#background = "";
      } else if (ATTRIBUTES[number]) {
        this.#attributes.add(ATTRIBUTES[number]);
      } else if (number === 22) {
        this.#attributes.delete("bold");
        this.#attributes.delete("dim");
      } else if (ATTRIBUTES[number - 20]) {
        this.#attributes.delete(ATTRIBUTES[number - 20]);
      } else if (number === 39) {
        this.#color = "";
      } else if (number === 49) {
        this.#background = "";
      } else if (number >= 30 && number <= 37) {
        this.#color = COLORS[number - 30];
      } else if (number >= 90 && number <= 97) {
        this.#color = `bright-${COLORS[number - 90]}`;
      } else if (number >= 40 && number <= 47) {
        this.#background = `on-${COLORS[number - 40]}`;
      }
    }
  }
}
