package yona.redis.clojure;

import yona.redis.command.Command;
import yona.redis.connection.ReplyListener;

/** Where commands go: a pool, a connection, a transaction. */
public interface CommandTarget {

  /**
   * Sends a command. Never waits.
   *
   * @param command the command
   * @param listener is given the reply, or told why none comes
   * @throws IllegalArgumentException if the command is refused here
   */
  void send(Command command, ReplyListener listener);
}
