// Writes the playground and the demos: node web/build.mjs BUILD
//
// BUILD/web is a folder of static files. A page may be opened from a server or as a file: so scripts
// are classic scripts, and the files that programs in Lua read are packs, which are scripts, too.
//
//     index.html playground.js editor.js   the playground
//     love-*.html demo.js                  a page for each demo
//     astar.wasm astar.wasm.js             the machine; the same as a script for pages opened as files
//     lua.js love-*.js examples.js         packs: lua/ and web/love/, a demo, the examples

import { createRequire } from "node:module";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const build = process.argv[2];
const output = join(build, "web");
const npm = createRequire(join(process.cwd(), build, "npm", "package.json"));
const esbuild = npm("esbuild");

const DEMOS = ["love-explorer", "love-village", "love-swarm", "love-crowd", "love-towers"];

/** The files below a folder whose names match, as paths. */
function list(folder, matches) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? list(path, matches) : matches.test(path) ? [path] : [];
  }).sort();
}

/** Writes a pack: a script that calls astarPack with the contents by path, images as base64. */
function pack(name, paths) {
  const files = Object.fromEntries(paths.map((path) =>
    [path, readFileSync(path, path.endsWith(".png") ? "base64" : "utf8")]));
  writeFileSync(join(output, name), `astarPack(${JSON.stringify(files)});\n`);
}

/** Bundles a script of a page. The text of the worker's script is in `astarWorker`. */
function bundle(name, define = {}) {
  esbuild.buildSync({
    entryPoints: [`web/page/${name}.js`], outfile: join(output, `${name}.js`), bundle: true,
    minify: true, format: "iife", target: "es2022", nodePaths: [join(build, "npm", "node_modules")],
    define, logLevel: "warning",
  });
}

function workerText() {
  const result = esbuild.buildSync({
    entryPoints: ["web/page/worker.js"], bundle: true, minify: true, format: "iife", target: "es2022",
    write: false, logLevel: "warning",
  });
  return result.outputFiles[0].text;
}

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
copyFileSync(join(build, "wasm", "astar.wasm"), join(output, "astar.wasm"));
const wasm = readFileSync(join(build, "wasm", "astar.wasm"), "base64");
writeFileSync(join(output, "astar.wasm.js"), `astarModule(${JSON.stringify(wasm)});\n`);

pack("lua.js", [...list("lua", /\.lua$/).filter((path) => !path.endsWith("meta.lua")),
  ...list("web/love", /\.lua$/)]);
pack("examples.js", [...readdirSync("examples").filter((name) => name.endsWith(".lua"))
  .map((name) => `examples/${name}`), ...list("examples/support", /\.lua$/), ...list("examples/maps", /\.lua$/)]);
for (const demo of DEMOS) {
  pack(`${demo}.js`, list(`examples/${demo}`, /(\.lua|\.png)$/).filter((path) =>
    !/screenshot|explanation\.png|\/art\//.test(path)));
}

const define = { ASTAR_WORKER: JSON.stringify(workerText()) };
bundle("playground", define);
bundle("editor");
bundle("demo", define);
