// Tests of `love` (web/host, web/love) in Node: what it draws, its limits, events, files.
// What its functions return is compared with LÖVE in love_calls.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as operations from "../../web/renderer/draw_operations.js";
import { Exit } from "../../web/runtime.js";
import { filesOf, LoveMachine } from "./love_machine.mjs";

const start = (options) => LoveMachine.start(options);

/** The draw list of a program, without white and other state that is there at the start. */
async function drawn(program, options) {
  const love = await start(options);
  love.run(`local g = love.graphics\n${program}`);
  return love.list();
}

/** The error of a program, without its traceback. */
async function failure(program, options) {
  const love = await start(options);
  const message = love.machine.run(`local g = love.graphics\n${program}`, "@main.lua");
  assert.notEqual(message, null, program);
  return message.split("\n")[0];
}

/** A game that has started. `files`: texts by name, beside main.lua. */
async function play(main, { files = {}, ...options } = {}) {
  const all = new Map(Object.entries({ "main.lua": main, ...files })
    .map(([name, text]) => [`game/${name}`, new TextEncoder().encode(text)]));
  const love = await start({ files: all, ...options });
  love.call("start", [], "/game/main.lua");
  return love;
}

const near = (actual, expected) => {
  assert.equal(actual.length, expected.length);
  actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-3,
    `${actual} instead of ${expected}`));
};

// ------------------------------------------------------------------------------ draw lists

test("the operations are those of draw_list.h", () => {
  const header = readFileSync(new URL("../../web/host/draw_list.h", import.meta.url), "utf8");
  const defined = [...header.matchAll(/\bDRAW_(\w+) =\s+(\d+),/g)].map(([, name, value]) =>
    [name, Number(value)]);
  const { SPRITE_NUMBERS, ...others } = operations;
  assert.deepEqual(defined, Object.entries(others).sort((a, b) => a[1] - b[1]));
  assert.equal(SPRITE_NUMBERS, 6 + 4 + 4);
  assert.match(header, /float matrix\[6\].*\n\s+float quad\[4\].*\n\s+float color\[4\]/);
});

test("shapes", async () => {
  assert.deepEqual(await drawn(`
    g.rectangle("fill", 1, 2, 3, 4)
    g.rectangle("line", 1, 2, 30, 40, 5)
    g.rectangle("line", 1, 2, 30, 4, 50, 3)
    g.circle("fill", 5, 6, 7)
    g.ellipse("line", 5, 6, 7, 8)
    g.line(1, 2, 3, 4)
    g.line { 1, 2, 3, 4, 5, 6 }
    g.polygon("fill", 1, 2, 3, 4, 5, 6)
    g.polygon("line", { 1, 2, 3, 4, 5, 6 })
    g.clear() g.clear(1, 0.5, 0.25, 0.125) g.clear { 0, 1, 0 }`), [
    ["RECTANGLE", 1, 1, 2, 3, 4, 0, 0],
    ["RECTANGLE", 0, 1, 2, 30, 40, 5, 5],
    ["RECTANGLE", 0, 1, 2, 30, 4, 15, 2],
    ["ELLIPSE", 1, 5, 6, 7, 7],
    ["ELLIPSE", 0, 5, 6, 7, 8],
    ["POLYLINE", 1, 2, 3, 4],
    ["POLYLINE", 1, 2, 3, 4, 5, 6],
    ["POLYGON", 1, 1, 2, 3, 4, 5, 6],
    ["POLYGON", 0, 1, 2, 3, 4, 5, 6],
    ["CLEAR", 0, 0, 0, 0], ["CLEAR", 1, 0.5, 0.25, 0.125], ["CLEAR", 0, 1, 0, 1],
  ]);
});

test("only state that has changed is sent, before a command that draws", async () => {
  assert.deepEqual(await drawn(`
    g.setColor(1, 1, 1) g.setLineWidth(1) g.origin()
    g.line(0, 0, 1, 1)
    g.setColor(1, 0, 0, 0.5) g.setColor(0, 1, 0, 0.5)
    g.line(0, 0, 1, 1) g.line(0, 0, 1, 1)
    g.push "all"
    g.setColor(0, 0, 1) g.setLineWidth(3) g.setLineJoin "bevel"
    g.translate(10, 20) g.scale(2, 3) g.setScissor(1, 2, 3, 4)
    g.line(0, 0, 1, 1)
    g.pop()
    g.line(0, 0, 1, 1)
    g.setLineJoin "none" g.setLineWidth(8)`), [
    ["POLYLINE", 0, 0, 1, 1],
    ["COLOR", 0, 1, 0, 0.5],
    ["POLYLINE", 0, 0, 1, 1], ["POLYLINE", 0, 0, 1, 1],
    ["COLOR", 0, 0, 1, 1], ["TRANSFORM", 2, 0, 0, 3, 10, 20], ["LINE_WIDTH", 3],
    ["LINE_JOIN", 1], ["SCISSOR", 1, 1, 2, 3, 4],
    ["POLYLINE", 0, 0, 1, 1],
    ["COLOR", 0, 1, 0, 0.5], ["TRANSFORM", 1, 0, 0, 1, 0, 0], ["LINE_WIDTH", 1],
    ["LINE_JOIN", 0], ["SCISSOR", 0, 0, 0, 0, 0],
    ["POLYLINE", 0, 0, 1, 1],
  ]);
});

