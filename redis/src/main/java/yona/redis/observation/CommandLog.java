package yona.redis.observation;

/**
 * Is given what a client does: each command as it is sent, what becomes of it, and the connections.
 */
@FunctionalInterface
public interface CommandLog {

  /**
   * Takes an entry. Called in a fiber, of the scope that the client was opened in if there is one,
   * one call after the other, and may suspend: it holds up nobody. If it is so slow that 10,000
   * entries wait, further ones are dropped, and an entry says how many. If it raises, the error is
   * reported and the log is switched off. Commands of the same client that it calls are not logged.
   *
   * @param entry what has happened
   */
  void log(LogEntry entry);

  /**
   * A log that a logger is given.
   *
   * @param logger takes a line for each entry
   * @param level of the lines
   * @return the log
   */
  static CommandLog to(System.Logger logger, System.Logger.Level level) {
    return entry -> logger.log(level, entry::toString);
  }
}
