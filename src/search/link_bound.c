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
//      h(x) = min(|x G| if G is in the region of x, |x a| + rest(a) of all starts a
//      there)
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
// With many links there are many targets. Then a region has one target only: the goal,
// shifted as the first link shifts the region that it leads to, as if the floors of a
// house were moved on top of each other. Its rest is the cost of the links on the way,
// without the way between them. That is O(1) per tile, but blind to where the links are.
// It is consistent on each region; if it is so for every link, too, which is tested, it
// is used.
#include "search/link_bound.h"

#include <math.h>
#include <string.h>

#include "base/bits.h"

// More links than this are many: shifts then save more time in the search over links than
// they take in the search on the map.
enum { LINK_BOUND_MANY = MEMORY_LIMIT(512, 4) };

// So many arcs are relaxed per query at most: about 0.3 ms. Then `cap` is low, and a
// later query goes on.
enum { LINK_BOUND_WORK = MEMORY_LIMIT(1 << 15, 8) };

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

double link_bound_at(const link_bound *b, uint32_t region, int x, int y) {
  double known = link_bound_known(b, region, x, y);
  return known < b->cap ? known : b->cap;
}

uint32_t link_bound_region_of(const link_bound *b, uint32_t cell) {
  uint32_t region = components_region(b->of, cell);
  return region != COMPONENT_LINKS_NONE ? region : b->of->links.region_count;
}

// -------------------------------------------------------------------------------- search

// The rest of targets that were settled: no rest is lower.
#define LINK_BOUND_SETTLED (-1.0)

// An arc: its ends, their regions, and its cost. `is_used`: it exists, and its ends are
// passable.
typedef struct link_bound_arc {
  astar_point start, end;
  uint32_t from, to;
  double cost;
  bool is_used;
} link_bound_arc;

static link_bound_arc link_bound_arc_at(const link_bound *b, uint32_t arc) {
  const astar_grid *grid = b->heuristic.map->grid;
  const grid_link *link = &grid->links[arc / 2];
  bool is_back = (arc & 1) != 0;
  uint32_t start = is_back ? link->to : link->from, end = is_back ? link->from : link->to;
  const uint32_t *ends = b->of->links.ends;
  return (link_bound_arc){.start = {grid_x(grid, start), grid_y(grid, start)},
                          .end = {grid_x(grid, end), grid_y(grid, end)},
                          .from = ends[arc],
                          .to = ends[arc ^ 1],
                          .cost = link->cost * b->heuristic.weight,
                          .is_used = ends[arc] != COMPONENT_LINKS_NONE &&
                                     !(is_back && link->one_way)};
}

// Relaxes the arcs that end in a region, over a target of this region, or with `is_goal`
// over the goals there. False: out of memory.
static bool link_bound_relax(link_bound *b, uint32_t region, const link_bound_target *t,
                             bool is_goal) {
  const component_links *l = &b->of->links;
  const heuristic *h = &b->heuristic;
  uint32_t end = l->first[region + 1], count = end - l->first[region];
  if (!MEMORY_RESERVE(&h->map->grid->memory, b->open.keys, b->open_capacity,
                      (uint32_t)b->open.count + count)) {
    return false;
  }
  b->work += count;
  for (uint32_t i = l->first[region]; i < end; i++) {
    link_bound_arc arc = link_bound_arc_at(b, l->into[i]);
    double rest = arc.cost + t->rest,
           *known = &b->rest[b->has_shifts ? arc.from : l->into[i]];
    if (!b->has_shifts) {
      rest += is_goal ? heuristic_direct(h, arc.end.x, arc.end.y)
                      : link_bound_norm(h, arc.end.x - t->x, arc.end.y - t->y);
    }
    if (rest >= *known) continue;
    *known = rest;
    if (b->regions[arc.from].has_goal &&
        rest >= heuristic_direct(h, arc.start.x, arc.start.y)) {
      continue; // dominated
    }
    uint64_t key;
    memcpy(&key, &rest, sizeof key);
    key_heap_push(&b->open,
                  key >> LINK_BOUND_ARC_BITS << LINK_BOUND_ARC_BITS | l->into[i]);
  }
  return true;
}

// Settles the first arc of the heap: makes its start a target, unless it is dominated;
// with shifts, the target of its end, shifted as the link. False: out of memory.
static bool link_bound_settle(link_bound *b) {
  uint32_t index = (uint32_t)key_heap_pop(&b->open) & (LINK_BOUND_ARCS - 1);
  link_bound_arc arc = link_bound_arc_at(b, index);
  double *rest = &b->rest[b->has_shifts ? arc.from : index];
  link_bound_region *r = &b->regions[arc.from];
  link_bound_target t = {arc.start.x, arc.start.y, LINK_BOUND_END, *rest};
  *rest = LINK_BOUND_SETTLED;
  if (t.rest < 0) return true;
  if (b->has_shifts) {
    const link_bound_region *to = &b->regions[arc.to];
    bool is_goal = to->head == LINK_BOUND_END;
    t.x += (is_goal ? b->heuristic.goal_x : b->targets[to->head].x) - arc.end.x;
    t.y += (is_goal ? b->heuristic.goal_y : b->targets[to->head].y) - arc.end.y;
  } else if (t.rest >= link_bound_known(b, arc.from, t.x, t.y) * (1 - TOLERANCE_EQUAL)) {
    return true;
  }
  uint32_t i = b->target_count;
  if (!MEMORY_RESERVE(&b->heuristic.map->grid->memory, b->targets, b->target_capacity,
                      i + 1)) {
    return false;
  }
  b->targets[b->target_count++] = t;
  if (r->head == LINK_BOUND_END)
    r->head = i;
  else
    b->targets[r->tail].next = i;
  r->tail = i;
  return link_bound_relax(b, arc.from, &t, false);
}

