// Dead ends: blocks and gates of a map, kept valid through edits.
//
// A run is a longest row of passable tiles. Runs of adjacent rows that overlap are
// adjacent: every path is a walk over adjacent runs. A run without which the others fall
// apart is a gate. A path that leaves a gate and comes back to it is longer than the
// straight line along the gate. So what is behind a gate is only needed by paths that
// begin or end there:
//
// clang-format off
//     # # # a a # # #     b is a gate: a path between two tiles of c, d and e never enters
//     b b b b b b b b     a, and paths from a go through b. Runs c, d, e and b are a
//     c c # # # # d d     block: without any one of them the others hold together.
//     e e e e e e e e
// clang-format on
//
// The blocks (biconnected components) and gates (articulation points) of the runs form a
// tree: R. Tarjan, "Depth-first search and linear graph algorithms", 1972. What a path
// needs are the blocks between those of its start and goal. The same holds for runs along
// columns, and a tile is needed if both of its runs are. It is a stronger form of the
// dead-end heuristic of Y. Björnsson and K. Halldórsson ("Improved heuristics for optimal
// path-finding on game maps", 2006), whose gates are lines between areas of a map: here
// gates are exact, and no cheapest path is lost, of several equal ones neither.
//
// This holds where a diagonal step costs more than a straight step, and needs a free way
// around its corner: it ends in the same run as a straight step, or in an adjacent one.
//
// A build visits the runs by depth-first search, and numbers them in this order, so that
// the runs below a run are an interval. A run stands for the step from the run above to
// itself. A run beside it that was visited before is above it, and closes a loop: all
// steps between them are in one block. These are disjoint sets: the uppermost run stands
// for all others. A tree path from s to g goes up from s to the lowest block that has
// both below it, and down to g. So a block is needed if it is this one, or has only one
// of them below it. The gate above this block is needed, too.
//
// Edits only join blocks, which is always right, since what is needed only grows:
//   - A tile of a gate becomes impassable: the straight line along the gate is broken.
//     The blocks behind the gate and the one above it are joined.
//   - Other tiles become impassable: a path over fewer tiles is a walk over the same
//     runs.
//   - A tile without a run becomes passable: it connects the runs around it, and those
//     around the tiles without a run that it touches. The blocks on the tree path between
//     these runs are joined. Tiles without a run are always needed.
//   - A tile of a run becomes passable again: nothing. So a door costs nothing any more.
// All joined blocks point to the uppermost one at once, so that queries find it in few
// steps, and change nothing. What is excluded depends on the edits; the path does not,
// since no cheapest path is lost. When an eighth of the blocks were joined, and searches
// took longer than a build takes, everything is built again, in portions.
//
// The test of a tile takes about 20 ns. It pays where most tiles are in small blocks: on
// maps whose largest block has up to an eighth of the runs (caves, mazes) queries are 1.2
// to 2.7 times as fast; where it has more they were 0.9 to 1.1 times as fast.
#include "derived/dead_ends.h"

#include <string.h>

enum {
  DEAD_ENDS_REGION = MEMORY_LIMIT(32, 4), // connected tiles without a run, at most
  DEAD_ENDS_JOINED = 8,                   // an eighth of the blocks
  DEAD_ENDS_FEW = MEMORY_LIMIT(16, 2),    // and so many more
  DEAD_ENDS_COST = MEMORY_LIMIT(4, 0),    // expansions per run of a build
  DEAD_ENDS_LARGEST = MEMORY_LIMIT(8, 1), // an eighth of the runs
  DEAD_ENDS_STEP = 8,                     // the work of a step of a build [tiles]
  DEAD_ENDS_PORTION = MEMORY_LIMIT(1 << 15, 1 << 12) // of a build: about 0.1 ms [tiles]
};

// The phases of a build.
enum { DEAD_ENDS_START, DEAD_ENDS_VISIT, DEAD_ENDS_END, DEAD_ENDS_DONE };

// ---------------------------------------------------------------------------------- life

static size_t dead_ends_bytes(const dead_ends *d) {
  return (size_t)d->end[1] / 64 * (sizeof *d->tiles + sizeof *d->rank);
}

void dead_ends_fini(dead_ends *d, memory *m) {
  memory_free(m, d->tiles, dead_ends_bytes(d));
  MEMORY_FREE(m, d->runs, d->run_count);
  *d = (dead_ends){.left = d->left, .spent = d->spent};
}

