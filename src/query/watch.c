// Watches: which of many watched paths do edits break?
//
// Idea: whether a step is legal depends on few tiles. An index leads from a tile to the
// steps that depend on it (query/watch_index). The journal lists the tiles that edits
// changed. So only steps near edits are checked again, by the function that checks whole
// paths (query/path).
//
//     edit -> changed tiles -> index -> steps that depend on them -> check -> broken?
//
// The tiles that a step depends on:
//   - the tiles that the mover covers before and after the step, and the corners that it
//     passes: for a step to a neighbor the rectangle around both ends;
//   - the tiles that a move of the rules needs clear;
//   - for a straight line or a run, a band around it.
//
// clang-format off
//     . . . . . .        a step from A to B         a line from A to B, rules that reach
//     . A d . . .        depends on A, B            one tile: the band of tiles at most
//     . d B . . .        and the corners d          two tiles from the line, in x and y
//     . . . . . .
// clang-format on
//
// Time: an edit does nothing for watches. The first query about any watch of the grid
// reads all edits since the last one, for all watches. It takes O(edits + steps that
// depend on changed tiles).
//
// Invariant: when all edits are read, the bit of each step in `bad` equals what
// `astar_check_path` would return for that step now. A step keeps its bit while no edit
// changes a tile that it depends on. When the journal has lost edits, or one edit touches
// more blocks than the index has entries, all steps of the groups concerned are checked.
//
// Groups: watches with the same rules and equal filters (of the penalty scale, only
// whether it is 0) form a group, whose costmap is fetched once for all checks.
//
// Ownership: a watch belongs to the caller, and retains its grid. The set of a grid and
// its groups exist while they have watches, and are freed with the last one.

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "map/journal.h"
#include "query/cache.h"
#include "query/path.h"
#include "query/validation.h"
#include "query/watch_index.h"

// The end of a list of hits. A hit is an index entry whose steps are to be checked.
#define WATCH_LAST_HIT UINT32_MAX

typedef struct watch_group {
  struct watch_group *next;
  astar_rules *rules; // held
  astar_filter filter;
  struct astar_watch *first, *last; // the watches, in the order in which they were made
  uint32_t first_hit, last_hit;     // a list of hits; 0: none
  bool check_all;                   // every step of the group is to be checked
} watch_group;

// All watches of a grid.
typedef struct watch_set {
  astar_grid *grid;
  uint64_t revision;   // edits up to this revision of the grid are read
  bool has_unchecked;  // a group has steps left to check, since memory ran out
  watch_group *groups; // the newest first
  struct astar_watch *first_broken, *last_broken; // broken, and not reported yet
  watch_index index;
} watch_set;

struct astar_watch {
  watch_set *set;     // the members that every call reads come first
  uint32_t bad_count; // number of bits of `bad` that are set
  uint32_t count;     // of points
  watch_group *group;
  uint64_t *bad; // a bit per step, set when the step is illegal
  astar_point *points;
  struct astar_watch *next, *previous;               // in the group
  struct astar_watch *next_broken, *previous_broken; // in the set
  uint32_t own; // the first of its entries in the index
  astar_path_kind kind;
  bool is_broken; // at the last check
  bool is_queued; // in the list of broken watches that are not reported yet
  void *user;
};

// ------------------------------------------------------------------------------ broken

static void watch_enqueue(astar_watch *watch) {
  watch_set *set = watch->set;
  watch->is_queued = true;
  watch->next_broken = NULL;
  watch->previous_broken = set->last_broken;
  if (set->last_broken != NULL) {
    set->last_broken->next_broken = watch;
  } else {
    set->first_broken = watch;
  }
  set->last_broken = watch;
}

static void watch_dequeue(astar_watch *watch) {
  watch_set *set = watch->set;
  if (!watch->is_queued) return;
  watch->is_queued = false;
  if (watch->next_broken != NULL) {
    watch->next_broken->previous_broken = watch->previous_broken;
  } else {
    set->last_broken = watch->previous_broken;
  }
  if (watch->previous_broken != NULL) {
    watch->previous_broken->next_broken = watch->next_broken;
  } else {
    set->first_broken = watch->next_broken;
  }
}

// After a check of some steps: queues a watch for its report when its path has broken,
// and takes it off the queue when the path has become whole again.
static void watch_update_broken(astar_watch *watch) {
  bool is_broken = watch->bad_count > 0;
  if (is_broken == watch->is_broken) return;
  watch->is_broken = is_broken;
  if (is_broken) {
    watch_enqueue(watch);
  } else {
    watch_dequeue(watch);
  }
}

// ------------------------------------------------------------------------------- checks

