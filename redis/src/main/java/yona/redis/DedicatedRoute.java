package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.RespValue;

/**
 * All commands go through one connection that nobody else has: what they say of it is so until it
 * is closed. When it is lost there is no other one, on which that would not be so.
 */
final class DedicatedRoute implements Route {

  /** Has the node that a slot is on its way to execute the next command. */
  static final Command ASKING = Command.raw("ASKING");

  private final RedisConnection connection;
  private final Duration timeout;
  private final boolean isAsking;
  private final SendQueue queue;

  /**
   * Commands on a connection.
   *
   * @param timeout how long they wait for their replies, beside what they wait at the server
   * @param isAsking whether ASKING comes before each
   * @param scope what fibers are started in for those who do not wait
   */
  DedicatedRoute(RedisConnection connection, Duration timeout, boolean isAsking, Scope scope) {
    this.connection = connection;
    this.timeout = timeout;
    this.isAsking = isAsking;
    this.queue = new SendQueue(new OnlyConnection(connection), scope);
  }

  /** The connection, and no other one when that is lost. */
  private record OnlyConnection(RedisConnection connection) implements SendQueue.Way {

    @Override
    public boolean offer(Command command, Duration time, ReplyListener listener) {
      return connection.offer(command, time, listener);
    }

    @Override
    public void write(Command command, long deadline, ReplyListener listener) throws IOException {
      Duration left = Duration.ofNanos(deadline - System.nanoTime());
      connection.write(List.of(command), left, listener);
    }
  }

  @Override
  public RespValue call(Command command, ConnectionCall way) throws UnansweredException {
    refuse(command);
    Duration wait = command.blocking();
    if (wait == null) {
      return isAsking ? asked(List.of(command)).getLast() : connection.call(command);
    }
    if (isAsking) {
      var _ = connection.call(ASKING);
    }
    return connection.call(command, limit(wait));
  }

  private Duration limit(@Nullable Duration wait) {
    if (wait == null) {
      return timeout;
    }
    return wait.isZero() ? RedisConnection.FOR_EVER : wait.plus(timeout);
  }

  @Override
  public boolean send(Command command, ReplyListener listener) {
    refuse(command);
    if (isAsking) {
      return false;
    }
    queue.send(command, limit(command.blocking()), false, listener);
    return true;
  }

  @Override
  public List<RespValue> call(List<Command> commands) throws UnansweredException {
    for (Command each : commands) {
      refuse(each);
      ServerRoute.refuseToWait(each);
    }
    if (!isAsking) {
      return connection.call(commands);
    }
    List<Command> all = new ArrayList<>();
    for (Command each : commands) {
      all.add(ASKING);
      all.add(each);
    }
    List<RespValue> replies = connection.call(all);
    return IntStream.range(0, commands.size()).mapToObj(i -> replies.get(2 * i + 1)).toList();
  }

  @Override
  public List<RespValue> transaction(List<Command> commands) throws UnansweredException {
    commands.forEach(DedicatedRoute::refuse);
    List<Command> all = Transactions.framed(commands);
    return isAsking ? asked(all) : connection.call(all);
  }

  /** The replies to commands behind ASKING, which holds for one of them, or for a transaction. */
  private List<RespValue> asked(List<Command> commands) throws UnansweredException {
    List<Command> all = new ArrayList<>(commands.size() + 1);
    all.add(ASKING);
    all.addAll(commands);
    List<RespValue> replies = connection.call(all);
    return replies.subList(1, replies.size());
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
  public boolean isOpen() {
    return connection.isAlive();
  }

  @Override
  public void close() {
    queue.close();
    connection.close();
  }
}
