---@meta astar

-- Declarations for editors with a Lua language server: names, types, units, what is returned, of
-- the native module and, below it, of the helpers in this folder. Never loaded at run time.
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
---@field cost? number its length [tiles, 1e-100..1e100]; default: its straight-line length
---  (`diagonal_cost` for a diagonal step)
---@field clear? integer[][] tiles { dx, dy } relative to the start that must be passable, at most 32

--- Which dynamic obstacles a mover walks through: true all, false none, a list those on these
--- layers [1..8].
---@alias astar.IgnoredLayers boolean|integer[]

--- The cost of a step between two terrains as they are written in `cost`: 0, or from 1e-100 to
--- 1e100 (the whole step, without its penalty), false to forbid it, nil for the usual cost.
---@alias astar.StepFunction fun(from: astar.Terrain, to: astar.Terrain, dx: integer, dy: integer): number|false|nil

---@class astar.RulesOptions
---@field cost? table<astar.Terrain, number|false> cost of entering a tile [a tile's length;
---  1e-100..1e100, and so its product with the length of each move], or false: impassable
---@field default? number|false the cost of terrains that `cost` does not list, default false
---@field diagonal? astar.Diagonal default "only_when_no_obstacles"
---@field diagonal_cost? number length of a diagonal step [1e-100..1e100], default sqrt 2
---@field neighbors? 8|4|astar.Move[] default 8; hex grids always have their six
---@field size? integer the mover covers size x size tiles, (x, y) at its top left; default 1
---@field step? astar.StepFunction called for each pair of listed terrains and each move when
---  the rules are made, never during a search
---@field ignore_blocked? astar.IgnoredLayers walks through dynamic obstacles, default false
---@field penalty_scale? number penalties of tiles are multiplied by it [0..1e100], default 1; 0
---  ignores them

--- Compiles movement rules. They are immutable, and serve any number of grids.
---@param options astar.RulesOptions
---@return astar.Rules
function astar.rules(options) end

---@class astar.DeserializeOptions
---@field max_tiles? integer >= 1: a grid of more tiles gives nil and a message, before memory is
---  allocated for it; default the most that a grid can have, 134217728

--- The grid that `grid:serialize()` made a string of, with the same revision; nil and a message for
--- any other string. Strings of version 1 of the format can still be read: their obstacles are on
--- layer 1, and the revision is 0. Set `max_tiles` for strings from other people (network,
--- downloaded levels, mods): a few dozen bytes can stand for a grid of more than 1 GB.
---@param data string
---@param options? astar.DeserializeOptions
---@return astar.Grid? grid
---@return string? message
function astar.deserialize(data, options) end

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
---@param cost number 0, or from 1e-100 to 1e100
function Grid:set_penalty(x, y, cost) end

--- The extra cost of entering a tile, or nil off the grid.
---@param x integer
---@param y integer
---@return number?
function Grid:penalty(x, y) end

--- Puts a dynamic obstacle on a tile, or takes it away: a unit, a closed door. A tile can have an
--- obstacle on each of 8 layers; the option `ignore_blocked` of rules and queries names layers.
---@param x integer
---@param y integer
---@param blocked? boolean default true
---@param layer? integer [1..8], default 1
function Grid:block(x, y, blocked, layer) end

--- Whether there is a dynamic obstacle on a layer, or nil off the grid.
---@param x integer
---@param y integer
---@param layer? integer [1..8]; without one: on any layer
---@return boolean?
function Grid:is_blocked(x, y, layer) end

--- Closes or opens the edge between a tile and its neighbour at (x + dx, y + dy).
---@param x integer
---@param y integer
---@param dx integer
---@param dy integer
---@param open boolean
---@param one_way? boolean leave the step back as it is, default false
function Grid:set_edge(x, y, dx, dy, open, one_way) end

---@class astar.LinkOptions
---@field cost? number what the step costs, whatever the terrain: 0, or from 1e-100 to 1e100;
---  default 1
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

--- The content of the grid, obstacle layers included, and its revision as a compact string: the same
--- on every platform, and for every grid with the same content and revision.
---@return string
function Grid:serialize() end

-- ------------------------------------------------------------------------------ queries

--- What every query takes. Each value replaces that of the rules for this query; a path, field,
--- search or replanner that comes of the query keeps both.
---@class astar.QueryOptions
---@field ignore_blocked? astar.IgnoredLayers walks through dynamic obstacles; default: as the rules
---@field penalty_scale? number penalties of tiles are multiplied by it [0..1e100]; default: as the
---  rules

---@class astar.SearchOptions: astar.QueryOptions
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
---@param options? astar.QueryOptions
---@return boolean
function Grid:is_reachable(x1, y1, x2, y2, rules, options) end

--- Whether a mover can walk straight from the middle of one tile to the middle of another:
--- true; false and the first tile that it cannot enter; nil and "out_of_bounds". The first tile
--- is not checked, the last one is. Exactly through a corner the line passes as a diagonal step
--- does. A mover of more than one tile is moved as a whole: at 45 degrees as by diagonal steps, on
--- other lines nothing that it sweeps over may be impassable.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param rules astar.Rules
---@param options? astar.QueryOptions
---@return boolean? free
---@return integer|"out_of_bounds"|nil x
---@return integer? y
function Grid:line_of_sight(x1, y1, x2, y2, rules, options) end

