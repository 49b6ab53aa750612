package yona.language.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree.Expression;

/**
 * Operators, calls and atoms (language.md 3). The other forms are in {@link Forms}, {@link
 * Collections} and {@link Modules}.
 */
final class Expressions {
  private static final int BACKTICK_LEVEL = 16;

  private final Cursor cursor;
  private final Literals literals;
  private final Patterns patterns;
  private final Collections collections;
  private final Forms forms;
  private final Modules modules;

  /** Where the last bar was looked at, and whether sources follow it. */
  private int lastBar = -1;

  private boolean lastBarStartsSources;

  /** The first pipe on a new line directly in the body of the innermost lambda, or -1. */
  private int pipeInLambda = -1;

  Expressions(Cursor cursor, Literals literals, Documentation documentation) {
    this.cursor = cursor;
    this.literals = literals;
    this.patterns = new Patterns(cursor, this);
    this.collections = new Collections(cursor, literals, this, patterns);
    this.forms = new Forms(cursor, this, patterns);
    this.modules = new Modules(cursor, this, patterns, forms, documentation);
  }

  /** A whole program. */
  Expression program() {
    if (cursor.at(TokenKind.END_OF_SOURCE)) {
      cursor.error(
          Code.EMPTY_PROGRAM,
          "Expected an expression, found an empty program",
          "The shortest program without a result is ()");
      return new Tree.Missing(cursor.range());
    }
    Expression program = expression();
    if (!cursor.at(TokenKind.END_OF_SOURCE) && !cursor.isPanicking()) {
      trailing(program);
    }
    return program;
  }

  private void trailing(Expression program) {
    switch (cursor.kind()) {
      case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE, END, IN ->
          cursor.error(
              Code.UNEXPECTED_CLOSER,
              "Expected the end of the program, found "
                  + cursor.found()
                  + ", which closes nothing that is open",
              cursor.at(TokenKind.IN) ? membershipHint(program) : null);
      case LINE_BREAK -> {
        boolean closedEarly = program instanceof Tree.Let || program instanceof Tree.Import;
        cursor.advance();
        cursor.error(
            Code.UNEXPECTED_LINE_BREAK,
            "Expected the end of the program or an operator, found a new line that starts with "
                + cursor.found(),
            closedEarly
                ? membershipHint(program)
                : "A program is one expression; `do ... end` runs several steps, one a line");
      }
      default -> cursor.unexpected("the end of the program or an operator");
    }
  }

  private static @Nullable String membershipHint(Expression program) {
    return program instanceof Tree.Let || program instanceof Tree.Import
        ? "The first `in` closes a `let`; in an alias a membership test needs parentheses: (x in"
            + " xs)"
        : null;
  }

  /** An expression, as far as it goes. */
  Expression expression() {
    cursor.deeper();
    Expression expression = binary(1);
    cursor.shallower();
    return expression;
  }

  /** An expression in a context of its own. */
  Expression expression(int context) {
    int before = cursor.enter(context);
    Expression expression = expression();
    cursor.enter(before);
    return expression;
  }

  // Operators

  private Expression binary(int minimum) {
    Expression left = prefix();
    while (true) {
      int level = level();
      if (level < minimum) {
        return left;
      }
      left = level == BACKTICK_LEVEL ? infix(left) : chain(left, level);
    }
  }

  private Expression chain(Expression first, int level) {
    if (first instanceof Tree.Raise && !cursor.at(TokenKind.PIPE_RIGHT)) {
      raiseAsOperand(first);
    }
    List<Tree.Link> links = new ArrayList<>(2);
    do {
      Operator operator = operator();
      Range operatorRange = cursor.range();
      if (operator == Operator.PIPE_RIGHT
          && pipeInLambda < 0
          && cursor.in(Cursor.LAMBDA)
          && cursor.tokens().onNewLine(cursor.position())) {
        pipeInLambda = cursor.position();
      }
      cursor.advance();
      Expression operand = binary(level + 1);
      links.add(
          new Tree.Link(cursor.from(operatorRange.start()), operator, operatorRange, operand));
    } while (level() == level);
    return new Tree.Chain(cursor.from(first.range().start()), first, List.copyOf(links));
  }

  private void raiseAsOperand(Expression raise) {
    cursor.error(
        Code.RAISE_AS_OPERAND,
        raise.range(),
        "Expected the message of `raise` to be one argument, found the operator "
            + cursor.found()
            + " after it",
        "Put the message in parentheses, raise :symbol (a ++ b), or interpolate it:"
            + " raise :symbol \"{a}{b}\"");
  }

