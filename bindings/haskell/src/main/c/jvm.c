#define _GNU_SOURCE

#include "jvm.h"

#include <Rts.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t (*function)(uint64_t, uint64_t *);

extern HsStablePtr yona_start_function(HsStablePtr function, HsPtr arguments, HsWord64 call);
extern void yona_interrupt_thread(HsStablePtr thread);
extern HsWord64 yona_enter(HsStablePtr stretch, HsPtr frame, HsWord64 call, HsWord64 status);
extern void yona_enter_all(HsPtr stretches, HsWord64 count);
extern void yona_watch_heap(void);

/* The part of the Java Native Interface that is used, by the places in its tables that its
   specification numbers: so that no header of a JDK is needed. */
typedef void **const *environment;

#define FIND_CLASS 6
#define EXCEPTION_CLEAR 17
#define GET_STATIC_METHOD 113
#define CALL_STATIC_VOID 143
#define DESTROY 3
#define ATTACH_THREAD 4

/* The arguments behind the environment follow the result. */
#define JNI(env, place, result, ...) ((result(*)(environment __VA_OPT__(, ) __VA_ARGS__))(*(env))[place])

typedef struct {
  const char *text;
  void *extra;
} option;

typedef struct {
  int32_t version;
  int32_t count;
  option *options;
  uint8_t ignore_unrecognized;
} start_arguments;

#define VERSION_21 0x00150000

static environment machine;

/* Whether no call begins any more. Those that are under way go on. */
static int closed = 1;

/* The number of what follows, and of the frames of calls: one more whenever they change.
   yona.haskell.Haskell has the same. */
#define INTERFACE 1

/* See yona.haskell.Entry.start. The number stays where it is. */
static struct {
  uint64_t interface;
  void (*wake)(int, HsStablePtr);
  function leaf;
  function call;
  function submit;
  function prepare;
  HsStablePtr (*start_function)(HsStablePtr, HsPtr, HsWord64);
  void (*interrupt_thread)(HsStablePtr);
  void (*free_pointer)(HsStablePtr);
  HsWord64 (*enter)(HsStablePtr, HsPtr, HsWord64, HsWord64);
  void (*enter_all)(HsPtr, HsWord64);
  uint64_t (*is_in_leaf)(void);
} table;

/* What is known of the calling thread, in one place, as to find that takes as long as to read it. */
static __thread struct {
  /* Where too little of the stack is left; 0 while that is not known. */
  uintptr_t depth;
  /* Whether a leaf call is under way. */
  uint64_t in_leaf;
  /* When a call that may wait has returned. */
  uint64_t returned;
} own;

static uint64_t is_in_leaf(void) { return own.in_leaf; }

/* A method of yona.haskell.Entry, which leaves an error as a text. */
static int call_entry(environment env, const char *name, char *error, int room) {
  void *entry = JNI(env, FIND_CLASS, void *, const char *)(env, "yona/haskell/Entry");
  void *method = entry == NULL
                     ? NULL
                     : JNI(env, GET_STATIC_METHOD, void *, void *, const char *, const char *)(
                           env, entry, name, "(JJI)V");
  if (method == NULL) {
    JNI(env, EXCEPTION_CLEAR, void)(env);
    snprintf(error, room, "the class yona.haskell.Entry is not in the class path");
    return 1;
  }
  int64_t arguments[] = {(int64_t)(intptr_t)&table, (int64_t)(intptr_t)error, room};
  *error = 0;
  JNI(env, CALL_STATIC_VOID, void, void *, void *, const int64_t *)(env, entry, method, arguments);
  JNI(env, EXCEPTION_CLEAR, void)(env);
  return *error == 0 ? 0 : 1;
}

static void fill_table(void) {
  table.interface = INTERFACE;
  table.wake = hs_try_putmvar;
  table.start_function = yona_start_function;
  table.interrupt_thread = yona_interrupt_thread;
  table.free_pointer = hs_free_stable_ptr;
  table.enter = yona_enter;
  table.enter_all = yona_enter_all;
  table.is_in_leaf = is_in_leaf;
}

