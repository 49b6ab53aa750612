package yona.language.diagnostics;

/** The ANSI colours of a report, or none. */
enum Style {
  /** No colours. */
  PLAIN("", ""),
  /** Red. */
  ERROR("\u001B[1;31m", "\u001B[34m"),
  /** Yellow. */
  WARNING("\u001B[1;33m", "\u001B[34m"),
  /** Blue, for notes. */
  NOTE("\u001B[1;36m", "\u001B[34m");

  private static final String RESET = "\u001B[0m";

  private final String strong;
  private final String dim;

  Style(String strong, String dim) {
    this.strong = strong;
    this.dim = dim;
  }

  String strong(String text) {
    return strong.isEmpty() ? text : strong + text + RESET;
  }

  String dim(String text) {
    return dim.isEmpty() ? text : dim + text + RESET;
  }

  String bold(String text) {
    return this == PLAIN ? text : "\u001B[1m" + text + RESET;
  }
}
