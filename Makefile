# astar: pathfinding on tile maps, in C for Lua. `make help` lists the targets. This file has the
# targets that build and run. The included files have the search for Lua's headers and the targets
# for tests, benchmarks and releases.

BUILD  = build
PREFIX ?= /usr/local
CFLAGS ?= -O2
SYSTEM := $(shell uname -s)

# Every Lua that the module can be built for.
LUAS = 5.1 5.2 5.3 5.4 5.5

# The interpreter for programs in Lua. The shell searches it when a program starts.
LUA = $$(command -v lua5.4 || command -v luajit || command -v lua5.1 || command -v lua || echo lua5.4)

WARNINGS = -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
  -Wundef -Wvla $(WERROR)
# No contraction: with a fused multiply-add, costs would differ between platforms.
FLAGS = -std=c11 -fPIC -fvisibility=hidden -ffp-contract=off $(WARNINGS)
COMPILE = $(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) -Isrc
# The symbols of Lua stay undefined: the program that loads the module defines them. The module stays
# in memory: while a state is closed, Lua 5.1 unloads modules before the last finalizers run.
SHARED = $(if $(filter Darwin,$(SYSTEM)),-bundle -undefined dynamic_lookup,-shared -Wl,-z,nodelete)

# What the library needs besides the C library: on some systems these are parts of it.
LIBS = -lm -lpthread

# As many jobs as the machine has processors, unless the command or the environment gives a number.
ifeq ($(MAKELEVEL)$(filter -j%,$(shell echo "$$MAKEFLAGS")),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
endif

# Each folder of src is compiled as one unit: that takes 0.85 of the time of its files one by one.
FOLDERS = base map derived search query sight explain index crowd pool
SOURCES = $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch])
# The public headers: that of the core, one for each module, and that of the binding.
HEADERS = $(wildcard src/astar*.h)
CORE    = $(FOLDERS:%=$(BUILD)/core/%.o)
HELPERS = $(wildcard lua/astar/*.lua lua/astar/*/*.lua)
LUA54   = $(BUILD)/lua5.4/astar.so
LUA51   = $(BUILD)/lua5.1/astar.so
SINGLE  = $(BUILD)/single
MODULES = $(strip $(foreach lua,$(LUAS),$(if $(call lua_cflags,$(lua)),$(BUILD)/lua$(lua)/astar.so)))

# Delete the target of a command that failed: the next run must not use an incomplete file.
.DELETE_ON_ERROR:

include tools/lua.mk

##@ build

.PHONY: all all-lua embed setup clean help
all: $(MODULES) ## build the module for each Lua whose headers are installed (the default)
	@$(if $(MODULES),,echo "no Lua headers found: run 'make setup', or set LUA54_CFLAGS or LUA51_CFLAGS" >&2; exit 1)

all-lua: $(LUA54) $(LUA51) ## build it for Lua 5.4 and Lua 5.1; fails if headers are missing

# $(call compile_folder,FOLDER,FLAGS): compiles the C files of a folder as one file. base/system.h must be the
# first header. `make --trace` prints the command.
compile_folder = @printf '\#include "%s"\n' base/system.h $(wildcard src/$(1)/*.c src/$(1)/*/*.c) | \
  $(COMPILE) $(2) -MMD -MP -MF $(@:.o=.d) -MT $@ -x c -c -o $@ -

# Searches, what they read, and views are compiled with -O3: 1.05 times as fast as with -O2 on maps of games,
# views 1.1 times. The other folders gain nothing from it.
$(BUILD)/core/search.o $(BUILD)/core/derived.o $(BUILD)/core/sight.o: CFLAGS := $(CFLAGS:-O2=-O3)

# $(call build_folder,FOLDER,NUMBER)
define build_folder
$(BUILD)/core/$(1).o: $(wildcard src/$(1)/*.c src/$(1)/*/*.c) Makefile
	@mkdir -p $$(@D)
	@echo "$(2)/11 $(1)"
	$$(call compile_folder,$(1))
endef
number :=
$(foreach folder,$(FOLDERS),$(eval number += x)$(eval $(call build_folder,$(folder),$(words $(number)))))

# $(call build_module,LUA)
define build_module
$(BUILD)/lua$(1)/lua.o: $(wildcard src/lua/*.c) Makefile
	$$(call need_lua,$(1))
	@mkdir -p $$(@D)
	@echo "10/10 lua, for Lua $(1)"
	$$(call compile_folder,lua,$$(call lua_cflags,$(1)))

$(BUILD)/lua$(1)/astar.so: $$(CORE) $(BUILD)/lua$(1)/lua.o
	@$$(CC) $$(SHARED) $$(LDFLAGS) -o $$@ $$^ $$(LIBS)
endef
$(foreach lua,$(LUAS),$(eval $(call build_module,$(lua))))

-include $(wildcard $(BUILD)/*/*.d)

embed: $(BUILD)/embed/host $(BUILD)/embed/plain ## build the C programs of examples/embed

$(BUILD)/embed/plain: examples/embed/plain.c $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/embed/host: examples/embed/host.c $(SINGLE)/astar_helpers.c $(CORE) $(BUILD)/lua5.4/lua.o
	@mkdir -p $(@D)
	$(COMPILE) $(LUA54_CFLAGS) $(LDFLAGS) -o $@ $^ $(LUA54_LIBS)

# A target that needs installed programs begins with $(setup_for) and its own name.
setup_for = CC="$(CC)" CXX="$(CXX)" $(foreach lua,$(LUAS),\
  LUA$(subst .,,$(lua))_CFLAGS="$(call lua_cflags,$(lua))") tools/setup

setup: FOR = test
setup: ## install the missing Debian packages that a target needs: FOR=test
	@$(setup_for) $(FOR) $(or $(SUITES),$(suites-$(FOR)))

clean: ## remove all built files
	rm -rf $(BUILD)

help: ## list the targets
	@awk -f tools/help.awk $(filter-out %.d,$(MAKEFILE_LIST))

##@ run

.PHONY: demo demo-module cluster love-explorer love-rts love-tactics love-towers love-village love-yard
demo: ## set up, build, and find a path in the terminal
	@$(setup_for) $@
	@$(MAKE) --no-print-directory -s demo-module
	@$(LUA) examples/demo.lua

# One module is enough.
demo-module: $(if $(call lua_cflags,5.4),$(LUA54),$(firstword $(MODULES)))

cluster: ## a world on three instances of Tarantool on this machine, and a client
	@$(setup_for) $@
	@$(MAKE) --no-print-directory -s $(LUA51)
	@examples/cluster/start

love-explorer: ## a demo in LÖVE: a search step by step, F, G and H in each tile
love-rts: ## a demo in LÖVE: two armies, attack-moves, workers, guards, buildings, saved games
love-tactics: ## a demo in LÖVE: a tactics game on hexes, points per turn, zones, fog of war
love-towers: ## a demo in LÖVE: a tower defense game, build anywhere but never close the last way
love-village: ## a demo in LÖVE: a village of NPCs with scripts, doors, a player
love-yard: ## a demo in LÖVE: a map of Tiled with walls, drawn by STI if it is there
love-explorer love-rts love-tactics love-towers love-village love-yard:
	@$(setup_for) $@
	@$(MAKE) --no-print-directory -s $(LUA51)
	@love examples/$@

include tools/test.mk bench/bench.mk tools/release.mk tools/web.mk tools/site.mk
