// The playground in a browser: node --test spec/web, after `make web` and `make lua5.4`.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { deflateRawSync } from "node:zlib";

import { listExamples } from "../../web/build/examples.mjs";
import { strip } from "../../web/build/strip.mjs";
import { bundled, launch, npm, openPage, pages, project, serve } from "./browser.mjs";

const { toHash } = await bundled("web/playground/link.js");

process.chdir(project);

const WIDE = { viewport: { width: 1280, height: 800 } };
const PHONE = {
  viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2,
};

let server, browser;
before(async () => {
  [server, browser] = await Promise.all([serve(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.close();
});

// ---------------------------------------------------------------------------------- the page

/** Opens the playground, and calls use(page, problems). No problem may be left then. */
async function visit(options, use) {
  const { path = "index.html", url = server.url + path, ...rest } = options;
  const { page, problems, close } = await openPage(browser, url, { ...WIDE, ...rest });
  try {
    await use(page, problems);
    assert.deepEqual(problems, []);
  } finally {
    await close();
  }
}

/** The address of the page with a program. */
const linkTo = (program, example) => `index.html${toHash(program, example)}`;

const statusOf = (page) => page.textContent("#status");
const outputOf = (page) => page.evaluate(() => [...document.querySelector("#output").children]
  .map((line) => line.className === "" ? line.textContent : line.innerText).join("\n").trimEnd());

const waitForStatus = (page, expected) => page.waitForFunction(
  (pattern) => new RegExp(pattern).test(document.querySelector("#status").textContent), expected.source);

/** The text of the editor, when it is the one with colors. */
async function editorText(page) {
  await page.waitForSelector(".cm-content");
  return page.evaluate(() => [...document.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));
}

/** Replaces the program in the editor, as a visitor does. */
async function write(page, program) {
  await page.waitForSelector(".cm-content");
  await page.focus(".cm-content");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(program);
}

async function runProgram(page, program) {
  await write(page, program);
  await page.click("#run");
}

// ---------------------------------------------------------------------------------- examples

/** Output without what differs from run to run: times, and sizes that depend on the pointers' size. */
function constant(text) {
  return text.replace(/\d+(\.\d+)? (ms|us|microseconds)/g, "# $2").replace(/mean of \d+/g, "mean of #")
    .replace(/ *\b\d+\.\d(?!\d)/g, " #").trim();
}

function native({ path, arguments: values }) {
  const { stdout, stderr, status } = spawnSync("lua5.4", [path, ...values],
    { encoding: "utf8", env: { PATH: process.env.PATH } });
  assert.equal(status, 0, stderr);
  return stdout;
}

const [programs, ...textGroups] = listExamples();
const textExamples = textGroups.flatMap((group) => group.examples);

describe("examples", () => {
  test("print what they print in lua5.4", () => visit({}, async (page) => {
    assert.ok(textExamples.length >= 18);
    for (const example of textExamples) {
      await page.selectOption("#example", example.path);
      await waitForStatus(page, /^(Ended|Error)/);
      assert.match(await statusOf(page), /^Ended in [\d.]+ m?s$/, example.path);
      const [shown, expected] = [constant(await outputOf(page)), constant(native(example))];
      // In a terminal with colors, as in the page, this one draws over its drawings; only the last stays.
      if (example.path === "examples/watch.lua") assert.equal(shown, expected.slice(-shown.length));
      else assert.equal(shown, expected, example.path);
    }
  }));

  test("that draw again and again replace their lines", () => visit({}, async (page) => {
    await page.selectOption("#example", "examples/watch.lua");
    await page.waitForFunction(() => document.querySelector("#output").innerText.includes("closed"));
    await page.waitForTimeout(300);
    const count = () => page.evaluate(() => document.querySelector("#output").textContent.match(/expanded/g).length);
    assert.equal(await count(), 1);
    assert.equal(await statusOf(page), "Running");
    await waitForStatus(page, /^Ended/);
    assert.equal(await count(), 1);
  }));

  test("have titles of their own", () => {
    const titles = [programs, ...textGroups].flatMap((group) => group.examples).map(({ title }) => title);
    assert.equal(new Set(titles).size, titles.length);
    for (const title of titles) assert.ok(title.length >= 4 && title.length <= 60, title);
  });

  test("run when they are edited, and in a link", async () => {
    const source = readFileSync("examples/tiled_map.lua", "utf8");
    await visit({ path: linkTo(`${source}\nprint("edited")`, "examples/tiled_map.lua") }, async (page) => {
      await waitForStatus(page, /^Ended/);
      assert.match(await outputOf(page), /edited$/);
    });
    // The text alone, as after a copy; and a program of the manual, which reads a file by its path.
    await visit({ path: linkTo(source) }, async (page) => {
      await waitForStatus(page, /^Ended/);
    });
    const reading = "print(require('astar.tiled').load('examples/maps/valley.lua').grid:size())";
    await visit({ path: linkTo(reading) }, async (page) => {
      await waitForStatus(page, /^Ended/);
    });
  });

  test("have colors", () => visit({}, async (page) => {
    await page.selectOption("#example", "examples/demo.lua");
    await waitForStatus(page, /^Ended/);
    assert.ok(await page.locator("#output .bold.cyan").count() > 0);
  }));
});

// ------------------------------------------------------------------------- programs that draw

const { PNG } = npm("pngjs");

/** The picture of the program as { width, height, data }, and how many different colors it has. */
async function picture(page) {
  const shot = PNG.sync.read(await page.locator("#stage canvas").screenshot());
  const pixels = new Uint32Array(shot.data.buffer, shot.data.byteOffset, shot.width * shot.height);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  return { ...shot, counts };
}

/** How many pixels differ. */
function difference(a, b) {
  return npm("pixelmatch").default(a.data, b.data, undefined, a.width, a.height, { threshold: 0.1 });
}

// Waits until the program has drawn frames.
async function waitForFrames(page) {
  await page.waitForFunction(() => document.querySelector("#figures").textContent.includes("frames"));
  await page.waitForTimeout(300); // the size of the picture follows the page
}

// The point on the page of a point in the program's window, 800 x 600.
async function pointOf(page, x, y) {
  const box = await page.locator("#stage canvas").boundingBox();
  return [box.x + (x / 800) * box.width, box.y + (y / 600) * box.height];
}

// Code after a program that prints where it was pressed.
const PRINTING = `
local pressed = love.mousepressed
function love.mousepressed(x, y, button)
  print("pressed", x, y, button)
  return pressed(x, y, button)
end`;

describe("programs that draw", () => {
  for (const { path } of programs.examples) {
    const source = readFileSync(path, "utf8");

    test(`${path} draws, and gets clicks`, () => visit({}, async (page) => {
      await page.selectOption("#example", path);
      await waitForFrames(page);
      assert.equal(await statusOf(page), "Running");
      const { counts, width, height } = await picture(page);
      assert.ok(width > 400 && Math.abs(width / height - 4 / 3) < 0.02, `${width} x ${height}`);
      assert.ok(counts.size > 20, `${counts.size} colors`);
      assert.ok(Math.max(...counts.values()) < 0.9 * width * height, "nearly all pixels are alike");
      assert.equal(await page.isVisible("#output"), false);

      await runProgram(page, source + PRINTING);
      await waitForFrames(page);
      await page.mouse.click(...await pointOf(page, 500.5, 300.5));
      await page.waitForFunction(() => document.querySelector("#output").innerText.includes("pressed"));
      const [, x, y, button] = (await outputOf(page)).split("\t").map(Number);
      assert.ok(Math.abs(x - 500) <= 1 && Math.abs(y - 300) <= 1, `${x}, ${y}`);
      assert.equal(button, 1);
    }));

    test(`${path} draws on a telephone, and gets touches`, async () => {
      await visit({ ...PHONE, path: linkTo(source + PRINTING) }, async (page) => {
        await waitForFrames(page);
        assert.ok((await picture(page)).counts.size > 20);
        await page.touchscreen.tap(...await pointOf(page, 200, 400));
        await page.waitForFunction(() => document.querySelector("#output").innerText.includes("pressed"));
        const [, x, y, button] = (await outputOf(page)).split("\t").map(Number);
        assert.ok(Math.abs(x - 200) <= 3 && Math.abs(y - 400) <= 3, `${x}, ${y}`);
        assert.equal(button, 1);
      });
    });
  }

  test("show what a click changes", () => visit({}, async (page) => {
    await waitForFrames(page);
    const first = await picture(page);
    await page.mouse.move(...await pointOf(page, 700, 60));
    await page.waitForTimeout(200);
    const moved = await picture(page);
    assert.ok(difference(first, moved) > 500);
    await page.mouse.click(...await pointOf(page, 700, 60)); // a wall at the goal
    await page.waitForTimeout(200);
    assert.ok(difference(moved, await picture(page)) > 500);
  }));

  test("fit the window when its size changes, and make room for text", () => visit({}, async (page) => {
    await waitForFrames(page);
    const size = () => page.locator("#stage canvas").boundingBox();
    const { width } = await size();
    await page.setViewportSize({ width: 900, height: 600 });
    await page.waitForTimeout(300);
    const small = await size();
    assert.ok(small.width < width - 100);
    assert.ok((await picture(page)).counts.size > 20);
    await runProgram(page, "for i = 1, 9 do print(i) end function love.draw() love.graphics.clear(1, 0, 0) end");
    await waitForFrames(page);
    const [canvas, text] = [await size(), await page.locator("#output").boundingBox()];
    assert.ok(canvas.y + canvas.height <= text.y + 1);
    assert.ok(text.height > 60);
  }));

  test("get keys when the picture has the focus, and Tab leaves it", () => visit({}, async (page) => {
    await runProgram(page, `
      function love.draw() love.graphics.rectangle("fill", 10, 10, 100, 100) end
      function love.keypressed(key) print(key) end`);
    await waitForFrames(page);
    await page.mouse.click(...await pointOf(page, 300, 300));
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("a");
    await page.waitForFunction(() => /up\s+a/.test(document.querySelector("#output").innerText));
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "output");
    assert.equal(await outputOf(page), "up\na");
  }));

  test("stop with their last picture, and end by love.event.quit", () => visit({
    path: linkTo(readFileSync("web/programs/path.lua", "utf8")),
  }, async (page) => {
    await waitForFrames(page);
    const last = await picture(page);
    await page.click("#stop");
    await page.waitForTimeout(100);
    assert.ok(difference(last, await picture(page)) < 50);
    await runProgram(page, `
      local frames = 0
      function love.draw()
        frames = frames + 1
        if frames == 5 then print "over" love.event.quit() end
      end`);
    await waitForStatus(page, /^Ended/);
    assert.equal(await outputOf(page), "over");
  }));

  test("are refused where a worker cannot draw; others run", () => visit({
    prepare: () => delete window.OffscreenCanvas,
  }, async (page) => {
    await waitForStatus(page, /^Error/);
    assert.match(await outputOf(page), /this browser cannot draw in a worker/);
    await runProgram(page, "print 'text'");
    await waitForStatus(page, /^Ended/);
    assert.equal(await outputOf(page), "text");
  }));

  test("show errors of love.draw with their line", () => visit({}, async (page) => {
    await runProgram(page, "function love.draw()\n  love.graphics.circle('fill')\nend");
    await waitForStatus(page, /^Error in line 2$/);
    await runProgram(page, "function love.draw()\n\n  love.graphics.newMesh()\nend");
    await waitForStatus(page, /^Error in line 3$/);
    assert.match(await outputOf(page), /love\.graphics\.newMesh is not in this browser's love/);
  }));
});

// -------------------------------------------------------------------------------------- runs

// Programs that do not end. `memory`: what Lua may have used when it is stopped does not matter.
const ENDLESS = {
  "a loop": "while true do end",
  "a loop of protected calls": "while true do pcall(error, 'again') end",
  "a loop that catches the error of memory": `
    while true do pcall(function() local t = {} while true do t[#t + 1] = ("x"):rep(1e6) .. #t end end) end`,
  "a growing string": "local s = 'x' while true do s = s .. 'x' end",
  "nested coroutines": `
    local function nest() coroutine.wrap(nest)() end
    while true do pcall(nest) end`,
  "a pattern that backtracks": `local s = ("a"):rep(40) s:find(("a*"):rep(20) .. "b")`,
  "a flood of output": "while true do print('again and again') end",
  "a flood without line ends": "while true do io.write('again ') end",
  "a flood of errors": "while true do io.stderr:write('again\\n') end",
  "a sort whose order changes": `
    while true do pcall(table.sort, {3, 1, 2, 5, 4}, function() return math.random() < 0.5 end) end`,
};

describe("stop", () => {
  for (const [name, program] of Object.entries(ENDLESS)) {
    test(`ends ${name}, and the page answers`, () => visit({}, async (page, problems) => {
      await runProgram(page, program);
      await waitForStatus(page, /^Running/);
      await page.waitForTimeout(700);
      assert.equal(await statusOf(page), "Running");
      // Stop, and the time until a new program has printed.
      await write(page, "print('alive')");
      const [stopped, restarted] = await page.evaluate(async () => {
        const $ = (selector) => document.querySelector(selector);
        const begin = performance.now();
        $("#stop").click();
        const ended = performance.now() - begin;
        $("#run").click();
        while ($("#output").innerText.trim() !== "alive") {
          await new Promise(requestAnimationFrame);
          if (performance.now() - begin > 5000) throw new Error("the page does not answer");
        }
        return [ended, performance.now() - begin];
      });
      console.log(`    stopped in ${stopped.toFixed(1)} ms, restarted in ${restarted.toFixed(1)} ms`);
      assert.ok(stopped < 100, `stopping took ${stopped} ms`);
      assert.ok(restarted < 400, `a restart took ${restarted} ms`);
      assert.deepEqual(problems, []);
    }));
  }

  test("keeps the output, and can be pressed again and again", () => visit({}, async (page) => {
    await write(page, "print('first') while true do end");
    for (let i = 0; i < 10; i++) {
      await page.click("#run");
      await page.waitForFunction(() => /first/.test(document.querySelector("#output").innerText));
      await page.click("#stop");
      assert.match(await statusOf(page), /^Stopped after/);
      assert.equal(await page.isDisabled("#stop"), true);
    }
    assert.equal(await outputOf(page), "first");
    // Only the worker of the next run is left: Chromium ends a busy one after at most 2 seconds.
    for (let i = 0; i < 50 && page.workers().length > 1; i++) await page.waitForTimeout(100);
    assert.equal(page.workers().length, 1);
  }));
});

describe("limits", () => {
  test("a program that eats memory gets an error, and the page lives", () => visit({}, async (page) => {
    await runProgram(page, "local t = {}\nwhile true do t[#t + 1] = ('x'):rep(1e6) .. #t end");
    await waitForStatus(page, /^Error/);
    assert.match(await outputOf(page), /not enough memory/);
    await runProgram(page, "print('alive')");
    await waitForStatus(page, /^Ended/);
    assert.equal(await outputOf(page), "alive");
  }));

  test("a long text of an error is cut", () => visit({}, async (page) => {
    await runProgram(page, "local function fail() error(('x\\n'):rep(1e6)) end\nfail()");
    await waitForStatus(page, /^Error in line 1/);
    const found = await page.evaluate(() => document.querySelector("#output").textContent);
    assert.ok(found.length < 20000, `${found.length} characters`);
    assert.match(found, /^main.lua:1: x\nx[^]*\n\.\.\.\n[^]*x\n[^]*Traceback[^]*in local 'fail'/);
  }));

  test("hostile numbers and objects do not break the renderer", async () => {
    const calls = readFileSync("spec/web/hostile/calls.lua", "utf8");
    for (const seed of [1, 2, 3]) {
      await visit({}, async (page) => {
        await runProgram(page, calls.replace('os.getenv "SEED"', `"${seed}"`));
        await page.waitForFunction(() => /frames per second/.test(document.querySelector("#figures").textContent)
          || /^Error/.test(document.querySelector("#status").textContent));
        assert.equal(await statusOf(page), "Running", await outputOf(page));
      });
    }
  });

  test("endless recursion is an error about the stack", () => visit({}, async (page) => {
    await runProgram(page, "local function f() return 1 + f() end\nf()");
    await waitForStatus(page, /^Error in line 1/);
    assert.match(await outputOf(page), /stack overflow/);
  }));

  test("the output keeps the last 5,000 lines", () => visit({}, async (page) => {
    await runProgram(page, "for i = 1, 20000 do print(i) end");
    await waitForStatus(page, /^Ended/);
    const lines = (await outputOf(page)).split("\n");
    assert.equal(lines.length, 5000);
    assert.equal(lines.at(-1), "20000");
    assert.equal(lines[0], "15001");
  }));

  test("the output begins at the top, and follows a program that goes on", () => visit({}, async (page) => {
    const place = () => page.evaluate(() => {
      const { scrollTop, scrollHeight, clientHeight } = document.querySelector("#output");
      return { top: scrollTop, below: scrollHeight - clientHeight - scrollTop };
    });
    await runProgram(page, "for i = 1, 200 do print(i) end");
    await waitForStatus(page, /^Ended/);
    assert.equal((await place()).top, 0);
    await runProgram(page, `local last = os.clock()
      while true do if os.clock() - last > 0.01 then last = os.clock() print(last) end end`);
    await page.waitForTimeout(2500);
    assert.ok((await place()).top > 300);
    assert.ok((await place()).below < 40);
    // The reader scrolls up: the output stays there.
    await page.evaluate(() => (document.querySelector("#output").scrollTop = 50));
    await page.waitForTimeout(500);
    assert.equal((await place()).top, 50);
  }));

  test("a long line does not stop the page", () => visit({}, async (page) => {
    await runProgram(page, "io.write(('0123456789'):rep(90000)) print() print('end')");
    await waitForStatus(page, /^Ended/);
    const begin = Date.now();
    assert.match(await outputOf(page), /end$/);
    assert.ok(Date.now() - begin < 1000);
  }));
});

// ------------------------------------------------------------------------------------- errors

describe("errors", () => {
  test("are marked in the editor, and lead to their line", () => visit({}, async (page) => {
    await runProgram(page, "print 'one'\n\nlocal function fail()\n  error 'wrong'\nend\nfail()");
    await waitForStatus(page, /^Error in line 4$/);
    assert.match(await outputOf(page), /^one\nmain.lua:4: wrong\s+Traceback$/);
    assert.equal(await page.textContent(".cm-line.marked-line"), "  error 'wrong'");
    await page.click("#output .error button");
    const selected = await page.evaluate(() => String(window.getSelection()));
    assert.match(selected, /error 'wrong'/);
    assert.equal(await page.isVisible("#output .error pre"), false);
    await page.click("#output .error summary");
    assert.match(await page.textContent("#output .error pre"), /main\.lua:6: in main chunk/);
    // The mark moves with its line, and the next run removes it.
    await page.focus(".cm-content");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("Enter");
    assert.equal(await page.textContent(".cm-line.marked-line"), "  error 'wrong'");
    await runProgram(page, "print 'right'");
    await waitForStatus(page, /^Ended/);
    assert.equal(await page.locator(".marked-line").count(), 0);
  }));

  test("of syntax are marked", () => visit({}, async (page) => {
    await runProgram(page, "local x = 1\nlocal = 2\n");
    await waitForStatus(page, /^Error in line 2$/);
    assert.match(await outputOf(page), /main.lua:2: <name> expected near '='/);
  }));

  test("that are not in the program have no line", () => visit({}, async (page) => {
    await runProgram(page, "error({})");
    await waitForStatus(page, /^Error/);
    assert.equal(await page.locator("#output .error").count(), 1);
  }));

  test("of os.exit are exit codes", () => visit({}, async (page) => {
    await runProgram(page, "io.stderr:write('bad\\n') os.exit(3)");
    await waitForStatus(page, /^Ended in \d+ ms, exit code 3$/);
    assert.equal(await page.textContent("#output .stderr"), "bad");
  }));

  test("in an example have its file name", () => visit({}, async (page) => {
    await page.selectOption("#example", "examples/hexes.lua");
    await waitForStatus(page, /^Ended/);
    await runProgram(page, "print(arg[0])\nerror 'here'");
    await waitForStatus(page, /^Error in line 2$/);
    assert.match(await outputOf(page), /^examples\/hexes.lua\nexamples\/hexes.lua:2: here/);
  }));

  test("of other functions are marked where the program calls them", () => visit({}, async (page) => {
    await runProgram(page, "require('astar').grid(-1, 2)");
    await waitForStatus(page, /^Error in line 1$/);
  }));
});

// -------------------------------------------------------------------------------------- links

describe("links", () => {
  test("of gigabytes are only inflated up to the limit", () => visit({
    path: `index.html#code=${deflateRawSync(new Uint8Array(2e8)).toString("base64url")}`,
    prepare: () => {
      globalThis.given = 0; // bytes to inflate
      const { prototype } = globalThis.WritableStreamDefaultWriter;
      const original = prototype.write;
      prototype.write = function count(part) {
        globalThis.given += part.length;
        return original.call(this, part);
      };
    },
  }, async (page) => {
    await waitForStatus(page, /^Error/);
    assert.match(await outputOf(page), /at most 256 kB/);
    const given = await page.evaluate(() => globalThis.given);
    assert.ok(given < 20000, `${given} bytes`);
  }));

  test("open in the page, also a bad one", async () => {
    await visit({ path: linkTo("print 'from the link: 漢字'") }, async (page) => {
      await waitForStatus(page, /^Ended/);
      assert.equal(await outputOf(page), "from the link: 漢字");
      assert.equal(await editorText(page), "print 'from the link: 漢字'");
      // Another link in the same page.
      await page.evaluate((hash) => (location.hash = hash), toHash("print 'second'"));
      await page.waitForFunction(() => /second/.test(document.querySelector("#output").innerText));
      await page.evaluate(() => (location.hash = "#code=broken!"));
      await waitForStatus(page, /^Error/);
      assert.match(await outputOf(page), /This link cannot be opened: its program is damaged/);
      assert.equal(await editorText(page), "print 'second'");
      await runProgram(page, "print 'alive'");
      await waitForStatus(page, /^Ended/);
    });
  });

  test("are made by Share", async () => {
    const options = { permissions: ["clipboard-read", "clipboard-write"] };
    let link;
    await visit(options, async (page) => {
      await write(page, "print 'shared'");
      await page.click("#share");
      await waitForStatus(page, /^Link copied, \d+ characters$/);
      link = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(link, await page.evaluate(() => location.href));
      // An edit makes the address one without a program.
      await write(page, "print 'edited'");
      assert.equal(await page.evaluate(() => location.hash), "");
      await write(page, `-- ${"x".repeat(300000)}`);
      await page.click("#share");
      await waitForStatus(page, /^No link: a link carries at most 256 kB$/);
    });
    await visit({ url: link }, async (page) => {
      await waitForStatus(page, /^Ended/);
      assert.equal(await outputOf(page), "shared");
    });
  });
});

// -------------------------------------------------------------------------------- the program

// What the list of examples shows.
const nameOf = (page) => page.evaluate(() => document.querySelector("#example").selectedOptions[0].label);
const waitForName = (page, name) => page.waitForFunction(
  (expected) => document.querySelector("#example").selectedOptions[0].label === expected, name);

describe("the program", () => {
  test("has the name of its example, also one that was edited", async () => {
    const [{ path, title }, { path: other, title: otherTitle }] = textGroups[0].examples;
    let link;
    await visit({ path: linkTo(readFileSync(path, "utf8"), path) }, async (page) => {
      await waitForName(page, title);
      await write(page, "print 'mine'");
      await waitForName(page, `${title} (edited)`);
      await page.click("#share");
      link = await page.evaluate(() => location.href);
      await page.click("#reset");
      await waitForName(page, title);
      await write(page, "print 'mine'");
      await page.selectOption("#example", other);
      await waitForName(page, otherTitle);
      assert.equal(await page.evaluate(() => document.querySelectorAll('option[label$="(edited)"]').length), 0);
    });
    await visit({ url: link }, (page) => waitForName(page, `${title} (edited)`));
    await visit({ path: linkTo("print 'mine'") }, async (page) => {
      await waitForStatus(page, /^Ended/);
      assert.equal(await nameOf(page), "Your own program");
    });
  });

  test("is kept between visits, and Reset brings the example back", async () => {
    await visit({}, async (page) => {
      await page.selectOption("#example", "examples/hexes.lua");
      await waitForStatus(page, /^Ended/);
      assert.equal(await page.isDisabled("#reset"), true);
      await write(page, "print 'mine'");
      await page.reload();
      assert.equal(await editorText(page), "print 'mine'");
      assert.equal(await statusOf(page), "Ready");
      assert.equal(await page.inputValue("#example"), "examples/hexes.lua");
      await page.click("#reset:enabled");
      assert.match(await editorText(page), /^--- Hex grids/);
      await page.keyboard.press("Control+Z");
      assert.equal(await editorText(page), "print 'mine'");
    });
  });

  test("runs by Ctrl+Enter, which writes nothing", () => visit({}, async (page) => {
    await write(page, "print 'by key'");
    await page.keyboard.press("Control+Enter");
    await waitForStatus(page, /^Ended/);
    assert.equal(await outputOf(page), "by key");
    assert.equal(await page.isVisible("#stage"), false);
    assert.equal(await editorText(page), "print 'by key'");
  }));

  test("is not kept where the storage is blocked", () => visit({
    prepare: () => Object.defineProperty(window, "localStorage", {
      get() {
        throw new window.DOMException("blocked", "SecurityError");
      },
    }),
  }, async (page) => {
    await runProgram(page, "print 'no storage'");
    await waitForStatus(page, /^Ended/);
    assert.equal(await outputOf(page), "no storage");
  }));

  test("can be edited without the editor's script", async () => {
    const { page, close } = await openPage(browser, "about:blank", WIDE);
    try {
      await page.route("**/editor.js", (route) => route.abort());
      await page.goto(`${server.url}index.html`);
      await page.fill("textarea", "print 'plain'\nerror 'here'");
      await page.click("#run");
      await waitForStatus(page, /^Error in line 2/);
      assert.match(await outputOf(page), /^plain/);
      await page.click("#output .error button");
      assert.equal(await page.evaluate(() => String(window.getSelection())), "error 'here'");
    } finally {
      await close();
    }
  });
});

// ---------------------------------------------------------------------------------- the page

describe("the page", () => {
  test("works when it is opened as a file", () => visit({
    url: pathToFileURL(join(pages, "index.html")).href,
  }, async (page) => {
    await runProgram(page, "print(require('astar')._VERSION or 'astar')");
    await waitForStatus(page, /^Ended/);
    await page.selectOption("#example", "examples/teams.lua");
    await waitForStatus(page, /^Ended/);
    assert.equal(constant(await outputOf(page)), constant(native({ path: "examples/teams.lua", arguments: [] })));
  }));

  test("fits a telephone: nothing to scroll sideways, large buttons", () => visit(PHONE, async (page) => {
    await page.selectOption("#example", "examples/demo.lua");
    await waitForStatus(page, /^Ended/);
    const { width, heights } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      heights: [...document.querySelectorAll(".tools > *")].map((each) => each.getBoundingClientRect().height),
    }));
    assert.equal(width, 390);
    for (const height of heights) assert.ok(height >= 40);
  }));

  test("shows the first picture soon after the download", () => visit({
    prepare: () => {
      new MutationObserver(() => {
        const figures = document.querySelector("#figures");
        if (figures?.textContent.includes("Lua")) window.firstPicture ??= performance.now();
      }).observe(document, { subtree: true, childList: true, characterData: true });
    },
  }, async (page) => {
    await page.waitForFunction(() => window.firstPicture);
    const time = await page.evaluate(() => {
      const ends = performance.getEntriesByType("resource")
        .filter(({ name }) => /astar.wasm|love.js|lua.js|examples.js|player.js|playground.js/.test(name))
        .map(({ responseEnd }) => responseEnd);
      return window.firstPicture - Math.max(...ends);
    });
    console.log(`    first picture ${time.toFixed(0)} ms after the download`);
    assert.ok(time < 500, `${time} ms`);
  }));

  test("does not move while it loads", () => visit({
    prepare: () => {
      window.shift = 0;
      new window.PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    },
  }, async (page) => {
    await page.waitForSelector(".cm-content");
    await waitForFrames(page);
    const shift = await page.evaluate(() => window.shift);
    assert.ok(shift < 0.02, `layout shift ${shift}`);
  }));

  test("can be left by keyboard: Escape, then Tab", () => visit({}, async (page) => {
    await page.waitForSelector(".cm-content");
    await page.focus(".cm-content");
    await page.keyboard.press("Tab");
    assert.ok(await page.evaluate(() => document.activeElement.classList.contains("cm-content")));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.id), "stage");
  }));

  test("has no links to a manual that is not there, and has those that --manual names", async () => {
    await visit({}, async (page) => {
      assert.deepEqual(await page.locator("nav a").allTextContents(), ["Demos"]);
      assert.match(await page.textContent(".version"), /^astar \d+\.\d+\.\d+ · Lua 5\.4\.\d · licenses$/);
    });
    const folder = mkdtempSync(join(tmpdir(), "astar-web-"));
    try {
      execFileSync("node", ["web/build/build.mjs", "build", `--output=${folder}`, "--manual=../index.html"]);
      const text = readFileSync(join(folder, "index.html"), "utf8");
      assert.match(text, /href="\.\.\/index\.html">Manual</);
      assert.match(text, /href="\.\.\/reference\/index\.html">Reference</);
      const licenses = readFileSync(join(folder, "LICENSES.txt"), "utf8");
      for (const name of ["Lua.org", "Marijn Haverbeke", "Bitstream", "astar"]) {
        assert.ok(licenses.includes(name), name);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("gives names to all that can be used", () => visit({}, async (page) => {
    const nameless = await page.evaluate(() => [...document.querySelectorAll("button, select, a, [tabindex], [role]")]
      .filter((each) => !(each.ariaLabel || each.innerText.trim() || each.getAttribute("role") === "status"))
      .map((each) => each.outerHTML));
    assert.deepEqual(nameless, []);
  }));
});

// --------------------------------------------------------------------------------------- parts

describe("packs", () => {
  test("contain the files as they are", () => {
    let files;
    new Function("astarPack", readFileSync(join(pages, "examples.js"), "utf8"))((found) => (files = found));
    for (const { path } of [programs, ...textGroups].flatMap((group) => group.examples)) {
      assert.equal(files[path], readFileSync(path, "utf8"), path);
    }
    assert.ok(Object.keys(files).includes("examples/maps/valley.lua"));
  });
});

describe("strip", () => {
  const luaparse = npm("luaparse");

  test("removes comments and keeps lines and code", () => {
    const stripped = (source) => strip(source, luaparse);
    assert.equal(stripped("--- one\nlocal a = 1 -- two\n--[[ three\nfour ]] local b = '--' -- five"),
      "\nlocal a = 1\n\nlocal b = '--'");
    assert.equal(stripped("local a = b --[[x]]or--[[y]]c"), "local a = b or c");
    assert.equal(stripped("do\n  print [[\n  -- a\n  b]]\nend"), "do\nprint [[\n  -- a\n  b]]\nend");
  });

  test("changes no file of the library", () => {
    const files = spawnSync("find", ["lua", "web/love", "-name", "*.lua"], { encoding: "utf8" }).stdout
      .trim().split("\n");
    const parse = (source) => JSON.stringify(luaparse.parse(source, { comments: false, luaVersion: "LuaJIT" }));
    for (const file of files) {
      const source = readFileSync(file, "utf8");
      const stripped = strip(source, luaparse);
      assert.equal(parse(stripped), parse(source), file);
      assert.equal(stripped.split("\n").length, source.split("\n").length, file);
    }
  });
});
