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

static void path_requests_link(astar_crowd *crowd, uint32_t slot, uint32_t previous) {
  crowd_unit *units = crowd->units;
  uint32_t next = units[previous].external.next;
  units[slot].external.next = next;
  units[slot].external.previous = previous;
  units[next].external.previous = units[previous].external.next = slot;
}

static void path_requests_unlink(astar_crowd *crowd, const crowd_unit *u) {
  crowd_unit *units = crowd->units;
  units[u->external.next].external.previous = u->external.previous;
  units[u->external.previous].external.next = u->external.next;
}

static void path_requests_ask_program(astar_crowd *crowd, crowd_unit *u, uint32_t slot) {
  u->external = (struct unit_external){.number = ++crowd->externals};
  path_requests_link(crowd, slot, crowd->units[0].external.previous);
}

crowd_unit *path_requests_first_external(astar_crowd *crowd) {
  uint32_t slot = crowd->units[0].external.next;
  return slot != 0 ? &crowd->units[slot] : NULL;
}

void path_requests_take_external(astar_crowd *crowd, crowd_unit *u) {
  path_requests_unlink(crowd, u);
  u->external.is_taken = true;
  u->external.is_outdated = false;
  u->external.revision = crowd->grid->revision;
}

void path_requests_return_external(astar_crowd *crowd, crowd_unit *u) {
  if (!u->external.is_taken) return;
  u->external.is_taken = false;
  path_requests_link(crowd, crowd_slot_of(crowd, u), 0);
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
    path_requests_ask_program(crowd, u, slot);
  }
}

void path_requests_cancel(astar_crowd *crowd, crowd_unit *u) {
  if (u->request == UNIT_EXTERNAL && !u->external.is_taken) {
    path_requests_unlink(crowd, u);
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
