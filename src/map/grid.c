#include "map/grid.h"

#include <stdlib.h>
#include <string.h>

#include "derived/costmap.h"
#include "search/dijkstra.h"
#include "search/best_first.h"

const int8_t direction_dx[DIRECTIONS] = {0, 1, 0, -1, 1, 1, -1, -1};
const int8_t direction_dy[DIRECTIONS] = {-1, 0, 1, 0, -1, 1, 1, -1};
const uint8_t direction_reverse[DIRECTIONS] = {2, 3, 0, 1, 6, 7, 4, 5};

int direction_of(int dx, int dy) {
  static const int8_t directions[3][3] = {{7, 0, 4}, {3, -1, 1}, {6, 2, 5}};
  return dx < -1 || dx > 1 || dy < -1 || dy > 1 ? -1 : directions[dy + 1][dx + 1];
}

const char *astar_reason(astar_status status) {
  switch (status) {
  case ASTAR_OK: return "ok";
  case ASTAR_UNREACHABLE: return "unreachable";
  case ASTAR_GOAL_BLOCKED: return "goal_blocked";
  case ASTAR_OUT_OF_BOUNDS: return "out_of_bounds";
  case ASTAR_LIMIT: return "limit";
  case ASTAR_INVALID: return "invalid argument";
  case ASTAR_NO_MEMORY: return "not enough memory";
  case ASTAR_BUSY: return "the grid is being searched";
  case ASTAR_STOPPED: return "stopped by the heuristic function";
  case ASTAR_UNSUITED: return "these rules cannot serve this grid or algorithm";
  case ASTAR_RUNNING: return "running";
  case ASTAR_STALE: return "stale";
  }
  return "unknown status";
}

// ------------------------------------------------------------------------ life and size

static size_t grid_bit_bytes(const astar_grid *grid) {
  return ((size_t)grid_tiles(grid) + 63) / 64 * sizeof(uint64_t);
}

static bool grid_is_size(int width, int height) {
  return width >= 1 && height >= 1 && width <= ASTAR_MAX_SIDE &&
         height <= ASTAR_MAX_SIDE && height <= ASTAR_MAX_TILES / width;
}

astar_status astar_grid_new(const astar_allocator *allocator, int width, int height,
                            astar_layout layout, uint8_t fill, astar_grid **grid) {
  if (grid == NULL) return ASTAR_INVALID;
  *grid = NULL;
  if (!grid_is_size(width, height) || layout < ASTAR_SQUARE || layout > ASTAR_EVEN_Q) {
    return ASTAR_INVALID;
  }
  memory m;
  memory_init(&m, allocator);
  astar_grid *fresh = (astar_grid *)memory_new(&m, sizeof *fresh);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  fresh->memory = m;
  fresh->references = 1;
  fresh->width = width;
  fresh->height = height;
  fresh->layout = layout;
  fresh->next_link = 1;
  uint32_t tiles = grid_tiles(fresh);
  fresh->terrain = (uint8_t *)memory_resize(&fresh->memory, NULL, 0, tiles);
  if (fresh->terrain == NULL) {
    astar_grid_free(fresh);
    return ASTAR_NO_MEMORY;
  }
  memset(fresh->terrain, fill, tiles);
  fresh->population[fill] = tiles;
  *grid = fresh;
  return ASTAR_OK;
}

void grid_hold(astar_grid *grid) { grid->references++; }

void astar_grid_free(astar_grid *grid) {
  if (grid == NULL || --grid->references > 0) return;
  memory *m = &grid->memory;
  size_t tiles = grid_tiles(grid);
  best_first_free(grid->search);
  best_first_free(grid->spare);
  dijkstra_free(grid->flood);
  while (grid->costmaps != NULL) {
    costmap *next = grid->costmaps->next;
    costmap_free(grid->costmaps);
    grid->costmaps = next;
  }
  memory_free(m, grid->terrain, tiles);
  memory_free(m, grid->penalty, tiles * sizeof *grid->penalty);
  memory_free(m, grid->blocked, grid_bit_bytes(grid));
  memory_free(m, grid->closed, tiles);
  memory_free(m, grid->links, grid->link_capacity * sizeof *grid->links);
  memory_free(m, grid->arcs, grid->arc_capacity * sizeof *grid->arcs);
  memory_free(m, grid->arcs_back, grid->arc_back_capacity * sizeof *grid->arcs_back);
  memory_free(m, grid->journal, JOURNAL_CAPACITY * sizeof *grid->journal);
  memory last = grid->memory;
  memory_free(&last, grid, sizeof *grid);
}

