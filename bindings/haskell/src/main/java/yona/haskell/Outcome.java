package yona.haskell;

/** What a call of Haskell comes to: Haskell tells it once. */
interface Outcome {

  /**
   * It has given a result.
   *
   * @param frame has the result as its second argument
   */
  void complete(Frame frame);

  /** It has failed. */
  void fail(Throwable error);
}
