import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Replaces the {@code invokedynamic} of every switch over types, in the classes of jars, by a static
 * method of the same class that asks {@code instanceof} for one type after the other.
 *
 * <p>The JDK's ahead-of-time cache keeps linked lambdas and string concatenations, but no linked
 * switches: each of them is linked again in every process when it is first reached, by a class
 * spun on the fly. Measured with a cache, two cores: 3 to 6 ms for the first one of a process, 0.3 to
 * 1 ms for each one after it. A compiler reaches dozens of them on the way to its first result.
 *
 * <p>Usage: {@code java PlainSwitches.java JAR...}; the jars are changed in place. Switches with
 * labels other than types are left as they are.
 */
final class PlainSwitches {
  private static final ClassDesc BOOTSTRAPS = ClassDesc.of("java.lang.runtime.SwitchBootstraps");

  private PlainSwitches() {}

  /** Changes the jars. */
  public static void main(String[] jars) throws IOException {
    var opened = new ArrayList<FileSystem>();
    try {
      for (String jar : jars) {
        opened.add(FileSystems.newFileSystem(Path.of(jar)));
      }
      var classFile = classFile(opened);
      for (var jar : opened) {
        for (Path file : classes(jar)) {
          var model = classFile.parse(Files.readAllBytes(file));
          var after = new Transformation(classFile, model).run();
          if (after.isPresent()) {
            Files.write(file, after.get());
          }
        }
      }
    } finally {
      for (var jar : opened) {
        jar.close();
      }
    }
  }

  private static List<Path> classes(FileSystem jar) throws IOException {
    try (var files = Files.walk(jar.getPath("/"))) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    }
  }

  /** Frames are computed anew, which takes knowing the classes of all jars. */
  private static ClassFile classFile(List<FileSystem> jars) {
    var hierarchy =
        ClassHierarchyResolver.ofResourceParsing(
                type -> {
                  var name = type.descriptorString();
                  var path = name.substring(1, name.length() - 1) + ".class";
                  for (var jar : jars) {
                    if (Files.exists(jar.getPath(path))) {
                      try {
                        return Files.newInputStream(jar.getPath(path));
                      } catch (IOException error) {
                        throw new UncheckedIOException(error);
                      }
                    }
                  }
                  return null;
                })
            .orElse(ClassHierarchyResolver.defaultResolver());
    return ClassFile.of(
        ClassFile.ClassHierarchyResolverOption.of(hierarchy),
        ClassFile.ConstantPoolSharingOption.NEW_POOL);
  }

  /** A switch: its method's name and type, and its types in order. */
  private record Switch(String method, MethodTypeDesc type, List<ClassEntry> labels) {}

  /** The transformation of one class. */
  private static final class Transformation {
    private final ClassFile classFile;
    private final ClassModel model;
    private final ClassDesc owner;
    private final boolean isInterface;
    private final List<Switch> switches = new ArrayList<>();

    Transformation(ClassFile classFile, ClassModel model) {
      this.classFile = classFile;
      this.model = model;
      this.owner = model.thisClass().asSymbol();
      this.isInterface = model.flags().has(AccessFlag.INTERFACE);
    }

    Optional<byte[]> run() {
      CodeTransform replace =
          (code, element) -> {
            if (element instanceof InvokeDynamicInstruction dynamic
                && types(dynamic) instanceof List<ClassEntry> labels) {
              var plain = new Switch("typeSwitch$" + switches.size(), dynamic.typeSymbol(), labels);
              switches.add(plain);
              code.invokestatic(owner, plain.method, plain.type, isInterface);
            } else {
              code.with(element);
            }
          };
      byte[] bytes =
          classFile.transformClass(
              model,
              ClassTransform.transformingMethodBodies(replace)
                  .andThen(ClassTransform.endHandler(this::addMethods)));
      return switches.isEmpty() ? Optional.empty() : Optional.of(bytes);
    }

    /** The labels of a switch over types alone; null for any other call site. */
    private static List<ClassEntry> types(InvokeDynamicInstruction dynamic) {
      var bootstrap = dynamic.bootstrapMethod();
      if (!bootstrap.owner().equals(BOOTSTRAPS) || !bootstrap.methodName().equals("typeSwitch")) {
        return null;
      }
      var labels = new ArrayList<ClassEntry>();
      for (LoadableConstantEntry label : dynamic.invokedynamic().bootstrap().arguments()) {
        if (!(label instanceof ClassEntry type)) {
          return null;
        }
        labels.add(type);
      }
      return labels;
    }

    private void addMethods(ClassBuilder builder) {
      for (Switch plain : switches) {
        builder.withMethodBody(
            plain.method,
            plain.type,
            ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC,
            code -> body(code, plain.labels));
      }
    }

    /**
     * As SwitchBootstraps.typeSwitch says: -1 for null, else the index of the first type from the
     * given one on that the value is of, else the number of types.
     */
    private static void body(CodeBuilder code, List<ClassEntry> labels) {
      code.aload(0).ifThen(Opcode.IFNULL, isNull -> isNull.iconst_m1().ireturn());
      for (int i = 0; i < labels.size(); i++) {
        int index = i;
        var next = code.newLabel();
        code.iload(1).loadConstant(index).if_icmpgt(next);
        code.aload(0).instanceOf(labels.get(index)).ifeq(next);
        code.loadConstant(index).ireturn();
        code.labelBinding(next);
      }
      code.loadConstant(labels.size()).ireturn();
    }
  }
}