static bool grid_copy_optional(astar_grid *copy, const astar_grid *grid) {
  size_t tiles = grid_tiles(grid);
  if (grid->penalty_count > 0) {
    if (!grid_ensure_penalty(copy)) return false;
    memcpy(copy->penalty, grid->penalty, tiles * sizeof *grid->penalty);
  }
  if (grid->blocked_count > 0) {
    if (!grid_ensure_blocked(copy)) return false;
    memcpy(copy->blocked, grid->blocked, grid_bit_bytes(grid));
  }
  if (grid->closed_count > 0) {
    if (!grid_ensure_closed(copy)) return false;
    memcpy(copy->closed, grid->closed, tiles);
  }
  if (grid->link_count > 0) {
    if (!memory_reserve(&copy->memory, (void **)&copy->links, &copy->link_capacity,
                        grid->link_count, sizeof *copy->links)) {
      return false;
    }
    memcpy(copy->links, grid->links, grid->link_count * sizeof *grid->links);
  }
  return true;
}

astar_status astar_grid_clone(const astar_grid *grid, const astar_allocator *allocator,
                              astar_grid **copy) {
  if (copy != NULL) *copy = NULL;
  if (grid == NULL || copy == NULL) return ASTAR_INVALID;
  astar_status status =
      astar_grid_new(allocator, grid->width, grid->height, grid->layout, 0, copy);
  if (status != ASTAR_OK) return status;
  astar_grid *fresh = *copy;
  if (!grid_copy_optional(fresh, grid)) {
    astar_grid_free(fresh);
    *copy = NULL;
    return ASTAR_NO_MEMORY;
  }
  memcpy(fresh->terrain, grid->terrain, grid_tiles(grid));
  memcpy(fresh->population, grid->population, sizeof grid->population);
  fresh->penalty_count = grid->penalty_count;
  fresh->blocked_count = grid->blocked_count;
  fresh->closed_count = grid->closed_count;
  fresh->link_count = grid->link_count;
  fresh->next_link = grid->next_link;
  fresh->arcs_stale = grid->link_count > 0;
  fresh->revision = fresh->journal_start = grid->revision;
  return ASTAR_OK;
}

int astar_grid_width(const astar_grid *grid) { return grid->width; }

int astar_grid_height(const astar_grid *grid) { return grid->height; }

astar_layout astar_grid_layout(const astar_grid *grid) { return grid->layout; }

bool astar_grid_contains(const astar_grid *grid, int x, int y) {
  return grid_contains(grid, x, y);
}

uint64_t astar_grid_revision(const astar_grid *grid) { return grid->revision; }

size_t astar_grid_memory(const astar_grid *grid) { return grid->memory.used; }

bool astar_grid_is_busy(const astar_grid *grid) { return grid->busy > 0; }

// ------------------------------------------------------------------------------ layout

// The six directions in which hexes touch, clockwise. In the R layouts a row that is
// shoved to the right touches east of itself above and below; in the Q layouts a column
// that is shoved down touches below itself left and right.
//
//     R, shoved:  0 4      R, not:  7 0        Q, shoved:    0       Q, not:  7 0 4
//                3 . 1             3 . 1                   3 . 1              3 . 1
//                 2 5               6 2                    6 2 5                2
static const uint8_t hex_row[2][HEX_DIRECTIONS] = {{7, 0, 1, 2, 6, 3},
                                                   {0, 4, 1, 5, 2, 3}};
static const uint8_t hex_column[2][HEX_DIRECTIONS] = {{0, 4, 1, 2, 3, 7},
                                                      {0, 1, 5, 2, 6, 3}};

