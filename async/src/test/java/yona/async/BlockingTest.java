package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.scheduler.Fibers;

/** Operations that block the carrier's thread in the kernel. */
class BlockingTest {

  @TempDir Path folder;

  private Path fifo(int number) throws Exception {
    Path path = folder.resolve("fifo" + number);
    int status = new ProcessBuilder("mkfifo", path.toString()).start().waitFor();
    assertThat(status).isZero();
    return path;
  }

  /** Opens a FIFO, which blocks the thread in the kernel until {@link #release}. */
  private static void block(Path fifo) throws IOException {
    try (FileInputStream input = new FileInputStream(fifo.toFile())) {
      assertThat(input.read()).isEqualTo(-1);
    }
  }

  private static void release(Path fifo) throws IOException {
    new FileOutputStream(fifo.toFile()).close();
  }

  @Test
  @Tag("own-scheduler")
  void otherFibersGoOnWhileEveryCarrierIsAway() throws Exception {
    moreThanThereAreCarriers(Blocking::inPlace);
  }

  @Test
  @Tag("own-scheduler")
  void otherFibersGoOnWhileForeignCodeBlocksEveryCarrier() throws Exception {
    moreThanThereAreCarriers(Body::run);
  }

  /** How an operation that blocks is called. */
  private interface Call {
    Object run(Body<Object, Exception> operation) throws Exception;
  }

  private void moreThanThereAreCarriers(Call call) throws Exception {
    int blocked = 3 * Runtime.getRuntime().availableProcessors();
    List<Path> fifos = new ArrayList<>();
    for (int i = 0; i < blocked; i++) {
      fifos.add(fifo(i));
    }
    Running.program(
        () -> {
          AtomicInteger inside = new AtomicInteger();
          try (var group = new Group<Exception>()) {
            List<Future<Object>> members = new ArrayList<>();
            for (Path fifo : fifos) {
              members.add(
                  group.fork(
                      () -> {
                        Async.yield();
                        return call.run(
                            () -> {
                              inside.incrementAndGet();
                              block(fifo);
                              return "done";
                            });
                      }));
            }
            // Only a replacement carrier can bring this fiber here, and all the others in.
            while (inside.get() < blocked) {
              Async.yield();
            }
            for (Path fifo : fifos) {
              release(fifo);
            }
            group.join();
            assertThat(members).allSatisfy(member -> assertThat(member.value()).isEqualTo("done"));
          }
          return null;
        });
  }

  @Test
  @Tag("own-scheduler")
  void aFiberThatIsWokenFromOutsideFindsACarrierWhileForeignCodeBlocksAll() throws Exception {
    int blocked = Runtime.getRuntime().availableProcessors();
    List<Path> fifos = new ArrayList<>();
    for (int i = 0; i < blocked; i++) {
      fifos.add(fifo(i));
    }
    Promise<String> fromOutside = new Promise<>();
    CountDownLatch allInside = new CountDownLatch(blocked);
    Thread outside =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    allInside.await();
                    fromOutside.complete("woken");
                  } catch (InterruptedException stopped) {
                    fromOutside.fail(stopped);
                  }
                });
    Running.program(
        () -> {
          try (var group = new Group<Exception>()) {
            for (Path fifo : fifos) {
              group.fork(
                  () -> {
                    Async.yield();
                    allInside.countDown();
                    block(fifo);
                    return null;
                  });
            }
            assertThat(fromOutside.value()).isEqualTo("woken");
            for (Path fifo : fifos) {
              release(fifo);
            }
            group.join();
          }
          return null;
        });
    outside.join();
  }

  /** Else nobody would find out that such a fiber cannot be stopped. */
  @Test
  @Tag("own-scheduler")
  void fibersThatComputeAfterForeignCodeHasBlockedEveryCarrierAreSeen() throws Exception {
    int blocked = Runtime.getRuntime().availableProcessors();
    List<Path> fifos = new ArrayList<>();
    for (int i = 0; i < blocked; i++) {
      fifos.add(fifo(i));
    }
    int turns =
        Running.program(
            () -> {
              AtomicInteger inside = new AtomicInteger();
              AtomicInteger computing = new AtomicInteger();
              AtomicBoolean seen = new AtomicBoolean();
              try (var group = new Group<Exception>()) {
                for (Path fifo : fifos) {
                  group.fork(
                      () -> {
                        Async.yield();
                        inside.incrementAndGet();
                        block(fifo);
                        computing.incrementAndGet();
                        while (!seen.get()) {
                          Thread.onSpinWait();
                        }
                        return null;
                      });
                }
                // Only a carrier in the place of one of theirs can bring this fiber here.
                while (inside.get() < blocked) {
                  Async.yield();
                }
                for (Path fifo : fifos) {
                  release(fifo);
                }
                while (computing.get() < blocked) {
                  Async.yield();
                }
                int running = Fibers.bursts().size();
                seen.set(true);
                group.join();
                return running;
              }
            });
    assertThat(turns).isGreaterThan(blocked);
  }

  @Test
  @Tag("own-scheduler")
  void anOperationInPlaceIsNotInterrupted() throws Exception {
    AtomicBoolean interrupted = new AtomicBoolean();
    Path fifo = fifo(0);
    Running.program(
        () -> {
          Promise<Scope> scope = new Promise<>();
          AtomicBoolean begun = new AtomicBoolean();
          Scope.holding()
              .background(
                  () -> {
                    Scope cancelled = scope.value();
                    while (!begun.get()) {
                      Async.yield();
                    }
                    cancelled.cancel();
                    release(fifo);
                    return null;
                  });
          try (Scope inner = Scope.open()) {
            scope.complete(inner);
            Blocking.inPlace(
                () -> {
                  begun.set(true);
                  block(fifo);
                  interrupted.set(Thread.currentThread().isInterrupted());
                  return null;
                });
            assertThatThrownBy(Async::yield).isInstanceOf(CancellationException.class);
          }
          return null;
        });
    assertThat(interrupted).isFalse();
  }

  @Test
  void aCancelledFiberDoesNotBeginAnOperation() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            scope.cancel();
            assertThatThrownBy(
                    () ->
                        Blocking.inPlace(
                            () -> {
                              throw new AssertionError("begun");
                            }))
                .isInstanceOf(CancellationException.class);
          }
          return null;
        });
  }

  @Test
  @Tag("own-scheduler")
  void fibersThatComputeUseEveryProcessor() throws Exception {
    int processors = Runtime.getRuntime().availableProcessors();
    Running.program(
        () -> {
          // Each spins until all of them do: on fewer threads this never ends.
          AtomicInteger spinning = new AtomicInteger();
          try (var group = new Group<RuntimeException>()) {
            for (int i = 0; i < processors; i++) {
              group.fork(
                  () -> {
                    Async.yield();
                    spinning.incrementAndGet();
                    while (spinning.get() < processors) {
                      Thread.onSpinWait();
                    }
                    return null;
                  });
            }
            group.join();
          }
          return null;
        });
  }
}
