// An index: baked data of one of the two kinds, for a grid under some rules and a filter.
//
// Ownership: an index owns its content, and holds its grid and its rules. See index.c for
// the life of an index.
#ifndef ASTAR_INDEX_INDEX_H
#define ASTAR_INDEX_INDEX_H

#include "astar_index.h"
#include "index/corner_index.h"
#include "index/landmarks.h"

/// The baked data of one kind. The struct of the other kind is all zeros.
typedef struct index_content {
  astar_index_kind kind;
  struct corner_index corners;
  struct landmarks landmarks;
} index_content;

struct astar_index {
  astar_grid *grid;
  const astar_rules *rules; ///< held
  astar_filter filter;
  size_t max_bytes;
  int64_t work; ///< expansions per slice

  index_content *content; ///< answers queries; NULL before the first bake is complete
  index_content *draft;   ///< is being baked; NULL before a bake has chosen the kind
  bool is_baking;         ///< `astar_index_step` has work to do
  astar_status ended;     ///< how the last bake ended, if no bake is in progress
  const char *message;    ///< why it was declined, or NULL

  bool is_current; ///< `content` is up to date with `revision` of the grid
  bool is_suited;  ///< and can answer on this map
  uint64_t revision;
  path_builder path; ///< used when the caller gives no path
  uint64_t answered, searched;
  uint32_t recent;          ///< queries, at most INDEX_RECENT
  uint32_t recent_searched; ///< those of them that were searched
};

/// `needs_bake` is true when more than one in INDEX_SHARE of the last INDEX_RECENT
/// queries was searched because of edits.
enum { INDEX_RECENT = 256, INDEX_SHARE = 4 };

/// The costs of so many goals are compared at a time.
enum { INDEX_GOALS = MEMORY_LIMIT(64, 2) };

/// Creates an index without content, which is not being baked. The caller owns it. NULL:
/// out of memory.
astar_index *index_create(astar_grid *grid, const astar_rules *rules,
                          const astar_filter *filter);

/// Creates content of a kind, all zeros otherwise. NULL: out of memory.
index_content *index_new_content(astar_index *index, astar_index_kind kind);

/// Frees content, complete or not, and sets the pointer to NULL.
void index_free_content(astar_index *index, index_content **content);

/// Makes complete content answer queries, in place of what the index had.
void index_use_content(astar_index *index, index_content *content);

#endif
