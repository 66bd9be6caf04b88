// Ownership of derived data and scratch memory.
//
// Idea: derived data is expensive to build and cheap to repair, so a grid keeps it from
// one query to the next. The key has two parts:
//   - the rules: a hash table with open addressing leads from the address of the rules to
//     their data. The move table depends on the rules alone, so there is one per rules.
//   - the filter: all other derived data depends on it. For each rules there is a short
//     list of sets of derived data, at most CACHE_SETS.
//
// Two filters share a set while the set would be the same for both on the current map:
// they may differ in the scale of penalties (a set depends only on whether penalties
// count), in layers without obstacles, and on a map without penalties in whether
// penalties count. An edit can end this. So every call of `cache_get` searches for the
// set again, and callers do not keep the pointer from one call to the next, except the
// pointer of a pin (`cache_pin`).
//
// Replacement: least recently used. The list of sets is ordered by last use: a set that
// is used moves to the front, and sets are freed from the end.
//
// Invariants:
//   - The set of a query stays in memory while the query uses it. While a kernel runs,
//     the grid is busy (`grid->busy`): only then can the heuristic function start another
//     query, and nothing is freed then. Between slices a sliced query pins its set: a set
//     with pins is not freed.
//   - So a list can have more than CACHE_SETS sets for a time. The next call that finds
//     the grid idle frees the sets without pins.
//   - The cache retains the rules of each entry, so that their address cannot be reused
//     for other rules while the entry exists. No query can use an entry whose rules have
//     no holder. The entry is freed when the next rules are added, or by
//     `astar_grid_trim`.
//
// Views (map/view.h): several threads query one grid, each through a view with a cache of
// its own. A view borrows the prepared sets of its grid (query/prepare): it has a copy of
// `derived_data` whose arrays belong to the grid. Prepared parts are up to date, so no
// query writes to their arrays; the members that an update may change, such as
// `revision`, are in the copy. Parts that were not prepared begin empty in the copy, and
// the view builds its own. `uses` of the grid counts the calls that may change its sets;
// when it differs from `seen` of the view, the view drops what it borrowed.

#include "query/cache.h"

#include <string.h>

#include "map/journal.h"
#include "map/links.h"
#include "map/view.h"

/// Rules with a change.
typedef struct varied_rules {
  struct varied_rules *next;
  rules_variation variation;
  astar_rules *rules; ///< held
} varied_rules;

/// The data derived under one set of rules. Its address stays the same while the rules
/// have a holder.
typedef struct rules_data {
  astar_rules *rules; ///< retained
  struct move_table moves;
  derived_data *sets; ///< a list, the last used first
  int set_count;
  varied_rules *variations; ///< a list, the last used first
} rules_data;

/// A hash table from rules to an index in a dense list.
typedef struct cache {
  rules_data **list;
  uint32_t count, capacity;
  uint32_t *slots;     ///< index in the list + 1, or 0; open addressing
  uint32_t slot_count; ///< a power of two, or 0

  workspace *workspaces; ///< a stack: one per level of nested queries
  workspace *spares;     ///< kept for the next sliced searches
  struct dijkstra dijkstra;

  uint64_t uses; ///< calls that may have changed or freed sets of derived data
  uint64_t seen; ///< of a view: `uses` of its grid at the last refresh
} cache;

// The maximum number of spare workspaces.
enum { CACHE_SPARES = MEMORY_LIMIT(4, 1) };

// The maximum number of sets of derived data per rules. A set has 2 to 10 bytes per tile;
// more only for fields on maps whose costs are random tile by tile (derived/dominance).
// Four sets are enough for the default filter, a filter that ignores one layer, a filter
// that ignores penalties, and a filter that ignores both, without a rebuild.
enum { CACHE_SETS = MEMORY_LIMIT(4, 2) };

// The maximum number of variations per rules. An explanation of a path needs one for each
// rule that can be lifted, one for the terrains that can be opened, and one for each size
// that a search for the largest mover tries: at most 12 of 64 sizes.
enum { CACHE_VARIATIONS = MEMORY_LIMIT(16, 2) };

