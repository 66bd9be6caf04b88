// Hostile programs in Node: random calls of `love`, memory that ends in the middle of a call, and
// programs that change what `love` keeps in the registry.
//
// What must not happen: a trap of WebAssembly or an error of JavaScript (both are Fatal), an error
// of Lua outside of the program, and a draw list that the page cannot play. HOSTILE_SEEDS is how many
// seeds of random calls are tried, HOSTILE_SEED is the first one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";

import * as operation from "../../web/renderer/draw_operations.js";
import { LoveMachine } from "./love_machine.mjs";

const calls = readFileSync(new URL("hostile/calls.lua", import.meta.url), "utf8");
const SEEDS = Number(process.env.HOSTILE_SEEDS ?? 12), FIRST = Number(process.env.HOSTILE_SEED ?? 1);
const FRAMES = 12;

// How many numbers a command has; for those of coordinates, the least.
const COUNTS = {
  CLEAR: 4, COLOR: 4, TRANSFORM: 6, LINE_WIDTH: 1, SCISSOR: 5, TARGET: 1, RECTANGLE: 7, ELLIPSE: 5,
  ARC: 7, TEXT: 8, IMAGE: 11, BATCH: 11, BLEND: 1, LINE_STYLE: 1,
};
const LEAST = { POLYGON: 7, POLYLINE: 4, POINTS: 1 };
const NAMES = Object.entries(operation).reduce((names, [name, code]) => {
  if (name === "SPRITE_NUMBERS") return names;
  names[code] = name;
  return names;
}, []);

/** Checks that a page could play the draw list of a machine, then clears it. */
function checkList(love) {
  const { bytes, exports } = love.machine;
  const address = exports.draw_list_numbers(), length = exports.draw_list_length();
  assert.ok(address + 4 * length <= bytes.length);
  const numbers = new Float32Array(bytes.buffer, address, length);
  const bits = new Uint32Array(bytes.buffer, address, length);
  let at = 0;
  while (at < length) {
    const name = NAMES[numbers[at]], count = numbers[at + 1], first = at + 2;
    assert.ok(name in COUNTS ? count === COUNTS[name] : count >= LEAST[name], `${name} has ${count}`);
    checkNames(love, name, numbers, bits, first);
    at = first + count;
  }
  assert.equal(at, length);
  exports.draw_list_clear();
}

// A command names only what is there.
function checkNames(love, name, numbers, bits, at) {
  const id = numbers[at];
  if (name === "TARGET" && id !== 0) assert.ok(love.canvases.has(id), `no canvas ${id}`);
  if (name === "IMAGE" || name === "BATCH") assert.ok(love.images.has(id), `no image ${id}`);
  if (name === "TEXT") {
    assert.ok(love.strings[id] !== undefined, `no string ${id}`);
    assert.ok(numbers[at + 1] >= 1 && numbers[at + 1] <= 2048, `no font ${numbers[at + 1]}`);
  }
  if (name === "BATCH") {
    const bytes = 4 * operation.SPRITE_NUMBERS * numbers[at + 1];
    assert.ok(bits[at + 2] > 0 && bits[at + 2] + bytes <= love.machine.bytes.length, "no sprites");
  }
}

/** A machine that also knows which images are canvases. */
async function start(options) {
  const love = await LoveMachine.start(options);
  love.canvases = { has: (id) => love.images.has(id) && !love.images.get(id).pixels };
  return love;
}

// -------------------------------------------------------------------------------- random calls

/** Runs calls.lua for some frames. */
async function runCalls(seed, options) {
  const love = await start({ environment: { SEED: String(seed) }, ...options });
  let problem = love.machine.run(calls, "@calls.lua") ?? love.machine.call("begin");
  for (let frame = 0; problem === null && frame < FRAMES; frame++) {
    checkList(love);
    problem = love.machine.call("frame");
  }
  checkList(love);
  love.machine.close();
  return problem;
}

