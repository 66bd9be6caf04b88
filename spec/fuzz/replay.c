/// A main for fuzz targets without a fuzzer: runs the target once on each named file.
///
///     build/fuzz/calls FILE...
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run(const char *name) {
  FILE *file = fopen(name, "rb");
  long size = -1;
  if (file != NULL && fseek(file, 0, SEEK_END) == 0) size = ftell(file);
  uint8_t *bytes = size < 0 ? NULL : malloc((size_t)size + 1);
  if (bytes != NULL) rewind(file);
  if (bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size) {
    fprintf(stderr, "%s: cannot be read\n", name);
    exit(EXIT_FAILURE);
  }
  fclose(file);
  // A block of exactly that size, so that sanitizers detect reads beyond its end.
  uint8_t *data = realloc(bytes, size > 0 ? (size_t)size : 1);
  LLVMFuzzerTestOneInput(data, (size_t)size);
  free(data);
}

int main(int count, char **names) {
  for (int i = 1; i < count; i++) run(names[i]);
  printf("%d cases replayed\n", count - 1);
  return EXIT_SUCCESS;
}
