package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.async.TimeoutException;
import yona.redis.command.Command;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Telemetry;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.RespValue;

/**
 * A pool of dedicated connections, which one caller at a time has for itself: for commands that
 * wait at the server, and so would make all wait that come behind them. Some that nobody needs are
 * kept.
 */
final class DedicatedPool {

  /** So many that nobody needs are kept. */
  private static final int MOST_IDLE = 16;

  /** For how long a command that was cancelled is waited for. */
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final ConnectionFactory connector;
  private final SharedConnection shared;
  private final RedisOptions options;
  private final Telemetry telemetry;

  /** Guarded by this, as is all below. */
  private final ArrayDeque<Connector.Greeted> idle = new ArrayDeque<>();

  private boolean closed;

  /** How often connections were dropped; those from before are not kept any more. */
  private int generation;

  /**
   * Connections beside a shared one.
   *
   * @param shared through which commands that wait are told to stop
   * @param telemetry is told of commands for which there is no connection
   */
  DedicatedPool(
      ConnectionFactory connector,
      SharedConnection shared,
      RedisOptions options,
      Telemetry telemetry) {
    this.connector = connector;
    this.shared = shared;
    this.options = options;
    this.telemetry = telemetry;
  }

  /** A connection that nobody else has, to be given back or closed. Suspends. */
  Connector.Greeted take() throws IOException {
    for (Connector.Greeted kept = takeIdle(); kept != null; kept = takeIdle()) {
      if (kept.connection().isAlive()) {
        return kept;
      }
    }
    return connector.connect(SharedConnection.Observer.NOBODY);
  }

  private Connector.Greeted takeForCommand() throws IOException {
    try {
      return take();
    } catch (IOException none) {
      telemetry.unavailable();
      throw none;
    }
  }

  private synchronized Connector.@Nullable Greeted takeIdle() throws IOException {
    if (closed) {
      throw new IOException("the client is closed");
    }
    return idle.pollLast();
  }

  private synchronized int generation() {
    return generation;
  }

  /** Gives one back that is as it was when it was greeted, with no replies due. */
  private void giveBack(Connector.Greeted unused, int taken) {
    synchronized (this) {
      if (!closed
          && taken == generation
          && idle.size() < MOST_IDLE
          && unused.connection().isOpen()) {
        idle.addLast(unused);
        return;
      }
    }
    unused.connection().close();
  }

  /**
   * Sends a command that may wait at the server. Suspends. A command that is cancelled is told to
   * stop; if it has taken something by then that is given all the same.
   *
   * @param time how long it waits there; nothing for ever
   */
  RespValue call(Command command, Duration time) throws IOException {
    return call(List.of(command), time);
  }

  /**
   * The same with other commands before it.
   *
   * @param commands the last one may wait
   */
  RespValue call(List<Command> commands, Duration time) throws IOException {
    int now = generation();
    Connector.Greeted dedicated = takeForCommand();
    Promise<RespValue> reply = new Promise<>();
    try {
      dedicated
          .connection()
          .write(
              commands,
              time.isZero() ? RedisConnection.FOR_EVER : time.plus(options.timeout()),
              new ReplyListener() {
                private int due = commands.size();

                @Override
                public void replied(RespValue value) {
                  if (--due == 0) {
                    reply.complete(value);
                  }
                }

                @Override
                public void failed(UnansweredException reason) {
                  reply.fail(reason);
                }
              });
      RespValue value = reply.value();
      giveBack(dedicated, now);
      return value;
    } catch (CancellationException cancelled) {
      RespValue taken =
          Async.<@Nullable RespValue, RuntimeException>shielded(() -> stop(dedicated, now, reply));
      if (taken == null) {
        throw cancelled;
      }
      return taken;
    } catch (Throwable error) {
      dedicated.connection().close();
      throw error;
    }
  }

  /** Has the server end the wait of a command; what it has taken before that, or null. */
  private @Nullable RespValue stop(
      Connector.Greeted dedicated, int taken, Promise<RespValue> reply) {
    try {
      if (reply.poll() == null) {
        Command unblock = Command.raw("CLIENT", "UNBLOCK", dedicated.id());
        var _ = shared.useSoon(FAREWELL, connection -> connection.call(unblock, FAREWELL));
      }
      RespValue value = reply.value(FAREWELL);
      giveBack(dedicated, taken);
      return isNothing(value) ? null : value;
    } catch (IOException | TimeoutException _) {
      dedicated.connection().close();
      return null;
    }
  }

  private static boolean isNothing(RespValue value) {
    return value instanceof ErrorValue
        || value.equals(NullValue.NULL)
        || (value instanceof ArrayValue array && array.elements().isEmpty());
  }

  /** Closes those that nobody has: they lead to where the next one may not. */
  void drop() {
    List<Connector.Greeted> kept;
    synchronized (this) {
      generation++;
      kept = List.copyOf(idle);
      idle.clear();
    }
    for (Connector.Greeted each : kept) {
      each.connection().close();
    }
  }

  /** Closes those that nobody has; those that somebody has are closed when they come back. */
  void close() {
    synchronized (this) {
      closed = true;
    }
    drop();
  }
}
