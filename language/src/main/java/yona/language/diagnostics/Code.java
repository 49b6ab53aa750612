package yona.language.diagnostics;

import org.jspecify.annotations.Nullable;

/**
 * The stable code of each kind of diagnostic. 1xxx: characters and tokens, 2xxx: syntax, 3xxx:
 * names and scopes, 4xxx: modules, 5xxx: matching and records, 6xxx: warnings. A code never changes
 * its meaning and is never used again; {@link Explanations} holds a page on each.
 */
public enum Code {
  /** Bytes that are no UTF-8. */
  INVALID_UTF8(1001, "Invalid UTF-8"),
  /** More text than a source may hold. */
  SOURCE_TOO_LARGE(1002, "Source too large"),
  /** A character that starts no token. */
  UNEXPECTED_CHARACTER(1003, "Unexpected character"),
  /** A string without its closing quote. */
  UNTERMINATED_STRING(1004, "String not closed"),
  /** A character literal that does not hold exactly one character. */
  MALFORMED_CHARACTER(1005, "Malformed character"),
  /** A backslash with a letter that means nothing. */
  UNKNOWN_ESCAPE(1006, "Unknown escape"),
  /** An escape with too few digits, or for a code point that is no character. */
  MALFORMED_ESCAPE(1007, "Malformed escape"),
  /** A number with something else directly after it. */
  MALFORMED_NUMBER(1008, "Malformed number"),
  /** An integer literal beyond 64 bits. */
  INT_OUT_OF_RANGE(1009, "Integer out of range"),
  /** A byte literal beyond -128 to 255. */
  BYTE_OUT_OF_RANGE(1010, "Byte out of range"),
  /** A float literal beyond the largest float. */
  FLOAT_OUT_OF_RANGE(1011, "Float out of range"),
  /** A colon without a name directly after it. */
  MALFORMED_SYMBOL(1012, "Malformed symbol"),
  /** {@code {}} inside a string. */
  EMPTY_INTERPOLATION(1013, "Empty interpolation"),
  /** A name with letters beyond ASCII, or of underscores only. */
  MALFORMED_NAME(1014, "Malformed name"),

  /** Something else stands where the grammar wants a certain thing. */
  UNEXPECTED_TOKEN(2001, "Unexpected token"),
  /** A line break in the middle of an expression that does not go on. */
  UNEXPECTED_LINE_BREAK(2002, "Unexpected line break"),
  /** A bracket without its closing one. */
  UNCLOSED_BRACKET(2003, "Bracket not closed"),
  /** A construct without its {@code end}. */
  UNCLOSED_BLOCK(2004, "Missing end"),
  /** A closing bracket, {@code end} or {@code in} that closes nothing. */
  UNEXPECTED_CLOSER(2005, "Nothing to close"),
  /** More levels of nesting than the compiler takes. */
  NESTED_TOO_DEEPLY(2006, "Nested too deeply"),
  /** A literal or collection with something like an argument after it. */
  ARGUMENT_AFTER_VALUE(2007, "Not a function"),
  /** {@code let}, {@code if} and the like as argument without parentheses. */
  ARGUMENT_NEEDS_PARENTHESES(2008, "Argument needs parentheses"),
  /** A keyword where a name is wanted. */
  KEYWORD_AS_NAME(2009, "Keyword as name"),
  /** An {@code if} without {@code else}. */
  MISSING_ELSE(2010, "Missing else"),
  /** A second guard on the line of the first. */
  GUARD_ON_SAME_LINE(2011, "Guard on the same line"),
  /** {@code raise} as left operand. */
  RAISE_AS_OPERAND(2012, "Raise as operand"),
  /** A field that is given twice. */
  DUPLICATE_FIELD(2013, "Duplicate field"),
  /** {@code f x = e} outside a module. */
  FUNCTION_OUTSIDE_MODULE(2014, "Function outside a module"),
  /** A record declaration after a function. */
  RECORD_AFTER_FUNCTION(2015, "Record after function"),
  /** {@code .} or {@code ::} after what is no name and no parenthesis. */
  RECEIVER_NEEDS_PARENTHESES(2016, "Receiver needs parentheses"),
  /** Braces that hold both elements and entries. */
  MIXED_BRACES(2017, "Set or dict"),
  /** Something that cannot stand in a pattern. */
  INVALID_PATTERN(2018, "Invalid pattern"),
  /** {@code _} where a value is wanted. */
  WILDCARD_AS_VALUE(2019, "Wildcard as value"),
  /** A program without an expression. */
  EMPTY_PROGRAM(2020, "Empty program"),
  /** A range with too many parts. */
  MALFORMED_RANGE(2021, "Malformed range"),
  /** {@code =} where {@code ==} is meant. */
  EQUALS_SIGN_IN_EXPRESSION(2022, "Single equals sign"),
  /** {@code ^} in a pattern without what it may stand before. */
  MISPLACED_PIN(2023, "Misplaced pin"),
  /** {@code ++} in a pattern without a literal on one side and a name on the other. */
  MALFORMED_AFFIX(2024, "Malformed prefix or suffix"),
  /** Several steps where a single expression is wanted. */
  STEPS_WITHOUT_DO(2025, "Steps without do"),

