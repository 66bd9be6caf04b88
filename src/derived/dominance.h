// Local dominance: which moves from a tile can be part of a cheapest path, decided by the
// costs of its 3 x 3 neighborhood alone.
//
// A path enters tile x from p and continues to y. If another path from p to y inside the
// neighborhood, not over x, is cheaper, no cheapest path makes these two steps. If it
// costs the same, one of the two paths is kept by a fixed order. So a search that entered
// x from p generates the remaining moves only.
//
// Many tiles have the same neighborhood. Each kind is a pattern: nine cost classes, and
// what the moves from the middle tile are. A tile has the index of its pattern. Both are
// filled when they are first read, so an edit only resets the indexes of the tiles around
// it.
//
// query/cache owns the data of each set of derived data; memory comes from the grid.
// Memory: 2 bytes per tile, and 32 to 40 bytes per pattern. See dominance.c for the
// method.
#ifndef ASTAR_DOMINANCE_H
#define ASTAR_DOMINANCE_H

#include "derived/costmap.h"

/// What a pattern cannot say, because it differs between tiles with the same cost
/// classes.
enum {
  DOMINANCE_PENALTIES = 1, ///< a tile around has a penalty: costs are those of the
                           ///< pattern plus the penalty of the tile entered
  DOMINANCE_EDGES = 2 ///< an edge around is closed: `legal` is too large; read
                      ///< `costmap_moves`
};

/// A 3 x 3 neighborhood. Moves are sets: one bit per direction.
typedef struct dominance_pattern {
  uint8_t neighbor[DIRECTIONS]; ///< cost class of each adjacent position; 0: impassable
  uint8_t center;               ///< cost class of the middle position
  uint8_t flags;                ///< DOMINANCE_PENALTIES, DOMINANCE_EDGES
  uint8_t legal;                ///< moves that are legal while all edges are open
  bool has_backward;            ///< `backward` is filled
  /// Moves that are not dominated, by the direction of the step that entered the tile.
  /// With flags: all directions.
  uint8_t forward[DIRECTIONS];
  /// The same for a search against the direction of movement, from a goal. The index is
  /// the direction in which the search entered the tile. Read `dominance_backward`.
  uint8_t backward[DIRECTIONS];
  uint8_t unused[4]; ///< a pattern is half a cache line
} dominance_pattern;

/// Must be zeroed before first use.
typedef struct dominance {
  uint64_t revision;           ///< of the grid that the indexes belong to
  uint16_t *index;             ///< per cell: its pattern; 0: not known yet
  dominance_pattern *patterns; ///< from index 1 on
  uint32_t count, capacity;    ///< of `patterns`; 0 counts
  uint16_t *slots;             ///< a hash table of patterns, open addressing; 0: free
  uint32_t slot_count;         ///< 0 or a power of two
} dominance;

/// Whether patterns describe the moves of a costmap: squares, 4 or 8 neighbors, no pair
/// costs, at most 255 different costs. O(1).
bool dominance_is_suited(const costmap *map);

/// Whether a search may leave out dominated moves: costs are not so different that sums
/// lose the cheapest step. O(1).
static inline bool dominance_can_prune(const costmap *map) {
  return !map->moves->is_steep;
}

/// Brings the data up to date with an up-to-date costmap, for which it is suited.
/// ASTAR_RUNNING: the budget is used up; ASTAR_NO_MEMORY. The first time O(tiles / 8);
/// after edits O(affected tiles).
astar_status dominance_update(dominance *d, const costmap *map, budget *b);

void dominance_fini(dominance *d, astar_grid *grid);

/// Finds the pattern of a tile whose index is not known. NULL: out of memory. The
/// pointer is valid until the next call. O(tiles of the mover).
const dominance_pattern *dominance_find(dominance *d, const costmap *map, int x, int y);

/// The pattern of a tile. NULL: out of memory. The pointer is valid until the next
/// pattern is read.
static inline const dominance_pattern *dominance_at(dominance *d, const costmap *map,
                                                    uint32_t cell, int x, int y) {
  uint16_t index = d->index[cell];
  return index != 0 ? &d->patterns[index] : dominance_find(d, map, x, y);
}

/// Fills `backward` of a pattern.
void dominance_fill_backward(dominance *d, const costmap *map,
                             const dominance_pattern *pattern);

/// The moves of a search from a goal that entered the tile in a direction.
static inline uint8_t dominance_backward(dominance *d, const costmap *map,
                                         const dominance_pattern *pattern,
                                         int direction) {
  if (!pattern->has_backward) dominance_fill_backward(d, map, pattern);
  return pattern->backward[direction];
}

#endif
