package yona.redis.observation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;
import yona.redis.connection.ConnectionObserver;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ReplyObserver;
import yona.redis.connection.UnansweredException;
import yona.redis.events.Events;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/** What {@link Telemetry} knows of one connection. */
public final class ConnectionTelemetry implements ConnectionObserver {

  private final Telemetry telemetry;
  private final String server;
  private final int number;

  /** Of the connecting that goes on; null if nobody records, or it is done. Guarded by this. */
  private @Nullable Object span;

  /** What this is about, once it is ready for commands. Guarded by this. */
  private @Nullable RedisConnection connection;

  /** Guarded by this. */
  private boolean over;

  /** What the server has said last; -1 if that is not known. */
  private volatile int database;

  /** What was looked up last by who issues commands, and by who reads replies. */
  private final LastCounters ofIssued = new LastCounters();

  private final LastCounters ofReplies = new LastCounters();

  /** For one thread at a time. */
  private final class LastCounters {
    private @Nullable CommandSpec spec;
    private @Nullable CommandCounters counters;

    @SuppressWarnings("ReferenceEquality") // the table has each description once
    CommandCounters of(RespCommand command) {
      CommandCounters last = counters;
      CommandSpec known = command instanceof Command one ? one.spec() : null;
      if (last != null && known != null && known == spec) {
        return last;
      }
      CommandCounters found = telemetry.counters(command);
      spec = known;
      counters = found;
      return found;
    }
  }

  ConnectionTelemetry(Telemetry telemetry, String server, int number, @Nullable Object span) {
    this.telemetry = telemetry;
    this.server = server;
    this.number = number;
    this.span = span;
    LogQueue log = telemetry.log();
    if (log != null && !log.isLogging()) {
      log(log, LogEntry.Kind.CONNECTED, "", null);
    }
  }

  /**
   * The connection is ready for commands.
   *
   * @param made what this looks at
   */
  public void ready(RedisConnection made) {
    Object began;
    synchronized (this) {
      connection = made;
      began = span;
      telemetry.opened(this);
      if (over) {
        telemetry.closed(this);
      }
    }
    if (began != null) {
      Events.connected(began, server, number, null);
    }
  }

  /**
   * The connection is not wanted, or the server does not want it.
   *
   * @param failure why
   */
  public void failed(Throwable failure) {
    Object began;
    synchronized (this) {
      began = span;
    }
    telemetry.failed(server, began, failure);
  }

  /** How many commands have no reply yet. */
  int inFlight() {
    RedisConnection now;
    synchronized (this) {
      now = connection;
    }
    return now == null ? 0 : now.inFlight();
  }

  // ---- commands --------------------------------------------------------------------------------

  @Override
  public ReplyObserver issued(RespCommand command, long at) {
    CommandCounters counters = ofIssued.of(command);
    LogQueue log = telemetry.log();
    if (log == null && !Events.on() && !counters.changesDatabase()) {
      return counters;
    }
    boolean isLogged = log != null && !log.isLogging();
    if (log != null && isLogged) {
      logSent(log, command);
    }
    Object event = Events.on() ? Events.sent() : null;
    return new SingleReplyObserver(this, command, counters, event, isLogged);
  }

  @Override
  public ReplyObserver issued(List<? extends RespCommand> commands, long at) {
    LogQueue log = telemetry.log();
    boolean isLogged = log != null && !log.isLogging();
    if (log != null && isLogged) {
      commands.forEach(each -> logSent(log, each));
    }
    @Nullable Object[] events = null;
    if (Events.on()) {
      events = new Object[commands.size()];
      for (int i = 0; i < events.length; i++) {
        events[i] = Events.sent();
      }
    }
    return new BatchReplyObserver(this, List.copyOf(commands), events, isLogged);
  }

  /** Where a command is counted. To be asked by who reads replies. */
  CommandCounters countersOfReply(RespCommand command) {
    return ofReplies.of(command);
  }

  // ---- what has become of them -----------------------------------------------------------------

  /** A command has its reply, and was counted. */
  void replied(
      RespCommand command,
      CommandCounters counters,
      RespValue reply,
      long nanos,
      @Nullable Object event,
      boolean isLogged) {
    if (counters.changesDatabase()) {
      follow(command, reply);
    }
    if (event != null) {
      ErrorValue error = reply instanceof ErrorValue refusal ? refusal : null;
      end(event, counters, error == null ? "reply" : "error", ReplySummary.code(error));
    }
    LogQueue log = telemetry.log();
    if (log != null && isLogged) {
      String text = counters.name() + ": " + ReplySummary.of(command, reply);
      log(log, LogEntry.Kind.REPLIED, text, Duration.ofNanos(nanos));
    }
  }

  /** A command has no reply, is not to have one, and was counted. */
  void withoutReply(CommandCounters counters, @Nullable Object event) {
    if (event != null) {
      end(event, counters, "none", null);
    }
  }

  /** A command has no reply, and was counted. */
  void failed(
      CommandCounters counters,
      UnansweredException reason,
      @Nullable Object event,
      boolean isLogged) {
    if (event != null) {
      end(event, counters, reason.timedOut() ? "timeout" : "lost", null);
    }
    LogQueue log = telemetry.log();
    if (log != null && isLogged) {
      String text =
          counters.name()
              + (reason.timedOut() ? ": no reply in time" : ": the connection is over")
              + (reason.mayHaveRun()
                  ? "; it may have been executed"
                  : "; it has not been executed");
      log(log, LogEntry.Kind.FAILED, text, null);
    }
  }

  private void end(Object event, CommandCounters counters, String outcome, @Nullable String error) {
    Events.ended(event, counters.name(), server, number, outcome, error);
  }

  /** The connection has another database; between MULTI and EXEC nobody knows yet. */
  private void follow(RespCommand command, RespValue reply) {
    Command known = Telemetry.command(command);
    if (known == null || reply instanceof ErrorValue) {
      return;
    }
    boolean isDone = reply instanceof SimpleString(String text) && !text.equals("QUEUED");
    Object[] words = known.words();
    try {
      database = !isDone ? -1 : words.length < 2 ? 0 : Integer.parseInt(Telemetry.text(words[1]));
    } catch (NumberFormatException _) {
      database = -1;
    }
  }

  // ---- bytes and the end -----------------------------------------------------------------------

  @Override
  public void sent(long bytes) {
    telemetry.sent(bytes);
  }

  @Override
  public void received(long bytes) {
    telemetry.received(bytes);
  }

  @Override
  public void lost(UnansweredException reason) {
    boolean wasReady;
    synchronized (this) {
      over = true;
      wasReady = connection != null;
      telemetry.closed(this);
    }
    // Who closes a connection has no other reason.
    boolean isClosed = reason.getCause() == null && !reason.timedOut();
    String why = isClosed ? "closed" : Telemetry.reason(reason.getCause());
    if (wasReady && !isClosed) {
      telemetry.lost();
      if (Events.on()) {
        Events.lost(server, number, why);
      }
    }
    LogQueue log = telemetry.log();
    if (log != null && !log.isLogging()) {
      log(log, LogEntry.Kind.LOST, why, null);
    }
  }

  // ---- the log ---------------------------------------------------------------------------------

  private void logSent(LogQueue log, RespCommand command) {
    Command known = Telemetry.command(command);
    log(log, LogEntry.Kind.SENT, known == null ? Statistics.OTHER : known.toString(), null);
  }

  private void log(LogQueue log, LogEntry.Kind kind, String text, @Nullable Duration latency) {
    log.add(new LogEntry(Instant.now(), kind, server, number, database, text, latency));
  }
}