// The bits of a word at which runs begin. Word 0 is in the border.
static uint64_t dead_ends_begins(const dead_ends *d, size_t word) {
  return d->tiles[word] & ~(d->tiles[word] << 1 | d->tiles[word - 1] >> 63);
}

// Makes the runs of the passable tiles, if there is memory for them.
static void dead_ends_start(dead_ends *d, memory *m, const bit_lines lines[2]) {
  size_t rows = lines[0].words * (size_t)lines[0].count;
  size_t columns = lines[1].words * (size_t)lines[1].count, all = rows + columns;
  dead_ends_fini(d, m);
  d->left = 1; // without memory, tried again after edits
  d->phase = DEAD_ENDS_DONE;
  memcpy(d->lines, lines, sizeof d->lines);
  d->end[0] = (int)rows * 64;
  d->end[1] = (int)all * 64;
  d->tiles = (uint64_t *)memory_new(m, dead_ends_bytes(d));
  if (d->tiles == NULL) return;
  memcpy(d->tiles, lines[0].bits, rows * sizeof *d->tiles);
  memcpy(d->tiles + rows, lines[1].bits, columns * sizeof *d->tiles);
  d->rank = (uint32_t *)(d->tiles + all);
  for (size_t i = 2; i < all; i++)
    d->rank[i] = d->rank[i - 1] + (uint32_t)bits_count(dead_ends_begins(d, i - 1));
  d->left = d->run_count = d->rank[all - 1] + 1;
  d->spent = -DEAD_ENDS_COST * d->left;
  d->runs = MEMORY_NEW(m, dead_ends_run, d->run_count);
  if (d->runs != NULL) d->phase = DEAD_ENDS_VISIT;
}

// ---------------------------------------------------------------------------------- runs

static bool dead_ends_bit(const uint64_t *bits, int tile) {
  return (bits[(size_t)tile >> 6] >> (tile & 63) & 1) != 0;
}

static int dead_ends_tile(const dead_ends *d, int side, int x, int y) {
  int stride = (int)d->lines[side].words * 64;
  return side == 0 ? y * stride + x : d->end[0] + x * stride + y;
}

// From a tile to the same tile of the next line.
static int dead_ends_stride(const dead_ends *d, int tile) {
  return (int)d->lines[tile >= d->end[0]].words * 64;
}

// The run of a tile that was passable when the runs were made.
static uint32_t dead_ends_run_at(const dead_ends *d, int tile) {
  size_t word = (size_t)tile >> 6;
  uint64_t begins = dead_ends_begins(d, word) << (63 - (tile & 63));
  return d->rank[word] + (uint32_t)bits_count(begins);
}

// The first tile of the run of a tile.
static int dead_ends_from(const dead_ends *d, int tile) {
  return tile - bits_count_run(d->tiles, tile, -1, 0, tile, ~(uint64_t)0);
}

// The end of the run of a tile: the tile behind its last one.
static int dead_ends_to(const dead_ends *d, int tile) {
  return bits_find(d->tiles, tile, d->end[1], ~(uint64_t)0);
}

// The first tile from `at` on that has a run and is beside the run of a tile, in the line
// before or after it; `end` of all tiles: none. `from` is the first tile of the run.
static int dead_ends_beside(const dead_ends *d, int from, int at) {
  int stride = dead_ends_stride(d, from), to = dead_ends_to(d, from);
  int tile = bits_find(d->tiles, at, to - stride, 0);
  if (tile < to - stride) return tile;
  tile = bits_find(d->tiles, at > from + stride ? at : from + stride, to + stride, 0);
  return tile < to + stride ? tile : d->end[1];
}

// The run that stands for the block of a run.
static uint32_t dead_ends_block(const dead_ends_run *runs, uint32_t run) {
  while (runs[run].block != run) run = runs[run].block;
  return run;
}

// The same. Makes the way to it shorter for later calls.
static uint32_t dead_ends_find(dead_ends_run *runs, uint32_t run) {
  while (runs[run].block != run) run = runs[run].block = runs[runs[run].block].block;
  return run;
}

// Whether the run of a number is behind a block, or in it.
static bool dead_ends_has(const dead_ends_run *block, uint32_t number) {
  return number - block->first <= block->last - block->first;
}

