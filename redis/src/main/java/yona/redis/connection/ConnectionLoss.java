package yona.redis.connection;

import org.jspecify.annotations.Nullable;

/**
 * Why there is no connection any more.
 *
 * @param what the reason, with the connection's name
 * @param timedOut whether a limit of time has passed
 * @param cause what was raised, if anything was
 */
record ConnectionLoss(String what, boolean timedOut, @Nullable Throwable cause) {

  UnansweredException of(boolean mayHaveRun) {
    return new UnansweredException(what, mayHaveRun, timedOut, cause);
  }
}
