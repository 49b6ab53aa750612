package yona.bench.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Fixture;
import yona.bench.harness.Kind;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;
import yona.bench.harness.Server;
import yona.bench.harness.Target;
import yona.bench.harness.WebRequest;
import yona.bench.harness.Workspace;

/** Web servers by the tests of TechEmpower's framework benchmarks, and clients of HTTP. */
final class WebRows {
  private static final String JAVA = "yona.http";
  private static final String JAVA_PLAIN = "yona.http, no options";
  private static final String VERTX = "vertx";
  private static final String SERVER = "web-server";
  private static final String NOTES = "note-server";
  private static final int CONNECTIONS = 64;
  private static final int KEPT = 10_000;
  private static final int ROUNDS = 5;

  /** Milliseconds; that of TechEmpower's benchmarks. */
  static final int WARM = 15_000;

  static final int SAMPLE = 4000;

  private static final List<Target> AHEAD_OF_CLIENTS =
      Target.aheadOfAll("java.net.http", "undici", "go");

  private static final Fixture.Starter DATABASE = PostgresServer::start;

  private WebRows() {}

  static List<Row> all() {
    return List.of(
        plaintext(),
        json(),
        pipelined(),
        http2(),
        database("web-db", "a row of a database as JSON", "/db"),
        database(
            "web-queries", "20 rows of a database, each asked for alone", "/queries?queries=20"),
        database("web-fortunes", "a page of what a database has, escaped", "/fortunes"),
        database("web-updates", "20 rows of a database, read and changed", "/updates?queries=20"),
        burst(),
        callers(),
        start(),
        idle());
  }

  // ---- servers ---------------------------------------------------------------------------------

  private static Row plaintext() {
    return requests(
        "web-plaintext",
        "a text of 13 bytes",
        CONNECTIONS,
        withWarp(servers()),
        targets(0.97, 0.9, "helidon", "node", "go", "warp"),
        WebRequest.of("/plaintext"));
  }

  private static Row json() {
    return requests(
        "web-json",
        "an object as JSON",
        CONNECTIONS,
        withWarp(servers()),
        targets(0.97, 0.9, "helidon", "node", "go", "warp"),
        WebRequest.of("/json"));
  }

  private static List<Entrant> withWarp(List<Entrant> others) {
    var all = new ArrayList<>(others);
    all.add(new Entrant("warp", WebPeers.WARP, SERVER));
    return all;
  }

  private static Row pipelined() {
    return requests(
        "web-pipelined",
        "a text of 13 bytes, 16 requests ahead on each connection",
        CONNECTIONS,
        withWarp(servers()),
        targets(0.85, 0.7, "helidon", "node", "go", "warp"),
        new WebRequest("/plaintext", 16, false));
  }

  private static Row http2() {
    var entrants = new ArrayList<>(jvmServers());
    entrants.add(new Entrant("node", WebPeers.NODE, "web-server-h2"));
    entrants.add(new Entrant("go", WebPeers.GO, SERVER));
    return requests(
        "web-http2",
        "a text of 13 bytes by HTTP/2, 16 requests at once on each connection",
        CONNECTIONS,
        withWarp(entrants),
        targets(0.85, 0.7, "helidon", "node", "go", "warp"),
        new WebRequest("/plaintext", 16, true));
  }

  private static Row database(String name, String title, String path) {
    var entrants =
        List.of(
            new Entrant("yona", WebPeers.YONA_EXAMPLE, "techempower"),
            new Entrant(JAVA, WebPeers.YONA_JAVA_EXAMPLE, "TechEmpower"),
            new Entrant(VERTX, WebPeers.VERTX_PG, SERVER),
            new Entrant("node", WebPeers.NODE, SERVER),
            new Entrant("go", WebPeers.GO, SERVER),
            new Entrant("warp", WebPeers.WARP, SERVER));
    var targets = targets(0.97, 0.9, "node", "go", "warp");
    return requests(name, title, CONNECTIONS, entrants, targets, WebRequest.of(path))
        .beside(DATABASE);
  }

  private static Row requests(
      String name,
      String title,
      int connections,
      List<Entrant> entrants,
      List<Target> targets,
      WebRequest request) {
    var of = new Case(connections + " connections", connections, entrants, targets);
    return new Row(name, title, Kind.REQUESTS, List.of(of.asking(request)), ROUNDS, WARM, SAMPLE);
  }

