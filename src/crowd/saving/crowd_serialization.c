// Writes crowds as byte strings, and checks and reads such strings.
//
// The format, version 3; version 1 lacks what is marked by (2) and (3), version 2 what is
// marked by (3). Numbers, signed numbers,
// doubles, the header and the checksum are those of base/byte_string.h. A cell is y *
// width + x, with x and y from 0. A slot is the place of a unit in the array of the
// crowd, from 1.
//
// clang-format off
//     bytes        content
//     ----------   ----------------------------------------------------------------
//     10           "astarcrowd"
//     1            version of the format: 3
//     1            layout of the grid: 0 square, 1 odd_r, 2 even_r, 3 odd_q, 4 even_q
//     number       width of the grid [tiles]
//     number       height of the grid [tiles]
//     double       patience [s]
//     number       budget [expansions]
//     1            1: smooth
//     1            (2) 1: units search anew when penalties grow
//     double       simulated time [s]; all other times are points in it
//     number       serial number of the next rank
//     number       number of the next record of a field or a group
//     number       edits of the grid since the last update
//     1            1: those edits may have made paths cheaper
//     numbers      (3) the pairs of teams that are allies though they differ, or enemies
//                  though they are one: each as the difference to the one before, at
//                  first to 0, of 1 + 256 a + b for teams a <= b; then 0
//     number       entries of rules; for each:
//       1            0: the entry is free, the next new rules get it; 1: the next rules
//                    of the caller; 2: the rules of an entry before; plus 2 if a filter
//                    follows, plus 4 if only its layers count, plus 6 only its scale,
//                    8 only its weights, 10, 12, 14 weights with both, layers, scale
//       number       2, 4, 6 and so on: that entry, the first one with these rules
//       1, double    3 and above: ignored layers, and penalty scale
//       weights      9 and above: see `rules_record_weights`
//     number       fields, the newest first; for each:
//       number       its number; below the one before
//       double       when a unit last came nearer [s]
//       1            1: a field of the crowd towards one tile, 0: a field of the caller
//       ...          of the crowd: number, its rules; number, cell of its goal
//       ...          of the caller: runs, until all tiles are filled, row by row:
//         number       n: the number of tiles is n / 2, from 1 to 256
//         signed       n odd, for each tile: the remaining cost, as the difference to
//                      that of the last tile with a cost; n even: no way leads from there
//       number       of the caller: goals; for each, signed: its cell, as the difference
//                    to the one before
//     number       groups, the newest first; for each:
//       number       its number; below the one before
//       number       cell of the center
//       number       cost that remains where units get their tile
//       number       the same, for those of a formation that do not see their tile
//       number       cell of the entrance
//       double       when a unit last came nearer [s]
//       1            astar_formation
//       1            1: units that arrive look in a direction: double, its angle [radians]
//       1            1: speeds have a limit: double [tiles/s]
//       number       tiles that are left; for each, signed: its cell, as the difference
//                    to the one before, at first to the center
//     number       the number of the next unit
//     ...          zeros, one for each 1024 numbers: so memory for numbers (8 bytes each
//                  time, crowd/numbers) is limited by the length of the string
//     number       slots; for each: the record of a unit
//     4 lists      number of slots, and the slots: of free ones, the last one is used
//                  first; of units that step, in the order in which they began; of units
//                  that wait for a path, and for the repair of a path, the first first
//     2 numbers    so many slots have paths that edits may have broken; (2) those after
//                  this slot
//     2 numbers    the same for paths that edits may have made long
//     1            1: a search of a path is in progress; then:
//       number       slot of the unit
//       2 numbers    cells of start and goal
//       number       range
//       1            1: a partial path will do
//       number       how often edits made it begin again
//       number       1 + expansions so far; 0: an edit makes it begin again
//     number       events that were not taken, the oldest first; for each:
//       number       unit
//       1            astar_unit_event_kind
//       number       cell
//     1            0; in strings of version 0.2 not 0 when a rescue was in progress
//     double       when units without progress are looked for again [s]
//     ...          if not 0: the rescue, up to the checksum. It is skipped: a rescue is
//                  planned anew
//     4            checksum
//
//     A unit:
//     number       its number; 0: the slot is free, and the record ends here
//     number       its rules
//     number       cell where it stands, or where its step began
//     number       cell to which it steps
//     1            its last move; 64 a link; 255 none yet
//     1            its order, as in crowd/unit.h
//     1            what it asks of the planner
//     number       flags
//     1            (2) 1: it takes an angle again at its tile: double [radians]
//     1            (3) its team
//     number       cell of the goal
//     number       orders to a tile and to a unit, and UNIT_AROUND: the range
//     number       orders to a tile, and UNIT_AROUND: cell of the goal that the program
//                  named
//     2 numbers    orders to a unit: slot and number of the target
//     signed       priority
//     number       2 n + 1 if it returns home, else 2 n: the serial number of its rank is
//                  n below the next one of the crowd
//     number       1 + the number of its group; 0: none
//     number       1 + the number of its field; 0: none
//     9 doubles    speed [tiles/s], facing [radians], time left from the last step [s],
//                  and when: it last began or ended a step, decides again, last came
//                  nearer, a unit in front of it did, last came nearer or yielded, may
//                  be rescued again [s]
//     2 doubles    while it steps: progress, and rate of the step [1/s]
//     1            while it steps: 1: the program set the rate, which may be 0 or infinite
//     double       turn rate [radians/s]
//     2 doubles    turn rate finite: its facing before its last turn began, and when that
//                  was [s]
//     5 doubles    in a smooth crowd: x and y from its tile to where its curve begins
//                  [tiles], ratio of the rates of its last step and of this one, rate of
//                  the last step [1/s], and when that step ended [s]
//     number       its least remaining cost so far
//     1            (3) 1: number, slot of the enemy that it faces, or 0; double, when it
//                  may look for a way around [s]
//     number       (3) its ways around enemies
//     1            0: no claim, 1: it waits for a tile, 2: the tile is claimed for it
//     number       if there is a claim: its cell
//     1            1: it asks before each step; 2: it may step to a tile; 4: its patience
//                  is excused; 8: it has asked for a tile; 16: it was refused one; 32:
//                  then it stepped aside for a unit
//     number, double   2: the tile, and how long it may step [s]
//     double       4: until when [s]
//     number, number, double   8: the tile, the slot of the unit whose decision needs it,
//                  and when it asked [s]
//     double       16: when it asks again [s]
//     2 numbers    (2) 16: the tile, and the last tile that it was refused
//     number       32: the number of that unit
//     number       points of the path; if there are any:
//       number       the point nearest to the unit
//       1            1: no edit followed since the path was searched
//       double       (2) when that was [s]
//       number       how much more than the cheapest path it may cost
//       number       cell of the first point; for each other point:
//         1            (dy + 1) * 3 + dx + 1 for a step by at most one tile in x and y; 9:
//                      dx and dy follow, both signed; plus 10 for a closed step
//         number       cost of the step
// clang-format on
//
// Exactness: a restored crowd moves as the first one would have, unless it was in the
// middle of a rescue. So the string has all
// that decides about moves, also the slots and the entries of rules. What follows from
// the rest is computed again: which units hold which tiles, the fields of the crowd, what
// rules mean on the map. Costs are integers (unit_cost), so that fields of the caller
// become shorter without a loss. Fields of the crowd are those of a new computation: they
// can differ from repaired ones by rounding, which vanishes in a unit_cost.
//
// Reading a hostile string is safe: each value is checked before it is used, and
// crowd/saving/soundness checks the units as a whole. What takes work or memory in
// proportion to the map (what rules mean there, the fields of the crowd, the search of a
// path) is computed after all records were read and found to be those of a crowd: each
// entry of rules and each field has a unit, and the crowd may have so many fields of its
// own. All other memory is limited by the length of the string.

