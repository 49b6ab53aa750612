import static java.lang.classfile.ClassFile.ACC_PRIVATE;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.classfile.ClassFile.ACC_SYNTHETIC;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;

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
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Replaces every {@code invokedynamic} that the JDK's ahead-of-time cache cannot keep, in the classes
 * of jars, by a call of a static method in the same class that is written out:
 *
 * <ul>
 *   <li>switches over types: the method asks {@code instanceof} for one type after the other;
 *   <li>{@code equals} and {@code hashCode} of records: the method takes one component after the
 *       other.
 * </ul>
 *
 * <p>The cache keeps linked lambdas and string concatenations. Other call sites are linked again in
 * every process when they are first reached, by classes spun on the fly. Measured with a cache, two
 * cores: 3 to 6 ms for the first switch of a process, 0.3 to 1 ms for each one after it; 12 to 16 ms
 * for the hash codes and comparisons of records in a first small program. A compiler reaches dozens
 * of them on the way to its first result.
 *
 * <p>Usage: {@code java PlainCalls.java [--with FOLDER] JAR...}; the jars are changed in place, those
 * of the folder only tell what the classes of others extend. Switches with labels other than types
 * are left as they are.
 */
final class PlainCalls {
  private static final ClassDesc SWITCHES = ClassDesc.of("java.lang.runtime.SwitchBootstraps");
  private static final ClassDesc RECORDS = ClassDesc.of("java.lang.runtime.ObjectMethods");
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");

  private PlainCalls() {}

  /** Changes the jars. */
  public static void main(String[] arguments) throws IOException {
    var rest = List.of(arguments);
    var others = List.<Path>of();
    if (rest.get(0).equals("--with")) {
      others = jars(Path.of(rest.get(1)));
      rest = rest.subList(2, rest.size());
    }
    var opened = new ArrayList<FileSystem>();
    try {
      for (String jar : rest) {
        opened.add(FileSystems.newFileSystem(Path.of(jar)));
      }
      var changed = List.copyOf(opened);
      for (var jar : others) {
        opened.add(FileSystems.newFileSystem(jar));
      }
      var classFile = classFile(opened);
      for (var jar : changed) {
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

  private static List<Path> jars(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".jar")).toList();
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

  /** A method in place of a call site: its name, its type, and how its body is written. */
  private record Plain(String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {}

  /** The transformation of one class. */
  private static final class Transformation {
    private final ClassFile classFile;
    private final ClassModel model;
    private final ClassDesc owner;
    private final boolean isInterface;
    private final List<Plain> methods = new ArrayList<>();

    Transformation(ClassFile classFile, ClassModel model) {
      this.classFile = classFile;
      this.model = model;
      this.owner = model.thisClass().asSymbol();
      this.isInterface = model.flags().has(AccessFlag.INTERFACE);
    }

    Optional<byte[]> run() {
      CodeTransform replace =
          (code, element) -> {
            if (element instanceof InvokeDynamicInstruction call
                && body(call) instanceof Consumer<CodeBuilder> body) {
              var plain = new Plain("plain$" + methods.size(), call.typeSymbol(), body);
              methods.add(plain);
              code.invokestatic(owner, plain.name, plain.type, isInterface);
            } else {
              code.with(element);
            }
          };
      byte[] bytes =
          classFile.transformClass(
              model,
              ClassTransform.transformingMethodBodies(replace)
                  .andThen(ClassTransform.endHandler(this::addMethods)));
      return methods.isEmpty() ? Optional.empty() : Optional.of(bytes);
    }

    private void addMethods(ClassBuilder builder) {
      for (Plain plain : methods) {
        builder.withMethodBody(
            plain.name, plain.type, ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, plain.body);
      }
    }

    /** What the call site does, or null if it stays. */
    private Consumer<CodeBuilder> body(InvokeDynamicInstruction call) {
      var bootstrap = call.bootstrapMethod();
      var arguments = call.invokedynamic().bootstrap().arguments();
      if (bootstrap.owner().equals(SWITCHES) && bootstrap.methodName().equals("typeSwitch")) {
        return arguments.stream().allMatch(ClassEntry.class::isInstance)
            ? code -> typeSwitch(code, arguments.stream().map(ClassEntry.class::cast).toList())
            : null;
      }
      if (bootstrap.owner().equals(RECORDS)) {
        // The record's class, the names of its components, and a getter for each.
        var fields =
            arguments.stream()
                .skip(2)
                .map(getter -> (FieldRefEntry) ((MethodHandleEntry) getter).reference())
                .toList();
        return switch (call.name().stringValue()) {
          case "equals" -> code -> equals(code, fields);
          case "hashCode" -> code -> hashCode(code, fields);
          default -> null;
        };
      }
      return null;
    }

    /**
     * As SwitchBootstraps.typeSwitch says: -1 for null, else the index of the first type from the
     * given one on that the value is of, else the number of types.
     */
    private static void typeSwitch(CodeBuilder code, List<ClassEntry> labels) {
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

    /**
     * As Record.equals says: of the same record, and each component equal; numbers without boxes are
     * equal as their boxes are.
     */
    private void equals(CodeBuilder code, List<FieldRefEntry> fields) {
      var differs = code.newLabel();
      code.aload(0).aload(1).ifThen(Opcode.IF_ACMPEQ, same -> same.iconst_1().ireturn());
      code.aload(1).instanceOf(owner).ifeq(differs);
      for (FieldRefEntry field : fields) {
        var type = field.typeSymbol();
        code.aload(0).getfield(field).aload(1).checkcast(owner).getfield(field);
        switch (TypeKind.from(type)) {
          case REFERENCE ->
              code.invokestatic(
                      OBJECTS, "equals", MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object))
                  .ifeq(differs);
          case LONG -> code.lcmp().ifne(differs);
          case FLOAT, DOUBLE ->
              code.invokestatic(box(type), "compare", MethodTypeDesc.of(CD_int, type, type))
                  .ifne(differs);
          default -> code.if_icmpne(differs);
        }
      }
      code.iconst_1().ireturn();
      code.labelBinding(differs).iconst_0().ireturn();
    }

    /** As ObjectMethods does it: 31 times the hash code so far and that of the next component. */
    private static void hashCode(CodeBuilder code, List<FieldRefEntry> fields) {
      code.iconst_0();
      for (FieldRefEntry field : fields) {
        var type = field.typeSymbol();
        code.bipush(31).imul().aload(0).getfield(field);
        if (type.isPrimitive()) {
          code.invokestatic(box(type), "hashCode", MethodTypeDesc.of(CD_int, type));
        } else {
          code.invokestatic(OBJECTS, "hashCode", MethodTypeDesc.of(CD_int, CD_Object));
        }
        code.iadd();
      }
      code.ireturn();
    }

    /** The class of the boxes of a primitive type. */
    private static ClassDesc box(ClassDesc primitive) {
      return switch (TypeKind.from(primitive)) {
        case BOOLEAN -> ConstantDescs.CD_Boolean;
        case BYTE -> ConstantDescs.CD_Byte;
        case CHAR -> ConstantDescs.CD_Character;
        case SHORT -> ConstantDescs.CD_Short;
        case INT -> ConstantDescs.CD_Integer;
        case LONG -> ConstantDescs.CD_Long;
        case FLOAT -> ConstantDescs.CD_Float;
        case DOUBLE -> ConstantDescs.CD_Double;
        case REFERENCE, VOID -> throw new IllegalArgumentException(primitive.displayName());
      };
    }
  }
}
