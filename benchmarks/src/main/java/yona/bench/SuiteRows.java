package yona.bench;

import java.util.ArrayList;
import java.util.List;
import yona.bench.Row.Case;
import yona.bench.Row.Entrant;
import yona.bench.Row.Kind;
import yona.bench.Row.Target;

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

  /** The generated nucleotides are ten times as many. */
  static final int NUCLEOTIDES = 50_000;

  private SuiteRows() {}

  /** The rows that are measured for the suite alone. */
  static List<Row> all() {
    return List.of(
        row("tak", "Takeuchi's function of 27, 18 and 9", "27, 18, 9", 9, false),
        row("ackermann", "Ackermann's function of 3 and 9", "3, 9", 9, false),
        row(
            "sieve",
            "the sieve of Eratosthenes, marks in a sequence",
            "below 1,000,000",
            1_000_000,
            true),
        row("n-body", "the sun and four planets, moved by steps", "50,000 steps", 50_000, true),
        row("mandelbrot", "a grid of points, at most 50 turns each", "400 x 400", 400, false),
        row("spectral-norm", "ten turns of the power method", "300 x 300", 300, true),
        row("binary-trees", "binary trees made and counted", "depth 14", 14, false),
        row(
            "k-nucleotide",
            "how often parts of a sequence of nucleotides occur in it",
            "250,000 nucleotides",
            NUCLEOTIDES,
            true),
        row(
            "set",
            "a set of 500,000 random integers built one by one, and asked 500,000 times",
            "500,000 numbers",
            500_000,
            true),
        row(
            "regex",
            "regular expressions that search and rewrite 500 KB of nucleotides",
            "500 KB",
            NUCLEOTIDES,
            false),
        json());
  }

  private static Row json() {
    var cases = new ArrayList<Case>();
    for (int megabytes : JsonDocuments.MEGABYTES) {
      for (var operation : List.of("parse", "generate")) {
        for (var shape : JsonDocuments.SHAPES) {
          var program = JsonDocuments.program(operation, shape, megabytes);
          var entrants = new ArrayList<Entrant>();
          for (var peer : List.of(Peer.YONA, Peer.JAVA, Peer.NODE, Peer.PYTHON)) {
            var label = peer == Peer.JAVA ? "databind" : peer.label();
            entrants.add(
                new Entrant(label, peer, program, peer != Peer.YONA && operation.equals("parse")));
          }
          cases.add(
              new Case(
                  "%s %s, %d MB".formatted(operation, shape, megabytes),
                  megabytes,
                  entrants,
                  megabytes < 10
                      ? List.of(Target.within("databind", 2.0))
                      : List.of(Target.ahead("node"), Target.ahead("python"))));
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

  /**
   * What the issue asks of each row, for entrants of these labels.
   *
   * @param java the label of plain Java
   */
  static List<Target> targets(String java) {
    return List.of(
        Target.ahead("erlang"),
        Target.ahead("python"),
        Target.aim("node", 1.0),
        Target.within(java, 3.0));
  }

  /**
   * @param mutable whether Java, Node and Python use a mutable structure where Yona and Erlang have
   *     a persistent one
   */
  private static Row row(String name, String title, String label, long size, boolean mutable) {
    var entrants = new ArrayList<Entrant>();
    for (var peer : List.of(Peer.YONA, Peer.JAVA, Peer.ERLANG, Peer.NODE, Peer.PYTHON)) {
      boolean persistent = peer == Peer.YONA || peer == Peer.ERLANG;
      entrants.add(new Entrant(peer.label(), peer, name, mutable && !persistent));
    }
    return new Row(
        name,
        title,
        Kind.WARM,
        List.of(new Case(label, size, entrants, targets("java"))),
        5,
        3000,
        1000);
  }
}
