// rot.js' Dijkstra: breadth first, a diagonal step counts like any other, corners are cut. It
// goes on only until it meets the tile it is asked for: a tile off the map makes it do all.
import { load, read, runTrials } from "./timing.mjs";

const { Path } = load("rot-js");
const b = read();
const isPassable = (x, y) => Boolean(b.rows[y]?.[x]);

// The sum of the steps from all tiles to the goal. rot.js tells paths only, which would take too
// long for each tile; so this looks at its tiles, which it keeps in the order it came to them.
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
