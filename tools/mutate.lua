--- Measures the specs: applies small changes ("mutants") to src/, one at a time, and counts how
--- many of them a check detects. Run it in the top folder, as `make mutate` does:
---
---     lua tools/mutate.lua [COUNT=240] [SEED=1] [JOBS=2] [AGAIN=1]
---
--- Method: the checks are those of `make test` on Lua 5.4. The program lists all places that an
--- operator below can change and shuffles the places of each file with the seed. It merges the
--- files so that every prefix of the list contains the same share of each file. Each worker owns a
--- copy of the tree, changes one place, compiles the files that depend on it, and runs the checks
--- until one fails: first those that caught others in the same folder of src, then the fastest. A
--- time-out is a failure.
---
--- A mutant is not counted, and the next one of the list replaces it, if it does not compile, if it
--- compiles to the same code, or if tools/mutants-equivalent.txt lists it. That file is written by
--- hand, in the format of build/mutate/survivors.txt plus a reason.
---
--- COUNT is the number of mutants to count. A run that was stopped continues at the same mutant if
--- SEED and the tree are the same; with a larger COUNT it continues after the last result.
--- AGAIN=1 tests only the mutants in build/mutate/survivors.txt, by those of `make test-all`, too.

package.path = "./?.lua;" .. package.path
local programs = require "spec.support.programs"
local shell = require "spec.support.shell"

local OUT = "build/mutate"
local ORIGINAL = OUT .. "/original" -- the tree without a change, built and measured
local RESULTS = OUT .. "/results.txt" -- of AGAIN=1: again-results.txt
local SURVIVORS = OUT .. "/survivors.txt"
local EQUIVALENTS = "tools/mutants-equivalent.txt"

-- ------------------------------------------------------------------------------- checks

local MODULE = "build/lua5.4/astar.so"
local LUA54 = 'LUA_PATH="./lua/?.lua;./?.lua;;" LUA_CPATH="$PWD/build/lua5.4/?.so;;" '

-- The checks that can detect a mutant: what `make test` runs on Lua 5.4. They run in the order of
-- their time, the shortest first, as measured on the tree without a change.
--   make       the target of the Makefile that builds the program
--   run        the command; it fails if its exit code is not 0
--   core_only  true: the program does not contain the binding, so mutants of the binding skip it
local CHECKS = {
  { name = "allocation in C", core_only = true,
    make = "build/spec/allocation", run = "build/spec/allocation 16" },
  { name = "allocation in crowds", core_only = true,
    make = "build/spec/allocation_crowd", run = "build/spec/allocation_crowd 16" },
  { name = "allocation in Lua",
    make = "build/spec/allocation_lua5.4", run = LUA54 .. "build/spec/allocation_lua5.4 16" },
  { name = "bench/crowds", core_only = true,
    make = "build/bench/crowds", run = "build/bench/crowds resolve 2 5" },
}
for _, program in ipairs(programs) do
  CHECKS[#CHECKS + 1] = {
    name = program.name, make = "build/" .. program.name, run = program.command, core_only = true,
  }
end

-- Spec files are checks, too, except those that start LÖVE, or programs of the list.
local BUSTED = "ASTAR_CASES=100 " .. LUA54
  .. 'busted --lua="$(command -v lua5.4)" --no-keep-going --output=TAP '
