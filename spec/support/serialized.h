/// Byte strings of the library: compares serialized grids by their content (the revision,
/// which they also contain, is ignored), and makes checksums right. The formats are
/// described in src/map/serialization.c and src/base/byte_string.h.
#ifndef SERIALIZED_H
#define SERIALIZED_H

#include "astar.h"
#include "rounds.h"

#include <string.h>

/// Bytes before the width, that is name, version and layout; and those of the checksum.
enum { SERIALIZED_HEAD = 11, SERIALIZED_CHECKSUM = 4 };

/// The position after a number, whose last byte is below 128.
static inline size_t serialized_skip(const uint8_t *bytes, size_t at) {
  while (bytes[at] >= 128) at++;
  return at + 1;
}

/// Whether two strings that the library has written have the same content.
static inline bool serialized_is_same(const uint8_t *a, size_t size_a, const uint8_t *b,
                                      size_t size_b) {
  const size_t height = serialized_skip(a, SERIALIZED_HEAD);
  const size_t revision = serialized_skip(a, height);
  if (size_a < revision || size_b < revision || memcmp(a, b, revision) != 0) return false;
  const size_t rest_a = serialized_skip(a, revision),
               rest_b = serialized_skip(b, revision);
  return size_a - rest_a == size_b - rest_b &&
         memcmp(a + rest_a, b + rest_b, size_a - rest_a - SERIALIZED_CHECKSUM) == 0;
}

/// The string of a grid, which the caller frees.
static inline uint8_t *serialized_grid(const astar_grid *grid, size_t *size) {
  *size = astar_grid_serialize(grid, NULL, 0);
  uint8_t *bytes = (uint8_t *)must(malloc(*size + 1));
  REQUIRE(astar_grid_serialize(grid, bytes, *size) == *size);
  return bytes;
}

/// Whether two grids have the same string.
static inline bool serialized_are_equal(const astar_grid *a, const astar_grid *b) {
  size_t size_a, size_b;
  uint8_t *one = serialized_grid(a, &size_a), *other = serialized_grid(b, &size_b);
  const bool equal = size_a == size_b && memcmp(one, other, size_a) == 0;
  free(one);
  free(other);
  return equal;
}

/// A copy of a grid through its string. `allocator` may be NULL.
static inline astar_grid *serialized_copy(const astar_grid *grid,
                                          const astar_allocator *allocator) {
  size_t size;
  uint8_t *bytes = serialized_grid(grid, &size);
  astar_grid *copy;
  REQUIRE(astar_grid_deserialize(allocator, bytes, size, ASTAR_MAX_TILES, &copy, NULL) ==
          ASTAR_OK);
  free(bytes);
  REQUIRE(astar_grid_revision(copy) == astar_grid_revision(grid));
  return copy;
}

/// Makes the checksum of a changed string right, so that the reader checks the rest.
static inline void serialized_seal(uint8_t *bytes, size_t size) {
  if (size < SERIALIZED_CHECKSUM) return;
  const size_t end = size - SERIALIZED_CHECKSUM;
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < end; i++) hash = (hash ^ bytes[i]) * 16777619u;
  for (size_t i = 0; i < SERIALIZED_CHECKSUM; i++)
    bytes[end + i] = (uint8_t)(hash >> (8 * i));
}

#endif
