// The link bound: Dijkstra's algorithm from the goals, over the ends of links.
//
// Regions are the components of the map without links. The search takes each region for
// open ground: between two of its tiles lies the norm of the heuristic. So it needs the
// starts and the ends of links only, no other tiles:
//
//      region 1                region 2
//      +--------------+        +--------------+
//      | x  . . . a1 ----c1----> b1 . . . .   |      rest(a1) = c1 + |b1 G|
//      |     . . a2 ----c2----------> b2 . G  |      rest(a2) = c2 + |b2 G|
//      +--------------+        +--------------+
//
//      h(x) = min(|x G| if G is in the region of x, |x a| + rest(a) of all starts a there)
//
// It is the exact distance in a graph that contains all steps and links of the map, at no
// higher cost: the norm of a step is at most its cost. Therefore it is consistent, also
// with links that cost nothing, that lead one way, and that cost less than the distance.
// (Distances of one graph meet the triangle inequality. E. W. Dijkstra, "A note on two
// problems in connexion with graphs", 1959.)
//
// Most starts are dominated: from a, the way over another start of its region, or the way
// without links, costs no more than rest(a). By the triangle inequality that holds for
// every tile of the region, so a dominated start is no target. That leaves few targets: a
// stair whose floor has the goal never is one, because the way back costs more.
//
// The search stops where all further rests are LINK_BOUND_REACH times the bound of the
// start: nodes with so high a bound are rarely expanded. It goes on from there when a
// later query to the same goals starts farther away. Further starts count as targets
// with the rest `cap`: h is at most `cap`. A minimum of consistent bounds is consistent.
// With many links there are many targets. Then a region has no targets, but a shift
// (derived/component_links): the floors of a house are moved on top of each other. If no
// link costs less than the norm between its shifted ends, the norm to the shifted goals is
// consistent for links, too. To it the surplus of links is added, by which they cost more:
// the minimum over all ways from region to region. O(1) per tile, but blind to where the
// links are.
#include "search/link_bound.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"

// More links than this are many: shifts then save more time in the search over links than
// they take in the search on the map.
enum { LINK_BOUND_MANY = MEMORY_LIMIT(512, 4) };

// See above. With 1.25, h is exact for most nodes of paths around obstacles.
#define LINK_BOUND_REACH 1.25

// The lowest bits of a key hold the arc, the others the upper bits of its rest: doubles
// >= 0 are ordered like their bits. So the order is exact up to this share of a rest.
#define LINK_BOUND_ROUNDING 1e-8

void link_bound_fini(link_bound *b, struct memory *m) {
  memory_free(m, b->regions, b->region_capacity * sizeof *b->regions);
  memory_free(m, b->targets, b->target_capacity * sizeof *b->targets);
  memory_free(m, b->rest, b->rest_capacity * sizeof *b->rest);
  memory_free(m, b->open.keys, b->open_capacity * sizeof *b->open.keys);
}

// ------------------------------------------------------------------------------- reading

static inline double link_bound_norm(const heuristic *h, int dx, int dy) {
  dx = abs(dx);
  dy = abs(dy);
  if (!h->is_simple) return heuristic_measure(h, dx, dy);
  return (double)(h->a * (dx + dy) - h->twice * (dx < dy ? dx : dy)) * h->unit;
}

// h of a tile, from the targets that are known.
static double link_bound_known(const link_bound *b, uint32_t region, int x, int y) {
  const link_bound_region *r = &b->regions[region];
  const heuristic *h = &b->heuristic;
  double least = INFINITY;
  if (r->has_goal) {
    least = h->is_simple ? heuristic_simple_at(h, x, y) : heuristic_direct(h, x, y);
  }
  for (uint32_t i = r->head; i != LINK_BOUND_END; i = b->targets[i].next) {
    const link_bound_target *t = &b->targets[i];
    if (t->rest > least * (1 + LINK_BOUND_ROUNDING)) break;
    double over = t->rest + link_bound_norm(h, x - t->x, y - t->y);
    if (over < least) least = over;
  }
  return least;
}

