// Influence maps: extra costs by name, at most ASTAR_INFLUENCES per grid, which each
// mover weighs its own way. This file reads them; `influence_edits` changes them.
//
// A map is known by its id, a hash of its name: edits, strings and filters name it so.
// Its values are what is stored times its gain, so that `fade` multiplies one number:
//
//     value = stored (a 32-bit float) * gain (0..1]
//
// The stored values of four maps lie side by side, as a search reads them:
//
//     plane 0   map 0, 1, 2, 3 of cell 0 | map 0, 1, 2, 3 of cell 1 | ...
//     plane 1   map 4, 5, 6, 7 of cell 0 | ...
//
// A map whose values are all 0 is no content: its gain is 1, and strings, hashes and
// deltas do not have it.
//
// The journal does not record their edits, as no legal move and no derived data depends
// on them. What depends on weighted maps remembers the stamp of its filter.
#ifndef ASTAR_INFLUENCE_H
#define ASTAR_INFLUENCE_H

#include "map/grid.h"

#include <float.h>
#include <math.h>

/// A gain below this one becomes 1, and before a stored value above that one would be set
/// (map/influence_edits).
#define INFLUENCE_MIN_GAIN 1e-20
#define INFLUENCE_MAX_STORED 1e30

/// What entering a tile costs by weighted maps.
typedef struct influence_weights {
  influence_plane planes[INFLUENCE_PLANES]; ///< NULL: no weighted map of this plane has
                                            ///< content
  double factors[ASTAR_INFLUENCES];         ///< weight times gain
  uint64_t stamp; ///< number of the last edit of a weighted map; 0: there was none
} influence_weights;

/// The weighted maps of a filter, as they are now. O(1).
influence_weights influence_weigh(const astar_grid *grid, const astar_filter *filter);

/// Whether any weighted map has content.
static inline bool influence_counts(const influence_weights *w) {
  return w->planes[0] != NULL || w->planes[1] != NULL;
}

static inline double influence_plane_cost(const float *values, const double *factors) {
  return ((double)values[0] * factors[0] + (double)values[1] * factors[1]) +
         ((double)values[2] * factors[2] + (double)values[3] * factors[3]);
}

/// The sum of weight times value of a cell.
static inline double influence_cost(const influence_weights *w, uint32_t cell) {
  double sum = 0;
  if (w->planes[0] != NULL) sum = influence_plane_cost(w->planes[0][cell], w->factors);
  if (w->planes[1] != NULL)
    sum += influence_plane_cost(w->planes[1][cell], w->factors + INFLUENCE_LANES);
  return sum;
}

/// Whether a filter weighs any map, with content or without.
static inline bool influence_is_weighed(const astar_filter *filter) {
  return filter->influence[0].weight > 0;
}

/// The stamp of a filter.
uint64_t influence_stamp_of(const astar_grid *grid, const astar_filter *filter);

/// The index of a map; -1: the grid has none with this id.
int influence_find(const astar_grid *grid, uint64_t id);

/// Makes sure that a map exists. -1: it would be one too many.
int influence_ensure(astar_grid *grid, uint64_t id);

/// Forgets maps that are all 0, so that the `count` first ones are left.
void influence_forget(astar_grid *grid, int count);

/// Makes sure that the plane of a lane exists. False: out of memory.
bool influence_ensure_plane(astar_grid *grid, int lane);

/// Whether a number can be a value: a float >= 0.
static inline bool influence_is_value(float value) {
  return value >= 0 && value < INFINITY;
}

/// The same for a stored value in a string: a float that is not -0.
static inline bool influence_is_stored(double value) {
  return value >= 0 && value <= FLT_MAX && !(value > (double)(float)value) &&
         !(value < (double)(float)value) && !signbit(value);
}

#endif
