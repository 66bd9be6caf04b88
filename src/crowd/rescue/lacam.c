// LaCAM: a search over configurations that generates its successors lazily.
//
// Paper: K. Okumura, "LaCAM: Search-Based Algorithm for Quick Multi-Agent Pathfinding",
// AAAI 2023. The generator of configurations is PIBT (K. Okumura, M. Machida, X. Defago
// and Y. Tamura, "Priority Inheritance with Backtracking for Iterative Multi-agent Path
// Finding", AIJ 2022) with the swap rule of "Improving LaCAM for Scalable Eventually
// Optimal Multi-Agent Pathfinding" (K. Okumura, IJCAI 2023).
//
// Method: depth-first search. The search takes the configuration on top of its stack and
// generates one successor. It does not enumerate them: n agents with m moves each have
// m^n. PIBT gives one that brings the agents nearer to their goals. When the search comes
// back to the configuration, it adds constraints: first one agent must make one certain
// move, then two agents, and so on, through all moves of all agents; PIBT decides for the
// agents without a constraint. A successor that is known already goes to the top of the
// stack again; sometimes the first configuration does, which ends long searches in a part
// of the graph without a plan.
//
// Invariant: a configuration leaves the stack when all sets of constraints were tried.
// The last sets constrain every agent, so then all its successors were generated. So the
// search is complete: within its limits it finds a plan if there is one.
//
// Sets of constraints are a tree: its node at depth d constrains the first d agents in
// the order of the configuration. All nodes of one depth have equally many children, so
// the tree needs no memory: a node is its number in breadth-first order, and the choices
// are the digits of the number, in a mixed radix.
//
// PIBT: agents decide one after the other, those that waited longest first. An agent
// takes the adjacent node with the lowest remaining cost that is free. If another agent,
// which has not decided, is there, that one must decide next, and must leave (priority
// inheritance); if it cannot, the agent takes its next best node (backtracking).
//
// Swap rule: two agents that want to pass each other in a corridor cannot. Then the one
// behind the other steps back, away from its goal, and pulls the other one along, until
// they come to a node with a third neighbor.
//
// clang-format off
//         .          a wants to go right, b to go left. a pushes b to the right, past the
//     . . . a b .    bay; or a steps back to the left and pulls b, until a is at the
//                    junction and can step into the bay.
// clang-format on
//
// Ours differs: agents have a shape. A pair of moves is legal when the centers keep their
// distance during the whole step (`lacam_is_apart`), which holds for diagonals and hexes,
// too. The plan is shortened: when a successor is known, and the way to it is shorter
// than the known one, its parent changes. Depths never grow, and a parent is always less
// deep, so parents form no circle.
#include "crowd/rescue/lacam.h"

#include <string.h>

#include "base/bits.h"

// No configuration.
#define LACAM_NOWHERE UINT32_MAX

// One of so many successors that are known sends the search back to the first
// configuration. Of 2400 clumps in mazes, with 60,000 attempts each, 11 are not solved
// without it, 4 with 100, 7 with 10 and 6 with 300.
enum { LACAM_RESTART = MEMORY_LIMIT(100, 2) };

// The moves of an agent from a node, and to stay: the best one first.
typedef struct lacam_options {
  int count;
  uint16_t nodes[DIRECTIONS + 1];
} lacam_options;

// --------------------------------------------------------------------------- geometry

// Twice the inner product of two vectors. The axes of hexes form an angle of 60 degrees.
static int lacam_product(bool is_hex, int x1, int y1, int x2, int y2) {
  int mixed = is_hex ? x1 * y2 + x2 * y1 : 0;
  return 2 * x1 * x2 + mixed + 2 * y1 * y2;
}

