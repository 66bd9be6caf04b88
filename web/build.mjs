// Writes the playground and the demos:
//
//     node web/build.mjs BUILD [--output=FOLDER] [--manual=PATH]
//
// BUILD has astar.wasm and the packages. FOLDER (default: BUILD/web) gets static files. With --manual
// the pages link to the manual; PATH leads from them to its folder or index.html. Without --output it
// prints the sizes of all pages.
//
// A page may be opened from a server or as a file: so scripts are classic scripts, and the files
// that programs in Lua read are packs, which are scripts, too.
//
//     index.html playground.css playground.js editor.js   the playground
//     demos.html love-*.html demo.css demo.js             the list of demos, a page for each
//     run.js                     the Run buttons of the manual
//     astar.wasm astar.wasm.js   the machine; the same as a script for pages opened as files
//     lua.js                     pack: lua/ and web/love/, without comments
//     examples.js love-*.js      packs: the examples and programs of the playground, each demo
//     LICENSES.txt               of all that is in these files

import { createRequire } from "node:module";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";

import { demos, listPage, pageOf, pictureOf } from "./demos.mjs";
import { listExamples } from "./examples.mjs";
import { font } from "./font.mjs";
import { licenses } from "./licenses.mjs";
import { strip } from "./strip.mjs";
import { fill, html } from "./template.mjs";

const { values: options, positionals: [build] } = parseArgs({
  allowPositionals: true, options: { output: { type: "string" }, manual: { type: "string" } },
});
if (!build) throw new Error("usage: node web/build.mjs BUILD [--output=FOLDER] [--manual=PATH]");
const output = options.output ?? join(build, "web");
const npm = createRequire(join(process.cwd(), build, "npm", "package.json"));
const esbuild = npm("esbuild");
const luaparse = npm("luaparse");

/** The files below a folder whose names match, as paths. */
function list(folder, matches) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? list(path, matches) : matches.test(path) ? [path] : [];
  }).sort();
}

// -------------------------------------------------------------------------- packs and scripts

const read = (path) => readFileSync(path, /\.(png|woff2)$/.test(path) ? "base64" : "utf8");

// A text as a template literal: shorter than a string, where each line end and quote is escaped.
function literal(text) {
  return `\`${text.replace(/[\\`]|\$\{/g, "\\$&").replace(/\r/g, "\\r")}\``;
}

function writePack(name, files) {
  const entries = Object.entries(files).map(([path, text]) => `${JSON.stringify(path)}:${literal(text)}`);
  writeFileSync(join(output, name), `astarPack({${entries.join(",\n")}});\n`);
}

/** Writes a pack: a script that calls astarPack with the contents by path, binary ones as base64. */
function pack(name, paths, convert = (text) => text) {
  writePack(name, Object.fromEntries(paths.map((path) => [path, convert(read(path))])));
}

function bundleText(name, define = {}) {
  return esbuild.buildSync({
    entryPoints: [`web/page/${name}.js`], bundle: true, minify: true, format: "iife", target: "es2022",
    nodePaths: [join(build, "npm", "node_modules")], define, write: false, logLevel: "warning",
  }).outputFiles[0].text;
}

/** Bundles a script of a page. */
function bundle(name, define) {
  writeFileSync(join(output, `${name}.js`), bundleText(name, define));
}

/** Copies a style sheet, without comments and spaces that mean nothing. */
function style(name) {
  const { code } = esbuild.transformSync(readFileSync(`web/page/${name}.css`, "utf8"), {
    loader: "css", minify: true,
  });
  writeFileSync(join(output, `${name}.css`), code);
}

// -------------------------------------------------------------------------------------- pages

const POLICY = [
  "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "worker-src blob:",
  "style-src 'self' 'unsafe-inline'", "connect-src 'self'", "img-src 'self' data: blob:",
  "font-src 'self' data:", "base-uri 'none'", "form-action 'none'",
].join("; ");

