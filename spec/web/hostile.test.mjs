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
import { Exit } from "../../web/runtime.js";
import { LoveMachine } from "./love_machine.mjs";

const calls = readFileSync(new URL("hostile/calls.lua", import.meta.url), "utf8");
const SEEDS = Number(process.env.HOSTILE_SEEDS ?? 12), FIRST = Number(process.env.HOSTILE_SEED ?? 1);
const FRAMES = 12;

// How many numbers a command has; for those of coordinates, the least.
const COUNTS = {
  CLEAR: 4, COLOR: 4, TRANSFORM: 6, LINE_WIDTH: 1, SCISSOR: 5, TARGET: 1, RECTANGLE: 7, ELLIPSE: 5,
  TEXT: 8, IMAGE: 11, BATCH: 11, LINE_JOIN: 1,
};
const LEAST = { POLYGON: 7, POLYLINE: 4 };
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
    print(has_run, place, batch:add(4, 4))
    g.draw(batch)`), "true\t53\t54\n");
});

// --------------------------------------------------------------------------------------- callbacks

test("functions that `love` calls in each other end as an error", async () => {
  assert.match(await printed(`
    local data = love.image.newImageData(1, 1)
    local function map() data:mapPixel(map) end
    print(pcall(map))`), /^false\t.*C stack overflow\n$/);
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
      function() g.setCanvas(canvas) end, function() g.setCanvas() end, g.getCanvas,
      function() batch:add(1, 1) end,
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
  "g.newQuad(0, 0, 1, 1, 2, 2)", "g.newSpriteBatch(image, 3)",
  "love.math.newRandomGenerator(1)", "g.print('new ' .. n, 1, 2)",
  "g.printf('some words ' .. n, 0, 0, 40, 'center')",
  "g.draw(batch)", "g.draw(batch) batch:add(1, 1)", "batch:clear()",
  "data:mapPixel(function(x, y, r) return r, r, r, r end)",
  "g.push 'all' g.setFont(font) g.pop()",
  "g.polygon('fill', { 0, 0, 1, 1, 2, '3' })", "g.setLineJoin 'none such'",
  "love.filesystem.read 'web/love/run.lua'", "g.setColor { 1, 'x' }", "image:none()",
  "love.graphics.newMesh()",
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
async function play(main, files = {}) {
  const love = await start({
    files: new Map(Object.entries({ "main.lua": main, ...files }).map(([name, text]) =>
      [`game/${name}`, new TextEncoder().encode(text)])),
  });
  love.call("start", [], "/game/main.lua");
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
    function love.resize(w) heard.width = w end
    function love.update()
      love.mouse.isDown(1, 2)
      love.keyboard.isDown "a"
      print(heard.key, heard.width, love.filesystem.read "a.txt")
      print(love.math.random(1, 1))
      love.timer.getFPS()
    end`, { "a.txt": "text" });
  love.call("keypressed", [0], "a");
  love.call("resize", [500, 400]);
  love.call("frame");
  assert.equal(love.output, "a\t500\ttext\t4\n1\n");
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
  const sizes = { "-5, 1e9": [1, 16384], "0/0, 1/0": [1, 16384], "300.7, 200": [300, 200] };
  for (const [wanted, given] of Object.entries(sizes)) {
    const love = await play("", { "conf.lua": `function love.conf(t)
      t.window.width, t.window.height = ${wanted}
      t.window.minwidth = 1e12
    end` });
    assert.deepEqual([love.window.width, love.window.height], given, wanted);
    assert.equal(love.window.minWidth, 16384);
  }
});

test("a program that is no game runs its finalizers at the end", async () => {
  const love = await start();
  love.run("setmetatable({}, { __gc = function() print 'closed' end })");
  assert.throws(() => love.call("begin"), (error) => error instanceof Exit && error.code === 0);
  assert.equal(love.output, "closed\n");
});

test("shapes of negative size are those of positive size", async () => {
  const love = await start();
  love.run(`local g = love.graphics
    g.rectangle("fill", 5, 6, -3, -4, 2)
    g.setLineWidth(-2)
    g.line(0, 0, 1, 1)`);
  assert.deepEqual(love.list(), [["RECTANGLE", 1, 2, 2, 3, 4, 1.5, 2], ["LINE_WIDTH", 2],
    ["POLYLINE", 0, 0, 1, 1]]);
});
