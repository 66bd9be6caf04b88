// The editor with Lua's colors: CodeMirror. A script of its own, since the page works without it.
//
// It sets `astarEditor`, a function that opens an editor with the interface of PlainEditor.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
  StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting,
} from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { EditorState, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration, EditorView, GutterMarker, drawSelection, gutterLineClass, highlightSpecialChars, keymap,
  lineNumbers,
} from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

// ---------------------------------------------------------------------------- the marked line

const setMark = StateEffect.define(); // the line's number, or null
const markedLine = Decoration.line({ class: "marked-line" });
const markedNumber = new (class extends GutterMarker {
  elementClass = "marked-number";
})();

/** A set of ranges with the marked line, which moves with the text around it. */
function markField(value, facet) {
  return StateField.define({
    create: () => Decoration.none,
    update(ranges, transaction) {
      ranges = ranges.map(transaction.changes);
      for (const effect of transaction.effects) {
        if (effect.is(setMark)) {
          const { doc } = transaction.state;
          const isThere = effect.value >= 1 && effect.value <= doc.lines;
          ranges = ranges.update({
            filter: () => false,
            add: isThere ? [value.range(doc.line(effect.value).from)] : [],
          });
        }
      }
      return ranges;
    },
    provide: (field) => facet.from(field),
  });
}

// -------------------------------------------------------------------------------- the editor

class Editor {
  #view;
  #onChange;
  #isOwnEdit = false; // whether the program makes the edit

  constructor(parent, { text, position, hasFocus }, onChange) {
    this.#onChange = onChange;
    this.#view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text, selection: { anchor: Math.min(position, text.length) }, extensions: this.#extensions(),
      }),
    });
    if (hasFocus) this.focus();
  }

  #extensions() {
    return [
      lineNumbers(), highlightSpecialChars(), history(), drawSelection(), indentOnInput(),
      bracketMatching(), StreamLanguage.define(lua), syntaxHighlighting(classHighlighter),
      indentUnit.of("  "), EditorState.tabSize.of(2),
      markField(markedLine, EditorView.decorations), markField(markedNumber, gutterLineClass),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      EditorView.contentAttributes.of({
        "aria-label": "Program in Lua", "aria-describedby": "editor-keys", "spellcheck": "false",
        "autocapitalize": "off", "autocorrect": "off", "translate": "no",
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !this.#isOwnEdit) this.#onChange();
      }),
    ];
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  set text(text) {
    this.#isOwnEdit = true;
    this.#view.dispatch({
      changes: { from: 0, to: this.#view.state.doc.length, insert: text },
      selection: { anchor: 0 }, effects: setMark.of(null), scrollIntoView: true,
    });
    this.#isOwnEdit = false;
  }

  focus() {
    this.#view.focus();
  }

  mark(line) {
    this.#view.dispatch({ effects: setMark.of(line) });
  }

  goTo(line) {
    const { doc } = this.#view.state;
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    this.#view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    this.focus();
  }
}

globalThis.astarEditor = (parent, state, onChange) => new Editor(parent, state, onChange);