#include "base/byte_string.h"
#include "crowd/event_queue.h"
#include "crowd/orders/path_requests.h"
#include "crowd/motion/rank.h"
#include "crowd/saving/shared_record.h"
#include "crowd/saving/soundness.h"
#include "crowd/saving/unit_record.h"
#include "crowd/teams.h"
#include "crowd/unit_rules.h"

static const byte_string_kind crowd_string = {.magic = "astarcrowd", .version = 3};

enum { CROWD_SERIALIZATION_NUMBERS = 1024 };

// More edits than the journal holds count as this.
enum { CROWD_SERIALIZATION_EDITS = JOURNAL_CAPACITY + 1 };

// Serial numbers and numbers of records stay below: so many more can follow.
#define CROWD_SERIALIZATION_MAX_SERIAL (RANK_IDLE / 2)

// --------------------------------------------------------------------- both directions

// What a crowd is made with. False: it is damaged, or of a grid of another size.
static bool crowd_record_def(byte_codec *c, const astar_grid *grid,
                             astar_crowd_def *def) {
  bool fits = byte_codec_byte(c, (uint8_t)grid->layout) == (uint8_t)grid->layout;
  const uint32_t width = (uint32_t)grid->width, height = (uint32_t)grid->height;
  fits &= byte_codec_number(c, width, ASTAR_MAX_SIDE) == width;
  fits &= byte_codec_number(c, height, ASTAR_MAX_SIDE) == height;
  def->patience = byte_codec_double(c, def->patience);
  def->budget = (int64_t)byte_codec_long(c, (uint64_t)def->budget, INT64_MAX);
  def->smooth = byte_codec_bool(c, def->smooth);
  if (!byte_codec_is_before(c, 2)) def->replan = byte_codec_bool(c, def->replan);
  return fits && (c->r == NULL || !c->r->is_damaged);
}

