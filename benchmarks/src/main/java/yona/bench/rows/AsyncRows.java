package yona.bench.rows;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
 * The Speed table of the concurrency library. Yona takes part twice: with the options of the
 * launcher, and as a library of a program that gives none. Peers that can be kept to one processor
 * take part twice too: one carrier is the faster where fibers hand over to each other, and gives up
 * the rest of the machine.
 */
final class AsyncRows {
  private static final String PLAIN = "yona, no options";
  private static final String VIRTUAL = "virtual threads";
  private static final String ON_ONE = ", one carrier";

  private static final List<String> ONE_CARRIER =
      List.of(
          "-Djdk.virtualThreadScheduler.parallelism=1",
          "-Djdk.virtualThreadScheduler.maxPoolSize=1");

  /** Of the launcher's options, those on which the memory of a process depends. */
  private static final List<String> SAME_HEAP =
      List.of(
          "-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders", "-Xms64m", "-XX:GCTimeRatio=19");

  /** Yona's concurrency library, with the options of the launcher. */
  private static final Peer ASYNC = JvmPeer.launched("async", Library.class);

  /** The same as a library of a program without options. */
  private static final Peer ASYNC_PLAIN = JvmPeer.plain("async-plain", Library.class);

  private static final Peer KOTLIN = new Kotlin();
  private static final Peer JOX = new JvmPeer("jox", "Jox");
  private static final Peer SCALA_STM = new JvmPeer("scala-stm", "ScalaStm");
  private static final Peer GEARS = Peer.absent("gears", "it cannot be had from Maven Central");

  private AsyncRows() {}

  static List<Row> all() {
    return List.of(
        future(),
        race(),
        rendezvous(),
        buffered(1, 1_170),
        buffered(64, 372),
        multiplexer(),
        select(
            "select", "a value received by a select over rendezvous channels that share a sender"),
        select("select-ready", "the same, where each of the channels has a sender of its own"),
        parked(),
        timers(),
        stmRead(),
        stm(),
        schedulers());
  }

  private static Row future() {
    var computes = entrants("future");
    computes.add(new Entrant("yona, own fiber", ASYNC, "fiber"));
    computes.addAll(twice(Peers.GO, "future"));
    computes.add(new Entrant("go, wait group", Peers.GO, "future-wait-group"));
    computes.addAll(twice(KOTLIN, "future"));
    computes.addAll(twice(Peers.JDK, "future"));
    computes.add(new Entrant("virtual from platform", Peers.JDK, "future-platform"));
    computes.add(new Entrant("CompletableFuture", Peers.JDK, "completable"));
    computes.add(new Entrant("erlang", Peers.ERLANG, "future"));
    computes.add(gears(3_280));
    var yields = entrants("future-yield");
    yields.add(new Entrant("yona, own fiber", ASYNC, "fiber-yield"));
    yields.addAll(twice(Peers.GO, "future-yield"));
    yields.addAll(twice(KOTLIN, "future-yield"));
    yields.addAll(twice(Peers.JDK, "future-yield"));
    yields.add(new Entrant("erlang", Peers.ERLANG, "future-yield"));
    var computesTargets = targets(computes);
    computesTargets.add(Target.nanos(100));
    return operations(
        "future",
        "a future created and awaited, from inside a fiber",
        List.of(
            new Case("body never suspends", 50_000, computes, computesTargets),
            new Case("body yields once", 50_000, yields, targets(yields))));
  }

  private static Row race() {
    var entrants = entrants("race");
    entrants.add(new Entrant("yona, known fastest", ASYNC, "race-known"));
    entrants.add(new Entrant("go", Peers.GO, "race"));
    entrants.add(new Entrant("go, known fastest", Peers.GO, "race-known"));
    entrants.add(new Entrant("kotlinx", KOTLIN, "race"));
    entrants.add(new Entrant("kotlinx, known fastest", KOTLIN, "race-known"));
    entrants.add(new Entrant("CompletableFuture", Peers.JDK, "race-completable"));
    entrants.add(new Entrant("spin on three flags", Peers.JDK, "race-spin"));
    return operations(
        "race",
        "the first of three futures: one computes, two never end",
        List.of(
            new Case(
                "three futures",
                50_000,
                entrants,
                // The same, as far as a machine shared with others can tell.
                List.of(Target.within("yona, known fastest", 1.05)))));
  }

  private static Row rendezvous() {
    var entrants = oneChannel("rendezvous", "SynchronousQueue", 1_741);
    entrants.add(2, new Entrant("ideal spin", Peers.JDK, "rendezvous-spin"));
    return operations(
        "rendezvous",
        "a value over a rendezvous channel, one sender, one reader",
        List.of(
            new Case(
                "one channel",
                100_000,
                entrants,
                List.of(
                    Target.ahead("kotlinx"),
                    Target.ahead("go"),
                    Target.within("ideal spin", 1.5)))));
  }

