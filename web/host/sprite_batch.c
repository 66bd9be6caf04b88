// love.graphics: draw, and SpriteBatch, a list of sprites of one image that one command
// draws.
//
// Method. The sprites are an array in memory that the page reads (Sprite in draw_list.h).
// The page reads it after the frame, when the program may have changed the batch again.
// So a batch that is drawn keeps its array until then, and a change makes a new array
// first.

#include <string.h>

#include "arguments.h"
#include "draw_list.h"
#include "graphics.h"

typedef struct {
  Object object;
  int number; // in the draw list
  int count, capacity;
  uint32_t revision;
  uint32_t drawn; // the list that contains this array, and 1; 0: none
  float color[4];
  Sprite *sprites; // in the user value ARRAY
} Batch;

enum { TEXTURE = 1, ARRAY = 2 }; // user values
enum { MAX_SPRITES = 1 << 22 };

static const Type batch_type;

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

// add([quad,] x, y, r, sx, sy, ox, oy, kx, ky): the number of the sprite, from 1.
static int batch_add(lua_State *L) {
  Batch *batch = check_batch(L);
  int top = lua_gettop(L);
  const Picture *picture = push_texture(L);
  lua_settop(L, top);
  Sprite sprite;
  draw_list_matrix(sprite.matrix, check_part(L, picture, 2, sprite.quad));
  memcpy(sprite.color, batch->color, sizeof sprite.color);
  ensure_own(L, batch, 1);
  batch->sprites[batch->count++] = sprite;
  lua_pushinteger(L, batch->count);
  return 1;
}

static int batch_clear(lua_State *L) {
  Batch *batch = check_batch(L);
  batch->count = 0;
  ensure_own(L, batch, 0);
  return 0;
}

static int batch_set_color(lua_State *L) {
  check_color(L, 2, check_batch(L)->color);
  return 0;
}

static const luaL_Reg batch_methods[] = {{"add", batch_add},
                                         {"clear", batch_clear},
                                         {"setColor", batch_set_color},
                                         {NULL, NULL}};

static const Type batch_type = {"SpriteBatch", end_batch, batch_methods};

// newSpriteBatch(texture, count, usage)
static int new_sprite_batch(lua_State *L) {
  check_picture(L, 1);
  int capacity = opt_integer(L, 2, 1000);
  if (capacity <= 0) return luaL_error(L, "Invalid SpriteBatch size.");
  lua_settop(L, 1);
  Batch *batch = object_new(L, &batch_type, sizeof *batch, 2);
  batch->number = draw_list_new_number(L);
  for (int i = 0; i < 4; i++) batch->color[i] = 1;
  lua_insert(L, 1);
  lua_setiuservalue(L, 1, TEXTURE);
  replace_array(L, batch, capacity);
  return 1;
}

// ----------------------------------------------------------------------------- drawing

static int draw_batch(lua_State *L, Batch *batch) {
  Matrix m = check_matrix(L, 2);
  Picture *picture = push_texture(L);
  check_source(L, picture);
  if (!is_shared(
          batch)) { // first what may fail: a list only contains arrays that are kept
    lua_getiuservalue(L, 1, ARRAY);
    draw_list_keep(L);
    batch->drawn = draw_list_serial() + 1;
  }
  if (batch->count == 0) return 0;
  float *numbers = draw_list_add(L, DRAW_BATCH, 11);
  uint32_t address = (uint32_t)(uintptr_t)batch->sprites;
  numbers[0] = (float)picture->number;
  numbers[1] = (float)batch->count;
  memcpy(&numbers[2], &address, sizeof address);
  numbers[3] = (float)batch->number;
  numbers[4] = (float)batch->revision;
  draw_list_matrix(numbers + 5, m);
  return 0;
}

// draw(image or canvas, [quad,] x, y, r, sx, sy, ox, oy, kx, ky), draw(batch, x, y, ...)
static int draw(lua_State *L) {
  if (object_test(L, 1, &batch_type)) return draw_batch(L, check_batch(L));
  Picture *picture = test_picture(L, 1);
  if (!picture) return luaL_typeerror(L, 1, "Drawable");
  object_check_alive(L, &picture->object);
  check_source(L, picture);
  float box[4];
  Matrix m = check_part(L, picture, 2, box);
  float *numbers = draw_list_add(L, DRAW_IMAGE, 11);
  numbers[0] = (float)picture->number;
  memcpy(numbers + 1, box, sizeof box);
  draw_list_matrix(numbers + 5, m);
  return 0;
}

static const luaL_Reg functions[] = {
    {"newSpriteBatch", new_sprite_batch}, {"draw", draw}, {NULL, NULL}};

void open_batches(lua_State *L) {
  object_register(L, &batch_type);
  luaL_setfuncs(L, functions, 0);
}
