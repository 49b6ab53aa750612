package yona.language.embedding;

import java.util.List;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.DiagnosticPrinter;

/**
 * A text is no program: the message shows each place with its line, and says what was expected and
 * found there.
 */
public final class CompilationException extends YonaException {
  private static final long serialVersionUID = 1;

  private final transient List<Diagnostic> diagnostics;

  CompilationException(List<Diagnostic> diagnostics) {
    super(DiagnosticPrinter.print(diagnostics, false).stripTrailing(), null);
    this.diagnostics = List.copyOf(diagnostics);
  }

  /** The errors, at least one, and the warnings. */
  public List<Diagnostic> diagnostics() {
    return diagnostics;
  }

  /** The first error. */
  public Diagnostic firstError() {
    return diagnostics.stream().filter(Diagnostic::isError).findFirst().orElseThrow();
  }
}
