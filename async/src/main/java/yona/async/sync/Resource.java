package yona.async.sync;

import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.SuspendingFunction;
import yona.async.stack.StackRoom;

/**
 * How something is acquired, and how it is released: a value that describes this, and can be
 * composed, before anything happens. Each {@link #use} acquires anew.
 *
 * <pre>{@code
 * Resource<Connection, IOException> connection = Resource.of(() -> connect(host), Connection::close);
 * Resource<Session, IOException> session =
 *     connection.flatMap(c -> Resource.of(() -> login(c), Session::logout));
 * Answer answer = session.use(s -> s.ask(question));    // logged out, then closed
 * }</pre>
 *
 * <p><b>What is released.</b> Whatever an acquisition has returned is released once, in the reverse
 * order, however the use ends: by a value, by an error, or by a cancellation, while it acquires,
 * uses or releases. Between the return of an acquisition and the duty to release there is no wait
 * and so no cancellation: one that arrives just as an acquisition succeeds is met by the use's
 * first wait. A cancellation <em>inside</em> an acquisition is raised there as anywhere; an
 * acquisition of several steps that wait is therefore written as several resources, or shielded by
 * {@link Async#uninterruptible}.
 *
 * <p><b>Releases</b> run shielded: they may wait, and no cancellation cuts them short; it comes
 * back at the first wait after them. An error in one does not keep the others from running. If
 * nothing else has gone wrong, the first error of a release is raised when all of them have run;
 * all others go to the {@link yona.async.ErrorReporter} of the scope, since the first error is on
 * its way. (Java's {@code try} attaches them to the first; but a cancellation is seen by nobody,
 * and what is attached to it would be lost.)
 *
 * <p>Immutable and safe for use by any number of threads, if the functions are.
 *
 * @param <T> what is acquired
 * @param <X> the checked exceptions that acquiring and releasing may raise; {@link
 *     RuntimeException} when they raise none
 */
public abstract class Resource<T extends @Nullable Object, X extends Exception> {

  /**
   * Gives back what was acquired.
   *
   * @param <T> what was acquired
   * @param <X> what it may raise
   */
  @FunctionalInterface
  public interface Release<T extends @Nullable Object, X extends Exception> {

    /**
     * Releases. May suspend; is not cancelled.
     *
     * @param acquired what the acquisition gave
     * @throws X if it fails; it is not tried again
     */
    void release(T acquired) throws X;
  }

  private Resource() {}

  /** Acquires, and notes in the lease what is to be released. */
  abstract T acquire(Lease<?, X> lease) throws X;

  // ---- making ----------------------------------------------------------------------------------

  /**
   * A resource of two functions.
   *
   * @param acquire acquires; may suspend; if it raises, nothing is released
   * @param release releases what was acquired; called once
   * @param <T> what is acquired
   * @param <X> what the two may raise
   * @return the resource
   */
  public static <T extends @Nullable Object, X extends Exception> Resource<T, X> of(
      Body<? extends T, ? extends X> acquire, Release<? super T, ? extends X> release) {
    Objects.requireNonNull(acquire, "acquire");
    Objects.requireNonNull(release, "release");
    return new Resource<>() {
      @Override
      T acquire(Lease<?, X> lease) throws X {
        Lease.Duty<T, X> duty = lease.duty(release);
        T acquired = acquire.run();
        duty.due(acquired);
        return acquired;
      }
    };
  }

  /**
   * A resource that is there already and is not released.
   *
   * @param value what {@link #use} works with
   * @param <T> what it is
   * @param <X> what is never raised
   * @return the resource
   */
  public static <T extends @Nullable Object, X extends Exception> Resource<T, X> value(T value) {
    return new Resource<>() {
      @Override
      T acquire(Lease<?, X> lease) {
        return value;
      }
    };
  }

  /**
   * Several resources, acquired one after the other and released in the reverse order.
   *
   * @param resources any number
   * @param <T> what is acquired
   * @param <X> what acquiring and releasing may raise
   * @return a resource of all that was acquired, in the order given
   */
  public static <T, X extends Exception> Resource<List<T>, X> all(
      List<? extends Resource<? extends T, ? extends X>> resources) {
    Objects.requireNonNull(resources, "resources");
    for (Resource<?, ?> resource : resources) {
      Objects.requireNonNull(resource, "resource");
    }
    List<Resource<? extends T, ? extends X>> all = List.copyOf(resources);
    return new Resource<>() {
      @Override
      @SuppressWarnings("unchecked")
      List<T> acquire(Lease<?, X> lease) throws X {
        Object[] acquired = new Object[all.size()];
        for (int i = 0; i < acquired.length; i++) {
          acquired[i] = Resource.<T, X>widened(all.get(i)).acquire(lease);
        }
        return (List<T>) List.of(acquired);
      }
    };
  }

