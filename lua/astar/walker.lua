--- One NPC that walks on the map: smoothly, tile by tile along its path, whatever the frame rate.
---
---     local walker = require "astar.walker"
---     local hero = walker.new(grid, on_foot, { x = 2, y = 2, speed = 4 })
---     hero:go_to(9, 4)                              -- a path, or nil and the reason
---     function love.update(dt) hero:update(dt) end
---     function love.draw() draw(hero.x, hero.y, hero.facing, hero.state) end
---
--- Between two updates nothing moves, and only `update` calls back. At every moment the walker
--- stands in the middle of a tile or on the straight line between the middles of two tiles that
--- a legal step joins. When an edit forbids the current step, the walker goes back. On a path of
--- `path:smooth` or `path:waypoints` the walker moves along the straight lines between the points.
--- When an edit breaks the current line, the walker goes to the middle of the tile where it is.
---
--- Plain Lua; it needs nothing but the methods of the grid and its paths.

local folder = (... or "astar.walker"):gsub("walker$", "")
local check = require(folder .. "internal.check")

local abs, sqrt = math.abs, math.sqrt
local angle_of = math.atan2 or math.atan -- luacheck: ignore 143

-- How many paths a walker may take in one update, orders and re-routes together. Callbacks can ask
-- for a new path at every step and for ever: two doors that swap, an order from each on_step. A
-- frame of a game needs a handful of paths; 1000 lets an update of infinite time walk a thousand
-- tiles with an order at each, and still ends after a thousand searches.
local max_paths = 1000

-- An order is a goal (with the options of its searches) and, most of the time, a path to it:
--
--   _goal_x, _goal_y, _options   nil, nil, nil without an order
--   _path, _index                the tile of the path where it stands, or where its step ends
--   _path_watch, _watched_path   a watch, once an edit makes it ask whether the path is still
--                                legal, and the path that it is of
--   _paths                       how many paths it has taken since it was made
--   _thin                        "smooth", "waypoints": the method that made the path of the order;
--                                it is called on each other path to the goal, too
--
-- A step leads from one tile to another, (ax, ay) to (bx, by) in the world:
--
--   _stepping                    false: it stands in the middle of (tile_x, tile_y)
--   _from_x, _from_y, _to_x, _to_y
--   _done                        how much of the step [0..1]
--   _seconds                     how long the whole step takes; nil: as speed and ground have it
--   _step_path, _step_index      where that step is in a path, to ask whether it is still legal;
--                                nil for a step that is walked back, which is always finished
--
-- A step can be a straight line over many tiles:
--
--   _line                        the tiles of the line, from `path:line`: { x, y, part, ... }
--   _line_at                     the index in _line of the tile where the walker is
--   _detours                     true: the walker has left a line and goes back along it, to
--                                (_bx, _by), then to the middle of (_to_x, _to_y)
--
-- Values of npc.speed and npc.rules when they were last checked: _speed, _rules
local Walker = {}
Walker.__index = Walker

-- The default layout: tiles are one unit wide. `astar.love` recognizes it by `is_plain`.
local plain = { is_plain = true, to_world = function(_, x, y) return x, y end }

-- ------------------------------------------------------------------------------- facing

local names = {
  [-1] = { [-1] = "up_left", [0] = "up", [1] = "up_right" },
  [0] = { [-1] = "left", [1] = "right" },
  [1] = { [-1] = "down_left", [0] = "down", [1] = "down_right" },
}

local facings = {
  [4] = { right = true, down = true, left = true, up = true },
  [8] = {
    right = true, down_right = true, down = true, down_left = true,
    left = true, up_left = true, up = true, up_right = true,
  },
}

local function sign(number)
  return number > 0 and 1 or number < 0 and -1 or 0
end

-- Half the angle of a direction of eight: below this slope a line counts as straight.
local slope = sqrt(2) - 1 -- tangent of 22.5 degrees

local function face8(dx, dy)
  if abs(dy) < slope * abs(dx) then return names[0][sign(dx)] end
  if abs(dx) < slope * abs(dy) then return names[sign(dy)][0] end
  return names[sign(dy)][sign(dx)]
end

