// Writes crowds as byte strings, and checks and reads such strings.
//
// The format, version 1. Numbers, signed numbers, doubles, the header and the checksum
// are those of base/byte_string.h. A cell is y * width + x, with x and y from 0. A slot
// is the place of a unit in the array of the crowd, from 1.
//
// clang-format off
//     bytes        content
//     ----------   ----------------------------------------------------------------
//     10           "astarcrowd"
//     1            version of the format: 1
//     1            layout of the grid: 0 square, 1 odd_r, 2 even_r, 3 odd_q, 4 even_q
//     number       width of the grid [tiles]
//     number       height of the grid [tiles]
//     double       patience [s]
//     number       budget [expansions]
//     1            1: smooth
//     double       simulated time [s]; all other times are points in it
//     number       serial number of the next rank
//     number       number of the next record of a field or a group
//     number       edits of the grid since the last update
//     1            1: those edits may have made paths cheaper
//     number       entries of rules; for each:
//       1            0: the entry is free, the next new rules get it; 1: the next rules
//                    of the caller; 2: the rules of an entry before; plus 2 if a filter
//                    follows, plus 4 if only its layers count, plus 6 only its scale
//       number       2, 4, 6, 8: that entry, the first one with these rules
//       1, double    3 and above: ignored layers, and penalty scale
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
//     number       slots up to here have paths that edits may have broken
//     number       slots up to here have paths that edits may have made long
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
//     number       cell of the goal
//     number       orders to a tile and to a unit: the range
//     number       orders to a tile: cell of the goal that the program named
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
//     1            0: no claim, 1: it waits for a tile, 2: the tile is claimed for it
//     number       if there is a claim: its cell
//     1            1: it asks before each step; 2: it may step to a tile; 4: its patience
//                  is excused; 8: it has asked for a tile; 16: it is delayed
//     number, double   2: the tile, and how long it may step [s]
//     double       4: until when [s]
//     number, number, double   8: the tile, the slot of the unit whose decision needs it,
//                  and when it asked [s]
//     double       16: when it asks again [s]
//     number       points of the path; if there are any:
//       number       the point nearest to the unit
//       1            1: no edit followed since the path was searched
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
#include "crowd/rescue/rescue.h"
#include "crowd/saving/shared_record.h"
#include "crowd/saving/soundness.h"
#include "crowd/saving/unit_record.h"
#include "crowd/unit_rules.h"

static const byte_string_kind crowd_string = {.magic = "astarcrowd", .version = 1};

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
  return fits && (c->r == NULL || !c->r->is_damaged);
}

// The edits that the crowd has not seen yet count as seen by the one that is written.
static void crowd_record_head(byte_codec *c, astar_crowd *crowd) {
  uint64_t edits = crowd->edits;
  if (c->r == NULL) edits += crowd->grid->revision - crowd->revision;
  if (edits > CROWD_SERIALIZATION_EDITS) edits = CROWD_SERIALIZATION_EDITS;
  bool is_better = c->r == NULL && edits > 0 && crowd_is_better(crowd);
  crowd->now = record_time(c, crowd->now);
  crowd->serial = byte_codec_long(c, crowd->serial, CROWD_SERIALIZATION_MAX_SERIAL);
  crowd->record = byte_codec_long(c, crowd->record, CROWD_SERIALIZATION_MAX_SERIAL);
  edits = byte_codec_long(c, edits, CROWD_SERIALIZATION_EDITS);
  is_better = byte_codec_bool(c, is_better);
  byte_codec_require(c, crowd->now >= 0 && (!is_better || edits > 0));
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
  event->kind =
      (astar_unit_event_kind)byte_codec_number(c, (uint32_t)event->kind, ASTAR_UNIT_ASKS);
  record_point(c, crowd, &event->x, &event->y);
  byte_codec_require(c, event->unit != 0);
}

// -------------------------------------------------------------------------------- write

// The kinds of entries of rules.
enum { CROWD_NO_RULES, CROWD_NEXT_RULES, CROWD_SAME_RULES, CROWD_MAX_RULES = 8 };

// By half of what a kind has more: the parts of the filter that follows.
static const uint8_t crowd_filter_parts[] = {0, ASTAR_FILTER_BOTH, ASTAR_FILTER_LAYERS,
                                             ASTAR_FILTER_SCALE};

