// Runs one program: a machine, a renderer, and frames. It works in a worker and on a page.
//
// A program is a text of Lua (the playground), or a folder with a main.lua (a demo). When it has
// defined functions of `love`, frames follow: the machine's callback "frame" fills a list of drawing
// commands, then the renderer plays this list. Events come between frames.
//
// What happens is sent as messages { type, ... }:
//     start   { milliseconds }                    the machine runs
//     output  { text, isError }
//     window  { title, width, height, shown }     see window.js
//     frame   { frames, lua, draw, interval, commands, memory }  after 1 frame and each 60: medians [ms]
//     error   { message, file, line }             an `end` with code 1 follows
//     end     { code, memory }                    the program has ended by itself
//
// `memory` is what the Lua state uses [bytes].

import { Exit, Fatal, Machine, textOutput } from "../runtime.js";
import { Canvas2D } from "../renderer/canvas2d.js";
import { FrameTimes } from "./frame_times.js";
import { OutputQueue } from "./output_queue.js";
import { DEFAULT_WINDOW, fit } from "./window.js";

const LOVE = "web/love/init.lua";
const FONT = "web/love/font.woff2";

// How long hurried frames follow each other before events get their turn [ms].
const SLICE = 12;

// The longest text of an error that the page gets [characters].
const LONGEST_ERROR = 16 << 10;

const encoder = new TextEncoder();

function toBytes(files) {
  const bytes = new Map();
  for (const [path, content] of files) {
    bytes.set(path, typeof content === "string" ? encoder.encode(content) : content);
  }
  return bytes;
}

// A text as a string of Lua.
function quote(text) {
  const bytes = encoder.encode(text);
  return `"${Array.from(bytes, (byte) => `\\${String(byte).padStart(3, "0")}`).join("")}"`;
}

// The globals of a program that is started from a command line.
function setup({ name, arguments: values = [] }) {
  return `arg = { [0] = ${quote(name)}, ${values.map((value) => quote(String(value))).join(", ")} }
    package.path = "/lua/?.lua;/lua/?/init.lua;" .. package.path`;
}

