// Tests of web/runtime.js and the machine in C: node --test spec/web/runtime.test.mjs

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { ERRORS } from "../../web/files.js";
import { compile, Exit, Fatal, Machine, normalize, textOutput } from "../../web/runtime.js";

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
    assert.equal(machine.run("local t = {} for i = 1, 1 << 18 do t[i] = i end", "@a"), null, "4 MB");
    assert.equal(machine.run("print(#string.rep('x', 1e6))", "@a"), null);
  }
  assert.equal(written.out, "1000000\n1000000\n1000000\n");
  assert.match(machine.run("x = string.rep('x', 1e9)", "@a"), /^not enough memory/);
  const big = `x = "${"y".repeat(9 << 20)}"`;
  assert.match(machine.run(big, "@a"), /^not enough memory/);
  assert.match(machine.run("local grid = require 'astar'.grid(4096, 4096)", "@a"), /not enough memory/);
  await assert.rejects(start({ memory: 1000 }), /not enough memory for Lua/);
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
  "patterns": `local function f()
      ("a"):rep(190):find(("a?"):rep(190))
      return (("x"):gsub("x", f))
    end f()`,
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

// ------------------------------------------------------------------------- Exit and Fatal

/** What a program throws through the machine. */
async function thrownBy(program, options) {
  const { machine, written } = await start(options);
  let error = null;
  try {
    machine.run(program, "@main.lua");
  } catch (caught) {
    error = caught;
  }
  assert.throws(() => machine.run("x = 1", "@next.lua"), (again) => again === error);
  assert.throws(() => machine.call("x"), (again) => again === error);
  machine.close();
  return { error, written };
}

test("os.exit ends the machine with its code", async () => {
  for (const [arguments_, code] of [["", 0], ["true", 0], ["false", 1], ["7", 7], ["3, true", 3]]) {
    const { error, written } = await thrownBy(`io.write "kept" os.exit(${arguments_}) print "lost"`);
    assert.ok(error instanceof Exit);
    assert.equal(error.code, code);
    assert.equal(written.out, "kept");
  }
});

test("os.exit passes through all calls", async () => {
  const exits = [
    "pcall(pcall, pcall, os.exit, 5)",
    "xpcall(error, function() os.exit(5) end)",
    "coroutine.wrap(function() pcall(coroutine.wrap(function() os.exit(5) end)) end)()",
    "setmetatable({}, { __gc = function() os.exit(5) end }) collectgarbage()",
    "do local x <close> = setmetatable({}, { __close = function() os.exit(5) end }) end",
    "('x'):gsub('x', function() os.exit(5) end)",
    "table.sort({ 1, 2 }, function() os.exit(5) end)",
    "load(function() os.exit(5) end)",
    "setmetatable({}, { __gc = function() os.exit(5) end }) os.exit(4, true)",
  ];
  for (const program of exits) {
    const { error } = await thrownBy(`${program} print "lost"`);
    assert.ok(error instanceof Exit, program);
    assert.equal(error.code, 5, program);
  }
});

test("what fails below Lua is fatal", async () => {
  const output = () => {
    throw new TypeError("no page");
  };
  const { error } = await thrownBy("pcall(print, 1)", { output });
  assert.ok(error instanceof Fatal);
  assert.equal(error.message, "no page");
  assert.ok(error.cause instanceof TypeError);
});

test("a trap of WebAssembly is fatal", async () => {
  // Code that no compiler wrote: a constant far outside of the memory.
  const { error } = await thrownBy(`
    local code, count = string.dump(load "local a = 1.5 return a")
      :gsub("\\x51\\0\\0\\0\\3\\0\\0\\0", "\\x51\\0\\0\\0\\3\\x80\\xff\\xff")
    assert(count == 1)
    print(pcall(load(code)))`);
  assert.ok(error instanceof Fatal, String(error));
  assert.equal(error.message, "the program broke the machine: memory access out of bounds");
});

