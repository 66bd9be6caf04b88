// Builds connected components and repairs them after edits.
//
// There are two methods to build components. Plain components are for squares with
// standard rules, without links, closed edges and pair costs. There two passable tiles
// are connected when they share an edge (4-connectivity), or, if diagonal steps are
// always legal, when they share an edge or a corner (8-connectivity). (A diagonal step
// that needs a free way around its corner adds nothing: the two straight steps of that
// way connect the same tiles.) All other maps use components by steps: every legal step
// and every link unites two cells.
//
// Plain build: run-based labeling (He, Chao and Suzuki, "A Run-Based Two-Scan Labeling
// Algorithm", 2008). A run is a maximal sequence of passable tiles in a row. Ours uses
// union-find instead of tables of equivalent labels, and works in portions of a budget.
//
// clang-format off
//     row 0    a a a # b b     1. Find the runs of each row (here a to e), 64 tiles per
//     row 1    # c # # # d        word, and unite each run with the runs above that touch
//     row 2    e e e e # #        it: a, c and e; b and d.
//                              2. Number the roots.   3. Fill the cells of each run.
// clang-format on
//
// Union-find (Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm", 1975),
// with path halving, and without ranks: the smaller root becomes the parent. Invariant:
// no parent is greater than its child. So one pass in ascending order replaces each entry
// by the number of its root: the parent has its number already.
//
// Repair of plain components. A tile that becomes passable gets a new number, which is
// united with those of its neighbors. When a tile x becomes impassable, its component
// cannot split if the passable neighbors of x stay connected without x. Two tests check
// this:
//
// clang-format off
//     . # .      1. The connectivity number of the 3 x 3 neighborhood (Yokoi, Toriwaki and
//     . x .         Fukumura, "An Analysis of Topological Properties of Digitized Binary
//     . . .         Pictures Using Local Features", 1975), a kind of crossing number: how
//                   many arcs of passable tiles the circle around x has. Here it is 1.
//                   With at most one arc the neighbors stay connected.
//
//     . # .      2. With more arcs (here 2, left and right of x): a flood fill in a window
//     . x .         around x, one word per row. The neighbors stay connected if the fill
//     . # .         from one of them covers the others.
// clang-format on
//
// If both tests fail, the component may or may not split. It stays united, and the
// components are stale and not exact any more. They never separate two connected tiles.
// Components by steps become stale with every edit of terrain, obstacles, edges or links
// that concerns them.
#include "derived/components.h"

#include <string.h>

#include "base/bits.h"
#include "derived/repair.h"
#include "map/journal.h"
#include "map/links.h"

// Runs that are numbered in one portion of the budget.
enum { COMPONENTS_PORTION = 4096 };

// The work to unite a tile with the ends of its steps, in units of the work to number it.
enum { COMPONENTS_STEP_WORK = 8 };

// -------------------------------------------------------------------------- union-find

