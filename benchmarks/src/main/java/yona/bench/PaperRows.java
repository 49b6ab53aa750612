package yona.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import yona.bench.Row.Case;
import yona.bench.Row.Entrant;
import yona.bench.Row.Kind;
import yona.bench.Row.Target;

/**
 * The four benchmarks of the language's evaluation paper, and files: an echo server, bubble sort,
 * the lines of a file, and a file copied line by line from one process to another.
 */
final class PaperRows {
  /** What {@code ./bench paper} runs. */
  static final List<String> NAMES =
      List.of(
          "echo",
          "echo-steady",
          "echo-idle",
          "bubble-first",
          "bubble-warm",
          "bubble-process",
          "lines",
          "lines-first",
          "lines-process",
          "scp",
          "scp-process",
          "file-write",
          "file-read");

  /** What {@code --as-published} adds. */
  static final String AS_PUBLISHED = "echo-published";

  private static final int[] NUMBERS = {10, 100, 200, 300};
  private static final String ECHO = "echo-server";
  private static final String VIRTUAL = "virtual threads";

  /** Java through Yona's own library. */
  private static final String IO = "yona.io";

  private static final String FILES = "java.nio.file.Files";
  private static final int LARGE_FILE = 40_000_000;

  private PaperRows() {}

  static List<Row> all() {
    return List.of(
        echo(),
        echoSteady(),
        echoIdle(),
        echoPublished(),
        bubbleFirst(),
        bubbleWarm(),
        bubbleProcess(),
        lines(),
        linesFirst(),
        linesProcess(),
        scp(),
        scpProcess(),
        fileWrite(),
        fileRead());
  }

  // ---- echo ------------------------------------------------------------------------------------

  private static Row echo() {
    var targets = echoTargets(Target.within(VIRTUAL, 1.5), Target.within(VIRTUAL, 1.05).by(IO));
    return new Row(
        "echo",
        "echo server: clients connect, all at once, send a line, read it and close",
        Kind.BURST,
        IntStream.of(100, 1000, 10_000)
            .mapToObj(clients -> clients("%,d clients", clients, targets))
            .toList(),
        5,
        0,
        0);
  }

  private static Row echoSteady() {
    // Level, and then ahead.
    var targets = echoTargets(Target.within(VIRTUAL, 1.05).by(IO), Target.aim(VIRTUAL, 1.0).by(IO));
    return new Row(
        "echo-steady",
        "echo server: connections that last send line after line for 5 s",
        Kind.STEADY,
        List.of(clients("%,d connections", 1000, targets)),
        3,
        3000,
        5000);
  }

  private static Row echoIdle() {
    return new Row(
        "echo-idle",
        "echo server: connections that last and send nothing any more",
        Kind.IDLE,
        List.of(clients("%,d connections", 10_000, List.of(Target.memory(500)))),
        3,
        0,
        0);
  }

  private static Row echoPublished() {
    return new Row(
        AS_PUBLISHED,
        "echo server, as it was published: each client is a process (a shell)",
        Kind.PUBLISHED,
        List.of(clients("%,d clients", 100, List.of())),
        5,
        0,
        0);
  }

  private static Case clients(String label, int clients, List<Target> targets) {
    return new Case(label.formatted(clients), clients, servers(), targets);
  }

  private static List<Entrant> servers() {
    return List.of(
        new Entrant("yona", Peer.YONA, ECHO),
        new Entrant(IO, Peer.IO, ECHO),
        new Entrant(IO + ", no options", Peer.IO_PLAIN, ECHO),
        new Entrant(VIRTUAL, Peer.JDK, ECHO),
        new Entrant("netty", Peer.NETTY, ECHO),
        new Entrant("go", Peer.GO, ECHO),
        new Entrant("erlang", Peer.ERLANG, ECHO),
        new Entrant("node", Peer.NODE, ECHO),
        new Entrant("python", Peer.PYTHON, ECHO));
  }

