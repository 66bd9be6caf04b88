# Settings of dh-lua, for each lua*.dh-lua.conf. The name of that file has the version of Lua.
#
# dh-lua can also compile a module (CLIB_OBJS). It makes a public library of it, with a soname, and
# a -dev package for programs that link it. This package would have four sonames, which differ from
# its name; and C programs contain astar.c instead. So the Makefile of astar builds the modules, and
# dh-lua installs them as plugins, which only Lua loads (Debian Policy, section 8.2).
PKG_NAME            = astar
LUA_SOURCES         = $(wildcard lua/astar/*.lua lua/astar/*/*.lua)
LUA_SOURCES_ARCHDEP = build/lua$(LUA_VERSION)/astar.so
LUA_SOURCES_MANGLER = sed -E "s,^(build/)?lua[0-9.]*/,,"
LUA_TEST_CUSTOM     = LUA_CPATH=build/lua$(LUA_VERSION)/?.so @@LUA@@ spec/support/first_use.lua >/dev/null
