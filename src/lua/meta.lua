---@meta astar

-- Declarations of all public names, for editors with a Lua language server and for the reference
-- in the documentation: first the native module, then the helpers. Never loaded at run time.

--- One byte: an integer from 0 to 255, or a one-character string that stands for its byte.
---@alias astar.Terrain integer|string

--- Why there is no path.
---
--- - `"unreachable"`: no path leads to the goal.
--- - `"goal_blocked"`: every goal is impassable, or there is none.
--- - `"out_of_bounds"`: the start or a goal is off the grid.
--- - `"limit"`: `max_cost` or `max_expansions` ended the search.
---@alias astar.Reason "unreachable"|"goal_blocked"|"out_of_bounds"|"limit"

--- How tiles touch: squares, or hexes in offset coordinates. `_r`: every other row is shifted half
--- a tile to the right; `_q`: every other column half a tile down. `odd` and `even` name the
--- shifted ones, counted from 0: in `"odd_r"` the rows `y` = 2, 4, 6, ...
---@alias astar.Layout "square"|"odd_r"|"even_r"|"odd_q"|"even_q"

--- The corner rule: when a diagonal step on squares may pass between obstacles. Of the two ways
--- around the corner one is an obstacle when the mover cannot stand at its tile, or when one of its
--- two edges is closed.
---
--- - `"always"`: both ways may be obstacles.
--- - `"never"`: there are no diagonal steps by one tile.
--- - `"if_at_most_one_obstacle"`: one of the two ways may be an obstacle.
--- - `"only_when_no_obstacles"`: no way may be an obstacle.
---@alias astar.Diagonal "always"|"never"|"if_at_most_one_obstacle"|"only_when_no_obstacles"

--- The native module: pathfinding on tile maps.
---
---     local astar = require "astar"
---     local grid = astar.grid { "#####", "#...#", "#####" }
---     local on_foot = astar.rules { cost = { ["."] = 1 } }
---     local path, cost = grid:find_path(2, 2, 4, 2, on_foot)
---
--- Tiles are named by (x, y): integers counted from 1, x to the right, y down. Brackets hold units
--- and ranges, for example [tiles, 1..64]. Costs have no unit: the game chooses the scale. Lists
--- count from 1: a list with an item 0 is a mistake. Booleans are `false` by default, where no
--- other default is named.
---
--- Mistakes raise an error that says what was given and what is allowed. What may happen in play is
--- returned as `nil` and a reason. When memory is short, functions raise `"not enough memory"`.
---
--- Objects are freed by the garbage collector. Paths, fields, searches, replanners, indexes, crowds
--- and pools keep their grid and their rules alive.
---@class astar
---@field _VERSION string the name and the version of the module: `"astar 0.3.0"`
local astar = {}

-- ------------------------------------------------------------------------------- module

--- Options of `astar.grid`.
---@class astar.GridOptions
---@field fill? astar.Terrain the terrain of every tile of a grid that is created by size; default
---  0. Not allowed together with rows.
---@field layout? astar.Layout how tiles touch; default `"square"`

--- Creates a grid: of a given size, or from rows of terrain: one string with a line per row, an
--- array of strings with one character per tile, or an array of arrays of terrains. All rows have the
--- same number of tiles. One byte of a string is one tile. O(tiles).
---@param width integer number of columns [tiles, 1..32768; width times height at most 134217728]
---@param height integer number of rows [tiles, 1..32768]
---@param options? astar.GridOptions options
---@return astar.Grid grid the new one
---@overload fun(rows: string|string[]|astar.Terrain[][], options?: astar.GridOptions): astar.Grid
function astar.grid(width, height, options) end

--- One move of a list of moves (option `neighbors` of `astar.rules`). A move by one tile cannot
--- cross a closed edge, and follows the corner rule when it is diagonal. A longer move jumps over
--- everything between start and end, closed edges included.
---@class astar.Move
---@field [1] integer dx: where the move leads in x [tiles, -16..16]
---@field [2] integer dy: where the move leads in y [tiles, -16..16]
---@field cost? number the length of the move: a factor on the cost of terrain
---  [tiles, 1e-100..1e100]; default: the length of the straight line, for a diagonal step
---  `diagonal_cost`
---@field clear? integer[][] offsets `{ dx, dy }` from the start, at most 32: at each of these tiles
---  the mover must be able to stand [tiles, -16..16 each]

--- The layers of dynamic obstacles that do not block a mover: `true` for all layers, `false` for
--- none, or a list of layers [1..8].
---@alias astar.IgnoredLayers boolean|integer[]

--- A function that returns the cost of a step from terrain `from` to terrain `to` by (dx, dy).
--- Terrains are passed as they are written in the option `cost`. The result is the cost of the
--- whole step without the penalty: 0, or [1e-100..1e100]; `false` when the step is forbidden; `nil`
--- for the usual cost. Other results raise an error.
---@alias astar.StepFunction fun(from: astar.Terrain, to: astar.Terrain, dx: integer, dy: integer): number|false|nil

--- Options of `astar.rules`. `cost` or `default` must be given, otherwise nothing is passable.
---
--- A step costs the length of its move times the cost of the terrain that it enters, plus the
--- penalty of the tile that it enters times `penalty_scale`. A mover larger than one tile pays the
--- most expensive step of its tiles.
---
--- On hex grids a mover always has the six steps to its neighbors, each of length 1. There `size`
--- must be 1, and `step` needs 8 `neighbors` and diagonals; otherwise queries raise an error.
---@class astar.RulesOptions
---@field cost? table<astar.Terrain, number|false> the cost of each terrain [1e-100..1e100], or
---  `false`: impassable. Each cost times the length of each move must be at least 1e-100. A terrain
---  must not be listed twice, as number and as string.
---@field default? number|false the cost of terrains that `cost` does not list; default `false`
---@field diagonal? astar.Diagonal the corner rule; default `"only_when_no_obstacles"`
---@field diagonal_cost? number the length of a diagonal step [tiles, 1e-100..1e100]; default the
---  square root of 2
---@field neighbors? 8|4|astar.Move[] 8 with diagonal steps, 4 without, or a list of 1 to 64 moves;
---  default 8
---@field size? integer the mover covers size x size tiles, its position is the top left one
---  [tiles, 1..64]; default 1
---@field step? astar.StepFunction pair costs: called for each pair of listed terrains and each move
---  when the rules are created, never during a search
---@field ignore_blocked? astar.IgnoredLayers dynamic obstacles that do not block the mover; default
---  `false`
---@field penalty_scale? number factor on each penalty: 0 (penalties are ignored), or
---  [1e-100..1e100]; default 1
---@field influence? table<string, number> weights of at most 8 influence maps by name [0, or
---  1e-100..1e100]: entering a tile costs weight times value more; a map that the grid lacks is 0

--- Compiles movement rules. Rules are immutable, and can be used with any number of grids.
---@param options astar.RulesOptions options
---@return astar.Rules rules the compiled rules
function astar.rules(options) end

--- Options of `astar.deserialize`.
---@class astar.DeserializeOptions
---@field max_tiles? integer the greatest number of tiles to accept [tiles, >= 1]; checked before
---  memory for the tiles is allocated; default 134217728, which accepts every grid

--- Creates a grid from a string of `grid:serialize()`, with the same content and revision. In strings
--- of version 1 obstacles are on layer 1, and the revision is 0. Damaged strings are safe. Set
--- `max_tiles` for strings from other people: a few dozen bytes can describe a grid of 1 GB.
---@param data string from `grid:serialize()`
---@param options? astar.DeserializeOptions options
---@return astar.Grid? grid the new grid; `nil` when the string is not a valid grid, or the grid is
---  too large
---@return string? message with `nil`: what is wrong with the string
function astar.deserialize(data, options) end

--- Creates rules from a string of `rules:serialize()`: all queries have the same answers with them.
--- Damaged strings are safe, and rules take at most 35 MB, whatever the string says.
---@param data string from `rules:serialize()`
---@return astar.Rules? rules the new rules; `nil` when the string is not valid
---@return string? message with `nil`: what is wrong with the string
function astar.deserialize_rules(data) end

--- Returns the revisions that a delta of `grid:changes` starts from and leads to. Only `grid:apply`
--- checks the edits between.
---@param changes string from `grid:changes()`
---@return integer? from the revision that the edits start from; `nil`: the string is damaged
---@return integer|string to the revision after the last edit; with `nil`: what is wrong
function astar.delta_revisions(changes) end

--- Options of `astar.pool`.
---@class astar.PoolOptions
---@field threads? integer the number of worker threads [0..64]; default: one less than the machine
---  has processors, but at least 1 and at most 8; 0 where threads do not exist. 0: `pool:update`
---  searches, on one copy of the map, and answers the requests one after the other
---@field latency? integer n: each answer is delivered exactly n updates after its request
---  [updates, 0..1000]; 1 is the next update, and the update waits for the answer if it must. Then
---  whole runs of a game repeat exactly. Default 0: as soon as the answer is ready
---@field max_pending? integer the greatest number of requests without an answer [>= 1]; one more
---  request returns `nil` and `"busy"`; default 65536
---@field expansions? integer of a pool without threads: how many expansions an update makes [>= 1];
---  default 2000, or no limit when `milliseconds` is given. `find_nearest` and `distance_field` run
---  whole
---@field milliseconds? number of a pool without threads: how long an update searches [ms, >= 0]; the
---  update ends soon after that; default: no limit
---@field clock? fun(): number of a pool without threads: returns the time [seconds]; default
---  `love.timer.getTime`, or `os.clock`

--- Creates a pool: threads that answer requests for paths, nearest goals and distance fields, each
--- on a replica of the grid. O(tiles).
---@param grid astar.Grid the grid to search
---@param options? astar.PoolOptions options
---@return astar.Pool pool the new one
function astar.pool(grid, options) end

--- Options of `astar.crowd`.
---@class astar.CrowdOptions
---@field patience? number how long a unit tries without progress until its order ends with the
---  event `"stuck"` [seconds, > 0]; default 60; `math.huge`: it tries for ever. Four times as long
---  while other units that were sent or led to the same place come nearer.
---@field budget? integer expansions per update for the paths of new orders and for repairs of paths
---  [>= 1]; default 5000. Orders beyond it begin in the next updates.
---@field smooth? boolean `true`: `crowd:position` and `crowd:positions` follow curves around
---  corners, half a step behind, each inside of the tile of its unit (the first one of
---  `crowd:tile`). It changes no move.
---@field replan? boolean `false`: units on their way do not go around new penalties; default `true`

--- Creates a crowd without units. A grid has at most one crowd, until `crowd:close`, or until no
--- variable holds the crowd any more; a second one raises an error.
---@param grid astar.Grid the grid
---@param options? astar.CrowdOptions options
---@return astar.Crowd crowd the new one
function astar.crowd(grid, options) end

--- Creates a crowd from a string of `crowd:serialize()`: it moves as the first crowd would have.
--- Raises an error when the grid has a crowd. Damaged strings are safe; for strings from other
--- people, give `max_tiles` to `astar.deserialize`.
---@param data string from `crowd:serialize()`
---@param grid astar.Grid a grid with the same content; serialize it together with the crowd
---@param rules astar.Rules[] equal rules, in the order of the array that `crowd:serialize` returned
---@return astar.Crowd? crowd the new crowd; `nil` when the string is not valid, or does not fit the
---  grid or the number of rules
---@return string? message with `nil`: what is wrong
function astar.deserialize_crowd(data, grid, rules) end

--- Compiled movement rules, created by `astar.rules`.
---@class astar.Rules
local Rules = {}

--- Returns the rules as a string for `astar.deserialize_rules`, compiled: also the pair costs that a
--- `step` function gave. The string is the same on every platform.
---@return string data the bytes
function Rules:serialize() end

-- --------------------------------------------------------------------------------- grid

--- A map of tiles: terrain, penalties, dynamic obstacles, edges and links. Any number of movers and
--- rules can use one grid.
---
--- Functions that change the map are edits. They raise an error for a tile off the grid (`fill`
--- clips its rectangle instead), and inside a heuristic function of a search on this grid.
---@class astar.Grid
local Grid = {}

--- Returns the size of the grid.
---@return integer width [tiles]
---@return integer height [tiles]
function Grid:size() end

--- Returns the terrain of a tile. O(1).
---@param x integer the tile
---@param y integer row
---@return integer? terrain [0..255]; `nil` off the grid
function Grid:get(x, y) end

--- Sets the terrain of a tile. O(1).
---@param x integer the tile [1..width]
---@param y integer row [1..height]
---@param terrain astar.Terrain the new terrain
function Grid:set(x, y, terrain) end

--- Sets the terrain of a rectangle, or of the whole grid when no rectangle is given. The rectangle
--- is clipped to the grid. One edit.
---@param terrain astar.Terrain the new terrain
---@param x? integer the left column; pass all four numbers or none
---@param y? integer the top row
---@param width? integer of the rectangle [tiles, >= 0]
---@param height? integer of the rectangle [tiles, >= 0]
function Grid:fill(terrain, x, y, width, height) end

--- Returns the terrain of all tiles, in the form that `astar.grid(rows)` takes. O(tiles).
---@return string[] rows one string per row, one byte per tile
function Grid:rows() end

--- Sets the penalty of a tile: what entering the tile costs on top of its terrain. O(1).
---@param x integer the tile [1..width]
---@param y integer row [1..height]
---@param cost number 0 removes the penalty; otherwise [1e-100..1e100]
function Grid:set_penalty(x, y, cost) end

--- Sets the penalties of a rectangle, or of the whole grid when none is given. One edit.
---@param values number[] a cost per tile, row by row
---@param x? integer the rectangle as in `grid:fill`, but on the grid
---@param y? integer its top row
---@param width? integer its width [tiles]
---@param height? integer its height [tiles]
function Grid:set_penalties(values, x, y, width, height) end

--- The same with one cost. One edit.
---@param cost number as in `grid:set_penalty`
---@param x? integer the rectangle as in `grid:fill`
---@param y? integer its top row
---@param width? integer its width [tiles]
---@param height? integer its height [tiles]
function Grid:fill_penalty(cost, x, y, width, height) end

--- Returns the penalty of a tile. O(1).
---@param x integer the tile
---@param y integer row
---@return number? cost 0 without a penalty; `nil` off the grid
function Grid:penalty(x, y) end

--- Returns the influence map of a name, 0 everywhere at first: values that movers weigh, each in
--- its own way. A map is content of the grid. Raises an error for a ninth map.
---@param name string the name, such as "danger"
---@return astar.Influence map the map
function Grid:influence(name) end

--- Puts a dynamic obstacle on a tile, or removes it: a unit, a closed door. A tile can have an
--- obstacle on each of 8 layers. O(1).
---@param x integer the tile [1..width]
---@param y integer row [1..height]
---@param blocked? boolean `false` removes the obstacle; default `true`
---@param layer? integer the layer of the obstacle [1..8]; default 1
function Grid:block(x, y, blocked, layer) end

--- Returns whether a tile has a dynamic obstacle. O(1).
---@param x integer the tile
---@param y integer row
---@param layer? integer the layer to check [1..8]; default: any layer
---@return boolean? blocked `nil` off the grid
function Grid:is_blocked(x, y, layer) end

--- Closes or opens the edge between a tile and its neighbor at (x + dx, y + dy). A step by one tile
--- cannot cross a closed edge. Raises an error when the two tiles are not neighbors, or one of them
--- is off the grid. O(1).
---@param x integer the tile [1..width]
---@param y integer row [1..height]
---@param dx integer offset of the neighbor in x [-1..1]
---@param dy integer offset of the neighbor in y [-1..1]
---@param open boolean `true` opens the edge, `false` closes it
---@param one_way? boolean `true`: the edge from the neighbor back to the tile stays as it is;
---  default `false`
function Grid:set_edge(x, y, dx, dy, open, one_way) end

--- Options of `grid:link`.
---@class astar.LinkOptions
---@field cost? number the cost of the step; the terrain and the penalty of its end do not count: 0,
---  or [1e-100..1e100]; default 1
---@field one_way? boolean `true`: no step leads back

