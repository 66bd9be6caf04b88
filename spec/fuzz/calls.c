/// A fuzz target: its input is a program of calls of astar.h on small maps, a few bytes
/// per call.
///
/// Nothing may break, and every answer is compared with that of the oracle (oracle.h).
/// With ASTAR_FUZZ_TRACE in the environment it prints the calls. spec/fuzz/run links it
/// with libFuzzer, the specs with replay.c.
#include "astar.h"
#include "oracle.h"
#include "../support/rounds.h"
#include "../support/serialized.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_tracing;

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
static void
trace(const char *format, ...) {
  va_list arguments;
  if (!is_tracing) return;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
}

// ------------------------------------------------------------------------------ input

typedef struct input {
  const uint8_t *data;
  size_t left;
} input;

/// The next byte, or 0 at the end of the input.
static int take(input *in) {
  if (in->left == 0) return 0;
  in->left--;
  return *in->data++;
}

/// A number from 0 to `count` - 1.
static int take_below(input *in, int count) { return take(in) % count; }

static bool take_flag(input *in) { return take(in) % 2 == 1; }

/// A coordinate on a side, sometimes off it.
static int take_coordinate(input *in, int side) {
  static const int odd[] = {-1, 0, INT32_MIN, INT32_MAX, 1 << 16, -32768};
  const int byte = take(in);
  if (byte < 240) return byte % side;
  return byte < 250 ? side : odd[byte - 250];
}

/// A cost: usually a small positive number.
static double take_cost(input *in) {
  static const double costs[] = {1,      1,     2, 0.5, 3.7,  10,  0.01,     1e6,
                                 1e-100, 1e100, 0, -1,  -0.0, NAN, 9.9e-101, 1.1e100};
  const int byte = take(in);
  return byte < 160 ? costs[byte % 6] : costs[byte % 16];
}

/// A bound on costs.
static double take_bound(input *in) {
  const int byte = take(in);
  return byte < 128 ? INFINITY : byte < 250 ? (byte - 128) * 0.37 : take_cost(in);
}

// ------------------------------------------------------------------------------ world

enum { GRIDS = 2, RULES = 3, FIELDS = 3, SEARCHES = 3, PLANNERS = 2, GOALS = 4 };
enum { MOVES = 12, CLEARS = 3, STEPS = 24 };

/// The queries that an edit affects: every query, those that consider a layer (its
/// number), or those that consider penalties.
enum { ABOUT_MAP, ABOUT_PENALTIES = ASTAR_LAYERS + 1, ABOUTS };

/// A grid and its expected content. Its objects use it after it was freed.
typedef struct box {
  astar_grid *grid; ///< NULL after it was freed
  oracle_map map;
  uint32_t next_link;
  uint64_t last_revision; ///< after it was freed
  uint64_t last[ABOUTS];  ///< by kind: the revision after the last edit
  int users;
} box;

/// Rules and their definition. They may also be used after they were freed.
typedef struct law {
  astar_rules *rules; ///< NULL after they were freed
  astar_rules_def def;
  astar_move moves[MOVES];
  astar_point clear[MOVES][CLEARS];
  astar_pair_cost steps[STEPS];
  int users;
} law;

/// The rules and the filter of a query: rules, perhaps a filter of its own, and the
/// definition that results from both.
typedef struct view {
  law *law;
  bool has_filter;
  astar_filter filter; ///< of the query
  astar_rules_def def; ///< with that filter, or the filter of the rules
} view;

typedef struct field {
  astar_field *field;
  box *box;
  view view;
  bool is_range;
  double max_cost;
  int goal_count;
  astar_source goals[ORACLE_TILES];
  double costs[ORACLE_TILES]; ///< at the last update
  oracle_map map;             ///< at the last update
  uint64_t revision;          ///< at the last update
} field;

/// Kinds of heuristic functions.
enum { NEST_ZERO, NEST_EDITS, NEST_FINDS, NEST_STEPS, NEST_STOPS, NEST_FAR, NESTS };

/// The data of a heuristic function.
typedef struct nest {
  box *box;
  view view;
  astar_search *search; ///< which calls the function, if it is a sliced search
  int kind, calls;
} nest;

typedef struct finder {
  astar_search *search;
  box *box;
  view view;
  astar_query query;
  astar_point goals[GOALS];
  nest nest;
  uint64_t revision;
  astar_status status;
} finder;

typedef struct planner {
  astar_replanner *planner;
  box *box;
  view view;
  astar_point start, goal;
} planner;

typedef struct world {
  input in;
  size_t held; ///< [bytes] in use
  astar_allocator allocator;
  box *boxes[GRIDS];
  law *laws[RULES];
  field fields[FIELDS];
  finder finders[SEARCHES];
  planner planners[PLANNERS];
  bool has_filter;                    ///< for the next queries
  astar_filter filter;                ///< for the next queries
  astar_point path[4 * ORACLE_TILES]; ///< the last path that was found on a grid
  size_t path_length;
} world;

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  world *w = user;
  w->held += new_size - old_size;
  REQUIRE(block != NULL || old_size == 0);
  if (new_size > 0) {
    void *moved = realloc(block, new_size);
    REQUIRE(moved != NULL);
    return moved;
  }
  free(block);
  return NULL;
}

static void leave_box(box *b) {
  b->users--;
  if (b->users == 0 && b->grid == NULL) free(b);
}

static void leave_law(law *l) {
  l->users--;
  if (l->users == 0 && l->rules == NULL) free(l);
}

static void free_box(box **slot) {
  box *b = *slot;
  *slot = NULL;
  if (b == NULL) return;
  b->last_revision = astar_grid_revision(b->grid);
  astar_grid_free(b->grid);
  b->grid = NULL;
  b->users++;
  leave_box(b);
}

static void free_law(law **slot) {
  law *l = *slot;
  *slot = NULL;
  if (l == NULL) return;
  astar_rules_free(l->rules);
  l->rules = NULL;
  l->users++;
  leave_law(l);
}

static void free_field(field *f) {
  if (f->field == NULL) return;
  astar_field_free(f->field);
  leave_box(f->box);
  leave_law(f->view.law);
  f->field = NULL;
}

static void free_finder(finder *f) {
  if (f->search == NULL) return;
  astar_search_free(f->search);
  leave_box(f->box);
  leave_law(f->view.law);
  f->search = NULL;
}

static void free_planner(planner *p) {
  if (p->planner == NULL) return;
  astar_replanner_free(p->planner);
  leave_box(p->box);
  leave_law(p->view.law);
  p->planner = NULL;
}

/// An existing grid; NULL if there is none.
static box *take_box(world *w) {
  const int first = take_below(&w->in, GRIDS);
  for (int i = 0; i < GRIDS; i++) {
    box *b = w->boxes[(first + i) % GRIDS];
    if (b != NULL) return b;
  }
  return NULL;
}

/// Existing rules, whether they are valid for the grid or not; NULL if there are none.
static law *take_law(world *w) {
  const int first = take_below(&w->in, RULES);
  for (int i = 0; i < RULES; i++) {
    law *l = w->laws[(first + i) % RULES];
    if (l != NULL) return l;
  }
  return NULL;
}

/// A view with existing rules; false if there are none.
static bool take_view(world *w, view *v) {
  v->law = take_law(w);
  if (v->law == NULL) return false;
  v->def = v->law->def;
  v->has_filter = w->has_filter;
  v->filter = w->filter;
  if (v->has_filter) v->def.filter = w->filter;
  return true;
}

static const astar_rules *rules_of(const view *v) { return v->law->rules; }

static const astar_filter *filter_of(const view *v) {
  return v->has_filter ? &v->filter : NULL;
}

static bool is_filter_valid(const view *v) { return oracle_is_filter(&v->def.filter); }

static uint64_t revision_of(const box *b) {
  return b->grid == NULL ? b->last_revision : astar_grid_revision(b->grid);
}

/// Whether an edit of the grid since a revision affects queries with a view.
static bool is_concerned(const box *b, const view *v, uint64_t revision) {
  const astar_filter *filter = &v->def.filter;
  bool is_concerned = b->last[ABOUT_MAP] > revision;
  if (filter->penalty_scale > 0) is_concerned |= b->last[ABOUT_PENALTIES] > revision;
  for (int layer = 1; layer <= ASTAR_LAYERS; layer++)
    if ((filter->ignored_layers & ASTAR_LAYER(layer)) == 0)
      is_concerned |= b->last[layer] > revision;
  return is_concerned;
}

static int slot_of_box(const world *w, const box *b) {
  for (int i = 0; i < GRIDS; i++)
    if (w->boxes[i] == b) return i;
  return -1;
}

static int slot_of_law(const world *w, const law *l) {
  for (int i = 0; i < RULES; i++)
    if (w->laws[i] == l) return i;
  return -1;
}

// ------------------------------------------------------------------------------ grids

static box *new_box(astar_grid *grid, int width, int height, astar_layout layout) {
  box *b = calloc(1, sizeof *b);
  REQUIRE(b != NULL);
  b->grid = grid;
  b->map.width = width;
  b->map.height = height;
  b->map.layout = layout;
  b->next_link = 1;
  return b;
}

/// Small, or long and thin, across the words of a bitmap; sometimes an invalid size.
static void take_size(input *in, int *width, int *height) {
  const int byte = take(in), more = take(in);
  *width = byte % 16 + 1;
  *height = more % 16 + 1;
  if (byte >= 230) {
    *width = 50 + more % 35;
    *height = byte % 3 + 1;
  }
  if (byte >= 250 && more % 2 == 0) *height = more % 4 == 0 ? 0 : INT32_MAX;
  if (byte % 2 == 1 && byte >= 230) {
    const int swap = *width;
    *width = *height;
    *height = swap;
  }
}

static void call_grid_new(world *w) {
  const int slot = take_below(&w->in, GRIDS);
  int width, height;
  take_size(&w->in, &width, &height);
  const int byte = take(&w->in);
  const astar_layout layout = (astar_layout)(byte < 150 ? 0 : byte % 5);
  const uint8_t fill = (uint8_t)take_below(&w->in, 4);
  astar_grid *grid;
  trace("grid%d = new %d x %d, layout %d, fill %d", slot, width, height, layout, fill);
  const astar_status status =
      astar_grid_new(&w->allocator, width, height, layout, fill, &grid);
  if (width < 1 || height < 1 || width > ASTAR_MAX_SIDE || height > ASTAR_MAX_SIDE) {
    REQUIRE(status == ASTAR_INVALID);
    return;
  }
  REQUIRE(status == ASTAR_OK);
  free_box(&w->boxes[slot]);
  w->boxes[slot] = new_box(grid, width, height, layout);
  memset(w->boxes[slot]->map.terrain, fill, sizeof w->boxes[slot]->map.terrain);
}

