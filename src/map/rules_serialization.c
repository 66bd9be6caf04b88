// Writes rules as byte strings, and checks and reads such strings.
//
// The format, version 2:
//
// clang-format off
//     bytes        content
//     ----------   ----------------------------------------------------------------
//     10           "astarrules"
//     1            version of the format: 2; without weights 1
//     1            corner rule: a value of `astar_diagonal`
//     1            size of the mover [tiles]
//     1            ignored layers of the filter
//     short double penalty scale of the filter
//     weights      (2) of the filter, at least one: see `rules_record_weights`
//     costs        one row: the costs of the 256 terrains, as in map/value_runs.h
//     1            neighbors: 8, 4, or 0 for a list of moves
//                  8:
//       short double   length of a diagonal step
//                  0:
//       number         how many moves; for each:
//         signed         dx, then dy [tiles]
//         short double   length [tiles]
//         number         how many tiles must be clear; for each:
//           signed         dx, then dy [tiles]
//     1            1: the rules have pair costs; 0: they have none, and the string ends.
//       32             one bit per terrain, the lowest first: pair costs mention it
//       costs          for each move, for each mentioned terrain that a step leaves: one
//                      row with the pair cost for each mentioned terrain that it enters
//                      (as in map/value_runs.h); NaN: no pair cost; -1: forbidden
//     4            checksum
//
//     number, signed, short double, checksum: as in base/byte_string.h
// clang-format on
//
// The string contains the definition of the rules, as far as it matters: what has no
// effect was not compiled. Moves that the corner rule leaves out are in it, at the end of
// the list. The reader makes a definition, which goes through the checks and the compiler
// of `astar_rules_new`; only pair costs go directly to their table, which takes less
// memory than their list.
//
// The same rules always give the same bytes.

#include "base/byte_string.h"
#include "map/grid.h"
#include "map/influence.h"
#include "map/rules.h"
#include "map/value_runs.h"

static const byte_string_kind rules_string = {
    "astarrules", 2, "not serialized astar rules of this version",
    "the serialized rules are damaged: their checksum is wrong"};

// ----------------------------------------------------------------------- pair classes

// Whether pair costs mention a terrain: it has a pair class of its own. With 256 classes
// terrain 0 may have class 0; then all terrains count as mentioned.
static bool rules_is_mentioned(const astar_rules *rules, int terrain) {
  return rules->pair_class_of[terrain] > 0 ||
         (terrain == 0 && rules->pair_class_count == 256);
}

// The first class of a mentioned terrain: class 0 is that of all others, if any.
static uint16_t rules_first_mentioned(const astar_rules *rules) {
  return rules->pair_class_count == 256 && rules->pair_class_of[0] == 0 ? 0 : 1;
}

// The pair costs of a move from a class to all mentioned terrains: so many, from the
// first mentioned class on.
static double *rules_pair_row(const astar_rules *rules, int move, uint16_t from) {
  size_t row = (size_t)move * rules->pair_class_count + from;
  return rules->pair_costs + row * rules->pair_class_count + rules_first_mentioned(rules);
}

// ----------------------------------------------------------------------------- writing

static void rules_put_move(byte_writer *w, const rules_move *move) {
  byte_string_put_signed(w, move->dx);
  byte_string_put_signed(w, move->dy);
  byte_string_put_short_double(w, move->length);
  byte_string_put_number(w, move->clear_count);
  for (int i = 0; i < move->clear_count; i++) {
    byte_string_put_signed(w, move->clear[i].x);
    byte_string_put_signed(w, move->clear[i].y);
  }
}

static void rules_put_moves(byte_writer *w, const astar_rules *rules) {
  int count = rules_count_all_moves(rules);
  byte_string_put_byte(w, rules->is_standard ? (uint8_t)count : 0);
  if (rules->is_standard) {
    if (count == DIRECTIONS)
      byte_string_put_short_double(w, rules->moves[DIRECTIONS - 1].length);
    return;
  }
  byte_string_put_number(w, (uint64_t)count);
  for (int i = 0; i < count; i++) rules_put_move(w, &rules->moves[i]);
}