--- Adds a link: a step between any two tiles, such as stairs, a ladder or a teleporter. The tile
--- where the link ends must be passable when a mover takes the step.
---@param x1 integer column where the link begins [1..width]
---@param y1 integer row where the link begins [1..height]
---@param x2 integer column where it ends [1..width]
---@param y2 integer row where it ends [1..height]
---@param options? astar.LinkOptions options
---@return integer id names the link; a grid never uses an id again
function Grid:link(x1, y1, x2, y2, options) end

--- Removes a link. Raises an error when the grid has no link with this id.
---@param id integer from `grid:link`
function Grid:unlink(id) end

--- Returns a number that grows with each edit that changes something.
---@return integer revision the revision
function Grid:revision() end

--- Returns a grid with the same content, the same revision and the same ids of links. The two grids
--- share nothing. O(tiles).
---@return astar.Grid copy the new grid
function Grid:clone() end

--- Returns the content and the revision of the grid as a compact string for `astar.deserialize`.
--- The string is the same on every platform, and for all grids with the same content and revision.
--- O(tiles).
---@return string data the bytes
function Grid:serialize() end

--- Returns the edits of the grid since one of its revisions as a string, a delta, for `apply` of a
--- *replica*: another grid with the content and the revision of that moment.
---
--- The grid records its edits from the first call of this method on, so call
--- `grid:changes(grid:revision())` before `grid:serialize()`. It keeps at least the last 65,536
--- edits. Raises an error for a revision that the grid never had.
---@param revision integer the revision to start from: that of the replica
---@return string? changes a byte string, also when nothing has changed; `nil`: see `reason`
---@return "too_old"|nil reason with `nil`: the grid no longer has all edits since this revision;
---  send `grid:serialize()`
function Grid:changes(revision) end

--- Options of `grid:apply`.
---@class astar.ApplyOptions
---@field max_tiles? integer the greatest number of tiles that all edits together may set
---  [tiles, >= 1]; default: no limit

--- Makes the edits of a delta on this grid. Afterwards it has the content, the revision and the
--- answers of the grid that wrote the delta. Otherwise the grid is as it was. Damaged strings are
--- safe. Set `max_tiles` for strings from other people: a short string can fill a large map.
---
--- A sound delta that does not fit the grid gives a reason. `"other"`: size, layout or content
--- differ. `"applied"`: it starts before the revision of the grid. `"gap"`: it starts after that.
---@param changes string from `grid:changes()`
---@param options? astar.ApplyOptions options
---@return true? done `nil`: the string is damaged, or does not fit the grid
---@return string? message with `nil`: what is wrong
---@return "applied"|"gap"|"other"|nil reason with `nil`: how a sound delta does not fit; `nil` when
---  the string is damaged, or sets more tiles than `max_tiles`
function Grid:apply(changes, options) end

-- ------------------------------------------------------------------------------ queries

--- Options of every query, in place of those of the rules. What the query returns keeps them.
---@class astar.QueryOptions
---@field ignore_blocked? astar.IgnoredLayers dynamic obstacles that do not block the mover;
---  default: as in the rules
---@field penalty_scale? number factor on each penalty: 0 (penalties are ignored), or
---  [1e-100..1e100]; default: as in the rules
---@field influence? table<string, number> as in `astar.RulesOptions`, in place of the weights of
---  the rules

--- Units of a crowd by their team.
---@class astar.Side
---@field crowd astar.Crowd the crowd of the grid
---@field team? integer only units of this team [0..255]
---@field enemy_of? integer only units that are no allies of this team [0..255]

--- Options of `grid:line_of_sight`.
---@class astar.SightOptions: astar.QueryOptions
---@field avoid? astar.Crowd|astar.Side the crowd of the grid: all tiles that its units hold are impassable for
---  this query, except for those of the unit at the start; default: units are not seen
---@field mode? "line"|"shadow" `"shadow"`: symmetric shadowcasting, for squares and rules of
---  size 1 (see the page "Sight and fog of war"); default `"line"`

--- Options of `grid:view`.
---@class astar.ViewOptions
---@field mode? "line"|"shadow" what a line of sight is, as for `grid:line_of_sight`; default `"line"`
---@field shape? "circle"|"square" which tiles are within the radius r: `"circle"`, dx * dx + dy * dy
---  <= r * r (the default); `"square"`, |dx| <= r and |dy| <= r. Not on hexes: there the distance in
---  steps counts.
---@field walls? boolean `true` (the default): also impassable tiles next to a free tile in sight;
---  `false`: only tiles with a free line of sight
---@field ignore_blocked? boolean|integer[] the obstacle layers through which the viewer sees;
---  default: as in the rules

--- Options of queries that search a path, without those that an index has from its bake.
---@class astar.IndexSearchOptions
---@field avoid? astar.Crowd|astar.Side the crowd of the grid: all tiles that its units hold are impassable for
---  this query, except for those of the unit at the start, as they are when the search begins;
---  default: units are not seen
---@field partial? boolean `true`: when no path reaches the goal, or a limit ends the search, find
---  the path to the reachable tile nearest to the goal (in steps, obstacles ignored); of several
---  such tiles, to the cheapest one
---@field range? integer each tile within this distance of a goal counts as this goal; obstacles are
---  ignored [steps, >= 0]; default 0
---@field max_cost? number paths that cost more (up to a relative 1e-9 fits) are not found: the
---  reason is `"limit"` [>= 0]; default: no limit
---@field max_expansions? integer the search ends after this many expansions: the reason is
---  `"limit"` [>= 0]; default: no limit
---@field algorithm? "auto"|"astar"|"jps"|"dijkstra"|"greedy" default `"auto"`: what is fastest on
---  this map. `"greedy"` is fast, but the path may not be the cheapest. `"jps"` raises an error, with
---  the reason, unless all tiles cost the same and the rules allow jump points.
---@field heuristic? "auto"|"manhattan"|"octile"|"chebyshev"|"euclidean"|"zero"|fun(dx: integer, dy: integer): number
---  default `"auto"`, which never overestimates. A function takes the distance to the goal in x and
---  in y [tiles, >= 0] and returns a cost [>= 0, finite]; other results raise an error, and so does
---  an edit of the grid inside the function.
---@field straight? boolean few turns, at the same cost; default `true`. `false`: the path as the
---  search gives it
---@field weight? number factor on the heuristic [>= 0, finite]; default 1. Above 1 the search is
---  faster, and with `"auto"` the path costs at most `weight` times the minimum.

--- Options of queries that search a path.
---@class astar.SearchOptions: astar.IndexSearchOptions
---@field ignore_blocked? astar.IgnoredLayers as in `astar.QueryOptions`
---@field penalty_scale? number as in `astar.QueryOptions`
---@field influence? table<string, number> as in `astar.QueryOptions`

--- Options of `grid:find_path` and `grid:find_nearest`.
---@class astar.PathOptions: astar.SearchOptions
---@field turns? astar.Turns points per turn; then `algorithm`, `heuristic` and `weight` raise, and
---  `max_cost` with `partial`

--- Finds the cheapest path from (x1, y1) to (x2, y2). The start may be impassable: a mover may
--- stand on its own obstacle. Unreachable goals are usually detected without a search, from
--- connected components.
---@param x1 integer the start
---@param y1 integer row
---@param x2 integer the goal
---@param y2 integer row
---@param rules astar.Rules of the mover
---@param options? astar.PathOptions options
---@return astar.Path? path `nil` when there is none
---@return number|astar.Reason cost with `nil`: the reason
function Grid:find_path(x1, y1, x2, y2, rules, options) end

--- Movement points per turn. The best path takes the fewest turns, and of these the fewest points in
--- the last one. Layers of `pass` and `zones` block nothing in a query with turns.
---@class astar.Turns
---@field points number per turn [1e-100..1e100]; a step takes its cost, and what is left at the end of
---  a turn is lost
---@field left? number points left in the first turn [0..points]; default `points`
---@field fit? "exact"|"min_step"|"any" `"exact"` (default): a step needs all its points; `"min_step"`:
---  with all points of a turn, one step of any cost is possible; `"any"`: with points left, any step is
---@field pass? integer[] layers of friends: their tiles may be entered, but no turn ends there
---@field zones? integer[] layers of zones of control
---@field zone? "stop"|"between" `"stop"` (default): entering a zone ends the turn; `"between"`: a step
---  from a zone tile to another one does
---@field max_turns? integer more turns give `"limit"` [>= 1]; default: no limit, for `reachable` 1

--- The cost of one legal step from a tile, which is not checked, to another one: the cheapest move or
--- link.
---@param x1 integer the first tile
---@param y1 integer its row
---@param x2 integer the second tile
---@param y2 integer its row
---@param rules astar.Rules of the mover
---@param options? astar.QueryOptions options
---@return number? cost `nil` when no step leads there
---@return "unreachable"|"out_of_bounds"|nil reason with `nil`
function Grid:step_cost(x1, y1, x2, y2, rules, options) end

--- A tile to go to: `{ x, y }` or `{ x = x, y = y }`. In a list of goals, a third element or a field
--- `cost` other than 0 raises an error: only `grid:distance_field` takes goals with costs.
---@alias astar.Goal integer[]|{x: integer, y: integer}

--- Finds the path to the cheapest one of several goals.
---@param x integer the start
---@param y integer row
---@param goals astar.Goal[] an empty list gives `"goal_blocked"`
---@param rules astar.Rules of the mover
---@param options? astar.PathOptions options
---@return astar.Path? path `nil` when there is none
---@return number|astar.Reason cost with `nil`: the reason
---@return integer? index the index in `goals` of the goal where the path ends; of a partial path,
---  of the goal nearest to its end
function Grid:find_nearest(x, y, goals, rules, options) end

--- Returns whether `find_path` would find a path. O(1) by connected components where each step can
--- be made in both directions; otherwise it may search, for moves with an offset above 1 always.
---@param x1 integer the start
---@param y1 integer row
---@param x2 integer the goal
---@param y2 integer row
---@param rules astar.Rules of the mover
---@param options? astar.QueryOptions options
---@return boolean reachable also `false` when start or goal is off the grid
function Grid:is_reachable(x1, y1, x2, y2, rules, options) end

--- Checks whether a mover can move in a straight line from the center of one tile to the center of
--- another one. The first tile is not checked, the last one is. Exactly through a corner the corner
--- rule applies. Nothing that a larger mover sweeps over may be impassable. O(tiles crossed).
---@param x1 integer the first tile
---@param y1 integer row
---@param x2 integer the second tile
---@param y2 integer row
---@param rules astar.Rules of the mover
---@param options? astar.SightOptions options
---@return boolean? clear `true`: nothing is in the way; `nil`: an end is off the grid
---@return integer|"out_of_bounds"|nil x with `false`: the first tile that the mover cannot enter,
---  which may be off the grid; with `nil`: the reason
---@return integer? y row
function Grid:line_of_sight(x1, y1, x2, y2, rules, options) end

--- Returns the tiles that a viewer sees: those within the radius to which `grid:line_of_sight` is
--- free, the viewer's own, and walls: impassable tiles next to a free tile in sight that is nearer
--- to the viewer in x, in y, or in both (on hexes in steps), with no closed edge between. The view
--- does not change with the map. O(tiles in sight); near closed edges, with `step` rules, and for
--- larger sizes one line for each of them.
---@param x integer column of the viewer
---@param y integer row of the viewer
---@param radius integer how far the viewer sees [tiles, >= 0]
---@param rules astar.Rules over which tiles the viewer sees
---@param options? astar.ViewOptions see `astar.ViewOptions`
---@return astar.View? view `nil` when the viewer is off the grid
---@return "out_of_bounds"? reason with `nil`
function Grid:view(x, y, radius, rules, options) end

--- Creates a vision: what a team of viewers sees now and has seen, at first nothing. Memory: 3 bits
--- per tile, and the views.
---@param rules astar.Rules over which tiles the viewers see
---@param options? astar.ViewOptions see `astar.ViewOptions`
---@return astar.Vision vision the vision
function Grid:vision(rules, options) end

--- Creates a vision without viewers from a string of `vision:serialize`: its tiles are `"seen"`.
---@param string string the memory of a vision
---@param rules astar.Rules over which tiles the viewers see
---@param options? astar.ViewOptions see `astar.ViewOptions`
---@return astar.Vision? vision `nil` when the string is damaged, or of a grid of another size or
---  layout
---@return string? message with `nil`
function Grid:load_vision(string, rules, options) end

--- The state of a loop over tiles: `for` passes it to the iterator.
---@class astar.Tiles

--- Iterates over the neighbors of a tile that are on the grid:
--- `for x, y in grid:neighbors(x, y) do`. The order is that of `grid:ring`. There are up to 8 on
--- squares, up to 6 on hexes. The tile itself may be off the grid.
---@param x integer the tile
---@param y integer row
---@return fun(tiles: astar.Tiles): integer?, integer iterator returns x and y
---@return astar.Tiles tiles the state of the loop
function Grid:neighbors(x, y) end

--- Returns the number of steps from one tile to another on an empty grid. Both tiles may be off the
--- grid. O(1).
---@param x1 integer the first tile [-1e9..1e9]
---@param y1 integer row [-1e9..1e9]
---@param x2 integer the second tile [-1e9..1e9]
---@param y2 integer row [-1e9..1e9]
---@param neighbors? 4|6|8 the steps to count: on squares 8 (with diagonal steps, the default) or 4
---  (without); on hexes 6
---@return integer distance [steps]
function Grid:distance(x1, y1, x2, y2, neighbors) end

--- Iterates over the tiles that are `n` steps away and on the grid:
--- `for x, y in grid:ring(x, y, n) do`. Diagonal steps count as one step. The order is clockwise
--- from the top left corner of the ring; in the `_q` layouts from its top corner. Each step of the
--- loop is O(1).
---@param x integer the center [-1e9..1e9]
---@param y integer row [-1e9..1e9]
---@param n integer the distance [steps, >= 0]; 0: the center itself
---@return fun(tiles: astar.Tiles): integer?, integer iterator returns x and y
---@return astar.Tiles tiles the state of the loop
function Grid:ring(x, y, n) end

--- Iterates over the tiles of the grid that a straight line crosses, from the center of one tile to
--- the center of another one: `for i, x, y in grid:line(x1, y1, x2, y2) do`. `i` counts the tiles
--- from 1. Tiles that the line only touches, at a corner or along an edge, are left out. Each step
--- of the loop is O(1).
---@param x1 integer the first tile [-1000000..1000000]; on the grid or off it
---@param y1 integer row [-1000000..1000000]
---@param x2 integer the second tile [-1000000..1000000]
---@param y2 integer row [-1000000..1000000]
---@return fun(tiles: astar.Tiles): integer?, integer, integer iterator returns i, x and y
---@return astar.Tiles tiles the state of the loop
function Grid:line(x1, y1, x2, y2) end

--- A goal of a distance field: `{ x, y, cost }` or `{ x = x, y = y, cost = cost }`. `cost` is added
--- to the cost of each path to this goal, which makes the goal less attractive than others: 0
--- (default), or [1e-100..1e100].
---@alias astar.Source number[]|{x: integer, y: integer, cost?: number}

--- Options of `grid:distance_field`.
---@class astar.FieldOptions: astar.QueryOptions
---@field max_cost? number tiles with a greater cost (up to a relative 1e-9 fits) are not reached;
---  the cost of the goal counts [>= 0]; default: no limit

--- Creates a distance field (flow field): the cost from each tile to the cheapest goal, and the
--- next step to this goal. Impassable goals are left out. O(tiles) where steps cost at most 256
--- times as much as the cheapest step, otherwise O(tiles log cost). Memory: 9 bytes per tile.
---@param goals astar.Source[] the goals; an empty list gives `"goal_blocked"`
---@param rules astar.Rules of the mover
---@param options? astar.FieldOptions options
---@return astar.Field? field `nil`: none
---@return "goal_blocked"|"out_of_bounds"|nil reason with `nil`: all goals are impassable or there
---  is none, or a goal is off the grid
function Grid:distance_field(goals, rules, options) end

--- Options of `grid:reachable`.
---@class astar.RangeOptions: astar.QueryOptions
---@field turns? astar.Turns the tiles that are reached in `max_turns` turns

