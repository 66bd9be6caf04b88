// Lua's sources include this header, but throw by the functions of lua_settings.h.
#ifndef WEB_SETJMP_H
#define WEB_SETJMP_H
typedef int jmp_buf[1];
#endif
