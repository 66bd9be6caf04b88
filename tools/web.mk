# Part of the Makefile: the playground and the demos in the browser.

##@ web

WASM     = $(BUILD)/wasm
WEB_LUA  = $(BUILD)/sources/lua5.4/lua-5.4.4/src
NPM      = $(BUILD)/npm

.PHONY: web web-parts
web: ## write the playground and the demos as web pages: build/web
	@$(setup_for) $@
	@$(MAKE) --no-print-directory -s web-parts
	@node web/build.mjs $(BUILD)

# What web/build.mjs reads.
web-parts: $(WASM)/astar.wasm $(NPM)/installed

# ------------------------------------------------------------------------------ astar.wasm

# The parts of Lua, without its two programs.
LUA_PARTS = lapi lcode lctype ldebug ldo ldump lfunc lgc llex lmem lobject lopcodes lparser lstate \
  lstring ltable ltm lundump lvm lzio lauxlib lbaselib lcorolib ldblib liolib lmathlib loadlib loslib \
  lstrlib ltablib lutf8lib linit
HOST_PARTS = $(basename $(notdir $(wildcard web/host/*.c)))

# Clang's linker starts wasm-opt if that is installed and -O is given: so the link has no -O.
WASM_CLANG   = clang --target=wasm32-wasi --sysroot=/usr
WASM_COMPILE = $(WASM_CLANG) -Os -std=gnu11 -ffp-contract=off -DNDEBUG -Iweb/host/shim -I$(WEB_LUA) \
  -D_WASI_EMULATED_PROCESS_CLOCKS -msign-ext -mnontrapping-fptoint -mmutable-globals -MMD -MP

$(WASM)/astar.wasm: $(patsubst %,$(WASM)/lua/%.o,$(LUA_PARTS)) $(patsubst %,$(WASM)/host/%.o,$(HOST_PARTS)) \
  $(WASM)/astar.o
	$(WASM_CLANG) -mexec-model=reactor -o $@ $^ -lwasi-emulated-process-clocks \
	  -Wl,-z,stack-size=1048576,--stack-first,--strip-all

$(WASM)/lua/%.o: $(WEB_LUA)/%.c web/host/lua_settings.h web/host/system.h tools/web.mk
	@mkdir -p $(@D)
	$(WASM_COMPILE) -w -include web/host/lua_settings.h -c -o $@ $<

$(WASM)/host/%.o: web/host/%.c tools/web.mk | $(WEB_LUA)
	@mkdir -p $(@D)
	$(WASM_COMPILE) -Wall -Wextra -Wshadow -Wconversion -c -o $@ $<

$(WASM)/astar.o: $(SINGLE)/astar.c $(SINGLE)/astar_lua.h $(SINGLE)/astar.h tools/web.mk | $(WEB_LUA)
	@mkdir -p $(@D)
	$(WASM_COMPILE) -c -o $@ $<

$(patsubst %,$(WEB_LUA)/%.c,$(LUA_PARTS)): | $(WEB_LUA)
$(WEB_LUA):
	@tools/build_elsewhere lua-sources

-include $(wildcard $(WASM)/*.d $(WASM)/*/*.d)

# -------------------------------------------------------------------------------- packages

# The packages of npm in their locked versions.
$(NPM)/installed: web/package.json web/package-lock.json
	@mkdir -p $(NPM)
	@cp $^ $(NPM)
	npm ci --prefix $(NPM) --ignore-scripts --no-audit --no-fund >$(NPM)/log 2>&1 || { cat $(NPM)/log; exit 1; }
	@touch $@