static void rules_put_pair_costs(byte_writer *w, const astar_rules *rules) {
  uint16_t first = rules_first_mentioned(rules);
  byte_string_put_byte(w, rules->has_pair_costs);
  if (!rules->has_pair_costs) return;
  for (int i = 0; i < 32; i++) {
    uint8_t bits = 0;
    for (int j = 0; j < 8; j++)
      if (rules_is_mentioned(rules, 8 * i + j)) bits |= (uint8_t)(1 << j);
    byte_string_put_byte(w, bits);
  }
  for (int move = 0; move < rules_count_all_moves(rules); move++) {
    for (uint16_t from = first; from < rules->pair_class_count; from++) {
      value_runs_put_costs(w, rules_pair_row(rules, move, from),
                           (uint32_t)(rules->pair_class_count - first));
    }
  }
}

static void rules_put(byte_writer *w, const void *object) {
  const astar_rules *rules = (const astar_rules *)object;
  byte_string_put_byte(w, (uint8_t)rules->diagonal);
  byte_string_put_byte(w, (uint8_t)rules->size);
  byte_string_put_byte(w, rules->filter.ignored_layers);
  byte_string_put_short_double(w, rules->filter.penalty_scale);
  astar_filter filter = rules->filter;
  byte_codec c = {w, NULL};
  if (influence_is_weighed(&rules->filter)) rules_record_weights(&c, &filter);
  value_runs_put_costs(w, rules->cost, 256);
  rules_put_moves(w, rules);
  rules_put_pair_costs(w, rules);
}

size_t astar_rules_serialize(const astar_rules *rules, void *bytes, size_t capacity) {
  if (!rules_are_owned(rules)) return 0;
  byte_string_kind kind = rules_string;
  if (!influence_is_weighed(&rules->filter)) kind.version = 1;
  return byte_string_write(&kind, rules_put, rules, bytes, capacity);
}

// ----------------------------------------------------------------------------- reading

// A definition, with its lists.
typedef struct rules_draft {
  astar_rules_def def;
  astar_move moves[ASTAR_MAX_MOVES];
  astar_point clear[ASTAR_MAX_MOVES][ASTAR_MAX_CLEAR];
  bool is_mentioned[256];
} rules_draft;

static int8_t rules_take_offset(byte_reader *r) {
  return (int8_t)byte_string_take_signed(r, ASTAR_MAX_REACH);
}

// Moves out of range are found by the check of the definition.
static void rules_take_move(byte_reader *r, astar_move *move, astar_point *clear) {
  move->dx = rules_take_offset(r);
  move->dy = rules_take_offset(r);
  move->length = byte_string_take_short_double(r);
  move->clear = clear;
  move->clear_count = (int)byte_string_take_number(r, ASTAR_MAX_CLEAR);
  for (int i = 0; i < move->clear_count; i++) {
    clear[i].x = rules_take_offset(r);
    clear[i].y = rules_take_offset(r);
  }
}

static void rules_take_moves(byte_reader *r, rules_draft *draft) {
  astar_rules_def *def = &draft->def;
  def->neighbors = byte_string_take_byte(r);
  if (def->neighbors == 8) def->diagonal_cost = byte_string_take_short_double(r);
  if (def->neighbors != 0) return;
  def->moves = draft->moves;
  def->move_count = (int)byte_string_take_number(r, ASTAR_MAX_MOVES);
  for (int i = 0; i < def->move_count; i++)
    rules_take_move(r, &draft->moves[i], draft->clear[i]);
}

static void rules_take_costs(byte_reader *r, double *costs, uint32_t count) {
  double cost;
  for (uint32_t n, left = count; left > 0 && !r->is_damaged; left -= n) {
    n = value_runs_take_costs(r, left, &cost);
    for (uint32_t i = 0; i < n; i++) *costs++ = cost;
  }
}