static cache *cache_of(astar_grid *grid) {
  if (grid->cache == NULL)
    grid->cache = (cache *)memory_new(&grid->memory, sizeof *grid->cache);
  return grid->cache;
}

bool cache_ensure(astar_grid *grid) { return cache_of(grid) != NULL; }

// ------------------------------------------------------------------------- derived data

// Frees a set, except the arrays of borrowed parts.
static void cache_free_set(astar_grid *grid, derived_data *d) {
  memory *m = &grid->memory;
  unsigned own = ~d->borrowed;
  if ((own & DERIVED_JUMP_BOARDS) != 0) jump_boards_fini(&d->jump_boards, grid);
  if ((own & DERIVED_DOMINANCE) != 0) dominance_fini(&d->dominance, grid);
  if ((own & DERIVED_TERRAIN_BOARDS) != 0) terrain_boards_fini(&d->terrain_boards, grid);
  if ((own & DERIVED_COMPONENTS) != 0) components_fini(&d->components, grid);
  if ((own & DERIVED_TILES) != 0) costmap_tiles_fini(&d->tiles, grid, m);
  memory_free(m, d, sizeof *d);
}

// Whether a set is valid for a filter on the current map: the layers in which the two
// filters differ have no obstacles, and penalties count in both or there are none.
static bool cache_serves(const astar_grid *grid, const derived_data *d,
                         const astar_filter *filter) {
  int different = d->tiles.filter.ignored_layers ^ filter->ignored_layers;
  bool has_penalties = filter->penalty_scale > 0;
  return (different & grid_used_layers(grid)) == 0 &&
         (grid->penalty_count == 0 ||
          has_penalties == (d->tiles.filter.penalty_scale > 0));
}

// Whether a set was made for a filter, so that it is valid on every map.
static bool cache_is_for(const derived_data *d, const astar_filter *filter) {
  return d->tiles.filter.ignored_layers == filter->ignored_layers &&
         (d->tiles.filter.penalty_scale > 0) == (filter->penalty_scale > 0);
}

// The pointer in the list to the set for a filter: a set that was made for this filter,
// otherwise a set that is valid for the filter on the current map. NULL: there is none.
static derived_data **cache_find_set(const astar_grid *grid, rules_data *r,
                                     const astar_filter *filter) {
  derived_data **found = NULL;
  for (derived_data **place = &r->sets; *place != NULL; place = &(*place)->next) {
    if (cache_is_for(*place, filter)) return place;
    if (found == NULL && cache_serves(grid, *place, filter)) found = place;
  }
  return found;
}

// Frees the sets from a place in the list on, except the pinned ones; or only those that
// are borrowed.
static void cache_free_sets(astar_grid *grid, rules_data *r, derived_data **place,
                            bool only_borrowed) {
  while (*place != NULL) {
    derived_data *d = *place;
    if (only_borrowed ? d->borrowed == 0 : d->pins > 0) {
      place = &d->next;
      continue;
    }
    *place = d->next;
    r->set_count--;
    cache_free_set(grid, d);
  }
}

// Frees the least recently used sets, until `count` sets and the pinned ones are left.
// Frees nothing while a query runs, since that query uses its set.
static void cache_evict_sets(astar_grid *grid, rules_data *r, int count) {
  if (r->set_count <= count || grid->busy > 0) return;
  derived_data **place = &r->sets;
  for (int kept = 0; kept < count; kept++) place = &(*place)->next;
  cache_free_sets(grid, r, place, false);
}

void cache_pin(derived_data **slot, derived_data *derived) {
  if (derived != NULL) derived->pins++;
  if (*slot != NULL) (*slot)->pins--;
  *slot = derived;
}

static derived_data *cache_new_set(astar_grid *grid, rules_data *r,
                                   const astar_filter *filter) {
  cache_evict_sets(grid, r, CACHE_SETS - 1);
  derived_data *d = (derived_data *)memory_new(&grid->memory, sizeof *d);
  if (d == NULL) return NULL;
  astar_filter key = {.ignored_layers = filter->ignored_layers,
                      .penalty_scale = filter->penalty_scale > 0 ? 1.0 : 0.0};
  if (costmap_tiles_init(&d->tiles, grid, &key, &grid->memory) != ASTAR_OK) {
    cache_free_set(grid, d);
    return NULL;
  }
  d->next = r->sets;
  r->set_count++;
  return r->sets = d;
}

