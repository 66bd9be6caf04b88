// The editor as a text area: until the other editor is loaded, and where it cannot be.

/** An editor in an existing text area. onChange() is called after each edit by the user. */
export class PlainEditor {
  #area;
  #onChange;

  constructor(area, onChange) {
    this.#area = area;
    this.#onChange = onChange;
    area.addEventListener("input", onChange);
  }

  get text() {
    return this.#area.value;
  }

  set text(text) {
    this.#area.value = text;
  }

  focus() {
    this.#area.focus();
  }

  /** Marks a line [from 1], or none: null. A text area cannot; it selects the line in goTo. */
  mark() {}

  /** Selects a line [from 1] and shows it. */
  goTo(line) {
    const lines = this.#area.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.#area.focus();
    this.#area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  }

  /** What the next editor needs to go on: { text, position, hasFocus }. */
  leave() {
    this.#area.removeEventListener("input", this.#onChange);
    return {
      text: this.text, position: this.#area.selectionStart,
      hasFocus: document.activeElement === this.#area,
    };
  }
}
