// The Run buttons of the documentation: each block of Lua opens in the playground as a program. The
// theme of the site loads this script on the pages whose blocks are programs: play/run.js. On the page of
// an example, the attribute data-example of the script is its path: it runs with its arguments.

import { toHash } from "../playground/link.js";
import { programOf } from "./page_programs.js";

const playground = new URL("index.html", document.currentScript.src);
const { example } = document.currentScript.dataset;

function addButton(element, program) {
  const button = document.createElement("a");
  button.className = "run";
  button.textContent = "Run";
  button.title = "Open this code in the playground";
  button.href = playground + toHash(program, example);
  element.append(button);
}

function addButtons() {
  const elements = [...document.querySelectorAll(".language-lua.highlight")];
  const blocks = elements.map((element) => element.querySelector("code").textContent.trimEnd());
  elements.forEach((element, index) => {
    const program = programOf(blocks, index);
    if (program !== null) addButton(element, program);
  });
}

addButtons(); // the script is deferred
