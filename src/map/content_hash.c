// Computes the content hash. See content_hash.h for the method.
#include "map/content_hash.h"

#include "base/byte_string.h"

// The part of `count` bytes that belong to successive cells.
static uint64_t content_hash_bytes(int kind, const uint8_t *bytes, uint32_t cell,
                                   uint32_t count) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < count; i++) {
    hash += content_hash_weight(kind, cell + i) * bytes[cell + i];
  }
  return hash;
}

// The same where most bytes are 0.
static uint64_t content_hash_few_bytes(int kind, const uint8_t *bytes, uint32_t cell,
                                       uint32_t count) {
  uint64_t hash = 0;
  for (uint32_t i = cell; i < cell + count; i++) {
    if (bytes[i] != 0) hash += content_hash_weight(kind, i) * bytes[i];
  }
  return hash;
}

uint64_t content_hash_terrain(const astar_grid *grid, int x, int y, int width,
                              int height) {
  uint64_t hash = 0;
  for (int row = y; row < y + height; row++) {
    hash += content_hash_bytes(CONTENT_TERRAIN, grid->terrain, grid_cell(grid, x, row),
                               (uint32_t)width);
  }
  return hash;
}

uint64_t content_hash_obstacles(const astar_grid *grid, int x, int y, int width,
                                int height) {
  uint64_t hash = 0;
  if (grid->obstacles == NULL) return 0;
  for (int row = y; row < y + height; row++) {
    hash += content_hash_few_bytes(CONTENT_OBSTACLES, grid->obstacles,
                                   grid_cell(grid, x, row), (uint32_t)width);
  }
  return hash;
}

uint64_t content_hash_penalty(uint32_t cell, double was, double now) {
  return content_hash_weight(CONTENT_PENALTY, cell) *
         (content_hash_mix(byte_string_bits(now)) -
          content_hash_mix(byte_string_bits(was)));
}

uint64_t content_hash_penalties(const astar_grid *grid, int x, int y, int width,
                                int height) {
  uint64_t hash = 0;
  if (grid->penalty == NULL) return 0;
  for (int row = y; row < y + height; row++) {
    for (int i = x; i < x + width; i++) {
      uint32_t cell = grid_cell(grid, i, row);
      if (grid->penalty[cell] > 0) {
        hash += content_hash_penalty(cell, 0, grid->penalty[cell]);
      }
    }
  }
  return hash;
}

uint64_t content_hash_link(const grid_link *link) {
  uint64_t ends = (uint64_t)link->from << 32 | link->to;
  uint64_t cost = content_hash_mix(byte_string_bits(link->cost));
  return content_hash_weight(CONTENT_LINK, link->id) *
         content_hash_mix(ends + cost * (link->one_way ? 3 : 1) + link->one_way);
}

uint64_t content_hash_next_link(uint32_t id) {
  return content_hash_weight(CONTENT_NEXT_LINK, 0) * id;
}

uint64_t content_hash(const astar_grid *grid) {
  uint64_t hash = content_hash_terrain(grid, 0, 0, grid->width, grid->height);
  hash += content_hash_penalties(grid, 0, 0, grid->width, grid->height);
  hash += content_hash_obstacles(grid, 0, 0, grid->width, grid->height);
  if (grid->closed != NULL) {
    hash += content_hash_few_bytes(CONTENT_CLOSED, grid->closed, 0, grid_tiles(grid));
  }
  for (uint32_t i = 0; i < grid->link_count; i++) {
    hash += content_hash_link(&grid->links[i]);
  }
  return hash + content_hash_next_link(grid->next_link);
}
