package yona.language.syntax;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree.Expression;

/** What stands in brackets: tuples, collections, comprehensions, record fields, interpolations. */
final class Collections {
  private static final String BRACE_AS_TEXT =
      "A brace as text is written {{, as in the quantifier of a regular expression: \\d{{2}";

  private final Cursor cursor;
  private final Literals literals;
  private final Expressions expressions;
  private final Names names;
  private final Patterns patterns;
  private final MisleadingLayout layout;
  private final MisreadForms misread;

  Collections(
      Cursor cursor,
      Literals literals,
      Expressions expressions,
      Patterns patterns,
      Names names,
      MisleadingLayout layout,
      MisreadForms misread) {
    this.cursor = cursor;
    this.literals = literals;
    this.expressions = expressions;
    this.names = names;
    this.patterns = patterns;
    this.layout = layout;
    this.misread = misread;
  }

  /** Unit, a tuple, or an expression in parentheses. */
  Expression parenthesis() {
    if (cursor.kind(1) == TokenKind.RIGHT_PARENTHESIS) {
      return expressions.unit();
    }
    int start = cursor.start();
    int open = cursor.position();
    int before = cursor.openBracket(0);
    Expression first = expressions.expression();
    if (!cursor.at(TokenKind.COMMA)) {
      cursor.closeBracket(open, before, "`,` or `)`");
      return new Tree.Parenthesized(cursor.from(start), first);
    }
    List<Expression> elements = new ArrayList<>();
    elements.add(first);
    while (cursor.take(TokenKind.COMMA)) {
      elements.add(expressions.expression());
    }
    cursor.closeBracket(open, before, "`,` or `)`");
    elements.forEach(layout::element);
    return new Tree.Tuple(cursor.from(start), List.copyOf(elements));
  }

  /** A sequence, a range, or a comprehension that builds a sequence. */
  Expression bracket() {
    int start = cursor.start();
    int open = cursor.position();
    int before = cursor.openBracket(Cursor.SOURCES);
    if (cursor.at(TokenKind.RIGHT_BRACKET)) {
      cursor.closeBracket(open, before, "`]`");
      return new Tree.Sequence(cursor.from(start), List.of());
    }
    Expression first = expressions.expression();
    if (cursor.at(TokenKind.BAR)) {
      return comprehension(start, open, before, Tree.Collection.SEQ, first, null, "`]`");
    }
    cursor.enter(cursor.delimited());
    if (cursor.at(TokenKind.DOT_DOT)) {
      Tree.RangeExpression range = range(start, open, before, null, first);
      misread.range(range);
      return range;
    }
    List<Expression> elements = new ArrayList<>();
    elements.add(first);
    while (cursor.take(TokenKind.COMMA) && !cursor.at(TokenKind.RIGHT_BRACKET)) {
      elements.add(expressions.expression());
      if (cursor.at(TokenKind.DOT_DOT) && !cursor.isPanicking()) {
        boolean malformed = elements.size() > 2;
        if (malformed) {
          cursor.error(
              Code.MALFORMED_RANGE,
              "Expected `,` or `]` after the elements of a sequence, found `..`",
              "A range has one or two parts before `..`: [from .. to] or [step, from .. to]");
        }
        Tree.RangeExpression range = range(start, open, before, first, elements.getLast());
        if (!malformed) {
          misread.range(range);
        }
        return range;
      }
    }
    cursor.closeBracket(open, before, "`,` or `]`");
    elements.forEach(layout::element);
    return new Tree.Sequence(cursor.from(start), List.copyOf(elements));
  }

  private Tree.RangeExpression range(
      int start, int open, int before, @Nullable Expression step, Expression from) {
    cursor.advance();
    Expression to = expressions.expression();
    cursor.closeBracket(open, before, "`]` after the range");
    return new Tree.RangeExpression(cursor.from(start), step, from, to);
  }

  /** A set, a dict, or a comprehension that builds one. */
  Expression brace() {
    int start = cursor.start();
    int open = cursor.position();
    int before = cursor.openBracket(Cursor.SOURCES);
    if (cursor.at(TokenKind.RIGHT_BRACE)) {
      cursor.closeBracket(open, before, "`}`");
      return new Tree.DictExpression(cursor.from(start), List.of());
    }
    int entryStart = cursor.start();
    Expression first = expressions.expression();
    if (!cursor.take(TokenKind.EQUALS)) {
      if (cursor.at(TokenKind.BAR)) {
        return comprehension(start, open, before, Tree.Collection.SET, first, null, "`}`");
      }
      return set(start, open, before, first);
    }
    Expression value = expressions.expression();
    if (cursor.at(TokenKind.BAR)) {
      return comprehension(start, open, before, Tree.Collection.DICT, first, value, "`}`");
    }
    return dict(start, open, before, new Tree.Entry(cursor.from(entryStart), first, value));
  }

