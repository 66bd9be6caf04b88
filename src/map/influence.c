// Reads influence maps. See influence.h for the method.
#include "map/influence.h"

#include "map/content_hash.h"

#include <string.h>

// FNV-1a, mixed, and 35 bits of it: 5 bytes as a number in a delta. Two of eight names
// have the same id with a probability of 1e-9.
uint64_t astar_influence_id(const char *name, size_t length) {
  uint64_t id = UINT64_C(14695981039346656037);
  for (size_t i = 0; name != NULL && i < length; i++)
    id = (id ^ (uint8_t)name[i]) * UINT64_C(1099511628211);
  return content_hash_mix(id) & ASTAR_MAX_INFLUENCE;
}

// Weights are in order of their ids, so that equal filters are equal in all bytes.
bool astar_filter_weigh(astar_filter *filter, uint64_t map, double weight) {
  if (filter == NULL || !grid_is_cost(weight) || map > ASTAR_MAX_INFLUENCE) return false;
  astar_weight *at = filter->influence, *last = at + ASTAR_INFLUENCES - 1;
  while (at < last && at->weight > 0 && at->map < map) at++;
  size_t behind = (size_t)(last - at) * sizeof *at;
  if (at->weight > 0 && at->map == map) {
    memmove(at, at + 1, behind); // of zeros at the end
    *last = (astar_weight){0, 0};
  }
  if (!(weight > 0)) return true;
  if (last->weight > 0) return false;
  memmove(at + 1, at, behind);
  *at = (astar_weight){map, weight};
  return true;
}

int influence_find(const astar_grid *grid, uint64_t id) {
  int map = grid->influence_count - 1;
  while (map >= 0 && grid->influences[map].id != id) map--;
  return map;
}

float astar_influence_get(const astar_grid *grid, uint64_t map, int x, int y) {
  int found = influence_find(LIVE(grid), map);
  if (found < 0 || grid->influences[found].count == 0 || !grid_contains(grid, x, y))
    return 0;
  double stored = *influence_at(grid, found, grid_cell(grid, x, y));
  return (float)(stored * grid->influences[found].gain);
}

int influence_ensure(astar_grid *grid, uint64_t id) {
  int count = grid->influence_count, map = count;
  if (influence_find(grid, id) >= 0 || count == ASTAR_INFLUENCES)
    return influence_find(grid, id);
  for (; map > 0 && grid->influences[map - 1].id > id; map--)
    grid->influences[map] = grid->influences[map - 1];
  grid->influences[map] = (grid_influence){.id = id, .lane = count, .gain = 1};
  grid->influence_count++;
  return map;
}

void influence_forget(astar_grid *grid, int count) {
  int kept = 0;
  for (int i = 0; i < grid->influence_count; i++)
    if (grid->influences[i].lane < count) grid->influences[kept++] = grid->influences[i];
  grid->influence_count = kept;
}

bool influence_ensure_plane(astar_grid *grid, int lane) {
  influence_plane *plane = &grid->influence_planes[lane / INFLUENCE_LANES];
  size_t size = grid_tiles(grid) * sizeof **plane;
  if (*plane == NULL) *plane = (influence_plane)memory_new(&grid->memory, size);
  return *plane != NULL;
}

influence_weights influence_weigh(const astar_grid *grid, const astar_filter *filter) {
  influence_weights w = {{NULL, NULL}, {0}, 0};
  if (grid->influence_count == 0) return w;
  for (int i = 0; i < ASTAR_INFLUENCES && filter->influence[i].weight > 0; i++) {
    int map = influence_find(grid, filter->influence[i].map);
    if (map < 0) continue;
    const grid_influence *found = &grid->influences[map];
    if (found->changed > w.stamp) w.stamp = found->changed;
    if (found->count == 0) continue;
    int plane = found->lane / INFLUENCE_LANES;
    w.planes[plane] = grid->influence_planes[plane];
    w.factors[found->lane] = filter->influence[i].weight * found->gain;
  }
  return w;
}

uint64_t influence_stamp_of(const astar_grid *grid, const astar_filter *filter) {
  return grid->influence_count > 0 ? influence_weigh(grid, filter).stamp : 0;
}
