package yona.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.async.CancellationException.Reason;

/** What a cancellation says of itself, and what else is one. */
class CancellationTest {

  private final AtomicReference<@Nullable CancellationException> caught = new AtomicReference<>();
  private final Promise<Boolean> begun = new Promise<>();

  /** Waits until it is cancelled. */
  private Object victim() {
    try {
      begun.complete(true);
      throw Async.never();
    } catch (CancellationException e) {
      assertThat(e.isOwn()).isTrue();
      caught.set(e);
      throw e;
    }
  }

  private void assertCaught(Reason reason, @Nullable String by) {
    CancellationException e = caught.get();
    assertThat(e).isNotNull();
    assertThat(e.reason()).isEqualTo(reason);
    assertThat(e.by()).isEqualTo(by);
    assertThat(e).hasMessageStartingWith("cancelled");
    if (by != null) {
      assertThat(e).hasMessageEndingWith(" by " + by);
    }
  }

  @Test
  void ofAScopeThatIsLeft() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            scope.background(this::victim);
            begun.await();
          }
          return null;
        });
    assertCaught(Reason.SCOPE_LEFT, null);
  }

  @Test
  void ofAScopeThatSomebodyCancels() throws Exception {
    String by =
        Running.program(
            () -> {
              try (Scope scope = Scope.open()) {
                Future<?> victim = scope.background(this::victim);
                begun.await();
                Future<String> canceller =
                    Async.future(
                        Body.named(
                            "the canceller",
                            () -> {
                              scope.cancel();
                              return Fiber.current().toString();
                            }));
                Async.shielded(victim::await);
                return Async.shielded(() -> canceller.value());
              }
            });
    assertCaught(Reason.CANCELLED, by);
    assertThat(by).contains("\"the canceller\"");
  }

  @Test
  void ofAMemberWhoseSiblingFails() throws Exception {
    IOException error = new IOException("no tea");
    AtomicReference<@Nullable String> failing = new AtomicReference<>();
    Running.program(
        () -> {
          assertThatThrownBy(
                  () ->
                      Async.<Object, IOException>group(
                          group -> {
                            group.fork(this::victim);
                            return group
                                .fork(
                                    () -> {
                                      begun.await();
                                      failing.set(Fiber.current().toString());
                                      throw error;
                                    })
                                .value();
                          }))
              .isSameAs(error);
          return null;
        });
    assertCaught(Reason.SIBLING_FAILED, failing.get());
    assertThat(caught.get()).hasCause(error);
  }

  @Test
  void ofAMemberWhoseGroupFailsInPlace() throws Exception {
    IOException error = new IOException("no cake");
    String owner =
        Running.program(
            () -> {
              assertThatThrownBy(
                      () ->
                          Async.<Object, IOException>group(
                              group -> {
                                group.fork(this::victim);
                                begun.await();
                                throw error;
                              }))
                  .isSameAs(error);
              return Fiber.current().toString();
            });
    assertCaught(Reason.SIBLING_FAILED, owner);
    assertThat(caught.get()).hasCause(error);
  }

  @Test
  void ofTheLoserOfARace() throws Exception {
    Running.program(
        () ->
            Async.<Object, RuntimeException>race(
                List.of(this::victim, () -> begun.await().get(), Async::never)));
    assertCaught(Reason.RACE_DECIDED, null);
  }

  @Test
  void ofATimeThatIsOver() throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(() -> Async.timeout(Duration.ofMillis(1), this::victim))
              .isInstanceOf(TimeoutException.class);
          assertCaught(Reason.DEADLINE, null);
          assertThatThrownBy(() -> Async.timeout(Duration.ZERO, this::victim))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
    assertCaught(Reason.DEADLINE, null);
  }

  @Test
  void ofAProgramThatIsStopped() {
    Program program = new Program(ErrorReporter.STANDARD_ERROR);
    Thread stopper =
        Thread.ofPlatform()
            .name("stopper")
            .start(
                () -> {
                  begun.await();
                  program.stopNanos(0);
                });
    assertThatThrownBy(() -> program.run(this::victim)).isSameAs(caught.get());
    assertCaught(Reason.STOPPED, "Thread#" + stopper.threadId() + " \"stopper\"");
  }

  @Test
  void ofAThreadThatIsInterrupted() throws Exception {
    Thread thread =
        Thread.ofPlatform().start(() -> Async.blocking(() -> List.of(Result.class, victimOrNot())));
    begun.await();
    thread.interrupt();
    thread.join();
    assertCaught(Reason.INTERRUPTED, null);
  }

  private Object victimOrNot() {
    try {
      return victim();
    } catch (CancellationException e) {
      return e;
    }
  }

  @Test
  void whoAwaitsACancelledFutureIsNotCancelledHimself() throws Exception {
    Running.program(
        () -> {
          Future<Object> future = Async.future(this::victim);
          begun.await();
          future.cancel();
          assertThatThrownBy(future::value)
              .isInstanceOfSatisfying(
                  CancellationException.class,
                  e -> {
                    assertThat(e.isOwn()).isFalse();
                    assertThat(e.reason()).isEqualTo(Reason.CANCELLED);
                    assertThat(e.by()).isEqualTo(Fiber.current().toString());
                  });
          Async.yield();
          return null;
        });
    assertCaught(Reason.CANCELLED, caught.get().by());
    assertThat(caught.get().by()).startsWith("Fiber#");
  }

  @Test
  void whoAwaitsAFutureWhoseScopeWasLeftIsNotCancelledHimself() throws Exception {
    Running.program(
        () -> {
          Future<Object> future;
          try (Scope scope = Scope.open()) {
            future = scope.background(this::victim);
            begun.await();
          }
          assertThatThrownBy(future::value)
              .isInstanceOfSatisfying(
                  CancellationException.class,
                  e -> {
                    assertThat(e.isOwn()).isFalse();
                    assertThat(e.reason()).isEqualTo(Reason.SCOPE_LEFT);
                  });
          return null;
        });
  }

  // ---- what cannot be interrupted --------------------------------------------------------------

  @Test
  void aCancellationIsRaisedWhenTheBlockIsLeft() throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            assertThatThrownBy(
                    () ->
                        Async.uninterruptible(
                            () -> {
                              scope.cancel();
                              Async.yield();
                              return "done";
                            }))
                .isInstanceOfSatisfying(
                    CancellationException.class, e -> assertThat(e.isOwn()).isTrue());
          }
          try (Scope scope = Scope.open()) {
            String given =
                Async.shielded(
                    () -> {
                      scope.cancel();
                      Async.yield();
                      return "done";
                    });
            assertThat(given).isEqualTo("done");
            assertThatThrownBy(Async::yield).isInstanceOf(CancellationException.class);
          }
          return null;
        });
  }

  @Test
  void anErrorOfTheBlockIsRaisedThoughACancellationCame() throws Exception {
    IOException error = new IOException("of the block");
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            assertThatThrownBy(
                    () ->
                        Async.<Object, IOException>uninterruptible(
                            () -> {
                              scope.cancel();
                              throw error;
                            }))
                .isSameAs(error);
          }
          return null;
        });
  }

  // ---- Java's own operations -------------------------------------------------------------------

  /** Blocks until it is interrupted. */
  record Blocking(String name, Body<?, Exception> body) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Blocking> blocking() {
    return Stream.of(
        new Blocking("a socket is read", CancellationTest::read),
        new Blocking(
            "a connection is accepted",
            () -> {
              try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return server.accept();
              }
            }),
        new Blocking(
            "a datagram is received",
            () -> {
              try (var socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
                socket.receive(new DatagramPacket(new byte[1], 1));
                return socket;
              }
            }),
        new Blocking(
            "a piped stream is read",
            () -> {
              try (var out = new PipedOutputStream();
                  var in = new PipedInputStream(out)) {
                return in.read();
              }
            }),
        new Blocking(
            "a pipe is read",
            () -> {
              Pipe pipe = Pipe.open();
              try (var source = pipe.source();
                  var _ = pipe.sink()) {
                return source.read(java.nio.ByteBuffer.allocate(1));
              }
            }),
        new Blocking(
            "a latch is awaited",
            () -> {
              new CountDownLatch(1).await();
              return null;
            }));
  }

  private static int read() throws IOException {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var client = new Socket(server.getInetAddress(), server.getLocalPort());
        var _ = server.accept()) {
      return client.getInputStream().read();
    }
  }

  private <T> T blocked(Body<T, Exception> body) throws Exception {
    begun.complete(true);
    return body.run();
  }

  @ParameterizedTest
  @MethodSource("blocking")
  void aFiberInItThatIsCancelledReportsNothing(Blocking operation) throws Exception {
    Running.program(
        () -> {
          Future<?> background;
          Future<?> future;
          try (Scope scope = Scope.open()) {
            background = scope.background(() -> blocked(operation.body()));
            future = scope.future(operation.body());
            begun.await();
          }
          for (Future<?> each : List.of(background, future)) {
            assertThatThrownBy(each::value)
                .isInstanceOfSatisfying(
                    CancellationException.class,
                    e -> assertThat(e.reason()).isEqualTo(Reason.SCOPE_LEFT));
          }
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("blocking")
  void aFutureInItThatIsCancelledReportsNothing(Blocking operation) throws Exception {
    Running.program(
        () -> {
          try (Scope scope = Scope.open()) {
            Future<?> future = scope.future(() -> blocked(operation.body()));
            begun.await();
            future.cancel();
          }
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("blocking")
  void aMemberInItWhoseSiblingFailsReportsNothing(Blocking operation) throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(
                  () ->
                      Async.<Object, Exception>group(
                          group -> {
                            group.fork(() -> blocked(operation.body()));
                            begun.await();
                            throw new IllegalStateException("the sibling");
                          }))
              .hasMessage("the sibling");
          assertThat(
                  Async.<Object, Exception>race(
                      List.of(
                          () -> blocked(operation.body()),
                          () -> {
                            begun.await();
                            return "won";
                          })))
              .isEqualTo("won");
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("blocking")
  void aTimeoutAroundItRaisesATimeoutAndReportsNothing(Blocking operation) throws Exception {
    Running.program(
        () -> {
          assertThatThrownBy(() -> Async.timeout(Duration.ofMillis(5), operation.body()))
              .isInstanceOf(TimeoutException.class);
          return null;
        });
  }

  @ParameterizedTest
  @MethodSource("blocking")
  void aProgramThatIsStoppedInItRaisesACancellation(Blocking operation) {
    Program program = new Program(ErrorReporter.STANDARD_ERROR);
    Thread.ofPlatform()
        .start(
            () -> {
              begun.await();
              program.stopNanos(0);
            });
    assertThatThrownBy(() -> program.run(() -> blocked(operation.body())))
        .isInstanceOfSatisfying(
            CancellationException.class, e -> assertThat(e.reason()).isEqualTo(Reason.STOPPED))
        .hasCauseInstanceOf(Exception.class);
  }

  @Test
  void whatIsACancellation() {
    assertThat(
            List.of(
                new CancellationException(),
                new InterruptedException(),
                new InterruptedIOException(),
                new SocketException("Closed by interrupt"),
                new java.nio.channels.ClosedByInterruptException(),
                new java.nio.channels.FileLockInterruptionException()))
        .allMatch(CancellationException::isCancellation);
    assertThat(
            List.of(
                new SocketTimeoutException("Read timed out"),
                new SocketException("Connection reset"),
                new java.util.concurrent.CancellationException(),
                new IOException("broken"),
                TimeoutException.ofNanos(1)))
        .noneMatch(CancellationException::isCancellation);
  }

  @Test
  void whatLooksLikeOneInAFiberThatIsNotCancelledIsAFailure() throws Exception {
    SocketException error = new SocketException("Closed by interrupt");
    Running.reporting(
        () -> {
          Scope.current()
              .background(
                  () -> {
                    throw error;
                  })
              .await();
          return null;
        });
    assertThat(Running.REPORTED).containsExactly(error);
  }
}