// The set for a filter, moved to the front of the list: it is now the last used.
static derived_data *cache_ensure_set(astar_grid *grid, rules_data *r,
                                      const astar_filter *filter) {
  derived_data **place = cache_find_set(grid, r, filter);
  if (place == NULL) return cache_new_set(grid, r, filter);
  derived_data *d = *place;
  if (d != r->sets) {
    *place = d->next;
    d->next = r->sets;
    r->sets = d;
  }
  cache_evict_sets(grid, r, CACHE_SETS); // sets above the limit may have lost their pins
  return d;
}

// -------------------------------------------------------------------------- variations

// Frees the variations behind a place in the list. Their derived data loses its holder:
// `cache_free_unused` frees it. The bytes of varied rules count as memory of the grid.
static void cache_free_variations(astar_grid *grid, varied_rules **place) {
  while (*place != NULL) {
    varied_rules *last = *place;
    *place = last->next;
    grid->memory.used -= last->rules->memory.used;
    rules_release_holder(last->rules);
    memory_free(&grid->memory, last, sizeof *last);
  }
}

// The pointer in the list to a variation. NULL: there is none.
static varied_rules **cache_find_variation(rules_data *r, const rules_variation *v) {
  for (varied_rules **place = &r->variations; *place != NULL; place = &(*place)->next)
    if (rules_is_same_variation(&(*place)->variation, v)) return place;
  return NULL;
}

static varied_rules *cache_new_variation(astar_grid *grid, rules_data *r,
                                         const rules_variation *v) {
  memory *m = &grid->memory;
  varied_rules *fresh = (varied_rules *)memory_new(m, sizeof *fresh);
  if (fresh == NULL) return NULL;
  fresh->variation = *v;
  if (rules_vary(r->rules, &m->allocator, v, &fresh->rules) != ASTAR_OK) {
    memory_free(m, fresh, sizeof *fresh);
    return NULL;
  }
  m->used += fresh->rules->memory.used;
  return fresh;
}

// ------------------------------------------------------------------------------- rules

static void cache_free_rules(astar_grid *grid, rules_data *r) {
  memory *m = &grid->memory;
  cache_free_variations(grid, &r->variations);
  while (r->sets != NULL) {
    derived_data *next = r->sets->next;
    cache_free_set(grid, r->sets);
    r->sets = next;
  }
  move_table_fini(&r->moves, m);
  rules_release(r->rules);
  memory_free(m, r, sizeof *r);
}

static rules_data *cache_new_rules(astar_grid *grid, const astar_rules *rules) {
  rules_data *r = (rules_data *)memory_new(&grid->memory, sizeof *r);
  if (r == NULL) return NULL;
  r->rules = rules_refer(rules);
  if (move_table_init(&r->moves, grid, rules, &grid->memory) == ASTAR_OK) return r;
  cache_free_rules(grid, r);
  return NULL;
}

// The slot of some rules, or the free slot where they would be inserted. There must be
// slots.
static uint32_t cache_slot(const cache *c, const astar_rules *rules) {
  uint32_t mask = c->slot_count - 1;
  uint32_t slot = (uint32_t)((uintptr_t)rules >> 4) * 2654435769u >> 7 & mask;
  while (c->slots[slot] != 0 && c->list[c->slots[slot] - 1]->rules != rules)
    slot = (slot + 1) & mask;
  return slot;
}

static void cache_rehash(cache *c) {
  memset(c->slots, 0, c->slot_count * sizeof *c->slots);
  for (uint32_t i = 0; i < c->count; i++)
    c->slots[cache_slot(c, c->list[i]->rules)] = i + 1;
}

