// Shared by the JavaScript programs of the benchmark: reads the map and the queries, times passes
// over them, checks the paths. timing.h describes the arguments, the files and the printed lines.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";

const ENOUGH = 0.1; // as BENCH_ENOUGH of timing.h
const NO_PATH = -1;
const ILLEGAL = -2;

// Loads an npm package from the folder where bench/setup installs the peers.
export const load = createRequire(resolve(process.env.BUILD ?? "build", "bench", "x.js"));

// The map and the queries that the command line names; `rows[y][x]` is a tile's cost.
export function read() {
  const [kind, mapName, queriesName, passes, seconds] = process.argv.slice(2);
  const lines = readFileSync(mapName, "utf8").trimEnd().split("\n");
  const pairs = lines[3].split(" ").slice(1); // letter=cost
  const costs = new Map(pairs.map((pair) => [pair[0], Number(pair.slice(2))]));
  const rows = lines.slice(5).map((line) => Array.from(line, (letter) => costs.get(letter) ?? 0));
  const queries = [];
  for (const line of readFileSync(queriesName, "utf8").split("\n")) {
    const words = line.split(" ");
    if (words.length < 12) continue;
    const [x1, y1, x2, y2] = words.slice(4, 8).map(Number);
    const [editX, editY, id] = words.slice(9).map(Number);
    queries.push({ x1, y1, x2, y2, editX, editY, id });
  }
  return {
    kind, rows, queries,
    name: basename(mapName, ".map"),
    passes: Number(passes), seconds: Number(seconds),
  };
}

// ----------------------------------------------------------------------------- checking

function stepCost(b, x1, y1, x2, y2) {
  const dx = Math.abs(x2 - x1), dy = Math.abs(y2 - y1);
  const entered = b.rows[y2]?.[x2];
  if (!entered || dx > 1 || dy > 1 || dx + dy === 0) return -1;
  if (dx + dy === 1) return entered;
  const isClear = b.rows[y1][x2] && b.rows[y2][x1];
  return isClear && b.kind !== "4way" ? entered * Math.SQRT2 : -1;
}

function pathCost(b, q, length, at) {
  if (length === 0) return NO_PATH;
  let [x, y] = at(0);
  if (x !== q.x1 || y !== q.y1) return ILLEGAL;
  let sum = 0;
  for (let i = 1; i < length; i++) {
    const [nextX, nextY] = at(i);
    const cost = stepCost(b, x, y, nextX, nextY);
    if (cost < 0) return ILLEGAL;
    sum += cost;
    [x, y] = [nextX, nextY];
  }
  return x === q.x2 && y === q.y2 ? sum : ILLEGAL;
}

// The cost of a path, summed step by step, with a wall on the tile of the edit; `at(i)`
// returns point i as [x, y].
function judge(b, q, length, at) {
  if (b.kind !== "edit") return pathCost(b, q, length, at);
  const kept = b.rows[q.editY][q.editX];
  b.rows[q.editY][q.editX] = 0;
  const cost = pathCost(b, q, length, at);
  b.rows[q.editY][q.editX] = kept;
  return cost;
}

// ------------------------------------------------------------------------------- timing

function goesOn(b, pass, seconds) {
  if (pass < b.passes) return seconds < b.seconds;
  return seconds < ENOUGH;
}

// Repeats passes over all queries, keeps the best time of each query and checks its cost.
// `trial(query, judges)` runs one query and returns [milliseconds, cost if `judges`]. The time
// of checks does not count.
export function runTrials(b, name, trial) {
  const best = b.queries.map(() => Infinity);
  const cost = b.queries.map(() => 0);
  let spent = 0; // [ms]
  b.reached = 0; // tiles of all fields that were checked
  for (let pass = 0; goesOn(b, pass, spent * 1e-3); pass++) {
    b.queries.forEach((q, i) => {
      if (spent > b.seconds * 1e3) return;
      const isFirst = best[i] === Infinity;
      const [time, itsCost] = trial(q, isFirst);
      if (isFirst) cost[i] = itsCost;
      best[i] = Math.min(best[i], time * 1e3);
      spent += time;
    });
  }
  const print = (what, value, itsCost) =>
    console.log([b.kind, b.name, name, what, value.toFixed(4), itsCost.toFixed(6)].join());
  b.queries.forEach((q, i) => {
    if (best[i] < Infinity) print(q.id, best[i], cost[i]);
  });
  const done = best.filter((time) => time < Infinity).length;
  if (b.reached > 0) print("tiles", b.reached / done, 0);
}

// The same for a peer that finds paths. It has `search(query)`, which returns an array, empty or
// null when there is no path; `at(path, i)`; `edit(x, y, blocked)`; optionally `reset()`,
// called before each query, outside the timing.
export function run(b, name, peer) {
  const edits = b.kind === "edit";
  runTrials(b, name, (q, judges) => {
    peer.reset?.();
    const begun = performance.now();
    if (edits) peer.edit(q.editX, q.editY, true);
    const path = peer.search(q);
    const time = performance.now() - begun;
    if (edits) peer.edit(q.editX, q.editY, false);
    return [time, judges ? judge(b, q, path?.length ?? 0, (k) => peer.at(path, k)) : 0];
  });
}
