package yona.async.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Group;
import yona.async.Running;
import yona.async.StackEnd;
import yona.testrun.TestLimit;

class MutexTest {

  @Test
  void fibersGetItInTheOrderInWhichTheyAskedForIt() throws Exception {
    List<Integer> order = new ArrayList<>();
    Running.program(
        () -> {
          Mutex mutex = new Mutex();
          Permit first = mutex.acquire();
          try (var group = Group.<RuntimeException>inOrder()) {
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
    for (int round = 0; round < 5; round++) {
      Mutex mutex = new Mutex();
      AtomicBoolean stop = new AtomicBoolean();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        threads.add(StackEnd.overflowing(20, () -> mutex.acquire().close()));
        threads.getLast().start();
      }
      // Fibers, so that there is always somebody to be woken.
      Thread others = Thread.ofPlatform().start(() -> useUntil(stop, mutex));
      for (Thread thread : threads) {
        assertThat(thread.join(TestLimit.ofWait())).as("got the mutex").isTrue();
      }
      stop.set(true);
      assertThat(others.join(TestLimit.ofWait())).as("got the mutex").isTrue();
      assertThat(mutex.isHeld()).isFalse();
    }
  }

  private static void useUntil(AtomicBoolean stop, Mutex mutex) {
    try {
      Running.program(
          () -> {
            try (var group = new Group<RuntimeException>()) {
              for (int i = 0; i < 3; i++) {
                group.fork(
                    () -> {
                      while (!stop.get()) {
                        mutex.withPermit(
                            () -> {
                              Async.yield();
                              return null;
                            });
                      }
                      return null;
                    });
              }
              group.join();
            }
            return null;
          });
    } catch (Exception error) {
      throw new AssertionError(error);
    }
  }

  @Test
  void membersOfAGroupGetItInTheirOrder() throws Exception {
    for (int round = 0; round < 300; round++) {
      List<Integer> order = new ArrayList<>();
      Running.program(
          () -> {
            Mutex mutex = new Mutex();
            try (var group = Group.<RuntimeException>inOrder()) {
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
