// Tests of the parts of the pages that need no browser: node --test spec/web/page.test.mjs

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { attachInput } from "../../web/page/input.js";
import { isOfBrowser, nameOf } from "../../web/page/keys.js";
import { Touches } from "../../web/page/touches.js";
import { FrameTimes } from "../../web/player/frame_times.js";
import { OutputQueue } from "../../web/player/output_queue.js";
import { DEFAULT_WINDOW, fit } from "../../web/player/window.js";
import { Ansi } from "../../web/playground/ansi.js";
import { bundled } from "./browser.mjs";

const { fromHash, hasProgram, toHash } = await bundled("web/playground/link.js");

// ---------------------------------------------------------------------------------- window

test("a window fits into the page", () => {
  const fixed = { ...DEFAULT_WINDOW, width: 800, height: 600 };
  const resizable = { ...fixed, minWidth: 400, minHeight: 300, isResizable: true };
  const cases = [
    // the space, the window, what it becomes: width, height, CSS pixels per unit, device pixels per unit
    [{ width: 1000, height: 900, ratio: 2 }, fixed, [800, 600, 1, 2]],
    [{ width: 400, height: 900, ratio: 1 }, fixed, [800, 600, 0.5, 0.5]],
    [{ width: 1000, height: 150, ratio: 3 }, fixed, [800, 600, 0.25, 0.75]],
    [{ width: 1000, height: 900, ratio: 2 }, resizable, [1000, 900, 1, 2]],
    [{ width: 401.5, height: 300.9, ratio: 1 }, resizable, [401, 300, 1, 1]],
    [{ width: 200, height: 900, ratio: 2 }, resizable, [400, 1800, 0.5, 1]],
    [{ width: 1000, height: 75, ratio: 1 }, resizable, [4000, 300, 0.25, 0.25]],
    [{ width: 0, height: 0, ratio: 1 }, fixed, [800, 600, 1 / 800, 1 / 800]],
    [{ width: 0, height: 0, ratio: 1 }, DEFAULT_WINDOW, [800, 600, 1 / 800, 1 / 800]],
    [{ width: 5, height: 5, ratio: 1 }, { ...fixed, width: 0, height: 0 }, [0, 0, 1, 1]],
    [{ width: 0.5, height: 0.5, ratio: 1 }, { ...resizable, minWidth: 0, minHeight: 0 }, [1, 1, 1, 1]],
  ];
  for (const [space, wanted, [width, height, shown, scale]] of cases) {
    assert.deepEqual(fit(space, wanted), { width, height, shown, scale });
  }
});

// ------------------------------------------------------------------------------------ keys

test("keys have the names of LÖVE", () => {
  const cases = [
    // code, key, name, and what else is held
    ["Digit1", "1", "1"], ["Digit1", "!", "1", { shiftKey: true }], ["Digit7", "/", "7"],
    ["Numpad7", "Home", "kp7"], ["Numpad0", "0", "kp0"], ["NumpadAdd", "+", "kp+"],
    ["NumpadEnter", "Enter", "kpenter"], ["F1", "F1", "f1"], ["F12", "F12", "f12"],
    ["Space", " ", "space"], ["Enter", "Enter", "return"], ["ShiftRight", "Shift", "rshift"],
    ["ArrowUp", "ArrowUp", "up"], ["ContextMenu", "ContextMenu", "application"],
    ["KeyA", "a", "a"], ["KeyA", "A", "a", { shiftKey: true }],
    ["KeyY", "z", "z"], ["KeyA", "ф", "a"], ["KeyQ", "@", "q", { altKey: true }],
    ["Semicolon", "ö", "ö"], ["Semicolon", ";", ";"], ["Semicolon", ":", ";", { shiftKey: true }],
    ["Minus", "ß", "ß"], ["Minus", "–", "-", { altKey: true }], ["Backquote", "Dead", "`"],
    ["IntlBackslash", ">", "<", { shiftKey: true }],
    ["", "a", "a"], ["", "Enter", "return"], ["", "Backspace", "backspace"], ["", "ä", "ä"],
    ["", " ", "space"], ["MediaPlayPause", "MediaPlayPause", undefined], ["", "Unidentified", undefined],
  ];
  for (const [code, key, name, held] of cases) {
    assert.equal(nameOf({ code, key, ...held }), name, `${code} ${key}`);
  }
});

