/// Sight: the tiles that a viewer sees, and what a team of viewers sees and has seen.
///
///     uint64_t rows[63]; // up to radius 31: at most 63 rows of one word
///     astar_view view = {.rows = rows};
///     astar_grid_fill(grid, 10, 0, 1, 30, '#'); // a wall
///     astar_view_frame(grid, &(astar_sight){.radius = 8}, 5, 5, &view);
///     astar_view_fill(grid, rules, NULL, &view);
///     printf("%d tiles\n", (int)astar_view_count(&view)); // -> 140 tiles
///
/// The conventions of `astar.h` hold. Definitions: the page "Sight and fog of war".
#ifndef ASTAR_SIGHT_H
#define ASTAR_SIGHT_H

#include "astar.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How viewers see. Zeros and a radius are valid.
typedef struct astar_sight {
  int radius; ///< >= 0 [tiles]: dx^2 + dy^2 <= radius^2, on hexes the hex distance
  astar_sight_mode mode; ///< which lines are free
  bool is_square;        ///< the radius limits dx and dy alone; not on hexes
  bool without_walls;    ///< only tiles with a free line. Otherwise also impassable tiles
                         ///< next to a free tile in sight that is nearer to the viewer
} astar_sight;

/// The tiles that a viewer sees: one bit per tile of a rectangle. Bit i of row j: tile
/// (left + i, top + j), in `words` words per row.
typedef struct astar_view {
  astar_sight sight;
  int x, y; ///< the viewer, which sees its own tile always
  int left, top, width, height;
  size_t words;
  uint64_t *rows; ///< [height * words], memory of the caller
} astar_view;

/// Sets all members but `rows`, for a viewer at (x, y).
ASTAR_API astar_status astar_view_frame(const astar_grid *grid, const astar_sight *sight,
                                        int x, int y, astar_view *view);

/// Fills the rows of a view with its frame, of this grid: the map as it is now. O(tiles
/// in sight) for movers of size 1 without closed edges. ASTAR_UNSUITED: mode or rules.
ASTAR_API astar_status astar_view_fill(astar_grid *grid, const astar_rules *rules,
                                       const astar_filter *filter, astar_view *view);

/// Whether the viewer sees a tile (false off the grid); how many tiles it sees; moves
/// (*x, *y) to the next one, row by row, beginning with (-1, 0).
ASTAR_API bool astar_view_sees(const astar_view *view, int x, int y);
ASTAR_API size_t astar_view_count(const astar_view *view);
ASTAR_API bool astar_view_next(const astar_view *view, int *x, int *y);

/// What a team of viewers sees now and has seen, as of its last update; an owner of its
/// grid. The radius of `sight` does not count. Viewers have numbers > 0.
typedef struct astar_vision astar_vision;
ASTAR_API astar_status astar_vision_new(astar_grid *grid, const astar_rules *rules,
                                        const astar_filter *filter,
                                        const astar_sight *sight, astar_vision **vision);
ASTAR_API void astar_vision_free(astar_vision *vision);
ASTAR_API astar_status astar_vision_set(astar_vision *vision, uint32_t id, int x, int y,
                                        int radius);
ASTAR_API bool astar_vision_remove(astar_vision *vision, uint32_t id);

typedef enum astar_vision_state {
  ASTAR_VISION_OFF_GRID,
  ASTAR_VISION_UNSEEN,
  ASTAR_VISION_SEEN,   ///< seen before, not now
  ASTAR_VISION_VISIBLE ///< seen now
} astar_vision_state;

/// Makes the views of viewers that are new, changed, or within reach of an edit, and
/// counts the tiles whose state changed. After an error call it again. The changes of the
/// last update are a view, valid until the next one; its x counts the updates.
ASTAR_API astar_status astar_vision_update(astar_vision *vision, size_t *changed);
ASTAR_API const astar_view *astar_vision_changes(const astar_vision *vision);
ASTAR_API astar_vision_state astar_vision_get(const astar_vision *vision, int x, int y);

/// The tiles that were seen, as `astar_grid_serialize`. Loading, into a new vision, also
/// refuses a string of a grid of another size or layout; free the vision then.
ASTAR_API size_t astar_vision_serialize(const astar_vision *vision, void *bytes,
                                        size_t capacity);
ASTAR_API astar_status astar_vision_load(astar_vision *vision, const void *bytes,
                                         size_t size, const char **message);

#ifdef __cplusplus
}
#endif

#endif
