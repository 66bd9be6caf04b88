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
//      h(x) = the least of |x G|, if G is in the region of x,
//             and |x a| + rest(a) of all starts a there
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
// start, and LINK_BOUND_STEPS straight steps: nodes with so high a bound are rarely
// expanded. It goes on from there when a later query to the same goals starts farther
// away. h is at most this limit, `cap`: a minimum of consistent bounds is consistent, and
// h does not depend on how far the search went for earlier queries.
//
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

// A goal is not shifted farther: norms of longer distances could overflow [tiles].
enum { LINK_BOUND_SHIFT = 1 << 17 };

// After so many relaxed arcs, about 0.3 ms, the search stops, too. Then `cap` is lower.
enum { LINK_BOUND_WORK = MEMORY_LIMIT(1 << 15, 64) };

// See above. With 1.25 and 16, h is exact for most nodes of paths around obstacles.
#define LINK_BOUND_REACH 1.25
enum { LINK_BOUND_STEPS = 16 };

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
  if (r->has_goal)
    least = h->is_simple ? heuristic_simple_at(h, x, y) : heuristic_direct(h, x, y);
  for (uint32_t i = r->head; i != LINK_BOUND_END; i = b->targets[i].next) {
    const link_bound_target *t = &b->targets[i];
    if (t->rest > least * (1 + LINK_BOUND_ROUNDING)) break;
    double over = t->rest + link_bound_norm(h, x - t->x, y - t->y);
    if (over < least) least = over;
  }
  return least;
}

uint32_t link_bound_region_of(const link_bound *b, uint32_t cell) {
  uint32_t region = components_region(b->of, cell);
  return region != COMPONENT_LINKS_NONE ? region : b->of->links.region_count;
}

double link_bound_at(const link_bound *b, uint32_t region, int x, int y) {
  if (region == LINK_BOUND_ANY)
    region = link_bound_region_of(b, grid_cell(b->heuristic.map->grid, x, y));
  double known = link_bound_known(b, region, x, y);
  return known < b->cap ? known : b->cap;
}

double link_bound_show(const link_bound *b, int x, int y) {
  bool is_known = b != NULL && b->of->is_built && b->stamp == b->of->links.stamp &&
                  costmap_is_passable(b->heuristic.map, x, y);
  return is_known ? link_bound_at(b, LINK_BOUND_ANY, x, y) : 0;
}

// -------------------------------------------------------------------------------- search

// The rest of targets that were settled: no rest is lower.
#define LINK_BOUND_SETTLED (-1.0)

// Relaxes the arcs that end in a region, over a target of this region, or with `is_goal`
// over the goals there. False: out of memory.
static bool link_bound_relax(link_bound *b, uint32_t region, const link_bound_target *t,
                             bool is_goal) {
  const component_links *l = &b->of->links;
  const heuristic *h = &b->heuristic;
  uint32_t end = l->first[region + 1], count = end - l->first[region];
  if (!MEMORY_RESERVE(&h->map->grid->memory, b->open.keys, b->open_capacity,
                      (uint32_t)b->open.count + count))
    return false;
  b->work += count;
  for (uint32_t i = l->first[region]; i < end; i++) {
    const component_arc *arc = &l->arcs[i];
    double *known = &b->rest[b->has_shifts ? arc->from : i];
    double rest = t->rest + arc->cost * h->weight;
    if (is_goal && !b->has_shifts) rest += heuristic_direct(h, arc->end_x, arc->end_y);
    if (!is_goal && !b->has_shifts)
      rest += link_bound_norm(h, arc->end_x - t->x, arc->end_y - t->y);
    bool is_dominated = rest >= *known || (b->regions[arc->from].has_goal &&
                                           rest >= heuristic_direct(h, arc->x, arc->y));
    if (is_dominated) continue;
    uint64_t key;
    *known = rest;
    memcpy(&key, &rest, sizeof key);
    key_heap_push(&b->open, key >> LINK_BOUND_ARC_BITS << LINK_BOUND_ARC_BITS | i);
  }
  return true;
}

// Adds a target. False: out of memory.
static bool link_bound_add(link_bound *b, const link_bound_target *t) {
  memory *m = &b->heuristic.map->grid->memory;
  if (!MEMORY_RESERVE(m, b->targets, b->target_capacity, b->target_count + 1))
    return false;
  b->targets[b->target_count++] = *t;
  return true;
}