test("each list begins with the state of the start", async () => {
  const love = await start();
  love.run("love.graphics.setColor(1, 0, 0) love.graphics.line(0, 0, 1, 1)");
  const list = love.list();
  assert.deepEqual(list, [["COLOR", 1, 0, 0, 1], ["POLYLINE", 0, 0, 1, 1]]);
  love.run("love.graphics.line(0, 0, 1, 1)");
  assert.deepEqual(love.list(), list);
  assert.deepEqual(love.list(), []);
});

test("a canvas is a target; all state follows it", async () => {
  const list = await drawn(`
    local canvas = g.newCanvas(30, 20)
    g.setLineWidth(2)
    g.line(0, 0, 1, 1)
    g.setCanvas(canvas)
    g.clear(1, 0, 0, 0.5)
    g.line(0, 0, 1, 1)
    g.setCanvas()
    g.draw(canvas, 5, 6)`);
  assert.deepEqual(list, [
    ["LINE_WIDTH", 2], ["POLYLINE", 0, 0, 1, 1],
    ["TARGET", 1], ["COLOR", 1, 1, 1, 1], ["TRANSFORM", 1, 0, 0, 1, 0, 0], ["LINE_WIDTH", 2],
    ["LINE_JOIN", 0], ["SCISSOR", 0, 0, 0, 0, 0],
    ["CLEAR", 1, 0, 0, 0.5], ["POLYLINE", 0, 0, 1, 1],
    ["TARGET", 0], ["COLOR", 1, 1, 1, 1], ["TRANSFORM", 1, 0, 0, 1, 0, 0], ["LINE_WIDTH", 2],
    ["LINE_JOIN", 0], ["SCISSOR", 0, 0, 0, 0, 0],
    ["IMAGE", 1, 0, 0, 30, 20, 1, 0, 0, 1, 5, 6],
  ]);
});

test("images are drawn by a matrix from the corner of their quad", async () => {
  const [whole, part] = await drawn(`
    local image = g.newImage(love.image.newImageData(8, 4))
    g.draw(image, 10, 20, math.pi / 2, 2, 3, 4, 1)
    g.draw(image, g.newQuad(2, 1, 3, 2, 8, 4), 10, 20, 0, 2, 2, 1, 1, 0.5, 0.25)`);
  // Its point (4, 1) is at (10, 20), turned by a quarter.
  near(whole.slice(1), [1, 0, 0, 8, 4, 0, 2, -3, 0, 10 + 3, 20 - 8]);
  near(part.slice(1), [1, 2, 1, 3, 2, 2, 0.5, 1, 2, 10 - 3, 20 - 2.5]);
});

test("an image has the pixels of its data and a filter", async () => {
  const love = await start();
  love.run(`
    data = love.image.newImageData(2, 1)
    data:mapPixel(function(x) return 1 - x, 0.5, x, 1 - 0.75 * x end)
    love.graphics.setDefaultFilter "nearest"
    image = love.graphics.newImage(data)
    love.graphics.setDefaultFilter "linear"
    canvas = love.graphics.newCanvas(3, 4)`);
  assert.deepEqual([...love.images.get(1).pixels], [255, 128, 0, 255, 0, 128, 255, 64]);
  assert.deepEqual([...love.images.values()].map(({ isNearest }) => isNearest), [1, 0]);
});

test("an image from a file is that of the page", async () => {
  const files = filesOf("examples/love-village");
  const love = await start({ files });
  love.run("love.graphics.draw(love.graphics.newImage 'examples/love-village/people.png', 1, 2)");
  const [[operation, number, x, y, width, height]] = love.list();
  assert.deepEqual([operation, x, y], ["IMAGE", 0, 0]);
  assert.equal(love.images.get(number).path, "examples/love-village/people.png");
  assert.ok(width > 16 && height > 16);
});

// -------------------------------------------------------------------------------- batches

test("a batch is one command; its sprites are in memory", async () => {
  const [batch, ...others] = await drawn(`
    local image = g.newImage(love.image.newImageData(8, 4))
    local batch = g.newSpriteBatch(image, 1)
    batch:add(5, 6)
    batch:setColor(1, 0, 0, 0.2)
    batch:add(g.newQuad(2, 1, 3, 2, 8, 4), 1, 2, 0, 2, 3)
    batch:setColor(1, 1, 1)
    batch:add(7, 8)
    g.draw(batch, 100, 200, 0, 2)`);
  assert.deepEqual(others, []);
  const [name, image, count, sprites, number, revision, ...matrix] = batch;
  assert.deepEqual([name, image, count], ["BATCH", 1, 3]);
  assert.ok(number > 1 && revision > 0);
  assert.deepEqual(matrix, [2, 0, 0, 2, 100, 200]);
  near(sprites[0], [1, 0, 0, 1, 5, 6, 0, 0, 8, 4, 1, 1, 1, 1]);
  near(sprites[1], [2, 0, 0, 3, 1, 2, 2, 1, 3, 2, 1, 0, 0, 0.2]);
  near(sprites[2], [1, 0, 0, 1, 7, 8, 0, 0, 8, 4, 1, 1, 1, 1]);
});

