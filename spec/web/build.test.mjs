// Tests of what writes the pages: the modules in the packs of demos, and templates.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";

import { modulesOf } from "../../web/build/modules.mjs";
import { list } from "../../web/build/packs.mjs";
import { pageWriter } from "../../web/build/pages.mjs";
import { strip } from "../../web/build/strip.mjs";
import { fill, html } from "../../web/build/template.mjs";
import { filesOf, LoveMachine } from "./love_machine.mjs";

const luaparse = createRequire(new URL("../../build/npm/package.json", import.meta.url))("luaparse");
const read = (path) => strip(readFileSync(path, "utf8"), luaparse);

// The files that a module of lua/ loads.
async function loadedBy(path) {
  const love = await LoveMachine.start({ files: filesOf("lua") });
  const name = path.slice("lua/".length, -".lua".length).replaceAll("/", ".");
  const output = love.run(`package.path = "lua/?.lua"
    require "${name}"
    for name in pairs(package.loaded) do print(name) end`);
  return output.split("\n").filter((line) => line.startsWith("astar."))
    .map((line) => `lua/${line.replaceAll(".", "/")}.lua`).sort();
}

describe("the modules that a program requires", () => {
  // init.lua and its other name are for native modules.
  const paths = list("lua/astar", /^lua\/astar\/\w+\.lua$/).filter((path) => !/init|loader/.test(path));

  for (const path of paths) {
    test(`are those that ${path} loads`, async () => {
      assert.deepEqual(modulesOf([path], read), await loadedBy(path));
    });
  }

  test("are not those of comments, and not files of the program", () => {
    const files = { "a/main.lua": 'local b = require "b"', "a/b.lua": '-- require "astar.love"' };
    const readFile = (path) => path in files ? strip(files[path], luaparse) : read(path);
    assert.deepEqual(modulesOf(Object.keys(files), readFile), []);
    files["a/b.lua"] = 'return pcall(require, "astar.layout")';
    assert.deepEqual(modulesOf(Object.keys(files), readFile),
      ["lua/astar/internal/check.lua", "lua/astar/layout.lua"]);
  });
});

describe("templates", () => {
  test("replace names by escaped values, and keep parts that have a value", () => {
    assert.equal(fill("<p>{{a}}{{#b}} and {{b}}{{/b}}{{#c}}{{c}}{{/c}}</p>", { a: "<&>", b: html("<i>$&</i>") }),
      "<p>&lt;&amp;&gt; and <i>$&</i></p>");
    assert.throws(() => fill("{{a}}", {}), /no value for a/);
  });

  test("insert the parts that pages share, with the indentation of their line", () => {
    const page = pageWriter("build", "manual/");
    const text = page("web/demos/demos.html", { documentTitle: "T", style: "s", summary: "", items: "" });
    assert.match(text, /\n {2}<title>T<\/title>\n {2}<link rel="icon" href="logo.svg">\n/);
    assert.match(text, /<a href="manual\/index.html">Manual<\/a> <a href="manual\/reference\/index.html">/);
    assert.doesNotMatch(text, /\{\{/);
    assert.throws(() => page("web/demos/demos.html", {}), /no value/);
  });
});
