// A grid: the map itself, independent of all rules. It holds one terrain byte per tile,
// optional arrays of penalties, influence maps, dynamic obstacles and closed edges, a
// list of links, and the journal of the last edits.
//
// `grid.c` creates, reads and frees grids. Each kind of content is edited in its own
// file: `terrain`, `penalties`, `influence_edits`, `obstacles`, `edges`, `links`.
//
// Ownership: the grid owns its arrays. It counts its references, and the release of the
// last reference frees it (see `grid_release`). Derived data belongs to `query/cache`;
// the grid only keeps the pointer.
//
// A cell is the index of a tile: y * width + x. Access to one tile is O(1).
#ifndef ASTAR_GRID_H
#define ASTAR_GRID_H

#include "base/counter.h"
#include "base/directions.h"
#include "base/live.h"
#include "map/hex.h"

struct cache;
struct edit_log;
struct occupancy;

/// A link as the caller made it.
typedef struct grid_link {
  uint32_t from, to; ///< cells
  uint32_t id;
  bool one_way;
  double cost;
} grid_link;

/// One direction of a link. A two-way link makes two arcs.
typedef struct grid_arc {
  uint32_t from, to;
  double cost;
} grid_arc;

/// One edit in the journal (journal.h): the rectangle of tiles that changed, what changed
/// there, and how that can affect the cost of paths.
typedef struct grid_change {
  uint16_t x, y, width, height;
  uint8_t kind;     ///< a CHANGE_ constant: what changed
  uint8_t effect;   ///< an EFFECT_ constant: how costs of paths can change
  uint8_t was, now; ///< old and new terrain, for EFFECT_TERRAIN only
  uint8_t subject;  ///< a SUBJECT_ constant: which queries the change concerns
} grid_change;

/// Which queries a change concerns. SUBJECT_MAP: all queries. 1 to ASTAR_LAYERS: queries
/// that do not ignore the obstacle layer of this number. SUBJECT_PENALTIES: queries that
/// count penalties.
enum { SUBJECT_MAP, SUBJECT_PENALTIES = ASTAR_LAYERS + 1, SUBJECTS };

/// An influence map (map/influence.h).
enum { INFLUENCE_LANES = 4, INFLUENCE_PLANES = ASTAR_INFLUENCES / INFLUENCE_LANES };
typedef float (*influence_plane)[INFLUENCE_LANES];
typedef struct grid_influence {
  uint64_t id;      ///< of its name; the maps of a grid are in this order
  int lane;         ///< its place in the planes
  double gain;      ///< its values are what is stored times this
  uint32_t count;   ///< tiles whose value is not 0
  uint64_t changed; ///< number of the last operation that changed it
} grid_influence;

/// How many changes the journal holds. Derived data that lacks more changes than these is
/// built again.
enum { JOURNAL_CAPACITY = MEMORY_LIMIT(1024, 8) };

struct astar_grid {
  struct memory memory;
  counter references; ///< the caller's references, and one for each object on this
                      ///< grid that owns it (astar.h)
  int width, height;
  astar_layout layout;

  // A view (map/view.h) copies all members from here to `journal_start`.
  uint64_t revision;          ///< edits so far that the journal records
  uint64_t operations;        ///< edits of influence maps, which it does not record
  uint64_t changed[SUBJECTS]; ///< the revision after the last change of each subject
  uint64_t lost[SUBJECTS];    ///< the revision after the last change of each subject that
                              ///< the journal no longer holds

  uint8_t *terrain;         ///< one byte per cell
  uint32_t population[256]; ///< how many tiles have each terrain
  uint64_t palette;   ///< grows when the first tile of a terrain appears on the map, and
                      ///< when the last one is removed
  double *penalty;    ///< one cost per cell; NULL until the first penalty
  uint8_t *obstacles; ///< per cell one bit per layer; NULL until the first obstacle
  uint8_t *closed; ///< per cell one bit per direction; NULL until the first closed edge
  grid_influence influences[ASTAR_INFLUENCES];
  int influence_count;
  /// Per cell the stored values of four maps; NULL until needed.
  influence_plane influence_planes[INFLUENCE_PLANES];
  uint32_t penalty_count;                ///< tiles with a penalty
  uint32_t obstacle_count[ASTAR_LAYERS]; ///< tiles blocked on each layer
  uint32_t closed_count;                 ///< tiles with a closed edge

  grid_link *links; ///< ordered by id
  uint32_t link_count, link_capacity;
  uint32_t next_link;  ///< id of the next link; UINT32_MAX: all ids are used up
  grid_arc *arcs;      ///< the links as arcs, ordered by `from`
  grid_arc *arcs_back; ///< the same arcs ordered by `to`
  uint32_t arc_count, arc_capacity, arc_back_capacity;
  uint64_t arc_filter[64]; ///< a hash table of bits: set for each cell where an
                           ///< arc begins, and for few others
  bool arcs_stale;         ///< links changed since the arcs were made
  uint64_t arcs_revision;  ///< of the grid when the arcs were made

  grid_change *journal;   ///< a ring buffer: the change from revision r to r + 1 is at
                          ///< r % JOURNAL_CAPACITY; NULL until it is needed
  uint64_t journal_start; ///< the journal holds all changes after this revision

  /// The hash of the content, and the edits for deltas (map/edit_log.h); NULL until the
  /// first delta is written or applied.
  struct edit_log *log;

