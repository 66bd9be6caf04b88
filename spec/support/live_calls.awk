# Writes a call of each function of astar.h for each object that it takes, with this object freed:
#
#     CALL(17, astar_grid_width, grid, astar_grid_width(freed.grid))
#
# Other objects are live, other pointers are `room`, and numbers are 1. spec/support/live.c includes
# the calls.

BEGIN {
  split("grid rules path field search replanner explanation crowd context pool request index vision", names)
  for (i in names) kinds["astar_" names[i] " *"] = names[i]
}

# The kind of an object that a parameter points to; "" for other parameters.
function kind(parameter,    type) {
  type = parameter
  sub(/^const /, "", type)
  sub(/[a-z0-9_]+$/, "", type)
  return type in kinds ? kinds[type] : ""
}

function argument(parameter, state,    type) {
  if (kind(parameter) != "") return state "." kind(parameter)
  type = parameter
  sub(/ ?[a-z0-9_]+$/, "", type)
  return type ~ /\*$/ ? "(" type ")room_for(\"" type "\")" : "(" type ")1"
}

function write_calls(name, list,    parameters, count, i, j, arguments) {
  count = split(list, parameters, / *, */)
  for (i = 1; i <= count; i++) {
    if (kind(parameters[i]) == "") continue
    arguments = ""
    for (j = 1; j <= count; j++) {
      arguments = arguments (j > 1 ? ", " : "") argument(parameters[j], i == j ? "freed" : "live")
    }
    print "CALL(" number++ ", " name ", " kind(parameters[i]) ", " name "(" arguments "))"
  }
}

/^ASTAR_API/ { declaration = "" }
/^ASTAR_API/, /;$/ {
  sub(/^ */, " ")
  declaration = declaration $0
  if (!/;$/ || !match(declaration, /astar_[a-z_]+\(/)) next
  name = substr(declaration, RSTART, RLENGTH - 1)
  list = substr(declaration, RSTART + RLENGTH)
  sub(/\);$/, "", list)
  sub(/^ /, "", list)
  if (name !~ /^astar_default_/) write_calls(name, list) # these only copy the pointer
}