-- On a diagonal of four directions it keeps the one it has where that is one of the two.
local function face4(dx, dy, facing)
  local across, down = names[0][sign(dx)], names[sign(dy)][0]
  local difference = abs(dx) - abs(dy)
  if abs(difference) <= 1e-9 * abs(dx) then
    return facing == down and down or across
  end
  return difference > 0 and across or down
end

--- Turns towards (dx, dy) [world units].
local function face(self, dx, dy)
  if dx == 0 and dy == 0 then return end
  local turn = self.directions == 4 and face4 or face8
  self.facing, self.angle = turn(dx, dy, self.facing), angle_of(dy, dx)
end

local function angle_of_facing(facing)
  for dy = -1, 1 do
    for dx = -1, 1 do
      if names[dy][dx] == facing then return angle_of(dy, dx) end
    end
  end
end

-- ----------------------------------------------------------------------------- one step

local function is_neighbor(x1, y1, x2, y2)
  return abs(x2 - x1) <= 1 and abs(y2 - y1) <= 1
end

--- What the speed is divided by on the way to a tile.
local function slowness(self, x, y)
  local slow, terrain = self.slow, self.grid:get(x, y)
  if not slow then return 1 end
  if type(slow) == "table" then return slow[terrain] or slow[string.char(terrain)] or 1 end
  local factor = slow(terrain, x, y)
  if not check.is_finite(factor) or factor <= 0 then
    error(check.expected("walker", "what slow returns", "a number > 0", factor), 0)
  end
  return factor
end

--- Places it on the line of its step.
local function show(self)
  local done = self._done
  self.x = self._ax + (self._bx - self._ax) * done
  self.y = self._ay + (self._by - self._ay) * done
end

--- A step farther than to a neighbour takes as long as on_link says; without it, no time.
local function cross_link(self)
  self._seconds = 0
  if not self.on_link then return end
  local seconds = self:on_link(self._from_x, self._from_y, self._to_x, self._to_y) or 0
  if not check.is_finite(seconds) or seconds < 0 then
    error(check.expected("walker", "what on_link returns", "nil or a number >= 0", seconds), 0)
  end
  self._seconds = seconds
end

--- Puts it into the middle of a tile.
local function stand(self, x, y)
  self._stepping, self._step_path, self._line, self._detours = false, nil, nil, false
  self.tile_x, self.tile_y = x, y
  self.x, self.y = self.layout:to_world(x, y)
end

--- Takes it off its path and to a tile.
function Walker:_place(x, y)
  stand(self, x, y)
  self._path = nil -- a new one at the next update
end

--- Begins to walk straight from one point of the world to another [world units].
local function span(self, ax, ay, bx, by)
  self._ax, self._ay, self._bx, self._by = ax, ay, bx, by
  local dx, dy = bx - ax, by - ay
  self._length, self._slowness, self._seconds = sqrt(dx * dx + dy * dy), 1, nil
  self._stepping, self._done = true, 0
  face(self, dx, dy)
end

--- Options of a search within the order: `ignore_blocked` and `penalty_scale` of the order, and a
--- limit of its own. The other options of the order are for the whole way to the goal.
local function filter_options(order, max_expansions)
  order = order or {}
  return {
    ignore_blocked = order.ignore_blocked,
    penalty_scale = order.penalty_scale,
    max_expansions = max_expansions,
  }
end

--- The tiles of the straight line from point `index` of a path to the next one; nil where a link or
--- a jump leads to the next point. Between points that a link joins, too, the walker takes the line
--- if the line is clear and the link is not the cheapest way.
local function find_line(self, path, index)
  if path:kind() == "steps" then return nil end
  local line, is_far_step = path:line(index)
  if not is_far_step then return line end
  local x1, y1 = path:get(index)
  local x2, y2 = path:get(index + 1)
  local options = filter_options(self._options)
  local way = self:_find(x1, y1, x2, y2, options)
  if not way or #way == 2 then return nil end
  return self.grid:line_of_sight(x1, y1, x2, y2, self.rules, options) and line or nil
end

