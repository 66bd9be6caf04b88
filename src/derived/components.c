// Connected components: which method computes them, and how edits reach it.
//
// Moves to adjacent tiles: the component tree, whose work after an edit grows with the
// side of the map only, and the components that links unite. With other moves all tiles
// are one component, which is not exact.
//
// How tiles connect in the tree: on squares with standard rules and without pair costs,
// two passable tiles are connected when they share an edge (4-connectivity), or, if
// diagonal steps are always legal, when they share an edge or a corner (8-connectivity).
// (A diagonal step that needs a free way around its corner adds nothing: the two straight
// steps of that way connect the same tiles.) Hexes are connected when they are neighbors.
// A closed edge between two tiles removes the connection; around corners the same reason
// holds: a way is free only when its two straight steps are legal. Pair costs and lists
// of moves need the legal moves.
#include "derived/components.h"

#include <string.h>

#include "base/bits.h"
#include "derived/repair.h"
#include "map/links.h"

void components_fini(components *c, astar_grid *grid) {
  component_tree_fini(&c->tree, grid);
  component_links_fini(&c->links, &grid->memory);
  memset(c, 0, sizeof *c);
}

uint64_t components_at(const components *c, uint32_t cell) {
  if (c->is_far) return 0;
  return component_links_at(&c->links, component_tree_at(&c->tree, cell));
}

uint32_t components_region(const components *c, uint32_t cell) {
  return component_links_region(&c->links, component_tree_at(&c->tree, cell));
}

// -------------------------------------------------------------------------------- tree

// Whether a move leads farther than to an adjacent tile, or the costmap has no table of
// legal moves.
static bool components_are_far(const costmap *map) {
  const move_table *moves = map->moves;
  if (moves->count > 8) return true;
  for (int i = 0; i < moves->count; i++)
    if (moves->list[0][i].direction < 0) return true;
  return false;
}

component_mode components_mode(const costmap *map) {
  const astar_rules *rules = map->rules;
  if (rules->pair_costs != NULL) return CONNECT_STEPS;
  if (map->grid->layout != ASTAR_SQUARE) return CONNECT_HEX;
  if (!rules->is_standard) return CONNECT_STEPS;
  bool corners = rules->move_count == DIRECTIONS;
  return corners && !corner_rule_needs_way(rules->diagonal) ? CONNECT_8 : CONNECT_4;
}

// How far from a tile the connections between other tiles can depend on it. With legal
// moves, a move from one tile beyond the affected area may lead into it.
static int components_reach(const costmap *map, bool has_steps) {
  int reach = map->rules->reach > 1 ? map->rules->reach : 1;
  return has_steps ? reach + 1 : 1;
}

// Queues the leaves that a change concerns: those with a tile whose connections to its
// neighbors can depend on the change.
static void components_queue_change(components *c, const costmap *map, bool has_steps,
                                    const grid_change *change) {
  const astar_rules *rules = map->rules;
  int reach = components_reach(map, has_steps);
  bool is_tile = rules->size == 1 && change->width == 1 && change->height == 1;
  uint32_t tile = is_tile ? grid_cell(map->grid, change->x, change->y) : GRID_NO_CELL;
  component_tree_queue(
      &c->tree, repair_area(map->grid, change, rules->size - 1 + reach, reach), tile);
}

// Queues what the changes of the journal concern. False: the journal has lost changes.
static bool components_queue_changes(components *c, const costmap *map,
                                     component_mode mode) {
  const astar_grid *grid = map->grid;
  bool has_edges = costmap_has_edges(map) || c->had_edges;
  bool has_steps = mode == CONNECT_STEPS || has_edges;
  c->had_edges = costmap_has_edges(map);
  if (c->revision < grid->journal_start) return false;
  repair_scope scope = {map->rules, &map->tiles->filter, CHANGE_GROUND | CHANGE_LINKS};
  const grid_change *change;
  while ((change = repair_next(grid, &scope, &c->revision)) != NULL) {
    c->links.is_stale = true;
    if (change->kind != CHANGE_LINKS) components_queue_change(c, map, has_steps, change);
  }
  return true;
}

// Unites the components of the tree by links.
static astar_status components_unite(components *c, const costmap *map) {
  if (c->links.is_stale && !component_links_update(&c->links, &c->tree, map))
    return ASTAR_NO_MEMORY;
  c->exact = c->tree.one_way_leaves == 0 && !c->links.has_one_way;
  return ASTAR_OK;
}

