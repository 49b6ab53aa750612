package yona.async;

/**
 * Something that can be cancelled: a running computation, or a resource that has to be closed.
 *
 * <p>A cancellable belongs to a scope from {@link Scope#link} on until {@link Link#unlink}; leaving
 * the scope cancels it. It may be cancelled by any thread.
 */
@FunctionalInterface
public interface Cancellable {

  /**
   * Cancels this. Cancelling twice, or after the end, does nothing. When a scope calls it on its
   * way out, the call may suspend and runs to its end even if the scope was cancelled.
   *
   * @throws Exception if the release fails; the scope reports it
   */
  void cancel() throws Exception;
}