/** The file and the line that an error's text names: from its first line or from its traceback. */
export function locate(message) {
  const found = /^([^\n]*?\.lua):(\d+):/.exec(message) ?? /^\t([^\n[]*?\.lua):(\d+):/m.exec(message);
  return found ? { file: found[1], line: Number(found[2]) } : {};
}

/** Runs one program. */
export class Player {
  #module;
  #post;
  #machine;
  #renderer;
  #output;
  #times = new FrameTimes();
  #space = { width: 800, height: 600, ratio: 1 };
  #smallest;
  #window = { ...DEFAULT_WINDOW };
  #size;
  #memory;             // that a program used before its state was closed [bytes]
  #isRunning = false;
  #slice = 0;          // how long frames follow each other without a pause [ms]
  #request = () => {}; // asks for the next frames

  /** `module`: of astar.wasm. `post(message)` gets the messages. */
  constructor(module, post) {
    this.#module = module;
    this.#post = post;
  }

  /**
   * Starts a program.
   *
   * files: a Map of texts or bytes by path. folder: the current folder.
   * program: { name, text, arguments }; without it the folder's main.lua runs in `love`.
   * canvas: where it draws; without one it cannot. space: see window.js. smallest: { width, height }:
   * the least size of a resizable window, instead of the program's own.
   * memory: the limit of the Lua state [bytes]. environment: what os.getenv reads.
   * isHurried: frames do not wait for the screen.
   */
  async start({ files, folder = "", program, canvas, space = this.#space, smallest, memory,
    environment, isHurried = false }) {
    const begin = performance.now();
    const bytes = toBytes(files);
    this.#space = space;
    this.#smallest = smallest;
    this.#slice = isHurried ? SLICE : 0;
    this.#request = (isHurried ? requestAfterEvents : requestWithScreen)(() => this.#tick());
    this.#output = new OutputQueue((text, isError) => this.#post({ type: "output", text, isError }));
    this.#isRunning = true;
    this.#renderer = canvas && new Canvas2D(canvas);
    await this.#renderer?.load({ files: bytes, font: bytes.get(FONT) });
    if (!this.#isRunning) return;
    this.#machine = await Machine.start(this.#module, {
      files: bytes, folder, memory, environment,
      output: textOutput((text, descriptor) => this.#output.write(text, descriptor === 2)),
      love: this.#renderer && ((machine) => this.#imports(machine)),
    });
    if (!this.#isRunning) return;
    this.#post({ type: "start", milliseconds: performance.now() - begin });
    this.#attempt(() => this.#begin(bytes, folder, program));
  }

  /** Calls a function of the program: "keypressed", ... `numbers` and `text`: its arguments. */
  event(name, numbers, text) {
    if (this.#isRunning && this.#machine) {
      this.#attempt(() => this.#call(name, numbers, text));
    }
  }

  /** The free space of the page has changed. */
  resize(space) {
    this.#space = space;
    if (!this.#isRunning || !this.#size) return;
    const { width, height } = this.#size;
    this.#fit();
    if (this.#size.width !== width || this.#size.height !== height) {
      this.event("resize", [this.#size.width, this.#size.height]);
    }
  }

  /** Ends the program. Of a player in a worker: only between its frames. */
  stop() {
    this.#isRunning = false;
  }

  // Runs a part of the program. An error in it ends the program.
  #attempt(part) {
    try {
      part();
    } catch (error) {
      if (error instanceof Exit) this.#end(error.code);
      else this.#fail(describe(error));
    }
    this.#output.flush();
  }

  // Raises the text of an error that Lua has returned.
  #check(message) {
    if (message !== null) throw new ProgramError(message);
  }

  #call(name, numbers, text) {
    this.#check(this.#machine.call(name, numbers, text));
  }

  #begin(files, folder, program) {
    const love = files.get(LOVE);
    if (love) this.#check(this.#machine.run(love, "@love"));
    if (program) {
      this.#check(this.#machine.run(setup(program), "=setup"));
      this.#check(this.#machine.run(program.text, `@${program.name}`));
      if (!love) return this.#end(0);
      this.#memory = this.#machine.usedBytes;
      this.#call("begin");
      if (!this.#renderer) {
        throw new ProgramError("this browser cannot draw in a worker: it has no OffscreenCanvas");
      }
    } else {
      this.#call("start", [], `/${folder}/main.lua`);
    }
    if (!this.#size) this.#fit();
    this.#draw();
    this.#tick(); // the first frame does not wait for the screen
  }

  #end(code) {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    const memory = this.#machine.usedBytes || this.#memory;
    try {
      this.#machine.close();
    } catch (error) {
      this.#post({ type: "error", message: describe(error) });
    }
    this.#output.flush();
    this.#post({ type: "end", code, memory });
  }

  #fail(message) {
    if (!this.#isRunning) return;
    this.#output.flush();
    const text = shorten(message);
    this.#post({ type: "error", message: text, ...locate(text) });
    this.#end(1);
  }

  // -------------------------------------------------------------------------------- frames

  #tick() {
    const end = performance.now() + this.#slice;
    do this.#frame(); while (this.#isRunning && performance.now() < end);
    if (this.#isRunning) this.#request();
  }

  #frame() {
    if (!this.#isRunning) return;
    this.#attempt(() => {
      const begin = performance.now();
      this.#call("frame");
      const middle = performance.now();
      const commands = this.#machine.exports.draw_list_commands();
      this.#draw();
      const figures = this.#times.add(begin, middle, performance.now(), commands);
      if (figures) this.#post({ type: "frame", ...figures, memory: this.#machine.usedBytes });
    });
  }

  #draw() {
    this.#renderer.play(this.#machine);
    this.#machine.exports.draw_list_clear();
  }

  // -------------------------------------------------------------------------------- window

  // What `love` imports: the renderer's functions and those of the window.
  #imports(machine) {
    return {
      ...this.#renderer.imports(machine),
      set_window: (address, size, width, height, minWidth, minHeight, isResizable) => {
        this.#window = {
          title: machine.text(address, size), width, height,
          minWidth: this.#smallest?.width ?? minWidth, minHeight: this.#smallest?.height ?? minHeight,
          isResizable: isResizable !== 0,
        };
        this.#fit();
        return this.#size.width | this.#size.height << 16;
      },
    };
  }

  #fit() {
    this.#size = fit(this.#space, this.#window);
    this.#renderer?.resize(this.#size.width, this.#size.height, this.#size.scale);
    this.#post({ type: "window", title: shorten(this.#window.title), ...this.#size });
  }
}

// The text of an error in Lua.
class ProgramError extends Error {}

// The text of what was thrown through a program.
function describe(error) {
  if (error instanceof ProgramError || error instanceof Fatal) return error.message;
  return `an error of the page, not of the program: ${error?.stack ?? error}`;
}

// A long text without its middle: the traceback of an error is at its end.
function shorten(text) {
  if (text.length <= LONGEST_ERROR) return text;
  return `${text.slice(0, LONGEST_ERROR / 2)}\n...\n${text.slice(-LONGEST_ERROR / 2)}`;
}

// Returns a function that asks for a call of `draw` with the screen's next picture.
function requestWithScreen(draw) {
  if (typeof requestAnimationFrame === "function") return () => requestAnimationFrame(draw);
  return () => setTimeout(draw, 16);
}

// Returns a function that asks for a call of `draw` as soon as the events until now are handled.
function requestAfterEvents(draw) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = draw;
  return () => port2.postMessage(0);
}
