package yona.async.clock;

import org.jspecify.annotations.Nullable;

/**
 * Alarms in the order of their times: a hierarchical timing wheel that keeps the exact time.
 *
 * <p><b>The structure.</b> A time is a number of nanoseconds, read as eleven digits of six bits.
 * Each level of the wheel has 64 slots, one for each value of a digit, and each slot a ring of
 * alarms. {@link #cursor} is a time that no alarm in the wheel is before. An alarm stands at the
 * level of the highest digit in which its time differs from the cursor, in the slot of its own
 * digit there. So of two alarms on one level the one in the lower slot comes first, and all alarms
 * of a level come before those of the levels above it. Setting an alarm is a count of leading zeros
 * and an append, cancelling it an unlink; neither depends on how many are set.
 *
 * <p><b>Turning.</b> The first alarms are those in the lowest slot of the lowest level that has
 * any. Each slot knows a bound that none of its alarms is before: the time of the earliest that was
 * ever put in, exact until that one is cancelled. When the bound of the first slot is over, the
 * cursor moves there, and the alarms of the slot to lower levels, as they now agree with the cursor
 * in one more digit; those in the slot of level 0 have exactly the cursor's time and fire. Each
 * alarm goes down at most ten levels in its life (from 30 seconds away: five), and only if it is
 * not cancelled before; one that is alone in its slot fires from where it stands.
 *
 * <p><b>Where it comes from.</b> Varghese &amp; Lauck, Hashed and Hierarchical Timing Wheels (SOSP
 * 1987), scheme 7. Theirs turns by ticks: somebody has to wake up for each, or skip over those
 * without alarms, and no time is more exact than a tick. Here the cursor goes from alarm to alarm,
 * never ahead of the time of day. That makes it the radix heap of Ahuja, Mehlhorn, Orlin &amp;
 * Tarjan (Faster Algorithms for the Shortest Path Problem, J. ACM 1990), whose monotonicity
 * (nothing is put in before what was taken out last) a clock gives for nothing. Differences from
 * the paper: digits of six bits with a bitmap of the slots that have any, so that the first is
 * found in two instructions; the bound in each slot; and alarms in rings, so that any can be taken
 * out.
 *
 * <p>The other candidate was a binary heap in which each alarm knows its place. With 1,000,000
 * pending it sets an alarm as fast, but takes five to ten times as long to take one out: to cancel
 * a million in the order of their setting took it 120 to 180 ns each, this wheel 9 to 12.
 *
 * <p><b>Locking.</b> Everything is guarded by the monitor of the wheel. A slot of a million alarms
 * is not taken apart under it in one go, but {@link #MOVES} at a time. What can fail for want of
 * stack, a call, comes before the first write to the structure or after the last.
 */
@SuppressWarnings("ReferenceEquality") // alarms have an identity
public final class Wheel {

  /** The time of an alarm that need not fire. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final int BITS = 6;
  private static final int LEVELS = 11;
  private static final int SLOTS = 1 << BITS;

  /** How many alarms go to other slots while the monitor is held: some 20 us. */
  private static final int MOVES = 1_024;

  /** Whose time this goes by. */
  final Clock clock;

  /** The oldest alarm of each slot. */
  private final @Nullable Alarm[] oldest = new Alarm[LEVELS * SLOTS];

  /** A time for each slot that none of its alarms is before. */
  private final long[] bound = new long[LEVELS * SLOTS];

  /** For each level the slots that have alarms, as bits. */
  private final long[] occupied = new long[LEVELS];

  /** The levels that have alarms, as bits. */
  private int levels;

  /** See above; never later than the time of day. */
  private long cursor;

  /** The slot that is being taken apart, which then comes first; or {@link Alarm#NONE}. */
  private int opened = Alarm.NONE;

  private int count;

  /** No alarm in the wheel is before this; written under the monitor, read by whoever waits. */
  private volatile long next = NEVER;

  /**
   * Makes a wheel without alarms.
   *
   * @param clock whose time it goes by
   */
  public Wheel(Clock clock) {
    this.clock = clock;
  }

  /**
   * Sets an alarm that is not set.
   *
   * @param time when to fire; not before the time of day at the call
   * @return whether it is before all that this wheel was waiting for
   */
  synchronized boolean set(Alarm alarm, long time) {
    if (alarm.slot != Alarm.NONE) {
      throw new IllegalStateException("the alarm is set");
    }
    int slot = slotOf(Math.max(time, cursor));
    append(alarm, slot, time);
    count++;
    boolean first = time < next;
    if (first) {
      next = time;
    }
    return first;
  }

