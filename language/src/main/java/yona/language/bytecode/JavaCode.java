package yona.language.bytecode;

import static java.lang.constant.ConstantDescs.CD_CallSite;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_MethodType;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_int;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import yona.language.core.Core;
import yona.language.core.JavaMethod;
import yona.language.optimize.JavaResults;

/**
 * Calls of Java (language.md 13). A static method of the JDK that takes just the unboxed values
 * that are there is called directly; every other call is linked when it is first made.
 */
final class JavaCode {
  private static final ClassDesc LINKER = ClassDesc.of("yona.language.interop", "JavaLinker");
  private static final ClassDesc ERRORS = ClassDesc.of("yona.language.interop", "JavaErrors");
  private static final ClassDesc EXCEPTION = ClassDesc.of("java.lang.RuntimeException");

  private final Body body;
  private final CodeBuilder code;

  JavaCode(Body body) {
    this.body = body;
    this.code = body.code;
  }

  // Static methods.

  void callStatic(Core.CallJava core, Destination destination) {
    int[] types = new int[core.arguments().size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = body.type(core.arguments().get(i));
    }
    Method direct = JavaResults.direct(core.method(), types);
    if (direct == null) {
      callLinked(core, destination);
      return;
    }
    for (int i = 0; i < types.length; i++) {
      body.emit(core.arguments().get(i), Destination.of(Representation.of(types[i])));
      body.depth++;
    }
    body.depth -= types.length;
    body.at(core.at(), () -> invoke(direct));
    body.finish(fromJava(direct.getReturnType()), destination);
  }

  /** Calls the method, and makes errors of the language of what it throws. */
  private void invoke(Method method) {
    List<ClassDesc> parameters = new ArrayList<>();
    for (Class<?> parameter : method.getParameterTypes()) {
      parameters.add(described(parameter));
    }
    MethodTypeDesc type = MethodTypeDesc.of(described(method.getReturnType()), parameters);
    Class<?> owner = method.getDeclaringClass();
    Label start = code.newBoundLabel();
    code.invokestatic(described(owner), method.getName(), type, owner.isInterface());
    Label end = code.newBoundLabel();
    Label handler = code.newLabel();
    Label done = code.newLabel();
    code.goto_(done);
    code.exceptionCatchAll(start, end, handler);
    code.labelBinding(handler);
    code.invokestatic(ERRORS, "raised", MethodTypeDesc.of(EXCEPTION, CD_Throwable)).athrow();
    code.labelBinding(done);
  }

  private static ClassDesc described(Class<?> type) {
    return ClassDesc.ofDescriptor(type.descriptorString());
  }

