package yona.testrun;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The manifest lists each class of tests that there is, and no other. */
class ManifestTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().resolveSibling("");

  /** The languages that tests are written in, also those of bindings. */
  private static final List<String> LANGUAGES = List.of("java", "scala");

  private static final Pattern TESTS =
      Pattern.compile(
          "@(Test|ParameterizedTest|TestFactory|RepeatedTest|TestTemplate|FuzzTest)\\b"
              + "|extends munit\\.FunSuite\\b");
  private static final Pattern ABSTRACT = Pattern.compile("(?m)^(public )?abstract class ");
  private static final Pattern NAME = Pattern.compile(".*(Test|Fuzz)");

  /** The classes of tests, each with its module before it. */
  private static Set<String> classes() throws IOException {
    Set<String> classes = new TreeSet<>();
    for (Path folder : List.of(ROOT, ROOT.resolve("bindings"))) {
      try (Stream<Path> modules = Files.list(folder)) {
        for (Path module : (Iterable<Path>) modules::iterator) {
          for (String language : LANGUAGES) {
            add(module, language, classes);
          }
        }
      }
    }
    return classes;
  }

  private static void add(Path module, String language, Set<String> classes) throws IOException {
    Path sources = module.resolve("src/test").resolve(language);
    if (!Files.isDirectory(sources)) {
      return;
    }
    String extension = "." + language;
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String path = sources.relativize(file).toString();
        if (path.endsWith(extension)) {
          String name = path.substring(0, path.length() - extension.length()).replace('/', '.');
          String text = Files.readString(file);
          boolean tests = TESTS.matcher(text).find() || NAME.matcher(name).matches();
          if (tests && !ABSTRACT.matcher(text).find()) {
            classes.add(ROOT.relativize(module) + " " + name);
          }
        }
      }
    }
  }

  @Test
  void listsEachClassOfTests() throws IOException {
    Set<String> listed =
        Manifest.read(ROOT.resolve("tests.txt")).stream()
            .map(entry -> entry.module() + " " + entry.testClass())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> classes = classes();
    Set<String> missing = new TreeSet<>(classes);
    missing.removeAll(listed);
    assertThat(missing).as("classes of tests that tests.txt lacks").isEmpty();
    listed.removeAll(classes);
    assertThat(listed).as("classes in tests.txt that there are not").isEmpty();
  }

  /** Surefire finds no others. */
  @Test
  void classesOfTestsAreNamedSo() throws IOException {
    List<String> others = new ArrayList<>(classes());
    others.removeIf(name -> NAME.matcher(name).matches());
    assertThat(others).isEmpty();
  }
}