static void call_grid_free(world *w) {
  const int slot = take_below(&w->in, GRIDS);
  trace("free grid%d", slot);
  free_box(&w->boxes[slot]);
}

/// Replaces a grid, another one or the same, by a copy.
static void call_grid_copy(world *w) {
  box *from = take_box(w);
  const int slot = take_below(&w->in, GRIDS);
  astar_grid *copy;
  if (from == NULL) return;
  const bool by_string = take_flag(&w->in);
  trace("grid%d = %s of grid%d", slot, by_string ? "rebuild" : "clone",
        slot_of_box(w, from));
  if (by_string)
    copy = serialized_copy(from->grid, &w->allocator);
  else
    REQUIRE(astar_grid_clone(from->grid, &w->allocator, &copy) == ASTAR_OK);
  REQUIRE(astar_grid_revision(copy) == astar_grid_revision(from->grid));
  box *b = new_box(copy, from->map.width, from->map.height, from->map.layout);
  b->map = from->map;
  memcpy(b->last, from->last, sizeof b->last);
  b->next_link = from->next_link;
  free_box(&w->boxes[slot]);
  w->boxes[slot] = b;
}

/// The grid must have the expected content.
static void check_tile(const box *b, int x, int y) {
  const oracle_map *map = &b->map;
  const int i = oracle_index(map, x, y);
  REQUIRE(astar_grid_get(b->grid, x, y) == map->terrain[i]);
  REQUIRE(astar_grid_row(b->grid, y)[x] == map->terrain[i]);
  REQUIRE(astar_grid_penalty(b->grid, x, y) == map->penalty[i]);
  const uint8_t obstacles = map->obstacles[i];
  REQUIRE(astar_grid_obstacles(b->grid, x, y) == obstacles);
  REQUIRE(astar_grid_is_blocked(b->grid, x, y, ASTAR_ANY_LAYER) == (obstacles != 0));
  for (int layer = 1; layer <= ASTAR_LAYERS; layer++) {
    REQUIRE(astar_grid_is_blocked(b->grid, x, y, layer) ==
            ((obstacles & ASTAR_LAYER(layer)) != 0));
  }
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      const bool is_edge =
          oracle_is_neighbor(map, x, y, dx, dy) && oracle_contains(map, x + dx, y + dy);
      REQUIRE(astar_grid_is_edge_open(b->grid, x, y, dx, dy) ==
              (is_edge && !map->closed[i][dy + 1][dx + 1]));
    }
  }
}

static void call_grid_check(world *w) {
  const box *b = take_box(w);
  if (b == NULL) return;
  REQUIRE(astar_grid_width(b->grid) == b->map.width);
  REQUIRE(astar_grid_height(b->grid) == b->map.height);
  REQUIRE(astar_grid_layout(b->grid) == b->map.layout);
  REQUIRE(!astar_grid_is_busy(b->grid));
  for (int y = 0; y < b->map.height; y++)
    for (int x = 0; x < b->map.width; x++) check_tile(b, x, y);
}

// ------------------------------------------------------------------------------ edits

/// Ends an edit. The revision must grow if the edit changed something, and only then.
static void note(box *b, int about, uint64_t before, bool has_changed) {
  const uint64_t after = astar_grid_revision(b->grid);
  REQUIRE(has_changed ? after > before : after == before);
  if (has_changed) b->last[about] = after;
}

/// Ends an edit that may have changed something.
static void note_any(box *b, int about, uint64_t before) {
  note(b, about, before, astar_grid_revision(b->grid) != before);
}

static void call_set(world *w) {
  box *b = take_box(w);
  if (b == NULL) return;
  const int x = take_coordinate(&w->in, b->map.width);
  const int y = take_coordinate(&w->in, b->map.height);
  const uint8_t terrain = (uint8_t)take_below(&w->in, 6);
  trace("grid%d: set %d, %d to %d", slot_of_box(w, b), x, y, terrain);
  const uint64_t revision = astar_grid_revision(b->grid);
  const astar_status status = astar_grid_set(b->grid, x, y, terrain);
  const bool is_there = oracle_contains(&b->map, x, y);
  REQUIRE(status == (is_there ? ASTAR_OK : ASTAR_OUT_OF_BOUNDS));
  if (!is_there) {
    REQUIRE(astar_grid_get(b->grid, x, y) == -1);
    return;
  }
  uint8_t *tile = &b->map.terrain[oracle_index(&b->map, x, y)];
  note(b, ABOUT_MAP, revision, *tile != terrain);
  *tile = terrain;
}

static void call_set_row(world *w) {
  box *b = take_box(w);
  uint8_t row[ORACLE_TILES];
  if (b == NULL) return;
  const int y = take_coordinate(&w->in, b->map.height);
  trace("grid%d: set row %d", slot_of_box(w, b), y);
  for (int x = 0; x < b->map.width; x += 4) {
    const int byte = take(&w->in);
    for (int i = 0; i < 4; i++) row[x + i] = (uint8_t)(byte >> (2 * i) & 3);
  }
  const uint64_t revision = astar_grid_revision(b->grid);
  const astar_status status = astar_grid_set_row(b->grid, y, row);
  note_any(b, ABOUT_MAP, revision);
  const bool is_there = oracle_contains(&b->map, 0, y);
  REQUIRE(status == (is_there ? ASTAR_OK : ASTAR_OUT_OF_BOUNDS));
  if (is_there)
    memcpy(b->map.terrain + oracle_index(&b->map, 0, y), row, (size_t)b->map.width);
}

static void call_fill(world *w) {
  box *b = take_box(w);
  if (b == NULL) return;
  const int x = take_coordinate(&w->in, b->map.width);
  const int y = take_coordinate(&w->in, b->map.height);
  const int width = take_coordinate(&w->in, b->map.width + 3);
  const int height = take_coordinate(&w->in, b->map.height + 3);
  const uint8_t terrain = (uint8_t)take_below(&w->in, 6);
  trace("grid%d: fill %d, %d, %d x %d with %d", slot_of_box(w, b), x, y, width, height,
        terrain);
  const uint64_t revision = astar_grid_revision(b->grid);
  REQUIRE(astar_grid_fill(b->grid, x, y, width, height, terrain) == ASTAR_OK);
  note_any(b, ABOUT_MAP, revision);
  for (int i = 0; i < b->map.width * b->map.height; i++) {
    const int64_t dx = (int64_t)(i % b->map.width) - x,
                  dy = (int64_t)(i / b->map.width) - y;
    if (dx >= 0 && dy >= 0 && dx < width && dy < height) b->map.terrain[i] = terrain;
  }
}

static void call_set_penalty(world *w) {
  box *b = take_box(w);
  if (b == NULL) return;
  const int x = take_coordinate(&w->in, b->map.width);
  const int y = take_coordinate(&w->in, b->map.height);
  const double cost = take_cost(&w->in);
  trace("grid%d: set penalty %d, %d to %.17g", slot_of_box(w, b), x, y, cost);
  const uint64_t revision = astar_grid_revision(b->grid);
  const astar_status status = astar_grid_set_penalty(b->grid, x, y, cost);
  const bool is_there = oracle_contains(&b->map, x, y);
  note_any(b, ABOUT_PENALTIES, revision);
  if (status == ASTAR_OK) {
    REQUIRE(oracle_is_cost(cost) && is_there);
    b->map.penalty[oracle_index(&b->map, x, y)] = cost;
  } else {
    REQUIRE(status == (oracle_is_cost(cost) ? ASTAR_OUT_OF_BOUNDS : ASTAR_INVALID) ||
            !is_there);
    REQUIRE(!is_there || !oracle_is_cost(cost));
  }
}

static void block(world *w, box *b, int layer) {
  const int x = take_coordinate(&w->in, b->map.width);
  const int y = take_coordinate(&w->in, b->map.height);
  const bool blocked = take_flag(&w->in);
  trace("grid%d: block %d, %d on layer %d: %d", slot_of_box(w, b), x, y, layer, blocked);
  const uint64_t revision = astar_grid_revision(b->grid);
  const astar_status status = astar_grid_block(b->grid, x, y, blocked, layer);
  const bool is_there = oracle_contains(&b->map, x, y),
             is_layer = layer >= 1 && layer <= ASTAR_LAYERS;
  if (!is_there || !is_layer) {
    REQUIRE(status == ASTAR_OUT_OF_BOUNDS ? !is_there : !is_layer);
    REQUIRE(status == ASTAR_OUT_OF_BOUNDS || status == ASTAR_INVALID);
    note(b, ABOUT_MAP, revision, false);
    return;
  }
  REQUIRE(status == ASTAR_OK);
  uint8_t *tile = &b->map.obstacles[oracle_index(&b->map, x, y)];
  const uint8_t after =
      (uint8_t)(blocked ? *tile | ASTAR_LAYER(layer) : *tile & ~ASTAR_LAYER(layer));
  note(b, layer, revision, *tile != after);
  *tile = after;
}

static void call_block(world *w) {
  box *b = take_box(w);
  if (b != NULL) block(w, b, 1);
}

/// Usually a valid layer.
static int take_layer(input *in) {
  static const int odd[] = {0, -1, ASTAR_LAYERS + 1, INT32_MIN, INT32_MAX};
  const int byte = take(in);
  return byte < 240 ? byte % ASTAR_LAYERS + 1 : odd[byte % 5];
}

static void call_block_layer(world *w) {
  box *b = take_box(w);
  if (b != NULL) block(w, b, take_layer(&w->in));
}

/// Blocks or frees a rectangle on a layer.
static void call_fill_blocked(world *w) {
  box *b = take_box(w);
  if (b == NULL) return;
  const int layer = take_layer(&w->in);
  const int x = take_coordinate(&w->in, b->map.width);
  const int y = take_coordinate(&w->in, b->map.height);
  const int width = take_coordinate(&w->in, b->map.width + 3);
  const int height = take_coordinate(&w->in, b->map.height + 3);
  const bool blocked = take_flag(&w->in);
  trace("grid%d: fill blocked %d, %d, %d x %d on layer %d: %d", slot_of_box(w, b), x, y,
        width, height, layer, blocked);
  const uint64_t revision = astar_grid_revision(b->grid);
  const astar_status status =
      astar_grid_fill_blocked(b->grid, x, y, width, height, blocked, layer);
  const bool is_layer = layer >= 1 && layer <= ASTAR_LAYERS;
  REQUIRE(status == (is_layer ? ASTAR_OK : ASTAR_INVALID));
  if (!is_layer) {
    note(b, ABOUT_MAP, revision, false);
    return;
  }
  note_any(b, layer, revision);
  for (int i = 0; i < b->map.width * b->map.height; i++) {
    const int64_t dx = (int64_t)(i % b->map.width) - x,
                  dy = (int64_t)(i / b->map.width) - y;
    if (dx < 0 || dy < 0 || dx >= width || dy >= height) continue;
    uint8_t *tile = &b->map.obstacles[i];
    *tile = (uint8_t)(blocked ? *tile | ASTAR_LAYER(layer) : *tile & ~ASTAR_LAYER(layer));
  }
}

