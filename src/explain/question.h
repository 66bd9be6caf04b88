// One question about a start and a goal, for the parts of an explanation.
#ifndef ASTAR_QUESTION_H
#define ASTAR_QUESTION_H

#include "astar_explain.h"
#include "map/rules.h"

/// A question whose arguments are valid: both tiles are on the grid, and the rules fit
/// the grid. The grid, the rules and the arrays of costs belong to the caller.
typedef struct question {
  astar_grid *grid;
  const astar_rules *rules;
  astar_filter filter;
  int start_x, start_y, goal_x, goal_y;
} question;

#endif
