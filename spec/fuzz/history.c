/// Compares grids after many edits with fresh copies:
///
///     build/fuzz/history [EDITS [SEED]]
///
/// Some of the rules are varied, as explanations need them (`rules_vary`).
///
/// The library repairs derived data after edits. After each edit it must equal the data
/// derived from a new map with the same content: legal moves,
/// costs, jump boards, terrain boards, patterns, arcs and counts byte by byte, components
/// up to their numbers.
/// Paths, expansions and slices of searches must be the same, too.
///
/// Method: each round edits one small grid with several rules, each with more filters
/// than the number of kept sets of derived data. Some edits remove the last penalty,
/// edge, link, expensive tile or obstacle of a layer: a repair may fail to notice that
/// none is left. Searches and fields stay while the grid is edited: an edit that does not
/// affect them must change nothing of them. A failure prints the seed of its round and
/// ends the program.
#include "query/query.h"
#include "../support/rounds.h"
#include "../support/chance.h"

#include <math.h>
#include <string.h>

enum { MAX_RULES = 4, EDITS_PER_ROUND = 60, MAX_GOALS = 3, TERRAINS = 5 };
enum { MAX_FILTERS = 6, FIELDS = 3, SEARCHES = 3, PLANNERS = 2 };

// ----------------------------------------------------------------------------- content

/// Rules, and filters for queries with them.
typedef struct law {
  astar_rules *rules;
  const astar_filter *filters[MAX_FILTERS]; ///< NULL: that of the rules
  astar_filter list[MAX_FILTERS];
  int filter_count;
} law;

/// A distance field or a movement range that is kept and updated.
typedef struct field {
  astar_field *field;
  const law *law;
  const astar_filter *filter;
  bool is_range;
  astar_source goals[MAX_GOALS]; ///< or the start of the range
  int goal_count;
  double max_cost;
  uint64_t revision; ///< of the grid at the last update
} field;

/// A sliced search that is kept while the grid is edited, and the result of
/// `astar_find_path` at its beginning.
typedef struct finder {
  astar_search *search;
  astar_goal goals[MAX_GOALS];
  astar_filter filter;
  uint64_t revision; ///< of the grid when the search began
  astar_status status;
  astar_result result;
  astar_point *points;
} finder;

typedef struct planner {
  astar_replanner *planner;
  const law *law;
  const astar_filter *filter;
  int x, y; ///< where its mover is
  astar_goal goal;
} planner;

/// The queries that an edit affects: every query, those that consider a layer (its
/// number), or those that consider penalties.
enum { ABOUT_MAP, ABOUT_PENALTIES = ASTAR_LAYERS + 1, ABOUTS };

typedef struct life {
  bool is_plain; ///< no edges and links: adjacent passable tiles are connected
  bool is_calm;  ///< most edits change a layer or penalties
  astar_grid *grid;
  astar_grid *other;     ///< of the same size: the content of the grid at another time
  uint64_t last[ABOUTS]; ///< by kind: the revision after the last edit
  law laws[MAX_RULES];
  int law_count;
  int layers[ASTAR_LAYERS], layer_count; ///< that have obstacles
  field fields[FIELDS];
  finder finders[SEARCHES];
  planner planners[PLANNERS];
  uint32_t links[64]; ///< ids
  int link_count;
} life;

static astar_grid *copy_of(const astar_grid *grid) {
  const char *message;
  size_t size = astar_grid_serialize(grid, NULL, 0);
  void *bytes = must(malloc(size));
  astar_grid *copy;
  REQUIRE(astar_grid_serialize(grid, bytes, size) == size);
  REQUIRE(astar_grid_deserialize(NULL, bytes, size, ASTAR_MAX_TILES, &copy, &message) ==
          ASTAR_OK);
  REQUIRE(astar_grid_revision(copy) == astar_grid_revision(grid));
  free(bytes);
  return copy;
}

static void *copy_of_points(const astar_point *points, size_t count) {
  void *copy = must(malloc((count + 1) * sizeof *points));
  memcpy(copy, points, count * sizeof *points);
  return copy;
}

// ------------------------------------------------------------------------------ rules

// Moves of a list. Some of their clear tiles are as far from their ends as possible.
static const astar_offset behind[] = {{-2, -2}}, beside[] = {{1, 0}, {-1, 2}};
static const astar_move moves[] = {
    {1, 0, 1, NULL, 0},   {0, -1, 1, NULL, 0},      {-1, 0, 1, NULL, 0},
    {2, 2, 3, behind, 1}, {-2, -1, 2.2, beside, 2}, {1, 2, 2.2, NULL, 0},
    {2, 1, 2.2, NULL, 0}, {1, 1, 1.5, NULL, 0},     {-1, -3, 4, behind, 1}};
enum { MOVES = sizeof moves / sizeof moves[0] };

static uint8_t any_layers(void) {
  switch (chance(4)) {
  case 0: return 0;
  case 1: return ASTAR_ALL_LAYERS;
  case 2: return ASTAR_LAYER(1 + chance(ASTAR_LAYERS));
  default: return (uint8_t)chance(256);
  }
}

static astar_filter any_filter(void) {
  static const double scales[] = {1, 1, 0, 0.5, 2};
  return (astar_filter){any_layers(), pick(scales, 5)};
}

/// Rules with a change, in place of others.
static astar_rules *vary_rules(astar_rules *rules) {
  astar_rules *varied;
  rules_variation v = {0};
  v.always_diagonal = chance(3) == 0;
  v.ignores_edges = chance(2) == 0;
  if (chance(4) == 0) v.size = 1 + chance(3);
  for (int t = 0; t < TERRAINS; t++) {
    if (chance(3) == 0) rules_variation_open(&v, (uint8_t)t);
  }
  REQUIRE(rules_vary(rules, NULL, &v, &varied) == ASTAR_OK);
  astar_rules_free(rules);
  return varied;
}

