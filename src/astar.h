/// astar: pathfinding on tile maps, the C interface of the core. A *grid* is a map of
/// tiles, *rules* say how a mover moves, a *query* asks for the cheapest path, and a
/// *path* receives it:
///
///     #include <stdio.h>
///     #include "astar.h"
///
///     int main(void) {
///       astar_grid *grid;
///       astar_grid_new(NULL, 40, 30, ASTAR_SQUARE, '.', &grid);
///       astar_grid_fill(grid, 10, 0, 1, 25, '#'); // a wall
///
///       astar_rules_def def = astar_default_rules(); // every terrain is impassable
///       astar_rules_def_set(&def, '.', 1.0);         // but a step to '.' costs 1
///       astar_rules *rules;
///       astar_rules_new(NULL, &def, &rules);
///
///       astar_point goal = {35, 20};
///       astar_query query = astar_default_query(rules, 3, 4, &goal, 1);
///       astar_path *path;
///       astar_path_new(NULL, &path);
///       astar_result result;
///       if (astar_find_path(grid, &query, path, &result) == ASTAR_OK) {
///         astar_point points[100];
///         size_t count = astar_path_points(path, points, 100); // may be more than 100
///         for (size_t i = 0; i < count && i < 100; i++) {
///           printf("%d, %d\n", points[i].x, points[i].y);
///         }
///         printf("cost %g\n", result.cost);
///       }
///       astar_path_free(path);
///       astar_rules_free(rules);
///       astar_grid_free(grid);
///     }
///
/// Modules: `astar_explain.h` (why no path exists), `astar_crowd.h` (movers that never
/// overlap), `astar_index.h` (baked), `astar_pool.h` (threads), `astar_sight.h` (views).
///
/// Conventions
///
/// - Tiles are (x, y) from (0, 0), y down. Brackets hold units, ranges and defaults,
///   which otherwise are 0, false and NULL. [cost] is 0, or from ASTAR_MIN_COST to
///   ASTAR_MAX_COST. A step to the right has length 1.
/// - Every status can be ASTAR_OK, ASTAR_INVALID (NULL, or a value out of range) or
///   ASTAR_NO_MEMORY; with tiles ASTAR_OUT_OF_BOUNDS; with rules ASTAR_UNSUITED; with a
///   grid ASTAR_BUSY. Comments name others. After an error nothing has changed, unless a
///   comment says so; `_why_` functions return what is wrong, and `message` receives it:
///   a string constant, or NULL.
/// - NULL: results, except new objects, are not wanted; `filter` is that of the rules;
///   `options` are the defaults; `allocator` is the C library; `_free` and `_retain` do
///   nothing. `_each` functions find the next item, of tiles row by row in O(tiles) for
///   all, or return false. Other functions without a status need their object.
/// - The caller owns and frees what it creates; the place for it receives NULL without
///   ASTAR_OK. What is made on a grid uses its allocator and keeps grid and rules alive:
///   they may be freed first. Arrays, definitions and queries are read during the call.
/// - A function that fills an array writes up to its capacity [elements], and returns how
///   many exist. NULL and 0: it only counts.
/// - Structs with a `cookie`, which is private, must come from their `astar_default_...`.
#ifndef ASTAR_H
#define ASTAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// For shared libraries: docs/embedding.md.
#ifndef ASTAR_API
#if defined(_WIN32) && defined(ASTAR_BUILD_SHARED)
#define ASTAR_API __declspec(dllexport)
#elif defined(_WIN32) && defined(ASTAR_SHARED)
#define ASTAR_API __declspec(dllimport)
#elif defined(__GNUC__) && defined(ASTAR_BUILD_SHARED)
#define ASTAR_API __attribute__((visibility("default")))
#else
#define ASTAR_API
#endif
#endif

/// The version of this header: major * 10000 + minor * 100 + patch.
#define ASTAR_VERSION "0.3.0"
#define ASTAR_VERSION_NUMBER 300

/// The library that runs: it fits if both numbers / 100 are equal.
ASTAR_API const char *astar_version(void);
ASTAR_API int astar_version_number(void);

// ------------------------------------------------------------------- statuses, memory

/// Outcomes may happen in play; states (from 16) are those of sliced searches; errors
/// (from 32) are mistakes, or a lack of memory.
typedef enum astar_status {
  ASTAR_OK = 0,          ///< done; a path was found
  ASTAR_UNREACHABLE,     ///< no path leads to a goal
  ASTAR_GOAL_BLOCKED,    ///< every goal is impassable, or there is none
  ASTAR_OUT_OF_BOUNDS,   ///< a tile is off the grid
  ASTAR_LIMIT,           ///< `max_cost` or `max_expansions` ended the search
  ASTAR_TILE_IMPASSABLE, ///< a unit cannot stand on a tile
  ASTAR_TILE_OCCUPIED,   ///< another unit holds a tile
  ASTAR_TOO_OLD,         ///< a grid no longer has all edits since a revision
  ASTAR_QUEUE_FULL,      ///< a pool takes no more requests
  ASTAR_CANCELLED,       ///< a request was cancelled
  ASTAR_TOO_LARGE,       ///< an index would exceed its limits
  ASTAR_DELTA_APPLIED,   ///< these three: see `astar_grid_apply`
  ASTAR_DELTA_GAP,
  ASTAR_DELTA_OTHER,

  ASTAR_RUNNING = 16, ///< a sliced search has not ended
  ASTAR_STALE,        ///< an edit ended a sliced search

  ASTAR_INVALID = 32, ///< NULL, or an argument out of its range
  ASTAR_NO_MEMORY,    ///< the allocator returned NULL
  ASTAR_BUSY,         ///< called inside a heuristic function
  ASTAR_STOPPED,      ///< a heuristic function returned an invalid number
  ASTAR_UNSUITED,     ///< rules do not fit the grid, or an algorithm does not fit the map
  ASTAR_INEXACT       ///< compiled with options that change arithmetic
} astar_status;

/// Errors are statuses from ASTAR_INVALID on; outcomes are those before ASTAR_RUNNING.
static inline bool astar_is_error(astar_status status) { return status >= ASTAR_INVALID; }
/// Of a query that has ended.
static inline bool astar_is_outcome(astar_status status) {
  return status < ASTAR_RUNNING;
}

