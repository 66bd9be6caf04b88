#include "labels.h"

#include <string.h>

#include "bits.h"

// -------------------------------------------------------------------------- union-find

static uint32_t labels_root(uint32_t *parent, uint32_t i) {
  while (parent[i] != i) {
    parent[i] = parent[parent[i]];
    i = parent[i];
  }
  return i;
}

// The smaller root stays: no parent is greater than its child.
static void labels_unite(uint32_t *parent, uint32_t a, uint32_t b) {
  if (parent[a] == parent[b]) return;
  a = labels_root(parent, a);
  b = labels_root(parent, b);
  if (a < b) {
    parent[b] = a;
  } else {
    parent[a] = b;
  }
}

// -------------------------------------------------------------------------------- life

static void labels_clear(labels *l, costmap *map) {
  memory *m = &map->grid->memory;
  memory_free(m, l->cells, grid_tiles(map->grid) * (size_t)l->bytes);
  memory_free(m, l->joined, l->capacity * sizeof *l->joined);
  memset(l, 0, sizeof *l);
}

void labels_free(labels *l, costmap *map) {
  if (l == NULL) return;
  labels_clear(l, map);
  memory_free(&map->grid->memory, l, sizeof *l);
}

static uint32_t labels_get(const labels *l, uint32_t cell) {
  if (l->bytes == 1) return ((const uint8_t *)l->cells)[cell];
  if (l->bytes == 2) return ((const uint16_t *)l->cells)[cell];
  return ((const uint32_t *)l->cells)[cell];
}

static void labels_put(labels *l, uint32_t cell, uint32_t label) {
  if (l->bytes == 1) {
    ((uint8_t *)l->cells)[cell] = (uint8_t)label;
  } else if (l->bytes == 2) {
    ((uint16_t *)l->cells)[cell] = (uint16_t)label;
  } else {
    ((uint32_t *)l->cells)[cell] = label;
  }
}

// How many labels there may be: as many as fit their bytes, but no more than two a tile,
// so that edits do not add to them for ever.
static uint32_t labels_room(const costmap *map, int bytes) {
  if (bytes == 4) return 2 * grid_tiles(map->grid);
  return (uint32_t)1 << bytes * MEMORY_LIMIT(8, 2);
}

uint32_t labels_at(const labels *l, uint32_t cell) {
  return labels_root(l->joined, labels_get(l, cell));
}

// A label of its own for a cell. False: memory is short, or the bytes are too few.
static bool labels_add(labels *l, costmap *map, uint32_t cell) {
  if (l->count >= labels_room(map, l->bytes) ||
      !memory_reserve(&map->grid->memory, (void **)&l->joined, &l->capacity, l->count + 1,
                      sizeof *l->joined)) {
    return false;
  }
  l->joined[l->count] = l->count;
  labels_put(l, cell, l->count++);
  return true;
}

// Makes room for a label a cell and `count` labels, 0 among them, and for edits to add as
// many again before they must be built anew.
static bool labels_allocate(labels *l, costmap *map, uint32_t count) {
  memory *m = &map->grid->memory;
  size_t tiles = grid_tiles(map->grid);
  int bytes = 1;
  while (bytes < 4 && count > labels_room(map, bytes) / 2) bytes *= 2;
  if (!memory_reserve(m, (void **)&l->joined, &l->capacity, count, sizeof *l->joined)) {
    return false;
  }
  l->count = count;
  for (uint32_t i = 0; i < count; i++) l->joined[i] = i;
  if (l->cells != NULL && l->bytes == bytes) return true;
  memory_free(m, l->cells, tiles * (size_t)l->bytes);
  l->cells = memory_resize(m, NULL, 0, tiles * (size_t)bytes);
  l->bytes = bytes;
  return l->cells != NULL;
}

// ---------------------------------------------------------------------- build, by runs

// Whether connection is just a matter of tiles that touch: steps can be walked both ways,
// and a diagonal one only where there is a way round, or anywhere.
static bool labels_can_be_plain(const costmap *map) {
  const astar_grid *grid = map->grid;
  return grid->layout == ASTAR_SQUARE && map->rules->is_standard &&
         map->rules->steps == NULL && grid->closed_count == 0 && grid->link_count == 0;
}

// Whether tiles that touch at a corner are connected.
static bool labels_touch_at_corners(const costmap *map) {
  return map->rules->move_count == DIRECTIONS &&
         map->rules->diagonal == ASTAR_DIAGONAL_ALWAYS;
}

// Passable tiles [start, end) of a row without a gap.
typedef struct labels_run {
  uint16_t y, start, end;
} labels_run;