int grid_hex_direction(const astar_grid *grid, int x, int y, int i) {
  switch (grid->layout) {
  case ASTAR_ODD_R: return hex_row[y & 1][i];
  case ASTAR_EVEN_R: return hex_row[~y & 1][i];
  case ASTAR_ODD_Q: return hex_column[x & 1][i];
  case ASTAR_EVEN_Q: return hex_column[~x & 1][i];
  case ASTAR_SQUARE: break;
  }
  return i;
}

uint8_t grid_neighbors(const astar_grid *grid, int x, int y) {
  if (grid->layout == ASTAR_SQUARE) return 0xff;
  unsigned neighbors = 0;
  for (int i = 0; i < HEX_DIRECTIONS; i++) {
    neighbors |= 1u << grid_hex_direction(grid, x, y, i);
  }
  return (uint8_t)neighbors;
}

// The axial coordinate that runs askew, after redblobgames.com/grids/hexagons.
static int hex_axial(int along, int across, bool even_shoved) {
  int half = even_shoved ? (across + (across & 1)) / 2 : (across - (across & 1)) / 2;
  return along - half;
}

void grid_hex_axial(const astar_grid *grid, int x, int y, int *q, int *r) {
  bool even = grid->layout == ASTAR_EVEN_R || grid->layout == ASTAR_EVEN_Q;
  bool rows = grid->layout == ASTAR_ODD_R || grid->layout == ASTAR_EVEN_R;
  *q = rows ? hex_axial(x, y, even) : x;
  *r = rows ? y : hex_axial(y, x, even);
}

int grid_hex_distance(const astar_grid *grid, int x1, int y1, int x2, int y2) {
  int q1, r1, q2, r2;
  grid_hex_axial(grid, x1, y1, &q1, &r1);
  grid_hex_axial(grid, x2, y2, &q2, &r2);
  return (abs(q1 - q2) + abs(r1 - r2) + abs(q1 - q2 + r1 - r2)) / 2;
}

// ------------------------------------------------------------------------------- edits

// Whether there is a journal to write to.
static bool grid_ensure_journal(astar_grid *grid) {
  if (grid->costmaps == NULL) return false; // nobody to tell
  if (grid->journal == NULL) {
    grid->journal = (grid_change *)memory_resize(
        &grid->memory, NULL, 0, JOURNAL_CAPACITY * sizeof *grid->journal);
  }
  return grid->journal != NULL; // it is a shortcut: one can do without
}

static void grid_record(astar_grid *grid, grid_change change) {
  if (!grid_ensure_journal(grid)) {
    grid->journal_start = ++grid->revision;
    return;
  }
  grid->journal[grid->revision % JOURNAL_CAPACITY] = change;
  grid->revision++;
  if (grid->revision - grid->journal_start > JOURNAL_CAPACITY) grid->journal_start++;
}

static void grid_record_area(astar_grid *grid, int x, int y, int width, int height) {
  grid_record(grid, (grid_change){.x = (uint16_t)x,
                                  .y = (uint16_t)y,
                                  .width = (uint16_t)width,
                                  .height = (uint16_t)height,
                                  .kind = CHANGE_GROUND});
}

static void grid_record_tile(astar_grid *grid, uint8_t kind, uint32_t cell, bool worse) {
  uint32_t width = (uint32_t)grid->width;
  grid_record(grid,
              (grid_change){.x = (uint16_t)(cell % width),
                            .y = (uint16_t)(cell / width),
                            .width = 1,
                            .height = 1,
                            .kind = kind,
                            .effect = (uint8_t)(worse ? EFFECT_WORSE : EFFECT_ANY)});
}

const grid_change *grid_change_after(const astar_grid *grid, uint64_t revision) {
  if (revision < grid->journal_start || revision >= grid->revision) return NULL;
  return &grid->journal[revision % JOURNAL_CAPACITY];
}

