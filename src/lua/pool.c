// Pools and their requests.
#include "lua/support.h"
