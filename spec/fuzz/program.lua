-- Runs a fuzzer in Lua as a program with the arguments SECONDS [SEED], for that time. It does nothing if a spec
-- requires the fuzzer.

local program = {}

--- Runs `run(seed, is_over)`, which returns a number of `things`, if the file `name`.lua is the program.
function program.run(name, things, run)
  if not (arg and arg[0] and arg[0]:find(name .. ".lua", 1, true)) then return end
  local seconds, seed = tonumber(arg[1] or 10), tonumber(arg[2] or os.time())
  local stop = os.clock() + seconds
  local ok, result = pcall(run, seed, function() return os.clock() > stop end)
  print(("%s on %s, seed %d: %s"):format(name, rawget(_G, "jit") and "LuaJIT" or _VERSION, seed,
    ok and result .. " " .. things or "FAILED: " .. tostring(result)))
  os.exit(ok and 0 or 1)
end

return program