// Makes room for one more entry in the list and in the table. At most half of the slots
// are used, so that probing is short and always finds a free slot.
static bool cache_reserve(cache *c, memory *m) {
  if (!MEMORY_RESERVE(m, c->list, c->capacity, c->count + 1)) return false;
  if (2 * (c->count + 1) <= c->slot_count) return true;
  uint32_t wanted = c->slot_count == 0 ? MEMORY_LIMIT(16, 2) : 2 * c->slot_count;
  uint32_t *slots = MEMORY_NEW(m, uint32_t, wanted);
  if (slots == NULL) return false;
  MEMORY_FREE(m, c->slots, c->slot_count);
  c->slots = slots;
  c->slot_count = wanted;
  cache_rehash(c);
  return true;
}

// Variations are later in the list than the rules that hold them, so the pass that frees
// the data of these rules also frees that of the variations. A running query uses its
// derived data, even if the caller freed the rules meanwhile.
void cache_free_unused(astar_grid *grid) {
  cache *c = grid->cache;
  uint32_t kept = 0;
  if (c == NULL || grid->busy > 0) return;
  c->uses++;
  for (uint32_t i = 0; i < c->count; i++)
    if (rules_have_holders(c->list[i]->rules))
      c->list[kept++] = c->list[i];
    else
      cache_free_rules(grid, c->list[i]);
  if (kept == c->count) return;
  c->count = kept;
  cache_rehash(c);
}

static rules_data *cache_find_rules(const cache *c, const astar_rules *rules) {
  uint32_t place = c->slot_count > 0 ? c->slots[cache_slot(c, rules)] : 0;
  return place != 0 ? c->list[place - 1] : NULL;
}

// The data of some rules; NULL: out of memory. The caller may change it.
static rules_data *cache_ensure_rules(astar_grid *grid, const astar_rules *rules) {
  cache *c = cache_of(grid);
  if (c == NULL) return NULL;
  c->uses++;
  rules_data *r = cache_find_rules(c, rules);
  if (r != NULL) return r;
  cache_free_unused(grid);
  if (!cache_reserve(c, &grid->memory)) return NULL;
  r = cache_new_rules(grid, rules);
  if (r == NULL) return NULL;
  c->list[c->count++] = r;
  c->slots[cache_slot(c, rules)] = c->count;
  return r;
}

// Gets the data of the rules, with an up-to-date move table, and updates the arcs of the
// links. ASTAR_UNSUITED: these rules cannot be used on this grid.
static astar_status cache_prepare_rules(astar_grid *grid, const astar_rules *rules,
                                        rules_data **r) {
  if (move_table_why_unsuited(grid, rules) != NULL) return ASTAR_UNSUITED;
  *r = cache_ensure_rules(grid, rules);
  if (*r == NULL || !links_update_arcs(grid)) return ASTAR_NO_MEMORY;
  move_table_update(&(*r)->moves);
  return ASTAR_OK;
}

// Frees the least recently used variations above the limit. Frees nothing while a query
// runs, since that query may use them.
static void cache_evict_variations(astar_grid *grid, rules_data *r) {
  varied_rules **place = &r->variations;
  for (int kept = 0; kept < CACHE_VARIATIONS && *place != NULL; kept++)
    place = &(*place)->next;
  if (*place == NULL || grid->busy > 0) return;
  cache_free_variations(grid, place);
  cache_free_unused(grid);
}

astar_status cache_vary_rules(astar_grid *grid, const astar_rules *rules,
                              const rules_variation *v, const astar_rules **varied) {
  rules_variation simple = rules_simplify_variation(rules, v), none = {0};
  *varied = rules;
  if (rules_is_same_variation(&simple, &none)) return ASTAR_OK;
  if (move_table_why_unsuited(grid, rules) != NULL) return ASTAR_UNSUITED;
  rules_data *r = cache_ensure_rules(grid, rules);
  if (r == NULL) return ASTAR_NO_MEMORY;
  varied_rules **place = cache_find_variation(r, &simple), *found;
  if (place != NULL) {
    found = *place;
    *place = found->next;
  } else {
    found = cache_new_variation(grid, r, &simple);
    if (found == NULL) return ASTAR_NO_MEMORY;
  }
  found->next = r->variations;
  r->variations = found;
  cache_evict_variations(grid, r);
  *varied = found->rules;
  return ASTAR_OK;
}

// ------------------------------------------------------------------------------- views