/// The name of a status, such as "unreachable".
ASTAR_API const char *astar_reason(astar_status status);

/// As `lua_Alloc`: allocates (`block` NULL), resizes, or frees (`new_size` 0) memory
/// [bytes]. Returns the block, perhaps moved; NULL: freed, or out of memory, where the
/// block stays.
typedef void *(*astar_alloc)(void *user, void *block, size_t old_size, size_t new_size);

/// Where memory comes from, in the thread that needs or frees it.
typedef struct astar_allocator {
  astar_alloc alloc; ///< NULL: `realloc` and `free` of the C library
  void *user;        ///< passed to `alloc`; must outlive all that uses it
} astar_allocator;

// ------------------------------------------------------------------------------ grids

/// A map of tiles: terrain [0..255], penalties, dynamic obstacles on 8 layers, edges
/// between neighbors (open at first), and links to other tiles. Calls that change content
/// are *edits*. Data that queries derive is repaired after edits: only the first query
/// for some rules takes O(tiles).
typedef struct astar_grid astar_grid;

/// The longest side of a grid, and the most tiles .
#define ASTAR_MAX_SIDE 32768
#define ASTAR_MAX_TILES 134217728

/// How tiles touch. `_R`: hexes with a corner on top, the ODD or EVEN rows (from 0) are
/// shifted half a tile to the right; `_Q`: with a flat top, such columns half a tile
/// down.
typedef enum astar_layout {
  ASTAR_SQUARE, ///< 8 or 4 neighbors
  ASTAR_ODD_R,
  ASTAR_EVEN_R,
  ASTAR_ODD_Q,
  ASTAR_EVEN_Q
} astar_layout;

/// Creates a grid with the terrain `fill`. ASTAR_INEXACT. O(tiles).
ASTAR_API astar_status astar_grid_new(const astar_allocator *allocator, int width,
                                      int height, astar_layout layout, uint8_t fill,
                                      astar_grid **grid);

/// Removes an owner: the caller. The last one frees the grid.
ASTAR_API void astar_grid_free(astar_grid *grid);

/// Set the terrain of a tile; of a row, from `width` bytes; of a rectangle, clipped to
/// the grid. Each is one edit.
ASTAR_API astar_status astar_grid_set(astar_grid *grid, int x, int y, uint8_t terrain);
ASTAR_API astar_status astar_grid_set_row(astar_grid *grid, int y,
                                          const uint8_t *terrains);
ASTAR_API astar_status astar_grid_fill(astar_grid *grid, int x, int y, int width,
                                       int height, uint8_t terrain);

/// The terrain of a tile, or -1; a row of the grid, which shows edits, or NULL.
ASTAR_API int astar_grid_get(const astar_grid *grid, int x, int y);
ASTAR_API const uint8_t *astar_grid_row(const astar_grid *grid, int y);

/// The size of a grid [tiles], its layout, whether a tile is on it.
ASTAR_API int astar_grid_width(const astar_grid *grid);
ASTAR_API int astar_grid_height(const astar_grid *grid);
ASTAR_API astar_layout astar_grid_layout(const astar_grid *grid);
ASTAR_API bool astar_grid_contains(const astar_grid *grid, int x, int y);

// ------------------------------------------------------------------------------ rules

/// How a mover moves. Rules are immutable, and serve any number of grids.
typedef struct astar_rules astar_rules;

/// The range of costs: no sum becomes infinite or loses precision.
#define ASTAR_MAX_COST 1e100
#define ASTAR_MIN_COST 1e-100

#define ASTAR_IMPASSABLE 0.0   ///< terrain that a mover cannot enter
#define ASTAR_FORBIDDEN (-1.0) ///< as pair cost: no such step

/// The most moves in a list, their reach in x and in y [tiles], the most `clear` tiles of
/// one; the largest mover [tiles].
#define ASTAR_MAX_MOVES 64
#define ASTAR_MAX_REACH 16
#define ASTAR_MAX_CLEAR 32
#define ASTAR_MAX_SIZE 64

/// The corner rule: when a diagonal step on squares, from S to E, may pass obstacles. The
/// way over a, or b, is one when the mover cannot stand there, or an edge on it is
/// closed.
///
///      S a
///      b E
typedef enum astar_diagonal {
  ASTAR_DIAGONAL_ALWAYS,                  ///< both ways may be obstacles
  ASTAR_DIAGONAL_NEVER,                   ///< no diagonal steps by one tile
  ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE, ///< one may be
  ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES   ///< none may be
} astar_diagonal;

/// The most influence maps of a grid, and weights of a filter; the greatest id of one.
#define ASTAR_INFLUENCES 8
#define ASTAR_MAX_INFLUENCE 0x7ffffffff

/// The weight of an influence map, by its id [cost]; 0: it does not count.
typedef struct astar_weight {
  uint64_t map;
  double weight;
} astar_weight;

/// What a query ignores, and how it weighs influence maps. A grid keeps data of 4 filters
/// for each rules, weights aside, and derives that of another one in O(tiles).
typedef struct astar_filter {
  uint8_t ignored_layers; ///< such as ASTAR_LAYER(2) | ASTAR_LAYER(3)
  double penalty_scale;   ///< factor on penalties [cost]; 0: they are ignored
  astar_weight influence[ASTAR_INFLUENCES]; ///< `astar_filter_weigh` sets them
} astar_filter;

/// A tile, or an offset [tiles].
typedef struct astar_point {
  int x, y;
} astar_point;

/// A move of a list: by one tile it obeys closed edges and the corner rule, a longer one
/// jumps.
typedef struct astar_move {
  int dx, dy;    ///< within ASTAR_MAX_REACH; not 0, 0
  double length; ///< factor on terrain costs [tiles, ASTAR_MIN_COST..ASTAR_MAX_COST]
  const astar_point *clear; ///< offsets [ASTAR_MAX_REACH] where the mover must fit, too
  int clear_count;          ///< [0..ASTAR_MAX_CLEAR]
} astar_move;

/// The cost of a step between two terrains, in place of length times terrain cost;
/// penalties are added. Of equal entries the last one counts.
typedef struct astar_pair_cost {
  uint8_t from, to; ///< terrain of the tile that the step leaves, and enters
  int8_t dx, dy;    ///< a move of the rules; others have no effect
  double cost;      ///< [cost], or ASTAR_FORBIDDEN
} astar_pair_cost;

