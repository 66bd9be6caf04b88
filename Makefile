# astar: pathfinding on tile maps, in C for Lua. `make help` lists what can be made.

BUILD  = build
MAPS   = ../shared/maps
PREFIX ?= /usr/local
CFLAGS ?= -O3

# Every Lua that the module can be built for.
LUAS = 5.1 5.2 5.3 5.4 5.5

# The folder of a Lua's headers, as a flag: $(call find_lua,5.4). Empty: not here. In that of
# 5.5 the version number stands in parts.
lua_dirs = $(patsubst -I%,%,$(shell pkg-config --cflags-only-I lua$(1) 2>/dev/null)) \
  $(foreach root,/usr /usr/local /opt/homebrew,$(root)/include/lua$(1) \
  $(root)/include/lua-$(1) $(root)/include/lua $(root)/include) /usr/include/luajit-2.1
is_lua = (VERSION_NUM[[:space:]]+50$(1:5.%=%)|VERSION_MINOR_N[[:space:]]+$(1:5.%=%))$$
find_lua = $(patsubst %/lua.h,-I%,$(firstword $(shell \
  grep -slE '$(is_lua)' $(addsuffix /lua.h,$(lua_dirs)))))

# LUA54_CFLAGS and its like: where headers are, found or given.
define find_headers
ifndef LUA$(subst .,,$(1))_CFLAGS
LUA$(subst .,,$(1))_CFLAGS := $$(call find_lua,$(1))
endif
endef
$(foreach lua,$(LUAS),$(eval $(call find_headers,$(lua))))
lua_cflags = $(LUA$(subst .,,$(1))_CFLAGS)
need_lua = $(if $(lua_cflags),,$(error no headers of Lua $(1): 'make setup', or give \
  LUA$(subst .,,$(1))_CFLAGS))

lua_libs = $(or $(shell pkg-config --libs lua$(1) 2>/dev/null),-llua$(1)) -lm
LUA54_LIBS = $(call lua_libs,5.4)

# The interpreter of `make demo` and `make verify`; the shell looks for it when they run.
LUA = $$(command -v lua5.4 || command -v luajit || command -v lua5.1 || command -v lua || echo lua5.4)

WARNINGS = -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes \
  -Wundef -Wvla $(WERROR)
# No contraction: a fused multiply-add would make costs differ from platform to platform.
FLAGS = -std=c11 -fPIC -fvisibility=hidden -ffp-contract=off $(WARNINGS)
COMPILE = $(CC) $(FLAGS) $(CPPFLAGS) $(CFLAGS) -Isrc
SYSTEM := $(shell uname -s)
# Lua's own symbols stay undefined: the program that loads the module has them.
SHARED = $(if $(filter Darwin,$(SYSTEM)),-bundle -undefined dynamic_lookup,-shared)

