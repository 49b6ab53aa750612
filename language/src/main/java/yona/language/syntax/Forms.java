package yona.language.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.syntax.Tree.Expression;
import yona.language.syntax.Tree.Pattern;

/** {@code let}, {@code if}, {@code case}, {@code do}, {@code try}, {@code raise}, {@code with}. */
final class Forms {
  private static final String ALIAS_OR_IN = "an alias or `in`";

  private static final String LET_HINT =
      "A `let` ends with `in` and an expression: let x = 1 in x + 1; at the prompt and in `do` a"
          + " name needs no `let`: x = 1";

  private static final String IF_HINT = "A choice is written if condition then a else b";

  private final Cursor cursor;
  private final Expressions expressions;
  private final Names names;
  private final Patterns patterns;
  private final MisleadingLayout layout;

  Forms(
      Cursor cursor,
      Expressions expressions,
      Patterns patterns,
      Names names,
      MisleadingLayout layout) {
    this.cursor = cursor;
    this.expressions = expressions;
    this.names = names;
    this.patterns = patterns;
    this.layout = layout;
  }

  Expression let() {
    int start = cursor.start();
    int before = cursor.enter(Cursor.BREAKS | Cursor.CLOSING_IN);
    cursor.advance();
    List<Tree.Alias> aliases = new ArrayList<>();
    boolean told = false;
    do {
      if (aliases.isEmpty() || aliasFollows()) {
        aliases.add(alias());
      } else if (told) {
        cursor.panic();
      } else {
        cursor.unexpected(ALIAS_OR_IN, LET_HINT);
        told = true;
      }
    } while (cursor.take(TokenKind.COMMA)
        || cursor.nextItem(TokenKind.IN, "an operator, a line break, `,` or `in`"));
    Expression body = body(before, ALIAS_OR_IN, LET_HINT);
    return new Tree.Let(cursor.from(start), List.copyOf(aliases), body);
  }

  /**
   * Whether the line holds an equals sign, as that of an alias does, or begins with what no
   * expression begins with.
   */
  private boolean aliasFollows() {
    Tokens tokens = cursor.tokens();
    if (!expressions.startsArgument() || cursor.isPanicking()) {
      return true;
    }
    for (int i = cursor.position(); tokens.kind(i) != TokenKind.END_OF_SOURCE; i++) {
      if (i > cursor.position() && tokens.breakBefore(i)) {
        return false;
      }
      switch (tokens.kind(i)) {
        case EQUALS -> {
          return true;
        }
        case LEFT_PARENTHESIS, LEFT_BRACKET, LEFT_BRACE -> i = Math.max(i, tokens.match(i));
        default -> {}
      }
    }
    return false;
  }

  /**
   * Takes {@code in} and the expression after it, in the context around the form.
   *
   * @param hint for what stands in the place of {@code in}, or null
   */
  Expression body(int before, String expected, @Nullable String hint) {
    if (!cursor.at(TokenKind.IN)) {
      cursor.unexpected(expected, hint);
    }
    cursor.enter(before);
    if (!cursor.take(TokenKind.IN)) {
      return new Tree.Missing(cursor.place());
    }
    return expressions.expression();
  }

  private Tree.Alias alias() {
    int start = cursor.start();
    if (cursor.at(TokenKind.CARET)) {
      cursor.error(
          Code.MISPLACED_PIN,
          "Expected an alias, found `^`, which goes on with the line before where a line begins"
              + " with it",
          "An alias that begins with a pin stands in parentheses: (^name) = ...");
    }
    Pattern pattern = patterns.pattern();
    if (!cursor.at(TokenKind.EQUALS) && !cursor.isPanicking()) {
      if (pattern instanceof Tree.NamePattern name && patterns.startHere()) {
        parameters(name);
      } else {
        cursor.unexpected("`=` and a value after the " + noun(pattern));
      }
    }
    if (!cursor.take(TokenKind.EQUALS)) {
      return new Tree.Alias(cursor.from(start), pattern, new Tree.Missing(cursor.place()));
    }
    Expression value = expressions.expression();
    return new Tree.Alias(cursor.from(start), pattern, value);
  }

