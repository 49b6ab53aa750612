package yona.tool;

import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.ClassFile;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/**
 * The main class of a runnable jar: it tells an old JVM that it is too old, in class file format
 * 49, which all can read and which needs no stack maps; the others would answer with a stack trace.
 */
final class JarStart {
  static final String NAME = "yona.tool.Start";
  static final String PATH = "yona/tool/Start.class";

  private static final int OLD_FORMAT = ClassFile.JAVA_5_VERSION;
  private static final double NEEDED = 25;

  private static final ClassDesc SYSTEM = ClassDesc.of("java.lang.System");
  private static final ClassDesc STREAM = ClassDesc.of("java.io.PrintStream");
  private static final ClassDesc MAIN = ClassDesc.of("yona.tool.JarMain");
  private static final MethodTypeDesc ARGUMENTS = MethodTypeDesc.of(CD_void, CD_String.arrayType());

  private JarStart() {}

  static byte[] classFile() {
    return ClassFile.of(ClassFile.StackMapsOption.DROP_STACK_MAPS)
        .build(
            ClassDesc.of(NAME),
            builder ->
                builder
                    .withVersion(OLD_FORMAT, 0)
                    .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_SUPER)
                    .withMethodBody(
                        "main",
                        ARGUMENTS,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code -> {
                          Label tooOld = code.newLabel();
                          code.loadConstant("java.specification.version")
                              .invokestatic(
                                  SYSTEM, "getProperty", MethodTypeDesc.of(CD_String, CD_String))
                              .invokestatic(
                                  ClassDesc.of("java.lang.Double"),
                                  "parseDouble",
                                  MethodTypeDesc.of(CD_double, CD_String))
                              .loadConstant(NEEDED)
                              .dcmpg()
                              .iflt(tooOld)
                              .aload(0)
                              .invokestatic(MAIN, "main", ARGUMENTS)
                              .return_()
                              .labelBinding(tooOld)
                              .getstatic(SYSTEM, "err", STREAM)
                              .loadConstant(
                                  "this program needs Java 25 or newer; the java command that was"
                                      + " called is older")
                              .invokevirtual(
                                  STREAM, "println", MethodTypeDesc.of(CD_void, CD_String))
                              .loadConstant(1)
                              .invokestatic(SYSTEM, "exit", MethodTypeDesc.of(CD_void, CD_int))
                              .return_();
                        }));
  }
}
