// Explanations: why a path exists or not.
//
// Each part of an explanation has a file of its own; this file asks those that are wanted
// and keeps their answers:
//
// clang-format off
//     reason       query/reachability   does a path exist?
//     relax        explain/relaxation     which rule, lifted alone, makes a path?
//     terrains     explain/relaxation     which terrain, made passable alone?
//     open         explain/opening        the cheapest tiles to open, and the path
//     widest       explain/width          the largest mover, and the tightest place
//     barrier      explain/barrier        the tiles that close the side of the start off
// clang-format on
//
// When a path exists, there is nothing to lift and no barrier: these parts are empty.
//
// Ownership: the parts compute with memory of the grid (`answers`). An explanation is one
// block with copies of them, in memory of its own. So it does not depend on the grid: it
// stays as it is when the grid is edited or freed.
//
// Units that are avoided are obstacles of a layer of their own on a copy of the grid, and
// all obstacles that count are on another layer: so each part of an explanation sees
// them, and distinguishes both.

#include <string.h>

#include "map/grid.h"
#include "explain/explanation.h"
#include "map/held_tiles.h"

// The `cookie` of queries from `astar_default_explain_query`.
enum { EXPLANATION_COOKIE = 0x6578706c };

struct astar_explanation {
  struct memory memory;
  size_t size; // of the block [bytes]
  astar_explanation_summary summary;
  size_t terrain_count, tile_count, point_count, barrier_count;
  // The arrays follow in the block, those with the largest elements first.
  double *costs;
  astar_open_tile *tiles;
  astar_point *points, *barrier;
  uint8_t *terrains;
};

// The answers of the parts, in memory of the grid.
typedef struct explanation_answers {
  astar_explanation_summary summary;
  uint8_t terrains[256];
  int terrain_count;
  struct opening opening;
  struct barrier barrier;
} explanation_answers;

// -------------------------------------------------------------------------- validation

astar_explain_query astar_default_explain_query(const astar_rules *rules, int start_x,
                                                int start_y, int goal_x, int goal_y) {
  astar_explain_query query = {.rules = rules,
                               .start_x = start_x,
                               .start_y = start_y,
                               .goal_x = goal_x,
                               .goal_y = goal_y,
                               .want = ASTAR_EXPLAIN_ALL,
                               .open_blocked = 1,
                               .avoid_side = {-1, -1},
                               .cookie = EXPLANATION_COOKIE};
  for (int t = 0; t < 256; t++) query.open_cost[t] = 1;
  return query;
}

// Whether a tile can be opened at a cost, or never. False for NaN.
static bool explanation_is_open_cost(double cost) {
  bool is_never = cost <= ASTAR_NEVER_OPEN && cost >= ASTAR_NEVER_OPEN;
  return is_never || grid_is_cost(cost);
}

const char *astar_why_invalid_explain(const astar_grid *grid,
                                      const astar_explain_query *query) {
  if (LIVE(grid) == NULL) return "grid must not be NULL";
  if (query == NULL) return "query must not be NULL";
  if (query->cookie != EXPLANATION_COOKIE)
    return "query must come from astar_default_explain_query";
  astar_query same = astar_default_query(query->rules, 0, 0, NULL, 0);
  same.filter = query->filter;
  same.avoid = query->avoid;
  same.avoid_side = query->avoid_side;
  const char *why = astar_why_invalid(grid, &same);
  if (why != NULL) return why;
  if ((query->want & ~(unsigned)ASTAR_EXPLAIN_ALL) != 0)
    return "query.want must be a set of astar_explain_part";
  for (int t = 0; t < 256; t++) {
    if (!explanation_is_open_cost(query->open_cost[t])) {
      return "query.open_cost must be 0, ASTAR_NEVER_OPEN or in [ASTAR_MIN_COST, "
             "ASTAR_MAX_COST]";
    }
  }
  if (!explanation_is_open_cost(query->open_blocked)) {
    return "query.open_blocked must be 0, ASTAR_NEVER_OPEN or in [ASTAR_MIN_COST, "
           "ASTAR_MAX_COST]";
  }
  return NULL;
}

// ----------------------------------------------------------------------------- answers

