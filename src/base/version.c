// The version of the library at run time, as text and as a number.
#include "astar.h"

const char *astar_version(void) { return ASTAR_VERSION; }

int astar_version_number(void) { return ASTAR_VERSION_NUMBER; }
