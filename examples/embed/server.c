/// A small game server without Lua: it keeps one map. Clients edit the map, keep replicas
/// of it, and ask for paths, which the worker threads of a pool find.
///
///     make embed
///     build/embed/server [PORT [THREADS]]     default: 5750, one thread per free core
///     lua5.4 examples/embed/client.lua
///
/// Method. One thread serves all sockets; a turn of its loop is `server_turn`. An edit is
/// made when its message arrives. At the end of the turn each client gets one delta with
/// all edits since its last one, so a client that reads slowly gets fewer and larger
/// deltas, and at worst the whole map again. A request goes to the pool. The server first
/// sends the delta up to the present revision, then ACCEPTED: so the replica of the
/// client passes through exactly the map that the answer belongs to, while the map and
/// the replica go on.
///
/// Protocol. A message is a size [4 bytes], a kind [1 byte], and as many bytes as the
/// size says. All numbers are little-endian, coordinates take 2 bytes and count from 0.
///
///     from clients             content
///     E  edit                  x y width height, terrain [1]
///     B  block                 x y width height, layer [1], blocked [1: 0 or 1]
///     F  find a path           id [4], x1 y1 x2 y2
///
///     from the server          content
///     R  rules                 bytes of astar_rules_serialize; the first message
///     M  map                   bytes of astar_grid_serialize: replaces the replica
///     C  changes               bytes of astar_grid_changes, for astar_grid_apply
///     A  accepted              id [4]: the answer will be that of the replica as it is
///                              after the messages before this one
///     Q  queue full            id [4]: there will be no answer
///     P  path                  id [4], count [4], count times x y, then as text the cost
///                              or, when count is 0, why there is no path
///     X  error                 text; the server then closes the connection
///
/// Limits. Each kind of message from a client has one size, so any other size is an
/// error before its content arrives. The server stops reading from a client that has
/// MAX_REQUESTS in flight or does not read what it gets. It closes a connection whose
/// client leaves a message incomplete, or reads nothing, for PATIENCE milliseconds. So a
/// client can use one place of MAX_CLIENTS, some memory, and its share of the turns, and
/// no more. It has no access control: it listens on 127.0.0.1 only.
///
/// In a project of your own, compile astar.c of the single-file build (`make single`)
/// with -DASTAR_NO_LUA and -pthread.
#define _POSIX_C_SOURCE 200809L

#include "astar.h"
#include "astar_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef PATIENCE
#define PATIENCE 10000 // [ms]
#endif
#ifndef MAX_PENDING
#define MAX_PENDING 1024 // requests of all clients together
#endif

enum {
  MAX_CLIENTS = 64,
  MAX_REQUESTS = 32,    // in flight, of one client
  MAX_EDIT = 1024,      // of one message [tiles]
  MAX_OUTPUT = 1 << 20, // nothing is added to more unsent bytes than this
  INPUT = 1024,         // read from one client per turn at most [bytes]
  HEADER = 5,           // of a message [bytes]
  ANSWER_PAUSE = 1,     // how long a turn may wait while answers are pending [ms]
  TURN_PAUSE = 250,     // at other times [ms]
  WIDTH = 256,
  HEIGHT = 256
};

/// Terrains. Here they are the characters that a client would draw.
enum { GROUND = '.', SWAMP = '~', WALL = '#' };

typedef struct client client;

/// A request of a client, in flight. `request` is NULL in a ticket that is free.
typedef struct ticket {
  client *owner;
  astar_request *request;
  uint32_t id; // the client chose it
} ticket;

struct client {
  int socket;        // -1: this place is free
  bool is_closing;   // an error was sent: only waits until the client has read it
  uint64_t revision; // of the replica, when the client has read all that was sent
  int64_t since;     // when the client last did what the server waits for [ms]
  uint8_t input[INPUT];
  size_t input_size;
  uint8_t *output;
  size_t output_size, output_capacity, output_sent; // [bytes]
  ticket tickets[MAX_REQUESTS];
  int pending;
};

typedef struct server {
  int socket;
  astar_grid *grid;
  astar_rules *rules;
  astar_pool *pool;
  astar_point *points; // of one answer; a path visits no tile twice
  client clients[MAX_CLIENTS];
} server;

static volatile sig_atomic_t has_ended;

static void end_server(int signal_number) {
  (void)signal_number;
  has_ended = 1;
}

