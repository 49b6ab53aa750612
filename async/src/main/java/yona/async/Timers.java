package yona.async;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Alarms that ring after a time: a binary heap under one lock, and one daemon thread that sleeps
 * until the earliest. The thread starts with the first alarm and stays.
 *
 * <p>An alarm knows its place in the heap, so cancelling one costs as much as setting it and
 * nothing is left behind.
 */
final class Timers implements Runnable {

  private static final Timers INSTANCE = new Timers();

  /** Rings once, on the timers' thread, unless it is cancelled before. */
  abstract static class Alarm {
    /** When to ring; a value of nanoTime. */
    long time;

    /** Index in the heap; -1 outside of it. */
    private int place = -1;

    /** Must be short and must not wait. */
    abstract void ring();
  }

  private @Nullable Alarm[] heap = new Alarm[16];
  private int size;
  private @Nullable Thread thread;

  private Timers() {}

  /** Sets an alarm that is not set, to ring after a number of nanoseconds. */
  static void set(Alarm alarm, long nanos) {
    INSTANCE.add(alarm, nanos);
  }

  /** Keeps an alarm from ringing; does nothing if it has rung or rings now. */
  static void cancel(Alarm alarm) {
    INSTANCE.remove(alarm);
  }

  /** How many alarms are set. */
  static int count() {
    synchronized (INSTANCE) {
      return INSTANCE.size;
    }
  }

  private synchronized void add(Alarm alarm, long nanos) {
    // Times are compared by difference: 100 years ahead cannot overflow it.
    alarm.time = System.nanoTime() + Math.min(nanos, Long.MAX_VALUE >> 1);
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size * 2);
    }
    up(size++, alarm);
    if (alarm.place == 0) {
      if (thread == null) {
        thread = Thread.ofPlatform().name("yona-timers").daemon().stackSize(1 << 18).start(this);
      } else {
        LockSupport.unpark(thread);
      }
    }
  }

  private synchronized void remove(Alarm alarm) {
    int place = alarm.place;
    if (place < 0) {
      return;
    }
    alarm.place = -1;
    Alarm last = heap[--size];
    heap[size] = null;
    if (place < size) {
      up(place, last);
      if (last.place == place) {
        down(place, last);
      }
    }
  }

  private void up(int place, Alarm alarm) {
    int at = place;
    while (at > 0) {
      int above = (at - 1) >>> 1;
      Alarm other = heap[above];
      if (other.time - alarm.time <= 0) {
        break;
      }
      put(at, other);
      at = above;
    }
    put(at, alarm);
  }

  private void down(int place, Alarm alarm) {
    int at = place;
    for (int below = 2 * at + 1; below < size; below = 2 * at + 1) {
      if (below + 1 < size && heap[below + 1].time - heap[below].time < 0) {
        below++;
      }
      Alarm other = heap[below];
      if (alarm.time - other.time <= 0) {
        break;
      }
      put(at, other);
      at = below;
    }
    put(at, alarm);
  }

  private void put(int place, Alarm alarm) {
    heap[place] = alarm;
    alarm.place = place;
  }

  @Override
  public void run() {
    for (; ; ) {
      Alarm due = null;
      long wait = Long.MAX_VALUE;
      synchronized (this) {
        Alarm first = size == 0 ? null : heap[0];
        if (first != null) {
          wait = first.time - System.nanoTime();
          if (wait <= 0) {
            due = first;
            remove(first);
          }
        }
      }
      if (due != null) {
        due.ring();
      } else {
        LockSupport.parkNanos(this, wait);
      }
    }
  }
}
