/// Random edits that can be made on several grids.
///
/// Every edit of astar.h is drawn: also edits that change nothing, that are clipped, that
/// are off the grid, and that the grid rejects. Everything depends on the random numbers
/// of terrain.h.
#ifndef EDIT_H
#define EDIT_H

#include "astar.h"

typedef enum edit_kind {
  EDIT_SET,
  EDIT_SET_ROW,
  EDIT_FILL,
  EDIT_PENALTY,
  EDIT_PENALTIES,
  EDIT_FILL_PENALTY,
  EDIT_BLOCK,
  EDIT_SET_BLOCKED,
  EDIT_FILL_BLOCKED,
  EDIT_EDGE,
  EDIT_LINK,
  EDIT_UNLINK,
  EDIT_INFLUENCE, ///< any edit of an influence map, by `seed`
  EDIT_KINDS
} edit_kind;

/// An edit with its arguments. The values of arrays are drawn from `seed` when the edit
/// is made.
typedef struct edit {
  edit_kind kind;
  int x, y, width, height, dx, dy, x2, y2, layer;
  uint8_t terrain;
  bool flag;    ///< blocked, or open
  bool one_way; ///< of edges and links
  double cost;
  size_t stride;
  uint32_t id;
  uint64_t seed;
  int variety;  ///< of the values of arrays: 1 gives equal values
  bool is_tame; ///< its costs are few
} edit;

/// A random edit of any kind.
edit edit_any(const astar_grid *grid);

/// A random edit that the grid accepts, but for edges that the layout does not have. Few
/// costs, of which sums differ little by their order.
edit edit_tame(const astar_grid *grid);

/// A random edit of one kind, on the grid.
edit edit_of(edit_kind kind, const astar_grid *grid);

/// Makes an edit.
///
/// @param id  receives the id of a new link; may be NULL
astar_status edit_make(const edit *e, astar_grid *grid, uint32_t *id);

/// A bound of how many bytes the edit takes in a delta.
size_t edit_weight(const edit *e, const astar_grid *grid);

/// Prints an edit.
void edit_print(const edit *e);

#endif
