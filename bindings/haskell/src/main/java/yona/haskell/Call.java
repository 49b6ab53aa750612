package yona.haskell;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Result;
import yona.async.Scope;

/** A call of Haskell that may wait, on a fiber. */
final class Call implements Body<Boolean, RuntimeException> {
  private static final long RUNNING = 0;

  /** Smaller ones are what Haskell waits at. */
  private static final long ENDED = -1;

  private final long target;
  private final long frame;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final AtomicLong state = new AtomicLong(RUNNING);
  private volatile long status;
  private volatile @Nullable Future<Boolean> future;

  Call(long target, long frame) {
    this.target = target;
    this.frame = frame;
  }

  /** Starts it. One that is cancelled before it has begun ends with that. */
  void start(Scope scope) {
    Future<Boolean> started = scope.future(this);
    future = started;
    started.onComplete(this::ended);
  }

  @Override
  public Boolean run() {
    if (begun.compareAndSet(false, true)) {
      end(Entry.leaf(target, frame));
    }
    return true;
  }

  private boolean ended(Result<Boolean> result) {
    if (begun.compareAndSet(false, true)) {
      end(Entry.thrown(new CancellationException(), frame));
    }
    return true;
  }

  /** Haskell looks at the frame for a while, and has it no longer when it has seen the end. */
  private void end(long how) {
    status = how;
    Memory.putLongRelease(frame + 8L * Frame.ENDED, 1);
    long place = state.getAndSet(ENDED);
    if (place != RUNNING) {
      Haskell.wake(place);
    }
  }

  /** How it has ended; or that it has not, with a reference to it in the frame. */
  long statusNow() {
    if (state.get() == ENDED) {
      return status;
    }
    Memory.putLong(frame + 8L * Frame.CALL, Entry.REFERENCES.add(this));
    return Entry.PENDING;
  }

  /** How it has ended; what is waited at is woken then, unless it has ended. */
  boolean await(long place) {
    return state.compareAndSet(RUNNING, place);
  }

  long status() {
    return status;
  }

  /** Cancels it; its end is still to be waited for. */
  void cancel() {
    Future<Boolean> started = future;
    if (started != null) {
      started.cancel();
    }
  }
}
