-- examples/support/map_file.lua formats the numbers in the header of a map file by %d. A number that is not an integer
-- raised an error of Lua there, and so did a header without rows.

local shell = require "spec.support.shell"

local files = {}

local function file(content)
  files[#files + 1] = shell.write(content)
  return files[#files]
end

describe("a map file", function()
  local map_file = dofile "examples/support/map_file.lua"

  after_each(function()
    for i = #files, 1, -1 do os.remove(table.remove(files, i)) end
  end)

  it("with an invalid header is rejected with a message", function()
    local huge = ("9"):rep(40)
    for content, expected in pairs {
      ["type octile\nheight " .. huge .. "\nwidth 5\nmap\n.....\n"] = "its header says 1e+40 rows, it has 1",
      ["type octile\nheight 1\nwidth " .. huge .. "\nmap\n.....\n"] = "its header says 1e+40 columns, it has 5",
      ["type octile\nheight 0\nwidth 5\nmap\n"] = "there are no tiles in it",
    } do
      local result = { map_file.read(file(content)) }
      assert.is_nil(result[1])
      assert.matches(expected, result[2], 1, true)
    end
  end)
end)
