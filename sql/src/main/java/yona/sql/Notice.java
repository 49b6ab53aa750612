package yona.sql;

/** A message to a program that listens to PostgreSQL's notifications. */
public sealed interface Notice {

  /**
   * Somebody has notified.
   *
   * @param channel on which channel
   * @param payload what was said; empty if nothing
   * @param process the number of the server's process that said it
   */
  record Notification(String channel, String payload, int process) implements Notice {}

  /**
   * Some notifications may be missing: the connection was lost and is there again, or they came
   * faster than they were taken.
   */
  record Gap() implements Notice {}
}
