package yona.redis;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Link;
import yona.async.Scope;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;

/**
 * A client of a Redis or Valkey server, for any number of fibers.
 *
 * <pre>{@code
 * try (Redis redis = Redis.connect("redis://localhost")) {
 *   redis.call("SET", "greeting", "hello");
 *   RespValue greeting = redis.call("GET", "greeting");
 * }
 * }</pre>
 *
 * <p>The commands of all fibers share a connection and are pipelined by themselves. When it is
 * lost, another one is made; commands that were in flight fail with an {@link UnansweredException},
 * which says whether they may have been executed, and those that had not been sent wait for the
 * next connection, as long as their time allows.
 *
 * <p>Belongs to the scope that it is opened in, which closes it on its way out.
 */
public final class Redis implements Cancellable, AutoCloseable {

  private final RedisUri uri;
  private final SharedConnection shared;
  private final Link link;

  private Redis(RedisUri uri, RedisOptions options, Scope scope) throws IOException {
    this.uri = uri;
    this.shared = new SharedConnection(new Connector(uri, options, scope), options, scope);
    this.link = scope.link(this);
    try {
      shared.connect();
    } catch (Throwable error) {
      close();
      throw error;
    }
  }

  /**
   * Connects with the usual options. Suspends.
   *
   * @param uri where, as {@link RedisUri} says
   * @return the client, to be closed
   * @throws IllegalArgumentException if that is no address
   * @throws IllegalStateException if the calling thread stands in no scope
   * @throws IOException if no server answers there, or it refuses
   */
  public static Redis connect(String uri) throws IOException {
    return connect(RedisUri.parse(uri), RedisOptions.DEFAULT);
  }

  /**
   * Connects. Suspends.
   *
   * @param uri where
   * @param options how
   * @return the client, to be closed
   * @throws IllegalStateException if the calling thread stands in no scope
   * @throws IOException if no server answers there, or it refuses
   * @throws CancellationException if the computation is cancelled
   */
  public static Redis connect(RedisUri uri, RedisOptions options) throws IOException {
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(options, "options");
    return new Redis(uri, options, Scope.holding());
  }

  /**
   * Sends a command and waits for its reply. Suspends.
   *
   * @param parts its name and arguments: {@code String}, {@code byte[]}, {@code BulkString}, {@code
   *     Long}, {@code Integer} or {@code Double}; not to be changed before this returns
   * @return the reply
   * @throws RedisException if the reply is an error
   * @throws UnansweredException if none comes
   * @throws IOException if there is no connection
   * @throws CancellationException if the computation is cancelled; the command may then be executed
   *     or not
   */
  public RespValue call(Object... parts) throws IOException {
    RespCommand command = RespCommand.of(parts);
    RespValue reply = shared.use(false, connection -> connection.call(command));
    if (reply instanceof ErrorValue error) {
      throw new RedisException(error);
    }
    return reply;
  }

  /**
   * Sends commands, one directly behind the other, and waits for all replies. Suspends.
   *
   * @param commands the commands
   * @return their replies, in order; errors of the server are replies too
   * @throws UnansweredException if some do not come
   * @throws IOException if there is no connection
   * @throws CancellationException if the computation is cancelled; each command may then be
   *     executed or not
   */
  public List<RespValue> batch(List<? extends RespCommand> commands) throws IOException {
    return shared.use(false, connection -> connection.call(commands));
  }

  /** Closes the connections. Commands that wait fail. Again it does nothing. May suspend. */
  @Override
  public void close() {
    var _ = link.unlink();
    shared.close();
  }

  /** Closes this: what a scope does on its way out. */
  @Override
  public void cancel() {
    close();
  }

  /**
   * What this is connected to.
   *
   * @return a text without the password
   */
  @Override
  public String toString() {
    return "Redis client of " + uri;
  }
}