// The shift of a region to the region of the goal.
static inline astar_point link_bound_shift(const link_bound *b, uint32_t region) {
  const int32_t *shift = b->of->links.shift;
  const int32_t *from = shift + 2 * region, *to = shift + 2 * b->goal_region;
  return (astar_point){from[0] - to[0], from[1] - to[1]};
}

// h of a tile where regions are shifted. The norm is exact only within a region: tiles of
// no region have no way to another one.
static double link_bound_shifted(const link_bound *b, uint32_t region, int x, int y) {
  double rest = b->regions[region].rest;
  if (region == b->goal_region) return heuristic_simple_at(&b->heuristic, x, y);
  if (!(rest < INFINITY)) return rest;
  astar_point shift = link_bound_shift(b, region);
  return heuristic_simple_at(&b->heuristic, x + shift.x, y + shift.y) + rest;
}

double link_bound_at(const link_bound *b, uint32_t region, int x, int y) {
  if (b->has_shifts) return link_bound_shifted(b, region, x, y);
  double known = link_bound_known(b, region, x, y);
  return known < b->cap ? known : b->cap;
}

uint32_t link_bound_region_of(const link_bound *b, uint32_t cell) {
  uint32_t region = components_region(b->of, cell);
  return region != COMPONENT_LINKS_NONE ? region : b->of->links.region_count;
}

// -------------------------------------------------------------------------------- search

// The rest of arcs that were settled: no rest is lower.
#define LINK_BOUND_SETTLED (-1.0)

// Whether a rest at a tile is no lower than what other targets give, up to rounding.
static bool link_bound_is_dominated(const link_bound *b, uint32_t region, int x, int y,
                                    double rest) {
  return rest >= link_bound_known(b, region, x, y) * (1 - TOLERANCE_EQUAL);
}

// The cell where an arc begins.
static uint32_t link_bound_start_of(const grid_link *links, uint32_t arc) {
  return (arc & 1) != 0 ? links[arc / 2].to : links[arc / 2].from;
}

// Puts an arc or a region into the heap, which has room.
static void link_bound_push(link_bound *b, double rest, uint32_t what) {
  uint64_t key;
  memcpy(&key, &rest, sizeof key);
  key_heap_push(&b->open, key >> LINK_BOUND_ARC_BITS << LINK_BOUND_ARC_BITS | what);
}

// Makes room for the arcs that end in a region. False: out of memory.
static bool link_bound_reserve(link_bound *b, uint32_t region, struct memory *m) {
  const uint32_t *first = &b->of->links.first[region];
  return MEMORY_RESERVE(m, b->open.keys, b->open_capacity,
                        (uint32_t)b->open.count + first[1] - first[0]);
}

// Relaxes the arcs that end in a region, over a target of this region, or with `from`
// NULL over the goals there. False: out of memory.
static bool link_bound_relax(link_bound *b, uint32_t region,
                             const link_bound_target *from, struct memory *m) {
  const component_links *l = &b->of->links;
  const heuristic *h = &b->heuristic;
  const astar_grid *grid = h->map->grid;
  if (!link_bound_reserve(b, region, m)) return false;
  for (uint32_t i = l->first[region]; i < l->first[region + 1]; i++) {
    uint32_t arc = l->into[i], start = link_bound_start_of(grid->links, arc),
             end = link_bound_start_of(grid->links, arc ^ 1);
    int x = grid_x(grid, end), y = grid_y(grid, end);
    double rest = grid->links[arc / 2].cost * h->weight;
    rest += from == NULL ? heuristic_direct(h, x, y)
                         : from->rest + link_bound_norm(h, x - from->x, y - from->y);
    if (rest >= b->rest[arc]) continue;
    b->rest[arc] = rest;
    if (b->regions[l->ends[arc]].has_goal &&
        rest >= heuristic_direct(h, grid_x(grid, start), grid_y(grid, start))) {
      continue;
    }
    link_bound_push(b, rest, arc);
  }
  return true;
}

