package yona.async.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Running;
import yona.async.Scope;
import yona.async.StackEnd;

class ResourceTest {

  private final List<String> log = new ArrayList<>();

  private Resource<String, IOException> named(String name) {
    return Resource.of(
        () -> {
          log.add("+" + name);
          return name;
        },
        acquired -> log.add("-" + acquired));
  }

  private Resource<String, IOException> failingToAcquire(String name) {
    return Resource.of(
        () -> {
          throw new IOException("acquiring " + name);
        },
        acquired -> log.add("-" + acquired));
  }

  private Resource<String, IOException> failingToRelease(String name) {
    return Resource.of(
        () -> name,
        acquired -> {
          log.add("-" + acquired);
          throw new IOException("releasing " + acquired);
        });
  }

  @Test
  void isAcquiredAnewByEachUse() throws Exception {
    Resource<String, IOException> one = named("one");
    assertThat(log).isEmpty();
    for (int i = 0; i < 2; i++) {
      log.clear();
      String result =
          one.use(
              value -> {
                log.add("use");
                return value + "!";
              });
      assertThat(result).isEqualTo("one!");
      assertThat(log).containsExactly("+one", "use", "-one");
    }
  }

  @Test
  void compositionsAreReleasedInTheReverseOrder() throws Exception {
    Resource<String, IOException> all =
        named("a")
            .flatMap(a -> named(a + "b").map(b -> a + b))
            .and(named("c"), (ab, c) -> ab + c)
            .and(Resource.all(List.of(named("d"), named("e"))), (abc, de) -> abc + de)
            .and(Resource.value("f"), String::concat);
    assertThat(all.<String, RuntimeException>use(value -> value)).isEqualTo("aabc[d, e]f");
    assertThat(log).containsExactly("+a", "+ab", "+c", "+d", "+e", "-e", "-d", "-c", "-ab", "-a");
  }

  @Test
  void whatWasAcquiredIsReleasedWhenALaterPartFails() {
    assertThatThrownBy(
            () ->
                named("a").and(failingToAcquire("b"), String::concat).use(value -> log.add("use")))
        .hasMessage("acquiring b");
    assertThat(log).containsExactly("+a", "-a");
    log.clear();
    assertThatThrownBy(
            () ->
                named("a")
                    .map(
                        value -> {
                          throw new IllegalStateException("mapping");
                        })
                    .use(value -> log.add("use")))
        .hasMessage("mapping");
    assertThat(log).containsExactly("+a", "-a");
    log.clear();
    assertThatThrownBy(
            () ->
                named("a")
                    .<String>flatMap(
                        value -> {
                          throw new IllegalStateException("binding");
                        })
                    .open())
        .hasMessage("binding");
    assertThat(log).containsExactly("+a", "-a");
  }

  @Test
  void anErrorOfTheBodyIsRaisedAfterReleasing() {
    class FromBody extends Exception {
      private static final long serialVersionUID = 1;
    }
    assertThatThrownBy(
            () ->
                named("a")
                    .use(
                        value -> {
                          throw new FromBody();
                        }))
        .isInstanceOf(FromBody.class);
    assertThat(log).containsExactly("+a", "-a");
  }

  @Test
  void theFirstErrorOfAReleaseIsRaisedAndOthersAreReported() throws Exception {
    Resource<List<String>, IOException> three =
        Resource.all(List.of(failingToRelease("a"), named("b"), failingToRelease("c")));
    Running.reporting(
        () -> {
          assertThatThrownBy(() -> three.use(List::size)).hasMessage("releasing c");
          return null;
        });
    assertThat(log).containsExactly("+b", "-c", "-b", "-a");
    assertThat(Running.REPORTED).extracting(Throwable::getMessage).containsExactly("releasing a");
  }

  @Test
  void errorsOfReleasesBehindAnotherErrorAreReported() throws Exception {
    Running.reporting(
        () -> {
          assertThatThrownBy(
                  () ->
                      failingToRelease("a")
                          .use(
                              value -> {
                                throw new IllegalStateException("body");
                              }))
              .hasMessage("body");
          return null;
        });
    assertThat(Running.REPORTED).extracting(Throwable::getMessage).containsExactly("releasing a");
  }

  @Test
  void aLeaseIsReleasedOnce() throws Exception {
    Lease<String, IOException> lease = named("a").open();
    try (lease) {
      assertThat(lease.value()).isEqualTo("a");
      assertThat(log).containsExactly("+a");
    }
    lease.close();
    assertThat(log).containsExactly("+a", "-a");
  }

