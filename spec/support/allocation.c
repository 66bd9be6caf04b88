/// What becomes of grids and rules when memory runs short. A scenario that uses all of
/// astar.h is run again and again; each time another of its allocations fails, once or
/// from there on. Nothing may leak, no block may be given back with a wrong size, only
/// ASTAR_NO_MEMORY may come of it, and a grid that lived through it must answer like one
/// that never saw a failure.
///
/// Built and run by spec/allocation_spec.lua.
#include "astar.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 26, HEIGHT = 20 };

/// Terrains.
enum { FLOOR = 1, MUD, WALL };

/// Ends the program with a word about what is wrong.
#define REQUIRE(condition) require(condition, #condition, __LINE__)

/// What fails in the run under way, for the message of a fault.
static char run_name[80];

static void require(bool holds, const char *condition, int line) {
  if (holds) return;
  fprintf(stderr, "allocation.c:%d: not so: %s (%s)\n", line, condition, run_name);
  exit(EXIT_FAILURE);
}

// -------------------------------------------------------------------------- allocator

enum { FRESH = 0xaa, FREED = 0xdd };

#define NEVER SIZE_MAX

/// Counts and refuses.
typedef struct meter {
  size_t held;    ///< [bytes]
  size_t asked;   ///< allocations so far, refused ones included
  size_t failing; ///< the allocation that is refused, counted from 0
  bool for_ever;  ///< those after it too
} meter;

/// In front of each block.
typedef union header {
  size_t size;
  max_align_t align;
} header;

static void give_back(meter *m, header *h) {
  m->held -= h->size;
  memset(h + 1, FREED, h->size);
  free(h);
}

static bool is_refused(meter *m) {
  const size_t n = m->asked++;
  return m->for_ever ? n >= m->failing : n == m->failing;
}

/// The allocator under test conditions: blocks always move, old sizes must be right.
static void *metered(void *user, void *block, size_t old_size, size_t new_size) {
  meter *m = user;
  header *old = block == NULL ? NULL : (header *)block - 1;
  REQUIRE(old_size == (old == NULL ? 0 : old->size));
  header *h = NULL;
  if (new_size > 0) {
    if (is_refused(m)) return NULL;
    h = malloc(sizeof *h + new_size);
    REQUIRE(h != NULL);
    h->size = new_size;
    m->held += new_size;
    memset(h + 1, FRESH, new_size);
    if (old != NULL) memcpy(h + 1, block, old_size < new_size ? old_size : new_size);
  }
  if (old != NULL) give_back(m, old);
  return h == NULL ? NULL : h + 1;
}

// ------------------------------------------------------------------------------ world

/// Whom the scenario lets walk.
enum { FLAT, FOUR, MUDDY, LARGE, MOVES, STEPS, MOVERS };

typedef struct world {
  meter *meter;
  astar_allocator allocator;
  astar_grid *grid;
  astar_grid *truth; ///< the same content, from memory that is never short
  astar_rules *rules[MOVERS];
} world;

/// Whether a call came through. The only error that may come is want of memory, and only
/// when memory was refused.
static bool survives(const world *w, astar_status status) {
  if (status == ASTAR_NO_MEMORY) REQUIRE(w->meter->asked > w->meter->failing);
  REQUIRE(status <= ASTAR_LIMIT || status == ASTAR_NO_MEMORY || status == ASTAR_UNSUITED);
  return status != ASTAR_NO_MEMORY;
}

static astar_rules_def rules_def(int mover) {
  static const astar_offset clear = {1, 0};
  static const astar_move moves[] = {
      {2, 1, 2, &clear, 1}, {-2, 1, 2, NULL, 0}, {0, -1, 1, NULL, 0}};
  static const astar_step steps[] = {{FLOOR, MUD, 1, 0, 5}};
  astar_rules_def def = astar_default_rules();
  def.cost[FLOOR] = 1;
  if (mover == MUDDY || mover == LARGE || mover == STEPS) def.cost[MUD] = 3;
  if (mover == FOUR) def.neighbors = 4;
  if (mover == LARGE) def.size = 2;
  if (mover == MOVES) {
    def.neighbors = 0;
    def.moves = moves;
    def.move_count = 3;
  }
  if (mover == STEPS) {
    def.has_steps = true;
    def.steps = steps;
    def.step_count = 1;
  }
  return def;
}

