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

  final Unit unit;
  final Host host;
  final Method method;
  final CodeBuilder code;
  final Specialization specialization;
  final OperatorCode operators;
  final CollectionCode collections;
  final FunctionCode functions;
  final JavaCode java;
  final Mentions mentions;

  private final IdentityHashMap<Core, Integer> types;
  private final Layout layout;

  /** What was known of a variable before it got its place. */
  private record Earlier(Variable variable, @Nullable Place place) {}

  private final Map<Variable, Place> places = new HashMap<>();
  private final List<Earlier> replaced = new ArrayList<>();

  /** The variables bound here that are in the array, by the order in which they were. */
  private final Map<Variable, Integer> elements = new HashMap<>();

  /** Whether variables that were looked for are bound in the bodies around this part. */
  private final Map<Variable, Boolean> boundAround = new HashMap<>();

  private final Map<Variable, List<Patch>> patches;
  private final @Nullable Part part;

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

  private Body(Method method, SpecializationContext context, @Nullable Part part) {
    this.unit = context.host().unit();
    this.host = context.host();
    this.method = method;
    this.code = method.code();
    this.specialization = context.specialization();
    this.types = context.types();
    this.layout = context.layout();
    this.part = part;
    this.patches = context.patches();
    this.accumulators = layout.framed() ? null : unit.accumulators(specialization.function());
    this.cursorParameters = unit.cursorParameters(specialization.function());
    this.operators = new OperatorCode(this);
    this.collections = new CollectionCode(this);
    this.functions = new FunctionCode(this);
    this.java = new JavaCode(this);
    this.mentions = new Mentions(this);
  }

  /** The whole body of a specialization. */
  static Body of(Method method, SpecializationContext context) {
    return new Body(method, context, null);
  }

  /** A part of a specialization. */
  static Body of(Method method, SpecializationContext context, Part part) {
    return new Body(method, context, part);
  }

  SpecializationContext context() {
    return new SpecializationContext(host, specialization, types, layout, patches);
  }

  // Types.

  int type(Variable variable) {
    Integer type = specialization.variables().get(variable);
    return type == null ? Types.NEVER : type;
  }

  int type(Core expression) {
    Core core = unit.replacements().of(expression);
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

  Shape shape(Core core) {
    return Shape.of(type(core));
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
    if (place != null || !layout.framed()) {
      return place;
    }
    Boolean known = boundAround.get(variable);
    if (known == null) {
      known = isBoundAround(variable);
      boundAround.put(variable, known);
    }
    return known ? new Place.Element(layout.index(variable)) : null;
  }

  private boolean isBoundAround(Variable variable) {
    for (Part each = part; each != null; each = each.around().part) {
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

  int newSlot(Shape shape) {
    return method.newSlot(shape);
  }

  /** Binds a variable to the value on the stack, which has the shape. */
  void bind(Variable variable, Shape shape) {
    if (layout.framed()) {
      int value = newSlot(shape);
      shape.store(code, value);
      bindFromSlot(variable, new Place.Slot(value, shape));
      return;
    }
    Place.Slot place = new Place.Slot(newSlot(shape), shape);
    shape.store(code, place.index());
    bindFromSlot(variable, place);
  }

  /**
   * Makes a variable readable whose value may be in other locals on other paths; where this path
   * ends, {@link Method#undeclare} it.
   */
  void expose(Variable variable, Place.Slot slot) {
    if (layout.framed()) {
      storeElement(variable, slot);
    } else {
      putPlace(variable, slot);
      method.declare(variable, slot);
    }
  }

  private void storeElement(Variable variable, Place.Slot slot) {
    Place.Element element = new Place.Element(layout.index(variable));
    code.aload(method.frameSlot()).loadConstant(element.index());
    slot.shape().load(code, slot.index());
    slot.shape().convert(code, Shape.OBJECT);
    code.aastore();
    putPlace(variable, element);
    elements.putIfAbsent(variable, elements.size());
  }

  /** Binds a variable of no part to the object on the stack. */
  void bindLocal(Variable variable) {
    int slot = newSlot(Shape.OBJECT);
    code.astore(slot);
    putPlace(variable, new Place.Slot(slot, Shape.OBJECT));
  }

  /** Binds a variable to a value that is in a local already. */
  void bindFromSlot(Variable variable, Place.Slot slot) {
    if (layout.framed()) {
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
    if (cursorParameters.has(variable) && !layout.framed()) {
      code.aload(slot.index());
      code.invokestatic(Links.SEQ_CURSOR, "front", Links.UNARY).astore(slot.index());
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
            && unit.replacements().of(call.arguments().get(argument)) instanceof Core.Get get
            && place(get.variable()) instanceof Place.Rest rest
        ? rest
        : null;
  }

  /** Pushes the front itself; a value that is none is mentioned, if the program mentions it. */
  void loadFront(Core core, Place.Rest rest) {
    code.aload(rest.front());
    if (rest.passed() == 0
        && unit.replacements().of(core) instanceof Core.Get get
        && get.mention()) {
      mention(get.at(), type(get.variable()), Shape.OBJECT, Target.OBJECT, null);
    }
  }

  /** Lets a front that was passed on go on behind the elements that were passed. */
  void advance(Place.Rest passed, Place input) {
    if (passed.passed() > 0) {
      Label gone = code.newLabel();
      int front = ((Place.Slot) input).index();
      code.aload(front).loadConstant(passed.passed());
      code.invokestatic(Links.SEQ_CURSOR, "advance", Links.ADVANCE).ifne(gone);
      code.aload(front).loadConstant(passed.passed());
      code.invokestatic(Links.SEQ_CURSOR, "rest", Links.REST).astore(front);
      code.labelBinding(gone);
    }
  }

  /** Pops the next value of an input, for a jump back to the start. */
  void storeInput(Place place) {
    switch (place) {
      case Place.Slot slot -> slot.shape().store(code, slot.index());
      case Place.Rest _ -> throw new IllegalStateException("a rest is no input");
      case Place.Element element -> {
        int value = newSlot(Shape.OBJECT);
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
      load(variable, patch.field().shape());
      code.putfield(patch.field().owner(), patch.field().name(), patch.field().shape().type());
    }
  }

  void patchLater(Variable variable, Patch patch) {
    patches.computeIfAbsent(variable, _ -> new ArrayList<>()).add(patch);
  }

  /** Pushes a variable in its own shape and gives that. */
  Shape load(Variable variable) {
    switch (place(variable)) {
      case Place.Slot slot -> slot.shape().load(code, slot.index());
      case Place.Rest rest -> load(rest);
      case Place.Element element ->
          code.aload(method.frameSlot()).loadConstant(element.index()).aaload();
    }
    return place(variable).shape();
  }

  /** Pushes what is left of a front. */
  void load(Place.Rest rest) {
    code.aload(rest.front());
    if (rest.passed() == 0) {
      code.invokestatic(Links.SEQ_CURSOR, "value", Links.UNARY);
    } else {
      code.loadConstant(rest.passed());
      code.invokestatic(Links.SEQ_CURSOR, "rest", Links.REST);
    }
  }

  /** Pushes a variable in a shape; one that is not bound yet gives a value that nobody looks at. */
  void load(Variable variable, Shape shape) {
    if (isBound(variable)) {
      load(variable).convert(code, shape);
    } else {
      shape.pushDefault(code);
    }
  }

  // Positions.

  /** Writes instructions that may raise an error or call, and where they come from. */
  void at(Range range, Runnable instructions) {
    int line = unit.lines().line(range.start());
    method.line(line);
    Label start = code.newBoundLabel();
    instructions.run();
    Label end = code.newBoundLabel();
    code.characterRange(start, end, line, unit.lines().column(range.start()), CRT_INVOKE);
  }

  /** The flag of a call in a CharacterRangeTable. */
  private static final int CRT_INVOKE = 0x20;

  /** The instructions that follow come from there; debuggers stop at its line. */
  void line(Range range) {
    method.line(unit.lines().line(range.start()));
  }

  // Expressions.

  /** Writes an expression whose value is left on the stack as an object. */
  void object(Core core) {
    emit(core, Target.OBJECT);
  }

  /** Writes an expression whose value is left on the stack in the shape of its type. */
  Shape natural(Core core) {
    Shape shape = shape(core);
    emit(core, Target.of(shape));
    return shape;
  }

  /** Brings a value on the stack to the target. */
  void finish(Shape shape, Target target) {
    switch (target) {
      case TAIL -> {
        shape.convert(code, method.result());
        returns(method.result());
      }
      case NONE -> shape.pop(code);
      default -> shape.convert(code, target.shape());
    }
  }

  /** Writes an expression; runs along the bodies of lets without recursion. */
  void emit(Core expression, Target target) {
    int scope = method.enterScope();
    int first = replaced.size();
    Core core = unit.replacements().of(expression);
    while (true) {
      line(core.at());
      if (isPart(core)) {
        functions.callPart(core, target);
        break;
      }
      Core next = enter(core);
      if (next == null) {
        emitLast(core, target);
        break;
      }
      core = unit.replacements().of(next);
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
        Shape shape = Shape.of(type(c.variable()));
        emit(c.value(), Target.of(shape));
        bind(c.variable(), shape);
        yield c.body();
      }
      case Core.LetFunctions c -> {
        functions.bind(c.functions());
        yield c.body();
      }
      case Core.Sequence c -> {
        for (Core step : c.steps().subList(0, c.steps().size() - 1)) {
          emit(step, Target.NONE);
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
    return unit.replacements().of(core) instanceof Core.Get get
        && find(get.variable()) instanceof Place.Rest;
  }

  /** Another name for a front, or for what is left of it. */
  private void alias(Core.Let let) {
    Core.Get get = (Core.Get) unit.replacements().of(let.value());
    Place.Rest rest = (Place.Rest) place(get.variable());
    if (rest.passed() == 0 && get.mention()) {
      int slot = newSlot(Shape.OBJECT);
      loadFront(get, rest);
      code.invokestatic(Links.SEQ_CURSOR, "front", Links.UNARY).astore(slot);
      rest = new Place.Rest(slot, 0);
    }
    bindRest(let.variable(), rest);
  }

  private void emitLast(Core core, Target target) {
    mentions.operands(core);
    switch (core) {
      case Core.Constant c -> constant(c, target);
      case Core.Get c -> get(c, target);
      case Core.Closure c -> {
        functions.closure(c.function());
        finish(Shape.OBJECT, target);
      }
      case Core.StaticFunctionValue c -> {
        functions.staticValue(c.function());
        finish(Shape.OBJECT, target);
      }
      case Core.CallKnown c -> functions.callKnown(c, target);
      case Core.CallStatic c -> functions.callStatic(c, target);
      case Core.Apply c -> functions.apply(c, target);
      case Core.If c -> emitIf(c, target);
      case Core.Logical c -> operators.value(c, target);
      case Core.Unary c -> operators.unary(c, target);
      case Core.Binary c -> operators.binary(c, target);
      case Core.LeftChain c -> operators.leftChain(c, target);
      case Core.RightChain c -> operators.rightChain(c, target);
      case Core.MakeTuple c -> collections.tuple(c, target);
      case Core.MakeSeq c -> collections.seq(c, target);
      case Core.MakeSet c -> collections.set(c, target);
      case Core.MakeDict c -> collections.dict(c, target);
      case Core.MakeRange c -> collections.range(c, target);
      case Core.MakeRecord c -> collections.record(c, target);
      case Core.GetField c -> collections.field(c, target);
      case Core.UpdateRecord c -> collections.update(c, target);
      case Core.Interpolation c -> collections.interpolation(c, target);
      case Core.Match c -> new MatchCode(this, c, target).emit();
      case Core.Try c -> emitTry(c, target);
      case Core.Raise c -> raise(c, target);
      case Core.RaiseAlways c -> {
        host.constants().push(code, c.symbol());
        code.loadConstant(c.message());
        raise(
            c.at(),
            Links.ERRORS,
            "always",
            MethodTypeDesc.of(Links.YONA_ERROR, Links.SYMBOL, ConstantDescs.CD_String),
            target);
      }
      case Core.With c -> functions.with(c, target);
      case Core.CallMember c -> java.callMember(c, target);
      case Core.CallJava c -> java.callStatic(c, target);
      case Core.JavaFunction c -> java.function(c, target);
      case Core.JavaType c -> java.type(c, target);
      case Core.Mention c -> {
        int type = type(c.value());
        mention(c.at(), type, natural(c.value()), target, null);
      }
      case Core.MakeModule c -> {
        functions.module(c);
        finish(Shape.OBJECT, target);
      }
      case Core.ModuleValue c -> {
        functions.moduleValue(c);
        finish(Shape.OBJECT, target);
      }
      case Core.Collect c -> collections.collect(c, target);
      case Core.Each c -> collections.each(c);
      case Core.EachTogether c -> collections.eachTogether(c);
      case Core.Emit c -> collections.emit(c);
      case Core.EmitEntry c -> collections.emitEntry(c);
      case Core.Skip _ -> {}
      case Core.Let _, Core.LetFunctions _, Core.Sequence _, Core.Group _, Core.LetAliases _ ->
          throw Traversal.unexpected(core);
    }
  }

  private void constant(Core.Constant core, Target target) {
    Object value = core.value();
    if (target == Target.NONE) {
      return;
    }
    Shape shape = Shape.of(Types.of(value));
    Shape wanted = target == Target.TAIL ? method.result() : target.shape();
    if (wanted.isReference()) {
      host.constants().push(code, value);
      finish(Shape.OBJECT, target);
      return;
    }
    operators.pushUnboxed(value);
    finish(shape, target);
  }

  private void get(Core.Get core, Target target) {
    int type = type(core.variable());
    if (accumulators != null && accumulators.has(core.variable())) {
      accumulator(core, accumulators, target);
      return;
    }
    if (core.mention() && (type & Types.NULLARY) != 0) {
      mention(core.at(), type, load(core.variable()), target, core);
    } else if (target != Target.NONE) {
      finish(load(core.variable()), target);
    }
  }

  /**
   * A variable that may hold a transient, which leaves the loop unless the place says otherwise.
   */
  private void accumulator(Core.Get core, Accumulators accumulators, Target target) {
    load(core.variable(), Shape.OBJECT);
    if (accumulators.isUpdated(core)) {
      code.invokestatic(Links.TRANSIENTS, "asTransient", Links.UNARY);
    } else if (!accumulators.isPlain(core)) {
      makePersistent();
    }
    int type = core.mention() ? type(core.variable()) : Types.NEVER;
    mention(core.at(), type, Shape.OBJECT, target, null);
  }

  /** Whether a variable may hold a transient. */
  boolean mayBeTransient(Variable variable) {
    return accumulators != null && accumulators.has(variable);
  }

  /** Makes a collection of the value on the stack if that is a transient. */
  void makePersistent() {
    code.invokestatic(Links.TRANSIENTS, "persistent", Links.UNARY);
  }

  /**
   * The value on the stack is mentioned: called if it is a function without parameters.
   *
   * @param name the name that is mentioned, if it may be one of several operands
   */
  private void mention(Range at, int type, Shape shape, Target target, Core.@Nullable Get name) {
    if ((type & Types.NULLARY) == 0) {
      finish(shape, target);
      return;
    }
    boolean step = target == Target.TAIL && method.steps();
    ifInstance(Links.FUNCTION, () -> mentions.call(name, at, step));
    finish(Shape.OBJECT, target);
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

  private void emitIf(Core.If core, Target target) {
    Label end = code.newLabel();
    for (Core.Branch branch : core.branches()) {
      Label next = code.newLabel();
      operators.branch(branch.condition(), next, false, "the condition of if");
      emit(branch.body(), target);
      if (target != Target.TAIL) {
        code.goto_(end);
      }
      code.labelBinding(next);
    }
    emit(core.otherwise(), target);
    code.labelBinding(end);
  }

  private void emitTry(Core.Try core, Target target) {
    if (depth > 0) {
      functions.callPart(core, target);
      return;
    }
    int scope = method.enterScope();
    Target value = target == Target.TAIL ? Target.of(method.result()) : target;
    Label start = code.newBoundLabel();
    Label end = code.newLabel();
    Label handler = code.newLabel();
    Label done = code.newLabel();
    code.nop();
    emit(core.body(), value);
    code.labelBinding(end);
    if (target == Target.TAIL) {
      returns(method.result());
    } else {
      code.goto_(done);
    }
    code.exceptionCatchAll(start, end, handler);
    code.labelBinding(handler);
    line(core.at());
    int taken = newSlot(Shape.OBJECT);
    code.dup()
        .astore(taken)
        .dup()
        .invokestatic(
            Links.ERRORS, "taken", MethodTypeDesc.of(Links.YONA_ERROR, ConstantDescs.CD_Throwable))
        .invokevirtual(Links.YONA_ERROR, "triple", MethodTypeDesc.of(Links.TUPLE));
    bind(core.triple(), Shape.OBJECT);
    bind(core.error(), Shape.OBJECT);
    emitClause(core, taken, target);
    code.labelBinding(done);
    method.leaveScope(scope);
  }

  /** Writes what a catch does with what it has taken, which is told when that is over. */
  private void emitClause(Core.Try core, int taken, Target target) {
    Label start = code.newBoundLabel();
    Label end = code.newLabel();
    Label error = code.newLabel();
    Label done = code.newLabel();
    int around = clause;
    if (target == Target.TAIL && around < 0) {
      clause = taken;
    }
    emit(core.handler(), target);
    clause = around;
    code.labelBinding(end);
    if (target != Target.TAIL) {
      code.aload(taken).invokestatic(Links.PREEMPTION, "leaveClause", Links.NOTE).goto_(done);
    }
    code.exceptionCatchAll(start, end, error);
    code.labelBinding(error);
    code.aload(taken).invokestatic(Links.PREEMPTION, "leaveClause", Links.NOTE).athrow();
    code.labelBinding(done);
  }

  /** Returns what is on the stack. */
  void returns(Shape result) {
    if (clause >= 0) {
      if (method.steps()) {
        // If that is a tail call, the clause is not over.
        code.dup().aload(clause).invokestatic(Links.PREEMPTION, "leaveClause", Links.NOTE_RESULT);
      } else {
        code.aload(clause).invokestatic(Links.PREEMPTION, "leaveClause", Links.NOTE);
      }
    }
    result.returns(code);
  }

  private void raise(Core.Raise core, Target target) {
    object(core.symbolOrTriple());
    if (core.message() == null) {
      raise(
          core.at(),
          Links.YONA_ERROR,
          "fromTriple",
          MethodTypeDesc.of(Links.YONA_ERROR, ConstantDescs.CD_Object),
          target);
      return;
    }
    depth++;
    object(core.message());
    depth--;
    raise(
        core.at(),
        Links.YONA_ERROR,
        "raised",
        MethodTypeDesc.of(Links.YONA_ERROR, ConstantDescs.CD_Object, ConstantDescs.CD_Object),
        target);
  }

  /** Throws the error that a static method makes. */
  void raise(Range at, ClassDesc owner, String name, MethodTypeDesc type, Target target) {
    at(at, () -> code.invokestatic(owner, name, type));
    throwAndFinish(target);
  }

  /**
   * Throws what is on the stack. Where a value is wanted a method does it, so that the JVM does not
   * know that what follows is dead: it refuses a class whose tables name locals of dead code.
   */
  void throwAndFinish(Target target) {
    if (target == Target.TAIL) {
      code.athrow();
    } else {
      code.invokestatic(
          Links.ERRORS,
          "again",
          MethodTypeDesc.of(
              ClassDesc.of("java.lang.RuntimeException"), ConstantDescs.CD_Throwable));
      finish(Shape.OBJECT, target);
    }
  }

  /** Whether the expression is written as a method of its own. */
  @SuppressWarnings("ReferenceEquality") // expressions are told apart by identity
  boolean isPart(Core core) {
    return layout.isPart(core) && (part == null || core != part.body());
  }

  Layout layout() {
    return layout;
  }
}
