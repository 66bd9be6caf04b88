// Tests of web/runtime.js and the machine in C: node --test spec/web/runtime.test.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { compile, Machine, textOutput } from "../../web/runtime.js";

const module = await compile(readFileSync(new URL("../../build/wasm/astar.wasm", import.meta.url)));

/** Starts a machine whose output is `written.out` and `written.err`. */
async function start(options = {}) {
  const written = { out: "", err: "" };
  const output = textOutput((part, descriptor) => {
    written[descriptor === 1 ? "out" : "err"] += part;
  });
  const machine = await Machine.start(module, { output, ...options });
  return { machine, written };
}

/** What a program prints. It must not raise an error. */
async function printed(program, options) {
  const { machine, written } = await start(options);
  assert.equal(machine.run(program, "@main.lua"), null);
  return written.out;
}

/** The error of a program. */
async function failure(program, options) {
  const { machine } = await start(options);
  return machine.run(program, "@main.lua");
}

// ------------------------------------------------------------------------------ programs

test("a program finds a path", async () => {
  const found = await printed(`
    local astar = require "astar"
    local grid = astar.grid { "..#..", "..#..", "....." }
    local rules = astar.rules { cost = { ["."] = 1 } }
    print(_VERSION, #assert(grid:find_path(1, 1, 5, 1, rules)))`);
  assert.equal(found, "Lua 5.4\t7\n");
});

test("programs of one machine share its state", async () => {
  const { machine, written } = await start();
  assert.equal(machine.run("x = 1", "@a.lua"), null);
  assert.match(machine.run("error 'no'", "@b.lua"), /^b.lua:1: no\n/);
  assert.equal(machine.run("print(x)", "@c.lua"), null);
  assert.equal(written.out, "1\n");
});

test("call passes a text and numbers to a callback", async () => {
  const { machine, written } = await start();
  assert.equal(machine.call("moved", [1]), null, "no callbacks");
  assert.equal(machine.run(`
    debug.getregistry().callbacks = { moved = print, bad = function(x) error("bad " .. x) end }`, "@a"), null);
  assert.equal(machine.call("moved", [1.5, -2], "a\0ä"), null);
  assert.equal(machine.call("moved", []), null);
  assert.equal(machine.call("missing", [1]), null, "no such callback");
  assert.equal(written.out, "a\0ä\t1.5\t-2.0\n\n");
  assert.match(machine.call("bad", [7]), /^a:2: bad 7.0\nstack traceback:/);
  assert.match(machine.call("moved", new Array(2e6).fill(1)), /stack overflow \(too many numbers\)/);
});

// -------------------------------------------------------------------------------- errors

test("an error has a message and a traceback", async () => {
  const message = await failure("local function f() error('no ä') end\nf()");
  assert.match(message, /^main.lua:1: no ä\nstack traceback:\n/);
  assert.match(message, /main.lua:2: in main chunk/);
});

test("an error of the syntax has a line and no traceback", async () => {
  assert.equal(await failure("x = 1\ny = = 2"), "main.lua:2: unexpected symbol near '='");
  assert.match(await failure("\x1bLua"), /attempt to load a binary chunk \(mode is 't'\)/);
});

test("an error value may be anything", async () => {
  const first = async (program) => (await failure(program)).split("\n")[0];
  assert.equal(await first("error()"), "(error object is a nil value)");
  assert.equal(await first("error {}"), "(error object is a table value)");
  assert.equal(await first("error(12)"), "12");
  assert.equal(await first("error(setmetatable({}, { __tostring = function() return 'text' end }))"), "text");
  assert.equal(await first("error(setmetatable({}, { __tostring = function() error 'inner' end }))"),
    "main.lua:1: inner");
  assert.equal(await first("error(setmetatable({}, { __tostring = function() return {} end }))"),
    "(error object is a table value)");
  assert.match(await first(`local t = setmetatable({}, {})
    getmetatable(t).__tostring = function() error(t) end error(t)`), /C stack overflow|error in error handling/);
});

test("100,000 errors leave no trace", async () => {
  const { machine } = await start();
  const fail = () => machine.run("error(setmetatable({}, { __tostring = function() error 'x' end }))", "@a");
  const collect = () => machine.run("for _ = 1, 30 do collectgarbage() end", "@a"); // a stack shrinks by half
  for (let i = 0; i < 100; i++) fail();
  assert.match(machine.run("local function f() f() end f()", "@a"), /stack overflow/);
  collect();
  const before = machine.usedBytes, memory = machine.bytes.length;
  for (let i = 0; i < 20000; i++) fail();
  assert.equal(machine.run("for i = 1, 1e5 do pcall(error) end", "@a"), null);
  assert.match(machine.run("local function f() f() end f()", "@a"), /stack overflow/);
  collect();
  assert.ok(machine.usedBytes <= before + 1000, `${before} to ${machine.usedBytes}`);
  assert.ok(machine.bytes.length < memory + (1 << 20));
});

