/// astar: pathfinding on tile maps. This is the public C interface.
///
/// This file is a manual. Read it once from top to bottom; each section uses only terms
/// of the sections before it.
///
/// A *grid* is a map of tiles: one terrain byte per tile, and on top of it penalties,
/// dynamic obstacles, edges (walls between two tiles) and links (steps between distant
/// tiles). *Rules* describe how a mover moves: the cost of each terrain, the neighbors
/// that it can step to, when it may pass corners, its size. A *query* asks for the
/// cheapest path between tiles of a grid under some rules.
///
/// A complete program, without checks of the statuses:
///
///     #include <stdio.h>
///     #include "astar.h"
///
///     int main(void) {
///       astar_grid *grid;
///       astar_grid_new(NULL, 40, 30, ASTAR_SQUARE, '.', &grid); // 40 x 30 tiles of '.'
///       astar_grid_fill(grid, 10, 0, 1, 25, '#');               // a wall
///
///       astar_rules_def def = astar_default_rules(); // every terrain is impassable
///       astar_rules_def_set(&def, '.', 1.0);         // a step to a tile of '.' costs 1
///       astar_rules *rules;
///       astar_rules_new(NULL, &def, &rules);
///
///       astar_goal goal = {35, 20};
///       astar_query query = astar_default_query(rules, 3, 4, &goal, 1); // from (3, 4)
///       astar_path *path;
///       astar_path_new(NULL, &path);
///       astar_result result;
///       astar_status status = astar_find_path(grid, &query, path, &result);
///       if (status == ASTAR_OK) {
///         astar_point points[100];
///         size_t count = astar_path_points(path, points, 100); // may be more than 100
///         for (size_t i = 0; i < count && i < 100; i++) {
///           printf("%d, %d\n", points[i].x, points[i].y);
///         }
///         printf("cost %g\n", result.cost);
///       } else {
///         printf("no path: %s\n", astar_reason(status));
///       }
///
///       astar_path_free(path);
///       astar_rules_free(rules);
///       astar_grid_free(grid);
///       return 0;
///     }
///
/// Conventions
///
/// - Coordinates are (x, y), counted from 0, x to the right, y down.
///
/// - Brackets hold units and ranges: [tiles, 1..64] is a number of tiles from 1 to 64.
///   Lengths are in tiles: a step to the right has length 1. Costs have no unit; the
///   caller chooses the scale. O(...) is the running time of a call.
///
/// - Statuses. A function that can fail returns an `astar_status`. ASTAR_OK means that
///   the call did what its comment says. `astar_is_error` separates errors (the caller
///   made a mistake, or memory ran out) from outcomes (what may happen in play, such as
///   "no path exists"). A call that returns an error changes nothing that the caller can
///   see, unless its comment names an exception. The comment of each function lists all
///   statuses that it can return. Three of them are listed by name only, since they mean
///   the same everywhere: ASTAR_OK, ASTAR_NO_MEMORY (the allocator returned NULL) and
///   ASTAR_BUSY (the call came from inside a heuristic function, where the grid must stay
///   as it is).
///
/// - The library never prints, exits, or asserts on what the caller passes, except in the
///   check build (see *Freed objects* below). It has no global state.
///
/// - NULL. A function that returns a status returns ASTAR_INVALID when one of these is
///   NULL: an object (a grid, rules, a field), a query, a definition, an array with
///   elements, or the place for a new object. This is not repeated below. Places for
///   other results may be NULL, unless the comment says otherwise. A function that
///   returns no status needs its object: NULL is an error of the program there, which the
///   library does not detect. All functions `..._free` and `..._retain` accept NULL.
///
/// - New objects. A function that creates an object writes a pointer to the object to a
///   place that the caller passes. It writes NULL there when it returns anything but
///   ASTAR_OK.
///
/// - Ownership. The caller owns each object that it creates, and frees it with the
///   function `..._free` of the same type. Grids and rules have a count of owners: see
///   `astar_grid_retain` and `astar_rules_retain`. Fields, searches, replanners, watches,
///   crowds and indexes are owners of their grid and of their rules. Contexts and pools
///   are owners of their grid; a request is an owner of its rules, and of the grid when
///   it is for a field. The caller may free grid and rules before all of them. Arrays,
///   definitions and queries that the caller passes are read during the call only; what
///   the library needs later is copied.
///
/// - Freed objects. Using an object after the caller freed it, or freeing it twice, is an
///   error of the program. One case is always detected: rules without an owner, as long
///   as a grid keeps data that was derived for them. They are refused like NULL. For the
///   others, compile the library with ASTAR_CHECK: a function that gets a freed object
///   prints to stderr which object it is, and in which function of the library it was
///   found, and aborts. This build keeps the memory of objects that were freed.
///
/// - Arrays for results. A function that fills an array of the caller takes its capacity
///   [elements] and returns how many elements exist. When that is more than the capacity,
///   it has written the first `capacity` elements. With NULL and 0 it returns the number
///   only.
///
/// - `filter` is always optional: NULL means the filter of the rules
///   (`astar_rules_filter`). See `astar_filter`.
///
/// - Allocators. `allocator` is always optional: NULL means the C library. A grid
///   allocates everything that is made on it with its own allocator: derived data,
///   scratch memory, fields, searches, replanners, watches, explanations, crowds,
///   indexes. Contexts and pools have an allocator of their own. See `astar_allocator`.
///
/// - Threads. One thread at a time may use a grid and everything that was made on it
///   (fields, searches, replanners, watches, crowds, indexes). Different grids share
///   nothing. A pool answers requests in threads of its own, and contexts let several
///   threads query one grid: see their sections. Besides, three things are safe in
///   parallel:
///   1. Rules are immutable. Threads may use the same rules at the same time, each on its
///      own grid.
///   2. Threads may retain and free the same grid and the same rules at the same time.
///      The thread that removes the last owner destroys the object.
///   3. Threads may read one grid, and fields on it, at the same time, as long as no
///      thread edits the grid, runs a query on it, or creates, updates or frees something
///      on it. These functions only read: `astar_grid_width`, `_height`, `_layout`,
///      `_contains`, `_revision`, `_get`, `_row`, `_penalty`, `_is_blocked`,
///      `_obstacles`, `_is_edge_open`, `_each_edge`, `_each_link`, `_distance`,
///      `_serialize`; `_clone` and `_copy` read the grid that they copy from;
///      `astar_ring_begin`, `astar_line_begin`; `astar_is_passable`; `astar_field_cost`,
///      `_next`, `_path`, `_path_costs`, `_each`.
///
/// - Determinism. The same calls in the same order give the same paths and costs on every
///   platform. So the library refuses to compile with options that change arithmetic:
///   -ffast-math and each of its parts, and the x87 unit (gcc -m32 without -msse2
///   -mfpmath=sse). Compilers do not announce all such options (clang
///   -funsafe-math-optimizations, -ffp-contract=fast): with these, ASTAR_INEXACT is the
///   result of each function that creates a grid. Programs that include this header may
///   be compiled with any options.
///
/// Contents, by section
///
///     version, limits   astar_version, ASTAR_MAX_SIDE, ASTAR_MAX_COST, ...
///     statuses          astar_status, astar_is_error, astar_reason
///     memory            astar_allocator
///     grids             create, copy, free; terrain, penalties, dynamic obstacles,
///                       edges, links; byte strings
///     geometry          distances, rings, lines: from layout and size alone
///     rules             filters, corner rule, moves, costs, astar_rules_new
///     replicas          deltas of edits, rules as byte strings
///     queries           astar_query, astar_result, astar_path, astar_find_path,
///                       astar_is_reachable
///     sight             astar_line_of_sight, astar_line_of_sight_avoiding
///     paths             astar_check_path, watches, turns, string pulling
///     fields            distance fields, movement ranges, flee fields
///     sliced searches   a search that runs a number of expansions per call
///     replanning        the path of one mover while the map changes
///     explanations      why no path exists, what a building would cut off, choke points
///     crowds            many movers that never overlap
///     contexts          queries of several threads on one grid
///     pools             worker threads that answer requests
///     indexes           paths and distances in a microsecond, after a bake
#ifndef ASTAR_H
#define ASTAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Marks the functions of this interface. Four cases:
///
/// - A program or a plugin that contains astar.c, or links a static library, defines
///   nothing. Compiled by gcc or clang, the functions are hidden: a plugin exports none.
/// - A shared library is compiled with ASTAR_BUILD_SHARED: it exports all functions.
/// - A program that links the shared library defines ASTAR_SHARED: Windows needs it,
///   other systems ignore it.
/// - A program that wants another attribute defines ASTAR_API, when it compiles astar.c
///   and before it includes this file.
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

/// The version of this header, as text and as major * 10000 + minor * 100 + patch.
#define ASTAR_VERSION "0.3.0"
#define ASTAR_VERSION_NUMBER 300

/// Returns the version of the library that the program runs with, as text: a string
/// constant. It differs from ASTAR_VERSION when a program runs with another shared
/// library than it was compiled for.
ASTAR_API const char *astar_version(void);

/// Returns the version of the library as a number, as ASTAR_VERSION_NUMBER. Header and
/// library fit when both numbers divided by 100 are equal: until version 1.0, each minor
/// version may change this interface.
ASTAR_API int astar_version_number(void);

/// The longest side of a grid [tiles]. Coordinates of tiles fit 16 bits.
#define ASTAR_MAX_SIDE 32768

/// The greatest number of tiles of a grid: 2^27.
#define ASTAR_MAX_TILES 134217728

/// The greatest cost of a terrain, a penalty, a link and a pair cost, and the greatest
/// length of a move. The most expensive path possible has ASTAR_MAX_TILES steps of this
/// length on a terrain of this cost: it costs 1.4e208, and 2e305 with a heuristic of the
/// greatest weight. A double holds 1.8e308, so no cost becomes infinite.
#define ASTAR_MAX_COST 1e100

/// The least cost of a passable terrain, the least length of a move, and the least
/// product of both. Also the least penalty, cost of a link, cost of a goal of a field,
/// and pair cost, unless it is 0. Doubles have full precision down to 2.2e-308, so sums
/// of costs lose none.
#define ASTAR_MIN_COST 1e-100

/// The greatest number of moves in a list of moves (`astar_move`).
#define ASTAR_MAX_MOVES 64

/// How far a move may reach in x and in y [tiles].
#define ASTAR_MAX_REACH 16

/// The greatest number of tiles that one move can require to be clear.
#define ASTAR_MAX_CLEAR 32

/// The largest mover: its width and height [tiles].
#define ASTAR_MAX_SIZE 64

/// The result of a call. There are three ranges, with free numbers between them for later
/// versions: outcomes (0 to 15) may happen in play, running states (16 to 31) are those
/// of a sliced search, errors (32 and above) mean that nothing was done.
typedef enum astar_status {
  ASTAR_OK = 0,          ///< done; for a search: a path was found
  ASTAR_UNREACHABLE,     ///< no path leads to a goal
  ASTAR_GOAL_BLOCKED,    ///< every goal is impassable, or there is no goal
  ASTAR_OUT_OF_BOUNDS,   ///< a tile is off the grid; for a search: the start or a goal
  ASTAR_LIMIT,           ///< `max_cost` or `max_expansions` of the query ended the search
  ASTAR_TILE_IMPASSABLE, ///< a unit of a crowd cannot stand on a tile
  ASTAR_TILE_OCCUPIED,   ///< another unit of the crowd holds a tile
  ASTAR_TOO_OLD,         ///< a grid no longer has all edits since a revision
  ASTAR_QUEUE_FULL,      ///< a pool has as many requests in flight as it takes
  ASTAR_CANCELLED,       ///< a request was cancelled
  ASTAR_TOO_LARGE,       ///< an index would exceed its limits on this map
  ASTAR_DELTA_APPLIED,   ///< a delta starts before the revision of the grid
  ASTAR_DELTA_GAP,       ///< a delta starts after the revision of the grid
  ASTAR_DELTA_OTHER,     ///< a delta starts from another content than that of the grid

  ASTAR_RUNNING = 16, ///< a sliced search has not ended yet
  ASTAR_STALE,        ///< a sliced search cannot end: an edit changed the map

  ASTAR_INVALID = 32, ///< an argument is out of its documented range
  ASTAR_NO_MEMORY,    ///< the allocator returned NULL
  ASTAR_BUSY,     ///< an edit inside a heuristic function of a search on the same grid
  ASTAR_STOPPED,  ///< a heuristic function returned a negative number, infinity or NaN
  ASTAR_UNSUITED, ///< the rules do not fit the layout of the grid, or the algorithm does
                  ///< not fit the map: `astar_why_unsuited` returns why
  ASTAR_INEXACT   ///< arithmetic does not round as IEEE 754 demands: the library was
                  ///< compiled with options that change it. No grid can be created
} astar_status;

/// Returns whether a status is an error. A call that returned an error changed nothing,
/// with two exceptions: an `astar_path` that was passed for the result is empty, and a
/// field may lose its content when memory runs out (`astar_field_update`).
static inline bool astar_is_error(astar_status status) { return status >= ASTAR_INVALID; }

/// Returns whether a status is an outcome: an answer that may happen in play.
static inline bool astar_is_outcome(astar_status status) {
  return status < ASTAR_RUNNING;
}

/// Returns a word or a few words for a status, for example "unreachable" or "not enough
/// memory": a string constant.
ASTAR_API const char *astar_reason(astar_status status);

/// A function that allocates, resizes and frees memory, like `lua_Alloc` of Lua.
///
/// @param user      `user` of the allocator
/// @param block     the block to resize or free; NULL to allocate a new one
/// @param old_size  the size of `block` [bytes]; 0 when `block` is NULL
/// @param new_size  the size that is needed [bytes]; 0 to free `block`
/// @return the block, which may have moved, with its content kept up to the smaller size;
///   NULL when out of memory (`block` then stays as it is) or after it was freed
typedef void *(*astar_alloc)(void *user, void *block, size_t old_size, size_t new_size);

/// Where memory comes from. Functions that take an allocator copy it. `user` must stay
/// valid until everything that was made with the allocator has been freed. The allocator
/// is called by the thread that needs or frees memory.
typedef struct astar_allocator {
  astar_alloc alloc; ///< NULL: `realloc` and `free` of the C library
  void *user;        ///< passed to each call of `alloc`
} astar_allocator;

// ------------------------------------------------------------------------------ grids

/// A map of tiles. Each tile has
/// - a terrain [0..255]: the ground; rules give each terrain a cost;
/// - a penalty: an extra cost of entering the tile;
/// - dynamic obstacles on up to 8 layers: the tile is blocked for movers that do not
///   ignore the layer;
/// - edges to its neighbors: each is open, closed, or closed in one direction;
/// - any number of links: steps to other tiles, near or far.
///
/// A new grid has one terrain everywhere, no penalties, no obstacles, open edges and no
/// links. Functions that change one of these are called edits.
///
/// A grid keeps data that queries derived from it, for each set of rules, and repairs
/// this data after edits. So the first query under some rules may take time for the whole
/// map; later queries do not.
typedef struct astar_grid astar_grid;

/// How tiles touch. The four hex layouts are offset coordinates. In the `_R` layouts
/// hexes have a corner on top, and every other row is shifted half a tile to the right;
/// in the `_Q` layouts hexes have a flat top, and every other column is shifted half a
/// tile down. `ODD` and `EVEN` name the shifted rows or columns, counted from 0.
typedef enum astar_layout {
  ASTAR_SQUARE, ///< squares: 8 neighbors, or 4 when the rules have no diagonal steps
  ASTAR_ODD_R,  ///< hexes, rows 1, 3, 5, ... are shifted to the right
  ASTAR_EVEN_R, ///< hexes, rows 0, 2, 4, ... are shifted to the right
  ASTAR_ODD_Q,  ///< hexes, columns 1, 3, 5, ... are shifted down
  ASTAR_EVEN_Q  ///< hexes, columns 0, 2, 4, ... are shifted down
} astar_layout;

/// A tile of a grid, for example of a path.
typedef struct astar_point {
  uint16_t x, y;
} astar_point;

/// Creates a grid. O(tiles).
///
/// @param width, height  the size [tiles, 1..ASTAR_MAX_SIDE each, at most ASTAR_MAX_TILES
///   in all]
/// @param layout  how tiles touch
/// @param fill    the terrain of every tile
/// @param grid    receives the grid; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: the size or the layout is out of range;
///   ASTAR_INEXACT; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_new(const astar_allocator *allocator, int width,
                                      int height, astar_layout layout, uint8_t fill,
                                      astar_grid **grid);

/// Adds an owner to a grid: the grid exists until `astar_grid_free` has been called once
/// more. At most 2^31 - 1 owners at a time. NULL is allowed.
ASTAR_API void astar_grid_retain(astar_grid *grid);

/// Removes an owner from a grid: the caller of `astar_grid_new`, or of
/// `astar_grid_retain`. Objects on the grid are owners, too, until they are freed (see
/// *Ownership* above): they still answer. When the last owner is removed, the grid and
/// all that was derived from it are freed. NULL is allowed.
ASTAR_API void astar_grid_free(astar_grid *grid);

/// Creates a grid with the same content, the same revision and the same ids of links.
/// O(tiles).
///
/// @param copy  receives the new grid; the caller owns it
/// @return ASTAR_OK, ASTAR_INVALID, ASTAR_INEXACT, ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_clone(const astar_grid *grid,
                                        const astar_allocator *allocator,
                                        astar_grid **copy);

