/// Tests the public headers in a C++17 program without Lua, used in the way of C++:
/// handles that free themselves, vectors, exceptions for errors. Compiled with -Wall
/// -Wextra -Wpedantic -Werror with the static and with the shared library, run by
/// spec/quality/embed_spec.lua.
#include "astar.h"
#include "astar_crowd.h"
#include "astar_explain.h"
#include "astar_index.h"
#include "astar_pool.h"

#include <cstdio>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

struct free_astar {
  void operator()(astar_grid *grid) const { astar_grid_free(grid); }
  void operator()(astar_rules *rules) const { astar_rules_free(rules); }
  void operator()(astar_field *field) const { astar_field_free(field); }
};

using grid_ptr = std::unique_ptr<astar_grid, free_astar>;
using rules_ptr = std::unique_ptr<astar_rules, free_astar>;
using field_ptr = std::unique_ptr<astar_field, free_astar>;

static_assert(std::is_trivially_copyable_v<astar_query>, "queries are plain data");
static_assert(std::is_standard_layout_v<astar_rules_def>, "definitions are plain data");
static_assert(std::is_trivially_copyable_v<astar_filter>, "filters are plain data");

void check(astar_status status) {
  if (astar_is_error(status)) throw std::runtime_error(astar_reason(status));
}

void require(bool holds, const char *what) {
  if (!holds) throw std::logic_error(what);
}

grid_ptr make_grid(const std::vector<std::string_view> &rows) {
  astar_grid *grid = nullptr;
  check(astar_grid_new(nullptr, static_cast<int>(rows[0].size()),
                       static_cast<int>(rows.size()), ASTAR_SQUARE, 0, &grid));
  grid_ptr owner(grid);
  for (std::size_t y = 0; y < rows.size(); y++) {
    const std::vector<std::uint8_t> terrains(rows[y].begin(), rows[y].end());
    check(astar_grid_set_row(grid, static_cast<int>(y), terrains.data()));
  }
  return owner;
}

rules_ptr make_rules() {
  astar_rules_def def = astar_default_rules();
  def.cost[static_cast<unsigned char>('.')] = 1.5;
  astar_rules *rules = nullptr;
  check(astar_rules_new(nullptr, &def, &rules));
  return rules_ptr(rules);
}

std::vector<astar_point> find_path(astar_grid *grid, const astar_rules *rules,
                                   astar_point start, astar_point goal) {
  const astar_query query = astar_default_query(rules, start.x, start.y, &goal, 1);
  astar_result result{};
  astar_path *path = nullptr;
  check(astar_path_new(nullptr, &path));
  check(astar_find_path(grid, &query, path, &result));
  std::vector<astar_point> points(astar_path_points(path, nullptr, 0));
  require(points.size() == result.length, "the number of points");
  astar_path_points(path, points.data(), points.size());
  astar_path_free(path);
  return points;
}

void use_versions() {
  require(astar_version_number() == ASTAR_VERSION_NUMBER, "the number of the version");
  require(std::string(astar_version()) == ASTAR_VERSION, "the text of the version");
}

void use_paths(astar_grid *grid, const astar_rules *rules) {
  const std::vector<astar_point> points = find_path(grid, rules, {0, 0}, {4, 0});
  require(points.size() == 13 && points[6].x == 2 && points[6].y == 4, "the path");
  require(find_path(grid, rules, {0, 0}, {6, 0}).empty(), "no path");
}

void use_field(astar_grid *grid, const astar_rules *rules) {
  const std::vector<astar_source> goals{{4, 0, 0}};
  astar_field *field = nullptr;
  check(astar_distance_field(grid, rules, nullptr, goals.data(),
                             static_cast<int>(goals.size()),
                             std::numeric_limits<double>::infinity(), &field));
  const field_ptr owner(field);
  astar_point next{};
  require(astar_field_next(field, 4, 1, &next) && next.x == 4 && next.y == 0, "a step");
  astar_path *path = nullptr;
  check(astar_path_new(nullptr, &path));
  const std::unique_ptr<astar_path, decltype(&astar_path_free)> path_owner(
      path, astar_path_free);
  check(astar_field_path(field, 0, 0, path, nullptr));
  require(astar_path_points(path, nullptr, 0) == 13, "the length");
}

