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
//     Edits of influence maps have the low 4 bits 0, and in the high 4 bits their number
//     from 1 on: fill, values, stamp, flat stamp, fade. Then:
//       number         id of the map, 5 bytes at most
//       5 top bytes    fade: the factor, a float. Otherwise:
//       number         its cell
//       2 numbers      fill, values: width, height [tiles]
//       5 top bytes    fill, stamps: the value, a float
//       short double   stamps: radius
//       ...            values: the rows, as in map/value_runs.h
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
  EDIT_UNLINK,
  EDIT_INFLUENCE_FILL,
  EDIT_INFLUENCE_VALUES,
  EDIT_INFLUENCE_STAMP,
  EDIT_INFLUENCE_STAMP_FLAT,
  EDIT_INFLUENCE_FADE
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
  uint32_t to;   ///< cell where a link ends
  uint32_t id;   ///< of a link
  uint64_t map;  ///< id of an influence map
  float value;   ///< of an influence map, or a factor; the radius of a stamp is `cost`
  bool has_rest; ///< it adds two revisions: `EDIT_REST` follows
  byte_reader values; ///< the rows of values
} edit_record;

/// Reads a record. `r->is_damaged`: it is no valid record for a grid of this size and
/// layout. The content of the grid is not read. O(bytes of the record).
edit_record edit_record_take(byte_reader *r, const astar_grid *grid);

/// Whether a record is an edit of an influence map with numbers in their ranges. If so,
/// `area` receives the tiles that a stamp may set.
bool edit_record_check_influence(edit_record *record, const astar_grid *grid);

/// Appends a record to the log, which must exist, and `EDIT_REST` where it follows. Edits
/// call it after the change. `change`: how the hash changes.
void edit_record_add(astar_grid *grid, const edit_record *record, uint64_t change);

/// The same for an edit of an area, which must not be empty: one value for all tiles, or
/// the values that they have now.
void edit_record_add_area(astar_grid *grid, edit_record record, const journal_area *area);

/// Records an edit of penalties or obstacles in an area: in the log, if there is one, and
/// in the journal. An empty area records nothing.
void edit_record_area(astar_grid *grid, edit_record record, const journal_area *area);

/// `both_ways`: the edge back from the neighbor changed, too.
void edit_record_edge(astar_grid *grid, uint32_t cell, int direction, bool open,
                      bool both_ways);

/// A link that was added, or removed (`gone`).
void edit_record_link(astar_grid *grid, const grid_link *link, bool gone);

#endif
