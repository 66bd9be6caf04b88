// A renderer: plays draw lists (web/host/draw_list.h) on Canvas 2D.
//
// The interface of a renderer, so that another one can replace it:
//     new Renderer(canvas)           an HTMLCanvasElement or an OffscreenCanvas
//     load({ files, font })          decodes what programs name by a path; before the machine starts
//     imports(machine)               the functions that astar.wasm imports for drawing
//     resize(width, height, scale)   the size of the screen [units], and pixels per unit
//     play(machine)                  plays the machine's draw list
//
// Method. Each operation is a method that reads its numbers from linear memory. State (color, transform,
// line width, ...) is only stored; a command that draws applies what has changed. Numbers of a list
// are in units; a target has `scale` pixels per unit, by which the transform is multiplied, so text
// and shapes are sharp on every screen. A scissor is a clip, which Canvas 2D can only widen by
// restore(), so all state is applied again after it.
//
// Images are drawn in a color or smaller than half of their size as cells (cells.js), parts of one color
// as rectangles (plain_parts.js), batches that do not change as one picture (batch_pictures.js).

import { normalize } from "../runtime.js";
import { BatchPictures } from "./batch_pictures.js";
import { Cells, MOST_LEVELS, WHITE } from "./cells.js";
import * as operation from "./draw_operations.js";
import { PlainParts } from "./plain_parts.js";
import { createCanvas, createPicture } from "./surfaces.js";
import { TextMeter } from "./text_meter.js";

const FULL = 2 * Math.PI;
const MOST_SHARP = 32 << 20; // pixels of a canvas with several pixels per unit
const MOST_COLORS = 4096; // texts of colors that are kept

// Transforms of the context: the one of the state, none, or that of a sprite or a text.
const STATE = 1, NONE = 2, OTHER = 3;

/** Plays draw lists on a canvas. */
export class Canvas2D {
  #screen;
  #decoded = new Map(); // images by path
  #images = new Map();  // images and canvases by their number, see #newImage
  #fonts = [];          // { css, ascent } by number: their size
  #strings = [];        // by number
  #keys = 0;            // the last key of an image
  #cells = new Cells();
  #pictures = new BatchPictures();
  #meter = new TextMeter();

  // The state. Colors are numbers 0xrrggbb with an alpha from 0 to 1.
  #target;
  #context;
  #scale = 1; // pixels per unit of the target
  #color = WHITE;
  #alpha = 1;
  #a = 1;     // the transform to pixels
  #b = 0;
  #c = 0;
  #d = 1;
  #e = 0;
  #f = 0;
  #width = 1;
  #join = "miter";
  #isClipped = false;

  // What the context has got of the state.
  #appliedFill = "";
  #appliedStroke = "";
  #appliedWidth = -1;
  #appliedJoin = "";
  #appliedAlpha = -1;
  #appliedFont;
  #isSmooth;
  #appliedTransform = OTHER;

  // The linear memory of the machine.
  #numbers = new Float32Array(0);
  #bits = new Uint32Array(0);

  #css = new Map(); // texts of colors
  #cssColor = -1;   // of the last text
  #cssAlpha = -1;
  #cssText = "";
  #batchState = new Float64Array(12); // see BatchPictures.find
  #operations = [];

