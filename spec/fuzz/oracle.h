/// The questions that the library answers, answered slowly and obviously, to judge what
/// the fuzz targets get. Written from astar.h alone; shares nothing with src/: no
/// heuristic, no heap, no bits, nothing kept between two questions. Rules are what the
/// library compiles them from; their filter is that of the question.
#ifndef ORACLE_H
#define ORACLE_H

#include "astar.h"

enum { ORACLE_TILES = 256, ORACLE_LINKS = 64 };

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
  uint8_t obstacles[ORACLE_TILES]; ///< a bit a layer
  bool closed[ORACLE_TILES][3][3]; ///< by dy + 1 and dx + 1
  oracle_link links[ORACLE_LINKS];
  int link_count;
} oracle_map;

bool oracle_contains(const oracle_map *map, int x, int y);
int oracle_index(const oracle_map *map, int x, int y);

/// Whether (dx, dy) leads to a neighbour of a tile in this layout, on the map or not.
bool oracle_is_neighbor(const oracle_map *map, int x, int y, int dx, int dy);

void oracle_set_edge(oracle_map *map, int x, int y, int dx, int dy, bool open,
                     bool one_way);

/// Whether a cost is allowed for what may cost nothing: penalties, links, goals, steps.
bool oracle_is_cost(double cost);

/// Whether a filter is in its range.
bool oracle_is_filter(const astar_filter *filter);

/// Whether the library can compile these rules, and whether they can serve this map.
bool oracle_is_valid(const astar_rules_def *rules);
bool oracle_suits(const oracle_map *map, const astar_rules_def *rules);

/// Whether a mover can stand there; not so off the map.
bool oracle_fits(const oracle_map *map, const astar_rules_def *rules, int x, int y);

/// The cost of the cheapest single step between two tiles; infinity when there is none.
double oracle_step_cost(const oracle_map *map, const astar_rules_def *rules, int x1,
                        int y1, int x2, int y2);

/// How many steps apart two tiles are, walls aside, as the mover makes steps.
int oracle_steps(const oracle_map *map, const astar_rules_def *rules, int x1, int y1,
                 int x2, int y2);

/// By tile what it costs to walk there from (x, y), or from there to the cheapest of the
/// goals; infinity where there is no way.
void oracle_costs_from(const oracle_map *map, const astar_rules_def *rules, int x, int y,
                       double *costs);
void oracle_costs_to(const oracle_map *map, const astar_rules_def *rules,
                     const astar_source *goals, int count, double *costs);

/// What the library should find.
typedef struct oracle_answer {
  astar_status status;
  double cost;
  bool partial, at_start;
  int steps; ///< from the end of the path to the nearest goal
} oracle_answer;

/// The answer to a query as if its algorithm were perfect and `max_expansions` not there.
/// ASTAR_LIMIT: there is a way, dearer than `max_cost`.
oracle_answer oracle_find(const oracle_map *map, const astar_rules_def *rules,
                          const astar_query *query);

/// The first of the goals nearest to a tile in steps, and how far it is.
int oracle_nearest_goal(const oracle_map *map, const astar_rules_def *rules,
                        const astar_query *query, int x, int y, int *steps);

/// Whether a mover can walk straight between two tiles of the map.
bool oracle_sees(const oracle_map *map, const astar_rules_def *rules, int x1, int y1,
                 int x2, int y2);

/// How long that way is; from the middle of a hex to the next is 1.
double oracle_length(const oracle_map *map, int x1, int y1, int x2, int y2);

#endif
