-- The example of a game server, under sanitizers, with good and with hostile clients. After each test the server must
-- serve a new client; at the end it must have printed nothing: no error of a sanitizer, no leak.

local need = require "spec.support.need"
local shell = require "spec.support.shell"

local socket, client -- LuaSocket; examples/embed/client.lua
local port, process, log

local function start()
  if port then return end
  socket, client = require "socket", dofile "examples/embed/client.lua"
  shell.build "build/embed/server build/spec/server"
  log = os.tmpname()
  process = shell.run(("build/spec/server 0 2 >%s 2>&1 & echo $!"):format(log)):match "%d+"
  for _ = 1, 200 do
    port = tonumber(shell.read(log):match "^listening on 127%.0%.0%.1:(%d+)\n")
    if port then return end
    socket.sleep(0.05)
  end
  error("the server does not start: " .. shell.read(log))
end

local it = need.it(it, need.lua "lua5.4", need.socket, start)

-- ------------------------------------------------------------------------------------------------- good clients

local function connect()
  local new = assert(client.connect(port))
  while not new.grid do assert(new:update(1)) end
  return new
end

-- Asks for a path; counts in `counts` whether the answer is the one of the replica when the request was accepted.
local function compare(from, counts)
  local width, height = from.grid:size()
  local request = from:find_path(math.random(width), math.random(height), math.random(width), math.random(height))
  local expected
  function request.on_accepted(r)
    local path, cost = from.grid:find_path(r.x1, r.y1, r.x2, r.y2, from.rules)
    expected = path and ("%.17g: "):format(cost) .. table.concat(path:flat(), " ") or cost
  end
  function request.on_answer(r)
    local answer = r.tiles and ("%.17g: "):format(r.cost) .. table.concat(r.tiles, " ") or r.reason
    local kind = answer == "busy" and "busy" or answer == expected and "equal" or "different"
    counts[kind] = (counts[kind] or 0) + 1
  end
end

local function edit(from)
  local width, height = from.grid:size()
  local x, y = math.random(width), math.random(height)
  if math.random(4) == 1 then
    from:block(x, y, math.random(3), 1, math.random(8), math.random(3) > 1)
  else
    from:fill(x, y, math.random(4), math.random(4), ({ "#", ".", "~" })[math.random(3)])
  end
end

local function settle(clients)
  for _, each in ipairs(clients) do
    while next(each.requests) do assert(each:update(1)) end
  end
end

-- Lets a new client ask for a path: the server must answer soon.
local function expect_service()
  local one, counts = connect(), {}
  edit(one)
  compare(one, counts)
  local begun = socket.gettime()
  settle { one }
  assert.are.same({ equal = 1 }, counts)
  assert.is_true(socket.gettime() - begun < 2)
  one:close()
end

-- ---------------------------------------------------------------------------------------------- hostile clients