static astar_rules *new_rules(void) {
  // Impassable terrains last: pair costs use none of them.
  static const double costs[] = {1,
                                 1,
                                 1,
                                 3,
                                 0.5,
                                 1.7,
                                 100,
                                 1e12,
                                 ASTAR_IMPASSABLE,
                                 ASTAR_IMPASSABLE,
                                 ASTAR_IMPASSABLE};
  enum { COSTS = sizeof costs / sizeof costs[0] };
  static const double diagonals[] = {
      1.4142135623730951, 1.4142135623730951, 1, 2, 1.5, 2.5, 0.7};
  astar_pair_cost steps[6];
  astar_rules *rules;
  astar_rules_def def = astar_default_rules();
  def.cost[0] = 1;
  for (int t = 1; t < TERRAINS; t++) def.cost[t] = pick(costs, COSTS);
  def.diagonal = (astar_diagonal)chance(4);
  def.diagonal_cost = pick(diagonals, 7);
  if (chance(4) == 0) def.neighbors = 4;
  if (chance(8) == 0) {
    def.neighbors = 0;
    int first = chance(MOVES);
    def.moves = moves + first;
    def.move_count = 1 + chance(MOVES - first);
  }
  if (chance(5) == 0) def.size = 2 + chance(2);
  if (chance(6) == 0) {
    def.has_pair_costs = true;
    def.pair_costs = steps;
    for (int i = 0; i < 6; i++, def.pair_cost_count++) {
      steps[i] = (astar_pair_cost){(uint8_t)chance(TERRAINS), (uint8_t)chance(TERRAINS),
                                   (int8_t)(chance(3) - 1), (int8_t)(chance(3) - 1),
                                   chance(3) == 0   ? ASTAR_FORBIDDEN
                                   : chance(3) == 0 ? 0
                                                    : pick(costs, COSTS - 3)};
    }
  }
  if (chance(3) == 0) def.filter = any_filter();
  REQUIRE(astar_rules_new(NULL, &def, &rules) == ASTAR_OK);
  return chance(4) == 0 ? vary_rules(rules) : rules;
}

static void begin_law(law *l) {
  l->rules = new_rules();
  l->filter_count = 1 + chance(MAX_FILTERS);
  for (int i = 1; i < l->filter_count; i++) {
    l->list[i] = any_filter();
    l->filters[i] = &l->list[i];
  }
}

static const law *any_law(const life *l) { return &l->laws[chance(l->law_count)]; }

static const astar_filter *any_filter_of(const law *l) {
  return l->filters[chance(l->filter_count)];
}

static astar_filter filter_of(const law *l, const astar_filter *filter) {
  return filter != NULL ? *filter : astar_rules_filter(l->rules);
}

static bool suits(const life *l, const law *under) {
  return astar_why_unsuited(l->grid, under->rules, NULL, ASTAR_AUTO) == NULL;
}

// ------------------------------------------------------------------------------ edits

/// Ends each edit: records which queries it affects, if it changed something.
static void note(life *l, int about, uint64_t before) {
  uint64_t now = astar_grid_revision(l->grid);
  REQUIRE(now >= before);
  if (now != before) l->last[about] = now;
}

/// Whether an edit since a revision affects queries with a filter.
static bool is_concerned(const life *l, const astar_filter *filter, uint64_t revision) {
  bool is_map = l->last[ABOUT_MAP] > revision;
  bool is_penalty = filter->penalty_scale > 0 && l->last[ABOUT_PENALTIES] > revision;
  bool is_layer = false;
  for (int layer = 1; layer <= ASTAR_LAYERS; layer++) {
    bool is_ignored = (filter->ignored_layers & ASTAR_LAYER(layer)) != 0;
    is_layer = is_layer || (!is_ignored && l->last[layer] > revision);
  }
  return is_map || is_penalty || is_layer;
}

static int any_layer(const life *l) { return l->layers[chance(l->layer_count)]; }

static int any_x(const life *l) { return chance(astar_grid_width(l->grid)); }

static int any_y(const life *l) { return chance(astar_grid_height(l->grid)); }

static void edit_edge(life *l, int x, int y, bool open, bool one_way) {
  uint64_t before = astar_grid_revision(l->grid);
  // The grid rejects it if the layout has no such neighbor.
  astar_grid_set_edge(l->grid, x, y, chance(3) - 1, chance(3) - 1, open, one_way);
  note(l, ABOUT_MAP, before);
}

static void edit_link(life *l) {
  static const double costs[] = {0, 0.3, 1, 1, 4, 50};
  uint64_t before = astar_grid_revision(l->grid);
  if (l->link_count == (int)(sizeof l->links / sizeof l->links[0])) return;
  REQUIRE(astar_grid_link(l->grid, any_x(l), any_y(l), any_x(l), any_y(l), pick(costs, 6),
                          chance(2) == 0, &l->links[l->link_count++]) == ASTAR_OK);
  note(l, ABOUT_MAP, before);
}

static void edit_unlink(life *l) {
  if (l->link_count == 0) return;
  int i = chance(l->link_count);
  uint64_t before = astar_grid_revision(l->grid);
  REQUIRE(astar_grid_unlink(l->grid, l->links[i]) == ASTAR_OK);
  note(l, ABOUT_MAP, before);
  l->links[i] = l->links[--l->link_count];
}

static void edit_block(life *l, int x, int y, bool blocked, int layer) {
  uint64_t before = astar_grid_revision(l->grid);
  REQUIRE(astar_grid_block(l->grid, x, y, blocked, layer) == ASTAR_OK);
  REQUIRE(astar_grid_is_blocked(l->grid, x, y, layer) == blocked);
  note(l, layer, before);
}

static void edit_penalty(life *l, int x, int y, double cost) {
  uint64_t before = astar_grid_revision(l->grid);
  REQUIRE(astar_grid_set_penalty(l->grid, x, y, cost) == ASTAR_OK);
  note(l, ABOUT_PENALTIES, before);
}

enum { GONE_PENALTIES, GONE_EDGES, GONE_BLOCKED, GONE_TERRAINS, GONE_KINDS };

/// Removes one kind of content from a tile.
static void edit_gone_at(life *l, int kind, int layer, int x, int y) {
  uint64_t before = astar_grid_revision(l->grid);
  switch (kind) {
  case GONE_PENALTIES: edit_penalty(l, x, y, 0); break;
  case GONE_BLOCKED: edit_block(l, x, y, false, layer); break;
  case GONE_TERRAINS: astar_grid_set(l->grid, x, y, 0); break;
  default:
    for (int i = 0; i < 9; i++) {
      astar_grid_set_edge(l->grid, x, y, i % 3 - 1, i / 3 - 1, true, false);
    }
  }
  if (kind == GONE_TERRAINS || kind == GONE_EDGES) note(l, ABOUT_MAP, before);
}

