// love.graphics: SpriteBatch, a list of sprites of one image that one command draws.
//
// Method. The sprites are an array in memory that the page reads (Sprite in draw_list.h).
// The page reads it after the frame, when the program may have changed the batch again.
// So a batch that is drawn keeps its array until then, and a change makes a new array
// first.

#include <math.h>
#include <string.h>

#include "arguments.h"
#include "draw_list.h"
#include "graphics.h"

typedef struct {
  Object object;
  int number; // in the draw list
  int count, capacity;
  int first, last; // the sprites that are drawn, from 0; last is negative: all
  uint32_t revision;
  uint32_t drawn; // the list that contains this array, and 1; 0: none
  bool has_color;
  float color[4];
  Sprite *sprites; // in the user value ARRAY
} Batch;

enum { TEXTURE = 1, ARRAY = 2 }; // user values
enum { MAX_SPRITES = 1 << 22 };

static Batch *check_batch(lua_State *L) { return object_check(L, 1, &batch_type); }

// Pushes the texture of the batch at index 1.
static Picture *push_texture(lua_State *L) {
  lua_getiuservalue(L, 1, TEXTURE);
  return check_picture(L, -1);
}

static void end_batch(void *object) {
  Batch *batch = object;
  if (batch->number) draw_list_release(batch->number);
}

// ----------------------------------------------------------------------------- changes

// A new array for the batch at index 1, with its sprites.
static void replace_array(lua_State *L, Batch *batch, int capacity) {
  if (capacity > MAX_SPRITES)
    luaL_error(L, "a SpriteBatch has at most %d sprites", MAX_SPRITES);
  Sprite *sprites = lua_newuserdatauv(L, (size_t)capacity * sizeof *sprites, 0);
  if (batch->count > capacity) { // a finalizer of the program has added some
    lua_pop(L, 1);
    return;
  }
  if (batch->count > 0)
    memcpy(sprites, batch->sprites, (size_t)batch->count * sizeof *sprites);
  lua_setiuservalue(L, 1, ARRAY);
  batch->sprites = sprites;
  batch->capacity = capacity;
  batch->drawn = 0;
}

static bool is_shared(const Batch *batch) {
  return batch->drawn == draw_list_serial() + 1;
}

// Before a change of the array: no draw list contains it, and it has room for `more`
// sprites, 0 or 1.
static void ensure_own(lua_State *L, Batch *batch, int more) {
  while (batch->count + more > batch->capacity || is_shared(batch)) {
    bool is_full = batch->count + more > batch->capacity;
    replace_array(L, batch, is_full ? 2 * batch->capacity : batch->capacity);
  }
  batch->revision = (batch->revision + 1) & 0xffffff; // exact as a float
}

// Makes a sprite from [quad,] x, y, ... at `index` of the stack.
static Sprite check_sprite(lua_State *L, const Batch *batch, int index) {
  const Quad *quad = object_test(L, index, &quad_type);
  if (quad) object_check_alive(L, &quad->object);
  Matrix m = check_matrix(L, quad ? index + 1 : index);
  const Picture *picture = push_texture(L);
  Sprite sprite;
  if (quad) {
    place_quad(picture, quad, sprite.quad);
    m = quad_matrix(picture, quad, m);
  } else {
    const float whole[4] = {0, 0, (float)picture->width, (float)picture->height};
    memcpy(sprite.quad, whole, sizeof whole);
  }
  draw_list_matrix(sprite.matrix, m);
  static const float white[4] = {1, 1, 1, 1};
  memcpy(sprite.color, batch->has_color ? batch->color : white, sizeof white);
  return sprite;
}

// add([quad,] x, y, r, sx, sy, ox, oy, kx, ky): the number of the sprite, from 1.
static int batch_add(lua_State *L) {
  Batch *batch = check_batch(L);
  Sprite sprite = check_sprite(L, batch, 2);
  ensure_own(L, batch, 1);
  batch->sprites[batch->count++] = sprite;
  lua_pushinteger(L, batch->count);
  return 1;
}

// set(number, [quad,] x, y, ...)
static int batch_set(lua_State *L) {
  Batch *batch = check_batch(L);
  int place = check_integer(L, 2);
  if (place < 1 || place > batch->count)
    return luaL_error(L, "Invalid sprite index: %d", place);
  Sprite sprite = check_sprite(L, batch, 3);
  ensure_own(L, batch, 0);
  if (place <= batch->count) batch->sprites[place - 1] = sprite;
  return 0;
}

static int batch_clear(lua_State *L) {
  Batch *batch = check_batch(L);
  batch->count = 0;
  ensure_own(L, batch, 0);
  return 0;
}

static int batch_flush(lua_State *L) {
  check_batch(L);
  return 0;
}

