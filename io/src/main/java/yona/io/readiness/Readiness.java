package yona.io.readiness;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.SelectableChannel;
import org.jspecify.annotations.Nullable;
import yona.async.Claim;
import yona.async.Fiber;
import yona.async.Waiter;
import yona.async.scheduler.Fibers;

/**
 * Whether a channel, which does not block, can be read or written without waiting, as far as is
 * known; and the fibers that wait until it can, or what is done then. Of those there is at most one
 * for each direction at a time.
 *
 * <p>A direction counts as ready until an operation finds that it is not, and then until the system
 * says that it is again. The system may say so while the operation is on its way back with the news
 * that it found nothing: {@link #state} counts what the system said, and only who has seen the last
 * of it may say that the direction is not ready. (As Tokio's ScheduledIo, tokio/src/runtime/io.)
 *
 * <p>Safe for use by any number of threads.
 */
public abstract class Readiness {

  /** Bits of {@link #state}, and of what the system says. */
  static final int READABLE = 1;

  static final int WRITABLE = 2;

  /** The other side has ended its part, or the channel is broken: it stays readable for ever. */
  static final int ENDED = 4;

  /** The channel is broken or closed: it stays writable too. */
  static final int BROKEN = 8;

  /** What the count of the system's messages, above the bits, is made of. */
  private static final int MESSAGE = 16;

