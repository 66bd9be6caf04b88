// Writes and reads the state of a rescue: see rescue_record.h.
//
// clang-format off
//     all states            1: state, as in rescue.h; double: looks_at
//     with a rescue         double: since; number of members; for each: slot, number,
//                           rank, rules, x, y
//     measures, searches    measured, number of cells; for each cell: itself; for each
//                           member, 1: its row of moves; for each row, for each cell, 1:
//                           its moves; for each measured member: the costs of each cell
//     searches              whether it is modest, searched, whether a search runs, its
//                           attempts; for each member: whether it has a limit, and then,
//                           signed: its limit
//     searches, moves       steps of the plan; for each: the cells of the members
//     moves                 the step that comes next
// clang-format on
//
// The graph of the window follows from its cells, and the search is repeated. A record
// may be hostile: what is read is checked so far that a rescue stays sound. So members
// that a plan moves to one tile are an error, but a wall in their way is not: a rescue
// checks the map before each step.

#include "crowd/rescue_record.h"

#include "crowd/rescue.h"
#include "crowd/shared_record.h"
#include "map/hex.h"

// -------------------------------------------------------------------------------- write

static int record_rows(const window *w) {
  int rows = 0;
  for (int i = 0; i < w->member_count; i++) {
    if (w->rows[i] >= rows) rows = w->rows[i] + 1;
  }
  return rows;
}

static void record_put_members(byte_writer *w, const rescue *state) {
  byte_string_put_number(w, (uint64_t)state->member_count);
  for (int i = 0; i < state->member_count; i++) {
    const rescue_member *member = &state->members[i];
    byte_string_put_number(w, member->slot);
    byte_string_put_number(w, member->number);
    byte_string_put_number(w, member->rank);
    byte_string_put_number(w, member->rules);
    byte_string_put_number(w, member->x);
    byte_string_put_number(w, member->y);
  }
}

static void record_put_window(byte_writer *w, const rescue *state) {
  const window *area = &state->window;
  const int rows = record_rows(area);
  byte_string_put_number(w, (uint64_t)state->measured);
  byte_string_put_number(w, area->node_count);
  for (int i = 0; i < area->node_count; i++) byte_string_put_number(w, area->cells[i]);
  for (int i = 0; i < area->member_count; i++) byte_string_put_byte(w, area->rows[i]);
  for (int row = 0; row < rows; row++) {
    byte_string_put_bytes(w, area->moves[row], area->node_count);
  }
  for (int member = 0; member < state->measured; member++) {
    for (int i = 0; i < area->node_count; i++) {
      byte_string_put_number(w, (uint64_t)area->costs[member][i]);
    }
  }
}

static void record_put_search(byte_writer *w, const rescue *state) {
  byte_string_put_number(w, state->is_modest);
  byte_string_put_number(w, (uint64_t)state->searched);
  const bool is_running = state->search.status == LACAM_RUNNING;
  byte_string_put_number(w, is_running);
  byte_string_put_number(w, is_running ? state->search.attempts : 0);
  for (int i = 0; i < state->member_count; i++) {
    bool has_limit = state->limits[i] != LACAM_NO_LIMIT;
    byte_string_put_number(w, has_limit);
    if (has_limit) byte_string_put_signed(w, state->limits[i]);
  }
}

static void record_put_plan(byte_writer *w, const rescue *state) {
  byte_string_put_number(w, state->plan_count);
  for (uint32_t i = 0; i < state->plan_count; i++) {
    for (int k = 0; k < state->member_count; k++)
      byte_string_put_number(w, state->plan[i].cells[k]);
  }
}

void rescue_record_write(const astar_crowd *crowd, byte_writer *w) {
  const rescue *state = crowd->rescue;
  byte_string_put_byte(w, (uint8_t)(state != NULL ? state->state : RESCUE_OVER));
  byte_string_put_double(w, crowd->rescue_looks_at);
  if (state == NULL || state->state == RESCUE_OVER) return;
  byte_string_put_double(w, state->since);
  record_put_members(w, state);
  if (state->state == RESCUE_MEASURES || state->state == RESCUE_SEARCHES) {
    record_put_window(w, state);
  }
  if (state->state == RESCUE_SEARCHES) record_put_search(w, state);
  if (state->state >= RESCUE_SEARCHES) record_put_plan(w, state);
  if (state->state == RESCUE_MOVES) byte_string_put_number(w, state->step);
}

