package yona.async;

/** An operation of the library that waits until {@link #go} lets it end, or for ever. */
record SuspendingOperation(Step operation, Step end, Step use) {

  interface Step {
    void run() throws Exception;
  }

  private static final Step NOTHING = () -> {};

  /** One that never ends by itself and works on nothing that could be spoilt. */
  static SuspendingOperation endless(Step operation) {
    return endless(operation, NOTHING);
  }

  /** One that never ends by itself. */
  static SuspendingOperation endless(Step operation, Step use) {
    return new SuspendingOperation(operation, NOTHING, use);
  }

  void run() throws Exception {
    operation.run();
  }

  /** Lets the operation end by itself. */
  void go() throws Exception {
    end.run();
  }

  /** Whether {@link #go} does anything. */
  @SuppressWarnings("ReferenceEquality") // there is one such step
  boolean canEnd() {
    return end != NOTHING;
  }

  /** Looks whether what the operation works on has stayed usable. */
  void check() throws Exception {
    use.run();
  }
}
