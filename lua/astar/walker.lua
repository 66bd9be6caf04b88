--- One mover that follows a path smoothly, tile by tile, at any frame rate.
---
---     local walker = require "astar.walker"
---     local hero = walker.new(grid, on_foot, { x = 2, y = 2, speed = 4 })
---     hero:go_to(9, 4)                              -- a path, or nil and the reason
---     function love.update(dt) hero:update(dt) end
---     function love.draw() draw(hero.x, hero.y, hero.facing, hero.state) end
---
--- Method. An order has a path. A step of the path leads from the center of one tile to the center
--- of the next one, and `_done` is the part of the step that is walked:
---
---     (ax, ay) o============>- - - - - - - -o (bx, by)      x = ax + (bx - ax) * done
---             done = 0   done = 0.45     done = 1           y = ay + (by - ay) * done
---
--- A whole step takes length * slow / speed seconds. `update(dt)` spends dt on steps: when the rest
--- of the step takes longer than dt, `_done` grows by dt divided by the time of the whole step;
--- otherwise the step ends, and the remaining time goes to the next step. So the position depends
--- on the time that has passed, and apart from rounding not on the number of frames.
---
--- Invariant: only `update` and `place` change the position, and only `update` calls `on_step`,
--- `on_arrive`, `on_blocked` and `on_link`. At every moment the walker stands at the center of a
--- tile, or on the segment between the centers of two tiles that a legal step joins. When an edit
--- makes the current step illegal, the walker goes back along the segment. On a path of
--- `path:smooth` or `path:waypoints` the segments are the straight lines between the points. When
--- an edit breaks the current line, the walker goes to the center of the tile where it is, or back
--- along the line to the last tile where it can stand.
---
--- With the option `paths`, a scheduler or a pool searches the paths. An order is accepted at once,
--- and until `update` finds the answer, the walker continues on the path that it has. Without one,
--- and when the answer is a path on which the walker is not, it stands and waits for the next
--- answer.
---
--- Plain Lua. It uses only methods of the grid and its paths.

if (... or ""):find "/" then return require((...):gsub("/", ".")) end
local folder = (... or "astar.walker"):gsub("walker$", "")
local check = require(folder .. "internal.check")
local mover = require(folder .. "internal.mover")
local path_request = require(folder .. "internal.path_request")

local sqrt = math.sqrt
local face, is_neighbor, slow_factor = mover.face, mover.is_neighbor, mover.slow_factor

-- How many paths a walker may get in one update, from orders and from replanning together.
-- Callbacks can make a new path necessary at every step, without end: two doors of which one opens
-- when the other closes, or an order from each on_step. A frame of a game needs a handful of paths.
-- With 1000 an update of infinite time can walk 1000 tiles with an order at each of them, and it
-- still ends, after about 1000 searches.
local max_paths = 1000

-- An order is a goal, the options of its searches, and most of the time a path to the goal:
--
--   _goal_x, _goal_y, _options   nil without an order
--   _path, _index                the path; the index of the tile where the walker stands, or where
--                                its step ends
--   _path_edits                  the edit count of the map when the path was last checked
--   _path_watch, _watched_path   a watch of the path `_watched_path`; made when the path is first
--                                checked after an edit
--   _paths                       how many paths the walker has got since it was created
--   _reducer                     "smooth" or "waypoints": the method that made the path of the
--                                order. After replanning it is called on the new path, too
--   _request                     with the option `paths`: the request for a path to the goal. While
--                                it is open, `_path` may be one of an earlier order
--
-- A step leads from tile (_from_x, _from_y) to tile (_to_x, _to_y), which is in the world from
-- (_ax, _ay) to (_bx, _by):
--
--   _stepping                    false: the walker stands at the center of (tile_x, tile_y)
--   _done                        the part of the step that is walked [0..1]
--   _length                      the length of the segment [world units]
--   _slow_factor                 the number by which the speed is divided
--   _seconds                     how long the whole step takes; nil: computed from length and speed
--   _step_path, _step_index      the path and the index of the step in it, to check whether the
--                                step is still legal; nil for a step that is walked back, which the
--                                walker completes even if it is illegal
--   _step_edits                  the edit count of the map when the step was last checked
--
-- A step can be a straight line over many tiles:
--
--   _line                        the tiles of the line, from `path:line`: { x, y, part, ... }
--   _line_at                     the index in _line of the tile where the walker is
--   _detours                     true: the walker has left a line and goes back along it, to
--                                (_bx, _by), then to the center of (_to_x, _to_y)
--
-- _speed, _rules: npc.speed and npc.rules when they were last checked.
local Walker = {}
Walker.__index = Walker

