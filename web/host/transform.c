// love.math: Transform, see transform.h.

#include "transform.h"

#include "arguments.h"
#include "graphics.h"

Transform *check_transform(lua_State *L, int index) {
  return object_check(L, index, &transform_type);
}

void transform_translate(lua_State *L, Matrix *matrix, int index) {
  double x = luaL_checknumber(L, index), y = luaL_checknumber(L, index + 1);
  *matrix = matrix_translated(*matrix, x, y);
}

void transform_rotate(lua_State *L, Matrix *matrix, int index) {
  *matrix = matrix_product(*matrix, matrix_rotation(luaL_checknumber(L, index)));
}

void transform_scale(lua_State *L, Matrix *matrix, int index) {
  double x = luaL_optnumber(L, index, 1), y = luaL_optnumber(L, index + 1, x);
  *matrix = matrix_product(*matrix, (Matrix){x, 0, 0, y, 0, 0});
}

void transform_shear(lua_State *L, Matrix *matrix, int index) {
  double x = luaL_checknumber(L, index), y = luaL_checknumber(L, index + 1);
  *matrix = matrix_product(*matrix, (Matrix){1, y, x, 1, 0, 0});
}

int transform_push_point(lua_State *L, Matrix matrix, int index) {
  double x = luaL_checknumber(L, index), y = luaL_checknumber(L, index + 1);
  Matrix moved = matrix_translated(matrix, x, y);
  lua_pushnumber(L, moved.e);
  lua_pushnumber(L, moved.f);
  return 2;
}

// ----------------------------------------------------------------------------- methods

static int push_transform(lua_State *L, Matrix matrix) {
  Transform *transform = object_new(L, &transform_type, sizeof *transform, 0);
  transform->matrix = matrix;
  return 1;
}

// Methods that change the transform return it.
static int return_self(lua_State *L) {
  lua_settop(L, 1);
  return 1;
}

static int method_translate(lua_State *L) {
  transform_translate(L, &check_transform(L, 1)->matrix, 2);
  return return_self(L);
}

static int method_rotate(lua_State *L) {
  transform_rotate(L, &check_transform(L, 1)->matrix, 2);
  return return_self(L);
}

static int method_scale(lua_State *L) {
  transform_scale(L, &check_transform(L, 1)->matrix, 2);
  return return_self(L);
}

static int method_shear(lua_State *L) {
  transform_shear(L, &check_transform(L, 1)->matrix, 2);
  return return_self(L);
}

static int method_reset(lua_State *L) {
  check_transform(L, 1)->matrix = matrix_identity;
  return return_self(L);
}

static int method_apply(lua_State *L) {
  Transform *transform = check_transform(L, 1);
  transform->matrix = matrix_product(transform->matrix, check_transform(L, 2)->matrix);
  return return_self(L);
}

static int method_set_transformation(lua_State *L) {
  Transform *transform = check_transform(L, 1);
  transform->matrix = check_matrix(L, 2);
  return return_self(L);
}

static int method_clone(lua_State *L) {
  return push_transform(L, check_transform(L, 1)->matrix);
}

static int method_inverse(lua_State *L) {
  return push_transform(L, matrix_inverse(check_transform(L, 1)->matrix));
}

static int method_transform_point(lua_State *L) {
  return transform_push_point(L, check_transform(L, 1)->matrix, 2);
}

static int method_inverse_transform_point(lua_State *L) {
  return transform_push_point(L, matrix_inverse(check_transform(L, 1)->matrix), 2);
}

// The 16 numbers of a matrix of 4 rows and columns, row by row.
static int method_get_matrix(lua_State *L) {
  Matrix m = check_transform(L, 1)->matrix;
  const double rows[16] = {m.a, m.c, 0, m.e, m.b, m.d, 0, m.f, 0, 0, 1, 0, 0, 0, 0, 1};
  luaL_checkstack(L, 16, NULL);
  for (int i = 0; i < 16; i++) lua_pushnumber(L, rows[i]);
  return 16;
}

static int method_is_affine(lua_State *L) {
  check_transform(L, 1);
  lua_pushboolean(L, 1);
  return 1;
}

static const luaL_Reg methods[] = {
    {"translate", method_translate},
    {"rotate", method_rotate},
    {"scale", method_scale},
    {"shear", method_shear},
    {"reset", method_reset},
    {"apply", method_apply},
    {"setTransformation", method_set_transformation},
    {"clone", method_clone},
    {"inverse", method_inverse},
    {"transformPoint", method_transform_point},
    {"inverseTransformPoint", method_inverse_transform_point},
    {"getMatrix", method_get_matrix},
    {"isAffine2DTransform", method_is_affine},
    {NULL, NULL},
};

const Type transform_type = {"Transform", {NULL}, NULL, methods};

// newTransform(), newTransform(x, y, r, sx, sy, ox, oy, kx, ky)
static int new_transform(lua_State *L) {
  for (int i = 1; i <= 2 && lua_gettop(L) > 0; i++) luaL_checknumber(L, i);
  return push_transform(L, check_matrix(L, 1));
}

static const luaL_Reg functions[] = {{"newTransform", new_transform}, {NULL, NULL}};

void open_transforms(lua_State *L) {
  object_register(L, &transform_type);
  luaL_setfuncs(L, functions, 0);
}
