package yona.bench.harness;

/**
 * What the connections to a web server ask, again and again.
 *
 * @param path the target of the request
 * @param ahead how many requests of a connection have no answer yet
 * @param http2 whether it is asked by HTTP/2, without TLS
 */
public record WebRequest(String path, int ahead, boolean http2) {
  /** By HTTP/1.1, one request after the other. */
  public static WebRequest of(String path) {
    return new WebRequest(path, 1, false);
  }
}