static astar_status components_update_tree(components *c, const costmap *map, budget *b) {
  component_mode mode = components_mode(map);
  // The table of legal moves costs O(tiles) once.
  if (mode == CONNECT_STEPS) {
    astar_status ready = costmap_ensure_legal(map, b);
    if (ready != ASTAR_OK) return ready;
  }
  c->is_built = false;
  if (c->tree.level_count == 0 || !components_queue_changes(c, map, mode)) {
    if (!component_tree_begin(&c->tree, map->grid)) return ASTAR_NO_MEMORY;
    c->revision = map->grid->revision;
    c->had_edges = costmap_has_edges(map);
    c->links.is_stale = true;
  }
  astar_status status = component_tree_update(&c->tree, map, mode, b);
  if (status == ASTAR_OK) status = components_unite(c, map);
  c->is_built = status == ASTAR_OK;
  return status;
}

astar_status components_update_cells(components *c, const costmap *map,
                                     const uint32_t *cells, uint32_t count) {
  const astar_grid *grid = map->grid;
  component_mode mode = components_mode(map);
  int reach = components_reach(map, mode == CONNECT_STEPS || c->had_edges);
  for (uint32_t i = 0; i < count; i++) {
    int x = grid_x(grid, cells[i]), y = grid_y(grid, cells[i]);
    component_tree_queue(&c->tree, repair_tile_area(grid, x, y, reach), GRID_NO_CELL);
  }
  c->links.is_stale = true;
  astar_status status = component_tree_update(&c->tree, map, mode, NULL);
  if (status == ASTAR_OK) status = components_unite(c, map);
  if (status == ASTAR_NO_MEMORY) components_fini(c, map->grid);
  return status;
}

// ------------------------------------------------------------------------------ update

astar_status components_update(components *c, const costmap *map, budget *b) {
  astar_filter filter = costmap_passage_filter(map);
  repair_skip(map->grid, &filter, &c->revision);
  if (c->is_built && c->revision == map->grid->revision) return ASTAR_OK;
  c->is_far = components_are_far(map);
  if (c->is_far) {
    c->is_built = true;
    c->revision = map->grid->revision;
    return ASTAR_OK;
  }
  astar_status status = components_update_tree(c, map, b);
  if (status == ASTAR_NO_MEMORY) components_fini(c, map->grid);
  return status;
}

// -------------------------------------------------------------------------------- sets

// Receives a component that a path from the start can enter. Returns true to end the
// loop.
typedef bool (*components_visitor)(void *user, uint64_t component);

// Visits the component of a passable tile, or the components that one step or link enters
// from an impassable tile. Returns whether the visitor ended the loop.
static bool components_visit(const components *c, const costmap *map, int x, int y,
                             components_visitor visit, void *user) {
  const astar_grid *grid = map->grid;
  uint32_t cell = grid_cell(grid, x, y), count;
  if (costmap_is_passable(map, x, y)) return visit(user, components_at(c, cell));
  const tile_move *move = map->moves->list[costmap_parity(map, x, y)];
  for (uint64_t moves = costmap_moves(map, x, y); moves != 0; moves &= moves - 1) {
    uint32_t to = cell + (uint32_t)move[bits_lowest(moves)].offset;
    if (visit(user, components_at(c, to))) return true;
  }
  const grid_arc *arcs = links_arcs_from(grid, cell, &count);
  for (uint32_t i = 0; i < count; i++) {
    if (!costmap_is_cell_passable(map, arcs[i].to)) continue;
    if (visit(user, components_at(c, arcs[i].to))) return true;
  }
  return false;
}

static bool component_set_add(void *user, uint64_t component) {
  component_set *set = (component_set *)user;
  for (uint32_t i = 0; i < set->count; i++)
    if (set->numbers[i] == component) return false;
  set->is_full = set->count == COMPONENT_SET_CAPACITY;
  if (!set->is_full) set->numbers[set->count++] = component;
  return set->is_full;
}

// A visitor that searches for one component.
static bool component_set_is_same(void *user, uint64_t component) {
  return component == *(const uint64_t *)user;
}

void component_set_init(component_set *set, const components *c, const costmap *map,
                        int x, int y) {
  set->of = c;
  set->map = map;
  set->x = x;
  set->y = y;
  set->count = 0;
  set->is_full = false;
  components_visit(c, map, x, y, component_set_add, set);
}

bool component_set_contains(const component_set *set, uint32_t cell) {
  uint64_t component = components_at(set->of, cell);
  for (uint32_t i = 0; i < set->count; i++)
    if (set->numbers[i] == component) return true;
  return set->is_full && components_visit(set->of, set->map, set->x, set->y,
                                          component_set_is_same, &component);
}
