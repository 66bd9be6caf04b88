--- A client of examples/embed/server.c, in plain Lua with LuaSocket (Debian: lua-socket). It keeps
--- a replica of the server's map by deltas. It edits the map through the server, asks the server
--- for paths, and compares each answer with a search on the replica.
---
---     make all embed
---     build/embed/server 5750
---     lua5.4 examples/embed/client.lua [PORT]
---
--- server.c describes the protocol. A game takes the part above "The program" as a module.
--- Coordinates count from 1, as everywhere in Lua; the messages count from 0.
local is_program = arg and arg[0] and arg[0]:find "client%.lua$" -- or a module of another one
if is_program then -- finds the library of this checkout
  local root = (arg[0]:match("^.*[/\\]") or "") .. "../../"
  package.cpath = ("%sbuild/lua%s/?.so;%s"):format(root, _VERSION:match "%d+%.%d+", package.cpath)
end

local astar = require "astar"
local socket = require "socket"

local client = {}

-- What a client accepts from a server that may be hostile.
local max_tiles = 1024 * 1024
local max_message = 16 * max_tiles -- bytes

local Client = {}
Client.__index = Client

-- ---------------------------------------------------------------------------- numbers

-- A number as `size` bytes, the lowest one first.
local function bytes_of(number, size)
  local bytes = {}
  for i = 1, size do
    bytes[i] = string.char(number % 256)
    number = math.floor(number / 256)
  end
  return table.concat(bytes)
end

local function number_at(bytes, at, size)
  local number = 0
  for i = at + size - 1, at, -1 do number = number * 256 + bytes:byte(i) end
  return number
end

-- Coordinates of a tile.
local function tile(x, y)
  return bytes_of(x - 1, 2) .. bytes_of(y - 1, 2)
end

-- ------------------------------------------------------------------------- connection

--- Connects to a server. `grid` and `rules` are nil until they have arrived.
---@param port integer
---@param host string? default: this machine
---@return table? client
---@return string? message
function client.connect(port, host)
  local connection, message = socket.connect(host or "127.0.0.1", port)
  if not connection then return nil, message end
  connection:settimeout(0)
  connection:setoption("tcp-nodelay", true)
  return setmetatable({
    socket = connection, input = "", output = "",
    requests = {}, last_id = 0, -- by id: requests without an answer
    grid = nil, rules = nil, deltas = 0, delta_bytes = 0,
  }, Client)
end

function Client:close()
  self.socket:close()
end

