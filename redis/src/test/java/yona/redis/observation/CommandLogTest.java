package yona.redis.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.async.Program;
import yona.async.Promise;
import yona.redis.Redis;
import yona.redis.RedisException;
import yona.redis.RedisOptions;
import yona.redis.RedisUri;
import yona.redis.Running;
import yona.redis.command.Command;
import yona.redis.server.TestServer;

/** What the log of a client of a real server says. */
@Tag("processes")
class CommandLogTest {

  private static final String SECRET = "hunter2";

  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.start();
    server.ask("ACL", "SETUSER", "ada", "on", ">" + SECRET, "~*", "&*", "+@all");
  }

  @AfterAll
  static void close() throws IOException {
    server.close();
  }

  /** Takes all entries. */
  private static final class Entries implements CommandLog {
    final List<LogEntry> all = new CopyOnWriteArrayList<>();

    @Override
    public void log(LogEntry entry) {
      all.add(entry);
    }

    /** Signs and texts, without the time they took. */
    List<String> lines() {
      List<String> lines = new ArrayList<>();
      for (LogEntry entry : all) {
        String line = entry.toString().replaceAll(" in [0-9.]+ (us|ms|s)$", "");
        lines.add(line.substring(line.indexOf("] ") + 2));
      }
      return lines;
    }
  }

  private static void client(String user, RedisOptions options, Running.Use use) throws Exception {
    Running.client("redis://" + user + "127.0.0.1:" + server.port(), options, use);
  }

  @Test
  void commandsAndWhatBecomesOfThemAreLogged() throws Exception {
    Entries entries = new Entries();
    client(
        "ada:" + SECRET + "@",
        RedisOptions.DEFAULT.withLog(entries).withName("shop"),
        redis -> {
          redis.set("k", "some \"text\"");
          redis.get("k");
          redis.get("none");
          redis.hset("h", java.util.Map.of("f", "v"));
          redis.hgetall("h");
          try {
            redis.incr("k");
          } catch (RedisException _) {
            // On purpose.
          }
        });
    assertThat(entries.lines())
        .containsExactly(
            "connected",
            "> HELLO 3 AUTH (hidden)",
            "< HELLO: a map of 7",
            "> SET k \"some \\\"text\\\"\"",
            "< SET: OK",
            "> GET k",
            "< GET: a string of 11 bytes",
            "> GET none",
            "< GET: null",
            "> HSET h f v",
            "< HSET: an integer",
            "> HGETALL h",
            "< HGETALL: a map of 1",
            "> INCR k",
            "< INCR: error \"ERR value is not an integer or out of range\"",
            "lost: closed");
    LogEntry sent = entries.all.get(3);
    assertThat(sent.kind()).isEqualTo(LogEntry.Kind.SENT);
    assertThat(sent.server()).isEqualTo("127.0.0.1:" + server.port());
    assertThat(sent.latency()).isNull();
    assertThat(entries.all.get(4).latency()).isPositive();
    assertThat(sent.toString())
        .matches(
            "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z \\[0 127\\.0\\.0\\.1:"
                + server.port()
                + " #1] > SET .*");
  }

  @Test
  void theDatabaseIsThatOfTheConnection() throws Exception {
    Entries entries = new Entries();
    client(
        "",
        RedisOptions.DEFAULT,
        redis -> {
          try (Redis alone = redis.dedicated()) {
            redis.log(entries);
            alone.call("SELECT", 3);
            alone.call("PING");
            alone.transaction(List.of(Command.raw("SELECT", 4)));
            alone.call("PING");
            alone.call("SELECT", 5);
            alone.call("PING");
            redis.log(null);
            alone.call("ECHO", "unseen");
          }
        });
    List<Integer> databases = new ArrayList<>();
    for (LogEntry entry : entries.all) {
      if (entry.text().equals("PING")) {
        databases.add(entry.database());
      }
      assertThat(entry.text()).doesNotContain("ECHO");
    }
    assertThat(databases).containsExactly(3, -1, 5);
  }

  @Test
  void secretsAreNotLoggedWhicheverWayTheyGo() throws Exception {
    Entries entries = new Entries();
    client(
        "ada:" + SECRET + "@",
        RedisOptions.DEFAULT.withLog(entries),
        redis -> {
          try (Redis alone = redis.dedicated()) {
            alone.call("aUtH", "ada", SECRET);
            alone.transaction(List.of(Command.raw("ACL", "setuser", "bob", ">" + SECRET)));
          }
          redis.batch(
              List.of(
                  Command.raw("ACL", "SETUSER", "bob", ">" + SECRET),
                  Command.raw("CONFIG", "SET", "masterauth", SECRET),
                  Command.raw("CONFIG", "SET", "nothing", "1", "masterauth", SECRET),
                  Command.raw("AUTH " + SECRET),
                  Command.raw("AUTHH", SECRET),
                  Command.raw("SENTINEL", "SET", "m", "auth-pass", SECRET),
                  Command.raw("MIGRATE", "h", 1, "k", 0, 5, "AUTH", SECRET)));
          redis.script("return ARGV[1]", List.of("k"), List.of(SECRET));
          redis.call("CONFIG", "GET", "masterauth");
        });
    assertThat(entries.all).hasSizeGreaterThan(30);
    assertThat(entries.lines()).noneMatch(line -> line.contains(SECRET));
    assertThat(entries.lines())
        .contains(
            "> CONFIG SET masterauth (hidden)",
            "> (hidden)",
            "> AUTHH (hidden)",
            "< (other): error ERR",
            "> EVAL \"return ARGV[1]\" 1 k (hidden)");
  }

  @Test
  void aSlowLogHoldsUpNobody() throws Exception {
    Promise<Boolean> goesOn = new Promise<>();
    Entries entries = new Entries();
    client(
        "",
        RedisOptions.DEFAULT.withLog(
            entry -> {
              var _ = goesOn.value();
              entries.log(entry);
            }),
        redis -> {
          for (int i = 0; i < 20_000; i++) {
            redis.call("ECHO", i);
          }
          goesOn.complete(true);
        });
    LogEntry last = entries.all.getLast();
    assertThat(entries.all.stream().filter(e -> e.kind() == LogEntry.Kind.DROPPED)).hasSize(1);
    assertThat(last.kind()).isIn(LogEntry.Kind.LOST, LogEntry.Kind.DROPPED);
    assertThat(entries.all).hasSizeBetween(10_001, 10_010);
    assertThat(entries.all.stream().filter(e -> e.kind() == LogEntry.Kind.DROPPED).findFirst())
        .hasValueSatisfying(
            dropped -> {
              assertThat(dropped.toString()).matches("\\S+ dropped: \\d+");
              assertThat(Integer.parseInt(dropped.text())).isBetween(29_990, 30_010);
            });
  }

  @Test
  void aClientOfAThreadLogsAsWell() throws Exception {
    Entries entries = new Entries();
    try (Redis redis =
        Redis.connect(RedisUri.parse(server.uri()), RedisOptions.DEFAULT.withLog(entries))) {
      redis.call("PING");
    }
    assertThat(entries.lines()).contains("> PING", "< PING: PONG", "lost: closed");
  }

  @Test
  void aLogThatFailsIsSwitchedOffAndSaysSo() throws Exception {
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    List<LogEntry> seen = new CopyOnWriteArrayList<>();
    new Program(reported::add)
        .run(
            () -> {
              RedisOptions failing =
                  RedisOptions.DEFAULT.withLog(
                      entry -> {
                        seen.add(entry);
                        throw new IllegalStateException("on purpose");
                      });
              try (Redis redis = Redis.connect(RedisUri.parse(server.uri()), failing)) {
                for (int i = 0; i < 100; i++) {
                  redis.call("ECHO", i);
                }
              }
              return null;
            });
    assertThat(seen).hasSize(1);
    assertThat(reported).hasSize(1);
    assertThat(reported.getFirst()).hasMessage("on purpose");
  }

  @Test
  void whatTheLogItselfAsksIsNotLogged() throws Exception {
    Entries entries = new Entries();
    client(
        "",
        RedisOptions.DEFAULT,
        redis -> {
          redis.log(
              entry -> {
                entries.log(entry);
                try {
                  redis.rpush("log", entry.toString());
                } catch (IOException _) {
                  // The client is being closed.
                }
              });
          redis.call("ECHO", "x");
          while (redis.llen("log") < 2) {
            Async.yield();
          }
        });
    assertThat(entries.lines()).startsWith("> ECHO x", "< ECHO: a string of 1 byte");
    assertThat(entries.lines()).noneMatch(line -> line.contains("RPUSH"));
  }

  @Test
  void aLoggerIsGivenTheLines() throws Exception {
    List<String> lines = new CopyOnWriteArrayList<>();
    System.Logger logger =
        new System.Logger() {
          @Override
          public String getName() {
            return "test";
          }

          @Override
          public boolean isLoggable(Level level) {
            return true;
          }

          @Override
          public void log(
              Level level, java.util.ResourceBundle bundle, String message, Throwable thrown) {
            lines.add(level + " " + message);
          }

          @Override
          public void log(
              Level level, java.util.ResourceBundle bundle, String format, Object... parameters) {
            lines.add(level + " " + format);
          }
        };
    client(
        "",
        RedisOptions.DEFAULT.withLog(CommandLog.to(logger, System.Logger.Level.DEBUG)),
        redis -> redis.call("ECHO", "{0}"));
    assertThat(lines).anyMatch(line -> line.matches("DEBUG .* > ECHO \"\\{0}\""));
  }
}
