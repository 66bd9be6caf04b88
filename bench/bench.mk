# Part of the Makefile: the targets of the benchmark. bench/run.lua describes its variables.

##@ test

.PHONY: bench bench-quick bench-memory bench-edits bench-links bench-paths bench-turns bench-explanations \
  bench-crowds bench-scripts bench-pool bench-index bench-sight bench-turn-based bench-cluster bench-programs
BENCH = $(BUILD)/bench
CLOCKS = $(patsubst $(BUILD)/%/astar.so,$(BENCH)/%/clock.so,$(filter $(LUA54) $(LUA51),$(MODULES)))

bench: RUN = bench/run.lua
bench: ## compare speed with other libraries, 20 minutes (MAPS COSTS CASES PEERS ONLY YARDSTICK)
bench-quick: RUN = bench/run.lua --quick
bench-quick: ## the same on a few maps, less than a minute
bench bench-quick:
	@$(setup_for) demo
	@$(MAKE) --no-print-directory -s all bench-programs
	@$(setup_for) bench || echo "The benchmark runs without the missing peers."
	@CC="$(CC)" MAKE="$(MAKE)" YARDSTICK="$(YARDSTICK)" bench/setup $(BUILD)
	@BUILD="$(BUILD)" MAPS="$(MAPS)" COSTS="$(COSTS)" CC="$(CC)" CFLAGS="$(CFLAGS)" $(LUA) $(RUN)

bench-memory: $(BENCH)/memory ## print the memory of a grid in bytes per tile
	@$(BENCH)/memory

bench-edits: $(BENCH)/edits ## print the mean and the worst edit on maps of 4096 and 8192 tiles: SIDES="4096" MAPS=dir
	@$< $(SIDES) $(wildcard $(if $(MAPS),$(MAPS)/*.map))

bench-links: $(BENCH)/links ## print how fast paths are on several floors with stairs
	@$<

# Runs $(1) on each Lua that has a module and a clock.
on_each_lua = for lua in lua5.4 lua5.1 luajit; do \
  build=$(BUILD)/bench/$$(echo $$lua | sed s/luajit/lua5.1/); \
  [ -e $$build/clock.so ] && command -v $$lua >/dev/null || continue; \
  LUA_PATH="./lua/?.lua;;" LUA_CPATH="$$(echo $$build | sed s,/bench,,)/?.so;$$build/?.so" \
    $$lua $(1) || exit; \
done

bench-paths: $(MODULES) $(CLOCKS) ## print the time that path:is_valid takes per frame
	@$(call on_each_lua,bench/paths.lua)

bench-turns: $(MODULES) $(CLOCKS) ## print how often paths turn, straightened or not, and their time: MAPS=dir
	$(if $(MAPS),,$(error a folder of MovingAI maps is needed: make bench-turns MAPS=dir))
	@$(call on_each_lua,bench/turns.lua $(wildcard $(MAPS)/*.map))

bench-explanations: $(BENCH)/explanations ## print the time of explanations and planned obstacles: MAPS=dir
	$(if $(MAPS),,$(error a folder of MovingAI maps is needed: make bench-explanations MAPS=dir))
	@$< $(wildcard $(MAPS)/*.map)

bench-scripts: $(MODULES) $(CLOCKS) ## print the time that NPCs with scripts take per frame
	@$(call on_each_lua,bench/scripts.lua)

bench-crowds: $(BENCH)/crowds ## write the figures of crowds to build/bench/crowds.md, 2 minutes: MAPS=dir
	@$< tables $(wildcard $(if $(MAPS),$(MAPS)/*.map)) | tee $(BENCH)/crowds.md

bench-pool: $(BENCH)/pool $(MODULES) $(CLOCKS) ## print the throughput of worker threads, and what they cost the game: MAPS=dir
	@$< $(wildcard $(if $(MAPS),$(MAPS)/*.map))
	@$(call on_each_lua,bench/pool.lua)

bench-index: $(BENCH)/index ## print what baked indexes take and give: MAPS=dir WEIGHTED="hills.map:F=1,G=1.5 ..."
	$(if $(MAPS)$(WEIGHTED),,$(error a folder of MovingAI maps is needed: make bench-index MAPS=dir))
	@$< $(wildcard $(if $(MAPS),$(MAPS)/*.map)) $(WEIGHTED)

bench-sight: $(BENCH)/sight ## print what views and fog of war take, beside libtcod if it is installed
	@$<

bench-turn-based: $(BENCH)/turn_based $(MODULES) $(CLOCKS) ## print what movement in turns takes, beside searches without turns
	@$<
	@$(call on_each_lua,bench/turn_based.lua)

bench-cluster: $(LUA51) ## print what a world on three instances of Tarantool on this machine does: MAPS=dir
	$(if $(MAPS),,$(error a folder of MovingAI maps is needed: make bench-cluster MAPS=dir))
	@$(setup_for) cluster
	@rm -rf $(BENCH)/cluster && mkdir -p $(BENCH)/cluster
	@LUA_PATH="./lua/?.lua;./?.lua;;" LUA_CPATH="$(<D)/?.so;;" tarantool bench/cluster.lua $(BENCH)/cluster $(MAPS)

bench-programs: $(BENCH)/native $(BENCH)/memory $(BENCH)/edits $(BENCH)/links $(BENCH)/crowds \
  $(BENCH)/explanations $(BENCH)/pool $(BENCH)/index $(BENCH)/sight $(BENCH)/turn_based $(CLOCKS)

$(addprefix $(BENCH)/,native edits explanations links pool index): bench/timing.h
$(addprefix $(BENCH)/,native memory edits explanations links pool index): \
  $(BENCH)/%: bench/%.c $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $< $(CORE) $(LIBS)

# Compiled like the searches that it is compared with.
$(BENCH)/turn_based: bench/turn_based.c bench/timing.h $(CORE)
	@mkdir -p $(@D)
	$(COMPILE:-O2=-O3) $(LDFLAGS) -o $@ $< $(CORE) $(LIBS)

LIBTCOD = $(if $(wildcard /usr/include/libtcod/fov.h),-DBENCH_LIBTCOD -ltcod)
$(BENCH)/sight: bench/sight.c bench/timing.h $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $< $(CORE) $(LIBTCOD) $(LIBS)

# Its maps and scenes are those of the specs.
$(BENCH)/crowds: bench/crowds.c spec/support/crowd_maps.c spec/support/crowd_scenes.c bench/timing.h \
  spec/support/crowd_maps.h spec/support/crowd_scenes.h $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) -Ispec $(LDFLAGS) -o $@ $(filter-out %.h,$^) $(LIBS)

$(BENCH)/libtcod: bench/libtcod.c bench/timing.h
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $< -ltcod -lm

$(BENCH)/lua5.4/clock.so $(BENCH)/lua5.1/clock.so: bench/clock.c
	@mkdir -p $(@D)
	$(COMPILE) $(if $(findstring lua5.4,$@),$(LUA54_CFLAGS),$(LUA51_CFLAGS)) $(SHARED) -o $@ $<
