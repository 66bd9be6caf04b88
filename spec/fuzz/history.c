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
#include "edit.h"
#include "inquiry.h"
#include "terrain.h"
#include "../support/rounds.h"
#include "../support/serialized.h"

#include <math.h>
#include <string.h>

enum { MAX_RULES = 4, EDITS_PER_ROUND = 60 };
enum { MAX_FILTERS = 6, FIELDS = 3, SEARCHES = 3, PLANNERS = 2 };

// ----------------------------------------------------------------------------- content

/// Rules, and filters for queries with them.
typedef struct view {
  astar_rules *rules;
  const astar_filter *filters[MAX_FILTERS]; ///< NULL: that of the rules
  astar_filter list[MAX_FILTERS];
  int filter_count;
} view;

/// A distance field or a movement range that is kept and updated.
typedef struct field {
  astar_field *field;
  inquiry question;
  astar_filter filter;
  bool is_range;
  uint64_t revision; ///< of the grid at the last update
} field;

/// A sliced search that is kept while the grid is edited, and what it must find: the
/// answer at its beginning.
typedef struct finder {
  astar_search *search;
  inquiry question;
  astar_filter filter;
  uint64_t revision; ///< of the grid when the search began
  digest expected;
} finder;

typedef struct planner {
  astar_replanner *planner;
  const view *view;
  const astar_filter *filter;
  int x, y; ///< where its mover is
  astar_point goal;
} planner;

/// The queries that an edit affects: every query, those that consider a layer (its
/// number), or those that consider penalties.
enum { ABOUT_MAP, ABOUT_PENALTIES = ASTAR_LAYERS + 1, ABOUTS };

typedef struct life {
  bool is_plain; ///< no edges and links: adjacent passable tiles are connected
  bool is_calm;  ///< most edits change a layer or penalties
  terrain terrain;
  astar_grid *grid;      ///< of the terrain
  uint64_t last[ABOUTS]; ///< by kind: the revision after the last edit
  view views[MAX_RULES];
  int view_count;
  field fields[FIELDS];
  finder finders[SEARCHES];
  planner planners[PLANNERS];
} life;

// ------------------------------------------------------------------------------ rules

/// Rules with a change, in place of others.
static astar_rules *vary_rules(astar_rules *rules) {
  astar_rules *varied;
  rules_variation v = {0};
  v.always_diagonal = chance(3) == 0;
  v.ignores_edges = chance(2) == 0;
  if (chance(4) == 0) v.size = 1 + chance(3);
  for (int t = 0; t < TERRAINS; t++)
    if (chance(3) == 0) rules_variation_open(&v, (uint8_t)t);
  REQUIRE(rules_vary(rules, NULL, &v, &varied) == ASTAR_OK);
  astar_rules_free(rules);
  return varied;
}

static void begin_view(const terrain *t, view *v, bool is_first) {
  law l;
  terrain_begin_law(t, &l, is_first);
  v->rules = chance(4) == 0 ? vary_rules(l.rules) : l.rules;
  v->filter_count = 1 + chance(MAX_FILTERS);
  for (int i = 1; i < v->filter_count; i++) {
    v->list[i] = inquiry_any_filter();
    v->filters[i] = &v->list[i];
  }
}

static const view *any_view(const life *l) { return &l->views[chance(l->view_count)]; }

/// A question with one of the filters of some rules.
static inquiry any_question(const life *l, const view *v, const astar_filter *filter) {
  inquiry i = inquiry_any(l->grid, v->rules);
  i.has_filter = filter != NULL;
  if (filter != NULL) i.filter = *filter;
  return i;
}

static const astar_filter *any_filter_of(const view *v) {
  return v->filters[chance(v->filter_count)];
}

static astar_filter filter_of(const view *v, const astar_filter *filter) {
  return filter != NULL ? *filter : astar_rules_filter(v->rules);
}

// ------------------------------------------------------------------------------ edits

/// The queries that an edit affects.
static int about(const edit *e) {
  switch (e->kind) {
  case EDIT_PENALTY:
  case EDIT_PENALTIES:
  case EDIT_FILL_PENALTY: return ABOUT_PENALTIES;
  case EDIT_BLOCK:
  case EDIT_SET_BLOCKED:
  case EDIT_FILL_BLOCKED: return e->layer;
  default: return ABOUT_MAP;
  }
}