/// Sets a row of obstacles on a layer.
static void call_set_blocked(world *w) {
  box *b = take_box(w);
  uint8_t row[ORACLE_TILES];
  if (b == NULL) return;
  const int layer = take_layer(&w->in);
  const int y = take_coordinate(&w->in, b->map.height);
  trace("grid%d: set blocked row %d on layer %d", slot_of_box(w, b), y, layer);
  for (int x = 0; x < b->map.width; x += 8) {
    const int byte = take(&w->in);
    for (int i = 0; i < 8; i++) row[x + i] = (uint8_t)(byte >> i & 1);
  }
  const uint64_t revision = astar_grid_revision(b->grid);
  const astar_status status = astar_grid_set_blocked(b->grid, 0, y, b->map.width, 1, row,
                                                     (size_t)b->map.width, layer);
  const bool is_layer = layer >= 1 && layer <= ASTAR_LAYERS,
             is_there = oracle_contains(&b->map, 0, y);
  if (!is_layer || !is_there) {
    REQUIRE(status == ASTAR_OUT_OF_BOUNDS ? !is_there
                                          : status == ASTAR_INVALID && !is_layer);
    note(b, ABOUT_MAP, revision, false);
    return;
  }
  REQUIRE(status == ASTAR_OK);
  note_any(b, layer, revision);
  for (int x = 0; x < b->map.width; x++) {
    uint8_t *tile = &b->map.obstacles[oracle_index(&b->map, x, y)];
    *tile =
        (uint8_t)(row[x] != 0 ? *tile | ASTAR_LAYER(layer) : *tile & ~ASTAR_LAYER(layer));
  }
}

static void call_fill_penalty(world *w) {
  box *b = take_box(w);
  if (b == NULL) return;
  const int x = take_coordinate(&w->in, b->map.width);
  const int y = take_coordinate(&w->in, b->map.height);
  const int width = take_coordinate(&w->in, b->map.width + 3);
  const int height = take_coordinate(&w->in, b->map.height + 3);
  const double cost = take_cost(&w->in);
  trace("grid%d: fill penalty %d, %d, %d x %d with %.17g", slot_of_box(w, b), x, y, width,
        height, cost);
  const uint64_t revision = astar_grid_revision(b->grid);
  const astar_status status = astar_grid_fill_penalty(b->grid, x, y, width, height, cost);
  REQUIRE(status == (oracle_is_cost(cost) ? ASTAR_OK : ASTAR_INVALID));
  note_any(b, ABOUT_PENALTIES, revision);
  if (status != ASTAR_OK) return;
  for (int i = 0; i < b->map.width * b->map.height; i++) {
    const int64_t dx = (int64_t)(i % b->map.width) - x,
                  dy = (int64_t)(i / b->map.width) - y;
    if (dx >= 0 && dy >= 0 && dx < width && dy < height) b->map.penalty[i] = cost;
  }
}

static void call_set_edge(world *w) {
  box *b = take_box(w);
  if (b == NULL) return;
  const int x = take_coordinate(&w->in, b->map.width);
  const int y = take_coordinate(&w->in, b->map.height);
  const int direction = take_below(&w->in, 25);
  int dx = direction % 3 - 1, dy = direction / 3 % 3 - 1;
  if (direction == 24) dx = 2;
  const int flags = take(&w->in);
  const bool open = flags % 4 == 0, one_way = flags / 4 % 2 == 1;
  trace("grid%d: set edge %d, %d by %d, %d: %s%s", slot_of_box(w, b), x, y, dx, dy,
        open ? "open" : "closed", one_way ? ", one way" : "");
  const uint64_t revision = astar_grid_revision(b->grid);
  const astar_status status = astar_grid_set_edge(b->grid, x, y, dx, dy, open, one_way);
  note_any(b, ABOUT_MAP, revision);
  const bool is_neighbor = dx < 2 && oracle_contains(&b->map, x, y) &&
                           oracle_is_neighbor(&b->map, x, y, dx, dy);
  if (status != ASTAR_OK) {
    REQUIRE(!is_neighbor || !oracle_contains(&b->map, x + dx, y + dy));
    REQUIRE(status == ASTAR_INVALID || status == ASTAR_OUT_OF_BOUNDS);
    return;
  }
  REQUIRE(is_neighbor && oracle_contains(&b->map, x + dx, y + dy));
  oracle_set_edge(&b->map, x, y, dx, dy, open, one_way);
}

static void call_link(world *w) {
  box *b = take_box(w);
  uint32_t id = 0;
  if (b == NULL || b->map.link_count == ORACLE_LINKS) return;
  oracle_link link;
  link.x1 = take_coordinate(&w->in, b->map.width);
  link.y1 = take_coordinate(&w->in, b->map.height);
  link.x2 = take_coordinate(&w->in, b->map.width);
  link.y2 = take_coordinate(&w->in, b->map.height);
  link.cost = take_cost(&w->in);
  link.one_way = take_flag(&w->in);
  trace("grid%d: link %d, %d to %d, %d for %.17g%s", slot_of_box(w, b), link.x1, link.y1,
        link.x2, link.y2, link.cost, link.one_way ? ", one way" : "");
  const uint64_t revision = astar_grid_revision(b->grid);
  const astar_status status = astar_grid_link(b->grid, link.x1, link.y1, link.x2, link.y2,
                                              link.cost, link.one_way, &id);
  const bool is_there = oracle_contains(&b->map, link.x1, link.y1) &&
                        oracle_contains(&b->map, link.x2, link.y2);
  REQUIRE((status == ASTAR_OK) == (is_there && oracle_is_cost(link.cost)));
  note(b, ABOUT_MAP, revision, status == ASTAR_OK);
  if (status != ASTAR_OK) return;
  REQUIRE(id == b->next_link);
  link.id = b->next_link++;
  b->map.links[b->map.link_count++] = link;
}

static void call_unlink(world *w) {
  box *b = take_box(w);
  if (b == NULL) return;
  const uint32_t id = (uint32_t)take(&w->in);
  trace("grid%d: unlink %u", slot_of_box(w, b), (unsigned)id);
  const uint64_t revision = astar_grid_revision(b->grid);
  const astar_status status = astar_grid_unlink(b->grid, id);
  note(b, ABOUT_MAP, revision, status == ASTAR_OK);
  for (int i = 0; i < b->map.link_count; i++) {
    if (b->map.links[i].id != id) continue;
    REQUIRE(status == ASTAR_OK);
    b->map.link_count--;
    memmove(&b->map.links[i], &b->map.links[i + 1],
            (size_t)(b->map.link_count - i) * sizeof(oracle_link));
    return;
  }
  REQUIRE(status == ASTAR_INVALID);
}

// ------------------------------------------------------------------------------ rules

static void take_moves(input *in, law *l) {
  l->def.neighbors = 0;
  l->def.moves = l->moves;
  l->def.move_count = take_below(in, MOVES + 1);
  for (int i = 0; i < l->def.move_count; i++) {
    astar_move *move = &l->moves[i];
    const int byte = take(in);
    move->dx = byte % 8 - 3;
    move->dy = byte / 8 % 8 - 3;
    move->length = byte >= 250 ? take_cost(in) : 1 + byte % 5 * 0.4;
    move->clear = l->clear[i];
    move->clear_count = byte / 64 % 2 * take_below(in, CLEARS + 1);
    for (int c = 0; c < move->clear_count; c++) {
      const int offset = take(in);
      l->clear[i][c] =
          (astar_point){(int8_t)(offset % 8 - 3), (int8_t)(offset / 8 % 8 - 3)};
    }
    trace("  move %d, %d, length %.17g, clear %d", move->dx, move->dy, move->length,
          move->clear_count);
  }
}

/// Whether these rules have a move.
static bool has_move(const astar_rules_def *def, int dx, int dy) {
  const bool is_diagonal = dx != 0 && dy != 0;
  if (def->diagonal == ASTAR_DIAGONAL_NEVER && is_diagonal) return false;
  if (def->neighbors != 0)
    return (dx != 0 || dy != 0) && (!is_diagonal || def->neighbors == 8);
  for (int i = 0; i < def->move_count; i++)
    if (def->moves[i].dx == dx && def->moves[i].dy == dy) return true;
  return false;
}

/// Pair costs for moves that the rules have, each pair once.
static void take_steps(input *in, law *l) {
  l->def.has_pair_costs = true;
  l->def.pair_costs = l->steps;
  for (int left = take_below(in, STEPS + 1); left > 0; left--) {
    astar_pair_cost step = {0};
    const int byte = take(in);
    step.from = (uint8_t)(byte % 4);
    step.to = (uint8_t)(byte / 4 % 4);
    const int direction = take_below(in, 9);
    step.dx = (int8_t)(direction % 3 - 1);
    step.dy = (int8_t)(direction / 3 - 1);
    step.cost = byte >= 160 ? ASTAR_FORBIDDEN : take_cost(in);
    bool is_new = has_move(&l->def, step.dx, step.dy);
    for (size_t i = 0; i < l->def.pair_cost_count; i++) {
      const astar_pair_cost *other = &l->steps[i];
      is_new &= other->from != step.from || other->to != step.to ||
                other->dx != step.dx || other->dy != step.dy;
    }
    if (!is_new) continue;
    l->steps[l->def.pair_cost_count++] = step;
    trace("  step from %d to %d by %d, %d: %.17g", step.from, step.to, step.dx, step.dy,
          step.cost);
  }
}

/// A filter: usually a valid one.
static astar_filter take_filter(input *in) {
  static const double scales[] = {1,    0,   0.5,     2,      1e-100,   1e100, -0.0,
                                  -0.5, NAN, 1.1e100, 9e-101, INFINITY, 5e-324};
  astar_filter filter = astar_default_filter();
  const int byte = take(in);
  filter.ignored_layers = (uint8_t)take(in);
  if (byte % 8 < 2) filter.ignored_layers = byte % 8 == 0 ? 0 : ASTAR_ALL_LAYERS;
  filter.penalty_scale = byte < 200 ? scales[byte / 8 % 4] : scales[byte % 13];
  return filter;
}