static astar_status explanation_ask_opening(explanation_answers *a, const question *q,
                                            const astar_explain_query *query) {
  opening_costs costs = {query->open_cost, query->open_blocked};
  astar_status status = opening_find(&a->opening, q, &costs);
  if (status != ASTAR_OK || !a->opening.exists) return status;
  a->summary.can_open = true;
  a->summary.open_cost = a->opening.open_cost;
  a->summary.path_cost = a->opening.path_cost;
  a->summary.is_exact = a->opening.is_exact;
  return ASTAR_OK;
}

// Asks the parts that are wanted; `a->summary.reason` is known.
static astar_status explanation_ask(explanation_answers *a, const question *q,
                                    const astar_explain_query *query) {
  const unsigned only_without_path =
      ASTAR_EXPLAIN_RELAX | ASTAR_EXPLAIN_TERRAINS | ASTAR_EXPLAIN_BARRIER;
  unsigned want = query->want;
  astar_status status = ASTAR_OK;
  if (a->summary.reason == ASTAR_OK) want &= ~only_without_path;
  if ((want & ASTAR_EXPLAIN_RELAX) != 0) status = relaxation_find(q, &a->summary.relax);
  if (status == ASTAR_OK && (want & ASTAR_EXPLAIN_TERRAINS) != 0)
    status = relaxation_find_terrains(q, a->terrains, &a->terrain_count);
  if (status == ASTAR_OK && (want & ASTAR_EXPLAIN_BARRIER) != 0)
    status = barrier_find(&a->barrier, q);
  if (status == ASTAR_OK && (want & ASTAR_EXPLAIN_OPEN) != 0)
    status = explanation_ask_opening(a, q, query);
  if (status == ASTAR_OK && (want & ASTAR_EXPLAIN_WIDEST) != 0)
    status = width_find(q, &a->summary);
  return status;
}

// ------------------------------------------------------------------------------- object

// Copies an array to `*end` in the block of an explanation. Returns the copy.
static void *explanation_copy(uint8_t **end, const void *array, size_t size) {
  void *copy = *end;
  if (size > 0) memcpy(copy, array, size);
  *end += size;
  return copy;
}

// Makes the explanation: one block with copies of the answers. NULL: out of memory.
static astar_explanation *explanation_new(const astar_grid *grid,
                                          const explanation_answers *a) {
  const opening *o = &a->opening;
  size_t costs = o->point_count * sizeof *o->costs;
  size_t tiles = o->tile_count * sizeof *o->tiles;
  size_t points = o->point_count * sizeof *o->points;
  size_t barrier_tiles = a->barrier.count * sizeof *a->barrier.tiles;
  size_t terrains = (size_t)a->terrain_count;
  memory m;
  memory_init(&m, &grid->memory.allocator);
  size_t size =
      sizeof(astar_explanation) + costs + tiles + points + barrier_tiles + terrains;
  astar_explanation *e = (astar_explanation *)live_new(&m, size);
  if (e == NULL) return NULL;
  e->memory = m;
  e->size = size;
  e->summary = a->summary;
  e->terrain_count = terrains;
  e->tile_count = o->tile_count;
  e->point_count = o->point_count;
  e->barrier_count = a->barrier.count;
  uint8_t *end = (uint8_t *)(e + 1);
  e->costs = (double *)explanation_copy(&end, o->costs, costs);
  e->tiles = (astar_open_tile *)explanation_copy(&end, o->tiles, tiles);
  e->points = (astar_point *)explanation_copy(&end, o->points, points);
  e->barrier = (astar_point *)explanation_copy(&end, a->barrier.tiles, barrier_tiles);
  e->terrains = (uint8_t *)explanation_copy(&end, a->terrains, terrains);
  return e;
}

// The layers of the copy of a grid with units, as bits.
enum { EXPLANATION_BLOCKED = ASTAR_LAYER(1), EXPLANATION_UNITS = ASTAR_LAYER(2) };

// Replaces the grid of a question by a copy with the units as obstacles.
static astar_status explanation_copy_grid(question *q, const astar_side *side) {
  const astar_grid *grid = q->grid;
  astar_grid *copy;
  held_tiles held = {0};
  held_tiles_see(&held, grid, side, q->start_x, q->start_y);
  astar_status status = astar_grid_clone(grid, &grid->memory.allocator, &copy);
  if (status != ASTAR_OK) return status;
  q->grid = copy;
  if (!grid_ensure_obstacles(copy)) return ASTAR_NO_MEMORY;
  memset(copy->obstacle_count, 0, sizeof copy->obstacle_count);
  for (uint32_t cell = 0; cell < grid_tiles(grid); cell++) {
    bool counts = (grid_cell_obstacles(grid, cell) & ~q->filter.ignored_layers) != 0;
    bool is_held = held_tiles_at(&held, cell);
    copy->obstacles[cell] =
        (uint8_t)((counts ? EXPLANATION_BLOCKED : 0) | (is_held ? EXPLANATION_UNITS : 0));
    copy->obstacle_count[0] += counts;
    copy->obstacle_count[1] += is_held;
  }
  q->filter.ignored_layers = 0;
  q->units = EXPLANATION_UNITS;
  return ASTAR_OK;
}

