# Part of the Makefile: the targets that test, check and measure, and the programs that specs run.

##@ test

# The suites of each target: where the specs run. tools/test defines the suites.
suites-test           = lua5.4 lua5.1 luajit
suites-test-all       = $(suites-test)
suites-test-more      = lua5.3 lua5.2 single single-c++
suites-test-single    = single single-c++
suites-test-elsewhere = windows windows-luajit arm64 lua5.5
suites-test-love      = lua5.1
suites-test-web       = web
suites-ci             = $(suites-test) $(suites-test-more)

.PHONY: test test-all test-more test-single test-elsewhere test-love test-web test-packages
test: ## set up, build, and run the specs on Lua 5.4, Lua 5.1 and LuaJIT, 2 minutes (SPECS=files)
test-all test-love: ALL = 1
test-all: ## the same with all random maps, all rounds of C programs, and all specs of LÖVE
test-more: ## the same as `test` on Lua 5.3 and Lua 5.2, and with the single file as C and as C++
test-single: ## the same with the single file only
test-elsewhere: ## the same on Windows (Wine), 64-bit ARM (qemu) and Lua 5.5, which it builds (SUITES=arm64-luajit: an hour)
test-love: SPECS = spec/love
test-love: ## install LÖVE and run the specs that start it
test test-all test-more test-single test-elsewhere test-love: SUITES = $(suites-$@)
test test-all test-more test-single test-elsewhere test-love:
	@$(setup_for) $@ $(SUITES)
	@ALL=$(ALL) SUITES="$(SUITES)" MAKE="$(MAKE)" tools/test $(SPECS)

