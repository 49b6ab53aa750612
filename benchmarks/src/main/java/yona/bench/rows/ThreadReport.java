package yona.bench.rows;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import yona.bench.harness.LineChart;
import yona.bench.rows.ThreadTests.Cell;
import yona.bench.rows.ThreadTests.Entrant;
import yona.bench.rows.ThreadTests.Measured;
import yona.bench.rows.ThreadTests.Test;
import yona.bench.rows.ThreadTests.Wait;

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
  private final Map<Entrant, String> absent;
  private final PrintStream out;

  ThreadReport(Map<Cell, List<Measured>> cells, Map<Entrant, String> absent, PrintStream out) {
    this.cells = cells;
    this.absent = absent;
    this.out = out;
  }

  private Optional<List<Measured>> cell(Test test, Wait wait, Entrant entrant) {
    return Optional.ofNullable(cells.get(new Cell(test, wait, entrant)));
  }

  private List<Entrant> present() {
    return Stream.of(Entrant.values()).filter(each -> !absent.containsKey(each)).toList();
  }

  // ---- tables ----------------------------------------------------------------------------------

  void tables() {
    absent.forEach((entrant, why) -> out.printf("NOT RUN: %s (%s)%n%n", entrant.label, why));
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
    for (var entrant : present()) {
      out.printf("  %28s", entrant.label);
    }
    out.println();
    for (int i = 0; i < ThreadTests.DEPTHS.size(); i++) {
      out.printf(Locale.ROOT, "%,8d", ThreadTests.DEPTHS.get(i));
      for (var entrant : present()) {
        int row = i;
        out.printf(
            "  %28s",
            cell(test, wait, entrant).map(depths -> figures(test, depths.get(row))).orElse("-"));
      }
      out.println();
    }
    for (var peer : List.of(Entrant.LWT, Entrant.NODE)) {
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

  private void ahead(Test test, Wait wait, Entrant peer) {
    var direct = cell(test, wait, Entrant.DIRECT);
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
    for (var entrant : List.of(Entrant.DIRECT, Entrant.MONADIC)) {
      cell(test, wait, entrant)
          .ifPresent(
              depths -> {
                double growth = depths.getLast().each() / at(depths, 1_000).each();
                out.printf(
                    Locale.ROOT,
                    "  %s: %s linear in n (n = 10,000 over n = 1,000: %.2f for each)%n",
                    growth <= LINEAR ? "met" : "MISSED",
                    entrant.label,
                    growth);
              });
    }
  }

  /** Everyone has done the same work. */
  private void same(Test test, Wait wait) {
    var results =
        present().stream()
            .flatMap(entrant -> cell(test, wait, entrant).stream())
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
    var direct = cell(Test.BASIC, Wait.MEDIUM, Entrant.DIRECT);
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
  Map<String, LineChart> graphs() {
    var graphs = new LinkedHashMap<String, LineChart>();
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

  private LineChart seconds(String title, Test test, String subtitle, Wait... waits) {
    var graph =
        new LineChart(
            title, subtitle + "; scaled from fewer where that took too long", "n", "seconds");
    for (var wait : waits) {
      for (var entrant : present()) {
        var label = waits.length == 1 ? entrant.label : entrant.label + ", " + wait.word();
        cell(test, wait, entrant)
            .ifPresent(
                depths ->
                    graph.line(
                        label,
                        entrant.colour,
                        waits.length == 1 ? "none" : wait.dash,
                        points(
                            depths, each -> each.each() * each.depth() * test.iterations / 1e9)));
      }
    }
    return graph;
  }

  private LineChart ratio() {
    var graph =
        new LineChart(
            "recurse2 slow over basic slow",
            "what a wait deep in a recursion costs more than one in a loop",
            "n",
            "ratio");
    for (var entrant : present()) {
      var recursive = cell(Test.RECURSE2, Wait.SLOW, entrant);
      var flat = cell(Test.BASIC, Wait.SLOW, entrant);
      if (recursive.isPresent() && flat.isPresent()) {
        graph.line(
            entrant.label,
            entrant.colour,
            "none",
            points(recursive.get(), each -> each.each() / at(flat.get(), each.depth()).each()));
      }
    }
    return graph;
  }

  private static List<LineChart.Point> points(
      List<Measured> depths, ToDoubleFunction<Measured> value) {
    var points = new ArrayList<LineChart.Point>();
    for (var each : depths) {
      points.add(new LineChart.Point(each.depth(), value.applyAsDouble(each)));
    }
    return points;
  }
}
