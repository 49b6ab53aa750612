package yona.io.readiness;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import yona.async.scheduler.Fibers;
import yona.async.scheduler.Poller;

/**
 * Linux's epoll, edge-triggered: one call of the system for each channel when its watch begins,
 * none for each wait, none when it ends. Any thread may begin a watch while another one polls.
 *
 * <p>Through the JDK's own way to epoll, which is for it alone: where {@code java.base/sun.nio.ch}
 * is not open to this module ({@code --add-opens}), on another system or a changed JDK, there is
 * {@link SelectorWatcher}.
 */
final class Epoll implements Watcher, Poller {

  // <sys/epoll.h>
  private static final int IN = 0x1;
  private static final int OUT = 0x4;
  private static final int ERROR = 0x8;
  private static final int HANG_UP = 0x10;
  private static final int READ_HANG_UP = 0x2000;
  private static final int EDGE_TRIGGERED = 1 << 31;
  private static final int ADD = 1;
  private static final int MODIFY = 3;

  /** What every channel is watched for. */
  private static final int ALL = IN | OUT | READ_HANG_UP | EDGE_TRIGGERED;

  /** So many events are taken at once. */
  private static final int EVENTS = 256;

  /** The JDK's functions. Constants, so that calls through the handles are direct. */
  private static final class Jdk {
    static final MethodHandles.Lookup LOOKUP = lookup();
    static final MethodHandle CREATE = function("create", int.class);
    static final MethodHandle CONTROL =
        function("ctl", int.class, int.class, int.class, int.class, int.class);
    static final MethodHandle WAIT =
        function("wait", int.class, int.class, long.class, int.class, int.class);
    static final MethodHandle ALLOCATE = function("allocatePollArray", long.class, int.class);
    static final MethodHandle EVENT = function("getEvent", long.class, long.class, int.class);
    static final MethodHandle DESCRIPTOR = function("getDescriptor", int.class, long.class);
    static final MethodHandle BITS = function("getEvents", int.class, long.class);
    static final MethodHandle DESCRIPTOR_OF = descriptorOf();