void *yona_join(int count, char **options) {
  if (!rtsSupportsBoundThreads()) {
    return NULL;
  }
  RtsConfig config = defaultRtsConfig;
  config.rts_opts_enabled = RtsOptsAll;
  hs_init_ghc(&count, &options, config);
  yona_watch_heap();
  fill_table();
  __atomic_store_n(&closed, 0, __ATOMIC_RELEASE);
  return &table;
}

int yona_start(const char *library, int count, char **options, char *error, int room) {
  void *loaded = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
  if (loaded == NULL) {
    snprintf(error, room, "%s", dlerror());
    return 1;
  }
  int32_t (*create)(environment *, environment *, start_arguments *) =
      (int32_t(*)(environment *, environment *, start_arguments *))dlsym(loaded, "JNI_CreateJavaVM");
  if (create == NULL) {
    snprintf(error, room, "%s has no JNI_CreateJavaVM", library);
    return 1;
  }
  option *given = calloc(count, sizeof(option));
  if (given == NULL) {
    snprintf(error, room, "no memory");
    return 1;
  }
  for (int i = 0; i < count; i++) {
    given[i].text = options[i];
  }
  start_arguments arguments = {VERSION_21, count, given, 0};
  environment env = NULL;
  int32_t status = create(&machine, &env, &arguments);
  free(given);
  if (status != 0) {
    machine = NULL;
    snprintf(error, room, "the virtual machine gives the status %d", (int)status);
    return 1;
  }
  fill_table();
  if (call_entry(env, "start", error, room) != 0) {
    return 1;
  }
  __atomic_store_n(&closed, 0, __ATOMIC_RELEASE);
  return 0;
}

int yona_stop(int destroy, char *error, int room) {
  environment env = NULL;
  __atomic_store_n(&closed, 1, __ATOMIC_RELEASE);
  if (JNI(machine, ATTACH_THREAD, int32_t, environment *, void *)(machine, &env, NULL) != 0) {
    snprintf(error, room, "the thread cannot be attached to the virtual machine");
    return 1;
  }
  int status = call_entry(env, "stop", error, room);
  /* Else the machine stays: a thread that enters one that has been destroyed never comes back. */
  if (destroy) {
    __atomic_store_n(&table.leaf, NULL, __ATOMIC_RELEASE);
    JNI(machine, DESTROY, int32_t)(machine);
  }
  return status;
}

/* What Java needs at least, with the pages at the end of its stacks: a call of it that does not find
   that ends the process. */
#define STACK_LEFT (192 << 10)

/* Where that much is left of the stack of this thread. */
static __attribute__((noinline)) uintptr_t find_depth(void) {
  pthread_attr_t attributes;
  void *end = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &end, &size);
    pthread_attr_destroy(&attributes);
  }
  return (uintptr_t)end + (size / 2 < STACK_LEFT ? size / 2 : STACK_LEFT) + 1;
}

static int is_deep(void) {
  if (own.depth == 0) {
    own.depth = find_depth();
  }
  return (uintptr_t)__builtin_frame_address(0) < own.depth;
}

static uint64_t by_target(function call, uint64_t target, uint64_t *frame) {
  return is_deep() ? YONA_DEEP : call(target, frame);
}

uint64_t yona_service(uint64_t target, uint64_t *frame) {
  function leaf = __atomic_load_n(&table.leaf, __ATOMIC_ACQUIRE);
  own.in_leaf = 1;
  uint64_t status = leaf == NULL ? YONA_ABSENT : by_target(leaf, target, frame);
  own.in_leaf = 0;
  return status;
}

static int is_closed(void) { return __atomic_load_n(&closed, __ATOMIC_ACQUIRE); }

int yona_is_closed(void) { return is_closed(); }

static uint64_t number_of(yona_quotes *quotes) {
  return __atomic_load_n(&quotes->number, __ATOMIC_ACQUIRE);
}

/* No function is there before the machine is. */
static inline uint64_t by_number(function call, yona_quotes *quotes, uint64_t index, uint64_t *frame) {
  uint64_t number = number_of(quotes);
  return is_closed() ? YONA_ABSENT : number == 0 ? YONA_UNKNOWN : by_target(call, number << 16 | index, frame);
}

uint64_t yona_leaf_quote(yona_quotes *quotes, uint64_t index, uint64_t *frame) {
  own.in_leaf = 1;
  uint64_t status = by_number(table.leaf, quotes, index, frame);
  own.in_leaf = 0;
  return status;
}

