--- The state of the demo: the map, the search on it and the settings; and the functions that change
--- them. This file draws nothing: main.lua and panel.lua draw.
local astar = require "astar"
local maps = require "maps"

local explorer = {}

--- The settings that the user can change. name: the field of `app.settings`. key: the key that
--- selects the next value. label, words: what the panel shows for the setting and its values.
explorer.choices = {
  {
    name = "algorithm", key = "a", label = "Algorithm",
    values = { "astar", "dijkstra", "greedy", "jps" },
    words = { astar = "A*", dijkstra = "Dijkstra", greedy = "greedy", jps = "jump points" },
  },
  {
    name = "heuristic", key = "h", label = "Heuristic",
    values = { "auto", "manhattan", "octile", "chebyshev", "euclidean", "zero" },
    words = { auto = "auto (admissible)" },
  },
  {
    name = "weight", key = "w", label = "Weight of H", values = { 1, 1.5, 2, 5 },
    words = {},
  },
  {
    name = "neighbors", key = "d", label = "Directions", values = { 8, 4 }, words = {},
  },
  {
    name = "diagonal", key = "c", label = "Corners",
    values = { "only_when_no_obstacles", "if_at_most_one_obstacle", "always" },
    words = {
      only_when_no_obstacles = "never cut", if_at_most_one_obstacle = "cut one",
      always = "cut both",
    },
  },
  {
    name = "pace", key = "p", label = "Pace", values = { 5, 20, 60, 300 },
    words = { [5] = "5 per second", [20] = "20 per second", [60] = "60 per second",
      [300] = "300 per second" },
  },
  {
    name = "slopes", key = "t", label = "New maps", values = { true, false },
    words = { [true] = "hills and swamp", [false] = "flat" },
  },
  {
    name = "endless", key = "e", label = "At the end", values = { true, false },
    words = { [true] = "next map", [false] = "stay" },
  },
}

--- The terrains to paint, and danger: an influence map, which adds to the cost of tiles.
explorer.brushes = { maps.wall, maps.ground, maps.hill, maps.swamp, "danger" }

-- Costs per tile: 10 for a straight step on plain ground, 14 for a diagonal step.
local costs = { [maps.ground] = 10, [maps.hill] = 20, [maps.swamp] = 40 }
explorer.costs = costs

local tiles_per_second = 24 -- how fast the path grows on the screen
local rest = 3              -- how long the path is shown before the next map [seconds]

local Explorer = {}
Explorer.__index = Explorer

--- Creates the state, with a random map and a search that has not begun.
---@param seed integer the seed of the first map
function explorer.new(seed)
  local self = setmetatable({ settings = {}, brush = maps.wall, paused = false }, Explorer)
  for _, choice in ipairs(explorer.choices) do
    self.settings[choice.name] = choice.values[1]
  end
  self.settings.pace = 20
  self:new_map(seed)
  return self
end

--- Creates a random map and a search on it. Without `seed`: the map with the next number.
function Explorer:new_map(seed)
  self.seed = seed or self.seed + 1
  self.grid, self.start, self.goal = maps.random(self.seed, self.settings.slopes)
  self.danger = self.grid:influence "danger"
  self:restart()
end

--- Starts a new search, on the current map with the current settings. Must be called after each
--- edit of the map: a search that began before the edit cannot end.
function Explorer:restart()
  local settings, start, goal = self.settings, self.start, self.goal
  self.rules = astar.rules {
    cost = costs, diagonal_cost = 1.4, neighbors = settings.neighbors,
    diagonal = settings.diagonal, influence = { danger = 1 },
  }
  -- Jump point search needs tiles of equal cost, and raises an error on other maps. `pcall` catches
  -- the error, and the panel shows its text.
  local ok, search = pcall(self.grid.search, self.grid, start.x, start.y, goal.x, goal.y,
    self.rules, {
      algorithm = settings.algorithm, heuristic = settings.heuristic, weight = settings.weight,
    })
  self.search = ok and search or nil
  self.refusal = not ok and search:gsub("^grid:search: ", "") or nil
  self.outcome = ok and search:step(0) or "refused"
  self.path, self.cost, self.shown = nil, nil, 0
  self.saved, self.rested = 0, 0
  self.explanation = nil
  self:explain()
end

--- When there is no path: finds out why, and which walls would have to be opened.
function Explorer:explain()
  if self.outcome ~= "unreachable" and self.outcome ~= "goal_blocked" then return end
  self.explanation = self.grid:explain(self.start.x, self.start.y, self.goal.x, self.goal.y,
    self.rules, { want = { "relax", "open", "open_cost", "path", "barrier" } })
end