typedef struct labels_runs {
  labels_run *runs;
  uint32_t *parent; ///< a union-find forest of runs
  uint32_t count, run_capacity, parent_capacity;
} labels_runs;

static void labels_runs_fini(labels_runs *r, memory *m) {
  memory_free(m, r->runs, r->run_capacity * sizeof *r->runs);
  memory_free(m, r->parent, r->parent_capacity * sizeof *r->parent);
}

static bool labels_runs_add(labels_runs *r, memory *m, int y, int start, int end) {
  if (!memory_reserve(m, (void **)&r->runs, &r->run_capacity, r->count + 1,
                      sizeof *r->runs) ||
      !memory_reserve(m, (void **)&r->parent, &r->parent_capacity, r->count + 1,
                      sizeof *r->parent)) {
    return false;
  }
  r->runs[r->count] = (labels_run){(uint16_t)y, (uint16_t)start, (uint16_t)end};
  r->parent[r->count] = r->count;
  r->count++;
  return true;
}

// The first bit from `from` on that is set, or unset with `flip` all ones; `end` if none.
static int labels_next_bit(const uint64_t *row, int from, int end, uint64_t flip) {
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

static bool labels_runs_find(labels_runs *r, const costmap *map, int y) {
  const uint64_t *row = map->passable + (size_t)(y + 1) * map->words;
  memory *m = &map->grid->memory;
  int end = map->grid->width + 1; // bit 0 is the border
  for (int at = labels_next_bit(row, 1, end, 0); at < end;) {
    int stop = labels_next_bit(row, at, end, ~(uint64_t)0);
    if (!labels_runs_add(r, m, y, at - 1, stop - 1)) return false;
    at = labels_next_bit(row, stop, end, 0);
  }
  return true;
}

// Unites the runs [above, level) of a row with those [level, end) of the next that touch.
static void labels_runs_unite(labels_runs *r, uint32_t above, uint32_t level,
                              uint32_t end, int corner) {
  uint32_t first = level;
  while (above < first && level < end) {
    const labels_run *a = &r->runs[above], *b = &r->runs[level];
    if (a->start < b->end + corner && b->start < a->end + corner) {
      labels_unite(r->parent, above, level);
    }
    if (a->end < b->end) {
      above++;
    } else {
      level++;
    }
  }
}

// Numbers the roots from 1 on. Returns how many labels there are, 0 among them.
static uint32_t labels_runs_number(labels_runs *r) {
  uint32_t count = 1;
  for (uint32_t i = 0; i < r->count; i++) {
    uint32_t parent = r->parent[i];
    r->parent[i] =
        parent == i ? count++ : r->parent[parent]; // parents come before children
  }
  return count;
}

// Gives `count` cells from `cell` on the same label.
static void labels_put_run(labels *l, uint32_t cell, uint32_t count, uint32_t label) {
  if (l->bytes == 1) {
    memset((uint8_t *)l->cells + cell, (int)label, count);
  } else if (l->bytes == 2) {
    uint16_t *cells = (uint16_t *)l->cells + cell;
    for (uint32_t i = 0; i < count; i++) cells[i] = (uint16_t)label;
  } else {
    uint32_t *cells = (uint32_t *)l->cells + cell;
    for (uint32_t i = 0; i < count; i++) cells[i] = label;
  }
}

static void labels_fill_runs(labels *l, const costmap *map, const labels_runs *r) {
  memset(l->cells, 0, grid_tiles(map->grid) * (size_t)l->bytes);
  for (uint32_t i = 0; i < r->count; i++) {
    labels_run run = r->runs[i];
    labels_put_run(l, grid_cell(map->grid, run.start, run.y),
                   (uint32_t)(run.end - run.start), r->parent[i]);
  }
}

static bool labels_build_plain(labels *l, costmap *map) {
  memory *m = &map->grid->memory;
  labels_runs r = {NULL, NULL, 0, 0, 0};
  uint32_t above = 0;
  int corner = labels_touch_at_corners(map) ? 1 : 0;
  bool complete = true;
  for (int y = 0; y < map->grid->height && complete; y++) {
    uint32_t level = r.count;
    complete = labels_runs_find(&r, map, y);
    labels_runs_unite(&r, above, level, r.count, corner);
    above = level;
  }
  complete = complete && labels_allocate(l, map, labels_runs_number(&r));
  if (complete) labels_fill_runs(l, map, &r);
  labels_runs_fini(&r, m);
  l->exact = true;
  return complete;
}

// --------------------------------------------------------------------- build, by steps

// Unites a tile with those it can step to. Returns whether all of them can step back.
static bool labels_unite_steps(uint32_t *parent, const costmap *map, int x, int y) {
  bool both_ways = true;
  uint32_t cell = grid_cell(map->grid, x, y);
  const costmap_move *move = map->moves[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    int i = bits_lowest(moves), to_x = x + move[i].dx, to_y = y + move[i].dy;
    if (both_ways && costmap_find_move(map, to_x, to_y, -move[i].dx, -move[i].dy) < 0) {
      both_ways = false;
    }
    labels_unite(parent, cell, grid_cell(map->grid, to_x, to_y));
  }
  return both_ways;
}

// Returns whether all links can be walked both ways.
static bool labels_unite_links(uint32_t *parent, const costmap *map) {
  bool both_ways = true;
  for (uint32_t i = 0; i < map->grid->link_count; i++) {
    const grid_link *link = &map->grid->links[i];
    if (!costmap_is_cell_passable(map, link->from) ||
        !costmap_is_cell_passable(map, link->to)) {
      continue;
    }
    labels_unite(parent, link->from, link->to);
    if (link->one_way) both_ways = false;
  }
  return both_ways;
}

// Numbers the roots of passable cells from 1 on.
static uint32_t labels_number_cells(uint32_t *parent, const costmap *map) {
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

static bool labels_build_by_steps(labels *l, costmap *map) {
  const astar_grid *grid = map->grid;
  memory *m = &map->grid->memory;
  uint32_t tiles = grid_tiles(grid);
  if (!costmap_want_legal(map)) return false;
  uint32_t *parent = (uint32_t *)memory_resize(m, NULL, 0, tiles * sizeof *parent);
  if (parent == NULL) return false;
  l->exact = true;
  for (uint32_t cell = 0; cell < tiles; cell++) parent[cell] = cell;
  for (int y = 0; y < grid->height; y++) {
    for (int x = 0; x < grid->width; x++) {
      if (costmap_is_passable(map, x, y))
        l->exact &= labels_unite_steps(parent, map, x, y);
    }
  }
  l->exact &= labels_unite_links(parent, map);
  bool complete = labels_allocate(l, map, labels_number_cells(parent, map));
  for (uint32_t cell = 0; cell < tiles && complete; cell++)
    labels_put(l, cell, parent[cell]);
  memory_free(m, parent, tiles * sizeof *parent);
  return complete;
}

static astar_status labels_build(labels *l, costmap *map) {
  l->is_plain = labels_can_be_plain(map);
  bool complete =
      l->is_plain ? labels_build_plain(l, map) : labels_build_by_steps(l, map);
  if (!complete) {
    labels_free(l, map);
    map->labels = NULL;
    return ASTAR_NO_MEMORY;
  }
  l->is_stale = false;
  l->revision = map->grid->revision;
  return ASTAR_OK;
}

// ------------------------------------------------------------------------------- edits

// The eight tiles around, in a circle from the north west; those that touch along an edge
// are at its odd places.
static const int8_t labels_circle[8][2] = {{-1, -1}, {0, -1}, {1, -1}, {1, 0},
                                           {1, 1},   {0, 1},  {-1, 1}, {-1, 0}};

// The label of a place of the circle; 0 where nothing is passable.
static uint32_t labels_around(const labels *l, const costmap *map, int x, int y,
                              int place) {
  x += labels_circle[place][0];
  y += labels_circle[place][1];
  return grid_contains(map->grid, x, y) ? labels_get(l, grid_cell(map->grid, x, y)) : 0;
}

// Whether what a tile connects stays connected around it when it closes: counts where
// arcs of the circle begin that hold a tile which touches.
static bool labels_is_bypassed(const labels *l, const costmap *map, int x, int y) {
  bool corners = labels_touch_at_corners(map), open[8];
  int arcs = 0;
  for (int i = 0; i < 8; i++) open[i] = labels_around(l, map, x, y, i) != 0;
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

static bool labels_open(labels *l, costmap *map, int x, int y) {
  uint32_t cell = grid_cell(map->grid, x, y);
  if (!labels_add(l, map, cell)) return false;
  if (!l->is_plain) return true;
  int step = labels_touch_at_corners(map) ? 1 : 2;
  for (int i = step - 1; i < 8; i += step) {
    uint32_t label = labels_around(l, map, x, y, i);
    if (label != 0) labels_unite(l->joined, labels_get(l, cell), label);
  }
  return true;
}

// The side of the window in which ways round a tile are looked for: at most 32, the bits
// of a row.
enum { LABELS_WINDOW = MEMORY_LIMIT(32, 4) };

// A row of the window around a tile: a bit a labelled tile.
static uint32_t labels_window_row(const labels *l, const astar_grid *grid, int left,
                                  int y) {
  uint32_t bits = 0;
  if (y < 0 || y >= grid->height) return 0;
  for (int i = 0; i < LABELS_WINDOW; i++) {
    if (!grid_contains(grid, left + i, y)) continue;
    bits |= (uint32_t)(labels_get(l, grid_cell(grid, left + i, y)) != 0) << i;
  }
  return bits;
}

// Spreads the bits of a flood over those of `open` beside and between them.
static uint32_t labels_spread(uint32_t wet, uint32_t open) {
  for (;;) {
    uint32_t more = (wet | wet << 1 | wet >> 1) & open;
    if (more == wet) return wet;
    wet = more;
  }
}

// Lets a flood spread once down the rows of the window and once up. Returns whether it
// grew.
static bool labels_flood(uint32_t *wet, const uint32_t *open, bool corners) {
  bool grows = false;
  for (int n = 0; n < 2 * LABELS_WINDOW; n++) {
    int i = n < LABELS_WINDOW ? n : 2 * LABELS_WINDOW - 1 - n;
    uint32_t near = i > 0 ? wet[i - 1] : 0;
    if (i + 1 < LABELS_WINDOW) near |= wet[i + 1];
    if (corners) near |= near << 1 | near >> 1;
    uint32_t more = labels_spread((wet[i] | near) & open[i], open[i]);
    grows |= more != wet[i];
    wet[i] = more;
  }
  return grows;
}

// Whether all the neighbours of a tile that closes are connected in a window around it.
static bool labels_has_way_round(const labels *l, const costmap *map, int x, int y) {
  enum { MIDDLE = LABELS_WINDOW / 2 };
  bool corners = labels_touch_at_corners(map), grows = true, met = false;
  uint32_t open[LABELS_WINDOW], wet[LABELS_WINDOW] = {0}, wanted[3];
  uint32_t tile = (uint32_t)1 << MIDDLE, beside = tile << 1 | tile >> 1;
  for (int i = 0; i < LABELS_WINDOW; i++) {
    open[i] = labels_window_row(l, map->grid, x - MIDDLE, y - MIDDLE + i);
  }
  open[MIDDLE] &= ~tile;
  for (int i = 0; i < 3; i++) {
    uint32_t touching = i == 1 ? beside : corners ? beside | tile : tile;
    wanted[i] = open[MIDDLE - 1 + i] & touching;
  }
  int first = wanted[0] != 0 ? 0 : wanted[1] != 0 ? 1 : 2;
  wet[MIDDLE - 1 + first] = wanted[first] & (~wanted[first] + 1); // its lowest bit
  while (grows && !met) {
    grows = labels_flood(wet, open, corners);
    met = true;
    for (int i = 0; i < 3; i++) met &= (wanted[i] & ~wet[MIDDLE - 1 + i]) == 0;
  }
  return met;
}

static void labels_close(labels *l, const costmap *map, int x, int y) {
  if (l->is_plain && !labels_is_bypassed(l, map, x, y) &&
      !labels_has_way_round(l, map, x, y)) {
    l->exact = false;
    l->is_stale = true;
  }
  labels_put(l, grid_cell(map->grid, x, y), 0);
}

// Takes in the tiles of an area that opened or closed, one after the other. False: the
// labels must be built anew.
static bool labels_apply_tiles(labels *l, costmap *map, costmap_area area) {
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      bool was = labels_get(l, grid_cell(map->grid, x, y)) != 0;
      bool is = costmap_is_passable(map, x, y);
      if (is && !was && !labels_open(l, map, x, y)) return false;
      if (was && !is) labels_close(l, map, x, y);
    }
  }
  return true;
}

// Where steps decide: any of them may be gone, those that are there join.
static void labels_apply_steps(labels *l, const costmap *map, costmap_area area) {
  l->exact = false;
  l->is_stale = true;
  for (int y = area.top; y < area.bottom; y++) {
    for (int x = area.left; x < area.right; x++) {
      if (!costmap_is_passable(map, x, y)) continue;
      uint32_t cell = grid_cell(map->grid, x, y), label = labels_get(l, cell);
      const costmap_move *move = map->moves[costmap_parity(map, x, y)];
      for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
        uint32_t to = cell + (uint32_t)move[bits_lowest(moves)].offset;
        labels_unite(l->joined, label, labels_get(l, to));
      }
    }
  }
}

