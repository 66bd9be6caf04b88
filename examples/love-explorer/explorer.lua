--- The search on show: what it runs on, how it stands and what is done to it. Nothing here draws.
local astar = require "astar"
local maps = require "maps"

local explorer = {}

--- What can be chosen: the key, the words of the panel, the values and their names.
explorer.choices = {
  {
    name = "algorithm", key = "a", label = "Algorithm",
    values = { "astar", "dijkstra", "greedy", "jps" },
    words = { astar = "A*", dijkstra = "Dijkstra", greedy = "greedy", jps = "jump points" },
  },
  {
    name = "heuristic", key = "h", label = "Heuristic",
    values = { "auto", "manhattan", "octile", "chebyshev", "euclidean", "zero" },
    words = { auto = "auto (never too high)" },
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
    words = { [5] = "5 a second", [20] = "20 a second", [60] = "60 a second",
      [300] = "300 a second" },
  },
  {
    name = "slopes", key = "t", label = "New maps", values = { true, false },
    words = { [true] = "hills and swamp", [false] = "level" },
  },
  {
    name = "endless", key = "e", label = "At the end", values = { true, false },
    words = { [true] = "next map", [false] = "stay" },
  },
}

explorer.brushes = { maps.wall, maps.ground, maps.hill, maps.swamp }

-- The step costs of the textbooks: 10, and 14 on the diagonal.
local costs = { [maps.ground] = 10, [maps.hill] = 20, [maps.swamp] = 40 }
explorer.costs = costs

local tiles_a_second = 24 -- of the path as it appears
local rest = 3            -- seconds at the end, before the next map

local Explorer = {}
Explorer.__index = Explorer

---@param seed integer of the first map
function explorer.new(seed)
  local self = setmetatable({ settings = {}, brush = maps.wall, paused = false }, Explorer)
  for _, choice in ipairs(explorer.choices) do
    self.settings[choice.name] = choice.values[1]
  end
  self.settings.pace = 20
  self:new_map(seed)
  return self
end

function Explorer:new_map(seed)
  self.seed = seed or self.seed + 1
  self.grid, self.start, self.goal = maps.random(self.seed, self.settings.slopes)
  self:restart()
end

--- Begins the search anew, on the map as it is and with what is chosen.
function Explorer:restart()
  local settings, start, goal = self.settings, self.start, self.goal
  self.rules = astar.rules {
    cost = costs, diagonal_cost = 1.4, neighbors = settings.neighbors,
    diagonal = settings.diagonal,
  }
  -- Jump points cannot serve every map; the library says why.
  local ok, search = pcall(self.grid.search, self.grid, start.x, start.y, goal.x, goal.y,
    self.rules, {
      algorithm = settings.algorithm, heuristic = settings.heuristic, weight = settings.weight,
    })
  self.search = ok and search or nil
  self.refusal = not ok and search:gsub("^grid:search: ", "") or nil
  self.outcome = ok and search:step(0) or "refused"
  self.path, self.cost, self.shown = nil, nil, 0
  self.saved, self.rested = 0, 0
end

--- Makes so many expansions, if the search is still under way.
function Explorer:expand(count)
  if self.outcome ~= "running" then return end
  self.outcome = self.search:step(count)
end

--- Whether the whole path has appeared, or there is none to wait for.
function Explorer:is_over()
  if self.outcome == "found" then return self.path ~= nil and self.shown >= #self.path end
  return self.outcome ~= "running"
end

local function show_path(self, dt)
  if not self.path then
    self.path, self.cost = self.search:path()
    self.least = select(2, self.grid:find_path(self.start.x, self.start.y, self.goal.x,
      self.goal.y, self.rules))
  end
  self.shown = math.min(self.shown + dt * tiles_a_second, #self.path)
end

---@param dt number seconds
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

--- One expansion, and a pause.
function Explorer:single_step()
  self.paused = true
  self:expand(1)
end

--- The next value of a choice, or with `back` the one before.
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

--- "start" or "goal" where one of them is.
function Explorer:marker_at(x, y)
  return is_at(self.start, x, y) and "start" or is_at(self.goal, x, y) and "goal" or nil
end

function Explorer:paint(x, y, terrain)
  local before = self.grid:get(x, y)
  if not before or before == terrain:byte() then return end
  self.grid:set(x, y, terrain)
  self:restart()
end

--- Moves "start" or "goal".
function Explorer:move(marker, x, y)
  if not self.grid:get(x, y) or self:marker_at(x, y) then return end
  self[marker].x, self[marker].y = x, y
  self:restart()
end

-- -------------------------------------------------------------------------- in words

local no_way = {
  unreachable = "No way: walls part A from B. That is known from labels, without a search.",
  goal_blocked = "No way: B stands in a wall.",
}

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
  if self.cost <= self.least * (1 + 1e-6) then return text .. " No way is cheaper." end
  return text .. (" The cheapest way costs %.4g: this one is %.1f %% dearer.")
    :format(self.least, (self.cost / self.least - 1) * 100)
end

--- How it stands, in a sentence.
function Explorer:sentence()
  if self.outcome == "refused" then
    return ("Not here: %s (T: a level map)."):format(self.refusal)
  end
  if self.path then return found_in_words(self) end
  if no_way[self.outcome] then return no_way[self.outcome] end
  return ("Searching: %d tiles expanded, %d open.")
    :format(self.search:expanded(), count_open(self.search))
end

return explorer
