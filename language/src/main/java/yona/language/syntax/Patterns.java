package yona.language.syntax;

import java.util.ArrayList;
import java.util.List;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree.Expression;
import yona.language.syntax.Tree.Pattern;

/** Patterns (language.md 7), and the look ahead that tells a pattern from an expression. */
final class Patterns {
  private final Cursor cursor;
  private final Expressions expressions;
  private final Names names;

  Patterns(Cursor cursor, Expressions expressions, Names names) {
    this.cursor = cursor;
    this.expressions = expressions;
    this.names = names;
  }

  /** Whether a pattern can start here. */
  boolean startHere() {
    return switch (cursor.kind()) {
      case WILDCARD,
          INT,
          FLOAT,
          BYTE,
          BIG,
          CHARACTER,
          SYMBOL,
          STRING,
          STRING_START,
          TRUE,
          FALSE,
          LOWER_NAME,
          UPPER_NAME,
          MINUS,
          CARET,
          LEFT_PARENTHESIS,
          LEFT_BRACKET,
          LEFT_BRACE,
          INVALID ->
          true;
      default -> false;
    };
  }

  /** A whole pattern: with its prefix or suffix, heads and tails included. */
  Pattern pattern() {
    cursor.deeper();
    Pattern pattern = affixed();
    cursor.shallower();
    return pattern;
  }

  private Pattern affixed() {
    int start = cursor.start();
    Pattern left = headsAndTails();
    if (!cursor.take(TokenKind.PLUS_PLUS)) {
      return left;
    }
    Pattern right = headsAndTails();
    Range whole = cursor.from(start);
    boolean one = !cursor.at(TokenKind.PLUS_PLUS);
    if (one && isAffix(left) && isRest(right)) {
      return new Tree.AffixPattern(whole, left, right, false);
    }
    if (one && isRest(left) && isAffix(right)) {
      return new Tree.AffixPattern(whole, left, right, true);
    }
    cursor.error(
        Code.MALFORMED_AFFIX,
        one ? whole : cursor.range(),
        one
            ? "Expected a literal on one side of `++` and a name or `_` on the other"
            : "Expected the end of the pattern, found a second `++`",
        affixHint(one, left, right));
    while (cursor.take(TokenKind.PLUS_PLUS)) {
      headsAndTails();
    }
    return new Tree.Missing(whole);
  }

  private static boolean isRest(Pattern pattern) {
    return pattern instanceof Tree.NamePattern
        || pattern instanceof Tree.WildcardPattern
        || pattern instanceof Tree.Missing;
  }

  private static boolean isAffix(Pattern pattern) {
    return switch (pattern) {
      case Tree.StringLiteral ignored -> true;
      case Tree.Missing ignored -> true;
      case Tree.SequencePattern sequence ->
          sequence.elements().stream()
              .allMatch(
                  element -> element instanceof Tree.Literal || element instanceof Tree.PinPattern);
      default -> false;
    };
  }

  private static String affixHint(boolean one, Pattern left, Pattern right) {
    if (!one) {
      return "Match one end, and the rest of it in another `case`";
    }
    for (Pattern side : List.of(left, right)) {
      switch (side) {
        case Tree.PinPattern ignored -> {
          return "A text that has a name is put into a literal: \"{name}\" ++ rest";
        }
        case Tree.HeadTailPattern ignored -> {
          return "In heads and tails it needs parentheses: head -| (\"text\" ++ rest)";
        }
        case Tree.SequencePattern sequence when !isAffix(sequence) -> {
          return "The sequence holds literals, symbols and pins only; elements get names as heads:"
              + " first -| second -| rest";
        }
        default -> {}
      }
    }
    return "The literal is a text or a sequence: \"text\" ++ rest, rest ++ [1, 2]";
  }

