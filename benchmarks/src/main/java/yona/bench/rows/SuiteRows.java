package yona.bench.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;
import yona.bench.harness.Target;

/**
 * The CPU suite: classic programs beside Erlang, Node, Python and plain Java. Some of its rows
 * stand in the table of the language for themselves; {@link #NAMES} tells all that belong to it.
 */
final class SuiteRows {
  /** What {@code ./bench suite} runs. */
  static final List<String> NAMES =
      List.of(
          "fib",
          "tak",
          "ackermann",
          "sieve",
          "queens",
          "n-body",
          "mandelbrot",
          "spectral-norm",
          "binary-trees",
          "words",
          "k-nucleotide",
          "dict",
          "set",
          "strings",
          "regex",
          "json");

  private static final Peer[] PEERS = {
    Peers.YONA, Peers.JAVA, Peers.ERLANG, Peers.NODE, Peers.PYTHON
  };

  private SuiteRows() {}

  /** The rows that are measured for the suite alone. */
  static List<Row> all() {
    return List.of(
        row("tak", "Takeuchi's function of 27, 18 and 9", same("tak", "27, 18, 9", 9)),
        row("ackermann", "Ackermann's function of 3 and 9", same("ackermann", "3, 9", 9)),
        row(
            "sieve",
            "the sieve of Eratosthenes, marks in a sequence",
            mutable("sieve", "below 1,000,000", 1_000_000)),
        row(
            "n-body",
            "the sun and four planets, moved by steps",
            mutable("n-body", "50,000 steps", 50_000)),
        row(
            "mandelbrot",
            "a grid of points, at most 50 turns each",
            same("mandelbrot", "400 x 400", 400)),
        row(
            "spectral-norm",
            "ten turns of the power method",
            mutable("spectral-norm", "300 x 300", 300)),
        row("binary-trees", "binary trees made and counted", same("binary-trees", "depth 14", 14)),
        row(
            "k-nucleotide",
            "how often parts of a sequence of nucleotides occur in it",
            mutable("k-nucleotide", "250,000 nucleotides", Nucleotides.COUNT)
                .with(Nucleotides::file)),
        row(
            "set",
            "a set of 500,000 random integers built one by one, and asked 500,000 times",
            mutable("set", "500,000 numbers", 500_000)),
        row(
            "regex",
            "regular expressions that search and rewrite 500 KB of nucleotides",
            same("regex", "500 KB", Nucleotides.COUNT).with(Nucleotides::file)),
        json());
  }

  private static Row json() {
    var cases = new ArrayList<Case>();
    for (int megabytes : JsonDocuments.MEGABYTES) {
      for (var operation : List.of("parse", "generate")) {
        for (var shape : JsonDocuments.SHAPES) {
          cases.add(json(operation, shape, megabytes));
        }
      }
    }
    return new Row(
        "json",
        "JSON parsed to and generated from values; Java: Jackson databind",
        Kind.WARM,
        cases,
        3,
        2000,
        500);
  }

  private static Case json(String operation, String shape, int megabytes) {
    var program = "json-" + operation;
    boolean mutable = operation.equals("parse");
    var entrants =
        List.of(
            new Entrant("yona", Peers.YONA, program),
            new Entrant("databind", Peers.JAVA, program, mutable),
            new Entrant("node", Peers.NODE, program, mutable),
            new Entrant("python", Peers.PYTHON, program, mutable));
    var targets =
        megabytes < 10
            ? List.of(Target.within("databind", 2.0))
            : Target.aheadOfAll("node", "python");
    return new Case(
            "%s %s, %d MB".formatted(operation, shape, megabytes), megabytes, entrants, targets)
        .with(JsonDocuments.input(shape, megabytes));
  }

  /** A case in which everybody uses the same structures. */
  private static Case same(String program, String label, long size) {
    return of(label, size, Entrant.same(program, PEERS));
  }

  /** A case in which Java, Node and Python have a mutable structure, Yona and Erlang none. */
  private static Case mutable(String program, String label, long size) {
    var entrants =
        Stream.of(PEERS)
            .map(
                peer -> {
                  boolean persistent = peer.equals(Peers.YONA) || peer.equals(Peers.ERLANG);
                  return new Entrant(peer.label(), peer, program, !persistent);
                })
            .toList();
    return of(label, size, entrants);
  }

  private static Case of(String label, long size, List<Entrant> entrants) {
    var targets =
        List.of(
            Target.ahead("erlang"),
            Target.ahead("python"),
            Target.aim("node", 1.0),
            Target.within("java", 3.0));
    return new Case(label, size, entrants, targets);
  }

  private static Row row(String name, String title, Case of) {
    return new Row(name, title, Kind.WARM, List.of(of), 5, 3000, 1000);
  }
}
