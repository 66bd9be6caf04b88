// The Run buttons of the documentation: each block of Lua opens in the playground as a program.
//
// All Lua blocks of a page are one program, from top to bottom, so a block opens with those above
// it. Exceptions, the same that the specs of the documentation know:
//
// - A block that begins with a file name (-- main.lua) is a file of a game in LÖVE. The blocks with
//   other names up to the next main.lua belong to it.
// - A block that mentions love. is only part of the programs of such blocks.
// - A block that begins with -- Jumper is code for another library, and has no button.
//
// The theme loads this script on the pages whose blocks are programs: play/run.js.

import { toHash } from "./link.js";

const playground = new URL("index.html", document.currentScript.src);

const isLove = (code) => code.includes("love.");
const isForeign = (code) => code.startsWith("-- Jumper");
const fileName = (code) => /^-- ([\w]+\.lua)/.exec(code)?.[1];

// The game that the block at `index` is a file of, as one program: its other files are modules.
function gameOf(blocks, index) {
  let first = index;
  while (first > 0 && fileName(blocks[first]) !== "main.lua") first--;
  let last = first + 1;
  while (last < blocks.length && fileName(blocks[last]) !== "main.lua") last++;
  const modules = blocks.slice(first + 1, last).filter(fileName).map((code) =>
    `package.preload["${fileName(code).replace(/\.lua$/, "")}"] = function(...)\n${code}\nend\n\n`);
  return modules.join("") + blocks[first];
}

/** The program that shows what the block at `index` does. `blocks`: the Lua code of a page. */
export function programOf(blocks, index) {
  const code = blocks[index];
  if (fileName(code)) return gameOf(blocks, index);
  const above = blocks.slice(0, index).filter((each) =>
    !fileName(each) && !isForeign(each) && (isLove(code) || !isLove(each)));
  if (above.length === 0) return code;
  return `${above.join("\n\n")}\n\n-- The block that you opened begins here.\n\n${code}`;
}

function addButtons() {
  const elements = [...document.querySelectorAll(".language-lua.highlight")];
  const blocks = elements.map((element) => element.querySelector("code").textContent.trimEnd());
  elements.forEach((element, index) => {
    if (isForeign(blocks[index])) return;
    const button = document.createElement("a");
    button.className = "run";
    button.textContent = "Run";
    button.title = "Open this code in the playground";
    button.href = playground;
    element.append(button);
    toHash(programOf(blocks, index)).then((hash) => {
      button.href = playground + hash;
    });
  });
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", addButtons);
else addButtons();
