package yona.http.server;

import yona.http.http2.Http2Codec;

/**
 * The bounds of a server for clients that speak HTTP/2, beside its {@link ServerLimits}. Immutable.
 *
 * @param streams requests that one connection has under way at once; more are refused, and the
 *     client may send them again (REFUSED_STREAM). Those count whose client has reset them as long
 *     as their handlers run
 * @param window bytes of a request's body that may come before the handler reads them
 * @param connectionWindow the same for all requests of a connection together
 * @param resets requests of a connection that the client may reset in ten seconds, and those whose
 *     reset it may provoke (rapid reset, CVE-2023-44487); with more the connection ends
 * @param controls frames of a connection in ten seconds that ask for work and bring no data: PING,
 *     SETTINGS, PRIORITY and unknown ones; with more the connection ends. As many WINDOW_UPDATE may
 *     come, and one more for each KiB that the client has been sent
 */
public record Http2Limits(int streams, int window, int connectionWindow, int resets, int controls) {

  /** The limits of servers that set none. */
  public static final Http2Limits DEFAULT = new Http2Limits(100, 65_535, 1 << 20, 200, 1_000);

  /**
   * Makes limits.
   *
   * @throws IllegalArgumentException if one is not positive, or the window of a connection is less
   *     than 65,535, with which each begins
   */
  public Http2Limits {
    requirePositive("streams", streams);
    requirePositive("window", window);
    requirePositive("resets", resets);
    requirePositive("controls", controls);
    if (connectionWindow < Http2Codec.FIRST_WINDOW) {
      throw new IllegalArgumentException(
          "connectionWindow: at least " + Http2Codec.FIRST_WINDOW + ", not " + connectionWindow);
    }
  }

  /**
   * The same with another bound of the requests at once.
   *
   * @param most requests of a connection
   * @return new limits
   */
  public Http2Limits withStreams(int most) {
    return new Http2Limits(most, window, connectionWindow, resets, controls);
  }

  /**
   * The same with another bound of resets.
   *
   * @param most requests of a connection in ten seconds
   * @return new limits
   */
  public Http2Limits withResets(int most) {
    return new Http2Limits(streams, window, connectionWindow, most, controls);
  }

  private static void requirePositive(String name, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + ": a limit is positive");
    }
  }
}
