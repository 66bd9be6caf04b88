#include "astar_index.h"
#include "saved_index.h"
#include "../support/chance.h"
#include "../support/rounds.h"

#include <math.h>
#include <string.h>

/// Terrains.
enum { WALL, FLOOR, MUD, ROAD };

/// The map without corners, and the first weighted map.
enum { EMPTY_MAP = 7, WEIGHTED_MAP = 8 };

/// Queries per index.
enum { QUERIES = 6, MAX_POINTS = 4096 };

// -------------------------------------------------------------------------------- maps

static astar_rules *make_rules(int number) {
  astar_rules_def def = astar_default_rules();
  astar_rules *rules = NULL;
  def.cost[FLOOR] = number == 3 ? 2.5 : 1;
  def.diagonal = (astar_diagonal)(number % 4);
  if (number == 4) def.neighbors = 4;
  if (number == 5 || number == 9) def.size = 2;
  if (number == 6) def.diagonal_cost = 1.5;
  if (number >= WEIGHTED_MAP) {
    def.diagonal = ASTAR_DIAGONAL_ONLY_WHEN_NO_OBSTACLES;
    def.cost[MUD] = 3;
    def.cost[ROAD] = 0.5;
  }
  if (number == 10) def.neighbors = 4;
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  return rules;
}

static uint8_t random_terrain(int number, uint64_t *random) {
  if (number == EMPTY_MAP) return FLOOR;
  if (chance_of(random, number == 5 || number == 9 ? 9 : 4) == 0) return WALL;
  return number < WEIGHTED_MAP ? FLOOR : (uint8_t)(FLOOR + chance_of(random, 3));
}

astar_grid *saved_index_new_grid(int number, const astar_allocator *allocator) {
  astar_grid *grid = NULL;
  uint64_t random = (uint64_t)number;
  const int width = number < WEIGHTED_MAP ? 18 + number : 9, height = width - 3;
  if (astar_grid_new(allocator, width, height, ASTAR_SQUARE, FLOOR, &grid) != ASTAR_OK)
    return NULL;
  for (int y = 0; y < height; y++) {
    for (int x = 0; x < width; x++) {
      const uint8_t terrain = random_terrain(number, &random);
      REQUIRE(astar_grid_set(grid, x, y, terrain) == ASTAR_OK);
    }
  }
  bool has_memory = true;
  if (number == 6) { // the filter ignores layer 2, not layer 1
    has_memory = astar_grid_block(grid, 3, 3, true, 1) == ASTAR_OK &&
                 astar_grid_block(grid, 5, 3, true, 2) == ASTAR_OK;
  } else if (number == 9) {
    has_memory = astar_grid_set_penalty(grid, 4, 4, 2) == ASTAR_OK &&
                 astar_grid_set_edge(grid, 2, 2, 1, 0, false, false) == ASTAR_OK;
  }
  if (has_memory) return grid;
  astar_grid_free(grid);
  return NULL;
}

void saved_index_init(saved_index *s, int number, const astar_allocator *allocator) {
  astar_index *index = NULL;
  const char *message = NULL;
  *s = (saved_index){.number = number};
  s->grid = saved_index_new_grid(number, allocator);
  s->rules = make_rules(number);
  s->filter = (astar_filter){number == 6 ? ASTAR_LAYER(2) : 0, 1, {{0, 0}}};
  REQUIRE(s->grid != NULL);
  astar_bake_options options = astar_default_bake();
  options.filter = &s->filter;
  REQUIRE(astar_index_new(s->grid, s->rules, &options, &index, &message) == ASTAR_OK);
  s->size = astar_index_serialize(index, NULL, 0);
  s->bytes = malloc(s->size);
  REQUIRE(s->bytes != NULL);
  REQUIRE(astar_index_serialize(index, s->bytes, s->size - 1) == s->size);
  REQUIRE(astar_index_serialize(index, s->bytes, s->size) == s->size);
  saved_index_compare(s, index);
  astar_index_free(index);
}