// A copy of a prepared set. Its parts that were not prepared are empty.
static derived_data *cache_copy_set(astar_grid *view, const derived_data *lent) {
  derived_data *d = (derived_data *)memory_new(&view->memory, sizeof *d);
  if (d == NULL) return NULL;
  d->borrowed = lent->prepared;
  d->tiles = lent->tiles;
  d->components = lent->components;
  if ((d->borrowed & DERIVED_JUMP_BOARDS) != 0) d->jump_boards = lent->jump_boards;
  if ((d->borrowed & DERIVED_DOMINANCE) != 0) d->dominance = lent->dominance;
  if ((d->borrowed & DERIVED_TERRAIN_BOARDS) != 0)
    d->terrain_boards = lent->terrain_boards;
  return d;
}

// A set that is prepared and valid for a filter; NULL: there is none.
static const derived_data *cache_find_prepared(const astar_grid *grid,
                                               const rules_data *r,
                                               const astar_filter *filter) {
  const derived_data *d = r->sets;
  while (d != NULL &&
         !(d->prepared != 0 && cache_serves(grid, d, filter) &&
           journal_last_change(grid, &d->tiles.filter) <= d->prepared_revision))
    d = d->next;
  return d;
}

static bool cache_has_borrowed(const astar_grid *view, const rules_data *r,
                               const astar_filter *filter) {
  const derived_data *d = r->sets;
  while (d != NULL && !(d->borrowed != 0 && cache_serves(view, d, filter))) d = d->next;
  return d != NULL;
}

// Borrows the set for a filter, if the grid of the view has prepared one, and puts it at
// the front of the list. Without memory the view derives its own.
static void cache_borrow_set(astar_grid *view, rules_data *r,
                             const astar_filter *filter) {
  if (view->base == NULL || cache_has_borrowed(view, r, filter)) return;
  const rules_data *lender = cache_find_rules(view->base->cache, r->rules);
  if (lender == NULL) return;
  const derived_data *lent = cache_find_prepared(view->base, lender, filter);
  derived_data *d = lent != NULL ? cache_copy_set(view, lent) : NULL;
  if (d == NULL) return;
  d->next = r->sets;
  r->sets = d;
  r->set_count++;
}

void cache_refresh(astar_grid *grid) {
  if (grid->base == NULL) return;
  cache *c = grid->cache;
  uint64_t uses = grid->base->cache->uses;
  if (grid_revision(grid) == grid_revision(grid->base) && c->seen == uses) return;
  for (uint32_t i = 0; i < c->count; i++)
    cache_free_sets(grid, c->list[i], &c->list[i]->sets, true);
  view_refresh(grid);
  c->seen = uses;
}

// ---------------------------------------------------------------------------- costmaps

// Sets up a costmap with the set for a filter, and updates it.
static astar_status cache_set_up(astar_grid *grid, rules_data *r,
                                 const astar_filter *filter, budget *b, costmap *map,
                                 derived_data **derived) {
  derived_data *d = cache_ensure_set(grid, r, filter);
  if (d == NULL) return ASTAR_NO_MEMORY;
  *map = (costmap){.grid = grid,
                   .rules = r->rules,
                   .moves = &r->moves,
                   .tiles = &d->tiles,
                   .filter = *filter,
                   .influence = influence_weigh(grid, filter)};
  if (derived != NULL) *derived = d;
  return costmap_update(map, b);
}

astar_status cache_get(astar_grid *grid, const astar_rules *rules,
                       const astar_filter *filter, budget *b, costmap *map,
                       derived_data **derived) {
  rules_data *r = NULL;
  astar_status status = cache_prepare_rules(grid, rules, &r);
  if (status != ASTAR_OK) return status;
  astar_filter actual = rules_filter(rules, filter);
  cache_borrow_set(grid, r, &actual);
  return cache_set_up(grid, r, &actual, b, map, derived);
}

astar_status cache_get_moves(astar_grid *grid, const astar_rules *rules,
                             const astar_filter *filter, costmap *map) {
  rules_data *r = NULL;
  astar_status status = cache_prepare_rules(grid, rules, &r);
  if (status != ASTAR_OK) return status;
  astar_filter actual = rules_filter(rules, filter);
  *map = (costmap){.grid = grid,
                   .rules = r->rules,
                   .moves = &r->moves,
                   .filter = actual,
                   .influence = influence_weigh(grid, &actual)};
  return ASTAR_OK;
}