  /** A name that nothing binds. */
  UNDEFINED_NAME(3001, "Undefined name"),
  /** A name that only a later alias binds. */
  USED_BEFORE_DEFINITION(3002, "Used before its definition"),
  /** A function that is used before the values that it needs are there. */
  NEEDS_LATER_VALUE(3003, "Needs a later value"),
  /** A function whose clauses are apart. */
  SCATTERED_CLAUSES(3004, "Scattered clauses"),
  /** Clauses of one function with different numbers of parameters. */
  UNEQUAL_ARITIES(3005, "Unequal numbers of parameters"),
  /** A record type, field or export that stands twice. */
  DUPLICATE_DEFINITION(3006, "Defined twice"),
  /** An export of what the module does not define. */
  UNDEFINED_EXPORT(3007, "Export not defined"),
  /** More parameters, arguments, fields and the like than the compiler takes. */
  TOO_MANY(3008, "Too many"),
  /** A pinned name that only the pattern around the pin binds. */
  PIN_OF_OWN_NAME(3009, "Pin of a name of its own pattern"),

  /** A module that nobody can find. */
  MODULE_NOT_FOUND(4001, "Module not found"),
  /** An import of what the module does not export. */
  NOT_EXPORTED(4002, "Not exported"),
  /** A module that needs itself in order to be loaded. */
  CYCLIC_IMPORT(4003, "Cyclic import"),
  /** A file whose module has another name than the path says. */
  WRONG_MODULE_NAME(4004, "Wrong module name"),
  /** A module file that holds something else. */
  NOT_A_MODULE(4005, "Not a module"),
  /** A module with the name of a standard one. */
  STANDARD_MODULE_NAME(4006, "Name of a standard module"),
  /** A module file that cannot be read. */
  UNREADABLE_MODULE(4007, "Module cannot be read"),
  /** A static method that a Java class does not have, or not for that many arguments. */
  NO_JAVA_METHOD(4008, "No such Java method"),
  /** A function that needs a grant which the host of the program has not given. */
  NOT_GRANTED(4009, "Not granted"),

  /** A record type that is not known in this place. */
  UNKNOWN_RECORD(5001, "Unknown record type"),
  /** A field that the record type does not have. */
  UNKNOWN_RECORD_FIELD(5002, "Unknown record field"),
  /** A field that is read or changed, and that no record type has. */
  UNKNOWN_FIELD(5003, "No record has this field"),