  constructor(canvas) {
    this.#screen = {
      source: canvas, width: canvas.width, height: canvas.height, scale: 1, key: 0,
      context: canvas.getContext("2d", { alpha: false }),
    };
    this.#defineOperations();
  }

  /** Decodes the images among the files, and loads the font (bytes). */
  async load({ files, font }) {
    const jobs = [this.#meter.load(font)];
    for (const [path, bytes] of files) {
      if (/\.(png|jpe?g)$/.test(path)) jobs.push(this.#decode(path, bytes));
    }
    await Promise.all(jobs);
  }

  async #decode(path, bytes) {
    try {
      this.#decoded.set(path, await createImageBitmap(new Blob([bytes])));
    } catch {
      // The program gets an error when it opens this image.
    }
  }

  /** Sets the size of the screen [units] and its pixels per unit. The screen becomes black. */
  resize(width, height, scale) {
    const screen = this.#screen;
    const pixelWidth = Math.max(Math.round(width * scale), 1);
    const pixelHeight = Math.max(Math.round(height * scale), 1);
    screen.scale = scale;
    if (screen.source.width === pixelWidth && screen.source.height === pixelHeight) return;
    screen.source.width = pixelWidth;
    screen.source.height = pixelHeight;
  }

  /** The functions that astar.wasm imports. */
  imports(machine) {
    return {
      measure: (font, address, size) =>
        this.#meter.width(machine.bytes, address, size) * font,
      define_string: (id, address, size) => void (this.#strings[id] = machine.text(address, size)),
      define_font: (size) => void (this.#fonts[size] = this.#meter.font(size)),
      define_image: (id, address, width, height, isNearest) => {
        const length = 4 * width * height;
        const pixels = new Uint8ClampedArray(machine.bytes.slice(address, address + length).buffer);
        this.#defineImage(id, new ImageData(pixels, width, height), isNearest);
      },
      define_image_file: (id, address, size, isNearest) =>
        this.#defineFile(id, machine.text(address, size), isNearest),
      canvas_scale: (width, height) => this.#canvasScale(width, height),
      define_canvas: (...values) => this.#defineCanvas(...values),
      release_image: (id) => {
        this.#images.delete(id);
        this.#pictures.release(id);
      },
    };
  }

  // ------------------------------------------------------------------------------ resources

  // An image: `source` is what is drawn, `scale` its pixels per unit. A canvas has a context; an
  // image may have `plain`, see PlainParts.
  #newImage(id, source, isNearest, { scale = 1, context, plain } = {}) {
    this.#images.set(id, {
      source, scale, context, plain, key: ++this.#keys, isNearest: isNearest !== 0,
    });
  }

  #defineImage(id, data, isNearest) {
    const picture = createPicture(data.width, data.height, (context) => context.putImageData(data, 0, 0));
    this.#newImage(id, picture, isNearest, { plain: PlainParts.of(data) });
  }

  #defineFile(id, path, isNearest) {
    const bitmap = this.#decoded.get(normalize(path));
    if (!bitmap) return 0;
    this.#newImage(id, bitmap, isNearest);
    return bitmap.width | bitmap.height << 16;
  }

  // A canvas of the program has as many pixels per unit as the screen at that time. A large one has
  // only one pixel per unit: browsers refuse canvases of more pixels than MOST_SHARP by far.
  #canvasScale(width, height) {
    const { scale } = this.#screen;
    return width * height * scale * scale <= MOST_SHARP ? scale : Math.min(scale, 1);
  }

  #defineCanvas(id, width, height, isNearest) {
    const scale = this.#canvasScale(width, height);
    const canvas = createCanvas(Math.max(Math.round(width * scale), 1),
      Math.max(Math.round(height * scale), 1));
    this.#newImage(id, canvas, isNearest, { scale, context: canvas.getContext("2d") });
  }

  // ---------------------------------------------------------------------------------- lists

  /** Plays the draw list. */
  play(machine) {
    const count = machine.exports.draw_list_length();
    if (count === 0) return;
    const { buffer } = machine.bytes;
    if (this.#numbers.buffer !== buffer) {
      this.#numbers = new Float32Array(buffer);
      this.#bits = new Uint32Array(buffer);
    }
    this.#start();
    const numbers = this.#numbers;
    const end = (machine.exports.draw_list_numbers() >>> 2) + count;
    for (let at = end - count; at < end;) {
      const draw = this.#operations[numbers[at]];
      if (!draw) throw new Error(`the draw list has an unknown operation: ${numbers[at]}`);
      const first = at + 2;
      at = first + numbers[at + 1];
      draw(first, at);
    }
    this.#removeClip();
  }

  // The state at the beginning of a list.
  #start() {
    this.#isClipped = false;
    this.#color = WHITE;
    this.#alpha = 1;
    this.#width = 1;
    this.#join = "miter";
    this.#setTarget(this.#screen);
    this.#setTransform(1, 0, 0, 1, 0, 0);
  }

  #setTarget(target) {
    this.#target = target;
    this.#context = target.context;
    this.#scale = target.scale;
    if (target !== this.#screen) target.key = ++this.#keys; // its pixels change
    const context = this.#context;
    context.miterLimit = 100;
    context.fontKerning = "none";
    context.textRendering = "geometricPrecision";
    this.#forget();
  }

  // Nothing is known about the context's state.
  #forget() {
    this.#appliedFill = this.#appliedStroke = this.#appliedJoin = "";
    this.#appliedWidth = this.#appliedAlpha = -1;
    this.#appliedFont = undefined;
    this.#isSmooth = undefined;
    this.#appliedTransform = OTHER;
  }

  #removeClip() {
    if (!this.#isClipped) return;
    this.#context.restore();
    this.#isClipped = false;
    this.#forget();
  }

  // Canvas 2D ignores a transform, a line width or a shape whose numbers are not finite. It must not
  // draw by those that were there before.
  #setTransform(a, b, c, d, e, f) {
    const scale = isFinite(a + b + c + d + e + f) ? this.#scale : 0;
    [this.#a, this.#b, this.#c, this.#d, this.#e, this.#f] =
      [a, b, c, d, e, f].map((number) => scale && number * scale);
    this.#appliedTransform = OTHER;
  }

  // ---------------------------------------------------------------------------------- state

  #applyTransform() {
    if (this.#appliedTransform === STATE) return;
    this.#context.setTransform(this.#a, this.#b, this.#c, this.#d, this.#e, this.#f);
    this.#appliedTransform = STATE;
  }

  #applyNoTransform() {
    if (this.#appliedTransform === NONE) return;
    this.#context.setTransform(1, 0, 0, 1, 0, 0);
    this.#appliedTransform = NONE;
  }

  // Multiplies the transform by a matrix, for one sprite or text.
  #applyProduct(a, b, c, d, e, f) {
    const A = this.#a, B = this.#b, C = this.#c, D = this.#d;
    if (isFinite(a + b + c + d + e + f)) {
      this.#context.setTransform(A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d,
        A * e + C * f + this.#e, B * e + D * f + this.#f);
    } else {
      this.#context.setTransform(0, 0, 0, 0, 0, 0);
    }
    this.#appliedTransform = OTHER;
  }

  #applyAlpha(alpha) {
    if (this.#appliedAlpha === alpha) return;
    this.#context.globalAlpha = this.#appliedAlpha = alpha;
  }

  #colorText() {
    const color = this.#color, alpha = this.#alpha;
    if (this.#cssColor === color && this.#cssAlpha === alpha) return this.#cssText;
    this.#cssColor = color;
    this.#cssAlpha = alpha;
    return (this.#cssText = this.#cssOf(color, alpha));
  }

  #cssOf(color, alpha) {
    const key = color * 256 + Math.round(alpha * 255);
    let text = this.#css.get(key);
    if (text === undefined) {
      if (this.#css.size >= MOST_COLORS) this.#css.clear();
      text = colorText(color, alpha);
      this.#css.set(key, text);
    }
    return text;
  }

  #applyFill() {
    this.#applyFillColor(this.#colorText());
    this.#applyTransform();
    this.#applyAlpha(1);
  }

  #applyFillColor(text) {
    if (this.#appliedFill !== text) this.#context.fillStyle = this.#appliedFill = text;
  }

  #applyStroke() {
    const text = this.#colorText();
    if (this.#appliedStroke !== text) this.#context.strokeStyle = this.#appliedStroke = text;
    if (this.#appliedWidth !== this.#width) {
      this.#context.lineWidth = this.#appliedWidth = this.#width;
    }
    if (this.#appliedJoin !== this.#join) this.#context.lineJoin = this.#appliedJoin = this.#join;
    this.#applyTransform();
    this.#applyAlpha(1);
  }

  #hasLine() {
    return this.#width > 0 && this.#width < Infinity;
  }

  #applyFilter(isSmooth) {
    if (this.#isSmooth === isSmooth) return;
    this.#context.imageSmoothingEnabled = this.#isSmooth = isSmooth;
  }

  // -------------------------------------------------------------------------------- shapes

  // Fills the context's path, or draws its line.
  #paint(isFilled) {
    if (isFilled) {
      this.#applyFill();
      this.#context.fill();
    } else {
      this.#applyStroke();
      if (this.#hasLine()) this.#context.stroke();
    }
  }

  #trace(at, end) {
    const numbers = this.#numbers, context = this.#context;
    context.beginPath();
    context.moveTo(numbers[at], numbers[at + 1]);
    for (let i = at + 2; i < end; i += 2) context.lineTo(numbers[i], numbers[i + 1]);
  }

  // A path is traced after the transform is applied: its points are transformed at once.
  #defineOperations() {
    const table = this.#operations;
    table[operation.CLEAR] = (at) => this.#clear(at);
    table[operation.COLOR] = (at) => {
      const numbers = this.#numbers;
      this.#color = packColor(numbers[at], numbers[at + 1], numbers[at + 2]);
      this.#alpha = limit(numbers[at + 3]);
    };
    table[operation.TRANSFORM] = (at) => {
      const numbers = this.#numbers;
      this.#setTransform(numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3],
        numbers[at + 4], numbers[at + 5]);
    };
    table[operation.LINE_WIDTH] = (at) => (this.#width = this.#numbers[at]);
    table[operation.LINE_JOIN] = (at) => (this.#join = this.#numbers[at] === 0 ? "miter" : "bevel");
    table[operation.SCISSOR] = (at) => this.#scissor(at);
    table[operation.TARGET] = (at) => {
      this.#removeClip();
      const id = this.#numbers[at];
      this.#setTarget(id === 0 ? this.#screen : this.#images.get(id));
    };
    table[operation.RECTANGLE] = (at) => this.#rectangle(at);
    table[operation.POLYGON] = (at, end) => {
      this.#applyTransform();
      this.#trace(at + 1, end);
      this.#context.closePath();
      this.#paint(this.#numbers[at] !== 0);
    };
    table[operation.POLYLINE] = (at, end) => {
      this.#applyTransform();
      this.#trace(at, end);
      this.#paint(false);
    };
    table[operation.ELLIPSE] = (at) => this.#ellipse(at);
    table[operation.TEXT] = (at) => this.#text(at);
    table[operation.IMAGE] = (at) => this.#image(at);
    table[operation.BATCH] = (at) => this.#batch(at);
  }

  #clear(at) {
    const numbers = this.#numbers, context = this.#context;
    this.#applyNoTransform();
    const alpha = limit(numbers[at + 3]);
    const { width, height } = this.#target.source;
    if (alpha < 1) context.clearRect(0, 0, width, height);
    if (alpha === 0) return;
    context.fillStyle = this.#appliedFill =
      colorText(packColor(numbers[at], numbers[at + 1], numbers[at + 2]), alpha);
    this.#applyAlpha(1);
    context.fillRect(0, 0, width, height);
  }

  #scissor(at) {
    const numbers = this.#numbers, context = this.#context, scale = this.#scale;
    this.#removeClip();
    if (numbers[at] === 0) return;
    context.save();
    context.setTransform(scale, 0, 0, scale, 0, 0);
    this.#appliedTransform = OTHER;
    context.beginPath();
    context.rect(numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4]);
    context.clip();
    this.#isClipped = true;
  }

  #rectangle(at) {
    const numbers = this.#numbers, context = this.#context;
    const isFilled = numbers[at] !== 0;
    const x = numbers[at + 1], y = numbers[at + 2], width = numbers[at + 3], height = numbers[at + 4];
    const rx = numbers[at + 5], ry = numbers[at + 6];
    if (rx > 0 && ry > 0) {
      this.#applyTransform();
      traceRounded(context, x, y, width, height, Math.min(rx, width / 2), Math.min(ry, height / 2));
      this.#paint(isFilled);
    } else if (isFilled) {
      this.#applyFillColor(this.#colorText());
      this.#applyAlpha(1);
      this.#fillRectangle(x, y, width, height);
    } else {
      this.#applyStroke();
      if (this.#hasLine()) context.strokeRect(x, y, width, height);
    }
  }

  // As in OpenGL, an upright rectangle fills the pixels whose centers it contains: so rectangles that
  // touch each other have no seam.
  #fillRectangle(x, y, width, height) {
    if (this.#b === 0 && this.#c === 0) {
      const a = this.#a, d = this.#d, e = this.#e, f = this.#f;
      const left = Math.round(a * x + e), top = Math.round(d * y + f);
      this.#applyNoTransform();
      this.#context.fillRect(left, top, Math.round(a * (x + width) + e) - left,
        Math.round(d * (y + height) + f) - top);
    } else {
      this.#applyTransform();
      this.#context.fillRect(x, y, width, height);
    }
  }

  #ellipse(at) {
    const numbers = this.#numbers;
    this.#applyTransform();
    this.#context.beginPath();
    this.#context.ellipse(numbers[at + 1], numbers[at + 2], Math.abs(numbers[at + 3]),
      Math.abs(numbers[at + 4]), 0, 0, FULL);
    this.#paint(numbers[at] !== 0);
  }

  #text(at) {
    const numbers = this.#numbers, context = this.#context;
    const font = this.#fonts[numbers[at + 1]];
    const a = numbers[at + 2], b = numbers[at + 3], c = numbers[at + 4], d = numbers[at + 5];
    const e = numbers[at + 6], f = numbers[at + 7];
    this.#applyFill();
    if (this.#appliedFont !== font) {
      context.font = font.css;
      this.#appliedFont = font;
    }
    if (a === 1 && b === 0 && c === 0 && d === 1) {
      context.fillText(this.#strings[numbers[at]], e, f + font.ascent);
    } else {
      this.#applyProduct(a, b, c, d, e, f);
      context.fillText(this.#strings[numbers[at]], 0, font.ascent);
    }
  }

  // -------------------------------------------------------------------------------- images

  // Draws the part (x, y, width, height) of an image in a color, its top left corner moved by a matrix.
  #part(image, x, y, width, height, color, a, b, c, d, e, f) {
    const plain = image.plain ? image.plain.find(x, y, width, height) : -1;
    if (plain >= 0) this.#plainPart(width, height, multiply(plain, color), a, b, c, d, e, f);
    else this.#picturePart(image, x, y, width, height, color, a, b, c, d, e, f);
  }

  #plainPart(width, height, color, a, b, c, d, e, f) {
    this.#applyFillColor(this.#cssOf(color, 1));
    if (b === 0 && c === 0) {
      this.#fillRectangle(e, f, a * width, d * height);
    } else {
      this.#applyProduct(a, b, c, d, e, f);
      this.#context.fillRect(0, 0, width, height);
    }
  }

  #picturePart(image, x, y, width, height, color, a, b, c, d, e, f) {
    const A = this.#a, B = this.#b, C = this.#c, D = this.#d, scale = image.scale;
    const context = this.#context;
    let level = 0;
    if (!image.isNearest) {
      // The largest ratio of pixels of the target to pixels of the image.
      const p = A * a + C * b, q = B * a + D * b, r = A * c + C * d, s = B * c + D * d;
      let ratio = Math.max(p * p + q * q, r * r + s * s) / (scale * scale);
      for (; ratio <= 0.25 && ratio > 0 && level < MOST_LEVELS; level++) ratio *= 4;
    }
    let source = image.source;
    let fromX = x * scale, fromY = y * scale, fromWidth = width * scale, fromHeight = height * scale;
    if (color !== WHITE || level > 0) {
      let left = 0, top = 0, right = source.width, bottom = source.height; // of the cell
      const isWhole = Number.isInteger(fromX) && Number.isInteger(fromY)
        && Number.isInteger(fromWidth) && Number.isInteger(fromHeight)
        && fromX >= 0 && fromY >= 0 && fromX + fromWidth <= right && fromY + fromHeight <= bottom;
      if (isWhole) {
        left = fromX;
        top = fromY;
        right = fromX + fromWidth;
        bottom = fromY + fromHeight;
      }
      if (right <= left || bottom <= top) return;
      source = this.#cells.find(image, left, top, right - left, bottom - top, color, level);
      const shrunkX = source.width / (right - left), shrunkY = source.height / (bottom - top);
      fromX = (fromX - left) * shrunkX;
      fromY = (fromY - top) * shrunkY;
      fromWidth *= shrunkX;
      fromHeight *= shrunkY;
    }
    this.#applyFilter(!image.isNearest);
    if (b === 0 && c === 0 && a > 0 && d > 0) {
      this.#applyTransform();
      context.drawImage(source, fromX, fromY, fromWidth, fromHeight, e, f, width * a, height * d);
    } else {
      this.#applyProduct(a, b, c, d, e, f);
      context.drawImage(source, fromX, fromY, fromWidth, fromHeight, 0, 0, width, height);
    }
  }

  #image(at) {
    const numbers = this.#numbers;
    const image = this.#images.get(numbers[at]);
    if (!image) return;
    this.#applyAlpha(this.#alpha);
    this.#part(image, numbers[at + 1], numbers[at + 2], numbers[at + 3], numbers[at + 4], this.#color,
      numbers[at + 5], numbers[at + 6], numbers[at + 7], numbers[at + 8], numbers[at + 9],
      numbers[at + 10]);
  }

  #batch(at) {
    const numbers = this.#numbers;
    const image = this.#images.get(numbers[at]);
    if (!image) return;
    const count = numbers[at + 1], address = this.#bits[at + 2];
    if (!isFinite(numbers[at + 5] + numbers[at + 6] + numbers[at + 7] + numbers[at + 8]
      + numbers[at + 9] + numbers[at + 10])) return;
    const outer = [this.#a, this.#b, this.#c, this.#d, this.#e, this.#f];
    this.#appliedTransform = OTHER;
    this.#multiply(numbers[at + 5], numbers[at + 6], numbers[at + 7], numbers[at + 8],
      numbers[at + 9], numbers[at + 10]);
    const picture = this.#pictureOf(image, at, count, address);
    if (picture) {
      this.#applyNoTransform();
      this.#applyAlpha(1);
        this.#context.drawImage(picture, 0, 0);
    } else {
        this.#sprites(image, count, address >>> 2);
    }
    [this.#a, this.#b, this.#c, this.#d, this.#e, this.#f] = outer;
    this.#appliedTransform = OTHER;
  }

  #multiply(a, b, c, d, e, f) {
    const A = this.#a, B = this.#b, C = this.#c, D = this.#d;
    this.#a = A * a + C * b;
    this.#b = B * a + D * b;
    this.#c = A * c + C * d;
    this.#d = B * c + D * d;
    this.#e += A * e + C * f;
    this.#f += B * e + D * f;
  }

  #pictureOf(image, at, count, address) {
    if (image.context) return undefined; // its pixels may change
    const { width, height } = this.#target.source;
    this.#batchState.set([this.#a, this.#b, this.#c, this.#d, this.#e, this.#f,
      this.#color, this.#alpha, image.key, image.isNearest ? 1 : 0, width, height]);
    const sprites = {
      batch: this.#numbers[at + 3], revision: this.#numbers[at + 4], count, address,
    };
    return this.#pictures.find(sprites, this.#batchState, (context) => {
      const target = this.#context;
      this.#context = context;
      this.#forget();
      this.#sprites(image, count, address >>> 2);
      this.#context = target;
      this.#forget();
    });
  }

  #sprites(image, count, first) {
    const numbers = this.#numbers, end = first + count * operation.SPRITE_NUMBERS;
    const red = (this.#color >> 16) / 255, green = (this.#color >> 8 & 255) / 255;
    const blue = (this.#color & 255) / 255;
    for (let i = first; i < end; i += operation.SPRITE_NUMBERS) {
      this.#applyAlpha(limit(this.#alpha * numbers[i + 13]));
      this.#part(image, numbers[i + 6], numbers[i + 7], numbers[i + 8], numbers[i + 9],
        packColor(red * numbers[i + 10], green * numbers[i + 11], blue * numbers[i + 12]),
        numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3], numbers[i + 4], numbers[i + 5]);
    }
  }
}

