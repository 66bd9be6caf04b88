/// Tests rules as byte strings.
///
///     build/spec/rules_saved [ROUNDS [SEED]]
///
/// - Random definitions are compiled, written and read: the compiled tables must be equal
///   byte by byte, and so must the strings.
/// - Each byte of strings is changed, with and without a correct checksum; strings are
/// cut.
/// - Each allocation fails once, and from each one on.
/// - Pair costs that mention no terrain, one, 255 and 256 terrains; the largest rules.
///
/// A failure prints the seed of its round. It includes internal headers of the core.
/// Built and run by spec/quality/programs_spec.lua.
#include "allocation_meter.h"
#include "base/byte_string.h"
#include "map/rules.h"
#include "serialized.h"
#include "chance.h"

enum { MAX_PAIR_COSTS = 12 };

static meter the_meter = {.failing = METER_NEVER};
static const astar_allocator metered = {meter_alloc, &the_meter};

// -------------------------------------------------------------------------- definitions

typedef struct definition {
  astar_rules_def def;
  astar_move moves[ASTAR_MAX_MOVES];
  astar_point clear[ASTAR_MAX_MOVES][ASTAR_MAX_CLEAR];
  astar_pair_cost pair_costs[MAX_PAIR_COSTS];
} definition;

static double random_cost(void) {
  static const double costs[] = {0, -0.0, 1, 2, 2.5, 0.1, 1.0 / 3, 1e100, 1e-90, 7};
  return PICK(costs);
}

static astar_point random_offset(void) {
  const int reach = chance(4) == 0 ? ASTAR_MAX_REACH : 2;
  return (astar_point){chance(2 * reach + 1) - reach, chance(2 * reach + 1) - reach};
}

/// A list of moves. `count`: how many are tried.
static void add_moves(definition *d, int count) {
  d->def.neighbors = 0;
  d->def.moves = d->moves;
  for (int i = 0; i < count && d->def.move_count < ASTAR_MAX_MOVES; i++) {
    astar_move *move = &d->moves[d->def.move_count];
    const astar_point offset = random_offset();
    static const double lengths[] = {1, 1, 1.5, 1.4142135623730951, 3, 0.25};
    bool is_new = offset.x != 0 || offset.y != 0;
    for (int j = 0; j < d->def.move_count; j++)
      is_new &= d->moves[j].dx != offset.x || d->moves[j].dy != offset.y;
    if (!is_new) continue;
    *move = (astar_move){offset.x, offset.y, PICK(lengths), NULL, 0};
    astar_point *clear = d->clear[d->def.move_count++];
    move->clear = clear;
    move->clear_count = chance(5) == 0 ? chance(ASTAR_MAX_CLEAR + 1) : chance(3);
    for (int j = 0; j < move->clear_count; j++) clear[j] = random_offset();
  }
  if (d->def.move_count == 0)
    d->moves[d->def.move_count++] = (astar_move){1, 0, 1, NULL, 0};
}

static void add_pair_costs(definition *d) {
  static const double costs[] = {0, 1, ASTAR_FORBIDDEN, 2.5, 1.0 / 3, -0.0};
  d->def.pair_costs = d->pair_costs;
  d->def.pair_cost_count = (size_t)chance(MAX_PAIR_COSTS + 1);
  d->def.has_pair_costs = chance(2) == 0;
  for (size_t i = 0; i < d->def.pair_cost_count; i++) {
    const int8_t dx = (int8_t)(chance(3) - 1), dy = (int8_t)(chance(3) - 1);
    d->pair_costs[i] =
        (astar_pair_cost){(uint8_t)chance(256), (uint8_t)chance(6), dx, dy, PICK(costs)};
  }
}

