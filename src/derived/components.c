#include "derived/components.h"

#include <string.h>

#include "base/bits.h"
#include "map/journal.h"
#include "map/links.h"

// -------------------------------------------------------------------------- union-find

static uint32_t components_root(uint32_t *parent, uint32_t i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

// The smaller root stays: no parent is greater than its child.
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

static void components_clear(components *l, costmap *map) {
  memory *m = &map->grid->memory;
  memory_free(m, l->cells, grid_tiles(map->grid) * (size_t)l->bytes);
  memory_free(m, l->parents, l->capacity * sizeof *l->parents);
  memset(l, 0, sizeof *l);
}

void components_free(components *l, costmap *map) {
  if (l == NULL) return;
  components_clear(l, map);
  memory_free(&map->grid->memory, l, sizeof *l);
}

static uint32_t components_get(const components *l, uint32_t cell) {
  if (l->bytes == 1) return ((const uint8_t *)l->cells)[cell];
  if (l->bytes == 2) return ((const uint16_t *)l->cells)[cell];
  return ((const uint32_t *)l->cells)[cell];
}

static void components_put(components *l, uint32_t cell, uint32_t component) {
  if (l->bytes == 1) {
    ((uint8_t *)l->cells)[cell] = (uint8_t)component;
  } else if (l->bytes == 2) {
    ((uint16_t *)l->cells)[cell] = (uint16_t)component;
  } else {
    ((uint32_t *)l->cells)[cell] = component;
  }
}

// How many labels there may be: as many as fit their bytes, but no more than two a tile,
// so that edits do not add to them for ever.
static uint32_t components_room(const costmap *map, int bytes) {
  if (bytes == 4) return 2 * grid_tiles(map->grid);
  return (uint32_t)1 << bytes * MEMORY_LIMIT(8, 2);
}

uint32_t components_at(const components *l, uint32_t cell) {
  return components_root(l->parents, components_get(l, cell));
}

// A component of its own for a cell. False: memory is short, or the bytes are too few.
static bool components_add(components *l, costmap *map, uint32_t cell) {
  if (l->count >= components_room(map, l->bytes) ||
      !memory_reserve(&map->grid->memory, (void **)&l->parents, &l->capacity,
                      l->count + 1, sizeof *l->parents)) {
    return false;
  }
  l->parents[l->count] = l->count;
  components_put(l, cell, l->count++);
  return true;
}

// Makes room for a component a cell and `count` labels, 0 among them, and for edits to
// add as many again before they must be built anew.
static bool components_allocate(components *l, costmap *map, uint32_t count) {
  memory *m = &map->grid->memory;
  size_t tiles = grid_tiles(map->grid);
  int bytes = 1;
  while (bytes < 4 && count > components_room(map, bytes) / 2) bytes *= 2;
  if (!memory_reserve(m, (void **)&l->parents, &l->capacity, count, sizeof *l->parents)) {
    return false;
  }
  l->count = count;
  for (uint32_t i = 0; i < count; i++) l->parents[i] = i;
  if (l->cells != NULL && l->bytes == bytes) return true;
  memory_free(m, l->cells, tiles * (size_t)l->bytes);
  l->cells = memory_resize(m, NULL, 0, tiles * (size_t)bytes);
  l->bytes = bytes;
  return l->cells != NULL;
}

// ---------------------------------------------------------------------- build, by runs

// Whether connection is just a matter of tiles that touch: steps can be walked both ways,
// and a diagonal one only where there is a way round, or anywhere.
static bool components_can_be_plain(const costmap *map) {
  const astar_grid *grid = map->grid;
  return grid->layout == ASTAR_SQUARE && map->rules->is_standard &&
         map->rules->pair_costs == NULL && grid->closed_count == 0 &&
         grid->link_count == 0;
}

// Whether tiles that touch at a corner are connected.
static bool components_touch_at_corners(const costmap *map) {
  return map->rules->move_count == DIRECTIONS &&
         map->rules->diagonal == ASTAR_DIAGONAL_ALWAYS;
}

// Passable tiles [start, end) of a row without a gap.
typedef struct components_run {
  uint16_t y, start, end;
} components_run;

typedef struct components_runs {
  components_run *runs;
  uint32_t *parent; ///< a union-find forest of runs
  uint32_t count, run_capacity, parent_capacity;
} components_runs;

static void components_runs_fini(components_runs *r, memory *m) {
  memory_free(m, r->runs, r->run_capacity * sizeof *r->runs);
  memory_free(m, r->parent, r->parent_capacity * sizeof *r->parent);
}

static bool components_runs_add(components_runs *r, memory *m, int y, int start,
                                int end) {
  if (!memory_reserve(m, (void **)&r->runs, &r->run_capacity, r->count + 1,
                      sizeof *r->runs) ||
      !memory_reserve(m, (void **)&r->parent, &r->parent_capacity, r->count + 1,
                      sizeof *r->parent)) {
    return false;
  }
  r->runs[r->count] = (components_run){(uint16_t)y, (uint16_t)start, (uint16_t)end};
  r->parent[r->count] = r->count;
  r->count++;
  return true;
}

// The first bit from `from` on that is set, or unset with `flip` all ones; `end` if none.
static int components_next_bit(const uint64_t *row, int from, int end, uint64_t flip) {
  while (from < end) {
    uint64_t left = (row[from >> 6] ^ flip) >> (from & 63);
    if (left != 0) {
      from += bits_lowest(left);
      return from < end ? from : end;
    }
    from = (from | 63) + 1;
  }
  return end;
}

static bool components_runs_find(components_runs *r, const costmap *map, int y) {
  const uint64_t *row = map->passable + (size_t)(y + 1) * map->words;
  memory *m = &map->grid->memory;
  int end = map->grid->width + 1; // bit 0 is the border
  for (int at = components_next_bit(row, 1, end, 0); at < end;) {
    int stop = components_next_bit(row, at, end, ~(uint64_t)0);
    if (!components_runs_add(r, m, y, at - 1, stop - 1)) return false;
    at = components_next_bit(row, stop, end, 0);
  }
  return true;
}

// Unites the runs [above, level) of a row with those [level, end) of the next that touch.
static void components_runs_unite(components_runs *r, uint32_t above, uint32_t level,
                                  uint32_t end, int corner) {
  uint32_t first = level;
  while (above < first && level < end) {
    const components_run *a = &r->runs[above], *b = &r->runs[level];
    if (a->start < b->end + corner && b->start < a->end + corner) {
      components_unite(r->parent, above, level);
    }
    if (a->end < b->end) {
      above++;
    } else {
      level++;
    }
  }
}

// Numbers the roots from 1 on. Returns how many labels there are, 0 among them.
static uint32_t components_runs_number(components_runs *r) {
  uint32_t count = 1;
  for (uint32_t i = 0; i < r->count; i++) {
    uint32_t parent = r->parent[i];
    r->parent[i] =
        parent == i ? count++ : r->parent[parent]; // parents come before children
  }
  return count;
}

// Gives `count` cells from `cell` on the same component.
static void components_put_run(components *l, uint32_t cell, uint32_t count,
                               uint32_t component) {
  if (l->bytes == 1) {
    memset((uint8_t *)l->cells + cell, (int)component, count);
  } else if (l->bytes == 2) {
    uint16_t *cells = (uint16_t *)l->cells + cell;
    for (uint32_t i = 0; i < count; i++) cells[i] = (uint16_t)component;
  } else {
    uint32_t *cells = (uint32_t *)l->cells + cell;
    for (uint32_t i = 0; i < count; i++) cells[i] = component;
  }
}

static void components_fill_runs(components *l, const costmap *map,
                                 const components_runs *r) {
  memset(l->cells, 0, grid_tiles(map->grid) * (size_t)l->bytes);
  for (uint32_t i = 0; i < r->count; i++) {
    components_run run = r->runs[i];
    components_put_run(l, grid_cell(map->grid, run.start, run.y),
                       (uint32_t)(run.end - run.start), r->parent[i]);
  }
}

static bool components_build_plain(components *l, costmap *map) {
  memory *m = &map->grid->memory;
  components_runs r = {NULL, NULL, 0, 0, 0};
  uint32_t above = 0;
  int corner = components_touch_at_corners(map) ? 1 : 0;
  bool complete = true;
  for (int y = 0; y < map->grid->height && complete; y++) {
    uint32_t level = r.count;
    complete = components_runs_find(&r, map, y);
    components_runs_unite(&r, above, level, r.count, corner);
    above = level;
  }
  complete = complete && components_allocate(l, map, components_runs_number(&r));
  if (complete) components_fill_runs(l, map, &r);
  components_runs_fini(&r, m);
  l->exact = true;
  return complete;
}

// --------------------------------------------------------------------- build, by steps

// Unites a tile with those it can step to. Returns whether all of them can step back.
static bool components_unite_steps(uint32_t *parent, const costmap *map, int x, int y) {
  bool both_ways = true;
  uint32_t cell = grid_cell(map->grid, x, y);
  const costmap_move *move = map->moves[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int i = bits_lowest(moves), to_x = x + move[i].dx, to_y = y + move[i].dy;
    if (both_ways && costmap_find_move(map, to_x, to_y, -move[i].dx, -move[i].dy) < 0) {
      both_ways = false;
    }
    components_unite(parent, cell, grid_cell(map->grid, to_x, to_y));
  }
  return both_ways;
}

// Returns whether all links can be walked both ways.
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

// Numbers the roots of passable cells from 1 on.
static uint32_t components_number_cells(uint32_t *parent, const costmap *map) {
  uint32_t count = 1, tiles = grid_tiles(map->grid);
  for (uint32_t cell = 0; cell < tiles; cell++) {
    if (!costmap_is_cell_passable(map, cell)) {
      parent[cell] = 0;
    } else {
      parent[cell] = parent[cell] == cell ? count++ : parent[parent[cell]];
    }
  }
  return count;
}

static bool components_build_by_steps(components *l, costmap *map) {
  const astar_grid *grid = map->grid;
  memory *m = &map->grid->memory;
  uint32_t tiles = grid_tiles(grid);
  if (!costmap_ensure_legal(map)) return false;
  uint32_t *parent = (uint32_t *)memory_resize(m, NULL, 0, tiles * sizeof *parent);
  if (parent == NULL) return false;
  l->exact = true;
  for (uint32_t cell = 0; cell < tiles; cell++) parent[cell] = cell;
  for (int y = 0; y < grid->height; y++) {
    for (int x = 0; x < grid->width; x++) {
      if (costmap_is_passable(map, x, y))
        l->exact &= components_unite_steps(parent, map, x, y);
    }
  }
  l->exact &= components_unite_links(parent, map);
  bool complete = components_allocate(l, map, components_number_cells(parent, map));
  for (uint32_t cell = 0; cell < tiles && complete; cell++)
    components_put(l, cell, parent[cell]);
  memory_free(m, parent, tiles * sizeof *parent);
  return complete;
}

static astar_status components_build(components *l, costmap *map) {
  l->is_plain = components_can_be_plain(map);
  bool complete =
      l->is_plain ? components_build_plain(l, map) : components_build_by_steps(l, map);
  if (!complete) {
    components_free(l, map);
    map->components = NULL;
    return ASTAR_NO_MEMORY;
  }
  l->is_stale = false;
  l->revision = map->grid->revision;
  return ASTAR_OK;
}

// ------------------------------------------------------------------------------- edits

// The eight tiles around, in a circle from the north west; those that touch along an edge
// are at its odd places.
static const int8_t components_circle[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0},
                                               {1, 1},   {0, 1},  {-1, 1}, {-1, 0}};

