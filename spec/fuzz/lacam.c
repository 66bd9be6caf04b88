/// Compares the search of `crowd/rescue/lacam` with a breadth-first search over all joint
/// configurations:
///
///     build/fuzz/lacam [MAZES [SEED]]
///
/// Method: each maze is tiny, with squares (4 or 8 neighbors) or hexes, and 1 to 8
/// agents; with more than 4 the breadth-first search is left out, and plans are checked.
/// An agent may lack some moves that the others have; it has a goal and a limit, or no
/// order. The program checks that
///
/// - there is a plan if, and only if, the breadth-first search finds one;
/// - a plan begins at the starts, each of its steps is a move of its agent, and it ends
///   at goals;
/// - during a step the centers of two agents are at least 0.7 tiles apart. It moves them
///   by small fractions of the step and measures the distance, on hexes in the plane;
/// - the search gives the same plan in slices, and again after an allocation failed at
///   any point; it frees all memory.
///
/// A failure prints the seed and ends the program; `lacam 1 SEED` repeats that maze.
#include "crowd/rescue/lacam.h"
#include "../support/rounds.h"
#include "../support/chance.h"

#include <math.h>
#include <string.h>

enum {
  SIDE = 5,
  NODES = SIDE * SIDE,
  AGENTS = LACAM_MAX_AGENTS,
  CHOICES = DIRECTIONS + 1
};

/// The greatest numbers of agents and of joint configurations that the oracle enumerates.
/// More agents get smaller mazes, and then none.
enum { ORACLE_AGENTS = 4, MAX_STATES = 4096 };

/// The cost of nodes from which no way leads to the goal.
#define FAR ((int64_t)1 << 40)

/// A joint configuration is a number in base `node_count`. Not seen by the oracle.
#define UNSEEN UINT32_MAX

typedef struct maze {
  lacam_problem problem;
  lacam_node nodes[NODES];
  uint8_t moves[AGENTS][NODES];
  int64_t costs[AGENTS][NODES];
} maze;

static maze m;
static uint32_t steps_of[MAX_STATES]; ///< per joint configuration: steps from the start
static uint32_t queue[MAX_STATES];

/// What was found in all mazes.
static uint64_t solved, unsolved, unknown, plan_steps, least_steps, attempts;

// ---------------------------------------------------------------------- random numbers

static void describe(void) {
  for (int i = 0; i < m.problem.node_count; i++)
    fprintf(stderr, "%d: %d,%d\n", i, m.nodes[i].x, m.nodes[i].y);
  for (int i = 0; i < m.problem.agent_count; i++) {
    fprintf(stderr, "agent %d from %d, limit %" PRId64 "\n", i, m.problem.agents[i].start,
            m.problem.agents[i].limit);
  }
}

// ------------------------------------------------------------------------------ memory

/// Counts allocations, and refuses one or all of them from a certain one on.
typedef struct purse {
  int until_failure; ///< allocations before the first failure; negative: none fails
  bool is_lasting;
} purse;

static void *allocate(void *user, void *block, size_t old_size, size_t new_size) {
  purse *p = user;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  if (p->until_failure == 0) {
    if (!p->is_lasting) p->until_failure = -1;
    return NULL;
  }
  if (p->until_failure > 0) p->until_failure--;
  return realloc(block, new_size);
}

// --------------------------------------------------------------------------- the mazes

/// The steps to adjacent hexes, in axial coordinates, by direction.
static const int hex_x[DIRECTIONS] = {0, 1, 0, -1, 1, 0, -1, 0};
static const int hex_y[DIRECTIONS] = {-1, 0, 1, 0, -1, 0, 1, 0};

static int node_at(int x, int y) {
  for (int i = 0; i < m.problem.node_count; i++)
    if (m.nodes[i].x == x && m.nodes[i].y == y) return i;
  return -1;
}

static int step_x(int d) { return m.problem.is_hex ? hex_x[d] : direction_dx[d]; }
static int step_y(int d) { return m.problem.is_hex ? hex_y[d] : direction_dy[d]; }

/// A step of a square maze past the corner of a wall.
static bool cuts_corner(int x, int y, int d) {
  return d >= 4 && !m.problem.is_hex &&
         (node_at(x + direction_dx[d], y) < 0 || node_at(x, y + direction_dy[d]) < 0);
}

