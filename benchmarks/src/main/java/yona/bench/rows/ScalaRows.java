package yona.bench.rows;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import yona.bench.async.Library;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;
import yona.bench.harness.Target;
import yona.bench.harness.Workspace;

/**
 * The concurrency library in Scala, beside itself in Java and the libraries of Scala. Yona runs
 * with the options that its guide for Scala asks for, the others as they come.
 */
final class ScalaRows {
  private static final String IN_JAVA = "yona, in Java";

  /** A fiber from the start on, where a future waits until somebody has time for it. */
  private static final String OWN_FIBER = IN_JAVA + ", own fiber";

  private static final Peer YONA = new Scala("yona-scala", "Yona");
  private static final Peer JAVA = JvmPeer.plain("async-plain", Library.class);
  private static final Peer OX = new Scala("ox", "OxRows");
  private static final Peer CATS_EFFECT = new Scala("cats-effect", "CatsEffect");
  private static final Peer ZIO = new Scala("zio", "Zio");
  private static final Peer GEARS = Peer.absent("gears", "it cannot be had from Maven Central");
  private static final Peer KYO = Peer.absent("kyo", "it cannot be had from Maven Central");

  private ScalaRows() {}

  static List<Row> all() {
    return List.of(future(), race(), channels(), multiplexer());
  }

  private static Row future() {
    var entrants = yona("future", "future");
    entrants.add(inJava(OWN_FIBER, "fiber"));
    entrants.addAll(peers("future", 3_280));
    return row(
        "scala-future",
        "a future created and awaited, from inside a fiber, in Scala",
        List.of(new Case("a future", 50_000, entrants, targets(entrants))));
  }

  private static Row race() {
    var entrants = yona("race", "race-future");
    entrants.add(inJava(OWN_FIBER, "race"));
    entrants.addAll(peers("race", 0));
    return row(
        "scala-race",
        "the first of three: one computes, two never end, in Scala",
        List.of(new Case("a race of three", 50_000, entrants, targets(entrants))));
  }

  private static Row channels() {
    var cases =
        Stream.of("rendezvous", "buffered-1", "buffered-64")
            .map(
                program -> {
                  double gears =
                      switch (program) {
                        case "rendezvous" -> 1_741;
                        case "buffered-1" -> 1_170;
                        default -> 372;
                      };
                  var entrants = yona(program, program);
                  entrants.addAll(peers(program, gears));
                  return new Case(program, 100_000, entrants, targets(entrants));
                })
            .toList();
    return row(
        "scala-channels",
        "a value over a channel (ZIO and cats-effect: a queue), one sender, one reader, in Scala",
        cases);
  }

  private static Row multiplexer() {
    var cases =
        Stream.of(0, 64)
            .map(
                capacity -> {
                  var program = "multiplexer-" + capacity;
                  var entrants = yona(program, program);
                  entrants.addAll(peers("two-channels-" + capacity, 0));
                  return new Case(
                      capacity == 0 ? "rendezvous" : "buffers of " + capacity,
                      100_000,
                      entrants,
                      targets(entrants));
                })
            .toList();
    return row(
        "scala-multiplexer",
        "a value from one publisher to one subscriber, in Scala; the peers: two channels in a row",
        cases);
  }

  private static List<Entrant> yona(String program, String javaProgram) {
    return new ArrayList<>(
        List.of(
            new Entrant("yona", YONA, program).with(JvmPeer.OPENS), inJava(IN_JAVA, javaProgram)));
  }

  private static Entrant inJava(String label, String program) {
    return new Entrant(label, JAVA, program).with(JvmPeer.OPENS);
  }

  /**
   * The libraries of Scala.
   *
   * @param gears the figure that gears publishes, in nanoseconds, or 0
   */
  private static List<Entrant> peers(String program, double gears) {
    var peers =
        new ArrayList<>(
            List.of(
                new Entrant("ox", OX, program), new Entrant("cats-effect", CATS_EFFECT, program)));
    // ZIO has no queue whose sender waits for the reader.
    if (!program.equals("rendezvous") && !program.equals("two-channels-0")) {
      peers.add(new Entrant("zio", ZIO, program));
    }
    var absent = new Entrant("gears", GEARS, "-");
    peers.add(gears > 0 ? absent.elsewhere(gears) : absent);
    peers.add(new Entrant("kyo", KYO, "-"));
    return peers;
  }

  private static List<Target> targets(List<Entrant> entrants) {
    var targets = new ArrayList<>(List.of(Target.within(IN_JAVA, 1.1)));
    for (var entrant : entrants) {
      if (List.of(OX, CATS_EFFECT, ZIO).contains(entrant.peer())) {
        targets.add(Target.ahead(entrant.label()));
      }
    }
    return targets;
  }

  private static Row row(String name, String title, List<Case> cases) {
    return new Row(name, title, Kind.OPERATION, cases, 5, 2000, 500);
  }

  /** A library of Scala, whose programs the build has compiled, on a class path of their own. */
  private static final class Scala extends JvmPeer {
    Scala(String label, String main) {
      super(label, "yona.bench.direct." + main);
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      return List.of();
    }

    @Override
    String classPath(Workspace workspace) {
      var target = workspace.root().resolve("benchmarks-scala/target");
      try {
        return target.resolve("classes")
            + File.pathSeparator
            + Files.readString(target.resolve("class-path.txt")).strip();
      } catch (IOException error) {
        throw new UncheckedIOException(error);
      }
    }
  }
}
