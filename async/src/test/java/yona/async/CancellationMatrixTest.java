package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import yona.async.stm.STM;
import yona.async.stm.TVar;
import yona.async.sync.Gate;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.async.sync.Permits;
import yona.async.sync.RwLock;
import yona.async.sync.Semaphore;

/**
 * Every operation that waits, cancelled before it, during it and after it, by a timeout, by the
 * scope around it and by a sibling's failure; afterwards the fiber and the object are usable.
 */
class CancellationMatrixTest {

  /** An operation that waits until {@link #go} lets it end, or for ever. */
  private interface Waiting {
    void run() throws Exception;

    /** Lets the operation end by itself. */
    default void go() {}

    /** Whether {@link #go} does anything. */
    default boolean canEnd() {
      return false;
    }

    /** Looks whether what the operation works on has stayed usable. */
    default void check() {}
  }

  private static Map<String, Waiting> operations() {
    Map<String, Waiting> operations = new LinkedHashMap<>();
    operations.put("sleep", () -> Async.sleep(3_600_000_000_000L));
    operations.put("never", Async::never);
    operations.put("timeout", () -> Async.timeout(3_600_000_000_000L, Async::never));
    operations.put("race", () -> Async.race(List.of(Async::never, Async::never)));
    operations.put(
        "group",
        () -> {
          try (var group = new Group<RuntimeException>()) {
            group.fork(Async::never);
            group.join();
          }
        });
    operations.put(
        "group, last in place",
        () -> {
          try (var group = new Group<RuntimeException>()) {
            group.all(Async::never, Async::never);
          }
        });
    operations.put(
        "map",
        () -> {
          try (var group = new Group<RuntimeException>()) {
            group.map(List.of(1, 2, 3, 4).iterator(), 2, element -> Async.never());
          }
        });
    operations.put("future", new OnFuture());
    Mutex mutex = new Mutex();
    operations.put("mutex", new OnPermits(mutex, mutex));
    operations.put("semaphore, several permits", OnPermits.onSemaphore());
    operations.put("reading side", OnPermits.onReading());
    operations.put("writing side", OnPermits.onWriting());
    operations.put("gate", new OnGate());
    operations.put("resource", new OnResource());
    operations.put("transaction that retries", new OnVariable());
    operations.put("foreign wait", () -> new java.util.concurrent.Semaphore(0).acquire());
    return operations;
  }

  private static final class OnFuture implements Waiting {
    private final Promise<String> promise = new Promise<>();

    @Override
    public void run() {
      assertThat(promise.value()).isEqualTo("value");
    }

    @Override
    public boolean canEnd() {
      return true;
    }

    @Override
    public void go() {
      promise.complete("value");
    }

    @Override
    public void check() {
      promise.complete("value");
      assertThat(promise.value()).isEqualTo("value");
    }
  }

  private static final class OnVariable implements Waiting {
    private final TVar<Boolean> there = STM.tvar(false);

    @Override
    public void run() {
      STM.atomically(
          () -> {
            STM.check(there.read());
            return null;
          });
    }

    @Override
    public void go() {
      STM.atomically(
          () -> {
            there.write(true);
            return null;
          });
    }

    @Override
    public void check() {
      go();
      run();
    }
  }

  /** Somebody else has the permits. */
  private static final class OnPermits implements Waiting {
    private final Permits wanted;
    private final Permit others;

    OnPermits(Permits wanted, Permits others) {
      this.wanted = wanted;
      this.others = others.acquire();
    }

    static OnPermits onSemaphore() {
      Semaphore semaphore = new Semaphore(3);
      return new OnPermits(semaphore.together(2), semaphore.together(2));
    }

    static OnPermits onReading() {
      RwLock lock = new RwLock();
      return new OnPermits(lock.read(), lock.write());
    }

    static OnPermits onWriting() {
      RwLock lock = new RwLock();
      return new OnPermits(lock.write(), lock.read());
    }

    @Override
    public void run() {
      wanted.acquire().close();
    }

    @Override
    public boolean canEnd() {
      return true;
    }

    @Override
    public void go() {
      others.close();
    }

