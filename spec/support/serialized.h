/// Byte strings of the library: compares serialized grids by their content (the revision,
/// which they also contain, is ignored), and makes checksums right. The formats are
/// described in src/map/serialization.c and src/base/byte_string.h.
#ifndef SERIALIZED_H
#define SERIALIZED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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

/// Makes the checksum of a changed string right, so that the reader checks the rest.
static inline void serialized_seal(uint8_t *bytes, size_t size) {
  if (size < SERIALIZED_CHECKSUM) return;
  const size_t end = size - SERIALIZED_CHECKSUM;
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < end; i++) hash = (hash ^ bytes[i]) * 16777619u;
  for (size_t i = 0; i < SERIALIZED_CHECKSUM; i++) {
    bytes[end + i] = (uint8_t)(hash >> (8 * i));
  }
}

#endif