--- The tiles that a loop goes over: `for` passes it to the iterator.
---@class astar.Tiles

--- Iterates: `for x, y in grid:neighbors(x, y) do`, over the adjacent tiles that are on the grid,
--- clockwise from the top left: up to 8 on squares, 6 on hexes. The tile itself may be off the grid.
---@param x integer
---@param y integer
---@return fun(tiles: astar.Tiles): integer?, integer
---@return astar.Tiles
function Grid:neighbors(x, y) end

--- How many steps it is from one tile to another, walls aside. Both may be off the grid.
---@param x1 integer from -1e9 to 1e9, as the others
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param neighbors? 4|6|8 on squares 8 (default), diagonal steps allowed, or 4; on hexes always 6
---@return integer
function Grid:distance(x1, y1, x2, y2, neighbors) end

--- Iterates: `for x, y in grid:ring(x, y, n) do`, over the tiles `n` steps away that are on the grid,
--- clockwise from the top left; diagonal steps count as one. With `n` 0 the tile itself.
---@param x integer from -1e9 to 1e9
---@param y integer the same
---@param n integer >= 0
---@return fun(tiles: astar.Tiles): integer?, integer
---@return astar.Tiles
function Grid:ring(x, y, n) end

--- Iterates: `for i, x, y in grid:line(x1, y1, x2, y2) do`, over the tiles on the grid whose inside
--- a straight line crosses, from the middle of one tile to the middle of another, in order. A tile
--- that the line only touches, at a corner or along an edge, is left out. `i` counts the tiles given.
---@param x1 integer from -1000000 to 1000000, as the others; on the grid or off it
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@return fun(tiles: astar.Tiles): integer?, integer, integer
---@return astar.Tiles
function Grid:line(x1, y1, x2, y2) end

--- A goal of a field; what a mover pays there on top, its starting cost [0, or 1e-100..1e100],
--- makes it less attractive than others: { x, y, cost } or { x=, y=, cost= }, default 0.
---@alias astar.Source number[]|{x: integer, y: integer, cost?: number}

---@class astar.FieldOptions: astar.QueryOptions
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
---@param options? astar.QueryOptions
---@return astar.Field? field
---@return "out_of_bounds"|nil reason
function Grid:reachable(x, y, rules, max_cost, options) end

--- A search that runs a few expansions at a time; it finds what `find_path` finds with the same
--- options. Whatever the outcome will be, `search:step()` tells it. On a large map the first
--- steps prepare tables of tiles and expand nothing.
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
---@param options? astar.QueryOptions
---@return astar.Replanner
function Grid:replanner(x1, y1, x2, y2, rules, options) end

--- Watches a path of this grid: whether the map still allows it is then known without a walk
--- along it. Without a reference the watch is collected and ends.
---@param path astar.Path
---@return astar.Watch
function Grid:watch(path) end

--- Iterates over the watches that edits broke: `for watch in grid:broken() do`, once per frame.
--- Each is given once per break: its path was whole when the map was last looked at, by `broken`
--- or by `is_valid` of any watch of the grid, and is not now.
---@return fun(): astar.Watch?
function Grid:broken() end

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

