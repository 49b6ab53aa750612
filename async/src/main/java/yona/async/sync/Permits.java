package yona.async.sync;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Action;
import yona.async.AmongFibers;
import yona.async.Async;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Listener;
import yona.async.Source;
import yona.async.TimeoutException;
import yona.async.stack.StackRoom;

/**
 * Something that is acquired and given back: what a {@link Semaphore}, a {@link Mutex} and both
 * sides of an {@link RwLock} have in common.
 *
 * <p>First come, first served: who asks while others wait, waits behind them, be it by {@link
 * #acquire}, in a race or in a select. One who waits for several permits gets them all at once, and
 * those behind wait until then. Only who could be served and refuses is passed by.
 *
 * <p>As a source this gives a {@link Permit} to whoever takes it, who has then acquired it. A race
 * that is lost, a wait that is cancelled, a listener that throws and a function of {@link #map}
 * that throws acquire nothing. Closing the permit inside {@link Listener#complete} is allowed;
 * other uses of this there are refused by an {@link IllegalStateException}.
 *
 * <p>A computation that runs out of stack or memory on its way in leaves this as it was: what may
 * need memory is made, and the stack that waiting, waking and giving back need is tried out, before
 * anything is taken. A permit is closed no deeper on the stack than it was acquired, or there may
 * be no room for it.
 *
 * <p>Safe for use by any number of threads.
 */
public class Permits implements Source<Permit>, AmongFibers {

  /** Whether acquiring counts as a wait for the start rule of groups. */
  enum Counted {
    ALWAYS,
    IF_NOT_FREE,
    NEVER
  }

  final PermitPool pool;
  final int count;

  Permits(PermitPool pool, int count) {
    this.pool = pool;
    this.count = count;
  }

  /**
   * Acquires this. Suspends while others have it or have asked before. Counts as a wait for the
   * start rule of groups, also if it is free.
   *
   * <p>What it gives has to reach somebody who closes it: {@code try (Permit permit =
   * semaphore.acquire())}. To acquire within a time, use {@link #acquire(Duration)}: a timeout
   * drops what its body gives too late.
   *
   * @return the permit
   * @throws CancellationException if the computation is cancelled; nothing is acquired then
   */
  public final Permit acquire() {
    return acquire(Counted.ALWAYS);
  }

  final Permit acquire(Counted counted) {
    Fiber.beforeWait();
    // For giving back what is about to be taken.
    StackRoom.requireHere();
    Permit permit = new Permit(pool, count);
    PermitPool.Place place = pool.takeOrWait(this);
    try {
      if (counted == Counted.ALWAYS || (counted == Counted.IF_NOT_FREE && place != null)) {
        // Not before this has its place: the next member of a group may ask for the same.
        Fiber.reachedWait();
      }
      return place == null ? permit : place.await(this);
    } catch (Throwable error) {
      pool.undo(place, permit);
      throw error;
    }
  }

  /**
   * Acquires this like {@link #acquire()}, but does not wait for ever. Suspends.
   *
   * @param time how long to wait; if it is not positive, the time is over at once
   * @return the permit
   * @throws TimeoutException if the time was over first; nothing is acquired then
   * @throws CancellationException if the computation is cancelled; nothing is acquired then
   */
  public final Permit acquire(Duration time) {
    Objects.requireNonNull(time, "time");
    Permit free = time.isPositive() ? acquireIfFree() : null;
    return free == null ? acquireWithin(time) : free;
  }

  /** Does without a timer, which takes longer than all else. */
  private @Nullable Permit acquireIfFree() {
    Fiber.beforeWait();
    StackRoom.requireHere();
    Permit permit = new Permit(pool, count);
    if (!pool.tryTake(count)) {
      return null;
    }
    try {
      Fiber.reachedWait();
      return permit;
    } catch (Throwable error) {
      permit.close();
      throw error;
    }
  }

  private Permit acquireWithin(Duration time) {
    Permit[] acquired = new Permit[1];
    try {
      return Async.<Permit, RuntimeException>timeout(time, () -> acquired[0] = acquire());
    } catch (TimeoutException late) {
      if (acquired[0] == null) {
        throw late;
      }
      return acquired[0];
    } catch (Throwable error) {
      if (acquired[0] != null) {
        acquired[0].close();
      }
      throw error;
    }
  }

  /**
   * Acquires this if it is free and nobody waits for it; another word for {@link #poll()}. Never
   * waits.
   *
   * @return the permit, or null
   */
  public final @Nullable Permit tryAcquire() {
    return poll();
  }

  /**
   * Acquires this, runs a body, and gives it back however the body ends. Suspends.
   *
   * @param body what to run
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   * @throws CancellationException if the computation is cancelled before the body begins
   */
  public final <T extends @Nullable Object, X extends Throwable> T withPermit(
      Body<? extends T, ? extends X> body) throws X {
    Objects.requireNonNull(body, "body");
    try (Permit _ = acquire()) {
      return body.run();
    }
  }

  /**
   * {@link #withPermit(Body)} of a body without a result. Suspends.
   *
   * @param body what to run
   * @param <X> what it may raise
   * @throws X as the body does
   * @throws CancellationException if the computation is cancelled before the body begins
   */
  public final <X extends Throwable> void withPermit(Action<? extends X> body) throws X {
    withPermit(Action.<X>asBody(body));
  }

  /**
   * This as a resource, to be composed with others.
   *
   * @return a resource that is acquired by {@link #acquire()}
   */
  public final Resource<Permit, RuntimeException> resource() {
    return Resource.of(this::acquire, Permit::close);
  }

  @Override
  public final @Nullable Permit poll() {
    Fiber.beforeEffect("Permits.tryAcquire");
    Permit permit = new Permit(pool, count);
    return pool.tryTake(count) ? permit : null;
  }

  @Override
  public final boolean poll(Listener<? super Permit> listener) {
    Objects.requireNonNull(listener, "listener");
    return pool.poll(this, listener);
  }

  @Override
  public final void onComplete(Listener<? super Permit> listener) {
    Objects.requireNonNull(listener, "listener");
    pool.onComplete(this, listener);
  }

  @Override
  public final void dropListener(Listener<? super Permit> listener) {
    Objects.requireNonNull(listener, "listener");
    pool.dropListener(this, listener);
  }

  /** Another word for {@link #acquire()}. */
  @Override
  public final Permit await() {
    return acquire();
  }

  @Override
  public final Permit awaitUncounted() {
    return acquire(Counted.NEVER);
  }

  @Override
  public String toString() {
    return count + " permits of " + pool;
  }
}
