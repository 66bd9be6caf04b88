// An index: one of the two kinds, baked for a grid under some rules and a filter.
#ifndef ASTAR_INDEX_H
#define ASTAR_INDEX_H

#include "index/corner_index.h"
#include "index/landmarks.h"

/// The baked data of one kind.
typedef struct index_content {
  astar_index_kind kind;
  struct corner_index corners;
  struct landmarks landmarks;
} index_content;

struct astar_index {
  astar_grid *grid;
  const astar_rules *rules;
  astar_filter filter;
  size_t max_bytes;
  int64_t work;           ///< expansions per slice
  index_content *content; ///< answers queries; NULL before the first bake is complete
  index_content *draft;   ///< is being baked; otherwise NULL
  astar_index_kind kind;
  uint64_t answered, searched;
};

#endif
