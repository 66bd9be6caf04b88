--- How NPCs move from tile to tile in the world.
---
--- The native crowd decides which unit steps to which tile, and how much of the step is done. Here
--- a step becomes a segment between the centers of two tiles of the layout, from (_ax, _ay) to
--- (_bx, _by), and gets the time that it takes in the world:
---
---     seconds = length * slow / speed        length [world units], speed [world units per second]
---
--- or what `on_link` returns. The speed of the unit [tiles per second] is that of its fastest step.
--- It only matters for how the native crowd splits its time, since every step gets its own time.
---
---   _stepping            false: the NPC stands on the center of (tile_x, tile_y)
---   _to_x, _to_y         the tile to which it steps
---   _length, _factor     of the step: how long it is, and what divides the speed on it
---   _seconds             how long the step takes; nil: computed from length, factor and speed
---   _shortest            the smallest length * factor of a step so far
---   _unit_speed          the speed of the unit [tiles per second]
---   _aim                 the angle to which the NPC turns; nil: it does not turn
---   _home                of an NPC without an order that was pushed aside: where it stood, and how
---                        it looks there again: { x, y, angle, facing }

local folder = (...):gsub("script%.steps$", "")
local check = require(folder .. "internal.check")
local curve = require(folder .. "script.curve")
local errors = require(folder .. "script.errors")
local facing = require(folder .. "script.facing")

local abs, huge, max, min, pi, sqrt = math.abs, math.huge, math.max, math.min, math.pi, math.sqrt

local steps = {}

-- The speeds of units [tiles per second].
local min_speed, max_speed = 0.001, 100

-- -------------------------------------------------------------------------------- speed

--- The length of the shortest step in a layout from tile (x, y) [world units].
local function shortest_step(layout, x, y)
  local shortest = huge
  local ax, ay = layout:to_world(x, y)
  for _, step in ipairs { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } } do
    local bx, by = layout:to_world(x + step[1], y + step[2])
    local length = sqrt((bx - ax) ^ 2 + (by - ay) ^ 2)
    if length > 0 and length < shortest then shortest = length end
  end
  return shortest < huge and shortest or 1
end

--- The speed that the unit of an NPC gets [tiles per second].
local function speed_of_unit(npc)
  if npc.speed == 0 then return 0 end
  return max(min_speed, min(npc.speed / npc._shortest, max_speed))
end

--- Sets the fields of a new NPC, whose layout is set, on tile (x, y).
function steps.init(npc, x, y)
  npc._layout, npc._shortest = npc.layout, shortest_step(npc.layout, x, y)
  npc._unit_speed = speed_of_unit(npc)
  steps.place(npc, x, y)
end

local function update_speed(npc)
  local speed = speed_of_unit(npc)
  if speed ~= npc._unit_speed then
    npc._unit_speed = speed
    npc.crowd.units:set(npc.unit, { speed = speed })
  end
end

--- How long the current step takes as a whole [seconds].
local function step_time(npc)
  if npc._seconds then return npc._seconds end
  if npc.speed == 0 then return huge end
  return max(npc._length * npc._factor / npc.speed, 1 / max_speed)
end

--- The speed of an NPC was changed. It also counts for the rest of its step, unless that is a link.
function steps.change_speed(npc)
  update_speed(npc)
  if npc._stepping and not npc._seconds then
    npc.crowd.units:set_step_time(npc.unit, step_time(npc))
  end
end

-- -------------------------------------------------------------------------------- angle

--- Turns the NPC for some time [seconds] towards its aim.
local function turn(npc, dt)
  local angle, aim, most = npc.angle, npc._aim, huge
  if npc.turn_rate < huge then most = npc.turn_rate * dt end
  local rest = (aim - angle + pi) % (2 * pi) - pi
  if abs(rest) <= most then
    npc.angle, npc._aim = aim, nil
  else
    angle = angle + (rest > 0 and most or -most)
    npc.angle = (angle + pi) % (2 * pi) - pi
  end
  npc.facing = facing.name(npc.directions, math.cos(npc.angle), math.sin(npc.angle), npc.facing)
