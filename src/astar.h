/// astar: pathfinding on tile maps. The public C interface, to be read from top to
/// bottom.
///
/// A *grid* says what the ground is: one terrain byte a tile, and on top of it penalties,
/// dynamic obstacles, walls between tiles and links between distant tiles. *Rules* say
/// how a mover moves: what each terrain costs, which neighbors it can step to, how
/// corners are passed, how large the mover is. A *query* asks for the cheapest path
/// between tiles of a grid under some rules.
///
///     astar_grid *grid;
///     astar_grid_new(NULL, 40, 30, ASTAR_SQUARE, 0, &grid);
///     astar_rules_def def = astar_default_rules();
///     def.cost[0] = 1.0;
///     astar_rules *rules;
///     astar_rules_new(NULL, &def, &rules);
///     astar_goal goal = {35, 20};
///     astar_query query = astar_default_query(rules, 3, 4, &goal, 1);
///     astar_path *path;
///     astar_path_new(NULL, &path);
///     astar_result result;
///     if (astar_find_path(grid, &query, path, &result) == ASTAR_OK) {
///       astar_point points[100];
///       size_t count = astar_path_points(path, points, 100); // 101: one did not fit
///     }
///     astar_path_free(path);
///     astar_grid_free(grid);
///     astar_rules_free(rules);
///
/// Conventions
/// - Coordinates are (x, y), 0-based, x to the right, y down.
/// - Functions that can fail return a status; `astar_is_error` tells errors from outcomes
///   that may happen in play. After an error the grid is as it was. Nothing here prints,
///   exits, asserts on what the caller gave, or keeps global state.
/// - A grid, and everything made on it (fields, searches, replanners, watches), is used
///   by one thread at a time. Different grids share nothing. Three things are safe in
///   parallel:
///   - Rules are immutable: threads may use the same rules at the same time, each on its
///     own grid.
///   - Threads may retain and free the same rules and the same grid. The last one to free
///     them does the work.
///   - Threads may read one grid, and the fields made on it, as long as no thread edits
///     the grid, runs a query on it, or creates, updates or frees something on it. These
///     functions only read: `astar_grid_width`, `_height`, `_layout`, `_contains`,
///     `_revision`, `_get`, `_row`, `_penalty`, `_is_blocked`, `_obstacles`,
///     `_is_edge_open`, `_each_edge`, `_each_link`, `_distance`, `_serialize`, `_clone`
///     and `_copy` from it; `astar_ring_begin`, `astar_line_begin`; `astar_is_passable`;
///     `astar_field_cost`, `_next`, `_path`, `_path_costs`, `_each`.
///   An allocator is called by the thread that needs or frees memory.
/// - The same calls give the same paths on every platform.
/// - A function that makes an object sets the place for it to NULL unless it returns
///   ASTAR_OK.
/// - NULL: a function that returns a status returns ASTAR_INVALID when it gets NULL for
///   an object (a grid, rules, a field), a query, a definition, an array with elements,
///   or the place for a new object. Other places for results may be NULL, unless noted.
///   A function that returns no status needs its object; `..._free` allows NULL.
#ifndef ASTAR_H
#define ASTAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where the functions below come from. A static library and astar.c inside a program
/// need nothing. Compile a shared library with ASTAR_BUILD_SHARED defined. Programs that
/// use it define ASTAR_SHARED: Windows needs this, other systems ignore it.
#if defined(_WIN32) && defined(ASTAR_BUILD_SHARED)
#define ASTAR_API __declspec(dllexport)
#elif defined(_WIN32) && defined(ASTAR_SHARED)
#define ASTAR_API __declspec(dllimport)
#elif defined(__GNUC__) && defined(ASTAR_BUILD_SHARED)
#define ASTAR_API __attribute__((visibility("default")))
#else
#define ASTAR_API
#endif

/// The version of this header, as text and as major * 10000 + minor * 100 + patch.
#define ASTAR_VERSION "0.1.0"
#define ASTAR_VERSION_NUMBER 100

/// The version of the library that the program runs with, in the same two forms. Header
/// and library fit when the numbers divided by 100 are equal: until version 1.0, each
/// minor version may change this interface.
ASTAR_API const char *astar_version(void);
ASTAR_API int astar_version_number(void);

/// The longest side of a grid [tiles], and the most tiles in one: coordinates fit 16
/// bits, cells 27.
#define ASTAR_MAX_SIDE 32768
#define ASTAR_MAX_TILES 134217728

/// The greatest cost of a terrain, a penalty, a link, a step, and the greatest length of
/// a move. The most expensive path there can be, ASTAR_MAX_TILES steps of such a length
/// on such a terrain, costs 1.4e208, and with a heuristic of the greatest weight 2e305: a
/// double holds 1.8e308, and no cost is infinite.
#define ASTAR_MAX_COST 1e100

/// The least cost of a terrain, length of a move and product of the two; and of a
/// penalty, a link, a goal of a field and a step by terrain pair, unless that is 0. A
/// double counts in full precision down to 2.2e-308: no sum of costs loses any.
#define ASTAR_MIN_COST 1e-100

/// Limits of a list of moves: how many, how far one may reach [tiles], how many tiles of
/// one must be clear.
#define ASTAR_MAX_MOVES 64
#define ASTAR_MAX_REACH 16
#define ASTAR_MAX_CLEAR 32

/// The largest mover [tiles].
#define ASTAR_MAX_SIZE 64

/// What a function came to. Three ranges, with room between them for later versions:
/// outcomes (0 to 15) happen in play, running states (16 to 31) are those of a search in
/// slices, errors (32 and above) mean that nothing was done.
typedef enum astar_status {
  ASTAR_OK = 0,        ///< done, or a path was found
  ASTAR_UNREACHABLE,   ///< no path leads to a goal
  ASTAR_GOAL_BLOCKED,  ///< every goal is impassable
  ASTAR_OUT_OF_BOUNDS, ///< the start or a goal is off the grid
  ASTAR_LIMIT,         ///< a cap of the query ended the search

  ASTAR_RUNNING = 16, ///< a sliced search has not ended
  ASTAR_STALE,        ///< a sliced search cannot end: the map changed

  ASTAR_INVALID = 32, ///< an argument is out of its documented range
  ASTAR_NO_MEMORY,    ///< the allocator refused
  ASTAR_BUSY,    ///< an edit from inside a heuristic function of a search on that grid
  ASTAR_STOPPED, ///< a heuristic function returned a negative number, infinity or NaN
  ASTAR_UNSUITED ///< these rules cannot serve this grid or algorithm
} astar_status;

