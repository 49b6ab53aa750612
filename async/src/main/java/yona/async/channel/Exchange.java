package yona.async.channel;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import yona.async.Claim;
import yona.async.Listener;
import yona.async.WaitQueue;
import yona.async.scheduler.Backoff;

/**
 * Where the values of a {@link Channel} pass from senders to readers. Nothing here suspends; who
 * has to wait leaves a listener.
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
 * That is why nothing here does so again: it would be too late.
 *
 * @param <T> the values
 */
@SuppressWarnings("ReferenceEquality") // claims, listeners and threads are compared by identity
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

  // ---- sending

  /** Sends a value if that can be done at once; false if the channel is closed. */
  final @Nullable Boolean pollSend(T value) {
    lock();
    try {
      if (closed) {
        return false;
      }
      if (accept(value)) {
        return true;
      }
      if (observer == null) {
        return null;
      }
    } finally {
      unlock();
    }
    Attempt<Boolean> attempt = new Attempt<>(null);
    attemptToSend(attempt, value);
    return attempt.item;
  }

  /** Sends a value if that can be done at once and the listener takes that. */
  final boolean pollSend(Listener<? super Boolean> listener, T value) {
    lock();
    try {
      Meeting meeting = sendFor(listener, value);
      if (meeting != Meeting.NONE || observer == null) {
        return meeting == Meeting.MET;
      }
    } finally {
      unlock();
    }
    Attempt<Boolean> attempt = new Attempt<>(listener);
    attemptToSend(attempt, value);
    return attempt.met;
  }

  /** Waits, to send, just for what the observer does about it at once. */
  private void attemptToSend(Attempt<Boolean> attempt, T value) {
    lock();
    try {
      if (sendFor(attempt, value) != Meeting.NONE) {
        return;
      }
      waitToSend(attempt, value);
    } finally {
      unlock();
    }
    lock();
    try {
      if (senders.remove(attempt)) {
        offerHead();
      }
    } finally {
      unlock();
    }
  }

  /** Sends a value, or stays until it is taken: whether it does that. */
  final boolean stayToSend(Listener<? super Boolean> sender, T value) {
    lock();
    try {
      boolean waits = sendFor(sender, value) == Meeting.NONE;
      if (waits) {
        waitToSend(sender, value);
      }
      return waits;
    } finally {
      unlock();
    }
  }

  final void dropSender(Listener<?> sender) {
    lock();
    try {
      senders.drop(sender);
      // Also if somebody has taken its place away in passing, since its wait was over: those who
      // have refused its value have not been offered the one behind it.
      offerHead();
    } finally {
      unlock();
    }
  }

  // ---- reading

  /** Reads a value if there is one. */
  final @Nullable Read<T> pollRead() {
    lock();
    try {
      Read<T> read = takeHead();
      if (read != null || observer == null) {
        return read;
      }
    } finally {
      unlock();
    }
    Attempt<Read<T>> attempt = new Attempt<>(null);
    attemptToRead(attempt);
    return attempt.item;
  }

  /** Reads a value if there is one and the listener takes it. */
  final boolean pollRead(Listener<? super Read<T>> listener) {
    lock();
    try {
      Meeting meeting = comeToRead(listener);
      if (meeting != Meeting.NONE || observer == null) {
        return meeting == Meeting.MET;
      }
    } finally {
      unlock();
    }
    Attempt<Read<T>> attempt = new Attempt<>(listener);
    attemptToRead(attempt);
    return attempt.met;
  }

  /** Waits, to read, just for what the observer does about it at once. */
  private void attemptToRead(Attempt<Read<T>> attempt) {
    lock();
    try {
      if (comeToRead(attempt) != Meeting.NONE) {
        return;
      }
      waitToRead(attempt);
    } finally {
      unlock();
    }
    lock();
    try {
      readers.remove(attempt);
    } finally {
      unlock();
    }
  }

  /** Reads a value, or stays until there is one: whether it does that. */
  final boolean stayToRead(Listener<? super Read<T>> listener) {
    lock();
    try {
      boolean waits = comeToRead(listener) == Meeting.NONE;
      if (waits) {
        waitToRead(listener);
      }
      return waits;
    } finally {
      unlock();
    }
  }

  final void dropReader(Listener<?> reader) {
    lock();
    try {
      readers.drop(reader);
    } finally {
      unlock();
    }
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
