// What a grid holds, in bytes a tile: astar_grid_memory on a map of 512 x 512 tiles after
// one thing and another. `make bench-memory`; the figures are the same at each run.
#include "astar.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 512, WALL = 0, QUERIES = 200 };

static void memory_need(astar_status status) {
  if (status <= ASTAR_LIMIT) return;
  fprintf(stderr, "%s\n", astar_reason(status));
  exit(1);
}

// Numbers that are the same everywhere [0..n).
static uint32_t memory_random(uint32_t *state, uint32_t n) {
  *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
  return (*state >> 16) % n;
}

// Walls on a fifth of the tiles; the others cost 1, or 1 to 5 where `weighted`.
static astar_grid *memory_grid(bool weighted) {
  astar_grid *grid;
  uint32_t state = 1;
  memory_need(astar_grid_new(NULL, SIDE, SIDE, ASTAR_SQUARE, 1, &grid));
  for (int y = 0; y < SIDE; y++) {
    for (int x = 0; x < SIDE; x++) {
      uint32_t cost = weighted ? 1 + memory_random(&state, 5) : 1;
      if (memory_random(&state, 5) == 0) cost = WALL;
      memory_need(astar_grid_set(grid, x, y, (uint8_t)cost));
    }
  }
  return grid;
}

static astar_rules *memory_rules(void) {
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  for (int cost = 1; cost <= 5; cost++) def.cost[cost] = cost;
  memory_need(astar_rules_new(NULL, &def, &rules));
  return rules;
}

// Searches from all over the map to all over it, and from corner to corner.
static void memory_search(astar_grid *grid, const astar_rules *rules, int queries) {
  uint32_t state = 2;
  for (int i = 0; i < queries; i++) {
    int x = i == 0 ? 0 : (int)memory_random(&state, SIDE);
    int y = i == 0 ? 0 : (int)memory_random(&state, SIDE);
    astar_goal goal = {i == 0 ? SIDE - 1 : (int)memory_random(&state, SIDE),
                       i == 0 ? SIDE - 1 : (int)memory_random(&state, SIDE)};
    astar_query query = astar_default_query(rules, x, y, &goal, 1);
    astar_result result;
    memory_need(astar_find_path(grid, &query, &result));
  }
}

// Prints by how much the grid grew since `*before` was taken.
static void memory_print(const astar_grid *grid, const char *what, size_t *before) {
  size_t held = astar_grid_memory(grid);
  printf("  %-44s %6.2f\n", what, (double)(held - *before) / SIDE / SIDE);
  *before = held;
}

static void memory_searched(const char *title, bool weighted) {
  astar_grid *grid = memory_grid(weighted);
  astar_rules *rules = memory_rules(), *others = memory_rules();
  size_t held = 0;
  printf("%s\n", title);
  memory_print(grid, "the grid", &held);
  memory_need(astar_is_reachable(grid, rules, 0, 0, SIDE - 1, SIDE - 1));
  memory_print(grid, "rules in use, is_reachable alone", &held);
  size_t before = held;
  memory_search(grid, rules, 1);
  held = astar_grid_memory(grid);
  size_t one = held;
  memory_search(grid, others, 1); // the scratch is there: all that is new is theirs
  size_t theirs = astar_grid_memory(grid) - one;
  size_t scratch = one;
  memory_search(grid, rules, QUERIES);
  memory_search(grid, others, QUERIES);
  size_t more = astar_grid_memory(grid) - one - theirs;
  memory_need(astar_is_reachable(grid, others, 0, 0, SIDE - 1, SIDE - 1));
  held = astar_grid_memory(grid);
  scratch = held - before - theirs;
  (void)scratch, (void)more;
  astar_rules_free(rules);
  astar_rules_free(others);
  astar_grid_free(grid);
}

int main(void) {
  memory_searched("All passable tiles cost the same: jump points", false);
  return 0;
}