// Free entries at the end are left out: they are as good as none.
static void crowd_put_rules(const astar_crowd *crowd, byte_writer *w) {
  uint32_t count = crowd->rules_count;
  while (count > 0 && crowd->rules[count - 1].rules == NULL) count--;
  byte_string_put_number(w, count);
  for (uint32_t i = 0; i < count; i++) {
    const unit_rules *entry = &crowd->rules[i];
    if (entry->rules == NULL) {
      byte_string_put_byte(w, CROWD_NO_RULES);
      continue;
    }
    uint16_t first = unit_rules_first(crowd, (uint16_t)i);
    int kind = first == i ? CROWD_NEXT_RULES : CROWD_SAME_RULES;
    for (int k = 0; crowd_filter_parts[k] != entry->filter_parts; k++) kind += 2;
    byte_string_put_byte(w, (uint8_t)kind);
    if (first != i) byte_string_put_number(w, first);
    if (entry->filter_parts == 0) continue;
    byte_string_put_byte(w, entry->filter.ignored_layers);
    byte_string_put_double(w, entry->filter.penalty_scale);
  }
}

static void crowd_put_units(const astar_crowd *crowd, byte_writer *w) {
  byte_string_put_number(w, crowd->numbers.end);
  for (uint32_t i = CROWD_SERIALIZATION_NUMBERS; i <= crowd->numbers.end;
       i += CROWD_SERIALIZATION_NUMBERS) {
    byte_string_put_byte(w, 0);
  }
  byte_string_put_number(w, crowd->slot_count - 1);
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++) {
    unit_record_write(crowd, slot, w);
  }
}

static void crowd_put_list(const slot_list *list, byte_writer *w) {
  byte_string_put_number(w, list->count);
  for (uint32_t i = 0; i < list->count; i++) byte_string_put_number(w, list->slots[i]);
}

// Whether no edit since the last slice concerns the search of a path.
static bool crowd_is_search_current(const astar_crowd *crowd) {
  const path_search *s = &crowd->search;
  uint64_t revision = s->revision;
  repair_skip(crowd->grid, &s->order.filter, &revision);
  return !s->is_stale && revision == crowd->grid->revision;
}

static void crowd_put_search(const astar_crowd *crowd, byte_codec *c) {
  const path_search *s = &crowd->search;
  crowd_search search = {.restarts = s->restarts};
  if (s->is_running) search.order = s->order;
  if (s->is_running && crowd_is_search_current(crowd)) {
    search.expanded = 1 + (uint64_t)path_search_expanded(s);
  }
  crowd_record_search(c, crowd, &search);
}

static void crowd_put_events(const astar_crowd *crowd, byte_codec *c) {
  byte_string_put_number(c->w, crowd->event_count);
  for (uint32_t i = 0; i < crowd->event_count; i++) {
    crowd_record_event(c, crowd,
                       &crowd->events[(crowd->event_first + i) % crowd->event_capacity]);
  }
}

static void crowd_put_all(astar_crowd *crowd, byte_writer *w) {
  byte_codec c = {w, NULL};
  astar_crowd_def def = {
      .patience = crowd->patience, .budget = crowd->budget, .smooth = crowd->is_smooth};
  byte_string_put_header(w, crowd_string.magic, crowd_string.version);
  crowd_record_def(&c, crowd->grid, &def);
  crowd_record_head(&c, crowd);
  crowd_put_rules(crowd, w);
  shared_record_write_all(crowd, w);
  crowd_put_units(crowd, w);
  crowd_put_list(&crowd->free_slots, w);
  crowd_put_list(&crowd->moving, w);
  crowd_put_list(&crowd->plans, w);
  crowd_put_list(&crowd->repairs, w);
  byte_string_put_number(w, crowd->unchecked);
  byte_string_put_number(w, crowd->unimproved);
  crowd_put_search(crowd, &c);
  crowd_put_events(crowd, &c);
  byte_string_put_byte(w, 0); // no record of a rescue
  byte_string_put_double(w, crowd->rescue_looks_at);
  byte_string_put_checksum(w);
}

size_t astar_crowd_serialize(const astar_crowd *crowd, void *bytes, size_t capacity) {
  if (LIVE(crowd) == NULL) return 0;
  astar_crowd copy = *crowd;
  byte_writer counted = {NULL, 0};
  crowd_put_all(&copy, &counted);
  if (bytes == NULL || capacity < counted.size) return counted.size;
  byte_writer w = {(uint8_t *)bytes, 0};
  crowd_put_all(&copy, &w);
  return w.size;
}

// --------------------------------------------------------------------------------- read

// The functions below return ASTAR_OK also for damaged bytes, and then set `is_damaged`.

// The rules of the caller, and which of them were read.
typedef struct crowd_rules_list {
  const astar_rules *const *rules;
  size_t count, next;
} crowd_rules_list;

static const astar_rules *crowd_next_rules(crowd_rules_list *list, byte_reader *r) {
  if (list->next < list->count) return list->rules[list->next++];
  r->is_damaged = true;
  return NULL;
}

