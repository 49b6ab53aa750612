package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Code;

/** What the language and its library promise has conformance programs. */
final class CoverageTest {
  /**
   * The code of a source that is too large for this, of which {@code BadInputTest} has one, and
   * that of scripts which are not granted something, of which {@code GrantsTest} has; and what
   * {@code yona check} alone tells: {@code UnorderedWritesTest}, {@code UnusedNamesTest}, {@code
   * CheckWarningsTest}, {@code CheckFormsTest}.
   */
  private static final Set<Code> NO_PROGRAM =
      EnumSet.of(
          Code.SOURCE_TOO_LARGE,
          Code.NOT_GRANTED,
          Code.UNORDERED_WRITES,
          Code.UNKNOWN_FIELD,
          Code.UNUSED_NAME,
          Code.UNUSED_IMPORT,
          Code.UNUSED_FUNCTION,
          Code.RESOURCE_AS_TEXT,
          Code.ARGUMENTS_EXCHANGED,
          Code.SIGN_BEFORE_BRACES,
          Code.RESULT_DROPPED,
          Code.NO_ASSIGNMENT,
          Code.MAIN_WITH_PARAMETERS,
          Code.SAME_TWICE,
          Code.STEP_NEVER_REACHED,
          Code.ENDLESS_CALLS,
          Code.TIME_PATTERN);

  private static final int DECISIONS = 47;

  /**
   * The symbols of language.md 10.2 but those of libraries that are still to come, and but {@code
   * deadlock}, which ends a process: {@code DeadlockTest} has that.
   */
  private static final List<String> SYMBOLS =
      List.of(
          "nomatch",
          "badarg",
          "typeerror",
          "undefined",
          "badcall",
          "nomodule",
          "nofunction",
          "cyclicimport",
          "norecord",
          "norecordfield",
          "invalidrecord",
          "badarith",
          "overflow",
          "ioerror",
          "timeout",
          "interrupted",
          "closed",
          "java",
          "polyglot",
          "syntax",
          "stackoverflow",
          "assert",
          "json_parser_error",
          "csv_error",
          "xml_error",
          "yaml_error",
          "toml_error",
          "stm",
          "redis",
          "sql");

  private static final Path FOLDER = Repository.root().resolve("conformance");

  @Test
  void everyCodeHasAProgram() {
    List<ConformanceProgram> programs = new ArrayList<>(ConformanceProgram.all(FOLDER));
    programs.addAll(GeneratedPrograms.all());
    Set<String> caused =
        programs.stream()
            .flatMap(
                program -> Stream.concat(program.errors().stream(), program.warnings().stream()))
            .map(diagnostic -> diagnostic.substring(0, diagnostic.indexOf(' ')))
            .collect(Collectors.toSet());
    assertThat(
            Arrays.stream(Code.values())
                .filter(code -> !NO_PROGRAM.contains(code) && !caused.contains(code.id())))
        .isEmpty();
  }

  @Test
  void everyDecisionHasAProgram() {
    List<String> names = ConformanceProgram.all(FOLDER).stream().map(p -> p.name()).toList();
    assertThat(
            IntStream.rangeClosed(1, DECISIONS)
                .mapToObj("decisions/d%02d_"::formatted)
                .filter(prefix -> names.stream().noneMatch(name -> name.startsWith(prefix))))
        .isEmpty();
  }

  @Test
  void everySymbolHasAProgram() {
    assertThat(SYMBOLS.stream().filter(symbol -> !exists("symbols/" + symbol))).isEmpty();
  }

  @Test
  void everyExportedFunctionHasAProgram() throws IOException {
    StandardLibrary library = new StandardLibrary(getClass().getClassLoader());
    List<String> redis = redisPrograms();
    List<String> missing = new ArrayList<>();
    for (String module : library.names()) {
      String folder = module.equals("Builtins") ? "builtins" : module.replace('\\', '/');
      List<String> functions = library.functions(module);
      assertThat(functions).as(module).isNotEmpty();
      for (String function : functions) {
        String name = "library/" + folder + "/" + function;
        if (!exists(name) && !isCalled(redis, module, function)) {
          missing.add(name);
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  /** Commands of Redis, of which there are hundreds, are called many in a program. */
  private static boolean isCalled(List<String> programs, String module, String function) {
    String call = module + "::" + function + " ";
    return module.equals("redis\\Client")
        && programs.stream().anyMatch(text -> text.contains(call));
  }

  private static List<String> redisPrograms() throws IOException {
    List<String> texts = new ArrayList<>();
    Path folder = FOLDER.resolve("library/redis/Client");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "commands_*.yona")) {
      for (Path file : files) {
        texts.add(Files.readString(file));
      }
    }
    return texts;
  }

  private static boolean exists(String name) {
    return Files.exists(FOLDER.resolve(name + ConformanceProgram.EXTENSION));
  }
}