--- The exact sum of the path's steps; of a smoothed path its straight-line length [tiles]. With
--- `i` what the first `i` tiles [1..#path] cost, or nil. All of it as the map was when the path
--- was found.
---@param i? integer
---@return number?
function Path:cost(i) end

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

--- What joins its points: "steps", "turns" (runs of equal steps: `waypoints`) or "lines" (`smooth`).
---@return "steps"|"turns"|"lines"
function Path:kind() end

--- The tiles on the straight line from point `i` to the next one: { x, y, part, ... }. The line
--- enters tile (x, y) at that part of its length [0..1]. Where it runs through a corner, or along
--- the border of two hexes, it enters neither of the tiles beside it. Nil where there is no next
--- point.
---@param i integer
---@return number[]? tiles
---@return boolean? far whether one step leads there although the two do not touch: a link or a
---  jump, on the map as it is now
function Path:line(i) end

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
--- nothing better. Its costs only tell which tile is better. When the danger moves, give its
--- distance field the new goals and flee from that.
---@param factor? number what distance from danger is worth [1e-100..1e100], default 1.2: how long a way
---  the mover goes for it
---@return astar.Field
function Field:flee(factor) end

--- Brings the field up to date with its map, at a price that follows the edits. Goals and
--- starting costs stay; goals that are impassable now are passed over until they are free.
function Field:update() end

--- Gives a distance field other goals and brings it up to date with its map, in the memory that it
--- has: for a target that moves. While the goals are those it has, it costs no more than `update`.
--- nil and the reason as of `grid:distance_field`: the field is then as it was. A movement range
--- raises an error: it has no goals.
---@param goals astar.Source[]
---@return true? done
---@return "goal_blocked"|"out_of_bounds"|nil reason
function Field:set_goals(goals) end

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

-- -------------------------------------------------------------------------------- watch

--- A path that is watched: see `grid:watch`. It can be a key of a table.
---@class astar.Watch
local Watch = {}

--- What `path:is_valid` gives now. It takes no walk along the path.
---@param from? integer the first step that counts, default 1
---@return boolean valid
---@return integer? step the first step that the map no longer allows
function Watch:is_valid(from) end

--- From now on `grid:broken` does not give this watch: for libraries, whose watches are not to
--- appear in the loop of the game.
function Watch:mute() end

--- Ends the watch. A second call does nothing; other calls raise an error.
function Watch:close() end

-- ================================================================================ helpers
--
-- Optional modules in plain Lua, in this folder: `require "astar.layout"` and so on. Their last
-- lines tell an editor which class they are. `require "astar.loader"` gives the native module, as
-- `require "astar"` does: it finds the native file wherever it lies in a LÖVE game.

-- -------------------------------------------------------------------------------- layout

--- Where tiles lie in the world, and which tile is where (`require "astar.layout"`).
---@class astar.layout
local layout = {}

---@class astar.layout.Options
---@field width number of a tile [world units, > 0]
---@field height? number of a tile [> 0]; default: as wide (orthogonal), half as wide (isometric)
---@field origin_x? number where the map begins: its top left corner, isometric ones their top
---  corner; default 0
---@field origin_y? number default 0

---@class astar.layout.StaggeredOptions: astar.layout.Options
---@field height? number of a tile; default: half as wide
---@field axis? "x"|"y" "y" (default): rows are shoved, "x": columns
---@field index? "odd"|"even" which of them, counted from 0; default "odd"

---@class astar.layout.HexOptions: astar.layout.Options
---@field layout "odd_r"|"even_r"|"odd_q"|"even_q"
---@field height? number of a tile; default: that of a regular hex
---@field side? number length of the two sides that neighbours in a row ("_q": in a column) have in
---  common [0..height, "_q": 0..width]; default: half of that

--- Rectangles in rows and columns.
---@param options astar.layout.Options
---@return astar.layout.Layout
function layout.orthogonal(options) end

--- Squares seen from a corner: x leads right and down, y left and down.
---@param options astar.layout.Options
---@return astar.layout.Layout
function layout.isometric(options) end

--- Squares seen from a corner whose rows (or columns) are shoved in turn, as Tiled stores them.
--- To find ways on such a map, take it `as_square`.
---@param options astar.layout.StaggeredOptions
---@return astar.layout.Layout
function layout.staggered(options) end

--- Hexes in the layouts of `astar.grid`: with a corner on top where rows are shoved, with a flat
--- top where columns are.
---@param options astar.layout.HexOptions
---@return astar.layout.Layout
function layout.hex(options) end

--- The tiles fill the world without gap or overlap: each point belongs to exactly one tile, and
--- off the map the pattern goes on. World units are yours (pixels, say), y points down.
---@class astar.layout.Layout
---@field kind "orthogonal"|"isometric"|"staggered"|"hex"
---@field grid_layout? astar.Layout the layout of a grid of such tiles, for `astar.grid` and
---  `astar.ascii`; nil for staggered ones, see `as_square`
---@field width number of a tile; not to be changed
---@field height number
---@field origin_x number where the map begins; may be changed, to move the map about
---@field origin_y number
local Layout = {}

--- The middle of a tile in the world.
---@param x integer
---@param y integer
---@return number wx
---@return number wy
function Layout:to_world(x, y) end

--- The tile that contains a point of the world; it need not be on the map.
---@param wx number
---@param wy number
---@return integer x
---@return integer y
function Layout:to_tile(wx, wy) end

--- The corners of a tile, clockwise: { x1, y1, x2, y2, ... }, as love.graphics.polygon takes it.
---@param x integer
---@param y integer
---@return number[]
function Layout:corners(x, y) end

--- The box that a map of so many tiles takes in the world.
---@param width integer [tiles, >= 1]
---@param height integer [tiles, >= 1]
---@return number left
---@return number top
---@return number width
---@return number height
function Layout:bounds(width, height) end

--- Staggered layouts only: the tiles as what they are, squares seen from a corner. An isometric
--- layout of the same world in which neighbours are neighbours, and the size of the grid that
--- holds the whole map. `square:to_tile(staggered:to_world(x, y))` tells a tile's new place.
---@param width integer of the staggered map [tiles, >= 1]
---@param height integer
---@return astar.layout.Layout square
---@return integer width
---@return integer height
function Layout:as_square(width, height) end

-- --------------------------------------------------------------------------------- tiled

--- Grids out of maps of the Tiled editor (`require "astar.tiled"`).
---@class astar.tiled
local tiled = {}

---@class astar.tiled.Options
---@field terrains? table<string, astar.Terrain> the terrain of each name; default: a name of one
---  character is its byte, the others are numbered from 1 in the order of the alphabet
---@field fill? string|integer name or byte of the terrain of tiles that have none, default 0
---@field property? string the property that tells a terrain, default "terrain"
---@field by_class? boolean tiles without the property have their class for terrain (where
---  `terrains` is given: if it lists the class); default false
---@field layers? string[] names of the layers, or groups, that make the grid; default: all
---@field json? (fun(text: string): table)|{ decode: fun(text: string): table } decodes JSON;
---  default: cjson, dkjson, lunajson or json, where there is one
---@field read? fun(name: string): string?, string? reads a file, or gives nil and a message;
---  default: love.filesystem.read, or io.open
---@field tileset? fun(name: string): table gives the table of a tileset that is in a file of its
---  own
---@field decompress? fun(data: string, format: string): string for compressed layers; format is
---  "zlib", "gzip" or "zstd"; default: love.data where there is one

--- Loads a map: a file, or the table that a Lua export returns or a JSON export decodes to.
--- Whatever is wrong with it raises an error.
---@param map string|table
---@param options? astar.tiled.Options
---@return astar.tiled.Map
function tiled.load(map, options) end

---@class astar.tiled.Map
---@field grid astar.Grid
---@field layout astar.layout.Layout where its tiles lie; world units are Tiled's pixels
---@field terrains table<string, integer> bytes by name
---@field names table<integer, string> names by byte
---@field objects astar.tiled.Object[] of all layers
---@field layers astar.tiled.Layer[] from bottom to top, groups taken apart
---@field tilesets astar.tiled.Tileset[]
---@field properties table<string, any>
---@field class string "" where it has none
---@field orientation "orthogonal"|"isometric"|"staggered"|"hexagonal"
---@field offset_x integer Tiled's column (counted from 0) where the map begins: not 0 on infinite
---  maps
---@field offset_y integer
local TiledMap = {}

--- Rules for this map: as `astar.rules`, with terrains by name.
---@param options astar.RulesOptions
---@return astar.Rules
function TiledMap:rules(options) end

--- The first object of this name, or nil.
---@param name string
---@return astar.tiled.Object?
function TiledMap:object(name) end

--- The tiles of the grid that an object covers: those whose middle is inside of it; a point's own
--- tile; none of a polyline. They may serve as goals.
---@param object astar.tiled.Object
---@return integer[][] tiles { x, y } each, row by row
function TiledMap:tiles(object) end

--- The grid's tile for a tile of Tiled, whose coordinates count from 0 and may be below that on
--- infinite maps.
---@param x integer
---@param y integer
---@return integer x
---@return integer y
function TiledMap:from_tiled(x, y) end

---@class astar.tiled.Object
---@field id integer
---@field name string "" where it has none
---@field class string "" where it has none; of a tile object its tile's, unless it has its own
---@field shape "point"|"rectangle"|"ellipse"|"polygon"|"polyline"|"text"|"tile"
---@field x integer the tile that it is on; it need not be on the map
---@field y integer
---@field wx number the point of the world that it is at: of a tile object where it stands, of a
---  polyline its first point, of others the middle of the box around them
---@field wy number
---@field width number [Tiled's pixels]
---@field height number
---@field rotation number [degrees, clockwise, about the position that it has in Tiled]
---@field visible boolean
---@field layer string the name of its layer
---@field properties table<string, any> those of its tile included
---@field points? {x: integer, y: integer}[] tiles of the points of a polygon or polyline
---@field tile? astar.tiled.Tile what a tile object shows
---@field sx? integer of a tile object: 1, or -1: flipped
---@field sy? integer
---@field link? integer of an object of class "link": the id of the grid's link

---@class astar.tiled.Layer
---@field name string
---@field kind "tiles"|"objects"|"image"
---@field class string "" where it has none
---@field visible boolean false if one of its groups is not
---@field opacity number that of its groups taken in
---@field offset_x number [pixels] that of its groups taken in
---@field offset_y number
---@field properties table<string, any>
---@field objects? astar.tiled.Object[] of an object layer
---@field image? string the file of an image layer, as seen from where the map was loaded
local TiledLayer = {}

--- Tile layers: what is to be drawn on a tile of the grid, and how it is turned: scaled by sx and
--- sy, then rotated, both about its middle. nil where the layer has nothing.
---@param x integer
---@param y integer
---@return astar.tiled.Tile? tile
---@return number? rotation [radians, clockwise]
---@return integer? sx 1, or -1: flipped
---@return integer? sy
function TiledLayer:tile(x, y) end

--- A tile of a tileset; the same table wherever it is used on a map.
---@class astar.tiled.Tile
---@field tileset astar.tiled.Tileset
---@field id integer in its tileset, from 0
---@field terrain? string|integer name or byte
---@field class string "" where it has none
---@field properties table<string, any>
---@field image? string the file with its picture, as seen from where the map was loaded
---@field x? integer where its picture is in the image [pixels]
---@field y? integer
---@field width integer of its picture [pixels]; Tiled puts pictures of another size than the map's
---  tiles on the lower left corner of the tile's box
---@field height integer

---@class astar.tiled.Tileset
---@field name string
---@field first_gid integer
---@field class string "" where it has none
---@field properties table<string, any>
---@field image? string nil where each tile has a file of its own
---@field tile_width integer [pixels]
---@field tile_height integer
---@field columns? integer of the image, as what follows: nil without one
---@field count? integer of its tiles
---@field margin? integer around the tiles [pixels]
---@field spacing? integer between them [pixels]
---@field alignment string which point of a tile object its place is, as in Tiled; "" by default

-- --------------------------------------------------------------------------------- ascii

--- Maps, paths, fields and searches as text (`require "astar.ascii"`).
---@class astar.ascii
local ascii = {}

---@class astar.ascii.PathStyle
---@field path astar.Path
---@field mark? string one character for each tile of it, default "o"
---@field style? string default "bold yellow"

---@class astar.ascii.Mark
---@field x integer
---@field y integer
---@field text string one character
---@field style? string default "bold"

---@class astar.ascii.Options
---@field paths? (astar.Path|astar.ascii.PathStyle)[] drawn over the map; where several run
---  over a tile it is a "+"
---@field marks? astar.ascii.Mark[] drawn over everything
---@field field? astar.Field its costs, as whole numbers
---@field search? astar.Search what it has touched: ":" closed tiles, "?" open ones
---@field text? fun(x: integer, y: integer): string|number|nil, string? what stands on a tile in
---  place of its terrain (nil: the terrain), and its style; numbers are rounded to whole ones.
---  One of `text`, `search` and `field` is drawn, in this order, and not on scaled maps
---@field glyphs? table<astar.Terrain, string> the character for a terrain; default: its own
---@field styles? table<astar.Terrain, string> the style of a terrain
---@field blocked? string|table<integer, string|false> the character of dynamic obstacles, or the
---  characters by layer, false for a layer that is not shown; default "X" for layer 1 and the number
---  of the layer for others. A tile shows the lowest of its layers
---@field layout? astar.Layout that of the grid, default "square"
---@field x? integer the window's left column, default 1
---@field y? integer its top row, default 1
---@field width? integer in tiles, clipped to the grid; default: to the right border
---@field height? integer in tiles, clipped to the grid; default: to the bottom
---@field scale? integer square grids only: a character stands for this many tiles across, and
---  above 1 for twice as many down, as characters are about twice as high as wide; default 1
---@field color? boolean default: `ascii.has_color()`

--- Draws a grid as text, rows parted by "\n": one character a tile, or as many as the longest
--- text takes. Hexes stand apart so that their shoved rows (or columns) can be seen.
---@param grid astar.Grid
---@param options? astar.ascii.Options
---@return string
function ascii.draw(grid, options) end

--- `text` in a style, or as it is where there are no colours.
---@param text string
---@param style string words: "bold", "dim", "underline", "inverse", a colour ("black", "red",
---  "green", "yellow", "blue", "magenta", "cyan", "white", "gray"), "on_" and a colour
---@param color? boolean default: `ascii.has_color()`
---@return string
function ascii.paint(text, style, color) end

--- Whether standard output is a terminal that shows colours: it is one at all, TERM is not
--- "dumb", and the user has not set NO_COLOR.
---@return boolean
function ascii.has_color() end

-- ---------------------------------------------------------------------------------- love

--- For LÖVE 11: draws maps, paths, fields, searches and walkers (`require "astar.love"`). Colours are
--- LÖVE's: { red, green, blue [, alpha] } from 0 to 1.
---@class astar.love
local draw = {}

---@class astar.love.GridOptions
---@field colors? table<astar.Terrain, number[]> the colour of a terrain; each has one by default
---@field blocked? number[]|table<integer, number[]|false> the color of dynamic obstacles, or the
---  colors by layer, false for a layer that is not drawn; by default each layer has its own. A tile
---  shows the lowest of its layers
---@field gap? number what stays free between tiles, as part of a tile [0..1]; default 0.04

--- Draws the terrain and the dynamic obstacles.
---@param grid astar.Grid
---@param view astar.layout.Layout
---@param options? astar.love.GridOptions
function draw.grid(grid, view, options) end

---@class astar.love.PathOptions
---@field color? number[]
---@field width? number of the line [world units]; default: a tenth of a tile
---@field dot? number radius of the dot on each point [world units]; default: the line's width
---@field from? integer the first point to draw, default 1: to leave out what has been walked
---@field to? integer the last one, default #path: to let a path grow

--- Draws a path as a line with a dot on each of its points.
---@param path astar.Path
---@param view astar.layout.Layout
---@param options? astar.love.PathOptions
function draw.path(path, view, options) end

---@class astar.love.WalkerOptions
---@field color? number[] of the disc
---@field ink? number[] of the arrow
---@field radius? number of the disc [world units]; default: a third of a tile
---@field way? number[]|false the colour of the way that it has still to walk; false: no way
---@field width? number of the line of the way [world units]; default: a tenth of a tile

--- Draws a walker or an NPC, a disc with an arrow in the direction of its angle, and the way that it
--- has still to walk. It stands where its layout says; one without a layout stands where the view has
--- its tiles.
---@param npc astar.walker.Walker
---@param view astar.layout.Layout that of the walker
---@param options? astar.love.WalkerOptions
function draw.walker(npc, view, options) end

---@class astar.love.FieldOptions
---@field heat? boolean colours from `near` to `far` by the cost, default true
---@field arrows? boolean an arrow to `field:next`, default true
---@field numbers? boolean the costs, in place of the arrows; default false
---@field near? number[]
---@field far? number[]
---@field ink? number[] the colour of arrows and numbers
---@field gap? number what stays free between tiles, as part of a tile [0..1]; default 0.04

--- Draws a field: the tiles that it reaches.
---@param field astar.Field
---@param view astar.layout.Layout
---@param options? astar.love.FieldOptions
function draw.field(field, view, options) end

---@class astar.love.SearchOptions
---@field numbers? boolean F at the top, G and H below it, where tiles are large enough; default
---  true
---@field arrows? boolean an arrow to the parent, default true
---@field open? number[]
---@field closed? number[]
---@field ink? number[] the colour of numbers and arrows
---@field gap? number what stays free between tiles, as part of a tile [0..1]; default 0.1: the
---  terrain looks out

--- Draws what a search knows of the tiles that it has touched: F = G + H, G (the cost from the
--- start), H (the guess of the rest) and where each was reached from.
---@param search astar.Search
---@param view astar.layout.Layout
---@param options? astar.love.SearchOptions
function draw.search(search, view, options) end

---@class astar.love.ImageOptions
---@field colors table<string, astar.Terrain> the terrain of a colour: "#rrggbb" of opaque pixels,
---  "#rrggbbaa" of others, "transparent" of those that cannot be seen
---@field default? astar.Terrain that of all other colours; without one, these raise
---@field layout? astar.Layout that of the grid, default "square"

--- A grid out of an image: one pixel is one tile.
---@param data love.ImageData
---@param options astar.love.ImageOptions
---@return astar.Grid
function draw.read_image(data, options) end

-- ----------------------------------------------------------------------------------- ffi

--- Reading paths in loops that LuaJIT compiles (`require "astar.ffi"`).
---@class astar.ffi
local fast = {}

--- The same as `path:each()`.
---@param path astar.Path
---@return fun(path: astar.Path, i: integer): integer?, integer, integer
---@return astar.Path
---@return integer
function fast.each(path) end

--- The same as `path:get(i)`.
---@param path astar.Path
---@param i integer
---@return integer? x
---@return integer? y
function fast.get(path, i) end

-- -------------------------------------------------------------------------------- walker

--- NPCs that walk on the map: smoothly, tile by tile along their paths, whatever the frame rate
--- (`require "astar.walker"`).
---@class astar.walker
local walker = {}

--- The direction in which somebody faces, as the world shows it: "up" is towards smaller y.
---@alias astar.walker.Facing "right"|"down_right"|"down"|"down_left"|"left"|"up_left"|"up"|"up_right"

---@class astar.walker.Options
---@field x integer the tile where it stands
---@field y integer
---@field speed number [world units a second, >= 0]
---@field layout? astar.layout.Layout where tiles lie in the world: anything with a method
---  `to_world(x, y)` that gives the middle of a tile; default: a tile is one unit wide, its middle
---  at (x, y)
---@field directions? 4|8 how many `facing` tells apart, default 8. Of four, a diagonal step keeps
---  the one it has where that is one of the two, and turns sideways otherwise
---@field facing? astar.walker.Facing default "down"
---@field slow? table<astar.Terrain, number|false>|fun(terrain: integer, x: integer, y: integer): number
---  what the speed is divided by on the way to a tile [> 0]: by terrain (the table of costs of its
---  rules will do: then the time on the way is its cost; what is not listed counts 1), or a
---  function; default: 1 everywhere. On a straight line the tile counts that it is on
---@field on_step? fun(npc: astar.walker.Walker, x: integer, y: integer) it has reached the middle
---  of another tile; on a straight line: it has entered another tile
---@field on_arrive? fun(npc: astar.walker.Walker, x: integer, y: integer) its order has ended where
---  its path led to
---@field on_blocked? fun(npc: astar.walker.Walker, reason: astar.Reason) its order has ended short
---  of that: the map has changed, and no way is left
---@field on_link? fun(npc: astar.walker.Walker, x1: integer, y1: integer, x2: integer, y2: integer): number?
---  it takes a step to a tile that does not touch its own, by a link or a long move of its rules;
---  returns how long that takes [seconds, >= 0], during which it glides there in a straight line;
---  default 0: it is there at once

--- A walker on a grid, with the rules by which it moves.
---@param grid astar.Grid
---@param rules astar.Rules
---@param options astar.walker.Options
---@return astar.walker.Walker
function walker.new(grid, rules, options) end

--- Fields to read, and some to set. Between two updates nothing moves, and only `update` calls
--- back. At every moment it stands in the middle of a tile, or on the straight line between the
--- middles of two tiles that a legal step joins; with a path of `waypoints` or `smooth` also on the
--- straight line between two points of that path, or on its way from there to the middle of the tile
--- that it is on.
---@class astar.walker.Walker
---@field x number where it is [world units]
---@field y number
---@field tile_x integer the tile whose middle it was in last; on a straight line: the tile that it
---  is on
---@field tile_y integer
---@field facing astar.walker.Facing
---@field angle number its direction in the world, clockwise from the right [radians, -pi to pi]; set
---  with `facing`
---@field state "idle"|"moving"|"waiting" "waiting" (NPCs of a crowd): somebody is in its way
---@field speed number [world units a second, >= 0]; may be set at any time. The next update raises
---  an error for what is no such number, once, and goes back to the old speed
---@field slow? table|function as in the options; may be set, as the callbacks may
---@field on_step? function
---@field on_arrive? function
---@field on_blocked? function
---@field on_link? function
---@field grid astar.Grid
---@field rules astar.Rules may be set at any time (for an NPC of a crowd: to rules of its size).
---  They hold for the next search. A path under way is replaced at the next tile, and a step that
---  they forbid is walked back; the next update raises an error for what are no rules, once
---@field layout astar.layout.Layout
---@field directions 4|8
local Walker = {}

--- Sends it to a tile: a path, or nil and the reason why there is none; then it goes on with what
--- it did. In the middle of a step it finishes or walks back that step, whichever gives the better
--- way: it never jumps. Where later edits break the path it looks for another one.
---@param x integer
---@param y integer
---@param options? astar.SearchOptions of this search and those that later edits make necessary;
---  `ignore_blocked` and `penalty_scale` hold for everything that the walker does for this order
---@return astar.Path? path
---@return astar.Reason? reason
function Walker:go_to(x, y, options) end

--- Sends it along a path that is there already (of a field, or from `astar.scheduler`), from where
--- it stands on it. Where it does not stand on it, and where edits break the path, it looks for a
--- way to the path's end. A path of `waypoints()` or `smooth()` it walks in straight lines, and it
--- stands on that where it stands on one of its points. It leaves a line that an edit breaks, and
--- one on which it gets another order: it goes to the middle of the tile that it is on; or back along
--- the line to the last tile where it can stand.
---@param path astar.Path
---@param options? astar.SearchOptions|number of the searches for another way; a number (the cost, in
---  `hero:walk(grid:find_path(...))`) counts as none
---@return astar.Path? path
---@return astar.Reason? reason
function Walker:walk(path, options) end

--- Forgets the order. In the middle of a step it finishes that step; on a straight line it goes to
--- the middle of the tile that it is on.
function Walker:stop() end

--- Puts it on another tile at once: a trap door, a new round. An order goes on from there.
---@param x integer
---@param y integer
function Walker:place(x, y) end

--- The tiles still to walk, the one that it is stepping to included; of straight lines their ends:
--- `for i, x, y in npc:remaining() do`.
---@return fun(): integer?, integer, integer
function Walker:remaining() end

--- Lets time pass: it walks, tile by tile, however long dt is. `math.huge` walks to the end. Time
--- left when an order ends goes to the order that `on_arrive` gives, once. An update always ends:
--- when callbacks have given orders or broken paths more than 1000 times in it, the rest of the
--- time is dropped, and the walker goes on at the next update.
---@param dt number [seconds, >= 0]
function Walker:update(dt) end

-- -------------------------------------------------------------------------------- script

--- Behaviour of NPCs as scripts that read from top to bottom, and a crowd of NPCs that do not stand
--- in each other (`require "astar.script"`).
---@class astar.script
local script = {}

---@class astar.script.CrowdOptions
---@field layout? astar.layout.Layout that of NPCs which have none of their own
---@field patience? number how long an NPC whom nobody can let through tries, before its order ends
---  with "unreachable", or with "goal_blocked" where somebody stands at the goal [seconds, >= 0];
---  default 5
---@field on_error? fun(npc: astar.script.Npc, message: any) called with each error in the script or
---  a callback of an NPC; default: `crowd:update` raises it when all have had their turn

--- A crowd without NPCs, on a grid.
---@param grid astar.Grid
---@param options? astar.script.CrowdOptions
---@return astar.script.Crowd
function script.crowd(grid, options) end

--- What NPCs go after or run from: an NPC, a walker, anything with `tile_x` and `tile_y`; or a
--- function that returns a tile, and nothing when the target is gone.
---@alias astar.script.Target astar.walker.Walker|{tile_x: integer, tile_y: integer}|fun(): integer?, integer?

---@class astar.script.NpcOptions: astar.walker.Options
---@field size? integer that of its rules, default 1
---@field on_done? fun(npc: astar.script.Npc, ok: any, reason: any, ...: any) its script has ended by
---  itself, with what it returned: of an order true, or nil and the reason. Not called for a script
---  that is replaced or stopped, or that raises an error

--- NPCs that share a map. No two ever have a tile in common: an NPC holds the tile where it stands,
--- and in the middle of a step that step's two. These are blocked on layer 1 of the grid, too,
--- so that all other searches go round them; obstacles of the game stay what they are.
---@class astar.script.Crowd
---@field npcs astar.script.Npc[] in the order of adding; to read
---@field grid astar.Grid
---@field layout? astar.layout.Layout
---@field patience number may be set
---@field on_error? fun(npc: astar.script.Npc, message: any) may be set
local Crowd = {}

--- Adds an NPC. Raises where another one holds its tile: see `crowd:at`.
---@param rules astar.Rules
---@param options astar.script.NpcOptions
---@param f? fun(npc: astar.script.Npc) its script, which begins with the next update
---@return astar.script.Npc
function Crowd:add(rules, options, f) end

--- Takes an NPC off the map; its script ends.
---@param npc astar.script.Npc
function Crowd:remove(npc) end

--- The NPC that holds a tile: stands on it, is coming to it or leaving it.
---@param x integer
---@param y integer
---@return astar.script.Npc?
function Crowd:at(x, y) end

--- Lets time pass for all NPCs. A long time is taken in slices of at most 0.1 s; what goes beyond
--- one hour is dropped.
---@param dt number [seconds, >= 0, finite]
function Crowd:update(dt) end

--- A walker with a script. `run`, `stop`, `is_running`, `place` and `remaining` are for everybody;
--- the orders, which return when they are done, are for its own script. An order takes one update
--- at least, so that a script which only tries again and again does not hang the game.
---@class astar.script.Npc: astar.walker.Walker
---@field crowd? astar.script.Crowd nil when it was removed
---@field size integer
---@field on_done? function as in the options; may be set
local Npc = {}

--- Gives it a script in place of the one it has; it begins with the next update, from where the NPC
--- is: `npc:run(function(npc) ... end)`, or one order: `npc:run(npc.go_to, 9, 4)`. When it ends,
--- `npc.on_done` is called with what it returned.
---@param f fun(npc: astar.script.Npc, ...)
---@param ... any further arguments of it
function Npc:run(f, ...) end

--- Ends its script. In the middle of a step it finishes that step.
function Npc:stop() end

--- Whether its script has not come to its end.
---@return boolean
function Npc:is_running() end

--- Walks to a tile.
---@param x integer
---@param y integer
---@param options? astar.SearchOptions
---@return true? arrived
---@return astar.Reason? reason
function Npc:go_to(x, y, options) end

--- Walks along a path that is there already, as `Walker:walk`. NPCs of a crowd share out whole tiles:
--- of a path of `waypoints()` or `smooth()` it goes from point to point by steps, an order for each,
--- and passes over points that it cannot reach, except for the last one.
---@param path astar.Path
---@param options? astar.SearchOptions|number of the searches for another way; a number counts as none
---@return true? arrived
---@return astar.Reason? reason
function Npc:walk(path, options) end

--- Stands still, but for steps aside for others; from these it comes back.
---@param seconds number [>= 0]; 0: until the next update
---@return true
function Npc:wait(seconds) end

--- Goes round and round between points. One that cannot be reached is passed over; it ends when
--- none can. With one point the NPC keeps that post.
---@param points astar.Goal[] at least one
---@param options? astar.SearchOptions
---@return nil
---@return astar.Reason reason
function Npc:patrol(points, options) end

--- Goes to a target that moves; ends when it is within so many steps of it, walls aside.
---@param target astar.script.Target
---@param distance? integer [steps, >= 0], default 1
---@return true? caught
---@return astar.Reason? reason "out_of_bounds": the target is gone
function Npc:catch(target, distance) end

--- Stays within so many steps of a target that moves, walls aside; where there is no way it waits
--- for one. Ends when the target is gone.
---@param target astar.script.Target
---@param distance? integer [steps, >= 0], default 1
---@return nil
---@return "out_of_bounds" reason
function Npc:follow(target, distance) end

--- Runs from one threat, or from several, until the way from the nearest of them to here costs
--- `distance` or more (by the rules of the NPC, others aside). Ends with "unreachable" where it is
--- cornered. A threat on a tile where the NPC itself could never stand does not count.
---@param threats astar.script.Target|astar.script.Target[]
---@param distance? number [cost, > 0], default 8
---@return true? safe
---@return astar.Reason? reason
function Npc:flee(threats, distance) end

-- ----------------------------------------------------------------------------- scheduler

--- Many path requests, a few expansions in each frame (`require "astar.scheduler"`).
---@class astar.scheduler
local scheduler = {}

---@class astar.scheduler.Options
---@field expansions? integer how many all searches together make in an update [>= 1]; default
---  2000, or without limit where `milliseconds` are given
---@field milliseconds? number how long an update may take [>= 0]; it ends soon after
---@field clock? fun(): number the time [seconds]; default `love.timer.getTime`, or `os.clock`

--- A scheduler of path requests on a grid. With a budget of expansions the answers come in the same
--- updates in every run.
---@param grid astar.Grid
---@param options? astar.scheduler.Options
---@return astar.scheduler.Scheduler
function scheduler.new(grid, options) end

--- Requests take turns, so that a long search does not hold up short ones. When the map is edited,
--- the searches under way are begun anew; one to which this happens for the third time is carried
--- through at once.
---@class astar.scheduler.Scheduler
---@field grid astar.Grid
---@field grid astar.Grid
---@field expansions number may be set
---@field milliseconds? number may be set
---@field clock fun(): number
local Scheduler = {}

--- Asks for a path. `callback(path, cost)` is called from an update to come, with what
--- `grid:find_path` returns.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param rules astar.Rules
---@param options? astar.SearchOptions may be left out before a callback
---@param callback? fun(path: astar.Path?, cost: number|astar.Reason)
---@return astar.scheduler.Request
---@overload fun(self: astar.scheduler.Scheduler, x1: integer, y1: integer, x2: integer, y2: integer, rules: astar.Rules, callback: fun(path: astar.Path?, cost: number|astar.Reason)): astar.scheduler.Request
function Scheduler:find_path(x1, y1, x2, y2, rules, options, callback) end

--- Asks for a path and waits for it: for coroutines. The scheduler resumes the coroutine when there
--- is an answer, unless somebody else resumes it in the meantime (as `astar.script` does with its
--- scripts): then it waits until that one resumes it again.
---@param x1 integer
---@param y1 integer
---@param x2 integer
---@param y2 integer
---@param rules astar.Rules
---@param options? astar.SearchOptions
---@return astar.Path? path
---@return number|astar.Reason cost
function Scheduler:await(x1, y1, x2, y2, rules, options) end

--- How many requests are still to be answered.
---@return integer
function Scheduler:pending() end

--- Searches until the budget of this update is spent, and calls back with the answers. An error in
--- a callback comes out of it; the other requests go on in the next update.
function Scheduler:update() end

--- What `find_path` of a scheduler gives.
---@class astar.scheduler.Request
---@field state "running"|"done"|"cancelled"
local Request = {}

--- Drops the request: it will not be answered.
function Request:cancel() end

--- The answer, as `grid:find_path` gives it; nil and "running" or "cancelled" where there is none.
---@return astar.Path? path
---@return number|astar.Reason|"running"|"cancelled" cost
function Request:result() end

return astar
