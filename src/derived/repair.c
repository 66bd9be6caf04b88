// Affected areas. An edit of the tiles `#` affects the positions where the mover covers
// an edited tile. It also affects the positions at most `reach` tiles away from them,
// because moves from there may end at such a position, or test it (`clear`):
//
// clang-format off
//     size - 1 + reach   before     + + + + . .     size 2, reach 1, edit of one tile:
//     reach              after      + + + + . .     a mover is at its top left tile, so
//                                   + + # + . .     the area extends 2 tiles before the
//                                   + + + + . .     edit and 1 tile after it.
// clang-format on
#include "derived/repair.h"

tile_area repair_area(const astar_grid *grid, const grid_change *change, int before,
                      int after) {
  int right = change->x + change->width + after;
  int bottom = change->y + change->height + after;
  tile_area area = {change->x - before, change->y - before, right, bottom};
  if (area.left < 0) area.left = 0;
  if (area.top < 0) area.top = 0;
  if (area.right > grid->width) area.right = grid->width;
  if (area.bottom > grid->height) area.bottom = grid->height;
  return area;
}

tile_area repair_tile_area(const astar_grid *grid, int x, int y, int reach) {
  grid_change tile = {.x = (uint16_t)x, .y = (uint16_t)y, .width = 1, .height = 1};
  return repair_area(grid, &tile, reach, reach);
}

tile_area repair_affected_area(const astar_grid *grid, const astar_rules *rules,
                               const grid_change *change) {
  int reach = rules->reach > 1 ? rules->reach : 1;
  return repair_area(grid, change, rules->size - 1 + reach, reach);
}

void repair_skip(const astar_grid *grid, const astar_filter *filter, uint64_t *revision) {
  if (*revision == grid->revision) return;
  if (journal_last_change(grid, filter) <= *revision)
    *revision = grid->revision;
  else if (*revision < grid->journal_start &&
           journal_last_lost(grid, filter) <= *revision)
    *revision = grid->journal_start;
}

const grid_change *repair_next(const astar_grid *grid, const repair_scope *scope,
                               uint64_t *revision) {
  while (*revision < grid->revision) {
    const grid_change *change = journal_change_after(grid, (*revision)++);
    bool counts = (change->kind & scope->kinds) != 0;
    if (counts && journal_concerns(scope->filter, change->subject)) return change;
  }
  return NULL;
}

bool repair_is_worth(const astar_grid *grid, const repair_scope *scope, uint64_t revision,
                     repair_unit unit, uint64_t limit) {
  const grid_change *change;
  uint64_t cost = 0;
  if (revision < grid->journal_start) return false;
  while ((change = repair_next(grid, scope, &revision)) != NULL) {
    tile_area area = repair_affected_area(grid, scope->rules, change);
    uint64_t columns = (uint64_t)(area.right - area.left);
    uint64_t rows = (uint64_t)(area.bottom - area.top);
    cost += unit == REPAIR_TILES ? columns * rows : columns + rows;
    if (cost >= limit) return false;
  }
  return true;
}
