--- Draws the map and what is on it, in world units.

local camera = require "camera"
local draw = require "astar.love"
local map = require "map"
local units = require "units"

local view = {}

local tile, layout = camera.tile, camera.layout
local ground = {
  ["."] = { 0.62, 0.68, 0.48 }, f = { 0.45, 0.57, 0.38 }, ["~"] = { 0.44, 0.60, 0.72 },
  ["#"] = { 0.42, 0.41, 0.42 }, [","] = { 0.66, 0.62, 0.54 }, B = { 0.36, 0.33, 0.32 },
  o = { 0.85, 0.68, 0.28 },
}
local sides = { [0] = { 0.60, 0.55, 0.50 }, { 0.24, 0.45, 0.85 }, { 0.82, 0.28, 0.24 } }
local workers = { { 0.36, 0.66, 1 }, { 1, 0.45, 0.4 } }

local canvas -- the ground, which never changes

--- Must be called in love.load, with any game.
function view.load(game)
  canvas = love.graphics.newCanvas(map.width * tile, map.height * tile)
  love.graphics.setCanvas(canvas)
  draw.grid(game.grid, layout, { colors = ground, blocked = false, gap = 0 })
  love.graphics.setCanvas()
end

local function draw_tiles(x, y, width, height)
  love.graphics.rectangle("fill", (x - 1) * tile, (y - 1) * tile, width * tile, height * tile)
end

local function draw_buildings(game)
  for team, place in ipairs(map.places) do
    local x, y = layout:to_world(place.base[1], place.base[2])
    love.graphics.setColor(sides[team])
    love.graphics.circle("fill", x, y, 1.6 * tile)
  end
  for _, gate in ipairs(map.gates) do
    local color, is_shut = sides[gate.team], game.grid:is_blocked(gate.x, gate.y, map.GATES)
    love.graphics.setColor(color[1], color[2], color[3], is_shut and 1 or 0.25)
    draw_tiles(gate.x, gate.y, 1, gate.height)
  end
  love.graphics.setColor(0.40, 0.39, 0.44)
  for _, building in ipairs(game.state.buildings) do draw_tiles(building.x, building.y, 2, 2) end
end

-- A bar below each unit that was hit, green to red; and shots.
local function draw_fights(game)
  for unit, self in units.each(game) do
    local kind = units.kinds[self.kind]
    local part = self.health / kind.health
    if part < 1 then
      local x, y = layout:to_world(game.crowd:position(unit))
      love.graphics.setColor(1 - part, 0.3 + 0.5 * part, 0.2)
      love.graphics.rectangle("fill", x - 0.4 * tile, y + (kind.size - 0.45) * tile,
        (kind.size - 0.2) * tile * part, 3)
    end
  end
  love.graphics.setColor(1, 0.95, 0.6)
  love.graphics.setLineWidth(2)
  for _, shot in pairs(game.shots) do
    if shot.ends_at > game.state.time then
      local x, y = layout:to_world(shot[1], shot[2])
      love.graphics.line(x, y, layout:to_world(shot[3], shot[4]))
    end
  end
end

--- Draws the map.
---@param app table game, selected, plan, shows_ways
function view.draw(app)
  local game, shown = app.game, app.shows_ways and app.selected
  local all = game.state.units
  camera.push()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(canvas)
  draw_buildings(game)
  draw.crowd(game.crowd, layout, {
    radius = 0.34 * tile, selected = app.selected, ring = { 1, 1, 1 }, ways = shown, orders = shown,
    way = { 1, 1, 1, 0.7 }, color = function(unit)
      local self = all[unit]
      return self.kind == "worker" and workers[self.team] or sides[self.team]
    end,
  })
  draw_fights(game)
  if app.plan then -- of a building: green, or red when it is refused
    love.graphics.setColor(app.plan.ok and 0.3 or 0.9, app.plan.ok and 0.8 or 0.2, 0.2, 0.7)
    draw_tiles(app.plan.x, app.plan.y, 2, 2)
  end
  love.graphics.pop()
end

return view
