// Numbers as bytes: see byte_string.h.
//
// Reading a hostile string is safe: no function reads past its end. The checksum finds
// accidents only, so callers check every value.

#include "base/byte_string.h"

enum { BYTE_STRING_CHECKSUM = 4 };

static uint32_t byte_string_hash(const uint8_t *bytes, size_t size) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 16777619u;
  return hash;
}

// ------------------------------------------------------------------------------ writing

void byte_string_put_bytes(byte_writer *w, const uint8_t *bytes, size_t size) {
  if (w->bytes != NULL) memcpy(w->bytes + w->size, bytes, size);
  w->size += size;
}

void byte_string_put_number(byte_writer *w, uint64_t number) {
  for (; number >= 128; number >>= 7) byte_string_put_byte(w, (uint8_t)(number | 128));
  byte_string_put_byte(w, (uint8_t)number);
}

void byte_string_put_signed(byte_writer *w, int64_t number) {
  uint64_t size = number < 0 ? (uint64_t)(-(number + 1)) : (uint64_t)number;
  byte_string_put_number(w, size << 1 | (number < 0));
}

void byte_string_put_fixed(byte_writer *w, uint64_t bits) {
  for (int i = 0; i < 8; i++) byte_string_put_byte(w, (uint8_t)(bits >> (8 * i)));
}

void byte_string_put_double(byte_writer *w, double value) {
  byte_string_put_fixed(w, byte_string_bits(value));
}

int byte_string_count_top_bytes(double value) {
  int count = 0;
  for (uint64_t bits = byte_string_bits(value); bits != 0; bits <<= 8) count++;
  return count;
}

void byte_string_put_top_bytes(byte_writer *w, double value, int count) {
  uint64_t bits = byte_string_bits(value);
  for (int i = 0; i < count; i++)
    byte_string_put_byte(w, (uint8_t)(bits >> (56 - 8 * i)));
}

void byte_string_put_short_double(byte_writer *w, double value) {
  int count = byte_string_count_top_bytes(value);
  byte_string_put_byte(w, (uint8_t)count);
  byte_string_put_top_bytes(w, value, count);
}

void byte_string_put_header(byte_writer *w, const char *magic, uint8_t version) {
  for (; *magic != 0; magic++) byte_string_put_byte(w, (uint8_t)*magic);
  byte_string_put_byte(w, version);
}

void byte_string_put_checksum(byte_writer *w) {
  uint32_t hash = w->bytes != NULL ? byte_string_hash(w->bytes, w->size) : 0;
  for (int i = 0; i < BYTE_STRING_CHECKSUM; i++)
    byte_string_put_byte(w, (uint8_t)(hash >> (8 * i)));
}

size_t byte_string_write(const byte_string_kind *kind, byte_string_put *put,
                         const void *object, void *bytes, size_t capacity) {
  byte_writer w = {NULL, 0};
  for (int pass = 0; pass < 2 && w.size <= capacity; pass++) {
    w = (byte_writer){pass == 1 ? (uint8_t *)bytes : NULL, 0};
    byte_string_put_header(&w, kind->magic, kind->version);
    put(&w, object);
    byte_string_put_checksum(&w);
    if (bytes == NULL) break;
  }
  return w.size;
}

// ------------------------------------------------------------------------------ reading

bool byte_string_open(byte_reader *r, const void *bytes, size_t size,
                      const byte_string_kind *kind, const char **message) {
  const uint8_t *start = (const uint8_t *)bytes;
  size_t header = strlen(kind->magic) + 1;
  *r = (byte_reader){.is_damaged = true};
  *message = kind->foreign;
  if (start == NULL || size < header || memcmp(start, kind->magic, header - 1) != 0 ||
      start[header - 1] < 1 || start[header - 1] > kind->version)
    return false;
  *message = kind->damaged;
  if (size < header + BYTE_STRING_CHECKSUM) return false;
  size -= BYTE_STRING_CHECKSUM;
  uint32_t checksum = 0;
  for (size_t i = 0; i < BYTE_STRING_CHECKSUM; i++)
    checksum |= (uint32_t)start[size + i] << (8 * i);
  if (checksum != byte_string_hash(start, size)) return false;
  *r = (byte_reader){start + header, size - header, start[header - 1], false};
  return true;
}

const uint8_t *byte_string_take_bytes(byte_reader *r, size_t size) {
  if (size > r->left) {
    r->is_damaged = true;
    return NULL;
  }
  const uint8_t *bytes = r->bytes;
  r->bytes += size;
  r->left -= size;
  return bytes;
}

uint64_t byte_string_take_long(byte_reader *r, uint64_t max) {
  uint64_t number = 0;
  for (int shift = 0; shift < 63; shift += 7) {
    uint8_t byte = byte_string_take_byte(r);
    number |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) {
      if (number <= max) return number;
      break;
    }
  }
  r->is_damaged = true;
  return 0;
}

uint32_t byte_string_take_number(byte_reader *r, uint32_t max) {
  return (uint32_t)byte_string_take_long(r, max);
}

bool byte_string_take_bool(byte_reader *r) { return byte_string_take_number(r, 1) == 1; }

int64_t byte_string_take_signed(byte_reader *r, int64_t max) {
  uint64_t number = byte_string_take_long(r, (uint64_t)max << 1);
  int64_t half = (int64_t)(number >> 1);
  return (number & 1) != 0 ? -half - 1 : half;
}

uint64_t byte_string_take_fixed(byte_reader *r) {
  uint64_t bits = 0;
  for (int i = 0; i < 8; i++) bits |= (uint64_t)byte_string_take_byte(r) << (8 * i);
  return bits;
}

double byte_string_take_double(byte_reader *r) {
  return byte_string_from_bits(byte_string_take_fixed(r));
}

double byte_string_take_top_bytes(byte_reader *r, int count) {
  uint64_t bits = 0;
  if (count > 8) r->is_damaged = true;
  for (int i = 0; i < count && i < 8; i++)
    bits |= (uint64_t)byte_string_take_byte(r) << (56 - 8 * i);
  return r->is_damaged ? 0 : byte_string_from_bits(bits);
}

double byte_string_take_short_double(byte_reader *r) {
  return byte_string_take_top_bytes(r, byte_string_take_byte(r));
}

// ---------------------------------------------------------------------- both directions

uint8_t byte_codec_byte(byte_codec *c, uint8_t value) {
  if (c->r != NULL) return byte_string_take_byte(c->r);
  byte_string_put_byte(c->w, value);
  return value;
}

uint64_t byte_codec_long(byte_codec *c, uint64_t value, uint64_t max) {
  if (c->r != NULL) return byte_string_take_long(c->r, max);
  byte_string_put_number(c->w, value);
  return value;
}

uint32_t byte_codec_number(byte_codec *c, uint32_t value, uint32_t max) {
  return (uint32_t)byte_codec_long(c, value, max);
}

int64_t byte_codec_signed(byte_codec *c, int64_t value, int64_t max) {
  if (c->r != NULL) return byte_string_take_signed(c->r, max);
  byte_string_put_signed(c->w, value);
  return value;
}

bool byte_codec_bool(byte_codec *c, bool value) {
  return byte_codec_long(c, value, 1) == 1;
}

double byte_codec_double(byte_codec *c, double value) {
  if (c->r != NULL) return byte_string_take_double(c->r);
  byte_string_put_double(c->w, value);
  return value;
}

double byte_codec_double_within(byte_codec *c, double value, double min, double max) {
  value = byte_codec_double(c, value);
  if (value >= min && value <= max) return value; // also false for NaN
  byte_codec_require(c, false);
  return c->r != NULL ? min : value;
}
