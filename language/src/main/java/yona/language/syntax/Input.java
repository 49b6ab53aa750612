package yona.language.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;

/**
 * What was typed at a prompt: steps as of a {@code do}, with record types among them, or an {@code
 * import} without {@code in}.
 *
 * @param parsed what the parser made of the text
 */
public record Input(ParseResult parsed) {
  /** Reads a text; whatever is wrong with it is a diagnostic. */
  public static Input read(Source source) {
    return new Input(Parser.parseInput(source));
  }

  /** The text. */
  public Source source() {
    return parsed.source();
  }

  /** Whether nothing is there but white space and comments. */
  public boolean isEmpty() {
    return !parsed.hasErrors()
        && steps() != null
        && steps().steps().isEmpty()
        && records().isEmpty();
  }

  /** The steps, or null for an import. */
  public Tree.@Nullable Do steps() {
    return parsed.program() instanceof Tree.Do steps ? steps : null;
  }

  /** The record types that it declares. */
  public List<Tree.RecordDeclaration> records() {
    return parsed.records();
  }

  /** The import without body, or null for steps. */
  public Tree.@Nullable Import imports() {
    return parsed.program() instanceof Tree.Import imports ? imports : null;
  }

  /**
   * Whether more text could make it right: nothing is wrong before its end, where something is
   * missing, be it what closes a bracket, a string or a block.
   */
  public boolean isIncomplete() {
    List<Diagnostic> errors = parsed.diagnostics().stream().filter(Diagnostic::isError).toList();
    return !errors.isEmpty()
        && errors.stream().allMatch(this::isAtTheEnd)
        && !closesWhatIsNotOpen();
  }

  private boolean isAtTheEnd(Diagnostic error) {
    if (error.code() == Code.UNCLOSED_BRACKET || error.code() == Code.UNTERMINATED_STRING) {
      return true;
    }
    Tokens tokens = parsed.tokens();
    int last = tokens.count() - 2;
    return last >= 0
        && error.code() != Code.NESTED_TOO_DEEPLY
        && error.range().start() >= tokens.end(last);
  }

  /** Whether a closing bracket has no partner: then no text behind makes it right. */
  private boolean closesWhatIsNotOpen() {
    Tokens tokens = parsed.tokens();
    for (int i = 0; i < tokens.count(); i++) {
      switch (tokens.kind(i)) {
        case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE -> {
          if (tokens.match(i) < 0) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }
}