// Path halving: every other node on the way to the root gets its grandparent as parent.
static uint32_t components_root(uint32_t *parent, uint32_t i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

// The smaller root stays a root: no parent is greater than its child.
static void components_unite(uint32_t *parent, uint32_t a, uint32_t b) {
  if (parent[a] == parent[b]) return;
  a = components_root(parent, a);
  b = components_root(parent, b);
  if (a < b) {
    parent[b] = a;
  } else {
    parent[a] = b;
  }
}

// -------------------------------------------------------------------------------- life

static void components_drop_draft(components *c, memory *m, uint32_t tiles) {
  components_draft *d = &c->draft;
  memory_free(m, d->runs, d->run_capacity * sizeof *d->runs);
  memory_free(m, d->run_parents, d->run_parent_capacity * sizeof *d->run_parents);
  memory_free(m, d->cell_parents, tiles * sizeof *d->cell_parents);
  memset(d, 0, sizeof *d);
}

void components_fini(components *c, astar_grid *grid) {
  memory *m = &grid->memory;
  uint32_t tiles = grid_tiles(grid);
  components_drop_draft(c, m, tiles);
  memory_free(m, c->cells, tiles * (size_t)c->bytes);
  memory_free(m, c->parents, c->capacity * sizeof *c->parents);
  memset(c, 0, sizeof *c);
}

static uint32_t components_get(const components *c, uint32_t cell) {
  if (c->bytes == 1) return ((const uint8_t *)c->cells)[cell];
  if (c->bytes == 2) return ((const uint16_t *)c->cells)[cell];
  return ((const uint32_t *)c->cells)[cell];
}

static void components_put(components *c, uint32_t cell, uint32_t component) {
  if (c->bytes == 1) {
    ((uint8_t *)c->cells)[cell] = (uint8_t)component;
  } else if (c->bytes == 2) {
    ((uint16_t *)c->cells)[cell] = (uint16_t)component;
  } else {
    ((uint32_t *)c->cells)[cell] = component;
  }
}

// The maximum number of numbers: all that fit 1 or 2 bytes; with 4 bytes two per tile,
// because without a limit edits would add numbers forever.
static uint32_t components_room(const costmap *map, int bytes) {
  if (bytes == 4) return 2 * grid_tiles(map->grid);
  return (uint32_t)1 << bytes * MEMORY_LIMIT(8, 2);
}

uint32_t components_at(const components *c, uint32_t cell) {
  return components_root(c->parents, components_get(c, cell));
}

// Gives a cell a new number, a component of its own. False: out of memory, or out of
// numbers.
static bool components_add(components *c, const costmap *map, uint32_t cell) {
  if (c->count >= components_room(map, c->bytes) ||
      !memory_reserve(&map->grid->memory, (void **)&c->parents, &c->capacity,
                      c->count + 1, sizeof *c->parents)) {
    return false;
  }
  c->parents[c->count] = c->count;
  components_put(c, cell, c->count++);
  return true;
}

// Allocates cells and parents for `count` numbers, which include 0. A cell gets enough
// bytes for twice as many numbers, so edits can add `count` numbers before a new build.
static bool components_allocate(components *c, const costmap *map, uint32_t count) {
  memory *m = &map->grid->memory;
  size_t tiles = grid_tiles(map->grid);
  int bytes = 1;
  while (bytes < 4 && count > components_room(map, bytes) / 2) bytes *= 2;
  if (!memory_reserve(m, (void **)&c->parents, &c->capacity, count, sizeof *c->parents)) {
    return false;
  }
  c->count = count;
  for (uint32_t i = 0; i < count; i++) c->parents[i] = i;
  if (c->cells != NULL && c->bytes == bytes) return true;
  memory_free(m, c->cells, tiles * (size_t)c->bytes);
  c->cells = memory_resize(m, NULL, 0, tiles * (size_t)bytes);
  c->bytes = bytes;
  return c->cells != NULL;
}

// ---------------------------------------------------------------------- build, by runs

// Whether adjacency decides connectivity: all steps exist in both directions, and a
// diagonal step is legal always, or only where a way around its corner exists.
static bool components_can_be_plain(const costmap *map) {
  const astar_grid *grid = map->grid;
  return grid->layout == ASTAR_SQUARE && map->rules->is_standard &&
         map->rules->pair_costs == NULL && grid->closed_count == 0 &&
         grid->link_count == 0;
}

// Whether tiles that share only a corner are connected (8-connectivity).
static bool components_is_8_connected(const costmap *map) {
  return map->rules->move_count == DIRECTIONS &&
         map->rules->diagonal == ASTAR_DIAGONAL_ALWAYS;
}

static bool components_add_run(components_draft *d, memory *m, int y, int start,
                               int end) {
  if (!memory_reserve(m, (void **)&d->runs, &d->run_capacity, d->run_count + 1,
                      sizeof *d->runs) ||
      !memory_reserve(m, (void **)&d->run_parents, &d->run_parent_capacity,
                      d->run_count + 1, sizeof *d->run_parents)) {
    return false;
  }
  d->runs[d->run_count] = (components_run){(uint16_t)y, (uint16_t)start, (uint16_t)end};
  d->run_parents[d->run_count] = d->run_count;
  d->run_count++;
  return true;
}

// Appends the runs of a row. False: out of memory.
static bool components_find_runs(components_draft *d, const costmap *map, int y) {
  const uint64_t *row = map->tiles->passable + (size_t)(y + 1) * map->tiles->words;
  memory *m = &map->grid->memory;
  int end = map->grid->width + 1; // bit 0 is the border
  for (int at = bits_find(row, 1, end, 0); at < end;) {
    int stop = bits_find(row, at, end, ~(uint64_t)0);
    if (!components_add_run(d, m, y, at - 1, stop - 1)) return false;
    at = bits_find(row, stop, end, 0);
  }
  return true;
}

// Unites the runs from `current` on (the runs of the last row) with the runs of the row
// above that touch them. Both rows are ordered: each step of the loop passes the run that
// ends first. `corner` is 1 for 8-connectivity, otherwise 0.
static void components_unite_runs(components_draft *d, uint32_t current, int corner) {
  uint32_t above = d->row_above, first = current;
  while (above < first && current < d->run_count) {
    const components_run *a = &d->runs[above], *b = &d->runs[current];
    if (a->start < b->end + corner && b->start < a->end + corner) {
      components_unite(d->run_parents, above, current);
    }
    if (a->end < b->end) {
      above++;
    } else {
      current++;
    }
  }
  d->row_above = first;
}

// Replaces the parent of a run by a number: a new one for a root, otherwise the number of
// the parent, which is numbered already since parents are smaller.
static void components_number_run(components_draft *d, uint32_t i) {
  uint32_t parent = d->run_parents[i];
  d->run_parents[i] = parent == i ? d->number_count++ : d->run_parents[parent];
}

// Writes one number to `count` cells from `cell` on.
static void components_put_run(components *c, uint32_t cell, uint32_t count,
                               uint32_t number) {
  if (c->bytes == 1) {
    memset((uint8_t *)c->cells + cell, (int)number, count);
  } else if (c->bytes == 2) {
    uint16_t *cells = (uint16_t *)c->cells + cell;
    for (uint32_t i = 0; i < count; i++) cells[i] = (uint16_t)number;
  } else {
    uint32_t *cells = (uint32_t *)c->cells + cell;
    for (uint32_t i = 0; i < count; i++) cells[i] = number;
  }
}

// Fills a row of cells: 0, then the numbers of its runs, the first of which is `first`.
// Returns the first run of the next row.
static uint32_t components_fill_runs(components *c, const costmap *map, int y,
                                     uint32_t first) {
  const components_draft *d = &c->draft;
  uint32_t width = (uint32_t)map->grid->width, start = grid_cell(map->grid, 0, y);
  components_put_run(c, start, width, 0);
  for (; first < d->run_count && d->runs[first].y == y; first++) {
    components_run run = d->runs[first];
    components_put_run(c, start + run.start, (uint32_t)(run.end - run.start),
                       d->run_parents[first]);
  }
  return first;
}

enum { COMPONENTS_FIND_RUNS = 1, COMPONENTS_NUMBER_RUNS, COMPONENTS_FILL_RUNS };

// Moves to the beginning of the next phase.
static void components_next_phase(components_draft *d) {
  d->phase++;
  d->at = 0;
}

static astar_status components_build_plain(components *c, const costmap *map, budget *b) {
  components_draft *d = &c->draft;
  uint32_t width = (uint32_t)map->grid->width, height = (uint32_t)map->grid->height;
  int corner = components_is_8_connected(map) ? 1 : 0;
  if (d->phase == COMPONENTS_FIND_RUNS) {
    for (; d->at < height; d->at++) {
      uint32_t current = d->run_count;
      if (!budget_take(b, width)) return ASTAR_RUNNING;
      if (!components_find_runs(d, map, (int)d->at)) return ASTAR_NO_MEMORY;
      components_unite_runs(d, current, corner);
    }
    d->number_count = 1;
    components_next_phase(d);
  }
  if (d->phase == COMPONENTS_NUMBER_RUNS) {
    for (; d->at < d->run_count; d->at++) {
      if (d->at % COMPONENTS_PORTION == 0 && !budget_take(b, COMPONENTS_PORTION)) {
        return ASTAR_RUNNING;
      }
      components_number_run(d, d->at);
    }
    if (!components_allocate(c, map, d->number_count)) return ASTAR_NO_MEMORY;
    d->row_above = 0;
    components_next_phase(d);
  }
  for (; d->at < height; d->at++) {
    if (!budget_take(b, width)) return ASTAR_RUNNING;
    d->row_above = components_fill_runs(c, map, (int)d->at, d->row_above);
  }
  c->exact = true;
  return ASTAR_OK;
}

// --------------------------------------------------------------------- build, by steps

// Unites a tile with the ends of its steps. Returns whether every step exists in both
// directions.
static bool components_unite_steps(uint32_t *parent, const costmap *map, int x, int y) {
  bool both_ways = true;
  uint32_t cell = grid_cell(map->grid, x, y);
  const tile_move *move = map->moves->list[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int i = bits_lowest(moves), to_x = x + move[i].dx, to_y = y + move[i].dy;
    if (both_ways && costmap_find_move(map, to_x, to_y, -move[i].dx, -move[i].dy) < 0) {
      both_ways = false;
    }
    components_unite(parent, cell, grid_cell(map->grid, to_x, to_y));
  }
  return both_ways;
}

// Unites the ends of links whose ends are passable. Returns whether all of these links
// are two-way.
static bool components_unite_links(uint32_t *parent, const costmap *map) {
  bool both_ways = true;
  for (uint32_t i = 0; i < map->grid->link_count; i++) {
    const grid_link *link = &map->grid->links[i];
    if (!costmap_is_cell_passable(map, link->from) ||
        !costmap_is_cell_passable(map, link->to)) {
      continue;
    }
    components_unite(parent, link->from, link->to);
    if (link->one_way) both_ways = false;
  }
  return both_ways;
}

// Replaces the parent of a cell by a number, like `components_number_run`; 0 for
// impassable cells.
static void components_number_cell(components_draft *d, const costmap *map,
                                   uint32_t cell) {
  uint32_t *parents = d->cell_parents;
  if (!costmap_is_cell_passable(map, cell)) {
    parents[cell] = 0;
  } else {
    parents[cell] = parents[cell] == cell ? d->number_count++ : parents[parents[cell]];
  }
}

enum {
  COMPONENTS_START_CELLS = 1,
  COMPONENTS_UNITE_CELLS,
  COMPONENTS_NUMBER_CELLS,
  COMPONENTS_FILL_CELLS
};

// Does the work of a phase for one row.
static void components_build_row(components *c, const costmap *map, int y) {
  components_draft *d = &c->draft;
  uint32_t cell = grid_cell(map->grid, 0, y), end = cell + (uint32_t)map->grid->width;
  for (int x = 0; cell < end; cell++, x++) {
    switch (d->phase) {
    case COMPONENTS_START_CELLS: d->cell_parents[cell] = cell; break;
    case COMPONENTS_UNITE_CELLS:
      if (costmap_is_passable(map, x, y)) {
        c->exact &= components_unite_steps(d->cell_parents, map, x, y);
      }
      break;
    case COMPONENTS_NUMBER_CELLS: components_number_cell(d, map, cell); break;
    default: components_put(c, cell, d->cell_parents[cell]); break;
    }
  }
}

// Ends a phase and moves to the next one. False: out of memory.
static bool components_end_phase(components *c, const costmap *map) {
  components_draft *d = &c->draft;
  switch (d->phase) {
  case COMPONENTS_START_CELLS: c->exact = true; break;
  case COMPONENTS_UNITE_CELLS:
    c->exact &= components_unite_links(d->cell_parents, map);
    d->number_count = 1;
    break;
  case COMPONENTS_NUMBER_CELLS:
    if (!components_allocate(c, map, d->number_count)) return false;
    break;
  default: break;
  }
  components_next_phase(d);
  return true;
}

static astar_status components_build_by_steps(components *c, const costmap *map,
                                              budget *b) {
  const astar_grid *grid = map->grid;
  components_draft *d = &c->draft;
  astar_status status = costmap_ensure_legal(map, b);
  if (status != ASTAR_OK) return status;
  if (d->cell_parents == NULL) {
    size_t size = grid_tiles(grid) * sizeof *d->cell_parents;
    d->cell_parents = (uint32_t *)memory_resize(&map->grid->memory, NULL, 0, size);
    if (d->cell_parents == NULL) return ASTAR_NO_MEMORY;
  }
  while (d->phase <= COMPONENTS_FILL_CELLS) {
    int work = d->phase == COMPONENTS_UNITE_CELLS ? COMPONENTS_STEP_WORK : 1;
    for (; d->at < (uint32_t)grid->height; d->at++) {
      if (!budget_take(b, work * grid->width)) return ASTAR_RUNNING;
      components_build_row(c, map, (int)d->at);
    }
    if (!components_end_phase(c, map)) return ASTAR_NO_MEMORY;
  }
  return ASTAR_OK;
}

// Builds the components within the budget. Continues a build that has begun if the map is
// still the same, otherwise begins again.
static astar_status components_build(components *c, const costmap *map, budget *b) {
  memory *m = &map->grid->memory;
  if (c->draft.phase != 0 && c->revision != map->grid->revision) {
    components_drop_draft(c, m, grid_tiles(map->grid));
  }
  if (c->draft.phase == 0) {
    c->draft.phase = 1;
    c->is_built = false;
    c->is_plain = components_can_be_plain(map);
    c->revision = map->grid->revision;
  }
  astar_status status = c->is_plain ? components_build_plain(c, map, b)
                                    : components_build_by_steps(c, map, b);
  if (status == ASTAR_NO_MEMORY) components_fini(c, map->grid);
  if (status != ASTAR_OK) return status;
  components_drop_draft(c, m, grid_tiles(map->grid));
  c->is_built = true;
  c->is_stale = false;
  return ASTAR_OK;
}

// ------------------------------------------------------------------------------- edits

// The eight neighbors in circular order, clockwise from the north west. Edge neighbors
// have odd indexes, corner neighbors even ones. Consecutive tiles share an edge.
//
//     0 1 2
//     7 x 3
//     6 5 4
static const int8_t components_circle[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0},
                                               {1, 1},   {0, 1},  {-1, 1}, {-1, 0}};