test("a batch that changes after it was drawn is drawn as it was", async () => {
  const love = await start();
  love.run(`
    image = love.graphics.newImage(love.image.newImageData(8, 4))
    batch = love.graphics.newSpriteBatch(image, 4)
    batch:add(1, 1) batch:add(2, 2)
    love.graphics.draw(batch)
    batch:add(3, 3)
    love.graphics.draw(batch)
    batch:clear()
    batch:add(4, 4)
    love.graphics.draw(batch)
    batch:add(5, 5)
    batch = nil
    collectgarbage() collectgarbage()
    others = {} -- in memory that is free now
    for size = 1, 1000 do others[size] = ("\\255"):rep(size) end`);
  const places = love.list().map((batch) => batch[3].map((sprite) => sprite[4]));
  assert.deepEqual(places, [[1, 2], [1, 2, 3], [4]]);
});

test("a batch keeps its memory and its revision while it does not change", async () => {
  const love = await start();
  love.run(`
    image = love.graphics.newImage(love.image.newImageData(8, 4))
    batch = love.graphics.newSpriteBatch(image, 100, "static")
    for i = 1, 100 do batch:add(i, i) end`);
  const draw = () => {
    love.run("love.graphics.draw(batch)");
    return love.list()[0];
  };
  const first = draw();
  assert.deepEqual(draw(), first);
  love.run("batch:add(1, 1)");
  assert.notEqual(draw()[5], first[5]);
});

test("huge batches are limited", async () => {
  const love = await start();
  love.run(`
    local image = love.graphics.newImage(love.image.newImageData(8, 4))
    batch = love.graphics.newSpriteBatch(image, 1)
    for i = 1, 300000 do batch:add(i, 0) end
    love.graphics.draw(batch)`);
  const [[, , count, sprites]] = love.list();
  assert.equal(count, 300000);
  assert.equal(sprites[299999][4], 300000);
  assert.match(love.machine.run("while true do batch:add(1, 2) end", "@main.lua"),
    /at most 4194304 sprites|not enough memory/);
  love.list();
  love.run("batch = nil love.graphics.line(1, 2, 3, 4) collectgarbage() collectgarbage()");
  assert.ok(love.machine.usedBytes < 10e6);
});

// ---------------------------------------------------------------------------------- texts

test("texts are split into lines, by a matrix from their corner", async () => {
  const list = await drawn(`
    g.print("one\\ntwo", 10, 20)
    g.setFont(g.newFont(20))
    g.print("x", 1, 2, 0, 2, 3, 5, 7)
    g.print(12) g.print(0.5) g.print(3.0) g.print ""`);
  assert.deepEqual(list.map(([, text, font]) => [text, font]),
    [["one", 12], ["two", 12], ["x", 20], ["12", 20], ["0.5", 20], ["3", 20]]);
  const [one, two, x] = list.map((command) => command.slice(3));
  assert.deepEqual(one, [1, 0, 0, 1, 10, 20]);
  assert.deepEqual(two, [1, 0, 0, 1, 10, 34]);
  assert.deepEqual(x, [2, 0, 0, 3, 1 - 10, 2 - 21]);
});

test("printf aligns lines", async () => {
  const love = await start();
  love.run(`
    local g = love.graphics
    local font = g.newFont()
    print(font:getWidth "aaa bb", font:getWidth "cc")
    limit = font:getWidth "aaa bb" + 10
    for _, align in ipairs { "left", "right", "center" } do
      g.printf("aaa bb cc", 100, 50, limit, align)
    end
    print(limit)`);
  const [full, short, limit] = love.output.split(/\s+/).map(Number);
  const places = love.list().map(([, text, , , , , , x, y]) => [text, x - 100, y]);
  const expected = [
    ["aaa bb ", 0, 50], ["cc", 0, 64],
    ["aaa bb ", Math.floor(limit - full), 50], ["cc", Math.floor(limit - short), 64],
    ["aaa bb ", Math.floor((limit - full) / 2), 50], ["cc", Math.floor((limit - short) / 2), 64],
  ];
  assert.deepEqual(places.map(([text, , y]) => [text, y]), expected.map(([text, , y]) => [text, y]));
  near(places.map(([, x]) => x), expected.map(([, x]) => x));
});

