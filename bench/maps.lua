--- Maps and queries of the benchmark: read from files, or generated from seeds.
---
--- A map is { name, width, height, rows, costs }: rows of letters, and the cost of each letter but
--- '@', a wall. A query is { x1, y1, x2, y2, cost, edit_x, edit_y, id }, counted from 0 as in
--- scenario files; `cost` is the known optimum, if any.
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

--- A map from a function that returns the letter of each tile, counted from 1. Without `costs`, the
--- passable tiles are '.' and cost 1.
local function from_tiles(name, width, height, letter, costs)
  local rows = {}
  for y = 1, height do
    local row = {}
    for x = 1, width do row[x] = letter(x, y) end
    rows[y] = table.concat(row)
  end
  return { name = name, width = width, height = height, rows = rows,
    costs = costs or { ["."] = 1 } }
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

--- An open area without walls.
function maps.open(name, size)
  return from_tiles(name, size, size, function() return "." end)
end

-- ------------------------------------------------------------ terrain of several costs

--- Smooth noise of `size` x `size` tiles, without a seam where copies of it touch. Each octave
--- { cell, weight } is a lattice of random numbers, interpolated between its points, `cell` tiles
--- apart.
local function smooth_noise(random, size, octaves)
  local noise = matrix(size, size, function() return 0 end)
  for _, octave in ipairs(octaves) do
    local cell, weight = octave[1], octave[2]
    local side = math.ceil(size / cell)
    local knots = matrix(side, side, function() return random(1000) * weight end)
    for y = 1, size do
      local j = math.floor((y - 1) / cell)
      local v = (y - 1) / cell - j
      local upper, lower, row = knots[j + 1], knots[(j + 1) % side + 1], noise[y]
      for x = 1, size do
        local i = math.floor((x - 1) / cell)
        local u, right = (x - 1) / cell - i, (i + 1) % side + 1
        row[x] = row[x] + (upper[i + 1] * (1 - u) + upper[right] * u) * (1 - v)
          + (lower[i + 1] * (1 - u) + lower[right] * u) * v
      end
    end
  end
  return noise
end

