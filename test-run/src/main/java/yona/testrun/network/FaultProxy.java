package yona.testrun.network;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import yona.testrun.TestLimit;

/**
 * A bad way to a server: connections to the proxy are connections to the server behind it, with
 * faults that a test asks for. It never changes nor reorders what it passes on. The faults of a
 * direction hold for all connections, those that there are and those to come.
 *
 * <p>Safe for use by any number of threads. It runs on threads of its own, so it works the same
 * whatever the fibers of a test do.
 */
public final class FaultProxy implements Closeable {
  /** How much it takes at once. */
  private static final int PIECE = 16 << 10;

  /** Much longer than anything takes: a test that waits longer hangs. */
  private static final Duration LIMIT = TestLimit.ofWait();

  private static final int ATTEMPTS = 10;

  private final int target;
  private final int port;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Direction toServer = new Direction();
  private final Direction toClient = new Direction();

  /** Those that are open. Guarded by the lock. */
  private final Set<Link> links = new LinkedHashSet<>();

  /** Null while connections are refused. Used by refuse and admit alone, which are synchronized. */
  private @Nullable Listener listener;

  /** How many connections there have been. Guarded by the lock. */
  private int accepted;

  private FaultProxy(int target, ServerSocket listener) {
    this.target = target;
    this.port = listener.getLocalPort();
    this.listener = new Listener(listener);
  }