// Method: the second agent, seen from the first, moves on a straight line from (x, y) by
// a step, and its distance from the origin must be at least the square root of 1/2. Let
// n, m be twice the squares of these vectors, p twice their product. Where the line is
// nearest, the square of the distance is n / 2 - p^2 / 2m.
static bool lacam_is_apart(bool is_hex, const lacam_node *from1, const lacam_node *to1,
                           const lacam_node *from2, const lacam_node *to2) {
  int x = from2->x - from1->x, y = from2->y - from1->y;
  if (x < -2 || x > 2 || y < -2 || y > 2) return true;
  if (to1->x == to2->x && to1->y == to2->y) return false;
  int step_x = to2->x - to1->x - x, step_y = to2->y - to1->y - y;
  int n = lacam_product(is_hex, x, y, x, y);
  int m = lacam_product(is_hex, step_x, step_y, step_x, step_y);
  int p = lacam_product(is_hex, x, y, step_x, step_y);
  bool is_nearest_between = p < 0 && -p < m;
  return !is_nearest_between || n * m - p * p >= m;
}

// Whether a step of an agent is legal beside the steps that are decided.
static bool lacam_is_legal(const lacam *search, int agent, uint16_t to) {
  const lacam_node *nodes = search->problem.nodes, *from = &nodes[search->from[agent]];
  if (search->next[to] >= 0) return false;
  for (int i = 0; i < search->problem.agent_count; i++) {
    if (i == agent || search->to[i] == LACAM_NONE) continue;
    if (!lacam_is_apart(search->problem.is_hex, from, &nodes[to], &nodes[search->from[i]],
                        &nodes[search->to[i]]))
      return false;
  }
  return true;
}

// ------------------------------------------------------------------------------ costs

static int64_t lacam_cost(const lacam *search, int agent, uint16_t node) {
  return search->problem.agents[agent].costs[node];
}

static bool lacam_has_order(const lacam *search, int agent) {
  return search->problem.agents[agent].limit != LACAM_NO_LIMIT;
}

static bool lacam_is_at_goal(const lacam *search, int agent, uint16_t node) {
  const lacam_agent *a = &search->problem.agents[agent];
  return !lacam_has_order(search, agent) || a->costs[node] < a->limit ||
         a->costs[node] <= 0;
}

// The number of moves from a node.
static int lacam_degree(const lacam *search, int agent, uint16_t node) {
  return bits_count(search->problem.agents[agent].moves[node]);
}

// The node of a move: the lowest direction of `moves`.
static uint16_t lacam_neighbor(const lacam *search, uint16_t node, unsigned moves) {
  return search->problem.nodes[node].neighbors[bits_lowest(moves)];
}

// A random number of 32 bits: xorshift.
static uint32_t lacam_random(lacam *search) {
  uint32_t x = search->random;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return search->random = x;
}

// The moves of an agent by remaining cost. With equal costs it stays, or they are in
// random order.
static lacam_options lacam_sort(lacam *search, int agent) {
  const uint16_t from = search->from[agent];
  lacam_options options = {1, {from}};
  uint32_t ties[DIRECTIONS + 1] = {0};
  for (unsigned m = search->problem.agents[agent].moves[from]; m != 0; m &= m - 1) {
    const uint16_t node = lacam_neighbor(search, from, m);
    const int64_t cost = lacam_cost(search, agent, node);
    const uint32_t tie = lacam_random(search) | 1;
    int i = options.count++;
    for (; i > 0; i--) {
      int64_t other = lacam_cost(search, agent, options.nodes[i - 1]);
      if (other < cost || (other == cost && ties[i - 1] < tie)) break;
      options.nodes[i] = options.nodes[i - 1];
      ties[i] = ties[i - 1];
    }
    options.nodes[i] = node;
    ties[i] = tie;
  }
  return options;
}

// ---------------------------------------------------------------------- the swap rule

// A corridor that two agents walk along: the pusher behind the puller.
typedef struct lacam_corridor {
  int pusher;
  uint16_t behind, ahead; ///< the nodes of the pusher and of the puller
} lacam_corridor;