test("keys of the browser stay with the browser", () => {
  const cases = [
    [false, { code: "KeyA", key: "a" }], [false, { code: "Enter", key: "Enter" }],
    [false, { code: "ControlLeft", key: "Control", ctrlKey: true }],
    [false, { code: "AltLeft", key: "Alt", altKey: true }],
    [false, { code: "MetaLeft", key: "Meta", metaKey: true }], [false, { code: "KeyF", key: "F" }],
    [true, { code: "KeyR", key: "r", ctrlKey: true }], [true, { code: "KeyR", key: "r", metaKey: true }],
    [true, { code: "ArrowLeft", key: "ArrowLeft", altKey: true }], [true, { code: "F5", key: "F5" }],
    [true, { code: "Tab", key: "Tab" }], [true, { code: "PrintScreen", key: "PrintScreen" }],
    [true, { code: "ContextMenu", key: "ContextMenu" }],
    [true, { code: "KeyA", key: "a", isComposing: true }],
    [true, { code: "ControlLeft", key: "Control", isComposing: true }],
  ];
  for (const [expected, event] of cases) {
    assert.equal(Boolean(isOfBrowser(event)), expected, JSON.stringify(event));
  }
});

// ----------------------------------------------------------------------------------- times

test("the times of frames are medians of 60", () => {
  const times = new FrameTimes();
  assert.deepEqual(times.add(1000, 1003, 1008, 7), { frames: 1, lua: 3, draw: 5, interval: 0, commands: 7 });
  // Frame i begins 10 + i ms after the one before, takes i ms, and i % 20 ms to draw.
  let begin = 1000, found;
  for (let i = 1; i < 60; i++) {
    assert.equal(found, undefined);
    begin += 10 + i;
    found = times.add(begin, begin + i, begin + i + i % 20, i === 30 ? 99 : i);
  }
  assert.deepEqual(found, { frames: 60, lua: 30, draw: 10, interval: 40, commands: 99 });
  for (let i = 0; i < 60; i++) found = times.add(begin += 16, begin + 2, begin + 3, 5);
  assert.deepEqual(found, { frames: 120, lua: 2, draw: 1, interval: 16, commands: 5 });
});

// ---------------------------------------------------------------------------------- output

/** A queue at a time that the test sets, and what it has sent: texts, errors with "!" before them. */
function outputQueue(context) {
  const clock = { time: 1000, sent: [] };
  context.mock.method(performance, "now", () => clock.time);
  clock.queue = new OutputQueue((text, isError) => clock.sent.push((isError ? "!" : "") + text));
  clock.take = () => clock.sent.splice(0);
  return clock;
}

test("output is sent by lines, at most 50 at once and 20 per second", (context) => {
  const { queue, take, ...clock } = outputQueue(context);
  const lines = (count) => {
    for (let i = 0; i < count; i++) queue.write("x\n", false);
  };
  assert.equal(clock.time, 1000);
  lines(50);
  assert.deepEqual(take(), new Array(50).fill("x\n"));
  lines(3);
  assert.deepEqual(take(), []);
  queue.flush();
  queue.flush();
  assert.deepEqual(take(), ["x\nx\nx\n"]);
});

test("turns to send come back with time", (context) => {
  const clock = outputQueue(context);
  const lines = (count) => {
    for (let i = 0; i < count; i++) clock.queue.write("x\n", false);
    const { length } = clock.take();
    clock.queue.flush();
    clock.take();
    return length;
  };
  assert.equal(lines(60), 50);
  clock.time += 49;
  assert.equal(lines(5), 0);
  clock.time += 1;
  assert.equal(lines(5), 1);
  clock.time += 120;
  assert.equal(lines(5), 2);
  clock.time += 1e6;
  assert.equal(lines(60), 50);
});

