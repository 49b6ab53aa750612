package yona.http.client;

import java.nio.file.Path;
import java.util.Objects;

/** The way from an {@link HttpClient} to servers. Immutable. */
public sealed interface Route permits Route.Direct, Route.UnixSocket, Proxies {

  /** To each server straight. */
  Route DIRECT = new Direct();

  /** To each server straight. */
  record Direct() implements Route {}

  /**
   * To a server of this machine that listens at a Unix socket, whichever host the URI names: that
   * is told to the server, and with https its certificate has to be for it.
   *
   * @param path the socket's file
   */
  record UnixSocket(Path path) implements Route {

    /** Makes the way. */
    public UnixSocket {
      Objects.requireNonNull(path, "path");
    }
  }
}
