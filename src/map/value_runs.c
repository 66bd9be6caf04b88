// Writes and reads rows of values. See value_runs.h for the format.
#include "map/value_runs.h"

// Shorter runs of terrain [tiles] are written as literals.
enum { VALUE_RUNS_SHORT = 4 };

// ------------------------------------------------------------------------------ writing

static uint32_t value_runs_length(const uint8_t *bytes, uint32_t left) {
  uint32_t n = 1;
  while (n < left && bytes[n] == bytes[0]) n++;
  return n;
}

void value_runs_put_terrain(byte_writer *w, const uint8_t *terrain, uint32_t count) {
  uint32_t literals = 0; // tiles before `terrain` that are not written yet
  while (count > 0 || literals > 0) {
    uint32_t run = count > 0 ? value_runs_length(terrain, count) : 0;
    if (count > 0 && run < VALUE_RUNS_SHORT) {
      literals += run;
    } else {
      if (literals > 0) {
        byte_string_put_number(w, literals * 2 + 1);
        byte_string_put_bytes(w, terrain - literals, literals);
        literals = 0;
      }
      if (run > 0) {
        byte_string_put_number(w, run * 2);
        byte_string_put_byte(w, terrain[0]);
      }
    }
    terrain += run;
    count -= run;
  }
}

void value_runs_put_costs(byte_writer *w, const double *costs, uint32_t count) {
  for (uint32_t i = 0, run; i < count; i += run) {
    uint64_t bits = byte_string_bits(costs[i]);
    run = 1;
    while (run < count - i && byte_string_bits(costs[i + run]) == bits) run++;
    byte_string_put_number(w, run);
    byte_string_put_short_double(w, costs[i]);
  }
}

void value_runs_put_floats(byte_writer *w, const float *values, size_t stride,
                           uint32_t count) {
  for (uint32_t i = 0, run; i < count; i += run) {
    float value = values[i * stride];
    run = 1;
    while (run < count - i && values[(i + run) * stride] >= value &&
           values[(i + run) * stride] <= value)
      run++;
    byte_string_put_number(w, run);
    byte_string_put_short_double(w, value);
  }
}

void value_runs_put_flags(byte_writer *w, const uint8_t *bytes, uint8_t mask,
                          uint32_t count) {
  bool flag = false;
  for (uint32_t i = 0, run; i < count; i += run, flag = !flag) {
    run = 0;
    while (run < count - i && ((bytes[i + run] & mask) != 0) == flag) run++;
    byte_string_put_number(w, run);
  }
}

// ------------------------------------------------------------------------------ reading

static uint32_t value_runs_fail(byte_reader *r) {
  r->is_damaged = true;
  return 0;
}

uint32_t value_runs_take_terrain(byte_reader *r, uint32_t left, const uint8_t **literals,
                                 uint8_t *terrain) {
  uint32_t number = byte_string_take_number(r, UINT32_MAX), n = number / 2;
  bool is_run = number % 2 == 0;
  *literals = NULL;
  *terrain = 0;
  if (n == 0 || n > left || (is_run ? 1 : n) > r->left) return value_runs_fail(r);
  if (is_run)
    *terrain = byte_string_take_byte(r);
  else
    *literals = byte_string_take_bytes(r, n);
  return n;
}

uint32_t value_runs_take_costs(byte_reader *r, uint32_t left, double *cost) {
  uint32_t n = byte_string_take_number(r, left);
  *cost = byte_string_take_short_double(r);
  return r->is_damaged || n == 0 ? value_runs_fail(r) : n;
}

uint32_t value_runs_take_flags(byte_reader *r, uint32_t left, bool is_first) {
  uint32_t n = byte_string_take_number(r, left);
  return r->is_damaged || (n == 0 && !is_first) ? value_runs_fail(r) : n;
}