static void make_rules(world *w) {
  for (int i = 0; i < MOVERS; i++) {
    const astar_rules_def def = rules_def(i);
    if (!survives(w, astar_rules_new(&w->allocator, &def, &w->rules[i]))) {
      w->rules[i] = NULL;
    }
  }
}

/// Grids keep the rules they have used: either may go first.
static void free_world(world *w) {
  for (int i = 0; i < MOVERS; i += 2) astar_rules_free(w->rules[i]);
  astar_grid_free(w->grid);
  astar_grid_free(w->truth);
  for (int i = 1; i < MOVERS; i += 2) astar_rules_free(w->rules[i]);
}

// -------------------------------------------------------------------------- questions

/// What is asked of a mover.
enum { PLAIN, GOALS, PARTIAL, CAPPED, NESTED, QUESTIONS };

/// What a search under way needs to search again on its own grid.
typedef struct nest {
  const world *world;
  astar_grid *grid;
  const astar_rules *rules;
  int depth;
} nest;

static double search_again(void *user, int dx, int dy) {
  nest *n = user;
  (void)dx;
  (void)dy;
  if (n->depth > 0) return 0;
  n->depth++;
  const astar_goal goal = {3, 3};
  const astar_query query = astar_default_query(n->rules, 5, 5, &goal, 1);
  astar_result result;
  survives(n->world, astar_find_path(n->grid, &query, &result));
  REQUIRE(astar_grid_is_busy(n->grid));
  return 0;
}

static void turn_into(astar_query *query, int question, nest *n) {
  if (question == GOALS) {
    query->goal_count = 3;
    query->range = 2;
  }
  if (question == PARTIAL) {
    query->goals++; // into the cell
    query->partial = true;
  }
  if (question == CAPPED) {
    query->algorithm = ASTAR_DIJKSTRA;
    query->max_cost = 12;
    query->max_expansions = 100;
  }
  if (question == NESTED) {
    query->heuristic = ASTAR_HEURISTIC_FUNCTION;
    query->heuristic_function = search_again;
    query->heuristic_user = n;
  }
}

/// Checks the path just found, and its turns.
static astar_status check_path(astar_grid *grid, const astar_rules *rules,
                               size_t length) {
  astar_point points[WIDTH * HEIGHT];
  size_t bad;
  REQUIRE(length <= WIDTH * HEIGHT);
  astar_grid_copy_path(grid, points);
  astar_status status = astar_check_path(grid, rules, points, length, false, 0, &bad);
  REQUIRE(status != ASTAR_OK || bad == length);
  if (status != ASTAR_OK) return status;
  length = astar_keep_turns(grid, points, length);
  status = astar_check_path(grid, rules, points, length, true, 0, &bad);
  REQUIRE(status != ASTAR_OK || bad == length);
  return status;
}

/// One question to a grid; `*cost` is 0 where there is no path.
static astar_status ask(const world *w, astar_grid *grid, int mover, int question,
                        double *cost) {
  static const astar_goal goals[] = {{WIDTH - 2, HEIGHT - 2}, {0, HEIGHT - 1}, {20, 2}};
  const astar_rules *rules = w->rules[mover];
  nest n = {w, grid, rules, 0};
  astar_query query = astar_default_query(rules, 0, 0, goals, 1);
  turn_into(&query, question, &n);
  astar_result result;
  *cost = 0;
  const astar_status status = astar_find_path(grid, &query, &result);
  if (status != ASTAR_OK) return status;
  *cost = result.cost;
  return check_path(grid, rules, result.length);
}

/// Memory is there again: the grid must answer as the truth does.
static void compare(const world *w, int mover, int question) {
  double cost, true_cost;
  const astar_status status = ask(w, w->grid, mover, question, &cost);
  REQUIRE(status != ASTAR_NO_MEMORY);
  REQUIRE(status == ask(w, w->truth, mover, question, &true_cost));
  REQUIRE(fabs(cost - true_cost) <= 1e-6 * true_cost);
}