test("printf wraps lines at their last space, or where no space is", async () => {
  const love = await start();
  const limits = { // as in LÖVE
    "one two three|": ["one two three"], "one two three|one two": ["one two ", "three"],
    "one two three|one tw": ["one ", "two ", "three"], "one two three|one": ["one ", "two ", "thr", "ee"],
    "onetwothree|onet": ["onet", "wot", "hree"], "one\\n\\ntwo\\n|": ["one", "two"],
    "   one   two   |   one": ["   one   ", "two   "], "one   two|one ": ["one   ", "two"],
    "äöüäöü|äöü": ["äöü", "äöü"],
  };
  for (const [texts, lines] of Object.entries(limits)) {
    const [text, widest] = texts.split("|");
    love.run(`local font = love.graphics.newFont(20)
      love.graphics.setFont(font)
      love.graphics.printf("${text}", 0, 0, "${widest}" == "" and 10000 or font:getWidth "${widest}" + 1)`);
    assert.deepEqual(love.list().map(([, line]) => line), lines, texts);
  }
  love.run("love.graphics.printf('abc', 0, 0, 1) love.graphics.printf('', 0, 0, 9)");
  assert.deepEqual(love.list(), []);
});

test("the numbers of strings are used again after 4,096", async () => {
  const love = await start();
  const print = (first, last) => love.run(`
    for i = ${first}, ${last} do love.graphics.print("text " .. i) end`);
  print(1, 5000);
  assert.deepEqual(love.list().map(([, text]) => text).slice(-2), ["text 4999", "text 5000"]);
  assert.equal(love.strings.length, 5001);
  print(3, 4);
  assert.deepEqual(love.list().map(([, text]) => text), ["text 3", "text 4"]);
  assert.equal(love.strings[1], "text 3");
  for (let i = 0; i < 50; i++) {
    print(1000 * i, 1000 * i + 999);
    love.list();
  }
  assert.ok(love.strings.length <= 4096 + 1000 + 1);
  // A string keeps its number as long as it can.
  print(1, 1);
  print(1, 1);
  assert.deepEqual(love.list().map(([, text]) => text), ["text 1", "text 1"]);
});

test("long strings are not kept", async () => {
  const love = await start({ memory: 64 << 20 });
  for (let i = 0; i < 200; i++) {
    love.run(`love.graphics.print(("x"):rep(1000000) .. ${i})`);
    assert.equal(love.list()[0][1].length, 1000000 + String(i).length);
  }
});

test("a table of strings that is full is not emptied within a list", async () => {
  const love = await start();
  love.run(`for i = 1, 9000 do love.graphics.print("text " .. i % 4500) end`);
  const texts = love.list().map(([, text]) => text);
  assert.equal(texts.length, 9000);
  texts.forEach((text, i) => assert.equal(text, `text ${(i + 1) % 4500}`));
});

// --------------------------------------------------------------------------------- limits

test("a list has a largest length", async () => {
  const love = await start();
  const message = love.machine.run(
    "while true do love.graphics.line(1, 2, 3, 4) end", "@main.lua");
  assert.match(message, /^main.lua:1: too many drawing commands in one frame\n/);
  assert.ok(love.machine.exports.draw_list_length() > 8e6);
  love.list();
  love.run("love.graphics.line(1, 2, 3, 4)");
  assert.equal(love.list().length, 1);
});

test("a command that fails is not in the list", async () => {
  assert.deepEqual(await drawn(`
    assert(not pcall(g.polygon, "fill", { 1, 2, 3, 4, 5, {} }))
    assert(not pcall(g.line, 1, 2, 3, "x"))
    assert(not pcall(g.print, "text\\255"))`), []);
});

test("push has a largest depth; states keep their font and canvas", async () => {
  assert.deepEqual((await drawn(`
    for i = 1, 128 do
      g.push "all"
      g.setFont(g.newFont(i))
      g.setCanvas(g.newCanvas(i, i))
    end
    assert(not pcall(g.push))
    for i = 128, 1, -1 do
      collectgarbage()
      g.print("x")
      assert(g.getCanvas():getWidth() == i)
      g.pop()
    end
    assert(g.getCanvas() == nil and not pcall(g.pop))`)).filter(([name]) => name === "TEXT")
    .map(([, , size]) => size), Array.from({ length: 128 }, (_, i) => 128 - i));
});

test("a state keeps its font and canvas, and those of other states are collected", async () => {
  const love = await start();
  love.run(`
    local g = love.graphics
    local function check(size, width)
      collectgarbage() collectgarbage()
      g.print(size)
      assert(g.getCanvas():getWidth() == width)
    end
    g.setFont(g.newFont(30))
    g.setCanvas(g.newCanvas(7, 7))
    for _, kind in ipairs { "all", "transform" } do
      g.push(kind)
      check(30, 7)
      g.pop()
      check(30, 7)
    end
    g.push "transform"
    g.setFont(g.newFont(20))
    g.setCanvas(g.newCanvas(8, 8))
    g.pop()
    check(20, 8)
    g.push "all"
    g.setCanvas(g.newCanvas(9, 9))
    g.pop()
    check(20, 8)
    g.setCanvas()
    g.push "all"
    g.pop()
    collectgarbage() collectgarbage()`);
  for (const [name, text, size] of love.list()) if (name === "TEXT") assert.equal(size, Number(text));
  assert.equal(love.images.size, 0);
});