static void call_rules_new(world *w) {
  const int slot = take_below(&w->in, RULES);
  law *l = calloc(1, sizeof *l);
  REQUIRE(l != NULL);
  l->def = astar_default_rules();
  const int kind = take(&w->in);
  l->def.cost[0] = 1;
  for (int i = 1; i < 5; i++)
    l->def.cost[i] = kind % 2 == 0 ? i % 3 != 2 : take_cost(&w->in);
  l->def.diagonal = (astar_diagonal)(3 - kind / 2 % 4);
  if (kind / 8 % 4 == 1) l->def.neighbors = 4;
  if (kind / 8 % 4 == 2) take_moves(&w->in, l);
  if (kind / 32 % 4 == 1) l->def.size = take_below(&w->in, 4);
  if (kind / 32 % 4 == 2) take_steps(&w->in, l);
  if (kind >= 192) l->def.diagonal_cost = take_cost(&w->in);
  if (kind >= 224) l->def.filter.ignored_layers = ASTAR_ALL_LAYERS;
  if (kind >= 240) l->def.filter = take_filter(&w->in);
  trace(
      "rules%d: costs %.17g %.17g %.17g %.17g %.17g, diagonal %d of %.17g, neighbors %d, "
      "size %d, %sexceptions, layers %02x ignored, penalties times %.17g",
      slot, l->def.cost[0], l->def.cost[1], l->def.cost[2], l->def.cost[3],
      l->def.cost[4], (int)l->def.diagonal, l->def.diagonal_cost, l->def.neighbors,
      l->def.size, l->def.has_pair_costs ? "" : "no ", l->def.filter.ignored_layers,
      l->def.filter.penalty_scale);
  const astar_status status = astar_rules_new(&w->allocator, &l->def, &l->rules);
  REQUIRE(status == (oracle_is_valid(&l->def) ? ASTAR_OK : ASTAR_INVALID));
  if (status != ASTAR_OK) {
    free(l);
    return;
  }
  const astar_filter filter = astar_rules_filter(l->rules);
  REQUIRE(filter.ignored_layers == l->def.filter.ignored_layers);
  REQUIRE(filter.penalty_scale == l->def.filter.penalty_scale);
  free_law(&w->laws[slot]);
  w->laws[slot] = l;
}

static void call_rules_free(world *w) {
  const int slot = take_below(&w->in, RULES);
  trace("free rules%d", slot);
  free_law(&w->laws[slot]);
}

/// The filter for the next queries, or none.
static void call_filter(world *w) {
  w->has_filter = take(&w->in) % 8 > 0;
  w->filter = w->has_filter ? take_filter(&w->in) : astar_default_filter();
  trace("%s: layers %02x ignored, penalties times %.17g",
        w->has_filter ? "filter" : "no filter", w->filter.ignored_layers,
        w->filter.penalty_scale);
}

// ------------------------------------------------------------------------------ paths

static bool is_near(double a, double b, double tolerance) {
  if (a == b) return true;
  return fabs(a - b) <= tolerance * (fabs(a) > fabs(b) ? fabs(a) : fabs(b));
}

/// The minimum cost of the steps of a path, which must be legal.
static double walk(const oracle_map *map, const view *v, const astar_point *points,
                   size_t length) {
  double sum = 0;
  for (size_t i = 0; i + 1 < length; i++) {
    const double step = oracle_step_cost(map, &v->def, points[i].x, points[i].y,
                                         points[i + 1].x, points[i + 1].y);
    REQUIRE(step < INFINITY);
    sum += step;
  }
  return sum;
}

/// The library must accept a path of legal steps, and its turns.
static void check_validity(astar_grid *grid, const view *v, astar_point *points,
                           size_t length) {
  size_t bad;
  double lengths[4 * ORACLE_TILES];
  REQUIRE(length <= 4 * ORACLE_TILES);
  astar_line_lengths(grid, points, length, lengths);
  const double whole = lengths[length - 1];
  REQUIRE(astar_check_path(grid, rules_of(v), filter_of(v), points, length,
                           ASTAR_PATH_STEPS, 0, &bad) == ASTAR_OK);
  REQUIRE(bad == length);
  const size_t turns = astar_keep_waypoints(grid, points, lengths, length);
  REQUIRE(turns >= 1 && turns <= length);
  REQUIRE(lengths[0] <= 0 && lengths[turns - 1] >= whole && lengths[turns - 1] <= whole);
  REQUIRE(astar_check_path(grid, rules_of(v), filter_of(v), points, turns,
                           ASTAR_PATH_WAYPOINTS, 0, &bad) == ASTAR_OK);
  REQUIRE(bad == turns);
}

static void find_inside(nest *n) {
  const astar_point goal = {n->box->map.width - 1, 0};
  astar_query query = astar_default_query(rules_of(&n->view), 0, 0, &goal, 1);
  query.filter = filter_of(&n->view);
  astar_result result;
  astar_field *inside;
  const astar_status status = astar_find_path(n->box->grid, &query, NULL, &result);
  REQUIRE(astar_is_outcome(status));
  if (astar_movement_range(n->box->grid, rules_of(&n->view), filter_of(&n->view), 0, 0, 3,
                           &inside) == ASTAR_OK)
    astar_field_free(inside);
}

static double guess(void *user, int dx, int dy) {
  nest *n = user;
  REQUIRE(dx >= 0 && dy >= 0);
  n->calls++;
  if (n->box->grid == NULL || rules_of(&n->view) == NULL) return 0;
  switch (n->kind) {
  case NEST_EDITS: {
    uint32_t id;
    astar_grid *grid = n->box->grid;
    REQUIRE(astar_grid_is_busy(grid));
    REQUIRE(astar_grid_set(grid, 0, 0, 7) == ASTAR_BUSY);
    REQUIRE(astar_grid_block(grid, 0, 0, true, 1) == ASTAR_BUSY);
    REQUIRE(astar_grid_link(grid, 0, 0, 0, 0, 1, false, &id) == ASTAR_BUSY);
    return 0;
  }
  case NEST_FINDS:
    if (n->calls == 1) find_inside(n);
    return 0;
  case NEST_STEPS:
    if (n->search != NULL) REQUIRE(astar_search_step(n->search, 1) == ASTAR_BUSY);
    return 0;
  case NEST_STOPS: return n->calls < 4 ? 0 : n->calls % 2 == 0 ? NAN : -1;
  case NEST_FAR: return dx + 1e3 * dy;
  default: return 0;
  }
}

/// Prints a query.
static void trace_query(const char *what, const world *w, const box *b, const view *v,
                        const astar_query *q) {
  if (!is_tracing) return;
  trace("%s on grid%d with rules%d from %d, %d, range %d, partial %d, max_cost %.17g, "
        "max_expansions %lld, algorithm %d, heuristic %d, weight %.17g to",
        what, slot_of_box(w, b), slot_of_law(w, v->law), q->start_x, q->start_y, q->range,
        q->partial, q->max_cost, (long long)q->max_expansions, (int)q->algorithm,
        (int)q->heuristic, q->weight);
  for (int i = 0; i < q->goal_count; i++)
    trace("  goal %d, %d", q->goals[i].x, q->goals[i].y);
}

static void take_options(input *in, astar_query *query) {
  const int what = take(in);
  if (what < 100) return;
  if (what % 2 == 1) query->range = take(in) % 5;
  if (what / 2 % 2 == 1) query->partial = true;
  if (what / 4 % 4 == 1) query->max_cost = take_bound(in);
  if (what / 4 % 4 == 2) query->max_expansions = take(in);
  if (what / 16 % 4 == 1) query->algorithm = (astar_algorithm)take_below(in, 5);
  if (what / 16 % 4 == 2) {
    query->heuristic = (astar_heuristic)take_below(in, 7);
    query->heuristic_function = guess;
  }
  if (what / 16 % 4 == 3) query->weight = take(in) * 0.05;
  if (what != 255) return;
  const int odd = take(in);
  if (odd % 4 == 0) query->range = -1;
  if (odd % 4 == 1) query->max_expansions = -1;
  if (odd % 4 == 2) query->weight = odd < 128 ? NAN : -1;
}

/// A query; goals go to `goals`.
static astar_query take_query(world *w, const box *b, const view *v, astar_point *goals,
                              nest *n) {
  const int x = take_coordinate(&w->in, b->map.width);
  const int y = take_coordinate(&w->in, b->map.height);
  const int many = take(&w->in);
  const int count = many < 180 ? 1 : many % (GOALS + 1);
  for (int i = 0; i < count; i++) {
    goals[i].x = take_coordinate(&w->in, b->map.width);
    goals[i].y = take_coordinate(&w->in, b->map.height);
  }
  astar_query query = astar_default_query(rules_of(v), x, y, goals, count);
  query.filter = filter_of(v);
  take_options(&w->in, &query);
  query.heuristic_user = n;
  n->kind = query.heuristic == ASTAR_HEURISTIC_FUNCTION ? take_below(&w->in, NESTS) : 0;
  return query;
}

static bool is_query_valid(const astar_query *query) {
  if (query->filter != NULL && !oracle_is_filter(query->filter)) return false;
  return query->range >= 0 && query->max_cost >= 0 && query->max_expansions >= 0 &&
         query->weight >= 0;
}

static bool is_admissible(const astar_query *query, const nest *n) {
  return query->heuristic == ASTAR_HEURISTIC_AUTO ||
         query->heuristic == ASTAR_HEURISTIC_ZERO ||
         (query->heuristic == ASTAR_HEURISTIC_FUNCTION && n->kind < NEST_STOPS);
}

/// Whether the search must find the cheapest path.
static bool is_exact(const astar_query *query, const nest *n) {
  if (query->algorithm == ASTAR_DIJKSTRA) return true;
  if (query->algorithm == ASTAR_GREEDY) return false;
  return query->weight == 0 || (is_admissible(query, n) && query->weight <= 1);
}

/// The factor by which the path may be more expensive than the cheapest path.
static double allowance(const astar_query *query, const nest *n) {
  if (query->partial && query->max_expansions < INT64_MAX) return INFINITY;
  if (is_exact(query, n)) return 1 + 1e-6;
  if (query->algorithm == ASTAR_GREEDY || !is_admissible(query, n)) return INFINITY;
  return query->weight * (1 + 1e-6);
}

static bool is_capped(const astar_query *query) {
  return query->max_expansions < INT64_MAX || query->max_cost < INFINITY;
}

static void check_cost(double cost, double least, double factor) {
  REQUIRE(cost >= least * (1 - 1e-9));
  REQUIRE(factor == INFINITY || cost <= least * factor);
}

