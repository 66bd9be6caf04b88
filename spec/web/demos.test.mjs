// Tests of the demos in a browser: each looks as in LÖVE, and answers mouse, keys and touches.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { launch, openPage, pages, project, serve } from "./browser.mjs";
import { DemoPage } from "./demo_page.mjs";
import { compare, countColors, readPicture } from "./pictures.mjs";

// A phone, with fingers.
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

let server, browser;

before(async () => {
  server = await serve();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
});

/** A test with the page of a demo; nothing may go wrong on it. */
function testDemo(title, name, options, use) {
  test(title, { timeout: 60000 }, async () => {
    const demo = await DemoPage.open(browser, `${options.url ?? server.url}${name}.html`, options);
    try {
      await use(demo, demo.page);
      assert.deepEqual(demo.problems, []);
    } finally {
      await demo.close();
    }
  });
}

// ------------------------------------------------------------------------------- pictures

// What differs at each run: times of frames. And the limits of compare(), about 1.5 times what was
// measured: letters and smooth edges differ between LÖVE and the browser.
const PICTURES = {
  "love-explorer": { hidden: [], mean: 3.4, far: 0.003 },
  "love-village": { hidden: [], mean: 0.4, far: 0.001 },
  "love-tactics": { hidden: [], mean: 1.2, far: 0.001 },
  "love-towers": { hidden: [{ x: 1024, y: 740, width: 256, height: 60 }], mean: 2.1, far: 0.003 },
  "love-rts": { hidden: [{ x: 0, y: 0, width: 1280, height: 60 }], mean: 3.2, far: 0.004 },
};

describe("pictures", { concurrency: 2 }, () => {
  for (const [name, { hidden, mean, far }] of Object.entries(PICTURES)) {
    testDemo(`${name} looks as in LÖVE`, name, {}, async (demo) => {
      const wanted = readPicture(readFileSync(join(project, "examples", name, "screenshot.png")));
      await demo.resize(wanted.width, wanted.height);
      await demo.playPicture(name);
      const found = compare(readPicture(await demo.picture()), wanted, hidden);
      const text = JSON.stringify(found);
      assert.ok(found.mean <= mean && found.far <= far, `the picture differs: ${text}`);
    });
  }
});

// ----------------------------------------------------------------------------------- mouse

