--- The scripts of the NPCs. A script is a function that runs as a coroutine, over many frames. Each
--- order (npc:go_to, npc:wait, npc:patrol, ...) returns when it is done: true, or nil and a reason.
--- So an endless loop in a script is no problem when it contains an order.

local fields = require "fields"
local speech = require "speech"

local scripts = {}

local random = love.math.random

local complaints = {
  unreachable = "I cannot get there!",
  goal_blocked = "My place is taken.",
}

--- Goes to a tile. When the NPC cannot get there, it says why, waits and tries again.
local function go(npc, x, y)
  while true do
    local arrived, reason = npc:go_to(x, y)
    if arrived then return end
    speech.say(npc, complaints[reason])
    npc:wait(2)
  end
end

--- Goes to an object of the map.
local function go_to_place(npc, world, name)
  go(npc, world:place(name))
end

--- Goes to one of some tiles, chosen at random. When the NPC cannot get there, it tries another
--- tile.
local function go_to_one_of(npc, tiles)
  local arrived, reason
  repeat
    local tile = tiles[random(#tiles)]
    arrived, reason = npc:go_to(tile[1], tile[2])
    if reason == "unreachable" then
      speech.say(npc, complaints[reason])
      npc:wait(2)
    end
  until arrived
end

-- --------------------------------------------------------------------------------- work

--- Goes to a plot and reaps it. Returns whether the NPC has arrived.
local function reap(npc, plot)
  plot.is_taken = true -- so that no other farmer comes
  npc.doing = "goes to reap"
  local arrived, reason = npc:go_to(plot.x, plot.y)
  if arrived then
    npc.doing = "reaps"
    npc:wait(1.5)
    fields.cut(plot)
  else
    speech.say(npc, complaints[reason])
    npc:wait(2)
  end
  plot.is_taken = false
  return arrived
end

--- Reaps three plots and carries the grain to the barn, again and again.
function scripts.farmer(npc, world)
  local barn = world:area "barn"
  while true do
    local reaped = 0
    while reaped < 3 do
      local plot = world.fields:ripe_plot(npc.tile_x, npc.tile_y)
      if plot then
        if reap(npc, plot) then reaped = reaped + 1 end
      else
        npc.doing = "waits for the grain"
        npc:wait(1)
      end
    end
    npc.carries, npc.doing = "sack", "carries grain to the barn"
    go_to_one_of(npc, barn)
    npc.carries, npc.doing = nil, "stores the grain"
    npc:wait(1.5)
  end
end

--- Goes up to a bed of the inn and sleeps for some seconds.
local function sleep(npc, world, bed, seconds)
  npc.doing = "goes up to bed"
  go(npc, world.inn:bed(bed))
  npc.doing = "sleeps"
  speech.say(npc, "Zzz...")
  npc:wait(seconds)
end

--- Carries a thing from one place to another, again and again, and then rests: in a bed of the inn,
--- when `bed` is its number.
function scripts.carrier(npc, world, thing, from, to, bed)
  while true do
    npc.doing = "goes to fetch the " .. thing
    go_to_place(npc, world, from)
    npc:wait(2)
    npc.carries, npc.doing = thing, "carries the " .. thing
    go_to_place(npc, world, to)
    npc:wait(1)
    npc.carries, npc.doing = nil, "has a rest"
    if bed then sleep(npc, world, bed, 6) else npc:wait(3) end
  end
end

--- Looks around in the village by day, and sleeps in the inn.
function scripts.guest(npc, world, bed, ...)
  while true do
    for _, name in ipairs { ... } do
      npc.doing = "goes for a walk"
      go_to_place(npc, world, name)
      npc:wait(2)
    end
    sleep(npc, world, bed, 10)
  end
end

--- Goes from one place to another and back, again and again. The rules of the cart keep it on
--- roads.
function scripts.cart(npc, world, from, to)
  while true do
    npc.doing = "goes by road to the " .. from
    go_to_place(npc, world, from)
    npc.doing = "is loaded"
    npc:wait(4)
    npc.doing = "goes by road to the " .. to
    go_to_place(npc, world, to)
    npc.doing = "is unloaded"
    npc:wait(4)
  end
end

--- Goes to a tile next to a door (option `range`), and opens or closes the door. Tries until it
--- succeeds.
local function set_door(npc, door, is_open)
  npc.doing = (is_open and "goes to open the " or "goes to shut the ") .. door.name
  while door.is_open ~= is_open do
    local near = npc:go_to(door.x, door.y, { range = 1 })
    if not near then
      npc:wait(1)
    elseif is_open then
      door:open()
    elseif not door:shut() then
      speech.say(npc, "Make way, please!")
      npc:wait(1)
    end
  end
end

--- Closes one gate after another, each for 12 seconds. The other gates are open during this time.
function scripts.gatekeeper(npc, world, ...)
  local gates = {}
  for i, name in ipairs { ... } do gates[i] = world.doors:named(name) end
  while true do
    for _, gate in ipairs(gates) do
      set_door(npc, gate, false)
      speech.say(npc, "Shut!")
      npc.doing = "guards the " .. gate.name
      npc:wait(12)
      for _, any in ipairs(gates) do set_door(npc, any, true) end
      npc.doing = "has a rest"
      npc:wait(6)
    end
  end
end

--- Patrols along the points of a line of the map, in one order or the other.
function scripts.guard(npc, world, line, backwards)
  local points = {}
  for i, point in ipairs(world:line(line)) do
    table.insert(points, backwards and 1 or i, point)
  end
  npc.doing = "is on patrol"
  while true do
    npc:patrol(points) -- ends when no point can be reached
    npc:wait(1)
  end
end

-- --------------------------------------------------------------------------------- play

-- The game of tag: one child, which is "it", tries to catch the other child, which runs away.
local tag = { children = {}, it = nil }

local function other_child(npc)
  return tag.children[1] == npc and tag.children[2] or tag.children[1]
end

-- The child that is "it" tries to catch the other child. When it succeeds, the other child is "it".
local function chase(npc, other)
  npc.doing = "counts to three"
  npc:wait(2.5)
  npc.doing = "tries to catch " .. other.name
  if npc:catch(other) then
    speech.say(npc, "Tag!")
    tag.it = other
  else
    npc:wait(1)
  end
end

-- The other child flees until the path between the two costs 9 or more, or until it is cornered.
local function run_away(npc, other)
  npc.doing = "runs away from " .. other.name
  npc:flee(other, 9)
  npc.doing = "dares " .. other.name
  npc:wait(0.3)
end

--- Plays tag with the other child.
function scripts.child(npc)
  table.insert(tag.children, npc)
  tag.it = tag.it or npc
  npc:wait(0) -- until the script of the other child has begun, too
  local other = other_child(npc)
  while true do
    if tag.it == npc then
      chase(npc, other)
    else
      run_away(npc, other)
    end
  end
end

-- ------------------------------------------------------------------------------ animals

--- Follows the player.
function scripts.dog(npc, world)
  npc.doing = "follows you"
  while true do
    npc:follow(world.player, 2)
    npc:wait(1)
  end
end

local function distance_between(a, b)
  return math.max(math.abs(a.tile_x - b.tile_x), math.abs(a.tile_y - b.tile_y))
end

local function is_near_any(npc, others, distance)
  for _, other in ipairs(others) do
    if distance_between(npc, other) <= distance then return true end
  end
  return false
end

--- Pecks in its yard, and flees from fast people and animals that come near.
function scripts.hen(npc, world, yard)
  local tiles, threats = world:area(yard), {}
  for _, other in ipairs(world.people) do
    if other.speed > 45 then threats[#threats + 1] = other end
  end
  while true do
    if is_near_any(npc, threats, 2) then
      npc.doing = "hides"
      npc:flee(threats, 4)
    else
      npc.doing = "pecks"
      if random() < 0.15 then
        local tile = tiles[random(#tiles)]
        npc:go_to(tile[1], tile[2])
      end
      npc:wait(0.3)
    end
  end
end

--- Swims from one random tile of the pond to another.
function scripts.duck(npc, world, pond)
  local tiles = world:area(pond)
  npc.doing = "swims"
  while true do
    local tile = tiles[random(#tiles)]
    npc:go_to(tile[1], tile[2])
    npc:wait(1 + 3 * random())
  end
end

return scripts