  private Pattern headsAndTails() {
    int start = cursor.start();
    Pattern tails = head();
    if (!cursor.at(TokenKind.PREPEND) && !cursor.at(TokenKind.APPEND)) {
      return tails;
    }
    List<Pattern> heads = new ArrayList<>();
    while (cursor.take(TokenKind.PREPEND)) {
      heads.add(tails);
      tails = head();
    }
    List<Pattern> lasts = new ArrayList<>();
    while (cursor.take(TokenKind.APPEND)) {
      lasts.add(head());
    }
    if (cursor.at(TokenKind.PREPEND)) {
      cursor.error(
          Code.INVALID_PATTERN,
          "Expected `|-` or the end of the pattern, found `-|`",
          "The heads come first: `head -| tails |- last`");
    }
    return new Tree.HeadTailPattern(
        cursor.from(start), List.copyOf(heads), tails, List.copyOf(lasts));
  }

  private Pattern head() {
    int start = cursor.start();
    return switch (cursor.kind()) {
      case WILDCARD -> {
        cursor.advance();
        yield new Tree.WildcardPattern(cursor.from(start));
      }
      case INT, FLOAT, BYTE, BIG, CHARACTER, SYMBOL, STRING, STRING_START, TRUE, FALSE, MINUS ->
          literal();
      case LOWER_NAME -> name();
      case CARET -> {
        Expression value = pinned();
        yield new Tree.PinPattern(cursor.from(start), value);
      }
      case UPPER_NAME -> record();
      case LEFT_PARENTHESIS -> parenthesis();
      case LEFT_BRACKET -> sequence();
      case LEFT_BRACE -> dict();
      case INVALID -> {
        cursor.advance();
        yield new Tree.Missing(cursor.from(start));
      }
      default -> {
        Tree.Missing missing = new Tree.Missing(cursor.place());
        missingPattern();
        yield missing;
      }
    };
  }

  /** The value behind the {@code ^} here. */
  private Expression pinned() {
    cursor.advance();
    Expression value;
    switch (cursor.kind()) {
      case LOWER_NAME -> {
        Tree.Name name = names.takeName();
        value = new Tree.NameExpression(name.range(), name.text());
      }
      case LEFT_PARENTHESIS -> value = expressions.parenthesis();
      default -> {
        value = new Tree.Missing(cursor.place());
        misplacedPin("a name or an expression in parentheses after `^`");
        if (cursor.at(TokenKind.INVALID)) {
          cursor.advance();
        }
        return value;
      }
    }
    switch (cursor.kind()) {
      case DOUBLE_COLON, DOT, AT -> misplacedPin("the end of the pattern after the pinned value");
      default -> {}
    }
    return value;
  }

  private void misplacedPin(String expected) {
    cursor.error(
        Code.MISPLACED_PIN,
        "Expected " + expected + ", found " + cursor.found(),
        cursor.at(TokenKind.AT)
            ? "The name before `@` is always new; compare what it names with `==` in a guard"
            : "What is more than a name stands in parentheses: ^(Math::pi), ^(order.id)");
    cursor.unexpected(expected);
  }

  private void missingPattern() {
    if (cursor.kind().isKeyword() && isNamePlace(cursor.kind(1))) {
      names.keywordAsName();
      return;
    }
    switch (cursor.kind()) {
      case MODULE_NAME,
          BACKSLASH,
          NOT,
          TILDE,
          DO,
          CASE,
          TRY,
          WITH,
          RAISE,
          LET,
          IF,
          IMPORT,
          MODULE ->
          cursor.error(
              Code.INVALID_PATTERN,
              "Expected a pattern, found " + cursor.found(),
              "Patterns are made of literals, names, tuples, sequences, dicts and records");
      default -> {}
    }
    cursor.unexpected("a pattern");
  }

  private static boolean isNamePlace(TokenKind next) {
    return next == TokenKind.EQUALS
        || next == TokenKind.ARROW
        || next == TokenKind.LEFT_ARROW
        || next == TokenKind.AT;
  }

