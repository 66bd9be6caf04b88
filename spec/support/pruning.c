/// Compares the two ways in which jump point search prunes moves.
///
/// One is the table of canonical moves of the rules, which is computed by brute force for
/// each 3 x 3 neighborhood. The other are the jump boards, which find the forced
/// neighbors of 64 tiles at a time with logical operations. Method: for every
/// neighborhood and every direction, a jump must stop at the middle tile if the table has
/// other moves than the natural neighbors, and only then. The program includes internal
/// headers of the core.
///
/// Built and run by spec/quality/programs_spec.lua.
#include "query/cache.h"
#include "rounds.h"

enum { WALL = 0, FLOOR = 1, MIDDLE = 1 };

/// The natural neighbors after a step: the same direction, and after a step in a major
/// direction (diagonal; with four neighbors north and south) the minor ones of its turns.
static unsigned natural_moves(const jump_boards *b, int direction) {
  unsigned moves = 1u << direction;
  int dx = direction_dx[direction], dy = direction_dy[direction];
  if (b->has_diagonals ? direction < 4 : dx != 0) return moves;
  if (!b->has_diagonals) return moves | 1u << 1 | 1u << 3;
  return moves | 1u << direction_of(dx, 0) | 1u << direction_of(0, dy);
}

static bool has_bit(const jump_boards *b, uint64_t *const *boards, int direction, int x,
                    int y) {
  if (direction >= 4) {
    int diagonal = jump_boards_diagonal(b, direction, x + 1, y + 1);
    return jump_boards_bit(boards[direction], b->column_words, diagonal, y + 1);
  }
  return direction_dy[direction] == 0
             ? jump_boards_bit(boards[direction], b->row_words, y + 1, x + 1)
             : jump_boards_bit(boards[direction], b->column_words, x + 1, y + 1);
}

/// Whether a jump in a major direction may end in the middle, because a jump from there
/// in one of its minor directions would reach a jump point.
static bool reaches_from_middle(const jump_boards *b, unsigned minor) {
  bool reaches = false;
  for (int d = 0; d < 4; d++)
    if ((minor >> d & 1) != 0) reaches |= has_bit(b, b->reach, d, MIDDLE, MIDDLE);
  return reaches;
}

/// Checks the middle of a neighborhood for one direction of arrival.
static void check_arrival(const costmap *map, const jump_boards *b, unsigned around,
                          int direction) {
  const astar_rules *rules = map->rules;
  int x = MIDDLE - direction_dx[direction], y = MIDDLE - direction_dy[direction];
  if (!costmap_is_passable(map, x, y) || (costmap_moves(map, x, y) >> direction & 1) == 0)
    return;
  unsigned natural = natural_moves(b, direction);
  bool is_forced = (rules->canonical[direction][around] & ~natural) != 0;
  if (direction < 4 && (b->has_diagonals || direction_dx[direction] != 0)) {
    REQUIRE(has_bit(b, b->stops, direction, MIDDLE, MIDDLE) == is_forced);
  } else {
    bool reaches = reaches_from_middle(b, natural & ~(1u << direction));
    REQUIRE(has_bit(b, b->turns, direction, MIDDLE, MIDDLE) == (is_forced || reaches));
  }
}

/// A map that is one neighborhood, its tiles numbered row by row.
static int check_neighborhood(const astar_rules *rules, unsigned around) {
  astar_grid *grid;
  costmap map;
  derived_data *derived;
  REQUIRE(astar_grid_new(NULL, 3, 3, ASTAR_SQUARE, WALL, &grid) == ASTAR_OK);
  for (int tile = 0; tile < 9; tile++) {
    if ((around >> tile & 1) == 0) continue;
    REQUIRE(astar_grid_set(grid, tile % 3, tile / 3, FLOOR) == ASTAR_OK);
  }
  REQUIRE(cache_get(grid, rules, NULL, NULL, &map, &derived) == ASTAR_OK);
  REQUIRE(jump_points_why_unsuited(&map) == NULL);
  REQUIRE(jump_boards_update(&derived->jump_boards, &map, NULL) == ASTAR_OK);
  REQUIRE(costmap_neighborhood(&map, MIDDLE, MIDDLE) == around);
  for (int d = 0; d < rules->move_count; d++)
    check_arrival(&map, &derived->jump_boards, around, d);
  astar_grid_free(grid);
  return 1;
}

int main(void) {
  int checked = 0;
  for (int diagonal = ASTAR_DIAGONAL_ALWAYS;
       diagonal <= ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES; diagonal++) {
    astar_rules_def def = astar_default_rules();
    astar_rules *rules;
    def.diagonal = (astar_diagonal)diagonal;
    astar_rules_def_set(&def, FLOOR, 1);
    REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
    for (unsigned around = 0; around < 512; around++)
      if ((around >> 4 & 1) != 0) checked += check_neighborhood(rules, around);
    astar_rules_free(rules);
  }
  printf("%d neighborhoods: jump boards and canonical moves agree\n", checked);
  return 0;
}