static void check(life *l, bool all);

/// Removes one kind of content tile by tile, with a check after some of the edits.
static void edit_all_gone(life *l) {
  int kind = chance(GONE_KINDS + 1);
  while (kind == GONE_KINDS && l->link_count > 0) {
    edit_unlink(l);
    if (chance(2) == 0) check(l, false);
  }
  if (kind == GONE_KINDS) return;
  int tiles = astar_grid_width(l->grid) * astar_grid_height(l->grid),
      from = chance(tiles), layer = any_layer(l);
  for (int i = 0; i < tiles; i++) {
    int cell = (from + i) % tiles;
    uint64_t revision = astar_grid_revision(l->grid);
    edit_gone_at(l, kind, layer, cell % astar_grid_width(l->grid),
                 cell / astar_grid_width(l->grid));
    if (revision != astar_grid_revision(l->grid) && chance(8) == 0) check(l, false);
  }
}

static void edit_terrain(life *l) {
  uint8_t terrain = (uint8_t)(chance(2) == 0 ? 0 : chance(TERRAINS));
  uint8_t row[ASTAR_MAX_SIDE];
  uint64_t before = astar_grid_revision(l->grid);
  switch (chance(8)) {
  case 0:
    astar_grid_fill(l->grid, any_x(l), any_y(l), 1 + chance(6), 1 + chance(6), terrain);
    break;
  case 1:
    for (int x = 0; x < astar_grid_width(l->grid); x++)
      row[x] = (uint8_t)chance(TERRAINS);
    astar_grid_set_row(l->grid, any_y(l), row);
    break;
  default: astar_grid_set(l->grid, any_x(l), any_y(l), terrain);
  }
  note(l, ABOUT_MAP, before);
}

static const double penalties[] = {0, 0, 0.5, 1, 7, 1e3};
enum { PENALTIES = sizeof penalties / sizeof penalties[0] };

enum { MAX_AREA = 160 * 160 };

/// A rectangle on the grid: small, or of any size.
static void any_area(const life *l, int *x, int *y, int *width, int *height) {
  int most = chance(4) == 0 ? MAX_AREA : 4;
  *x = any_x(l);
  *y = any_y(l);
  *width = 1 + chance(most) % (astar_grid_width(l->grid) - *x);
  *height = 1 + chance(most) % (astar_grid_height(l->grid) - *y);
}

/// Sets or fills the penalties of a rectangle, usually all to one value.
static void edit_penalties(life *l) {
  static double costs[MAX_AREA];
  int x, y, width, height, share = 1 + chance(8);
  double cost = pick(penalties, PENALTIES);
  uint64_t before = astar_grid_revision(l->grid);
  any_area(l, &x, &y, &width, &height);
  if (chance(3) == 0) {
    REQUIRE(astar_grid_fill_penalty(l->grid, x, y, width, height, cost) == ASTAR_OK);
    note(l, ABOUT_PENALTIES, before);
    return;
  }
  for (int i = 0; i < width * height; i++) {
    costs[i] = chance(share) == 0 ? pick(penalties, PENALTIES) : cost;
  }
  REQUIRE(astar_grid_set_penalties(l->grid, x, y, width, height, costs, (size_t)width) ==
          ASTAR_OK);
  note(l, ABOUT_PENALTIES, before);
}

/// Blocks and unblocks the tiles of a rectangle.
static void edit_obstacles(life *l) {
  static uint8_t blocked[MAX_AREA];
  int x, y, width, height, share = 1 + chance(8), layer = any_layer(l);
  bool most = chance(2) == 0;
  uint64_t before = astar_grid_revision(l->grid);
  any_area(l, &x, &y, &width, &height);
  if (chance(3) == 0) {
    REQUIRE(astar_grid_fill_blocked(l->grid, x, y, width, height, chance(3) == 0,
                                    layer) == ASTAR_OK);
    note(l, layer, before);
    return;
  }
  for (int i = 0; i < width * height; i++) blocked[i] = most ^ (chance(share) == 0);
  REQUIRE(astar_grid_set_blocked(l->grid, x, y, width, height, blocked, (size_t)width,
                                 layer) == ASTAR_OK);
  note(l, layer, before);
}

/// About as many edits as the journal holds, most of them on one layer: the journal drops
/// the first of them, or the edits before.
static void edit_often(life *l) {
  int layer = any_layer(l), count = JOURNAL_CAPACITY - 8 + chance(12);
  if (count < 0) count = chance(12);
  for (int i = 0; i < count; i++) {
    int x = any_x(l), y = any_y(l);
    edit_block(l, x, y, !astar_grid_is_blocked(l->grid, x, y, layer), layer);
    if (chance(JOURNAL_CAPACITY) > 0) continue;
    if (chance(2) == 0) edit_terrain(l);
    if (chance(2) == 0) edit_block(l, any_x(l), any_y(l), chance(2) == 0, any_layer(l));
  }
}

/// Stores the content of the grid, or restores the stored content.
static void edit_copy(life *l) {
  if (chance(2) == 0) {
    REQUIRE(astar_grid_copy(l->other, l->grid) == ASTAR_OK);
    return;
  }
  uint64_t before = astar_grid_revision(l->grid);
  REQUIRE(astar_grid_copy(l->grid, l->other) == ASTAR_OK);
  note(l, ABOUT_MAP, before);
  l->link_count = 0;
  for (uint32_t id = 0; astar_grid_each_link(l->grid, &id, NULL);) {
    l->links[l->link_count++] = id;
  }
}

