# Prints what `make help` prints, from the Makefile and the files it includes: a line "##@ name"
# begins a group, and a target has its description behind "## " in the same line.

/^##@ / && $2 != group {
  group = $2
  printf "%s%s\n", printed++ ? "\n" : "", group
}

match($0, /^[a-z0-9-]+:.*## /) {
  name = $0
  sub(/:.*/, "", name)
  printf "  make %-15s %s\n", name, substr($0, RLENGTH + 1)
}

END {
  print ""
  print "variables"
  print "  build: CC CFLAGS BUILD LUA54_CFLAGS LUA54_LIBS (and so for each Lua)   run: LUA"
  print "  test: SPECS SUITES MAPS   release: PREFIX DESTDIR   ASTAR_YES=1: install without a question"
}
