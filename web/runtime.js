// astar.wasm in Node.js and in a browser: starts it, gives it files, and runs programs in Lua.
//
// The file system is a map of files by path. The paths in it are normalized and do not begin with
// "/": "examples/demo.lua". All other calls of WASI answer that there is nothing.

/** What os.exit raises through all calls. */
export class Exit {
  constructor(code) {
    this.code = code;
  }
}

class Thrown {}
const thrown = new Thrown(); // what Lua's errors raise, up to the call that is protected

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Compiles astar.wasm. `source`: its bytes, or a response of fetch or its promise. */
export async function compile(source) {
  const found = await source;
  if (typeof Response !== "undefined" && found instanceof Response) {
    return WebAssembly.compileStreaming(found);
  }
  return WebAssembly.compile(found);
}

/** A path without ".", ".." and empty parts. */
export function normalize(path) {
  const parts = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

// Errors of WASI.
const OK = 0, BAD_DESCRIPTOR = 8, NO_ENTRY = 44, NOT_SUPPORTED = 58, NOT_SEEKABLE = 70;
const FIRST_FILE = 4; // 0 to 2 are standard input and output, 3 is the folder "/"

/** One Lua state. */
export class Machine {
  /**
   * Starts a machine.
   *
   * files: get(path), set(path, bytes), has(path), delete(path), such as a Map of Uint8Array.
   * folder: the current folder. output(descriptor, bytes): 1 is the output, 2 are errors.
   * memory: the limit of the Lua state [bytes]. environment: what os.getenv reads.
   * love: the functions that `love` imports, see host/graphics.h; without it there is no `love`.
   */
  static async start(module, options = {}) {
    const machine = new Machine(options);
    const instance = await WebAssembly.instantiate(module, machine.#imports());
    machine.#connect(instance.exports);
    return machine;
  }

  #exports;
  #memory;
  #bytes = new Uint8Array(0);
  #view;
  #files;
  #folder;
  #output;
  #limit;
  #environment;
  #love;
  #open = new Map(); // open files by descriptor: { path, bytes, at }

  constructor({ files = new Map(), folder = "", output = () => {}, memory = 256 << 20,
    environment = {}, love } = {}) {
    this.#files = files;
    this.#folder = folder;
    this.#output = output;
    this.#limit = memory;
    this.#environment = Object.entries(environment).map(([name, value]) =>
      encoder.encode(`${name}=${value}\0`));
    this.#love = love;
  }

  #connect(exports) {
    this.#exports = exports;
    this.#memory = exports.memory;
    exports._initialize?.();
    if (exports.host_open(this.#limit) !== 0) throw new Error("not enough memory for Lua");
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

  #message() {
    const start = this.#exports.host_message();
    return this.text(start, this.bytes.indexOf(0, start) - start);
  }

  // Copies a text into the memory, ends it with a zero, and calls use(address, size).
  #with(text, use) {
    const copied = typeof text === "string" ? encoder.encode(text) : text;
    const address = this.#exports.host_allocate(copied.length + 1);
    if (address === 0) return "not enough memory";
    this.bytes.set(copied, address);
    this.bytes[address + copied.length] = 0;
    try {
      return use(address, copied.length);
    } finally {
      this.#exports.host_release(address);
    }
  }

  /** Runs a program. `name`: as Lua's chunk name, "@main.lua". Returns null or the error's text. */
  run(program, name) {
    return this.#with(program, (code, size) => this.#with(name, (title) =>
      this.#exports.host_run(code, size, title) === 0 ? null : this.#message()));
  }

  /** Calls registry.callbacks[name](text, ...numbers). Returns null or the error's text. */
  call(name, numbers = [], text) {
    const values = new Uint8Array(new Float64Array(numbers).buffer);
    return this.#with(name, (title) => this.#with(values, (first) =>
      this.#with(text ?? "", (address, size) =>
        this.#exports.host_call(title, text === undefined ? 0 : address, size, first,
          numbers.length) === 0 ? null : this.#message())));
  }

  // ------------------------------------------------------------------------------ imports

  #imports() {
    const unsupported = () => NOT_SUPPORTED;
    return {
      page: { now: () => performance.now(), ...this.#protectedCalls(), ...this.#love },
      wasi_snapshot_preview1: new Proxy(this.#wasi(), { get: (calls, name) => calls[name] ?? unsupported }),
    };
  }

  #protectedCalls() {
    return {
      try: (call, state, data) => {
        const stack = this.#exports.__stack_pointer.value;
        try {
          this.#exports.__indirect_function_table.get(call)(state, data);
          return 0;
        } catch (error) {
          if (error !== thrown) throw error;
          this.#exports.__stack_pointer.value = stack;
          return 1;
        }
      },
      throw: () => {
        throw thrown;
      },
    };
  }

  #find(path) {
    return this.#files.get(normalize(path)) ?? this.#files.get(normalize(`${this.#folder}/${path}`));
  }

  #wasi() {
    const putNumber = (address, value) => this.view.setUint32(address, value, true);
    const putLong = (address, value) => this.view.setBigUint64(address, BigInt(value), true);
    // Calls use(address, length) for each part of a list of buffers; returns the sum of its results.
    const each = (list, count, use) => {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        sum += use(this.view.getUint32(list + 8 * i, true), this.view.getUint32(list + 8 * i + 4, true));
      }
      return sum;
    };
    return {
      args_sizes_get: (count, size) => (putNumber(count, 0), putNumber(size, 0), OK),
      args_get: () => OK,
      environ_sizes_get: (count, size) => {
        putNumber(count, this.#environment.length);
        putNumber(size, this.#environment.reduce((sum, text) => sum + text.length, 0));
        return OK;
      },
      environ_get: (list, address) => {
        for (const text of this.#environment) {
          putNumber(list, address);
          this.bytes.set(text, address);
          list += 4;
          address += text.length;
        }
        return OK;
      },
      clock_time_get: (clock, _precision, result) => {
        putLong(result, Math.round((clock === 0 ? Date.now() : performance.now()) * 1e6));
        return OK;
      },
      fd_prestat_get: (descriptor, result) => {
        if (descriptor !== 3) return BAD_DESCRIPTOR;
        putNumber(result, 0);
        putNumber(result + 4, 1);
        return OK;
      },
      fd_prestat_dir_name: (_descriptor, name) => (this.bytes.set([47], name), OK),
      fd_fdstat_get: (descriptor, result) => {
        this.bytes.fill(0, result, result + 24);
        this.bytes[result] = descriptor < 3 ? 2 : descriptor === 3 ? 3 : 4;
        putLong(result + 8, 0xffffffff);
        putLong(result + 16, 0xffffffff);
        return OK;
      },
      path_open: (_folder, _lookup, name, size, create, _rights, _inherited, _flags, result) => {
        const path = this.text(name, size);
        let bytes = this.#find(path);
        if (!bytes && !(create & 1)) return NO_ENTRY;
        if (!bytes || create & 8) this.#files.set(normalize(path), bytes = new Uint8Array(0));
        let descriptor = FIRST_FILE;
        while (this.#open.has(descriptor)) descriptor++;
        this.#open.set(descriptor, { path: normalize(path), bytes, at: 0 });
        putNumber(result, descriptor);
        return OK;
      },
      fd_close: (descriptor) => (this.#open.delete(descriptor), OK),
      fd_seek: (descriptor, offset, whence, result) => {
        const file = this.#open.get(descriptor);
        if (!file) return descriptor < 3 ? NOT_SEEKABLE : BAD_DESCRIPTOR;
        file.at = Number(offset) + [0, file.at, file.bytes.length][whence];
        putLong(result, file.at);
        return OK;
      },
      fd_read: (descriptor, list, count, result) => {
        const file = this.#open.get(descriptor);
        putNumber(result, !file ? 0 : each(list, count, (address, length) => {
          const part = file.bytes.subarray(file.at, file.at + length);
          this.bytes.set(part, address);
          file.at += part.length;
          return part.length;
        }));
        return OK;
      },
      fd_write: (descriptor, list, count, result) => {
        const file = this.#open.get(descriptor);
        putNumber(result, each(list, count, (address, length) => {
          const part = this.bytes.slice(address, address + length);
          if (!file) {
            this.#output(descriptor, part);
          } else {
            const longer = new Uint8Array(Math.max(file.bytes.length, file.at + length));
            longer.set(file.bytes);
            longer.set(part, file.at);
            file.bytes = longer;
            file.at += length;
            this.#files.set(file.path, longer);
          }
          return length;
        }));
        return OK;
      },
      path_unlink_file: (_folder, name, size) => {
        return this.#files.delete(normalize(this.text(name, size))) ? OK : NO_ENTRY;
      },
      proc_exit: (code) => {
        throw new Exit(code);
      },
    };
  }
}
