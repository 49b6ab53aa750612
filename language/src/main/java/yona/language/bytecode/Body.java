package yona.language.bytecode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.Traversal;
import yona.language.core.Variable;
import yona.language.diagnostics.Range;
import yona.language.optimize.Accumulators;
import yona.language.optimize.CursorParameters;
import yona.language.optimize.Specialization;
import yona.language.optimize.Types;

/**
 * Writes the code of one specialization of a function, or of a part of it that has a method of its
 * own. The expressions that need more than a few lines are written by {@link OperatorCode}, {@link
 * MatchCode}, {@link CollectionCode}, {@link FunctionCode} and {@link JavaCode}.
 *
 * <p>The JVM empties the stack when an exception is caught, so a {@code try} that stands where
 * values wait on the stack becomes a part. {@link #depth} counts those values.
 */
final class Body {
  /** What a closure made before a variable was bound still needs. */
  record Patch(Variable closure, FunctionCode.Field field) {}

  final ClassGenerator generator;
  final Host host;
  final Method method;
  final CodeBuilder code;
  final Specialization specialization;
  final OperatorCode operators;
  final CollectionCode collections;
  final FunctionCode functions;
  final JavaCode java;
  final BareNameCalls bareNames;

  private final IdentityHashMap<Core, Integer> types;
  private final Outlining outlining;

  /** What was known of a variable before it got its place. */
  private record Earlier(Variable variable, @Nullable Place place) {}

  private final Map<Variable, Place> places = new HashMap<>();
  private final List<Earlier> replaced = new ArrayList<>();

  /** The variables bound here that are in the array, by the order in which they were. */
  private final Map<Variable, Integer> elements = new HashMap<>();

  /** Whether variables that were looked for are bound in the bodies around this part. */
  private final Map<Variable, Boolean> boundAround = new HashMap<>();

  private final Map<Variable, List<Patch>> patches;
  private final @Nullable OutlinedPart part;

  /** Null for a very large function, whose parts share their variables. */
  private final @Nullable Accumulators accumulators;

  private final CursorParameters cursorParameters;

  /** How many values lie on the stack below the one that is being written. */
  int depth;

  /**
   * Where the outermost clause of a catch that is being written as the result of the method has
   * what it took, or -1.
   */
  private int clause = -1;