static int batch_set_color(lua_State *L) {
  Batch *batch = check_batch(L);
  if (lua_gettop(L) <= 1) {
    batch->has_color = false;
    return 0;
  }
  check_color(L, 2, batch->color);
  for (int i = 0; i < 4; i++) { // LÖVE has bytes
    batch->color[i] = floorf(batch->color[i] * 255) / 255;
  }
  batch->has_color = true;
  return 0;
}

static int batch_get_color(lua_State *L) {
  Batch *batch = check_batch(L);
  return batch->has_color ? push_color(L, batch->color) : 0;
}

static int batch_set_texture(lua_State *L) {
  Batch *batch = check_batch(L);
  check_picture(L, 2);
  lua_pushvalue(L, 2);
  lua_setiuservalue(L, 1, TEXTURE);
  batch->revision = (batch->revision + 1) & 0xffffff;
  return 0;
}

static int batch_get_texture(lua_State *L) {
  check_batch(L);
  lua_getiuservalue(L, 1, TEXTURE);
  return 1;
}

static int batch_get_count(lua_State *L) {
  lua_pushinteger(L, check_batch(L)->count);
  return 1;
}

static int batch_get_buffer_size(lua_State *L) {
  lua_pushinteger(L, check_batch(L)->capacity);
  return 1;
}

// setDrawRange(first, count), setDrawRange()
static int batch_set_draw_range(lua_State *L) {
  Batch *batch = check_batch(L);
  if (lua_isnoneornil(L, 2)) {
    batch->first = 0, batch->last = -1;
    return 0;
  }
  int first = check_integer(L, 2), count = check_integer(L, 3);
  if (first < 1 || count < 1) return luaL_error(L, "Invalid draw range.");
  batch->first = first - 1;
  batch->last = integer_of((double)batch->first + count);
  return 0;
}

static int batch_get_draw_range(lua_State *L) {
  Batch *batch = check_batch(L);
  if (batch->last < 0) return 0;
  lua_pushinteger(L, batch->first + 1);
  lua_pushinteger(L, batch->last - batch->first);
  return 2;
}

static const luaL_Reg batch_methods[] = {
    {"add", batch_add},
    {"set", batch_set},
    {"clear", batch_clear},
    {"flush", batch_flush},
    {"setColor", batch_set_color},
    {"getColor", batch_get_color},
    {"setTexture", batch_set_texture},
    {"getTexture", batch_get_texture},
    {"getCount", batch_get_count},
    {"getBufferSize", batch_get_buffer_size},
    {"setDrawRange", batch_set_draw_range},
    {"getDrawRange", batch_get_draw_range},
    {NULL, NULL},
};

const Type batch_type = {"SpriteBatch", {"Drawable"}, end_batch, batch_methods};

// ----------------------------------------------------------------------------- drawing

int batch_draw(lua_State *L) {
  Batch *batch = check_batch(L);
  Matrix m = check_matrix(L, 2);
  Picture *picture = push_texture(L);
  if (picture == graphics_state.canvas) {
    return luaL_error(L, "Cannot render a Canvas to itself!");
  }
  if (!is_shared(
          batch)) { // first what may fail: a list only contains arrays that are kept
    lua_getiuservalue(L, 1, ARRAY);
    draw_list_keep(L);
    batch->drawn = draw_list_serial() + 1;
  }
  int last = batch->last < 0 || batch->last > batch->count ? batch->count : batch->last;
  if (batch->first >= last) return 0;
  float *numbers = draw_list_add(L, DRAW_BATCH, 11);
  uint32_t address = (uint32_t)(uintptr_t)(batch->sprites + batch->first);
  numbers[0] = (float)picture->number;
  numbers[1] = (float)(last - batch->first);
  memcpy(&numbers[2], &address, sizeof address);
  numbers[3] = (float)batch->number;
  numbers[4] = (float)batch->revision;
  draw_list_matrix(numbers + 5, m);
  return 0;
}

// newSpriteBatch(texture, count, usage)
static int new_sprite_batch(lua_State *L) {
  static const char *const usages[] = {"stream", "dynamic", "static", NULL};
  check_picture(L, 1);
  int capacity = opt_integer(L, 2, 1000);
  opt_name(L, 3, "usage hint", usages, 0);
  if (capacity <= 0) return luaL_error(L, "Invalid SpriteBatch size.");
  lua_settop(L, 1);
  Batch *batch = object_new(L, &batch_type, sizeof *batch, 2);
  batch->number = draw_list_new_number(L);
  batch->last = -1;
  lua_insert(L, 1);
  lua_setiuservalue(L, 1, TEXTURE);
  replace_array(L, batch, capacity);
  return 1;
}

static const luaL_Reg functions[] = {{"newSpriteBatch", new_sprite_batch}, {NULL, NULL}};

void open_batches(lua_State *L) {
  object_register(L, &batch_type);
  luaL_setfuncs(L, functions, 0);
}
