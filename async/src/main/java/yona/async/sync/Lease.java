package yona.async.sync;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;

/**
 * What was acquired of a {@link Resource}, until it is closed.
 *
 * <pre>{@code
 * try (Lease<Session, IOException> lease = session.open()) {
 *   lease.value().ask(question);
 * }
 * }</pre>
 *
 * <p>To hold it until a scope is left, link it: {@code scope.link(lease::close)}. It may be closed
 * by any thread; the value is as safe to share as it is itself.
 *
 * @param <T> what was acquired
 * @param <X> what releasing may raise
 */
public final class Lease<T extends @Nullable Object, X extends Exception> implements AutoCloseable {

  /** One release, which is due once its acquisition has succeeded; made before that begins. */
  static final class Duty<T extends @Nullable Object, X extends Exception> {
    private final Resource.Release<? super T, ? extends X> release;
    private @Nullable T acquired;
    private boolean due;

    private Duty(Resource.Release<? super T, ? extends X> release) {
      this.release = release;
    }

    void due(T value) {
      acquired = value;
      due = true;
    }

    @SuppressWarnings("NullAway") // what was acquired may be null only if T says so
    private void release() throws X {
      if (due) {
        release.release(acquired);
      }
    }
  }

  private @Nullable T value;

  /** Oldest first. Guarded by this. */
  private List<Duty<?, X>> duties = new ArrayList<>(2);

  Lease() {}

  <U extends @Nullable Object> Duty<U, X> duty(Resource.Release<? super U, ? extends X> release) {
    Duty<U, X> duty = new Duty<>(release);
    duties.add(duty);
    return duty;
  }

  void acquired(T all) {
    value = all;
  }

  /**
   * What was acquired.
   *
   * @return the value; after {@link #close} it is of no use
   */
  @SuppressWarnings("NullAway") // null only if T says so
  public T value() {
    return value;
  }

  /**
   * Releases everything in the reverse order; closing again does nothing. Runs shielded to its end:
   * may suspend where the releases do, and no cancellation cuts it short.
   *
   * @throws X the first error of a release; others go to the {@link yona.async.ErrorReporter}
   */
  @Override
  @SuppressWarnings("unchecked") // releases raise nothing else that is checked
  public void close() throws X {
    Throwable failure = release(null);
    if (failure != null) {
      throw (X) failure;
    }
  }

  /**
   * Releases everything; errors that come after the first one are reported.
   *
   * @param error the error that is on its way, or null
   * @return that error or the first of a release
   */
  @Nullable Throwable release(@Nullable Throwable error) {
    Throwable first = error;
    try (Scope shield = Scope.openShielded()) {
      for (Duty<?, X> duty : takeDuties().reversed()) {
        try {
          duty.release();
        } catch (Throwable failure) {
          if (first == null) {
            first = failure;
          } else {
            shield.report(failure);
          }
        }
      }
    }
    return first;
  }

  private synchronized List<Duty<?, X>> takeDuties() {
    List<Duty<?, X>> all = duties;
    duties = List.of();
    return all;
  }

  @Override
  public String toString() {
    return "lease of " + value;
  }
}