/// Copies all content of one grid into another one: terrain, penalties, dynamic
/// obstacles, edges, links with their ids, and the id that the next link gets. The former
/// content of `to` is lost. The call is one edit of `to`: its revision grows, derived
/// data of `to` is built again, and fields, replanners, watches, crowds and indexes on
/// `to` follow as after any edit. O(tiles).
///
/// @param to    the grid to change
/// @param from  the grid to read; when it is `to`, nothing changes
/// @return ASTAR_OK; ASTAR_INVALID: sizes or layouts differ; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_copy(astar_grid *to, const astar_grid *from);

/// Returns the width of a grid [tiles]. O(1).
ASTAR_API int astar_grid_width(const astar_grid *grid);

/// Returns the height of a grid [tiles]. O(1).
ASTAR_API int astar_grid_height(const astar_grid *grid);

/// Returns the layout of a grid. O(1).
ASTAR_API astar_layout astar_grid_layout(const astar_grid *grid);

/// Returns whether a tile is on the grid. O(1).
ASTAR_API bool astar_grid_contains(const astar_grid *grid, int x, int y);

/// Returns the revision of a grid: a number that grows with each edit that changes
/// something. Compare two revisions to learn whether the map has changed between them.
/// O(1).
ASTAR_API uint64_t astar_grid_revision(const astar_grid *grid);

/// Returns the memory that a grid holds now [bytes]: its content, derived data, scratch
/// memory, and the fields, searches, replanners, watches, crowds and indexes on it. O(1).
ASTAR_API size_t astar_grid_memory(const astar_grid *grid);

/// Returns whether a search on the grid is in progress: edits return ASTAR_BUSY now. True
/// only inside a heuristic function (`astar_heuristic_function`). O(1).
ASTAR_API bool astar_grid_is_busy(const astar_grid *grid);

/// Ends the busy state of a grid. Call it when a heuristic function left a query by an
/// exception or `longjmp`, before any other call on this grid: otherwise the grid stays
/// busy forever. The query that was left has found nothing; a sliced search that was left
/// begins again at its next step. At other times the call has no effect. It must not be
/// called inside a heuristic function. NULL is allowed.
ASTAR_API void astar_grid_reset_busy(astar_grid *grid);

/// Frees memory that the grid can build again: scratch memory of queries, and data that
/// was derived for rules that have been freed. Later queries allocate it again when they
/// need it.
///
/// @return ASTAR_OK, ASTAR_INVALID, ASTAR_BUSY
ASTAR_API astar_status astar_grid_trim(astar_grid *grid);

/// Returns the terrain of a tile [0..255], or -1 off the grid. O(1).
ASTAR_API int astar_grid_get(const astar_grid *grid, int x, int y);

/// Returns row `y` as an array of `width` terrain bytes, or NULL off the grid. The array
/// belongs to the grid. The pointer is valid until the grid is freed; edits show in the
/// array. O(1).
ASTAR_API const uint8_t *astar_grid_row(const astar_grid *grid, int y);

/// Sets the terrain of one tile. O(1).
///
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: the tile is off the grid; ASTAR_INVALID;
///   ASTAR_BUSY
ASTAR_API astar_status astar_grid_set(astar_grid *grid, int x, int y, uint8_t terrain);

/// Sets the terrain of row `y`. O(width). One edit.
///
/// @param terrains  `width` terrain bytes, from left to right
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: the row is off the grid; ASTAR_INVALID;
///   ASTAR_BUSY
ASTAR_API astar_status astar_grid_set_row(astar_grid *grid, int y,
                                          const uint8_t *terrains);

/// Sets the terrain of a rectangle. The rectangle is clipped to the grid; an empty one
/// changes nothing. O(width * height). One edit.
///
/// @param x, y  the top left tile
/// @param width, height  the size [tiles]
/// @return ASTAR_OK, ASTAR_INVALID, ASTAR_BUSY
ASTAR_API astar_status astar_grid_fill(astar_grid *grid, int x, int y, int width,
                                       int height, uint8_t terrain);

/// Sets the penalty of a tile: what entering the tile costs on top of its terrain. O(1);
/// the first penalty of a grid allocates 8 bytes per tile.
///
/// @param cost  0 removes the penalty; otherwise [ASTAR_MIN_COST..ASTAR_MAX_COST]
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: the tile is off the grid; ASTAR_INVALID: the
///   cost is out of range; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_set_penalty(astar_grid *grid, int x, int y,
                                              double cost);

/// Returns the penalty of a tile; 0 off the grid. O(1).
ASTAR_API double astar_grid_penalty(const astar_grid *grid, int x, int y);

/// Sets the penalties of a rectangle from an array. Tile (x + i, y + j) gets
/// `costs[j * stride + i]`. Either all tiles are set or none. O(width * height). One
/// edit.
///
/// @param x, y  the top left tile
/// @param width, height  the size [tiles, >= 0]; an empty rectangle changes nothing,
///   wherever it is
/// @param costs   each is 0 or in [ASTAR_MIN_COST..ASTAR_MAX_COST]
/// @param stride  the distance from one row of the array to the next [elements, >= width]
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: a tile is off the grid; ASTAR_INVALID: a cost,
///   the size or the stride is out of range; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_set_penalties(astar_grid *grid, int x, int y, int width,
                                                int height, const double *costs,
                                                size_t stride);

/// Gives all tiles of a rectangle the same penalty. The rectangle is clipped to the grid;
/// an empty one changes nothing. O(width * height). One edit.
///
/// @param cost  0 removes the penalties; otherwise [ASTAR_MIN_COST..ASTAR_MAX_COST]
/// @return ASTAR_OK; ASTAR_INVALID: the cost is out of range; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_fill_penalty(astar_grid *grid, int x, int y, int width,
                                               int height, double cost);

/// The number of layers of dynamic obstacles. Layers are numbered from 1. The caller
/// decides what each layer is for: for example one per team, and one for doors. Rules and
/// queries choose the layers that a mover ignores (`astar_filter`).
#define ASTAR_LAYERS 8

/// For `astar_grid_is_blocked`: any layer.
#define ASTAR_ANY_LAYER 0

/// The bit of layer `n` [1..ASTAR_LAYERS] in a set of layers.
#define ASTAR_LAYER(n) ((uint8_t)(1u << ((n)-1)))

/// The set of all layers.
#define ASTAR_ALL_LAYERS ((uint8_t)0xff)

/// Puts a dynamic obstacle on a tile, or removes it: a unit, a closed door. The terrain
/// of the tile stays. O(1); the first obstacle of a grid allocates 1 byte per tile.
///
/// @param blocked  true: the tile is blocked on this layer; false: it is free
/// @param layer    [1..ASTAR_LAYERS]
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: the tile is off the grid; ASTAR_INVALID: there
///   is no such layer; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_block(astar_grid *grid, int x, int y, bool blocked,
                                        int layer);

/// Returns whether a tile is blocked. False off the grid. O(1).
///
/// @param layer  [1..ASTAR_LAYERS], or ASTAR_ANY_LAYER for all of them; false for others
ASTAR_API bool astar_grid_is_blocked(const astar_grid *grid, int x, int y, int layer);

/// Returns the layers on which a tile is blocked, as a set of layers; 0 off the grid.
/// O(1).
ASTAR_API uint8_t astar_grid_obstacles(const astar_grid *grid, int x, int y);

/// Blocks and unblocks the tiles of a rectangle on one layer from an array. Tile
/// (x + i, y + j) is free where `blocked[j * stride + i]` is 0, otherwise blocked.
/// O(width * height). One edit.
///
/// @param x, y  the top left tile
/// @param width, height  the size [tiles, >= 0]; an empty rectangle changes nothing,
///   wherever it is
/// @param stride  the distance from one row of the array to the next [elements, >= width]
/// @param layer   [1..ASTAR_LAYERS]
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: a tile is off the grid; ASTAR_INVALID: the
///   size, the stride or the layer is out of range; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_set_blocked(astar_grid *grid, int x, int y, int width,
                                              int height, const uint8_t *blocked,
                                              size_t stride, int layer);

/// Blocks or unblocks all tiles of a rectangle on one layer. The rectangle is clipped to
/// the grid; an empty one changes nothing. O(width * height). One edit.
///
/// @param layer  [1..ASTAR_LAYERS]
/// @return ASTAR_OK; ASTAR_INVALID: there is no such layer; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_fill_blocked(astar_grid *grid, int x, int y, int width,
                                               int height, bool blocked, int layer);

/// Closes or opens the edge from a tile to a neighbor. A step by one tile cannot cross a
/// closed edge. O(1); the first closed edge of a grid allocates 1 byte per tile.
///
/// @param dx, dy   [-1..1] the offset of the neighbor from (x, y)
/// @param open     true: open the edge; false: close it
/// @param one_way  true: the edge from the neighbor back to (x, y) stays as it is
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: one of the tiles is off the grid;
///   ASTAR_INVALID: the two tiles are not neighbors in this layout; ASTAR_BUSY;
///   ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_set_edge(astar_grid *grid, int x, int y, int dx, int dy,
                                           bool open, bool one_way);

/// Returns whether the edge from tile (x, y) to its neighbor (x + dx, y + dy) is open.
/// False when one of the tiles is off the grid, or when they are not neighbors. O(1).
ASTAR_API bool astar_grid_is_edge_open(const astar_grid *grid, int x, int y, int dx,
                                       int dy);

/// Finds the next closed edge: from tile (*x, *y) to (*x + *dx, *y + *dy), row by row. An
/// edge that is closed in both directions is found twice, once from each of its tiles.
/// O(tiles) for all edges together.
///
///     int x = 0, y = 0, dx = 0, dy = 0;
///     while (astar_grid_each_edge(grid, &x, &y, &dx, &dy)) draw_wall(x, y, dx, dy);
///
/// @param x, y, dx, dy  the edge that was found last, all 0 at first; receives the next
///   one
/// @return false: there is none left, or a pointer is NULL; then nothing is written
ASTAR_API bool astar_grid_each_edge(const astar_grid *grid, int *x, int *y, int *dx,
                                    int *dy);

/// Adds a link: a step between any two tiles, such as stairs, a ladder or a teleporter.
/// The step costs `cost` and nothing else: terrain and penalty of the tile that it leads
/// to do not count. This tile must be passable when a mover takes the step. O(1); the
/// next query sorts all links.
///
/// @param x1, y1   where the link begins
/// @param x2, y2   where the link ends
/// @param cost     0, or [ASTAR_MIN_COST..ASTAR_MAX_COST]
/// @param one_way  true: no step leads back from (x2, y2) to (x1, y1)
/// @param id       receives the id of the link [>= 1]; may be NULL. A grid never uses an
///   id again: after 2^32 - 2 links no link can be added.
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: one of the tiles is off the grid;
///   ASTAR_INVALID: the cost is out of range, or no id is left; ASTAR_BUSY;
///   ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_link(astar_grid *grid, int x1, int y1, int x2, int y2,
                                       double cost, bool one_way, uint32_t *id);

/// Removes a link. O(links).
///
/// @return ASTAR_OK; ASTAR_INVALID: the grid has no link with this id; ASTAR_BUSY
ASTAR_API astar_status astar_grid_unlink(astar_grid *grid, uint32_t id);

/// A link, as it was added with `astar_grid_link`.
typedef struct astar_link {
  uint32_t id;
  int x1, y1, x2, y2; ///< from (x1, y1) to (x2, y2)
  double cost;        ///< of the step
  bool one_way;       ///< false: a step leads back, too, at the same cost
} astar_link;

/// Finds the link with the least id above `*id`. The link that was found may be removed
/// before the next call. O(log links).
///
///     astar_link link;
///     for (uint32_t id = 0; astar_grid_each_link(grid, &id, &link);) draw_link(&link);
///
/// @param id    the id that was found last, 0 at first; receives the next one
/// @param link  receives the link; may be NULL
/// @return false: there is none left, or `grid` or `id` is NULL; then nothing is written
ASTAR_API bool astar_grid_each_link(const astar_grid *grid, uint32_t *id,
                                    astar_link *link);

/// Writes the content and the revision of a grid as a byte string. The string is the same
/// on every platform, and for all grids with the same content and revision. Derived data
/// is not part of it. O(tiles).
///
/// @param bytes     receives the string; nothing is written when it is NULL
/// @param capacity  the size of `bytes` [bytes]; nothing is written when the string is
///   longer
/// @return the size of the string [bytes]; 0 when `grid` is NULL
ASTAR_API size_t astar_grid_serialize(const astar_grid *grid, void *bytes,
                                      size_t capacity);

/// Creates a grid from a byte string of `astar_grid_serialize`, with the same content and
/// revision. Strings of version 1 of the format can be read, too: their obstacles are on
/// layer 1, and the revision is 0. Damaged and hostile strings are safe: the call returns
/// an error. O(size + tiles).
///
/// Set `max_tiles` for strings from other people (network, downloaded levels, mods): a
/// few dozen bytes can describe the largest grid, which takes 128 MB, and 1 GB more with
/// one penalty. A grid within the limit takes at most 11 bytes per tile, and memory for
/// links in proportion to the size of the string. Reading ends at the first damage: a
/// string without valid penalties, obstacles and edges takes a byte per tile.
///
/// @param bytes, size  the string
/// @param max_tiles    the greatest number of tiles to accept; ASTAR_MAX_TILES accepts
///   every grid. The limit is checked before memory for the tiles is allocated.
/// @param grid     receives the grid; the caller owns it
/// @param message  after an error: receives a description, a string constant; may be NULL
/// @return ASTAR_OK; ASTAR_INVALID: the string is not a valid grid, or the grid has more
///   than `max_tiles` tiles; ASTAR_INEXACT; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_deserialize(const astar_allocator *allocator,
                                              const void *bytes, size_t size,
                                              uint32_t max_tiles, astar_grid **grid,
                                              const char **message);

// --------------------------------------------------------------------------- geometry

// Functions of the layout and the size of a grid alone: its content does not matter.

/// Returns the number of steps from one tile to another on an empty grid without borders.
/// Both tiles may be off the grid. O(1).
///
/// @param neighbors  the steps to count: on squares 8 (with diagonal steps: Chebyshev
///   distance) or 4 (without: Manhattan distance), on hexes 6
/// @return the distance [steps]; -1 for other values of `neighbors`
ASTAR_API int64_t astar_grid_distance(const astar_grid *grid, int x1, int y1, int x2,
                                      int y2, int neighbors);

/// An iterator over a ring: the tiles of a grid that are a number of steps away from a
/// tile. The caller provides the memory. The members are private to `astar_ring_begin`
/// and `astar_ring_next`.
typedef struct astar_ring {
  astar_layout layout;
  int width, height;
  int64_t center_x, center_y, n;
  int side, step_x, step_y;
  int64_t x, y, left;
} astar_ring;

/// Begins an iteration over the ring around a tile. Steps are counted as by
/// `astar_grid_distance` with 8 or 6 neighbors. The ring does not refer to the grid: the
/// grid may be freed before `astar_ring_next`. O(1).
///
/// @param x, y  the center of the ring; it may be off the grid
/// @param n     the distance from the center [steps, >= 0]. 0: the center itself; 1: its
///   neighbors, 8 on squares, 6 on hexes.
/// @param ring  receives the iterator; must not be NULL
/// @return ASTAR_OK; ASTAR_INVALID: `n` is negative; the ring then has no tile
ASTAR_API astar_status astar_ring_begin(const astar_grid *grid, int x, int y, int n,
                                        astar_ring *ring);

/// Moves on to the next tile of a ring that is on the grid. The order is clockwise, from
/// the top left corner of the ring; in the `_Q` layouts from its top corner. O(1), for a
/// ring of any size.
///
///     astar_ring ring;
///     astar_point tile;
///     astar_ring_begin(grid, x, y, 3, &ring);
///     while (astar_ring_next(&ring, &tile)) light_up(tile);
///
/// @param tile  receives the tile; may be NULL
/// @return false: there is none left
ASTAR_API bool astar_ring_next(astar_ring *ring, astar_point *tile);

/// How far from tile (0, 0) a line may begin or end, in x and in y [tiles].
#define ASTAR_MAX_LINE (1 << 24)

/// An iterator over a line: the tiles of a grid that a straight line crosses. The caller
/// provides the memory. The members are private to `astar_line_begin` and
/// `astar_line_next`.
typedef struct astar_line {
  astar_layout layout;
  int width, height;
  bool has_ended;
  int u_x, u_y, v_x, v_y;
  int64_t steps, across, k, m, last, x, y;
} astar_line;

/// Begins an iteration over the tiles on the straight line from the center of one tile to
/// the center of another one. The line does not refer to the grid: the grid may be freed
/// before `astar_line_next`. O(1).
///
/// @param x1, y1, x2, y2  both ends [-ASTAR_MAX_LINE..ASTAR_MAX_LINE]; on the grid or off
///   it
/// @param line  receives the iterator; must not be NULL
/// @return ASTAR_OK; ASTAR_INVALID: a coordinate is out of range; the line then has no
///   tile
ASTAR_API astar_status astar_line_begin(const astar_grid *grid, int x1, int y1, int x2,
                                        int y2, astar_line *line);

/// Moves on to the next tile of a line that is on the grid, from the first end to the
/// second one. O(1), also for a line that begins far off the grid.
///
/// The line enters the interior of each of these tiles. Tiles that it only touches, at a
/// corner or along an edge, are left out. So two successive tiles need not be neighbors.
/// A line between two tiles of the grid crosses no tile off the grid. The line in the
/// other direction has the same tiles in reverse order.
///
/// @param tile  receives the tile; may be NULL
/// @param part  receives where the line enters the tile, as part of its length [0..1]; 0
///   for the tile where it begins; may be NULL
/// @return false: there is none left
ASTAR_API bool astar_line_next(astar_line *line, astar_point *tile, double *part);