  /** Brings the result on the stack into a representation of values. */
  private Representation fromJava(Class<?> result) {
    if (result == void.class) {
      body.host.constants().push(code, yona.data.Unit.UNIT);
      return Representation.OBJECT;
    }
    if (result == int.class || result == short.class) {
      code.i2l();
      return Representation.LONG;
    }
    if (result == float.class) {
      code.f2d();
      return Representation.DOUBLE;
    }
    if (result == byte.class) {
      ClassDesc box = ConstantDescs.CD_Byte;
      code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, ConstantDescs.CD_byte));
      return Representation.OBJECT;
    }
    if (result == char.class) {
      code.invokestatic(
          ClassDesc.of("yona.language.interop", "FromJava"),
          "character",
          MethodTypeDesc.of(CD_Object, ConstantDescs.CD_char));
      return Representation.OBJECT;
    }
    return Representation.of(JavaResults.ofResult(result));
  }

  private void callLinked(Core.CallJava core, Destination destination) {
    for (Core argument : core.arguments()) {
      body.object(argument);
      body.depth++;
    }
    body.depth -= core.arguments().size();
    JavaMethod method = core.method();
    link(
        core,
        bootstrap("statically", CD_String),
        method.name(),
        RuntimeSymbols.generic(core.arguments().size()),
        method.owner());
    Representation representation = body.representation(core);
    Representation.OBJECT.convert(code, representation);
    body.finish(representation, destination);
  }

  private static DirectMethodHandleDesc bootstrap(String name, ClassDesc... arguments) {
    MethodTypeDesc type =
        MethodTypeDesc.of(CD_CallSite, CD_MethodHandles_Lookup, CD_String, CD_MethodType);
    return MethodHandleDesc.ofMethod(
        DirectMethodHandleDesc.Kind.STATIC,
        LINKER,
        name,
        type.insertParameterTypes(type.parameterCount(), arguments));
  }

  private void link(
      Core core,
      DirectMethodHandleDesc bootstrap,
      String name,
      MethodTypeDesc type,
      ConstantDesc... arguments) {
    body.at(
        core.at(),
        () -> code.invokedynamic(DynamicCallSiteDesc.of(bootstrap, name, type, arguments)));
  }

  // Values.

  void function(Core.JavaFunction core, Destination destination) {
    JavaMethod method = core.method();
    link(
        core,
        bootstrap("function", CD_String, CD_int),
        method.name(),
        RuntimeSymbols.generic(0),
        method.owner(),
        core.arity());
    body.finish(Representation.OBJECT, destination);
  }

  void type(Core.JavaType core, Destination destination) {
    link(core, bootstrap("type", CD_String), "type", RuntimeSymbols.generic(0), core.name());
    body.finish(Representation.OBJECT, destination);
  }

  // Receivers that are known when the program runs.

  /**
   * A module's function is called as any function value, without anything to be linked; what is
   * called is known before the arguments are evaluated.
   */
  void callMember(Core.CallMember core, Destination destination) {
    int count = core.arguments().size();
    boolean array = count > ClassGenerator.MAXIMUM_PARAMETERS;
    body.object(core.receiver());
    code.loadConstant(core.name());
    body.at(
        core.at(),
        () ->
            code.invokestatic(
                RuntimeSymbols.MODULE,
                "callee",
                MethodTypeDesc.of(CD_Object, CD_Object, CD_String)));
    int scope = body.method.enterScope();
    int callee = body.newSlot(Representation.OBJECT);
    code.astore(callee);
    List<Integer> arguments = new ArrayList<>();
    if (array || count > 4) {
      body.collections.array(core.arguments());
      arguments.add(store());
    } else {
      for (Core argument : core.arguments()) {
        body.object(argument);
        arguments.add(store());
      }
    }
    Label java = code.newLabel();
    Label done = code.newLabel();
    code.aload(callee).instanceOf(RuntimeSymbols.FUNCTION).ifeq(java);
    code.aload(callee);
    boolean step = destination == Destination.TAIL && body.method.steps();
    if (count == 0) {
      body.at(
          core.at(),
          () ->
              code.invokestatic(
                  RuntimeSymbols.FUNCTION, step ? "mentionStep" : "mention", RuntimeSymbols.UNARY));
    } else {
      code.checkcast(RuntimeSymbols.FUNCTION);
      arguments.forEach(code::aload);
      body.at(core.at(), () -> body.functions.applyValue(count, step));
    }
    code.goto_(done);
    code.labelBinding(java);
    code.aload(callee);
    if (array) {
      code.aload(arguments.getFirst());
      code.loadConstant(body.host.type());
      code.loadConstant(core.name());
      body.at(
          core.at(),
          () ->
              code.invokestatic(
                  LINKER,
                  "call",
                  MethodTypeDesc.of(
                      CD_Object,
                      CD_Object,
                      RuntimeSymbols.OBJECTS,
                      ConstantDescs.CD_Class,
                      CD_String)));
    } else {
      for (int i = 0; i < count; i++) {
        if (count > 4) {
          code.aload(arguments.getFirst()).loadConstant(i).aaload();
        } else {
          code.aload(arguments.get(i));
        }
      }
      link(core, bootstrap("member"), core.name(), RuntimeSymbols.generic(1 + count));
    }
    code.labelBinding(done);
    body.method.leaveScope(scope);
    body.finish(Representation.OBJECT, destination);
  }

  private int store() {
    int slot = body.newSlot(Representation.OBJECT);
    code.astore(slot);
    return slot;
  }
}
