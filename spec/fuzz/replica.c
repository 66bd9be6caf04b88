/// Checks replicas: deltas, and rules from byte strings, on random maps:
///
///     build/fuzz/replica [MAPS [SEED]]
///
/// Method. A *world* has several grids, called nodes. They begin with the same content.
/// Then random things happen to random nodes: edits of all kinds (edit.h), queries that
/// derive data, deltas that are written and applied, copies, clones. Each delta is kept
/// with the byte strings of its node before and after its edits. So one rule decides
/// everything: a delta must be accepted by a node exactly when the byte string of the
/// node is the one before; the node then has the one after; a node that refuses a delta
/// is as it was. Besides, the program checks that
///
/// - two nodes with the same byte string give the same answers (inquiry.h), with the same
///   number of expansions, whatever was derived on them before;
/// - the hash that a node kept during its edits is the hash that a fresh copy computes;
/// - deltas from every revision that was seen since recording began can be had, no
/// others;
/// - a delta that is damaged at any byte, cut, or joined from two is refused, with a
/// wrong
///   checksum; with a correct one it is refused, or leads to a sound grid;
/// - when an allocation fails, a call changes nothing, or it succeeds;
/// - rules that were written and read give the same answers.
///
/// Then the limits of the record are checked on larger maps. Each world has a seed of its
/// own: SEED, SEED + 1, ... A failure prints the seed; `replica 1 SEED` repeats it.
#include "blocks.h"
#include "edit.h"
#include "inquiry.h"
#include "terrain.h"
#include "../support/rounds.h"
#include "../support/serialized.h"

#include <string.h>

enum { NODES = 4, LAWS = 2, STATES = 24, DELTAS = 24, SEEN = 4096 };

// Edits whose values take more bytes than this may end older deltas [bytes].
enum { SAFE_WEIGHT = 1 << 19, SAFE_EDITS = 65536 };

typedef struct bytes {
  uint8_t *at;
  size_t size;
} bytes;

// The content of a node at one of its revisions.
typedef struct state {
  uint64_t revision;
  bytes content;
  size_t edits, weight; ///< of the node at this time
} state;

typedef struct node {
  astar_grid *grid;
  bool records;    ///< since the first state
  bool may_forget; ///< memory was short: earlier deltas may have ended
  state states[STATES];
  int state_count;
  size_t edits, weight; ///< of all edits so far
} node;

typedef struct delta {
  bytes string, before, after;
} delta;

typedef struct world {
  terrain terrain;
  law laws[LAWS];
  astar_rules *read[LAWS]; ///< the same rules, from their byte strings
  node nodes[NODES];
  delta deltas[DELTAS];
  int delta_count;
  size_t edit_count, applied, refused, damaged, accepted;
} world;

static world w;

// -------------------------------------------------------------------------- allocation

// Blocks in use, and which allocations fail.
static struct {
  size_t held;      ///< [bytes]
  int64_t left;     ///< allocations that succeed before one fails; -1: none fails
  bool fails_on;    ///< all later allocations fail, too
  bool has_refused; ///< since `meter_fail`
} meter = {.left = -1};

static void *meter_alloc(void *user, void *block, size_t old_size, size_t new_size) {
  (void)user;
  if (new_size > old_size && meter.left >= 0) {
    if (meter.left == 0) {
      meter.has_refused = true;
      if (!meter.fails_on) meter.left = -1;
      return NULL;
    }
    meter.left--;
  }
  meter.held += new_size - old_size;
  return blocks_move(&meter, block, old_size, new_size);
}

static const astar_allocator metered = {meter_alloc, NULL};

// Lets an allocation of the next call fail, sometimes.
static void meter_begin(void) {
  meter.has_refused = false;
  meter.left = chance(12) == 0 ? chance(6) : -1;
  meter.fails_on = chance(2) == 0;
}

// Returns whether an allocation failed.
static bool meter_end(void) {
  const bool has_refused = meter.has_refused;
  meter.left = -1;
  meter.has_refused = false;
  return has_refused;
}

// ------------------------------------------------------------------------------- bytes

static bytes bytes_of(const void *at, size_t size) {
  bytes b = {(uint8_t *)must(malloc(size + 1)), size};
  if (size > 0) memcpy(b.at, at, size);
  return b;
}

static bytes bytes_copy(const bytes *b) { return bytes_of(b->at, b->size); }

static void bytes_free(bytes *b) {
  free(b->at);
  *b = (bytes){NULL, 0};
}

static bool bytes_are_same(const bytes *a, const bytes *b) {
  return a->size == b->size && memcmp(a->at, b->at, a->size) == 0;
}

