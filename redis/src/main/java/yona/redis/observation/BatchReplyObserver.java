package yona.redis.observation;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.connection.ReplyObserver;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;

/**
 * Looks at what becomes of commands that were sent together. Replies to commands of one name that
 * have come together are counted together.
 */
final class BatchReplyObserver implements ReplyObserver {

  private final ConnectionTelemetry connection;
  private final List<RespCommand> commands;
  private final @Nullable Object @Nullable [] events;
  private final boolean isLogged;

  /** Which one is next. */
  private int next;

  /** Replies that are not counted yet: where they are to be, after which time, and how many. */
  private @Nullable CommandCounters uncounted;

  private long time;
  private int count;

  /**
   * Of commands that are sent.
   *
   * @param events of the recorder, if one records
   */
  BatchReplyObserver(
      ConnectionTelemetry connection,
      List<RespCommand> commands,
      @Nullable Object @Nullable [] events,
      boolean isLogged) {
    this.connection = connection;
    this.commands = commands;
    this.events = events;
    this.isLogged = isLogged;
  }

  @Override
  public void replied(RespValue reply, long nanos) {
    RespCommand command = commands.get(next);
    CommandCounters counters = connection.countersOfReply(command);
    if (counters != uncounted || nanos != time) {
      count();
      uncounted = counters;
      time = nanos;
    }
    count++;
    if (reply instanceof ErrorValue) {
      counters.refused();
    }
    if (isLogged || events != null || counters.changesDatabase()) {
      connection.replied(command, counters, reply, nanos, event(), isLogged);
    }
    advance();
  }

  @Override
  public void withoutReply() {
    CommandCounters counters = connection.countersOfReply(commands.get(next));
    counters.withoutReply();
    connection.withoutReply(counters, event());
    advance();
  }

  @Override
  public void failed(UnansweredException reason) {
    while (next < commands.size()) {
      CommandCounters counters = connection.countersOfReply(commands.get(next));
      counters.failed(reason);
      connection.failed(counters, reason, event(), isLogged);
      advance();
    }
  }

  private @Nullable Object event() {
    return events == null ? null : events[next];
  }

  private void advance() {
    next++;
    if (next == commands.size()) {
      count();
    }
  }

  private void count() {
    if (uncounted != null) {
      uncounted.replied(time, count);
      count = 0;
    }
  }
}
