-- A program beside three folders of the library: each spelling of each name gives the module of its folder,
-- whichever is required first.
local function require_all(folder, first)
  for _, name in ipairs { first, "", "/loader", "/init", "/layout", "/floors", "/script", "/tiled", "/ascii" } do
    local slashes, dots = folder .. name, (folder .. name):gsub("/", ".")
    local module = require(name == first and slashes or dots)
    local mixed = folder .. dots:sub(#folder + 1)
    assert(module == require(slashes) and module == require(dots) and module == require(mixed))
    assert((module == require(folder)) == (name == "" or name == "/loader" or name == "/init"), name)
  end
  return require(folder)
end
for _, case in ipairs { { "astar", "" }, { "libs/astar", "/loader" }, { "src/libs/astar", "/script" } } do
  local astar = require_all(case[1], case[2])
  assert(#astar.grid(3, 3):find_path(1, 1, 3, 3, astar.rules { default = 1 }) == 3)
end
