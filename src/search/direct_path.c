// Looks for a direct path on the bitmaps of the jump boards.
//
//      s . . . . . .       s: start. The direct path takes the diagonal steps first. At
//      . \ . . . . .       the corner c it is in the row or the column of the goal g.
//      . . c - - - g
//
// First the straight part is scanned, 64 tiles per word of the row or column: this often
// finds an obstacle fast. Then the diagonal steps are tested one by one. The turn is
// where the canonical ordering has it (map/rules), so these paths look like those of jump
// point search.
#include "search/direct_path.h"

#include <stdlib.h>

#include "base/bits.h"

// The two parts of a direct path. Coordinates count the border of the boards: tile (0, 0)
// of the grid is (1, 1).
typedef struct direct_path {
  int x, y;                 ///< the start
  int first, first_count;   ///< direction and number of the first steps
  int second, second_count; ///< the same for the steps after the corner
  int corner_x, corner_y;   ///< where the first steps end
} direct_path;

static direct_path direct_path_between(const jump_boards *b, const astar_query *query) {
  int dx = query->goals[0].x - query->start_x, dy = query->goals[0].y - query->start_y;
  int columns = abs(dx), rows = abs(dy), sign_x = (dx > 0) - (dx < 0),
      sign_y = (dy > 0) - (dy < 0);
  direct_path p = {.x = query->start_x + 1, .y = query->start_y + 1};
  int first_x = b->has_diagonals ? sign_x : 0;
  p.first_count = !b->has_diagonals ? rows : columns < rows ? columns : rows;
  p.first = p.first_count > 0 ? direction_of(first_x, sign_y) : 0;
  p.corner_x = p.x + p.first_count * first_x;
  p.corner_y = p.y + p.first_count * sign_y;
  p.second_count = b->has_diagonals ? abs(columns - rows) : columns;
  bool is_row = !b->has_diagonals || columns > rows;
  p.second = is_row ? (dx < 0 ? 3 : 1) : (dy < 0 ? 0 : 2);
  return p;
}

// Whether a number of tiles of a line after tile `at` are passable.
static bool direct_path_is_line_clear(const uint64_t *line, int at, int step, int count) {
  int from = step > 0 ? at + 1 : at - count, to = from + count;
  return bits_find(line, from, to, ~(uint64_t)0) == to;
}

// Whether straight steps from (x, y) are legal.
static bool direct_path_is_straight_clear(const jump_boards *b, int x, int y,
                                          int direction, int count) {
  int dx = direction_dx[direction], dy = direction_dy[direction];
  return dy == 0 ? direct_path_is_line_clear(b->passable + (size_t)y * b->row_words, x,
                                             dx, count)
                 : direct_path_is_line_clear(b->columns + (size_t)x * b->column_words, y,
                                             dy, count);
}

static bool direct_path_is_diagonal_clear(const jump_boards *b, int x, int y,
                                          int direction, int count) {
  int dx = direction_dx[direction], dy = direction_dy[direction];
  for (int i = 1; i <= count; i++) {
    if (!jump_boards_is_diagonal(b, x + i * dx, y + i * dy, dx, dy)) return false;
  }
  return true;
}

static bool direct_path_is_clear(const direct_path *p, const jump_boards *b) {
  if (!direct_path_is_straight_clear(b, p->corner_x, p->corner_y, p->second,
                                     p->second_count)) {
    return false;
  }
  return b->has_diagonals
             ? direct_path_is_diagonal_clear(b, p->x, p->y, p->first, p->first_count)
             : direct_path_is_straight_clear(b, p->x, p->y, p->first, p->first_count);
}

// Adds steps to the path, from the last to the first. (*x, *y) is where they end, and
// afterwards where they begin.
static bool direct_path_add(path_builder *path, int *x, int *y, int direction,
                            int count) {
  for (; count > 0; count--) {
    if (!path_builder_add(path, *x, *y, (uint8_t)direction)) return false;
    *x -= direction_dx[direction];
    *y -= direction_dy[direction];
  }
  return true;
}

run_status direct_path_find(run *r) {
  direct_path p = direct_path_between(r->boards, r->query);
  if (!direct_path_is_clear(&p, r->boards)) return RUN_EXHAUSTED;
  int x = r->query->goals[0].x, y = r->query->goals[0].y;
  path_builder_clear(r->path);
  r->has_path = direct_path_add(r->path, &x, &y, p.second, p.second_count) &&
                direct_path_add(r->path, &x, &y, p.first, p.first_count) &&
                path_builder_add(r->path, x, y, MOVE_START);
  if (!r->has_path) return RUN_NO_MEMORY;
  path_builder_sum_cost(r->path, &r->map);
  return RUN_FOUND;
}
