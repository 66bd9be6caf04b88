// The Dijkstra map of rot.js, a peer of the benchmark: run.lua starts it.
//
// rot.js searches breadth first: a diagonal step counts like a straight one, and corners are cut.
// Its search ends at the requested tile. A tile outside the map makes it compute all tiles.
import { load, read, runTrials } from "./timing.mjs";

const { Path } = load("rot-js");
const b = read();
const isPassable = (x, y) => Boolean(b.rows[y]?.[x]);

// The sum of the steps from all tiles to the goal. The interface of rot.js returns only paths, and
// a path per tile would take too long. So this reads its table of tiles, which is in the order in
// which the search reached them: each tile follows its predecessor.
function judge(field) {
  const steps = new Map();
  let sum = 0;
  for (const tile of Object.values(field._computed)) {
    steps.set(tile, tile.prev ? steps.get(tile.prev) + 1 : 0);
    sum += steps.get(tile);
  }
  b.reached += steps.size;
  return sum;
}

runTrials(b, "rot.js", (q, judges) => {
  const begun = performance.now();
  const field = new Path.Dijkstra(q.x2, q.y2, isPassable, { topology: 8 });
  field.compute(-1, -1, () => {});
  return [performance.now() - begun, judges ? judge(field) : 0];
});
