// The sentence that `tostring` makes of an explanation.
//
//     No path leads from (3, 4) to (10, 12), but a mover that is 1 tile wide or passes
//     blocked tiles would get through. Opening (7, 5) would make a path of cost 12.
//
// Method: the sentence is made of the fields of the table, which a script can change at
// any time. So each field is read without metamethods, and its type is checked. A part of
// the sentence whose fields are missing is left out. The text is written into an array of
// C, so that no Lua value is made for its parts.

#include "lua/support.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const bind_relaxed_rules[] = {"diagonal", "size",    "blocked",
                                          "edges",    "terrain", NULL};

const char *const bind_explained_ends[] = {"x1", "y1", "x2", "y2", NULL};

// At most so many terrains or tiles are listed; of more only the number is written.
#define BIND_LISTED 3

// A sentence that is being written. Longer ones are cut.
typedef struct bind_sentence {
  char text[1024];
  size_t length;
} bind_sentence;

static void bind_sentence_add(bind_sentence *sentence, const char *text) {
  size_t room = sizeof sentence->text - 1 - sentence->length;
  size_t length = strlen(text) < room ? strlen(text) : room;
  memcpy(sentence->text + sentence->length, text, length);
  sentence->length += length;
  sentence->text[sentence->length] = '\0';
}

// Appends a number with 6 digits, or as an integer. Not converted by Lua, as in
// bind_describe.
static void bind_sentence_add_number(bind_sentence *sentence, double number) {
  char text[40];
  bool is_integer = number > -1e15 && number < 1e15 && floor(number) == number;
  snprintf(text, sizeof text, is_integer ? "%.0f" : "%.6g", number);
  bind_sentence_add(sentence, text);
}

// Appends what separates item `i` [from 0] of `count` items from the item before.
static void bind_sentence_separate(bind_sentence *sentence, int i, int count,
                                   const char *last) {
  if (i > 0) bind_sentence_add(sentence, i == count - 1 ? last : ", ");
}

static void bind_sentence_add_tile(bind_sentence *sentence, double x, double y) {
  bind_sentence_add(sentence, "(");
  bind_sentence_add_number(sentence, x);
  bind_sentence_add(sentence, ", ");
  bind_sentence_add_number(sentence, y);
  bind_sentence_add(sentence, ")");
}

// Pushes a field of the table at `index`, without metamethods. Returns its type.
static int bind_sentence_push(lua_State *L, int index, const char *name) {
  lua_pushstring(L, name);
  lua_rawget(L, index);
  return lua_type(L, -1);
}

// Reads a field that is a finite number.
static bool bind_sentence_number(lua_State *L, int index, const char *name,
                                 double *number) {
  bool is_number = bind_sentence_push(L, index, name) == LUA_TNUMBER;
  *number = is_number ? (double)lua_tonumber(L, -1) : 0;
  lua_pop(L, 1);
  return is_number && *number >= -DBL_MAX && *number <= DBL_MAX;
}

static bool bind_sentence_is_word(lua_State *L, int index, const char *name,
                                  const char *word) {
  const char *const words[] = {word, NULL};
  bind_sentence_push(L, index, name);
  bool is_word = bind_find_word(L, -1, words) == 0;
  lua_pop(L, 1);
  return is_word;
}

// Appends " from (1, 2) to (3, 4)".
static void bind_sentence_add_ends(lua_State *L, bind_sentence *sentence) {
  double ends[4];
  for (int i = 0; i < 4; i++)
    if (!bind_sentence_number(L, 1, bind_explained_ends[i], &ends[i])) return;
  bind_sentence_add(sentence, " from ");
  bind_sentence_add_tile(sentence, ends[0], ends[1]);
  bind_sentence_add(sentence, " to ");
  bind_sentence_add_tile(sentence, ends[2], ends[3]);
}