// The byte string of a grid.
static bytes content_of(const astar_grid *grid) {
  bytes b;
  b.at = serialized_grid(grid, &b.size);
  return b;
}

static bool has_content(const astar_grid *grid, const bytes *content) {
  bytes now = content_of(grid);
  const bool is_same = bytes_are_same(&now, content);
  bytes_free(&now);
  return is_same;
}

static astar_grid *grid_of(const bytes *content) {
  astar_grid *grid;
  REQUIRE(astar_grid_deserialize(&metered, content->at, content->size, ASTAR_MAX_TILES,
                                 &grid, NULL) == ASTAR_OK);
  return grid;
}

// ----------------------------------------------------------------------------- answers

static const astar_rules *any_rules(void) {
  const int i = chance(LAWS);
  return chance(3) == 0 ? w.read[i] : w.laws[i].rules;
}

// Uses a grid, so that it has derived data.
static void use(astar_grid *grid) {
  const inquiry i = inquiry_any(grid, any_rules());
  inquiry_ask(&i, grid, NULL, NULL);
}

static void require_same_answers(astar_grid *a, astar_grid *b, int count) {
  for (int k = 0; k < count; k++) {
    const int l = chance(LAWS);
    inquiry i = inquiry_any(a, w.laws[l].rules);
    const digest first = inquiry_ask(&i, a, NULL, NULL);
    if (chance(3) == 0) i.rules = i.query.rules = w.read[l];
    const digest second = inquiry_ask(&i, b, NULL, NULL);
    if (!digest_is_same(&first, &second)) {
      inquiry_print(&i);
      digest_print("one grid", &first);
      digest_print("the other", &second);
      terrain_print_law(&w.laws[l]);
    }
    REQUIRE(digest_is_same(&first, &second));
  }
}

// ------------------------------------------------------------------------------- rules

// The same rules from their byte string, which rules_saved.c compares.
static astar_rules *read_again(const astar_rules *rules) {
  const size_t size = astar_rules_serialize(rules, NULL, 0);
  uint8_t *string = (uint8_t *)must(malloc(size));
  astar_rules *read;
  REQUIRE(astar_rules_serialize(rules, string, size) == size);
  REQUIRE(astar_rules_deserialize(&metered, string, size, &read, NULL) == ASTAR_OK);
  free(string);
  return read;
}

// ------------------------------------------------------------------------------ states

static void node_forget(node *n) {
  for (int i = 0; i < n->state_count; i++) bytes_free(&n->states[i].content);
  n->state_count = 0;
}

// Remembers the content of a node, unless it has not changed.
static void node_remember(node *n) {
  const uint64_t revision = astar_grid_revision(n->grid);
  if (n->state_count > 0 && n->states[n->state_count - 1].revision == revision) return;
  if (n->state_count == STATES) {
    const int gone = chance(STATES - 1);
    bytes_free(&n->states[gone].content);
    memmove(&n->states[gone], &n->states[gone + 1],
            (size_t)(STATES - gone - 1) * sizeof n->states[0]);
    n->state_count--;
  }
  n->states[n->state_count++] =
      (state){revision, content_of(n->grid), n->edits, n->weight};
}

// Begins the states of a node anew: earlier deltas have ended.
static void node_restart(node *n) {
  node_forget(n);
  n->edits = n->weight = 0;
  n->may_forget = false;
  node_remember(n);
}

static bool state_is_safe(const node *n, const state *s) {
#ifdef ASTAR_TORTURE
  (void)s, (void)n;
  return false;
#else
  return !n->may_forget && n->edits - s->edits <= SAFE_EDITS &&
         n->weight - s->weight <= SAFE_WEIGHT;
#endif
}

// ------------------------------------------------------------------------------ deltas

// Asks for a delta, with and without room for it.
static astar_status changes(astar_grid *grid, uint64_t revision, bytes *string) {
  size_t size = 77, again = 77;
  *string = (bytes){NULL, 0};
  const astar_status status = astar_grid_changes(grid, revision, NULL, 0, &size);
  if (status != ASTAR_OK) {
    REQUIRE(size == 0);
    return status;
  }
  REQUIRE(size > 0);
  *string = (bytes){(uint8_t *)must(malloc(size)), size};
  memset(string->at, 0xa5, size);
  REQUIRE(astar_grid_changes(grid, revision, string->at, size - 1, &again) == ASTAR_OK);
  REQUIRE(again == size && string->at[0] == 0xa5 && string->at[size - 1] == 0xa5);
  REQUIRE(astar_grid_changes(grid, revision, string->at, size, &again) == ASTAR_OK);
  REQUIRE(again == size);
  return ASTAR_OK;
}