test("an incomplete line waits for its end, for 16 kB, or for the other stream", (context) => {
  const { queue, take } = outputQueue(context);
  queue.write("a", false);
  queue.write("b", false);
  assert.deepEqual(take(), []);
  queue.write("c\n", false);
  assert.deepEqual(take(), ["abc\n"]);
  queue.write("d", false);
  queue.write("e", true);
  assert.deepEqual(take(), ["d"]);
  queue.write("f\n", true);
  queue.write("g\n", false);
  assert.deepEqual(take(), ["!ef\n", "g\n"]);
  queue.write("x".repeat(16383), false);
  assert.deepEqual(take(), []);
  queue.write("x", false);
  assert.equal(take()[0].length, 16384);
});

test("a run prints at most 1 MB", (context) => {
  for (const part of [1000, 1 << 18, 5 << 20]) {
    const { queue, sent } = outputQueue(context);
    for (let size = 0; size < 3 << 20; size += part) queue.write("x".repeat(part), false);
    queue.write("lost\n", true);
    queue.flush();
    const note = sent.pop();
    assert.equal(note, "!\n(more than 1 MB were printed: the rest is not shown)\n");
    assert.equal(sent.join("").length, 1 << 20);
    assert.match(sent.join(""), /^x*$/);
  }
});

test("a run changes between output and errors a limited number of times", (context) => {
  const { queue, sent } = outputQueue(context);
  for (let i = 0; i < 1e5; i++) queue.write("x\n", i % 2 === 1);
  assert.ok(sent.length > 5000 && sent.length < 20000, `${sent.length} parts`);
  assert.match(sent.at(-1), /more than 1 MB/);
});

// --------------------------------------------------------------------------------- fingers

/** Fingers whose events are texts: of the touch and of the mouse. */
function fingers(context, options = { button: 1 }) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const events = [];
  const note = (name) => (...values) => events.push([name, ...values].join(" "));
  const mouse = { move: note("move"), press: note("press"), releaseAll: note("release"), wheel: note("wheel") };
  const touches = new Touches(mouse, options);
  // A point is of the page [CSS pixels]; there are two units per pixel.
  const point = (id, x, y) => [{ pointerId: id, clientX: x, clientY: y }, 2 * x, 2 * y];
  return {
    touches, options,
    down: (...values) => touches.down(...point(...values)),
    move: (...values) => touches.move(...point(...values)),
    up: (...values) => touches.up(...point(...values)),
    wait: (time) => context.mock.timers.tick(time),
    take: () => events.splice(0),
  };
}

describe("a finger", () => {
  test("that taps clicks", (context) => {
    const { down, up, take, wait } = fingers(context);
    down(5, 10, 20);
    assert.deepEqual(take(), []);
    up(5, 11, 20);
    assert.deepEqual(take(), ["move 20 40", "press 1 20 40", "release 22 40"]);
    wait(1000);
    assert.deepEqual(take(), []);
  });

  test("that stays presses after a moment, with the button of that time", (context) => {
    const { down, move, up, take, wait, options } = fingers(context, { button: 2 });
    down(5, 10, 20);
    options.button = 1;
    wait(69);
    move(5, 12, 20);
    assert.deepEqual(take(), []);
    wait(1);
    assert.deepEqual(take(), ["move 20 40", "press 2 20 40"]);
    move(5, 13, 20);
    move(5, 13, 20);
    assert.deepEqual(take(), ["move 26 40"]);
    up(5, 13, 20);
    assert.deepEqual(take(), ["release 26 40"]);
  });

  test("that moves far presses at once, where it began", (context) => {
    const { down, move, take, wait } = fingers(context);
    down(5, 10, 20);
    move(5, 18, 20);
    assert.deepEqual(take(), []);
    move(5, 18, 25);
    assert.deepEqual(take(), ["move 20 40", "press 1 20 40", "move 36 50"]);
    wait(100);
    assert.deepEqual(take(), []);
  });

  test("that is not known does nothing", (context) => {
    const { move, up, take } = fingers(context);
    move(5, 1, 2);
    up(5, 1, 2);
    assert.deepEqual(take(), []);
  });
});

