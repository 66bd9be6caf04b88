// What units have asked of the planner: see path_requests.h.
//
// A unit is in each queue at most once (`queued`). A unit that needs its path no more
// stays in the queue; the planner passes it over.

#include "crowd/path_requests.h"

// ------------------------------------------------------------------------- the program
//
// A circular list, doubly linked through the slots of units, so that a unit leaves it in
// O(1). Slot 0, which no unit has, is the end of it:
//
//     0 <-> first <-> second <-> ... <-> last <-> 0

bool path_requests_reserve_external(astar_crowd *crowd) {
  bool is_first = crowd->external == NULL;
  if (!memory_reserve(crowd->memory, (void **)&crowd->external, &crowd->external_capacity,
                      crowd->slot_count, sizeof *crowd->external)) {
    return false;
  }
  if (is_first) crowd->external[0] = (unit_external){0};
  return true;
}

static void path_requests_link(astar_crowd *crowd, uint32_t slot, uint32_t previous) {
  unit_external *list = crowd->external;
  uint32_t next = list[previous].next;
  list[slot].next = next;
  list[slot].previous = previous;
  list[next].previous = list[previous].next = slot;
}

static void path_requests_unlink(astar_crowd *crowd, uint32_t slot) {
  unit_external *list = crowd->external;
  list[list[slot].next].previous = list[slot].previous;
  list[list[slot].previous].next = list[slot].next;
}

static void path_requests_ask_program(astar_crowd *crowd, uint32_t slot) {
  MEMORY_ASSERT(slot < crowd->external_capacity);
  crowd->external[slot] = (unit_external){.number = ++crowd->external_number};
  path_requests_link(crowd, slot, crowd->external[0].previous);
}

crowd_unit *path_requests_first_external(astar_crowd *crowd) {
  uint32_t slot = crowd->external != NULL ? crowd->external[0].next : 0;
  return slot != 0 ? &crowd->units[slot] : NULL;
}

void path_requests_take_external(astar_crowd *crowd, const crowd_unit *u) {
  uint32_t slot = crowd_slot_of(crowd, u);
  path_requests_unlink(crowd, slot);
  crowd->external[slot].is_taken = true;
  crowd->external[slot].is_outdated = false;
  crowd->external[slot].revision = crowd->grid->revision;
}

void path_requests_return_external(astar_crowd *crowd, const crowd_unit *u) {
  uint32_t slot = crowd_slot_of(crowd, u);
  if (!crowd->external[slot].is_taken) return;
  crowd->external[slot].is_taken = false;
  path_requests_link(crowd, slot, 0);
}

// ------------------------------------------------------------------------- the planner

static void path_requests_enqueue(crowd_unit *u, uint32_t slot, slot_list *list,
                                  uint8_t bit) {
  if (u->queued & bit) return;
  u->queued |= bit;
  slot_list_add(list, slot);
}

void path_requests_ask(astar_crowd *crowd, crowd_unit *u, unit_request request) {
  if (u->request >= request) return;
  if (request >= UNIT_PLAN) u->flags &= (uint16_t)~UNIT_OUT_OF_REACH;
  u->request = (uint8_t)request;
  uint32_t slot = crowd_slot_of(crowd, u);
  if (request == UNIT_REPAIR) {
    path_requests_enqueue(u, slot, &crowd->repairs, REQUEST_REPAIRS);
  } else if (request == UNIT_PLAN) {
    path_requests_enqueue(u, slot, &crowd->plans, REQUEST_PLANS);
  } else {
    path_requests_ask_program(crowd, slot);
  }
}

void path_requests_cancel(astar_crowd *crowd, crowd_unit *u) {
  uint32_t slot = crowd_slot_of(crowd, u);
  if (u->request == UNIT_EXTERNAL && !crowd->external[slot].is_taken) {
    path_requests_unlink(crowd, slot);
  }
  u->request = UNIT_NO_REQUEST;
}

static void path_requests_drop(slot_list *list, uint32_t slot) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < list->count; i++) {
    if (list->slots[i] != slot) list->slots[kept++] = list->slots[i];
  }
  list->count = kept;
}

void path_requests_remove(astar_crowd *crowd, crowd_unit *u) {
  uint32_t slot = crowd_slot_of(crowd, u);
  if (u->queued & REQUEST_REPAIRS) path_requests_drop(&crowd->repairs, slot);
  if (u->queued & REQUEST_PLANS) path_requests_drop(&crowd->plans, slot);
  u->queued = 0;
  path_requests_cancel(crowd, u);
  path_search_drop(&crowd->search, slot);
}
