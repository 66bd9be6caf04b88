// The map: what the ground is, whoever walks on it.
#ifndef ASTAR_GRID_H
#define ASTAR_GRID_H

#include "base/memory.h"

struct costmap;
struct dijkstra;
struct best_first;

/// The eight directions, in this order everywhere: N E S W, then NE SE SW NW.
///
///     7 0 4
///     3 . 1
///     6 2 5
enum { DIRECTIONS = 8 };
extern const int8_t direction_dx[DIRECTIONS];
extern const int8_t direction_dy[DIRECTIONS];
extern const uint8_t direction_reverse[DIRECTIONS];

/// The direction of a step by one tile, or -1.
int direction_of(int dx, int dy);

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

/// What an edit touched.
enum {
  CHANGE_GROUND = 1,  ///< terrain, obstacle or edge: where one can walk, or what it costs
  CHANGE_PENALTY = 2, ///< what it costs
  CHANGE_LINKS = 4    ///< the links, anywhere
};

/// What an edit can have done to the cost of paths.
enum {
  EFFECT_ANY,
  EFFECT_WORSE,  ///< none became cheaper
  EFFECT_TERRAIN ///< that of `was` being replaced by `now`
};

typedef struct grid_change {
  uint16_t x, y, width, height;
  uint8_t kind;
  uint8_t effect;
  uint8_t was, now;
} grid_change;

/// The most changes that are remembered. Whoever is further behind starts afresh.
enum { JOURNAL_CAPACITY = MEMORY_LIMIT(1024, 8) };

struct astar_grid {
  struct memory memory;
  int references; ///< the owner, and what was made on the grid: 2^31 take 200 GB and more
  int width, height;
  astar_layout layout;
  uint64_t revision;

  uint8_t *terrain;         ///< a byte a cell; cell = y * width + x
  uint32_t population[256]; ///< how many tiles have each terrain
  uint64_t palette;         ///< grows when a terrain appears on the map or leaves it
  double *penalty;          ///< a cost a cell; NULL while there was never one
  uint64_t *blocked;        ///< a bit a cell; NULL while there was never one
  uint8_t *closed;          ///< a bit a direction a cell; NULL while there was never one
  uint32_t penalty_count;   ///< tiles with a penalty
  uint32_t blocked_count;   ///< tiles blocked
  uint32_t closed_count;    ///< tiles with a closed edge

  grid_link *links; ///< ordered by id
  uint32_t link_count, link_capacity;
  uint32_t next_link;  ///< UINT32_MAX: there are no ids left, and no more links
  grid_arc *arcs;      ///< derived from the links, ordered by `from`
  grid_arc *arcs_back; ///< the same ordered by `to`
  uint32_t arc_count, arc_capacity, arc_back_capacity;
  bool arcs_stale;

  grid_change *journal;   ///< the change that made revision r is at r % JOURNAL_CAPACITY
  uint64_t journal_start; ///< changes after this revision are in the journal

  struct costmap *costmaps;  ///< one for each rules in use, the last used first
  struct best_first *search; ///< scratch of the queries
  struct best_first *last;   ///< the one that holds the last path found
  struct best_first *spare;  ///< for searches in steps: a chain by `nested`
  struct dijkstra *flood;    ///< scratch of the fields
  int busy; ///< searches under way: above 0 only inside a heuristic function
};

/// Whether a cost is allowed for what may cost nothing: penalties, links, goals of
/// fields, steps by terrain pair.
static inline bool grid_is_cost(double cost) {
  return cost >= 0 && cost <= ASTAR_MAX_COST && !(cost > 0 && cost < ASTAR_MIN_COST);
}

static inline uint32_t grid_cell(const astar_grid *grid, int x, int y) {
  return (uint32_t)y * (uint32_t)grid->width + (uint32_t)x;
}

static inline uint32_t grid_tiles(const astar_grid *grid) {
  return (uint32_t)grid->width * (uint32_t)grid->height;
}

static inline bool grid_contains(const astar_grid *grid, int x, int y) {
  return (unsigned)x < (unsigned)grid->width && (unsigned)y < (unsigned)grid->height;
}

static inline bool grid_is_cell_blocked(const astar_grid *grid, uint32_t cell) {
  return grid->blocked != NULL && (grid->blocked[cell >> 6] >> (cell & 63) & 1) != 0;
}

static inline double grid_cell_penalty(const astar_grid *grid, uint32_t cell) {
  return grid->penalty_count > 0 ? grid->penalty[cell] : 0.0;
}

/// Whether the edge from a tile of the grid in a direction is closed.
static inline bool grid_is_closed(const astar_grid *grid, uint32_t cell, int direction) {
  return grid->closed_count > 0 && (grid->closed[cell] >> direction & 1) != 0;
}

/// A bit for each direction in which tiles touch, which on hexes depends on row or
/// column.
uint8_t grid_neighbors(const astar_grid *grid, int x, int y);

/// The ways in which hexes touch, in an order that is the same for each of them: a run in
/// one of them is straight, though its (dx, dy) alternates.
enum { HEX_DIRECTIONS = 6 };

/// The direction [0..7] from a hex that is its neighbour in way `i` [0..5].
int grid_hex_direction(const astar_grid *grid, int x, int y, int i);

/// A hex in axial coordinates: r runs down, q to the right and askew, so that the six
/// ways are the same (dq, dr) from every hex.
void grid_hex_axial(const astar_grid *grid, int x, int y, int *q, int *r);

/// Steps between two tiles on hexes, walls aside.
int grid_hex_distance(const astar_grid *grid, int x1, int y1, int x2, int y2);

/// Sets an edge on this side only. No check, no journal: for loading.
void grid_put_edge(astar_grid *grid, uint32_t cell, int direction, bool open);

/// Makes sure that the arrays of optional content are there. False: memory is short.
bool grid_ensure_penalty(astar_grid *grid);
bool grid_ensure_blocked(astar_grid *grid);
bool grid_ensure_closed(astar_grid *grid);

/// Brings the arcs up to date with the links. False: memory is short.
/// O(n log n) in the number of links after they changed, O(1) otherwise.
bool grid_update_arcs(astar_grid *grid);

/// The arcs that leave a cell, `*count` of them. The arcs must be up to date. O(log n).
const grid_arc *grid_arcs_from(const astar_grid *grid, uint32_t cell, uint32_t *count);

/// The arcs that lead to a cell, in the same way.
const grid_arc *grid_arcs_to(const astar_grid *grid, uint32_t cell, uint32_t *count);

/// Whoever was made on a grid holds it; `astar_grid_free` gives up the owner's hold.
void grid_hold(astar_grid *grid);

/// The change that led from `revision` to the next one, or NULL when it is forgotten.
const grid_change *grid_change_after(const astar_grid *grid, uint64_t revision);

#endif