// The ways on from the node ahead, without the way back, and without dead ends whose
// agent is at its goal. One way: the corridor goes on, and `corridor` advances. None: it
// ends.
static int lacam_advance(const lacam *search, lacam_corridor *corridor) {
  const uint8_t *moves = search->problem.agents[corridor->pusher].moves;
  uint16_t ahead = corridor->ahead, way = LACAM_NONE;
  int ways = 0;
  for (unsigned m = moves[ahead]; m != 0; m &= m - 1) {
    uint16_t node = lacam_neighbor(search, ahead, m);
    int other = search->now[node];
    if (node == corridor->behind) continue;
    if (other >= 0 && lacam_degree(search, corridor->pusher, node) == 1 &&
        lacam_cost(search, other, node) <= 0)
      continue;
    way = node;
    ways++;
  }
  if (ways != 1) return ways;
  corridor->behind = ahead;
  corridor->ahead = way;
  return 1;
}

// Whether the two agents must pass each other: the pusher pushes the puller through the
// corridor to its end, where they still are in each other's way.
static bool lacam_must_swap(const lacam *search, int pusher, int puller, uint16_t behind,
                            uint16_t ahead) {
  lacam_corridor c = {pusher, behind, ahead};
  for (int i = 0; i < search->problem.node_count; i++) {
    if (lacam_cost(search, pusher, c.ahead) >= lacam_cost(search, pusher, c.behind))
      break;
    int ways = lacam_advance(search, &c);
    if (ways > 1) return false;
    if (ways == 0) break;
  }
  const int64_t reached = lacam_cost(search, pusher, c.behind);
  return lacam_cost(search, puller, c.behind) < lacam_cost(search, puller, c.ahead) &&
         (reached <= 0 || lacam_cost(search, pusher, c.ahead) < reached);
}

// Whether the corridor leads to a node where the agents can pass each other.
static bool lacam_can_swap(const lacam *search, int pusher, uint16_t behind,
                           uint16_t ahead) {
  lacam_corridor c = {pusher, behind, ahead};
  for (int i = 0; i < search->problem.node_count && c.ahead != behind; i++) {
    int ways = lacam_advance(search, &c);
    if (ways != 1) return ways > 1;
  }
  return false;
}

// The agent that `agent` must pull along, or -1. It is the agent at the node that `agent`
// wants; or a neighbor that wants to pass when `agent` goes on.
static int lacam_find_swap(const lacam *search, int agent, uint16_t wanted) {
  const uint16_t from = search->from[agent];
  if (wanted == from) return -1;
  int other = search->now[wanted];
  if (other >= 0 && search->to[other] == LACAM_NONE &&
      lacam_must_swap(search, agent, other, from, wanted) &&
      lacam_can_swap(search, agent, wanted, from))
    return other;
  for (unsigned m = search->problem.agents[agent].moves[from]; m != 0; m &= m - 1) {
    uint16_t node = lacam_neighbor(search, from, m);
    other = search->now[node];
    if (other >= 0 && node != wanted && search->to[other] == LACAM_NONE &&
        lacam_must_swap(search, other, agent, from, wanted) &&
        lacam_can_swap(search, other, wanted, from))
      return other;
  }
  return -1;
}

// ------------------------------------------------------------------------------- PIBT

static void lacam_decide(lacam *search, int agent, uint16_t to) {
  search->to[agent] = to;
  search->next[to] = (int8_t)agent;
}

static bool lacam_has_move(const lacam *search, int agent, uint16_t to) {
  const uint16_t from = search->from[agent];
  for (unsigned m = search->problem.agents[agent].moves[from]; m != 0; m &= m - 1)
    if (lacam_neighbor(search, from, m) == to) return true;
  return false;
}

