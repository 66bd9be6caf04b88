// Templates of pages: {{name}} is replaced by a value, {{#name}} ... {{/name}} is kept if there is a
// value. Values are texts, whose special characters are escaped; or HTML, made by html().

class Html {
  constructor(text) {
    this.text = text;
  }
}

/** Marks a text as HTML. */
export function html(text) {
  return new Html(text);
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;" };

function escape(value) {
  return value instanceof Html ? value.text : String(value).replace(/[&<>"']/g, (char) => ESCAPES[char]);
}

/** The template with values. A name without a value is an error, except after "#". */
export function fill(template, values) {
  return template
    .replace(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, name, inner) => values[name] ? inner : "")
    .replace(/\{\{(\w+)\}\}/g, (_, name) => {
      if (values[name] === undefined) throw new Error(`the template has no value for ${name}`);
      return escape(values[name]);
    });
}
