package yona.language.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.Traversal;
import yona.language.core.Variable;
import yona.language.diagnostics.Range;
import yona.language.optimize.Accumulators;
import yona.language.optimize.Specialization;
import yona.language.optimize.Types;

/**
 * Writes the code of one specialization of a function, or of a part of it that has a method of its
 * own. The expressions that need more than a few lines are written by {@link OperatorCode}, {@link
 * ConditionCode}, {@link MatchCode}, {@link CollectionCode}, {@link ComprehensionCode}, {@link
 * FunctionCode} and {@link JavaCode}.
 *
 * <p>The JVM empties the stack when an exception is caught, so a {@code try} that stands where
 * values wait on the stack becomes a part. {@link #depth} counts those values.
 */
final class Body {
  final ClassGenerator generator;
  final Host host;
  final Method method;
  final CodeBuilder code;
  final Specialization specialization;
  final Operands operands;
  final OperatorCode operators;
  final ConditionCode conditions;
  final CollectionCode collections;
  final ComprehensionCode comprehensions;
  final FunctionCode functions;
  final JavaCode java;
  final BareNameCalls bareNames;
  final Environment variables;
  final CursorCode cursors;

  private final SpecializationContext context;
  private final IdentityHashMap<Core, Integer> types;
  private final Outlining outlining;
  private final @Nullable OutlinedPart part;

  /** Null for a very large function, whose parts share their variables. */
  private final @Nullable Accumulators accumulators;

  /** How many values lie on the stack below the one that is being written. */
  int depth;

  /**
   * Where the outermost clause of a catch that is being written as the result of the method has
   * what it took, or -1.
   */
  private int clause = -1;

  private Body(Method method, SpecializationContext context, @Nullable OutlinedPart part) {
    this.context = context;
    this.generator = context.host().generator();
    this.host = context.host();
    this.method = method;
    this.code = method.code();
    this.specialization = context.specialization();
    this.types = context.types();
    this.outlining = context.outlining();
    this.part = part;
    this.variables = new Environment(method, context, part);
    this.accumulators =
        outlining.framed() ? null : generator.accumulators(specialization.function());
    this.cursors = new CursorCode(this, outlining.framed());
    this.operands = new Operands(this);
    this.operators = new OperatorCode(this);
    this.conditions = new ConditionCode(this);
    this.collections = new CollectionCode(this);
    this.comprehensions = new ComprehensionCode(this);
    this.functions = new FunctionCode(this);
    this.java = new JavaCode(this);
    this.bareNames = new BareNameCalls(this);
  }

  /** The whole body of a specialization. */
  static Body of(Method method, SpecializationContext context) {
    return new Body(method, context, null);
  }

  /** A part of a specialization. */
  static Body of(Method method, SpecializationContext context, OutlinedPart part) {
    return new Body(method, context, part);
  }

  SpecializationContext context() {
    return context;
  }

  // Types.

  int type(Variable variable) {
    Integer type = specialization.variables().get(variable);
    return type == null ? Types.NEVER : type;
  }

  int type(Core expression) {
    Core core = generator.replacements().of(expression);
    return switch (core) {
      case Core.Constant c -> Types.of(c.value());
      case Core.Get c -> c.mention() ? Types.mention(type(c.variable())) : type(c.variable());
      case Core.MakeSeq _ -> Types.SEQ;
      default -> {
        Integer type = types.get(core);
        yield type == null ? Types.NEVER : type;
      }
    };
  }

  Representation representation(Core core) {
    return Representation.of(type(core));
  }

  // Variables.

  int newSlot(Representation representation) {
    return method.newSlot(representation);
  }

  // Positions.

  /** Writes instructions that may raise an error or call, and where they come from. */
  void at(Range range, Runnable instructions) {
    int line = generator.lines().line(range.start());
    method.line(line);
    Label start = code.newBoundLabel();
    instructions.run();
    Label end = code.newBoundLabel();
    code.characterRange(start, end, line, generator.lines().column(range.start()), CRT_INVOKE);
  }

  /** The flag of a call in a CharacterRangeTable. */
  private static final int CRT_INVOKE = 0x20;

  /** The instructions that follow come from there; debuggers stop at its line. */
  void line(Range range) {
    method.line(generator.lines().line(range.start()));
  }

  // Expressions.

  /** Writes an expression whose value is left on the stack as an object. */
  void object(Core core) {
    emit(core, Destination.OBJECT);
  }