test("random calls of `love` break nothing", async () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    assert.equal(await runCalls(seed), null, `seed ${seed}`);
  }
});

test("random calls with little memory break nothing", async () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const problem = await runCalls(seed, { memory: 1.5e6 + seed % 7 * 3e5 });
    if (problem) assert.match(problem, /not enough memory/, `seed ${seed}`);
  }
});

// ------------------------------------------------------------------------------------- finalizers

// A function that runs a finalizer at the next allocation.
const AT_NEXT_ALLOCATION = `
  local function at_next_allocation(action)
    collectgarbage() collectgarbage()
    collectgarbage "stop"
    collectgarbage("incremental", 100, 1000, 40) -- a step is a whole collection
    setmetatable({}, { __gc = action })
    collectgarbage "restart"
  end
  local g = love.graphics
`;

/** What a program prints. */
async function printed(program, options) {
  const love = await start(options);
  const output = love.run(AT_NEXT_ALLOCATION + program);
  checkList(love);
  love.machine.close();
  return output;
}

test("a finalizer may change the batch that grows", async () => {
  assert.equal(await printed(`
    local batch = g.newSpriteBatch(g.newImage(love.image.newImageData(4, 4)), 2)
    batch:add(1, 1)
    batch:add(2, 2)
    local has_run = false
    at_next_allocation(function()
      for i = 1, 50 do batch:add(i, i) end
      has_run = true
    end)
    local place = batch:add(3, 3)
    print(has_run, place, batch:getCount(), batch:getBufferSize() >= batch:getCount())
    g.draw(batch)`), "true\t53\t53\ttrue\n");
});

test("a finalizer may change the text that is read", async () => {
  assert.equal(await printed(`
    local text, has_run = { { 1, 0, 0 }, "a", "b" }, false
    at_next_allocation(function()
      text[3] = ("x"):rep(1e5)
      has_run = true
    end)
    local ok, message = pcall(g.print, text, 0, 0)
    print(has_run, ok, message)`), "true\tfalse\tbad argument #1 to 'love.graphics.print' (the text has changed)\n");
});

// --------------------------------------------------------------------------------------- callbacks

test("a function of renderTo may release the target before it", async () => {
  assert.equal(await printed(`
    local first, second = g.newCanvas(4, 4), g.newCanvas(4, 4)
    g.setCanvas(first)
    second:renderTo(function() first:release() end)
    print(g.getCanvas())
    g.line(0, 0, 1, 1)
    g.newCanvas(4, 4)
    g.line(0, 0, 1, 1)`), "nil\n");
});

test("a program may remove what `love` keeps in the registry", async () => {
  assert.equal(await printed(`
    local canvas, registry = g.newCanvas(4, 4), debug.getregistry()
    local batch = g.newSpriteBatch(canvas, 4)
    g.print("text")
    for key in pairs(registry) do
      if type(key) == "userdata" or key == "callbacks" then registry[key] = nil end
    end
    debug.setuservalue(batch, nil, 1)
    local errors = 0
    for _, call in ipairs { function() g.push() end, function() g.pop() end, function() g.print "x" end,
      function() g.setCanvas(canvas) end, function() g.setCanvas() end, g.reset, g.getFont,
      function() canvas:renderTo(print) end, function() batch:add(1, 1) end,
      function() g.draw(batch) end, function() g.newImage(love.image.newImageData(1, 1)) end } do
      if not pcall(call) then errors = errors + 1 end
    end
    collectgarbage()
    print(errors > 5)`), "true\n");
});

// ------------------------------------------------------------------------------------------ memory