static void edit(life *l) {
  int kind = chance(24);
  if (l->is_calm && chance(5) > 0) kind = chance(4) == 0 ? 23 : 7;
  if (kind == 11 && chance(4) > 0) kind = 15;
  if (l->is_plain && (kind == 1 || kind == 2 || kind == 5 || kind == 6)) kind = 7;
  switch (kind) {
  case 0: edit_all_gone(l); break;
  case 1: edit_link(l); break;
  case 2: edit_unlink(l); break;
  case 3:
  case 4:
  case 23: edit_penalty(l, any_x(l), any_y(l), pick(penalties, PENALTIES)); break;
  case 5:
  case 6: edit_edge(l, any_x(l), any_y(l), chance(2) == 0, chance(3) == 0); break;
  case 7:
  case 8:
  case 9:
  case 10:
  case 20:
  case 21:
  case 22: edit_block(l, any_x(l), any_y(l), chance(2) == 0, any_layer(l)); break;
  case 11: edit_often(l); break;
  case 12: edit_penalties(l); break;
  case 13: edit_obstacles(l); break;
  case 14: edit_copy(l); break;
  default: edit_terrain(l);
  }
}

// ------------------------------------------------------------------------ derived data

static bool is_same(const void *a, const void *b, size_t size) {
  return (a == NULL) == (b == NULL) && (a == NULL || memcmp(a, b, size) == 0);
}

static bool is_number(double a, double b) { return !(a < b) && !(a > b); }

static void compare_grids(const astar_grid *a, const astar_grid *b) {
  size_t arcs = a->arc_count * sizeof *a->arcs;
  REQUIRE(memcmp(a->population, b->population, sizeof a->population) == 0);
  REQUIRE(memcmp(a->obstacle_count, b->obstacle_count, sizeof a->obstacle_count) == 0);
  REQUIRE(a->penalty_count == b->penalty_count);
  REQUIRE(a->closed_count == b->closed_count);
  for (uint32_t cell = 0; cell < grid_tiles(a); cell++) {
    REQUIRE(grid_cell_obstacles(a, cell) == grid_cell_obstacles(b, cell));
    REQUIRE(is_number(grid_cell_penalty(a, cell), grid_cell_penalty(b, cell)));
  }
  REQUIRE(a->link_count == b->link_count && a->arc_count == b->arc_count);
  for (uint32_t i = 0; i < a->arc_count; i++) {
    REQUIRE(a->arcs[i].from == b->arcs[i].from && a->arcs[i].to == b->arcs[i].to);
    REQUIRE(is_number(a->arcs[i].cost, b->arcs[i].cost));
  }
  REQUIRE(arcs == 0 || a->arcs_back != NULL);
}

static void compare_moves(const move_table *a, const move_table *b) {
  size_t costs = (size_t)a->count * 256 * sizeof *a->cost;
  REQUIRE(a->count == b->count);
  REQUIRE(is_same(a->cost, b->cost, costs));
  REQUIRE(memcmp(a->cost_class_of, b->cost_class_of, sizeof a->cost_class_of) == 0);
  REQUIRE(a->has_one_cost == b->has_one_cost);
  REQUIRE(a->is_steep == b->is_steep && a->is_table_cost == b->is_table_cost);
  REQUIRE(is_number(a->min_tile_cost, b->min_tile_cost) &&
          is_number(a->min_step, b->min_step));
  REQUIRE(is_number(a->max_slack, b->max_slack));
  for (int i = 0; i < a->count; i++) {
    REQUIRE(is_number(a->min_move_cost[i], b->min_move_cost[i]));
  }
}

static void compare_tiles(const costmap *map, const costmap *copy) {
  const costmap_tiles *a = map->tiles, *b = copy->tiles;
  size_t bits = a->words * (size_t)(map->grid->height + 2) * sizeof *a->passable;
  REQUIRE(a->is_complete && b->is_complete);
  REQUIRE(a->is_uniform == b->is_uniform);
  REQUIRE(is_same(a->passable, b->passable, bits));
  REQUIRE(is_same(a->legal, b->legal, grid_tiles(map->grid)));
}

static void compare_boards(const jump_boards *a, const jump_boards *b) {
  size_t rows = a->row_words * (size_t)a->height * sizeof(uint64_t);
  size_t columns = a->column_words * (size_t)a->width * sizeof(uint64_t);
  REQUIRE(a->passable_count == b->passable_count && a->stop_count == b->stop_count &&
          a->reach_count == b->reach_count);
  REQUIRE(is_same(a->columns, b->columns, columns));
  for (int d = 0; d < DIRECTIONS; d++) {
    size_t size = direction_dy[d] == 0 ? rows : columns;
    REQUIRE(d >= 4 || is_same(a->stops[d], b->stops[d], size));
    REQUIRE(d >= 4 || is_same(a->reach[d], b->reach[d], size));
    REQUIRE(is_same(a->turns[d], b->turns[d], columns));
  }
}

static void compare_terrain_boards(const astar_grid *grid, const terrain_boards *a,
                                   const terrain_boards *b) {
  size_t rows = a->row_words * (size_t)grid->height * sizeof *a->rows;
  size_t columns = a->column_words * (size_t)grid->width * sizeof *a->columns;
  REQUIRE(a->is_built && b->is_built);
  REQUIRE(a->uniform_count == b->uniform_count);
  REQUIRE(is_same(a->rows, b->rows, rows) && is_same(a->columns, b->columns, columns));
}

/// The patterns of all tiles must have the same content; their numbers may differ.
static void compare_dominance(const costmap *map, dominance *a, const costmap *copy,
                              dominance *b) {
  for (uint32_t cell = 0; cell < grid_tiles(map->grid); cell++) {
    int x = grid_x(map->grid, cell), y = grid_y(map->grid, cell);
    uint32_t i = dominance_at(a, map, cell, x, y), k = dominance_at(b, copy, cell, x, y);
    REQUIRE(i != 0 && k != 0);
    const dominance_pattern *one = &a->patterns[i], *two = &b->patterns[k];
    REQUIRE(memcmp(one->neighbor, two->neighbor, sizeof one->neighbor) == 0);
    REQUIRE(one->center == two->center && one->flags == two->flags);
    REQUIRE(one->legal == two->legal);
    for (int d = 0; d < DIRECTIONS; d++) {
      REQUIRE(dominance_forward(a, map, i, d) == dominance_forward(b, copy, k, d));
      REQUIRE(dominance_backward(a, map, i, d) == dominance_backward(b, copy, k, d));
    }
  }
}

/// A passable cell and its component.
typedef struct member {
  uint64_t component;
  uint32_t cell;
} member;