static void make_nodes(int max_nodes) {
  const int density = 50 + chance(50), width = 1 + chance(SIDE), height = 2 + chance(4);
  m.problem.node_count = 0;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      if (m.problem.node_count == max_nodes || chance(100) >= density) continue;
      lacam_node *node = &m.nodes[m.problem.node_count++];
      node->x = (int16_t)x;
      node->y = (int16_t)y;
    }
  }
}

static void make_neighbors(void) {
  const int kind = chance(4);
  const bool has_diagonals = kind > 0, may_cut = kind == 2;
  for (int i = 0; i < m.problem.node_count; i++) {
    lacam_node *node = &m.nodes[i];
    m.moves[0][i] = 0;
    for (int d = 0; d < DIRECTIONS; d++) {
      bool is_step = step_x(d) != 0 || step_y(d) != 0;
      if (!m.problem.is_hex && d >= 4) is_step = has_diagonals;
      if (!may_cut && cuts_corner(node->x, node->y, d)) is_step = false;
      int to = is_step ? node_at(node->x + step_x(d), node->y + step_y(d)) : -1;
      node->neighbors[d] = to < 0 ? LACAM_NONE : (uint16_t)to;
      if (to >= 0) m.moves[0][i] |= (uint8_t)(1u << d);
    }
  }
}

/// Costs to a goal by Bellman's method; moves have one of two costs.
static void make_costs(int agent) {
  int64_t *costs = m.costs[agent];
  bool has_changed = true;
  for (int i = 0; i < m.problem.node_count; i++) costs[i] = FAR;
  costs[chance(m.problem.node_count)] = 0;
  if (chance(4) == 0) costs[chance(m.problem.node_count)] = 2 * chance(4);
  while (has_changed) {
    has_changed = false;
    for (int i = 0; i < m.problem.node_count; i++) {
      for (int d = 0; d < DIRECTIONS; d++) {
        if ((m.moves[agent][i] >> d & 1) == 0) continue;
        int64_t cost = costs[m.nodes[i].neighbors[d]] + (d < 4 ? 2 : 3);
        if (cost >= costs[i]) continue;
        costs[i] = cost;
        has_changed = true;
      }
    }
  }
}

static void make_agent(int agent) {
  lacam_agent *a = &m.problem.agents[agent];
  const int kind = chance(8), is_lame = chance(6) == 0;
  for (int i = 0; i < m.problem.node_count && agent > 0; i++)
    m.moves[agent][i] = m.moves[0][i];
  for (int i = 0; i < m.problem.node_count && is_lame && agent > 0; i++)
    if (chance(3) == 0) m.moves[agent][i] &= (uint8_t)chance(256);
  make_costs(agent);
  a->moves = m.moves[agent];
  a->costs = m.costs[agent];
  a->limit = kind == 0 ? LACAM_NO_LIMIT : kind < 3 ? a->costs[a->start] : 0;
}

/// Makes a maze, with as many agents as it has room for.
static void make_maze(void) {
  static const int max_nodes[AGENTS + 1] = {0,     NODES, NODES, 13,   8,
                                            NODES, NODES, NODES, NODES};
  m.problem = (lacam_problem){.nodes = m.nodes,
                              .seed = (uint32_t)round_seed,
                              .max_configurations = UINT32_MAX,
                              .max_attempts = UINT32_MAX};
  m.problem.is_hex = chance(3) == 0;
  const int wanted = 1 + chance(AGENTS);
  if (wanted > ORACLE_AGENTS) m.problem.max_attempts = 2000;
  do {
    make_nodes(max_nodes[wanted]);
  } while (m.problem.node_count < 2);
  make_neighbors();
  while (m.problem.agent_count < wanted && m.problem.agent_count < m.problem.node_count) {
    uint16_t start = (uint16_t)chance(m.problem.node_count);
    bool is_free = true;
    for (int i = 0; i < m.problem.agent_count; i++)
      is_free = is_free && m.problem.agents[i].start != start;
    if (!is_free) continue;
    m.problem.agents[m.problem.agent_count].start = start;
    make_agent(m.problem.agent_count++);
  }
}

// --------------------------------------------------------------------------- the rules

/// Where an agent is in the plane when a fraction of its step is done.
static void locate(int from, int to, double t, double *x, double *y) {
  const lacam_node *a = &m.nodes[from], *b = &m.nodes[to];
  const double p = a->x + t * (b->x - a->x), q = a->y + t * (b->y - a->y);
  *x = m.problem.is_hex ? p + q / 2 : p;
  *y = m.problem.is_hex ? q * sqrt(3) / 2 : q;
}

