package yona.redis.connection;

import yona.redis.resp.PushValue;
import yona.redis.resp.RespValue;

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
   * The server has sent a reply that is not due. It is taken for an error unless the server was
   * asked for it in a way of its own, such as {@code MONITOR}, or {@code SUBSCRIBE} in RESP2.
   *
   * @param reply what it has sent
   * @return whether it was asked for; if not, the connection is given up
   */
  default boolean unasked(RespValue reply) {
    return false;
  }

  /**
   * The connection is over. Called once, after all that waited for replies have been told.
   *
   * @param reason why
   */
  void lost(UnansweredException reason);
}
