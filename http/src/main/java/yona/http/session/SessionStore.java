package yona.http.session;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Keeps sessions. Each method takes effect at once, as a whole, and may suspend. Safe for use by
 * any number of fibers.
 */
public interface SessionStore {

  /**
   * The values of a session, which is kept for a time from now on.
   *
   * @param id the session's id
   * @param idle how long it is kept without being used
   * @return the values, or null if there is no such session
   * @throws Exception if the store cannot be asked
   */
  @Nullable Map<String, String> load(String id, Duration idle) throws Exception;

  /**
   * Begins a session.
   *
   * @param id a new id
   * @param values the values
   * @param idle how long it is kept without being used
   * @throws Exception if the store cannot be asked
   */
  void create(String id, Map<String, String> values, Duration idle) throws Exception;

  /**
   * Changes some values, and leaves the others as they are: those that other requests have changed
   * meanwhile. A session that is not there is not begun, since somebody has ended it.
   *
   * @param id the session's id
   * @param changes the new values by their names; null removes one
   * @param idle how long it is kept without being used
   * @return whether there is such a session
   * @throws Exception if the store cannot be asked
   */
  boolean change(String id, Map<String, @Nullable String> changes, Duration idle) throws Exception;

  /**
   * Ends a session.
   *
   * @param id the session's id
   * @return the values that it had, or null if there was none
   * @throws Exception if the store cannot be asked
   */
  @Nullable Map<String, String> remove(String id) throws Exception;
}