/// A step costs its length times the cost of the terrain that it enters, plus the penalty
/// there times `penalty_scale`, plus weighted influence; of a larger mover, as its most
/// expensive tile. Hexes have six steps of length 1, whatever diagonals, neighbors and
/// moves say; there `size` must be 1, and pair costs need `neighbors` 8 and not
/// ASTAR_DIAGONAL_NEVER.
typedef struct astar_rules_def {
  double cost[256]; ///< of terrains [cost]; times each length at least ASTAR_MIN_COST, or
                    ///< ASTAR_IMPASSABLE
  astar_diagonal diagonal; ///< default ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES
  double diagonal_cost;    ///< length of diagonal steps [tiles,
                           ///< ASTAR_MIN_COST..ASTAR_MAX_COST; default sqrt(2)]
  int neighbors;           ///< 8 (default), 4 (no diagonal steps), or 0: only `moves`
  const astar_move *moves; ///< with `neighbors` 0: each offset once
  int move_count;          ///< [1..ASTAR_MAX_MOVES]
  const astar_pair_cost *pair_costs; ///< exceptions to the usual cost of steps
  size_t pair_cost_count;
  bool has_pair_costs; ///< true: treat as rules with pair costs
  int size; ///< of the mover, positioned by its top left tile [tiles, 1..ASTAR_MAX_SIZE;
            ///< default 1]
  astar_filter filter; ///< of queries without one [default `astar_default_filter`]
  uint32_t cookie;
} astar_rules_def;

/// The defaults: every terrain is impassable.
ASTAR_API astar_rules_def astar_default_rules(void);

/// `def->cost[terrain] = cost`, without a warning for a char as index.
ASTAR_API void astar_rules_def_set(astar_rules_def *def, uint8_t terrain, double cost);

/// Compiles rules. Everything is copied.
ASTAR_API astar_status astar_rules_new(const astar_allocator *allocator,
                                       const astar_rules_def *def, astar_rules **rules);

/// What is wrong, such as "def.size must be in [1, ASTAR_MAX_SIZE]".
ASTAR_API const char *astar_why_invalid_rules(const astar_rules_def *def);

/// Remove and add an owner, at most 2^31 - 1. Freed rules are refused while a grid keeps
/// data derived for them.
ASTAR_API void astar_rules_free(astar_rules *rules);
ASTAR_API void astar_rules_retain(astar_rules *rules);

/// A filter that ignores nothing (scale 1), and that of some rules.
ASTAR_API astar_filter astar_default_filter(void);
ASTAR_API astar_filter astar_rules_filter(const astar_rules *rules);

/// Whether a mover can stand at a tile, with all that it covers.
ASTAR_API bool astar_is_passable(const astar_grid *grid, const astar_rules *rules,
                                 const astar_filter *filter, int x, int y);

// --------------------------------------------------------------------- queries, paths

/// Where jump points do not fit, ASTAR_AUTO and ASTAR_JPS use A*: docs/architecture.md.
typedef enum astar_algorithm {
  ASTAR_AUTO,     ///< the fastest on this map (default)
  ASTAR_ASTAR,    ///< A*: least g + h (cost from the start + heuristic) first
  ASTAR_JPS,      ///< jump point search; ASTAR_UNSUITED unless all tiles cost the same
  ASTAR_DIJKSTRA, ///< least g first, without heuristic
  ASTAR_GREEDY    ///< least h first: fast, but the path may not be the cheapest
} astar_algorithm;

/// An estimate of the cost to the goal: a distance times the least cost of a tile. Only
/// _AUTO and _ZERO never overestimate; others may miss the cheapest path. On hexes the
/// first five count steps.
typedef enum astar_heuristic {
  ASTAR_HEURISTIC_AUTO,      ///< as large as the moves of the rules allow (default)
  ASTAR_HEURISTIC_MANHATTAN, ///< dx + dy
  ASTAR_HEURISTIC_OCTILE,    ///< diagonal steps of length sqrt(2), then straight ones
  ASTAR_HEURISTIC_CHEBYSHEV, ///< the greater of dx and dy
  ASTAR_HEURISTIC_EUCLIDEAN, ///< the straight line
  ASTAR_HEURISTIC_ZERO,      ///< 0: Dijkstra's algorithm
  ASTAR_HEURISTIC_FUNCTION
} astar_heuristic;

/// Returns the estimated cost [>= 0, finite; at most ASTAR_MAX_COST counts] at a distance
/// of `dx`, `dy` [tiles] from the box around all goals and their range. It may query the
/// grid, but not edit or free it, or free the search.
typedef double (*astar_heuristic_function)(void *user, int dx, int dy);

/// Teams of units of a crowd, and which of them count: -1: all teams, otherwise only
/// units of `team`, and only those that are no allies of the team `enemy_of`.
#define ASTAR_TEAMS 256
typedef struct astar_side {
  int team, enemy_of;
} astar_side;

/// Which steps fit the points that are left in a turn.
typedef enum astar_fit {
  ASTAR_FIT_EXACT,    ///< those that cost no more (default)
  ASTAR_FIT_MIN_STEP, ///< also any step with all points of a turn: it takes all of them
  ASTAR_FIT_ANY       ///< any step with points left: it takes what is left at most
} astar_fit;

/// What zones of control do.
typedef enum astar_zone {
  ASTAR_ZONE_STOP,   ///< entering a tile of a zone ends the turn (default)
  ASTAR_ZONE_BETWEEN ///< a step from such a tile to another one does
} astar_zone;

/// Game turns: a mover has so many points per turn, and each step takes its cost. What is
/// left when a turn ends is lost. The best path takes the fewest turns, and of these the
/// fewest points in the last one. Sums count as equal up to 1e-9 of `points`.
///
/// The layers of `pass` and `zones` block nothing in a query with turns. For movers of
/// several tiles each tile counts; on tiles that it covers at the start there are no
/// friends.
typedef struct astar_turns {
  double points; ///< per turn [ASTAR_MIN_COST..ASTAR_MAX_COST]
  double left;   ///< in the first turn [0..points; default points]
  astar_fit fit;
  astar_zone zone;
  uint8_t pass;       ///< layers of friends [ASTAR_LAYER; default 0]: no turn ends there
  uint8_t zones;      ///< layers of zones of control [default 0]
  uint32_t max_turns; ///< more give ASTAR_LIMIT [>= 1; default UINT32_MAX]
} astar_turns;

