package yona.bench.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import yona.bench.harness.Result.Outcome;

/**
 * The report of a session, in a folder of its own: {@code results.json}, {@code index.html}, and
 * the graphs of the page as SVG files.
 */
final class HtmlReport {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss", Locale.ROOT);

  /** A line graph needs as many sizes. */
  private static final int SIZES_OF_GRAPH = 3;

  private static final List<String> COLOURS =
      List.of(
          "#b5432a", "#2a6fb5", "#2a9d62", "#8a5bb5", "#b58a2a", "#5b6b7a", "#c0579a", "#1f2a35",
          "#e08e79");

  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <title>Yona's benchmarks</title>
      <style>
      body { font: 15px/1.5 system-ui, sans-serif; color: #333; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
      table { border-collapse: collapse; margin: 1rem 0; font-size: 13px }
      th, td { padding: .2rem .7rem; border-bottom: 1px solid #e3e3e3; text-align: right }
      th:first-child, td:first-child { text-align: left }
      svg { max-width: 100%; height: auto }
      .missed, .absent { color: #b5432a }
      </style>
      <h1>Yona's benchmarks</h1>
      """;

  private final Path folder;
  private final StringBuilder page = new StringBuilder(HEAD);
  private final Map<String, String> graphs = new LinkedHashMap<>();

  private HtmlReport(Path folder) {
    this.folder = folder;
  }

  /**
   * An empty page.
   *
   * @param parent where the folder is made, which is named after the time
   * @param absent who cannot take part, and why
   */
  static HtmlReport in(Path parent, Map<Peer, String> absent) {
    var now = LocalDateTime.now(ZoneId.systemDefault());
    var page = new HtmlReport(parent.resolve(TIME.format(now)));
    var system = ManagementFactory.getOperatingSystemMXBean();
    page.paragraph(
        "",
        "%s, %s %s, %d processors, JDK %s, load %.1f before it began"
            .formatted(
                TIME.format(now),
                system.getName(),
                system.getVersion(),
                system.getAvailableProcessors(),
                Runtime.version(),
                system.getSystemLoadAverage()));
    absent.forEach((peer, why) -> page.paragraph("absent", "without " + peer.label() + ": " + why));
    return page;
  }

  /** The page. */
  Path index() {
    return folder.resolve("index.html");
  }

  /** Adds what a row gave. */
  void add(Row row, int rounds, List<Result> results) {
    page.append("<h2>%s</h2>%n".formatted(row.name()));
    paragraph("", row.title() + "; " + row.kind().description() + "; " + rounds + " rounds");
    if (row.kind() == Kind.PARTS) {
      graph(fileName(row.name()), StackedBars.svg(row, results));
    }
    for (var result : results) {
      if (row.kind() != Kind.PARTS) {
        bars(row, result);
      }
      table(row, result);
    }
    if (results.size() >= SIZES_OF_GRAPH) {
      graph(row, results);
    }
  }

  /** Writes everything that has been added, and the figures of every run. */
  void write(String json) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("results.json"), json);
    Files.writeString(index(), page + "</html>\n");
    for (var graph : graphs.entrySet()) {
      Files.writeString(folder.resolve(graph.getKey()), graph.getValue());
    }
  }

  private void bars(Row row, Result result) {
    boolean memory = row.kind() == Kind.IDLE;
    var bars = new ArrayList<BarChart.Bar>();
    for (var entrant : result.of().entrants()) {
      var outcome = result.outcomes().get(entrant);
      if (outcome.nanos().isPresent()) {
        var nanos = outcome.nanos().get();
        var megabytes = outcome.megabytes();
        var ratio = memory ? result.memoryRatio(entrant) : result.ratio(entrant);
        bars.add(
            new BarChart.Bar(
                entrant.label(),
                memory ? megabytes.orElse(0) : nanos.median(),
                memory ? 0 : nanos.deviation(),
                entrant.isOfYona(),
                List.of(
                    memory ? megabytes(megabytes) : Report.time(nanos.median()),
                    nanos.runs().size() == 1
                        ? ""
                        : Report.time(nanos.mean()) + " ± " + Report.time(nanos.deviation()),
                    ratio(ratio),
                    lines(outcome))));
      }
    }
    if (!bars.isEmpty()) {
      var name = row.name() + " " + result.of().label();
      var heads =
          List.of(memory ? "memory" : "median", "mean ± deviation", "yona/peer", "lines of code");
      graph(fileName(name), BarChart.svg(name, row.title(), heads, bars));
    }
  }

  private void table(Row row, Result result) {
    page.append("<table><tr>");
    for (var head :
        List.of(
            result.of().label(),
            "median",
            "mean",
            "deviation",
            "min",
            "max",
            "yona/peer",
            row.kind() == Kind.STEADY ? "a second" : "memory",
            "server's processor",
            "p50",
            "p99",
            "lines of code")) {
      page.append("<th>").append(Svg.escaped(head));
    }
    page.append("</tr>\n");
    for (var entrant : result.of().entrants()) {
      var outcome = result.outcomes().get(entrant);
      page.append("<tr><td>").append(Svg.escaped(entrant.label()));
      if (outcome.nanos().isEmpty()) {
        page.append("<td colspan=\"11\" class=\"absent\">not run: ")
            .append(Svg.escaped(outcome.complaint().orElse("no reason was given")));
      } else {
        cells(row, result, entrant);
      }
      page.append("</tr>\n");
    }
    page.append("</table>\n");
    for (var target : result.of().targets()) {
      var verdict = Report.verdict(result, target);
      paragraph(verdict.equals("met") ? "" : "missed", Report.describe(target) + ": " + verdict);
    }
  }

  private void cells(Row row, Result result, Entrant entrant) {
    var outcome = result.outcomes().get(entrant);
    var nanos = outcome.nanos().orElseThrow();
    for (double each :
        new double[] {nanos.median(), nanos.mean(), nanos.deviation(), nanos.min(), nanos.max()}) {
      page.append("<td>").append(Report.time(each));
    }
    page.append("<td>").append(ratio(result.ratio(entrant)));
    page.append("<td>")
        .append(
            row.kind() == Kind.STEADY
                ? String.format(Locale.ROOT, "%,.0f", 1e9 / nanos.median())
                : megabytes(outcome.megabytes()));
    for (var metric : List.of(Metric.CPU, Metric.P50, Metric.P99)) {
      var time = outcome.metrics().get(metric);
      page.append("<td>").append(time == null ? "" : Report.time(time));
    }
    page.append("<td>").append(lines(outcome));
  }

  /** How the figures of the row grow with its size. */
  private void graph(Row row, List<Result> results) {
    var labels =
        results.stream()
            .flatMap(result -> result.of().entrants().stream())
            .map(Entrant::label)
            .distinct()
            .toList();
    var graph = new LineChart(row.name(), row.title(), "size", "milliseconds");
    for (int i = 0; i < labels.size(); i++) {
      var points = new ArrayList<LineChart.Point>();
      for (var result : results) {
        point(result, labels.get(i)).ifPresent(y -> points.add(point(result.of(), y)));
      }
      graph.line(labels.get(i), COLOURS.get(i % COLOURS.size()), "none", points);
    }
    if (results.stream()
        .flatMap(result -> result.outcomes().values().stream())
        .anyMatch(outcome -> outcome.nanos().isPresent())) {
      graph(row.name() + ".svg", graph.svg());
    }
  }

  private static OptionalDouble point(Result result, String label) {
    return result.outcomes().entrySet().stream()
        .filter(entry -> entry.getKey().label().equals(label))
        .flatMap(entry -> entry.getValue().nanos().stream())
        .mapToDouble(Statistics::median)
        .findFirst();
  }

  private static LineChart.Point point(Case of, double nanos) {
    return new LineChart.Point(of.size(), nanos / 1e6);
  }

  private void graph(String file, String svg) {
    graphs.put(file, svg);
    page.append(svg);
  }

  private void paragraph(String style, String text) {
    page.append("<p class=\"%s\">%s</p>%n".formatted(style, Svg.escaped(text)));
  }

  private static String fileName(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-") + ".svg";
  }

  private static String ratio(OptionalDouble ratio) {
    return ratio.isPresent() ? Report.number(ratio.getAsDouble()) + "x" : "";
  }

  private static String megabytes(OptionalDouble megabytes) {
    return megabytes.isPresent()
        ? String.format(Locale.ROOT, "%.1f MB", megabytes.getAsDouble())
        : "";
  }

  private static String lines(Outcome outcome) {
    return outcome.lines().isPresent() ? String.valueOf(outcome.lines().getAsInt()) : "";
  }
}