  private static String noun(Pattern pattern) {
    return pattern instanceof Tree.NamePattern ? "name" : "pattern";
  }

  /** Reports {@code name parameters =}, which defines functions in modules only. */
  private void parameters(Tree.NamePattern name) {
    cursor.error(
        Code.FUNCTION_OUTSIDE_MODULE,
        "Expected `=` after the name, found " + cursor.found(),
        "A function is bound as a lambda: " + name.text() + " = \\parameter -> ...");
    while (patterns.startHere() && !cursor.isPanicking()) {
      patterns.pattern();
    }
    if (!cursor.at(TokenKind.EQUALS)) {
      cursor.unexpected("`=` and a value");
    }
  }

  Expression conditional() {
    int start = cursor.start();
    int before = cursor.context();
    List<Tree.Branch> branches = new ArrayList<>(2);
    while (true) {
      int branchStart = cursor.start();
      int token = cursor.position();
      cursor.enter(cursor.delimited());
      cursor.advance();
      Expression condition = expressions.expression();
      if (!cursor.take(TokenKind.THEN)) {
        cursor.unexpected("`then` after the condition", IF_HINT);
      }
      Expression consequence = expressions.expression();
      branches.add(new Tree.Branch(cursor.from(branchStart), condition, consequence));
      if (!cursor.at(TokenKind.ELSE)) {
        return withoutElse(start, before, token, branches);
      }
      cursor.enter(before);
      int otherwiseAt = cursor.start();
      cursor.advance();
      if (!cursor.at(TokenKind.IF)) {
        Expression otherwise = expressions.expression();
        layout.otherwise(otherwiseAt, otherwise);
        return new Tree.If(cursor.from(start), List.copyOf(branches), otherwise);
      }
    }
  }

  private Expression withoutElse(int start, int before, int token, List<Tree.Branch> branches) {
    cursor.report(
        cursor
            .diagnostic(
                Code.MISSING_ELSE, "Expected an operator or `else`, found " + cursor.found())
            .withNote(cursor.tokens().range(token), "this `if` needs an `else`")
            .withHint("An `if` has a value either way; `else ()` stands for none"));
    cursor.enter(before);
    return new Tree.If(cursor.from(start), List.copyOf(branches), new Tree.Missing(cursor.place()));
  }

  Expression caseOf() {
    int start = cursor.start();
    int opener = cursor.position();
    int before = cursor.enter(cursor.delimited());
    cursor.advance();
    Expression scrutinee = expressions.expression();
    cursor.expect(TokenKind.OF, "`of` after the expression of `case`");
    List<Tree.Clause> clauses = clauses(opener, before);
    return new Tree.Case(cursor.from(start), scrutinee, clauses);
  }

  Expression tryCatch() {
    int start = cursor.start();
    int opener = cursor.position();
    int before = cursor.enter(cursor.delimited());
    cursor.advance();
    Expression body = expressions.expression();
    cursor.expect(TokenKind.CATCH, "`catch` after the expression of `try`");
    List<Tree.Clause> clauses = clauses(opener, before);
    return new Tree.Try(cursor.from(start), body, clauses);
  }

  /** The clauses up to their {@code end}. */
  private List<Tree.Clause> clauses(int opener, int before) {
    cursor.enter(Cursor.BREAKS | Cursor.CLAUSES);
    List<Tree.Clause> clauses = new ArrayList<>();
    do {
      int start = cursor.start();
      boolean another = !clauses.isEmpty();
      cursor.beginClause(another ? opener : -1);
      Pattern pattern =
          cursor.isPanicking() ? new Tree.Missing(cursor.place()) : patterns.pattern();
      if (another && !cursor.at(TokenKind.ARROW) && !atBar()) {
        noArrow(TokenKind.ARROW, "pattern");
      }
      cursor.beginClause(-1);
      List<Tree.Alternative> alternatives = alternatives(TokenKind.ARROW, "pattern");
      clauses.add(new Tree.Clause(cursor.from(start), pattern, alternatives));
    } while (cursor.nextItem(TokenKind.END, "an operator, a clause on a new line or `end`"));
    end(opener, before, "an operator, a clause on a new line");
    return List.copyOf(clauses);
  }