static int compare_members(const void *a, const void *b) {
  const member *x = a, *y = b;
  if (x->component != y->component) return x->component < y->component ? -1 : 1;
  return x->cell < y->cell ? -1 : x->cell > y->cell;
}

/// Each component of `b` must be part of one component of `a`.
static void compare_refined(const costmap *map, const components *a,
                            const components *b) {
  uint32_t tiles = grid_tiles(map->grid), count = 0;
  member *list = must(calloc(tiles, sizeof *list));
  for (uint32_t cell = 0; cell < tiles; cell++) {
    if (!costmap_is_cell_passable(map, cell)) continue;
    list[count++] = (member){components_at(b, cell), cell};
  }
  qsort(list, count, sizeof *list, compare_members);
  for (uint32_t i = 1; i < count; i++) {
    if (list[i].component != list[i - 1].component) continue;
    REQUIRE(components_at(a, list[i].cell) == components_at(a, list[i - 1].cell));
  }
  free(list);
}

/// What each block of the tree shows at its sides is the same byte by byte. Numbers
/// inside the leaves may differ.
static void compare_trees(const component_tree *a, const component_tree *b) {
  REQUIRE(a->level_count == b->level_count);
  REQUIRE(a->one_way_leaves == b->one_way_leaves);
  for (int i = 0; i < a->level_count; i++) {
    const component_level *x = &a->levels[i], *y = &b->levels[i];
    uint32_t count = (uint32_t)x->columns * (uint32_t)x->rows;
    size_t sides = count * 2 * (size_t)(x->side_width + x->side_height);
    REQUIRE(is_same(x->sides, y->sides, sides * sizeof *x->sides));
    for (uint32_t k = 0; k < count; k++) {
      uint32_t exits = x->blocks[k].exit_count;
      REQUIRE(exits == y->blocks[k].exit_count);
      REQUIRE(exits == 0 ||
              is_same(x->blocks[k].up, y->blocks[k].up, exits * sizeof *x->blocks[k].up));
      REQUIRE(i > 0 || a->leaves[k].bytes == b->leaves[k].bytes);
    }
  }
}

static void compare_components(const costmap *map, const components *a,
                               const components *b) {
  compare_refined(map, a, b);
  REQUIRE(a->is_far == b->is_far);
  compare_refined(map, b, a);
  REQUIRE(a->exact == b->exact);
  if (!a->is_far) compare_trees(&a->tree, &b->tree);
}

/// Repeats a call until its work is complete. The budget is usually small, so that it
/// takes slices.
#define AT_ONCE_OR_IN_SLICES(call)                                                       \
  do {                                                                                   \
    int64_t slice = chance(3) == 0 ? BUDGET_UNLIMITED : 1 + chance(200);                 \
    astar_status status;                                                                 \
    do {                                                                                 \
      budget work = {slice};                                                             \
      status = (call);                                                                   \
    } while (status == ASTAR_RUNNING);                                                   \
    REQUIRE(status == ASTAR_OK);                                                         \
  } while (0)

/// Updates the derived data for some rules and a filter, and compares it with the derived
/// data of a copy.
static void compare_derived(astar_grid *grid, astar_grid *copy, const astar_rules *rules,
                            const astar_filter *filter) {
  costmap map, fresh;
  derived_data *a, *b;
  AT_ONCE_OR_IN_SLICES(cache_get(grid, rules, filter, &work, &map, &a));
  AT_ONCE_OR_IN_SLICES(cache_get(copy, rules, filter, &work, &fresh, &b));
  compare_moves(map.moves, fresh.moves);
  REQUIRE(map.tiles == &a->tiles && fresh.tiles == &b->tiles);
  REQUIRE(map.filter.ignored_layers == fresh.filter.ignored_layers &&
          is_number(map.filter.penalty_scale, fresh.filter.penalty_scale));
  // Data that no query has needed so far may be built now.
  if (map.tiles->legal != NULL || fresh.tiles->legal != NULL || chance(2) == 0) {
    AT_ONCE_OR_IN_SLICES(costmap_ensure_legal(&map, &work));
    AT_ONCE_OR_IN_SLICES(costmap_ensure_legal(&fresh, &work));
  }
  compare_tiles(&map, &fresh);
  if (jump_points_why_unsuited(&map) == NULL &&
      (a->jump_boards.is_built || chance(2) == 0)) {
    AT_ONCE_OR_IN_SLICES(jump_boards_update(&a->jump_boards, &map, &work));
    AT_ONCE_OR_IN_SLICES(jump_boards_update(&b->jump_boards, &fresh, &work));
    compare_boards(&a->jump_boards, &b->jump_boards);
  }
  if (dominance_is_suited(&map) && (a->terrain_boards.is_built || chance(2) == 0)) {
    AT_ONCE_OR_IN_SLICES(terrain_boards_update(&a->terrain_boards, &map, &work));
    AT_ONCE_OR_IN_SLICES(terrain_boards_update(&b->terrain_boards, &fresh, &work));
    compare_terrain_boards(grid, &a->terrain_boards, &b->terrain_boards);
    AT_ONCE_OR_IN_SLICES(dominance_update(&a->dominance, &map, &work));
    AT_ONCE_OR_IN_SLICES(dominance_update(&b->dominance, &fresh, &work));
    compare_dominance(&map, &a->dominance, &fresh, &b->dominance);
  }
  if (!a->components.is_built && chance(2) == 0) return;
  AT_ONCE_OR_IN_SLICES(components_update(&a->components, &map, &work));
  AT_ONCE_OR_IN_SLICES(components_update(&b->components, &fresh, &work));
  compare_components(&map, &a->components, &b->components);
}

// ------------------------------------------------------------------------------ queries

