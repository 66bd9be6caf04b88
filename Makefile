# astar: pathfinding on tile maps, in C for Lua. `make help` lists what can be made.

BUILD  = build
MAPS   = ../shared/maps
PREFIX ?= /usr/local
CFLAGS ?= -O3

# The folder of a Lua version's headers, as a flag: $(call find_lua,5.4,504). Empty: not here.
lua_dirs = $(patsubst -I%,%,$(shell pkg-config --cflags-only-I lua$(1) 2>/dev/null)) \
  $(foreach root,/usr /usr/local /opt/homebrew,$(root)/include/lua$(1) \
  $(root)/include/lua-$(1) $(root)/include/lua $(root)/include) $(3)
find_lua = $(firstword $(foreach dir,$(lua_dirs),\
  $(if $(shell grep -s 'LUA_VERSION_NUM[[:space:]]*$(2)$$' $(dir)/lua.h),-I$(dir))))

ifndef LUA54_CFLAGS
LUA54_CFLAGS := $(call find_lua,5.4,504)
endif
ifndef LUA51_CFLAGS
LUA51_CFLAGS := $(call find_lua,5.1,501,/usr/include/luajit-2.1)
endif
LUA54_LIBS = $(or $(shell pkg-config --libs lua5.4 2>/dev/null),-llua5.4) -lm

# The interpreter of `make demo` and `make verify`; the shell looks for it when they run.
LUA = $$(command -v lua5.4 || command -v luajit || command -v lua5.1 || echo lua5.4)

WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
  -Wundef -Wvla $(WERROR)
# No contraction: a fused multiply-add would make costs differ from platform to platform.
FLAGS = -std=c11 -fPIC -fvisibility=hidden -ffp-contract=off $(WARNINGS)
COMPILE = $(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) -Isrc
# Lua's own symbols stay undefined: the program that loads the module has them.
SHARED = $(if $(filter Darwin,$(shell uname -s)),-bundle -undefined dynamic_lookup,-shared)