describe("two fingers", () => {
  test("are a wheel, and the button that moves the map", (context) => {
    const { down, move, up, take, wait } = fingers(context, { button: 1, panButton: 3 });
    down(5, 100, 100);
    down(6, 110, 100);
    assert.deepEqual(take(), ["move 210 200", "press 3 210 200"]);
    wait(100);
    assert.deepEqual(take(), []);
    move(6, 112, 100);
    assert.deepEqual(take(), ["move 212 200", "wheel 0 1"]);
    move(5, 100, 100);
    move(5, 102, 100);
    assert.deepEqual(take().map((event) => event.replace(/(\.\d{6})\d*$/, "$1")),
      ["move 214 200", "wheel 0 -1"]);
    up(5, 102, 100);
    assert.deepEqual(take(), ["release 224 200"]);
    move(6, 130, 100);
    up(6, 130, 100);
    assert.deepEqual(take(), []);
    down(7, 1, 1);
    wait(70);
    assert.deepEqual(take(), ["move 2 2", "press 1 2 2"]);
  });

  test("end the press of the first one", (context) => {
    const { down, move, take, wait } = fingers(context);
    down(5, 100, 100);
    wait(70);
    take();
    down(6, 120, 101);
    assert.deepEqual(take(), ["release 200 200", "move 220 201"]);
    move(6, 100, 100);
    move(6, 100, 101);
    assert.ok(take().every((event) => !event.includes("NaN") && !event.includes("Infinity")));
  });

  test("and a third one, which may take the place of one of them", (context) => {
    const { down, move, up, take } = fingers(context, { button: 1, panButton: 3 });
    down(5, 0, 0);
    down(6, 50, 0);
    take();
    down(7, 100, 0);
    move(7, 90, 0);
    assert.deepEqual(take(), ["move 50 0"]);
    up(5, 0, 0);
    assert.deepEqual(take(), ["release 100 0", "move 140 0",
      "press 3 140 0"]);
    move(7, 98, 0);
    assert.deepEqual(take(), ["move 148 0", "wheel 0 1"]);
    up(6, 50, 0);
    up(7, 98, 0);
    assert.deepEqual(take(), ["release 196 0"]);
  });

  test("are gone when the page has lost the focus", (context) => {
    const { touches, down, take, wait } = fingers(context);
    down(5, 1, 2);
    down(6, 3, 4);
    take();
    touches.cancel();
    assert.deepEqual(take(), []);
    down(7, 1, 2);
    touches.cancel();
    wait(100);
    assert.deepEqual(take(), []);
    down(8, 1, 2);
    wait(70);
    assert.deepEqual(take(), ["move 2 4", "press 1 2 4"]);
  });
});

// ------------------------------------------------------------------------- mouse and keyboard

/** A page with a canvas at (10, 20), half as large as its program's window. Events are texts. */
function inputs(context, options) {
  const area = new EventTarget(), events = [];
  const canvas = { getBoundingClientRect: () => ({ left: 10, top: 20 }) };
  globalThis.window = new EventTarget();
  globalThis.document = Object.assign(new EventTarget(), { hidden: false });
  const clock = { time: 1000 };
  context.mock.method(performance, "now", () => clock.time);
  context.after(() => {
    delete globalThis.window;
    delete globalThis.document;
  });
  const session = {
    canvas, window: { shown: 0.5 },
    event: (name, numbers, text) => events.push([name, text, ...numbers].filter((part) => part !== undefined)
      .join(" ")),
  };
  const input = attachInput(area, session, options);
  // Sends an event; returns whether the page has kept it from the browser. `from`: an element in the area.
  const send = (type, { from, ...fields }, target = area) => {
    const event = Object.assign(new Event(type, { cancelable: true }), fields);
    if (from) Object.defineProperty(event, "target", { value: from });
    return !target.dispatchEvent(event);
  };
  return {
    input, area, session, clock, send,
    mouse: (type, x, y, buttons = 0) => send(type,
      { clientX: 10 + x, clientY: 20 + y, buttons, pointerId: 1 }),
    key: (type, code, key, fields) => send(type, { code, key, repeat: false, ...fields }),
    take: () => events.splice(0),
  };
}

