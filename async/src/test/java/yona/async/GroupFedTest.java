package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import yona.async.channel.SyncChannel;
import yona.property.Property;

/** Elements of a group's map that have to be waited for. */
class GroupFedTest {

  @Test
  void whoWaitsForAnElementLetsTheGroupAroundGoOn() throws Exception {
    SyncChannel<Integer> pipe = new SyncChannel<>();
    List<Integer> results = new ArrayList<>();
    Running.program(
        () -> {
          try (var around = new Group<RuntimeException>()) {
            around.inTurn(
                10,
                new Group.Members<RuntimeException>() {
                  private int next;

                  @Override
                  public boolean hasNext() {
                    return next < 2;
                  }

                  @Override
                  public void next() {
                    if (next++ == 0) {
                      try (var group = new Group<RuntimeException>()) {
                        results.addAll(
                            group.<Integer, Integer>mapFed(
                                () -> {
                                  Integer element = pipe.read().get();
                                  return element == 0 ? null : element;
                                },
                                2,
                                e -> e + 1));
                      }
                    } else {
                      pipe.send(1);
                      pipe.send(2);
                      pipe.send(0);
                    }
                  }
                });
          }
          return null;
        });
    assertThat(results).containsExactly(2, 3);
  }

  @Test
  void applicationsRunWhileTheNextElementIsWaitedFor() throws Exception {
    Promise<Integer> second = new Promise<>();
    AtomicInteger asked = new AtomicInteger();
    List<Integer> results =
        Running.program(
            () -> {
              try (var group = new Group<RuntimeException>()) {
                return group.<Integer, Integer>mapFed(
                    () ->
                        switch (asked.getAndIncrement()) {
                          case 0 -> 1;
                          case 1 -> second.value();
                          default -> null;
                        },
                    5,
                    e -> {
                      Async.yield();
                      second.complete(e + 1);
                      return e;
                    });
              }
            });
    assertThat(results).containsExactly(1, 2);
  }

  @Test
  void anErrorOfAnElementEndsTheGroup() {
    AtomicBoolean cancelled = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    assertThatThrownBy(
            () ->
                Running.program(
                    () -> {
                      try (var group = new Group<RuntimeException>()) {
                        return group.<Integer, Integer>mapFed(
                            () -> {
                              if (asked.getAndIncrement() == 1) {
                                throw new IllegalStateException("no element");
                              }
                              return 1;
                            },
                            5,
                            _ -> {
                              try {
                                throw Async.never();
                              } catch (CancellationException e) {
                                cancelled.set(true);
                                throw e;
                              }
                            });
                      }
                    }))
        .hasMessage("no element");
    assertThat(cancelled).isTrue();
  }

  @Test
  void elementsAreAskedForOneAtATimeAndWhenThereIsRoom() {
    Property.check(
        300,
        choices -> {
          int count = choices.below(30);
          int limit = 1 + choices.below(4);
          boolean[] slowElement = new boolean[count + 1];
          boolean[] slowApplication = new boolean[count + 1];
          for (int i = 0; i <= count; i++) {
            slowElement[i] = choices.yes();
            slowApplication[i] = choices.yes();
          }
          boolean inOrder = choices.yes();
          choices.note(count + " elements, " + limit + " at a time, in order: " + inOrder);
          Iterator<Integer> numbers = IntStream.range(0, count).iterator();
          AtomicBoolean asking = new AtomicBoolean();
          AtomicInteger running = new AtomicInteger();
          List<Integer> results =
              run(
                  () -> {
                    try (var group = new Group<RuntimeException>(inOrder)) {
                      return group.<Integer, Integer>mapFed(
                          () -> {
                            assertThat(asking.getAndSet(true)).isFalse();
                            assertThat(running.get()).isLessThan(limit);
                            Integer number = numbers.hasNext() ? numbers.next() : null;
                            if (slowElement[number == null ? count : number]) {
                              Async.yield();
                            }
                            asking.set(false);
                            return number;
                          },
                          limit,
                          e -> {
                            running.incrementAndGet();
                            if (slowApplication[e]) {
                              Async.yield();
                            }
                            running.decrementAndGet();
                            return e;
                          });
                    }
                  });
          assertThat(results).isEqualTo(IntStream.range(0, count).boxed().toList());
        });
  }

  private static <T> T run(Body<T, RuntimeException> body) {
    return Async.<T, RuntimeException>blocking(FiberScheduler.standard(), body);
  }
}
