// Prints hashes of thousands of answers. They must be the same with every compiler, every
// optimization and every processor.
//
//     build/golden/golden HASH...    fails if the hashes are not these
//
// Built and run by `make golden` (tools/harden). spec/support/golden.txt has the hashes.

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "astar.h"

static uint64_t golden_seed;

// A random number [0..below - 1] by splitmix64 (Sebastiano Vigna).
static int golden_random(int below) {
  uint64_t z = (golden_seed += UINT64_C(0x9e3779b97f4a7c15));
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return (int)((z ^ z >> 31) % (uint64_t)below);
}

static void golden_mix(uint64_t *hash, uint64_t value) {
  *hash = (*hash ^ value) * UINT64_C(1099511628211);
}

// Adds a number with all its bits.
static void golden_mix_number(uint64_t *hash, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  golden_mix(hash, bits);
}

static void golden_mix_points(uint64_t *hash, const astar_point *points, size_t count) {
  for (size_t i = 0; i < count; i++) {
    golden_mix(hash, (uint64_t)points[i].x << 16 | points[i].y);
  }
}

static void golden_fail(const char *what) {
  fprintf(stderr, "golden: %s\n", what);
  exit(2);
}

// A tile of a grid. Here and below each random number is drawn in a statement of its own,
// because the order in which arguments are evaluated depends on the compiler.
typedef struct golden_tile {
  int x, y;
} golden_tile;

typedef struct golden_scene {
  int width, height;
  bool is_plain; ///< all tiles have the same cost
  astar_grid *grid;
  astar_rules *rules;
} golden_scene;

static golden_tile golden_random_tile(const golden_scene *scene) {
  golden_tile tile;
  tile.x = golden_random(scene->width);
  tile.y = golden_random(scene->height);
  return tile;
}

static void golden_edit(const golden_scene *scene) {
  golden_tile at = golden_random_tile(scene), other = golden_random_tile(scene);
  int kind = golden_random(6), terrain = golden_random(5), eighths = golden_random(40);
  int dx = golden_random(3) - 1, dy = golden_random(3) - 1, dice = golden_random(20);
  uint32_t id;
  switch (scene->is_plain ? 0 : kind) {
  case 0: astar_grid_block(scene->grid, at.x, at.y, dice > 6, 1); break;
  case 1: astar_grid_set(scene->grid, at.x, at.y, (uint8_t)terrain); break;
  case 2: astar_grid_set_penalty(scene->grid, at.x, at.y, eighths / 8.0); break;
  case 3:
    astar_grid_set_edge(scene->grid, at.x, at.y, dx, dy, dice > 14, dice % 2 == 0);
    break;
  case 4:
    if (dice > 0) break;
    astar_grid_link(scene->grid, at.x, at.y, other.x, other.y, eighths / 8.0,
                    terrain % 2 == 0, &id);
    break;
  default: astar_grid_fill(scene->grid, at.x, at.y, 3, 2, (uint8_t)terrain); break;
  }
}

static golden_scene golden_make(int number) {
  static const astar_diagonal diagonals[] = {ASTAR_DIAGONAL_ALWAYS, ASTAR_DIAGONAL_NEVER,
                                             ASTAR_DIAGONAL_IF_AT_MOST_ONE_OBSTACLE,
                                             ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES};
  golden_scene scene = {.width = 20 + golden_random(40),
                        .height = 20 + golden_random(30)};
  bool is_hex = number % 5 == 4;
  scene.is_plain = number % 2 == 0 && !is_hex;
  astar_layout layout = (astar_layout)(1 + golden_random(4));
  astar_rules_def def = astar_default_rules();
  for (int i = 0; i < 4; i++) def.cost[i] = scene.is_plain ? 1.0 : 0.7 + i * 0.9;
  def.diagonal = diagonals[golden_random(4)];
  def.size = is_hex ? 1 : 1 + (golden_random(6) == 0);
  if (astar_grid_new(NULL, scene.width, scene.height, is_hex ? layout : ASTAR_SQUARE, 0,
                     &scene.grid) != ASTAR_OK ||
      astar_rules_new(NULL, &def, &scene.rules) != ASTAR_OK) {
    golden_fail("no memory");
  }
  int edits = golden_random(scene.width * scene.height / 3);
  for (int i = 0; i < edits; i++) golden_edit(&scene);
  return scene;
}

static void golden_free(golden_scene *scene) {
  astar_grid_free(scene->grid);
  astar_rules_free(scene->rules);
}