test("a full stack of the browser is fatal", async () => {
  const { machine } = await start();
  const measure = (depth) => {
    try {
      return measure(depth + 1);
    } catch {
      return depth;
    }
  };
  const dive = (depth) => depth > 0 ? dive(depth - 1) : machine.run(deep["string.gsub"], "@main.lua");
  const available = measure(0);
  assert.throws(() => {
    for (let part = 0.5; part < 2; part += 0.02) dive(Math.floor(available * part));
  }, (error) => error instanceof Fatal && error.message === "the stack of the browser is full" &&
    error.cause instanceof RangeError);
  assert.throws(() => machine.run("x = 1", "@next.lua"), Fatal);
});

test("a machine that runs cannot be called", async () => {
  let machine = null;
  const messages = [];
  ({ machine } = await start({
    output: () => {
      try {
        machine.run("x = 1", "@a");
      } catch (error) {
        messages.push(error.message);
      }
    },
  }));
  assert.equal(machine.run("print(1)", "@main.lua"), null);
  assert.deepEqual([...new Set(messages)], ["the machine is running a program"]);
});

test("machines come and go", async () => {
  for (let i = 0; i < 1000; i++) {
    const { machine } = await start();
    assert.equal(machine.run("t = {} for i = 1, 100 do t[i] = { i } end", "@a"), null);
    machine.close();
    assert.throws(() => machine.run("x = 1", "@a"), Exit);
  }
  globalThis.gc?.();
  assert.ok(process.memoryUsage().rss < 2 ** 30);
});

// ------------------------------------------------------------------------ input and output

test("a character may be written in two parts", async () => {
  assert.equal(await printed("print '\\u{FEFF}a'"), "\ufeffa\n");
  assert.equal(await printed("io.write('\\xc3') io.stdout:flush() io.write('\\xa4\\u{1F600}\\n')"), "ä😀\n");
});

test("output is bytes", async () => {
  const parts = [];
  const output = (descriptor, bytes) => parts.push([descriptor, ...bytes]);
  const machine = await Machine.start(module, { output });
  machine.run("io.write('\\0\\255\\n') io.stderr:write('\\1')", "@a");
  assert.deepEqual(parts, [[1, 0, 255, 10], [2, 1]]);
});

test("long and many outputs are complete", async () => {
  const found = await printed("print(('x'):rep(5e6)) for i = 1, 20000 do print(i) end io.write 'end'");
  assert.equal(found.length, 5e6 + 1 + 108894 + 3);
  assert.ok(found.endsWith("20000\nend"));
});

test("the standard input is read to its end", async () => {
  let rest = new TextEncoder().encode("one\n2 three\nfour");
  const input = (size) => {
    const part = rest.subarray(0, Math.min(size, 3));
    rest = rest.subarray(part.length);
    return part;
  };
  assert.equal(await printed("print(io.read()) print(io.read('n', 'l', 'a')) print(io.read(), io.read 'a')", { input }),
    "one\n2\t three\tfour\nnil\t\n");
  assert.equal(await printed("print(io.read(), io.read 'n', io.read 'a')"), "nil\tnil\t\n");
});

test("the environment, the time and the clock", async () => {
  assert.equal(await printed("print(os.getenv 'A', os.getenv 'B', os.getenv 'C')", { environment: { A: "x=ä", B: "" } }),
    "x=ä\t\tnil\n");
  const [time, date, clock] = (await printed("print(os.time(), os.date('!%Y'), os.clock())")).split("\t");
  assert.ok(Math.abs(time - Date.now() / 1000) < 5);
  assert.equal(date, String(new Date().getUTCFullYear()));
  assert.ok(clock >= 0 && clock < 5);
  assert.equal(await printed("print(os.date('!%Y-%m-%d %H:%M:%S', 86399))"), "1970-01-01 23:59:59\n");
  assert.equal(await printed("print(os.time { year = 2024, month = 2, day = 30, hour = 12 })"), "1709294400\n");
});