static astar_query any_query(const life *l, const law *under, const astar_filter *filter,
                             astar_goal *list) {
  static const double weights[] = {1, 1, 0.5, 1.3, 2};
  int count = chance(4) == 0 ? MAX_GOALS : 1;
  for (int i = 0; i < count; i++) list[i] = (astar_goal){any_x(l), any_y(l)};
  astar_query query = astar_default_query(under->rules, any_x(l), any_y(l), list, count);
  query.filter = filter;
  if (chance(2) == 0) return query;
  if (chance(3) == 0) query.range = chance(4);
  query.partial = chance(3) == 0;
  if (chance(5) == 0) query.max_cost = chance(20);
  if (chance(5) == 0) query.max_expansions = chance(30);
  if (chance(3) == 0) query.weight = pick(weights, 5);
  if (chance(3) == 0) query.heuristic = (astar_heuristic)chance(ASTAR_HEURISTIC_ZERO + 1);
  static const astar_algorithm algorithms[] = {ASTAR_ASTAR, ASTAR_DIJKSTRA, ASTAR_GREEDY};
  if (chance(3) == 0) query.algorithm = algorithms[chance(3)];
  return query;
}

static void compare_results(astar_status status_a, const astar_result *a,
                            const astar_point *points_a, astar_status status_b,
                            const astar_result *b, const astar_point *points_b) {
  REQUIRE(status_a == status_b);
  REQUIRE(a->length == b->length && a->goal == b->goal && a->partial == b->partial);
  REQUIRE(is_number(a->cost, b->cost));
  REQUIRE(a->expanded == b->expanded);
  if (status_a != ASTAR_OK) return;
  for (uint32_t i = 0; i < a->length; i++) {
    REQUIRE(points_a[i].x == points_b[i].x && points_a[i].y == points_b[i].y);
  }
}

/// No tile may occur twice.
static void check_tiles(const astar_grid *grid, const astar_point *points, size_t count) {
  uint8_t *seen = must(calloc(grid_tiles(grid), 1));
  for (size_t i = 0; i < count; i++) {
    uint8_t *tile = &seen[grid_cell(grid, points[i].x, points[i].y)];
    REQUIRE(*tile == 0);
    *tile = 1;
  }
  free(seen);
}

/// A path that was found must be valid, and smoothing must give the same on both grids.
static void compare_smooth(astar_grid *grid, astar_grid *copy, const astar_query *query,
                           const astar_point *points, size_t length) {
  size_t bad, count = length, count_copy = length;
  double along, along_copy;
  REQUIRE(astar_check_path(grid, query->rules, query->filter, points, length,
                           ASTAR_PATH_STEPS, 0, &bad) == ASTAR_OK);
  REQUIRE(bad == length);
  astar_point *a = copy_of_points(points, length), *b = copy_of_points(points, length);
  REQUIRE(astar_smooth_path(grid, query->rules, query->filter, a, &count, &along) ==
          ASTAR_OK);
  REQUIRE(astar_smooth_path(copy, query->rules, query->filter, b, &count_copy,
                            &along_copy) == ASTAR_OK);
  REQUIRE(count == count_copy && memcmp(a, b, count * sizeof *a) == 0);
  REQUIRE(is_number(along, along_copy));
  REQUIRE(astar_check_path(grid, query->rules, query->filter, a, count, ASTAR_PATH_LINES,
                           0, &bad) == ASTAR_OK);
  REQUIRE(bad == count);
  free(a);
  free(b);
}

static void compare_paths(astar_grid *grid, astar_grid *copy, const astar_query *query) {
  astar_result a, b;
  astar_path *path_a, *path_b;
  REQUIRE(astar_path_new(NULL, &path_a) == ASTAR_OK);
  REQUIRE(astar_path_new(NULL, &path_b) == ASTAR_OK);
  astar_status status = astar_find_path(grid, query, path_a, &a);
  astar_status status_copy = astar_find_path(copy, query, path_b, &b);
  size_t room = (size_t)grid_tiles(grid) + 1;
  astar_point *points = must(calloc(2 * room, sizeof *points));
  REQUIRE(astar_path_points(path_a, points, room) == a.length);
  REQUIRE(astar_path_points(path_b, points + room, room) == b.length);
  REQUIRE(a.length < room && b.length < room);
  compare_results(status, &a, points, status_copy, &b, points + room);
  if (status == ASTAR_OK) check_tiles(grid, points, a.length);
  if (status == ASTAR_OK) compare_smooth(grid, copy, query, points, a.length);
  free(points);
  astar_path_free(path_a);
  astar_path_free(path_b);
}

/// Runs slices without expansions until all work on the whole map is complete.
static void prepare_search(astar_search *search) {
  const int tiles = 1300000; // more than it takes on the largest map here
  for (int i = 0; i < tiles / QUERY_SLICE_TILES; i++) astar_search_step(search, 0);
}

/// Runs two searches slice by slice: both must take the same number.
static void compare_slices(astar_grid *grid, astar_grid *copy, const astar_query *query) {
  astar_search *a, *b;
  astar_result result_a, result_b;
  REQUIRE(astar_search_new(grid, query, &a) == ASTAR_OK);
  REQUIRE(astar_search_new(copy, query, &b) == ASTAR_OK);
  astar_status status, status_copy;
  prepare_search(a);
  prepare_search(b);
  do {
    int count = 1 + chance(20);
    status = astar_search_step(a, count);
    status_copy = astar_search_step(b, count);
    REQUIRE(status == status_copy);
  } while (status == ASTAR_RUNNING);
  astar_search_result(a, &result_a);
  astar_search_result(b, &result_b);
  size_t room = (size_t)grid_tiles(grid) + 1;
  astar_point *points = must(calloc(2 * room, sizeof *points));
  astar_search_copy_path(a, points, room);
  astar_search_copy_path(b, points + room, room);
  compare_results(status, &result_a, points, status_copy, &result_b, points + room);
  free(points);
  astar_search_free(a);
  astar_search_free(b);
}

static void compare_queries(life *l, astar_grid *copy, const law *under,
                            const astar_filter *filter) {
  astar_goal list[MAX_GOALS];
  const astar_rules *rules = under->rules;
  astar_query query = any_query(l, under, filter, list);
  if (astar_why_unsuited(l->grid, rules, filter, query.algorithm) != NULL) return;
  compare_paths(l->grid, copy, &query);
  if (chance(3) == 0) compare_slices(l->grid, copy, &query);
  int x = any_x(l), y = any_y(l), to_x = any_x(l), to_y = any_y(l), bad[4] = {0};
  REQUIRE(astar_is_reachable(l->grid, rules, filter, x, y, to_x, to_y) ==
          astar_is_reachable(copy, rules, filter, x, y, to_x, to_y));
  REQUIRE(
      astar_line_of_sight(l->grid, rules, filter, x, y, to_x, to_y, &bad[0], &bad[1]) ==
      astar_line_of_sight(copy, rules, filter, x, y, to_x, to_y, &bad[2], &bad[3]));
  REQUIRE(bad[0] == bad[2] && bad[1] == bad[3]);
}