// Settles the first arc of the heap: makes its start a target, unless it is dominated;
// with shifts, the target of its end, shifted as the link. False: out of memory.
static bool link_bound_settle(link_bound *b) {
  uint32_t first = (uint32_t)key_heap_pop(&b->open) & (LINK_BOUND_ARCS - 1);
  uint32_t i = b->target_count;
  const component_arc *arc = &b->of->links.arcs[first];
  link_bound_region *r = &b->regions[arc->from];
  double *rest = &b->rest[b->has_shifts ? arc->from : first];
  link_bound_target t = {arc->x, arc->y, LINK_BOUND_END, *rest};
  *rest = LINK_BOUND_SETTLED;
  if (t.rest < 0) return true;
  if (b->has_shifts) {
    const link_bound_target *to = &b->targets[b->regions[arc->to].head];
    t.x += to->x - arc->end_x;
    t.y += to->y - arc->end_y;
    if (abs(t.x) + abs(t.y) > LINK_BOUND_SHIFT) return true; // then it is not consistent
  } else if (t.rest >= link_bound_known(b, arc->from, t.x, t.y) * (1 - TOLERANCE_EQUAL)) {
    return true;
  }
  if (!link_bound_add(b, &t)) return false;
  if (r->head == LINK_BOUND_END)
    r->head = i;
  else
    b->targets[r->tail].next = i;
  r->tail = i;
  return link_bound_relax(b, arc->from, &t, false);
}

// The rest of the first arc of the heap, rounded down; infinity: there is none.
static double link_bound_first(const link_bound *b) {
  double rest = INFINITY;
  if (b->open.count == 0) return rest;
  uint64_t key = b->open.keys[0] >> LINK_BOUND_ARC_BITS << LINK_BOUND_ARC_BITS;
  memcpy(&rest, &key, sizeof rest);
  return rest;
}

// Begins a search. With shifts, target 0 is the goal, in its region. False: out of
// memory.
static bool link_bound_reset(link_bound *b, bool has_shifts) {
  memory *m = &b->heuristic.map->grid->memory;
  uint32_t count = b->of->links.region_count, arcs = b->of->links.first[count];
  const link_bound_target goal = {b->heuristic.goal_x, b->heuristic.goal_y,
                                  LINK_BOUND_END, 0};
  b->has_shifts = has_shifts;
  b->open.count = b->target_count = b->work = 0;
  if (!MEMORY_RESERVE(m, b->regions, b->region_capacity, count + 1) ||
      !MEMORY_RESERVE(m, b->rest, b->rest_capacity, arcs + count) ||
      !link_bound_add(b, &goal))
    return false;
  for (uint32_t i = 0; i < arcs + count; i++) b->rest[i] = INFINITY;
  for (uint32_t i = 0; i <= count; i++) {
    bool has_goal = b->goal_region == i || b->goal_region == COMPONENT_LINKS_NONE;
    b->regions[i] =
        (link_bound_region){has_shifts && has_goal ? 0 : LINK_BOUND_END, 0, has_goal};
  }
  for (uint32_t i = 0; i < count; i++) {
    if (!b->regions[i].has_goal) continue;
    if (has_shifts) b->rest[i] = LINK_BOUND_SETTLED;
    if (!link_bound_relax(b, i, &goal, true)) return false;
  }
  return true;
}

// Whether the bound is consistent for all links.
static bool link_bound_is_consistent(const link_bound *b) {
  const component_links *l = &b->of->links;
  for (uint32_t i = 0; i < l->first[l->region_count]; i++) {
    const component_arc *arc = &l->arcs[i];
    double h = link_bound_known(b, arc->from, arc->x, arc->y);
    double rest = arc->cost * b->heuristic.weight +
                  link_bound_known(b, arc->to, arc->end_x, arc->end_y);
    if (h > rest * (1 + TOLERANCE_EQUAL)) return false;
  }
  return true;
}

// Begins a search, with shifts where there are many links, if that works. False: out of
// memory.
static bool link_bound_search(link_bound *b) {
  bool has_shifts = b->heuristic.map->grid->link_count > LINK_BOUND_MANY &&
                    b->heuristic.is_simple && b->goal_region != COMPONENT_LINKS_NONE;
  if (!link_bound_reset(b, has_shifts)) return false;
  while (has_shifts && b->open.count > 0)
    if (!link_bound_settle(b)) return false;
  return !has_shifts || link_bound_is_consistent(b) || link_bound_reset(b, false);
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
  double bound, limit, first;
  for (;;) {
    bound = is_passable ? link_bound_known(b, region, x, y) : heuristic_direct(&h, x, y);
    limit = bound * LINK_BOUND_REACH + heuristic_measure(&h, LINK_BOUND_STEPS, 0);
    first = link_bound_first(b);
    if (b->open.count == 0 || b->work > LINK_BOUND_WORK || first > limit) break;
    if (!link_bound_settle(b)) return false;
  }
  b->stamp = c->links.stamp;
  b->cap = first < limit ? first : limit;
  // A partial path may end where no path leads to a goal.
  if (query->partial && !(b->cap < INFINITY)) b->cap = heuristic_direct(&h, x, y);
  return true;
}
