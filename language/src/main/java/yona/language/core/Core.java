package yona.language.core;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.language.diagnostics.Range;

/**
 * The program after analysis and before bytecode: names are {@link Variable}s, sugar is gone, what
 * may wait together is a {@link Group}. Every node knows the source range that it came from.
 *
 * <p>Evaluation is strict and in the order of the fields. Where a node has several operands that
 * could wait, analysis has already moved them into a {@link Group}; code generation evaluates
 * operands one after the other.
 */
public sealed interface Core {
  /** Where the expression stands in its source. */
  Range at();

  /**
   * A value known when compiling: Long, Double, Byte, BigInteger, Boolean, Char, Symbol, Unit, Seq.
   */
  record Constant(Range at, Object value) implements Core {}

  /**
   * The value of a local variable.
   *
   * @param mention whether the program mentions the name, so that a function without parameters is
   *     called (language.md 6.2); false for reads that analysis added or that only pass a value on
   */
  record Get(Range at, Variable variable, boolean mention) implements Core {}

  /** A new function value: a lambda, or a function made for a runtime call. */
  record Closure(Range at, FunctionDefinition function) implements Core {}

  /** The value of a function of another compiled module: one object for each function. */
  record StaticFunctionValue(Range at, StaticFunction function) implements Core {}

  /**
   * Functions that are bound to names and see each other. A definition whose {@link
   * FunctionDefinition#variable} is not null is also used as a value: its closure is made once,
   * here, and bound to that variable. Calls of them are {@link CallKnown}.
   */
  record LetFunctions(Range at, List<FunctionDefinition> functions, Core body) implements Core {}

  /** A call of a function whose definition is known here, with exactly its number of arguments. */
  record CallKnown(Range at, FunctionDefinition function, List<Core> arguments) implements Core {}

  /** A call of a function of another compiled module or of a Java half, with exactly its arity. */
  record CallStatic(Range at, StaticFunction function, List<Core> arguments) implements Core {}

  /** A call of a function value with at least one argument: partial, exact or over-application. */
  record Apply(Range at, Core function, List<Core> arguments) implements Core {}

  /** Binds a variable. */
  record Let(Range at, Variable variable, Core value, Core body) implements Core {}

  /**
   * The aliases of a {@code let}, in source order. Only between the phases of analysis: {@code
   * Grouping} turns it into {@link LetFunctions}, {@link Let}, {@link Match} and {@link Group}.
   */
  record LetAliases(Range at, List<AliasBinding> aliases, Core body) implements Core {}

  /** An alias of {@link LetAliases}. */
  sealed interface AliasBinding {}

  /** {@code name = e}. */
  record NameAlias(Range at, Variable variable, Core value) implements AliasBinding {}

  /** {@code pattern = e}; {@code bound} are the variables of the pattern. */
  record PatternAlias(Range at, CorePattern pattern, List<Variable> bound, Core value)
      implements AliasBinding {}

  /** {@code name = \\...}: a function that sees all names of its {@code let}. */
  record FunctionAlias(FunctionDefinition function) implements AliasBinding {}

  /** Evaluates all, gives the last; never empty. */
  record Sequence(Range at, List<Core> steps) implements Core {}

  /** A condition that is no Boolean raises {@code :typeerror}. Long else-if chains are one node. */
  record If(Range at, List<Branch> branches, Core otherwise) implements Core {}

  /** One condition of an {@link If} and what it selects. */
  record Branch(Core condition, Core body) {}

  /** {@code &&} (conjunction) or {@code ||} over two or more operands, each a Boolean. */
  record Logical(Range at, boolean conjunction, List<Core> operands) implements Core {}

  /** {@code !}, {@code ~} or prefix {@code -}. */
  record Unary(Range at, UnaryOperator operator, Core operand) implements Core {}

  /** A binary operator; the range is that of the whole, {@code operatorAt} of the sign. */
  record Binary(Range at, BinaryOperator operator, Range operatorAt, Core left, Core right)
      implements Core {}

