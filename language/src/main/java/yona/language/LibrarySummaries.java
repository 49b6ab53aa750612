package yona.language;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The summaries of the standard modules of a part: string constants in a class that is made when
 * the part is built. A class comes out of the JDK's ahead-of-time cache; for a resource its jar
 * would have to be opened, which few programs need for anything else and which takes 6 ms at each
 * start.
 */
final class LibrarySummaries {
  /** No module can have this name. */
  private static final String NAME = "$Summaries";

  /** {@code Object names()}: the fqns of all modules, one a line. */
  private static final String NAMES = "names";

  /** {@code Object summary(Object)}: the summary of the module of this fqn, or null. */
  private static final String SUMMARY = "summary";

  private static final int METHOD_FLAGS = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;

  /** The class, or null if the part is not there. */
  private final @Nullable Class<?> constants;

  /** The method {@link #SUMMARY}, once somebody has asked. */
  private volatile @Nullable MethodHandle summaries;

  private LibrarySummaries(@Nullable Class<?> constants) {
    this.constants = constants;
  }

  private static String className(LibraryPart part) {
    return CompilationModules.className(part.prefix() + NAME);
  }

  /** The path of the class file. */
  static String path(LibraryPart part) {
    return className(part) + ".class";
  }

  /**
   * Makes the class.
   *
   * @param part the part
   * @param summaries by the fqns of its modules; at most 65,535 bytes each
   */
  static byte[] write(LibraryPart part, SortedMap<String, String> summaries) {
    return ClassFile.of()
        .build(
            ClassDesc.ofInternalName(className(part)),
            builder ->
                builder
                    .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                    .withMethodBody(
                        NAMES,
                        MethodTypeDesc.of(CD_Object),
                        METHOD_FLAGS,
                        code -> code.loadConstant(String.join("\n", summaries.keySet())).areturn())
                    .withMethodBody(
                        SUMMARY,
                        MethodTypeDesc.of(CD_Object, CD_Object),
                        METHOD_FLAGS,
                        code -> choose(code, summaries)));
  }

  /** An if for each module: a program asks for few of them, and for none twice. */
  private static void choose(CodeBuilder code, SortedMap<String, String> summaries) {
    MethodTypeDesc equals = MethodTypeDesc.of(CD_boolean, CD_Object);
    summaries.forEach(
        (fqn, summary) -> {
          Label next = code.newLabel();
          code.loadConstant(fqn).aload(0).invokevirtual(CD_Object, "equals", equals).ifeq(next);
          code.loadConstant(summary).areturn().labelBinding(next);
        });
    code.aconst_null().areturn();
  }

  /** The summaries of a part, which is there if the class loader reaches them. */
  static LibrarySummaries load(LibraryPart part, ClassLoader loader) {
    try {
      return new LibrarySummaries(loader.loadClass(className(part).replace('/', '.')));
    } catch (ClassNotFoundException absent) {
      return none();
    }
  }

  /** Those of a part that is not there. */
  static LibrarySummaries none() {
    return new LibrarySummaries(null);
  }

  /** Whether the part is there. */
  boolean areThere() {
    return constants != null;
  }

  /** The fqns of all modules, in ascending order. */
  List<String> names() {
    if (constants == null) {
      return List.of();
    }
    try {
      MethodHandle names = find(constants, NAMES, MethodType.methodType(Object.class));
      return ((String) (Object) names.invokeExact()).lines().toList();
    } catch (Throwable failure) {
      throw broken(failure);
    }
  }

  /** The summary of the module of this fqn, or null. */
  @Nullable String summary(String fqn) {
    if (constants == null) {
      return null;
    }
    try {
      MethodHandle known = summaries;
      if (known == null) {
        known = find(constants, SUMMARY, MethodType.methodType(Object.class, Object.class));
        summaries = known;
      }
      return (String) (Object) known.invokeExact((Object) fqn);
    } catch (Throwable failure) {
      throw broken(failure);
    }
  }

  private static MethodHandle find(Class<?> constants, String name, MethodType type)
      throws ReflectiveOperationException {
    return MethodHandles.publicLookup().findStatic(constants, name, type);
  }

  private static RuntimeException broken(Throwable failure) {
    return new IllegalStateException("the standard library is broken", failure);
  }
}
