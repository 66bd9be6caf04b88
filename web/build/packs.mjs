// Packs: scripts that call astarPack with files that programs read, by path. Texts are as they are,
// binary files are in base64. See web/page/packs.js.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files below a folder whose names match, as paths. */
export function list(folder, matches) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? list(path, matches) : matches.test(path) ? [path] : [];
  }).sort();
}

/** The content of a file for a pack. */
export function read(path) {
  return readFileSync(path, path.endsWith(".png") ? "base64" : "utf8");
}

// A text as a template literal: shorter than a string, where each line end and quote is escaped.
function literal(text) {
  return `\`${text.replace(/[\\`]|\$\{/g, "\\$&").replace(/\r/g, "\\r")}\``;
}

/** The script of a pack. `files`: [path, content] of each. */
export function pack(files) {
  const entries = files.map(([path, content]) => `${JSON.stringify(path)}:${literal(content)}`);
  return `astarPack({${entries.join(",\n")}});\n`;
}
