package yona.haskell;

/** What a call of Haskell comes to: Haskell tells it once. */
interface Outcome {

  /**
   * It has given a result.
   *
   * @param word the result, as a word of an argument; what it points to is there during the call
   */
  void complete(long word);

  /** It has failed. */
  void fail(Throwable error);
}