  /**
   * A resource gives what it acquires and raises exceptions; both may be taken for more general.
   */
  @SuppressWarnings("unchecked")
  private static <T extends @Nullable Object, X extends Exception> Resource<T, X> widened(
      Resource<? extends T, ? extends X> resource) {
    return (Resource<T, X>) resource;
  }

  // ---- composing -------------------------------------------------------------------------------

  /**
   * A resource of what a function makes of this one's.
   *
   * @param function applied after acquiring; if it raises, this one is released
   * @param <U> its results
   * @return a resource that acquires and releases this one
   */
  public final <U extends @Nullable Object> Resource<U, X> map(
      Function<? super T, ? extends U> function) {
    Objects.requireNonNull(function, "function");
    return new Resource<>() {
      @Override
      U acquire(Lease<?, X> lease) throws X {
        return function.apply(Resource.this.acquire(lease));
      }
    };
  }

  /**
   * A resource that needs this one: acquired after it, released before it.
   *
   * @param function makes it of what was acquired; if it raises, this one is released
   * @param <U> what it acquires
   * @return a resource that acquires and releases both
   */
  public final <U extends @Nullable Object> Resource<U, X> flatMap(
      Function<? super T, ? extends Resource<? extends U, ? extends X>> function) {
    Objects.requireNonNull(function, "function");
    return new Resource<>() {
      @Override
      U acquire(Lease<?, X> lease) throws X {
        T first = Resource.this.acquire(lease);
        return Resource.<U, X>widened(
                Objects.requireNonNull(function.apply(first), "the function gave no resource"))
            .acquire(lease);
      }
    };
  }

  /**
   * This and another one: acquired after it, released before it.
   *
   * @param other the other one
   * @param function makes one value of what both have acquired; if it raises, both are released
   * @param <U> what the other one acquires
   * @param <R> its results
   * @return a resource that acquires and releases both
   */
  public final <U extends @Nullable Object, R extends @Nullable Object> Resource<R, X> and(
      Resource<? extends U, ? extends X> other,
      BiFunction<? super T, ? super U, ? extends R> function) {
    Objects.requireNonNull(other, "other");
    Objects.requireNonNull(function, "function");
    return flatMap(
        first -> Resource.<U, X>widened(other).map(second -> function.apply(first, second)));
  }

  // ---- using -----------------------------------------------------------------------------------

  /**
   * Acquires, runs a body, and releases. May suspend where its parts do.
   *
   * @param body what to do with what was acquired; must not keep it
   * @param <R> its result
   * @param <Y> what it may raise
   * @return its result
   * @throws X the error of acquiring, or, if the body has ended by a value, of releasing
   * @throws Y as the body does
   * @throws CancellationException if the computation was cancelled before, or is during a wait of
   *     acquiring or of the body
   */
  public final <R extends @Nullable Object, Y extends Throwable> R use(
      SuspendingFunction<? super T, ? extends R, ? extends Y> body) throws X, Y {
    Objects.requireNonNull(body, "body");
    Lease<T, X> lease = open();
    R result;
    try {
      result = body.apply(lease.value());
    } catch (Throwable error) {
      lease.release(error);
      throw error;
    }
    lease.close();
    return result;
  }

  /**
   * Acquires, for a {@code try} statement. May suspend where acquiring does.
   *
   * @return what was acquired, and is released by {@link Lease#close}
   * @throws X the error of acquiring; what was acquired before it has been released
   * @throws CancellationException if the computation was cancelled before, or is during a wait of
   *     acquiring
   */
  public final Lease<T, X> open() throws X {
    Fiber.current().checkCancelled();
    StackRoom.requireHere();
    Lease<T, X> lease = new Lease<>();
    try {
      lease.acquired(acquire(lease));
    } catch (Throwable error) {
      lease.release(error);
      throw error;
    }
    return lease;
  }
}