-- ----------------------------------------------------------------------------- one step

local function find(self, x1, y1, x2, y2, options)
  return self.grid:find_path(x1, y1, x2, y2, self.rules, options)
end

--- Computes the position on the segment of the step.
local function update_position(self)
  local done = self._done
  self.x = self._ax + (self._bx - self._ax) * done
  self.y = self._ay + (self._by - self._ay) * done
end

--- Puts the walker on the center of a tile. Ends a step.
local function stand_on(self, x, y)
  self._stepping, self._step_path, self._line, self._detours = false, nil, nil, false
  self.tile_x, self.tile_y = x, y
  self.x, self.y = self.layout:to_world(x, y)
end

--- Puts the walker on another tile and drops its path, but not its order.
local function put(self, x, y)
  if self._request then self._request:cancel() end
  stand_on(self, x, y)
  self._path = nil -- the next update finds a new one
end

--- Begins a straight segment from one point of the world to another [world units].
local function begin_segment(self, ax, ay, bx, by)
  self._ax, self._ay, self._bx, self._by = ax, ay, bx, by
  local dx, dy = bx - ax, by - ay
  self._length, self._slow_factor, self._seconds = sqrt(dx * dx + dy * dy), 1, nil
  self._stepping, self._done = true, 0
  face(self, dx, dy)
end

--- Options of a search for a part of the path: `ignore_blocked` and `penalty_scale` of the order,
--- and another limit. The other options of the order hold for the whole path to the goal only.
local function filter_options(order, max_expansions)
  order = order or {}
  return {
    ignore_blocked = order.ignore_blocked,
    penalty_scale = order.penalty_scale,
    max_expansions = max_expansions,
  }
end

--- The tiles of the straight line from point `index` of a path to the next one; nil where a link or
--- a long move leads to the next point. If a link joins two points and the line between them is
--- clear, too, the walker takes the line, unless the link is the cheapest path between them.
local function find_line(self, path, index)
  if path:kind() == "steps" then return nil end
  local line, is_far_step = path:line(index)
  if not is_far_step then return line end
  local x1, y1 = path:get(index)
  local x2, y2 = path:get(index + 1)
  local options = filter_options(self._options)
  local found = find(self, x1, y1, x2, y2, options)
  if not found or #found == 2 then return nil end
  return self.grid:line_of_sight(x1, y1, x2, y2, self.rules, options) and line or nil
end

--- Begins the step from point `index` of a path to the next one.
local function begin_step(self, path, index)
  local x1, y1 = path:get(index)
  local x2, y2 = path:get(index + 1)
  local ax, ay = self.layout:to_world(x1, y1)
  self._from_x, self._from_y, self._to_x, self._to_y = x1, y1, x2, y2
  begin_segment(self, ax, ay, self.layout:to_world(x2, y2))
  self._step_path, self._step_index, self._step_edits = path, index, self.grid:revision()
  self._line, self._line_at = find_line(self, path, index), 1
  if self._line then
    self._slow_factor = slow_factor(self, x1, y1)
  elseif is_neighbor(x1, y1, x2, y2) then
    self._slow_factor = slow_factor(self, x2, y2)
  else
    self._seconds = mover.link_time(self, x1, y1, x2, y2)
  end
end

--- Reverses the step: it now leads back to its start. `path` and `index` are that step in a path;
--- without them the walker finishes the step even if the map forbids it.
local function turn_back(self, path, index)
  self._from_x, self._to_x = self._to_x, self._from_x
  self._from_y, self._to_y = self._to_y, self._from_y
  self._ax, self._bx = self._bx, self._ax
  self._ay, self._by = self._by, self._ay
  self._done = 1 - self._done
  self._step_path, self._step_index = path, index
  if not self._seconds then self._slow_factor = slow_factor(self, self._to_x, self._to_y) end
  face(self, self._bx - self._ax, self._by - self._ay)
end

-- ------------------------------------------------------------------------ straight lines

--- Whether the walker can stand on a tile, by its rules and the options of an order. A search for
--- an impassable goal returns "goal_blocked" before the first expansion, so the limit can be 1.
local function can_stand(self, x, y, order)
  local _, reason = find(self, self._from_x, self._from_y, x, y, filter_options(order, 1))
  return reason ~= "goal_blocked"
end