test("the page releases images when they are collected, after it has played the list", async () => {
  const love = await start();
  love.run(`
    love.graphics.draw(love.graphics.newCanvas(5, 5))
    love.graphics.draw(love.graphics.newSpriteBatch(love.graphics.newCanvas(6, 6)))
    collectgarbage()`);
  assert.equal(love.images.size, 2);
  love.list();
  assert.equal(love.images.size, 0);
  love.run("for i = 1, 1000 do love.graphics.newCanvas(5, 5) end collectgarbage()");
  assert.equal(love.images.size, 0);
  love.run("kept = love.graphics.newCanvas(5, 5)");
  assert.ok(Math.max(...love.images.keys()) <= 1001);
  love.run("kept = nil collectgarbage()");
  assert.equal(love.images.size, 0);
  love.list();
  love.run("all = {} for i = 1, 2000 do all[i] = love.graphics.newCanvas(5, 5) end");
  assert.equal(love.images.size, 2000, "no number is used twice");
});

test("pixels have a largest size", async () => {
  const love = await start();
  love.run("for i = 1, 200 do love.graphics.newCanvas(2000, 2000) end");
  assert.ok(love.images.size < 40, `${love.images.size} canvases`);
  const message = love.machine.run(
    "all = {} while true do all[#all + 1] = love.graphics.newCanvas(2000, 2000) end", "@main.lua");
  assert.match(message, /^main.lua:1: not enough memory for images: more than 512 MB\n|web\/love/);
  love.run("all = nil love.graphics.newCanvas(2000, 2000)");
  assert.match(love.machine.run(`for i = 1, 200 do
      love.graphics.draw(love.graphics.newCanvas(2000, 2000))
    end`, "@main.lua"), /not enough memory for images/);
  assert.ok(love.images.size < 40, `${love.images.size} canvases`);
  love.list();
  love.run("for i = 1, 30 do love.graphics.newCanvas(2000, 2000) end");
  assert.match(await failure("g.newCanvas(20000, 1)"), /too large, at most 16384/);
  assert.match(await failure("t = {} while true do t[#t + 1] = love.image.newImageData(999, 999) end"),
    /not enough memory/);
});

test("numbers of all kinds do no harm", async () => {
  const love = await start();
  love.run(`
    local numbers = { 0 / 0, 1 / 0, -1 / 0, 1e300, -1e300, 2 ^ 31, -2 ^ 31, 2 ^ 63, 0, -0.5, 1.5 }
    local g = love.graphics
    local data = love.image.newImageData(4, 4)
    local image = g.newImage(data)
    local quad = g.newQuad(0, 0, 1, 1, 4, 4)
    local batch = g.newSpriteBatch(image, 4)
    local random = love.math.newRandomGenerator()
    local calls = {
      g.setColor, g.translate, g.scale, g.setScissor, g.line, g.setLineWidth, g.inverseTransformPoint,
      g.clear, g.newQuad, love.math.setRandomSeed, love.math.random,
    }
    for _, name in ipairs { "rectangle", "circle", "ellipse", "polygon" } do
      calls[#calls + 1] = function(...) g[name]("fill", ...) end
      calls[#calls + 1] = function(...) g[name]("line", ...) end
    end
    for _, object in ipairs { data, quad, batch, random, g.newFont() } do
      for _, method in pairs(debug.getmetatable(object).__index) do
        calls[#calls + 1] = function(...) method(object, ...) end
      end
    end
    calls[#calls + 1] = function(...) g.draw(image, ...) end
    calls[#calls + 1] = function(...) g.draw(image, quad, ...) end
    calls[#calls + 1] = function(...) batch:add(quad, ...) end
    calls[#calls + 1] = function(...) g.print("text", ...) end
    calls[#calls + 1] = function(...) g.printf("some text", ...) end
    calls[#calls + 1] = function(x) love.image.newImageData(math.min(x, 5), x) end
    calls[#calls + 1] = function(x, y) g.newCanvas(x, y) end
    calls[#calls + 1] = function(x) g.newFont(x) end
    for _, call in ipairs(calls) do
      for _, a in ipairs(numbers) do
        for _, b in ipairs(numbers) do
          g.push "all"
          pcall(call, a)
          pcall(call, a, b)
          pcall(call, a, b, a, b)
          pcall(call, a, b, b, a, a, b, 3)
          g.pop()
        end
      end
    end`);
  assert.ok(love.list().length > 1000);
});