/// Whether two agents keep their distance in a step. Legal steps keep 0.707; the others
/// come as near as 0.5, so 64 fractions are enough.
static bool keeps_distance(int from1, int to1, int from2, int to2) {
  for (int i = 0; i <= 64; i++) {
    double x1, y1, x2, y2;
    locate(from1, to1, i / 64.0, &x1, &y1);
    locate(from2, to2, i / 64.0, &x2, &y2);
    if (hypot(x1 - x2, y1 - y2) < 0.7) return false;
  }
  return true;
}

/// The same, from a table by the offset of the agents and their two steps.
static bool keeps_distance_by_table(int from1, int to1, int from2, int to2) {
  static signed char table[2][9][9][3][3][3][3]; // 0: not known
  const lacam_node *a = &m.nodes[from1], *b = &m.nodes[from2];
  const lacam_node *c = &m.nodes[to1], *d = &m.nodes[to2];
  signed char *known =
      &table[m.problem.is_hex][b->x - a->x + 4][b->y - a->y + 4][c->x - a->x + 1]
            [c->y - a->y + 1][d->x - b->x + 1][d->y - b->y + 1];
  if (*known == 0) *known = keeps_distance(from1, to1, from2, to2) ? 1 : -1;
  return *known > 0;
}

static bool is_at_goal(int agent, int node) {
  const lacam_agent *a = &m.problem.agents[agent];
  return a->limit == LACAM_NO_LIMIT || a->costs[node] < a->limit || a->costs[node] == 0;
}

static bool is_move(int agent, int from, int to) {
  if (from == to) return true;
  for (int d = 0; d < DIRECTIONS; d++)
    if (m.moves[agent][from] >> d & 1 && m.nodes[from].neighbors[d] == to) return true;
  return false;
}

// -------------------------------------------------------------------------- the oracle

static uint32_t pack(const int *at) {
  uint32_t state = 0;
  for (int i = 0; i < m.problem.agent_count; i++)
    state = state * m.problem.node_count + (uint32_t)at[i];
  return state;
}

static bool unpack(uint32_t state, int *at) {
  bool is_solved = true;
  for (int i = m.problem.agent_count - 1; i >= 0; i--) {
    at[i] = (int)(state % m.problem.node_count);
    state /= m.problem.node_count;
    is_solved = is_solved && is_at_goal(i, at[i]);
  }
  return is_solved;
}

/// Adds all legal joint steps from `from` to the queue, agent by agent.
static void enumerate(const int *from, int *to, int agent, uint32_t steps,
                      uint32_t *end) {
  if (agent == AGENTS || agent == m.problem.agent_count) {
    uint32_t state = pack(to);
    if (steps_of[state] != UNSEEN) return;
    steps_of[state] = steps;
    queue[(*end)++] = state;
    return;
  }
  for (int d = 0; d < CHOICES; d++) {
    to[agent] = from[agent];
    if (d < DIRECTIONS) {
      if ((m.moves[agent][from[agent]] >> d & 1) == 0) continue;
      to[agent] = m.nodes[from[agent]].neighbors[d];
    }
    bool is_legal = true;
    for (int i = 0; i < agent && is_legal; i++)
      is_legal = keeps_distance_by_table(from[i], to[i], from[agent], to[agent]);
    if (is_legal) enumerate(from, to, agent + 1, steps, end);
  }
}

/// The least number of steps of a plan, or UNSEEN.
static uint32_t find_least_steps(void) {
  int at[AGENTS], to[AGENTS];
  uint32_t states = 1, end = 0;
  for (int i = 0; i < m.problem.agent_count; i++) {
    at[i] = m.problem.agents[i].start;
    states *= m.problem.node_count;
  }
  REQUIRE(states <= MAX_STATES);
  memset(steps_of, 0xff, states * sizeof *steps_of);
  queue[end++] = pack(at);
  steps_of[queue[0]] = 0;
  for (uint32_t i = 0; i < end; i++) {
    if (unpack(queue[i], at)) return steps_of[queue[i]];
    enumerate(at, to, 0, steps_of[queue[i]] + 1, &end);
  }
  return UNSEEN;
}

// ------------------------------------------------------------------------- the checks