const version = readFileSync("src/astar.h", "utf8").match(/ASTAR_VERSION "([^"]+)"/)[1];
const luaHeader = readFileSync(join(build, "sources/lua5.4/lua-5.4.4/src/lua.h"), "utf8");
const luaVersion = ["MAJOR", "MINOR", "RELEASE"]
  .map((part) => luaHeader.match(new RegExp(`LUA_VERSION_${part}\\s+"(\\d+)"`))[1]).join(".");
const manual = options.manual && (/\.html$/.test(options.manual) ? options.manual
  : `${options.manual.replace(/\/$/, "")}/index.html`);

/** Writes a page from its template, web/page/TEMPLATE.html. */
function page(name, template, values) {
  writeFileSync(join(output, name), fill(readFileSync(`web/page/${template}.html`, "utf8"), {
    policy: POLICY, version, luaVersion, manual,
    reference: manual?.replace("index.html", "reference/index.html"), ...values,
  }));
}

/** The sizes of a page and of all that it loads, one line per file. */
function report(title, names) {
  console.log(title);
  let sum = 0;
  for (const name of names) {
    const bytes = readFileSync(join(output, name));
    const packed = gzipSync(bytes, { level: 9 }).length;
    sum += packed;
    console.log(`  ${name.padEnd(20)} ${kilobytes(bytes.length)} ${kilobytes(packed)} gzip`);
  }
  console.log(`  ${"".padEnd(28)} ${kilobytes(sum)} gzip`);
}

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1).padStart(8)} kB`;

// ---------------------------------------------------------------------------------------- all

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
copyFileSync(join(build, "wasm", "astar.wasm"), join(output, "astar.wasm"));
const wasm = readFileSync(join(build, "wasm", "astar.wasm"), "base64");
writeFileSync(join(output, "astar.wasm.js"), `astarModule(${JSON.stringify(wasm)});\n`);
copyFileSync("tools/site/theme/assets/logo.svg", join(output, "logo.svg"));
writeFileSync(join(output, "LICENSES.txt"), licenses(build));

pack("lua.js", [...list("lua", /\.lua$/).filter((path) => !path.endsWith("meta.lua")),
  ...list("web/love", /\.lua$/)], (text) => strip(text, luaparse));
writePack("font.js", { "font.woff2": await font(npm) });
const worker = { ASTAR_WORKER: JSON.stringify(bundleText("worker")) };
bundle("playground", worker);
bundle("editor");
bundle("run");
style("playground");

const groups = listExamples();
pack("examples.js", [...groups.flatMap((group) => group.examples.map((example) => example.path)),
  ...list("examples/support", /\.lua$/), ...list("examples/maps", /\.(lua|txt)$/)]);
const first = groups[0].examples[0];
page("index.html", "playground", {
  options: html(groups.map((group) => fill(`<optgroup label="{{title}}">{{options}}</optgroup>`, {
    title: group.title,
    options: html(group.examples.map((example) => fill(
      `<option value="{{path}}" data-arguments="{{arguments}}"{{#isFirst}} selected{{/isFirst}}>{{title}}</option>`,
      { ...example, arguments: JSON.stringify(example.arguments), isFirst: example === first })).join("")),
  })).join("")),
  program: readFileSync(first.path, "utf8"),
});

bundle("demo", worker);
style("demo");
page("demos.html", "demos", listPage());
for (const demo of demos) {
  const paths = list(`examples/${demo.name}`, /(\.lua|\.png)$/).filter((path) =>
    !/screenshot|explanation\.png|\/art\//.test(path));
  pack(`${demo.name}.js`, paths);
  page(`${demo.name}.html`, "demo", pageOf(demo, paths));
  copyFileSync(`examples/${demo.name}/screenshot.png`, join(output, pictureOf(demo.name)));
}

if (options.output) process.exit();
report("playground", ["index.html", "playground.css", "playground.js", "lua.js", "examples.js", "font.js",
  "astar.wasm"]);
report("its editor", ["editor.js"]);
for (const { name } of demos) {
  report(name, [`${name}.html`, "demo.css", "demo.js", "lua.js", `${name}.js`, "font.js", "astar.wasm"]);
}
