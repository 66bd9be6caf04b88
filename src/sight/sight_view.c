// Views: the tiles that a viewer sees.
//
// `field_of_view` answers for movers of one tile. Where closed edges or pair costs may
// hide more, and for larger movers, each tile that it gives gets its own line of sight.

#include "sight/sight_view.h"

#include "base/bits.h"
#include "query/cache.h"
#include "query/line_of_sight.h"
#include "query/validation.h"
#include "sight/field_of_view.h"

#include <string.h>

astar_status sight_check(const astar_grid *grid, const astar_rules *rules,
                         const astar_filter *filter, const astar_sight *sight) {
  if (!validation_has_rules(grid, rules, filter) || sight == NULL || sight->radius < 0 ||
      (unsigned)sight->mode > ASTAR_SIGHT_SHADOW ||
      (sight->is_square && grid->layout != ASTAR_SQUARE))
    return ASTAR_INVALID;
  return line_of_sight_has_mode(grid, rules, sight->mode) &&
                 move_table_why_unsuited(grid, rules) == NULL
             ? ASTAR_OK
             : ASTAR_UNSUITED;
}

// ------------------------------------------------------------------------------- tiles

astar_status astar_view_frame(const astar_grid *grid, const astar_sight *sight, int x,
                              int y, astar_view *view) {
  if (LIVE(grid) == NULL || sight == NULL || sight->radius < 0 || view == NULL)
    return ASTAR_INVALID;
  if (!grid_contains(grid, x, y)) return ASTAR_OUT_OF_BOUNDS;
  int reach = sight->radius < ASTAR_MAX_SIDE ? sight->radius : ASTAR_MAX_SIDE;
  tile_area area = repair_tile_area(grid, x, y, reach);
  int width = area.right - area.left, height = area.bottom - area.top;
  size_t words = ((size_t)width + 63) / 64;
  *view =
      (astar_view){*sight, x, y, area.left, area.top, width, height, words, view->rows};
  return ASTAR_OK;
}

bool astar_view_sees(const astar_view *view, int x, int y) {
  unsigned column = (unsigned)(x - view->left), row = (unsigned)(y - view->top);
  return column < (unsigned)view->width && row < (unsigned)view->height &&
         (sight_row(view, y)[column >> 6] >> (column & 63) & 1) != 0;
}

size_t astar_view_count(const astar_view *view) {
  size_t count = 0;
  for (size_t i = 0; i < (size_t)view->height * view->words; i++)
    count += (size_t)bits_count(view->rows[i]);
  return count;
}

bool astar_view_next(const astar_view *view, int *x, int *y) {
  int row = *y < view->top ? view->top : *y;
  int from = row > *y || *x < view->left ? 0 : *x - view->left + 1;
  for (; row < view->top + view->height; row++, from = 0) {
    int column = bits_find(sight_row(view, row), from, view->width, 0);
    if (column == view->width) continue;
    *x = view->left + column;
    *y = row;
    return true;
  }
  return false;
}

// -------------------------------------------------------------------------------- fill

// The distance from the viewer, in columns and rows, or in hexes.
static int64_t view_distance(const costmap *map, const astar_view *view, int x, int y) {
  int neighbors = map->grid->layout == ASTAR_SQUARE ? 4 : 6;
  return astar_grid_distance(map->grid, view->x, view->y, x, y, neighbors);
}

// Whether a view with walls shows an impassable tile: whether it shows a free neighbor,
// or is that of the viewer, one step nearer in x, in y or in both.
static bool view_shows_wall(const costmap *map, const astar_view *view, int x, int y) {
  for (int d = 0; d < DIRECTIONS; d++) {
    int from_x = x + direction_dx[d], from_y = y + direction_dy[d];
    int steps = d >= 4 && map->grid->layout == ASTAR_SQUARE ? 2 : 1;
    bool is_viewer = from_x == view->x && from_y == view->y;
    if (astar_view_sees(view, from_x, from_y) &&
        (is_viewer || costmap_can_stand(map, from_x, from_y)) &&
        (grid_neighbors(map->grid, x, y) >> d & 1) != 0 &&
        view_distance(map, view, from_x, from_y) + steps ==
            view_distance(map, view, x, y) &&
        !line_of_sight_is_parted(map, from_x, from_y, direction_reverse[d], false))
      return true;
  }
  return false;
}

// Whether closed edges or pair costs may stop lines.
static bool view_has_edges(const costmap *map, const astar_view *view) {
  if (map->rules->pair_costs != NULL) return true;
  for (int y = view->top; costmap_has_edges(map) && y < view->top + view->height; y++) {
    for (int x = view->left; x < view->left + view->width; x++)
      if (map->grid->closed[grid_cell(map->grid, x, y)] != 0) return true;
  }
  return false;
}

// Removes free tiles that have no line (`by_lines`), then walls that are not in sight.
static void view_test_tiles(const costmap *map, const astar_view *view, bool by_lines) {
  astar_point from = {(uint16_t)view->x, (uint16_t)view->y};
  for (int pass = by_lines ? 0 : 1; pass < 2; pass++) {
    for (int x = -1, y = 0, at_x, at_y; astar_view_next(view, &x, &y);) {
      astar_point to = {(uint16_t)x, (uint16_t)y};
      bool is_wall = !costmap_can_stand(map, x, y);
      if (is_wall != (pass == 1) || (x == view->x && y == view->y)) continue;
      if (is_wall ? view->sight.without_walls || !view_shows_wall(map, view, x, y)
                  : !line_of_sight_is_free(map, view->sight.mode, from, to, &at_x, &at_y))
        bits_put(sight_row(view, y), x - view->left, false);
    }
  }
}

astar_status astar_view_fill(astar_grid *grid, const astar_rules *rules,
                             const astar_filter *filter, astar_view *view) {
  costmap map;
  if (view == NULL) return ASTAR_INVALID;
  astar_status status = sight_check(grid, rules, filter, &view->sight);
  if (status == ASTAR_OK && view->rows == NULL) status = ASTAR_INVALID;
  if (status != ASTAR_OK) return status;
  status = cache_peek(grid, rules, filter, &map);
  if (status != ASTAR_OK) return status;
  memset(view->rows, 0, (size_t)view->height * view->words * sizeof *view->rows);
  bool by_lines = rules->size > 1 || view_has_edges(&map, view);
  bool has_walls = field_of_view_fill(&map, view);
  bits_put(sight_row(view, view->y), view->x - view->left, true);
  if (by_lines || !has_walls) view_test_tiles(&map, view, by_lines);
  return ASTAR_OK;
}
