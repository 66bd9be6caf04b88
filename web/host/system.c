// Commands and temporary files. The page runs the commands: in Node.js those of the
// machine, in a browser none.

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "host.h"
#include "system.h"

// The exit code of a command, or -1.
IMPORT(execute) int page_execute(const char *command, size_t size);
// The descriptor of a file with the output of a command, or of a file whose content is
// the input of the command when the file is closed; or -1.
IMPORT(popen) int page_popen(const char *command, size_t size, int is_writing);
// Ends the command of a descriptor, before the descriptor is closed. Returns its exit
// code, or -1.
IMPORT(pclose) int page_pclose(int descriptor);

static int check(int code) {
  errno = code < 0 ? ENOTSUP : 0;
  return code;
}

int host_system(const char *command) {
  fflush(NULL);
  if (!command) return page_execute("true", 4) == 0;
  return check(page_execute(command, strlen(command)));
}

FILE *host_popen(const char *command, const char *mode) {
  fflush(NULL);
  int descriptor = check(page_popen(command, strlen(command), *mode == 'w'));
  return descriptor < 0 ? NULL : fdopen(descriptor, mode);
}

int host_pclose(FILE *stream) {
  fflush(stream);
  int code = page_pclose(fileno(stream));
  fclose(stream);
  return check(code);
}

bool host_tmpname(char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  uint8_t bytes[12];
  if (getentropy(bytes, sizeof bytes) != 0) return false;
  char *end = stpcpy(name, "/tmp/lua_");
  for (size_t i = 0; i < sizeof bytes; i++)
    *end++ = letters[bytes[i] % (sizeof letters - 1)];
  *end = '\0';
  FILE *file = fopen(name, "wx");
  return file && fclose(file) == 0;
}

FILE *host_tmpfile(void) {
  char name[HOST_NAME_BYTES];
  if (!host_tmpname(name)) return NULL;
  FILE *file = fopen(name, "w+");
  remove(name);
  return file;
}