// Lets the agent that is pulled follow to the node that `agent` leaves.
static void lacam_pull(lacam *search, int agent, int pulled) {
  const uint16_t node = search->from[agent];
  if (search->to[pulled] == LACAM_NONE && lacam_has_move(search, pulled, node) &&
      lacam_is_legal(search, pulled, node))
    lacam_decide(search, pulled, node);
}

// Decides the step of an agent, and first of those that it pushes away. False: the agent
// stays where it is, because it must; then its node may be wanted by the one that pushes
// it.
static bool lacam_pibt(lacam *search, int agent) {
  const uint16_t from = search->from[agent];
  const lacam_options options = lacam_sort(search, agent);
  const int pulled = lacam_find_swap(search, agent, options.nodes[0]);
  for (int i = 0; i < options.count; i++) {
    const uint16_t to = options.nodes[pulled < 0 ? i : options.count - 1 - i];
    const int other = search->now[to];
    if (!lacam_is_legal(search, agent, to)) continue;
    lacam_decide(search, agent, to);
    if (other >= 0 && other != agent && search->to[other] == LACAM_NONE &&
        !lacam_pibt(search, other)) {
      search->to[agent] = LACAM_NONE;
      continue;
    }
    if (pulled >= 0 && i == 0 && to != from) lacam_pull(search, agent, pulled);
    return true;
  }
  lacam_decide(search, agent, from);
  return false;
}

// ------------------------------------------------------------------------ constraints

// The node of a choice of an agent: its moves, and to stay, which is the last one.
static uint16_t lacam_choose(const lacam *search, int agent, uint32_t choice) {
  const uint16_t from = search->from[agent];
  unsigned moves = search->problem.agents[agent].moves[from];
  for (; choice > 0 && moves != 0; choice--) moves &= moves - 1;
  return moves == 0 ? from : lacam_neighbor(search, from, moves);
}

// Decides the next set of constraints of a configuration. `is_last`: all sets were tried.
// False: the set is not legal.
static bool lacam_constrain(lacam *search, lacam_configuration *c, bool *is_last) {
  uint32_t number = c->tried, width = 1;
  int depth = 0;
  for (; number >= width; depth++) {
    *is_last = depth == search->problem.agent_count;
    if (*is_last) return false;
    number -= width;
    const int agent = c->order[depth];
    width *= 1 + (uint32_t)lacam_degree(search, agent, c->at[agent]);
  }
  *is_last = false;
  c->tried++;
  for (int i = depth - 1; i >= 0; i--) {
    const int agent = c->order[i];
    const uint32_t choices = 1 + (uint32_t)lacam_degree(search, agent, c->at[agent]);
    const uint16_t to = lacam_choose(search, agent, number % choices);
    if (!lacam_is_legal(search, agent, to)) return false;
    lacam_decide(search, agent, to);
    number /= choices;
  }
  return true;
}

// --------------------------------------------------------------------- configurations

static uint32_t lacam_hash(const uint16_t *at) {
  uint32_t hash = 2166136261u;
  for (int i = 0; i < LACAM_MAX_AGENTS; i++) hash = (hash ^ at[i]) * 16777619u;
  return (hash ^ hash >> 15) & (LACAM_CHAINS - 1);
}

// Removes a configuration from the stack.
static void lacam_close(lacam *search, uint32_t number) {
  lacam_configuration *list = search->configurations, *c = &list[number];
  if (search->top == number) search->top = c->below;
  if (c->above != LACAM_NOWHERE) list[c->above].below = c->below;
  if (c->below != LACAM_NOWHERE) list[c->below].above = c->above;
  c->above = c->below = LACAM_NOWHERE;
}

// Puts a configuration on top of the stack.
static void lacam_open(lacam *search, uint32_t number) {
  lacam_configuration *list = search->configurations;
  list[number].above = LACAM_NOWHERE;
  list[number].below = search->top;
  if (search->top != LACAM_NOWHERE) list[search->top].above = number;
  search->top = number;
}