  private static List<Target> echoTargets(Target... more) {
    return Stream.concat(Rows.ahead("erlang", "node", "python").stream(), Stream.of(more)).toList();
  }

  // ---- bubble sort -----------------------------------------------------------------------------

  private static Row bubbleFirst() {
    var cases = new ArrayList<Case>();
    for (int size : NUMBERS) {
      var targets =
          size < 100
              ? List.<Target>of()
              : List.of(Target.ahead("node"), Target.ahead("python"), Target.within("erlang", 5.0));
      cases.add(
          new Case(
              size + " numbers",
              size,
              Rows.same("bubble", Peer.YONA, Peer.ERLANG, Peer.JAVA, Peer.NODE, Peer.PYTHON),
              targets));
    }
    return new Row(
        "bubble-first",
        "bubble sort, recursive on an immutable sequence of random integers",
        Kind.FIRST,
        cases,
        9,
        0,
        0);
  }

  private static Row bubbleWarm() {
    var cases = new ArrayList<Case>();
    for (int size : NUMBERS) {
      boolean large = size == 300;
      cases.add(
          new Case(
              size + " numbers",
              size,
              large
                  ? Rows.same(
                      "bubble",
                      Peer.YONA,
                      Peer.OCAML,
                      Peer.ERLANG,
                      Peer.NODE,
                      Peer.JAVA,
                      Peer.GO,
                      Peer.PYTHON)
                  : Rows.same("bubble", Peer.YONA, Peer.ERLANG, Peer.NODE, Peer.PYTHON),
              large
                  ? Rows.ahead("erlang", "go", "node", "python")
                  : Rows.ahead("erlang", "node", "python")));
    }
    return new Row(
        "bubble-warm",
        "bubble sort, recursive on an immutable sequence of random integers",
        Kind.WARM,
        cases,
        5,
        3000,
        1000);
  }

  private static Row bubbleProcess() {
    return new Row(
        "bubble-process",
        "the same from outside: start, draw the numbers, sort, end",
        Kind.PROCESS,
        IntStream.of(NUMBERS)
            .mapToObj(
                size ->
                    new Case(
                        size + " numbers",
                        size,
                        Rows.same("bubble", Peer.YONA, Peer.ERLANG, Peer.NODE, Peer.PYTHON),
                        List.of()))
            .toList(),
        7,
        0,
        0);
  }

  // ---- lines of a file -------------------------------------------------------------------------

  private static Row lines() {
    var entrants =
        new ArrayList<>(
            Rows.same("lines", Peer.YONA, Peer.JAVA, Peer.GO, Peer.NODE, Peer.PYTHON, Peer.ERLANG));
    entrants.add(aiofiles());
    var targets = new ArrayList<>(linesTargets());
    targets.add(Target.within("java", 1.3));
    return lines(
        "lines",
        "a file of 128,457 lines (6,488,666 bytes) read into its lines",
        Kind.WARM,
        entrants,
        targets,
        5);
  }

  private static Row linesFirst() {
    return lines(
        "lines-first",
        "the same, the first time in a process",
        Kind.FIRST,
        linesEntrants(),
        List.of(),
        7);
  }

  private static Row linesProcess() {
    var entrants = new ArrayList<>(linesEntrants());
    entrants.set(0, new Entrant("yona", Peer.YONA, "lines-process"));
    return lines(
        "lines-process",
        "the same from outside: start, read, count, end",
        Kind.PROCESS,
        entrants,
        Rows.ahead("node", "erlang"),
        11);
  }

  private static List<Entrant> linesEntrants() {
    var entrants =
        new ArrayList<>(
            Rows.same("lines", Peer.YONA, Peer.JAVA, Peer.NODE, Peer.PYTHON, Peer.ERLANG));
    entrants.add(aiofiles());
    return entrants;
  }

