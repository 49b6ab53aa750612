package yona.io.readiness;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.io.Running;
import yona.testrun.TestLimit;

/** Actions run when a channel becomes ready. */
class ReadinessActionTest {

  private static final int ROUNDS = 200;

  /**
   * The carrier that learns of the readiness comes to a lock whose holder needs a carrier to go on:
   * as a fiber does that has come to the lock before and is ready to take it.
   */
  @Test
  void anActionMayComeToALockThatAFiberHoldsWhichWaits() throws Exception {
    CountDownLatch done = new CountDownLatch(ROUNDS);
    Thread program =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  for (int i = 0; i < ROUNDS; i++) {
                    waitWithTheLock(done);
                  }
                });
    boolean all = done.await(TestLimit.ofWait().toNanos(), NANOSECONDS);
    assertThat(all).as("all actions are done, %s are not", done.getCount()).isTrue();
    program.join();
  }

  private static void waitWithTheLock(CountDownLatch done) {
    Object lock = new Object();
    CountDownLatch called = new CountDownLatch(1);
    try (Channel channel = new Channel()) {
      var _ =
          Running.program(
              () -> {
                channel.readiness.notReadable(channel.readiness.seen());
                boolean waits =
                    channel.readiness.onReadable(
                        () -> {
                          synchronized (lock) {
                            called.countDown();
                          }
                        });
                assertThat(waits).isTrue();
                synchronized (lock) {
                  var _ = channel.pipe.sink().write(ByteBuffer.allocate(1));
                  Async.sleep(Duration.ofMillis(2));
                }
                return true;
              });
      called.await();
      done.countDown();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Channel implements AutoCloseable {
    final Pipe pipe = Pipe.open();
    final Readiness readiness = Readiness.of(pipe.source());

    Channel() throws IOException {}

    @Override
    public void close() throws IOException {
      readiness.close();
      pipe.source().close();
      pipe.sink().close();
    }
  }
}
