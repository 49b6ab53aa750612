package yona.library.argument;

import java.util.ArrayList;
import java.util.List;
import yona.async.Async;
import yona.async.Fiber;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.data.Text;
import yona.data.Unit;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.language.runtime.Groups;
import yona.language.runtime.Suspends;

/** The Java half of the builtins that wait, repeat and run things together. */
public final class Control {
  private Control() {}

  /** The value as it is: a function without parameters is not called. */
  public static Object identity(Object value) {
    return value;
  }

  /** A function without parameters; {@code :badarg} if it has some. */
  public static Function thunk(Object value, String where) {
    return Arguments.function(value, 0, "a function without parameters", where);
  }

  /**
   * Says that the computation waits from here on, so that the group around goes on to its next
   * member, and calls the function: the fiber that the group has started for this member is the
   * function's own.
   */
  @Suspends
  public static Object async(Object value, String where) {
    if (!(value instanceof Function)) {
      Fiber.reachedWait();
      return value;
    }
    Function f = thunk(value, where);
    Fiber.reachedWait();
    return f.apply();
  }

  public static Object drop(Object f, String where) {
    Function body = thunk(f, where);
    Groups.background(Scope.holding(), body::apply);
    return Unit.UNIT;
  }

  public static Object times(Object n, @Applied Object f, String where) {
    long count = Arguments.integer(n, where);
    Function body = thunk(f, where);
    for (long i = 0; i < count; i++) {
      body.apply();
    }
    return Unit.UNIT;
  }

  @Suspends
  public static Object infi(Object f, String where) {
    Function body = thunk(f, where);
    Fiber.reachedWait();
    Fiber fiber = Fiber.current();
    while (true) {
      fiber.checkCancelled();
      body.apply();
    }
  }

  @Suspends
  @SuppressWarnings("DoNotCallSuggester") // programs are to call it
  public static Object never() {
    throw Async.never();
  }

  @Suspends
  public static Object sleep(Object span, String where) {
    Async.sleepNanos(Spans.nanos(span, where));
    return Unit.UNIT;
  }

  /**
   * The second argument is given back; a function without parameters is called under the deadline.
   */
  @Suspends
  public static Object timeout(Object span, Object value, String where) {
    long nanos = Spans.nanos(span, where);
    try {
      return Async.<Object, RuntimeException>timeoutNanos(nanos, () -> Function.mention(value));
    } catch (TimeoutException e) {
      throw Failure.of(Failure.TIMEOUT, "not done within " + Text.source(span));
    }
  }

  @Suspends
  public static Object race(Object functions, String where) {
    List<Function> members = new ArrayList<>();
    for (Object f : Arguments.seq(functions, where)) {
      members.add(thunk(f, where));
    }
    if (members.isEmpty()) {
      throw Failure.empty(where, "the Seq of functions");
    }
    Fiber.reachedWait();
    return Groups.race(members);
  }
}
