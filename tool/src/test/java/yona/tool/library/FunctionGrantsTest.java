package yona.tool.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Code;
import yona.language.embedding.CompilationException;
import yona.language.embedding.Engine;
import yona.language.embedding.ProgramException;
import yona.language.embedding.Script;
import yona.language.embedding.Value;
import yona.language.runtime.Grant;

/**
 * What each function of the library needs stands in {@code grants.txt}, for reviewers: nobody can
 * add a function, or let one touch more, without a line that says so. With {@code
 * -Dyona.generate=true}, as {@code ./generate} does, the table is made anew first.
 */
final class FunctionGrantsTest {
  private static final StandardLibrary LIBRARY =
      new StandardLibrary(FunctionGrantsTest.class.getClassLoader());

  private static final Engine NOTHING = Engine.untrusted().build();

  /** A function and what it needs. */
  record Needing(String function, int arity, Set<Grant> grants) {
    @Override
    public String toString() {
      return function;
    }

    String module() {
      return function.substring(0, function.indexOf("::"));
    }

    String name() {
      return function.substring(function.indexOf("::") + 2);
    }

    /** Where the function is visible everywhere it has no module in front. */
    String written() {
      return module().equals("Builtins") ? name() : function;
    }
  }

  private static final Path TABLE = Path.of("src/test/resources/grants.txt");

  @BeforeAll
  static void make() throws IOException {
    if (Boolean.getBoolean("yona.generate")) {
      Files.writeString(TABLE, made());
    }
  }

  /** The table as the compiler has it, behind the comment that is there. */
  private static String made() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : Files.readAllLines(TABLE)) {
      if (line.startsWith("#")) {
        text.append(line).append('\n');
      }
    }
    for (String module : modules()) {
      for (String name : new TreeSet<>(LIBRARY.functions(module))) {
        String function = module + "::" + name;
        Needing needing = new Needing(function, LIBRARY.arity(module, name), Set.of());
        text.append(function).append('/').append(needing.arity());
        for (Grant grant : refused("\\-> " + needing.written(), NOTHING)) {
          text.append(' ').append(grant);
        }
        text.append('\n');
      }
    }
    return text.toString();
  }

  private static Map<String, Needing> table() {
    Map<String, Needing> table = new TreeMap<>();
    try {
      for (String line : Files.readAllLines(TABLE)) {
        if (line.isEmpty() || line.startsWith("#")) {
          continue;
        }
        String[] words = line.split(" ");
        int slash = words[0].lastIndexOf('/');
        Set<Grant> grants = EnumSet.noneOf(Grant.class);
        Arrays.stream(words).skip(1).map(Grant::valueOf).forEach(grants::add);
        String function = words[0].substring(0, slash);
        int arity = Integer.parseInt(words[0].substring(slash + 1));
        table.put(function, new Needing(function, arity, grants));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return table;
  }

  static Stream<Needing> needing() {
    return table().values().stream().filter(each -> !each.grants().isEmpty());
  }

  private static Set<String> functions() {
    Set<String> all = new TreeSet<>();
    for (String module : modules()) {
      LIBRARY.functions(module).forEach(name -> all.add(module + "::" + name));
    }
    return all;
  }

  /** Those that a program without Java sees, too. */
  private static List<String> modules() {
    return LIBRARY.names().stream()
        .filter(module -> !List.of("Java", "java\\Types").contains(module))
        .toList();
  }

  private static Set<Grant> refused(String text, Engine engine) {
    try {
      engine.compile("script", text);
      return Set.of();
    } catch (CompilationException e) {
      assertThat(e.firstError().code()).isEqualTo(Code.NOT_GRANTED);
      String message = e.firstError().message();
      Set<Grant> missing = EnumSet.allOf(Grant.class);
      missing.removeIf(grant -> !message.contains("Grant." + grant));
      return missing;
    }
  }

  @Test
  void theTableNamesEveryFunction() {
    assertThat(table().keySet())
        .as("%s is outdated; made anew by ./generate", TABLE)
        .containsExactlyElementsOf(functions());
  }

  @Test
  void whatTheTableNamesIsRefusedAndNothingElse() {
    assertThat(table().values())
        .allSatisfy(
            each ->
                assertThat(refused("\\-> " + each.written(), NOTHING)).isEqualTo(each.grants()));
  }

  @ParameterizedTest
  @EnumSource
  void aGrantOpensWhatItNames(Grant grant) {
    Engine engine = Engine.untrusted().grant(grant).build();
    Engine others = Engine.builder().deny(grant).build();
    assertThat(needing())
        .allSatisfy(
            each -> {
              boolean enough = Set.of(grant).containsAll(each.grants());
              assertThat(refused(each.written(), engine).isEmpty()).isEqualTo(enough);
              assertThat(refused(each.written(), others).isEmpty())
                  .isEqualTo(!each.grants().contains(grant));
            });
  }

  private static String applied(String function, int arity) {
    return function + " ()".repeat(arity);
  }

  private static void assertNotGranted(Script script, Map<String, ?> inputs, Set<Grant> grants) {
    assertThatThrownBy(() -> script.run(inputs))
        .isInstanceOfSatisfying(
            ProgramException.class,
            e -> {
              assertThat(e.symbol()).isEqualTo("notgranted");
              assertThat(grants).anySatisfy(g -> assertThat(e.text()).contains("Grant." + g));
            });
  }

  @ParameterizedTest
  @MethodSource("needing")
  void whatIsReachedThroughAModuleAsAValueIsRefusedWhenItIsCalled(Needing each) {
    if (!each.module().equals("Builtins")) {
      String text =
          "let m = " + each.module() + " in " + applied("m::" + each.name(), each.arity());
      assertNotGranted(NOTHING.compile("script", text), Map.of(), each.grants());
    }
  }

  @ParameterizedTest
  @MethodSource("needing")
  void whatIsHandedInAsAValueIsRefusedWhenItIsCalled(Needing each) throws InterruptedException {
    Engine trusting = Engine.create();
    Value function =
        each.arity() == 0
            ? trusting.evaluate("\\-> [" + each.written() + "]")
            : trusting.evaluate(each.written());
    Script script = NOTHING.compile("script", applied("f", each.arity()), "f");
    assertNotGranted(script, Map.of("f", function), each.grants());
    Script later =
        NOTHING.compile("script", "async (\\-> " + applied("f", each.arity()) + ")", "f");
    assertNotGranted(later, Map.of("f", function), each.grants());
  }
}