  /** Writes an expression whose value is left on the stack in the representation of its type. */
  Representation natural(Core core) {
    Representation representation = representation(core);
    emit(core, Destination.of(representation));
    return representation;
  }

  /** Brings a value on the stack to the destination. */
  void finish(Representation representation, Destination destination) {
    switch (destination) {
      case TAIL -> {
        representation.convert(code, method.result());
        returns(method.result());
      }
      case NONE -> representation.pop(code);
      default -> representation.convert(code, destination.representation());
    }
  }

  /** Writes an expression; runs along the bodies of lets without recursion. */
  void emit(Core expression, Destination destination) {
    int scope = method.enterScope();
    int first = variables.bindings();
    Core core = generator.replacements().of(expression);
    while (true) {
      line(core.at());
      if (isOutlined(core)) {
        functions.callOutlined(core, destination);
        break;
      }
      Core next = enter(core);
      if (next == null) {
        emitLast(core, destination);
        break;
      }
      core = generator.replacements().of(next);
    }
    variables.forget(first);
    method.leaveScope(scope);
  }

  /**
   * Writes what stands before the body of a binding expression; gives the body, null for others.
   */
  private @Nullable Core enter(Core core) {
    return switch (core) {
      case Core.Let c when cursors.rename(c) -> c.body();
      case Core.Let c -> {
        Representation representation = Representation.of(type(c.variable()));
        emit(c.value(), Destination.of(representation));
        variables.bind(c.variable(), representation);
        yield c.body();
      }
      case Core.LetFunctions c -> {
        functions.bind(c.functions());
        yield c.body();
      }
      case Core.Sequence c -> {
        for (Core step : c.steps().subList(0, c.steps().size() - 1)) {
          emit(step, Destination.NONE);
        }
        yield c.steps().getLast();
      }
      case Core.Group c -> {
        functions.group(c);
        yield c.body();
      }
      default -> null;
    };
  }

  private void emitLast(Core core, Destination destination) {
    bareNames.operands(core);
    switch (core) {
      case Core.Constant c -> constant(c, destination);
      case Core.Get c -> get(c, destination);
      case Core.Closure c -> {
        functions.closure(c.function());
        finish(Representation.OBJECT, destination);
      }
      case Core.StaticFunctionValue c -> {
        functions.staticValue(c.function());
        finish(Representation.OBJECT, destination);
      }
      case Core.CallKnown c -> functions.callKnown(c, destination);
      case Core.CallStatic c -> functions.callStatic(c, destination);
      case Core.Apply c -> functions.apply(c, destination);
      case Core.If c -> emitIf(c, destination);
      case Core.Logical c -> conditions.value(c, destination);
      case Core.Unary c -> operators.unary(c, destination);
      case Core.Binary c -> operators.binary(c, destination);
      case Core.LeftChain c -> operators.leftChain(c, destination);
      case Core.RightChain c -> operators.rightChain(c, destination);
      case Core.MakeTuple c -> collections.tuple(c, destination);
      case Core.MakeSeq c -> collections.seq(c, destination);
      case Core.MakeSet c -> collections.set(c, destination);
      case Core.MakeDict c -> collections.dict(c, destination);
      case Core.MakeRange c -> collections.range(c, destination);
      case Core.MakeRecord c -> collections.record(c, destination);
      case Core.GetField c -> collections.field(c, destination);
      case Core.UpdateRecord c -> collections.update(c, destination);
      case Core.Interpolation c -> collections.interpolation(c, destination);
      case Core.Match c -> new MatchCode(this, c, destination).emit();
      case Core.Try c -> emitTry(c, destination);
      case Core.Raise c -> raise(c, destination);
      case Core.RaiseAlways c -> {
        host.constants().push(code, c.symbol());
        code.loadConstant(c.message());
        raise(
            c.at(),
            RuntimeSymbols.ERRORS,
            "always",
            MethodTypeDesc.of(
                RuntimeSymbols.YONA_ERROR, RuntimeSymbols.SYMBOL, ConstantDescs.CD_String),
            destination);
      }
      case Core.With c -> functions.with(c, destination);
      case Core.CallMember c -> java.callMember(c, destination);
      case Core.CallJava c -> java.callStatic(c, destination);
      case Core.JavaFunction c -> java.function(c, destination);
      case Core.JavaType c -> java.type(c, destination);
      case Core.Mention c -> {
        int type = type(c.value());
        mention(c.at(), type, natural(c.value()), destination, null);
      }
      case Core.MakeModule c -> {
        functions.module(c);
        finish(Representation.OBJECT, destination);
      }
      case Core.ModuleValue c -> {
        functions.moduleValue(c);
        finish(Representation.OBJECT, destination);
      }
      case Core.Collect c -> comprehensions.collect(c, destination);
      case Core.Each c -> comprehensions.each(c);
      case Core.EachTogether c -> comprehensions.eachTogether(c);
      case Core.Emit c -> comprehensions.emit(c);
      case Core.EmitEntry c -> comprehensions.emitEntry(c);
      case Core.Skip _ -> {}
      case Core.Let _, Core.LetFunctions _, Core.Sequence _, Core.Group _, Core.LetAliases _ ->
          throw Traversal.unexpected(core);
    }
  }

