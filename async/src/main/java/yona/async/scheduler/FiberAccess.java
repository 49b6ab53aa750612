package yona.async.scheduler;

import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;

/** What the other packages need of fibers and users of them do not; {@link Fiber} gives it. */
public abstract class FiberAccess {

  private static volatile @Nullable FiberAccess given;

  /** For {@link Fiber} alone. */
  protected FiberAccess() {}

  /**
   * Takes the access from the fiber's class.
   *
   * @param access what to give to those who ask
   */
  public static void give(FiberAccess access) {
    given = access;
  }

  /**
   * The access.
   *
   * @return always the same
   */
  public static FiberAccess get() {
    if (given == null) {
      Fiber.startedCount();
    }
    return given;
  }

  /**
   * The scheduler of the scope that the fiber stands in.
   *
   * @param fiber the calling fiber
   * @return the scheduler, or null for the JDK's
   */
  public abstract @Nullable Executor scheduler(Fiber fiber);

  /**
   * The innermost coroutine that the fiber runs.
   *
   * @param fiber the calling fiber
   * @return what was set
   */
  public abstract @Nullable Object coroutine(Fiber fiber);

  /**
   * Sets the innermost coroutine.
   *
   * @param fiber the calling fiber
   * @param coroutine the coroutine
   */
  public abstract void setCoroutine(Fiber fiber, @Nullable Object coroutine);

  /**
   * Raises the refusal of what the fiber obeys, if it obeys something.
   *
   * @param fiber the calling fiber
   * @param operation what it must not do then
   */
  public abstract void refuse(Fiber fiber, String operation);

  /**
   * Puts another thread under the calling fiber, which has to stop being the fiber then.
   *
   * @param fiber the calling fiber
   * @param to the thread, which has the fiber as its handler of uncaught exceptions or is its own
   * @return whether this thread was interrupted, which it is no longer: the other one should be
   */
  public abstract boolean move(Fiber fiber, Thread to);
}