// A filter that ignores the obstacles of the own team and halves penalties.
void use_filters(astar_grid *grid, const astar_rules *rules) {
  const astar_filter friendly{ASTAR_LAYER(2) | ASTAR_LAYER(3), 0.5, {}};
  const astar_point goal{4, 0};
  astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  astar_result result{};
  check(astar_grid_block(grid, 2, 4, true, 3));
  check(astar_grid_set_penalty(grid, 3, 4, 4));
  require(astar_grid_obstacles(grid, 2, 4) == ASTAR_LAYER(3), "the layer");
  require(astar_grid_is_blocked(grid, 2, 4, 3), "an obstacle");
  require(!astar_grid_is_blocked(grid, 2, 4, 2), "another layer");
  require(astar_find_path(grid, &query, nullptr, &result) == ASTAR_UNREACHABLE, "enemy");
  query.filter = &friendly;
  require(astar_find_path(grid, &query, nullptr, &result) == ASTAR_OK, "a friend");
  require(result.cost > 19.9 && result.cost < 20.1, "half a penalty");
  require(astar_is_reachable(grid, rules, &friendly, 0, 0, 4, 0) == ASTAR_OK,
          "reachable");
  require(astar_is_passable(grid, rules, &friendly, 2, 4), "passable with the filter");
  require(!astar_is_passable(grid, rules, nullptr, 2, 4),
          "impassable without the filter");
  astar_rules_def def = astar_default_rules();
  def.filter = friendly;
  require(astar_why_invalid_rules(&def) == nullptr, "a definition with a filter");
  astar_rules *own = nullptr;
  check(astar_rules_new(nullptr, &def, &own));
  const rules_ptr owner(own);
  require(astar_rules_filter(own).ignored_layers == friendly.ignored_layers, "kept");
  require(astar_rules_filter(rules).ignored_layers ==
              astar_default_filter().ignored_layers,
          "the default");
  check(astar_grid_set_penalty(grid, 3, 4, 0));
  check(astar_grid_fill_blocked(grid, 0, 0, 7, 5, false, 3));
}

double largest_distance(void *user, int dx, int dy) {
  ++*static_cast<int *>(user);
  return dx > dy ? dx : dy;
}

void use_heuristic(astar_grid *grid, const astar_rules *rules) {
  const astar_point goal{4, 0};
  int calls = 0;
  astar_query query = astar_default_query(rules, 0, 0, &goal, 1);
  query.heuristic = ASTAR_HEURISTIC_FUNCTION;
  query.heuristic_function = largest_distance;
  query.heuristic_user = &calls;
  astar_result result{};
  check(astar_find_path(grid, &query, nullptr, &result));
  require(calls > 0 && result.length == 13, "the heuristic function");
}

void use_checks(astar_grid *grid, const astar_rules *rules) {
  astar_query query = astar_default_query(rules, 0, 0, nullptr, 0);
  require(astar_why_invalid(grid, &query) == nullptr, "a valid query");
  query.weight = -1;
  require(std::string(astar_why_invalid(grid, &query)).rfind("query.weight", 0) == 0,
          "an invalid query");
  query = astar_query{};
  require(astar_why_invalid(grid, &query) != nullptr, "an empty query");
}

} // namespace

int main() {
  try {
    const grid_ptr grid = make_grid({".###.#.", //
                                     ".###.#.", //
                                     ".###.##", //
                                     ".###...", //
                                     "......."});
    const rules_ptr rules = make_rules();
    use_versions();
    use_paths(grid.get(), rules.get());
    use_field(grid.get(), rules.get());
    use_filters(grid.get(), rules.get());
    use_heuristic(grid.get(), rules.get());
    use_checks(grid.get(), rules.get());
    std::puts("astar.h in C++17: ok");
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
