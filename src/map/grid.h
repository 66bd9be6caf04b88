// The map: its content, whatever rules apply to it. This file creates and frees a grid
// and reads it; the edits are in one file per kind of content.
#ifndef ASTAR_GRID_H
#define ASTAR_GRID_H

#include "base/counter.h"
#include "base/directions.h"
#include "base/memory.h"
#include "map/hex.h"

struct cache;

/// A link as the game made it.
typedef struct grid_link {
  uint32_t from, to; ///< cells
  uint32_t id;
  bool one_way;
  double cost;
} grid_link;

/// A link as it is walked, in one direction.
typedef struct grid_arc {
  uint32_t from, to;
  double cost;
} grid_arc;

/// One edit, as the journal remembers it (journal.h): the rectangle it touched, what it
/// changed there, and what that can do to the cost of paths.
typedef struct grid_change {
  uint16_t x, y, width, height;
  uint8_t kind;     ///< CHANGE_GROUND and its like
  uint8_t effect;   ///< EFFECT_ANY and its like
  uint8_t was, now; ///< terrains, for EFFECT_TERRAIN
  uint8_t subject;  ///< SUBJECT_MAP and its like: whom the change concerns
} grid_change;

/// Whom a change concerns: every query, those that heed an obstacle layer (its number,
/// from 1), or those that heed penalties.
enum { SUBJECT_MAP, SUBJECT_PENALTIES = ASTAR_LAYERS + 1, SUBJECTS };

/// How many changes the journal remembers. Derived data that is further behind the grid
/// is computed anew.
enum { JOURNAL_CAPACITY = MEMORY_LIMIT(1024, 8) };

struct astar_grid {
  struct memory memory;
  counter references; ///< the owners, and the fields, searches, replanners, watches made
                      ///< on it
  int width, height;
  astar_layout layout;
  uint64_t revision;
  uint64_t changed[SUBJECTS]; ///< the revision after the last change of each subject
  uint64_t lost[SUBJECTS]; ///< the same of those that the journal does not have any more

  uint8_t *terrain;         ///< a byte a cell; cell = y * width + x
  uint32_t population[256]; ///< how many tiles have each terrain
  uint64_t palette;         ///< grows when a terrain appears on the map or leaves it
  double *penalty;          ///< a cost a cell; NULL while there was never one
  uint8_t *obstacles;       ///< a bit a layer a cell; NULL while there was never one
  uint8_t *closed;          ///< a bit a direction a cell; NULL while there was never one
  uint32_t penalty_count;   ///< tiles with a penalty
  uint32_t obstacle_count[ASTAR_LAYERS]; ///< tiles blocked on each layer
  uint32_t closed_count;                 ///< tiles with a closed edge

  grid_link *links; ///< ordered by id
  uint32_t link_count, link_capacity;
  uint32_t next_link;  ///< UINT32_MAX: there are no ids left, and no more links
  grid_arc *arcs;      ///< derived from the links, ordered by `from`
  grid_arc *arcs_back; ///< the same ordered by `to`
  uint32_t arc_count, arc_capacity, arc_back_capacity;
  bool arcs_stale;

  grid_change *journal;   ///< the change that made revision r is at r % JOURNAL_CAPACITY
  uint64_t journal_start; ///< changes after this revision are in the journal

  struct cache *cache; ///< what queries keep, owned by query/cache; NULL before the first
  uint32_t busy_resets; ///< calls of `astar_grid_reset_busy`
  int busy;             ///< searches under way: above 0 only inside a heuristic function
};

/// Whether a cost is allowed for what may cost nothing: penalties, links, goals of
/// fields, steps by terrain pair.
static inline bool grid_is_cost(double cost) {
  return cost >= 0 && cost <= ASTAR_MAX_COST && !(cost > 0 && cost < ASTAR_MIN_COST);
}

static inline uint32_t grid_cell(const astar_grid *grid, int x, int y) {
  return (uint32_t)y * (uint32_t)grid->width + (uint32_t)x;
}

/// No cell.
#define GRID_NO_CELL UINT32_MAX

/// The column and the row of a cell. Together they are one division.
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

/// The layers on which a tile is blocked: a bit a layer, the lowest for layer 1.
static inline uint8_t grid_cell_obstacles(const astar_grid *grid, uint32_t cell) {
  return grid->obstacles != NULL ? grid->obstacles[cell] : 0;
}

/// The layers that have an obstacle anywhere: a bit a layer.
static inline uint8_t grid_used_layers(const astar_grid *grid) {
  uint8_t layers = 0;
  for (int i = 0; i < ASTAR_LAYERS; i++) {
    if (grid->obstacle_count[i] > 0) layers |= (uint8_t)(1 << i);
  }
  return layers;
}

static inline double grid_cell_penalty(const astar_grid *grid, uint32_t cell) {
  return grid->penalty_count > 0 ? grid->penalty[cell] : 0.0;
}

/// Whether the edge from a tile of the grid in a direction is closed.
static inline bool grid_is_closed(const astar_grid *grid, uint32_t cell, int direction) {
  return grid->closed_count > 0 && (grid->closed[cell] >> direction & 1) != 0;
}

/// The directions in which a tile has neighbors, on the grid or off it: a bit per
/// direction.
static inline uint8_t grid_neighbors(const astar_grid *grid, int x, int y) {
  return grid->layout == ASTAR_SQUARE ? 0xff : hex_neighbors(grid->layout, x, y);
}

/// Takes one owner away. True: there is none left, and the grid is to be destroyed.
bool grid_release(astar_grid *grid);

/// Frees the grid and its content. What queries keep on it must be freed before. NULL is
/// allowed.
void grid_destroy(astar_grid *grid);

/// Whether a tile can be edited now: ASTAR_OK, ASTAR_BUSY, ASTAR_OUT_OF_BOUNDS, or
/// ASTAR_INVALID without a grid.
static inline astar_status grid_check_edit(const astar_grid *grid, int x, int y) {
  if (grid == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  return grid_contains(grid, x, y) ? ASTAR_OK : ASTAR_OUT_OF_BOUNDS;
}

/// Clips a rectangle to the grid. False: nothing is left of it.
bool grid_clip(const astar_grid *grid, int *x, int *y, int *width, int *height);

/// Whether a rectangle can be set from an array now. For an empty rectangle ASTAR_OK,
/// wherever it is.
astar_status grid_check_values(const astar_grid *grid, int x, int y, int width,
                               int height, const void *values, size_t stride);

/// Makes sure that an array of optional content exists. False: memory is short.
bool grid_ensure_penalty(astar_grid *grid);
bool grid_ensure_obstacles(astar_grid *grid);
bool grid_ensure_closed(astar_grid *grid);

#endif