static void define(definition *d) {
  memset(d, 0, sizeof *d);
  d->def = astar_default_rules();
  for (int t = 0; t < 256; t++)
    d->def.cost[t] = chance(8) > 0 && t > 0 ? d->def.cost[t - 1] : random_cost();
  d->def.diagonal = (astar_diagonal)chance(4);
  if (chance(2) == 0) d->def.diagonal_cost = 1 + chance(4) / 3.0;
  d->def.size = chance(3) == 0 ? 1 + chance(ASTAR_MAX_SIZE) : 1;
  d->def.filter.ignored_layers = (uint8_t)(chance(2) * chance(256));
  if (chance(2) == 0) d->def.filter.penalty_scale = random_cost();
  const int kind = chance(3);
  if (kind == 0) d->def.neighbors = 4;
  if (kind == 1) add_moves(d, chance(4) == 0 ? 200 : 12);
  if (chance(2) == 0) add_pair_costs(d);
  REQUIRE(astar_why_invalid_rules(&d->def) == NULL);
}

// ------------------------------------------------------------------------------- bytes

static uint8_t *serialize(const astar_rules *rules, size_t *size) {
  *size = astar_rules_serialize(rules, NULL, 0);
  uint8_t *bytes = malloc(*size + 1);
  REQUIRE(bytes != NULL);
  memset(bytes, 0x77, *size + 1);
  REQUIRE(astar_rules_serialize(rules, bytes, *size - 1) == *size && bytes[0] == 0x77);
  REQUIRE(astar_rules_serialize(rules, NULL, *size) == *size);
  REQUIRE(astar_rules_serialize(rules, bytes, *size) == *size);
  REQUIRE(bytes[*size] == 0x77);
  return bytes;
}

static bool is_same_bits(double a, double b) {
  return byte_string_bits(a) == byte_string_bits(b);
}

static void compare_moves(const astar_rules *a, const astar_rules *b) {
  REQUIRE(a->move_count == b->move_count && a->left_out_count == b->left_out_count);
  for (int i = 0; i < rules_count_all_moves(a); i++) {
    const rules_move *x = &a->moves[i], *y = &b->moves[i];
    REQUIRE(x->dx == y->dx && x->dy == y->dy && x->direction == y->direction);
    REQUIRE(is_same_bits(x->length, y->length) && x->clear_count == y->clear_count);
    REQUIRE(x->clear_count == 0 ||
            memcmp(x->clear, y->clear, x->clear_count * sizeof *x->clear) == 0);
  }
}

/// All that queries read must be equal.
static void compare(const astar_rules *a, const astar_rules *b) {
  REQUIRE(memcmp(a->cost, b->cost, sizeof a->cost) == 0);
  REQUIRE(a->diagonal == b->diagonal);
  REQUIRE(a->size == b->size && a->ignores_edges == b->ignores_edges);
  REQUIRE(a->filter.ignored_layers == b->filter.ignored_layers);
  REQUIRE(is_same_bits(a->filter.penalty_scale, b->filter.penalty_scale));
  compare_moves(a, b);
  REQUIRE(a->reach == b->reach && a->is_standard == b->is_standard);
  REQUIRE(a->moves_diagonally == b->moves_diagonally);
  REQUIRE(memcmp(a->legal, b->legal, sizeof a->legal) == 0);
  REQUIRE(memcmp(a->local_steps, b->local_steps, sizeof a->local_steps) == 0);
  REQUIRE(a->has_canonical == b->has_canonical);
  REQUIRE(memcmp(a->canonical, b->canonical, sizeof a->canonical) == 0);
  REQUIRE(a->straight_units == b->straight_units);
  REQUIRE(a->diagonal_units == b->diagonal_units);
  REQUIRE(a->has_pair_costs == b->has_pair_costs);
  REQUIRE(a->has_hex_pair_costs == b->has_hex_pair_costs);
  REQUIRE(a->pair_class_count == b->pair_class_count);
  REQUIRE(memcmp(a->pair_class_of, b->pair_class_of, sizeof a->pair_class_of) == 0);
  REQUIRE((a->pair_costs == NULL) == (b->pair_costs == NULL));
  if (a->pair_costs == NULL) return;
  const size_t pairs = (size_t)a->pair_class_count * a->pair_class_count;
  const size_t count = (size_t)rules_count_all_moves(a) * pairs;
  REQUIRE(memcmp(a->pair_costs, b->pair_costs, count * sizeof *a->pair_costs) == 0);
}

