// A machine with `love` for specs in Node: its page only records what it is given.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import * as operations from "../../web/renderer/draw_operations.js";
import { compile, Machine } from "../../web/runtime.js";

const compiled = compile(readFileSync(new URL("../../build/wasm/astar.wasm", import.meta.url)));
const decoder = new TextDecoder();

const NAMES = Object.fromEntries(Object.entries(operations).filter(([name]) =>
  name !== "SPRITE_NUMBERS").map(([name, number]) => [number, name]));

/** The files below folders, by path. */
export function filesOf(...folders) {
  const files = new Map();
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath ?? entry.path, entry.name);
      files.set(path, new Uint8Array(readFileSync(path)));
    }
  }
  return files;
}


/** The width and height of a PNG file; 0 if it is none. */
function sidesOf(bytes) {
  if (bytes[1] !== 80 || bytes[2] !== 78 || bytes[3] !== 71) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(16) | view.getUint32(20) << 16;
}

/** A machine with `love`, and what its page knows. */
export class LoveMachine {
  /**
   * files: a Map; window: the size that the page gives, such as [800, 600]; time: of the page's clock [ms],
   * default: the real one; others: of Machine.
   */
  static async start({ files = new Map(), window, environment, memory, folder, time } = {}) {
    const love = new LoveMachine();
    love.time = time;
    love.files = files;
    for (const [path, bytes] of filesOf("web/love")) files.set(path, bytes);
    love.output = "";
    love.strings = [];
    love.images = new Map(); // by number: what defined it
    love.machine = await Machine.start(await compiled, {
      files, environment, memory, folder,
      output: (_descriptor, bytes) => {
        love.output += decoder.decode(bytes);
      },
      love: (machine) => love.#page(machine, window),
    });
    const problem = love.machine.run(files.get("web/love/init.lua"), "@love");
    if (problem) throw new Error(problem);
    return love;
  }

  #page(machine, window) {
    return {
      now: () => this.time ?? performance.now(),
      define_string: (number, address, size) => {
        this.strings[number] = machine.text(address, size);
      },
      define_font: () => {},
      define_image: (number, address, width, height, isNearest) => {
        const pixels = machine.bytes.slice(address, address + 4 * width * height);
        this.images.set(number, { width, height, pixels, isNearest });
      },
      define_image_file: (number, address, size) => {
        const path = machine.text(address, size).slice(1), bytes = this.files.get(path);
        if (!bytes) return 0;
        this.images.set(number, { path });
        return sidesOf(bytes);
      },
      define_canvas: (number, width, height, isNearest) =>
        this.images.set(number, { width, height, isNearest }),
      release_image: (number) => this.images.delete(number),
      set_window: (address, size, width, height, minWidth, minHeight, isResizable) => {
        this.window = { title: machine.text(address, size), width, height, minWidth, minHeight,
          isResizable: isResizable === 1 };
        return window ? window[0] | window[1] << 16 : 0;
      },
    };
  }

  /** Runs a program in Lua. Returns what it printed; throws its error. */
  run(program) {
    this.output = "";
    const problem = this.machine.run(program, "@main.lua");
    if (problem) throw new Error(problem);
    return this.output;
  }

  /** Calls a callback of the page; throws its error. */
  call(name, numbers, text) {
    const problem = this.machine.call(name, numbers, text);
    if (problem) throw new Error(problem);
  }

  /** The numbers of the draw list; clears it. */
  numbers() {
    const { exports } = this.machine;
    const list = new Float32Array(this.machine.bytes.buffer, exports.draw_list_numbers(),
      exports.draw_list_length()).slice();
    exports.draw_list_clear();
    return list;
  }

  /** The commands of the draw list, such as ["COLOR", 1, 1, 1, 1]; clears it. */
  list() {
    const { exports } = this.machine;
    const address = exports.draw_list_numbers(), length = exports.draw_list_length();
    const numbers = new Float32Array(this.machine.bytes.buffer, address, length);
    const bits = new Uint32Array(this.machine.bytes.buffer, address, length);
    const commands = [];
    for (let at = 0; at < length;) {
      const count = numbers[at + 1];
      const values = [...numbers.subarray(at + 2, at + 2 + count)];
      if (numbers[at] === operations.TEXT) values[0] = this.strings[values[0]];
      if (numbers[at] === operations.BATCH) values[2] = this.#sprites(bits[at + 4], values[1]);
      commands.push([NAMES[numbers[at]], ...values]);
      at += 2 + count;
    }
    exports.draw_list_clear();
    return commands;
  }

  #sprites(address, count) {
    const size = operations.SPRITE_NUMBERS;
    const numbers = new Float32Array(this.machine.bytes.buffer, address, size * count);
    return Array.from({ length: count }, (_, i) => [...numbers.subarray(size * i, size * i + size)]);
  }
}
