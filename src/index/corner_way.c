// Ways: from the tiles where a path may turn to all of its tiles.
#include "index/corner_way.h"

#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------- life

astar_status corner_way_init(corner_way *w, memory *m, uint32_t capacity) {
  w->capacity = capacity;
  w->turns = MEMORY_NEW(m, corner_turn, capacity);
  return w->turns != NULL ? ASTAR_OK : ASTAR_NO_MEMORY;
}

void corner_way_fini(corner_way *w, memory *m) { MEMORY_FREE(m, w->turns, w->capacity); }

size_t corner_way_bytes(const corner_way *w) { return w->capacity * sizeof *w->turns; }

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
        !(corner_way_bends(live->baked, from, to) && corner_way_is_leg(live, to, from)))
      return false;
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

// --------------------------------------------------------------------------------- path

double corner_way_cost(const corner_way *w, const corner_boards *b,
                       const double step_cost[2]) {
  uint32_t counts[2] = {0, 0}; // of straight and of diagonal steps
  for (uint32_t i = 1; i < w->count; i++) {
    direction_leg legs[2];
    direction_split(w->turns[i].x - w->turns[i - 1].x, w->turns[i].y - w->turns[i - 1].y,
                    b->has_diagonals, legs);
    counts[b->has_diagonals] += (uint32_t)legs[0].count;
    counts[0] += (uint32_t)legs[1].count;
  }
  return counts[0] * step_cost[0] + counts[1] * step_cost[1];
}

static int corner_way_count_free(const straight_lines *lines, int x, int y,
                                 direction_leg leg, bool is_behind, int known) {
  if (is_behind) leg.direction = direction_reverse[leg.direction];
  return live_boards_count_free((const live_boards *)lines->source, x + 1, y + 1, leg,
                                known);
}

bool corner_way_write(const corner_way *w, const live_boards *live,
                      const double step_cost[2], straightening *straight,
                      path_builder *path) {
  bool has_diagonals = live->baked->has_diagonals;
  path_builder_clear(path);
  for (uint32_t i = w->count; --i > 0;) {
    corner_turn from = w->turns[i - 1], to = w->turns[i];
    if (!path_builder_add_legs(path, to.x - 1, to.y - 1, to.x - from.x, to.y - from.y,
                               has_diagonals, to.is_backward))
      return false;
  }
  if (!path_builder_add_start(path, w->turns[0].x - 1, w->turns[0].y - 1)) return false;
  if (straight != NULL) {
    straight_lines lines;
    straight_lines_init(&lines, has_diagonals ? step_cost[1] / step_cost[0] : 0);
    lines.is_quick = true;
    lines.count_free = corner_way_count_free;
    lines.source = live;
    if (!straightening_run(straight, &lines, path)) return false;
  }
  path_step steps[DIRECTIONS];
  for (int i = 0; i < DIRECTIONS; i++)
    steps[i] = (path_step){direction_dx[i], direction_dy[i], step_cost[i >= 4]};
  return path_builder_write_uniform(path, steps);
}