local SPECS = "find spec -name '*_spec.lua' | grep -vE '/love/|/(allocation|programs)_'"
for file in shell.run(SPECS .. " | LC_ALL=C sort"):gmatch "%S+" do
  CHECKS[#CHECKS + 1] = { name = file:match "([^/]+)%.lua$", run = BUSTED .. file }
end

-- The last check of AGAIN=1: what `make test-all` runs on Lua 5.4, without LÖVE, and without the
-- site, whose generator needs more address space than the limit.
local ALL = {
  name = "test-all", limit = 7200,
  run = 'CFLAGS="-O1 -g0" ALL=1 SUITES=lua5.4 tools/test '
    .. "$(find spec -name '*_spec.lua' -not -path 'spec/love/*' -not -name site_spec.lua)",
}

-- Limits of a check. 4 GB of address space [KB]; files of 100 MB [blocks of 512 bytes]. A process
-- may use the processor for the time without a change times TIME_FACTOR, plus TIME_MORE seconds; a
-- check may last 20 times that, because other programs use the processors, too.
local ULIMITS = "ulimit -v 4000000; ulimit -f 200000; ulimit -c 0; "
local TIME_FACTOR, TIME_MORE = 5, 5

-- The builds of a tree. `usual` is for the checks; a mutant with equal code in this build runs no
-- check. `optimized` is compared for survivors only: more optimization finds more equal code.
local FLAGS = { usual = 'CFLAGS="-O1 -g0" ', optimized = 'BUILD=build/optimized CFLAGS="-O3 -g0" ' }
local OPTIMIZED = FLAGS.optimized .. "build/optimized/lua5.4/astar.so"

-- ----------------------------------------------------------------------------- commands

local function quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

--- Runs a shell command in a folder. A failure ends the program.
local function must(folder, command)
  local output, errors, code = shell.run(("cd %s && { %s ; }"):format(folder, command))
  if code ~= 0 then
    error(("%s: %s\n%s%s"):format(folder, command, output, errors), 0)
  end
  return output
end

local function lines_of(text)
  local lines = {}
  for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
  return lines
end

local function exists(name)
  local file = io.open(name, "rb")
  return file and file:close() or false
end

local function write(name, text, mode)
  local file = assert(io.open(name, mode or "wb"))
  assert(file:write(text))
  file:close()
end

-- If `make` started this program, its variables must not reach the `make` that this program starts.
local function make_command(targets)
  return "env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -j1 CC=gcc LUAS=5.4 "
    .. FLAGS.usual .. targets
end

--- The seconds since a fixed time, with a fraction.
local function now()
  return tonumber((shell.run "date +%s.%N"))
end

-- ------------------------------------------------------------------------- random numbers

--- A random number generator that gives the same numbers on each Lua (Park and Miller, "Random
--- number generators: good ones are hard to find", 1988). Its products stay below 2^53.
local function new_random(seed)
  local state = seed % 2147483646 + 1
  local function next_number(count) -- 0 to count - 1
    state = state * 48271 % 2147483647
    return state % count
  end
  for _ = 1, 10 do next_number(1) end
  return next_number
end

local function shuffle(list, random)
  for i = #list, 2, -1 do
    local j = random(i) + 1
    list[i], list[j] = list[j], list[i]
  end
end

-- --------------------------------------------------------------------------- C sources

--- The text with spaces in place of comments, the contents of strings, and preprocessor lines. The
--- characters that are left are code, at their original positions.
local function blank(text)
  local parts, at = {}, 1
  local function keep(last)
    parts[#parts + 1] = text:sub(at, last)
    at = last + 1
  end
  local function hide(last)
    parts[#parts + 1] = text:sub(at, last):gsub("[^\n]", " ")
    at = last + 1
  end
  local function end_of_line(from) return (text:find("\n", from, true) or #text + 1) - 1 end

  while at <= #text do
    local first, two = text:sub(at, at), text:sub(at, at + 1)
    if two == "//" then
      hide(end_of_line(at))
    elseif two == "/*" then
      hide(select(2, text:find("*/", at + 2, true)) or #text)
    elseif first == '"' or first == "'" then
      local last = at + 1
      while text:sub(last, last) ~= first do
        last = last + (text:sub(last, last) == "\\" and 2 or 1)
      end
      keep(at)
      hide(last - 1)
      keep(last)
    elseif first == "#" and text:sub(1, at - 1):match "([^\n]*)$":match "^%s*$" then
      local last = end_of_line(at)
      while text:sub(last, last) == "\\" do last = end_of_line(last + 2) end
      hide(last)
    else
      keep((text:find("[\"'/#]", at + 1) or #text + 1) - 1)
    end
  end
  return table.concat(parts)
end

--- The pieces of code that can change: { name =, first =, last =, is_table = } for each function
--- body and each initializer in file scope. The sources are formatted by clang-format, so that a
--- piece begins and ends with a brace in the first column.
local function pieces_of(code)
  local pieces = {}
  local head, head_first = "", 1 -- the current declaration
  local piece -- or the current piece
  for first, line, last in code:gmatch "()([^\n]*)()\n" do
    if piece then
      if line:find "^}" then
        piece.last = last - 1
        if piece.name then pieces[#pieces + 1] = piece end
        piece = nil
      end
    elseif not line:find "%S" or line:find "^}" or line:find "^extern" then
      head = ""
    else
      if head == "" then head_first = first end
      head = head .. line .. "\n"
      local starts = head:find "%)%s*{" or head:find " = "
      local is_type = head:find "^enum" or head:find "^typedef" or head:find "^struct [%w_]+ {"
      local declared = starts and not is_type and head:sub(1, starts - 1) or ""
      local name = declared:match "([%w_]+)%s*[%(%[]" or declared:match "([%w_]+)$"
      local found = {
        name = name, is_table = starts ~= nil and head:sub(starts, starts) == " ",
        first = starts and head_first + starts or first,
      }
      if line:find "{%s*$" then
        piece, head = found, ""
      elseif line:find "[;}]%s*$" then
        found.last = last - 1
        if name then pieces[#pieces + 1] = found end
        head = ""
      end
    end
  end
  return pieces
end

-- ---------------------------------------------------------------------------- operators
-- operator(code, add): calls add(first, last, replacement) for each place in a piece of code.

local operators = {}

local OTHER_BOUNDARY = { ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">" }

function operators.boundary(code, add)
  for at, sign in code:gmatch "()([<>]=?)" do
    local before, after = code:sub(at - 1, at - 1), code:sub(at + #sign, at + #sign)
    if not before:find "[<>%-]" and not after:find "[<>]" then
      add(at, at + #sign - 1, OTHER_BOUNDARY[sign])
    end
  end
end

function operators.sign(code, add)
  local other = { ["+"] = "-", ["-"] = "+" }
  for at, sign in code:gmatch " ()([%+%-])%f[ =]" do add(at, at, other[sign]) end
  for at, sign in code:gmatch "()([%+%-])%2" do
    -- Not the counter of a `for`: the loop would never end, so every check would detect it.
    local line = code:sub(1, at - 1):match "([^\n]*)$"
    if not line:find "%f[%w_]for %(" then add(at, at + 1, other[sign]:rep(2)) end
  end
  for first, last in code:gmatch "() [%+%-] 1()%f[^%w_%.]" do add(first, last - 1, "") end
end

-- A negated `if (a == b)` is the mutant of the operator for `==`.
operators["negated condition"] = function(code, add)
  for at, sign in code:gmatch "()([=!])=" do
    if not code:sub(at - 1, at - 1):find "[<>=!%+%-%*/%%|&^]" then
      add(at, at + 1, sign == "=" and "!=" or "==")
    end
  end
  for _, word in ipairs { "if", "while" } do
    for first, condition in code:gmatch("%f[%w_]" .. word .. " ()(%b())") do
      if condition:find "&&" or condition:find "||" or not condition:find "[=!]=" then
        add(first, first + #condition - 1, function(text) return "(!" .. text .. ")" end)
      end
    end
  end
end

operators["and, or"] = function(code, add)
  for at in code:gmatch "()&&" do add(at, at + 1, "||") end
  for at in code:gmatch "()||" do add(at, at + 1, "&&") end
end

-- The first character of the expression that ends at `last`, without spaces outside brackets.
local function begin_of_place(code, last)
  local depth, first = 0, last
  while first >= 1 do
    local c = code:sub(first, first)
    if c:find "[%])]" then depth = depth + 1 end
    if depth == 0 and c:find "[%s;{}%[%(]" then break end
    if c:find "[%[%(]" then depth = depth - 1 end
    first = first - 1
  end
  return first + 1
end

-- Whether a statement may begin at this place. After `)` it may if that ends a condition, but not
-- if it ends a cast.
local function is_begin(code, at)
  local head = code:sub(1, at - 1):match "^(.*%S)" or ""
  if head:find "%)$" then
    local word = head:sub(1, begin_of_place(head, #head) - 1):match "%f[%w_](%l+) $"
    return word == "if" or word == "for" or word == "while"
  end
  return head:find "[;{}:]$" or head:find "%f[%w_]else$" or head:find "%f[%w_]do$"
end

local NO_CALLS = { ["if"] = 1, ["while"] = 1, ["for"] = 1, ["switch"] = 1, ["return"] = 1 }

operators["dropped call"] = function(code, add)
  for first, name, open in code:gmatch "%f[%w_]()([%a_][%w_%.%->]*)()%(" do
    local last = code:match("^%b()%s*;()", open)
    if last and not NO_CALLS[name] and is_begin(code, first) then add(first, last - 1, ";") end
  end
end

operators["dropped assignment"] = function(code, add)
  for at, sign in code:gmatch "() ([%+%-%*/%%|&^<>]*)= " do
    local first, last = begin_of_place(code, at - 1), code:find(";", at, true)
    local is_stored = code:sub(first, at - 1):find "[^%.][%.%[>]" or code:sub(first, first) == "*"
    if is_stored and last and sign ~= "<" and sign ~= ">" and is_begin(code, first) then
      local _, opened = code:sub(first, last):gsub("%(", "")
      local _, closed = code:sub(first, last):gsub("%)", "")
      -- No mutants of the last part of the head of a `for`.
      if opened == closed then add(first, last, ";") end
    end
  end
end

local function other_constant(literal)
  local digits, suffix = literal:match "^(%d+)([uUlL]*)$"
  if not digits or digits:find "^0." then return "(" .. literal .. " + 1)" end
  return (digits == "1" and "0" or ("%d"):format(digits + 1)) .. suffix
end

operators["wrong constant"] = function(code, add)
  for first, literal in code:gmatch "%f[%w_%.]()(%d[%w_%.]*)" do
    if literal:find "^[%d%.]+[eE]$" then
      literal = literal .. code:match("^[%+%-]%d+", first + #literal)
    end
    local is_dropped_by_sign = literal == "1" and code:sub(first - 3, first - 1):find "^ [%+%-] $"
    if not is_dropped_by_sign then
      add(first, first + #literal - 1, other_constant(literal))
    end
  end
  for first, word in code:gmatch "%f[%w_]()([tf][%w_]+)" do
    local other = word == "true" and "false" or word == "false" and "true"
    if other and not code:sub(1, first - 1):find "%f[%w_]return $" then
      add(first, first + #word - 1, other)
    end
  end
end

operators["wrong answer"] = function(code, add)
  for first in code:gmatch "%f[%w_]return ()true;" do add(first, first + 3, "false") end
  for first in code:gmatch "%f[%w_]return ()false;" do add(first, first + 4, "true") end
end

operators["dropped jump"] = function(code, add)
  for first in code:gmatch "%f[%w_]()continue;" do add(first, first + 8, ";") end
  for first in code:gmatch "%f[%w_]()break;" do add(first, first + 5, ";") end
end

operators.shift = function(code, add)
  for at, sign in code:gmatch "()([<>][<>])" do
    if code:sub(at + 2, at + 2) == "=" then
      add(at, at + 2, sign .. "= 1 +")
    elseif sign == "<<" or sign == ">>" then
      add(at, at + 1, sign .. " 1 " .. sign)
    end
  end
end

local OPERATORS = {}
for name in pairs(operators) do OPERATORS[#OPERATORS + 1] = name end
table.sort(OPERATORS)

-- ------------------------------------------------------------------------------ mutants

-- The text in one line, with single spaces.
local function one_line(text)
  return (text:gsub("^%s+", ""):gsub("%s+$", ""):gsub("%s*\n%s*", " "))
end

--- The key of a mutant: its text, because line numbers change with every edit above.
local function key_of(mutant)
  return table.concat({ mutant.file, mutant.name, mutant.before, mutant.after }, "\n")
end

--- All mutants of a file, in the order of their places.
local function mutants_of(file)
  local text = shell.read(file)
  local code, mutants = blank(text), {}
  local line_starts = {}
  for at in text:gmatch "()[^\n]*\n" do line_starts[#line_starts + 1] = at end
  local function line_at(place) -- by bisection
    local low, high = 1, #line_starts
    while low < high do
      local middle = math.ceil((low + high) / 2)
      if line_starts[middle] <= place then low = middle else high = middle - 1 end
    end
    return low
  end

  for _, piece in ipairs(pieces_of(code)) do
    local body = code:sub(piece.first, piece.last)
    for _, operator in ipairs(OPERATORS) do
      if not piece.is_table or operator == "wrong constant" then
        operators[operator](body, function(first, last, replacement)
          first, last = first + piece.first - 1, last + piece.first - 1
          local old = text:sub(first, last)
          if type(replacement) == "function" then replacement = replacement(old) end
          local line = line_at(first)
          local from = line_starts[line]
          local to = (text:find("\n", last, true) or #text + 1) - 1
          if not code:sub(from, to):find "assert" then
            mutants[#mutants + 1] = {
              file = file, line = line, name = piece.name, operator = operator,
              before = one_line(text:sub(from, to)),
              after = one_line(text:sub(from, first - 1) .. replacement .. text:sub(last + 1, to)),
              first = first, last = last, replacement = replacement,
              change = one_line(old) .. " -> " .. one_line(replacement),
            }
          end
        end)
      end
    end
  end
  return mutants
end

--- All mutants in the order in which they are tested: the mutant of rank r among the n of its file
--- has the key (r - u) / n, 0 <= u < 1, so that every prefix of the list contains the same share of
--- each file.
local function all_mutants(seed)
  local random, all = new_random(seed), {}
  for _, file in ipairs(lines_of(must(".", "find src -name '*.[ch]' | LC_ALL=C sort"))) do
    local mutants = mutants_of(file)
    shuffle(mutants, random)
    local offset = random(1000000) / 1000000
    for rank, mutant in ipairs(mutants) do
      mutant.order = (rank - offset) / #mutants
      all[#all + 1] = mutant
    end
  end
  table.sort(all, function(a, b)
    if a.order ~= b.order then return a.order < b.order end
    if a.file ~= b.file then return a.file < b.file end
    if a.first ~= b.first then return a.first < b.first end
    return a.operator .. a.replacement < b.operator .. b.replacement
  end)
  for index, mutant in ipairs(all) do mutant.index = index end
  return all
end

--- The entries of a file of mutants, by their keys. An entry is
---
---     src/file.c: function (anything)
---     - the original line
---     + the line of the mutant
---     = the reason, if the mutant is equivalent
local function read_entries(name)
  local entries, entry = {}, nil
  for _, line in ipairs(exists(name) and lines_of(shell.read(name)) or {}) do
    local mark, rest = line:match "^([%-%+=]) (.*)$"
    if mark == "-" and entry then
      entry.before = rest
    elseif mark == "+" and entry then
      entry.after = rest
      entries[key_of(entry)] = entry
    elseif mark == "=" and entry then
      entry.reason = rest
    elseif not line:find "^#" then
      local file, name_of_piece = line:match "^(%S+): ([%w_]+)"
      if not file then error(name .. ": what is: " .. line, 0) end
      entry = { file = file, name = name_of_piece }
    end
  end
  return entries
end

local function entry_text(mutant)
  return ("%s: %s (line %d, %s)\n- %s\n+ %s\n"):format(mutant.file, mutant.name, mutant.line,
    mutant.operator, mutant.before, mutant.after)
end

-- ------------------------------------------------------------------------------ results
-- A line of the file of results: index, verdict, check, seconds, separated by tabs. Verdicts:
-- "caught" (a check failed), "survived", "equal code", "does not compile", "listed".

local function read_results()
  local results = {}
  for _, line in ipairs(lines_of(shell.read(RESULTS))) do
    local index, verdict, check, seconds = line:match "^(%d+)\t([^\t]+)\t([^\t]*)\t(%S+)$"
    if index then
      results[tonumber(index)] = { verdict = verdict, check = check, seconds = tonumber(seconds) }
    end
  end
  return results
end

--- The results of the first `count` counted mutants, and of the mutants between them, in order.
local function first_results(mutants, equivalents, count)
  local results, list, counted = read_results(), {}, 0
  for _, mutant in ipairs(mutants) do
    local result = results[mutant.index]
    if counted == count or not result then break end
    if result.verdict == "survived" and equivalents[key_of(mutant)] then
      result.verdict = "listed"
    end
    if result.verdict == "caught" or result.verdict == "survived" then counted = counted + 1 end
    result.mutant = mutant
    list[#list + 1] = result
  end
  return list, counted
end

-- ------------------------------------------------------------------------------ a tree

--- Runs a check in a tree. Returns nil if it passes, otherwise the reason; and the seconds.
local function run_check(tree, check)
  local build = check.make and make_command(check.make) or "true"
  local started = now()
  local _, _, code = shell.run(("cd %s && { %s ; } >make.log 2>&1"):format(tree, build))
  if code ~= 0 then return "does not compile", now() - started end
  local limit = check.limit or 600
  local command = "cd %s && %s ulimit -t %d; timeout -k 2 %d sh -c %s >check.log 2>&1"
  _, _, code = shell.run(command:format(tree, ULIMITS, limit, 20 * limit, quote(check.run)))
  local seconds = now() - started
  if code == 0 then return nil, seconds end
  return (code == 124 or code == 137) and "time-out" or "failure", seconds
end

--- The objects of the tree without a change: their names and contents.
local function read_objects()
  local objects = {}
  for _, name in ipairs(lines_of(must(ORIGINAL, "find build -name '*.o'"))) do
    objects[name] = shell.read(ORIGINAL .. "/" .. name)
  end
  return objects
end

--- The names of objects in a folder whose content changed.
local function changed_objects(tree, folder, objects)
  local changed = {}
  for name, content in pairs(objects) do
    local path = tree .. "/" .. name
    if name:sub(1, #folder) == folder and not (exists(path) and shell.read(path) == content) then
      changed[#changed + 1] = name
    end
  end
  return changed
end

--- Restores the tree. Sources and objects get their old times, so that make detects the next change
--- even within the resolution of file times. Programs are newer than both, so they are removed.
local function restore(tree, mutant, objects)
  local names = changed_objects(tree, "build/", objects)
  names[#names + 1] = mutant.file
  local commands = {
    "find build/bench build/embed build/fuzz build/spec -type f ! -name '*.[od]' -delete 2>&-",
    "rm -f " .. MODULE .. " build/optimized/lua5.4/astar.so build/worlds.a",
  }
  for _, name in ipairs(names) do
    commands[#commands + 1] = ("cp -p ../original/%s %s"):format(name, name)
  end
  must(tree, table.concat(commands, "; "))
end

--- The checks in the order in which they caught most mutants of the same folder of src; the rest in
--- the order of their time.
local function order_for(mutant, checks, mutants)
  local folder, caught, places = mutant.file:match "^src/[^/]+", {}, {}
  for index, result in pairs(read_results()) do
    if result.verdict == "caught" and mutants[index].file:match "^src/[^/]+" == folder then
      local name = result.check:gsub(" %(time%-out%)$", "")
      caught[name] = name ~= ALL.name and (caught[name] or 0) + 1 or nil
    end
  end
  local ordered = {}
  for place, check in ipairs(checks) do ordered[place], places[check] = check, place end
  table.sort(ordered, function(a, b)
    local of_a, of_b = caught[a.name] or 0, caught[b.name] or 0
    if of_a ~= of_b then return of_a > of_b end
    return places[a] < places[b]
  end)
  return ordered
end

--- Tests one mutant in a tree. Returns the verdict and the check that caught it.
local function judge(tree, mutant, checks, objects)
  local text = shell.read(ORIGINAL .. "/" .. mutant.file)
  write(tree .. "/" .. mutant.file,
    text:sub(1, mutant.first - 1) .. mutant.replacement .. text:sub(mutant.last + 1))
  local function build(target)
    local command = ("cd %s && %s >make.log 2>&1"):format(tree, make_command(target))
    return select(3, shell.run(command)) == 0
  end
  if not build(MODULE) then return "does not compile", "" end
  local is_same = #changed_objects(tree, "build/core/", objects) == 0
    and #changed_objects(tree, "build/lua5.4/", objects) == 0
  if is_same then return "equal code", "" end

  local is_binding = mutant.file:find "^src/lua/"
  for _, check in ipairs(checks) do
    if not (is_binding and check.core_only) then
      local failure = run_check(tree, check)
      if failure == "does not compile" then return failure, check.name end
      if failure then
        return "caught", check.name .. (failure == "time-out" and " (time-out)" or "")
      end
    end
  end
  if build(OPTIMIZED) and #changed_objects(tree, "build/optimized/", objects) == 0 then
    return "equal code", "-O3"
  end
  return "survived", ""
end

-- ------------------------------------------------------------------------------ workers

local function read_checks(options)
  local checks, by_name = {}, {}
  for _, check in ipairs(CHECKS) do by_name[check.name] = check end
  for _, line in ipairs(lines_of(shell.read(OUT .. "/checks.txt"))) do
    local seconds, name = line:match "^(%S+) (.*)$"
    local check = by_name[name]
    check.limit = math.ceil(seconds * TIME_FACTOR + TIME_MORE)
    checks[#checks + 1] = check
  end
  if options.AGAIN then checks[#checks + 1] = ALL end
  return checks
end

--- The mutants of this run: all in the order of the seed, or only the survivors of the last run.
local function read_mutants(options)
  local mutants = all_mutants(options.SEED)
  if not options.AGAIN then return mutants end
  local survivors, kept = read_entries(OUT .. "/again.txt"), {}
  for _, mutant in ipairs(mutants) do
    if survivors[key_of(mutant)] then kept[#kept + 1] = mutant end
  end
  for index, mutant in ipairs(kept) do mutant.index = index end
  return kept
end

--- Tests mutants until COUNT of them are counted. Workers share the list: a mutant belongs to the
--- worker that creates its folder first.
local function work(number, options)
  local tree = ("%s/worker-%d"):format(OUT, number)
  local mutants, checks, objects = read_mutants(options), read_checks(options), read_objects()
  local equivalents, results = read_entries(EQUIVALENTS), read_results()
  for _, mutant in ipairs(mutants) do
    local claim = ("mkdir %s/claims/%d 2>/dev/null"):format(OUT, mutant.index)
    if not results[mutant.index] and select(3, shell.run(claim)) == 0 then
      local _, counted = first_results(mutants, equivalents, options.COUNT)
      if counted >= options.COUNT then return end
      local started = now()
      local verdict, check = "listed", ""
      if not equivalents[key_of(mutant)] then
        verdict, check = judge(tree, mutant, order_for(mutant, checks, mutants), objects)
        restore(tree, mutant, objects)
      end
      local seconds = now() - started
      -- Each line is written by one call, so that lines of two workers do not mix.
      write(RESULTS, ("%d\t%s\t%s\t%.1f\n"):format(mutant.index, verdict, check, seconds), "ab")
      local what = ("%s:%d: %s: %s"):format(mutant.file, mutant.line, mutant.operator,
        mutant.change)
      local outcome = verdict == "survived" and "SURVIVED" or verdict
      io.write(("%-90s  %s%s, %.1f s\n"):format(what:sub(1, 90), outcome,
        check ~= "" and (verdict == "caught" and " by " or ", ") .. check or "", seconds))
      io.flush()
    end
  end
end

-- -------------------------------------------------------------------------- preparation

--- The input of the results: the tree and the seed.
local function run_key(options)
  local files = "find . -type f ! -path './build/*' ! -path './.git*' ! -path ./" .. EQUIVALENTS
  local sum = must(".", files .. " | LC_ALL=C sort | xargs cat | cksum"):gsub("\n", "")
  return ("# tree %s, seed %d"):format(sum, options.SEED)
end

--- Copies and builds the tree.
local function prepare_original()
  must(".", ("rm -rf %s %s/worker-*"):format(ORIGINAL, OUT))
  local copy = "mkdir -p %s && tar -c --exclude=./build --exclude=./.git . | tar -x -C %s"
  must(".", copy:format(ORIGINAL, ORIGINAL))
  must(ORIGINAL, make_command(MODULE))
  must(ORIGINAL, make_command(OPTIMIZED))
end

--- Runs each check on the tree without a change, where it must pass. Its time gives its place in
--- the order and its time limit.
local function measure_checks()
  for _, check in ipairs(CHECKS) do
    local failure
    failure, check.seconds = run_check(ORIGINAL, check)
    if failure then
      error(("%s: %s without any change: see %s/*.log"):format(check.name, failure, ORIGINAL), 0)
    end
  end
  table.sort(CHECKS, function(a, b) return a.seconds < b.seconds end)
  local lines, sum = {}, 0
  for _, check in ipairs(CHECKS) do
    lines[#lines + 1] = ("%.2f %s\n"):format(check.seconds, check.name)
    sum = sum + check.seconds
  end
  write(OUT .. "/checks.txt", table.concat(lines))
  print(("%d checks, %.0f seconds without a change"):format(#CHECKS, sum))
end

-- ------------------------------------------------------------------------------ summary

--- Prints how many mutants of each folder of src were caught.
local function print_folders(list)
  local folders, names = {}, {}
  for _, result in ipairs(list) do
    if result.verdict == "caught" or result.verdict == "survived" then
      local name = result.mutant.file:match "^src/[^/]+"
      if not folders[name] then
        folders[name], names[#names + 1] = { caught = 0, survived = 0 }, name
      end
      folders[name][result.verdict] = folders[name][result.verdict] + 1
    end
  end
  table.sort(names)
  for _, name in ipairs(names) do
    local of = folders[name]
    print(("  %-12s %4d caught %4d survived"):format(name, of.caught, of.survived))
  end
end

local function summarize(options)
  local mutants, equivalents = read_mutants(options), read_entries(EQUIVALENTS)
  local list, counted = first_results(mutants, equivalents, options.COUNT)
  local numbers = {
    caught = 0, survived = 0, listed = 0, ["equal code"] = 0, ["does not compile"] = 0,
  }
  local survivors, seconds = {}, 0
  for _, result in ipairs(list) do
    numbers[result.verdict] = numbers[result.verdict] + 1
    if result.verdict == "survived" then survivors[#survivors + 1] = entry_text(result.mutant) end
    seconds = seconds + result.seconds
  end
  write(SURVIVORS, table.concat(survivors, "\n"))
  print_folders(list)
  print(("\n%d mutants of %d places, seed %d: %d caught, %d survived"):format(counted, #mutants,
    options.SEED, numbers.caught, numbers.survived))
  print(("Not counted: %d listed in %s, %d of equal code, %d that do not compile"):format(
    numbers.listed, EQUIVALENTS, numbers["equal code"], numbers["does not compile"]))
  print(("%.1f seconds per mutant on one processor"):format(seconds / math.max(1, #list)))
  if #survivors > 0 then print("Survivors: " .. SURVIVORS) end
  local is_complete = counted == options.COUNT or #list == #mutants
  if not is_complete then print "STOPPED EARLY: run the same command again to continue" end

  local known = {}
  for _, mutant in ipairs(all_mutants(options.SEED)) do known[key_of(mutant)] = true end
  for key, entry in pairs(equivalents) do
    local wrong = not known[key] and "no such mutant exists"
      or not entry.reason and "the reason is missing"
    if wrong then print(("%s: %s: %s: %s"):format(EQUIVALENTS, wrong, entry.file, entry.before)) end
  end
  return is_complete
end

-- --------------------------------------------------------------------------------- main

local options = { COUNT = 240, SEED = 1, JOBS = 2 }
for _, word in ipairs(arg) do
  local name, value = word:match "^([A-Z]+)=(%d*)$"
  if not name then
    io.stderr:write("usage: lua tools/mutate.lua [COUNT=240] [SEED=1] [JOBS=2] [AGAIN=1]\n")
    os.exit(2)
  end
  options[name] = tonumber(value) or options[name]
end
if options.AGAIN then
  options.COUNT, RESULTS = math.huge, OUT .. "/again-results.txt"
end

if options.WORKER then
  work(options.WORKER, options)
  os.exit(0)
end

print "Building a copy of the tree and measuring the checks"
must(".", "mkdir -p " .. OUT)
local key = run_key(options)
local is_new = not exists(RESULTS) or lines_of(shell.read(RESULTS))[1] ~= key
prepare_original()
if is_new then
  if options.AGAIN then must(".", ("cp %s %s/again.txt"):format(SURVIVORS, OUT)) end
  os.remove(RESULTS)
end
-- This builds all programs, too, so that the copies of the workers contain them.
measure_checks()
if is_new then write(RESULTS, key .. "\n") end

must(".", ("rm -rf %s/claims && mkdir %s/claims"):format(OUT, OUT))
local interpreter, commands = -1, {}
while arg[interpreter - 1] do interpreter = interpreter - 1 end
for number = 1, options.JOBS do
  must(".", ("cp -a %s %s/worker-%d"):format(ORIGINAL, OUT, number))
  commands[number] = ("%s tools/mutate.lua %s WORKER=%d & "):format(arg[interpreter],
    table.concat(arg, " "), number)
end
os.execute(table.concat(commands) .. "wait")
os.exit(summarize(options) and 0 or 1)
