--- Maps and queries of the benchmark: read from files, or generated from seeds.
---
--- A map is { name, width, height, rows }, its rows of '.' (cost 1), digits (their own cost)
--- and '@' (a wall). A query is { x1, y1, x2, y2, cost, edit_x, edit_y, id }, counted from 0
--- as in scenario files; `cost` is the known optimum, if any.
local maps = {}

-- ------------------------------------------------------------------ random numbers

--- Random numbers that are the same on every Lua: `random(n)` gives 1..n.
function maps.generator(seed)
  local state = seed % 2147483646 + 1
  return function(n)
    state = state * 16807 % 2147483647
    return math.floor(state / 2147483647 * n) + 1
  end
end

local function seed_of(name)
  local seed = 0
  for i = 1, #name do seed = (seed * 31 + name:byte(i)) % 1000003 end
  return seed
end

--- A map from a function that returns the letter of each tile, counted from 1.
local function from_tiles(name, width, height, letter)
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do row[x] = letter(x, y) end
    rows[y] = table.concat(row)
  end
  return { name = name, width = width, height = height, rows = rows }
end

local function matrix(width, height, value)
  local rows = {}
  for y = 1, height do
    rows[y] = {}
    for x = 1, width do rows[y][x] = value(x, y) end
  end
  return rows
end

-- -------------------------------------------------------------------- seeded maps

--- Random walls on `percent` of the tiles.
function maps.noise(name, size, percent)
  local random = maps.generator(seed_of(name))
  return from_tiles(name, size, size, function()
    return random(100) <= percent and "@" or "."
  end)
end

--- Caves: noise, then four rounds in which a tile becomes a wall if 5 of the 9 tiles of its 3 x 3
--- square are walls, and free otherwise.
function maps.caves(name, size)
  local random = maps.generator(seed_of(name))
  local walls = matrix(size, size, function() return random(100) <= 45 and 1 or 0 end)
  local function at(x, y) return walls[y] and walls[y][x] or 1 end
  for _ = 1, 4 do
    walls = matrix(size, size, function(x, y)
      local sum = 0
      for dy = -1, 1 do
        for dx = -1, 1 do sum = sum + at(x + dx, y + dy) end
      end
      return sum >= 5 and 1 or 0
    end)
  end
  return from_tiles(name, size, size, function(x, y) return at(x, y) == 1 and "@" or "." end)
end

--- Square rooms, `pitch` tiles from wall to wall, with a door in most walls.
function maps.rooms(name, size, pitch)
  local random = maps.generator(seed_of(name))
  local walls = matrix(size, size, function(x, y)
    return (x % pitch == 0 or y % pitch == 0) and 1 or 0
  end)
  for y = pitch, size, pitch do
    for x = pitch, size, pitch do
      local door = random(pitch - 1)
      if random(4) > 1 and x + door <= size then walls[y][x + door] = 0 end
      door = random(pitch - 1)
      if random(4) > 1 and y + door <= size then walls[y + door][x] = 0 end
    end
  end
  return from_tiles(name, size, size, function(x, y)
    return walls[y][x] == 1 and "@" or "."
  end)
end

