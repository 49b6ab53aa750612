package yona.io.socket;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Result;
import yona.async.stm.STM;
import yona.io.ClosedException;
import yona.io.TooLongException;
import yona.io.medium.FileOutput;
import yona.io.readiness.Readiness;

/**
 * A socket that sends and receives datagrams by UDP: each comes whole or not at all, and in any
 * order.
 *
 * <pre>{@code
 * try (UdpSocket socket = UdpSocket.bind(5555)) {
 *   Datagram question = socket.receive();
 *   socket.send(answer(question.bytes()), question.sender());
 * }
 * }</pre>
 *
 * <p>Any number of fibers may use it: datagrams are handed out in the order of the calls of {@link
 * #receive}, and sent in the order of those of {@link #send}; the two do not wait for each other.
 * The fiber waits and no thread does. A fiber that is cancelled while it receives takes no
 * datagram: the next one gets it. What comes while nobody receives is kept by the system, which
 * drops what is too much. A datagram is never cut: there is room for the largest.
 *
 * <p>Errors are {@link IOException}s whose message names the address; after {@link #close} they are
 * {@link ClosedException}s. In a transaction all operations are refused.
 */
public final class UdpSocket implements Cancellable, AutoCloseable {

  /** So many bytes a datagram may have that goes by IPv4. */
  public static final int LARGEST = 65_507;

  /** ... and by IPv6, whose header does not count. */
  private static final int LARGEST_IPV6 = 65_527;

  static final String OPERATION = "an operation on a socket";

  private final DatagramChannel channel;
  private final Readiness readiness;
  private final InetSocketAddress address;
  private final String name;

  /** Whether it can only reach IPv4 addresses. */
  private final boolean onlyIpv4;

  private final DatagramReceiver receiver;
  private final DatagramSender sender;
  private final Memberships memberships;
  private volatile boolean open = true;

  private UdpSocket(DatagramChannel channel, Readiness readiness, boolean onlyIpv4)
      throws IOException {
    this.channel = channel;
    this.readiness = readiness;
    this.onlyIpv4 = onlyIpv4;
    this.address = (InetSocketAddress) channel.getLocalAddress();
    this.name = Addresses.text(address);
    this.receiver = new DatagramReceiver(channel, readiness, name);
    this.sender = new DatagramSender(channel, readiness, name);
    this.memberships = new Memberships(channel, address.getAddress());
  }

  // ---- opening ---------------------------------------------------------------------------------

  /**
   * Opens a socket at some free port of all addresses of this machine: to send to any host and
   * receive the answers.
   *
   * @return the socket, to be closed
   * @throws IOException if the system refuses
   */
  public static UdpSocket open() throws IOException {
    return open(null);
  }

  /**
   * Opens a socket at a port of the loopback address, which others than this machine cannot reach.
   *
   * @param port the port; 0 for one that is free
   * @return the socket, to be closed
   * @throws IOException if the port is in use
   */
  public static UdpSocket bind(int port) throws IOException {
    return bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  /**
   * Opens a socket at an address. Suspends if the host is a name.
   *
   * @param host a name or an address of this machine, {@code 0.0.0.0} or {@code ::} for all of
   *     them; or the address of a multicast group
   * @param port the port; 0 for one that is free
   * @return the socket, to be closed
   * @throws IllegalArgumentException if there is no such port, or that can be no host
   * @throws IOException if the port is in use, or the host is not this one
   */
  public static UdpSocket bind(String host, int port) throws IOException {
    Objects.requireNonNull(host, "host");
    checkPort(port, 0);
    STM.effect(OPERATION);
    Fiber.current().checkCancelled();
    Fiber.reachedWait();
    return bind(new InetSocketAddress(Addresses.of(host).getFirst(), port));
  }

  /**
   * Opens a socket at an address. A port belongs to one socket; only the sockets that are bound to
   * the address of a multicast group share theirs, and each receives what is sent to the group.
   *
   * @param address of this machine, or of a multicast group where the system allows that
   * @return the socket, to be closed
   * @throws IOException if the address is in use, or not of this machine
   */
  public static UdpSocket bind(InetSocketAddress address) throws IOException {
    Objects.requireNonNull(address, "address");
    return open(address);
  }

  private static UdpSocket open(@Nullable InetSocketAddress address) throws IOException {
    STM.effect(OPERATION);
    DatagramChannel channel = null;
    Readiness readiness = null;
    try {
      InetAddress host = address == null ? null : resolved(address);
      if (host == null) {
        channel = DatagramChannel.open();
      } else {
        channel =
            DatagramChannel.open(
                host instanceof Inet4Address
                    ? StandardProtocolFamily.INET
                    : StandardProtocolFamily.INET6);
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, host.isMulticastAddress());
      }
      channel.setOption(StandardSocketOptions.SO_BROADCAST, true);
      channel.bind(address);
      readiness = Readiness.of(channel);
      return new UdpSocket(channel, readiness, host instanceof Inet4Address);
    } catch (IOException e) {
      close(channel, readiness);
      throw Addresses.explained(address == null ? "a socket" : Addresses.text(address), e);
    } catch (UnsupportedOperationException e) {
      close(channel, readiness);
      throw new SocketException(address + ": this system has no such addresses");
    } catch (Throwable error) {
      close(channel, readiness);
      throw error;
    }
  }

