package yona.io.socket;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Program;
import yona.async.stm.STM;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.io.ClosedException;
import yona.io.connection.Connection;
import yona.io.connection.Transport;
import yona.io.readiness.Readiness;

/**
 * A socket that listens, and gives the connections of those who connect to it.
 *
 * <p>Any number of fibers may accept; they are served in the order of their calls.
 */
public final class Server implements Cancellable, AutoCloseable {

  private static final long SHORTEST_PAUSE = 1_000_000;
  private static final long LONGEST_PAUSE = 1_000_000_000;

  private final ServerSocketChannel channel;
  private final Readiness readiness;
  private final SocketAddress address;
  private final String name;
  private final ServerOptions options;
  private final @Nullable ServerContext tls;
  private final Mutex accepting = new Mutex();
  private final Runnable notStoppedFirst = Program.onStop(this);
  private volatile boolean open = true;

  private Server(
      ServerSocketChannel channel,
      Readiness readiness,
      ServerOptions options,
      @Nullable ServerContext tls)
      throws IOException {
    this.channel = channel;
    this.readiness = readiness;
    this.address = channel.getLocalAddress();
    this.name = Addresses.text(address);
    this.options = options;
    this.tls = tls;
  }

  /**
   * Listens on a port of the loopback address, which others than this machine cannot reach.
   *
   * @param port the port; 0 for one that is free
   * @return the server, to be closed
   * @throws IOException if the port is in use
   */
  public static Server listen(int port) throws IOException {
    return listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /**
   * Listens on a port.
   *
   * @param host a name or an address of this machine; {@code 0.0.0.0} or {@code ::} for all
   * @param port the port; 0 for one that is free
   * @param options how to listen
   * @return the server, to be closed
   * @throws IllegalArgumentException if there is no such port, or that can be no host
   * @throws IOException if the port is in use, or the host is not this one
   */
  public static Server listen(String host, int port, ServerOptions options) throws IOException {
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("a port is between 0 and 65535, not " + port);
    }
    STM.effect(Client.OPERATION);
    Fiber.current().checkCancelled();
    Fiber.reachedWait();
    return listen(new InetSocketAddress(Addresses.of(host).getFirst(), port), options);
  }

  /**
   * Listens at an address with the default options.
   *
   * @param address of TCP, or of a Unix domain socket, whose file is made now and deleted by {@link
   *     #close}
   * @return the server, to be closed
   * @throws IOException if the address is in use, or not of this machine
   */
  public static Server listen(SocketAddress address) throws IOException {
    return listen(address, ServerOptions.DEFAULT);
  }

  /**
   * Listens at an address. The file of a Unix domain socket that is there, but at which nobody
   * listens any more, is replaced.
   *
   * @param address of TCP, or of a Unix domain socket, whose file is made now and deleted by {@link
   *     #close}
   * @param options how to listen
   * @return the server, to be closed
   * @throws IOException if the address is in use, or not of this machine
   */
  public static Server listen(SocketAddress address, ServerOptions options) throws IOException {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(options, "options");
    STM.effect(Client.OPERATION);
    ServerContext tls =
        options.tls() == null ? null : new ServerContext(options.tls(), options.report());
    try {
      return bind(address, options, tls);
    } catch (BindException inUse) {
      if (address instanceof UnixDomainSocketAddress unix && isAbandoned(unix)) {
        Files.delete(unix.getPath());
        return bind(address, options, tls);
      }
      throw inUse;
    }
  }

