// Builds the components of rules with far moves, and unites them after edits.
//
// Method: union-find (Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm",
// 1975), with path halving, and without ranks: the smaller root becomes the parent. Every
// legal step and every link unites two cells. Invariant: no parent is greater than its
// child. So one pass in ascending order replaces each entry by the number of its root:
// the parent has its number already.
//
// An edit never splits a component here: the components become stale instead, and not
// exact any more. They never separate two connected tiles.
#include "derived/far_components.h"

#include <string.h>

#include "base/bits.h"
#include "map/journal.h"

// The work to unite a tile with the ends of its steps, in units of the work to number it.
enum { FAR_STEP_WORK = 8 };

// -------------------------------------------------------------------------- union-find

// Path halving: every other node on the way to the root gets its grandparent as parent.
static uint32_t far_root(uint32_t *parent, uint32_t i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

// The smaller root stays a root: no parent is greater than its child.
static void far_unite(uint32_t *parent, uint32_t a, uint32_t b) {
  if (parent[a] == parent[b]) return;
  a = far_root(parent, a);
  b = far_root(parent, b);
  if (a < b) {
    parent[b] = a;
  } else {
    parent[a] = b;
  }
}

// -------------------------------------------------------------------------------- life

void far_components_drop_draft(far_components *c, astar_grid *grid) {
  size_t size = grid_tiles(grid) * sizeof *c->draft.parents;
  memory_free(&grid->memory, c->draft.parents, size);
  memset(&c->draft, 0, sizeof c->draft);
}

void far_components_fini(far_components *c, astar_grid *grid) {
  memory *m = &grid->memory;
  far_components_drop_draft(c, grid);
  memory_free(m, c->cells, grid_tiles(grid) * (size_t)c->bytes);
  memory_free(m, c->parents, c->capacity * sizeof *c->parents);
  memset(c, 0, sizeof *c);
}

static uint32_t far_get(const far_components *c, uint32_t cell) {
  if (c->bytes == 1) return ((const uint8_t *)c->cells)[cell];
  if (c->bytes == 2) return ((const uint16_t *)c->cells)[cell];
  return ((const uint32_t *)c->cells)[cell];
}

static void far_put(far_components *c, uint32_t cell, uint32_t number) {
  if (c->bytes == 1) {
    ((uint8_t *)c->cells)[cell] = (uint8_t)number;
  } else if (c->bytes == 2) {
    ((uint16_t *)c->cells)[cell] = (uint16_t)number;
  } else {
    ((uint32_t *)c->cells)[cell] = number;
  }
}

// After a build each number is a root: then a lookup writes nothing, and several threads
// may look up at the same time.
uint32_t far_components_at(const far_components *c, uint32_t cell) {
  return far_root(c->parents, far_get(c, cell));
}

// The maximum number of numbers: all that fit 1 or 2 bytes; with 4 bytes two per tile,
// because without a limit edits would add numbers forever.
static uint32_t far_room(const costmap *map, int bytes) {
  if (bytes == 4) return 2 * grid_tiles(map->grid);
  return (uint32_t)1 << bytes * MEMORY_LIMIT(8, 2);
}

// Allocates cells and parents for `count` numbers, which include 0. A cell gets enough
// bytes for twice as many numbers, so edits can add `count` numbers before a new build.
static bool far_allocate(far_components *c, const costmap *map, uint32_t count) {
  memory *m = &map->grid->memory;
  size_t tiles = grid_tiles(map->grid);
  int bytes = 1;
  while (bytes < 4 && count > far_room(map, bytes) / 2) bytes *= 2;
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

// ------------------------------------------------------------------------------- build

// Unites a tile with the ends of its steps. Returns whether every step exists in both
// directions.
static bool far_unite_steps(uint32_t *parent, const costmap *map, int x, int y) {
  bool both_ways = true;
  uint32_t cell = grid_cell(map->grid, x, y);
  const tile_move *move = map->moves->list[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int i = bits_lowest(moves), to_x = x + move[i].dx, to_y = y + move[i].dy;
    if (both_ways && costmap_find_move(map, to_x, to_y, -move[i].dx, -move[i].dy) < 0) {
      both_ways = false;
    }
    far_unite(parent, cell, grid_cell(map->grid, to_x, to_y));
  }
  return both_ways;
}

// Unites the ends of links whose ends are passable. Returns whether all of these links
// are two-way.
static bool far_unite_links(uint32_t *parent, const costmap *map) {
  bool both_ways = true;
  for (uint32_t i = 0; i < map->grid->link_count; i++) {
    const grid_link *link = &map->grid->links[i];
    if (!costmap_is_cell_passable(map, link->from) ||
        !costmap_is_cell_passable(map, link->to)) {
      continue;
    }
    far_unite(parent, link->from, link->to);
    if (link->one_way) both_ways = false;
  }
  return both_ways;
}

// Replaces the parent of a cell by a number: a new one for a root, otherwise the number
// of the parent, which is numbered already since parents are smaller; 0 for impassable
// cells.
static void far_number_cell(far_draft *d, const costmap *map, uint32_t cell) {
  uint32_t *parents = d->parents;
  if (!costmap_is_cell_passable(map, cell)) {
    parents[cell] = 0;
  } else {
    parents[cell] = parents[cell] == cell ? d->count++ : parents[parents[cell]];
  }
}

enum { FAR_START_CELLS = 1, FAR_UNITE_CELLS, FAR_NUMBER_CELLS, FAR_FILL_CELLS };

// Does the work of a phase for one row.
static void far_build_row(far_components *c, const costmap *map, int y) {
  far_draft *d = &c->draft;
  uint32_t cell = grid_cell(map->grid, 0, y), end = cell + (uint32_t)map->grid->width;
  for (int x = 0; cell < end; cell++, x++) {
    switch (d->phase) {
    case FAR_START_CELLS: d->parents[cell] = cell; break;
    case FAR_UNITE_CELLS:
      if (costmap_is_passable(map, x, y)) {
        c->exact &= far_unite_steps(d->parents, map, x, y);
      }
      break;
    case FAR_NUMBER_CELLS: far_number_cell(d, map, cell); break;
    default: far_put(c, cell, d->parents[cell]); break;
    }
  }
}

// Ends a phase and moves to the next one. False: out of memory.
static bool far_end_phase(far_components *c, const costmap *map) {
  far_draft *d = &c->draft;
  switch (d->phase) {
  case FAR_START_CELLS: c->exact = true; break;
  case FAR_UNITE_CELLS:
    c->exact &= far_unite_links(d->parents, map);
    d->count = 1;
    break;
  case FAR_NUMBER_CELLS:
    if (!far_allocate(c, map, d->count)) return false;
    break;
  default: break;
  }
  d->phase++;
  d->at = 0;
  return true;
}

static astar_status far_continue_build(far_components *c, const costmap *map, budget *b) {
  const astar_grid *grid = map->grid;
  far_draft *d = &c->draft;
  astar_status status = costmap_ensure_legal(map, b);
  if (status != ASTAR_OK) return status;
  if (d->parents == NULL) {
    size_t size = grid_tiles(grid) * sizeof *d->parents;
    d->parents = (uint32_t *)memory_resize(&map->grid->memory, NULL, 0, size);
    if (d->parents == NULL) return ASTAR_NO_MEMORY;
  }
  while (d->phase <= FAR_FILL_CELLS) {
    int work = d->phase == FAR_UNITE_CELLS ? FAR_STEP_WORK : 1;
    for (; d->at < (uint32_t)grid->height; d->at++) {
      if (!budget_take(b, work * grid->width)) return ASTAR_RUNNING;
      far_build_row(c, map, (int)d->at);
    }
    if (!far_end_phase(c, map)) return ASTAR_NO_MEMORY;
  }
  return ASTAR_OK;
}

astar_status far_components_build(far_components *c, const costmap *map, budget *b) {
  if (c->draft.phase == 0) {
    c->draft.phase = FAR_START_CELLS;
    c->is_built = false;
  }
  astar_status status = far_continue_build(c, map, b);
  if (status == ASTAR_NO_MEMORY) far_components_fini(c, map->grid);
  if (status != ASTAR_OK) return status;
  far_components_drop_draft(c, map->grid);
  c->is_built = true;
  c->is_stale = false;
  return ASTAR_OK;
}

// ------------------------------------------------------------------------------- edits

// Gives a cell a new number, a component of its own. False: out of memory, or out of
// numbers.
static bool far_add(far_components *c, const costmap *map, uint32_t cell) {
  if (c->count >= far_room(map, c->bytes) ||
      !memory_reserve(&map->grid->memory, (void **)&c->parents, &c->capacity,
                      c->count + 1, sizeof *c->parents)) {
    return false;
  }
  c->parents[c->count] = c->count;
  far_put(c, cell, c->count++);
  return true;
}

// Gives the tiles of an area that became passable a number, and removes those that became
// impassable. False: the components must be built again.
static bool far_apply_tiles(far_components *c, const costmap *map, tile_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      uint32_t cell = grid_cell(map->grid, x, y);
      bool was = far_get(c, cell) != 0, is = costmap_is_passable(map, x, y);
      if (is && !was && !far_add(c, map, cell)) return false;
      if (was && !is) far_put(c, cell, 0);
    }
  }
  return true;
}

