// What units have asked of the planner: see path_requests.h.
//
// A unit is in each queue at most once (`queued`). A unit that needs its path no more
// stays in the queue; the planner passes it over.

#include "crowd/orders/path_requests.h"

static void path_requests_enqueue(crowd_unit *u, uint32_t slot, slot_list *list,
                                  uint8_t bit) {
  if (u->queued & bit) return;
  u->queued |= bit;
  slot_list_add(list, slot);
}

void path_requests_ask(astar_crowd *crowd, crowd_unit *u, unit_request request) {
  if (u->request >= request) return;
  if (request == UNIT_PLAN) u->flags &= (uint16_t)~UNIT_OUT_OF_REACH;
  u->request = (uint8_t)request;
  uint32_t slot = crowd_slot_of(crowd, u);
  if (request == UNIT_REPAIR) {
    path_requests_enqueue(u, slot, &crowd->repairs, REQUEST_REPAIRS);
  } else {
    path_requests_enqueue(u, slot, &crowd->plans, REQUEST_PLANS);
  }
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
  u->request = UNIT_NO_REQUEST;
  path_search_drop(&crowd->search, slot);
}
