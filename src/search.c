#include "search.h"

#include <string.h>

#include "bits.h"

// Costs that differ by less than this, relatively, are sums of the same steps.
#define SEARCH_EQUAL 1e-12

// -------------------------------------------------------------------------------- life

static size_t search_index_bytes(const astar_grid *grid) {
  return grid_tiles(grid) * sizeof(uint32_t);
}

search *search_new(astar_grid *grid) {
  search *s = (search *)memory_new(&grid->memory, sizeof *s);
  if (s == NULL) return NULL;
  s->grid = grid;
  s->index = (uint32_t *)memory_new(&grid->memory, search_index_bytes(grid));
  if (s->index == NULL) {
    memory_free(&grid->memory, s, sizeof *s);
    return NULL;
  }
  return s;
}

void search_free(search *s) {
  if (s == NULL) return;
  search_free(s->nested);
  memory *m = &s->grid->memory;
  goals_fini(&s->goals, m);
  open_fini(&s->open, m);
  memory_free(m, s->index, search_index_bytes(s->grid));
  memory_free(m, s->nodes, s->node_capacity * sizeof *s->nodes);
  memory_free(m, s->trail, s->trail_capacity * sizeof *s->trail);
  memory_free(m, s, sizeof *s);
}

// ------------------------------------------------------------------------------- nodes

static uint32_t search_node_of(const search *s, int x, int y) {
  uint32_t i = s->index[grid_cell(s->grid, x, y)];
  if (i >= s->node_count || s->nodes[i].x != x || s->nodes[i].y != y) return SEARCH_NONE;
  return i;
}

const search_node *search_find(const search *s, int x, int y) {
  uint32_t i = search_node_of(s, x, y);
  return i != SEARCH_NONE ? &s->nodes[i] : NULL;
}

static void search_push(search *s, uint32_t i) {
  const search_node *node = &s->nodes[i];
  double f = s->is_greedy ? node->h : node->g + node->h;
  if (!open_push(&s->open, &s->grid->memory, f, i)) s->state = SEARCH_NO_MEMORY;
}

static void search_add(search *s, uint32_t parent, int x, int y, double g, uint8_t move) {
  double h = heuristic_at(&s->heuristic, x, y);
  if (h < 0) {
    s->state = SEARCH_STOPPED;
    return;
  }
  if (s->can_prune && g + h > s->max_cost * (1 + 1e-9)) {
    s->is_capped = true;
    return;
  }
  if (s->node_count == s->node_capacity &&
      !memory_reserve(&s->grid->memory, (void **)&s->nodes, &s->node_capacity,
                      s->node_count + 1, sizeof *s->nodes)) {
    s->state = SEARCH_NO_MEMORY;
    return;
  }
  uint32_t i = s->node_count++;
  s->nodes[i] = (search_node){g, h, (uint16_t)x, (uint16_t)y, parent, move, false};
  s->index[grid_cell(s->grid, x, y)] = i;
  search_push(s, i);
}

// Whether the move that led to a node is the one that led to its parent.
static bool search_is_straight(const search *s, uint32_t parent, uint8_t move) {
  return s->nodes[parent].move == move;
}

static void search_improve(search *s, uint32_t i, uint32_t parent, double g, uint8_t move) {
  search_node *node = &s->nodes[i];
  if (node->parent == SEARCH_NONE) return; // the start costs nothing
  double slack = node->g * SEARCH_EQUAL;
  if (g < node->g - slack) {
    if (node->is_closed && s->is_greedy) return;
    node->g = g;
    node->parent = parent;
    node->move = move;
    node->is_closed = false;
    search_push(s, i);
  } else if (g <= node->g + slack && s->nodes[parent].g < node->g &&
             search_is_straight(s, parent, move) &&
             !search_is_straight(s, node->parent, node->move)) {
    node->parent = parent; // as cheap, with a turn less
    node->move = move;
  }
}

static void search_relax(search *s, uint32_t parent, int x, int y, double cost,
                         uint8_t move) {
  double g = s->nodes[parent].g + cost;
  if (g > s->max_cost) {
    s->is_capped = true;
    return;
  }
  uint32_t i = search_node_of(s, x, y);
  if (i == SEARCH_NONE) {
    search_add(s, parent, x, y, g, move);
  } else {
    search_improve(s, i, parent, g, move);
  }
}

// -------------------------------------------------------------------------------- loop

static void search_follow_links(search *s, uint32_t i, int x, int y) {
  const astar_grid *grid = s->grid;
  uint32_t count;
  const grid_arc *arcs = grid_arcs_from(grid, grid_cell(grid, x, y), &count);
  for (uint32_t a = 0; a < count && s->state == SEARCH_RUNNING; a++) {
    int to_x = (int)arcs[a].to % grid->width, to_y = (int)arcs[a].to / grid->width;
    if (!costmap_is_passable(s->map, to_x, to_y)) continue;
    search_relax(s, i, to_x, to_y, arcs[a].cost, MOVE_LINK);
  }
}