static void delta_free(delta *d) {
  bytes_free(&d->string);
  bytes_free(&d->before);
  bytes_free(&d->after);
}

static void keep_delta(delta d) {
  if (w.delta_count < DELTAS) {
    w.deltas[w.delta_count++] = d;
    return;
  }
  const int at = chance(DELTAS);
  delta_free(&w.deltas[at]);
  w.deltas[at] = d;
}

// Begins to record, and checks what a grid answers at first.
static void node_record(node *n) {
  bytes string;
  const uint64_t now = astar_grid_revision(n->grid);
  if (n->records) return;
  bytes before = content_of(n->grid);
  meter_begin();
  const astar_status status = astar_grid_changes(n->grid, now, NULL, 0, &string.size);
  const bool has_refused = meter_end();
  REQUIRE(status == ASTAR_OK || (has_refused && status == ASTAR_NO_MEMORY));
  REQUIRE(status == ASTAR_OK || string.size == 0);
  REQUIRE(has_content(n->grid, &before));
  bytes_free(&before);
  REQUIRE(changes(n->grid, now, &string) == ASTAR_OK);
  bytes_free(&string);
  n->records = true;
  node_restart(n);
}

// Writes a delta from a state of a node to now.
static void node_write(node *n) {
  bytes string;
  if (!n->records) node_record(n);
  const state *s = &n->states[chance(n->state_count)];
  const astar_status status = changes(n->grid, s->revision, &string);
  if (status != ASTAR_OK) {
    REQUIRE(status == ASTAR_TOO_OLD);
    REQUIRE(!state_is_safe(n, s));
    return;
  }
  keep_delta((delta){string, bytes_copy(&s->content), content_of(n->grid)});
}

// Revisions that a grid never had, and the present one.
static void node_ask_wrong(node *n) {
  const uint64_t now = astar_grid_revision(n->grid);
  const uint64_t future[] = {now + 1, now + 2, now + 1000, UINT64_MAX, UINT64_C(1) << 53};
  bytes string;
  if (!n->records) return;
  for (int i = 0; i < 5; i++)
    REQUIRE(changes(n->grid, future[i], &string) == ASTAR_INVALID);
  REQUIRE(changes(n->grid, now, &string) == ASTAR_OK);
  bytes_free(&string);
  if (n->state_count > 0 && n->states[0].revision > 0) {
    const astar_status status = changes(n->grid, 0, &string);
    REQUIRE(status == ASTAR_TOO_OLD || status == ASTAR_OK || status == ASTAR_INVALID);
    bytes_free(&string);
  }
}

// The hash that a node kept during its edits must be that of a fresh copy.
static void node_check_hash(node *n) {
  bytes string;
  astar_grid *copy;
  if (!n->records) return;
  REQUIRE(changes(n->grid, astar_grid_revision(n->grid), &string) == ASTAR_OK);
  REQUIRE(astar_grid_clone(n->grid, &metered, &copy) == ASTAR_OK);
  const char *message = "";
  const astar_status status =
      astar_grid_apply(copy, string.at, string.size, UINT64_MAX, &message);
  if (status != ASTAR_OK) fprintf(stderr, "hash: %s\n", message);
  REQUIRE(status == ASTAR_OK);
  astar_grid_free(copy);
  bytes_free(&string);
}

// ------------------------------------------------------------------------------- apply

// How a grid must refuse a delta of its size that does not fit.
static astar_status refusal_of(const astar_grid *grid, const bytes *string) {
  uint64_t from, to;
  const uint64_t revision = astar_grid_revision(grid);
  REQUIRE(astar_delta_revisions(string->at, string->size, &from, &to, NULL) == ASTAR_OK);
  REQUIRE(from <= to);
  if (from < revision) return ASTAR_DELTA_APPLIED;
  return from > revision ? ASTAR_DELTA_GAP : ASTAR_DELTA_OTHER;
}

// The rule that decides everything.
static void node_apply(node *n, const delta *d) {
  bytes before = content_of(n->grid);
  const bool fits = bytes_are_same(&before, &d->before);
  const char *message = NULL;
  meter_begin();
  const astar_status status =
      astar_grid_apply(n->grid, d->string.at, d->string.size, UINT64_MAX, &message);
  const bool has_refused = meter_end();
  if (has_refused) n->may_forget = true;
  if (has_refused && status == ASTAR_NO_MEMORY) {
    REQUIRE(has_content(n->grid, &before));
    REQUIRE(message != NULL);
  } else if (fits) {
    if (status != ASTAR_OK) fprintf(stderr, "refused: %s\n", message);
    REQUIRE(status == ASTAR_OK);
    REQUIRE(has_content(n->grid, &d->after));
    w.applied++;
    n->edits += d->string.size / 2;
    n->weight += 8 * d->string.size;
    if (n->records) node_remember(n);
  } else {
    REQUIRE(status == refusal_of(n->grid, &d->string));
    REQUIRE(message != NULL && message[0] != '\0');
    REQUIRE(has_content(n->grid, &before));
    w.refused++;
  }
  bytes_free(&before);
}

