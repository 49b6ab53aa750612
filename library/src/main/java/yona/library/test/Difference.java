package yona.library.test;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Equality;
import yona.data.Record;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Tuple;
import yona.language.runtime.Shown;

/**
 * How two values differ, for whoever reads a failed test: both of them, shortened, and the first
 * place at which they differ; of texts of several lines the first lines that differ.
 */
public final class Difference {
  /** Deeper values are shown whole from there on. */
  private static final int STEPS = 20;

  private final StringBuilder path = new StringBuilder();
  private int steps;

  private Difference() {}

  /**
   * The message of two values that should be equal and are not.
   *
   * @param expected what was expected
   * @param found what was found
   * @return one line or more
   */
  public static String message(Object expected, Object found) {
    String whole = "expected " + Shown.value(expected) + "\nfound    " + Shown.value(found);
    if (Shown.value(expected).equals(Shown.value(found))) {
      whole = "expected " + Shown.withKind(expected) + "\nfound    " + Shown.withKind(found);
    }
    Difference difference = new Difference();
    String place = difference.first(expected, found);
    return place == null ? whole : whole + "\n" + place;
  }

  /** The first place inside at which the values differ, null if they differ as wholes. */
  private @Nullable String first(Object expected, Object found) {
    Object left = expected;
    Object right = found;
    while (steps < STEPS) {
      Object[] parts = differing(left, right);
      if (parts == null) {
        break;
      }
      if (parts.length == 1) {
        return at() + parts[0];
      }
      left = parts[0];
      right = parts[1];
      steps++;
    }
    if (left instanceof Seq a && right instanceof Seq b && isText(a) && isText(b)) {
      return text(a.asString(), b.asString());
    }
    return steps == 0
        ? null
        : at() + "expected " + Shown.value(left) + ", found " + Shown.value(right);
  }

  private String at() {
    return path.isEmpty() ? "" : "at " + path + ": ";
  }

  private static boolean isText(Seq seq) {
    return seq.isKnownText();
  }

  /**
   * The parts of two collections that differ first, having gone one step; or what is there only
   * once; null if there are no parts to compare.
   */
  private Object @Nullable [] differing(Object left, Object right) {
    if (left instanceof Seq a && right instanceof Seq b) {
      return isText(a) && isText(b) ? null : elements(a, b);
    }
    if (left instanceof Tuple a && right instanceof Tuple b && a.length() == b.length()) {
      return parts(a, b);
    }
    if (left instanceof Dict a && right instanceof Dict b) {
      return entries(a, b);
    }
    return left instanceof Set a && right instanceof Set b ? members(a, b) : null;
  }

  private Object[] elements(Seq a, Seq b) {
    long index = 0;
    var others = b.iterator();
    for (Object element : a) {
      if (!others.hasNext()) {
        return new Object[] {
          "expected " + Shown.value(element) + " at [" + index + "], found the end"
        };
      }
      Object other = others.next();
      if (!Equality.equal(element, other)) {
        path.append('[').append(index).append(']');
        return new Object[] {element, other};
      }
      index++;
    }
    return new Object[] {
      "expected the end at [" + index + "], found " + Shown.value(others.next())
    };
  }

  private Object @Nullable [] parts(Tuple a, Tuple b) {
    for (int i = 0; i < a.length(); i++) {
      if (!Equality.equal(a.get(i), b.get(i))) {
        List<String> fields = a instanceof Record record ? record.type().fields() : List.of();
        if (i > 0 && i <= fields.size()) {
          path.append('.').append(fields.get(i - 1));
        } else {
          path.append('[').append(i).append(']');
        }
        return new Object[] {a.get(i), b.get(i)};
      }
    }
    return null;
  }

  private Object @Nullable [] entries(Dict a, Dict b) {
    for (Object key : sorted(a.keys())) {
      Object other = b.get(key);
      Object value = a.get(key);
      if (other == null) {
        return new Object[] {"expected the key " + Shown.value(key) + ", which is missing"};
      }
      if (value != null && !Equality.equal(value, other)) {
        path.append('[').append(Shown.value(key)).append(']');
        return new Object[] {value, other};
      }
    }
    for (Object key : sorted(b.keys())) {
      if (!a.contains(key)) {
        return new Object[] {"found the key " + Shown.value(key) + ", which was not expected"};
      }
    }
    return null;
  }

  private static Object @Nullable [] members(Set a, Set b) {
    for (Object element : sorted(a)) {
      if (!b.contains(element)) {
        return new Object[] {"expected the element " + Shown.value(element) + ", which is missing"};
      }
    }
    for (Object element : sorted(b)) {
      if (!a.contains(element)) {
        return new Object[] {
          "found the element " + Shown.value(element) + ", which was not expected"
        };
      }
    }
    return null;
  }

  private static List<Object> sorted(Set set) {
    List<Object> elements = new java.util.ArrayList<>(set.size());
    set.forEach(elements::add);
    elements.sort(yona.data.TotalOrder::compare);
    return elements;
  }

  /** The first line of two texts that differs, and where. */
  private @Nullable String text(String expected, String found) {
    String[] left = expected.split("\n", -1);
    String[] right = found.split("\n", -1);
    int line = 0;
    while (line < left.length && line < right.length && left[line].equals(right[line])) {
      line++;
    }
    String a = line < left.length ? left[line] : null;
    String b = line < right.length ? right[line] : null;
    int column = a == null || b == null ? 0 : common(a, b);
    if (left.length == 1 && right.length == 1 && steps == 0 && column < 20) {
      return null;
    }
    return at()
        + "line "
        + (line + 1)
        + ", column "
        + (column + 1)
        + ": expected "
        + shown(a, column)
        + ", found "
        + shown(b, column);
  }

  /** How many characters two lines begin with alike. */
  private static int common(String a, String b) {
    int[] left = a.codePoints().toArray();
    int[] right = b.codePoints().toArray();
    int at = 0;
    while (at < left.length && at < right.length && left[at] == right[at]) {
      at++;
    }
    return at;
  }

  /** A line from some characters before a column on. */
  private static String shown(@Nullable String line, int column) {
    if (line == null) {
      return "the end";
    }
    int from = line.offsetByCodePoints(0, Math.max(0, column - 20));
    String rest = line.substring(from);
    String text = rest.isEmpty() ? "an empty line" : Shown.value(Seq.text(rest));
    return from > 0 ? "... " + text : text;
  }
}
