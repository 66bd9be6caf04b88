// Finds the links of a tile in corner boards; why corners suffice.
//
// On a map where all tiles cost the same, a cheapest path can be straightened until it
// turns only where obstacles force it to. So the tiles at the corners of obstacles are
// enough as nodes of a graph (T. Uras, S. Koenig and C. Hernandez, "Subgoal graphs for
// optimal pathfinding in eight-neighbor grids", 2013; taut paths: S. Oh and H. W. Leong,
// "Edge N-level sparse visibility graphs", 2017). Ours differs: corners belong to
// quadrants, so that a path sees half of them, and they are found by operations on words
// of bits.
//
// Corners. A quadrant has three directions, for example NE: the steps N, NE and E.
// Corners of type A serve the quadrants NE and SW, those of type B NW and SE. NE(x) says
// that the step from tile x to the north-east is legal; W(x) is the tile to its west. A
// passable tile m is a corner of type A in these cases, and in those turned by 180
// degrees:
//
//     1.  # . t      2.  # t      3.  . m .      Drawn for rules that cut no corners.
//         s m .          s m          s # t      Case 3 needs that they may be cut.
//
//   1. A straight step into m and a diagonal step out of it cannot change places: W(m)
//      is passable, NE(m), but not NE(W(m)). Or S(m) is passable, NE(m), but not
//      NE(S(m)).
//
//   2. No diagonal step replaces two straight steps: W(m) and N(m) are passable, but not
//      NE(W(m)). Or S(m) and E(m) are passable, but not NE(S(m)).
//
//   3. Two diagonal steps lead around a thin wall: SW(m) and SE(m), but S(m) is
//      impassable. The same in the three other directions. Such a tile has both types.
//
// Type B is type A mirrored from east to west. With 4 neighbors there is only case 2: the
// tile between the two straight steps, to the north-west or the south-east of m, is
// impassable.
//
// Claim. A leg is a path inside one quadrant that makes its major steps first (diagonal;
// with 4 neighbors vertical), and then goes straight on. If there is a path from s to t,
// and the leg from s to t is not legal, then a cheapest path is a chain of legal legs: a
// link of s, edges from corner to corner, and a link of t, walked back. The edges of a
// node are the links of its quadrant and changes of the quadrant (see (1)). Edges walked
// back are edges, too.
//
// Proof. Let a straight step cost a, a diagonal step b, with a < b < 2a. (If b = a, raise
// b a little; if b = 2a, lower it; so little that a path that is cheapest then is also
// cheapest for the true costs.) Take a cheapest path. It has no turns of more than 90
// degrees, and no two straight steps that a legal diagonal step replaces.
//
// (1) Changes of the quadrant. Split the path into runs inside one quadrant, each as long
// as possible. Where a run in NE meets a run in SE, the path makes a step X (NE or N),
// then some steps E, then a step Y (SE or S). The other pairs are turned or mirrored. A
// run in NE never meets one in SW, because they share no direction.
//
//     . . m > > n . .      Move X behind the steps E, one at a time, while that is legal.
//     . / . # # . \ .      X stops at a corner m of type A: by case 1 turned by 180
//     s . . # # . . t      degrees, or at once by case 2 when X is N. Move Y before the
//                          steps E: it stops at a corner n of type B.
//
// If no step E is left between X and Y, at most two straight steps replace them, which
// are cheaper: a contradiction, unless X and Y lead around a thin wall, where m = n by
// case 3. So the path enters m in quadrant NE, goes straight to n, and leaves n in
// quadrant SE. The next change moves only steps behind n. The edge for the change leads
// from m to the first corner of type B straight ahead, since links lead on from there to
// the next ones; around a thin wall its length is 0.
//
// (2) Inside a run in NE, from u to v. Move each diagonal step before the straight steps
// in front of it, while that is legal. It stops at a corner, by case 1; and between two
// straight steps of different directions is a corner, by case 2. So the run is a chain of
// legs over corners. If v is t, do the same to its last leg, seen from t: its first leg
// is then a link of t. A leg over another corner of its type is two legs, so scans end at
// the first corner.
//
// (3) Needless links. From the tile k steps along the diagonal, let e(k) be the length of
// the scan to the east, to a corner or an impassable tile. The link over this tile is
// needed only if e(k) < e(j) for all j < k.
//
//     row k    . . / > > w      Otherwise let j be the last with e(j) <= e(k). The rows
//     row j    . / > v . .      after j up to k are passable up to e(k) tiles east of the
//              u . . . . .      diagonal, and no tile before that is a corner.
//
// In row j, NE is legal up to e(k) tiles east of the diagonal: at the first tile where it
// is not, the tile to its north would be a corner, by case 1 turned by 180 degrees. The
// same holds in the next rows before k. So the scan of row j ends at a corner v, and the
// leg from v to w is legal. The ways over v and over row k have the same length. The legs
// to v and from v are shorter, so by induction links and edges that are needed replace
// them.
//
// With 4 neighbors a step N takes the place of NE, and case 2 that of case 1, in all
// three parts.
//
// Boards. A tile of a major line is of interest if its straight scan ends at a corner and
// e(k) < e(k-1). The boards store these tiles by major line, together with the tiles
// where major steps end: 64 tiles of a line are one cache line. So the links of a
// quadrant are a scan along one line, and a scan of a row or a column for each tile of
// interest.
#include "index/corner_boards.h"