    private static MethodHandles.Lookup lookup() {
      try {
        return MethodHandles.privateLookupIn(
            Class.forName("sun.nio.ch.EPoll"), MethodHandles.lookup());
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private static MethodHandle function(String name, Class<?> result, Class<?>... parameters) {
      try {
        return LOOKUP.findStatic(
            LOOKUP.lookupClass(), name, MethodType.methodType(result, parameters));
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private static MethodHandle descriptorOf() {
      try {
        return LOOKUP
            .findVirtual(
                Class.forName("sun.nio.ch.SelChImpl"), "getFDVal", MethodType.methodType(int.class))
            .asType(MethodType.methodType(int.class, Channel.class));
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }
  }

  /** A channel that is watched. */
  private final class Watched extends Readiness {
    private final int descriptor;

    /** How many polls had asked the system when its watch began. */
    private final long since = asked.get();

    Watched(int descriptor) {
      this.descriptor = descriptor;
    }

    @Override
    void want(int direction) {
      // The system says everything by itself.
    }

    @Override
    public boolean isToldUnasked() {
      return true;
    }

    @Override
    public void close() {
      // Before the channel, if that is still open: then the number is another's.
      remove(this);
      super.close();
    }
  }

  private final int epoll;
  private final long events;

  /** A byte in it ends a poll that is going on. */
  private final Pipe wakeUp;

  private final ByteBuffer drained = ByteBuffer.allocate(64);

  /** Which of the events that were taken is told next, and how many there are. */
  private int next;

  private int taken;

  /** How many polls have asked the system. */
  private final AtomicLong asked = new AtomicLong();

  /** The channels by the numbers of their descriptors; replaced by a longer one when needed. */
  private volatile @Nullable Watched[] watched = new @Nullable Watched[256];

  Epoll() throws IOException {
    try {
      epoll = (int) Jdk.CREATE.invokeExact();
      events = (long) Jdk.ALLOCATE.invokeExact(EVENTS);
    } catch (Throwable error) {
      throw raised(error);
    }
    wakeUp = Pipe.open();
    wakeUp.sink().configureBlocking(false);
    wakeUp.source().configureBlocking(false);
    watch(descriptorOf(wakeUp.source()), IN | EDGE_TRIGGERED);
  }

  /** Opens one, if that can be. */
  static @Nullable Epoll open() {
    if (!Object.class.getModule().isOpen("sun.nio.ch", Epoll.class.getModule())) {
      return null;
    }
    try {
      Epoll epoll = new Epoll();
      if (!Fibers.pollWith(epoll)) {
        Thread.ofPlatform().name("yona-poller").daemon().start(epoll::pollForEver);
      }
      return epoll;
    } catch (IOException | LinkageError _) {
      return null;
    }
  }

  @SuppressWarnings("InfiniteLoopStatement")
  private void pollForEver() {
    for (; ; ) {
      poll(-1);
    }
  }

  @Override
  public Readiness add(SelectableChannel channel) throws IOException {
    int descriptor = descriptorOf(channel);
    Watched added = new Watched(descriptor);
    // First, since the system may say at once that it is ready.
    put(added);
    try {
      watch(descriptor, ALL);
    } catch (IOException refused) {
      remove(added);
      throw refused;
    }
    return added;
  }

  private synchronized void put(Watched channel) {
    int descriptor = channel.descriptor;
    if (descriptor >= watched.length) {
      watched = Arrays.copyOf(watched, Math.max(descriptor + 1, 2 * watched.length));
    }
    watched[descriptor] = channel;
  }

  /**
   * Another channel may have the number by now: the JDK closes a channel by itself when it cannot
   * connect, and several threads may close one at once.
   */
  @SuppressWarnings("ReferenceEquality") // channels are compared by identity
  private synchronized void remove(Watched channel) {
    if (watched[channel.descriptor] == channel) {
      watched[channel.descriptor] = null;
    }
  }

  // ---- polling ---------------------------------------------------------------------------------

  @Override
  public void poll(int millis) {
    try {
      if (next == taken) {
        next = 0;
        taken = 0;
        asked.getAndIncrement();
        // Less than none when a signal interrupts it: a process that goes on after a stop, say.
        taken = Math.max(0, (int) Jdk.WAIT.invokeExact(epoll, events, EVENTS, millis));
      }
      for (; next < taken; next++) {
        long event = (long) Jdk.EVENT.invokeExact(events, next);
        tell((int) Jdk.DESCRIPTOR.invokeExact(event), (int) Jdk.BITS.invokeExact(event));
      }
    } catch (OutOfMemoryError _) {
      // The system says each thing once: it is told again at the next poll.
    } catch (Throwable error) {
      throw new IllegalStateException(error);
    }
  }

  private void tell(int descriptor, int bits) throws IOException {
    @Nullable Watched[] all = watched;
    Watched channel = descriptor < all.length ? all[descriptor] : null;
    if (channel == null) {
      // Closed meanwhile, or the wake-up pipe.
      drained.clear();
      var _ = wakeUp.source().read(drained);
      return;
    }
    int ready = 0;
    if ((bits & (IN | ERROR | HANG_UP | READ_HANG_UP)) != 0) {
      ready |= Readiness.READABLE;
    }
    if ((bits & (OUT | ERROR | HANG_UP)) != 0) {
      ready |= Readiness.WRITABLE;
    }
    if ((bits & (ERROR | HANG_UP | READ_HANG_UP)) != 0) {
      ready |= Readiness.ENDED;
    }
    if ((bits & (ERROR | HANG_UP)) != 0) {
      ready |= Readiness.BROKEN;
    }
    if ((ready & Readiness.ENDED) != 0 && channel.since >= asked.get()) {
      // Its watch began after the system was asked, so this may be said of the channel that had
      // the number before. Ready for once does no harm; ended is for ever, so that is asked again.
      var _ = control(MODIFY, descriptor, ALL);
    } else {
      channel.ready(ready);
    }
  }

  @Override
  public void wake() {
    try {
      var _ = wakeUp.sink().write(ByteBuffer.wrap(new byte[1]));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  // ---- the JDK's functions ---------------------------------------------------------------------

  private static int descriptorOf(Channel channel) {
    try {
      return (int) Jdk.DESCRIPTOR_OF.invokeExact(channel);
    } catch (Throwable error) {
      throw new IllegalStateException(error);
    }
  }

  private void watch(int descriptor, int bits) throws IOException {
    int error = control(ADD, descriptor, bits);
    if (error != 0) {
      throw new IOException("the system refuses to watch a channel (error " + error + ")");
    }
  }

  /** Gives the number of the system's error, or 0. */
  private int control(int operation, int descriptor, int bits) throws IOException {
    try {
      return (int) Jdk.CONTROL.invokeExact(epoll, operation, descriptor, bits);
    } catch (Throwable error) {
      throw raised(error);
    }
  }

  private static IOException raised(Throwable error) {
    return error instanceof IOException e ? e : new IOException(error);
  }
}