static int64_t now(void) { // [ms]
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// ---------------------------------------------------------------------------- numbers

static uint32_t read_number(const uint8_t *bytes, int size) {
  uint32_t number = 0;
  for (int i = size; i-- > 0;) number = number << 8 | bytes[i];
  return number;
}

static int read_coordinate(const uint8_t *bytes) { return (int)read_number(bytes, 2); }

static uint8_t *write_number(uint8_t *bytes, uint32_t number, int size) {
  for (int i = 0; i < size; i++) bytes[i] = (uint8_t)(number >> 8 * i);
  return bytes + size;
}

// ---------------------------------------------------------------------------- clients

/// Cancels all requests of a client. The pool never delivers them.
static void client_cancel(client *c) {
  for (int i = 0; i < MAX_REQUESTS; i++) {
    astar_request_free(c->tickets[i].request);
    c->tickets[i].request = NULL;
  }
  c->pending = 0;
}

/// Closes a connection; its place becomes free.
static void client_drop(client *c) {
  client_cancel(c);
  close(c->socket);
  free(c->output);
  memset(c, 0, sizeof *c);
  c->socket = -1;
}

/// Makes room for more output. What was sent is removed, so that the output of a client
/// that never reads all of it stays small.
static bool client_reserve(client *c, size_t size) {
  c->output_size -= c->output_sent;
  if (c->output_sent > 0) memmove(c->output, c->output + c->output_sent, c->output_size);
  c->output_sent = 0;
  if (c->output_size + size <= c->output_capacity) return true;
  const size_t capacity = 2 * (c->output_size + size);
  uint8_t *grown = realloc(c->output, capacity);
  if (grown == NULL) return false;
  c->output = grown;
  c->output_capacity = capacity;
  return true;
}

/// Adds a message to the output of a client.
///
/// @return the place of its content [size bytes]; NULL: out of memory, the connection is
///   closed
static uint8_t *client_message(client *c, char kind, size_t size) {
  const size_t needed = HEADER + size;
  if (c->output_size + needed > c->output_capacity && !client_reserve(c, needed)) {
    client_drop(c);
    return NULL;
  }
  uint8_t *message = write_number(c->output + c->output_size, (uint32_t)size, 4);
  c->output_size += needed;
  *message = (uint8_t)kind;
  return message + 1;
}

static void client_send_id(client *c, char kind, uint32_t id) {
  uint8_t *content = client_message(c, kind, 4);
  if (content != NULL) write_number(content, id, 4);
}

/// Sends an error. The connection is closed when the client has read it: to close it at
/// once could discard what the client has not read.
static void client_refuse(client *c, const char *error) {
  client_cancel(c);
  uint8_t *content = client_message(c, 'X', strlen(error));
  if (content == NULL) return;
  memcpy(content, error, strlen(error));
  c->is_closing = true;
  c->since = now();
}

static void client_send_rules(const server *s, client *c) {
  const size_t size = astar_rules_serialize(s->rules, NULL, 0);
  uint8_t *content = client_message(c, 'R', size);
  if (content != NULL) astar_rules_serialize(s->rules, content, size);
}

static void client_send_map(const server *s, client *c) {
  const size_t size = astar_grid_serialize(s->grid, NULL, 0);
  uint8_t *content = client_message(c, 'M', size);
  if (content == NULL) return;
  astar_grid_serialize(s->grid, content, size);
  c->revision = astar_grid_revision(s->grid);
}

/// Sends all edits that a client does not have yet.
static void client_send_changes(const server *s, client *c) {
  if (c->revision == astar_grid_revision(s->grid)) return;
  size_t size;
  if (astar_grid_changes(s->grid, c->revision, NULL, 0, &size) != ASTAR_OK) {
    client_send_map(s, c); // the edits are too old, or too many for the memory
    return;
  }
  uint8_t *content = client_message(c, 'C', size);
  if (content == NULL) return;
  astar_grid_changes(s->grid, c->revision, content, size, &size);
  c->revision = astar_grid_revision(s->grid);
}

static size_t client_unsent(const client *c) { return c->output_size - c->output_sent; }

/// Whether the next message of a client may be taken.
static bool client_is_ready(const client *c) {
  return c->socket >= 0 && !c->is_closing && c->pending < MAX_REQUESTS &&
         client_unsent(c) <= MAX_OUTPUT;
}

/// Whether the input of a client is the beginning of a message. True also before the
/// complete messages of the input have been taken.
static bool client_is_half(const client *c) {
  return client_is_ready(c) && c->input_size > 0;
}

// --------------------------------------------------------------------------- messages

/// Whether a message names a small rectangle. The library clips it to the grid.
static bool is_small(const uint8_t *rectangle) {
  return read_number(rectangle + 4, 2) * read_number(rectangle + 6, 2) <= MAX_EDIT;
}

static astar_status take_edit(server *s, client *c, const uint8_t *m) {
  (void)c;
  if (!is_small(m)) return ASTAR_INVALID;
  return astar_grid_fill(s->grid, read_coordinate(m), read_coordinate(m + 2),
                         read_coordinate(m + 4), read_coordinate(m + 6), m[8]);
}

static astar_status take_block(server *s, client *c, const uint8_t *m) {
  (void)c;
  if (!is_small(m) || m[9] > 1) return ASTAR_INVALID;
  return astar_grid_fill_blocked(s->grid, read_coordinate(m), read_coordinate(m + 2),
                                 read_coordinate(m + 4), read_coordinate(m + 6), m[9],
                                 m[8]);
}

/// Requests a path. `client_is_ready` has made sure that a ticket is free. When the pool
/// takes no request, the client gets no answer, and may ask again.
static astar_status take_find(server *s, client *c, const uint8_t *m) {
  ticket *free_ticket = c->tickets;
  while (free_ticket->request != NULL) free_ticket++;
  const astar_goal goal = {read_coordinate(m + 8), read_coordinate(m + 10)};
  const astar_query query = astar_default_query(s->rules, read_coordinate(m + 4),
                                                read_coordinate(m + 6), &goal, 1);
  const uint32_t id = read_number(m, 4);
  astar_request *request;
  if (astar_pool_find_path(s->pool, &query, &request) != ASTAR_OK) {
    client_send_id(c, 'Q', id);
    return ASTAR_OK;
  }
  *free_ticket = (ticket){.owner = c, .request = request, .id = id};
  astar_request_set_user(request, free_ticket);
  c->pending++;
  client_send_changes(s, c);
  if (c->socket >= 0) client_send_id(c, 'A', id);
  return ASTAR_OK;
}

/// A kind of messages: the size of its content, and what the server does. A status other
/// than ASTAR_OK is an error of the client, or out of memory.
typedef struct message_kind {
  uint32_t size;
  astar_status (*take)(server *s, client *c, const uint8_t *content);
} message_kind;

static const message_kind message_kinds[256] = {
    ['E'] = {9, take_edit}, ['B'] = {10, take_block}, ['F'] = {12, take_find}};

/// Takes the first message of the input.
///
/// @return the size of the message [bytes]; 0: the message is not complete, or there was
///   an error
static size_t take_message(server *s, client *c, const uint8_t *input, size_t size) {
  if (size < HEADER) return 0;
  const message_kind *kind = &message_kinds[input[4]];
  if (kind->take == NULL || read_number(input, 4) != kind->size) {
    client_refuse(c, kind->take ? "wrong size of message" : "unknown kind of message");
    return 0;
  }
  if (size < HEADER + kind->size) return 0;
  const astar_status status = kind->take(s, c, input + HEADER);
  if (status != ASTAR_OK) {
    client_refuse(c, astar_reason(status));
    return 0;
  }
  return HEADER + kind->size;
}

/// Takes the messages of a client that have arrived. What is left is the beginning of a
/// message, or the client is not ready.
static void take_messages(server *s, client *c) {
  size_t used = 0;
  while (client_is_ready(c)) {
    const size_t size = take_message(s, c, c->input + used, c->input_size - used);
    if (size == 0) break;
    used += size;
  }
  if (used == 0 || c->socket < 0) return;
  c->input_size -= used;
  memmove(c->input, c->input + used, c->input_size);
  if (!c->is_closing) c->since = now();
}

// ---------------------------------------------------------------------------- sockets

static bool would_wait(void) {
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/// Reads what has arrived, as much as there is room for. Input after an error is
/// discarded.
static void client_read(client *c) {
  if (c->is_closing) c->input_size = 0;
  if (c->input_size == INPUT) return;
  const ssize_t count =
      recv(c->socket, c->input + c->input_size, INPUT - c->input_size, 0);
  if (count > 0) {
    c->input_size += (size_t)count;
  } else if (count == 0 || !would_wait()) {
    client_drop(c);
  }
}

/// Sends as much as the connection takes.
static void client_write(client *c) {
  const ssize_t count = send(c->socket, c->output + c->output_sent, client_unsent(c), 0);
  if (count < 0) {
    if (!would_wait()) client_drop(c);
    return;
  }
  c->output_sent += (size_t)count;
  if (!c->is_closing && !client_is_half(c)) c->since = now();
  if (client_unsent(c) > 0) return;
  free(c->output);
  c->output = NULL;
  c->output_size = c->output_capacity = c->output_sent = 0;
  if (c->is_closing) shutdown(c->socket, SHUT_WR);
}

/// Ends connections whose clients leave the server waiting for too long.
static void client_check_time(client *c, int64_t time) {
  if (!client_is_half(c) && !c->is_closing && client_unsent(c) == 0) {
    c->since = time; // the server does not wait for this client
  } else if (time - c->since > PATIENCE) {
    if (client_is_half(c) && client_unsent(c) == 0) {
      client_refuse(c, "incomplete message");
    } else {
      client_drop(c);
    }
  }
}

/// Sets a socket to never wait.
static bool set_nonblocking(int socket) {
  const int flags = fcntl(socket, F_GETFL);
  return flags != -1 && fcntl(socket, F_SETFL, flags | O_NONBLOCK) != -1;
}

/// Accepts a connection: the client gets the rules and the map.
static void server_accept(server *s) {
  const int socket = accept(s->socket, NULL, NULL);
  if (socket < 0) return;
  client *c = s->clients;
  while (c < s->clients + MAX_CLIENTS && c->socket >= 0) c++;
  if (c == s->clients + MAX_CLIENTS || !set_nonblocking(socket)) {
    close(socket);
    return;
  }
  const int yes = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes); // no delayed answers
  c->socket = socket;
  c->since = now();
  client_send_rules(s, c);
  if (c->socket >= 0) client_send_map(s, c);
}

// ------------------------------------------------------------------------- the server

/// Sends the answer to a request.
static void server_answer(const server *s, client *c, const ticket *answered) {
  const astar_request *request = answered->request;
  const size_t count = astar_request_copy_path(request, s->points, WIDTH * HEIGHT);
  const astar_status status = astar_request_status(request);
  char text[32];
  if (status == ASTAR_OK) {
    snprintf(text, sizeof text, "%.17g", astar_request_result(request).cost);
  } else {
    snprintf(text, sizeof text, "%s", astar_reason(status));
  }
  uint8_t *at = client_message(c, 'P', 8 + 4 * count + strlen(text));
  if (at == NULL) return;
  at = write_number(at, answered->id, 4);
  at = write_number(at, (uint32_t)count, 4);
  for (size_t i = 0; i < count; i++) {
    at = write_number(at, s->points[i].x, 2);
    at = write_number(at, s->points[i].y, 2);
  }
  memcpy(at, text, strlen(text));
}

/// Sends all answers that are ready. Requests of closed connections are cancelled: the
/// pool leaves them out.
static void server_deliver(server *s) {
  astar_pool_update(s->pool);
  for (astar_request *request; (request = astar_pool_next(s->pool)) != NULL;) {
    ticket *answered = astar_request_user(request);
    client *c = answered->owner;
    server_answer(s, c, answered);
    if (c->socket < 0) continue; // out of memory: its requests have been freed
    astar_request_free(request);
    answered->request = NULL;
    c->pending--;
  }
}

/// Waits until a socket needs attention or answers may be ready. Then reads from all
/// clients, sends what was prepared for them, and accepts a connection. Place `i` of
/// `polls` belongs to client `i`; `poll` leaves out negative sockets.
static void server_exchange(server *s) {
  struct pollfd polls[MAX_CLIENTS + 1];
  for (int i = 0; i < MAX_CLIENTS; i++) {
    const client *c = &s->clients[i];
    const bool reads = c->is_closing || client_is_ready(c);
    const bool writes = client_unsent(c) > 0;
    polls[i].fd = c->socket;
    polls[i].events = (short)((reads ? POLLIN : 0) | (writes ? POLLOUT : 0));
  }
  polls[MAX_CLIENTS] = (struct pollfd){.fd = s->socket, .events = POLLIN};
  const bool is_busy = astar_pool_pending(s->pool) > 0;
  if (poll(polls, MAX_CLIENTS + 1, is_busy ? ANSWER_PAUSE : TURN_PAUSE) <= 0) return;
  for (int i = 0; i < MAX_CLIENTS; i++) {
    client *c = &s->clients[i];
    const int events = polls[i].revents;
    if (events & POLLIN) {
      client_read(c);
    } else if (events & (POLLERR | POLLHUP | POLLNVAL)) {
      client_drop(c); // the client has vanished
    }
    if (events & POLLOUT && c->socket >= 0) client_write(c);
  }
  if (polls[MAX_CLIENTS].revents & POLLIN) server_accept(s);
}

/// One turn of the server. Nothing in it waits for a client, or for a search.
static void server_turn(server *s) {
  server_exchange(s);
  server_deliver(s);
  for (client *c = s->clients; c < s->clients + MAX_CLIENTS; c++) take_messages(s, c);
  const int64_t time = now();
  for (client *c = s->clients; c < s->clients + MAX_CLIENTS; c++) {
    if (c->socket < 0) continue;
    if (!c->is_closing && client_unsent(c) <= MAX_OUTPUT) client_send_changes(s, c);
    if (c->socket >= 0) client_check_time(c, time);
  }
}

// --------------------------------------------------------------------- begin and end

/// Ends the program if a step of its beginning failed.
static void need(bool is_done, const char *what) {
  if (is_done) return;
  fprintf(stderr, "server: cannot get %s\n", what);
  exit(EXIT_FAILURE);
}

/// Creates the map: ground with patches of swamp, and walls with gaps.
static astar_grid *make_map(void) {
  astar_grid *grid;
  need(astar_grid_new(NULL, WIDTH, HEIGHT, ASTAR_SQUARE, GROUND, &grid) == ASTAR_OK,
       "the map");
  uint32_t random = 1;
  for (int i = 0; i < 600; i++) {
    random = random * 1664525 + 1013904223;
    const int x = (int)(random >> 24), y = (int)(random >> 16 & 255);
    const int length = 4 + (int)(random >> 12 & 15);
    const bool is_wall = i % 3 > 0, is_wide = i % 2 > 0;
    astar_grid_fill(grid, x, y, is_wall && !is_wide ? 1 : length,
                    is_wall && is_wide ? 1 : length, is_wall ? WALL : SWAMP);
  }
  return grid;
}

static astar_rules *make_rules(void) {
  astar_rules_def def = astar_default_rules(); // all terrains are impassable
  astar_rules_def_set(&def, GROUND, 1.0);
  astar_rules_def_set(&def, SWAMP, 3.0);
  astar_rules *rules;
  need(astar_rules_new(NULL, &def, &rules) == ASTAR_OK, "the rules");
  return rules;
}

/// Listens on a port of this machine; 0 is any free one. Prints the port.
static int listen_on(int port) {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  need(listener >= 0 && set_nonblocking(listener), "a socket");
  const int yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_port = htons((uint16_t)port);
  address.sin_addr.s_addr = htonl(0x7f000001); // 127.0.0.1
  socklen_t size = sizeof address;
  need(bind(listener, (struct sockaddr *)&address, size) == 0 &&
           listen(listener, SOMAXCONN) == 0 &&
           getsockname(listener, (struct sockaddr *)&address, &size) == 0,
       "the port");
  printf("listening on 127.0.0.1:%d\n", ntohs(address.sin_port));
  fflush(stdout);
  return listener;
}

static void server_begin(server *s, int port, int threads) {
  for (int i = 0; i < MAX_CLIENTS; i++) s->clients[i].socket = -1;
  s->grid = make_map();
  s->rules = make_rules();
  s->points = malloc(WIDTH * HEIGHT * sizeof *s->points);
  need(s->points != NULL, "memory");
  astar_pool_options options = astar_default_pool();
  options.threads = threads;
  options.max_pending = MAX_PENDING;
  need(astar_pool_new(s->grid, NULL, &options, &s->pool) == ASTAR_OK, "the pool");
  s->socket = listen_on(port);
}

static void server_end(server *s) {
  for (int i = 0; i < MAX_CLIENTS; i++) {
    if (s->clients[i].socket >= 0) client_drop(&s->clients[i]);
  }
  close(s->socket);
  astar_pool_free(s->pool);
  free(s->points);
  astar_rules_free(s->rules);
  astar_grid_free(s->grid);
}

/// Reads argument `i` of the program; `fallback` when it is missing.
static int argument(int argc, char **argv, int i, int fallback, int min, int max) {
  if (argc <= i) return fallback;
  char *end;
  const long number = strtol(argv[i], &end, 10);
  if (end != argv[i] && *end == '\0' && number >= min && number <= max) {
    return (int)number;
  }
  fprintf(stderr, "usage: %s [PORT [THREADS]]\n", argv[0]);
  exit(EXIT_FAILURE);
}

int main(int argc, char **argv) {
  const int port = argument(argc, argv, 1, 5750, 0, 65535);
  const int threads = argument(argc, argv, 2, -1, -1, ASTAR_MAX_THREADS);
  signal(SIGPIPE, SIG_IGN); // a client that has vanished is an error of `send`
  signal(SIGINT, end_server);
  signal(SIGTERM, end_server);
  static server s;
  server_begin(&s, port, threads);
  while (!has_ended) server_turn(&s);
  server_end(&s);
  return EXIT_SUCCESS;
}