  private Expression infix(Expression first) {
    if (first instanceof Tree.Raise) {
      raiseAsOperand(first);
    }
    List<Tree.InfixLink> links = new ArrayList<>(2);
    while (cursor.at(TokenKind.BACKTICK)) {
      int start = cursor.start();
      cursor.advance();
      Expression function = atom();
      if (!(function instanceof Tree.NameExpression
          || function instanceof Tree.Member
          || function instanceof Tree.Missing)) {
        cursor.error(
            Code.UNEXPECTED_TOKEN,
            function.range(),
            "Expected a name or a module member between backticks, found another expression",
            null);
      }
      cursor.expect(TokenKind.BACKTICK, "a closing backtick");
      Expression operand = prefix();
      links.add(new Tree.InfixLink(cursor.from(start), function, operand));
    }
    return new Tree.InfixChain(cursor.from(first.range().start()), first, List.copyOf(links));
  }

  /** The level of the operator here, 0 if there is none. */
  private int level() {
    return switch (cursor.kind()) {
      case BACKTICK -> BACKTICK_LEVEL;
      case IN -> cursor.in(Cursor.CLOSING_IN) ? 0 : Operator.IN.level();
      case BAR -> startsSources() ? 0 : Operator.BIT_OR.level();
      default -> {
        Operator operator = operator();
        yield operator == null ? 0 : operator.level();
      }
    };
  }

  /** Whether the bar here starts the sources of a comprehension. */
  boolean startsSources() {
    if (!cursor.in(Cursor.SOURCES)) {
      return false;
    }
    if (lastBar != cursor.position()) {
      lastBar = cursor.position();
      lastBarStartsSources = patterns.sourcesFollow();
    }
    return lastBarStartsSources;
  }

  /** Whether a binary operator stands here. */
  boolean atOperator() {
    return operator() != null;
  }

  private @Nullable Operator operator() {
    return switch (cursor.kind()) {
      case PIPE_RIGHT -> Operator.PIPE_RIGHT;
      case PIPE_LEFT -> Operator.PIPE_LEFT;
      case OR -> Operator.OR;
      case AND -> Operator.AND;
      case EQUAL -> Operator.EQUAL;
      case NOT_EQUAL -> Operator.NOT_EQUAL;
      case LESS -> Operator.LESS;
      case LESS_EQUAL -> Operator.LESS_EQUAL;
      case GREATER -> Operator.GREATER;
      case GREATER_EQUAL -> Operator.GREATER_EQUAL;
      case IN -> Operator.IN;
      case BAR -> Operator.BIT_OR;
      case CARET -> Operator.BIT_XOR;
      case AMPERSAND -> Operator.BIT_AND;
      case PLUS_PLUS -> Operator.JOIN;
      case APPEND -> Operator.APPEND;
      case PREPEND -> Operator.PREPEND;
      case SHIFT_LEFT -> Operator.SHIFT_LEFT;
      case SHIFT_RIGHT -> Operator.SHIFT_RIGHT;
      case SHIFT_RIGHT_ZERO -> Operator.SHIFT_RIGHT_ZERO;
      case PLUS -> Operator.ADD;
      case MINUS -> Operator.SUBTRACT;
      case STAR -> Operator.MULTIPLY;
      case SLASH -> Operator.DIVIDE;
      case PERCENT -> Operator.REMAINDER;
      case STAR_STAR -> Operator.POWER;
      default -> null;
    };
  }

  private Expression prefix() {
    int start = cursor.start();
    PrefixOperator operator;
    switch (cursor.kind()) {
      case MINUS -> {
        if (cursor.touchesNext() && isNumber(cursor.kind(1))) {
          cursor.advance();
          return notCalled(literal(start));
        }
        operator = PrefixOperator.NEGATE;
      }
      case NOT -> operator = PrefixOperator.NOT;
      case TILDE -> operator = PrefixOperator.COMPLEMENT;
      default -> {
        return application();
      }
    }
    Range operatorRange = cursor.range();
    cursor.advance();
    cursor.deeper();
    Expression operand = prefix();
    cursor.shallower();
    return new Tree.Prefix(cursor.from(start), operator, operatorRange, operand);
  }

  private static boolean isNumber(TokenKind kind) {
    return kind == TokenKind.INT
        || kind == TokenKind.FLOAT
        || kind == TokenKind.BYTE
        || kind == TokenKind.BIG;
  }

  // Calls

