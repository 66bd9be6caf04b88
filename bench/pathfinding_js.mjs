// PathFinding.js, a peer of the benchmark: run.lua starts it. Measures its jump point search and
// its A*, both with the exact heuristic.
//
// PathFinding.js needs a fresh grid for each search. Here the nodes are reset instead, outside the
// timing: a reset takes less time than a clone, and searches on the kept objects are faster in V8.
import { load, read, run } from "./timing.mjs";

const PF = load("pathfinding");
const b = read();
const isFourWay = b.kind === "4way";

const grid = new PF.Grid(b.rows.map((row) => row.map((cost) => (cost ? 0 : 1))));

function reset() {
  for (const row of grid.nodes) {
    for (const node of row) {
      node.g = node.f = node.h = 0;
      node.opened = node.closed = false;
      node.parent = null;
    }
  }
}

const options = {
  heuristic: isFourWay ? PF.Heuristic.manhattan : PF.Heuristic.octile,
  diagonalMovement: isFourWay
    ? PF.DiagonalMovement.Never
    : PF.DiagonalMovement.OnlyWhenNoObstacles,
};

function measure(name, finder) {
  run(b, name, {
    reset,
    search: (q) => finder.findPath(q.x1, q.y1, q.x2, q.y2, grid),
    at: (path, i) => path[i],
    edit: (x, y, blocked) => grid.setWalkableAt(x, y, !blocked),
  });
}

measure("pathfinding.js jps", PF.JumpPointFinder(options));
measure("pathfinding.js a*", new PF.AStarFinder(options));