  /** A line that starts with {@code |>} and belongs to the lambda before it. */
  PIPE_IN_LAMBDA(6001, "Pipe belongs to the lambda"),
  /** A step before the last that does nothing. */
  STEP_WITHOUT_EFFECT(6002, "Step without effect"),
  /** A name in a pattern that is bound already and looks as if it were not. */
  COMPARED_NAME(6003, "Name is compared, not bound"),
  /** A number in the braces of a string that looks like a quantifier. */
  NUMBER_IN_BRACES(6004, "Number in braces"),
  /** A name in a pattern of {@code case} or {@code catch} that is bound already as a local name. */
  BOUND_NAME_IN_PATTERN(6006, "Bound name in a pattern"),
  /** A string whose closing braces, written twice, are too few. */
  BRACES_READ_AS_ONE(6008, "Closing braces read as one"),
  /** A write to a file in a comprehension, after something that may wait. */
  UNORDERED_WRITES(6012, "Writes in no order"),
  /** A literal that is no Boolean where a clause has a guard. */
  GUARD_WITHOUT_CONDITION(6028, "Guard without a condition"),
  /** A function that lacks arguments where a function is of no use. */
  TOO_FEW_ARGUMENTS(6015, "Too few arguments"),
  /** A function that is called where it was to be passed on. */
  CALLED_FIRST(6016, "Called before it is passed on"),
  /** A name of an alias or a pattern that nothing uses. */
  UNUSED_NAME(6025, "Unused name"),
  /** An import that nothing uses. */
  UNUSED_IMPORT(6026, "Unused import"),
  /** A function of a module that nothing uses and nobody can. */
  UNUSED_FUNCTION(6027, "Unused function"),
  /** A clause or guard behind one that takes all that it could. */
  CLAUSE_NEVER_TRIED(6029, "Clause never tried"),
  /** A call that goes on with a line which looks like another step. */
  STEPS_READ_AS_A_CALL(6037, "Steps read as a call"),
  /** A {@code raise} of what is no symbol and message. */
  MALFORMED_RAISE(6038, "Malformed raise"),
  /** A pattern for another kind of value than the one that it is tried on. */
  PATTERN_NEVER_MATCHES(6030, "Pattern never matches"),
  /** A key of a Dict, or an element of a Set, that is written twice. */
  KEY_TWICE(6031, "Key written twice"),
  /** Two imports under one name. */
  NAME_IMPORTED_TWICE(6032, "Name imported twice"),
  /** A comparison of values that are never equal. */
  NEVER_EQUAL(6035, "Never equal"),
  /** {@code +} or {@code -} with a Set on both sides: the right one is taken as an element. */
  SET_AS_ELEMENT(6034, "Set as an element"),
  /** A minus that subtracts and is written like a sign. */
  MINUS_LIKE_A_SIGN(6039, "Minus written like a sign"),
  /** A line in a collection that is read as an argument of the call before it. */
  COMMA_MISSING(6040, "Comma missing"),
  /** A value of a kind that an operator, a condition or a function never takes. */
  WRONG_KIND(6041, "Value of the wrong kind"),
  /** Arguments that are named like each other's parameters. */
  ARGUMENTS_EXCHANGED(6042, "Arguments in another order"),
  /** A text whose characters become elements beside others, or that becomes one among Chars. */
  TEXT_AMONG_OTHERS(6043, "Text among other elements"),
  /** A {@code $} or {@code #} before the braces of a string. */
  SIGN_BEFORE_BRACES(6044, "Sign before braces is text"),
  /** A step whose result alone tells what came of it, and is dropped. */
  RESULT_DROPPED(6045, "Result dropped"),
  /** An alias in inner steps that looks like an assignment to an outer one. */
  NO_ASSIGNMENT(6046, "New name, no assignment"),
  /** A {@code main} that takes arguments, in a program. */
  MAIN_WITH_PARAMETERS(6047, "Main with parameters"),
  /** Something with a state that is made at a mention, and used nowhere else. */
  STATE_MADE_ANEW(6048, "State made at each mention"),
  /** A resource that is printed or put into a text. */
  RESOURCE_AS_TEXT(6049, "Resource as text"),
  /** A comparison of what another comparison gives: {@code a < b < c}. */
  COMPARED_RESULT(6050, "Result of a comparison compared"),
  /** A line that starts with {@code |>} and belongs to the {@code else} before it. */
  PIPE_IN_ELSE(6051, "Pipe belongs to the else"),
  /** {@code ^} between numbers that make a power elsewhere. */
  XOR_LIKE_A_POWER(6052, "Exclusive or written like a power"),
  /** A range that counts down without a step, or whose step looks like an element. */
  RANGE_MISREAD(6053, "Range written like another"),
  /** Digits behind {@code \0} in a text. */
  OCTAL_ESCAPE(6054, "Digits behind \\0"),
  /** The same expression in two places, of which one is then of no use. */
  SAME_TWICE(6055, "Same expression twice"),
  /** A step behind one that always raises, or goes on for ever. */
  STEP_NEVER_REACHED(6056, "Step never reached"),
  /** A function that calls itself on every path. */
  ENDLESS_CALLS(6057, "Function calls itself without end"),
  /** A letter in a pattern of times that means something else than it looks like. */
  TIME_PATTERN(6058, "Letter of another part of a time");

  private final int number;
  private final String title;

  Code(int number, String title) {
    this.number = number;
    this.title = title;
  }

  /** How users name it: {@code Y2001}. */
  public String id() {
    return "Y" + number;
  }

  /**
   * The error symbol that a program sees when it loads or evaluates a text with this error
   * (language.md 10.2), without the colon.
   */
  public String symbol() {
    return switch (this) {
      case MODULE_NOT_FOUND,
          WRONG_MODULE_NAME,
          NOT_A_MODULE,
          STANDARD_MODULE_NAME,
          UNREADABLE_MODULE ->
          "nomodule";
      case NOT_EXPORTED -> "nofunction";
      case CYCLIC_IMPORT -> "cyclicimport";
      case NO_JAVA_METHOD -> "polyglot";
      case NOT_GRANTED -> "notgranted";
      case UNKNOWN_RECORD -> "norecord";
      case UNKNOWN_RECORD_FIELD, UNKNOWN_FIELD -> "norecordfield";
      default -> "syntax";
    };
  }

  /** A few words on what is wrong. */
  public String title() {
    return title;
  }

  /** The code that users name {@code id} (case does not matter), or null. */
  public static @Nullable Code of(String id) {
    for (Code code : values()) {
      if (code.id().equalsIgnoreCase(id)) {
        return code;
      }
    }
    return null;
  }
}