  private static Row buffered(int capacity, double gears) {
    var program = "buffered-" + capacity;
    var entrants = oneChannel(program, "ArrayBlockingQueue", gears);
    return operations(
        program,
        "a value over a channel that buffers " + capacity + ", one sender, one reader",
        List.of(new Case("one channel", 200_000, entrants, targets(entrants))));
  }

  private static List<Entrant> oneChannel(String program, String queue, double gears) {
    var entrants = entrants(program);
    entrants.addAll(twice(Peers.GO, program));
    entrants.addAll(twice(KOTLIN, program));
    entrants.addAll(twice(JOX, program));
    entrants.add(new Entrant(queue, Peers.JDK, program));
    entrants.add(new Entrant(queue + ON_ONE, Peers.JDK, program).with(ONE_CARRIER));
    entrants.add(gears(gears));
    return entrants;
  }

  private static Row multiplexer() {
    var cases =
        IntStream.of(0, 64)
            .mapToObj(
                capacity -> {
                  var one = capacity == 0 ? "rendezvous" : "buffered-" + capacity;
                  var two = "two-channels-" + capacity;
                  var entrants = entrants("multiplexer-" + capacity);
                  entrants.add(new Entrant("yona, one channel", ASYNC, one));
                  entrants.add(new Entrant("yona, two in a row", ASYNC, two));
                  entrants.addAll(twice(Peers.GO, two));
                  entrants.addAll(twice(KOTLIN, two));
                  entrants.addAll(twice(JOX, two));
                  return new Case(
                      capacity == 0 ? "rendezvous" : "buffers of " + capacity,
                      100_000,
                      entrants,
                      List.of(Target.within("yona, one channel", 1.3)));
                })
            .toList();
    return operations(
        "multiplexer",
        "a value from one publisher to one subscriber; the peers: two channels in a row",
        cases);
  }

  private static Row select(String program, String title) {
    var cases =
        IntStream.of(2, 8, 64)
            .mapToObj(
                width -> {
                  var entrants = entrants(program + "-" + width);
                  entrants.addAll(twice(Peers.GO, program + "-" + width));
                  entrants.addAll(twice(KOTLIN, program + "-" + width));
                  entrants.addAll(twice(JOX, program + "-" + width));
                  return new Case(
                      width + " channels",
                      20_000,
                      entrants,
                      List.of(Target.ahead("go"), Target.ahead("kotlinx")));
                })
            .toList();
    return operations(program, title, cases);
  }

  private static Row parked() {
    var entrants = entrants("parked");
    entrants.add(new Entrant(VIRTUAL, Peers.JDK, "parked"));
    var sameHeap = VIRTUAL + ", same heap";
    entrants.add(new Entrant(sameHeap, Peers.JDK, "parked").with(SAME_HEAP));
    entrants.add(new Entrant("go", Peers.GO, "parked"));
    entrants.add(new Entrant("kotlinx", KOTLIN, "parked"));
    entrants.add(new Entrant("erlang", Peers.ERLANG, "parked").with(List.of("+P", "2000000")));
    return new Row(
        "parked",
        "1,000,000 fibers started, parked before a gate, let through and awaited",
        Kind.LOAD,
        List.of(
            new Case(
                "1,000,000 fibers",
                1_000_000,
                entrants,
                List.of(
                    Target.ahead(VIRTUAL),
                    Target.ahead(sameHeap),
                    Target.memoryWithin(VIRTUAL, 1.0),
                    Target.memoryWithin(sameHeap, 1.0)))),
        3,
        2000,
        0);
  }

  private static Row timers() {
    var entrants = entrants("timers");
    entrants.add(new Entrant("netty wheel", Peers.NETTY, "timers"));
    entrants.add(new Entrant("netty wheel, same heap", Peers.NETTY, "timers").with(SAME_HEAP));
    entrants.add(new Entrant("jdk scheduled pool", Peers.JDK, "timers"));
    entrants.add(new Entrant("go", Peers.GO, "timers"));
    entrants.add(new Entrant("erlang", Peers.ERLANG, "timers"));
    // Every other call or so collects garbage: it takes some calls until the median is steady.
    return new Row(
        "timers",
        "a timer of one to two minutes set, and cancelled when all are set",
        Kind.OPERATION,
        List.of(
            new Case(
                "1,000,000 timers",
                1_000_000,
                entrants,
                List.of(Target.ahead("netty wheel"), Target.ahead("netty wheel, same heap")))),
        5,
        2500,
        3000);
  }