describe("the mouse", () => {
  test("moves in units of the program", (context) => {
    const { mouse, take, session } = inputs(context);
    mouse("pointermove", 5, 6);
    mouse("pointermove", 5.2, 6.2);
    mouse("pointermove", 5.6, 6);
    mouse("pointermove", -0.1, 7);
    session.window = undefined;
    mouse("pointermove", 3, 4);
    assert.deepEqual(take(), ["mousemoved 10 12 10 12", "mousemoved 11 12 1 0",
      "mousemoved -1 14 -12 2", "mousemoved 3 4 4 -10"]);
  });

  test("is heard on the canvas and beside it, but not on what is above it", (context) => {
    const { send, take, session } = inputs(context);
    const move = (from, x) => send("pointermove", { from, clientX: x, clientY: 20, buttons: 0 });
    move(undefined, 11);
    move(session.canvas, 12);
    move(new EventTarget(), 13);
    assert.deepEqual(take(), ["mousemoved 2 0 2 0", "mousemoved 4 0 2 0"]);
  });

  test("has five buttons, each with an event of its own", (context) => {
    const { mouse, take } = inputs(context);
    for (const buttons of [1, 3, 7, 15, 31, 30, 12, 12, 0]) mouse("pointermove", 0, 0, buttons);
    assert.deepEqual(take().map((event) => event.replace(/^mouse(\S+) 0 0 (\d) 1$/, "$1 $2")), ["pressed 1",
      "pressed 2", "pressed 3", "pressed 4", "pressed 5", "released 1", "released 2", "released 5", "released 3",
      "released 4"]);
  });

  test("counts presses in a row: soon, near, and of one button", (context) => {
    const { mouse, take, clock } = inputs(context);
    const press = (time, x, y, buttons = 1) => {
      clock.time += time;
      mouse("pointerdown", x, y, buttons);
      mouse("pointerup", x, y);
      const events = take().filter((event) => !event.startsWith("mousemoved"));
      const [pressed, released] = events.map((event) => Number(event.split(" ").at(-1)));
      assert.equal(released, pressed);
      return pressed;
    };
    const presses = [[0, 9, 9], [499, 9, 9], [499, 9, 9], [500, 9, 9], [10, 24, 24], [10, 40, 24],
      [10, 40, 40], [10, 55.5, 55.5], [10, 39.5, 55.5], [10, 39.5, 39.5], [10, 39.5, 39.5, 2],
      [10, 39.5, 39.5]];
    assert.deepEqual(presses.map((values) => press(...values)), [1, 2, 3, 1, 2, 1, 1, 2, 1, 1, 1, 1]);
  });

  test("turns its wheel by notches, lines and pages; small turns are exact", (context) => {
    const { send, take } = inputs(context);
    const cases = [
      [0, -100, 0, "0 1"], [0, 240, 0, "0 -2"], [0, 60, 0, "0 -1"], [0, 49, 0, "0 -0.49"], [0, 50, 0, "0 -1"],
      [-100, 0, 0, "-1 0"], [3, 0, 1, "1 0"], [0, 1.5, 1, "0 -0.5"], [0, 2, 2, "0 -2"],
    ];
    for (const [deltaX, deltaY, deltaMode, expected] of cases) {
      assert.equal(send("wheel", { clientX: 10, clientY: 20, deltaX, deltaY, deltaMode }), true);
      assert.deepEqual(take(), [`wheelmoved ${expected}`]);
    }
    send("wheel", { clientX: 11, clientY: 20, deltaX: 0, deltaY: -100, deltaMode: 0 });
    assert.deepEqual(take(), ["mousemoved 2 0 2 0", "wheelmoved 0 1"]);
    assert.equal(send("wheel", { clientX: 50, clientY: 20, deltaX: 0, deltaY: 100, ctrlKey: true }), false);
    assert.deepEqual(take(), []);
  });

  test("is released where the browser takes the pointer", (context) => {
    const { mouse, take, send } = inputs(context);
    mouse("pointerdown", 0, 0, 1);
    mouse("pointercancel", 0, 0, 1);
    assert.deepEqual(take(), ["mousepressed 0 0 1 1", "mousereleased 0 0 1 1"]);
    assert.deepEqual(["contextmenu", "mousedown"].map((type) => send(type, {})), [true, true]);
  });

  test("a finger is a button of it", (context) => {
    const { send, take } = inputs(context, { touch: { button: 2 } });
    for (const type of ["pointerdown", "pointerup"]) {
      send(type, { clientX: 11, clientY: 21, pointerId: 4, pointerType: "touch", buttons: 1 });
    }
    assert.deepEqual(take(), ["mousemoved 2 2 2 2", "mousepressed 2 2 2 1", "mousereleased 2 2 2 1"]);
  });
});

