package yona.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import yona.bench.Row.Case;
import yona.bench.Row.Entrant;
import yona.bench.Row.Kind;
import yona.bench.Row.Target;

/** The Speed table: every row with its peers and targets. */
final class Rows {
  /** The lines and bytes of the generated text, as the reference figures were taken with. */
  static final int TEXT_LINES = 128_457;

  static final int TEXT_BYTES = 6_488_666;

  private Rows() {}

  static List<Row> all() {
    return Stream.of(
            language(),
            SuiteRows.all(),
            ProjectRows.all(),
            AsyncRows.all(),
            PaperRows.all(),
            RedisRows.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Row> language() {
    return List.of(
        startup(),
        fib(),
        queens(),
        dict(),
        strings(),
        words(),
        walk(),
        let(),
        javaCalls(),
        recursion(),
        tailCalls());
  }

  private static Row startup() {
    var entrants =
        List.of(
            new Entrant("yona", Peer.YONA, "empty"),
            new Entrant("java", Peer.JAVA, "empty"),
            new Entrant("python", Peer.PYTHON, "empty"),
            new Entrant("node", Peer.NODE, "empty"),
            new Entrant("erlang", Peer.ERLANG, "empty"));
    var targets = List.of(Target.within("java", 2.0), Target.memory(70));
    return new Row(
        "startup",
        "yona -e '1' beside the empty program of each peer",
        Kind.PROCESS,
        List.of(new Case("-", 0, entrants, targets)),
        15,
        0,
        0);
  }

  private static Row fib() {
    var entrants =
        new ArrayList<>(
            same("fib", Peer.YONA, Peer.OCAML, Peer.GO, Peer.ERLANG, Peer.NODE, Peer.PYTHON));
    entrants.add(1, new Entrant("java-boxed", Peer.JAVA, "fib"));
    entrants.add(2, new Entrant("java-long", Peer.JAVA, "fib-long"));
    var targets =
        List.of(
            Target.ahead("erlang"),
            Target.ahead("python"),
            Target.ahead("node"),
            Target.within("java-long", 3.0),
            Target.aim("java-long", 1.1));
    return new Row(
        "fib",
        "fib 35, the plain double recursion",
        Kind.WARM,
        List.of(new Case("fib 35", 35, entrants, targets)),
        5,
        1500,
        1000);
  }

  private static Row javaCalls() {
    var statics =
        new Case(
            "100,000,000 rounds of static methods",
            100_000_000,
            same("java", Peer.YONA, Peer.JAVA),
            List.of(Target.within("java", 1.5)));
    var objects =
        new Case(
            "1,000,000 elements added to an ArrayList and read",
            1_000_000,
            same("java_objects", Peer.YONA, Peer.JAVA),
            List.of());
    return new Row(
        "java",
        "static methods of Java on primitives, and methods of a Java object",
        Kind.WARM,
        List.of(statics, objects),
        5,
        3000,
        3000);
  }

  private static Row queens() {
    return new Row(
        "queens",
        "all solutions of the 10 queens, placed queens in a list",
        Kind.WARM,
        List.of(
            new Case(
                "10 queens",
                10,
                same(
                    "queens",
                    Peer.YONA,
                    Peer.JAVA,
                    Peer.OCAML,
                    Peer.NODE,
                    Peer.ERLANG,
                    Peer.PYTHON),
                suite("erlang", "node", "python"))),
        5,
        2000,
        1000);
  }

  private static Row dict() {
    var entrants =
        List.of(
            new Entrant("yona", Peer.YONA, "dict"),
            new Entrant("vavr", Peer.VAVR, "dict"),
            new Entrant("clojure", Peer.CLOJURE, "dict"),
            new Entrant("erlang", Peer.ERLANG, "dict"),
            new Entrant("java", Peer.JAVA, "dict", true),
            new Entrant("go", Peer.GO, "dict", true),
            new Entrant("node", Peer.NODE, "dict", true),
            new Entrant("python", Peer.PYTHON, "dict", true));
    return new Row(
        "dict",
        "a dict of 1,000,000 random integers built one by one, and its values summed",
        Kind.WARM,
        List.of(
            new Case(
                "1,000,000 entries",
                1_000_000,
                entrants,
                suite("erlang", "python", "vavr", "clojure"))),
        5,
        4000,
        3000);
  }

  private static Row strings() {
    return new Row(
        "strings",
        "a string built of 100,000 pieces, and its characters summed",
        Kind.WARM,
        List.of(
            new Case(
                "100,000 pieces",
                100_000,
                same("strings", Peer.YONA, Peer.JAVA, Peer.ERLANG, Peer.NODE, Peer.PYTHON),
                suite("erlang", "node", "python"))),
        5,
        2000,
        1000);
  }

  private static Row words() {
    return new Row(
        "words",
        "the words of a text of 6.5 MB counted",
        Kind.WARM,
        List.of(
            new Case(
                "6.5 MB",
                TEXT_BYTES,
                same("words", Peer.YONA, Peer.JAVA, Peer.ERLANG, Peer.NODE, Peer.PYTHON),
                suite("erlang", "node", "python"))),
        5,
        3000,
        1500);
  }

  private static Row walk() {
    return new Row(
        "walk",
        "head and tail, by pattern, over a sequence of 1,000,000 boxed integers",
        Kind.WARM,
        List.of(
            new Case(
                "1,000,000 elements",
                1_000_000,
                same("walk", Peer.YONA, Peer.JAVA, Peer.OCAML, Peer.ERLANG, Peer.NODE),
                List.of(Target.within("java", 2.0)))),
        5,
        2000,
        1000);
  }

  private static Row let() {
    var entrants =
        List.of(
            new Entrant("yona", Peer.YONA, "let"),
            new Entrant("without-let", Peer.YONA, "let-plain"),
            new Entrant("java", Peer.JAVA, "let"));
    return new Row(
        "let",
        "a pure let of two aliases in a loop of 20,000,000, beside the same without let",
        Kind.WARM,
        List.of(
            new Case(
                "20,000,000 turns",
                20_000_000,
                entrants,
                // The same time, as far as a machine shared with others can tell.
                List.of(Target.within("without-let", 1.05)))),
        7,
        1000,
        700);
  }

  private static Row recursion() {
    return new Row(
        "recursion",
        "recursion 1,000,000 deep, not in tail position",
        Kind.WARM,
        List.of(
            new Case(
                "1,000,000 frames",
                1_000_000,
                same(
                    "recursion",
                    Peer.YONA,
                    Peer.JAVA,
                    Peer.OCAML,
                    Peer.ERLANG,
                    Peer.NODE,
                    Peer.PYTHON),
                ahead("erlang"))),
        5,
        1000,
        700);
  }

  private static Row tailCalls() {
    var cases =
        Stream.of("tail-self", "tail-mutual", "tail-pipe")
            .map(
                program ->
                    new Case(
                        program,
                        100_000_000,
                        same(program, Peer.YONA, Peer.JAVA, Peer.OCAML, Peer.ERLANG, Peer.NODE),
                        ahead("erlang")))
            .toList();
    return new Row(
        "tailcalls",
        "100,000,000 tail calls: of itself, mutual, through a pipe (Java and Node: a loop)",
        Kind.FIRST,
        cases,
        5,
        0,
        0);
  }

  static List<Entrant> same(String program, Peer... peers) {
    return Stream.of(peers).map(peer -> new Entrant(peer.label(), peer, program)).toList();
  }

  /** As {@link #ahead}, and not far from plain Java, as for every row of the CPU suite. */
  private static List<Target> suite(String... labels) {
    return Stream.concat(ahead(labels).stream(), Stream.of(Target.within("java", 3.0))).toList();
  }

  static List<Target> ahead(String... labels) {
    return Stream.of(labels).map(Target::ahead).toList();
  }
}
