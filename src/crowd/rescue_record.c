// Writes and reads the state of a rescue: see rescue_record.h.
//
// clang-format off
//     all states            state, looks_at, since
//     with a rescue         members; for each: number, rank, x, y, whether its rules are
//                           what they were
//     measures, searches    measured, cells; for each cell: itself; for each member: its
//                           row of moves; for each row: the moves of each cell; for each
//                           measured member: the costs of each cell
//     searches              whether it is modest, searched, whether a search runs, its
//                           attempts; for each member: its limit
//     searches, moves       steps of the plan; for each: the cells of the members
//     moves                 the step that comes next
// clang-format on
//
// The graph of the window follows from its cells, and the search is repeated. A record
// may be hostile: what is read is checked so far that a rescue stays sound. So members
// that a plan moves to one tile are an error, but a wall in their way is not: a rescue
// checks the map before each step.

#include "crowd/rescue_record.h"

#include <math.h>
#include <string.h>

#include "crowd/rescue.h"
#include "map/hex.h"

// ------------------------------------------------------------------------------ numbers

// What is read or written: with a NULL list, numbers are only counted.
typedef struct record {
  uint64_t *written;
  const uint64_t *list;
  size_t place, count;
  bool has_failed;
} record;

static void record_put(record *r, uint64_t number) {
  if (r->written != NULL && r->place < r->count) r->written[r->place] = number;
  r->place++;
}

// The next number, at most `max`; otherwise 0, and the record is damaged.
static uint64_t record_take(record *r, uint64_t max) {
  if (r->place < r->count && r->list[r->place] <= max) return r->list[r->place++];
  r->has_failed = true;
  return 0;
}

static void record_put_time(record *r, double time) {
  uint64_t bits;
  memcpy(&bits, &time, sizeof bits);
  record_put(r, bits);
}

static double record_take_time(record *r) {
  uint64_t bits = record_take(r, UINT64_MAX);
  double time;
  memcpy(&time, &bits, sizeof time);
  if (!isfinite(time)) r->has_failed = true;
  return r->has_failed ? 0 : time;
}

// -------------------------------------------------------------------------------- write

static int record_rows(const window *w) {
  int rows = 0;
  for (int i = 0; i < w->member_count; i++) {
    if (w->rows[i] >= rows) rows = w->rows[i] + 1;
  }
  return rows;
}

static void record_put_members(record *r, const astar_crowd *crowd) {
  record_put(r, (uint64_t)crowd->rescue->member_count);
  for (int i = 0; i < crowd->rescue->member_count; i++) {
    const rescue_member *member = &crowd->rescue->members[i];
    record_put(r, member->number);
    record_put(r, member->rank);
    record_put(r, member->x);
    record_put(r, member->y);
    record_put(r, crowd->units[member->slot].rules == member->rules);
  }
}

static void record_put_window(record *r, const rescue *state) {
  const window *w = &state->window;
  const int rows = record_rows(w);
  record_put(r, (uint64_t)state->measured);
  record_put(r, w->node_count);
  for (int i = 0; i < w->node_count; i++) record_put(r, w->cells[i]);
  for (int i = 0; i < w->member_count; i++) record_put(r, w->rows[i]);
  for (int row = 0; row < rows; row++) {
    for (int i = 0; i < w->node_count; i++) record_put(r, w->moves[row][i]);
  }
  for (int member = 0; member < state->measured; member++) {
    for (int i = 0; i < w->node_count; i++) {
      record_put(r, (uint64_t)w->costs[member][i]);
    }
  }
}

static void record_put_search(record *r, const rescue *state) {
  record_put(r, state->is_modest);
  record_put(r, (uint64_t)state->searched);
  record_put(r, state->search.status == LACAM_RUNNING);
  record_put(r, state->search.attempts);
  for (int i = 0; i < state->member_count; i++) {
    record_put(r, (uint64_t)state->limits[i]);
  }
}

static void record_put_plan(record *r, const rescue *state) {
  record_put(r, state->plan_count);
  for (uint32_t i = 0; i < state->plan_count; i++) {
    for (int k = 0; k < state->member_count; k++) record_put(r, state->plan[i].cells[k]);
  }
}

size_t rescue_record_write(const astar_crowd *crowd, uint64_t *numbers, size_t capacity) {
  const rescue *state = crowd->rescue;
  record r = {.written = numbers, .count = capacity};
  record_put(&r, state != NULL ? (uint64_t)state->state : RESCUE_OVER);
  record_put_time(&r, crowd->rescue_looks_at);
  if (state == NULL || state->state == RESCUE_OVER) return r.place;
  record_put_time(&r, state->since);
  record_put_members(&r, crowd);
  if (state->state == RESCUE_MEASURES || state->state == RESCUE_SEARCHES) {
    record_put_window(&r, state);
  }
  if (state->state == RESCUE_SEARCHES) record_put_search(&r, state);
  if (state->state >= RESCUE_SEARCHES) record_put_plan(&r, state);
  if (state->state == RESCUE_MOVES) record_put(&r, state->step);
  return r.place;
}