  /** Opens a way to a port of the loopback interface. */
  public static FaultProxy to(int port) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return new FaultProxy(port, listen(Ports.free()));
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    ServerSocket socket = new ServerSocket();
    socket.setReuseAddress(true);
    socket.bind(new InetSocketAddress(Ports.loopback(), port), 1_024);
    return socket;
  }

  private static Thread start(Runnable body) {
    return Thread.ofVirtual().name("fault-proxy").start(body);
  }

  /** The port to connect to, always the same. */
  public int port() {
    return port;
  }

  /** How to connect to it by a protocol, such as {@code redis}. */
  public String uri(String scheme) {
    return scheme + "://127.0.0.1:" + port;
  }

  /** What happens to bytes that clients send. */
  public Direction toServer() {
    return toServer;
  }

  /** What happens to bytes that the server sends. */
  public Direction toClient() {
    return toClient;
  }

  /** One of the two ways of each connection. */
  public final class Direction {
    private int piece = PIECE;
    private long delayNanos;
    private boolean stalled;
    private long cut = Long.MAX_VALUE;
    private long passed;

    /** How many bytes wait here to be passed on. */
    private int held;

    private Direction() {}

    /** Passes on at most so many bytes at once, each in a packet of its own. */
    public void split(int bytes) {
      change(() -> piece = bytes);
    }

    /** Holds each piece for a time, one after the other. */
    public void delay(Duration time) {
      change(() -> delayNanos = time.toNanos());
    }

    /** Passes on nothing until {@link #flow}. */
    public void stall() {
      change(() -> stalled = true);
    }

    /** Passes on what was held, and what comes. */
    public void flow() {
      change(() -> stalled = false);
    }

    /**
     * Passes on so many bytes of each connection, counted from its beginning, and then ends it on
     * both sides; one that has passed on as many already is ended at once.
     */
    public void cutAfter(long bytes) {
      change(() -> cut = bytes);
      for (Link link : open()) {
        if (link.passed(this) >= bytes) {
          link.end();
        }
      }
    }

    /** Cuts no connection any more. */
    public void cutNothing() {
      change(() -> cut = Long.MAX_VALUE);
    }

    /** How many bytes it has passed on, of all connections. */
    public long passed() {
      lock.lock();
      try {
        return passed;
      } finally {
        lock.unlock();
      }
    }

    /** Waits until it has passed on so many bytes, of all connections. */
    public void awaitPassed(long bytes) {
      await("passed on " + bytes + " bytes", () -> passed >= bytes);
    }

    /** Waits until it holds at least so many bytes that it does not pass on yet. */
    public void awaitHeld(int bytes) {
      await("held " + bytes + " bytes", () -> held >= bytes);
    }

    private void change(Runnable change) {
      lock.lock();
      try {
        change.run();
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    /**
     * Waits until the next piece of a connection may be passed on.
     *
     * @param done what the connection has passed on
     * @param there what there is to be passed on
     * @return how much of it; 0 if the connection has ended, or is to
     */
    private int awaitTurn(Link link, long done, int there) throws InterruptedException {
      lock.lockInterruptibly();
      held += there;
      changed.signalAll();
      try {
        long due = System.nanoTime() + delayNanos;
        while (!link.ended && (stalled || due - System.nanoTime() > 0)) {
          if (stalled) {
            changed.await();
          } else {
            var _ = changed.awaitNanos(due - System.nanoTime());
          }
        }
        return link.ended ? 0 : (int) Math.max(0, Math.min(cut - done, Math.min(piece, there)));
      } finally {
        held -= there;
        lock.unlock();
      }
    }

    private boolean isCut(long done) {
      lock.lock();
      try {
        return done >= cut;
      } finally {
        lock.unlock();
      }
    }
  }

  private void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        long left = deadline - System.nanoTime();
        if (left <= 0 || !changed.await(left, TimeUnit.NANOSECONDS)) {
          throw new AssertionError("the proxy has not " + what + " within " + LIMIT);
        }
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    } finally {
      lock.unlock();
    }
  }

  /** A connection of a client and the one to the server that belongs to it. */
  private final class Link {
    private final Socket client;
    private final Socket server;

    /** Guarded by the lock. */
    private boolean ended;

    private long passedToServer;
    private long passedToClient;
    private int running = 2;

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    long passed(Direction direction) {
      lock.lock();
      try {
        return direction == toServer ? passedToServer : passedToClient;
      } finally {
        lock.unlock();
      }
    }

    private void count(Direction direction, int bytes) {
      lock.lock();
      try {
        if (direction == toServer) {
          passedToServer += bytes;
        } else {
          passedToClient += bytes;
        }
        direction.passed += bytes;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    void start() {
      var _ = FaultProxy.start(() -> run(toServer, client, server));
      var _ = FaultProxy.start(() -> run(toClient, server, client));
    }

    private void run(Direction direction, Socket from, Socket to) {
      try {
        passOn(direction, from, to);
      } catch (IOException _) {
        // The one who sends has broken off.
        reset();
      } catch (InterruptedException e) {
        throw new AssertionError("nobody interrupts it", e);
      } finally {
        leave();
      }
    }

    private void passOn(Direction direction, Socket from, Socket to)
        throws IOException, InterruptedException {
      byte[] bytes = new byte[PIECE];
      InputStream input = from.getInputStream();
      long done = 0;
      boolean taken = true;
      if (direction.isCut(0)) {
        end();
      }
      for (int count = input.read(bytes); count >= 0; count = input.read(bytes)) {
        for (int at = 0; taken && at < count; ) {
          int piece = direction.awaitTurn(this, done, count - at);
          taken = piece > 0 && write(to, bytes, at, piece);
          at += piece;
          done += piece;
          if (taken) {
            count(direction, piece);
          }
          if (direction.isCut(done)) {
            taken = false;
            end();
          }
        }
        // What nobody takes any more is read all the same: its sender learns of the end by itself.
      }
      finish(to);
    }

    private boolean write(Socket to, byte[] bytes, int at, int count) {
      try {
        to.getOutputStream().write(bytes, at, count);
        return true;
      } catch (IOException _) {
        return false;
      }
    }

    private void finish(Socket socket) {
      try {
        socket.shutdownOutput();
      } catch (IOException _) {
        // It is closed.
      }
    }

    /** Tells both sides that the other one has ended. What was passed on reaches them. */
    void end() {
      markEnded();
      finish(client);
      finish(server);
    }

    /** Breaks off both sides: what was passed on and not read yet may be lost. */
    void reset() {
      markEnded();
      for (Socket socket : List.of(client, server)) {
        try {
          socket.setSoLinger(true, 0);
          socket.close();
        } catch (IOException _) {
          // It is closed.
        }
      }
    }

    private void markEnded() {
      lock.lock();
      try {
        ended = true;
        links.remove(this);
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    private void leave() {
      boolean last;
      lock.lock();
      try {
        running--;
        last = running == 0;
      } finally {
        lock.unlock();
      }
      if (last) {
        markEnded();
        close(client);
        close(server);
      }
    }
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException _) {
      // It is closed.
    }
  }

  /** Takes connections until it is closed. */
  private final class Listener {
    private final ServerSocket socket;
    private final Thread thread;

    Listener(ServerSocket socket) {
      this.socket = socket;
      this.thread = start(this::accept);
    }

    private void accept() {
      try {
        while (true) {
          Socket client = socket.accept();
          client.setTcpNoDelay(true);
          connect(client);
        }
      } catch (IOException _) {
        // It is closed.
      }
    }

    void close() throws IOException {
      socket.close();
      try {
        // The system goes on listening as long as the thread does.
        thread.join();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
  }

  private void connect(Socket client) throws IOException {
    Socket server;
    try {
      server = new Socket(Ports.loopback(), target);
    } catch (IOException _) {
      client.setSoLinger(true, 0);
      client.close();
      return;
    }
    server.setTcpNoDelay(true);
    Link link = new Link(client, server);
    lock.lock();
    try {
      links.add(link);
      accepted++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    link.start();
  }

  private List<Link> open() {
    lock.lock();
    try {
      return List.copyOf(links);
    } finally {
      lock.unlock();
    }
  }

  /** How many connections there are. */
  public int connections() {
    return open().size();
  }

  /** Waits until there are so many connections. */
  public void awaitConnections(int count) {
    await("seen " + count + " connections", () -> links.size() == count);
  }

  /** Waits until there have been so many connections, counted from the beginning. */
  public void awaitAccepted(int count) {
    await("accepted " + count + " connections", () -> accepted >= count);
  }

  /** Ends all connections; both sides get what was passed on, and then the end. */
  public void drop() {
    open().forEach(Link::end);
  }

  /** Breaks off all connections, as when a machine says that it knows of none. */
  public void reset() {
    open().forEach(Link::reset);
  }

  /** Refuses new connections until {@link #admit}. Those that there are stay. */
  public synchronized void refuse() throws IOException {
    if (listener != null) {
      listener.close();
      listener = null;
    }
  }

  /** Takes connections again, at the same port. */
  public synchronized void admit() throws IOException {
    if (listener == null) {
      listener = new Listener(listen(port));
    }
  }

  @Override
  public void close() throws IOException {
    refuse();
    reset();
  }
}