static void search_expand(search *s, uint32_t i) {
  const costmap *map = s->map;
  int x = s->nodes[i].x, y = s->nodes[i].y;
  uint64_t moves = costmap_moves(map, x, y);
  for (; moves != 0 && s->state == SEARCH_RUNNING; moves &= moves - 1) {
    int move = bits_lowest(moves);
    search_relax(s, i, x + map->moves[move].dx, y + map->moves[move].dy,
                 costmap_step_cost(map, x, y, move), (uint8_t)move);
  }
  if (s->grid->arc_count > 0) search_follow_links(s, i, x, y);
  s->expanded++;
}

static void search_note_nearest(search *s, uint32_t i) {
  const search_node *node = &s->nodes[i];
  int goal, distance = goals_distance(&s->goals, node->x, node->y, &goal);
  if (distance > s->nearest_distance) return;
  if (distance == s->nearest_distance && node->g >= s->nodes[s->nearest].g) return;
  s->nearest = i;
  s->nearest_distance = distance;
}

void search_begin(search *s, const astar_query *query) {
  s->start_x = query->start_x;
  s->start_y = query->start_y;
  s->max_cost = query->max_cost;
  s->max_expansions = query->max_expansions;
  s->is_greedy = query->algorithm == ASTAR_GREEDY;
  s->can_prune = !s->is_greedy && !query->partial && heuristic_is_admissible(query);
  s->is_partial = query->partial;
  s->node_count = s->expanded = s->trail_count = 0;
  s->is_capped = false;
  s->found = s->nearest = SEARCH_NONE;
  s->nearest_distance = INT32_MAX;
  s->state = SEARCH_RUNNING;
  open_clear(&s->open);
  heuristic_init(&s->heuristic, s->map, &s->goals, query);
  bool prune = s->can_prune;
  s->can_prune = false; // the start is always a node
  search_add(s, SEARCH_NONE, s->start_x, s->start_y, 0, MOVE_START);
  s->can_prune = prune;
}

static void search_advance(search *s) {
  uint32_t i = open_pop(&s->open);
  search_node *node = &s->nodes[i];
  if (node->is_closed) return; // a leftover of a dearer way
  if (goals_at(&s->goals, node->x, node->y) >= 0) {
    s->found = i;
    s->state = SEARCH_FOUND;
    return;
  }
  if (s->expanded >= s->max_expansions) {
    s->state = SEARCH_CAPPED;
    return;
  }
  node->is_closed = true;
  if (s->is_partial) search_note_nearest(s, i);
  search_expand(s, i);
}

search_state search_step(search *s, int64_t count) {
  int64_t end = count < INT64_MAX - s->expanded ? s->expanded + count : INT64_MAX;
  while (s->state == SEARCH_RUNNING && s->expanded < end) {
    if (s->open.count == 0) {
      s->state = s->is_capped ? SEARCH_CAPPED : SEARCH_EXHAUSTED;
    } else {
      search_advance(s);
    }
  }
  return s->state;
}

// ------------------------------------------------------------------------------- trail

// The cost of the step into a node, as the map has it.
static double search_cost_into(const search *s, const search_node *node) {
  const search_node *from = &s->nodes[node->parent];
  if (node->move != MOVE_LINK) {
    return costmap_step_cost(s->map, from->x, from->y, node->move);
  }
  const grid_arc *arc = costmap_find_arc(s->map, grid_cell(s->grid, from->x, from->y),
                                         grid_cell(s->grid, node->x, node->y));
  return arc->cost;
}

// Where a path comes to a node by one move and leaves it by another, it may come as well by
// the latter: runs stay together, and cost the same.
static void search_straighten(search *s, search_node *node, uint8_t move) {
  if (move >= MOVE_LINK || node->move == move || node->parent == SEARCH_NONE) return;
  int x = node->x - s->map->moves[move].dx, y = node->y - s->map->moves[move].dy;
  if (!grid_contains(s->grid, x, y)) return;
  uint32_t i = search_node_of(s, x, y);
  if (i == SEARCH_NONE || !s->nodes[i].is_closed) return;
  if ((costmap_moves(s->map, x, y) >> move & 1) == 0) return;
  double g = s->nodes[i].g + costmap_step_cost(s->map, x, y, move);
  if (g <= node->g * (1 + SEARCH_EQUAL) && s->nodes[i].g < node->g) {
    node->parent = i;
    node->move = move;
  }
}

bool search_lay_trail(search *s, uint32_t end) {
  uint8_t move = MOVE_START;
  s->trail_count = 0;
  for (uint32_t i = end; i != SEARCH_NONE; i = s->nodes[i].parent) {
    if (s->trail_count == s->trail_capacity &&
        !memory_reserve(&s->grid->memory, (void **)&s->trail, &s->trail_capacity,
                        s->trail_count + 1, sizeof *s->trail)) {
      return false;
    }
    s->trail[s->trail_count++] = i;
    search_straighten(s, &s->nodes[i], move);
    move = s->nodes[i].move;
  }
  s->cost = 0;
  for (uint32_t i = s->trail_count - 1; i-- > 0;) {
    s->cost += search_cost_into(s, &s->nodes[s->trail[i]]);
  }
  return true;
}