end

--- The NPC begins to move in direction (dx, dy) [world units].
local function face(npc, dx, dy)
  if dx == 0 and dy == 0 then return end
  if npc.turn_rate == huge then
    npc.facing = facing.name(npc.directions, dx, dy, npc.facing)
    npc.angle = facing.angle(dx, dy)
  else
    npc._aim = facing.angle(dx, dy)
  end
end

-- -------------------------------------------------------------------------------- steps

--- Whether a step leads to an adjacent tile: otherwise it is a link or a long move.
local function is_neighbor(x1, y1, x2, y2)
  return abs(x2 - x1) <= 1 and abs(y2 - y1) <= 1
end

--- The number by which the speed is divided on a tile [> 0], from `npc.slow`.
local function slow_factor(npc, x, y)
  local slow = npc.slow
  if not slow then return 1 end
  local terrain = npc.grid:get(x, y)
  if type(slow) == "table" then return slow[terrain] or slow[string.char(terrain)] or 1 end
  local factor = slow(terrain, x, y)
  if not check.is_finite(factor) or factor <= 0 then
    error(check.expected("crowd:update", "what npc.slow returns", "a number > 0", factor), 0)
  end
  return factor
end

--- How long a step to a tile that is not adjacent takes: what `on_link` returns, or 0 [seconds].
local function link_time(npc, x1, y1, x2, y2)
  if not npc.on_link then return 0 end
  local seconds = npc:on_link(x1, y1, x2, y2) or 0
  if not check.is_finite(seconds) or seconds < 0 then
    error(check.expected("crowd:update", "what npc.on_link returns", "nil or a number >= 0",
      seconds), 0)
  end
  return seconds
end

--- Puts the NPC on the center of a tile.
function steps.place(npc, x, y)
  npc.tile_x, npc.tile_y, npc._stepping = x, y, false
  npc.x, npc.y = npc.layout:to_world(x, y)
  if npc.crowd.smooth then curve.reset(npc) end
end

--- A step of the NPC has ended on a tile, in the last `dt` seconds.
local function arrive(npc, x, y, dt)
  local is_smooth = npc.crowd.smooth
  if is_smooth and npc._stepping then curve.arrive(npc, dt) end
  npc.tile_x, npc.tile_y, npc._stepping = x, y, false
  local wx, wy = npc.layout:to_world(x, y)
  if is_smooth then return curve.rest(npc, wx, wy) end
  npc.x, npc.y = wx, wy
end

--- Sets the segment of a step. Values are valid before each call of the game, which may raise an
--- error.
local function set_segment(npc, x1, y1, x2, y2)
  npc._stepping, npc._to_x, npc._to_y, npc.state = true, x2, y2, "moving"
  npc._ax, npc._ay, npc._bx, npc._by = npc.x, npc.y, npc.x, npc.y
  npc._length, npc._factor, npc._seconds = npc._shortest, 1, nil
  local order = npc._order
  npc._home = not order and (npc._home or { x1, y1, npc._aim or npc.angle, npc.facing }) or nil
  if order then order.is_near = false end
  local layout = npc.layout
  if layout ~= npc._layout then
    npc._layout, npc._shortest = layout, shortest_step(layout, x1, y1)
    update_speed(npc)
  end
  npc._ax, npc._ay = layout:to_world(x1, y1)
  npc._bx, npc._by = layout:to_world(x2, y2)
  local dx, dy = npc._bx - npc._ax, npc._by - npc._ay
  npc._length = sqrt(dx * dx + dy * dy)
  return dx, dy
end

