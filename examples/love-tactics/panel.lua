--- The panel beside the map: whose turn it is, the unit, what a click does, and buttons.

local game = require "game"
local view = require "view"

local panel = {}

local ink, faint, ground, accent = { 0.93, 0.92, 0.89 }, { 0.62, 0.64, 0.70 }, { 0.13, 0.14, 0.18 },
  { 0.98, 0.80, 0.42 }
local help = "Click a unit, then a tile or an enemy. A path has a color per turn; the rings are "
  .. "zones of control, where a move ends. Units pass friends. Archers shoot from the tiles with "
  .. "red dots. Forests and hills give cover."

local areas = {} -- the buttons: { x, y, width, height, key }

local function button(app, x, y, width, label, key, is_on)
  local unit = view.unit
  love.graphics.setColor(is_on and accent or { 0.24, 0.26, 0.33 })
  love.graphics.rectangle("fill", x, y, width, 40 * unit, 6 * unit)
  love.graphics.setColor(is_on and ground or ink)
  view.print(label, 15 * unit, x, y + 10 * unit, width, "center")
  areas[#areas + 1] = { x = x, y = y, width = width, height = 40 * unit, app = app, key = key }
end

local reasons = {
  goal_blocked = "No unit can stop there.", unreachable = "No way leads there.",
}

--- What a click does, in words.
function panel.sentence(app)
  local plan, play = app.plan, app.game
  if play.side == game.RED then return "Red moves." end
  if not plan then
    return app.selected and "Choose where to go, or an enemy." or "Choose a unit."
  end
  if not plan.path and not plan.target then return reasons[plan.reason] or "Not possible." end
  local turns = plan.path and plan.path:turns() or 1
  if plan.target then
    local damage = play:damage(app.selected, plan.target)
    return turns == 1 and ("Attack: %d of %d lives."):format(damage, plan.target.life)
      or ("Takes %d turns to attack."):format(turns)
  end
  return ("Takes %d turn%s, %d points left."):format(turns, turns == 1 and "" or "s",
    plan.path:left())
end

local function draw_unit(unit, x, y, width)
  local u = view.unit
  view.draw_unit(unit, x + 24 * u, y + 24 * u, 60 * u)
  love.graphics.setColor(ink)
  view.print(unit.kind.name, 17 * u, x + 60 * u, y + 4 * u, width)
  love.graphics.setColor(faint)
  view.print(("Points %d / %d, lives %d / %d, reach %d"):format(unit.left, unit.kind.points,
    unit.life, unit.kind.life, unit.kind.reach), 12 * u, x + 60 * u, y + 28 * u, width - 60 * u)
end

--- Draws the panel.
function panel.draw(app)
  areas = {}
  local u, box, play = view.unit, view.panel, app.game
  local x, y, width = box.x + 14 * u, box.y + 10 * u, box.width - 28 * u
  love.graphics.setColor(ground)
  love.graphics.rectangle("fill", box.x, box.y, box.width, box.height)
  view.set_side(play.side, 1.2)
  view.print(("Turn %d: %s"):format(play.turn, play.side == game.BLUE and "blue" or "red"), 20 * u,
    x, y, width)
  love.graphics.setColor(faint)
  view.print(("%d : %d"):format(#play:units_of(game.BLUE), #play:units_of(game.RED)), 16 * u, x,
    y + 3 * u, width, "right")
  local unit = app.hovered or app.selected
  if unit then draw_unit(unit, x, y + 38 * u, width) end
  love.graphics.setColor(accent)
  view.print(panel.sentence(app), 15 * u, x, y + 98 * u, width)
  if box.height > 400 * u then
    love.graphics.setColor(faint)
    view.print(help, 13 * u, x, y + 170 * u, width)
  end
  local third, below = (width - 16 * u) / 3, box.y + box.height - 54 * u
  button(app, x, below, third, "End turn", "return", play.side == game.BLUE)
  button(app, x + third + 8 * u, below, third, "Fog", "f", play.is_foggy)
  button(app, x + 2 * (third + 8 * u), below, third, "Restart", "r")
  if play.winner then panel.draw_end(app) end
end

--- Draws how the game has ended, over the map.
function panel.draw_end(app)
  local u, map = view.unit, view.map
  local width, height = 300 * u, 130 * u
  local x, y = map.x + (map.width - width) / 2, map.y + (map.height - height) / 2
  love.graphics.setColor(0.13, 0.14, 0.18, 0.95)
  love.graphics.rectangle("fill", x, y, width, height, 10 * u)
  view.set_side(app.game.winner, 1.2)
  local text = app.game.winner == game.BLUE and "Victory" or "Defeat"
  view.print(text, 30 * u, x, y + 20 * u, width, "center")
  button(app, x + width / 2 - 70 * u, y + 74 * u, 140 * u, "Play again", "r", true)
end

--- Handles a click. Returns whether it is on the panel or on a button.
function panel.click(x, y)
  for _, area in ipairs(areas) do
    if x >= area.x and x < area.x + area.width and y >= area.y and y < area.y + area.height then
      area.app.press(area.key)
      return true
    end
  end
  local box = view.panel
  return x >= box.x and y >= box.y and x < box.x + box.width and y < box.y + box.height
end

return panel
