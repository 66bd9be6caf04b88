# Writes astar_helpers.c with the texts of the Lua helpers in it:
# awk -f tools/helpers.awk tools/astar_helpers.c lua/astar/script.lua ...
#
# The C file is the first argument. The texts replace its line that includes "astar_helpers.inc".
# Each line of Lua becomes a line of a C string. "?" is escaped, because C11 reads "??/" as a
# backslash.

FNR == 1 && FILENAME !~ /\.c$/ {
  name = FILENAME
  sub(/^.*lua\/astar\//, "astar/", name)
  names[++count] = name
}

FILENAME ~ /\.c$/ {
  if (/"astar_helpers\.inc"/) is_after = 1
  else if (is_after) after = after $0 "\n"
  else print
  next
}

{
  gsub(/\\/, "&&")
  gsub(/"/, "\\\"")
  gsub(/\?/, "\\?")
  texts[count] = texts[count] "    \"" $0 "\\n\"\n"
}

END {
  if (count == 0 || !is_after) exit 1
  for (i = 1; i <= count; i++)
    printf "static const char astar_helper_%d[] = // %s\n%s    ;\n\n", i, names[i], texts[i]
  print "static const astar_helper astar_helpers[] = {"
  for (i = 1; i <= count; i++) {
    module = names[i]
    sub(/\.lua$/, "", module)
    gsub(/\//, ".", module)
    printf "    {\"%s\", \"@%s\", astar_helper_%d, sizeof astar_helper_%d - 1},\n", \
      module, names[i], i, i
  }
  printf "    {NULL, NULL, NULL, 0},\n};\n%s", after
}