  /** Takes {@code end} and goes back to the context around the block. */
  void end(int opener, int before, String alternatives) {
    if (cursor.at(TokenKind.END)) {
      cursor.enter(before);
      cursor.advance();
    } else {
      cursor.expectEnd(opener, alternatives);
      cursor.enter(before);
    }
  }

  /**
   * What follows a clause's head: {@code arrow} and an expression, or guards.
   *
   * @param head what messages call the part before
   */
  List<Tree.Alternative> alternatives(TokenKind arrow, String head) {
    if (!atBar()) {
      int start = cursor.start();
      if (!cursor.at(arrow)) {
        noArrow(arrow, head);
      }
      if (!cursor.take(arrow)) {
        return List.of(
            new Tree.Alternative(cursor.from(start), null, new Tree.Missing(cursor.place())));
      }
      Expression body = expressions.expression();
      secondArrow(arrow, false);
      Tree.Alternative only = new Tree.Alternative(cursor.from(start), null, body);
      if (atBar()) {
        cursor.take(TokenKind.LINE_BREAK);
        cursor.error(
            Code.UNEXPECTED_TOKEN,
            "Expected the next clause, found a guard after a clause without guards",
            "Guards stand between the " + head + " and its first " + arrow.description());
        while (atBar()) {
          guarded(arrow);
        }
      }
      return List.of(only);
    }
    List<Tree.Alternative> alternatives = new ArrayList<>();
    while (atBar() && !cursor.isPanicking()) {
      alternatives.add(guarded(arrow));
    }
    return List.copyOf(alternatives);
  }

  private boolean atBar() {
    return cursor.kindBehindBreak() == TokenKind.BAR
        && (cursor.at(TokenKind.BAR) || cursor.at(TokenKind.LINE_BREAK));
  }

  private Tree.Alternative guarded(TokenKind arrow) {
    cursor.take(TokenKind.LINE_BREAK);
    int start = cursor.start();
    cursor.advance();
    Expression guard = expressions.expression();
    cursor.expect(arrow, arrow.description() + " after the guard");
    Expression body = expressions.expression();
    secondArrow(arrow, true);
    return new Tree.Alternative(cursor.from(start), guard, body);
  }

  /** Reports what is no part of a pattern before the arrow of its clause. */
  private void noArrow(TokenKind arrow, String head) {
    String expected = arrow.description() + " or a guard after the " + head;
    boolean function = arrow == TokenKind.EQUALS;
    boolean more = expressions.startsArgument() || expressions.operators().atOperator();
    if (cursor.at(TokenKind.LEFT_PARENTHESIS)
        && cursor.position() > 0
        && cursor.tokens().kind(cursor.position() - 1) == TokenKind.UPPER_NAME) {
      cursor.error(
          Code.INVALID_PATTERN,
          "Expected " + expected + ", found " + cursor.found(),
          "The fields of a record stand in its pattern with their names: "
              + cursor.text(-1)
              + "(field = name)");
    } else if (more) {
      cursor.error(
          Code.INVALID_PATTERN,
          "Expected " + expected + ", found " + cursor.found(),
          "Patterns hold no calls and no operators; compare in a guard: n | n > 1 "
              + arrow.description().replace("`", ""));
    }
    cursor.unexpected(
        expected, function ? "In modules a function is written with `=`: double x = x * 2" : null);
  }

