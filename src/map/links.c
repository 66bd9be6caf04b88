// Adds, removes and lists links, and makes arcs from them.
//
// Method: ids grow and are never reused, so a new link is appended and the array stays
// ordered by id: binary search finds a link. The arcs are sorted copies of the links. The
// arcs of a cell are consecutive, and binary search finds the first of them.
#include "map/links.h"

#include <stdlib.h>
#include <string.h>

#include "base/lower_bound.h"
#include "map/edit_record.h"
#include "map/journal.h"

// Records that a link was added or removed: a change of the tiles at both of its ends.
static void links_record(astar_grid *grid, const grid_link *link, bool gone) {
  if (grid->log != NULL) edit_record_link(grid, link, gone);
  journal_record_tile(grid, CHANGE_LINKS, SUBJECT_MAP, link->from, gone);
  if (link->to != link->from)
    journal_record_tile(grid, CHANGE_LINKS, SUBJECT_MAP, link->to, gone);
}

astar_status astar_grid_link(astar_grid *grid, int x1, int y1, int x2, int y2,
                             double cost, bool one_way, uint32_t *id) {
  astar_status status = grid_check_edit(grid, x1, y1);
  if (status == ASTAR_OK) status = grid_check_edit(grid, x2, y2);
  if (status != ASTAR_OK) return status;
  if (!grid_is_cost(cost) || grid->next_link == UINT32_MAX) return ASTAR_INVALID;
  if (!MEMORY_RESERVE(&grid->memory, grid->links, grid->link_capacity,
                      grid->link_count + 1))
    return ASTAR_NO_MEMORY;
  grid->links[grid->link_count++] = (grid_link){.from = grid_cell(grid, x1, y1),
                                                .to = grid_cell(grid, x2, y2),
                                                .id = grid->next_link,
                                                .one_way = one_way,
                                                .cost = cost + 0.0};
  if (id != NULL) *id = grid->next_link;
  grid->next_link++;
  grid->arcs_stale = true;
  links_record(grid, &grid->links[grid->link_count - 1], false);
  return ASTAR_OK;
}

uint32_t links_find(const astar_grid *grid, uint32_t id) {
  return LOWER_BOUND(grid->links, grid->link_count, grid_link, id, id);
}

bool astar_grid_each_link(const astar_grid *grid, uint32_t *id, astar_link *link) {
  if (LIVE(grid) == NULL || id == NULL || *id == UINT32_MAX) return false;
  uint32_t index = links_find(grid, *id + 1);
  if (index == grid->link_count) return false;
  const grid_link *found = &grid->links[index];
  *id = found->id;
  if (link == NULL) return true;
  *link = (astar_link){.id = found->id,
                       .x1 = grid_x(grid, found->from),
                       .y1 = grid_y(grid, found->from),
                       .x2 = grid_x(grid, found->to),
                       .y2 = grid_y(grid, found->to),
                       .cost = found->cost,
                       .one_way = found->one_way};
  return true;
}

astar_status astar_grid_unlink(astar_grid *grid, uint32_t id) {
  if (LIVE(grid) == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  uint32_t index = links_find(grid, id);
  if (index == grid->link_count || grid->links[index].id != id) return ASTAR_INVALID;
  grid_link gone = grid->links[index];
  grid->link_count--;
  memmove(grid->links + index, grid->links + index + 1,
          (grid->link_count - index) * sizeof *grid->links);
  grid->arcs_stale = true;
  links_record(grid, &gone, true);
  return ASTAR_OK;
}

static int links_compare(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

// Both comparisons are total orders: the result must not depend on how qsort orders
// equal elements, which differs between C libraries.
static int links_compare_from(const void *a, const void *b) {
  const grid_arc *left = (const grid_arc *)a, *right = (const grid_arc *)b;
  int order = links_compare(left->from, right->from);
  if (order == 0) order = links_compare(left->to, right->to);
  return order != 0 ? order : (left->cost > right->cost) - (left->cost < right->cost);
}

static int links_compare_to(const void *a, const void *b) {
  const grid_arc *left = (const grid_arc *)a, *right = (const grid_arc *)b;
  int order = links_compare(left->to, right->to);
  return order != 0 ? order : links_compare_from(a, b);
}

// The bit of a cell in the filter. The factor is 2^32 divided by the golden ratio
// (Fibonacci hashing).
static uint32_t links_filter_bit(uint32_t cell) {
  return cell * UINT32_C(2654435769) >> 20;
}

bool links_update_arcs(astar_grid *grid) {
  if (!grid->arcs_stale) return true;
  memory *m = &grid->memory;
  uint32_t max = grid->link_count * 2;
  if (!MEMORY_RESERVE(m, grid->arcs, grid->arc_capacity, max) ||
      !MEMORY_RESERVE(m, grid->arcs_back, grid->arc_back_capacity, max))
    return false;
  uint32_t n = 0;
  for (uint32_t i = 0; i < grid->link_count; i++) {
    const grid_link *link = &grid->links[i];
    grid->arcs[n++] = (grid_arc){link->from, link->to, link->cost};
    if (!link->one_way) grid->arcs[n++] = (grid_arc){link->to, link->from, link->cost};
  }
  if (n > 0) {
    memcpy(grid->arcs_back, grid->arcs, n * sizeof *grid->arcs);
    qsort(grid->arcs, n, sizeof *grid->arcs, links_compare_from);
    qsort(grid->arcs_back, n, sizeof *grid->arcs, links_compare_to);
  }
  grid->arc_count = n;
  memset(grid->arc_filter, 0, sizeof grid->arc_filter);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t bit = links_filter_bit(grid->arcs[i].from);
    grid->arc_filter[bit / 64] |= (uint64_t)1 << bit % 64;
  }
  grid->arcs_revision = grid->revision;
  grid->arcs_stale = false;
  return true;
}

// The arcs of a cell in an array that is ordered by `to` (`back`) or by `from`.
static const grid_arc *links_find_arcs(const grid_arc *arcs, uint32_t arc_count,
                                       bool back, uint32_t cell, uint32_t *count) {
  uint32_t low = back ? LOWER_BOUND(arcs, arc_count, grid_arc, to, cell)
                      : LOWER_BOUND(arcs, arc_count, grid_arc, from, cell);
  uint32_t end = low;
  while (end < arc_count && (back ? arcs[end].to : arcs[end].from) == cell) end++;
  *count = end - low;
  return *count > 0 ? arcs + low : NULL;
}

const grid_arc *links_arcs_from(const astar_grid *grid, uint32_t cell, uint32_t *count) {
  uint32_t bit = links_filter_bit(cell);
  *count = 0;
  if ((grid->arc_filter[bit / 64] >> bit % 64 & 1) == 0) return NULL; // most often
  return links_find_arcs(grid->arcs, grid->arc_count, false, cell, count);
}

const grid_arc *links_arcs_to(const astar_grid *grid, uint32_t cell, uint32_t *count) {
  return links_find_arcs(grid->arcs_back, grid->arc_count, true, cell, count);
}