  @Test
  void aLeaseCanBeHeldUntilAScopeIsLeft() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            scope.link(named("a").open()::close);
            assertThat(log).containsExactly("+a");
          }
          assertThat(log).containsExactly("+a", "-a");
          return null;
        });
  }

  // ---- cancellation, where it can strike --------------------------------------------------------

  /** Runs a use in a scope that it gets, and that is cancelled; the use must be, too. */
  private interface Use {
    void in(Scope scope) throws Exception;
  }

  private static void cancelled(Use use) throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            assertThatThrownBy(() -> use.in(scope)).isInstanceOf(CancellationException.class);
          }
          assertThat(Fiber.current().isCancelled()).isFalse();
          return null;
        });
  }

  @Test
  void cancelledBeforehandNothingIsAcquired() throws Exception {
    cancelled(
        scope -> {
          scope.cancel();
          named("a").use(value -> log.add("use"));
        });
    assertThat(log).isEmpty();
  }

  @Test
  void cancelledWhileALaterPartWaitsTheFirstIsReleased() throws Exception {
    Mutex mutex = new Mutex();
    Permit others = mutex.acquire();
    cancelled(
        scope -> {
          scope.background(
              () -> {
                while (mutex.pool.waiting() == 0) {
                  Async.yield();
                }
                scope.cancel();
                return null;
              });
          named("a")
              .flatMap(value -> Resource.<Permit, IOException>of(mutex::acquire, Permit::close))
              .use(value -> log.add("use"));
        });
    assertThat(log).containsExactly("+a", "-a");
    assertThat(mutex.pool.waiting()).isZero();
    others.close();
    assertThat(mutex.isHeld()).isFalse();
  }

  /** The permit is on its way when the cancellation comes, or the other way round. */
  @Test
  void cancelledJustWhenAcquiringSucceedsNothingLeaks() throws Exception {
    for (boolean permitFirst : new boolean[] {true, false}) {
      log.clear();
      Mutex mutex = new Mutex();
      Permit others = mutex.acquire();
      cancelled(
          scope -> {
            scope.background(
                () -> {
                  while (mutex.pool.waiting() == 0) {
                    Async.yield();
                  }
                  if (permitFirst) {
                    others.close();
                    scope.cancel();
                  } else {
                    scope.cancel();
                    others.close();
                  }
                  return null;
                });
            mutex
                .resource()
                .use(
                    permit -> {
                      log.add("use");
                      throw Async.never();
                    });
          });
      // A permit that comes second may still be taken, before the fiber has seen the cancellation.
      assertThat(log).hasSizeBetween(permitFirst ? 1 : 0, 1);
      assertThat(mutex.isHeld()).isFalse();
      assertThat(mutex.pool.waiting()).isZero();
    }
  }

  @Test
  void cancelledInsideAnAcquisitionThatSucceedsTheFirstWaitOfTheUseRaisesIt() throws Exception {
    cancelled(
        scope -> {
          Resource<String, IOException> cancelling =
              named("a")
                  .map(
                      value -> {
                        scope.cancel();
                        return value;
                      });
          cancelling.use(
              value -> {
                log.add("use");
                Async.yield();
                return log.add("not reached");
              });
        });
    assertThat(log).containsExactly("+a", "use", "-a");
  }

  @Test
  void cancelledWhileReleasingAllReleasesRunToTheirEnd() throws Exception {
    cancelled(
        scope -> {
          Resource<String, IOException> waiting =
              Resource.of(
                  () -> "b",
                  value -> {
                    Promise<String> other = new Promise<>();
                    scope.background(
                        () -> {
                          scope.cancel();
                          other.complete("done");
                          return null;
                        });
                    Async.yield();
                    log.add("-b");
                  });
          String result =
              named("a").and(waiting, String::concat).<String, RuntimeException>use(ab -> ab);
          log.add("used " + result);
          Async.yield();
        });
    assertThat(log).containsExactly("+a", "-b", "-a", "used ab");
  }

  @Test
  void aReleaseMayWaitThoughTheUseWasCancelled() throws Exception {
    Running.program(
        () -> {
          Promise<String> mayRelease = new Promise<>();
          Promise<String> using = new Promise<>();
          Future<String> use =
              Async.future(
                  () ->
                      Resource.<String, RuntimeException>of(
                              () -> "a", value -> log.add("-" + value + mayRelease.value()))
                          .use(
                              value -> {
                                using.complete(value);
                                throw Async.never();
                              }));
          Future<String> another =
              Async.future(
                  () -> {
                    using.value();
                    use.cancel();
                    mayRelease.complete("!");
                    return "cancelled";
                  });
          assertThat(another.value()).isEqualTo("cancelled");
          while (log.isEmpty()) {
            Async.yield();
          }
          return null;
        });
    assertThat(log).containsExactly("-a!");
  }

  @Test
  void aStackThatOverflowsInTheBodyIsNoReasonNotToRelease() throws Exception {
    for (int round = 0; round < 10; round++) {
      Mutex mutex = new Mutex();
      Resource<Permit, RuntimeException> resource = mutex.resource();
      Thread thread = StackEnd.overflowing(5, () -> resource.use(permit -> permit.isHeld()));
      thread.start();
      thread.join();
      assertThat(mutex.isHeld()).isFalse();
    }
  }
}
