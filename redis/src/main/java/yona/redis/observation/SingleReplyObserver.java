package yona.redis.observation;

import org.jspecify.annotations.Nullable;
import yona.redis.connection.ReplyObserver;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;

/** Looks at what becomes of a command of which more is to be known than its count. */
final class SingleReplyObserver implements ReplyObserver {

  private final ConnectionTelemetry connection;
  private final RespCommand command;
  private final CommandCounters counters;
  private final @Nullable Object event;
  private final boolean isLogged;

  /**
   * Of a command that is sent.
   *
   * @param event of the recorder, if one records
   */
  SingleReplyObserver(
      ConnectionTelemetry connection,
      RespCommand command,
      CommandCounters counters,
      @Nullable Object event,
      boolean isLogged) {
    this.connection = connection;
    this.command = command;
    this.counters = counters;
    this.event = event;
    this.isLogged = isLogged;
  }

  @Override
  public void replied(RespValue reply, long nanos) {
    counters.replied(reply, nanos);
    connection.replied(command, counters, reply, nanos, event, isLogged);
  }

  @Override
  public void withoutReply() {
    counters.withoutReply();
    connection.withoutReply(counters, event);
  }

  @Override
  public void failed(UnansweredException reason) {
    counters.failed(reason);
    connection.failed(counters, reason, event, isLogged);
  }
}
