package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.property.certificates.Authority;
import yona.redis.embedded.EmbeddedRedis;
import yona.redis.embedded.Options;

/** Programs that ask real servers of other kinds than {@code :embedded}. */
@Tag("processes")
class RedisServersTest {

  @TempDir private Path folder;

  /** A conversation with a server, in lines. */
  private static final class Talk implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader lines;

    Talk(EmbeddedRedis server) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
      socket.setSoTimeout(60_000);
      lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    /** The first line of the reply. */
    String ask(String command) throws IOException {
      socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.UTF_8));
      return String.valueOf(lines.readLine());
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private static void ask(EmbeddedRedis server, String command) throws IOException {
    try (Talk talk = new Talk(server)) {
      assertThat(talk.ask(command)).as(command).isEqualTo("+OK");
    }
  }

  /** Asks until it is the answer. */
  private static void await(EmbeddedRedis server, String command, String answer)
      throws IOException {
    for (String said = ""; !said.equals(answer); LockSupport.parkNanos(1_000_000)) {
      try (Talk talk = new Talk(server)) {
        said = talk.ask(command);
      }
    }
  }

  // ---- a cluster -------------------------------------------------------------------------------

  /** Two nodes, each with one half of the slots. */
  private List<EmbeddedRedis> cluster() throws IOException {
    List<EmbeddedRedis> nodes = new ArrayList<>();
    try {
      for (int i = 0; i < 2; i++) {
        int bus;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
          bus = free.getLocalPort();
        }
        nodes.add(
            EmbeddedRedis.start(
                Options.DEFAULT.withConfiguration(
                    "cluster-enabled yes",
                    "cluster-port " + bus,
                    "dir " + Files.createTempDirectory(folder, "node"))));
        ask(nodes.get(i), "CLUSTER SET-CONFIG-EPOCH " + (i + 1));
        ask(nodes.get(i), "CLUSTER ADDSLOTSRANGE " + 8_192 * i + " " + (8_192 * i + 8_191));
        if (i == 1) {
          ask(nodes.getFirst(), "CLUSTER MEET 127.0.0.1 %d %d".formatted(nodes.get(i).port(), bus));
        }
      }
      for (EmbeddedRedis node : nodes) {
        // Each says that it cannot serve this, or that the other one does, or what it has.
        await(node, "EXISTS b", nodes.indexOf(node) == 0 ? ":0" : moved(nodes.getFirst(), 3_300));
        await(node, "EXISTS a", nodes.indexOf(node) == 1 ? ":0" : moved(nodes.getLast(), 15_495));
      }
      return nodes;
    } catch (Throwable error) {
      nodes.forEach(EmbeddedRedis::close);
      throw error;
    }
  }

  private static String moved(EmbeddedRedis node, int slot) {
    return "-MOVED %d 127.0.0.1:%d".formatted(slot, node.port());
  }

  @Test
  void aClusterIsOneClient() throws IOException {
    List<EmbeddedRedis> nodes = cluster();
    try {
      String program =
          """
          with redis\\Client::connect_with {:cluster = true, :cache = true} "%s" as r
              do
                  redis\\Client::mset r {"a" = 1, "b" = 2, "c" = 3}
                  let
                      a = redis\\Client::get r "a"
                      b = redis\\Client::get r "b"
                  in
                      println (a, b)
                  println (redis\\Client::mget r ["c", "none", "a"])
                  println (redis\\Client::dbsize r, redis\\Client::scan r |> Stream::to_seq |> Seq::sort)
                  println (redis\\Client::watch r ["a"] (\\w -> [["incrby", "a", 2], ["append", "a", redis\\Client::get w "a"]]))
                  println (redis\\Client::get r "a")
                  println (redis\\Client::script r "return redis.call('INCR', KEYS[1])" ["b"] [])
                  with redis\\Client::ssubscribe r ["a"] as messages
                      do
                          redis\\Client::spublish r "a" "hello"
                          println (Channel::receive messages)
                      end
                  end
                  println (try redis\\Client::rename r "a" "b" catch (symbol, message, _) -> (symbol, message) end)
                  println (try redis\\Client::call r ["SCAN", 0] catch (symbol, message, _) -> (symbol, message) end)
              end
          end
          """
              .formatted(nodes.getFirst().uri());
      assertThat(Yona.evaluate(program).output())
          .isEqualTo(
              """
              ("1", "2")
              ["3", (), "1"]
              (3, ["a", "b", "c"])
              [3, 2]
              31
              3
              (:ok, ("a", "hello"))
              (:redis, "CROSSSLOT the keys of RENAME are in different slots, such as a in 15495 and b in 3300; keys with the same {{...} are in the same slot")
              (:badarg, "redis\\\\Client::call: SCAN is refused on a cluster; use scan, which goes through all masters")
              """);
    } finally {
      nodes.forEach(EmbeddedRedis::close);
    }
  }

  // ---- sentinels -------------------------------------------------------------------------------

  @Test
  void sentinelsSayWhereTheMasterIsAndReplicasAreReadFrom() throws IOException {
    Path program = folder.resolve("redis-sentinel");
    Files.createSymbolicLink(program, EmbeddedRedis.program());
    Options servers = Options.DEFAULT.withConfiguration("repl-diskless-sync-delay 0");
    try (EmbeddedRedis master = EmbeddedRedis.start(servers);
        EmbeddedRedis replica =
            EmbeddedRedis.start(servers.withConfiguration("replicaof 127.0.0.1 " + master.port()));
        EmbeddedRedis sentinel =
            EmbeddedRedis.start(
                Options.DEFAULT
                    .withServer(program)
                    .withConfiguration(
                        "sentinel monitor shop 127.0.0.1 " + master.port() + " 1",
                        "user asker on >secret ~* &* +@all"))) {
      ask(master, "SET k v");
      await(replica, "STRLEN k", ":1");
      String text =
          """
          do
              with redis\\Client::connect_with {:sentinel = "shop"} "%1$s" as r
                  println (redis\\Client::get r "k", Seq::head (redis\\Client::role r))
              end
              with redis\\Client::connect_with {:sentinel = {:master = "shop", :user = "asker", :password = "secret"}, :read_from = :any} "%1$s" as r
                  println (redis\\Client::get r "k", redis\\Client::set r "other" "w")
              end
              println (try redis\\Client::connect_with {:sentinel = {:master = "shop", :user = "asker", :password = "wrong"}} "%1$s" catch (symbol, message, _) -> (symbol, message) end)
              println (try redis\\Client::connect_with {:sentinel = "none"} "%1$s" catch (symbol, message, _) -> (symbol, message) end)
          end
          """
              .formatted(sentinel.uri());
      String where = "127.0.0.1:" + sentinel.port();
      assertThat(Yona.evaluate(text).output())
          .isEqualTo(
              """
              ("v", "master")
              ("v", "OK")
              (:ioerror, "%1$s: the server refuses: WRONGPASS invalid username-password pair or user is disabled.")
              (:ioerror, "sentinel %1$s: knows no master none")
              """
                  .formatted(where));
    } finally {
      Files.delete(program);
    }
  }

  // ---- a server that encrypts ------------------------------------------------------------------

  @Test
  void aServerThatEncryptsProvesWhoItIs() throws Exception {
    Authority authority = new Authority(folder, "CN=ours");
    Authority.Identity identity = authority.certify("localhost");
    try (EmbeddedRedis server =
        EmbeddedRedis.start(
            Options.DEFAULT.withTls(new Options.Tls(identity.certificate(), identity.key())))) {
      String port = server.tlsUri().substring(server.tlsUri().lastIndexOf(':') + 1);
      String program =
          """
          do
              with redis\\Client::connect_with {:tls = {:ca = "%1$s"}} "rediss://localhost:%2$s" as r
                  println (redis\\Client::set r "k" "v", redis\\Client::get r "none")
              end
              println (try redis\\Client::connect "rediss://localhost:%2$s" catch (symbol, message, _) -> (symbol, message) end)
              println (try redis\\Client::connect_with {:tls = {:ca = "%1$s"}} "rediss://127.0.0.1:%2$s" catch (symbol, message, _) -> (symbol, message) end)
          end
          """
              .formatted(authority.certificate, port);
      assertThat(Yona.evaluate(program).output().lines().toList())
          .hasSize(3)
          .satisfies(
              lines -> {
                assertThat(lines.get(0)).isEqualTo("(\"OK\", ())");
                assertThat(lines.get(1)).startsWith("(:ioerror, \"").contains("authority");
                assertThat(lines.get(2))
                    .startsWith("(:ioerror, \"")
                    .contains("its certificate is for localhost, not for 127.0.0.1");
              });
    }
  }

  // ---- a server of others ----------------------------------------------------------------------

  @Test
  void whatOnlyValkeyHasIsAskedOfIt() throws IOException {
    String valkey = System.getProperty("yona.valkey");
    assumeTrue(valkey != null, "no server of Valkey: -Dyona.valkey=FILE names one");
    try (EmbeddedRedis server = EmbeddedRedis.start(Options.DEFAULT.withServer(Path.of(valkey)))) {
      String program =
          """
          with redis\\Client::connect "%s" as r
              do
                  println (String::contains "valkey_version:9." (redis\\Client::info_with r {:section = ["server"]}))
                  redis\\Client::set r "a" "1"
                  println (redis\\Client::set_with r {:ifeq = "2"} "a" "3", redis\\Client::set_with r {:ifeq = "1"} "a" "2")
                  println (redis\\Client::delifeq r "a" "1", redis\\Client::delifeq r "a" "2")
                  println (redis\\Client::hsetex_with r {:exat = 99999999999} "h" {"f" = 1, "g" = 2})
                  println (redis\\Client::hexpiretime r "h" ["f", "none"], redis\\Client::hpersist r "h" ["f"])
                  println (redis\\Client::hscan_with r {:novalues = true} "h" |> Stream::to_seq |> Seq::sort)
                  println (redis\\Client::hgetdel r "h" ["f", "none"], redis\\Client::hgetall r "h")
                  redis\\Client::zadd r "z" {"m" = 1, "n" = 2}
                  println (redis\\Client::zscan_with r {:noscores = true} "z" |> Stream::to_seq |> Seq::sort)
                  println (redis\\Client::zrank_with r {:withscore = true} "z" "n")
                  println (redis\\Client::transaction r [["msetex", 1, "b", 1, "ex", 100], ["incr", "b"]])
                  println (redis\\Client::script r "return server.call('INCR', KEYS[1])" ["b"] [])
                  with redis\\Client::subscribe r ["c"] as messages
                      do
                          redis\\Client::publish r "c" "hello"
                          println (Channel::receive messages)
                      end
                  end
              end
          end
          """
              .formatted(server.uri());
      assertThat(Yona.evaluate(program).output())
          .isEqualTo(
              """
              true
              ((), "OK")
              (0, 1)
              1
              ([99999999999, -2], [1])
              ["f", "g"]
              (["1", ()], {"g" = "2"})
              ["m", "n"]
              [1, 2.0]
              [1, 2]
              3
              (:ok, ("c", "hello"))
              """);
    }
  }

  // ---- states of a server ----------------------------------------------------------------------

  @Test
  void whatAServerCannotDoIsSaidInItsWords() throws Exception {
    try (EmbeddedRedis server =
            EmbeddedRedis.start(
                Options.DEFAULT.withConfiguration(
                    "enable-debug-command local",
                    "loading-process-events-interval-bytes 1024",
                    "repl-diskless-sync-delay 0"));
        EmbeddedRedis replica =
            EmbeddedRedis.start(
                Options.DEFAULT.withConfiguration("replicaof 127.0.0.1 " + server.port()));
        Talk reload = new Talk(server)) {
      await(replica, "SETNX k v", "-READONLY You can't write against a read only replica.");
      ask(server, "DEBUG POPULATE 20000 ballast");
      ask(server, "CONFIG SET key-load-delay 1000");
      // Sent, and answered when it is over.
      reload.socket.getOutputStream().write("DEBUG RELOAD\r\n".getBytes(StandardCharsets.UTF_8));
      String loading = "-LOADING Redis is loading the dataset in memory";
      await(server, "GET k", loading);
      String program =
          """
          do
              with redis\\Client::connect "%1$s" as r
                  do
                      println (try redis\\Client::get r "k" catch (symbol, message, _) -> (symbol, message) end)
                      redis\\Client::config_set r {"key-load-delay" = 0}
                  end
              end
              with redis\\Client::connect "%2$s" as r
                  println (try redis\\Client::set r "k" "v" catch (symbol, message, _) -> (symbol, message) end)
              end
          end
          """
              .formatted(server.uri(), replica.uri());
      assertThat(Yona.evaluate(program).output())
          .isEqualTo(
              """
              (:redis, "LOADING Redis is loading the dataset in memory")
              (:redis, "READONLY You can't write against a read only replica.")
              """);
    }
  }
}
