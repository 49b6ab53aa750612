package yona.language.syntax;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.OtherLanguages;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree.Expression;

/**
 * Programs, calls, atoms and lambdas (language.md 3). The rest is in {@link Operators}, {@link
 * Collections}, {@link Forms} and {@link Modules}.
 */
final class Expressions {
  private final Cursor cursor;
  private final Literals literals;
  private final Names names;
  private final MisleadingLayout layout;
  private final Operators operators;
  private final Patterns patterns;
  private final Collections collections;
  private final Forms forms;
  private final Modules modules;

  Expressions(Cursor cursor, Literals literals, Documentation documentation) {
    this.cursor = cursor;
    this.literals = literals;
    this.names = new Names(cursor);
    this.patterns = new Patterns(cursor, this, names);
    this.layout = new MisleadingLayout(cursor);
    MisreadForms misread = new MisreadForms(cursor);
    this.operators = new Operators(cursor, this, patterns, layout, misread);
    this.collections = new Collections(cursor, literals, this, patterns, names, layout, misread);
    this.forms = new Forms(cursor, this, patterns, names, layout);
    this.modules = new Modules(cursor, patterns, forms, names, documentation);
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

  /**
   * What was typed at a prompt.
   *
   * @param records takes the record types that it declares
   */
  Expression input(List<Tree.RecordDeclaration> records) {
    Expression input =
        cursor.at(TokenKind.IMPORT)
            ? modules.importOrClauses()
            : forms.steps(cursor.start(), () -> records.add(modules.record()));
    boolean imports = input instanceof Tree.Import;
    if (imports && ((Tree.Import) input).body() instanceof Tree.Missing) {
      return input;
    }
    if (!cursor.at(TokenKind.END_OF_SOURCE) && !cursor.isPanicking()) {
      trailing(input);
    }
    return imports ? new Tree.Do(input.range(), List.of(input)) : input;
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

  Operators operators() {
    return operators;
  }

  /** An expression, as far as it goes. */
  Expression expression() {
    cursor.deeper();
    Expression expression = operators.operand(1);
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

  // Calls

  /** A form, or an atom with arguments if it takes some. */
  Expression application() {
    Expression form = openForm();
    if (form != null) {
      return form;
    }
    Expression callee = atom();
    if (callee instanceof Tree.Lambda) {
      return callee;
    }
    return isCallee(callee) ? call(callee) : notCalled(callee);
  }

  /** Whether arguments may follow (plain tests: the first switch over types costs milliseconds). */
  private static boolean isCallee(Expression expression) {
    return expression instanceof Tree.NameExpression
        || expression instanceof Tree.Member
        || expression instanceof Tree.FieldAccess
        || expression instanceof Tree.Parenthesized
        || expression instanceof Tree.Missing;
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
  Expression notCalled(Expression value) {
    if (!startsArgument()) {
      return value;
    }
    String what =
        switch (value) {
          case Tree.ModuleReference module ->
              (cursor.at(TokenKind.LEFT_PARENTHESIS) ? "the record or module `" : "the module `")
                  + module.name().text()
                  + "`";
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
      hint =
          cursor.in(Cursor.BREAKS)
              ? "Put an operator, a comma or a line break between the two"
              : "Put an operator or a comma between the two";
    }
    cursor.error(
        Code.ARGUMENT_AFTER_VALUE,
        "Expected an operator or the end of the expression after "
            + what
            + ", which is no function, found "
            + cursor.found(),
        hint);
    if (value instanceof Tree.ModuleReference && cursor.at(TokenKind.LEFT_PARENTHESIS)) {
      // What is wrong with its fields has been said.
      cursor.panic();
    }
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
    Tree.Name name = names.takeName();
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
      Tree.QualifiedName name = names.qualifiedName();
      return new Tree.ModuleReference(name.range(), name);
    }
    Tree.Name type = names.takeName();
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
      names.keywordAsName();
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
      Tree.Name name = names.name("a function name after `::`");
      result = new Tree.Member(cursor.from(start), receiver, name);
    } else if (cursor.at(TokenKind.DOT) && plain) {
      List<Tree.Name> fields = new ArrayList<>(2);
      while (cursor.take(TokenKind.DOT)) {
        if (cursor.at(TokenKind.UPPER_NAME) || cursor.at(TokenKind.MODULE_NAME)) {
          cursor.unexpected("a field name after `.`", packageHint(receiver, fields));
        }
        fields.add(names.name("a field name after `.`"));
      }
      result = new Tree.FieldAccess(cursor.from(start), receiver, List.copyOf(fields));
    }
    return cursor.at(TokenKind.DOUBLE_COLON) || cursor.at(TokenKind.DOT)
        ? wronglyAccessed(result)
        : result;
  }

  private static boolean isPlainValue(Expression expression) {
    return expression instanceof Tree.Literal
        || expression instanceof Tree.Sequence
        || expression instanceof Tree.SetExpression
        || expression instanceof Tree.DictExpression;
  }

  private @Nullable String packageHint(Expression receiver, List<Tree.Name> fields) {
    if (!(receiver instanceof Tree.NameExpression first)) {
      return null;
    }
    StringBuilder name = new StringBuilder(first.text()).append('\\');
    fields.forEach(field -> name.append(field.text()).append('\\'));
    return "Modules and Java classes in packages are written with backslashes: "
        + name
        + cursor.text();
  }

  /** Reports what takes no {@code ::} or {@code .}, and reads it as the function it is meant as. */
  private Expression wronglyAccessed(Expression receiver) {
    boolean field = cursor.at(TokenKind.DOT);
    int last = 1;
    while (cursor.kind(last + 1) == TokenKind.DOT
        && cursor.kind(last + 2) == TokenKind.LOWER_NAME) {
      last += 2;
    }
    boolean named = cursor.kind(last) == TokenKind.LOWER_NAME;
    String method = named ? OtherLanguages.method(cursor.text(last)) : null;
    String name = cursor.kind(1) == TokenKind.LOWER_NAME ? cursor.text(1) : "name";
    if (field && receiver instanceof Tree.ModuleReference module) {
      String hint = "`.` takes a field from a record, `::` a function from a module: ";
      cursor.error(
          Code.UNEXPECTED_TOKEN,
          "Expected `::` after the module `" + module.name().text() + "`, found `.`",
          method == null ? hint + module.name().text() + "::" + name : method);
    } else {
      cursor.error(
          Code.RECEIVER_NEEDS_PARENTHESES,
          "Expected a name or parentheses before " + cursor.found() + ", found another expression",
          field && isPlainValue(receiver)
              ? "Only records have fields; what is a method elsewhere is a function that gets the"
                  + " value: Seq::map f xs"
              : "Put what stands before it in parentheses: (a::b).field, (a.b)::name");
    }
    Expression result = receiver;
    while (cursor.at(TokenKind.DOUBLE_COLON) || cursor.at(TokenKind.DOT)) {
      cursor.advance();
      if (cursor.at(TokenKind.LOWER_NAME)) {
        Tree.Name function = names.takeName();
        result = new Tree.Member(cursor.from(receiver.range().start()), result, function);
      }
    }
    return result;
  }

  /** The literal here, which starts at {@code start} if a minus sign stands before it. */
  Tree.Literal literal(int start) {
    int token = cursor.position();
    return switch (cursor.kind()) {
      case STRING, STRING_START -> collections.string();
      case SYMBOL -> new Tree.SymbolLiteral(cursor.range(), names.takeName().text().substring(1));
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

  /** What stands in the parentheses that open here, those included. */
  Expression parenthesis() {
    return collections.parenthesis();
  }

  // Lambdas and other forms

  private Expression lambda() {
    int start = cursor.start();
    int token = cursor.position();
    cursor.advance();
    List<Tree.Pattern> parameters = new ArrayList<>(4);
    while (!cursor.isPanicking()) {
      if (patterns.startHere()) {
        parameters.add(patterns.pattern());
      } else if (isKeywordAsParameter()) {
        names.keywordAsName();
      } else {
        break;
      }
    }
    if (!cursor.at(TokenKind.ARROW) && !cursor.isPanicking()) {
      missingArrow(token, parameters);
    }
    cursor.take(TokenKind.ARROW);
    int outerPipe = operators.exchangePipe(-1);
    Expression body = expression(cursor.context() | Cursor.LAMBDA);
    warnOfPipe(token, operators.exchangePipe(outerPipe));
    return new Tree.Lambda(cursor.from(start), List.copyOf(parameters), body);
  }

  /** Whether a keyword stands here in the place of a parameter: nothing else could follow so. */
  private boolean isKeywordAsParameter() {
    return switch (cursor.kind()) {
      case FROM, AS, EXPORTS, RECORD -> true;
      default -> cursor.kind().isKeyword() && cursor.kind(1) == TokenKind.ARROW;
    };
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
    boolean qualified =
        cursor.at(TokenKind.DOUBLE_COLON)
            && token > 0
            && cursor.tokens().kind(token - 1) == TokenKind.LOWER_NAME;
    cursor.unexpected("a parameter or `->`", qualified ? OtherLanguages.MODULE_NAME : null);
  }

  /** Warns of a pipe at the start of a line in a lambda that no parentheses end. */
  private void warnOfPipe(int lambda, int pipe) {
    if (pipe < 0 || cursor.isPanicking()) {
      return;
    }
    boolean parenthesized =
        lambda > 0
            && cursor.tokens().kind(lambda - 1) == TokenKind.LEFT_PARENTHESIS
            && cursor.at(TokenKind.RIGHT_PARENTHESIS);
    if (!parenthesized) {
      layout.belongsToLambda(cursor.tokens().range(pipe));
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
