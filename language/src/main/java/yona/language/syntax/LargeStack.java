package yona.language.syntax;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;

/** A thread with a larger stack than the caller's, for phases that recurse as deep as a program. */
public final class LargeStack {
  private LargeStack() {}

  /**
   * Runs a task and waits for it, also if the calling thread is interrupted meanwhile. The caller's
   * {@linkplain Checkpoint checkpoints} hold for it.
   *
   * @param name the name of the thread
   * @param bytes the size of its stack; address space, of which only what is used becomes memory
   * @param task what to run
   * @return its result; what it throws is thrown here
   */
  public static <T extends @Nullable Object> T run(String name, long bytes, Supplier<T> task) {
    Outcome<T> outcome = new Outcome<>(task);
    Thread thread = new Thread(null, Checkpoint.inherited(outcome), name, bytes);
    thread.setDaemon(true);
    thread.start();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return outcome.get();
  }

  /** What has become of a task. */
  private static final class Outcome<T extends @Nullable Object> implements Runnable {
    private final Supplier<T> task;
    private @Nullable T result;
    private @Nullable Throwable failure;

    Outcome(Supplier<T> task) {
      this.task = task;
    }

    @Override
    public void run() {
      try {
        result = task.get();
      } catch (Throwable thrown) {
        failure = thrown;
      }
    }

    @SuppressWarnings("NullAway") // the task has ended: null is its result then
    T get() {
      if (failure instanceof RuntimeException thrown) {
        throw thrown;
      }
      if (failure instanceof Error thrown) {
        throw thrown;
      }
      if (failure != null) {
        throw new IllegalStateException(failure);
      }
      return result;
    }
  }
}
