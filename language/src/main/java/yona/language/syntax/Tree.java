package yona.language.syntax;

import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Range;

/**
 * The syntax tree: what the text says, in the form in which it says it. Every node has its exact
 * source range, from the first character of its first token to the last of its last one; literals
 * hold their decoded values; all lists are unmodifiable.
 *
 * <p>What is flat in the text is flat in the tree, so that nobody has to recurse over it: operators
 * of one level are one {@link Chain} (whichever way they associate), backticks one {@link
 * InfixChain}, an else-if ladder one {@link If}, fields of fields one {@link FieldAccess}. The
 * depth of a tree is bounded by {@link Parser#MAXIMUM_NESTING}.
 */
public sealed interface Tree {
  /** Where it stands in the source text. */
  Range range();

  /**
   * A name where it is introduced or part of something bigger.
   *
   * @param text the name
   */
  record Name(Range range, String text) implements Tree {}

  /**
   * The qualified name of a module, {@code packages\Name}.
   *
   * @param packages the lower names, maybe none
   * @param name the upper name
   */
  record QualifiedName(Range range, List<Name> packages, Name name) implements Tree {
    /** As it is written: {@code http\Client}. */
    public String text() {
      if (packages.isEmpty()) {
        return name.text;
      }
      StringBuilder text = new StringBuilder();
      for (Name part : packages) {
        text.append(part.text).append('\\');
      }
      return text.append(name.text).toString();
    }
  }

  /** An item of a {@code do} or {@code with}: an alias or an expression. */
  sealed interface Step extends Tree permits Alias, Expression {}

  /**
   * {@code pattern = value} in a {@code let}, {@code do} or {@code with}; {@code name = value} has
   * a {@link NamePattern}.
   */
  record Alias(Range range, Pattern pattern, Expression value) implements Step {}

  // Expressions

  /** What has a value. */
  sealed interface Expression extends Step {}

  /** A value that is written out; also a pattern. */
  sealed interface Literal extends Expression, Pattern {}

  /** {@code true} or {@code false}. */
  record BooleanLiteral(Range range, boolean value) implements Literal {}

  /** A 64-bit integer; the sign directly before its digits is part of it. */
  record IntLiteral(Range range, long value) implements Literal {}

  /**
   * A byte, {@code 10b}.
   *
   * @param value its eight bits, to be read as 0 to 255
   */
  record ByteLiteral(Range range, byte value) implements Literal {}

  /** A double. */
  record FloatLiteral(Range range, double value) implements Literal {}

  /** A big integer, {@code 10n}. */
  record BigLiteral(Range range, BigInteger value) implements Literal {}

  /** A character. */
  record CharLiteral(Range range, int codePoint) implements Literal {}

  /** {@code :name}. */
  record SymbolLiteral(Range range, String name) implements Literal {}

  /** {@code ()}. */
  record UnitLiteral(Range range) implements Literal {}

  /**
   * A string.
   *
   * @param parts text and interpolations in turn as written, no two texts side by side, no empty
   *     text; none for the empty string
   */
  record StringLiteral(Range range, List<StringPart> parts) implements Literal {
    /** The text of a string without interpolations, else null. */
    public @Nullable String constant() {
      if (parts.isEmpty()) {
        return "";
      }
      return parts.size() == 1 && parts.getFirst() instanceof Text text ? text.value : null;
    }
  }

  /** A part of a {@link StringLiteral}. */
  sealed interface StringPart extends Tree {}

  /** Text between the interpolations, escapes translated. */
  record Text(Range range, String value) implements StringPart {}

  /** {@code {value,width}}, the range includes the braces. */
  record Interpolation(Range range, Expression value, @Nullable Expression width)
      implements StringPart {}

  /** A lower name that stands for its value. */
  record NameExpression(Range range, String text) implements Expression {}

  /** A module name that stands for its module. */
  record ModuleReference(Range range, QualifiedName name) implements Expression {}

  /**
   * {@code receiver::name}.
   *
   * @param receiver a {@link ModuleReference}, {@link NameExpression} or {@link Parenthesized}
   */
  record Member(Range range, Expression receiver, Name name) implements Expression {}

  /**
   * {@code receiver.field.field}.
   *
   * @param receiver a {@link NameExpression} or {@link Parenthesized}
   * @param fields one or more
   */
  record FieldAccess(Range range, Expression receiver, List<Name> fields) implements Expression {}

  /** {@code (inner)}. */
  record Parenthesized(Range range, Expression inner) implements Expression {}

  /** {@code (a, b)}: two elements or more. */
  record Tuple(Range range, List<Expression> elements) implements Expression {}

  /** {@code [a, b]}. */
  record Sequence(Range range, List<Expression> elements) implements Expression {}

