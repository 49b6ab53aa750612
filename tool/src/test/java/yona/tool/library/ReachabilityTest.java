package yona.tool.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each Java half whose byte code reaches the world outside (files, network, processes, environment,
 * standard streams) says so by {@code @Needs}. What a method reaches is what it calls, and all of
 * the classes that it makes objects of.
 */
final class ReachabilityTest {
  /** Classes of the JDK and of Yona's modules below that touch the world outside. */
  private static final List<String> OUTSIDE =
      List.of(
          "java/nio/file/Files",
          "java/nio/file/FileSystem",
          "java/nio/channels/",
          "java/io/File.",
          "java/io/FileInputStream.",
          "java/io/FileOutputStream.",
          "java/io/FileReader.",
          "java/io/FileWriter.",
          "java/io/RandomAccessFile.",
          "java/net/",
          "java/lang/Process.",
          "java/lang/ProcessBuilder",
          "java/lang/ProcessHandle",
          "java/lang/Runtime.",
          "java/lang/ClassLoader.",
          "java/lang/reflect/",
          "yona/io/",
          "yona/http/files/StaticFiles.",
          "yona/http/form/Upload",
          "yona/http/server/HttpServer.",
          "yona/redis/Redis.",
          "yona/redis/embedded/",
          "yona/sql/Database.connect",
          "yona/sql/Migrations.",
          "yona/sql/embedded/");

  /** Among those, what only looks at bytes in memory. */
  private static final Set<String> IN_MEMORY =
      Set.of("yona/io/buffer/Newlines.", "yona/io/file/PathText.");

  /** Of classes that have other sides too, the members that touch it. */
  private static final Set<String> MEMBERS =
      Set.of(
          "java/lang/System.getenv",
          "java/lang/System.getProperty",
          "java/lang/System.getProperties",
          "java/lang/System.setProperty",
          "java/lang/System.exit",
          "java/lang/System.in",
          "java/lang/System.out",
          "java/lang/System.err",
          "java/lang/System.load",
          "java/lang/System.loadLibrary",
          "java/nio/file/Path.toAbsolutePath",
          "java/nio/file/Path.toRealPath",
          "java/nio/file/Path.toFile");

  /** Halves that reach it and need no grant, each with the reason. */
  private static final Map<String, String> HARMLESS =
      Map.of(
          "file/PathFunctions.separator", "a constant of the platform",
          "http/QueryFunctions.query", "the encoder of java.net makes a text of a text",
          "system/SystemFunctions.version", "reads what the build has written beside the classes",
          "Evaluation.eval", "what it compiles has the rights of its caller");

  /** All halves of a class for which the same is true. */
  private static final Map<String, String> HARMLESS_CLASSES =
      Map.of(
          "socket/ConnectionFunctions", "who has a connection was granted it",
          "http/TestFunctions", "who has a server was granted it, and nothing leaves the process",
          "redis/ClientFunctions", "who has a client was granted it",
          "redis/CommandFunctions", "who has a client was granted it",
          "redis/ObservationFunctions",
              "who has a client was granted it, and for standard error a grant is asked for",
          "sql/StatementFunctions", "who has a database was granted it",
          "sql/TransferFunctions", "who has a database was granted it");

  private final Map<String, ClassModel> classes = new HashMap<>();
  private final Map<String, Set<String>> calls = new HashMap<>();

  private void load() throws IOException {
    PartFiles.classes("yona/library/")
        .forEach((name, bytes) -> classes.put(name, ClassFile.of().parse(bytes)));
    classes.forEach(
        (name, model) -> {
          for (MethodModel method : model.methods()) {
            Set<String> called = new HashSet<>();
            method.code().ifPresent(code -> code.forEach(element -> collect(element, called)));
            calls
                .computeIfAbsent(
                    name + "." + method.methodName().stringValue(), _ -> new HashSet<>())
                .addAll(called);
          }
        });
  }

  private static void collect(CodeElement element, Set<String> called) {
    switch (element) {
      case InvokeInstruction i ->
          called.add(i.owner().asInternalName() + "." + i.name().stringValue());
      case FieldInstruction i ->
          called.add(i.owner().asInternalName() + "." + i.name().stringValue());
      case NewObjectInstruction i -> called.add(i.className().asInternalName() + ".*");
      case InvokeDynamicInstruction i ->
          i.bootstrapArgs().stream()
              .filter(DirectMethodHandleDesc.class::isInstance)
              .map(DirectMethodHandleDesc.class::cast)
              .forEach(
                  handle -> {
                    String owner = handle.owner().descriptorString();
                    called.add(owner.substring(1, owner.length() - 1) + "." + handle.methodName());
                  });
      default -> {}
    }
  }

  /** What touches the world outside among all that a method reaches; empty if nothing does. */
  private Set<String> reached(String from) {
    Set<String> seen = new HashSet<>();
    Set<String> outside = new TreeSet<>();
    ArrayDeque<String> open = new ArrayDeque<>(List.of(from));
    while (!open.isEmpty()) {
      String member = open.pop();
      if (!seen.add(member)) {
        continue;
      }
      String owner = member.substring(0, member.lastIndexOf('.'));
      if (MEMBERS.contains(member)
          || (IN_MEMORY.stream().noneMatch(member::startsWith)
              && OUTSIDE.stream().anyMatch(member::startsWith))) {
        outside.add(member);
      }
      ClassModel model = classes.get(owner);
      if (model == null) {
        continue;
      }
      open.add(owner + ".<clinit>");
      if (member.endsWith(".*")) {
        model.methods().forEach(m -> open.add(owner + "." + m.methodName().stringValue()));
      }
      model
          .superclass()
          .ifPresent(above -> open.add(above.asInternalName() + member.substring(owner.length())));
      open.addAll(calls.getOrDefault(member, Set.of()));
    }
    return outside;
  }

  private static boolean needs(ClassModel model, MethodModel method) {
    return Stream.concat(
            model.findAttribute(Attributes.runtimeVisibleAnnotations()).stream(),
            method.findAttribute(Attributes.runtimeVisibleAnnotations()).stream())
        .flatMap(all -> all.annotations().stream())
        .anyMatch(a -> a.className().stringValue().equals("Lyona/language/runtime/Needs;"));
  }

  @Test
  void whatReachesTheWorldOutsideSaysSo() throws IOException {
    load();
    assertThat(classes).hasSizeGreaterThan(100);
    Map<String, Set<String>> silent = new TreeMap<>();
    Set<String> guarded = new TreeSet<>();
    classes.forEach(
        (name, model) -> {
          for (MethodModel method : model.methods()) {
            if (!method.flags().has(AccessFlag.PUBLIC) || !method.flags().has(AccessFlag.STATIC)) {
              continue;
            }
            String half = name + "." + method.methodName().stringValue();
            String shown = half.substring("yona/library/".length());
            if (!method
                    .methodTypeSymbol()
                    .returnType()
                    .descriptorString()
                    .equals("Ljava/lang/Object;")
                || shown.startsWith("program/")
                || HARMLESS.containsKey(shown)
                || HARMLESS_CLASSES.containsKey(shown.substring(0, shown.indexOf('.')))) {
              continue;
            }
            Set<String> outside = reached(half);
            if (needs(model, method)) {
              guarded.add(shown);
            } else if (!outside.isEmpty()) {
              silent.put(shown, outside);
            }
          }
        });
    assertThat(guarded).hasSizeGreaterThan(60);
    assertThat(silent).isEmpty();
  }
}
