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
#include "astar_crowd.h"
#include "astar_explain.h"
#include "astar_index.h"
#include "astar_pool.h"

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
  for (size_t i = 0; i < count; i++)
    golden_mix(hash, (uint64_t)points[i].x << 16 | (uint64_t)points[i].y);
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
      astar_rules_new(NULL, &def, &scene.rules) != ASTAR_OK)
    golden_fail("no memory");
  int edits = golden_random(scene.width * scene.height / 3);
  for (int i = 0; i < edits; i++) golden_edit(&scene);
  return scene;
}

static void golden_free(golden_scene *scene) {
  astar_grid_free(scene->grid);
  astar_rules_free(scene->rules);
}

enum { GOLDEN_POINTS = 65536, GOLDEN_UNITS = 40, GOLDEN_HASHES = 10 };

static astar_point golden_points[GOLDEN_POINTS];

static void golden_hash_paths(const golden_scene *scene, uint64_t *paths,
                              uint64_t *lines) {
  astar_path *path;
  if (astar_path_new(NULL, &path) != ASTAR_OK) return;
  for (int i = 0; i < 12; i++) {
    golden_tile start = golden_random_tile(scene), end = golden_random_tile(scene);
    astar_point goal = {end.x, end.y};
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
      ASTAR_OK)
    return;
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
                          scene->height - 2, &planner) != ASTAR_OK)
    golden_fail("no memory");
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

// Where all units of a crowd are, and what happened to them.
static void golden_hash_units(astar_crowd *crowd, uint64_t *hash) {
  uint32_t units[GOLDEN_UNITS];
  size_t count = astar_crowd_units(crowd, units, GOLDEN_UNITS);
  astar_unit_event event;
  for (size_t i = 0; i < count; i++) {
    astar_unit_info info;
    if (!astar_crowd_unit(crowd, units[i], &info)) golden_fail("a unit is missing");
    golden_mix(hash, units[i]);
    golden_mix_points(hash, &info.at, 1);
    golden_mix_points(hash, &info.to, 1);
    golden_mix_number(hash, info.progress);
  }
  while (astar_crowd_next_event(crowd, &event))
    golden_mix(hash, (uint64_t)event.unit << 8 | (uint64_t)event.kind);
}

static void golden_add_unit(const golden_scene *scene, astar_crowd *crowd) {
  golden_tile tile = golden_random_tile(scene);
  astar_unit_def def = astar_default_unit(scene->rules, tile.x, tile.y);
  def.speed = 1 + golden_random(80) / 16.0;
  def.priority = golden_random(5) / 4;
  def.hold = golden_random(10) == 0;
  uint32_t unit;
  if (astar_is_error(astar_crowd_add(crowd, &def, &unit))) golden_fail("no unit");
}

// A pack, or another formation.
static void golden_send(astar_crowd *crowd, const uint32_t *units, size_t count,
                        golden_tile tile) {
  astar_send_options options = astar_default_send();
  size_t placed;
  options.formation = (astar_formation)golden_random(ASTAR_FORMATION_KEEP + 1);
  if (golden_random(2) == 0) options.facing = golden_random(630) / 100.0 - 3;
  options.slowest = golden_random(3) == 0;
  astar_crowd_send(crowd, units, count, tile.x, tile.y, &options, &placed);
}

// An order, or another call.
static void golden_call(const golden_scene *scene, astar_crowd *crowd,
                        astar_field *field) {
  uint32_t units[GOLDEN_UNITS];
  size_t count = astar_crowd_units(crowd, units, GOLDEN_UNITS);
  golden_tile tile = golden_random_tile(scene);
  int one = golden_random(GOLDEN_UNITS), other = golden_random(GOLDEN_UNITS);
  astar_order order = {.range = golden_random(2)};
  if (count == 0) return;
  uint32_t unit = units[(size_t)one % count], target = units[(size_t)other % count];
  order.partial = golden_random(2) == 0;
  switch (golden_random(12)) {
  case 0: golden_send(crowd, units, count / 2, tile); break;
  case 1: astar_crowd_chase(crowd, unit, target, &order); break;
  case 2:
    if (field != NULL) astar_crowd_follow(crowd, units, count / 3, field);
    break;
  case 3: astar_crowd_set_speed(crowd, unit, 1 + one / 8.0); break;
  case 4: astar_crowd_place(crowd, unit, tile.x, tile.y, 0); break;
  case 5: golden_edit(scene); break;
  default: astar_crowd_go_to(crowd, unit, tile.x, tile.y, &order);
  }
}

