package yona.async.channel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import yona.async.Claim;
import yona.async.WaitQueue;
import yona.async.scheduler.Backoff;

/**
 * The lock under which the values of a {@link Channel} pass from senders to readers.
 *
 * <p><b>How it works.</b> A buffer, a queue of senders and a queue of readers, under one lock that
 * is held for some ten nanoseconds. The <em>head</em> is the value that is read next: the first of
 * the buffer, else that of the first sender. Between operations:
 *
 * <ul>
 *   <li>senders wait only if the buffer is full;
 *   <li>readers wait only if there is no head, or if all of them have refused it.
 * </ul>
 *
 * <p>A fiber that sends or reads and finds its partner waiting completes the partner's {@link
 * Claim} and goes on: it waits nowhere else, so one claim decides. Where a waiting reader meets a
 * waiting sender, both perhaps selects with places at other channels too, both claims are held
 * before either is completed; {@link Claim} says why that ends. A select never meets itself.
 *
 * <p>The lock is a spin lock, since what it guards is shorter than a parking; the thread that has
 * it may lose its processor, so those who wait for it give theirs away after some looks. It knows
 * its holder, so that a listener that uses the channel that calls it gets an error and no deadlock.
 *
 * <p><b>Compared with others.</b> Unlike Kotlin's channels (Koval, Alistarh &amp; Elizarov, Fast
 * and Scalable Channels in Kotlin Coroutines, PPoPP 2023) and jox, whose readers and senders meet
 * in cells without a lock, readers here may refuse a value and leave it, which a cell that is
 * handed out in advance cannot do; and on a scheduler that keeps fibers that wake each other on one
 * carrier the lock is nearly always free. From Scala gears come the sources and listeners, and that
 * sends are sources too ({@code sendSource} there); unlike there, what is buffered at the close can
 * still be read: whoever sent it was told that it was sent.
 *
 * <p><b>Stack.</b> A stack overflow leaves neither the lock held nor a value half way, since the
 * channel's operations first make sure that there is room on the stack for all that they do here.
 * What runs under the lock does not do so again: it would be too late.
 *
 * @param <T> the values
 */
@SuppressWarnings("ReferenceEquality") // threads are compared by identity
abstract sealed class Exchange<T extends @Nullable Object> extends ChannelQueues<T>
    permits Channel {

  private static final VarHandle LOCKER;

  static {
    try {
      LOCKER = MethodHandles.lookup().findVarHandle(Exchange.class, "locker", Thread.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The thread that holds the lock. The lock guards all fields of {@link ChannelQueues}. */
  private volatile @Nullable Thread locker;

  /** An exchange that holds so many values. */
  Exchange(int capacity) {
    super(capacity);
  }

  // ---- the lock

  /** Operations check first that what they do under the lock, and after it, fits on the stack. */
  final void lock() {
    Thread thread = Thread.currentThread();
    for (int looks = 0; !LOCKER.compareAndSet(this, (Thread) null, thread); looks++) {
      if (locker == thread) {
        throw new IllegalStateException("a listener must not use the channel that calls it");
      }
      Backoff.pause(looks);
    }
  }

  /** Ends an operation: releases the lock, or leaves that to the observer. */
  final void unlock() {
    ChannelObserver observing = observer;
    if (observing == null) {
      release();
    } else {
      observing.unlock((Channel<T>) this);
    }
  }

  /** Releases the lock, and no more. */
  final void release() {
    LOCKER.setRelease(this, (Thread) null);
  }

  // ---- closing

  /** Closes; does nothing the second time. */
  final void end() {
    lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      for (WaitQueue.Place<Boolean> sender : senders.clear()) {
        offer(sender.listener(), false);
      }
      offerHead();
      becameReadable(ChannelObserver.ALWAYS);
      becameSendable(ChannelObserver.ALWAYS);
    } finally {
      unlock();
    }
  }

  /** How many values are buffered at this moment. */
  final int buffered() {
    lock();
    try {
      return buffer.size();
    } finally {
      unlock();
    }
  }

  /** How many wait at this moment, also those whose wait is over and who have not left. */
  final int waiting() {
    lock();
    try {
      return readers.size() + senders.size();
    } finally {
      unlock();
    }
  }

  /** How full this is, at a glance that takes no lock. */
  final String glance() {
    int capacity = buffer.capacity();
    String room = capacity == Integer.MAX_VALUE ? "" : " of " + capacity;
    return "("
        + (buffer.size() + room + ", " + senders.size() + " send, " + readers.size())
        + (closed ? " read, closed)" : " read)");
  }
}
