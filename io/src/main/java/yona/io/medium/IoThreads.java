package yona.io.medium;

import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import yona.async.Future;
import yona.async.Promise;

/**
 * Threads for operations that may block in the kernel for as long as they like: opening a FIFO that
 * nobody writes, reading a terminal.
 *
 * <p>There is no limit: whoever waits for a thousand FIFOs has a thousand threads in the kernel,
 * each with a small stack, because there is no other way to open one without stopping a thread. A
 * thread that is done serves the next operation, the one that was busy last first, and ends after
 * {@link #IDLE_NANOS} without work. They are daemons: a process ends whatever hangs in them.
 */
public final class IoThreads {

  private static final long IDLE_NANOS = 10_000_000_000L;

  /** Enough for the JDK's file code, of which opening a file is the deepest. */
  private static final long STACK_BYTES = 256 * 1024;

  private static final ArrayDeque<Worker> IDLE = new ArrayDeque<>();

  private IoThreads() {}

  /** An operation that may fail. */
  @FunctionalInterface
  public interface Operation<T extends @Nullable Object> {
    T run() throws Exception;
  }

  /** Runs an operation on a thread of its own; its result completes the future. */
  public static <T extends @Nullable Object> Future<T> start(Operation<T> operation) {
    Promise<T> promise = new Promise<>();
    execute(
        () -> {
          T result;
          try {
            FileOutput.sendAll();
            result = operation.run();
          } catch (Throwable error) {
            promise.fail(error);
            return;
          }
          promise.complete(result);
        });
    return promise;
  }

  private static void execute(Runnable task) {
    Worker worker;
    synchronized (IDLE) {
      worker = IDLE.pollLast();
    }
    if (worker == null) {
      new Worker(task).start();
    } else {
      worker.task = task;
      LockSupport.unpark(worker);
    }
  }

  /** How many threads wait for an operation. */
  public static int idleCount() {
    synchronized (IDLE) {
      return IDLE.size();
    }
  }

  private static final class Worker extends Thread {

    /** What to run next; given by whoever took this out of the idle ones, or at birth. */
    private volatile @Nullable Runnable task;

    Worker(Runnable first) {
      super(null, null, "yona-io", STACK_BYTES, false);
      setDaemon(true);
      task = first;
    }

    @Override
    public void run() {
      do {
        Runnable given = task;
        task = null;
        given.run();
        // An interrupt that was meant for the operation must not disturb the next one.
        Thread.interrupted();
      } while (awaitTask());
    }

    private boolean awaitTask() {
      synchronized (IDLE) {
        IDLE.addLast(this);
      }
      long deadline = System.nanoTime() + IDLE_NANOS;
      while (task == null) {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
          synchronized (IDLE) {
            if (IDLE.remove(this)) {
              return false;
            }
          }
          // Somebody has taken this thread out and is about to give it a task.
          left = IDLE_NANOS;
        }
        LockSupport.parkNanos(IDLE, left);
      }
      return true;
    }
  }
}
