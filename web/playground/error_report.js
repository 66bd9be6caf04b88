// An error of a program as an element: the message, which leads to its line, and the folded traceback.

const TRACEBACK = "\nstack traceback:\n";

/**
 * The element. error: { message, line }. goTo(line) is called when the reader asks for the line;
 * without it, or without a line, the message is plain text.
 */
export function errorReport({ message, line }, goTo) {
  const [text, traceback] = divide(message);
  const element = document.createElement("div");
  element.className = "error";
  element.append(line && goTo ? link(text, () => goTo(line)) : text);
  if (traceback) element.append(folded(traceback));
  return element;
}

function divide(message) {
  const at = message.lastIndexOf(TRACEBACK);
  return at < 0 ? [message, ""] : [message.slice(0, at), message.slice(at + TRACEBACK.length)];
}

// The place "main.lua:3:" at the begin of the message is the link.
function link(text, open) {
  const parts = document.createDocumentFragment();
  const [, place = "", rest] = text.match(/^(\S+?:\d+:)?(.*)$/s);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = place || "Show the line";
  button.addEventListener("click", open);
  parts.append(button, place ? rest : ` ${rest}`);
  return parts;
}

function folded(traceback) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = "Traceback";
  const text = document.createElement("pre");
  text.textContent = traceback.replace(/^\t/gm, "  ");
  details.append(summary, text);
  return details;
}
