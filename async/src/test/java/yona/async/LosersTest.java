package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which errors of losers are reported is a rule, and no matter of time. */
class LosersTest {

  /** What gives the first success. */
  record First(String name, Function<List<Future<String>>, String> value) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<First> firsts() {
    return Stream.of(
        new First("alt", futures -> Future.alt(futures).value()),
        new First("alt of two", futures -> futures.getFirst().alt(futures.getLast()).value()),
        new First("altC", futures -> Future.altC(futures).value()),
        new First("altC of two", futures -> futures.getFirst().altC(futures.getLast()).value()),
        new First("awaitFirst", Future::awaitFirst));
  }

  @ParameterizedTest
  @MethodSource("firsts")
  void anErrorBeforeTheFirstSuccessIsNotReported(First first) throws Exception {
    Running.program(
        () -> {
          try (Scope _ = Scope.open()) {
            Promise<String> winner = new Promise<>();
            Future<String> loser =
                Async.future(
                    () -> {
                      throw new IOException("early");
                    });
            Future<String> value = Async.future(() -> first.value().apply(List.of(loser, winner)));
            Async.future(
                () -> {
                  loser.await();
                  return winner.complete("won");
                });
            assertThat(value.value()).isEqualTo("won");
          }
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("firsts")
  void norIsOneThatNobodyHasSeenWhenTheFirstIsAskedFor(First first) throws Exception {
    Running.program(
        () -> {
          try (Scope _ = Scope.open()) {
            Promise<Boolean> failing = new Promise<>();
            Future<String> loser =
                Starting.future(
                    () -> {
                      failing.complete(true);
                      throw new IOException("at once");
                    });
            failing.await();
            Promise<String> winner = new Promise<>();
            winner.complete("won");
            assertThat(first.value().apply(List.of(winner, loser))).isEqualTo("won");
          }
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("firsts")
  void anErrorAfterTheFirstSuccessIsNotReported(First first) throws Exception {
    Running.program(
        () -> {
          try (Scope _ = Scope.open()) {
            Promise<Boolean> decided = new Promise<>();
            Promise<Boolean> ended = new Promise<>();
            Promise<Boolean> begun = new Promise<>();
            Promise<String> winner = new Promise<>();
            Future<String> loser =
                Async.future(
                    () -> {
                      try {
                        begun.complete(true);
                        Async.<Boolean, RuntimeException>shielded(decided::value);
                        throw new IOException("late");
                      } finally {
                        ended.complete(true);
                      }
                    });
            begun.await();
            winner.complete("won");
            assertThat(first.value().apply(List.of(loser, winner))).isEqualTo("won");
            decided.complete(true);
            ended.await();
          }
          return null;
        });
  }

  @Test
  void ofSeveralErrorsAndNoSuccessTheLastIsRaisedAndNoneIsReported() throws Exception {
    Running.program(
        () -> {
          Promise<Boolean> go = new Promise<>();
          Future<String> one =
              Async.future(
                  () -> {
                    throw new IOException("one");
                  });
          Future<String> two =
              Async.future(
                  () -> {
                    go.value();
                    throw new IOException("two");
                  });
          Future<String> first = Future.alt(one, two);
          one.await();
          go.complete(true);
          assertThatThrownBy(first::value).hasMessage("two");
          return null;
        });
  }

  @Test
  void theErrorOfALoserOfARaceIsReportedThoughItComesAtTheSameMoment() throws Exception {
    for (int i = 0; i < 500; i++) {
      CyclicBarrier start = new CyclicBarrier(2);
      IOException left = new IOException("left");
      IOException right = new IOException("right");
      Throwable[] raised = new Throwable[1];
      Running.reporting(
          () -> {
            try {
              Async.<Object, Exception>race(
                  () -> failing(start, left), () -> failing(start, right));
            } catch (IOException error) {
              raised[0] = error;
            }
            return null;
          });
      assertThat(Running.REPORTED)
          .containsExactly("left".equals(raised[0].getMessage()) ? right : left);
    }
  }

  private static Object failing(CyclicBarrier start, IOException error) throws Exception {
    try (Scope _ = Scope.openShielded()) {
      // No cancellation comes between the start and the error.
      try {
        start.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      throw error;
    }
  }

  @Test
  void theErrorOfALoserOfARaceIsReportedWhenItComesLater() throws Exception {
    IOException error = new IOException("late");
    Running.reporting(
        () -> {
          Promise<Boolean> begun = new Promise<>();
          String won =
              Async.<String, Exception>race(
                  () -> {
                    try {
                      begun.complete(true);
                      throw Async.never();
                    } catch (CancellationException e) {
                      throw error;
                    }
                  },
                  () -> {
                    begun.await();
                    return "won";
                  });
          assertThat(won).isEqualTo("won");
          return null;
        });
    assertThat(Running.REPORTED).containsExactly(error);
  }
}
