package yona.language.runtime;

/**
 * A resource that {@code with} can hold and that runs the steps itself (language.md 11.6): it
 * learns how they end, and may run them again, as a transaction of a database does. Called on the
 * fiber that runs the {@code with}.
 */
public interface WrappingContextManager {

  /**
   * Runs the steps, once or more often, and whatever goes before and behind them. May suspend.
   *
   * @param steps a function of what the name after {@code as} is bound to
   * @return what the steps gave
   * @throws YonaError as the steps do, or if what goes before and behind them fails
   */
  Object run(Function steps);
}
