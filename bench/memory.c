// Prints the memory of a grid in bytes per tile: astar_grid_memory after different calls.
// Each call needs one structure that the calls before it did not need. Run it by `make
// bench-memory`; every run prints the same.
#include "astar.h"

#include <stdio.h>
#include <stdlib.h>

enum { SIDE = 512, LARGE_SIDE = 4096, ROOM = 32, WALL = 0, FLOOR = 1, QUERIES = 200 };

static void memory_need(astar_status status) {
  if (!astar_is_error(status)) return;
  fprintf(stderr, "%s\n", astar_reason(status));
  exit(1);
}

// Random numbers in [0, n), the same on every machine.
static uint32_t memory_random(uint32_t *state, uint32_t n) {
  *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
  return (*state >> 16) % n;
}

// Walls on a fifth of the tiles; the other tiles cost 1, or 1 to 5 if `weighted`.
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

// Searches between random free tiles of the whole map. The tiles are free because the
// general kernel answers queries that start inside a wall.
static void memory_search(astar_grid *grid, const astar_rules *rules,
                          const astar_filter *filter) {
  uint32_t state = 2, side = (uint32_t)astar_grid_width(grid);
  for (int i = 0; i < QUERIES;) {
    int x = (int)memory_random(&state, side), y = (int)memory_random(&state, side);
    if (!astar_is_passable(grid, rules, filter, x, y)) continue;
    i++;
    astar_point goal = {(int)memory_random(&state, side),
                        (int)memory_random(&state, side)};
    astar_query query = astar_default_query(rules, x, y, &goal, 1);
    astar_result result;
    query.filter = filter;
    memory_need(astar_find_path(grid, &query, NULL, &result));
  }
}

// The growth of a grid since `*held` was read [bytes per tile].
static double memory_grown(const astar_grid *grid, size_t *held) {
  size_t before = *held;
  *held = astar_grid_memory(grid);
  double tiles = (double)astar_grid_width(grid) * astar_grid_height(grid);
  return ((double)*held - (double)before) / tiles;
}

static void memory_print(const char *what, double bytes) {
  printf("  %-48s %6.2f\n", what, bytes);
}

// Rooms with a door in the middle of each wall, on a square map.
static astar_grid *memory_rooms(int side) {
  astar_grid *grid;
  memory_need(astar_grid_new(NULL, side, side, ASTAR_SQUARE, FLOOR, &grid));
  for (int at = ROOM; at < side; at += ROOM) {
    memory_need(astar_grid_fill(grid, at, 0, 1, side, WALL));
    memory_need(astar_grid_fill(grid, 0, at, side, 1, WALL));
  }
  for (int at = ROOM; at < side; at += ROOM) {
    for (int door = ROOM / 2; door < side; door += ROOM) {
      memory_need(astar_grid_set(grid, at, door, FLOOR));
      memory_need(astar_grid_set(grid, door, at, FLOOR));
    }
  }
  return grid;
}

// The structures of a map where all passable tiles cost the same, in the order in which
// queries need them. The path between two neighbors needs no search. Frees the grid.
static void memory_show_structures(const char *title, const char *kernel,
                                   astar_grid *grid) {
  astar_rules *rules = memory_rules();
  astar_point step[2] = {{1, 1}, {2, 1}};
  astar_point neighbor = {2, 1};
  size_t held = 0, bad;
  printf("%s\n", title);
  memory_need(astar_grid_set(grid, 1, 1, FLOOR));
  memory_need(astar_grid_set(grid, 2, 1, FLOOR));
  memory_print("terrain, and the journal", memory_grown(grid, &held));
  memory_need(astar_check_path(grid, rules, NULL, step, 2, ASTAR_PATH_STEPS, 0, &bad));
  memory_print("passable tiles", memory_grown(grid, &held));
  memory_need(astar_is_reachable(grid, rules, NULL, 1, 1, 2, 1));
  memory_print("connected components", memory_grown(grid, &held));
  astar_query query = astar_default_query(rules, 1, 1, &neighbor, 1);
  memory_need(astar_find_path(grid, &query, NULL, NULL));
  memory_print("jump boards", memory_grown(grid, &held));
  memory_search(grid, rules, NULL);
  memory_print(kernel, memory_grown(grid, &held));
  held = 0;
  memory_print("all of it", memory_grown(grid, &held));
  astar_rules_free(rules);
  astar_grid_free(grid);
}