// Brings a node to the present of another one: by deltas if possible.
static void node_follow(node *n, node *leader) {
  bytes string, content = content_of(n->grid);
  const astar_status status =
      changes(leader->grid, astar_grid_revision(n->grid), &string);
  const char *message = "";
  if (status == ASTAR_OK) {
    const astar_status applied =
        astar_grid_apply(n->grid, string.at, string.size, UINT64_MAX, &message);
    bool was_so = false; // the leader had this content
    for (int i = 0; i < leader->state_count; i++)
      was_so |= bytes_are_same(&content, &leader->states[i].content);
    REQUIRE(applied == ASTAR_OK || applied == ASTAR_DELTA_OTHER);
    REQUIRE(!was_so || applied == ASTAR_OK);
    if (applied == ASTAR_OK) {
      bytes now = content_of(leader->grid);
      REQUIRE(has_content(n->grid, &now));
      bytes_free(&now);
      n->edits += string.size / 2;
      n->weight += 8 * string.size;
      if (n->records) node_remember(n);
      w.applied++;
      require_same_answers(leader->grid, n->grid, 3);
    } else {
      REQUIRE(has_content(n->grid, &content));
      w.refused++;
    }
  }
  bytes_free(&string);
  bytes_free(&content);
}

// ------------------------------------------------------------------------------- edits

static void node_edit(node *n) {
  const edit e = edit_any(n->grid);
  const uint64_t revision = astar_grid_revision(n->grid);
  const bool is_compared = chance(4) == 0;
  bytes before = {NULL, 0};
  if (is_compared) {
    before = content_of(n->grid);
    meter_begin();
  }
  const astar_status status = edit_make(&e, n->grid, NULL);
  const bool has_refused = meter_end();
  const uint64_t now = astar_grid_revision(n->grid);
  if (has_refused) n->may_forget = true;
  REQUIRE(status == ASTAR_OK || status == ASTAR_INVALID ||
          status == ASTAR_OUT_OF_BOUNDS || (status == ASTAR_NO_MEMORY && has_refused));
  REQUIRE(now >= revision && (status == ASTAR_OK || now == revision));
  if (is_compared) {
    REQUIRE((now == revision) == has_content(n->grid, &before));
    bytes_free(&before);
  }
  n->edits += 2;
  n->weight += edit_weight(&e, n->grid);
  w.edit_count++;
  if (n->records && chance(3) == 0) node_remember(n);
}

// Takes the content of another node.
static void node_copy(node *n, const node *from) {
  const uint64_t revision = astar_grid_revision(n->grid);
  bytes string, before = content_of(n->grid);
  meter_begin();
  const astar_status status = astar_grid_copy(n->grid, from->grid);
  const bool has_refused = meter_end();
  if (status == ASTAR_NO_MEMORY) {
    REQUIRE(has_refused);
    REQUIRE(has_content(n->grid, &before));
    n->may_forget = true;
  } else {
    REQUIRE(status == ASTAR_OK);
    REQUIRE(astar_grid_revision(n->grid) >= revision);
    if (n->records && astar_grid_revision(n->grid) > revision)
      REQUIRE(changes(n->grid, revision, &string) == ASTAR_TOO_OLD);
    if (n->records) node_restart(n);
  }
  bytes_free(&before);
}

// Replaces the grid of a node by a clone of another one, or by its byte string.
static void node_replace(node *n, const node *from) {
  astar_grid *grid;
  bytes string, content = content_of(from->grid);
  if (chance(2) == 0)
    REQUIRE(astar_grid_clone(from->grid, &metered, &grid) == ASTAR_OK);
  else
    grid = grid_of(&content);
  astar_grid_free(n->grid);
  n->grid = grid;
  n->records = false;
  node_forget(n);
  n->edits = n->weight = 0;
  REQUIRE(has_content(grid, &content));
  const uint64_t now = astar_grid_revision(grid);
  if (chance(2) == 0) REQUIRE(changes(grid, now + 1, &string) == ASTAR_INVALID);
  if (now > 0 && chance(2) == 0)
    REQUIRE(changes(grid, (uint64_t)chance((int)now), &string) == ASTAR_TOO_OLD);
  bytes_free(&content);
}

