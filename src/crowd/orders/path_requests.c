// What units have asked of the planner: see path_requests.h.
//
// A unit is in each queue at most once (`queued`). A unit that needs its path no more
// stays in the queue; the planner passes it over.

#include "crowd/orders/path_requests.h"
#include "crowd/orders/guide.h"

void path_requests_ask(astar_crowd *crowd, crowd_unit *u, unit_request request) {
  if (u->request >= request) return;
  if (request == UNIT_PLAN) u->flags &= (uint16_t)~UNIT_OUT_OF_REACH;
  u->request = (uint8_t)request;
  slot_list *list = request == UNIT_REPAIR ? &crowd->repairs : &crowd->plans;
  const uint8_t bit = request == UNIT_REPAIR ? REQUEST_REPAIRS : REQUEST_PLANS;
  if (u->queued & bit) return;
  u->queued |= bit;
  slot_list_add(list, crowd_slot_of(crowd, u));
}

bool path_requests_react(astar_crowd *crowd, crowd_unit *u) {
  bool costs_more, is_as_planned = guide_is_as_planned(crowd, u, &costs_more);
  bool waits = crowd->now < u->guide.searched_at + PATH_REQUESTS_PERIOD;
  if (costs_more && !waits) path_requests_ask(crowd, u, UNIT_PLAN);
  return is_as_planned;
}

void path_requests_remove(astar_crowd *crowd, crowd_unit *u) {
  uint32_t slot = crowd_slot_of(crowd, u);
  if (u->queued & REQUEST_REPAIRS) slot_list_remove(&crowd->repairs, slot);
  if (u->queued & REQUEST_PLANS) slot_list_remove(&crowd->plans, slot);
  u->queued = 0;
  u->request = UNIT_NO_REQUEST;
  path_search_drop(&crowd->search, slot);
}
