package yona.io.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.io.Running.program;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Promise;
import yona.io.socket.Client;
import yona.io.socket.Server;
import yona.testrun.TestLimit;

/** Actions are called for bytes and for ends that nobody waits for. */
class UnwaitedReadTest {

  /** Uses both ends of a connection. */
  @FunctionalInterface
  private interface Use {
    void run(Connection accepted, Connection client) throws Exception;
  }

  private static void connected(Use use) throws Exception {
    program(
        () -> {
          try (Server server =
                  Server.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
              Connection client = Client.connect("127.0.0.1", server.port());
              Connection accepted = server.accept()) {
            use.run(accepted, client);
          }
          return null;
        });
  }

  private static boolean isTold(Promise<Boolean> told) {
    return Async.<Boolean, RuntimeException>timeout(TestLimit.ofWait(), told::value);
  }

  /**
   * Has somebody told of what can be read, where nothing is there yet. While the system still tells
   * that the connection is new, it may be readable for all that is known.
   */
  private static void onReadable(Connection connection, Runnable action) throws Exception {
    do {
      assertThat(connection.readNow(ByteBuffer.allocate(1))).isZero();
    } while (!connection.onReadable(action));
  }

  @Test
  void bytesThatComeAreTold() throws Exception {
    connected(
        (accepted, client) -> {
          Promise<Boolean> told = new Promise<>();
          onReadable(accepted, () -> told.complete(true));
          client.write(new byte[] {1, 2});
          assertThat(isTold(told)).isTrue();
          assertThat(accepted.readNow(ByteBuffer.allocate(10))).isEqualTo(2);
        });
  }

  @Test
  void bytesThatAreThereAreNotTold() throws Exception {
    connected(
        (accepted, client) -> {
          client.write(new byte[] {1, 2});
          assertThat(accepted.readExactly(1)).containsExactly(1);
          assertThat(accepted.onReadable(() -> {})).isFalse();
          assertThat(accepted.readExactly(1)).containsExactly(2);
        });
  }

  @Test
  void aCloseIsTold() throws Exception {
    connected(
        (accepted, client) -> {
          Promise<Boolean> readable = new Promise<>();
          Promise<Boolean> ended = new Promise<>();
          onReadable(accepted, () -> readable.complete(true));
          assertThat(accepted.onEnded(() -> ended.complete(true))).isTrue();
          accepted.close();
          assertThat(isTold(readable)).isTrue();
          assertThat(isTold(ended)).isTrue();
        });
  }

  /** Also when nobody has read what came before. */
  @Test
  void theOtherSidesEndIsTold() throws Exception {
    connected(
        (accepted, client) -> {
          Promise<Boolean> ended = new Promise<>();
          assertThat(accepted.onEnded(() -> ended.complete(true))).isTrue();
          client.write(new byte[] {1, 2});
          client.finish();
          assertThat(isTold(ended)).isTrue();
          assertThat(accepted.onEnded(() -> {})).isFalse();
          assertThat(accepted.readAll(10)).containsExactly(1, 2);
        });
  }
}
