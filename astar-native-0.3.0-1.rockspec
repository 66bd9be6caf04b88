rockspec_format = "3.0"
package = "astar-native"
version = "0.3.0-1"
source = {
  -- `make dist URL=...` replaces @URL@ by the address of the repository.
  url = "@URL@/releases/download/v0.3.0/astar-0.3.0.tar.gz",
}
description = {
  summary = "A* pathfinding on tile maps in native code, module astar",
  detailed = [[
    Terrain costs, movement rules, corner rules, hexes, links, one-way edges, movers of any size:
    the cheapest path on a tile map, for Lua 5.1 to 5.5, LuaJIT and LÖVE.]],
  license = "MIT",
  homepage = "@URL@",
  issues_url = "@URL@/issues",
  maintainer = "astar contributors",
  labels = { "pathfinding", "a-star", "tilemap", "gamedev", "love2d" },
}
dependencies = {
  "lua >= 5.1, < 5.6",
}
build = {
  type = "builtin",
  modules = {
    astar = { sources = { "src/one.c" }, incdirs = { "src" }, libraries = { "m" } },
    ["astar.ascii"] = "lua/astar/ascii.lua",
    ["astar.floors"] = "lua/astar/floors.lua",
    ["astar.init"] = "lua/astar/init.lua",
    ["astar.internal.check"] = "lua/astar/internal/check.lua",
    ["astar.internal.looks"] = "lua/astar/internal/looks.lua",
    ["astar.internal.plain_values"] = "lua/astar/internal/plain_values.lua",
    ["astar.layout"] = "lua/astar/layout.lua",
    ["astar.loader"] = "lua/astar/loader.lua",
    ["astar.love"] = "lua/astar/love.lua",
    ["astar.love.crowd"] = "lua/astar/love/crowd.lua",
    ["astar.love.sprites"] = "lua/astar/love/sprites.lua",
    ["astar.love.tiles"] = "lua/astar/love/tiles.lua",
    ["astar.love.vision"] = "lua/astar/love/vision.lua",
    ["astar.script"] = "lua/astar/script.lua",
    ["astar.script.curve"] = "lua/astar/script/curve.lua",
    ["astar.script.errors"] = "lua/astar/script/errors.lua",
    ["astar.script.facing"] = "lua/astar/script/facing.lua",
    ["astar.script.npc"] = "lua/astar/script/npc.lua",
    ["astar.script.options"] = "lua/astar/script/options.lua",
    ["astar.script.orders"] = "lua/astar/script/orders.lua",
    ["astar.script.saved"] = "lua/astar/script/saved.lua",
    ["astar.script.settings"] = "lua/astar/script/settings.lua",
    ["astar.script.steps"] = "lua/astar/script/steps.lua",
    ["astar.script.thread"] = "lua/astar/script/thread.lua",
    ["astar.tiled"] = "lua/astar/tiled.lua",
    ["astar.tiled.files"] = "lua/astar/tiled/files.lua",
    ["astar.tiled.findings"] = "lua/astar/tiled/findings.lua",
    ["astar.tiled.marks"] = "lua/astar/tiled/marks.lua",
    ["astar.tiled.objects"] = "lua/astar/tiled/objects.lua",
    ["astar.tiled.plane"] = "lua/astar/tiled/plane.lua",
    ["astar.tiled.shapes"] = "lua/astar/tiled/shapes.lua",
    ["astar.tiled.source"] = "lua/astar/tiled/source.lua",
    ["astar.tiled.terrain_sets"] = "lua/astar/tiled/terrain_sets.lua",
    ["astar.tiled.tiles"] = "lua/astar/tiled/tiles.lua",
    ["astar.tiled.walls"] = "lua/astar/tiled/walls.lua",
  },
  install = { conf = { "src/lua/meta.lua" } }, -- annotations for editors
  platforms = {
    unix = { modules = { astar = { libraries = { "m", "pthread" } } } },
  },
}
