package yona.bench.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import yona.bench.harness.Case;
import yona.bench.harness.Command;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;
import yona.bench.harness.Target;

/** The rows of the language. */
final class LanguageRows {
  /** The shortest program. */
  private static final String EMPTY = "empty";

  private LanguageRows() {}

  static List<Row> all() {
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
            empty(Peers.YONA, workspace -> List.of(workspace.launcher(), "-e", "1")),
            empty(Peers.JAVA, workspace -> Peers.JAVA.process(workspace, EMPTY)),
            empty(Peers.PYTHON, _ -> List.of(Peers.Python.interpreter(), "-c", "print(1)")),
            empty(Peers.NODE, _ -> List.of("node", "-e", "console.log(1)")),
            empty(
                Peers.ERLANG,
                _ -> List.of("erl", "-noshell", "-eval", "io:format(\"1~n\"), halt().")));
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

  private static Entrant empty(Peer peer, Command command) {
    return new Entrant(peer.label(), peer, EMPTY).startedBy(command);
  }

  private static Row fib() {
    var entrants =
        new ArrayList<>(
            Entrant.same(
                "fib", Peers.YONA, Peers.OCAML, Peers.GO, Peers.ERLANG, Peers.NODE, Peers.PYTHON));
    entrants.add(1, new Entrant("java-boxed", Peers.JAVA, "fib"));
    entrants.add(2, new Entrant("java-long", Peers.JAVA, "fib-long"));
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
            Entrant.same("java", Peers.YONA, Peers.JAVA),
            List.of(Target.within("java", 1.5)));
    var objects =
        new Case(
            "1,000,000 elements added to an ArrayList and read",
            1_000_000,
            Entrant.same("java_objects", Peers.YONA, Peers.JAVA),
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
                Entrant.same(
                    "queens",
                    Peers.YONA,
                    Peers.JAVA,
                    Peers.OCAML,
                    Peers.NODE,
                    Peers.ERLANG,
                    Peers.PYTHON),
                suite("erlang", "node", "python"))),
        5,
        2000,
        1000);
  }

  private static Row dict() {
    var entrants =
        List.of(
            new Entrant("yona", Peers.YONA, "dict"),
            new Entrant("vavr", Peers.VAVR, "dict"),
            new Entrant("clojure", Peers.CLOJURE, "dict"),
            new Entrant("erlang", Peers.ERLANG, "dict"),
            new Entrant("java", Peers.JAVA, "dict", true),
            new Entrant("go", Peers.GO, "dict", true),
            new Entrant("node", Peers.NODE, "dict", true),
            new Entrant("python", Peers.PYTHON, "dict", true));
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
                Entrant.same(
                    "strings", Peers.YONA, Peers.JAVA, Peers.ERLANG, Peers.NODE, Peers.PYTHON),
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
                    TextFile.BYTES,
                    Entrant.same(
                        "words", Peers.YONA, Peers.JAVA, Peers.ERLANG, Peers.NODE, Peers.PYTHON),
                    suite("erlang", "node", "python"))
                .with(TextFile::file)),
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
                Entrant.same("walk", Peers.YONA, Peers.JAVA, Peers.OCAML, Peers.ERLANG, Peers.NODE),
                List.of(Target.within("java", 2.0)))),
        5,
        2000,
        1000);
  }

  private static Row let() {
    var entrants =
        List.of(
            new Entrant("yona", Peers.YONA, "let"),
            new Entrant("without-let", Peers.YONA, "let-plain"),
            new Entrant("java", Peers.JAVA, "let"));
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
    var program = "recursion";
    var entrants =
        List.of(
            new Entrant("yona", Peers.YONA, program),
            new Entrant("java", Peers.JAVA, program),
            deep(new Entrant("ocaml", Peers.OCAML, program)),
            new Entrant("erlang", Peers.ERLANG, program),
            deep(new Entrant("node", Peers.NODE, program).with(List.of("--stack-size=900000"))),
            new Entrant("python", Peers.PYTHON, program));
    return new Row(
        program,
        "recursion 1,000,000 deep, not in tail position",
        Kind.WARM,
        List.of(new Case("1,000,000 frames", 1_000_000, entrants, Target.aheadOfAll("erlang"))),
        5,
        1000,
        700);
  }

  /** The same, with as much stack as there is. */
  private static Entrant deep(Entrant entrant) {
    return entrant.startedBy(
        workspace -> Peer.joined(Peers.UNLIMITED_STACK, entrant.peer().inside(workspace, entrant)));
  }

  private static Row tailCalls() {
    var cases =
        Stream.of("tail-self", "tail-mutual", "tail-pipe")
            .map(
                program ->
                    new Case(
                        program,
                        100_000_000,
                        Entrant.same(
                            program, Peers.YONA, Peers.JAVA, Peers.OCAML, Peers.ERLANG, Peers.NODE),
                        Target.aheadOfAll("erlang")))
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

  /**
   * As {@link Target#aheadOfAll}, and not far from plain Java, as for every row of the CPU suite.
   */
  private static List<Target> suite(String... labels) {
    return Stream.concat(Target.aheadOfAll(labels).stream(), Stream.of(Target.within("java", 3.0)))
        .toList();
  }
}
