--- Another name of the module, from the time before `require "astar"` found the native file.
return require((...):gsub("/", "."):gsub("%.loader$", "")) --[[@as astar]]
