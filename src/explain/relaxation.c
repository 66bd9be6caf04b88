// Relaxations: asks whether a path exists when one rule is lifted.
//
// Method. To lift a rule is to ask the same question with other arguments:
//
// clang-format off
//     diagonal   the corner rule ASTAR_DIAGONAL_ALWAYS     varied rules
//     size       a mover of one tile                       varied rules
//     blocked    all layers ignored                        another filter
//     edges      closed edges ignored                      varied rules
//     terrain    all terrains on the map passable          varied rules
//     units      the layer with units ignored              another filter
// clang-format on
//
// Varied rules (map/rules.h) are ordinary rules. Their connected components answer the
// question, and stay in the cache: the next explanation finds them built, or repairs them
// from the journal. So the first answer costs one build per rule, the others a lookup. A
// rule is left out when lifting it changes nothing on this map, or when the mover still
// cannot stand at the goal: then nothing is built.
//
// Terrains. A few candidates are asked one by one, and their rules are kept. More
// candidates are asked all at once where steps depend on passable tiles alone
// (explain/terrain_union); this costs about as much as a few questions.
//
// For other rules: to make more terrains passable never loses a path. So when a set of
// terrains makes no path, none of them does alone, and the set is done; otherwise its
// halves are asked. This is group testing by binary splitting (R. Dorfman, "The detection
// of defective members of large populations", 1943; here a set may make a path that no
// member makes alone). n terrains need at most 2 n questions. Their rules are freed at
// once, so that they do not replace rules that are kept.
#include "explain/explanation.h"

#include "map/footprint.h"
#include "query/cache.h"

// The maximum number of candidates whose rules are kept. Up to about this number, single
// questions are also faster than splitting.
enum { RELAXATION_KEPT_TERRAINS = MEMORY_LIMIT(4, 1) };

// The question with a rule lifted.
typedef struct relaxation {
  const struct question *question;
  rules_variation variation;
  astar_filter filter;
} relaxation;

// Whether the mover can stand at the goal. Without this nothing must be built. O(tiles of
// the mover).
static bool relaxation_fits_goal(const relaxation *r) {
  const question *q = r->question;
  const astar_grid *grid = q->grid;
  int size = r->variation.size > 0 ? r->variation.size : q->rules->size;
  if (q->goal_x > grid->width - size || q->goal_y > grid->height - size) return false;
  for (footprint f = footprint_at(grid, size, q->goal_x, q->goal_y);
       footprint_next(&f);) {
    uint8_t t = grid->terrain[f.cell];
    bool opens = (r->variation.passable[t >> 6] >> (t & 63) & 1) != 0;
    if (!opens && !(q->rules->cost[t] > 0)) return false;
    if ((grid_cell_obstacles(grid, f.cell) & ~r->filter.ignored_layers) != 0)
      return false;
  }
  return true;
}

static astar_status relaxation_ask_rules(const relaxation *r, const astar_rules *rules,
                                         bool *exists) {
  const question *q = r->question;
  astar_status status = astar_is_reachable(q->grid, rules, &r->filter, q->start_x,
                                           q->start_y, q->goal_x, q->goal_y);
  *exists = status == ASTAR_OK;
  return status == ASTAR_UNREACHABLE || status == ASTAR_GOAL_BLOCKED ? ASTAR_OK : status;
}

// Whether a path exists. The varied rules and their components are kept.
static astar_status relaxation_ask(const relaxation *r, bool *exists) {
  const question *q = r->question;
  const astar_rules *varied;
  *exists = false;
  if (!relaxation_fits_goal(r)) return ASTAR_OK;
  astar_status status = cache_vary_rules(q->grid, q->rules, &r->variation, &varied);
  return status == ASTAR_OK ? relaxation_ask_rules(r, varied, exists) : status;
}

// Whether a path exists. Nothing is kept.
static astar_status relaxation_ask_once(const relaxation *r, bool *exists) {
  const question *q = r->question;
  astar_rules *varied;
  *exists = false;
  if (!relaxation_fits_goal(r)) return ASTAR_OK;
  astar_status status =
      rules_vary(q->rules, &q->grid->memory.allocator, &r->variation, &varied);
  if (status != ASTAR_OK) return status;
  status = relaxation_ask_rules(r, varied, exists);
  astar_rules_free(varied);
  cache_free_unused(q->grid);
  return status;
}

// ------------------------------------------------------------------------------- rules

static relaxation relaxation_of(const question *q) {
  return (relaxation){.question = q, .filter = q->filter};
}

// The impassable terrains that are on the map, in ascending order. Returns their number.
static int relaxation_list_terrains(const question *q, uint8_t terrains[256]) {
  int count = 0;
  for (int t = 0; t < 256; t++)
    if (q->grid->population[t] > 0 && !(q->rules->cost[t] > 0))
      terrains[count++] = (uint8_t)t;
  return count;
}

static void relaxation_open(relaxation *r, const uint8_t *terrains, int count) {
  for (int i = 0; i < count; i++) rules_variation_open(&r->variation, terrains[i]);
}

