package yona.io.socket;

import java.io.IOException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link Server} listens. Immutable.
 *
 * @param backlog how many connections the system keeps that have not been accepted; it may have a
 *     lower limit of its own. More are turned away, or try again after a second.
 * @param reuse whether the port may be taken again while connections of its last user are being
 *     forgotten by the system; not while somebody listens there
 * @param report told of errors that the server survives: once when connections cannot be accepted
 *     for a while, for want of descriptors, say, and when changed files of TLS cannot be used, so
 *     that those read before stay in use; must not suspend
 * @param tls how to encrypt connections; null for not at all
 */
public record ServerOptions(
    int backlog, boolean reuse, Consumer<IOException> report, @Nullable ServerTls tls) {

  /** What servers have that say nothing of it. */
  public static final ServerOptions DEFAULT = new ServerOptions(4096, true, e -> {}, null);

  /**
   * Makes options.
   *
   * @throws IllegalArgumentException if the backlog is not positive
   */
  public ServerOptions {
    if (backlog < 1) {
      throw new IllegalArgumentException("a backlog is at least 1, not " + backlog);
    }
    Objects.requireNonNull(report, "report");
  }

  /**
   * The same with another backlog.
   *
   * @param connections how many
   * @return new options
   */
  public ServerOptions withBacklog(int connections) {
    return new ServerOptions(connections, reuse, report, tls);
  }

  /**
   * The same with another choice on ports that were in use.
   *
   * @param allowed whether they may be taken again
   * @return new options
   */
  public ServerOptions withReuse(boolean allowed) {
    return new ServerOptions(backlog, allowed, report, tls);
  }

  /**
   * The same with somebody else to tell.
   *
   * @param told told of errors that the server survives; must not suspend
   * @return new options
   */
  public ServerOptions withReport(Consumer<IOException> told) {
    return new ServerOptions(backlog, reuse, told, tls);
  }

  /**
   * The same with another choice on encryption.
   *
   * @param encryption how to encrypt connections; null for not at all
   * @return new options
   */
  public ServerOptions withTls(@Nullable ServerTls encryption) {
    return new ServerOptions(backlog, reuse, report, encryption);
  }
}
