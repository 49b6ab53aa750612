package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.async.TimeoutException;
import yona.async.stm.STM;
import yona.async.stm.TransactionException;
import yona.io.ClosedException;
import yona.io.TooLongException;

class UdpTest {

  private static void send(UdpSocket from, String text, UdpSocket to) throws IOException {
    from.send(text.getBytes(UTF_8), to.address());
  }

  private static String text(UdpSocket at) throws IOException {
    return new String(at.receive().bytes(), UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "::1"})
  void aDatagramComesWithItsSender(String host) throws Exception {
    program(
        () -> {
          try (UdpSocket one = UdpSocket.bind(host, 0);
              UdpSocket other = UdpSocket.bind(host, 0)) {
            one.send("hello".getBytes(UTF_8), host, other.port());
            Datagram question = other.receive();
            assertThat(question.bytes()).asString(UTF_8).isEqualTo("hello");
            assertThat(question.sender()).isEqualTo(one.address());
            other.send(new byte[0], question.sender());
            Datagram answer = one.receive();
            assertThat(answer.bytes()).isEmpty();
            assertThat(answer.sender()).isEqualTo(other.address());
            assertThat(answer).hasToString("0 bytes from " + other.name());
          }
          return null;
        });
  }

  @Test
  void whoWaitsGetsWhatComesLater() throws Exception {
    program(
        () -> {
          try (UdpSocket one = UdpSocket.bind(0);
              UdpSocket other = UdpSocket.bind(0)) {
            Future<String> waiting = Async.future(() -> text(other));
            // The second datagram is sent when the first has been answered.
            Future<String> answered =
                Async.future(
                    () -> {
                      String got = waiting.value();
                      send(other, got + ", answered", one);
                      return got;
                    });
            send(one, "first", other);
            assertThat(text(one)).isEqualTo("first, answered");
            assertThat(answered.value()).isEqualTo("first");
          }
          return null;
        });
  }

  @Test
  void theLargestDatagramComesWhole() throws Exception {
    byte[] largest = new byte[UdpSocket.LARGEST];
    new Random(1).nextBytes(largest);
    program(
        () -> {
          try (UdpSocket one = UdpSocket.bind(0);
              UdpSocket other = UdpSocket.bind(0)) {
            one.send(largest, other.address());
            assertThat(other.receive().bytes()).isEqualTo(largest);
            assertThatThrownBy(() -> one.send(new byte[largest.length + 1], other.address()))
                .isInstanceOf(TooLongException.class)
                .hasMessage(other.name() + ": a datagram is longer than 65507 bytes");
            // Nothing of it was sent.
            send(one, "next", other);
            assertThat(text(other)).isEqualTo("next");
          }
          try (UdpSocket one = UdpSocket.bind("::1", 0);
              UdpSocket other = UdpSocket.bind("::1", 0)) {
            byte[] larger = new byte[65_527];
            one.send(larger, other.address());
            assertThat(other.receive().bytes()).hasSize(65_527);
            assertThatThrownBy(() -> one.send(new byte[65_528], other.address()))
                .isInstanceOf(TooLongException.class);
          }
          return null;
        });
  }

