package yona.bench.rows;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import yona.async.Async;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;
import yona.bench.harness.Target;
import yona.bench.harness.Workspace;
import yona.bench.haskell.JavaCalls;
import yona.haskell.HaskellLibrary;

/** Single calls between Haskell and Java, and the start of a program. */
final class HaskellCallRows {
  static final Peer CALLS = new Calls();

  private static final String OWN = "yona-java";
  private static final String COPY = "ByteString.copy";

  private HaskellCallRows() {}

  static List<Row> all() {
    return List.of(
        operations(
            "haskell-to-java",
            "a call of Java by a program of Haskell",
            within("leaf", "leaf", 100_000, 60),
            within("waits, one thread", "waits", 2_000, 15_000),
            within("waits, 64 threads", "waits-64", 6_400, 3_000),
            within("a number of a column", "rows", 10_000, 60)),
        operations(
            "haskell-megabyte",
            "a byte string of 1 MB",
            beside(COPY, 1.2, "to Java", "to-java"),
            beside(COPY, 1.2, "to Haskell", "to-haskell")),
        new Row(
            "haskell-sleeps",
            "10,000 threads of Haskell that sleep for 50 ms in Java",
            Kind.WARM,
            List.of(within("threads", "sleeps", 10_000, 150e6)),
            5,
            2000,
            1000),
        operations(
            "java-to-haskell",
            "a call of a library of Haskell by Java",
            within("one fiber", "java-add-1", 10_000, 380),
            within("two fibers at the same time", "java-add-2", 10_000, 1_300)),
        new Row(
            "haskell-added",
            "what a handler of Haskell adds to a request",
            Kind.PARTS,
            List.of(
                handler("one fiber", 1, 1_000), handler("two fibers at the same time", 2, 2_000)),
            5,
            3000,
            1000),
        new Row(
            "haskell-start",
            "a program of Haskell with its virtual machine, to its first answer",
            Kind.PROCESS,
            List.of(within("5 + 3", "start", 1, 160e6)),
            15,
            0,
            0));
  }

  private static Row operations(String name, String title, Case... cases) {
    return new Row(name, title, Kind.OPERATION, List.of(cases), 5, 3000, 1000);
  }

  private static Case within(String label, String program, long size, double nanos) {
    return new Case(label, size, List.of(entrant(OWN, program)), List.of(Target.nanos(nanos)));
  }

  private static Case beside(String other, double limit, String label, String program) {
    return new Case(
        label,
        100,
        List.of(entrant(OWN, program), entrant(other, "memcpy")),
        List.of(Target.within(other, limit)));
  }

  private static Case handler(String label, int fibers, double nanos) {
    return new Case(
        label,
        10_000,
        List.of(
            entrant("a call", "java-call-" + fibers),
            entrant("copies", "java-handle-" + fibers),
            entrant("a wait", "java-handleLater-" + fibers)),
        List.of(Target.nanos(nanos).by("a wait")));
  }

  private static Entrant entrant(String label, String program) {
    return new Entrant(label, CALLS, program);
  }

  /** A program of Haskell, and one of Java with a library. */
  private static final class Calls extends HaskellPeer {
    Calls() {
      super("haskell-calls", "libghc-vector-dev");
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      var training = joined(List.of("env", "YONA_JAVA_TRAINING=1"), process(workspace, ""));
      var calls = program(workspace, "Calls.hs", "calls", BINDING, "-with-rtsopts=-N2");
      var exported = library(workspace, "Exported.hs", "libexported.so", BINDING);
      return Stream.of(jars(workspace), binding(workspace), List.of(calls, exported, training))
          .flatMap(List::stream)
          .toList();
    }

    /** A cache is for jars alone: where the classes are in folders, jars are made of them. */
    @Override
    String classPath(Workspace workspace) {
      return classes()
          .map(place -> isJar(place) ? place : jar(workspace, place))
          .map(Path::toString)
          .collect(Collectors.joining(File.pathSeparator));
    }

    private List<List<String>> jars(Workspace workspace) {
      return classes()
          .filter(place -> !isJar(place))
          .map(
              place ->
                  List.of(
                      workspace.java("jar"),
                      "--create",
                      "--file=" + jar(workspace, place),
                      "-C",
                      place.toString(),
                      "."))
          .toList();
    }

    private static Stream<Path> classes() {
      return Stream.of(HaskellLibrary.class, Async.class)
          .map(each -> Path.of(each.getProtectionDomain().getCodeSource().getLocation().getPath()));
    }

    private static boolean isJar(Path place) {
      return place.toString().endsWith(".jar");
    }

    /** The jar of a module's folder {@code target/classes}. */
    private Path jar(Workspace workspace, Path place) {
      var module = place.toAbsolutePath().getParent().getParent().getFileName();
      return built(workspace).resolve(module + ".jar");
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      var library = "-Dlibrary=" + built(workspace).resolve("libexported.so");
      var start =
          entrant.program().startsWith("java-")
              ? HaskellRows.java(workspace, JavaCalls.class, library)
              : process(workspace, "");
      return joined(start, List.of(entrant.program()));
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return joined(environment(workspace), List.of(built(workspace).resolve("calls").toString()));
    }
  }
}