// The edits that the crowd has not seen yet count as seen by the one that is written.
static void crowd_record_head(byte_codec *c, astar_crowd *crowd) {
  uint64_t edits = crowd->edits;
  if (c->r == NULL) {
    edits += crowd->grid->revision - crowd->revision;
    edits += crowd->stamp != crowd_stamp(crowd);
  }
  if (edits > CROWD_SERIALIZATION_EDITS) edits = CROWD_SERIALIZATION_EDITS;
  bool is_better = c->r == NULL && edits > 0 && crowd_is_better(crowd);
  crowd->now = record_time(c, crowd->now);
  crowd->serial = byte_codec_long(c, crowd->serial, CROWD_SERIALIZATION_MAX_SERIAL);
  crowd->record = byte_codec_long(c, crowd->record, CROWD_SERIALIZATION_MAX_SERIAL);
  edits = byte_codec_long(c, edits, CROWD_SERIALIZATION_EDITS);
  is_better = byte_codec_bool(c, is_better);
  byte_codec_require(c, crowd->now >= 0 && (!is_better || edits > 0));
  if (!byte_codec_is_before(c, 3)) teams_record(c, crowd);
  if (c->r == NULL) return;
  crowd->edits = edits;
  crowd->is_better = is_better;
}

// A search of a path that is in progress.
typedef struct crowd_search {
  uint32_t restarts;
  uint64_t expanded; // 1 + expansions; 0: an edit makes it begin again
  path_order order;  // slot 0: there is none
} crowd_search;

static void crowd_record_search(byte_codec *c, const astar_crowd *crowd,
                                crowd_search *search) {
  path_order *order = &search->order;
  if (!byte_codec_bool(c, order->slot != 0)) return;
  order->slot = byte_codec_number(c, order->slot, crowd->slot_count - 1);
  record_point(c, crowd, &order->start_x, &order->start_y);
  record_point(c, crowd, &order->goal.x, &order->goal.y);
  order->range = (int)byte_codec_number(c, (uint32_t)order->range, INT32_MAX);
  order->partial = byte_codec_bool(c, order->partial);
  search->restarts = byte_codec_number(c, search->restarts, UINT32_MAX);
  search->expanded = byte_codec_long(c, search->expanded, UINT32_MAX);
  byte_codec_require(c, order->slot != 0 && crowd->units[order->slot].number != 0);
}

