package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Future;
import yona.redis.connection.Peer;
import yona.redis.connection.UnansweredException;

class ConnectorTest {

  private static Future<Redis> connecting(FakeServer server, String rest, RedisOptions options) {
    String who = rest.substring(0, rest.indexOf('@') + 1);
    String uri = "redis://" + who + "127.0.0.1:" + server.port() + rest.substring(who.length());
    return Async.future(() -> Redis.connect(RedisUri.parse(uri), options));
  }

  @Test
  void theGreetingSaysWhoAsksAndWhere() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Future<Redis> connecting =
                connecting(server, "alice:secret@/3", RedisOptions.DEFAULT.withName("jobs"));
            try (Peer peer = server.accept()) {
              assertThat(peer.command()).isEqualTo("HELLO 3 AUTH alice secret SETNAME jobs");
              assertThat(peer.command()).isEqualTo("SELECT 3");
              peer.say(FakeServer.HELLO + "+OK\r\n");
              connecting.value().close();
            }
          }
          return null;
        });
  }

  @Test
  void aPasswordAloneIsTheDefaultUsers() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Future<Redis> connecting = connecting(server, ":secret@", RedisOptions.DEFAULT);
            try (Peer peer = server.accept()) {
              assertThat(peer.command()).isEqualTo("HELLO 3 AUTH default secret");
              peer.say(FakeServer.HELLO);
              connecting.value().close();
            }
          }
          return null;
        });
  }

  @Test
  void anOldServerIsSpokenToInResp2() throws Exception {
    program(
        () -> {
          for (String refusal :
              new String[] {"-ERR unknown command `HELLO`", "-NOPROTO unsupported version"}) {
            try (FakeServer server = new FakeServer()) {
              Future<Redis> connecting =
                  connecting(server, "alice:secret@/3", RedisOptions.DEFAULT.withName("jobs"));
              try (Peer peer = server.accept()) {
                assertThat(peer.command()).startsWith("HELLO 3");
                assertThat(peer.command()).isEqualTo("SELECT 3");
                peer.say(refusal + "\r\n-NOAUTH Authentication required.\r\n");
                assertThat(peer.command()).isEqualTo("AUTH alice secret");
                assertThat(peer.command()).isEqualTo("CLIENT SETNAME jobs");
                assertThat(peer.command()).isEqualTo("SELECT 3");
                assertThat(peer.command()).isEqualTo("PING");
                assertThat(peer.command()).isEqualTo("CLIENT ID");
                peer.say("+OK\r\n+OK\r\n+OK\r\n+PONG\r\n:7\r\n");
                connecting.value().close();
              }
            }
          }
          return null;
        });
  }

  @Test
  void resp2AndResp3CanBeAskedFor() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Future<Redis> two =
                connecting(server, ":secret@", RedisOptions.DEFAULT.withProtocol(2));
            try (Peer peer = server.accept()) {
              assertThat(peer.command()).isEqualTo("AUTH secret");
              assertThat(peer.command()).isEqualTo("PING");
              assertThat(peer.command()).isEqualTo("CLIENT ID");
              peer.say("+OK\r\n+PONG\r\n:7\r\n");
              two.value().close();
            }
            Future<Redis> three = connecting(server, "", RedisOptions.DEFAULT.withProtocol(3));
            try (Peer peer = server.accept()) {
              assertThat(peer.command()).isEqualTo("HELLO 3");
              peer.say("-ERR unknown command `HELLO`\r\n");
              assertThatThrownBy(three::value)
                  .isInstanceOf(IOException.class)
                  .hasMessageContaining("the server refuses: ERR unknown command `HELLO`");
            }
          }
          return null;
        });
  }

  @Test
  void aWrongPasswordIsSaidAndNotShown() throws Exception {
    program(
        () -> {
          try (FakeServer server = new FakeServer()) {
            Future<Redis> connecting = connecting(server, ":s3cret@", RedisOptions.DEFAULT);
            try (Peer peer = server.accept()) {
              var _ = peer.command();
              peer.say("-WRONGPASS invalid username-password pair or user is disabled.\r\n");
              assertThatThrownBy(connecting::value)
                  .isInstanceOf(IOException.class)
                  .hasMessageContaining("WRONGPASS invalid username-password pair")
                  .hasCauseInstanceOf(RedisException.class)
                  .satisfies(e -> assertThat(e.toString()).doesNotContain("s3cret"));
            }
          }
          return null;
        });
  }

  /** What the connection was to be made for was not sent. */
  @Test
  void aGreetingWithoutAnAnswerIsNoCommandThatMayHaveRun() throws Exception {
    program(
        () -> {
          RedisOptions options = RedisOptions.DEFAULT.withTimeout(Duration.ofMillis(200));
          try (FakeServer server = new FakeServer()) {
            Future<Redis> connecting = connecting(server, "", options);
            try (Peer peer = server.accept()) {
              assertThat(peer.command()).isEqualTo("HELLO 3");
              peer.say(FakeServer.HELLO);
              try (Redis redis = connecting.value()) {
                Future<Object> waiting = Async.future(() -> redis.call("BLPOP", "list", 0));
                try (Peer still = server.accept()) {
                  assertThat(still.command()).isEqualTo("HELLO 3");
                  assertThatThrownBy(waiting::value)
                      .isInstanceOf(IOException.class)
                      .isNotInstanceOf(UnansweredException.class)
                      .hasMessage(
                          "127.0.0.1:"
                              + server.port()
                              + ": the server says nothing: timed out after 200 ms");
                }
              }
            }
          }
          return null;
        });
  }

  /** The second host answers where the first does not. */
  @Test
  void oneHostAfterTheOtherIsTried() throws Exception {
    program(
        () -> {
          FakeServer gone = new FakeServer();
          gone.stop();
          try (FakeServer server = new FakeServer()) {
            String uri = "redis://127.0.0.1:" + gone.port() + ",127.0.0.1:" + server.port();
            Future<Redis> connecting = Async.future(() -> Redis.connect(uri));
            try (Peer _ = server.greet()) {
              connecting.value().close();
            }
          }
          return null;
        });
  }

  /** One that refuses the greeting is lost before it was ever used: nobody needs another one. */
  @Test
  void aServerThatRefusesTheFirstConnectionIsNotAskedAgainBehindIt() throws Exception {
    program(
        () -> {
          try (FakeServer refusing = new FakeServer();
              FakeServer server = new FakeServer()) {
            String hosts = "127.0.0.1:" + refusing.port() + ",127.0.0.1:" + server.port();
            Future<Redis> connecting = Async.future(() -> Redis.connect("redis://" + hosts));
            try (Peer refused = refusing.accept()) {
              assertThat(refused.command()).isEqualTo("HELLO 3");
              refused.say("-DENIED\r\n");
              assertThatThrownBy(refused::command).isInstanceOf(EOFException.class);
              try (Peer _ = server.greet()) {
                Redis redis = connecting.value();
                // Connections are accepted in the order in which they were made.
                Future<Redis> next =
                    connecting(refusing, "", RedisOptions.DEFAULT.withName("next"));
                try (Peer peer = refusing.accept()) {
                  assertThat(peer.command()).isEqualTo("HELLO 3 SETNAME next");
                  peer.say(FakeServer.HELLO);
                  next.value().close();
                }
                redis.close();
              }
            }
          }
          return null;
        });
  }
}
