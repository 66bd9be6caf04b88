--- Runs commands from specs.
local shell = {}

--- The interpreter that runs this spec, as a command.
shell.lua = rawget(_G, "jit") and "luajit" or "lua" .. _VERSION:match "%d+%.%d+"

-- A Lua that a command starts finds the same module as `busted` with .busted.
local paths = ('export LUA_PATH="$LUA_PATH;./lua/?.lua;./?.lua;;" LUA_CPATH="$LUA_CPATH;$PWD/build/lua%s/?.so;;";')
  :format(_VERSION:match "%d.%d")

--- Runs a shell command without input. Returns its standard output, its standard error and its exit code. On
--- Windows, where only spec/support/run.lua runs specs, the specs that need a shell are pending.
---@param command string
---@return string output
---@return string errors
---@return integer code
function shell.run(command)
  if package.config:sub(1, 1) == "\\" then rawget(_G, "pending") "no shell on Windows" end
  local errors_name = os.tmpname()
  local pipe = io.popen(("%s { %s ; } </dev/null 2>%s; echo \"exit $?\"")
    :format(paths, command, errors_name))
  local output = pipe:read("*a")
  pipe:close()
  local file = io.open(errors_name, "rb")
  local errors = file:read("*a")
  file:close()
  os.remove(errors_name)
  local text, code = output:match("^(.*)exit (%d+)\n$")
  return text, errors, tonumber(code)
end

--- Runs a command that must succeed and write no errors. Returns its output.
---@param command string
---@return string output
function shell.output(command)
  local output, errors, code = shell.run(command)
  if code ~= 0 or errors ~= "" then
    error(("%s: exit code %d\n%s%s"):format(command, code, output, errors), 2)
  end
  return output
end

--- Runs `make -s`: an independent one, not a part of the `make` that runs the specs.
---@param arguments string
---@return string output
---@return string errors
---@return integer code
function shell.make(arguments)
  return shell.run("env -u MAKEFLAGS -u MAKELEVEL make -s " .. arguments)
end

--- Builds targets of the Makefile.
---@param targets string
function shell.build(targets)
  local output, errors, code = shell.make(targets)
  if code ~= 0 then error(("make %s: exit code %d\n%s%s"):format(targets, code, output, errors), 2) end
end

--- Runs a script in a process of its own.
---@param program string a command that takes the name of a script: shell.lua, "sh"
---@param script string
---@param arguments string?
---@return string output
---@return string errors
---@return integer code
function shell.run_script(program, script, arguments)
  local name = shell.write(script)
  local output, errors, code = shell.run(("%s %s %s"):format(program, name, arguments or ""))
  os.remove(name)
  return output, errors, code
end

--- Runs a command on a terminal of its own, for tests with `need.terminal`. Returns its output.
---@param command string
---@return string output
function shell.run_on_terminal(command)
  local name = shell.write(command .. "\n")
  local output = shell.run(("script -qec 'sh %s' /dev/null"):format(name))
  os.remove(name)
  return (output:gsub("\r", ""))
end

--- The content of a file.
---@param name string
---@return string
function shell.read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read "*a"
  file:close()
  return text
end

--- Writes a temporary file; the caller removes it.
---@param content string
---@return string name
function shell.write(content)
  local name = os.tmpname()
  shell.save(name, content)
  return name
end

--- Writes a file.
---@param name string
---@param content string
function shell.save(name, content)
  local file = assert(io.open(name, "wb"))
  file:write(content)
  file:close()
end

return shell