  private static Row stmRead() {
    var cases =
        Stream.of("single", "sum")
            .map(
                program -> {
                  var entrants = entrants("stm-" + program);
                  entrants.add(new Entrant("volatile fields", Peers.JDK, "volatile-" + program));
                  entrants.add(new Entrant("synchronized", Peers.JDK, "stm-" + program));
                  entrants.add(new Entrant("scala-stm", SCALA_STM, "stm-" + program));
                  boolean single = program.equals("single");
                  return new Case(
                      single ? "outside of transactions" : "in transactions of 1,000 reads",
                      1_000_000,
                      entrants,
                      List.of(
                          single
                              ? Target.within("volatile fields", 1.5)
                              : Target.aim("volatile fields", 1.5),
                          Target.ahead("scala-stm")));
                })
            .toList();
    return operations("stm-read", "a read of a transactional variable, on one thread", cases);
  }

  private static Row stm() {
    var cases =
        Stream.of("read-mostly", "write-heavy", "transfer")
            .map(
                load -> {
                  var entrants = entrants("stm-" + load);
                  entrants.add(new Entrant("synchronized", Peers.JDK, "stm-" + load));
                  entrants.add(new Entrant("scala-stm", SCALA_STM, "stm-" + load));
                  return new Case(load, 500_000, entrants, List.of(Target.ahead("scala-stm")));
                })
            .toList();
    return operations(
        "stm",
        "transactions of 2 threads: 1,000 counters, 95 % reads; 16 counters, writes; transfers",
        cases);
  }

  /** The candidates for the place under the fibers. */
  private static Row schedulers() {
    var cases =
        Stream.of("fiber", "fiber-yield", "yields-2", "yields-1000", "rendezvous", "buffered-64")
            .map(
                program -> {
                  var entrants = new ArrayList<Entrant>();
                  entrants.add(new Entrant("standard", ASYNC, program));
                  for (var name : List.of("one-carrier", "jdk", "pool", "ring", "ring-of-one")) {
                    entrants.add(
                        new Entrant(name, ASYNC, program)
                            .with(List.of("-Dyona.bench.scheduler=" + name)));
                  }
                  return new Case(program, 50_000, entrants, List.of());
                })
            .toList();
    return operations(
        "schedulers",
        "candidates for the scheduler under fibers: ours, on one carrier; the JDK's; a"
            + " ForkJoinPool; a disruptor-like ring of tasks, with one thread",
        cases);
  }

  private static List<Entrant> entrants(String program) {
    return new ArrayList<>(
        List.of(new Entrant("yona", ASYNC, program), new Entrant(PLAIN, ASYNC_PLAIN, program)));
  }

  /** A peer as it comes, and on one processor. */
  private static List<Entrant> twice(Peer peer, String program) {
    if (peer.equals(Peers.GO)) {
      return List.of(
          new Entrant("go", peer, program),
          new Entrant("go, one processor", peer, program).with(List.of("GOMAXPROCS=1")));
    }
    if (peer.equals(KOTLIN)) {
      return List.of(
          new Entrant("kotlinx", peer, program),
          new Entrant("kotlinx, one thread", peer, "one-" + program));
    }
    var label = peer.equals(Peers.JDK) ? VIRTUAL : peer.label();
    return List.of(
        new Entrant(label, peer, program),
        new Entrant(label + ON_ONE, peer, program).with(ONE_CARRIER));
  }

  private static Entrant gears(double nanos) {
    return new Entrant("gears", GEARS, "-").elsewhere(nanos);
  }

  /**
   * Yona is ahead of everybody; of Go and kotlinx on one processor, which the table does not ask
   * for, it is to be ahead too.
   */
  private static List<Target> targets(List<Entrant> entrants) {
    var targets = new ArrayList<Target>();
    for (var entrant : entrants) {
      var peer = entrant.peer();
      if (!List.of(ASYNC, ASYNC_PLAIN, GEARS).contains(peer)) {
        boolean isAim =
            (peer.equals(Peers.GO) || peer.equals(KOTLIN)) && entrant.label().contains(", one ");
        targets.add(isAim ? Target.aim(entrant.label(), 1.0) : Target.ahead(entrant.label()));
      }
    }
    return targets;
  }

  private static Row operations(String name, String title, List<Case> cases) {
    return new Row(name, title, Kind.OPERATION, cases, 5, 1200, 500);
  }

  /** Kotlin, whose compiler is a library of this module. */
  private static final class Kotlin extends JvmPeer {
    Kotlin() {
      super("kotlin", "Kotlin");
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) throws IOException {
      var compiler =
          Files.readString(workspace.target().resolve("kotlin-compiler.txt")).strip()
              + File.pathSeparator
              + workspace.classPath();
      return List.of(
          joined(
              List.of(
                  workspace.java("java"),
                  "-cp",
                  compiler,
                  "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
                  "-no-stdlib",
                  "-no-reflect",
                  "-jvm-target",
                  "25",
                  "-cp",
                  workspace.classPath(),
                  "-d",
                  "."),
              files(workspace, "kt")));
    }
  }
}
