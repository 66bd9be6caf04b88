# Writes a C file with its local includes expanded, each once: awk -f single.awk src/one.c
# The public headers stay includes: they are delivered beside the result.
#
# The files know each other's functions by names that a program may have, too. In one file these
# can be static: C and C++ ask for that at the first declaration alone. A table cannot be
# declared so; it gets a name of ours.

function expand(path,    line, name, words, status, inside) {
  if (path in seen) return
  seen[path] = 1
  inside = path ~ /\.h$/
  while ((status = (getline line < path)) > 0) {
    if (line ~ /^#include "/ && line !~ /"astar(_lua)?\.h"/) {
      name = line
      gsub(/^#include "|".*$/, "", name)
      expand(root name)
      continue
    }
    if (inside && line ~ /^[a-z][a-z0-9_ *]*\(/ && line !~ /^(static|typedef) /) {
      line = "static " line
    } else if (inside && line ~ /^extern const [A-Za-z0-9_]+ [a-z0-9_]+\[/ && line !~ / astar_/) {
      split(line, words, /[ \[]/)
      print "#define " words[4] " astar_" words[4]
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
