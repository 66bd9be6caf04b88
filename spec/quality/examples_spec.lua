local need = require "spec.support.need"
local shell = require "spec.support.shell"

local function run(arguments)
  return shell.run("NO_COLOR=1 " .. shell.lua .. " examples/" .. arguments)
end

--- Runs an example that must succeed, with input from a command before it; gives its output.
local function output_of(arguments, input)
  return shell.output((input or "") .. " NO_COLOR=1 " .. shell.lua .. " examples/" .. arguments)
end

describe("the examples", function()
  it("are all covered here", function()
    local listing = shell.run("cd examples && ls *.lua")
    assert.are.equal("corridor.lua crowd.lua demo.lua doors_and_ledges.lua explain.lua flee.lua " ..
      "formations.lua hexes.lua movers.lua nearest.lua npcs.lua overlap.lua route.lua tactics.lua teams.lua " ..
      "tiled_map.lua tower_defense.lua watch.lua ",
      (listing:gsub("\n", " ")))
  end)

  it("of LÖVE hold nothing for these specs, so that a game can begin as a copy", function()
    assert.equal("", (shell.run "grep -rlE 'getenv|loadfile' examples/love-*"))
  end)

  it("run from any folder", function()
    local root = shell.run("pwd"):gsub("\n", "")
    for _, where in ipairs { "cd examples && %s hexes.lua", "cd spec && %s ../examples/hexes.lua",
      "cd / && %s " .. root .. "/examples/hexes.lua" } do
      assert.matches("odd_r: cost", shell.output(where:format(shell.lua)), 1, true)
    end
  end)

  it("show NPCs with scripts, and a door that people open", function()
    local output = output_of("npcs.lua")
    assert.matches("\n 2.%d s  Thief robs Smith, and runs%.", output)
    assert.matches("Smith opens the door%..*Smith is at the inn, and shuts the door%.", output)
    assert.matches("\n~%.#####%.%.=%.%.%.%.%.%.##%+##%.", output) -- the shut door
    assert.matches("Thief is idle, at %(%d+, %d+%)%.\n$", output)
  end)

  it("show twenty NPCs and a king in a corridor, who all arrive", function()
    local output = output_of("corridor.lua")
    assert.matches("\n21 of 21 have arrived, after %d+ s\n$", output)
    local seconds = tonumber(output:match "The king took (%d+%.%d) s")
    assert.is_true(seconds < 7, seconds) -- as if the others were not there: 5.4
  end)

  it("show ghosts that overlap, on straight lines around what an edit closes", function()
    local output = output_of("overlap.lua")
    assert.matches("\n%.%.%.%.#%.%.%.%.%.%.oo%.%.%.%.%.%.#%.%.%.%.\n", output) -- two rows meet in the gap
    assert.matches("After 5 s:.*X%.%.%.X.*\nAll ghosts have arrived%.\n$", output)
  end)

  it("show a squad in formations", function()
    local output = output_of("formations.lua")
    assert.matches(("\n[.#]+>>>>[.#]+"):rep(2), output) -- a block
    assert.matches("\n[.#]+vvvvvvv%.+\n[.#]+vvvvv%.+\n[.#]+vvv%.+\n[.#]+v%.+\n", output)
  end)

  it("show a crowd that crosses a town, while a bridge is closed", function()
    local output = output_of("crowd.lua")
    local arrived, settled = output:match("\n(%d+) arrived, (%d+) settled [%a ]+, 0 are stuck%.\n")
    assert.are.equal(200, arrived + settled)
    assert.matches("\n[.o]+~~[.o]", output)
    assert.matches("XX", output, 1, true)
    assert.matches("\nAn update took 0%.%d+ ms on average%.\n$", output)
  end)

  it("show two movers, each with its own cheapest path (demo)", function()
    local output = output_of("demo.lua")
    assert.matches("ranger +60%.90 +57 +%d+ +%d+%.%d\n", output)
    assert.matches("wagon +35%.45 +69 +%d+ +%d+%.%d\n", output)
    assert.matches('wagon +%d+%.%d +nil, "unreachable"\n', output)
    assert.matches("wagon +27%.28 +27 .* partial: to the nearest reachable tile\n", output)
    assert.matches("hiker +15%.00 +16", output)
    assert.is_nil(output:find("\27"))
  end)

  it("show doors, stairs and ledges", function()
    local output = output_of("doors_and_ledges.lua")
    assert.matches("Through the door: cost 10.66", output, 1, true)
    assert.matches("The door is shut: unreachable", output, 1, true)
    assert.matches("The door is shut, the cellar is open: cost 12.24", output, 1, true)
    assert.matches("Down the ledge: cost 3.00", output, 1, true)
    assert.matches("Up the ledge: unreachable", output, 1, true)
  end)

  it("show why there is no path, where to build, and choke points", function()
    local output = output_of("explain.lua")
    assert.matches("\n!.......!.......#\n!.A.....!....B..#\n!..ooooo/oooo...#\n", output, 1, true)
    assert.matches("lifted alone, would make a path: blocked, terrain.\n", output, 1, true)
    assert.matches("\n#.Aoooooo/ooooB....#\n#.......=..........#\n", output, 1, true)
    assert.matches("The largest size that gets through is 1. At (9, 4) the cart is stuck.\n", output, 1, true)
    assert.matches("\n!.......!%%/%%.o...#\n", output, 1, true)
    assert.matches("A house at (5, 3): built\nA house at (10, 4): refused, it would cut off the well\n", output,
      1, true)
    assert.matches("A house at (19, 4): refused, it would cut off the well\n", output, 1, true)
    assert.matches("2 guards keep A from B, and not one less:\n", output, 1, true)
    assert.matches("\n.........1..........\n", output, 1, true)
    assert.matches("\n.........2..........\n", output, 1, true)
  end)

  it("show the nearest goal, ranges and partial paths", function()
    local output = output_of("nearest.lua")
    assert.matches("The nearest well: cost 10.24, goal 3, 10 tiles", output, 1, true)
    assert.matches("Within range: cost 3.00, goal 1, 4 tiles", output, 1, true)
    assert.matches("The vault: unreachable", output, 1, true)
    assert.matches("The vault, partial: cost 6.41, goal 1, 7 tiles", output, 1, true)
  end)

  it("show neighbor rules", function()
    local output = output_of("movers.lua")
    assert.matches("A knight: cost 6.00", output, 1, true)
    assert.matches("Over the chasm: cost 10.00", output, 1, true)
    assert.matches("A goblin: cost 5.41", output, 1, true)
    assert.matches("An ogre: cost 20.00", output, 1, true)
  end)

  it("show hexes", function()
    local output = output_of("hexes.lua")
    assert.matches("odd_r: cost 11, 12 tiles\n", output, 1, true)
    assert.matches("odd_q: cost 10, 11 tiles\n", output, 1, true)
  end)

  it("let the computer play a tactics game, and a player ask and move", function()
    local output = output_of("tactics.lua auto")
    assert.matches("\nA goes to 7, 3; it arrives in turn 3\n", output, 1, true)
    assert.matches("\ngreen wins\n$", output)
    output = output_of("tactics.lua", [[printf 'A\nA 4 3\nA 5 5\nC 9 9\nx\nend\n' |]])
    assert.matches("> 3 3 3 2 0 T", output, 1, true)
    assert.matches("\n 4 4 C 2 1 # #", output, 1, true)
    assert.matches("\n. . . A . .", output, 1, true)
    assert.matches("> That takes 2 turns.\n> No: out_of_bounds\n> A: where can A go?", output, 1, true)
    assert.matches("\nz goes to 11, 7; it arrives in turn 3\nTurn 2\n", output, 1, true)
  end)

  it("show friends that pass, enemies that block and a key for a door", function()
    local output = output_of("teams.lua")
    assert.matches("Red passes a friend: cost 14.00\n#+\n#%.+#%.+#\n#oooooooRooooooo#\n", output)
    assert.matches("Blue goes around an enemy: cost 18.83\n", output, 1, true)
    assert.matches("Red goes around the door: cost 18.83\n#+\n#%.+#%.+#\n#o......D....ooo#\n", output)
    assert.matches("Red has the key: cost 14.00\n#+\n#%.+#%.+#\n#oooooooDooooooo#\n", output)
    assert.matches("Another door closes. Red's path is legal: true\n", output, 1, true)
    assert.matches("Blue blocks the path. Red's path is legal: false, first illegal step: 10\n", output, 1, true)
    assert.matches("Red goes around blue: cost 14.83\n", output, 1, true)
    assert.matches("Red avoids the tiles next to blue: cost 22.83\n", output, 1, true)
    assert.matches("Red accepts the danger: cost 16.03\n", output, 1, true)
  end)

  it("show a crowd on a flow field while towers are built", function()
    local output = output_of("tower_defense.lua")
    assert.matches("A tower at (15, 5)\nA tower at (15, 6): no, it would close the last path\n",
      output, 1, true)
    assert.matches("A tower at (8, 6): no, a walker stands there\n", output, 1, true)
    assert.matches("\n#[>v^]+T[>v^]+##>+v#\n", output)
    assert.matches("Turn 10: 30 walkers on the map, 0 arrived\n", output, 1, true)
    assert.matches("Turn %d+: all 30 walkers have arrived.\n", output)
  end)

  it("show how to flee", function()
    local output = output_of("flee.lua")
    assert.matches("away from the wolf: caught after %d+ turns\n", output)
    assert.matches("Along the flee field: still free after 60 turns\n", output, 1, true)
  end)
end)

