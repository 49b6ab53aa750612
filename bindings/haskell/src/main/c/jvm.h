#ifndef YONA_JVM_H
#define YONA_JVM_H

#include <stdint.h>

/* The quotes of a module of Haskell: the class that was made of them. */
typedef struct {
  const uint8_t *class_file;
  uint64_t length;
  /* What the virtual machine knows them by; 0 before it does. */
  uint64_t number;
} yona_quotes;

/* A status beside those of yona.haskell.Entry: the quotes are not known yet. */
#define YONA_UNKNOWN 3
/* There is no virtual machine. */
#define YONA_ABSENT 4
/* The thread has too little of its stack left. */
#define YONA_DEEP 5

/* Makes the virtual machine; gives 0, or leaves an error as a text. */
int yona_start(const char *library, int count, char **options, char *error, int room);

/* Begins the run-time system of Haskell in a virtual machine, with options; gives the table for
   yona.haskell.Entry, or NULL if the system has no threads. */
void *yona_join(int count, char **options);

/* Ends what is under way in it, once, and the machine itself if that is wanted; gives 0, or leaves an
   error as a text. */
int yona_stop(int destroy, char *error, int room);

/* Whether that has begun, or the machine is not there yet. */
int yona_is_closed(void);

/* What the library itself is asked, also behind the end. */
uint64_t yona_service(uint64_t target, uint64_t *frame);

uint64_t yona_leaf_quote(yona_quotes *quotes, uint64_t index, uint64_t *frame);

/* Calls that may wait, to be begun by the calling thread or by one of Java. Behind the first the caller
   tells when it is Haskell again; before one it asks which it is to be. */
uint64_t yona_call_service(uint64_t target, uint64_t *frame);
uint64_t yona_call_quote(yona_quotes *quotes, uint64_t index, uint64_t *frame);
uint64_t yona_submit_service(uint64_t target, uint64_t *frame);
uint64_t yona_submit_quote(yona_quotes *quotes, uint64_t index, uint64_t *frame);
void yona_returned(void);
int yona_has_ended(uint64_t *frame);
int yona_is_to_submit(void);

uint64_t yona_prepare_quote(yona_quotes *quotes, uint64_t index, uint64_t *frame);
void yona_know(yona_quotes *quotes, uint64_t number);

/* Notes a reference that Haskell has no longer; for its garbage collector. */
void yona_forget(void *reference);

/* How many notes there are. */
uint64_t yona_count_forgotten(void);

/* Takes the notes: gives their number, and their place, which is to be freed. */
uint64_t yona_take_forgotten(uint64_t **place);

/* Whether a signal has the effect that it has where nobody has asked for another one. */
int yona_signal_is_default(int signal);

#endif