/// Makes an edit, and records which queries it affects if it changed something. The grid
/// rejects edges that the layout does not have.
static bool make(life *l, const edit *e) {
  const uint64_t before = astar_grid_revision(l->grid);
  const astar_status status = edit_make(e, l->grid, NULL);
  const uint64_t now = astar_grid_revision(l->grid);
  REQUIRE(status == ASTAR_OK || e->kind == EDIT_EDGE || e->kind == EDIT_UNLINK);
  REQUIRE(now >= before);
  if (now != before) l->last[about(e)] = now;
  return now != before;
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

static int any_x(const life *l) { return chance(l->terrain.width); }

static int any_y(const life *l) { return chance(l->terrain.height); }

static void check(life *l, bool all);

/// Removes one kind of content tile by tile, with a check after some of the edits.
static void edit_all_gone(life *l) {
  static const edit_kind removed[] = {EDIT_PENALTY, EDIT_EDGE, EDIT_BLOCK, EDIT_SET};
  const int tiles = l->terrain.width * l->terrain.height, from = chance(tiles);
  edit e = edit_tame(l->grid);
  e.kind = PICK(removed);
  e.cost = e.terrain = 0;
  e.flag = e.kind == EDIT_EDGE;
  for (int i = 0; i < tiles; i++) {
    bool has_changed = false;
    e.x = (from + i) % tiles % l->terrain.width;
    e.y = (from + i) % tiles / l->terrain.width;
    for (int d = 0; d < (e.kind == EDIT_EDGE ? 9 : 1); d++) {
      e.dx = d % 3 - 1;
      e.dy = d / 3 - 1;
      has_changed |= make(l, &e);
    }
    if (has_changed && chance(8 + tiles / 20) == 0) check(l, false);
  }
}

static void edit_links_gone(life *l) {
  edit e = {.kind = EDIT_UNLINK};
  while (astar_grid_each_link(l->grid, &e.id, NULL)) {
    make(l, &e);
    if (chance(2) == 0) check(l, false);
  }
}

/// About as many edits as the journal holds, most of them on one layer: the journal drops
/// the first of them, or the edits before.
static void edit_often(life *l) {
  edit e = edit_of(EDIT_BLOCK, l->grid);
  int count = JOURNAL_CAPACITY - 8 + chance(12);
  if (count < 0) count = chance(12);
  for (int i = 0; i < count; i++) {
    e.x = any_x(l);
    e.y = any_y(l);
    e.flag = !astar_grid_is_blocked(l->grid, e.x, e.y, e.layer);
    make(l, &e);
    if (chance(JOURNAL_CAPACITY) > 0) continue;
    const edit other = edit_tame(l->grid);
    make(l, &other);
  }
}

/// Stores the content of the grid, or restores the stored content.
static void edit_copy(life *l) {
  astar_grid *former = l->terrain.former;
  const uint64_t before = astar_grid_revision(l->grid);
  const bool restores = chance(2) == 0;
  REQUIRE(astar_grid_copy(restores ? l->grid : former, restores ? former : l->grid) ==
          ASTAR_OK);
  const uint64_t now = astar_grid_revision(l->grid);
  if (now != before) l->last[ABOUT_MAP] = now;
}

/// Whether a life makes such an edit now.
static bool is_wanted(const life *l, const edit *e) {
  if (l->is_plain && e->kind >= EDIT_EDGE) return false;
  if (e->kind == EDIT_LINK && chance(4) > 0) return false;
  return !l->is_calm || about(e) != ABOUT_MAP || chance(5) == 0;
}

static void edit_any_kind(life *l) {
  switch (chance(50)) {
  case 0: edit_links_gone(l); break;
  case 1:
  case 2: edit_all_gone(l); break;
  case 3: edit_often(l); break;
  case 4:
  case 5: edit_copy(l); break;
  default: {
    edit e = edit_tame(l->grid);
    while (!is_wanted(l, &e)) e = edit_tame(l->grid);
    make(l, &e);
  }
  }
}

// ------------------------------------------------------------------------ derived data

static bool is_same(const void *a, const void *b, size_t size) {
  return (a == NULL) == (b == NULL) && (a == NULL || memcmp(a, b, size) == 0);
}

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
  for (int i = 0; i < a->count; i++)
    REQUIRE(is_number(a->min_move_cost[i], b->min_move_cost[i]));
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
      REQUIRE(dominance_moves_of(a, map, i, d, false) ==
              dominance_moves_of(b, copy, k, d, false));
      REQUIRE(dominance_moves_of(a, map, i, d, true) ==
              dominance_moves_of(b, copy, k, d, true));
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
    int64_t slice = chance(3) == 0   ? BUDGET_UNLIMITED                                  \
                    : chance(8) == 0 ? 1                                                 \
                                     : 1 + chance(200);                                  \
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

/// Runs slices without expansions until all work on the whole map is complete.
static void prepare_search(astar_search *search) {
  const int tiles = 1300000; // more than it takes on the largest map here
  for (int i = 0; i < tiles / QUERY_SLICE_TILES; i++) astar_search_step(search, 0);
}

/// Runs two searches slice by slice: both must take the same number.
static void compare_slices(astar_grid *grid, astar_grid *copy, const astar_query *query) {
  astar_search *a, *b;
  astar_status status = astar_search_new(grid, query, &a), status_copy;
  REQUIRE(astar_search_new(copy, query, &b) == status);
  if (status != ASTAR_OK) return;
  prepare_search(a);
  prepare_search(b);
  do {
    int count = 1 + chance(20);
    status = astar_search_step(a, count);
    status_copy = astar_search_step(b, count);
    REQUIRE(status == status_copy);
  } while (status == ASTAR_RUNNING);
  const digest one = digest_search(a), other = digest_search(b);
  REQUIRE(digest_is_same(&one, &other));
  astar_search_free(a);
  astar_search_free(b);
}

static void compare_answers(const inquiry *i, astar_grid *grid, astar_grid *copy) {
  const digest a = inquiry_ask(i, grid, NULL, NULL);
  const digest b = inquiry_ask(i, copy, NULL, NULL);
  REQUIRE(digest_is_same(&a, &b));
}

static void compare_queries(life *l, astar_grid *copy, const view *v,
                            const astar_filter *filter) {
  inquiry i = any_question(l, v, filter);
  const astar_query query = inquiry_query(&i);
  i.kind = ASK_PATH;
  compare_answers(&i, l->grid, copy);
  if (chance(3) == 0) compare_slices(l->grid, copy, &query);
  i.kind = ASK_REACHABLE;
  compare_answers(&i, l->grid, copy);
  i.kind = ASK_SIGHT;
  compare_answers(&i, l->grid, copy);
}

// ------------------------------------------------------------------ fields and planners

static astar_status make_field(astar_grid *grid, const field *f, astar_field **made) {
  const inquiry *i = &f->question;
  return f->is_range
             ? astar_movement_range(grid, i->rules, inquiry_filter(i), i->query.start_x,
                                    i->query.start_y, i->max_cost, made)
             : inquiry_field(i, grid, NULL, made);
}

/// `f->field` is NULL if no field is possible with the rules and goals now.
static void begin_field(const life *l, field *f) {
  const view *v = any_view(l);
  const astar_filter *filter = any_filter_of(v);
  *f = (field){.is_range = chance(2) == 0};
  f->question = any_question(l, v, filter);
  f->filter = filter_of(v, filter);
  make_field(l->grid, f, &f->field);
  f->revision = astar_grid_revision(l->grid);
}

/// All answers of a field as numbers: `numbers` [4 * tiles].
static void look_at_field(const life *l, const field *f, double *numbers) {
  astar_path *path;
  astar_result result;
  REQUIRE(astar_path_new(NULL, &path) == ASTAR_OK);
  for (int y = 0; y < astar_grid_height(l->grid); y++) {
    for (int x = 0; x < astar_grid_width(l->grid); x++, numbers += 4) {
      astar_point next = {0, 0};
      bool has_next = astar_field_way_out(f->field, x, y, &next);
      numbers[0] = astar_field_cost(f->field, x, y);
      numbers[1] = has_next ? next.x + 65536.0 * next.y : -1;
      astar_field_path(f->field, x, y, path, &result);
      numbers[2] = result.length;
      numbers[3] = result.cost;
    }
  }
  astar_path_free(path);
}

/// Updates a field. Edits that do not affect it must change nothing of it.
static void update_field(const life *l, field *f) {
  bool must_stay = !is_concerned(l, &f->filter, f->revision);
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
    digest_compare_fields(f->field, fresh, l->grid);
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
  *p = (planner){.view = any_view(l), .x = any_x(l), .y = any_y(l)};
  p->filter = any_filter_of(p->view);
  p->goal = (astar_point){any_x(l), any_y(l)};
  astar_replanner_new(l->grid, p->view->rules, p->filter, p->x, p->y, p->goal.x,
                      p->goal.y, &p->planner);
}

static void check_planner(const life *l, planner *p, astar_grid *copy) {
  astar_result planned, found;
  if (p->planner == NULL) begin_planner(l, p);
  if (p->planner == NULL) return;
  astar_query query = astar_default_query(p->view->rules, p->x, p->y, &p->goal, 1);
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
  if (planned.length > 1 && chance(3) == 0) {
    p->x = points[1].x;
    p->y = points[1].y;
    astar_replanner_move(p->planner, p->x, p->y);
  } else if (planned.length <= 2 && chance(2) == 0) {
    p->goal = (astar_point){any_x(l), any_y(l)};
    astar_replanner_set_goal(p->planner, p->goal.x, p->goal.y);
  }
  free(points);
}

// ------------------------------------------------------------------- searches that stay

/// Begins a search and stores what it must find; none if the rules are not valid.
static void begin_finder(const life *l, finder *f, astar_grid *copy) {
  const view *v = any_view(l);
  const astar_filter *filter = any_filter_of(v);
  f->question = any_question(l, v, filter);
  f->question.kind = ASK_PATH;
  const astar_query query = inquiry_query(&f->question);
  f->filter = filter_of(v, filter);
  f->revision = astar_grid_revision(l->grid);
  if (astar_search_new(l->grid, &query, &f->search) != ASTAR_OK) return;
  f->expected = inquiry_ask(&f->question, copy, NULL, NULL);
}

/// Continues a search: it must be stale if an edit affects it, and only then. A search
/// that has ended must have found the answer at its beginning.
static void check_finder(const life *l, finder *f, astar_grid *copy) {
  if (f->search == NULL) begin_finder(l, f, copy);
  if (f->search == NULL) return;
  int count = chance(6) == 0 ? chance(200) : chance(3);
  astar_status status = astar_search_step(f->search, count);
  if (is_concerned(l, &f->filter, f->revision)) {
    REQUIRE(status == ASTAR_STALE);
  } else if (status != ASTAR_RUNNING) {
    digest d = digest_search(f->search);
    if (f->expected.result.expanded == 0) d.result.expanded = 0; // see `ask_path`
    REQUIRE(digest_is_same(&d, &f->expected));
  }
  if (status == ASTAR_RUNNING) return;
  astar_search_free(f->search);
  f->search = NULL;
}

// ------------------------------------------------------------------------------ rounds

/// Compares the derived data of a filter, and queries with it, with those of a copy.
static void check_filter(life *l, astar_grid *copy, const view *v,
                         const astar_filter *filter) {
  if (chance(2) == 0) compare_queries(l, copy, v, filter); // before any update
  compare_derived(l->grid, copy, v->rules, filter);
  compare_grids(l->grid, copy);
  compare_queries(l, copy, v, filter);
}

/// Compares everything with a fresh copy. Unless `all`, some rules and most filters are
/// left out: the next comparison of these has more edits to repair.
static void check(life *l, bool all) {
  astar_grid *copy = serialized_copy(l->grid, NULL);
  for (int i = 0; i < l->view_count; i++) {
    const view *v = &l->views[i];
    if (!all && chance(3) == 0) continue;
    if (astar_why_unsuited(l->grid, v->rules, NULL, ASTAR_AUTO) != NULL) continue;
    int first = chance(v->filter_count), count = all ? v->filter_count : 1 + chance(2);
    for (int f = 0; f < count; f++)
      check_filter(l, copy, v, v->filters[(first + f) % v->filter_count]);
  }
  for (int i = 0; i < FIELDS; i++)
    if (all || chance(3) == 0) check_field(l, &l->fields[i], copy);
  for (int i = 0; i < SEARCHES; i++)
    if (chance(3) != 0) check_finder(l, &l->finders[i], copy);
  for (int i = 0; i < PLANNERS; i++)
    if (all || chance(2) == 0) check_planner(l, &l->planners[i], copy);
  astar_grid_free(copy);
}

static void play(void) {
  life l = {.is_calm = chance(3) == 0, .view_count = 1 + chance(MAX_RULES)};
  terrain_begin(&l.terrain, true);
  l.grid = l.terrain.grid;
  l.is_plain = !l.terrain.has_edges && !l.terrain.has_links && chance(2) == 0;
  for (int i = 0; i < l.view_count; i++) begin_view(&l.terrain, &l.views[i], i == 0);
  for (; round_step < EDITS_PER_ROUND; round_step++) {
    edit_any_kind(&l);
    check(&l, chance(6) == 0);
  }
  for (int i = 0; i < FIELDS; i++) astar_field_free(l.fields[i].field);
  for (int i = 0; i < SEARCHES; i++) astar_search_free(l.finders[i].search);
  for (int i = 0; i < PLANNERS; i++) astar_replanner_free(l.planners[i].planner);
  for (int i = 0; i < l.view_count; i++) astar_rules_free(l.views[i].rules);
  terrain_end(&l.terrain);
}

int main(int count, char **words) {
  const long edits = count > 1 ? strtol(words[1], NULL, 10) : 6000;
  uint64_t seed = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  long done = 0;
  for (; done < edits; done += EDITS_PER_ROUND) play_round(seed++, play);
  printf("%ld edits, each compared with a fresh copy: no difference\n", done);
  return EXIT_SUCCESS;
}