/// Whether a status is an error: then the call changed nothing, except that a path that
/// was given for an answer is empty.
static inline bool astar_is_error(astar_status status) { return status >= ASTAR_INVALID; }

/// Whether a status is an outcome: an answer that may happen in play.
static inline bool astar_is_outcome(astar_status status) { return status <= ASTAR_LIMIT; }

/// The word for a status, as in "unreachable". A string constant.
ASTAR_API const char *astar_reason(astar_status status);

/// A function of the kind of `lua_Alloc`: frees `block` when `new_size` is 0, otherwise
/// allocates or resizes to `new_size` bytes; NULL when it cannot. `old_size` is the size
/// that was last asked for `block`, 0 when `block` is NULL.
typedef void *(*astar_alloc)(void *user, void *block, size_t old_size, size_t new_size);

/// Where memory comes from. Every function that takes one accepts NULL for the C
/// library's realloc and free. It is copied; `user` must outlive what was made with it.
typedef struct astar_allocator {
  astar_alloc alloc;
  void *user;
} astar_allocator;

// ------------------------------------------------------------------------------ grids

typedef struct astar_grid astar_grid;

/// How tiles touch. Hexes come in offset coordinates: in the `_R` layouts the odd or even
/// rows, counted from 0, are shoved half a tile to the right; in the `_Q` layouts the odd
/// or even columns half a tile down.
typedef enum astar_layout {
  ASTAR_SQUARE,
  ASTAR_ODD_R,
  ASTAR_EVEN_R,
  ASTAR_ODD_Q,
  ASTAR_EVEN_Q
} astar_layout;

/// A tile of a path.
typedef struct astar_point {
  uint16_t x, y;
} astar_point;

/// A new grid of `width` x `height` tiles [1..ASTAR_MAX_SIDE, ASTAR_MAX_TILES in all],
/// each with terrain `fill`. The caller owns it. ASTAR_INVALID for other sizes.
ASTAR_API astar_status astar_grid_new(const astar_allocator *allocator, int width,
                                      int height, astar_layout layout, uint8_t fill,
                                      astar_grid **grid);

/// Adds an owner: the grid lives until `astar_grid_free` was called once more. At most
/// 2^31 - 1 owners at a time. NULL is allowed.
ASTAR_API void astar_grid_retain(astar_grid *grid);

/// Removes an owner: of the caller of `astar_grid_new`, or of `astar_grid_retain`.
/// Fields, searches, replanners and watches made on the grid are owners, too, until they
/// are freed, and still answer. The last owner to go frees the grid and all that it
/// derived. NULL is allowed.
ASTAR_API void astar_grid_free(astar_grid *grid);

/// A copy with the same content, revision and link ids; the caller owns it. O(tiles).
ASTAR_API astar_status astar_grid_clone(const astar_grid *grid,
                                        const astar_allocator *allocator,
                                        astar_grid **copy);

/// Copies all content from one grid into another: terrain, penalties, dynamic obstacles,
/// edges, links with their ids, and the id that the next link gets. What `to` held before
/// is lost; what was made on it follows as after any edit, and its revision grows.
/// ASTAR_INVALID when one of them is NULL or their sizes or layouts differ. ASTAR_BUSY or
/// ASTAR_NO_MEMORY leave `to` as it was. `from` is only read; it may be `to`, which
/// changes nothing. O(tiles); derived data of `to` is computed anew.
ASTAR_API astar_status astar_grid_copy(astar_grid *to, const astar_grid *from);

/// Its size [tiles], its layout, and whether a tile is on it.
ASTAR_API int astar_grid_width(const astar_grid *grid);
ASTAR_API int astar_grid_height(const astar_grid *grid);
ASTAR_API astar_layout astar_grid_layout(const astar_grid *grid);
ASTAR_API bool astar_grid_contains(const astar_grid *grid, int x, int y);

/// A number that grows with every edit that changes something.
ASTAR_API uint64_t astar_grid_revision(const astar_grid *grid);

/// Bytes that the grid holds now, everything derived and the search scratch included.
ASTAR_API size_t astar_grid_memory(const astar_grid *grid);

/// Whether a search on the grid is under way: edits now return ASTAR_BUSY. True only
/// inside a heuristic function.
ASTAR_API bool astar_grid_is_busy(const astar_grid *grid);

/// Call this after a heuristic function left a query by an exception or `longjmp`, and
/// before the next call: the grid would stay busy for ever. It does no harm at other
/// times, except from inside a heuristic function, where it must not be called. The query
/// that was left found nothing; a sliced search that was left begins again.
ASTAR_API void astar_grid_reset_busy(astar_grid *grid);

/// Gives memory back: scratch memory of queries, and what was derived for rules that were
/// freed. Later queries allocate it again. ASTAR_BUSY from inside a heuristic function.
ASTAR_API astar_status astar_grid_trim(astar_grid *grid);

/// The terrain of a tile [0..255], or -1 off the grid.
ASTAR_API int astar_grid_get(const astar_grid *grid, int x, int y);

/// Row `y` as `width` terrain bytes, or NULL off the grid; valid until the grid is freed.
ASTAR_API const uint8_t *astar_grid_row(const astar_grid *grid, int y);

/// Sets the terrain of one tile. ASTAR_OUT_OF_BOUNDS off the grid.
ASTAR_API astar_status astar_grid_set(astar_grid *grid, int x, int y, uint8_t terrain);

/// Sets row `y` from `width` terrain bytes. ASTAR_OUT_OF_BOUNDS off the grid.
ASTAR_API astar_status astar_grid_set_row(astar_grid *grid, int y,
                                          const uint8_t *terrains);

/// Sets a rectangle, clipped to the grid; an empty one changes nothing.
ASTAR_API astar_status astar_grid_fill(astar_grid *grid, int x, int y, int width,
                                       int height, uint8_t terrain);

/// The extra cost of entering a tile, on top of its terrain: 0, or [ASTAR_MIN_COST..
/// ASTAR_MAX_COST]. ASTAR_INVALID for others.
ASTAR_API astar_status astar_grid_set_penalty(astar_grid *grid, int x, int y,
                                              double cost);

/// The penalty of a tile: 0 off the grid.
ASTAR_API double astar_grid_penalty(const astar_grid *grid, int x, int y);