/// Turns with defaults.
ASTAR_API astar_turns astar_default_turns(double points);

/// Begin with `astar_default_query`, and change members.
typedef struct astar_query {
  const astar_rules *rules;
  const astar_filter *filter;
  int start_x, start_y;     ///< may be impassable
  const astar_point *goals; ///< the path leads to the cheapest one
  int goal_count;           ///< 0 gives ASTAR_GOAL_BLOCKED

  /// Tiles this near to a goal count as the goal [steps, ignoring obstacles; diagonal
  /// ones if a move changes x and y at once].
  int range;

  /// True: if no path is found, or a cap ends the search, find the cheapest one to a
  /// reachable tile nearest to a goal, in steps as of `range`.
  bool partial;

  /// A cap on the cost [>= 0; default infinity], plus a relative 1e-9, here and in
  /// fields, so that a path fits its own cost. ASTAR_GREEDY may miss a path that fits.
  double max_cost;
  int64_t max_expansions; ///< a cap on the expanded nodes [>= 0; default INT64_MAX]

  astar_algorithm algorithm;
  astar_heuristic heuristic;
  astar_heuristic_function heuristic_function;
  void *heuristic_user;
  bool straight; ///< remove needless turns, at the same cost [default true]
  double weight; ///< factor on the heuristic [>= 0; default 1]; above 1: a faster search,
                 ///< for up to that many times the minimum cost

  /// NULL (default), or the crowd of the grid: tiles that its units hold now are
  /// impassable, except for the unit that covers the start, or else steps to it.
  const struct astar_crowd *avoid;
  astar_side avoid_side; ///< only these of its units [default any]

  /// NULL (default), or turns, for `astar_find_path` only. Algorithm, heuristic and
  /// weight must be the defaults; `max_cost` holds for the best path, and not with
  /// `partial`.
  const astar_turns *turns;
  uint32_t cookie;
} astar_query;

/// A query with defaults. The goals must exist when it is used.
ASTAR_API astar_query astar_default_query(const astar_rules *rules, int start_x,
                                          int start_y, const astar_point *goals,
                                          int goal_count);

/// Receives the points of a path, from any grid. Each query replaces them, in the same
/// memory; without a path there are none.
typedef struct astar_path astar_path;
ASTAR_API astar_status astar_path_new(const astar_allocator *allocator,
                                      astar_path **path);
ASTAR_API void astar_path_free(astar_path *path);

/// What a search reports. Without a path `cost` and `length` are 0, and `goal` is -1.
typedef struct astar_result {
  double cost;       ///< the sum of the steps, from first to last
  uint32_t length;   ///< number of points, start and goal included
  int goal;          ///< index of the goal at, or nearest to, its end
  uint32_t expanded; ///< tiles or jump points; 0: no search was needed
  bool partial;      ///< the path ends short of every goal
  uint32_t turns;    ///< in which it arrives [from 1]; 0: not with `astar_turns`
  double left;       ///< points that are left then
} astar_result;

/// Finds the cheapest path. Time grows with `expanded`; unreachable goals usually need no
/// search. ASTAR_UNREACHABLE, ASTAR_GOAL_BLOCKED, ASTAR_LIMIT, ASTAR_STOPPED. From a
/// goal, the path has one point and costs 0.
///
/// With ASTAR_AUTO, ASTAR_ASTAR or ASTAR_DIJKSTRA, an admissible heuristic and a weight
/// of at most 1 the cost is within a relative 1e-6 of the minimum (docs/queries.md). No
/// tile occurs twice.
///
/// The grid keeps scratch memory, up to 16 bytes per tile: `astar_grid_trim`.
ASTAR_API astar_status astar_find_path(astar_grid *grid, const astar_query *query,
                                       astar_path *path, astar_result *result);

/// The points, and the cost up to each of them on the map of the query.
ASTAR_API size_t astar_path_points(const astar_path *path, astar_point *points,
                                   size_t capacity);
ASTAR_API size_t astar_path_costs(const astar_path *path, double *costs, size_t capacity);

/// The turn in which each point is entered; without turns there are 0 elements.
ASTAR_API size_t astar_path_turns(const astar_path *path, uint32_t *turns,
                                  size_t capacity);

/// What `astar_find_path` would return. O(1), after an edit O(width + height + links).
/// With one-way steps, pair costs and lists of moves it may search; moves by more than
/// one tile always do.
ASTAR_API astar_status astar_is_reachable(astar_grid *grid, const astar_rules *rules,
                                          const astar_filter *filter, int start_x,
                                          int start_y, int goal_x, int goal_y);

/// The cost of one legal step from a tile, which is not checked, to another one: the
/// cheapest move or link. ASTAR_UNREACHABLE: there is none. O(moves and links).
ASTAR_API astar_status astar_step_cost(astar_grid *grid, const astar_rules *rules,
                                       const astar_filter *filter, int x1, int y1, int x2,
                                       int y2, double *cost);

/// What is wrong with a query; NULL: nothing.
ASTAR_API const char *astar_why_invalid(const astar_grid *grid, const astar_query *query);

/// Why rules, or an algorithm with them, do not fit the grid. Only for ASTAR_JPS its
/// content matters.
ASTAR_API const char *astar_why_unsuited(astar_grid *grid, const astar_rules *rules,
                                         const astar_filter *filter,
                                         astar_algorithm algorithm);

// -------------------------------------------------------------------- content of grids

/// Adds an owner, at most 2^31 - 1: `astar_grid_free` is called once more.
ASTAR_API void astar_grid_retain(astar_grid *grid);

/// Creates a grid with the same content, revision and ids of links. ASTAR_INEXACT.
/// O(tiles).
ASTAR_API astar_status astar_grid_clone(const astar_grid *grid,
                                        const astar_allocator *allocator,
                                        astar_grid **copy);

/// Gives `to` the content of `from`, ids of links included, in one edit. ASTAR_INVALID:
/// sizes or layouts differ. O(tiles).
ASTAR_API astar_status astar_grid_copy(astar_grid *to, const astar_grid *from);

