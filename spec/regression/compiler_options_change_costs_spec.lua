-- Compiled with -funsafe-math-optimizations, -freciprocal-math, -mfpmath=387, or by clang with -ffp-contract=fast, the
-- library found other costs than on other machines, and said nothing.

local assert = require "luassert"
local need = require "spec.support.need"
local shell = require "spec.support.shell"

local function need_compiler(name)
  return function()
    if shell.run("command -v " .. name) == "" then return "no " .. name .. " here" end
  end
end

local once = need.it(it, need.lua "lua5.4", need_compiler "gcc")

-- What the compiler says about the file that all answers depend on. It is "" when the file compiles.
local function errors_of(compiler, options)
  local _, errors = shell.run(("%s %s -std=c11 -Isrc -fsyntax-only src/base/arithmetic.c"):format(compiler, options))
  return errors
end

-- Whether arithmetic is exact, in a program of this file only.
local function is_exact(compiler, options)
  local name = shell.write [[
    #include "base/arithmetic.h"
    int main(void) { return arithmetic_is_exact() ? 0 : 3; }
  ]]
  local _, errors, code = shell.run(("unset LD_PRELOAD; %s %s -std=gnu11 -Isrc -o %s.out -x c %s src/base/arithmetic.c "
    .. "&& { %s.out; code=$?; rm %s.out; (exit $code); }"):format(compiler, options, name, name, name, name))
  os.remove(name)
  assert.equal("", errors)
  assert.is_true(code == 0 or code == 3)
  return code == 0
end

local function is_x86_with_fma()
  if shell.run "grep -m 1 -w fma /proc/cpuinfo" == "" then return "no fused multiply-add here" end
end

local function need_32_bits()
  local _, _, code = shell.run "echo '#include <math.h>' | gcc -m32 -ffreestanding -fsyntax-only -x c -"
  if code ~= 0 then return "no headers for 32 bits here" end
end

describe("compiler options that change costs", function()
  once("are errors where gcc defines a macro", function()
    for _, options in ipairs {
      "-ffast-math", "-Ofast", "-ffinite-math-only", "-funsafe-math-optimizations", "-freciprocal-math",
      "-fassociative-math -fno-signed-zeros -fno-trapping-math", "-fno-signed-zeros",
    } do
      assert.matches("astar: compile without -ffast-math", errors_of("gcc", options), 1, true)
    end
    assert.equal("", errors_of("gcc", "-O3 -fno-math-errno -fno-trapping-math"))
  end)

  need.it(once, is_x86_with_fma)("are errors with the x87 unit; the message names the options against it", function()
    for _, options in ipairs { "-mfpmath=387", "-mfpmath=both" } do
      assert.matches("-msse2 -mfpmath=sse", errors_of("gcc", "-ffreestanding " .. options), 1, true)
    end
    assert.equal("", errors_of("gcc", "-mavx512fp16"))
  end)

  need.it(once, need_32_bits)("are those of 32-bit x86 without SSE2, too", function()
    assert.matches("-msse2 -mfpmath=sse", errors_of("gcc", "-ffreestanding -m32"), 1, true)
    assert.equal("", errors_of("gcc", "-ffreestanding -m32 -msse2 -mfpmath=sse"))
  end)

  need.it(once, need_compiler "clang")("are detected by a program where clang defines no macro", function()
    assert.is_true(is_exact("clang", "-O2"))
    for _, options in ipairs {
      "-funsafe-math-optimizations", "-freciprocal-math", "-fno-signed-zeros",
      "-fassociative-math -fno-signed-zeros -fno-trapping-math", "-fno-honor-nans",
    } do
      assert.is_false(is_exact("clang", "-O2 " .. options), options)
    end
    for _, options in ipairs { "-ffast-math", "-ffinite-math-only" } do
      assert.matches("astar: compile without -ffast-math", errors_of("clang", options), 1, true)
    end
  end)

  need.it(once, need_compiler "clang", is_x86_with_fma)("are detected if operations are fused", function()
    for _, compiler in ipairs { "gcc", "clang" } do
      assert.is_false(is_exact(compiler, "-O2 -mfma -ffp-contract=fast"))
      assert.is_true(is_exact(compiler, "-O2 -mfma -ffp-contract=off"))
    end
  end)

  once("are reported by the first grid, in Lua by require", function()
    shell.build "build/lua5.4/astar.so"
    local folder = shell.output("mktemp -d"):gsub("\n", "")
    local file = assert(io.open(folder .. "/main.c", "w"))
    file:write [[
      #include <stdio.h>
      #include "astar.h"
      int main(void) {
        astar_grid *grid;
        astar_status status = astar_grid_new(NULL, 2, 2, ASTAR_SQUARE, 0, &grid);
        return puts(astar_reason(status)) < 0 || status != ASTAR_INEXACT || grid != NULL;
      }
    ]]
    file:close()
    -- The objects of the usual build, except for the one with the self-test.
    local output = shell.output(("unset LD_PRELOAD; objects=$(ls build/core/*.o | grep -v /base.o) && "
      .. "printf '#include \"%s\"\\n' base/system.h src/base/*.c | "
      .. "gcc -std=c11 -fPIC -fsingle-precision-constant -Isrc -x c -c -o FOLDER/base.o - && "
      .. "gcc -Isrc -o FOLDER/main FOLDER/main.c FOLDER/base.o $objects -lm -lpthread && "
      .. "gcc -shared -o FOLDER/astar.so FOLDER/base.o $objects build/lua5.4/lua.o -lm -lpthread && "
      .. "FOLDER/main && lua5.4 -e 'package.cpath = \"FOLDER/?.so\" print(select(2, pcall(require, \"astar\")))'")
      :gsub("FOLDER", (folder:gsub("%%", "%%%%"))))
    shell.output("rm -r " .. folder)
    assert.equal("compiled with options that change arithmetic\n"
      .. "require: astar was compiled with options that change arithmetic\n", output)
  end)
end)