// Answers a question. `a` begins as zeros.
static astar_status explanation_answer(explanation_answers *a, const question *q,
                                       const astar_explain_query *query) {
  astar_status status = astar_is_reachable(q->grid, q->rules, &q->filter, q->start_x,
                                           q->start_y, q->goal_x, q->goal_y);
  a->summary.reason = status;
  if (status == ASTAR_OK || status == ASTAR_UNREACHABLE || status == ASTAR_GOAL_BLOCKED)
    return explanation_ask(a, q, query);
  return status == ASTAR_OUT_OF_BOUNDS ? ASTAR_OK : status;
}

astar_status astar_explain(astar_grid *grid, const astar_explain_query *query,
                           astar_explanation **explanation) {
  if (explanation == NULL) return ASTAR_INVALID;
  *explanation = NULL;
  if (astar_why_invalid_explain(grid, query) != NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  question q = {.grid = grid,
                .rules = query->rules,
                .filter = rules_filter(query->rules, query->filter),
                .start_x = query->start_x,
                .start_y = query->start_y,
                .goal_x = query->goal_x,
                .goal_y = query->goal_y};
  explanation_answers answers;
  memset(&answers, 0, sizeof answers);
  astar_status status =
      query->avoid != NULL ? explanation_copy_grid(&q, &query->avoid_side) : ASTAR_OK;
  if (status == ASTAR_OK) status = explanation_answer(&answers, &q, query);
  if (status == ASTAR_OK) {
    *explanation = explanation_new(grid, &answers);
    if (*explanation == NULL) status = ASTAR_NO_MEMORY;
  }
  opening_fini(&answers.opening, q.grid);
  barrier_fini(&answers.barrier, q.grid);
  if (q.grid != grid) astar_grid_free(q.grid);
  return status;
}

void astar_explanation_free(astar_explanation *explanation) {
  if (LIVE(explanation) == NULL) return;
  memory last = explanation->memory;
  live_free(&last, explanation, explanation->size);
}

// --------------------------------------------------------------------------- accessors

astar_explanation_summary
astar_explanation_summarize(const astar_explanation *explanation) {
  return LIVE(explanation)->summary;
}

// Copies the first `capacity` elements of an array. Returns its number of elements.
static size_t explanation_read(void *to, size_t capacity, const void *from, size_t count,
                               size_t element_size) {
  size_t copied = count < capacity ? count : capacity;
  if (to != NULL && copied > 0) memcpy(to, from, copied * element_size);
  return count;
}

size_t astar_explanation_terrains(const astar_explanation *explanation, uint8_t *terrains,
                                  size_t capacity) {
  return explanation_read(terrains, capacity, LIVE(explanation)->terrains,
                          explanation->terrain_count, sizeof *terrains);
}

size_t astar_explanation_open_tiles(const astar_explanation *explanation,
                                    astar_open_tile *tiles, size_t capacity) {
  return explanation_read(tiles, capacity, LIVE(explanation)->tiles,
                          explanation->tile_count, sizeof *tiles);
}

size_t astar_explanation_points(const astar_explanation *explanation, astar_point *points,
                                size_t capacity) {
  return explanation_read(points, capacity, LIVE(explanation)->points,
                          explanation->point_count, sizeof *points);
}

size_t astar_explanation_costs(const astar_explanation *explanation, double *costs,
                               size_t capacity) {
  return explanation_read(costs, capacity, LIVE(explanation)->costs,
                          explanation->point_count, sizeof *costs);
}

size_t astar_explanation_barrier(const astar_explanation *explanation, astar_point *tiles,
                                 size_t capacity) {
  return explanation_read(tiles, capacity, LIVE(explanation)->barrier,
                          explanation->barrier_count, sizeof *tiles);
}
