package yona.http.router;

import java.util.ArrayList;
import java.util.List;

/**
 * The pattern of a route: segments that stand for themselves, names of parameters like {@code :id},
 * which may have a kind like {@code :id(int)}, and at the end perhaps a name like {@code *path} for
 * all that is left. Immutable.
 */
record Pattern(String text, List<Segment> segments) {

  /** A part between two slashes. */
  sealed interface Segment {

    /** Stands for itself. */
    record Literal(String text) implements Segment {}

    /** Stands for any text of a kind. */
    record Parameter(String name, ParameterKind kind) implements Segment {}

    /** Stands for all that is left. */
    record Rest(String name) implements Segment {}
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if it is none
   */
  static Pattern of(String text) {
    if (!text.startsWith("/")) {
      throw fault(text, "a route begins with /");
    }
    List<Segment> segments = new ArrayList<>();
    List<String> names = new ArrayList<>();
    String[] parts = text.substring(1).split("/", -1);
    for (int i = 0; i < parts.length; i++) {
      Segment segment = segment(text, parts[i], i == parts.length - 1);
      String name =
          switch (segment) {
            case Segment.Literal _ -> null;
            case Segment.Parameter parameter -> parameter.name;
            case Segment.Rest rest -> rest.name;
          };
      if (name != null) {
        if (names.contains(name)) {
          throw fault(text, "two parameters named " + name);
        }
        names.add(name);
      }
      segments.add(segment);
    }
    return new Pattern(text, List.copyOf(segments));
  }

  private static Segment segment(String text, String part, boolean isLast) {
    if (part.startsWith("*")) {
      if (!isLast) {
        throw fault(text, part + " stands for all that is left, so nothing can follow");
      }
      return new Segment.Rest(name(text, part.substring(1)));
    }
    if (!part.startsWith(":")) {
      return new Segment.Literal(part);
    }
    int open = part.indexOf('(');
    if (open < 0) {
      return new Segment.Parameter(name(text, part.substring(1)), ParameterKind.TEXT);
    }
    if (!part.endsWith(")")) {
      throw fault(text, "a kind ends with ): " + part);
    }
    String kind = part.substring(open + 1, part.length() - 1);
    return new Segment.Parameter(
        name(text, part.substring(1, open)),
        ParameterKind.named(kind)
            .orElseThrow(
                () -> fault(text, "no kind " + kind + "; there are " + ParameterKind.names())));
  }

  private static String name(String text, String name) {
    if (name.isEmpty() || !name.chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c))) {
      throw fault(text, "the name of a parameter has letters, digits and _, not " + name);
    }
    return name;
  }

  private static IllegalArgumentException fault(String text, String fault) {
    return new IllegalArgumentException("the route " + text + ": " + fault);
  }
}