  /**
   * Operators of one level that associate to the left, in source order: {@code first op1 o1 op2
   * o2}. For chains of more than two operands, so that no consumer recurses on a flat program.
   */
  record LeftChain(Range at, Core first, List<Link> links) implements Core {}

  /** The same for operators that associate to the right; evaluated from left to right first. */
  record RightChain(Range at, List<Link> links, Core last) implements Core {}

  /**
   * An operator with its right operand (in a left chain) or its left operand (in a right chain).
   */
  record Link(BinaryOperator operator, Range operatorAt, Core operand) {}

  /** A tuple of two or more elements. */
  record MakeTuple(Range at, List<Core> elements) implements Core {}

  /** A sequence; maybe very long. */
  record MakeSeq(Range at, List<Core> elements) implements Core {}

  /** A set of one or more elements. */
  record MakeSet(Range at, List<Core> elements) implements Core {}

  /** A dictionary: keys and values in turn. */
  record MakeDict(Range at, List<Core> keysAndValues) implements Core {}

  /** {@code [step, from .. to]}; the step is null where it is not written. */
  record MakeRange(Range at, @Nullable Core step, Core from, Core to) implements Core {}

  /** A record instance; one value a field, in the type's order. */
  record MakeRecord(Range at, RecordShape type, List<Core> fields) implements Core {}

  /**
   * {@code value.field}; the type is found at run time by the value's symbol among {@code known}.
   */
  record GetField(Range at, Core value, String field, List<RecordShape> known) implements Core {}

  /** {@code value(field = e, ...)}. */
  record UpdateRecord(
      Range at, Core value, List<String> fields, List<Core> values, List<RecordShape> known)
      implements Core {}

  /** An interpolated string. */
  record Interpolation(Range at, List<Part> parts) implements Core {}

  /** A part of an interpolation. */
  sealed interface Part {}

  /** Text that is as it stands. */
  record TextPart(Seq text) implements Part {}

  /** An expression, maybe padded. */
  record ValuePart(Core value, @Nullable Core width) implements Part {}

  /**
   * Tries the clauses from top to bottom on the subjects.
   *
   * @param subjects variables that are bound already
   */
  record Match(Range at, List<Variable> subjects, List<MatchClause> clauses, MatchFailure failure)
      implements Core {}

  /** Patterns, one a subject, and what they select. */
  record MatchClause(Range at, List<CorePattern> patterns, List<Guarded> bodies) {}

  /**
   * A body, behind a guard unless the guard is null; a guard that is no Boolean is a type error.
   */
  record Guarded(@Nullable Core guard, Core body) {}

  /** What happens when no clause matches. */
  sealed interface MatchFailure {
    /** Raises {@code :nomatch}; {@code what} completes "no clause of ... matches". */
    record Raise(String what) implements MatchFailure {}

    /** Raises the caught error again, unchanged; {@code error} holds the JVM exception. */
    record Reraise(Variable error) implements MatchFailure {}

    /** Inside {@link Collect}: adds nothing. */
    record Skip() implements MatchFailure {}
  }

  /**
   * Evaluates the body; an error binds {@code triple} (the language's triple) and {@code error}
   * (the exception object, to be raised again) and evaluates the handler. The handler is in tail
   * position where the whole is; the body never is.
   */
  record Try(Range at, Core body, Variable triple, Variable error, Core handler) implements Core {}

  /** {@code raise}: symbol and message, or a triple alone (message null). */
  record Raise(Range at, Core symbolOrTriple, @Nullable Core message) implements Core {}

  /** Raises a fixed error of the language when it is reached. */
  record RaiseAlways(Range at, Symbol symbol, String message) implements Core {}

  /**
   * {@code with}: evaluates the manager, calls {@code body} (one parameter: what {@code as} binds)
   * under it.
   *
   * @param name the name after {@code as}, or null
   */
  record With(
      Range at, boolean daemon, Core manager, @Nullable String name, FunctionDefinition body)
      implements Core {}