  /** A literal, with a minus sign if it is a number. */
  private Tree.Literal literal() {
    int start = cursor.start();
    if (!cursor.take(TokenKind.MINUS)) {
      return expressions.literal(start);
    }
    return switch (cursor.kind()) {
      case INT, FLOAT, BYTE, BIG -> expressions.literal(start);
      default -> {
        cursor.error(
            Code.INVALID_PATTERN,
            "Expected a number after the minus sign of a pattern, found " + cursor.found(),
            "Patterns have no operators; compare in a guard");
        yield new Tree.UnitLiteral(cursor.from(start));
      }
    };
  }

  private Pattern name() {
    int start = cursor.start();
    Tree.Name name = names.takeName();
    if (!cursor.take(TokenKind.AT)) {
      return new Tree.NamePattern(name.range(), name.text());
    }
    Pattern right = asPatternRight();
    return new Tree.AsPattern(cursor.from(start), name, right);
  }

  private Pattern asPatternRight() {
    boolean compound =
        switch (cursor.kind()) {
          case LEFT_PARENTHESIS -> cursor.kind(1) != TokenKind.RIGHT_PARENTHESIS;
          case LEFT_BRACKET, LEFT_BRACE, UPPER_NAME, INVALID -> true;
          default -> false;
        };
    if (!compound) {
      cursor.error(
          Code.INVALID_PATTERN,
          "Expected a tuple, sequence, dict or record pattern after `@`, found " + cursor.found(),
          "Any other pattern needs parentheses here: all@(pattern)");
    }
    return head();
  }

  private Pattern parenthesis() {
    int start = cursor.start();
    int open = cursor.position();
    if (cursor.kind(1) == TokenKind.RIGHT_PARENTHESIS) {
      return expressions.unit();
    }
    int before = cursor.openBracket(0);
    Pattern first = pattern();
    if (!cursor.at(TokenKind.COMMA)) {
      cursor.closeBracket(open, before, "`,` or `)`");
      return new Tree.ParenthesizedPattern(cursor.from(start), first);
    }
    List<Pattern> elements = new ArrayList<>();
    elements.add(first);
    while (cursor.take(TokenKind.COMMA)) {
      elements.add(pattern());
    }
    cursor.closeBracket(open, before, "`,` or `)`");
    return new Tree.TuplePattern(cursor.from(start), List.copyOf(elements));
  }

  private Pattern sequence() {
    int start = cursor.start();
    int open = cursor.position();
    int before = cursor.openBracket(0);
    List<Pattern> elements = new ArrayList<>();
    if (!cursor.at(TokenKind.RIGHT_BRACKET)) {
      do {
        elements.add(pattern());
      } while (cursor.take(TokenKind.COMMA));
    }
    cursor.closeBracket(open, before, "`,` or `]`");
    return new Tree.SequencePattern(cursor.from(start), List.copyOf(elements));
  }

  private Pattern dict() {
    int start = cursor.start();
    int open = cursor.position();
    int before = cursor.openBracket(0);
    List<Tree.EntryPattern> entries = new ArrayList<>();
    if (!cursor.at(TokenKind.RIGHT_BRACE)) {
      do {
        entries.add(entry());
      } while (cursor.take(TokenKind.COMMA));
    }
    cursor.closeBracket(open, before, "`,` or `}`");
    return new Tree.DictPattern(cursor.from(start), List.copyOf(entries));
  }

  private Tree.EntryPattern entry() {
    int start = cursor.start();
    Expression key = key();
    cursor.expect(TokenKind.EQUALS, "`=` and a pattern after the key");
    Pattern value = pattern();
    return new Tree.EntryPattern(cursor.from(start), key, value);
  }