/// A number that grows with each edit that changes something.
ASTAR_API uint64_t astar_grid_revision(const astar_grid *grid);

/// The memory of a grid now, with all that was made on it [bytes].
ASTAR_API size_t astar_grid_memory(const astar_grid *grid);

/// Frees what can be built again: scratch memory, and data of freed rules.
ASTAR_API astar_status astar_grid_trim(astar_grid *grid);

/// Whether a heuristic function runs. When an exception or `longjmp` has left it, reset
/// this first: the query found nothing; a sliced search begins again.
ASTAR_API bool astar_grid_is_busy(const astar_grid *grid);
ASTAR_API void astar_grid_reset_busy(astar_grid *grid);

/// A penalty is what entering a tile costs on top of its terrain [cost]; 0 off the grid.
/// The first one takes 8 bytes per tile.
///
/// A rectangle is one edit, O(width * height). With one value it is clipped to the grid.
/// With an array it must be inside, and tile (x + i, y + j) gets element j * stride + i
/// [stride >= width].
ASTAR_API astar_status astar_grid_set_penalty(astar_grid *grid, int x, int y,
                                              double cost);
ASTAR_API double astar_grid_penalty(const astar_grid *grid, int x, int y);
ASTAR_API astar_status astar_grid_set_penalties(astar_grid *grid, int x, int y, int width,
                                                int height, const double *costs,
                                                size_t stride);
ASTAR_API astar_status astar_grid_fill_penalty(astar_grid *grid, int x, int y, int width,
                                               int height, double cost);

/// Influence maps are named layers of values >= 0: danger, smoke, nearness of walls.
/// Entering a tile costs the sum of weight times value more, of the maps that the filter
/// weighs. Searches read them, so an edit derives nothing anew, and jump points serve
/// while the weighted maps are all 0. A map exists from its first use on; ASTAR_INVALID:
/// the grid has ASTAR_INFLUENCES others. The first values of four maps take 16 bytes per
/// tile.

/// The id of a map: a hash of its name. O(length).
ASTAR_API uint64_t astar_influence_id(const char *name, size_t length);

/// Sets the weight of a map [cost]. False: it is out of range, or the ninth.
ASTAR_API bool astar_filter_weigh(astar_filter *filter, uint64_t map, double weight);

/// Makes sure that a map exists, with the value 0 everywhere if it is new. O(1).
ASTAR_API astar_status astar_influence_use(astar_grid *grid, uint64_t map);

/// The value of a tile; 0 off the grid.
ASTAR_API float astar_influence_get(const astar_grid *grid, uint64_t map, int x, int y);

/// Sets the values of a rectangle, as for penalties.
ASTAR_API astar_status astar_influence_fill(astar_grid *grid, uint64_t map, int x, int y,
                                            int width, int height, float value);
ASTAR_API astar_status astar_influence_write(astar_grid *grid, uint64_t map, int x, int y,
                                             int width, int height, const float *values,
                                             size_t stride);

/// Adds value * (1 - d / radius), or `is_flat` the value, where the distance d from (x,
/// y), Euclidean or on hexes in steps, is at most `radius` [tiles, >= 0]. The value may
/// be negative: sums stay in [0, FLT_MAX]. O(radius^2).
ASTAR_API astar_status astar_influence_stamp(astar_grid *grid, uint64_t map, int x, int y,
                                             double radius, float value, bool is_flat);

/// Multiplies all values by a factor [0..1]. O(1), but O(tiles) with 0, and whenever the
/// product of all factors falls below 1e-20.
ASTAR_API astar_status astar_influence_fade(astar_grid *grid, uint64_t map, float factor);

/// Fills a map with max - min(max, d), d = the distance to the nearest tile that is
/// impassable for a mover of one tile, or off the grid [steps of the rules]. O(tiles).
ASTAR_API astar_status astar_influence_clearance(astar_grid *grid, uint64_t map,
                                                 const astar_rules *rules, float max);

/// Closes or opens the edge from a tile to its neighbor (x + dx, y + dy) and, unless
/// `one_way`, the edge back: no step by one tile crosses a closed edge. ASTAR_INVALID:
/// they are not neighbors. The first closed edge takes 1 byte per tile.
ASTAR_API astar_status astar_grid_set_edge(astar_grid *grid, int x, int y, int dx, int dy,
                                           bool open, bool one_way);

/// False also off the grid, and between tiles that are not neighbors.
ASTAR_API bool astar_grid_is_edge_open(const astar_grid *grid, int x, int y, int dx,
                                       int dy);

/// Finds the next closed edge, from zeros on; one closed in both directions comes twice.
ASTAR_API bool astar_grid_each_edge(const astar_grid *grid, int *x, int *y, int *dx,
                                    int *dy);

/// Adds a link: a step between any two tiles. It costs `cost` [cost], whatever it leads
/// to, which must be passable. An id [>= 1] is never used again: ASTAR_INVALID also after
/// 2^32 - 2 links. The next query sorts all links.
ASTAR_API astar_status astar_grid_link(astar_grid *grid, int x1, int y1, int x2, int y2,
                                       double cost, bool one_way, uint32_t *id);

/// Removes a link. ASTAR_INVALID: no such link. O(links).
ASTAR_API astar_status astar_grid_unlink(astar_grid *grid, uint32_t id);

typedef struct astar_link {
  uint32_t id;
  int x1, y1, x2, y2;
  double cost;
  bool one_way; ///< false: a step leads back, too
} astar_link;

/// Finds the link with the least id above `*id` [0 at first]; it may be removed. O(log
/// links).
ASTAR_API bool astar_grid_each_link(const astar_grid *grid, uint32_t *id,
                                    astar_link *link);

/// Layers of obstacles [1..ASTAR_LAYERS], and the bit of one in a set of layers.
#define ASTAR_LAYERS 8
#define ASTAR_LAYER(n) ((uint8_t)(1u << ((n)-1)))
#define ASTAR_ALL_LAYERS ((uint8_t)0xff)
#define ASTAR_ANY_LAYER 0 ///< for `astar_grid_is_blocked`

/// Put obstacles on tiles, or remove them; in an array 0 stands for none. The first one
/// takes 1 byte per tile.
ASTAR_API astar_status astar_grid_block(astar_grid *grid, int x, int y, bool blocked,
                                        int layer);