// ------------------------------------------------------------------ fields and planners

/// Costs of a repaired field are sums of the same steps as in a new field, perhaps in
/// another order.
static void compare_fields(const life *l, const astar_field *a, const astar_field *b) {
  for (int y = 0; y < astar_grid_height(l->grid); y++) {
    for (int x = 0; x < astar_grid_width(l->grid); x++) {
      double here = astar_field_cost(a, x, y), there = astar_field_cost(b, x, y);
      REQUIRE((here < INFINITY) == (there < INFINITY));
      REQUIRE(!(here < INFINITY) || fabs(here - there) <= 1e-9 * here);
    }
  }
}

static astar_status make_field(astar_grid *grid, const field *f, astar_field **made) {
  return f->is_range ? astar_movement_range(grid, f->law->rules, f->filter, f->goals[0].x,
                                            f->goals[0].y, f->max_cost, made)
                     : astar_distance_field(grid, f->law->rules, f->filter, f->goals,
                                            f->goal_count, f->max_cost, made);
}

/// `f->field` is NULL if no field is possible with the rules and goals now.
static void begin_field(const life *l, field *f) {
  *f = (field){.law = any_law(l), .is_range = chance(2) == 0};
  f->filter = any_filter_of(f->law);
  f->goal_count = f->is_range ? 1 : 1 + chance(MAX_GOALS);
  f->max_cost = f->is_range && chance(2) == 0 ? 12 : INFINITY;
  for (int i = 0; i < f->goal_count; i++) {
    f->goals[i] = (astar_source){any_x(l), any_y(l), f->is_range ? 0 : chance(3)};
  }
  make_field(l->grid, f, &f->field);
  f->revision = astar_grid_revision(l->grid);
}

/// All answers of a field as numbers: `numbers` [4 * tiles].
static void look_at_field(const life *l, const field *f, double *numbers) {
  for (int y = 0; y < astar_grid_height(l->grid); y++) {
    for (int x = 0; x < astar_grid_width(l->grid); x++, numbers += 4) {
      astar_point next = {0, 0};
      bool has_next = astar_field_way_out(f->field, x, y, &next);
      numbers[0] = astar_field_cost(f->field, x, y);
      numbers[1] = has_next ? next.x + 65536.0 * next.y : -1;
      numbers[2] = astar_field_path(f->field, x, y, NULL, 0, &numbers[3]);
    }
  }
}

/// Updates a field. Edits that do not affect it must change nothing of it.
static void update_field(const life *l, field *f) {
  astar_filter filter = filter_of(f->law, f->filter);
  bool must_stay = !is_concerned(l, &filter, f->revision);
  size_t count = 4 * (size_t)grid_tiles(l->grid);
  double *before = NULL, *after = NULL;
  if (must_stay) {
    before = must(malloc(count * sizeof *before));
    look_at_field(l, f, before);
  }
  REQUIRE(astar_field_update(f->field) == ASTAR_OK);
  f->revision = astar_grid_revision(l->grid);
  if (!must_stay) return;
  after = must(malloc(count * sizeof *after));
  look_at_field(l, f, after);
  REQUIRE(memcmp(before, after, count * sizeof *before) == 0);
  free(before);
  free(after);
}

static void check_field(const life *l, field *f, astar_grid *copy) {
  astar_field *fresh;
  if (f->field == NULL) begin_field(l, f);
  if (f->field == NULL) return;
  update_field(l, f);
  astar_status status = make_field(copy, f, &fresh);
  if (status == ASTAR_OK) {
    compare_fields(l, f->field, fresh);
    astar_field_free(fresh);
  } else {
    int x = -1, y = 0;
    REQUIRE(status == ASTAR_GOAL_BLOCKED && !astar_field_each(f->field, &x, &y));
  }
  if (chance(30) > 0) return;
  astar_field_free(f->field);
  f->field = NULL;
}

/// `p->planner` is NULL if the rules are not valid for the grid.
static void begin_planner(const life *l, planner *p) {
  *p = (planner){.law = any_law(l), .x = any_x(l), .y = any_y(l)};
  p->filter = any_filter_of(p->law);
  p->goal = (astar_goal){any_x(l), any_y(l)};
  astar_replanner_new(l->grid, p->law->rules, p->filter, p->x, p->y, p->goal.x, p->goal.y,
                      &p->planner);
}

static void check_planner(const life *l, planner *p, astar_grid *copy) {
  astar_result planned, found;
  if (p->planner == NULL) begin_planner(l, p);
  if (p->planner == NULL) return;
  astar_query query = astar_default_query(p->law->rules, p->x, p->y, &p->goal, 1);
  query.filter = p->filter;
  // A sliced search may be interrupted, and continue after the next edit, or here.
  for (int i = chance(4); i > 0; i--) {
    astar_status sliced = astar_replanner_step(p->planner, chance(30), &planned);
    REQUIRE(sliced == ASTAR_RUNNING || astar_is_outcome(sliced));
  }
  if (chance(8) == 0) return;
  astar_status status = astar_replanner_find(p->planner, &planned);
  REQUIRE(status == astar_find_path(copy, &query, NULL, &found));
  if (status != ASTAR_OK) return;
  REQUIRE(fabs(planned.cost - found.cost) <= 1e-9 * found.cost);
  astar_point *points = must(calloc(planned.length, sizeof *points));
  astar_replanner_copy_path(p->planner, points, planned.length);
  check_tiles(l->grid, points, planned.length);
  if (planned.length > 1 && chance(3) == 0) {
    p->x = points[1].x;
    p->y = points[1].y;
    astar_replanner_move(p->planner, p->x, p->y);
  } else if (planned.length <= 2 && chance(2) == 0) {
    p->goal = (astar_goal){any_x(l), any_y(l)};
    astar_replanner_set_goal(p->planner, p->goal.x, p->goal.y);
  }
  free(points);
}

// ------------------------------------------------------------------- searches that stay

