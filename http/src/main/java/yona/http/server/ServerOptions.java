package yona.http.server;

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
 * @param tls how to encrypt connections; null for not at all
 * @param backlog how many clients may wait to be accepted; the system may have a lower limit
 * @param log told what went wrong in handlers, with the id that the client was given
 */
public record ServerOptions(
    SocketAddress address,
    ServerLimits limits,
    @Nullable ServerTls tls,
    int backlog,
    Consumer<HandlerFailure> log) {

  /** Any free port of the loopback address. */
  public static final ServerOptions DEFAULT =
      new ServerOptions(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          ServerLimits.DEFAULT,
          null,
          4096,
          HandlerFailure::print);

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
  }

  /**
   * The same at another address.
   *
   * @param where an address, port 0 for any free one
   * @return new options
   */
  public ServerOptions at(SocketAddress where) {
    return new ServerOptions(where, limits, tls, backlog, log);
  }

  /**
   * The same with other limits.
   *
   * @param bounds what is taken from clients
   * @return new options
   */
  public ServerOptions withLimits(ServerLimits bounds) {
    return new ServerOptions(address, bounds, tls, backlog, log);
  }

  /**
   * The same with another choice on encryption.
   *
   * @param encryption how to encrypt connections; null for not at all
   * @return new options
   */
  public ServerOptions withTls(@Nullable ServerTls encryption) {
    return new ServerOptions(address, limits, encryption, backlog, log);
  }

  /**
   * The same with another number of clients that may wait.
   *
   * @param waiting how many, positive
   * @return new options
   */
  public ServerOptions withBacklog(int waiting) {
    return new ServerOptions(address, limits, tls, waiting, log);
  }

  /**
   * The same with somebody else to tell.
   *
   * @param told told what went wrong in handlers; must not suspend
   * @return new options
   */
  public ServerOptions withLog(Consumer<HandlerFailure> told) {
    return new ServerOptions(address, limits, tls, backlog, told);
  }
}