  private Expression application() {
    Expression form = openForm();
    if (form != null) {
      return form;
    }
    Expression callee = atom();
    return switch (callee) {
      case Tree.NameExpression name -> call(name);
      case Tree.Member member -> call(member);
      case Tree.FieldAccess access -> call(access);
      case Tree.Parenthesized parenthesized -> call(parenthesized);
      case Tree.Missing missing -> call(missing);
      case Tree.Lambda lambda -> lambda;
      default -> notCalled(callee);
    };
  }

  /** The callee, or a call if arguments follow. */
  private Expression call(Expression callee) {
    if (!startsArgument() && !isForm()) {
      return callee;
    }
    List<Expression> arguments = new ArrayList<>(4);
    while (startsArgument() || isForm()) {
      Expression argument = argument();
      arguments.add(argument);
      if (argument instanceof Tree.Lambda) {
        break;
      }
    }
    return new Tree.Call(cursor.from(callee.range().start()), callee, List.copyOf(arguments));
  }

  /** Whether an argument can start here. */
  boolean startsArgument() {
    return switch (cursor.kind()) {
      case LOWER_NAME,
          UPPER_NAME,
          MODULE_NAME,
          WILDCARD,
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
          INVALID,
          LEFT_PARENTHESIS,
          LEFT_BRACKET,
          LEFT_BRACE,
          BACKSLASH ->
          true;
      default -> false;
    };
  }

  /** Whether a form stands here that can be no argument as it is. */
  private boolean isForm() {
    return switch (cursor.kind()) {
      case LET, CASE, DO, TRY, WITH, RAISE, IMPORT, MODULE -> !cursor.isPanicking();
      case IF -> !cursor.in(Cursor.CONDITION) && !cursor.isPanicking();
      default -> false;
    };
  }

  /** An argument of a call. */
  Expression argument() {
    if (startsArgument()) {
      return atom();
    }
    int start = cursor.start();
    String found = cursor.found();
    cursor.error(
        Code.ARGUMENT_NEEDS_PARENTHESES,
        "Expected an argument, found " + found,
        "An argument that is more than a name, a literal or a lambda needs parentheses: f ("
            + found.replace("`", "")
            + " ...)");
    Expression form = openForm();
    return form == null ? new Tree.Missing(new Range(start, start)) : form;
  }

  /** The value, after which no argument may stand. */
  private Expression notCalled(Expression value) {
    if (!startsArgument()) {
      return value;
    }
    String what =
        switch (value) {
          case Tree.ModuleReference module -> "the module `" + module.name().text() + "`";
          case Tree.Literal ignored -> "a literal";
          case Tree.RecordInstance ignored -> "a record";
          case Tree.RecordUpdate ignored -> "a record";
          default -> "a collection";
        };
    String hint;
    if (value instanceof Tree.ModuleReference module && cursor.at(TokenKind.LEFT_PARENTHESIS)) {
      hint =
          "A record is written with the names of its fields and without a space: "
              + module.name().text()
              + "(field = value)";
    } else if (value instanceof Tree.ModuleReference module) {
      hint = "A function of the module is called like this: " + module.name().text() + "::name";
    } else if (cursor.in(Cursor.LAMBDA)) {
      hint =
          "If this is meant as an argument after the lambda, put the lambda in parentheses:"
              + " f (\\x -> ...) argument";
    } else {
      hint = "Put an operator, a comma or a line break between the two";
    }
    cursor.error(
        Code.ARGUMENT_AFTER_VALUE,
        "Expected an operator or the end of the expression after "
            + what
            + ", which is no function, found "
            + cursor.found(),
        hint);
    while (startsArgument()) {
      atom();
    }
    return value;
  }

  // Atoms

  /** What can be an argument: an atom, a lambda, a member or a field access. */
  Expression atom() {
    int start = cursor.start();
    return switch (cursor.kind()) {
      case LOWER_NAME -> accessed(nameOrUpdate());
      case UPPER_NAME, MODULE_NAME -> accessed(moduleOrRecord());
      case INT, FLOAT, BYTE, BIG, CHARACTER, SYMBOL, STRING, STRING_START, TRUE, FALSE ->
          accessed(literal(start));
      case LEFT_PARENTHESIS -> accessed(collections.parenthesis());
      case LEFT_BRACKET -> accessed(collections.bracket());
      case LEFT_BRACE -> accessed(collections.brace());
      case BACKSLASH -> lambda();
      case INVALID -> invalid();
      case WILDCARD -> wildcard();
      default -> missingExpression();
    };
  }

