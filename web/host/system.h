// What Lua's libraries want from a system: commands, temporary files. Included before
// each source file of Lua, see lua_settings.h.
#ifndef WEB_SYSTEM_H
#define WEB_SYSTEM_H

#include <stdbool.h>
#include <stdio.h>

// Runs a command. Returns its exit code, or -1 with errno if there are no commands.
// Without a command: whether there are commands.
int host_system(const char *command);

// A stream from or to a command, NULL with errno if there are no commands. host_pclose
// returns the exit code.
FILE *host_popen(const char *command, const char *mode);
int host_pclose(FILE *stream);

// Creates an empty file, and writes its name: HOST_NAME_BYTES. Returns whether it could.
#define HOST_NAME_BYTES 32
bool host_tmpname(char *name);

// A temporary file that is gone when it is closed.
FILE *host_tmpfile(void);

#endif
