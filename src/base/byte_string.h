// Byte strings: numbers as bytes, the same on every platform, for saved data.
//
// clang-format off
//     number       unsigned LEB128: 7 bits per byte, the lowest first; bit 7 is set
//                  in all bytes but the last; below 2^63
//     signed       a number: 2 n for n >= 0, otherwise -2 n - 1
//     double       8 bytes: an IEEE 754 double, lowest byte first
//     fixed        8 bytes: an unsigned integer, lowest byte first
//     top bytes    the n highest bytes of a double, highest first; the others are 0.
//                  Numbers with few digits have few: 0 has none, 1 and 2.5 have 2
//     short double a byte n [0..8], then n top bytes
// clang-format on
//
// A string begins with a magic word without its zero, and a byte with the version of its
// format. It ends with a checksum, 4 bytes, lowest first: 32-bit FNV-1a (Fowler, Noll,
// Vo) of all bytes before.
#ifndef ASTAR_BYTE_STRING_H
#define ASTAR_BYTE_STRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// The string under construction. When `bytes` is NULL, only its size is counted.
typedef struct byte_writer {
  uint8_t *bytes;
  size_t size;
} byte_writer;

/// The rest of a string. A wrong value sets `is_damaged` and reads as 0.
typedef struct byte_reader {
  const uint8_t *bytes;
  size_t left;
  uint8_t version; ///< of the string
  bool is_damaged;
} byte_reader;

static inline void byte_string_put_byte(byte_writer *w, uint8_t byte) {
  if (w->bytes != NULL) w->bytes[w->size] = byte;
  w->size++;
}

void byte_string_put_bytes(byte_writer *w, const uint8_t *bytes, size_t size);
void byte_string_put_number(byte_writer *w, uint64_t number);
void byte_string_put_signed(byte_writer *w, int64_t number);
void byte_string_put_fixed(byte_writer *w, uint64_t bits);
void byte_string_put_double(byte_writer *w, double value);

/// How many top bytes a double needs [0..8].
int byte_string_count_top_bytes(double value);
void byte_string_put_top_bytes(byte_writer *w, double value, int count);
void byte_string_put_short_double(byte_writer *w, double value);

/// Begins a string, and ends it with the checksum.
void byte_string_put_header(byte_writer *w, const char *magic, uint8_t version);
void byte_string_put_checksum(byte_writer *w);

/// A kind of string: how it begins, and what is said of strings that cannot be read.
typedef struct byte_string_kind {
  const char *magic;
  uint8_t version;     ///< the greatest one
  const char *foreign; ///< another magic word or version
  const char *damaged; ///< the checksum is wrong
} byte_string_kind;

/// Writes the content of an object. Called twice: to count, and to write.
typedef void byte_string_put(byte_writer *w, const void *object);

/// Writes a string: how it begins, its content, the checksum. Returns its size. Writes
/// nothing when `bytes` is NULL or the size exceeds `capacity`.
size_t byte_string_write(const byte_string_kind *kind, byte_string_put *put,
                         const void *object, void *bytes, size_t capacity);

/// Begins to read a string. NULL is allowed. False: `*message` says why it is not intact.
bool byte_string_open(byte_reader *r, const void *bytes, size_t size,
                      const byte_string_kind *kind, const char **message);

static inline uint8_t byte_string_take_byte(byte_reader *r) {
  if (r->left == 0) {
    r->is_damaged = true;
    return 0;
  }
  r->left--;
  return *r->bytes++;
}

/// The next `size` bytes; NULL: there are not so many.
const uint8_t *byte_string_take_bytes(byte_reader *r, size_t size);

/// Numbers of at most `max`.
uint64_t byte_string_take_long(byte_reader *r, uint64_t max);
uint32_t byte_string_take_number(byte_reader *r, uint32_t max);
bool byte_string_take_bool(byte_reader *r);

/// A number from -max to max; `max` is below 2^62.
int64_t byte_string_take_signed(byte_reader *r, int64_t max);

uint64_t byte_string_take_fixed(byte_reader *r);

/// Any double, also infinite ones and NaN.
double byte_string_take_double(byte_reader *r);
double byte_string_take_top_bytes(byte_reader *r, int count);
double byte_string_take_short_double(byte_reader *r);

/// A record in one direction: `w` writes it, or `r` reads it, and the other one is NULL.
/// So one function describes a format for both. Each function below writes a value and
/// returns it, or returns what it reads, with the checks of byte_string_take_....
typedef struct byte_codec {
  byte_writer *w;
  byte_reader *r;
} byte_codec;

uint8_t byte_codec_byte(byte_codec *c, uint8_t value);
uint32_t byte_codec_number(byte_codec *c, uint32_t value, uint32_t max);
uint64_t byte_codec_long(byte_codec *c, uint64_t value, uint64_t max);
int64_t byte_codec_signed(byte_codec *c, int64_t value, int64_t max);
bool byte_codec_bool(byte_codec *c, bool value);
double byte_codec_double(byte_codec *c, double value);

/// A number from `min` to `max`.
double byte_codec_double_within(byte_codec *c, double value, double min, double max);

/// When reading, the string is damaged unless `condition` holds.
static inline void byte_codec_require(byte_codec *c, bool condition) {
  if (c->r != NULL && !condition) c->r->is_damaged = true;
}

static inline bool byte_codec_is_damaged(const byte_codec *c) {
  return c->r != NULL && c->r->is_damaged;
}

/// Whether a string is read that is older than a version of its format.
static inline bool byte_codec_is_before(const byte_codec *c, uint8_t version) {
  return c->r != NULL && c->r->version < version;
}

/// The bits of a double.
static inline uint64_t byte_string_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static inline double byte_string_from_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

#endif