// Appends " of cost 12", when there is a path.
static void bind_sentence_add_cost(lua_State *L, bind_sentence *sentence) {
  bind_sentence_push(L, 1, "path");
  const bind_path *path = (const bind_path *)bind_test(L, -1, BIND_PATH);
  if (path != NULL) {
    bind_sentence_add(sentence, " of cost ");
    bind_sentence_add_number(sentence, path->cost);
  }
  lua_pop(L, 1);
}

static void bind_sentence_add_reachable(lua_State *L, bind_sentence *sentence) {
  double widest;
  bind_sentence_add(sentence, "A path");
  bind_sentence_add_cost(L, sentence);
  bind_sentence_add(sentence, " leads");
  bind_sentence_add_ends(L, sentence);
  if (bind_sentence_number(L, 1, "widest", &widest) && widest > 1) {
    bind_sentence_add(sentence, ", for movers up to ");
    bind_sentence_add_number(sentence, widest);
    bind_sentence_add(sentence, " tiles wide");
  }
  bind_sentence_add(sentence, ".");
}

// Appends: 35 ("#").
static void bind_sentence_add_terrain(bind_sentence *sentence, int terrain) {
  char quoted[] = " (\"#\")";
  bind_sentence_add_number(sentence, terrain);
  quoted[3] = (char)terrain;
  if (terrain > ' ' && terrain < 127) bind_sentence_add(sentence, quoted);
}

// Appends the terrains that make a path when they are passable; they are in a table on
// top of the stack. Returns false, and appends nothing, when there is none.
static bool bind_sentence_add_terrains(lua_State *L, bind_sentence *sentence) {
  int terrains[256], count = 0, list = lua_gettop(L);
  if (lua_type(L, list) != LUA_TTABLE) return false;
  for (; count < 256; count++) {
    lua_rawgeti(L, list, count + 1);
    bool is_terrain = bind_to_integer(L, -1, &terrains[count]);
    lua_pop(L, 1);
    if (!is_terrain || terrains[count] < 0 || terrains[count] > 255) break;
  }
  if (count == 0) return false;
  bind_sentence_add(sentence,
                    count > BIND_LISTED ? "crosses one of " : "crosses terrain ");
  if (count > BIND_LISTED) {
    bind_sentence_add_number(sentence, count);
    bind_sentence_add(sentence, " terrains");
    return true;
  }
  for (int i = 0; i < count; i++) {
    bind_sentence_separate(sentence, i, count, " or ");
    bind_sentence_add_terrain(sentence, terrains[i]);
  }
  return true;
}

static void bind_sentence_add_size(lua_State *L, bind_sentence *sentence) {
  double widest;
  if (!bind_sentence_number(L, 1, "widest", &widest) || widest < 1) widest = 1;
  bind_sentence_add(sentence, "is ");
  bind_sentence_add_number(sentence, widest);
  bind_sentence_add(sentence, widest > 1 ? " tiles wide" : " tile wide");
}

// Appends what the mover could do if rule `rule` did not hold.
static void bind_sentence_add_rule(lua_State *L, bind_sentence *sentence, int rule) {
  static const char *const deeds[] = {"moves diagonally past corners", NULL,
                                      "passes blocked tiles", "crosses closed edges",
                                      "crosses every terrain"};
  bool is_written = false;
  if (rule == 1) {
    bind_sentence_add_size(L, sentence);
    return;
  }
  if (rule == 4) {
    bind_sentence_push(L, 1, "terrains");
    is_written = bind_sentence_add_terrains(L, sentence);
    lua_pop(L, 1);
  }
  if (!is_written) bind_sentence_add(sentence, deeds[rule]);
}

