// The page of a demo: a session that fills the page, a bar of buttons for touch, and the demo's source.
//
// `?thread=main` runs the demo on the page's own thread, as in browsers whose workers cannot draw.

import { attachInput } from "../page/input.js";
import { loadModule, loadPacks } from "../page/packs.js";
import { canDrawInWorkers, Session } from "../page/session.js";

const MEMORY = 512 << 20; // the limit of the Lua state [bytes]

const { demo: name, pan, smallest } = document.body.dataset;
const [stage, notice, figures] = ["stage", "notice", "figures"].map((id) => document.getElementById(id));
const isOnPage = new URLSearchParams(location.search).get("thread") === "main" || !canDrawInWorkers();

const session = new Session({
  canvas: stage.querySelector("canvas"), module: loadModule(), thread: isOnPage ? "main" : "worker",
  onOutput: (text, isError) => console[isError ? "warn" : "log"](text),
  onError: ({ message }) => {
    const [first, ...traceback] = message.split("\n");
    showNotice("An error has stopped the demo", first, traceback.join("\n"));
  },
  onEnd: () => {
    if (notice.hidden) showNotice("The demo has ended", "", "");
  },
  onFrame: showFigures,
});

const touch = { button: 1, panButton: Number(pan) || undefined };
const input = attachInput(stage, session, { keyArea: window, touch });

const files = loadPacks(["love.js", `${name}.js`]);
files.catch(() => {}); // play() reports it

// The free space for the canvas.
function space() {
  return { width: stage.clientWidth, height: stage.clientHeight, ratio: devicePixelRatio };
}

/** Starts the demo. `options`: more of those of Session.start; its files are added to the demo's. */
async function play({ files: more = [], ...options } = {}) {
  notice.hidden = true;
  figures.textContent = "Loading";
  try {
    await session.start({
      files: new Map([...await files, ...more]), folder: `examples/${name}`, memory: MEMORY,
      space: space(), smallest: smallest ? JSON.parse(smallest) : undefined, ...options,
    });
  } catch (error) {
    showNotice("The demo could not be loaded", error.message, "");
  }
}

// ----------------------------------------------------------------------------------- the page

function showNotice(title, text, traceback) {
  notice.querySelector("h2").textContent = title;
  notice.querySelector("p").textContent = text;
  notice.querySelector("pre").textContent = traceback;
  notice.querySelector("details").hidden = traceback === "";
  notice.hidden = false;
  figures.textContent = "";
}

function showFigures(found) {
  const { frames, lua, draw, interval } = found;
  globalThis.demo.figures = found;
  figures.dataset.frames = frames;
  if (frames === 1) {
    figures.textContent = "";
    return;
  }
  figures.textContent = `${Math.round(1000 / interval)} fps · Lua ${lua.toFixed(1)} ms · `
    + `drawing ${draw.toFixed(1)} ms`;
}

function chooseButton(chosen) {
  touch.button = Number(chosen.dataset.button);
  for (const button of document.querySelectorAll("[data-button]")) {
    button.setAttribute("aria-pressed", String(button === chosen));
  }
}

async function toggleFullScreen() {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.getElementById("play").requestFullscreen();
  stage.focus({ preventScroll: true });
}

// Shows the text of a source file when it is opened.
async function showSource(details) {
  details.querySelector("pre").textContent = (await files).get(details.dataset.path);
}

function restart() {
  input.releaseAll();
  stage.focus({ preventScroll: true });
  play();
}

for (const button of document.querySelectorAll("[data-key]")) {
  button.addEventListener("click", () => input.type(button.dataset.key));
}
for (const button of document.querySelectorAll("[data-button]")) {
  button.addEventListener("click", () => chooseButton(button));
}
for (const details of document.querySelectorAll("[data-path]")) {
  details.addEventListener("toggle", () => showSource(details), { once: true });
}
document.getElementById("restart").addEventListener("click", restart);
document.getElementById("again").addEventListener("click", restart);
const full = document.getElementById("full");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", toggleFullScreen);
document.addEventListener("fullscreenchange", () => {
  full.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
});

new ResizeObserver(() => session.resize(space())).observe(stage);

// For the browser's console, tests and measurements. figures: of the last frames.
globalThis.demo = { session, play, figures: undefined };

play();