  private Expression set(int start, int open, int before, Expression first) {
    cursor.enter(cursor.delimited());
    List<Expression> elements = new ArrayList<>();
    elements.add(first);
    while (cursor.take(TokenKind.COMMA) && !cursor.at(TokenKind.RIGHT_BRACE)) {
      elements.add(expressions.expression());
      if (cursor.at(TokenKind.EQUALS)) {
        mixed("Expected another element of the set, found an entry with `=`");
        cursor.advance();
        expressions.expression();
      }
    }
    cursor.closeBracket(open, before, "`,` or `}`");
    elements.forEach(layout::element);
    return new Tree.SetExpression(cursor.from(start), List.copyOf(elements));
  }

  private Expression dict(int start, int open, int before, Tree.Entry first) {
    cursor.enter(cursor.delimited());
    List<Tree.Entry> entries = new ArrayList<>();
    entries.add(first);
    while (cursor.take(TokenKind.COMMA) && !cursor.at(TokenKind.RIGHT_BRACE)) {
      int entryStart = cursor.start();
      Expression key = expressions.expression();
      Expression value = key;
      if (cursor.take(TokenKind.EQUALS)) {
        value = expressions.expression();
      } else if (cursor.at(TokenKind.COMMA) || cursor.at(TokenKind.RIGHT_BRACE)) {
        mixed("Expected `=` and a value after the key, found an element without");
      } else {
        cursor.unexpected("`=` and a value after the key");
      }
      entries.add(new Tree.Entry(cursor.from(entryStart), key, value));
    }
    cursor.closeBracket(open, before, "`,` or `}`");
    return new Tree.DictExpression(cursor.from(start), List.copyOf(entries));
  }

  private void mixed(String message) {
    cursor.error(
        Code.MIXED_BRACES, message, "Braces hold either elements, {a, b}, or entries, {k = v}");
  }

  private Expression comprehension(
      int start,
      int open,
      int before,
      Tree.Collection kind,
      Expression element,
      @Nullable Expression value,
      String closer) {
    cursor.advance();
    cursor.enter(cursor.delimited() | Cursor.CONDITION);
    List<Tree.Generator> generators = new ArrayList<>(2);
    do {
      generators.add(generator());
    } while (cursor.take(TokenKind.COMMA));
    Expression condition = null;
    cursor.enter(cursor.delimited());
    if (cursor.take(TokenKind.IF)) {
      condition = expressions.expression();
    }
    cursor.closeBracket(open, before, condition == null ? "`,`, `if` or " + closer : closer);
    return new Tree.Comprehension(
        cursor.from(start), kind, element, value, List.copyOf(generators), condition);
  }

  private Tree.Generator generator() {
    int start = cursor.start();
    Tree.Pattern pattern = patterns.pattern();
    Tree.Pattern value = cursor.take(TokenKind.EQUALS) ? patterns.pattern() : null;
    cursor.expect(TokenKind.LEFT_ARROW, "`<-` and a source");
    Expression source = expressions.expression();
    return new Tree.Generator(cursor.from(start), pattern, value, source);
  }

  /** The fields of a record instance or update, in their parentheses. */
  List<Tree.Field> fields() {
    int open = cursor.position();
    int before = cursor.openBracket(0);
    List<Tree.Field> fields = new ArrayList<>();
    if (!cursor.at(TokenKind.RIGHT_PARENTHESIS)) {
      HashSet<String> given = new HashSet<>();
      do {
        int start = cursor.start();
        Tree.Name name = names.name("a field name");
        if (!name.text().isEmpty() && !given.add(name.text())) {
          duplicateField(name);
        }
        cursor.expect(TokenKind.EQUALS, "`=` and a value after the field name");
        Expression value = expressions.expression();
        fields.add(new Tree.Field(cursor.from(start), name, value));
      } while (cursor.take(TokenKind.COMMA));
    }
    cursor.closeBracket(open, before, "`,` or `)`");
    return List.copyOf(fields);
  }

  private void duplicateField(Tree.Name name) {
    cursor.error(
        Code.DUPLICATE_FIELD,
        name.range(),
        "Expected each field once, found `" + name.text() + "` again",
        null);
  }