enum { GOLDEN_POINTS = 65536 };

static astar_point golden_points[GOLDEN_POINTS];

static void golden_hash_paths(const golden_scene *scene, uint64_t *paths,
                              uint64_t *lines) {
  astar_path *path;
  if (astar_path_new(NULL, &path) != ASTAR_OK) return;
  for (int i = 0; i < 12; i++) {
    golden_tile start = golden_random_tile(scene), end = golden_random_tile(scene);
    astar_goal goal = {end.x, end.y};
    astar_query query = astar_default_query(scene->rules, start.x, start.y, &goal, 1);
    query.partial = golden_random(4) == 0;
    query.range = golden_random(3);
    query.algorithm = golden_random(3) > 0 ? ASTAR_AUTO : ASTAR_ASTAR;
    astar_result result;
    astar_status status = astar_find_path(scene->grid, &query, path, &result);
    golden_mix(paths, (uint64_t)status);
    if (status != ASTAR_OK) continue;
    astar_path_points(path, golden_points, GOLDEN_POINTS);
    golden_mix_points(paths, golden_points, result.length);
    golden_mix_number(paths, result.cost);
    size_t count = result.length;
    double length;
    astar_smooth_path(scene->grid, scene->rules, NULL, golden_points, &count, &length);
    golden_mix_points(lines, golden_points, count);
    golden_mix_number(lines, length);
  }
  astar_path_free(path);
}

static void golden_hash_field(const golden_scene *scene, const astar_field *field,
                              uint64_t *hash) {
  astar_point next;
  for (int y = 0; y < scene->height; y++) {
    for (int x = 0; x < scene->width; x++) {
      golden_mix_number(hash, astar_field_cost(field, x, y));
      if (astar_field_next(field, x, y, &next)) golden_mix_points(hash, &next, 1);
    }
  }
}

static void golden_hash_fields(const golden_scene *scene, uint64_t *hash) {
  astar_source goals[3];
  for (int i = 0; i < 3; i++) {
    golden_tile tile = golden_random_tile(scene);
    goals[i] = (astar_source){tile.x, tile.y, golden_random(8) / 2.0};
  }
  astar_field *field;
  if (astar_distance_field(scene->grid, scene->rules, NULL, goals, 3, INFINITY, &field) !=
      ASTAR_OK) {
    return;
  }
  golden_hash_field(scene, field, hash);
  for (int i = 0; i < 5; i++) {
    golden_edit(scene);
    if (astar_field_update(field) != ASTAR_OK) golden_fail("no memory");
    golden_hash_field(scene, field, hash);
  }
  astar_field_free(field);
}

static void golden_hash_replanner(const golden_scene *scene, uint64_t *hash) {
  astar_replanner *planner;
  if (astar_replanner_new(scene->grid, scene->rules, NULL, 1, 1, scene->width - 2,
                          scene->height - 2, &planner) != ASTAR_OK) {
    golden_fail("no memory");
  }
  for (int i = 0; i < 20; i++) {
    astar_result result;
    golden_edit(scene);
    golden_mix(hash, (uint64_t)astar_replanner_find(planner, &result));
    golden_mix_number(hash, result.cost);
    if (result.length < 3) continue;
    astar_replanner_copy_path(planner, golden_points, GOLDEN_POINTS);
    golden_mix_points(hash, golden_points, result.length);
    astar_replanner_move(planner, golden_points[1].x, golden_points[1].y);
  }
  astar_replanner_free(planner);
}

int main(int argc, char **argv) {
  static const char *const names[] = {"paths", "lines", "fields", "replanner"};
  uint64_t hashes[4] = {1, 1, 1, 1};
  int different = 0;
  for (int number = 0; number < 400; number++) {
    golden_seed = (uint64_t)number;
    golden_scene scene = golden_make(number);
    golden_hash_paths(&scene, &hashes[0], &hashes[1]);
    golden_hash_fields(&scene, &hashes[2]);
    golden_hash_replanner(&scene, &hashes[3]);
    golden_free(&scene);
  }
  for (int i = 0; i < 4; i++) {
    char text[32];
    snprintf(text, sizeof text, "%016" PRIx64, hashes[i]);
    bool same = i + 1 >= argc || strcmp(text, argv[i + 1]) == 0;
    printf("%s %s%s\n", names[i], text, same ? "" : ": DIFFERENT");
    different += !same;
  }
  return different > 0;
}