ASTAR_API astar_status astar_grid_set_blocked(astar_grid *grid, int x, int y, int width,
                                              int height, const uint8_t *blocked,
                                              size_t stride, int layer);
ASTAR_API astar_status astar_grid_fill_blocked(astar_grid *grid, int x, int y, int width,
                                               int height, bool blocked, int layer);

/// Whether a tile is blocked on a layer; on which layers. False and 0 off the grid.
ASTAR_API bool astar_grid_is_blocked(const astar_grid *grid, int x, int y, int layer);
ASTAR_API uint8_t astar_grid_obstacles(const astar_grid *grid, int x, int y);

// --------------------------------------------------------------------------- geometry

/// The number of steps between tiles anywhere, on an empty map. `neighbors` is 8
/// (Chebyshev) or 4 (Manhattan) on squares, 6 on hexes; otherwise -1.
ASTAR_API int64_t astar_grid_distance(const astar_grid *grid, int x1, int y1, int x2,
                                      int y2, int neighbors);

/// An iterator over the tiles of the grid that are `n` steps (of 8 or 6 neighbors) from a
/// center, clockwise from the top left corner, in `_Q` layouts from the top one. O(1) per
/// tile. Rings and lines outlive the grid. Members are private.
typedef struct astar_ring {
  astar_layout layout;
  int width, height;
  int64_t center_x, center_y, n;
  int side, step_x, step_y;
  int64_t x, y, left;
} astar_ring;

/// Begin, with a center anywhere and n >= 0 (otherwise ASTAR_INVALID, and no tiles); go
/// on to the next tile. False: none left.
ASTAR_API astar_status astar_ring_begin(const astar_grid *grid, int x, int y, int n,
                                        astar_ring *ring);
ASTAR_API bool astar_ring_next(astar_ring *ring, astar_point *tile);

/// How far from (0, 0) a line may begin or end, in x and in y [tiles].
#define ASTAR_MAX_LINE (1 << 24)

/// An iterator over the tiles of the grid whose interior a straight line between two tile
/// centers crosses, the same in both directions. As touched tiles are left out,
/// successive ones need not be neighbors.
typedef struct astar_line {
  astar_layout layout;
  int width, height;
  bool has_ended;
  int u_x, u_y, v_x, v_y;
  int64_t steps, across, k, m, last, x, y;
} astar_line;

/// As for rings. `part`: of its length, where the line enters the tile [0..1].
ASTAR_API astar_status astar_line_begin(const astar_grid *grid, int x1, int y1, int x2,
                                        int y2, astar_line *line);
ASTAR_API bool astar_line_next(astar_line *line, astar_point *tile, double *part);

// ------------------------------------------------------------------------------ sight

/// Whether a mover can move in a straight line between two tile centers: ASTAR_OK, or
/// ASTAR_UNREACHABLE and the first tile that it cannot enter, perhaps off the grid. The
/// start is not checked. O(tiles crossed * tiles covered).
///
/// All that the mover sweeps over must be passable, without a closed edge or an
/// ASTAR_FORBIDDEN step across it. Exactly through a corner the corner rule decides:
/// docs/paths.md.
ASTAR_API astar_status astar_line_of_sight(astar_grid *grid, const astar_rules *rules,
                                           const astar_filter *filter, int x1, int y1,
                                           int x2, int y2, int *x, int *y);

/// The same in a mode, with units in the way: `avoid` and `avoid_side` (NULL: any) of
/// `astar_query`, from (x1, y1).
typedef enum astar_sight_mode {
  ASTAR_SIGHT_LINE,  ///< as above
  ASTAR_SIGHT_SHADOW ///< symmetric shadowcasting. ASTAR_UNSUITED: hexes, larger movers
} astar_sight_mode;
ASTAR_API astar_status astar_line_of_sight_avoiding(
    astar_grid *grid, const astar_rules *rules, const astar_filter *filter,
    astar_sight_mode mode, int x1, int y1, int x2, int y2,
    const struct astar_crowd *avoid, const astar_side *side, int *x, int *y);

/// What joins each point of a path to the next one.
typedef enum astar_path_kind {
  ASTAR_PATH_STEPS,     ///< one step: paths of `astar_find_path`
  ASTAR_PATH_WAYPOINTS, ///< one step, or a run of equal ones: paths of
                        ///< `astar_keep_waypoints`
  ASTAR_PATH_LINES      ///< a straight line, or as above: paths of `astar_smooth_path`
} astar_path_kind;

/// Whether the map allows all steps from point `first` [0..count] on: `bad` receives the
/// first point whose step is illegal, or `count`. O(tiles of the path).
ASTAR_API astar_status astar_check_path(astar_grid *grid, const astar_rules *rules,
                                        const astar_filter *filter,
                                        const astar_point *points, size_t count,
                                        astar_path_kind kind, size_t first, size_t *bad);

/// Reduces a path of steps, and its `costs` if not NULL, in place to its ends, turns, and
/// both ends of links and of moves by more than one tile. Returns their number.
ASTAR_API size_t astar_keep_waypoints(const astar_grid *grid, astar_point *points,
                                      double *costs, size_t count);

/// Pulls a path taut, in place (docs/paths.md): lines that are clear for
/// `astar_line_of_sight`, on ground that costs no more than along the path, replace all
/// steps but links, longer moves and those with a pair cost. `length`: [tiles; 1 between
/// adjacent hexes]. ASTAR_INVALID: a point is off the grid. Usually O(tiles of the path).
ASTAR_API astar_status astar_smooth_path(astar_grid *grid, const astar_rules *rules,
                                         const astar_filter *filter, astar_point *points,
                                         size_t *count, double *length);

/// The length of a path of lines up to each of its points [tiles].
ASTAR_API void astar_line_lengths(const astar_grid *grid, const astar_point *points,
                                  size_t count, double *lengths);

/// What is known about one path, with its kind, grid, rules and filter; begin with zeros.
typedef struct astar_path_check {
  uint64_t revision;
  size_t first, bad;
  int left, top, right, bottom; ///< the tiles on which the steps depend
  bool is_known;
} astar_path_check;

