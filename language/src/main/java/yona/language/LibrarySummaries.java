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
 * The summaries of the standard modules: string constants in a class that is made when the library
 * is built. A class comes out of the JDK's ahead-of-time cache; for a resource its jar would have
 * to be opened, which few programs need for anything else and which takes 6 ms at each start.
 */
final class LibrarySummaries {
  /** No module can have this name. */
  private static final String CLASS = FileModules.className("$Summaries");

  /** {@code Object names()}: the fqns of all modules, one a line. */
  private static final String NAMES = "names";

  /** {@code Object summary(Object)}: the summary of the module of this fqn, or null. */
  private static final String SUMMARY = "summary";

  private static final int METHOD_FLAGS = ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC;

  /** The class, or null if there is no library. */
  private final @Nullable Class<?> constants;

  /** The method {@link #SUMMARY}, once somebody has asked. */
  private volatile @Nullable MethodHandle summaries;

  private LibrarySummaries(@Nullable Class<?> constants) {
    this.constants = constants;
  }

  /** The path of the class file. */
  static String path() {
    return CLASS + ".class";
  }

  /**
   * Makes the class.
   *
   * @param summaries by the fqns of the modules; at most 65,535 bytes each
   */
  static byte[] write(SortedMap<String, String> summaries) {
    return ClassFile.of()
        .build(
            ClassDesc.ofInternalName(CLASS),
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

  /** The summaries that a class loader reaches. */
  static LibrarySummaries load(ClassLoader loader) {
    try {
      return new LibrarySummaries(loader.loadClass(CLASS.replace('/', '.')));
    } catch (ClassNotFoundException noLibrary) {
      return new LibrarySummaries(null);
    }
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
