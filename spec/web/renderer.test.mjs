// Tests of the renderer, web/renderer/canvas2d.js, in a browser: draw lists and the pixels that they give.
//
// A page with the renderer plays lists that the tests write, in place of a machine.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import * as operation from "../../web/renderer/draw_operations.js";
import { launch, npm, project } from "./browser.mjs";

const SIZE = 64; // of the screen [units]

let browser, page;

before(async () => {
  const script = npm("esbuild").buildSync({
    stdin: {
      contents: `export { Canvas2D } from "./web/renderer/canvas2d.js";`, resolveDir: project,
    },
    bundle: true, format: "iife", globalName: "renderers", write: false,
  }).outputFiles[0].text;
  browser = await launch();
  page = await browser.newPage();
  await page.addScriptTag({ content: script });
  await page.evaluate(installMachine, SIZE);
});

after(() => browser?.close());

// Runs in the page: a machine whose draw list and texts are given.
function installMachine(size) {
  const memory = new Uint8Array(1 << 20);
  const LIST = 65536, DATA = 16;
  const machine = {
    bytes: memory,
    text: (address, length) => new TextDecoder().decode(memory.subarray(address, address + length)),
    exports: { draw_list_numbers: () => LIST, draw_list_length: () => machine.length },
  };
  globalThis.openScreen = async (scale) => {
    const canvas = document.createElement("canvas");
    const renderer = new globalThis.renderers.Canvas2D(canvas);
    await renderer.load({ files: new Map(), folder: "" });
    renderer.resize(size, size, scale);
    const imports = renderer.imports(machine);
    // Calls an import with bytes or a text in the memory: its address, and a text's length.
    const put = (bytes) => (memory.set(bytes, DATA), DATA);
    return {
      canvas, imports,
      define: (name, id, content, ...rest) => typeof content === "string"
        ? imports[name](id, put(new TextEncoder().encode(content)), content.length)
        : imports[name](id, put(content), ...rest),
      measure: (font, text) => {
        const bytes = new TextEncoder().encode(text);
        return imports.measure(font, put(bytes), bytes.length);
      },
      sprites: (address, numbers) => memory.set(new Uint8Array(new Float32Array(numbers).buffer), address),
      play: (commands) => {
        const list = commands.flatMap(([code, ...numbers]) => [code, numbers.length, ...numbers]);
        const bytes = new Float32Array(list);
        // The address of a batch has the bits of an integer.
        let at = 0;
        for (const [code, ...numbers] of commands) {
          if (code === 14) new Uint32Array(bytes.buffer)[at + 4] = numbers[2];
          at += 2 + numbers.length;
        }
        memory.set(new Uint8Array(bytes.buffer), LIST);
        machine.length = list.length;
        renderer.play(machine);
      },
      pixel: (x, y) => [...canvas.getContext("2d").getImageData(x, y, 1, 1).data.slice(0, 3)],
    };
  };
}

// Plays lists one after the other, and returns the colors at points [pixels]. `scale`: pixels per unit.
// images: by number { width, height, pixels: [r, g, b, a, ...], isNearest }.
function draw(lists, points, { scale = 1, images = {}, canvases = {}, sprites = {}, strings = [] } = {}) {
  return page.evaluate(async (all) => {
    const screen = await globalThis.openScreen(all.scale);
    for (const [id, { width, height, pixels, isNearest = false }] of Object.entries(all.images)) {
      screen.define("define_image", Number(id), new Uint8Array(pixels), width, height, isNearest ? 1 : 0);
    }
    for (const [id, [width, height]] of Object.entries(all.canvases)) {
      screen.imports.define_canvas(Number(id), width, height, 0);
    }
    screen.imports.define_font(32);
    all.strings.forEach((text, id) => screen.define("define_string", id, text));
    for (const [address, numbers] of Object.entries(all.sprites)) screen.sprites(Number(address), numbers);
    for (const list of all.lists) screen.play(list);
    const { width, height } = screen.canvas;
    const { data } = screen.canvas.getContext("2d").getImageData(0, 0, width, height);
    return all.points.map(([x, y]) => [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)]);
  }, { lists, points, scale, images, canvases, sprites, strings });
}

