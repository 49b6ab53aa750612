package yona.redis.observation;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.command.CommandSpec;
import yona.redis.events.Events;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespException;

/**
 * What is known of a client's traffic: it counts, tells a log, and reports events to JDK Flight
 * Recorder. Thread-safe; unless it says so nothing here waits.
 */
public final class Telemetry {

  /** How long a log is waited for at the end. */
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final Scope scope;
  private final Instant from = Instant.now();

  /** As many as the table of commands has names, and one more. */
  private final ConcurrentHashMap<String, CommandCounters> commands = new ConcurrentHashMap<>();

  private final AtomicInteger connections = new AtomicInteger();
  private final Set<ConnectionTelemetry> open = ConcurrentHashMap.newKeySet();
  private final LongAdder opened = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder lost = new LongAdder();
  private final LongAdder reconnects = new LongAdder();
  private final LongAdder unavailable = new LongAdder();
  private final LongAdder gaps = new LongAdder();
  private final LongAdder redirections = new LongAdder();
  private final LongAdder refreshes = new LongAdder();
  private final LongAdder failovers = new LongAdder();
  private final LongAdder bytesSent = new LongAdder();
  private final LongAdder bytesReceived = new LongAdder();

  private volatile @Nullable LogQueue log;

  /**
   * Begins to count.
   *
   * @param scope what the fibers run in that call a log
   */
  public Telemetry(Scope scope) {
    this.scope = scope;
  }

  // ---- what users want to know -----------------------------------------------------------------

  /**
   * What was counted until now.
   *
   * @param cache what came of the cache, or null
   * @return a snapshot
   */
  public Statistics statistics(Statistics.@Nullable Cache cache) {
    TreeMap<String, CommandStatistics> counted = new TreeMap<>();
    commands.forEach((name, counters) -> counted.put(name, counters.statistics()));
    int inFlight = 0;
    int count = 0;
    for (ConnectionTelemetry each : open) {
      inFlight += each.inFlight();
      count++;
    }
    return new Statistics(
        from,
        Instant.now(),
        counted,
        new Statistics.Connections(
            count,
            inFlight,
            opened.sum(),
            failed.sum(),
            lost.sum(),
            reconnects.sum(),
            unavailable.sum(),
            gaps.sum(),
            bytesSent.sum(),
            bytesReceived.sum()),
        new Statistics.Cluster(redirections.sum(), refreshes.sum(), failovers.sum()),
        cache);
  }

  /**
   * Switches the log.
   *
   * @param wanted what is told from now on; null for nobody
   */
  public void log(@Nullable CommandLog wanted) {
    log = wanted == null ? null : new LogQueue(wanted, scope);
  }

  /** Waits until the log has what there is, but not for more than a second. Suspends. */
  public void flush() {
    LogQueue now = log;
    if (now != null) {
      now.flush(FAREWELL);
    }
  }

  @Nullable LogQueue log() {
    return log;
  }

  CommandCounters counters(RespCommand command) {
    CommandSpec spec = spec(command);
    String name = spec == null ? Statistics.OTHER : spec.name();
    CommandCounters known = commands.get(name);
    return known != null ? known : commands.computeIfAbsent(name, CommandCounters::new);
  }

  private static @Nullable CommandSpec spec(RespCommand command) {
    Command known = command(command);
    return known == null ? null : known.spec();
  }

  /** A command with its name; null if that is not known. */
  static @Nullable Command command(RespCommand command) {
    if (command instanceof Command known) {
      return known;
    }
    Object[] words = command.words();
    return words == null ? null : Command.raw(words);
  }

  /** A word of a command. */
  static String text(Object word) {
    return switch (word) {
      case byte[] bytes -> new String(bytes, StandardCharsets.ISO_8859_1);
      case BulkString string -> new String(string.bytes(), StandardCharsets.ISO_8859_1);
      default -> word.toString();
    };
  }

  /**
   * Why something has failed; without what a server has said that does not keep to the protocol.
   */
  static String reason(@Nullable Throwable failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof RespException) {
        return "the server does not keep to the protocol";
      }
    }
    String message = failure == null ? null : failure.getMessage();
    return message == null ? String.valueOf(failure) : message;
  }

  // ---- connections -----------------------------------------------------------------------------

  /**
   * A connection is being made.
   *
   * @return to be handed to {@link #connection} or {@link #failed}; null if nobody records
   */
  public @Nullable Object connecting() {
    return Events.on() ? Events.connecting() : null;
  }

  /**
   * There is a connection, on which nothing has been said yet.
   *
   * @param server where
   * @param span what {@link #connecting} gave
   * @return looks at it
   */
  public ConnectionTelemetry connection(String server, @Nullable Object span) {
    return new ConnectionTelemetry(this, server, connections.incrementAndGet(), span);
  }

  /**
   * A connection could not be made.
   *
   * @param server where
   * @param span what {@link #connecting} gave
   * @param failure why
   */
  public void failed(String server, @Nullable Object span, Throwable failure) {
    failed.increment();
    if (span != null) {
      Events.connected(span, server, 0, reason(failure));
    }
  }

  void opened(ConnectionTelemetry made) {
    opened.increment();
    open.add(made);
  }

  void closed(ConnectionTelemetry over) {
    open.remove(over);
  }

  void lost() {
    lost.increment();
  }

  void sent(long bytes) {
    bytesSent.add(bytes);
  }

  void received(long bytes) {
    bytesReceived.add(bytes);
  }

  /**
   * Another connection is wanted in place of one that was lost.
   *
   * @return to be handed to {@link #reconnected}; null if nobody records
   */
  public @Nullable Object reconnecting() {
    return Events.on() ? Events.reconnecting() : null;
  }

  /**
   * There is another connection.
   *
   * @param span what {@link #reconnecting} gave
   * @param server where
   * @param attempts how often it was tried
   */
  public void reconnected(@Nullable Object span, String server, int attempts) {
    reconnects.increment();
    if (span != null) {
      Events.reconnected(span, server, attempts);
    }
  }

  /** A command fails before it is sent, as there is no connection. */
  public void unavailable() {
    unavailable.increment();
  }

  /**
   * A subscription may have missed messages.
   *
   * @param reason {@code connection} or {@code overflow}
   */
  public void gap(String reason) {
    gaps.increment();
    if (Events.on()) {
      Events.gap(reason);
    }
  }

  // ---- several servers -------------------------------------------------------------------------

  /**
   * A node says that another one is to be asked.
   *
   * @param kind {@code MOVED} or {@code ASK}
   * @param slot of the keys
   * @param asked who says so
   * @param other who is to be asked
   */
  public void redirected(String kind, int slot, String asked, String other) {
    redirections.increment();
    if (Events.on()) {
      Events.redirected(kind, slot, asked, other);
    }
  }

  /**
   * Nodes are asked who has which slots.
   *
   * @return to be handed to {@link #refreshed}; null if nobody records
   */
  public @Nullable Object refreshing() {
    return Events.on() ? Events.refreshing() : null;
  }

  /**
   * One has answered, or none.
   *
   * @param span what {@link #refreshing} gave
   * @param server who has, or null
   * @param masters how many are known now
   * @param replicas how many are known now
   */
  public void refreshed(@Nullable Object span, @Nullable String server, int masters, int replicas) {
    refreshes.increment();
    if (span != null) {
      Events.refreshed(span, server, masters, replicas);
    }
  }

  /**
   * Another server is found to be the master.
   *
   * @param before the one before
   * @param now the one now
   */
  public void failedOver(String before, String now) {
    failovers.increment();
    if (Events.on()) {
      Events.failedOver(before, now);
    }
  }
}