/// Begins a search and stores what it must find; none if the rules are not valid.
static void begin_finder(const life *l, finder *f, astar_grid *copy) {
  const law *under = any_law(l);
  const astar_filter *filter = any_filter_of(under);
  astar_query query = any_query(l, under, filter, f->goals);
  astar_path *path;
  f->filter = filter_of(under, filter);
  f->revision = astar_grid_revision(l->grid);
  if (astar_search_new(l->grid, &query, &f->search) != ASTAR_OK) return;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  f->status = astar_find_path(copy, &query, path, &f->result);
  f->points = must(malloc((f->result.length + 1) * sizeof *f->points));
  astar_path_points(path, f->points, f->result.length);
  astar_path_free(path);
}

static void end_finder(finder *f) {
  astar_search_free(f->search);
  free(f->points);
  f->search = NULL;
  f->points = NULL;
}

/// A search that has ended must have found the answer at its beginning.
static void compare_finder(const finder *f) {
  astar_result result;
  astar_status status = astar_search_result(f->search, &result);
  astar_point *points = must(malloc((result.length + 1) * sizeof *points));
  astar_search_copy_path(f->search, points, result.length);
  compare_results(status, &result, points, f->status, &f->result, f->points);
  free(points);
}

/// Continues a search: it must be stale if an edit affects it, and only then.
static void check_finder(const life *l, finder *f, astar_grid *copy) {
  if (f->search == NULL) begin_finder(l, f, copy);
  if (f->search == NULL) return;
  int count = chance(6) == 0 ? chance(200) : chance(3);
  astar_status status = astar_search_step(f->search, count);
  if (is_concerned(l, &f->filter, f->revision)) {
    REQUIRE(status == ASTAR_STALE);
  } else if (status != ASTAR_RUNNING) {
    compare_finder(f);
  }
  if (status != ASTAR_RUNNING) end_finder(f);
}

// ------------------------------------------------------------------------------ rounds

/// Compares the derived data of a filter, and queries with it, with those of a copy.
static void check_filter(life *l, astar_grid *copy, const law *under,
                         const astar_filter *filter) {
  if (chance(2) == 0) compare_queries(l, copy, under, filter); // before any update
  compare_derived(l->grid, copy, under->rules, filter);
  compare_grids(l->grid, copy);
  compare_queries(l, copy, under, filter);
}

/// Compares everything with a fresh copy. Unless `all`, some rules and most filters are
/// left out: the next comparison of these has more edits to repair.
static void check(life *l, bool all) {
  astar_grid *copy = copy_of(l->grid);
  for (int i = 0; i < l->law_count; i++) {
    law *under = &l->laws[i];
    if ((!all && chance(3) == 0) || !suits(l, under)) continue;
    int first = chance(under->filter_count),
        count = all ? under->filter_count : 1 + chance(2);
    for (int f = 0; f < count; f++) {
      check_filter(l, copy, under, under->filters[(first + f) % under->filter_count]);
    }
  }
  for (int i = 0; i < FIELDS; i++) {
    if (all || chance(3) == 0) check_field(l, &l->fields[i], copy);
  }
  for (int i = 0; i < SEARCHES; i++) {
    if (chance(3) != 0) check_finder(l, &l->finders[i], copy);
  }
  for (int i = 0; i < PLANNERS; i++) {
    if (all || chance(2) == 0) check_planner(l, &l->planners[i], copy);
  }
  astar_grid_free(copy);
}

/// Layers that have obstacles: the fewer layers, the more filters have the same meaning.
static void begin_layers(life *l) {
  l->layer_count = chance(3) == 0 ? 1 + chance(ASTAR_LAYERS) : 1 + chance(3);
  for (int i = 0; i < l->layer_count; i++) l->layers[i] = 1 + chance(ASTAR_LAYERS);
}

static void begin(life *l) {
  int width = 1 + chance(14), height = 1 + chance(14);
  if (chance(3) == 0) width = 10 + chance(16), height = 10 + chance(16);
  if (chance(8) == 0) width = 55 + chance(20), height = 1 + chance(6); // across words
  if (chance(8) == 0) height = 55 + chance(20), width = 1 + chance(6);
  if (chance(20) == 0) width = 110 + chance(40), height = 4 + chance(16);
  if (chance(40) == 0) width = 40 + chance(60), height = 40 + chance(100);
  astar_layout layout = chance(4) == 0 ? (astar_layout)chance(5) : ASTAR_SQUARE;
  REQUIRE(astar_grid_new(NULL, width, height, layout, 0, &l->grid) == ASTAR_OK);
  l->is_plain = chance(2) == 0;
  l->is_calm = chance(3) == 0;
  l->law_count = 1 + chance(MAX_RULES);
  for (int i = 0; i < l->law_count; i++) begin_law(&l->laws[i]);
  begin_layers(l);
  for (int i = 0, share = chance(60); i < width * height; i++) {
    if (chance(100) >= share) continue;
    astar_grid_set(l->grid, i % width, i / width, (uint8_t)chance(TERRAINS));
  }
  REQUIRE(astar_grid_clone(l->grid, NULL, &l->other) == ASTAR_OK);
}

static void end(life *l) {
  for (int i = 0; i < FIELDS; i++) astar_field_free(l->fields[i].field);
  for (int i = 0; i < SEARCHES; i++) end_finder(&l->finders[i]);
  for (int i = 0; i < PLANNERS; i++) astar_replanner_free(l->planners[i].planner);
  for (int i = 0; i < l->law_count; i++) astar_rules_free(l->laws[i].rules);
  astar_grid_free(l->grid);
  astar_grid_free(l->other);
}

static void play(void) {
  life l = {0};
  begin(&l);
  for (; round_step < EDITS_PER_ROUND; round_step++) {
    edit(&l);
    check(&l, chance(6) == 0);
  }
  end(&l);
}

int main(int count, char **words) {
  const long edits = count > 1 ? strtol(words[1], NULL, 10) : 6000;
  uint64_t seed = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  long done = 0;
  for (; done < edits; done += EDITS_PER_ROUND) play_round(seed++, play);
  printf("%ld edits, each compared with a fresh copy: no difference\n", done);
  return EXIT_SUCCESS;
}