/// Whether rounding decides the answer to a query: the costs of some paths are above
/// `max_cost`, but by so little that they may fit.
static bool is_on_edge(const oracle_map *map, const view *v, const astar_query *query) {
  if (query->max_cost == INFINITY) return false;
  astar_query more = *query;
  more.max_cost *= 1 + 2e-6;
  const oracle_answer a = oracle_find(map, &v->def, query);
  const oracle_answer b = oracle_find(map, &v->def, &more);
  return a.status != b.status || a.cost != b.cost || a.partial != b.partial ||
         a.steps != b.steps;
}

static void check_reason(const astar_query *query, const nest *n, oracle_answer expected,
                         astar_status status) {
  if (status == expected.status) return;
  REQUIRE(status == ASTAR_LIMIT);
  REQUIRE(expected.status != ASTAR_OUT_OF_BOUNDS);
  REQUIRE(expected.status != ASTAR_GOAL_BLOCKED);
  REQUIRE(!expected.at_start);
  if (expected.status == ASTAR_UNREACHABLE) {
    REQUIRE(is_capped(query));
  } else {
    REQUIRE(!query->partial);
    REQUIRE(query->max_expansions < INT64_MAX ||
            (query->max_cost < INFINITY && !is_exact(query, n)));
  }
}

static void check_partial(const astar_query *query, const nest *n, oracle_answer expected,
                          const astar_result *result, int steps) {
  REQUIRE(query->partial);
  if (!expected.partial) {
    REQUIRE(query->max_expansions < INT64_MAX ||
            (query->max_cost < INFINITY && !is_exact(query, n)));
    return;
  }
  REQUIRE(steps >= expected.steps);
  if (is_capped(query)) return;
  REQUIRE(steps == expected.steps);
  check_cost(result->cost, expected.cost, allowance(query, n));
}

/// Checks the path of a query on the current map.
static void check_found(const oracle_map *map, const view *v, const astar_query *query,
                        const nest *n, const astar_result *result,
                        const astar_point *points) {
  int steps;
  REQUIRE(result->length >= 1);
  REQUIRE(points[0].x == query->start_x && points[0].y == query->start_y);
  REQUIRE(is_near(walk(map, v, points, result->length), result->cost, 1e-9));
  const astar_point last = points[result->length - 1];
  REQUIRE(oracle_nearest_goal(map, &v->def, query, last.x, last.y, &steps) ==
          result->goal);
  REQUIRE(result->partial == (steps > query->range));
  REQUIRE(result->partial || result->length == 1 ||
          oracle_fits(map, &v->def, last.x, last.y));
  REQUIRE(oracle_fits_cap(result->cost, query->max_cost));
  if (is_on_edge(map, v, query)) return;
  const oracle_answer expected = oracle_find(map, &v->def, query);
  REQUIRE(expected.status == ASTAR_OK);
  if (result->partial) {
    check_partial(query, n, expected, result, steps);
  } else {
    REQUIRE(!expected.partial);
    check_cost(result->cost, expected.cost, allowance(query, n));
  }
}

/// The status of a query that is rejected, or ASTAR_OK.
static astar_status expect_refusal(const box *b, const view *v,
                                   const astar_query *query) {
  if (!is_query_valid(query)) return ASTAR_INVALID;
  if (!oracle_suits(&b->map, &v->def)) return ASTAR_UNSUITED;
  if (query->algorithm == ASTAR_JPS &&
      astar_why_unsuited(b->grid, rules_of(v), filter_of(v), ASTAR_JPS) != NULL)
    return ASTAR_UNSUITED;
  return ASTAR_OK;
}

/// The costs at the points of a path must begin with 0, never fall, and end with its
/// cost.
static void check_costs(const double *costs, size_t length, double cost) {
  REQUIRE(length > 0 && costs[0] <= 0 && costs[0] >= 0);
  for (size_t i = 1; i < length; i++) REQUIRE(costs[i] >= costs[i - 1]);
  REQUIRE(costs[length - 1] >= cost && costs[length - 1] <= cost);
}

/// Finds a path and copies its points.
static astar_status find_points(astar_grid *grid, const astar_query *query,
                                astar_result *result, astar_point *points,
                                size_t capacity) {
  astar_path *path;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  const astar_status status = astar_find_path(grid, query, path, result);
  REQUIRE(astar_path_points(path, points, capacity) ==
          (status == ASTAR_OK ? result->length : 0));
  double costs[4 * ORACLE_TILES];
  const size_t count = astar_path_costs(path, costs, 4 * ORACLE_TILES);
  REQUIRE(count == (status == ASTAR_OK ? result->length : 0));
  if (count > 0) check_costs(costs, count, result->cost);
  astar_path_free(path);
  return status;
}

/// The same query to a fresh copy of the grid must give the same path.
static void check_history(world *w, const box *b, const astar_query *query,
                          const astar_result *result) {
  astar_point points[4 * ORACLE_TILES];
  astar_result again;
  astar_grid *copy = serialized_copy(b->grid, &w->allocator);
  REQUIRE(find_points(copy, query, &again, points, sizeof points / sizeof *points) ==
          ASTAR_OK);
  REQUIRE(again.length == result->length && again.cost == result->cost);
  REQUIRE(query->algorithm == ASTAR_AUTO || query->algorithm == ASTAR_JPS ||
          again.expanded == result->expanded); // these may leave out dead ends
  REQUIRE(memcmp(points, w->path, result->length * sizeof *points) == 0);
  astar_grid_free(copy);
}

static void call_find_path(world *w) {
  box *b = take_box(w);
  view own, *v = &own;
  const bool has_view = take_view(w, v);
  astar_point goals[GOALS];
  astar_result result;
  if (b == NULL || !has_view) return;
  nest n = {b, own, NULL, 0, 0};
  const astar_query query = take_query(w, b, v, goals, &n);
  trace_query("find a path", w, b, v, &query);
  const astar_status refusal = expect_refusal(b, v, &query);
  const astar_status status =
      find_points(b->grid, &query, &result, w->path, sizeof w->path / sizeof w->path[0]);
  if (refusal != ASTAR_OK) {
    const oracle_answer known = oracle_find(&b->map, &v->def, &query);
    REQUIRE(status == refusal ||
            (status == known.status && (status != ASTAR_OK || known.at_start)));
    return;
  }
  if (status == ASTAR_STOPPED) {
    REQUIRE(n.kind == NEST_STOPS);
    return;
  }
  if (status != ASTAR_OK) {
    if (is_on_edge(&b->map, v, &query)) return;
    check_reason(&query, &n, oracle_find(&b->map, &v->def, &query), status);
    return;
  }
  REQUIRE(result.length <= sizeof w->path / sizeof w->path[0]);
  w->path_length = result.length;
  check_found(&b->map, v, &query, &n, &result, w->path);
  if (query.heuristic != ASTAR_HEURISTIC_FUNCTION) check_history(w, b, &query, &result);
  astar_point points[4 * ORACLE_TILES];
  memcpy(points, w->path, result.length * sizeof *points);
  check_validity(b->grid, v, points, result.length);
}

static void call_is_reachable(world *w) {
  box *b = take_box(w);
  view own, *v = &own;
  const bool has_view = take_view(w, v);
  if (b == NULL || !has_view) return;
  const int x = take_coordinate(&w->in, b->map.width);
  const int y = take_coordinate(&w->in, b->map.height);
  const astar_point goal = {take_coordinate(&w->in, b->map.width),
                            take_coordinate(&w->in, b->map.height)};
  trace("is_reachable on grid%d with rules%d from %d, %d to %d, %d", slot_of_box(w, b),
        slot_of_law(w, v->law), x, y, goal.x, goal.y);
  const astar_query query = astar_default_query(rules_of(v), x, y, &goal, 1);
  const astar_status status =
      astar_is_reachable(b->grid, rules_of(v), filter_of(v), x, y, goal.x, goal.y);
  if (!is_filter_valid(v)) {
    REQUIRE(status == ASTAR_INVALID);
  } else if (oracle_suits(&b->map, &v->def)) {
    REQUIRE(status == oracle_find(&b->map, &v->def, &query).status);
    REQUIRE(astar_is_passable(b->grid, rules_of(v), filter_of(v), x, y) ==
            oracle_fits(&b->map, &v->def, x, y));
  } else {
    REQUIRE(status == ASTAR_UNSUITED || status == ASTAR_OUT_OF_BOUNDS ||
            (x == goal.x && y == goal.y));
  }
}

// ------------------------------------------------------------------------------ sight

static void call_line_of_sight(world *w) {
  box *b = take_box(w);
  view own, *v = &own;
  const bool has_view = take_view(w, v);
  if (b == NULL || !has_view) return;
  const int x1 = take_coordinate(&w->in, b->map.width);
  const int y1 = take_coordinate(&w->in, b->map.height);
  const int x2 = take_coordinate(&w->in, b->map.width);
  const int y2 = take_coordinate(&w->in, b->map.height);
  int x, y;
  trace("line_of_sight on grid%d with rules%d from %d, %d to %d, %d", slot_of_box(w, b),
        slot_of_law(w, v->law), x1, y1, x2, y2);
  const astar_status status =
      astar_line_of_sight(b->grid, rules_of(v), filter_of(v), x1, y1, x2, y2, &x, &y);
  if (!is_filter_valid(v)) {
    REQUIRE(status == ASTAR_INVALID);
    return;
  }
  if (!oracle_contains(&b->map, x1, y1) || !oracle_contains(&b->map, x2, y2)) {
    REQUIRE(status == ASTAR_OUT_OF_BOUNDS || status == ASTAR_UNSUITED);
    return;
  }
  if (!oracle_suits(&b->map, &v->def)) {
    REQUIRE(status == ASTAR_UNSUITED);
    return;
  }
  const bool sees = oracle_sees(&b->map, &v->def, x1, y1, x2, y2);
  REQUIRE(status == (sees ? ASTAR_OK : ASTAR_UNREACHABLE));
  REQUIRE(sees || (abs(x) < 1000 && abs(y) < 1000));
}

static double length_of(const oracle_map *map, const astar_point *points, size_t count) {
  double sum = 0;
  for (size_t i = 0; i + 1 < count; i++)
    sum += oracle_length(map, points[i].x, points[i].y, points[i + 1].x, points[i + 1].y);
  return sum;
}

/// The points must be points of the path in the same order, with both its ends.
static void check_kept(const astar_point *kept, size_t count, const astar_point *path,
                       size_t length) {
  size_t at = 0;
  REQUIRE(count >= 1 && count <= length);
  for (size_t i = 0; i < length && at < count; i++)
    if (path[i].x == kept[at].x && path[i].y == kept[at].y) at++;
  REQUIRE(at == count);
  REQUIRE(memcmp(&kept[0], &path[0], sizeof *kept) == 0);
  REQUIRE(memcmp(&kept[count - 1], &path[length - 1], sizeof *kept) == 0);
}

