// Looks for a direct path on the bitmaps of the jump boards.
//
//      s . . . . . .       s: start. The direct path takes the diagonal steps first. At
//      . \ . . . . .       the corner c it is in the row or the column of the goal g.
//      . . c - - - g
//
// First the straight part is scanned, 64 tiles per word of the row or column: this often
// finds an obstacle fast. The turn is where the canonical ordering has it (map/rules), so
// these paths look like those of jump point search.
#include "search/direct_path.h"

static bool direct_path_is_free(const jump_boards *b, int x, int y, direction_leg leg) {
  return jump_boards_count_free(b, x, y, leg, 0) == leg.count;
}

// Whether no path over links can cost less than the direct path, if that is free.
static bool direct_path_is_cheapest(const run *r, int x, int y) {
  const link_bound *b = r->links;
  if (b == NULL) return true;
  uint32_t region = link_bound_region_of(b, grid_cell(r->grid, x, y));
  return link_bound_at(b, region, x, y) >=
         heuristic_direct(&b->heuristic, x, y) * (1 - TOLERANCE_EQUAL);
}

run_status direct_path_find(run *r) {
  const jump_boards *b = r->boards;
  astar_point goal = r->query->goals[0];
  int x = r->query->start_x, y = r->query->start_y;
  if (!direct_path_is_cheapest(r, x, y)) return RUN_EXHAUSTED;
  direction_leg legs[2];
  direction_split(goal.x - x, goal.y - y, b->has_diagonals, legs);
  int corner_x = x + legs[0].count * direction_dx[legs[0].direction];
  int corner_y = y + legs[0].count * direction_dy[legs[0].direction];
  if (!direct_path_is_free(b, corner_x, corner_y, legs[1]) ||
      !direct_path_is_free(b, x, y, legs[0]))
    return RUN_EXHAUSTED;
  path_builder_clear(r->path);
  r->has_path = path_builder_add_legs(r->path, goal.x, goal.y, goal.x - x, goal.y - y,
                                      b->has_diagonals, false) &&
                path_builder_add_start(r->path, x, y);
  return r->has_path ? RUN_FOUND : RUN_NO_MEMORY;
}
