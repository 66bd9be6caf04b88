// Deltas of grids and byte strings of rules.
#include "lua/support.h"
