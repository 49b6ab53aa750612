package yona.http.session;

import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps sessions in memory, as long as the program runs. When there are too many, those go that
 * have not been used for the longest time. Nothing suspends. Safe for use by any number of fibers.
 */
public final class MemoryStore implements SessionStore {

  /** Sessions whose time is over that one call removes at most, beside what it does. */
  private static final int MOST_REMOVED = 16;

  private record Entry(Map<String, String> values, long until) {}

  private final int most;
  private final LongSupplier nanoTime;

  /** In the order of their last use. Guarded by this. */
  private final LinkedHashMap<String, Entry> sessions = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * Makes an empty store.
   *
   * @param most how many sessions it keeps
   * @throws IllegalArgumentException if it is not positive
   */
  public MemoryStore(int most) {
    this(most, System::nanoTime);
  }

  MemoryStore(int most, LongSupplier nanoTime) {
    if (most <= 0) {
      throw new IllegalArgumentException("a store keeps at least one session, not " + most);
    }
    this.most = most;
    this.nanoTime = nanoTime;
  }

  @Override
  public synchronized @Nullable Map<String, String> load(String id, Duration idle) {
    Entry entry = live(id);
    if (entry == null) {
      return null;
    }
    put(id, entry.values, idle);
    return entry.values;
  }

  @Override
  public synchronized void create(String id, Map<String, String> values, Duration idle) {
    put(id, Map.copyOf(values), idle);
  }

  @Override
  public synchronized boolean change(
      String id, Map<String, @Nullable String> changes, Duration idle) {
    Entry entry = live(id);
    if (entry == null) {
      return false;
    }
    Map<String, String> values = new HashMap<>(entry.values);
    Changes.apply(changes, values);
    put(id, Map.copyOf(values), idle);
    return true;
  }

  @Override
  public synchronized @Nullable Map<String, String> remove(String id) {
    Entry entry = live(id);
    sessions.remove(id);
    return entry == null ? null : entry.values;
  }

  /**
   * How many sessions there are.
   *
   * @return the number, with some whose time may be over
   */
  public synchronized int size() {
    return sessions.size();
  }

  private @Nullable Entry live(String id) {
    Entry entry = sessions.get(id);
    return entry == null || entry.until - nanoTime.getAsLong() <= 0 ? null : entry;
  }

  private void put(String id, Map<String, String> values, Duration idle) {
    long now = nanoTime.getAsLong();
    sessions.put(id, new Entry(values, now + idle.toNanos()));
    Iterator<Entry> oldest = sessions.values().iterator();
    for (int i = 0; i < MOST_REMOVED && oldest.hasNext(); i++) {
      if (oldest.next().until - now > 0 && sessions.size() <= most) {
        return;
      }
      oldest.remove();
    }
  }

  @Override
  public String toString() {
    return size() + " sessions";
  }
}
