// The program that the visitor wrote, kept between visits. Where a browser keeps nothing, as in a
// private window, the page works without it.

const KEY = "astar.playground";

/** What was kept: { example, text }, or null. */
export function recall() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return typeof kept?.text === "string" && typeof kept.example === "string" ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a program. `example`: the path of the example that it was, or "". */
export function keep(example, text) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ example, text }));
  } catch {
    // No storage, or it is full.
  }
}

/** Keeps nothing. */
export function forget() {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // No storage.
  }
}