--- Begins the step from tile `index` of a path to the next one, or the line to the next point.
function Walker:_begin_step(path, index)
  local x1, y1 = path:get(index)
  local x2, y2 = path:get(index + 1)
  local ax, ay = self.layout:to_world(x1, y1)
  self._from_x, self._from_y, self._to_x, self._to_y = x1, y1, x2, y2
  span(self, ax, ay, self.layout:to_world(x2, y2))
  self._step_path, self._step_index, self._step_edits = path, index, self:_edits()
  self._line, self._line_at = find_line(self, path, index), 1
  if self._line then
    self._slowness = slowness(self, x1, y1)
  elseif is_neighbor(x1, y1, x2, y2) then
    self._slowness = slowness(self, x2, y2)
  else
    cross_link(self)
  end
end

--- Turns round on the line of its step: it now leads to where it came from. `path` and `index`
--- tell where that step is in a path; without them it is finished whatever the map says.
local function turn_back(self, path, index)
  self._from_x, self._to_x = self._to_x, self._from_x
  self._from_y, self._to_y = self._to_y, self._from_y
  self._ax, self._bx = self._bx, self._ax
  self._ay, self._by = self._by, self._ay
  self._done = 1 - self._done
  self._step_path, self._step_index = path, index
  if not self._seconds then self._slowness = slowness(self, self._to_x, self._to_y) end
  face(self, self._bx - self._ax, self._by - self._ay)
end

-- ---------------------------------------------------------------------------- one line

--- Whether the walker can stand on a tile, by its rules and the options of an order. A search for
--- a way to a tile where the mover cannot stand fails at once, with a reason of its own.
local function can_stand(self, x, y, order)
  local _, reason = self:_find(self._from_x, self._from_y, x, y, filter_options(order, 1))
  return reason ~= "goal_blocked"
end

--- The tile for whose middle the walker may leave its line: the last tile up to the current one
--- where it can stand, at worst the first. Returns the index of that tile in `_line`.
local function find_exit(self, order)
  local line, at = self._line, self._line_at
  while at > 1 and not can_stand(self, line[at], line[at + 1], order) do at = at - 3 end
  return at
end

--- Leaves the line for the middle of the tile at index `at` of `_line`, from `find_exit`. Edits do
--- not interrupt this. If that is the current tile, the walker goes straight to the middle. If it
--- is a tile before, the walker first goes back along the line as far as the border of that tile,
--- so that it enters only tiles where it has been.
local function leave_line(self, at)
  local line, ax, ay, bx, by = self._line, self._ax, self._ay, self._bx, self._by
  local x, y, is_here, part = line[at], line[at + 1], at == self._line_at, line[at + 5]
  self._line, self._step_path, self._detours = nil, nil, not is_here
  self._from_x, self._from_y, self._to_x, self._to_y = x, y, x, y
  if is_here then
    span(self, self.x, self.y, self.layout:to_world(x, y))
  else
    span(self, self.x, self.y, ax + (bx - ax) * part, ay + (by - ay) * part)
  end
  self._slowness = slowness(self, x, y)
end

--- Enters the next tile of the line.
local function enter_tile(self)
  local line, at = self._line, self._line_at + 3
  local x, y = line[at], line[at + 1]
  self._line_at, self._done = at, line[at + 2]
  show(self)
  self.tile_x, self.tile_y = x, y
  self._slowness = slowness(self, x, y)
  if self.on_step then self:on_step(x, y) end
end

local function end_step(self)
  local x, y = self._to_x, self._to_y
  if self._detours then
    self._detours = false
    span(self, self._bx, self._by, self.layout:to_world(x, y))
    self._slowness = slowness(self, x, y)
    return
  end
  local is_new = x ~= self.tile_x or y ~= self.tile_y
  stand(self, x, y)
  self:_left(self._from_x, self._from_y)
  if is_new and self.on_step then self:on_step(x, y) end
end

-- --------------------------------------------------------------------------- the order

--- Gives up the watch of its path.
local function close_watch(self)
  if self._path_watch then self._path_watch:close() end
  self._path_watch, self._watched_path = nil, nil
end

local function drop_order(self)
  close_watch(self)
  self._path, self._index, self._options, self._thin = nil, nil, nil, nil
  self._goal_x, self._goal_y = nil, nil
end

--- The cost of the single step between two adjacent tiles, and that step as a path; nil where there
--- is no such step or another way is cheaper. `order`: the options of an order.
local function find_step(self, x1, y1, x2, y2, order)
  local path, cost = self:_find(x1, y1, x2, y2, filter_options(order, 32))
  if path and #path == 2 then return cost, path end
