package yona.async.stm;

/** What tests outside of this package know of variables. */
public final class TVars {

  private TVars() {}

  /** Whether a transaction sleeps until a variable changes. */
  public static boolean isWatched(TVar<?> variable) {
    return variable.isWatched();
  }
}