const [BLACK, RED, GREEN, BLUE, WHITE] = [[0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]];
const color = (rgb, alpha = 1) => [operation.COLOR, ...rgb.map((value) => value / 255), alpha];
const clear = (rgb, alpha = 1) => [operation.CLEAR, ...rgb.map((value) => value / 255), alpha];
const fill = (x, y, width, height, radius = 0) =>
  [operation.RECTANGLE, 1, x, y, width, height, radius, radius];

function solid(width, height, rgba) {
  return { width, height, pixels: Array.from({ length: width * height }, () => rgba).flat() };
}

function isNear(found, wanted, tolerance = 3) {
  return found.every((value, i) => Math.abs(value - wanted[i]) <= tolerance);
}

function assertColors(found, wanted, tolerance) {
  assert.equal(found.length, wanted.length);
  found.forEach((pixel, i) => assert.ok(isNear(pixel, wanted[i], tolerance),
    `point ${i + 1} is ${pixel}, not ${wanted[i]}`));
}

test("a list begins with the screen, white, and no transform", async () => {
  const found = await draw([
    [clear(BLACK), color(RED), [operation.TRANSFORM, 1, 0, 0, 1, 30, 30], [operation.LINE_JOIN, 1]],
    [fill(0, 0, 8, 8)],
  ], [[4, 4], [34, 34]]);
  assertColors(found, [WHITE, BLACK]);
});

test("rectangles are filled and outlined, with round corners", async () => {
  const found = await draw([[clear(BLACK), color(RED), fill(0, 0, 20, 20), color(GREEN),
    [operation.LINE_WIDTH, 2], [operation.RECTANGLE, 0, 31, 1, 20, 20, 0, 0],
    color(BLUE), fill(0, 32, 20, 20, 10), [operation.RECTANGLE, 0, 32, 32, 20, 20, 10, 10]]],
  [[10, 10], [31, 10], [41, 10], [51, 10], [10, 42], [1, 33], [42, 32], [32, 33]]);
  assertColors(found, [RED, GREEN, BLACK, GREEN, BLUE, BLACK, BLUE, BLACK]);
});

test("upright rectangles that touch have no seam at a fraction of a pixel", async () => {
  const found = await draw([[clear(BLACK), [operation.TRANSFORM, 0.85, 0, 0, 0.85, 0.3, 0.3],
    color(RED), fill(0, 0, 16, 16), fill(16, 0, 16, 16), fill(0, 16, 16, 16), fill(16, 16, 16, 16)]],
  [[13, 5], [14, 5], [5, 13], [5, 14], [13, 13], [14, 14], [27, 5], [28, 5]]);
  assertColors(found, [RED, RED, RED, RED, RED, RED, RED, BLACK], 0);
});

test("a transform moves, scales and turns shapes and the widths of lines", async () => {
  const found = await draw([[clear(BLACK), [operation.TRANSFORM, 0, 4, -4, 0, 40, 8],
    fill(0, 0, 4, 2), [operation.TRANSFORM, 4, 0, 0, 4, 0, 0], [operation.LINE_WIDTH, 2],
    [operation.POLYLINE, 0, 12, 16, 12]]], [[36, 16], [36, 30], [44, 16], [20, 45], [20, 51], [20, 53]]);
  assertColors(found, [WHITE, BLACK, BLACK, WHITE, WHITE, BLACK]);
});

test("polygons, lines and ellipses", async () => {
  const found = await draw([[clear(BLACK), color(RED), [operation.POLYGON, 1, 0, 0, 16, 0, 0, 16],
    color(GREEN), [operation.LINE_WIDTH, 4], [operation.POLYLINE, 32, 2, 60, 2, 60, 16],
    color(BLUE), [operation.ELLIPSE, 1, 16, 42, 14, 6]]],
  [[4, 4], [14, 14], [46, 2], [60, 12], [16, 42], [28, 42], [16, 50]]);
  assertColors(found, [RED, BLACK, GREEN, GREEN, BLUE, BLUE, BLACK]);
});

