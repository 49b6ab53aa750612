package yona.http.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.io.socket.ServerTls;

/**
 * How an {@link HttpServer} listens. Immutable.
 *
 * @param address where, of a host that may be unresolved, or of a Unix socket; port 0 for any free
 *     one
 * @param limits what it takes from its clients
 * @param http2 bounds for clients that speak HTTP/2; null if the server speaks HTTP/1.1 only
 * @param tls how to encrypt connections; null for not at all
 * @param backlog how many clients may wait to be accepted; the system may have a lower limit
 * @param log told what went wrong in handlers, with the id that the client was given
 * @param report told of errors that the server survives: connections cannot be accepted for a
 *     while, or changed files of TLS cannot be used; must not suspend
 */
public record ServerOptions(
    SocketAddress address,
    ServerLimits limits,
    @Nullable Http2Limits http2,
    @Nullable ServerTls tls,
    int backlog,
    Consumer<HandlerFailure> log,
    Consumer<IOException> report) {

  /** Any free port of the loopback address. */
  public static final ServerOptions DEFAULT =
      new ServerOptions(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          ServerLimits.DEFAULT,
          Http2Limits.DEFAULT,
          null,
          4096,
          HandlerFailure::print,
          error -> System.err.println("http: " + error.getMessage()));

  /**
   * Makes options.
   *
   * @throws IllegalArgumentException if nobody may wait to be accepted
   */
  public ServerOptions {
    if (backlog < 1) {
      throw new IllegalArgumentException("a backlog is positive, not " + backlog);
    }
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(log, "log");
    Objects.requireNonNull(report, "report");
  }

  /**
   * The same at another address.
   *
   * @param where an address, port 0 for any free one
   * @return new options
   */
  public ServerOptions at(SocketAddress where) {
    return new ServerOptions(where, limits, http2, tls, backlog, log, report);
  }

  /**
   * The same with other limits.
   *
   * @param bounds what is taken from clients
   * @return new options
   */
  public ServerOptions withLimits(ServerLimits bounds) {
    return new ServerOptions(address, bounds, http2, tls, backlog, log, report);
  }

  /**
   * The same with other limits for HTTP/2.
   *
   * @param bounds bounds for clients that speak it; null if the server speaks HTTP/1.1 only
   * @return new options
   */
  public ServerOptions withHttp2(@Nullable Http2Limits bounds) {
    return new ServerOptions(address, limits, bounds, tls, backlog, log, report);
  }

  /**
   * The same with another choice on encryption.
   *
   * @param encryption how to encrypt connections; null for not at all. Where it names no protocols,
   *     HTTP/2 is chosen before HTTP/1.1
   * @return new options
   */
  public ServerOptions withTls(@Nullable ServerTls encryption) {
    return new ServerOptions(address, limits, http2, encryption, backlog, log, report);
  }

  /**
   * The same with another number of clients that may wait.
   *
   * @param waiting how many, positive
   * @return new options
   */
  public ServerOptions withBacklog(int waiting) {
    return new ServerOptions(address, limits, http2, tls, waiting, log, report);
  }

  /**
   * The same with somebody else to tell.
   *
   * @param told told what went wrong in handlers; must not suspend
   * @return new options
   */
  public ServerOptions withLog(Consumer<HandlerFailure> told) {
    return new ServerOptions(address, limits, http2, tls, backlog, told, report);
  }

  /**
   * The same with somebody else to tell of errors that the server survives.
   *
   * @param told told of them; must not suspend
   * @return new options
   */
  public ServerOptions withReport(Consumer<IOException> told) {
    return new ServerOptions(address, limits, http2, tls, backlog, log, told);
  }
}