static void golden_hash_crowd(const golden_scene *scene, uint64_t *hash) {
  static const double times[] = {1.0 / 60, 1.0 / 60, 0.1, 1.0 / 32, 0.4};
  golden_tile tile = golden_random_tile(scene);
  astar_source goal = {tile.x, tile.y, 0};
  astar_crowd_def def = astar_default_crowd();
  astar_crowd *crowd;
  astar_field *field;
  def.patience = 4;
  def.budget = 100;
  if (astar_crowd_new(scene->grid, &def, &crowd) != ASTAR_OK) golden_fail("no crowd");
  astar_distance_field(scene->grid, scene->rules, NULL, &goal, 1, INFINITY, &field);
  for (int i = 0; i < GOLDEN_UNITS; i++) golden_add_unit(scene, crowd);
  for (int i = 0; i < 150; i++) {
    int calls = i < 20 ? 3 : golden_random(8) / 6;
    for (int k = 0; k < calls; k++) golden_call(scene, crowd, field);
    if (astar_crowd_update(crowd, times[golden_random(5)]) != ASTAR_OK)
      golden_fail("no memory");
    golden_hash_units(crowd, hash);
  }
  astar_field_free(field);
  astar_crowd_free(crowd);
}

// All that an explanation says.
static void golden_hash_explanation(const golden_scene *scene, uint64_t *hash) {
  static astar_open_tile tiles[GOLDEN_POINTS];
  static uint8_t terrains[256];
  golden_tile start = golden_random_tile(scene), goal = golden_random_tile(scene);
  astar_explain_query query =
      astar_default_explain_query(scene->rules, start.x, start.y, goal.x, goal.y);
  astar_explanation *explanation;
  query.open_cost['#'] = 1 + golden_random(40) / 10.0;
  if (astar_explain(scene->grid, &query, &explanation) != ASTAR_OK)
    golden_fail("no explanation");
  astar_explanation_summary summary = astar_explanation_summarize(explanation);
  golden_mix(hash, (uint64_t)summary.reason << 16 | (uint64_t)summary.relax);
  golden_mix_number(hash, summary.open_cost);
  golden_mix_number(hash, summary.path_cost);
  golden_mix(hash, (uint64_t)summary.widest << 1 | (uint64_t)summary.is_exact);
  golden_mix_points(hash, &summary.tightest, 1);
  size_t count = astar_explanation_terrains(explanation, terrains, 256);
  for (size_t i = 0; i < count; i++) golden_mix(hash, terrains[i]);
  count = astar_explanation_open_tiles(explanation, tiles, GOLDEN_POINTS);
  for (size_t i = 0; i < count; i++)
    golden_mix(hash, (uint64_t)tiles[i].x << 16 | (uint64_t)tiles[i].y);
  count = astar_explanation_points(explanation, golden_points, GOLDEN_POINTS);
  golden_mix_points(hash, golden_points, count);
  count = astar_explanation_barrier(explanation, golden_points, GOLDEN_POINTS);
  golden_mix_points(hash, golden_points, count);
  astar_explanation_free(explanation);
}

// Which building would cut a pair off, and the choke points of the pair.
static void golden_hash_plans(const golden_scene *scene, uint64_t *hash) {
  golden_tile start = golden_random_tile(scene), goal = golden_random_tile(scene);
  golden_tile corner = golden_random_tile(scene);
  astar_pair pair = {start.x, start.y, goal.x, goal.y};
  astar_point building[] = {{corner.x, corner.y},
                            {corner.x + 1, corner.y},
                            {corner.x, corner.y + 1},
                            {corner.x + 1, corner.y + 1}};
  golden_mix(hash, (uint64_t)astar_can_block(scene->grid, scene->rules, NULL, building, 4,
                                             &pair, 1, NULL));
  astar_point cut[8];
  int count = 0;
  golden_mix(hash, (uint64_t)astar_chokepoints(scene->grid, scene->rules, NULL, start.x,
                                               start.y, goal.x, goal.y, 8, cut, &count));
  golden_mix_points(hash, cut, (size_t)count);
}

static void golden_hash_explanations(const golden_scene *scene, uint64_t *hash) {
  for (int i = 0; i < 6; i++) {
    golden_edit(scene);
    golden_hash_explanation(scene, hash);
    golden_hash_plans(scene, hash);
  }
}

