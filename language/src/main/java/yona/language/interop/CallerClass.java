package yona.language.interop;

import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * The class on whose behalf methods are called that look at who calls them, such as {@code
 * Class.forName}: one that sees what the program sees, and nothing of Yona's runtime. It is made
 * when the first such method is called.
 */
final class CallerClass {
  private static final ClassDesc NAME = ClassDesc.of("yona.interop.Caller");
  private static final String METHOD = "lookup";

  private final @Nullable ClassLoader loader;
  private MethodHandles.@Nullable Lookup lookup;

  CallerClass(@Nullable ClassLoader loader) {
    this.loader = loader;
  }

  /** The rights of that class. */
  synchronized MethodHandles.Lookup lookup() {
    MethodHandles.Lookup known = lookup;
    if (known == null) {
      known = make();
      lookup = known;
    }
    return known;
  }

  private MethodHandles.Lookup make() {
    try {
      MethodHandle own =
          MethodHandles.publicLookup()
              .findStatic(
                  new Definer(loader).define(),
                  METHOD,
                  MethodType.methodType(MethodHandles.Lookup.class));
      return (MethodHandles.Lookup) own.invokeExact();
    } catch (Throwable failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static byte[] bytes() {
    MethodTypeDesc type = MethodTypeDesc.of(ConstantDescs.CD_MethodHandles_Lookup);
    return ClassFile.of()
        .build(
            NAME,
            builder ->
                builder
                    .withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SYNTHETIC)
                    .withMethodBody(
                        METHOD,
                        type,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code ->
                            code.invokestatic(ConstantDescs.CD_MethodHandles, METHOD, type)
                                .areturn()));
  }

  private static final class Definer extends ClassLoader {
    Definer(@Nullable ClassLoader parent) {
      super("yona interop", parent);
    }

    Class<?> define() {
      byte[] bytes = bytes();
      return defineClass(NAME.packageName() + "." + NAME.displayName(), bytes, 0, bytes.length);
    }
  }
}
