package yona.redis;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import yona.async.Future;
import yona.async.Scope;
import yona.async.Waiter;
import yona.async.channel.ChannelClosedException;
import yona.async.channel.ReadableChannel;
import yona.async.channel.SyncChannel;

/**
 * What comes from a server faster than it is read, up to a number of bytes; a fiber of the scope
 * hands it over to a channel.
 */
final class Inbox<T> {

  /** So many bytes wait at most; or one item, of any size. */
  static final long MOST_BYTES = 16 << 20;

  /** What an entry costs beside its bytes. */
  private static final int ENTRY = 128;

  private record Entry<T>(T item, long size) {}

  private final SyncChannel<T> channel = new SyncChannel<>();
  private final Future<Boolean> relay;

  /** Guarded by this, as is all below. */
  private final ArrayDeque<Entry<T>> entries = new ArrayDeque<>();

  private long bytes;

  /** How many were ever added. */
  private long added;

  private boolean ended;
  private @Nullable Waiter<Boolean> reader;

  /** Makes an inbox whose fiber belongs to a scope. */
  Inbox(Scope scope) {
    relay = scope.background(this::relay);
  }

  private boolean relay() {
    try {
      for (T item = take(); item != null; item = take()) {
        channel.send(item);
      }
      return true;
    } catch (ChannelClosedException _) {
      // Abandoned, with something on its way.
      return true;
    } finally {
      // Also when the client is closed, and its scope with it.
      channel.close();
    }
  }

  /**
   * Where it is read; closed when this has ended and all that came before has been read, and with
   * the scope.
   */
  ReadableChannel<T> channel() {
    return channel;
  }

  /**
   * Adds an item. Never waits.
   *
   * @param length of it, in bytes
   * @return false if there is no room: then it is not added
   */
  boolean offer(T item, long length) {
    synchronized (this) {
      if (bytes > 0 && bytes + ENTRY + length > MOST_BYTES) {
        return false;
      }
      entries.add(new Entry<>(item, ENTRY + length));
      added++;
      bytes += ENTRY + length;
    }
    wake();
    return true;
  }

  /**
   * Adds an item for which there is always room, unless it is the newest already. Never waits.
   *
   * @return whether it was added
   */
  boolean mark(T item) {
    synchronized (this) {
      Entry<T> newest = entries.peekLast();
      if (newest != null && newest.item().equals(item)) {
        return false;
      }
      entries.add(new Entry<>(item, 0));
      added++;
    }
    wake();
    return true;
  }

  /** How many items have been added, whether they were read or not. Never waits. */
  synchronized long added() {
    return added;
  }

  /** Nothing more will come. Never waits. */
  void end() {
    synchronized (this) {
      ended = true;
    }
    wake();
  }

  /** Drops what was not read, and closes the channel. */
  void abandon() {
    relay.cancel();
    channel.close();
  }

  private void wake() {
    Waiter<Boolean> woken;
    synchronized (this) {
      woken = reader;
      reader = null;
    }
    if (woken != null) {
      var _ = woken.complete(true);
    }
  }

  /** The oldest item; null at the end. Suspends while there is none. */
  private @Nullable T take() {
    for (; ; ) {
      Waiter<Boolean> wait;
      synchronized (this) {
        Entry<T> oldest = entries.poll();
        if (oldest != null) {
          bytes -= oldest.size();
          return oldest.item();
        }
        if (ended) {
          return null;
        }
        wait = new Waiter<>();
        reader = wait;
      }
      var _ = wait.await("an inbox");
    }
  }
}