CORE    = $(patsubst src/%.c,$(BUILD)/core/%.o,$(filter-out src/lua/%,$(wildcard src/*/*.c)))
BINDING = $(patsubst src/%.c,%.o,$(wildcard src/lua/*.c))
LUA54   = $(BUILD)/lua5.4/astar.so
LUA51   = $(BUILD)/lua5.1/astar.so
MODULES = $(strip $(foreach lua,$(LUAS),$(if $(call lua_cflags,$(lua)),$(BUILD)/lua$(lua)/astar.so)))
EMBED   = $(BUILD)/embed/host $(BUILD)/embed/plain
SINGLE  = $(BUILD)/single

.PHONY: all all-lua help setup demo test test-more test-single test-elsewhere test-web verify \
  embed single lib windows docs lint format install install-lib uninstall clean

# What a failed command leaves behind is not taken for made.
.DELETE_ON_ERROR:

all: $(MODULES) ## build the module for each Lua whose headers are here (the default)
	@$(if $(MODULES),,echo "no headers of any Lua found: 'make setup', or give LUA54_CFLAGS or LUA51_CFLAGS" >&2; exit 1)

all-lua: $(LUA54) $(LUA51) ## build it for Lua 5.4 and Lua 5.1; fails where headers are missing

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "make %-15s %s\n", $$1, $$2 }' Makefile
	@echo
	@echo "Variables: CC CFLAGS LUA LUA54_CFLAGS LUA51_CFLAGS BUILD PREFIX DESTDIR MAPS SPECS"

# ------------------------------------------------------------------------- the module

$(BUILD)/core/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) -MMD -MP -c -o $@ $<

define build_module
$(BUILD)/lua$(1)/%.o: src/%.c Makefile
	$$(call need_lua,$(1))
	@mkdir -p $$(@D)
	$$(COMPILE) $$(call lua_cflags,$(1)) -MMD -MP -c -o $$@ $$<

$(BUILD)/lua$(1)/astar.so: $$(CORE) $(addprefix $(BUILD)/lua$(1)/,$(BINDING))
	$$(CC) $$(SHARED) $$(LDFLAGS) -o $$@ $$^ -lm
endef
$(foreach lua,$(LUAS),$(eval $(call build_module,$(lua))))

-include $(wildcard $(BUILD)/*/*.d $(BUILD)/*/*/*.d)

# ---------------------------------------------------------------------- show and prove

setup_for = CC="$(CC)" CXX="$(CXX)" $(foreach lua,$(LUAS),\
  LUA$(subst .,,$(lua))_CFLAGS="$(call lua_cflags,$(lua))") tools/setup

setup: ## install what the build and the tests need and is missing (Debian packages)
	@$(setup_for) $(or $(FOR),test)

demo: ## set up what it needs, build, and show the main job in the terminal
	@$(setup_for) demo
	@$(MAKE) --no-print-directory -s all
	@$(LUA) examples/demo.lua

test: SUITES = lua5.4 lua5.1 luajit
test: ## set up, build, and run the specs on Lua 5.4, Lua 5.1 and LuaJIT (SPECS=... for some)
test-more: SUITES = lua5.3 lua5.2 single single-c++
test-more: ## the same on Lua 5.3 and 5.2, and with the single file as C and as C++
test-single: SUITES = single single-c++
test-single: ## the same with the single file alone
test-elsewhere: SUITES = windows windows-luajit arm64 lua5.5
test-elsewhere: ## the same on Windows (Wine), 64-bit ARM (qemu) and a Lua 5.5 that it builds
test test-more test-single test-elsewhere:
	@$(setup_for) $@
	@SUITES="$(SUITES)" MAKE="$(MAKE)" tools/test $(SPECS)

test-web: ## run the C example as WebAssembly, in Node.js
	@$(setup_for) test-elsewhere
	@$(MAKE) --no-print-directory -s embed single
	@tools/build_elsewhere web

.PHONY: love-explorer love-swarm love-village love-thread screenshots
love-explorer: ## a demo in LÖVE: a search step by step, F, G and H in each tile
love-swarm: ## a demo in LÖVE: two thousand units on one flow field
love-village: ## a demo in LÖVE: a village of people with scripts, doors, a player to click along
love-thread: ## a demo in LÖVE: a thread that finds the paths of five hundred travellers
love-explorer love-swarm love-village love-thread:
	@$(setup_for) love
	@$(MAKE) --no-print-directory -s $(LUA51)
	@love examples/$@

screenshots: ## take the pictures of these demos anew
	@$(setup_for) screen
	@$(MAKE) --no-print-directory -s $(LUA51)
	@$(LUA) tools/screenshots.lua

verify: all ## prove every scenario of a folder of map files: make verify MAPS=dir
	@$(LUA) tools/verify.lua $(MAPS)

embed: $(EMBED) ## build the two C hosts of examples/embed

$(BUILD)/embed/plain: examples/embed/plain.c $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $^ -lm

$(BUILD)/embed/host: examples/embed/host.c $(SINGLE)/astar_helpers.c $(CORE) \
  $(addprefix $(BUILD)/lua5.4/,$(BINDING))
	@mkdir -p $(@D)
	$(COMPILE) $(LUA54_CFLAGS) $(LDFLAGS) -o $@ $^ $(LUA54_LIBS)

.PHONY: spec-programs
spec-programs: $(BUILD)/spec/allocation $(if $(LUA54_CFLAGS),$(BUILD)/spec/allocation_lua5.4) \
  $(if $(LUA51_CFLAGS),$(BUILD)/spec/allocation_lua5.1) $(BUILD)/spec/misuse \
  $(BUILD)/spec/content

ALLOCATION = $(addprefix $(BUILD)/spec/,allocation allocation_lua5.4 allocation_lua5.1)
$(ALLOCATION) $(BUILD)/spec/misuse: spec/support/allocation_meter.h
$(addprefix $(BUILD)/spec/,allocation misuse content): $(BUILD)/spec/%: spec/support/%.c $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $(filter-out %.h,$^) -lm

$(BUILD)/spec/allocation_lua%: spec/support/allocation_lua.c $(CORE) \
  $(addprefix $(BUILD)/lua%/,$(BINDING))
	@mkdir -p $(@D)
	$(COMPILE) $(call lua_cflags,$*) $(LDFLAGS) -o $@ $(filter-out %.h,$^) $(call lua_libs,$*)

# Grids and rules that a program and its scripts share.
BRIDGES = $(if $(LUA54_CFLAGS),$(BUILD)/spec/bridge5.4) $(if $(LUA51_CFLAGS),$(BUILD)/spec/bridge5.1)
spec-programs: $(BRIDGES)

$(BRIDGES): spec/support/allocation_meter.h
$(BUILD)/spec/bridge%: spec/support/bridge.c $(SINGLE)/astar_helpers.c $(CORE) \
  $(addprefix $(BUILD)/lua%/,$(BINDING))
	@mkdir -p $(@D)
	$(COMPILE) $(call lua_cflags,$*) $(LDFLAGS) -o $@ $(filter-out %.h,$^) $(call lua_libs,$*)

# For a machine of 32 bits. Debian's headers of Lua include one from the folder of the machine's own.
$(BUILD)/spec/length32: spec/support/length.c src/lua/compat.h
	$(call need_lua,5.4)
	@mkdir -p $(@D)
	$(COMPILE) -m32 $(call lua_cflags,5.4) -idirafter /usr/include/$(shell $(CC) -print-multiarch) \
	  -o $@ $<

# Fuzz targets with a main of their own, to run the cases in spec/fuzz/corpus; without it, to
# be linked with a fuzzer.
FUZZ_TARGETS = $(BUILD)/fuzz/calls $(BUILD)/fuzz/deserialize
FUZZ_MAIN = spec/fuzz/replay.c
FUZZ_STATES = $(if $(LUA54_CFLAGS),$(BUILD)/fuzz/states5.4) $(if $(LUA51_CFLAGS),$(BUILD)/fuzz/states5.1)
spec-programs: $(FUZZ_TARGETS) $(FUZZ_STATES) $(BUILD)/fuzz/history

$(FUZZ_TARGETS): spec/fuzz/oracle.h
$(FUZZ_TARGETS): $(BUILD)/fuzz/%: spec/fuzz/%.c spec/fuzz/oracle.c $(FUZZ_MAIN) $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $(filter-out %.h,$^) -lm

# Looks into the core: it compares what edits left of derived data with what is derived anew.
$(BUILD)/fuzz/history: spec/fuzz/history.c $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $^ -lm

# Loads the module as scripts do.
$(BUILD)/fuzz/states%: spec/fuzz/states.c
	@mkdir -p $(@D)
	$(COMPILE) $(call lua_cflags,$*) $(LDFLAGS) -o $@ $< $(call lua_libs,$*)

# ------------------------------------------------------------------------ hard to break

.PHONY: fuzz
fuzz: ## feed it random calls, bytes and maps for so long, needs clang: make fuzz SECONDS=60
	@$(setup_for) harden
	@MAKE="$(MAKE)" spec/fuzz/run $(or $(SECONDS),60)

.PHONY: history
history: $(BUILD)/fuzz/history ## compare what is derived after each edit with that of a fresh copy: EDITS=1000000
	@$< $(or $(EDITS),1000000) $(SEED)

.PHONY: endurance
endurance: all ## a million searches, the largest grids, the longest path: two minutes, 4 GB (ONLY="searches ...")
	@$(LUA) tools/endurance.lua $(ONLY)

.PHONY: sanitize torture valgrind threads golden coverage analyze
sanitize: ## run the specs under the address and undefined behaviour sanitizers (SPECS=...)
torture: ## the same with small limits, poisoned memory and a collector that never pauses
valgrind: ## run the specs under valgrind, about ten minutes
threads: ## several Lua states on several threads under the thread sanitizer
golden: ## compare thousands of answers between compilers, optimizations and word sizes
coverage: ## print how much of the core the specs run through
analyze: ## static analysis
sanitize torture valgrind threads golden coverage analyze:
	@$(setup_for) harden
	@LUA54_CFLAGS="$(LUA54_CFLAGS)" LUA54_LIBS="$(LUA54_LIBS)" MAKE="$(MAKE)" tools/harden $@ $(SPECS)

.PHONY: mutate
mutate: COUNT = 240
mutate: SEED = 1
mutate: JOBS = 2
mutate: ## change src/ in COUNT places, one at a time, and print how many changes the specs notice (COUNT, SEED, JOBS, AGAIN=1)
	@$(setup_for) test
	@$(LUA) tools/mutate.lua COUNT=$(COUNT) SEED=$(SEED) JOBS=$(JOBS) $(if $(AGAIN),AGAIN=1)

# ------------------------------------------------------------------------- benchmarks

.PHONY: bench bench-quick bench-memory bench-programs
BENCH = $(BUILD)/bench
CLOCKS = $(patsubst $(BUILD)/%/astar.so,$(BENCH)/%/clock.so,$(filter $(LUA54) $(LUA51),$(MODULES)))

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

SOURCES = $(wildcard src/*.[ch] src/*/*.[ch])

single: $(SINGLE)/astar.c $(SINGLE)/astar.h $(SINGLE)/astar_lua.h $(SINGLE)/astar_helpers.c ## write the library as one file, build/single/astar.c, and the Lua helpers as another

$(SINGLE)/astar.h $(SINGLE)/astar_lua.h: $(SINGLE)/%: src/%
	@mkdir -p $(@D)
	cp $< $@

$(SINGLE)/astar.c: $(SOURCES) tools/single.awk
	@mkdir -p $(@D)
	awk -f tools/single.awk src/one.c >$@

HELPERS = $(sort $(filter-out lua/astar/meta.lua,$(wildcard lua/astar/*.lua lua/astar/*/*.lua)))

$(SINGLE)/astar_helpers.c: tools/astar_helpers.c $(HELPERS) tools/helpers.awk
	@mkdir -p $(@D)
	awk -f tools/helpers.awk tools/astar_helpers.c $(HELPERS) >$@

# As somebody compiles it who has read no more than its first lines.
$(SINGLE)/c/lua%/astar.so: $(SINGLE)/astar.c $(SINGLE)/astar.h $(SINGLE)/astar_lua.h
	@mkdir -p $(@D)
	$(CC) -O2 -Wall $(WERROR) -fPIC $(call lua_cflags,$*) $(SHARED) -o $@ $< -lm

$(SINGLE)/c++/lua%/astar.so: $(SINGLE)/astar.c $(SINGLE)/astar.h $(SINGLE)/astar_lua.h
	@mkdir -p $(@D)
	$(CXX) -x c++ -O2 -Wall $(WERROR) -fPIC $(call lua_cflags,$*) $(SHARED) -o $@ $< -lm

$(SINGLE)/host: examples/embed/host.c $(SINGLE)/astar.c $(SINGLE)/astar_helpers.c \
  $(SINGLE)/astar.h $(SINGLE)/astar_lua.h
	$(CC) -Wall $(WERROR) -I$(SINGLE) $(LUA54_CFLAGS) -o $@ $(filter %.c,$^) $(LUA54_LIBS)

# A C++ program with astar.c inside, as C++ and as C.
HOSTS = $(if $(LUA54_CFLAGS),$(BUILD)/spec/host5.4) $(if $(LUA51_CFLAGS),$(BUILD)/spec/host5.1)
HOST  = $(CXX) -O2 -Wall $(WERROR) -I$(SINGLE) -o $@ spec/support/host.cpp

spec-programs: $(HOSTS)

$(HOSTS): spec/support/host.cpp $(SINGLE)/astar.c $(SINGLE)/astar.h $(SINGLE)/astar_lua.h

$(BUILD)/spec/host5.4:
	@mkdir -p $(@D)
	$(HOST) -x c++ $(SINGLE)/astar.c -x none $(LUA54_CFLAGS) $(LUA54_LIBS)

$(BUILD)/spec/host5.1:
	@mkdir -p $(@D)
	$(CC) -O2 -Wall $(WERROR) $(LUA51_CFLAGS) -c -o $@.o $(SINGLE)/astar.c
	$(HOST) $@.o $(LUA51_CFLAGS) $(call lua_libs,5.1)

# ----------------------------------------------------------------------- the C library

VERSION := $(shell sed -n 's/^.define ASTAR_VERSION "\(.*\)"/\1/p' src/astar.h)
LIB = $(BUILD)/lib
# As long as the version is 0.y.z, each y may change the interface: a program looks for the y that
# it was linked with.
ifeq ($(SYSTEM),Darwin)
SO       = libastar.dylib
SONAME   = libastar.$(basename $(VERSION)).dylib
LINK_LIB = -dynamiclib -install_name $(PREFIX)/lib/$(SONAME)
else
SO       = libastar.so
SONAME   = libastar.so.$(basename $(VERSION))
LINK_LIB = -shared -Wl,-soname,$(SONAME)
endif

lib: $(LIB)/libastar.a $(LIB)/$(SO) ## build the C library, static and shared

$(LIB)/astar.o: $(SINGLE)/astar.c $(SINGLE)/astar.h Makefile
	@mkdir -p $(@D)
	$(COMPILE) -DASTAR_NO_LUA -c -o $@ $<

$(LIB)/libastar.a: $(LIB)/astar.o
	$(AR) rcs $@ $<

$(LIB)/$(SONAME): $(LIB)/astar.o
	$(CC) $(LINK_LIB) $(LDFLAGS) -o $@ $< -lm

$(LIB)/$(SO): $(LIB)/$(SONAME)
	ln -sf $(SONAME) $@

# ----------------------------------------------------------------------------- Windows

MINGW   = x86_64-w64-mingw32
WINDOWS = $(BUILD)/windows

windows: $(WINDOWS)/lua5.4/astar.dll $(WINDOWS)/lua5.1/astar.dll ## cross-build the module for Windows with mingw-w64

# The import library names what the module takes from Lua's DLL, so none is needed here.
# Debian's headers of Lua include one from the folder of the machine's own.
$(WINDOWS)/lua%/astar.dll: $(SOURCES) Makefile
	$(call need_lua,$*)
	@mkdir -p $(@D)
	$(MINGW)-gcc $(FLAGS) $(CFLAGS) -Isrc $(call lua_cflags,$*) \
	  -idirafter /usr/include/$(shell $(CC) -print-multiarch) -c -o $(@D)/astar.o src/one.c
	{ echo EXPORTS; $(MINGW)-nm -u $(@D)/astar.o | grep -oE 'luaL?_[a-z]+'; } >$(@D)/lua.def
	$(MINGW)-dlltool -D lua$(subst .,,$*).dll -d $(@D)/lua.def -l $(@D)/liblua.a
	$(MINGW)-gcc -shared -s -static-libgcc -o $@ $(@D)/astar.o $(@D)/liblua.a

# ------------------------------------------------------------------------- the source

lint: ## check format, includes, scripts and Lua files; compile with gcc and clang, -Werror
	@MAKE="$(MAKE)" BUILD="$(BUILD)" tools/lint

format: ## format the C sources
	clang-format -i $(SOURCES) tools/*.c bench/*.[ch] examples/embed/*.c spec/support/*.[ch] spec/support/*.cpp spec/fuzz/*.[ch]

docs: $(BUILD)/docs/index.html ## write the reference of all Lua names as a page: build/docs/index.html

$(BUILD)/docs/index.html: $(wildcard lua/astar/*.lua) tools/docs.lua
	@mkdir -p $(@D)
	$(LUA) tools/docs.lua >$@

# --------------------------------------------------------------------------- install

INCLUDE_DIR = $(DESTDIR)$(PREFIX)/include
LIB_DIR     = $(DESTDIR)$(PREFIX)/lib
MODULE_DIR  = $(LIB_DIR)/lua
HELPER_DIR  = $(DESTDIR)$(PREFIX)/share/lua
FOLDERS     = $(patsubst lua/%/,%,$(sort $(dir $(wildcard lua/astar/*.lua lua/astar/*/*.lua))))
VERSIONS    = $(patsubst $(BUILD)/lua%/astar.so,%,$(MODULES))