// ------------------------------------------------------------------------------ rules

/// How a mover moves: compiled from an `astar_rules_def`. Rules are immutable, and can be
/// used with any number of grids.
typedef struct astar_rules astar_rules;

/// What one query ignores: obstacle layers, and penalties or a part of them. Rules have a
/// filter for all their queries. A query with a filter of its own uses only its own
/// filter: it is not combined with the filter of the rules.
///
/// For each set of rules a grid keeps derived data for 4 filters. Filters count as one
/// when they differ only in layers without obstacles, or in a scale above 0. A search
/// with a fifth filter drops the data that was used least recently, and builds data of
/// its own in O(tiles).
typedef struct astar_filter {
  uint8_t ignored_layers; ///< a set of layers, for example ASTAR_LAYER(2) |
                          ///< ASTAR_LAYER(3): obstacles on them do not block the mover
  double penalty_scale;   ///< factor on each penalty: 0 (penalties are ignored), or
                          ///< [ASTAR_MIN_COST..ASTAR_MAX_COST]
} astar_filter;

/// Returns a filter that ignores nothing: no layer, and a penalty scale of 1.
ASTAR_API astar_filter astar_default_filter(void);

/// The corner rule: when a diagonal step on squares may pass between obstacles. There are
/// two ways around the corner that the step from S to E passes: over a and over b.
///
///      S a
///      b E
///
/// A way counts as an obstacle when the mover cannot stand at its tile, or when one of
/// its two edges is closed. On hexes the rule has no effect on steps.
typedef enum astar_diagonal {
  ASTAR_DIAGONAL_ALWAYS,                  ///< both ways may be obstacles
  ASTAR_DIAGONAL_NEVER,                   ///< there are no diagonal steps by one tile
  ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE, ///< one of the two ways may be an obstacle
  ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES   ///< no way may be an obstacle
} astar_diagonal;

/// An offset from a tile [tiles, -ASTAR_MAX_REACH..ASTAR_MAX_REACH].
typedef struct astar_offset {
  int8_t dx, dy;
} astar_offset;

/// One move of a list of moves (`moves` of `astar_rules_def`). A move by one tile cannot
/// cross a closed edge, and follows the corner rule when it is diagonal. A longer move
/// jumps over everything between start and end, closed edges included; `clear` can name
/// tiles that must be free.
typedef struct astar_move {
  int dx, dy;    ///< where it leads [tiles, -ASTAR_MAX_REACH..ASTAR_MAX_REACH]; not 0, 0
  double length; ///< factor on terrain costs [tiles, ASTAR_MIN_COST..ASTAR_MAX_COST]
  const astar_offset *clear; ///< offsets from the start of the move: at each of these
                             ///< tiles the mover must be able to stand; copied
  int clear_count;           ///< number of these offsets [0..ASTAR_MAX_CLEAR]
} astar_move;

/// A pair cost: the cost of a step that depends on the terrains of both tiles, for
/// example uphill. It replaces the usual cost of the step, length times terrain cost; the
/// penalty is added as usual. When two entries of a list agree in everything but `cost`,
/// the last one counts.
typedef struct astar_pair_cost {
  uint8_t from, to; ///< terrain of the tile that the step leaves, and that it enters
  int8_t dx, dy;    ///< a move of the rules; an entry for another offset has no effect
  double cost;      ///< 0, [ASTAR_MIN_COST..ASTAR_MAX_COST], or ASTAR_FORBIDDEN
} astar_pair_cost;

/// As cost of a terrain: a mover cannot enter tiles of this terrain.
#define ASTAR_IMPASSABLE 0.0

/// As pair cost: a mover cannot make this step.
#define ASTAR_FORBIDDEN (-1.0)

/// The definition of rules. Begin with `astar_default_rules`, change members, and pass it
/// to `astar_rules_new`, which copies everything.
///
/// A step costs the length of its move times the cost of the terrain that it enters, plus
/// the penalty of the tile that it enters times `penalty_scale` of the filter. A mover
/// larger than one tile makes such a step with each of its tiles at once, and pays the
/// most expensive one.
///
/// On hexes a mover always has the six steps to its neighbors, each of length 1:
/// `diagonal`, `diagonal_cost`, `neighbors` and `moves` do not change that. `size` must
/// be 1, and pair costs need `neighbors` 8 and a `diagonal` other than
/// ASTAR_DIAGONAL_NEVER. Queries return ASTAR_UNSUITED otherwise.
typedef struct astar_rules_def {
  /// The cost of each terrain: ASTAR_IMPASSABLE (the default of all), or
  /// [ASTAR_MIN_COST..ASTAR_MAX_COST]. Each cost times the length of each move must be at
  /// least ASTAR_MIN_COST.
  double cost[256];
  astar_diagonal diagonal; ///< default ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES
  double diagonal_cost;    ///< length of the diagonal steps of `neighbors` 8 [tiles,
                           ///< ASTAR_MIN_COST..ASTAR_MAX_COST]; default sqrt(2)
  int neighbors;           ///< 8 (default), 4 (no diagonal steps), or 0: only `moves`
  const astar_move *moves; ///< with `neighbors` 0: the moves, each offset once; copied
  int move_count;          ///< number of moves [1..ASTAR_MAX_MOVES]
  const astar_pair_cost *pair_costs; ///< exceptions to the usual cost of steps; copied
  size_t pair_cost_count;            ///< number of these exceptions; default 0
  bool has_pair_costs; ///< true: these rules count as rules with pair costs even when
                       ///< `pair_cost_count` is 0; default false
  int size; ///< the mover covers size x size tiles; its position is the top left one
            ///< [tiles, 1..ASTAR_MAX_SIZE]; default 1
  astar_filter filter; ///< of queries without a filter of their own; default
                       ///< `astar_default_filter`

  uint32_t cookie; ///< private; set by `astar_default_rules`
} astar_rules_def;

/// Returns the default definition: every terrain is impassable, 8 neighbors, no cutting
/// of corners, size 1.
ASTAR_API astar_rules_def astar_default_rules(void);

/// Sets the cost of a terrain in a definition: `def->cost[terrain] = cost`. Compilers do
/// not warn here when `terrain` is a character such as '.'. `astar_rules_new` checks the
/// cost. When `def` is NULL, nothing happens.
ASTAR_API void astar_rules_def_set(astar_rules_def *def, uint8_t terrain, double cost);

/// Compiles rules.
///
/// @param rules  receives the rules; the caller owns them
/// @return ASTAR_OK; ASTAR_INVALID: a member of `def` is out of range
///   (`astar_why_invalid_rules` returns which one), or `def` does not come from
///   `astar_default_rules`; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_rules_new(const astar_allocator *allocator,
                                       const astar_rules_def *def, astar_rules **rules);

/// Adds an owner to rules: the caller may use them until `astar_rules_free` has been
/// called once more. At most 2^31 - 1 owners at a time. NULL is allowed. Rules without an
/// owner get none.
ASTAR_API void astar_rules_retain(astar_rules *rules);

/// Removes an owner from rules. Fields, searches, replanners, watches, crowds, indexes
/// and requests that use the rules are owners, too; grids keep the memory of rules as
/// long as they keep data that was derived for them. NULL is allowed.
ASTAR_API void astar_rules_free(astar_rules *rules);

/// Returns the filter of rules. Functions below that take a filter use this one when it
/// is NULL.
ASTAR_API astar_filter astar_rules_filter(const astar_rules *rules);

/// Returns what is wrong with a definition, for example "def.size must be in [1,
/// ASTAR_MAX_SIZE]": a string constant. NULL when `astar_rules_new` accepts it.
ASTAR_API const char *astar_why_invalid_rules(const astar_rules_def *def);

/// Returns whether a mover can stand at a tile: all tiles that it covers are on the grid,
/// have a passable terrain, and are not blocked on a layer that the filter does not
/// ignore. O(tiles that the mover covers).
ASTAR_API bool astar_is_passable(const astar_grid *grid, const astar_rules *rules,
                                 const astar_filter *filter, int x, int y);

// --------------------------------------------------------------------------- replicas

/// Writes the edits of a grid since one of its revisions as a byte string, a *delta*. A
/// *replica* is another grid that has the content and the revision from which the delta
/// starts: a copy of the grid, or a grid from its byte string. `astar_grid_apply` makes
/// these edits on the replica. The string is the same on every platform.
///
/// A grid records its edits from the first call on. So call this function with the
/// present revision, then `astar_grid_serialize`. The grid then keeps at least the last
/// 65536 edits, but no more than 2 MiB + 20 bytes per tile of them: only edits from large
/// arrays of values reach this limit. `astar_grid_copy` to the grid ends all earlier
/// deltas. While it records, an edit takes about 0.02 us more, and an edit of many tiles
/// about 2 ns more per tile.
///
/// A delta has 2 to 6 bytes per edit of a tile, up to 13 with a penalty that has many
/// digits, and up to 18 per link. A filled rectangle is one edit: up to 11 bytes, 18 with
/// a penalty. The grid takes 12 bytes more per edit.
///
/// The first call: O(tiles). Others: O(log edits + size).
///
/// @param revision  the revision to start from
/// @param bytes     receives the string; nothing is written when it is NULL
/// @param capacity  the size of `bytes` [bytes]; nothing is written when the string is
///   longer
/// @param size      receives the size of the string [bytes], 0 without ASTAR_OK; must not
///   be NULL
/// @return ASTAR_OK; ASTAR_TOO_OLD: not all edits since this revision were recorded: send
///   the whole grid. ASTAR_INVALID: the grid never had this revision; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_changes(astar_grid *grid, uint64_t revision,
                                          void *bytes, size_t capacity, size_t *size);

/// Makes the edits of a delta on a replica. Afterwards the replica has the content and
/// the revision of the grid that wrote the delta: both give the same byte string, and the
/// same answers to all queries. Damaged and hostile strings are safe: the call returns an
/// error, and the replica is as it was.
///
/// A sound delta that does not fit the replica gives one of three outcomes, and the
/// replica is as it was:
///
/// - ASTAR_DELTA_APPLIED: it starts before the revision of the replica. Ignore it if it
///   ends at this revision or before (`astar_delta_revisions`): it came twice. If it ends
///   later, it has edits that the replica lacks: get a delta from the replica's revision.
/// - ASTAR_DELTA_GAP: it starts after the revision of the replica: a delta was lost. Get
///   a delta from the replica's revision.
/// - ASTAR_DELTA_OTHER: the size or the layout differs; or the revision is that of the
///   replica, and the content differs, because one of both was edited by itself. Get the
///   whole grid.
///
/// They are decided in this order: size and layout, revision, content. The content is
/// compared by a 64-bit hash of the one that the delta starts from, so only at the same
/// revision. The hash finds accidents; it does not resist attacks.
///
/// O(size + tiles that are set); the first call on a grid: also O(tiles).
///
/// @param bytes, size  the string
/// @param max_tiles    the greatest number of tiles that all edits together may set;
///   UINT64_MAX: no limit. For strings from other people: a short string can fill a
///   large map many times.
/// @param message  after an error: receives a description, a string constant; may be NULL
/// @return ASTAR_OK; ASTAR_DELTA_APPLIED, ASTAR_DELTA_GAP, ASTAR_DELTA_OTHER: see above;
///   ASTAR_INVALID: the string is damaged or no delta, or sets more than `max_tiles`
///   tiles; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_apply(astar_grid *grid, const void *bytes, size_t size,
                                        uint64_t max_tiles, const char **message);

/// Returns the revisions that a delta starts from and leads to. Needs no grid. Checks the
/// checksum and the beginning of the string; only `astar_grid_apply` checks its edits.
/// O(size).
///
/// @param bytes, size  the string
/// @param from     receives the revision that the edits start from; may be NULL
/// @param to       receives the revision after the last edit; may be NULL
/// @param message  after an error: receives a description, a string constant; may be NULL
/// @return ASTAR_OK; ASTAR_INVALID: the string is damaged or no delta; `from` and `to`
///   receive 0
ASTAR_API astar_status astar_delta_revisions(const void *bytes, size_t size,
                                             uint64_t *from, uint64_t *to,
                                             const char **message);

/// Writes rules as a byte string: everything that `astar_rules_new` compiled. The string
/// is the same on every platform. O(moves * pair classes^2).
///
/// @param bytes     receives the string; nothing is written when it is NULL
/// @param capacity  the size of `bytes` [bytes]; nothing is written when the string is
///   longer
/// @return the size of the string [bytes]; 0 when `rules` is NULL
ASTAR_API size_t astar_rules_serialize(const astar_rules *rules, void *bytes,
                                       size_t capacity);

/// Creates rules from a byte string of `astar_rules_serialize`: all queries have the same
/// answers with them. Damaged and hostile strings are safe: the call returns an error.
/// Rules take at most 35 MB, whatever the string says.
///
/// @param bytes, size  the string
/// @param rules    receives the rules; the caller owns them
/// @param message  after an error: receives a description, a string constant; may be NULL
/// @return ASTAR_OK; ASTAR_INVALID: the string is not valid rules; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_rules_deserialize(const astar_allocator *allocator,
                                               const void *bytes, size_t size,
                                               astar_rules **rules, const char **message);

// ---------------------------------------------------------------------------- queries

/// The algorithm of a search. Jump point search, also over areas of different cost, needs
/// a passable start, one goal without a range, no caps, no units to avoid, a weight of 1
/// and ASTAR_HEURISTIC_AUTO; for other queries ASTAR_AUTO and ASTAR_JPS use A*. Where
/// costs differ it also needs squares without links, 4 or 8 neighbors, a diagonal cost
/// from 1 to 2, no pair costs, and a query that is not `partial`.
typedef enum astar_algorithm {
  ASTAR_AUTO,     ///< what is fastest on this map: a direct path, jump point search where
                  ///< all tiles cost the same, weighted jump point search where areas of
                  ///< tiles cost the same, or A* (default)
  ASTAR_ASTAR,    ///< A*: least g + h first (cost from the start plus heuristic), by all
                  ///< legal steps
  ASTAR_JPS,      ///< jump point search; ASTAR_UNSUITED unless all tiles cost the same
  ASTAR_DIJKSTRA, ///< Dijkstra's algorithm: least g first, no heuristic
  ASTAR_GREEDY    ///< least h first: fast, but the path may not be the cheapest
} astar_algorithm;

/// The heuristic of a search: an estimate of the cost from a tile to the goal. All but
/// ASTAR_HEURISTIC_FUNCTION multiply a distance in tiles by the least cost that a tile
/// can have on this map under these rules, and take links into account. Only
/// ASTAR_HEURISTIC_AUTO and ASTAR_HEURISTIC_ZERO are admissible for all rules: they never
/// overestimate. With another one the path may not be the cheapest. On hexes the first
/// five are the same: the number of steps, or with several goals a lower bound of it.
typedef enum astar_heuristic {
  ASTAR_HEURISTIC_AUTO,      ///< as large as the moves of the rules allow (default)
  ASTAR_HEURISTIC_MANHATTAN, ///< dx + dy
  ASTAR_HEURISTIC_OCTILE,    ///< diagonal steps of length sqrt(2), then straight ones
  ASTAR_HEURISTIC_CHEBYSHEV, ///< the greater of dx and dy
  ASTAR_HEURISTIC_EUCLIDEAN, ///< the length of the straight line
  ASTAR_HEURISTIC_ZERO,      ///< 0: the search is Dijkstra's algorithm
  ASTAR_HEURISTIC_FUNCTION   ///< `heuristic_function` of the query
} astar_heuristic;

/// A heuristic function of the caller. A search calls it many times for the tiles that it
/// generates.
///
/// The function may start other queries on the same grid. Edits of the grid return
/// ASTAR_BUSY. The function must not free the grid, nor the search that calls it. It may
/// free the rules: the grid keeps them until the search ends. When the function leaves by
/// an exception or `longjmp`, call `astar_grid_reset_busy`.
///
/// @param user    `heuristic_user` of the query
/// @param dx, dy  the distance from the tile to the box around all goals and their range,
///   in x and in y [tiles, >= 0]
/// @return the estimated cost [>= 0; values above ASTAR_MAX_COST count as
///   ASTAR_MAX_COST]. A negative number, infinity or NaN ends the search with
///   ASTAR_STOPPED.
typedef double (*astar_heuristic_function)(void *user, int dx, int dy);

/// A tile where a path may end.
typedef struct astar_goal {
  int x, y;
} astar_goal;

