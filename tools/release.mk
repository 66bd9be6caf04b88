##@ release

# --------------------------------------------------------------------- the single file

.PHONY: single
single: $(SINGLE)/astar.c $(SINGLE)/astar_helpers.c ## write the library as one file, build/single/astar.c, and the Lua helpers as another

# With the two files go the public headers.
$(SINGLE)/astar.c: $(SOURCES) tools/single.awk
	@mkdir -p $(@D)
	cp $(HEADERS) $(@D)
	awk -f tools/single.awk src/one.c >$@

EMBEDDED = $(sort $(filter-out lua/astar/init.lua,$(HELPERS)))

$(SINGLE)/astar_helpers.c: tools/astar_helpers.c $(EMBEDDED) tools/helpers.awk | $(SINGLE)/astar.c
	awk -f tools/helpers.awk tools/astar_helpers.c $(EMBEDDED) >$@

# ----------------------------------------------------------------------- the C library

VERSION := $(shell sed -n 's/^.define ASTAR_VERSION "\(.*\)"/\1/p' src/astar.h)
LIB = $(BUILD)/lib
LIBDIR ?= $(PREFIX)/lib
# As long as the version is 0.y.z, each y may change the interface: a program looks for the y that
# it was linked with.
ifeq ($(SYSTEM),Darwin)
SO       = libastar.dylib
SONAME   = libastar.$(basename $(VERSION)).dylib
LINK_LIB = -dynamiclib -install_name $(LIBDIR)/$(SONAME)
STRIP    = -Wl,-x
else
SO       = libastar.so
SONAME   = libastar.so.$(basename $(VERSION))
LINK_LIB = -shared -Wl,-soname,$(SONAME)
STRIP    = -s
endif

# As fast as the searches of the usual build.
$(LIB)/%.o: CFLAGS := $(CFLAGS:-O2=-O3)

.PHONY: lib
lib: $(LIB)/libastar.a $(LIB)/$(SO) ## build the C library, static and shared

# The shared library exports the functions of the public headers. The static one does not, since it may become
# part of a plugin.
$(LIB)/shared.o: EXPORT = -DASTAR_BUILD_SHARED
# A linker with --gc-sections leaves functions out that a program does not use.
$(LIB)/astar.o: EXPORT = -ffunction-sections -fdata-sections
$(LIB)/astar.o $(LIB)/shared.o: $(SINGLE)/astar.c Makefile tools/release.mk
	@mkdir -p $(@D)
	$(COMPILE) -DASTAR_NO_LUA $(EXPORT) -c -o $@ $<

$(LIB)/libastar.a: $(LIB)/astar.o
	$(AR) rcs $@ $<

$(LIB)/$(SONAME): $(LIB)/shared.o
	$(CC) $(LINK_LIB) $(LDFLAGS) -o $@ $< $(LIBS)

$(LIB)/$(SO): $(LIB)/$(SONAME)
	ln -sf $(SONAME) $@

# What a program with Lua inside needs beside this library: the binding and the helpers.
$(LIB)/libastar_lua%.a: $(SINGLE)/astar.c $(SINGLE)/astar_helpers.c Makefile tools/release.mk
	$(call need_lua,$*)
	@mkdir -p $(LIB)/lua$*
	for part in astar astar_helpers; do \
	  $(COMPILE) $(call lua_cflags,$*) -DASTAR_NO_CORE -c -o $(LIB)/lua$*/$$part.o $(SINGLE)/$$part.c || exit 1; \
	done
	$(AR) rcs $@ $(LIB)/lua$*/astar.o $(LIB)/lua$*/astar_helpers.o

# ------------------------------------------------------------- modules for other machines

# Modules that run on many machines, as the packages of `make dist` contain them: from the single
# source file, without the names of local functions. `make test-packages` checks which libraries
# and which versions of their functions the modules need.
#
#     build/linux-x64/lua5.1/astar.so, build/windows-x64/lua5.4/astar.dll, ...
#
# Debian's headers of Lua include a header from the folder of the machine's processor.
RELEASE = $(FLAGS) $(CFLAGS:-O2=-O3) -Isrc $(call lua_cflags,$*) \
  -idirafter /usr/include/$(shell $(CC) -print-multiarch)