// The rules of an entry before entry `i`.
static const astar_rules *crowd_take_rules_before(const astar_crowd *crowd, uint32_t i,
                                                  byte_reader *r) {
  uint32_t before = byte_string_take_number(r, UINT16_MAX);
  bool is_entry = before < i && before < crowd->rules_count;
  if (!is_entry || crowd->rules[before].rules == NULL) {
    r->is_damaged = true;
    return NULL;
  }
  return crowd->rules[before].rules;
}

static void crowd_take_filter(astar_filter *filter, byte_reader *r) {
  filter->ignored_layers = byte_string_take_byte(r);
  filter->penalty_scale = byte_string_take_double(r);
  if (!rules_is_filter(filter)) r->is_damaged = true;
}

// Each entry counts one unit too many, until `crowd_end_rules`.
static astar_status crowd_take_rules(astar_crowd *crowd, crowd_rules_list *list,
                                     byte_reader *r) {
  uint32_t count = byte_string_take_number(r, UINT16_MAX + 1);
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    uint32_t kind = byte_string_take_number(r, CROWD_MAX_RULES);
    if (kind == CROWD_NO_RULES) continue;
    int parts = crowd_filter_parts[(kind - 1) / 2];
    bool is_next = kind % 2 == CROWD_NEXT_RULES;
    const astar_rules *rules =
        is_next ? crowd_next_rules(list, r) : crowd_take_rules_before(crowd, i, r);
    astar_filter filter = {0, 0};
    if (parts != 0) crowd_take_filter(&filter, r);
    if (r->is_damaged) break;
    astar_status status = unit_rules_make(crowd, rules, &filter, parts, (uint16_t)i);
    if (status != ASTAR_OK) return status;
    unit_rules_use(crowd, (uint16_t)i);
  }
  if (list->next != list->count) r->is_damaged = true;
  return ASTAR_OK;
}

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

static bool crowd_take_numbers(astar_crowd *crowd, byte_reader *r) {
  uint32_t end = byte_string_take_number(r, MEMORY_MAX_ELEMENTS);
  if (byte_string_take_bytes(r, end / CROWD_SERIALIZATION_NUMBERS) == NULL) return true;
  if (!numbers_reserve(&crowd->numbers, crowd->memory, end)) return false;
  crowd->numbers.end = end;
  return true;
}

// A slot takes at least two bytes: that of its record, and one in the list of free slots.
static astar_status crowd_take_units(astar_crowd *crowd, const shared_records *shared,
                                     byte_reader *r) {
  if (!crowd_take_numbers(crowd, r)) return ASTAR_NO_MEMORY;
  uint64_t count = byte_string_take_long(r, r->left / 2);
  if (count >= MEMORY_MAX_ELEMENTS) r->is_damaged = true;
  if (r->is_damaged) return ASTAR_OK;
  if (!crowd_reserve(crowd, (uint32_t)count + 1)) return ASTAR_NO_MEMORY;
  for (uint32_t slot = 1; slot <= count && !r->is_damaged; slot++) {
    astar_status status = unit_record_read(crowd, slot, shared, r);
    if (status != ASTAR_OK) return status;
  }
  return ASTAR_OK;
}

// Reads a list of distinct slots. `listed` of all units is 0 before and after.
static void crowd_take_list(astar_crowd *crowd, slot_list *list, byte_reader *r) {
  uint32_t count = byte_string_take_number(r, crowd->slot_count - 1);
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    uint32_t slot = byte_string_take_number(r, crowd->slot_count - 1);
    if (slot == 0 || crowd->units[slot].listed != 0) r->is_damaged = true;
    crowd->units[slot].listed = 1;
    slot_list_add(list, slot);
  }
  for (uint32_t i = 0; i < list->count; i++) crowd->units[list->slots[i]].listed = 0;
}

// Whether a list contains all units that it should contain, and no other ones.
static bool crowd_is_complete(const astar_crowd *crowd) {
  uint32_t moving = 0;
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++) {
    moving += crowd->units[slot].number != 0 && !unit_stands(&crowd->units[slot]);
  }
  for (uint32_t i = 0; i < crowd->moving.count; i++) {
    if (unit_stands(&crowd->units[crowd->moving.slots[i]])) return false;
  }
  for (uint32_t i = 0; i < crowd->free_slots.count; i++) {
    if (crowd->units[crowd->free_slots.slots[i]].number != 0) return false;
  }
  return crowd->moving.count == moving &&
         crowd->free_slots.count == crowd->slot_count - 1 - crowd->unit_count;
}

static void crowd_take_queue(astar_crowd *crowd, slot_list *list, uint8_t bit,
                             byte_reader *r) {
  crowd_take_list(crowd, list, r);
  for (uint32_t i = 0; i < list->count; i++) {
    crowd_unit *u = &crowd->units[list->slots[i]];
    if (u->number == 0) r->is_damaged = true;
    u->queued |= bit;
  }
}

