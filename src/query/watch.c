// Watched paths: which of many paths do edits break?
//
// Whether a step is legal depends on few tiles: those that the mover covers before and
// after it, the corners that it passes, the tiles that the move needs clear; of a
// straight line, the tiles around it. The index (query/watch_index.h) leads from a tile
// to the steps that depend on it. The journal says which tiles changed. So only steps
// near edits are checked again, by the function that checks whole paths (query/path.h).
//
// Edits are read when a watch is asked: all that came since the last time, for all
// watches of the grid. An edit itself costs nothing more.
//
// Invariant, once the edits are read: the bit of each step in `bad` says what
// astar_check_path would say of it now. A step that no edit came near keeps its bit,
// since nothing that it depends on changed. Where the journal has lost edits, or an edit
// touches more blocks than there are entries, all steps are checked.
//
// Watches of equal rules and layers are a group: its costmap is fetched once for all
// steps to check.

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "map/journal.h"
#include "query/cache.h"
#include "query/path.h"
#include "query/validation.h"
#include "query/watch_index.h"

// The end of a list of entries to check.
#define WATCH_LAST_HIT UINT32_MAX

typedef struct watch_group {
  struct watch_group *next;
  astar_rules *rules; // held
  astar_filter filter;
  struct astar_watch *first, *last; // the watches, in the order in which they were made
  uint32_t first_hit, last_hit;     // entries to check; 0: none
  bool is_lost;                     // every step is to be checked
} watch_group;

// What a grid has while there is a watch on it.
typedef struct watch_set {
  astar_grid *grid;
  uint64_t revision;   // of the grid: edits up to it are read
  bool is_behind;      // some group has steps left to check: memory was short
  watch_group *groups; // the last one made first
  struct astar_watch *first_broken, *last_broken; // broken, and not reported yet
  watch_index index;
} watch_set;

struct astar_watch {
  watch_set *set;     // first what every call reads
  uint32_t bad_count; // bits that are set
  uint32_t count;     // points
  watch_group *group;
  uint64_t *bad; // a bit per step: it is illegal
  astar_point *points;
  struct astar_watch *next, *before;               // in the group
  struct astar_watch *next_broken, *before_broken; // in the set
  uint32_t own;                                    // the first entry in the index
  astar_path_kind kind;
  bool is_broken; // when it was last looked at
  bool is_queued; // it is broken, and not reported yet
  void *user;
};

// ------------------------------------------------------------------------------ broken

static void watch_enqueue(astar_watch *watch) {
  watch_set *set = watch->set;
  watch->is_queued = true;
  watch->next_broken = NULL;
  watch->before_broken = set->last_broken;
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
    watch->next_broken->before_broken = watch->before_broken;
  } else {
    set->last_broken = watch->before_broken;
  }
  if (watch->before_broken != NULL) {
    watch->before_broken->next_broken = watch->next_broken;
  } else {
    set->first_broken = watch->next_broken;
  }
}

// After some steps were checked: a path that was whole and is not is to be reported.
static void watch_conclude(astar_watch *watch) {
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
  // One edit may repair a path and another one break it elsewhere: this is no new break.
  for (uint32_t hit = group->first_hit; hit != WATCH_LAST_HIT; hit = entry->next_hit) {
    entry = watch_index_at(&set->index, hit);
    watch_conclude(entry->watch);
  }
}

// Checks what the edits concern in a group.
static astar_status watch_check_group(const watch_set *set, watch_group *group) {
  if (group->first_hit == 0 && !group->is_lost) return ASTAR_OK;
  costmap map;
  astar_status status = cache_peek(set->grid, group->rules, &group->filter, &map);
  if (status != ASTAR_OK) return status;
  if (group->is_lost) {
    for (astar_watch *watch = group->first; watch != NULL; watch = watch->next) {
      watch_check_all_steps(watch, &map);
      watch_conclude(watch);
    }
  } else {
    watch_check_hits(set, group, &map);
  }
  watch_clear_hits(set, group);
  group->is_lost = false;
  return ASTAR_OK;
}

