package yona.async.stm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import yona.async.Async;
import yona.async.Body;
import yona.async.FiberScheduler;
import yona.async.Future;
import yona.async.Group;
import yona.async.Program;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.Source;
import yona.async.StartableTimer;
import yona.async.Timer;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.continuation.Prompt;
import yona.async.sync.Gate;
import yona.async.sync.Mutex;

/** What a transaction must not do is refused by name, and nothing is committed. */
class RefusalTest {

  private static final Channel<Integer> CHANNEL = new BufferedChannel<>(1_000);

  private final TVar<Integer> variable = STM.tvar(1);

  @AfterEach
  void noTransactionIsLeft() {
    assertThat(ActiveTransactions.count()).isZero();
    assertThat(variable.read()).isEqualTo(1);
    assertThat(CHANNEL.size()).isZero();
    // The fiber may wait again.
    Async.yield();
    try (var group = new Group<RuntimeException>()) {
      group.fork(() -> 1);
      group.join();
    }
  }

  interface Operation {
    void run() throws Exception;
  }

  private static Arguments refused(String name, Operation operation) {
    return Arguments.of(name, operation);
  }

  static Stream<Arguments> refusedOperations() {
    return Stream.of(
        refused("Async.yield", Async::yield),
        refused("Async.sleep", () -> Async.sleep(Duration.ofMillis(1))),
        refused("Async.sleepNanos", () -> Async.sleepNanos(1_000_000)),
        refused("Async.never", Async::never),
        refused("Future.await", () -> new Promise<Integer>().value()),
        refused("Source.await", () -> Source.either(new Promise<>(), new Promise<>()).await()),
        refused("Permits.acquire", () -> new Mutex().acquire()),
        refused("Channel.send", () -> CHANNEL.send(1)),
        refused("Channel.read", CHANNEL::read),
        refused("Channel.trySend", () -> CHANNEL.trySend(1)),
        refused("Channel.trySend", () -> CHANNEL.canSend(1).poll()),
        refused("Channel.tryRead", CHANNEL::tryRead),
        refused("Channel.close", CHANNEL::close),
        refused("Permits.tryAcquire", () -> new Mutex().tryAcquire()),
        refused("Promise.complete", () -> new Promise<Integer>().complete(1)),
        refused("Promise.fail", () -> new Promise<Integer>().fail(new Exception())),
        refused("Gate.pass", () -> new Gate(1).pass()),
        refused("the start of a timer", () -> Timer.afterNanos(1_000_000)),
        refused("the start of a timer", () -> StartableTimer.ofNanos(1_000_000).start()),
        refused("the start of a timer", () -> Timer.everyNanos(1_000_000)),
        refused("Async.select", () -> Async.select(CHANNEL.canSend(2).handle(sent -> sent))),
        refused(
            "the start of a fiber",
            () -> {
              try (var group = new Group<RuntimeException>()) {
                group.fork(() -> 1);
                group.join();
              }
            }),
        refused(
            "the start of a fiber",
            () -> {
              try (var group = new Group<RuntimeException>()) {
                group.map(List.of(1, 2).iterator(), 2, element -> element);
              }
            }),
        refused(
            "the start of a fiber",
            () -> {
              try (Scope scope = Scope.open()) {
                scope.background(() -> 1);
              }
            }),
        refused(
            "the start of a fiber",
            () -> {
              try (Scope scope = Scope.open()) {
                scope.future(() -> 1);
              }
            }),
        refused(
            "Async.yield",
            () -> {
              try (var group = Group.<RuntimeException>inOrder()) {
                group.map(
                    List.of(1, 2, 3).iterator(),
                    3,
                    element -> {
                      Async.yield();
                      return element;
                    });
              }
            }),
        refused(
            "Prompt.suspend",
            () -> {
              Prompt<Integer, Integer> prompt = new Prompt<>();
              prompt.start(() -> prompt.suspend(1));
            }),
        refused("a launch", () -> STM.effect("a launch")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusedOperations")
  void isRefusedByName(String name, Operation operation) {
    assertThatThrownBy(
            () ->
                STM.atomically(
                    () -> {
                      variable.write(2);
                      operation.run();
                      return null;
                    }))
        .isInstanceOf(TransactionException.class)
        .hasMessageStartingWith(name + " inside a transaction")
        .extracting(e -> ((TransactionException) e).operation())
        .isEqualTo(name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusedOperations")
  void isRefusedInAReadOnlyTransactionToo(String name, Operation operation) {
    assertThatThrownBy(
            () ->
                STM.readOnly(
                    () -> {
                      operation.run();
                      return null;
                    }))
        .isInstanceOf(TransactionException.class)
        .hasMessageStartingWith(name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusedOperations")
  void isRefusedOnAFiberOfAProgram(String name, Operation operation) {
    assertThatThrownBy(
            () ->
                new Program(raisedAnyway -> {})
                    .<Object, Exception>run(
                        () ->
                            STM.<Object, Exception>atomically(
                                () -> {
                                  operation.run();
                                  return "";
                                })))
        .isInstanceOf(TransactionException.class)
        .hasMessageStartingWith(name);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusedOperations")
  void isRefusedToMembersOfAGroupInTheTransaction(String name, Operation operation) {
    assertThatThrownBy(
            () ->
                STM.atomically(
                    () -> {
                      variable.write(2);
                      try (var group = Group.<Exception>inOrder()) {
                        group.map(
                            List.of(1, 2).iterator(),
                            2,
                            element -> {
                              if (element == 2) {
                                operation.run();
                              }
                              return element;
                            });
                      }
                      return null;
                    }))
        .isInstanceOf(TransactionException.class)
        .hasMessageStartingWith(name + " inside a transaction");
  }

  @Test
  void aMemoryRefusesInItsOwnWords() {
    var refused = new UnsupportedOperationException("no");
    List<String> asked = new ArrayList<>();
    TransactionalMemory memory =
        new TransactionalMemory(
            (operation, why) -> {
              asked.add(operation + " " + why);
              return refused;
            });
    TVar<Integer> own = memory.tvar(1);
    assertThatThrownBy(
            () ->
                memory.atomically(
                    () -> {
                      own.write(2);
                      try {
                        CHANNEL.trySend(1);
                      } catch (UnsupportedOperationException swallowed) {
                        assertThatThrownBy(Async::yield).isSameAs(refused);
                      }
                      return null;
                    }))
        .isSameAs(refused);
    assertThat(own.read()).isEqualTo(1);
    assertThat(asked)
        .containsExactly(
            "Channel.trySend inside a transaction, which may be repeated or undone: nothing is"
                + " committed");
  }

  @Test
  void whoAsksLearnsWhetherATransactionRuns() {
    assertThat(STM.inTransaction()).isFalse();
    assertThat(STM.atomically(STM::inTransaction)).isTrue();
    assertThat(new TransactionalMemory().readOnly(STM::inTransaction)).isTrue();
    assertThat(STM.inTransaction()).isFalse();
  }

  @Test
  void aRefusalThatTheBodySwallowsIsRaisedAtTheEnd() {
    assertThatThrownBy(
            () ->
                STM.atomically(
                    () -> {
                      variable.write(2);
                      try {
                        Async.yield();
                      } catch (TransactionException swallowed) {
                        assertThatThrownBy(variable::read).isSameAs(swallowed);
                        assertThatThrownBy(() -> variable.write(3)).isSameAs(swallowed);
                        assertThatThrownBy(() -> STM.atomically(() -> 1)).isSameAs(swallowed);
                        assertThatThrownBy(STM::retry).isSameAs(swallowed);
                        assertThatThrownBy(Async::yield).isSameAs(swallowed);
                      }
                      return "went on";
                    }))
        .isInstanceOf(TransactionException.class)
        .hasMessageStartingWith("Async.yield");
  }

  @Test
  void aRefusalInANestedTransactionEndsAllOfThem() {
    assertThatThrownBy(
            () ->
                STM.atomically(
                    () -> {
                      variable.write(2);
                      try {
                        STM.atomically(
                            () -> {
                              STM.effect("a launch");
                              return null;
                            });
                      } catch (TransactionException swallowed) {
                        return "swallowed";
                      }
                      return "went on";
                    }))
        .hasMessageStartingWith("a launch");
  }

  @Test
  void aRefusalPassesAlternatives() {
    assertThatThrownBy(
            () ->
                STM.orElse(
                    () -> {
                      STM.effect("a launch");
                      return null;
                    },
                    () -> "second"))
        .hasMessageStartingWith("a launch");
  }

  @Test
  void aReadOnlyTransactionRefusesToRetry() {
    assertThatThrownBy(() -> STM.readOnly(STM::retry))
        .isInstanceOf(TransactionException.class)
        .hasMessageStartingWith("retry in a read-only transaction");
  }

  @Test
  void aNestedReadOnlyTransactionMayRetry() {
    Body<String, RuntimeException> first =
        () -> {
          throw STM.readOnly(STM::retry);
        };
    assertThat(STM.<String, RuntimeException>orElse(first, () -> "second")).isEqualTo("second");
  }

  @Test
  @Tag("own-scheduler") // on the JDK's it has started, and may have ended
  void aFutureThatHasNotStartedDoesNotRunInside() throws Exception {
    // On one carrier, since an idle one would start it.
    Async.blocking(
        FiberScheduler.carriers(1),
        () ->
            Async.future(
                    () -> {
                      Future<Integer> future =
                          Async.future(() -> STM.atomically(() -> variable.modify(x -> 1)));
                      assertThatThrownBy(() -> STM.atomically(future::value))
                          .isInstanceOf(TransactionException.class)
                          .hasMessageStartingWith("Future.await");
                      return assertThat(future.value()).isEqualTo(1);
                    })
                .value());
  }

  @Test
  void whatIsThereAlreadyMayBeAwaited() {
    Promise<Integer> promise = new Promise<>();
    promise.complete(5);
    assertThat(STM.<Integer, RuntimeException>atomically(promise::value)).isEqualTo(5);
  }

  @Test
  void theErrorThatEndsATransactionIsKnownInsideIt() {
    List<Boolean> pending = new ArrayList<>();
    Async.blocking(
        () -> {
          assertThatThrownBy(
                  () ->
                      STM.atomically(
                          () -> {
                            pending.add(STM.isPending(new IllegalStateException()));
                            try {
                              STM.effect("a launch");
                            } catch (TransactionException refusal) {
                              pending.add(STM.isPending(refusal));
                              pending.add(STM.isPending(new TransactionException("a", "b")));
                              throw refusal;
                            }
                            return null;
                          }))
              .isInstanceOfSatisfying(
                  TransactionException.class, refusal -> pending.add(STM.isPending(refusal)));
          return null;
        });
    assertThat(pending).containsExactly(false, true, false, false);
  }
}
