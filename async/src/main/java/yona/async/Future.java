package yona.async;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A value that will be there once: a source of its {@link Result}.
 *
 * <p>It is either <em>runnable</em>, the result of a fiber ({@link Group#fork}), or
 * <em>completable</em> ({@link Promise}). Safe for use by any number of threads.
 *
 * @param <T> the value
 */
public abstract class Future<T extends @Nullable Object> implements Source<Result<T>> {

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Future.class, "state", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Null or the newest {@link Waiting} before the result is there, then the {@link Result}. */
  private volatile @Nullable Object state;

  /** A listener and those that came before it. */
  private record Waiting(Listener<? super Result<?>> listener, @Nullable Waiting older) {}

  Future() {}

  /**
   * The result if it is there.
   *
   * @return the result, or null
   */
  @SuppressWarnings("unchecked")
  @Override
  public final @Nullable Result<T> poll() {
    return state instanceof Result<?> result ? (Result<T>) result : null;
  }

  /**
   * The result if it is there; another word for {@link #poll}.
   *
   * @return the result, or null
   */
  public final @Nullable Result<T> now() {
    return poll();
  }

  /**
   * Waits for the result. Suspends.
   *
   * @return success or failure
   * @throws CancellationException if the waiting computation is cancelled
   */
  public final Result<T> result() {
    return await();
  }

  /**
   * Waits for the value. Suspends.
   *
   * @return the value; if the computation failed, its error is raised: the same object
   * @throws CancellationException if the waiting computation is cancelled
   */
  public final T value() {
    return await().get();
  }

  @Override
  public final boolean poll(Listener<? super Result<T>> listener) {
    Result<T> result = poll();
    if (result == null) {
      return false;
    }
    listener.complete(result);
    return true;
  }

  @SuppressWarnings("unchecked")
  @Override
  public final void onComplete(Listener<? super Result<T>> listener) {
    Listener<? super Result<?>> erased = (Listener<? super Result<?>>) (Listener<?>) listener;
    while (!poll(listener)) {
      Object seen = state;
      if (!(seen instanceof Result<?>)
          && STATE.compareAndSet(this, seen, new Waiting(erased, (Waiting) seen))) {
        return;
      }
    }
  }

  @Override
  public final void dropListener(Listener<? super Result<T>> listener) {
    for (; ; ) {
      Object seen = state;
      if (!(seen instanceof Waiting waiting)
          || STATE.compareAndSet(this, seen, without(waiting, listener))) {
        return;
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // listeners have an identity
  private static @Nullable Waiting without(Waiting all, Listener<?> dropped) {
    Waiting kept = null;
    for (Waiting each = oldestFirst(all); each != null; each = each.older) {
      if (each.listener != dropped) {
        kept = new Waiting(each.listener, kept);
      }
    }
    return kept;
  }

  private static @Nullable Waiting oldestFirst(@Nullable Waiting newest) {
    Waiting reversed = null;
    for (Waiting each = newest; each != null; each = each.older) {
      reversed = new Waiting(each.listener, reversed);
    }
    return reversed;
  }

  /** Sets the result unless there is one; tells the listeners in the order in which they came. */
  final boolean complete(Result<T> result) {
    for (; ; ) {
      Object seen = state;
      if (seen instanceof Result<?>) {
        return false;
      }
      if (STATE.compareAndSet(this, seen, result)) {
        Waiting newest = (Waiting) seen;
        if (newest != null) {
          Waiting first = newest.older == null ? newest : oldestFirst(newest);
          for (Waiting each = first; each != null; each = each.older) {
            each.listener.complete(result);
          }
        }
        return true;
      }
    }
  }
}