// Lifts one rule. False: that changes nothing on this map.
static bool relaxation_lift(relaxation *r, astar_relaxation rule) {
  const question *q = r->question;
  uint8_t terrains[256];
  int count;
  switch (rule) {
  case ASTAR_RELAX_DIAGONAL:
    r->variation.always_diagonal = true;
    return q->grid->layout == ASTAR_SQUARE &&
           rules_simplify_variation(q->rules, &r->variation).always_diagonal;
  case ASTAR_RELAX_SIZE: r->variation.size = 1; return q->rules->size > 1;
  case ASTAR_RELAX_BLOCKED:
    r->filter.ignored_layers = ASTAR_ALL_LAYERS & ~q->units;
    return (grid_used_layers(q->grid) & ~q->filter.ignored_layers & ~q->units) != 0;
  case ASTAR_RELAX_EDGES:
    r->variation.ignores_edges = true;
    return q->grid->closed_count > 0;
  case ASTAR_RELAX_TERRAIN:
    count = relaxation_list_terrains(q, terrains);
    relaxation_open(r, terrains, count);
    return count > 0;
  case ASTAR_RELAX_UNITS:
    r->filter.ignored_layers |= q->units;
    return (grid_used_layers(q->grid) & q->units) != 0;
  }
  return false;
}

astar_status relaxation_find(const question *q, unsigned *relax) {
  static const astar_relaxation all[] = {ASTAR_RELAX_DIAGONAL, ASTAR_RELAX_SIZE,
                                         ASTAR_RELAX_BLOCKED,  ASTAR_RELAX_EDGES,
                                         ASTAR_RELAX_TERRAIN,  ASTAR_RELAX_UNITS};
  *relax = 0;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    relaxation r = relaxation_of(q);
    bool exists = false;
    if (!relaxation_lift(&r, all[i])) continue;
    astar_status status = relaxation_ask(&r, &exists);
    if (status != ASTAR_OK) return status;
    if (exists) *relax |= (unsigned)all[i];
  }
  return ASTAR_OK;
}

// ---------------------------------------------------------------------------- terrains

// The terrains that make a path alone, found so far.
typedef struct relaxation_terrains {
  const struct question *question;
  uint8_t *found;
  int count;
} relaxation_terrains;

// Asks for each of a few terrains. Their rules are kept.
static astar_status relaxation_ask_each(relaxation_terrains *t, const uint8_t *terrains,
                                        int count) {
  for (int i = 0; i < count; i++) {
    relaxation r = relaxation_of(t->question);
    bool exists;
    relaxation_open(&r, &terrains[i], 1);
    astar_status status = relaxation_ask(&r, &exists);
    if (status != ASTAR_OK) return status;
    if (exists) t->found[t->count++] = terrains[i];
  }
  return ASTAR_OK;
}

// Asks for each half of some terrains, which together make a path, and for parts of it
// when there is a path. At most 8 levels of calls.
static astar_status relaxation_split(relaxation_terrains *t, const uint8_t *terrains,
                                     int count) {
  for (int i = 0; i < 2; i++, terrains += count / 2) {
    int part = i == 0 ? count / 2 : count - count / 2;
    relaxation r = relaxation_of(t->question);
    bool exists;
    relaxation_open(&r, terrains, part);
    astar_status status = relaxation_ask_once(&r, &exists);
    if (status == ASTAR_OK && exists && part > 1)
      status = relaxation_split(t, terrains, part);
    else if (status == ASTAR_OK && exists)
      t->found[t->count++] = terrains[0];
    if (status != ASTAR_OK) return status;
  }
  return ASTAR_OK;
}

// The terrains that the mover would cover at the goal are the only candidates, when there
// are any.
static int relaxation_list_at_goal(const question *q, uint8_t terrains[256]) {
  bool is_listed[256] = {false};
  int count = 0;
  footprint f = footprint_at(q->grid, q->rules->size, q->goal_x, q->goal_y);
  while (footprint_next(&f)) {
    uint8_t terrain = q->grid->terrain[f.cell];
    if (q->rules->cost[terrain] > 0 || is_listed[terrain]) continue;
    is_listed[terrain] = true;
    terrains[count++] = terrain;
  }
  return count;
}

// Finds which of the candidates make a path. Together they do.
static astar_status relaxation_ask_terrains(relaxation_terrains *t, uint8_t *candidates,
                                            int count) {
  bool is_exact = false;
  if (count > RELAXATION_KEPT_TERRAINS && terrain_union_suits(t->question)) {
    astar_status status =
        terrain_union_filter(t->question, candidates, &count, &is_exact);
    if (status != ASTAR_OK) return status;
  }
  for (int i = 0; is_exact && i < count; i++) t->found[t->count++] = candidates[i];
  if (is_exact) return ASTAR_OK;
  return count <= RELAXATION_KEPT_TERRAINS ? relaxation_ask_each(t, candidates, count)
                                           : relaxation_split(t, candidates, count);
}

astar_status relaxation_find_terrains(const question *q, uint8_t terrains[256],
                                      int *count) {
  uint8_t candidates[256];
  relaxation all = relaxation_of(q);
  bool exists = false;
  *count = 0;
  if (!relaxation_lift(&all, ASTAR_RELAX_TERRAIN)) return ASTAR_OK;
  astar_status status = relaxation_ask(&all, &exists);
  if (status != ASTAR_OK || !exists) return status;
  int candidate_count = relaxation_list_at_goal(q, candidates);
  if (candidate_count > 1) return ASTAR_OK; // one of them alone is not enough
  if (candidate_count == 0) candidate_count = relaxation_list_terrains(q, candidates);
  relaxation_terrains t = {q, terrains, 0};
  status = relaxation_ask_terrains(&t, candidates, candidate_count);
  if (status == ASTAR_OK) *count = t.count;
  return status;
}
