package yona.bench.harness;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** Prints results: tables for people, JSON for programs. */
final class Report {
  private final List<String> missed = new ArrayList<>();
  private final List<String> json = new ArrayList<>();
  private final List<Rated> rated = new ArrayList<>();
  private final PrintStream out;
  private int met;

  /** A result, and the row that it belongs to. */
  private record Rated(Row row, Result result) {}

  Report(PrintStream out) {
    this.out = out;
  }

  void title(Row row, int rounds) {
    out.printf(Locale.ROOT, "%n%s: %s%n", row.name(), row.title());
    out.printf(
        Locale.ROOT,
        "%s; %d interleaved rounds; median (min - max)%n",
        row.kind().description(),
        rounds);
  }

  void result(Row row, Result result) {
    var of = result.of();
    boolean memory =
        result.outcomes().values().stream().anyMatch(outcome -> outcome.megabytes().isPresent());
    out.printf(
        Locale.ROOT,
        "%n  %-30s %12s  %27s  %s%s%n",
        of.label(),
        "median",
        "min - max",
        "yona/peer",
        memory ? "     peak memory" : "");
    for (var entrant : of.entrants()) {
      line(row, result, entrant, memory);
    }
    for (var target : of.targets()) {
      target(row, result, target);
    }
    json.add(json(row, result));
    rated.add(new Rated(row, result));
  }

  private void line(Row row, Result result, Entrant entrant, boolean memory) {
    var outcome = result.outcomes().get(entrant);
    var label = entrant.label() + (entrant.mutable() ? " (mutable)" : "");
    if (outcome.nanos().isEmpty()) {
      out.printf(
          Locale.ROOT,
          "  %-30s not run: %s%s%n",
          label,
          outcome.complaint().orElse("no reason was given"),
          entrant.reference().isPresent()
              ? "; elsewhere " + time(entrant.reference().getAsDouble())
              : "");
      return;
    }
    var nanos = outcome.nanos().get();
    boolean first = entrant.equals(result.of().entrants().getFirst());
    var ratio = result.ratio(entrant);
    out.printf(
        Locale.ROOT,
        "  %-30s %12s  %27s  %9s%s%s%n",
        label,
        time(nanos.median()),
        time(nanos.min()) + " - " + time(nanos.max()),
        first || ratio.isEmpty() ? "" : number(ratio.getAsDouble()) + "x",
        memory
            ? outcome.megabytes().isPresent()
                ? String.format(Locale.ROOT, "%12.1f MB", outcome.megabytes().getAsDouble())
                : "  not measured"
            : "",
        notes(row, result, entrant));
  }

  private static String notes(Row row, Result result, Entrant entrant) {
    var outcome = result.outcomes().get(entrant);
    var nanos = outcome.nanos().orElseThrow();
    var notes = new ArrayList<String>();
    if (row.kind() == Kind.PARTS && !entrant.equals(result.of().entrants().getFirst())) {
      notes.add("adds " + time(result.part(entrant)));
    }
    if (row.kind().hasRate()) {
      notes.add(String.format(Locale.ROOT, "%,.0f/s", 1e9 / nanos.median()));
    }
    outcome
        .metrics()
        .forEach(
            (metric, each) -> {
              var text = metric.text().apply(each);
              if (!text.isEmpty()) {
                notes.add(text);
              }
            });
    if (nanos.runs().size() > 1) {
      notes.add("mean " + time(nanos.mean()) + " +- " + time(nanos.deviation()));
    }
    outcome.lines().ifPresent(lines -> notes.add(lines + " lines of code"));
    var unit = row.kind().isOfOperations() ? "%,.0f bytes" : "%,.0f bytes a call";
    outcome.allocated().ifPresent(bytes -> notes.add(String.format(Locale.ROOT, unit, bytes)));
    outcome
        .fibers()
        .ifPresent(fibers -> notes.add(String.format(Locale.ROOT, "%.0f fibers", fibers)));
    return notes.isEmpty() ? "" : "  " + String.join(", ", notes);
  }

  private void target(Row row, Result result, Target target) {
    var what = describe(target);
    var verdict = verdict(result, target);
    if (verdict.equals("met")) {
      met++;
    } else {
      missed.add(row.name() + " " + result.of().label() + ", " + what + ": " + verdict);
    }
    var reached = result.reached(target);
    out.printf(
        Locale.ROOT,
        "    %-40s %s%s%n",
        what,
        verdict,
        reached.isEmpty() ? "" : " (" + figure(target, reached.getAsDouble()) + ")");
  }

  /** Whether a target is met, in a word or two. */
  static String verdict(Result result, Target target) {
    var reached = result.reached(target);
    if (reached.isEmpty()) {
      return "not measured";
    }
    if (reached.getAsDouble() <= target.limit()) {
      return "met";
    }
    return target.aim() ? "not yet" : "missed";
  }

  private static String figure(Target target, double reached) {
    if (target.measure() == Target.Measure.MORE_MEMORY) {
      return String.format(Locale.ROOT, "%.1f MB", reached);
    }
    return target.against().isPresent()
        ? number(reached) + "x"
        : target.measure() == Target.Measure.TIME
            ? time(reached)
            : String.format(Locale.ROOT, "%.1f MB", reached);
  }