  private static Entrant aiofiles() {
    return new Entrant("python-aiofiles", Peer.PYTHON_AIOFILES, "lines-aiofiles");
  }

  private static List<Target> linesTargets() {
    return Rows.ahead("node", "erlang", "python", "python-aiofiles");
  }

  private static Row lines(
      String name,
      String title,
      Kind kind,
      List<Entrant> entrants,
      List<Target> targets,
      int rounds) {
    var of = new Case("128,457 lines", Rows.TEXT_LINES, entrants, targets);
    return new Row(name, title, kind, List.of(of), rounds, 3000, 1000);
  }

  // ---- copies ----------------------------------------------------------------------------------

  private static Row scp() {
    return scp(
        "scp",
        "a file of 128,457 lines sent line by line to a server that writes it line by line",
        Kind.WARM,
        3);
  }

  private static Row scpProcess() {
    return scp(
        "scp-process",
        "the same from outside: the client starts, sends, ends; the server runs",
        Kind.PROCESS,
        5);
  }

  /** Every language as a client of every other; who has Yona at one end is to be ahead. */
  private static Row scp(String name, String title, Kind kind, int rounds) {
    var languages = List.of(Peer.YONA, Peer.ERLANG, Peer.PYTHON, Peer.NODE);
    var entrants = new ArrayList<Entrant>();
    var targets = new ArrayList<Target>();
    for (var client : languages) {
      for (var server : languages) {
        entrants.add(copy(client, server));
        if (client != Peer.YONA) {
          targets.add(Target.ahead(pair(client, server)).by(pair(Peer.YONA, server)));
        }
        if (server != Peer.YONA) {
          targets.add(Target.ahead(pair(client, server)).by(pair(client, Peer.YONA)));
        }
      }
    }
    entrants.add(copy(Peer.JAVA, Peer.JAVA));
    return new Row(
        name,
        title,
        kind,
        List.of(new Case("client > server", 0, entrants, targets)),
        rounds,
        2000,
        1000);
  }

  private static Entrant copy(Peer client, Peer server) {
    return new Entrant(pair(client, server), client, "scp-client").of(server);
  }

  private static String pair(Peer client, Peer server) {
    return client.label() + " > " + server.label();
  }

  // ---- files -----------------------------------------------------------------------------------

  private static Row fileWrite() {
    var entrants =
        List.of(
            new Entrant(IO, Peer.IO, "file-write"),
            new Entrant(IO + ", no options", Peer.IO_PLAIN, "file-write"),
            new Entrant("go", Peer.GO, "file-write"),
            new Entrant(FILES, Peer.JAVA, "file-write"),
            new Entrant("node", Peer.NODE, "file-write"));
    return file(
        "file-write", "a file in memory opened, written as a whole and closed", entrants, "go");
  }

  private static Row fileRead() {
    var into = ", into a kept buffer";
    var entrants =
        List.of(
            new Entrant(IO + into, Peer.IO, "file-read-into"),
            new Entrant(IO + into + ", no options", Peer.IO_PLAIN, "file-read-into"),
            new Entrant(IO, Peer.IO, "file-read"),
            new Entrant("go" + into, Peer.GO, "file-read-into"),
            new Entrant("go", Peer.GO, "file-read"),
            new Entrant(FILES, Peer.JAVA, "file-read"),
            new Entrant("node", Peer.NODE, "file-read"));
    return file(
        "file-read", "a file in memory opened, read as a whole and closed", entrants, "go" + into);
  }

  private static Row file(String name, String title, List<Entrant> entrants, String go) {
    return new Row(
        name,
        title,
        Kind.WARM,
        List.of(
            new Case(
                "4 bytes", 4, entrants, List.of(Target.within(go, 1.3), Target.within(FILES, 1.3))),
            new Case(
                "40 MB",
                LARGE_FILE,
                entrants,
                List.of(Target.within(go, 1.1), Target.within(FILES, 1.1)))),
        5,
        2000,
        1000);
  }
}
