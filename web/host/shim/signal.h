// WebAssembly has no signals. Lua only needs a type that is read and written at once:
// lua_settings.h.
#ifndef WEB_SIGNAL_H
#define WEB_SIGNAL_H
#endif