  /** What has to be reached, in words. */
  static String describe(Target target) {
    boolean memory = target.measure() == Target.Measure.MEMORY;
    if (target.against().isEmpty()) {
      return target.by().map(label -> label + " ").orElse("")
          + "at most "
          + (memory ? String.format(Locale.ROOT, "%.0f MB", target.limit()) : time(target.limit()));
    }
    var other = target.against().get();
    var what =
        target.measure() == Target.Measure.MORE_MEMORY
            ? String.format(Locale.ROOT, "memory within %.1f MB of %s", target.limit(), other)
            : target.limit() == 1.0 && target.measure() == Target.Measure.TIME
                ? "ahead of " + other
                : switch (target.measure()) {
                      case PROCESSOR -> "processor time within ";
                      case MEMORY -> "memory within ";
                      default -> "within ";
                    }
                    + number(target.limit())
                    + " times "
                    + other;
    return target.by().map(label -> label + " ").orElse("")
        + what
        + (target.aim() ? " (an aim)" : "");
  }

  /** Prints Yona's ratios to some peers, a line for each case. */
  void ratios(List<Peer> peers) {
    out.printf(Locale.ROOT, "%n  %-28s %12s", "yona/peer", "yona");
    peers.forEach(peer -> out.printf(Locale.ROOT, "  %12s", peer.label()));
    out.println();
    for (var each : rated) {
      var median = each.result.yona().nanos().map(nanos -> time(nanos.median())).orElse("not run");
      var name = each.row.name();
      if (each.row.cases().size() > 1) {
        name += " " + each.result.of().label();
      }
      out.printf(Locale.ROOT, "  %-28s %12s", name, median);
      for (var peer : peers) {
        // Of those that stand for one peer, the last is the fastest: java-boxed, java-long.
        var ratio =
            each.result.of().entrants().stream()
                .filter(entrant -> entrant.peer().equals(peer))
                .reduce((first, second) -> second)
                .map(each.result::ratio)
                .orElse(OptionalDouble.empty());
        out.printf(
            Locale.ROOT, "  %12s", ratio.isPresent() ? number(ratio.getAsDouble()) + "x" : "-");
      }
      out.println();
    }
  }

  /** Prints what was reached over all rows. */
  void summary() {
    out.printf(Locale.ROOT, "%n%d met, %d not%n", met, missed.size());
    missed.forEach(line -> out.println("  " + line));
  }

  /** Everything as one JSON array; times in nanoseconds, memory in MB. */
  String json() {
    return "[\n" + String.join(",\n", json) + "\n]\n";
  }

  private static String json(Row row, Result result) {
    var entrants = new ArrayList<String>();
    for (var entrant : result.of().entrants()) {
      var outcome = result.outcomes().get(entrant);
      var fields = new ArrayList<String>();
      fields.add("\"name\": " + quoted(entrant.label()));
      outcome
          .nanos()
          .ifPresent(
              nanos -> {
                fields.add(field("median", nanos.median()));
                fields.add(field("min", nanos.min()));
                fields.add(field("max", nanos.max()));
                fields.add(field("mean", nanos.mean()));
                fields.add(field("deviation", nanos.deviation()));
                fields.add(
                    nanos.runs().stream()
                        .map(run -> String.format(Locale.ROOT, "%.3f", run))
                        .collect(Collectors.joining(", ", "\"runs\": [", "]")));
              });
      result.ratio(entrant).ifPresent(ratio -> fields.add(field("yona_ratio", ratio)));
      outcome.megabytes().ifPresent(megabytes -> fields.add(field("memory", megabytes)));
      outcome.allocated().ifPresent(bytes -> fields.add(field("allocated", bytes)));
      outcome.fibers().ifPresent(fibers -> fields.add(field("fibers", fibers)));
      outcome.metrics().forEach((metric, each) -> fields.add(field(metric.name(), each)));
      outcome.lines().ifPresent(lines -> fields.add("\"lines\": " + lines));
      entrant.reference().ifPresent(nanos -> fields.add(field("elsewhere", nanos)));
      outcome.complaint().ifPresent(text -> fields.add("\"failed\": " + quoted(text)));
      entrants.add("{" + String.join(", ", fields) + "}");
    }
    return "  {\"row\": "
        + quoted(row.name())
        + ", \"case\": "
        + quoted(result.of().label())
        + ", \"kind\": "
        + quoted(row.kind().name().toLowerCase(Locale.ROOT))
        + ",\n   \"entrants\": [\n    "
        + String.join(",\n    ", entrants)
        + "]}";
  }

  private static String field(String name, double value) {
    return String.format(Locale.ROOT, "\"%s\": %.3f", name, value);
  }

  private static String quoted(String text) {
    var quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
              } else if (c < ' ') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.append('"').toString();
  }

  static String number(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.2f" : "%.1f", ratio);
  }

  static String time(double nanos) {
    if (nanos < 1e4) {
      return String.format(Locale.ROOT, nanos < 10 ? "%.2f ns" : "%,.0f ns", nanos);
    }
    return nanos < 1e6
        ? String.format(Locale.ROOT, "%,.1f us", nanos / 1e3)
        : String.format(Locale.ROOT, nanos < 1e8 ? "%,.2f ms" : "%,.0f ms", nanos / 1e6);
  }
}
