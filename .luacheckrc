-- Lua 5.1 to 5.4 and LuaJIT: only what all of them have, and these few.
std = "min"
read_globals = { "jit", "unpack", table = { fields = { "unpack" } } }
max_line_length = 100
exclude_files = { "build" }

-- Only declarations, whose annotations cannot be broken over lines.
files["lua/astar/meta.lua"] = { ignore = { "212", "241", "631" } }
files["spec"] = { std = "+busted", max_line_length = 120 }
files["examples/love-*"] = { globals = { "love" } }
files["examples/love-village/map"] = { ignore = { "631" } } -- as Tiled writes it