/// A query for a path. Begin with `astar_default_query`, and change members.
typedef struct astar_query {
  const astar_rules *rules;   ///< how the mover moves; not NULL
  const astar_filter *filter; ///< NULL (default): the filter of the rules
  int start_x, start_y;       ///< where the path begins; may be impassable: a mover may
                              ///< stand on its own obstacle, or leave a wall
  const astar_goal *goals;    ///< the path leads to the cheapest one
  int goal_count;             ///< number of goals [>= 0]; 0 gives ASTAR_GOAL_BLOCKED

  /// Each tile within this many steps of a goal counts as this goal [steps, >= 0; default
  /// 0]. The distance ignores obstacles. It is the Chebyshev distance where a move of the
  /// rules changes x and y at once, otherwise the Manhattan distance; on hexes the number
  /// of steps.
  int range;

  /// True: when no path reaches a goal, or a cap ends the search, find the path to the
  /// reachable tile that is nearest to a goal (by the distance of `range`); of several
  /// such tiles, to the cheapest one. Default false.
  bool partial;

  /// A cap: paths that cost more are not found [>= 0; default infinity: no cap]. A sum of
  /// costs fits when it exceeds the cap by at most a relative 1e-9, here and in fields.
  /// So the cost of a path is a cap with which this path is found, although sums are
  /// rounded. ASTAR_GREEDY, which does not look for cheaper ways to a tile, may miss a
  /// path that fits.
  double max_cost;

  int64_t max_expansions; ///< a cap: the search ends after this many expansions [>= 0;
                          ///< default INT64_MAX: no cap]

  astar_algorithm algorithm;                   ///< default ASTAR_AUTO
  astar_heuristic heuristic;                   ///< default ASTAR_HEURISTIC_AUTO
  astar_heuristic_function heuristic_function; ///< for ASTAR_HEURISTIC_FUNCTION
  void *heuristic_user;                        ///< passed to each call of this function

  /// Factor on the heuristic [>= 0, finite; default 1]. Above 1 the search is faster, and
  /// with an admissible heuristic the path costs at most `weight` times the minimum.
  double weight;

  /// The crowd of the grid, or NULL (default). With a crowd, all tiles that its units
  /// hold are impassable for this query, as if they were blocked: as goals, for the
  /// corner rule, for all tiles of a larger mover. One unit is left out: the unit that
  /// covers the start, or when there is none, the unit that steps to it. The query sees
  /// where the units are when it begins. It changes no derived data, so queries with and
  /// without `avoid` can alternate.
  const struct astar_crowd *avoid;

  uint32_t cookie; ///< private; set by `astar_default_query`
} astar_query;

/// Returns a query for the cheapest path to one of the goals, with defaults for
/// everything else. The goals are not copied: the array must exist when the query is
/// used.
ASTAR_API astar_query astar_default_query(const astar_rules *rules, int start_x,
                                          int start_y, const astar_goal *goals,
                                          int goal_count);

/// Returns what is wrong with a query, for example "query.weight must be a finite number
/// >= 0": a string constant. NULL when the query is valid. Functions that take a query
/// return ASTAR_INVALID for an invalid one. O(1).
ASTAR_API const char *astar_why_invalid(const astar_grid *grid, const astar_query *query);

/// What a search reports besides the path. Without a path `cost` and `length` are 0 and
/// `goal` is -1.
typedef struct astar_result {
  double cost;       ///< the sum of the costs of all steps, added from first to last
  uint32_t length;   ///< number of points of the path, start and goal included
  int goal;          ///< index of the goal where the path ends; of a partial path, index
                     ///< of the goal nearest to its end
  uint32_t expanded; ///< number of nodes that the search expanded, for every outcome:
                     ///< tiles, or with ASTAR_AUTO and ASTAR_JPS perhaps jump points
                     ///< only; 0 without a search: when connected components prove that
                     ///< there is no path, or nothing is in the way of it
  bool partial;      ///< the path ends short of every goal
} astar_result;

/// A path that a query has found: a list of points, in memory that is used again. A path
/// object can be passed to any number of queries, on any grid, one after another. Each
/// query replaces the points, also a query that finds no path. The memory grows with the
/// longest path, and is freed with the object.
typedef struct astar_path astar_path;

/// Creates an empty path.
///
/// @param path  receives the path; the caller owns it
/// @return ASTAR_OK, ASTAR_INVALID, ASTAR_NO_MEMORY
ASTAR_API astar_status astar_path_new(const astar_allocator *allocator,
                                      astar_path **path);

/// Frees a path. NULL is allowed.
ASTAR_API void astar_path_free(astar_path *path);

/// Copies the points of a path, from start to goal. No tile occurs twice. O(points
/// copied).
///
/// @param points    receives the first `capacity` points; may be NULL
/// @param capacity  of `points` [elements]
/// @return the number of points of the path; 0 for an empty path, or when `path` is NULL
ASTAR_API size_t astar_path_points(const astar_path *path, astar_point *points,
                                   size_t capacity);

/// Copies the cost of the path up to each of its points, on the map as it was when the
/// path was found: 0 for the start, the cost of the path for the last point. O(costs
/// copied).
///
/// @param costs     receives the first `capacity` costs; may be NULL
/// @param capacity  of `costs` [elements]
/// @return the number of points of the path; 0 for an empty path, or when `path` is NULL
ASTAR_API size_t astar_path_costs(const astar_path *path, double *costs, size_t capacity);

/// Finds the cheapest path. Unreachable goals are usually detected without a search, from
/// connected components. Otherwise the time grows with the number of expanded nodes
/// (`expanded` of the result), at worst all tiles. When the start counts as a goal, the
/// path has one point and costs 0.
///
/// Exactness. With ASTAR_AUTO, ASTAR_ASTAR or ASTAR_DIJKSTRA, an admissible heuristic and
/// a weight of at most 1, the cost is within a relative 1e-6 of the minimum. In detail:
/// - Where all tiles cost the same, searches count in integer units, which match the
///   length of a diagonal step to a relative 1e-8.
/// - Elsewhere, when the costs of two paths to a tile differ by less than a relative
///   1e-12, and by less than 6e-8 of the cheapest step, either path may be taken.
/// - A path is not searched for when it would be cheaper by less than a relative 1e-10,
///   and by less than 1/8 of the cheapest step.
/// - Whatever terrains cost, no tile occurs twice in a path. A search without a heuristic
///   expands no tile twice as long as adding the cheapest step still changes the sum (up
///   to about 1e15 of them).
///
/// Memory. The grid keeps scratch memory for the next search: where all tiles cost the
/// same, the jump points of the search, or on clutter 4 bytes per tile; where areas of
/// tiles cost the same 16, otherwise 10 bytes per tile; and the open list.
/// `astar_grid_trim` frees it.
///
/// @param query   what to search; must come from `astar_default_query`
/// @param path    receives the points; empty unless the call returns ASTAR_OK; may be
///   NULL
/// @param result  receives cost, length and more; may be NULL
/// @return ASTAR_OK: a path was found, or with `partial` a partial path.
///   ASTAR_UNREACHABLE: no path leads to a goal.
///   ASTAR_GOAL_BLOCKED: every tile that counts as a goal is impassable, or there is no
///     goal.
///   ASTAR_OUT_OF_BOUNDS: the start or a goal is off the grid.
///   ASTAR_LIMIT: `max_cost` or `max_expansions` ended the search.
///   ASTAR_INVALID: `astar_why_invalid` returns why.
///   ASTAR_UNSUITED: `astar_why_unsuited` returns why.
///   ASTAR_STOPPED: the heuristic function returned an invalid number.
///   ASTAR_NO_MEMORY
ASTAR_API astar_status astar_find_path(astar_grid *grid, const astar_query *query,
                                       astar_path *path, astar_result *result);

/// Returns why some rules, or an algorithm under these rules, do not fit a grid as it is
/// now, for example "size above 1 needs a square grid": a string constant. NULL when they
/// fit.
///
/// @param algorithm  ASTAR_JPS also checks the content of the map; with all others only
///   rules and layout are compared
ASTAR_API const char *astar_why_unsuited(astar_grid *grid, const astar_rules *rules,
                                         const astar_filter *filter,
                                         astar_algorithm algorithm);

/// Checks whether a path exists. The connected components answer in O(1) where each step
/// can be made in both directions. One-way edges and links, pair costs and lists of moves
/// may require a search. An edit costs O(width + height) once, and O(links). With a list
/// of moves that has an offset above 1, the components are built again after edits that
/// may have split one, when the answer depends on it: O(tiles).
///
/// @return what `astar_find_path` would return for a query with this start, goal and
///   filter: ASTAR_OK: a path exists; ASTAR_UNREACHABLE: no path exists;
///   ASTAR_GOAL_BLOCKED: the goal is impassable; ASTAR_OUT_OF_BOUNDS: start or goal is
///   off the grid; ASTAR_INVALID: the filter is out of range; ASTAR_UNSUITED: the rules
///   do not fit the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_is_reachable(astar_grid *grid, const astar_rules *rules,
                                          const astar_filter *filter, int start_x,
                                          int start_y, int goal_x, int goal_y);

// ------------------------------------------------------------------------------ sight

/// Checks whether a mover can move in a straight line from the center of one tile to the
/// center of another one. The start tile is not checked. O(tiles crossed), times the
/// tiles that the mover covers.
///
/// A mover of one tile. Each tile that the line crosses must be passable, and the line
/// must not cross a closed edge, nor the border between two tiles where a pair cost is
/// ASTAR_FORBIDDEN. Where it passes exactly through a corner (on hexes: along an edge
/// between two tiles), the two tiles beside it count as the two ways around a corner, and
/// the corner rule applies. Rules without diagonal steps need both ways free. A list of
/// moves counts as if it had all diagonal steps, unless its corner rule is
/// ASTAR_DIAGONAL_NEVER; its other moves and their `clear` tiles do not matter.
///
/// A mover of more than one tile is moved as a whole.
/// - At 45 degrees, when the rules have diagonal steps, the line is a row of diagonal
///   steps. Each must be legal as in a path: the mover can stand at its end, it crosses
///   no closed diagonal edge, and of the two ways around the corner (the mover moved in x
///   only, or in y only) no more are obstacles than the corner rule allows.
/// - On other lines, nothing that the mover sweeps over may be impassable, and no edge
///   that it crosses may be closed, with any corner rule.
///
/// So with 8 neighbors, the line to a neighboring tile is clear exactly when a step leads
/// there. The answer is the same in both directions, unless edges or pair costs are
/// one-way or the mover cannot stand at one of the ends.
///
/// @param x1, y1, x2, y2  both ends
/// @param x, y  with ASTAR_UNREACHABLE: receive the first tile that the mover cannot
///   enter; it may be off the grid. Both may be NULL.
/// @return ASTAR_OK: the line is clear; ASTAR_UNREACHABLE: it is not clear;
///   ASTAR_OUT_OF_BOUNDS: an end is off the grid; ASTAR_INVALID: the filter is out of
///   range; ASTAR_UNSUITED: the rules do not fit the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_line_of_sight(astar_grid *grid, const astar_rules *rules,
                                           const astar_filter *filter, int x1, int y1,
                                           int x2, int y2, int *x, int *y);

/// Checks the same where units are in the way: the tiles that units of a crowd hold are
/// impassable, as with `avoid` of `astar_query`. The unit that covers (x1, y1), or when
/// there is none, the unit that steps to it, is left out.
///
/// @param avoid  the crowd of the grid; NULL: no units are in the way
/// @return as `astar_line_of_sight`; ASTAR_INVALID also when `avoid` is not the crowd of
///   the grid
ASTAR_API astar_status astar_line_of_sight_avoiding(
    astar_grid *grid, const astar_rules *rules, const astar_filter *filter, int x1,
    int y1, int x2, int y2, const struct astar_crowd *avoid, int *x, int *y);

// ------------------------------------------------------------------------------ paths

/// What joins each point of a path to the next one.
typedef enum astar_path_kind {
  ASTAR_PATH_STEPS, ///< one step: paths of `astar_find_path`
  ASTAR_PATH_TURNS, ///< one step, or a run of equal steps: paths of `astar_keep_turns`
  ASTAR_PATH_LINES  ///< a straight line, or as above: paths of `astar_smooth_path`
} astar_path_kind;

/// Checks whether the map allows every step of a path now. O(tiles of the path).
///
/// @param points, count  the path
/// @param kind   what joins its points
/// @param first  index of the first point to check the step from [0..count]
/// @param bad    receives the index of the first point whose step to the next point is
///   illegal; `count` when all steps are legal; may be NULL
/// @return ASTAR_OK: the path was checked; ASTAR_INVALID: `kind`, `first` or the filter
///   is out of range; ASTAR_UNSUITED: the rules do not fit the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_check_path(astar_grid *grid, const astar_rules *rules,
                                        const astar_filter *filter,
                                        const astar_point *points, size_t count,
                                        astar_path_kind kind, size_t first, size_t *bad);

/// A path that the grid checks after edits. For many paths on a map that changes: an edit
/// is compared only with the steps that depend on the edited tiles.
typedef struct astar_watch astar_watch;

/// Creates a watch of a path. The path need not be legal. A path of less than two points
/// is always legal. O(tiles of the path). Memory: about 25 bytes per tile of the path.
///
/// @param points, count  the path; copied
/// @param kind   what joins its points
/// @param watch  receives the watch; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: `kind` or the filter is out of range; ASTAR_UNSUITED:
///   the rules do not fit the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_watch_new(astar_grid *grid, const astar_rules *rules,
                                       const astar_filter *filter,
                                       const astar_point *points, size_t count,
                                       astar_path_kind kind, astar_watch **watch);

/// Frees a watch. NULL is allowed. A watch may be freed between two calls of
/// `astar_grid_next_broken`.
ASTAR_API void astar_watch_free(astar_watch *watch);

/// Stores a pointer of the caller in a watch, for example to the mover of the path. The
/// library does not use it.
ASTAR_API void astar_watch_set_user(astar_watch *watch, void *user);

/// Returns the pointer that `astar_watch_set_user` stored; NULL at first.
ASTAR_API void *astar_watch_user(const astar_watch *watch);

/// Checks a watched path: the result is that of `astar_check_path`. The first call after
/// edits, of this function or of `astar_grid_next_broken`, checks the steps that depend
/// on edited tiles, of all watches of the grid; it checks all steps when there were more
/// edits than the journal of the grid holds (1024). All other calls: O(1) while the path
/// is legal. After ASTAR_NO_MEMORY the next call tries again.
///
/// @param first  index of the first point to check the step from [0..number of points]
/// @param bad    as in `astar_check_path`; may be NULL
/// @return ASTAR_OK; ASTAR_INVALID: `first` is out of range; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_watch_check(astar_watch *watch, size_t first, size_t *bad);

/// Finds the next watch that edits have broken. Once per frame, call it until it writes
/// NULL.
///
///     astar_watch *watch;
///     while (astar_grid_next_broken(grid, &watch) == ASTAR_OK && watch != NULL) {
///       replan(astar_watch_user(watch));
///     }
///
/// A watch breaks when its whole path was legal at the last check and is not legal now.
/// Checks happen in this function and in `astar_watch_check`; edits that break and repair
/// a path between two checks are not seen. Each break is reported once, even if more
/// steps of the same path become illegal. A path that becomes legal again before its
/// break is reported is not reported. A path that was illegal when its watch was created
/// is reported after it has become legal and then illegal. The order of the reports is
/// the same in every run.
///
/// @param watch  receives the watch, NULL when there is none left; must not be NULL
/// @return ASTAR_OK, ASTAR_INVALID, ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_next_broken(astar_grid *grid, astar_watch **watch);

/// Reduces a path of steps to its waypoints, in place: the points where it turns, and its
/// first and last point. Both ends of a link, and of a move by more than one tile, are
/// waypoints. O(count).
///
/// @param points  the path; receives the waypoints
/// @param costs   the cost up to each of the `count` points; receives the costs up to the
///   waypoints; may be NULL
/// @param count   the number of points
/// @return the number of waypoints
ASTAR_API size_t astar_keep_turns(const astar_grid *grid, astar_point *points,
                                  double *costs, size_t count);

/// Pulls a path taut, in place (string pulling): keeps the points between which the mover
/// can move in a straight line, at any angle. A line may join two points when
/// `astar_line_of_sight` is clear between them, and the terrain and the penalties along
/// the line cost no more than along the path. Links, moves by more than one tile, and
/// steps with a pair cost are kept. The first and the last point are kept. The result is
/// the shortest path of such lines, where each line spans at most 16 points or extends a
/// line that does. O(tiles of the path) usually.
///
/// @param points  the path; receives the points that are kept
/// @param count   the number of points; receives the number of points that are kept; must
///   not be NULL
/// @param length  receives the length of the result [tiles; the centers of two adjacent
///   hexes are 1 apart]; may be NULL
/// @return ASTAR_OK; ASTAR_INVALID: a point is off the grid, or the filter is out of
///   range; ASTAR_UNSUITED: the rules do not fit the grid; ASTAR_NO_MEMORY. After an
///   error the points are as they were.
ASTAR_API astar_status astar_smooth_path(astar_grid *grid, const astar_rules *rules,
                                         const astar_filter *filter, astar_point *points,
                                         size_t *count, double *length);

/// Computes the length of a path of straight lines up to each of its points [tiles]: 0
/// for the first point. For a path of `astar_smooth_path`, the last one is its `*length`.
/// O(count).
///
/// @param points, count  the path
/// @param lengths        receives `count` lengths
ASTAR_API void astar_line_lengths(const astar_grid *grid, const astar_point *points,
                                  size_t count, double *lengths);

// ------------------------------------------------------------------------------ fields

/// The result of one search for all tiles, for any number of movers. There are three
/// kinds:
/// - A *distance field* (flow field, Dijkstra map) has goals. It holds for each tile the
///   cost to the cheapest goal, and the next step to this goal.
/// - A *movement range* has a start. It holds for each tile within a budget the cost from
///   the start, and the step that leads to the tile.
/// - A *flee field* is a distance field that leads away from danger.
///
/// A field belongs to the map as it was when the field was created or last updated: later
/// edits do not change its answers. A tile is *reached* when the field holds a cost for
/// it.
typedef struct astar_field astar_field;

/// A goal of a distance field. `cost` is added to the cost of each path to this goal,
/// which makes the goal less attractive than others: 0, or
/// [ASTAR_MIN_COST..ASTAR_MAX_COST].
typedef struct astar_source {
  int x, y;
  double cost;
} astar_source;