end

--- In the middle of a step: the path that leads back to where it began, when to walk that and
--- then `back` is better than to finish the step and then walk `onward`.
local function better_back(self, onward, back, options)
  local from_x, from_y, to_x, to_y = self._from_x, self._from_y, self._to_x, self._to_y
  local back_cost, way = find_step(self, to_x, to_y, from_x, from_y, options)
  if not onward or not way then return way end
  local onward_cost = find_step(self, from_x, from_y, to_x, to_y, options) or back_cost
  onward_cost = (1 - self._done) * onward_cost + onward:cost()
  return self._done * back_cost + back:cost() < onward_cost and way or nil
end

--- The path of a new order that arrives on a straight line, from the tile for whose middle the
--- walker leaves the line; nil and the reason where there is no path: then it stays on the line.
local function plan_off_line(self, x, y, options)
  local at = find_exit(self, options)
  local path, reason = self:_find(self._line[at], self._line[at + 1], x, y, options)
  if path then leave_line(self, at) end
  return path, reason
end

--- The path of a new order, from where the walker stands or where its step ends; nil and the
--- reason where there is none. In the middle of a step that step is finished, or walked back:
--- whichever gives the better way.
local function plan(self, x, y, options)
  if self._line then return plan_off_line(self, x, y, options) end
  if not self._stepping then return self:_find(self.tile_x, self.tile_y, x, y, options) end
  local onward, reason = self:_find(self._to_x, self._to_y, x, y, options)
  local back = self:_find(self._from_x, self._from_y, x, y, options)
  local way = back and better_back(self, onward, back, options)
  if not way then return onward, reason end
  turn_back(self, way, 1)
  return back
end

function Walker:_halt()
  local options = self._options
  drop_order(self)
  if self._line then leave_line(self, find_exit(self, options)) end
  if not self._stepping then self.state = "idle" end
end

local function copy(options)
  if not options then return nil end
  local result = {}
  for name, value in pairs(options) do result[name] = value end
  return result
end

--- Gives up the current step or line, and the path.
local function give_up_step(self)
  if self._line then
    leave_line(self, find_exit(self, self._options))
  else
    turn_back(self)
  end
  self._path = nil -- the walker finds another path when it stands on a tile
end

--- Takes an order with a path to its goal, on which it stands at `index`; the order before is
--- forgotten.
local function take_order(self, path, index, x, y, options)
  close_watch(self)
  self._thin = nil
  self._path, self._index, self._path_edits = path, index, self:_edits()
  self._paths = self._paths + 1
  self._goal_x, self._goal_y, self._options = x, y, copy(options)
  self.state = "moving"
end

--- Orders it to a tile: the path, or nil and the reason; then nothing has changed.
function Walker:_order(x, y, options)
  local path, reason = plan(self, x, y, options)
  if not path then return nil, reason end
  take_order(self, path, 1, x, y, options)
  return path
end

--- Looks for another path to the goal from where it stands. Without one the order ends.
local function reroute(self)
  local path, reason =
    self:_find(self.tile_x, self.tile_y, self._goal_x, self._goal_y, self._options)
  if path and self._thin then path = path[self._thin](path) end
  close_watch(self)
  self._path, self._index, self._path_edits = path, 1, self:_edits()
  self._paths = self._paths + 1
  if path then return true end
  self:_fail(reason)
  return false
end

--- Ends the order short of its goal.
function Walker:_fail(reason)
  drop_order(self)
  self.state = "idle"
  if self.on_blocked then self:on_blocked(reason) end
end

--- Ends the order at its goal.
function Walker:_arrive()
  drop_order(self)
  self.state = "idle"
  if self.on_arrive then self:on_arrive(self.tile_x, self.tile_y) end
end

-- --------------------------------------------------------------- fields that the game has set

--- Whether the rules, which have changed, allow the current step under the options of the order.
local function is_step_allowed(self)
  local x1, y1, x2, y2, order = self._from_x, self._from_y, self._to_x, self._to_y, self._options
  if is_neighbor(x1, y1, x2, y2) then return find_step(self, x1, y1, x2, y2, order) ~= nil end
  return can_stand(self, x2, y2, order) -- a link
end

