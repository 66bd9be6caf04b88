// Included before each source file of Lua (clang -include): the settings for WebAssembly.
#ifndef WEB_LUA_SETTINGS_H
#define WEB_LUA_SETTINGS_H

#include <stdlib.h>

#include "system.h"

// WebAssembly has no setjmp. The page calls the protected function, and catches a
// JavaScript exception: runtime.js. page_try returns 1 if the function threw. The stack
// pointer of C is then still that of the call that threw. luaD_rawrunprotected, the only
// caller, calls nothing before it returns, and restores it from a local variable as each
// function does.
__attribute__((import_module("page"), import_name("try"))) int
page_try(void *function, void *state, void *data);
__attribute__((import_module("page"), import_name("throw"), noreturn)) void
page_throw(void);

#define luai_jmpbuf int
#define LUAI_THROW(L, c) page_throw()
// luaD_throw sets the status of an error before it throws, so -1 is for what else may be
// thrown.
#define LUAI_TRY(L, c, a)                                                                \
  if (page_try((void *)f, L, ud) != 0 && (c)->status == 0) {                             \
    (c)->status = -1;                                                                    \
  }

// No signal interrupts a program.
#define l_signalT int

// A call from C to Lua also takes stack of the browser, which is about 1 MB in a worker.
#define LUAI_MAXCCALLS 200
// Endless recursion must be an error about the stack before it is one about the memory.
#define LUAI_MAXSTACK 200000

// The files of the library lie in lua/ of the current folder.
#define LUA_PATH_DEFAULT "./?.lua;./?/init.lua;lua/?.lua;lua/?/init.lua"
#define LUA_CPATH_DEFAULT ""

#define system(command) host_system(command)
#define l_popen(L, command, mode) ((void)(L), host_popen(command, mode))
#define l_pclose(L, stream) ((void)(L), host_pclose(stream))
#define tmpfile() host_tmpfile()
#define LUA_TMPNAMBUFSIZE HOST_NAME_BYTES
#define lua_tmpnam(name, failed) ((failed) = !host_tmpname(name))

#endif