// Unites the ends of all legal steps of an area.
static void far_apply_steps(far_components *c, const costmap *map, tile_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      if (!costmap_is_passable(map, x, y)) continue;
      uint32_t cell = grid_cell(map->grid, x, y), number = far_get(c, cell);
      const tile_move *move = map->moves->list[costmap_parity(map, x, y)];
      for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
        uint32_t to = cell + (uint32_t)move[bits_lowest(moves)].offset;
        far_unite(c->parents, number, far_get(c, to));
      }
    }
  }
}

static void far_apply_links(far_components *c, const costmap *map) {
  for (uint32_t i = 0; i < map->grid->link_count; i++) {
    const grid_link *link = &map->grid->links[i];
    uint32_t from = far_get(c, link->from), to = far_get(c, link->to);
    if (from != 0 && to != 0) far_unite(c->parents, from, to);
  }
}

// Whether passable tiles or legal moves can depend on a change.
static bool far_depend_on(const costmap *map, const grid_change *change) {
  return change->kind == CHANGE_GROUND &&
         journal_concerns(&map->tiles->filter, change->subject);
}

// Tiles come first: steps unite numbers, so all passable tiles must have one.
bool far_components_repair(far_components *c, const costmap *map, uint64_t revision) {
  const astar_grid *grid = map->grid;
  bool concerns = false, links = false;
  for (uint64_t r = revision; r < grid->revision; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (change->kind == CHANGE_LINKS) links = true;
    if (!far_depend_on(map, change)) continue;
    concerns = true;
    if (!far_apply_tiles(c, map, repair_affected_area(grid, map->rules, change))) {
      return false;
    }
  }
  for (uint64_t r = revision; r < grid->revision; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (!far_depend_on(map, change)) continue;
    far_apply_steps(c, map, repair_affected_area(grid, map->rules, change));
  }
  if (links || grid->link_count > 0) far_apply_links(c, map);
  if (concerns || links || grid->link_count > 0) {
    c->exact = false;
    c->is_stale = true;
  }
  return true;
}