// Checks the steps from `first` to `last`.
static void watch_check_steps(astar_watch *watch, const costmap *map, uint32_t first,
                              uint32_t last) {
  for (uint32_t i = first; i <= last; i++) {
    bool bad = !path_is_allowed(map, watch->points[i], watch->points[i + 1], watch->kind);
    uint64_t bit = (uint64_t)1 << (i & 63);
    if (((watch->bad[i >> 6] & bit) != 0) == bad) continue;
    watch->bad[i >> 6] ^= bit;
    if (bad) {
      watch->bad_count++;
    } else {
      watch->bad_count--;
    }
  }
}

static void watch_check_all_steps(astar_watch *watch, const costmap *map) {
  if (watch->count > 1) watch_check_steps(watch, map, 0, watch->count - 2);
}

static void watch_clear_hits(const watch_set *set, watch_group *group) {
  for (uint32_t hit = group->first_hit; hit != 0 && hit != WATCH_LAST_HIT;) {
    watch_entry *entry = watch_index_at(&set->index, hit);
    hit = entry->next_hit;
    entry->next_hit = 0;
  }
  group->first_hit = group->last_hit = 0;
}

static void watch_check_hits(const watch_set *set, const watch_group *group,
                             const costmap *map) {
  const watch_entry *entry;
  if (group->first_hit == 0) return;
  for (uint32_t hit = group->first_hit; hit != WATCH_LAST_HIT; hit = entry->next_hit) {
    entry = watch_index_at(&set->index, hit);
    watch_check_steps(entry->watch, map, entry->first, entry->last);
  }
  // Only after all checks: when edits repair one step of a broken path and break another,
  // that is no new break.
  for (uint32_t hit = group->first_hit; hit != WATCH_LAST_HIT; hit = entry->next_hit) {
    entry = watch_index_at(&set->index, hit);
    watch_update_broken(entry->watch);
  }
}

