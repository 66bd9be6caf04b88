// Ways: from the tiles where a path may turn to all of its tiles.
//
// A leg consists of at most two runs of equal steps. The tiles and moves of a run are
// written by loops without branches, which compilers turn into vector instructions; so
// are the costs: the cost up to step k of a run is that of its begin plus k times the
// cost of a step. A path builder holds tiles last to first, and costs first to last.
#include "index/corner_way.h"

#include <stdlib.h>
#include <string.h>

#include "base/directions.h"

void corner_way_reverse(corner_way *w, uint32_t first) {
  for (uint32_t i = first, j = w->count; i + 1 < j; i++) {
    corner_turn turn = w->turns[--j];
    w->turns[j] = w->turns[i];
    w->turns[i] = turn;
  }
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

// -------------------------------------------------------------------------------- tiles

// The steps of a leg.
typedef struct corner_leg {
  int major_count, minor_count;
  int major_dx, major_dy, minor_dx, minor_dy; ///< of one step
} corner_leg;

static inline corner_leg corner_way_leg(const corner_boards *b, corner_turn from,
                                        corner_turn to) {
  int dx = to.x - from.x, dy = to.y - from.y, columns = abs(dx), rows = abs(dy);
  int sign_x = (dx > 0) - (dx < 0), sign_y = (dy > 0) - (dy < 0);
  if (!b->has_diagonals) return (corner_leg){rows, columns, 0, sign_y, sign_x, 0};
  bool is_wide = columns > rows;
  return (corner_leg){is_wide ? rows : columns, abs(columns - rows), sign_x, sign_y,
                      is_wide ? sign_x : 0,     is_wide ? 0 : sign_y};
}

void corner_way_count_steps(corner_way *w, const corner_boards *b) {
  uint32_t majors = 0, minors = 0;
  for (uint32_t i = 1; i < w->count; i++) {
    corner_leg leg = corner_way_leg(b, w->turns[i - 1], w->turns[i]);
    majors += (uint32_t)leg.major_count;
    minors += (uint32_t)leg.minor_count;
  }
  w->straights = b->has_diagonals ? minors : minors + majors;
  w->diagonals = b->has_diagonals ? majors : 0;
}

// The end of a path that is being written: the tile at `place`, counted from the last
// tile of the path, and its cost.
typedef struct corner_pen {
  path_builder *path;
  int x, y;       ///< on the grid
  uint32_t place; ///< in `points` and `moves`
  double cost;
} corner_pen;

// Writes a run of equal steps.
static inline void corner_way_write_run(corner_pen *pen, int dx, int dy, int count,
                                        double step) {
  if (count == 0) return;
  path_builder *path = pen->path;
  uint32_t place = pen->place - (uint32_t)count;
  astar_point *points = path->points + place;
  double *costs = path->costs + (path->count - pen->place), cost = pen->cost;
  int x = pen->x + dx * count, y = pen->y + dy * count;
  for (int i = 0; i < count; i++) {
    points[i] = (astar_point){(uint16_t)(x - i * dx), (uint16_t)(y - i * dy)};
  }
  memset(path->moves + place, direction_of(dx, dy), (size_t)count);
  for (int i = 0; i < count; i++) costs[i] = cost + (i + 1) * step;
  *pen = (corner_pen){path, x, y, place, costs[count - 1]};
}

bool corner_way_write(const corner_way *w, const corner_boards *b,
                      const double step_cost[2], path_builder *path) {
  uint32_t count = w->straights + w->diagonals + 1;
  if (!path_builder_reserve(path, count)) return false;
  path->count = count;
  corner_pen pen = {path, w->turns[0].x - 1, w->turns[0].y - 1, count - 1, 0};
  path->points[pen.place] = (astar_point){(uint16_t)pen.x, (uint16_t)pen.y};
  path->moves[pen.place] = MOVE_START;
  path->costs[0] = 0;
  double major = step_cost[b->has_diagonals], minor = step_cost[0];
  for (uint32_t i = 1; i < w->count; i++) {
    bool is_backward = w->turns[i].is_backward;
    corner_leg leg = corner_way_leg(b, w->turns[i - 1], w->turns[i]);
    if (is_backward) {
      corner_way_write_run(&pen, leg.minor_dx, leg.minor_dy, leg.minor_count, minor);
    }
    corner_way_write_run(&pen, leg.major_dx, leg.major_dy, leg.major_count, major);
    if (!is_backward) {
      corner_way_write_run(&pen, leg.minor_dx, leg.minor_dy, leg.minor_count, minor);
    }
  }
  path->cost = pen.cost;
  return true;
}
