package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.core.CompilationUnit;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.RecordFields;
import yona.language.syntax.Parser;

/** A source on its way from the syntax tree to the core form; the phases of analysis change it. */
public final class Resolved {
  final SourceUnit unit;
  private final @Nullable CompilationUnit core;

  Resolved(SourceUnit unit, @Nullable CompilationUnit core) {
    this.unit = unit;
    this.core = core;
  }

  /** The core form as it is by now; null if there are errors. */
  public @Nullable CompilationUnit core() {
    return hasErrors() ? null : core;
  }

  /** Whether an error was found, so that no other phase follows. */
  public boolean hasErrors() {
    return core == null || unit.diagnostics().stream().anyMatch(Diagnostic::isError);
  }

  /**
   * Errors and warnings by position. There are as many errors as of the syntax at most: nobody
   * reads more.
   */
  public List<Diagnostic> diagnostics() {
    List<Diagnostic> diagnostics = new ArrayList<>(unit.diagnostics());
    diagnostics.sort(Diagnostic.BY_POSITION);
    int[] errors = {0};
    diagnostics.removeIf(one -> one.isError() && errors[0]++ >= Parser.MAXIMUM_ERRORS);
    return diagnostics;
  }

  /**
   * What only {@code yona check} reports: what raises an error only when the program reaches it.
   */
  public List<Diagnostic> deferred() {
    return unit.deferred().stream().distinct().toList();
  }

  /** The fields of records that the source declares and uses. */
  public RecordFields fields() {
    return unit.fields;
  }
}