local function message(kind, ...)
  local content = string.char(...)
  return string.char(#content % 256, math.floor(#content / 256), 0, 0) .. kind .. content
end

local FIND = message("F", 1, 0, 0, 0, 3, 0, 3, 0, 250, 0, 250, 0)

local function connect_raw()
  local raw = assert(socket.connect("127.0.0.1", port))
  raw:settimeout(10)
  return raw
end

-- Reads the next message: its kind and its content. Nil, "closed" at the end.
local function read_message(raw)
  local header, reason = raw:receive(5)
  if not header then return nil, reason end
  local a, b, c, d = header:byte(1, 4)
  local size = a + 256 * (b + 256 * (c + 256 * d))
  return header:sub(5), size > 0 and raw:receive(size) or ""
end

-- Reads until the server closes the connection. Returns the text of the error.
local function read_error(raw)
  local kind, content, text
  repeat
    kind, content = read_message(raw)
    if kind == "X" then text = content end
  until not kind
  assert.are.equal("closed", content)
  raw:close()
  return text
end

describe("the example of a server", function()
  it("gives each client the same map, and each request the answer of its moment", function()
    local clients, counts = {}, {}
    for i = 1, 8 do clients[i] = connect() end
    for _ = 1, 60 do
      for _, each in ipairs(clients) do
        for _ = 1, math.random(0, 4) do edit(each) end
        for _ = 1, math.random(0, 2) do compare(each, counts) end
        assert(each:update(0.002))
      end
    end
    settle(clients)
    assert.is_nil(counts.different)
    assert.is_true(counts.equal > 100, counts.equal)

    local all = connect() -- has the present map
    for _, each in ipairs(clients) do
      while each.grid:revision() < all.grid:revision() do assert(each:update(1)) end
      assert.is_true(each.grid:serialize() == all.grid:serialize())
      assert.is_true(each.deltas > 10)
      each:close()
    end
    all:close()
  end)

  it("serves client.lua on each Lua, all at once", function()
    local commands = {}
    for _, lua in ipairs { "lua5.4", "lua5.1", "luajit" } do
      if select(3, shell.run(lua .. " -e 'require \"socket\"'")) == 0 then
        commands[#commands + 1] = ("env -u LUA_PATH -u LUA_CPATH %s examples/embed/client.lua %d"):format(lua, port)
      end
    end
    local output, errors = shell.run(table.concat(commands, " & ") .. " & wait")
    assert.are.equal("", errors)
    assert.are.equal(#commands, select(2, output:gsub("\na replica", "\na replica"))
      + (output:find "^a replica" and 1 or 0))
    assert.are.equal(#commands, select(2, output:gsub("500 paths: %d+ as on the replica, 0 different", "")))
  end)

  it("takes messages that arrive byte by byte", function()
    local raw = connect_raw()
    raw:setoption("tcp-nodelay", true)
    for i = 1, #FIND do
      raw:send(FIND:sub(i, i))
      socket.sleep(0.005)
    end
    local kinds = {}
    repeat
      local kind = read_message(raw)
      kinds[#kinds + 1] = kind
    until kind == "P"
    assert.are.equal("R M A P", table.concat(kinds, " "))
    raw:close()
  end)

  it("answers bad messages with an error, and closes the connection", function()
    local good = connect()
    for bytes, text in pairs {
      ["GET / HTTP/1.1\r\n\r\n"] = "unknown kind of message",
      [("\255"):rep(5)] = "unknown kind of message",
      ["\255\255\255\255E"] = "wrong size of message",
      ["\0\0\0\0F"] = "wrong size of message",
      ["\8\0\0\0E"] = "wrong size of message",
      ["\13\0\0\0F"] = "wrong size of message",
      [message("R")] = "unknown kind of message",
      [message("E", 0, 0, 0, 0, 33, 0, 32, 0, 1)] = "invalid argument",
      [message("E", 0, 0, 0, 0, 255, 255, 255, 255, 1)] = "invalid argument",
      [message("B", 0, 0, 0, 0, 1, 0, 1, 0, 0, 1)] = "invalid argument",
      [message("B", 0, 0, 0, 0, 1, 0, 1, 0, 9, 1)] = "invalid argument",
      [message("B", 0, 0, 0, 0, 1, 0, 1, 0, 1, 2)] = "invalid argument",
      [FIND:rep(20) .. "\0\0\0\0F"] = "wrong size of message",
      [("\0"):rep(100000)] = "unknown kind of message",
    } do
      local raw = connect_raw()
      raw:send(bytes)
      assert.are.equal(text, read_error(raw))
      assert(good:update())
    end
    good:close()
    expect_service()
  end)

  it("lives on after random bytes", function()
    for seed = 1, 100 do
      math.randomseed(seed)
      local bytes = {}
      for i = 1, math.random(60) do
        local kind = ({ "E", "B", "F", "" })[math.random(4)]
        local size = ({ E = 9, B = 10, F = 12 })[kind] or math.random(0, 5)
        local content = {}
        for n = 1, size do content[n] = math.random(0, math.random(2) == 1 and 255 or 2) end
        bytes[i] = message(kind, (table.unpack or unpack)(content))
      end
      local raw = connect_raw()
      raw:send(table.concat(bytes))
      raw:close()
    end
    expect_service()
  end)

  it("ends connections that leave a message incomplete", function()
    for _, bytes in ipairs { "\12", FIND:sub(1, -2), FIND .. "\12\0" } do
      local raw = connect_raw()
      raw:send(bytes)
      assert.are.equal("incomplete message", read_error(raw))
    end
    expect_service()
  end)

  it("answers a flood of requests one after another, and others at the same time", function()
    local flood = connect_raw()
    local sent = 0
    flood:settimeout(0)
    local many = FIND:rep(1000)
    local answers = { P = 0, Q = 0, A = 0 }
    local count, begun = 0, socket.gettime()
    while count < 1000 and socket.gettime() - begun < 30 do
      if sent < #many then
        local last, _, partial = flood:send(many, sent + 1)
        sent = last or partial
      end
      flood:settimeout(5)
      local kind = assert(read_message(flood))
      flood:settimeout(0)
      answers[kind] = (answers[kind] or 0) + 1
      count = answers.P + answers.Q
      if count == 300 then expect_service() end
    end
    assert.are.equal(1000, count)
    assert.are.equal(answers.P, answers.A)
    flood:close()
  end)

  it("refuses requests beyond its queue", function()
    local floods, refused = {}, 0
    for i = 1, 6 do floods[i] = connect_raw() end
    for _, flood in ipairs(floods) do assert.are.equal("R", (read_message(flood))) end
    shell.run("kill -STOP " .. process) -- so that it takes all of them in one turn
    for _, flood in ipairs(floods) do flood:send(FIND:rep(32)) end
    shell.run("kill -CONT " .. process)
    for _, flood in ipairs(floods) do
      local left = 32
      while left > 0 do
        local kind = assert(read_message(flood))
        if kind == "Q" then refused = refused + 1 end
        if kind == "P" or kind == "Q" then left = left - 1 end
      end
      flood:close()
    end
    assert.is_true(refused > 0)
    expect_service()
  end)

  it("ends connections that read nothing", function()
    local slow, good, counts = connect_raw(), connect(), {}
    good:fill(1, 1, 256, 1, ".")
    compare(good, counts)
    settle { good }
    local row = message("F", 1, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0) -- a long path without a search
    slow:settimeout(0.01)
    local begun, reason, rest = socket.gettime(), "timeout", ""
    while reason == "timeout" and socket.gettime() - begun < 60 do
      -- The answers fill all buffers of the connection. Then the server loses its patience.
      if rest == "" then rest = row:rep(1000) end
      local last, why, partial = slow:send(rest)
      rest, reason = rest:sub((last or partial) + 1), why or "timeout"
      edit(good)
      compare(good, counts)
      assert(good:update())
    end
    assert.are.equal("closed", reason)
    settle { good }
    assert.is_nil(counts.different)
    good:close()
    slow:close()
  end)

  it("gives a client that reads late all edits in few deltas", function()
    local late, busy = connect(), connect()
    for _ = 1, 100 do
      for _ = 1, 300 do edit(busy) end
      assert(busy:update(0.01))
    end
    compare(busy, {})
    settle { busy } -- all edits have been made
    local counts = {}
    compare(late, counts)
    settle { late }
    assert.are.same({ equal = 1 }, counts)
    assert.is_true(late.grid:serialize() == busy.grid:serialize())
    late:close()
    busy:close()
  end)

  it("cancels the requests of clients that vanish", function()
    for i = 1, 100 do
      local raw = connect_raw()
      if i % 2 == 0 then raw:setoption("linger", { on = true, timeout = 0 }) end -- resets the connection
      raw:send(FIND:rep(20))
      raw:close()
    end
    expect_service()
  end)

  it("closes connections for which there is no place", function()
    local raws, refused = {}, 0
    for i = 1, 80 do raws[i] = connect_raw() end
    for _, raw in ipairs(raws) do
      if not raw:receive(1) then refused = refused + 1 end
    end
    for _, raw in ipairs(raws) do raw:close() end
    assert.is_true(refused >= 16, refused) -- a place may still be that of a client of the test before
    expect_service()
  end)

  it("names what is wrong with its arguments", function()
    for _, arguments in ipairs { "x", "65536", "-1", "0 65", "0 1x" } do
      local _, errors, code = shell.run("build/embed/server " .. arguments)
      assert.matches("^usage: ", errors)
      assert.are.equal(1, code)
    end
  end)

  -- The last test: `start` would start another server.
  it("ends with requests in flight: no leak, no fault", function()
    for _ = 1, 3 do connect_raw():send(FIND:rep(32)) end
    socket.sleep(0.01)
    shell.run("kill " .. process)
    for _ = 1, 100 do
      if select(3, shell.run("kill -0 " .. process)) ~= 0 then break end
      socket.sleep(0.05)
    end
    assert.are_not.equal(0, select(3, shell.run("kill -0 " .. process)))
    assert.are.equal(("listening on 127.0.0.1:%d\n"):format(port), shell.read(log))
    os.remove(log)
    port = nil
  end)
end)
