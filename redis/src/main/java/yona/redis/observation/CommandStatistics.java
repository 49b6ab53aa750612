package yona.redis.observation;

/**
 * What has become of the commands of one name. Immutable.
 *
 * @param name such as {@code GET} or {@code CLIENT LIST}; {@link Statistics#OTHER} for all that the
 *     table of commands does not know
 * @param calls how many were sent to a server and are over: a part of a command that was split, and
 *     one that was sent again, counts by itself
 * @param refused how many of them had an error for a reply, redirections included
 * @param lost how many had none, as the connection was lost or closed
 * @param timedOut how many had none in time
 * @param latencies how long it took until the replies came, errors included
 */
public record CommandStatistics(
    String name, long calls, long refused, long lost, long timedOut, Latencies latencies) {

  CommandStatistics since(CommandStatistics earlier) {
    return new CommandStatistics(
        name,
        calls - earlier.calls,
        refused - earlier.refused,
        lost - earlier.lost,
        timedOut - earlier.timedOut,
        latencies.since(earlier.latencies));
  }

  /** The numbers for people, in a line. */
  @Override
  public String toString() {
    return name
        + ": "
        + calls
        + (calls == 1 ? " call" : " calls")
        + (refused == 0 ? "" : ", " + refused + " refused")
        + (lost == 0 ? "" : ", " + lost + " lost")
        + (timedOut == 0 ? "" : ", " + timedOut + " timed out")
        + (latencies.count() == 0 ? "" : ", " + latencies);
  }
}
