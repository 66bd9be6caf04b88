// astar.wasm in Node.js and in a browser: starts it, gives it files, and runs programs in Lua.
//
// Errors: a program's error is the text that `run` and `call` return. Two things end a machine and
// are thrown: Exit, when the program calls os.exit, and Fatal, when WebAssembly or JavaScript
// failed below Lua. Then the state of Lua may be broken, so only a new machine can go on.
//
// A program can break its state by the library debug and by bytecode, as in every Lua. Then a call is
// fatal, or never ends. It reaches nothing but the memory of its machine and the imports below.
//
// Lua raises an error by a JavaScript exception, since WebAssembly has no setjmp: `try` calls a
// function in C and catches the exception of `throw`. What else is thrown passes through. Lua
// limits the depth of calls in C (lua_settings.h), so that the browser's stack does not overflow.

import { Files, SystemError } from "./files.js";
import { noRenderer } from "./no_renderer.js";
import { wasi } from "./wasi.js";

export { normalize } from "./files.js";

/** What os.exit raises through all calls. */
export class Exit {
  constructor(code) {
    this.code = code;
  }
}

/** WebAssembly or JavaScript failed below Lua. `cause`: the first error. */
export class Fatal extends Error {
  constructor(cause) {
    const text = String(cause?.message ?? cause);
    super(cause instanceof RangeError && /stack/.test(text) ? "the stack of the browser is full"
      : cause instanceof WebAssembly.RuntimeError ? `the program broke the machine: ${text}` : text,
    { cause });
    this.name = "Fatal";
  }
}

const NOTHING = new Uint8Array(0);

const thrown = { name: "an error in Lua" }; // what Lua throws, up to the call that is protected

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Compiles astar.wasm. `source`: its bytes, or a response of fetch or its promise. */
export async function compile(source) {
  const found = await source;
  if (typeof Response !== "undefined" && found instanceof Response) {
    return WebAssembly.compileStreaming(found);
  }
  return WebAssembly.compile(found);
}

/**
 * An output for Machine.start that calls use(text, descriptor) with text. The bytes of a character
 * may come in two parts.
 */
export function textOutput(use) {
  const decoders = [];
  return (descriptor, bytes) => {
    decoders[descriptor] ??= new TextDecoder("utf-8", { ignoreBOM: true });
    const text = decoders[descriptor].decode(bytes, { stream: true });
    if (text !== "") use(text, descriptor);
  };
}

// The engine compiles a function of WebAssembly with few optimizations, and again when it was
// called often; a call that runs keeps the slow code. Without these calls a program of one long
// chunk, which is one call of Lua's interpreter, would run four times slower.
const WARM_UP = `
  local function work()
    local t, s = {}, ""
    for i = 1, 30 do t[i] = i % 7 + #s end
    return t
  end
  for _ = 1, 3000 do pcall(work) end`;

/** One Lua state. */
export class Machine {
  /**
   * Starts a machine.
   *
   * files: the files by path, see files.js; folder: the current folder.
   * written: how much the files may grow [bytes].
   * input(size): the next bytes of the standard input, none at its end.
   * output(descriptor, bytes): 1 is the output, 2 are errors. See textOutput.
   * memory: the limit of the Lua state [bytes]. environment: what os.getenv reads.
   * execute(command, {input, isCaptured}): runs a command of os.execute or io.popen. Returns
   * { code, output }, or undefined if there are no commands. `output` are bytes, undefined: none.
   * Without `execute` there is only the command "test -t 1", is the output a terminal: yes, if the
   * environment has TERM.
   * love: the functions that `love` imports, see host/page.h, or a function of the machine that
   * returns them. Those that are missing draw nothing.
   */
  static async start(module, options = {}) {
    const machine = new Machine(options);
    const instance = await WebAssembly.instantiate(module, machine.#imports());
    machine.#open(instance.exports, options);
    return machine;
  }

  #exports;
  #memory;
  #bytes = new Uint8Array(0);
  #view;
  #files;
  #options;
  // By descriptor: { code } of a command that ran, or { command } to run when it is closed.
  #pipes = new Map();
  #isRunning = false;
  #ended; // the Exit or Fatal that ended the machine

  constructor(options) {
    const { files = new Map(), folder = "", written = 64 << 20 } = options;
    this.#files = new Files(files, { folder, limit: written });
    this.#options = options;
  }

  #open(exports, { folder = "", memory = 256 << 20 }) {
    this.#exports = exports;
    this.#memory = exports.memory;
    exports._initialize?.();
    const status = this.#with(`/${folder}`, (path) => exports.host_open(memory, path));
    if (status !== 0) throw new Error("not enough memory for Lua");
    this.run(WARM_UP, "=warm-up");
  }

  // The memory as bytes. Growing it invalidates arrays that were made before.
  get bytes() {
    if (this.#bytes.buffer !== this.#memory.buffer) {
      this.#bytes = new Uint8Array(this.#memory.buffer);
      this.#view = new DataView(this.#memory.buffer);
    }
    return this.#bytes;
  }

