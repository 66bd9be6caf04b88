/// Random questions to a grid, and short forms of their answers, to compare the answers
/// of two grids, or of a grid and a context.
#ifndef INQUIRY_H
#define INQUIRY_H

#include "astar_crowd.h"
#include "astar_pool.h"

enum { INQUIRY_GOALS = 4 };

typedef enum inquiry_kind { ASK_PATH, ASK_FIELD, ASK_REACHABLE, ASK_SIGHT } inquiry_kind;

/// A question for a path, for a distance field, or whether the first goal can be reached,
/// or seen, from the start of the path.
typedef struct inquiry {
  inquiry_kind kind;
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
  uint64_t hash; ///< of the path with its costs, of the field, or of the end of a line
  uint64_t more; ///< of the smoothed path, or of fleeing from a field; 0: not known
} digest;

/// A random filter.
astar_filter inquiry_any_filter(void);

/// A heuristic function that is not admissible, and not symmetric.
double inquiry_heuristic(void *user, int dx, int dy);

/// A random question for a path or a field. Most are valid.
inquiry inquiry_any(const astar_grid *grid, const astar_rules *rules);

/// The query of a question for a path. It refers to the question.
astar_query inquiry_query(const inquiry *i);

/// The filter of a question; NULL: that of the rules.
const astar_filter *inquiry_filter(const inquiry *i);

/// Makes the field of a question.
astar_status inquiry_field(const inquiry *i, astar_grid *grid, astar_context *context,
                           astar_field **field);

/// Asks a grid. A path that is found must be valid, also when it is smoothed.
///
/// @param context  answers in place of the grid, unless it is NULL
/// @param field    receives the field, to be kept; NULL: the field is freed
digest inquiry_ask(const inquiry *i, astar_grid *grid, astar_context *context,
                   astar_field **field);

/// The answer of a search in slices; `more` is not known.
digest digest_search(const astar_search *search);

/// A path with its costs, and a field, in short form.
uint64_t digest_path(const astar_point *points, const double *costs, size_t count);
uint64_t digest_field(const astar_field *field, const astar_grid *grid);

/// Whether two answers are equal in all of their bits that are known.
bool digest_is_same(const digest *a, const digest *b);

/// The costs of all tiles must be equal up to rounding: a repaired field sums the same
/// steps as a new one, perhaps in another order.
void digest_compare_fields(const astar_field *a, const astar_field *b,
                           const astar_grid *grid);

void inquiry_print(const inquiry *i);
void digest_print(const char *name, const digest *d);

#endif