  private void constant(Core.Constant core, Destination destination) {
    Object value = core.value();
    if (destination == Destination.NONE) {
      return;
    }
    Representation representation = Representation.of(Types.of(value));
    Representation wanted =
        destination == Destination.TAIL ? method.result() : destination.representation();
    if (wanted.isReference()) {
      host.constants().push(code, value);
      finish(Representation.OBJECT, destination);
      return;
    }
    operands.pushUnboxed(value);
    finish(representation, destination);
  }

  private void get(Core.Get core, Destination destination) {
    int type = type(core.variable());
    if (accumulators != null && accumulators.has(core.variable())) {
      accumulator(core, accumulators, destination);
      return;
    }
    if (core.mention() && (type & Types.NULLARY) != 0) {
      mention(core.at(), type, variables.load(core.variable()), destination, core);
    } else if (destination != Destination.NONE) {
      finish(variables.load(core.variable()), destination);
    }
  }

  /**
   * A variable that may hold a transient, which leaves the loop unless the place says otherwise.
   */
  private void accumulator(Core.Get core, Accumulators accumulators, Destination destination) {
    variables.load(core.variable(), Representation.OBJECT);
    if (accumulators.isUpdated(core)) {
      code.invokestatic(RuntimeSymbols.TRANSIENTS, "asTransient", RuntimeSymbols.UNARY);
    } else if (!accumulators.isPlain(core)) {
      makePersistent();
    }
    int type = core.mention() ? type(core.variable()) : Types.NEVER;
    mention(core.at(), type, Representation.OBJECT, destination, null);
  }

  /** Whether a variable may hold a transient. */
  boolean mayBeTransient(Variable variable) {
    return accumulators != null && accumulators.has(variable);
  }

  /** Makes a collection of the value on the stack if that is a transient. */
  void makePersistent() {
    code.invokestatic(RuntimeSymbols.TRANSIENTS, "persistent", RuntimeSymbols.UNARY);
  }

  /**
   * The value on the stack is mentioned: called if it is a function without parameters.
   *
   * @param name the name that is mentioned, if it may be one of several operands
   */
  void mention(
      Range at,
      int type,
      Representation representation,
      Destination destination,
      Core.@Nullable Get name) {
    if ((type & Types.NULLARY) == 0) {
      finish(representation, destination);
      return;
    }
    boolean step = destination == Destination.TAIL && method.steps();
    ifInstance(RuntimeSymbols.FUNCTION, () -> bareNames.call(name, at, step));
    finish(Representation.OBJECT, destination);
  }

  /**
   * Runs instructions on the object on the stack if it is of the class, which is rare: the test in
   * place costs a program's first calls, which the JVM interprets, less than a call does.
   */
  void ifInstance(ClassDesc type, Runnable instructions) {
    Label other = code.newLabel();
    code.dup().instanceOf(type).ifeq(other);
    instructions.run();
    code.labelBinding(other);
  }

  private void emitIf(Core.If core, Destination destination) {
    Label end = code.newLabel();
    for (Core.Branch branch : core.branches()) {
      Label next = code.newLabel();
      conditions.branch(branch.condition(), next, false, "the condition of if");
      emit(branch.body(), destination);
      if (destination != Destination.TAIL) {
        code.goto_(end);
      }
      code.labelBinding(next);
    }
    emit(core.otherwise(), destination);
    code.labelBinding(end);
  }