# $(call build_platform,PLATFORM,COMPILER,LIBRARIES)
define build_platform
$(BUILD)/$(1)/lua%/astar.so: $(SOURCES) Makefile tools/release.mk $(filter $(BUILD)/%,$(3))
	$$(call need_lua,$$*)
	@mkdir -p $$(@D)
	$(2) $$(RELEASE) $$(SHARED) $$(STRIP) -o $$@ src/one.c $(3)
endef

# Modules for Linux must also run with an old glibc. glibc 2.34 moved these functions from
# libpthread.so.0 to libc.so.6, where they have a new version, and kept their old version for older
# programs. This library has the functions in their old version, and is for the linker only: a module
# that is linked with it is such an older program.
OLD_PTHREAD = pthread_create pthread_join pthread_sigmask pthread_attr_setstacksize

# $(call old_pthread,PLATFORM,COMPILER,VERSION): with the first version of glibc for the processor
define old_pthread
$(BUILD)/$(1)/libpthread.so.0: tools/release.mk
	@mkdir -p $$(@D)
	echo '$(3) { global: *; };' >$$@.map
	printf '.globl %s\n%s:\n' $(foreach name,$(OLD_PTHREAD),$(name) $(name)) | \
	  $(2) -shared -nostdlib -Wl,-soname,$$(@F) -Wl,--version-script=$$@.map -o $$@ -x assembler -
endef

ARM64 = clang --target=aarch64-linux-gnu -fuse-ld=lld
$(eval $(call old_pthread,linux-x64,$(CC),GLIBC_2.2.5))
$(eval $(call old_pthread,linux-arm64,$(ARM64),GLIBC_2.17))
# Without outline atomics: they call a function of a newer C library, to ask for the processor.
$(eval $(call build_platform,linux-x64,$(CC),$(BUILD)/linux-x64/libpthread.so.0 -lm))
$(eval $(call build_platform,linux-arm64,$(ARM64) -mno-outline-atomics,$(BUILD)/linux-arm64/libpthread.so.0 -lm))
$(eval $(call build_platform,macos-x64,$(CC) -arch x86_64 -mmacosx-version-min=10.13,$(LIBS)))
$(eval $(call build_platform,macos-arm64,$(CC) -arch arm64 -mmacosx-version-min=11.0,$(LIBS)))

MINGW         = x86_64-w64-mingw32
MINGW_NM      = $(MINGW)-nm
MINGW_DLLTOOL = $(MINGW)-dlltool
WINDOWS       = $(BUILD)/windows-x64

.PHONY: windows
windows: $(WINDOWS)/lua5.4/astar.dll $(WINDOWS)/lua5.1/astar.dll ## cross-build the module for Windows with mingw-w64

# The import library lists the functions of Lua's DLL that the module calls, so the linker does not
# need the DLL. The linker must not write the time into the DLL: each build gives the same bytes.
$(WINDOWS)/lua%/astar.dll: $(SOURCES) Makefile tools/release.mk
	$(call need_lua,$*)
	@mkdir -p $(@D)
	$(MINGW)-gcc $(RELEASE) -c -o $(@D)/astar.o src/one.c
	{ echo EXPORTS; $(MINGW_NM) -u $(@D)/astar.o | grep -oE 'luaL?_[a-z]+'; } >$(@D)/lua.def
	$(MINGW_DLLTOOL) -D lua$(subst .,,$*).dll -d $(@D)/lua.def -l $(@D)/liblua.a
	$(MINGW)-gcc -shared -s -static-libgcc -Wl,--no-insert-timestamp -o $@ $(@D)/astar.o $(@D)/liblua.a

# ---------------------------------------------------------------------------- packages

