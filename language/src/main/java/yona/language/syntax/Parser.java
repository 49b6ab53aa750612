package yona.language.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;

/**
 * From a source to its tree: by recursive descent, in time linear in the text. It takes any text,
 * reports several errors at once and never fails.
 *
 * <p>Nesting is counted. What is nested no deeper than {@link #SHALLOW} levels is parsed on the
 * caller's stack; only for more is a thread with a large stack started, so small stacks are enough
 * for the caller.
 */
public final class Parser {
  /** How many levels of nesting a program may have. */
  public static final int MAXIMUM_NESTING = 12_000;

  /** How many errors are reported at most. */
  public static final int MAXIMUM_ERRORS = 50;

  /** Levels that fit any usual stack, at up to 2 kB each. */
  private static final int SHALLOW = 150;

  /** Address space, not memory: {@link #MAXIMUM_NESTING} levels at most 2 kB each, and reserve. */
  private static final long STACK_BYTES = 128L << 20;

  private final Source source;
  private final boolean input;
  private final Lexer lexer;

  /** Where the last attempt found the nesting too deep. */
  private volatile int reached;

  private Parser(Source source, boolean input) {
    this.source = source;
    this.input = input;
    this.lexer = new Lexer(source);
  }

  /**
   * Parses a program.
   *
   * @param source its text
   * @return the tree and all there is to say about the text
   */
  public static ParseResult parse(Source source) {
    return new Parser(source, false).run();
  }

  /**
   * Parses what was typed at a prompt: the steps of a {@code do}, with record types among them, or
   * an {@code import} without {@code in}. The tree is a {@link Tree.Do}, or a {@link Tree.Import}
   * whose body is missing.
   *
   * @param source its text
   * @return the tree and all there is to say about the text
   */
  public static ParseResult parseInput(Source source) {
    return new Parser(source, true).run();
  }

  private ParseResult run() {
    lexer.run();
    Attempt attempt = attempt(SHALLOW);
    if (attempt == null) {
      attempt = LargeStack.run("yona-parser", STACK_BYTES, () -> attempt(MAXIMUM_NESTING));
    }
    if (attempt == null) {
      attempt = tooDeep();
    }
    List<Diagnostic> diagnostics = new ArrayList<>(source.problems());
    diagnostics.addAll(lexer.diagnostics());
    diagnostics.addAll(attempt.diagnostics);
    diagnostics.sort(Diagnostic.BY_POSITION);
    return new ParseResult(
        source,
        attempt.program,
        attempt.records,
        firstErrors(diagnostics),
        lexer.tokens(),
        List.copyOf(lexer.comments()));
  }

  /** Of errors that start at one place the first, and at most {@link #MAXIMUM_ERRORS} of all. */
  private static List<Diagnostic> firstErrors(List<Diagnostic> sorted) {
    List<Diagnostic> kept = new ArrayList<>(sorted.size());
    int errors = 0;
    int place = -1;
    for (Diagnostic diagnostic : sorted) {
      if (!diagnostic.isError()) {
        kept.add(diagnostic);
      } else if (diagnostic.range().start() != place && errors < MAXIMUM_ERRORS) {
        place = diagnostic.range().start();
        errors++;
        kept.add(diagnostic);
      }
    }
    return List.copyOf(kept);
  }

  private record Attempt(
      Tree.Expression program,
      List<Tree.RecordDeclaration> records,
      List<Diagnostic> diagnostics) {}

  /** Parses unless the nesting is deeper than {@code levels}. */
  private @Nullable Attempt attempt(int levels) {
    Reporter reporter = new Reporter(source, MAXIMUM_ERRORS);
    Cursor cursor = new Cursor(source, lexer.tokens(), reporter, levels, lexer.truncated());
    Literals literals = new Literals(source, lexer.tokens(), reporter);
    Documentation documentation = new Documentation(source, lexer.comments());
    try {
      Expressions expressions = new Expressions(cursor, literals, documentation);
      List<Tree.RecordDeclaration> records = new ArrayList<>();
      Tree.Expression program = input ? expressions.input(records) : expressions.program();
      return new Attempt(program, List.copyOf(records), reporter.diagnostics());
    } catch (Cursor.TooDeep | StackOverflowError tooDeep) {
      reached = cursor.start();
      return null;
    }
  }

  private Attempt tooDeep() {
    Range range = new Range(reached, reached);
    Diagnostic error =
        Diagnostic.error(
                Code.NESTED_TOO_DEEPLY,
                source,
                range,
                "Expected at most " + MAXIMUM_NESTING + " levels of nesting, found more")
            .withHint("Give inner parts names of their own in a `let` or in functions");
    return new Attempt(new Tree.Missing(range), List.of(), List.of(error));
  }
}
