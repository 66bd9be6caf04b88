// The list of programs in the playground: its own programs, then the examples that need no window.
//
// The title of a program is the begin of its first comment, up to the first colon or full stop. An
// example that is in no group is an error, so a new one is not forgotten.

import { readFileSync, readdirSync } from "node:fs";

import { fill, html } from "./template.mjs";

const GROUPS = {
  "Programs that draw": ["web/programs/village.lua", "web/programs/path.lua", "web/programs/field.lua",
    "web/programs/crowd.lua", "web/programs/blocked.lua", "web/programs/hexes.lua"],
  "Paths": ["demo", "nearest", "hexes", "movers", "explain", "watch", "route"],
  "Maps": ["doors_and_ledges", "teams", "tiled_map"],
  "Fields": ["tower_defense", "flee", "tactics"],
  "NPCs and crowds": ["npcs", "crowd", "formations", "corridor", "overlap"],
};

// What the command line gives in a terminal.
const ARGUMENTS = {
  "examples/route.lua": ["examples/maps/swamp.txt", "3", "3", "58", "15"],
};

const LONGEST_TITLE = 55; // characters

/** The title of a program, from its first comment. */
export function titleOf(source) {
  const comment = source.match(/^(?:---? ?[^\n]*\n)+/)[0].replace(/^---? ?/gm, "").replace(/\s+/g, " ");
  const [, sentence, end] = comment.match(/^(.*?)([:.?])/);
  const title = sentence.length > LONGEST_TITLE ? sentence.split(",")[0] : sentence;
  return end === "?" ? `${title}?` : title;
}

/** The groups: [{ title, examples: [{ path, title, arguments }] }]. */
export function listExamples() {
  const pathOf = (name) => name.includes("/") ? name : `examples/${name}.lua`;
  const listed = Object.values(GROUPS).flat().map(pathOf);
  for (const folder of ["examples", "web/programs"]) {
    for (const name of readdirSync(folder)) {
      const path = `${folder}/${name}`;
      if (name.endsWith(".lua") && !listed.includes(path)) {
        throw new Error(`web/build/examples.mjs: ${path} is in no group`);
      }
    }
  }
  return Object.entries(GROUPS).map(([title, names]) => ({
    title, examples: names.map(pathOf).map((path) =>
      ({ path, title: titleOf(readFileSync(path, "utf8")), arguments: ARGUMENTS[path] ?? [] })),
  }));
}

function optionOf(example, isSelected) {
  return fill(
    `<option value="{{path}}" data-arguments="{{arguments}}"{{#isSelected}} selected{{/isSelected}}>{{title}}</option>`,
    { ...example, arguments: JSON.stringify(example.arguments), isSelected });
}

/** The values of the template playground.html. The first program is in the editor. */
export function playgroundPage(groups) {
  const first = groups[0].examples[0];
  return {
    documentTitle: "astar playground", style: "playground",
    summary: "Write, run and share programs in Lua that find paths: astar in the browser",
    options: html(groups.map(({ title, examples }) => fill(`<optgroup label="{{title}}">{{options}}</optgroup>`, {
      title, options: html(examples.map((example) => optionOf(example, example === first)).join("")),
    })).join("")),
    program: readFileSync(first.path, "utf8"),
  };
}