static astar_status grid_check_edit(const astar_grid *grid, int x, int y) {
  if (grid == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  return grid_contains(grid, x, y) ? ASTAR_OK : ASTAR_OUT_OF_BOUNDS;
}

int astar_grid_get(const astar_grid *grid, int x, int y) {
  return grid_contains(grid, x, y) ? grid->terrain[grid_cell(grid, x, y)] : -1;
}

const uint8_t *astar_grid_row(const astar_grid *grid, int y) {
  return grid_contains(grid, 0, y) ? grid->terrain + grid_cell(grid, 0, y) : NULL;
}

static bool grid_put(astar_grid *grid, uint32_t cell, uint8_t terrain) {
  uint8_t old = grid->terrain[cell];
  if (old == terrain) return false;
  grid->terrain[cell] = terrain;
  if (--grid->population[old] == 0) grid->palette++;
  if (grid->population[terrain]++ == 0) grid->palette++;
  return true;
}

astar_status astar_grid_set(astar_grid *grid, int x, int y, uint8_t terrain) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  uint8_t was = grid->terrain[grid_cell(grid, x, y)];
  if (grid_put(grid, grid_cell(grid, x, y), terrain)) {
    grid_record(grid, (grid_change){.x = (uint16_t)x,
                                    .y = (uint16_t)y,
                                    .width = 1,
                                    .height = 1,
                                    .kind = CHANGE_GROUND,
                                    .effect = EFFECT_TERRAIN,
                                    .was = was,
                                    .now = terrain});
  }
  return ASTAR_OK;
}

astar_status astar_grid_set_row(astar_grid *grid, int y, const uint8_t *terrains) {
  astar_status status = grid_check_edit(grid, 0, y);
  if (status != ASTAR_OK) return status;
  if (terrains == NULL) return ASTAR_INVALID;
  uint32_t cell = grid_cell(grid, 0, y);
  bool changed = false;
  for (int x = 0; x < grid->width; x++) {
    changed |= grid_put(grid, cell + (uint32_t)x, terrains[x]);
  }
  if (changed) grid_record_area(grid, 0, y, grid->width, 1);
  return ASTAR_OK;
}

// Clips [*start, *start + *length) to [0, limit).
static void grid_clip(int *start, int *length, int limit) {
  int64_t end = (int64_t)*start + *length;
  if (end > limit) end = limit;
  if (*start < 0) *start = 0;
  *length = end > *start ? (int)(end - *start) : 0;
}

astar_status astar_grid_fill(astar_grid *grid, int x, int y, int width, int height,
                             uint8_t terrain) {
  if (grid == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  grid_clip(&x, &width, grid->width);
  grid_clip(&y, &height, grid->height);
  if (width == 0 || height == 0) return ASTAR_OK;
  bool changed = false;
  for (int row = y; row < y + height; row++) {
    uint32_t cell = grid_cell(grid, x, row);
    for (int i = 0; i < width; i++) {
      changed |= grid_put(grid, cell + (uint32_t)i, terrain);
    }
  }
  if (changed) grid_record_area(grid, x, y, width, height);
  return ASTAR_OK;
}

bool grid_ensure_penalty(astar_grid *grid) {
  if (grid->penalty == NULL) {
    grid->penalty =
        (double *)memory_new(&grid->memory, grid_tiles(grid) * sizeof *grid->penalty);
  }
  return grid->penalty != NULL;
}

bool grid_ensure_blocked(astar_grid *grid) {
  if (grid->blocked == NULL) {
    grid->blocked = (uint64_t *)memory_new(&grid->memory, grid_bit_bytes(grid));
  }
  return grid->blocked != NULL;
}

bool grid_ensure_closed(astar_grid *grid) {
  if (grid->closed == NULL) {
    grid->closed = (uint8_t *)memory_new(&grid->memory, grid_tiles(grid));
  }
  return grid->closed != NULL;
}

astar_status astar_grid_set_penalty(astar_grid *grid, int x, int y, double cost) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  if (!grid_is_cost(cost)) return ASTAR_INVALID;
  if (grid->penalty == NULL && cost <= 0) return ASTAR_OK;
  if (!grid_ensure_penalty(grid)) return ASTAR_NO_MEMORY;
  uint32_t cell = grid_cell(grid, x, y);
  double *place = &grid->penalty[cell];
  double old = *place;
  *place = cost + 0.0; // never -0
  grid->penalty_count = grid->penalty_count + (cost > 0) - (old > 0);
  if (old > cost || old < cost) grid_record_tile(grid, CHANGE_PENALTY, cell, cost > old);
  return ASTAR_OK;
}