static void labels_apply_links(labels *l, const costmap *map) {
  l->exact = false;
  l->is_stale = true;
  for (uint32_t i = 0; i < map->grid->link_count; i++) {
    const grid_link *link = &map->grid->links[i];
    uint32_t from = labels_get(l, link->from), to = labels_get(l, link->to);
    if (from != 0 && to != 0) labels_unite(l->joined, from, to);
  }
}

// Whether the changes since can be taken in one by one.
static bool labels_can_repair(const labels *l, const costmap *map) {
  uint64_t touched = 0;
  for (uint64_t r = l->revision; r < map->grid->revision; r++) {
    const grid_change *change = grid_change_after(map->grid, r);
    if (change == NULL) return false;
    if (change->kind != CHANGE_GROUND) continue;
    costmap_area area = costmap_touched(map, change);
    touched += (uint64_t)(area.right - area.left) * (uint64_t)(area.bottom - area.top);
  }
  return touched < grid_tiles(map->grid) / 2 + 1;
}

// Takes in the changes of the journal. Where steps decide, tiles must all be labelled
// first.
static bool labels_repair(labels *l, costmap *map) {
  const astar_grid *grid = map->grid;
  bool links = false;
  for (uint64_t r = l->revision; r < grid->revision; r++) {
    const grid_change *change = grid_change_after(grid, r);
    if (change->kind == CHANGE_LINKS) links = true;
    if (change->kind != CHANGE_GROUND) continue;
    if (!labels_apply_tiles(l, map, costmap_touched(map, change))) return false;
  }
  for (uint64_t r = l->revision; r < grid->revision && !l->is_plain; r++) {
    const grid_change *change = grid_change_after(grid, r);
    if (change->kind == CHANGE_GROUND) {
      labels_apply_steps(l, map, costmap_touched(map, change));
    }
  }
  if (links || grid->link_count > 0) labels_apply_links(l, map); // not plain
  l->revision = grid->revision;
  return true;
}

