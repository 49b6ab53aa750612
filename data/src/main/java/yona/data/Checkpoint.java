package yona.data;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.lang.ref.Reference;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where computations that may be long look whether they are to stop: each way around a loop or a
 * recursion of a program, and walks over values whose length is not bounded by the memory they
 * take.
 *
 * <p>Until somebody wants to stop something for the first time, {@link #pass} costs nothing where
 * it is compiled by C2: whether it has to look at anything is told by the target of a call site,
 * which the machine code takes for a constant, and the virtual machine discards that code when the
 * target changes (as a {@link java.lang.invoke.SwitchPoint}). It changes once in a process; from
 * then on a checkpoint is the read of one field. A target for each stop would be discarded code for
 * each stop, and HotSpot gives up on a method that it has compiled too often. Thread-safe.
 */
@SuppressWarnings("ReferenceEquality") // handles are compared by identity
public final class Checkpoint {
  /** From so many bytes on an allocation is asked for. */
  private static final long LARGE = 1 << 20;

  /** How many want to stop something. */
  private static final AtomicInteger RAISED = new AtomicInteger();

  /** What threads that pass look at. */
  private static volatile @Nullable Reference<?> watched;

  /** Whether threads that pass have anything to look at. Written under the class's lock. */
  private static volatile boolean raised;

  private static volatile Supplier<Guard> guards = () -> _ -> {};

  /** The target of {@link #STATE} until something is raised. Neither of the two is ever called. */
  private static final MethodHandle UNARMED = MethodHandles.constant(boolean.class, false);

  private static final MethodHandle ARMED = MethodHandles.constant(boolean.class, true);

  /**
   * Its target tells whether {@link #pass} looks at anything. The target is compared and not
   * called: the JVM makes a class of a handle that interpreted code calls often.
   */
  private static final MutableCallSite STATE = new MutableCallSite(UNARMED);

  /** The guard of the thread that the calling one computes for. */
  private static final ThreadLocal<@Nullable Guard> INHERITED = new ThreadLocal<>();

  /** Decides whether a thread goes on. */
  @FunctionalInterface
  public interface Guard {
    /**
     * Goes on, or throws what stops the thread.
     *
     * @param bytes how much it is about to allocate at once if that is much, else 0
     */
    void look(long bytes);
  }

  private Checkpoint() {}

  /** Goes on, or is stopped: then what the guard throws is thrown. */
  public static void pass() {
    if (STATE.getTarget() != UNARMED && raised) {
      look();
    }
  }

  private static void look() {
    Reference<?> reference = watched;
    if (RAISED.get() > 0 || (reference != null && reference.refersTo(null))) {
      guard().look(0);
    }
  }

  /**
   * What computations say before they allocate an array of any size: goes on, or is stopped.
   *
   * @param bytes the size of the array, about
   */
  public static void allocating(long bytes) {
    if (bytes >= LARGE && raised) {
      guard().look(bytes);
    }
  }

  /**
   * The same of a text that grows by appending, in an array that is doubled now and then.
   *
   * @param length how long it is
   * @param asked what this gave the last time, 0 at first
   * @return the length up to which there is nothing to ask for
   */
  public static int growing(int length, int asked) {
    if (length < asked) {
      return asked;
    }
    // Both arrays, of two bytes a character.
    allocating(6L * length);
    return Math.max(2 * length, 1_024);
  }

  private static Guard guard() {
    Guard inherited = INHERITED.get();
    return inherited == null ? guards.get() : inherited;
  }

  /**
   * Who decides whether a thread is to stop. To be called once, by the language.
   *
   * @param guards called by every thread that passes while a checkpoint is raised; gives what then
   *     looks, there or in a thread that computes for it
   */
  public static void guardedBy(Supplier<Guard> guards) {
    Checkpoint.guards = Objects.requireNonNull(guards, "guards");
  }

  /**
   * A task for another thread, which is stopped there when the calling one is to stop.
   *
   * @param task what the other thread is to run while the calling one waits
   * @return the task
   */
  public static Runnable inherited(Runnable task) {
    Objects.requireNonNull(task, "task");
    Guard guard = guard();
    return () -> {
      INHERITED.set(guard);
      try {
        task.run();
      } finally {
        INHERITED.remove();
      }
    };
  }

  /** Lets the guard look at every thread that passes, until {@link #lower} is called as often. */
  public static void raise() {
    RAISED.getAndIncrement();
    update();
  }

  /** Ends what {@link #raise} began. */
  public static void lower() {
    RAISED.getAndDecrement();
    update();
  }

  /**
   * Lets the guard look at every thread that passes once a reference has been cleared.
   *
   * @param reference instead of the one before; null for none
   */
  public static void watch(@Nullable Reference<?> reference) {
    watched = reference;
    update();
  }

  private static synchronized void update() {
    raised = RAISED.get() > 0 || watched != null;
    if (raised && STATE.getTarget() == UNARMED) {
      STATE.setTarget(ARMED);
      MutableCallSite.syncAll(new MutableCallSite[] {STATE});
    }
  }
}
