// The record of hub labels in a byte string.
#ifndef ASTAR_LABEL_RECORD_H
#define ASTAR_LABEL_RECORD_H

#include "base/byte_string.h"
#include "index/hub_labels.h"

/// Writes complete labels of a graph. O(entries * edges per node).
void label_record_put(byte_writer *w, const hub_labels *l, const corner_graph *g);

/// Reads labels of a complete graph. `l` begins as zeros, with `memory` set; call
/// `hub_labels_fini` also after an error. The record may be hostile: labels that are
/// accepted lead along edges of the graph, at the cost of these edges, and end.
///
/// @return ASTAR_OK; ASTAR_INVALID: they are no labels of this graph; ASTAR_NO_MEMORY.
///   They take at most 5 bytes per byte of the record, and 4 bytes per node
astar_status label_record_take(byte_reader *r, hub_labels *l, const corner_graph *g);

#endif