/// As `astar_check_path`, and remembers the answer: O(1) until an edit that may change it
/// meets the bounding box of the path, or more than 1024 edits were made.
ASTAR_API astar_status astar_recheck_path(astar_grid *grid, const astar_rules *rules,
                                          const astar_filter *filter,
                                          const astar_point *points, size_t count,
                                          astar_path_kind kind, size_t first,
                                          astar_path_check *check, size_t *bad);

// ----------------------------------------------------------------------------- fields

/// One search for all tiles, on the map of its creation or last update: a *distance
/// field* (flow field, Dijkstra map) holds the cost to the cheapest goal and the next
/// step there; a *movement range* the cost from a start, within a budget, and the step to
/// the tile.
typedef struct astar_field astar_field;

/// A goal of a field; `cost` [cost] is added to each path to this goal.
typedef struct astar_source {
  int x, y;
  double cost;
} astar_source;

/// Creates a distance field of the tiles up to `max_cost` [>= 0]. Impassable goals are
/// left out. ASTAR_GOAL_BLOCKED. O(tiles), or O(tiles log cost) where steps cost more
/// than 256 times the cheapest one. Memory: 9 bytes per tile, and where costs differ 3 to
/// 100 for all fields of the grid.
ASTAR_API astar_status astar_distance_field(astar_grid *grid, const astar_rules *rules,
                                            const astar_filter *filter,
                                            const astar_source *goals, int goal_count,
                                            double max_cost, astar_field **field);

/// Creates a movement range within a budget [>= 0]. The start costs 0, and is not
/// checked. Without links, time and memory depend on the range, not on the map.
ASTAR_API astar_status astar_movement_range(astar_grid *grid, const astar_rules *rules,
                                            const astar_filter *filter, int x, int y,
                                            double max_cost, astar_field **field);

/// Creates a movement range in turns: the tiles that are reached in `max_turns`. Costs
/// and paths belong to the best way to a tile, `astar_field_next` gives false, and every
/// update computes it anew.
ASTAR_API astar_status astar_turn_range(astar_grid *grid, const astar_rules *rules,
                                        const astar_filter *filter, int x, int y,
                                        const astar_turns *turns, astar_field **field);

/// The turns of such a range, NULL for other fields.
ASTAR_API const astar_turns *astar_field_turns(const astar_field *field);

/// When a tile of such a range is reached first. False: it is not reached.
typedef struct astar_arrival {
  uint32_t turn; ///< from 1
  double left;   ///< the points that are left then
  bool can_stop; ///< a turn may end there
} astar_arrival;
ASTAR_API bool astar_field_arrival(const astar_field *field, int x, int y,
                                   astar_arrival *arrival);

/// Creates a flee field: to tiles far from the goals of `danger`, also past them if the
/// detour is worth it. Its costs only compare tiles. A greater factor
/// [ASTAR_MIN_COST..ASTAR_MAX_COST; about 1.2] accepts longer detours.
/// ASTAR_GOAL_BLOCKED: `danger` reaches no tile. O(tiles log tiles).
ASTAR_API astar_status astar_flee_field(const astar_field *danger, double factor,
                                        astar_field **field);
ASTAR_API void astar_field_free(astar_field *field);

/// Brings a field up to date with its grid; goals that are impassable now are left out
/// until they are free. Usually O(tiles whose cost changed); as a new field after more
/// than 1024 edits, or on more than 1/32 of its tiles. ASTAR_NO_MEMORY: it is as it was,
/// or reaches no tile until an update succeeds.
ASTAR_API astar_status astar_field_update(astar_field *field);

/// Replaces the goals of a distance field, in its memory, and updates it: with the
/// statuses of both. ASTAR_INVALID: also for a movement range.
ASTAR_API astar_status astar_field_set_goals(astar_field *field,
                                             const astar_source *goals, int goal_count);

/// The cost of a tile: to its goal, with the cost of that; or from the start. Infinity
/// where the field does not reach.
ASTAR_API double astar_field_cost(const astar_field *field, int x, int y);

/// The next tile on the path to the goal; of a movement range, the tile before. False: a
/// goal, the start, or not reached. O(1), of a link O(log links).
ASTAR_API bool astar_field_next(const astar_field *field, int x, int y,
                                astar_point *next);

/// As `astar_field_next`; of a distance field also the first step of the shortest way out
/// of impassable tiles, of at most 64 steps (docs/fields.md). False there also after
/// edits since the last update. O(moves * tiles nearer than the end).
ASTAR_API bool astar_field_way_out(const astar_field *field, int x, int y,
                                   astar_point *next);

/// Finds the next tile that is reached, from (-1, 0) on.
ASTAR_API bool astar_field_each(const astar_field *field, int *x, int *y);

/// The path from a tile to its goal, or from the start to the tile; `result` receives its
/// cost, without that of the goal, and its length. It is straight, so it may leave the
/// tiles of `astar_field_next`, unless an edit since the last update affects the field.
/// ASTAR_UNREACHABLE. O(tiles of the path).
ASTAR_API astar_status astar_field_path(astar_field *field, int x, int y,
                                        astar_path *path, astar_result *result);

// ----------------------------------------------------------------- searches in slices

/// A search as of `astar_find_path` over several calls, whose nodes can be read. It has
/// scratch memory of its own.
typedef struct astar_search astar_search;

/// Copies the query; `heuristic_user` stays valid until the search is freed. With `avoid`
/// the tiles that units hold now are copied, in O(tiles).
ASTAR_API astar_status astar_search_new(astar_grid *grid, const astar_query *query,
                                        astar_search **search);
ASTAR_API void astar_search_free(astar_search *search);

/// Makes up to `count` [>= 0] expansions. Work for the whole map comes first, in slices
/// of 32768 + 64 * `count` tiles. ASTAR_RUNNING: call again; ASTAR_NO_MEMORY: the next
/// call begins again. Final: outcomes of `astar_find_path`, ASTAR_STOPPED,
/// ASTAR_UNSUITED, and ASTAR_STALE: an edit that concerns the query came first.
ASTAR_API astar_status astar_search_step(astar_search *search, int64_t count);

/// The status, ASTAR_RUNNING or final, and what `astar_find_path` would report;
/// `expanded` at any time.
ASTAR_API astar_status astar_search_result(const astar_search *search,
                                           astar_result *result);

/// The path, and the cost up to each point.
ASTAR_API size_t astar_search_copy_path(const astar_search *search, astar_point *points,
                                        size_t capacity);
