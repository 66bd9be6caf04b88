// Local dominance: which moves from a tile a search must generate, decided by the costs
// of its 3 x 3 neighborhood alone.
//
// A path enters tile x from p and continues to y. If another path from p to y inside the
// neighborhood, not over x, is cheaper, no cheapest path makes these two steps. If it
// costs the same, one of the two paths is kept by a fixed order. In both cases the move
// to y is dominated: a search that entered x from p generates the other moves only.
//
// Many tiles have the same neighborhood. Each kind is a pattern: nine cost classes, the
// legal moves from the middle, and the moves that are not dominated. A tile has the index
// of its pattern. Both are filled when they are first read, so an edit only resets the
// indexes of the tiles around it.
//
// query/cache owns the data of each set of derived data; memory comes from the grid.
// Memory: 2 bytes per tile (4 after more than 65535 patterns), and 40 to 80 bytes per
// pattern: 32 bytes in lists that grow by doubling, and 8 to 16 bytes of hash table. See
// dominance.c for the method.
#ifndef ASTAR_DOMINANCE_H
#define ASTAR_DOMINANCE_H

#include "base/bits.h"
#include "derived/costmap.h"

/// What a pattern cannot say, because it differs between tiles with the same cost
/// classes.
enum {
  DOMINANCE_PENALTIES = 1, ///< a tile around has a penalty: costs are those of the
                           ///< pattern plus the penalty of the tile entered
  DOMINANCE_EDGES = 2      ///< an edge around is closed: `legal` is too large; read
                           ///< `costmap_moves`
};

/// A 3 x 3 neighborhood. Sets have one bit per direction.
typedef struct dominance_pattern {
  uint8_t neighbor[DIRECTIONS]; ///< cost class of each adjacent position; 0: impassable
  uint8_t center;               ///< cost class of the middle position
  uint8_t flags;                ///< DOMINANCE_PENALTIES, DOMINANCE_EDGES
  uint8_t legal;                ///< moves that are legal while all edges are open
  uint8_t unused[5];            ///< a pattern has 16 bytes
} dominance_pattern;

/// No set of moves: the move back to where the search came from is always left out.
enum { DOMINANCE_NOT_FILLED = 0xff };

/// The moves of a pattern that are not dominated, by the direction in which a search
/// entered the tile.
typedef struct dominance_moves {
  uint8_t after[DIRECTIONS]; ///< a set of moves; DOMINANCE_NOT_FILLED
} dominance_moves;

/// Must be zeroed before first use.
typedef struct dominance {
  uint64_t revision;    ///< of the grid that the indexes belong to
  size_t ready_cells;   ///< indexes from here on are not initialized yet
  uint16_t *index;      ///< per cell: its pattern; 0: not known yet
  uint32_t *wide_index; ///< the same for more than 65535 patterns; then `index` is NULL

  // Lists with one element per pattern, from index 1 on. They are apart because a search
  // reads `moves[0]` most often: then more of it is in the cache.
  dominance_pattern *patterns;
  dominance_moves *moves[2]; ///< [0] forward, [1] backward
  uint32_t count;            ///< 0 counts
  uint32_t pattern_capacity, move_capacity[2];
  uint32_t *slots;     ///< a hash table of patterns, open addressing; 0: free
  uint32_t slot_count; ///< 0 or a power of two

  // What `dominance_complete` has done. The indexes of all other rows are known, and
  // patterns below `full_count` have all their moves.
  int unknown_top, unknown_bottom; ///< rows with unknown indexes; bottom is exclusive
  uint32_t full_count;
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
/// ASTAR_RUNNING: the budget is used up; ASTAR_NO_MEMORY. The first time, and after edits
/// of more than half of the map, it zeroes all indexes: O(tiles), about 2 bytes each.
/// After other edits O(affected tiles).
astar_status dominance_update(dominance *d, const costmap *map, budget *b);

/// Fills all indexes, and all moves of all patterns, of data that is up to date: then
/// searches only read it, so several threads may share it. Gives up when the map has more
/// patterns than 2 bytes can number: then `dominance_is_complete` is false. Statuses are
/// those of `dominance_update`. The first time O(tiles), after edits O(rows of affected
/// tiles).
astar_status dominance_complete(dominance *d, const costmap *map, budget *b);

static inline bool dominance_is_complete(const dominance *d) {
  return d->index != NULL && d->unknown_top >= d->unknown_bottom &&
         d->full_count >= d->count;
}

void dominance_fini(dominance *d, astar_grid *grid);

/// Finds the index of the pattern of a tile, which is not known yet. 0: out of memory.
/// O(tiles of the mover); O(tiles) for the pattern that widens the indexes or empties
/// the table.
uint32_t dominance_find(dominance *d, const costmap *map, int x, int y);

/// The index of the pattern of a tile. 0: out of memory. It is valid until the index of
/// another tile is read, which may empty the table.
static inline uint32_t dominance_at(dominance *d, const costmap *map, uint32_t cell,
                                    int x, int y) {
  uint32_t index = d->index != NULL ? d->index[cell] : d->wide_index[cell];
  return index != 0 ? index : dominance_find(d, map, x, y);
}

/// Prefetches the index of a tile.
static inline void dominance_prefetch(const dominance *d, uint32_t cell) {
  BITS_PREFETCH(d->index != NULL ? (const void *)&d->index[cell]
                                 : (const void *)&d->wide_index[cell]);
}

/// Fills the moves of a pattern for one direction, and returns them.
uint8_t dominance_fill(dominance *d, const costmap *map, uint32_t index, int direction,
                       bool backward);

/// The legal moves of a pattern that are not dominated after a step in a direction that
/// entered the tile. With flags: all legal moves except back. `backward`: for a search
/// against the direction of movement, from a goal; `direction` is the direction in which
/// the search entered the tile.
static inline uint8_t dominance_moves_of(dominance *d, const costmap *map, uint32_t index,
                                         int direction, bool backward) {
  uint8_t moves = d->moves[backward][index].after[direction];
  return moves != DOMINANCE_NOT_FILLED
             ? moves
             : dominance_fill(d, map, index, direction, backward);
}

#endif
