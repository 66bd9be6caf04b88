// Ways: from the tiles where a path may turn to all of its tiles.
//
// A leg consists of at most two runs of equal steps. A path builder holds tiles and moves
// last to first, and costs first to last. So costs are written from the start, tiles and
// moves from the goal. Each loop writes several elements at a time, and may write some
// after the last one of its run: the next run overwrites them. Runs have 10 steps or so;
// for so few, loops that a compiler vectorizes take longer to begin than to run.
#include "index/corner_way.h"

#include <stdlib.h>
#include <string.h>

#include "base/directions.h"

// -------------------------------------------------------------------------------- life

astar_status corner_way_init(corner_way *w, memory *m, uint32_t capacity) {
  w->capacity = capacity;
  w->turns = (corner_turn *)memory_new(m, capacity * sizeof *w->turns);
  w->runs = (corner_run *)memory_new(m, 2 * capacity * sizeof *w->runs);
  return w->turns != NULL && w->runs != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

void corner_way_fini(corner_way *w, memory *m) {
  memory_free(m, w->turns, w->capacity * sizeof *w->turns);
  memory_free(m, w->runs, 2 * w->capacity * sizeof *w->runs);
}

size_t corner_way_bytes(const corner_way *w) {
  return w->capacity * (sizeof *w->turns + 2 * sizeof *w->runs);
}

// --------------------------------------------------------------------------------- legs

// Whether a leg has steps of both kinds, so that their order matters.
static bool corner_way_bends(const corner_boards *b, corner_turn from, corner_turn to) {
  int dx = abs(to.x - from.x), dy = abs(to.y - from.y);
  return dx != 0 && dy != 0 && !(b->has_diagonals && dx == dy);
}

static bool corner_way_is_leg(const live_boards *live, corner_turn from, corner_turn to) {
  return live_boards_is_leg(live, from.x, from.y, to.x, to.y);
}

bool corner_way_verify(corner_way *w, const live_boards *live) {
  for (uint32_t i = 1; i < w->count; i++) {
    corner_turn from = w->turns[i - 1], to = w->turns[i];
    bool is_forward = corner_way_is_leg(live, from, to);
    if (!is_forward &&
        !(corner_way_bends(live->baked, from, to) && corner_way_is_leg(live, to, from))) {
      return false;
    }
    w->turns[i].is_backward = !is_forward;
  }
  return true;
}

void corner_way_orient(corner_way *w, const live_boards *live) {
  for (uint32_t i = 2; i + 1 < w->count; i++) {
    corner_turn from = w->turns[i - 1], to = w->turns[i];
    if (!corner_way_bends(live->baked, from, to)) continue;
    w->turns[i].is_backward = !corner_way_is_leg(live, from, to);
  }
  if (w->count > 2) w->turns[w->count - 1].is_backward = true;
}

// --------------------------------------------------------------------------------- runs

// Adds a run, if it has any steps.
static inline void corner_way_add_run(corner_way *w, int dx, int dy, int count) {
  static const int8_t directions[3][3] = {{7, 0, 4}, {3, 0, 1}, {6, 2, 5}};
  w->runs[w->run_count] =
      (corner_run){(uint16_t)count, (uint16_t)directions[dy + 1][dx + 1]};
  w->run_count += count > 0;
}

void corner_way_unroll(corner_way *w, const corner_boards *b) {
  uint32_t all_majors = 0, all_minors = 0;
  w->run_count = 0;
  for (uint32_t i = 1; i < w->count; i++) {
    corner_turn from = w->turns[i - 1], to = w->turns[i];
    int dx = to.x - from.x, dy = to.y - from.y, columns = abs(dx), rows = abs(dy);
    int sign_x = (dx > 0) - (dx < 0), sign_y = (dy > 0) - (dy < 0);
    bool is_wide = b->has_diagonals ? columns > rows : true;
    int majors = b->has_diagonals && !is_wide ? columns : rows;
    int minors = b->has_diagonals ? abs(columns - rows) : columns;
    int major_x = b->has_diagonals ? sign_x : 0;
    int minor_x = is_wide ? sign_x : 0, minor_y = is_wide ? 0 : sign_y;
    if (to.is_backward) corner_way_add_run(w, minor_x, minor_y, minors);
    corner_way_add_run(w, major_x, sign_y, majors);
    if (!to.is_backward) corner_way_add_run(w, minor_x, minor_y, minors);
    all_majors += (uint32_t)majors;
    all_minors += (uint32_t)minors;
  }
  w->straights = b->has_diagonals ? all_minors : all_minors + all_majors;
  w->diagonals = b->has_diagonals ? all_majors : 0;
}

// -------------------------------------------------------------------------------- tiles

// Writes the costs up to each step of a run, four at a time.
static inline double corner_way_write_costs(double *costs, int count, double cost,
                                            double step) {
  double first = step, second = 2 * step, third = 3 * step, fourth = 4 * step;
  for (int i = 0; i < count; i += 4) {
    costs[i] = cost + first;
    costs[i + 1] = cost + second;
    costs[i + 2] = cost + third;
    costs[i + 3] = cost + fourth;
    cost += fourth;
  }
  return costs[count - 1];
}

// Writes the tiles that a run enters, from the last one back, two at a time. A pair is a
// number, and so is the difference of two pairs: all tiles, also the one where the run
// begins and that follows them, are on the grid, so that no difference overflows.
static inline void corner_way_write_points(astar_point *points, int x, int y, int dx,
                                           int dy, int count) {
  astar_point tiles[4];
  uint64_t pair, next;
  for (int i = 0; i < 4; i++) {
    tiles[i] = (astar_point){(uint16_t)(x - i * dx), (uint16_t)(y - i * dy)};
  }
  memcpy(&pair, tiles, sizeof pair);
  memcpy(&next, tiles + 2, sizeof next);
  uint64_t step = next - pair;
  for (int i = 0; i < count; i += 2, pair += step) memcpy(points + i, &pair, sizeof pair);
}

// Writes the moves of a run, eight at a time.
static inline void corner_way_write_moves(uint8_t *moves, int direction, int count) {
  uint64_t word = (uint64_t)direction * UINT64_C(0x0101010101010101);
  for (int i = 0; i < count; i += 8) memcpy(moves + i, &word, sizeof word);
}

// So many elements may be written after the last one.
enum { CORNER_WAY_MARGIN = 8 };

bool corner_way_write(const corner_way *w, const double step_cost[2],
                      path_builder *path) {
  uint32_t count = w->straights + w->diagonals + 1;
  if (!path_builder_reserve(path, count + CORNER_WAY_MARGIN)) return false;
  double *costs = path->costs, cost = *costs++ = 0;
  for (uint32_t i = 0; i < w->run_count; i++) {
    corner_run run = w->runs[i];
    cost = corner_way_write_costs(costs, run.count, cost, step_cost[run.direction >= 4]);
    costs += run.count;
  }
  astar_point *points = path->points;
  uint8_t *moves = path->moves;
  int x = w->turns[w->count - 1].x - 1, y = w->turns[w->count - 1].y - 1;
  for (uint32_t i = w->run_count; i-- > 0;) {
    corner_run run = w->runs[i];
    int dx = direction_dx[run.direction], dy = direction_dy[run.direction];
    corner_way_write_points(points, x, y, dx, dy, run.count);
    corner_way_write_moves(moves, run.direction, run.count);
    x -= dx * run.count;
    y -= dy * run.count;
    points += run.count;
    moves += run.count;
  }
  *points = (astar_point){(uint16_t)x, (uint16_t)y};
  *moves = MOVE_START;
  path->count = count;
  path->cost = cost;
  return true;
}