test("an outline is closed for polygons only", async () => {
  const points = [8, 8, 40, 8, 40, 40];
  const found = await draw([[clear(BLACK), [operation.LINE_WIDTH, 4], [operation.POLYGON, 0, ...points],
    [operation.TRANSFORM, 1, 0, 0, 1, 0, 20], color(RED), [operation.POLYLINE, ...points]]],
  [[20, 20], [24, 44]]);
  assertColors(found, [WHITE, BLACK]);
});

test("a scissor limits what is drawn and cleared, until it is removed", async () => {
  const found = await draw([[clear(BLACK), [operation.SCISSOR, 1, 8, 8, 16, 16],
    [operation.TRANSFORM, 1, 0, 0, 1, 4, 4], fill(0, 0, 64, 64), [operation.SCISSOR, 1, 40, 0, 16, 64],
    color(GREEN), fill(0, 0, 64, 8), clear(RED), [operation.SCISSOR, 0, 0, 0, 0, 0], color(BLUE),
    fill(-4, 40, 64, 8)]], [[6, 10], [10, 10], [30, 10], [44, 6], [44, 30], [10, 46], [60, 10]]);
  assertColors(found, [BLACK, WHITE, BLACK, RED, RED, BLUE, BLACK]);
});

test("colors have an alpha", async () => {
  const found = await draw([[clear([100, 100, 100]), color(WHITE, 0.5), fill(0, 0, 8, 8)]],
    [[4, 4], [12, 4]]);
  assertColors(found, [[178, 178, 178], [100, 100, 100]]);
});

test("a text is drawn with its top at the point, in the color, and under a matrix", async () => {
  const count = async (commands, area) => page.evaluate(async ([list, [x, y, width, height]]) => {
    const screen = await globalThis.openScreen(1);
    screen.imports.define_font(32);
    screen.define("define_string", 3, "HH");
    screen.play(list);
    const { data } = screen.canvas.getContext("2d").getImageData(x, y, width, height);
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i] > 128 && data[i + 1] < 64) sum++;
    return sum;
  }, [commands, area]);
  const text = (...matrix) => [[...clear(BLACK)], color(RED), [operation.TEXT, 3, 32, ...matrix]];
  assert.ok(await count(text(1, 0, 0, 1, 4, 10), [0, 14, 64, 28]) > 200); // H is 23 units high
  assert.equal(await count(text(1, 0, 0, 1, 4, 10), [0, 0, 64, 14]), 0);
  assert.equal(await count(text(1, 0, 0, 1, 4, 10), [0, 42, 64, 22]), 0);
  assert.ok(await count(text(0, 1, -1, 0, 50, 4), [20, 0, 30, 64]) > 200); // turned by a quarter
  assert.equal(await count(text(0, 1, -1, 0, 50, 4), [0, 0, 20, 64]), 0);
});

test("a text is as wide as its characters, at each size", async () => {
  const [one, two, both, far, large] = await page.evaluate(async () => {
    const screen = await globalThis.openScreen(1);
    screen.imports.define_font(10);
    screen.imports.define_font(40);
    const width = (font, text) => screen.measure(font, text);
    return [width(10, "A"), width(10, "V"), width(10, "AV"), width(10, "A→V") - width(10, "→"), width(40, "AV")];
  });
  assert.ok(one > 5 && one < 9, `${one}`);
  assert.ok(Math.abs(one + two - both) < 1e-9 && Math.abs(far - both) < 1e-9); // no kerning
  assert.ok(Math.abs(large - 4 * both) < 1e-6);
});

test("images are multiplied by the color, and keep their transparency", async () => {
  const images = { 5: solid(8, 8, [255, 255, 0, 255]), 6: solid(8, 8, [255, 255, 255, 128]) };
  const found = await draw([[clear(BLACK), color([0, 128, 255]),
    [operation.IMAGE, 5, 0, 0, 8, 8, 1, 0, 0, 1, 0, 0], [operation.IMAGE, 6, 0, 0, 8, 8, 1, 0, 0, 1, 16, 0],
    color(WHITE, 0.5), [operation.IMAGE, 5, 0, 0, 8, 8, 1, 0, 0, 1, 32, 0]]],
  [[4, 4], [20, 4], [36, 4]], { images });
  assertColors(found, [[0, 128, 0], [0, 64, 128], [128, 128, 0]]);
});

