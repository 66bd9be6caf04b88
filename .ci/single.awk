# Writes a C file with its local includes expanded, each once: awk -f single.awk src/one.c
# The public header stays an include: it is delivered beside the result.

function expand(path,    dir, line, name) {
  if (path in seen) return
  seen[path] = 1
  dir = path
  sub(/[^\/]*$/, "", dir)
  while ((status = (getline line < path)) > 0) {
    if (line ~ /^#include "/ && line !~ /"astar\.h"/) {
      name = line
      gsub(/^#include "|".*$/, "", name)
      expand(dir name)
    } else {
      print line
    }
  }
  if (status < 0) {
    print path ": cannot be read" > "/dev/stderr"
    exit 1
  }
  close(path)
}

BEGIN {
  expand(ARGV[1])
}