// The rest of the first arc of the heap, rounded down; infinity: there is none.
static double link_bound_first(const link_bound *b) {
  double rest = INFINITY;
  if (b->open.count == 0) return rest;
  uint64_t key = b->open.keys[0] >> LINK_BOUND_ARC_BITS << LINK_BOUND_ARC_BITS;
  memcpy(&rest, &key, sizeof rest);
  return rest;
}

// Begins a search. False: out of memory.
static bool link_bound_reset(link_bound *b) {
  memory *m = &b->heuristic.map->grid->memory;
  const component_links *l = &b->of->links;
  uint32_t arcs = 2 * b->heuristic.map->grid->link_count, count = l->region_count;
  const link_bound_target goal = {b->heuristic.goal_x, b->heuristic.goal_y, 0, 0};
  b->open.count = b->target_count = 0;
  if (!MEMORY_RESERVE(m, b->regions, b->region_capacity, count + 1) ||
      !MEMORY_RESERVE(m, b->rest, b->rest_capacity, arcs)) {
    return false;
  }
  for (uint32_t i = 0; i < (b->has_shifts ? count : arcs); i++) b->rest[i] = INFINITY;
  for (uint32_t i = 0; i <= count; i++) {
    bool has_goal = b->goal_region == i || b->goal_region == COMPONENT_LINKS_NONE;
    b->regions[i] = (link_bound_region){LINK_BOUND_END, LINK_BOUND_END, has_goal};
  }
  for (uint32_t i = 0; i < count; i++) {
    if (!b->regions[i].has_goal) continue;
    if (b->has_shifts) b->rest[i] = LINK_BOUND_SETTLED;
    if (!link_bound_relax(b, i, &goal, true)) return false;
  }
  return true;
}

// Whether the bound is consistent for all links.
static bool link_bound_is_consistent(const link_bound *b) {
  for (uint32_t i = 0; i < 2 * b->heuristic.map->grid->link_count; i++) {
    link_bound_arc arc = link_bound_arc_at(b, i);
    if (!arc.is_used) continue;
    double h = link_bound_known(b, arc.from, arc.start.x, arc.start.y);
    double rest = arc.cost + link_bound_known(b, arc.to, arc.end.x, arc.end.y);
    if (h > rest * (1 + TOLERANCE_EQUAL)) return false;
  }
  return true;
}

// Begins a search, with shifts where there are many links, if that works. False: out of
// memory.
static bool link_bound_search(link_bound *b) {
  b->has_shifts = b->heuristic.map->grid->link_count > LINK_BOUND_MANY &&
                  b->heuristic.is_simple && b->goal_region != COMPONENT_LINKS_NONE;
  if (!link_bound_reset(b)) return false;
  if (!b->has_shifts) return true;
  while (b->open.count > 0) {
    if (!link_bound_settle(b)) return false;
  }
  if (link_bound_is_consistent(b)) return true;
  b->has_shifts = false;
  return link_bound_reset(b);
}

// Whether the search that is kept was for these goals and links. The norm and the weight
// follow from these members.
static bool link_bound_is_same(const link_bound *b, const heuristic *h,
                               uint32_t goal_region) {
  const heuristic *old = &b->heuristic;
  return b->stamp == b->of->links.stamp && b->goal_region == goal_region &&
         old->left == h->left && old->top == h->top && old->right == h->right &&
         old->bottom == h->bottom && old->a == h->a && old->b == h->b &&
         memcmp(&old->unit, &h->unit, sizeof h->unit) == 0 &&
         memcmp(&old->weight, &h->weight, sizeof h->weight) == 0;
}

bool link_bound_begin(link_bound *b, const components *c, const costmap *map,
                      const goals *g, const astar_query *query) {
  heuristic h;
  heuristic_init_direct(&h, map, g, query);
  b->of = c;
  bool is_single = !g->has_table && g->range == 0;
  uint32_t region = COMPONENT_LINKS_NONE;
  if (is_single)
    region = link_bound_region_of(b, grid_cell(map->grid, h.goal_x, h.goal_y));
  bool is_same = link_bound_is_same(b, &h, region);
  b->heuristic = h;
  b->goal_region = region;
  b->stamp = 0; // not valid without memory
  if (!is_same && !link_bound_search(b)) return false;
  int x = query->start_x, y = query->start_y;
  bool is_passable = costmap_is_passable(map, x, y);
  if (is_passable) region = link_bound_region_of(b, grid_cell(map->grid, x, y));
  double direct = heuristic_direct(&h, x, y), bound;
  for (b->work = 0;;) {
    bound = is_passable ? link_bound_known(b, region, x, y) : direct;
    b->cap = link_bound_first(b);
    if (b->open.count == 0 || b->work > LINK_BOUND_WORK ||
        b->cap > bound * LINK_BOUND_REACH) {
      break;
    }
    if (!link_bound_settle(b)) return false;
  }
  b->stamp = c->links.stamp;
  // A partial path may end where no path leads to a goal.
  double most = bound < INFINITY ? bound * LINK_BOUND_REACH : direct;
  if (query->partial && b->cap > most) b->cap = most;
  return true;
}
