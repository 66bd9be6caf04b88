// Width: the largest mover that gets through, and the place that stops a larger one.
//
// A mover of size n follows each path of a larger mover from the same start to the same
// goal: it covers a part of its tiles and passes a part of its edges. So the sizes that
// get through are 1 to `widest`, and a binary search finds it: the size doubles until
// it does not get through, then the sizes between are halved. Each test is a flood fill
// over bitmaps of the steps of a mover of this size (derived/step_boards).
//
// clang-format off
//     S . . # . . .      size 1 and 2 get through, size 3 does not: the gap between the
//     . . . . . . .      walls is 2 tiles high. The tightest place is the first tile of
//     . . . o . . .      the route of size 2 that size 3 cannot enter.
//     . . . # . . G
// clang-format on
//
// The route is an ordinary query with rules of that size. The cache of the grid keeps
// these rules, so that later queries about the same passage need no new derived data.
#include "explain/explanation.h"

#include "derived/reach.h"
#include "query/cache.h"
#include "query/path.h"
#include "query/query.h"

// The costmap of a mover of another size than that of its rules. It points into the
// boards of this size.
typedef struct width_mover {
  costmap map;
  costmap_tiles tiles;
  astar_rules *rules;
} width_mover;

static astar_status width_make_mover(width_mover *m, const step_boards *b) {
  const costmap *map = b->map;
  rules_variation size = {.size = b->size};
  m->tiles = (costmap_tiles){.filter = map->filter, .passable = b->passable};
  m->tiles.words = map->tiles->words;
  m->map = (costmap){
      .grid = map->grid, .moves = map->moves, .tiles = &m->tiles, .filter = map->filter};
  astar_status status =
      rules_vary(map->rules, &map->grid->memory.allocator, &size, &m->rules);
  m->map.rules = m->rules;
  return status;
}

// Tests whether a mover of the size of the boards gets from start to goal.
static astar_status width_test(const step_boards *b, const question *q, bool *passes) {
  width_mover m;
  reach_set r = {.map = NULL};
  *passes = false;
  if (!costmap_bit(b->map, b->passable, q->goal_x, q->goal_y)) return ASTAR_OK;
  astar_status status = width_make_mover(&m, b);
  if (status != ASTAR_OK) return status;
  const flood_steps *steps = step_boards_suit(b->map) ? &b->steps : NULL;
  status = reach_find(&r, &m.map, steps, q->start_x, q->start_y);
  if (status == ASTAR_OK) *passes = reach_has(&r, q->goal_x, q->goal_y);
  reach_fini(&r);
  astar_rules_free(m.rules);
  return status;
}

// Doubles the size while it gets through. `b` becomes the boards of the last size that
// does, `*fails` the first that does not, at most ASTAR_MAX_SIZE + 1. Size 1 gets
// through.
static astar_status width_double(step_boards *b, const question *q, int *fails) {
  bool passes = true;
  astar_status status = ASTAR_OK;
  while (status == ASTAR_OK && passes && 2 * b->size <= ASTAR_MAX_SIZE) {
    step_boards wider;
    status = step_boards_widen(&wider, b, 2 * b->size);
    if (status == ASTAR_OK) status = width_test(&wider, q, &passes);
    if (status == ASTAR_OK && passes) {
      step_boards last = *b;
      *b = wider;
      wider = last;
    }
    step_boards_fini(&wider);
  }
  *fails = passes ? ASTAR_MAX_SIZE + 1 : 2 * b->size;
  return status;
}

// Halves the sizes between `*widest`, the size of the boards, which gets through, and
// `fails`, which does not.
static astar_status width_halve(const step_boards *b, const question *q, int fails,
                                int *widest) {
  astar_status status = ASTAR_OK;
  while (status == ASTAR_OK && fails - *widest > 1) {
    int size = (*widest + fails) / 2;
    bool passes = false;
    step_boards wider;
    status = step_boards_widen(&wider, b, size);
    if (status == ASTAR_OK) status = width_test(&wider, q, &passes);
    step_boards_fini(&wider);
    if (passes)
      *widest = size;
    else
      fails = size;
  }
  return status;
}

// Finds the first tile of a route that a larger mover cannot enter.
static void width_check_route(const path_builder *route, const costmap *larger,
                              astar_explanation_summary *w) {
  for (uint32_t i = 1; i < route->count; i++) {
    astar_point from = route->points[i - 1], to = route->points[i];
    if (path_is_step(larger, from.x, from.y, to.x, to.y)) continue;
    w->has_tightest = true;
    w->tightest = to;
    return;
  }
}

// Searches the route of size `widest`, and the tightest place on it. `larger` is the
// costmap of the next size.
static astar_status width_follow_route(const question *q, const costmap *larger,
                                       astar_explanation_summary *w) {
  const astar_rules *rules = q->rules;
  rules_variation size = {.size = w->widest};
  astar_status status = cache_vary_rules(q->grid, q->rules, &size, &rules);
  if (status != ASTAR_OK) return status;
  astar_path route = {.builder = {.memory = &q->grid->memory}};
  astar_point goal = {q->goal_x, q->goal_y};
  astar_query query = astar_default_query(rules, q->start_x, q->start_y, &goal, 1);
  query.filter = &q->filter;
  status = query_find_path(q->grid, &query, NULL, &route, NULL);
  if (status == ASTAR_OK) width_check_route(&route.builder, larger, w);
  path_builder_fini(&route.builder);
  return status;
}

// Finds the tightest place by the boards of a size of at most `widest`, and of more than
// half of it.
static astar_status width_find_tightest(const step_boards *b, const question *q,
                                        astar_explanation_summary *w) {
  step_boards wider;
  width_mover m;
  astar_status status = step_boards_widen(&wider, b, w->widest + 1);
  if (status == ASTAR_OK) status = width_make_mover(&m, &wider);
  if (status == ASTAR_OK) {
    status = width_follow_route(q, &m.map, w);
    astar_rules_free(m.rules);
  }
  step_boards_fini(&wider);
  return status;
}

// `b` has the boards of size 1.
static astar_status width_search(step_boards *b, const question *q,
                                 astar_explanation_summary *w) {
  bool passes;
  int fails;
  astar_status status = width_test(b, q, &passes);
  if (status != ASTAR_OK || !passes) return status;
  status = width_double(b, q, &fails);
  if (status != ASTAR_OK) return status;
  w->widest = b->size;
  status = width_halve(b, q, fails, &w->widest);
  if (status != ASTAR_OK || w->widest == ASTAR_MAX_SIZE) return status;
  return width_find_tightest(b, q, w);
}

astar_status width_find(const question *q, astar_explanation_summary *w) {
  bool is_hex = q->grid->layout != ASTAR_SQUARE;
  if (q->start_x == q->goal_x && q->start_y == q->goal_y) {
    w->widest = is_hex ? 1 : ASTAR_MAX_SIZE;
    return ASTAR_OK;
  }
  if (is_hex) {
    astar_status status = astar_is_reachable(q->grid, q->rules, &q->filter, q->start_x,
                                             q->start_y, q->goal_x, q->goal_y);
    w->widest = status == ASTAR_OK;
    return astar_is_error(status) ? status : ASTAR_OK;
  }
  costmap map;
  step_boards boards;
  astar_status status = cache_get(q->grid, q->rules, &q->filter, NULL, &map, NULL);
  if (status != ASTAR_OK) return status;
  status = step_boards_init(&boards, &map);
  if (status == ASTAR_OK) status = width_search(&boards, q, w);
  step_boards_fini(&boards);
  return status;
}