--- Makes `count` expansions, unless the search has ended: `step` runs a part of the search and
--- returns "running", "found", or the reason why there is no path.
function Explorer:expand(count)
  if self.outcome ~= "running" then return end
  self.outcome = self.search:step(count)
  self:explain()
end

--- Whether the whole path is shown, or there is no path.
function Explorer:is_over()
  if self.outcome == "found" then return self.path ~= nil and self.shown >= #self.path end
  return self.outcome ~= "running"
end

-- Lets the path grow on the screen. At the first call also finds the least cost, to compare.
local function show_path(self, dt)
  if not self.path then
    self.path, self.cost = self.search:path()
    self.min_cost = select(2, self.grid:find_path(self.start.x, self.start.y, self.goal.x,
      self.goal.y, self.rules))
  end
  self.shown = math.min(self.shown + dt * tiles_per_second, #self.path)
end

--- Lets time pass: the search makes expansions, or the path grows, or the next map comes.
---@param dt number [seconds]
function Explorer:update(dt)
  if self.outcome == "running" then
    if self.paused then return end
    self.saved = self.saved + dt * self.settings.pace
    self:expand(math.floor(self.saved))
    self.saved = self.saved % 1
  elseif not self:is_over() then
    show_path(self, dt)
  elseif self.settings.endless and not self.paused and self.outcome ~= "refused" then
    self.rested = self.rested + dt
    if self.rested > rest then self:new_map() end
  end
end

--- Makes one expansion and pauses.
function Explorer:single_step()
  self.paused = true
  self:expand(1)
end

--- Selects the next value of a setting; with `back` the previous value.
function Explorer:choose(choice, back)
  local values = choice.values
  for i, value in ipairs(values) do
    if value == self.settings[choice.name] then
      self.settings[choice.name] = values[(i - 1 + (back and -1 or 1)) % #values + 1]
      break
    end
  end
  if choice.name == "slopes" then
    self:new_map(self.seed)
  elseif choice.name ~= "pace" and choice.name ~= "endless" then
    self:restart()
  end
end

local function is_at(point, x, y)
  return point.x == x and point.y == y
end

--- Returns the marker on a tile: "start", "goal" or nil.
function Explorer:marker_at(x, y)
  return is_at(self.start, x, y) and "start" or is_at(self.goal, x, y) and "goal" or nil
end

--- Changes the terrain of a tile, or adds danger around it; plain ground also takes it away.
--- `grid:get` returns the byte of a terrain; nil off the map.
function Explorer:paint(x, y, terrain)
  if not self.grid:get(x, y) then return end
  local before = self.grid:revision()
  if terrain == "danger" then
    self.danger:stamp(x, y, 2, 20)
  else
    self.grid:set(x, y, terrain)
    if terrain == maps.ground then self.danger:set(x, y, 0) end
  end
  if self.grid:revision() ~= before then self:restart() end
end

--- Moves a marker, "start" or "goal", to a tile.
function Explorer:move(marker, x, y)
  if not self.grid:get(x, y) or self:marker_at(x, y) then return end
  self[marker].x, self[marker].y = x, y
  self:restart()
end

-- --------------------------------------------------------------------- status in words

local no_path = {
  unreachable = "No path: walls separate A from B.", goal_blocked = "No path: B is on a wall.",
}

-- Why there is no path, and what would make one.
local function explained_in_words(self)
  local explanation, words = self.explanation, { no_path[self.outcome] }
  local count, path = #explanation.open, explanation.path
  words[2] = ("Opening %d %s would make one of cost %.4g."):format(count,
    count == 1 and "wall" or "walls", path:cost(#path))
  for _, rule in ipairs(explanation.relax) do
    if rule == "diagonal" then words[3] = "So would cutting corners (C)." end
  end
  return table.concat(words, " ")
end

local function count_open(search)
  local count = 0
  for _, _, state in search:each() do
    if state == "open" then count = count + 1 end
  end
  return count
end

local function found_in_words(self)
  local text = ("Found: cost %.4g over %d tiles, %d expanded.")
    :format(self.cost, #self.path, self.search:expanded())
  if self.cost <= self.min_cost * (1 + 1e-6) then return text .. " No path is cheaper." end
  return text .. (" The cheapest path costs %.4g: this path is %.1f %% more expensive.")
    :format(self.min_cost, (self.cost / self.min_cost - 1) * 100)
end

--- Returns the status of the search as a sentence for the header.
function Explorer:sentence()
  if self.outcome == "refused" then
    return ("Not on this map: %s (T: a flat map)."):format(self.refusal)
  end
  if self.path then return found_in_words(self) end
  if self.explanation then return explained_in_words(self) end
  return ("Searching: %d tiles expanded, %d open.")
    :format(self.search:expanded(), count_open(self.search))
end

return explorer