// The component of a place of the circle; 0 where nothing is passable.
static uint32_t components_around(const components *l, const costmap *map, int x, int y,
                                  int place) {
  x += components_circle[place][0];
  y += components_circle[place][1];
  return grid_contains(map->grid, x, y) ? components_get(l, grid_cell(map->grid, x, y))
                                        : 0;
}

// Whether what a tile connects stays connected around it when it closes: counts where
// arcs of the circle begin that hold a tile which touches.
static bool components_is_bypassed(const components *l, const costmap *map, int x,
                                   int y) {
  bool corners = components_touch_at_corners(map), open[8];
  int arcs = 0;
  for (int i = 0; i < 8; i++) open[i] = components_around(l, map, x, y, i) != 0;
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

static bool components_open(components *l, costmap *map, int x, int y) {
  uint32_t cell = grid_cell(map->grid, x, y);
  if (!components_add(l, map, cell)) return false;
  if (!l->is_plain) return true;
  int step = components_touch_at_corners(map) ? 1 : 2;
  for (int i = step - 1; i < 8; i += step) {
    uint32_t component = components_around(l, map, x, y, i);
    if (component != 0) components_unite(l->parents, components_get(l, cell), component);
  }
  return true;
}

// The side of the window in which ways round a tile are looked for: at most 32, the bits
// of a row.
enum { COMPONENTS_WINDOW = MEMORY_LIMIT(32, 4) };

// A row of the window around a tile: a bit a labelled tile.
static uint32_t components_window_row(const components *l, const astar_grid *grid,
                                      int left, int y) {
  uint32_t bits = 0;
  if (y < 0 || y >= grid->height) return 0;
  for (int i = 0; i < COMPONENTS_WINDOW; i++) {
    if (!grid_contains(grid, left + i, y)) continue;
    bits |= (uint32_t)(components_get(l, grid_cell(grid, left + i, y)) != 0) << i;
  }
  return bits;
}

// Spreads the bits of a flood over those of `open` beside and between them.
static uint32_t components_fill_row(uint32_t filled, uint32_t open) {
  for (;;) {
    uint32_t more = (filled | filled << 1 | filled >> 1) & open;
    if (more == filled) return filled;
    filled = more;
  }
}

// Lets a flood spread once down the rows of the window and once up. Returns whether it
// grew.
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

// Whether all the neighbours of a tile that closes are connected in a window around it.
static bool components_has_way_round(const components *l, const costmap *map, int x,
                                     int y) {
  enum { MIDDLE = COMPONENTS_WINDOW / 2 };
  bool corners = components_touch_at_corners(map), grows = true, met = false;
  uint32_t open[COMPONENTS_WINDOW], filled[COMPONENTS_WINDOW] = {0}, wanted[3];
  uint32_t tile = (uint32_t)1 << MIDDLE, beside = tile << 1 | tile >> 1;
  for (int i = 0; i < COMPONENTS_WINDOW; i++) {
    open[i] = components_window_row(l, map->grid, x - MIDDLE, y - MIDDLE + i);
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

static void components_close(components *l, const costmap *map, int x, int y) {
  if (l->is_plain && !components_is_bypassed(l, map, x, y) &&
      !components_has_way_round(l, map, x, y)) {
    l->exact = false;
    l->is_stale = true;
  }
  components_put(l, grid_cell(map->grid, x, y), 0);
}

// Takes in the tiles of an area that opened or closed, one after the other. False: the
// labels must be built anew.
static bool components_apply_tiles(components *l, costmap *map, costmap_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      bool was = components_get(l, grid_cell(map->grid, x, y)) != 0;
      bool is = costmap_is_passable(map, x, y);
      if (is && !was && !components_open(l, map, x, y)) return false;
      if (was && !is) components_close(l, map, x, y);
    }
  }
  return true;
}

// Where steps decide: any of them may be gone, those that are there join.
static void components_apply_steps(components *l, const costmap *map, costmap_area area) {
  l->exact = false;
  l->is_stale = true;
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      if (!costmap_is_passable(map, x, y)) continue;
      uint32_t cell = grid_cell(map->grid, x, y), component = components_get(l, cell);
      const costmap_move *move = map->moves[costmap_parity(map, x, y)];
      for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
        uint32_t to = cell + (uint32_t)move[bits_lowest(moves)].offset;
        components_unite(l->parents, component, components_get(l, to));
      }
    }
  }
}