astar_status labels_update(costmap *map) {
  labels *l = map->labels;
  if (l == NULL) {
    l = map->labels = (labels *)memory_new(&map->grid->memory, sizeof *l);
    return l != NULL ? labels_build(l, map) : ASTAR_NO_MEMORY;
  }
  if (l->revision == map->grid->revision) return ASTAR_OK;
  if (l->is_plain && !labels_can_be_plain(map)) l->is_plain = false;
  if (!labels_can_repair(l, map) || !labels_repair(l, map)) return labels_build(l, map);
  return ASTAR_OK;
}

astar_status labels_rebuild(costmap *map) {
  return map->labels->is_stale ? labels_build(map->labels, map) : ASTAR_OK;
}

// -------------------------------------------------------------------------------- sets

// Gets a label that can be stepped into. True ends the walk.
typedef bool (*labels_visitor)(void *user, uint32_t label);

// Visits the labels that can be stepped into from a tile, or its own where it is
// passable. Returns whether the visitor ended the walk.
static bool labels_walk(const costmap *map, int x, int y, labels_visitor visit,
                        void *user) {
  const astar_grid *grid = map->grid;
  uint32_t cell = grid_cell(grid, x, y), count;
  if (costmap_is_passable(map, x, y)) return visit(user, labels_at(map->labels, cell));
  const costmap_move *move = map->moves[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    uint32_t to = cell + (uint32_t)move[bits_lowest(moves)].offset;
    if (visit(user, labels_at(map->labels, to))) return true;
  }
  const grid_arc *arcs = grid_arcs_from(grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(map, arcs[i].to)) continue;
    if (visit(user, labels_at(map->labels, arcs[i].to))) return true;
  }
  return false;
}

static bool label_set_add(void *user, uint32_t label) {
  label_set *set = (label_set *)user;
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->labels[i] == label) return false;
  }
  set->is_full = set->count == LABEL_SET_CAPACITY;
  if (!set->is_full) set->labels[set->count++] = label;
  return set->is_full;
}

static bool label_set_is_same(void *user, uint32_t label) {
  return label == *(const uint32_t *)user;
}

void label_set_init(label_set *set, const costmap *map, int x, int y, bool is_thorough) {
  set->x = x;
  set->y = y;
  set->count = 0;
  set->is_full = false;
  set->is_thorough = is_thorough;
  labels_walk(map, x, y, label_set_add, set);
}

bool label_set_contains(const label_set *set, const costmap *map, uint32_t cell) {
  uint32_t label = labels_at(map->labels, cell);
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->labels[i] == label) return true;
  }
  if (!set->is_full || !set->is_thorough) return set->is_full;
  return labels_walk(map, set->x, set->y, label_set_is_same, &label);
}