--- The tile to whose center the walker may leave its line: the last tile, up to the current one,
--- where it can stand; the first tile if there is none. Returns the index of that tile in `_line`.
local function find_exit(self, order)
  local line, at = self._line, self._line_at
  while at > 1 and not can_stand(self, line[at], line[at + 1], order) do at = at - 3 end
  return at
end

--- Leaves the line for the center of the tile at index `at` of `_line`, from `find_exit`. Edits do
--- not interrupt this. If the walker is in this tile, it goes straight to the center. If the tile
--- is an earlier one, the walker first goes back along the line to the border of the tile, so that
--- it enters only tiles where it has been.
local function leave_line(self, at)
  local line, ax, ay, bx, by = self._line, self._ax, self._ay, self._bx, self._by
  local x, y, is_here, part = line[at], line[at + 1], at == self._line_at, line[at + 5]
  self._line, self._step_path, self._detours = nil, nil, not is_here
  self._from_x, self._from_y, self._to_x, self._to_y = x, y, x, y
  if is_here then
    begin_segment(self, self.x, self.y, self.layout:to_world(x, y))
  else
    begin_segment(self, self.x, self.y, ax + (bx - ax) * part, ay + (by - ay) * part)
  end
  self._slow_factor = slow_factor(self, x, y)
end

--- Enters the next tile of the line.
local function enter_tile(self)
  local line, at = self._line, self._line_at + 3
  local x, y = line[at], line[at + 1]
  self._line_at, self._done = at, line[at + 2]
  update_position(self)
  self.tile_x, self.tile_y = x, y
  self._slow_factor = slow_factor(self, x, y)
  if self.on_step then self:on_step(x, y) end
end

local function end_step(self)
  local x, y = self._to_x, self._to_y
  if self._detours then
    self._detours = false
    begin_segment(self, self._bx, self._by, self.layout:to_world(x, y))
    self._slow_factor = slow_factor(self, x, y)
    return
  end
  local is_new = x ~= self.tile_x or y ~= self.tile_y
  stand_on(self, x, y)
  if is_new and self.on_step then self:on_step(x, y) end
end

-- --------------------------------------------------------------------------------- orders

--- Closes the watch of the walker's path.
local function close_watch(self)
  if self._path_watch then self._path_watch:close() end
  self._path_watch, self._watched_path = nil, nil
end

local function drop_order(self)
  close_watch(self)
  if self._request then self._request:cancel() end
  self._path, self._index, self._options, self._reducer = nil, nil, nil, nil
  self._goal_x, self._goal_y = nil, nil
end

--- The cost of the step between two adjacent tiles, and a path of this step only; nil when the step
--- is illegal, or when another path is cheaper. `order`: the options of an order.
local function find_step(self, x1, y1, x2, y2, order)
  local path, cost = find(self, x1, y1, x2, y2, filter_options(order, 32))
  if path and #path == 2 then return cost, path end
end

--- Called during a step. Returns the path that leads back to the start of the step, if the step
--- back and the path `back` cost less than the rest of the step and the path `onward`, or if
--- `onward` is nil. Otherwise, or when the step back is illegal, returns nil.
local function choose_way_back(self, onward, back, options)
  local from_x, from_y, to_x, to_y = self._from_x, self._from_y, self._to_x, self._to_y
  local back_cost, back_step = find_step(self, to_x, to_y, from_x, from_y, options)
  if not onward or not back_step then return back_step end
  local onward_cost = find_step(self, from_x, from_y, to_x, to_y, options) or back_cost
  onward_cost = (1 - self._done) * onward_cost + onward:cost()
  return self._done * back_cost + back:cost() < onward_cost and back_step or nil
end

--- Plans an order that is given on a straight line: a path from the tile to whose center the walker
--- leaves the line. Without a path it returns nil and the reason, and the walker stays on the line.
local function plan_off_line(self, x, y, options)
  local at = find_exit(self, options)
  local path, reason = find(self, self._line[at], self._line[at + 1], x, y, options)
  if path then leave_line(self, at) end
  return path, reason
end

--- Plans an order: a path from the tile where the walker stands or where its step ends, or nil and
--- the reason. During a step the walker finishes the step or walks it back, whichever is cheaper.
local function plan(self, x, y, options)
  if self._line then return plan_off_line(self, x, y, options) end
  if not self._stepping then return find(self, self.tile_x, self.tile_y, x, y, options) end
  local onward, reason = find(self, self._to_x, self._to_y, x, y, options)
  local back = find(self, self._from_x, self._from_y, x, y, options)
  local back_step = back and choose_way_back(self, onward, back, options)
  if not back_step then return onward, reason end
  turn_back(self, back_step, 1)
  return back