static void crowd_record_event(byte_codec *c, const astar_crowd *crowd,
                               astar_unit_event *event) {
  event->unit = byte_codec_number(c, event->unit, UINT32_MAX);
  event->kind = (astar_unit_event_kind)byte_codec_number(c, (uint32_t)event->kind,
                                                         ASTAR_UNIT_BLOCKED);
  record_point(c, crowd, &event->x, &event->y);
  byte_codec_require(c, event->unit != 0);
}

// The functions below return ASTAR_OK also for damaged bytes, and then set `is_damaged`.

static astar_status crowd_record_events(byte_codec *c, astar_crowd *crowd) {
  uint32_t count = byte_codec_number(c, crowd->event_count, EVENT_QUEUE_MAX);
  if (c->r != NULL) {
    byte_codec_require(c, count <= c->r->left / 3);
    if (c->r->is_damaged || count == 0) return ASTAR_OK;
    if (!event_queue_reserve(crowd, count)) return ASTAR_NO_MEMORY;
    memset(crowd->events, 0, count * sizeof *crowd->events);
    crowd->event_count = count;
  }
  for (uint32_t i = 0; i < count && !byte_codec_is_damaged(c); i++) {
    uint32_t place = (crowd->event_first + i) % crowd->event_capacity;
    crowd_record_event(c, crowd, &crowd->events[place]);
  }
  return ASTAR_OK;
}

// The kinds of entries of rules.
enum { CROWD_NO_RULES, CROWD_NEXT_RULES, CROWD_SAME_RULES, CROWD_MAX_RULES = 16 };

// By half of what a kind has more: the parts of the filter that follows.
static const uint8_t crowd_filter_parts[] = {0, 3, 1, 2, 4, 7, 5, 6};

// The rules of the caller, and which of them were read.
typedef struct crowd_rules_list {
  const astar_rules *const *rules;
  size_t count, next;
} crowd_rules_list;

// The rules of the entry that is read: those of an entry before, or the next ones of the
// caller. NULL: there are none.
static const astar_rules *crowd_take_rules(const astar_crowd *crowd,
                                           crowd_rules_list *list, bool is_next,
                                           uint32_t before) {
  if (!is_next) return before < crowd->rules_count ? crowd->rules[before].rules : NULL;
  return list->next < list->count ? list->rules[list->next++] : NULL;
}

static uint32_t crowd_rules_kind(const unit_rules *entry, bool is_first) {
  uint32_t kind = is_first ? CROWD_NEXT_RULES : CROWD_SAME_RULES;
  if (entry->rules == NULL) return CROWD_NO_RULES;
  for (int i = 0; crowd_filter_parts[i] != entry->filter_parts; i++) kind += 2;
  return kind;
}

// Free entries at the end are left out: they are as good as none. Each entry that is read
// counts one unit too many, until `crowd_end_rules`.
static astar_status crowd_record_rules(byte_codec *c, astar_crowd *crowd,
                                       crowd_rules_list *list) {
  uint32_t count = crowd->rules_count;
  while (count > 0 && crowd->rules[count - 1].rules == NULL) count--;
  count = byte_codec_number(c, count, UINT16_MAX + 1);
  for (uint32_t i = 0; i < count && !byte_codec_is_damaged(c); i++) {
    unit_rules entry = {0};
    uint32_t first = 0;
    if (c->r == NULL) entry = crowd->rules[i];
    if (entry.rules != NULL) first = unit_rules_first(crowd, (uint16_t)i);
    uint32_t kind =
        byte_codec_number(c, crowd_rules_kind(&entry, first == i), CROWD_MAX_RULES);
    if (kind == CROWD_NO_RULES) continue;
    bool is_next = kind % 2 == CROWD_NEXT_RULES;
    int parts = crowd_filter_parts[(kind - 1) / 2];
    if (!is_next) first = byte_codec_number(c, first, UINT16_MAX);
    if (parts != 0) {
      entry.filter.ignored_layers = byte_codec_byte(c, entry.filter.ignored_layers);
      entry.filter.penalty_scale = byte_codec_double(c, entry.filter.penalty_scale);
      if (parts & ASTAR_FILTER_INFLUENCE) rules_record_weights(c, &entry.filter);
      byte_codec_require(c, rules_is_filter(&entry.filter));
    }
    if (c->r == NULL) continue;
    const astar_rules *rules = crowd_take_rules(crowd, list, is_next, first);
    byte_codec_require(c, rules != NULL);
    if (c->r->is_damaged) break;
    astar_status status =
        unit_rules_make(crowd, rules, &entry.filter, parts, (uint16_t)i);
    if (status != ASTAR_OK) return status;
    unit_rules_use(crowd, (uint16_t)i);
  }
  byte_codec_require(c, list == NULL || list->next == list->count);
  return ASTAR_OK;
}