/// Creates a distance field. Impassable goals are left out. O(tiles) where steps cost at
/// most 256 times as much as the cheapest step, otherwise O(tiles log cost). Memory: 9
/// bytes per tile. The grid keeps data for all its fields, too: about 3 bytes per tile
/// where costs differ, up to 100 where they differ from tile to tile.
///
/// @param goals, goal_count  the goals
/// @param max_cost  tiles with a greater cost are not reached; a cost fits as in a query
///   [>= 0; infinity: no limit]
/// @param field     receives the field; the caller owns it
/// @return ASTAR_OK; ASTAR_GOAL_BLOCKED: all goals are impassable, or there is none;
///   ASTAR_OUT_OF_BOUNDS: a goal is off the grid; ASTAR_INVALID: the cost of a goal,
///   `goal_count`, `max_cost` or the filter is out of range; ASTAR_UNSUITED: the rules do
///   not fit the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_distance_field(astar_grid *grid, const astar_rules *rules,
                                            const astar_filter *filter,
                                            const astar_source *goals, int goal_count,
                                            double max_cost, astar_field **field);

/// Creates a movement range: the cost from one tile to each tile within a budget. The
/// start is not checked, and costs 0. On a grid without links, time and memory of a small
/// range depend on the range and not on the map.
///
/// @param x, y      the start
/// @param max_cost  the budget; a cost fits as in a query [>= 0; infinity: no limit]
/// @param field     receives the field; the caller owns it
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: the start is off the grid; ASTAR_INVALID:
///   `max_cost` or the filter is out of range; ASTAR_UNSUITED: the rules do not fit the
///   grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_movement_range(astar_grid *grid, const astar_rules *rules,
                                            const astar_filter *filter, int x, int y,
                                            double max_cost, astar_field **field);

/// Creates a flee field: it leads to tiles that are far from danger, past the danger
/// where this is worth the detour, and not into the nearest dead end. Each tile that
/// `danger` reaches is a goal; its cost is `factor` times the difference between the
/// greatest cost in `danger` and the cost of the tile in `danger`. The costs of a flee
/// field only compare tiles. (Dijkstra maps, after roguebasin.com.) O(tiles log tiles).
///
/// @param danger  a distance field whose goals are the danger; it may be freed afterwards
/// @param factor  how much distance from the danger is worth
///   [ASTAR_MIN_COST..ASTAR_MAX_COST; about 1.2]: with a greater factor, movers accept
///   longer paths to get farther from the danger
/// @param field   receives the field; the caller owns it
/// @return ASTAR_OK; ASTAR_GOAL_BLOCKED: `danger` reaches no tile; ASTAR_INVALID:
///   `factor` is out of range; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_flee_field(const astar_field *danger, double factor,
                                        astar_field **field);

/// Frees a field. NULL is allowed.
ASTAR_API void astar_field_free(astar_field *field);

/// Brings a field up to date with its grid. Goals and their costs stay; goals that are
/// impassable now are left out until they are free. Usually O(tiles whose cost changed,
/// and their neighbors), never much more than the time of a new field. The field is
/// computed again when there were more edits than the journal of the grid holds (1024),
/// when edits affect more than 1/32 of the tiles that the field reaches (1/128 where all
/// tiles cost the same) or change most of its costs, or when the field covers only a part
/// of the map (a small `max_cost`). O(1) when no edit concerns the field.
///
/// @return ASTAR_OK; ASTAR_INVALID; ASTAR_NO_MEMORY: the field is as it was, or reaches
///   no tile until an update succeeds
ASTAR_API astar_status astar_field_update(astar_field *field);

/// Replaces the goals of a distance field and computes it on the map as it is now, in the
/// memory that it has: for goals that move. With unchanged goals this equals
/// `astar_field_update`.
///
/// @return the statuses of `astar_distance_field` except ASTAR_UNSUITED; ASTAR_INVALID
///   also for a movement range. With ASTAR_NO_MEMORY the field is as it was, or reaches
///   no tile until an update succeeds; with all other statuses but ASTAR_OK it is as it
///   was.
ASTAR_API astar_status astar_field_set_goals(astar_field *field,
                                             const astar_source *goals, int goal_count);

/// Returns the cost of a tile: to its goal, the cost of this goal included; of a movement
/// range, from the start. Infinity when the field does not reach the tile, which includes
/// tiles where the mover cannot stand and tiles off the grid. O(1).
ASTAR_API double astar_field_cost(const astar_field *field, int x, int y);

/// Finds the next tile on the path to the goal; of a movement range, the tile before this
/// one on the path from the start. O(1); O(log links) when the step is a link.
///
/// @param next  receives the tile; may be NULL
/// @return false: the tile is a goal or the start, or the field does not reach it
ASTAR_API bool astar_field_next(const astar_field *field, int x, int y,
                                astar_point *next);

/// Finds the next tile as `astar_field_next` does. In addition, a distance field answers
/// for a tile that it does not reach because no mover can stand there: the tile of the
/// mover's own obstacle, a wall that the mover was pushed into, a building that was put
/// on it. It finds the first step of the way out: of the shortest way, in steps, over
/// impassable tiles to a tile that the field reaches; of several, the one with the lowest
/// cost of the step out and of the path from there. On impassable tiles each move of the
/// rules is a step, past corners, edges and tiles that must be clear; the step out must
/// be legal. The way has at most 64 steps, and its impassable tiles are at most 63 tiles
/// away in x and in y.
///
/// O(moves) when one step leads out; otherwise O(moves * tiles nearer than the end).
///
/// @param next  receives the tile; may be NULL
/// @return false: there is no such way; or, for an impassable tile, edits that concern
///   the field were made since its last update
ASTAR_API bool astar_field_way_out(const astar_field *field, int x, int y,
                                   astar_point *next);

/// Finds the next tile that a field reaches, row by row. O(tiles) for all of them
/// together.
///
///     int x = -1, y = 0;
///     while (astar_field_each(field, &x, &y)) mark(x, y, astar_field_cost(field, x, y));
///
/// @param x, y  the tile that was found last, (-1, 0) at first; receive the next one
/// @return false: there is none left, or `x` or `y` is NULL
ASTAR_API bool astar_field_each(const astar_field *field, int *x, int *y);

/// Copies the path from a tile to its goal; of a movement range, the path from the start
/// to the tile. O(points).
///
/// @param points    receives the first `capacity` points; may be NULL
/// @param capacity  of `points` [elements]
/// @param cost      receives the cost of the path, without the cost of the goal; may be
///   NULL
/// @return the number of points of the path; 0 when the field does not reach the tile
ASTAR_API uint32_t astar_field_path(const astar_field *field, int x, int y,
                                    astar_point *points, size_t capacity, double *cost);

/// Copies the cost of the path of `astar_field_path` up to each of its points, on the map
/// that the field belongs to. The first one is 0; the last one is the `*cost` that
/// `astar_field_path` writes for the same capacity. O(points).
///
/// @param costs     receives the first `capacity` costs; may be NULL
/// @param capacity  of `costs` [elements]
/// @return the number of points of the path; 0 when the field does not reach the tile
ASTAR_API uint32_t astar_field_path_costs(const astar_field *field, int x, int y,
                                          double *costs, size_t capacity);

// ------------------------------------------------------------------- sliced searches

/// A search that runs a number of expansions per call, to spread it over frames, and
/// whose nodes can be read at any time. It has scratch memory of its own: any number of
/// searches can be in progress on one grid.
typedef struct astar_search astar_search;

/// Creates a sliced search for a query. It finds what `astar_find_path` finds. Nothing is
/// searched yet: `astar_search_step` returns the outcome, also one that needs no search.
///
/// With `avoid` the search sees the units where they are now: the tiles that they hold
/// are copied, 1 bit per tile, in O(tiles). So units may move while the search is in
/// progress, and the crowd may be freed; the path may then lead over tiles that units
/// hold when it is found.
///
/// @param query   copied, with its goals; `heuristic_user` must stay valid until the
///   search is freed
/// @param search  receives the search; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: `astar_why_invalid` returns why; ASTAR_UNSUITED:
///   `astar_why_unsuited` returns why; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_search_new(astar_grid *grid, const astar_query *query,
                                        astar_search **search);

/// Frees a search, also one that has not ended. NULL is allowed.
ASTAR_API void astar_search_free(astar_search *search);

/// Continues a search. Work for the whole map comes first: building derived data,
/// clearing scratch memory. It is sliced, too, into slices of 32768 + 64 * `count` tiles;
/// a slice that ends before this work is done makes no expansion. After a final status
/// all further calls return this status.
///
/// @param count  the greatest number of expansions in this call [>= 0]
/// @return ASTAR_RUNNING: call again. ASTAR_OK, ASTAR_UNREACHABLE, ASTAR_GOAL_BLOCKED,
///   ASTAR_OUT_OF_BOUNDS, ASTAR_LIMIT: the outcome, as of `astar_find_path`; final.
///   ASTAR_STALE: an edit that concerns the query was made before the outcome; final.
///   ASTAR_STOPPED: the heuristic function returned an invalid number; final.
///   ASTAR_UNSUITED: `astar_why_unsuited` returns why; final. ASTAR_INVALID: `count` is
///   negative. ASTAR_BUSY: called inside the heuristic function of this search.
///   ASTAR_NO_MEMORY: the next call begins the search again.
ASTAR_API astar_status astar_search_step(astar_search *search, int64_t count);

/// Returns the status of a search without continuing it, and what it reports.
///
/// @param result  receives what `astar_find_path` would write: cost and length once the
///   status is ASTAR_OK, the expansions so far at any time; may be NULL
/// @return ASTAR_RUNNING, or the final status of `astar_search_step`; ASTAR_INVALID
ASTAR_API astar_status astar_search_result(const astar_search *search,
                                           astar_result *result);

/// Copies the path of a search that ended with ASTAR_OK.
///
/// @param points    receives the first `capacity` points; may be NULL
/// @param capacity  of `points` [elements]
/// @return the number of points of the path; 0 when there is no path
ASTAR_API size_t astar_search_copy_path(const astar_search *search, astar_point *points,
                                        size_t capacity);

/// Copies the cost of this path up to each of its points, as `astar_path_costs` does.
///
/// @param costs     receives the first `capacity` costs; may be NULL
/// @param capacity  of `costs` [elements]
/// @return the number of points of the path; 0 when there is no path
ASTAR_API size_t astar_search_copy_costs(const astar_search *search, double *costs,
                                         size_t capacity);

/// A node of a search: a tile that the search has generated.
typedef struct astar_node {
  bool is_closed;         ///< true: expanded; false: on the open list
  double g;               ///< cost from the start
  double h;               ///< estimated cost to the goal, weight included
  int parent_x, parent_y; ///< the tile from which the best known path enters this one;
                          ///< with jumps it may be many tiles away; -1, -1 for the
                          ///< start
} astar_node;

/// Reads the node of a tile. It may call the heuristic function, which must not edit the
/// grid then. O(1).
///
/// @param node  receives the node; may be NULL
/// @return false: the search has not generated this tile
ASTAR_API bool astar_search_node(const astar_search *search, int x, int y,
                                 astar_node *node);

/// Finds the next tile that a search has generated, row by row. O(tiles) for all of them
/// together.
///
/// @param x, y  the tile that was found last, (-1, 0) at first; receive the next one
/// @param node  receives the node of the tile; may be NULL
/// @return false: there is none left, or `x` or `y` is NULL
ASTAR_API bool astar_search_each(const astar_search *search, int *x, int *y,
                                 astar_node *node);

// -------------------------------------------------------------------------- replanning

/// The cheapest path of one mover to one goal, while the map changes and the mover moves.
/// After edits it keeps the last path when this is still the cheapest; otherwise it
/// repairs the last search (D* Lite), or searches again where that is faster.
typedef struct astar_replanner astar_replanner;

/// Creates a replanner. Nothing is searched yet. Start and goal may be any tiles, also
/// off the grid: `astar_replanner_find` reports it.
///
/// @param planner  receives the replanner; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: the filter is out of range; ASTAR_UNSUITED: the rules
///   do not fit the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_replanner_new(astar_grid *grid, const astar_rules *rules,
                                           const astar_filter *filter, int start_x,
                                           int start_y, int goal_x, int goal_y,
                                           astar_replanner **planner);

/// Frees a replanner. NULL is allowed.
ASTAR_API void astar_replanner_free(astar_replanner *planner);

/// Sets the tile where the mover is now. Nothing is searched yet.
ASTAR_API void astar_replanner_move(astar_replanner *planner, int x, int y);

/// Sets the goal. The next search begins anew when the goal is another tile than before.
ASTAR_API void astar_replanner_set_goal(astar_replanner *planner, int x, int y);

/// Finds the cheapest path from the mover to the goal on the map as it is now.
///
/// @param result  receives cost, length and more, as of `astar_find_path`; may be NULL.
///   `expanded` is 0 when the last path is still the cheapest.
/// @return ASTAR_OK, ASTAR_UNREACHABLE, ASTAR_GOAL_BLOCKED, ASTAR_OUT_OF_BOUNDS: as
///   `astar_find_path`; ASTAR_INVALID; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_replanner_find(astar_replanner *planner,
                                            astar_result *result);

/// Finds this path in slices: at most `count` expansions per call; work for the whole map
/// is sliced as in `astar_search_step`. Between two calls the grid may be edited, and the
/// mover and the goal may move: the search continues where possible, otherwise it begins
/// again. When edits and moves have disturbed one search more than twice, the next call
/// completes it, however long that takes.
///
/// @param count   the greatest number of expansions in this call [>= 0]
/// @param result  as in `astar_replanner_find`; may be NULL
/// @return ASTAR_RUNNING: call again; otherwise as `astar_replanner_find`; ASTAR_INVALID
///   also when `count` is negative
ASTAR_API astar_status astar_replanner_step(astar_replanner *planner, int64_t count,
                                            astar_result *result);

/// Copies the path of the last call that returned ASTAR_OK. It begins where the mover was
/// at this call.
///
/// @param points    receives the first `capacity` points; may be NULL
/// @param capacity  of `points` [elements]
/// @return the number of points of the path; 0 before the first path
ASTAR_API size_t astar_replanner_copy_path(const astar_replanner *planner,
                                           astar_point *points, size_t capacity);

/// Copies the cost of this path up to each of its points, on the map as it was at this
/// call: 0 for the first point, the cost of the path for the last one.
///
/// @param costs     receives the first `capacity` costs; may be NULL
/// @param capacity  of `costs` [elements]
/// @return the number of points of the path; 0 before the first path
ASTAR_API size_t astar_replanner_copy_costs(const astar_replanner *planner, double *costs,
                                            size_t capacity);

// ------------------------------------------------------------------------ explanations

// Why no path exists, what would have to change, and what a planned building would cut
// off. None of these functions edits the grid.

/// One rule that a query can lift. Values are bits, so that a set of them is their sum.
typedef enum astar_relaxation {
  ASTAR_RELAX_DIAGONAL = 1, ///< the corner rule becomes ASTAR_DIAGONAL_ALWAYS
  ASTAR_RELAX_SIZE = 2,     ///< the mover covers one tile
  ASTAR_RELAX_BLOCKED = 4,  ///< dynamic obstacles of all layers are ignored
  ASTAR_RELAX_EDGES = 8,    ///< all closed edges are open in both directions
  ASTAR_RELAX_TERRAIN = 16  ///< every terrain is passable
} astar_relaxation;

/// The parts of an explanation. Values are bits.
typedef enum astar_explain_part {
  ASTAR_EXPLAIN_RELAX = 1,    ///< rules that could be lifted
  ASTAR_EXPLAIN_TERRAINS = 2, ///< terrains that could be made passable
  ASTAR_EXPLAIN_OPEN = 4,     ///< tiles to open, and the path through them
  ASTAR_EXPLAIN_WIDEST = 8,   ///< the largest mover, and the tightest place
  ASTAR_EXPLAIN_BARRIER = 16, ///< the tiles that close the side of the start off
  ASTAR_EXPLAIN_ALL = 31
} astar_explain_part;

/// As cost of opening a tile: it is never opened.
#define ASTAR_NEVER_OPEN (-1.0)

/// A question about one start and one goal. Begin with `astar_default_explain_query`, and
/// change members.
typedef struct astar_explain_query {
  const astar_rules *rules;   ///< how the mover moves; not NULL
  const astar_filter *filter; ///< NULL (default): the filter of the rules
  int start_x, start_y;       ///< may be impassable, as in `astar_query`
  int goal_x, goal_y;
  unsigned want; ///< a set of `astar_explain_part`; default ASTAR_EXPLAIN_ALL

  /// What it costs to open a tile of each impassable terrain: 0, [ASTAR_MIN_COST..
  /// ASTAR_MAX_COST], or ASTAR_NEVER_OPEN. Default 1. Terrains that are passable for the
  /// rules are not looked up.
  double open_cost[256];
  double open_blocked; ///< the same for a dynamic obstacle that the filter does not
                       ///< ignore, whatever its layers; default 1. A blocked tile of an
                       ///< impassable terrain costs both.
  uint32_t cookie;     ///< private; set by `astar_default_explain_query`
} astar_explain_query;

/// Returns a query for all parts, where opening a tile costs 1.
ASTAR_API astar_explain_query astar_default_explain_query(const astar_rules *rules,
                                                          int start_x, int start_y,
                                                          int goal_x, int goal_y);

/// Returns what is wrong with a query, for example "query.want must be a set of
/// astar_explain_part": a string constant. NULL when the query is valid. O(1).
ASTAR_API const char *astar_why_invalid_explain(const astar_grid *grid,
                                                const astar_explain_query *query);

/// Why a path exists or not, on the map as it was when the explanation was made. It does
/// not refer to the grid: the grid may be freed before it. Its memory comes from the
/// allocator of the grid.
typedef struct astar_explanation astar_explanation;

