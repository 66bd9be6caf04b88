# Finds the words that the project does not use: awk -f words.awk tools/words.txt FILE...
#
# tools/words.txt describes its own format. Upper and lower case are alike. Every character except
# letters and digits separates words: `find_path` is two words, `pathfinding` is one. An expression
# of several words is also found where a line ends between them. File names are searched, too.
#
# Prints "file:line: word: what to write" for each finding, and fails if there is one.

# A word with its separators.
function word(expression) { return "(^|[^a-z0-9])(" expression ")($|[^a-z0-9])" }

# Whether an exception allows the word in the file.
function is_allowed(file, found,    i) {
  for (i = 1; i <= exceptions; i++) {
    if (allowed_word[i] != "*" && allowed_word[i] != found) continue
    if (allowed_path[i] == file) return 1
    if (allowed_path[i] ~ /\/$/ && index(file, allowed_path[i]) == 1) return 1
  }
  return 0
}

# Reports each word that the expression matches in the text. The first `carried` characters are
# the end of the previous line: a word inside of them was reported with that line.
function search(place, text, carried, i,    offset, found, start, rest) {
  offset = 0
  rest = text
  while (match(rest, word(expression[i]))) {
    start = RSTART
    found = substr(rest, RSTART, RLENGTH)
    if (found ~ /^[^a-z0-9]/) {
      found = substr(found, 2)
      start++
    }
    if (found ~ /[^a-z0-9]$/) found = substr(found, 1, length(found) - 1)
    if (offset + start + length(found) - 1 > carried && !is_allowed(FILENAME, found)) {
      print place ": " found ": write \"" instead[i] "\""
      failed = 1
    }
    offset += start + length(found) - 1
    rest = substr(text, offset + 1)
  }
}

function search_all(place, text, carried,    i) {
  if (text !~ any) return
  for (i = 1; i <= expressions; i++) search(place, text, carried, i)
}

# A line of the list of words: two columns are an expression, three are an exception.
function read_list() {
  if (/^#/ || NF == 0) return
  if (NF == 2) {
    expression[++expressions] = $1
    instead[expressions] = $2
    all = all (all == "" ? "" : "|") $1
    any = word(all)
  } else if (NF == 3) {
    allowed_path[++exceptions] = $1
    allowed_word[exceptions] = $2
  } else {
    print FILENAME ":" FNR ": must have two or three columns with a tab between them"
    failed = 1
  }
}

BEGIN { FS = "\t" }

FILENAME == ARGV[1] {
  if (NR == FNR) read_list()
  next # the list contains every word
}

FNR == 1 {
  last = ""
  search_all(FILENAME, tolower(FILENAME), 0)
}

{
  line = tolower($0)
  sub(/^[ \t]*(\/\/+|--+|#+|\*|>)?[ \t]*/, "", line) # a sentence continues after a comment's mark
  gsub(/[ \t_]+/, " ", line)
  sub(/ $/, "", line)
  search_all(FILENAME ":" FNR, last == "" ? line : last " " line, length(last))
  last = line
  if (length(last) > 40) {
    last = substr(last, length(last) - 39)
    sub(/^[^ ]*/, "", last) # a part of a word
  }
}

END { exit failed }