// The number of a tile of the circle; 0 when it is impassable or off the grid. Numbers,
// not the costmap, show which tiles are passable here: the tiles of an edit are applied
// one by one, and the costmap has all of them already.
static uint32_t components_circle_number(const components *c, const costmap *map, int x,
                                         int y, int index) {
  x += components_circle[index][0];
  y += components_circle[index][1];
  return grid_contains(map->grid, x, y) ? components_get(c, grid_cell(map->grid, x, y))
                                        : 0;
}

// Whether the neighbors of a tile stay connected in its 3 x 3 neighborhood when the tile
// becomes impassable: the connectivity number is at most 1. An arc is a maximal sequence
// of passable tiles on the circle; each is counted where it begins.
//
// 4-connectivity: an arc counts if it has an edge neighbor (odd index). If it begins with
// a corner neighbor, the next tile must be passable, which is an edge neighbor.
// 8-connectivity: every arc counts. But two edge neighbors touch at a corner: an
// impassable corner neighbor alone does not separate them, so the arc behind it does not
// count. When all arcs are joined, or all tiles are passable, or none is, the number is
// 0.
static bool components_is_locally_connected(const components *c, const costmap *map,
                                            int x, int y) {
  bool corners = components_is_8_connected(map), open[8];
  int arcs = 0;
  for (int i = 0; i < 8; i++) open[i] = components_circle_number(c, map, x, y, i) != 0;
  for (int i = 0; i < 8; i++) {
    if (!open[i] || open[(i + 7) % 8]) continue;
    if (i % 2 == 1) {
      arcs += !(corners && open[(i + 6) % 8]);
    } else {
      arcs += corners || open[(i + 1) % 8];
    }
  }
  return arcs <= 1;
}