// Reads all but the pair costs. False: damaged.
static bool rules_take_draft(byte_reader *r, rules_draft *draft) {
  astar_rules_def *def = &draft->def;
  *def = astar_default_rules();
  uint8_t diagonal = byte_string_take_byte(r);
  if (diagonal >= CORNER_RULES) return false;
  def->diagonal = (astar_diagonal)diagonal;
  def->size = byte_string_take_byte(r);
  def->filter.ignored_layers = byte_string_take_byte(r);
  def->filter.penalty_scale = byte_string_take_short_double(r);
  byte_codec c = {NULL, r};
  if (r->version > 1) rules_record_weights(&c, &def->filter);
  rules_take_costs(r, def->cost, 256);
  rules_take_moves(r, draft);
  def->has_pair_costs = byte_string_take_bool(r);
  for (int t = 0; t < 256; t++) draft->is_mentioned[t] = false;
  const uint8_t *bits = def->has_pair_costs ? byte_string_take_bytes(r, 32) : NULL;
  for (int t = 0; bits != NULL && t < 256; t++)
    draft->is_mentioned[t] = (bits[t / 8] >> (t % 8) & 1) != 0;
  return !r->is_damaged && astar_why_invalid_rules(def) == NULL &&
         (r->version == 1 || def->filter.influence[0].weight > 0);
}

// Whether a double stands in a table of pair costs; its bits matter, see the format.
static bool rules_is_pair_cost(double cost) {
  bool is_none = byte_string_bits(cost) == RULES_NO_PAIR_COST;
  bool is_forbidden = cost <= ASTAR_FORBIDDEN && cost >= ASTAR_FORBIDDEN;
  return is_none || is_forbidden || grid_is_cost(cost);
}

static void rules_take_pair_row(byte_reader *r, double *row, uint32_t count) {
  rules_take_costs(r, row, count);
  for (uint32_t i = 0; i < count && !r->is_damaged; i++)
    if (!rules_is_pair_cost(row[i])) r->is_damaged = true;
}

static void rules_take_pair_costs(byte_reader *r, astar_rules *rules) {
  uint16_t first = rules_first_mentioned(rules);
  for (int move = 0; move < rules_count_all_moves(rules); move++) {
    for (uint16_t from = first; from < rules->pair_class_count; from++) {
      if (r->is_damaged) return;
      rules_take_pair_row(r, rules_pair_row(rules, move, from),
                          (uint32_t)(rules->pair_class_count - first));
    }
  }
}

// Whether the bytes that are left suffice for the pair costs: a row takes at least two.
static bool rules_can_have_pair_costs(const byte_reader *r, const rules_draft *draft) {
  const astar_rules_def *def = &draft->def;
  size_t moves = (size_t)(def->neighbors != 0 ? def->neighbors : def->move_count);
  size_t mentioned = 0;
  for (int t = 0; t < 256; t++) mentioned += draft->is_mentioned[t];
  return moves * mentioned <= r->left / 2;
}

static astar_status rules_take(byte_reader *r, const astar_allocator *allocator,
                               astar_rules **rules) {
  rules_draft draft;
  if (!rules_take_draft(r, &draft)) return ASTAR_INVALID;
  if (!rules_can_have_pair_costs(r, &draft)) return ASTAR_INVALID;
  astar_status status = rules_compile(allocator, &draft.def, draft.is_mentioned, rules);
  if (status != ASTAR_OK) return status;
  if ((*rules)->pair_costs != NULL) rules_take_pair_costs(r, *rules);
  return r->is_damaged || r->left > 0 ? ASTAR_INVALID : ASTAR_OK;
}

astar_status astar_rules_deserialize(const astar_allocator *allocator, const void *bytes,
                                     size_t size, astar_rules **rules,
                                     const char **message) {
  byte_reader r;
  const char *unread;
  if (message == NULL) message = &unread;
  *message = "rules must not be NULL";
  if (rules == NULL) return ASTAR_INVALID;
  *rules = NULL;
  if (!byte_string_open(&r, bytes, size, &rules_string, message)) return ASTAR_INVALID;
  *message = "the serialized rules are damaged: their content is invalid";
  astar_status status = rules_take(&r, allocator, rules);
  if (status == ASTAR_OK) return status;
  astar_rules_free(*rules);
  *rules = NULL;
  if (status == ASTAR_NO_MEMORY) *message = "not enough memory for the serialized rules";
  return status;
}
