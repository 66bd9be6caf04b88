/// The library in a C program without Lua: finds a path on a small map and draws it.
///
///     make embed
///     build/embed/plain
///
/// In a project of your own, compile astar.c of the single-file build (`make single`)
/// with -DASTAR_NO_LUA.
#include "astar.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 20, HEIGHT = 6 };

/// Terrains are numbers from 0 to 255. Here they are the characters of the map.
enum { WALL = '#', FLOOR = '.', WATER = '~' };

static const char map[HEIGHT][WIDTH + 1] = {
    "####################", //
    "#....~~~~....#.....#", //
    "#....~~~~....#..#..#", //
    "#.#######.......#..#", //
    "#...............#..#", //
    "####################",
};

/// Ends the program if the status is an error. "No path" is an outcome, not an error.
static void check(astar_status status, const char *what) {
  if (!astar_is_error(status)) return;
  fprintf(stderr, "%s failed: %s\n", what, astar_reason(status));
  exit(EXIT_FAILURE);
}

static void draw(const astar_point *points, size_t count) {
  char rows[HEIGHT][WIDTH + 1];
  memcpy(rows, map, sizeof rows);
  for (size_t i = 0; i < count; i++) rows[points[i].y][points[i].x] = 'o';
  for (int y = 0; y < HEIGHT; y++) puts(rows[y]);
}

int main(void) {
  astar_grid *grid;
  check(astar_grid_new(NULL, WIDTH, HEIGHT, ASTAR_SQUARE, WALL, &grid), "the grid");
  for (int y = 0; y < HEIGHT; y++) {
    uint8_t terrains[WIDTH];
    memcpy(terrains, map[y], WIDTH);
    check(astar_grid_set_row(grid, y, terrains), "a row");
  }

  astar_rules_def def = astar_default_rules(); // every terrain impassable
  def.cost[FLOOR] = 1.0;
  def.cost[WATER] = 3.0;
  astar_rules *rules;
  check(astar_rules_new(NULL, &def, &rules), "the rules");

  const astar_point goal = {18, 1};
  const astar_query query = astar_default_query(rules, 1, 1, &goal, 1);
  astar_path *path;
  check(astar_path_new(NULL, &path), "the path");
  astar_result result;
  const astar_status status = astar_find_path(grid, &query, path, &result);
  check(status, "the search");
  if (status == ASTAR_OK) {
    astar_point points[WIDTH * HEIGHT];
    astar_path_points(path, points, WIDTH * HEIGHT);
    draw(points, result.length);
    printf("cost %.3f, %u tiles\n", result.cost, (unsigned)result.length);
  } else {
    printf("no path: %s\n", astar_reason(status));
  }

  astar_path_free(path);
  astar_rules_free(rules);
  astar_grid_free(grid);
  return EXIT_SUCCESS;
}
