package yona.haskell;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Scope;

/** A call of Haskell that may wait, on a fiber. */
final class Call implements Body<Boolean, RuntimeException> {
  private static final long RUNNING = 0;

  /** Smaller ones are what Haskell waits at. */
  private static final long ENDED = -1;

  private final long target;
  private final long frame;
  private final AtomicLong state = new AtomicLong(RUNNING);
  private volatile boolean begun;
  private volatile long status;
  private volatile @Nullable Future<Boolean> future;

  Call(long target, long frame) {
    this.target = target;
    this.frame = frame;
  }

  void start(Scope scope) {
    Future<Boolean> started = scope.future(this);
    future = started;
    if (!begun && started.poll() != null) {
      throw new CancellationException();
    }
  }

  @Override
  public Boolean run() {
    begun = true;
    status = Entry.leaf(target, frame);
    long place = state.getAndSet(ENDED);
    if (place != RUNNING) {
      Haskell.wake(place);
    }
    return true;
  }

  /** How it has ended, or that it has not. */
  long status(long frame) {
    if (state.get() == ENDED) {
      return status;
    }
    Memory.putLong(frame + 16, Entry.REFERENCES.add(this));
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