// Programs that allocate in `love`. Each is called with memory for 40, 160, 280, ... bytes.
const ALLOCATING = [
  "g.newImage(love.image.newImageData(2, 2))", "g.newCanvas(2, 2)", "g.newFont(20)",
  "g.newQuad(0, 0, 1, 1, 2, 2)", "g.newSpriteBatch(image, 3)", "love.math.newTransform(1, 2)",
  "love.math.newRandomGenerator(1)", "g.print('new ' .. n, 1, 2)",
  "g.print({ { 1, 0, 0 }, 'red ' .. n, 12.5 })", "g.printf('some words ' .. n, 0, 0, 40, 'center')",
  "font:getWrap('some words', 20)", "g.draw(batch)", "g.draw(batch) batch:add(1, 1)", "batch:clear()",
  "data:clone()", "data:getString()", "data:mapPixel(function(x, y, r) return r, r, r, r end)",
  "canvas:renderTo(function() g.line(0, 0, n, n) end)", "g.push 'all' g.setFont(font) g.pop()",
  "g.polygon('fill', { 0, 0, 1, 1, 2, '3' })", "g.setBlendMode 'none such'", "g.getStats()",
  "love.filesystem.write('a.txt', 'text')", "love.filesystem.read 'a.txt'",
  "love.filesystem.getDirectoryItems ''", "love.event.push('focus', true)", "love.window.setTitle('t' .. n)",
  "love.event.clear()", "g.setColor { 1, 'x' }", "image:setFilter 'wild'", "image:none()",
  "love.graphics.newMesh()", "g.points { { 1, 2, 1, 0, 0 }, { 3, 4 } }",
];

test("memory may end at each allocation", async () => {
  const love = await start({ memory: 2 << 20 });
  const functions = ALLOCATING.map((code) => `function(n) ${code} end`).join(", ");
  love.run(`
    g = love.graphics
    data = love.image.newImageData(3, 3)
    image, canvas, font = g.newImage(data), g.newCanvas(3, 3), g.newFont(9)
    batch = g.newSpriteBatch(image, 2)
    batch:add(1, 1)
    g.setFont(font)
    calls = { ${functions} }

    -- Calls f when about \`spare\` bytes are free.
    local ballast = {}
    for i = 1, 400 do ballast[i] = false end
    function try(f, spare)
      collectgarbage()
      local hole, count = ("x"):rep(spare), 0
      for _, size in ipairs { 65536, 8192, 1024, 128, 16 } do
        while count < 400 do
          local ok, block = pcall(string.rep, "x", size)
          if not ok then break end
          count = count + 1
          ballast[count] = block
        end
      end
      hole = nil
      local ok, message = pcall(f, spare)
      for i = 1, count do ballast[i] = false end
      return ok, message
    end`);
  let failed = 0;
  for (let i = 1; i <= ALLOCATING.length; i++) {
    for (let spare = 40; spare < 1300; spare += 120) {
      const message = love.machine.run(`failed = not try(calls[${i}], ${spare})`, "@main.lua");
      if (message !== null) assert.match(message, /not enough memory/);
      failed += Number(love.run("print(failed and 1 or 0)"));
      checkList(love);
    }
  }
  assert.ok(failed > 60, `only ${failed} calls failed`);
});

// ------------------------------------------------------------------------------------------- games

/** A game that has started. */
async function play(main) {
  const love = await start({
    files: new Map([["game/main.lua", new TextEncoder().encode(main)]]), folder: "game",
  });
  love.call("start", [], "main.lua");
  return love;
}

