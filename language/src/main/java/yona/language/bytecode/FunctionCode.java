package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_Double;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import yona.language.core.Callees;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.ModuleDefinition;
import yona.language.core.RecordShape;
import yona.language.core.StaticFunction;
import yona.language.core.Variable;
import yona.language.diagnostics.Range;
import yona.language.optimize.Specialization;
import yona.language.optimize.Types;
import yona.language.runtime.Grant;

/** Functions: their values, their calls, and what runs through function values. */
final class FunctionCode {
  /** A field of a closure class that holds a captured variable. */
  record Field(ClassDesc owner, String name, Representation representation) {}

  private final Body body;
  private final CodeBuilder code;

  FunctionCode(Body body) {
    this.body = body;
    this.code = body.code;
  }

  // Values.

  /** Pushes a new value of a function; gives the captured variables that have no value yet. */
  private List<Variable> newClosure(FunctionDefinition function) {
    List<Variable> unbound = new ArrayList<>();
    ClosureClass type = body.generator.closure(function);
    code.new_(type.type()).dup();
    boolean packed = type.packed();
    if (packed) {
      code.loadConstant(function.captures().size()).anewarray(CD_Object);
    }
    for (int i = 0; i < function.captures().size(); i++) {
      Variable variable = function.captures().get(i);
      if (!body.variables.isBound(variable)) {
        unbound.add(variable);
      }
      if (packed) {
        code.dup().loadConstant(i);
        body.variables.load(variable, Representation.OBJECT);
        code.aastore();
      } else {
        body.variables.load(variable, type.field(i).representation());
      }
    }
    code.invokespecial(type.type(), "<init>", type.constructor());
    return unbound;
  }

  /** Pushes a new value of a function. */
  void closure(FunctionDefinition function) {
    newClosure(function);
  }

  /** Makes the values of functions that have one, and binds them. */
  void bind(List<FunctionDefinition> functions) {
    for (FunctionDefinition function : functions) {
      Variable variable = function.variable();
      if (variable != null && body.generator.recursion().isRead(variable)) {
        List<Variable> unbound = newClosure(function);
        for (Variable later : unbound) {
          Field field = body.generator.closure(function).field(function.captures().indexOf(later));
          body.variables.patchLater(later, new Environment.Patch(variable, field));
        }
        body.variables.bind(variable, Representation.OBJECT);
      }
    }
  }

  void staticValue(StaticFunction function) {
    ClassDesc type = body.generator.staticValue(function);
    code.getstatic(type, ClosureClass.INSTANCE, RuntimeSymbols.FUNCTION);
  }

  /** Pushes the value of a module that stands in an expression. */
  void module(Core.MakeModule core) {
    pushModule(
        code,
        body.host,
        core.module(),
        function -> {
          Variable variable = function.variable();
          if (variable == null) {
            throw new IllegalStateException(function + " of a module has no variable");
          }
          body.variables.load(variable, Representation.OBJECT);
          code.checkcast(RuntimeSymbols.FUNCTION);
        });
  }

  /** Pushes the value of one function of a module. */
  interface FunctionValue {
    void push(FunctionDefinition function);
  }

  /** Pushes a module; only functions that can be reached from outside need values. */
  static void pushModule(
      CodeBuilder code, Host host, ModuleDefinition module, FunctionValue value) {
    Collection<FunctionDefinition> exported = module.exportedFunctions();
    StringBuilder functions = new StringBuilder();
    for (FunctionDefinition function : module.functions()) {
      functions.append(function.name()).append('/').append(function.arity()).append(',');
    }
    StringBuilder records = new StringBuilder();
    for (RecordShape shape : module.records()) {
      records.append(shape.name()).append('=').append(String.join(",", shape.fields())).append(';');
    }
    Constants constants = host.constants();
    code.loadConstant(module.fqn());
    constants.pushString(code, String.join(",", module.exports()));
    constants.pushString(code, functions.toString());
    code.loadConstant(exported.size()).anewarray(RuntimeSymbols.FUNCTION);
    int index = 0;
    for (FunctionDefinition function : exported) {
      code.dup().loadConstant(index++);
      value.push(function);
      code.aastore();
    }
    constants.pushString(code, records.toString());
    code.invokestatic(
        RuntimeSymbols.MODULE,
        "of",
        MethodTypeDesc.of(
            RuntimeSymbols.MODULE,
            CD_String,
            CD_String,
            CD_String,
            RuntimeSymbols.FUNCTION.arrayType(),
            CD_String));
  }