--- Creates a movement range: the cost from a tile to each tile within a budget, and the path to it.
--- The start may be impassable, and costs 0. On a grid without links, the time for a small range
--- depends on the range and not on the map.
---@param x integer the start
---@param y integer row
---@param rules astar.Rules of the mover
---@param max_cost? number the budget (up to a relative 1e-9 above it fits) [>= 0]; default: no
---  limit
---@param options? astar.RangeOptions options; with `turns`, `max_cost` must be nil
---@return astar.Field? field `nil` when there is none
---@return "out_of_bounds"|nil reason with `nil`: the start is off the grid
function Grid:reachable(x, y, rules, max_cost, options) end

--- Creates a sliced search: it runs a number of expansions per call of `search:step()`. It finds
--- what `find_path` finds with the same options. Nothing is searched yet. On a large map the first
--- calls of `step` prepare tables of tiles and expand nothing.
---@param x1 integer the start
---@param y1 integer row
---@param x2 integer the goal
---@param y2 integer row
---@param rules astar.Rules of the mover
---@param options? astar.SearchOptions options
---@return astar.Search search the search
function Grid:search(x1, y1, x2, y2, rules, options) end

--- Creates a replanner: the path of one mover from (x1, y1) to (x2, y2) while the map changes.
--- Nothing is searched yet. Start and goal may be off the grid: `planner:path()` reports it.
---@param x1 integer the start
---@param y1 integer row
---@param x2 integer the goal
---@param y2 integer row
---@param rules astar.Rules of the mover
---@param options? astar.QueryOptions options
---@return astar.Replanner planner the replanner
function Grid:replanner(x1, y1, x2, y2, rules, options) end

--- Options of `grid:explain`.
---@class astar.ExplainOptions: astar.QueryOptions
---@field want? astar.ExplainField[] the fields to compute; default: all. `reachable`, `reason`, `x1`,
---  `y1`, `x2` and `y2` are always there.
---@field open? table<astar.Terrain, number|false> what it costs to open a tile of each impassable
---  terrain: 0, or [1e-100..1e100]; `false`: never. A terrain must not be listed twice, as number
---  and as string. Terrains that the mover can enter are not looked up.
---@field open_default? number|false the same for terrains that `open` does not list; default 1
---@field avoid? astar.Crowd|astar.Side tiles that units of the crowd hold are obstacles; O(tiles)
---@field open_blocked? number|false the same for a dynamic obstacle or a unit in the way; default 1.
---  A blocked tile of an impassable terrain costs both.

--- A field of an explanation.
---@alias astar.ExplainField "reachable"|"reason"|"relax"|"terrains"|"open"|"open_cost"|"path"|"exact"|"widest"|"tightest"|"barrier"

--- A rule that can be lifted.
---
--- - `"diagonal"`: the corner rule becomes `"always"`.
--- - `"size"`: the mover covers one tile.
--- - `"blocked"`: dynamic obstacles of all layers are ignored.
--- - `"edges"`: all closed edges are open in both directions.
--- - `"terrain"`: every terrain is passable.
--- - `"units"`: tiles that units hold; only with the option `avoid`.
---@alias astar.Relaxation "diagonal"|"size"|"blocked"|"edges"|"terrain"|"units"

--- A tile to open.
---@class astar.OpenTile
---@field x integer the tile
---@field y integer row
---@field terrain integer its terrain [0..255]
---@field blocked boolean whether a dynamic obstacle blocks the mover there
---@field unit? integer with `avoid`: the unit that holds the tile

--- Why a path exists or not, made by `grid:explain`. `tostring` makes one or two plain sentences of
--- it. Fields that the option `want` leaves out are `nil`. When the start or the goal is off the
--- grid, only `reachable`, `reason` and the four coordinates are there.
---
--- Tiles of `barrier`, and `tightest`, are positions of the mover: for a larger mover the top left
--- tile of those that it covers.
---@class astar.Explanation
---@field x1 integer the start
---@field y1 integer row
---@field x2 integer the goal
---@field y2 integer row
---@field reachable boolean whether a path exists
---@field reason? "unreachable"|"goal_blocked"|"out_of_bounds" why not, as of `grid:find_path`; `nil`
---  when a path exists
---@field relax? astar.Relaxation[] each of these rules, lifted alone, would make a path; empty when
---  one exists, as the next two and `barrier`
---@field terrains? integer[] each of these terrains, made passable alone, would make a path
---@field open? astar.OpenTile[] the cheapest set of tiles to open, in the order of the path; `nil`
---  when no set makes a path
---@field open_cost? number the sum of the costs of these tiles; `nil` as `open`
---@field path? astar.Path the cheapest path when they are open; `nil` as `open`. Its `is_valid`
---  checks it against the map as it is.
---@field exact? boolean `true`: no set of tiles has a smaller sum, and no path with the same sum is
---  cheaper; `false`: `open_cost` is an upper bound; `nil` as `open`
---@field widest? integer the largest size of a mover that gets from start to goal [tiles, 0..64]; 0:
---  not even a mover of size 1
---@field tightest? { x: integer, y: integer } the first place on the cheapest path of a mover of size
---  `widest` that a mover of size `widest + 1` cannot enter; `nil`: none
---@field barrier? { x: integer, y: integer }[] the tiles that close the side of the start off: they
---  touch what the mover can reach, and lie on the side of the goal; row by row

--- Explains why a path exists or not, and what would have to change. The grid is not edited. Closed
--- edges and forbidden steps stay as they are when tiles are opened.
---@param x1 integer the start
---@param y1 integer row
---@param x2 integer the goal
---@param y2 integer row
---@param rules astar.Rules of the mover
---@param options? astar.ExplainOptions options
---@return astar.Explanation explanation prints as one or two sentences
function Grid:explain(x1, y1, x2, y2, rules, options) end

--- A start and a goal: `{ x1, y1, x2, y2 }` or `{ x1 = x1, y1 = y1, x2 = x2, y2 = y2 }`.
---@alias astar.Pair integer[]|{x1: integer, y1: integer, x2: integer, y2: integer}

--- Checks whether each pair of tiles would still be connected if some tiles were impassable, whatever
--- the rules ignore. Tiles off the grid have no effect. The grid is not edited.
---
--- With a field it checks whether a path would lead from each start to a goal of the field.
---@param tiles astar.Goal[] the tiles to block
---@param rules astar.Rules of the movers
---@param pairs astar.Pair[]|astar.Field the pairs; or a distance field or flee field of this grid
---@param starts? astar.Goal[] with a field: the tiles of the movers
---@return boolean connected `true`: all pairs would be connected
---@return integer? index with `false`: the first pair or start that would not be connected, also
---  when it is not connected now
function Grid:can_block(tiles, rules, pairs, starts) end

--- Finds a smallest set of tiles that cuts a start off from a goal when they are blocked. Start and
--- goal are not in the set. Of several smallest sets it is the one nearest the start. Raises an
--- error for rules of a larger mover than one tile. O(max x tiles).
---
--- Unsuited rules: a move with `clear` tiles; or a corner rule other than `"always"`, with a `step`
--- function that forbids steps or with diagonal moves without all four straight ones.
---@param x1 integer the start
---@param y1 integer row
---@param x2 integer the goal
---@param y2 integer row
---@param rules astar.Rules of the mover; of size 1
---@param max? integer the greatest number of tiles [>= 1]; default 8
---@return integer[][]? tiles an array of `{ x, y }`, row by row; `nil`: none
---@return "too_many"|"unsuited"|"unreachable"|"goal_blocked"|"out_of_bounds"|nil reason with `nil`:
---  `"too_many"`: more than `max` tiles are needed, or one step leads from the start to the goal;
---  `"unsuited"`: the rules; otherwise why no path exists
function Grid:chokepoints(x1, y1, x2, y2, rules, max) end

--- Options of `grid:bake`. The index answers every query with these values of `ignore_blocked` and
--- `penalty_scale`.
---@class astar.BakeOptions: astar.QueryOptions
---@field max_bytes? integer the greatest size of the index [bytes, >= 1]; a larger one is declined:
---  the reason is `"too_large"`; default: no limit
---@field work? integer how many expansions `grid:bake` and each `index:step` may make [>= 1];
---  default: no limit, the index is complete at once

--- Bakes an index: data about the map, computed once, from which queries for paths and costs are
--- answered in about a microsecond. See `astar.Index`.
---
--- Hex grids, links, closed edges, pair costs and lists of moves have no index: the reason is
--- `"unsuited"`. Maps with single obstacles everywhere (noise) need too much memory: `"too_large"`.
---@param rules astar.Rules of the mover
---@param options? astar.BakeOptions options
---@return astar.Index? index `nil` when it is declined
---@return "unsuited"|"too_large"|nil reason with `nil`: why
---@return string? message with `nil`: in words
function Grid:bake(rules, options) end

--- Creates an index from a string of `index:serialize()`, with its rules and the default options.
--- All tiles must be as passable as they were in the bake, dynamic obstacles included; where terrains
--- differ, all costs must be the same. A damaged string may give wrong costs: load only your own.
---@param data string the byte string
---@return astar.Index? index `nil` when the string is refused
---@return string? message with `nil`: what is wrong
function Grid:load_index(data) end

-- -------------------------------------------------------------------------------- index

--- A baked index, created by `grid:bake`: it answers queries under the rules that it was baked
--- with. Costs and reasons are those of the grid on the map as it is now, to a relative 1e-12; among
--- equally cheap paths it may find another one.
---
--- The map may be edited: `index:info().needs_bake` says when another `index:bake()` helps.
---@class astar.Index
local Index = {}

--- Bakes the next slice: with the option `work`, call it once per frame until it returns `true`.
--- Before that, queries are answered by search, or during `index:bake()` by the old content.
---@return boolean? done `true`: the index is complete; `false`: work is left; `nil`: it was declined
---@return "unsuited"|"too_large"|nil reason with `nil`: why
---@return string? message with `nil`: in words
function Index:step() end

--- Bakes the index again, for the map as it is now, with the same rules and options. The old content
--- answers until the new one is complete; when the new one is declined, it stays.
---@return astar.Index? index the index itself; `nil` when the bake is declined
---@return "unsuited"|"too_large"|nil reason with `nil`: why
---@return string? message with `nil`: in words
function Index:bake() end

--- Finds the cheapest path from (x1, y1) to (x2, y2), as `grid:find_path` does. With options it is
--- always searched.
---@param x1 integer the start
---@param y1 integer row
---@param x2 integer the goal
---@param y2 integer row
---@param options? astar.IndexSearchOptions options; `ignore_blocked` and
---  `penalty_scale` belong to `grid:bake` and raise an error here
---@return astar.Path? path `nil`: none
---@return number|astar.Reason cost with `nil`: the reason
function Index:find_path(x1, y1, x2, y2, options) end

--- Finds the path to the cheapest one of several goals, as `grid:find_nearest` does.
---@param x integer the start
---@param y integer row
---@param goals astar.Goal[] an empty list gives `"goal_blocked"`
---@param options? astar.IndexSearchOptions as for `index:find_path`
---@return astar.Path? path `nil`: none
---@return number|astar.Reason cost with `nil`: the reason
---@return integer? index the index in `goals` of the goal where the path ends
function Index:find_nearest(x, y, goals, options) end

--- Returns the cost of the cheapest path from (x1, y1) to (x2, y2), without the path.
---@param x1 integer the start
---@param y1 integer row
---@param x2 integer the goal
---@param y2 integer row
---@return number? cost `nil` when there is no path
---@return astar.Reason? reason with `nil`: why
function Index:cost(x1, y1, x2, y2) end

--- Returns the costs of the cheapest paths from (x, y) to many points.
---@param x integer the start
---@param y integer row
---@param points astar.Goal[] the tiles; they may be impassable or off the grid
---@return (number|false)[]? costs one cost per point; `false` where no path leads; `nil` when the
---  start is off the grid
---@return astar.Reason? reason with `nil`: `"out_of_bounds"`
function Index:costs(x, y, points) end

--- What an index is, and what it did: see `index:info`.
---@class astar.IndexInfo
---@field kind "corners"|"landmarks" `"corners"`: all passable tiles cost the same; `"landmarks"`:
---  terrains differ
---@field bytes integer the memory that it holds [bytes]
---@field corners integer how many corners the map had when it was baked; 0 for landmarks
---@field answered integer how many queries the index answered; each point of `index:costs` counts
---@field searched integer how many queries were searched as by the grid
---@field opened integer how many tiles are passable, or cheaper, that were not when it was baked
---@field blocked integer how many tiles are impassable that were passable when it was baked. Of a
---  larger mover both count positions.
---@field needs_bake boolean `true`: edits made it answer by search often; `index:bake()` helps

--- Returns what the index is, and what it did.
---@return astar.IndexInfo info a new table
function Index:info() end

--- Returns the index as a byte string, to ship it with the level: `grid:load_index`. It holds the
--- index of the map as it was when it was baked.
---@return string? data `nil` when the index is not complete
---@return string? message with `nil`: why
function Index:serialize() end

-- --------------------------------------------------------------------------------- path

--- A path: tiles from start to goal, both included. `#path` is the number of its points. A path
--- does not change: edits of the grid do not affect it. It keeps its grid, its rules and the
--- options of its query. A path is not a table: `path[1]`, `ipairs(path)` and `pairs(path)` raise.
---@class astar.Path
---@operator len: integer
local Path = {}

