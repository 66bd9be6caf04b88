// Conditions, rounds and random numbers of programs; rounds.h and chance.h describe them.
#include "rounds.h"
#include "chance.h"

#include <signal.h>

uint64_t round_seed, chance_state;
int round_step;
char run_name[120];
void (*round_describe)(void);
static bool round_failed;

void require(bool holds, const char *condition, const char *file, int line) {
  if (holds) return;
  fflush(stdout);
  fprintf(stderr, "%s:%d: failed: %s (seed %" PRIu64 ", step %d) %s\n", file, line,
          condition, round_seed, round_step, run_name);
  if (round_describe != NULL) round_describe();
  round_failed = true;
  abort();
}

void *must(void *block) {
  REQUIRE(block != NULL);
  return block;
}

static void round_signal(int number) {
  if (round_failed) _Exit(EXIT_FAILURE);
  fprintf(stderr, "signal %d (seed %" PRIu64 ", step %d)\n", number, round_seed,
          round_step);
  _Exit(EXIT_FAILURE);
}

void play_round(uint64_t seed, void (*play)(void)) {
  signal(SIGABRT, round_signal);
  signal(SIGSEGV, round_signal);
  signal(SIGTERM, round_signal);
  round_seed = chance_state = seed;
  round_step = 0;
  play();
}

uint64_t play_rounds(int count, char **words, uint64_t rounds, void (*play)(void)) {
  const uint64_t first = count > 2 ? strtoull(words[2], NULL, 10) : 1;
  if (count > 1) rounds = strtoull(words[1], NULL, 10);
  for (uint64_t i = 0; i < rounds; i++) play_round(first + i, play);
  return rounds;
}
