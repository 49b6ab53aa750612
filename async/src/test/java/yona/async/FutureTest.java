package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FutureTest {

  @Test
  void aPromiseIsCompletedOnce() {
    Promise<String> promise = new Promise<>();
    assertThat(promise.poll()).isNull();
    assertThat(promise.complete("first")).isTrue();
    assertThat(promise.complete("second")).isFalse();
    assertThat(promise.fail(new IOException())).isFalse();
    assertThat(promise.value()).isEqualTo("first");
    assertThat(promise.await()).isEqualTo(new Result.Success<>("first"));
  }

  @Test
  void aFailureIsRaisedAsTheSameObject() {
    IOException error = new IOException("broken");
    Promise<String> promise = new Promise<>();
    promise.fail(error);
    assertThatThrownBy(promise::value).isSameAs(error);
    assertThat(promise.await()).isEqualTo(new Result.Failure<>(error));
  }

  @Test
  void listenersAreToldInTheOrderInWhichTheyCame() {
    List<String> told = new ArrayList<>();
    Promise<String> promise = new Promise<>();
    promise.onComplete(result -> told.add("first"));
    Listener<Result<String>> dropped = result -> told.add("dropped");
    promise.onComplete(dropped);
    promise.onComplete(result -> told.add("second"));
    promise.onComplete(result -> told.add("third"));
    promise.dropListener(dropped);
    promise.complete("value");
    promise.onComplete(result -> told.add("at once"));
    assertThat(promise.poll(result -> told.add("polled"))).isTrue();
    assertThat(told).containsExactly("first", "second", "third", "at once", "polled");
  }

  @Test
  void pollingASourceThatIsNotReadyKeepsNoListener() {
    Promise<String> promise = new Promise<>();
    List<String> told = new ArrayList<>();
    assertThat(promise.poll(result -> told.add("told"))).isFalse();
    promise.complete("value");
    assertThat(told).isEmpty();
  }

  @Test
  void aPlatformThreadCanWait() throws Exception {
    Promise<String> promise = new Promise<>();
    Thread completer = Thread.ofPlatform().start(() -> promise.complete("value"));
    assertThat(promise.value()).isEqualTo("value");
    completer.join();
  }

  @Test
  void thousandsOfFibersWaitForOnePromise() throws Exception {
    int sum =
        Running.program(
            () -> {
              Promise<Integer> one = new Promise<>();
              try (var group = new Group<RuntimeException>()) {
                List<Future<Integer>> all = new ArrayList<>();
                for (int i = 0; i < 5_000; i++) {
                  all.add(group.fork(() -> one.value()));
                }
                one.complete(1);
                group.join();
                return all.stream().mapToInt(Future::value).sum();
              }
            });
    assertThat(sum).isEqualTo(5_000);
  }

  @Test
  void aResultThatIsThereNeedsNoTime() throws Exception {
    Running.program(
        () -> {
          Promise<Integer> done = new Promise<>();
          done.complete(3);
          assertThat(done.value(Duration.ZERO)).isEqualTo(3);
          assertThat(done.value(Duration.ofSeconds(-1))).isEqualTo(3);
          assertThatThrownBy(() -> new Promise<Integer>().value(Duration.ZERO))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
  }
}