/// Smooths the last path, which may be of another grid, other rules or an older map.
static void call_smooth(world *w) {
  box *b = take_box(w);
  view own, *v = &own;
  const bool has_view = take_view(w, v);
  astar_point points[4 * ORACLE_TILES];
  double length;
  size_t count = w->path_length, bad;
  if (b == NULL || !has_view || count == 0) return;
  bool is_on_map = true, is_path = true;
  for (size_t i = 0; i < count; i++)
    is_on_map &= oracle_contains(&b->map, w->path[i].x, w->path[i].y);
  if (!is_on_map) return;
  for (size_t i = 0; i + 1 < count; i++) {
    is_path &= oracle_step_cost(&b->map, &v->def, w->path[i].x, w->path[i].y,
                                w->path[i + 1].x, w->path[i + 1].y) < INFINITY;
  }
  trace("smooth on grid%d with rules%d: %zu points, %s", slot_of_box(w, b),
        slot_of_law(w, v->law), count, is_path ? "a path" : "no path");
  memcpy(points, w->path, count * sizeof *points);
  const astar_status checked = astar_check_path(b->grid, rules_of(v), filter_of(v),
                                                points, count, ASTAR_PATH_STEPS, 0, &bad);
  const astar_status status =
      astar_smooth_path(b->grid, rules_of(v), filter_of(v), points, &count, &length);
  if (!is_filter_valid(v)) {
    REQUIRE(status == ASTAR_INVALID && checked == ASTAR_INVALID);
    return;
  }
  if (!oracle_suits(&b->map, &v->def)) {
    REQUIRE(status == ASTAR_UNSUITED && checked == ASTAR_UNSUITED);
    return;
  }
  REQUIRE(checked == ASTAR_OK && (bad == w->path_length) == is_path);
  REQUIRE(status == ASTAR_OK);
  check_kept(points, count, w->path, w->path_length);
  REQUIRE(is_near(length, length_of(&b->map, points, count), 1e-9));
  REQUIRE(length <= length_of(&b->map, w->path, w->path_length) * (1 + 1e-9));
  if (!is_path) return;
  REQUIRE(astar_check_path(b->grid, rules_of(v), filter_of(v), points, count,
                           ASTAR_PATH_LINES, 0, &bad) == ASTAR_OK);
  REQUIRE(bad == count);
  for (size_t i = 0; i + 1 < count; i++) {
    const int x1 = points[i].x, y1 = points[i].y, x2 = points[i + 1].x,
              y2 = points[i + 1].y;
    REQUIRE(oracle_sees(&b->map, &v->def, x1, y1, x2, y2) ||
            oracle_step_cost(&b->map, &v->def, x1, y1, x2, y2) < INFINITY);
  }
}

// ----------------------------------------------------------------------------- fields

/// The expected costs of a field on the current map.
static void expect_costs(field *f) {
  f->map = f->box->map;
  f->revision = revision_of(f->box);
  if (f->is_range)
    oracle_costs_from(&f->map, &f->view.def, f->goals[0].x, f->goals[0].y, f->costs);
  else
    oracle_costs_to(&f->map, &f->view.def, f->goals, f->goal_count, f->costs);
}

/// Whether no edit since the last update affects the field.
static bool is_current(const field *f) {
  return !is_concerned(f->box, &f->view, f->revision);
}

static bool is_goal(const field *f, int x, int y, double cost) {
  for (int i = 0; i < f->goal_count; i++)
    if (f->goals[i].x == x && f->goals[i].y == y && is_near(f->goals[i].cost, cost, 1e-9))
      return true;
  return false;
}

static void check_field_cost(const field *f, int x, int y) {
  const double cost = astar_field_cost(f->field, x, y);
  const double expected = f->costs[oracle_index(&f->map, x, y)];
  if (expected > f->max_cost) { // close above `max_cost` rounding decides
    REQUIRE(cost == INFINITY ||
            (is_near(expected, f->max_cost, 1e-6) && is_near(cost, expected, 1e-6)));
  } else {
    REQUIRE(is_near(cost, expected, 1e-6));
  }
}

/// The step of a tile must be legal, and its cost must add up to the tile's cost.
static void check_field_next(const field *f, int x, int y) {
  astar_point next;
  const double cost = astar_field_cost(f->field, x, y);
  if (!astar_field_next(f->field, x, y, &next)) {
    REQUIRE(cost == INFINITY || is_goal(f, x, y, cost));
    return;
  }
  REQUIRE(cost < INFINITY && oracle_contains(&f->map, next.x, next.y));
  const double step = f->is_range
                          ? oracle_step_cost(&f->map, &f->view.def, next.x, next.y, x, y)
                          : oracle_step_cost(&f->map, &f->view.def, x, y, next.x, next.y);
  REQUIRE(is_near(astar_field_cost(f->field, next.x, next.y) + step, cost, 1e-9));
}

/// The field must answer for the map at its last update.
static void check_field(const field *f) {
  int x = -1, y = 0, last = -1, each = 0, reached = 0;
  for (int i = 0; i < f->map.width * f->map.height; i++) {
    const int at_x = i % f->map.width, at_y = i / f->map.width;
    check_field_cost(f, at_x, at_y);
    check_field_next(f, at_x, at_y);
    reached += astar_field_cost(f->field, at_x, at_y) < INFINITY;
  }
  while (astar_field_each(f->field, &x, &y)) {
    REQUIRE(oracle_contains(&f->map, x, y) && oracle_index(&f->map, x, y) > last);
    REQUIRE(astar_field_cost(f->field, x, y) < INFINITY);
    last = oracle_index(&f->map, x, y);
    each++;
  }
  REQUIRE(each == reached);
}

static void trace_field(const char *what, const world *w, const field *f) {
  trace("%s on grid%d with rules%d, max_cost %.17g", what, slot_of_box(w, f->box),
        slot_of_law(w, f->view.law), f->max_cost);
  for (int i = 0; i < f->goal_count && i < GOALS; i++)
    trace("  source %d, %d, cost %.17g", f->goals[i].x, f->goals[i].y, f->goals[i].cost);
}

/// Stores a new field in place of an old one.
static void keep_field(world *w, field *fresh) {
  field *slot = &w->fields[take_below(&w->in, FIELDS)];
  fresh->box->users++;
  fresh->view.law->users++;
  free_field(slot);
  *slot = *fresh;
  trace("  is field%d", (int)(slot - w->fields));
  expect_costs(slot);
  check_field(slot);
}

static astar_status expect_goals(const field *f) {
  bool stands = false;
  for (int i = 0; i < f->goal_count; i++)
    if (!oracle_is_cost(f->goals[i].cost)) return ASTAR_INVALID;
  for (int i = 0; i < f->goal_count; i++) {
    if (!oracle_contains(&f->box->map, f->goals[i].x, f->goals[i].y))
      return ASTAR_OUT_OF_BOUNDS;
    stands |= oracle_fits(&f->box->map, &f->view.def, f->goals[i].x, f->goals[i].y);
  }
  return stands ? ASTAR_OK : ASTAR_GOAL_BLOCKED;
}

static void take_sources(world *w, field *f) {
  f->goal_count = take_below(&w->in, GOALS + 1);
  for (int i = 0; i < f->goal_count; i++) {
    f->goals[i].x = take_coordinate(&w->in, f->box->map.width);
    f->goals[i].y = take_coordinate(&w->in, f->box->map.height);
    f->goals[i].cost = take_flag(&w->in) ? take_cost(&w->in) : 0;
  }
}

static void call_distance_field(world *w) {
  static field f;
  memset(&f, 0, sizeof f);
  f.box = take_box(w);
  const bool has_view = take_view(w, &f.view);
  if (f.box == NULL || !has_view) return;
  take_sources(w, &f);
  f.max_cost = take_bound(&w->in);
  trace_field("distance field", w, &f);
  const astar_status status =
      astar_distance_field(f.box->grid, rules_of(&f.view), filter_of(&f.view), f.goals,
                           f.goal_count, f.max_cost, &f.field);
  const bool is_valid = f.max_cost >= 0 && is_filter_valid(&f.view);
  const astar_status goals = is_valid ? expect_goals(&f) : ASTAR_INVALID;
  if (!oracle_suits(&f.box->map, &f.view.def))
    REQUIRE(status == ASTAR_UNSUITED || (status == goals && goals != ASTAR_OK));
  else
    REQUIRE(status == goals);
  REQUIRE((f.field != NULL) == (status == ASTAR_OK));
  if (status == ASTAR_OK) keep_field(w, &f);
}

static void call_movement_range(world *w) {
  static field f;
  memset(&f, 0, sizeof f);
  f.box = take_box(w);
  const bool has_view = take_view(w, &f.view);
  f.is_range = true;
  if (f.box == NULL || !has_view) return;
  f.goal_count = 1;
  f.goals[0].x = take_coordinate(&w->in, f.box->map.width);
  f.goals[0].y = take_coordinate(&w->in, f.box->map.height);
  f.max_cost = take_bound(&w->in);
  trace_field("movement range", w, &f);
  const astar_status status =
      astar_movement_range(f.box->grid, rules_of(&f.view), filter_of(&f.view),
                           f.goals[0].x, f.goals[0].y, f.max_cost, &f.field);
  REQUIRE((f.field != NULL) == (status == ASTAR_OK));
  if (status != ASTAR_OK) {
    REQUIRE(status == ASTAR_INVALID ? !(f.max_cost >= 0) || !is_filter_valid(&f.view)
            : status == ASTAR_UNSUITED
                ? !oracle_suits(&f.box->map, &f.view.def)
                : !oracle_contains(&f.box->map, f.goals[0].x, f.goals[0].y));
    return;
  }
  REQUIRE(oracle_suits(&f.box->map, &f.view.def) && f.max_cost >= 0);
  REQUIRE(is_filter_valid(&f.view));
  keep_field(w, &f);
}

/// Each tile that the danger field reaches is a goal; a farther tile has a lower starting
/// cost.
static void call_flee(world *w) {
  static field f;
  const field *danger = &w->fields[take_below(&w->in, FIELDS)];
  const int byte = take(&w->in);
  const double factor = byte < 200 ? 0.1 + byte * 0.05 : take_cost(&w->in);
  double most = 0;
  if (danger->field == NULL) return;
  memset(&f, 0, sizeof f);
  f.box = danger->box;
  f.view = danger->view;
  f.max_cost = INFINITY;
  for (int x = -1, y = 0; astar_field_each(danger->field, &x, &y);) {
    const double cost = astar_field_cost(danger->field, x, y);
    f.goals[f.goal_count++] = (astar_source){x, y, cost};
    if (cost > most) most = cost;
  }
  for (int i = 0; i < f.goal_count; i++)
    f.goals[i].cost = (most - f.goals[i].cost) * factor;
  trace_field("flight", w, &f);
  const astar_status status = astar_flee_field(danger->field, factor, &f.field);
  if (!(factor >= ASTAR_MIN_COST && factor <= ASTAR_MAX_COST))
    REQUIRE(status == ASTAR_INVALID);
  else
    REQUIRE(status == (f.goal_count > 0 ? ASTAR_OK : ASTAR_GOAL_BLOCKED));
  if (status == ASTAR_OK) keep_field(w, &f);
}