double astar_grid_penalty(const astar_grid *grid, int x, int y) {
  return grid_contains(grid, x, y) ? grid_cell_penalty(grid, grid_cell(grid, x, y)) : 0.0;
}

astar_status astar_grid_block(astar_grid *grid, int x, int y, bool blocked) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  uint32_t cell = grid_cell(grid, x, y);
  if (grid_is_cell_blocked(grid, cell) == blocked) return ASTAR_OK;
  if (!grid_ensure_blocked(grid)) return ASTAR_NO_MEMORY;
  grid->blocked[cell >> 6] ^= (uint64_t)1 << (cell & 63);
  if (blocked) {
    grid->blocked_count++;
  } else {
    grid->blocked_count--;
  }
  grid_record_tile(grid, CHANGE_GROUND, cell, blocked);
  return ASTAR_OK;
}

bool astar_grid_is_blocked(const astar_grid *grid, int x, int y) {
  return grid_contains(grid, x, y) && grid_is_cell_blocked(grid, grid_cell(grid, x, y));
}

void grid_put_edge(astar_grid *grid, uint32_t cell, int direction, bool open) {
  uint8_t old = grid->closed[cell];
  uint8_t bit = (uint8_t)(1 << direction);
  uint8_t now = open ? (uint8_t)(old & ~bit) : (uint8_t)(old | bit);
  grid->closed[cell] = now;
  grid->closed_count = grid->closed_count + (now != 0) - (old != 0);
}

static bool grid_change_edge(astar_grid *grid, int x, int y, int direction, bool open) {
  uint32_t cell = grid_cell(grid, x, y);
  if (grid_is_closed(grid, cell, direction) != open) return false;
  grid_put_edge(grid, cell, direction, open);
  grid_record_tile(grid, CHANGE_GROUND, cell, !open);
  return true;
}

astar_status astar_grid_set_edge(astar_grid *grid, int x, int y, int dx, int dy,
                                 bool open, bool one_way) {
  astar_status status = grid_check_edit(grid, x, y);
  if (status != ASTAR_OK) return status;
  int direction = direction_of(dx, dy);
  if (direction < 0 || (grid_neighbors(grid, x, y) >> direction & 1) == 0) {
    return ASTAR_INVALID;
  }
  if (!grid_contains(grid, x + dx, y + dy)) return ASTAR_OUT_OF_BOUNDS;
  if (grid->closed == NULL && open) return ASTAR_OK;
  if (!grid_ensure_closed(grid)) return ASTAR_NO_MEMORY;
  grid_change_edge(grid, x, y, direction, open);
  if (!one_way) {
    grid_change_edge(grid, x + dx, y + dy, direction_reverse[direction], open);
  }
  return ASTAR_OK;
}

bool astar_grid_is_edge_open(const astar_grid *grid, int x, int y, int dx, int dy) {
  int direction = direction_of(dx, dy);
  return direction >= 0 && grid_contains(grid, x, y) &&
         grid_contains(grid, x + dx, y + dy) &&
         (grid_neighbors(grid, x, y) >> direction & 1) != 0 &&
         !grid_is_closed(grid, grid_cell(grid, x, y), direction);
}

// ------------------------------------------------------------------------------- links

// A link came or went: both its ends are told.
static void grid_record_link(astar_grid *grid, const grid_link *link, bool gone) {
  grid_record_tile(grid, CHANGE_LINKS, link->from, gone);
  if (link->to != link->from) grid_record_tile(grid, CHANGE_LINKS, link->to, gone);
}

