#!/usr/bin/env node
// Lua's command on astar.wasm: node web/lua.js [options] [script [arguments]]
//
// The options are those of lua5.4: -e code, -l module, -v, -E, -, --. Files are those of the disk,
// and os.execute and io.popen run its commands. The module astar is built in, and package.path is
// that of lua5.4 in this project: ./?.lua and lua/?.lua.

import { spawnSync } from "node:child_process";
import {
  existsSync, readFileSync, readSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync,
  writeSync,
} from "node:fs";
import { constants } from "node:os";

import { SystemError } from "./files.js";
import { compile, Exit, Machine } from "./runtime.js";

const WASM = new URL("../build/wasm/astar.wasm", import.meta.url);
const MEMORY = 2 ** 31 - 1; // [bytes]
const USAGE = `usage: lua.js [options] [script [args]]
Available options are:
  -e stat   execute string 'stat'
  -l mod    require library 'mod' into global 'mod'
  -v        show version information
  -E        ignore environment variables
  --        stop handling options
  -         stop handling options and execute stdin
`;

// -------------------------------------------------------------------------------- system

// The disk as the files of a machine. The paths begin at its root.
const disk = {
  get: (path) => {
    const status = statSync(`/${path}`, { throwIfNoEntry: false });
    if (status && !status.isFile()) throw new SystemError("EINVAL"); // a device may have no end
    return status && readFileSync(`/${path}`);
  },
  set: (path, bytes) => writeFileSync(`/${path}`, bytes),
  has: (path) => existsSync(`/${path}`) && !disk.isFolder(path),
  delete: (path) => rmSync(`/${path}`),
  isFolder: (path) => statSync(`/${path}`, { throwIfNoEntry: false })?.isDirectory() ?? false,
  rename: (from, to) => renameSync(`/${from}`, `/${to}`),
  removeFolder: (path) => rmdirSync(`/${path}`),
};

// Calls use() again while the descriptor is not ready: a terminal or pipe that does not wait.
function retry(use) {
  for (;;) {
    try {
      return use();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5); // milliseconds
    }
  }
}

function write(descriptor, bytes) {
  for (let at = 0; at < bytes.length;) at += retry(() => writeSync(descriptor, bytes, at));
}

function read(size) {
  const bytes = new Uint8Array(size);
  try {
    return bytes.subarray(0, retry(() => readSync(0, bytes)));
  } catch (error) {
    if (error.code === "EOF") return bytes.subarray(0, 0);
    throw error;
  }
}

// A command that a signal ended has the exit code of a shell: 128 and the signal's number.
function execute(command, { input, isCaptured }) {
  const result = spawnSync("/bin/sh", ["-c", command], {
    input, maxBuffer: Infinity,
    stdio: [input ? "pipe" : "inherit", isCaptured ? "pipe" : "inherit", "inherit"],
  });
  if (result.error) throw new SystemError(result.error.code);
  return { code: result.status ?? 128 + constants.signals[result.signal], output: result.stdout };
}

// ----------------------------------------------------------------------------- arguments

/** Thrown with the text of a usage error. */
class UsageError extends Error {}

/** The options, the script (undefined: none, "-": the input) and its arguments. */
function parse(list) {
  const steps = [];
  let showsVersion = false, ignoresEnvironment = false, at = 0;
  for (; at < list.length && list[at].startsWith("-"); at++) {
    const option = list[at];
    if (option === "-") break;
    if (option === "--") {
      at++;
      break;
    }
    const kind = option.slice(0, 2);
    if (kind === "-e" || kind === "-l") {
      const value = option.slice(2) || list[++at];
      if (value === undefined) throw new UsageError(`'${kind}' needs argument`);
      steps.push({ kind, value });
    } else if (option === "-v") {
      showsVersion = true;
    } else if (option === "-E") {
      ignoresEnvironment = true;
    } else {
      throw new UsageError(`unrecognized option '${option}'`);
    }
  }
  const needsScript = steps.length === 0 && !showsVersion;
  return {
    steps, showsVersion, ignoresEnvironment, before: list.slice(0, at),
    script: list[at] ?? (needsScript ? "-" : undefined), rest: list.slice(at + 1),
  };
}

/** A text as a string of Lua. */
function quote(text) {
  return `"${text.replace(/[\\"\n\r\0]/g, (c) => `\\${String(c.charCodeAt(0)).padStart(3, "0")}`)}"`;
}

/** A program that sets the table `arg`. */
function argumentTable({ before, script, rest }) {
  const first = script === undefined ? 1 - before.length : -before.length;
  const all = [...before, ...script === undefined ? [] : [script], ...rest];
  const fields = ["lua", ...all].map((text, i) => `[${first - 1 + i}] = ${quote(text)}`);
  return `arg = { ${fields.join(", ")} }`;
}

/** A program that loads the script, and runs it with its arguments. */
const RUN_SCRIPT = `
  local name = arg[0]
  if name == "-" then name = nil end
  local chunk, message = loadfile(name)
  if not chunk then
    io.stderr:write("lua: ", message, "\\n")
    os.exit(1)
  end
  chunk(table.unpack(arg))`;

// ---------------------------------------------------------------------------------- main

/** Runs a program. An error ends the command. */
function run(machine, program, name) {
  const message = machine.run(program, name);
  if (message === null) return;
  write(2, Buffer.from(`lua: ${message}\n`));
  throw new Exit(1);
}

function runAll(machine, options) {
  if (options.showsVersion) run(machine, "print(_VERSION .. '.4, WebAssembly')", "=lua");
  run(machine, argumentTable(options), "=lua");
  const init = options.ignoresEnvironment ? undefined : process.env.LUA_INIT_5_4 ?? process.env.LUA_INIT;
  if (init?.startsWith("@")) run(machine, `dofile(${quote(init.slice(1))})`, "=lua");
  else if (init) run(machine, init, "=LUA_INIT");
  for (const { kind, value } of options.steps) {
    if (kind === "-e") run(machine, value, "=(command line)");
    else run(machine, `_G[${quote(value)}] = require(${quote(value)})`, "=lua");
  }
  if (options.script !== undefined) run(machine, RUN_SCRIPT, "=lua");
  machine.close();
}

async function main(list) {
  const options = parse(list);
  const environment = { ...process.env };
  if (options.ignoresEnvironment) for (const name of ["LUA_PATH", "LUA_CPATH"]) delete environment[name];
  const machine = await Machine.start(await compile(readFileSync(WASM)), {
    files: disk, folder: process.cwd(), written: Infinity, memory: MEMORY, environment,
    input: read, output: write, execute,
  });
  runAll(machine, options);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Exit) {
    process.exitCode = error.code;
  } else {
    write(2, Buffer.from(`lua: ${error.message}\n${error instanceof UsageError ? USAGE : ""}`));
    process.exitCode = 1;
  }
}
