package yona.async.continuation;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.async.Body;

/**
 * An example of continuations: exceptions that can be mended. Code that meets a problem signals it;
 * a handler around it, which knows what to do, gives a value to go on with, and the code goes on
 * where it was. Where no handler knows, the problem is raised.
 */
final class Restarts {

  private final Prompt<RuntimeException, @Nullable Object> problems;

  Restarts(Prompt<RuntimeException, @Nullable Object> problems) {
    this.problems = problems;
  }

  /** Signals a problem; gives what a handler puts in the place of the failed expression. */
  @Nullable Object signal(RuntimeException problem) {
    return problems.suspend(problem);
  }

  /** Runs a body; the handler gives a value for each problem, or null if it has none. */
  <R> R handling(
      Function<RuntimeException, @Nullable Object> handler, Body<R, RuntimeException> body) {
    var step = problems.start(body);
    while (step instanceof Continuation<RuntimeException, @Nullable Object, R> rest) {
      Object value = handler.apply(rest.value());
      step = value == null ? rest.raise(rest.value()) : rest.resume(value);
    }
    return ((Step.Done<RuntimeException, @Nullable Object, R>) step).result();
  }
}