static void call_field_update(world *w) {
  field *f = &w->fields[take_below(&w->in, FIELDS)];
  if (f->field == NULL) return;
  trace("field%d: update", (int)(f - w->fields));
  check_field(f);
  REQUIRE(astar_field_update(f->field) == ASTAR_OK);
  expect_costs(f);
  check_field(f);
}

static void call_field_goals(world *w) {
  static field f;
  field *slot = &w->fields[take_below(&w->in, FIELDS)];
  if (slot->field == NULL) return;
  f = *slot;
  take_sources(w, &f);
  trace_field("other goals", w, &f);
  const astar_status status = astar_field_set_goals(f.field, f.goals, f.goal_count);
  REQUIRE(status == (f.is_range ? ASTAR_INVALID : expect_goals(&f)));
  if (status == ASTAR_OK) {
    *slot = f;
    expect_costs(slot);
  }
  check_field(slot);
}

/// A way out of impassable ground.
typedef struct way_out {
  int steps;
  double cost; ///< of its last step and of the path from there
} way_out;

/// The impassable tiles that one move leads to, walls aside, by index. A mover does not
/// leave the grid farther. Returns their number.
static int list_inside(const field *f, int x, int y, int tiles[ASTAR_MAX_MOVES]) {
  astar_move moves[ASTAR_MAX_MOVES];
  const astar_rules_def *def = &f->view.def;
  int count = 0;
  for (int i = oracle_moves(&f->map, def, x, y, moves); i-- > 0;) {
    const int to_x = x + moves[i].dx, to_y = y + moves[i].dy;
    if (!oracle_contains(&f->map, to_x, to_y) || oracle_fits(&f->map, def, to_x, to_y))
      continue;
    if (to_x > x && to_x + def->size > f->map.width) continue;
    if (to_y > y && to_y + def->size > f->map.height) continue;
    tiles[count++] = oracle_index(&f->map, to_x, to_y);
  }
  return count;
}

/// The lowest cost of a legal step from a tile, and of the path from there.
static double cost_of_exit(const field *f, int x, int y) {
  oracle_edge edges[ORACLE_STEPS];
  double least = INFINITY;
  for (int i = oracle_edges_from(&f->map, &f->view.def, x, y, edges); i-- > 0;) {
    const int to = edges[i].to;
    const double cost =
        astar_field_cost(f->field, to % f->map.width, to / f->map.width) + edges[i].cost;
    if (cost < least) least = cost;
  }
  return least;
}

/// The cheapest of the shortest ways out of an impassable tile, over tiles that are at
/// most 63 tiles from `center` in x and y. 65 steps: there is none of 64 steps.
static way_out find_way_out(const field *f, int x, int y, astar_point center) {
  enum { FAR = 63 };
  bool reached[ORACLE_TILES] = {false};
  int queue[ORACLE_TILES], inside[ASTAR_MAX_MOVES], count = 1, layer = 1;
  const int width = f->map.width;
  way_out best = {1, cost_of_exit(f, x, y)};
  queue[0] = oracle_index(&f->map, x, y);
  reached[queue[0]] = true;
  for (int i = 0; i < count && !(best.cost < INFINITY) && best.steps <= FAR;) {
    for (best.steps++; i < layer; i++) {
      const int from = queue[i];
      for (int k = list_inside(f, from % width, from / width, inside); k-- > 0;) {
        const int to = inside[k], to_x = to % width, to_y = to / width;
        if (reached[to] || abs(to_x - center.x) > FAR || abs(to_y - center.y) > FAR)
          continue;
        reached[to] = true;
        queue[count++] = to;
        best.cost = fmin(best.cost, cost_of_exit(f, to_x, to_y));
      }
    }
    layer = count;
  }
  if (!(best.cost < INFINITY)) best.steps = FAR + 2;
  return best;
}

/// The step of `next`; from a tile where the mover cannot stand, a step of a way out.
static void check_way_out(const field *f, int x, int y) {
  astar_point next = {0, 0}, out = {0, 0};
  const bool has_way = astar_field_way_out(f->field, x, y, &out);
  if (!oracle_contains(&f->map, x, y)) {
    REQUIRE(!has_way);
    return;
  }
  if (f->is_range || oracle_fits(&f->map, &f->view.def, x, y)) {
    REQUIRE(has_way == astar_field_next(f->field, x, y, &next));
    REQUIRE(memcmp(&out, &next, sizeof out) == 0);
    return;
  }
  if (!has_way && !is_current(f)) return;
  const astar_point start = {x, y};
  const way_out way = find_way_out(f, x, y, start);
  REQUIRE(has_way == (way.steps <= 64));
  if (!has_way) return;
  if (way.steps == 1) {
    REQUIRE(is_near(astar_field_cost(f->field, out.x, out.y) +
                        oracle_step_cost(&f->map, &f->view.def, x, y, out.x, out.y),
                    way.cost, 1e-9));
    return;
  }
  int inside[ASTAR_MAX_MOVES], k = list_inside(f, x, y, inside) - 1;
  while (k >= 0 && inside[k] != oracle_index(&f->map, out.x, out.y)) k--;
  REQUIRE(k >= 0);
  const way_out rest = find_way_out(f, out.x, out.y, start);
  REQUIRE(rest.steps == way.steps - 1 && is_near(rest.cost, way.cost, 1e-9));
}

static void call_field_look(world *w) {
  const field *f = &w->fields[take_below(&w->in, FIELDS)];
  astar_point points[ORACLE_TILES + 1];
  double costs[ORACLE_TILES + 1];
  if (f->field == NULL) return;
  const int x = take_coordinate(&w->in, f->map.width);
  const int y = take_coordinate(&w->in, f->map.height);
  trace("field%d: look at %d, %d", (int)(f - w->fields), x, y);
  check_way_out(f, x, y);
  astar_path *path;
  astar_result result;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  const astar_status status = astar_field_path(f->field, x, y, path, &result);
  const uint32_t length = (uint32_t)astar_path_points(path, points, ORACLE_TILES + 1);
  REQUIRE(astar_path_costs(path, costs, ORACLE_TILES + 1) == length);
  REQUIRE(length == result.length && length <= ORACLE_TILES);
  astar_path_free(path);
  if (!(astar_field_cost(f->field, x, y) < INFINITY)) {
    REQUIRE((status == ASTAR_UNREACHABLE || status == ASTAR_OUT_OF_BOUNDS) &&
            length == 0);
    return;
  }
  REQUIRE(status == ASTAR_OK && length >= 1);
  const double cost = result.cost;
  check_costs(costs, length, cost);
  const astar_point first = points[0], last = points[length - 1];
  const astar_point here = f->is_range ? last : first, end = f->is_range ? first : last;
  REQUIRE(here.x == x && here.y == y);
  REQUIRE(is_goal(f, end.x, end.y, astar_field_cost(f->field, end.x, end.y)));
  if (!is_current(f)) return;
  // Steps may be so cheap compared with the goal's cost that rounding hides which is
  // cheaper.
  const double sum = walk(&f->map, &f->view, points, length);
  REQUIRE(sum <= cost * (1 + 1e-9));
  REQUIRE(cost - sum <= 1e-9 * astar_field_cost(f->field, x, y));
}

static void call_field_free(world *w) {
  field *f = &w->fields[take_below(&w->in, FIELDS)];
  trace("free field%d", (int)(f - w->fields));
  free_field(f);
}

// --------------------------------------------------------------------------- searches

static void call_search_new(world *w) {
  finder *slot = &w->finders[take_below(&w->in, SEARCHES)];
  finder f = {0};
  f.box = take_box(w);
  const bool has_view = take_view(w, &f.view);
  if (f.box == NULL || !has_view) return;
  f.nest.box = f.box;
  f.nest.view = f.view;
  f.query = take_query(w, f.box, &f.view, f.goals, &f.nest);
  f.query.heuristic_user = &slot->nest;
  trace_query("search in steps", w, f.box, &f.view, &f.query);
  const astar_status refusal = expect_refusal(f.box, &f.view, &f.query);
  const astar_status status = astar_search_new(f.box->grid, &f.query, &f.search);
  REQUIRE(status == refusal && (f.search != NULL) == (status == ASTAR_OK));
  if (status != ASTAR_OK) return;
  trace("  is search%d", (int)(slot - w->finders));
  f.box->users++;
  f.view.law->users++;
  f.revision = astar_grid_revision(f.box->grid);
  f.status = ASTAR_RUNNING;
  f.nest.search = f.search;
  free_finder(slot);
  *slot = f;
  slot->query.goals = slot->goals;
  slot->query.filter = filter_of(&slot->view);
}

/// A search that has ended must have the same outcome as `astar_find_path`.
static void check_outcome(const finder *f) {
  astar_point points[4 * ORACLE_TILES], direct_points[4 * ORACLE_TILES];
  astar_result result, direct;
  REQUIRE(astar_search_result(f->search, &result) == f->status);
  if (f->box->grid == NULL || rules_of(&f->view) == NULL ||
      is_concerned(f->box, &f->view, f->revision))
    return;
  nest n = {f->box, f->view, NULL, f->nest.kind, 0};
  astar_query query = f->query;
  query.heuristic_user = &n;
  REQUIRE(find_points(f->box->grid, &query, &direct, direct_points,
                      sizeof direct_points / sizeof *direct_points) == f->status);
  if (f->status != ASTAR_OK) return;
  REQUIRE(result.length == direct.length && result.cost == direct.cost);
  REQUIRE(result.goal == direct.goal && result.partial == direct.partial);
  astar_search_copy_path(f->search, points, sizeof points / sizeof *points);
  REQUIRE(memcmp(points, direct_points, result.length * sizeof *points) == 0);
  double costs[4 * ORACLE_TILES];
  REQUIRE(astar_search_copy_costs(f->search, costs, 4 * ORACLE_TILES) == result.length);
  check_costs(costs, result.length, result.cost);
}