--- Returns a point of the path. O(1).
---@param i integer the index of the point [1..#path]
---@return integer? x the point; `nil` when there is no such point
---@return integer? y row
function Path:get(i) end

--- Iterates over all points: `for i, x, y in path:each() do`.
---@return fun(path: astar.Path, i: integer): integer?, integer, integer iterator returns i, x and y
---@return astar.Path path the path
---@return integer i 0: where the loop begins
function Path:each() end

--- Returns the cost of the path: the sum of the costs of its steps, on the map as it was when the
--- path was found. Of a path of `path:smooth()`: the length of its lines [tiles]. O(1).
---@param i? integer the index of a point [1..#path]: the cost from the first point up to this one;
---  default: of the whole path
---@return number? cost `nil` when there is no point `i`
function Path:cost(i) end

--- Returns all points as tables. `path:flat()` and `path:each()` need less memory.
---@return {x: integer, y: integer}[] points one table per point
function Path:points() end

--- Returns all coordinates in one array.
---@return integer[] coordinates `{ x1, y1, x2, y2, ... }`
function Path:flat() end

--- Returns the waypoints of the path: the points where it turns, and its first and last point. Both
--- ends of a link, and of a move by more than one tile, are waypoints. A path of `path:smooth()`
--- keeps all its points.
---@return astar.Path path a new path
function Path:waypoints() end

--- Returns a path of straight lines at any angle (string pulling), with the same first and last
--- point. A line may join two points of the path when `grid:line_of_sight` is clear between them,
--- and the terrain and the penalties along the line cost no more than along the path. Links, moves
--- by more than one tile, and steps with a pair cost are kept. The map is read as it is now.
---@return astar.Path path a new path
function Path:smooth() end

--- Returns what joins the points of the path: `"steps"`: one step each; `"turns"`: one step, or a
--- run of equal steps (`path:waypoints()`); `"lines"`: straight lines (`path:smooth()`).
---@return "steps"|"turns"|"lines" kind the kind of the path
function Path:kind() end

--- Returns the tiles on the straight line from point `i` to the next one. Where the line runs
--- through a corner, or along the border of two hexes, it enters neither of the tiles beside it.
---@param i integer the index of the point [1..#path - 1]
---@return number[]? tiles `{ x1, y1, part1, x2, y2, part2, ... }`: the line enters tile (x, y) at
---  this part of its length [0..1]; `nil` when there is no next point
---@return boolean? far `true`: the next point is not adjacent, and one step leads there on the map
---  as it is now: a link or a long move
function Path:line(i) end

--- Returns whether the path ends short of the goal (option `partial`).
---@return boolean partial whether it does
function Path:is_partial() end

--- Checks whether the map allows every step of the path now. Step `i` leads from point `i` to point
--- `i + 1`. The path remembers the answer: a call costs nothing while nothing near it was edited.
---@param from? integer the first step to check [1..#path]; default 1
---@return boolean valid `true`: all these steps are legal
---@return integer? step with `false`: the first illegal step
function Path:is_valid(from) end

--- The turn in which the path arrives, from 1.
---@return integer? turns `nil`: found without `turns`
function Path:turns() end

--- The turn in which a tile is entered; 1 for the start.
---@param index integer of the tile
---@return integer? turn `nil`: no such tile, or without `turns`
function Path:turn(index) end

--- The points that are left when the path has arrived.
---@return number? points `nil`: found without `turns`
function Path:left() end

--- Returns how many nodes the search expanded: tiles, or with `"auto"` and `"jps"` perhaps jump
--- points only. On maps where all tiles cost the same it may differ after edits.
---@return integer count 0 without a search: for the path of a field, or when nothing is in the way
function Path:expanded() end

-- -------------------------------------------------------------------------------- views

--- What a viewer sees: `grid:view`. `#view` is the number of its tiles.
---@class astar.View
---@operator len: integer
local View = {}

--- Returns whether the viewer sees a tile. O(1).
---@param x integer column of the tile
---@param y integer row of the tile
---@return boolean seen `false` also off the grid
function View:sees(x, y) end

--- Iterates over the tiles in sight, row by row: `for x, y in view:each() do`.
---@return fun(): integer?, integer iterator returns x and y
function View:each() end

--- An influence map of a grid: `grid:influence`. Values are 32-bit floats >= 0; greater sums become
--- the greatest one, about 3.4e38. Negative numbers, NaN and infinity raise an error.
---@class astar.Influence
local Influence = {}

--- Returns the value of a tile. O(1).
---@param x integer the tile
---@param y integer row
---@return number? value `nil` off the grid
function Influence:get(x, y) end

--- Sets the value of a tile. O(1).
---@param x integer the tile [1..width]
---@param y integer row [1..height]
---@param value number its value
function Influence:set(x, y, value) end

--- Adds to the value of a tile, which does not fall below 0. O(1).
---@param x integer the tile [1..width]
---@param y integer row [1..height]
---@param value number any number
function Influence:add(x, y, value) end

--- Sets the values of a rectangle, or of all tiles.
---@param value number the value
---@param x? integer the rectangle as in `grid:fill`
---@param y? integer its top row
---@param width? integer its width [tiles]
---@param height? integer its height [tiles]
function Influence:fill(value, x, y, width, height) end

--- The same from an array, row by row. The rectangle must be on the grid.
---@param values number[] one value per tile
---@param x? integer the rectangle as in `grid:set_penalties`
---@param y? integer its top row
---@param width? integer its width [tiles]
---@param height? integer its height [tiles]
function Influence:write(values, x, y, width, height) end

--- Adds `value` times a falloff to the tiles within a distance, on hexes in steps. O(radius²).
---@param x integer the center [1..width]
---@param y integer its row [1..height]
---@param radius number the distance [tiles, >= 0]
---@param value number what the center gets
---@param falloff? "linear"|"flat" 1 - d / radius (default), or 1
function Influence:stamp(x, y, radius, value, falloff) end

--- Multiplies all values. O(1).
---@param factor number [0..1]
function Influence:fade(factor) end

--- Sets each value to `max` - min(`max`, d), d = the steps to the nearest impassable tile. Tiles off
--- the grid are impassable. O(tiles).
---@param rules astar.Rules what is impassable, for a mover of one tile; diagonal steps
---@param max number the value of impassable tiles
function Influence:clearance(rules, max) end

--- What a team of viewers sees now and has seen (fog of war): `grid:vision`. It answers as of its
--- last update.
---@class astar.Vision
local Vision = {}

--- Adds a viewer, or moves it, or changes its radius.
---@param id integer the number of the viewer, such as its unit in a crowd [1..999999999]
---@param x integer column of the viewer
---@param y integer row of the viewer
---@param radius integer how far it sees [tiles, >= 0]
---@return true? set `nil` when the tile is off the grid: then nothing changed
---@return "out_of_bounds"? reason with `nil`
function Vision:set(id, x, y, radius) end

--- Removes a viewer.
---@param id integer the number of the viewer
---@return boolean removed `false`: there is no viewer of this number
function Vision:remove(id) end

--- Sees again: viewers that were set, and those within reach of an edit of the map.
---@return integer count how many tiles changed their state
function Vision:update() end

--- Returns the state of a tile. O(1).
---@param x integer column of the tile
---@param y integer row of the tile
---@return "visible"|"seen"|"unseen"|nil state seen now, seen before, never seen; `nil` off the grid
function Vision:state(x, y) end

--- Iterates over the tiles whose state changed in the last update, row by row:
--- `for x, y, state in vision:changes() do`.
---@return fun(): integer?, integer, "visible"|"seen" iterator returns x, y and the new state
---@return integer updates the number of updates so far: when it grew by more than 1 since your last
---  loop, you missed changes
function Vision:changes() end

--- Returns which tiles were seen, as a string for `grid:load_vision`. Viewers are not in it.
---@return string bytes the same on every platform
function Vision:serialize() end

-- -------------------------------------------------------------------------------- field

--- The result of one search for all tiles: a distance field (`grid:distance_field`), a movement range
--- (`grid:reachable`), or a flee field (`field:flee`). It belongs to the map as it was when the field
--- was created or last updated.
---@class astar.Field
local Field = {}

--- Returns the cost from a tile to its goal, the cost of the goal included; of a movement range,
--- the cost from the start to the tile. O(1).
---@param x integer the tile
---@param y integer row
---@return number? cost `nil` when the field does not reach the tile, which includes tiles where the
---  mover cannot stand and tiles off the grid
function Field:cost(x, y) end

--- The turn in which a tile is reached, from 1; only in a range with `turns`.
---@param x integer the tile
---@param y integer its row
---@return integer? turn `nil`: not reached
function Field:turn(x, y) end

--- The points that are left when a tile is reached in that turn.
---@param x integer the tile
---@param y integer its row
---@return number? points `nil`: not reached
function Field:left(x, y) end

--- Whether a turn may end on a tile.
---@param x integer the tile
---@param y integer its row
---@return boolean? can_stop `nil`: not reached
function Field:can_stop(x, y) end

--- Returns the next tile on the way to the goal; of a movement range, the tile before this one on
--- the path from the start. O(1).
---@param x integer the tile
---@param y integer row
---@return integer? x the tile; `nil` at a goal, at the start, and where the field does
---  not reach
---@return integer? y row
function Field:next(x, y) end

--- Returns the next tile as `field:next` does; of a distance field also for a tile where the mover
--- cannot stand, such as its own obstacle: the first step of the shortest way, over impassable tiles,
--- to a tile that the field reaches, at most 64 steps. O(moves) when one step leads out.
---@param x integer the tile
---@param y integer row
---@return integer? x the tile; `nil` when there is no such way; for an impassable tile
---  also when edits that concern the field were made since its last update
---@return integer? y row
function Field:way_out(x, y) end

--- Returns the path from a tile to its goal; of a movement range, the path from the start to the
--- tile. It has few turns, so it may leave the tiles of `field:next`; the cost is the same. After
--- edits that affect the field, until its update, it follows `field:next`. O(length of the path).
---@param x integer the tile
---@param y integer row
---@return astar.Path? path `nil`: none
---@return number|"unreachable"|"out_of_bounds" cost the cost of the path, without the cost of the
---  goal; with `nil`: the reason
function Field:path(x, y) end

--- Iterates over all tiles that the field reaches, row by row: `for x, y, cost in field:each() do`.
---@return fun(): integer?, integer, number iterator returns x, y and the cost
function Field:each() end

--- Creates a flee field. This field must be the distance field of the danger. `next` of the flee
--- field leads to tiles that are far from danger, past the danger itself where that is worth the
--- detour; `nil` where no tile is better. Its costs only compare tiles. It does not follow the
--- danger: create a new one when that moves. O(tiles log tiles).
---@param factor? number how much distance from the danger is worth [1e-100..1e100]; default 1.2.
---@return astar.Field? field `nil` when this field reaches no tile
---@return "goal_blocked"|nil reason `"goal_blocked"` with `nil`
function Field:flee(factor) end

--- Brings the field up to date with its grid; goals that are impassable now are left out until they
--- are free. The time usually depends on the tiles whose cost changed; after more than 1024 edits, or
--- on more than a quarter of the map, and for a small movement range it is that of a new field.
function Field:update() end

--- Replaces the goals of a distance field and computes it on the map as it is now, in the memory
--- that it has. With unchanged goals this equals `update()`. Raises an error for a movement range.
---@param goals astar.Source[] the new goals
---@return true? done `nil`: the field is as it was
---@return "goal_blocked"|"out_of_bounds"|nil reason with `nil`: as of `grid:distance_field`
function Field:set_goals(goals) end

-- ------------------------------------------------------------------------------- search

--- The state of a sliced search: `"running"`: not ended yet; `"found"`: a path was found;
--- `"stale"`: an edit changed the map before the search ended, so it cannot end; otherwise the
--- reason why there is no path.
---@alias astar.Outcome "running"|"found"|"stale"|astar.Reason

--- A sliced search, created by `grid:search`. Its nodes can be read at any time. Its methods raise
--- an error inside its own heuristic function.
---@class astar.Search
local Search = {}

--- Continues the search. After any outcome but `"running"` all further calls return this outcome.
---@param n? integer the greatest number of expansions in this call [>= 0]; default 1
---@return astar.Outcome outcome the state of the search
function Search:step(n) end

--- Returns the path that was found.
---@return astar.Path? path `nil`: none
---@return number|"running"|"stale"|astar.Reason cost the cost of the path; with `nil`: the state of
---  the search
function Search:path() end

--- Returns the node of a tile. O(1).
---@param x integer the tile
---@param y integer row
---@return "open"|"closed"|nil state `"closed"`: expanded; `"open"`: on the open list; `nil`: the
---  search has not generated this tile
---@return number? g cost from the start
---@return number? h estimated cost to the goal, `weight` included
---@return integer? parent_x the tile from which the best known path enters this one; `nil` for the
---  start. With jumps it may be many tiles away.
---@return integer? parent_y row
function Search:node(x, y) end

--- Iterates over all tiles that the search has generated, row by row:
--- `for x, y, state, g, h in search:each() do`.
---@return fun(): integer?, integer, "open"|"closed", number, number iterator returns x, y, the
---  state, g and h
function Search:each() end

--- Returns how many nodes the search has expanded.
---@return integer count how many
function Search:expanded() end

-- ---------------------------------------------------------------------------- replanner

--- The cheapest path of one mover to one goal, while the map changes and the mover moves; created
--- by `grid:replanner`. After edits it repairs the last search (D* Lite), unless another is faster.
---@class astar.Replanner
local Replanner = {}

--- Finds the cheapest path on the map as it is now. The results are those of `grid:find_path`.
---@return astar.Path? path `nil`: none
---@return number|astar.Reason cost with `nil`: the reason
function Replanner:path() end

--- Sets the tile where the mover is now.
---@param x integer column of the mover
---@param y integer row of the mover
function Replanner:move_to(x, y) end

--- Sets the goal.
---@param x integer the goal
---@param y integer row
function Replanner:set_goal(x, y) end

-- -------------------------------------------------------------------------------- crowd

--- Why a unit cannot stand on a tile.
---
--- - `"out_of_bounds"`: it would not be on the grid.
--- - `"impassable"`: its rules do not let it stand there.
--- - `"occupied"`: another unit holds the tile.
---@alias astar.PlaceReason "out_of_bounds"|"impassable"|"occupied"

--- What happened to a unit. Except for `"step"`, `"asks"` and `"blocked"`, the order ends; units that
--- follow a field or chase a unit keep their order when they have arrived or settled.
---
--- - `"arrived"`: it reached its goal.
--- - `"settled"`: it is as near to its goal as other units let it; with `partial`, as near as a path
---   leads.
--- - `"stuck"`: it made no progress for the patience of the crowd.
--- - `"unreachable"`: no path leads to the goal.
--- - `"target_gone"`: the unit that it chases was removed.
--- - `"cut_off"`: no path leads to the goal any more, because of an edit; or the path of `crowd:walk`
---   leads on by an illegal step.
--- - `"step"`: it began a step; only after `crowd:set(unit, { steps = true })`.
--- - `"asks"`: it needs a permission for its next step: see `crowd:permit`.
--- - `"blocked"`: an enemy stands in its way, and there is no way around: after 0.5 s, then once per
---   second. The tile is one that the enemy holds.
---@alias astar.UnitEvent "arrived"|"settled"|"stuck"|"unreachable"|"cut_off"|"step"|"asks"|"target_gone"|"blocked"

--- What a unit does.
---
--- - `"idle"`: it stands, and has no order or is done.
--- - `"moving"`: it steps.
--- - `"waiting"`: it stands, and has an order.
---@alias astar.UnitState "idle"|"moving"|"waiting"

--- Many movers on one grid that never overlap, created by `astar.crowd`. A mover of a crowd is a
--- *unit*, named by an integer.
---
---     local crowd = astar.crowd(grid)
---     local unit = crowd:add(2, 2, on_foot, { speed = 3 })
---     crowd:go_to(unit, 9, 4)
---     function love.update(dt)
---       crowd:update(dt)
---       for unit, event, x, y in crowd:events() do print(unit, event, x, y) end
---     end
---     function love.draw() draw(crowd:position(unit)) end
---
--- A unit *holds* the tiles that it covers, and while it steps also those that it steps to. No two
--- units hold the same tile, except that a unit may step to one that another leaves. The older order
--- goes first.
---
--- Units change nothing on the grid: queries see them with the option `avoid` only. The same calls
--- give the same moves on every platform.
---
--- Methods that command a unit raise an error when it does not exist; methods that read a unit
--- return `nil`. When the crowd was closed, all methods but `close` raise an error. Inside a
--- heuristic function of a search on the grid, `update` raises an error.
---@class astar.Crowd
local Crowd = {}

--- Options of `crowd:add`.
---@class astar.UnitOptions
---@field speed? number [tiles per second, 0.001..100]; default 4; 0: it stands still, see
---  `astar.UnitChanges`
---@field priority? integer units with a greater one go first [-1000..1000]; default 0
---@field team? integer see `crowd:allies` [0..255]; default 0
---@field hold? boolean `true`: no other unit makes it step aside; default `false`
---@field facing? number an angle, clockwise from the right [radians]; default 0
---@field nearest? integer see `astar.PlaceOptions`
---@field steps? boolean `true`: each step gives an event `"step"`
---@field asks? boolean `true`: it asks before each step, see `crowd:permit`
---@field turn_rate? number how fast `crowd:facing` turns to the direction of a step [radians per
---  second, > 0]; default `math.huge`: at once
---@field ignore_blocked? astar.IgnoredLayers|"rules" as in a query; default `"rules"`: as in its rules
---@field penalty_scale? number|"rules" as in a query; default `"rules"`: as in its rules
---@field influence? table<string, number>|"rules" as in a query; default `"rules"`

--- Adds a unit, which stands on a tile. Raises an error for rules that do not fit the layout of the
--- grid.
---@param x integer the tile; of a unit larger than one tile, of its top left tile
---@param y integer row
---@param rules astar.Rules how it moves, and its size
---@param options? astar.UnitOptions options
---@return integer? unit its number [>= 1]. Numbers count up, and begin again at 1 when the crowd
---  was empty; `nil` when the unit cannot stand there
---@return integer|astar.PlaceReason|nil x with `nearest`: where it stands; with `nil`: why
---@return integer? y row
function Crowd:add(x, y, rules, options) end

--- Removes a unit.
---@param unit integer the unit
function Crowd:remove(unit) end

--- Options of `crowd:place`.
---@class astar.PlaceOptions
---@field nearest? integer where it cannot stand on the tile: the nearest one within so many steps
---  where it can, ring by ring in the order of `grid:ring`, walls aside [>= 0]; default 0

--- Puts a unit on a tile at once, where it stands. It keeps its order.
---@param unit integer the unit
---@param x integer the tile
---@param y integer row
---@param options? astar.PlaceOptions options
---@return true? placed `nil`: the unit is where it was
---@return integer|astar.PlaceReason|nil x with `nearest`: where it stands; with `nil`: why
---@return integer? y row
function Crowd:place(unit, x, y, options) end

--- Options of `crowd:set`. What is left out stays as it is.
---@class astar.UnitChanges
---@field speed? number counts from the next step on [tiles per second, 0.001..100]. 0: the unit
---  finishes its step, then stands still: it begins no step, no other unit makes it step aside, and
---  its patience does not run. It keeps its order
---@field rules? astar.Rules how it moves from now on, and its size
---@field priority? integer [-1000..1000]
---@field team? integer [0..255]
---@field hold? boolean as in `astar.UnitOptions`
---@field steps? boolean as in `astar.UnitOptions`
---@field asks? boolean as in `astar.UnitOptions`
---@field turn_rate? number as in `astar.UnitOptions`
---@field ignore_blocked? astar.IgnoredLayers|"rules" as in `astar.UnitOptions`; the unit keeps it when
---  it gets other rules
---@field penalty_scale? number|"rules" the same
---@field influence? table<string, number>|"rules" the same

--- Changes how a unit moves.
---@param unit integer the unit
---@param options astar.UnitChanges options
---@return true? changed `nil`: the unit cannot stand where it is with the new rules, and nothing
---  changed
---@return astar.PlaceReason? reason with `nil`
function Crowd:set(unit, options) end

--- Returns whether units of two teams are allies, or makes them allies or enemies, both ways. At
--- first only units of the same team are allies. Enemies make no way for each other.
---@param a integer a team [0..255]
---@param b integer a team [0..255]
---@param allied? boolean `true`: allies, `false`: enemies
---@return boolean? are_allies without `allied`
function Crowd:allies(a, b, allied) end

--- Sets how long the step that a unit makes takes as a whole, in place of its length divided by the
--- speed. The part that is done stays; before the next update after the event `"step"`, its time.
---@param unit integer the unit
---@param seconds number [>= 0]; 0: the step ends with the next update; `math.huge`: the unit stands in
---  the middle of the step until this is set anew, and its patience does not run
---@return boolean set `false`: there is nothing to set. The unit stands, or makes its step together
---  with other units, in a ring or out of a clump
function Crowd:set_step_time(unit, seconds) end

--- Permits a unit with the option `asks` to step to a tile. Such a unit asks before each step, also
--- when it makes room for another unit, with the event `"asks"`, once for each tile that it wants
--- next, and waits: no tile is reserved. A permission holds for one step, and for 1 second at most.
--- `crowd:update(0)` after this call begins the step without a loss of time. Without an answer the
--- order ends with `"stuck"` after the patience.
---@param unit integer the unit
---@param x integer the tile; of a unit larger than one tile, of its top left tile
---@param y integer row
---@return true? permitted also when the unit did not ask; `nil` when the tile is off the grid
---@return "out_of_bounds"|nil reason with `nil`: why
function Crowd:permit(unit, x, y) end

--- Lets a unit with the option `asks` wait: it asks again after this time, or when it has a new
--- order. The order ends with `"stuck"` only when delay follows delay for the patience of the crowd.
--- Until it comes nearer to its goal, other units push it as if it had no order.
---@param unit integer the unit
---@param seconds number [>= 0]; 0: it asks again in the next update of more than 0 seconds;
---  `math.huge`: it does not ask again, and its patience runs
function Crowd:delay(unit, seconds) end

--- Options of `crowd:go_to` and `crowd:chase`.
---@class astar.OrderOptions
---@field range? integer the order is done within this distance of its goal; obstacles are ignored
---  [steps, >= 0]; default 0 for `go_to`, 1 for `chase`
---@field partial? boolean `true`: when no path reaches the goal, go to the nearest tile that can be
---  reached

--- Sends a unit to a tile. The path is searched by the next updates, within the budget of the
--- crowd. An order to a tile within 2 steps of the goal of the order that the unit has keeps its
--- rank: a player may drag a unit along.
---@param unit integer the unit
---@param x integer the goal
---@param y integer row
---@param options? astar.OrderOptions options
---@return true? accepted `nil`: the unit keeps the order that it has
---@return astar.Reason? reason with `nil`: why
function Crowd:go_to(unit, x, y, options) end

--- Options of `crowd:send`.
---@class astar.SendOptions
---@field formation? "pack"|"block"|"line"|"wedge"|"keep" `"pack"`: the nearest tiles around the goal,
---  large units at a flank; `"block"`: rows of about as many units as there are rows; `"line"`: one
---  row, more where it does not fit; `"wedge"`: rows of 1, 3, 5 and so on units, the first one in
---  front; `"keep"`: each unit keeps its place to the others; default `"pack"`
---@field facing? number where the units look when they arrive, and what rows are across: an angle,
---  clockwise from the right [radians]; default: in the direction of the way, rounded to one of 8
---  directions, on hexes of 12; in a pack, as they came
---@field speed? "own"|"slowest" `"slowest"`: until they arrive, no unit goes faster than the slowest
---  one of them does now; default `"own"`

--- Sends units to distinct tiles around a tile that they can reach, in a formation. Where the map,
--- or a unit without an order, is in the way, units get the nearest free tiles. They exchange these
--- tiles with one another where this shortens their ways, except for `"keep"`. A formation other
--- than a pack keeps together: units that are ahead go slower.
---@param units integer[] the numbers of the units; each counts once
---@param x integer the goal
---@param y integer row
---@param options? astar.SendOptions options
---@return integer? placed how many units got a tile; `nil` when the goal is off the grid
---@return "out_of_bounds"|nil reason with `nil`: why
function Crowd:send(units, x, y, options) end

--- Lets units go where a field leads, and settle around its goals. The order lasts until the unit
--- gets another one: when `field:update` or `field:set_goals` changes the costs, the units go on.
---@param units integer[] the numbers of the units
---@param field astar.Field a distance field or a flee field of the same grid
---@return true followed always `true`
function Crowd:follow(units, field) end

--- Lets a unit go after another one. The order lasts until the unit gets another one, the target is
--- removed (event `"target_gone"`), or no path leads to the target.
---@param unit integer the unit
---@param target integer the number of another unit
---@param options? astar.OrderOptions options
---@return true? accepted `nil`: the unit keeps the order that it has
---@return "target_gone"|nil reason with `nil`: there is no such unit
function Crowd:chase(unit, target, options) end

--- Lets a unit go along a path that exists already, to its last tile. It enters the path at the
--- nearest tile, and makes its steps, whatever the tiles cost; pushed aside, it returns. The path is
--- never searched again: where a step is illegal, the order ends with `"cut_off"`. Raises an error for
--- a path of another grid, and for one of `path:smooth` or `path:waypoints`.
---@param unit integer the unit
---@param path astar.Path the path, which may be one for other rules; copied
---@return true? accepted `nil`: the unit keeps the order that it has
---@return "goal_blocked"|"unreachable"|nil reason with `nil`: the unit can stand on no tile of the
---  path, or cannot reach it
function Crowd:walk(unit, path) end

--- Ends the order of a unit, without an event. A step that it has begun is finished.
---@param unit integer the unit
function Crowd:stop(unit) end

--- Lets time pass: moves all units. The time that is left when a step ends counts for a step that
--- begins at the same moment, also in a later `update(0)`, after new orders.
---@param dt number how much time passes [seconds, >= 0]; more than 1 counts as 1
function Crowd:update(dt) end

--- Iterates over what happened since the last loop over events:
--- `for unit, event, x, y in crowd:events() do`. A loop that ends early leaves the rest for the next
--- one. The crowd keeps the last 65536 events. Orders may be given in the loop.
---@return fun(crowd: astar.Crowd): integer?, astar.UnitEvent, integer, integer iterator returns the
---  unit, the event, and the tile x, y where the unit stands, or to which it steps or wants to step
---@return astar.Crowd crowd the crowd
function Crowd:events() end

--- Returns where a unit is, for drawing.
---@param unit integer the unit
---@return number? x column of its top left tile, with a fraction during a step [tiles]; in a crowd
---  with `smooth` also after it
---@return number? y row [tiles]
function Crowd:position(unit) end

--- Returns the tile of a unit, and during a step the tile to which it steps.
---@param unit integer the unit
---@return integer? x the tile where it stands, or where its step began; `nil`: no such unit
---@return integer? y row
---@return integer? to_x the tile to which it steps; `nil` when it stands
---@return integer? to_y row
---@return number? progress how much of the step is done [0..1)
function Crowd:tile(unit) end

--- Returns what a unit does.
---@param unit integer the unit
---@return astar.UnitState? state `nil`: no such unit
function Crowd:state(unit) end

--- Returns the tile to which the order of a unit leads: of `crowd:go_to`, `crowd:send`,
--- `crowd:walk`, and of `crowd:chase` the tile of the target.
---@param unit integer the unit
---@return integer? x the goal; `nil` without such an order
---@return integer? y row
function Crowd:goal(unit) end

--- Returns how large a unit is: it covers `size` x `size` tiles.
---@param unit integer the unit
---@return integer? size that of its rules [tiles]
function Crowd:size(unit) end

--- Iterates over the tiles ahead of a unit: `for i, x, y in crowd:remaining(unit) do`: where its
--- step ends, then those of its path, or up to 1024 of its field. There are none while the unit
--- waits for a path.
---@param unit integer the unit
---@return fun(tiles: userdata): integer?, integer, integer iterator returns the index, and the tile
---  x, y
---@return userdata tiles the tiles, as they are now: orders may be given in the loop
function Crowd:remaining(unit) end

--- Returns the direction of the last step of a unit, or on its turn to it.
---@param unit integer the unit
---@return number? angle clockwise from the right [radians]
function Crowd:facing(unit) end

--- Returns the positions of all units: `t[2 * unit - 1], t[2 * unit]` are those of
--- `crowd:position(unit)`, and `false` for units that were removed.
--- O(greatest number of a unit).
---@param t? table an array to fill, for example that of an earlier call; default: a new one
---@return (number|false)[] t the positions [tiles]
function Crowd:positions(t) end

--- Options of `crowd:nearest` and `crowd:within`.
---@class astar.NearOptions
---@field team? integer only units of this team [0..255]
---@field enemy_of? integer only units that are no allies of this team [0..255]
---@field max? number no farther away [tiles, >= 0]
---@field sees? astar.Rules only units to one of whose tiles a line of sight by these rules is free,
---  this tile itself not checked
---@field except? integer not this unit

--- Returns the unit nearest to a tile; of several, the smallest number. Its distance is that to the
--- nearest tile that it covers at `crowd:tile(unit)`: between centers, on hexes in steps.
---@param x integer column of the tile
---@param y integer row of the tile
---@param options? astar.NearOptions see `astar.NearOptions`
---@return integer? unit `nil` when there is none, or the tile is off the grid
---@return number? distance [tiles]
function Crowd:nearest(x, y, options) end

--- Iterates over the units within a radius, the nearest first:
--- `for unit, distance in crowd:within(x, y, 5) do`. Units may be added and removed in the loop.
---@param x integer column of the tile
---@param y integer row of the tile
---@param radius number [tiles, >= 0]
---@param options? astar.NearOptions see `astar.NearOptions`
---@return fun(units: userdata): integer?, number iterator returns the unit and its distance
---@return userdata units the units as they are now
function Crowd:within(x, y, radius, options) end

--- Returns the unit that holds, or steps to, a tile of the next step of a standing one.
---@param unit integer the unit
---@return integer? other `nil` when none does
---@return integer? x the tile
---@return integer? y row
function Crowd:blocker(unit) end

--- Returns the unit that holds a tile; when one unit leaves it and another one steps to it, the
--- unit that steps to it. O(1).
---@param x integer the tile
---@param y integer row
---@return integer? unit `nil` when no unit holds the tile, or the tile is off the grid
function Crowd:at(x, y) end

--- Returns all units.
---@return integer[] units their numbers, in ascending order
function Crowd:units() end

--- Returns how many units there are.
---@return integer count how many
function Crowd:count() end

--- Returns the crowd as a compact string for `astar.deserialize_crowd`: units, orders, paths,
--- events, and the costs of fields that units follow. The grid and the rules are not part of it.
---@return string data the bytes
---@return astar.Rules[] rules the rules that the units use, which `astar.deserialize_crowd` needs
---  in this order
function Crowd:serialize() end

--- Ends the crowd: the grid may get another one. Lua 5.4 calls it at the end of a block: `local crowd <close> = astar.crowd(grid)`.
function Crowd:close() end

-- ================================================================================ helpers
--
-- Optional modules in plain Lua, in this folder: `require "astar.layout"` and so on. The last line
-- of each one names its class for editors. `require "astar.loader"` is another name of the module.

-- --------------------------------------------------------------------------------- pool

--- Worker threads that answer requests, created by `astar.pool`.
---
---     local pool = astar.pool(grid)
---     pool:find_path(2, 2, 90, 40, on_foot, function(path, cost)
---       if path then hero:walk(path) end            -- otherwise cost is the reason
---     end)
---     function love.update() pool:update() end
---
--- Each answer is the one of the grid at the moment of the request, in the order of requests. The
--- grid may be edited and queried meanwhile. Without threads `pool:update` searches, within a budget.
---
--- The pool ends with `pool:close()`, or when no variable holds it any more. No Lua runs in its
--- threads: a heuristic function raises an error, also without threads.
---@class astar.Pool
---@field grid astar.Grid the grid that it searches; read only
local Pool = {}

--- Requests a path. Arguments that `grid:find_path` would refuse raise the error at once.
---@param x1 integer the start
---@param y1 integer row
---@param x2 integer the goal
---@param y2 integer row
---@param rules astar.Rules of the mover
---@param options? astar.SearchOptions may be left out before a callback; `heuristic` must not be a
---  function
---@param callback? fun(path: astar.Path?, cost: number|astar.Reason) called by a later `update` with
---  the results of `grid:find_path`
---@return astar.Request? request `nil`: too many
---@return "busy"? reason with `nil`
---@overload fun(self: astar.Pool, x1: integer, y1: integer, x2: integer, y2: integer, rules: astar.Rules, callback: fun(path: astar.Path?, cost: number|astar.Reason)): astar.Request?, "busy"?
function Pool:find_path(x1, y1, x2, y2, rules, options, callback) end

--- Requests the path to the cheapest one of several goals, as `grid:find_nearest` finds it.
---@param x integer the start
---@param y integer row
---@param goals astar.Goal[] copied
---@param rules astar.Rules of the mover
---@param options? astar.SearchOptions may be left out before a callback; `heuristic` must not be a
---  function
---@param callback? fun(path: astar.Path?, cost: number|astar.Reason, index: integer?) called by a
---  later `update` with the results of `grid:find_nearest`
---@return astar.Request? request `nil`: too many
---@return "busy"? reason with `nil`
---@overload fun(self: astar.Pool, x: integer, y: integer, goals: astar.Goal[], rules: astar.Rules, callback: fun(path: astar.Path?, cost: number|astar.Reason, index: integer?)): astar.Request?, "busy"?
function Pool:find_nearest(x, y, goals, rules, options, callback) end

--- Requests a distance field, as `grid:distance_field` computes it. It belongs to the grid as it was
--- at the request: `field:update()` brings it up to date.
---@param goals astar.Source[] copied
---@param rules astar.Rules of the mover
---@param options? astar.FieldOptions may be left out before a callback
---@param callback? fun(field: astar.Field?, reason: "goal_blocked"|"out_of_bounds"|nil) called by a
---  later `update` with the results of `grid:distance_field`
---@return astar.Request? request `nil`: too many
---@return "busy"? reason with `nil`
---@overload fun(self: astar.Pool, goals: astar.Source[], rules: astar.Rules, callback: fun(field: astar.Field?, reason: "goal_blocked"|"out_of_bounds"|nil)): astar.Request?, "busy"?
function Pool:distance_field(goals, rules, options, callback) end

--- Requests a path and waits for it. Call it in a coroutine that can yield; elsewhere, as in fibers
--- of another scheduler, it raises an error. The pool resumes the coroutine when it delivers the
--- answer; when other code does, as `astar.script` with its scripts, `await` returns at the first
--- such moment after the answer.
---@param x1 integer the start
---@param y1 integer row
---@param x2 integer the goal
---@param y2 integer row
---@param rules astar.Rules of the mover
---@param options? astar.SearchOptions `heuristic` must not be a function
---@return astar.Path? path `nil`: none
---@return number|astar.Reason|"busy"|"cancelled" cost the cost of the path; with `nil`: the reason,
---  `"busy"`: there are `max_pending` requests without an answer, or `"cancelled"`: the pool was
---  closed
function Pool:await(x1, y1, x2, y2, rules, options) end

--- Delivers the answers that are ready: calls the callbacks, and resumes the coroutines that wait.
--- Call it once per frame. A request that a callback makes is answered in a later update. An error
--- in a callback is raised here, at once; the other answers follow in the next update. When a
--- worker runs out of memory, its request is cancelled, and `"not enough memory"` is raised here.
function Pool:update() end

--- Waits until all requests that were made before this call are answered, and delivers the answers.
--- An error in a callback is raised; the other answers follow in the next call.
function Pool:wait() end

--- Returns how many requests have no answer yet.
---@return integer count how many
function Pool:pending() end

--- Cancels all requests, and ends the threads, within 0.1 s. Other methods then raise an error.
function Pool:close() end

--- A request, created by `find_path`, `find_nearest` or `distance_field` of a pool.
---@class astar.Request
---@field state "running"|"done"|"cancelled" `"running"`: no answer yet; `"done"`: answered;
---  `"cancelled"`: cancelled, or the pool was closed; read only
local PoolRequest = {}

--- Cancels the request: its callback is not called. A request that was answered stays as it is.
function PoolRequest:cancel() end

--- Returns the answer: what the method of the grid returns.
---@return astar.Path|astar.Field|nil answer `nil`: none
---@return number|astar.Reason|"running"|"cancelled"|nil cost of a path: its cost; with `nil`: the
---  reason, or the state of the request
---@return integer? index of `find_nearest`: the index of the goal
function PoolRequest:result() end

-- -------------------------------------------------------------------------------- layout

--- Tile to world and back: where tiles lie in the world, and which tile contains a point. For
--- rectangles, isometric and staggered tiles, and hexes.
---
---     local layout = require "astar.layout"
---     local view = layout.isometric { width = 64, height = 32 }
---     local wx, wy = view:to_world(3, 5)             -- the center of tile (3, 5)
---     local x, y = view:to_tile(mouse_x, mouse_y)    -- the tile under the mouse
---
--- The game chooses the world units, for example pixels. The y axis of the world points down.
---@class astar.layout
local layout = {}

--- Options of `layout.orthogonal` and `layout.isometric`.
---@class astar.layout.Options
---@field width number the width of a tile [world units, > 0]
---@field height? number the height of a tile [world units, > 0]; default: the width; of isometric
---  tiles half the width
---@field origin_x? number where the map begins: its top left corner, of isometric maps its top
---  corner [world units]; default 0
---@field origin_y? number [world units]; default 0

--- Options of `layout.staggered`.
---@class astar.layout.StaggeredOptions: astar.layout.Options
---@field height? number the height of a tile [world units, > 0]; default: half the width
---@field axis? "x"|"y" `"y"`: rows are shifted; `"x"`: columns are shifted; default `"y"`
---@field index? "odd"|"even" the shifted rows or columns, counted from 0; default `"odd"`

--- Options of `layout.hex`.
---@class astar.layout.HexOptions: astar.layout.Options
---@field layout "odd_r"|"even_r"|"odd_q"|"even_q" as in `astar.grid`
---@field height? number the height of a tile [world units, > 0]; default: that of a regular hex
---@field side? number the length of the two sides that neighbors in a row (`_q`: in a column) have
---  in common [world units, 0..height; `_q`: 0..width]; default: half of that

--- Creates a layout of rectangles in rows and columns.
---@param options astar.layout.Options options
---@return astar.layout.Layout view the new layout
function layout.orthogonal(options) end

--- Creates a layout of squares that are seen from a corner: x leads right and down, y leads left
--- and down.
---@param options astar.layout.Options options
---@return astar.layout.Layout view the new layout
function layout.isometric(options) end

--- Creates a layout of squares that are seen from a corner, where every other row or column is
--- shifted, as Tiled stores them. To find paths on such a map, convert it with `as_square`.
---@param options astar.layout.StaggeredOptions options
---@return astar.layout.Layout view the new layout
function layout.staggered(options) end

--- Creates a layout of hexes, as in `astar.grid`: with a corner on top where rows are shifted, with
--- a flat top where columns are shifted.
---@param options astar.layout.HexOptions options
---@return astar.layout.Layout view the new layout
function layout.hex(options) end

--- A layout. Tiles fill the world without gap or overlap: each point belongs to exactly one tile.
--- Off the map the pattern continues.
---@class astar.layout.Layout
---@field kind "orthogonal"|"isometric"|"staggered"|"hex" the function that created it
---@field grid_layout? astar.Layout the layout of a grid with these tiles, for `astar.grid` and
---  `astar.ascii`; `nil` for staggered tiles: see `as_square`
---@field width number the width of a tile [world units]; must not be changed
---@field height number the height of a tile [world units]; must not be changed
---@field origin_x number where the map begins [world units]; may be changed to move the map
---@field origin_y number [world units]; may be changed
local Layout = {}

--- Returns the center of a tile in the world. With fractions, a point between the centers of tiles:
--- `view:to_world(crowd:position(unit))` is where to draw a unit.
---@param x number the tile
---@param y number row
---@return number wx [world units]
---@return number wy [world units]
function Layout:to_world(x, y) end

--- Returns the tile that contains a point of the world. The tile need not be on the map.
---@param wx number x of the point [world units, finite]
---@param wy number y of the point [world units, finite]
---@return integer x column of this tile
---@return integer y row
function Layout:to_tile(wx, wy) end

--- Returns the corners of a tile, clockwise, as `love.graphics.polygon` takes them.
---@param x integer the tile
---@param y integer row
---@return number[] corners `{ x1, y1, x2, y2, ... }` [world units]
function Layout:corners(x, y) end

--- Returns the box around a map in the world.
---@param width integer the size of the map [tiles, >= 1]
---@param height integer [tiles, >= 1]
---@return number left [world units]
---@return number top [world units]
---@return number width [world units]
---@return number height [world units]
function Layout:bounds(width, height) end

--- Converts a staggered layout to an isometric one, where neighboring tiles are neighbors in x and
--- y. Both layouts describe the same world. `square:to_tile(staggered:to_world(x, y))` returns the
--- new place of a tile. Raises an error for other kinds of layout.
---@param width integer the size of the staggered map [tiles, >= 1]
---@param height integer [tiles, >= 1]
---@return astar.layout.Layout square the isometric layout
---@return integer width the size of the grid that holds the whole map [tiles]
---@return integer height [tiles]
function Layout:as_square(width, height) end

-- -------------------------------------------------------------------------------- floors

--- Houses of several floors, in one grid, with stairs, ladders and teleporters between them.
---@class astar.floors
local floors = {}

--- Options of `floors.new`.
---@class astar.floors.Options
---@field width integer the size of a floor [tiles, >= 1]
---@field height integer [tiles, >= 1]
---@field count integer the number of floors [>= 1]
---@field gap? astar.Terrain the terrain between floors, impassable for all movers; default 0. At
---  first all tiles have it.

--- Creates a house. Its floors lie side by side in `house.grid`, with a column of `gap` between them.
---@param options astar.floors.Options options
---@return astar.floors.House house the new one
function floors.new(options) end

--- A house. Tiles are named by (x, y, z): z is the floor, from 1.
---@class astar.floors.House
---@field grid astar.Grid all floors; for queries, edits, crowds and scripts
---@field width integer of a floor [tiles]
---@field height integer [tiles]
---@field count integer the number of floors
local House = {}

--- Converts a tile of a floor to a tile of `house.grid`.
---@param x integer the tile
---@param y integer row
---@param z integer floor
---@return integer? gx column in the grid; `nil` off the floor
---@return integer? gy row
function House:to_grid(x, y, z) end

--- Converts a tile of `house.grid` to a tile of a floor.
---@param gx integer the tile
---@param gy integer row
---@return integer? x column on the floor; `nil` in a gap and off the grid
---@return integer? y row
---@return integer? z floor
function House:from_grid(gx, gy) end

--- Options of `house:stairs`.
---@class astar.floors.StairsOptions: astar.LinkOptions
---@field to? integer the floor where they end; default z + 1
---@field x? integer the tile where they end; default: that where they begin
---@field y? integer row

--- Adds stairs: a link from one tile to another, on any floor.
---@param x integer the tile where they begin
---@param y integer row
---@param z integer floor
---@param options? astar.floors.StairsOptions options
---@return integer id for `house.grid:unlink`
function House:stairs(x, y, z, options) end

--- Finds the cheapest path, as `grid:find_path`. `range` and `partial` count tiles of the goal's
--- floor only. Raises an error for rules that can enter a gap or jump over it.
---@param x1 integer the start
---@param y1 integer row
---@param z1 integer floor
---@param x2 integer the goal
---@param y2 integer row
---@param z2 integer floor
---@param rules astar.Rules of the mover
---@param options? astar.PathOptions options
---@return astar.floors.Path? path `nil` when there is none
---@return number|astar.Reason cost with `nil`: the reason
function House:find_path(x1, y1, z1, x2, y2, z2, rules, options) end

--- A path of a house. Item i of the array is the floor of tile i.
---@class astar.floors.Path
---@field grid_path astar.Path the path in `house.grid`: for `npc:walk`, `draw.path`
---@operator len: integer
local HousePath = {}

--- Returns a tile of the path.
---@param i integer the index of the tile [1..#path]
---@return integer? x the tile; `nil` when there is no such tile
---@return integer? y row
---@return integer? z floor
function HousePath:get(i) end

--- Iterates over all tiles: `for i, x, y, z in path:each() do`.
---@return fun(path: astar.floors.Path, i: integer): integer?, integer, integer, integer iterator
---@return astar.floors.Path path the path
---@return integer i 0: where the loop begins
function HousePath:each() end

--- As `path:cost` of a grid.
---@param i? integer the index of a tile; default: the last one
---@return number? cost `nil` when there is no tile `i`
function HousePath:cost(i) end

--- Returns all tiles as tables.
---@return {x: integer, y: integer, z: integer}[] points one table per tile
function HousePath:points() end

--- Returns the waypoints, to which both ends of stairs belong.
---@return astar.floors.Path path a new path
function HousePath:waypoints() end

--- Returns a path of straight lines, as `path:smooth` of a grid.
---@return astar.floors.Path path a new path
function HousePath:smooth() end

--- Returns whether the path ends short of the goal.
---@return boolean partial whether it does
function HousePath:is_partial() end

--- As `path:is_valid` of a grid.
---@param from? integer the first step to check; default 1
---@return boolean valid `true`: all these steps are legal
---@return integer? step with `false`: the first illegal step
function HousePath:is_valid(from) end

--- A stretch of a path on one floor.
---@class astar.floors.Leg
---@field z integer the floor
---@field path astar.floors.Path the tiles on this floor
---@field from integer the first of them in the whole path
---@field to integer the last one

--- Splits the path where it changes floors.
---@return astar.floors.Leg[] legs at least one
function HousePath:legs() end

-- --------------------------------------------------------------------------------- tiled

--- Reads maps of the Tiled editor: the grid, the layout, the objects, the tiles to draw.
---
---     local tiled = require "astar.tiled"
---     local map = assert(tiled.load "maps/village.lua")    -- File > Export As: Lua, or JSON
---     local on_foot = map:rules { cost = { road = 1, grass = 1.5, mud = 3 } }
---     local start, well = map:object "start", map:object "well"
---     local path = map.grid:find_path(start.x, start.y, well.x, well.y, on_foot)
---
--- A Lua export is read as data: nothing in it runs. A map names only files below one folder, the
--- option `root`, by relative paths that are valid on every system.
---@class astar.tiled
local tiled = {}

--- Options of `tiled.load`.
---@class astar.tiled.Options
---@field terrains? table<string, astar.Terrain> the terrain of each name; default: a name of one
---  character is its byte, all other names get the free bytes from 1 on in alphabetical order
---@field fill? string|integer the terrain of tiles that have none: a name, or a byte [0..255];
---  default 0
---@field walls? astar.tiled.Walls|"all" what blocks; `"all"`: all of these whose name says it, and
---  collision shapes. Objects, and layers, of class `"wall"` always block
---@field property? string the property that names the terrain of a tile, or a member of a class
---  property (`"Biome.ty"`); default `"terrain"`
---@field terrain? fun(tile: table, layer: table, x: integer, y: integer): string|integer|false?
---  returns the terrain of a tile that a layer shows; `false`: none; `nil`: as without the function
---@field terrain_set? string|true the terrain set whose colors name the terrains of tiles without
---  the property; `true`: the only one
---@field by_class? boolean `true`: the class of a tile without this property is its terrain, if
---  `terrains` is not given or lists the class
---@field layers? string|string[] names of the layers, or groups, that form the grid; default: all.
---  Others may be unreadable: then they raise an error when they are read
---@field json? (fun(text: string): table)|{ decode: fun(text: string): table } decodes JSON;
---  default: the first of cjson, dkjson, lunajson, json and rxi-json-lua that `require` finds
---@field read? fun(name: string): string?, string? reads a file, or returns `nil` and a message;
---  default: `love.filesystem.read`, or `io.open`, at most 64 MiB of a file
---@field root? string the folder below which a map may name files; default: in LÖVE the folder of
---  the game; elsewhere the folder of the map, and with the option `read` any folder
---@field tileset? fun(name: string): table returns the table of a tileset that is in a file of its
---  own
---@field decompress? fun(data: string, format: string): string decompresses layers; the format is
---  `"zlib"`, `"gzip"` or `"zstd"`; default: `love.data` where it exists

--- What blocks on a map of Tiled. Each name may be a list of names.
---@class astar.tiled.Walls
---@field property? string|string[] tiles, objects and layers on which this property is true
---@field layers? string|string[] all tiles and objects of these layers or groups
---@field class? string|string[] tiles, objects and layers of this class
---@field shapes? boolean collision shapes of tiles, on tile layers: a shape blocks the tiles whose
---  center it covers, and closes the edges that it crosses otherwise

--- Loads a map.
---@param map string|table the name of a file; or the table that a Lua export returns or a JSON
---  export decodes to
---@param options? astar.tiled.Options options
---@return astar.tiled.Map? map the map, or `nil` when something is wrong with it
---@return string? message with `nil`: what is wrong, and where
function tiled.load(map, options) end

--- A map of Tiled.
---@class astar.tiled.Map
---@field grid astar.Grid the terrain of all layers that form the grid, with the walls and links of
---  their objects
---@field layout astar.layout.Layout where the tiles of the grid lie; world units are the pixels of
---  Tiled
---@field terrains table<string, integer> the terrain of each name [0..255]
---@field names table<integer, string> the name of each terrain
---@field outside? integer of a staggered map: the terrain of tiles of the grid that are not on the
---  map; rules of `map:rules` never enter it
---@field objects astar.tiled.Object[] the objects of all object layers
---@field notes string[] what the map has that may mark walls or terrain, with the options for it,
---  and what was ignored, such as a wall that closes nothing
---@field layers astar.tiled.Layer[] from bottom to top; the layers of groups are listed one by one
---@field tilesets astar.tiled.Tileset[] in the order of `first_gid`
---@field properties table<string, any> custom properties
---@field class string `""` when the map has none
---@field orientation "orthogonal"|"isometric"|"staggered"|"hexagonal" as in Tiled
---@field offset_x integer the column of Tiled, counted from 0, where the grid begins; always 0
---  unless the map is infinite
---@field offset_y integer the row of Tiled, counted from 0, where the grid begins
local TiledMap = {}

--- Creates rules for this map: as `astar.rules`, with names of terrains in `cost`. The option
--- `step` gets these names, too. Raises an error for a name that the map does not have.
---@param options astar.RulesOptions options
---@return astar.Rules rules the compiled rules
function TiledMap:rules(options) end

--- Returns the first object with a name.
---@param name string the name in Tiled
---@return astar.tiled.Object? object `nil`: none
function TiledMap:object(name) end

--- Returns the tiles of the grid that an object covers: the tiles whose center is inside of it; of
--- a point, the tile that contains it; of a polyline, none. The list can be used as goals.
---@param object astar.tiled.Object one of `map.objects`
---@return integer[][] tiles `{ x, y }` each, row by row
function TiledMap:tiles(object) end

--- Converts a tile of Tiled to a tile of the grid.
---@param x integer counted from 0; may be negative on infinite maps
---@param y integer counted from 0
---@return integer x column of this tile
---@return integer y row
function TiledMap:from_tiled(x, y) end

--- An object of a Tiled map.
---@class astar.tiled.Object
---@field id integer its number in Tiled
---@field name string `""`: none
---@field class string `""`: none; a tile object without a class has the class of its tile
---@field shape "point"|"rectangle"|"ellipse"|"polygon"|"polyline"|"text"|"tile" its shape in Tiled
---@field x integer the tile that contains its position (wx, wy); it may be off the map
---@field y integer row
---@field wx number the position in the world: of a tile object, where the picture stands on the
---  ground; of a polyline, its first point; otherwise the center of the box around it [pixels]
---@field wy number [pixels]
---@field width number [pixels of Tiled]
---@field height number [pixels of Tiled]
---@field rotation number [degrees, clockwise] about the position that the object has in Tiled
---@field visible boolean as in Tiled
---@field layer string the name of its layer
---@field properties table<string, any> custom properties; a tile object also has those of its tile
---@field points? {x: integer, y: integer}[] of a polygon or polyline: the tiles of its points
---@field tile? astar.tiled.Tile of a tile object: the tile that it shows
---@field sx? integer of a tile object: 1, or -1 when it is flipped horizontally
---@field sy? integer of a tile object: 1, or -1 when it is flipped vertically
---@field link? integer of an object of class `"link"` on a layer that forms the grid: the id of the
---  link of the grid

--- A layer of a Tiled map.
---@class astar.tiled.Layer
---@field name string its name in Tiled
---@field kind "tiles"|"objects"|"image" what the layer holds
---@field class string `""`: none
---@field visible boolean `false` when the layer or one of its groups is hidden
---@field opacity number [0..1] times the opacity of its groups
---@field offset_x number [pixels] the offsets of its groups added
---@field offset_y number [pixels] the offsets of its groups added
---@field properties table<string, any> custom properties
---@field objects? astar.tiled.Object[] of an object layer
---@field image? string of an image layer: its file, relative to where the map was loaded from
local TiledLayer = {}

--- Returns what a tile layer shows on a tile of the grid. To draw it, scale the picture by (sx,
--- sy), then rotate it, both about its center.
---@param x integer the tile
---@param y integer row
---@return astar.tiled.Tile? tile `nil` when the layer shows nothing there
---@return number? rotation [radians, clockwise]
---@return integer? sx 1, or -1 when it is flipped horizontally
---@return integer? sy 1, or -1 when it is flipped vertically
function TiledLayer:tile(x, y) end

--- A tile of a tileset. The same table is used wherever the tile occurs on a map.
---@class astar.tiled.Tile
---@field tileset astar.tiled.Tileset the tileset that it belongs to
---@field id integer its number in the tileset, from 0
---@field terrain? string|integer the name of its terrain, or a byte
---@field class string `""`: none
---@field properties table<string, any> custom properties
---@field image? string the file with its picture, relative to where the map was loaded from
---@field x? integer the left edge of its picture in the image [pixels]
---@field y? integer the top edge of its picture in the image [pixels]
---@field width integer the width of its picture [pixels]. Tiled aligns a picture of another size
---  than the tiles of the map with the lower left corner of the tile's box.
---@field height integer the height of its picture [pixels]
---@field offset_x number how far right of its place Tiled draws it [pixels]
---@field offset_y number how far below its place Tiled draws it [pixels]

--- A tileset of a Tiled map.
---@class astar.tiled.Tileset
---@field name string its name in Tiled
---@field problem? string why it cannot be read; then it has no other fields but an empty `name`
---@field first_gid integer the number of its first tile on the map
---@field class string `""`: none
---@field properties table<string, any> custom properties
---@field image? string its file; `nil` when each tile has a file of its own
---@field tile_width integer [pixels]
---@field tile_height integer [pixels]
---@field columns? integer of the image, as the next three fields; `nil` without an image
---@field count? integer the number of tiles
---@field margin? integer around the tiles [pixels]
---@field spacing? integer between the tiles [pixels]
---@field offset_x number of its tiles [pixels]
---@field offset_y number of its tiles [pixels]
---@field alignment string the point of a tile object that is at its position, as named by Tiled;
---  `""` when it is not set

-- --------------------------------------------------------------------------------- ascii

--- Draws maps, paths, fields, searches and explanations as text, in color where the terminal
--- supports it.
---
---     local ascii = require "astar.ascii"
---     print(ascii.draw(grid, { paths = { path } }))
---     print(ascii.draw(grid, { field = field }))
---@class astar.ascii
local ascii = {}

--- A path with a look of its own, for the option `paths` of `ascii.draw`.
---@class astar.ascii.PathStyle
---@field path astar.Path the path
---@field mark? string one character for each of its points; default `"o"`
---@field style? string as in `ascii.paint`; default `"bold yellow"`

--- A character on a tile, for the option `marks` of `ascii.draw`.
---@class astar.ascii.Mark
---@field x integer the tile
---@field y integer row
---@field text string one character
---@field style? string as in `ascii.paint`; default `"bold"`

--- Options of `ascii.draw`.
---@class astar.ascii.Options
---@field paths? (astar.Path|astar.ascii.PathStyle)[] paths to draw over the map; a tile of several
---  paths shows `+`
---@field marks? astar.ascii.Mark[] marks to draw over everything else
---@field field? astar.Field shows its costs, rounded to integers
---@field search? astar.Search shows the tiles that it has generated: `:` closed, `?` open
---@field explanation? astar.Explanation shows why no path exists: `!` the barrier, `/` the tiles to
---  open, `o` the path through them, `=` the tightest place; of one without a field, what is there
---@field text? fun(x: integer, y: integer): string|number|nil, string? returns what a tile shows
---  instead of its terrain (`nil`: the terrain), and its style; numbers are rounded to integers. Of
---  `text`, `search` and `field` the first one that is given is shown; none is shown on a scaled
---  map.
---@field glyphs? table<astar.Terrain, string> the character of each terrain; default: the character
---  with this byte; a digit for 0 to 9; `?` for other bytes that are not printable ASCII
---@field styles? table<astar.Terrain, string> the style of each terrain, as in `ascii.paint`;
---  default: `#` and `@` gray, `~` bold blue, `T` green
---@field blocked? string|false|table<integer, string|false> the character of dynamic obstacles, or a
---  table of characters by layer; `false`: not shown; default `X` for layer 1,
---  the number of the layer for the others. A tile shows the lowest of its layers. A scaled map
---  shows none.
---@field layout? astar.Layout the layout of the grid; default `"square"`
---@field x? integer the left column of the window [tiles]; default 1
---@field y? integer the top row of the window [tiles]; default 1
---@field width? integer of the window, clipped to the grid [tiles]; default: the width of the grid
---@field height? integer of the window, clipped to the grid [tiles]; default: the height of the
---  grid
---@field scale? integer for square grids: the number of tiles in x that one character shows; above
---  1 it shows twice as many in y, since characters are about twice as high as wide
---  [tiles, >= 1]; default 1
---@field color? boolean `true`: use colors; default `ascii.has_color()`

--- Draws a grid as text. A tile takes one character, or as many as the longest text. Hexes are
--- spaced so that shifted rows or columns can be seen.
---@param grid astar.Grid the grid
---@param options? astar.ascii.Options options
---@return string text lines that are separated by line feeds
function ascii.draw(grid, options) end

--- Returns a text in a style.
---@param text string the text
---@param style string words: `bold`, `dim`, `underline`, `inverse`, a color (`black`, `red`,
---  `green`, `yellow`, `blue`, `magenta`, `cyan`, `white`, `gray`), or `on_` and a color but gray
---  for the background
---@param color? boolean `false`: return the text as it is; default `ascii.has_color()`
---@return string text the text with escape sequences for the terminal, or as it was
function ascii.paint(text, style, color) end

--- Returns whether standard output shows colors: it is a terminal, the variable TERM is set and not
--- `dumb`, and NO_COLOR is not set or empty. Checked at the first call.
---@return boolean has_color whether it does
function ascii.has_color() end

-- ---------------------------------------------------------------------------------- love

--- Draws maps, paths, fields, searches, explanations and crowds in LÖVE 11, and creates a
--- grid from an image.
---
---     local draw, layout = require "astar.love", require "astar.layout"
---     local view = layout.orthogonal { width = 32 }
---     function love.draw() draw.grid(grid, view) draw.path(path, view) end
---
--- `view` is a layout of `astar.layout`. Functions draw in its world units, under the current
--- transformation (the camera). Tiles off the screen are skipped. Color, font and line width stay
--- as they were. Colors are those of LÖVE: `{ red, green, blue [, alpha] }`, each [0..1].
---@class astar.love
local draw = {}

--- Options of `draw.grid`.
---@class astar.love.GridOptions
---@field colors? table<astar.Terrain, number[]> the color of each terrain; each terrain has a
---  default color
---@field blocked? number[]|false|table<integer, number[]|false> the color of dynamic obstacles, or a
---  table of colors by layer; `false`: not drawn; default: a color for each layer. A tile shows the
---  lowest of its layers.
---@field gap? number the gap between tiles [part of a tile, 0..1]; default 0.04

--- Draws terrain and dynamic obstacles.
---@param grid astar.Grid the grid
---@param view astar.layout.Layout the layout
---@param options? astar.love.GridOptions options
function draw.grid(grid, view, options) end

--- Options of `draw.path`.
---@class astar.love.PathOptions
---@field color? number[] the color of line and dots; default orange
---@field width? number the width of the line [world units, >= 0]; default: a tenth of a tile
---@field dot? number the radius of the dots [world units, >= 0]; default: the width of the line
---@field from? integer the first point to draw, for example to leave out what has been walked;
---  default 1
---@field to? integer the last point to draw, for example to let a path grow; default `#path`

--- Draws a path as a line with a dot on each of its points.
---@param path astar.Path the path
---@param view astar.layout.Layout the layout
---@param options? astar.love.PathOptions options
function draw.path(path, view, options) end

--- Options of `draw.crowd`. A unit is a number; in a crowd of `astar.script` it is an NPC.
---@class astar.love.CrowdOptions
---@field color? number[]|fun(unit: any): number[]? the color of the units, or a function that returns
---  the color of a unit; default blue, also where the function returns `nil`
---@field ink? number[] the color of the arrows; default white
---@field radius? number the radius of a unit of size 1 [world units, >= 0]; default: about a third of
---  a tile. The radius of a larger one is half a tile larger for each tile of its size.
---@field selected? any[] units that get a ring
---@field ring? number[] the color of the rings; default green
---@field ways? any[]|boolean units whose tiles ahead are drawn as lines; `true`: all
---@field orders? any[]|boolean units whose goals are marked, with lines from units whose way is not
---  drawn; `true`: all
---@field way? number[]|false the color of ways, goals and their lines; `false`: none; default orange
---@field width? number the width of the lines of ways [world units, >= 0]; default: a fourteenth of
---  a tile

--- Draws the units of a crowd, all in one call of LÖVE: discs with an arrow in the direction of
--- their facing. Units off the screen are skipped. Arrows that would be too small are left out.
---@param crowd astar.Crowd|astar.script.Crowd the crowd
---@param view astar.layout.Layout where tiles lie in the world; for NPCs with a layout, this layout
---@param options? astar.love.CrowdOptions options
function draw.crowd(crowd, view, options) end

--- Draws what holds units up: their ways, goals and states, and a red line from each unit that waits
--- to the one in its way (`crowd:blocker`). Units that move are green, those that wait yellow, those
--- without an order gray. A yellow unit without a red line waits for a permission or for its search.
---@param crowd astar.Crowd|astar.script.Crowd the crowd
---@param view astar.layout.Layout where tiles lie in the world; for NPCs with a layout, this layout
function draw.debug(crowd, view) end

--- Options of `draw.field`.
---@class astar.love.FieldOptions
---@field heat? boolean `true`: fill each tile with a color between `near` and `far` by its cost;
---  default `true`
---@field arrows? boolean `true`: an arrow to the tile of `field:next`; default `true`
---@field numbers? boolean `true`: show costs instead of arrows
---@field near? number[] the color of the least cost; default yellow
---@field far? number[] the color of the greatest cost; default blue
---@field ink? number[] the color of arrows and numbers; default dark
---@field gap? number the gap between tiles [part of a tile, 0..1]; default 0.04

--- Draws the tiles that a field reaches.
---@param field astar.Field the field
---@param view astar.layout.Layout the layout
---@param options? astar.love.FieldOptions options
function draw.field(field, view, options) end

--- Options of `draw.influence`.
---@class astar.love.InfluenceOptions
---@field color? number[] the color of the greatest value; default red
---@field gap? number the gap between tiles [part of a tile, 0..1]; default 0.04
---@field max? number the value with the whole color; default the greatest one in sight

--- Draws an influence map as a heat map: lower values are more transparent.
---@param map astar.Influence the map
---@param view astar.layout.Layout the layout
---@param options? astar.love.InfluenceOptions options
function draw.influence(map, view, options) end

--- Options of `draw.vision`.
---@class astar.love.VisionOptions
---@field seen? number[] the color over tiles that were seen before; default half-transparent black
---@field unseen? number[] the color over tiles that were never seen; default black

--- Draws fog of war over a map: an image with one pixel per tile and soft edges; on hexes and
--- staggered tiles the tiles of the screen, one by one.
---@param vision astar.Vision what is seen
---@param view astar.layout.Layout where tiles lie in the world
---@param options? astar.love.VisionOptions see `astar.love.VisionOptions`
function draw.vision(vision, view, options) end

--- Options of `draw.search`.
---@class astar.love.SearchOptions
---@field numbers? boolean `true`: F at the top, G and H below it, when tiles are large enough;
---  default `true`
---@field arrows? boolean `true`: an arrow to the parent; default `true`
---@field open? number[] the color of open tiles; default green
---@field closed? number[] the color of closed tiles; default blue
---@field ink? number[] the color of numbers and arrows; default dark
---@field gap? number the gap between tiles, in which the terrain below can be seen
---  [part of a tile, 0..1]; default 0.1

--- Draws the tiles that a search has generated: G (the cost from the start), H (the estimated cost
--- to the goal), F = G + H, and an arrow to the parent.
---@param search astar.Search the search
---@param view astar.layout.Layout the layout
---@param options? astar.love.SearchOptions options
function draw.search(search, view, options) end

--- Options of `draw.explanation`.
---@class astar.love.ExplanationOptions
---@field barrier? number[]|false the color of the barrier; `false`: none; default red
---@field open? number[]|false the color of the tiles to open; `false`: none; default green
---@field path? number[]|false the color of the path; `false`: none; default orange
---@field tightest? number[]|false the color of the frame around the tightest place; `false`: none;
---  default purple
---@field width? number the width of the path and the frame [world units, >= 0]; default: a tenth of
---  a tile
---@field gap? number the gap between tiles [part of a tile, 0..1]; default 0.04

--- Draws why no path exists, or the path that does: the barrier, the tiles to open, the path that
--- exists when they are open, the tightest place. Fields that were not wanted are left out.
---@param explanation astar.Explanation the explanation
---@param view astar.layout.Layout the layout
---@param options? astar.love.ExplanationOptions options
function draw.explanation(explanation, view, options) end

--- Options of `draw.read_image`.
---@class astar.love.ImageOptions
---@field colors table<string, astar.Terrain> the terrain of each color: `"#rrggbb"` for opaque
---  pixels, `"#rrggbbaa"` for others, `"transparent"` for pixels with an alpha of 0
---@field default? astar.Terrain the terrain of all other colors; without it other colors raise an
---  error
---@field layout? astar.Layout the layout of the grid; default `"square"`

--- Creates a grid from an image: one pixel is one tile.
---@param data love.ImageData the image
---@param options astar.love.ImageOptions options
---@return astar.Grid grid the new one
function draw.read_image(data, options) end

-- -------------------------------------------------------------------------------- script

--- NPCs whose behavior is a script that reads from top to bottom, and crowds of NPCs that never
--- overlap.
---
---     local script = require "astar.script"
---     local crowd = script.crowd(grid)
---     crowd:add(on_foot, { x = 2, y = 2, speed = 3 }, function(npc)
---       npc:patrol { { 2, 2 }, { 9, 2 }, { 9, 4 } }
---     end)
---     function love.update(dt) crowd:update(dt) end
---@class astar.script
local script = {}

--- Options of `script.crowd`.
---@class astar.script.CrowdOptions
---@field layout? astar.layout.Layout the layout of NPCs without one of their own
---@field patience? number how long an NPC tries without progress [seconds, >= 0]; default 60. Then
---  its order ends: with `"goal_blocked"` when an NPC without an order stands at the goal, otherwise
---  with `"unreachable"`.
---@field on_error? fun(npc: astar.script.Npc, message: any) called with each error in the script or
---  in a callback of an NPC, and with a message for an invalid value of a field such as `npc.speed`;
---  default: `crowd:update` raises the errors at its end
---@field smooth? boolean `true`: `npc.x` and `npc.y` run along curves, as the positions of a smooth
---  native crowd
---@field names? table<string, any> names of the functions that run as scripts, and of the objects
---  that scripts get as arguments: only for `crowd:serialize`
---@field budget? integer how many expansions the searches of an update may make [>= 1]; default 5000
---@field replan? boolean as in `astar.CrowdOptions`

--- Creates a crowd without NPCs.
---@param grid astar.Grid the grid
---@param options? astar.script.CrowdOptions options
---@return astar.script.Crowd crowd the new one
function script.crowd(grid, options) end

--- Options of `script.deserialize`.
---@class astar.script.LoadOptions
---@field layout? astar.layout.Layout as in `astar.script.CrowdOptions`
---@field on_error? fun(npc: astar.script.Npc, message: any) as in `astar.script.CrowdOptions`
---@field names? table<string, any> as in `astar.script.CrowdOptions`: the functions and objects that
---  had these names
---@field on_load? fun(npc: astar.script.Npc, game: any) called for each NPC, with what the function
---  `describe` of `crowd:serialize` returned for it. Sets what cannot be saved: `slow`, a layout of
---  its own, callbacks, fields of the game. May run another script, or remove the NPC.

--- Creates a crowd from a string of `crowd:serialize`. Each NPC is where it was, also in the middle
--- of a step. Its script begins again, with the arguments that `npc:run` got. NPCs that were sent by
--- `crowd:send` go on. Damaged strings are safe. Raises an error when the grid has a crowd.
---@param data string from `crowd:serialize()`
---@param grid astar.Grid a grid with the same content; serialize it together with the crowd
---@param rules astar.Rules[] equal rules, in the order of the array that `crowd:serialize` returned
---@param options? astar.script.LoadOptions options
---@return astar.script.Crowd? crowd the new crowd; `nil` when the string is not valid, contains a
---  name that is not in `names`, or does not fit the grid or the number of rules
---@return string? message with `nil`: what is wrong
function script.deserialize(data, grid, rules, options) end

--- What NPCs follow or flee from: an NPC, a table with `tile_x` and `tile_y`, or a function that
--- returns the x and y of a tile. The target is gone when the function returns nothing, or when the
--- NPC was removed from its crowd.
---@alias astar.script.Target astar.script.Npc|{tile_x: integer, tile_y: integer}|fun(): integer?, integer?

--- The direction that an NPC faces in the world. `"up"` is towards smaller y.
---@alias astar.script.Facing "right"|"down_right"|"down"|"down_left"|"left"|"up_left"|"up"|"up_right"

--- Options of `crowd:add`.
---@class astar.script.NpcOptions
---@field x integer where the NPC stands at first
---@field y integer row
---@field nearest? integer see `astar.PlaceOptions`
---@field speed number [world units per second, >= 0]
---@field layout? astar.layout.Layout where tiles lie in the world: any object with a method
---  `to_world(x, y)` that returns the center of a tile; default: that of the crowd, or a tile is one
---  unit wide, and its center is at (x, y)
---@field directions? 4|8 the number of directions that `facing` distinguishes; default 8. With 4, a
---  diagonal step keeps the current direction if it is one of the two possible ones; otherwise the
---  NPC faces sideways.
---@field facing? astar.script.Facing the direction at first; default `"down"`
---@field slow? table<astar.Terrain, number|false>|fun(terrain: integer, x: integer, y: integer): number
---  the speed is divided by it on the way to a tile [> 0]: a table by terrain (1 for terrains that
---  are not listed), or a function. Default: 1 everywhere.
---@field on_step? fun(npc: astar.script.Npc, x: integer, y: integer) called when the NPC has reached
---  another tile
---@field on_arrive? fun(npc: astar.script.Npc, x: integer, y: integer) called when an order has ended
---  at its goal
---@field on_blocked? fun(npc: astar.script.Npc, reason: astar.Reason|"target_gone") called when an order has ended
---  early: the map or the rules have changed, and no other path exists; or other NPCs make no room
---@field on_link? fun(npc: astar.script.Npc, x1: integer, y1: integer, x2: integer, y2: integer): number?
---  called when the NPC begins a step to a tile that is not adjacent: a link or a long move. Returns
---  how long the step takes [seconds, >= 0]; the NPC then moves there in a straight line. Default 0:
---  the NPC is there at once.
---@field priority? integer an NPC with a greater one goes first, and is not pushed by NPCs with a
---  lower one [-1000..1000]; default 0
---@field team? integer see `allies` of native crowds [0..255]; default 0
---@field hold? boolean `true`: no other NPC makes it step aside; default `false`
---@field turn_rate? number how fast `angle` and `facing` turn [radians per second, > 0]; default
---  `math.huge`
---@field on_done? fun(npc: astar.script.Npc, ok: any, reason: any, ...: any) called when its script
---  has returned, with the values that it returned; of an order: `true`, or `nil` and a reason. Not
---  called for a script that was replaced or stopped, or that raised an error. Also called when an
---  order of `crowd:send` has ended.
---@field on_enter? fun(npc: astar.script.Npc, x: integer, y: integer): boolean|number? called before
---  each step to a tile. `true`: the NPC may go; `false`: it waits, and asks again in the next
---  update; a number: it asks again after this time [seconds, >= 0]. It may edit the map: open a
---  door.

--- NPCs that share a grid and never overlap: units of a native crowd with scripts. They change
--- nothing on the grid: queries see them with the option `avoid = crowd.units` only.
---@class astar.script.Crowd
---@field npcs astar.script.Npc[] in the order in which they were added; must not be changed
---@field units astar.Crowd the native crowd, for queries, drawing and `serialize`. Its units belong
---  to the NPCs: do not give them orders, and do not read its events.
---@field grid astar.Grid the grid
---@field layout? astar.layout.Layout as in the options
---@field patience number as in the options
---@field smooth boolean as in the options
---@field on_error? fun(npc: astar.script.Npc, message: any) may be set
local ScriptCrowd = {}

--- Adds an NPC.
---@param rules astar.Rules how it moves, and its size
---@param options astar.script.NpcOptions options
---@param f? fun(npc: astar.script.Npc) its script, which begins with the next update
---@return astar.script.Npc? npc the new NPC; `nil` when it cannot stand there
---@return astar.PlaceReason? reason with `nil`
function ScriptCrowd:add(rules, options, f) end

--- Removes an NPC from the map, and ends its script.
---@param npc astar.script.Npc an NPC of this crowd
function ScriptCrowd:remove(npc) end

--- As `allies` of a native crowd.
---@param a integer a team [0..255]
---@param b integer a team [0..255]
---@param allied? boolean `true`: allies, `false`: enemies
---@return boolean? are_allies without `allied`
function ScriptCrowd:allies(a, b, allied) end

--- Options of `crowd:nearest` and `crowd:within`, where `except` is an NPC.
---@class astar.script.NearOptions: astar.NearOptions
---@field except? astar.script.Npc not this NPC

--- As `nearest` of a native crowd.
---@param x integer column of the tile
---@param y integer row of the tile
---@param options? astar.script.NearOptions see `astar.script.NearOptions`
---@return astar.script.Npc? npc `nil` when there is none
---@return number? distance [tiles]
function ScriptCrowd:nearest(x, y, options) end

--- As `within` of a native crowd: `for npc, distance in crowd:within(x, y, 5) do`.
---@param x integer column of the tile
---@param y integer row of the tile
---@param radius number [tiles, >= 0]
---@param options? astar.script.NearOptions see `astar.script.NearOptions`
---@return fun(): astar.script.Npc?, number iterator returns the NPC and its distance
function ScriptCrowd:within(x, y, radius, options) end

--- Returns the NPC in the way of another one, as `crowd:blocker` of a native crowd.
---@param npc astar.script.Npc an NPC
---@return astar.script.Npc? other `nil` when none does
---@return integer? x the tile
---@return integer? y row
function ScriptCrowd:blocker(npc) end

--- Returns the NPC that holds a tile: it stands there, is coming there, or is leaving.
---@param x integer the tile
---@param y integer row
---@return astar.script.Npc? npc `nil` when no NPC holds the tile
function ScriptCrowd:at(x, y) end

--- Sends NPCs to distinct tiles around a tile. Their scripts end. When the order of an NPC ends,
--- its `on_done` is called with `true`, or `nil` and a reason.
---@param npcs astar.script.Npc[] NPCs of this crowd
---@param x integer the tile
---@param y integer row
---@param options? astar.SendOptions as of `send` of a native crowd
---@return integer? count how many got a tile; `nil` when the tile is off the grid
---@return "out_of_bounds"? reason with `nil`
function ScriptCrowd:send(npcs, x, y, options) end

--- Returns the crowd as a string: the NPCs, where they are, their scripts and the arguments of
--- these. Not in it: the map, the rules, `slow`, layouts, callbacks. A script is saved as the name of
--- its function in the option `names`; orders need no name. Arguments are `nil`, booleans, numbers,
--- strings, tables of them, NPCs of this crowd, and values with a name. Equal crowds have equal
--- strings. Raises an error when something else is to be saved, and inside of a script or a callback.
---@param describe? fun(npc: astar.script.Npc): any returns what the string keeps for the game with
---  an NPC: values as for arguments
---@return string data for `script.deserialize`
---@return astar.Rules[] rules the rules in use, in the order in which `script.deserialize` needs them
function ScriptCrowd:serialize(describe) end

--- Lets time pass for all NPCs. A long time is split into slices of at most 0.1 s. Time beyond one
--- hour is dropped. Raises an error when a script or a callback of this crowd calls it.
---@param dt number how much time passes [seconds, >= 0, finite]
function ScriptCrowd:update(dt) end

--- A unit of a crowd with a script. At every moment it is at the center of a tile, or on the way
--- between the centers of two tiles that a legal step joins. A step that has begun is finished. Any
--- code may call `run`, `stop`, `is_running`, `place` and `remaining`. Only its own script may call
--- the orders `go_to`, `walk`, `wait`, `patrol`, `catch`, `follow`, `follow_field` and `flee`: they
--- return when they are done. An order that finds no path returns in the next slice of time.
---@class astar.script.Npc
---@field x number its position [world units]
---@field y number [world units]
---@field tile_x integer the tile whose center it reached last
---@field tile_y integer row
---@field facing astar.script.Facing its direction
---@field angle number its direction in the world, clockwise from the right [radians, -pi..pi];
---  changes together with `facing`
---@field state "idle"|"moving"|"waiting" `"idle"`: no order; `"waiting"`: it has an order and
---  stands, since another NPC is in the way, or its path is not there yet
---@field speed number [world units per second, >= 0]; may be set at any time. An invalid value is an
---  error, and the old speed is restored.
---@field slow? table|function may be set
---@field on_step? function may be set
---@field on_arrive? function may be set
---@field on_blocked? function may be set
---@field on_link? function may be set
---@field grid astar.Grid the grid
---@field rules astar.Rules may be set at any time; hold for the next search. Rules by which the NPC
---  cannot stand where it is are an error, and the old rules are restored.
---@field layout astar.layout.Layout as in the options
---@field directions 4|8 as in the options
---@field crowd? astar.script.Crowd `nil` after it was removed
---@field unit integer its number in `crowd.units`
---@field size integer of its rules [tiles]
---@field priority integer may be set
---@field team integer may be set
---@field hold boolean may be set
---@field turn_rate number may be set
---@field on_done? function may be set
---@field on_enter? function may be set
local Npc = {}

--- Replaces the script by `npc:run(function(npc) ... end)`, or by one order: `npc:run(npc.go_to, 9,
--- 4)`. It begins with the next update; `npc.on_done` gets the values that it returns. An order that
--- is given again, or to a goal up to 2 steps away, keeps its age in the right of way.
---@param f fun(npc: astar.script.Npc, ...) the script
---@param ... any further arguments of `f`
function Npc:run(f, ...) end

--- Ends the script. In the middle of a step the NPC completes the step.
function Npc:stop() end

--- Returns whether the script has not ended.
---@return boolean running whether it runs
function Npc:is_running() end

--- Puts the NPC on another tile at once: a trap door, a new round. Its order continues from there.
---@param x integer the tile [1..width]
---@param y integer row [1..height]
---@param options? astar.PlaceOptions options
---@return true? placed `nil` when it cannot stand there
---@return integer|astar.PlaceReason|nil x with `nearest`: where it stands; with `nil`: why
---@return integer? y row
function Npc:place(x, y, options) end

--- Iterates over the tiles that the NPC has still to reach, beginning with the end of the current
--- step: `for i, x, y in npc:remaining() do`.
---@return fun(): integer?, integer, integer iterator returns i, x and y
function Npc:remaining() end

--- Goes to a tile.
---@param x integer the goal
---@param y integer row
---@param options? astar.SearchOptions see `astar.SearchOptions`, all but `straight`
---@return true? arrived `nil` when the order ended early
---@return astar.Reason? reason with `nil`: why
function Npc:go_to(x, y, options) end

--- Follows a path that exists already (from a field, or a request), from the point where the NPC is.
--- When the NPC is at no point of the path, and when a later edit breaks it, it finds a path to the
--- end of the given one. Along a path of `waypoints()` or `smooth()` it goes from point to point by
--- steps, and skips points that it cannot reach, except for the last one.
---@param path astar.Path the path to follow
---@param options? astar.SearchOptions|number for searches of another path; a number counts as no
---  options
---@return true? arrived `nil` when the order ended early
---@return astar.Reason? reason with `nil`: why
function Npc:walk(path, options) end

--- Stands still. The NPC may step aside for other NPCs; then it comes back.
---@param seconds number how long [seconds, >= 0]; 0: until the next slice of time
---@return true done always `true`
function Npc:wait(seconds) end

--- Goes from point to point, again and again. It skips a point that it cannot reach, and ends when
--- it can reach none. With one point the NPC stays there.
---@param points astar.Goal[] at least one
---@param options? astar.SearchOptions options
---@return nil done always `nil`
---@return astar.Reason reason why it cannot reach the last point that it tried
function Npc:patrol(points, options) end

--- Goes where a distance field or a flee field leads, and stays around its goals. When the costs of
--- the field change, the NPC goes on. `on_arrive` is called at each arrival. No search per NPC.
---@param field astar.Field the field
---@return nil done always `nil`
---@return astar.Reason reason why: `"unreachable"`: other NPCs make no room
function Npc:follow_field(field) end

--- Options of `npc:catch` and `npc:follow`.
---@class astar.script.PursuitOptions
---@field partial? boolean `true`: when no path leads to the target, the NPC comes as near as it can;
---  default `false`

--- Goes to a target that moves. Ends within a distance of it; obstacles are ignored in the
--- distance.
---@param target astar.script.Target what to catch
---@param distance? integer how near the NPC must be [steps, >= 0]; default 1
---@param options? astar.script.PursuitOptions options
---@return true? caught `nil` when the order ended early
---@return astar.Reason|"target_gone"|nil reason with `nil`: why; `"goal_blocked"`: other NPCs stand around it
function Npc:catch(target, distance, options) end

--- Stays within a distance of a target that moves; obstacles are ignored in the distance. Where no
--- path exists, the NPC waits for one. Ends when the target is gone, or off the grid.
---@param target astar.script.Target what to follow
---@param distance? integer how near the NPC must be [steps, >= 0]; default 1
---@param options? astar.script.PursuitOptions options
---@return nil done always `nil`
---@return "target_gone"|"out_of_bounds" reason the target is gone, or off the grid
function Npc:follow(target, distance, options) end

--- Flees from one or several threats, until the path from the NPC to the nearest threat costs
--- `distance` or more (by the rules of the NPC, without other NPCs). A threat on a tile where the
--- NPC cannot stand does not count.
---@param threats astar.script.Target|astar.script.Target[] what to flee from
---@param distance? number the cost that counts as safe [> 0]; default 8
---@return true? safe `nil` when the order ended early
---@return astar.Reason? reason with `nil`: why; `"unreachable"`: the NPC is cornered
function Npc:flee(threats, distance) end

return astar