  get view() {
    return this.bytes && this.#view;
  }

  /** The functions and numbers that astar.wasm exports. */
  get exports() {
    return this.#exports;
  }

  /** The memory that the Lua state uses [bytes]. */
  get usedBytes() {
    return this.#exports.host_used_bytes();
  }

  /** A text in the memory. */
  text(address, size) {
    return decoder.decode(this.bytes.subarray(address, address + size));
  }

  // ------------------------------------------------------------------------------ programs

  /** Runs a program. `name`: as Lua's chunk name, "@main.lua". Returns null or the error's text. */
  run(program, name) {
    return this.#enter(() => this.#with(program, (code, size) => this.#with(name, (title) =>
      this.#result(this.#exports.host_run(code, size, title)))));
  }

  /** Calls registry.callbacks[name](text, ...numbers). Returns null or the error's text. */
  call(name, numbers = [], text = undefined) {
    const values = new Uint8Array(new Float64Array(numbers).buffer);
    return this.#enter(() => this.#with(name, (title) => this.#with(values, (first) =>
      this.#with(text ?? "", (address, size) => this.#result(this.#exports.host_call(title,
        text === undefined ? 0 : address, size, first, numbers.length))))));
  }

  /** Ends the machine: runs the finalizers of Lua, and writes open files. */
  close() {
    if (!this.#ended) this.#enter(() => this.#exports.host_close());
    this.#files.save();
    this.#ended ??= new Exit(0);
  }

  // Calls a function that runs Lua. What it throws ends the machine.
  #enter(use) {
    if (this.#ended) throw this.#ended;
    if (this.#isRunning) throw new Error("the machine is running a program");
    this.#isRunning = true;
    try {
      return use();
    } catch (error) {
      this.#ended = error instanceof Exit ? error : new Fatal(error);
      this.#files.save();
      throw this.#ended;
    } finally {
      this.#isRunning = false;
    }
  }

  #result(status) {
    if (status === 0) return null;
    return this.text(this.#exports.host_message(), this.#exports.host_message_bytes());
  }

  // Copies a text into the memory, ends it with a zero, and returns use(address, size).
  #with(text, use) {
    const copied = typeof text === "string" ? encoder.encode(text) : text;
    const address = this.#exports.host_allocate(copied.length + 1);
    if (address === 0) return "not enough memory";
    this.bytes.set(copied, address);
    this.bytes[address + copied.length] = 0;
    const result = use(address, copied.length);
    this.#exports.host_release(address);
    return result;
  }

  // ------------------------------------------------------------------------------ imports

  #imports() {
    const { love = {}, environment = {}, input = () => NOTHING, output = () => {} } =
      this.#options;
    return {
      page: {
        now: () => performance.now(), ...this.#protectedCalls(), ...this.#commands(),
        ...noRenderer(this), ...typeof love === "function" ? love(this) : love,
      },
      wasi_snapshot_preview1: wasi({
        machine: this, files: this.#files, input, output,
        environment: Object.entries(environment).map(([name, value]) =>
          encoder.encode(`${name}=${value}\0`)),
        exit: (code) => {
          throw new Exit(code);
        },
      }),
    };
  }

  #protectedCalls() {
    return {
      try: (call, state, data) => {
        try {
          this.#exports.host_protected(call, state, data);
          return 0;
        } catch (error) {
          if (error !== thrown) throw error;
          return 1;
        }
      },
      throw: () => {
        throw thrown;
      },
    };
  }

  // The descriptor of a file with these bytes, or -1 without room for it.
  #openBytes(bytes) {
    try {
      return this.#files.openBytes(bytes);
    } catch (error) {
      if (error instanceof SystemError) return -1;
      throw error;
    }
  }

  // Commands of os.execute and io.popen. -1: there are no commands.
  #commands() {
    const { environment = {} } = this.#options;
    const execute = this.#options.execute ?? ((command) =>
      command === "test -t 1" ? { code: environment.TERM ? 0 : 1 } : undefined);
    const run = (command, options) => {
      this.#files.save();
      return execute(command, options);
    };
    return {
      execute: (address, size) => run(this.text(address, size), {})?.code ?? -1,
      popen: (address, size, isWriting) => {
        const command = this.text(address, size);
        const done = isWriting ? {} : run(command, { isCaptured: true });
        if (!done) return -1;
        const descriptor = this.#openBytes(done.output ?? NOTHING);
        if (descriptor >= 0) this.#pipes.set(descriptor, isWriting ? { command } : { code: done.code });
        return descriptor;
      },
      pclose: (descriptor) => {
        const { command, code } = this.#pipes.get(descriptor);
        this.#pipes.delete(descriptor);
        if (command === undefined) return code;
        return run(command, { input: this.#files.content(descriptor) })?.code ?? -1;
      },
    };
  }
}