test("there are no commands, but the output may be a terminal", async () => {
  assert.equal(await printed("print(os.execute()) print(os.execute 'ls') print(io.popen 'ls')"),
    "false\nnil\tNot supported\t58\nnil\tls: Not supported\t58\n");
  assert.equal(await printed("print(os.execute 'test -t 1')"), "nil\texit\t1\n");
  assert.equal(await printed("local p = io.popen 'test -t 1' print(p:read 'a', p:close())"),
    "\tnil\texit\t1\n");
  const environment = { TERM: "xterm" };
  assert.equal(await printed("print(os.execute 'test -t 1')", { environment }), "true\texit\t0\n");
});

test("a command finds what the program has written", async () => {
  const files = new Map(), found = [];
  const execute = () => {
    found.push(new TextDecoder().decode(files.get("a")));
    return { code: 0, output: new Uint8Array(0) };
  };
  await printed(`
    local f = io.open("a", "w")
    f:write "1" os.execute "x"
    f:write "2" io.popen "x":close()
    local p = io.popen("x", "w")
    f:write "3" p:close()`, { files, execute });
  assert.deepEqual(found, ["1", "12", "12"]);
});

test("commands are run by the option execute", async () => {
  const commands = [];
  const execute = (command, { input, isCaptured }) => {
    commands.push([command, input && new TextDecoder().decode(input), isCaptured]);
    return { code: command.length, output: new TextEncoder().encode("out\nput") };
  };
  assert.equal(await printed(`
    print(os.execute "abc")
    local p = io.popen "de"
    print(p:read "a", p:close())
    p = io.popen("f", "w")
    p:write("in", "put")
    print(p:close())
    print(pcall(io.popen, "x", "rw"))`, { execute }),
  "nil\texit\t3\nout\nput\tnil\texit\t2\nnil\texit\t1\n" +
    "false\tbad argument #2 to 'io.popen' (invalid mode)\n");
  assert.deepEqual(commands, [["abc", undefined, undefined], ["de", undefined, true], ["f", "input", undefined]]);
});

// --------------------------------------------------------------------------------- files

test("a path is normalized", () => {
  assert.equal(normalize("/a/./b//../c/"), "a/c");
  assert.equal(normalize("../../a"), "a");
  assert.equal(normalize(""), "");
});

test("files are read from the map", async () => {
  const files = new Map([["a.txt", "ä\nb\r\n"], ["folder/b.txt", new Uint8Array([0, 255, 26, 13])]]);
  assert.equal(await printed(`
    for line in io.lines "a.txt" do io.write(line, ";") end
    print(io.open("folder/b.txt", "rb"):read "a" == "\\0\\255\\26\\13")
    local f = io.open "./folder/../a.txt"
    print(f:seek "end", f:seek("set", 2), f:read(2), f:seek("cur", -1), f:read "a" == "b\\r\\n", f:read(1), f:read "a")
    print(f:seek("set", -1))
    print(f:close(), io.type(f))
    print(io.open "none") print(io.open "folder/none") print(io.open "a.txt/none")
    print(io.open("folder", "r"):read(1)) print(io.open("folder", "w")) print(loadfile "folder")`, { files }),
  "ä;b\r;true\n6\t2\t\nb\t3\ttrue\tnil\t\n" +
    "nil\tInvalid argument\t28\ntrue\tclosed file\n" +
    "nil\tnone: No such file or directory\t44\nnil\tfolder/none: No such file or directory\t44\n" +
    "nil\ta.txt/none: No such file or directory\t44\n" +
    "nil\tIs a directory\t31\nnil\tfolder: Is a directory\t31\nnil\tcannot read folder: Is a directory\n");
});

test("paths are relative to the folder, or begin at the root", async () => {
  const files = new Map([["a.txt", "root"], ["game/a.txt", "game"], ["game/lib/m.lua", "return ..."]]);
  assert.equal(await printed(`
    package.path = "lib/?.lua"
    print(io.open "a.txt":read "a", io.open "/a.txt":read "a", io.open "../a.txt":read "a", (require "m"))
    io.open("new.txt", "w"):write "x":close()`, { files, folder: "game" }), "game\troot\troot\tm\n");
  assert.equal(new TextDecoder().decode(files.get("game/new.txt")), "x");
  assert.equal(await printed("print(io.open 'x')", { folder: "no/such" }), "nil\tx: No such file or directory\t44\n");
});