/// The numbers of an explanation. Members of parts that were not wanted are 0.
typedef struct astar_explanation_summary {
  /// What `astar_find_path` would return: ASTAR_OK: a path exists; ASTAR_UNREACHABLE,
  /// ASTAR_GOAL_BLOCKED; ASTAR_OUT_OF_BOUNDS: then all other members are 0.
  astar_status reason;

  /// A set of `astar_relaxation`: each of these rules, lifted alone, would make a path
  /// possible. 0 when a path exists.
  unsigned relax;

  /// Whether the goal can be reached by opening tiles; true when a path exists.
  bool can_open;
  double open_cost; ///< the sum of the costs of the tiles to open; 0 when a path exists
  double path_cost; ///< the cost of the path if they were open
  /// True: no set of tiles has a smaller sum, and no path with the same sum is cheaper.
  /// False: the sum is an upper bound. That is so for movers of more than one tile, whose
  /// steps share tiles; when so many steps might share corner or `clear` tiles that the
  /// search gives up (at most 131,072 expansions); and when the sum is more than 1e9
  /// times the cheapest opening cost.
  bool is_exact;

  /// The largest size of a mover that gets from start to goal [tiles,
  /// 0..ASTAR_MAX_SIZE]; 0: not even one tile gets through. On hexes 0 or 1.
  int widest;

  /// The route is the cheapest path of a mover of size `widest`. The tightest place is
  /// the first tile of the route that a mover of size `widest` + 1 cannot enter from the
  /// tile before.
  bool has_tightest;
  astar_point tightest;
} astar_explanation_summary;

/// A tile to open.
typedef struct astar_open_tile {
  uint16_t x, y;
  uint8_t terrain;
  bool blocked; ///< by a dynamic obstacle that the filter does not ignore
} astar_open_tile;

/// Explains why a path exists or not.
///
/// Tiles to open. An opened tile of an impassable terrain costs as much as the cheapest
/// passable terrain of the rules (1 when there is none), plus its penalty; an opened tile
/// of a passable terrain costs what its terrain costs. The cheapest sum of opening costs
/// comes first, then the cheapest path. Closed edges and forbidden steps stay as they
/// are.
///
/// The barrier. Let R be the tiles that the mover can reach from the start, the start
/// included. Of the tiles outside R, take those that are connected to the goal without R:
/// by the 4 neighbors where the corner rule is ASTAR_DIAGONAL_ALWAYS, otherwise by the 8
/// neighbors; on hexes by the 6 neighbors. The barrier is those of them that touch R: by
/// the 8 neighbors where the corner rule is ASTAR_DIAGONAL_ALWAYS, otherwise by the 4
/// neighbors; on hexes by the 6 neighbors. Tiles are positions of the mover: for a larger
/// mover the top left tile of its footprint.
///
/// Time. `relax` builds the connected components of each lifted rule, O(tiles) each, and
/// keeps them: later calls repair them after edits. `terrains` is like `relax` for up to
/// 4 impassable terrains on the map, O(tiles) for more. The tiles to open take a search
/// from the start to the cheapest opening, and one along the path; `widest` O(tiles * log
/// size) and a query; the barrier O(tiles).
///
/// @param explanation  receives the explanation; the caller owns it
/// @return ASTAR_OK, also when no path exists or a tile is off the grid; ASTAR_INVALID:
///   `astar_why_invalid_explain` returns why; ASTAR_UNSUITED: the rules do not fit the
///   grid; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_explain(astar_grid *grid, const astar_explain_query *query,
                                     astar_explanation **explanation);

/// Frees an explanation. NULL is allowed.
ASTAR_API void astar_explanation_free(astar_explanation *explanation);

/// Returns the numbers of an explanation. O(1).
ASTAR_API astar_explanation_summary
astar_explanation_summarize(const astar_explanation *explanation);

/// Copies the terrains that, made passable alone, would make a path possible; in
/// ascending order. Empty when a path exists.
///
/// @param terrains  receives the first `capacity` terrains; may be NULL
/// @param capacity  of `terrains` [elements]
/// @return the number of terrains [0..256]
ASTAR_API size_t astar_explanation_terrains(const astar_explanation *explanation,
                                            uint8_t *terrains, size_t capacity);

/// Copies the tiles to open, in the order in which the path comes to them. Empty when a
/// path exists, and when the goal cannot be reached by opening tiles.
///
/// @param tiles     receives the first `capacity` tiles; may be NULL
/// @param capacity  of `tiles` [elements]
/// @return the number of tiles
ASTAR_API size_t astar_explanation_open_tiles(const astar_explanation *explanation,
                                              astar_open_tile *tiles, size_t capacity);

/// Copies the points of the path that exists when these tiles are open; of the cheapest
/// path when a path exists without opening tiles.
///
/// @param points    receives the first `capacity` points; may be NULL
/// @param capacity  of `points` [elements]
/// @return the number of points; 0 when the goal cannot be reached by opening tiles
ASTAR_API size_t astar_explanation_points(const astar_explanation *explanation,
                                          astar_point *points, size_t capacity);

/// Copies the cost of this path up to each of its points: 0 for the start.
///
/// @param costs     receives the first `capacity` costs; may be NULL
/// @param capacity  of `costs` [elements]
/// @return the number of points
ASTAR_API size_t astar_explanation_costs(const astar_explanation *explanation,
                                         double *costs, size_t capacity);

/// Copies the tiles of the barrier, row by row. Empty when a path exists.
///
/// @param tiles     receives the first `capacity` tiles; may be NULL
/// @param capacity  of `tiles` [elements]
/// @return the number of tiles
ASTAR_API size_t astar_explanation_barrier(const astar_explanation *explanation,
                                           astar_point *tiles, size_t capacity);

/// A start and a goal.
typedef struct astar_pair {
  int x1, y1, x2, y2;
} astar_pair;

/// Checks whether each pair would still be connected if some tiles were impassable:
/// whether `astar_is_reachable` would return ASTAR_OK for each of them. The tiles count
/// as impassable whatever the filter ignores. The map is not edited.
///
/// Time. Nearly always O(rows of the obstacle + pairs), from the tiles around it;
/// otherwise as an edit of these tiles and its undoing. One-way steps, and moves by more
/// than one tile, may require a search backward from each goal: O(tiles).
///
/// @param tiles       the tiles to block; tiles off the grid, and tiles that are
///   impassable already, have no effect
/// @param tile_count  number of tiles [>= 0]
/// @param pairs       the pairs, in any order
/// @param pair_count  number of pairs [>= 0]
/// @param broken      with ASTAR_UNREACHABLE: receives the index of the first pair that
///   would not be connected, also when it is not connected now; may be NULL
/// @return ASTAR_OK: all pairs would be connected; ASTAR_UNREACHABLE; ASTAR_INVALID: a
///   count is negative, or the filter is out of range; ASTAR_UNSUITED: the rules do not
///   fit the grid; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_can_block(astar_grid *grid, const astar_rules *rules,
                                       const astar_filter *filter,
                                       const astar_goal *tiles, int tile_count,
                                       const astar_pair *pairs, int pair_count,
                                       int *broken);

/// Checks the same for the goals of a field: whether a path would lead from each start to
/// one of these goals.
///
/// @param field   a distance field or a flee field on this grid; only its goals matter
/// @param starts  the tiles of the movers
/// @param broken  with ASTAR_UNREACHABLE: receives the index of the first start without a
///   path; may be NULL
/// @return as `astar_can_block`; ASTAR_INVALID also when the field belongs to another
///   grid, or has no goals
ASTAR_API astar_status astar_can_block_field(astar_grid *grid, const astar_rules *rules,
                                             const astar_filter *filter,
                                             const astar_goal *tiles, int tile_count,
                                             const astar_field *field,
                                             const astar_goal *starts, int start_count,
                                             int *broken);

/// Finds a smallest set of tiles that cuts a start off from a goal when they are blocked.
/// Start and goal are not in the set. Of several smallest sets it is the one nearest the
/// start: the tiles that can be reached before it are the fewest.
///
/// Method: augmenting paths (Menger). Each path passes a tile at most once; when no more
/// path fits, as many tiles as there are paths cut the pair. O(max * tiles).
///
/// Some rules have steps that a blocked tile can stop although they do not enter it, and
/// that no other steps replace: moves with `clear` tiles; diagonal steps under a corner
/// rule, when pair costs forbid steps, or a list of moves has not all four straight
/// steps. For them the set is any smallest set, and finding it can take exponential
/// time. After 2^23 expansions, about a second, the search returns the smallest set that
/// it has found, or ASTAR_LIMIT when that has more than `max` tiles.
///
/// @param max     the greatest size of the set [>= 1]
/// @param points  receives the tiles, row by row; capacity `max`
/// @param count   receives their number
/// @return ASTAR_OK; ASTAR_LIMIT: more than `max` tiles are needed, or no set of tiles
///   cuts them, since one step leads from the start to the goal; ASTAR_UNREACHABLE,
///   ASTAR_GOAL_BLOCKED, ASTAR_OUT_OF_BOUNDS: no path exists, as of `astar_find_path`;
///   ASTAR_INVALID: `max` is below 1, the mover is larger than one tile, or the filter is
///   out of range; ASTAR_UNSUITED; ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_chokepoints(astar_grid *grid, const astar_rules *rules,
                                         const astar_filter *filter, int start_x,
                                         int start_y, int goal_x, int goal_y, int max,
                                         astar_point *points, int *count);

// ------------------------------------------------------------------------------ crowds

/// Many movers on one grid that never overlap. A mover of a crowd is a *unit*: it stands
/// on a tile, or steps from one tile to the next. Its *order* says where it goes. Units
/// with the older order go first; they ask units in their way to step aside.
///
/// A unit *holds* the tiles that it covers, and while it steps also those that it will
/// cover. At every moment:
/// - No two units hold the same tile, except that a unit may step to a tile that another
///   unit leaves, in a direction that is not towards it; it never overtakes that unit.
/// - No two units exchange tiles, and no two cross in one block of 2 x 2 tiles.
/// - The centers of two units of size 1 are at least 0.7 tiles apart, except during links
///   and steps to tiles that are not adjacent.
/// - A step is legal when it begins. It is then finished, whatever is edited.
///
/// The corner rule is about the map, not about units. Units change nothing on the grid.
/// Queries do not see them, except with `avoid`. A grid has at most one crowd.
///
/// What a crowd does depends on the calls only, not on time: the same calls give the same
/// moves on every platform.
typedef struct astar_crowd astar_crowd;

/// The speed of units [tiles per second].
#define ASTAR_MIN_SPEED 0.001
#define ASTAR_MAX_SPEED 100.0

/// The priorities of units are from -ASTAR_MAX_PRIORITY to ASTAR_MAX_PRIORITY.
#define ASTAR_MAX_PRIORITY 1000

/// The longest time that one update simulates [s].
#define ASTAR_MAX_UPDATE 1.0

/// The definition of a crowd. Begin with `astar_default_crowd`.
typedef struct astar_crowd_def {
  double patience; ///< time without progress until an order ends with ASTAR_UNIT_STUCK
                   ///< [s, > 0; default 60]. Four times as long while other units that
                   ///< were sent or led to the same place come nearer
  int64_t budget;  ///< expansions per update for the paths of new orders and for repairs
                   ///< of paths [>= 1; default 5000]
  bool smooth;     ///< true: positions of units are on curves around corners, half a step
                   ///< behind, each inside of the tile `at` of its unit [default false]
  uint32_t cookie; ///< private; set by `astar_default_crowd`
} astar_crowd_def;

/// Returns a definition with defaults.
ASTAR_API astar_crowd_def astar_default_crowd(void);

/// Creates a crowd without units. Memory: 12 bytes per tile, and 1 byte per tile for each
/// rules of its units that have diagonal steps.
///
/// @param crowd  receives the crowd; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: the definition is out of range; ASTAR_TILE_OCCUPIED:
/// the
///   grid has a crowd; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_new(astar_grid *grid, const astar_crowd_def *def,
                                       astar_crowd **crowd);

/// Frees a crowd and its units. NULL is allowed.
ASTAR_API void astar_crowd_free(astar_crowd *crowd);

/// The parts of a filter that a unit may have of its own, as bits: the ignored layers and
/// the penalty scale.
enum { ASTAR_FILTER_LAYERS = 1, ASTAR_FILTER_SCALE = 2, ASTAR_FILTER_BOTH = 3 };

/// The definition of a unit. Begin with `astar_default_unit`.
typedef struct astar_unit_def {
  const astar_rules *rules;   ///< how the unit moves: terrains, neighbors, size, filter
  const astar_filter *filter; ///< NULL (default): the filter of the rules; copied
  int filter_parts;           ///< which parts of `filter` count: ASTAR_FILTER_LAYERS,
                              ///< ASTAR_FILTER_SCALE [default both]; the rest is that of
                              ///< the rules
  int x, y;                   ///< the top left tile that it covers
  double speed;               ///< [tiles per second, ASTAR_MIN_SPEED..ASTAR_MAX_SPEED;
                              ///< default 4]; 0: it stands still, see
                              ///< `astar_crowd_set_speed`
  double facing;              ///< angle, clockwise from the right [radians; default 0]
  double turn_rate;           ///< how fast it turns to the direction of its step
                              ///< [radians per second, > 0; default infinity]
  int priority;               ///< units with a greater one go first [default 0]
  bool hold;                  ///< true: no other unit makes it step aside [default false]
  bool steps;                 ///< true: each step gives an event [default false]
  bool asks;                  ///< true: it asks before each step, see
                              ///< `astar_crowd_permit` [default false]
  uint32_t cookie;            ///< private; set by `astar_default_unit`
} astar_unit_def;

/// Returns the definition of a unit with defaults.
ASTAR_API astar_unit_def astar_default_unit(const astar_rules *rules, int x, int y);

/// Adds a unit. O(tiles of the unit).
///
/// @param unit  receives its number [>= 1]. Numbers count up, and begin again at 1 when
///   the crowd was empty. 0 when no unit was added.
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS; ASTAR_TILE_IMPASSABLE; ASTAR_TILE_OCCUPIED;
///   ASTAR_INVALID: the definition is out of range; ASTAR_UNSUITED: the rules do not fit
///   the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_add(astar_crowd *crowd, const astar_unit_def *def,
                                       uint32_t *unit);

/// Removes a unit. O(tiles of the unit).
///
/// @return ASTAR_OK; ASTAR_INVALID: there is no such unit. This holds for all functions
///   that take a unit and return a status.
ASTAR_API astar_status astar_crowd_remove(astar_crowd *crowd, uint32_t unit);

/// Puts a unit on a tile, where it stands. It keeps its order.
///
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS; ASTAR_TILE_IMPASSABLE; ASTAR_TILE_OCCUPIED;
///   ASTAR_INVALID; ASTAR_NO_MEMORY. Unless ASTAR_OK, the unit is where it was.
ASTAR_API astar_status astar_crowd_place(astar_crowd *crowd, uint32_t unit, int x, int y);

/// Set how a unit moves. A new speed counts from the next step on. With speed 0 a unit
/// finishes its step, then stands still: it begins no step, no other unit makes it step
/// aside, and its patience does not run. It keeps its order.
///
/// A unit keeps the parts of a filter that are its own when it gets other rules by
/// `astar_crowd_set_rules`. `astar_crowd_set_filter` sets rules (NULL: those that it has)
/// and filter at once; all other parts are those of the rules.
///
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, or the value is out of range.
///   With rules or a filter also: ASTAR_TILE_IMPASSABLE, ASTAR_TILE_OCCUPIED,
///   ASTAR_OUT_OF_BOUNDS: the unit cannot stand where it is with them; ASTAR_UNSUITED;
///   ASTAR_NO_MEMORY. Unless ASTAR_OK, nothing changed.
ASTAR_API astar_status astar_crowd_set_speed(astar_crowd *crowd, uint32_t unit,
                                             double speed);
ASTAR_API astar_status astar_crowd_set_turn_rate(astar_crowd *crowd, uint32_t unit,
                                                 double turn_rate);
ASTAR_API astar_status astar_crowd_set_rules(astar_crowd *crowd, uint32_t unit,
                                             const astar_rules *rules);
ASTAR_API astar_status astar_crowd_set_filter(astar_crowd *crowd, uint32_t unit,
                                              const astar_rules *rules,
                                              const astar_filter *filter, int parts);
ASTAR_API astar_status astar_crowd_set_priority(astar_crowd *crowd, uint32_t unit,
                                                int priority);
ASTAR_API astar_status astar_crowd_set_hold(astar_crowd *crowd, uint32_t unit, bool hold);
ASTAR_API astar_status astar_crowd_set_steps(astar_crowd *crowd, uint32_t unit,
                                             bool steps);
ASTAR_API astar_status astar_crowd_set_asks(astar_crowd *crowd, uint32_t unit, bool asks);

/// Sets how long the step that a unit makes takes as a whole, in place of its length
/// divided by the speed. 0: it ends with the next update. INFINITY: the unit stands in
/// the middle of the step until this is set anew; its patience does not run. When no time
/// passed since the step began (ASTAR_UNIT_STEP, then this call before the next update),
/// the time that the step has taken counts; later the part that is done stays. Units that
/// follow stay behind.
///
/// @param seconds  [s, >= 0]
/// @param is_set   receives false when there is nothing to set: the unit stands, or makes
///   its step together with other units, in a ring or out of a clump; may be NULL
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, or `seconds` is negative or NaN
ASTAR_API astar_status astar_crowd_set_step_time(astar_crowd *crowd, uint32_t unit,
                                                 double seconds, bool *is_set);