test("arguments of all types do no harm", async () => {
  const love = await start();
  love.run(`
    local g = love.graphics
    local data = love.image.newImageData(4, 4)
    local image = g.newImage(data)
    local dead = g.newImage(data)
    debug.getmetatable(dead).__gc(dead)
    local astar = require "astar"
    local objects = { data, image, g.newCanvas(2, 2), g.newQuad(0, 0, 1, 1, 4, 4), g.newFont(),
      g.newSpriteBatch(image), love.math.newRandomGenerator(), dead, astar.grid { "..", ".." },
      astar.rules { cost = { ["."] = 1 } }, io.stdout, io.tmpfile }
    local values = { 1, "x", "fill", "all", {}, { 1, 2, 3, 4, 5, 6 }, { {} }, { 1, {} }, print, true,
      coroutine.create(print), false }
    for i = 1, #objects do values[#values + 1] = objects[i] end
    local calls = {}
    for _, module in ipairs { "graphics", "image", "math", "mouse", "keyboard", "timer",
      "event", "filesystem" } do
      for name, call in pairs(love[module]) do
        if name ~= "quit" then calls[#calls + 1] = call end
      end
    end
    for i = 1, 7 do
      for _, method in pairs(debug.getmetatable(objects[i]).__index) do calls[#calls + 1] = method end
    end
    for _, call in ipairs(calls) do
      for _, a in ipairs(values) do
        pcall(call, a)
        for _, b in ipairs(values) do
          pcall(call, a, b)
          pcall(call, a, b, a, b, a)
        end
      end
    end`);
});

// ---------------------------------------------------------------------------------- names