  void moduleValue(Core.ModuleValue core) {
    code.invokestatic(
        body.generator.type(core.className()),
        ClassGenerator.MODULE_METHOD,
        MethodTypeDesc.of(RuntimeSymbols.MODULE));
  }

  // Calls.

  void callKnown(Core.CallKnown core, Destination destination) {
    FunctionDefinition function = core.function();
    int captures = function.captures().size();
    int[] types = new int[captures + core.arguments().size()];
    for (int i = 0; i < types.length; i++) {
      types[i] =
          i < captures
              ? body.type(function.captures().get(i))
              : body.type(core.arguments().get(i - captures));
    }
    Specialization specialization = body.generator.inference().callee(function, types);
    Method.Start start = destination == Destination.TAIL ? body.method.start(specialization) : null;
    MethodGroup.Input input =
        (index, representation, above) -> {
          if (index < captures) {
            body.variables.load(function.captures().get(index), representation);
          } else {
            body.depth += above;
            body.emit(core.arguments().get(index - captures), Destination.of(representation));
            body.depth -= above;
          }
        };
    if (start != null) {
      jump(core, start, input);
    } else {
      call(core.at(), specialization, input, destination);
    }
  }

  /** Calls a function with arguments that are in places, whatever their types. */
  void callGeneral(Range at, FunctionDefinition function, List<? extends Place> arguments) {
    Specialization specialization = body.generator.inference().general(function);
    int captures = function.captures().size();
    call(
        at,
        specialization,
        (index, representation, _) -> {
          if (index < captures) {
            body.variables.load(function.captures().get(index), representation);
          } else {
            Place.Slot slot = (Place.Slot) arguments.get(index - captures);
            slot.representation().load(code, slot.index());
            slot.representation().convert(code, representation);
          }
        },
        Destination.OBJECT);
  }

  private void call(
      Range at, Specialization specialization, MethodGroup.Input input, Destination destination) {
    MethodGroup group = body.generator.group(specialization);
    // The position belongs to the call alone: arguments have their own.
    group.push(code, specialization, input);
    body.at(at, () -> group.invoke(code));
    finishCall(group.result(), specialization.steps(), destination);
  }

  private void jump(Core.CallKnown core, Method.Start start, MethodGroup.Input input) {
    List<Place> inputs = start.inputs();
    int captures = core.function().captures().size();
    Map<Place, Place.Rest> cursorParameters = new LinkedHashMap<>();
    for (int i = 0; i < inputs.size(); i++) {
      Place.Rest rest = i < captures ? null : body.cursors.passedOn(core, i - captures);
      if (rest == null) {
        input.push(i, inputs.get(i).representation(), i);
      } else {
        body.cursors.loadCursor(core.arguments().get(i - captures), rest);
        cursorParameters.put(inputs.get(i), rest);
      }
    }
    for (Place place : inputs.reversed()) {
      body.variables.storeInput(place);
    }
    // The other arguments have their elements now.
    cursorParameters.forEach((place, rest) -> body.cursors.advance(rest, place));
    code.goto_(start.label());
  }

