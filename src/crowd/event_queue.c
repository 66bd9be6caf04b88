// The events of a crowd: see event_queue.h.
//
// Room is made at the beginning of an update, so that adding an event cannot fail.

#include "crowd/event_queue.h"

#include <string.h>

const char *astar_unit_event_name(astar_unit_event_kind kind) {
  switch (kind) {
  case ASTAR_UNIT_ARRIVED: return "arrived";
  case ASTAR_UNIT_SETTLED: return "settled";
  case ASTAR_UNIT_STUCK: return "stuck";
  case ASTAR_UNIT_UNREACHABLE: return "unreachable";
  case ASTAR_UNIT_CUT_OFF: return "cut_off";
  case ASTAR_UNIT_STEP: return "step";
  case ASTAR_UNIT_ASKS: return "asks";
  }
  return "unknown event";
}

// Moves the events to the beginning of the ring, oldest first.
static void event_queue_straighten(astar_crowd *crowd, uint32_t old_capacity) {
  uint32_t first = crowd->event_first, count = crowd->event_count;
  if (first + count <= old_capacity) {
    memmove(crowd->events, crowd->events + first, count * sizeof *crowd->events);
  } else {
    // Two parts: the new room, at least as large as the old ring, takes the second one.
    uint32_t tail = old_capacity - first, head = count - tail;
    memcpy(crowd->events + old_capacity, crowd->events, head * sizeof *crowd->events);
    memmove(crowd->events, crowd->events + first, count * sizeof *crowd->events);
  }
  crowd->event_first = 0;
}

bool event_queue_reserve(astar_crowd *crowd, uint32_t more) {
  uint32_t wanted = crowd->event_count + more;
  if (wanted > EVENT_QUEUE_MAX) wanted = EVENT_QUEUE_MAX;
  if (wanted <= crowd->event_capacity) return true;
  uint32_t old_capacity = crowd->event_capacity;
  if (!MEMORY_RESERVE(crowd->memory, crowd->events, crowd->event_capacity,
                      wanted > 2 * old_capacity ? wanted : 2 * old_capacity)) {
    return false;
  }
  if (old_capacity > 0) event_queue_straighten(crowd, old_capacity);
  return true;
}

void event_queue_add(astar_crowd *crowd, const crowd_unit *u, astar_unit_event_kind kind,
                     int x, int y) {
  MEMORY_ASSERT(crowd->event_capacity > 0);
  bool is_full = crowd->event_count == EVENT_QUEUE_MAX ||
                 crowd->event_count == crowd->event_capacity;
  if (is_full) {
    crowd->event_first = (crowd->event_first + 1) % crowd->event_capacity;
    crowd->event_count--;
  }
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