--- A maze without loops, its corridors `width` tiles wide.
function maps.maze(name, size, width)
  local random = maps.generator(seed_of(name))
  local pitch = width + 1
  local side = math.floor((size - 1) / pitch)
  local walls = matrix(size, size, function(x, y)
    local in_maze = x <= side * pitch and y <= side * pitch
    return in_maze and (x - 1) % pitch > 0 and (y - 1) % pitch > 0 and 0 or 1
  end)
  local seen = matrix(side, side, function() return false end)
  local stack = { { 1, 1 } }
  seen[1][1] = true
  while #stack > 0 do
    local x, y = stack[#stack][1], stack[#stack][2]
    local ways = {}
    for _, d in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do
      local row = seen[y + d[2]]
      if row and row[x + d[1]] == false then ways[#ways + 1] = d end
    end
    if #ways == 0 then
      stack[#stack] = nil
    else
      local d = ways[random(#ways)]
      for i = 1, width do -- opens the wall between the two
        local wx = (x - 1) * pitch + 1 + (d[1] == 0 and i or d[1] == 1 and pitch or 0)
        local wy = (y - 1) * pitch + 1 + (d[2] == 0 and i or d[2] == 1 and pitch or 0)
        walls[wy][wx] = 0
      end
      seen[y + d[2]][x + d[1]] = true
      stack[#stack + 1] = { x + d[1], y + d[2] }
    end
  end
  return from_tiles(name, size, size, function(x, y)
    return walls[y][x] == 1 and "@" or "."
  end)
end

--- An open area with some pillars.
function maps.arena(name, size)
  local random = maps.generator(seed_of(name))
  local walls = matrix(size, size, function(x, y)
    return (x == 1 or y == 1 or x == size or y == size) and 1 or 0
  end)
  for _ = 1, math.floor(size / 4) do
    local width, height, x, y = random(4), random(4), random(size - 4), random(size - 4)
    for j = y, y + height - 1 do
      for i = x, x + width - 1 do walls[j][i] = 1 end
    end
  end
  return from_tiles(name, size, size, function(x, y)
    return walls[y][x] == 1 and "@" or "."
  end)
end

local terrain_costs = { "1", "2", "3", "5", "8" }

--- Terrain of costs 1, 2, 3, 5, 8, each tile at random, and some walls.
function maps.speckle(name, size)
  local random = maps.generator(seed_of(name))
  return from_tiles(name, size, size, function()
    return random(25) == 1 and "@" or terrain_costs[random(5)]
  end)
end

--- Terrain of the same costs in hills and plains: smoothed noise at three scales.
function maps.hills(name, size)
  local random = maps.generator(seed_of(name))
  local height = matrix(size, size, function() return 0 end)
  for _, octave in ipairs { { 64, 4 }, { 24, 2 }, { 8, 1 } } do
    local cell, weight = octave[1], octave[2]
    local side = math.floor(size / cell) + 2
    local knots = matrix(side, side, function() return random(1000) end)
    for y = 1, size do
      for x = 1, size do
        local i, j = math.floor((x - 1) / cell), math.floor((y - 1) / cell)
        local u, v = (x - 1) / cell - i, (y - 1) / cell - j
        local upper, lower = knots[j + 1], knots[j + 2]
        local value = (upper[i + 1] * (1 - u) + upper[i + 2] * u) * (1 - v)
          + (lower[i + 1] * (1 - u) + lower[i + 2] * u) * v
        height[y][x] = height[y][x] + weight * value
      end
    end
  end
  return from_tiles(name, size, size, function(x, y)
    if random(25) == 1 then return "@" end
    local level = (height[y][x] / 7000 - 0.4) / 0.06
    return terrain_costs[math.max(1, math.min(5, math.floor(level) + 1))]
  end)
end

-- --------------------------------------------------------------------------- files

--- Reads a MovingAI map, or lines of digits; nil when there is no such file.
function maps.read(path, name)
  local file = io.open(path)
  if not file then return nil end
  local lines = {}
  for line in file:lines() do lines[#lines + 1] = (line:gsub("\r$", "")) end
  file:close()
  local first, letters = 1, "[^1-9]"
  if lines[1]:find("^type") then first, letters = 5, "[^.GS]" end
  local rows = {}
  for i = first, #lines do
    if lines[i] ~= "" then rows[#rows + 1] = lines[i]:gsub(letters, "@"):gsub("[GS]", ".") end
  end
  return { name = name, width = #rows[1], height = #rows, rows = rows }
end

function maps.write(map, path)
  local file = assert(io.open(path, "w"))
  file:write(("type octile\nheight %d\nwidth %d\nmap\n"):format(map.height, map.width))
  file:write(table.concat(map.rows, "\n"), "\n")
  file:close()
end

--- Reads a scenario file: queries with their known optimal costs.
function maps.read_queries(path)
  local queries = {}
  for line in io.lines(path) do
    local x1, y1, x2, y2, cost = line:match("(%d+)%s+(%d+)%s+(%d+)%s+(%d+)%s+([%d.]+)%s*$")
    if x1 and tonumber(cost) > 0 then
      queries[#queries + 1] = {
        x1 = tonumber(x1), y1 = tonumber(y1), x2 = tonumber(x2), y2 = tonumber(y2),
        cost = tonumber(cost), order = #queries,
      }
    end
  end
  return queries
end

--- Writes queries as a scenario file with three more columns: the tile to edit (x, y), the number
--- of the query.
function maps.write_queries(map, queries, path)
  local file = assert(io.open(path, "w"))
  for _, q in ipairs(queries) do
    file:write(("0 %s %d %d %d %d %d %d %.8f %d %d %d\n"):format(map.name, map.width,
      map.height, q.x1, q.y1, q.x2, q.y2, q.cost or 0, q.edit_x or -1, q.edit_y or -1, q.id))
  end
  file:close()
end

-- ------------------------------------------------------------------------- queries

--- At most `count` queries, spread evenly over the list sorted by cost, and numbered.
function maps.sample(queries, count)
  local sorted, sampled = {}, {}
  for i, q in ipairs(queries) do sorted[i] = q end
  table.sort(sorted, function(a, b)
    if a.cost ~= b.cost then return a.cost < b.cost end
    return a.order < b.order
  end)
  count = math.min(count, #sorted)
  for i = 1, count do
    sampled[i] = sorted[math.floor((i - 0.5) * #sorted / count) + 1]
    sampled[i].id = i
  end
  return sampled
end

--- `count` queries of a list, at equal distances, in an order that alternates short and long
--- ones: so the queries that a slow peer finishes in its time are a fair sample.
function maps.thin(queries, count)
  local thinned = {}
  count = math.min(count, #queries)
  local stride = math.floor(count * 0.382)
  local function divides() -- whether the stride would skip some queries
    local a, b = stride, count
    while b > 0 do a, b = b, a % b end
    return a ~= 1
  end
  while stride > 1 and divides() do stride = stride - 1 end
  stride = math.max(stride, 1)
  for i = 0, count - 1 do
    local place = i * stride % count
    thinned[i + 1] = queries[math.floor((place + 0.5) * #queries / count) + 1]
  end
  return thinned
end

--- The connected components of free tiles, each as an array of tiles: tile (x, y) is
--- y * width + x + 1. Four neighbors are enough: where corners are not cut, diagonal steps connect
--- nothing more.
local function components_of(map)
  local width, is_left, components = map.width, {}, {}
  for y, row in ipairs(map.rows) do
    for x = 1, width do is_left[(y - 1) * width + x] = row:byte(x) ~= 64 end -- '@'
  end
  local function take(tile, component)
    if not is_left[tile] then return end
    is_left[tile] = false
    component[#component + 1] = tile
  end
  for first = 1, #is_left do
    if is_left[first] then
      local component, i = {}, 1
      take(first, component)
      while component[i] do
        local tile = component[i]
        local column = (tile - 1) % width
        take(tile - width, component)
        take(tile + width, component)
        if column > 0 then take(tile - 1, component) end
        if column < width - 1 then take(tile + 1, component) end
        i = i + 1
      end
      components[#components + 1] = component
    end
  end
  return components
end

local function largest(components)
  local best = 1
  for i, component in ipairs(components) do
    if #component > #components[best] then best = i end
  end
  return best
end

local function query_between(map, tile1, tile2)
  local function split(tile)
    local x = (tile - 1) % map.width
    return x, math.floor((tile - 1 - x) / map.width + 0.5)
  end
  local x1, y1 = split(tile1)
  local x2, y2 = split(tile2)
  return { x1 = x1, y1 = y1, x2 = x2, y2 = y2 }
end

--- `count` queries between random tiles of one component. `cost_of(query)` sorts them; that cost is
--- not a known optimum, so the returned queries have none.
function maps.random_queries(map, count, cost_of)
  local random = maps.generator(seed_of(map.name) + 1)
  local components = components_of(map)
  local component = components[largest(components)]
  local queries = {}
  while #queries < 5 * count do
    local q = query_between(map, component[random(#component)], component[random(#component)])
    if q.x1 ~= q.x2 or q.y1 ~= q.y2 then
      q.cost, q.order = cost_of(q), #queries
      queries[#queries + 1] = q
    end
  end
  queries = maps.sample(queries, count)
  for _, q in ipairs(queries) do q.cost = nil end
  return queries
end

--- A copy of a map with some random tiles enclosed, each by eight walls.
local function with_cells(map, random)
  local rows = {}
  for y, row in ipairs(map.rows) do
    rows[y] = {}
    for x = 1, map.width do rows[y][x] = row:sub(x, x) end
  end
  for _ = 1, 40 do
    local x, y = random(map.width - 2) + 1, random(map.height - 2) + 1
    if rows[y][x] ~= "@" then
      for dy = -1, 1 do
        for dx = -1, 1 do
          if dx ~= 0 or dy ~= 0 then rows[y + dy][x + dx] = "@" end
        end
      end
    end
  end
  return from_tiles(map.name, map.width, map.height, function(x, y) return rows[y][x] end)
end

--- A map with unreachable goals, and `count` queries from its largest component to such goals: the
--- map itself if it has other components of some size, otherwise a copy with enclosed tiles.
function maps.with_unreachable(map, count)
  local random = maps.generator(seed_of(map.name) + 2)
  local components, main, outside
  local function look(at)
    components, outside = components_of(at), {}
    main = largest(components)
    for i, component in ipairs(components) do
      for _, tile in ipairs(i ~= main and component or {}) do outside[#outside + 1] = tile end
    end
    return #outside >= 10
  end
  if not look(map) then
    map = with_cells(map, random)
    look(map)
  end
  local queries = {}
  for id = 1, count do
    local from = components[main][random(#components[main])]
    queries[id] = query_between(map, from, outside[random(#outside)])
    queries[id].id = id
  end
  return map, queries
end

--- The queries again, each with a tile to block: the tile of its path that is nearest to the middle
--- and leaves the goal reachable. `path_of(query)` returns the path's coordinates { x1, y1, ... },
--- `stays_reachable(query, x, y)` a boolean. Queries without such a tile are left out.
function maps.edit_queries(queries, path_of, stays_reachable)
  local edited = {}
  for _, q in ipairs(queries) do
    local flat = path_of(q)
    local points = #flat / 2
    local middle = math.floor((points + 1) / 2)
    for away = 0, math.min(middle - 2, 40) do
      local i = middle + (away % 2 == 0 and away / 2 or -(away + 1) / 2)
      local x, y = flat[2 * i - 1], flat[2 * i]
      if i > 1 and i < points and stays_reachable(q, x, y) then
        edited[#edited + 1] = {
          x1 = q.x1, y1 = q.y1, x2 = q.x2, y2 = q.y2, edit_x = x, edit_y = y,
          id = #edited + 1,
        }
        break
      end
    end
  end
  return edited
end

return maps