describe("examples/watch.lua", function()
  local function watch(arguments)
    return output_of("watch.lua " .. arguments)
  end

  --- How many nodes were expanded in the end.
  local function expanded(output)
    local last
    for count in output:gmatch("(%d+) expanded:") do last = tonumber(count) end
    return last
  end

  it("shows a few stages and the path when the output is not a terminal", function()
    local output = watch ""
    assert.are.equal(3, select(2, output:gsub("%d+ expanded:", "")))
    assert.matches("\n.?:::#::::##??::::#??:o?........\n", output, 1, true)
    assert.matches("Algorithm astar, heuristic auto, weight 1, diagonal only_when_no_obstacles.\n" ..
      "The path costs 282, the cheapest path costs 282.\n", output, 1, true)
    assert.are.equal(output, watch "--fast")
  end)

  it("shows what algorithms, heuristics, weights and corner rules do", function()
    local function costs(cost, note, arguments)
      local output = watch(arguments)
      assert.matches(("The path costs %d, the cheapest path costs %s"):format(cost, note), output, 1, true)
      return expanded(output)
    end
    local best = costs(282, "282.", "--algorithm astar")
    assert.is_true(costs(282, "282.", "--algorithm dijkstra") > 2 * best)
    assert.is_true(costs(282, "282.", "--algorithm jps") < best)
    assert.is_true(costs(420, "282: 48.9 % more", "--algorithm greedy") < best)
    costs(318, "282: 12.8 % more", "--heuristic manhattan")
    costs(374, "282: 32.6 % more", "--weight 3")
    costs(330, "330.", "--heuristic manhattan --diagonal never")
    costs(276, "276.", "--diagonal always")
    costs(292, "292.", "--map swamp")
    costs(620, "292: 112.3 % more", "--map swamp --algorithm greedy")
  end)

  it("shows F, G, H and parents", function()
    assert.matches("\n300 280 +A 260 260 ", watch("--map swamp --show f"))
    assert.matches("\n +20 +10 +A +10 +20 ", watch("--map swamp --show g"))
    assert.matches("\n280 270 +A 250 240 ", watch("--map swamp --show h"))
    assert.matches("\n.→A←←←←←←←##", watch("--show parent"), 1, true)
  end)

  it("makes maps by seed, the same on every Lua, and reports when there is no path", function()
    assert.matches("Aoooo:::##:::::#:::##:#::??.#...\n", watch("--map random"), 1, true)
    assert.matches("No path: unreachable, known without a search.\n", watch("--map random --seed 7"), 1, true)
  end)

  it("takes a map file", function()
    local name = shell.write("A~~\n..B\n")
    assert.matches("The path costs 30, ", watch("--diagonal never --map " .. name), 1, true)
    os.remove(name)
  end)

  need.it(it, need.terminal)("draws over itself on a terminal", function()
    local output = shell.run_on_terminal(
      ("env -u NO_COLOR TERM=xterm %s examples/watch.lua --delay 0"):format(shell.lua))
    assert.is_true(select(2, output:gsub("\27%[H", "")) > 76) -- one frame an expansion, and the path
    assert.matches("The path costs 282", output, 1, true)
  end)

  it("refuses unknown options and values, with the error messages of the library", function()
    for arguments, message in pairs {
      ["--zoom 2"] = "usage:", ["walls"] = "usage:", ["--map"] = "usage:", ["--show x"] = "usage:",
      ["--delay x"] = "usage:", ["--map random --seed x"] = "usage:",
      ["--map /no/such/file"] = "/no/such/file: No such file",
      ["--map examples/watch.lua"] = "not a map: ",
      ["--weight -1"] = 'grid:search: option "weight" must be a finite number >= 0, got -1',
      ["--heuristic x"] = 'option "heuristic" must be one of "auto", "manhattan", ',
      ["--diagonal x"] = 'astar.rules: option "diagonal" must be one of "always", ',
      ["--map swamp --algorithm jps"] = "jump points need terrains that all cost the same",
    } do
      local output, errors, code = run("watch.lua " .. arguments)
      assert.are.equal("", output)
      assert.are.equal(1, code)
      assert.matches(message, errors, 1, true)
      assert.is_nil(errors:find("traceback"))
    end
  end)
end)

