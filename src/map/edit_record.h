// Edit records: one edit as bytes, for the edit log and for deltas.
//
// The edits of a grid call `edit_record_...` after they changed something, when the grid
// has a log. A record describes the change, so that a grid with the same content can make
// it, too.
//
// clang-format off
//     bytes        content
//     ----------   ----------------------------------------------------------------
//     1            kind of the record in the low 4 bits, data in the high 4 bits
//                  nothing, rest: no more. An edit that changes nothing; the second
//                  revision of the edit before
//     number       its cell: y * width + x, with x and y from 0; for `unlink` the id
//                  fill, values: the top left cell of a rectangle. Then:
//       number       width [tiles]
//       number       height [tiles]
//     ...          by kind:
//       terrain, terrain fill           1 byte: the terrain
//       penalty, penalty fill           data n: n top bytes of the cost
//       block, block fill               data: layer - 1, + 8 when blocked
//       terrain, penalty, block values  the rows, as in map/value_runs.h
//                                       (block: data is layer - 1)
//       edge, both ways                 data: direction, + 8 when open
//       link, one-way link              a number: the cell where it ends
//                                       data n: n top bytes of the cost
//       unlink                          data 1: the link had two ends
//
//     number, top bytes: as in base/byte_string.h
// clang-format on
//
// Each record adds one revision. An edit of two revisions (an edge both ways; a link
// between two tiles, when it is added and when it is removed) is followed by a record
// `rest`.
#ifndef ASTAR_EDIT_RECORD_H
#define ASTAR_EDIT_RECORD_H

#include "base/byte_string.h"
#include "map/grid.h"
#include "map/journal.h"

/// Kinds of records.
typedef enum edit_kind {
  EDIT_NOTHING,
  EDIT_REST,
  EDIT_TERRAIN,
  EDIT_TERRAIN_FILL,
  EDIT_TERRAIN_VALUES,
  EDIT_PENALTY,
  EDIT_PENALTY_FILL,
  EDIT_PENALTY_VALUES,
  EDIT_BLOCK,
  EDIT_BLOCK_FILL,
  EDIT_BLOCK_VALUES,
  EDIT_EDGE,
  EDIT_EDGE_BOTH,
  EDIT_LINK,
  EDIT_LINK_ONE_WAY,
  EDIT_UNLINK
} edit_kind;

/// A rectangle of tiles on the grid.
typedef struct edit_area {
  int x, y, width, height;
} edit_area;

static inline uint64_t edit_area_tiles(edit_area area) {
  return (uint64_t)area.width * (uint64_t)area.height;
}

/// A record that was read. Which members are used depends on its kind.
typedef struct edit_record {
  edit_kind kind;
  uint32_t cell;
  edit_area area;
  uint8_t terrain;
  double cost;
  int layer;
  bool blocked;
  int direction;
  bool open;
  uint32_t to;        ///< cell where a link ends
  uint32_t id;        ///< of a link
  bool has_two_ends;  ///< of a link: they differ
  byte_reader values; ///< the rows of values
} edit_record;

/// Reads a record. `r->is_damaged`: it is no valid record for a grid of this size and
/// layout. The content of the grid is not read. O(bytes of the record).
edit_record edit_record_take(byte_reader *r, const astar_grid *grid);

// The functions below append a record to the log, which must exist, and update the hash.
// Edits call them after the change. An area must not be empty.

/// An edit that changes nothing.
void edit_record_nothing(astar_grid *grid);

/// Edits of one tile.
void edit_record_terrain(astar_grid *grid, uint32_t cell, uint8_t was, uint8_t now);
void edit_record_penalty(astar_grid *grid, uint32_t cell, double was, double now);
void edit_record_block(astar_grid *grid, uint32_t cell, bool blocked, int layer);

/// Edits that gave all tiles of an area the same value.
void edit_record_terrain_fill(astar_grid *grid, const journal_area *area,
                              uint8_t terrain);
void edit_record_penalty_fill(astar_grid *grid, const journal_area *area, double cost);
void edit_record_block_fill(astar_grid *grid, const journal_area *area, bool blocked,
                            int layer);

/// Edits of an area by an array of values. `layer` is for EDIT_BLOCK_VALUES.
void edit_record_values(astar_grid *grid, edit_kind kind, const journal_area *area,
                        int layer);

/// `both_ways`: the edge back from the neighbor changed, too.
void edit_record_edge(astar_grid *grid, uint32_t cell, int direction, bool open,
                      bool both_ways);
void edit_record_link(astar_grid *grid, const grid_link *link);
void edit_record_unlink(astar_grid *grid, const grid_link *link);

#endif