// Appends which movers would get through, by the field `relax`. `but` begins the clause.
static void bind_sentence_add_relax(lua_State *L, bind_sentence *sentence,
                                    const char *but) {
  enum { RULES = sizeof bind_relaxed_rules / sizeof bind_relaxed_rules[0] - 1 };
  bool has[RULES] = {false};
  int count = 0, written = 0;
  if (bind_sentence_push(L, 1, "relax") != LUA_TTABLE) {
    lua_pop(L, 1);
    return;
  }
  int list = lua_gettop(L);
  for (int i = 1; i <= RULES; i++) {
    lua_rawgeti(L, list, i);
    int rule = bind_find_word(L, -1, bind_relaxed_rules);
    if (rule >= 0 && !has[rule]) count++;
    if (rule >= 0) has[rule] = true;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  if (count == 0) bind_sentence_add(sentence, ", and lifting one rule would not help");
  if (count == 0) return;
  bind_sentence_add(sentence, but);
  for (int rule = 0; rule < RULES; rule++) {
    if (!has[rule]) continue;
    bind_sentence_separate(sentence, written++, count, " or ");
    bind_sentence_add_rule(L, sentence, rule);
  }
  bind_sentence_add(sentence, " would get through");
}

// Appends the tiles to open, which are in the table at `list`, as "(3, 1) and (5, 1)" or
// as "7 tiles". Returns false, and appends nothing, when there is none.
static bool bind_sentence_add_tiles(lua_State *L, bind_sentence *sentence, int list) {
  double x[BIND_LISTED], y[BIND_LISTED];
  size_t length = astar_compat_length(L, list);
  int count = length < 1000000000 ? (int)length : 1000000000;
  if (count > BIND_LISTED) {
    bind_sentence_add_number(sentence, count);
    bind_sentence_add(sentence, " tiles");
    return true;
  }
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, list, i + 1);
    int item = lua_gettop(L);
    bool is_tile = lua_type(L, item) == LUA_TTABLE &&
                   bind_sentence_number(L, item, "x", &x[i]) &&
                   bind_sentence_number(L, item, "y", &y[i]);
    lua_pop(L, 1);
    if (!is_tile) return false;
  }
  for (int i = 0; i < count; i++) {
    bind_sentence_separate(sentence, i, count, " and ");
    bind_sentence_add_tile(sentence, x[i], y[i]);
  }
  return count > 0;
}

static void bind_sentence_add_open(lua_State *L, bind_sentence *sentence) {
  size_t length = sentence->length;
  if (bind_sentence_push(L, 1, "open") == LUA_TTABLE) {
    bind_sentence_add(sentence, " Opening ");
    if (bind_sentence_add_tiles(L, sentence, lua_gettop(L))) {
      bind_sentence_add(sentence, " would make a path");
      bind_sentence_add_cost(L, sentence);
      bind_sentence_add(sentence, ".");
    } else {
      sentence->length = length;
    }
  }
  lua_pop(L, 1);
}

static void bind_sentence_add_unreachable(lua_State *L, bind_sentence *sentence) {
  bind_sentence_add(sentence, "No path leads");
  bind_sentence_add_ends(L, sentence);
  if (bind_sentence_is_word(L, 1, "reason", "out_of_bounds"))
    bind_sentence_add(sentence, ": the start or the goal is off the grid");
  if (bind_sentence_is_word(L, 1, "reason", "goal_blocked"))
    bind_sentence_add(sentence, ": the goal is impassable");
  bind_sentence_add_relax(L, sentence, ", but a mover that ");
  bind_sentence_add(sentence, ".");
  bind_sentence_add_open(L, sentence);
}

static int bind_sentence_tostring(lua_State *L) {
  bind_sentence sentence = {"", 0};
  lua_settop(L, 1);
  if (lua_type(L, 1) != LUA_TTABLE)
    return bind_expected(L, "tostring", "the argument", "an astar explanation", 1);
  bind_sentence_push(L, 1, "reachable");
  if (lua_toboolean(L, -1))
    bind_sentence_add_reachable(L, &sentence);
  else
    bind_sentence_add_unreachable(L, &sentence);
  lua_pushlstring(L, sentence.text, sentence.length);
  return 1;
}

const bind_function bind_sentence_functions[] = {
    {BIND_EXPLAINED, "__tostring", bind_sentence_tostring},
    BIND_LAST_FUNCTION,
};