  private static Server bind(
      SocketAddress address, ServerOptions options, @Nullable ServerContext tls)
      throws IOException {
    ServerSocketChannel channel = null;
    Readiness readiness = null;
    try {
      if (address instanceof UnixDomainSocketAddress unix) {
        var _ = Client.unix(unix.getPath());
        channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      } else {
        channel = ServerSocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, options.reuse());
      }
      channel.bind(address, options.backlog());
      readiness = Readiness.of(channel);
      return new Server(channel, readiness, options, tls);
    } catch (BindException e) {
      close(channel, readiness);
      throw bindError(Addresses.text(address), e);
    } catch (IOException e) {
      close(channel, readiness);
      throw Addresses.explained(Addresses.text(address), e);
    } catch (Throwable error) {
      close(channel, readiness);
      throw error;
    }
  }

  private static void close(@Nullable ServerSocketChannel channel, @Nullable Readiness readiness)
      throws IOException {
    if (readiness != null) {
      readiness.close();
    }
    if (channel != null) {
      channel.close();
    }
  }

  private static BindException bindError(String name, BindException e) {
    BindException told = new BindException(Addresses.explained(name, e).getMessage());
    told.initCause(e);
    return told;
  }

  /** Whether there is the file of a socket at which nobody listens. */
  private static boolean isAbandoned(UnixDomainSocketAddress address) throws IOException {
    Path path = address.getPath();
    if (!Files.readAttributes(path, BasicFileAttributes.class).isOther()) {
      return false;
    }
    try (SocketChannel probe = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      probe.configureBlocking(false);
      probe.connect(address);
      return false;
    } catch (ConnectException refused) {
      return true;
    }
  }

  /**
   * The port that this listens on.
   *
   * @return the port; -1 of a Unix domain socket
   */
  public int port() {
    return address instanceof InetSocketAddress inet ? inet.getPort() : -1;
  }

  /**
   * Where this listens.
   *
   * @return the address, with the port that was chosen
   */
  public SocketAddress address() {
    return address;
  }

  /**
   * What messages call this server.
   *
   * @return its address in short: {@code 127.0.0.1:80}, a path
   */
  public String name() {
    return name;
  }

  /**
   * Whether this has not been closed.
   *
   * @return false after {@link #close}
   */
  public boolean isOpen() {
    return open;
  }

  /**
   * Waits for somebody to connect. Suspends. One who connects and goes away before it is accepted
   * is passed over. While no connection can be accepted, because the process has no descriptors
   * left, this waits and tries again.
   *
   * <p>The handshake of TLS comes with the connection's first read or write: nobody who connects
   * and is silent keeps others from being accepted.
   *
   * @return the connection, to be closed
   * @throws ClosedException if this is closed, also meanwhile
   * @throws CancellationException if the computation is cancelled
   */
  public Connection accept() throws IOException {
    STM.effect(Client.OPERATION);
    try (Permit _ = accepting.acquire()) {
      SocketChannel accepted = acceptChannel();
      Readiness connected = null;
      try {
        boolean isUnix = address instanceof UnixDomainSocketAddress;
        if (!isUnix) {
          accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        connected = Readiness.of(accepted);
        String called = isUnix ? "client of " + name : null;
        return Connection.accepted(encrypted(new SocketTransport(accepted, connected, called)));
      } catch (Throwable error) {
        Client.close(accepted, connected);
        throw error;
      }
    }
  }

  private Transport encrypted(SocketTransport socket) throws IOException {
    return tls == null ? socket : new TlsTransport(socket, tls.engine());
  }

  private SocketChannel acceptChannel() throws IOException {
    int failures = 0;
    long pause = SHORTEST_PAUSE;
    for (; ; ) {
      if (!open) {
        throw closed();
      }
      int seen = readiness.seen();
      try {
        SocketChannel accepted = channel.accept();
        if (accepted != null) {
          return accepted;
        }
        readiness.notReadable(seen);
        readiness.awaitReadable(this);
      } catch (ClosedChannelException closed) {
        throw closed();
      } catch (IOException e) {
        // The first time it may be a client that has gone.
        failures++;
        if (failures == 2) {
          IOException reason = Addresses.explained(name, e);
          options.report().accept(new IOException("connections wait: " + reason.getMessage(), e));
        }
        if (failures > 1) {
          Async.sleepNanos(pause);
          pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
      }
    }
  }

  /** What to raise; in a program that is to end, who accepts is cancelled. */
  private ClosedException closed() {
    if (Program.isStopped()) {
      Fiber fiber = Fiber.current();
      // Those that the stop does not reach: background fibers.
      fiber.stop();
      fiber.checkCancelled();
    }
    return new ClosedException(name);
  }

  /**
   * Stops listening; who waits in {@link #accept} is told by a {@link ClosedException}. Connections
   * that were accepted stay. Again it does nothing. When the program is asked to end, this happens
   * by itself, before its grace period.
   *
   * @throws IOException if the system refuses
   */
  @Override
  public void close() throws IOException {
    STM.effect(Client.OPERATION);
    boolean first;
    synchronized (this) {
      first = open;
      open = false;
    }
    notStoppedFirst.run();
    readiness.close();
    channel.close();
    if (first && address instanceof UnixDomainSocketAddress unix) {
      Files.deleteIfExists(unix.getPath());
    }
  }

  /** Stops listening: what a scope does on its way out. */
  @Override
  public void cancel() throws IOException {
    close();
  }

  /**
   * Where this listens.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return "server at " + name + (open ? "" : ", closed");
  }
}
