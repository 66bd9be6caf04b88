#include "query/cache.h"
#include "map/links.h"

#include <string.h>

#include "map/links.h"

/// Derived data is found by a hash table from rules to a place in a dense list.
typedef struct cache {
  derived_data **list;
  uint32_t count, capacity;
  uint32_t *slots;     ///< place in the list + 1, or 0; open addressing
  uint32_t slot_count; ///< a power of two, or 0

  workspace *workspaces; ///< a stack: one, and one for each query inside of a query
  workspace *spares;     ///< kept for the next sliced search
  struct dijkstra dijkstra;
} cache;

// Workspaces that are kept for the next sliced search, at most.
enum { CACHE_SPARES = MEMORY_LIMIT(4, 1) };

static cache *cache_of(astar_grid *grid) {
  if (grid->cache == NULL) {
    grid->cache = (cache *)memory_new(&grid->memory, sizeof *grid->cache);
  }
  return grid->cache;
}

// ------------------------------------------------------------------------- derived data

static void cache_free_derived(derived_data *d) {
  memory *m = &d->map.grid->memory;
  jump_boards_fini(&d->jump_boards, &d->map);
  components_fini(&d->components, &d->map);
  costmap_fini(&d->map);
  rules_release(d->rules);
  memory_free(m, d, sizeof *d);
}

static astar_status cache_new_derived(astar_grid *grid, const astar_rules *rules,
                                      derived_data **derived) {
  if (costmap_why_unsuited(grid, rules) != NULL) return ASTAR_UNSUITED;
  derived_data *d = (derived_data *)memory_new(&grid->memory, sizeof *d);
  if (d == NULL) return ASTAR_NO_MEMORY;
  if (costmap_init(&d->map, grid, rules) != ASTAR_OK) {
    memory_free(&grid->memory, d, sizeof *d);
    return ASTAR_NO_MEMORY;
  }
  d->rules = rules_refer(rules);
  *derived = d;
  return ASTAR_OK;
}

// The slot of some rules, or the free one where they would go. There must be slots.
static uint32_t cache_slot(const cache *c, const astar_rules *rules) {
  uint32_t mask = c->slot_count - 1;
  uint32_t slot = (uint32_t)((uintptr_t)rules >> 4) * 2654435769u >> 7 & mask;
  while (c->slots[slot] != 0 && c->list[c->slots[slot] - 1]->rules != rules) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

static void cache_fill_slots(cache *c) {
  memset(c->slots, 0, c->slot_count * sizeof *c->slots);
  for (uint32_t i = 0; i < c->count; i++) {
    c->slots[cache_slot(c, c->list[i]->rules)] = i + 1;
  }
}

// Makes room for one more in the list and in the table, at most half of which is used.
static bool cache_reserve(cache *c, memory *m) {
  if (!memory_reserve(m, (void **)&c->list, &c->capacity, c->count + 1,
                      sizeof *c->list)) {
    return false;
  }
  if (2 * (c->count + 1) <= c->slot_count) return true;
  uint32_t wanted = c->slot_count == 0 ? MEMORY_LIMIT(16, 2) : 2 * c->slot_count;
  uint32_t *slots = (uint32_t *)memory_new(m, wanted * sizeof *slots);
  if (slots == NULL) return false;
  memory_free(m, c->slots, c->slot_count * sizeof *c->slots);
  c->slots = slots;
  c->slot_count = wanted;
  cache_fill_slots(c);
  return true;
}

// Drops what was derived for rules that nobody holds any more.
static void cache_drop_unused(cache *c) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->count; i++) {
    if (rules_have_holders(c->list[i]->rules)) {
      c->list[kept++] = c->list[i];
    } else {
      cache_free_derived(c->list[i]);
    }
  }
  if (kept == c->count) return;
  c->count = kept;
  cache_fill_slots(c);
}

static astar_status cache_find(astar_grid *grid, const astar_rules *rules,
                               derived_data **derived) {
  cache *c = cache_of(grid);
  if (c == NULL) return ASTAR_NO_MEMORY;
  if (c->slot_count > 0) {
    uint32_t place = c->slots[cache_slot(c, rules)];
    if (place != 0) {
      *derived = c->list[place - 1];
      return ASTAR_OK;
    }
  }
  // A query that is under way uses its derived data, even if its rules were freed.
  if (grid->busy == 0) cache_drop_unused(c);
  if (!cache_reserve(c, &grid->memory)) return ASTAR_NO_MEMORY;
  astar_status status = cache_new_derived(grid, rules, derived);
  if (status != ASTAR_OK) return status;
  c->list[c->count++] = *derived;
  c->slots[cache_slot(c, rules)] = c->count;
  return ASTAR_OK;
}

astar_status cache_get(astar_grid *grid, const astar_rules *rules, budget *b,
                       derived_data **derived) {
  astar_status status = cache_find(grid, rules, derived);
  if (status != ASTAR_OK) return status;
  if (!links_update_arcs(grid)) return ASTAR_NO_MEMORY;
  return costmap_update(&(*derived)->map, b);
}

astar_status cache_get_now(astar_grid *grid, const astar_rules *rules,
                           derived_data **derived) {
  budget unlimited = {BUDGET_UNLIMITED};
  return cache_get(grid, rules, &unlimited, derived);
}

// --------------------------------------------------------------------------- workspaces

workspace *cache_workspace(astar_grid *grid) {
  cache *c = cache_of(grid);
  if (c == NULL) return NULL;
  workspace **place = &c->workspaces;
  for (int depth = 0; depth < grid->busy && *place != NULL; depth++) {
    place = &(*place)->next;
  }
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
  for (uint32_t i = 0; i < c->count; i++) cache_free_derived(c->list[i]);
  memory_free(m, c->list, c->capacity * sizeof *c->list);
  memory_free(m, c->slots, c->slot_count * sizeof *c->slots);
  memory_free(m, c, sizeof *c);
}

void astar_grid_free(astar_grid *grid) {
  if (grid == NULL || !grid_release(grid)) return;
  cache_free(grid);
  grid_destroy(grid);
}

astar_status astar_grid_trim(astar_grid *grid) {
  if (grid == NULL) return ASTAR_INVALID;
  if (grid->busy > 0) return ASTAR_BUSY;
  if (grid->cache == NULL) return ASTAR_OK;
  cache_free_scratch(grid->cache);
  cache_drop_unused(grid->cache);
  return ASTAR_OK;
}

void astar_grid_reset_busy(astar_grid *grid) {
  if (grid == NULL) return;
  grid->busy = 0;
  grid->busy_resets++;
}
