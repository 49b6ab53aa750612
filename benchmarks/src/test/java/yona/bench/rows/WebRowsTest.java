package yona.bench.rows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;
import yona.bench.harness.Tools;
import yona.sql.Database;

/** The rows of web servers and of clients of HTTP, with those on the JVM. */
@Tag("processes")
final class WebRowsTest {
  private static final Peer[] SERVERS = {
    WebPeers.YONA_JAVA_PLAIN, WebPeers.NETTY, WebPeers.VERTX, WebPeers.HELIDON
  };

  private static final Peer[] CLIENTS = {WebPeers.YONA_JAVA_PLAIN, Peers.JDK};

  private static Row small(String name, Peer... peers) {
    return SmallRows.with(Rows.of(name).getFirst(), 8, peers);
  }

  @ParameterizedTest
  @ValueSource(strings = {"web-start", "web-idle"})
  void serversAnswerFromTheirStartAndKeepConnections(String name) throws Exception {
    var report = SmallRows.run(small(name, SERVERS), SERVERS);
    SmallRows.assertSameWork(report);
    if (name.equals("web-idle")) {
      assertThat(report.printed()).contains("bytes a connection");
    }
  }

  /** Without its load generator each entrant is named with what it lacks. */
  @ParameterizedTest
  @ValueSource(strings = {"web-plaintext", "web-json", "web-pipelined", "web-http2"})
  void serversAreAskedByALoadGenerator(String name) throws Exception {
    var report = SmallRows.run(small(name, SERVERS), SERVERS);
    String generator = name.equals("web-http2") ? "h2load" : "wrk";
    if (Tools.onPath(generator)) {
      SmallRows.assertSameWork(report);
      assertThat(report.printed()).contains("/s, server's processor time");
    } else {
      assertThat(report.printed()).contains("not run: ", generator);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http-burst", "http-callers"})
  void clientsAskADelayServer(String name) throws Exception {
    SmallRows.assertSameWork(
        SmallRows.run(small(name, CLIENTS), WebPeers.YONA_JAVA_PLAIN, Peers.JDK, WebPeers.NETTY));
  }

  @Test
  void theDatabaseHasTheTablesOfTheExamples() throws Exception {
    try (var server = PostgresServer.start();
        var database = Database.connect(server.address())) {
      assertThat(server.title()).matches("database: PostgreSQL [0-9.]+ on 127\\.0\\.0\\.1, .*");
      assertThat(database.queryOne("select count(*) from world").orElseThrow().get(0))
          .isEqualTo(10_000L);
    }
  }
}
