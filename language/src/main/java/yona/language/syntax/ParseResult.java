package yona.language.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;

/**
 * What the parser made of a source.
 *
 * @param source the text
 * @param program the tree; with errors it may hold {@link Tree.Missing}
 * @param records the record types that a prompt's input declares; those of modules are in the tree
 * @param diagnostics errors and warnings by position, at most {@link Parser#MAXIMUM_ERRORS} errors
 * @param tokens all tokens, with the layout between them, for formatters and editors
 * @param comments all comments by position
 */
public record ParseResult(
    Source source,
    Tree.Expression program,
    List<Tree.RecordDeclaration> records,
    List<Diagnostic> diagnostics,
    Tokens tokens,
    List<Comment> comments) {

  /** The module that the text is, with imports around it perhaps; null if it is something else. */
  public Tree.@Nullable Module module() {
    Tree.Expression inner = program;
    while (true) {
      switch (inner) {
        case Tree.Module module -> {
          return module;
        }
        case Tree.Import imports -> inner = imports.body();
        case Tree.Parenthesized parenthesized -> inner = parenthesized.inner();
        default -> {
          return null;
        }
      }
    }
  }

  /** Whether the program cannot run. */
  public boolean hasErrors() {
    return firstError() != null;
  }

  /** The first error, or null. */
  public @Nullable Diagnostic firstError() {
    for (Diagnostic diagnostic : diagnostics) {
      if (diagnostic.isError()) {
        return diagnostic;
      }
    }
    return null;
  }
}