/* ---- calls that may wait

   One begins on the calling thread. GHC lets another thread run Haskell meanwhile if there is more to
   run, and the calling one then waits for its turn: two switches of threads. Where turns do not come
   soon, the next calls begin on Java's carriers, and the calling thread goes on with what else there is
   of Haskell. */

#define SOON 2000
#define LATE_TURNS 3
#define SUBMITTED 256

static int late_turns;
static int left_to_submit;

static uint64_t nanoseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static uint64_t returning(uint64_t status) {
  own.returned = nanoseconds();
  return status;
}

void yona_returned(void) {
  int late = nanoseconds() - own.returned > SOON ? __atomic_load_n(&late_turns, __ATOMIC_RELAXED) + 1 : 0;
  if (late == LATE_TURNS) {
    __atomic_store_n(&left_to_submit, SUBMITTED, __ATOMIC_RELAXED);
    late = 0;
  }
  __atomic_store_n(&late_turns, late, __ATOMIC_RELAXED);
}

int yona_is_to_submit(void) {
  int left = __atomic_load_n(&left_to_submit, __ATOMIC_RELAXED);
  if (left <= 0) {
    return 0;
  }
  __atomic_store_n(&left_to_submit, left - 1, __ATOMIC_RELAXED);
  return 1;
}

uint64_t yona_call_service(uint64_t target, uint64_t *frame) {
  return is_closed() ? YONA_ABSENT : returning(by_target(table.call, target, frame));
}

uint64_t yona_call_quote(yona_quotes *quotes, uint64_t index, uint64_t *frame) {
  return returning(by_number(table.call, quotes, index, frame));
}

uint64_t yona_submit_service(uint64_t target, uint64_t *frame) {
  return is_closed() ? YONA_ABSENT : by_target(table.submit, target, frame);
}

uint64_t yona_submit_quote(yona_quotes *quotes, uint64_t index, uint64_t *frame) {
  return by_number(table.submit, quotes, index, frame);
}

int yona_has_ended(uint64_t *frame) { return __atomic_load_n(&frame[3], __ATOMIC_ACQUIRE) != 0; }

uint64_t yona_prepare_quote(yona_quotes *quotes, uint64_t index, uint64_t *frame) {
  return by_number(table.prepare, quotes, index, frame);
}

void yona_know(yona_quotes *quotes, uint64_t number) {
  __atomic_store_n(&quotes->number, number, __ATOMIC_RELEASE);
}

/* ---- references that Haskell has no longer */

static pthread_mutex_t forgetting = PTHREAD_MUTEX_INITIALIZER;
static uint64_t *forgotten;
static uint64_t forgotten_count;
static uint64_t forgotten_room;

void yona_forget(void *reference) {
  pthread_mutex_lock(&forgetting);
  if (forgotten_count == forgotten_room) {
    uint64_t room = forgotten_room == 0 ? 256 : 2 * forgotten_room;
    uint64_t *larger = realloc(forgotten, room * sizeof(uint64_t));
    if (larger == NULL) {
      /* The object stays. */
      pthread_mutex_unlock(&forgetting);
      return;
    }
    forgotten = larger;
    forgotten_room = room;
  }
  forgotten[forgotten_count] = (uint64_t)(intptr_t)reference;
  __atomic_store_n(&forgotten_count, forgotten_count + 1, __ATOMIC_RELAXED);
  pthread_mutex_unlock(&forgetting);
}

uint64_t yona_count_forgotten(void) { return __atomic_load_n(&forgotten_count, __ATOMIC_RELAXED); }

uint64_t yona_take_forgotten(uint64_t **place) {
  pthread_mutex_lock(&forgetting);
  uint64_t count = forgotten_count;
  *place = forgotten;
  forgotten = NULL;
  __atomic_store_n(&forgotten_count, 0, __ATOMIC_RELAXED);
  forgotten_room = 0;
  pthread_mutex_unlock(&forgetting);
  return count;
}

int yona_signal_is_default(int signal) {
  struct sigaction now;
  return sigaction(signal, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) == 0 && now.sa_handler == SIG_DFL;
}
