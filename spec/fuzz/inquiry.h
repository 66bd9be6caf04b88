/// Random questions to a grid, and short forms of their answers, to compare the answers
/// of two grids.
#ifndef INQUIRY_H
#define INQUIRY_H

#include "astar.h"
#include "astar_crowd.h"

enum { INQUIRY_GOALS = 4 };

/// A question for a path or for a distance field.
typedef struct inquiry {
  bool is_field;
  bool has_filter;
  const astar_rules *rules;
  astar_filter filter;
  int count; ///< of goals
  astar_point goals[INQUIRY_GOALS];
  astar_source sources[INQUIRY_GOALS]; ///< of a field
  double max_cost;                     ///< of a field
  const struct astar_crowd *avoid;     ///< of a path; NULL at first
  astar_query query;                   ///< of a path: use `inquiry_query`
} inquiry;

/// All that an answer says, or a hash of it.
typedef struct digest {
  astar_status status;
  astar_result result;
  uint64_t hash; ///< of the path with its costs, or of the field
} digest;

/// A random question. Most are valid.
inquiry inquiry_any(const astar_grid *grid, const astar_rules *rules);

/// The query of a question for a path. It refers to the question.
astar_query inquiry_query(const inquiry *i);

/// The filter of a question; NULL: that of the rules.
const astar_filter *inquiry_filter(const inquiry *i);

/// Asks a grid.
///
/// @param field  receives the field, to be kept; NULL: the field is freed
digest inquiry_ask(const inquiry *i, astar_grid *grid, astar_field **field);

/// A path with its costs, and a field, in short form.
uint64_t digest_path(const astar_point *points, const double *costs, size_t count);
uint64_t digest_field(const astar_field *field, const astar_grid *grid);

/// Whether two answers are equal in all of their bits.
bool digest_is_same(const digest *a, const digest *b);

void inquiry_print(const inquiry *i);
void digest_print(const char *name, const digest *d);

#endif
