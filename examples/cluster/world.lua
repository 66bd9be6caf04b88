-- A world on several machines: Tarantool keeps the maps, each instance answers requests for paths.
--
--   tarantool examples/cluster/world.lua FOLDER NUMBER WRITER PORT1 PORT2 PORT3
--
-- FOLDER/NUMBER has the log of this instance; a reader with an empty folder copies the world. One
-- instance, the writer, edits: it stores the delta as a row, which Tarantool copies to all readers.
-- The edit is done when a majority has the row in its log. docs/replicas.md says what faults do.

local astar = require "astar"
local clock = require "clock"
local fiber = require "fiber"
local fio = require "fio"

local folder, me, writer = arg[1], tonumber(arg[2]), tonumber(arg[3])
local addresses = {}
for i = 4, #arg do addresses[i - 3] = "127.0.0.1:" .. arg[i] end
local majority = math.floor(#addresses / 2) + 1

local on_foot = astar.rules { cost = { ["."] = 1, ["~"] = 3 } }
local moved = fiber.cond() -- signals that a map has a new revision
local zones = {} -- by name: { map, pool, rows and bytes of the deltas since the map was stored }

local home = fio.pathjoin(folder, me)
fio.mktree(home)
local is_new = #fio.glob(fio.pathjoin(home, "*.snap")) == 0
box.cfg {
  work_dir = home, log = "log", read_only = me ~= writer,
  feedback_enabled = false, -- otherwise Tarantool reports to its makers
  instance_uuid = ("00000000-0000-4000-8000-%012d"):format(me), -- also after a loss of the folder
  memtx_memory = 2 ^ 29, memtx_max_tuple_size = 2 ^ 26, -- a map is one tuple
  replication = me ~= writer and addresses[writer] or nil, replication_timeout = 0.3,
  replication_connect_timeout = 5, replication_connect_quorum = is_new and 1 or 0,
}
if is_new and me == writer then
  -- maps: name, grid, is pooled.  deltas: name, revision before, revision after, delta
  box.schema.space.create("maps"):create_index("key", { parts = { 1, "string" } })
  box.schema.space.create("deltas"):create_index("key", { parts = { 1, "string", 2, "unsigned" } })
  -- Guests may call these functions, and nothing else. Give your users names and passwords.
  for _, name in ipairs { "create", "edit", "path", "content", "standing", "promote" } do
    box.schema.func.create(name, { setuid = true })
    box.schema.user.grant("guest", "execute", "function", name)
  end
  box.schema.user.grant("guest", "replication")
end

-- Reads a map from the spaces: at the start, and when the map in memory must not stay.
local function open(name)
  local _, grid, is_pooled = box.space.maps:get(name):unpack()
  local zone = { map = assert(astar.deserialize(grid)), rows = 0, bytes = 0 }
  zone.map:changes(zone.map:revision()) -- it records from now on
  for _, row in box.space.deltas:pairs { name } do
    assert(zone.map:apply(row[4]))
    zone.rows, zone.bytes = zone.rows + 1, zone.bytes + #row[4]
  end
  local old = zones[name] and zones[name].pool
  if old and old:pending() == 0 then old:close() end -- otherwise when it is collected
  zone.pool = is_pooled and astar.pool(zone.map) or nil
  zones[name] = zone
  moved:broadcast()
end

-- A delta is in the log here. The writer has made the edit before.
local function take_delta(name, _, to, delta)
  local zone = zones[name]
  if not zone or zone.map:revision() < to and not zone.map:apply(delta) then return open(name) end
  zone.rows, zone.bytes = zone.rows + 1, zone.bytes + #delta
  moved:broadcast()
end

-- A map is in the log: a new one, or one that was stored anew.
local function take_map(name)
  if not zones[name] then return open(name) end
  zones[name].rows, zones[name].bytes = 0, 0
end

local function take_rows(space, take)
  local function note(_, row) return row and box.on_commit(function() take(row:unpack()) end) end
  space:on_replace(note)
end

while not (box.space.deltas and box.space.deltas.index.key) do fiber.sleep(0.01) end
take_rows(box.space.maps, take_map)
take_rows(box.space.deltas, take_delta)
for _, row in box.space.maps:pairs() do
  if not zones[row[1]] then open(row[1]) end
end

-- Adds a map: a string from grid:serialize(). With is_pooled threads search: where the costs of
-- tiles differ, searches take longer, and the instance answers others meanwhile.
function create(name, grid, is_pooled)
  assert(type(name) == "string" and astar.deserialize(grid, { max_tiles = 2 ^ 24 }), "no map")
  box.space.maps:insert { name, grid, is_pooled == true }
end

local edits = {
  set = 1, fill = 1, block = 1, set_penalty = 1, fill_penalty = 1, set_edge = 1, link = 1,
  unlink = 1,
}

local function make_edits(name, zone, list)
  local from = zone.map:revision()
  for _, each in ipairs(list) do
    assert(edits[each[1]], "no such edit")
    zone.map[each[1]](zone.map, unpack(each, 2))
  end
  local to = zone.map:revision()
  if to == from then return to end
  box.begin()
  box.space.deltas:insert { name, from, to, assert(zone.map:changes(from), "too many edits") }
  local stored = box.space.maps:get(name)
  if zone.rows >= 1000 or zone.bytes > #stored[2] then -- the deltas outweigh the map
    box.space.maps:replace { name, zone.map:serialize(), stored[3] }
    for _, row in box.space.deltas:pairs { name } do box.space.deltas:delete { name, row[2] } end
  end
  box.commit()
  return to
end

-- The synchronous spaces of Tarantool 2.6.0 time out without a cause, so this counts the logs.
local function wait_for_majority(row)
  local deadline = clock.monotonic() + 2
  repeat
    local count = 1
    for _, other in pairs(box.info.replication) do
      local rows = other.downstream and other.downstream.vclock
      if rows and (rows[box.info.id] or 0) >= row then count = count + 1 end
    end
    if count >= majority then return end
    fiber.sleep(0.001)
  until clock.monotonic() > deadline
  error("in doubt: no majority has the edits", 0)
end

-- Makes all edits of a list of { method, arguments ... }, or none. Returns the new revision.
function edit(name, list)
  assert(not box.info.ro, "not the writer")
  local zone = assert(zones[name], "no such map")
  local ok, result = pcall(make_edits, name, zone, list)
  if not ok then
    box.rollback()
    open(name) -- without the edits
    error(result, 0)
  end
  wait_for_majority(box.info.lsn)
  return result
end

-- Waits until the map has a revision, for clients that want to see their own edits: at most 1 s.
local function zone_at(name, least)
  local deadline = clock.monotonic() + 1
  while not zones[name] or zones[name].map:revision() < (least or 0) do
    assert(moved:wait(deadline - clock.monotonic()), "no such map or revision here")
  end
  return zones[name]
end

local function find_by_pool(pool, x1, y1, x2, y2, rules)
  local done, answer = fiber.cond(), nil
  assert(pool:find_path(x1, y1, x2, y2, rules, function(...)
    answer = { ... }
    done:signal()
  end))
  if pool:pending() == 1 then -- a fiber delivers the answers until there are no more requests
    fiber.create(function() repeat fiber.sleep(0.0005) pool:update() until pool:pending() == 0 end)
  end
  done:wait()
  return unpack(answer, 1, 2)
end

-- Returns the tiles as one list { x, y, x, y ... } and the cost, or nil and the reason.
function path(name, x1, y1, x2, y2, least)
  local zone = zone_at(name, least)
  local find = zone.pool and find_by_pool or zone.map.find_path
  local found, cost = find(zone.pool or zone.map, x1, y1, x2, y2, on_foot)
  return found and found:flat(), cost
end

function content(name, least) return zone_at(name, least).map:serialize() end
function standing() return tonumber(box.info.signature) end -- rows of all writers in the log
function promote() box.cfg { read_only = false } end -- only when the old writer is dead

-- Ready: clients may connect. Each instance follows all others.
box.cfg { listen = addresses[me], replication_connect_quorum = 0, replication = addresses }