#include <string.h>

// -------------------------------------------------------------------------------- life

// The words of `block`: with room to align it to a cache line, and two words that
// `corner_boards_find_near` may read after the last column.
static size_t corner_boards_block_words(const corner_boards *b) {
  size_t rows = (size_t)b->height * b->row_words;
  size_t columns = (size_t)b->width * b->column_words;
  return 4 * rows + 2 * columns + 2 * CORNER_BOARDS_WORDS * columns +
         CORNER_BOARDS_WORDS + 2;
}

void corner_boards_fini(corner_boards *b) {
  if (b->memory == NULL) return;
  memory_free(b->memory, b->builder, b->builder_bytes);
  MEMORY_FREE(b->memory, b->block, corner_boards_block_words(b));
  if (b->x != NULL) MEMORY_FREE(b->memory, b->x, 2 * (size_t)b->count);
  memset(b, 0, sizeof *b);
}

size_t corner_boards_bytes(const corner_boards *b) {
  if (b->block == NULL) return 0;
  return corner_boards_block_words(b) * sizeof *b->block +
         2 * (size_t)b->count * sizeof *b->x;
}

bool corner_boards_begin(corner_boards *b, const costmap *map) {
  const astar_rules *rules = map->rules;
  b->memory = &map->grid->memory;
  b->width = map->grid->width + 2, b->height = map->grid->height + 2;
  b->has_diagonals = rules->move_count == DIRECTIONS;
  b->corner_rule = b->has_diagonals ? rules->diagonal : ASTAR_DIAGONAL_NEVER;
  b->straight = rules->straight_units, b->diagonal = rules->diagonal_units;
  b->row_words = map->tiles->words, b->column_words = ((size_t)b->height + 63) / 64;
  size_t rows = (size_t)b->height * b->row_words;
  size_t columns = (size_t)b->width * b->column_words;
  size_t bytes = corner_boards_block_words(b) * sizeof *b->block;
  if (b->block == NULL) b->block = (uint64_t *)memory_new(b->memory, bytes);
  if (b->block == NULL) return false;
  size_t past = (uintptr_t)b->block / sizeof *b->block % CORNER_BOARDS_WORDS;
  b->majors[0] = b->block + (CORNER_BOARDS_WORDS - past) % CORNER_BOARDS_WORDS;
  b->majors[1] = b->majors[0] + CORNER_BOARDS_WORDS * columns;
  b->rows = b->majors[1] + CORNER_BOARDS_WORDS * columns;
  b->columns = b->rows + 4 * rows;
  return true;
}

// -------------------------------------------------------------------------------- links