// Any derived data that a field has at the time of a delta is repaired.
static void check_field(const delta *d) {
  astar_grid *grid = grid_of(&d->before), *fresh = grid_of(&d->after);
  const astar_rules *rules = any_rules();
  inquiry i = inquiry_any(grid, rules);
  astar_field *field, *again;
  const char *message;
  i.kind = ASK_FIELD;
  inquiry_ask(&i, grid, NULL, &field);
  use(grid);
  REQUIRE(astar_grid_apply(grid, d->string.at, d->string.size, UINT64_MAX, &message) ==
          ASTAR_OK);
  if (field != NULL) {
    REQUIRE(astar_field_update(field) == ASTAR_OK);
    inquiry_ask(&i, fresh, NULL, &again);
    if (again != NULL) digest_compare_fields(field, again, grid);
    astar_field_free(again);
    astar_field_free(field);
  }
  require_same_answers(grid, fresh, 3);
  astar_grid_free(grid);
  astar_grid_free(fresh);
}

// ------------------------------------------------------------------------------ damage

// A delta that was damaged and still accepted must have led to a sound grid.
static void check_sound(astar_grid *grid, const bytes *before) {
  bytes content = content_of(grid), string;
  astar_grid *fresh = grid_of(&content), *replica = grid_of(before);
  const uint64_t from = astar_grid_revision(replica);
  REQUIRE(has_content(fresh, &content));
  require_same_answers(grid, fresh, 2);
  const astar_status status = changes(grid, from, &string);
  REQUIRE(status == ASTAR_OK || status == ASTAR_TOO_OLD);
#ifndef ASTAR_TORTURE
  REQUIRE(status == ASTAR_OK);
#endif
  if (status == ASTAR_OK) {
    REQUIRE(astar_grid_apply(replica, string.at, string.size, UINT64_MAX, NULL) ==
            ASTAR_OK);
    REQUIRE(has_content(replica, &content));
  }
  bytes_free(&string);
  bytes_free(&content);
  astar_grid_free(fresh);
  astar_grid_free(replica);
}

// Applies a hostile string; the grid is made anew when it was accepted.
static void try_hostile(astar_grid **grid, const delta *d, const bytes *string,
                        bool must_fail) {
  const char *message = NULL;
  const uint64_t limit = chance(3) == 0 ? (uint64_t)chance(5000) : UINT64_MAX;
  const astar_status status =
      astar_grid_apply(*grid, string->at, string->size, limit, &message);
  w.damaged++;
  if (status == ASTAR_OK) {
    w.accepted++;
    REQUIRE(!must_fail);
    check_sound(*grid, &d->before);
    astar_grid_free(*grid);
    *grid = grid_of(&d->before);
    REQUIRE(astar_grid_changes(*grid, astar_grid_revision(*grid), NULL, 0,
                               &(size_t){0}) == ASTAR_OK);
    use(*grid);
  } else {
    REQUIRE(status == ASTAR_INVALID ||
            (!must_fail && astar_is_outcome(status))); // ASTAR_DELTA_...
    REQUIRE(message != NULL && message[0] != '\0');
    REQUIRE(has_content(*grid, &d->before));
  }
}