// --------------------------------------------------------------------------------- read

static void record_take_members(record *r, astar_crowd *crowd) {
  rescue *state = crowd->rescue;
  state->member_count = (int)record_take(r, LACAM_MAX_AGENTS);
  if (state->member_count < 2) r->has_failed = true;
  for (int i = 0; i < state->member_count; i++) {
    rescue_member *member = &state->members[i];
    member->number = (uint32_t)record_take(r, UINT32_MAX);
    if (member->number == 0) r->has_failed = true;
    member->rank = record_take(r, UINT64_MAX);
    member->x = (uint16_t)record_take(r, UINT16_MAX);
    member->y = (uint16_t)record_take(r, UINT16_MAX);
    member->slot = crowd_slot(crowd, member->number);
    const uint16_t rules = crowd->units[member->slot].rules;
    member->rules = (uint16_t)(record_take(r, 1) == 1 ? rules : rules + 1);
    for (int k = 0; k < i; k++) {
      if (state->members[k].number == member->number) r->has_failed = true;
    }
  }
}

// Makes the window from its cells. A member that was removed meanwhile has slot 0.
static void record_take_cells(record *r, astar_crowd *crowd) {
  rescue *state = crowd->rescue;
  uint32_t slots[LACAM_MAX_AGENTS] = {0}, cells[LACAM_MAX_NODES] = {0};
  const int count = (int)record_take(r, LACAM_MAX_NODES);
  const uint64_t last = grid_tiles(crowd->grid) - 1;
  for (int i = 0; i < count; i++) cells[i] = (uint32_t)record_take(r, last);
  for (int i = 0; i < state->member_count; i++) slots[i] = state->members[i].slot;
  window_restore(&state->window, crowd, slots, state->member_count, cells, count);
  const bool has_twice = state->window.node_count < count;
  if (has_twice || count < state->member_count) r->has_failed = true;
}

static void record_take_moves(record *r, window *w) {
  for (int i = 0; i < w->member_count; i++) {
    w->rows[i] = (uint8_t)record_take(r, LACAM_MAX_AGENTS - 1);
  }
  const int rows = record_rows(w);
  for (int row = 0; row < rows; row++) {
    for (int i = 0; i < w->node_count; i++) {
      const uint8_t moves = (uint8_t)record_take(r, UINT8_MAX);
      if ((moves & ~w->moves[row][i]) != 0) r->has_failed = true;
      w->moves[row][i] &= moves;
    }
  }
}

static void record_take_window(record *r, astar_crowd *crowd, rescue_state name) {
  rescue *state = crowd->rescue;
  window *w = &state->window;
  state->measured = (int)record_take(r, (uint64_t)state->member_count);
  const bool is_measured = state->measured == state->member_count;
  if (is_measured != (name == RESCUE_SEARCHES)) r->has_failed = true;
  record_take_cells(r, crowd);
  if (!r->has_failed) record_take_moves(r, w);
  for (int member = 0; member < state->measured && !r->has_failed; member++) {
    for (int i = 0; i < w->node_count; i++) {
      w->costs[member][i] = (int64_t)record_take(r, UNIT_COST_MAX);
    }
  }
}

static int64_t record_take_limit(record *r) {
  const uint64_t bits = record_take(r, UINT64_MAX);
  int64_t limit;
  memcpy(&limit, &bits, sizeof limit);
  return limit;
}

// Repeats the search up to where it was.
static astar_status record_take_search(record *r, astar_crowd *crowd) {
  rescue *state = crowd->rescue;
  state->is_modest = record_take(r, 1) == 1;
  state->searched = (int)record_take(r, INT8_MAX);
  const bool is_running = record_take(r, 1) == 1;
  const uint32_t attempts = (uint32_t)record_take(r, UINT16_MAX);
  for (int i = 0; i < state->member_count; i++) state->limits[i] = record_take_limit(r);
  state->search.status = LACAM_LIMIT;
  if (r->has_failed || !is_running) return ASTAR_OK;
  rescue_begin_lacam(crowd);
  lacam_status status = lacam_step(&state->search, attempts);
  return status == LACAM_NO_MEMORY ? ASTAR_NO_MEMORY : ASTAR_OK;
}

// A cell as a node, for geometry.
static lacam_node record_node(const astar_crowd *crowd, uint32_t cell) {
  int x = grid_x(crowd->grid, cell), y = grid_y(crowd->grid, cell);
  if (crowd->grid->layout != ASTAR_SQUARE) hex_axial(crowd->grid->layout, x, y, &x, &y);
  return (lacam_node){.x = (int16_t)x, .y = (int16_t)y};
}