// Checks the steps of a group that edits may have changed.
static astar_status watch_check_group(const watch_set *set, watch_group *group) {
  if (group->first_hit == 0 && !group->check_all) return ASTAR_OK;
  costmap map;
  astar_status status = cache_peek(set->grid, group->rules, &group->filter, &map);
  if (status != ASTAR_OK) return status;
  if (group->check_all) {
    for (astar_watch *watch = group->first; watch != NULL; watch = watch->next) {
      watch_check_all_steps(watch, &map);
      watch_update_broken(watch);
    }
  } else {
    watch_check_hits(set, group, &map);
  }
  watch_clear_hits(set, group);
  group->check_all = false;
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- edits

// Whether an edit may change which steps of a group are legal. `has_bad`: the path has
// illegal steps, so edits that only make steps legal count, too. Legal steps need no
// check after such edits: they stay legal.
static bool watch_concerns(const watch_group *group, const grid_change *change,
                           bool has_bad) {
  if (!journal_concerns(&group->filter, change->subject)) return false;
  if (change->effect == EFFECT_BETTER) return has_bad;
  if (change->effect != EFFECT_TERRAIN || group->rules->pair_costs != NULL) return true;
  bool was = group->rules->cost[change->was] > 0;
  bool now = group->rules->cost[change->now] > 0;
  return now != was && (has_bad || !now);
}

// Adds an entry to the hits of its group, unless the edit does not concern its watch.
static void watch_hit(const watch_set *set, uint32_t number, const grid_change *change) {
  watch_entry *entry = watch_index_at(&set->index, number);
  watch_group *group = entry->watch->group;
  if (entry->next_hit != 0 ||
      !watch_concerns(group, change, entry->watch->bad_count > 0)) {
    return;
  }
  entry->next_hit = WATCH_LAST_HIT;
  if (group->last_hit != 0) {
    watch_index_at(&set->index, group->last_hit)->next_hit = number;
  } else {
    group->first_hit = number;
  }
  group->last_hit = number;
}

// Adds the entries of block (x, y) that depend on a tile of the area.
static void watch_hit_block(const watch_set *set, tile_area area, int x, int y,
                            const grid_change *change) {
  uint32_t number = watch_index_first(&set->index, (uint32_t)x, (uint32_t)y);
  if (number == 0) return;
  uint64_t tiles = watch_index_tiles(area, x, y);
  while (number != 0) {
    const watch_node *node = watch_index_node(&set->index, number);
    for (uint32_t i = 0; i < node->count; i++) {
      if ((node->tiles[i] & tiles) != 0) watch_hit(set, node->entries[i], change);
    }
    number = node->next;
  }
}

// Finds the steps that an edit may have changed.
static void watch_read_change(watch_set *set, const grid_change *change) {
  if (change->subject == SUBJECT_PENALTIES) return;
  tile_area area = repair_area(set->grid, change, 0, 0);
  tile_area blocks = watch_index_blocks(area);
  uint32_t count =
      (uint32_t)(blocks.right - blocks.left) * (uint32_t)(blocks.bottom - blocks.top);
  if (count > 1 && count > set->index.count) {
    for (watch_group *group = set->groups; group != NULL; group = group->next) {
      if (watch_concerns(group, change, true)) group->check_all = true;
    }
    return;
  }
  for (int y = blocks.top; y < blocks.bottom; y++) {
    for (int x = blocks.left; x < blocks.right; x++) {
      watch_hit_block(set, area, x, y, change);
    }
  }
}

// The journal has lost edits. All steps of a group are checked when a lost edit concerns
// its filter. For the other groups the journal has all edits that matter.
static void watch_read_lost(watch_set *set) {
  for (watch_group *group = set->groups; group != NULL; group = group->next) {
    astar_filter filter = {group->filter.ignored_layers, 0};
    if (journal_last_lost(set->grid, &filter) > set->revision) group->check_all = true;
  }
}

// Reads all new edits of a grid, and checks the steps that they may have changed.
static astar_status watch_read(watch_set *set) {
  const astar_grid *grid = set->grid;
  if (set->revision == grid->revision && !set->has_unchecked) return ASTAR_OK;
  if (set->revision != grid->revision &&
      journal_change_after(grid, set->revision) == NULL) {
    watch_read_lost(set);
    set->revision = grid->journal_start;
  }
  for (; set->revision < grid->revision; set->revision++) {
    watch_read_change(set, journal_change_after(grid, set->revision));
  }
  set->has_unchecked = true;
  for (watch_group *group = set->groups; group != NULL; group = group->next) {
    astar_status status = watch_check_group(set, group);
    if (status != ASTAR_OK) return status;
  }
  set->has_unchecked = false;
  return ASTAR_OK;
}

// ------------------------------------------------------------- what a step depends on

// Records that step `i` depends on all tiles that the mover covers when it stands in the
// area [left, right) x [top, bottom), clipped to the grid. False: out of memory, as in
// the functions below.
static bool watch_add_area(astar_watch *watch, uint32_t i, int left, int top, int right,
                           int bottom) {
  watch_set *set = watch->set;
  int more = watch->group->rules->size - 1;
  tile_area area = {left > 0 ? left : 0, top > 0 ? top : 0, right + more, bottom + more};
  if (area.right > set->grid->width) area.right = set->grid->width;
  if (area.bottom > set->grid->height) area.bottom = set->grid->height;
  if (area.right <= area.left || area.bottom <= area.top) return true;
  return watch_index_add(&set->index, watch, &watch->own, area, i);
}

// Step `i` depends on the tiles that moves by (dx, dy) need clear.
static bool watch_add_clear(astar_watch *watch, uint32_t i, int dx, int dy) {
  const astar_rules *rules = watch->group->rules;
  astar_point from = watch->points[i];
  if (watch->set->grid->layout != ASTAR_SQUARE) return true;
  for (int m = 0; m < rules->move_count; m++) {
    const rules_move *move = &rules->moves[m];
    if (move->dx != dx || move->dy != dy) continue;
    for (int n = 0; n < move->clear_count; n++) {
      int x = from.x + move->clear[n].dx, y = from.y + move->clear[n].dy;
      if (!watch_add_area(watch, i, x, y, x + 1, y + 1)) return false;
    }
  }
  return true;
}

// Step `i` is a move or a link. It depends on its start as well as on its end: a closed
// edge is stored in the tile that it leads from, and a pair cost depends on both
// terrains.
static bool watch_add_step(astar_watch *watch, uint32_t i) {
  astar_point from = watch->points[i], to = watch->points[i + 1];
  int dx = to.x - from.x, dy = to.y - from.y;
  if (!watch_add_clear(watch, i, dx, dy)) return false;
  if (abs(dx) > 1 || abs(dy) > 1) {
    return watch_add_area(watch, i, from.x, from.y, from.x + 1, from.y + 1) &&
           watch_add_area(watch, i, to.x, to.y, to.x + 1, to.y + 1);
  }
  int left = dx < 0 ? to.x : from.x, top = dy < 0 ? to.y : from.y;
  return watch_add_area(watch, i, left, top, left + abs(dx) + 1, top + abs(dy) + 1);
}

// Step `i` is a straight line, or a run of equal steps. It depends on a band around the
// line, which is wide enough for the corners, for the tiles that moves need clear, and
// for hexes, where straight lines deviate by half a tile in offset coordinates.
static bool watch_add_line(astar_watch *watch, uint32_t i) {
  astar_point from = watch->points[i], to = watch->points[i + 1];
  int dx = to.x - from.x, dy = to.y - from.y;
  int steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy), half = steps / 2;
  int width = watch->group->rules->reach + 1;
  for (int n = 0; n <= steps; n++) {
    int x = from.x, y = from.y;
    if (steps > 0) {
      x += (dx * n + (dx > 0 ? half : -half)) / steps;
      y += (dy * n + (dy > 0 ? half : -half)) / steps;
    }
    if (!watch_add_area(watch, i, x - width, y - width, x + width + 1, y + width + 1)) {
      return false;
    }
  }
  return true;
}

