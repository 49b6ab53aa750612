package yona.haskell;

/** The quotes of a module of Haskell: a class that extends this is generated for each. */
public abstract class Quotes {
  /** For generated classes. */
  protected Quotes() {}

  /**
   * Runs one of them.
   *
   * @param index which one
   * @param frame has its arguments, and takes its result
   * @throws Throwable as it does
   */
  protected abstract void run(int index, Frame frame) throws Throwable;

  /** One of them with its arguments. */
  @FunctionalInterface
  protected interface Task {

    /**
     * Runs it.
     *
     * @param frame takes its result
     * @throws Throwable as it does
     */
    void run(Frame frame) throws Throwable;
  }

  /**
   * Takes the arguments of one of them that may wait, to run it later.
   *
   * @param index which one
   * @param frame has its arguments, during this call only
   * @return it with them
   */
  protected Task task(int index, Frame frame) {
    throw new IllegalStateException("no quote " + index + " waits");
  }
}
