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

--- A tile to go to.
---@alias astar.Goal integer[]|{x: integer, y: integer}

--- The path to the cheapest of several goals: path, cost and the goal's index, or nil and the
--- reason.
---@param x integer
---@param y integer
---@param goals astar.Goal[]
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

--- Whether a mover can walk straight from the middle of one tile to the middle of another:
--- true; false and the first tile that it cannot enter; nil and "out_of_bounds". The first tile
--- is not checked, the last one is. Exactly through a corner the line passes as a diagonal step
--- does; a mover of more than one tile is moved as a whole.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param rules astar.Rules
---@return boolean? free
---@return integer|"out_of_bounds"|nil x
---@return integer? y
function Grid:line_of_sight(x1, y1, x2, y2, rules) end

--- A goal of a field; what a mover pays there on top, its starting cost [>= 0], makes it less
--- attractive than others: { x, y, cost } or { x=, y=, cost= }, default 0.
---@alias astar.Source number[]|{x: integer, y: integer, cost?: number}

---@class astar.FieldOptions
---@field max_cost? number reach no farther than this cost, starting cost included [>= 0]

--- What it costs to walk from every tile to the nearest of some goals, and where to step: a flow
--- field. nil and "goal_blocked" when all goals are impassable or there is none, nil and
--- "out_of_bounds" when one of them is off the grid.
---@param goals astar.Source[]
---@param rules astar.Rules
---@param options? astar.FieldOptions
---@return astar.Field? field
---@return "goal_blocked"|"out_of_bounds"|nil reason
function Grid:distance_field(goals, rules, options) end

--- What it costs to walk from a tile to every other within a budget: a movement range. The
--- start is not checked and costs 0. nil and "out_of_bounds" when it is off the grid.
---@param x integer
---@param y integer
---@param rules astar.Rules
---@param max_cost? number the budget [>= 0]; without one, everything that can be reached
---@return astar.Field? field
---@return "out_of_bounds"|nil reason
function Grid:reachable(x, y, rules, max_cost) end

--- A search that runs a few expansions at a time; it finds what `find_path` finds with the same
--- options. Whatever the outcome will be, `search:step()` tells it.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param rules astar.Rules
---@param options? astar.SearchOptions
---@return astar.Search
function Grid:search(x1, y1, x2, y2, rules, options) end

--- A replanner for a mover from (x1, y1) to (x2, y2) on a map that changes. Start and goal may
--- be anywhere, off the grid too; `planner:path()` tells.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param rules astar.Rules
---@return astar.Replanner
function Grid:replanner(x1, y1, x2, y2, rules) end

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

--- The exact sum of the path's steps; of a smoothed path its straight-line length [tiles].
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

--- A path of the points between which the mover can walk straight, at any angle, first and last
--- tile included. Two points are joined where `grid:line_of_sight` is true and the ground along
--- the line costs no more than along the path; links, jumps and steps with a price of their own
--- by pair of terrains are kept. It looks at the map as it is now.
---@return astar.Path
function Path:smooth() end

--- Whether it ends short of the goal, as the option `partial` allows.
---@return boolean
function Path:is_partial() end

--- Whether the map still allows every step: true, or false and the index of the first step
--- that it does not; step `i` leads from tile `i` to tile `i + 1`, in a path of waypoints along
--- a run of steps, in a smoothed one along a straight line.
---@param from? integer the first step to look at, default 1
---@return boolean valid
---@return integer? index
function Path:is_valid(from) end

--- How many nodes the search expanded: tiles, or jump points; 0 for the path of a field.
---@return integer
function Path:expanded() end

-- -------------------------------------------------------------------------------- field

--- What it costs to walk between each tile and the goals (`grid:distance_field`) or the start
--- (`grid:reachable`), and the steps to take: one search for any number of movers. A field
--- stands for the map as it was when it was made or last updated.
---@class astar.Field
local Field = {}

--- What it costs to walk from a tile to its goal, starting cost included, or from the start of a
--- movement range to it. nil where the field does not reach, where the mover cannot stand and
--- off the grid.
---@param x integer
---@param y integer
---@return number?
function Field:cost(x, y) end

--- The tile to step to from here; of a movement range the tile that this one was reached from.
--- nil at a goal or the start, and where the cost is nil.
---@param x integer
---@param y integer
---@return integer? x
---@return integer? y
function Field:next(x, y) end

--- As `next`, and of a distance field also from where the mover stands but could not go: its own
--- obstacle, a wall that it was pushed into. nil where there is no step, and from such a tile
--- while the map has edits that `update` has not seen.
---@param x integer
---@param y integer
---@return integer? x
---@return integer? y
function Field:way_out(x, y) end

--- The path from a tile to its goal, or from the start of a movement range to that tile, and its
--- cost without the goal's starting cost; nil and the reason where there is none.
---@param x integer
---@param y integer
---@return astar.Path? path
---@return number|"unreachable"|"out_of_bounds" cost
function Field:path(x, y) end

--- Iterates over all tiles in reach, row by row: `for x, y, cost in field:each() do`.
---@return fun(): integer?, integer, number
function Field:each() end

--- The way out of danger, where this is the distance field of the danger: a field whose `next`
--- leads to where it is better, past the danger where that pays. `next` is nil where there is
--- nothing better. Its costs only tell which tile is better. When the danger moves, make its
--- distance field anew and flee from that.
---@param factor? number what distance from danger is worth [> 0], default 1.2: how long a way
---  the mover goes for it
---@return astar.Field
function Field:flee(factor) end

--- Brings the field up to date with its map, at a price that follows the edits. Goals and
--- starting costs stay; goals that are impassable now are passed over until they are free.
function Field:update() end

-- ------------------------------------------------------------------------------- search

--- How a search stands. "stale": the map changed before it came to an end, and it will not.
---@alias astar.Outcome "running"|"found"|"stale"|astar.Reason

--- A search under way.
---@class astar.Search
local Search = {}

--- Makes up to `n` expansions and tells the outcome. What needs no search is told by the first
--- step, of 0 expansions too. An outcome stays.
---@param n? integer [>= 0], default 1
---@return astar.Outcome
function Search:step(n) end

--- The path and its cost once it is found; otherwise nil and how the search stands.
---@return astar.Path? path
---@return number|"running"|"stale"|astar.Reason cost
function Search:path() end

--- What the search knows of a tile; nil when it has not touched it. With jump points, parents
--- may be many tiles away.
---@param x integer
---@param y integer
---@return "open"|"closed"|nil state
---@return number? g cost from the start
---@return number? h guess of the rest, as the search uses it
---@return integer? parent_x where it was reached from; nil for the start
---@return integer? parent_y
function Search:node(x, y) end

--- Iterates over all tiles touched, row by row: `for x, y, state, g, h in search:each() do`.
---@return fun(): integer?, integer, "open"|"closed", number, number
function Search:each() end

--- How many nodes it has expanded.
---@return integer
function Search:expanded() end

-- ---------------------------------------------------------------------------- replanner

--- The cheapest path of one mover while the map changes and the mover moves.
---@class astar.Replanner
local Replanner = {}

--- The cheapest path on the map as it is now: path and cost, or nil and the reason, as
--- `grid:find_path` has them.
---@return astar.Path? path
---@return number|astar.Reason cost
function Replanner:path() end

--- Tells where the mover is now.
---@param x integer
---@param y integer
function Replanner:move_to(x, y) end

--- Tells where it wants to go.
---@param x integer
---@param y integer
function Replanner:set_goal(x, y) end

return astar
