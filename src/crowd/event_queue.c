// The events of a crowd: see event_queue.h.
//
// Room is made at the beginning of an update, so that adding an event cannot fail.

#include "crowd/event_queue.h"

#include <string.h>

const char *astar_unit_event_name(astar_unit_event_kind kind) {
  static const char *const names[] = {"arrived",     "settled",     "stuck",
                                      "unreachable", "cut_off",     "step",
                                      "asks",        "target_gone", "blocked"};
  return (unsigned)kind <= ASTAR_UNIT_BLOCKED ? names[kind] : "unknown event";
}

bool event_queue_reserve(astar_crowd *crowd, uint32_t more) {
  uint32_t wanted = crowd->event_count + more;
  if (wanted > EVENT_QUEUE_MAX) wanted = EVENT_QUEUE_MAX;
  uint32_t old_capacity = crowd->event_capacity;
  uint32_t end = crowd->event_first + crowd->event_count;
  if (!MEMORY_RESERVE(crowd->memory, crowd->events, crowd->event_capacity, wanted))
    return false;
  if (crowd->event_capacity == old_capacity || end <= old_capacity) return true;
  // The part at the beginning of the old ring follows in the new room, which is at least
  // as large.
  memcpy(crowd->events + old_capacity, crowd->events,
         (end - old_capacity) * sizeof *crowd->events);
  return true;
}

void event_queue_add(astar_crowd *crowd, const crowd_unit *u, astar_unit_event_kind kind,
                     int x, int y) {
  MEMORY_ASSERT(crowd->event_capacity > 0);
  astar_unit_event oldest;
  bool is_full = crowd->event_count == EVENT_QUEUE_MAX ||
                 crowd->event_count == crowd->event_capacity;
  if (is_full) astar_crowd_next_event(crowd, &oldest);
  uint32_t last = (crowd->event_first + crowd->event_count++) % crowd->event_capacity;
  crowd->events[last] = (astar_unit_event){u->number, kind, x, y};
}

bool astar_crowd_next_event(astar_crowd *crowd, astar_unit_event *event) {
  if (LIVE(crowd)->event_count == 0) return false;
  *event = crowd->events[crowd->event_first];
  crowd->event_first = (crowd->event_first + 1) % crowd->event_capacity;
  crowd->event_count--;
  return true;
}
