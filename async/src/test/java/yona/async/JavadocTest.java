package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The Javadoc of the exported packages says what CONTRIBUTING asks for, as far as a machine can
 * see. That every public member has one, with all parameters, results and errors, javac looks after
 * ({@code -Xdoclint} in the build); that a suspending operation can be cancelled, {@link
 * CancellationMatrixTest}.
 */
class JavadocTest {
  private static final Path SOURCES = Path.of("src", "main", "java", "yona", "async");

  /** A comment and the declaration behind it, less annotations in front. */
  private static final Pattern DOCUMENTED =
      Pattern.compile("/\\*\\*(.*?)\\*/\\s*(?:@[^\\n]*\\n\\s*)*([^;{]*)[;{]", Pattern.DOTALL);

  private static final Pattern TYPE =
      Pattern.compile("(?:(?:public|abstract|final|sealed|static) )*(?:class|interface|record) .*");

  private static final Pattern SHARING = Pattern.compile("thread|fiber|[Ii]mmutable");
  private static final Pattern WAITING = Pattern.compile("[Ss]uspend|[Ww]ait");
  private static final Pattern NANOS = Pattern.compile("\\bnanos\\b");

  /** A comment: its place, what it says, what it says before its tags, and what it is about. */
  private record Comment(String place, String text, String head, String declaration) {

    boolean isOfType() {
      return TYPE.matcher(declaration).matches();
    }
  }

  private static List<Comment> comments() throws IOException {
    List<Comment> comments = new ArrayList<>();
    try (Stream<Path> files = Files.walk(SOURCES)) {
      for (Path file : files.filter(JavadocTest::isExported).sorted().toList()) {
        String source = Files.readString(file);
        for (Matcher found = DOCUMENTED.matcher(source); found.find(); ) {
          String text = found.group(1).replaceAll("\\s*\\n\\s*\\*\\s?", " ").strip();
          String place =
              SOURCES.relativize(file)
                  + ":"
                  + (source.substring(0, found.start()).lines().count() + 1);
          comments.add(
              new Comment(
                  place,
                  text,
                  text.split(" @(?:param|return|throws) ", 2)[0],
                  found.group(2).replaceAll("\\s+", " ").strip()));
        }
      }
    }
    assertThat(comments).hasSizeGreaterThan(400);
    return comments;
  }

  private static boolean isExported(Path file) {
    String name = SOURCES.relativize(file).toString();
    return name.endsWith(".java")
        && !name.endsWith("package-info.java")
        && !name.startsWith("clock")
        && !name.startsWith("dump")
        && !name.startsWith("events")
        && !name.startsWith("scheduler");
  }

  @Test
  void publicTypesSayHowTheyMayBeShared() throws IOException {
    assertThat(comments())
        .filteredOn(each -> each.isOfType() && each.declaration.startsWith("public "))
        .filteredOn(each -> !each.declaration.contains("Exception extends "))
        .filteredOn(each -> isTopLevel(each) && !SHARING.matcher(each.head).find())
        .isEmpty();
  }

  private static boolean isTopLevel(Comment comment) {
    String name = comment.place.replaceAll(".*/|\\.java:.*", "");
    return comment.declaration.matches(".* " + name + "\\b.*");
  }

  @Test
  void membersThatCanBeCancelledSayThatTheyWait() throws IOException {
    assertThat(comments())
        .filteredOn(each -> !each.isOfType() && each.text.contains("@throws CancellationException"))
        .filteredOn(each -> !WAITING.matcher(each.head).find())
        .isEmpty();
  }

  @Test
  void timesAsNumbersHaveAUnit() throws IOException {
    assertThat(comments())
        .filteredOn(each -> each.declaration.startsWith("public ") && !each.isOfType())
        .filteredOn(each -> NANOS.matcher(each.declaration).find())
        .filteredOn(each -> !each.text.contains("nanoseconds"))
        .isEmpty();
  }

  @Test
  void thePackageListsItsPublicTypes() throws IOException {
    String index = Files.readString(SOURCES.resolve("package-info.java"));
    try (Stream<Path> files = Files.list(SOURCES)) {
      List<String> types =
          files
              .map(file -> SOURCES.relativize(file).toString())
              .filter(name -> name.endsWith(".java") && !name.startsWith("package-"))
              .map(name -> name.replace(".java", ""))
              .filter(JavadocTest::isPublic)
              .toList();
      assertThat(types).hasSizeGreaterThan(35);
      assertThat(types).allMatch(type -> index.contains("{@link yona.async." + type + "}"));
    }
  }

  private static boolean isPublic(String type) {
    try {
      return Modifier.isPublic(Class.forName("yona.async." + type).getModifiers());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