  /**
   * Sets an alarm that is set to another time.
   *
   * @return false if it was not set any more, and still is not
   */
  synchronized boolean reset(Alarm alarm, long time) {
    int slot = alarm.slot;
    if (slot == Alarm.NONE) {
      return false;
    }
    int to = slotOf(Math.max(time, cursor));
    remove(alarm, slot);
    count--;
    append(alarm, to, time);
    count++;
    if (time < next) {
      next = time;
    }
    return true;
  }

  /** Keeps an alarm from firing; false if it was not set, or was given out by {@link #poll}. */
  synchronized boolean cancel(Alarm alarm) {
    int slot = alarm.slot;
    if (slot == Alarm.NONE) {
      return false;
    }
    remove(alarm, slot);
    count--;
    return true;
  }

  /**
   * How many alarms are set.
   *
   * @return their number at this moment
   */
  public synchronized int count() {
    return count;
  }

  /**
   * A time that no alarm is before: where nothing was cancelled, the time of the first alarm.
   *
   * @return the time, or {@link #NEVER} if none is set
   */
  public long next() {
    return next;
  }

  /**
   * Takes the first alarm out if its time is over, and brings {@link #next} up to date. May also
   * stop early, with a {@link #next} that is over: to be called again.
   *
   * @param now the time of day, or any time before
   * @return the alarm, or null
   */
  public synchronized @Nullable Alarm poll(long now) {
    for (int moves = 0; ; moves++) {
      int slot = first();
      if (slot == Alarm.NONE) {
        next = NEVER;
        return null;
      }
      long time = bound[slot];
      next = time;
      if (time > now || moves == MOVES) {
        return null;
      }
      Alarm alarm = oldest[slot];
      boolean alone = alarm.newer == alarm && opened == Alarm.NONE && alarm.time <= now;
      if (slot < SLOTS || alone) {
        remove(alarm, slot);
        count--;
        cursor = Math.max(cursor, alarm.time);
        int rest = first();
        next = rest == Alarm.NONE ? NEVER : bound[rest];
        return alarm;
      }
      if (opened == Alarm.NONE) {
        opened = slot;
        cursor = time;
      }
      int to = slotOf(Math.max(alarm.time, cursor));
      remove(alarm, slot);
      append(alarm, to, alarm.time);
    }
  }

  /** The slot to look at next. */
  private int first() {
    if (opened != Alarm.NONE) {
      if (oldest[opened] != null) {
        return opened;
      }
      opened = Alarm.NONE;
    }
    if (levels == 0) {
      return Alarm.NONE;
    }
    int level = Integer.numberOfTrailingZeros(levels);
    return (level << BITS) + Long.numberOfTrailingZeros(occupied[level]);
  }

  private int slotOf(long time) {
    int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros((time ^ cursor) | 1);
    int level = bit / BITS;
    return (level << BITS) + (int) ((time >>> (level * BITS)) & (SLOTS - 1));
  }

  private void append(Alarm alarm, int slot, long time) {
    Alarm head = oldest[slot];
    if (head == null) {
      alarm.older = alarm;
      alarm.newer = alarm;
      oldest[slot] = alarm;
      bound[slot] = time;
      int level = slot >>> BITS;
      occupied[level] |= 1L << slot;
      levels |= 1 << level;
    } else {
      Alarm tail = head.older;
      alarm.older = tail;
      alarm.newer = head;
      tail.newer = alarm;
      head.older = alarm;
      if (time < bound[slot]) {
        bound[slot] = time;
      }
    }
    alarm.time = time;
    alarm.slot = slot;
  }

  private void remove(Alarm alarm, int slot) {
    Alarm newer = alarm.newer;
    if (newer == alarm) {
      oldest[slot] = null;
      int level = slot >>> BITS;
      occupied[level] &= ~(1L << slot);
      if (occupied[level] == 0) {
        levels &= ~(1 << level);
      }
    } else {
      Alarm older = alarm.older;
      older.newer = newer;
      newer.older = older;
      if (oldest[slot] == alarm) {
        oldest[slot] = newer;
      }
    }
    alarm.newer = null;
    alarm.older = null;
    alarm.slot = Alarm.NONE;
  }
}
