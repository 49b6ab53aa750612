package yona.bench.rows;

import java.util.List;
import java.util.stream.Stream;
import yona.bench.graal.GraalCalls;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Row;
import yona.bench.harness.Workspace;

/**
 * Yona among GraalVM's languages: calls across the borders, interpreted as on a stock JDK, and with
 * the engine's compiler. No entrant is a peer: the figures stand in the guide.
 */
final class GraalRows {
  static final JvmPeer INTERPRETED = JvmPeer.plain("graal", GraalCalls.class);
  static final JvmPeer COMPILED = new Compiled();

  private static final List<String> OPTIONS =
      Stream.concat(
              JvmPeer.OPENS.stream(),
              Stream.of(
                  "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED"))
          .toList();

  private GraalRows() {}

  static List<Row> all() {
    return List.of(
        new Row(
            "graal-calls",
            "a call between Java, Yona and JavaScript, in a context of Java",
            Kind.OPERATION,
            List.of(
                either("Java calls Yona", "java-yona", 10_000),
                either("Java calls Yona, on a fiber", "java-waits", 1_000),
                either("Java calls JavaScript", "java-js", 10_000),
                either("JavaScript calls Yona", "js-yona", 10_000),
                either("Yona calls JavaScript, from a fiber", "yona-js", 1_000),
                either("a turn of a loop in JavaScript", "loop", 100_000)),
            3,
            3000,
            500),
        new Row(
            "graal-programs",
            "a call by a program of Yona that has the language itself",
            Kind.OPERATION,
            List.of(
                either("JavaScript", "program-js", 50_000),
                either("JavaScript, which calls back", "program-waits", 20_000),
                either("JavaScript, by 20,000 fibers", "program-fibers", 20_000),
                either("Python", "program-python", 20_000)),
            3,
            5000,
            1000),
        new Row(
            "graal-start",
            "the first 5 + 3 of a process in Yona, and a context for it",
            Kind.FIRST,
            List.of(either("5 + 3", "start", 1)),
            5,
            0,
            0));
  }

  private static Case either(String label, String program, long size) {
    return new Case(
        label,
        size,
        List.of(
            new Entrant("interpreted", INTERPRETED, program).with(OPTIONS),
            new Entrant("compiled", COMPILED, program).with(OPTIONS)),
        List.of());
  }

  /** The same on a JVM that the engine's compiler is given to. */
  private static final class Compiled extends JvmPeer {
    Compiled() {
      super("graal-compiled", GraalCalls.class.getName());
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      String compiler = workspace.target().resolve("graal-compiler").toString();
      List<String> options =
          Stream.concat(
                  entrant.options().stream(),
                  Stream.of(
                      "-XX:+UnlockExperimentalVMOptions",
                      "-XX:+EnableJVMCI",
                      "--upgrade-module-path=" + compiler))
              .toList();
      return super.inside(workspace, entrant.with(options));
    }
  }
}
