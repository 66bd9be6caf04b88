#include "labels.h"

#include <stddef.h>

#include "bits.h"

static size_t labels_bytes(const costmap *map) {
  return grid_tiles(map->grid) * sizeof(uint32_t);
}

void labels_free(labels *l, costmap *map) {
  if (l == NULL) return;
  memory_free(&map->grid->memory, l->label, labels_bytes(map));
  memory_free(&map->grid->memory, l, sizeof *l);
}

// -------------------------------------------------------------------------- union-find

static uint32_t labels_root(uint32_t *parent, uint32_t cell) {
  while (parent[cell] != cell) {
    parent[cell] = parent[parent[cell]];
    cell = parent[cell];
  }
  return cell;
}

// The smaller root stays: a parent is never greater than its child.
static void labels_join(uint32_t *parent, uint32_t a, uint32_t b) {
  if (parent[a] == parent[b]) return;
  a = labels_root(parent, a);
  b = labels_root(parent, b);
  if (a < b) {
    parent[b] = a;
  } else {
    parent[a] = b;
  }
}

// -------------------------------------------------------------------------------- build

// Joins a tile with those it can step to. Returns whether all of them can step back.
static bool labels_join_steps(labels *l, const costmap *map, int x, int y) {
  bool both_ways = true;
  uint32_t cell = grid_cell(map->grid, x, y);
  int parity = costmap_parity(map, x, y);
  uint64_t moves = costmap_moves(map, x, y);
  while (moves != 0) {
    const costmap_move *move = &map->moves[parity][bits_lowest(moves)];
    moves &= moves - 1;
    int to_x = x + move->dx, to_y = y + move->dy;
    if (both_ways && costmap_find_move(map, to_x, to_y, -move->dx, -move->dy) < 0) {
      both_ways = false;
    }
    labels_join(l->label, cell, grid_cell(map->grid, to_x, to_y));
  }
  return both_ways;
}

static void labels_join_links(labels *l, const costmap *map) {
  const astar_grid *grid = map->grid;
  int width = grid->width;
  for (uint32_t i = 0; i < grid->link_count; i++) {
    const grid_link *link = &grid->links[i];
    if (!costmap_is_passable(map, (int)link->from % width, (int)link->from / width) ||
        !costmap_is_passable(map, (int)link->to % width, (int)link->to / width)) {
      continue;
    }
    labels_join(l->label, link->from, link->to);
    if (link->one_way) l->exact = false;
  }
}

static void labels_build(labels *l, const costmap *map) {
  const astar_grid *grid = map->grid;
  uint32_t tiles = grid_tiles(grid);
  l->exact = true;
  for (uint32_t cell = 0; cell < tiles; cell++) l->label[cell] = cell;
  for (int y = 0; y < grid->height; y++) {
    for (int x = 0; x < grid->width; x++) {
      if (costmap_is_passable(map, x, y)) l->exact &= labels_join_steps(l, map, x, y);
    }
  }
  labels_join_links(l, map);
  for (uint32_t cell = 0; cell < tiles; cell++) l->label[cell] = l->label[l->label[cell]];
}

astar_status labels_update(costmap *map) {
  memory *m = &map->grid->memory;
  labels *l = map->labels;
  if (l != NULL && l->topology == map->topology) return ASTAR_OK;
  if (l == NULL) {
    l = (labels *)memory_new(m, sizeof *l);
    if (l == NULL) return ASTAR_NO_MEMORY;
    l->label = (uint32_t *)memory_resize(m, NULL, 0, labels_bytes(map));
    if (l->label == NULL) {
      memory_free(m, l, sizeof *l);
      return ASTAR_NO_MEMORY;
    }
    map->labels = l;
  }
  labels_build(l, map);
  l->topology = map->topology;
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- sets

static void label_set_add(label_set *set, uint32_t label) {
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->labels[i] == label) return;
  }
  if (set->count == LABEL_SET_CAPACITY) {
    set->is_unknown = true;
  } else {
    set->labels[set->count++] = label;
  }
}

void label_set_init(label_set *set, const costmap *map, int x, int y) {
  const astar_grid *grid = map->grid;
  const uint32_t *label = map->labels->label;
  set->count = 0;
  set->is_unknown = false;
  if (costmap_is_passable(map, x, y)) {
    label_set_add(set, label[grid_cell(grid, x, y)]);
    return;
  }
  uint64_t moves = costmap_moves(map, x, y);
  for (; moves != 0; moves &= moves - 1) {
    const costmap_move *move = &map->moves[costmap_parity(map, x, y)][bits_lowest(moves)];
    label_set_add(set, label[grid_cell(grid, x + move->dx, y + move->dy)]);
  }
  uint32_t count;
  const grid_arc *arcs = grid_arcs_from(grid, grid_cell(grid, x, y), &count);
  for (uint32_t i = 0; i < count; i++) {
    int to_x = (int)arcs[i].to % grid->width, to_y = (int)arcs[i].to / grid->width;
    if (costmap_is_passable(map, to_x, to_y)) label_set_add(set, label[arcs[i].to]);
  }
}

bool label_set_contains(const label_set *set, const costmap *map, uint32_t cell) {
  uint32_t label = map->labels->label[cell];
  for (uint32_t i = 0; i < set->count; i++) {
    if (set->labels[i] == label) return true;
  }
  return set->is_unknown;
}
