package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;
import yona.redis.connection.ReplyListener;
import yona.redis.resp.RespValue;

/** All commands go to one server: through the shared connection, or one from the dedicated pool. */
final class ServerRoute implements Route {

  private final SharedConnection shared;
  private final DedicatedPool dedicated;
  private final boolean retryReads;

  /**
   * Commands to a server.
   *
   * @param retryReads whether commands that only read are sent again
   */
  ServerRoute(SharedConnection shared, DedicatedPool dedicated, boolean retryReads) {
    this.shared = shared;
    this.dedicated = dedicated;
    this.retryReads = retryReads;
  }

  @Override
  public RespValue call(Command command, ConnectionCall way) throws IOException {
    refuse(command);
    Duration wait = command.blocking();
    return wait == null
        ? shared.use(mayRepeat(command), connection -> way.on(connection, command))
        : dedicated.call(command, wait);
  }

  @Override
  public boolean send(Command command, ReplyListener listener) {
    refuse(command);
    if (command.blocking() != null) {
      return false;
    }
    shared.send(command, mayRepeat(command), listener);
    return true;
  }

  @Override
  public List<RespValue> call(List<Command> commands) throws IOException {
    boolean mayRepeat = true;
    for (Command each : commands) {
      refuse(each);
      refuseToWait(each);
      mayRepeat &= mayRepeat(each);
    }
    return shared.use(mayRepeat, connection -> connection.call(commands));
  }

  @Override
  public List<RespValue> transaction(List<Command> commands) throws IOException {
    commands.forEach(ServerRoute::refuse);
    List<Command> all = Transactions.framed(commands);
    return shared.use(false, connection -> connection.call(all));
  }

  /**
   * Whether a replica can answer it as well. The cursor of a scan means nothing to another server.
   */
  static boolean isForReplicas(Command command) {
    CommandSpec spec = command.spec();
    return spec != null
        && command.onlyReads()
        && command.blocking() == null
        && !spec.name().endsWith("SCAN");
  }

  static void refuseToWait(Command command) {
    if (command.blocking() != null) {
      throw new IllegalArgumentException(
          command + " may wait at the server, and all that come behind it: call it by itself");
    }
  }

  private boolean mayRepeat(Command command) {
    return retryReads && command.onlyReads();
  }

  /** Refuses a command whose meaning is the connection. */
  static void refuse(Command command) {
    CommandSpec spec = command.spec();
    if (spec != null) {
      refuse(spec, spec.instead(), "a connection that others use too");
    }
  }

  static void refuse(CommandSpec spec, @Nullable String instead, String where) {
    if (instead != null) {
      throw new IllegalArgumentException(
          spec.name() + " is refused on " + where + "; use " + instead);
    }
  }

  @Override
  public boolean isOpen() {
    return !shared.isClosed();
  }

  @Override
  public void close() {
    shared.close();
    dedicated.close();
  }
}