  private Expression nameOrUpdate() {
    int start = cursor.start();
    boolean update =
        cursor.touchesNext() && cursor.kind(1) == TokenKind.LEFT_PARENTHESIS && fieldStarts();
    Tree.Name name = takeName();
    Tree.NameExpression expression = new Tree.NameExpression(name.range(), name.text());
    if (!update) {
      return expression;
    }
    List<Tree.Field> fields = collections.fields();
    return new Tree.RecordUpdate(cursor.from(start), expression, fields);
  }

  private Expression moduleOrRecord() {
    int start = cursor.start();
    boolean instance =
        cursor.at(TokenKind.UPPER_NAME)
            && cursor.touchesNext()
            && cursor.kind(1) == TokenKind.LEFT_PARENTHESIS
            && (cursor.kind(2) == TokenKind.RIGHT_PARENTHESIS || fieldStarts());
    if (!instance) {
      Tree.QualifiedName name = qualifiedName();
      return new Tree.ModuleReference(name.range(), name);
    }
    Tree.Name type = takeName();
    List<Tree.Field> fields = collections.fields();
    return new Tree.RecordInstance(cursor.from(start), type, fields);
  }

  /** Whether {@code field =} stands behind the name here and the parenthesis after it. */
  private boolean fieldStarts() {
    return cursor.kind(2) == TokenKind.LOWER_NAME && cursor.kind(3) == TokenKind.EQUALS;
  }

  private Expression invalid() {
    int start = cursor.start();
    cursor.advance();
    return new Tree.Missing(cursor.from(start));
  }

  private Expression wildcard() {
    cursor.error(
        Code.WILDCARD_AS_VALUE,
        "Expected a value, found `_`, which matches anything in patterns and has no value",
        null);
    return invalid();
  }

  private Expression missingExpression() {
    Range place = cursor.place();
    String expected = "an expression";
    int position = cursor.position();
    if (position > 0) {
      TokenKind before = cursor.tokens().kind(position - 1);
      if (before.ignoresBreakAfter()) {
        expected = "an expression after " + before.description();
      }
    }
    if (cursor.kind().isKeyword() && cursor.kind(1) == TokenKind.EQUALS) {
      keywordAsName();
    } else {
      cursor.unexpected(expected);
    }
    return new Tree.Missing(place);
  }

  /** The receiver with {@code ::name} or {@code .field} after it, if they are there. */
  private Expression accessed(Expression receiver) {
    int start = receiver.range().start();
    boolean plain =
        receiver instanceof Tree.NameExpression || receiver instanceof Tree.Parenthesized;
    Expression result = receiver;
    if (cursor.at(TokenKind.DOUBLE_COLON) && (plain || receiver instanceof Tree.ModuleReference)) {
      cursor.advance();
      Tree.Name name = name("a function name after `::`");
      result = new Tree.Member(cursor.from(start), receiver, name);
    } else if (cursor.at(TokenKind.DOT) && plain) {
      List<Tree.Name> fields = new ArrayList<>(2);
      while (cursor.take(TokenKind.DOT)) {
        fields.add(name("a field name after `.`"));
      }
      result = new Tree.FieldAccess(cursor.from(start), receiver, List.copyOf(fields));
    }
    if (cursor.at(TokenKind.DOUBLE_COLON) || cursor.at(TokenKind.DOT)) {
      cursor.error(
          Code.RECEIVER_NEEDS_PARENTHESES,
          "Expected a name or parentheses before " + cursor.found() + ", found another expression",
          "Put what stands before it in parentheses: (a::b).field, (a.b)::name");
      while (cursor.at(TokenKind.DOUBLE_COLON) || cursor.at(TokenKind.DOT)) {
        cursor.advance();
        cursor.take(TokenKind.LOWER_NAME);
      }
    }
    return result;
  }

  /** The literal here, which starts at {@code start} if a minus sign stands before it. */
  Tree.Literal literal(int start) {
    int token = cursor.position();
    return switch (cursor.kind()) {
      case STRING, STRING_START -> collections.string();
      case SYMBOL -> new Tree.SymbolLiteral(cursor.range(), takeName().text().substring(1));
      case TRUE, FALSE -> {
        boolean value = cursor.at(TokenKind.TRUE);
        cursor.advance();
        yield new Tree.BooleanLiteral(cursor.from(start), value);
      }
      case CHARACTER -> {
        cursor.advance();
        yield literals.character(token);
      }
      default -> {
        cursor.advance();
        yield literals.number(token, start);
      }
    };
  }

