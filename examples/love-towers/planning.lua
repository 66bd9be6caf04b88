--- What the player is about to build: the type, the tile under the mouse, and whether it may stand
--- there. When it would cut off a way, the explanation. It draws nothing.

local buildings = require "buildings"

local planning = {}

local Planning = {}
Planning.__index = Planning

local check_every = 0.15 -- enemies move: check again after this time [seconds]
local shown_for = 6      -- a refusal [seconds]

function planning.new(game)
  return setmetatable({ game = game, since = 0 }, Planning)
end

--- Chooses what to build, or nothing.
---@param type table? of `buildings.types`
function Planning:choose(type)
  self.type, self.verdict, self.refusal = type, nil, nil
end

--- Sets the top left tile of the plan; nil when the mouse is not on the map.
function Planning:point(x, y)
  self.x, self.y = x, y
end

-- Whether a verdict is about what is planned now, on the same map.
local function is_current(self, verdict)
  return verdict and verdict.x == self.x and verdict.y == self.y and verdict.type == self.type
    and self.revision == self.game.grid:revision()
end

-- Checks the plan, and finds what the drawing shows: the ways of the enemies around the new
-- building, or the explanation why one has no way.
local function judge(self)
  local game, type, x, y, last = self.game, self.type, self.x, self.y, self.verdict
  local ok, reason, owner = game:check(type, x, y)
  if is_current(self, last) and last.reason == reason and last.owner == owner then return last end
  local verdict = { type = type, x = x, y = y, ok = ok, reason = reason, owner = owner }
  if ok or reason == "gold" then
    verdict.paths = game.buildings:plan_paths(type, x, y)
  elseif reason == "cut_off" then
    verdict.explanation = game.buildings:explain(type, x, y, owner)
  end
  self.revision = game.grid:revision() -- the plan was on the map for a moment
  return verdict
end

--- Checks the plan again when something has changed.
function Planning:update(dt)
  self.since = self.since + dt
  if self.refusal then
    self.refusal.age = self.refusal.age + dt
    if self.refusal.age > shown_for then self.refusal = nil end
  end
  if not self.type or not self.x then
    self.verdict = nil
    return
  end
  if is_current(self, self.verdict) and self.since < check_every then return end
  self.verdict, self.since = judge(self), 0
end

--- Builds what is planned. When that is refused, `refusal` says why. Returns whether it was built.
function Planning:build()
  if not self.type or not self.x then return false end
  if self.game:build(self.type, self.x, self.y) then
    self.verdict, self.refusal = nil, nil
    return true
  end
  self.verdict = judge(self)
  self.refusal = self.verdict
  self.refusal.age = 0
  return false
end

local sentences = {
  over = "The game is over.",
  ground = "Build on free ground: grass, mud or a bridge, not at the castle or a gate.",
  building = "A building stands here.",
  enemy = "An enemy stands here. Wait until it has left.",
}

--- Says why a plan is refused, in one line.
function planning.sentence(verdict, gold)
  local name = verdict.type.name
  if verdict.reason == "gold" then
    return ("%s: costs %d gold, you have %d."):format(name, verdict.type.cost, gold)
  elseif verdict.reason == "cut_off" then
    local owner = verdict.owner.kind and "a " .. verdict.owner.kind.name:lower()
      or "the " .. verdict.owner.name
    return ("%s refused: no way would lead from %s to the castle."):format(name, owner)
  end
  return sentences[verdict.reason]
end

--- The tiles that a plan takes.
function planning.tiles(verdict)
  return buildings.tiles(verdict.type, verdict.x, verdict.y)
end

return planning