// Makes the start of an arc a target, unless it is dominated. False: out of memory.
static bool link_bound_settle(link_bound *b, uint32_t arc, struct memory *m) {
  const astar_grid *grid = b->heuristic.map->grid;
  uint32_t cell = link_bound_start_of(grid->links, arc);
  uint32_t region = b->of->links.ends[arc], i = b->target_count;
  link_bound_target t = {grid_x(grid, cell), grid_y(grid, cell), LINK_BOUND_END,
                         b->rest[arc]};
  b->rest[arc] = LINK_BOUND_SETTLED;
  if (t.rest < 0 || link_bound_is_dominated(b, region, t.x, t.y, t.rest)) return true;
  if (!MEMORY_RESERVE(m, b->targets, b->target_capacity, i + 1)) return false;
  b->targets[b->target_count++] = t;
  link_bound_region *r = &b->regions[region];
  if (r->head == LINK_BOUND_END) {
    r->head = i;
  } else {
    b->targets[r->tail].next = i;
  }
  r->tail = i;
  return link_bound_relax(b, region, &t, m);
}

// The rest of the first arc of the heap, rounded down.
static double link_bound_first(const link_bound *b) {
  double rest = INFINITY;
  uint64_t key;
  if (b->open.count == 0) return rest;
  key = b->open.keys[0] >> LINK_BOUND_ARC_BITS << LINK_BOUND_ARC_BITS;
  memcpy(&rest, &key, sizeof rest);
  return rest;
}

// What an arc costs more than the norm between its ends, where regions are shifted.
static double link_bound_surplus(const link_bound *b, uint32_t arc) {
  const component_links *l = &b->of->links;
  const astar_grid *grid = b->heuristic.map->grid;
  uint32_t start = link_bound_start_of(grid->links, arc),
           end = link_bound_start_of(grid->links, arc ^ 1);
  const int32_t *from = l->shift + 2 * l->ends[arc], *to = l->shift + 2 * l->ends[arc ^ 1];
  int dx = grid_x(grid, start) + from[0] - grid_x(grid, end) - to[0];
  int dy = grid_y(grid, start) + from[1] - grid_y(grid, end) - to[1];
  return grid->links[arc / 2].cost * b->heuristic.weight -
         link_bound_norm(&b->heuristic, dx, dy);
}

// Whether there are many links, and none costs less than the norm between its ends.
static bool link_bound_can_shift(const link_bound *b) {
  uint32_t count = b->heuristic.map->grid->link_count;
  if (count <= LINK_BOUND_MANY || !b->heuristic.is_simple ||
      b->goal_region == COMPONENT_LINKS_NONE) {
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    bool is_used = b->of->links.ends[2 * i] != COMPONENT_LINKS_NONE;
    if (is_used && link_bound_surplus(b, 2 * i) < 0) return false;
  }
  return true;
}

// Finds the rests of all regions. False: out of memory.
static bool link_bound_shift_all(link_bound *b, struct memory *m) {
  const component_links *l = &b->of->links;
  b->regions[b->goal_region].rest = 0;
  if (b->goal_region == l->region_count) return true;
  for (uint32_t region = b->goal_region;;) {
    if (!link_bound_reserve(b, region, m)) return false;
    for (uint32_t i = l->first[region]; i < l->first[region + 1]; i++) {
      link_bound_region *from = &b->regions[l->ends[l->into[i]]];
      double rest = b->regions[region].rest + link_bound_surplus(b, l->into[i]);
      if (rest >= from->rest) continue;
      from->rest = rest;
      link_bound_push(b, rest, l->ends[l->into[i]]);
    }
    if (b->open.count == 0) return true;
    region = (uint32_t)key_heap_pop(&b->open) & (LINK_BOUND_ARCS - 1);
  }
}

