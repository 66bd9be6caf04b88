/// The turns of paths, and how few of them a path could have.
///
/// Method: a heading is one of the directions of steps to neighbors, on hexes in axial
/// coordinates. Between any two turns of a path that are few runs apart, every two legs
/// in adjacent headings are tried that lead from the one to the other: they are walked
/// step by step, in all lengths. Those that cost as much as the path take its place where
/// they save turns. It shares nothing with src/.
#ifndef TURNS_H
#define TURNS_H

#include "oracle.h"

#include <stddef.h>

/// How often a path turns. Steps without a heading, as those of links, end a stretch.
int turns_count(const oracle_map *map, const astar_point *points, size_t count);

/// The turns that are left when legs replace stretches of a path without links.
int turns_fewest(const oracle_map *map, const astar_rules_def *rules,
                 const astar_point *points, size_t count);

#endif