static void components_apply_links(components *l, const costmap *map) {
  l->exact = false;
  l->is_stale = true;
  for (uint32_t i = 0; i < map->grid->link_count; i++) {
    const grid_link *link = &map->grid->links[i];
    uint32_t from = components_get(l, link->from), to = components_get(l, link->to);
    if (from != 0 && to != 0) components_unite(l->parents, from, to);
  }
}

// Whether the changes since can be taken in one by one.
static bool components_can_repair(const components *l, const costmap *map) {
  uint64_t touched = 0;
  for (uint64_t r = l->revision; r < map->grid->revision; r++) {
    const grid_change *change = journal_change_after(map->grid, r);
    if (change == NULL) return false;
    if (change->kind != CHANGE_GROUND) continue;
    costmap_area area = costmap_affected_area(map, change);
    touched += (uint64_t)(area.right - area.left) * (uint64_t)(area.bottom - area.top);
  }
  return touched < grid_tiles(map->grid) / 2 + 1;
}

// Takes in the changes of the journal. Where steps decide, tiles must all be labelled
// first.
static bool components_repair(components *l, costmap *map) {
  const astar_grid *grid = map->grid;
  bool links = false;
  for (uint64_t r = l->revision; r < grid->revision; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (change->kind == CHANGE_LINKS) links = true;
    if (change->kind != CHANGE_GROUND) continue;
    if (!components_apply_tiles(l, map, costmap_affected_area(map, change))) return false;
  }
  for (uint64_t r = l->revision; r < grid->revision && !l->is_plain; r++) {
    const grid_change *change = journal_change_after(grid, r);
    if (change->kind == CHANGE_GROUND) {
      components_apply_steps(l, map, costmap_affected_area(map, change));
    }
  }
  if (links || grid->link_count > 0) components_apply_links(l, map); // not plain
  l->revision = grid->revision;
  return true;
}