  private static final VarHandle STATE;
  private static final VarHandle READER;
  private static final VarHandle WRITER;
  private static final VarHandle ENDING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(Readiness.class, "state", int.class);
      READER = lookup.findVarHandle(Readiness.class, "reader", Claim.class);
      WRITER = lookup.findVarHandle(Readiness.class, "writer", Claim.class);
      ENDING = lookup.findVarHandle(Readiness.class, "ending", Runnable.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static volatile @Nullable Watcher watcher;

  /** New channels are taken for ready in both directions: the first operation finds out. */
  private volatile int state = READABLE | WRITABLE;

  @SuppressWarnings("UnusedVariable") // through READER
  private volatile @Nullable Claim<Readiness> reader;

  @SuppressWarnings("UnusedVariable") // through WRITER
  private volatile @Nullable Claim<Readiness> writer;

  /** The action for the end of the other side's part. */
  @SuppressWarnings("UnusedVariable") // through ENDING
  private volatile @Nullable Runnable ending;

  Readiness() {}

  /**
   * Begins to watch a channel, which is made not to block.
   *
   * @param channel a channel of the JDK
   * @return its readiness, to be closed before the channel
   * @throws IOException if the system refuses
   */
  public static Readiness of(SelectableChannel channel) throws IOException {
    channel.configureBlocking(false);
    return watcher().add(channel);
  }

  /** Made when the first channel is watched, and tried again if that failed. */
  private static Watcher watcher() throws IOException {
    Watcher watcher = Readiness.watcher;
    return watcher == null ? newWatcher() : watcher;
  }

  private static synchronized Watcher newWatcher() throws IOException {
    Watcher made = watcher;
    if (made == null) {
      made = Epoll.open();
      if (made == null) {
        made = new SelectorWatcher();
      }
      watcher = made;
    }
    return made;
  }

  /** What is done in place of a fiber's wait. */
  private static final class Action extends Claim<Readiness> {
    private final Runnable action;

    Action(Runnable action) {
      this.action = action;
    }

    @Override
    protected void completed() {
      Fibers.runFound(action);
    }
  }

  /**
   * What is known now, to be given to {@link #notReadable} or {@link #notWritable} after an
   * operation that began afterwards.
   *
   * @return a number without meaning
   */
  public final int seen() {
    return state;
  }

  /**
   * Whether a read would not wait, as far as is known.
   *
   * @return false only if the system has to say so first
   */
  public final boolean isReadable() {
    return (state & READABLE) != 0;
  }

  /**
   * An operation has read all that was there.
   *
   * @param seen what was {@link #seen} before it
   */
  public final void notReadable(int seen) {
    if ((seen & ENDED) == 0) {
      STATE.compareAndSet(this, seen, seen & ~READABLE);
    }
  }

  /**
   * An operation found no room to write.
   *
   * @param seen what was {@link #seen} before it
   */
  public final void notWritable(int seen) {
    if ((seen & BROKEN) == 0) {
      STATE.compareAndSet(this, seen, seen & ~WRITABLE);
    }
  }

  /**
   * Waits until a read may find something. Suspends.
   *
   * @param where what is waited at, for those who look at the fiber
   */
  public final void awaitReadable(Object where) {
    await(READER, READABLE, where);
  }

  /**
   * Waits until a write may find room, or a connection may be there. Suspends.
   *
   * @param where what is waited at, for those who look at the fiber
   */
  public final void awaitWritable(Object where) {
    await(WRITER, WRITABLE, where);
  }

  private void await(VarHandle place, int direction, Object where) {
    Fiber.reachedWait();
    while ((state & direction) == 0) {
      Waiter<Readiness> wait = new Waiter<>();
      // Whoever changes the state does it before looking who waits.
      place.setVolatile(this, wait);
      try {
        if ((state & direction) != 0) {
          return;
        }
        want(direction);
        var _ = wait.await(where);
      } finally {
        place.compareAndSet(this, wait, null);
      }
    }
  }

  /**
   * Calls an action when a read may find something, once. Nobody may wait for that meanwhile.
   *
   * @param action called on any thread; must neither suspend nor raise, but may come to locks
   * @return false if that is so already: the action is not called then
   */
  public final boolean onReadable(Runnable action) {
    return on(READER, READABLE, action);
  }

  /**
   * Calls an action when a write may find room, once. Nobody may wait for that meanwhile.
   *
   * @param action called on any thread; must neither suspend nor raise, but may come to locks
   * @return false if that is so already: the action is not called then
   */
  public final boolean onWritable(Runnable action) {
    return on(WRITER, WRITABLE, action);
  }

  private boolean on(VarHandle place, int direction, Runnable called) {
    Action action = new Action(called);
    place.setVolatile(this, action);
    // Whoever changes the state does it before looking who waits.
    if ((state & direction) != 0 && action.abandon()) {
      place.compareAndSet(this, action, null);
      return false;
    }
    want(direction);
    return true;
  }

  /**
   * Calls an action when the other side has ended its part, or the channel is broken or closed;
   * once. That is not known of every channel: see {@link #isToldUnasked}.
   *
   * @param action called on any thread; must neither suspend nor raise, but may come to locks
   * @return false if that is so already: the action is not called then
   */
  public final boolean onEnded(Runnable action) {
    ending = action;
    return (state & ENDED) == 0 || !ENDING.compareAndSet(this, action, null);
  }

  /**
   * Whether the channel is broken or closed: then it counts as ready for ever, and an operation
   * that finds nothing must not wait for more.
   *
   * @return whether it is
   */
  public final boolean isBroken() {
    return (state & BROKEN) != 0;
  }

  /** Asks the system to say when a direction is ready, if it has to be asked each time. */
  abstract void want(int direction);

  /**
   * Whether the system says what is ready without being asked each time: then what is known is so.
   *
   * @return false if {@link #isReadable} may be false only since nobody has waited
   */
  public abstract boolean isToldUnasked();

  /** What the system says: some of the bits. */
  final void ready(int bits) {
    int before;
    do {
      before = state;
    } while (!STATE.compareAndSet(this, before, (before | bits) + MESSAGE));
    if ((bits & READABLE) != 0) {
      wake(READER);
    }
    if ((bits & WRITABLE) != 0) {
      wake(WRITER);
    }
    if ((bits & ENDED) != 0) {
      Runnable action = (Runnable) ENDING.getAndSet(this, null);
      if (action != null) {
        Fibers.runFound(action);
      }
    }
  }

  private void wake(VarHandle place) {
    @SuppressWarnings("unchecked")
    Claim<Readiness> wait = (Claim<Readiness>) place.getVolatile(this);
    if (wait != null) {
      wait.complete(this);
    }
  }

  /** Ends the watch: whoever waits goes on, to find the channel closed. Again it does nothing. */
  public void close() {
    ready(READABLE | WRITABLE | ENDED | BROKEN);
  }
}
