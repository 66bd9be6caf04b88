// Units that go along a path of the caller: see walk.h.

#include "crowd/orders/walk.h"
#include "crowd/orders/guide.h"
#include "crowd/motion/holding.h"

// Whether a unit can stand at (x, y), nearer to where it is than `*least`.
static bool walk_is_nearer(const astar_crowd *crowd, const crowd_unit *u, int x, int y,
                           unit_cost *least) {
  unit_cost off = guide_estimate(crowd, u, u->to.x, u->to.y, x, y);
  if (off >= *least) return false;
  if (off > 0 && !costmap_can_stand(&crowd_rules(crowd, u)->map, x, y)) return false;
  *least = off;
  return true;
}

bool walk_find_entry(const astar_crowd *crowd, const crowd_unit *u,
                     const astar_point *points, size_t count, astar_point *entry) {
  unit_cost least = UNIT_COST_MAX;
  for (size_t i = 0; i < count; i++)
    if (walk_is_nearer(crowd, u, points[i].x, points[i].y, &least)) *entry = points[i];
  return least < UNIT_COST_MAX;
}

bool walk_is_legal(const astar_crowd *crowd, const crowd_unit *u, uint32_t i) {
  const guide_point *p = &u->guide.points[i - 1], *next = p + 1;
  return path_is_step(&crowd_rules(crowd, u)->map, p->at.x, p->at.y, next->at.x,
                      next->at.y);
}

void walk_measure(const astar_crowd *crowd, crowd_unit *u) {
  guide *g = &u->guide;
  g->points[g->count - 1].remaining = 0;
  for (uint32_t i = g->count - 1; i > 0; i--) {
    guide_point *p = &g->points[i - 1], *next = p + 1;
    unit_cost length = guide_estimate(crowd, u, p->at.x, p->at.y, next->at.x, next->at.y);
    if (length > WALK_LONGEST_STEP) length = WALK_LONGEST_STEP;
    p->remaining = next->remaining + length;
  }
}

void walk_enter(astar_crowd *crowd, crowd_unit *u) {
  guide *g = &u->guide;
  unit_cost least = UNIT_COST_MAX;
  walk_measure(crowd, u);
  g->cursor = 0;
  for (uint32_t i = 0; i < g->count; i++) {
    g->points[i].is_closed = i > 0 && !walk_is_legal(crowd, u, i);
    if (walk_is_nearer(crowd, u, g->points[i].at.x, g->points[i].at.y, &least))
      g->cursor = i;
  }
  g->revision = crowd_revision(crowd, u);
}

void walk_set_path(crowd_unit *u, const astar_point *points, size_t count) {
  guide *g = &u->guide;
  g->count = 0;
  for (size_t i = 0; i < count; i++) {
    astar_point p = points[i];
    bool repeats = i > 0 && p.x == points[i - 1].x && p.y == points[i - 1].y;
    if (!repeats) g->points[g->count++] = (guide_point){.at = unit_tile_at(p.x, p.y)};
  }
}

bool walk_is_on_path(const crowd_unit *u) {
  const guide_point *p = &u->guide.points[u->guide.cursor];
  return unit_tile_is(p->at, u->to.x, u->to.y);
}

// A step that was closed before may have opened: the unit may come there in time.
bool walk_check(const astar_crowd *crowd, crowd_unit *u) {
  guide *g = &u->guide;
  uint32_t first = guide_nearest(crowd, u, u->to.x, u->to.y);
  for (uint32_t i = first + 1; i < g->count; i++) {
    bool is_closed = !walk_is_legal(crowd, u, i);
    if (is_closed && !g->points[i].is_closed) return false;
    g->points[i].is_closed = is_closed;
  }
  g->revision = crowd_revision(crowd, u);
  return true;
}

bool walk_is_cut_off(const astar_crowd *crowd, const crowd_unit *u) {
  const guide *g = &u->guide;
  return unit_stands(u) && walk_is_on_path(u) && g->cursor + 1 < g->count &&
         !walk_is_legal(crowd, u, g->cursor + 1);
}

bool walk_find_free_point(const astar_crowd *crowd, const crowd_unit *u,
                          uint32_t *point) {
  const guide *g = &u->guide;
  uint32_t last = g->cursor + WALK_FREE_POINTS;
  for (uint32_t i = g->cursor + 1; i < g->count && i <= last; i++) {
    const guide_point *p = &g->points[i];
    if (p->is_closed) return false;
    if (i < g->cursor + 2) continue;
    *point = i;
    if (holding_is_free(crowd, u->size, p->at.x, p->at.y, crowd_slot_of(crowd, u)))
      return true;
  }
  return false;
}