// Gives a tile that became passable a number, and unites it with its neighbors. False:
// out of memory, or out of numbers.
static bool components_open(components *c, const costmap *map, int x, int y) {
  uint32_t cell = grid_cell(map->grid, x, y);
  if (!components_add(c, map, cell)) return false;
  if (!c->is_plain) return true;
  int step = components_is_8_connected(map) ? 1 : 2;
  for (int i = step - 1; i < 8; i += step) {
    uint32_t component = components_circle_number(c, map, x, y, i);
    if (component != 0) components_unite(c->parents, components_get(c, cell), component);
  }
  return true;
}

// The side of the window for the flood fill [tiles]: at most 32, the bits of a word.
enum { COMPONENTS_WINDOW = MEMORY_LIMIT(32, 4) };

// A row of the window: one bit per passable tile. `left` is the column of bit 0.
static uint32_t components_window_row(const components *c, const astar_grid *grid,
                                      int left, int y) {
  uint32_t bits = 0;
  if (y < 0 || y >= grid->height) return 0;
  for (int i = 0; i < COMPONENTS_WINDOW; i++) {
    if (!grid_contains(grid, left + i, y)) continue;
    bits |= (uint32_t)(components_get(c, grid_cell(grid, left + i, y)) != 0) << i;
  }
  return bits;
}