// Records what each step depends on. A step from or to a tile off the grid is never
// legal: it depends on nothing.
static bool watch_add_steps(astar_watch *watch) {
  const astar_grid *grid = watch->set->grid;
  for (uint32_t i = 0; i + 1 < watch->count; i++) {
    astar_point from = watch->points[i], to = watch->points[i + 1];
    if (!grid_contains(grid, from.x, from.y) || !grid_contains(grid, to.x, to.y)) {
      continue;
    }
    bool is_near = abs(to.x - from.x) <= 1 && abs(to.y - from.y) <= 1;
    bool is_line =
        watch->kind != ASTAR_PATH_STEPS && !(grid->layout == ASTAR_SQUARE && is_near);
    if (is_line && !watch_add_line(watch, i)) return false;
    if (!watch_add_step(watch, i)) return false;
  }
  return true;
}

// ---------------------------------------------------------------------- sets and groups

static watch_set *watch_ensure_set(astar_grid *grid) {
  watch_set *set = cache_watches(grid);
  if (set != NULL) return set;
  set = (watch_set *)memory_new(&grid->memory, sizeof *set);
  if (set == NULL) return NULL;
  set->grid = grid;
  set->revision = grid->revision;
  if (watch_index_init(&set->index, grid) && cache_set_watches(grid, set)) return set;
  if (set->index.pages != NULL) watch_index_fini(&set->index);
  memory_free(&grid->memory, set, sizeof *set);
  return NULL;
}

// Frees the set when it has no watch left.
static void watch_drop_set(watch_set *set) {
  astar_grid *grid = set->grid;
  if (set->groups != NULL) return;
  cache_set_watches(grid, NULL);
  watch_index_fini(&set->index);
  memory_free(&grid->memory, set, sizeof *set);
}

static watch_group *watch_ensure_group(watch_set *set, const astar_rules *rules,
                                       const astar_filter *filter) {
  for (watch_group *group = set->groups; group != NULL; group = group->next) {
    if (group->rules == rules && group->filter.ignored_layers == filter->ignored_layers &&
        (group->filter.penalty_scale > 0) == (filter->penalty_scale > 0)) {
      return group;
    }
  }
  watch_group *group = (watch_group *)memory_new(&set->grid->memory, sizeof *group);
  if (group == NULL) return NULL;
  group->rules = rules_hold(rules);
  group->filter = *filter;
  group->next = set->groups;
  return set->groups = group;
}

// Frees a group when it has no watch left.
static void watch_drop_group(watch_set *set, watch_group *group) {
  if (group->first != NULL) return;
  watch_group **place = &set->groups;
  while (*place != group) place = &(*place)->next;
  *place = group->next;
  rules_release_holder(group->rules);
  memory_free(&set->grid->memory, group, sizeof *group);
}

static void watch_join_group(astar_watch *watch) {
  watch_group *group = watch->group;
  watch->previous = group->last;
  if (group->last != NULL) {
    group->last->next = watch;
  } else {
    group->first = watch;
  }
  group->last = watch;
}

static void watch_leave_group(astar_watch *watch) {
  watch_group *group = watch->group;
  if (watch->next != NULL) {
    watch->next->previous = watch->previous;
  } else {
    group->last = watch->previous;
  }
  if (watch->previous != NULL) {
    watch->previous->next = watch->next;
  } else {
    group->first = watch->next;
  }
}

// -------------------------------------------------------------------------------- life

static size_t watch_bad_words(uint32_t count) { return ((size_t)count + 63) / 64; }

// A watch, its bits and its points are one block of memory.
static size_t watch_bytes(uint32_t count) {
  return sizeof(astar_watch) + watch_bad_words(count) * sizeof(uint64_t) +
         count * sizeof(astar_point);
}

