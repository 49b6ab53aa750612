package yona.redis;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.redis.command.Command;
import yona.redis.connection.RedisConnection;
import yona.redis.observation.Statistics;
import yona.redis.resp.BulkString;

/** The servers behind a client: one, or a cluster. */
interface Servers {

  /** Where commands go. */
  Route route();

  /**
   * A connection that nobody else has.
   *
   * @param isAsking whether ASKING has to come before each command: the keys are on their way there
   */
  record Taken(RedisConnection connection, boolean isAsking) {}

  /** Takes a connection. */
  @FunctionalInterface
  interface Taking {
    /** Suspends. */
    Taken take() throws IOException;
  }

  /**
   * Takes a connection to the server of some keys. Suspends.
   *
   * @param keys perhaps none
   */
  Taken take(List<?> keys) throws IOException;

  /**
   * How to take another connection, after something was refused to one that {@link #take} gave: its
   * keys are on another server by now. May suspend.
   *
   * @param deadline of all tries
   * @return null if it was refused for good
   */
  @Nullable Taking elsewhere(List<?> keys, RedisException refused, RetryDeadline deadline);

  /** Commands have been sent on a connection that {@link #take} gave. Does not suspend. */
  void changed(List<Command> commands);

  /** Subscribes. Suspends until the servers have confirmed it. */
  Subscription subscribe(Subscriptions.Kind kind, List<BulkString> names) throws IOException;

  /** What came of the cache; null if there is none. */
  Statistics.@Nullable Cache cacheStatistics();

  /** What makes connections to a server that commands without keys go to. */
  ConnectionFactory connections();

  /** All keys. Its iterator suspends. */
  Iterator<BulkString> scan(ScanOptions options);

  /** Closes the connections. Again it does nothing. May suspend. */
  void close();
}
