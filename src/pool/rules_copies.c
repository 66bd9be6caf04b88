// Finds, makes and frees copies of rules. See rules_copies.h.
#include "pool/rules_copies.h"

typedef struct rules_pair {
  struct rules_pair *next;
  astar_rules *original; ///< referred to
  astar_rules *copy;     ///< held
} rules_pair;

static void rules_copies_remove(rules_copies *list, rules_pair **place) {
  rules_pair *pair = *place;
  *place = pair->next;
  rules_release(pair->original);
  rules_release_holder(pair->copy);
  memory_free(list->memory, pair, sizeof *pair);
}

static void rules_copies_free_unused(rules_copies *list) {
  rules_pair **place = &list->first;
  while (*place != NULL)
    if (rules_have_holders((*place)->original))
      place = &(*place)->next;
    else
      rules_copies_remove(list, place);
}

void rules_copies_fini(rules_copies *list) {
  while (list->first != NULL) rules_copies_remove(list, &list->first);
}

// A new entry, which is not in the list yet.
static rules_pair *rules_copies_new(rules_copies *list, const astar_rules *original) {
  rules_pair *pair = (rules_pair *)memory_new(list->memory, sizeof *pair);
  if (pair == NULL) return NULL;
  if (rules_copy(original, &list->memory->allocator, &pair->copy) != ASTAR_OK) {
    memory_free(list->memory, pair, sizeof *pair);
    return NULL;
  }
  pair->original = rules_refer(original);
  return pair;
}

astar_rules *rules_copies_hold(rules_copies *list, const astar_rules *original) {
  rules_pair **place = &list->first;
  while (*place != NULL && (*place)->original != original) place = &(*place)->next;
  rules_pair *pair = *place;
  if (pair == NULL) {
    rules_copies_free_unused(list);
    pair = rules_copies_new(list, original);
    if (pair == NULL) return NULL;
  } else {
    *place = pair->next;
  }
  pair->next = list->first;
  list->first = pair;
  return rules_hold(pair->copy);
}

size_t rules_copies_memory(const rules_copies *list) {
  size_t bytes = 0;
  for (const rules_pair *pair = list->first; pair != NULL; pair = pair->next)
    bytes += sizeof *pair + pair->copy->memory.used;
  return bytes;
}
