// Baked indexes: `grid:bake`, `grid:load_index`, and the methods of an index.

#include "lua/support.h"
