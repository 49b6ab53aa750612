package yona.http.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Program;
import yona.async.Promise;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.Request;
import yona.http.Response;

class HealthTest {

  private static final Duration LONG = Duration.ofHours(1);

  private static String answer(Handler handler) throws Exception {
    Request request = new Request("GET", "/", () -> Headers.NONE, Body.EMPTY, ConnectionInfo.NONE);
    String[] answer = new String[1];
    var _ =
        new Program(_ -> {})
            .run(
                () -> {
                  Response response = handler.handle(request);
                  assertThat(response.headers().get("cache-control")).isEqualTo("no-store");
                  String text = new String(response.bytes(), StandardCharsets.UTF_8);
                  answer[0] = response.status() + " " + text.replace('\n', ';');
                  return true;
                });
    return answer[0];
  }

  @Test
  void aServiceWithoutChecksIsReadyUntilItLeaves() throws Exception {
    Health health = new Health();
    assertThat(answer(health.live())).isEqualTo("200 alive;");
    assertThat(answer(health.ready())).isEqualTo("200 ready;");
    health.leave();
    assertThat(answer(health.live())).isEqualTo("200 alive;");
    assertThat(answer(health.ready())).isEqualTo("503 leaving;");
  }

  @Test
  void anAnswerNamesTheChecksAndTellsNothingOfErrors() throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    List<Throwable> cancelled = new CopyOnWriteArrayList<>();
    Health health =
        new Health()
            .log((name, error) -> told.add(name + " " + error.getClass().getSimpleName()))
            .check("good", LONG, () -> {})
            .check(
                "bad",
                LONG,
                () -> {
                  throw new IOException("a secret");
                })
            .check(
                "slow",
                Duration.ofMillis(1),
                () -> {
                  try {
                    throw Async.never();
                  } catch (CancellationException over) {
                    cancelled.add(over);
                    throw over;
                  }
                });
    assertThat(answer(health.ready()))
        .isEqualTo("503 not ready;good: well;bad: failed;slow: too slow;");
    assertThat(told).containsExactlyInAnyOrder("bad IOException", "slow TimeoutException");
    assertThat(cancelled).hasSize(1);
    assertThat(answer(health.live())).isEqualTo("200 alive;");
  }

  /** Each waits for the other one. */
  @Test
  void checksAreMadeAtTheSameTime() throws Exception {
    Promise<Boolean> first = new Promise<>();
    Promise<Boolean> second = new Promise<>();
    Health health =
        new Health()
            .check(
                "first",
                LONG,
                () -> {
                  first.complete(true);
                  assertThat(second.value()).isTrue();
                })
            .check(
                "second",
                LONG,
                () -> {
                  second.complete(true);
                  assertThat(first.value()).isTrue();
                });
    assertThat(answer(health.ready())).isEqualTo("200 ready;first: well;second: well;");
  }

  /** Requests that come while checks are made wait for these. */
  @Test
  void checksAreMadeOnceForAllWhoAsk() throws Exception {
    AtomicInteger count = new AtomicInteger();
    Promise<Boolean> gate = new Promise<>();
    Handler ready =
        new Health()
            .check(
                "counted",
                LONG,
                () -> {
                  count.incrementAndGet();
                  assertThat(gate.value()).isTrue();
                })
            .ready();
    Request request = new Request("GET", "/", () -> Headers.NONE, Body.EMPTY, ConnectionInfo.NONE);
    var _ =
        new Program(_ -> {})
            .run(
                () ->
                    Async.<Boolean, Exception>group(
                        group -> {
                          for (int i = 0; i < 10; i++) {
                            group.fork(
                                () -> assertThat(ready.handle(request).status()).isEqualTo(200));
                          }
                          gate.complete(true);
                          return true;
                        }));
    assertThat(count).hasValue(1);
  }

  @Test
  void aCheckHasANameOfItsOwn() {
    Health health = new Health().check("a", LONG, () -> {});
    for (String name : new String[] {"a", "", "a b", "a\n"}) {
      assertThatThrownBy(() -> health.check(name, LONG, () -> {}))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
