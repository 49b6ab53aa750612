package yona.graal;

import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.source.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;
import yona.language.runtime.YonaError;

/**
 * Awaitables of Python that are under way: tasks of an event loop, which is turned whenever a
 * thread that is in the context has nothing else to do. A task that calls Yona holds up its loop,
 * as any function does that waits in one; what it waits for then has another loop. All of it
 * happens in the context.
 *
 * <p>Each step of a task is a {@link ForeignCall}, which can be interrupted where it computes.
 * Where it waits for Yona, it is told by a {@code CancelledError}, and the cancellation that then
 * comes from asyncio is the same one: the task hears of it once.
 */
final class PythonTasks implements EventLoops {
  /** How many loops there are at most. Each has files of the system. */
  private static final int MOST_LOOPS = 100;

  /**
   * The same on threads of a host, where they lie on each other: some 50 KiB of the stack for each.
   * One that overflows has lost its tasks.
   */
  private static final int MOST_LOOPS_OF_HOST = 8;

  private static final String DONE = "done";
  private static final String INTERRUPTED = "interrupted";
  private static final String CANCELLED = "cancelled";
  private static final String TOLD = "told";

  private final YonaContext context;
  private final Object makeLoop;

  /** One, and others where tasks wait for tasks. */
  private final List<Loop> loops = new CopyOnWriteArrayList<>();

  PythonTasks(YonaContext context) {
    this.context = context;
    this.makeLoop = context.env().parsePublic(program()).call();
  }