// A list of distinct slots; `bit`: of `queued` of its units, if it is a queue of units.
// When it is read, `listed` of all units is 0 before and after.
static void crowd_record_list(byte_codec *c, astar_crowd *crowd, slot_list *list,
                              uint8_t bit) {
  const uint32_t last = crowd->slot_count - 1;
  uint32_t count = byte_codec_number(c, list->count, last);
  for (uint32_t i = 0; i < count && !byte_codec_is_damaged(c); i++) {
    uint32_t slot = byte_codec_number(c, c->r == NULL ? list->slots[i] : 0, last);
    crowd_unit *u = &crowd->units[slot];
    if (c->r == NULL) continue;
    byte_codec_require(c, slot != 0 && u->listed == 0 && (bit == 0 || u->number != 0));
    u->listed = 1;
    u->queued |= bit;
    slot_list_add(list, slot);
  }
  for (uint32_t i = 0; i < list->count && c->r != NULL; i++)
    crowd->units[list->slots[i]].listed = 0;
}

// Whether lists that were read contain all units that they should contain, and no other
// ones.
static bool crowd_is_complete(const astar_crowd *crowd) {
  uint32_t moving = 0;
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++)
    moving += crowd->units[slot].number != 0 && !unit_stands(&crowd->units[slot]);
  for (uint32_t i = 0; i < crowd->moving.count; i++)
    if (unit_stands(&crowd->units[crowd->moving.slots[i]])) return false;
  for (uint32_t i = 0; i < crowd->free_slots.count; i++)
    if (crowd->units[crowd->free_slots.slots[i]].number != 0) return false;
  return crowd->moving.count == moving &&
         crowd->free_slots.count == crowd->slot_count - 1 - crowd->unit_count;
}

static void crowd_record_sweep(byte_codec *c, const astar_crowd *crowd, path_sweep *s) {
  const uint32_t round = crowd->slot_count - 1;
  const bool is_old = byte_codec_is_before(c, 2);
  s->left = byte_codec_number(c, s->left, is_old ? round + 1 : 2 * round);
  if (is_old && s->left > round) s->left = round;
  if (!is_old) s->at = byte_codec_number(c, s->at, round);
}

static void crowd_record_lists(byte_codec *c, astar_crowd *crowd) {
  crowd_record_list(c, crowd, &crowd->free_slots, 0);
  crowd_record_list(c, crowd, &crowd->moving, 0);
  if (byte_codec_is_damaged(c)) return;
  if (c->r != NULL && (!crowd_is_complete(crowd) || !soundness_hold_tiles(crowd))) {
    c->r->is_damaged = true;
    return;
  }
  crowd_record_list(c, crowd, &crowd->plans, REQUEST_PLANS);
  crowd_record_list(c, crowd, &crowd->repairs, REQUEST_REPAIRS);
  crowd_record_sweep(c, crowd, &crowd->checks);
  crowd_record_sweep(c, crowd, &crowd->improved);
}

// The greatest state of a rescue in strings of version 0.2.
enum { CROWD_RESCUE_STATES = 4 };

// No record of a rescue is written.
static void crowd_record_rescue(byte_codec *c, astar_crowd *crowd) {
  bool has_record = byte_codec_number(c, 0, CROWD_RESCUE_STATES) != 0;
  crowd->rescue_looks_at = record_time(c, crowd->rescue_looks_at);
  if (has_record && c->r != NULL) c->r->left = 0;
}