  private Body(Method method, SpecializationContext context, @Nullable OutlinedPart part) {
    this.generator = context.host().generator();
    this.host = context.host();
    this.method = method;
    this.code = method.code();
    this.specialization = context.specialization();
    this.types = context.types();
    this.outlining = context.outlining();
    this.part = part;
    this.patches = context.patches();
    this.accumulators =
        outlining.framed() ? null : generator.accumulators(specialization.function());
    this.cursorParameters = generator.cursorParameters(specialization.function());
    this.operators = new OperatorCode(this);
    this.collections = new CollectionCode(this);
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
    return new SpecializationContext(host, specialization, types, outlining, patches);
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

  boolean isBound(Variable variable) {
    return find(variable) != null;
  }

  /** Whether the variable is in a local. */
  boolean isLocal(Variable variable) {
    return places.get(variable) instanceof Place.Slot;
  }

  Place place(Variable variable) {
    Place place = find(variable);
    if (place == null) {
      throw new IllegalStateException(
          "variable " + variable + " is not bound in " + specialization + " at " + variable.at());
    }
    return place;
  }

  /** A part of a large function also sees what was bound around it when it was called. */
  private @Nullable Place find(Variable variable) {
    Place place = places.get(variable);
    if (place != null || !outlining.framed()) {
      return place;
    }
    Boolean known = boundAround.get(variable);
    if (known == null) {
      known = isBoundAround(variable);
      boundAround.put(variable, known);
    }
    return known ? new Place.Element(outlining.index(variable)) : null;
  }

  private boolean isBoundAround(Variable variable) {
    for (OutlinedPart each = part; each != null; each = each.around().part) {
      Body around = each.around();
      Integer order = around.elements.get(variable);
      if (order != null) {
        return order < each.bound();
      }
      Boolean known = around.boundAround.get(variable);
      if (known != null) {
        return known;
      }
    }
    return false;
  }

  /** How many variables are in the array because of this body. */
  int elements() {
    return elements.size();
  }

  private void putPlace(Variable variable, Place place) {
    replaced.add(new Earlier(variable, places.put(variable, place)));
  }

  /**
   * Forgets what an expression has bound: where it is written again, on another path of a match or
   * in a function that waits, that is not bound yet.
   */
  private void forgetPlaces(int first) {
    while (replaced.size() > first) {
      Earlier earlier = replaced.removeLast();
      if (earlier.place == null) {
        places.remove(earlier.variable);
      } else {
        places.put(earlier.variable, earlier.place);
      }
    }
  }

  /** Says where a variable is, without storing anything. */
  void setPlace(Variable variable, Place place) {
    putPlace(variable, place);
  }

  int newSlot(Representation representation) {
    return method.newSlot(representation);
  }

  /** Binds a variable to the value on the stack, which has the representation. */
  void bind(Variable variable, Representation representation) {
    if (outlining.framed()) {
      int value = newSlot(representation);
      representation.store(code, value);
      bindFromSlot(variable, new Place.Slot(value, representation));
      return;
    }
    Place.Slot place = new Place.Slot(newSlot(representation), representation);
    representation.store(code, place.index());
    bindFromSlot(variable, place);
  }

  /**
   * Makes a variable readable whose value may be in other locals on other paths; where this path
   * ends, {@link Method#undeclare} it.
   */
  void expose(Variable variable, Place.Slot slot) {
    if (outlining.framed()) {
      storeElement(variable, slot);
    } else {
      putPlace(variable, slot);
      method.declare(variable, slot);
    }
  }

  private void storeElement(Variable variable, Place.Slot slot) {
    Place.Element element = new Place.Element(outlining.index(variable));
    code.aload(method.frameSlot()).loadConstant(element.index());
    slot.representation().load(code, slot.index());
    slot.representation().convert(code, Representation.OBJECT);
    code.aastore();
    putPlace(variable, element);
    elements.putIfAbsent(variable, elements.size());
  }

  /** Binds a variable of no part to the object on the stack. */
  void bindLocal(Variable variable) {
    int slot = newSlot(Representation.OBJECT);
    code.astore(slot);
    putPlace(variable, new Place.Slot(slot, Representation.OBJECT));
  }

  /** Binds a variable to a value that is in a local already. */
  void bindFromSlot(Variable variable, Place.Slot slot) {
    if (outlining.framed()) {
      storeElement(variable, slot);
    } else {
      putPlace(variable, slot);
      method.declare(variable, slot);
    }
    patch(variable);
  }

  /** Binds a variable to what is left of a front. */
  void bindRest(Variable variable, Place.Rest rest) {
    putPlace(variable, rest);
    patch(variable);
  }

  /** Binds an input where each turn of a loop begins; a Seq may become a front. */
  void bindInput(Variable variable, Place.Slot slot) {
    bindFromSlot(variable, slot);
    if (cursorParameters.has(variable) && !outlining.framed()) {
      code.aload(slot.index());
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "front", RuntimeSymbols.UNARY)
          .astore(slot.index());
      bindRest(variable, new Place.Rest(slot.index(), 0));
    }
  }

  /**
   * What an argument of a tail call of this very function passes on if the parameter holds a front;
   * else null.
   */
  Place.@Nullable Rest passedOn(Core.CallKnown call, int argument) {
    FunctionDefinition function = call.function();
    return function.equals(specialization.function())
            && cursorParameters.has(function.parameters().get(argument))
            && generator.replacements().of(call.arguments().get(argument)) instanceof Core.Get get
            && place(get.variable()) instanceof Place.Rest rest
        ? rest
        : null;
  }

  /** Pushes the front itself; a value that is none is mentioned, if the program mentions it. */
  void loadFront(Core core, Place.Rest rest) {
    code.aload(rest.front());
    if (rest.passed() == 0
        && generator.replacements().of(core) instanceof Core.Get get
        && get.mention()) {
      mention(get.at(), type(get.variable()), Representation.OBJECT, Destination.OBJECT, null);
    }
  }

