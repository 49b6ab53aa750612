package yona.async.monadic;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Listener;
import yona.async.Result;
import yona.async.Source;
import yona.async.clock.DelayedAction;

/** One wait of a run. What it waits for and its cancellation race for {@link #take}. */
abstract class Wait<T> {

  private static final VarHandle TAKEN;

  static {
    try {
      TAKEN = MethodHandles.lookup().findVarHandle(Wait.class, "taken", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Run<?> run;

  @SuppressWarnings("UnusedVariable") // by TAKEN
  private volatile boolean taken;

  private Wait(Run<?> run) {
    this.run = run;
  }

  final boolean take() {
    return TAKEN.compareAndSet(this, false, true);
  }

  /** Begins; it may be over before this returns. */
  abstract void begin();

  /** Leaves the place where it waits, if it has got there. */
  abstract void leave();

  final void cancel() {
    boolean first = take();
    // In any case: whoever came first may have done so before this had begun.
    leave();
    if (first) {
      run.resume(null, new CancellationException());
    }
  }

  /** For an item of a source. */
  static final class AtSource<T> extends Wait<T> implements Listener<T> {
    private final Source<T> source;
    private final boolean ofResults;

    AtSource(Run<?> run, Request.Await<T> await) {
      super(run);
      this.source = await.source;
      this.ofResults = await.ofResults;
    }

    @Override
    void begin() {
      source.onComplete(this);
    }

    @Override
    void leave() {
      source.dropListener(this);
    }

    @Override
    public boolean complete(T item) {
      if (!take()) {
        return false;
      }
      if (!ofResults) {
        run.resume(item, null);
      } else if (item instanceof Result.Success<?>(Object value)) {
        run.resume(value, null);
      } else {
        run.resume(null, ((Result.Failure<?>) item).error());
      }
      return true;
    }
  }

  /** For a time to pass. */
  static final class ForTime extends Wait<Object> implements Runnable {
    private final long nanos;
    private volatile @Nullable DelayedAction end;

    ForTime(Run<?> run, long nanos) {
      super(run);
      this.nanos = nanos;
    }

    @Override
    void begin() {
      end = DelayedAction.start(nanos, this);
    }

    @Override
    void leave() {
      DelayedAction set = end;
      if (set != null) {
        set.cancel();
      }
    }

    @Override
    public void run() {
      if (take()) {
        run.resume(null, null);
      }
    }
  }
}