// Moves a configuration to the top of the stack, unless it left the stack.
static void lacam_raise(lacam *search, uint32_t number) {
  const bool is_open =
      search->top == number || search->configurations[number].above != LACAM_NOWHERE;
  if (!is_open) return;
  lacam_close(search, number);
  lacam_open(search, number);
}

// Counts how long the agents wait, and orders them. An agent waits until nothing remains:
// with an end at its limit, clumps in corridors need up to fifty times the attempts.
// Agents of equal rank keep their order. Agents without an order come last.
static void lacam_rank(const lacam *search, lacam_configuration *c) {
  for (int i = 0; i < search->problem.agent_count; i++)
    if (!lacam_has_order(search, i) || lacam_cost(search, i, c->at[i]) <= 0)
      c->waited[i] = 0;
    else if (c->waited[i] < UINT16_MAX)
      c->waited[i]++;
  for (int i = 1; i < search->problem.agent_count; i++) {
    const uint8_t agent = c->order[i];
    int place = i;
    for (; place > 0 && c->waited[c->order[place - 1]] < c->waited[agent]; place--)
      c->order[place] = c->order[place - 1];
    c->order[place] = agent;
  }
}

// Puts the agents in random order: searches with other seeds find other plans.
static void lacam_shuffle(lacam *search, lacam_configuration *c) {
  for (uint32_t i = 0; i < search->problem.agent_count; i++) {
    const uint32_t place = lacam_random(search) % (i + 1);
    c->order[i] = c->order[place];
    c->order[place] = (uint8_t)i;
  }
}

// The configuration with these nodes, or LACAM_NOWHERE.
static uint32_t lacam_find(const lacam *search, const uint16_t *at, uint32_t hash) {
  uint32_t number = search->chains[hash];
  while (number != LACAM_NOWHERE && memcmp(search->configurations[number].at, at,
                                           sizeof(uint16_t) * LACAM_MAX_AGENTS) != 0)
    number = search->configurations[number].chained;
  return number;
}

// Adds a configuration on top of the stack: the successor of `parent`, or the first one.
static lacam_status lacam_add(lacam *search, const uint16_t *at, uint32_t hash,
                              uint32_t parent) {
  const uint32_t number = search->count;
  lacam_configuration c = {.parent = LACAM_NOWHERE};
  if (number >= search->problem.max_configurations) return LACAM_LIMIT;
  if (!MEMORY_RESERVE(search->memory, search->configurations, search->capacity,
                      number + 1))
    return LACAM_NO_MEMORY;
  if (parent != LACAM_NOWHERE) {
    c = search->configurations[parent];
    c.depth++;
  } else {
    lacam_shuffle(search, &c);
  }
  memcpy(c.at, at, sizeof c.at);
  lacam_rank(search, &c);
  c.parent = parent;
  c.tried = 0;
  c.chained = search->chains[hash];
  search->chains[hash] = search->count++;
  search->configurations[number] = c;
  lacam_open(search, number);
  return LACAM_RUNNING;
}

// Records that a known configuration is a successor of another one.
static void lacam_revisit(lacam *search, uint32_t number, uint32_t parent) {
  lacam_configuration *c = &search->configurations[number];
  const uint32_t depth = search->configurations[parent].depth + 1;
  if (depth < c->depth) {
    c->depth = depth;
    c->parent = parent;
  }
  lacam_raise(search, lacam_random(search) % LACAM_RESTART == 0 ? 0 : number);
}

// ------------------------------------------------------------------------- the search

// Writes the plan that leads to a configuration.
static lacam_status lacam_write_plan(lacam *search, uint32_t last) {
  const lacam_configuration *list = search->configurations;
  uint32_t count = 0;
  for (uint32_t i = last; i != LACAM_NOWHERE; i = list[i].parent) count++;
  if (!MEMORY_RESERVE(search->memory, search->plan, search->plan_capacity, count))
    return LACAM_NO_MEMORY;
  search->plan_count = count;
  for (uint32_t i = last; i != LACAM_NOWHERE; i = list[i].parent)
    search->plan[--count] = i;
  return LACAM_SOLVED;
}

