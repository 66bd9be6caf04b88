--- Grids of the library's version 0.1 and their strings in version 1 of the format: how to build each grid, and the
--- string that 0.1 wrote for it.

local version1 = {}

local LAYOUTS = { "square", "odd_r", "even_r", "odd_q", "even_q" }

-- The blocked tiles of the grids with all content, and their closed edges as { x, y, dx, dy }.
version1.blocked = { { 1, 1 }, { 6, 2 }, { 3, 3 }, { 6, 5 } }
version1.closed = { { 2, 2, 1, 0 }, { 4, 4, 0, 1 } }

local function everything(layout)
  return function(astar)
    local grid = astar.grid({ "..~~##", "......", "abcdef", "~~~~~~", "......" }, { layout = layout })
    grid:set_penalty(1, 2, 0.1)
    grid:set_penalty(3, 3, 1e-100)
    grid:set_penalty(6, 5, 1e100)
    grid:set_penalty(2, 5, 4)
    grid:set_penalty(2, 5, 0)
    for _, tile in ipairs(version1.blocked) do grid:block(tile[1], tile[2]) end
    grid:block(4, 4)
    grid:block(4, 4, false)
    for i, edge in ipairs(version1.closed) do
      grid:set_edge(edge[1], edge[2], edge[3], edge[4], false, i == 2)
    end
    grid:link(1, 2, 6, 4, { cost = 2.5 })
    grid:unlink(grid:link(2, 2, 2, 2))
    grid:link(5, 5, 1, 5, { cost = 0, one_way = true })
    return grid
  end
end

local function long(astar)
  local grid = astar.grid(300, 2, { fill = "." })
  for x = 1, 300, 63 do grid:block(x, 2) end
  grid:fill("~", 100, 1, 130, 1)
  return grid
end

local STRINGS = {
  ["everything on square"] =
    "astargrid\001\000\006\005\013..~~##\012.\013abcdef\012~\012.\003\006\154\153\153\153\153\153\185"
    .. "?\0080\005\142\228.\255++\015}\195\148%\173I\178T\004\000\011\003\015\003\007\002\001\008\013"
    .. "\004\004\002\001\006\023\000\000\000\000\000\000\000\004@\002\028\024\001\000\000\000\000\000"
    .. "\000\000\000\245~\177\142",
  ["everything on odd_r"] =
    "astargrid\001\001\006\005\013..~~##\012.\013abcdef\012~\012.\003\006\154\153\153\153\153\153\185"
    .. "?\0080\005\142\228.\255++\015}\195\148%\173I\178T\004\000\011\003\015\003\007\002\001\008\013"
    .. "\004\004\002\001\006\023\000\000\000\000\000\000\000\004@\002\028\024\001\000\000\000\000\000"
    .. "\000\000\000N\209\206\029",
  ["everything on even_r"] =
    "astargrid\001\002\006\005\013..~~##\012.\013abcdef\012~\012.\003\006\154\153\153\153\153\153\185"
    .. "?\0080\005\142\228.\255++\015}\195\148%\173I\178T\004\000\011\003\015\003\007\002\001\008\013"
    .. "\004\004\002\001\006\023\000\000\000\000\000\000\000\004@\002\028\024\001\000\000\000\000\000"
    .. "\000\000\000\227j\195j",
  ["everything on odd_q"] =
    "astargrid\001\003\006\005\013..~~##\012.\013abcdef\012~\012.\003\006\154\153\153\153\153\153\185"
    .. "?\0080\005\142\228.\255++\015}\195\148%\173I\178T\004\000\011\003\015\003\007\002\001\008\013"
    .. "\004\004\002\001\006\023\000\000\000\000\000\000\000\004@\002\028\024\001\000\000\000\000\000"
    .. "\000\000\000\148&\223\144",
  ["everything on even_q"] =
    "astargrid\001\004\006\005\013..~~##\012.\013abcdef\012~\012.\003\006\154\153\153\153\153\153\185"
    .. "?\0080\005\142\228.\255++\015}\195\148%\173I\178T\004\000\011\003\015\003\007\002\001\008\013"
    .. "\004\004\002\001\006\023\000\000\000\000\000\000\000\004@\002\028\024\001\000\000\000\000\000"
    .. "\000\000\000\169\225k~",
  ["one tile"] =
    "astargrid\001\000\001\001\003\000\000\000\000\001\000M|{\010",
  ["long lines"] =
    "astargrid\001\000\172\002\002\198\001.\132\002~\230\005.\000\005\172\002????\000\001\000\005\210"
    .. "F\251",
}

--- A list of { name, build = function(astar), bytes, layout }.
---@type { [1]: string, build: function, bytes: string, layout: string }[]
version1.grids = {}

local function add(name, layout, build)
  table.insert(version1.grids, { name, build = build, bytes = STRINGS[name], layout = layout })
end

for _, layout in ipairs(LAYOUTS) do add("everything on " .. layout, layout, everything(layout)) end
add("one tile", "square", function(astar) return astar.grid(1, 1) end)
add("long lines", "square", long)

return version1
