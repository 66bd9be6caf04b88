// Turn ranges: a search in turns without a goal, whose labels are copied.

#include "query/turn_range.h"

#include <string.h>

void turn_range_drop(turn_range *range, const field_box *box, memory *m) {
  size_t tiles = (size_t)box->width * (size_t)box->height;
  MEMORY_FREE(m, range->labels, range->label_count);
  MEMORY_FREE(m, range->best, tiles);
  range->labels = NULL;
  range->best = NULL;
  range->label_count = 0;
}

// Searches the range. False: out of memory.
static bool turn_range_search(const turn_range *range, const costmap *map, int x, int y,
                              workspace *work) {
  astar_query query = astar_default_query(map->rules, x, y, NULL, 0);
  run *r = &work->run;
  query.turns = &range->turns;
  r->map = *map;
  r->query = &query;
  r->path = &work->path;
  turn_search *s = &work->turn_search;
  return goals_begin(&r->goals, &r->map, &query) == ASTAR_OK &&
         turn_search_begin(s, r, NULL) == RUN_RUNNING &&
         turn_search_step(s, r, INT64_MAX) != RUN_NO_MEMORY;
}

// Adds the costs of the steps before to that of each label. A label may have been given
// another parent after its own step was found, so the sums are made last. On the way up
// to a label with a sum, `next` leads back down; `is_closed` tells which have one.
static void turn_range_sum(turn_label *labels, uint32_t count) {
  for (uint32_t i = 1; i < count; i++) labels[i].is_closed = false;
  for (uint32_t i = 1; i < count; i++) {
    uint32_t at = i, down = TURN_LABEL_NONE;
    while (at != TURN_LABEL_NONE && !labels[at].is_closed) {
      labels[at].next = down;
      down = at;
      at = labels[at].parent;
    }
    double cost = at != TURN_LABEL_NONE ? labels[at].cost : 0;
    for (; down != TURN_LABEL_NONE; down = labels[down].next) {
      cost = labels[down].cost += cost;
      labels[down].is_closed = true;
    }
  }
}

// Copies the labels, and notes the best one of each tile.
static void turn_range_copy(turn_range *range, const turn_search *s, field_box box) {
  memcpy(range->labels, s->labels, range->label_count * sizeof *s->labels);
  turn_range_sum(range->labels, range->label_count);
  for (uint32_t i = 1; i < range->label_count; i++) {
    const turn_label *label = &range->labels[i];
    uint32_t *best = &range->best[(size_t)(label->y - box.top) * (size_t)box.width +
                                  (size_t)(label->x - box.left)];
    if (*best == TURN_LABEL_NONE ||
        turn_time_is_before(label->time, range->labels[*best].time))
      *best = i;
  }
}

// Makes room for the labels of a search, and copies them. `box` is set to their box.
static bool turn_range_keep(turn_range *range, const turn_search *s, memory *m,
                            field_box *box) {
  tile_area area = tile_area_none();
  for (uint32_t i = 1; i < s->label_count; i++)
    tile_area_add(&area, s->labels[i].x, s->labels[i].y);
  *box = (field_box){area.left, area.top, area.right - area.left, area.bottom - area.top};
  size_t tiles = (size_t)box->width * (size_t)box->height;
  range->labels = MEMORY_ALLOCATE(m, turn_label, s->label_count);
  range->best = MEMORY_NEW(m, uint32_t, tiles);
  range->label_count = s->label_count;
  if (range->labels == NULL || range->best == NULL) return false;
  turn_range_copy(range, s, *box);
  return true;
}

astar_status turn_range_compute(turn_range *range, const costmap *map, int x, int y,
                                field_box *box) {
  memory *m = &map->grid->memory;
  workspace *work = cache_workspace(map->grid);
  if (work == NULL) return ASTAR_NO_MEMORY;
  bool is_done = turn_range_search(range, map, x, y, work);
  if (is_done && !turn_range_keep(range, &work->turn_search, m, box)) {
    turn_range_drop(range, box, m);
    is_done = false;
  }
  cache_leave_workspace(work);
  return is_done ? ASTAR_OK : ASTAR_NO_MEMORY;
}
