package yona.async;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.clock.DelayedAction;
import yona.async.events.Events;
import yona.async.events.Observation;
import yona.async.scheduler.Fibers;

/**
 * A runnable future: a body that runs in a scope, as a fiber of its own or in the place where it is
 * awaited, and its result.
 *
 * <p><b>Who runs it.</b> Three may want to, and one does: the scheduler, the fiber that awaits the
 * result, and whoever cancels it, who ends it without running it. Until it has started its entry
 * stands in the scheduler's list; who takes that out has the right. {@link #scope} counts the
 * member from the beginning on, so it cannot be left in between.
 *
 * <p><b>Cancellation.</b> Cancelling sets the result first and then looks for {@link #root};
 * whoever starts the body publishes the root first and then looks at the result: one of the two
 * sees the other.
 */
@SuppressWarnings("ReferenceEquality") // scopes are compared by identity
final class Member<T extends @Nullable Object> extends Future<T> implements Runnable {

  /** Who is told of its failure. */
  enum Kind {
    /** It runs beside its scope's work; a failure is reported at once. */
    BACKGROUND,
    /** A failure is reported at the scope's end unless somebody has seen it. */
    FUTURE,
    /** A failure ends the group. */
    OF_GROUP,
    /** The caller of the program is told. */
    MAIN
  }

  /**
   * How many bodies a fiber runs in the place of awaits, one inside the other. Not every garbage
   * collector can suspend a fiber with thousands of frames, and a thread's stack has an end.
   */
  private static final int MOST_IN_PLACE = 64;

  /** A result that is there when there is no memory for another one. */
  private static final Result<?> OUT_OF_MEMORY =
      new Result.Failure<>(new OutOfMemoryError("no memory for the result of a fiber"));

  private final Scope scope;
  private final Kind kind;

  /** What it runs; forgotten when that has ended. */
  private @Nullable Body<? extends T, ?> body;

  /** The entry in the scheduler's list; null if the member was started at once. */
  private Fibers.@Nullable Unstarted unstarted;

  /** The scope that the body runs in, from its start on. */
  private volatile @Nullable Scope root;

  /** Whether anybody has been given the failure. */
  private volatile boolean seen;

  /** Whether nobody is to be told of an error, whenever it comes. */
  private volatile boolean expected;

  /** A member that the scope has to count in before it starts. */
  Member(Scope scope, Kind kind, Body<? extends T, ?> body) {
    Fiber.current().refuse("the start of a fiber");
    this.scope = scope;
    this.kind = kind;
    this.body = Objects.requireNonNull(body, "body");
  }

  // ---- starting --------------------------------------------------------------------------------

  /** Starts it as a fiber, and goes on at once. */
  void start() {
    Fiber fiber = makeFiber();
    if (fiber != null) {
      fiber.start();
    }
  }

  /** Starts it as a fiber, and goes on when it has ended or has reached its first wait. */
  void startAndAwaitFirstWait(Fiber caller) {
    Fiber fiber = makeFiber();
    if (fiber != null) {
      fiber.startAndAwaitFirstWait(caller);
    }
  }

  /**
   * The same, but goes on after a time at the latest.
   *
   * @param nanos how long the caller waits
   */
  void startAndAwaitFirstWait(Fiber caller, long nanos) {
    DelayedAction limit =
        DelayedAction.start(
            nanos,
            () -> {
              Fiber runner = runner();
              if (runner != null) {
                runner.tellStarter();
              }
            });
    try {
      startAndAwaitFirstWait(caller);
    } finally {
      limit.cancel();
    }
  }

  /** Puts the start off if that may save a fiber. */
  void startLater() {
    if (Fiber.current().scope == scope || body instanceof InPlaceBody<?, ?>) {
      standBy();
    } else {
      start();
    }
  }

  /** Puts the start off until the calling fiber waits or another carrier has nothing to do. */
  void standBy() {
    unstarted = Fibers.startLater(scope.scheduler.executor, this::start);
    if (unstarted == null) {
      start();
    }
  }

  /** Takes back a start that was put off, unless it has happened meanwhile. */
  void standDown() {
    Fibers.Unstarted entry = unstarted;
    if (entry != null && entry.take()) {
      scope.leave(null);
    }
  }

  private @Nullable Fiber makeFiber() {
    if (peek() != null) {
      scope.leave(null);
      return null;
    }
    Fiber fiber;
    try {
      Object origin = body instanceof OriginalBody<?, ?> from ? from.origin() : null;
      fiber = new Fiber(scope, kind == Kind.BACKGROUND, origin, this);
    } catch (Throwable error) {
      scope.leave(null);
      throw error;
    }
    if (body instanceof NamedBody<?, ?> named) {
      fiber.thread().setName(named.name());
    }
    root = fiber.root;
    scope.addFiber(fiber);
    return fiber;
  }