  /**
   * {@code receiver::name}: a function of a module, or a method of a Java class or object, that is
   * known at run time only. With arguments it is called; without any the call is a mention (6.2).
   */
  record CallMember(Range at, Core receiver, String name, List<Core> arguments) implements Core {}

  /** A call of a static method of a Java class, with a number of arguments that one takes. */
  record CallJava(Range at, JavaMethod method, List<Core> arguments) implements Core {}

  /** Static methods of a Java class as a function of so many parameters. */
  record JavaFunction(Range at, JavaMethod method, int arity) implements Core {}

  /** A Java class as a value; the name is the one that it is found by. */
  record JavaType(Range at, String name) implements Core {}

  /** A mention of a computed function value: calls it if it takes no parameters (6.2). */
  record Mention(Range at, Core value) implements Core {}

  /** A module value with its functions as closures over what is around it. */
  record MakeModule(Range at, ModuleDefinition module) implements Core {}

  /** The module value of another compiled module. */
  record ModuleValue(Range at, String fqn, String className) implements Core {}

  /**
   * Members that wait together (language.md 11.2), then the body with their results.
   *
   * @param results the variable that holds each member's value
   * @param whenSuspending if not null: what the members may call; when none of these may suspend,
   *     the members run one after the other in place
   * @param inPlace whether the members' bodies are then evaluated where the group stands, as
   *     expressions of the function around it that know what it knows of its variables; else their
   *     functions are called
   */
  record Group(
      Range at,
      List<GroupMember> members,
      List<Variable> results,
      @Nullable Callees whenSuspending,
      boolean inPlace,
      Core body)
      implements Core {}

  /**
   * A member of a group: a function whose parameters are the results of the members that it depends
   * on.
   *
   * @param dependencies indexes of earlier members, in the order of the function's parameters
   * @param barrier whether it starts only when all before it are done, and those after it when it
   *     is done (an alias that binds no name, D40)
   * @param suspends false when it certainly never waits
   */
  record GroupMember(
      FunctionDefinition function, List<Integer> dependencies, boolean barrier, boolean suspends) {}

  /** A comprehension: runs the loop, which emits, and gives what was collected. */
  record Collect(Range at, Collection kind, Core loop) implements Core {}

  /** What a {@link Collect} builds. */
  enum Collection {
    SEQ,
    SET,
    DICT
  }

  /**
   * Inside {@link Collect}: runs the body (loop level) for each element of the source, in order.
   */
  record Each(Range at, Core source, Variable element, Core body) implements Core {}

  /**
   * Inside {@link Collect}: calls {@code body} (one parameter: the element; gives a Seq of what it
   * emitted) for all elements as one bounded group, and emits the results in order. For a Dict the
   * emitted elements are pairs.
   *
   * @param whenSuspending as in {@link Group}
   * @param sequential the same as a plain loop, which runs when whenSuspending is not null and none
   *     of these may suspend; null where whenSuspending is
   * @param elements what the sequential form does with them: from the first with which it may thus
   *     have to wait it goes on as a group
   */
  record EachTogether(
      Range at,
      Core source,
      FunctionDefinition body,
      @Nullable Callees whenSuspending,
      @Nullable Each sequential,
      Elements elements)
      implements Core {}

  /** Whether a comprehension may call functions that come out of its source. */
  enum Elements {
    /** It does not. */
    VALUES,
    /** It mentions the elements. */
    MENTIONED,
    /** It mentions parts of them, or takes what they hold. */
    TAKEN
  }

  /** Inside {@link Collect}: adds an element. */
  record Emit(Range at, Core value) implements Core {}

  /** Inside {@link Collect} of a Dict: adds an entry. */
  record EmitEntry(Range at, Core key, Core value) implements Core {}

  /** Inside {@link Collect}: adds nothing. */
  record Skip(Range at) implements Core {}
}
