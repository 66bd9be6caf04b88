/// Why no path exists, what a building would cut off, and choke points. A module on
/// `astar.h`: its terms and conventions hold here, too.
#ifndef ASTAR_EXPLAIN_H
#define ASTAR_EXPLAIN_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif

#endif
