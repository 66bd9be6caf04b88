// A window: the tiles around a clump of units, as a graph for `crowd/rescue/lacam`.
//
// The members of the clump have size 1. All other units are walls: the window has none of
// the tiles that they hold. It contains the tiles that members can reach within
// WINDOW_DEPTH steps, the nearest ones, at most LACAM_MAX_NODES.
#ifndef ASTAR_WINDOW_H
#define ASTAR_WINDOW_H

#include "crowd/state.h"
#include "crowd/rescue/lacam.h"

/// Slots of the hash table from cells to nodes: a power of two.
enum { WINDOW_TABLE = 2048 };

typedef struct window {
  uint32_t members[LACAM_MAX_AGENTS]; ///< their slots
  uint8_t member_count;
  bool is_hex;
  uint16_t node_count;
  lacam_node nodes[LACAM_MAX_NODES];
  uint32_t cells[LACAM_MAX_NODES];                  ///< in the order of their distance
  uint8_t depths[LACAM_MAX_NODES];                  ///< steps from a member
  uint8_t rows[LACAM_MAX_AGENTS];                   ///< per member: its row of `moves`
  uint8_t moves[LACAM_MAX_AGENTS][LACAM_MAX_NODES]; ///< one row for members with the same
                                                    ///< rules
  int64_t costs[LACAM_MAX_AGENTS][LACAM_MAX_NODES]; ///< that remain, per member
  uint16_t table[WINDOW_TABLE];                     ///< nodes by cell, or LACAM_NONE
} window;

/// Finds the tiles around members that stand, and their moves. O(nodes).
void window_build(window *w, const astar_crowd *crowd, const uint32_t *members,
                  int count);

/// Computes what remains from all tiles to the goal of one member, from the part of its
/// path in the window, or from its field. O(nodes), usually.
void window_measure(window *w, const astar_crowd *crowd, int member);

#endif