test("a part of one color is a rectangle without seams; other parts keep their pixels", async () => {
  // The left half is yellow; on the right, one pixel is transparent.
  const pixels = Array.from({ length: 128 }, (_, i) =>
    i === 127 ? [0, 0, 0, 0] : i % 16 < 8 ? [255, 255, 0, 255] : [255, 255, 255, 255]).flat();
  const images = { 5: { width: 16, height: 8, pixels, isNearest: true } };
  const part = (x, y, width, height, ...matrix) => [operation.IMAGE, 5, x, y, width, height, ...matrix];
  const found = await draw([[clear(BLACK), color([128, 255, 255]),
    part(0, 0, 8, 8, 1.3, 0, 0, 1, 0, 0), part(0, 0, 8, 8, -1, 0, 0, 1, 18.4, 0), // touch at x = 10.4
    part(0, 0, 8, 8, 0, 1, -1, 0, 40, 0), part(8, 0, 8, 8, 2, 0, 0, 2, 44, 0),
    color(WHITE, 0.5), part(0, 0, 8, 8, 1, 0, 0, 1, 0, 16)]],
  [[9, 4], [10, 4], [17, 4], [18, 4], [36, 4], [46, 2], [59, 15], [4, 20]], { images });
  assertColors(found, [[128, 255, 0], [128, 255, 0], [128, 255, 0], BLACK, [128, 255, 0], [128, 255, 255],
    BLACK, [128, 128, 0]]);
});

test("a quad is a part of an image, also mirrored and turned", async () => {
  const pixels = [...RED, 255, ...GREEN, 255, ...BLUE, 255, ...WHITE, 255]; // 2 x 2
  const images = { 5: { width: 2, height: 2, pixels, isNearest: true } };
  const part = (x, y, width, height, ...matrix) => [operation.IMAGE, 5, x, y, width, height, ...matrix];
  const found = await draw([[clear(BLACK), part(1, 0, 1, 1, 8, 0, 0, 8, 0, 0),
    part(0, 0, 2, 2, -8, 0, 0, 8, 32, 0), part(0, 0, 2, 2, 0, 8, -8, 0, 56, 0)]],
  [[4, 4], [20, 4], [28, 4], [28, 12], [52, 4], [52, 12], [44, 4]], { images });
  assertColors(found, [GREEN, GREEN, RED, BLUE, RED, GREEN, BLUE]);
});

test("small images are averages, not samples", async () => {
  // Columns of black and white: at an eighth of the size each pixel is gray.
  const pixels = Array.from({ length: 64 * 64 }, (_, i) => [...(i % 8 === 0 ? WHITE : BLACK), 255]).flat();
  const images = { 5: { width: 64, height: 64, pixels } };
  const found = await draw([[clear(BLACK), [operation.IMAGE, 5, 0, 0, 64, 64, 0.125, 0, 0, 0.125, 0, 0]]],
    [[2, 2], [3, 3], [5, 5], [6, 2]], { images });
  assertColors(found, [[32, 32, 32], [32, 32, 32], [32, 32, 32], [32, 32, 32]], 12);
});

test("nearest images have sharp edges, others have smooth ones", async () => {
  const pixels = [...BLACK, 255, ...WHITE, 255];
  const images = { 5: { width: 2, height: 1, pixels, isNearest: true }, 6: { width: 2, height: 1, pixels } };
  const [sharp, smooth] = await draw([[clear(RED), [operation.IMAGE, 5, 0, 0, 2, 1, 16, 0, 0, 16, 0, 0],
    [operation.IMAGE, 6, 0, 0, 2, 1, 16, 0, 0, 16, 0, 32]]], [[14, 8], [14, 40]], { images });
  assert.deepEqual(sharp, BLACK);
  assert.ok(smooth[0] > 60 && smooth[0] < 200, `${smooth}`);
});