// The same where the bit is usually less than 64 bits away: the first 64 bits are tested
// at once, in whichever two words they are. This saves a branch that is hard to predict.
// It may read one word before or after the line.
INLINE_ALWAYS int corner_boards_find_near(const uint64_t *line, size_t stride, int from,
                                          bool forward) {
  const uint64_t *word = line + (size_t)((forward ? from + 1 : from - 1) >> 6) * stride;
  if (forward) {
    int shift = (from + 1) & 63;
    uint64_t left = word[0] >> shift | word[stride] << 1 << (63 - shift);
    if (left != 0) return from + 1 + bits_lowest(left);
  } else {
    int shift = (from - 1) & 63;
    uint64_t left = word[0] << (63 - shift) | *(word - stride) >> 1 >> shift;
    if (left != 0) return from - 64 + bits_highest(left);
  }
  return corner_boards_find(line, stride, from, forward);
}

// Whether a tile that stops straight scans is a corner; otherwise it is impassable.
INLINE_ALWAYS bool corner_boards_is_corner(const uint64_t *row, int x) {
  return (row[4 * (size_t)(x >> 6) + 2] >> (x & 63) & 1) != 0;
}

// The number of the corner of a type at column x of a row.
INLINE_ALWAYS uint32_t corner_boards_number(const uint64_t *row, int type, int x) {
  const uint64_t *word = row + 4 * (size_t)(x >> 6);
  uint64_t before = word[type] & word[2] & (((uint64_t)1 << (x & 63)) - 1);
  return (uint32_t)(word[3] >> (32 * type)) + (uint32_t)bits_count(before);
}

INLINE_ALWAYS uint32_t corner_boards_count_steps(int from, int to) {
  return (uint32_t)(from < to ? to - from : from - to);
}

// Where links begin, and where the path ends.
typedef struct corner_boards_view {
  int x, y;
  int target_x, target_y;
} corner_boards_view;

// Finds the links of one quadrant. All functions of a scan are inlined, and all but the
// coordinates and `link` are constants or stay in registers.
typedef struct corner_boards_scan {
  const corner_boards *b;
  corner_boards_view view;
  int type;
  bool south, east;       // the quadrant
  bool has_diagonals;     // 8 neighbors
  uint32_t major;         // cost of a major step [units]
  uint32_t across, along; // the shortest straight parts so far, to the east or west and
                          // to the north or south [tiles]
  corner_link *link;      // the next one
} corner_boards_scan;

// Adds the link to the corner of a type at (x, y); `row` is row y.
INLINE_ALWAYS corner_link *corner_boards_add(const corner_boards *b,
                                             const corner_boards_view *v,
                                             const uint64_t *row, int type, bool south,
                                             int x, int y, uint32_t length,
                                             corner_link *link) {
  link->length = length;
  link->node = 2 * corner_boards_number(row, type, x) + south;
  link->bound = length + corner_boards_distance(b, x, y, v->target_x, v->target_y);
  return link + 1;
}

// Looks straight on from (x, y), a tile of the major line: `across` to the east or west,
// otherwise to the north or south. Adds the link if it is a needed one.
INLINE_ALWAYS void corner_boards_look(corner_boards_scan *s, int x, int y, bool across,
                                      bool at_start) {
  const corner_boards *b = s->b;
  const uint64_t *line = across ? b->rows + (size_t)y * b->row_words * 4
                                : b->columns + (size_t)x * b->column_words * 2;
  size_t stride = across ? 4 : 2;
  int from = across ? x : y;
  bool forward = across ? s->east : s->south;
  int stop = at_start ? corner_boards_find(line + s->type, stride, from, forward)
                      : corner_boards_find_near(line + s->type, stride, from, forward);
  uint32_t steps = corner_boards_count_steps(from, stop);
  uint32_t *least = across ? &s->across : &s->along;
  if (!at_start && steps >= *least) return;
  *least = steps;
  const uint64_t *row = across ? line : b->rows + (size_t)stop * b->row_words * 4;
  int end_x = across ? stop : x, end_y = across ? y : stop;
  if (at_start && !corner_boards_is_corner(row, end_x)) return;
  uint32_t length = corner_boards_count_steps(s->view.y, y) * s->major;
  s->link = corner_boards_add(b, &s->view, row, s->type, s->south, end_x, end_y,
                              length + steps * b->straight, s->link);
}

