// Hub order: how important the corners are as hubs. The first ones are on the most
// cheapest paths.
//
// See hub_order.c for the method.
#ifndef ASTAR_HUB_ORDER_H
#define ASTAR_HUB_ORDER_H

#include "index/corner_graph.h"

/// The expansion of a node of the graph takes so much of a budget [tiles].
enum { HUB_ORDER_PORTION = 64 };

typedef struct hub_order {
  struct memory *memory; ///< of the grid
  uint32_t count;        ///< of corners
  uint16_t *corners;     ///< [count]: the most important corner first
  bool is_complete;
  struct hub_sampler *sampler; ///< during a build, otherwise NULL
} hub_order;

/// Orders the corners of a graph, at least one, within the budget. `o` begins as zeros,
/// with `memory` set; call `hub_order_fini` also after an error. ASTAR_OK; ASTAR_RUNNING:
/// call it again; ASTAR_NO_MEMORY. O(HUB_ORDER_SAMPLES * edges * log edges).
astar_status hub_order_build(hub_order *o, const corner_graph *g, budget *work);

/// Frees the memory, also in the middle of a build.
void hub_order_fini(hub_order *o);

#endif