// Fills the runs of `open` that have a filled bit.
static uint32_t components_fill_row(uint32_t filled, uint32_t open) {
  for (;;) {
    uint32_t more = (filled | filled << 1 | filled >> 1) & open;
    if (more == filled) return filled;
    filled = more;
  }
}

// One round of the flood fill: down the rows of the window, then up. Returns whether the
// fill grew.
static bool components_fill_window_once(uint32_t *filled, const uint32_t *open,
                                        bool corners) {
  bool grows = false;
  for (int n = 0; n < 2 * COMPONENTS_WINDOW; n++) {
    int i = n < COMPONENTS_WINDOW ? n : 2 * COMPONENTS_WINDOW - 1 - n;
    uint32_t near = i > 0 ? filled[i - 1] : 0;
    if (i + 1 < COMPONENTS_WINDOW) near |= filled[i + 1];
    if (corners) near |= near << 1 | near >> 1;
    uint32_t more = components_fill_row((filled[i] | near) & open[i], open[i]);
    grows |= more != filled[i];
    filled[i] = more;
  }
  return grows;
}

// Whether all neighbors of a tile that becomes impassable are connected inside the window
// around it: a flood fill from one of them covers the others. `wanted` are the neighbors,
// in the three rows around the tile.
static bool components_has_way_round(const components *c, const costmap *map, int x,
                                     int y) {
  enum { MIDDLE = COMPONENTS_WINDOW / 2 };
  bool corners = components_is_8_connected(map), grows = true, met = false;
  uint32_t open[COMPONENTS_WINDOW], filled[COMPONENTS_WINDOW] = {0}, wanted[3];
  uint32_t tile = (uint32_t)1 << MIDDLE, beside = tile << 1 | tile >> 1;
  for (int i = 0; i < COMPONENTS_WINDOW; i++) {
    open[i] = components_window_row(c, map->grid, x - MIDDLE, y - MIDDLE + i);
  }
  open[MIDDLE] &= ~tile;
  for (int i = 0; i < 3; i++) {
    uint32_t touching = i == 1 ? beside : corners ? beside | tile : tile;
    wanted[i] = open[MIDDLE - 1 + i] & touching;
  }
  int first = wanted[0] != 0 ? 0 : wanted[1] != 0 ? 1 : 2;
  filled[MIDDLE - 1 + first] = wanted[first] & (~wanted[first] + 1); // its lowest bit
  while (grows && !met) {
    grows = components_fill_window_once(filled, open, corners);
    met = true;
    for (int i = 0; i < 3; i++) met &= (wanted[i] & ~filled[MIDDLE - 1 + i]) == 0;
  }
  return met;
}

