---@meta astar

-- Declarations for editors with a Lua language server: names, types, units, what is returned.
-- This file is never loaded at run time; the functions are in the native module.
--
-- Coordinates are (x, y), integers counted from 1, x to the right, y down. Misuse raises an
-- error that names the argument, what was given and what is allowed. What may happen in play
-- comes back as nil and a reason.

--- One byte: an integer 0..255, or a one-character string that stands for its byte.
---@alias astar.Terrain integer|string

--- Why there is no path. "unreachable": no way leads there. "goal_blocked": the goal, or each
--- of several, is impassable. "out_of_bounds": the start or a goal is off the grid. "limit":
--- `max_cost` or `max_expansions` ended the search.
---@alias astar.Reason "unreachable"|"goal_blocked"|"out_of_bounds"|"limit"

--- How tiles touch. In the `_r` layouts every other row is shoved half a tile to the right, in
--- the `_q` layouts every other column half a tile down: the odd or the even ones, where the
--- first row or column counts as even (it is number 0 in those names).
---@alias astar.Layout "square"|"odd_r"|"even_r"|"odd_q"|"even_q"

--- When a diagonal step may pass a corner. It has two ways round, dx then dy and dy then dx; a
--- way is an obstacle when its tile is impassable or one of its two edges is closed.
---@alias astar.Diagonal "always"|"never"|"if_at_most_one_obstacle"|"only_when_no_obstacles"

---@class astar
---@field _VERSION string "astar 0.1.0"
local astar = {}

-- ------------------------------------------------------------------------------- module

---@class astar.GridOptions
---@field fill? astar.Terrain the terrain of every tile of a grid made by size, default 0
---@field layout? astar.Layout default "square"

--- A new grid: of a size [1..32768 a side, 134217728 tiles in all], or out of rows.
---@param width integer
---@param height integer
---@param options? astar.GridOptions
---@return astar.Grid
---@overload fun(rows: string|string[]|astar.Terrain[][], options?: astar.GridOptions): astar.Grid
function astar.grid(width, height, options) end

--- One move of a list. The mover steps by (dx, dy) at once; longer moves than to a neighbour
--- jump over what is between, walls included.
---@class astar.Move
---@field [1] integer dx [-16..16]
---@field [2] integer dy [-16..16]
---@field cost? number its length [tiles], > 0; default: its straight-line length
---  (`diagonal_cost` for a diagonal step)
---@field clear? integer[][] tiles { dx, dy } relative to the start that must be passable, at most 32

--- The cost of a step between two terrains as they are written in `cost`: a number >= 0 (the
--- whole step, without its penalty), false to forbid it, nil for the usual cost.
---@alias astar.StepFunction fun(from: astar.Terrain, to: astar.Terrain, dx: integer, dy: integer): number|false|nil

