package yona.bench.harness;

import java.util.List;
import java.util.Locale;

/**
 * A row whose entrants add to each other as SVG: a bar for each case, of a part for each entrant.
 */
final class StackedBars {
  private static final int LEFT = 170;
  private static final int LENGTH = 620;
  private static final int TOP = 90;
  private static final int STEP = 30;
  private static final int WIDTH = 940;
  private static final List<String> COLOURS = List.of("#b5432a", "#d9a441", "#8fa8bf", "#5b7a5e");

  private StackedBars() {}

  /**
   * The document.
   *
   * @param results those of the cases, which have the same entrants
   */
  static String svg(Row row, List<Result> results) {
    var measured =
        results.stream()
            .filter(each -> each.outcomes().values().stream().allMatch(o -> o.nanos().isPresent()))
            .toList();
    double longest = measured.stream().mapToDouble(StackedBars::whole).max().orElse(1);
    int height = TOP + measured.size() * STEP + 16;
    var out = Svg.document(WIDTH, height, 16, row.name(), row.title());
    int x = LEFT;
    for (var entrant : row.cases().getFirst().entrants()) {
      int place = row.cases().getFirst().entrants().indexOf(entrant);
      rectangle(out, x, TOP - 24, 12, 12, colour(place));
      text(out, x + 18, TOP - 13, "start", entrant.label());
      x += 30 + 8 * entrant.label().length();
    }
    int y = TOP;
    for (var result : measured) {
      text(out, LEFT - 8, y + 16, "end", result.of().label());
      double from = LEFT;
      for (var entrant : result.of().entrants()) {
        double width = Math.max(0, result.part(entrant)) * LENGTH / longest;
        rectangle(
            out, from, y + 2, width, STEP - 8, colour(result.of().entrants().indexOf(entrant)));
        from += width;
      }
      text(out, from + 8, y + 16, "start", Report.time(whole(result)));
      y += STEP;
    }
    return out.append("</svg>\n").toString();
  }

  private static double whole(Result result) {
    return result.of().entrants().stream()
        .mapToDouble(each -> Math.max(0, result.part(each)))
        .sum();
  }

  private static String colour(int place) {
    return COLOURS.get(place % COLOURS.size());
  }

  private static void rectangle(
      StringBuilder out, double x, int y, double width, int height, String colour) {
    out.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n",
            x,
            y,
            width,
            height,
            colour));
  }

  private static void text(StringBuilder out, double x, int y, String anchor, String text) {
    out.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            Svg.escaped(text)));
  }
}
