package yona.async;

import java.util.Objects;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import yona.async.scheduler.Fibers;

/**
 * Where fibers run. Chosen for a scope ({@link Async#blocking(FiberScheduler, Body)}), and for all
 * that is started in it and has no choice of its own; {@link #standard} if nobody chooses.
 *
 * <p>Only where {@code java.lang} is open to this library ({@code --add-opens
 * java.base/java.lang=yona.async}, or {@code =ALL-UNNAMED} on the class path) can virtual threads
 * have another scheduler than the JDK's. Elsewhere all choices mean that one: everything works,
 * slower, and the body that a scope runs on the calling thread stays there in any case.
 */
public final class FiberScheduler {

  private static final FiberScheduler JDK = new FiberScheduler(null, "the JDK's scheduler");

  private static final class Standard {
    static final FiberScheduler SCHEDULER = of(Fibers.standard());

    private static FiberScheduler of(@Nullable Executor own) {
      return new FiberScheduler(
          own, own == null ? "standard: the JDK's" : "standard: the library's own carriers");
    }
  }

  /** What takes the continuations; null for the JDK's own scheduler. */
  final @Nullable Executor executor;

  private final String name;

  private FiberScheduler(@Nullable Executor executor, String name) {
    this.executor = executor;
    this.name = name;
  }

  /**
   * The scheduler of this library: a carrier thread for each processor, with deep stacks. Fibers
   * that wake each other stay on one carrier; what is kept waiting moves to another.
   *
   * @return the scheduler
   */
  public static FiberScheduler standard() {
    return Standard.SCHEDULER;
  }

  /**
   * The scheduler that the JDK gives to virtual threads.
   *
   * @return the scheduler
   */
  public static FiberScheduler jdk() {
    return JDK;
  }

  /**
   * A scheduler like the standard one, with threads of its own, which end some seconds after the
   * last fiber.
   *
   * @param carriers how many threads run fibers at the same time, at least 1; with one, fibers
   *     never run at the same time, unless one of them is away in a blocking operation
   * @return a new scheduler
   */
  public static FiberScheduler carriers(int carriers) {
    if (carriers < 1) {
      throw new IllegalArgumentException("at least one carrier, not " + carriers);
    }
    return new FiberScheduler(Fibers.another(carriers), carriers + " carriers");
  }

  /**
   * A scheduler that hands each stretch of a fiber, from one wait to the next, to an executor.
   *
   * @param executor runs what it is given, each once, on platform threads; must not refuse
   * @return a new scheduler
   */
  public static FiberScheduler of(Executor executor) {
    Objects.requireNonNull(executor, "executor");
    return new FiberScheduler(executor, "scheduler of " + executor);
  }

  /**
   * What runs the stretches of fibers, for a scheduler that runs some of them itself and leaves the
   * others to this one. Safe for use by any number of threads.
   *
   * @return it; null where that is the JDK's own scheduler
   */
  public @Nullable Executor executor() {
    return executor;
  }

  /** Whether fibers run on carriers of this library. */
  boolean isOwn() {
    return executor != null && Fibers.isOwn(executor);
  }

  /**
   * What this is; of the {@link #standard} one, whether the JVM's options let it have carriers.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return name;
  }
}