end

local function halt(self)
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

--- Abandons the current step or line, and the path.
local function abandon_step(self)
  if self._line then
    leave_line(self, find_exit(self, self._options))
  else
    turn_back(self)
  end
  self._path = nil -- the walker finds another path when it stands on a tile again
end

--- Begins an order with a path to its goal; the walker stands at `index` of the path. Replaces the
--- previous order.
local function begin_order(self, path, index, x, y, options)
  close_watch(self)
  if self._request then self._request:cancel() end
  self._reducer = nil
  self._path, self._index, self._path_edits = path, index, self.grid:revision()
  self._paths = self._paths + 1
  self._goal_x, self._goal_y, self._options = x, y, copy(options)
  self.state = "moving"
end

--- Gives the order to go to a tile. Returns the path; or nil and the reason, and changes nothing.
local function give_order(self, x, y, options)
  local path, reason = plan(self, x, y, options)
  if not path then return nil, reason end
  begin_order(self, path, 1, x, y, options)
  return path
end

--- Ends the order before its goal.
local function fail(self, reason)
  drop_order(self)
  if not self._stepping then self.state = "idle" end
  if self.on_blocked then self:on_blocked(reason) end
end

--- Ends the order at its goal.
local function arrive(self)
  drop_order(self)
  self.state = "idle"
  if self.on_arrive then self:on_arrive(self.tile_x, self.tile_y) end
end

--- Finds another path to the goal from the tile where the walker stands. Without a path the order
--- fails.
local function replan(self)
  local path, reason =
    find(self, self.tile_x, self.tile_y, self._goal_x, self._goal_y, self._options)
  if path and self._reducer then path = path[self._reducer](path) end
  close_watch(self)
  self._path, self._index, self._path_edits = path, 1, self.grid:revision()
  self._paths = self._paths + 1
  if path then return true end
  fail(self, reason)
  return false
end

-- ------------------------------------------------------------------- paths on request

--- The tile where the walker stands, or where its step ends.
local function place_of(self)
  if self._stepping then return self._to_x, self._to_y end
  return self.tile_x, self.tile_y
end

--- Gives the order to go to a tile, and requests the path. The walker leaves a straight line at
--- once, and does not continue on another path when the new one shall have straight lines.
local function request_order(self, x, y, options, reducer)
  options = copy(options)
  local at = self._line and find_exit(self, options)
  local from_x, from_y = place_of(self)
  if at then from_x, from_y = self._line[at], self._line[at + 1] end
  self._request:ask(from_x, from_y, x, y, self.rules, options)
  if at then leave_line(self, at) end
  if at or reducer then self._path = nil end
  self._goal_x, self._goal_y, self._options, self._reducer = x, y, options, reducer
  self.state = (self._stepping or self._path) and "moving" or "waiting"
end

--- Follows a path that was requested, if it leads through the tile where the walker stands or where
--- its step ends. Returns whether it does.
local function follow(self, path)
  local x, y = place_of(self)
  local index
  for i, path_x, path_y in path:each() do
    if path_x == x and path_y == y then
      index = i
      break
    end
  end
  if self._reducer and index ~= 1 then index = nil end -- a line has no point at each of its tiles
  close_watch(self)
  self._path, self._index, self._path_edits = nil, nil, nil
  if not index then return false end
  self._path, self._index = self._reducer and path[self._reducer](path) or path, index
  self._paths = self._paths + 1
  return true
end

--- Calls a method of the request. An error ends the order, so that it is raised once: the pool may
--- have been closed.
local function call_request(self, method, ...)
  local request = self._request
  local ok, first, second, third = pcall(request[method], request, ...)
  if ok then return first, second, third end
  drop_order(self)
  if not self._stepping then self.state = "idle" end
  error(check.rename("walker:update", first), 0)
end

--- Requests the path of the order again.
local function ask_again(self)
  local x, y = place_of(self)
  call_request(self, "ask", x, y, self._goal_x, self._goal_y, self.rules, self._options)
end

--- Takes the answer to the request of the order, if it has come.
local function take_answer(self)
  if not self._request or not self._request:is_open() then return end
  local path, reason, is_last = call_request(self, "take", place_of(self))
  if path and not follow(self, path) and is_last then
    ask_again(self)
  elseif reason and is_last then
    fail(self, reason)
  end
