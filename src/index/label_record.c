// Writes labels to a byte string, and reads them again.
//
// The record:
//
// clang-format off
//     bytes        content
//     ----------   ----------------------------------------------------------------
//     1            1: labels may lack long paths (`is_cut`); otherwise 0
//     number       how many entries all labels have
//                  for each node of the graph:
//     number         how many entries its label has, at least 1; for each:
//       number         2 * (rank of the hub - rank of the entry before it) + direction
//       number         0: the node is the hub; otherwise 1 + the edge of the node to the
//                      next node, counted from 0
//
//     number: as in base/byte_string.h
// clang-format on
//
// Method: the way to a hub is a chain of entries, one per node, and each pair of
// neighbors is an edge of the graph. So the record has neither distances nor places: the
// reader finds the entry for the same hub in the label of the next node, and adds up the
// lengths of the edges. An entry takes 2 or 3 bytes instead of 10.
//
//     node     v ---- edge ---> w ---- edge ---> h      chain of entries for one hub:
//     length        12                7                 distances 19, 7 and 0
//
// That also makes hostile records harmless. The graph is computed from the grid, not
// read. The reader requires that all chains of a hub end, at one node, and at the
// opposite node for the opposite hub. So whatever the labels say is the length of a path
// that exists. What a hostile record can do is leave out or lengthen paths.
#include "index/label_record.h"

/// Distances of entries that are not known yet. The second: the entry is part of the
/// chain that is being followed.
#define LABEL_RECORD_UNKNOWN UINT32_MAX
#define LABEL_RECORD_FOLLOWED (UINT32_MAX - 1)

// ----------------------------------------------------------------------------- writing

// The edge of a node to the next one as the record has it.
static uint32_t label_record_edge(const corner_graph *g, uint32_t node, uint32_t next) {
  if (next == node) return 0;
  uint32_t first = g->first[node], edge = first;
  while (edge < g->first[node + 1] && g->target[edge] != next) edge++;
  return edge - first + 1;
}

void label_record_put(byte_writer *w, const hub_labels *l, const corner_graph *g) {
  byte_string_put_byte(w, l->is_cut);
  byte_string_put_number(w, l->first[l->node_count]);
  for (uint32_t node = 0; node < l->node_count; node++) {
    uint32_t rank = 0;
    byte_string_put_number(w, l->first[node + 1] - l->first[node]);
    for (uint32_t e = l->first[node]; e < l->first[node + 1]; e++) {
      uint32_t hub = l->entries[e].hub;
      byte_string_put_number(w, ((hub >> 1) - rank) << 1 | (hub & 1));
      byte_string_put_number(w, label_record_edge(g, node, l->next[e]));
      rank = hub >> 1;
    }
  }
}

// ----------------------------------------------------------------------------- reading

// Allocates labels of so many entries. False: out of memory.
static bool label_record_allocate(hub_labels *l, uint32_t nodes, uint32_t entries) {
  l->node_count = nodes;
  l->first = MEMORY_NEW(l->memory, uint32_t, (size_t)nodes + 1);
  if (l->first == NULL) return false;
  l->first[nodes] = entries; // so many `hub_labels_fini` frees
  if (entries == 0) return true;
  l->entries = MEMORY_ALLOCATE(l->memory, hub_entry, entries);
  l->next = MEMORY_ALLOCATE(l->memory, uint16_t, entries);
  return l->entries != NULL && l->next != NULL;
}

// Whether a hub comes after the entries of its label that end before `at`: ranks do not
// decrease, and no hub comes twice.
static bool label_record_is_new(const hub_labels *l, uint32_t first, uint32_t at,
                                uint32_t hub) {
  for (uint32_t e = at; e > first && l->entries[e - 1].hub >> 1 == hub >> 1; e--)
    if (l->entries[e - 1].hub == hub) return false;
  return true;
}

// Reads the label of a node, without distances and places. False: damaged.
static bool label_record_take_label(byte_reader *r, hub_labels *l, const corner_graph *g,
                                    uint32_t node) {
  uint32_t first = l->first[node], left = l->first[l->node_count] - first, rank = 0;
  uint32_t count = byte_string_take_number(r, left);
  uint32_t edges = g->first[node + 1] - g->first[node];
  for (uint32_t e = first; e < first + count; e++) {
    uint32_t hub = byte_string_take_number(r, 2 * l->node_count);
    uint32_t edge = byte_string_take_number(r, edges);
    rank += hub >> 1;
    hub = rank << 1 | (hub & 1);
    if (r->is_damaged || hub >= l->node_count || !label_record_is_new(l, first, e, hub))
      return false;
    bool is_hub = edge == 0;
    l->next[e] = is_hub ? (uint16_t)node : g->target[g->first[node] + edge - 1];
    uint32_t distance = is_hub ? 0 : LABEL_RECORD_UNKNOWN;
    l->entries[e] = (hub_entry){distance, (uint16_t)hub, 0};
  }
  if (node + 1 < l->node_count) l->first[node + 1] = first + count;
  return count > 0 && (node + 1 < l->node_count || count == left);
}