  /// The crowd of the grid and the tiles that its units hold (map/occupancy.h), both
  /// owned by the crowd; NULL without a crowd.
  struct astar_crowd *crowd;
  const struct occupancy *occupancy;

  counter *stop; ///< when it is not 0, Dijkstra maps of this grid end without a result;
                 ///< NULL: they are not stopped

  uint64_t stamps; ///< the last stamp of derived data (derived/component_links)

  /// NULL, or for a view (map/view.h) the grid whose content it shares.
  struct astar_grid *base;

  struct cache *cache;  ///< derived data and scratch memory, owned by query/cache; NULL
                        ///< before the first query
  uint32_t busy_resets; ///< how often `astar_grid_reset_busy` was called
  int busy; ///< kernel calls in progress: above 0 only inside a heuristic function, or
            ///< after a heuristic function left by a jump (`astar_grid_reset_busy`)
};

/// Whether a cost is valid where 0 is allowed: penalties, links, goals of fields, pair
/// costs.
static inline bool grid_is_cost(double cost) {
  return cost >= 0 && cost <= ASTAR_MAX_COST && !(cost > 0 && cost < ASTAR_MIN_COST);
}

/// The revision that programs see, and that strings and deltas have.
static inline uint64_t grid_revision(const astar_grid *grid) {
  return grid->revision + grid->operations;
}

static inline uint32_t grid_cell(const astar_grid *grid, int x, int y) {
  return (uint32_t)y * (uint32_t)grid->width + (uint32_t)x;
}

/// No cell: no grid has that many tiles.
#define GRID_NO_CELL UINT32_MAX

/// The column and the row of a cell. Compilers make one division of both calls.
static inline int grid_x(const astar_grid *grid, uint32_t cell) {
  return (int)(cell % (uint32_t)grid->width);
}

static inline int grid_y(const astar_grid *grid, uint32_t cell) {
  return (int)(cell / (uint32_t)grid->width);
}

static inline uint32_t grid_tiles(const astar_grid *grid) {
  return (uint32_t)grid->width * (uint32_t)grid->height;
}

static inline bool grid_contains(const astar_grid *grid, int x, int y) {
  return (unsigned)x < (unsigned)grid->width && (unsigned)y < (unsigned)grid->height;
}

/// The layers on which a tile is blocked: one bit per layer, the lowest for layer 1.
static inline uint8_t grid_cell_obstacles(const astar_grid *grid, uint32_t cell) {
  return grid->obstacles != NULL ? grid->obstacles[cell] : 0;
}

/// The layers that have an obstacle anywhere on the grid: one bit per layer.
static inline uint8_t grid_used_layers(const astar_grid *grid) {
  uint8_t layers = 0;
  for (int i = 0; i < ASTAR_LAYERS; i++)
    if (grid->obstacle_count[i] > 0) layers |= (uint8_t)(1 << i);
  return layers;
}

static inline double grid_cell_penalty(const astar_grid *grid, uint32_t cell) {
  return grid->penalty_count > 0 ? grid->penalty[cell] : 0.0;
}

/// The stored value of a cell in an influence map, whose plane must exist.
static inline float *influence_at(const astar_grid *grid, int map, uint32_t cell) {
  int lane = grid->influences[map].lane;
  return &grid->influence_planes[lane / INFLUENCE_LANES][cell][lane % INFLUENCE_LANES];
}

/// Whether the edge from a tile to its neighbor in a direction is closed.
static inline bool grid_is_closed(const astar_grid *grid, uint32_t cell, int direction) {
  return grid->closed_count > 0 && (grid->closed[cell] >> direction & 1) != 0;
}

/// The directions in which the layout has neighbors of (x, y), one bit per direction. The
/// neighbors may be off the grid.
static inline uint8_t grid_neighbors(const astar_grid *grid, int x, int y) {
  return grid->layout == ASTAR_SQUARE ? 0xff : hex_neighbors(grid->layout, x, y);
}

/// Removes one reference. True: it was the last one, and the caller must destroy the
/// grid.
bool grid_release(astar_grid *grid);

/// Frees the grid and its content. The caller frees `grid->cache` first. NULL is allowed.
void grid_destroy(astar_grid *grid);

/// Whether a tile can be edited now: ASTAR_OK; ASTAR_INVALID when `grid` is NULL;
/// ASTAR_BUSY inside a heuristic function; ASTAR_OUT_OF_BOUNDS off the grid.
static inline astar_status grid_check_edit(const astar_grid *grid, int x, int y) {
  if (LIVE(grid) == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  return grid_contains(grid, x, y) ? ASTAR_OK : ASTAR_OUT_OF_BOUNDS;
}

/// Clips a rectangle to the grid. False: no tile of it is on the grid.
bool grid_clip(const astar_grid *grid, int *x, int *y, int *width, int *height);

/// Whether a rectangle can be set from an array now, whose rows are `stride` elements
/// apart. ASTAR_INVALID for wrong arguments, ASTAR_BUSY inside a heuristic function,
/// ASTAR_OUT_OF_BOUNDS when a tile is off the grid. An empty rectangle gives ASTAR_OK at
/// any position.
astar_status grid_check_values(const astar_grid *grid, int x, int y, int width,
                               int height, const void *values, size_t stride);

/// Make sure that an optional array exists. A new array is all zeros. False: out of
/// memory.
bool grid_ensure_penalty(astar_grid *grid);
bool grid_ensure_obstacles(astar_grid *grid);
bool grid_ensure_closed(astar_grid *grid);

#endif
