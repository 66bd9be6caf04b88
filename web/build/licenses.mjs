// The licenses of all that the pages contain, as one text.

import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The text. `build`: the folder of the build, with the sources of Lua and the packages. */
export function licenses(build) {
  const package_ = (name, file = "LICENSE") =>
    readFileSync(join(build, "npm", "node_modules", name, file), "utf8");
  const header = readFileSync(join(build, "sources/lua5.4/lua-5.4.4/src/lua.h"), "utf8");
  const [, copyright] = header.match(/(\* Copyright \(C\)[^]*?)\**\//);
  const parts = {
    "astar": readFileSync("LICENSE", "utf8"),
    "Lua (astar.wasm)": copyright.replace(/^\* ?/gm, ""),
    "CodeMirror and Lezer (editor.js)": package_("@codemirror/view"),
    "fflate (links)": package_("fflate"),
    "js-base64 (links)": package_("js-base64", "LICENSE.md"),
    "DejaVu Sans (the font)": package_("dejavu-fonts-ttf"),
  };
  return Object.entries(parts).map(([title, text]) =>
    `${title}\n${"-".repeat(title.length)}\n\n${text.trim()}\n`).join("\n\n");
}
