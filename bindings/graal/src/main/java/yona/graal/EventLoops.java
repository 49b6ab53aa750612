package yona.graal;

/** Event loops that a thread turns which is in the context and has nothing else to do. */
interface EventLoops {
  /** Whether they have something to do, now or later. Asked out of the context, too. */
  boolean areWanted();

  /**
   * Lets what can go on do so.
   *
   * @return in how many nanoseconds to turn them again, if nothing else happens
   */
  long turn();

  /** Ends all that is under way there with an error. */
  void end(Throwable why);
}