static astar_status deserialize(const uint8_t *bytes, size_t size, astar_rules **rules) {
  const char *message = NULL;
  uint8_t *copy = malloc(size > 0 ? size : 1); // sanitizers detect reads beyond the end
  REQUIRE(copy != NULL);
  if (size > 0) memcpy(copy, bytes, size);
  const astar_status status =
      astar_rules_deserialize(&metered, copy, size, rules, &message);
  REQUIRE((status == ASTAR_OK) == (*rules != NULL));
  REQUIRE(status == ASTAR_OK || (message != NULL && message[0] != '\0'));
  free(copy);
  return status;
}

/// Rules that were written and read are the same.
static void check_round(const astar_rules *rules) {
  size_t size, size_again;
  uint8_t *bytes = serialize(rules, &size);
  astar_rules *again;
  REQUIRE(deserialize(bytes, size, &again) == ASTAR_OK);
  uint8_t *bytes_again = serialize(again, &size_again);
  REQUIRE(size == size_again && memcmp(bytes, bytes_again, size) == 0);
  compare(rules, again);
  free(bytes);
  free(bytes_again);
  astar_rules_free(again);
}

// ------------------------------------------------------------------------------ damage

/// A damaged string is refused, or it is a valid one by chance.
static void try_damaged(const uint8_t *bytes, size_t size, bool has_checksum) {
  astar_rules *rules;
  const astar_status status = deserialize(bytes, size, &rules);
  REQUIRE(status == ASTAR_INVALID || (status == ASTAR_OK && has_checksum));
  if (status == ASTAR_OK) check_round(rules);
  astar_rules_free(rules);
}

static void damage(const astar_rules *rules) {
  size_t size;
  uint8_t *bytes = serialize(rules, &size), *damaged = malloc(size);
  REQUIRE(damaged != NULL);
  for (size_t i = 0; i < size; i++) {
    const uint8_t others[] = {(uint8_t)(bytes[i] + 1), (uint8_t)(bytes[i] ^ 128),
                              (uint8_t)chance(256)};
    for (size_t j = 0; j < sizeof others; j++) {
      memcpy(damaged, bytes, size);
      if (others[j] == bytes[i]) continue;
      damaged[i] = others[j];
      if (j == 0) try_damaged(damaged, size, false);
      serialized_seal(damaged, size);
      if (i < size - 4) try_damaged(damaged, size, true);
    }
    memcpy(damaged, bytes, size);
    try_damaged(damaged, i, false);
    if (i < 4) continue;
    serialized_seal(damaged, i);
    try_damaged(damaged, i, true);
  }
  free(bytes);
  free(damaged);
}

// ------------------------------------------------------------------------- allocations

static void fail(const astar_rules *rules, size_t times) {
  size_t size;
  uint8_t *bytes = serialize(rules, &size);
  bool has_refused = true;
  for (size_t n = 0; has_refused; n++) {
    const size_t asked = the_meter.asked, held = the_meter.held;
    astar_rules *again;
    meter_fail(&the_meter, n, times);
    const astar_status status = deserialize(bytes, size, &again);
    has_refused = meter_has_refused(&the_meter, asked);
    meter_fail(&the_meter, METER_NEVER, 0);
    REQUIRE(status == (has_refused ? ASTAR_NO_MEMORY : ASTAR_OK));
    astar_rules_free(again);
    REQUIRE(the_meter.held == held);
  }
  free(bytes);
}

// ------------------------------------------------------------------------------ limits

