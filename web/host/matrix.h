// Affine matrices: the point (x, y) becomes (a x + c y + e, b x + d y + f).
#ifndef WEB_MATRIX_H
#define WEB_MATRIX_H

#include <math.h>

typedef struct {
  double a, b, c, d, e, f;
} Matrix;

static const Matrix matrix_identity = {1, 0, 0, 1, 0, 0};

// First `right`, then `left`.
static inline Matrix matrix_product(Matrix left, Matrix right) {
  Matrix m = {
      left.a * right.a + left.c * right.b,
      left.b * right.a + left.d * right.b,
      left.a * right.c + left.c * right.d,
      left.b * right.c + left.d * right.d,
      left.a * right.e + left.c * right.f + left.e,
      left.b * right.e + left.d * right.f + left.f,
  };
  return m;
}

// First moves by (x, y), then `m`.
static inline Matrix matrix_translated(Matrix m, double x, double y) {
  m.e += m.a * x + m.c * y;
  m.f += m.b * x + m.d * y;
  return m;
}

static inline Matrix matrix_rotation(double angle) {
  double c = angle == 0 ? 1 : cos(angle), s = angle == 0 ? 0 : sin(angle);
  return (Matrix){c, s, -s, c, 0, 0};
}

// The numbers are not finite if there is no inverse matrix.
static inline Matrix matrix_inverse(Matrix m) {
  double determinant = m.a * m.d - m.b * m.c;
  Matrix inverse = {m.d / determinant,
                    -m.b / determinant,
                    -m.c / determinant,
                    m.a / determinant,
                    (m.c * m.f - m.d * m.e) / determinant,
                    (m.b * m.e - m.a * m.f) / determinant};
  return inverse;
}

#endif
