package yona.async.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Group;
import yona.async.Running;

class MutexTest {

  @Test
  void fibersGetItInTheOrderInWhichTheyAskedForIt() throws Exception {
    List<Integer> order = new ArrayList<>();
    Running.program(
        () -> {
          Mutex mutex = new Mutex();
          Permit first = mutex.acquire();
          try (var group = new Group<RuntimeException>()) {
            for (int i = 0; i < 100; i++) {
              int number = i;
              group.fork(
                  () -> {
                    try (Permit _ = mutex.acquire()) {
                      order.add(number);
                      Async.yield();
                    }
                    return null;
                  });
            }
            first.close();
            group.join();
          }
          return null;
        });
    assertThat(order).isEqualTo(IntStream.range(0, 100).boxed().toList());
  }

  @Test
  void onlyOneHasItAtATimeAlsoOnPlatformThreads() throws Exception {
    Mutex mutex = new Mutex();
    int[] count = {0};
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int n = 0; n < 5_000; n++) {
                      try (Permit _ = mutex.acquire()) {
                        count[0]++;
                      }
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(count[0]).isEqualTo(20_000);
  }

  @Test
  void aStackThatOverflowsInsideLocksNobodyOut() throws Exception {
    for (int round = 0; round < 20; round++) {
      Mutex mutex = new Mutex();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      for (int n = 0; n < 10_000; n++) {
                        mutex.acquire().close();
                      }
                    }));
      }
      for (int i = 0; i < 2; i++) {
        threads.add(new Thread(null, () -> overflowOften(mutex), "overflowing", 200_000));
        threads.getLast().start();
      }
      for (Thread thread : threads) {
        assertThat(thread.join(Duration.ofSeconds(30))).as("got the mutex").isTrue();
      }
    }
  }

  /** At another depth each time, so that another call is the one too many. */
  private static void overflowOften(Mutex mutex) {
    for (int start = 0; start < 100; start++) {
      int from = -start;
      assertThatThrownBy(() -> overflow(mutex, from)).isInstanceOf(StackOverflowError.class);
    }
  }

  private static int overflow(Mutex mutex, int depth) {
    if (depth >= 0) { // the frames before only move the depth
      mutex.acquire().close();
    }
    return depth == Integer.MAX_VALUE ? 0 : overflow(mutex, depth + 1) + 1;
  }

  @Test
  void membersOfAGroupGetItInTheirOrder() throws Exception {
    for (int round = 0; round < 300; round++) {
      List<Integer> order = new ArrayList<>();
      Running.program(
          () -> {
            Mutex mutex = new Mutex();
            try (var group = new Group<RuntimeException>()) {
              group.map(
                  IntStream.range(0, 5).iterator(),
                  5,
                  number -> {
                    try (Permit _ = mutex.acquire()) {
                      order.add(number);
                    }
                    return null;
                  });
            }
            return null;
          });
      assertThat(order).containsExactly(0, 1, 2, 3, 4);
    }
  }
}