--- The values below which the given shares of noise lie.
local function quantiles(noise, shares)
  local values, limits = {}, {}
  for y = 1, #noise, 4 do
    for x = 1, #noise, 4 do values[#values + 1] = noise[y][x] end
  end
  table.sort(values)
  for i, share in ipairs(shares) do limits[i] = values[math.ceil(share * #values)] end
  return limits
end

--- The level of a value among ascending limits: 1 below the first one.
local function level_of(value, limits)
  local level = 1
  while limits[level] and value > limits[level] do level = level + 1 end
  return level
end

local noise_costs = { ["1"] = 1, ["2"] = 2, ["3"] = 3, ["5"] = 5, ["8"] = 8 }
local noise_letters = { "1", "2", "3", "5", "8" }

--- Terrain of five costs, each tile at random, and some walls.
function maps.speckle(name, size)
  local random = maps.generator(seed_of(name))
  return from_tiles(name, size, size, function()
    return random(25) == 1 and "@" or noise_letters[random(5)]
  end, noise_costs)
end

--- The same five costs in rough ground: noise down to 8 tiles, and single walls.
function maps.rough(name, size)
  local random = maps.generator(seed_of(name))
  local noise = smooth_noise(random, size, { { 64, 4 }, { 32, 2 }, { 8, 1 } })
  local limits = quantiles(noise, { 0.4, 0.6, 0.76, 0.87 })
  return from_tiles(name, size, size, function(x, y)
    return random(25) == 1 and "@" or noise_letters[level_of(noise[y][x], limits)]
  end, noise_costs)
end

--- Smooth hills of four levels, and rocks on 15 % of the tiles.
function maps.hills(name, size)
  local random = maps.generator(seed_of(name))
  local height = smooth_noise(random, size, { { 128, 4 }, { 64, 2 }, { 32, 1 } })
  local rock = smooth_noise(random, size, { { 32, 2 }, { 16, 1 } })
  local levels, rocks = quantiles(height, { 0.14, 0.54, 0.9 }), quantiles(rock, { 0.85 })
  local letters = { "1", "2", "4", "8" }
  return from_tiles(name, size, size, function(x, y)
    return rock[y][x] > rocks[1] and "@" or letters[level_of(height[y][x], levels)]
  end, { ["1"] = 1, ["2"] = 2, ["4"] = 4, ["8"] = 8 })
end

--- Marks the tiles of a road of three tiles from one side of the map to the opposite one, which
--- winds around the line `middle`.
local function draw_road(is_road, random, size, middle, is_upright)
  local bends = {}
  for i = 0, math.ceil(size / 64) do bends[i] = middle + random(81) - 41 end
  for along = 1, size do
    local i = math.floor((along - 1) / 64)
    local u = (along - 1) / 64 - i
    local place = math.floor(bends[i] * (1 - u) + bends[i + 1] * u)
    for across = place - 1, place + 2 do
      local x, y = is_upright and across or along, is_upright and along or across
      if is_road[y] and x >= 1 and x <= size then is_road[y][x] = true end
    end
  end
end

--- Grass and forest with lakes, and roads across: a tile of road costs half a tile of grass.
function maps.country(name, size)
  local random = maps.generator(seed_of(name))
  local forest = smooth_noise(random, size, { { 128, 2 }, { 32, 1 } })
  local water = smooth_noise(random, size, { { 64, 2 }, { 32, 1 } })
  local forests, lakes = quantiles(forest, { 0.65 }), quantiles(water, { 0.88 })
  local is_road = matrix(size, size, function() return false end)
  for middle = 128, size - 64, 256 do
    draw_road(is_road, random, size, middle, false)
    draw_road(is_road, random, size, middle, true)
  end
  return from_tiles(name, size, size, function(x, y)
    if is_road[y][x] then return "r" end
    if water[y][x] > lakes[1] then return "@" end
    return forest[y][x] > forests[1] and "f" or "."
  end, { r = 0.5, ["."] = 1, f = 2 })
end

--- The terrain of a strategy game: ground, swamp, water, and cliffs that surround plateaus, all in
--- blocks of 4 x 4 tiles. Most tiles lie in large areas of one terrain.
function maps.swamp(name, size)
  local random = maps.generator(seed_of(name))
  local side = size / 4
  local height = smooth_noise(random, side, { { 16, 3 }, { 8, 1 } })
  local wetness = smooth_noise(random, side, { { 32, 2 }, { 8, 1 } })
  local cliff = smooth_noise(random, side, { { 8, 2 }, { 4, 1 } })
  local bounds, wet = quantiles(height, { 0.42, 0.58 }), quantiles(wetness, { 0.45, 0.9 })
  local open, letters = quantiles(cliff, { 0.35, 0.85 }), { ".", "s", "w" }
  return from_tiles(name, size, size, function(x, y)
    local i, j = math.ceil(x / 4), math.ceil(y / 4)
    local is_slope = height[j][i] > bounds[1] and height[j][i] < bounds[2]
    if is_slope and cliff[j][i] > open[1] or cliff[j][i] > open[2] then return "@" end
    return letters[level_of(wetness[j][i], wet)]
  end, { ["."] = 1, s = 2, w = 3 })
end

--- The same map where all passable tiles cost 1.
function maps.with_one_cost(map)
  local costs = {}
  for letter in pairs(map.costs) do costs[letter] = 1 end
  return { name = map.name, width = map.width, height = map.height, rows = map.rows,
    costs = costs, is_huge = map.is_huge }
end

--- `copies` x `copies` copies of a map side by side.
function maps.tiled(name, map, copies)
  local wide, rows = {}, {}
  for y, row in ipairs(map.rows) do wide[y] = row:rep(copies) end
  for y = 1, copies * map.height do rows[y] = wide[(y - 1) % map.height + 1] end
  return { name = name, width = copies * map.width, height = #rows, rows = rows,
    costs = map.costs }
end

-- --------------------------------------------------------------------------- files

--- Reads a MovingAI map, or lines of digits, where 0 is a wall and the other digits are costs; nil
--- when there is no such file. With `costs`, letters without a cost are walls. Without it, '.', 'G'
--- and 'S' of a MovingAI map cost 1.
function maps.read(path, name, costs)
  local file = io.open(path)
  if not file then return nil end
  local lines = {}
  for line in file:lines() do lines[#lines + 1] = (line:gsub("\r$", "")) end
  file:close()
  local first, letters = 5, costs or { ["."] = 1, G = 1, S = 1 }
  if not lines[1]:find("^type") then
    first, letters = 1, {}
    for digit = 1, 9 do letters[tostring(digit)] = digit end
  end
  local letter_of = {}
  for byte = 0, 255 do
    local letter = string.char(byte)
    letter_of[letter] = letters[letter] and letter or "@"
    if not costs and letters[letter] and letter:find("[GS]") then letter_of[letter] = "." end
  end
  local rows = {}
  for i = first, #lines do
    if lines[i] ~= "" then rows[#rows + 1] = lines[i]:gsub(".", letter_of) end
  end
  return { name = name, width = #rows[1], height = #rows, rows = rows, costs = letters }
end

--- The costs of a map as words, as in ".=1 R=0.5".
function maps.costs_text(map)
  local words = {}
  for letter, cost in pairs(map.costs) do words[#words + 1] = ("%s=%.17g"):format(letter, cost) end
  table.sort(words)
  return table.concat(words, " ")
end

--- The costs of letters from such words.
function maps.costs_from(text)
  local costs = {}
  for letter, cost in text:gmatch("(%S)=(%S+)") do costs[letter] = tonumber(cost) end
  return costs
end

--- Writes a MovingAI map with one more line in its header, the costs of the letters.
function maps.write(map, path)
  local file = assert(io.open(path, "w"))
  file:write(("type octile\nheight %d\nwidth %d\ncosts %s\nmap\n")
    :format(map.height, map.width, maps.costs_text(map)))
  for _, row in ipairs(map.rows) do file:write(row, "\n") end
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

--- A random passable tile of a map, counted from 0.
local function random_tile(map, random)
  while true do
    local x, y = random(map.width), random(map.height)
    if map.rows[y]:byte(x) ~= 64 then return x - 1, y - 1 end -- '@'
  end
end

--- `count` queries between random tiles, in random order, without the lists of tiles that a large
--- map has no room for. `is_reachable(query)` returns a boolean.
function maps.reachable_queries(map, count, is_reachable)
  local random, queries = maps.generator(seed_of(map.name) + 3), {}
  while #queries < count do
    local q = { id = #queries + 1 }
    q.x1, q.y1 = random_tile(map, random)
    q.x2, q.y2 = random_tile(map, random)
    if is_reachable(q) then queries[q.id] = q end
  end
  return queries
end

--- `count` edits at random tiles that are not the goal of `query`, each as two queries with its
--- goal: in those with odd numbers the tile closes, in those with even numbers it opens.
function maps.scattered_edits(map, query, count)
  local random, queries = maps.generator(seed_of(map.name) + 4), {}
  while #queries < 2 * count do
    local x, y = random_tile(map, random)
    for _ = 1, (x ~= query.x2 or y ~= query.y2) and 2 or 0 do
      queries[#queries + 1] = {
        x1 = query.x1, y1 = query.y1, x2 = query.x2, y2 = query.y2, edit_x = x, edit_y = y,
        id = #queries + 1,
      }
    end
  end
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
  return from_tiles(map.name, map.width, map.height, function(x, y) return rows[y][x] end,
    map.costs)
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