  private Expression key() {
    return switch (cursor.kind()) {
      case INT, FLOAT, BYTE, BIG, CHARACTER, SYMBOL, STRING, STRING_START, TRUE, FALSE, MINUS ->
          literal();
      case LOWER_NAME -> {
        Tree.Name name = names.takeName();
        yield new Tree.NameExpression(name.range(), name.text());
      }
      case CARET -> pinned();
      case LEFT_PARENTHESIS ->
          cursor.kind(1) == TokenKind.RIGHT_PARENTHESIS ? expressions.unit() : missingKey();
      default -> missingKey();
    };
  }

  private Expression missingKey() {
    Range place = cursor.place();
    if (!cursor.take(TokenKind.INVALID)) {
      cursor.unexpected("a literal, a symbol or a name as key");
    }
    return new Tree.Missing(place);
  }

  private Pattern record() {
    int start = cursor.start();
    boolean bracket = cursor.touchesNext() && cursor.kind(1) == TokenKind.LEFT_PARENTHESIS;
    boolean fielded =
        bracket
            && (cursor.kind(2) == TokenKind.RIGHT_PARENTHESIS
                || (cursor.kind(2) == TokenKind.LOWER_NAME && cursor.kind(3) == TokenKind.EQUALS));
    Tree.Name type = names.takeName();
    if (!fielded) {
      return new Tree.RecordPattern(type.range(), type, List.of());
    }
    int open = cursor.position();
    int before = cursor.openBracket(0);
    List<Tree.FieldPattern> fields = new ArrayList<>();
    if (!cursor.at(TokenKind.RIGHT_PARENTHESIS)) {
      do {
        int fieldStart = cursor.start();
        Tree.Name name = names.name("a field name");
        cursor.expect(TokenKind.EQUALS, "`=` and a pattern after the field name");
        Pattern pattern = pattern();
        fields.add(new Tree.FieldPattern(cursor.from(fieldStart), name, pattern));
      } while (cursor.take(TokenKind.COMMA));
    }
    cursor.closeBracket(open, before, "`,` or `)`");
    return new Tree.RecordPattern(cursor.from(start), type, List.copyOf(fields));
  }

  // Look ahead: over tokens that patterns are made of, past whole brackets and strings, so that
  // each token is passed over a bounded number of times.

  /** Whether a pattern and {@code =} stand here, up to the next line break that counts. */
  boolean startAlias() {
    Tokens tokens = cursor.tokens();
    if (cursor.kind().isKeyword() && cursor.kind(1) == TokenKind.EQUALS) {
      return true; // to be reported as the keyword that it is
    }
    int after = afterPattern(cursor.position(), true);
    return tokens.kind(after) == TokenKind.EQUALS && after > cursor.position();
  }

  /** Whether an extractor and {@code <-} stand behind the token here. */
  boolean sourcesFollow() {
    Tokens tokens = cursor.tokens();
    int after = afterPattern(cursor.position() + 1, false);
    if (tokens.kind(after) == TokenKind.EQUALS) {
      after = afterPattern(after + 1, false);
    }
    return tokens.kind(after) == TokenKind.LEFT_ARROW;
  }

  private int afterPattern(int from, boolean stopAtBreak) {
    Tokens tokens = cursor.tokens();
    int index = from;
    while (true) {
      if (stopAtBreak && index > from && tokens.breakBefore(index)) {
        return index;
      }
      switch (tokens.kind(index)) {
        case WILDCARD,
            INT,
            FLOAT,
            BYTE,
            BIG,
            CHARACTER,
            SYMBOL,
            STRING,
            TRUE,
            FALSE,
            LOWER_NAME,
            UPPER_NAME,
            MODULE_NAME,
            MINUS,
            PREPEND,
            APPEND,
            PLUS_PLUS,
            CARET,
            AT,
            INVALID ->
            index++;
        case LEFT_PARENTHESIS, LEFT_BRACKET, LEFT_BRACE, STRING_START -> {
          int close = tokens.match(index);
          if (close < 0) {
            return index;
          }
          index = close + 1;
        }
        default -> {
          return index;
        }
      }
    }
  }
}