CORE    = $(patsubst src/%.c,$(BUILD)/core/%.o,$(filter-out src/lua_%.c src/one.c,$(wildcard src/*.c)))
BINDING = $(patsubst src/%.c,%.o,$(wildcard src/lua_*.c))
LUA54   = $(BUILD)/lua5.4/astar.so
LUA51   = $(BUILD)/lua5.1/astar.so
MODULES = $(strip $(if $(LUA54_CFLAGS),$(LUA54)) $(if $(LUA51_CFLAGS),$(LUA51)))
EMBED   = $(BUILD)/embed/host $(BUILD)/embed/plain
SINGLE  = $(BUILD)/single

.PHONY: all all-lua help setup demo test verify embed single lint format install uninstall clean

all: $(MODULES) ## build the module for each Lua whose headers are here (the default)
	@$(if $(MODULES),,echo "no headers of Lua 5.4 or 5.1 found: 'make setup', or give LUA54_CFLAGS or LUA51_CFLAGS" >&2; exit 1)

all-lua: $(LUA54) $(LUA51) ## build it for Lua 5.4 and Lua 5.1; fails where headers are missing

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "Variables: CC CFLAGS LUA LUA54_CFLAGS LUA51_CFLAGS BUILD PREFIX DESTDIR MAPS SPECS"

# ------------------------------------------------------------------------- the module

$(BUILD)/core/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<

$(BUILD)/lua5.4/%.o: src/%.c Makefile
	$(if $(LUA54_CFLAGS),,$(error no headers of Lua 5.4: 'make setup', or give LUA54_CFLAGS))
	@mkdir -p $(@D)
	$(COMPILE) $(LUA54_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/lua5.1/%.o: src/%.c Makefile
	$(if $(LUA51_CFLAGS),,$(error no headers of Lua 5.1: 'make setup', or give LUA51_CFLAGS))
	@mkdir -p $(@D)
	$(COMPILE) $(LUA51_CFLAGS) -MMD -MP -c -o $@ $<

$(LUA54): $(CORE) $(addprefix $(BUILD)/lua5.4/,$(BINDING))
$(LUA51): $(CORE) $(addprefix $(BUILD)/lua5.1/,$(BINDING))
$(LUA54) $(LUA51):
	$(CC) $(SHARED) $(LDFLAGS) -o $@ $^ -lm

-include $(wildcard $(BUILD)/*/*.d)

# ---------------------------------------------------------------------- show and prove

setup_for = CC="$(CC)" LUA54_CFLAGS="$(LUA54_CFLAGS)" LUA51_CFLAGS="$(LUA51_CFLAGS)" .ci/setup

setup: ## install what the build and the tests need and is missing (Debian packages)
	@$(setup_for) $(or $(FOR),test)

demo: ## set up what it needs, build, and show the main job in the terminal
	@$(setup_for) demo
	@$(MAKE) --no-print-directory -s all
	@$(LUA) examples/demo.lua

test: ## set up, build, and run the specs on Lua 5.4, Lua 5.1 and LuaJIT (SPECS=... for some)
	@$(setup_for) test
	@$(MAKE) --no-print-directory -s all-lua
	@.ci/test $(SPECS)

verify: all ## prove every scenario of a folder of map files: make verify MAPS=dir
	@$(LUA) spec/verify.lua $(MAPS)

embed: $(EMBED) ## build the two C hosts of examples/embed

$(BUILD)/embed/plain: examples/embed/plain.c $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $^ -lm

$(BUILD)/embed/host: examples/embed/host.c $(CORE) $(addprefix $(BUILD)/lua5.4/,$(BINDING))
	@mkdir -p $(@D)
	$(COMPILE) $(LUA54_CFLAGS) $(LDFLAGS) -o $@ $^ $(LUA54_LIBS)

.PHONY: spec-programs
spec-programs: $(BUILD)/spec/allocation

$(BUILD)/spec/allocation: spec/support/allocation.c $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $^ -lm

# ------------------------------------------------------------------------- benchmarks

.PHONY: bench bench-quick bench-memory bench-programs
BENCH = $(BUILD)/bench
CLOCKS = $(foreach module,$(MODULES),$(patsubst $(BUILD)/%/astar.so,$(BENCH)/%/clock.so,$(module)))

bench: RUN = bench/run.lua
bench: ## race the library against others, about ten minutes (CASES, PEERS, ONLY, PASSES, MAPS)
bench-quick: RUN = bench/run.lua --quick
bench-quick: ## the same on a few maps in less than a minute
bench bench-quick:
	@$(setup_for) demo
	@$(MAKE) --no-print-directory -s all bench-programs
	@CC="$(CC)" MAKE="$(MAKE)" bench/setup $(BUILD)
	@BUILD="$(BUILD)" MAPS="$(MAPS)" CC="$(CC)" CFLAGS="$(CFLAGS)" $(LUA) $(RUN)

bench-memory: $(BENCH)/memory ## print what a grid holds, in bytes a tile
	@$(BENCH)/memory

bench-programs: $(BENCH)/native $(BENCH)/memory $(CLOCKS)

$(BENCH)/native: bench/timing.h
$(BENCH)/native $(BENCH)/memory: $(BENCH)/%: bench/%.c $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $< $(CORE) -lm

$(BENCH)/libtcod: bench/libtcod.c bench/timing.h
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $< -ltcod -lm

$(BENCH)/lua5.4/clock.so $(BENCH)/lua5.1/clock.so: bench/clock.c
	@mkdir -p $(@D)
	$(COMPILE) $(if $(findstring lua5.4,$@),$(LUA54_CFLAGS),$(LUA51_CFLAGS)) $(SHARED) -o $@ $<

# --------------------------------------------------------------------- the single file

single: ## write the whole library as one file: build/single/astar.c and astar.h
	@mkdir -p $(SINGLE)
	@cp src/astar.h $(SINGLE)/astar.h
	@awk -f .ci/single.awk src/one.c >$(SINGLE)/astar.c
	$(CC) $(FLAGS) $(CFLAGS) -DASTAR_NO_LUA -c -o $(SINGLE)/core.o $(SINGLE)/astar.c
	$(if $(LUA54_CFLAGS),$(CC) $(FLAGS) $(CFLAGS) $(LUA54_CFLAGS) -c -o $(SINGLE)/lua5.4.o $(SINGLE)/astar.c)
	$(if $(LUA51_CFLAGS),$(CC) $(FLAGS) $(CFLAGS) $(LUA51_CFLAGS) -c -o $(SINGLE)/lua5.1.o $(SINGLE)/astar.c)

# ------------------------------------------------------------------------- the source

lint: ## check format, includes, scripts and Lua files; compile with gcc and clang, -Werror
	@MAKE="$(MAKE)" BUILD="$(BUILD)" .ci/lint

format: ## format the C sources
	clang-format -i src/*.[ch] bench/*.[ch] examples/embed/*.c spec/support/*.c

# --------------------------------------------------------------------------- install

INCLUDE_DIR = $(DESTDIR)$(PREFIX)/include
MODULE_DIR  = $(DESTDIR)$(PREFIX)/lib/lua
HELPER_DIR  = $(DESTDIR)$(PREFIX)/share/lua
VERSIONS    = $(patsubst $(BUILD)/lua%/astar.so,%,$(MODULES))

install: all ## install under PREFIX (and DESTDIR) for each Lua that was built
	install -d $(INCLUDE_DIR)
	install -m 644 src/astar.h $(INCLUDE_DIR)
	for v in $(VERSIONS); do \
	  install -d $(MODULE_DIR)/$$v $(HELPER_DIR)/$$v/astar && \
	  install -m 755 $(BUILD)/lua$$v/astar.so $(MODULE_DIR)/$$v && \
	  install -m 644 lua/astar/*.lua $(HELPER_DIR)/$$v/astar || exit 1; \
	done

uninstall: ## remove what `make install` put there
	rm -f $(INCLUDE_DIR)/astar.h
	for v in 5.4 5.1; do \
	  rm -f $(MODULE_DIR)/$$v/astar.so && rm -rf $(HELPER_DIR)/$$v/astar || exit 1; \
	done

clean: ## remove everything that was built
	rm -rf $(BUILD)
