// love.math: random numbers, the same as those of LÖVE 11.
//
// Method. xorshift64* of G. Marsaglia and S. Vigna: "An experimental exploration of
// Marsaglia's xorshift generators, scrambled" (2016). A seed is mixed by the hash of 64
// bits of T. Wang until it is not 0. A double between 0 and 1 has the upper 52 bits.
// Normal numbers are made in pairs, by the method of G. Box and M. Muller: "A note on the
// generation of random normal deviates" (1958).

#include <math.h>
#include <string.h>

#include "arguments.h"
#include "graphics.h"

typedef struct {
  Object object;
  uint64_t state;
  double next_normal; // infinite: none
} Random;

static const Type random_type;

static uint64_t hash(uint64_t key) {
  key = ~key + (key << 21);
  key ^= key >> 24;
  key = key + (key << 3) + (key << 8);
  key ^= key >> 14;
  key = key + (key << 2) + (key << 4);
  key ^= key >> 28;
  return key + (key << 31);
}

static void set_seed(Random *random, uint64_t seed) {
  do {
    seed = hash(seed);
  } while (seed == 0);
  random->state = seed;
  random->next_normal = HUGE_VAL;
}

static double next(Random *random) {
  uint64_t x = random->state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  random->state = x;
  uint64_t bits = (uint64_t)0x3ff << 52 | x * 2685821657736338717u >> 12;
  double number;
  memcpy(&number, &bits, sizeof number);
  return number - 1;
}

static double next_normal(Random *random) {
  if (random->next_normal != HUGE_VAL) {
    double number = random->next_normal;
    random->next_normal = HUGE_VAL;
    return number;
  }
  double radius = sqrt(-2 * log(1 - next(random)));
  double angle = 2 * 3.14159265358979323846 * (1 - next(random));
  random->next_normal = radius * cos(angle);
  return radius * sin(angle);
}

// A seed: a number as 64 bits, without its fraction; a negative one as in two's
// complement.
static uint64_t check_seed(lua_State *L, int index) {
  double number = luaL_checknumber(L, index);
  if (isnan(number) || isinf(number)) luaL_argerror(L, index, "invalid random seed");
  if (number >= 18446744073709551616.0) return UINT64_MAX;
  if (number <= -9223372036854775808.0) return (uint64_t)1 << 63;
  return number < 0 ? (uint64_t)(int64_t)number : (uint64_t)number;
}

// ----------------------------------------------------------------------------- methods

static Random *check_random(lua_State *L) { return object_check(L, 1, &random_type); }

// random(), random(max), random(min, max)
static int random_random(lua_State *L) {
  Random *random = check_random(L);
  int count = lua_gettop(L);
  double min = count >= 3 ? luaL_checknumber(L, 2) : 1;
  double max = count >= 2 ? luaL_checknumber(L, count >= 3 ? 3 : 2) : 0;
  double number = next(random);
  if (count >= 2) number = floor(number * (max - min + 1)) + min;
  lua_Integer integer;
  if (count >= 2 && number == floor(number) && lua_numbertointeger(number, &integer))
    lua_pushinteger(L, integer);
  else
    lua_pushnumber(L, number);
  return 1;
}

// randomNormal([deviation [, mean]])
static int random_normal(lua_State *L) {
  Random *random = check_random(L);
  double deviation = luaL_optnumber(L, 2, 1), mean = luaL_optnumber(L, 3, 0);
  lua_pushnumber(L, next_normal(random) * deviation + mean);
  return 1;
}

static int random_set_seed(lua_State *L) {
  Random *random = check_random(L);
  set_seed(random, check_seed(L, 2));
  return 0;
}

static const luaL_Reg methods[] = {
    {"random", random_random},
    {"randomNormal", random_normal},
    {"setSeed", random_set_seed},
    {NULL, NULL},
};

static const Type random_type = {"RandomGenerator", NULL, methods};

// newRandomGenerator([seed])
static int new_random_generator(lua_State *L) {
  const uint64_t default_seed = 0x0139408dcbbf7a44;
  uint64_t seed = lua_isnoneornil(L, 1) ? default_seed : check_seed(L, 1);
  Random *random = object_new(L, &random_type, sizeof *random, 0);
  set_seed(random, seed);
  return 1;
}

static const luaL_Reg functions[] = {{"newRandomGenerator", new_random_generator},
                                     {NULL, NULL}};

void open_random(lua_State *L) {
  object_register(L, &random_type);
  luaL_setfuncs(L, functions, 0);
}
