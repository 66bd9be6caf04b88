// Ways: from the tiles where a path may turn to all of its tiles.
//
// A leg consists of at most two runs of equal steps. A path builder holds tiles and moves
// last to first, and costs first to last.
//
// Runs are short: most have less than CORNER_WAY_BLOCK steps. A branch that depends on
// the length of a run is often predicted wrong, which takes as long as to write 10 tiles.
// So a block of tiles is always written whole, also when the run ends in its middle: the
// next run overwrites the rest. The cost up to a tile is the cost up to the block plus a
// multiple of that of a step. The last runs of a path, before which there is no room for
// a block, are written tile by tile.
#include "index/corner_way.h"

#include <stdlib.h>
#include <string.h>

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

// The end of a path that is being written.
typedef struct corner_pen {
  astar_point *points; ///< of the last tile that was written; the next one is before it
  uint8_t *moves;
  double *costs; ///< of the next tile
  double cost;
} corner_pen;

static inline astar_point corner_way_step(astar_point tile, int direction, int count) {
  return (astar_point){tile.x + count * direction_dx[direction],
                       tile.y + count * direction_dy[direction]};
}

// Writes a block of a run, which may be longer than the rest of the run.
static inline void corner_way_write_block(const corner_pen *pen, int direction,
                                          const double *steps) {
  astar_point tile = *pen->points;
  for (int i = 1; i <= CORNER_WAY_BLOCK; i++) {
    pen->points[-i] = corner_way_step(tile, direction, i);
  }
  memset(pen->moves - CORNER_WAY_BLOCK, direction, CORNER_WAY_BLOCK);
  for (int i = 0; i < CORNER_WAY_BLOCK; i++) pen->costs[i] = pen->cost + steps[i];
}

// Moves the pen over so many steps of a block.
static inline void corner_way_move(corner_pen *pen, int count, const double *steps) {
  pen->points -= count;
  pen->moves -= count;
  pen->costs += count;
  pen->cost += steps[count - 1];
}

static inline void corner_way_write_run(corner_pen *pen, corner_run piece,
                                        const double *steps) {
  int rest = piece.count;
  for (; rest > CORNER_WAY_BLOCK; rest -= CORNER_WAY_BLOCK) {
    corner_way_write_block(pen, piece.direction, steps);
    corner_way_move(pen, CORNER_WAY_BLOCK, steps);
  }
  corner_way_write_block(pen, piece.direction, steps);
  corner_way_move(pen, rest, steps);
}

// The same, where there may be no room for a block. Tile by tile.
static void corner_way_write_last_run(corner_pen *pen, corner_run piece,
                                      const double *steps) {
  for (int i = 0; i < piece.count; i++) {
    pen->points[-1] = corner_way_step(*pen->points, piece.direction, 1);
    pen->moves[-1] = (uint8_t)piece.direction;
    *pen->costs = pen->cost + steps[0];
    corner_way_move(pen, 1, steps);
  }
}

bool corner_way_write(const corner_way *w, const double step_cost[2],
                      path_builder *path) {
  uint32_t count = w->straights + w->diagonals + 1;
  if (!path_builder_reserve(path, count + CORNER_WAY_BLOCK)) return false;
  double steps[2][CORNER_WAY_BLOCK];
  for (int i = 0; i < CORNER_WAY_BLOCK; i++) {
    steps[0][i] = (i + 1) * step_cost[0];
    steps[1][i] = (i + 1) * step_cost[1];
  }
  corner_pen pen = {path->points + count - 1, path->moves + count - 1, path->costs + 1,
                    0};
  *pen.points = (astar_point){w->turns[0].x - 1, w->turns[0].y - 1};
  *pen.moves = MOVE_START;
  path->costs[0] = 0;
  for (uint32_t i = 0; i < w->run_count; i++) {
    corner_run piece = w->runs[i];
    const double *costs = steps[piece.direction >= 4];
    if (pen.points - path->points >= piece.count + CORNER_WAY_BLOCK) {
      corner_way_write_run(&pen, piece, costs);
    } else {
      corner_way_write_last_run(&pen, piece, costs);
    }
  }
  path->count = count;
  path->cost = pen.cost;
  return true;
}