// The lowest block that has two runs behind it, or in it.
static uint32_t dead_ends_top(const dead_ends_run *runs, uint32_t run, uint32_t other) {
  uint32_t block = dead_ends_block(runs, run), number = runs[other].first;
  while (!dead_ends_has(&runs[block], number)) {
    uint32_t jump = dead_ends_block(runs, runs[block].jump);
    bool is_far = dead_ends_has(&runs[jump], number);
    block = is_far ? dead_ends_block(runs, runs[block].gate) : jump;
  }
  return block;
}

// Joins the block of a run with those above it, as far as their gates have at least a
// number: each with `top`, or with the next one if `top` is 0.
static void dead_ends_join_up(dead_ends *d, uint32_t run, uint32_t top, uint32_t least) {
  dead_ends_run *runs = d->runs;
  uint32_t block = dead_ends_find(runs, run), next;
  for (; block != 0 && runs[runs[block].gate].first >= least; block = next) {
    next = dead_ends_find(runs, runs[block].gate);
    runs[block].block = top != 0 ? top : next;
    runs[next].size += runs[block].size;
    d->left--;
  }
}

// --------------------------------------------------------------------------------- build

// Visits a run from the run above. On a long way each jump is about twice as long as the
// one before, as in a skip list.
static void dead_ends_visit(dead_ends *d, int tile, uint32_t run) {
  uint32_t gate = d->run, jump = gate, number = ++d->visited;
  int from = dead_ends_from(d, tile);
  while ((d->runs[jump].first & (number ^ (number - 1))) != 0) jump = d->runs[jump].jump;
  d->runs[run] =
      (dead_ends_run){run, gate & INT32_MAX, 0, number, (uint32_t)from, 1, jump};
  d->run = run;
  d->tile = from - dead_ends_stride(d, from);
}

// Leaves a run, when all runs beside it are visited: goes on behind it, beside the run
// above.
static void dead_ends_leave(dead_ends *d) {
  dead_ends_run *r = &d->runs[d->run];
  d->runs[r->gate].is_gate |= r->block == d->run;
  if (r->size > d->largest) d->largest = r->size;
  d->tile = dead_ends_to(d, (int)r->last);
  r->last = d->visited;
  d->run = r->gate;
}

// Does a step of a build: meets a run beside the run that is visited, or leaves this. If
// it meets a run again that is above, all steps between are in one block.
static void dead_ends_step(dead_ends *d) {
  int tile = d->run != 0 ? dead_ends_beside(d, (int)d->runs[d->run].last, d->tile)
                         : bits_find(d->tiles, d->tile, d->end[1], 0);
  if (tile < d->end[1]) {
    uint32_t run = dead_ends_run_at(d, tile);
    d->tile = dead_ends_to(d, tile);
    if (d->runs[run].block == 0) dead_ends_visit(d, tile, run);
    dead_ends_join_up(d, d->run, 0, d->runs[run].first + 1);
  } else {
    d->phase += d->run == 0;
    dead_ends_leave(d);
  }
}

// Ends a build. Makes the edits since the runs were made.
static void dead_ends_finish(dead_ends *d, memory *m) {
  d->left = d->left / DEAD_ENDS_JOINED + DEAD_ENDS_FEW;
  d->is_built = d->largest <= d->run_count / DEAD_ENDS_LARGEST;
  for (int i = 0, stride = (int)d->lines[0].words * 64; i < d->end[0] / 64; i++) {
    for (uint64_t bits = d->tiles[i] ^ d->lines[0].bits[i]; bits != 0; bits &= bits - 1) {
      int tile = i * 64 + bits_lowest(bits);
      dead_ends_edit(d, tile % stride, tile / stride);
    }
  }
  if (!d->is_built) dead_ends_fini(d, m);
  d->phase = DEAD_ENDS_DONE;
}

void dead_ends_update(dead_ends *d, memory *m, const bit_lines lines[2], bool whole,
                      budget *b) {
  budget portion = {DEAD_ENDS_PORTION};
  if (d->left != 0 && !whole) b = &portion;
  bool is_due = d->left < 0 && (d->spent >= 0 || whole);
  if (d->phase == DEAD_ENDS_START || is_due) dead_ends_start(d, m, lines);
  while (d->phase == DEAD_ENDS_VISIT && budget_take(b, DEAD_ENDS_STEP)) dead_ends_step(d);
  if (d->phase == DEAD_ENDS_END) dead_ends_finish(d, m);
}

// --------------------------------------------------------------------------------- edits

