// Choke points: a smallest set of tiles that cuts a start off from a goal.
//
// Where a step is stopped only by the tile that it enters, this is a smallest vertex cut
// (explain/vertex_cut). Two kinds of moves depend on other tiles, too: diagonal ones
// under a corner rule, and moves with `clear` tiles.
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
// All other rules with such moves are not suited.
#include "astar_explain.h"
#include "query/cache.h"
#include "query/validation.h"
#include "explain/vertex_cut.h"

// Whether steps that depend on tiles that they do not enter can be left out, whatever is
// blocked. `*moves` receives all other moves, one bit per move.
static bool chokepoints_is_suited(const costmap *map, uint64_t *moves) {
  unsigned straight = 0;
  bool turns = false;
  *moves = ~(uint64_t)0;
  if (map->grid->layout != ASTAR_SQUARE) return true;
  for (int i = 0; i < map->moves->count; i++) {
    const tile_move *move = &map->moves->list[0][i];
    if (map->rules->moves[move->rule].clear_count > 0) return false;
    if (move->direction >= 4 && corner_rule_needs_way(map->rules->diagonal)) {
      *moves ^= (uint64_t)1 << i;
      turns = true;
    } else if (move->direction >= 0) {
      straight |= 1u << move->direction;
    }
  }
  return !turns || ((straight & 0x0f) == 0x0f && !rules_forbid_steps(map->rules));
}

// Finds the set by boards.
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
  if (step_boards_suit(query->map))
    return chokepoints_find_by_boards(query, points, count);
  astar_status status = ASTAR_OK;
  if (!costmap_has_local_moves(query->map))
    status = costmap_ensure_legal(query->map, NULL);
  return status == ASTAR_OK ? vertex_cut_find(query, points, count) : status;
}

astar_status astar_chokepoints(astar_grid *grid, const astar_rules *rules,
                               const astar_filter *filter, int start_x, int start_y,
                               int goal_x, int goal_y, int max, astar_point *points,
                               int *count) {
  int found = 0;
  if (count == NULL) count = &found;
  *count = 0;
  if (!validation_has_rules(grid, rules, filter) || points == NULL || max < 1 ||
      rules->size > 1)
    return ASTAR_INVALID;
  if (!grid_contains(grid, start_x, start_y) || !grid_contains(grid, goal_x, goal_y))
    return ASTAR_OUT_OF_BOUNDS;
  costmap map;
  astar_status status = cache_get(grid, rules, filter, NULL, &map, NULL);
  if (status != ASTAR_OK) return status;
  uint64_t moves;
  if (!chokepoints_is_suited(&map, &moves)) return ASTAR_UNSUITED;
  if (start_x == goal_x && start_y == goal_y) return ASTAR_LIMIT;
  if (!costmap_is_passable(&map, goal_x, goal_y)) return ASTAR_GOAL_BLOCKED;
  vertex_cut_query query = {.map = &map,
                            .moves = moves,
                            .start = grid_cell(grid, start_x, start_y),
                            .goal = grid_cell(grid, goal_x, goal_y),
                            .max = max};
  status = chokepoints_find(&query, points, count);
  if (status == ASTAR_OK && *count == 0) status = ASTAR_UNREACHABLE;
  if (status != ASTAR_OK) *count = 0;
  return status;
}