  /** {@code {a, b}}: one element or more. */
  record SetExpression(Range range, List<Expression> elements) implements Expression {}

  /** {@code {k = v}}. */
  record DictExpression(Range range, List<Entry> entries) implements Expression {}

  /** {@code key = value} of a {@link DictExpression}. */
  record Entry(Range range, Expression key, Expression value) implements Tree {}

  /** {@code [step, from .. to]}. */
  record RangeExpression(Range range, @Nullable Expression step, Expression from, Expression to)
      implements Expression {}

  /** What a comprehension builds. */
  enum Collection {
    /** {@code [ ]}. */
    SEQ,
    /** {@code { }}. */
    SET,
    /** {@code { = }}. */
    DICT
  }

  /**
   * {@code [element | sources if condition]} and its like with braces.
   *
   * @param element the element, or the key of a dict
   * @param value the value of a dict, else null
   * @param generators one or more; the last one runs fastest
   */
  record Comprehension(
      Range range,
      Collection kind,
      Expression element,
      @Nullable Expression value,
      List<Generator> generators,
      @Nullable Expression condition)
      implements Expression {}

  /**
   * {@code pattern <- source} or {@code pattern = value <- source}.
   *
   * @param value the pattern of the value where the extractor has two, else null
   */
  record Generator(Range range, Pattern pattern, @Nullable Pattern value, Expression source)
      implements Tree {}

  /** {@code \parameters -> body}. */
  record Lambda(Range range, List<Pattern> parameters, Expression body) implements Expression {}

  /**
   * A callee and one or more arguments side by side.
   *
   * @param callee a {@link NameExpression}, {@link Member}, {@link FieldAccess} or {@link
   *     Parenthesized}
   */
  record Call(Range range, Expression callee, List<Expression> arguments) implements Expression {}

  /**
   * Operands with operators of one level between them: {@code a - b + c} is first {@code a}, then
   * {@code - b} and {@code + c}. They group from the left, or from the right if {@link
   * #rightAssociative}.
   *
   * @param links one or more, all of one {@link Operator#level}
   */
  record Chain(Range range, Expression first, List<Link> links) implements Expression {
    /** Whether {@code a op b op c} means {@code a op (b op c)}. */
    public boolean rightAssociative() {
      return links.getFirst().operator.rightAssociative();
    }
  }

  /** An operator of a {@link Chain} and the operand after it; the range covers both. */
  record Link(Range range, Operator operator, Range operatorRange, Expression operand)
      implements Tree {}

  /** {@code a `f` b `g` c}, grouped from the left. */
  record InfixChain(Range range, Expression first, List<InfixLink> links) implements Expression {}

  /**
   * A function in backticks and the operand after it.
   *
   * @param function a {@link NameExpression} or {@link Member}
   */
  record InfixLink(Range range, Expression function, Expression operand) implements Tree {}

  /** {@code !a}, {@code ~a}, {@code -a}. */
  record Prefix(Range range, PrefixOperator operator, Range operatorRange, Expression operand)
      implements Expression {}

  /** {@code let aliases in body}. */
  record Let(Range range, List<Alias> aliases, Expression body) implements Expression {}

  /** {@code if a then b else if c then d else otherwise}. */
  record If(Range range, List<Branch> branches, Expression otherwise) implements Expression {}

  /** {@code if condition then consequence}. */
  record Branch(Range range, Expression condition, Expression consequence) implements Tree {}

  /** {@code case scrutinee of clauses end}. */
  record Case(Range range, Expression scrutinee, List<Clause> clauses) implements Expression {}

  /** A pattern and what follows if it matches. */
  record Clause(Range range, Pattern pattern, List<Alternative> alternatives) implements Tree {}

  /**
   * What a clause gives. Either a clause has one alternative without guard, or all have one.
   *
   * @param guard the condition, or null
   */
  record Alternative(Range range, @Nullable Expression guard, Expression body) implements Tree {}

  /** {@code do steps end}. */
  record Do(Range range, List<Step> steps) implements Expression {}

  /** {@code try body catch clauses end}. */
  record Try(Range range, Expression body, List<Clause> clauses) implements Expression {}

  /**
   * {@code raise error message}.
   *
   * @param error the symbol, or without message the triple
   */
  record Raise(Range range, Expression error, @Nullable Expression message) implements Expression {}

  /** {@code with daemon manager as name steps end}. */
  record With(
      Range range, boolean daemon, Expression manager, @Nullable Name name, List<Step> steps)
      implements Expression {}

  /** {@code import clauses in body}. */
  record Import(Range range, List<ImportClause> clauses, Expression body) implements Expression {}

  /** An item of an {@link Import}. */
  sealed interface ImportClause extends Tree {
    /** The module from which it imports. */
    QualifiedName module();
  }

