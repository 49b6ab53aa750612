package yona.redis.connection;

import yona.redis.resp.RespValue;

/**
 * Looks at what becomes of commands that were issued together, in their order, one call after the
 * other; of each command once. Called as {@link ConnectionObserver} is. One that keeps nothing may
 * look at several commands that were not issued together.
 */
public interface ReplyObserver {

  /**
   * The next command has its reply.
   *
   * @param reply the reply; an error of the server is one too
   * @param nanos how long it took from the call until its bytes came
   */
  void replied(RespValue reply, long nanos);

  /** The next command has no reply, or is answered by what counts as unasked. */
  void withoutReply();

  /**
   * Nobody waits any more for the replies that are missing. Those that come all the same are not
   * told.
   *
   * @param reason why
   */
  void failed(UnansweredException reason);
}
