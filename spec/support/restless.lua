-- A helper of busted: the collector never pauses, and so finalizes whatever it can at any
-- allocation of Lua.

collectgarbage("setpause", 0)
collectgarbage("setstepmul", 400)
