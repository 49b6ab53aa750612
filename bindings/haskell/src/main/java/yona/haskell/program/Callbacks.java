package yona.haskell.program;

import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Scope;
import yona.language.runtime.Function;
import yona.language.runtime.Invocation;

/** Functions of Yona that Haskell calls, also by fibers that belong to no program. */
final class Callbacks {
  private Callbacks() {}

  /** The function, in the run of the program that calls now, whoever calls it later. */
  @SuppressWarnings("ReferenceEquality") // the same run is meant
  static Function ofRun(Function f) {
    Invocation run = Invocation.current();
    Scope scope = scopeOfRun();
    return Function.suspending(
        f.name(),
        f.arity(),
        arguments ->
            Invocation.current() == run
                ? Fiber.calledBack(() -> f.applyAll(arguments))
                : await(scope, f, arguments));
  }

  /** The scope of the run that the calling fiber belongs to. */
  static Scope scopeOfRun() {
    Scope innermost = Scope.current();
    for (Scope scope = innermost; scope != null; scope = scope.parent()) {
      if (scope.local() instanceof Invocation) {
        return scope.holder();
      }
    }
    return innermost.holder();
  }

  private static Object await(Scope scope, Function f, Object[] arguments) {
    Future<Object> call = scope.future(() -> f.applyAll(arguments));
    try {
      return call.value();
    } catch (CancellationException cancelled) {
      call.cancel();
      var _ = Async.shielded(call::await);
      throw cancelled;
    }
  }
}
