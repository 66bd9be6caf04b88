// Hub order: the corners by their importance as hubs. The first ones are on the most
// cheapest paths that no hub before them covers.
//
// The order and the labels are built in turns: `hub_order_next` asks for a sample, that
// is a search without an effect on the labels, whose shortest path tree it then gets by
// `hub_order_grow`; or it gives the next hub, from which labels are made.
//
// See hub_order.c for the method.
#ifndef ASTAR_HUB_ORDER_H
#define ASTAR_HUB_ORDER_H

#include "base/key_heap.h"
#include "index/corner_graph.h"

/// A node of a sampled tree. The nodes below it in its tree follow it in the array.
typedef struct hub_tree_node {
  uint32_t node;   ///< of the graph
  uint32_t parent; ///< the same number as its own: a root
  uint32_t size;   ///< nodes of the subtree, itself included
  uint32_t left;   ///< those of them that no hub covers
  uint32_t next;   ///< the same node of the graph in another tree, or UINT32_MAX
} hub_tree_node;

/// A node of the graph: where it is in trees.
typedef struct hub_order_node {
  uint32_t first; ///< in the list of its tree nodes, or UINT32_MAX
  // While a tree grows:
  uint32_t parent; ///< UINT32_MAX: not in the tree
  uint32_t size;   ///< nodes below it, itself included
  uint32_t place;  ///< in the array of tree nodes
  uint32_t free;   ///< where its next child goes
} hub_order_node;

typedef struct hub_order {
  struct memory *memory;     ///< of the grid
  const corner_graph *graph; ///< during a build
  uint32_t node_count;
  hub_order_node *nodes; ///< [node_count]
  uint8_t *is_hub;       ///< [corners]: it was given as the next hub
  uint32_t *scores;      ///< [corners]: nodes below it in all trees that are left
  uint32_t *sequence;    ///< [node_count]: the tree that grows; parents come first
  uint32_t grown;        ///< nodes of this tree
  hub_tree_node *trees;  ///< of all trees of this round
  uint32_t tree_nodes;   ///< their number
  uint32_t left;         ///< those that no hub covers
  uint32_t samples;      ///< trees of this round
  uint32_t roots;        ///< trees of all rounds
  uint32_t remaining;    ///< corners that are not hubs yet
  uint64_t sample_work, hub_work; ///< nodes that searches of this round expanded
  bool is_sampling, is_last;      ///< the state of the round
  key_heap heap;                  ///< corners by score, see hub_order_key
} hub_order;

/// What to do next.
typedef enum hub_order_step {
  HUB_ORDER_SAMPLE, ///< search from a corner, call `hub_order_grow` for each node
  HUB_ORDER_HUB,    ///< make labels by a search from a corner
  HUB_ORDER_END     ///< all corners are hubs
} hub_order_step;

/// Allocates the memory for a graph, at least one corner. False: out of memory. Call
/// `hub_order_fini` also then.
bool hub_order_init(hub_order *o, struct memory *m, const corner_graph *g);

void hub_order_fini(hub_order *o);

/// The next step, and its corner. O(nodes + covered tree nodes).
///
/// @param expanded  nodes that the search of the last step expanded; at first 0
hub_order_step hub_order_next(hub_order *o, uint32_t expanded, uint32_t *corner);

/// Adds a node to the tree of the sample, if it is not in it. The parent must be in it,
/// or be the node itself: a root.
void hub_order_grow(hub_order *o, uint32_t node, uint32_t parent);

#endif