  private void emitTry(Core.Try core, Destination destination) {
    if (depth > 0) {
      functions.callOutlined(core, destination);
      return;
    }
    int scope = method.enterScope();
    Destination value =
        destination == Destination.TAIL ? Destination.of(method.result()) : destination;
    Label start = code.newBoundLabel();
    Label end = code.newLabel();
    Label handler = code.newLabel();
    Label done = code.newLabel();
    code.nop();
    emit(core.body(), value);
    code.labelBinding(end);
    if (destination == Destination.TAIL) {
      returns(method.result());
    } else {
      code.goto_(done);
    }
    code.exceptionCatchAll(start, end, handler);
    code.labelBinding(handler);
    line(core.at());
    int taken = newSlot(Representation.OBJECT);
    code.dup()
        .astore(taken)
        .dup()
        .invokestatic(
            RuntimeSymbols.ERRORS,
            "taken",
            MethodTypeDesc.of(RuntimeSymbols.YONA_ERROR, ConstantDescs.CD_Throwable))
        .invokevirtual(
            RuntimeSymbols.YONA_ERROR, "triple", MethodTypeDesc.of(RuntimeSymbols.TUPLE));
    variables.bind(core.triple(), Representation.OBJECT);
    variables.bind(core.error(), Representation.OBJECT);
    emitClause(core, taken, destination);
    code.labelBinding(done);
    method.leaveScope(scope);
  }

  /** Writes what a catch does with what it has taken, which is told when that is over. */
  private void emitClause(Core.Try core, int taken, Destination destination) {
    Label start = code.newBoundLabel();
    Label end = code.newLabel();
    Label error = code.newLabel();
    Label done = code.newLabel();
    int around = clause;
    if (destination == Destination.TAIL && around < 0) {
      clause = taken;
    }
    emit(core.handler(), destination);
    clause = around;
    code.labelBinding(end);
    if (destination != Destination.TAIL) {
      code.aload(taken)
          .invokestatic(RuntimeSymbols.PREEMPTION, "leaveClause", RuntimeSymbols.NOTE)
          .goto_(done);
    }
    code.exceptionCatchAll(start, end, error);
    code.labelBinding(error);
    code.aload(taken)
        .invokestatic(RuntimeSymbols.PREEMPTION, "leaveClause", RuntimeSymbols.NOTE)
        .athrow();
    code.labelBinding(done);
  }

  /** Returns what is on the stack. */
  void returns(Representation result) {
    if (clause >= 0) {
      if (method.steps()) {
        // If that is a tail call, the clause is not over.
        code.dup()
            .aload(clause)
            .invokestatic(RuntimeSymbols.PREEMPTION, "leaveClause", RuntimeSymbols.NOTE_RESULT);
      } else {
        code.aload(clause)
            .invokestatic(RuntimeSymbols.PREEMPTION, "leaveClause", RuntimeSymbols.NOTE);
      }
    }
    result.returns(code);
  }

  private void raise(Core.Raise core, Destination destination) {
    object(core.symbolOrTriple());
    if (core.message() == null) {
      raise(
          core.at(),
          RuntimeSymbols.YONA_ERROR,
          "fromTriple",
          MethodTypeDesc.of(RuntimeSymbols.YONA_ERROR, ConstantDescs.CD_Object),
          destination);
      return;
    }
    depth++;
    object(core.message());
    depth--;
    raise(
        core.at(),
        RuntimeSymbols.YONA_ERROR,
        "raised",
        MethodTypeDesc.of(
            RuntimeSymbols.YONA_ERROR, ConstantDescs.CD_Object, ConstantDescs.CD_Object),
        destination);
  }

  /** Throws the error that a static method makes. */
  void raise(Range at, ClassDesc owner, String name, MethodTypeDesc type, Destination destination) {
    at(at, () -> code.invokestatic(owner, name, type));
    throwAndFinish(destination);
  }

  /**
   * Throws what is on the stack. Where a value is wanted a method does it, so that the JVM does not
   * know that what follows is dead: it refuses a class whose tables name locals of dead code.
   */
  void throwAndFinish(Destination destination) {
    if (destination == Destination.TAIL) {
      code.athrow();
    } else {
      code.invokestatic(
          RuntimeSymbols.ERRORS,
          "again",
          MethodTypeDesc.of(
              ClassDesc.of("java.lang.RuntimeException"), ConstantDescs.CD_Throwable));
      finish(Representation.OBJECT, destination);
    }
  }

  /** Whether the expression is written as a method of its own. */
  @SuppressWarnings("ReferenceEquality") // expressions are told apart by identity
  boolean isOutlined(Core core) {
    return outlining.isOutlined(core) && (part == null || core != part.body());
  }

  Outlining outlining() {
    return outlining;
  }
}
