// The tiles around a tile: see surroundings.h.

#include "crowd/motion/surroundings.h"
#include "base/bits.h"

#include <string.h>

void surroundings_begin(surroundings *s, const costmap *map, int x, int y) {
  s->map = map;
  s->x = x - SURROUNDINGS_RADIUS;
  s->y = y - SURROUNDINGS_RADIUS;
  s->count = s->next = 0;
  memset(s->steps, 0xff, sizeof s->steps);
}

// The place of a tile in the square; -1: it is outside.
static int surroundings_place(const surroundings *s, int x, int y) {
  int dx = x - s->x, dy = y - s->y;
  bool is_in = dx >= 0 && dy >= 0 && dx < SURROUNDINGS_SIDE && dy < SURROUNDINGS_SIDE;
  return is_in ? dy * SURROUNDINGS_SIDE + dx : -1;
}

void surroundings_add(surroundings *s, int x, int y, int steps, int from) {
  int place = surroundings_place(s, x, y);
  if (place < 0 || s->steps[place] != SURROUNDINGS_FAR) return;
  s->steps[place] = (uint16_t)steps;
  s->from[place] = (uint8_t)from;
  s->queue[s->count++] = (uint16_t)place;
}

bool surroundings_next(surroundings *s, surroundings_tile *tile) {
  if (s->next == s->count) return false;
  int place = s->queue[s->next++];
  *tile = (surroundings_tile){s->x + place % SURROUNDINGS_SIDE,
                              s->y + place / SURROUNDINGS_SIDE, s->steps[place],
                              s->from[place]};
  return true;
}

void surroundings_expand(surroundings *s, const surroundings_tile *tile) {
  const costmap *map = s->map;
  const tile_move *list = map->moves->list[costmap_parity(map, tile->x, tile->y)];
  for (uint64_t moves = costmap_moves(map, tile->x, tile->y); moves != 0;
       moves &= moves - 1) {
    const tile_move *move = &list[bits_lowest(moves)];
    surroundings_add(s, tile->x + move->dx, tile->y + move->dy, tile->steps + 1,
                     tile->from);
  }
}

int surroundings_steps(const surroundings *s, int x, int y) {
  int place = surroundings_place(s, x, y);
  return place < 0 ? SURROUNDINGS_FAR : s->steps[place];
}
