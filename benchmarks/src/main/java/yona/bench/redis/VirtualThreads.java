package yona.bench.redis;

import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What clients that block, or seem to, are called from. */
final class VirtualThreads {
  private VirtualThreads() {}

  /** A virtual thread for each caller; waits for all. */
  static void together(int callers, MeasuredClient.Caller caller) throws Exception {
    var all = new ArrayList<Future<Boolean>>(callers);
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < callers; i++) {
        int number = i;
        all.add(
            executor.submit(
                () -> {
                  caller.run(number);
                  return true;
                }));
      }
    }
    for (var each : all) {
      each.get();
    }
  }

  /** A virtual thread for each question; counts the right answers. */
  static long pongs(int count, Callable<String> ping) throws Exception {
    var replies = new ArrayList<Future<String>>(count);
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        replies.add(executor.submit(ping));
      }
    }
    long pongs = 0;
    for (var reply : replies) {
      pongs += MeasuredClient.pong(reply.get());
    }
    return pongs;
  }
}
