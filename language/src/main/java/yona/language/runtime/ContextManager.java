package yona.language.runtime;

/**
 * A resource that {@code with} can hold (language.md 11.6): a file, a connection, what {@code
 * Context::manager} makes. Called on the fiber that runs the {@code with}.
 */
public interface ContextManager {
  /** What the name after {@code as} is bound to. */
  Object resource();

  /**
   * Releases the resource; called once, however the steps end. May suspend.
   *
   * @throws YonaError if it cannot be released cleanly
   */
  void release();
}