static void damage(const delta *d) {
  enum { MOST = 160 };
  astar_grid *grid = grid_of(&d->before);
  bytes empty = {NULL, 0};
  if (chance(2) == 0) use(grid);
  REQUIRE(astar_grid_changes(grid, astar_grid_revision(grid), NULL, 0, &(size_t){0}) ==
          ASTAR_OK);
  const size_t size = d->string.size;
  const size_t step = size > MOST ? size / MOST : 1;
  for (size_t at = (size_t)chance((int)step); at < size; at += step) {
    bytes b = bytes_copy(&d->string);
    b.at[at] ^= (uint8_t)(chance(2) == 0 ? 1 << chance(8) : 1 + chance(255));
    try_hostile(&grid, d, &b, true);
    serialized_seal(b.at, b.size);
    // A byte of the checksum that was damaged is whole again.
    if (!bytes_are_same(&b, &d->string)) try_hostile(&grid, d, &b, false);
    bytes_free(&b);
    b = bytes_of(d->string.at, at);
    try_hostile(&grid, d, &b, true);
    serialized_seal(b.at, b.size);
    try_hostile(&grid, d, &b, false);
    bytes_free(&b);
  }
  // Parts are left out, repeated, or come from another delta.
  for (int i = 0; i < 20; i++) {
    const delta *other = chance(2) == 0 ? d : &w.deltas[chance(w.delta_count)];
    const size_t head = (size_t)chance((int)size + 1);
    const size_t tail = (size_t)chance((int)other->string.size + 1);
    const size_t length = head + other->string.size - tail;
    bytes b = {(uint8_t *)must(malloc(length + 1)), length};
    memcpy(b.at, d->string.at, head);
    memcpy(b.at + head, other->string.at + tail, length - head);
    serialized_seal(b.at, b.size);
    if (!bytes_are_same(&b, &d->string)) try_hostile(&grid, d, &b, false);
    bytes_free(&b);
  }
  try_hostile(&grid, d, &d->before, true); // a grid is no delta
  try_hostile(&grid, d, &empty, true);
  REQUIRE(astar_grid_apply(NULL, d->string.at, size, UINT64_MAX, NULL) == ASTAR_INVALID);
  // After all this the grid still goes on.
  REQUIRE(astar_grid_apply(grid, d->string.at, size, UINT64_MAX, NULL) == ASTAR_OK);
  REQUIRE(has_content(grid, &d->after));
  astar_grid *fresh = grid_of(&d->after);
  require_same_answers(grid, fresh, 3);
  astar_grid_free(fresh);
  astar_grid_free(grid);
}

// A delta that is applied with less and less memory.
static void starve(const delta *d) {
  astar_status status = ASTAR_NO_MEMORY;
  for (int n = 0; status == ASTAR_NO_MEMORY; n++) {
    astar_grid *grid = grid_of(&d->before);
    meter.left = n;
    meter.fails_on = true;
    status = astar_grid_apply(grid, d->string.at, d->string.size, UINT64_MAX, NULL);
    meter.left = -1;
    REQUIRE(status == ASTAR_OK || status == ASTAR_NO_MEMORY);
    REQUIRE(has_content(grid, status == ASTAR_OK ? &d->after : &d->before));
    if (status != ASTAR_OK) {
      REQUIRE(astar_grid_apply(grid, d->string.at, d->string.size, UINT64_MAX, NULL) ==
              ASTAR_OK);
      REQUIRE(has_content(grid, &d->after));
    }
    astar_grid_free(grid);
    REQUIRE(n < 1000);
  }
}

// ------------------------------------------------------------------------------- world

static void world_begin(void) {
  w = (world){.edit_count = w.edit_count,
              .applied = w.applied,
              .refused = w.refused,
              .damaged = w.damaged,
              .accepted = w.accepted};
  terrain_begin(&w.terrain, false);
  for (int i = 0; i < LAWS; i++) {
    terrain_begin_law(&w.terrain, &w.laws[i], i == 0);
    w.read[i] = read_again(w.laws[i].rules);
  }
  for (int i = 0; i < NODES; i++)
    REQUIRE(astar_grid_clone(w.terrain.grid, &metered, &w.nodes[i].grid) == ASTAR_OK);
}

static void world_step(void) {
  // Usually the first node leads.
  node *n = &w.nodes[chance(4) != 0 ? 0 : chance(NODES)];
  node *other = &w.nodes[chance(NODES)];
  const delta *d = w.delta_count > 0 ? &w.deltas[chance(w.delta_count)] : NULL;
  round_step++;
  switch (chance(24)) {
  case 0: node_record(n); break;
  case 1: node_write(n); break;
  case 2: node_write(n); break;
  case 3:
    if (d != NULL) node_apply(other, d);
    break;
  case 4:
    for (int i = 0; i < w.delta_count; i++) node_apply(other, &w.deltas[i]);
    break;
  case 5:
    if (n->records && n != other) node_follow(other, n);
    break;
  case 6:
    if (w.nodes[0].records && other != &w.nodes[0]) node_follow(other, &w.nodes[0]);
    break;
  case 7: use(other->grid); break;
  case 8: use(n->grid); break;
  case 9: node_ask_wrong(n); break;
  case 10: node_check_hash(n); break;
  case 11: node_check_hash(other); break;
  case 12:
    if (d != NULL && chance(6) == 0) damage(d);
    break;
  case 13:
    if (d != NULL && chance(4) == 0) starve(d);
    break;
  case 14:
    if (d != NULL) check_field(d);
    break;
  case 15:
    if (chance(4) == 0) node_copy(n, other);
    break;
  case 16: node_replace(other, &w.nodes[0]); break;
  default:
    if (n != &w.nodes[0] && chance(6) != 0) break; // others are edited apart
    for (int i = 1 + chance(chance(4) == 0 ? 100 : 8); i > 0; i--) node_edit(n);
  }
}

