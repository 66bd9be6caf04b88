// Live boards: the map as it is now, for an index that was baked before: which tiles are
// passable, which legs are free, and which tiles differ from the map of the bake.
//
// Memory comes from the grid: 4 bits per tile, with 4 neighbors 2. See live_boards.c for
// the method.
#ifndef ASTAR_LIVE_BOARDS_H
#define ASTAR_LIVE_BOARDS_H

#include "index/corner_boards.h"

/// The boards list so many opened tiles.
enum { LIVE_BOARDS_LISTED = MEMORY_LIMIT(64, 4) };

/// Coordinates are those of corner boards.
typedef struct live_boards {
  struct memory *memory; ///< of the grid
  const corner_boards *baked;
  uint64_t revision;   ///< of the grid that the boards belong to
  uint64_t *rows;      ///< passable tiles by row; the other bitmaps follow
  uint64_t *columns;   ///< passable tiles by column
  uint64_t *closed[2]; ///< by diagonals that fall to the right, that fall to the left:
                       ///< where the step from a tile down the diagonal is illegal. NULL
                       ///< with 4 neighbors
  uint32_t blocked;    ///< tiles that are passable in `baked`, and not now
  uint32_t opened;     ///< tiles that are passable now, and not in `baked`

  uint32_t listed; ///< how many of `opened` are in `list`: all if they have room
  uint16_t list[LIVE_BOARDS_LISTED][2]; ///< x and y
} live_boards;

/// Makes the boards of an up-to-date costmap. `l` begins as zeros; call
/// `live_boards_fini` also after an error. ASTAR_OK, ASTAR_NO_MEMORY. O(tiles / 64).
astar_status live_boards_init(live_boards *l, const corner_boards *baked,
                              const costmap *map);

/// Brings the boards up to date with an up-to-date costmap. O(affected tiles), and
/// O(tiles / 64) when the journal of the grid no longer has all edits.
void live_boards_update(live_boards *l, const costmap *map);

void live_boards_fini(live_boards *l);

/// The memory of the boards [bytes].
size_t live_boards_bytes(const live_boards *l);

/// How many steps of a leg are free from a tile on: `leg.count`, or the lower number of
/// steps after which one is illegal. The first `known` ones are free. O(steps / 64).
int live_boards_count_free(const live_boards *l, int x, int y, direction_leg leg,
                           int known);

/// Whether the way from one tile to another is free that goes all major steps first
/// (diagonal; with 4 neighbors vertical), then all others. O(steps / 64).
bool live_boards_is_leg(const live_boards *l, int from_x, int from_y, int to_x, int to_y);

static inline bool live_boards_is_passable(const live_boards *l, int x, int y) {
  const uint64_t *row = l->rows + (size_t)y * l->baked->row_words;
  return (row[x >> 6] >> (x & 63) & 1) != 0;
}

/// Whether a path over opened tiles could cost less than `distance` [units]; UINT32_MAX:
/// whether there could be any. False is certain: a path that costs `distance` on the map
/// of the bake and is free on the map as it is now is a cheapest path. O(opened tiles).
bool live_boards_may_shorten(const live_boards *l, int from_x, int from_y, int to_x,
                             int to_y, uint32_t distance);

#endif
