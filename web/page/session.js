// The page's side of a program: starts it, stops it, and passes events and messages.
//
// A worker cannot be interrupted while it runs a loop. So each run has a worker of its own; stop()
// ends it, and the next worker has already been started, some time after the program. Where workers
// cannot draw, a demo runs on the page's own thread by the same code (`thread: "main"`); then stop()
// waits for the end of the frame. That code is the script player.js, which defines the function
// astarPlayer, see worker.js.
//
// A canvas can be transferred to a worker only once. So start() replaces a canvas that has been used
// by a new element; until then it shows the last picture.

import { loadModule } from "./packs.js";

// The worker of the next run is started after this time [ms]: it would take time of a processor that
// the start of the program needs.
const SPARE_WAIT = 500;

/** Whether a worker can draw on a canvas of the page. */
export function canDrawInWorkers() {
  if (typeof OffscreenCanvas === "undefined") return false;
  if (!("transferControlToOffscreen" in HTMLCanvasElement.prototype)) return false;
  return new OffscreenCanvas(1, 1).getContext("2d") !== null;
}

/** Runs one program at a time. */
export class Session {
  #module;
  #canvas;
  #isCanvasUsed = false;
  #thread;
  #actions;
  #url;
  #ready;   // the worker for the next run
  #running; // { post(message, transferred), stop() } of this run
  #space;
  #window;  // see player.js
  #run = 0; // counts starts and stops: what belongs to an earlier number is out of date

  /**
   * canvas: an element, or undefined for programs that do not draw. module: of astar.wasm or its
   * promise; without it the session loads the module. thread: "worker" or "main".
   * Functions that it calls, see player.js:
   *     onStart(milliseconds), onOutput(text, isError), onError({ message, file, line }),
   *     onEnd(code, memory), onFrame(figures), onWindow({ title, width, height, shown })
   * `onEnd` is called when a program has ended by itself, with code 1 after an error. `milliseconds`
   * is the time since the call of start().
   */
  constructor({ canvas, module = loadModule(), thread = "worker", onStart, onOutput, onError, onEnd,
    onFrame, onWindow }) {
    this.#module = Promise.resolve(module);
    this.#module.catch(() => {}); // start() reports it
    this.#canvas = canvas;
    this.#thread = thread;
    let begin = 0;
    this.#actions = {
      begin: () => (begin = performance.now()),
      start: () => onStart?.(performance.now() - begin),
      output: ({ text, isError }) => onOutput?.(text, isError),
      error: ({ message, file, line }) => onError?.({ message, file, line }),
      end: ({ code, memory }) => onEnd?.(code, memory),
      frame: ({ type: _, ...figures }) => onFrame?.(figures),
      window: ({ type: _, ...found }) => {
        this.#window = found;
        this.#show(found);
        onWindow?.(found);
      },
    };
    if (thread === "worker") {
      this.#url = URL.createObjectURL(new Blob([`(${astarPlayer})(self)`], { type: "text/javascript" }));
      this.#prepare();
    }
  }

  /** The element that the program draws on. start() may replace it. */
  get canvas() {
    return this.#canvas;
  }

  /** The window of the last program that had one: { title, width, height, shown }, see window.js. */
  get window() {
    return this.#window;
  }

  get isRunning() {
    return this.#running !== undefined;
  }

  /**
   * Ends the program that runs, and starts another one. The options are those of Player.start,
   * without `canvas`: { files, folder, program, memory, environment, space, smallest, isHurried }.
   */
  async start(options) {
    this.stop();
    const run = ++this.#run;
    this.#actions.begin();
    try {
      const module = await this.#module;
      if (run !== this.#run) return;
      const canvas = this.#newCanvas();
      this.#space = options.space ?? this.#space;
      const started = { ...options, canvas, space: this.#space };
      this.#running = this.#thread === "worker" ? this.#inWorker(run) : this.#onPage(module, run);
      this.#running.post({ type: "start", options: started }, canvas && this.#isCanvasUsed ? [canvas] : []);
    } catch (error) {
      if (run === this.#run) this.#crash(run, `the program could not be started: ${error.message}`);
    }
  }

  /** Ends the program, also in the middle of a loop. */
  stop() {
    this.#run++;
    if (!this.#running) return;
    this.#running.stop();
    this.#running = undefined;
    if (this.#thread === "worker") this.#prepare();
  }

  /** Calls a function of the program, see Player.event. */
  event(name, numbers = [], text = undefined) {
    this.#running?.post({ type: "event", name, numbers, text });
  }

  /** The free space for the canvas: { width, height } [CSS pixels], ratio: device pixels per CSS pixel. */
  resize(space) {
    this.#space = space;
    this.#running?.post({ type: "resize", space });
  }

  // ------------------------------------------------------------------------------ threads

  // Starts the worker of the next run.
  #prepare() {
    if (this.#ready) return;
    const worker = new Worker(this.#url);
    this.#ready = worker;
    this.#module.then((module) => worker.postMessage({ type: "prepare", module }), () => {});
  }

  #inWorker(run) {
    this.#prepare();
    const worker = this.#ready;
    this.#ready = undefined;
    setTimeout(() => this.#prepare(), SPARE_WAIT);
    worker.onmessage = ({ data }) => this.#receive(data, run);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#crash(run, event.message ?? "the worker has failed");
    };
    return {
      post: (message, transferred) => worker.postMessage(message, transferred),
      stop: () => worker.terminate(),
    };
  }

  #onPage(module, run) {
    const scope = { postMessage: (message) => this.#receive(message, run) };
    astarPlayer(scope);
    const post = (message) => scope.onmessage({ data: message });
    post({ type: "prepare", module });
    return { post, stop: () => post({ type: "stop" }) };
  }

  #receive(message, run) {
    if (run !== this.#run) return;
    if (message.type === "end") this.stop();
    this.#actions[message.type](message);
  }

  #crash(run, message) {
    this.#receive({ type: "error", message }, run);
    this.#receive({ type: "end", code: 1 }, run);
  }

  // ------------------------------------------------------------------------------- canvas

  // The canvas of the next run: for a worker, an OffscreenCanvas that is transferred to it.
  #newCanvas() {
    if (!this.#canvas) return undefined;
    if (this.#isCanvasUsed) {
      const fresh = this.#canvas.cloneNode(false);
      this.#canvas.replaceWith(fresh);
      this.#canvas = fresh;
      this.#isCanvasUsed = false;
    }
    if (this.#thread !== "worker") return this.#canvas;
    if (!canDrawInWorkers()) return undefined;
    this.#isCanvasUsed = true;
    return this.#canvas.transferControlToOffscreen();
  }

  #show({ width, height, shown }) {
    if (!this.#canvas) return;
    this.#canvas.style.width = `${width * shown}px`;
    this.#canvas.style.height = `${height * shown}px`;
  }
}
