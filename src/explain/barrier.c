// The barrier: the tiles that close the side of the start off from the goal.
//
// Idea: a set R of tiles that are connected by steps has outlines: one outer outline, and
// one around each hole. The goal is outside of R, and so are all tiles that are connected
// to it without R. Those of them that touch R are the outline that separates both.
//
// clang-format off
//     # # # # #        S: start, G: goal, R: the tiles inside, B: the barrier. What fills
//     # S . # #        a hole of R is no barrier, since it is not connected to the goal
//     # . # . B . G    without R. Where R is connected by the 4 neighbors, a line of
//     # . . . B        tiles that is connected by the 8 neighbors closes it off, and the
//     # # B B          other way around: so the two use different neighbors.
// clang-format on
//
// Both regions are flood fills: R over the legal steps (derived/reach), the side of the
// goal over all tiles of the grid that are not in R.
#include "explain/explanation.h"

#include "base/bits.h"
#include "derived/reach.h"
#include "query/cache.h"

enum { BARRIER_STRAIGHT = 0x0f, BARRIER_ALL = 0xff };

// Finds the boards for the size of the mover of the costmap.
static astar_status barrier_make_boards(step_boards *b, const costmap *map) {
  astar_status status = step_boards_init(b, map);
  while (status == ASTAR_OK && b->size < map->rules->size) {
    int size = 2 * b->size < map->rules->size ? 2 * b->size : map->rules->size;
    step_boards wider;
    status = step_boards_widen(&wider, b, size);
    step_boards_fini(b);
    *b = wider;
  }
  return status;
}

// Finds the tiles that the mover reaches by steps of the boards.
static astar_status barrier_reach_by_boards(reach_set *r, const costmap *map,
                                            const question *q) {
  step_boards boards;
  astar_status status = barrier_make_boards(&boards, map);
  if (status == ASTAR_OK)
    status = reach_find(r, map, &boards.steps, q->start_x, q->start_y);
  step_boards_fini(&boards);
  return status;
}

// Finds the tiles that the mover reaches.
static astar_status barrier_find_reach(reach_set *r, const costmap *map,
                                       const question *q) {
  if (step_boards_suit(map)) return barrier_reach_by_boards(r, map, q);
  astar_status status = costmap_ensure_legal(map, NULL);
  return status != ASTAR_OK ? status : reach_find(r, map, NULL, q->start_x, q->start_y);
}

// Makes the bitmap of the tiles of the grid that are not reached.
static void barrier_fill_open(const reach_set *r, uint64_t *open) {
  const astar_grid *grid = r->map->grid;
  size_t row_words = r->fill.row_words;
  for (int y = 0; y < grid->height; y++) {
    uint64_t *row = open + (size_t)(y + 1) * row_words;
    const uint64_t *reached = r->fill.filled + (size_t)(y + 1) * row_words;
    bits_fill(row, 1, grid->width + 1, true);
    for (size_t i = 0; i < row_words; i++) row[i] &= ~reached[i];
  }
}

// Appends the tiles of a word of a row of bitmaps.
static bool barrier_add(barrier *b, memory *m, uint64_t tiles, int x, int y) {
  for (; tiles != 0; tiles &= tiles - 1) {
    if (!MEMORY_RESERVE(m, b->tiles, b->capacity, b->count + 1)) return false;
    b->tiles[b->count++] = (astar_point){x + bits_lowest(tiles), y};
  }
  return true;
}

// Lists the tiles of the goal's side that have a neighbor that is reached.
static astar_status barrier_list(barrier *b, const reach_set *r, const uint64_t *side,
                                 const flood_steps *touch) {
  size_t row_words = r->fill.row_words;
  for (int y = 0; y < r->map->grid->height; y++) {
    const uint64_t *sides = touch->sides[~y & 1];
    for (size_t i = 0; i < row_words; i++) {
      size_t word = (size_t)(y + 1) * row_words + i;
      uint64_t touches = 0;
      if (side[word] == 0) continue;
      for (int d = 0; d < DIRECTIONS; d++)
        touches |= sides[d] & step_boards_neighbors(r->map, r->fill.filled, word, d);
      if (!barrier_add(b, &r->map->grid->memory, side[word] & touches, (int)i * 64 - 1,
                       y))
        return ASTAR_NO_MEMORY;
    }
  }
  return ASTAR_OK;
}

// Finds the tiles that are connected to the goal without those that are reached, then
// the barrier among them.
static astar_status barrier_find_outline(barrier *b, const reach_set *r,
                                         const question *q) {
  astar_grid *grid = q->grid;
  bool crosses_corners = !corner_rule_needs_way(q->rules->diagonal);
  if (grid->layout != ASTAR_SQUARE) crosses_corners = true;
  size_t bytes = r->fill.count * sizeof(uint64_t);
  uint64_t *open = (uint64_t *)memory_new(&grid->memory, bytes);
  flood_steps connected = {.open = open}, touch = {.open = NULL};
  flood_fill side;
  bool has_memory =
      flood_fill_init(&side, &grid->memory, r->fill.row_words, (size_t)grid->height + 2);
  astar_status status = ASTAR_NO_MEMORY;
  if (open != NULL && has_memory) {
    bool is_hex = grid->layout != ASTAR_SQUARE;
    step_boards_set_sides(&connected, grid->layout,
                          crosses_corners && !is_hex ? BARRIER_STRAIGHT : BARRIER_ALL);
    step_boards_set_sides(&touch, grid->layout,
                          crosses_corners ? BARRIER_ALL : BARRIER_STRAIGHT);
    barrier_fill_open(r, open);
    flood_fill_seed(&side, (size_t)q->goal_y + 1, (size_t)q->goal_x + 1);
    flood_fill_run(&side, &connected);
    status = barrier_list(b, r, side.filled, &touch);
  }
  flood_fill_fini(&side);
  memory_free(&grid->memory, open, bytes);
  return status;
}

astar_status barrier_find(barrier *b, const question *q) {
  costmap map;
  reach_set r = {.map = NULL};
  astar_status status = cache_get(q->grid, q->rules, &q->filter, NULL, &map, NULL);
  if (status != ASTAR_OK) return status;
  status = barrier_find_reach(&r, &map, q);
  if (status == ASTAR_OK) status = barrier_find_outline(b, &r, q);
  reach_fini(&r);
  return status;
}

void barrier_fini(barrier *b, astar_grid *grid) {
  MEMORY_FREE(&grid->memory, b->tiles, b->capacity);
  *b = (barrier){0};
}