  /** {@code ()}, which stands here. */
  Tree.UnitLiteral unit() {
    int start = cursor.start();
    int open = cursor.position();
    int before = cursor.openBracket(0);
    cursor.closeBracket(open, before, "`)`");
    return new Tree.UnitLiteral(cursor.from(start));
  }

  // Names

  /** The name token here. */
  Tree.Name takeName() {
    Tree.Name name = new Tree.Name(cursor.range(), cursor.text());
    cursor.advance();
    return name;
  }

  /** A lower name, or an error that {@code expected} is missing. */
  Tree.Name name(String expected) {
    if (cursor.at(TokenKind.LOWER_NAME)) {
      return takeName();
    }
    Range place = cursor.place();
    if (cursor.at(TokenKind.INVALID)) {
      cursor.advance();
    } else if (cursor.kind().isKeyword()) {
      keywordAsName();
    } else {
      cursor.unexpected(expected);
    }
    return new Tree.Name(place, "");
  }

  /** Reports the keyword here as no name, and takes it for one. */
  void keywordAsName() {
    String word = cursor.found();
    cursor.error(
        Code.KEYWORD_AS_NAME,
        "Expected a name, found the keyword " + word,
        "Keywords are names only directly after `::` and as symbols");
    cursor.advance();
  }

  /** The module name here. */
  Tree.QualifiedName qualifiedName() {
    Range range = cursor.range();
    String text = cursor.text();
    cursor.advance();
    List<Tree.Name> packages = new ArrayList<>();
    int from = 0;
    for (int end = text.indexOf('\\'); end >= 0; end = text.indexOf('\\', from)) {
      packages.add(part(range, text, from, end));
      from = end + 1;
    }
    return new Tree.QualifiedName(
        range, List.copyOf(packages), part(range, text, from, text.length()));
  }

  private static Tree.Name part(Range whole, String text, int from, int end) {
    int start = whole.start();
    return new Tree.Name(new Range(start + from, start + end), text.substring(from, end));
  }

  // Lambdas and other forms

  private Expression lambda() {
    int start = cursor.start();
    int token = cursor.position();
    cursor.advance();
    List<Tree.Pattern> parameters = new ArrayList<>(4);
    while (patterns.startHere() && !cursor.isPanicking()) {
      parameters.add(patterns.pattern());
    }
    if (!cursor.at(TokenKind.ARROW) && !cursor.isPanicking()) {
      missingArrow(token, parameters);
    }
    cursor.take(TokenKind.ARROW);
    int outerPipe = pipeInLambda;
    pipeInLambda = -1;
    Expression body = expression(cursor.context() | Cursor.LAMBDA);
    warnOfPipe(token);
    pipeInLambda = outerPipe;
    return new Tree.Lambda(cursor.from(start), List.copyOf(parameters), body);
  }

  private void missingArrow(int token, List<Tree.Pattern> parameters) {
    boolean module =
        parameters.size() == 1
            && parameters.getFirst() instanceof Tree.RecordPattern
            && token > 0
            && cursor.tokens().kind(token - 1) == TokenKind.LOWER_NAME;
    if (module) {
      cursor.error(
          Code.UNEXPECTED_TOKEN,
          "Expected `->` after the parameters of the lambda, found " + cursor.found(),
          "A module name is written without white space: package\\Name");
    }
    cursor.unexpected("a parameter or `->`");
  }

  /** Warns of a pipe at the start of a line in a lambda that no parentheses end. */
  private void warnOfPipe(int lambda) {
    if (pipeInLambda < 0 || cursor.isPanicking()) {
      return;
    }
    boolean parenthesized =
        lambda > 0
            && cursor.tokens().kind(lambda - 1) == TokenKind.LEFT_PARENTHESIS
            && cursor.at(TokenKind.RIGHT_PARENTHESIS);
    if (!parenthesized) {
      cursor.warn(
          Code.PIPE_IN_LAMBDA,
          cursor.tokens().range(pipeInLambda),
          "This `|>` belongs to the body of the lambda before it",
          "Put the lambda, or its body, in parentheses to say which is meant");
    }
  }

  /** The form that a keyword here starts, or null. */
  private @Nullable Expression openForm() {
    return switch (cursor.kind()) {
      case LET -> forms.let();
      case IF -> forms.conditional();
      case CASE -> forms.caseOf();
      case DO -> forms.block();
      case TRY -> forms.tryCatch();
      case RAISE -> forms.raise();
      case WITH -> forms.with();
      case IMPORT -> modules.importIn();
      case MODULE -> modules.module();
      default -> null;
    };
  }
}
