package yona.bench.harness;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A case as SVG: a bar for each entrant, the shortest first, and its figures in columns beside it.
 */
final class BarChart {
  private static final int LEFT = 170;
  private static final int LENGTH = 310;
  private static final int TOP = 74;
  private static final int STEP = 24;
  private static final int[] COLUMNS = {590, 750, 830, 920};
  private static final int WIDTH = 940;

  private BarChart() {}

  /**
   * A bar.
   *
   * @param label whose it is
   * @param value how long it is
   * @param spread the standard deviation, which is drawn at its end
   * @param yona whether it is one of Yona's
   * @param columns what is said beside it
   */
  record Bar(String label, double value, double spread, boolean yona, List<String> columns) {}

  /**
   * The document.
   *
   * @param heads what stands above the columns, four as in every bar
   */
  static String svg(String title, String subtitle, List<String> heads, List<Bar> bars) {
    double longest = bars.stream().mapToDouble(bar -> bar.value + bar.spread).max().orElseThrow();
    int height = TOP + bars.size() * STEP + 16;
    var out = Svg.document(WIDTH, height, 16, title, subtitle);
    texts(out, TOP - 10, heads, "#666");
    int y = TOP;
    for (var bar : bars.stream().sorted(Comparator.comparingDouble(Bar::value)).toList()) {
      draw(out, bar, y, LENGTH / longest);
      y += STEP;
    }
    return out.append("</svg>\n").toString();
  }

  private static void draw(StringBuilder out, Bar bar, int y, double scale) {
    double end = LEFT + bar.value * scale;
    double middle = y + STEP / 2.0 - 2;
    out.append(
        String.format(
            Locale.ROOT,
            """
            <text x="%d" y="%d" text-anchor="end"%s>%s</text>
            <rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/>
            <path d="M%.1f %.1fH%.1f" stroke="#333"/>
            """,
            LEFT - 8,
            y + 14,
            bar.yona ? " font-weight=\"600\"" : "",
            Svg.escaped(bar.label),
            LEFT,
            y + 2,
            bar.value * scale,
            STEP - 8,
            bar.yona ? "#b5432a" : "#8fa8bf",
            Math.max(LEFT, end - bar.spread * scale),
            middle,
            end + bar.spread * scale));
    texts(out, y + 14, bar.columns, "#333");
  }

  private static void texts(StringBuilder out, int y, List<String> columns, String colour) {
    for (int i = 0; i < columns.size(); i++) {
      out.append(
          "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"%s\">%s</text>%n"
              .formatted(COLUMNS[i], y, colour, Svg.escaped(columns.get(i))));
    }
  }
}