/// Nodes must come row by row, each with a parent that the search has also generated.
/// Reading them may call the heuristic function, but must not count as a search.
static void check_nodes(finder *f) {
  astar_node node, again, parent;
  const int kind = f->nest.kind;
  const oracle_map *map = &f->box->map;
  int x = -1, y = 0, last = -1;
  if (kind != NEST_FAR) f->nest.kind = NEST_ZERO;
  while (astar_search_each(f->search, &x, &y, &node)) {
    REQUIRE(oracle_contains(map, x, y) && oracle_index(map, x, y) > last);
    last = oracle_index(map, x, y);
    REQUIRE(node.g >= 0 && node.h >= 0);
    REQUIRE(astar_search_node(f->search, x, y, &again));
    REQUIRE(again.g == node.g && again.is_closed == node.is_closed);
    if (node.parent_x < 0) {
      REQUIRE(x == f->query.start_x && y == f->query.start_y && node.g == 0);
      continue;
    }
    REQUIRE(astar_search_node(f->search, node.parent_x, node.parent_y, &parent));
    REQUIRE(parent.g <= node.g);
  }
  f->nest.kind = kind;
}

static void call_search_step(world *w) {
  finder *f = &w->finders[take_below(&w->in, SEARCHES)];
  if (f->search == NULL) return;
  const int byte = take(&w->in);
  const int64_t count = byte < 200 ? byte : byte < 250 ? INT64_MAX : byte - 252;
  trace("search%d: step %lld", (int)(f - w->finders), (long long)count);
  const bool is_stale = is_concerned(f->box, &f->view, f->revision);
  const astar_status status = astar_search_step(f->search, count);
  if (f->status != ASTAR_RUNNING) {
    REQUIRE(status == f->status);
    return;
  }
  if (is_stale) {
    REQUIRE(status == ASTAR_STALE);
  } else if (count < 0) {
    REQUIRE(status == ASTAR_INVALID);
    return;
  } else {
    REQUIRE(status == ASTAR_RUNNING || astar_is_outcome(status) ||
            (status == ASTAR_STOPPED && f->nest.kind == NEST_STOPS));
    REQUIRE(status != ASTAR_RUNNING || count < INT64_MAX);
  }
  f->status = status;
  check_nodes(f);
  if (astar_is_outcome(status)) check_outcome(f);
}

static void call_search_free(world *w) {
  finder *f = &w->finders[take_below(&w->in, SEARCHES)];
  trace("free search%d", (int)(f - w->finders));
  free_finder(f);
}

// ------------------------------------------------------------------------- replanners

static void call_planner_new(world *w) {
  planner *slot = &w->planners[take_below(&w->in, PLANNERS)];
  planner p = {0};
  p.box = take_box(w);
  const bool has_view = take_view(w, &p.view);
  if (p.box == NULL || !has_view) return;
  p.start.x = take_coordinate(&w->in, p.box->map.width);
  p.start.y = take_coordinate(&w->in, p.box->map.height);
  p.goal.x = take_coordinate(&w->in, p.box->map.width);
  p.goal.y = take_coordinate(&w->in, p.box->map.height);
  trace("planner%d on grid%d with rules%d from %d, %d to %d, %d",
        (int)(slot - w->planners), slot_of_box(w, p.box), slot_of_law(w, p.view.law),
        p.start.x, p.start.y, p.goal.x, p.goal.y);
  const astar_status status =
      astar_replanner_new(p.box->grid, rules_of(&p.view), filter_of(&p.view), p.start.x,
                          p.start.y, p.goal.x, p.goal.y, &p.planner);
  REQUIRE(status == (!is_filter_valid(&p.view)                ? ASTAR_INVALID
                     : oracle_suits(&p.box->map, &p.view.def) ? ASTAR_OK
                                                              : ASTAR_UNSUITED));
  if (status != ASTAR_OK) return;
  p.box->users++;
  p.view.law->users++;
  free_planner(slot);
  *slot = p;
}

/// Moves to any tile, or to the next tile of the path.
static void call_planner_move(world *w) {
  planner *p = &w->planners[take_below(&w->in, PLANNERS)];
  astar_point points[4 * ORACLE_TILES];
  astar_result result;
  if (p->planner == NULL) return;
  if (take_flag(&w->in)) {
    p->start.x = take_coordinate(&w->in, p->box->map.width);
    p->start.y = take_coordinate(&w->in, p->box->map.height);
  } else if (astar_replanner_find(p->planner, &result) == ASTAR_OK && result.length > 1) {
    astar_replanner_copy_path(p->planner, points, sizeof points / sizeof *points);
    p->start = (astar_point){points[1].x, points[1].y};
  }
  trace("planner%d: move to %d, %d", (int)(p - w->planners), p->start.x, p->start.y);
  astar_replanner_move(p->planner, p->start.x, p->start.y);
}

static void call_planner_goal(world *w) {
  planner *p = &w->planners[take_below(&w->in, PLANNERS)];
  if (p->planner == NULL) return;
  p->goal.x = take_coordinate(&w->in, p->box->map.width);
  p->goal.y = take_coordinate(&w->in, p->box->map.height);
  trace("planner%d: goal %d, %d", (int)(p - w->planners), p->goal.x, p->goal.y);
  astar_replanner_set_goal(p->planner, p->goal.x, p->goal.y);
}

static void call_planner_find(world *w) {
  planner *p = &w->planners[take_below(&w->in, PLANNERS)];
  astar_point points[4 * ORACLE_TILES];
  astar_result result;
  if (p->planner == NULL) return;
  trace("planner%d: find", (int)(p - w->planners));
  const oracle_map *map = &p->box->map;
  const astar_query query =
      astar_default_query(NULL, p->start.x, p->start.y, &p->goal, 1);
  const oracle_answer expected = oracle_find(map, &p->view.def, &query);
  REQUIRE(astar_replanner_find(p->planner, &result) == expected.status);
  if (expected.status != ASTAR_OK) return;
  REQUIRE(result.length >= 1 && result.length <= ORACLE_TILES);
  astar_replanner_copy_path(p->planner, points, sizeof points / sizeof *points);
  const astar_point first = points[0], last = points[result.length - 1];
  REQUIRE(first.x == p->start.x && first.y == p->start.y);
  REQUIRE(last.x == p->goal.x && last.y == p->goal.y);
  REQUIRE(is_near(walk(map, &p->view, points, result.length), result.cost, 1e-9));
  check_cost(result.cost, expected.cost, 1 + 1e-6);
  double costs[ORACLE_TILES];
  REQUIRE(astar_replanner_copy_costs(p->planner, costs, ORACLE_TILES) == result.length);
  check_costs(costs, result.length, result.cost);
}

/// Any points as a path, on the grid or not: nothing may break.
static void call_check_path(world *w) {
  box *b = take_box(w);
  view own, *v = &own;
  const bool has_view = take_view(w, v);
  astar_point points[8];
  size_t bad;
  if (b == NULL || !has_view) return;
  const int count = take_below(&w->in, 9);
  for (int i = 0; i < count; i++) {
    points[i].x = take_coordinate(&w->in, b->map.width);
    points[i].y = take_coordinate(&w->in, b->map.height);
    trace("  point %d, %d", points[i].x, points[i].y);
  }
  const astar_path_kind kind = (astar_path_kind)take_below(&w->in, 3);
  const size_t first = (size_t)take_below(&w->in, 10);
  trace("check_path on grid%d with rules%d, kind %d, first %zu", slot_of_box(w, b),
        slot_of_law(w, v->law), (int)kind, first);
  const astar_status status = astar_check_path(b->grid, rules_of(v), filter_of(v), points,
                                               (size_t)count, kind, first, &bad);
  REQUIRE(status == ASTAR_OK || status == ASTAR_INVALID ||
          status == ASTAR_OUT_OF_BOUNDS || status == ASTAR_UNSUITED);
  if (!is_filter_valid(v)) REQUIRE(status == ASTAR_INVALID);
  if (status == ASTAR_OK) REQUIRE(bad <= (size_t)count);
}

static void call_planner_free(world *w) {
  planner *p = &w->planners[take_below(&w->in, PLANNERS)];
  trace("free planner%d", (int)(p - w->planners));
  free_planner(p);
}

// ------------------------------------------------------------------------ the program

static void (*const calls[])(world *w) = {call_grid_new,
                                          call_rules_new,
                                          call_set,
                                          call_set,
                                          call_set_row,
                                          call_fill,
                                          call_set_penalty,
                                          call_block,
                                          call_set_edge,
                                          call_link,
                                          call_unlink,
                                          call_find_path,
                                          call_find_path,
                                          call_is_reachable,
                                          call_line_of_sight,
                                          call_check_path,
                                          call_smooth,
                                          call_distance_field,
                                          call_movement_range,
                                          call_flee,
                                          call_field_update,
                                          call_field_goals,
                                          call_field_look,
                                          call_search_new,
                                          call_search_step,
                                          call_planner_new,
                                          call_planner_move,
                                          call_planner_goal,
                                          call_planner_find,
                                          call_grid_copy,
                                          call_grid_check,
                                          call_grid_free,
                                          call_rules_free,
                                          call_field_free,
                                          call_search_free,
                                          call_planner_free};

enum { CALLS = sizeof calls / sizeof calls[0] };

/// Calls of the highest bytes. They have a table of their own, so that the other calls
/// keep their bytes and the corpus stays valid.
static void (*const more_calls[])(world *w) = {call_filter,       call_block_layer,
                                               call_block_layer,  call_fill_blocked,
                                               call_fill_penalty, call_set_blocked};

enum { MORE_CALLS = sizeof more_calls / sizeof more_calls[0], FIRST_OF_MORE = 6 * CALLS };

static void call(world *w) {
  const int byte = take(&w->in);
  if (byte < FIRST_OF_MORE)
    calls[byte % CALLS](w);
  else
    more_calls[byte % MORE_CALLS](w);
}

static void free_all(world *w) {
  const bool grids_first = w->held % 2 == 0;
  for (int i = 0; i < GRIDS && grids_first; i++) free_box(&w->boxes[i]);
  for (int i = 0; i < FIELDS; i++) free_field(&w->fields[i]);
  for (int i = 0; i < RULES; i++) free_law(&w->laws[i]);
  for (int i = 0; i < SEARCHES; i++) free_finder(&w->finders[i]);
  for (int i = 0; i < PLANNERS; i++) free_planner(&w->planners[i]);
  for (int i = 0; i < GRIDS; i++) free_box(&w->boxes[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static world w;
  memset(&w, 0, sizeof w);
  is_tracing = getenv("ASTAR_FUZZ_TRACE") != NULL;
  w.in = (input){data, size};
  w.allocator = (astar_allocator){allocate, &w};
  call_grid_new(&w);
  call_rules_new(&w);
  while (w.in.left > 0) call(&w);
  free_all(&w);
  REQUIRE(w.held == 0);
  return 0;
}