test("a changed image is drawn with its new pixels, in a color, too", async () => {
  const found = await page.evaluate(async ([image, red]) => {
    const screen = await globalThis.openScreen(1);
    const pixels = (rgba) => new Uint8Array(Array.from({ length: 64 }, () => rgba).flat());
    screen.define("define_image", 5, pixels([255, 255, 255, 255]), 8, 8);
    screen.play([red, image]);
    screen.define("define_image", 5, pixels([128, 0, 0, 255]), 8, 8);
    screen.play([red, image]);
    return screen.pixel(4, 4);
  }, [[operation.IMAGE, 5, 0, 0, 8, 8, 1, 0, 0, 1, 0, 0], color(RED)]);
  assertColors([found], [[128, 0, 0]]);
});

// Sprites: matrix, quad, color.
const sprite = (x, y, size, rgba) => [1, 0, 0, 1, x, y, 0, 0, size, size, ...rgba];

test("a batch draws its sprites in their colors, moved by its matrix", async () => {
  const sprites = { 4096: [...sprite(0, 0, 8, [1, 0, 0, 1]), ...sprite(16, 0, 8, [0, 1, 0, 0.5]),
    0, 1, -1, 0, 40, 0, 0, 0, 8, 8, 1, 1, 1, 1] };
  const found = await draw([[clear(BLACK), color([255, 255, 255]),
    [operation.BATCH, 5, 3, 4096, 9, 1, 1, 0, 0, 1, 0, 8]]],
  [[4, 4], [4, 12], [20, 12], [36, 12], [44, 12]], { images: { 5: solid(8, 8, [...WHITE, 255]) }, sprites });
  assertColors(found, [BLACK, RED, [0, 128, 0], WHITE, BLACK]);
});

test("a batch that stays the same is drawn like the first time; a changed one is new", async () => {
  const found = await page.evaluate(async (clearing) => {
    const screen = await globalThis.openScreen(1);
    screen.define("define_image", 5, new Uint8Array(16).fill(255), 2, 2);
    const play = (revision, y) => screen.play([clearing, [14, 5, 256, 4096, 9, revision, 1, 0, 0, 1, 0, y]]);
    const write = (rgba) => screen.sprites(4096, Array.from({ length: 256 }, (_, i) =>
      [1, 0, 0, 1, 4 * (i % 16) + 0.5, 4 * Math.floor(i / 16), 0, 0, 2, 2, ...rgba]).flat());
    const seen = new Set();
    write([1, 0.5, 0, 0.7]);
    for (let i = 0; i < 4; i++) {
      play(1, 0);
      seen.add(screen.canvas.getContext("2d").getImageData(0, 0, 64, 64).data.join());
    }
    write([0, 1, 0, 1]);
    play(2, 0);
    const changed = screen.pixel(5, 1);
    play(2, 2);
    play(2, 2);
    return { pictures: seen.size, changed, above: screen.pixel(5, 1), below: screen.pixel(5, 3) };
  }, clear(BLUE));
  assert.equal(found.pictures, 1);
  assertColors([found.changed, found.above, found.below], [GREEN, BLUE, GREEN]);
});

test("a batch that stays the same is drawn on a canvas, and changes no state", async () => {
  const pixels = [...BLACK, 255, ...WHITE, 255];
  const images = { 5: { ...solid(1, 1, [...RED, 255]), isNearest: true },
    6: { width: 2, height: 1, pixels, isNearest: true } };
  const rows = Array.from({ length: 64 }, (_, i) => sprite(i % 32, 12 * (i >> 5), 1, [1, 1, 1, 0.5]));
  const list = [[operation.TARGET, 7], clear(BLACK), [operation.BATCH, 5, 64, 4096, 9, 1, 1, 0, 0, 1, 0, 0],
    [operation.IMAGE, 6, 0, 0, 2, 1, 8, 0, 0, 8, 0, 1], [operation.TARGET, 0], clear(BLUE),
    [operation.IMAGE, 7, 0, 0, 32, 16, 1, 0, 0, 1, 0, 0]];
  const found = await draw([list, list, list],
    [[1, 0], [31, 12], [31, 13], [7, 4], [8, 4], [31, 15], [32, 12]],
    { images, sprites: { 4096: rows.flat() }, canvases: { 7: [32, 16] } });
  assertColors(found, [[128, 0, 0], [128, 0, 0], BLACK, BLACK, WHITE, BLACK, BLUE]);
});

