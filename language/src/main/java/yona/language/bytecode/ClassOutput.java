package yona.language.bytecode;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import yona.data.Checkpoint;

/** Takes the classes of a unit as they are written. */
final class ClassOutput {
  /** Java 25. */
  private static final int CLASS_FILE_VERSION = 69;

  /**
   * Frames merge types only where compiled code means any object, so that nothing has to be known
   * of the classes themselves.
   */
  private static final ClassHierarchyResolver HIERARCHY =
      type ->
          ClassHierarchyInfo.ofClass(
              type.equals(ConstantDescs.CD_Object) ? null : ConstantDescs.CD_Object);

  private final ClassFile classFile =
      ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(HIERARCHY));
  private final String sourceFile;
  private final Map<String, byte[]> classes = new LinkedHashMap<>();

  ClassOutput(String sourceFile) {
    this.sourceFile = sourceFile;
  }

  /** Writes a class. */
  void write(ClassDesc type, ClassDesc superclass, Consumer<? super ClassBuilder> content) {
    Checkpoint.pass();
    byte[] bytes =
        classFile.build(
            type,
            builder -> {
              builder.withVersion(CLASS_FILE_VERSION, 0);
              builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER);
              builder.withSuperclass(superclass);
              builder.with(SourceFileAttribute.of(sourceFile));
              content.accept(builder);
            });
    classes.put(internalName(type), bytes);
  }

  static String internalName(ClassDesc type) {
    String descriptor = type.descriptorString();
    return descriptor.substring(1, descriptor.length() - 1);
  }

  /** The source of all classes, as stack traces name it. */
  String file() {
    return sourceFile;
  }

  /** The classes by their internal names. */
  Map<String, byte[]> classes() {
    return classes;
  }
}
