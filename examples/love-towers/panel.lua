--- The panel beside the map: gold, lives and waves, what can be built, the selected building, and
--- buttons. It ends with the time of an update.

local buildings = require "buildings"
local enemies = require "enemies"
local figures = require "figures"
local view = require "view"
local waves = require "waves"

local panel = {}

local ink, faint, accent = { 0.93, 0.92, 0.89 }, { 0.62, 0.63, 0.69 }, { 0.98, 0.80, 0.42 }
local ground, raised, poor = { 0.13, 0.14, 0.18 }, { 0.22, 0.24, 0.30 }, { 0.90, 0.42, 0.38 }
local left, inner = view.map_width + 14, view.width - view.map_width - 28 -- [units]

local areas = {} -- the buttons: { x, y, width, height, action }

local function set_color(color, alpha)
  love.graphics.setColor(color[1], color[2], color[3], alpha or 1)
end

local function add_area(x, y, width, height, action)
  areas[#areas + 1] = { x = x, y = y, width = width, height = height, action = action }
end

-- Draws a button with its key at the right.
local function button(x, y, width, label, key, options)
  local is_on, is_off = options.is_on, options.is_off
  set_color(is_on and accent or raised, is_off and 0.45 or 1)
  love.graphics.rectangle("fill", x, y, width, 34, 6)
  set_color(is_on and ground or is_off and faint or ink)
  view.print(label, 14, x + 10, y + 8)
  set_color(is_on and ground or faint)
  view.print(key, 11, x + width - 8 - view.text_width(key, 11), y + 10)
  if not is_off then add_area(x, y, width, 34, options.action) end
end

-- ------------------------------------------------------------------------------ the parts

local function draw_coin(x, y, radius)
  love.graphics.setColor(0.60, 0.42, 0.10)
  love.graphics.circle("fill", x, y, radius)
  love.graphics.setColor(0.98, 0.80, 0.30)
  love.graphics.circle("fill", x, y - radius * 0.1, radius * 0.8)
  love.graphics.setColor(0.80, 0.60, 0.18)
  love.graphics.rectangle("fill", x - radius * 0.14, y - radius * 0.5, radius * 0.28, radius * 0.85)
end

local function draw_heart(x, y)
  love.graphics.setColor(0.90, 0.30, 0.32)
  love.graphics.circle("fill", x - 4.5, y - 3, 5.5)
  love.graphics.circle("fill", x + 4.5, y - 3, 5.5)
  love.graphics.polygon("fill", x - 9.5, y - 0.5, x + 9.5, y - 0.5, x, y + 10)
end

local function draw_wealth(game)
  draw_coin(left + 12, 28, 12)
  set_color(ink)
  view.print(tostring(game.gold), 25, left + 32, 12)
  draw_heart(left + inner / 2 + 22, 28)
  set_color(game.lives > 5 and ink or poor)
  view.print(tostring(game.lives), 25, left + inner / 2 + 40, 12)
end

-- The kinds of a wave and how many come.
local function draw_counts(number, y)
  local counts, x = waves.counts(number), left + 12
  for _, kind in ipairs(enemies.order) do
    if counts[kind] then
      figures.draw_kind(kind, x, y, 1, 0, 0)
      set_color(ink)
      local text = tostring(counts[kind])
      view.print(text, 14, x + 17, y - 8)
      x = x + 36 + view.text_width(text, 14)
    end
  end
end

local function draw_waves(app)
  local game = app.game
  set_color(ink)
  view.print(("Wave %d of %d"):format(game.wave, waves.count), 17, left, 54)
  local is_coming = not game:can_start_wave()
  local shown = is_coming and game.wave or game.wave + 1
  local text = is_coming and "in the valley" or "next"
  set_color(faint)
  view.print(text, 12, left + inner - view.text_width(text, 12), 58)
  draw_counts(shown, 96)
  local countdown = game:countdown()
  local label = game.wave == 0 and "Start" or "Next wave"
  if countdown then label = ("Next wave: %d s"):format(math.ceil(countdown)) end
  button(left, 120, inner, label, "N", {
    is_on = game.state == "ready", is_off = is_coming, action = function() app.press "n" end,
  })
end

local function draw_shop(app)
  for i, type in ipairs(buildings.types) do
    local y = 166 + (i - 1) * 50
    local is_on = app.planning.type == type
    set_color(is_on and accent or raised)
    love.graphics.rectangle("fill", left, y, inner, 46, 6)
    love.graphics.push()
    love.graphics.translate(left + 24, y + 23)
    love.graphics.scale(type.side == 1 and 1.15 or 0.62)
    figures.draw_type(type, 0, 0, -1, 0)
    love.graphics.pop()
    set_color(is_on and ground or ink)
    view.print(type.name, 15, left + 50, y + 5)
    draw_coin(left + 57, y + 34, 6)
    set_color(is_on and ground or app.game.gold >= type.cost and faint or poor)
    view.print(tostring(type.cost), 13, left + 67, y + 26)
    set_color(is_on and ground or faint)
    view.print(tostring(i), 12, left + inner - 16, y + 15)
    add_area(left, y, inner, 46, function() app.press(tostring(i)) end)
  end
end

-- The numbers of a tower.
local function stats(type, damage, range)
  if not damage then return "Diggers need " .. type.toughness .. " s for it." end
  return ("Damage %.0f every %g s\nRange %.1f tiles, hits %s"):format(damage, type.cooldown,
    range, type.hits == "all" and "all" or "the ground")
end

local function draw_selected(app, building)
  local type = building.type
  set_color(ink)
  local level = building.level > 1 and ", level " .. building.level or ""
  view.print(type.name .. level, 15, left, 424)
  set_color(faint)
  view.print_lines(stats(type, building.damage, building.range), 12, left, 446, inner, "left")
  local cost = buildings.upgrade_cost(building)
  button(left, 486, inner, cost and "Upgrade: " .. cost or "Best level", "U", {
    is_off = not cost or cost > app.game.gold, action = function() app.press "u" end,
  })
  button(left, 524, inner, "Sell: " .. buildings.refund(building), "S", {
    action = function() app.press "s" end,
  })
end

local function draw_info(app)
  if app.selected then return draw_selected(app, app.selected) end
  local type = app.planning.type
  set_color(ink)
  view.print(type and type.name or "Defend the castle", 15, left, 424)
  set_color(faint)
  local text = type and type.text .. "\n" .. stats(type, type.damage, type.range)
    or "Choose a building and click on the map. You may close ways, but never the last one. "
      .. "Walkers go around, flyers ignore what you build, diggers break through where that is "
      .. "faster."
  view.print_lines(text, 12, left, 446, inner, "left")
end

local function draw_buttons(app)
  local game, half = app.game, (inner - 6) / 2
  button(left, 580, half, "Pause", "Space", {
    is_on = game.is_paused, action = function() app.press "space" end,
  })
  button(left + half + 6, 580, half, "Speed " .. game.speed, "F", {
    is_on = game.speed > 1, action = function() app.press "f" end,
  })
  button(left, 620, half, "Paths", "P", {
    is_on = app.shows_ways, action = function() app.press "p" end,
  })
  button(left + half + 6, 620, half, "Restart", "R", { action = function() app.press "r" end })
end

local function draw_legend()
  local x = left
  for _, entry in ipairs { { "walks", "walk" }, { "digs", "dig" }, { "flies", "fly" } } do
    set_color(figures.way_colors[entry[1]])
    for i = 0, 2 do love.graphics.circle("fill", x + 3 + 8 * i, 673, 2.6) end
    set_color(faint)
    view.print(entry[2], 12, x + 28, 665)
    x = x + 76
  end
end

local function draw_figures(app)
  set_color(faint)
  view.print(("%d enemies, %d killed, %d buildings lost"):format(#app.game.enemies.list,
    app.game.kills, app.game.destroyed), 11, left, 752)
  local text = ("Update %.2f ms, longest %.2f ms"):format(app.mean_time, app.longest_time)
  view.print(text, 11, left, 770)
end

--- Draws the panel.
function panel.draw(app)
  areas = {}
  set_color(ground)
  love.graphics.rectangle("fill", view.map_width, 0, view.width - view.map_width, view.height)
  draw_wealth(app.game)
  draw_waves(app)
  draw_shop(app)
  draw_info(app)
  draw_buttons(app)
  draw_legend()
  draw_figures(app)
end

--- Draws how the game has ended, over the map.
function panel.draw_end(app)
  local x, y = view.map_width / 2 - 220, 280
  love.graphics.setColor(0.05, 0.06, 0.08, 0.55)
  love.graphics.rectangle("fill", 0, 0, view.map_width, view.height)
  love.graphics.setColor(0.13, 0.14, 0.18, 0.97)
  love.graphics.rectangle("fill", x, y, 440, 200, 12)
  local game, is_won = app.game, app.game.state == "won"
  set_color(is_won and accent or poor)
  view.print_lines(is_won and "The castle is safe" or "The castle has fallen", 30, x, y + 28, 440,
    "center")
  set_color(ink)
  local text = is_won and ("All %d waves, %d lives left, %d enemies killed"):format(waves.count,
    game.lives, game.kills) or ("In wave %d of %d, after %d enemies"):format(game.wave, waves.count,
    game.kills)
  view.print_lines(text, 15, x, y + 82, 440, "center")
  button(x + 130, y + 132, 180, "Play again", "R", {
    is_on = true, action = function() app.press "r" end,
  })
end

--- Handles a click at a point [units]. Returns whether it is on the panel or on a button.
function panel.click(x, y)
  for _, area in ipairs(areas) do
    if x >= area.x and x < area.x + area.width and y >= area.y and y < area.y + area.height then
      area.action()
      return true
    end
  end
  return x >= view.map_width
end

return panel
