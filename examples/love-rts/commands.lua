--- What keys do, and the buttons of the panel.

local camera = require "camera"
local game = require "game"
local people = require "people"
local units = require "units"

local commands = { list = {}, by_key = {} }

-- Adds a command. `is_on(app)`: whether its button is on. Without a label it has no button.
local function add(key, label, action, is_on)
  local command = { key = key, label = label, action = action, is_on = is_on or function() end }
  commands.by_key[key] = command
  if label then table.insert(commands.list, command) end
end

-- Adds a command that turns a field of the app on and off.
local function add_switch(key, label, field)
  add(key, label, function(app) app[field] = not app[field] end,
    function(app) return app[field] end)
end

for i, name in ipairs { "pack", "block", "line", "wedge", "keep" } do
  local label = name:sub(1, 1):upper() .. name:sub(2)
  add(tostring(i), label, function(app) app.formation = name end,
    function(app) return app.formation == name end)
end
add_switch("t", "Together", "is_together")
add_switch("a", "Attack", "attacks")
add_switch("b", "Build", "builds")
add("r", "Work", function(app) app.game:dismiss(app.selected) end)
add("n", "Train", function(app)
  if app.game.state.winner then return app.restart(200) end
  local name = units.fighters[love.math.random(#units.fighters)]
  app.message = not app.game:train(game.BLUE, name) and "There is not enough gold" or nil
end)
add("v", "Right of way", function(app) app.game.state.has_rule = not app.game.state.has_rule end,
  function(app) return app.game.state.has_rule end)
add("c", "2,000", function(app) people.toggle(app.game) end,
  function(app) return app.game.state.has_people end)
add_switch("p", "Paths", "shows_ways")
add("k", "Save", function(app)
  love.filesystem.write("save", app.game:save())
  app.message = "Saved"
end)
add("l", "Load", function(app)
  local text = love.filesystem.read "save"
  if text then app.game, app.selected = game.load(text), {} end
  app.message = text and "Loaded" or "Nothing is saved"
end)
add_switch("space", "Pause", "is_paused")
add("m", nil, function(app) app.restart(400, not app.measures) end)
add("home", nil, camera.show_all)
add("escape", nil, function(app) app.selected, app.builds = {}, false end)

return commands
