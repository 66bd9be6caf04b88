// A leaf of the component tree: the connected components inside one square block of
// tiles.
//
// The steps are those inside the block; two tiles that only a way outside the block
// connects have different numbers. Steps from the block to its neighbors are kept apart,
// as joins: the component tree unites the numbers of two blocks by them.
//
// The component tree owns the leaves (component_tree.h). See component_leaf.c for the
// method.
#ifndef ASTAR_COMPONENT_LEAF_H
#define ASTAR_COMPONENT_LEAF_H

#include "derived/costmap.h"

/// The side of a block [tiles]: at most 64, the bits of a word.
enum { LEAF_SHIFT = MEMORY_LIMIT(6, 2), LEAF_SIDE = 1 << LEAF_SHIFT };

/// The sides of a block.
enum { SIDE_WEST, SIDE_EAST, SIDE_NORTH, SIDE_SOUTH, SIDES };

/// The joins of a block: the steps across its east side and across its south side. Bit i
/// of a word belongs to tile i of the side, counted from the north west, and says whether
/// a step leads from there, or back, to the tile i - 1, i or i + 1 on the other side.
enum { JOINS_EAST, JOINS_SOUTH, JOIN_LINES };
enum { JOIN_BEFORE, JOIN_STRAIGHT, JOIN_AFTER, JOINS };

/// How tiles connect.
typedef enum component_mode {
  CONNECT_4,    ///< adjacent passable tiles, when they share an open edge
  CONNECT_8,    ///< adjacent passable tiles, when they share an open edge or a corner
  CONNECT_HEX,  ///< adjacent passable hexes with an open edge
  CONNECT_STEPS ///< legal moves to adjacent tiles, at most 8 moves
} component_mode;

typedef struct component_leaf {
  /// The number of each tile of the block, row by row, 0 for impassable tiles. NULL while
  /// the block has at most one component: then the number of each passable tile is 1.
  void *numbers;
  uint8_t bytes;    ///< per number: 1 or 2
  bool has_one_way; ///< a step from a tile of the block, or to it, is one-way
  bool has_edges;   ///< closed edges were in the block or around it when it was labeled
  uint8_t mode;     ///< a component_mode: how the tiles connected when it was labeled
  uint32_t edited;  ///< the only cell that changed since the leaf was labeled;
                    ///< GRID_NO_CELL: perhaps more than one
  uint64_t joins[JOIN_LINES][JOINS];
} component_leaf;

/// What a block shows to its neighbors. The numbers 1 to `exit_count` belong to the
/// components with a tile at a side that has a neighbor.
typedef struct leaf_border {
  uint16_t *sides[SIDES]; ///< the number of each tile of a side; NULL: the side is the
                          ///< edge of the map
  uint32_t exit_count;
  bool sides_changed;             ///< by the last call of `component_leaf_label`
  bool joins_changed[JOIN_LINES]; ///< by the last call of `component_leaf_label`
} leaf_border;

/// Whether a mover in an area, or in the tiles around it, meets a closed edge. O(tiles).
bool component_leaf_has_edges(const costmap *map, tile_area area);

/// Numbers the components of a block again. Equal maps give equal numbers. CONNECT_STEPS
/// needs the table of legal moves. False: out of memory; the numbers are not valid then.
/// O(tiles of the block).
bool component_leaf_label(component_leaf *leaf, const costmap *map, component_mode mode,
                          tile_area block, leaf_border *border);

/// Updates the number of one edited tile, if its 3 x 3 neighborhood shows that no other
/// number changes. False: the block must be labeled again. The neighborhood must be
/// inside the block. Always false for CONNECT_STEPS, and around closed edges. O(1).
bool component_leaf_edit(component_leaf *leaf, const costmap *map, component_mode mode,
                         tile_area block, int x, int y);

/// The number of a passable tile of the block. O(1).
static inline uint32_t component_leaf_number(const component_leaf *leaf, uint32_t tile) {
  if (leaf->numbers == NULL) return 1;
  return leaf->bytes == 1 ? ((const uint8_t *)leaf->numbers)[tile]
                          : ((const uint16_t *)leaf->numbers)[tile];
}

void component_leaf_fini(component_leaf *leaf, struct memory *m, uint32_t tiles);

#endif
