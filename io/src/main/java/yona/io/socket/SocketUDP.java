package yona.io.socket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.stm.STM;
import yona.async.sync.Resource;
import yona.io.ClosedException;

/**
 * A UDP socket as POSIX has it: it is opened, datagrams are sent and received, and it is closed,
 * after which it can be opened again.
 *
 * <pre>{@code
 * Datagram first = SocketUDP.withSocketUDP(5555).use(socket -> socket.receive().value());
 * }</pre>
 *
 * <p><b>Order.</b> Any number of fibers and threads may use a socket. Datagrams are sent, and
 * handed out, in the order of the calls; each call gives a {@link Future} and does not wait. A
 * datagram that can be sent at once, or is there already, makes one that is complete.
 *
 * <p><b>Cancellation.</b> To cancel a future takes its operation back if it has not been done: a
 * datagram that comes later is for the next one. A fiber that is cancelled while it awaits a future
 * does not cancel it. An operation that is called by a cancelled fiber is not begun: that raises
 * {@link CancellationException}.
 *
 * <p><b>Errors.</b> Futures fail with {@link IOException}s whose message names the address, {@link
 * ClosedException}s if the socket is not open or is closed meanwhile. In a transaction all
 * operations are refused.
 *
 * <p>{@link UdpSocket} is the one for fibers that wait for each datagram, and can join groups.
 */
public final class SocketUDP implements Cancellable, AutoCloseable {

  /** Null while this is not open; changed under this object's monitor. */
  private volatile @Nullable UdpSocket socket;

  /** Makes a socket that is not open yet. */
  public SocketUDP() {}

  /**
   * A socket that is {@linkplain #open open} as a resource: opened when it is used, and closed
   * however the use ends.
   *
   * @return the resource, of which each use opens a socket of its own
   */
  public static Resource<SocketUDP, IOException> withSocketUDP() {
    return Resource.of(
        () -> {
          SocketUDP socket = new SocketUDP();
          socket.open();
          return socket;
        },
        SocketUDP::close);
  }

  /**
   * A socket that is {@linkplain #bindAndOpen(int) open at a port} as a resource: opened when it is
   * used, and closed however the use ends.
   *
   * @param port the port of the loopback address; 0 for one that is free
   * @return the resource, of which each use opens a socket of its own
   */
  public static Resource<SocketUDP, IOException> withSocketUDP(int port) {
    return Resource.of(
        () -> {
          SocketUDP socket = new SocketUDP();
          socket.bindAndOpen(port);
          return socket;
        },
        SocketUDP::close);
  }

  /**
   * Whether the socket is open.
   *
   * @return true from the return of {@link #open} or {@link #bindAndOpen(int)} to the call of
   *     {@link #close}
   */
  public boolean isOpened() {
    return socket != null;
  }

  /** What opens a socket. */
  @FunctionalInterface
  private interface Opening {
    UdpSocket open() throws IOException;
  }

  /**
   * Opens the socket at some free port of all addresses of this machine: to send to any host and
   * receive the answers. Does not suspend.
   *
   * @throws IllegalStateException if it is open already
   * @throws IOException if the system refuses
   */
  public void open() throws IOException {
    open(UdpSocket::open);
  }

  /**
   * Opens the socket at a port of the loopback address, which others than this machine cannot
   * reach. Does not suspend.
   *
   * @param port the port; 0 for one that is free
   * @throws IllegalArgumentException if there is no such port
   * @throws IllegalStateException if it is open already
   * @throws IOException if the port is in use
   */
  public void bindAndOpen(int port) throws IOException {
    open(() -> UdpSocket.bind(port));
  }

  /**
   * Opens the socket at an address. Does not suspend.
   *
   * @param address of this machine, as {@link UdpSocket#bind(InetSocketAddress)} takes it
   * @throws IllegalStateException if it is open already
   * @throws IOException if the address is in use, or not of this machine
   */
  public void bindAndOpen(InetSocketAddress address) throws IOException {
    open(() -> UdpSocket.bind(address));
  }

  private synchronized void open(Opening opening) throws IOException {
    if (socket != null) {
      throw new IllegalStateException("the socket is open already");
    }
    socket = opening.open();
  }

  /**
   * Where the socket receives.
   *
   * @return the address, with the port that was chosen; null if it is not open
   */
  public @Nullable InetSocketAddress address() {
    UdpSocket open = socket;
    return open == null ? null : open.address();
  }

  /**
   * Sends what is in a buffer as one datagram.
   *
   * @param buffer holds the bytes, from its position to its limit, also none; is free again when
   *     this returns
   * @param address where to
   * @param port the port there, 1 to 65535
   * @return how many bytes were sent; fails with a {@link yona.io.TooLongException} if they are
   *     more than a datagram can have
   * @throws IllegalArgumentException if there is no such port
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Integer> send(ByteBuffer buffer, InetAddress address, int port) {
    InetSocketAddress to = new InetSocketAddress(address, port);
    UdpSocket open = socket;
    return open == null ? closed() : open.sending(buffer, to);
  }

  /**
   * Receives the next datagram that nobody has asked for.
   *
   * @return the datagram, whole
   * @throws CancellationException if the computation is cancelled
   */
  public Future<Datagram> receive() {
    UdpSocket open = socket;
    return open == null ? closed() : open.receiving();
  }

  private static <T> Future<T> closed() {
    Promise<T> promise = new Promise<>();
    promise.fail(new ClosedException("UDP socket"));
    return promise;
  }

  /**
   * Closes the socket; operations that are not done fail with a {@link ClosedException}. Does
   * nothing if it is not open. Does not suspend.
   *
   * @throws IOException if the system refuses; it is closed all the same
   */
  @Override
  public void close() throws IOException {
    // Before it counts as closed: a transaction may be repeated.
    STM.effect(UdpSocket.OPERATION);
    UdpSocket open;
    synchronized (this) {
      open = socket;
      socket = null;
    }
    if (open != null) {
      open.close();
    }
  }

  /** Closes the socket: what a scope does on its way out. */
  @Override
  public void cancel() throws IOException {
    close();
  }

  /**
   * Where the socket receives.
   *
   * @return a text
   */
  @Override
  public String toString() {
    UdpSocket open = socket;
    return open == null ? "UDP socket, closed" : open.toString();
  }
}
