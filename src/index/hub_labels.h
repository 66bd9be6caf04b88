// Hub labels: for each node of the corner graph some distances, such that the distance
// between any two nodes is the least sum over a hub that both have.
//
// See hub_labels.c for the method. The functions at the end read labels; a query uses
// them in this order:
//
// 1. The start leads to some nodes v, at the cost of a link each. `hub_labels_set`
//    writes the label of the first one to a table of all hubs, `hub_labels_add` the
//    labels of the others.
// 2. The goal leads to some nodes w. `hub_labels_distance` and `hub_labels_nearest` find
//    the hub with the least sum.
// 3. `hub_labels_find` and `hub_labels_step` follow the path from both sides to the hub.
// 4. `hub_labels_clear` makes the table empty again, label by label.
#ifndef ASTAR_HUB_LABELS_H
#define ASTAR_HUB_LABELS_H

#include "base/bits.h"
#include "index/corner_graph.h"

/// No distance [units]. The sum of two values up to this one does not overflow, nor does
/// the sum of such a sum and another value.
#define HUB_LABELS_FAR UINT32_C(0x40000000)

/// One entry of a label.
typedef struct hub_entry {
  uint32_t distance; ///< from the node to the hub [units]
  uint16_t hub;      ///< 2 * rank + direction; the hub of a path has `hub` in one label
                     ///< and `hub ^ 1` in the other
  uint16_t place;    ///< of the entry for the same hub in the label of the next node
} hub_entry;

typedef struct hub_labels {
  struct memory *memory; ///< of the grid
  uint32_t node_count;   ///< as many as hubs: hubs are less than it
  uint32_t *first;    ///< [node_count + 1]: the entries of node v, ordered by rank, are
                      ///< first[v]..first[v + 1]; never empty
  hub_entry *entries; ///< of all nodes
  uint16_t *next; ///< of each entry: the node after this one on the way to the hub; the
                  ///< node itself at the hub
  bool is_complete;
  bool is_cut; ///< a path between two nodes may be longer than HUB_LABELS_FAR / 2: if the
               ///< labels know no path, there may still be one
  struct hub_builder *builder; ///< during a build, otherwise NULL
} hub_labels;

/// Builds the labels of a graph within the budget. `l` begins as zeros, with `memory`
/// set; call `hub_labels_fini` also after an error. The graph must not change during the
/// build. O(entries * their number per node); during the build up to 55 bytes per entry.
///
/// @param max_entries  the greatest number of entries of all labels
/// @return ASTAR_OK; ASTAR_RUNNING: call it again; ASTAR_TOO_LARGE: there would be more
///   entries, or the build takes too much work for its size; ASTAR_NO_MEMORY
astar_status hub_labels_build(hub_labels *l, const corner_graph *g, size_t max_entries,
                              budget *work);

/// Frees the memory, also in the middle of a build.
void hub_labels_fini(hub_labels *l);

/// The memory of the labels [bytes].
size_t hub_labels_bytes(const hub_labels *l);

// ---------------------------------------------------------------------------- reading
//
// A table has one distance per hub, HUB_LABELS_FAR where no label was written. It belongs
// to the caller. Links must be shorter than HUB_LABELS_FAR / 4.

/// Loads where a label is. A macro, as BITS_PREFETCH.
#define HUB_LABELS_PREFETCH_FIRST(labels, node) BITS_PREFETCH(&(labels)->first[node])

/// Writes the label of a node to an empty table. `link`: the cost of the way to the node
/// [units].
static inline void hub_labels_set(const hub_labels *l, uint32_t node, uint32_t link,
                                  uint32_t *table) {
  const hub_entry *e = l->entries + l->first[node],
                  *end = l->entries + l->first[node + 1];
  for (; e < end; e++) table[e->hub] = link + e->distance;
}

/// The same for a table that has labels: the least distance of each hub remains.
static inline void hub_labels_add(const hub_labels *l, uint32_t node, uint32_t link,
                                  uint32_t *table) {
  const hub_entry *e = l->entries + l->first[node],
                  *end = l->entries + l->first[node + 1];
  for (; e < end; e++) {
    uint32_t distance = link + e->distance, known = table[e->hub];
    table[e->hub] = distance < known ? distance : known;
  }
}

/// Makes the hubs of a label empty again.
static inline void hub_labels_clear(const hub_labels *l, uint32_t node, uint32_t *table) {
  const hub_entry *e = l->entries + l->first[node],
                  *end = l->entries + l->first[node + 1];
  for (; e < end; e++) table[e->hub] = HUB_LABELS_FAR;
}

/// The distance from the start of a table to the end of a link from `node`: the least sum
/// over all hubs [units]. HUB_LABELS_FAR or more: none. Two sums at a time do not wait
/// for each other.
static inline uint32_t hub_labels_distance(const hub_labels *l, uint32_t node,
                                           const uint32_t *table) {
  const hub_entry *e = l->entries + l->first[node],
                  *end = l->entries + l->first[node + 1];
  uint32_t even = HUB_LABELS_FAR, odd = HUB_LABELS_FAR;
  for (; e + 1 < end; e += 2) {
    uint32_t sum = table[e[0].hub ^ 1] + e[0].distance;
    even = sum < even ? sum : even;
    sum = table[e[1].hub ^ 1] + e[1].distance;
    odd = sum < odd ? sum : odd;
  }
  if (e < end) {
    uint32_t sum = table[e->hub ^ 1] + e->distance;
    even = sum < even ? sum : even;
  }
  return even < odd ? even : odd;
}

/// The same, with the entry of the hub in `*entry` (unchanged if there is none). Of equal
/// sums the first. Comparing sum and place as one number of 64 bits needs no branch.
static inline uint32_t hub_labels_nearest(const hub_labels *l, uint32_t node,
                                          const uint32_t *table, uint32_t *entry) {
  uint32_t first = l->first[node], count = l->first[node + 1] - first;
  const hub_entry *entries = l->entries + first;
  uint64_t least = (uint64_t)HUB_LABELS_FAR << 32;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t sum = table[entries[i].hub ^ 1] + entries[i].distance;
    uint64_t key = (uint64_t)sum << 32 | i;
    least = key < least ? key : least;
  }
  if (least >> 32 < HUB_LABELS_FAR) *entry = first + (uint32_t)least;
  return (uint32_t)(least >> 32);
}

/// The entry of a node for a hub, or UINT32_MAX. O(log entries).
static inline uint32_t hub_labels_find(const hub_labels *l, uint32_t node, uint16_t hub) {
  uint32_t low = l->first[node], end = l->first[node + 1], high = end;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (l->entries[middle].hub >> 1 < hub >> 1)
      low = middle + 1;
    else
      high = middle;
  }
  if (low < end && l->entries[low].hub == hub) return low;
  if (low + 1 < end && l->entries[low + 1].hub == hub) return low + 1;
  return UINT32_MAX;
}

/// Steps along the path to a hub: replaces a node and its entry by those of the next
/// node. False: the node is that of the hub.
static inline bool hub_labels_step(const hub_labels *l, uint32_t *node, uint32_t *entry) {
  uint32_t next = l->next[*entry];
  if (next == *node) return false;
  *entry = l->first[next] + l->entries[*entry].place;
  *node = next;
  return true;
}

#endif
