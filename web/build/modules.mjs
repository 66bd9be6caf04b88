// The modules of lua/ that programs require, so that the pack of a demo has only these.
//
// Method. A text after the word `require` in a line of code may name a module: as a whole,
// require "astar.love"; or after "astar.", require(folder .. "love.tiles"). Names without a file in
// lua/ are modules elsewhere:
// the native module, parts of LÖVE, files of the demo.

import { existsSync } from "node:fs";
import { join } from "node:path";

const FOLDER = "lua/";

function requiredBy(source) {
  const calls = Array.from(source.matchAll(/\brequire\b(.*)/g), ([, call]) => call);
  const names = calls.flatMap((call) => Array.from(call.matchAll(/["']([\w.]+)["']/g), ([, name]) => name));
  return names.flatMap((name) => [FOLDER, join(FOLDER, "astar")]
    .map((folder) => join(folder, `${name.replaceAll(".", "/")}.lua`))
    .filter((found) => found.startsWith(FOLDER) && existsSync(found)));
}

/**
 * The paths of all modules of lua/ that these files require, also through other modules.
 * `read(path)`: a file without comments.
 */
export function modulesOf(paths, read) {
  const found = new Set(paths);
  for (const path of found) { // a Set also visits what is added meanwhile
    for (const required of requiredBy(read(path))) found.add(required);
  }
  return [...found].filter((path) => path.startsWith(FOLDER)).sort();
}