astar_status components_update(costmap *map) {
  components *l = map->components;
  if (l == NULL) {
    l = map->components = (components *)memory_new(&map->grid->memory, sizeof *l);
    return l != NULL ? components_build(l, map) : ASTAR_NO_MEMORY;
  }
  if (l->revision == map->grid->revision) return ASTAR_OK;
  if (l->is_plain && !components_can_be_plain(map)) l->is_plain = false;
  if (!components_can_repair(l, map) || !components_repair(l, map))
    return components_build(l, map);
  return ASTAR_OK;
}

astar_status components_rebuild(costmap *map) {
  return map->components->is_stale ? components_build(map->components, map) : ASTAR_OK;
}

// -------------------------------------------------------------------------------- sets

// Gets a component that can be stepped into. True ends the walk.
typedef bool (*components_visitor)(void *user, uint32_t component);

// Visits the labels that can be stepped into from a tile, or its own where it is
// passable. Returns whether the visitor ended the walk.
static bool components_walk(const costmap *map, int x, int y, components_visitor visit,
                            void *user) {
  const astar_grid *grid = map->grid;
  uint32_t cell = grid_cell(grid, x, y), count;
  if (costmap_is_passable(map, x, y))
    return visit(user, components_at(map->components, cell));
  const costmap_move *move = map->moves[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    uint32_t to = cell + (uint32_t)move[bits_lowest(moves)].offset;
    if (visit(user, components_at(map->components, to))) return true;
  }
  const grid_arc *arcs = links_arcs_from(grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(map, arcs[i].to)) continue;
    if (visit(user, components_at(map->components, arcs[i].to))) return true;
  }
  return false;
}

static bool component_set_add(void *user, uint32_t component) {
  label_set *set = (label_set *)user;
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->components[i] == component) return false;
  }
  set->is_full = set->count == COMPONENT_SET_CAPACITY;
  if (!set->is_full) set->components[set->count++] = component;
  return set->is_full;
}

static bool component_set_is_same(void *user, uint32_t component) {
  return component == *(const uint32_t *)user;
}

void component_set_init(label_set *set, const costmap *map, int x, int y,
                        bool is_thorough) {
  set->x = x;
  set->y = y;
  set->count = 0;
  set->is_full = false;
  set->is_thorough = is_thorough;
  components_walk(map, x, y, component_set_add, set);
}

bool component_set_contains(const label_set *set, const costmap *map, uint32_t cell) {
  uint32_t component = components_at(map->components, cell);
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->components[i] == component) return true;
  }
  if (!set->is_full || !set->is_thorough) return set->is_full;
  return components_walk(map, set->x, set->y, component_set_is_same, &component);
}