describe("mouse and keys", { concurrency: 2 }, () => {
  testDemo("a click makes the villager walk; a right click shuts a door", "love-village", {},
    async (demo, page) => {
      await demo.resize(1280, 728);
      await demo.watch("app.player.state .. ' ' .. tostring(app.doors.list[1].is_open)");
      const door = demo.lines.at(-1).split(" ").at(-1) === "true";
      const { x, y } = await demo.point(560, 304);
      await page.mouse.click(x, y);
      await demo.line(/^state moving/);
      await demo.line(/^event mousereleased/);
      assert.deepEqual(demo.events("mousepressed"), ["mousepressed 560 304 1 false 1"]);
      assert.deepEqual(demo.events("mousereleased"), ["mousereleased 560 304 1 false 1"]);
      await demo.watch("tostring(app.doors.list[1].is_open) .. ' ' .. app.doors.list[1].x .. ' '"
        + " .. app.doors.list[1].y");
      const [, , tileX, tileY] = (await demo.line(/^state /)).split(" ").map(Number);
      const gate = await demo.point((tileX - 0.5) * 32, (tileY - 0.5) * 32);
      const isMoved = demo.line(new RegExp(`^state ${!door}`));
      for (let i = 0; i < 40; i++) { // a door with a villager in it stays open
        await page.mouse.click(gate.x, gate.y, { button: "right" });
        if (await Promise.race([isMoved, page.waitForTimeout(250)])) break;
      }
      await isMoved;
    });

  testDemo("a drag goes on outside of the canvas, and ends there", "love-explorer", {}, async (demo, page) => {
    await demo.watch("app.grid:revision()");
    const revision = Number(demo.lines.at(-1).split(" ")[1]);
    const begin = await demo.point(300, 300);
    await page.mouse.move(begin.x, begin.y);
    await page.mouse.down();
    await page.mouse.move(begin.x + 40, begin.y);
    await page.mouse.move(begin.x + 40, 10, { steps: 4 }); // in the bar of the page
    await page.mouse.up();
    await demo.line(/^event mousereleased 34[01] -\d+ 1 false 1/);
    assert.ok(demo.events("mousemoved").length >= 5);
    assert.ok(Number((await demo.lineNumber(2, /^state \d+/)).split(" ")[1]) > revision);
    await demo.line(/^event mousemoved 34[01] -\d+ 0 -\d+ false/);
  });

  testDemo("three buttons, two clicks in a row, and the wheel", "love-rts", {}, async (demo, page) => {
    await demo.watch("#app.selected");
    const { x, y } = await demo.point(600, 400);
    await page.mouse.move(x, y);
    for (const button of ["left", "middle", "right"]) await page.mouse.click(x, y, { button });
    await page.mouse.dblclick(x, y);
    await page.mouse.wheel(0, -100);
    await page.mouse.wheel(0, 240);
    await demo.line(/^event wheelmoved 0 -2/);
    assert.deepEqual(demo.events("mousepressed"), [1, 3, 2, 1, 1].map((button, i) =>
      `mousepressed 600 400 ${button} false ${i === 4 ? 2 : 1}`));
    assert.deepEqual(demo.events("wheelmoved"), ["wheelmoved 0 1", "wheelmoved 0 -2"]);
  });

  testDemo("a rectangle selects units; the wheel enlarges the picture", "love-rts", {}, async (demo, page) => {
    await demo.watch("#app.selected");
    const [from, to] = [await demo.point(60, 100), await demo.point(500, 500)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
    const count = Number((await demo.line(/^state [1-9]/)).split(" ")[1]);
    assert.ok(count > 50, `${count}`);
    const before_ = readPicture(await demo.picture());
    await page.mouse.wheel(0, -500);
    await demo.line(/^event wheelmoved 0 5/);
    let difference = 0;
    for (let i = 0; i < 20 && difference <= 10; i++) {
      difference = compare(before_, readPicture(await demo.picture())).mean;
    }
    assert.ok(difference > 10, `${difference}`);
  });

  testDemo("a game is saved and loaded", "love-rts", {}, async (demo, page) => {
    await demo.watch("tostring(app.message) .. ' ' .. app.game.crowd:count()");
    await page.keyboard.press("k");
    await demo.line(/^state Saved 2\d\d/);
    await page.keyboard.press("c");
    await demo.line(/^state nil 20\d\d/);
    await page.keyboard.press("l");
    await demo.line(/^state Loaded 2\d\d$/);
  });

  testDemo("keys have the names of LÖVE, and are released when the page loses the focus", "love-explorer", {},
    async (demo, page) => {
      await demo.watch("app.settings.algorithm .. ' ' .. tostring(app.paused)");
      await page.keyboard.press("a");
      await demo.line(/^state dijkstra false/);
      await page.keyboard.down("Shift");
      await demo.line(/^event keypressed lshift/);
      await page.keyboard.press("A"); // the value before
      await demo.lineNumber(2, /^state astar false/); // the first one is that of the start
      await page.keyboard.up("Shift");
      await page.keyboard.press("Space");
      await demo.line(/^state astar true/);
      const keys = ["Enter", "ArrowUp", "F2", "-", "1", "NumpadAdd", "Delete"];
      for (const key of keys) await page.keyboard.press(key);
      await page.keyboard.down("s");
      await demo.line(/^event keypressed s/);
      await page.evaluate(() => window.dispatchEvent(new Event("blur")));
      await demo.line(/^event keyreleased s s/);
      assert.deepEqual(demo.events("keypressed").map((event) => event.split(" ")[1]),
        ["a", "lshift", "a", "space", "return", "up", "-", "1", "kp+", "delete", "s"]);
    });

  testDemo("keys of the browser stay with the browser", "love-explorer", {}, async (demo, page) => {
    await demo.watch("app.settings.algorithm");
    const prevented = await page.evaluate(() => ["F5", "F11", "Tab", "r", "a"].map((key) => {
      const event = new KeyboardEvent("keydown", {
        key, code: key.length === 1 ? `Key${key.toUpperCase()}` : key, ctrlKey: key === "r", cancelable: true,
        bubbles: true,
      });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    }));
    await demo.line(/^event keypressed a/);
    assert.deepEqual(prevented, [false, false, false, false, true]);
    assert.equal(demo.events("keypressed").length, 1);
  });

  testDemo("a click on the explorer's panel selects, a drag paints", "love-explorer", {}, async (demo, page) => {
    await demo.resize(1280, 800);
    await demo.watch("app.brush .. ' ' .. app.grid:get(10, 8)");
    const brush = await demo.point(560, 721); // hill
    await page.mouse.click(brush.x, brush.y);
    await demo.line(/^state :/);
    const tile = await demo.point(16 + 9.5 * 39, 40 + 7.5 * 39);
    await page.mouse.move(tile.x - 80, tile.y);
    await page.mouse.down();
    await page.mouse.move(tile.x + 80, tile.y, { steps: 3 });
    await page.mouse.up();
    await demo.line(/^state : 58/); // ":"
  });

  testDemo("buttons of the page press keys", "love-towers", {}, async (demo, page) => {
    await demo.watch("app.game.wave .. ' ' .. tostring(app.game.is_paused)");
    await page.click("[data-key=n]");
    await demo.line(/^state 1 false/);
    await page.click("[data-key=space]");
    await demo.line(/^state 1 true/);
    assert.deepEqual(demo.events("keyreleased").map((event) => event.split(" ")[1]), ["n", "space"]);
  });
});

// --------------------------------------------------------------------------------- touches

/** Sends touches: points [{ x, y }] of the page. */
async function touch(session, type, points) {
  const touchPoints = points.map((point, id) => ({ ...point, id }));
  await session.send("Input.dispatchTouchEvent", { type, touchPoints });
}

describe("touch", { concurrency: 2 }, () => {
  testDemo("a finger is the left mouse button", "love-village", PHONE, async (demo, page) => {
    await demo.watch("app.player.state");
    const { x, y } = await demo.point(600, 400);
    await page.touchscreen.tap(x, y);
    await demo.line(/^event mousereleased/);
    assert.match(demo.events("mousepressed")[0], /^mousepressed (599|60[01]) (399|40[01]) 1 false 1$/);
  });

  testDemo("a button of the page chooses what a touch means", "love-village", PHONE, async (demo, page) => {
    await demo.watch();
    await page.tap("[data-button='2']");
    const { x, y } = await demo.point(600, 400);
    await page.touchscreen.tap(x, y);
    await demo.line(/^event mousereleased/);
    assert.equal(demo.events("mousepressed")[0].split(" ")[3], "2");
    assert.equal(await page.getAttribute("[data-button='1']", "aria-pressed"), "false");
  });

  testDemo("a finger that moves drags", "love-towers", PHONE, async (demo, page) => {
    const devtools = await page.context().newCDPSession(page);
    await demo.watch("app.planning.type and app.planning.type.name");
    await page.evaluate(() => globalThis.demo.session.event("keypressed", [0], "1"));
    await demo.line(/^state Wall/);
    const from = await demo.point(120, 240), to = await demo.point(220, 240);
    await touch(devtools, "touchStart", [from]);
    await touch(devtools, "touchMove", [{ x: (from.x + to.x) / 2, y: from.y }]);
    await touch(devtools, "touchMove", [to]);
    await touch(devtools, "touchEnd", []);
    await demo.line(/^event mousereleased/);
    assert.equal(demo.events("mousepressed").length, 1);
    assert.ok(demo.events("mousemoved").length >= 2);
  });

  testDemo("two fingers are a wheel, and move the map; they press no left button", "love-rts", PHONE,
    async (demo, page) => {
      const devtools = await page.context().newCDPSession(page);
      await demo.watch("#app.selected");
      const { x, y } = await demo.point(450, 700);
      await touch(devtools, "touchStart", [{ x: x - 20, y }, { x: x + 20, y }]);
      for (const distance of [30, 45, 60]) {
        await touch(devtools, "touchMove", [{ x: x - distance, y }, { x: x + distance, y }]);
      }
      await touch(devtools, "touchEnd", []);
      await demo.line(/^event mousereleased/);
      const sum = demo.events("wheelmoved").reduce((total, event) => total + Number(event.split(" ")[2]), 0);
      assert.ok(Math.abs(sum - Math.log(3) / Math.log(1.2)) < 0.3, `${sum}`);
      assert.deepEqual(demo.events("mousepressed").map((event) => event.split(" ")[3]), ["3"]);
    });
});

// ---------------------------------------------------------------------------------- window

describe("window", { concurrency: 2 }, () => {
  testDemo("the window follows the page, down to its least size", "love-village", {}, async (demo, page) => {
    await demo.watch("love.graphics.getWidth() .. ' ' .. love.graphics.getHeight()");
    await demo.resize(1400, 760);
    await demo.line(/^state 1400 760/);
    await demo.line(/^event resize 1400 760/);
    await page.setViewportSize({ width: 800, height: 900 }); // the least width is 1280
    await demo.line(/^state 1280 /);
    await page.waitForFunction(() => {
      const { width, height } = document.querySelector("canvas").getBoundingClientRect();
      const stage = document.getElementById("stage");
      return Math.abs(width - 800) < 2 && Math.abs(height - stage.clientHeight) < 2
        && globalThis.demo.session.window.height === Math.floor(stage.clientHeight * 1280 / 800);
    });
  });

  const [upright, wide] = [{ width: 390, height: 844 }, { width: 844, height: 390 }];
  for (const [title, viewport] of Object.entries({ upright, wide })) {
    for (const name of Object.keys(PICTURES)) {
      testDemo(`${name} fits on a phone, ${title}`, name, { ...PHONE, viewport }, async (demo, page) => {
        await page.waitForFunction(() => document.getElementById("figures").dataset.frames);
        const box = await page.locator("canvas").boundingBox();
        assert.ok(box.x >= 0 && box.x + box.width <= viewport.width + 1, JSON.stringify(box));
        assert.ok(box.y + box.height <= viewport.height, JSON.stringify(box));
        assert.ok(box.height > 240, JSON.stringify(box));
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
        assert.equal(await page.getByText("Turn the phone").isVisible(), viewport === upright);
        assert.ok(countColors(readPicture(await demo.picture())) > 20);
        if (!process.env.PICTURES) return; // a folder to look at them
        await page.screenshot({ path: join(process.env.PICTURES, `${name}-${title}.png`) });
      });
    }
  }

  testDemo("full screen shows the demo alone", "love-towers", {}, async (demo, page) => {
    await page.click("#full");
    await page.waitForFunction(() => document.fullscreenElement?.id === "play");
    await page.click("#full");
    await page.waitForFunction(() => !document.fullscreenElement);
  });
});

// --------------------------------------------------------------------------------- browsers

describe("browsers", { concurrency: 2 }, () => {
  testDemo("a demo runs on the page's thread", "love-village", { query: "?thread=main" }, async (demo, page) => {
    await demo.resize(1280, 728);
    await demo.watch("app.player.state");
    const { x, y } = await demo.point(560, 304);
    await page.mouse.click(x, y);
    await demo.line(/^state moving/);
    assert.ok(countColors(readPicture(await demo.picture())) > 60);
    assert.equal(await page.evaluate(() => document.querySelector("canvas").getContext("2d") !== null), true);
  });

  testDemo("a demo runs where canvases cannot leave the page", "love-explorer", {
    prepare: () => {
      delete globalThis.OffscreenCanvas;
      delete HTMLCanvasElement.prototype.transferControlToOffscreen;
    },
  }, async (demo, page) => {
    await page.waitForFunction(() => document.getElementById("figures").dataset.frames);
    assert.ok(countColors(readPicture(await demo.picture())) > 20);
  });

  test("a demo runs from a file", { timeout: 60000 }, async () => {
    const url = pathToFileURL(join(pages, "love-explorer.html")).href;
    const { page, problems, close } = await openPage(browser, url);
    try {
      await page.waitForFunction(() => document.getElementById("figures").dataset.frames);
      assert.deepEqual(problems, []);
    } finally {
      await close();
    }
  });

  testDemo("an error shows its message, and the demo starts again", "love-village", {}, async (demo, page) => {
    await demo.play({ "examples/love-village/hud.lua": "local x = nil\nreturn x.y" });
    await page.waitForSelector("#notice:not([hidden])");
    assert.match(await page.innerText("#notice p"), /hud\.lua:2: attempt to index a nil value/);
    await page.click("#again");
    await page.waitForFunction(() => document.getElementById("notice").hidden
      && document.getElementById("figures").dataset.frames > 1);
  });

  testDemo("a demo that ends says so, and starts again", "love-explorer", {}, async (demo, page) => {
    await page.keyboard.press("Escape");
    await page.waitForSelector("#notice:not([hidden])");
    assert.match(await page.innerText("#notice h2"), /ended/);
    const first = await page.locator("canvas").elementHandle();
    await page.click("#again");
    await page.waitForFunction((old) => document.querySelector("canvas") !== old
      && globalThis.demo.session.isRunning, first);
  });

  testDemo("a source file is shown", "love-explorer", {}, async (_demo, page) => {
    await page.click("[data-path='examples/love-explorer/explorer.lua'] summary");
    await page.waitForFunction(() =>
      /function explorer\.new/.test(document.querySelector("[data-path$='/explorer.lua'] pre").textContent));
  });

  test("the list shows each demo with its picture, and leads to it", { timeout: 60000 }, async () => {
    const { page, problems, close } = await openPage(browser, `${server.url}demos.html`);
    try {
      await page.evaluate(() => document.querySelectorAll("img").forEach((image) => (image.loading = "eager")));
      await page.waitForFunction(() =>
        [...document.images].every((image) => image.complete && image.naturalWidth > 0));
      const links = await page.$$eval(".list a", (found) => found.map((link) => link.getAttribute("href")));
      assert.deepEqual(links.sort(), Object.keys(PICTURES).map((name) => `${name}.html`).sort());
      for (const link of links) assert.ok(existsSync(join(pages, link)), link);
      assert.deepEqual(problems, []);
    } finally {
      await close();
    }
  });
});