  /** Reports an arrow after the body of a clause. */
  private void secondArrow(TokenKind arrow, boolean guarded) {
    if (!cursor.at(arrow) || cursor.isPanicking()) {
      return;
    }
    if (guarded) {
      cursor.error(
          Code.GUARD_ON_SAME_LINE,
          "Expected the end of the clause, found " + cursor.found(),
          "Each guard but the first starts a new line; on the same line `|` is bitwise or");
    } else {
      cursor.error(
          Code.UNEXPECTED_TOKEN,
          "Expected the end of the clause, found " + cursor.found(),
          "Each clause starts a new line, or stands after `;`");
    }
    cursor.advance();
    expressions.expression();
  }

  Expression block() {
    int start = cursor.start();
    int opener = cursor.position();
    int before = cursor.enter(Cursor.BREAKS);
    cursor.advance();
    List<Tree.Step> steps = steps(opener, before);
    return new Tree.Do(cursor.from(start), steps);
  }

  /**
   * Steps up to the end of the source.
   *
   * @param record takes a record declaration among them
   */
  Tree.Do steps(int start, Runnable record) {
    List<Tree.Step> steps = new ArrayList<>();
    boolean more = cursor.takeSeparators() || !cursor.atListEnd(TokenKind.END_OF_SOURCE);
    more &= !cursor.atListEnd(TokenKind.END_OF_SOURCE);
    while (more) {
      if (cursor.at(TokenKind.RECORD)) {
        record.run();
      } else {
        steps.add(patterns.startAlias() ? alias() : expressions.expression());
      }
      more = cursor.nextItem(TokenKind.END_OF_SOURCE, "an operator or a step on a new line");
    }
    return new Tree.Do(cursor.from(start), List.copyOf(steps));
  }

  /** The steps up to their {@code end}. */
  private List<Tree.Step> steps(int opener, int before) {
    List<Tree.Step> steps = new ArrayList<>();
    boolean more = !cursor.atListEnd(TokenKind.END);
    while (more) {
      steps.add(patterns.startAlias() ? alias() : expressions.expression());
      more = cursor.nextItem(TokenKind.END, "an operator, a step on a new line or `end`");
    }
    end(opener, before, "an operator, a step on a new line");
    return List.copyOf(steps);
  }

  Expression with() {
    int start = cursor.start();
    int opener = cursor.position();
    int before = cursor.enter(Cursor.BREAKS);
    cursor.advance();
    boolean daemon = cursor.take(TokenKind.DAEMON);
    Expression manager = expressions.expression();
    Tree.Name name = null;
    if (cursor.take(TokenKind.AS)) {
      name = names.name("a name after `as`");
      cursor.takeSeparators();
    } else if (!cursor.takeSeparators() && !cursor.at(TokenKind.END)) {
      cursor.unexpected("`as` and a name, a line break or `end`");
    }
    if (cursor.isPanicking()) {
      cursor.synchronize(TokenKind.END);
      cursor.takeSeparators();
    }
    List<Tree.Step> steps = steps(opener, before);
    return new Tree.With(cursor.from(start), daemon, manager, name, steps);
  }

  Expression raise() {
    int start = cursor.start();
    cursor.advance();
    if (!expressions.startsArgument()) {
      cursor.unexpected("a symbol and a message after `raise`");
      return new Tree.Raise(cursor.from(start), new Tree.Missing(cursor.place()), null);
    }
    Expression error = expressions.argument();
    boolean more = expressions.startsArgument() && !(error instanceof Tree.Lambda);
    Expression message = more ? expressions.argument() : null;
    Tree.Raise raise = new Tree.Raise(cursor.from(start), error, message);
    if (message != null && expressions.startsArgument() && !(message instanceof Tree.Lambda)) {
      cursor.error(
          Code.UNEXPECTED_TOKEN,
          "Expected at most a symbol and a message after `raise`, found " + cursor.found(),
          "A message made of several parts is put in parentheses or interpolated");
      while (expressions.startsArgument()) {
        expressions.argument();
      }
    }
    return raise;
  }
}