// Begins a search. False: out of memory.
static bool link_bound_reset(link_bound *b, struct memory *m) {
  const component_links *l = &b->of->links;
  uint32_t arcs = 2 * b->heuristic.map->grid->link_count;
  b->stamp = 0; // not valid without memory
  b->open.count = b->target_count = 0;
  if (!MEMORY_RESERVE(m, b->regions, b->region_capacity, l->region_count + 1) ||
      !MEMORY_RESERVE(m, b->rest, b->rest_capacity, arcs)) {
    return false;
  }
  for (uint32_t i = 0; i <= l->region_count; i++) {
    bool has_goal = b->goal_region == i || b->goal_region == COMPONENT_LINKS_NONE;
    b->regions[i] =
        (link_bound_region){LINK_BOUND_END, LINK_BOUND_END, has_goal, INFINITY};
  }
  b->has_shifts = link_bound_can_shift(b);
  if (b->has_shifts && !link_bound_shift_all(b, m)) return false;
  for (uint32_t i = 0; i < arcs && !b->has_shifts; i++) b->rest[i] = INFINITY;
  for (uint32_t i = 0; i < l->region_count && !b->has_shifts; i++) {
    if (b->regions[i].has_goal && !link_bound_relax(b, i, NULL, m)) return false;
  }
  b->stamp = l->stamp;
  return true;
}

// Whether the search that is kept was for these goals and links.
static bool link_bound_is_same(const link_bound *b, const heuristic *h,
                               uint32_t goal_region, uint64_t stamp) {
  const heuristic *old = &b->heuristic;
  return b->stamp == stamp && b->goal_region == goal_region && old->left == h->left &&
         old->top == h->top && old->right == h->right && old->bottom == h->bottom &&
         old->a == h->a && old->b == h->b && !(old->unit < h->unit) &&
         !(old->unit > h->unit) && old->is_euclidean == h->is_euclidean &&
         !(old->euclid < h->euclid) && !(old->euclid > h->euclid) &&
         !(old->weight < h->weight) && !(old->weight > h->weight);
}

bool link_bound_begin(link_bound *b, const components *c, const costmap *map,
                      const goals *g, const astar_query *query) {
  memory *m = &map->grid->memory;
  heuristic h;
  heuristic_init_direct(&h, map, g, query);
  b->of = c;
  uint32_t goal_region = COMPONENT_LINKS_NONE;
  if (!g->has_table && g->range == 0) {
    goal_region =
        link_bound_region_of(b, grid_cell(map->grid, g->list[0].x, g->list[0].y));
  }
  bool is_same = link_bound_is_same(b, &h, goal_region, c->links.stamp);
  b->heuristic = h;
  b->goal_region = goal_region;
  if (!is_same && !link_bound_reset(b, m)) return false;
  int x = query->start_x, y = query->start_y;
  uint32_t start = grid_cell(map->grid, x, y), region = c->links.region_count;
  bool is_passable = costmap_is_cell_passable(map, start);
  if (is_passable) region = link_bound_region_of(b, start);
  double direct = heuristic_direct(&h, x, y), bound;
  for (;;) {
    b->cap = INFINITY;
    bound = is_passable ? link_bound_at(b, region, x, y) : direct;
    b->cap = link_bound_first(b);
    if (b->open.count == 0 || b->cap > bound * LINK_BOUND_REACH) break;
    uint32_t arc = (uint32_t)key_heap_pop(&b->open) & (LINK_BOUND_ARCS - 1);
    if (!link_bound_settle(b, arc, m)) {
      b->stamp = 0;
      return false;
    }
  }
  // A partial path may end where no path leads to a goal.
  double most = bound < INFINITY ? bound * LINK_BOUND_REACH : direct;
  if (query->partial && b->cap > most) b->cap = most;
  return true;
}