/// Pair costs that mention `count` terrains, from terrain `first` on.
static void check_mentions(int first, int count, int neighbors) {
  static astar_pair_cost pair_costs[256];
  astar_rules_def def = astar_default_rules();
  astar_rules *rules;
  for (int t = 0; t < 256; t++) def.cost[t] = 1;
  for (int i = 0; i < count; i++) {
    const uint8_t terrain = (uint8_t)(first + i);
    pair_costs[i] = (astar_pair_cost){terrain, terrain, (int8_t)(i % 3 - 1), 1, i + 1.0};
  }
  def.neighbors = neighbors;
  def.pair_costs = pair_costs;
  def.pair_cost_count = (size_t)count;
  def.has_pair_costs = true;
  snprintf(run_name, sizeof run_name, "%d terrains from %d on", count, first);
  REQUIRE(astar_rules_new(&metered, &def, &rules) == ASTAR_OK);
  check_round(rules);
  astar_rules_free(rules);
}

/// The largest table: 64 moves, 256 terrains that are mentioned, all costs differ.
static void check_largest(void) {
  definition d;
  enum { COUNT = ASTAR_MAX_MOVES * 256 * 256 };
  astar_pair_cost *all = malloc(COUNT * sizeof *all);
  REQUIRE(all != NULL);
  define(&d);
  d.def = astar_default_rules();
  for (int t = 0; t < 256; t++) d.def.cost[t] = 1;
  for (int i = 0; i < ASTAR_MAX_MOVES; i++)
    d.moves[i] = (astar_move){i % 8 + 1, i / 8, 1, NULL, 0};
  d.def.neighbors = 0;
  d.def.moves = d.moves;
  d.def.move_count = ASTAR_MAX_MOVES;
  for (int i = 0; i < COUNT; i++) {
    const astar_move *move = &d.moves[i >> 16];
    all[i] = (astar_pair_cost){(uint8_t)(i >> 8), (uint8_t)i, (int8_t)move->dx,
                               (int8_t)move->dy, 1 + 1.0 / (i + 3)};
  }
  d.def.pair_costs = all;
  d.def.pair_cost_count = COUNT;
  astar_rules *rules;
  snprintf(run_name, sizeof run_name, "the largest rules");
  REQUIRE(astar_rules_new(&metered, &d.def, &rules) == ASTAR_OK);
  check_round(rules);
  REQUIRE(the_meter.held < 35000000);
  astar_rules_free(rules);
  free(all);
}

static void check_arguments(void) {
  astar_rules *rules = NULL;
  REQUIRE(astar_rules_serialize(NULL, NULL, 0) == 0);
  REQUIRE(astar_rules_deserialize(NULL, NULL, 0, NULL, NULL) == ASTAR_INVALID);
  REQUIRE(astar_rules_deserialize(NULL, NULL, 0, &rules, NULL) == ASTAR_INVALID);
  REQUIRE(deserialize((const uint8_t *)"astarrules", 10, &rules) == ASTAR_INVALID);
}

// -------------------------------------------------------------------------------- main

static void play(void) {
  static definition d;
  astar_rules *rules;
  const uint64_t kind = round_seed % 10;
  define(&d);
  REQUIRE(astar_rules_new(&metered, &d.def, &rules) == ASTAR_OK);
  check_round(rules);
  if (kind == 1) damage(rules);
  if (kind == 2) fail(rules, 1);
  if (kind == 2) fail(rules, METER_FOR_EVER);
  astar_rules_free(rules);
}

int main(int count, char **words) {
  check_arguments();
  for (int neighbors = 4; neighbors <= 8; neighbors += 4) {
    for (int terrains = 0; terrains <= 2; terrains++) {
      check_mentions(0, terrains, neighbors);
      check_mentions(254, terrains, neighbors);
      check_mentions(0, 254 + terrains, neighbors);
      check_mentions(2 - terrains, 254 + terrains, neighbors);
    }
  }
  check_largest();
  const uint64_t rounds = play_rounds(count, words, 100, play);
  REQUIRE(the_meter.held == 0);
  printf("%" PRIu64 " rules are the same after writing and reading\n", rounds);
  return EXIT_SUCCESS;
}
