package yona.redis;

import java.io.IOException;
import java.util.List;
import yona.redis.command.Command;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.RespValue;

/** Where a client's commands go. */
interface Route {

  /**
   * Sends a command and waits for its reply. Suspends.
   *
   * @return the reply; an error of the server is one too
   * @throws IllegalArgumentException if this is no way for the command; says which one is
   * @throws UnansweredException if no reply comes
   * @throws IOException if there is no connection
   */
  default RespValue call(Command command) throws IOException {
    return call(command, RedisConnection::call);
  }

  /**
   * The same by some way on the connection that the command goes to, if it is one that others use
   * too.
   *
   * @param way sends the command, and waits for its reply; a cache asks for more along with it
   */
  RespValue call(Command command, ConnectionCall way) throws IOException;

  /** A way to have a command executed by the server of a connection. */
  @FunctionalInterface
  interface ConnectionCall {
    /** Sends the command, and waits for its reply. Suspends. */
    RespValue on(RedisConnection connection, Command command) throws UnansweredException;
  }

  /**
   * Sends a command without waiting, behind those that were sent before on the same connection.
   * Never suspends.
   *
   * @param listener is given the reply, or told why none comes
   * @return false if it takes more than one connection that others use too: then nothing is done,
   *     and {@link #call(Command)} is the way
   * @throws IllegalArgumentException if this is no way for the command; says which one is
   */
  default boolean send(Command command, ReplyListener listener) {
    return false;
  }

  /**
   * Sends commands, one directly behind the other, and waits for all replies. Suspends.
   *
   * @return the replies, in order
   * @throws IllegalArgumentException if this is no way for one of the commands; none is sent
   * @throws UnansweredException if some do not come
   * @throws IOException if there is no connection
   */
  List<RespValue> call(List<Command> commands) throws IOException;

  /**
   * Sends commands between MULTI and EXEC, in one go, and waits for all replies. Suspends.
   *
   * @return the replies, that of EXEC last
   * @throws IllegalArgumentException if this is no way for one of the commands; none is sent
   * @throws UnansweredException if some do not come
   * @throws IOException if there is no connection
   */
  List<RespValue> transaction(List<Command> commands) throws IOException;

  /** Whether it can be used, as far as is known. Never suspends. */
  boolean isOpen();

  /** Closes the connections; what waits fails. Again it does nothing. May suspend. */
  void close();
}