  /**
   * The result of a call is on the stack; if it may be a tail call, that is made now or passed on.
   */
  private void finishCall(Representation result, boolean steps, Destination destination) {
    if (steps && !(destination == Destination.TAIL && body.method.steps())) {
      body.ifInstance(
          RuntimeSymbols.TAIL_CALL,
          () -> code.invokestatic(RuntimeSymbols.TAIL_CALL, "finish", RuntimeSymbols.UNARY));
    }
    body.finish(result, destination);
  }

  void callStatic(Core.CallStatic core, Destination destination) {
    StaticFunction function = core.function();
    boolean step = function.bounces() && destination == Destination.TAIL && body.method.steps();
    if (step && function.unfinished()) {
      apply(
          new Core.Apply(
              core.at(), new Core.StaticFunctionValue(core.at(), function), core.arguments()),
          destination);
      return;
    }
    String name = function.method() + (step ? ClassGenerator.STEP_SUFFIX : "");
    ClassDesc owner = body.generator.type(function.owner());
    if (function.arity() > ClassGenerator.MAXIMUM_PARAMETERS) {
      // No Java half has so many, and nothing else requires grants.
      body.collections.array(core.arguments());
      body.at(core.at(), () -> code.invokestatic(owner, name, RuntimeSymbols.ALL));
    } else {
      int caller = function.takesCaller() ? 1 : 0;
      if (function.takesCaller()) {
        code.loadConstant(body.host.type());
        body.depth++;
      }
      for (Core argument : core.arguments()) {
        body.object(argument);
        body.depth++;
      }
      body.depth -= core.arguments().size() + caller;
      if (function.takesName()) {
        code.loadConstant(body.specialization.function().qualifiedName());
      }
      if (function.java() && !function.needs().isEmpty()) {
        body.at(core.at(), () -> require(code, function));
      }
      body.at(core.at(), () -> code.invokestatic(owner, name, RuntimeSymbols.half(function)));
    }
    body.finish(Representation.OBJECT, destination);
  }

  /** Before a Java half that touches the world outside: the program must be granted that. */
  private static void require(CodeBuilder code, StaticFunction function) {
    for (Grant grant : new TreeSet<>(function.needs())) {
      code.getstatic(RuntimeSymbols.GRANT, grant.name(), RuntimeSymbols.GRANT)
          .invokestatic(
              RuntimeSymbols.INVOCATION,
              "require",
              MethodTypeDesc.of(CD_void, RuntimeSymbols.GRANT));
    }
  }

  void apply(Core.Apply core, Destination destination) {
    body.object(core.function());
    code.invokestatic(
        RuntimeSymbols.FUNCTION, "callee", MethodTypeDesc.of(RuntimeSymbols.FUNCTION, CD_Object));
    int count = core.arguments().size();
    boolean step = destination == Destination.TAIL && body.method.steps();
    if (count > 4) {
      body.depth++;
      body.collections.array(core.arguments());
      body.depth--;
    } else {
      for (Core argument : core.arguments()) {
        body.depth++;
        body.object(argument);
      }
      body.depth -= count;
    }
    body.at(core.at(), () -> applyValue(count, step));
    body.finish(Representation.OBJECT, destination);
  }

  /** Calls the function on the stack with the arguments above it: one by one, or an array. */
  void applyValue(int count, boolean step) {
    if (step) {
      MethodTypeDesc type = count > 4 ? RuntimeSymbols.ALL : RuntimeSymbols.generic(count);
      code.invokestatic(
          RuntimeSymbols.TAIL_CALL,
          count > 4 ? "stepAll" : "step",
          type.insertParameterTypes(0, RuntimeSymbols.FUNCTION));
    } else if (count > 4) {
      code.invokevirtual(RuntimeSymbols.FUNCTION, "applyAll", RuntimeSymbols.ALL);
    } else {
      code.invokevirtual(RuntimeSymbols.FUNCTION, "apply", RuntimeSymbols.generic(count));
    }
  }

  // Parts.