astar_status cache_peek(astar_grid *grid, const astar_rules *rules,
                        const astar_filter *filter, costmap *map) {
  rules_data *r = NULL;
  astar_status status = cache_prepare_rules(grid, rules, &r);
  if (status != ASTAR_OK) return status;
  astar_filter actual = rules_filter(rules, filter);
  cache_borrow_set(grid, r, &actual);
  if (r->set_count < CACHE_SETS || cache_find_set(grid, r, &actual) != NULL)
    return cache_set_up(grid, r, &actual, NULL, map, NULL);
  return cache_get_moves(grid, rules, filter, map);
}

// --------------------------------------------------------------------------- workspaces

workspace *cache_workspace(astar_grid *grid) {
  cache *c = cache_of(grid);
  if (c == NULL) return NULL;
  workspace **place = &c->workspaces;
  for (int depth = 0; depth < grid->busy && *place != NULL; depth++)
    place = &(*place)->next;
  if (*place == NULL) *place = workspace_new(grid);
  return *place;
}

static void cache_free_workspaces(workspace *w) {
  while (w != NULL) {
    workspace *next = w->next;
    workspace_free(w);
    w = next;
  }
}

void cache_leave_workspace(workspace *w) {
  cache_free_workspaces(w->next);
  w->next = NULL;
}

workspace *cache_take_workspace(astar_grid *grid) {
  cache *c = cache_of(grid);
  if (c == NULL) return NULL;
  workspace *w = c->spares;
  if (w == NULL) return workspace_new(grid);
  c->spares = w->next;
  w->next = NULL;
  return w;
}

void cache_give_workspace(workspace *w) {
  if (w == NULL) return;
  cache *c = w->run.grid->cache;
  int count = 0;
  for (const workspace *spare = c->spares; spare != NULL; spare = spare->next) count++;
  if (count >= CACHE_SPARES) {
    workspace_free(w);
    return;
  }
  w->next = c->spares;
  c->spares = w;
}

dijkstra *cache_dijkstra(astar_grid *grid) {
  cache *c = cache_of(grid);
  if (c == NULL) return NULL;
  c->dijkstra.grid = grid;
  return &c->dijkstra;
}

// --------------------------------------------------------------------------------- life

static void cache_free_scratch(cache *c) {
  cache_free_workspaces(c->workspaces);
  cache_free_workspaces(c->spares);
  c->workspaces = c->spares = NULL;
  dijkstra_fini(&c->dijkstra);
}

static void cache_free(astar_grid *grid) {
  cache *c = grid->cache;
  memory *m = &grid->memory;
  if (c == NULL) return;
  cache_free_scratch(c);
  for (uint32_t i = 0; i < c->count; i++) cache_free_rules(grid, c->list[i]);
  MEMORY_FREE(m, c->list, c->capacity);
  MEMORY_FREE(m, c->slots, c->slot_count);
  memory_free(m, c, sizeof *c);
}

void astar_grid_free(astar_grid *grid) {
  if (LIVE(grid) == NULL || !grid_release(grid)) return;
  cache_free(grid);
  if (grid->base != NULL)
    astar_grid_free(view_destroy(grid));
  else
    grid_destroy(grid);
}

astar_status astar_grid_trim(astar_grid *grid) {
  if (LIVE(grid) == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (grid->cache == NULL) return ASTAR_OK;
  cache_free_scratch(grid->cache);
  for (uint32_t i = 0; i < grid->cache->count; i++)
    cache_free_variations(grid, &grid->cache->list[i]->variations);
  cache_free_unused(grid);
  for (uint32_t i = 0; i < grid->cache->count; i++)
    cache_evict_sets(grid, grid->cache->list[i], CACHE_SETS);
  grid->cache->uses++;
  return ASTAR_OK;
}

void astar_grid_reset_busy(astar_grid *grid) {
  if (LIVE(grid) == NULL) return;
  grid->busy = 0;
  grid->busy_resets++;
}
