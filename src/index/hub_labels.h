// Hub labels: for each node of the corner graph some distances, such that the distance
// between any two nodes is the least sum over a hub that both have.
//
// See hub_labels.c for the method.
#ifndef ASTAR_HUB_LABELS_H
#define ASTAR_HUB_LABELS_H

#include "index/corner_graph.h"

/// No distance [units]. Twice this value does not overflow.
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
  uint32_t node_count, hub_count;
  uint32_t *first;    ///< [node_count + 1]: the entries of node v, ordered by rank
  hub_entry *entries; ///< of all nodes
  uint16_t *next; ///< of each entry: the node after this one on the way to the hub; the
                  ///< node itself at the hub
  bool is_complete;
  bool is_cut;                 ///< distances of HUB_LABELS_FAR and more were left out
  struct hub_builder *builder; ///< during a build, otherwise NULL
} hub_labels;

/// Builds the labels of a graph within the budget. `l` begins as zeros; call
/// `hub_labels_fini` also after an error.
///
/// @param max_entries  the greatest number of entries of all labels
/// @return ASTAR_OK; ASTAR_RUNNING: call it again; ASTAR_TOO_LARGE: there would be more
///   entries, or the build takes too much work for its size; ASTAR_NO_MEMORY
astar_status hub_labels_build(hub_labels *l, const corner_graph *g, size_t max_entries,
                              budget *work);

void hub_labels_fini(hub_labels *l);

/// The memory of the labels [bytes].
size_t hub_labels_bytes(const hub_labels *l);

#endif