static void golden_mix_bytes(uint64_t *hash, const uint8_t *bytes, size_t size) {
  golden_mix(hash, size);
  for (size_t i = 0; i < size; i++) golden_mix(hash, bytes[i]);
}

static uint8_t golden_bytes[1 << 22];

// Rules as a byte string, also of the same rules that were read from it.
static void golden_hash_rules(const astar_rules *rules, uint64_t *hash) {
  const char *message;
  astar_rules *read;
  size_t size = astar_rules_serialize(rules, golden_bytes, sizeof golden_bytes);
  golden_mix_bytes(hash, golden_bytes, size);
  if (astar_rules_deserialize(NULL, golden_bytes, size, &read, &message) != ASTAR_OK)
    golden_fail(message);
  size = astar_rules_serialize(read, golden_bytes, sizeof golden_bytes);
  golden_mix_bytes(hash, golden_bytes, size);
  astar_rules_free(read);
}

// Deltas, and the content of a replica.
static void golden_hash_replica(const golden_scene *scene, uint64_t *hash) {
  astar_grid *replica;
  const char *message;
  size_t size;
  uint64_t revision = astar_grid_revision(scene->grid);
  golden_hash_rules(scene->rules, hash);
  if (astar_grid_changes(scene->grid, revision, NULL, 0, &size) != ASTAR_OK ||
      astar_grid_clone(scene->grid, NULL, &replica) != ASTAR_OK)
    golden_fail("no memory");
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < 20; k++) golden_edit(scene);
    revision = astar_grid_revision(replica);
    if (astar_grid_changes(scene->grid, revision, golden_bytes, sizeof golden_bytes,
                           &size) != ASTAR_OK)
      golden_fail("no delta");
    golden_mix_bytes(hash, golden_bytes, size);
    if (astar_grid_apply(replica, golden_bytes, size, UINT64_MAX, &message) != ASTAR_OK)
      golden_fail(message);
  }
  size = astar_grid_serialize(replica, golden_bytes, sizeof golden_bytes);
  golden_mix_bytes(hash, golden_bytes, size);
  astar_grid_free(replica);
}

// A request for a path or for a field.
static void golden_request(const golden_scene *scene, astar_pool *pool) {
  golden_tile start = golden_random_tile(scene), end = golden_random_tile(scene);
  astar_point goal = {end.x, end.y};
  astar_source source = {end.x, end.y, 0};
  astar_query query = astar_default_query(scene->rules, start.x, start.y, &goal, 1);
  query.partial = golden_random(3) == 0;
  astar_request *request;
  astar_status status = golden_random(5) == 0
                            ? astar_pool_distance_field(pool, scene->rules, NULL, &source,
                                                        1, INFINITY, &request)
                            : astar_pool_find_path(pool, &query, &request);
  if (status != ASTAR_OK) golden_fail("no request");
}

// Expansions of threads depend on which thread saw which edits.
static void golden_hash_answer(const golden_scene *scene, int threads,
                               astar_request *request, uint64_t *hash) {
  astar_field *field;
  astar_result result = astar_request_result(request);
  size_t count = astar_request_copy_path(request, golden_points, GOLDEN_POINTS);
  golden_mix(hash, (uint64_t)astar_request_status(request));
  golden_mix_number(hash, result.cost);
  golden_mix(hash, threads == 0 ? result.expanded : 0);
  golden_mix_points(hash, golden_points, count);
  if (astar_request_take_field(request, &field) == ASTAR_OK) {
    golden_hash_field(scene, field, hash);
    if (astar_field_update(field) != ASTAR_OK) golden_fail("no memory");
    golden_hash_field(scene, field, hash);
    astar_field_free(field);
  }
  astar_request_free(request);
}

// Answers of threads, in the order in which they are delivered.
static void golden_hash_pool(const golden_scene *scene, uint64_t *hash) {
  astar_pool_options options = astar_default_pool();
  astar_request *request;
  astar_pool *pool;
  options.threads = golden_random(4);
  options.latency = golden_random(3);
  if (astar_pool_new(scene->grid, NULL, &options, &pool) != ASTAR_OK)
    golden_fail("no pool");
  for (int i = 0; i < 15; i++) {
    for (int k = golden_random(4); k > 0; k--) golden_request(scene, pool);
    for (int k = golden_random(4); k > 0; k--) golden_edit(scene);
    astar_pool_update(pool);
    if (options.latency == 0) astar_pool_wait(pool);
    golden_mix(hash, (uint64_t)i);
    while ((request = astar_pool_next(pool)) != NULL)
      golden_hash_answer(scene, options.threads, request, hash);
  }
  astar_pool_wait(pool);
  while ((request = astar_pool_next(pool)) != NULL)
    golden_hash_answer(scene, options.threads, request, hash);
  astar_pool_free(pool);
}

