/// Answers of queries, and what must hold for each of them: what property.c and avoid.c
/// compare with the oracle.
#ifndef ANSWER_H
#define ANSWER_H

#include "optimum.h"

/// A path with the result of its query.
typedef struct answer {
  astar_status status;
  astar_result result;
  size_t count;
  astar_point points[ORACLE_TILES + 1];
} answer;

/// What answers are compared with: a map, rules with the filter of the query, and the
/// costs from its start.
typedef struct judge {
  const oracle_map *map;
  const astar_rules_def *def;
  const optimum *optimum;
} judge;

/// Runs a query.
void answer_find(answer *a, astar_grid *grid, const astar_query *query, astar_path *path);

/// Reads the path and the result of a search that has ended.
void answer_read(answer *a, const astar_search *search);

/// Whether dead ends may be left out, so that expansions depend on earlier edits.
static inline bool answer_may_leave_out(const astar_query *query) {
  return query->avoid == NULL &&
         (query->algorithm == ASTAR_AUTO || query->algorithm == ASTAR_JPS);
}

/// Both answers to a query must be equal in all bits.
void answer_require_same(const astar_query *query, const answer *a, const answer *b);

/// Checks that points are a legal walk over no tile twice; returns its cost.
double answer_walk(const judge *j, const astar_point *points, size_t count);

/// What a cost may be above the minimum: the tolerances of docs/queries.md, for a path of
/// `steps` steps, and rounding.
double answer_allowance(const judge *j, double least, size_t steps);

/// Compares an answer with the one of the oracle.
void answer_check(const judge *j, const astar_query *query, const oracle_answer *expected,
                  const answer *a);

void answer_print(const char *name, const answer *a);
void answer_print_query(const astar_query *query);

#endif
