// The playground: an editor, a session that runs the program, its picture and its output.
//
// The program is an example, the program of a link, or what the visitor wrote at the last visit. An
// example and the program of a link run at once; what the visitor wrote runs when asked to.

import { errorReport } from "./error_report.js";
import { attachInput } from "../page/input.js";
import { fromHash, hasProgram, toHash } from "./link.js";
import { Output } from "./output.js";
import { loadModule, loadPacks, loadScript } from "../page/packs.js";
import { PlainEditor } from "./plain_editor.js";
import { Session } from "../page/session.js";
import { keep, recall } from "./storage.js";

// The name of a program that is not an example, in errors.
const MAIN = "main.lua";

// The output has colors, so astar.ascii may write them.
const ENVIRONMENT = { TERM: "xterm", COLUMNS: "80" };

// A program that has not drawn after this time [ms] is one that prints: the picture is hidden.
const PICTURE_WAIT = 200;

// A program that still runs after this time [ms] prints without an end in sight: the output follows.
const FOLLOW_WAIT = 1000;

// The script of the editor is loaded when the first program has started, or after this time [ms]:
// it takes the time of the main thread, which the program waits for, too.
const EDITOR_WAIT = 500;

const element = (id) => document.getElementById(id);
const [select, stage, result] = [element("example"), element("stage"), element("result")];
const [runButton, stopButton, resetButton] = [element("run"), element("stop"), element("reset")];

const output = new Output(element("output"));
const files = loadPacks(["love.js", "lua.js", "examples.js"]).then(addRoot);
files.catch(() => {}); // start() reports it
const session = new Session({
  canvas: stage.querySelector("canvas"), module: loadModule(),
  onStart: began,
  onOutput: (text, isError) => output.write(text, isError),
  onError: showError,
  onEnd: showEnd,
  onFrame: showFigures,
  onWindow: showWindow,
});

let isEditorAsked = false;
let editor = new PlainEditor(element("editor"), changed);
let original = { example: select.value, text: editor.text }; // what Reset brings back

// The current run, or the last one.
let run = { begin: 0, name: MAIN, draws: false, hasFailed: false };

// --------------------------------------------------------------------------------- programs

const optionOf = (path) => [...select.options].find((option) => option.value === path);

// The file name that a program runs under: examples find the files beside them by it.
function nameOf(example) {
  return example.startsWith("examples/") ? example : MAIN;
}

