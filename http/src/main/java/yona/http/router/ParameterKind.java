package yona.http.router;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kind of a parameter of a route. A text of another kind is for another route. */
enum ParameterKind {
  TEXT(".+"),
  INT("-?[0-9]{1,19}"),
  FLOAT("-?([0-9]{1,18}(\\.[0-9]{0,18})?|\\.[0-9]{1,18})([eE][+-]?[0-9]{1,3})?"),
  UUID("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private final Pattern pattern;

  ParameterKind(String pattern) {
    this.pattern = Pattern.compile(pattern, Pattern.DOTALL);
  }

  boolean takes(String segment) {
    return switch (this) {
      case TEXT -> !segment.isEmpty();
      case INT -> pattern.matcher(segment).matches() && isLong(segment);
      case FLOAT, UUID -> pattern.matcher(segment).matches();
    };
  }

  private static boolean isLong(String digits) {
    try {
      var _ = Long.parseLong(digits);
      return true;
    } catch (NumberFormatException tooLarge) {
      return false;
    }
  }

  /** The value that a text of this kind stands for. */
  Object value(String segment) {
    return switch (this) {
      case INT -> Long.valueOf(segment);
      case FLOAT -> Double.valueOf(segment);
      case TEXT, UUID -> segment;
    };
  }

  String asWritten() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<ParameterKind> named(String name) {
    return Stream.of(values()).filter(each -> each.asWritten().equals(name)).findFirst();
  }

  static String names() {
    return Stream.of(values()).map(ParameterKind::asWritten).collect(Collectors.joining(", "));
  }
}
