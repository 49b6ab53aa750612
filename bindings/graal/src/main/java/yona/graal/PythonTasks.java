package yona.graal;

import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.source.Source;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Result;
import yona.async.Scope;
import yona.language.runtime.YonaError;

/**
 * Awaitables of Python that are under way: tasks of an event loop, which is turned whenever a
 * thread that is in the context has nothing else to do. A task that calls Yona holds up its loop,
 * as any function does that waits in one; what it waits for then has another loop. All of it
 * happens in the context.
 *
 * <p>Each step of a task is a {@link ForeignCall}, which can be interrupted.
 */
final class PythonTasks implements ForeignCalls.EventLoops {
  private static final String PROGRAM =
      """
      def _yona_loop(child):
          import asyncio
          from collections.abc import Coroutine
          loop = asyncio.new_event_loop()
          class Raised(Exception):
              def __init__(self, error):
                  super().__init__(str(error))
                  self.error = error
              def __getattr__(self, name):
                  return getattr(self.error, name)
          class Steps(Coroutine):
              def __init__(self, coroutine, step):
                  self.coroutine = coroutine
                  self.step = step
              def advance(self, function, *arguments):
                  def body():
                      self.awaited = function(*arguments)
                  try:
                      end = self.step(body)
                  except BaseException as error:
                      if type(error).__name__ == 'ForeignException':
                          # Futures write into errors, which one of another language refuses.
                          raise Raised(error) from None
                      raise
                  if end == 'cancelled':
                      return self.throw(asyncio.CancelledError())
                  if end == 'interrupted':
                      raise asyncio.CancelledError
                  return self.awaited
              def send(self, value):
                  return self.advance(self.coroutine.send, value)
              def throw(self, *error):
                  return self.advance(self.coroutine.throw, *error)
              def close(self):
                  self.coroutine.close()
              def __await__(self):
                  return self.coroutine.__await__()
          def start(awaitable, step, success, failure):
              async def run():
                  try:
                      value = await awaitable
                  except Raised as raised:
                      failure(raised.error)
                  except BaseException as error:
                      failure(error)
                  else:
                      success(value)
              task = asyncio.Task(Steps(run(), step), loop=loop)
              def done(task):
                  if task.cancelled():
                      failure(asyncio.CancelledError())
              task.add_done_callback(done)
              return task.cancel
          def turn():
              below = asyncio._get_running_loop()
              asyncio._set_running_loop(None)
              try:
                  loop.call_soon(loop.stop)
                  loop.run_forever()
              finally:
                  asyncio._set_running_loop(below)
          def make(loop, coroutine, **options):
              return asyncio.Task(Steps(coroutine, child()), loop=loop, **options)
          loop.set_task_factory(make)
          return (start, turn)
      _yona_loop
      """;

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

  private final YonaContext context;
  private final Object makeLoop;

  /** One, and others where tasks wait for tasks. */
  private final List<Loop> loops = new CopyOnWriteArrayList<>();

  PythonTasks(YonaContext context) {
    this.context = context;
    Source program = Source.newBuilder("python", PROGRAM, "tasks of Yona").internal(true).build();
    this.makeLoop = context.env().parsePublic(program).call();
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
      if (!loop.tasks.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void turn() {
    loops.forEach(Loop::turn);
  }

  private static Object execute(Object function) {
    try {
      return InteropLibrary.getUncached().execute(function);
    } catch (InteropException refusal) {
      throw ForeignErrors.refused(refusal);
    }
  }

  /** An event loop. */
  private final class Loop {
    private final Object start;
    private final Object turn;
    private final AtomicBoolean turning = new AtomicBoolean();

    /** Those that are under way. */
    private final Set<Task> tasks = ConcurrentHashMap.newKeySet();

    /** The step that is under way. */
    private volatile @Nullable Step step;

    Loop() throws InteropException {
      InteropLibrary interop = InteropLibrary.getUncached();
      Object functions =
          interop.execute(
              makeLoop,
              new Completion.Callback(_ -> new Completion.Callback(new Steps(this)::step)));
      this.start = interop.readArrayElement(functions, 0);
      this.turn = interop.readArrayElement(functions, 1);
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

    void turn() {
      // A task that has called Yona turns it, when it has what it waits for.
      if (tasks.isEmpty() || !turning.compareAndSet(false, true)) {
        return;
      }
      try {
        execute(turn);
      } catch (AbstractTruffleException broken) {
        end(ForeignErrors.error(context, broken));
      } catch (StackOverflowError broken) {
        end(broken);
      } finally {
        turning.set(false);
      }
    }

    /** Ends all tasks of the loop, which was left in the middle of a turn and has no other. */
    private void end(Throwable broken) {
      loops.remove(this);
      tasks.forEach(task -> task.pending.result().fail(broken));
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
     * Of what the step makes that is under way. After a cancellation that may be what tidies up.
     */
    Steps(Loop loop) {
      this.loop = loop;
      Step maker = loop.step;
      this.outer = maker == null ? null : maker.outer();
      this.root = maker == null || maker.root == null || maker.root.cancelled ? null : maker.root;
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
        case Result.Success<Object> _ -> DONE;
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
    private volatile @Nullable Object cancel;
    private volatile boolean cancelled;

    Task(Loop loop) {
      this.loop = loop;
    }

    void start(Object awaitable) throws InteropException {
      Completion completion = new Completion(context, pending);
      cancel =
          InteropLibrary.getUncached()
              .execute(
                  loop.start,
                  awaitable,
                  new Completion.Callback(new Steps(loop, this)::step),
                  completion.success(),
                  completion.failure());
      loop.tasks.add(this);
      pending.result().onComplete(_ -> loop.tasks.remove(this));
    }

    /** Cancels it, and waits for its end. Suspends. */
    private void stop() {
      cancelled = true;
      try (Scope _ = Scope.openShielded()) {
        Step now = loop.step;
        if (now != null && now.root == this) {
          now.cancel();
        }
        context.inside(() -> execute(cancel));
        var _ = pending.result().await();
      } catch (YonaError | Leave closed) {
        // So it has ended.
      }
    }
  }
}
