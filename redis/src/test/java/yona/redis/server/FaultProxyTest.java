package yona.redis.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.testrun.network.FaultProxy;
import yona.testrun.network.Ports;

/** The proxy does to a conversation with a real server what a test asks for, and nothing else. */
@Tag("processes")
class FaultProxyTest {
  private TestServer server;
  private FaultProxy proxy;

  @BeforeEach
  void open() throws IOException {
    server = TestServer.start();
    proxy = FaultProxy.to(server.port());
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    server.close();
  }

  @Test
  void whatItPassesOnIsTheSame() throws Exception {
    byte[] large = new byte[3_000_000];
    new Random(7).nextBytes(large);
    try (RespSocket first = RespSocket.connect(proxy.port());
        RespSocket second = RespSocket.connect(proxy.port())) {
      assertThat(first.text("SET", "large", large)).isEqualTo("OK");
      assertThat(second.ask("GET", "large").plain()).isEqualTo(large);
      assertThat(proxy.connections()).isEqualTo(2);
      proxy.toClient().awaitPassed(3_000_000);
      assertThat(proxy.toClient().passed()).isBetween(3_000_000L, 3_000_100L);
      assertThat(proxy.uri("redis")).isEqualTo("redis://127.0.0.1:" + proxy.port());
    }
    proxy.awaitConnections(0);
  }

  @Test
  void itSplitsBothWays() throws Exception {
    proxy.toServer().split(1);
    proxy.toClient().split(3);
    try (RespSocket client = RespSocket.connect(proxy.port())) {
      assertThat(client.text("SET", "name", "value")).isEqualTo("OK");
      assertThat(client.text("GET", "name")).isEqualTo("value");
    }
  }

  @Test
  void itHoldsPiecesForATime() throws Exception {
    try (RespSocket client = RespSocket.connect(proxy.port())) {
      assertThat(client.text("PING")).isEqualTo("PONG");
      long start = System.nanoTime();
      proxy.toClient().delay(Duration.ofMillis(30));
      assertThat(client.text("PING")).isEqualTo("PONG");
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(30_000_000L);
      // One that is stopped does not wait until it is over.
      proxy.toClient().delay(Duration.ofDays(1));
      client.send("PING");
      proxy.toClient().awaitHeld(7);
      proxy.drop();
      assertThatThrownBy(client::reply).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aStallIsInOneDirectionAlone() throws Exception {
    try (RespSocket client = RespSocket.connect(proxy.port())) {
      proxy.toClient().stall();
      client.send("SET", "name", "value");
      proxy.toClient().awaitHeld(5);
      // So the server has done it, and the client does not know.
      assertThat(server.ask("GET", "name")).isEqualTo("value");
      assertThat(proxy.toClient().passed()).isZero();
      proxy.toClient().flow();
      assertThat(client.reply().plain()).isEqualTo("OK");
      proxy.toServer().stall();
      client.send("SET", "name", "other");
      proxy.toServer().awaitHeld(10);
      assertThat(server.ask("GET", "name")).isEqualTo("value");
      proxy.toServer().flow();
      assertThat(client.reply().plain()).isEqualTo("OK");
      assertThat(server.ask("GET", "name")).isEqualTo("other");
    }
  }

  @Test
  void itCutsAfterEachByteOfAReply() throws Exception {
    for (int bytes = 0; bytes <= 7; bytes++) {
      proxy.toClient().cutAfter(bytes);
      try (Socket client = new Socket(Ports.loopback(), proxy.port())) {
        client.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
        assertThat(new String(client.getInputStream().readAllBytes(), US_ASCII))
            .isEqualTo("+PONG\r\n".substring(0, bytes));
      }
    }
    proxy.awaitConnections(0);
    proxy.toClient().cutNothing();
    try (RespSocket client = RespSocket.connect(proxy.port())) {
      assertThat(client.text("PING")).isEqualTo("PONG");
      assertThat(client.text("PING")).isEqualTo("PONG");
      // Those that are beyond it already, too.
      proxy.toClient().cutAfter(10);
      assertThatThrownBy(client::reply).isInstanceOf(IOException.class);
    }
  }

  @Test
  void itCutsAfterEachByteOfACommand() throws Exception {
    byte[] command = "INCR count\r\n".getBytes(US_ASCII);
    for (int bytes = 0; bytes <= command.length; bytes++) {
      proxy.toServer().cutAfter(bytes);
      try (Socket client = new Socket(Ports.loopback(), proxy.port())) {
        client.getOutputStream().write(command);
        client.getInputStream().readAllBytes();
      }
      // The server has seen the end of the connection: what it got of it is done.
      proxy.awaitConnections(0);
      Until.so(
          "the server has only this test's connection",
          () -> server.ask("CLIENT", "LIST").lines().count() == 1);
      assertThat(server.ask("EXISTS", "count")).isEqualTo(bytes == command.length ? "1" : "0");
    }
  }

  @Test
  void connectionsAreDroppedAndBrokenOff() throws Exception {
    try (Socket dropped = new Socket(Ports.loopback(), proxy.port())) {
      proxy.awaitConnections(1);
      proxy.drop();
      assertThat(dropped.getInputStream().read()).isEqualTo(-1);
    }
    proxy.awaitConnections(0);
    try (Socket broken = new Socket(Ports.loopback(), proxy.port())) {
      proxy.awaitAccepted(2);
      proxy.reset();
      assertThatThrownBy(() -> broken.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void newConnectionsAreRefusedAndAdmittedAgain() throws Exception {
    try (RespSocket client = RespSocket.connect(proxy.port())) {
      assertThat(client.text("PING")).isEqualTo("PONG");
      for (int i = 0; i < 3; i++) {
        proxy.refuse();
        assertThatThrownBy(() -> new Socket(Ports.loopback(), proxy.port()))
            .isInstanceOf(ConnectException.class);
        assertThat(client.text("PING")).isEqualTo("PONG");
        proxy.admit();
        try (RespSocket other = RespSocket.connect(proxy.port())) {
          assertThat(other.text("PING")).isEqualTo("PONG");
        }
      }
    }
  }

  @Test
  void theEndOfEitherSideReachesTheOther() throws Exception {
    try (Socket client = new Socket(Ports.loopback(), proxy.port())) {
      client.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
      client.shutdownOutput();
      assertThat(client.getInputStream().readAllBytes()).isEqualTo("+PONG\r\n".getBytes(US_ASCII));
    }
    proxy.awaitConnections(0);
    try (RespSocket client = RespSocket.connect(proxy.port())) {
      assertThat(client.text("PING")).isEqualTo("PONG");
      server.kill();
      assertThatThrownBy(client::reply)
          .isInstanceOf(IOException.class)
          .isNotInstanceOf(SocketTimeoutException.class);
      // Nobody is behind it.
      try (RespSocket other = RespSocket.connect(proxy.port())) {
        assertThatThrownBy(other::reply).isInstanceOf(SocketException.class);
      }
      server.restart();
      try (RespSocket other = RespSocket.connect(proxy.port())) {
        assertThat(other.text("PING")).isEqualTo("PONG");
      }
    }
  }
}
