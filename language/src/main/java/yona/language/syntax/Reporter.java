package yona.language.syntax;

import java.util.ArrayList;
import java.util.List;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;

/** Collects diagnostics: of several errors at one place the first, and not more than a limit. */
final class Reporter {
  private final Source source;
  private final int limit;
  private final List<Diagnostic> diagnostics = new ArrayList<>();
  private int lastPlace = -1;
  private int errors;

  Reporter(Source source, int limit) {
    this.source = source;
    this.limit = limit;
  }

  void error(Code code, int start, int end, String message) {
    report(Diagnostic.error(code, source, new Range(start, end), message));
  }

  void error(Code code, int start, int end, String message, String hint) {
    report(Diagnostic.error(code, source, new Range(start, end), message).withHint(hint));
  }

  void report(Diagnostic diagnostic) {
    if (diagnostic.isError()) {
      int place = diagnostic.range().start();
      if (place == lastPlace || errors == limit) {
        return;
      }
      lastPlace = place;
      errors++;
    }
    diagnostics.add(diagnostic);
  }

  boolean isFull() {
    return errors == limit;
  }

  List<Diagnostic> diagnostics() {
    return diagnostics;
  }
}
