package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Rows of {@link SuspendingOperations}: fibers that wait, and what runs bodies in a scope. */
final class SuspendingScopes {

  private static final Duration LONG = Duration.ofHours(1);

  private SuspendingScopes() {}

  static void addTo(Map<String, SuspendingOperation> all) {
    addCore(all);
    addGroups(all);
  }

  private static void addCore(Map<String, SuspendingOperation> all) {
    all.put("Async.sleep", SuspendingOperation.endless(() -> Async.sleep(LONG)));
    all.put("Async.never", SuspendingOperation.endless(Async::never));
    all.put("Async.yield", SuspendingOperation.endless(SuspendingScopes::yieldForEver));
    all.put(
        "Async.timeout",
        SuspendingOperation.endless(
            () -> Async.timeout(LONG, Async::never),
            () -> assertThat(Deadline.current()).isEqualTo(Deadline.NEVER)));
    Deadline deadline = Deadline.after(LONG);
    all.put(
        "Deadline.run",
        SuspendingOperation.endless(
            () -> deadline.run(Async::never),
            () -> {
              assertThat(Deadline.current()).isEqualTo(Deadline.NEVER);
              assertThat(deadline.<Deadline, RuntimeException>run(Deadline::current))
                  .isEqualTo(deadline);
            }));
    var waiter = new AtomicReference<@Nullable Waiter<String>>();
    all.put(
        "Waiter.await",
        SuspendingOperation.endless(
            () -> {
              Waiter<String> made = new Waiter<>();
              waiter.set(made);
              made.await("nowhere");
            },
            () -> {
              Waiter<String> made = waiter.get();
              assertThat(made != null && made.complete("late")).isFalse();
            }));
    var permits = new java.util.concurrent.Semaphore(0);
    all.put(
        "a wait in foreign code",
        new SuspendingOperation(
            permits::acquire,
            permits::release,
            () -> {
              permits.release();
              assertThat(permits.tryAcquire()).isTrue();
            }));
  }

  private static void yieldForEver() {
    for (; ; ) {
      Async.yield();
    }
  }

  private static void addGroups(Map<String, SuspendingOperation> all) {
    all.put("Async.blocking", inScope(body -> Async.blocking(body)));
    all.put("Async.group", inScope(body -> Async.group(_ -> body.run())));
    all.put("Async.groupInOrder", inScope(body -> Async.groupInOrder(_ -> body.run())));
    all.put("Async.race", inScope(body -> Async.race(List.of(body, Async::never))));
    all.put("Scope.awaitMembers", inScope(SuspendingScopes::awaitMember));
    all.put("Group.fork", onGroup(group -> group.fork(Async::never)));
    all.put("Group.race", onGroup(group -> group.race(List.of(Async::never, Async::never))));
    all.put("Group.all", onGroup(group -> group.all(Async::never, Async::never)));
    all.put("Group.inPlace", onGroup(group -> group.inPlace(Async::never)));
    all.put("Group.map", onGroup(group -> group.map(FOUR.iterator(), 2, _ -> Async.never())));
    all.put("Group.inTurn", onGroup(group -> group.inTurn(2, NEVER_ENDING)));
  }

  private static void awaitMember(Body<Object, RuntimeException> body) {
    try (Scope scope = Scope.open()) {
      scope.background(body);
      scope.awaitMembersNanos(Long.MAX_VALUE);
    }
  }

  private static final List<Integer> FOUR = List.of(1, 2, 3, 4);

  private static final Group.Members<RuntimeException> NEVER_ENDING =
      new Group.Members<>() {
        @Override
        public boolean hasNext() {
          return true;
        }

        @Override
        public void next() {
          Async.never();
        }
      };

  private interface InScope {
    void run(Body<Object, RuntimeException> body);
  }

  /** What runs a body in a scope of its own: that has ended, and the next is as good. */
  private static SuspendingOperation inScope(InScope operation) {
    var inside = new AtomicReference<@Nullable Scope>();
    return SuspendingOperation.endless(
        () ->
            operation.run(
                () -> {
                  inside.set(Scope.current());
                  return Async.never();
                }),
        () -> {
          assertClosed(inside.get());
          var again = new AtomicReference<String>();
          Async.timeout(
              LONG,
              () -> {
                operation.run(() -> again.getAndSet("ran"));
                return null;
              });
          assertThat(again).hasValue("ran");
        });
  }

  private interface OnGroup {
    void run(Group<RuntimeException> group);
  }

  /** What is cancelled in a group: the group has ended, and the next is as good. */
  private static SuspendingOperation onGroup(OnGroup operation) {
    var last = new AtomicReference<@Nullable Group<RuntimeException>>();
    return SuspendingOperation.endless(
        () -> {
          try (var group = new Group<RuntimeException>()) {
            last.set(group);
            operation.run(group);
            group.join();
          }
        },
        () -> {
          assertClosed(last.get());
          try (var group = new Group<RuntimeException>()) {
            assertThat(group.all(() -> 1, () -> 2)).containsExactly(1, 2);
          }
        });
  }

  /** If it was opened: the cancellation may have been quicker. */
  private static void assertClosed(@Nullable Scope scope) {
    if (scope == null) {
      return;
    }
    assertThat(scope.live).isZero();
    assertThatThrownBy(() -> scope.background(() -> "too late"))
        .isInstanceOf(IllegalStateException.class);
  }
}