// Second rules add only their own derived data: the scratch memory exists already.
static void memory_show_searches(const char *title, bool weighted) {
  astar_grid *grid = memory_grid(weighted);
  astar_rules *first = memory_rules(), *second = memory_rules();
  size_t held = 0;
  printf("%s\n", title);
  memory_print("the grid", memory_grown(grid, &held));
  memory_need(astar_is_reachable(grid, first, NULL, 0, 0, SIDE - 1, SIDE - 1));
  double asked = memory_grown(grid, &held);
  memory_print("rules used by is_reachable only", asked);
  memory_search(grid, first, NULL);
  double searched = memory_grown(grid, &held);
  memory_search(grid, second, NULL);
  double theirs = memory_grown(grid, &held);
  memory_print("rules used by find_path", theirs);
  memory_print("scratch memory of all searches", asked + searched - theirs);
  memory_search(grid, first, NULL);
  memory_print("the same searches once more", memory_grown(grid, &held));
  astar_rules_free(first);
  astar_rules_free(second);
  astar_grid_free(grid);
}

// The memory of filters with one set of rules, with obstacles on as many layers.
static void memory_show_filters(void) {
  enum { FILTERS = 5 };
  astar_grid *grid = memory_grid(true);
  astar_rules *rules = memory_rules();
  size_t held = 0;
  char name[40];
  printf("Filters that ignore one layer each, used by find_path\n");
  for (int layer = 1; layer <= FILTERS; layer++)
    memory_need(astar_grid_block(grid, 9 * layer, 9, true, layer));
  memory_search(grid, rules, NULL);
  memory_grown(grid, &held);
  for (int layer = 1; layer <= FILTERS; layer++) {
    astar_filter filter = {ASTAR_LAYER(layer), 1, {{0, 0}}};
    memory_search(grid, rules, &filter);
    snprintf(name, sizeof name, "filter %d", layer);
    memory_print(name, memory_grown(grid, &held));
  }
  astar_rules_free(rules);
  astar_grid_free(grid);
}

static void memory_show_edits(void) {
  astar_grid *grid = memory_grid(false);
  size_t held = astar_grid_memory(grid);
  uint32_t id;
  printf("The first of its kind on a grid\n");
  memory_need(astar_grid_set_penalty(grid, 9, 9, 1));
  memory_print("penalty", memory_grown(grid, &held));
  memory_need(astar_grid_block(grid, 9, 9, true, 1));
  memory_print("dynamic obstacle", memory_grown(grid, &held));
  memory_need(astar_grid_set_edge(grid, 9, 9, 1, 0, false, false));
  memory_print("closed edge", memory_grown(grid, &held));
  memory_need(astar_grid_link(grid, 9, 9, 99, 99, 1, false, &id));
  memory_print("link", memory_grown(grid, &held));
  astar_grid_free(grid);
}

int main(void) {
  printf("Bytes per tile\n\n");
  memory_show_structures("One cost, rooms, 4096 x 4096: each structure",
                         "scratch memory of jump point search", memory_rooms(LARGE_SIDE));
  memory_show_structures("One cost, rooms, 512 x 512: each structure",
                         "scratch memory of jump point search", memory_rooms(SIDE));
  memory_show_structures("One cost, a fifth walls, 512 x 512: each structure",
                         "scratch memory of canonical A*", memory_grid(false));
  printf("\nOn 512 x 512 tiles, a fifth of them walls\n\n");
  memory_show_searches("All passable tiles cost the same: canonical A*", false);
  memory_show_searches("Terrains of different costs: the general kernel", true);
  memory_show_filters();
  memory_show_edits();
  return 0;
}
