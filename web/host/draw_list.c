// The draw list: see draw_list.h.

#include "draw_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

// The largest list [numbers]: 32 MB. A frame of 2,000 units has about 30,000.
enum { LIMIT = 1 << 23 };

#define INITIAL                                                                          \
  { .color = {1, 1, 1, 1}, .transform = {1, 0, 0, 1, 0, 0}, .line_width = 1 }

static const DrawState draw_state_default = INITIAL;
DrawState draw_state = INITIAL;
static DrawState sent = INITIAL; // the state that the page has

static float *list;
static int length, capacity, commands;
static uint32_t serial;

EXPORT(draw_list_numbers) float *draw_list_numbers(void) { return list; }
EXPORT(draw_list_length) int draw_list_length(void) { return length; }
EXPORT(draw_list_commands) int draw_list_commands(void) { return commands; } // that draw

uint32_t draw_list_serial(void) { return serial; }

// -------------------------------------------------------------------------------- keep

// Values that the list refers to are keys of a table in the registry, by this address.
static char kept;
static bool has_kept;
static uint32_t kept_serial; // of the list that they belong to

static void empty_table(lua_State *L, int index) {
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, index);
  }
}

// Releases the values of a list that was played.
static void release_kept(lua_State *L) {
  if (!has_kept || kept_serial == serial) return;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kept);
  empty_table(L, lua_gettop(L));
  lua_pop(L, 1);
  has_kept = false;
}

void draw_list_keep(lua_State *L) {
  release_kept(L);
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &kept) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &kept);
  }
  has_kept = true;
  kept_serial = serial;
  lua_insert(L, -2);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

// ---------------------------------------------------------------------------- commands

static void ensure_room(lua_State *L, int count) {
  if (count <= capacity - length) return;
  int needed = count > LIMIT - length ? LIMIT + 1 : length + count;
  if (needed > LIMIT) luaL_error(L, "too many drawing commands in one frame");
  int larger = capacity < 4096 ? 4096 : capacity;
  while (larger < needed) larger *= 2;
  float *moved = realloc(list, (size_t)larger * sizeof *list);
  if (!moved) luaL_error(L, "not enough memory for the drawing commands of a frame");
  list = moved;
  capacity = larger;
}

void draw_list_commit(DrawOperation operation, int count) {
  list[length] = (float)operation;
  list[length + 1] = (float)count;
  length += count + 2;
  commands += operation > DRAW_TARGET;
}

static void send(DrawOperation operation, const float *numbers, int count) {
  memcpy(list + length + 2, numbers, (size_t)count * sizeof *numbers);
  draw_list_commit(operation, count);
}

static void send_number(DrawOperation operation, double number) {
  float value = (float)number;
  send(operation, &value, 1);
}

float *draw_list_matrix(float *numbers, Matrix m) {
  const double values[6] = {m.a, m.b, m.c, m.d, m.e, m.f};
  for (int i = 0; i < 6; i++) numbers[i] = (float)values[i];
  return numbers + 6;
}

// Sends what differs from the state that the page has, or all of it.
static void send_state(bool all) {
  const DrawState *now = &draw_state;
  if (all || memcmp(now->color, sent.color, sizeof now->color) != 0)
    send(DRAW_COLOR, now->color, 4);
  if (all || memcmp(&now->transform, &sent.transform, sizeof now->transform) != 0) {
    float numbers[6];
    draw_list_matrix(numbers, now->transform);
    send(DRAW_TRANSFORM, numbers, 6);
  }
  if (all || now->line_width != sent.line_width) // a negative one is as wide
    send_number(DRAW_LINE_WIDTH, fabs((double)now->line_width));
  if (all || now->is_bevel != sent.is_bevel) send_number(DRAW_LINE_JOIN, now->is_bevel);
  if (all || memcmp(now->scissor, sent.scissor, sizeof now->scissor) != 0)
    send(DRAW_SCISSOR, now->scissor, 5);
  sent = *now;
}

float *draw_list_room(lua_State *L, int count) {
  const int state_room = 64; // more than all commands of state
  if (count > LIMIT) count = LIMIT;
  release_kept(L);
  ensure_room(L, count + state_room);
  bool has_new_target = draw_state.canvas != sent.canvas;
  if (has_new_target) send_number(DRAW_TARGET, draw_state.canvas);
  send_state(has_new_target);
  return list + length + 2;
}

float *draw_list_add(lua_State *L, DrawOperation operation, int count) {
  float *numbers = draw_list_room(L, count);
  draw_list_commit(operation, count);
  return numbers;
}

// ----------------------------------------------------------------------------- numbers

// Numbers that are ended but not yet released, and released ones, as lists.
typedef struct {
  int *numbers;
  int count, capacity;
} Numbers;

static Numbers ended, unused;
static int last_number;

// Has room for one more, without which a number is lost: the renderer then keeps its
// image.
static void add_number(Numbers *numbers, int number) {
  if (numbers->count == numbers->capacity) {
    int larger = numbers->capacity * 2 + 16;
    int *moved = realloc(numbers->numbers, (size_t)larger * sizeof *moved);
    if (!moved) return;
    numbers->numbers = moved;
    numbers->capacity = larger;
  }
  numbers->numbers[numbers->count++] = number;
}

int draw_list_new_number(lua_State *L) {
  if (unused.count > 0) return unused.numbers[--unused.count];
  if (last_number >= 1 << 24) return luaL_error(L, "too many images"); // as floats, exact
  return ++last_number;
}

static void release_ended(void) {
  for (int i = 0; i < ended.count; i++) {
    page_release_image(ended.numbers[i]);
    add_number(&unused, ended.numbers[i]);
  }
  ended.count = 0;
}

bool draw_list_release(int number) {
  add_number(&ended, number);
  if (length == 0) release_ended();
  return length == 0;
}

// -------------------------------------------------------------------------- after play

// The page has played the list.
EXPORT(draw_list_clear) void draw_list_clear(void) {
  length = commands = 0;
  sent = draw_state_default;
  serial++;
  release_ended();
}