  /** {@code module as alias}. */
  record ModuleImport(Range range, QualifiedName module, @Nullable Name alias)
      implements ImportClause {}

  /** {@code imported, imported from module}. */
  record NameImport(Range range, List<Imported> imported, QualifiedName module)
      implements ImportClause {}

  /**
   * {@code name as alias}; an upper name is a record type and has no alias.
   *
   * @param name the name in the module
   */
  record Imported(Range range, Name name, @Nullable Name alias) implements Tree {}

  /** {@code Type(field = value)}. */
  record RecordInstance(Range range, Name type, List<Field> fields) implements Expression {}

  /** {@code record(field = value)}: a copy of the record that the name holds. */
  record RecordUpdate(Range range, NameExpression record, List<Field> fields)
      implements Expression {}

  /** {@code name = value} of a record instance or update. */
  record Field(Range range, Name name, Expression value) implements Tree {}

  /**
   * {@code module name exports exports as records functions end}.
   *
   * @param documentation the text of the {@code ##} lines above it, or null
   * @param exports lower names are functions, upper names record types
   * @param functions the function clauses as they follow each other, not yet grouped
   */
  record Module(
      Range range,
      @Nullable String documentation,
      QualifiedName name,
      List<Name> exports,
      List<RecordDeclaration> records,
      List<FunctionClause> functions)
      implements Expression {}

  /** {@code record name = (fields)}. */
  record RecordDeclaration(
      Range range, @Nullable String documentation, Name name, List<Name> fields) implements Tree {}

  /** {@code name parameters = body}, or with guards. */
  record FunctionClause(
      Range range,
      @Nullable String documentation,
      Name name,
      List<Pattern> parameters,
      List<Alternative> alternatives)
      implements Tree {}

  // Patterns

  /** What a value is matched with. */
  sealed interface Pattern extends Tree {}

  /** {@code _}. */
  record WildcardPattern(Range range) implements Pattern {}

  /** A name to bind, or, where the rules say so, to compare with. */
  record NamePattern(Range range, String text) implements Pattern {}

  /**
   * {@code ^name} or {@code ^(expression)}: what is equal to a value from outside of the clause.
   *
   * @param value a {@link NameExpression}, or what stands in parentheses, those included
   */
  record PinPattern(Range range, Expression value) implements Pattern {}

  /** {@code (inner)}. */
  record ParenthesizedPattern(Range range, Pattern inner) implements Pattern {}

  /** {@code (p, q)}: two elements or more. */
  record TuplePattern(Range range, List<Pattern> elements) implements Pattern {}

  /** {@code [p, q]}. */
  record SequencePattern(Range range, List<Pattern> elements) implements Pattern {}

  /**
   * {@code heads -| tails |- lasts}: {@code a -| b -| t |- y |- z} has the heads a, b and the lasts
   * y, z.
   *
   * @param heads from the first element on; maybe none, then there are lasts
   * @param lasts up to the last element; maybe none, then there are heads
   */
  record HeadTailPattern(Range range, List<Pattern> heads, Pattern tails, List<Pattern> lasts)
      implements Pattern {}

  /**
   * {@code left ++ right}: what begins with the left side, or ends with the right one if {@code
   * atEnd}. That side is a {@link StringLiteral}, or a {@link SequencePattern} of literals and
   * pins; the other one is a {@link NamePattern} or {@link WildcardPattern}.
   */
  record AffixPattern(Range range, Pattern left, Pattern right, boolean atEnd) implements Pattern {
    /** What is there. */
    public Pattern affix() {
      return atEnd ? right : left;
    }

    /** What is beside it. */
    public Pattern rest() {
      return atEnd ? left : right;
    }
  }

  /** {@code {key = pattern}}; without entries it matches the empty dict only. */
  record DictPattern(Range range, List<EntryPattern> entries) implements Pattern {}

  /**
   * An entry of a {@link DictPattern}.
   *
   * @param key a {@link Literal}, a {@link NameExpression}, written with a {@code ^} or without, or
   *     the value of a pin in its parentheses
   */
  record EntryPattern(Range range, Expression key, Pattern value) implements Tree {}

  /** {@code Type} or {@code Type(field = pattern)}. */
  record RecordPattern(Range range, Name type, List<FieldPattern> fields) implements Pattern {}

  /** A field of a {@link RecordPattern}. */
  record FieldPattern(Range range, Name name, Pattern pattern) implements Tree {}

  /** {@code name@pattern}. */
  record AsPattern(Range range, Name name, Pattern pattern) implements Pattern {}

  /** Stands where the text has an error; a tree with one comes with an error diagnostic. */
  record Missing(Range range) implements Expression, Pattern {}
}
