// LaCAM: collision-free moves for a few agents on a small graph, in lock-step.
//
// The caller describes a problem: a graph of at most LACAM_MAX_NODES tiles, and up to
// LACAM_MAX_AGENTS agents with the costs that remain from each node to their goals. The
// search finds a plan: a list of *configurations*, one node for each agent. From one
// configuration to the next each agent stays or moves to an adjacent node, all in the
// same time. Method and paper: lacam.c.
//
// In a plan, agents keep the distance that units of a crowd keep: their centers are never
// nearer than the square root of 1/2 [tiles]. So no two are on one node, exchange nodes
// or cross; an agent may enter a node that another one leaves, in a direction that is not
// towards it.
//
// The search knows no map and no crowd. It depends on the problem only: the same problem
// gives the same plan after the same number of attempts, on every platform.
#ifndef ASTAR_LACAM_H
#define ASTAR_LACAM_H

#include "base/directions.h"
#include "base/memory.h"

enum { LACAM_MAX_AGENTS = 8, LACAM_MAX_NODES = 700 };

/// No node.
#define LACAM_NONE UINT16_MAX

/// The limit of an agent without an order.
#define LACAM_NO_LIMIT INT64_MAX

/// A tile of the graph.
typedef struct lacam_node {
  int16_t x, y;                   ///< the tile; on hexes its axial coordinates
  uint16_t neighbors[DIRECTIONS]; ///< the node in each direction, or LACAM_NONE
} lacam_node;

typedef struct lacam_agent {
  uint16_t start;       ///< its node
  const uint8_t *moves; ///< per node: the directions in which it may move, one bit each;
                        ///< there must be a neighbor
  const int64_t *costs; ///< per node: the cost that remains to its goal
  int64_t limit;        ///< its goals are the nodes with a lower cost, and with cost 0.
                        ///< LACAM_NO_LIMIT: it has no order, and every node is a goal
} lacam_agent;

typedef struct lacam_problem {
  const lacam_node *nodes;
  uint16_t node_count;
  uint8_t agent_count;
  bool is_hex;
  lacam_agent agents[LACAM_MAX_AGENTS];
  uint32_t seed;               ///< breaks ties between equal costs
  uint32_t max_configurations; ///< that the search generates
  uint32_t max_attempts;       ///< to generate a configuration
} lacam_problem;

typedef enum lacam_status {
  LACAM_RUNNING,
  LACAM_SOLVED,    ///< there is a plan
  LACAM_UNSOLVED,  ///< there is none: all configurations were generated
  LACAM_LIMIT,     ///< a limit of the problem was reached
  LACAM_NO_MEMORY, ///< the memory of the search is sound, and can be used again
} lacam_status;

/// A configuration that was generated.
typedef struct lacam_configuration {
  uint16_t at[LACAM_MAX_AGENTS];     ///< the nodes of the agents
  uint16_t waited[LACAM_MAX_AGENTS]; ///< per agent with an order: steps since nothing
  ///< remained to its goal
  uint8_t order[LACAM_MAX_AGENTS]; ///< the agents, those that waited longest first
  uint32_t parent, depth; ///< the configuration before it; steps from the start, at most
  uint32_t above, below;  ///< in the stack of open configurations
  uint32_t chained;       ///< the next one with the same hash
  uint32_t tried;         ///< sets of constraints that were tried
} lacam_configuration;

/// The number of chains of the hash table: a power of two.
enum { LACAM_CHAINS = MEMORY_LIMIT(2048, 2) };

/// A search. The memory is kept from search to search: 64 bytes per configuration.
typedef struct lacam {
  struct memory *memory;
  lacam_problem problem;
  lacam_status status;
  uint32_t random, attempts;
  lacam_configuration *configurations;
  uint32_t count, capacity;
  uint32_t top; ///< the configuration that is expanded next
  uint32_t *plan;
  uint32_t plan_count, plan_capacity;

  // The step that is under construction, from one configuration to the next.
  uint16_t from[LACAM_MAX_AGENTS];
  uint16_t to[LACAM_MAX_AGENTS]; ///< LACAM_NONE: not decided
  int8_t now[LACAM_MAX_NODES];   ///< per node: the agent that leaves it; -1: none
  int8_t next[LACAM_MAX_NODES];  ///< per node: the agent that goes or stays there
  uint32_t chains[LACAM_CHAINS];
} lacam;

void lacam_init(lacam *search, memory *m);

/// Frees the memory. May be called twice.
void lacam_fini(lacam *search);

/// Begins a search. The problem is copied; the arrays to which it points must stay until
/// the search ends. The starts must be distinct. O(nodes).
lacam_status lacam_begin(lacam *search, const lacam_problem *problem);

/// Continues the search by at most `attempts` configurations. O(attempts * agents^2).
lacam_status lacam_step(lacam *search, uint32_t attempts);

/// The number of configurations of the plan of a solved search, with the first one.
static inline uint32_t lacam_plan_count(const lacam *search) {
  return search->plan_count;
}

/// The nodes of all agents after `step` steps.
static inline const uint16_t *lacam_plan_at(const lacam *search, uint32_t step) {
  return search->configurations[search->plan[step]].at;
}

#endif