// --------------------------------------------------------------------------------- read

// A member that was removed meanwhile has an empty slot, or that of a newer unit.
static void record_take_members(byte_reader *r, astar_crowd *crowd) {
  rescue *state = crowd->rescue;
  state->member_count = (int)byte_string_take_number(r, LACAM_MAX_AGENTS);
  if (state->member_count < 2) r->is_damaged = true;
  for (int i = 0; i < state->member_count; i++) {
    rescue_member *member = &state->members[i];
    member->slot = byte_string_take_number(r, crowd->slot_count - 1);
    member->number = byte_string_take_number(r, UINT32_MAX);
    member->rank = byte_string_take_long(r, INT64_MAX);
    member->rules = (uint16_t)byte_string_take_number(r, UINT16_MAX);
    member->x = (uint16_t)byte_string_take_number(r, (uint32_t)crowd->grid->width - 1);
    member->y = (uint16_t)byte_string_take_number(r, (uint32_t)crowd->grid->height - 1);
    if (member->number == 0 || member->slot == 0) r->is_damaged = true;
    for (int k = 0; k < i; k++) {
      if (state->members[k].slot == member->slot) r->is_damaged = true;
    }
  }
}

// Whether a member is, or was when the rescue began, on a cell.
static bool record_is_at(const astar_crowd *crowd, int member, uint32_t cell) {
  const rescue_member *m = &crowd->rescue->members[member];
  return grid_cell(crowd->grid, m->x, m->y) == cell;
}

// Makes the window from its cells. The first ones are those of the members.
static void record_take_cells(byte_reader *r, astar_crowd *crowd) {
  rescue *state = crowd->rescue;
  uint32_t slots[LACAM_MAX_AGENTS] = {0}, cells[LACAM_MAX_NODES] = {0};
  const int count = (int)byte_string_take_number(r, LACAM_MAX_NODES);
  const uint32_t last = grid_tiles(crowd->grid) - 1;
  for (int i = 0; i < count; i++) cells[i] = byte_string_take_number(r, last);
  for (int i = 0; i < state->member_count; i++) {
    slots[i] = state->members[i].slot;
    if (!record_is_at(crowd, i, cells[i])) r->is_damaged = true;
  }
  window_restore(&state->window, crowd, slots, state->member_count, cells, count);
  const bool has_twice = state->window.node_count < count;
  if (has_twice || count < state->member_count) r->is_damaged = true;
}

static void record_take_moves(byte_reader *r, window *w) {
  for (int i = 0; i < w->member_count && i < LACAM_MAX_AGENTS; i++) {
    w->rows[i] = (uint8_t)byte_string_take_number(r, LACAM_MAX_AGENTS - 1);
  }
  const int rows = record_rows(w);
  for (int row = 0; row < rows; row++) {
    for (int i = 0; i < w->node_count; i++) {
      const uint8_t moves = byte_string_take_byte(r);
      if ((moves & ~w->moves[row][i]) != 0) r->is_damaged = true;
      w->moves[row][i] &= moves;
    }
  }
}

static void record_take_window(byte_reader *r, astar_crowd *crowd, rescue_state name) {
  rescue *state = crowd->rescue;
  window *w = &state->window;
  state->measured = (int)byte_string_take_number(r, (uint32_t)state->member_count);
  const bool is_measured = state->measured == state->member_count;
  if (is_measured != (name == RESCUE_SEARCHES)) r->is_damaged = true;
  record_take_cells(r, crowd);
  if (!r->is_damaged) record_take_moves(r, w);
  for (int member = 0; member < state->measured && !r->is_damaged; member++) {
    for (int i = 0; i < w->node_count; i++) {
      w->costs[member][i] = (int64_t)byte_string_take_long(r, UNIT_COST_MAX);
    }
  }
}

static int64_t record_take_limit(byte_reader *r) {
  if (!byte_string_take_bool(r)) return LACAM_NO_LIMIT;
  return byte_string_take_signed(r, 2 * UNIT_COST_MAX);
}

