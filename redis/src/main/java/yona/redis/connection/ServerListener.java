package yona.redis.connection;

import yona.redis.resp.PushValue;

/**
 * Is told what happens on a connection unasked. Called on any fiber or thread, one call after the
 * other but for {@link #lost}: must not wait, and must not raise; what it raises is reported as an
 * error that nobody can be given.
 */
public interface ServerListener {

  /**
   * The server has sent something that is no reply (RESP3).
   *
   * @param push what it has sent
   */
  void pushed(PushValue push);

  /**
   * The connection is over. Called once, after all that waited for replies have been told.
   *
   * @param reason why
   */
  void lost(UnansweredException reason);
}
