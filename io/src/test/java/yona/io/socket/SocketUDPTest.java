package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.stm.STM;
import yona.async.stm.TransactionException;
import yona.io.ClosedException;
import yona.io.TooLongException;

class SocketUDPTest {

  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private static ByteBuffer buffer(String text) {
    return ByteBuffer.wrap(text.getBytes(UTF_8));
  }

  private static int port(SocketUDP socket) {
    return Objects.requireNonNull(socket.address()).getPort();
  }

  private static String text(Datagram datagram) {
    return new String(datagram.bytes(), UTF_8);
  }

  /** Also on a thread that is no fiber and in no scope. */
  @Test
  void whatIsSentIsReceived() throws Exception {
    SocketUDP server = new SocketUDP();
    assertThat(server.isOpened()).isFalse();
    assertThat(server.address()).isNull();
    server.bindAndOpen(0);
    assertThat(server.isOpened()).isTrue();
    assertThat(Objects.requireNonNull(server.address()).getAddress()).isEqualTo(LOOPBACK);
    Future<Datagram> waiting = server.receive();
    assertThat(waiting.poll()).isNull();
    SocketUDP client = new SocketUDP();
    client.open();
    ByteBuffer question = buffer("xxquestion").position(2);
    assertThat(client.send(question, LOOPBACK, port(server)).value()).isEqualTo(8);
    assertThat(question.hasRemaining()).isFalse();
    Datagram received = waiting.value();
    assertThat(text(received)).isEqualTo("question");
    assertThat(
            server
                .send(buffer(""), received.sender().getAddress(), received.sender().getPort())
                .value())
        .isZero();
    assertThat(client.receive().value().bytes()).isEmpty();
    client.close();
    server.close();
    assertThat(server.isOpened()).isFalse();
  }

  @Test
  void futuresAreServedInTheOrderOfTheCallsAndGiveBackWhatTheyDoNotWant() throws Exception {
    program(
        () ->
            SocketUDP.withSocketUDP(0)
                .use(
                    socket -> {
                      List<Future<Datagram>> receivers = new ArrayList<>();
                      for (int i = 0; i < 10; i++) {
                        receivers.add(socket.receive());
                      }
                      receivers.remove(4).cancel();
                      receivers.remove(0).cancel();
                      for (int i = 0; i < 9; i++) {
                        var _ = socket.send(buffer("" + i), LOOPBACK, port(socket)).value();
                      }
                      for (int i = 0; i < 8; i++) {
                        assertThat(text(receivers.get(i).value())).isEqualTo("" + i);
                      }
                      assertThat(text(socket.receive().value())).isEqualTo("8");
                      return null;
                    }));
  }

  @Test
  void aUseClosesItsSocket() throws Exception {
    program(
        () -> {
          List<SocketUDP> used = new ArrayList<>();
          List<Future<Datagram>> left = new ArrayList<>();
          assertThatThrownBy(
                  () ->
                      SocketUDP.withSocketUDP()
                          .use(
                              socket -> {
                                used.add(socket);
                                left.add(socket.receive());
                                throw new IllegalStateException("out of here");
                              }))
              .hasMessage("out of here");
          assertThat(used.getFirst().isOpened()).isFalse();
          assertThatThrownBy(left.getFirst()::value).isInstanceOf(ClosedException.class);
          int port =
              SocketUDP.withSocketUDP(0)
                  .use(
                      socket -> {
                        assertThatThrownBy(
                                () -> SocketUDP.withSocketUDP(port(socket)).use(_ -> null))
                            .isInstanceOf(BindException.class);
                        return port(socket);
                      });
          SocketUDP.withSocketUDP(port).use(SocketUDP::isOpened);
          return null;
        });
  }

  @Test
  void aClosedSocketCanBeOpenedAgain() throws Exception {
    SocketUDP socket = new SocketUDP();
    assertThatThrownBy(() -> socket.receive().value()).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> socket.send(buffer("x"), LOOPBACK, 9).value())
        .isInstanceOf(ClosedException.class);
    socket.close();
    socket.open();
    assertThatThrownBy(socket::open).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> socket.bindAndOpen(0)).isInstanceOf(IllegalStateException.class);
    Future<Datagram> waiting = socket.receive();
    socket.close();
    assertThatThrownBy(waiting::value).isInstanceOf(ClosedException.class);
    socket.bindAndOpen(new InetSocketAddress(LOOPBACK, 0));
    var _ = socket.send(buffer("again"), LOOPBACK, port(socket)).value();
    assertThat(text(socket.receive().value())).isEqualTo("again");
    socket.cancel();
    assertThat(socket).hasToString("UDP socket, closed");
  }

  @Test
  void whatCannotBeSentFails() throws Exception {
    SocketUDP.withSocketUDP(0)
        .use(
            socket -> {
              assertThatThrownBy(
                      () -> socket.send(ByteBuffer.allocate(70_000), LOOPBACK, 9).value())
                  .isInstanceOf(TooLongException.class);
              assertThatThrownBy(() -> socket.send(buffer("x"), LOOPBACK, 0))
                  .isInstanceOf(IllegalArgumentException.class);
              assertThatThrownBy(() -> socket.send(buffer("x"), LOOPBACK, 65_536))
                  .isInstanceOf(IllegalArgumentException.class);
              return null;
            });
    assertThatThrownBy(() -> new SocketUDP().bindAndOpen(65_536))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aCancelledFiberBeginsNothing() throws Exception {
    program(
        () ->
            SocketUDP.withSocketUDP(0)
                .use(
                    socket -> {
                      Future<Datagram> fiber =
                          yona.async.Async.future(
                              () -> {
                                try {
                                  throw yona.async.Async.never();
                                } catch (CancellationException e) {
                                  return socket.receive().value();
                                }
                              });
                      fiber.cancel();
                      assertThatThrownBy(fiber::value).isInstanceOf(CancellationException.class);
                      return null;
                    }));
    assertThatThrownBy(
            () ->
                SocketUDP.withSocketUDP(0)
                    .use(
                        socket ->
                            STM.<Object, IOException>atomically(
                                () -> {
                                  socket.close();
                                  return true;
                                })))
        .isInstanceOf(TransactionException.class);
  }
}
