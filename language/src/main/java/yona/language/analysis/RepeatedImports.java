package yona.language.analysis;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;

/** Warns of imports under one name: the last one counts, and hides the others. */
final class RepeatedImports {
  /** What an import names: modules have names of their own, apart from functions and records. */
  private record Named(boolean module, String text) {}

  /**
   * An import.
   *
   * @param what what it stands for, as messages name it
   * @param at where its name is given
   */
  private record Import(String what, Range at) {}

  private final SourceUnit unit;
  private final Map<Named, Import> imports = new HashMap<>();

  private RepeatedImports(SourceUnit unit) {
    this.unit = unit;
  }

  /** Looks at the clauses of one {@code import}; one inside it may hide its names on purpose. */
  static void report(SourceUnit unit, Tree.Import tree) {
    RepeatedImports repeated = new RepeatedImports(unit);
    for (Tree.ImportClause clause : tree.clauses()) {
      String module = clause.module().text();
      switch (clause) {
        case Tree.ModuleImport i when i.alias() == null ->
            repeated.add(
                new Named(true, i.module().name().text()), new Import(module, i.module().range()));
        case Tree.ModuleImport i -> repeated.add(i.alias(), module);
        case Tree.NameImport i -> {
          for (Tree.Imported imported : i.imported()) {
            Tree.Name name = imported.alias() == null ? imported.name() : imported.alias();
            repeated.add(name, module + "::" + imported.name().text());
          }
        }
      }
    }
  }

  private void add(Tree.Name name, String what) {
    add(new Named(false, name.text()), new Import(what, name.range()));
  }

  private void add(Named name, Import added) {
    Import earlier = imports.put(name, added);
    if (earlier == null) {
      return;
    }
    if (unit.unused != null) {
      unit.unused.hide(earlier.at());
    }
    boolean same = earlier.what().equals(added.what());
    String message =
        same
            ? added.what() + " is imported twice"
            : "Two imports are called %s: %s, the later one, hides %s"
                .formatted(name.text(), added.what(), earlier.what());
    unit.report(
        Diagnostic.warning(Code.NAME_IMPORTED_TWICE, unit.source, added.at(), message)
            .withNote(earlier.at(), "the first import")
            .withHint(same ? "Remove one of them" : hint(name)));
  }

  private static @Nullable String hint(Named name) {
    return Character.isUpperCase(name.text().charAt(0)) && !name.module()
        ? null
        : "`as` gives one of them another name";
  }
}