// -------------------------------------------------------------------------------- edits

// Whether an edit can change which steps of a group are legal. `has_bad`: to make illegal
// steps legal counts; otherwise only to make legal steps illegal. A step is legal or not
// by what it depends on. Of a step that was legal when it was last checked, edits that
// only make steps legal need no check, since it is checked after any other one.
static bool watch_concerns(const watch_group *group, const grid_change *change,
                           bool has_bad) {
  if (!journal_concerns(&group->filter, change->subject)) return false;
  if (change->effect == EFFECT_BETTER) return has_bad;
  if (change->effect != EFFECT_TERRAIN || group->rules->pair_costs != NULL) return true;
  bool was = group->rules->cost[change->was] > 0;
  bool now = group->rules->cost[change->now] > 0;
  return now != was && (has_bad || !now);
}

static void watch_hit(const watch_set *set, uint32_t place, const grid_change *change) {
  watch_entry *entry = watch_index_at(&set->index, place);
  watch_group *group = entry->watch->group;
  if (entry->next_hit != 0 ||
      !watch_concerns(group, change, entry->watch->bad_count > 0)) {
    return;
  }
  entry->next_hit = WATCH_LAST_HIT;
  if (group->last_hit != 0) {
    watch_index_at(&set->index, group->last_hit)->next_hit = place;
  } else {
    group->first_hit = place;
  }
  group->last_hit = place;
}

static void watch_hit_block(const watch_set *set, tile_area area, int x, int y,
                            const grid_change *change) {
  uint32_t place = watch_index_first(&set->index, (uint32_t)x, (uint32_t)y);
  if (place == 0) return;
  uint64_t tiles = watch_index_tiles(area, x, y);
  while (place != 0) {
    const watch_node *node = watch_index_node(&set->index, place);
    for (uint32_t i = 0; i < node->count; i++) {
      if ((node->tiles[i] & tiles) != 0) watch_hit(set, node->entries[i], change);
    }
    place = node->next;
  }
}

// Marks what a change concerns.
static void watch_read_change(watch_set *set, const grid_change *change) {
  if (change->subject == SUBJECT_PENALTIES) return;
  tile_area area = repair_area(set->grid, change, 0, 0);
  tile_area blocks = watch_index_blocks(area);
  uint32_t count =
      (uint32_t)(blocks.right - blocks.left) * (uint32_t)(blocks.bottom - blocks.top);
  if (count > 1 && count > set->index.count) {
    for (watch_group *group = set->groups; group != NULL; group = group->next) {
      if (watch_concerns(group, change, true)) group->is_lost = true;
    }
    return;
  }
  for (int y = blocks.top; y < blocks.bottom; y++) {
    for (int x = blocks.left; x < blocks.right; x++) {
      watch_hit_block(set, area, x, y, change);
    }
  }
}

// The journal has lost edits: all watches whom one of them concerns are to be checked.
// For the others it has all edits that count.
static void watch_read_lost(watch_set *set) {
  for (watch_group *group = set->groups; group != NULL; group = group->next) {
    astar_filter filter = {group->filter.ignored_layers, 0};
    if (journal_last_lost(set->grid, &filter) > set->revision) group->is_lost = true;
  }
}

// Brings all watches of a grid up to date with its edits.
static astar_status watch_read(watch_set *set) {
  const astar_grid *grid = set->grid;
  if (set->revision == grid->revision && !set->is_behind) return ASTAR_OK;
  if (set->revision != grid->revision &&
      journal_change_after(grid, set->revision) == NULL) {
    watch_read_lost(set);
    set->revision = grid->journal_start;
  }
  for (; set->revision < grid->revision; set->revision++) {
    watch_read_change(set, journal_change_after(grid, set->revision));
  }
  set->is_behind = true;
  for (watch_group *group = set->groups; group != NULL; group = group->next) {
    astar_status status = watch_check_group(set, group);
    if (status != ASTAR_OK) return status;
  }
  set->is_behind = false;
  return ASTAR_OK;
}

