--- The options of NPCs and of their orders.

local folder = (...):gsub("script%.options$", "")
local check = require(folder .. "internal.check")
local facing = require(folder .. "script.facing")

local options_of = {}

-- The default layout: a tile is one unit wide, and tile (x, y) has its center at (x, y).
-- `astar.love` recognizes it by `is_plain`.
options_of.plain = { is_plain = true, to_world = function(_, x, y) return x, y end }

--- The options of searches, sorted.
options_of.search_options = {
  "algorithm", "avoid", "heuristic", "ignore_blocked", "influence", "max_cost", "max_expansions",
  "partial", "penalty_scale", "range", "weight",
}

-- The options that become fields as they are.
local fields = {
  "directions", "facing", "layout", "on_arrive", "on_blocked", "on_done", "on_link", "on_step",
  "slow", "speed",
}

local function is_slow(value)
  if type(value) == "function" then return true end
  return check.is_table_of(value, function(factor)
    return not factor or check.is_finite(factor) and factor > 0
  end)
end

--- What the options of NPCs must be: { words for the error, test }.
options_of.kinds = {
  directions = { "4 or 8", facing.is_count },
  facing = {
    function(options)
      return ("the name of one of %d directions"):format(options.directions or 8)
    end,
    function(value, options) return facing.is_name(options.directions or 8, value) end,
  },
  hold = check.BOOLEAN,
  layout = {
    "an object with a method to_world",
    function(value) return type(value) == "table" and type(value.to_world) == "function" end,
  },
  nearest = check.COUNT,
  on_arrive = check.FUNCTION, on_blocked = check.FUNCTION, on_done = check.FUNCTION,
  on_enter = check.FUNCTION, on_link = check.FUNCTION, on_step = check.FUNCTION,
  priority = {
    "an integer from -1000 to 1000",
    function(value) return check.is_integer(value) and math.abs(value) <= 1000 end,
  },
  slow = { "a table of numbers > 0 or a function", is_slow },
  speed = check.required(check.NOT_NEGATIVE),
  team = {
    "an integer from 0 to 255",
    function(value) return check.is_integer(value) and value >= 0 and value <= 255 end,
  },
  turn_rate = {
    "a number > 0", function(value) return type(value) == "number" and value > 0 end,
  },
  x = check.required(check.INTEGER), y = check.required(check.INTEGER),
}

--- Sets the fields of a new NPC from its options, which are already checked.
function options_of.init(self, grid, rules, options)
  self.grid, self.rules = grid, rules
  for _, name in ipairs(fields) do self[name] = options[name] end
  self.directions, self.facing = options.directions or 8, options.facing or "down"
  self.angle = facing.angle_of(self.facing)
  self.layout, self.state = options.layout or options_of.plain, "idle"
end

--- The options of `walk`. In `npc:walk(grid:find_path(...))` the cost of the path takes their
--- place: a number counts as no options.
function options_of.read_walk_options(who, options)
  if options == nil or type(options) == "number" then return nil end
  check.options(who, options, options_of.search_options, 4)
  return options
end

return options_of