test("modules are found in lua/", async () => {
  const files = new Map([["lua/a/b.lua", "return ..."], ["lua/c/init.lua", "return ..."], ["d.lua", "return ..."]]);
  assert.equal(await printed("print(require 'a.b', require 'c') print(require 'd')", { files }),
    "a.b\tc\tlua/c/init.lua\nd\t./d.lua\n");
});

test("files are written to the map", async () => {
  const files = new Map([["old.txt", "old text"]]);
  const { machine, written } = await start({ files });
  const content = (path) => new TextDecoder().decode(files.get(path));
  const original = files.get("old.txt");
  assert.equal(machine.run(`
    local f = io.open("new.txt", "w")
    print(io.type(f:write("a", 1, "\\n")), io.open("new.txt"):read "a" == "")
    f:flush()
    print(io.open("new.txt"):read "a")
    f:write "b" f:close()
    f = io.open("old.txt", "a") f:write " and" f:seek "set" f:write " more" f:close()
    f = io.open("plus.txt", "w+") f:write "12345" f:seek("set", 1) print(f:read(2)) f:seek("set", 3) f:write "x" f:close()
    f = io.open("gap.txt", "w") f:seek("set", 3) f:write "z" f:close()`, "@a"), null);
  assert.equal(content("new.txt"), "a1\nb");
  assert.equal(content("old.txt"), "old text and more");
  assert.equal(original, "old text");
  assert.equal(content("plus.txt"), "123x5");
  assert.equal(content("gap.txt"), "\0\0\0z");
  assert.equal(written.out, "file\ttrue\na1\n\n23\n");
  assert.equal(machine.run(`
    local f = io.open("plus.txt", "r+") f:write "ab" f:seek "end" f:write "c" f:close()
    f = io.open("new.txt", "a+") f:write "!" f:seek "set" print(f:read "a") f:close()
    kept = io.open("kept.txt", "w") kept:write "kept"`, "@a"), null);
  assert.equal(content("plus.txt"), "ab3x5c");
  assert.equal(content("kept.txt"), "");
  machine.close();
  assert.equal(content("kept.txt"), "kept");
});

test("a file that is read stays as it is in the map", async () => {
  const bytes = new TextEncoder().encode("abc");
  const files = new Map([["a", bytes]]);
  await printed("local f = io.open 'a' f:read 'a' f:close() io.open('a', 'r+'):close()", { files });
  assert.equal(files.get("a"), bytes);
  await printed("local f = io.open('a', 'r+') f:write 'x' f:close()", { files });
  assert.equal(new TextDecoder().decode(bytes), "abc");
  assert.equal(new TextDecoder().decode(files.get("a")), "xbc");
});

test("files are renamed and removed", async () => {
  const files = new Map([["a", "1"], ["b", "2"], ["folder/c", "3"], ["folder/sub/d", "4"]]);
  assert.equal(await printed(`
    print(os.rename("a", "b")) print(os.rename("a", "x")) print(os.rename("b", "folder"))
    print(os.rename("folder", "moved")) print(os.rename("moved", "moved/in")) print(os.rename("b", "b"))
    print(os.remove "b") print(os.remove "b") print(os.remove "moved")
    local f = io.open("open", "w") f:write "1" f:flush()
    print(os.rename("open", "other")) f:write "2" f:close() print(io.open "other":read "a")
    f = io.open "other" print(os.remove "other", f:read "a") f:close()`, { files }),
  "true\nnil\tNo such file or directory\t44\nnil\tIs a directory\t31\n" +
    "true\nnil\tInvalid argument\t28\ntrue\n" +
    "true\nnil\tb: No such file or directory\t44\nnil\tmoved: Directory not empty\t55\n" +
    "true\n12\ntrue\t12\n");
  assert.deepEqual([...files.keys()].sort(), ["moved/c", "moved/sub/d"]);
});

