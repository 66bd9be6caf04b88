// Writes the playground and the demos:
//
//     node web/build/build.mjs BUILD [--output=FOLDER] [--manual=PATH]
//
// BUILD has astar.wasm and the packages. FOLDER (default: BUILD/web) gets static files. With --manual
// the pages link to the manual; PATH leads from them to its folder or index.html. Without --output it
// prints the sizes of all pages.
//
// A page may be opened from a server or as a file: so scripts are classic scripts, and the files
// that programs in Lua read are packs, which are scripts, too. In the packs, lua/ and web/love/ have
// no comments.
//
//     index.html playground.css playground.js editor.js   the playground
//     demos.html love-*.html demo.css demo.js   the list of demos, a page for each
//     player.js                  runs a program, in a worker or on a page
//     run.js                     the Run buttons of the manual
//     astar.wasm astar.wasm.js   the machine; the same as a script for pages opened as files
//     love.js                    pack: `love` in Lua, the font
//     lua.js examples.js         packs of the playground: lua/, and its programs
//     love-*.js                  packs: each demo, and the modules of lua/ that it requires
//     LICENSES.txt               of all that is in these files

import { createRequire } from "node:module";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";

import { bundler } from "./bundles.mjs";
import { demos, listPage, pageOf, pathsOf, pictureOf } from "./demos.mjs";
import { listExamples, playgroundPage } from "./examples.mjs";
import { font } from "./font.mjs";
import { licenses } from "./licenses.mjs";
import { modulesOf } from "./modules.mjs";
import { list, pack, read } from "./packs.mjs";
import { pageWriter } from "./pages.mjs";
import { printSizes } from "./sizes.mjs";
import { strip } from "./strip.mjs";

const { values: options, positionals: [build] } = parseArgs({
  allowPositionals: true, options: { output: { type: "string" }, manual: { type: "string" } },
});
if (!build) throw new Error("usage: node web/build/build.mjs BUILD [--output=FOLDER] [--manual=PATH]");
const output = options.output ?? join(build, "web");
const npm = createRequire(join(process.cwd(), build, "npm", "package.json"));
const { script, style } = bundler(build, npm);
const page = pageWriter(build, options.manual);

const write = (name, text) => writeFileSync(join(output, name), text);
const copy = (path, name = basename(path)) => copyFileSync(path, join(output, name));
const stripped = (path) => strip(read(path), npm("luaparse"));
const files = (paths, content = read) => paths.map((path) => [path, content(path)]);

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });

// What all pages have.
copy(join(build, "wasm", "astar.wasm"));
const wasm = readFileSync(join(build, "wasm", "astar.wasm"), "base64");
write("astar.wasm.js", `astarModule(${JSON.stringify(wasm)});\n`);
write("player.js", `function astarPlayer(self){${script("web/player/worker.js")}}\n`);
write("love.js", pack([...files(list("web/love", /\.lua$/), stripped),
  ["web/love/font.woff2", await font(npm)]]));
copy("tools/site/theme/assets/logo.svg");
write("LICENSES.txt", licenses(build));

// The playground and the Run buttons.
const groups = listExamples();
write("index.html", page("web/playground/playground.html", playgroundPage(groups)));
write("playground.css", style("web/playground/playground.css"));
write("playground.js", script("web/playground/playground.js"));
write("editor.js", script("web/playground/editor.js"));
write("run.js", script("web/manual/run.js"));
write("lua.js", pack(files(list("lua", /\.lua$/), stripped)));
write("examples.js", pack(files([
  ...groups.flatMap((group) => group.examples.map((example) => example.path)),
  ...list("examples/support", /\.lua$/), ...list("examples/maps", /\.(lua|txt)$/), "examples/love-yard/yard.lua"])));

// The demos.
write("demos.html", page("web/demos/demos.html", listPage()));
write("demo.css", style("web/demos/demo.css"));
write("demo.js", script("web/demos/demo.js"));
for (const demo of demos) {
  const paths = pathsOf(demo);
  const modules = modulesOf(paths.filter((path) => path.endsWith(".lua")), stripped);
  write(`${demo.name}.html`, page("web/demos/demo.html", pageOf(demo, paths)));
  write(`${demo.name}.js`, pack([...files(paths), ...files(modules, stripped)]));
  copy(`examples/${demo.name}/screenshot.png`, pictureOf(demo));
}

if (!options.output) {
  const shared = ["player.js", "love.js", "astar.wasm"];
  printSizes(output, "playground", ["index.html", "playground.css", "playground.js", "lua.js", "examples.js",
    ...shared]);
  printSizes(output, "its editor", ["editor.js"]);
  for (const { name } of demos) {
    printSizes(output, name, [`${name}.html`, "demo.css", "demo.js", `${name}.js`, ...shared]);
  }
}
