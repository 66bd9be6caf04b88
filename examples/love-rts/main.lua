--- Two sides: select units and send them into attack-moves, let workers gather, build towers that
--- close no way, save and load. The computer plays red: waves of attacks, guards in its gates.
---
--- Run it with: make love-rts
---
---   main.lua       the window and the frames
---   game.lua       the game, without drawing: its state, and the events of the crowd
---   map.lua, units.lua, buildings.lua       what there is
---   fights.lua, workers.lua, people.lua     what units do by themselves
---   enemy.lua      the computer's side
---   saving.lua     saved games
---   commands.lua, mouse.lua                 what the player does
---   camera.lua, view.lua, panel.lua         drawing
---   meter.lua      how long frames take

local buildings = require "buildings"
local camera = require "camera"
local commands = require "commands"
local game = require "game"
local meter = require "meter"
local mouse = require "mouse"
local panel = require "panel"
local view = require "view"

local app = { formation = "block", is_together = false, attacks = true, selected = {} }

--- Begins a game.
---@param count integer how many units both sides have together
---@param measures boolean? whether only the time of Lua counts
function app.restart(count, measures)
  app.game, app.selected = game.new(count), {}
  app.meter, app.measures = meter.new(measures and os.clock or love.timer.getTime), measures
end
app.restart(200)

function love.load(arguments)
  love.graphics.setBackgroundColor(0.21, 0.25, 0.20)
  panel.load()
  view.load(app.game)
  camera.show_all()
  if arguments[1] == "measure" then app.restart(400, true) end -- prints how long frames take
end

love.resize = camera.resize

-- ----------------------------------------------------------------------------- each frame

-- Forgets selected units that are gone.
local function forget()
  for i = #app.selected, 1, -1 do
    if not app.game.state.units[app.selected[i]] then table.remove(app.selected, i) end
  end
end

-- What the mouse would build.
local function plan()
  local x, y = camera.to_tile(mouse.x, mouse.y)
  app.plan = app.builds and { x = x, y = y, ok = buildings.check(app.game, x, y) }
end

local function pan_by_keys(step)
  local is_down = love.keyboard.isDown
  camera.pan((is_down "left" and step or 0) - (is_down "right" and step or 0),
    (is_down "up" and step or 0) - (is_down "down" and step or 0))
end

local update_time = 0 -- [seconds]

-- A frame counts as at most 0.1 s, so that nothing jumps after a long pause.
function love.update(dt)
  local start = app.meter.now()
  if not app.is_paused then app.game:update(math.min(dt, 0.1)) end
  forget()
  plan()
  pan_by_keys(700 * dt)
  update_time = app.meter.now() - start
end

local function draw()
  view.draw(app)
  mouse.draw(app)
  panel.draw(app)
end

function love.draw()
  local start = app.meter.now()
  if app.measures then meter.without_graphics(draw) else draw() end
  app.meter:add((update_time + app.meter.now() - start) * 1000)
  if not app.measures then return end
  local text = ("%d units. %s"):format(app.game.crowd:count(), tostring(app.meter))
  love.graphics.print(text, 20, 20)
  if app.meter.frames % meter.size == 0 then print(text) end
end

-- ------------------------------------------------------------------------- keys and mouse

--- Does what a key does.
function app.press(key)
  app.message = nil
  if commands.by_key[key] then commands.by_key[key].action(app) end
end

function love.keypressed(key) app.press(key) end

function love.mousepressed(x, y, button)
  if not panel.click(app, x, y) then mouse.press(app, x, y, button) end
end

function love.mousemoved(x, y, dx, dy) mouse.move(x, y, dx, dy) end
function love.mousereleased(x, y, button) mouse.release(app, x, y, button) end
function love.wheelmoved(_, dy) camera.zoom_by(1.2 ^ dy, mouse.x, mouse.y) end
