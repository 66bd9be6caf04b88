-- A helper of busted (`busted --helper`): the garbage collector never pauses, so that each allocation of Lua can
-- run finalizers.

collectgarbage("setpause", 0)
collectgarbage("setstepmul", 400)
