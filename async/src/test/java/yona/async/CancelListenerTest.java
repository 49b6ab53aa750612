package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who hears of cancelled fibers that do not wait, and what can be seen of them. */
class CancelListenerTest {
  private final List<Fiber> told = new CopyOnWriteArrayList<>();

  @BeforeEach
  void listen() {
    Fiber.onCancel(told::add);
  }

  @AfterEach
  void listenNoMore() {
    Fiber.onCancel(null);
  }

  @Test
  void aFiberThatComputesIsToldOnceUntilItsCancellationIsOver() throws Exception {
    CountDownLatch computes = new CountDownLatch(1);
    AtomicBoolean enough = new AtomicBoolean();
    AtomicBoolean shielded = new AtomicBoolean();
    CountDownLatch shields = new CountDownLatch(1);
    Running.program(
        () -> {
          Future<Fiber> spinning =
              Async.future(
                  () -> {
                    computes.countDown();
                    while (!enough.get()) {
                      Thread.onSpinWait();
                    }
                    return Async.uninterruptible(
                        () -> {
                          shields.countDown();
                          while (!shielded.get()) {
                            Thread.onSpinWait();
                          }
                          return Fiber.current();
                        });
                  });
          computes.await();
          assertThat(told).isEmpty();
          spinning.cancel();
          assertThat(told).hasSize(1);
          Fiber fiber = told.getFirst();
          assertThat(fiber.isCancelledSomewhere()).isTrue();
          assertThat(fiber.computesThoughCancelled()).isTrue();
          enough.set(true);
          shields.await();
          assertThat(fiber.isCancelledSomewhere()).isTrue();
          assertThat(fiber.computesThoughCancelled()).isFalse();
          shielded.set(true);
          fiber.thread().join();
          assertThat(fiber.isCancelledSomewhere()).isFalse();
          assertThat(told).hasSize(1);
          return null;
        });
  }

  @Test
  void aFiberThatWaitsIsTold() throws Exception {
    CountDownLatch waits = new CountDownLatch(1);
    CountDownLatch caught = new CountDownLatch(1);
    Running.program(
        () -> {
          Future<Object> waiting =
              Async.future(
                  () -> {
                    waits.countDown();
                    try {
                      throw Async.never();
                    } catch (CancellationException cancelled) {
                      assertThat(told).containsExactly(Fiber.current());
                      caught.countDown();
                      throw cancelled;
                    }
                  });
          waits.await();
          waiting.cancel();
          caught.await();
          return null;
        });
    assertThat(told).hasSize(1);
  }

  /** It may go on to compute when the release or the operation is over. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aFiberInAReleaseOrAnOperationInPlaceIsTold(boolean inPlace) throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    Body<Object, InterruptedException> protectedPart =
        () -> {
          inside.countDown();
          over.await();
          return ":over";
        };
    Running.program(
        () -> {
          Future<Object> cancelled =
              Async.future(
                  () -> inPlace ? Blocking.inPlace(protectedPart) : Async.shielded(protectedPart));
          inside.await();
          cancelled.cancel();
          assertThat(told).hasSize(1);
          assertThat(told.getFirst().isCancelledSomewhere()).isTrue();
          assertThat(told.getFirst().computesThoughCancelled()).isFalse();
          over.countDown();
          return null;
        });
    assertThat(told).hasSize(1);
  }
}