end

--- Waits for the path of the order on the tile where the walker stands.
local function await_path(self)
  close_watch(self)
  self._path, self.state = nil, "waiting"
  if not self._request:is_open() then ask_again(self) end
end

-- -------------------------------------------------------------- fields that the game sets

--- Whether the new rules allow the current step, under the options of the order.
local function is_step_allowed(self)
  local x1, y1, x2, y2, order = self._from_x, self._from_y, self._to_x, self._to_y, self._options
  if is_neighbor(x1, y1, x2, y2) then return find_step(self, x1, y1, x2, y2, order) ~= nil end
  return can_stand(self, x2, y2, order) -- a link
end

--- The rules have changed: the walker drops its path, and abandons a line, or a step that is no
--- longer legal.
local function apply_rules(self)
  self._path = nil -- the walker finds another path at the next tile
  if self._request then self._request:cancel() end
  if self._step_path and (self._line or not is_step_allowed(self)) then abandon_step(self) end
end

--- Reads the speed and the rules that the game may have set since the last update. For an invalid
--- value it restores the old one and returns the message, so each mistake raises one error.
local function read_fields(self, who)
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
    apply_rules(self)
  end
end

-- ------------------------------------------------------------------------------- update

--- Watches the path of the order. `walk` accepts a path of another grid, which cannot be watched.
--- The watch is muted, so that the game's loop over `grid:broken` does not return it.
local function watch_path(self, path)
  close_watch(self)
  local ok, watch = pcall(self.grid.watch, self.grid, path)
  if ok then watch:mute() end
  self._path_watch, self._watched_path = ok and watch or nil, path
end

--- Whether the map still allows a path from step `index` on. If not: false and the first illegal
--- step.
local function is_valid(self, path, index)
  if path == self._path and path ~= self._watched_path then watch_path(self, path) end
  local watch = path == self._watched_path and self._path_watch
  return (watch or path):is_valid(index)
end

--- Walks the current step back when an edit has made it illegal.
local function check_step(self)
  if not self._step_path or self._step_edits == self.grid:revision() then return end
  self._step_edits = self.grid:revision()
  local valid, bad = is_valid(self, self._step_path, self._step_index)
  if not valid and bad == self._step_index then abandon_step(self) end
end

--- Continues the current step; on a line, up to the border of the next tile. Returns the remaining
--- time [seconds], or nil when all of it was spent.
local function walk_step(self, time)
  check_step(self)
  if self.speed == 0 and not self._seconds then return nil end
  local whole = self._seconds or self._length * self._slow_factor / self.speed
  local border = self._line and self._line[self._line_at + 5]
  local rest = ((border or 1) - self._done) * whole
  if rest > time then
    self._done = self._done + time / whole
    update_position(self)
    return nil
  end
  if border then enter_tile(self) else end_step(self) end
  return time - rest
end

--- The path that the walker follows, if it has one and the map still allows it.
local function valid_path(self)
  local path = self._path
  if path and self._path_edits ~= self.grid:revision() then
    self._path_edits = self.grid:revision()
    if not is_valid(self, path, self._index) then return nil end
  end
  return path
end

--- Begins the next step of the order, or ends the order. Returns what the walker does: it "steps",
--- "waits" for a path, or "ends" its order.
local function next_step(self)
  local path, request = valid_path(self), self._request
  if path and self._index == #path and request and request:is_open() then
    path = nil -- it is the end of an earlier order
  end
  if not path and request then
    await_path(self)
    return "waits"
  elseif not path and not replan(self) then
    return "ends"
  end
  path = self._path
  local index = self._index
  if index == #path then
    arrive(self)
    return "ends"
  end
  self.state, self._index = "moving", index + 1
  begin_step(self, path, index)
  return "steps"
end

--- Walks for some time [seconds]. When an order ends, the remaining time goes to the next order,
--- once. After more than max_paths new paths the remaining time is dropped. So the loop ends for
--- any time and any callbacks: a path is finite, and each step either goes forward on a path or
--- needs a new path. _paths only grows, so an update that a callback makes counts for the outer
--- update, too.
local function advance(self, time)
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
      local outcome = next_step(self)
      if outcome == "waits" then return end
      if outcome == "ends" then ends = ends + 1 end
    end
  end
end

-- ---------------------------------------------------------------------------- constructor

local walker = {}

