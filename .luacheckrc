-- The globals that Lua 5.1 to 5.4 and LuaJIT have in common, and a few more.
std = "min"
read_globals = {
  "jit", "unpack", table = { fields = { "unpack" } },
  package = { fields = { "loaders", "searchers" } },
}
max_line_length = 100
exclude_files = { "build" }

-- This file has declarations only. An annotation cannot continue on another line.
files["src/lua/meta.lua"] = { ignore = { "212", "241", "631" } }
files["spec"] = { std = "+busted", max_line_length = 120 }
files["web/love"] = { std = "lua54", globals = { "love" } }
files["spec/web/love_calls"] = { globals = { "love" } }
files["examples/cluster"] = { std = "luajit", globals = {
  "box", "create", "edit", "path", "content", "standing", "promote",
} }
files["bench/cluster.lua"] = { std = "luajit" }
files["spec/support/cluster*.lua"] = { std = "luajit", globals = { "box" } }
files["spec/support/straight_picture.lua"] = { globals = { "love" } }
files["spec/support/floors_picture.lua"] = { globals = { "love" } }
files["spec/support/sight_picture.lua"] = { globals = { "love" } }
files["examples/love-*"] = { globals = { "love" } }
files["web/programs"] = { globals = { "love" } }
files["spec/web/hostile"] = { std = "lua54", globals = { "love" } }
files["examples/love-village/map"] = { ignore = { "631" } } -- written by Tiled