static void check_plan(const lacam *search) {
  const uint32_t count = lacam_plan_count(search);
  REQUIRE(count > 0);
  for (int i = 0; i < m.problem.agent_count; i++) {
    REQUIRE(lacam_plan_at(search, 0)[i] == m.problem.agents[i].start);
    REQUIRE(is_at_goal(i, lacam_plan_at(search, count - 1)[i]));
  }
  for (uint32_t step = 1; step < count; step++) {
    const uint16_t *from = lacam_plan_at(search, step - 1),
                   *to = lacam_plan_at(search, step);
    for (int i = 0; i < m.problem.agent_count; i++) {
      REQUIRE(is_move(i, from[i], to[i]));
      for (int j = 0; j < i; j++) REQUIRE(keeps_distance(from[i], to[i], from[j], to[j]));
    }
  }
}

static void check_equal(const lacam *a, const lacam *b) {
  const size_t size = m.problem.agent_count * sizeof(uint16_t);
  REQUIRE(a->status == b->status && a->attempts == b->attempts);
  REQUIRE(lacam_plan_count(a) == lacam_plan_count(b));
  for (uint32_t i = 0; i < lacam_plan_count(a); i++)
    REQUIRE(memcmp(lacam_plan_at(a, i), lacam_plan_at(b, i), size) == 0);
}

/// Repeats a search in slices, while each allocation fails in turn.
static void check_again(const lacam *first) {
  purse p = {-1, false};
  const astar_allocator allocator = {allocate, &p};
  memory mem;
  lacam search;
  memory_init(&mem, &allocator);
  lacam_init(&search, &mem);
  p.is_lasting = chance(2) == 0;
  for (int i = 0;; i++) {
    p.until_failure = i;
    lacam_begin(&search, &m.problem);
    while (lacam_step(&search, (uint32_t)chance(9)) == LACAM_RUNNING) continue;
    if (search.status != LACAM_NO_MEMORY) break;
    if (chance(2) == 0) lacam_fini(&search);
    p.until_failure = -1;
  }
  check_equal(first, &search);
  lacam_fini(&search);
  lacam_fini(&search);
  REQUIRE(mem.used == 0);
}

/// Limits below what the search needs end it.
static void check_limits(const lacam *first) {
  memory mem;
  lacam search;
  lacam_problem problem = m.problem;
  memory_init(&mem, NULL);
  lacam_init(&search, &mem);
  if (chance(2) == 0)
    problem.max_attempts = (uint32_t)chance((int)(first->attempts % 1000) + 1);
  else
    problem.max_configurations = (uint32_t)chance((int)first->count);
  lacam_begin(&search, &problem);
  lacam_step(&search, UINT32_MAX);
  if (first->count > problem.max_configurations || first->attempts > problem.max_attempts)
    REQUIRE(search.status == LACAM_LIMIT);
  REQUIRE(search.count <= problem.max_configurations);
  REQUIRE(search.attempts <= problem.max_attempts);
  lacam_fini(&search);
}

static void check_maze(void) {
  memory mem;
  lacam search;
  uint32_t least = 0;
  make_maze();
  memory_init(&mem, NULL);
  lacam_init(&search, &mem);
  lacam_begin(&search, &m.problem);
  const lacam_status status = lacam_step(&search, UINT32_MAX);
  if (m.problem.agent_count <= ORACLE_AGENTS) {
    least = find_least_steps();
    REQUIRE(status == (least == UNSEEN ? LACAM_UNSOLVED : LACAM_SOLVED));
  }
  if (status == LACAM_SOLVED) {
    check_plan(&search);
    REQUIRE(lacam_plan_count(&search) > least);
    attempts += search.attempts;
  }
  if (status == LACAM_SOLVED && m.problem.agent_count <= ORACLE_AGENTS) {
    plan_steps += lacam_plan_count(&search) - 1;
    least_steps += least;
  }
  *(status == LACAM_SOLVED     ? &solved
    : status == LACAM_UNSOLVED ? &unsolved
                               : &unknown) += 1;
  check_again(&search);
  check_limits(&search);
  lacam_fini(&search);
  REQUIRE(mem.used == 0);
}

int main(int count, char **words) {
  round_describe = describe;
  const uint64_t mazes = play_rounds(count, words, 1000, check_maze);
  printf("%" PRIu64 " mazes: %" PRIu64 " plans with %" PRIu64 " steps (least %" PRIu64
         ") in %" PRIu64 " attempts, %" PRIu64 " without a plan, %" PRIu64
         " not known: no difference\n",
         mazes, solved, plan_steps, least_steps, attempts, unsolved, unknown);
  return 0;
}