describe("the keyboard", () => {
  test("sends keys", (context) => {
    const { key, take } = inputs(context);
    assert.equal(key("keydown", "KeyA", "A", { shiftKey: true }), true);
    key("keydown", "KeyA", "A", { repeat: true });
    key("keyup", "KeyA", "a");
    key("keyup", "KeyA", "a");
    key("keydown", "Enter", "Enter");
    key("keydown", "KeyX", "😀");
    assert.deepEqual(take(), ["keypressed a 0", "keypressed a 1", "keyreleased a", "keypressed return 0",
      "keypressed x 0"]);
    assert.equal(key("keydown", "KeyR", "r", { ctrlKey: true }), false);
    assert.equal(key("keydown", "MediaStop", "MediaStop"), false);
    assert.deepEqual(take(), []);
  });

  test("leaves keys to the controls of the page", (context) => {
    const { area, key, take } = inputs(context);
    area.closest = (selector) => selector.includes("button") ? area : null;
    assert.equal(key("keydown", "KeyA", "a"), false);
    assert.deepEqual(take(), []);
  });

  test("releases all that is held when the page loses the focus, or is hidden", (context) => {
    const { key, mouse, send, area, take } = inputs(context);
    const hold = () => {
      key("keydown", "KeyA", "a");
      mouse("pointerdown", 0, 0, 2);
      take();
    };
    const released = ["mousereleased 0 0 2 1", "keyreleased a"];
    hold();
    send("blur", {}, window);
    assert.deepEqual(take(), released);
    key("keyup", "KeyA", "a");
    assert.deepEqual(take(), []);
    hold();
    send("visibilitychange", {}, document);
    assert.deepEqual(take(), []);
    document.hidden = true;
    send("visibilitychange", {}, document);
    assert.deepEqual(take().map((event) => event.slice(0, 13)), ["mousereleased", "keyreleased a"]);
    hold();
    send("blur", {}, area);
    assert.equal(take().length, 2);
  });

  test("is typed on by buttons of the page, until the input is closed", (context) => {
    const { input, key, mouse, take } = inputs(context);
    input.type("space");
    assert.deepEqual(take(), ["keypressed space 0", "keyreleased space"]);
    input.close();
    key("keydown", "KeyA", "a");
    mouse("pointermove", 5, 5);
    assert.deepEqual(take(), []);
  });
});

// ---------------------------------------------------------------------------- links and colors

