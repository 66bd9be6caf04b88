--- Runs commands from specs.
local shell = {}

--- The interpreter that runs this spec, as a command.
shell.lua = rawget(_G, "jit") and "luajit" or "lua" .. _VERSION:match "%d+%.%d+"

--- Runs a shell command without input. Gives what it wrote on standard output and standard
--- error, and its exit code. On Windows, where only spec/support/run.lua runs specs, those that
--- need a shell are pending.
---@param command string
---@return string output
---@return string errors
---@return integer code
function shell.run(command)
  if package.config:sub(1, 1) == "\\" then rawget(_G, "pending") "no shell on Windows" end
  local errors_name = os.tmpname()
  local pipe = io.popen(("{ %s ; } </dev/null 2>%s; echo \"exit $?\""):format(command, errors_name))
  local output = pipe:read("*a")
  pipe:close()
  local file = io.open(errors_name, "rb")
  local errors = file:read("*a")
  file:close()
  os.remove(errors_name)
  local text, code = output:match("^(.*)exit (%d+)\n$")
  return text, errors, tonumber(code)
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
  local file = assert(io.open(name, "wb"))
  file:write(content)
  file:close()
  return name
end

return shell
