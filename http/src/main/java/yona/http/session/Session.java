package yona.http.session;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.http.Request;

/**
 * The memory of a browser, as one request sees it: the values when the request began, and its own
 * changes, which are kept when it has been answered. Requests of one session at the same time do
 * not wait for each other; each keeps what it has changed, and the last one wins where both have
 * changed the same value. Nothing suspends. Safe for use by any number of fibers.
 */
public final class Session {

  /** Characters of all names and values. */
  private static final int MOST = 64 << 10;

  /** How a session goes on. */
  enum Fate {
    KEPT,
    ROTATED,
    ENDED
  }

  // ---- guarded by this

  private final Map<String, String> values;
  private final Map<String, @Nullable String> changes = new HashMap<>();
  private Fate fate = Fate.KEPT;
  private boolean answered;

  Session(Map<String, String> values) {
    this.values = new HashMap<>(values);
  }

  /**
   * The session of a request that came through {@link Sessions}.
   *
   * @param request what a handler got
   * @return the session, or null if it did not come through them
   */
  public static @Nullable Session of(Request request) {
    return request.get(Session.class);
  }

  /**
   * A value.
   *
   * @param name its name
   * @return the value, or null if there is none
   */
  public synchronized @Nullable String get(String name) {
    return values.get(name);
  }

  /**
   * All values.
   *
   * @return a copy
   */
  public synchronized Map<String, String> values() {
    return Map.copyOf(values);
  }

  /**
   * Sets a value.
   *
   * @param name its name
   * @param value the value
   * @throws IllegalStateException if the request has been answered, or the session would have more
   *     than 65,536 characters
   */
  public synchronized void set(String name, String value) {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
    checkOpen();
    String before = values.put(name, value);
    if (values.entrySet().stream().mapToInt(e -> e.getKey().length() + e.getValue().length()).sum()
        > MOST) {
      if (before == null) {
        values.remove(name);
      } else {
        values.put(name, before);
      }
      throw new IllegalStateException("a session of more than " + MOST + " characters");
    }
    changes.put(name, value);
  }

  /**
   * Removes a value, if it is there.
   *
   * @param name its name
   * @throws IllegalStateException if the request has been answered
   */
  public synchronized void remove(String name) {
    checkOpen();
    values.remove(name);
    changes.put(name, null);
  }

  /**
   * Gives the session a new id, and makes the old one worthless: for whoever logs in, so that
   * nobody knows the id who has given it to the browser before.
   *
   * @throws IllegalStateException if the request has been answered
   */
  public synchronized void rotate() {
    checkOpen();
    if (fate == Fate.KEPT) {
      fate = Fate.ROTATED;
    }
  }

  /**
   * Ends the session: for whoever logs out. Values that are set afterwards belong to a new one.
   *
   * @throws IllegalStateException if the request has been answered
   */
  public synchronized void end() {
    checkOpen();
    fate = Fate.ENDED;
    values.clear();
    changes.clear();
  }

  private void checkOpen() {
    if (answered) {
      throw new IllegalStateException("the request of this session has been answered");
    }
  }

  /** Ends the request; changes are refused from now on. */
  synchronized Fate answered() {
    answered = true;
    return fate;
  }

  synchronized Map<String, @Nullable String> changes() {
    return changes;
  }

  @Override
  public synchronized String toString() {
    return "a session with " + values.keySet();
  }
}
