// The search of the site, with the theme's own engine: the pages that users look for are among the first
// three. The site is build/site, or the folder SITE.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";

import { project } from "./browser.mjs";

const site = process.env.SITE ?? join(project, "build", "site");
const read = (name) => readFileSync(join(site, name), "utf8");

// The worker of the theme, and the script that prepares the queries.
let answer;
const scope = createContext({
  URL, console, location: { protocol: "https:" },
  document: { currentScript: { src: "https://site/assets/search.js" } },
  addEventListener: (_, handler) => (scope.handle = handler),
  postMessage: (message) => (answer = message.data),
});
scope.self = scope.window = scope;
const workers = "assets/javascripts/workers/";
const worker = readdirSync(join(site, workers)).find((name) => /^search.*\.js$/.test(name));
runInContext(read(workers + worker), scope);
runInContext(`${read("assets/search.js")}; transform = __search.transform;`, scope);

const { config, docs } = JSON.parse(read("search/search_index.json"));
const pipeline = JSON.parse(read("index.html").match(/<script id="__config"[^>]*>(.*?)<\/script>/s)[1])
  .translations["search.config.pipeline"].split(/\s*,\s*/);
await scope.handle({ data: { type: 0, data: { config, docs, options: { pipeline, suggestions: false } } } });

/** The pages that a search finds, in order: "crowds". */
async function find(query) {
  await scope.handle({ data: { type: 2, data: scope.transform(query) } });
  return answer.items.map(([{ location }]) => location.replace(/^manual\//, "").replace(/\.html.*$/, ""));
}

// What users ask, and one of the pages that answer.
const QUESTIONS = {
  "boat": /recipes/, "boats and water": /recipes/, "turn based": /recipes|fields/, "multiplayer": /replicas/,
  "RTS": /recipes|crowds/, "fog of war": /recipes/, "zombie": /recipes|fields/, "collision": /crowds|recipes/,
  "line of sight": /paths/, "waypoint": /paths|recipes/, "navmesh": /index|npcs/, "steering": /npcs|crowds/,
  "avoidance": /crowds/, "queue": /crowds|pool/, "stuck": /crowds|reasons/, "How do I save a game?": /recipes/,
  "Why is my NPC stuck?": /crowds|reasons|npcs/, "click to move": /recipes/, "tower defense": /recipes/,
  "doors and keys": /recipes/, "one-way platform": /recipes/, "isometric": /recipes|drawing/, "hexagon": /recipes|map/,
  "knockback": /recipes/, "box2d": /recipes/, "teleport": /map|recipes/, "diagonal": /rules/, "Tiled": /tiled/,
  "stairs": /floors/, "multiple levels": /floors/,
  "multithreading": /pool/, "Android": /phones/, "how to install on Windows": /install/, "tutorial": /getting-started/,
  "no path, why": /explanations/, "flow field": /fields/, "D* Lite": /replanning|glossary/, "lag": /recipes/,
  "debug": /drawing/, "allies and enemies": /layers/, "Jumper": /migration/, "lockstep": /replicas/,
  "smooth path": /paths/, "formation": /crowds|recipes|npcs/, "heuristic": /glossary|queries/,
  "attack move": /recipes/, "harvester": /recipes/, "gate guard": /recipes/,
  "big vehicles": /recipes/, "grid:find_path": /reference\/grid/, "crowd:blocker": /crowds|reference\/crowd/,
};

for (const [question, page] of Object.entries(QUESTIONS)) {
  test(`"${question}" finds ${page}`, async () => {
    assert.match((await find(question)).slice(0, 3).join(" "), page);
  });
}

test("sources, tests and the history are not in the index", () => {
  assert.ok(docs.length > 500);
  for (const { location } of docs) assert.match(location, /^(index|manual\/|reference\/)/);
});

test("each page with words of users exists", () => {
  const words = readFileSync(join(project, "tools/site/search.txt"), "utf8");
  const names = [...words.matchAll(/^(\w.*?): /gm)].map(([, name]) => name);
  assert.ok(names.length > 40);
  for (const name of names) assert.ok(docs.some(({ location }) => location === name), name);
});
