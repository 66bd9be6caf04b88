// Loads what a page needs: astar.wasm and packs of files.
//
// A page that was opened as a file may only load scripts. So a pack is a script that calls astarPack
// with its files, and astar.wasm is there as a script, too, which calls astarModule.

import { compile } from "../runtime.js";

const taken = new Map(); // what the scripts have brought, by the name of the script

function take(content) {
  taken.set(new URL(document.currentScript.src).pathname.split("/").pop(), content);
}

globalThis.astarPack = take;
globalThis.astarModule = take;

/** Loads a script. Returns what it has brought, if it is a pack. */
export function loadScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = name;
    script.onload = () => resolve(taken.get(name));
    script.onerror = () => reject(new Error(`${name} could not be loaded`));
    document.head.append(script);
  });
}

function fromBase64(text) {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** Loads packs, ["love.js"]. Returns their files: a Map of texts, or of bytes, by path. */
export async function loadPacks(names) {
  const packs = await Promise.all(names.map(loadScript));
  const files = new Map(packs.flatMap(Object.entries));
  for (const [path, content] of files) {
    if (/\.(png|woff2)$/.test(path)) files.set(path, fromBase64(content));
  }
  return files;
}

/** Loads and compiles astar.wasm. */
export async function loadModule() {
  if (location.protocol === "file:") {
    return compile(fromBase64(await loadScript("astar.wasm.js")));
  }
  const response = await fetch("astar.wasm");
  if (!response.ok) throw new Error(`astar.wasm could not be loaded: ${response.status}`);
  const isStream = response.headers.get("content-type")?.startsWith("application/wasm");
  return compile(isStream ? response : await response.arrayBuffer());
}
