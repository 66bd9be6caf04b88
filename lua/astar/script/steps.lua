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

local folder = (...):gsub("script%.steps$", "")
local errors = require(folder .. "script.errors")
local facing = require(folder .. "internal.facing")
local mover = require(folder .. "internal.mover")

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

--- The speed of the unit of an NPC [tiles per second].
local function unit_speed(npc)
  if npc.speed == 0 then return 0 end
  return max(min_speed, min(npc.speed / npc._shortest, max_speed))
end

--- Sets the fields of a new NPC, whose layout is set, on tile (x, y).
function steps.init(npc, x, y)
  npc._layout, npc._shortest = npc.layout, shortest_step(npc.layout, x, y)
  npc._unit_speed = unit_speed(npc)
  npc.tile_x, npc.tile_y, npc._stepping = x, y, false
  npc.x, npc.y = npc.layout:to_world(x, y)
end

local function update_speed(npc)
  local speed = unit_speed(npc)
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
  local angle, aim, most = npc.angle, npc._aim, npc.turn_rate * dt
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
  if npc.turn_rate == huge then
    mover.face(npc, dx, dy)
  elseif dx ~= 0 or dy ~= 0 then
    npc._aim = facing.angle(dx, dy)
  end
end

-- -------------------------------------------------------------------------------- steps

--- The NPC stands on the center of a tile.
function steps.stand_on(npc, x, y)
  npc.tile_x, npc.tile_y, npc._stepping = x, y, false
  npc.x, npc.y = npc.layout:to_world(x, y)
end

--- Tells the native crowd how long the new step takes, if it does not know that. The unit alone
--- would take 1 / _unit_speed seconds for a straight step.
local function set_step_time(npc, is_straight)
  local seconds = step_time(npc)
  if seconds == 0 then
    npc.crowd._has_news = true -- a link without a delay ends now
  elseif is_straight and abs(seconds * npc._unit_speed - 1) < 1e-9 then
    return
  end
  npc.crowd.units:set_step_time(npc.unit, seconds)
end

--- Begins a step. Values are valid before each call of the game, which may raise an error.
local function begin_step(npc, x1, y1, x2, y2)
  npc._stepping, npc._to_x, npc._to_y, npc.state = true, x2, y2, "moving"
  npc._ax, npc._ay, npc._bx, npc._by = npc.x, npc.y, npc.x, npc.y
  npc._length, npc._factor, npc._seconds = npc._shortest, 1, nil
  local order = npc._order
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
  face(npc, dx, dy)
  local is_near = mover.is_neighbor(x1, y1, x2, y2)
  if is_near then
    npc._factor = mover.slow_factor(npc, x2, y2)
    local length = npc._length * npc._factor
    if length > 0 and length < npc._shortest then
      npc._shortest = length
      update_speed(npc)
    end
  else
    npc._seconds = mover.link_time(npc, x1, y1, x2, y2)
    if not npc.crowd then return end -- on_link has removed the NPC
  end
  set_step_time(npc, is_near and (x1 == x2 or y1 == y2))
end

--- Reads where the unit is. Calls `on_step` when it has reached another tile. Returns nothing when
--- the NPC is gone.
local function read_tile(npc, crowd)
  local x1, y1, x2, y2, progress = crowd.units:tile(npc.unit)
  if x1 == npc.tile_x and y1 == npc.tile_y or not x1 then return x1, y1, x2, y2, progress end
  crowd._has_spare = true
  steps.stand_on(npc, x1, y1)
  if not npc.on_step then return x1, y1, x2, y2, progress end
  errors.call(crowd, npc, npc.on_step, npc, x1, y1)
  if npc.crowd == crowd then return crowd.units:tile(npc.unit) end
end

local function stand(npc, x, y)
  if npc._stepping then steps.stand_on(npc, x, y) end
  if npc.state == "moving" then
    npc.state = npc._order and not npc._order.is_near and "waiting" or "idle"
  end
end

--- Moves an NPC to where its unit is, after some time [seconds]. Returns whether this must be
--- called again after the next time.
function steps.move(npc, dt)
  local crowd = npc.crowd
  local x1, y1, x2, y2, progress = read_tile(npc, crowd)
  if not x1 then
    if npc.crowd == crowd then crowd:remove(npc) end -- the game has removed its unit
    return false
  end
  if x2 and not (npc._stepping and x2 == npc._to_x and y2 == npc._to_y) then
    begin_step(npc, x1, y1, x2, y2)
    if npc.crowd ~= crowd then return false end
    x1, y1, x2, y2, progress = crowd.units:tile(npc.unit) -- luacheck: ignore y2
  end
  if npc._aim then turn(npc, dt) end
  if not x2 then
    stand(npc, x1, y1)
    return npc._aim ~= nil
  end
  npc.x = npc._ax + (npc._bx - npc._ax) * progress
  npc.y = npc._ay + (npc._by - npc._ay) * progress
  return true
end

return steps
