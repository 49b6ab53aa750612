package yona.redis.connection;

import yona.redis.resp.RespValue;

/**
 * Is given the replies to commands, in their order. Called by whoever reads them, on any fiber or
 * thread, one after the other: must not wait, and must not raise; what it raises is reported as an
 * error that nobody can be given.
 */
public interface ReplyListener {

  /**
   * The reply to the next command.
   *
   * @param reply the reply; an error of the server is one too
   */
  void replied(RespValue reply);

  /**
   * No more replies will come: called at most once, and only if some are missing.
   *
   * @param reason why, and whether the commands that are left may have been executed
   */
  void failed(UnansweredException reason);
}