// The files beside the examples are in the root folder, too, so that the text of an example also runs
// as a program of its own.
function addRoot(packed) {
  const beside = [...packed].filter(([path]) => /^examples\/\w+\//.test(path))
    .map(([path, text]) => [path.slice("examples/".length), text]);
  return new Map([...packed, ...beside]);
}

async function textOf(example) {
  return (await files).get(example);
}

/** Puts a program into the editor. */
function open(example, text) {
  select.value = example;
  original = { example, text };
  editor.text = text;
  resetButton.disabled = true;
  showName();
}

// The list says whether the program is the example itself.
async function showName() {
  const { example } = original;
  const known = await textOf(example).catch(() => undefined);
  if (example !== original.example) return;
  for (const option of select.options) {
    option.label = option.value === example && known !== undefined && known !== editor.text
      ? `${option.text} (edited)` : option.text;
  }
}

async function openExample(example) {
  try {
    open(example, await textOf(example));
    dropHash();
    start();
  } catch (error) {
    fail(error.message);
  }
}

function openLink() {
  try {
    const { program, example } = fromHash(location.hash);
    open(optionOf(example) ? example : "", program);
    start();
  } catch (error) {
    fail(`This link cannot be opened: ${error.message}`);
  }
}

// The program of the last visit. Reset brings the example back that it was made from.
async function openKept({ example, text }) {
  const known = optionOf(example) ? example : "";
  open(known, text);
  showState("Ready");
  if (known === "") return;
  original.text = await textOf(known);
  resetButton.disabled = editor.text === original.text;
}

/** After an edit by the visitor. */
function changed() {
  const { text } = editor;
  resetButton.disabled = text === original.text;
  showName();
  keep(original.example, text);
  dropHash(); // the link in the address is another program now
}

function dropHash() {
  if (location.hash !== "") history.replaceState(null, "", location.pathname + location.search);
}

async function share() {
  try {
    const hash = toHash(editor.text, original.example);
    history.replaceState(null, "", hash);
    const size = `${location.href.length.toLocaleString("en")} characters`;
    try {
      await navigator.clipboard.writeText(location.href);
      showState(`Link copied, ${size}`);
    } catch {
      showState(`The link is the address of this page, ${size}`);
    }
  } catch (error) {
    showState(`No link: ${error.message}`);
  }
}

// -------------------------------------------------------------------------------------- runs

/** Runs the program in the editor. */
async function start() {
  session.stop();
  const { text } = editor;
  const { example } = original;
  const values = JSON.parse(optionOf(example).dataset.arguments);
  const current = run = { begin: performance.now(), name: nameOf(example), draws: false, hasFailed: false };
  output.clear();
  editor.mark(null);
  showState("Running");
  showFigures({});
  stopButton.disabled = false;
  try {
    const read = await files;
    if (run !== current) return;
    await session.start({
      files: read, environment: ENVIRONMENT,
      program: { name: current.name, text, arguments: values },
    });
  } catch (error) {
    if (run === current) fail(error.message);
  }
}

function began() {
  const current = run;
  current.begin = performance.now();
  setTimeout(() => run === current && showPicture(run.draws), PICTURE_WAIT);
  setTimeout(() => run === current && (output.follows = true), FOLLOW_WAIT);
  loadEditor();
}

function stop() {
  session.stop();
  const { begin } = run;
  run = { ...run }; // ends a start that still waits for its files
  stopButton.disabled = true;
  output.flush();
  showState(`Stopped after ${duration(performance.now() - begin)}`);
}

/** Shows an error that is not one of the program. */
function fail(message) {
  showError({ message });
  stopButton.disabled = true;
}

function showError({ message, file, line }) {
  run.hasFailed = true;
  const isHere = line && file === run.name;
  output.append(errorReport({ message, line }, isHere && ((number) => editor.goTo(number))));
  if (isHere) editor.mark(line);
  showState(isHere ? `Error in line ${line}` : "Error");
}

function showEnd(code, memory) {
  stopButton.disabled = true;
  output.flush();
  if (!run.draws) showPicture(false);
  if (memory) showFigures({ memory });
  if (run.hasFailed) return;
  const time = duration(performance.now() - run.begin);
  showState(code === 0 ? `Ended in ${time}` : `Ended in ${time}, exit code ${code}`);
}

function showWindow({ title }) {
  run.draws = true;
  showPicture(true);
  stage.setAttribute("aria-label", title || "Picture of the program");
}

// ----------------------------------------------------------------------------------- the page

function showPicture(isShown) {
  result.classList.toggle("draws", isShown);
}

// The space of the picture is known, unless the picture is hidden.
function fitPicture() {
  const { clientWidth: width, clientHeight: height } = stage;
  if (width > 0 && height > 0) session.resize({ width, height, ratio: window.devicePixelRatio });
}

function showState(text) {
  element("status").textContent = text;
}

function showFigures({ interval, lua, draw, memory }) {
  const parts = [];
  if (interval) parts.push(`${Math.round(1000 / interval)} frames per second`);
  if (lua !== undefined) parts.push(`Lua ${lua.toFixed(1)} ms`, `drawing ${draw.toFixed(1)} ms`);
  if (memory) parts.push(`${(memory / 1e6).toFixed(1)} MB`);
  element("figures").textContent = parts.join(" · ");
}

function duration(milliseconds) {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

// Puts the editor with colors in the place of the text area, once. Without it, the text area stays.
async function loadEditor() {
  if (isEditorAsked) return;
  isEditorAsked = true;
  try {
    await loadScript("editor.js");
  } catch {
    return;
  }
  const state = editor.leave();
  const area = element("editor");
  editor = globalThis.astarEditor(area.parentElement, state, changed);
  area.remove();
}

function onKey(event) {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  start();
}

function reset() {
  open(original.example, original.text);
  keep(original.example, original.text);
  dropHash();
  editor.focus();
  showState("Reset");
}

new ResizeObserver(fitPicture).observe(stage);
fitPicture();
attachInput(stage, session);
runButton.addEventListener("click", () => {
  start();
  result.scrollIntoView({ block: "nearest" }); // on narrow screens it is below the program
});
stopButton.addEventListener("click", stop);
resetButton.addEventListener("click", reset);
element("share").addEventListener("click", share);
select.addEventListener("change", () => openExample(select.value));
document.addEventListener("keydown", onKey, { capture: true });
window.addEventListener("hashchange", () => hasProgram(location.hash) && openLink());

const kept = recall();
const waits = hasProgram(location.hash) || !kept;
if (hasProgram(location.hash)) openLink();
else if (kept) openKept(kept);
else start();
setTimeout(loadEditor, waits ? EDITOR_WAIT : 0);
