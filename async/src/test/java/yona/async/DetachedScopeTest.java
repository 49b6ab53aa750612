package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DetachedScopeTest {
  private final List<String> trace = Collections.synchronizedList(new ArrayList<>());

  @Test
  void itOutlivesTheScopeInWhichItWasOpenedAndEndsWhenItIsClosed() throws Exception {
    Promise<Integer> asked = new Promise<>();
    Promise<Integer> answered = new Promise<>();
    DetachedScope detached =
        Running.program(
            () -> {
              DetachedScope opened = DetachedScope.open();
              opened
                  .scope()
                  .background(
                      () -> {
                        try {
                          answered.complete(asked.value() + 1);
                          return Async.never();
                        } finally {
                          trace.add("released");
                        }
                      });
              return opened;
            });
    asked.complete(41);
    assertThat(Async.<Integer, Exception>blocking(answered::value)).isEqualTo(42);
    assertThat(trace).isEmpty();
    detached.close();
    assertThat(trace).containsExactly("released");
    detached.close();
  }

  @Test
  void cancellingWhoOpenedItDoesNotCancelIt() throws Exception {
    Running.program(
        () -> {
          Promise<DetachedScope> opened = new Promise<>();
          Future<Object> opening =
              Async.future(
                  () -> {
                    opened.complete(DetachedScope.open());
                    return Async.never();
                  });
          try (DetachedScope detached = opened.value()) {
            opening.cancel();
            assertThatThrownBy(opening::value).isInstanceOf(CancellationException.class);
            assertThat(detached.scope().isCancelled()).isFalse();
            assertThat(detached.scope().future(() -> 7).value()).isEqualTo(7);
          }
          return null;
        });
  }

  @Test
  void errorsThatNobodyCanBeGivenGoToTheReporterOfWhoOpenedIt() throws Exception {
    List<Throwable> reported = Collections.synchronizedList(new ArrayList<>());
    Async.blocking(
        reported::add,
        () -> {
          DetachedScope detached = DetachedScope.open();
          Promise<Boolean> runs = new Promise<>();
          detached
              .scope()
              .background(
                  () -> {
                    runs.complete(true);
                    throw new IllegalStateException("on my own");
                  });
          assertThat(runs.value()).isTrue();
          detached.close();
          return null;
        });
    assertThat(reported).singleElement().extracting(Throwable::getMessage).isEqualTo("on my own");
  }

  @Test
  void whatRunsInItCannotCloseIt() throws Exception {
    Running.program(
        () -> {
          try (DetachedScope detached = DetachedScope.open()) {
            Future<?> closing = detached.scope().future(detached::close);
            assertThatThrownBy(closing::value)
                .hasMessage("what runs in a scope cannot close it and wait for itself");
          }
          return null;
        });
  }

  @Test
  void whatIsStartedOnceItIsClosedIsRefused() throws Exception {
    Running.program(
        () -> {
          DetachedScope detached = DetachedScope.open();
          detached.close();
          assertThatThrownBy(() -> detached.scope().future(() -> 7))
              .isInstanceOf(IllegalStateException.class);
          return null;
        });
  }
}
