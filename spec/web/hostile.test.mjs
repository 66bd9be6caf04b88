// Hostile programs in Node: random calls of `love`, memory that ends in the middle of a call, and
// programs that change what `love` keeps in the registry.
//
// What must not happen: a trap of WebAssembly or an error of JavaScript (both are Fatal), an error
// of Lua outside of the program, and a draw list that the page cannot play. HOSTILE_SEEDS is how many
// seeds of random calls are tried, HOSTILE_SEED is the first one.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as operation from "../../web/page/draw_operations.js";
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
  const problem = love.machine.run(calls, "@calls.lua") ?? love.machine.call("begin");
  for (let frame = 0; problem === null && frame < FRAMES; frame++) {
    checkList(love);
    love.machine.call("frame"); // any error of Lua is right
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