  private static InetAddress resolved(InetSocketAddress address) throws UnknownHostException {
    if (address.getAddress() == null) {
      throw new UnknownHostException(address.getHostString() + ": no such host");
    }
    return address.getAddress();
  }

  private static void checkPort(int port, int least) {
    if (port < least || port > 65535) {
      throw new IllegalArgumentException("a port is between " + least + " and 65535, not " + port);
    }
  }

  // ---- what it is ------------------------------------------------------------------------------

  /**
   * The port that this receives at.
   *
   * @return the port, also after {@link #close}
   */
  public int port() {
    return address.getPort();
  }

  /**
   * Where this receives.
   *
   * @return the address, with the port that was chosen, also after {@link #close}
   */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * What messages call this socket.
   *
   * @return the address as a text
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

  // ---- receiving -------------------------------------------------------------------------------

  /**
   * Waits for a datagram. Suspends.
   *
   * @return the datagram
   * @throws ClosedException if this is closed, also meanwhile
   * @throws IOException if receiving fails
   * @throws CancellationException if the computation is cancelled; then it has taken no datagram
   */
  public Datagram receive() throws IOException {
    Future<Datagram> coming = receiving();
    try {
      Fiber.reachedWait();
      Datagram received = coming.value();
      // A limit of time may be over by now: then nobody would be given what came.
      Fiber.current().checkCancelled();
      return received;
    } catch (CancellationException cancelled) {
      coming.cancel();
      if (coming.poll() instanceof Result.Success<Datagram>(Datagram unwanted)) {
        receiver.giveBack(unwanted);
      }
      throw cancelled;
    }
  }

  /**
   * The next datagram that nobody has asked for. Does not suspend.
   *
   * @return a future of it; cancelling it leaves the datagram to the next one
   * @throws CancellationException if the computation is cancelled
   */
  Future<Datagram> receiving() {
    STM.effect(OPERATION);
    Fiber.beforeWait();
    return receiver.receive();
  }

  // ---- sending ---------------------------------------------------------------------------------

  /**
   * Sends a datagram to a host. Suspends while the system's buffer is full, and if the host is a
   * name. What happens to it later is not known.
   *
   * @param bytes what to send, also none; not to be changed before this returns
   * @param host a name or an address; the broadcast address is allowed
   * @param port the port, 1 to 65535
   * @throws IllegalArgumentException if there is no such port, or that can be no host
   * @throws TooLongException if it is longer than a datagram can be; nothing is sent
   * @throws IOException if the system refuses; nothing is sent
   * @throws CancellationException if the computation is cancelled
   */
  public void send(byte[] bytes, String host, int port) throws IOException {
    Objects.requireNonNull(host, "host");
    checkPort(port, 1);
    STM.effect(OPERATION);
    Fiber.current().checkCancelled();
    List<InetAddress> addresses = Addresses.of(host);
    InetAddress reachable = addresses.getFirst();
    for (InetAddress each : addresses.reversed()) {
      if (!onlyIpv4 || each instanceof Inet4Address) {
        reachable = each;
      }
    }
    send(bytes, new InetSocketAddress(reachable, port));
  }

  /**
   * Sends a datagram. Suspends while the system's buffer is full. What happens to it later is not
   * known.
   *
   * @param bytes what to send, also none; not to be changed before this returns
   * @param to where to, for example {@link Datagram#sender}; the broadcast address is allowed
   * @throws TooLongException if it is longer than a datagram can be; nothing is sent
   * @throws IOException if the system refuses; nothing is sent
   * @throws CancellationException if the computation is cancelled
   */
  public void send(byte[] bytes, InetSocketAddress to) throws IOException {
    Future<Integer> sending = sending(ByteBuffer.wrap(bytes), to);
    try {
      Fiber.reachedWait();
      var _ = sending.value();
    } catch (CancellationException cancelled) {
      sending.cancel();
      throw cancelled;
    }
  }