// Joins the blocks on the tree path between two runs with the uppermost one.
static void dead_ends_join(dead_ends *d, uint32_t a, uint32_t b) {
  uint32_t top = dead_ends_top(d->runs, a, b), least = d->runs[top].first;
  dead_ends_join_up(d, a, top, least);
  dead_ends_join_up(d, b, top, least);
}

// A tile of a run became impassable. If the run is a gate, what is behind it is joined
// with it.
static void dead_ends_close(dead_ends *d, int tile) {
  uint32_t run = dead_ends_run_at(d, tile);
  if (!d->runs[run].is_gate) return;
  d->runs[run].is_gate = false;
  int from = dead_ends_from(d, tile), at = from - dead_ends_stride(d, tile);
  while ((at = dead_ends_beside(d, from, at)) < d->end[1]) {
    uint32_t beside = dead_ends_run_at(d, at);
    if (d->runs[beside].gate == run) dead_ends_join(d, run, beside);
    at = dead_ends_to(d, at);
  }
}

// A tile without a run became passable. It connects the runs around it, and those around
// the tiles without a run that it is connected with. Impassable tiles of runs count as
// passable: they may open again.
static void dead_ends_open(dead_ends *d, int side, int tile) {
  int region[DEAD_ENDS_REGION] = {tile}, count = 1, stride = dead_ends_stride(d, tile);
  const int beside[4] = {-1, 1, -stride, stride};
  uint32_t run = 0;
  for (int i = 0; i < 4 * count && count < DEAD_ENDS_REGION; i++) {
    int next = region[i / 4] + beside[i % 4], known = 0;
    if (dead_ends_bit(d->tiles, next)) {
      uint32_t other = dead_ends_run_at(d, next);
      dead_ends_join(d, run != 0 ? run : other, other);
      run = other;
    } else if (dead_ends_bit(d->lines[side].bits, next - side * d->end[0])) {
      while (known < count && region[known] != next) known++;
      region[known] = next;
      if (known == count) count++;
    }
  }
  d->is_built = count < DEAD_ENDS_REGION;
  if (!d->is_built) d->left = -1;
}

void dead_ends_edit(dead_ends *d, int x, int y) {
  d->left -= d->phase == DEAD_ENDS_DONE && !d->is_built;
  for (int side = 0; side < 2 && d->is_built; side++) {
    int tile = dead_ends_tile(d, side, x, y);
    bool is_passable = dead_ends_bit(d->lines[0].bits, dead_ends_tile(d, 0, x, y));
    bool has_run = dead_ends_bit(d->tiles, tile);
    if (!has_run && is_passable) dead_ends_open(d, side, tile);
    if (has_run && !is_passable) dead_ends_close(d, tile);
  }
}

// ------------------------------------------------------------------------------- queries

dead_ends_needs dead_ends_ask(const dead_ends *d, int x, int y, int goal_x, int goal_y) {
  dead_ends_needs n = {.of = d};
  for (int i = 0; i < 2; i++) {
    int from = dead_ends_tile(d, i, x, y), to = dead_ends_tile(d, i, goal_x, goal_y);
    bool is_known = dead_ends_bit(d->tiles, from) && dead_ends_bit(d->tiles, to);
    if (!is_known) return (dead_ends_needs){.of = NULL};
    uint32_t start = dead_ends_run_at(d, from), goal = dead_ends_run_at(d, to);
    n.start[i] = d->runs[start].first;
    n.goal[i] = d->runs[goal].first;
    n.top[i] = dead_ends_top(d->runs, start, goal);
  }
  return n;
}

// Whether paths need a tile: either their start or their goal is behind its block, or it
// is where they turn.
static bool dead_ends_need_tile(const dead_ends_needs *n, int side, int tile) {
  const dead_ends *d = n->of;
  uint32_t run = dead_ends_run_at(d, tile), block = dead_ends_block(d->runs, run);
  const dead_ends_run *r = &d->runs[block];
  return dead_ends_has(r, n->start[side]) != dead_ends_has(r, n->goal[side]) ||
         block == n->top[side] || run == d->runs[n->top[side]].gate ||
         !dead_ends_bit(d->tiles, tile);
}

bool dead_ends_exclude(const dead_ends_needs *n, int x, int y, int direction) {
  return (direction_dy[direction] != 0 &&
          !dead_ends_need_tile(n, 0, dead_ends_tile(n->of, 0, x, y))) ||
         (direction_dx[direction] != 0 &&
          !dead_ends_need_tile(n, 1, dead_ends_tile(n->of, 1, x, y)));
}
