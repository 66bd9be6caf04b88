##@ test

.PHONY: bench bench-quick bench-memory bench-watches bench-programs
BENCH = $(BUILD)/bench
CLOCKS = $(patsubst $(BUILD)/%/astar.so,$(BENCH)/%/clock.so,$(filter $(LUA54) $(LUA51),$(MODULES)))

bench: RUN = bench/run.lua
bench: ## race it against other libraries, ten minutes (MAPS, CASES, PEERS, ONLY, PASSES, YARDSTICK)
bench-quick: RUN = bench/run.lua --quick
bench-quick: ## the same on a few maps in less than a minute
bench bench-quick:
	@$(setup_for) demo
	@$(MAKE) --no-print-directory -s all bench-programs
	@$(setup_for) bench || echo "Going on without what is missing."
	@CC="$(CC)" MAKE="$(MAKE)" YARDSTICK="$(YARDSTICK)" bench/setup $(BUILD)
	@BUILD="$(BUILD)" MAPS="$(MAPS)" CC="$(CC)" CFLAGS="$(CFLAGS)" $(LUA) $(RUN)

bench-memory: $(BENCH)/memory ## print what a grid holds, in bytes a tile
	@$(BENCH)/memory

bench-watches: $(BENCH)/watches $(MODULES) $(CLOCKS) ## print what watched paths cost per frame
	@$(BENCH)/watches
	@for lua in lua5.4 lua5.1 luajit; do \
	  build=$(BUILD)/bench/$$(echo $$lua | sed s/luajit/lua5.1/); \
	  [ -e $$build/clock.so ] && command -v $$lua >/dev/null || continue; \
	  LUA_CPATH="$$(echo $$build | sed s,/bench,,)/?.so;$$build/?.so" $$lua bench/watches.lua; \
	done

bench-programs: $(BENCH)/native $(BENCH)/memory $(CLOCKS)

$(BENCH)/native $(BENCH)/watches: bench/timing.h
$(BENCH)/native $(BENCH)/memory $(BENCH)/watches: $(BENCH)/%: bench/%.c $(CORE)
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $< $(CORE) -lm

$(BENCH)/libtcod: bench/libtcod.c bench/timing.h
	@mkdir -p $(@D)
	$(COMPILE) $(LDFLAGS) -o $@ $< -ltcod -lm

$(BENCH)/lua5.4/clock.so $(BENCH)/lua5.1/clock.so: bench/clock.c
	@mkdir -p $(@D)
	$(COMPILE) $(if $(findstring lua5.4,$@),$(LUA54_CFLAGS),$(LUA51_CFLAGS)) $(SHARED) -o $@ $<
