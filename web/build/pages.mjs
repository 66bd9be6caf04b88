// The pages, from their templates. A template has a line {{>part}} for each part that it shares with
// other pages: web/page/PART.html.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { fill } from "./template.mjs";

const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src blob:",
  "style-src 'self' 'unsafe-inline'", "connect-src 'self'", "img-src 'self' data: blob:",
  "font-src 'self' data:", "base-uri 'none'", "form-action 'none'",
].join("; ");

function versionOfLua(build) {
  const header = readFileSync(join(build, "sources/lua5.4/lua-5.4.4/src/lua.h"), "utf8");
  return ["MAJOR", "MINOR", "RELEASE"]
    .map((part) => header.match(new RegExp(`LUA_VERSION_${part}\\s+"(\\d+)"`))[1]).join(".");
}

// With the indentation of the line.
function insertParts(template) {
  return template.replace(/^( *)(.*?)\{\{>(\w+)\}\}/gm, (_, indent, before, part) =>
    indent + before + readFileSync(`web/page/${part}.html`, "utf8").trimEnd().replaceAll("\n", `\n${indent}`));
}

/**
 * Returns page(path, values): the text of the page with this template. `build`: the folder of the
 * build. manual: the path from the pages to the folder of the manual or to its index.html, if there
 * is one.
 */
export function pageWriter(build, manual) {
  const index = manual && (/\.html$/.test(manual) ? manual : `${manual.replace(/\/$/, "")}/index.html`);
  const shared = {
    policy: POLICY, luaVersion: versionOfLua(build), manual: index,
    reference: index?.replace("index.html", "reference/index.html"),
    version: readFileSync("src/astar.h", "utf8").match(/ASTAR_VERSION "([^"]+)"/)[1],
  };
  return (path, values) => fill(insertParts(readFileSync(path, "utf8")), { ...shared, ...values });
}
