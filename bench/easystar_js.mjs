// EasyStar.js in its synchronous mode, a peer of the benchmark: run.lua starts it.
//
// Its diagonal steps cost 1.4 and its heuristic overestimates with diagonals, so that its paths are
// often longer than the shortest path.
import { load, read, run } from "./timing.mjs";

const EasyStar = load("easystarjs");
const b = read();

const easystar = new EasyStar.js();
easystar.enableSync();
const grid = b.rows.map((row) => row.slice());
easystar.setGrid(grid);
const costs = [...new Set(b.rows.flat())].filter((cost) => cost > 0); // also their names
easystar.setAcceptableTiles(costs);
for (const cost of costs) easystar.setTileCost(cost, cost);
if (b.kind !== "4way") {
  easystar.enableDiagonals();
  easystar.disableCornerCutting();
}

run(b, "easystar.js", {
  search(q) {
    let found = null;
    easystar.findPath(q.x1, q.y1, q.x2, q.y2, (path) => { found = path; });
    easystar.calculate();
    return found;
  },
  at: (path, i) => [path[i].x, path[i].y],
  // Without avoidAdditionalPoint: paths cut the corners of those tiles.
  edit: (x, y, blocked) => { grid[y][x] = blocked ? 0 : b.rows[y][x]; },
});
