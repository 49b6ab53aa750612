package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.tool.Conversation.converse;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Program;
import yona.language.interop.JavaClasses;

/** What a prompt offers to complete an input with. */
class PromptCompletionTest {
  @Test
  void completesTheFieldsThatAValueHas() {
    converse(
        false,
        (session, _) -> {
          for (String input :
              List.of("record Point = (left, top)", "p = Point(left = Point(), top = 1)")) {
            session.accept(input.getBytes(StandardCharsets.UTF_8));
          }
          assertThat(offered(session, "p."))
              .containsExactly("p.left field of Point", "p.top field of Point");
          assertThat(offered(session, "p.left.t")).containsExactly("p.left.top field of Point");
          assertThat(offered(session, "Poi")).containsExactly("Point record (left, top)");
        });
  }

  @Test
  void tabOffersWhatCouldBeMeant() {
    converse(
        false,
        (session, _) -> {
          session.accept("total_price = 3".getBytes(StandardCharsets.UTF_8));
          session.accept("import length as size_of from String".getBytes(StandardCharsets.UTF_8));
          session.accept("import Seq as s".getBytes(StandardCharsets.UTF_8));
          session.accept(
              "m = module M exports inner as\ninner = 1\nend".getBytes(StandardCharsets.UTF_8));
          assertThat(offered(session, "1 + tot")).containsExactly("total_price Int");
          assertThat(offered(session, "Seq::take_l"))
              .containsExactly(
                  "Seq::take_last n seq: The last `n` elements; all if there are fewer.");
          assertThat(offered(session, "s::take_l").getFirst())
              .startsWith("s::take_last n seq: The last");
          assertThat(offered(session, "m::")).containsExactly("m::inner ");
          assertThat(offered(session, ":qu")).containsExactly(":quit End, and release everything.");
          assertThat(offered(session, "mod")).contains("module keyword");
          assertThat(offered(session, "string\\Re")).containsExactly("string\\Regex module");
          assertThat(offered(session, "f = \\pri").getFirst()).startsWith("print");
          assertThat(offered(session, "zzz")).isEmpty();
        });
  }

  @Test
  void tabOffersJavaPackagesAndClasses() {
    converse(
        false,
        (session, _) -> {
          assertThat(offered(session, "jav")).contains("java\\ Java package");
          assertThat(offered(session, "java\\ut")).containsExactly("java\\util\\ Java package");
          assertThat(offered(session, "1 + java\\util\\Li"))
              .containsExactly(
                  "java\\util\\LinkedHashMap Java class",
                  "java\\util\\LinkedHashSet Java class",
                  "java\\util\\LinkedList Java class",
                  "java\\util\\List Java interface",
                  "java\\util\\ListIterator Java interface",
                  "java\\util\\ListResourceBundle Java class");
          assertThat(offered(session, "java\\util\\Map\\"))
              .containsExactly("java\\util\\Map\\Entry Java interface");
          assertThat(offered(session, "java\\util\\con"))
              .containsExactly("java\\util\\concurrent\\ Java package");
          assertThat(offered(session, "java\\util\\Map\\")).hasSize(1);
          assertThat(offered(session, "java\\util\\Map\\E\\")).isEmpty();
          assertThat(offered(session, "yona\\")).isEmpty();
          assertThat(offered(session, "java\\lang\\Math::floorM"))
              .containsExactly("java\\lang\\Math::floorMod (int, int), (long, int), (long, long)");
          session.accept("import java\\util\\Objects as o".getBytes(StandardCharsets.UTF_8));
          assertThat(offered(session, "o::hashC"))
              .containsExactly("o::hashCode (java.lang.Object)");
          session.accept("b = java\\util\\BitSet".getBytes(StandardCharsets.UTF_8));
          session.accept("bits = Java::new b []".getBytes(StandardCharsets.UTF_8));
          assertThat(offered(session, "b::val").getFirst()).startsWith("b::valueOf (byte[])");
          assertThat(offered(session, "bits::cardi")).containsExactly("bits::cardinality ()");
        });
  }