--- Takes over the speed and the rules that the game has set since the last update. Returns the
--- message for an invalid value, and puts the old value back, so that each mistake raises once.
function Walker:_take_fields(who)
  local speed, rules = self.speed, self.rules
  if speed ~= self._speed then
    if not check.is_finite(speed) or speed < 0 then
      self.speed = self._speed
      return check.expected(who, "npc.speed", "a number >= 0", speed)
    end
    self._speed = speed
  end
  if rules ~= self._rules then
    if getmetatable(rules) ~= "astar.rules" then
      self.rules = self._rules
      return check.expected(who, "npc.rules", "made by astar.rules", rules)
    end
    self._rules = rules
    self:_take_rules()
  end
end

-- ------------------------------------------------------------ what the NPC of a crowd overrides

--- The rules have changed: the walker gives up its path, and a line or a step that is no longer
--- allowed.
function Walker:_take_rules()
  self._path = nil -- the walker finds another path at the next tile
  if self._step_path and (self._line or not is_step_allowed(self)) then give_up_step(self) end
end

--- A number that changes when the map has.
function Walker:_edits()
  return self.grid:revision()
end

function Walker:_find(x1, y1, x2, y2, options)
  return self.grid:find_path(x1, y1, x2, y2, self.rules, options)
end

--- Watches the path of its order. A path of another grid, which the game may let it walk, cannot
--- be watched; and the game's loop over `grid:broken` is not to meet this watch.
local function watch_path(self, path)
  close_watch(self)
  local ok, watch = pcall(self.grid.watch, self.grid, path)
  if ok then watch:mute() end
  self._path_watch, self._watched_path = ok and watch or nil, path
end

--- Whether the map still allows a path from step `index` on; if not, the first bad step.
function Walker:_is_valid(path, index)
  if path == self._path and path ~= self._watched_path then watch_path(self, path) end
  local watch = path == self._watched_path and self._path_watch
  return (watch or path):is_valid(index)
end

--- Whether step `index` of the path may begin now. If not, another one may have begun, or the
--- order may have ended; otherwise this is asked again at the next update.
function Walker:_may_step(path, index) -- luacheck: ignore self path index
  return true
end

--- A step has ended; it has left that tile.
function Walker:_left(x, y) -- luacheck: ignore self x y
end

-- ------------------------------------------------------------------------------- update

--- Walks back where the map forbids the step that is being made.
local function check_step(self)
  if not self._step_path or self._step_edits == self:_edits() then return end
  self._step_edits = self:_edits()
  local valid, bad = self:_is_valid(self._step_path, self._step_index)
  if not valid and bad == self._step_index then give_up_step(self) end
end

--- Continues the current step; on a line, as far as the border of the next tile. Returns the time
--- that is left then; nil when the time does not suffice.
local function walk_step(self, time)
  check_step(self)
  if self.speed == 0 and not self._seconds then return nil end
  local whole = self._seconds or self._length * self._slowness / self.speed
  local border = self._line and self._line[self._line_at + 5]
  local rest = ((border or 1) - self._done) * whole
  if rest > time then
    self._done = self._done + time / whole
    show(self)
    return nil
  end
  if border then enter_tile(self) else end_step(self) end
  return time - rest
end

--- Begins the next step of its order, or ends the order. "stepping", "ended", or "waiting".
local function next_step(self)
  local path = self._path
  if path and self._path_edits ~= self:_edits() then
    self._path_edits = self:_edits()
    if not self:_is_valid(path, self._index) then path = nil end
  end
  if not path and not reroute(self) then return "ended" end
  path = self._path
  local index = self._index
  if index == #path then
    self:_arrive()
    return "ended"
  end
  if not self:_may_step(path, index) then
    if self._stepping then return "stepping" end
    return self._path == path and "waiting" or "ended"
  end
  self.state, self._index = "moving", index + 1
  self:_begin_step(path, index)
  return "stepping"
end

