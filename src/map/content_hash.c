// Computes the content hash. See content_hash.h for the method.
#include "map/content_hash.h"

uint64_t content_hash_link(const grid_link *link) {
  uint64_t ends = (uint64_t)link->from << 32 | link->to;
  uint64_t cost = content_hash_mix(byte_string_bits(link->cost));
  return content_hash_weight(CONTENT_LINK, link->id) *
         content_hash_mix(ends + cost * (link->one_way ? 3 : 1) + link->one_way);
}

uint64_t content_hash_next_link(uint32_t id) {
  return content_hash_weight(CONTENT_NEXT_LINK, 0) * id;
}

// The part of an array with one byte per cell. Most bytes of optional arrays are 0.
static uint64_t content_hash_bytes(int kind, const uint8_t *bytes, uint32_t count) {
  uint64_t hash = 0;
  for (uint32_t i = 0; bytes != NULL && i < count; i++)
    if (bytes[i] != 0) hash += content_hash_weight(kind, i) * bytes[i];
  return hash;
}

static uint64_t content_hash_map(const astar_grid *grid, int map) {
  const grid_influence *m = &grid->influences[map];
  uint64_t hash =
      m->count > 0 ? content_hash_influence(m->id, GRID_NO_CELL, 1, m->gain) : 0;
  for (uint32_t cell = 0; m->count > 0 && cell < grid_tiles(grid); cell++) {
    float value = *influence_at(grid, map, cell);
    if (value > 0) hash += content_hash_influence(m->id, cell, 0, value);
  }
  return hash;
}

uint64_t content_hash(const astar_grid *grid) {
  uint32_t tiles = grid_tiles(grid);
  uint64_t hash = content_hash_bytes(CONTENT_TERRAIN, grid->terrain, tiles) +
                  content_hash_bytes(CONTENT_OBSTACLES, grid->obstacles, tiles) +
                  content_hash_bytes(CONTENT_CLOSED, grid->closed, tiles);
  for (uint32_t i = 0; grid->penalty_count > 0 && i < tiles; i++)
    if (grid->penalty[i] > 0) hash += content_hash_penalty(i, 0, grid->penalty[i]);
  for (int i = 0; i < grid->influence_count; i++) hash += content_hash_map(grid, i);
  for (uint32_t i = 0; i < grid->link_count; i++)
    hash += content_hash_link(&grid->links[i]);
  return hash + content_hash_next_link(grid->next_link);
}