/// Sets the penalties of a rectangle from an array, row by row: tile (x + i, y + j) gets
/// `costs[j * stride + i]`, so that `stride` [elements, at least `width`] is how far the
/// rows of the array are apart. All or nothing: ASTAR_INVALID when a cost is out of its
/// range, `width` or `height` is negative, `stride` is too small, or a pointer is NULL;
/// ASTAR_OUT_OF_BOUNDS when a tile is off the grid; an empty rectangle changes nothing,
/// wherever it is. One edit, however many tiles change. O(width * height).
ASTAR_API astar_status astar_grid_set_penalties(astar_grid *grid, int x, int y, int width,
                                                int height, const double *costs,
                                                size_t stride);

/// Gives a rectangle, clipped to the grid, one penalty; 0 removes them. An empty
/// rectangle changes nothing. ASTAR_INVALID for other costs, or when `grid` is NULL. One
/// edit. O(width * height).
ASTAR_API astar_status astar_grid_fill_penalty(astar_grid *grid, int x, int y, int width,
                                               int height, double cost);

/// Dynamic obstacles come in this many layers, numbered from 1: one for each team, one
/// for doors. Which layers a mover ignores is up to its rules and each query.
#define ASTAR_LAYERS 8

/// For `astar_grid_is_blocked`: on any layer.
#define ASTAR_ANY_LAYER 0

/// The bit of layer `n` in a set of layers; and the set of all of them.
#define ASTAR_LAYER(n) ((uint8_t)(1u << ((n)-1)))
#define ASTAR_ALL_LAYERS ((uint8_t)0xff)

/// Puts a dynamic obstacle, apart from terrain, on a layer of a tile, or removes it: a
/// unit, a closed door. ASTAR_INVALID for a layer outside [1..ASTAR_LAYERS].
ASTAR_API astar_status astar_grid_block(astar_grid *grid, int x, int y, bool blocked,
                                        int layer);

/// Whether a tile is blocked on a layer, or with ASTAR_ANY_LAYER on any: false off the
/// grid.
ASTAR_API bool astar_grid_is_blocked(const astar_grid *grid, int x, int y, int layer);

/// The layers on which a tile is blocked, as a set: 0 off the grid.
ASTAR_API uint8_t astar_grid_obstacles(const astar_grid *grid, int x, int y);

/// Blocks and unblocks the tiles of a rectangle on one layer from an array: where the
/// element is 0, the tile is free, otherwise it is blocked. Layout of the array and
/// statuses are those of `astar_grid_set_penalties`. One edit. O(width * height).
ASTAR_API astar_status astar_grid_set_blocked(astar_grid *grid, int x, int y, int width,
                                              int height, const uint8_t *blocked,
                                              size_t stride, int layer);

/// Blocks or unblocks a rectangle on one layer, clipped to the grid. An empty rectangle
/// changes nothing. ASTAR_INVALID when `grid` is NULL or there is no such layer. One
/// edit. O(width * height).
ASTAR_API astar_status astar_grid_fill_blocked(astar_grid *grid, int x, int y, int width,
                                               int height, bool blocked, int layer);

/// Closes or opens the edge from tile (x, y) to its neighbour (x + dx, y + dy), and
/// unless `one_way` the edge back too. ASTAR_INVALID when the two are not neighbours in
/// this layout, ASTAR_OUT_OF_BOUNDS when one of them is off the grid.
ASTAR_API astar_status astar_grid_set_edge(astar_grid *grid, int x, int y, int dx, int dy,
                                           bool open, bool one_way);
ASTAR_API bool astar_grid_is_edge_open(const astar_grid *grid, int x, int y, int dx,
                                       int dy);

/// The next closed edge, from tile (*x, *y) to (*x + *dx, *y + *dy), row by row; start
/// with zeros. An edge that is closed in both directions comes twice, once from each of
/// its tiles. False: there is none left, or a pointer is NULL; nothing is written.
/// O(tiles) for all of them.
///
///     int x = 0, y = 0, dx = 0, dy = 0;
///     while (astar_grid_each_edge(grid, &x, &y, &dx, &dy)) draw_wall(x, y, dx, dy);
ASTAR_API bool astar_grid_each_edge(const astar_grid *grid, int *x, int *y, int *dx,
                                    int *dy);

/// A step between any two tiles: stairs, a ladder, a teleporter. Taking it costs `cost`
/// (0, or [ASTAR_MIN_COST..ASTAR_MAX_COST]) and nothing else. `*id` names it for good:
/// ids are not reused, and after 2^32 of them it is ASTAR_INVALID, as for other costs.
ASTAR_API astar_status astar_grid_link(astar_grid *grid, int x1, int y1, int x2, int y2,
                                       double cost, bool one_way, uint32_t *id);

/// Removes a link. ASTAR_INVALID when there is none of that id.
ASTAR_API astar_status astar_grid_unlink(astar_grid *grid, uint32_t id);

/// A link as it was made: from (x1, y1) to (x2, y2), and back unless `one_way`.
typedef struct astar_link {
  uint32_t id;
  int x1, y1, x2, y2;
  double cost;
  bool one_way;
} astar_link;

/// The link with the least id above `*id`, which becomes its id; start with 0. `link` may
/// be NULL. False: there is none left, or `grid` or `id` is NULL; nothing is written. The
/// link that was found may be removed before the next call. O(log n) in the number of
/// links.
///
///     astar_link link;
///     for (uint32_t id = 0; astar_grid_each_link(grid, &id, &link);) draw_link(&link);
ASTAR_API bool astar_grid_each_link(const astar_grid *grid, uint32_t *id,
                                    astar_link *link);

/// Writes the grid's content and revision as a byte string, the same on every platform
/// and for every grid of that content and revision; what the grid derived is not in it.
/// Returns the size of that string [bytes]. Where `capacity` [bytes] is less, or `bytes`
/// is NULL, nothing is written: call it with NULL and 0 for the size. Returns 0 when
/// `grid` is NULL. O(tiles).
ASTAR_API size_t astar_grid_serialize(const astar_grid *grid, void *bytes,
                                      size_t capacity);

