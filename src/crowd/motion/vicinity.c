// The tiles around a tile: see vicinity.h.

#include "crowd/motion/vicinity.h"
#include "base/bits.h"

#include <string.h>

void vicinity_begin(vicinity *v, const costmap *map, int x, int y) {
  v->map = map;
  v->x = x - VICINITY_RADIUS;
  v->y = y - VICINITY_RADIUS;
  v->count = v->next = 0;
  memset(v->steps, 0xff, sizeof v->steps);
}

// The place of a tile in the square; -1: it is outside.
static int vicinity_place(const vicinity *v, int x, int y) {
  int dx = x - v->x, dy = y - v->y;
  bool is_in = dx >= 0 && dy >= 0 && dx < VICINITY_SIDE && dy < VICINITY_SIDE;
  return is_in ? dy * VICINITY_SIDE + dx : -1;
}

void vicinity_add(vicinity *v, int x, int y, int steps, int from) {
  int place = vicinity_place(v, x, y);
  if (place < 0 || v->steps[place] != VICINITY_FAR) return;
  v->steps[place] = (uint16_t)steps;
  v->from[place] = (uint8_t)from;
  v->queue[v->count++] = (uint16_t)place;
}

bool vicinity_next(vicinity *v, vicinity_tile *tile) {
  if (v->next == v->count) return false;
  int place = v->queue[v->next++];
  *tile = (vicinity_tile){v->x + place % VICINITY_SIDE, v->y + place / VICINITY_SIDE,
                          v->steps[place], v->from[place]};
  return true;
}

void vicinity_expand(vicinity *v, const vicinity_tile *tile) {
  const costmap *map = v->map;
  const tile_move *list = map->moves->list[costmap_parity(map, tile->x, tile->y)];
  for (uint64_t moves = costmap_moves(map, tile->x, tile->y); moves != 0;
       moves &= moves - 1) {
    const tile_move *move = &list[bits_lowest(moves)];
    vicinity_add(v, tile->x + move->dx, tile->y + move->dy, tile->steps + 1, tile->from);
  }
}

int vicinity_steps(const vicinity *v, int x, int y) {
  int place = vicinity_place(v, x, y);
  return place < 0 ? VICINITY_FAR : v->steps[place];
}
