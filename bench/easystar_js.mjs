// EasyStar.js in its synchronous mode. Its diagonal steps cost 1.4 and its guess of the way
// still to go is too high there, so with diagonals its paths are often longer than need be.
import { load, read, run } from "./timing.mjs";

const EasyStar = load("easystarjs");
const b = read();

const easystar = new EasyStar.js();
easystar.enableSync();
const grid = b.rows.map((row) => row.slice());
easystar.setGrid(grid);
const costs = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((cost) =>
  b.rows.some((row) => row.includes(cost)));
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
  // Not avoidAdditionalPoint, whose tiles' corners are cut.
  edit: (x, y, blocked) => { grid[y][x] = blocked ? 0 : b.rows[y][x]; },
});