// What an index answers: costs, and a path.
static void golden_ask_index(const golden_scene *scene, astar_index *index,
                             uint64_t *hash) {
  enum { TARGETS = 6 };
  golden_tile start = golden_random_tile(scene);
  astar_point goals[TARGETS];
  double costs[TARGETS];
  astar_result result;
  astar_index_info info;
  astar_path *path;
  for (int i = 0; i < TARGETS; i++) {
    golden_tile tile = golden_random_tile(scene);
    goals[i] = (astar_point){tile.x, tile.y};
  }
  astar_query query = astar_default_query(scene->rules, start.x, start.y, goals, 1);
  if (astar_path_new(NULL, &path) != ASTAR_OK) golden_fail("no memory");
  golden_mix(hash, (uint64_t)astar_index_find_path(index, &query, path, &result));
  golden_mix_number(hash, result.cost);
  golden_mix(hash, result.expanded);
  size_t count = astar_path_points(path, golden_points, GOLDEN_POINTS);
  golden_mix_points(hash, golden_points, count);
  astar_index_costs(index, start.x, start.y, goals, TARGETS, costs);
  for (int i = 0; i < TARGETS; i++) golden_mix_number(hash, costs[i]);
  astar_index_get_info(index, &info);
  golden_mix(hash, info.answered << 32 | info.searched);
  astar_path_free(path);
}

// Indexes before and after edits, baked again, and as byte strings.
static void golden_hash_index(const golden_scene *scene, uint64_t *hash,
                              uint64_t *strings) {
  astar_index *index;
  const char *message;
  for (uint32_t id = 0; astar_grid_each_link(scene->grid, &id, NULL);)
    astar_grid_unlink(scene->grid, id);
  astar_status status = astar_index_new(scene->grid, scene->rules, NULL, &index, NULL);
  golden_mix(hash, (uint64_t)status);
  for (int i = 0; i < 3 && status == ASTAR_OK; i++) {
    size_t size = astar_index_serialize(index, golden_bytes, sizeof golden_bytes);
    golden_mix_bytes(strings, golden_bytes, size);
    if (i == 1) { // the same index from its string
      astar_index_free(index);
      status = astar_grid_load_index(scene->grid, golden_bytes, size, &index, &message);
      if (status != ASTAR_OK) golden_fail(message);
    }
    for (int k = 0; k < 10; k++) golden_ask_index(scene, index, hash);
    for (int k = 0; k < 3; k++) {
      golden_tile tile = golden_random_tile(scene);
      astar_grid_block(scene->grid, tile.x, tile.y, golden_random(2) == 0, 1);
      golden_ask_index(scene, index, hash);
    }
    status = astar_index_bake(index, NULL);
    golden_mix(hash, (uint64_t)status);
  }
  astar_index_free(index);
}

int main(int argc, char **argv) {
  static const char *const names[] = {"paths",   "lines",        "fields",   "replanner",
                                      "crowds",  "explanations", "replicas", "pools",
                                      "indexes", "index strings"};
  uint64_t hashes[GOLDEN_HASHES] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
  int different = 0;
  for (int number = 0; number < 400; number++) {
    golden_seed = (uint64_t)number;
    golden_scene scene = golden_make(number);
    golden_hash_paths(&scene, &hashes[0], &hashes[1]);
    golden_hash_fields(&scene, &hashes[2]);
    golden_hash_replanner(&scene, &hashes[3]);
    if (number % 4 == 0 || number % 5 == 4) golden_hash_crowd(&scene, &hashes[4]);
    golden_hash_explanations(&scene, &hashes[5]);
    golden_hash_replica(&scene, &hashes[6]);
    if (number % 4 == 1) golden_hash_pool(&scene, &hashes[7]);
    golden_hash_index(&scene, &hashes[8], &hashes[9]);
    golden_free(&scene);
  }
  for (int i = 0; i < GOLDEN_HASHES; i++) {
    char text[32];
    snprintf(text, sizeof text, "%016" PRIx64, hashes[i]);
    bool same = i + 1 >= argc || strcmp(text, argv[i + 1]) == 0;
    printf("%s %s%s\n", names[i], text, same ? "" : ": DIFFERENT");
    different += !same;
  }
  return different > 0;
}