test("the screen is opaque", async () => {
  const alpha = await page.evaluate(async (list) => {
    const screen = await globalThis.openScreen(1);
    screen.play(list);
    return screen.canvas.getContext("2d").getImageData(4, 4, 1, 1).data[3];
  }, [clear(RED, 0.5)]);
  assert.equal(alpha, 255);
});

test("a canvas is drawn on and then drawn", async () => {
  const found = await draw([
    [[operation.TARGET, 7], clear(BLACK, 0), color(RED), fill(0, 0, 8, 16), [operation.TARGET, 0],
      clear(BLUE), color(WHITE), [operation.IMAGE, 7, 0, 0, 16, 16, 2, 0, 0, 2, 8, 8]],
    [[operation.TARGET, 7], color(GREEN), fill(0, 0, 4, 16), [operation.TARGET, 0], color([128, 128, 128]),
      [operation.IMAGE, 7, 0, 0, 16, 16, 1, 0, 0, 1, 48, 0]],
  ], [[4, 4], [12, 12], [30, 12], [50, 4], [54, 4]], { canvases: { 7: [16, 16] } });
  assertColors(found, [BLUE, RED, BLUE, [0, 128, 0], [128, 0, 0]]);
});

test("all is as large in units at two pixels per unit", async () => {
  const found = await draw([[clear(BLACK), [operation.SCISSOR, 1, 0, 0, 32, 64], fill(0, 0, 64, 8),
    [operation.SCISSOR, 0, 0, 0, 0, 0], color(RED), fill(18, 18, 4, 4), [operation.TARGET, 7],
    color(GREEN), fill(0, 0, 8, 8), [operation.TARGET, 0], color(WHITE),
    [operation.IMAGE, 7, 0, 0, 16, 16, 1, 0, 0, 1, 40, 40]]],
  [[62, 8], [66, 8], [43, 43], [45, 45], [84, 84], [94, 94], [98, 84]],
  { scale: 2, canvases: { 7: [16, 16] } });
  assertColors(found, [WHITE, BLACK, RED, BLACK, GREEN, GREEN, BLACK]);
});

test("what is not finite draws nothing, and changes nothing else", async () => {
  const matrix = (...numbers) => [operation.TRANSFORM, ...numbers];
  const line = (y) => [operation.POLYLINE, 0, y, 64, y];
  const image = (x, ...numbers) => [operation.IMAGE, 1, 0, 0, 8, 8, ...numbers, x, 0];
  const found = await draw([[clear(BLACK), color(RED), [operation.LINE_WIDTH, 8], line(4),
    [operation.LINE_WIDTH, 0], line(12), [operation.LINE_WIDTH, NaN], line(12),
    [operation.LINE_WIDTH, Infinity], [operation.RECTANGLE, 0, 0, 12, 64, 4, 0, 0],
    matrix(1, 0, 0, 1, 0, 20), fill(0, 0, 8, 8), matrix(NaN, 0, 0, 1, 0, 0), fill(16, 0, 8, 8),
    matrix(1, 0, 0, Infinity, 0, 0), fill(24, 0, 8, 8), matrix(1, 0, 0, 1, 0, 20), fill(40, 0, 8, 8),
    color(WHITE), matrix(1, 0, 0, 1, 0, 40), image(0, 1, 0, 0, 1), image(16, NaN, 0, 0, 1),
    image(16, 1, 0.5, NaN, 1), image(32, 1, 0, 0, 1), [operation.IMAGE, 1, 0, 0, 8, 8, 1, 0, 0, 1, NaN, 0],
    [operation.BATCH, 1, 1, 4096, 1, 1, 1, 0, 0, NaN, 16, 0],
    [operation.BATCH, 1, 1, 4096, 1, 1, 1, 0, 0, 1, 48, 0]]],
  [[4, 4], [4, 12], [4, 16], [4, 24], [20, 24], [28, 24], [44, 24], [4, 44], [20, 44], [36, 44], [52, 44]],
  { images: { 1: solid(8, 8, [0, 255, 0, 255]) },
    sprites: { 4096: [1, 0, 0, 1, 0, 0, 0, 0, 8, 8, 1, 1, 1, 1] } });
  assertColors(found, [RED, BLACK, BLACK, RED, BLACK, BLACK, RED, GREEN, BLACK, GREEN, GREEN]);
});