/// The grid that a byte string stands for, with the revision of the grid that was
/// serialized. Strings of version 1 of the format can still be read: their obstacles are
/// on layer 1, and the revision is 0. Any damaged or hostile string gives ASTAR_INVALID
/// (or ASTAR_NO_MEMORY), a word about it in `*message` (a constant), no grid.
///
/// A grid of more than `max_tiles` tiles gives ASTAR_INVALID, too, before memory is
/// allocated for it; ASTAR_MAX_TILES allows every grid. Set a limit for strings that come
/// from other people (network, downloaded levels, mods): a few dozen bytes can stand for
/// the largest grid, which takes 128 MB, and 1 GB more with one penalty. A string that is
/// within the limit takes at most 11 bytes per tile, and memory for links in proportion
/// to its own length.
ASTAR_API astar_status astar_grid_deserialize(const astar_allocator *allocator,
                                              const void *bytes, size_t size,
                                              uint32_t max_tiles, astar_grid **grid,
                                              const char **message);

// --------------------------------------------------------------------------- geometry

// What follows from the layout and the size of a grid alone, whatever is on it.

/// How many steps it is from one tile to another, walls aside; both may be off the grid.
/// `neighbors` tells the steps: on squares 8 (Chebyshev distance) or 4 (Manhattan
/// distance), on hexes 6. -1 for other numbers.
ASTAR_API int64_t astar_grid_distance(const astar_grid *grid, int x1, int y1, int x2,
                                      int y2, int neighbors);

/// The tiles of a grid that are a number of steps away from a tile, in the making. Its
/// members are for `astar_ring_next`.
typedef struct astar_ring {
  astar_layout layout;
  int width, height;
  int64_t center_x, center_y, n;
  int side, step_x, step_y;
  int64_t x, y, left;
} astar_ring;

/// Begins with the ring around a tile, on the grid or off it: what is `n` steps away [>=
/// 0], walls aside. With 0 that is the tile itself, with 1 its neighbors: 8 on squares, 6
/// on hexes. The grid may be freed at any time after. ASTAR_INVALID when `n` is negative:
/// that ring has no tile.
ASTAR_API astar_status astar_ring_begin(const astar_grid *grid, int x, int y, int n,
                                        astar_ring *ring);

/// The next tile of the ring that is on the grid, clockwise from its top left. False:
/// there is none left. O(1), however large the ring.
///
///     astar_ring ring;
///     astar_point tile;
///     astar_ring_begin(grid, x, y, 3, &ring);
///     while (astar_ring_next(&ring, &tile)) light_up(tile);
ASTAR_API bool astar_ring_next(astar_ring *ring, astar_point *tile);

/// How far from the first tile of a grid a line may begin or end, in x and in y [tiles].
#define ASTAR_MAX_LINE (1 << 24)

/// The tiles of a grid that a straight line crosses, in the making. Its members are for
/// `astar_line_next`.
typedef struct astar_line {
  astar_layout layout;
  int width, height;
  bool has_ended;
  int u_x, u_y, v_x, v_y;
  int64_t steps, across, k, m, last, x, y;
} astar_line;

/// Begins with the straight line from the middle of a tile to the middle of another, on
/// the grid or off it [-ASTAR_MAX_LINE..ASTAR_MAX_LINE; ASTAR_INVALID for others]. The
/// grid may be freed at any time after.
ASTAR_API astar_status astar_line_begin(const astar_grid *grid, int x1, int y1, int x2,
                                        int y2, astar_line *line);

/// The next tile on the grid whose inside the line crosses, first to last. A tile that it
/// only touches, at a corner or along an edge, is left out: so two tiles in a row need
/// not be neighbors. A line from one tile of the grid to another crosses no tile off the
/// grid. In the other direction the same tiles come in reverse order. False: there is
/// none left. O(1), wherever the line comes from.
///
/// `part`: the part of its length [0..1] at which the line enters the tile, 0 for the
/// tile where it begins. `tile` and `part` may be NULL.
ASTAR_API bool astar_line_next(astar_line *line, astar_point *tile, double *part);

// ------------------------------------------------------------------------------ rules

typedef struct astar_rules astar_rules;

/// What a query leaves out of account: obstacle layers, and part of the penalties. The
/// filter of a query replaces that of its rules as a whole.
typedef struct astar_filter {
  uint8_t ignored_layers; ///< a set of layers, as `ASTAR_LAYER(2) | ASTAR_LAYER(3)`:
                          ///< obstacles there are no obstacles
  double penalty_scale;   ///< factor on the penalty of each tile entered [0, or
                          ///< ASTAR_MIN_COST..ASTAR_MAX_COST]; 0 ignores penalties
} astar_filter;

/// Heeds all obstacle layers, and penalties as they are.
ASTAR_API astar_filter astar_default_filter(void);

/// When a diagonal step may pass a corner. It has two ways round: dx then dy, and dy then
/// dx. A way is an obstacle when its tile is impassable or one of its two edges is
/// closed.
///
///      S a     the ways from S to E lead over a and over b
///      b E
typedef enum astar_diagonal {
  ASTAR_DIAGONAL_ALWAYS,
  ASTAR_DIAGONAL_NEVER,
  ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE,
  ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES
} astar_diagonal;

typedef struct astar_offset {
  int8_t dx, dy;
} astar_offset;

/// One move of a list: by (dx, dy) [-ASTAR_MAX_REACH..ASTAR_MAX_REACH], its length, and
/// the tiles relative to the start that must be passable. Moves by one tile obey edges,
/// and diagonal ones among them the corner rule; longer ones jump over whatever is
/// between.
typedef struct astar_move {
  int dx, dy;
  double length;             ///< [ASTAR_MIN_COST..ASTAR_MAX_COST tiles]
  const astar_offset *clear; ///< `clear_count` offsets; copied
  int clear_count;           ///< [0..ASTAR_MAX_CLEAR]
} astar_move;

/// What a step from terrain `from` to terrain `to` by (dx, dy) costs: 0, or
/// [ASTAR_MIN_COST..ASTAR_MAX_COST], or ASTAR_FORBIDDEN. It replaces length times terrain
/// cost.
typedef struct astar_pair_cost {
  uint8_t from, to;
  int8_t dx, dy;
  double cost;
} astar_pair_cost;

#define ASTAR_IMPASSABLE 0.0
#define ASTAR_FORBIDDEN (-1.0)

