package yona.redis.events;

import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;

/**
 * Where the client reports its events to JDK Flight Recorder, as {@code yona.async} does: whoever
 * has something to report asks {@link #on} first, and while nobody has started the recorder no
 * event class is loaded. Spans are handed out as plain objects.
 */
public final class Events {

  private static final boolean AVAILABLE =
      ModuleLayer.boot().findModule("jdk.jfr").isPresent()
          && (Events.class.getModule().getDescriptor() == null
              || Events.class.getModule().canRead(ModuleLayer.boot().findModule("jdk.jfr").get()));

  private Events() {}

  /**
   * Whether the recorder has been started in this process.
   *
   * @return whether to go on and report
   */
  public static boolean on() {
    return AVAILABLE && FlightRecorder.isInitialized();
  }

  // ---- commands --------------------------------------------------------------------------------

  /**
   * A command is sent; called by the fiber that sends it.
   *
   * @return to be handed to {@link #ended}; null if nobody wants to know
   */
  public static @Nullable Object sent() {
    RedisCommand command = new RedisCommand();
    if (!command.isEnabled()) {
      return null;
    }
    command.fiber = Fiber.current().id();
    command.begin();
    return command;
  }

  /**
   * It is over.
   *
   * @param span what {@link #sent} gave
   * @param name of the command
   * @param server where it was sent
   * @param connection the number of the connection
   * @param outcome {@code reply}, {@code error}, {@code lost}, {@code timeout} or {@code none}
   * @param error the code of the server's error, or null
   */
  public static void ended(
      Object span,
      String name,
      String server,
      int connection,
      String outcome,
      @Nullable String error) {
    RedisCommand command = (RedisCommand) span;
    command.end();
    if (command.shouldCommit()) {
      command.command = name;
      command.server = server;
      command.connection = connection;
      command.outcome = outcome;
      command.error = error;
      command.commit();
    }
  }

  // ---- connections -----------------------------------------------------------------------------

  /**
   * A connection is being made.
   *
   * @return to be handed to {@link #connected}
   */
  public static Object connecting() {
    RedisConnect connect = new RedisConnect();
    connect.begin();
    return connect;
  }

  /**
   * It was made, or could not be.
   *
   * @param span what {@link #connecting} gave
   * @param server where
   * @param connection its number; 0 if there is none
   * @param failure why there is none, or null
   */
  public static void connected(
      Object span, String server, int connection, @Nullable String failure) {
    RedisConnect connect = (RedisConnect) span;
    connect.end();
    if (connect.shouldCommit()) {
      connect.server = server;
      connect.connection = connection;
      connect.failure = failure;
      connect.commit();
    }
  }

  /**
   * A connection is over.
   *
   * @param server where
   * @param connection its number
   * @param reason why
   */
  public static void lost(String server, int connection, String reason) {
    RedisConnectionLost lost = new RedisConnectionLost();
    if (lost.isEnabled()) {
      lost.server = server;
      lost.connection = connection;
      lost.reason = reason;
      lost.commit();
    }
  }

  /**
   * A connection was found to be lost, and another one is wanted.
   *
   * @return to be handed to {@link #reconnected}
   */
  public static Object reconnecting() {
    RedisReconnect reconnect = new RedisReconnect();
    reconnect.begin();
    return reconnect;
  }

  /**
   * There is another one.
   *
   * @param span what {@link #reconnecting} gave
   * @param server where
   * @param attempts how often it was tried
   */
  public static void reconnected(Object span, String server, int attempts) {
    RedisReconnect reconnect = (RedisReconnect) span;
    reconnect.end();
    if (reconnect.shouldCommit()) {
      reconnect.server = server;
      reconnect.attempts = attempts;
      reconnect.commit();
    }
  }

  /**
   * A subscription may have missed messages.
   *
   * @param reason {@code connection} or {@code overflow}
   */
  public static void gap(String reason) {
    RedisSubscriptionGap gap = new RedisSubscriptionGap();
    if (gap.isEnabled()) {
      gap.reason = reason;
      gap.commit();
    }
  }

  // ---- several servers -------------------------------------------------------------------------

  /**
   * A node says that another one is to be asked.
   *
   * @param kind {@code MOVED} or {@code ASK}
   * @param slot of the keys
   * @param from who says so
   * @param to who is to be asked
   */
  public static void redirected(String kind, int slot, String from, String to) {
    RedisRedirection redirection = new RedisRedirection();
    if (redirection.isEnabled()) {
      redirection.kind = kind;
      redirection.slot = slot;
      redirection.from = from;
      redirection.to = to;
      redirection.commit();
    }
  }

  /**
   * Nodes are asked who has which slots.
   *
   * @return to be handed to {@link #refreshed}
   */
  public static Object refreshing() {
    RedisTopologyRefresh refresh = new RedisTopologyRefresh();
    refresh.begin();
    return refresh;
  }

  /**
   * One has answered, or none.
   *
   * @param span what {@link #refreshing} gave
   * @param server who has, or null
   * @param masters how many are known now
   * @param replicas how many are known now
   */
  public static void refreshed(Object span, @Nullable String server, int masters, int replicas) {
    RedisTopologyRefresh refresh = (RedisTopologyRefresh) span;
    refresh.end();
    if (refresh.shouldCommit()) {
      refresh.server = server;
      refresh.masters = masters;
      refresh.replicas = replicas;
      refresh.commit();
    }
  }

  /**
   * Another server is the master.
   *
   * @param from the one before
   * @param to the one now
   */
  public static void failedOver(String from, String to) {
    RedisFailover failover = new RedisFailover();
    if (failover.isEnabled()) {
      failover.from = from;
      failover.to = to;
      failover.commit();
    }
  }
}