  /** Calls a part of this specialization that has a method of its own, and has it written. */
  void callOutlined(Core core, Destination destination) {
    OutlinedPart part = body.generator.parts().prepare(body, core, destination);
    body.method.add(part);
    if (part.inputs() == null) {
      code.aload(body.method.frameSlot());
    } else if (part.packed()) {
      code.loadConstant(part.inputs().size()).anewarray(CD_Object);
      for (int i = 0; i < part.inputs().size(); i++) {
        code.dup().loadConstant(i);
        body.variables.load(part.inputs().get(i), Representation.OBJECT);
        code.aastore();
      }
    } else {
      for (int i = 0; i < part.inputs().size(); i++) {
        body.variables.load(part.inputs().get(i), part.representations().get(i));
      }
    }
    body.at(core.at(), () -> code.invokestatic(part.owner(), part.name(), part.type()));
    switch (destination) {
      case NONE -> {}
      case TAIL -> body.returns(part.result());
      default -> part.result().convert(code, destination.representation());
    }
  }

  // What runs through function values.

  void with(Core.With core, Destination destination) {
    body.object(core.manager());
    code.loadConstant(core.daemon() ? 1 : 0);
    if (core.name() == null) {
      code.aconst_null();
    } else {
      code.loadConstant(core.name());
    }
    closure(core.body());
    body.at(
        core.at(),
        () ->
            code.invokestatic(
                RuntimeSymbols.CONTEXTS,
                "with",
                MethodTypeDesc.of(
                    CD_Object, CD_Object, CD_boolean, CD_String, RuntimeSymbols.FUNCTION)));
    body.finish(Representation.OBJECT, destination);
  }

  /** Whether any of the variables may hold what has to wait when it is called. */
  boolean mayWait(Callees callees) {
    return Types.mayWait(callees, body::type);
  }

  /** Jumps if one of the values may have to wait when it is called. */
  void testSuspending(Callees callees, Label together) {
    for (Variable applied : callees.applied()) {
      if (Types.mayHoldFunction(body.type(applied))) {
        test(applied, "suspends", together);
      }
    }
    for (Variable mentioned : callees.mentioned()) {
      if (Types.mayWaitMentioned(body.type(mentioned))) {
        testMentioned(mentioned, together);
      }
    }
    for (Variable walked : callees.walked()) {
      if (Types.mayWaitWalked(body.type(walked))) {
        test(walked, "suspendsTaken", together);
      }
    }
  }

  /** What may be a Float is asked for that first: calculations look at its class anyway. */
  private void testMentioned(Variable variable, Label together) {
    Label never = code.newLabel();
    if ((body.type(variable) & Types.DOUBLE) != 0) {
      body.variables.load(variable, Representation.OBJECT);
      code.instanceOf(CD_Double).ifne(never);
    }
    test(variable, "suspendsMentioned", together);
    code.labelBinding(never);
  }

  private void test(Variable variable, String test, Label together) {
    body.variables.load(variable, Representation.OBJECT);
    code.invokestatic(RuntimeSymbols.FUNCTION, test, RuntimeSymbols.TEST).ifne(together);
  }

  /** Runs the members of a group and binds their results. */
  void group(Core.Group core) {
    int count = core.members().size();
    List<Place.Slot> results = new ArrayList<>();
    for (Variable result : core.results()) {
      Representation representation = Representation.of(body.type(result));
      results.add(new Place.Slot(body.newSlot(representation), representation));
    }
    Callees checked = core.whenSuspending();
    if (checked != null && !mayWait(checked)) {
      oneAfterTheOther(core, results);
    } else {
      oneAfterTheOtherOrTogether(core, checked, results);
    }
    for (int i = 0; i < count; i++) {
      body.variables.bindFromSlot(core.results().get(i), results.get(i));
    }
  }