static astar_watch *watch_allocate(astar_grid *grid, const astar_point *points,
                                   uint32_t count, astar_path_kind kind) {
  astar_watch *watch = (astar_watch *)live_new(&grid->memory, watch_bytes(count));
  if (watch == NULL) return NULL;
  watch->bad = (uint64_t *)(watch + 1);
  watch->points = (astar_point *)(watch->bad + watch_bad_words(count));
  watch->count = count;
  watch->kind = kind;
  if (count > 0) memcpy(watch->points, points, count * sizeof *points);
  return watch;
}

// Adds a watch to the set of its grid. False: out of memory, and the set is as before.
static bool watch_register(astar_watch *watch, astar_grid *grid, const astar_rules *rules,
                           const astar_filter *filter) {
  watch_set *set = watch->set = watch_ensure_set(grid);
  if (set == NULL) return false;
  watch_group *group = watch->group = watch_ensure_group(set, rules, filter);
  if (group != NULL && watch_add_steps(watch)) {
    watch_join_group(watch);
    return true;
  }
  watch_index_remove(&set->index, watch->own);
  if (group != NULL) watch_drop_group(set, group);
  watch_drop_set(set);
  return false;
}

astar_status astar_watch_new(astar_grid *grid, const astar_rules *rules,
                             const astar_filter *filter, const astar_point *points,
                             size_t count, astar_path_kind kind, astar_watch **watch) {
  if (watch == NULL) return ASTAR_INVALID;
  *watch = NULL;
  if (!validation_has_rules(grid, rules, filter) || !path_is_list(points, count, kind)) {
    return ASTAR_INVALID;
  }
  if (count > MEMORY_MAX_ELEMENTS) return ASTAR_NO_MEMORY;
  costmap map;
  astar_status status = cache_peek(grid, rules, filter, &map);
  if (status != ASTAR_OK) return status;
  astar_watch *fresh = watch_allocate(grid, points, (uint32_t)count, kind);
  if (fresh == NULL) return ASTAR_NO_MEMORY;
  astar_filter actual = rules_filter(rules, filter);
  if (!watch_register(fresh, grid, rules, &actual)) {
    live_free(&grid->memory, fresh, watch_bytes(fresh->count));
    return ASTAR_NO_MEMORY;
  }
  watch_check_all_steps(fresh, &map);
  fresh->is_broken = fresh->bad_count > 0;
  astar_grid_retain(grid);
  *watch = fresh;
  return ASTAR_OK;
}

void astar_watch_free(astar_watch *watch) {
  if (LIVE(watch) == NULL) return;
  watch_set *set = watch->set;
  watch_group *group = watch->group;
  astar_grid *grid = set->grid;
  if (group->first_hit != 0) {
    watch_clear_hits(set, group); // entries of this watch may be among them
    group->check_all = true;
  }
  watch_dequeue(watch);
  watch_index_remove(&set->index, watch->own);
  watch_leave_group(watch);
  watch_drop_group(set, group);
  watch_drop_set(set);
  live_free(&grid->memory, watch, watch_bytes(watch->count));
  astar_grid_free(grid);
}

void astar_watch_set_user(astar_watch *watch, void *user) { LIVE(watch)->user = user; }

void *astar_watch_user(const astar_watch *watch) { return LIVE(watch)->user; }

// ------------------------------------------------------------------------------ answers

// The first illegal step from `first` on; the number of points when there is none.
static size_t watch_find_bad(const astar_watch *watch, size_t first) {
  size_t words = watch_bad_words(watch->count);
  for (size_t i = first >> 6; i < words; i++) {
    uint64_t bad = watch->bad[i];
    if (i == first >> 6) bad &= ~(uint64_t)0 << (first & 63);
    if (bad != 0) return i * 64 + (size_t)bits_lowest(bad);
  }
  return watch->count;
}

astar_status astar_watch_check(astar_watch *watch, size_t first, size_t *bad) {
  if (LIVE(watch) == NULL || first > watch->count) return ASTAR_INVALID;
  astar_status status = watch_read(watch->set);
  if (status != ASTAR_OK) return status;
  if (bad != NULL)
    *bad = watch->bad_count == 0 ? watch->count : watch_find_bad(watch, first);
  return ASTAR_OK;
}

astar_status astar_grid_next_broken(astar_grid *grid, astar_watch **watch) {
  if (watch != NULL) *watch = NULL;
  if (LIVE(grid) == NULL || watch == NULL) return ASTAR_INVALID;
  watch_set *set = cache_watches(grid);
  if (set == NULL) return ASTAR_OK;
  astar_status status = watch_read(set);
  if (status != ASTAR_OK) return status;
  *watch = set->first_broken;
  if (*watch != NULL) watch_dequeue(*watch);
  return ASTAR_OK;
}