  @Test
  void datagramsAreHandedOutInTheOrderOfTheCalls() throws Exception {
    program(
        () -> {
          try (UdpSocket one = UdpSocket.bind(0);
              UdpSocket other = UdpSocket.bind(0)) {
            List<Future<Datagram>> receivers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
              receivers.add(other.receiving());
            }
            for (int i = 0; i < 100; i++) {
              send(one, "datagram " + i, other);
            }
            for (int i = 0; i < 100; i++) {
              assertThat(receivers.get(i).value().bytes())
                  .asString(UTF_8)
                  .isEqualTo("datagram " + i);
            }
          }
          return null;
        });
  }

  @Test
  void manyFibersShareASocket() throws Exception {
    program(
        () -> {
          try (UdpSocket server = UdpSocket.bind(0)) {
            return Async.blocking(() -> echo(server));
          }
        });
  }

  private static boolean echo(UdpSocket server) throws Exception {
    var _ =
        Async.future(
            () -> {
              for (; ; ) {
                Datagram question = server.receive();
                server.send(question.bytes(), question.sender());
              }
            });
    List<Future<String>> clients = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      int client = i;
      clients.add(Async.future(() -> answers(client, server)));
    }
    for (int i = 0; i < 50; i++) {
      String client = i + ",";
      assertThat(clients.get(i).value())
          .isEqualTo(IntStream.range(0, 20).mapToObj(n -> client + n + ";").collect(joining()));
    }
    return true;
  }

  private static String answers(int client, UdpSocket server) throws IOException {
    try (UdpSocket socket = UdpSocket.bind(0)) {
      StringBuilder all = new StringBuilder();
      for (int n = 0; n < 20; n++) {
        send(socket, client + "," + n + ";", server);
        all.append(text(socket));
      }
      return all.toString();
    }
  }

  @Test
  void aCancelledReceiverTakesNothing() throws Exception {
    program(
        () -> {
          try (UdpSocket one = UdpSocket.bind(0);
              UdpSocket other = UdpSocket.bind(0)) {
            for (int i = 0; i < 1_000; i++) {
              assertThatThrownBy(
                      () -> Async.<Datagram, IOException>timeoutNanos(1_000L, other::receive))
                  .isInstanceOf(TimeoutException.class);
            }
            Future<String> first = Async.future(() -> text(other));
            Future<String> second = Async.future(() -> text(other));
            first.cancel();
            send(one, "kept", other);
            assertThat(second.value()).isEqualTo("kept");
            assertThatThrownBy(first::value).isInstanceOf(CancellationException.class);
          }
          return null;
        });
  }

  @Test
  void aCancelledSenderSendsNothing() throws Exception {
    program(
        () -> {
          try (UdpSocket one = UdpSocket.bind(0);
              UdpSocket other = UdpSocket.bind(0)) {
            // Who is cancelled by a limit of time has ended when that is over.
            assertThatThrownBy(
                    () ->
                        Async.<Boolean, IOException>timeoutNanos(
                            1_000L,
                            () -> {
                              try {
                                throw Async.never();
                              } catch (CancellationException e) {
                                send(one, "too late", other);
                                return true;
                              }
                            }))
                .isInstanceOf(TimeoutException.class);
            send(one, "in time", other);
            assertThat(text(other)).isEqualTo("in time");
          }
          return null;
        });
  }

  /** It comes while the receiver, whose time is over, is on its way out. */
  @Test
  void whatComesAtTheEndOfALimitOfTimeIsForTheNext() throws Exception {
    program(
        () -> {
          try (UdpSocket one = UdpSocket.bind(0);
              UdpSocket other = UdpSocket.bind(0)) {
            for (int i = 0; i < 200; i++) {
              String sent = "number " + i;
              // What a future has when it is cancelled is dropped: so the receiver keeps it itself.
              AtomicReference<String> received = new AtomicReference<>();
              boolean isSent =
                  Async.<Boolean, Exception>blocking(
                      () -> {
                        Promise<Boolean> go = new Promise<>();
                        Future<Boolean> sender =
                            Async.future(
                                () -> {
                                  var _ = go.value();
                                  send(one, sent, other);
                                  return true;
                                });
                        Future<Boolean> receiver =
                            Async.future(
                                () -> {
                                  received.set(text(other));
                                  return true;
                                });
                        go.complete(true);
                        receiver.cancel();
                        return sender.value();
                      });
              assertThat(isSent).isTrue();
              String got = received.get() != null ? received.get() : text(other);
              assertThat(got).isEqualTo(sent);
            }
          }
          return null;
        });
  }

  @Test
  void closingEndsTheWaitsOfOthers() throws Exception {
    program(
        () -> {
          UdpSocket socket = UdpSocket.bind(0);
          List<Future<Datagram>> waiting = new ArrayList<>();
          for (int i = 0; i < 10; i++) {
            waiting.add(Async.future(socket::receive));
          }
          waiting.add(socket.receiving());
          socket.close();
          socket.close();
          for (Future<Datagram> each : waiting) {
            assertThatThrownBy(each::value)
                .isInstanceOf(ClosedException.class)
                .hasMessage(socket.name() + ": closed");
          }
          assertThat(socket.isOpen()).isFalse();
          assertThatThrownBy(socket::receive).isInstanceOf(ClosedException.class);
          assertThatThrownBy(() -> send(socket, "late", socket))
              .isInstanceOf(ClosedException.class)
              .hasMessage(socket.name() + ": closed");
          assertThat(socket).hasToString("UDP socket at " + socket.name() + ", closed");
          // The port is free again.
          UdpSocket.bind(socket.port()).close();
          return null;
        });
  }

  @Test
  void errorsNameTheAddress() throws Exception {
    program(
        () -> {
          try (UdpSocket socket = UdpSocket.bind(0)) {
            assertThatThrownBy(() -> UdpSocket.bind(socket.port()))
                .isInstanceOf(BindException.class)
                .hasMessage(socket.name() + ": address already in use");
            assertThatThrownBy(() -> UdpSocket.bind("192.0.2.1", 0))
                .isInstanceOf(BindException.class)
                .hasMessage("192.0.2.1:0: cannot assign requested address");
            assertThatThrownBy(() -> UdpSocket.bind("no.such.host.invalid", 0))
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("no.such.host.invalid: no such host");
            assertThatThrownBy(() -> socket.send(new byte[1], "::1", 9))
                .hasMessage(
                    "[0:0:0:0:0:0:0:1]:9: cannot be reached from "
                        + socket.name()
                        + ", which is an IPv4 address");
            // From the loopback address there is no way to others.
            assertThatThrownBy(() -> socket.send(new byte[1], "192.0.2.1", 9))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("192.0.2.1:9: ");
            for (int wrong : new int[] {-1, 0, 65536}) {
              assertThatThrownBy(() -> socket.send(new byte[1], "127.0.0.1", wrong))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessage("a port is between 1 and 65535, not " + wrong);
            }
            // One that nobody receives is no error, and does not keep others from coming.
            int nobody;
            try (UdpSocket gone = UdpSocket.bind(0)) {
              nobody = gone.port();
            }
            socket.send(new byte[1], "127.0.0.1", nobody);
            socket.send(new byte[1], "localhost", socket.port());
            assertThat(socket.receive().bytes()).hasSize(1);
          }
          return null;
        });
  }

  @Test
  void aSocketOfAllAddressesReachesBothKinds() throws Exception {
    program(
        () -> {
          try (UdpSocket any = UdpSocket.open();
              UdpSocket four = UdpSocket.bind("127.0.0.1", 0);
              UdpSocket six = UdpSocket.bind("::1", 0)) {
            for (UdpSocket each : List.of(four, six)) {
              send(any, "question", each);
              Datagram question = each.receive();
              each.send("answer".getBytes(UTF_8), question.sender());
              Datagram answer = any.receive();
              assertThat(answer.bytes()).asString(UTF_8).isEqualTo("answer");
              assertThat(answer.sender()).isEqualTo(each.address());
            }
          }
          return null;
        });
  }

  @Test
  void allMembersOfAGroupReceiveWhatIsSentToIt() throws Exception {
    InetAddress group = InetAddress.ofLiteral("239.255.71.3");
    NetworkInterface loopback =
        NetworkInterface.getByInetAddress(InetAddress.ofLiteral("127.0.0.1"));
    program(
        () -> {
          try (UdpSocket sender = UdpSocket.bind(0);
              UdpSocket first = UdpSocket.bind("239.255.71.3", 0);
              UdpSocket second = UdpSocket.bind("239.255.71.3", first.port());
              UdpSocket wild = UdpSocket.bind("0.0.0.0", 0)) {
            first.join(group, loopback);
            second.join(group);
            second.join(group);
            wild.join(group);
            send(sender, "to all", first);
            assertThat(text(first)).isEqualTo("to all");
            assertThat(text(second)).isEqualTo("to all");
            sender.send("wild".getBytes(UTF_8), "239.255.71.3", wild.port());
            Datagram received = wild.receive();
            assertThat(received.bytes()).asString(UTF_8).isEqualTo("wild");
            assertThat(received.sender()).isEqualTo(sender.address());

            wild.leave(group);
            wild.leave(group);
            sender.send("unheard".getBytes(UTF_8), "239.255.71.3", wild.port());
            sender.send("direct".getBytes(UTF_8), "127.0.0.1", wild.port());
            assertThat(text(wild)).isEqualTo("direct");

            assertThatThrownBy(() -> wild.join(InetAddress.ofLiteral("127.0.0.1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("127.0.0.1 is no address of a multicast group");
            assertThatThrownBy(() -> wild.join(InetAddress.ofLiteral("ff02::1")))
                .hasMessage(
                    wild.name()
                        + ": bound to an IPv4 address, so that it cannot join ff02:0:0:0:0:0:0:1");
            assertThatThrownBy(() -> sender.join(group))
                .hasMessage(
                    sender.name()
                        + ": bound to an address of this machine, so that nothing for 239.255.71.3"
                        + " would come; bind to the group or to 0.0.0.0");
            wild.cancel();
            assertThatThrownBy(() -> wild.join(group)).isInstanceOf(ClosedException.class);
          }
          return null;
        });
  }

  /** Sending to one takes a route, which the loopback interface need not have. */
  @Test
  void groupsOfIpv6AreJoinedToo() throws Exception {
    InetAddress group = InetAddress.ofLiteral("ff01::7103");
    program(
        () -> {
          try (UdpSocket member = UdpSocket.bind("::", 0)) {
            member.join(group);
            member.leave(group);
          }
          return null;
        });
  }

  @Test
  void transactionsRefuseSockets() throws Exception {
    program(
        () -> {
          try (UdpSocket socket = UdpSocket.bind(0)) {
            send(socket, "there", socket);
            List<STMBody> bodies =
                List.of(
                    () -> UdpSocket.bind(0),
                    socket::receive,
                    () -> {
                      send(socket, "x", socket);
                      return true;
                    });
            for (STMBody body : bodies) {
              assertThatThrownBy(() -> STM.<Object, IOException>atomically(body::run))
                  .isInstanceOf(TransactionException.class)
                  .hasMessageStartingWith("an operation on a socket inside a transaction");
            }
            assertThat(text(socket)).isEqualTo("there");
          }
          return null;
        });
  }

  private interface STMBody {
    Object run() throws IOException;
  }

  /** As many as there are, opened and closed with waits under way: no descriptor stays. */
  @Test
  void nothingIsLeftOfClosedSockets() throws Exception {
    program(
        () -> {
          long before = descriptors();
          for (int i = 0; i < 2_000; i++) {
            UdpSocket socket = UdpSocket.bind(0);
            Future<Datagram> waiting = socket.receiving();
            socket.close();
            assertThat(waiting.poll()).isNotNull();
          }
          assertThat(descriptors()).isLessThan(before + 100);
          return null;
        });
  }

  private static long descriptors() throws IOException {
    try (var all = java.nio.file.Files.list(java.nio.file.Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }
}
