// Paths that belong to the caller.
#ifndef ASTAR_PATH_H
#define ASTAR_PATH_H

#include "search/path_builder.h"

struct astar_path {
  struct memory memory;
  path_builder builder;
};

#endif