static void world_end(void) {
  for (int i = 0; i < NODES; i++) {
    for (int k = 0; k < i; k++) {
      bytes content = content_of(w.nodes[k].grid);
      if (has_content(w.nodes[i].grid, &content))
        require_same_answers(w.nodes[k].grid, w.nodes[i].grid, 5);
      bytes_free(&content);
    }
  }
  for (int i = 0; i < NODES; i++) {
    node_forget(&w.nodes[i]);
    astar_grid_free(w.nodes[i].grid);
  }
  for (int i = 0; i < w.delta_count; i++) delta_free(&w.deltas[i]);
  for (int i = 0; i < LAWS; i++) {
    astar_rules_free(w.laws[i].rules);
    astar_rules_free(w.read[i]);
  }
  terrain_end(&w.terrain);
  REQUIRE(meter.held == 0);
}

// ------------------------------------------------------------------------------ limits

#ifndef ASTAR_TORTURE
// Makes an edit of a kind that changes something.
static void must_change(astar_grid *grid, edit_kind kind, bool is_both_ways) {
  const uint64_t revision = astar_grid_revision(grid);
  while (astar_grid_revision(grid) == revision) {
    edit e = edit_of(kind, grid);
    if (is_both_ways) e.one_way = false;
    if (kind == EDIT_UNLINK && e.id == 0) e.kind = EDIT_LINK;
    edit_make(&e, grid, NULL);
  }
}

// At least the last 65536 edits are kept, of every kind, and deltas of them are right.
static void check_record(int side, edit_kind kind, bool is_both_ways) {
  enum { EXTRA = 40000, PROBES = 8 };
  astar_grid *grid, *replicas[PROBES];
  uint64_t *revisions = (uint64_t *)malloc((SAFE_EDITS + EXTRA + 1) * sizeof *revisions);
  size_t size, least = 0;
  REQUIRE(revisions != NULL);
  REQUIRE(astar_grid_new(&metered, side, side, ASTAR_SQUARE, 0, &grid) == ASTAR_OK);
  revisions[0] = astar_grid_revision(grid);
  REQUIRE(astar_grid_changes(grid, revisions[0], NULL, 0, &size) == ASTAR_OK);
  int probe = 0;
  for (int i = 1; i <= SAFE_EDITS + EXTRA; i++) {
    if (i - 1 == EXTRA)
      REQUIRE(astar_grid_clone(grid, &metered, &replicas[probe++]) == ASTAR_OK);
    must_change(grid, kind, is_both_ways);
    revisions[i] = astar_grid_revision(grid);
    const int first = i < SAFE_EDITS ? 0 : i - SAFE_EDITS;
    if (i % 997 == 0 || i == SAFE_EDITS || i == SAFE_EDITS + 1) {
      const astar_status status =
          astar_grid_changes(grid, revisions[first], NULL, 0, &size);
      if (status != ASTAR_OK)
        fprintf(stderr, "side %d, kind %d: only %d edits\n", side, (int)kind, i - first);
      REQUIRE(status == ASTAR_OK);
    }
  }
  // From the first revision that is kept on, all are.
  bool is_kept = false;
  for (int i = 0; i <= SAFE_EDITS + EXTRA; i++) {
    const astar_status status = astar_grid_changes(grid, revisions[i], NULL, 0, &size);
    REQUIRE(status == (is_kept ? ASTAR_OK : ASTAR_TOO_OLD) || !is_kept);
    if (status == ASTAR_OK && !is_kept) least = (size_t)i;
    is_kept = is_kept || status == ASTAR_OK;
    for (uint64_t r = revisions[i] + 1; i < SAFE_EDITS + EXTRA && r < revisions[i + 1];
         r++) {
      const astar_status inner = astar_grid_changes(grid, r, NULL, 0, &size);
      REQUIRE(inner == (is_kept ? ASTAR_INVALID : ASTAR_TOO_OLD) ||
              (!is_kept && inner == ASTAR_INVALID));
    }
  }
  REQUIRE(least <= EXTRA);
  bytes string, content = content_of(grid);
  const char *message = "";
  REQUIRE(changes(grid, revisions[EXTRA], &string) == ASTAR_OK);
  REQUIRE(astar_grid_apply(replicas[0], string.at, string.size, UINT64_MAX, &message) ==
          ASTAR_OK);
  REQUIRE(has_content(replicas[0], &content));
  printf("kind %d on %d x %d tiles: %zu edits kept, %.2f bytes per edit\n", (int)kind,
         side, side, SAFE_EDITS + EXTRA - least, (double)string.size / SAFE_EDITS);
  while (probe > 0) astar_grid_free(replicas[--probe]);
  bytes_free(&string);
  bytes_free(&content);
  astar_grid_free(grid);
  free(revisions);
  REQUIRE(meter.held == 0);
}

