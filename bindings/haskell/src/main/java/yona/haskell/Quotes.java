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
}