test("memory is limited, and the next program runs", async () => {
  const { machine, written } = await start({ memory: 8 << 20 });
  for (let i = 0; i < 3; i++) {
    assert.match(machine.run("t = {} for i = 1, 1e9 do t[i] = { i } end", "@a"), /^not enough memory/);
    assert.ok(machine.usedBytes <= (8 << 20) + 65536);
    assert.match(machine.run("local s = {} for i = 1, 1e6 do s[i] = i end", "@a"), /^not enough memory/);
    assert.equal(machine.run("t = nil", "@a"), null);
    assert.equal(machine.run("print(#string.rep('x', 1e6))", "@a"), null);
  }
  assert.equal(written.out, "1000000\n1000000\n1000000\n");
  assert.match(machine.run("x = string.rep('x', 1e9)", "@a"), /^not enough memory/);
  const big = `x = "${"y".repeat(9 << 20)}"`;
  assert.match(machine.run(big, "@a"), /^not enough memory/);
  assert.match(machine.run("local grid = require 'astar'.grid(4096, 4096)", "@a"), /not enough memory/);
});

test("a callback without memory reports it", async () => {
  const { machine } = await start({ memory: 4 << 20 });
  machine.run("debug.getregistry().callbacks = { f = function(s) t[#t + 1] = s .. #t end } t = {}", "@a");
  let message = null;
  for (let i = 0; i < 20 && message === null; i++) message = machine.call("f", [], "x".repeat(1 << 19));
  assert.match(message, /^not enough memory/);
  assert.match(machine.call("f", [], "x".repeat(1 << 22)), /^not enough memory/);
  assert.equal(machine.run("t = {}", "@a"), null);
  assert.equal(machine.call("f", [], "x"), null);
});

// ------------------------------------------------------------------------------ the stack

const deep = {
  "recursion": "local function f() return 1 + f() end f()",
  "string.gsub": "local function f() return (('x'):gsub('x', f)) end f()",
  "pcall": "local function f() local ok, e = pcall(f) error(e, 0) end f()",
  "xpcall": "local function f() assert(xpcall(f, error)) end f()",
  "a handler": "local function f() error 'x' end xpcall(f, function() f() end) f()",
  "coroutines": "local function f() local ok, e = coroutine.resume(coroutine.create(f)) error(e, 0) end f()",
  "coroutine.wrap": "local function f() coroutine.wrap(f)() end f()",
  "table.sort": "local function f() table.sort({ 1, 2, 3 }, f) end f()",
  "metamethods": `local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end
    local x = t.x`,
  "operators": `local t = setmetatable({}, {}) getmetatable(t).__add = function(a, b) return a + b end
    local x = t + t`,
  "tostring": "local t = setmetatable({}, {}) getmetatable(t).__tostring = tostring tostring(t)",
  "concat": `local t = setmetatable({}, {}) getmetatable(t).__concat = function(a, b) return a .. b end
    local x = t .. t`,
  "load": "local function f() load(f) error 'x' end f()",
  "require": "package.preload.a = function() package.loaded.a = nil require 'a' end require 'a'",
  "dofile": "dofile 'deep.lua'",
  "close": "local function f() local x <close> = setmetatable({}, { __close = f }) end f()",
  "string.format": `local t = setmetatable({}, {})
    getmetatable(t).__tostring = function(t) return ('%s'):format(t) end print(t)`,
  "parentheses": `assert(load("x = " .. ("("):rep(1e5) .. "1" .. (")"):rep(1e5)))`,
  "tables": `assert(load("x = " .. ("{"):rep(1e5) .. ("}"):rep(1e5)))`,
  "functions": `assert(load(("function f() "):rep(1e5) .. ("end "):rep(1e5)))`,
  "blocks": `assert(load(("do "):rep(1e5) .. ("end "):rep(1e5)))`,
  "operators in text": `assert(load("x = " .. ("- "):rep(1e5) .. "1"))`,
  "powers": `assert(load("x = " .. ("2 ^ "):rep(1e5) .. "1"))`,
  "repetitions": `assert(load(("repeat if x then while x do "):rep(1e4)))`,
};

for (const [what, program] of Object.entries(deep)) {
  test(`endless ${what} is an error of Lua`, async () => {
    const { machine } = await start({ files: new Map([["deep.lua", "dofile 'deep.lua'"]]) });
    const message = machine.run(program, "@main.lua");
    assert.match(message, /overflow|too many|error in error handling|^main.lua:\d+: x|expected near/);
    assert.equal(machine.run("assert(pcall(error) == false)", "@next.lua"), null);
    machine.close();
  });
}
