package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import yona.language.core.FunctionDefinition;
import yona.language.core.InputReading;
import yona.language.core.Suspension;
import yona.language.core.Variable;
import yona.language.optimize.Specialization;
import yona.language.runtime.StackTrace;

/**
 * The class of a function's values: a field for each captured variable, and an {@code apply} that
 * calls the static method. A function that captures nothing and is made once has its value in
 * {@link #INSTANCE}.
 */
final class ClosureClass {
  static final String INSTANCE = "INSTANCE";

  private static final int PROTECTED_LIMIT = 4;

  private final ClassDesc type;
  private final Specialization specialization;
  private final boolean single;

  ClosureClass(ClassDesc type, Specialization specialization, boolean single) {
    this.type = type;
    this.specialization = specialization;
    this.single = single;
  }

  ClassDesc type() {
    return type;
  }

  private FunctionDefinition function() {
    return specialization.function();
  }

  private int captures() {
    return function().captures().size();
  }

  /** The field of a captured variable. */
  FunctionCode.Field field(int capture) {
    return new FunctionCode.Field(type, "v" + capture, Representation.of(specialization, capture));
  }

  /** Whether the captured variables travel to the constructor in one array. */
  boolean packed() {
    int slots = 1;
    for (int i = 0; i < captures(); i++) {
      slots += Representation.of(specialization, i).slots();
    }
    return slots > MethodGroup.MAXIMUM_SLOTS;
  }

  /** The type of the constructor. */
  MethodTypeDesc constructor() {
    if (packed()) {
      return MethodTypeDesc.of(CD_void, RuntimeSymbols.OBJECTS);
    }
    List<ClassDesc> parameters = new ArrayList<>();
    for (int i = 0; i < captures(); i++) {
      parameters.add(Representation.of(specialization, i).type());
    }
    return MethodTypeDesc.of(CD_void, parameters);
  }

  /** The specialization that its values call. */
  Specialization specialization() {
    return specialization;
  }

  /** Writes it; {@code group} is the method that holds its specialization. */
  void write(ClassOutput output, MethodGroup group) {
    output.write(type, RuntimeSymbols.FUNCTION, builder -> write(builder, output.file(), group));
  }