describe("examples/route.lua", function()
  local names = {}

  local function file(content)
    names[#names + 1] = shell.write(content)
    return names[#names]
  end

  after_each(function()
    for _, name in ipairs(names) do os.remove(name) end
    names = {}
  end)

  local small = "type octile\nheight 3\nwidth 5\nmap\n.....\n.@T@.\nSG.W.\n"

  it("draws the path on a MovingAI map and prints its cost", function()
    local output = output_of("route.lua " .. file(small) .. " 1 3 5 3")
    assert.matches("ooooo\no@T@o\nAG.WB\n", output, 1, true)
    assert.matches("5 x 3 tiles: '.' 1, '@' wall, 'G' 1, 'S' 1, 'T' wall, 'W' wall", output, 1, true)
    assert.matches("Cost    8.00000 over 9 tiles\n", output, 1, true)
    assert.matches("Search  %d+ tiles expanded\n", output)
    assert.matches("Time    %d+%.%d microseconds", output)
  end)

  it("reads plain text, with costs", function()
    local output = output_of("route.lua " .. file("....\r\n.##.\r\n.~x.\r\n") .. " 1 1 4 3")
    assert.matches("'#' wall, '.' 1, 'x' 1, '~' 4", output, 1, true)
    assert.matches("Cost    5.00000 over 6 tiles\n", output, 1, true)
  end)

  it("takes digits for costs, and 1 for a wall in maps of 0 and 1", function()
    assert.matches("Cost    7.00000 over 3 tiles\n",
      output_of("route.lua " .. file("152\n") .. " 1 1 3 1"), 1, true)
    assert.matches("Cost    4.41421 over 5 tiles\n",
      output_of("route.lua " .. file("0100\n0000\n") .. " 1 1 4 1"), 1, true)
  end)

  it("reports the nearest reachable tile when no path reaches the goal", function()
    local output = output_of("route.lua " .. file("..#.\n") .. " 1 1 4 1")
    assert.matches("No path unreachable; the nearest reachable tile is (2, 1): cost 1.00000 over 2 tiles\n",
      output, 1, true)
  end)

  it("scales a map down that is too large for a terminal", function()
    local rows = {}
    for y = 1, 300 do rows[y] = ("."):rep(400) end
    local output = output_of("route.lua " .. file(table.concat(rows, "\n")) .. " 1 1 400 300")
    assert.matches("Each character shows 5 x 10 tiles.", output, 1, true)
    for line in output:gmatch("[^\n]+") do assert.is_true(#line <= 80, line) end
  end)

  describe("refuses, on standard error and with exit code 1,", function()
    local function refuses(arguments, message)
      local output, errors, code = run("route.lua " .. arguments)
      assert.are.equal("", output)
      assert.are.equal(1, code)
      assert.matches(message, errors, 1, true)
      assert.is_nil(errors:find("traceback"))
    end

    it("a wrong number of arguments", function()
      refuses("", "usage:")
      refuses(file(small) .. " 1 1 2", "usage:")
    end)

    it("a file that does not exist, or a folder", function()
      refuses("/no/such/file 1 1 2 2", "/no/such/file: No such file")
      refuses("src 1 1 2 2", "src: Is a directory")
    end)

    it("a file that is not a map", function()
      refuses("../README.md 1 1 2 2", "No such file")
      refuses("README.md 1 1 2 2", "not a map: line 2 has 0 tiles, the first row has")
      refuses(file("") .. " 1 1 2 2", "not a map: there are no tiles in it")
      refuses(file("hello world\n") .. " 1 1 2 2", "not a map: it has no floor")
      refuses(file("..\n.\1\n") .. " 1 1 2 2", "not a map: line 2 holds the byte 1")
    end)

    it("a damaged MovingAI map", function()
      refuses(file("type octile\nheight x\n") .. " 1 1 2 2", "the lines after 'type' must be")
      refuses(file("type octile\nheight 4\nwidth 5\nmap\n.....\n") .. " 1 1 2 2",
        "its header says 4 rows, it has 1")
      refuses(file("type octile\nheight 1\nwidth 5\nmap\n....\n") .. " 1 1 2 2",
        "its header says 5 columns, it has 4")
    end)

    it("coordinates that are not integers, or off the map", function()
      refuses(file(small) .. " 1 a 2 2", "y1 must be an integer, got 'a'")
      refuses(file(small) .. " 1 1 2.5 2", "x2 must be an integer, got '2.5'")
      refuses(file(small) .. " 0 1 2 2", "x1 is off the map: it must be from 1 to 5, got 0")
      refuses(file(small) .. " 1 1 2 4", "y2 is off the map: it must be from 1 to 3, got 4")
    end)
  end)
end)
