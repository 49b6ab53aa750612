package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Groups whose members start one behind the other, each up to its first wait. */
class GroupInOrderTest {

  private final List<String> trace = Collections.synchronizedList(new ArrayList<>());

  private String traced(String name) {
    trace.add(name + " starts");
    Async.yield();
    trace.add(name + " ends");
    return name;
  }

  @Test
  void theNextMemberStartsWhenTheOneBeforeHasReachedAWait() throws Exception {
    Running.program(
        () -> {
          try (var group = Group.<RuntimeException>inOrder()) {
            return group.all(() -> traced("a"), () -> traced("b"), () -> traced("c"));
          }
        });
    assertThat(trace.indexOf("a starts")).isLessThan(trace.indexOf("b starts"));
    assertThat(trace.indexOf("b starts")).isLessThan(trace.indexOf("c starts"));
  }

  @Test
  void aMemberThatDoesNotWaitIsDoneBeforeTheNextStarts() throws Exception {
    List<Integer> seen = new ArrayList<>();
    Running.program(
        () -> {
          try (var group = Group.<RuntimeException>inOrder()) {
            for (int i = 0; i < 50; i++) {
              int number = i;
              Future<Boolean> future = group.fork(() -> seen.add(number));
              assertThat(future.poll()).isNotNull();
            }
            group.join();
          }
          return null;
        });
    assertThat(seen).isEqualTo(IntStream.range(0, 50).boxed().toList());
  }

  @Test
  void aMemberThatFailsBeforeALaterOneHasStartedKeepsItFromStarting() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(
                  () -> {
                    try (var group = Group.<RuntimeException>inOrder()) {
                      group.fork(
                          () -> {
                            throw new IllegalStateException("first");
                          });
                      group.fork(() -> trace.add("started"));
                    }
                  })
              .hasMessage("first");
          return null;
        });
    assertThat(trace).isEmpty();
  }

  @Test
  void applicationsThatDoNotWaitTakeNoFiber() throws Exception {
    Running.program(
        () -> {
          long before = Fiber.startedCount();
          try (var group = Group.<RuntimeException>inOrder()) {
            assertThat(group.map(IntStream.range(0, 500).iterator(), 1_024, e -> e)).hasSize(500);
          }
          assertThat(Fiber.startedCount()).isEqualTo(before);
          return null;
        });
  }

  @Test
  void mapStopsAtTheFirstFailure() throws Exception {
    AtomicInteger begun = new AtomicInteger();
    Running.program(
        () -> {
          assertThatThrownBy(
                  () -> {
                    try (var group = Group.<IOException>inOrder()) {
                      group.map(
                          IntStream.range(0, 1_000).iterator(),
                          1_024,
                          element -> {
                            begun.incrementAndGet();
                            if (element == 10) {
                              throw new IOException("at 10");
                            }
                            return element;
                          });
                    }
                  })
              .hasMessage("at 10");
          return null;
        });
    assertThat(begun.get()).isEqualTo(11);
  }

  @Test
  void aRaceThatIsDecidedStartsNobodyElse() throws Exception {
    Running.program(
        () -> {
          try (var group = Group.<RuntimeException>inOrder()) {
            assertThat(group.<Object>race(List.of(() -> "first", () -> trace.add("started"))))
                .isEqualTo("first");
          }
          return null;
        });
    assertThat(trace).isEmpty();
  }

  @Test
  void aBodyThatComputesDoesNotHoldUpARaceForEver() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    Running.program(
        () -> {
          try (var group = Group.<RuntimeException>inOrder()) {
            assertThat(
                    group.<Object>race(
                        List.of(
                            () -> {
                              while (!over.get()) {
                                Thread.onSpinWait();
                              }
                              return new Promise<Object>().await();
                            },
                            () -> {
                              over.set(true);
                              return "second";
                            })))
                .isEqualTo("second");
          }
          return null;
        });
  }

  @Test
  void placesInAQueueAreTakenInTheOrderOfTheForks() throws Exception {
    List<Integer> served =
        Running.program(
            () -> {
              var queue = new yona.async.channel.SyncChannel<Integer>();
              List<Integer> read = new ArrayList<>();
              Async.<Object, RuntimeException>groupInOrder(
                  group -> {
                    for (int i = 0; i < 50; i++) {
                      int number = i;
                      group.fork(
                          () -> {
                            queue.send(number);
                            return null;
                          });
                    }
                    for (int i = 0; i < 50; i++) {
                      read.add(queue.take());
                    }
                    return null;
                  });
              return read;
            });
    assertThat(served).isEqualTo(IntStream.range(0, 50).boxed().toList());
  }

  @Test
  void theFirstOfARaceThatWaitsForNothingWins() throws Exception {
    for (int i = 0; i < 100; i++) {
      int winner =
          Running.program(
              () ->
                  Async.<Integer, RuntimeException>groupInOrder(
                      group -> group.race(List.of(() -> 1, () -> 2))));
      assertThat(winner).isEqualTo(1);
    }
  }
}
