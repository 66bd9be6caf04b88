// The Run buttons of the documentation in a browser, from a click to what the program prints. Most pages
// here have the elements that the site has (spec/quality/site_spec.lua), and its folder `play`. The last
// tests visit the site itself: build/site.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { launch, openPage, pages, project, serve } from "./browser.mjs";

let site, server, browser;
before(async () => {
  site = mkdtempSync(join(tmpdir(), "astar-site-"));
  mkdirSync(join(site, "manual"));
  symlinkSync(pages, join(site, "play"));
  [server, browser] = await Promise.all([serve(site), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
  rmSync(site, { recursive: true });
});

const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

/** The HTML of a page with blocks of code: [language, text]. `example`: the path of what it shows. */
function pageOf(blocks, example) {
  const elements = blocks.map(([language, text]) =>
    `<div class="language-${language} highlight"><pre><span></span><code>${escape(text)}\n</code></pre></div>`);
  return `<!doctype html><meta charset="utf-8"><title>Manual</title><link rel="icon" href="../play/logo.svg">
    <script src="../play/run.js" defer${example ? ` data-example="${example}"` : ""}></script>${elements.join("\n")}`;
}

/** Opens a page with blocks of code, and calls use(page, problems). No problem may be left then. */
async function visit(blocks, use, { isFile = false, example } = {}) {
  writeFileSync(join(site, "manual", "page.html"), pageOf(blocks, example));
  const root = isFile ? pathToFileURL(`${site}/`).href : server.url;
  const { page, problems, close } = await openPage(browser, `${root}manual/page.html`,
    { viewport: { width: 1280, height: 800 } });
  try {
    await use(page, problems);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

const lua = (...blocks) => blocks.map((text) => ["lua", text]);

/** Clicks a Run button. Returns { status, output } when the program has ended, or has drawn frames. */
async function run(page, index) {
  await page.waitForFunction((i) => document.querySelectorAll("a.run")[i].href.includes("#code="), index);
  await page.locator("a.run").nth(index).click();
  await page.waitForFunction(() => /^(Ended|Error)/.test(document.querySelector("#status")?.textContent)
    || /frames per second/.test(document.querySelector("#figures")?.textContent));
  return page.evaluate(() => ({
    status: document.querySelector("#status").textContent,
    output: document.querySelector("#output").innerText.trimEnd(),
    address: location.pathname,
  }));
}

const GRID = 'local astar = require "astar"\nlocal grid = astar.grid { "..", ".." }';
const PRINT = "print(grid:size()) --> 2 2";
const FONT = "local font = love.graphics.newFont()";
const DRAW = 'function love.draw() love.graphics.print("drawn", font, 10, 10) end';
const ERROR = "local missing\nprint(missing.name)";

for (const isFile of [false, true]) {
  test(`A block runs in the playground${isFile ? ", from files" : ""}`, () =>
    visit(lua(GRID, `${PRINT}\nprint("1 < 2 & ä")`), async (page) => {
      const { status, output, address } = await run(page, 1);
      assert.match(status, /^Ended in/);
      assert.equal(output, "2\t2\n1 < 2 & ä");
      assert.match(address, /\/play\/index\.html$/);
    }, { isFile }));
}

test("Only blocks of Lua that are programs have a button", () =>
  visit([["sh", "make web"], ...lua(GRID, "-- Jumper\nlocal Grid = require 'jumper.grid'", PRINT), ["c", "int x;"]],
    async (page) => {
      await page.waitForSelector("a.run");
      const blocks = await page.$$eval(".highlight", (elements) =>
        elements.map((element) => element.querySelectorAll("a.run").length));
      assert.deepEqual(blocks, [0, 1, 0, 1, 0]);
    }));

test("A block begins with the blocks above it, and the reader sees where", () =>
  visit(lua(GRID, PRINT), async (page) => {
    assert.equal((await run(page, 1)).output, "2\t2");
    await page.waitForSelector(".cm-content");
    const lines = await page.$$eval(".cm-line", (elements) => elements.map((line) => line.textContent));
    assert.deepEqual(lines.filter((line) => line !== ""),
      [...GRID.split("\n"), "-- The block that you opened begins here.", PRINT]);
  }));

test("A block that draws gets a picture, and the blocks above it that use LÖVE", () =>
  visit(lua(GRID, FONT, DRAW), async (page) => {
    assert.equal((await run(page, 2)).status, "Running");
    const box = await page.locator("#stage canvas").boundingBox();
    assert.ok(box.width > 100 && box.height > 100);
  }));

test("An error in a block leads to its line", () =>
  visit(lua(ERROR), async (page) => {
    const { status, output } = await run(page, 0);
    assert.equal(status, "Error in line 2");
    assert.match(output, /main\.lua:2: attempt to index a nil value \(local 'missing'\)/);
  }));

test("An example gets its arguments and its name", () => {
  const text = readFileSync(join(project, "examples/route.lua"), "utf8");
  return visit(lua(text), async (page) => {
    const { status, output } = await run(page, 0);
    assert.match(status, /^Ended in [^,]*$/, output);
    assert.equal(await page.locator("#example").inputValue(), "examples/route.lua");
  }, { example: "examples/route.lua" });
});

test("Back in the browser leads to the manual, whose buttons work again", () =>
  visit(lua(GRID, PRINT), async (page) => {
    await run(page, 1);
    await page.goBack();
    assert.equal((await run(page, 1)).output, "2\t2");
  }));

/** Calls use(page) on a page of the site. */
async function visitSite(name, use, options) {
  const built = await serve(join(project, "build", "site"));
  const { page, problems, close } = await openPage(browser, built.url + name, options);
  try {
    await use(page);
    assert.deepEqual(problems, []);
  } finally {
    await close();
    await built.close();
  }
}

const SIZES = { "wide": { viewport: { width: 1280, height: 800 } }, "on a phone": { viewport: { width: 390, height: 844 } } };
for (const [size, options] of Object.entries(SIZES)) {
  for (const name of ["index.html", "manual/recipes.html", "manual/queries.html"]) {
    test(`Nothing covers the buttons of ${name}, ${size}`, () => visitSite(name, async (page) => {
      await page.waitForSelector("a.run");
      for (const block of (await page.locator(".language-lua.highlight:has(a.run)").all()).slice(0, 3)) {
        await block.evaluate((element) => element.scrollIntoView({ block: "center" })); // then it gets the icon
        await block.locator("a.run").click({ trial: true, timeout: 4000 });
        await block.locator(".md-clipboard").click({ trial: true, timeout: 4000 });
      }
    }, options));
  }
}

for (const name of ["manual/recipes.html", "manual/fields.html"]) {
  test(`The code of ${name} fits, and no button covers it`, () => visitSite(name, async (page) => {
    await page.waitForSelector("a.run");
    const wrong = await page.$$eval(".language-lua.highlight", (blocks) => blocks.filter((block) => {
      const [code, button] = ["code", "a.run"].map((part) => block.querySelector(part));
      const line = document.createRange();
      line.selectNodeContents(code);
      const { top } = line.getBoundingClientRect();
      return code.scrollWidth > code.clientWidth || button?.getBoundingClientRect().bottom > top;
    }).map((block) => block.textContent));
    assert.deepEqual(wrong, []);
  }, SIZES.wide));
}

test("A recipe runs by a click", () => visitSite("manual/recipes.html", async (page) => {
  assert.deepEqual(await run(page, 0), { status: "Running", output: "", address: "/play/index.html" });
}, SIZES.wide));

test("The navigation leads to the playground, whose first program moves", () =>
  visitSite("manual/queries.html", async (page) => {
    await page.locator(".md-tabs").getByText("Playground").click();
    await page.waitForFunction(() => /frames per second/.test(document.querySelector("#figures").textContent));
    const picture = async () => (await page.locator("#stage canvas").screenshot()).toString("base64");
    const first = await picture();
    await page.waitForTimeout(300);
    assert.notEqual(await picture(), first);
  }, SIZES.wide));