  /** The string that starts here. */
  Tree.StringLiteral string() {
    int start = cursor.start();
    int token = cursor.position();
    if (cursor.at(TokenKind.STRING)) {
      cursor.advance();
      Range range = cursor.from(start);
      int quotes = literals.isRaw(token) ? Lexer.RAW_QUOTES.length() : 1;
      Range inside = new Range(range.start() + quotes, range.end() - quotes);
      String text = literals.text(token, inside.start(), inside.end());
      List<Tree.StringPart> parts =
          text.isEmpty() ? List.of() : List.of(new Tree.Text(inside, text));
      if (!literals.isRaw(token)) {
        warnOfBraces(range, parts);
      }
      return new Tree.StringLiteral(range, parts);
    }
    cursor.advance();
    List<Tree.StringPart> parts = new ArrayList<>();
    while (true) {
      switch (cursor.kind()) {
        case STRING_TEXT -> parts.add(text());
        case INTERPOLATION_START -> {
          Tree.Interpolation interpolation = interpolation();
          warnOfQuantifier(parts, interpolation);
          parts.add(interpolation);
        }
        default -> {
          cursor.take(TokenKind.STRING_END);
          warnOfBraces(cursor.from(start), parts);
          return new Tree.StringLiteral(cursor.from(start), List.copyOf(parts));
        }
      }
    }
  }

  private Tree.Text text() {
    int token = cursor.position();
    Range range = cursor.range();
    cursor.advance();
    return new Tree.Text(range, literals.text(token, range.start(), range.end()));
  }

  private Tree.Interpolation interpolation() {
    int start = cursor.start();
    int open = cursor.position();
    int before = cursor.openBracket(0);
    if (cursor.at(TokenKind.INTERPOLATION_END)) {
      Range braces = new Range(start, cursor.range().end());
      cursor.error(
          Code.EMPTY_INTERPOLATION,
          braces,
          "Expected an expression between the braces, found nothing",
          "Braces as text are written twice: {{}}");
      cursor.closeBracket(open, before, "`}`");
      return new Tree.Interpolation(braces, new Tree.Missing(braces), null);
    }
    if (cursor.at(TokenKind.COMMA)) {
      cursor.unexpected("an expression after `{`", BRACE_AS_TEXT);
    }
    Expression value = expressions.expression();
    Expression width = null;
    if (cursor.take(TokenKind.COMMA)) {
      if (cursor.at(TokenKind.INTERPOLATION_END)) {
        cursor.unexpected("a width after `,`", BRACE_AS_TEXT);
      }
      width = expressions.expression();
    }
    cursor.closeBracket(open, before, width == null ? "`,` and a width, or `}`" : "`}`");
    return new Tree.Interpolation(cursor.from(start), value, width);
  }

  /** Warns of numbers in braces behind a letter that look like a quantifier of a regex. */
  private void warnOfQuantifier(List<Tree.StringPart> before, Tree.Interpolation interpolation) {
    Expression width = interpolation.width();
    if (!cursor.isPanicking()
        && !before.isEmpty()
        && before.getLast() instanceof Tree.Text text
        && isQuantified(text.value())
        && interpolation.value() instanceof Tree.IntLiteral least
        && least.range().start() == interpolation.range().start() + 1
        && (width == null
            || (width instanceof Tree.IntLiteral most && most.value() >= least.value()))) {
      cursor.warn(
          Code.NUMBER_IN_BRACES,
          interpolation.range(),
          "These braces put the number " + least.value() + " into the text",
          BRACE_AS_TEXT);
    }
  }

  /** Warns of a text whose braces would balance if each two that close were two and not one. */
  private void warnOfBraces(Range string, List<Tree.StringPart> parts) {
    int doubledOpen = 0;
    int doubledClosed = 0;
    for (Tree.StringPart part : parts) {
      if (part instanceof Tree.Text text) {
        doubledOpen += literals.doubled(text.range(), '{');
        doubledClosed += literals.doubled(text.range(), '}');
      }
    }
    if (doubledOpen == 0 || doubledClosed == 0 || cursor.isPanicking()) {
      return;
    }
    int open = count(parts, '{');
    int closed = count(parts, '}');
    if (open == closed + doubledClosed) {
      cursor.warn(
          Code.BRACES_READ_AS_ONE,
          string,
          "This text has %d `{` and %d `}`: each `}}` in it stands for one `}`"
              .formatted(open, closed),
          "Two closing braces are written `}}}}`; between three quotes braces are written once");
    }
  }

  private static int count(List<Tree.StringPart> parts, char brace) {
    int count = 0;
    for (Tree.StringPart part : parts) {
      if (part instanceof Tree.Text text) {
        count += (int) text.value().chars().filter(c -> c == brace).count();
      }
    }
    return count;
  }

  private static boolean isQuantified(String text) {
    char last = text.isEmpty() ? ' ' : text.charAt(text.length() - 1);
    return !Character.isWhitespace(last) && last != '{';
  }
}
