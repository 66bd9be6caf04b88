# Part of the Makefile: finds the headers and libraries of each Lua in LUAS, and sets LUA54_CFLAGS,
# LUA54_LIBS and the variables of the other Luas if they are not set.

# The folders where headers of a Lua may be: $(call lua_dirs,5.4).
lua_dirs = $(patsubst -I%,%,$(shell pkg-config --cflags-only-I lua$(1) 2>/dev/null)) \
  $(foreach root,/usr /usr/local /opt/homebrew,$(addprefix $(root)/include/,\
    lua$(1) lua-$(1) lua) $(root)/include $(root)/include/luajit-2.1)
# The definition of the version in lua.h; in Lua 5.5 it has several parts.
is_lua = (VERSION_NUM[[:space:]]+50$(1:5.%=%)|VERSION_MINOR_N[[:space:]]+$(1:5.%=%))$$
# The folder of the headers, as a flag. Empty: not found.
find_lua = $(patsubst %/lua.h,-I%,$(firstword $(shell \
  grep -slE '$(is_lua)' $(addsuffix /lua.h,$(lua_dirs)))))

lua_cflags = $(LUA$(subst .,,$(1))_CFLAGS)
lua_libs = $(LUA$(subst .,,$(1))_LIBS)
need_lua = $(if $(lua_cflags),,$(error no headers of Lua $(1): run 'make setup', or set \
  LUA$(subst .,,$(1))_CFLAGS))

# The library that belongs to the headers: the headers of LuaJIT are headers of Lua 5.1.
find_libs = $(if $(findstring luajit,$(lua_cflags)),\
  $(or $(shell pkg-config --libs luajit 2>/dev/null),-lluajit-5.1),\
  $(or $(shell pkg-config --libs lua$(1) 2>/dev/null),-llua$(1))) $(LIBS)

define lua_variables
ifndef LUA$(subst .,,$(1))_CFLAGS
LUA$(subst .,,$(1))_CFLAGS := $$(call find_lua,$(1))
endif
ifndef LUA$(subst .,,$(1))_LIBS
LUA$(subst .,,$(1))_LIBS = $$(call find_libs,$(1))
endif
endef
$(foreach lua,$(LUAS),$(eval $(call lua_variables,$(lua))))