/// Permits a unit that asks (`astar_unit_def`) to step to a tile. Such a unit needs a
/// permission before each step, also when it makes room for another unit. It asks with
/// the event ASTAR_UNIT_ASKS, once for each tile that it wants next, and waits: no tile
/// is reserved, and other units may take the tile. A permission holds until the unit
/// begins a step, but for 1 second at most; then the unit asks again. An update of 0 s
/// after this call begins the step without a loss of time. A permission for a tile that
/// the unit does not want any more is harmless. A unit that gets no answer waits, until
/// its order ends with ASTAR_UNIT_STUCK after the patience of the crowd. Units that ask
/// take no part in the search that resolves clumps.
///
/// @param x, y  the tile; of a large unit its top left tile
/// @return ASTAR_OK, also when the unit did not ask; ASTAR_OUT_OF_BOUNDS; ASTAR_INVALID:
///   there is no such unit
ASTAR_API astar_status astar_crowd_permit(astar_crowd *crowd, uint32_t unit, int x,
                                          int y);

/// Lets a unit that asks wait: it asks again after this time, or when it has a new order.
/// The order does not end with ASTAR_UNIT_STUCK during a delay. But when delay follows
/// delay it does, after the patience of the crowd: a unit before a door that stays shut
/// does not wait for ever.
///
/// @param seconds  [s, >= 0]; 0: it asks again in the next update of more than 0 s;
///   INFINITY: it does not ask again, and its patience runs
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, or `seconds` is negative or NaN
ASTAR_API astar_status astar_crowd_delay(astar_crowd *crowd, uint32_t unit,
                                         double seconds);

/// The options of an order.
typedef struct astar_order {
  int range;    ///< the order is done within this distance of its goal, as `range` of
                ///< `astar_query` [steps, >= 0]
  bool partial; ///< when no path reaches the goal: go to the nearest tile that can be
                ///< reached
} astar_order;

/// Sends a unit to a tile. An order to a tile within 2 steps of the goal of its last
/// order, which it still has, keeps its rank, and adapts the path: it is cheap to repeat
/// an order in every frame. The path is searched by the next updates, within the budget.
///
/// @param order  the options; NULL: range 0, not partial
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS; ASTAR_GOAL_BLOCKED; ASTAR_UNREACHABLE: then
///   the unit keeps the order that it has; ASTAR_INVALID; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_go_to(astar_crowd *crowd, uint32_t unit, int x, int y,
                                         const astar_order *order);

/// How units that are sent together stand in the end.
typedef enum astar_formation {
  ASTAR_FORMATION_PACK,  ///< on the nearest tiles around the goal
  ASTAR_FORMATION_BLOCK, ///< in rows, about as many as units in a row
  ASTAR_FORMATION_LINE,  ///< in one row; in more if it does not fit on the map
  ASTAR_FORMATION_WEDGE, ///< in rows of 1, 3, 5 and so on, the first one in front
  ASTAR_FORMATION_KEEP   ///< as they stand now: each keeps its place to the others
} astar_formation;

/// The options of `astar_crowd_send`. Begin with `astar_default_send`.
typedef struct astar_send_options {
  astar_formation formation; ///< [default ASTAR_FORMATION_PACK]
  double facing; ///< where the units look when they arrive: an angle, clockwise from the
                 ///< right; rows are across it [radians]. NaN: from the middle of the
                 ///< units to the goal; in a pack, as they came [default NaN]
  bool slowest;  ///< true: until they arrive, no unit goes faster than the slowest one
                 ///< of them does now [default false]
  uint32_t cookie; ///< private; set by `astar_default_send`
} astar_send_options;

/// Returns options with defaults.
ASTAR_API astar_send_options astar_default_send(void);

/// Sends units to distinct tiles around a tile that they can reach, in a formation. Where
/// the map or units without an order are in the way, units get the nearest free tiles.
/// Units of one call exchange their tiles where this shortens their ways, except for
/// ASTAR_FORMATION_KEEP. Units of different sizes stand in the rows of their size. A
/// formation other than a pack keeps together: units with the same rules that are ahead
/// go slower, at 70 % of their speed at the least.
///
/// @param units, count  the units; each counts once
/// @param x, y          the middle of the formation
/// @param options       NULL: the defaults
/// @param placed        receives how many got a tile
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS; ASTAR_INVALID: there is no such unit, or the
///   options are out of range: then no unit is sent; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_send(astar_crowd *crowd, const uint32_t *units,
                                        size_t count, int x, int y,
                                        const astar_send_options *options,
                                        size_t *placed);

/// Lets units go where a distance field or a flee field leads, and settle around its
/// goals. The order lasts until the unit gets another one: when the costs of the field
/// change, the units go on.
///
/// @param field  the crowd keeps it while units follow it, so the caller may free it
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, then no unit follows; a movement range;
///   a field of another grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_follow(astar_crowd *crowd, const uint32_t *units,
                                          size_t count, astar_field *field);

/// Lets a unit go after another one. The order lasts until the unit gets another one, the
/// target is removed, or no path leads to the target: the event is
/// ASTAR_UNIT_UNREACHABLE, or ASTAR_UNIT_CUT_OFF when there was a path before.
///
/// @param order  the options; NULL: range 1, not partial
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, or the unit itself; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_chase(astar_crowd *crowd, uint32_t unit,
                                         uint32_t target, const astar_order *order);

/// Lets a unit go along a path, to the last point of it. The unit enters the path at the
/// point that is nearest to it; when it is not on the path, the way there is searched.
/// From there it makes the steps of the path, and no other one: a unit that is pushed
/// aside returns to the path; one that others keep standing goes around them. The path
/// is never searched again: when an edit makes one of the steps that are left illegal,
/// the event is ASTAR_UNIT_CUT_OFF. A step that is illegal from the beginning ends the
/// order when the unit comes there.
///
/// @param points, count  the path, as of `astar_path_points`; copied
/// @return ASTAR_OK; ASTAR_INVALID: no such unit, or no points; ASTAR_OUT_OF_BOUNDS: a
///   point is off the grid; ASTAR_GOAL_BLOCKED: the unit can stand at none of the points;
///   ASTAR_UNREACHABLE: it cannot reach the path; ASTAR_NO_MEMORY. Unless ASTAR_OK, the
///   unit keeps the order that it has.
ASTAR_API astar_status astar_crowd_walk(astar_crowd *crowd, uint32_t unit,
                                        const astar_point *points, size_t count);

/// Ends the order of a unit, without an event. A step is finished.
ASTAR_API astar_status astar_crowd_stop(astar_crowd *crowd, uint32_t unit);

/// Moves all units. The time that is left when a step ends counts for a step that begins
/// at the same moment, also in a later update of 0 s: so a program that updates, reads
/// events, gives new orders and updates by 0 s loses no time.
///
/// @param dt  the time since the last update [s, >= 0]; more than ASTAR_MAX_UPDATE counts
///   as ASTAR_MAX_UPDATE
/// @return ASTAR_OK; ASTAR_INVALID: `dt` is negative or NaN; ASTAR_BUSY; ASTAR_NO_MEMORY:
///   a part of `dt` may be simulated; the crowd is sound, and can be updated again
ASTAR_API astar_status astar_crowd_update(astar_crowd *crowd, double dt);

/// What happened to a unit.
typedef enum astar_unit_event_kind {
  ASTAR_UNIT_ARRIVED,     ///< it reached its goal
  ASTAR_UNIT_SETTLED,     ///< it is as near to its goal as other units let it, or as near
                          ///< to an unreachable target as a path leads
  ASTAR_UNIT_STUCK,       ///< it made no progress for the patience of the crowd
  ASTAR_UNIT_UNREACHABLE, ///< no path leads to the goal, or the target was removed
  ASTAR_UNIT_CUT_OFF,     ///< no path leads to the goal any more, because of an edit; or
                          ///< the path that it walks leads on by an illegal step
  ASTAR_UNIT_STEP,        ///< it began a step
  ASTAR_UNIT_ASKS         ///< it needs a permission for its next step
} astar_unit_event_kind;

/// An event. The order ends with it, except for ASTAR_UNIT_STEP and ASTAR_UNIT_ASKS, and
/// for units that follow a field or chase a unit when they arrive or settle.
typedef struct astar_unit_event {
  uint32_t unit;
  astar_unit_event_kind kind;
  int x, y; ///< the tile where the unit stands, or to which it steps or wants to step
} astar_unit_event;

/// Returns the name of an event: "arrived", "settled", "stuck", "unreachable", "cut_off",
/// "step" or "asks", a string constant.
ASTAR_API const char *astar_unit_event_name(astar_unit_event_kind kind);

/// Takes the oldest event that was not taken. The crowd keeps the last 65536 events.
///
/// @param event  receives the event
/// @return false: there is none left
ASTAR_API bool astar_crowd_next_event(astar_crowd *crowd, astar_unit_event *event);

/// What a unit does.
typedef enum astar_unit_state {
  ASTAR_UNIT_IDLE,   ///< it stands, and has no order or is done
  ASTAR_UNIT_MOVING, ///< it steps
  ASTAR_UNIT_WAITING ///< it stands, and has an order
} astar_unit_state;

/// Where a unit is, and what it does.
typedef struct astar_unit_info {
  double x, y;     ///< position of the top left tile [tiles], with fractions during a
                   ///< step; on hexes between the offset coordinates of two hexes. With
                   ///< `smooth` the point of its curve
  astar_point at;  ///< the tile where it stands, or where its step began
  astar_point to;  ///< the tile to which it steps; `at` when it stands
  double progress; ///< how much of the step is done [0..1)
  double facing;   ///< angle, clockwise from the right [radians]: of its last step, or on
                   ///< its turn to it
  double speed;    ///< [tiles per second]
  double turn_rate;         ///< [radians per second]
  const astar_rules *rules; ///< owned by the crowd
  astar_filter filter;      ///< by which it sees the map
  int filter_parts;         ///< the parts of the filter that are its own
  int size;                 ///< [tiles]
  int priority;
  bool hold;
  bool asks; ///< before each step
  astar_unit_state state;
  bool has_goal;    ///< it has an order that leads to a tile
  astar_point goal; ///< that tile; of a unit that chases, the tile of its target
} astar_unit_info;

/// Reads a unit. O(1).
///
/// @return false: there is no such unit
ASTAR_API bool astar_crowd_unit(const astar_crowd *crowd, uint32_t unit,
                                astar_unit_info *info);

/// The greatest number of tiles ahead of a unit that follows a field.
#define ASTAR_MAX_REMAINING 1024

/// Copies the tiles ahead of a unit: the tile where its step ends, while it steps; then
/// the points of its path. Of a unit that follows a field: the tiles to which the field
/// leads it, at most ASTAR_MAX_REMAINING. None while it waits for a path. Other units may
/// make it go another way. O(points copied).
///
/// @param points    receives the first `capacity` tiles; may be NULL
/// @param capacity  of `points` [elements]
/// @return the number of tiles; 0 when there is no such unit
ASTAR_API size_t astar_crowd_remaining(astar_crowd *crowd, uint32_t unit,
                                       astar_point *points, size_t capacity);

/// Returns the unit that holds a tile; of two units the one that steps to it. 0: none, or
/// the tile is off the grid. O(1).
ASTAR_API uint32_t astar_crowd_at(const astar_crowd *crowd, int x, int y);

/// Returns the number of units.
ASTAR_API size_t astar_crowd_count(const astar_crowd *crowd);

/// Copies the numbers of all units, in ascending order. O(numbers).
///
/// @param units     receives the first `capacity` numbers; may be NULL
/// @param capacity  of `units` [elements]
/// @return the number of units
ASTAR_API size_t astar_crowd_units(const astar_crowd *crowd, uint32_t *units,
                                   size_t capacity);

/// Copies the positions of all units: x and y of unit i are elements 2 i - 2 and 2 i - 1.
/// NaN for units that were removed. O(numbers).
///
/// @param positions  receives the first `capacity` elements [tiles]; may be NULL
/// @param capacity   of `positions` [elements]
/// @return the number of elements: twice the greatest number of a unit
ASTAR_API size_t astar_crowd_positions(const astar_crowd *crowd, double *positions,
                                       size_t capacity);

/// Copies the rules that units use, each once.
///
/// @param rules     receives the first `capacity` rules, owned by the crowd; may be NULL
/// @param capacity  of `rules` [elements]
/// @return the number of rules
ASTAR_API size_t astar_crowd_rules(const astar_crowd *crowd, const astar_rules **rules,
                                   size_t capacity);

/// Writes a crowd as bytes: units, orders, paths, the costs of fields that units follow.
/// The map and the rules are not written.
///
/// @param bytes     receives the first `capacity` bytes; may be NULL
/// @param capacity  of `bytes`
/// @return the number of bytes
ASTAR_API size_t astar_crowd_serialize(const astar_crowd *crowd, void *bytes,
                                       size_t capacity);

/// Creates a crowd from the bytes of `astar_crowd_serialize`. It moves as the first crowd
/// would have. Fields that units follow keep the costs that they had.
///
/// Damaged and hostile bytes are safe. All of them are checked before anything is
/// computed: then what the rules and filters of the units mean on the map, at most 8
/// fields of the crowd (none on maps of more than 131,072 tiles), and at most one search
/// of a path. Other memory is that of a crowd without units, and at most 2,000 bytes for
/// each byte of the string. O(size + tiles), and what is computed.
///
/// Each byte of a hostile string can stand for 1,024 numbers of removed units, for which
/// `astar_crowd_positions` has elements: `astar_crowd_units` lists the units that exist.
///
/// @param grid         an equal grid, without a crowd
/// @param rules, count equal rules, in the order of `astar_crowd_rules`
/// @param crowd        receives the crowd; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: damaged bytes, another version, or bytes that do not
///   fit the grid or the number of rules; ASTAR_TILE_OCCUPIED: the grid has a crowd;
///   ASTAR_UNSUITED: the rules do not fit the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_crowd_deserialize(astar_grid *grid, const void *bytes,
                                               size_t size,
                                               const astar_rules *const *rules,
                                               size_t count, astar_crowd **crowd);

// ----------------------------------------------------------------------------- contexts

/// Derives all data that queries need under some rules, with the filter of the rules, so
/// that contexts share it. O(tiles) the first time; after edits as much as a query would
/// need.
///
/// @return ASTAR_OK; ASTAR_UNSUITED: the rules do not fit the grid; ASTAR_INVALID;
///   ASTAR_BUSY; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_prepare(astar_grid *grid, const astar_rules *rules);

/// A place for queries of one thread on a grid that other threads query at the same time.
/// Each context has scratch memory of its own, and reads the content of the grid and the
/// data that `astar_grid_prepare` derived. What was not prepared (other rules, another
/// filter, or an edit since) a context derives for itself, in memory of its own.
///
///     astar_grid_prepare(grid, rules);          // one thread, after edits
///     ...                                       // then, in several threads:
///     astar_context_find_path(context, &query, path, &result);
///
/// One thread at a time may use a context, and the fields that were made with it. While a
/// thread is in a function of a context, no thread may edit the grid, run a query on the
/// grid itself, prepare it, or trim it. All else that only reads the grid is safe (see
/// *Threads* above). All answers are those that the grid would give.
typedef struct astar_context astar_context;

/// Creates a context. It is an owner of the grid. O(1). No other thread may create or
/// free a context of the same grid, or edit it, at the same time.
///
/// @param allocator  for all memory of the context and of the fields that are made with
///   it; NULL: the C library, not the allocator of the grid, which may belong to one
///   thread
/// @param context    receives the context; the caller owns it
/// @return ASTAR_OK, ASTAR_INVALID, ASTAR_NO_MEMORY
ASTAR_API astar_status astar_context_new(astar_grid *grid,
                                         const astar_allocator *allocator,
                                         astar_context **context);

/// Frees a context. Fields that were made with it stay valid. NULL is allowed.
ASTAR_API void astar_context_free(astar_context *context);

/// Returns the memory that a context holds now, with its fields [bytes]. O(1).
ASTAR_API size_t astar_context_memory(const astar_context *context);

/// As `astar_find_path`. The query must have no units to avoid: `avoid` is NULL.
/// ASTAR_INVALID otherwise.
ASTAR_API astar_status astar_context_find_path(astar_context *context,
                                               const astar_query *query, astar_path *path,
                                               astar_result *result);

/// As `astar_is_reachable`.
ASTAR_API astar_status astar_context_is_reachable(astar_context *context,
                                                  const astar_rules *rules,
                                                  const astar_filter *filter, int x1,
                                                  int y1, int x2, int y2);

/// As `astar_line_of_sight`.
ASTAR_API astar_status astar_context_line_of_sight(astar_context *context,
                                                   const astar_rules *rules,
                                                   const astar_filter *filter, int x1,
                                                   int y1, int x2, int y2, int *x,
                                                   int *y);

/// As `astar_check_path`.
ASTAR_API astar_status astar_context_check_path(astar_context *context,
                                                const astar_rules *rules,
                                                const astar_filter *filter,
                                                const astar_point *points, size_t count,
                                                astar_path_kind kind, size_t first,
                                                size_t *bad);

/// As `astar_smooth_path`.
ASTAR_API astar_status astar_context_smooth_path(astar_context *context,
                                                 const astar_rules *rules,
                                                 const astar_filter *filter,
                                                 astar_point *points, size_t *count,
                                                 double *length);

/// As `astar_distance_field`. The field belongs to the context: one thread at a time may
/// update one of both. Units of a crowd cannot follow it.
ASTAR_API astar_status astar_context_distance_field(
    astar_context *context, const astar_rules *rules, const astar_filter *filter,
    const astar_source *goals, int goal_count, double max_cost, astar_field **field);