function limit(value) {
  return value > 1 ? 1 : value > 0 ? value : 0;
}

function packColor(red, green, blue) {
  return (limit(red) * 255 + 0.5 | 0) << 16 | (limit(green) * 255 + 0.5 | 0) << 8
    | (limit(blue) * 255 + 0.5 | 0);
}

// The color of a pixel that is drawn in a color.
function multiply(pixel, color) {
  if (pixel === WHITE) return color;
  return packColor((pixel >> 16) * (color >> 16) / 65025, (pixel >> 8 & 255) * (color >> 8 & 255) / 65025,
    (pixel & 255) * (color & 255) / 65025);
}

function colorText(color, alpha) {
  const rgb = `${color >> 16} ${color >> 8 & 255} ${color & 255}`;
  return alpha >= 1 ? `rgb(${rgb})` : `rgb(${rgb} / ${alpha.toFixed(4)})`;
}

// Traces a rectangle whose corners are quarters of ellipses.
function traceRounded(context, x, y, width, height, rx, ry) {
  const right = x + width, bottom = y + height, quarter = Math.PI / 2;
  context.beginPath();
  context.ellipse(x + rx, y + ry, rx, ry, 0, 2 * quarter, 3 * quarter);
  context.ellipse(right - rx, y + ry, rx, ry, 0, 3 * quarter, 4 * quarter);
  context.ellipse(right - rx, bottom - ry, rx, ry, 0, 0, quarter);
  context.ellipse(x + rx, bottom - ry, rx, ry, 0, quarter, 2 * quarter);
  context.closePath();
}
