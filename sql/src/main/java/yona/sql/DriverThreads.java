package yona.sql;

import java.util.concurrent.Callable;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;
import yona.async.scheduler.Fibers;

/**
 * Where the code of drivers runs: beside the fiber that waits for it, so that a cancellation
 * reaches the fiber and no interrupt reaches the driver. (Interrupted, a socket of a virtual thread
 * and a file of H2 close; pools loop.)
 *
 * <p>A driver that waits on sockets gets a virtual thread. One that waits in files or native code,
 * or may do so, would block its carrier: it gets a platform thread. There are as many at a time as
 * connections.
 */
final class DriverThreads {

  private static final long IDLE_SECONDS = 10;

  /** Enough for the parsers of databases that run in this process. */
  private static final long STACK_BYTES = 1024 * 1024;

  private static final AtomicInteger NUMBER = new AtomicInteger();

  private static final ThreadPoolExecutor PLATFORM =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread =
                new Thread(null, task, "yona-sql-" + NUMBER.incrementAndGet(), STACK_BYTES, false);
            thread.setDaemon(true);
            return thread;
          });

  private DriverThreads() {}

  /** Runs a call beside the caller; what it gives or raises completes the promise. */
  static <T extends @Nullable Object> Promise<T> start(Dialect dialect, Callable<T> call) {
    Promise<T> promise = new Promise<>();
    Runnable task =
        () -> {
          T result;
          try {
            result = call.call();
          } catch (Throwable error) {
            promise.fail(error);
            return;
          }
          promise.complete(result);
        };
    if (dialect.blocksInSockets) {
      Fibers.start(task);
    } else {
      PLATFORM.execute(task);
    }
    return promise;
  }
}