ASTAR_API size_t astar_search_copy_costs(const astar_search *search, double *costs,
                                         size_t capacity);

/// A tile that the search has generated.
typedef struct astar_node {
  bool is_closed;         ///< expanded; false: on the open list
  double g;               ///< cost from the start
  double h;               ///< estimated cost to the goal, times the weight
  int parent_x, parent_y; ///< the tile before on the best path so far, perhaps far away;
                          ///< -1, -1: the start
} astar_node;

/// The node of a tile; the next node, from (-1, 0) on. Both may call the heuristic
/// function. False also for tiles that were not generated.
ASTAR_API bool astar_search_node(const astar_search *search, int x, int y,
                                 astar_node *node);
ASTAR_API bool astar_search_each(const astar_search *search, int *x, int *y,
                                 astar_node *node);

/// The cheapest path of one mover to one goal while both may move and the map changes:
/// the last path, a repair of the last search (D* Lite), or a new search.
typedef struct astar_replanner astar_replanner;

/// Creates a replanner. Start and goal may be off the grid: `astar_replanner_find`
/// reports it.
ASTAR_API astar_status astar_replanner_new(astar_grid *grid, const astar_rules *rules,
                                           const astar_filter *filter, int start_x,
                                           int start_y, int goal_x, int goal_y,
                                           astar_replanner **planner);
ASTAR_API void astar_replanner_free(astar_replanner *planner);

/// Where the mover is now; and its goal. For another goal the next search begins anew.
ASTAR_API void astar_replanner_move(astar_replanner *planner, int x, int y);
ASTAR_API void astar_replanner_set_goal(astar_replanner *planner, int x, int y);

/// As `astar_find_path`; `expanded` is 0 if the last path is kept. In slices: as
/// `astar_search_step`, with edits and moves between; when more than two disturb one
/// search, a call completes it.
ASTAR_API astar_status astar_replanner_find(astar_replanner *planner,
                                            astar_result *result);
ASTAR_API astar_status astar_replanner_step(astar_replanner *planner, int64_t count,
                                            astar_result *result);

/// The path of the last ASTAR_OK, from where the mover was then, and the cost up to each
/// point on that map.
ASTAR_API size_t astar_replanner_copy_path(const astar_replanner *planner,
                                           astar_point *points, size_t capacity);
ASTAR_API size_t astar_replanner_copy_costs(const astar_replanner *planner, double *costs,
                                            size_t capacity);

// --------------------------------------------------------------------------- replicas

/// Byte strings are the same on every platform. Writers return the size [bytes], and
/// write nothing if it exceeds `capacity`. Readers refuse damaged and hostile strings
/// with ASTAR_INVALID.

/// Writes the edits since a revision: a *delta*, for a *replica* with the content of that
/// revision. A grid records edits from the first call on: call this with the present
/// revision, then `astar_grid_serialize`. It keeps at least the last 65536 edits, at most
/// 2 MiB + 20 bytes per tile of them, and 12 bytes for each; `astar_grid_copy` to it ends
/// earlier deltas.
///
/// `size` must not be NULL. ASTAR_TOO_OLD: not all edits were recorded; ASTAR_INVALID: no
/// such revision yet. First O(tiles), then O(log edits + size).
ASTAR_API astar_status astar_grid_changes(astar_grid *grid, uint64_t revision,
                                          void *bytes, size_t capacity, size_t *size);

/// Makes the edits of a delta on a replica, or none; then content, revision and answers
/// equal those of the grid. Decided in this order (docs/replicas.md):
/// - ASTAR_DELTA_OTHER: size or layout differ.
/// - ASTAR_DELTA_APPLIED: it starts before the replica's revision.
/// - ASTAR_DELTA_GAP: it starts after that.
/// - ASTAR_DELTA_OTHER: contents differ (a 64-bit hash finds accidents, not attacks).
///
/// ASTAR_INVALID: also when it sets more than `max_tiles` tiles: a short string can fill
/// a large map many times. O(size + tiles set), the first time also O(tiles).
ASTAR_API astar_status astar_grid_apply(astar_grid *grid, const void *bytes, size_t size,
                                        uint64_t max_tiles, const char **message);

/// The revisions that a delta starts from and leads to; 0 and 0 with ASTAR_INVALID. Only
/// `astar_grid_apply` checks its edits. O(size).
ASTAR_API astar_status astar_delta_revisions(const void *bytes, size_t size,
                                             uint64_t *from, uint64_t *to,
                                             const char **message);

/// Writes content and revision: equal for equal grids. O(tiles).
ASTAR_API size_t astar_grid_serialize(const astar_grid *grid, void *bytes,
                                      size_t capacity);

/// Creates a grid from such a string, also of version 1 (obstacles on layer 1, revision
/// 0). Limit `max_tiles` for strings of strangers: a few dozen bytes can describe the
/// largest grid. ASTAR_INEXACT. O(size + tiles).
ASTAR_API astar_status astar_grid_deserialize(const astar_allocator *allocator,
                                              const void *bytes, size_t size,
                                              uint32_t max_tiles, astar_grid **grid,
                                              const char **message);

/// Write and read compiled rules: at most 35 MB of memory. O(moves * pair classes^2).
ASTAR_API size_t astar_rules_serialize(const astar_rules *rules, void *bytes,
                                       size_t capacity);
ASTAR_API astar_status astar_rules_deserialize(const astar_allocator *allocator,
                                               const void *bytes, size_t size,
                                               astar_rules **rules, const char **message);

// ---------------------------------------------------------------------------- threads

/// One thread at a time may use a grid and what was made on it (`astar_pool.h` is for
/// more). Threads may share rules, and retain and free the same grids and rules. They may
/// read one grid and its fields while none edits it, queries it, or creates, updates or
/// frees something on it: by functions that take a const grid or field, but
/// `astar_field_way_out` and `astar_flee_field`, and as the source of `astar_grid_copy`.
///
/// The same calls give the same paths, costs and moves on every platform: the library
/// does not compile with -ffast-math or the x87 unit, or returns ASTAR_INEXACT. It has no
/// global state, and never prints or ends the program, unless compiled with ASTAR_CHECK
/// (docs/embedding.md).

#ifdef __cplusplus
}
#endif

#endif
