package yona.async;

import yona.async.scheduler.Fibers;

/**
 * A scope that no other scope holds: what runs in it goes on until it is closed by hand. For what
 * serves many parts of a program and must still do so on the way out, when their scopes have been
 * cancelled: the reader of a connection that is shared, a pool, a cache.
 *
 * <pre>{@code
 * DetachedScope serving = DetachedScope.open();
 * serving.scope().background(() -> readAnswers());
 * ...
 * serving.close();        // cancels the reader, and waits for its end
 * }</pre>
 *
 * <p>Nobody else closes it: link the client that opens one to a scope of the program ({@link
 * Scope#link}), or leave the closing to who has the client. Safe for use by any number of threads
 * and fibers.
 */
public final class DetachedScope implements AutoCloseable {
  private final Promise<Boolean> closing = new Promise<>();
  private final Promise<Boolean> closed = new Promise<>();
  private final Scope scope;

  private DetachedScope(Scope reporter) {
    Promise<Scope> opened = new Promise<>();
    Fibers.start(
        () -> {
          try {
            Async.blocking(
                reporter::report,
                () -> {
                  opened.complete(Scope.current());
                  return closing.value();
                });
          } finally {
            closed.complete(true);
          }
        });
    this.scope = Async.<Scope, RuntimeException>shielded(opened::value);
  }

  /**
   * Opens a scope. Errors in it that nobody can be given go where those of the caller's scope go.
   * Suspends for a moment; a cancellation does not interrupt that.
   *
   * @return the scope, which is to be closed by hand
   */
  public static DetachedScope open() {
    return new DetachedScope(Scope.holding());
  }

  /**
   * The scope, for what is to run in it: {@link Scope#background}, {@link Scope#future}, {@link
   * Scope#link}.
   *
   * @return the scope; what is started in it once it is closed is refused
   */
  public Scope scope() {
    return scope;
  }

  /**
   * Cancels what runs in it, and waits until that has ended. Closing it again waits too, and does
   * nothing else. Suspends; a cancellation does not interrupt that.
   *
   * @throws IllegalStateException if the caller runs in it: it would wait for itself
   */
  @Override
  public void close() {
    for (Scope here = Scope.current(); here != null; here = here.parent()) {
      if (here.equals(scope)) {
        throw new IllegalStateException("what runs in a scope cannot close it and wait for itself");
      }
    }
    closing.complete(true);
    Async.<Boolean, RuntimeException>shielded(closed::value);
  }
}
