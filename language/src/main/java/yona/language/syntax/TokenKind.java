package yona.language.syntax;

/** The kinds of tokens, and what each means for line breaks (language.md D1). */
public enum TokenKind {
  /** A name in lower case. */
  LOWER_NAME("a name", 0),
  /** A name in upper case. */
  UPPER_NAME("a module or record name", 0),
  /** A module name with packages, as one token. */
  MODULE_NAME("a module name", 0),
  /** {@code _}. */
  WILDCARD("`_`", 0),
  /** An Int in decimal or hexadecimal digits. */
  INT("a number", 0),
  /** A Float. */
  FLOAT("a number", 0),
  /** A Byte. */
  BYTE("a number", 0),
  /** A Big. */
  BIG("a number", 0),
  /** A character in its quotes. */
  CHARACTER("a character", 0),
  /** A colon and its name. */
  SYMBOL("a symbol", 0),
  /** A whole string without interpolations. */
  STRING("a string", 0),
  /** The opening quote of a string with interpolations. */
  STRING_START("a string", 0),
  /** Text between the interpolations of a string. */
  STRING_TEXT("text", 0),
  /** The brace that opens an interpolation. */
  INTERPOLATION_START("`{`", Layout.OPENS),
  /** The brace that closes an interpolation. */
  INTERPOLATION_END("`}`", Layout.CLOSES),
  /** The closing quote of a string with interpolations. */
  STRING_END("the end of the string", 0),
  /** Characters that make no token; reported where they stand. */
  INVALID("something invalid", 0),

  /** Keyword. */
  AS("`as`", Layout.OPENS | Layout.CLOSES | Layout.KEYWORD),
  /** Keyword. */
  CASE("`case`", Layout.OPENS | Layout.KEYWORD),
  /** Keyword. */
  CATCH("`catch`", Layout.OPENS | Layout.CLOSES | Layout.KEYWORD),
  /** Keyword. */
  DAEMON("`daemon`", Layout.OPENS),
  /** Keyword. */
  DO("`do`", Layout.OPENS | Layout.KEYWORD),
  /** Keyword. */
  ELSE("`else`", Layout.OPENS | Layout.CLOSES | Layout.KEYWORD),
  /** Keyword. */
  END("`end`", Layout.CLOSES | Layout.KEYWORD),
  /** Keyword. */
  EXPORTS("`exports`", Layout.OPENS | Layout.CLOSES | Layout.KEYWORD),
  /** Keyword. */
  FALSE("`false`", Layout.KEYWORD),
  /** Keyword. */
  FROM("`from`", Layout.OPENS | Layout.CLOSES | Layout.KEYWORD),
  /** Keyword. */
  IF("`if`", Layout.OPENS | Layout.KEYWORD),
  /** Keyword. */
  IMPORT("`import`", Layout.OPENS | Layout.KEYWORD),
  /** Keyword. */
  IN("`in`", Layout.OPENS | Layout.CLOSES | Layout.KEYWORD),
  /** Keyword. */
  LET("`let`", Layout.OPENS | Layout.KEYWORD),
  /** Keyword. */
  MODULE("`module`", Layout.OPENS | Layout.KEYWORD),
  /** Keyword. */
  OF("`of`", Layout.OPENS | Layout.CLOSES | Layout.KEYWORD),
  /** Keyword. */
  RAISE("`raise`", Layout.OPENS | Layout.KEYWORD),
  /** Keyword. */
  RECORD("`record`", Layout.OPENS | Layout.KEYWORD),
  /** Keyword. */
  THEN("`then`", Layout.OPENS | Layout.CLOSES | Layout.KEYWORD),
  /** Keyword. */
  TRUE("`true`", Layout.KEYWORD),
  /** Keyword. */
  TRY("`try`", Layout.OPENS | Layout.KEYWORD),
  /** Keyword. */
  WITH("`with`", Layout.OPENS | Layout.KEYWORD),