/// What rules are made from. Start from `astar_default_rules`.
typedef struct astar_rules_def {
  /// Cost of each terrain: [ASTAR_MIN_COST..ASTAR_MAX_COST], or ASTAR_IMPASSABLE. A step
  /// costs the move's length times the cost of the terrain entered, at least
  /// ASTAR_MIN_COST, plus the penalty of that tile.
  double cost[256];
  astar_diagonal diagonal; ///< default ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES
  double diagonal_cost;    ///< length of a diagonal step, as of a move; default sqrt 2
  int neighbors;           ///< 8 (default), 4, or 0: the moves of `moves`
  const astar_move *moves; ///< `move_count` moves [1..ASTAR_MAX_MOVES]; copied
  int move_count;
  const astar_pair_cost
      *pair_costs; ///< `pair_cost_count` exceptions to the usual cost; copied
  size_t pair_cost_count;
  bool has_pair_costs; ///< there is a rule by terrain pair, even if it has no exceptions
  int size; ///< a mover of size x size tiles [1..ASTAR_MAX_SIZE], at its top left
  astar_filter filter; ///< of queries without a filter of their own

  uint32_t cookie; ///< set by `astar_default_rules`: without it, ASTAR_INVALID
} astar_rules_def;

/// Every terrain impassable, 8 neighbours, no corner cut, size 1.
ASTAR_API astar_rules_def astar_default_rules(void);

/// Sets the cost of a terrain: the same as `def->cost[terrain] = cost`, without a warning
/// of the compiler where `terrain` is a character, as in `'.'`. Costs are checked by
/// `astar_rules_new`. With NULL for `def` it does nothing.
ASTAR_API void astar_rules_def_set(astar_rules_def *def, uint8_t terrain, double cost);

/// Compiles rules. The caller owns them. Fields, searches and replanners that use them,
/// and grids that derived something for them, keep them alive for themselves.
/// ASTAR_INVALID when something is out of its range.
ASTAR_API astar_status astar_rules_new(const astar_allocator *allocator,
                                       const astar_rules_def *def, astar_rules **rules);

/// Adds an owner: the caller may use the rules until `astar_rules_free` was called once
/// more. At most 2^31 - 1 owners at a time. NULL is allowed.
ASTAR_API void astar_rules_retain(astar_rules *rules);

/// Removes an owner. NULL is allowed.
ASTAR_API void astar_rules_free(astar_rules *rules);

/// The filter of the rules. Below, NULL for a filter stands for this one.
ASTAR_API astar_filter astar_rules_filter(const astar_rules *rules);

/// Which member of a definition is out of its documented range, as in "def.size must be
/// in [1, ASTAR_MAX_SIZE]": a string constant, NULL when rules can be made from it.
ASTAR_API const char *astar_why_invalid_rules(const astar_rules_def *def);

/// Whether a mover can stand at (x, y); false off the grid.
ASTAR_API bool astar_is_passable(const astar_grid *grid, const astar_rules *rules,
                                 const astar_filter *filter, int x, int y);

// ---------------------------------------------------------------------------- queries

typedef enum astar_algorithm {
  ASTAR_AUTO,     ///< the fastest that is optimal
  ASTAR_ASTAR,    ///< best first by cost so far plus heuristic
  ASTAR_JPS,      ///< jump points: only where every tile costs the same
  ASTAR_DIJKSTRA, ///< by cost so far alone
  ASTAR_GREEDY    ///< by the heuristic alone: quick and not optimal
} astar_algorithm;

/// What a search guesses of the way still to go: a distance in tiles times the least cost
/// that a tile of this map can have. ASTAR_HEURISTIC_AUTO never overestimates, whatever
/// the rules; the others may, and then the path may not be the cheapest.
typedef enum astar_heuristic {
  ASTAR_HEURISTIC_AUTO,
  ASTAR_HEURISTIC_MANHATTAN,
  ASTAR_HEURISTIC_OCTILE,
  ASTAR_HEURISTIC_CHEBYSHEV,
  ASTAR_HEURISTIC_EUCLIDEAN,
  ASTAR_HEURISTIC_ZERO,
  ASTAR_HEURISTIC_FUNCTION ///< `heuristic_function` of the query
} astar_heuristic;

/// A guess by the caller: `dx`, `dy` >= 0 is how far the goals' bounding box is away
/// [tiles]. A negative number, infinity or NaN ends the search with ASTAR_STOPPED. It may
/// put other queries to the grid; edits of it give ASTAR_BUSY. It must not free the grid,
/// nor the search that asks. It may free the rules: the grid holds them until the search
/// ends. If it leaves by an exception or `longjmp`, call `astar_grid_reset_busy`.
typedef double (*astar_heuristic_function)(void *user, int dx, int dy);

typedef struct astar_goal {
  int x, y;
} astar_goal;

/// A question for a path. Start from `astar_default_query`.
typedef struct astar_query {
  const astar_rules *rules;
  const astar_filter *filter; ///< NULL (default): that of the rules
  int start_x, start_y;
  const astar_goal *goals; ///< `goal_count` goals: the path leads to the cheapest of them
  int goal_count;          ///< none gives ASTAR_GOAL_BLOCKED

  /// Any tile within this many steps of a goal, walls aside, counts as the goal [>= 0].
  /// Steps are Chebyshev where the rules move diagonally, Manhattan otherwise, hex on
  /// hexes.
  int range;
  bool partial;    ///< no way: the path to the nearest reachable tile, cheapest of those
  double max_cost; ///< give up above this cost [>= 0, infinity: none]
  int64_t max_expansions; ///< give up after so many expansions [>= 0, INT64_MAX: none]

  astar_algorithm algorithm;
  astar_heuristic heuristic;
  astar_heuristic_function heuristic_function;
  void *heuristic_user;
  double
      weight; ///< multiplies the heuristic [>= 0]; the path costs at most that much more

  uint32_t cookie; ///< set by `astar_default_query`: without it, ASTAR_INVALID
} astar_query;

/// The plain question for the cheapest path to one of the goals, which are not copied.
ASTAR_API astar_query astar_default_query(const astar_rules *rules, int start_x,
                                          int start_y, const astar_goal *goals,
                                          int goal_count);

/// Which argument of a query is out of its documented range, as in "query.weight must be
/// a finite number >= 0": a string constant, NULL when the query is valid. For these
/// queries the functions below return ASTAR_INVALID.
ASTAR_API const char *astar_why_invalid(const astar_grid *grid, const astar_query *query);

typedef struct astar_result {
  double cost;       ///< the sum of the path's steps, first to last
  uint32_t length;   ///< tiles of the path, start and goal included: none comes twice
  int goal;          ///< index of the goal that the path leads to, or is nearest to
  uint32_t expanded; ///< nodes that the search expanded; set for every outcome. 0 where
                     ///< components tell that there is no path
  bool partial;      ///< the path ends short of every goal
} astar_result;