// ------------------------------------------------------------- what a step depends on

// Records that step `i` depends on the tiles of movers in an area of positions.
static bool watch_mark(astar_watch *watch, uint32_t i, int left, int top, int right,
                       int bottom) {
  watch_set *set = watch->set;
  int more = watch->group->rules->size - 1;
  tile_area area = {left > 0 ? left : 0, top > 0 ? top : 0, right + more, bottom + more};
  if (area.right > set->grid->width) area.right = set->grid->width;
  if (area.bottom > set->grid->height) area.bottom = set->grid->height;
  if (area.right <= area.left || area.bottom <= area.top) return true;
  return watch_index_add(&set->index, watch, &watch->own, area, i);
}

// The tiles that moves by (dx, dy) need clear.
static bool watch_mark_clear(astar_watch *watch, uint32_t i, int dx, int dy) {
  const astar_rules *rules = watch->group->rules;
  astar_point from = watch->points[i];
  if (watch->set->grid->layout != ASTAR_SQUARE) return true;
  for (int m = 0; m < rules->move_count; m++) {
    const rules_move *move = &rules->moves[m];
    if (move->dx != dx || move->dy != dy) continue;
    for (int n = 0; n < move->clear_count; n++) {
      int x = from.x + move->clear[n].dx, y = from.y + move->clear[n].dy;
      if (!watch_mark(watch, i, x, y, x + 1, y + 1)) return false;
    }
  }
  return true;
}

// A step from a tile to another one: by a move, or by a link. Where it starts matters,
// too: closed edges belong to the tile that they lead from, and costs by terrain pair
// depend on both terrains.
static bool watch_mark_step(astar_watch *watch, uint32_t i) {
  astar_point from = watch->points[i], to = watch->points[i + 1];
  int dx = to.x - from.x, dy = to.y - from.y;
  if (!watch_mark_clear(watch, i, dx, dy)) return false;
  if (abs(dx) > 1 || abs(dy) > 1) {
    return watch_mark(watch, i, from.x, from.y, from.x + 1, from.y + 1) &&
           watch_mark(watch, i, to.x, to.y, to.x + 1, to.y + 1);
  }
  int left = dx < 0 ? to.x : from.x, top = dy < 0 ? to.y : from.y;
  return watch_mark(watch, i, left, top, left + abs(dx) + 1, top + abs(dy) + 1);
}

// Along a straight line, or a run of equal steps: a band around it that is wide enough
// for the corners, for tiles that moves need clear, and for hexes, whose straight lines
// swerve by half a tile in offset coordinates.
static bool watch_mark_line(astar_watch *watch, uint32_t i) {
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
    if (!watch_mark(watch, i, x - width, y - width, x + width + 1, y + width + 1)) {
      return false;
    }
  }
  return true;
}

