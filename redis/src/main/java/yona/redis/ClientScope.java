package yona.redis;

import yona.async.Async;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.scheduler.Fibers;

/**
 * The scope of what a client does for itself. It stays open until it is closed by hand: what a
 * program does on its way out, when its own scopes have been cancelled, still needs connections.
 */
final class ClientScope implements AutoCloseable {

  private final Promise<Boolean> closing = new Promise<>();
  private final Promise<Boolean> closed = new Promise<>();
  private final Scope scope;

  /**
   * Opens a scope. Suspends for a moment.
   *
   * @param reporter takes the errors that nobody can be given
   */
  ClientScope(Scope reporter) {
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

  Scope scope() {
    return scope;
  }

  /** Cancels what runs in it, and waits until that has ended. Again it does nothing. Suspends. */
  @Override
  public void close() {
    closing.complete(true);
    Async.<Boolean, RuntimeException>shielded(closed::value);
  }
}