    @Override
    public void check() {
      others.close();
      assertThat(wanted.tryAcquire()).isNotNull();
    }
  }

  private static final class OnGate implements Waiting {
    private final Gate gate = new Gate(1);

    @Override
    public void run() {
      gate.await();
    }

    @Override
    public boolean canEnd() {
      return true;
    }

    @Override
    public void go() {
      gate.pass();
    }

    @Override
    public void check() {
      gate.pass();
      gate.await();
    }
  }

  /** A resource whose use waits. */
  private static final class OnResource implements Waiting {
    private final Promise<String> promise = new Promise<>();
    private final Mutex mutex = new Mutex();

    @Override
    public void run() {
      mutex.resource().use(permit -> promise.value());
    }

    @Override
    public boolean canEnd() {
      return true;
    }

    @Override
    public void go() {
      promise.complete("value");
    }

    @Override
    public void check() {
      assertThat(mutex.isHeld()).isFalse();
    }
  }

  @TestFactory
  List<DynamicTest> matrix() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String name : operations().keySet()) {
      tests.add(test(name, "before", CancellationMatrixTest::before));
      tests.add(test(name, "by timeout", CancellationMatrixTest::byTimeout));
      tests.add(test(name, "by the scope around it", CancellationMatrixTest::byScope));
      tests.add(test(name, "by a sibling's failure", CancellationMatrixTest::bySibling));
      tests.add(
          test(name, "by a sibling's failure, in place", CancellationMatrixTest::bySiblingInPlace));
      tests.add(test(name, "after", CancellationMatrixTest::after));
    }
    return tests;
  }

  private interface Case {
    void run(Waiting operation) throws Exception;
  }

  private static DynamicTest test(String name, String kind, Case body) {
    return DynamicTest.dynamicTest(
        name + ", " + kind,
        () -> {
          Running.program(
              () -> {
                Waiting operation = operations().get(name);
                body.run(operation);
                assertThat(Fiber.current().isCancelled()).isFalse();
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
                Async.yield();
                operation.check();
                return null;
              });
        });
  }

  private static void before(Waiting operation) {
    try (Scope scope = Scope.open()) {
      scope.cancel();
      assertThatThrownBy(operation::run)
          .satisfies(e -> assertThat(Errors.isCancellation(e)).isTrue());
    }
  }

  private static void byTimeout(Waiting operation) {
    assertThatThrownBy(
            () ->
                Async.timeout(
                    2_000_000,
                    () -> {
                      operation.run();
                      return null;
                    }))
        .isInstanceOf(TimeoutException.class);
  }

  private static void byScope(Waiting operation) {
    Promise<Scope> around = new Promise<>();
    try (Scope outer = Scope.open()) {
      outer.background(
          () -> {
            around.value().cancel();
            return null;
          });
      assertThatThrownBy(
              () -> {
                try (Scope inner = Scope.open()) {
                  around.complete(inner);
                  operation.run();
                }
              })
          .satisfies(e -> assertThat(Errors.isCancellation(e)).isTrue());
    }
  }

  private static void bySibling(Waiting operation) {
    assertThatThrownBy(
            () -> {
              try (var group = new Group<Exception>()) {
                group.fork(
                    () -> {
                      Async.yield();
                      operation.run();
                      return null;
                    });
                group.inPlace(
                    () -> {
                      Async.yield();
                      throw new IllegalStateException("sibling");
                    });
              }
            })
        .hasMessage("sibling");
  }

  private static void bySiblingInPlace(Waiting operation) {
    assertThatThrownBy(
            () -> {
              try (var group = new Group<Exception>()) {
                group.fork(
                    () -> {
                      Async.yield();
                      Async.yield();
                      throw new IllegalStateException("sibling");
                    });
                group.inPlace(
                    () -> {
                      operation.run();
                      return null;
                    });
              }
            })
        .hasMessage("sibling");
  }

  private static void after(Waiting operation) throws Exception {
    if (!operation.canEnd()) {
      return;
    }
    try (Scope scope = Scope.open()) {
      operation.go();
      operation.run();
      scope.cancel();
    }
    if (operation instanceof OnFuture) {
      operation.run();
    }
  }
}
