package yona.async.continuation;

import yona.async.Body;

/** What continuations can run on. */
enum Ground {
  /** A continuation of the virtual machine, where the flags are there. */
  BARE,
  /** A thread, as without the flags. */
  THREAD,
  /** A thread, because any fiber may resume it. */
  MOVABLE;

  <S, A> Prompt<S, A> prompt() {
    return new Prompt<>(this == BARE);
  }

  @SuppressWarnings("unchecked")
  <S, A, R> Step<S, A, R> start(Prompt<S, A> prompt, Body<R, ?> body) {
    Body<R, RuntimeException> unchecked = (Body<R, RuntimeException>) body;
    return this == MOVABLE ? prompt.startMovable(unchecked) : prompt.start(unchecked);
  }
}
