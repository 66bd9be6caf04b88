// Measures the demos in a browser: make bench-web
//
// Prints for each demo, in a window of 1280 x 800: the time from the request of the page to its first
// frame, and medians over a few seconds of the time per frame in Lua, in the renderer, and between frames.
// Then the time to stop a program and to start it again.
//
// The times of the renderer are those of its calls. The browser paints later, here without a graphics
// card, so also the interval counts.

import { launch, openPage, serve } from "../spec/web/browser.mjs";

const SECONDS = Number(process.env.SECONDS ?? 5); // per demo
const RESTARTS = 20;
const COLUMNS = ["first frame", "Lua", "renderer", "sum", "interval", "commands", "target"];
const WIDTH = 12; // of a column

const sleep = (milliseconds) => new Promise((resolve) => {
  setTimeout(resolve, milliseconds);
});

// Demos with what is done before the measurement; targets are the sum of Lua and renderer [ms].
const CASES = [
  { title: "explorer", name: "love-explorer", target: 6, keys: ["p", "p", "p"] }, // the fastest pace
  { title: "village", name: "love-village", target: 4 },
  { title: "rts, 200 units", name: "love-rts", target: 6 },
  { title: "rts, 2,000 units", name: "love-rts", keys: ["c"] },
  { title: "tactics", name: "love-tactics" },
  { title: "towers", name: "love-towers", keys: ["n", "n"] },
];

function median(values) {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

async function measure(browser, url, { title, name, target, keys = [] }) {
  const { page, problems, close } = await openPage(browser, `${url}${name}.html`,
    { viewport: { width: 1280, height: 956 } });
  const first = await page.evaluate(async () => {
    const figures = document.getElementById("figures");
    while (!figures.dataset.frames) await new Promise(requestAnimationFrame);
    return performance.now();
  });
  await page.evaluate((names) => {
    for (const key of names) globalThis.demo.session.event("keypressed", [0], key);
    globalThis.seen = new Map();
    setInterval(() => {
      const { figures } = globalThis.demo;
      if (figures) globalThis.seen.set(figures.frames, figures);
    }, 50);
  }, keys);
  await sleep(SECONDS * 1000);
  const seen = await page.evaluate(() => [...globalThis.seen.values()]);
  const frames = seen.filter(({ frames: count }) => count > 60);
  if (frames.length === 0) throw new Error(`${title}: fewer than 120 frames in ${SECONDS} seconds (SECONDS=10)`);
  const [lua, draw, interval, commands] = ["lua", "draw", "interval", "commands"].map((part) =>
    median(frames.map((figures) => figures[part])));
  const sum = lua + draw;
  const columns = [first.toFixed(0), lua.toFixed(1), draw.toFixed(1), sum.toFixed(1), interval.toFixed(1),
    String(commands), target === undefined ? "" : `${target}${sum <= target ? "" : " MISSED"}`];
  console.log(title.padEnd(20) + columns.map((text) => text.padStart(WIDTH)).join(""));
  if (problems.length > 0) console.log(problems);
  await close();
}

// How long it takes from a stop to the first frame of the next start.
async function measureRestart(browser, url) {
  const { page, close } = await openPage(browser, `${url}love-village.html`, {});
  const times = await page.evaluate(async (count) => {
    const figures = document.getElementById("figures");
    const wait = (milliseconds) => new Promise((resolve) => {
      setTimeout(resolve, milliseconds);
    });
    const isDrawn = async () => {
      while (!figures.dataset.frames) await wait(1);
    };
    await isDrawn();
    const found = [];
    for (let i = 0; i < count; i++) {
      await wait(100);
      delete figures.dataset.frames;
      const begin = performance.now();
      globalThis.demo.session.stop();
      await globalThis.demo.play();
      await isDrawn();
      found.push(performance.now() - begin);
    }
    return found;
  }, RESTARTS);
  console.log(`stop and start again, to the first frame: ${median(times).toFixed(0)} ms`);
  await close();
}

const server = await serve();
const browser = await launch();
try {
  console.log("[ms]".padEnd(20) + COLUMNS.map((text) => text.padStart(WIDTH)).join(""));
  for (const each of CASES) await measure(browser, server.url, each);
  await measureRestart(browser, server.url);
} finally {
  await browser.close();
  await server.close();
}