// One byte per CROWD_SERIALIZATION_NUMBERS numbers. False: out of memory.
static bool crowd_record_numbers(byte_codec *c, astar_crowd *crowd) {
  uint32_t end = byte_codec_number(c, crowd->numbers.end, MEMORY_MAX_ELEMENTS);
  uint32_t zeros = end / CROWD_SERIALIZATION_NUMBERS;
  if (c->r != NULL) {
    if (byte_string_take_bytes(c->r, zeros) == NULL) return true;
    if (!numbers_reserve(&crowd->numbers, crowd->memory, end)) return false;
    crowd->numbers.end = end;
  }
  for (uint32_t i = 0; i < zeros && c->r == NULL; i++) byte_codec_byte(c, 0);
  return true;
}

// A slot takes at least two bytes: that of its record, and one in the list of free slots.
static astar_status crowd_record_units(byte_codec *c, astar_crowd *crowd,
                                       const shared_records *shared) {
  if (!crowd_record_numbers(c, crowd)) return ASTAR_NO_MEMORY;
  uint64_t count =
      byte_codec_long(c, crowd->slot_count - 1, c->r != NULL ? c->r->left / 2 : 0);
  byte_codec_require(c, count < MEMORY_MAX_ELEMENTS);
  if (byte_codec_is_damaged(c)) return ASTAR_OK;
  if (!crowd_reserve(crowd, (uint32_t)count + 1)) return ASTAR_NO_MEMORY;
  for (uint32_t slot = 1; slot <= count && !byte_codec_is_damaged(c); slot++) {
    astar_status status = ASTAR_OK;
    if (c->r != NULL)
      status = unit_record_read(crowd, slot, shared, c->r);
    else
      unit_record_write(crowd, slot, c->w);
    if (status != ASTAR_OK) return status;
  }
  return ASTAR_OK;
}

// Whether no edit since the last slice concerns the search of a path.
static bool crowd_is_search_current(const astar_crowd *crowd) {
  const path_search *s = &crowd->search;
  uint64_t revision = s->revision;
  repair_skip(crowd->grid, &s->order.filter, &revision);
  return !s->is_stale && revision == crowd->grid->revision &&
         s->stamp == influence_stamp_of(crowd->grid, &s->order.filter);
}

static crowd_search crowd_search_now(const astar_crowd *crowd) {
  const path_search *s = &crowd->search;
  crowd_search search = {.restarts = s->restarts};
  if (s->is_running) search.order = s->order;
  if (s->is_running && crowd_is_search_current(crowd))
    search.expanded = 1 + (uint64_t)s->state.result.expanded;
  return search;
}

// All but the definition of the crowd. `rules` and `shared` are for reading.
static astar_status crowd_record_all(byte_codec *c, astar_crowd *crowd,
                                     crowd_rules_list *rules, shared_records *shared,
                                     crowd_search *search) {
  crowd_record_head(c, crowd);
  astar_status status = crowd_record_rules(c, crowd, rules);
  if (status != ASTAR_OK || byte_codec_is_damaged(c)) return status;
  if (c->r == NULL) shared_record_write_all(crowd, c->w);
  if (c->r != NULL) status = shared_record_read_all(crowd, shared, c->r);
  if (status != ASTAR_OK || byte_codec_is_damaged(c)) return status;
  status = crowd_record_units(c, crowd, shared);
  if (status != ASTAR_OK || byte_codec_is_damaged(c)) return status;
  crowd_record_lists(c, crowd);
  if (byte_codec_is_damaged(c)) return ASTAR_OK;
  crowd_record_search(c, crowd, search);
  if (byte_codec_is_damaged(c)) return ASTAR_OK;
  status = crowd_record_events(c, crowd);
  if (status == ASTAR_OK && !byte_codec_is_damaged(c)) crowd_record_rescue(c, crowd);
  return status;
}

// -------------------------------------------------------------------------------- write

