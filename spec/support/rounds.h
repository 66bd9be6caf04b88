/// What the programs that compare answers share: conditions, and rounds with seeds of
/// their own. A failure prints the seed of its round and ends the program; `PROGRAM 1
/// SEED` repeats that round.
#ifndef ROUNDS_H
#define ROUNDS_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern uint64_t round_seed; ///< of this round
extern int round_step;      ///< what the program does in this round, for messages
extern char run_name[120];  ///< the same in words

/// Prints more of the state after a failure; may be NULL.
extern void (*round_describe)(void);

/// Ends the program with a message if the condition is false.
#define REQUIRE(condition) require(condition, #condition, __FILE__, __LINE__)

void require(bool holds, const char *condition, const char *file, int line);

/// Ends the program when memory is short.
void *must(void *block);

/// Whether numbers are equal; compilers warn of ==.
static inline bool is_number(double a, double b) { return !(a < b) && !(a > b); }

/// Plays one round.
void play_round(uint64_t seed, void (*play)(void));

/// The main program: plays as many rounds as the first argument says, from the seed that
/// the second one gives. Returns the number of rounds.
uint64_t play_rounds(int count, char **words, uint64_t rounds, void (*play)(void));

#endif