function Client:send(kind, content)
  self.output = self.output .. bytes_of(#content, 4) .. kind .. content
end

--- Sets the terrain of a rectangle of at most 1,024 tiles. The replica changes when the edit comes
--- back from the server.
---@param terrain integer|string a number, or a character
function Client:fill(x, y, width, height, terrain)
  if type(terrain) == "string" then terrain = terrain:byte() end
  self:send("E", tile(x, y) .. bytes_of(width, 2) .. bytes_of(height, 2) .. bytes_of(terrain, 1))
end

--- Blocks or frees a rectangle of at most 1,024 tiles on a layer.
function Client:block(x, y, width, height, layer, is_blocked)
  self:send("B", tile(x, y) .. bytes_of(width, 2) .. bytes_of(height, 2) .. bytes_of(layer, 1)
    .. bytes_of(is_blocked and 1 or 0, 1))
end

--- Asks for a path. Set functions in the result to be called:
---
--- - `on_accepted(request)`: the answer will be that of `self.grid` as it is now;
--- - `on_answer(request)`: `tiles` is the path as { x1, y1, x2, y2, ... } and `cost` its cost, or
---   `reason` says why there is no path. It is "busy" when the server has too many requests; then
---   `on_accepted` was not called.
---@return table request
function Client:find_path(x1, y1, x2, y2)
  local request = { x1 = x1, y1 = y1, x2 = x2, y2 = y2 }
  self.last_id = (self.last_id + 1) % 2 ^ 32
  self.requests[self.last_id] = request
  self:send("F", bytes_of(self.last_id, 4) .. tile(x1, y1) .. tile(x2, y2))
  return request
end

-- --------------------------------------------------------------------------- messages

-- By kind: a function that takes the content of a message. It raises what is wrong with it.
local take = {}

function take:R(content)
  self.rules = assert(astar.deserialize_rules(content))
end

function take:M(content)
  self.grid = assert(astar.deserialize(content, { max_tiles = max_tiles }))
end

function take:C(content)
  assert(self.grid:apply(content, { max_tiles = 16 * max_tiles }))
  self.deltas, self.delta_bytes = self.deltas + 1, self.delta_bytes + #content
end

function take.X(_, content)
  error("the server says: " .. content, 0)
end

-- Removes a request that gets no other answer, and calls its function.
local function finish(self, id)
  local request = self.requests[id]
  self.requests[id] = nil
  if request.on_answer then request:on_answer() end
end

function take:A(content)
  local request = self.requests[number_at(content, 1, 4)]
  if request.on_accepted then request:on_accepted() end
end

function take:Q(content)
  local id = number_at(content, 1, 4)
  self.requests[id].reason = "busy"
  finish(self, id)
end

function take:P(content)
  local id, count = number_at(content, 1, 4), number_at(content, 5, 4)
  local request, text = self.requests[id], content:sub(9 + 4 * count)
  if count == 0 then
    request.reason = text
  else
    request.tiles, request.cost = {}, tonumber(text)
    for i = 1, 2 * count do request.tiles[i] = number_at(content, 7 + 2 * i, 2) + 1 end
  end
  finish(self, id)
end

-- Takes all complete messages of the input.
local function take_messages(self)
  local at = 1
  while #self.input >= at + 4 do
    local size, kind = number_at(self.input, at, 4), self.input:sub(at + 4, at + 4)
    if size > max_message then error("the server sends too much", 0) end
    if #self.input < at + 4 + size then break end
    take[kind](self, self.input:sub(at + 5, at + 4 + size))
    at = at + 5 + size
  end
  self.input = self.input:sub(at)
end

--- Exchanges messages with the server: call it once per frame.
---@param seconds number? how long it may wait for messages; default 0
---@return boolean? ok
---@return string? message why the connection has ended
function Client:update(seconds)
  if self.output ~= "" then
    local last, message, partial = self.socket:send(self.output)
    if not last and message ~= "timeout" then return nil, message end
    self.output = self.output:sub((last or partial) + 1)
  end
  socket.select({ self.socket }, self.output ~= "" and { self.socket } or nil, seconds or 0)
  local parts = { self.input }
  repeat
    local all, message, partial = self.socket:receive(65536)
    parts[#parts + 1] = all or partial
    if message == "closed" then self.is_closed = true end
  until not all
  self.input = table.concat(parts)
  local is_sound, message = pcall(take_messages, self)
  if not is_sound then return nil, message end
  if self.is_closed then return nil, "closed" end
  return true
end

if not is_program then return client end

-- ------------------------------------------------------------------------ the program

local me = assert(client.connect(tonumber(arg[1]) or 5750))
while not me.grid do assert(me:update(1)) end
local width, height = me.grid:size()
local equal, different, busy = 0, 0, 0

-- Builds a piece of wall, or removes one; sometimes a cart stands in the way.
local function edit()
  local x, y = math.random(width), math.random(height)
  if math.random(4) == 1 then
    me:block(x, y, 1, 1, 1, math.random(2) == 1)
  else
    me:fill(x, y, math.random(4), math.random(4), math.random(3) == 1 and "#" or ".")
  end
end

-- Asks for a path, on the server and then on the replica.
local function compare()
  local request = me:find_path(math.random(width), math.random(height), math.random(width),
    math.random(height))
  local path, cost
  function request.on_accepted(r)
    path, cost = me.grid:find_path(r.x1, r.y1, r.x2, r.y2, me.rules)
  end
  function request.on_answer(r)
    if r.reason == "busy" then
      busy = busy + 1
    elseif path and r.tiles and cost == r.cost
      and table.concat(path:flat(), " ") == table.concat(r.tiles, " ")
      or not path and cost == r.reason then
      equal = equal + 1
    else
      different = different + 1
    end
  end
end

for _ = 1, 100 do -- frames
  for _ = 1, 10 do edit() end
  for _ = 1, 5 do compare() end
  assert(me:update(0.01))
end
while next(me.requests) do assert(me:update(1)) end

print(("a replica of %d x %d tiles, kept by %d deltas of %d bytes"):format(width, height, me.deltas,
  me.delta_bytes))
print(("%d paths: %d as on the replica, %d different, %d refused"):format(equal + different + busy,
  equal, different, busy))
me:close()
os.exit(different == 0 and me.deltas > 0 and 0 or 1)