  private void oneAfterTheOtherOrTogether(
      Core.Group core, @Nullable Callees checked, List<Place.Slot> results) {
    Label together = code.newLabel();
    Label done = code.newLabel();
    if (checked != null) {
      testSuspending(checked, together);
      oneAfterTheOther(core, results);
      code.goto_(done);
    }
    code.labelBinding(together);
    runTogether(core);
    int all = body.newSlot(Representation.OBJECT);
    code.astore(all);
    for (int i = 0; i < results.size(); i++) {
      Place.Slot slot = results.get(i);
      code.aload(all).checkcast(RuntimeSymbols.OBJECTS).loadConstant(i).aaload();
      Representation.OBJECT.convert(code, slot.representation());
      slot.representation().store(code, slot.index());
    }
    code.labelBinding(done);
  }

  /**
   * Evaluates the members of a group, which cannot wait; each sees the results of those before it.
   */
  private void oneAfterTheOther(Core.Group core, List<Place.Slot> results) {
    int declared = body.method.declared();
    for (int i = 0; i < results.size(); i++) {
      Core.GroupMember member = core.members().get(i);
      Place.Slot slot = results.get(i);
      if (core.inPlace()) {
        body.emit(member.function().body(), Destination.of(slot.representation()));
      } else {
        List<Place> arguments = new ArrayList<>();
        for (int dependency : member.dependencies()) {
          arguments.add(results.get(dependency));
        }
        callGeneral(member.function().at(), member.function(), arguments);
        Representation.OBJECT.convert(code, slot.representation());
      }
      slot.representation().store(code, slot.index());
      if (i < results.size() - 1) {
        body.variables.expose(core.results().get(i), slot);
      }
    }
    body.method.undeclare(declared);
  }

  private void runTogether(Core.Group core) {
    List<Core.GroupMember> members = core.members();
    code.loadConstant(members.size()).anewarray(RuntimeSymbols.FUNCTION);
    for (int i = 0; i < members.size(); i++) {
      code.dup().loadConstant(i);
      closure(members.get(i).function());
      code.aastore();
    }
    if (members.stream().allMatch(m -> m.dependencies().isEmpty() && !m.barrier())) {
      body.at(
          core.at(),
          () ->
              code.invokestatic(
                  RuntimeSymbols.GROUPS,
                  "run",
                  MethodTypeDesc.of(RuntimeSymbols.OBJECTS, RuntimeSymbols.FUNCTION.arrayType())));
      return;
    }
    ClassDesc ints = CD_int.arrayType();
    body.host
        .constants()
        .pushOnce(
            code,
            ints.arrayType(),
            members.stream().mapToInt(member -> 1 + member.dependencies().size()).sum(),
            c -> {
              c.loadConstant(members.size()).anewarray(ints);
              for (int i = 0; i < members.size(); i++) {
                List<Integer> dependencies = members.get(i).dependencies();
                c.dup().loadConstant(i).loadConstant(dependencies.size()).newarray(TypeKind.INT);
                for (int k = 0; k < dependencies.size(); k++) {
                  c.dup().loadConstant(k).loadConstant((int) dependencies.get(k)).iastore();
                }
                c.aastore();
              }
            });
    flags(members.stream().map(Core.GroupMember::barrier).toList());
    ClassDesc booleans = CD_boolean.arrayType();
    body.at(
        core.at(),
        () ->
            code.invokestatic(
                RuntimeSymbols.GROUPS,
                "run",
                MethodTypeDesc.of(
                    RuntimeSymbols.OBJECTS,
                    RuntimeSymbols.FUNCTION.arrayType(),
                    ints.arrayType(),
                    booleans)));
  }

  private void flags(List<Boolean> flags) {
    body.host
        .constants()
        .pushOnce(
            code,
            CD_boolean.arrayType(),
            flags.size(),
            c -> {
              c.loadConstant(flags.size()).newarray(TypeKind.BOOLEAN);
              for (int i = 0; i < flags.size(); i++) {
                if (flags.get(i)) {
                  c.dup().loadConstant(i).iconst_1().bastore();
                }
              }
            });
  }
}
