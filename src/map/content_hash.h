// The content hash: 64 bits that identify the content of a grid. A delta carries the hash
// of the content that it starts from, so that a replica with other content refuses it.
//
// Method: a linear hash. Each byte of terrain, obstacles and closed edges, each penalty,
// each value and gain of influence maps, each link, and the id of the next link have a
// weight: an odd pseudo-random number that depends on the kind of content and on its
// place. The hash is the sum of weight * value, modulo 2^64. So an edit changes the hash
// by weight * (new value - old value), without a look at the rest of the map. Values of
// more than a byte are mixed first.
//
// Different contents have the same hash by accident with a probability of about 2^-57:
// bytes that differ by 128 do not use the highest 7 bits of their weights. The hash does
// not resist attacks.
//
// Size and layout of the grid are not part of the hash.
#ifndef ASTAR_CONTENT_HASH_H
#define ASTAR_CONTENT_HASH_H

#include "base/byte_string.h"
#include "map/grid.h"

/// Kinds of content.
enum {
  CONTENT_TERRAIN = 1,
  CONTENT_PENALTY,
  CONTENT_OBSTACLES,
  CONTENT_CLOSED,
  CONTENT_LINK,
  CONTENT_NEXT_LINK,
  CONTENT_INFLUENCE
};

/// Mixes the bits of a number; 0 stays 0. The finalizer of SplitMix64: Steele, Lea and
/// Flood, "Fast Splittable Pseudorandom Number Generators" (2014).
static inline uint64_t content_hash_mix(uint64_t bits) {
  bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
  return bits ^ bits >> 31;
}

static inline uint64_t content_hash_weight(int kind, uint32_t place) {
  return content_hash_mix((uint64_t)kind << 32 | place) | 1;
}

/// How the hash changes when a byte of a cell changes.
static inline uint64_t content_hash_byte(int kind, uint32_t cell, uint8_t was,
                                         uint8_t now) {
  return content_hash_weight(kind, cell) * ((uint64_t)now - was);
}

/// How the hash changes when a tile is blocked or freed.
static inline uint64_t content_hash_block(uint32_t cell, bool blocked, int layer) {
  uint8_t bit = ASTAR_LAYER(layer);
  return content_hash_byte(CONTENT_OBSTACLES, cell, blocked ? 0 : bit, blocked ? bit : 0);
}

/// How the hash changes when the penalty of a cell changes.
static inline uint64_t content_hash_penalty(uint32_t cell, double was, double now) {
  return content_hash_weight(CONTENT_PENALTY, cell) *
         (content_hash_mix(byte_string_bits(now)) -
          content_hash_mix(byte_string_bits(was)));
}

/// How the hash changes when the stored value of a cell in an influence map changes, or,
/// with GRID_NO_CELL, its gain, where 1 counts as 0.
static inline uint64_t content_hash_influence(uint64_t map, uint32_t cell, double was,
                                              double now) {
  uint64_t weight = content_hash_mix(content_hash_weight(CONTENT_INFLUENCE, cell) + map);
  return (weight | 1) * (content_hash_mix(byte_string_bits(now)) -
                         content_hash_mix(byte_string_bits(was)));
}

/// The part of a link, and of the id of the next link.
uint64_t content_hash_link(const grid_link *link);
uint64_t content_hash_next_link(uint32_t id);

/// The hash of a grid, computed from its content. O(tiles), about 1 ns per tile.
uint64_t content_hash(const astar_grid *grid);

#endif
