package yona.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import yona.bench.ThreadTests.Cell;
import yona.bench.ThreadTests.Contestant;
import yona.bench.ThreadTests.Measured;
import yona.bench.ThreadTests.Test;
import yona.bench.ThreadTests.Wait;

/** The figures of the three thread tests as tables and as graphs, and what has to be reached. */
final class ThreadReport {
  /**
   * Where time grows with the square of the depth, ten times the depth takes ten times as long for
   * each wait; caches and the collector alone have made it three times.
   */
  private static final double LINEAR = 4;

  /** What a flat yield may cost, in yields of a bare continuation. */
  private static final double OVER_BARE = 2;

  private final Map<Cell, List<Measured>> cells;
  private final Map<Contestant, String> absent;
  private final PrintStream out;

  ThreadReport(Map<Cell, List<Measured>> cells, Map<Contestant, String> absent, PrintStream out) {
    this.cells = cells;
    this.absent = absent;
    this.out = out;
  }

  private Optional<List<Measured>> cell(Test test, Wait wait, Contestant contestant) {
    return Optional.ofNullable(cells.get(new Cell(test, wait, contestant)));
  }

  private List<Contestant> present() {
    return Stream.of(Contestant.values()).filter(each -> !absent.containsKey(each)).toList();
  }

  // ---- tables ----------------------------------------------------------------------------------

  void tables() {
    absent.forEach((contestant, why) -> out.printf("NOT RUN: %s (%s)%n%n", contestant.label, why));
    for (var test : Test.values()) {
      for (var wait : Wait.values()) {
        table(test, wait);
      }
    }
  }

  private void table(Test test, Wait wait) {
    out.printf("%s, %s%n", test.word(), wait.word());
    out.printf("  %s; the wait: %s%n", test.title, wait.title);
    out.printf(
        Locale.ROOT,
        "  nanoseconds and allocated bytes a %s; in brackets how often, where not %,d times%n",
        test == Test.RECURSE ? "level" : "wait",
        test.iterations);
    out.printf("%8s", "n");
    for (var contestant : present()) {
      out.printf("  %28s", contestant.label);
    }
    out.println();
    for (int i = 0; i < ThreadTests.DEPTHS.size(); i++) {
      out.printf(Locale.ROOT, "%,8d", ThreadTests.DEPTHS.get(i));
      for (var contestant : present()) {
        int row = i;
        out.printf(
            "  %28s",
            cell(test, wait, contestant).map(depths -> figures(test, depths.get(row))).orElse("-"));
      }
      out.println();
    }
    for (var peer : List.of(Contestant.LWT, Contestant.NODE)) {
      ahead(test, wait, peer);
    }
    linear(test, wait);
    same(test, wait);
    out.println();
  }

  private static String figures(Test test, Measured measured) {
    var text = String.format(Locale.ROOT, "%,.1f ns", measured.each());
    if (measured.bytes() >= 0) {
      text += String.format(Locale.ROOT, " %,.0f B", measured.bytesEach());
    }
    return measured.iterations() < test.iterations
        ? text + String.format(Locale.ROOT, " [%,d]", measured.iterations())
        : text;
  }

  private void ahead(Test test, Wait wait, Contestant peer) {
    var direct = cell(test, wait, Contestant.DIRECT);
    var other = cell(test, wait, peer);
    if (direct.isEmpty() || other.isEmpty()) {
      return;
    }
    double worst = 0;
    int at = 0;
    for (int i = 0; i < direct.get().size(); i++) {
      double ratio = direct.get().get(i).each() / other.get().get(i).each();
      if (ratio > worst) {
        worst = ratio;
        at = direct.get().get(i).depth();
      }
    }
    out.printf(
        Locale.ROOT,
        "  %s: direct style ahead of %s at every n (worst: %.2f of its time, n = %,d)%n",
        worst < 1 ? "met" : "MISSED",
        peer.label,
        worst,
        at);
  }

  private void linear(Test test, Wait wait) {
    for (var contestant : List.of(Contestant.DIRECT, Contestant.MONADIC)) {
      cell(test, wait, contestant)
          .ifPresent(
              depths -> {
                double growth = depths.getLast().each() / at(depths, 1_000).each();
                out.printf(
                    Locale.ROOT,
                    "  %s: %s linear in n (n = 10,000 over n = 1,000: %.2f for each)%n",
                    growth <= LINEAR ? "met" : "MISSED",
                    contestant.label,
                    growth);
              });
    }
  }

