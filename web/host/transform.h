// love.math: Transform, a matrix as an object, and how a matrix is changed by arguments.
#ifndef WEB_TRANSFORM_H
#define WEB_TRANSFORM_H

#include "matrix.h"
#include "object.h"

typedef struct {
  Object object;
  Matrix matrix;
} Transform;

extern const Type transform_type;

Transform *check_transform(lua_State *L, int index);

// Multiply a matrix by what the arguments from `index` on say.
void transform_translate(lua_State *L, Matrix *matrix, int index);
void transform_rotate(lua_State *L, Matrix *matrix, int index);
void transform_scale(lua_State *L, Matrix *matrix, int index);
void transform_shear(lua_State *L, Matrix *matrix, int index);

// Pushes the point x, y at `index`, as the matrix moves it.
int transform_push_point(lua_State *L, Matrix matrix, int index);

#endif