--- Begins a step.
local function begin_step(npc, x1, y1, x2, y2)
  face(npc, set_segment(npc, x1, y1, x2, y2))
  if is_neighbor(x1, y1, x2, y2) then
    npc._factor = slow_factor(npc, x2, y2)
    local length = npc._length * npc._factor
    if length > 0 and length < npc._shortest then
      npc._shortest = length
      update_speed(npc)
    end
  else
    npc._seconds = link_time(npc, x1, y1, x2, y2)
    if not npc.crowd then return end -- on_link has removed the NPC
  end
  local seconds = step_time(npc)
  if seconds == 0 then npc.crowd._has_news = true end -- a link without a delay ends now
  npc.crowd.units:set_step_time(npc.unit, seconds)
end

--- The unit has reached tile (x, y), in the last `dt` seconds. Calls `on_step`. Returns where the
--- unit is then; nothing when the NPC is gone.
local function end_step(npc, crowd, x, y, dt)
  crowd._has_spare = true
  arrive(npc, x, y, dt)
  if npc.on_step then errors.call(crowd, npc, npc.on_step, npc, x, y) end
  if npc.crowd == crowd then return crowd.units:tile(npc.unit) end
end

--- Draws an NPC on its step, of which a part is done [0..1], after some time [seconds].
local function move_on(npc, done, dt)
  if npc.crowd.smooth then return curve.move(npc, done, dt) end
  npc.x = npc._ax + (npc._bx - npc._ax) * done
  npc.y = npc._ay + (npc._by - npc._ay) * done
end

--- The NPC stands. Returns whether it still turns or comes to rest.
local function stand(npc, x, y)
  if npc._stepping then steps.place(npc, x, y) end -- the game has placed its unit
  local home = npc._home
  if home and not npc._order and home[1] == x and home[2] == y then
    npc._home, npc._aim = nil, npc.turn_rate < huge and home[3] or nil
    if not npc._aim then npc.angle, npc.facing = home[3], home[4] end
  end
  if npc.state == "moving" then
    npc.state = npc._order and not npc._order.is_near and "waiting" or "idle"
  end
  if not npc.crowd.smooth then return npc._aim ~= nil end
  curve.rest(npc, npc.layout:to_world(x, y))
  return npc._aim ~= nil or curve.is_moving(npc)
end

--- Moves an NPC to where its unit is, after some time [seconds]. Returns whether this must be
--- called again after the next time.
function steps.move(npc, dt)
  local crowd = npc.crowd
  if npc._aim then turn(npc, dt) end
  local x1, y1, x2, y2, done = crowd.units:tile(npc.unit)
  if x1 and (x1 ~= npc.tile_x or y1 ~= npc.tile_y) then
    x1, y1, x2, y2, done = end_step(npc, crowd, x1, y1, dt)
  end
  if not x1 then
    if npc.crowd == crowd then crowd:remove(npc) end -- the game has removed its unit
    return false
  end
  if x2 and not (npc._stepping and x2 == npc._to_x and y2 == npc._to_y) then
    begin_step(npc, x1, y1, x2, y2)
    if npc.crowd ~= crowd then return false end
    x1, y1, x2, y2, done = crowd.units:tile(npc.unit) -- luacheck: ignore y2
    if x2 and crowd.smooth then curve.begin(npc, step_time(npc), done) end
  end
  if not x2 then return stand(npc, x1, y1) end
  move_on(npc, done, dt)
  return true
end

--- Puts an NPC of a loaded crowd where its unit is. `seconds`: how long its step over a link takes.
function steps.continue(npc, seconds)
  local x1, y1, x2, y2, progress = npc.crowd.units:tile(npc.unit)
  steps.init(npc, x1, y1)
  if not x2 then return end
  local home = npc._home
  set_segment(npc, x1, y1, x2, y2)
  npc._seconds, npc._home = seconds, home
  if is_neighbor(x1, y1, x2, y2) then npc._factor = slow_factor(npc, x2, y2) end
  move_on(npc, progress, 0)
  npc.crowd:_activate(npc)
end

return steps