static bool lacam_is_solved(const lacam *search, const lacam_configuration *c) {
  for (int i = 0; i < search->problem.agent_count; i++)
    if (!lacam_is_at_goal(search, i, c->at[i])) return false;
  return true;
}

// Decides a step of all agents from a configuration. False: its constraints do not allow
// one. The caller clears it.
static bool lacam_generate(lacam *search, lacam_configuration *c, bool *is_last) {
  const int count = search->problem.agent_count;
  for (int i = 0; i < count; i++) {
    search->from[i] = c->at[i];
    search->now[c->at[i]] = (int8_t)i;
  }
  if (!lacam_constrain(search, c, is_last)) return false;
  for (int i = 0; i < count; i++) {
    const int agent = c->order[i];
    if (search->to[agent] == LACAM_NONE && !lacam_pibt(search, agent)) return false;
  }
  return true;
}

static void lacam_clear_step(lacam *search) {
  for (int i = 0; i < search->problem.agent_count; i++) {
    search->now[search->from[i]] = -1;
    if (search->to[i] != LACAM_NONE) search->next[search->to[i]] = -1;
    search->to[i] = LACAM_NONE;
  }
}

// Tries to generate one successor of the configuration on top of the stack.
static lacam_status lacam_expand(lacam *search) {
  const uint32_t number = search->top;
  if (number == LACAM_NOWHERE) return LACAM_UNSOLVED;
  lacam_configuration *c = &search->configurations[number];
  if (lacam_is_solved(search, c)) return lacam_write_plan(search, number);
  if (search->attempts == search->problem.max_attempts) return LACAM_LIMIT;
  search->attempts++;
  bool is_last = false;
  const bool is_generated = lacam_generate(search, c, &is_last);
  uint16_t at[LACAM_MAX_AGENTS] = {0};
  memcpy(at, search->to, sizeof *at * search->problem.agent_count);
  lacam_clear_step(search);
  if (is_last) lacam_close(search, number);
  if (!is_generated) return LACAM_RUNNING;
  const uint32_t hash = lacam_hash(at), known = lacam_find(search, at, hash);
  if (known == LACAM_NOWHERE) return lacam_add(search, at, hash, number);
  lacam_revisit(search, known, number);
  return LACAM_RUNNING;
}

void lacam_init(lacam *search, memory *m) {
  *search = (lacam){.memory = m, .status = LACAM_UNSOLVED};
}

void lacam_fini(lacam *search) {
  memory *m = search->memory;
  MEMORY_FREE(m, search->configurations, search->capacity);
  MEMORY_FREE(m, search->plan, search->plan_capacity);
  lacam_init(search, m);
}

lacam_status lacam_begin(lacam *search, const lacam_problem *problem) {
  uint16_t at[LACAM_MAX_AGENTS] = {0};
  search->problem = *problem;
  search->random = problem->seed * 2654435761u | 1;
  search->attempts = search->count = search->plan_count = 0;
  search->top = LACAM_NOWHERE;
  memset(search->now, -1, sizeof search->now);
  memset(search->next, -1, sizeof search->next);
  memset(search->chains, 0xff, sizeof search->chains);
  for (int i = 0; i < LACAM_MAX_AGENTS; i++) search->to[i] = LACAM_NONE;
  for (int i = 0; i < problem->agent_count; i++) at[i] = problem->agents[i].start;
  search->status = lacam_add(search, at, lacam_hash(at), LACAM_NOWHERE);
  return search->status;
}

lacam_status lacam_step(lacam *search, uint32_t attempts) {
  while (search->status == LACAM_RUNNING && attempts-- > 0)
    search->status = lacam_expand(search);
  return search->status;
}