static void compare_reach(const world *w, int mover) {
  const astar_rules *rules = w->rules[mover];
  for (int y = 0; y < HEIGHT; y += 3) {
    const astar_status status = astar_is_reachable(w->grid, rules, 0, 0, WIDTH - 2, y);
    REQUIRE(status != ASTAR_NO_MEMORY);
    REQUIRE(status == astar_is_reachable(w->truth, rules, 0, 0, WIDTH - 2, y));
  }
}

/// All questions to all movers there are. After a failure that does not last, the same
/// question is put again at once.
static void ask_all(const world *w) {
  double cost;
  for (int mover = 0; mover < MOVERS; mover++) {
    const astar_rules *rules = w->rules[mover];
    if (rules == NULL) continue;
    for (int question = 0; question < QUESTIONS; question++) {
      const size_t asked = w->meter->asked;
      survives(w, ask(w, w->grid, mover, question, &cost));
      const bool was_refused =
          asked <= w->meter->failing && w->meter->failing < w->meter->asked;
      if (was_refused && !w->meter->for_ever) compare(w, mover, question);
    }
    survives(w, astar_is_reachable(w->grid, rules, 0, 0, WIDTH - 2, HEIGHT - 2));
  }
}

// ------------------------------------------------------------------------------ edits

/// One call that changes a grid, the n-th of its kind.
typedef astar_status edit(astar_grid *grid, int n);

static astar_status put_mud(astar_grid *grid, int n) {
  return astar_grid_set(grid, (n * 37 + 9) % WIDTH, (n * 53 + 4) % HEIGHT, MUD);
}

/// Mud and floor by turns: to who walks straight and on floor only, as many islands.
static astar_status put_chequers(astar_grid *grid, int y) {
  uint8_t terrains[WIDTH];
  for (int x = 0; x < WIDTH; x++) terrains[x] = (x + y) % 2 == 0 ? FLOOR : MUD;
  return astar_grid_set_row(grid, y, terrains);
}

static astar_status clear_ground(astar_grid *grid, int n) {
  return astar_grid_fill(grid, n, n, WIDTH - 2 * n, HEIGHT - 2 * n, FLOOR);
}

/// The tiles around the lower left corner, a cell that no path leads to.
static astar_status wall_cell(astar_grid *grid, int n) {
  return astar_grid_fill(grid, 0, HEIGHT - 3 + n, 3 - n, n + 1, WALL);
}

static astar_status open_cell(astar_grid *grid, int n) {
  return astar_grid_set(grid, n, HEIGHT - 1, FLOOR);
}

static astar_status block(astar_grid *grid, int n) {
  return astar_grid_block(grid, 5 + n, 6, true);
}

static astar_status unblock(astar_grid *grid, int n) {
  return astar_grid_block(grid, 5 + n, 6, false);
}

static astar_status penalize(astar_grid *grid, int n) {
  return astar_grid_set_penalty(grid, 3, 3 + n, 2);
}

static astar_status close_edge(astar_grid *grid, int n) {
  return astar_grid_set_edge(grid, 4 + n, 4, 1, 0, false, n % 2 == 1);
}

static astar_status add_link(astar_grid *grid, int n) {
  uint32_t id;
  return astar_grid_link(grid, 1, n % HEIGHT, 20, 15, 1, n % 2 == 1, &id);
}

/// Of the ids some may be missing, where their links could not be made.
static astar_status remove_link(astar_grid *grid, int n) {
  return astar_grid_unlink(grid, (uint32_t)n);
}

/// The edits 0 to `count` - 1 of a kind. The truth follows those that are done; the
/// others must have changed nothing.
static void apply(const world *w, edit *make, int count) {
  for (int n = 0; n < count; n++) {
    const uint64_t revision = astar_grid_revision(w->grid);
    const astar_status status = make(w->grid, n);
    if (status == ASTAR_NO_MEMORY) {
      REQUIRE(survives(w, status) || revision == astar_grid_revision(w->grid));
    } else {
      REQUIRE(status == make(w->truth, n));
    }
  }
}

