package yona.async.sync;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.AmongFibers;
import yona.async.Fiber;
import yona.async.Listener;
import yona.async.Names;
import yona.async.Source;
import yona.async.WaitQueue;
import yona.async.stack.StackRoom;

/**
 * A gate that opens for ever when it has been passed a number of times, like {@link
 * java.util.concurrent.CountDownLatch}.
 *
 * <pre>{@code
 * Gate ready = new Gate(3);
 * ... ready.pass();      // in each of three fibers
 * ready.await();         // until all three have passed
 * }</pre>
 *
 * <p>A source of its opening, whose item is the gate itself: once open it is ready always, and
 * everybody gets it. Those who wait are told in the order in which they came, when the gate is no
 * longer locked: a listener may use it. What happened before a {@link #pass} is seen by those who
 * find the gate open. Safe for use by any number of threads.
 */
public final class Gate implements Source<Gate>, AmongFibers {

  private static final VarHandle REMAINING;

  static {
    try {
      REMAINING = MethodHandles.lookup().findVarHandle(Gate.class, "remaining", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int remaining;

  /** Guarded by this. */
  private final WaitQueue<Gate> waiting = new WaitQueue<>();

  /**
   * Makes a gate.
   *
   * @param count how often it has to be passed; if 0 it is open
   * @throws IllegalArgumentException if the number is negative
   */
  public Gate(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("a gate cannot be passed " + count + " times");
    }
    remaining = count;
  }

  /**
   * Counts down, and opens the gate with the last one. Does nothing if it is open. Never suspends.
   * A call that runs out of stack before it has opened the gate has not counted. Refused in a
   * transaction, which may be repeated.
   */
  public void pass() {
    Fiber.beforeEffect("Gate.pass");
    for (; ; ) {
      int now = remaining;
      if (now == 0) {
        return;
      }
      if (now == 1) {
        StackRoom.requireHere();
      }
      if (REMAINING.compareAndSet(this, now, now - 1)) {
        if (now == 1) {
          tellAll();
        }
        return;
      }
    }
  }

  private void tellAll() {
    for (Listener<? super Gate> next = next(); next != null; next = next()) {
      Listener.offer(next, this);
    }
  }

  private synchronized @Nullable Listener<? super Gate> next() {
    WaitQueue.Place<Gate> first = waiting.first();
    if (first == null) {
      return null;
    }
    waiting.remove(first);
    return first.listener();
  }

  /**
   * How often it still has to be passed.
   *
   * @return 0 once it is open
   */
  public int remaining() {
    return remaining;
  }

  /**
   * Whether the gate is open.
   *
   * @return true for ever once it has been passed often enough
   */
  public boolean isOpen() {
    return remaining == 0;
  }

  @Override
  public @Nullable Gate poll() {
    return isOpen() ? this : null;
  }

  @Override
  public boolean poll(Listener<? super Gate> listener) {
    Objects.requireNonNull(listener, "listener");
    return isOpen() && Listener.offer(listener, this);
  }

  @Override
  public void onComplete(Listener<? super Gate> listener) {
    Objects.requireNonNull(listener, "listener");
    synchronized (this) {
      // The last one to pass counts down first and looks here afterwards.
      if (!isOpen()) {
        waiting.add(listener);
        return;
      }
    }
    Listener.offer(listener, this);
  }

  @Override
  public synchronized void dropListener(Listener<? super Gate> listener) {
    Objects.requireNonNull(listener, "listener");
    waiting.drop(listener);
  }

  /** How many wait, as far as the queue knows. */
  synchronized int waiting() {
    return waiting.size();
  }

  @Override
  public String toString() {
    int left = remaining;
    return Names.label(this) + (left == 0 ? " (open)" : " (" + left + " to pass)");
  }
}