test("a game may have variables with the names of Lua's functions", async () => {
  const love = await play(`
    local print, getmetatable = print, getmetatable
    for _, name in ipairs { "assert", "error", "getmetatable", "io", "ipairs", "load", "math", "next",
      "os", "pairs", "pcall", "rawget", "select", "setmetatable", "string", "table", "tonumber",
      "tostring", "type", "unpack" } do
      _G[name] = "mine"
    end
    local heard = {}
    function love.keypressed(key) heard.key = key end
    function love.touchpressed(id, x) heard.touch = x end
    function love.resize(w) heard.width = w end
    function love.update()
      love.event.push("focus", true)
      love.mouse.isDown(1, 2)
      love.keyboard.isDown "a"
      love.touch.getTouches()
      love.window.setMode(300, 200)
      love.window.updateMode(300, 200, { resizable = true })
      love.filesystem.write("a.txt", "text")
      love.filesystem.append("a.txt", "!")
      love.filesystem.createDirectory "folder"
      print(heard.key, heard.touch, heard.width, love.filesystem.read "a.txt",
        love.filesystem.getDirectoryItems "".none, love.filesystem.getInfo "a.txt".size,
        love.filesystem.remove "a.txt")
      print(love.math.random(1, 1), love.math.colorToBytes(1, 0, 0.5), love.system.getOS())
      love.timer.getFPS()
    end`);
  love.call("keypressed", [0], "a");
  love.call("touchpressed", [1, 2, 0, 0, 1], "7");
  love.call("resize", [500, 400]);
  love.call("frame");
  love.call("touchreleased", [1, 2, 0, 0, 1], "7");
  assert.equal(love.output, "a\t1\t500\ttext!\tnil\t5\ttrue\n1\t255\tWeb\n");
});

test("a page that shows no frames stops the clock of a game, a long frame does not", async () => {
  const love = await play(`
    local frames = 0
    function love.update(dt)
      frames = frames + 1
      if frames == 2 then
        local begin = love.timer.getTime()
        repeat until love.timer.getTime() - begin > 0.6
      end
      print(dt < 0.1, dt > 0.6)
    end`);
  for (let frame = 0; frame < 3; frame++) love.call("frame");
  await setTimeout(700);
  love.call("frame");
  assert.equal(love.output, "true\tfalse\ntrue\tfalse\nfalse\ttrue\ntrue\tfalse\n");
});

test("a window has a size that a page can have", async () => {
  const love = await start();
  const sizes = { "-5, 1e9": [1, 16384], "0, 0": [800, 600], "0/0, 1/0": [1, 16384], "300.7, 200": [300, 200] };
  for (const [wanted, given] of Object.entries(sizes)) {
    love.run(`love.window.setMode(800, 600) love.window.setMode(${wanted}, { minwidth = 1e12 })`);
    assert.deepEqual([love.window.width, love.window.height], given, wanted);
    assert.equal(love.window.minWidth, 16384);
  }
});

test("a program of the page may open its window while it loads", async () => {
  const love = await start();
  love.run("love.window.setMode(300, 200) love.window.setTitle 'mine' function love.draw() end");
  love.call("begin");
  assert.deepEqual([love.window.width, love.window.height, love.window.title], [300, 200, "mine"]);
});

test("files have a limit, which love.filesystem reports", async () => {
  const love = await play("");
  assert.equal(love.run(`
    local f = love.filesystem
    print(f.write("a", ("x"):rep(40e6)))
    print(f.write("b", ("x"):rep(40e6)))
    print(f.append("a", ("x"):rep(40e6)))
    print(f.write("c", "text", 1e9), f.write("d", "text", -1), f.write("e", "text", 2.9))
    print(f.read("c", 1e9), f.read("c", 2.9), #f.read "d", f.read "e")`), `true
nil\tData could not be written.
nil\tData could not be written.
true\ttrue\ttrue
text\tte\t0\tte\t2
`);
});

test("shapes of negative size are those of positive size", async () => {
  const love = await start();
  love.run(`local g = love.graphics
    g.rectangle("fill", 5, 6, -3, -4, 2)
    g.setLineWidth(-2)
    g.line(0, 0, 1, 1)
    print(g.getLineWidth())`);
  assert.equal(love.output, "-2.0\n");
  assert.deepEqual(love.list(), [["RECTANGLE", 1, 2, 2, 3, 4, 1.5, 2], ["LINE_WIDTH", 2],
    ["POLYLINE", 0, 0, 1, 1]]);
});
