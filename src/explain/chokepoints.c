// Choke points: a smallest set of tiles that cuts a start off from a goal.
//
// Where a step is stopped only by the tile that it enters, this is a smallest vertex cut
// (search/vertex_cut). Two kinds of moves depend on other tiles, too: diagonal ones under
// a corner rule, and moves with `clear` tiles.
//
// A diagonal step that needs a free way around the corner can be left out where that way
// consists of two legal straight steps: what blocks the way blocks the diagonal step. So
// for rules with all four straight moves, and without pair costs that forbid steps, the
// cut of the straight steps is the answer.
//
// clang-format off
//     S a      The step from S to E is legal while a and b are free. Then S to a to E is
//     b E      legal, too. To cut E off, both a and b must be blocked in any case.
// clang-format on
//
// For all other rules there are two bounds. Without the steps that depend on other tiles
// a cut needs at most as many tiles as the answer: when such a cut stops these steps,
// too, it is the answer. As if these steps did not depend on other tiles, a cut needs at
// least as many. Between the two bounds a search tree finds the answer
// (search/hitting_set).
#include "query/cache.h"
#include "query/validation.h"
#include "search/hitting_set.h"
#include "search/vertex_cut.h"

#include <string.h>

// The search tree gives up after so many expansions of tiles [about a second].
enum { CHOKEPOINTS_WORK = 1 << 23 };

// Whether a move of the costmap depends on tiles that it does not enter.
static bool chokepoints_depends(const costmap *map, const tile_move *move) {
  if (map->grid->layout != ASTAR_SQUARE) return false;
  return map->rules->moves[move->rule].clear_count > 0 ||
         (move->direction >= 4 && map->rules->corner_obstacles < 2);
}

// The moves that depend on no other tile, one bit per move.
static uint64_t chokepoints_plain_moves(const costmap *map) {
  uint64_t plain = 0;
  for (int i = 0; i < map->moves->count; i++) {
    if (chokepoints_depends(map, &map->moves->list[0][i])) continue;
    plain |= (uint64_t)1 << i;
  }
  return plain;
}

// Whether the plain moves reach all that the other moves reach, whatever is blocked.
static bool chokepoints_is_plain(const costmap *map, uint64_t plain) {
  unsigned straight = 0;
  bool is_plain = true;
  for (int i = 0; i < map->moves->count; i++) {
    int direction = map->moves->list[0][i].direction;
    if ((plain >> i & 1) != 0) {
      if (direction >= 0) straight |= 1u << direction;
    } else if (direction < 4 || map->rules->corner_obstacles == 2) {
      return false; // not a diagonal step that needs a way around its corner
    } else {
      is_plain = false;
    }
  }
  return is_plain || ((straight & 0x0f) == 0x0f && !rules_forbid_steps(map->rules));
}

// Searches for a set with fewer tiles than the upper bound, which is `*count` when
// `status` is ASTAR_OK, otherwise above `max`. `lower` is the lower bound.
static astar_status chokepoints_improve(const hitting_set_query *search, int lower,
                                        int max, astar_status status, astar_point *points,
                                        int *count) {
  int upper = status == ASTAR_OK ? *count : max + 1;
  astar_point *fewer = (astar_point *)memory_resize(&search->map->grid->memory, NULL, 0,
                                                    (size_t)(upper + 1) * sizeof *fewer);
  if (fewer == NULL) return ASTAR_NO_MEMORY;
  for (int size = lower; size < upper; size++) {
    int found;
    astar_status tried = hitting_set_find(search, size, fewer, &found);
    if (tried == ASTAR_UNREACHABLE) continue;
    if (tried == ASTAR_OK) {
      memcpy(points, fewer, (size_t)found * sizeof *points);
      *count = found;
    }
    if (tried != ASTAR_LIMIT) status = tried;
    break;
  }
  memory_free(&search->map->grid->memory, fewer, (size_t)(upper + 1) * sizeof *fewer);
  return status;
}

// Finds the set for rules with steps that depend on other tiles. `query` has the plain
// moves, and `*count` tiles of their cut are in `points`.
static astar_status chokepoints_search(const vertex_cut_query *query, astar_point *points,
                                       int *count) {
  hitting_set_query search = {query->map, query->start, query->goal, INT64_MAX};
  astar_status status = hitting_set_check(&search, points, *count);
  if (status != ASTAR_LIMIT) return status;
  int lower = *count;
  vertex_cut_query all = *query;
  all.moves = ~(uint64_t)0;
  status = vertex_cut_find(&all, points, count);
  if (status != ASTAR_OK && status != ASTAR_LIMIT) return status;
  search.work = CHOKEPOINTS_WORK;
  return chokepoints_improve(&search, lower, query->max, status, points, count);
}

// Finds the set of plain moves by boards.
static astar_status chokepoints_find_by_boards(const vertex_cut_query *query,
                                               astar_point *points, int *count) {
  step_boards boards;
  vertex_cut_query by_boards = *query;
  astar_status status = step_boards_init(&boards, query->map);
  by_boards.steps = &boards.steps;
  if (status == ASTAR_OK) status = vertex_cut_find(&by_boards, points, count);
  step_boards_fini(&boards);
  return status;
}

static astar_status chokepoints_find(const vertex_cut_query *query, astar_point *points,
                                     int *count) {
  budget unlimited = {BUDGET_UNLIMITED};
  bool is_plain = chokepoints_is_plain(query->map, query->moves);
  if (is_plain && step_boards_suit(query->map)) {
    return chokepoints_find_by_boards(query, points, count);
  }
  astar_status status = ASTAR_OK;
  if (!costmap_has_local_moves(query->map)) {
    status = costmap_ensure_legal(query->map, &unlimited);
  }
  if (status == ASTAR_OK) status = vertex_cut_find(query, points, count);
  if (status == ASTAR_OK && !is_plain) status = chokepoints_search(query, points, count);
  return status;
}

astar_status astar_chokepoints(astar_grid *grid, const astar_rules *rules,
                               const astar_filter *filter, int start_x, int start_y,
                               int goal_x, int goal_y, int max, astar_point *points,
                               int *count) {
  int found = 0;
  if (count == NULL) count = &found;
  *count = 0;
  if (!validation_has_rules(grid, rules, filter) || points == NULL || max < 1 ||
      rules->size > 1) {
    return ASTAR_INVALID;
  }
  if (!grid_contains(grid, start_x, start_y) || !grid_contains(grid, goal_x, goal_y)) {
    return ASTAR_OUT_OF_BOUNDS;
  }
  costmap map;
  astar_status status = cache_get_now(grid, rules, filter, &map, NULL);
  if (status != ASTAR_OK) return status;
  if (start_x == goal_x && start_y == goal_y) return ASTAR_LIMIT;
  if (!costmap_is_passable(&map, goal_x, goal_y)) return ASTAR_GOAL_BLOCKED;
  vertex_cut_query query = {.map = &map,
                            .moves = chokepoints_plain_moves(&map),
                            .start = grid_cell(grid, start_x, start_y),
                            .goal = grid_cell(grid, goal_x, goal_y),
                            .max = max};
  status = chokepoints_find(&query, points, count);
  if (status == ASTAR_OK && *count == 0) status = ASTAR_UNREACHABLE;
  if (status != ASTAR_OK) *count = 0;
  return status;
}