.PHONY: dist love
dist: ## write all packages of a release, with their checksums, into build/dist (URL=)
	@$(setup_for) $@
	@MAKE="$(MAKE)" URL="$(URL)" tools/dist

love: ## write only the zip for LÖVE games (on macOS: the packages for macOS) into build/dist
	@$(setup_for) dist-love
	@MAKE="$(MAKE)" tools/dist love

# ------------------------------------------------------------------------------ phones

.PHONY: phones phones-objects
phones: ## compile the single file for Android and iOS, check which functions it needs
	@$(setup_for) $@
	@$(MAKE) --no-print-directory -s phones-objects

phones-objects: single
	$(call need_lua,5.1)$(call need_lua,5.4)
	LUA51_CFLAGS="$(LUA51_CFLAGS)" LUA54_CFLAGS="$(LUA54_CFLAGS)" tools/phones $(BUILD)/phones

# ----------------------------------------------------------------------------- install

INCLUDE_DIR = $(DESTDIR)$(PREFIX)/include
LIB_DIR     = $(DESTDIR)$(LIBDIR)
MODULE_DIR  = $(LIB_DIR)/lua
HELPER_DIR  = $(DESTDIR)$(PREFIX)/share/lua
META_DIR    = $(DESTDIR)$(PREFIX)/share/astar
FILL_IN     = sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' \
  -e 's|@SONAME@|$(SONAME)|'
VERSIONS    = $(patsubst $(BUILD)/lua%/astar.so,%,$(MODULES))

.PHONY: install install-lib uninstall
install: all install-lib $(VERSIONS:%=$(LIB)/libastar_lua%.a) ## install under PREFIX (DESTDIR, LIBDIR): the module for each Lua, the C library
	install -d $(META_DIR)
	install -m 644 src/lua/meta.lua $(META_DIR)
	install -m 644 src/astar_lua.h $(INCLUDE_DIR)
	for v in $(VERSIONS); do \
	  install -d $(MODULE_DIR)/$$v $(addprefix $(HELPER_DIR)/$$v/,$(sort $(dir $(HELPERS:lua/%=%)))) && \
	  install -m 755 $(BUILD)/lua$$v/astar.so $(MODULE_DIR)/$$v && \
	  install -m 644 $(LIB)/libastar_lua$$v.a $(LIB_DIR) || exit 1; \
	  for file in $(HELPERS:lua/%=%); do \
	    install -m 644 lua/$$file $(HELPER_DIR)/$$v/$$file || exit 1; \
	  done; \
	done

install-lib: lib ## install the C library alone
	install -d $(INCLUDE_DIR) $(LIB_DIR)/pkgconfig $(LIB_DIR)/cmake/astar
	install -m 644 $(filter-out src/astar_lua.h,$(HEADERS)) $(INCLUDE_DIR)
	install -m 644 $(LIB)/libastar.a $(LIB)/$(SONAME) $(LIB_DIR)
	ln -sf $(SONAME) $(LIB_DIR)/$(SO)
	$(FILL_IN) astar.pc.in >$(LIB_DIR)/pkgconfig/astar.pc
	$(FILL_IN) astar-config.cmake.in >$(LIB_DIR)/cmake/astar/astar-config.cmake
	$(FILL_IN) astar-config-version.cmake.in >$(LIB_DIR)/cmake/astar/astar-config-version.cmake

uninstall: ## remove what `make install` put there
	rm -f $(HEADERS:src/%=$(INCLUDE_DIR)/%) $(LIB_DIR)/pkgconfig/astar.pc
	rm -f $(LIB_DIR)/libastar.a $(LIB_DIR)/libastar_lua5.[1-5].a $(LIB_DIR)/$(SO) $(LIB_DIR)/$(SONAME)
	rm -rf $(LIB_DIR)/cmake/astar $(META_DIR)
	for v in $(LUAS); do \
	  rm -f $(MODULE_DIR)/$$v/astar.so && rm -rf $(HELPER_DIR)/$$v/astar || exit 1; \
	done
