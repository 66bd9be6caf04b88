// Included before each source file of Lua (clang -include): the settings for WebAssembly.
#ifndef WEB_LUA_SETTINGS_H
#define WEB_LUA_SETTINGS_H

#include <stdio.h>
#include <stdlib.h>

// WebAssembly has no setjmp. The page calls the protected function, and catches a JavaScript
// exception: runtime.js. page_try returns 1 if the function threw.
__attribute__((import_module("page"), import_name("try"))) int page_try(void *function,
                                                                        void *state, void *data);
__attribute__((import_module("page"), import_name("throw"), noreturn)) void page_throw(void);

#define luai_jmpbuf int
#define LUAI_THROW(L, c) page_throw()
// luaD_throw sets the status of an error before it throws, so -1 is for what else may be thrown.
#define LUAI_TRY(L, c, a)                                         \
  if (page_try((void *)f, L, ud) != 0 && (c)->status == 0) { \
    (c)->status = -1;                                             \
  }

// No signal interrupts a program.
#define l_signalT int

// A call from C to Lua also takes stack of the browser, which is about 1 MB in a worker.
#define LUAI_MAXCCALLS 200
// Endless recursion must be an error about the stack before it is one about the memory.
#define LUAI_MAXSTACK 200000

// There are no other programs and no folder for temporary files.
#define tmpfile() ((FILE *)NULL)
#define system(command) ((void)(command), 0)
#define LUA_TMPNAMBUFSIZE 32
#define lua_tmpnam(buffer, failed) ((void)(buffer), (failed) = 1)

#endif