astar_status astar_grid_link(astar_grid *grid, int x1, int y1, int x2, int y2,
                             double cost, bool one_way, uint32_t *id) {
  astar_status status = grid_check_edit(grid, x1, y1);
  if (status == ASTAR_OK) status = grid_check_edit(grid, x2, y2);
  if (status != ASTAR_OK) return status;
  if (!grid_is_cost(cost) || grid->next_link == UINT32_MAX) return ASTAR_INVALID;
  if (!memory_reserve(&grid->memory, (void **)&grid->links, &grid->link_capacity,
                      grid->link_count + 1, sizeof *grid->links)) {
    return ASTAR_NO_MEMORY;
  }
  grid->links[grid->link_count++] = (grid_link){.from = grid_cell(grid, x1, y1),
                                                .to = grid_cell(grid, x2, y2),
                                                .id = grid->next_link,
                                                .one_way = one_way,
                                                .cost = cost + 0.0};
  if (id != NULL) *id = grid->next_link;
  grid->next_link++;
  grid->arcs_stale = true;
  grid_record_link(grid, &grid->links[grid->link_count - 1], false);
  return ASTAR_OK;
}

astar_status astar_grid_unlink(astar_grid *grid, uint32_t id) {
  if (grid == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  uint32_t low = 0, high = grid->link_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (grid->links[middle].id < id) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == grid->link_count || grid->links[low].id != id) return ASTAR_INVALID;
  grid_link gone = grid->links[low];
  grid->link_count--;
  memmove(grid->links + low, grid->links + low + 1,
          (grid->link_count - low) * sizeof *grid->links);
  grid->arcs_stale = true;
  grid_record_link(grid, &gone, true);
  return ASTAR_OK;
}

static int grid_compare(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

// Total orders, so that the result does not depend on how qsort treats equals.
static int grid_compare_from(const void *a, const void *b) {
  const grid_arc *left = (const grid_arc *)a, *right = (const grid_arc *)b;
  int order = grid_compare(left->from, right->from);
  if (order == 0) order = grid_compare(left->to, right->to);
  return order != 0 ? order : (left->cost > right->cost) - (left->cost < right->cost);
}

static int grid_compare_to(const void *a, const void *b) {
  const grid_arc *left = (const grid_arc *)a, *right = (const grid_arc *)b;
  int order = grid_compare(left->to, right->to);
  return order != 0 ? order : grid_compare_from(a, b);
}

bool grid_update_arcs(astar_grid *grid) {
  if (!grid->arcs_stale) return true;
  memory *m = &grid->memory;
  uint32_t most = grid->link_count * 2;
  if (!memory_reserve(m, (void **)&grid->arcs, &grid->arc_capacity, most,
                      sizeof *grid->arcs) ||
      !memory_reserve(m, (void **)&grid->arcs_back, &grid->arc_back_capacity, most,
                      sizeof *grid->arcs_back)) {
    return false;
  }
  uint32_t n = 0;
  for (uint32_t i = 0; i < grid->link_count; i++) {
    const grid_link *link = &grid->links[i];
    grid->arcs[n++] = (grid_arc){link->from, link->to, link->cost};
    if (!link->one_way) grid->arcs[n++] = (grid_arc){link->to, link->from, link->cost};
  }
  if (n > 0) {
    memcpy(grid->arcs_back, grid->arcs, n * sizeof *grid->arcs);
    qsort(grid->arcs, n, sizeof *grid->arcs, grid_compare_from);
    qsort(grid->arcs_back, n, sizeof *grid->arcs, grid_compare_to);
  }
  grid->arc_count = n;
  grid->arcs_stale = false;
  return true;
}

// The arcs with one end at a cell, in an array that is ordered by this end.
static const grid_arc *grid_find_arcs(const grid_arc *arcs, uint32_t arc_count, bool back,
                                      uint32_t cell, uint32_t *count) {
  uint32_t low = 0, high = arc_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if ((back ? arcs[middle].to : arcs[middle].from) < cell) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  uint32_t end = low;
  while (end < arc_count && (back ? arcs[end].to : arcs[end].from) == cell) end++;
  *count = end - low;
  return *count > 0 ? arcs + low : NULL;
}

const grid_arc *grid_arcs_from(const astar_grid *grid, uint32_t cell, uint32_t *count) {
  return grid_find_arcs(grid->arcs, grid->arc_count, false, cell, count);
}

const grid_arc *grid_arcs_to(const astar_grid *grid, uint32_t cell, uint32_t *count) {
  return grid_find_arcs(grid->arcs_back, grid->arc_count, true, cell, count);
}