  private void write(ClassBuilder builder, String file, MethodGroup group) {
    for (int i = 0; i < captures(); i++) {
      builder.withField(field(i).name(), field(i).representation().type(), 0);
    }
    builder.withMethodBody("<init>", constructor(), 0, this::construct);
    if (single) {
      builder.withField(
          INSTANCE,
          RuntimeSymbols.FUNCTION,
          ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
      builder.withMethodBody(
          ConstantDescs.CLASS_INIT_NAME,
          RuntimeSymbols.VOID,
          ClassFile.ACC_STATIC,
          code ->
              code.new_(type)
                  .dup()
                  .invokespecial(type, "<init>", constructor())
                  .putstatic(type, INSTANCE, RuntimeSymbols.FUNCTION)
                  .return_());
    }
    method(
        builder,
        "name",
        MethodTypeDesc.of(CD_String),
        code -> code.loadConstant(StackTrace.shown(file, function().name())).areturn());
    Suspension suspension = function().suspension();
    if (suspension.always() || !suspension.captures().isEmpty()) {
      method(builder, "maySuspend", RuntimeSymbols.BOOLEAN, code -> suspends(code, suspension));
    }
    parameters(builder, suspension);
    readsInput(builder, function().inputReading());
    if (specialization.bounces()) {
      truth(builder, "bounces");
    }
    int arity = function().arity();
    boolean array = arity > PROTECTED_LIMIT;
    MethodTypeDesc called = array ? RuntimeSymbols.ALL : RuntimeSymbols.generic(arity);
    method(builder, array ? "call" : "apply", called, code -> call(code, group, array, true));
    if (specialization.steps()) {
      method(builder, array ? "callStep" : "step", called, code -> call(code, group, array, false));
    }
  }

  private static void method(
      ClassBuilder builder, String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {
    builder.withMethodBody(name, type, ClassFile.ACC_PUBLIC, body);
  }

  /** The method that tells which parameters a call may apply, if there are any. */
  private static void parameters(ClassBuilder builder, Suspension suspension) {
    if (suspension.applied() != 0) {
      method(
          builder,
          "applied",
          MethodTypeDesc.of(CD_long),
          code -> code.loadConstant(suspension.applied()).lreturn());
    }
  }

  /** The methods that tell whether a call may read standard input, if it may. */
  private void readsInput(ClassBuilder builder, InputReading reading) {
    if (reading.always()) {
      truth(builder, "readsInput");
      return;
    }
    if (!reading.captures().isEmpty()) {
      method(
          builder,
          "readsInput",
          RuntimeSymbols.BOOLEAN,
          code -> {
            Label yes = code.newLabel();
            boolean mayBe = test(code, reading.captures(), "readsInput", yes);
            code.iconst_0().ireturn();
            if (mayBe) {
              code.labelBinding(yes).iconst_1().ireturn();
            }
          });
    }
    if (reading.parameters() != 0) {
      method(
          builder,
          "called",
          MethodTypeDesc.of(CD_long),
          code -> code.loadConstant(reading.parameters()).lreturn());
    }
  }

  private static void truth(ClassBuilder builder, String name) {
    method(builder, name, RuntimeSymbols.BOOLEAN, code -> code.iconst_1().ireturn());
  }

  private void construct(CodeBuilder code) {
    code.aload(0)
        .loadConstant(function().arity())
        .invokespecial(RuntimeSymbols.FUNCTION, "<init>", MethodTypeDesc.of(CD_void, CD_int));
    int slot = 1;
    boolean packed = packed();
    for (int i = 0; i < captures(); i++) {
      FunctionCode.Field field = field(i);
      code.aload(0);
      if (packed) {
        code.aload(1).loadConstant(i).aaload();
        unboxOrNothing(code, field.representation());
      } else {
        field.representation().load(code, slot);
        slot += field.representation().slots();
      }
      code.putfield(type, field.name(), field.representation().type());
    }
    code.return_();
  }

  /** A captured variable that has no value yet is null in the array. */
  static void unboxOrNothing(CodeBuilder code, Representation representation) {
    if (representation == Representation.OBJECT) {
      return;
    }
    if (representation.isReference()) {
      Representation.OBJECT.convert(code, representation);
      return;
    }
    Label nothing = code.newLabel();
    Label done = code.newLabel();
    code.dup().ifnull(nothing);
    Representation.OBJECT.convert(code, representation);
    code.goto_(done).labelBinding(nothing).pop();
    representation.pushDefault(code);
    code.labelBinding(done);
  }

  private void suspends(CodeBuilder code, Suspension suspension) {
    Label yes = code.newLabel();
    boolean mayBe = suspension.always();
    if (!suspension.always()) {
      mayBe |= test(code, suspension.captures().applied(), "suspends", yes);
      mayBe |= test(code, suspension.captures().mentioned(), "suspendsMentioned", yes);
      mayBe |= test(code, suspension.captures().walked(), "suspendsTaken", yes);
      code.iconst_0().ireturn();
    }
    if (mayBe) {
      code.labelBinding(yes).iconst_1().ireturn();
    }
  }

  /** Jumps if one of the captured values passes; false if none can. */
  private boolean test(CodeBuilder code, List<Variable> captured, String test, Label yes) {
    boolean any = false;
    for (Variable variable : captured) {
      int capture = function().captures().indexOf(variable);
      if (capture >= 0 && Representation.of(specialization, capture) == Representation.OBJECT) {
        pushField(code, capture);
        code.invokestatic(RuntimeSymbols.FUNCTION, test, RuntimeSymbols.TEST).ifne(yes);
        any = true;
      }
    }
    return any;
  }

  private Representation pushField(CodeBuilder code, int capture) {
    FunctionCode.Field field = field(capture);
    code.aload(0).getfield(type, field.name(), field.representation().type());
    return field.representation();
  }

  private void call(CodeBuilder code, MethodGroup group, boolean array, boolean finish) {
    group.push(
        code,
        specialization,
        (index, representation, _) -> {
          if (index < captures()) {
            pushField(code, index).convert(code, representation);
          } else {
            int argument = index - captures();
            if (array) {
              code.aload(1).loadConstant(argument).aaload();
            } else {
              code.aload(1 + argument);
            }
            Representation.OBJECT.convert(code, representation);
          }
        });
    group.invoke(code);
    group.result().convert(code, Representation.OBJECT);
    if (finish && specialization.steps()) {
      code.invokestatic(RuntimeSymbols.TAIL_CALL, "finish", RuntimeSymbols.UNARY);
    }
    code.areturn();
  }

  /** Where the value of a function of a module is kept. */
  static ClassDesc ofModuleFunction(ClassDesc module, String function) {
    return ClassDesc.of(module.packageName(), module.displayName() + "$" + function);
  }
}