  /** Everyone has done the same work. */
  private void same(Test test, Wait wait) {
    var results =
        present().stream()
            .flatMap(contestant -> cell(test, wait, contestant).stream())
            .map(depths -> depths.stream().map(Measured::result).toList())
            .distinct()
            .toList();
    if (results.size() > 1) {
      out.println("  FAILED: the results differ: " + results);
    }
  }

  private static Measured at(List<Measured> depths, int depth) {
    return depths.stream().filter(each -> each.depth() == depth).findFirst().orElseThrow();
  }

  /** Beside the flat yield: a bare continuation, and a timer that the clock has to fire. */
  void limits(List<Measured> bare, List<Measured> clock) {
    var direct = cell(Test.BASIC, Wait.MEDIUM, Contestant.DIRECT);
    if (!bare.isEmpty() && direct.isPresent()) {
      double yield = at(direct.get(), 1_000).each();
      double limit = bare.getFirst().each();
      out.printf(
          Locale.ROOT,
          "%s: a flat yield at most %.0f times a bare continuation's (%.0f ns, bare %.0f ns:"
              + " %.2f)%n",
          yield <= OVER_BARE * limit ? "met" : "MISSED",
          OVER_BARE,
          yield,
          limit,
          yield / limit);
    }
    if (!clock.isEmpty()) {
      out.printf(
          Locale.ROOT,
          "beside: a timer of 1 ns, which the clock's thread fires (direct style, basic): %,.0f"
              + " ns%n",
          clock.getFirst().each());
    }
  }

  // ---- graphs ----------------------------------------------------------------------------------

  /** The five graphs, by the names of their files. */
  Map<String, Graph> graphs() {
    var graphs = new LinkedHashMap<String, Graph>();
    graphs.put(
        "basic-quick",
        seconds("basic, quick", Test.BASIC, "15,000 × n awaits of a completed future", Wait.QUICK));
    graphs.put(
        "basic-medium-slow",
        seconds(
            "basic, medium and slow",
            Test.BASIC,
            "15,000 × n yields (medium), timers of zero (slow)",
            Wait.MEDIUM,
            Wait.SLOW));
    graphs.put("recurse2-over-basic", ratio());
    graphs.put(
        "recurse2",
        seconds(
            "recurse2",
            Test.RECURSE2,
            "15,000 sums of depth n with a wait at every level",
            Wait.values()));
    graphs.put(
        "recurse",
        seconds(
            "recurse",
            Test.RECURSE,
            "150,000 sums of depth n, one wait at the base",
            Wait.values()));
    return graphs;
  }

  private Graph seconds(String title, Test test, String subtitle, Wait... waits) {
    var graph =
        new Graph(title, subtitle + "; scaled from fewer where that took too long", "n", "seconds");
    for (var wait : waits) {
      for (var contestant : present()) {
        var label = waits.length == 1 ? contestant.label : contestant.label + ", " + wait.word();
        cell(test, wait, contestant)
            .ifPresent(
                depths ->
                    graph.line(
                        label,
                        contestant.colour,
                        waits.length == 1 ? "none" : wait.dash,
                        points(
                            depths, each -> each.each() * each.depth() * test.iterations / 1e9)));
      }
    }
    return graph;
  }

  private Graph ratio() {
    var graph =
        new Graph(
            "recurse2 slow over basic slow",
            "what a wait deep in a recursion costs more than one in a loop",
            "n",
            "ratio");
    for (var contestant : present()) {
      var recursive = cell(Test.RECURSE2, Wait.SLOW, contestant);
      var flat = cell(Test.BASIC, Wait.SLOW, contestant);
      if (recursive.isPresent() && flat.isPresent()) {
        graph.line(
            contestant.label,
            contestant.colour,
            "none",
            points(recursive.get(), each -> each.each() / at(flat.get(), each.depth()).each()));
      }
    }
    return graph;
  }

  private static List<Graph.Point> points(List<Measured> depths, ToDoubleFunction<Measured> value) {
    var points = new ArrayList<Graph.Point>();
    for (var each : depths) {
      points.add(new Graph.Point(each.depth(), value.applyAsDouble(each)));
    }
    return points;
  }
}
