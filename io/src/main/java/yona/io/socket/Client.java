package yona.io.socket;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.io.connection.Connection;
import yona.io.connection.Transport;
import yona.io.readiness.Readiness;

/** Connects to servers. */
public final class Client {

  static final String OPERATION = "an operation on a connection";

  /** What {@code sockaddr_un} has room for. */
  private static final int LONGEST_PATH = 107;

  private Client() {}

  /**
   * Connects by TCP. See {@link #connect(String, int, ClientOptions)}.
   *
   * @param host a name or an address
   * @param port the port
   * @return the connection, to be closed
   * @throws IllegalArgumentException if there is no such port, or that can be no host
   * @throws IOException if that fails
   */
  public static Connection connect(String host, int port) throws IOException {
    return connect(host, port, ClientOptions.DEFAULT);
  }

  /**
   * Connects by TCP, to one of the host's addresses after the other until one answers. Suspends;
   * the lookup of the host too holds up nobody else. With TLS this includes the handshake: what it
   * gives is encrypted, and with a server that has proved who it is, if the options do not say
   * otherwise. Refused in a transaction.
   *
   * @param host a name or an address, IPv4 or IPv6
   * @param port the port, 1 to 65535
   * @param options how to connect
   * @return the connection, to be closed
   * @throws IllegalArgumentException if there is no such port, or the host can be none: it is
   *     empty, has a control character, or is longer than any name
   * @throws java.net.UnknownHostException if the host has no address
   * @throws IOException if none of the addresses answers; says why the last one did not
   * @throws javax.net.ssl.SSLException if the first that answers has not proved who it is, or TLS
   *     fails otherwise
   * @throws TimeoutException if it takes longer than the options allow
   * @throws CancellationException if the computation is cancelled; nothing is left open then
   */
  public static Connection connect(String host, int port, ClientOptions options)
      throws IOException {
    Objects.requireNonNull(host, "host");
    Addresses.requireHost(host);
    if (port < 1 || port > 65535) {
      throw new IllegalArgumentException("a port is between 1 and 65535, not " + port);
    }
    Duration time = options.time();
    return time == null
        ? connectNow(host, port, options)
        : withinTime(time, () -> connectNow(host, port, options));
  }

  /** What makes a connection. */
  @FunctionalInterface
  private interface Connecting {
    Connection connect() throws IOException;
  }

  /** A connection that comes too late is closed. */
  private static Connection withinTime(Duration time, Connecting connecting) throws IOException {
    Connection[] made = new Connection[1];
    try {
      return Async.<Connection, IOException>timeout(time, () -> made[0] = connecting.connect());
    } catch (TimeoutException | CancellationException late) {
      if (made[0] != null) {
        made[0].close();
      }
      throw late;
    }
  }

  private static Connection connectNow(String host, int port, ClientOptions options)
      throws IOException {
    STM.effect(OPERATION);
    Fiber.current().checkCancelled();
    Fiber.reachedWait();
    ClientTls tls = options.tls();
    if (tls == null) {
      return new Connection(connectPlain(host, port, options));
    }
    SSLEngine engine = TlsContexts.client(tls, host, port);
    return encrypted(connectPlain(host, port, options), engine);
  }

  private static Connection encrypted(Transport plain, SSLEngine engine) throws IOException {
    TlsTransport encrypted = new TlsTransport(plain, engine);
    try {
      encrypted.handshake();
    } catch (Throwable error) {
      encrypted.close();
      throw error;
    }
    return new Connection(encrypted);
  }

  /**
   * Starts TLS on a connection that is open: behind the tunnel of a proxy, on a Unix socket, or
   * where a protocol begins without it. Suspends until the server has proved who it is, as far as
   * the options want that. Refused in a transaction.
   *
   * @param connection the connection, which nobody reads or writes; it is closed from now on, and
   *     what it was goes on in the result
   * @param host whom the server's certificate has to be for, if the options name nobody else
   * @param port the server's port, by which sessions of TLS are found again
   * @param tls how to encrypt
   * @return the encrypted connection, to be closed. Its limits of time are none
   * @throws IllegalArgumentException if that can be no host
   * @throws javax.net.ssl.SSLException if the server has not proved who it is, or TLS fails
   *     otherwise; nothing is left open then
   * @throws IOException if bytes have come that nobody has read, which anybody on the way could
   *     have sent, or the connection is broken; it is closed then
   * @throws CancellationException if the computation is cancelled; nothing is left open then
   */
  public static Connection encrypt(Connection connection, String host, int port, ClientTls tls)
      throws IOException {
    Addresses.requireHost(host);
    STM.effect(OPERATION);
    Fiber.current().checkCancelled();
    Fiber.reachedWait();
    try {
      SSLEngine engine = TlsContexts.client(tls, host, port);
      return encrypted(connection.detach(), engine);
    } catch (IOException failed) {
      // Where TLS has begun it is closed already.
      connection.close();
      throw failed;
    }
  }

  private static SocketTransport connectPlain(String host, int port, ClientOptions options)
      throws IOException {
    IOException refusal = null;
    for (InetAddress address : Addresses.of(host)) {
      try {
        return connect(new InetSocketAddress(address, port), options);
      } catch (IOException e) {
        if (refusal != null) {
          e.addSuppressed(refusal);
        }
        refusal = e;
      }
    }
    throw refusal == null ? new ConnectException(host + ": no address") : refusal;
  }

  /**
   * Connects to a Unix domain socket of this machine. Suspends. Refused in a transaction.
   *
   * @param path the socket's file
   * @return the connection, to be closed
   * @throws IOException if nobody listens there
   */
  public static Connection connectUnix(Path path) throws IOException {
    STM.effect(OPERATION);
    Fiber.current().checkCancelled();
    Fiber.reachedWait();
    return new Connection(connect(unix(path), ClientOptions.DEFAULT));
  }

  /** The address of a path; one that the system cannot take is refused with a reason. */
  static UnixDomainSocketAddress unix(Path path) throws IOException {
    if (path.toString().isEmpty()) {
      throw new SocketException("the path of the socket is empty");
    }
    if (path.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
      throw new SocketException(
          path + ": longer than the " + LONGEST_PATH + " bytes that the path of a socket may have");
    }
    return UnixDomainSocketAddress.of(path);
  }

  private static SocketTransport connect(SocketAddress address, ClientOptions options)
      throws IOException {
    String name = Addresses.text(address);
    SocketChannel channel = null;
    Readiness readiness = null;
    try {
      channel =
          address instanceof UnixDomainSocketAddress
              ? SocketChannel.open(StandardProtocolFamily.UNIX)
              : SocketChannel.open();
      if (address instanceof InetSocketAddress) {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, options.noDelay());
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, options.keepAlive());
      }
      channel.configureBlocking(false);
      boolean connected = channel.connect(address);
      // Not before: a socket that does not even try to connect counts as broken.
      readiness = Readiness.of(channel);
      while (!connected) {
        int seen = readiness.seen();
        connected = channel.finishConnect();
        if (!connected) {
          readiness.notWritable(seen);
          readiness.awaitWritable("connecting to " + name);
        }
      }
      return new SocketTransport(channel, readiness, name);
    } catch (IOException e) {
      close(channel, readiness);
      throw Addresses.explained(name, e);
    } catch (Throwable error) {
      close(channel, readiness);
      throw error;
    }
  }

  static void close(@Nullable SocketChannel channel, @Nullable Readiness readiness)
      throws IOException {
    if (readiness != null) {
      readiness.close();
    }
    if (channel != null) {
      channel.close();
    }
  }
}
