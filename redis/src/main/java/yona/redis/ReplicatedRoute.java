package yona.redis;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import yona.redis.command.Command;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;

/** Commands that only read go to a replica while one can be reached, all others to the master. */
final class ReplicatedRoute implements Route {

  private final Route master;
  private final SharedConnection replica;
  private final boolean both;
  private final boolean retryReads;

  /**
   * Commands to a master and its replicas.
   *
   * @param both whether the master is read from as well
   * @param retryReads whether commands that only read are sent again
   */
  ReplicatedRoute(Route master, SharedConnection replica, boolean both, boolean retryReads) {
    this.master = master;
    this.replica = replica;
    this.both = both;
    this.retryReads = retryReads;
  }

  @Override
  public RespValue call(Command command, ConnectionCall way) throws IOException {
    if (!ServerRoute.isForReplicas(command)
        || (both && ThreadLocalRandom.current().nextBoolean())) {
      return master.call(command, way);
    }
    ServerRoute.refuse(command);
    RespValue reply;
    try {
      reply = replica.useSoon(SharedConnection.SOON, connection -> way.on(connection, command));
    } catch (UnansweredException lost) {
      if (!lost.mayRepeat(retryReads)) {
        throw lost;
      }
      return master.call(command, way);
    } catch (IOException _) {
      return master.call(command, way);
    }
    boolean isUnable =
        reply instanceof ErrorValue error
            && (error.code().equals("LOADING") || error.code().equals("MASTERDOWN"));
    return isUnable ? master.call(command, way) : reply;
  }

  @Override
  public boolean send(Command command, ReplyListener listener) {
    return !ServerRoute.isForReplicas(command) && master.send(command, listener);
  }

  @Override
  public List<RespValue> call(List<Command> commands) throws IOException {
    return master.call(commands);
  }

  @Override
  public List<RespValue> transaction(List<Command> commands) throws IOException {
    return master.transaction(commands);
  }

  @Override
  public boolean isOpen() {
    return master.isOpen();
  }

  @Override
  public void close() {
    replica.close();
    master.close();
  }
}
