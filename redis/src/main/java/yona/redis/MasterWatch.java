package yona.redis;

import java.io.IOException;
import java.util.List;
import yona.async.Scope;
import yona.async.channel.ChannelClosedException;
import yona.redis.connection.RedisConnection;
import yona.redis.observation.Telemetry;
import yona.redis.resp.BulkString;

/** Listens to sentinels for another master, so that nobody talks to the last one for longer. */
final class MasterWatch {

  private static final BulkString SWITCH = BulkString.of("+switch-master");

  private final Sentinels sentinels;
  private final String master;
  private final Runnable switched;
  private final Scope scope;
  private final SharedConnection connection;
  private final Subscriptions subscriptions;

  /**
   * A watch that has not begun.
   *
   * @param telemetry is told of the connections
   * @param switched is run when there is another master; does not suspend
   */
  MasterWatch(
      Sentinels sentinels,
      Sentinel sentinel,
      RedisOptions options,
      Scope scope,
      Telemetry telemetry,
      Runnable switched) {
    this.sentinels = sentinels;
    this.master = sentinel.master();
    this.switched = switched;
    this.scope = scope;
    this.subscriptions = new Subscriptions(sentinels::connectToSentinel, options, scope, telemetry);
    this.connection =
        new SharedConnection(
            sentinels::connectToSentinel, options, scope, telemetry, subscriptions.ofCommands());
  }

  /** Begins. Does not suspend. */
  void begin() {
    var _ = scope.background(this::watch);
  }

  private boolean watch() {
    RetryDeadline deadline = new RetryDeadline(RedisConnection.FOR_EVER);
    // Until the scope is left.
    for (; ; ) {
      try (Subscription subscription =
          subscriptions.subscribe(connection, Subscriptions.Kind.CHANNELS, List.of(SWITCH))) {
        look();
        for (; ; ) {
          Notice notice = subscription.messages().take();
          if (notice instanceof Message message) {
            read(message.content().text());
          } else {
            // What came while no sentinel was connected is not known.
            look();
          }
        }
      } catch (ChannelClosedException _) {
        // The client is closed.
        return true;
      } catch (IOException | RedisException _) {
        // No sentinel can be reached now.
        var _ = deadline.again();
      }
    }
  }

  /** Asks, as what was said before was not heard. */
  private void look() throws IOException {
    RedisUri.Host now = sentinels.askForMaster();
    // Meanwhile the client may have found it by itself.
    RedisUri.Host last = sentinels.lastMaster();
    if (last != null && !now.equals(last)) {
      switched.run();
    }
  }

  /** The name, the old address and the new one. */
  private void read(String message) {
    String[] words = message.split(" ", -1);
    RedisUri.Host last = sentinels.lastMaster();
    if (words.length == 5
        && words[0].equals(master)
        && last != null
        && !(last.name().equals(words[3]) && Integer.toString(last.port()).equals(words[4]))) {
      switched.run();
    }
  }

  void close() {
    subscriptions.close();
    connection.close();
  }
}