  /**
   * Sends a datagram when it is its turn and there is room. Does not suspend.
   *
   * @param from what to send; is free again when this returns
   * @return a future of how many bytes that were; cancelling it takes the datagram back if it has
   *     not been sent
   * @throws IllegalArgumentException if there is no such port
   * @throws CancellationException if the computation is cancelled
   */
  Future<Integer> sending(ByteBuffer from, InetSocketAddress to) {
    Objects.requireNonNull(to, "to");
    checkPort(to.getPort(), 1);
    STM.effect(OPERATION);
    Fiber.beforeWait();
    String destination = Addresses.text(to);
    try {
      InetAddress host = resolved(to);
      if (onlyIpv4 && host instanceof Inet6Address) {
        throw new SocketException(
            destination + ": cannot be reached from " + name + ", which is an IPv4 address");
      }
      int largest = host instanceof Inet6Address ? LARGEST_IPV6 : LARGEST;
      if (from.remaining() > largest) {
        throw new TooLongException(destination, "a datagram", largest);
      }
    } catch (IOException e) {
      Promise<Integer> refused = new Promise<>();
      refused.fail(e);
      return refused;
    }
    FileOutput.sendAllInPlace();
    return sender.send(from, to);
  }

  // ---- multicast -------------------------------------------------------------------------------

  /**
   * Receives from now on what is sent to a multicast group, on all network interfaces that are up,
   * the loopback one too. Again it does nothing.
   *
   * <p>To receive, the socket has to be bound to the wildcard address ({@code 0.0.0.0}, {@code ::})
   * or to that of the group, and to the port that is sent to; to send, it needs to join nothing. A
   * socket that is bound to an address of this machine sends to groups by that interface.
   *
   * @param group the address of the group
   * @throws IllegalArgumentException if that is no address of a group
   * @throws IOException if the system refuses, or the socket is bound to another address
   */
  public void join(InetAddress group) throws IOException {
    Objects.requireNonNull(group, "group");
    multicast(() -> memberships.join(group));
  }

  /**
   * {@link #join(InetAddress)} of a group that is written out. Suspends if it is a name.
   *
   * @param group the address of the group, or a name of it
   * @throws IllegalArgumentException if that is no address of a group
   * @throws IOException if the system refuses, or the socket is bound to another address
   */
  public void join(String group) throws IOException {
    Objects.requireNonNull(group, "group");
    STM.effect(OPERATION);
    Fiber.current().checkCancelled();
    Fiber.reachedWait();
    join(Addresses.of(group).getFirst());
  }

  /**
   * Receives from now on what is sent to a multicast group on one network interface.
   *
   * @param group the address of the group
   * @param on the interface
   * @throws IllegalArgumentException if that is no address of a group
   * @throws IOException if the system refuses, or the socket is bound to another address
   */
  public void join(InetAddress group, NetworkInterface on) throws IOException {
    Objects.requireNonNull(group, "group");
    Objects.requireNonNull(on, "on");
    multicast(() -> memberships.join(group, on));
  }

  /**
   * Receives no longer what is sent to a multicast group. Does nothing if it has not been joined.
   *
   * @param group the address of the group
   * @throws IOException if the system refuses
   */
  public void leave(InetAddress group) throws IOException {
    Objects.requireNonNull(group, "group");
    multicast(() -> memberships.leave(group));
  }

  private void multicast(Memberships.Change change) throws IOException {
    STM.effect(OPERATION);
    try {
      change.make();
    } catch (IOException e) {
      throw explained(name, e);
    }
  }

  // ---- closing ---------------------------------------------------------------------------------

  /** An error of the channel as one of the socket. */
  static IOException explained(String name, IOException e) {
    return e instanceof ClosedChannelException
        ? new ClosedException(name)
        : Addresses.explained(name, e);
  }

  /**
   * Closes the socket; who waits to receive or to send is told by a {@link ClosedException}. Again
   * it does nothing.
   *
   * @throws IOException if the system refuses; the socket is closed all the same
   */
  @Override
  public void close() throws IOException {
    STM.effect(OPERATION);
    open = false;
    // First, so that they tell what has happened.
    receiver.close();
    sender.close();
    close(channel, readiness);
  }

  private static void close(@Nullable DatagramChannel channel, @Nullable Readiness readiness)
      throws IOException {
    if (readiness != null) {
      readiness.close();
    }
    if (channel != null) {
      channel.close();
    }
  }

  /** Closes the socket: what a scope does on its way out. */
  @Override
  public void cancel() throws IOException {
    close();
  }

  /**
   * Where this receives.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return "UDP socket at " + name + (open ? "" : ", closed");
  }
}
