/// What the programs that compare answers share: conditions, and rounds with seeds of
/// their own. A failure prints the seed of its round and ends the program; `PROGRAM 1
/// SEED` repeats that round.
#ifndef ROUNDS_H
#define ROUNDS_H

#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t round_seed; ///< of this round
static int round_step;      ///< what the program does in this round, for messages
static bool round_failed;

/// Prints more of the state after a failure; may be NULL.
static void (*round_describe)(void);

/// Ends the program with a message if the condition is false.
#define REQUIRE(condition) require(condition, #condition, __FILE__, __LINE__)

static inline void require(bool holds, const char *condition, const char *file,
                           int line) {
  if (holds) return;
  fflush(stdout);
  fprintf(stderr, "%s:%d: failed: %s (seed %" PRIu64 ", step %d)\n", file, line,
          condition, round_seed, round_step);
  if (round_describe != NULL) round_describe();
  round_failed = true;
  abort();
}

static inline void *must(void *block) {
  REQUIRE(block != NULL);
  return block;
}

static inline void round_signal(int number) {
  if (round_failed) _Exit(EXIT_FAILURE);
  fprintf(stderr, "signal %d (seed %" PRIu64 ", step %d)\n", number, round_seed,
          round_step);
  _Exit(EXIT_FAILURE);
}

/// Plays one round.
static inline void play_round(uint64_t seed, void (*play)(uint64_t seed)) {
  signal(SIGABRT, round_signal);
  signal(SIGSEGV, round_signal);
  signal(SIGTERM, round_signal);
  round_seed = seed;
  round_step = 0;
  play(seed);
}

/// The main program: plays as many rounds as the first argument says, from the seed that
/// the second one gives. Returns the number of rounds.
static inline uint64_t play_rounds(int count, char **words, uint64_t rounds,
                                   void (*play)(uint64_t seed)) {
  const uint64_t first = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  if (count > 1) rounds = strtoull(words[1], NULL, 10);
  for (uint64_t i = 0; i < rounds; i++) play_round(first + i, play);
  return rounds;
}

#endif