--- Walks for some time [seconds]. Time left when an order ends goes to the next order, once. The
--- rest of the time is dropped when the walker has taken more than max_paths paths. So the loop
--- ends, whatever the time is and whatever the callbacks do: a path is finite, and each step either
--- goes forward on a path or needs a new one. _paths only grows, so that an update which a callback
--- makes counts for the outer update, too.
function Walker:_advance(time)
  local ends, paths = 0, self._paths
  while time and self._paths - paths <= max_paths do
    if self._stepping then
      time = walk_step(self, time)
    elseif not self._goal_x then
      self.state = "idle"
      return
    elseif ends == 2 then
      return
    else
      local what = next_step(self)
      if what == "waiting" then
        self.state = what
        return
      end
      if what == "ended" then ends = ends + 1 end
    end
  end
end

-- ------------------------------------------------------------------------ constructor

local walker = {}
local parts = { class = Walker } -- what astar.script builds on
walker.parts = parts

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

function parts.is_layout(value)
  return value == nil or type(value) == "table" and type(value.to_world) == "function"
end

--- The message for a tile that is not on the grid; nil where it is.
function parts.tile_problem(who, what, grid, x, y)
  local width, height = grid:size()
  if not check.is_integer(x) or x < 1 or x > width then
    return check.expected(who, what:format("x"), ("an integer from 1 to %d"):format(width), x)
  elseif not check.is_integer(y) or y < 1 or y > height then
    return check.expected(who, what:format("y"), ("an integer from 1 to %d"):format(height), y)
  end
end

--- The message for an option that is not what it must be; nil where all are right.
local function option_problem(who, options)
  local function wrong(name, expected)
    return check.expected(who, ('option "%s"'):format(name), expected, options[name])
  end
  for _, name in ipairs { "on_step", "on_arrive", "on_blocked", "on_link" } do
    if not is_callback(options[name]) then return wrong(name, "a function") end
  end
  local directions = options.directions or 8
  if not facings[directions] then return wrong("directions", "4 or 8") end
  if not facings[directions][options.facing or "down"] then
    return wrong("facing", ("the name of one of %d directions"):format(directions))
  elseif not check.is_finite(options.speed) or options.speed < 0 then
    return wrong("speed", "a number >= 0")
  elseif not is_slow(options.slow) then
    return wrong("slow", "a table of numbers > 0 or a function")
  elseif not parts.is_layout(options.layout) then
    return wrong("layout", "an object with a method to_world")
  end
end

--- The message for what is wrong with the arguments of a new walker; nil where they are right.
function parts.problem(who, grid, rules, options)
  if getmetatable(grid) ~= "astar.grid" then
    return check.expected(who, "grid", "an astar grid", grid)
  elseif getmetatable(rules) ~= "astar.rules" then
    return check.expected(who, "rules", "made by astar.rules", rules)
  end
  return parts.tile_problem(who, 'option "%s"', grid, options.x, options.y) or
    option_problem(who, options)
end

parts.search_options = {
  "algorithm", "heuristic", "ignore_blocked", "max_cost", "max_expansions", "partial",
  "penalty_scale", "range", "weight",
}

parts.option_names = {
  "directions", "facing", "layout", "on_arrive", "on_blocked", "on_link", "on_step", "slow",
  "speed", "x", "y",
}

--- Makes a walker of a table that is to be one; everything has been checked.
function parts.init(self, grid, rules, options)
  self.grid, self.rules = grid, rules
  for _, name in ipairs(parts.option_names) do self[name] = options[name] end
  self.directions, self.facing = options.directions or 8, options.facing or "down"
  self.angle = angle_of_facing(self.facing)
  self._speed, self._rules, self._detours = options.speed, rules, false
  self.layout, self.state, self._paths = options.layout or plain, "idle", 0
  stand(self, options.x, options.y)
  return self
end

--- The options of an order along a path. In `npc:walk(grid:find_path(...))` the cost of the path
--- comes in their place: it counts as none.
function parts.read_walk_options(who, options)
  if options == nil or type(options) == "number" then return nil end
  check.options(who, options, parts.search_options, 4)
  return options
end

--- A walker on a grid, with the rules by which it moves.
function walker.new(grid, rules, options)
  check.options("walker.new", options, parts.option_names)
  local problem = parts.problem("walker.new", grid, rules, options)
  if problem then error(problem, 2) end
  return parts.init(setmetatable({}, Walker), grid, rules, options)
end

-- ----------------------------------------------------------------------------- methods

local function check_self(method, self)
  if type(self) ~= "table" or not self._begin_step then
    error(check.called_on("walker:" .. method, "an astar walker", self), 3)
  end