void saved_index_fini(saved_index *s) {
  astar_grid_free(s->grid);
  astar_rules_free(s->rules);
  free(s->bytes);
}

// ------------------------------------------------------------------------------ strings

// ------------------------------------------------------------------------------ answers

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-9 * (1 + fabs(b)); }

/// The path must be legal, join start and goal, and cost what the index says. `rules`:
/// those of the index, which a hostile string may have changed.
static void check_path(astar_grid *grid, const astar_index *index,
                       const astar_query *query, const astar_path *path, double cost) {
  static astar_point points[MAX_POINTS];
  static double costs[MAX_POINTS];
  size_t bad;
  const astar_filter filter = astar_index_filter(index);
  const size_t count = astar_path_points(path, points, MAX_POINTS);
  REQUIRE(count > 0 && count <= MAX_POINTS);
  REQUIRE(points[0].x == query->start_x && points[0].y == query->start_y);
  REQUIRE(points[count - 1].x == query->goals->x &&
          points[count - 1].y == query->goals->y);
  const astar_status status = astar_check_path(grid, astar_index_rules(index), &filter,
                                               points, count, ASTAR_PATH_STEPS, 0, &bad);
  REQUIRE(status == ASTAR_NO_MEMORY || (status == ASTAR_OK && bad == count));
  REQUIRE(astar_path_costs(path, costs, MAX_POINTS) == count);
  REQUIRE(is_near(costs[count - 1], cost));
}

/// One query. `is_genuine`: the answer must be that of the grid.
static void check_query(astar_grid *grid, astar_index *index, const astar_query *query,
                        bool is_genuine) {
  astar_path *path = NULL;
  astar_result result, expected;
  double cost = 0;
  if (astar_path_new(NULL, &path) != ASTAR_OK) abort();
  const astar_status status = astar_index_find_path(index, query, path, &result);
  const astar_status truth = astar_find_path(grid, query, NULL, &expected);
  const astar_status of_cost = astar_index_cost(index, query->start_x, query->start_y,
                                                query->goals->x, query->goals->y, &cost);
  if (status == ASTAR_OK) {
    check_path(grid, index, query, path, result.cost);
    REQUIRE(truth == ASTAR_OK || truth == ASTAR_NO_MEMORY);
    REQUIRE(truth != ASTAR_OK || result.cost >= expected.cost * (1 - 1e-9));
  }
  if (is_genuine) {
    REQUIRE(status == truth && of_cost == truth);
    REQUIRE(truth != ASTAR_OK || is_near(result.cost, expected.cost));
    REQUIRE(truth != ASTAR_OK || is_near(cost, expected.cost));
  }
  astar_path_free(path);
}

static void check_queries(astar_grid *grid, astar_index *index, bool is_genuine) {
  uint64_t random = 7;
  const astar_filter filter = astar_index_filter(index);
  const int width = astar_grid_width(grid), height = astar_grid_height(grid);
  for (int i = 0; i < QUERIES; i++) {
    const astar_point goal = {chance_of(&random, width), chance_of(&random, height)};
    astar_query query =
        astar_default_query(astar_index_rules(index), chance_of(&random, width),
                            chance_of(&random, height), &goal, 1);
    query.filter = &filter;
    check_query(grid, index, &query, is_genuine);
  }
}

void saved_index_compare(const saved_index *s, astar_index *index) {
  check_queries(s->grid, index, true);
}

bool saved_index_try(const saved_index *s, const uint8_t *bytes, size_t size) {
  astar_index *index = NULL;
  const char *message = "none";
  const astar_status status =
      astar_grid_load_index(s->grid, bytes, size, &index, &message);
  REQUIRE((status == ASTAR_OK) == (index != NULL));
  if (status != ASTAR_OK) {
    REQUIRE(status == ASTAR_INVALID || status == ASTAR_UNSUITED ||
            status == ASTAR_NO_MEMORY);
    REQUIRE(message != NULL && message[0] != '\0');
    return false;
  }
  REQUIRE(message == NULL);
  check_queries(s->grid, index, false);
  astar_index_free(index);
  return true;
}
