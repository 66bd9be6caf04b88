--- Smooth crowds: where an NPC is drawn on its way, without sharp corners.
---
--- The drawn point is half a step behind the NPC. While the NPC steps from tile A to tile B, the
--- point goes from the middle M of the step before to the middle N of this one, around A:
---
---      +-------+-------+
---      |       |       |      With the vectors d = M - A and h = N - A [world units], and with the
---      |   P   M . A   |      part p of the step that is done:
---      |       |  .|   |
---      +-------+---N---+      point = A + (1 - p)^2 (1 + 2 (1 - k) p) d + p^2 h
---              |   B   |
---
--- For k = 1 this is the quadratic Bezier curve from M to N with the control point A. k is the rate
--- of the last step divided by that of this one, at most 3/2: so the speed is continuous when steps
--- take different times. An NPC that does not go on comes to rest on B in the time of two steps:
---
---     point = B + (1 - t/2)^4 d       now d = N - B, and t is the time since then, in steps
---
--- A link is drawn along straight lines, by way of A, without delay. This is the curve of a smooth
--- native crowd (src/crowd/curve.h), in the layout of the NPC.
---
---   _dx, _dy    d; 0, 0 when the point has come to rest
---   _rate       of the last step, as it was last seen [1/s]: behind a slower NPC less than its own
---   _ratio      k
---   _since      when the last step ended [seconds]
---   _done       the part of the step that was done in the last slice

local max, min, sqrt = math.max, math.min, math.sqrt

local curve = {}

-- An NPC comes to rest in the time of so many steps, of which none counts as slower than min_rate.
local rest_steps, min_rate = 2, 0.1

local max_ratio = 1.5

--- The NPC stands in the middle of its tile, without a past.
function curve.reset(npc)
  npc._dx, npc._dy, npc._rate, npc._ratio, npc._since = 0, 0, 0, 1, npc.crowd._time
end

--- How much of its time to come to rest an NPC that stands had left at some time [0..1].
local function time_left(npc, time)
  return max(0, min(1 - (time - npc._since) * npc._rate / rest_steps, 1))
end

--- Whether the point of an NPC that stands still moves.
function curve.is_moving(npc)
  return (npc._dx ~= 0 or npc._dy ~= 0) and time_left(npc, npc.crowd._time) > 0
end

--- The NPC has begun a step that takes some time [seconds], of which a part is done [0..1].
function curve.begin(npc, seconds, done)
  local passed = done > 0 and done * seconds or 0
  local left = time_left(npc, npc.crowd._time - passed)
  local way_left = left ^ 4
  npc._dx, npc._dy = npc._dx * way_left, npc._dy * way_left
  npc._ratio = 1
  if left > 0 and npc._rate > 0 then npc._ratio = min(npc._rate * seconds / left, max_ratio) end
  npc._rate, npc._done = seconds > 0 and 1 / seconds or 0, nil
end

--- The step of the NPC has ended, in the last `dt` seconds.
function curve.arrive(npc, dt)
  local behind = npc._seconds and 0 or -0.5
  npc._dx, npc._dy = behind * (npc._bx - npc._ax), behind * (npc._by - npc._ay)
  npc._rate = max(npc._rate, min_rate)
  local spare = dt - (1 - (npc._done or 1)) / npc._rate
  npc._since = npc.crowd._time - max(0, min(spare, dt))
end

--- Moves an NPC that stands: the center of its tile is (wx, wy).
function curve.rest(npc, wx, wy)
  local left = time_left(npc, npc.crowd._time) ^ 4
  npc.x, npc.y = wx + left * npc._dx, wy + left * npc._dy
end

--- Moves an NPC on a straight step: first the rest of the last curve, then the step.
local function move_straight(npc, done)
  local dx, dy, hx, hy = npc._dx, npc._dy, npc._bx - npc._ax, npc._by - npc._ay
  local before, after = sqrt(dx * dx + dy * dy), sqrt(hx * hx + hy * hy)
  local way = done * (before + after) - before
  if way >= 0 then
    local part = after > 0 and way / after or 0
    npc.x, npc.y = npc._ax + part * hx, npc._ay + part * hy
  else
    npc.x, npc.y = npc._ax - way / before * dx, npc._ay - way / before * dy
  end
end

--- Moves an NPC on its step, of which a part is done [0..1], after some time [seconds].
function curve.move(npc, done, dt)
  if npc._done and dt > 0 then npc._rate = (done - npc._done) / dt end
  npc._done = done
  if npc._seconds then return move_straight(npc, done) end
  local left = 1 - done
  local before = left * left * (1 + 2 * (1 - npc._ratio) * done)
  local after = done * done / 2
  npc.x = npc._ax + before * npc._dx + after * (npc._bx - npc._ax)
  npc.y = npc._ay + before * npc._dy + after * (npc._by - npc._ay)
end

return curve