// The column where the major line of the start is in row y.
INLINE_ALWAYS int corner_boards_major_x(const corner_boards_scan *s, int y) {
  if (!s->has_diagonals) return s->view.x;
  return s->type == 0 ? s->view.x + s->view.y - y : s->view.x - s->view.y + y;
}

// Looks from all tiles of interest between the start and row `end`, the nearest first.
// `words` are the words of the major line for `across`.
INLINE_ALWAYS void corner_boards_look_from_line(corner_boards_scan *s,
                                                const uint64_t *words, int end,
                                                bool across) {
  int first = s->south ? s->view.y + 1 : s->view.y - 1;
  int last = s->south ? end - 1 : end + 1;
  if (s->south ? first > last : first < last) return;
  const uint64_t ones = ~(uint64_t)0;
  uint64_t clip = s->south ? ones << (first & 63) : ones >> (63 - (first & 63));
  for (int i = first >> 6;; i += s->south ? 1 : -1) {
    uint64_t left = words[(size_t)i * CORNER_BOARDS_WORDS] & clip;
    bool is_last = i == last >> 6;
    if (is_last) left &= s->south ? ones >> (63 - (last & 63)) : ones << (last & 63);
    while (left != 0) {
      int bit = s->south ? bits_lowest(left) : bits_highest(left), y = i * 64 + bit;
      left ^= (uint64_t)1 << bit;
      corner_boards_look(s, corner_boards_major_x(s, y), y, across, false);
    }
    if (is_last) return;
    clip = ones;
  }
}

// Finds the links of a quadrant; its arguments are constants. Type A to the north is NE,
// type B to the north NW.
INLINE_ALWAYS corner_link *
corner_boards_scan_quadrant(const corner_boards *b, const corner_boards_view *v, int type,
                            bool south, bool has_diagonals, corner_link *link) {
  corner_boards_scan s = {.b = b,
                          .view = *v,
                          .type = type,
                          .south = south,
                          .east = (type == 0) != south,
                          .has_diagonals = has_diagonals,
                          .major = has_diagonals ? b->diagonal : b->straight,
                          .link = link};
  corner_boards_look(&s, v->x, v->y, true, true);
  if (has_diagonals) corner_boards_look(&s, v->x, v->y, false, true);
  const uint64_t *line =
      b->majors[type] + (size_t)corner_boards_line(b, type, v->x, v->y) *
                            b->column_words * CORNER_BOARDS_WORDS;
  const uint64_t *kinds = south ? line + CORNER_BOARDS_SOUTH : line;
  int end =
      corner_boards_find(kinds + CORNER_BOARDS_STOPS, CORNER_BOARDS_WORDS, v->y, south);
  int step = south ? end - 1 : end; // the last step, by its upper row
  uint64_t closed =
      line[(size_t)(step >> 6) * CORNER_BOARDS_WORDS + CORNER_BOARDS_CLOSED];
  if ((closed >> (step & 63) & 1) == 0) { // the line ends at a corner
    s.link = corner_boards_add(b, v, b->rows + (size_t)end * b->row_words * 4, type,
                               south, corner_boards_major_x(&s, end), end,
                               corner_boards_count_steps(v->y, end) * s.major, s.link);
  }
  corner_boards_look_from_line(&s, kinds + CORNER_BOARDS_ACROSS, end, true);
  if (has_diagonals)
    corner_boards_look_from_line(&s, kinds + CORNER_BOARDS_ALONG, end, false);
  return s.link;
}

// The same for arguments that are not constants.
static corner_link *corner_boards_see(const corner_boards *b, const corner_boards_view *v,
                                      int type, bool south, corner_link *link) {
  switch (4 * b->has_diagonals + 2 * type + south) {
  case 0: return corner_boards_scan_quadrant(b, v, 0, false, false, link);
  case 1: return corner_boards_scan_quadrant(b, v, 0, true, false, link);
  case 2: return corner_boards_scan_quadrant(b, v, 1, false, false, link);
  case 3: return corner_boards_scan_quadrant(b, v, 1, true, false, link);
  case 4: return corner_boards_scan_quadrant(b, v, 0, false, true, link);
  case 5: return corner_boards_scan_quadrant(b, v, 0, true, true, link);
  case 6: return corner_boards_scan_quadrant(b, v, 1, false, true, link);
  default: return corner_boards_scan_quadrant(b, v, 1, true, true, link);
  }
}