// Whether the members of a plan keep their distance in a step, and step to adjacent
// tiles.
static bool record_is_step(const astar_crowd *crowd, const rescue_step *from,
                           const rescue_step *to) {
  lacam_node a[LACAM_MAX_AGENTS], b[LACAM_MAX_AGENTS];
  const bool is_hex = crowd->grid->layout != ASTAR_SQUARE;
  for (int i = 0; i < crowd->rescue->member_count; i++) {
    a[i] = record_node(crowd, from->cells[i]);
    b[i] = record_node(crowd, to->cells[i]);
    const int dx = b[i].x - a[i].x, dy = b[i].y - a[i].y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1) return false;
    for (int k = 0; k < i; k++) {
      if (!lacam_is_apart(is_hex, &a[i], &b[i], &a[k], &b[k])) return false;
    }
  }
  return true;
}

static astar_status record_take_plan(record *r, astar_crowd *crowd) {
  rescue *state = crowd->rescue;
  const uint64_t last = grid_tiles(crowd->grid) - 1;
  const uint32_t count = (uint32_t)record_take(r, (r->count - r->place) / 2);
  if (!memory_reserve(crowd->memory, (void **)&state->plan, &state->plan_capacity, count,
                      sizeof *state->plan)) {
    return ASTAR_NO_MEMORY;
  }
  for (uint32_t i = 0; i < count && !r->has_failed; i++) {
    state->plan[i] = (rescue_step){{0}};
    for (int k = 0; k < state->member_count; k++) {
      state->plan[i].cells[k] = (uint32_t)record_take(r, last);
    }
    const rescue_step *before = &state->plan[i > 0 ? i - 1 : 0];
    if (!record_is_step(crowd, before, &state->plan[i])) r->has_failed = true;
  }
  state->plan_count = count;
  return ASTAR_OK;
}

// A rescue moves: its members are where the plan says, and step on from there.
static void record_take_step(record *r, astar_crowd *crowd) {
  rescue *state = crowd->rescue;
  state->step = (uint32_t)record_take(r, state->plan_count);
  if (state->step == 0) r->has_failed = true;
  for (int i = 0; i < state->member_count && !r->has_failed; i++) {
    const rescue_member *member = &state->members[i];
    const uint32_t cell = state->plan[state->step - 1].cells[i];
    if (grid_x(crowd->grid, cell) != member->x ||
        grid_y(crowd->grid, cell) != member->y) {
      r->has_failed = true;
    }
  }
}

// Reads the rest of a record with a rescue.
static astar_status record_take_rescue(record *r, astar_crowd *crowd, rescue_state name) {
  rescue *state = crowd->rescue;
  astar_status status = ASTAR_OK;
  state->since = record_take_time(r);
  record_take_members(r, crowd);
  if (!r->has_failed && (name == RESCUE_MEASURES || name == RESCUE_SEARCHES)) {
    record_take_window(r, crowd, name);
  }
  if (!r->has_failed && name == RESCUE_SEARCHES) status = record_take_search(r, crowd);
  if (!r->has_failed && status == ASTAR_OK && name >= RESCUE_SEARCHES) {
    status = record_take_plan(r, crowd);
  }
  if (!r->has_failed && status == ASTAR_OK && name == RESCUE_MOVES) {
    record_take_step(r, crowd);
  }
  return status;
}

// Marks the members, and no other unit.
static void record_mark(astar_crowd *crowd) {
  for (uint32_t slot = 1; slot < crowd->slot_count; slot++) {
    crowd->units[slot].flags &= (uint16_t)~UNIT_RESCUED;
  }
  if (crowd->rescue == NULL || crowd->rescue->state == RESCUE_OVER) return;
  for (int i = 0; i < crowd->rescue->member_count; i++) {
    const uint32_t slot = crowd->rescue->members[i].slot;
    if (slot != 0) crowd->units[slot].flags |= UNIT_RESCUED;
  }
}

astar_status rescue_record_read(astar_crowd *crowd, const uint64_t *numbers,
                                size_t count) {
  record r = {.list = numbers, .count = count};
  astar_status status = ASTAR_OK;
  const rescue_state name = (rescue_state)record_take(&r, RESCUE_MOVES);
  crowd->rescue_looks_at = record_take_time(&r);
  if (name != RESCUE_OVER && !r.has_failed) {
    status = rescue_ensure(crowd) ? record_take_rescue(&r, crowd, name) : ASTAR_NO_MEMORY;
  }
  if (status == ASTAR_OK && (r.has_failed || r.place != r.count)) status = ASTAR_INVALID;
  if (status == ASTAR_OK && name != RESCUE_OVER) crowd->rescue->state = name;
  record_mark(crowd);
  return status;
}