// A step from or to a place off the grid is never legal: it depends on nothing.
static bool watch_mark_steps(astar_watch *watch) {
  const astar_grid *grid = watch->set->grid;
  for (uint32_t i = 0; i + 1 < watch->count; i++) {
    astar_point from = watch->points[i], to = watch->points[i + 1];
    if (!grid_contains(grid, from.x, from.y) || !grid_contains(grid, to.x, to.y)) {
      continue;
    }
    bool is_near = abs(to.x - from.x) <= 1 && abs(to.y - from.y) <= 1;
    bool is_line =
        watch->kind != ASTAR_PATH_STEPS && !(grid->layout == ASTAR_SQUARE && is_near);
    if (is_line && !watch_mark_line(watch, i)) return false;
    if (!watch_mark_step(watch, i)) return false;
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

static void watch_join(astar_watch *watch) {
  watch_group *group = watch->group;
  watch->before = group->last;
  if (group->last != NULL) {
    group->last->next = watch;
  } else {
    group->first = watch;
  }
  group->last = watch;
}

static void watch_leave(astar_watch *watch) {
  watch_group *group = watch->group;
  if (watch->next != NULL) {
    watch->next->before = watch->before;
  } else {
    group->last = watch->before;
  }
  if (watch->before != NULL) {
    watch->before->next = watch->next;
  } else {
    group->first = watch->next;
  }
}

// -------------------------------------------------------------------------------- life

static size_t watch_bad_words(uint32_t count) { return ((size_t)count + 63) / 64; }

// A watch with its bits and its points is one block.
static size_t watch_bytes(uint32_t count) {
  return sizeof(astar_watch) + watch_bad_words(count) * sizeof(uint64_t) +
         count * sizeof(astar_point);
}

static astar_watch *watch_allocate(astar_grid *grid, const astar_point *points,
                                   uint32_t count, astar_path_kind kind) {
  astar_watch *watch = (astar_watch *)memory_new(&grid->memory, watch_bytes(count));
  if (watch == NULL) return NULL;
  watch->bad = (uint64_t *)(watch + 1);
  watch->points = (astar_point *)(watch->bad + watch_bad_words(count));
  watch->count = count;
  watch->kind = kind;
  if (count > 0) memcpy(watch->points, points, count * sizeof *points);
  return watch;
}

// Puts a watch into the set of its grid. False: memory is short, and it is in none.
static bool watch_begin(astar_watch *watch, astar_grid *grid, const astar_rules *rules,
                        const astar_filter *filter) {
  watch_set *set = watch->set = watch_ensure_set(grid);
  if (set == NULL) return false;
  watch_group *group = watch->group = watch_ensure_group(set, rules, filter);
  if (group != NULL && watch_mark_steps(watch)) {
    watch_join(watch);
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
  if (!watch_begin(fresh, grid, rules, &actual)) {
    memory_free(&grid->memory, fresh, watch_bytes(fresh->count));
    return ASTAR_NO_MEMORY;
  }
  watch_check_all_steps(fresh, &map);
  fresh->is_broken = fresh->bad_count > 0;
  astar_grid_retain(grid);
  *watch = fresh;
  return ASTAR_OK;
}

void astar_watch_free(astar_watch *watch) {
  if (watch == NULL) return;
  watch_set *set = watch->set;
  watch_group *group = watch->group;
  astar_grid *grid = set->grid;
  if (group->first_hit != 0) {
    watch_clear_hits(set, group); // some may be of this watch
    group->is_lost = true;
  }
  watch_dequeue(watch);
  watch_index_remove(&set->index, watch->own);
  watch_leave(watch);
  watch_drop_group(set, group);
  watch_drop_set(set);
  memory_free(&grid->memory, watch, watch_bytes(watch->count));
  astar_grid_free(grid);
}

void astar_watch_set_user(astar_watch *watch, void *user) { watch->user = user; }

void *astar_watch_user(const astar_watch *watch) { return watch->user; }

// ------------------------------------------------------------------------------ answers

// The first step from `first` on that is illegal, or the count of points.
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
  if (watch == NULL || first > watch->count) return ASTAR_INVALID;
  astar_status status = watch_read(watch->set);
  if (status != ASTAR_OK) return status;
  if (bad != NULL)
    *bad = watch->bad_count == 0 ? watch->count : watch_find_bad(watch, first);
  return ASTAR_OK;
}

astar_status astar_grid_next_broken(astar_grid *grid, astar_watch **watch) {
  if (watch != NULL) *watch = NULL;
  if (grid == NULL || watch == NULL) return ASTAR_INVALID;
  watch_set *set = cache_watches(grid);
  if (set == NULL) return ASTAR_OK;
  astar_status status = watch_read(set);
  if (status != ASTAR_OK) return status;
  *watch = set->first_broken;
  if (*watch != NULL) watch_dequeue(*watch);
  return ASTAR_OK;
}