  @Override
  boolean runInPlace(Fiber awaiting) {
    Fibers.Unstarted entry = unstarted;
    if (entry == null || awaiting.inPlace >= MOST_IN_PLACE || !mayRunIn(awaiting.scope)) {
      return false;
    }
    awaiting.refuse("Future.await");
    // Before the right to run it is taken: there may be no stack for it.
    Scope own = Scope.openPart();
    if (!entry.take()) {
      own.close();
      return false;
    }
    unstarted = null;
    root = own;
    awaiting.inPlace++;
    try {
      execute(awaiting);
    } finally {
      awaiting.inPlace--;
      scope.leave(null);
    }
    return true;
  }

  private boolean mayRunIn(Scope awaited) {
    return awaited == scope || (body instanceof InPlaceBody<?, ?> by && by.place() == awaited);
  }

  /** Runs as the body of its own fiber. */
  @Override
  public void run() {
    Fiber fiber = Fiber.current();
    Object span = Events.on() ? Observation.started(fiber, scope) : null;
    try {
      execute(fiber);
    } finally {
      fiber.tellStarter();
      try {
        if (Events.on()) {
          Observation.ended(span, fiber, peek());
        }
      } finally {
        scope.leave(fiber);
      }
    }
  }

  private void execute(Fiber fiber) {
    Throwable failure = null;
    T value = null;
    Scope own = root;
    try {
      fiber.checkCancelled();
      if (peek() == null) {
        value = body.run();
      }
    } catch (Throwable error) {
      failure = error;
    }
    body = null;
    boolean cancelled = own.isCancelled();
    if (cancelled && own.isNoticed()) {
      // Foreign code has taken the interrupt for its end: the scopes around are to know.
      own.noteRaised();
    }
    try {
      own.close();
    } finally {
      try {
        if (failure == null) {
          complete(new Result.Success<>(value));
        } else {
          fail(failure, cancelled);
        }
      } catch (OutOfMemoryError _) {
        // Whoever waits for the result must not wait for ever because there is no memory for it.
        complete(outOfMemory());
      }
    }
  }

  @SuppressWarnings("unchecked") // a failure is one of any type
  private Result<T> outOfMemory() {
    return (Result<T>) OUT_OF_MEMORY;
  }

  private void fail(Throwable raised, boolean cancelled) {
    Throwable error = raised;
    if (cancelled && Errors.isCancellation(raised) && !(raised instanceof CancellationException)) {
      // What Java's own operations raise when a cancellation interrupts them.
      error = CancellationException.of(root.owner, root, raised);
    }
    if (peek() != null) {
      // Cancelled by name: nobody waits for what it raises on its way out.
      if (!expected && !Errors.isCancellation(error)) {
        scope.report(error);
      }
      return;
    }
    switch (kind) {
      case BACKGROUND, OF_GROUP -> scope.memberFailed(error, cancelled);
      case FUTURE, MAIN -> {}
    }
    complete(new Result.Failure<>(error));
    // A future that was cancelled, of the JDK or of a library on this one, is no error to report.
    boolean isItsEnd =
        error instanceof CancellationException
            || error instanceof java.util.concurrent.CancellationException
            || (cancelled && Errors.isCancellation(error));
    if (kind == Kind.FUTURE && !seen && !isItsEnd) {
      scope.failed(this);
    }
  }

  /** The fiber that runs the body or has run it; null before its start. */
  @Nullable Fiber runner() {
    Scope running = root;
    return running == null ? null : running.owner;
  }

  @Override
  String label() {
    Scope running = root;
    if (running != null) {
      String by = running == running.owner.root ? "result of " : "future run in place by ";
      return by + running.owner.label();
    }
    return body instanceof NamedBody<?, ?> named
        ? "Future " + Names.quoted(named.name())
        : Names.label("Future", this);
  }

  // ---- the result ------------------------------------------------------------------------------

  @Override
  void failureSeen() {
    seen = true;
  }

  @Override
  void failureExpected() {
    expected = true;
    seen = true;
  }

  @Override
  void reportUnseen(ErrorReporter reporter) {
    if (!seen && peek() instanceof Result.Failure<T>(Throwable error)) {
      reporter.report(error);
    }
  }

  @Override
  void cancelled() {
    Fibers.Unstarted entry = unstarted;
    if (entry != null && entry.take()) {
      scope.leave(null);
      return;
    }
    Scope running = root;
    if (running != null) {
      running.cancel();
    }
  }
}