// ----------------------------------------------------------------------------- copies

/// The two grids hold the same.
static void compare_content(const astar_grid *a, const astar_grid *b) {
  const size_t size = astar_grid_serialized_size(a);
  REQUIRE(size == astar_grid_serialized_size(b));
  uint8_t *bytes = malloc(2 * size);
  REQUIRE(bytes != NULL);
  astar_grid_serialize(a, bytes);
  astar_grid_serialize(b, bytes + size);
  REQUIRE(memcmp(bytes, bytes + size, size) == 0);
  free(bytes);
}

static void clone(const world *w) {
  astar_grid *copy;
  if (!survives(w, astar_grid_clone(w->grid, &w->allocator, &copy))) return;
  compare_content(w->grid, copy);
  astar_grid_free(copy);
}

static void pack_and_unpack(const world *w) {
  const size_t size = astar_grid_serialized_size(w->grid);
  void *bytes = malloc(size);
  REQUIRE(bytes != NULL);
  astar_grid_serialize(w->grid, bytes);
  astar_grid *copy;
  const char *message;
  if (survives(w, astar_grid_deserialize(&w->allocator, bytes, size, &copy, &message))) {
    compare_content(w->grid, copy);
    astar_grid_free(copy);
  }
  free(bytes);
}

// --------------------------------------------------------------------------- scenario

static void play(const world *w) {
  apply(w, put_mud, 40);
  apply(w, wall_cell, 2);
  apply(w, open_cell, 1);
  ask_all(w);
  apply(w, block, 3);
  ask_all(w);
  apply(w, put_chequers, HEIGHT);
  ask_all(w);
  apply(w, clear_ground, 1);
  apply(w, put_mud, 60);
  apply(w, wall_cell, 2);
  apply(w, open_cell, 1);
  apply(w, unblock, 2);
  apply(w, penalize, 3);
  apply(w, close_edge, 3);
  apply(w, add_link, 20);
  apply(w, remove_link, 4);
  ask_all(w);
  clone(w);
  pack_and_unpack(w);
}

/// Memory is there again: whatever failed, the grid is whole.
static void prove(const world *w) {
  w->meter->failing = NEVER;
  compare_content(w->grid, w->truth);
  for (int mover = 0; mover < MOVERS; mover++) {
    if (w->rules[mover] == NULL) continue;
    compare(w, mover, PLAIN);
    compare(w, mover, PARTIAL);
    compare_reach(w, mover);
  }
}

/// Plays the scenario on a layout with one allocation failing, or NEVER; returns how many
/// there were.
static size_t run(astar_layout layout, size_t failing, bool for_ever) {
  meter m = {.failing = failing, .for_ever = for_ever};
  world w = {.meter = &m, .allocator = {metered, &m}};
  snprintf(run_name, sizeof run_name, "layout %d, allocation %lld fails %s", (int)layout,
           failing == NEVER ? -1LL : (long long)failing, for_ever ? "for ever" : "once");
  if (survives(&w, astar_grid_new(&w.allocator, WIDTH, HEIGHT, layout, FLOOR, &w.grid))) {
    REQUIRE(astar_grid_new(NULL, WIDTH, HEIGHT, layout, FLOOR, &w.truth) == ASTAR_OK);
    make_rules(&w);
    play(&w);
    const size_t asked = m.asked;
    prove(&w);
    m.asked = asked;
  } else {
    w.grid = NULL;
  }
  free_world(&w);
  REQUIRE(m.held == 0);
  return m.asked;
}

static size_t fail_each(astar_layout layout) {
  const size_t points = run(layout, NEVER, false);
  for (size_t n = 0; n < points; n++) {
    run(layout, n, false);
    run(layout, n, true);
  }
  return points;
}

int main(void) {
  const size_t points = fail_each(ASTAR_SQUARE) + fail_each(ASTAR_ODD_R);
  printf("%zu points, each failed once and for ever: no leak, no fault\n", points);
  return EXIT_SUCCESS;
}
