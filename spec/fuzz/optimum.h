/// The cheapest costs on one map under some rules: what spec/fuzz/property.c compares the
/// answers of the library with.
///
/// Method: Dijkstra's algorithm over all legal steps of the oracle (oracle.h), with a
/// binary heap, on maps of a few thousand tiles. It shares nothing with src/. Costs are
/// summed as `long double`: with 64 bits of precision the rounding errors of a path are
/// far below the tolerances of the library.
#ifndef OPTIMUM_H
#define OPTIMUM_H

#include "oracle.h"

/// The steps of a map, and the costs of the last search.
typedef struct optimum {
  int tiles;
  const oracle_edge *edges;    ///< by the tile that they leave
  const int *first;            ///< [tiles + 1] index of the first edge from a tile
  const oracle_edge *edges_in; ///< by the tile that they enter; none from a tile where
                               ///< the mover cannot stand
  const int *first_in;         ///< [tiles + 1]
  double min_step; ///< cost of the cheapest move; infinity with pair costs, since
                   ///< these may be 0
  double costs[ORACLE_TILES]; ///< by tile; infinity: not reached
} optimum;

/// Reads all steps of a map. There is one optimum at a time: the arrays are static.
void optimum_read(optimum *o, const oracle_map *map, const astar_rules_def *rules);

/// Computes the costs from a tile, which may be impassable.
void optimum_from(optimum *o, int tile);

/// Computes the costs to the cheapest of some goals. Goals where the mover cannot stand
/// are left out.
void optimum_to(optimum *o, const oracle_map *map, const astar_rules_def *rules,
                const astar_source *goals, int count);

/// The cost of the cheapest step between two tiles; infinity if there is none.
double optimum_step(const optimum *o, int from, int to);

#endif