static void crowd_take_lists(astar_crowd *crowd, byte_reader *r) {
  crowd_take_list(crowd, &crowd->free_slots, r);
  crowd_take_list(crowd, &crowd->moving, r);
  if (r->is_damaged || !crowd_is_complete(crowd) || !soundness_hold_tiles(crowd)) {
    r->is_damaged = true;
    return;
  }
  crowd_take_queue(crowd, &crowd->plans, REQUEST_PLANS, r);
  crowd_take_queue(crowd, &crowd->repairs, REQUEST_REPAIRS, r);
  crowd->unchecked = byte_string_take_number(r, crowd->slot_count);
  crowd->unimproved = byte_string_take_number(r, crowd->slot_count);
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

static astar_status crowd_take_events(astar_crowd *crowd, byte_reader *r) {
  byte_codec c = {NULL, r};
  uint64_t count = byte_string_take_long(r, EVENT_QUEUE_MAX);
  if (count > r->left / 3) r->is_damaged = true;
  if (r->is_damaged || count == 0) return ASTAR_OK;
  if (!event_queue_reserve(crowd, (uint32_t)count)) return ASTAR_NO_MEMORY;
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    crowd->events[i] = (astar_unit_event){0};
    crowd_record_event(&c, crowd, &crowd->events[i]);
  }
  crowd->event_count = (uint32_t)count;
  return ASTAR_OK;
}

// The greatest state of a rescue in strings of version 0.2.
enum { CROWD_RESCUE_STATES = 4 };

static void crowd_take_rescue(astar_crowd *crowd, byte_reader *r) {
  bool has_record = byte_string_take_number(r, CROWD_RESCUE_STATES) != 0;
  byte_codec c = {NULL, r};
  crowd->rescue_looks_at = record_time(&c, 0);
  if (has_record) r->left = 0;
}

static astar_status crowd_take_records(astar_crowd *crowd, crowd_rules_list *rules,
                                       shared_records *shared, crowd_search *search,
                                       byte_reader *r) {
  byte_codec c = {NULL, r};
  crowd_record_head(&c, crowd);
  astar_status status = crowd_take_rules(crowd, rules, r);
  if (status == ASTAR_OK && !r->is_damaged) {
    status = shared_record_read_all(crowd, shared, r);
  }
  if (status == ASTAR_OK && !r->is_damaged) status = crowd_take_units(crowd, shared, r);
  if (status == ASTAR_OK && !r->is_damaged) crowd_take_lists(crowd, r);
  if (status == ASTAR_OK && !r->is_damaged) crowd_record_search(&c, crowd, search);
  if (status == ASTAR_OK && !r->is_damaged) status = crowd_take_events(crowd, r);
  if (status == ASTAR_OK && !r->is_damaged) crowd_take_rescue(crowd, r);
  return status;
}

// Computes what follows from the records and the map.
static astar_status crowd_compute(astar_crowd *crowd, crowd_search *search) {
  astar_status status = unit_rules_update(crowd);
  if (status == ASTAR_OK) status = shared_field_update_all(crowd);
  return status == ASTAR_OK ? crowd_repeat_search(crowd, search) : status;
}

// Reads a crowd without units. ASTAR_INVALID: damaged.
static astar_status crowd_take(astar_crowd *crowd, crowd_rules_list *rules,
                               byte_reader *r) {
  shared_records shared = {0};
  crowd_search search = {0};
  astar_status status = crowd_take_records(crowd, rules, &shared, &search, r);
  if (!shared_record_end(crowd, &shared)) r->is_damaged = true;
  if (!crowd_end_rules(crowd)) r->is_damaged = true;
  if (r->left > 0) r->is_damaged = true;
  if (status == ASTAR_OK && r->is_damaged) return ASTAR_INVALID;
  return status == ASTAR_OK ? crowd_compute(crowd, &search) : status;
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
  for (size_t i = 0; i < count; i++) {
    if (!rules_are_owned(rules[i])) return ASTAR_INVALID;
  }
  if (!byte_string_open(&r, bytes, size, &crowd_string, &unread) ||
      !crowd_record_def(&c, grid, &def)) {
    return ASTAR_INVALID;
  }
  astar_crowd *fresh;
  astar_status status = astar_crowd_new(grid, &def, &fresh);
  if (status != ASTAR_OK) return status;
  crowd_rules_list list = {rules, count, 0};
  status = crowd_take(fresh, &list, &r);
  if (status == ASTAR_OK) {
    *crowd = fresh;
  } else {
    astar_crowd_free(fresh);
  }
  return status;
}