end

--- Sends it to a tile: a path, or nil and the reason why there is none; then it does what it did
--- before. In the middle of a step it goes on from where it is.
function Walker:go_to(x, y, options)
  check_self("go_to", self)
  check.tile("walker:go_to", x, y)
  if options ~= nil then check.options("walker:go_to", options, parts.search_options) end
  return self:_order(x, y, options)
end

-- The method that makes paths of a kind.
local thins = { turns = "waypoints", lines = "smooth" }

--- The index of the point of `path` where the current line ends; nil when the path does not contain
--- that line.
local function find_line_end(self, path)
  if path:kind() == "steps" then return nil end
  local last_x, last_y
  for i, x, y in path:each() do
    local is_start = last_x == self._from_x and last_y == self._from_y
    if is_start and x == self._to_x and y == self._to_y then return i end
    last_x, last_y = x, y
  end
end

--- The index of the point of `path` from which the walker can follow the path: the tile where it
--- stands, or where its step ends. On a line: the end of the line, when the path contains the line;
--- otherwise the tile for whose middle the walker may leave the line, and second the index of that
--- tile in `_line`. Nil when that point is not on the path.
local function find_entry(self, path, order)
  local x, y, at = self.tile_x, self.tile_y, nil
  if self._line then
    local index = find_line_end(self, path)
    if index then return index end
    at = find_exit(self, order)
    x, y = self._line[at], self._line[at + 1]
  elseif self._stepping then
    x, y = self._to_x, self._to_y
  end
  for i, path_x, path_y in path:each() do
    if path_x == x and path_y == y then return i, at end
  end
end

--- Orders the walker to follow a path that exists already (from a field, or from
--- `astar.scheduler`), from the point where the walker is. When the walker is at no point of the
--- path, or when a later edit breaks the path, it finds another way to the end of the path. A path
--- of `waypoints` or `smooth` is walked in straight lines. The options are those of the searches
--- for another way.
function Walker:walk(path, options)
  check_self("walk", self)
  check.object("walker:walk", "path", "an astar path", path)
  options = parts.read_walk_options("walker:walk", options)
  local goal_x, goal_y = path:get(#path)
  local index, exit = find_entry(self, path, options)
  local thin = thins[path:kind()]
  if not index then
    local found, reason = plan(self, goal_x, goal_y, options)
    if not found then return nil, reason end
    path = thin and found[thin](found) or found
    take_order(self, path, 1, goal_x, goal_y, options)
  else
    if exit then leave_line(self, exit) end
    take_order(self, path, index, goal_x, goal_y, options)
    self._path_edits = nil -- it may be an old one
  end
  self._thin = thin
  return path
end

--- Drops the order. In the middle of a step the walker finishes the step; on a line it goes to the
--- middle of the tile where it is, or of the last tile before where it can stand.
function Walker:stop()
  check_self("stop", self)
  self:_halt()
end

--- Puts it on another tile at once: a trap door, a new round. An order goes on from there.
function Walker:place(x, y)
  check_self("place", self)
  local problem = parts.tile_problem("walker:place", "%s", self.grid, x, y)
  if problem then error(problem, 2) end
  self:_place(x, y)
end

--- The tiles still to walk, the one that it is stepping to included:
--- `for i, x, y in npc:remaining() do`.
function Walker:remaining()
  check_self("remaining", self)
  local path, index, count = self._path, self._index, 0
  local is_stepping = self._stepping
  return function()
    count = count + 1
    if is_stepping then
      is_stepping = false
      return count, self._to_x, self._to_y
    elseif path and index < #path then
      index = index + 1
      return count, path:get(index)
    end
  end
end

--- Lets time pass: it walks, tile by tile along its path, however long dt is. Infinity walks to the
--- end. Time that is left after 1000 new paths in one update is dropped.
function Walker:update(dt)
  check_self("update", self)
  if type(dt) ~= "number" or dt ~= dt or dt < 0 then
    error(check.expected("walker:update", "dt", "a number >= 0", dt), 2)
  end
  local problem = self:_take_fields "walker:update"
  if problem then error(problem, 2) end
  self:_advance(dt)
end

return walker --[[@as astar.walker]]
