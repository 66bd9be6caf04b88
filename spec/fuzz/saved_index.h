/// Indexes as byte strings: small maps with an index each, and what must hold for any
/// string that a grid is given as an index.
///
/// A failed requirement prints a message and aborts.
#ifndef SAVED_INDEX_H
#define SAVED_INDEX_H

#include "astar.h"
#include "astar_index.h"

/// So many maps: all corner rules, 4 neighbors, large movers, obstacle layers, a map
/// without corners, and weighted maps.
enum { SAVED_MAPS = 11 };

typedef struct saved_index {
  int number; ///< of the map [0..SAVED_MAPS - 1]
  astar_grid *grid;
  astar_rules *rules;
  astar_filter filter;
  uint8_t *bytes; ///< the index of the grid as a string; from `malloc`
  size_t size;
} saved_index;

/// Makes a map and its string. Memory of the grid comes from the allocator.
void saved_index_init(saved_index *s, int number, const astar_allocator *allocator);
void saved_index_fini(saved_index *s);

/// Makes the grid of a map again, as it was when it was baked.
astar_grid *saved_index_new_grid(int number, const astar_allocator *allocator);

/// Gives the grid any bytes as an index: they must be refused with a reason, or be an
/// index whose paths are legal and cost what it says. True: it was an index.
bool saved_index_try(const saved_index *s, const uint8_t *bytes, size_t size);

/// The answers of an index must be those of the grid, for random queries.
void saved_index_compare(const saved_index *s, astar_index *index);

#endif
