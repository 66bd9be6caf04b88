/// The oracle of the fuzz targets: a slow, simple model of the library in C.
///
/// Method: steps are checked tile by tile as astar.h describes them, costs are lowered
/// along all legal steps until none changes, lines of sight test each tile for itself
/// with integer times. Independence: it is written from astar.h alone and shares nothing
/// with src/: no heuristic, no heap, no bit operations, nothing kept between two queries.
/// It takes the rules from the same definition that the library compiles, with the filter
/// of the query.
#ifndef ORACLE_H
#define ORACLE_H

#include "astar.h"

/// The most tiles of a map. A program with larger maps is compiled with a larger number.
#ifndef ORACLE_TILES
#define ORACLE_TILES 256
#endif

/// Influence maps of an `oracle_map`: by the name of all others it is 0.
enum { ORACLE_MAPS = 2 };

enum { ORACLE_LINKS = 64, ORACLE_STEPS = ASTAR_MAX_MOVES + 2 * ORACLE_LINKS };

typedef struct oracle_link {
  uint32_t id;
  int x1, y1, x2, y2;
  double cost;
  bool one_way;
} oracle_link;

/// A map of at most ORACLE_TILES tiles.
typedef struct oracle_map {
  int width, height;
  astar_layout layout;
  uint8_t terrain[ORACLE_TILES];
  double penalty[ORACLE_TILES];
  float influence[ORACLE_MAPS][ORACLE_TILES]; ///< values of `influence_ids`
  uint64_t influence_ids[ORACLE_MAPS];
  uint8_t obstacles[ORACLE_TILES]; ///< one bit per layer
  bool closed[ORACLE_TILES][3][3]; ///< by dy + 1 and dx + 1
  oracle_link links[ORACLE_LINKS];
  int link_count;
} oracle_map;

/// A legal step between two tiles, by index.
typedef struct oracle_edge {
  int from, to;
  double cost;
  bool is_link;
} oracle_edge;

bool oracle_contains(const oracle_map *map, int x, int y);
int oracle_index(const oracle_map *map, int x, int y);

/// Whether (dx, dy) leads to a neighbor of a tile in this layout, on the map or off it.
bool oracle_is_neighbor(const oracle_map *map, int x, int y, int dx, int dy);

void oracle_set_edge(oracle_map *map, int x, int y, int dx, int dy, bool open,
                     bool one_way);

/// Whether a cost is valid where 0 is valid, too: penalties, links, goals, pair costs.
bool oracle_is_cost(double cost);

/// Whether a filter is in its range.
bool oracle_is_filter(const astar_filter *filter);

/// Whether the library can compile these rules, and whether they are valid on this map.
bool oracle_is_valid(const astar_rules_def *rules);
bool oracle_suits(const oracle_map *map, const astar_rules_def *rules);

/// Whether a mover can stand there; false off the map.
bool oracle_fits(const oracle_map *map, const astar_rules_def *rules, int x, int y);

/// The moves at a tile, legal or not: at most ASTAR_MAX_MOVES; returns their number.
int oracle_moves(const oracle_map *map, const astar_rules_def *rules, int x, int y,
                 astar_move *moves);

/// The legal steps from a tile: at most ORACLE_STEPS; returns their number.
int oracle_edges_from(const oracle_map *map, const astar_rules_def *rules, int x, int y,
                      oracle_edge *edges);

/// The cost of the cheapest single step between two tiles; infinity if there is none.
double oracle_step_cost(const oracle_map *map, const astar_rules_def *rules, int x1,
                        int y1, int x2, int y2);

/// The number of steps between two tiles without any walls, with the mover's kinds of
/// steps.
int oracle_steps(const oracle_map *map, const astar_rules_def *rules, int x1, int y1,
                 int x2, int y2);

/// The cost by tile to walk there from (x, y), or from there to the cheapest of the
/// goals; infinity if there is no path.
void oracle_costs_from(const oracle_map *map, const astar_rules_def *rules, int x, int y,
                       double *costs);
void oracle_costs_to(const oracle_map *map, const astar_rules_def *rules,
                     const astar_source *goals, int count, double *costs);

/// Whether a sum of costs fits a cap such as `max_cost`: up to a relative 1e-9 above it.
bool oracle_fits_cap(double cost, double cap);

/// The answer that the library must give.
typedef struct oracle_answer {
  astar_status status;
  double cost;
  bool partial, at_start;
  int steps; ///< steps from the end of the path to the nearest goal
} oracle_answer;

/// The answer to a query with an optimal algorithm and without `max_expansions`.
/// ASTAR_LIMIT: a path exists, but costs more than `max_cost`.
oracle_answer oracle_find(const oracle_map *map, const astar_rules_def *rules,
                          const astar_query *query);

/// The same for a query whose tiles are on the map and which has a goal, from the costs
/// by tile to walk there from its start.
oracle_answer oracle_find_by_costs(const oracle_map *map, const astar_rules_def *rules,
                                   const astar_query *query, const double *costs);

/// The first of the goals that are nearest to a tile, and its distance in steps.
int oracle_nearest_goal(const oracle_map *map, const astar_rules_def *rules,
                        const astar_query *query, int x, int y, int *steps);

/// Whether a mover can move in a straight line between two tiles of the map.
bool oracle_sees(const oracle_map *map, const astar_rules_def *rules, int x1, int y1,
                 int x2, int y2);

/// The length of that line; the distance between the centers of adjacent hexes is 1.
double oracle_length(const oracle_map *map, int x1, int y1, int x2, int y2);

#endif
