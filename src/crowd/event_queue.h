// The events of a crowd: a ring buffer that keeps the last EVENT_QUEUE_MAX of them.
#ifndef ASTAR_EVENT_QUEUE_H
#define ASTAR_EVENT_QUEUE_H

#include "crowd/state.h"

enum { EVENT_QUEUE_MAX = MEMORY_LIMIT(65536, 16) };

/// Makes room for so many more events, or for all that the queue keeps. False: out of
/// memory.
bool event_queue_reserve(astar_crowd *crowd, uint32_t more);

/// Adds an event. When the queue is full, the oldest one is lost.
void event_queue_add(astar_crowd *crowd, const crowd_unit *u, astar_unit_event_kind kind,
                     int x, int y);

#endif
