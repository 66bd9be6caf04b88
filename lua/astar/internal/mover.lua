--- What a walker and an NPC of a crowd have in common: their options, their direction, and how long
--- their steps take.

local folder = (...):gsub("internal%.mover$", "")
local check = require(folder .. "internal.check")
local facing = require(folder .. "internal.facing")

local abs = math.abs

local mover = {}

-- The default layout: a tile is one unit wide, and tile (x, y) has its center at (x, y).
-- `astar.love` recognizes it by `is_plain`.
mover.plain = { is_plain = true, to_world = function(_, x, y) return x, y end }

-- ------------------------------------------------------------------------------ options

--- The options of searches, sorted.
mover.search_options = {
  "algorithm", "avoid", "heuristic", "ignore_blocked", "max_cost", "max_expansions", "partial",
  "penalty_scale", "range", "weight",
}

--- The options of a walker, sorted.
mover.option_names = {
  "directions", "facing", "layout", "on_arrive", "on_blocked", "on_link", "on_step", "slow",
  "speed", "x", "y",
}

local function is_callback(value)
  return value == nil or type(value) == "function"
end

local function is_slow(value)
  if type(value) ~= "table" then return is_callback(value) end
  for _, factor in pairs(value) do
    if factor and not (check.is_finite(factor) and factor > 0) then return false end
  end
  return true
end

--- Whether a value is a layout, or nil.
function mover.is_layout(value)
  return value == nil or type(value) == "table" and type(value.to_world) == "function"
end

--- The message for a tile off the grid; nil for a tile on the grid.
function mover.tile_problem(who, what, grid, x, y)
  local width, height = grid:size()
  if not check.is_integer(x) or x < 1 or x > width then
    return check.expected(who, what:format("x"), ("an integer from 1 to %d"):format(width), x)
  elseif not check.is_integer(y) or y < 1 or y > height then
    return check.expected(who, what:format("y"), ("an integer from 1 to %d"):format(height), y)
  end
end

--- The message for the first invalid option; nil when all are valid.
local function option_problem(who, options)
  local function wrong(name, expected)
    return check.expected(who, ('option "%s"'):format(name), expected, options[name])
  end
  for _, name in ipairs { "on_step", "on_arrive", "on_blocked", "on_link" } do
    if not is_callback(options[name]) then return wrong(name, "a function") end
  end
  local directions = options.directions or 8
  if not facing.is_count(directions) then return wrong("directions", "4 or 8") end
  if not facing.is_name(directions, options.facing or "down") then
    return wrong("facing", ("the name of one of %d directions"):format(directions))
  elseif not check.is_finite(options.speed) or options.speed < 0 then
    return wrong("speed", "a number >= 0")
  elseif not is_slow(options.slow) then
    return wrong("slow", "a table of numbers > 0 or a function")
  elseif not mover.is_layout(options.layout) then
    return wrong("layout", "an object with a method to_world")
  end
end

--- The message for the first invalid argument of a new mover; nil when all are valid.
function mover.problem(who, grid, rules, options)
  if getmetatable(grid) ~= "astar.grid" then
    return check.expected(who, "grid", "an astar grid", grid)
  elseif getmetatable(rules) ~= "astar.rules" then
    return check.expected(who, "rules", "made by astar.rules", rules)
  end
  return mover.tile_problem(who, 'option "%s"', grid, options.x, options.y) or
    option_problem(who, options)
end

--- Sets the fields of a new mover from its options, which are already checked.
function mover.init(self, grid, rules, options)
  self.grid, self.rules = grid, rules
  for _, name in ipairs(mover.option_names) do self[name] = options[name] end
  self.directions, self.facing = options.directions or 8, options.facing or "down"
  self.angle = facing.angle_of(self.facing)
  self.layout, self.state = options.layout or mover.plain, "idle"
  self._speed, self._rules = self.speed, rules
end

--- The options of `walk`. In `npc:walk(grid:find_path(...))` the cost of the path takes their
--- place: a number counts as no options.
function mover.read_walk_options(who, options)
  if options == nil or type(options) == "number" then return nil end
  check.options(who, options, mover.search_options, 4)
  return options
end

-- ------------------------------------------------------------------------------- motion

--- Turns the mover towards (dx, dy) [world units].
function mover.face(self, dx, dy)
  if dx == 0 and dy == 0 then return end
  self.facing = facing.name(self.directions, dx, dy, self.facing)
  self.angle = facing.angle(dx, dy)
end

--- Whether a step leads to an adjacent tile: otherwise it is a link or a long move.
function mover.is_neighbor(x1, y1, x2, y2)
  return abs(x2 - x1) <= 1 and abs(y2 - y1) <= 1
end

--- The number by which the speed is divided on a tile [> 0], from `npc.slow`.
function mover.slow_factor(self, x, y)
  local slow = self.slow
  if not slow then return 1 end
  local terrain = self.grid:get(x, y)
  if type(slow) == "table" then return slow[terrain] or slow[string.char(terrain)] or 1 end
  local factor = slow(terrain, x, y)
  if not check.is_finite(factor) or factor <= 0 then
    error(check.expected("walker", "what slow returns", "a number > 0", factor), 0)
  end
  return factor
end

--- How long a step to a tile that is not adjacent takes: what `on_link` returns, or 0 [seconds].
function mover.link_time(self, x1, y1, x2, y2)
  if not self.on_link then return 0 end
  local seconds = self:on_link(x1, y1, x2, y2) or 0
  if not check.is_finite(seconds) or seconds < 0 then
    error(check.expected("walker", "what on_link returns", "nil or a number >= 0", seconds), 0)
  end
  return seconds
end

return mover
