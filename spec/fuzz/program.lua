-- What a fuzzer in Lua does when it is run as a program, with SECONDS [SEED] as arguments: its
-- rounds for so long. It does nothing when a spec requires the fuzzer.

local program = {}

--- Runs `run(seed, is_over)`, which returns a count of `things`, where the file `name`.lua is the
--- program.
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
