# Writes the library as one C file: awk -f tools/single.awk src/one.c, as `make single` does. Each
# local include is replaced by the content of the file, once. The public headers stay includes: they
# are delivered with the result.
#
# The internal functions have names that a program may use, too. In one file they can be static: C
# and C++ need the word only at the first declaration. The declaration of a table cannot be static,
# so the table is renamed to astar_NAME.

function expand(path,    line, name, status, inside) {
  if (path in seen) return
  seen[path] = 1
  inside = path ~ /\.h$/
  while ((status = (getline line < path)) > 0) {
    if (line ~ /^#include "/ && line !~ /"astar(_[a-z]+)?\.h"/) {
      name = line
      gsub(/^#include "|".*$/, "", name)
      expand(root name)
      continue
    }
    if (inside && line ~ /^[a-z][a-z0-9_ *]*\(/ && line !~ /^(static|typedef) /) {
      line = "static " line
    } else if (inside && line ~ /^extern const .*\[/ && line !~ / astar_/) {
      match(line, /[a-z0-9_]+\[/)
      name = substr(line, RSTART, RLENGTH - 1)
      print "#define " name " astar_" name
    }
    print line
  }
  if (status < 0) {
    print path ": cannot be read" > "/dev/stderr"
    exit 1
  }
  close(path)
}

BEGIN {
  root = ARGV[1] # includes are written from this folder
  sub(/[^\/]*$/, "", root)
  expand(ARGV[1])
}