/// A path that a query has found: a list of points that belongs to the caller. It can be
/// used for any number of queries, on any grid, one after another; each query replaces
/// the points, also a query that finds no path. It keeps its memory until it is freed.
typedef struct astar_path astar_path;

/// An empty path. The caller owns it.
ASTAR_API astar_status astar_path_new(const astar_allocator *allocator,
                                      astar_path **path);
ASTAR_API void astar_path_free(astar_path *path); ///< NULL is allowed

/// Copies the first `capacity` points, start first. Returns how many points there are in
/// all, 0 for an empty path; `points` may be NULL, to ask for the number only.
ASTAR_API size_t astar_path_points(const astar_path *path, astar_point *points,
                                   size_t capacity);

/// Copies what the path costs up to each of its first `capacity` points, as the map was
/// when it was found: 0 for the start, the cost of the path for the last point. Returns
/// how many points there are in all; `costs` may be NULL.
ASTAR_API size_t astar_path_costs(const astar_path *path, double *costs, size_t capacity);

/// Finds the cheapest path. ASTAR_OK: `path` has its points, `*result` its cost and more.
/// Otherwise the reason why there is none, and `path` is empty. `path` and `result` may
/// be NULL. The start tile itself is never checked: a mover may stand on its own
/// obstacle.
///
/// Unless `weight`, a heuristic or an algorithm of the caller's choice gave that up, the
/// path is the cheapest to a relative 1e-6. In fact it is nearer. Jump points count in
/// whole units, which meet the length of a diagonal step to a relative 1e-8. Elsewhere,
/// of two ways to a tile whose costs differ by less than a relative 1e-12, and less than
/// 6e-8 of the cheapest step, either may be taken; and a path that would be cheaper by
/// less than a relative 1e-10, and less than an eighth of the cheapest step, is not
/// looked for. However expensive other terrains are, no tile comes twice; and a search by
/// cost alone expands no tile twice as long as the cheapest step still changes the sum
/// (up to about 1e15 of them).
///
/// Unreachable goals are found from connected components where these suffice. The scratch
/// memory is kept for the next search: 4 bytes a tile and the jump points touched where
/// every tile costs the same, otherwise 9 bytes a tile and the open nodes.
ASTAR_API astar_status astar_find_path(astar_grid *grid, const astar_query *query,
                                       astar_path *path, astar_result *result);

/// Why some rules, or an algorithm under them, cannot serve a grid as it is now, as in
/// "size above 1 needs a square grid": a string constant, NULL when they can.
ASTAR_API const char *astar_why_unsuited(astar_grid *grid, const astar_rules *rules,
                                         const astar_filter *filter,
                                         astar_algorithm algorithm);

/// ASTAR_OK when `astar_find_path` would find a path, otherwise why not. A look-up where
/// all steps can be walked both ways; where not, a search may have to tell.
ASTAR_API astar_status astar_is_reachable(astar_grid *grid, const astar_rules *rules,
                                          const astar_filter *filter, int start_x,
                                          int start_y, int goal_x, int goal_y);

// ------------------------------------------------------------------------------ sight

/// ASTAR_OK when a mover can walk straight from the middle of one tile to the middle of
/// another, ASTAR_UNREACHABLE when something is in the way: (*x, *y) is then the first
/// tile that it cannot enter, perhaps one off the grid; `x` and `y` may be NULL.
/// ASTAR_OUT_OF_BOUNDS when an end is off the grid, ASTAR_INVALID when `rules` is NULL.
/// The tile where it starts is not checked.
///
/// Every tile that the line crosses must be passable, and no closed edge may lie across
/// it. Where it runs exactly through a corner (on hexes: along an edge), the tiles on
/// both sides count as the two ways round a corner do for a diagonal step; where the
/// rules have no diagonal steps, both must be free. Which moves a list has, and which
/// tiles they need clear, does not matter: lists of moves count as if they had all
/// diagonal steps.
///
/// A mover of more than one tile is moved as a whole:
/// - At 45 degrees, where the rules have diagonal steps, the line is a row of diagonal
///   steps. Each must be allowed as in a path: the mover fits at its end, no diagonal
///   edge that it crosses is closed, and of the two ways round, by the mover's position
///   beside its end in x and in y, no more are obstacles than the corner rule allows.
/// - On other lines, nothing that the mover sweeps over may be impassable, and no edge
///   that it moves across may be closed, whatever the corner rule.
///
/// So with 8 neighbors the line to a neighboring position is clear when a step leads
/// there, and only then. Rules without diagonal steps see diagonally where both ways
/// round are free.
///
/// The answer is the same in both directions, unless edges or rules are one-way, or the
/// mover cannot stand at an end. O(tiles crossed), for larger movers times the tiles that
/// they cover.
ASTAR_API astar_status astar_line_of_sight(astar_grid *grid, const astar_rules *rules,
                                           const astar_filter *filter, int x1, int y1,
                                           int x2, int y2, int *x, int *y);

// ------------------------------------------------------------------------------ paths

/// What leads from one point of a path to the next.
typedef enum astar_path_kind {
  ASTAR_PATH_STEPS, ///< one step
  ASTAR_PATH_TURNS, ///< a run of equal steps: `astar_keep_turns`
  ASTAR_PATH_LINES  ///< a straight line: `astar_smooth_path`; or as above
} astar_path_kind;

/// Whether the map still allows every step of a path from point `first` [0..count] on.
/// `*bad` is the index of the point whose step onwards is no longer allowed, `count` when
/// all are. `bad` may be NULL. ASTAR_INVALID when `rules` is NULL, `kind` is none of the
/// three, or `first` is greater than `count`; then `points` are not read and `*bad` is
/// not written. O(tiles walked).
ASTAR_API astar_status astar_check_path(astar_grid *grid, const astar_rules *rules,
                                        const astar_filter *filter,
                                        const astar_point *points, size_t count,
                                        astar_path_kind kind, size_t first, size_t *bad);

/// A path that is watched: whether the map still allows it is known without a walk along
/// it. For many paths in a map that changes: an edit is compared only with the steps that
/// depend on its tiles. A watch belongs to the caller.
typedef struct astar_watch astar_watch;

