package yona.redis.observation;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a client has done until now: a snapshot, whose numbers may be of moments that are a little
 * apart while commands are on their way. All counts grow as long as the client lives; what came
 * between two snapshots says {@link #since}. Immutable.
 *
 * @param from since when is counted
 * @param to until when
 * @param commands by name; only those that were sent, also those that the client sends itself
 * @param connections what became of connections
 * @param cluster what a cluster, or sentinels, made the client do
 * @param cache what came of the cache; null if there is none
 */
public record Statistics(
    Instant from,
    Instant to,
    SortedMap<String, CommandStatistics> commands,
    Connections connections,
    Cluster cluster,
    @Nullable Cache cache) {

  /** The name of all commands that the table of commands does not know. */
  public static final String OTHER = "(other)";

  /**
   * What became of connections.
   *
   * @param open how many there are
   * @param inFlight how many commands have no reply yet
   * @param opened how many were made
   * @param failed how often one could not be made
   * @param lost how many were lost, and not closed by the client
   * @param reconnects how often another one took the place of a lost one
   * @param unavailable how many commands failed before they were sent, as there was no connection
   * @param gaps how often subscriptions may have missed messages
   * @param bytesSent how many bytes went out
   * @param bytesReceived how many came
   */
  public record Connections(
      int open,
      int inFlight,
      long opened,
      long failed,
      long lost,
      long reconnects,
      long unavailable,
      long gaps,
      long bytesSent,
      long bytesReceived) {

    private Connections since(Connections earlier) {
      return new Connections(
          open,
          inFlight,
          opened - earlier.opened,
          failed - earlier.failed,
          lost - earlier.lost,
          reconnects - earlier.reconnects,
          unavailable - earlier.unavailable,
          gaps - earlier.gaps,
          bytesSent - earlier.bytesSent,
          bytesReceived - earlier.bytesReceived);
    }
  }

  /**
   * What a cluster, or sentinels, made the client do.
   *
   * @param redirections how many commands were sent again to another node ({@code MOVED}, {@code
   *     ASK})
   * @param refreshes how often nodes were asked who has which slots
   * @param failovers how often another server was found to be the master
   */
  public record Cluster(long redirections, long refreshes, long failovers) {

    private Cluster since(Cluster earlier) {
      return new Cluster(
          redirections - earlier.redirections,
          refreshes - earlier.refreshes,
          failovers - earlier.failovers);
    }
  }

  /**
   * What came of a cache.
   *
   * @param hits how many commands were answered without the server being asked for them
   * @param misses how many were not, of those that can be kept
   * @param entries how many replies are kept
   * @param bytes about how many bytes of memory they take
   */
  public record Cache(long hits, long misses, int entries, long bytes) {

    private Cache since(@Nullable Cache earlier) {
      return earlier == null
          ? this
          : new Cache(hits - earlier.hits, misses - earlier.misses, entries, bytes);
    }
  }

  /** Makes a snapshot. */
  public Statistics {
    commands = Collections.unmodifiableSortedMap(new TreeMap<>(commands));
  }

  /**
   * What the client has done since an earlier snapshot. What is a state and no count, such as
   * {@link Connections#open}, is that of this one.
   *
   * @param earlier a snapshot of the same client
   * @return the differences; commands that were not sent meanwhile are left out
   */
  public Statistics since(Statistics earlier) {
    SortedMap<String, CommandStatistics> changed = new TreeMap<>();
    commands.forEach(
        (name, now) -> {
          CommandStatistics before = earlier.commands.get(name);
          CommandStatistics between = before == null ? now : now.since(before);
          if (between.calls() != 0) {
            changed.put(name, between);
          }
        });
    return new Statistics(
        earlier.to,
        to,
        changed,
        connections.since(earlier.connections),
        cluster.since(earlier.cluster),
        cache == null ? null : cache.since(earlier.cache));
  }

  /** The numbers for people: a line for each command, and one for the connections. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    commands.values().forEach(each -> text.append(each).append('\n'));
    return text.append(connections)
        .append(cluster.equals(new Cluster(0, 0, 0)) ? "" : "\n" + cluster)
        .append(cache == null ? "" : "\n" + cache)
        .toString();
  }
}
