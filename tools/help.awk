# Prints the list of targets for `make help`: awk -f tools/help.awk Makefile tools/test.mk ...
# In these files a line "##@ name" begins a group. The description of a target follows "## " in its
# line.

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
  print "  build: CC CFLAGS BUILD LUA54_CFLAGS LUA54_LIBS (also for the other Luas)   run: LUA"
  print "  test: SPECS SUITES MAPS   release: PREFIX LIBDIR DESTDIR URL   ASTAR_YES=1: install without asking"
}
