package yona.async;

/** The wait of a fiber at a source. */
final class SourceWaiter<T> extends Waiter<T> {

  private final Source<T> source;

  private SourceWaiter(Fiber fiber, Source<T> source) {
    super(fiber);
    this.source = source;
  }

  /** Waits for the source's next item. */
  static <T> T await(Fiber fiber, Source<T> source) {
    return source instanceof DerivedSource<T> derived
        ? derived.awaitAndOpen(fiber)
        : await(fiber, source, source);
  }

  /** The same, for those who look from outside at another source. */
  static <T> T await(Fiber fiber, Source<T> source, Source<?> where) {
    SourceWaiter<T> waiter = new SourceWaiter<>(fiber, source);
    try {
      source.onComplete(waiter);
    } catch (Throwable error) {
      if (waiter.abandon()) {
        waiter.leaveRaces();
        throw error;
      }
      // It has given its item away before it raised: that must not be lost.
      Scope.current().report(error);
    }
    return waiter.await(where);
  }

  @Override
  protected void abandoned() {
    source.dropListener(this);
  }
}
