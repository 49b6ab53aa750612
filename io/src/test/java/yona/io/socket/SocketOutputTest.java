package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.async.TimeoutException;
import yona.async.scheduler.Fibers;
import yona.io.SystemCalls;
import yona.io.connection.Connection;

/** Small writes go out together, and none is lost or late. */
final class SocketOutputTest {

  @Test
  void smallWritesGoOutTogether() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0);
              Connection client = Client.connect("127.0.0.1", server.port());
              Connection accepted = server.accept()) {
            long before = SystemCalls.written();
            for (int i = 0; i < 10_000; i++) {
              client.write("x\n".getBytes(UTF_8));
            }
            client.finish();
            if (Fibers.onOwnScheduler()) {
              assertThat(SystemCalls.written() - before).isLessThan(1_000);
            }
            assertThat(accepted.readAll(100_000)).asString(UTF_8).isEqualTo("x\n".repeat(10_000));
          }
          return null;
        });
  }

  @Test
  void whatWasWrittenGoesOutWhileItsFiberComputes() throws Exception {
    program(
        () -> {
          AtomicBoolean come = new AtomicBoolean();
          try (Server server = Server.listen(0);
              Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
              Connection accepted = server.accept()) {
            Thread reader =
                Thread.ofPlatform()
                    .start(
                        () -> {
                          try {
                            come.set(socket.getInputStream().read() == 'x');
                          } catch (IOException e) {
                            throw new UncheckedIOException(e);
                          }
                        });
            accepted.write("x".getBytes(UTF_8));
            while (!come.get() && reader.isAlive()) {
              Thread.onSpinWait();
            }
            reader.join();
          }
          assertThat(come).isTrue();
          return null;
        });
  }

  @Test
  void whatWasWrittenGoesOutBeforeTheConnectionIsClosed() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0);
              Socket slow = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            int size = 20_000_000;
            Future<Boolean> writing =
                Async.future(
                    () -> {
                      try (Connection accepted = server.accept()) {
                        for (int left = size; left > 0; left -= 1_000) {
                          accepted.write(new byte[1_000]);
                        }
                      }
                      return true;
                    });
            Promise<Integer> counted = new Promise<>();
            Thread reader =
                Thread.ofPlatform()
                    .start(
                        () -> {
                          try {
                            int count = 0;
                            InputStream in = slow.getInputStream();
                            for (int got = 0; got >= 0; got = in.read(new byte[500])) {
                              count += got;
                            }
                            counted.complete(count);
                          } catch (IOException e) {
                            counted.fail(e);
                          }
                        });
            assertThat(writing.value()).isTrue();
            assertThat(counted.value()).isEqualTo(size);
            reader.join();
          }
          return null;
        });
  }

  @Test
  void aCancelledFiberDoesNotWaitForAPeerThatTakesNothing() throws Exception {
    program(
        () -> {
          try (Server server = Server.listen(0);
              Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            assertThatThrownBy(
                    () ->
                        Async.timeout(
                            Duration.ofMillis(200),
                            () -> {
                              try (Connection accepted = server.accept()) {
                                for (; ; ) {
                                  accepted.write(new byte[1_000]);
                                }
                              }
                            }))
                .isInstanceOf(TimeoutException.class);
            assertThat(silent.isConnected()).isTrue();
          }
          return null;
        });
  }
}