---@class astar.RulesOptions
---@field cost? table<astar.Terrain, number|false> cost of entering a tile, > 0 [a tile's length],
---  or false: impassable
---@field default? number|false the cost of terrains that `cost` does not list, default false
---@field diagonal? astar.Diagonal default "only_when_no_obstacles"
---@field diagonal_cost? number length of a diagonal step, > 0, default sqrt 2
---@field neighbors? 8|4|astar.Move[] default 8; hex grids always have their six
---@field size? integer the mover covers size x size tiles, (x, y) at its top left; default 1
---@field step? astar.StepFunction called for each pair of listed terrains and each move when
---  the rules are made, never during a search
---@field ignore_blocked? boolean walks through dynamic obstacles, default false

--- Compiles movement rules. They are immutable, and serve any number of grids.
---@param options astar.RulesOptions
---@return astar.Rules
function astar.rules(options) end

--- The grid that `grid:serialize()` made a string of; nil and a message for any other string.
---@param data string
---@return astar.Grid? grid
---@return string? message
function astar.deserialize(data) end

--- Compiled movement rules, made by `astar.rules`.
---@class astar.Rules

-- --------------------------------------------------------------------------------- grid

--- The map. One grid serves any number of movers and rules.
---@class astar.Grid
local Grid = {}

---@return integer width
---@return integer height
function Grid:size() end

--- The terrain of a tile [0..255], or nil off the grid.
---@param x integer
---@param y integer
---@return integer?
function Grid:get(x, y) end

--- Sets the terrain of a tile.
---@param x integer
---@param y integer
---@param terrain astar.Terrain
function Grid:set(x, y, terrain) end

--- Sets the terrain of a rectangle, clipped to the grid; of the whole grid without one.
---@param terrain astar.Terrain
---@param x? integer
---@param y? integer
---@param width? integer
---@param height? integer
function Grid:fill(terrain, x, y, width, height) end

--- The terrain as an array of strings, one byte a tile: what `astar.grid(rows)` takes.
---@return string[]
function Grid:rows() end

--- Sets the extra cost of entering a tile, on top of its terrain.
---@param x integer
---@param y integer
---@param cost number >= 0
function Grid:set_penalty(x, y, cost) end

--- The extra cost of entering a tile, or nil off the grid.
---@param x integer
---@param y integer
---@return number?
function Grid:penalty(x, y) end

--- Puts a dynamic obstacle on a tile, or takes it away: a unit, a closed door.
---@param x integer
---@param y integer
---@param blocked? boolean default true
function Grid:block(x, y, blocked) end

--- Whether there is a dynamic obstacle, or nil off the grid.
---@param x integer
---@param y integer
---@return boolean?
function Grid:is_blocked(x, y) end

--- Closes or opens the edge between a tile and its neighbour at (x + dx, y + dy).
---@param x integer
---@param y integer
---@param dx integer
---@param dy integer
---@param open boolean
---@param one_way? boolean leave the step back as it is, default false
function Grid:set_edge(x, y, dx, dy, open, one_way) end

---@class astar.LinkOptions
---@field cost? number what the step costs, >= 0, whatever the terrain; default 1
---@field one_way? boolean default false

--- Adds a step between any two tiles: stairs, a ladder, a teleporter.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param options? astar.LinkOptions
---@return integer id never used again on this grid
function Grid:link(x1, y1, x2, y2, options) end

--- Removes a link.
---@param id integer
function Grid:unlink(id) end

--- A number that grows with every edit that changes something; other edits leave it.
---@return integer
function Grid:revision() end

--- A copy that shares nothing with this grid.
---@return astar.Grid
function Grid:clone() end

--- The grid as a compact string, the same on every platform.
---@return string
function Grid:serialize() end

-- ------------------------------------------------------------------------------ queries

---@class astar.SearchOptions
---@field partial? boolean when there is no way to the goal: the path to the reachable tile
---  nearest to it, cheapest among equals; default false
---@field range? integer any tile within this many steps of the goal, walls aside, counts as
---  the goal [>= 0]; default 0
---@field max_cost? number give up with "limit" above this cost [>= 0]
---@field max_expansions? integer give up with "limit" after this many expansions [>= 0]
---@field algorithm? "auto"|"astar"|"jps"|"dijkstra"|"greedy" default "auto": fast and optimal, by
---  jump points where every step costs the same by the tile, else by the general kernel. "jps"
---  raises with the reason where map or rules rule jump points out
---@field heuristic? "auto"|"manhattan"|"octile"|"chebyshev"|"euclidean"|"zero"|fun(dx: integer, dy: integer): number
---  default "auto", which never overestimates; a function gets the distance still to go, dx and
---  dy >= 0 [tiles], and returns a cost >= 0
---@field weight? number multiplies the heuristic [>= 0], default 1; above 1 the path costs at
---  most this many times the optimum, and is found sooner

--- The cheapest path from (x1, y1) to (x2, y2): path and cost, or nil and the reason. The
--- start tile is never checked.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param rules astar.Rules
---@param options? astar.SearchOptions
---@return astar.Path? path
---@return number|astar.Reason cost
function Grid:find_path(x1, y1, x2, y2, rules, options) end

--- The path to the cheapest of several goals: path, cost and the goal's index, or nil and the
--- reason.
---@param x integer
---@param y integer
---@param goals (integer[]|{x: integer, y: integer})[]
---@param rules astar.Rules
---@param options? astar.SearchOptions
---@return astar.Path? path
---@return number|astar.Reason cost
---@return integer? index
function Grid:find_nearest(x, y, goals, rules, options) end

--- Whether `find_path` would find a path. A look-up of labels where every step can be walked
--- both ways; with one-way edges or links, step rules or a list of moves a search may have to
--- tell.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param rules astar.Rules
---@return boolean
function Grid:is_reachable(x1, y1, x2, y2, rules) end

-- --------------------------------------------------------------------------------- path

--- A found path, first tile to last, start and goal included; `#path` tells how many. It is a
--- snapshot: edits of the grid do not change it.
---@class astar.Path
---@operator len: integer
local Path = {}

--- Tile number `i` [1..#path], or nil.
---@param i integer
---@return integer? x
---@return integer? y
function Path:get(i) end

--- Iterates: `for i, x, y in path:each() do`.
---@return fun(path: astar.Path, i: integer): integer?, integer, integer
---@return astar.Path
---@return integer
function Path:each() end

--- The exact sum of the path's steps.
---@return number
function Path:cost() end

---@return {x: integer, y: integer}[]
function Path:points() end

--- All coordinates in one array: { x1, y1, x2, y2, ... }; the cheapest way to get them all.
---@return integer[]
function Path:flat() end

--- A path of the turning points only, first and last tile included.
---@return astar.Path
function Path:waypoints() end

--- Whether it ends short of the goal, as the option `partial` allows.
---@return boolean
function Path:is_partial() end

--- Whether the map still allows every step: true, or false and the index of the first step
--- that it does not; step `i` leads from tile `i` to tile `i + 1`.
---@param from? integer the first step to look at, default 1
---@return boolean valid
---@return integer? index
function Path:is_valid(from) end

--- How many nodes the search expanded: tiles, or jump points.
---@return integer
function Path:expanded() end

return astar