  @Test
  void tabOffersTheClassesOfJars(@TempDir Path folder) throws IOException {
    Path jar = folder.resolve("shop.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String name : List.of("Cart", "Cart$Line", "Cashier", "Hidden")) {
        out.putNextEntry(new JarEntry("com/shop/" + name + ".class"));
        int flags = name.equals("Hidden") ? 0 : ClassFile.ACC_PUBLIC;
        ClassDesc type = ClassDesc.of("com.shop." + name);
        out.write(ClassFile.of().build(type, builder -> builder.withFlags(flags)));
      }
      out.putNextEntry(new JarEntry("META-INF/versions/9/com/shop/Newer.class"));
    }
    JavaClasses java = Surroundings.java(List.of(jar));
    Program program = new Program(_ -> {});
    program.<Object, RuntimeException>run(
        () -> {
          PromptSession session = new PromptSession(new Conversation.Said(false), List.of(), java);
          assertThat(offered(session, "com\\sh")).containsExactly("com\\shop\\ Java package");
          assertThat(offered(session, "com\\shop\\"))
              .containsExactly("com\\shop\\Cart Java class", "com\\shop\\Cashier Java class");
          return "";
        });
  }

  @Test
  void tabBehindAFunctionShowsItsParameters() {
    converse(
        false,
        (session, _) -> {
          for (String input :
              List.of(
                  "area = \\width (h, _) -> width * h",
                  "other = area",
                  "import take as first from Seq",
                  "n = 1")) {
            session.accept(input.getBytes(StandardCharsets.UTF_8));
          }
          String take = "Seq::take n seq: The first `n` elements; all if there are fewer.";
          assertThat(called(session, "Seq::take ")).isEqualTo(take);
          assertThat(called(session, "1 + Seq::take 2 ")).isEqualTo(take);
          assertThat(called(session, "println\nSeq::take (f 1) \"a {1}\" ")).isEqualTo(take);
          assertThat(called(session, "[x | x <- first ")).isEqualTo(take);
          assertThat(called(session, "area ")).isEqualTo("area width (h, _)");
          assertThat(called(session, "let y = area 1 ")).isEqualTo("area width (h, _)");
          assertThat(called(session, "other ")).startsWith("other: function of 2");
          assertThat(called(session, "println ")).startsWith("println v: ");
          assertThat(called(session, "java\\lang\\Math::abs "))
              .isEqualTo(
                  """
                  java\\lang\\Math::abs(double)
                  java\\lang\\Math::abs(float)
                  java\\lang\\Math::abs(int)
                  java\\lang\\Math::abs(long)\
                  """);
          for (String nothing :
              List.of(
                  "",
                  " ",
                  "area",
                  "area (",
                  "area + ",
                  "n ",
                  "unknown ",
                  "\\area ",
                  "let ",
                  ":doc ")) {
            assertThat(called(session, nothing)).as(nothing).isNull();
          }
        });
  }

  private static @Nullable String called(PromptSession session, String text) {
    return session.completion().call(text, text.length());
  }

  @Test
  void tabOffersFieldsOfRecords(@TempDir Path folder) {
    Path file =
        Yona.write(
            folder.resolve("p.yona"),
            """
            module Points exports Point, origin as
            record Point = (left, top)
            origin = Point(left = 0, top = 0)
            end
            """);
    converse(
        false,
        (session, _) -> {
          session.load(file.toString());
          session.accept("import Point from Points".getBytes(StandardCharsets.UTF_8));
          session.accept("p = Point(left = 3, top = 4)".getBytes(StandardCharsets.UTF_8));
          assertThat(offered(session, "p.le")).containsExactly("p.left field of Point");
          assertThat(offered(session, "q.le")).containsExactly("q.left field of Points");
        });
  }

  private static List<String> offered(PromptSession session, String text) {
    return session.completion().candidates(text, text.length()).stream()
        .map(candidate -> candidate.word() + " " + candidate.summary())
        .toList();
  }
}
