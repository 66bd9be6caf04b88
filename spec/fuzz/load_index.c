/// A fuzz target: its input is an index as a byte string, damaged or hostile.
///
/// Nothing may break, and an accepted string must be an index whose paths are legal: see
/// saved_index.h. The first byte chooses a map. Mutations of a fuzzer must pass the
/// checksum and the hash of the map, so the rest of the input changes the string of that
/// map: each three bytes are a place, 2 bytes, the lower one first, and the byte that
/// comes there. If the first byte is above 127, the rest is used as it is.
#include "saved_index.h"
#include "../support/serialized.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// The string of a map, changed as the input says. From `malloc`.
static uint8_t *change(const saved_index *s, const uint8_t *data, size_t size) {
  uint8_t *bytes = must(malloc(s->size));
  memcpy(bytes, s->bytes, s->size);
  for (; size >= 3; data += 3, size -= 3)
    bytes[(data[0] | (size_t)data[1] << 8) % s->size] = data[2];
  serialized_seal(bytes, s->size);
  return bytes;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static saved_index maps[SAVED_MAPS]; // made when they are needed, and kept
  if (size == 0) return 0;
  saved_index *s = &maps[data[0] % SAVED_MAPS];
  if (s->grid == NULL) saved_index_init(s, data[0] % SAVED_MAPS, NULL);
  if (data[0] > 127) {
    saved_index_try(s, data + 1, size - 1);
    return 0;
  }
  uint8_t *bytes = change(s, data + 1, size - 1);
  saved_index_try(s, bytes, s->size);
  free(bytes);
  return 0;
}