// -------------------------------------------------------------------------------- pools

/// A pool of worker threads that answer requests: for paths, nearest goals and distance
/// fields. Each worker has a replica of the grid, which is kept up to date by deltas. So
/// the program may edit the grid and query it while workers search.
///
/// Each answer is the one that the grid would have given at the moment of the request,
/// and answers are delivered in the order of requests, however many threads there are.
/// Without threads (`threads` is 0, or the library was compiled with ASTAR_NO_THREADS)
/// `astar_pool_update` searches, on one copy of the map: it answers the requests one
/// after the other, so a long search delays later ones.
///
///     astar_pool_options options = astar_default_pool();
///     astar_pool_new(grid, NULL, &options, &pool);
///     astar_query query = astar_default_query(rules, 3, 4, &goal, 1);
///     astar_pool_find_path(pool, &query, &request);
///     ...
///     astar_pool_update(pool);                           // once per frame
///     while ((request = astar_pool_next(pool)) != NULL) {
///       if (astar_request_status(request) == ASTAR_OK) {
///         count = astar_request_copy_path(request, points, capacity);
///       }
///       astar_request_free(request);
///     }
///     astar_pool_free(pool);
///
/// One thread at a time may use a pool, its requests and its grid: the *game thread*.
typedef struct astar_pool astar_pool;

/// A request to a pool.
typedef struct astar_request astar_request;

/// The greatest number of threads of a pool.
#define ASTAR_MAX_THREADS 64

/// The greatest latency of a pool [updates].
#define ASTAR_MAX_LATENCY 1000

/// Options of a pool. Begin with `astar_default_pool`, and change members.
typedef struct astar_pool_options {
  /// The number of worker threads [-1..ASTAR_MAX_THREADS]. -1 (default): one less than
  /// the machine has processors, but at least 1 and at most 8. 0: no threads.
  int threads;

  /// 0 (default): an answer is delivered as soon as it is ready and all requests before
  /// it have been delivered. n: each answer is delivered exactly n updates after its
  /// request [updates, 1..ASTAR_MAX_LATENCY]: 1 is the next update. The update waits for
  /// the answer if it must. Then whole runs of a program repeat exactly.
  int latency;

  /// The greatest number of requests in flight [1..2^30; default 65536]. One request more
  /// returns ASTAR_QUEUE_FULL. When requests come faster than answers, an answer is as
  /// old as this number divided by the answers per second.
  int max_pending;

  /// How many expansions an update of a pool without threads makes [>= 0; default 2000].
  /// A path to one goal is searched in slices; a request with several goals, or for a
  /// field, runs whole in one update. 0: only `astar_pool_work` searches.
  int64_t expansions;

  uint32_t cookie; ///< private; set by `astar_default_pool`
} astar_pool_options;

/// Returns the default options.
ASTAR_API astar_pool_options astar_default_pool(void);

/// Returns what is wrong with options, for example "options.threads must be in [-1,
/// ASTAR_MAX_THREADS]": a string constant. NULL when `astar_pool_new` accepts them.
ASTAR_API const char *astar_why_invalid_pool(const astar_pool_options *options);

/// Creates a pool, and starts its threads. A thread that cannot be started is left out;
/// when none can, the pool has no threads. The grid records its edits from now on, as for
/// `astar_grid_changes`. The pool is an owner of the grid. O(tiles).
///
/// @param allocator  for all memory of the pool and of the replicas. Several threads call
///   it at the same time. NULL: the C library, not the allocator of the grid
/// @param options    NULL: the defaults
/// @param pool       receives the pool; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: `astar_why_invalid_pool` returns why; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_pool_new(astar_grid *grid, const astar_allocator *allocator,
                                      const astar_pool_options *options,
                                      astar_pool **pool);

/// Frees a pool: cancels all requests that were not delivered, and ends the threads,
/// within 0.1 s. The caller still owns the requests, and frees them. NULL is allowed.
ASTAR_API void astar_pool_free(astar_pool *pool);

/// Returns how many worker threads a pool has.
ASTAR_API int astar_pool_threads(const astar_pool *pool);

/// Returns how many requests were neither delivered nor cancelled. O(1).
ASTAR_API size_t astar_pool_pending(const astar_pool *pool);

/// Returns the memory of a pool [bytes]: replicas, their derived data, edits that workers
/// have not made yet, requests and answers.
ASTAR_API size_t astar_pool_memory(const astar_pool *pool);

/// Requests what `astar_find_path` finds. With several goals: the cheapest one. With
/// `avoid`, the tiles that units hold now are copied, in O(tiles).
///
/// @param query    copied, with its goals. The request becomes an owner of its rules:
///   the caller may free them at once. A heuristic function gives ASTAR_INVALID: it would
///   be called by other threads.
/// @param request  receives the request; the caller owns it
/// @return ASTAR_OK; ASTAR_QUEUE_FULL: `max_pending` requests are in flight;
///   ASTAR_INVALID: `astar_why_invalid_request` returns why; ASTAR_UNSUITED:
///   `astar_why_unsuited` returns why; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_pool_find_path(astar_pool *pool, const astar_query *query,
                                            astar_request **request);

/// Returns what is wrong with the query of a request, as `astar_why_invalid` does: a
/// string constant. NULL when the query is valid.
ASTAR_API const char *astar_why_invalid_request(const astar_pool *pool,
                                                const astar_query *query);

/// Requests what `astar_distance_field` computes. The request becomes an owner of the
/// rules and of the grid.
///
/// @param goals    copied
/// @param request  receives the request; the caller owns it
/// @return ASTAR_OK; ASTAR_QUEUE_FULL; ASTAR_INVALID: a cost, the filter or `max_cost` is
///   out of range; ASTAR_UNSUITED: the rules do not fit the grid; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_pool_distance_field(
    astar_pool *pool, const astar_rules *rules, const astar_filter *filter,
    const astar_source *goals, int goal_count, double max_cost, astar_request **request);

/// Counts an update: call it once per frame, then `astar_pool_next` until it returns
/// NULL. Without threads it makes the expansions of the options.
ASTAR_API void astar_pool_update(astar_pool *pool);

/// Lets a pool without threads search: for programs that have a budget of time, and call
/// this again until the time is over.
///
/// @param expansions  at most so many, but for what runs whole
/// @return how many expansions this counts for; less than `expansions`: all requests are
///   answered; 0: the pool has threads
ASTAR_API int64_t astar_pool_work(astar_pool *pool, int64_t expansions);

/// Waits until all requests so far are answered. `astar_pool_next` then delivers them,
/// also those that were due in a later update.
ASTAR_API void astar_pool_wait(astar_pool *pool);

/// Delivers the next answer. With a latency it may wait for it. Requests that were
/// cancelled or freed are left out.
///
/// @return the request, whose answer can now be read; NULL: none is due
ASTAR_API astar_request *astar_pool_next(astar_pool *pool);

/// Frees a request, also one that is in flight: then it is cancelled. NULL is allowed.
ASTAR_API void astar_request_free(astar_request *request);

/// Cancels a request that was not delivered: it will not be. Its search ends within
/// 0.1 s. A request that was delivered stays as it is.
ASTAR_API void astar_request_cancel(astar_request *request);

/// Stores a pointer of the caller in a request. The library does not use it.
ASTAR_API void astar_request_set_user(astar_request *request, void *user);

/// Returns the pointer that `astar_request_set_user` stored; NULL at first.
ASTAR_API void *astar_request_user(const astar_request *request);

/// Returns the state of a request.
///
/// @return ASTAR_RUNNING: it was not delivered; ASTAR_CANCELLED; otherwise the status
///   that `astar_find_path` or `astar_distance_field` returns. ASTAR_NO_MEMORY: a worker
///   ran out of memory.
ASTAR_API astar_status astar_request_status(const astar_request *request);

/// Reads what `astar_find_path` reports. Zeros, and goal -1, unless the request was
/// delivered and asked for a path.
ASTAR_API astar_result astar_request_result(const astar_request *request);

/// Copies the path that was found.
///
/// @param points    receives the first `capacity` points; may be NULL
/// @param capacity  of `points` [elements]
/// @return the number of points of the path; 0 when there is no path
ASTAR_API size_t astar_request_copy_path(const astar_request *request,
                                         astar_point *points, size_t capacity);

/// Copies the cost of this path up to each of its points, as `astar_path_costs` does.
///
/// @return the number of points of the path; 0 when there is no path
ASTAR_API size_t astar_request_copy_costs(const astar_request *request, double *costs,
                                          size_t capacity);

/// Takes the field that was computed. It belongs to the grid of the pool, as it was at
/// the moment of the request: `astar_field_update` brings it up to date. A field can be
/// taken once.
///
/// @param field  receives the field; the caller owns it
/// @return ASTAR_OK; ASTAR_INVALID: the request has no field, or it was taken;
///   ASTAR_BUSY; ASTAR_NO_MEMORY: the field can be taken later
ASTAR_API astar_status astar_request_take_field(astar_request *request,
                                                astar_field **field);

// ------------------------------------------------------------------------------ indexes

/// A baked index: data about a map that answers queries for paths and costs in about a
/// microsecond. It is computed once (*baked*), in some milliseconds, and survives edits:
/// its answers are always optimal on the map as it is now. Where it cannot be sure, it
/// searches, as `astar_find_path` does.
///
///     astar_bake_options options = astar_default_bake();
///     astar_index_new(grid, rules, &options, &index, NULL);
///     astar_index_costs(index, x, y, points, count, costs);  // rank 200 targets
///     astar_query query = astar_default_query(rules, x, y, &goal, 1);
///     astar_index_find_path(index, &query, path, &result);
///     astar_index_free(index);
///
/// Costs and outcomes are those of `astar_find_path`; sums may be added in another order,
/// so costs are equal to a relative 1e-12. Among equally cheap paths and goals another
/// one may be found.
///
/// There are two kinds. Where all passable tiles cost the same, under the conditions of
/// jump point search (`astar_why_unsuited`), the index holds distances between corners.
/// After edits:
/// - Tiles that become impassable cost nothing: an answer whose path is still free is
///   optimal. Otherwise the index searches.
/// - Tiles that become passable make the index compare each answer with a lower bound of
///   the cost through them. After a few of them it searches near them, and `needs_bake`
///   becomes true.
/// - Other edits (costs, penalties, edges, links) make the index search until they are
///   undone or the index is baked again.
///
/// Where terrains cost differently, under the conditions of jump point search over areas
/// of different cost (`astar_algorithm`), the index holds costs to and from landmarks
/// (ALT). They make searches faster. Edits that raise costs keep them; edits that lower
/// costs make the bound weaker, and later `needs_bake` true.
///
/// An index is an owner of its grid and of its rules. Its memory is memory of the grid.
typedef struct astar_index astar_index;

typedef enum astar_index_kind {
  ASTAR_INDEX_CORNERS,  ///< distances between corners
  ASTAR_INDEX_LANDMARKS ///< costs to and from landmarks
} astar_index_kind;

/// How to bake. Begin with `astar_default_bake`, and change members.
typedef struct astar_bake_options {
  const astar_filter *filter; ///< NULL (default): the filter of the rules
  size_t max_bytes; ///< the greatest size of the index [bytes; > 0; default SIZE_MAX].
                    ///< Besides, an index is declined where it would hold more than
                    ///< 786432 distances and more than 3 per tile (noise), or more than
                    ///< 32767 corners. A distance takes 10 bytes
  int64_t work;     ///< expansions per slice [> 0; default INT64_MAX: bake at once]
} astar_bake_options;

/// Returns options with the defaults.
ASTAR_API astar_bake_options astar_default_bake(void);

/// Creates an index, and bakes it: at once, or its first slice. Typical times are 5 to
/// 100 ms for a map of 512 x 512.
///
/// @param options  NULL: those of `astar_default_bake`
/// @param index    receives the index, also with ASTAR_RUNNING; the caller owns it
/// @param message  after ASTAR_UNSUITED and ASTAR_TOO_LARGE: receives why, a string
///   constant; may be NULL
/// @return ASTAR_OK; ASTAR_RUNNING: call `astar_index_step` once per frame;
///   ASTAR_UNSUITED: no index serves these rules on this map; ASTAR_TOO_LARGE: it would
///   exceed a limit; ASTAR_INVALID: `max_bytes`, `work` or the filter is out of range;
///   ASTAR_NO_MEMORY
ASTAR_API astar_status astar_index_new(astar_grid *grid, const astar_rules *rules,
                                       const astar_bake_options *options,
                                       astar_index **index, const char **message);

/// Frees an index. NULL is allowed.
ASTAR_API void astar_index_free(astar_index *index);

/// Bakes the next slice of `work` expansions. Until the index is complete, queries are
/// answered by search, or during a bake after the first by the index as it was before.
///
/// @param message  as for `astar_index_new`
/// @return ASTAR_OK: the index is complete, also when it was before; ASTAR_RUNNING;
///   ASTAR_UNSUITED, ASTAR_TOO_LARGE: the bake has ended without success, and the index
///   answers as before it; ASTAR_NO_MEMORY: call it again
ASTAR_API astar_status astar_index_step(astar_index *index, const char **message);

/// Bakes the index again for the map as it is now, with the options it was created with.
///
/// @param message  as for `astar_index_new`
/// @return as `astar_index_new`. After anything but ASTAR_OK and ASTAR_RUNNING the index
///   answers as before
ASTAR_API astar_status astar_index_bake(astar_index *index, const char **message);

/// As `astar_find_path`. The rules and the filter of the query are not read: those of the
/// index count. Queries that are more than a start and goals (`range`, `partial`, caps,
/// `avoid`, another algorithm, heuristic or weight) are searched.
///
/// @param result  `expanded` is 0 when the index answered; with landmarks the number of
///   expansions of the search that they guided
ASTAR_API astar_status astar_index_find_path(astar_index *index, const astar_query *query,
                                             astar_path *path, astar_result *result);

/// The cost of the cheapest path between two tiles, without the path.
///
/// @param cost  receives the cost, with ASTAR_OK
/// @return ASTAR_OK; ASTAR_UNREACHABLE; ASTAR_GOAL_BLOCKED; ASTAR_OUT_OF_BOUNDS;
///   ASTAR_INVALID: `cost` is NULL; ASTAR_UNSUITED: the rules no longer fit the grid;
///   ASTAR_NO_MEMORY
ASTAR_API astar_status astar_index_cost(astar_index *index, int start_x, int start_y,
                                        int goal_x, int goal_y, double *cost);

/// The costs of the cheapest paths from one tile to many. Faster than a call of
/// `astar_index_cost` for each of them.
///
/// @param goals, count  the tiles, which may be off the grid
/// @param costs  receives the cost for each of them; infinity: no path leads there
/// @return ASTAR_OK; ASTAR_OUT_OF_BOUNDS: the start is off the grid; ASTAR_INVALID:
///   `count` < 0, or `costs` is NULL; ASTAR_UNSUITED; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_index_costs(astar_index *index, int start_x, int start_y,
                                         const astar_goal *goals, int count,
                                         double *costs);

/// The rules and the filter that an index was baked with. The index owns the rules:
/// retain them to use them longer. `index` must not be NULL.
ASTAR_API const astar_rules *astar_index_rules(const astar_index *index);
ASTAR_API astar_filter astar_index_filter(const astar_index *index);

/// What an index is, and what it did.
typedef struct astar_index_info {
  astar_index_kind kind;
  bool is_complete;  ///< false: it is being baked the first time, or was declined
  size_t bytes;      ///< the memory that it holds
  uint32_t corners;  ///< how many corners the map had when it was baked; 0 for landmarks
  uint64_t answered; ///< queries that the index answered. Each goal of
                     ///< `astar_index_costs` counts
  uint64_t searched; ///< queries that were searched. With landmarks: without their help
  uint32_t opened;   ///< tiles that became passable, or cheaper, since it was baked, and
                     ///< are so now
  uint32_t blocked;  ///< tiles that became impassable since it was baked, and are so now.
                     ///< A larger mover counts the positions that these tiles open or
                     ///< close
  bool needs_bake;   ///< edits made it answer by search often: `astar_index_bake`
} astar_index_info;

/// O(1), and O(edits) after edits.
ASTAR_API astar_status astar_index_get_info(astar_index *index, astar_index_info *info);

/// Writes an index as a byte string, with its rules. It is the index of the map as it was
/// when it was baked. The string is the same on every platform. O(size).
///
/// @param bytes     receives the string; nothing is written when it is NULL
/// @param capacity  the size of `bytes` [bytes]; nothing is written when the string is
///   longer
/// @return the size of the string [bytes]; 0 when `index` is NULL or is not complete
ASTAR_API size_t astar_index_serialize(const astar_index *index, void *bytes,
                                       size_t capacity);

/// Creates an index from a byte string. The map must be the one that the index was baked
/// for: all tiles where the mover can stand, and with landmarks all costs. Damaged and
/// hostile strings are safe: the call returns an error, or an index that may find wrong
/// costs, but only legal paths.
///
/// @param index    receives the index; the caller owns it. Its options are the default
/// @param message  after an error: receives a description, a string constant; may be NULL
/// @return ASTAR_OK; ASTAR_UNSUITED: the map differs; ASTAR_INVALID: the string is not a
///   valid index; ASTAR_NO_MEMORY
ASTAR_API astar_status astar_grid_load_index(astar_grid *grid, const void *bytes,
                                             size_t size, astar_index **index,
                                             const char **message);

#ifdef __cplusplus
}
#endif

#endif