// Removes a tile that became impassable. Stale: the tile may have split its component.
static void components_close(components *c, const costmap *map, int x, int y) {
  if (c->is_plain && !components_is_locally_connected(c, map, x, y) &&
      !components_has_way_round(c, map, x, y)) {
    c->exact = false;
    c->is_stale = true;
  }
  components_put(c, grid_cell(map->grid, x, y), 0);
}

// Applies the tiles of an area whose passability changed, one by one. False: the
// components must be built again.
static bool components_apply_tiles(components *c, const costmap *map, tile_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      bool was = components_get(c, grid_cell(map->grid, x, y)) != 0;
      bool is = costmap_is_passable(map, x, y);
      if (is && !was && !components_open(c, map, x, y)) return false;
      if (was && !is) components_close(c, map, x, y);
    }
  }
  return true;
}

// Applies an area to components by steps: unites the ends of all its legal steps. Steps
// may have become illegal, so the components are stale.
static void components_apply_steps(components *c, const costmap *map, tile_area area) {
  c->exact = false;
  c->is_stale = true;
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      if (!costmap_is_passable(map, x, y)) continue;
      uint32_t cell = grid_cell(map->grid, x, y), component = components_get(c, cell);
      const tile_move *move = map->moves->list[costmap_parity(map, x, y)];
      for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
        uint32_t to = cell + (uint32_t)move[bits_lowest(moves)].offset;
        components_unite(c->parents, component, components_get(c, to));
      }
    }
  }
}

static void components_apply_links(components *c, const costmap *map) {
  c->exact = false;
  c->is_stale = true;
  for (uint32_t i = 0; i < map->grid->link_count; i++) {
    const grid_link *link = &map->grid->links[i];
    uint32_t from = components_get(c, link->from), to = components_get(c, link->to);
    if (from != 0 && to != 0) components_unite(c->parents, from, to);
  }
}