local option_names = { "paths" }
for _, name in ipairs(mover.option_names) do option_names[#option_names + 1] = name end
table.sort(option_names)

--- A new walker on tile (options.x, options.y) of a grid. `speed`: [world units per second, >= 0].
--- `paths`: a scheduler or a pool that searches its paths.
function walker.new(grid, rules, options)
  local who = "walker.new"
  check.options(who, options, option_names)
  local problem = mover.problem(who, grid, rules, options) or
    path_request.problem(who, grid, options.paths)
  if problem then error(problem, 2) end
  local self = setmetatable({ _detours = false, _paths = 0 }, Walker)
  mover.init(self, grid, rules, options)
  self._request = options.paths and path_request.new(options.paths, grid)
  stand_on(self, options.x, options.y)
  return self
end

-- ----------------------------------------------------------------------------- methods

local function check_self(method, self)
  if type(self) ~= "table" or self._paths == nil then
    error(check.called_on("walker:" .. method, "an astar walker", self), 3)
  end
end

--- Gives the order to go to a tile. Returns the path; or nil and the reason, and the walker
--- continues what it did. During a step the new path begins at one of the two tiles of the step.
--- With the option `paths` of the walker it returns true; when there is no path, `on_blocked` is
--- called later. The new path begins where the step ends.
function Walker:go_to(x, y, options)
  check_self("go_to", self)
  check.tile("walker:go_to", x, y)
  if options ~= nil then check.options("walker:go_to", options, mover.search_options) end
  if not self._request then return give_order(self, x, y, options) end
  check.pass("walker:go_to", request_order, self, x, y, options)
  return true
end

-- By the kind of a path: the method that makes a path of this kind from a path of steps.
local reducers = { turns = "waypoints", lines = "smooth" }

--- The index of the point of `path` where the current line ends; nil when the path does not contain
--- the line.
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
--- stands, or where its step ends. On a line: the end of the line, if the path contains the line;
--- otherwise the tile to whose center the walker may leave the line, and as second result the index
--- of this tile in `_line`. nil when the path does not contain this point.
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

--- Gives the order to follow an existing path (of a field, or from `astar.scheduler`), from the
--- point where the walker is. When the walker is at no point of the path, or when a later edit
--- breaks the path, it finds another path to the end of this one; `options` are those of that
--- search. A path of `waypoints` or `smooth` is walked in straight lines. Returns the path that it
--- follows, or nil and the reason; or true: its path was requested from `paths`.
function Walker:walk(path, options)
  check_self("walk", self)
  check.object("walker:walk", "path", "an astar path", path)
  options = mover.read_walk_options("walker:walk", options)
  local goal_x, goal_y = path:get(#path)
  local index, exit = find_entry(self, path, options)
  local reducer = reducers[path:kind()]
  if not index and self._request then
    check.pass("walker:walk", request_order, self, goal_x, goal_y, options, reducer)
    return true
  elseif not index then
    local found, reason = plan(self, goal_x, goal_y, options)
    if not found then return nil, reason end
    path = reducer and found[reducer](found) or found
    begin_order(self, path, 1, goal_x, goal_y, options)
  else
    if exit then leave_line(self, exit) end
    begin_order(self, path, index, goal_x, goal_y, options)
    self._path_edits = nil -- the path may be older than the last edit: check it first
  end
  self._reducer = reducer
  return path
end

--- Drops the order. During a step the walker finishes the step. On a line it goes to the center of
--- the tile where it is, or of the last tile before where it can stand.
function Walker:stop()
  check_self("stop", self)
  halt(self)
end

--- Puts the walker on another tile at once (a trap door, a new round). An order continues from
--- there.
function Walker:place(x, y)
  check_self("place", self)
  local problem = mover.tile_problem("walker:place", "%s", self.grid, x, y)
  if problem then error(problem, 2) end
  put(self, x, y)
end

--- Iterates over the tiles still to walk: `for i, x, y in npc:remaining() do`. The tile where the
--- current step ends comes first.
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

--- Lets time pass [seconds, >= 0]: the walker walks along its path, as many tiles as the time
--- allows. With infinity it walks to the end. When the walker has got more than 1000 new paths in
--- one update, the rest of the time is dropped.
function Walker:update(dt)
  check_self("update", self)
  if type(dt) ~= "number" or dt ~= dt or dt < 0 then
    error(check.expected("walker:update", "dt", "a number >= 0", dt), 2)
  end
  local problem = read_fields(self, "walker:update")
  if problem then error(problem, 2) end
  take_answer(self)
  advance(self, dt)
end

return walker --[[@as astar.walker]]
