package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Members that take turns on one fiber until one of them waits. */
class LazyMembersTest {
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  private static void inTurn(Body<?, RuntimeException> first, Body<?, RuntimeException> second) {
    inTurn(Integer.MAX_VALUE, List.of(first, second));
  }

  private static void inTurn(
      Body<?, RuntimeException> first,
      Body<?, RuntimeException> second,
      Body<?, RuntimeException> third) {
    inTurn(Integer.MAX_VALUE, List.of(first, second, third));
  }

  private static void inTurn(int limit, List<? extends Body<?, RuntimeException>> members) {
    Async.blocking(
        () -> {
          try (Group<RuntimeException> group = new Group<>()) {
            var left = members.iterator();
            group.inTurn(
                limit,
                new Group.Members<>() {
                  @Override
                  public boolean hasNext() {
                    return left.hasNext();
                  }

                  @Override
                  public void next() {
                    left.next().run();
                  }
                });
          }
          return null;
        });
  }

  private Body<Object, RuntimeException> says(String text) {
    return () -> log.add(text);
  }

  @Test
  void membersThatDoNotWaitStartNoFiber() {
    long before = Fiber.startedCount();
    inTurn(says("a"), says("b"), says("c"));
    assertThat(log).containsExactly("a", "b", "c");
    assertThat(Fiber.startedCount()).isEqualTo(before);
  }

  @Test
  void theNextMemberStartsWhenTheOneBeforeReachesItsWait() {
    Promise<String> first = new Promise<>();
    long before = Fiber.startedCount();
    inTurn(
        () -> {
          log.add("a starts");
          first.value();
          return log.add("a ends");
        },
        () -> {
          log.add("b");
          return first.complete("now");
        });
    assertThat(log).containsExactly("a starts", "b", "a ends");
    assertThat(Fiber.startedCount()).isEqualTo(before + 1);
  }

  @Test
  void effectsBeforeTheFirstWaitsKeepTheirOrderInNestedGroups() {
    Promise<String> go = new Promise<>();
    inTurn(
        () -> {
          inTurn(
              () -> {
                log.add("1");
                return go.value();
              },
              () -> {
                log.add("2");
                return go.value();
              },
              says("3"));
          return null;
        },
        () -> {
          log.add("4");
          return go.complete("go");
        });
    assertThat(log).containsExactlyInAnyOrder("1", "2", "3", "4");
    assertThat(log).startsWith("1").containsSubsequence("2", "3");
  }

  @Test
  void aThousandMembersWaitTogether() {
    int count = 1000;
    List<Promise<Integer>> promises =
        IntStream.range(0, count).mapToObj(i -> new Promise<Integer>()).toList();
    List<Body<?, RuntimeException>> members = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int index = i;
      // Each waits for the one behind it; only the last has nothing to wait for.
      members.add(
          () -> {
            int value = index == count - 1 ? 0 : promises.get(index + 1).value() + 1;
            return promises.get(index).complete(value);
          });
    }
    inTurn(Integer.MAX_VALUE, members);
    assertThat(promises.getFirst().value()).isEqualTo(count - 1);
  }

  @Test
  void noMoreThanTheLimitAreUnfinished() {
    int limit = 3;
    List<Integer> unfinished = Collections.synchronizedList(new ArrayList<>());
    int[] running = new int[1];
    Promise<Boolean> full = new Promise<>();
    List<Body<?, RuntimeException>> members = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      members.add(
          () -> {
            synchronized (running) {
              unfinished.add(++running[0]);
              if (running[0] == limit) {
                full.complete(true);
              }
            }
            full.value();
            Async.yield();
            synchronized (running) {
              return running[0]--;
            }
          });
    }
    inTurn(limit, members);
    assertThat(unfinished).hasSize(50);
    assertThat(Collections.max(unfinished)).isEqualTo(limit);
  }

  @Test
  void aMemberThatFailsBeforeItsWaitKeepsTheNextOnesFromStarting() {
    assertThatThrownBy(
            () ->
                inTurn(
                    () -> {
                      throw new IllegalStateException("first");
                    },
                    says("never")))
        .hasMessage("first");
    assertThat(log).isEmpty();
  }

  @Test
  void aFailureCancelsTheMemberThatWaitsInPlace() {
    assertThatThrownBy(
            () ->
                inTurn(
                    () -> {
                      try {
                        return Async.never();
                      } finally {
                        log.add("cleaned up");
                      }
                    },
                    () -> {
                      throw new IllegalStateException("second");
                    }))
        .hasMessage("second");
    assertThat(log).containsExactly("cleaned up");
  }

  @Test
  void aFailureInPlaceCancelsTheOthers() {
    Promise<String> started = new Promise<>();
    assertThatThrownBy(
            () ->
                inTurn(
                    () -> {
                      started.value();
                      throw new IllegalStateException("first");
                    },
                    () -> {
                      started.complete("go");
                      try {
                        return Async.never();
                      } finally {
                        log.add("cleaned up");
                      }
                    }))
        .hasMessage("first");
    assertThat(log).containsExactly("cleaned up");
  }
}
