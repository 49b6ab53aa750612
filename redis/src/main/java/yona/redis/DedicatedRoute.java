package yona.redis;

import java.time.Duration;
import java.util.List;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.RespValue;

/**
 * All commands go through one connection that nobody else has: what they say of it is so until it
 * is closed. When it is lost there is no other one, on which that would not be so.
 */
final class DedicatedRoute implements Route {

  private final RedisConnection connection;
  private final Duration timeout;

  /**
   * Commands on a connection.
   *
   * @param timeout how long they wait for their replies, beside what they wait at the server
   */
  DedicatedRoute(RedisConnection connection, Duration timeout) {
    this.connection = connection;
    this.timeout = timeout;
  }

  @Override
  public RespValue call(Command command) throws UnansweredException {
    refuse(command);
    Duration wait = command.blocking();
    if (wait == null) {
      return connection.call(command);
    }
    return connection.call(command, wait.isZero() ? Duration.ofDays(36_500) : wait.plus(timeout));
  }

  @Override
  public List<RespValue> call(List<Command> commands) throws UnansweredException {
    commands.forEach(DedicatedRoute::refuse);
    return connection.call(commands);
  }

  @Override
  public List<RespValue> transaction(List<Command> commands) throws UnansweredException {
    commands.forEach(DedicatedRoute::refuse);
    return connection.call(Transactions.framed(commands));
  }

  /** What has no reply, or others than one, would confuse all that comes behind it. */
  private static void refuse(Command command) {
    CommandSpec spec = command.spec();
    if (spec != null) {
      String instead = spec.instead();
      boolean isFine =
          instead == null
              || instead.contains("a dedicated connection")
              || spec.group().equals("transactions");
      ServerRoute.refuse(spec, isFine ? null : instead, "any connection");
    }
  }

  @Override
  public void close() {
    connection.close();
  }
}