/// A watch of a path, whose points are copied; arguments as of `astar_check_path`. A path
/// of less than two points is always whole. ASTAR_UNSUITED when such rules have no
/// meaning on the grid. O(tiles walked). Takes about 25 bytes per tile of the path.
ASTAR_API astar_status astar_watch_new(astar_grid *grid, const astar_rules *rules,
                                       const astar_filter *filter,
                                       const astar_point *points, size_t count,
                                       astar_path_kind kind, astar_watch **watch);
ASTAR_API void astar_watch_free(astar_watch *watch); ///< NULL is allowed

/// A pointer of the caller's, NULL at first: whose path it is.
ASTAR_API void astar_watch_set_user(astar_watch *watch, void *user);
ASTAR_API void *astar_watch_user(const astar_watch *watch);

/// What `astar_check_path` would tell of the path now. The first call after edits, of
/// this function or `astar_grid_next_broken`, looks at the map: it checks the steps of
/// all watches of the grid that depend on what changed, or all steps of them where more
/// edits came than the grid remembers (1024). Otherwise O(1) while the path is whole.
/// After ASTAR_NO_MEMORY the next call tries again.
ASTAR_API astar_status astar_watch_check(astar_watch *watch, size_t first, size_t *bad);

/// The next watch whose path edits have broken; NULL when there is none left. Call it
/// once per frame, until it gives NULL. A path breaks when the map allowed the whole path
/// at the last check, and does not allow it now. Each break is reported once, whatever
/// else breaks in the same path. A path that becomes whole again before it is reported is
/// not reported. A path that was not whole when its watch was made is reported after it
/// has become whole and then broken. Paths are checked as by `astar_watch_check`: what
/// edits broke and repaired between two checks is not seen. `watch` must not be NULL. The
/// order is the same on every run.
ASTAR_API astar_status astar_grid_next_broken(astar_grid *grid, astar_watch **watch);

/// Keeps the points at which a path turns, first and last included, in place; returns how
/// many. Both ends of a link, or of a jump, are turns. `costs` are `count` costs, one a
/// point, of which those of the same points are kept; NULL is allowed.
ASTAR_API size_t astar_keep_turns(const astar_grid *grid, astar_point *points,
                                  double *costs, size_t count);

/// Keeps the points of a path of steps between which a mover can walk straight, first and
/// last included, in place: `*count` is then how many, `*length` the straight-line length
/// of what is left [tiles; from the middle of a hex to the next is 1]. A line may join
/// two points when `astar_line_of_sight` says that it is clear, and the ground along it
/// costs no more than along the path. Links, jumps and steps with a pair cost of their
/// own are kept. Of all such paths the result is the shortest, where each line spans at
/// most 16 points or extends a line that does. `length` may be NULL. ASTAR_INVALID when
/// `rules` or `count` is NULL, or a point is off the grid; then the points stay. O(tiles)
/// as a rule.
ASTAR_API astar_status astar_smooth_path(astar_grid *grid, const astar_rules *rules,
                                         const astar_filter *filter, astar_point *points,
                                         size_t *count, double *length);

/// The straight-line length [tiles] from the first of `count` points over those between
/// up to each of them: of what `astar_smooth_path` leaves, the last one is its `*length`.
ASTAR_API void astar_line_lengths(const astar_grid *grid, const astar_point *points,
                                  size_t count, double *lengths);

// ------------------------------------------------------------------------------ fields

/// What it costs to walk from every tile to the nearest goal and which step to take
/// there, or from one tile to every other within a budget: one search for any number of
/// movers. A field belongs to the caller. It stands for the map as it was when it was
/// made or last updated, and can be asked at any time.
typedef struct astar_field astar_field;

/// A goal of a field. What a mover pays there on top (0, or [ASTAR_MIN_COST..
/// ASTAR_MAX_COST]) makes it less attractive than others.
typedef struct astar_source {
  int x, y;
  double cost;
} astar_source;

/// The distance field of some goals, a flow field: what it costs to walk to the cheapest
/// of them, at most `max_cost` [>= 0, infinity: no limit]. Impassable goals are passed
/// over; ASTAR_GOAL_BLOCKED when none is left, ASTAR_OUT_OF_BOUNDS when one is off the
/// grid. Takes O(tiles) memory, 9 bytes each, and O(tiles) time where tiles cost the same
/// (canonical orderings, Sturtevant and Rabin 2016), otherwise O(tiles log tiles).
ASTAR_API astar_status astar_distance_field(astar_grid *grid, const astar_rules *rules,
                                            const astar_filter *filter,
                                            const astar_source *goals, int goal_count,
                                            double max_cost, astar_field **field);

/// The movement range around a tile: what it costs to walk from there to every tile that
/// can be reached within `max_cost` [>= 0, infinity: no limit]. The start is not checked
/// and costs 0. Time and memory follow the range, not the map.
ASTAR_API astar_status astar_movement_range(astar_grid *grid, const astar_rules *rules,
                                            const astar_filter *filter, int x, int y,
                                            double max_cost, astar_field **field);

/// The way out of danger: `danger` is a distance field of what is to be fled from. Every
/// tile it reaches is a goal, the better the farther it is from danger, weighed with
/// `factor` [ASTAR_MIN_COST..ASTAR_MAX_COST; about 1.2]: the mover goes where a detour
/// past the danger still pays instead of into the next dead end. Its costs tell which
/// tile is better, no more. Dijkstra maps, after roguebasin.com.
ASTAR_API astar_status astar_flee_field(const astar_field *danger, double factor,
                                        astar_field **field);

ASTAR_API void astar_field_free(astar_field *field); ///< NULL is allowed

/// Brings the field up to date with its grid; the goals and their costs stay. Takes time
/// for the tiles whose cost changed and those around, not for the map; where more edits
/// came than the grid remembers (1024), it is computed anew. After ASTAR_NO_MEMORY the
/// field is as it was, or reaches nothing until an update succeeds.
ASTAR_API astar_status astar_field_update(astar_field *field);

/// Gives a distance field other goals, and computes it for the map as it is now, in the
/// memory that it has: for a target that moves. Goals that are those it has cost no more
/// than an update. Statuses and goals as of astar_distance_field; with any but ASTAR_OK
/// and ASTAR_NO_MEMORY, of which see above, the field is as it was. ASTAR_INVALID also
/// for a movement range.
ASTAR_API astar_status astar_field_set_goals(astar_field *field,
                                             const astar_source *goals, int goal_count);

/// The cost of a tile; infinity where the field does not reach, where the mover cannot
/// stand and off the grid. O(1).
ASTAR_API double astar_field_cost(const astar_field *field, int x, int y);