static void crowd_put_all(byte_writer *w, const void *object) {
  const astar_crowd *crowd = (const astar_crowd *)object;
  byte_codec c = {w, NULL};
  astar_crowd copy = *crowd;
  astar_crowd_def def = {.patience = crowd->patience,
                         .budget = crowd->budget,
                         .smooth = crowd->is_smooth,
                         .replan = crowd->replans};
  crowd_search search = crowd_search_now(crowd);
  crowd_record_def(&c, crowd->grid, &def);
  crowd_record_all(&c, &copy, NULL, NULL, &search);
}

size_t astar_crowd_serialize(const astar_crowd *crowd, void *bytes, size_t capacity) {
  if (LIVE(crowd) == NULL) return 0;
  return byte_string_write(&crowd_string, crowd_put_all, crowd, bytes, capacity);
}

// --------------------------------------------------------------------------------- read

// False: a unit uses none of the rules of an entry.
static bool crowd_end_rules(astar_crowd *crowd) {
  bool has_users = true;
  for (uint32_t i = 0; i < crowd->rules_count; i++) {
    if (crowd->rules[i].rules == NULL) continue;
    has_users &= crowd->rules[i].units > 1;
    unit_rules_release(crowd, (uint16_t)i);
  }
  return has_users;
}

// Repeats the search. On another map than that of the string it may end: then the unit
// asks anew.
static astar_status crowd_repeat_search(astar_crowd *crowd, crowd_search *search) {
  path_order *order = &search->order;
  uint64_t expanded = search->expanded;
  if (order->slot == 0) return ASTAR_OK;
  order->rules = crowd_rules(crowd, &crowd->units[order->slot])->rules;
  order->filter = crowd_rules(crowd, &crowd->units[order->slot])->filter;
  astar_status status =
      path_search_repeat(&crowd->search, crowd->grid, order, search->restarts,
                         expanded > 0 ? (uint32_t)(expanded - 1) : 0);
  crowd->search.is_stale = expanded == 0;
  return status == ASTAR_NO_MEMORY ? status : ASTAR_OK;
}

// Reads a crowd without units. ASTAR_INVALID: damaged.
static astar_status crowd_take(astar_crowd *crowd, crowd_rules_list *rules,
                               byte_reader *r) {
  shared_records shared = {{NULL, 0, 0}, {NULL, 0, 0}};
  crowd_search search = {.expanded = 0};
  byte_codec c = {NULL, r};
  astar_status status = crowd_record_all(&c, crowd, rules, &shared, &search);
  if (!shared_record_end(crowd, &shared)) r->is_damaged = true;
  if (!crowd_end_rules(crowd)) r->is_damaged = true;
  if (r->left > 0) r->is_damaged = true;
  if (status == ASTAR_OK && r->is_damaged) return ASTAR_INVALID;
  // What follows from the records and the map.
  if (status == ASTAR_OK) status = unit_rules_update(crowd);
  crowd->stamp = crowd_stamp(crowd);
  if (status == ASTAR_OK) status = shared_field_update_all(crowd);
  return status == ASTAR_OK ? crowd_repeat_search(crowd, &search) : status;
}

astar_status astar_crowd_deserialize(astar_grid *grid, const void *bytes, size_t size,
                                     const astar_rules *const *rules, size_t count,
                                     astar_crowd **crowd) {
  byte_reader r;
  byte_codec c = {NULL, &r};
  const char *unread;
  astar_crowd_def def = astar_default_crowd();
  if (crowd == NULL) return ASTAR_INVALID;
  *crowd = NULL;
  if (LIVE(grid) == NULL || (rules == NULL && count > 0)) return ASTAR_INVALID;
  for (size_t i = 0; i < count; i++)
    if (!rules_are_owned(rules[i])) return ASTAR_INVALID;
  if (!byte_string_open(&r, bytes, size, &crowd_string, &unread) ||
      !crowd_record_def(&c, grid, &def))
    return ASTAR_INVALID;
  astar_crowd *fresh;
  astar_status status = astar_crowd_new(grid, &def, &fresh);
  if (status != ASTAR_OK) return status;
  crowd_rules_list list = {rules, count, 0};
  status = crowd_take(fresh, &list, &r);
  if (status == ASTAR_OK)
    *crowd = fresh;
  else
    astar_crowd_free(fresh);
  return status;
}