test("what is missing raises an error with its name", async () => {
  assert.match(await failure("g.newMesh()"),
    /^main.lua:2: love.graphics.newMesh is not in this browser's love$/);
  assert.match(await failure("love.audio.newSource()"), /love.audio is not in this browser's love$/);
  assert.match(await failure("love.physics.newWorld()"), /main.lua:2: love.physics is not/);
  assert.match(await failure("love.math.noise(1)"), /main.lua:2: love.math.noise is not/);
  assert.match(await failure("g.newCanvas(5, 5):newImageData()"),
    /main.lua:2: Canvas:newImageData is not in this browser's love$/);
  assert.match(await failure("g.newFont().x.y()"), /Font:x is not in this browser's love$/);
  const love = await start();
  love.run(`assert(love.load == nil and love.draw == nil and love.quit == nil and love.x == nil)
    assert(rawget(love.graphics, "newShader") == nil)`);
});

test("an error has the place of the wrong call", async () => {
  const calls = {
    "love.graphics.newImage 'no.png'": "Could not open the image no.png",
    "love.graphics.newImage 'main.lua'": "Could not open the image main.lua",
    "love.audio.play()": "love.audio is not in this browser's love",
    "love.window.setMode(1, 2)": "love.window is not in this browser's love",
    "love.math.noise()": "love.math.noise is not in this browser's love",
  };
  const love = await play("function love.draw() end");
  for (const [call, message] of Object.entries(calls)) {
    const found = love.machine.run(`local g = love.graphics\n${call}\nprint "after"`, "@a.lua");
    assert.equal(found?.split("\n")[0], `a.lua:2: ${message}`, call);
  }
});

test("an error in a wrong object names the types", async () => {
  assert.match(await failure("g.setColor { 1, 2, 'x' }"), /number expected at 3 of the color, got string/);
  assert.match(await failure("g.line { 1, 2, 3, {} }"), /number expected at 4, got table/);
  assert.match(await failure("g.draw(require 'astar'.grid { '..' })"),
    /bad argument #1 to 'draw' \(Drawable expected/);
  assert.match(await failure("g.setFont(g.newCanvas(1, 1))"),
    /bad argument #1 to 'setFont' \(Font expected, got Canvas\)/);
  assert.match(await failure("g.newFont().getWidth(g.newCanvas(1, 1), 'x')"),
    /bad argument #1 to 'getWidth' \(Font expected, got Canvas\)/);
  assert.match(await failure("require 'astar'.grid(g.newFont())"), /astar.grid/);
});

// ---------------------------------------------------------------------------------- games

test("a game: conf.lua, love.load, frames", async () => {
  const love = await play(`
    print(love.graphics.getDimensions())
    function love.load() print("load", (require "part.one")) end
    function love.update(dt) assert(dt >= 0 and dt < 5) print "update" end
    function love.draw() love.graphics.rectangle("fill", 1, 2, 3, 4) end
    love.graphics.setBackgroundColor(0.5, 0.25, 0)`, {
    files: {
      "conf.lua": `function love.conf(t)
        t.window.title, t.window.width, t.window.height = "A game", 640, 480
        t.window.minwidth, t.window.resizable = 320, true
      end`,
      "part/one.lua": "return (...) .. ' ' .. debug.getinfo(1).short_src",
    },
  });
  assert.equal(love.output, "640\t480\nload\tpart.one part/one.lua\n");
  assert.deepEqual(love.window, { title: "A game", width: 640, height: 480, minWidth: 320,
    minHeight: 1, isResizable: true });
  love.output = "";
  love.call("frame");
  love.call("frame");
  assert.equal(love.output, "update\nupdate\n");
  const frame = [["CLEAR", 0.5, 0.25, 0, 1], ["RECTANGLE", 1, 1, 2, 3, 4, 0, 0]];
  assert.deepEqual(love.list(), [...frame, ...frame]);
});

test("the page decides the size of the window", async () => {
  const main = `function love.draw() end
    function love.resize(w, h) print("resize", w, h, love.graphics.getDimensions()) end
    print(love.graphics.getDimensions())`;
  let love = await play(main, { window: [300, 200] });
  assert.equal(love.output, "300\t200\n");
  love.call("resize", [500, 400]);
  love.call("resize", [500, 400]);
  love.call("frame");
  assert.equal(love.output, "300\t200\nresize\t500\t400\t500\t400\n");
  love = await play(main);
  assert.equal(love.output, "800\t600\n");
  assert.deepEqual(love.window, { title: "Untitled", width: 800, height: 600, minWidth: 1, minHeight: 1,
    isResizable: false });
});

test("a program of the page is a game if it defines a function of a game", async () => {
  const love = await start();
  love.run("x = 1 function love.load() print 'load' end");
  love.call("begin");
  assert.equal(love.output, "load\n");
  love.call("frame");
  assert.deepEqual(love.list(), [["CLEAR", 0, 0, 0, 1]]);
  const other = await start();
  other.run("print 'no game'");
  assert.throws(() => other.call("begin"), (error) => error instanceof Exit && error.code === 0);
});

test("events come in order before the next update, and state at once", async () => {
  const love = await play(`
    for _, name in ipairs { "keypressed", "keyreleased", "mousepressed", "mousereleased", "mousemoved",
      "wheelmoved" } do
      love[name] = function(...) print(name, ...) end
    end
    function love.update()
      print("update", love.keyboard.isDown "a", love.keyboard.isDown("b", "a"), love.mouse.isDown(2),
        love.mouse.isDown(1, 2), love.mouse.getPosition())
    end`);
  const frame = (...events) => {
    love.output = "";
    for (const [name, numbers, text] of events) love.call(name, numbers, text);
    assert.equal(love.output, "");
    love.call("frame");
    return love.output;
  };
  assert.equal(frame(), "update\tfalse\tfalse\tfalse\tfalse\t0\t0\n");
  assert.equal(frame(["keypressed", [0], "a"], ["keypressed", [1], "a"]),
    "keypressed\ta\ta\tfalse\nupdate\ttrue\ttrue\tfalse\tfalse\t0\t0\n");
  assert.equal(frame(["mousemoved", [10, 20, 10, 20]], ["mousepressed", [11.5, 21, 2, 1]],
    ["wheelmoved", [0, -1]]), "mousemoved\t10\t20\t10\t20\tfalse\n"
    + "mousepressed\t11.5\t21\t2\tfalse\t1\nwheelmoved\t0\t-1\n"
    + "update\ttrue\ttrue\ttrue\ttrue\t11.5\t21\n");
  assert.equal(frame(["keyreleased", [], "a"], ["mousereleased", [1, 2, 2, 1]]),
    "keyreleased\ta\ta\nmousereleased\t1\t2\t2\tfalse\t1\nupdate\tfalse\tfalse\tfalse\tfalse\t1\t2\n");
});

test("keys repeat only if the game wants it", async () => {
  const love = await play(`
    function love.keypressed(key, scancode, is_repeat) print(key, scancode, is_repeat) end
    function love.draw() end
    love.keyboard.setKeyRepeat(true)`);
  love.call("keypressed", [0], "a");
  love.call("keypressed", [1], "a");
  love.call("frame");
  assert.equal(love.output, "a\ta\tfalse\na\ta\ttrue\n");
});

test("events are limited while no frame comes", async () => {
  const love = await play("function love.mousemoved() count = (count or 0) + 1 end");
  for (let i = 0; i < 6000; i++) love.call("mousemoved", [i, 0, 1, 0]);
  love.call("frame");
  love.run("print(count, love.mouse.getPosition())");
  assert.equal(love.output, "4096\t5999\t0\n");
});

test("the timer counts frames and their time", async () => {
  const love = await play("function love.update(dt) delta = dt end", { time: 0 });
  const frames = (count, time) => {
    for (let i = 0; i < count; i++) {
      love.time += time;
      love.call("frame");
    }
    return love.run("print(love.timer.getFPS(), delta, love.timer.getTime())");
  };
  assert.equal(frames(4, 250), "0\t0.25\t1.0\n"); // a second must be over
  assert.equal(frames(1, 250), "5\t0.25\t1.25\n"); // and the start
  assert.equal(frames(20, 50), "5\t0.05\t2.25\n");
  assert.equal(frames(1, 50), "20\t0.05\t2.3\n");
  assert.equal(frames(3, 400).split("\t")[0], "2"); // 2.5 per second
  assert.equal(frames(1, 3.6e6).split("\t")[1], "0.0"); // the page was hidden for an hour
});

test("love.event.quit ends the machine before the next frame", async () => {
  const love = await play("function love.update() print 'update' end");
  love.run("love.event.quit()");
  assert.throws(() => love.call("frame"), (error) => error instanceof Exit && error.code === 0);
  assert.equal(love.output, "");
});

test("a frame that ends with a canvas is an error, and errors have a traceback", async () => {
  const love = await play(`
    local canvas = love.graphics.newCanvas(5, 5)
    function love.draw() love.graphics.setCanvas(canvas) end`);
  assert.throws(() => love.call("frame"), /love.draw ended while a canvas was set/);
  const other = await play("function love.update() local x = nil + 1 end");
  assert.throws(() => other.call("frame"), /^Error: main.lua:1: .*\nstack traceback:\n.*main.lua:1:/s);
});

test("files: a game reads those of its folder", async () => {
  const love = await play(`
    print(love.filesystem.read "data/a.txt")
    print(love.filesystem.read "../other.txt")
    print(love.filesystem.read "data")
    print(love.filesystem.getSourceBaseDirectory())
    print(pcall(require, "broken"))`, { files: { "data/a.txt": "text", "broken.lua": "return +" } });
  assert.equal(love.output, `text\t4
nil\tCould not open file ../other.txt. Does not exist.
nil\tCould not open file data. Does not exist.
/
false\tSyntax error: broken.lua:1: unexpected symbol near '+'
`);
});

// ---------------------------------------------------------------------------- comparison

test("calls return what they return in LÖVE", async () => {
  const love = await start({ files: filesOf("spec/web/love_calls") });
  love.call("start", [], "/spec/web/love_calls/main.lua");
  assert.match(love.output, /^\d{3} calls, 0 differ\n$/);
});

for (const demo of ["explorer", "village", "crowd", "towers"]) {
  test(`love-${demo} starts from its folder, draws, and takes events`, async () => {
    const folder = `examples/love-${demo}`;
    const love = await start({ files: filesOf("lua", folder) });
    love.call("start", [], `/${folder}/main.lua`);
    const { width, height } = love.window;
    for (let i = 0; i < 120; i++) {
      const x = (i * 97) % width, y = (i * 61) % height;
      love.call("mousemoved", [x, y, 1, 1]);
      if (i % 10 === 5) love.call("mousepressed", [x, y, 1 + i % 3, 1]);
      if (i % 10 === 8) love.call("mousereleased", [x, y, 1 + i % 3, 1]);
      if (i % 10 === 9) love.call("keypressed", [0], "snrmab1234hcp "[i / 10 | 0].replace(" ", "space"));
      love.call("wheelmoved", [0, i % 2 * 2 - 1]);
      if (i === 60) love.call("resize", [width + 100, height + 50]);
      love.call("frame");
      const commands = love.machine.exports.draw_list_commands();
      assert.ok(commands > 10, `${commands} commands`);
      assert.ok(love.numbers().every(Number.isFinite));
    }
    assert.ok(love.machine.usedBytes < 60e6);
  });
}

/** The games and programs of the documentation that need LÖVE: a Map of the files of each by name. */
async function documented() {
  const files = filesOf("docs", "spec/support");
  files.set("README.md", readFileSync("README.md"));
  const love = await start({ files });
  love.run(`
    package.path = "/?.lua;" .. package.path
    local manual = require "spec.support.manual"
    local function save(game, name, text)
      local file = assert(io.open("/out/" .. game:gsub("[/.]", "-") .. "/" .. name, "w"))
      file:write(text)
      file:close()
    end
    for _, page in ipairs(manual.pages()) do
      for i, game in ipairs(manual.games(page.text)) do
        for name, text in pairs(game) do save(page.name .. " game " .. i, name, text) end
      end
      local code, needs_love = manual.program(page.text, true)
      if needs_love then save(page.name, "main.lua", code) end
    end`);
  const games = new Map();
  for (const [path, bytes] of files) {
    const [folder, game, name] = path.split("/");
    if (folder !== "out") continue;
    if (!games.has(game)) games.set(game, new Map());
    games.get(game).set(name, bytes);
  }
  return games;
}

const games = await documented();

test("the documentation has games", () => assert.ok(games.size > 6, [...games.keys()].join(" ")));

for (const [name, game] of games) {
  test(`the code of ${name} runs`, async () => {
    const files = filesOf("lua");
    for (const [path, bytes] of filesOf("examples/maps", "examples/love-yard")) files.set(`game/${path}`, bytes);
    for (const [path, bytes] of game) files.set(`game/${path}`, bytes);
    const love = await start({ files });
    love.run("package.path = '/lua/?.lua;' .. package.path");
    love.call("start", [], "/game/main.lua");
    for (let i = 0; i < 30; i++) {
      love.call("frame");
      assert.ok(love.list().length >= 1);
    }
  });
}