/// The tile to step to from here, or for a movement range the one that was stepped from.
/// False at a goal and where the field does not reach. O(1), on a link O(log n).
ASTAR_API bool astar_field_next(const astar_field *field, int x, int y,
                                astar_point *next);

/// The same from any tile of the grid: where a mover stands that a distance field does
/// not reach only because nobody can stand there (its own obstacle, a wall it was pushed
/// into), the best step out. False after edits that concern the field, until it is
/// updated. O(moves).
ASTAR_API bool astar_field_way_out(const astar_field *field, int x, int y,
                                   astar_point *next);

/// The next tile that the field reaches, row by row, after (*x, *y); start with (-1, 0).
/// False: there is none left, or `x` or `y` is NULL.
ASTAR_API bool astar_field_each(const astar_field *field, int *x, int *y);

/// The path from a tile to its goal, or for a movement range from the start to that tile:
/// copies its first `capacity` points, writes its cost (a goal's own cost aside) to
/// `*cost`, and returns how many points there are in all, 0 where the field does not
/// reach. `points` and `cost` may be NULL. O(points).
ASTAR_API uint32_t astar_field_path(const astar_field *field, int x, int y,
                                    astar_point *points, size_t capacity, double *cost);

/// What that path costs up to each of its points: copies the first `capacity` of these
/// costs, and returns how many points there are in all, 0 where the field does not reach.
/// The first cost is 0, the last one is what `astar_field_path` writes to `*cost` for the
/// same capacity. They are those of the map that the field stands for. `costs` may be
/// NULL. O(points).
ASTAR_API uint32_t astar_field_path_costs(const astar_field *field, int x, int y,
                                          double *costs, size_t capacity);

// ------------------------------------------------------------------- sliced searches

/// A search that runs a few expansions at a time and can be looked into. It belongs to
/// the caller and has scratch memory of its own; any number can be under way on one grid.
typedef struct astar_search astar_search;

/// A search for what the query asks, the goals copied. It finds what `astar_find_path`
/// finds. ASTAR_OK whatever the outcome will be; `astar_search_step` tells it.
ASTAR_API astar_status astar_search_new(astar_grid *grid, const astar_query *query,
                                        astar_search **search);
ASTAR_API void astar_search_free(astar_search *search); ///< NULL is allowed

/// Makes up to `count` expansions [>= 0]. Work on the whole map comes first (what is
/// derived for the rules, scratch memory): it is split, too, into slices of 32768 + 64 *
/// `count` tiles, which make no expansion. ASTAR_RUNNING, or the outcome as
/// `astar_find_path` has it; ASTAR_STALE when an edit that concerns the query was made
/// before there was one.
/// An outcome stays. ASTAR_BUSY from inside the heuristic function of this search. After
/// ASTAR_NO_MEMORY the next step begins the search anew.
ASTAR_API astar_status astar_search_step(astar_search *search, int64_t count);

/// The outcome so far, and what `astar_find_path` would tell of it: length and cost once
/// there is a path (ASTAR_OK).
ASTAR_API astar_status astar_search_result(const astar_search *search,
                                           astar_result *result);

/// Copies the first `capacity` points of the path of a search that ended with ASTAR_OK.
/// Returns how many points there are in all, 0 when there is no path; `points` may be
/// NULL.
ASTAR_API size_t astar_search_copy_path(const astar_search *search, astar_point *points,
                                        size_t capacity);

/// The same for what the path costs up to each of its points, as `astar_path_costs`.
ASTAR_API size_t astar_search_copy_costs(const astar_search *search, double *costs,
                                         size_t capacity);

/// What a search knows of a tile.
typedef struct astar_node {
  bool is_closed;         ///< expanded; otherwise open
  double g;               ///< cost from the start
  double h;               ///< guess of the rest, as the search uses it
  int parent_x, parent_y; ///< where it was reached from; -1 for the start
} astar_node;

/// Looks at a tile. False when the search has not touched it. O(1). It asks the heuristic
/// function if there is one, which must leave the grid as it is.
ASTAR_API bool astar_search_node(const astar_search *search, int x, int y,
                                 astar_node *node);

/// The next tile that the search has touched, row by row, after (*x, *y); start with
/// (-1, 0). False: there is none left. O(tiles) for all of them.
ASTAR_API bool astar_search_each(const astar_search *search, int *x, int *y,
                                 astar_node *node);

// -------------------------------------------------------------------------- replanning

/// The cheapest path of one mover to one goal while the map changes and the mover moves.
/// It belongs to the caller.
typedef struct astar_replanner astar_replanner;

/// A replanner. Nothing is searched yet; start and goal may be anywhere.
ASTAR_API astar_status astar_replanner_new(astar_grid *grid, const astar_rules *rules,
                                           const astar_filter *filter, int start_x,
                                           int start_y, int goal_x, int goal_y,
                                           astar_replanner **planner);
ASTAR_API void astar_replanner_free(astar_replanner *planner); ///< NULL is allowed

/// Where the mover is now, and where it wants to go.
ASTAR_API void astar_replanner_move(astar_replanner *planner, int x, int y);
ASTAR_API void astar_replanner_set_goal(astar_replanner *planner, int x, int y);

/// The cheapest path on the map as it is now: status, cost and length are those of
/// `astar_find_path`.
ASTAR_API astar_status astar_replanner_find(astar_replanner *planner,
                                            astar_result *result);

/// The same in slices: at most `count` expansions [>= 0] per call, and preparation in
/// slices as for `astar_search_step`. ASTAR_RUNNING until the answer is known. The grid
/// may be edited, and the mover and the goal may move, in between. Where possible the
/// search goes on from what it has found, otherwise it starts over. A search that was
/// disturbed twice is carried through by the next call, however long that takes.
ASTAR_API astar_status astar_replanner_step(astar_replanner *planner, int64_t count,
                                            astar_result *result);

/// Copies the first `capacity` points of the last path that was found, from where the
/// mover is. Returns how many points there are in all, 0 before the first; `points` may
/// be NULL.
ASTAR_API size_t astar_replanner_copy_path(const astar_replanner *planner,
                                           astar_point *points, size_t capacity);

/// The same for what that path cost, when it was found, up to each of its points: the
/// first cost is 0, the last one that of the path.
ASTAR_API size_t astar_replanner_copy_costs(const astar_replanner *planner, double *costs,
                                            size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