describe("links", () => {
  test("carry programs of any text", async () => {
    const texts = ["", "print 'x'", "-- ä ö ü € 漢字 🧭 \u0000 \r\n \ufeff", `print(${"é".repeat(50000)})`];
    let random = "";
    for (let i = 0; i < 100000; i++) random += String.fromCharCode(32 + (i * 7919 + (i * i) % 4801) % 95);
    for (const text of [...texts, random]) {
      for (const example of ["", "examples/demo.lua"]) {
        const hash = toHash(text, example);
        assert.match(hash, /^#code=[\w-]+(&example=[\w./]+)?$/);
        assert.deepEqual(fromHash(hash), { program: text, example });
      }
    }
  });

  test("are limited, both ways", async () => {
    assert.throws(() => toHash("x".repeat(256 * 1024 + 1)), /at most 256 kB/);
    const longest = "é".repeat(128 * 1024);
    assert.equal(fromHash(toHash(longest)).program, longest);
    // 100 MB of zeros are 100 kB when compressed.
    const stream = new Blob([new Uint8Array(1e8)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = Buffer.from(await new Response(stream).arrayBuffer());
    assert.throws(() => fromHash(`#code=${bytes.toString("base64url")}`), /at most 256 kB/);
    assert.throws(() => fromHash(`#code=${"A".repeat(1e6)}`), /at most 256 kB/);
  });

  test("that are damaged give a clear error", async () => {
    const hash = toHash("print 'a program that is long enough to be cut'");
    const bad = ["#code=", "#code=!", "#code=A", "#code=AAAA", hash.slice(0, -4), `${hash}%`, `${hash} `,
      hash.replace("#code=", "#code= "),
      `#code=${Buffer.from([0x63, 0xf8, 0xff, 0x1f, 0]).toString("base64url")}`, `${hash}&example=%`];
    for (const text of bad) assert.throws(() => fromHash(text), /damaged/, text);
  });

  test("are recognized", async () => {
    assert.deepEqual(["#code=abc", "#other", "", "code=abc"].map(hasProgram), [true, false, false, false]);
    assert.throws(() => fromHash("#other"), /it contains no program/);
  });
});

describe("ansi", () => {
  const read = (...texts) => {
    const ansi = new Ansi();
    return texts.flatMap((text) => ansi.read(text));
  };

  test("divides text into pieces with classes", () => {
    assert.deepEqual(read("a\x1b[1;32mb\x1b[0mc"),
      [{ text: "a", classes: "" }, { text: "b", classes: "bold green" }, { text: "c", classes: "" }]);
    assert.deepEqual(read("\x1b[7;90mx\x1b[27;39;44my\x1b[m"),
      [{ text: "x", classes: "inverse bright-black" }, { text: "y", classes: "on-blue" }]);
  });

  test("knows all colors and attributes", () => {
    const classOf = (code) => read(`\x1b[${code}mx`)[0].classes;
    const colors = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
    colors.forEach((color, i) => {
      assert.deepEqual([30 + i, 40 + i, 90 + i].map(classOf), [color, `on-${color}`, `bright-${color}`]);
    });
    const others = { 1: "bold", 2: "dim", 3: "italic", 4: "underline", 7: "inverse" };
    for (const code of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 29, 38, 39, 48, 49, 50, 89, 98, 107]) {
      assert.equal(classOf(code), others[code] ?? "", `${code}`);
    }
  });

  test("ends each style by its own code, or all", () => {
    const after = (code) => read(`\x1b[1;2;3;4;7;31;42m\x1b[${code}mx`)[0].classes;
    const all = "bold dim italic underline inverse red on-green";
    const removed = { 22: ["bold ", "dim "], 23: ["italic "], 24: ["underline "], 27: ["inverse "],
      39: ["red "], 49: [" on-green"], 0: [all], "": [all], 21: ["bold "], 99: [] };
    for (const [code, words] of Object.entries(removed)) {
      assert.equal(after(code), words.reduce((text, word) => text.replace(word, ""), all), code);
    }
  });

  test("waits for the rest of a sequence", () => {
    assert.deepEqual(read("a\x1b", "[3", "1mb"), [{ text: "a", classes: "" }, { text: "b", classes: "red" }]);
    assert.deepEqual(read("\x1b[1", ";", "4mb", "c").map(({ classes }) => classes), ["bold underline", "bold underline"]);
    const long = `\x1b[${"1".repeat(33)}`; // no program writes such a sequence
    assert.deepEqual(read(long), [{ text: long, classes: "" }]);
  });

  test("moves to the top, clears, and leaves other sequences out", () => {
    assert.deepEqual(read("\x1b[2J\x1b[Ha\x1b[3Cb\x1b[?25l\x1b(c"),
      [{ move: "clear" }, { move: "top" }, { text: "a", classes: "" }, { text: "b", classes: "" },
        { text: "c", classes: "" }]);
    const move = (sequence) => read(`\x1b[${sequence}`).map((piece) => piece.move).join();
    assert.deepEqual(["H", "1H", "1;1H", ";H", "2;1H", "1;2H", "J", "0J", "1J", "2J", "22J"].map(move),
      ["top", "top", "top", "top", "", "", "", "", "", "clear", ""]);
  });
});