test("temporary files have names of their own", async () => {
  const files = new Map();
  assert.equal(await printed(`
    local names = {}
    for i = 1, 100 do
      local name = os.tmpname()
      assert(name:find("^/tmp/lua_" .. ("%w"):rep(12) .. "$") and not names[name] and io.open(name))
      names[name] = true
    end
    for name in pairs(names) do assert(os.remove(name)) end
    local f = io.tmpfile()
    f:write "abc" f:seek("set", 1) print(f:read "a", io.type(f)) f:close()`, { files }), "bc\tfile\n");
  assert.equal(files.size, 0);
});

test("a temporary file never takes the place of another file", async (context) => {
  context.mock.method(Math, "random", () => 0.5);
  assert.match(await printed("print(#os.tmpname(), pcall(os.tmpname))"),
    /^21\tfalse\tunable to generate a unique filename\n$/);
});

test("errors of the files have the texts of the C library", async () => {
  const texts = {
    EACCES: "Permission denied", EBADF: "Bad file descriptor", EEXIST: "File exists", EINVAL: "Invalid argument",
    EIO: "I/O error", EISDIR: "Is a directory", EMFILE: "No file descriptors available",
    ENAMETOOLONG: "Filename too long", ENOENT: "No such file or directory",
    ENOSPC: "No space left on device", ENOSYS: "Function not implemented", ENOTDIR: "Not a directory",
    ENOTEMPTY: "Directory not empty", ENOTSUP: "Not supported", EPERM: "Operation not permitted",
    EPIPE: "Broken pipe", EROFS: "Read-only file system", ESPIPE: "Invalid seek",
  };
  assert.deepEqual(Object.keys(ERRORS).sort(), Object.keys(texts).sort());
  for (const [code, text] of Object.entries(texts)) {
    const files = {
      isFolder: () => false, has: () => false,
      get: () => {
        throw Object.assign(new Error("failed"), { code });
      },
    };
    assert.equal(await printed("print(io.open 'a')", { files }), `nil\ta: ${text}\t${ERRORS[code]}\n`);
  }
});

test("a file grows in linear time", async () => {
  const begin = performance.now();
  await printed(`
    local f, part = io.open("a", "w"), ("x"):rep(4096)
    f:setvbuf "no"
    for _ = 1, 5000 do f:write(part) end
    f:close()`);
  assert.ok(performance.now() - begin < 3000); // when each part copied all of the file: 10 s
});

test("a program may write a limited number of bytes", async () => {
  const { machine, written } = await start({ written: 100000, files: new Map([["old", "x".repeat(50000)]]) });
  const message = "No space left on device\t51\n";
  assert.equal(machine.run(`
    local f = io.open("a", "w") f:setvbuf "no"
    print(f:write(("x"):rep(100001)))
    print(io.type((f:write(("x"):rep(60000)))))
    print(f:write(("x"):rep(50000)))
    print(f:seek("set", 90000), io.type((f:write "end")), f:seek("set", 2^31 - 1))
    print(f:write "end")
    f:close()
    for _ = 1, 20 do io.open("a", "w"):write(("x"):rep(90000)):close() end
    for _ = 1, 20 do os.remove "a" io.open("a", "w"):write(("x"):rep(90000)):close() end
    for _ = 1, 20 do local t = io.tmpfile() t:write(("x"):rep(9000)) t:close() end
    os.remove "old"
    print(io.type((io.open("b", "w"):write(("x"):rep(50000)))))`, "@a"), null);
  assert.equal(written.out, `nil\t${message}file\nnil\t${message}90000\tfile\t2147483647\nnil\t${message}file\n`);
  assert.equal(await printed(`
    for _, size in ipairs { 64 << 20, 63 << 20 } do
      local f = io.open("a", "w") f:setvbuf "no"
      f:seek("set", size) print(io.type((f:write "x")))
    end`), "nil\nfile\n", "64 MB");
});

