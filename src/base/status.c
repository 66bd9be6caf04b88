// The reason string of each status, for Lua and C programs.
#include "astar.h"

const char *astar_reason(astar_status status) {
  switch (status) {
  case ASTAR_OK: return "ok";
  case ASTAR_UNREACHABLE: return "unreachable";
  case ASTAR_GOAL_BLOCKED: return "goal_blocked";
  case ASTAR_OUT_OF_BOUNDS: return "out_of_bounds";
  case ASTAR_LIMIT: return "limit";
  case ASTAR_TILE_IMPASSABLE: return "impassable";
  case ASTAR_TILE_OCCUPIED: return "occupied";
  case ASTAR_TOO_OLD: return "too_old";
  case ASTAR_QUEUE_FULL: return "busy";
  case ASTAR_CANCELLED: return "cancelled";
  case ASTAR_TOO_LARGE: return "too_large";
  case ASTAR_DELTA_APPLIED: return "applied";
  case ASTAR_DELTA_GAP: return "gap";
  case ASTAR_DELTA_OTHER: return "other";
  case ASTAR_INVALID: return "invalid argument";
  case ASTAR_NO_MEMORY: return "not enough memory";
  case ASTAR_BUSY: return "the grid is being searched";
  case ASTAR_STOPPED: return "stopped by the heuristic function";
  case ASTAR_UNSUITED: return "these rules cannot serve this grid or algorithm";
  case ASTAR_INEXACT: return "compiled with options that change arithmetic";
  case ASTAR_RUNNING: return "running";
  case ASTAR_STALE: return "stale";
  }
  return "unknown status";
}
