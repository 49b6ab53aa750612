package yona.http.server;

/** A connection of a server, as the server sees it. Safe for use by any number of fibers. */
interface ServedConnection {

  /** Ends the connection, as soon as nothing is handled. Does not suspend for long. */
  void stop();

  /** Ends the connection at once. */
  void end();

  /**
   * Ends what has taken too long.
   *
   * @param now the time, by {@link System#nanoTime}
   */
  void look(long now);
}