install: all install-lib ## install under PREFIX (and DESTDIR): the module for each Lua, the C library
	for v in $(VERSIONS); do \
	  install -d $(MODULE_DIR)/$$v $(addprefix $(HELPER_DIR)/$$v/,$(FOLDERS)) && \
	  install -m 755 $(BUILD)/lua$$v/astar.so $(MODULE_DIR)/$$v || exit 1; \
	  for folder in $(FOLDERS); do \
	    install -m 644 lua/$$folder/*.lua $(HELPER_DIR)/$$v/$$folder || exit 1; \
	  done; \
	done

install-lib: lib ## install the C library alone
	install -d $(INCLUDE_DIR) $(LIB_DIR)/pkgconfig
	install -m 644 src/astar.h $(INCLUDE_DIR)
	install -m 644 $(LIB)/libastar.a $(LIB)/$(SONAME) $(LIB_DIR)
	ln -sf $(SONAME) $(LIB_DIR)/$(SO)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' astar.pc.in \
	  >$(LIB_DIR)/pkgconfig/astar.pc

uninstall: ## remove what `make install` put there
	rm -f $(INCLUDE_DIR)/astar.h $(LIB_DIR)/pkgconfig/astar.pc
	rm -f $(LIB_DIR)/libastar.a $(LIB_DIR)/$(SO) $(LIB_DIR)/$(SONAME)
	for v in $(LUAS); do \
	  rm -f $(MODULE_DIR)/$$v/astar.so && rm -rf $(HELPER_DIR)/$$v/astar || exit 1; \
	done

clean: ## remove everything that was built
	rm -rf $(BUILD)
