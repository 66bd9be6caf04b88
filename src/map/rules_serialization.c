// Rules as byte strings: the format, the writer, the checking reader.
#include "map/rules.h"

size_t astar_rules_serialize(const astar_rules *rules, void *bytes, size_t capacity) {
  (void)rules;
  (void)bytes;
  (void)capacity;
  return 0;
}

astar_status astar_rules_deserialize(const astar_allocator *allocator, const void *bytes,
                                     size_t size, astar_rules **rules,
                                     const char **message) {
  (void)allocator;
  (void)bytes;
  (void)size;
  if (message != NULL) *message = "rules must not be NULL";
  if (rules == NULL) return ASTAR_INVALID;
  *rules = NULL;
  return ASTAR_NO_MEMORY;
}