// Repeats the search up to where it was.
static astar_status record_take_search(byte_reader *r, astar_crowd *crowd) {
  rescue *state = crowd->rescue;
  state->is_modest = byte_string_take_bool(r);
  state->searched = (int)byte_string_take_number(r, INT8_MAX);
  const bool is_running = byte_string_take_bool(r);
  const uint32_t attempts = byte_string_take_number(r, UINT16_MAX);
  for (int i = 0; i < state->member_count; i++) state->limits[i] = record_take_limit(r);
  state->search.status = LACAM_LIMIT;
  if (r->is_damaged || !is_running) return ASTAR_OK;
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

static astar_status record_take_plan(byte_reader *r, astar_crowd *crowd) {
  rescue *state = crowd->rescue;
  const uint32_t last = grid_tiles(crowd->grid) - 1;
  const uint32_t count = (uint32_t)byte_string_take_long(r, r->left / 2);
  if (!memory_reserve(crowd->memory, (void **)&state->plan, &state->plan_capacity, count,
                      sizeof *state->plan)) {
    return ASTAR_NO_MEMORY;
  }
  for (uint32_t i = 0; i < count && !r->is_damaged; i++) {
    state->plan[i] = (rescue_step){{0}};
    for (int k = 0; k < state->member_count; k++) {
      state->plan[i].cells[k] = byte_string_take_number(r, last);
    }
    const rescue_step *before = &state->plan[i > 0 ? i - 1 : 0];
    if (!record_is_step(crowd, before, &state->plan[i])) r->is_damaged = true;
  }
  state->plan_count = count;
  state->step = 1;
  return ASTAR_OK;
}

// The members are where the plan says, and step on from there.
static void record_check_step(byte_reader *r, const astar_crowd *crowd) {
  const rescue *state = crowd->rescue;
  if (state->step == 0 || state->step > state->plan_count) r->is_damaged = true;
  for (int i = 0; i < state->member_count && !r->is_damaged; i++) {
    if (!record_is_at(crowd, i, state->plan[state->step - 1].cells[i])) {
      r->is_damaged = true;
    }
  }
}

// Reads the rest of a record with a rescue.
static astar_status record_take_rescue(byte_reader *r, astar_crowd *crowd,
                                       rescue_state name) {
  rescue *state = crowd->rescue;
  astar_status status = ASTAR_OK;
  state->since = record_time(&(byte_codec){NULL, r}, 0);
  record_take_members(r, crowd);
  if (!r->is_damaged && (name == RESCUE_MEASURES || name == RESCUE_SEARCHES)) {
    record_take_window(r, crowd, name);
  }
  if (!r->is_damaged && name == RESCUE_SEARCHES) status = record_take_search(r, crowd);
  if (!r->is_damaged && status == ASTAR_OK && name >= RESCUE_SEARCHES) {
    status = record_take_plan(r, crowd);
  }
  if (name == RESCUE_MOVES) state->step = byte_string_take_number(r, UINT32_MAX);
  if (status == ASTAR_OK && (state->plan_count > 0 || name == RESCUE_MOVES)) {
    record_check_step(r, crowd);
  }
  return status;
}

// Marks the members that the crowd still has.
static void record_mark(astar_crowd *crowd) {
  for (int i = 0; i < crowd->rescue->member_count; i++) {
    const rescue_member *member = &crowd->rescue->members[i];
    crowd_unit *u = &crowd->units[member->slot];
    if (u->number == member->number) u->flags |= UNIT_RESCUED;
  }
}

astar_status rescue_record_read(astar_crowd *crowd, byte_reader *r) {
  const rescue_state name = (rescue_state)byte_string_take_number(r, RESCUE_MOVES);
  crowd->rescue_looks_at = record_time(&(byte_codec){NULL, r}, 0);
  if (name == RESCUE_OVER || r->is_damaged) return ASTAR_OK;
  if (!rescue_ensure(crowd)) return ASTAR_NO_MEMORY;
  const astar_status status = record_take_rescue(r, crowd, name);
  if (status != ASTAR_OK || r->is_damaged) return status;
  crowd->rescue->state = name;
  record_mark(crowd);
  return ASTAR_OK;
}