// The limit of tiles is exact.
static void check_max_tiles(void) {
  astar_grid *grid, *replica;
  bytes string;
  REQUIRE(astar_grid_new(&metered, 50, 40, ASTAR_SQUARE, 0, &grid) == ASTAR_OK);
  REQUIRE(changes(grid, astar_grid_revision(grid), &string) == ASTAR_OK);
  bytes_free(&string);
  REQUIRE(astar_grid_clone(grid, &metered, &replica) == ASTAR_OK);
  astar_grid_fill(grid, 3, 4, 10, 20, 7);
  astar_grid_set(grid, 3, 4, 8);
  astar_grid_fill_blocked(grid, 0, 0, 5, 5, true, 3);
  REQUIRE(changes(grid, astar_grid_revision(replica), &string) == ASTAR_OK);
  REQUIRE(astar_grid_apply(replica, string.at, string.size, 225, NULL) == ASTAR_INVALID);
  REQUIRE(astar_grid_apply(replica, string.at, string.size, 226, NULL) == ASTAR_OK);
  bytes_free(&string);
  astar_grid_free(replica);
  astar_grid_free(grid);
}

// Large arrays end older deltas, and no others; the record stays within its bound.
static void check_heavy(void) {
  enum { SIDE = 300, TILES = SIDE * SIDE, ROUNDS = 12 };
  static double costs[TILES];
  static uint64_t revisions[ROUNDS + 1];
  astar_grid *grid;
  size_t size;
  uint64_t random = 1;
  REQUIRE(astar_grid_new(&metered, SIDE, SIDE, ASTAR_SQUARE, 0, &grid) == ASTAR_OK);
  for (int i = 0; i < TILES; i++) costs[i] = 1;
  astar_grid_set_penalties(grid, 0, 0, SIDE, SIDE, costs, SIDE);
  const size_t before = astar_grid_memory(grid);
  revisions[0] = astar_grid_revision(grid);
  REQUIRE(astar_grid_changes(grid, revisions[0], NULL, 0, &size) == ASTAR_OK);
  for (int round = 1; round <= ROUNDS; round++) {
    for (int i = 0; i < TILES; i++) {
      random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
      costs[i] = 1 + (double)(random >> 11) * 0x1p-53;
    }
    REQUIRE(astar_grid_set_penalties(grid, 0, 0, SIDE, SIDE, costs, SIDE) == ASTAR_OK);
    revisions[round] = astar_grid_revision(grid);
    bool is_kept = false;
    for (int i = 0; i <= round; i++) {
      const astar_status status = astar_grid_changes(grid, revisions[i], NULL, 0, &size);
      REQUIRE(status == ASTAR_OK || (!is_kept && status == ASTAR_TOO_OLD));
      is_kept = is_kept || status == ASTAR_OK;
    }
    REQUIRE(is_kept); // the present revision
    REQUIRE(astar_grid_memory(grid) <= before + 2 * ((1 << 20) + 16 * TILES) + (1 << 20));
  }
  astar_grid_free(grid);
  REQUIRE(meter.held == 0);
}

static void check_limits(int most) {
  const int sides[] = {30, most};
  static const edit_kind kinds[] = {EDIT_SET,   EDIT_FILL, EDIT_PENALTY,
                                    EDIT_BLOCK, EDIT_EDGE, EDIT_LINK};
  for (int i = 0; i < 2; i++) {
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
      if (sides[i] > 100 && kinds[k] == EDIT_FILL) continue; // large fills take long
      check_record(sides[i], kinds[k], kinds[k] == EDIT_EDGE);
    }
  }
  check_max_tiles();
  check_heavy();
}
#else
static void check_limits(int most) { (void)most; }
#endif

static void play(void) {
  world_begin();
  for (int k = 60 + chance(400); k > 0; k--) world_step();
  world_end();
}

int main(int argc, char **argv) {
  const uint64_t worlds = play_rounds(argc, argv, 1000, play);
  if (worlds > 1) check_limits(worlds < 100 ? 400 : 1500);
  printf("%" PRIu64 " worlds, %zu edits, %zu deltas applied, %zu refused, %zu strings "
         "damaged (%zu valid): no difference\n",
         worlds, w.edit_count, w.applied, w.refused, w.damaged, w.accepted);
  return 0;
}