test("colors are exact in shapes, images and batches", async () => {
  const colors = [[1, 2, 3], [128, 127, 126], [254, 0, 255], [64, 191, 5]];
  const sprites = { 4096: sprite(0, 0, 4, [1, 1, 1, 1]), 8192: sprite(0, 0, 4, [0.5, 1, 0.25, 1]) };
  const list = colors.flatMap((rgb, i) => [color(rgb), fill(8 * i, 0, 4, 4),
    [operation.IMAGE, 5, 0, 0, 4, 4, 1, 0, 0, 1, 8 * i, 8],
    [operation.BATCH, 5, 1, 4096, 9, 1, 1, 0, 0, 1, 8 * i, 16],
    [operation.BATCH, 5, 1, 8192, 9, 1, 1, 0, 0, 1, 8 * i, 24]]);
  const points = [1, 9, 17, 25].flatMap((y) => colors.map((_, i) => [8 * i + 1, y]));
  const found = await draw([list], points, { images: { 5: solid(4, 4, [...WHITE, 255]) }, sprites });
  const halves = colors.map(([red, green, blue]) => [red / 2, green, blue / 4].map(Math.round));
  assert.deepEqual(found, [...colors, ...colors, ...colors, ...halves]);
});

test("an image may have a thousand colors", async () => {
  const rgb = (i) => [i & 255, i >> 8, 7];
  const points = Array.from({ length: 1000 }, (_, i) => [i % 64, i >> 6]);
  const list = points.flatMap(([x, y], i) => [color(rgb(i)),
    [operation.IMAGE, 5, 0, 0, 1, 1, 1, 0, 0, 1, x, y]]);
  const found = await draw([list, list], points, { images: { 5: solid(1, 1, [...WHITE, 255]) } });
  assert.deepEqual(found, points.map((_, i) => rgb(i)));
});

test("lines have miter joins or bevel ones", async () => {
  const found = await draw([[clear(BLACK), [operation.LINE_WIDTH, 8], ...[0, 1].flatMap((join) => [
    [operation.LINE_JOIN, join],
    [operation.POLYLINE, 0, 8 + 16 * join, 32, 8 + 16 * join, 32, 20 + 16 * join],
  ]), [operation.LINE_JOIN, 0], [operation.POLYLINE, 0, 60, 40, 60, 0, 56]]],
  [[35, 5], [35, 21], [32, 22], [58, 61]]);
  assertColors(found, [WHITE, BLACK, WHITE, WHITE]);
});

test("what has a number that is not finite is not drawn", async () => {
  const matrix = [1, 0, 0, 1, 8, 8];
  const points = Array.from({ length: 64 }, (_, i) => [8 * (i % 8) + 4, 8 * (i >> 3) + 4]);
  const lists = [NaN, Infinity].flatMap((number) => matrix.map((_, place) => {
    const broken = matrix.with(place, number);
    return [clear(BLACK), fill(0, 56, 8, 8), [operation.IMAGE, 5, 0, 0, 8, 8, ...broken],
      [operation.BATCH, 5, 1, 4096, 9, 1, ...broken], [operation.TEXT, 0, 32, ...broken],
      [operation.TRANSFORM, ...broken], fill(0, 0, 8, 8), [operation.LINE_WIDTH, number],
      [operation.TRANSFORM, ...matrix], [operation.POLYLINE, 0, 0, 40, 40]];
  }));
  for (const list of lists) {
    const found = await draw([list], points, { images: { 5: solid(8, 8, [...WHITE, 255]) },
      sprites: { 4096: sprite(0, 0, 8, [1, 1, 1, 1]) }, strings: ["HHHH"] });
    assertColors(found, points.map(([x, y]) => x < 8 && y > 56 ? WHITE : BLACK));
  }
});

test("an unknown operation is an error", async () => {
  await assert.rejects(draw([[[99, 1]]], []), /unknown operation: 99/);
});
