# Part of the Makefile: the playground and the demos in the browser.

##@ web

WASM     = $(BUILD)/wasm
WEB_LUA  = $(BUILD)/sources/lua5.4/lua-5.4.4/src
NPM      = $(BUILD)/npm

.PHONY: web web-parts
web: ## write the playground and the demos as web pages: build/web
	@$(setup_for) $@
	@$(MAKE) --no-print-directory -s web-parts
	@node web/build/build.mjs $(BUILD)
	@echo "The pages are in $(BUILD)/web: open index.html, or serve the folder."

# What web/build/build.mjs reads.
web-parts: $(WASM)/astar.wasm $(NPM)/installed

# -------------------------------------------------------------------------------- the tests

# The tests that start a browser: CHROMIUM names another one. `make test-web` runs the other tests.
BROWSER_TESTS = renderer demos playground search site

.PHONY: test-browser bench-web
test-browser: ## test the pages in Chromium: TESTS="renderer demos playground search site"
	@$(setup_for) $@
	@$(MAKE) --no-print-directory -s web site-build >/dev/null
	@node --test $(patsubst %,spec/web/%.test.mjs,$(or $(TESTS),$(BROWSER_TESTS)))

bench-web: ## print how long the frames of the demos take in Chromium
	@$(setup_for) test-browser
	@$(MAKE) --no-print-directory -s web >/dev/null
	@node bench/web.mjs

# ------------------------------------------------------------------------------ astar.wasm

# The parts of Lua, without its two programs.
LUA_PARTS = lapi lcode lctype ldebug ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate \
  lstring ltable ltm lundump lvm lzio lauxlib lbaselib lcorolib ldblib liolib lmathlib loadlib loslib \
  lstrlib ltablib lutf8lib linit
WASM_OBJECTS = $(patsubst %,$(WASM)/lua/%.o,$(LUA_PARTS)) \
  $(patsubst web/%.c,$(WASM)/%.o,$(wildcard web/host/*.c)) \
  $(patsubst src/%.c,$(WASM)/astar/%.o,$(wildcard src/*/*.c src/*/*/*.c))

# A page waits for each byte, so all is compiled for size (-Oz), but what runs most of the time is
# compiled for speed, too (-Os): the interpreter, the searches, and the data that they derive.
# Measured with clang 14 and Node.js 20, without `love`, which adds 12 kB; A* on a map of
# 530 x 481 tiles, fib(30) in Lua, 60 frames of a crowd of 1000 units:
#
#                                          bytes   gzip -9    A*      fib     crowd
#     -Os, all files in one                817098   332 kB   324 ms   61 ms   8.5 ms
#     -Os, file by file                    805783   325 kB   324 ms   61 ms   8.5 ms
#     -Oz                                  751972   309 kB   432 ms   72 ms   9.8 ms
#     -Oz and ASTAR_SMALL                  716487   300 kB   429 ms   73 ms   10.2 ms
#     -Oz and ASTAR_SMALL, these -Os       737503   308 kB   325 ms   62 ms   9.1 ms
#       and wasm-opt -Oz: chosen           643205   298 kB   325 ms   60 ms   8.7 ms
#         but these -O2                    663673   305 kB   319 ms   70 ms   8.8 ms
#         without LUA_USE_JUMPTABLE        636761   297 kB   323 ms   69 ms   8.6 ms
#         with link time optimization      661615   305 kB
WASM_SIZE = -Oz
WASM_OPT  = -Oz
WASM_FAST = $(patsubst %,lua/%,lapi ldo lfunc lgc lmem lobject lstate lstring ltable ltm lvm) \
  $(patsubst src/%.c,astar/%,$(wildcard src/base/*.c src/search/*.c src/derived/comp*.c \
    src/derived/costmap.c src/derived/jump_boards.c))
$(patsubst %,$(WASM)/%.o,$(WASM_FAST)): WASM_SIZE = -Os

WASM_CLANG   = clang --target=wasm32-wasi --sysroot=/usr
WASM_COMPILE = $(WASM_CLANG) $(WASM_SIZE) -std=gnu11 -ffp-contract=off -DNDEBUG -Iweb/host/shim \
  -I$(WEB_LUA) -D_WASI_EMULATED_PROCESS_CLOCKS -msign-ext -mnontrapping-fptoint -mmutable-globals -MMD -MP

# The memory of a machine: 1 MB of stack, of 1 GB in all. (With -O at the link, clang would start
# wasm-opt by itself if that is installed.)
$(WASM)/astar.wasm: $(WASM_OBJECTS)
	$(WASM_CLANG) -mexec-model=reactor -o $(WASM)/linked.wasm $^ -lwasi-emulated-process-clocks \
	  -Wl,-z,stack-size=1048576,--stack-first,--max-memory=1073741824,--strip-all
	wasm-opt $(WASM_OPT) --enable-sign-ext --enable-nontrapping-float-to-int --enable-mutable-globals \
	  $(WASM)/linked.wasm -o $@

$(WASM)/lua/%.o: $(WEB_LUA)/%.c web/host/lua_settings.h web/host/system.h tools/web.mk
	@mkdir -p $(@D)
	$(WASM_COMPILE) -w -include web/host/lua_settings.h -c -o $@ $<

$(WASM)/host/%.o: web/host/%.c tools/web.mk | $(WEB_LUA)
	@mkdir -p $(@D)
	$(WASM_COMPILE) -Wall -Wextra -Wshadow -Wconversion -c -o $@ $<

$(WASM)/astar/%.o: src/%.c tools/web.mk | $(WEB_LUA)
	@mkdir -p $(@D)
	$(WASM_COMPILE) -DASTAR_SMALL -fvisibility=hidden $(WARNINGS) -Isrc -c -o $@ $<

$(patsubst %,$(WEB_LUA)/%.c,$(LUA_PARTS)): | $(WEB_LUA)
$(WEB_LUA):
	@tools/build_elsewhere lua-sources

-include $(wildcard $(WASM)/*/*.d $(WASM)/*/*/*.d $(WASM)/*/*/*/*.d)

# -------------------------------------------------------------------------------- packages

# The packages of npm in their locked versions.
$(NPM)/installed: web/package.json web/package-lock.json
	@mkdir -p $(NPM)
	@cp $^ $(NPM)
	npm ci --prefix $(NPM) --ignore-scripts --no-audit --no-fund >$(NPM)/log 2>&1 || { cat $(NPM)/log; exit 1; }
	@touch $@