  private static Source program() {
    try (InputStream text =
        Objects.requireNonNull(PythonTasks.class.getResourceAsStream("event_loop.py"))) {
      String program = new String(text.readAllBytes(), StandardCharsets.UTF_8);
      return Source.newBuilder("python", program, "event_loop.py").internal(true).build();
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  /** Starts one. */
  Pending start(Object awaitable) throws InteropException {
    Task task = new Task(loop());
    task.start(awaitable);
    context.turn(this);
    return task.pending;
  }

  /** The first loop that does not wait for what the calling thread does. */
  private Loop loop() throws InteropException {
    for (Loop loop : loops) {
      if (!loop.isBelow()) {
        return loop;
      }
    }
    int most = context.isOwn() ? MOST_LOOPS : MOST_LOOPS_OF_HOST;
    if (loops.size() >= most) {
      throw YonaError.of(
          "stackoverflow", "coroutines of Python wait for each other more than " + most + " deep");
    }
    Loop made = new Loop();
    loops.add(made);
    return made;
  }

  @Override
  public boolean areWanted() {
    for (Loop loop : loops) {
      if (!loop.awaited.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public long turn() {
    long nanos = Long.MAX_VALUE;
    for (Loop loop : loops) {
      nanos = Math.min(nanos, loop.turn());
    }
    return nanos;
  }

  @Override
  public void end(Throwable why) {
    loops.forEach(loop -> loop.end(why));
  }

  private static Object execute(Object function, Object... arguments) {
    try {
      return InteropLibrary.getUncached().execute(function, arguments);
    } catch (InteropException refusal) {
      throw ForeignErrors.refused(refusal);
    }
  }

  /** An event loop. */
  private final class Loop {
    private final Object start;
    private final Object turn;
    private final Object cancelledError;
    private final AtomicBoolean turning = new AtomicBoolean();

    /** What somebody waits for. */
    private final Set<Promise<Object>> awaited = ConcurrentHashMap.newKeySet();

    /** The step that is under way. */
    private volatile @Nullable Step step;

    Loop() throws InteropException {
      InteropLibrary interop = InteropLibrary.getUncached();
      Object functions =
          interop.execute(
              makeLoop,
              new Completion.Callback(
                  ofRoot -> new Completion.Callback(new Steps(this, ofRoot)::step)));
      this.start = interop.readArrayElement(functions, 0);
      this.turn = interop.readArrayElement(functions, 1);
      this.cancelledError = interop.readArrayElement(functions, 2);
    }

    /** Whether one of its tasks waits for what the calling thread does. */
    @SuppressWarnings("ReferenceEquality") // loops are compared by identity
    boolean isBelow() {
      for (ForeignCall call = ForeignCall.current(); call != null; call = call.outer()) {
        if (call instanceof Step step && step.loop == this) {
          return true;
        }
      }
      return false;
    }

    /** Keeps it turning until somebody completes a promise. */
    void await(Promise<Object> promise) {
      awaited.add(promise);
      promise.onComplete(_ -> awaited.remove(promise));
    }

    /** Gives in how many nanoseconds it wants to be turned again. */
    long turn() {
      // A task that has called Yona turns it, when it has what it waits for.
      if (awaited.isEmpty() || !turning.compareAndSet(false, true)) {
        return Long.MAX_VALUE;
      }
      try {
        return InteropLibrary.getUncached().asLong(execute(turn));
      } catch (UnsupportedMessageException refusal) {
        throw ForeignErrors.refused(refusal);
      } catch (AbstractTruffleException broken) {
        end(ForeignErrors.error(context, broken));
      } catch (StackOverflowError broken) {
        end(broken);
      } finally {
        turning.set(false);
      }
      return Long.MAX_VALUE;
    }

    /** Ends all tasks of the loop, which has no other turn. */
    private void end(Throwable broken) {
      loops.remove(this);
      awaited.forEach(promise -> promise.fail(broken));
    }
  }

  /** A part of a task, from one {@code await} to the next. */
  private static final class Step extends ForeignCall {
    private final Loop loop;
    private final @Nullable Task root;

    Step(YonaContext context, Steps steps, Supplier<Object> body) {
      super(context.env(), body, steps.outer);
      this.loop = steps.loop;
      this.root = steps.root;
    }

    /** Python's error: a task ends in its own way. */
    @Override
    RuntimeException interruption() {
      tell();
      try {
        return InteropLibrary.getUncached().throwException(execute(loop.cancelledError));
      } catch (AbstractTruffleException error) {
        return error;
      } catch (InteropException refusal) {
        throw ForeignErrors.refused(refusal);
      }
    }
  }

  /** The steps of a task of Python: of one that Yona has started, or of a child. */
  private final class Steps {
    private final Loop loop;

    /** The call that waits for who waits for it. */
    private final @Nullable ForeignCall outer;

    /** What Yona has started, with which this ends. */
    private final @Nullable Task root;

    /** Whether the task knows that the root is cancelled. The root is told by Python. */
    private boolean told;

    /** Of what Yona has started. */
    Steps(Loop loop, Task root) {
      this.loop = loop;
      this.root = root;
      this.told = true;
      ForeignCall call = ForeignCall.current();
      // A call is over when the task has begun, but a step waits for it, and so does an outer call.
      this.outer = call == null || call instanceof Step ? call : call.outer();
    }

    /**
     * Of what the step makes that is under way.
     *
     * @param ofRoot whether it ends with what Yona has started
     */
    Steps(Loop loop, Object ofRoot) {
      this.loop = loop;
      Step maker = loop.step;
      this.outer = maker == null ? null : maker.outer();
      this.root = maker == null || ofRoot.equals(false) ? null : maker.root;
    }

    /**
     * Does one.
     *
     * @param body a function of Python that does
     * @return what is to be done about it
     */
    Object step(Object body) {
      if (!told && root != null && root.cancelled) {
        told = true;
        return CANCELLED;
      }
      Step begun = new Step(context, this, () -> execute(body));
      loop.step = begun;
      try {
        context.run(begun);
      } finally {
        loop.step = null;
      }
      return switch (begun.result()) {
        case null -> {
          // It was cancelled before it began. So the task is, and ends where it waits.
          execute(body);
          yield DONE;
        }
        case Result.Success<Object> _ -> begun.isTold() ? TOLD : DONE;
        case Result.Failure<Object>(RuntimeException thrown)
            when !(thrown instanceof Interruption) ->
            throw thrown;
        case Result.Failure<Object>(Error thrown) -> throw thrown;
        default -> INTERRUPTED;
      };
    }
  }

  /** An awaitable that Yona has started. */
  private final class Task {
    private final Loop loop;
    private final Pending pending = new Pending(false, this::stop);
    private volatile @Nullable Object stop;
    private volatile boolean cancelled;

    Task(Loop loop) {
      this.loop = loop;
    }

    void start(Object awaitable) throws InteropException {
      Completion completion = new Completion(context, pending);
      stop =
          InteropLibrary.getUncached()
              .execute(
                  loop.start,
                  awaitable,
                  new Completion.Callback(new Steps(loop, this)::step),
                  completion.success(),
                  completion.failure());
      loop.await(pending.result());
    }

    /** Cancels it and what it has made, and waits for their end. Suspends. */
    private void stop() {
      Promise<Object> ended = new Promise<>();
      Completion.Callback end =
          new Completion.Callback(
              _ -> {
                ended.complete(GuestUnit.UNIT);
                return GuestUnit.UNIT;
              });
      cancelled = true;
      try (Scope _ = Scope.openShielded()) {
        Step now = loop.step;
        if (now != null && now.root == this) {
          now.cancel();
        }
        loop.await(ended);
        context.inside(() -> execute(stop, end));
        context.turn(PythonTasks.this);
        var _ = ended.await();
      } catch (YonaError | Leave closed) {
        // So it has ended.
      }
    }
  }
}