// Finds the entry after each entry that is not that of its hub. False: there is none.
static bool label_record_link(hub_labels *l, uint32_t node) {
  for (uint32_t e = l->first[node]; e < l->first[node + 1]; e++) {
    if (l->next[e] == node) continue;
    uint32_t next = hub_labels_find(l, l->next[e], l->entries[e].hub);
    if (next == UINT32_MAX) return false;
    l->entries[e].place = (uint16_t)(next - l->first[l->next[e]]);
  }
  return true;
}

// Requires that each hub is one node, and the opposite hub the opposite node.
//
// @param places  [nodes], zeros: receives 1 + the node of each hub
static bool label_record_place_hubs(const hub_labels *l, uint32_t *places) {
  for (uint32_t node = 0; node < l->node_count; node++) {
    for (uint32_t e = l->first[node]; e < l->first[node + 1]; e++) {
      if (l->next[e] != node) continue;
      uint32_t hub = l->entries[e].hub, opposite = places[hub ^ 1];
      if (places[hub] != 0) return false;
      if (opposite != 0 && opposite - 1 != corner_opposite(node)) return false;
      places[hub] = node + 1;
    }
  }
  return true;
}

// The length of the edge from a node to the node after one of its entries.
static uint32_t label_record_length(const hub_labels *l, const corner_graph *g,
                                    uint32_t node, uint32_t entry) {
  return g->length[g->first[node] + label_record_edge(g, node, l->next[entry]) - 1];
}

// Follows the chain of an entry until a distance is known, and again to set distances.
// False: the chain does not end, or is too long.
static bool label_record_measure(hub_labels *l, const corner_graph *g, uint32_t node,
                                 uint32_t entry) {
  uint64_t distance = 0;
  uint32_t v = node, e = entry;
  while (l->entries[e].distance == LABEL_RECORD_UNKNOWN) {
    l->entries[e].distance = LABEL_RECORD_FOLLOWED;
    distance += label_record_length(l, g, v, e);
    hub_labels_step(l, &v, &e);
  }
  if (l->entries[e].distance == LABEL_RECORD_FOLLOWED) return false; // a ring
  distance += l->entries[e].distance;
  if (distance >= HUB_LABELS_FAR) return false;
  for (v = node, e = entry; l->entries[e].distance == LABEL_RECORD_FOLLOWED;) {
    l->entries[e].distance = (uint32_t)distance;
    distance -= label_record_length(l, g, v, e);
    hub_labels_step(l, &v, &e);
  }
  return true;
}

static bool label_record_measure_all(hub_labels *l, const corner_graph *g) {
  for (uint32_t node = 0; node < l->node_count; node++) {
    for (uint32_t e = l->first[node]; e < l->first[node + 1]; e++)
      if (!label_record_measure(l, g, node, e)) return false;
  }
  return true;
}

static astar_status label_record_place(const hub_labels *l) {
  size_t size = l->node_count * sizeof(uint32_t);
  if (size == 0) return ASTAR_OK;
  uint32_t *places = (uint32_t *)memory_new(l->memory, size);
  if (places == NULL) return ASTAR_NO_MEMORY;
  bool is_valid = label_record_place_hubs(l, places);
  memory_free(l->memory, places, size);
  return is_valid ? ASTAR_OK : ASTAR_INVALID;
}

astar_status label_record_take(byte_reader *r, hub_labels *l, const corner_graph *g) {
  l->is_cut = byte_string_take_bool(r);
  uint32_t entries = byte_string_take_number(r, UINT32_MAX);
  if (r->is_damaged || entries > r->left / 2) return ASTAR_INVALID; // 2 bytes each
  if ((entries == 0) != (g->node_count == 0)) return ASTAR_INVALID;
  if (!label_record_allocate(l, g->node_count, entries)) return ASTAR_NO_MEMORY;
  for (uint32_t v = 0; v < l->node_count; v++)
    if (!label_record_take_label(r, l, g, v)) return ASTAR_INVALID;
  for (uint32_t v = 0; v < l->node_count; v++)
    if (!label_record_link(l, v)) return ASTAR_INVALID;
  astar_status status = label_record_place(l);
  if (status != ASTAR_OK) return status;
  l->is_complete = label_record_measure_all(l, g);
  return l->is_complete ? ASTAR_OK : ASTAR_INVALID;
}