  private static List<Entrant> jvmServers() {
    return List.of(
        new Entrant("yona", Peers.YONA, SERVER),
        new Entrant(JAVA, WebPeers.YONA_JAVA, SERVER),
        new Entrant(JAVA_PLAIN, WebPeers.YONA_JAVA_PLAIN, SERVER),
        new Entrant("netty", WebPeers.NETTY, SERVER),
        new Entrant(VERTX, WebPeers.VERTX, SERVER),
        new Entrant("helidon", WebPeers.HELIDON, SERVER));
  }

  private static List<Entrant> servers() {
    List<Entrant> entrants = new ArrayList<>(jvmServers());
    entrants.add(new Entrant("node", WebPeers.NODE, SERVER));
    entrants.add(new Entrant("go", WebPeers.GO, SERVER));
    return entrants;
  }

  /**
   * How many requests of Vert.x's Yona has to answer in the same time, and of others more.
   *
   * @param java for Java's handlers
   * @param yona for Yona's handlers
   * @param slower the others
   */
  private static List<Target> targets(double java, double yona, String... slower) {
    var targets = new ArrayList<Target>();
    targets.add(Target.within(VERTX, 1 / java).by(JAVA));
    targets.add(Target.within(VERTX, 1 / yona));
    Stream.of(slower).map(each -> Target.ahead(each).by(JAVA)).forEach(targets::add);
    targets.addAll(Target.aheadOfAll(slower));
    return targets;
  }

  private static Row start() {
    var soon = List.of(Target.nanos(0.9e9), Target.nanos(0.6e9));
    var text = new Case("the first answer", 1, servers(), soon);
    var overDatabase =
        new Case(
            "the first answer, over a database within the program",
            1,
            List.of(
                new Entrant("yona", Peers.YONA, NOTES),
                new Entrant(JAVA, WebPeers.YONA_JAVA, NOTES),
                new Entrant(JAVA_PLAIN, WebPeers.YONA_JAVA_PLAIN, NOTES)),
            soon);
    return new Row(
        "web-start",
        "a web server from its start to its first answer",
        Kind.ANSWER,
        List.of(
            text.asking(WebRequest.of("/plaintext")), overDatabase.asking(WebRequest.of("/note"))),
        ROUNDS,
        0,
        0);
  }

  private static Row idle() {
    double kilobyteEach = KEPT * 1024 / 1e6;
    var of =
        new Case(
            "10,000 connections",
            KEPT,
            servers(),
            List.of(
                Target.memoryMore(VERTX, kilobyteEach).by(JAVA),
                Target.memoryMore(VERTX, kilobyteEach)));
    return new Row(
        "web-idle",
        "the memory of connections to a web server that ask nothing any more",
        Kind.KEPT,
        List.of(of.asking(WebRequest.of("/plaintext"))),
        3,
        0,
        0);
  }

  // ---- clients ---------------------------------------------------------------------------------

  private static Row burst() {
    var targets = new ArrayList<>(List.of(Target.nanos(60e6), Target.nanos(60e6).by(JAVA)));
    targets.addAll(AHEAD_OF_CLIENTS);
    return clients(
        "http-burst",
        "clients of HTTP: 1,000 requests at once, each answered 10 ms later",
        "1,000 requests, connections open",
        targets);
  }

  private static Row callers() {
    return clients(
        "http-callers",
        "clients of HTTP: 50 callers, each of whom asks again when there is an answer",
        "20 requests of each",
        AHEAD_OF_CLIENTS);
  }

  private static Row clients(String name, String title, String label, List<Target> targets) {
    var server = new DelayServer();
    var entrants =
        Stream.of(
                new Entrant("yona", Peers.YONA, name),
                new Entrant(JAVA, WebPeers.YONA_JAVA, name),
                new Entrant(JAVA_PLAIN, WebPeers.YONA_JAVA_PLAIN, name),
                new Entrant("java.net.http", Peers.JDK, name),
                new Entrant("undici", WebPeers.NODE, name),
                new Entrant("go", Peers.GO, name))
            .map(entrant -> entrant.servedBy(server))
            .toList();
    return new Row(
        name, title, Kind.WARM, List.of(new Case(label, 0, entrants, targets)), ROUNDS, WARM, 2000);
  }

  /** The server of the clients. */
  private record DelayServer() implements Server {
    @Override
    public Peer peer() {
      return WebPeers.NETTY;
    }

    @Override
    public String program() {
      return "delay-server";
    }

    @Override
    public List<String> arguments(Workspace workspace) {
      return List.of();
    }

    @Override
    public Optional<String> complaint(Workspace workspace) {
      return Optional.empty();
    }
  }
}
