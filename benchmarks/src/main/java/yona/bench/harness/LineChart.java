package yona.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * A line graph as SVG: axes with their units, a grid, a legend. The x axis is logarithmic; so is
 * the y axis, unless it shows ratios.
 */
public final class LineChart {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 500;
  private static final int LEFT = 78;
  private static final int RIGHT = 210;
  private static final int TOP = 64;
  private static final int BOTTOM = 58;

  private final String title;
  private final String subtitle;
  private final String xTitle;
  private final String yTitle;
  private final List<Line> lines = new ArrayList<>();

  /** A point of a line. */
  public record Point(double x, double y) {}

  /**
   * A line.
   *
   * @param label what the legend says
   * @param colour as SVG has it
   * @param dash its dash pattern, or none
   * @param points from left to right
   */
  private record Line(String label, String colour, String dash, List<Point> points) {}

  /**
   * A chart without lines.
   *
   * @param xTitle what the x axis shows
   * @param yTitle what the y axis shows
   */
  public LineChart(String title, String subtitle, String xTitle, String yTitle) {
    this.title = title;
    this.subtitle = subtitle;
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /** Adds a line, unless it has no points. */
  public void line(String label, String colour, String dash, List<Point> points) {
    if (!points.isEmpty()) {
      lines.add(new Line(label, colour, dash, points));
    }
  }

  /** The document. */
  public String svg() {
    var points = lines.stream().flatMap(line -> line.points.stream()).toList();
    if (points.isEmpty()) {
      throw new IllegalStateException("nothing to draw: " + title);
    }
    double xFrom = points.stream().mapToDouble(Point::x).min().orElseThrow();
    double xTo = points.stream().mapToDouble(Point::x).max().orElseThrow();
    double yMin = points.stream().mapToDouble(Point::y).min().orElseThrow();
    double yMax = points.stream().mapToDouble(Point::y).max().orElseThrow();
    double yFrom = Math.pow(10, Math.floor(Math.log10(yMin)));
    double yTo = Math.pow(10, Math.ceil(Math.log10(yMax)));
    var x = logarithmic(xFrom, xTo, LEFT, WIDTH - RIGHT);
    var y = logarithmic(yFrom, yTo, HEIGHT - BOTTOM, TOP);
    var out = Svg.document(WIDTH, HEIGHT, LEFT, title, subtitle);
    for (double value : ticks(xFrom, xTo)) {
      double at = x.applyAsDouble(value);
      rule(out, at, TOP, at, HEIGHT - BOTTOM);
      text(out, at, HEIGHT - BOTTOM + 18, "middle", number(value));
    }
    for (double value : yTo / yFrom < 10_001 ? ticks(yFrom, yTo) : decades(yFrom, yTo)) {
      double at = y.applyAsDouble(value);
      rule(out, LEFT, at, WIDTH - RIGHT, at);
      text(out, LEFT - 8, at + 4, "end", number(value));
    }
    out.append(
        "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#333\"/>%n"
            .formatted(LEFT, TOP, HEIGHT - BOTTOM, WIDTH - RIGHT));
    text(out, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 16, "middle", xTitle);
    out.append(
        "<text transform=\"translate(20 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>%n"
            .formatted((TOP + HEIGHT - BOTTOM) / 2, Svg.escaped(yTitle)));
    for (var line : lines) {
      draw(out, line, x, y);
    }
    legend(out);
    return out.append("</svg>\n").toString();
  }

  private static void draw(
      StringBuilder out, Line line, DoubleUnaryOperator x, DoubleUnaryOperator y) {
    var path = new StringBuilder();
    for (var point : line.points) {
      path.append(path.isEmpty() ? "M" : "L")
          .append(coordinate(x.applyAsDouble(point.x)))
          .append(' ')
          .append(coordinate(y.applyAsDouble(point.y)));
    }
    out.append("<g %s fill=\"none\"><path d=\"%s\"/>".formatted(stroke(line), path));
    for (var point : line.points) {
      out.append(
          "<circle cx=\"%s\" cy=\"%s\" r=\"2.6\" fill=\"white\" stroke-dasharray=\"none\"/>"
              .formatted(
                  coordinate(x.applyAsDouble(point.x)), coordinate(y.applyAsDouble(point.y))));
    }
    out.append("</g>\n");
  }

  /** Beside the graph, in the order of the lines' right ends where the eye looks for them. */
  private void legend(StringBuilder out) {
    var ordered = new ArrayList<>(lines);
    ordered.sort((a, b) -> Double.compare(b.points.getLast().y, a.points.getLast().y));
    int y = TOP + 8;
    for (var line : ordered) {
      int x = WIDTH - RIGHT + 22;
      out.append("<path d=\"M%d %dh30\" %s/>%n".formatted(x, y - 4, stroke(line)));
      text(out, x + 38, y, "start", line.label);
      y += 20;
    }
  }

  private static String stroke(Line line) {
    return "stroke=\"%s\" stroke-width=\"1.8\" stroke-dasharray=\"%s\""
        .formatted(line.colour, line.dash);
  }

  private static void rule(StringBuilder out, double x1, double y1, double x2, double y2) {
    out.append(
        "<path d=\"M%s %sL%s %s\" stroke=\"#e3e3e3\"/>%n"
            .formatted(coordinate(x1), coordinate(y1), coordinate(x2), coordinate(y2)));
  }

  private static void text(StringBuilder out, double x, double y, String anchor, String text) {
    out.append(
        "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>%n"
            .formatted(coordinate(x), coordinate(y), anchor, Svg.escaped(text)));
  }

  private static DoubleUnaryOperator logarithmic(double from, double to, double start, double end) {
    return value -> start + Math.log(value / from) / Math.log(to / from) * (end - start);
  }

  private static List<Double> decades(double from, double to) {
    var all = new ArrayList<Double>();
    for (double value = from; value <= to * 1.001; value *= 10) {
      all.add(value);
    }
    return all;
  }

  /** 1, 2 and 5 in each decade. */
  private static List<Double> ticks(double from, double to) {
    var all = new ArrayList<Double>();
    for (double decade = Math.pow(10, Math.floor(Math.log10(from))); decade <= to; decade *= 10) {
      for (int digit : new int[] {1, 2, 5}) {
        double value = decade * digit;
        if (value >= from * 0.999 && value <= to * 1.001) {
          all.add(value);
        }
      }
    }
    return all;
  }

  private static String number(double value) {
    if (value >= 1 && value == Math.rint(value)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, "%.6f", value).replaceFirst("\\.?0+$", "");
  }

  private static String coordinate(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }
}