  /** Lets a front that was passed on go on behind the elements that were passed. */
  void advance(Place.Rest passed, Place input) {
    if (passed.passed() > 0) {
      Label gone = code.newLabel();
      int front = ((Place.Slot) input).index();
      code.aload(front).loadConstant(passed.passed());
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "advance", RuntimeSymbols.ADVANCE).ifne(gone);
      code.aload(front).loadConstant(passed.passed());
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "rest", RuntimeSymbols.REST).astore(front);
      code.labelBinding(gone);
    }
  }

  /** Pops the next value of an input, for a jump back to the start. */
  void storeInput(Place place) {
    switch (place) {
      case Place.Slot slot -> slot.representation().store(code, slot.index());
      case Place.Rest _ -> throw new IllegalStateException("a rest is no input");
      case Place.Element element -> {
        int value = newSlot(Representation.OBJECT);
        code.astore(value);
        code.aload(method.frameSlot()).loadConstant(element.index()).aload(value).aastore();
      }
    }
  }

  /** Gives closures that wait for the variable its value. */
  private void patch(Variable variable) {
    List<Patch> waiting = patches.remove(variable);
    if (waiting == null) {
      return;
    }
    for (Patch patch : waiting) {
      load(patch.closure());
      code.checkcast(patch.field().owner());
      load(variable, patch.field().representation());
      code.putfield(
          patch.field().owner(), patch.field().name(), patch.field().representation().type());
    }
  }

  void patchLater(Variable variable, Patch patch) {
    patches.computeIfAbsent(variable, _ -> new ArrayList<>()).add(patch);
  }

  /** Pushes a variable in its own representation and gives that. */
  Representation load(Variable variable) {
    switch (place(variable)) {
      case Place.Slot slot -> slot.representation().load(code, slot.index());
      case Place.Rest rest -> load(rest);
      case Place.Element element ->
          code.aload(method.frameSlot()).loadConstant(element.index()).aaload();
    }
    return place(variable).representation();
  }

  /** Pushes what is left of a front. */
  void load(Place.Rest rest) {
    code.aload(rest.front());
    if (rest.passed() == 0) {
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "value", RuntimeSymbols.UNARY);
    } else {
      code.loadConstant(rest.passed());
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "rest", RuntimeSymbols.REST);
    }
  }

  /**
   * Pushes a variable in a representation; one that is not bound yet gives a value that nobody
   * looks at.
   */
  void load(Variable variable, Representation representation) {
    if (isBound(variable)) {
      load(variable).convert(code, representation);
    } else {
      representation.pushDefault(code);
    }
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
    int first = replaced.size();
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
    forgetPlaces(first);
    method.leaveScope(scope);
  }

  /**
   * Writes what stands before the body of a binding expression; gives the body, null for others.
   */
  private @Nullable Core enter(Core core) {
    return switch (core) {
      case Core.Let c when cursorParameters.isAlias(c.variable()) && isRest(c.value()) -> {
        alias(c);
        yield c.body();
      }
      case Core.Let c -> {
        Representation representation = Representation.of(type(c.variable()));
        emit(c.value(), Destination.of(representation));
        bind(c.variable(), representation);
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

  private boolean isRest(Core core) {
    return generator.replacements().of(core) instanceof Core.Get get
        && find(get.variable()) instanceof Place.Rest;
  }

  /** Another name for a front, or for what is left of it. */
  private void alias(Core.Let let) {
    Core.Get get = (Core.Get) generator.replacements().of(let.value());
    Place.Rest rest = (Place.Rest) place(get.variable());
    if (rest.passed() == 0 && get.mention()) {
      int slot = newSlot(Representation.OBJECT);
      loadFront(get, rest);
      code.invokestatic(RuntimeSymbols.SEQ_CURSOR, "front", RuntimeSymbols.UNARY).astore(slot);
      rest = new Place.Rest(slot, 0);
    }
    bindRest(let.variable(), rest);
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
      case Core.Logical c -> operators.value(c, destination);
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
      case Core.Collect c -> collections.collect(c, destination);
      case Core.Each c -> collections.each(c);
      case Core.EachTogether c -> collections.eachTogether(c);
      case Core.Emit c -> collections.emit(c);
      case Core.EmitEntry c -> collections.emitEntry(c);
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
    operators.pushUnboxed(value);
    finish(representation, destination);
  }

  private void get(Core.Get core, Destination destination) {
    int type = type(core.variable());
    if (accumulators != null && accumulators.has(core.variable())) {
      accumulator(core, accumulators, destination);
      return;
    }
    if (core.mention() && (type & Types.NULLARY) != 0) {
      mention(core.at(), type, load(core.variable()), destination, core);
    } else if (destination != Destination.NONE) {
      finish(load(core.variable()), destination);
    }
  }

  /**
   * A variable that may hold a transient, which leaves the loop unless the place says otherwise.
   */
  private void accumulator(Core.Get core, Accumulators accumulators, Destination destination) {
    load(core.variable(), Representation.OBJECT);
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
  private void mention(
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
      operators.branch(branch.condition(), next, false, "the condition of if");
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
    bind(core.triple(), Representation.OBJECT);
    bind(core.error(), Representation.OBJECT);
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