// Whether passable tiles or legal moves can depend on a change.
static bool components_depend_on(const costmap *map, const grid_change *change) {
  return change->kind == CHANGE_GROUND &&
         journal_concerns(&map->tiles->filter, change->subject);
}

// Applies the changes of the journal. False: the components must be built again. Tiles
// come first: components by steps unite numbers, so all passable tiles must have one.
static bool components_repair(components *c, const costmap *map) {
  const astar_grid *grid = map->grid;
  bool links = false;
  for (uint64_t r = c->revision; r < grid->revision; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (change->kind == CHANGE_LINKS) links = true;
    if (!components_depend_on(map, change)) continue;
    if (!components_apply_tiles(c, map,
                                repair_affected_area(map->grid, map->rules, change)))
      return false;
  }
  for (uint64_t r = c->revision; r < grid->revision && !c->is_plain; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (components_depend_on(map, change)) {
      components_apply_steps(c, map, repair_affected_area(map->grid, map->rules, change));
    }
  }
  // Plain components have no links. A removed link makes components stale, too.
  if (links || grid->link_count > 0) components_apply_links(c, map);
  c->revision = grid->revision;
  return true;
}

astar_status components_update(components *c, const costmap *map, budget *b) {
  const astar_grid *grid = map->grid;
  astar_filter filter = costmap_passage_filter(map);
  repair_skip(grid, &filter, &c->revision);
  if (!c->is_built) return components_build(c, map, b);
  if (c->revision == grid->revision) return ASTAR_OK;
  if (b->tiles <= 0) return ASTAR_RUNNING;
  uint64_t limit = budget_repair_limit(b, grid_tiles(grid) / 2 + 1);
  if (c->is_plain && !components_can_be_plain(map)) c->is_plain = false;
  repair_scope scope = {map->rules, &filter, false};
  bool is_worth = repair_is_worth(grid, &scope, c->revision, REPAIR_TILES, limit);
  if (is_worth && components_repair(c, map)) return ASTAR_OK;
  return components_build(c, map, b);
}

astar_status components_rebuild(components *c, const costmap *map, budget *b) {
  return c->is_built && !c->is_stale ? ASTAR_OK : components_build(c, map, b);
}

// -------------------------------------------------------------------------------- sets

// Receives a component that a path from the start can enter. Returns true to end the
// loop.
typedef bool (*components_visitor)(void *user, uint32_t component);

// Visits the component of a passable tile, or the components that one step or link enters
// from an impassable tile. Returns whether the visitor ended the loop.
static bool components_visit(const components *c, const costmap *map, int x, int y,
                             components_visitor visit, void *user) {
  const astar_grid *grid = map->grid;
  uint32_t cell = grid_cell(grid, x, y), count;
  if (costmap_is_passable(map, x, y)) return visit(user, components_at(c, cell));
  const tile_move *move = map->moves->list[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    uint32_t to = cell + (uint32_t)move[bits_lowest(moves)].offset;
    if (visit(user, components_at(c, to))) return true;
  }
  const grid_arc *arcs = links_arcs_from(grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(map, arcs[i].to)) continue;
    if (visit(user, components_at(c, arcs[i].to))) return true;
  }
  return false;
}

static bool component_set_add(void *user, uint32_t component) {
  component_set *set = (component_set *)user;
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->numbers[i] == component) return false;
  }
  set->is_full = set->count == COMPONENT_SET_CAPACITY;
  if (!set->is_full) set->numbers[set->count++] = component;
  return set->is_full;
}

// A visitor that searches for one component.
static bool component_set_is_same(void *user, uint32_t component) {
  return component == *(const uint32_t *)user;
}

void component_set_init(component_set *set, const components *c, const costmap *map,
                        int x, int y, bool is_thorough) {
  set->of = c;
  set->map = map;
  set->x = x;
  set->y = y;
  set->count = 0;
  set->is_full = false;
  set->is_thorough = is_thorough;
  components_visit(c, map, x, y, component_set_add, set);
}

bool component_set_contains(const component_set *set, uint32_t cell) {
  uint32_t component = components_at(set->of, cell);
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->numbers[i] == component) return true;
  }
  if (!set->is_full || !set->is_thorough) return set->is_full;
  return components_visit(set->of, set->map, set->x, set->y, component_set_is_same,
                          &component);
}