  /** Punctuation. */
  LEFT_PARENTHESIS("`(`", Layout.OPENS),
  /** Punctuation. */
  RIGHT_PARENTHESIS("`)`", Layout.CLOSES),
  /** Punctuation. */
  LEFT_BRACKET("`[`", Layout.OPENS),
  /** Punctuation. */
  RIGHT_BRACKET("`]`", Layout.CLOSES),
  /** Punctuation. */
  LEFT_BRACE("`{`", Layout.OPENS),
  /** Punctuation. */
  RIGHT_BRACE("`}`", Layout.CLOSES),
  /** Punctuation. */
  COMMA("`,`", Layout.OPENS | Layout.CLOSES),
  /** Punctuation. */
  SEMICOLON("`;`", 0),
  /** Punctuation. */
  DOUBLE_COLON("`::`", Layout.OPENS),
  /** Punctuation. */
  DOT("`.`", Layout.OPENS),
  /** Punctuation. */
  DOT_DOT("`..`", Layout.OPENS),
  /** Punctuation. */
  AT("`@`", Layout.OPENS),
  /** Punctuation. */
  BACKTICK("a backtick", Layout.OPENS | Layout.CLOSES),
  /** Punctuation. */
  BACKSLASH("`\\`", Layout.OPENS),
  /** Punctuation. */
  EQUALS("`=`", Layout.OPENS | Layout.CLOSES),
  /** Punctuation. */
  ARROW("`->`", Layout.OPENS | Layout.CLOSES),
  /** Punctuation. */
  LEFT_ARROW("`<-`", Layout.OPENS | Layout.CLOSES),

  /** Operator; also starts guards and the sources of a comprehension. */
  BAR("`|`", Layout.OPENS),
  /** Operator, binary and prefix. */
  MINUS("`-`", Layout.OPENS),
  /** Operator. */
  NOT("`!`", Layout.OPENS),
  /** Operator. */
  TILDE("`~`", Layout.OPENS),
  /** Operator. */
  PIPE_RIGHT("`|>`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  PIPE_LEFT("`<|`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  BAR_BAR("`||`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  AMPERSAND_AMPERSAND("`&&`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  EQUAL("`==`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  NOT_EQUAL("`!=`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  LESS("`<`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  LESS_EQUAL("`<=`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  GREATER("`>`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  GREATER_EQUAL("`>=`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  CARET("`^`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  AMPERSAND("`&`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  PLUS_PLUS("`++`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  APPEND("`|-`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  PREPEND("`-|`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  SHIFT_LEFT("`<<`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  SHIFT_RIGHT("`>>`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  SHIFT_RIGHT_ZERO("`>>>`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  PLUS("`+`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  STAR("`*`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  SLASH("`/`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  PERCENT("`%`", Layout.OPENS | Layout.CLOSES),
  /** Operator. */
  STAR_STAR("`**`", Layout.OPENS | Layout.CLOSES),

  /** What the parser sees before a token on a new line where line breaks count. */
  LINE_BREAK("a line break", 0),
  /** After the last token. */
  END_OF_SOURCE("the end of the program", Layout.CLOSES);

  private final String description;
  private final int layout;

  TokenKind(String description, int layout) {
    this.description = description;
    this.layout = layout;
  }

  /** How messages name it: punctuation and keywords as their text in backticks. */
  String description() {
    return description;
  }

  /** The length of punctuation. */
  int size() {
    return this == BACKTICK ? 1 : description.length() - 2;
  }

  /** Whether a line break after it is ignored, since it cannot end an expression or pattern. */
  boolean ignoresBreakAfter() {
    return (layout & Layout.OPENS) != 0;
  }

  /** Whether a line break before it is ignored, since it cannot start an item. */
  boolean ignoresBreakBefore() {
    return (layout & Layout.CLOSES) != 0;
  }

  /** Whether it is a word that cannot be a name. */
  public boolean isKeyword() {
    return (layout & Layout.KEYWORD) != 0;
  }

  private static final class Layout {
    static final int OPENS = 1;
    static final int CLOSES = 2;
    static final int KEYWORD = 4;
  }
}