size_t corner_boards_connect(const corner_boards *b, int x, int y, int target_x,
                             int target_y, corner_link *links) {
  corner_boards_view v = {x, y, target_x, target_y};
  corner_link *link = links;
  if (b->has_diagonals) { // inlined: 8 % faster
    link = corner_boards_scan_quadrant(b, &v, 0, false, true, link);
    link = corner_boards_scan_quadrant(b, &v, 0, true, true, link);
    link = corner_boards_scan_quadrant(b, &v, 1, false, true, link);
    link = corner_boards_scan_quadrant(b, &v, 1, true, true, link);
  } else {
    link = corner_boards_see(b, &v, 0, false, link);
    link = corner_boards_see(b, &v, 0, true, link);
    link = corner_boards_see(b, &v, 1, false, link);
    link = corner_boards_see(b, &v, 1, true, link);
  }
  return (size_t)(link - links);
}

// -------------------------------------------------------------------------------- edges

bool corner_boards_can_step(const corner_boards *b, int x, int y, int dx, int dy) {
  if (dx == 0 || dy == 0) return corner_boards_is_passable(b, x + dx, y + dy);
  return corner_boards_is_passable(b, x + dx, y + dy) &&
         corner_rule_passes(b->corner_rule, corner_boards_is_passable(b, x + dx, y),
                            corner_boards_is_passable(b, x, y + dy));
}

// Whether the tile beside a corner at (wall_dx, wall_dy) is a thin wall: impassable, with
// legal diagonal steps from the corner past both of its ends.
static bool corner_boards_has_thin_wall(const corner_boards *b, int x, int y, int wall_dx,
                                        int wall_dy) {
  if (!corner_rule_cuts(b->corner_rule)) return false;
  int dx = wall_dx == 0 ? 1 : wall_dx, dy = wall_dy == 0 ? 1 : wall_dy;
  return !corner_boards_is_passable(b, x + wall_dx, y + wall_dy) &&
         corner_boards_can_step(b, x, y, dx, dy) &&
         corner_boards_can_step(b, x, y, wall_dx == 0 ? -dx : dx,
                                wall_dy == 0 ? -dy : dy);
}

size_t corner_boards_edges(const corner_boards *b, uint32_t node, corner_link *links) {
  uint32_t corner = node >> 1;
  int type = corner >= b->first_b, other = 1 - type, x = b->x[corner], y = b->y[corner];
  bool south = (node & 1) != 0, east = (type == 0) != south;
  corner_boards_view v = {x, y, x, y};
  corner_link *link = corner_boards_see(b, &v, type, south, links);
  // Changes of the quadrant: by steps straight ahead, to the east or west first.
  const uint64_t *row = corner_boards_row(b, y);
  int stop = corner_boards_find(row + other, 4, x, east);
  if (corner_boards_is_corner(row, stop)) {
    link = corner_boards_add(b, &v, row, other, !south, stop, y,
                             corner_boards_count_steps(x, stop) * b->straight, link);
  }
  const uint64_t *column = b->columns + (size_t)x * b->column_words * 2;
  stop = corner_boards_find(column + other, 2, y, south);
  const uint64_t *end_row = corner_boards_row(b, stop);
  if (corner_boards_is_corner(end_row, x)) {
    link = corner_boards_add(b, &v, end_row, other, south, x, stop,
                             corner_boards_count_steps(y, stop) * b->straight, link);
  }
  // Changes of the quadrant at the corner: the thin wall is behind.
  if (corner_boards_has_thin_wall(b, x, y, 0, south ? -1 : 1))
    link = corner_boards_add(b, &v, row, other, !south, x, y, 0, link);
  if (corner_boards_has_thin_wall(b, x, y, east ? -1 : 1, 0))
    link = corner_boards_add(b, &v, row, other, south, x, y, 0, link);
  return (size_t)(link - links);
}
