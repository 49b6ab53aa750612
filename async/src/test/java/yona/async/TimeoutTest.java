package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The end of a body whose time is over, and of one that is done before. */
class TimeoutTest {

  @Test
  void theInnerOfTwoTimeoutsRaisesItsOwn() throws Exception {
    List<String> trace = new ArrayList<>();
    Running.program(
        () -> {
          Object outer =
              Async.timeoutNanos(
                  3_600_000_000_000L,
                  () -> {
                    assertThatThrownBy(() -> Async.timeoutNanos(1_000_000, Async::never))
                        .isInstanceOf(TimeoutException.class);
                    Async.yield();
                    return "outer goes on";
                  });
          assertThat(outer).isEqualTo("outer goes on");
          assertThatThrownBy(
                  () ->
                      Async.timeoutNanos(
                          1_000_000,
                          () -> {
                            try {
                              return Async.timeoutNanos(3_600_000_000_000L, Async::never);
                            } catch (CancellationException e) {
                              trace.add("inner is cancelled");
                              throw e;
                            }
                          }))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
    assertThat(trace).containsExactly("inner is cancelled");
  }

  @Test
  void aBodyThatIsDoneInTimeGivesItsValueOrError() throws Exception {
    Running.program(
        () -> {
          assertThat(Async.timeoutNanos(3_600_000_000_000L, () -> "value")).isEqualTo("value");
          assertThatThrownBy(
                  () ->
                      Async.timeoutNanos(
                          3_600_000_000_000L,
                          () -> {
                            throw new IllegalStateException("error");
                          }))
              .hasMessage("error");
          return null;
        });
  }

  @Test
  void aBodyThatSwallowsItsCancellationTimesOutAllTheSame() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(
                  () ->
                      Async.timeoutNanos(
                          1_000_000,
                          () -> {
                            try {
                              return Async.never();
                            } catch (CancellationException _) {
                              return "too late";
                            }
                          }))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
  }

  @Test
  void noTimeIsLeftIfTheTimeIsNotPositive() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(() -> Async.timeoutNanos(0, Async::never))
              .isInstanceOf(TimeoutException.class);
          assertThat(Async.timeoutNanos(-5, () -> "computed without waiting"))
              .isEqualTo("computed without waiting");
          return null;
        });
  }
}