test("files take room without content, too, until they are removed", async () => {
  const program = `
    local count, message = 0
    for i = 1, 100 do
      local file
      file, message = io.open("f" .. i, "w")
      if not file then break end
      file:close()
      count = i
    end
    print(count, message)
    os.remove "f1"
    print(io.open("g", "w") ~= nil, (select(2, io.open("h", "w"))))
    for i = 1, 30 do -- each time a file is replaced
      assert(os.rename("f" .. 2 + i % 2, "f" .. 3 - i % 2))
      assert(io.open("f" .. 2 + i % 2, "w")):close()
    end
    print(io.open("h", "w"))`;
  assert.equal(await printed(program, { written: 20480 }), `20\tf21: No space left on device
true\th: No space left on device
nil\th: No space left on device\t51
`);
});

test("open files and the lengths of paths are limited", async () => {
  const files = new Map([["a", "text"]]);
  assert.match(await printed(`
    local all, file, message = {}
    repeat
      all[#all + 1] = file
      file, message = io.open "a"
    until not file
    print(#all, message, pcall(io.popen, "x", "w"))
    all[1]:close()
    print(io.open "a" ~= nil)
    print((select(2, io.open(("x"):rep(1025), "w"))))`, { files }),
  /^1024\ta: No file descriptors available\ttrue\tnil\t.*\ntrue\nx+: Filename too long\n$/);
});

test("a file that is closed is read again from the map", async () => {
  const files = new Map();
  const { machine, written } = await start({ files });
  assert.equal(machine.run("io.open('a', 'w'):write('old'):close()", "@a"), null);
  files.set("a", "new");
  assert.equal(machine.run("print(io.open('a'):read 'a')", "@a"), null);
  assert.equal(written.out, "new\n");
});

test("a file that has been written is not written again", async () => {
  const files = new Map();
  const { machine } = await start({ files });
  assert.equal(machine.run("f = io.open('a', 'w') f:write 'old' f:flush() io.open('a'):close()", "@a"), null);
  assert.equal(new TextDecoder().decode(files.get("a")), "old");
  files.set("a", "new");
  assert.equal(machine.run("f:close()", "@a"), null);
  machine.close();
  assert.equal(files.get("a"), "new");
});

test("a file that is replaced gives its bytes back, and can be read", async () => {
  const files = new Map();
  assert.equal(await printed(`
    for i = 1, 20 do
      io.open("a", "w"):write(("x"):rep(40000)):close()
      assert(os.rename("a", "b"))
    end
    local f = assert(io.open "b")
    io.open("a", "w"):write "new":close()
    assert(os.rename("a", "b"))
    print(#f:read "a", f:close(), io.open "b":read "a")`, { files, written: 100000 }), "40000\ttrue\tnew\n");
  assert.deepEqual([...files.keys()], ["b"]);
});

test("what the page passes is released", async () => {
  const { machine } = await start();
  const program = `--${"x".repeat(1 << 20)}`;
  for (let i = 0; i < 100; i++) assert.equal(machine.run(program, "@a"), null);
  assert.ok(machine.bytes.length < 16 << 20);
});

test("compiled programs are files, too", async () => {
  assert.equal(await printed(`
    local f = io.open("a.luac", "wb") f:write(string.dump(function(...) print("ran", ...) end)) f:close()
    assert(loadfile "a.luac")(1)
    f = io.open("b.lua", "w") f:write "#!/usr/bin/lua\\nprint(...)" f:close()
    loadfile "b.lua"(2)`), "ran\t1\n2\n");
});

test("the command `lua` opens no devices, which may have no end", () => {
  const program = `for _, name in ipairs { "/dev/zero", "/dev/tty", "README.md" } do print((io.open(name))) end`;
  const { stdout } = spawnSync(process.execPath, ["web/lua.js", "-e", program], { timeout: 20000 });
  assert.match(String(stdout), /^nil\nnil\nfile \(0x\w+\)\n$/);
});

// ---------------------------------------------------------------------------------- love

test("love may be an object or a function of the machine", async () => {
  const machines = [];
  const love = (machine) => {
    machines.push(machine);
    return { now: () => 42 };
  };
  const { machine } = await start({ love });
  assert.deepEqual(machines, [machine]);
  assert.equal((await start({ love: { now: () => 42 } })).machine.run("x = 1", "@a"), null);
});