# After all tests of spec/web that need no browser.
test-web: SUITES = $(suites-$@)
test-web: ## compile Lua and the module to WebAssembly, and run the specs on it in Node.js (SPECS=files)
	@$(setup_for) $@ $(SUITES)
	@$(MAKE) --no-print-directory -s embed single $(NPM)/installed
	@MAKE="$(MAKE)" tools/build_elsewhere web-example web
	@node --test $(filter-out $(BROWSER_TESTS:%=spec/web/%.test.mjs),$(wildcard spec/web/*.test.mjs)) \
	  >$(BUILD)/web.log || { cat $(BUILD)/web.log; exit 1; }
	@echo "The tests in Node.js pass: spec/web."
	@SUITES="$(SUITES)" MAKE="$(MAKE)" tools/test $(SPECS)

test-packages: ## write all packages, and use each in an empty folder or on a bare Debian (ONLY=..., QUICK=1)
	@$(setup_for) $@
	@$(MAKE) --no-print-directory -s dist $(if $(QUICK),CFLAGS=-O0 DEB_BUILD_OPTIONS=noopt)
	@CC="$(CC)" CXX="$(CXX)" MAKE="$(MAKE)" tools/test_packages $(ONLY)

.PHONY: verify history property crowd-check explain-check replica-check index-check pool-check endurance
verify: ## check all scenarios of a folder of map files, by searches and by indexes: MAPS=dir
	$(if $(MAPS),,$(error a folder of MovingAI maps and scenarios is needed: make verify MAPS=dir))
	@$(MAKE) --no-print-directory -s all
	@$(LUA) tools/verify.lua "$(MAPS)"

history: $(BUILD)/fuzz/history ## compare derived data after each edit with data of a fresh copy: EDITS=1000000
	@$< $(or $(EDITS),1000000) $(SEED)

property: COUNT = 100000
property: SEED = 1
property: $(BUILD)/fuzz/property ## compare all kernels with the oracle on random terrain, 4 minutes (COUNT SEED)
	@$< $(COUNT) $(SEED)

crowd-check: COUNT = 10000000
crowd-check: SEED = 1
crowd-check: $(BUILD)/fuzz/crowd ## check what crowds promise, on random maps with random calls, 1 minute (COUNT SEED)
	@$< $(COUNT) $(SEED)

explain-check: COUNT = 100000
explain-check: SEED = 1
explain-check: $(BUILD)/fuzz/explanation ## compare explanations and choke points with brute force on random terrain (COUNT SEED)
	@$< $(COUNT) $(SEED)

replica-check: COUNT = 3000
replica-check: SEED = 1
replica-check: $(BUILD)/fuzz/replica ## compare replicas with their grid after random edits, damage deltas, 5 minutes (COUNT SEED)
	@$< $(COUNT) $(SEED)

index-check: COUNT = 10000
index-check: SEED = 1
index-check: $(BUILD)/fuzz/index ## compare baked indexes with searches while maps change, 1 minute (COUNT SEED, MAPS=dir: on game maps)
	@$< $(COUNT) $(SEED) $(if $(MAPS),"$(MAPS)")

# In a build of its own.
TSAN = $(BUILD)/tsan
pool-check: SECONDS = 60
pool-check: SEED = 1
pool-check: ## compare answers of worker threads with those of the grid, under the thread sanitizer (SECONDS SEED)
	@$(setup_for) threads
	@$(MAKE) --no-print-directory -s BUILD=$(TSAN) CC=clang CFLAGS="-O1 -g -fsanitize=thread" \
	  LDFLAGS=-fsanitize=thread $(TSAN)/fuzz/pool
	@$(TSAN)/fuzz/pool $(SECONDS) $(SEED)

endurance: all ## a million searches, the largest grids, the longest path: 2 minutes, 4 GB (ONLY=...)
	@$(LUA) tools/endurance.lua $(ONLY)

# The modules and some programs under the sanitizers. The fuzz targets have the same object files.
SANITIZED  = $(BUILD)/fuzz/clang
SANITIZERS = -fsanitize=address,undefined -fno-sanitize-recover=undefined
.PHONY: sanitized
sanitized:
	@$(MAKE) --no-print-directory -s BUILD=$(SANITIZED) CC=clang LDFLAGS="$(SANITIZERS) -shared-libasan" \
	  CFLAGS="-O2 -g -fsanitize=fuzzer-no-link $(SANITIZERS) -fno-sanitize-coverage=trace-cmp" \
	  all-lua $(addprefix $(SANITIZED)/spec/,corners crowd_saved hub_labels)

.PHONY: fuzz sanitize directed torture valgrind threads golden coverage analyze mutate
fuzz: ## run random calls, bytes and maps, compiled by clang: SECONDS=60 (QUICK=1)
	@$(setup_for) $@
	@MAKE="$(MAKE)" spec/fuzz/run $(or $(SECONDS),60)

sanitize: ## run the specs under the address and undefined behavior sanitizers (SPECS=...)
directed: ## the same for the specs of fixed bugs, limits and thresholds, with the modules of `make fuzz`
torture: ## the same with small limits, poisoned memory and a garbage collector without pauses
valgrind: ## run the specs under valgrind, 10 minutes
threads: ## run Lua states, readers and contexts on several threads under the thread sanitizer
golden: ## compare thousands of answers between compilers, optimizations and word sizes (QUICK=1)
coverage: ## print the share of the core's code that the specs run
analyze: ## static analysis
sanitize directed torture valgrind threads golden coverage analyze:
	@$(setup_for) $@
	@LUA54_CFLAGS="$(LUA54_CFLAGS)" LUA54_LIBS="$(LUA54_LIBS)" MAKE="$(MAKE)" tools/harden $@ $(SPECS)

mutate: COUNT = 240
mutate: SEED = 1
mutate: JOBS = 2
mutate: ## change src/ in many places, one at a time; count the changes that specs detect (COUNT SEED JOBS AGAIN)
	@$(setup_for) test $(suites-test)
	@$(LUA) tools/mutate.lua COUNT=$(COUNT) SEED=$(SEED) JOBS=$(JOBS) $(if $(AGAIN),AGAIN=1)

.PHONY: weigh lint format
weigh: ## print lines, bytes, words, seconds and memory, and check their ceilings (PART=counted: not seconds and memory)
	@$(setup_for) $@
	@MAKE="$(MAKE)" tools/weigh $(PART)

lint: ## check format, includes, words, scripts and Lua files; compile with gcc and clang, -Werror
	@MAKE="$(MAKE)" BUILD="$(BUILD)" tools/lint

format: ## format the C sources
	clang-format -i $(SOURCES) tools/*.c web/host/*.[ch] bench/*.[ch] examples/embed/*.c spec/support/*.[ch] spec/support/*.cpp spec/fuzz/*.[ch]

# -------------------------------------------------------------- programs that specs run

# With less optimization than the library, which takes most of their time. Each source is an object, so that a change
# of the core only links the programs again. The objects of `worlds` have larger maps than those of the fuzz targets.
COMPILE_TEST = $(COMPILE) $(if $(filter -O2,$(CFLAGS)),-O1)
compile_test_object = @mkdir -p $(@D) && $(COMPILE_TEST) $(1) -MMD -MP -c -o $@ $<
link_test = @mkdir -p $(@D) && $(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/fuzz/%.o: spec/fuzz/%.c
	$(call compile_test_object)
$(BUILD)/worlds/%.o: spec/fuzz/%.c
	$(call compile_test_object,-DORACLE_TILES=2304)
$(BUILD)/worlds/%.o: spec/support/%.c
	$(call compile_test_object,-DORACLE_TILES=2304)
.SECONDARY: # objects stay

# Those of `make test`, and those of `make test-all`, some of which compile the library again.
.PHONY: spec-programs spec-programs-all
spec-programs-all: spec-programs

# Programs that only need their source and the core.
CORE_TESTS = $(addprefix $(BUILD)/spec/,allocation cleared_memory content corners crowd_saved edited_maps \
  allocation_crowd golden hub_labels index_saved landmarks misuse pools pruning replicas rules_saved short_strings)

spec-programs: $(BUILD)/embed/plain $(if $(LUA54_CFLAGS),$(BUILD)/embed/host) $(CORE_TESTS) \
  $(if $(LUA54_CFLAGS),$(BUILD)/spec/allocation_lua5.4) \
  $(if $(LUA51_CFLAGS),$(BUILD)/spec/allocation_lua5.1)

# What several programs use: rounds of random worlds and their checks.
$(BUILD)/worlds.a: $(patsubst %,$(BUILD)/worlds/%.o,rounds answer edit inquiry level optimum oracle referee \
  requirement saved_index terrain turns)
	@rm -f $@
	@ar rcs $@ $^

$(CORE_TESTS): $(BUILD)/spec/%: $(BUILD)/worlds/%.o $(BUILD)/worlds.a $(CORE)
	$(link_test)

$(BUILD)/spec/allocation_lua%: spec/support/allocation_lua.c $(BUILD)/worlds.a $(CORE) $(BUILD)/lua%/lua.o
	@mkdir -p $(@D)
	$(COMPILE_TEST) $(call lua_cflags,$*) $(LDFLAGS) -o $@ $(filter-out %.h,$^) $(call lua_libs,$*)

# Test of grids and rules that a program and its scripts share.
BRIDGES = $(if $(LUA54_CFLAGS),$(BUILD)/spec/bridge5.4) $(if $(LUA51_CFLAGS),$(BUILD)/spec/bridge5.1)
spec-programs: $(BRIDGES)

$(BUILD)/spec/bridge%: spec/support/bridge.c $(SINGLE)/astar_helpers.c $(BUILD)/worlds.a $(CORE) \
  $(BUILD)/lua%/lua.o
	@mkdir -p $(@D)
	$(COMPILE_TEST) $(call lua_cflags,$*) $(LDFLAGS) -o $@ $(filter-out %.h,$^) $(call lua_libs,$*)

# The check build of the single file, with a call of each function for each freed object.
$(BUILD)/spec/live: spec/support/live.c spec/support/live_calls.awk spec/support/rounds.c $(SINGLE)/astar.c
	@mkdir -p $(@D)/live_calls
	awk -f spec/support/live_calls.awk $(filter-out src/astar_lua.h,$(HEADERS)) >$(@D)/live_calls/live_calls.h
	$(CC) -std=c11 -O0 -g $(WARNINGS) -DASTAR_CHECK -DASTAR_NO_LUA -I$(@D)/live_calls -I$(SINGLE) \
	  -o $@ $< spec/support/rounds.c $(SINGLE)/astar.c $(LIBS)

# A program for 32 bits. Debian's headers of Lua include a header from the folder of the 64-bit
# machine.
$(BUILD)/spec/length32: spec/support/length.c src/lua/compat.h
	$(call need_lua,5.4)
	@mkdir -p $(@D)
	$(COMPILE_TEST) -m32 $(call lua_cflags,5.4) -idirafter /usr/include/$(shell $(CC) -print-multiarch) \
	  -o $@ $<

# Fuzz targets. FUZZ_MAIN is a main that runs the cases in spec/fuzz/corpus. spec/fuzz/run links libFuzzer instead.
FUZZ_TARGETS = $(addprefix $(BUILD)/fuzz/,calls deserialize delta load_index rules)
FUZZ_MAIN = $(BUILD)/fuzz/replay.o
FUZZ_STATES = $(if $(LUA54_CFLAGS),$(BUILD)/fuzz/states5.4) $(if $(LUA51_CFLAGS),$(BUILD)/fuzz/states5.1)
ROUNDS = $(addprefix $(BUILD)/fuzz/,avoid crowd dead_ends explanation history index influence lacam links parallel pool property replica rescue sight \
         tactics)
spec-programs: $(FUZZ_TARGETS) $(FUZZ_STATES) $(ROUNDS)

$(BUILD)/fuzz/load_index: $(BUILD)/fuzz/saved_index.o
$(FUZZ_TARGETS): $(BUILD)/fuzz/%: $(BUILD)/fuzz/%.o $(BUILD)/fuzz/oracle.o $(BUILD)/worlds/rounds.o $(FUZZ_MAIN) $(CORE)
	$(link_test)

# Programs that play rounds of random worlds. Some include internal headers of the core.
$(ROUNDS): $(BUILD)/fuzz/%: $(BUILD)/worlds/%.o $(BUILD)/worlds.a $(CORE)
	$(link_test)

# Loads the module by `require`, as scripts do.
$(BUILD)/fuzz/states%: spec/fuzz/states.c
	@mkdir -p $(@D)
	$(COMPILE_TEST) $(call lua_cflags,$*) $(LDFLAGS) -o $@ $< $(call lua_libs,$*)

# The module from the single file, compiled with the few options that the first lines of that file
# name.
$(SINGLE)/c/lua%/astar.so: $(SINGLE)/astar.c
	@mkdir -p $(@D)
	$(CC) -O2 -Wall $(WERROR) -fPIC $(call lua_cflags,$*) $(SHARED) -o $@ $< $(LIBS)

$(SINGLE)/c++/lua%/astar.so: $(SINGLE)/astar.c
	@mkdir -p $(@D)
	$(CXX) -x c++ -O2 -Wall $(WERROR) -fPIC $(call lua_cflags,$*) $(SHARED) -o $@ $< $(LIBS)

$(SINGLE)/host: examples/embed/host.c $(SINGLE)/astar.c $(SINGLE)/astar_helpers.c
	$(CC) -Wall $(WERROR) -I$(SINGLE) $(LUA54_CFLAGS) -o $@ $(filter %.c,$^) $(LUA54_LIBS)

# A C++ program with astar.c, compiled as C++ and as C.
HOSTS = $(if $(LUA54_CFLAGS),$(BUILD)/spec/host5.4) $(if $(LUA51_CFLAGS),$(BUILD)/spec/host5.1)
HOST  = $(CXX) $(STRICT) $(CFLAGS:-O2=-O1) -I$(SINGLE) -o $@ spec/support/host.cpp
STRICT = -Wall -Wextra -Wpedantic $(WERROR)

spec-programs-all: $(HOSTS)

$(HOSTS): spec/support/host.cpp $(SINGLE)/astar.c

$(BUILD)/spec/host5.4:
	@mkdir -p $(@D)
	$(HOST) -x c++ $(SINGLE)/astar.c -x none $(LUA54_CFLAGS) $(LUA54_LIBS)

$(BUILD)/spec/host5.1:
	@mkdir -p $(@D)
	$(CC) $(CFLAGS:-O2=-O1) $(STRICT) $(LUA51_CFLAGS) -c -o $@.o $(SINGLE)/astar.c
	$(HOST) $@.o $(LUA51_CFLAGS) $(LUA51_LIBS)

# A C++17 program with the static and with the shared library.
INTERFACE = $(CXX) -std=c++17 $(STRICT) -O2 -Isrc $(LDFLAGS) -o $@ spec/support/interface.cpp

spec-programs-all: $(BUILD)/spec/interface-static $(BUILD)/spec/interface-shared

$(BUILD)/spec/interface-static: spec/support/interface.cpp $(HEADERS) $(BUILD)/lib/libastar.a
	@mkdir -p $(@D)
	$(INTERFACE) $(BUILD)/lib/libastar.a $(LIBS)

$(BUILD)/spec/interface-shared: spec/support/interface.cpp $(HEADERS) lib
	@mkdir -p $(@D)
	$(INTERFACE) -DASTAR_SHARED -L$(BUILD)/lib -lastar -Wl,-rpath,$(abspath $(BUILD)/lib)
