package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.CompiledModules;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.Policy;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Explanations;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.syntax.Parser;

/**
 * Each page on what goes wrong after parsing has a program that causes just its code, and none of
 * the programs that it puts right causes any. Those of the syntax are tested beside the parser.
 */
final class ExplanationsTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)\n```yona([^\n]*)\n(.*?)```\n");

  /** What the dots of the page on what is too many stand for. */
  private static final String GENERATORS = String.join(", ", Collections.nCopies(101, "n <- []"));

  @TempDir private Path folder;

  static Stream<Code> codes() {
    return Arrays.stream(Code.values()).filter(code -> code.id().compareTo("Y3") > 0);
  }

  @ParameterizedTest
  @MethodSource("codes")
  void causesItsCode(Code code) throws IOException {
    String page = Explanations.page(code);
    assertThat(page).startsWith("# " + code.id() + ": " + code.title() + "\n");
    List<MatchResult> blocks = BLOCK.matcher(page).results().toList();
    for (MatchResult block : blocks) {
      String mark = block.group(1).strip();
      if (mark.startsWith("file ")) {
        Files.writeString(folder.resolve(mark.substring("file ".length())), block.group(2));
      } else if (mark.startsWith("folder ")) {
        Files.createDirectory(folder.resolve(mark.substring("folder ".length())));
      }
    }
    Policy trusting = Policy.trusting(JavaClasses.platform());
    Policy confining = new Policy(JavaClasses.none(), Set.of());
    assertThat(
            Stream.concat(
                programs(blocks, "error").stream().map(program -> told(program, trusting)),
                programs(blocks, "error confined").stream()
                    .map(program -> told(program, confining))))
        .isNotEmpty()
        .allSatisfy(told -> assertThat(told).isNotEmpty().containsOnly(code));
    assertThat(programs(blocks, ""))
        .allSatisfy(program -> assertThat(told(program, trusting)).isEmpty());
  }

  private static List<String> programs(List<MatchResult> blocks, String mark) {
    return blocks.stream()
        .filter(block -> block.group(1).strip().equals(mark))
        .map(block -> block.group(2).replace("| ...]", "| " + GENERATORS + "]"))
        .toList();
  }

  /** What {@code yona check} tells about a program. */
  private List<Code> told(String program, Policy policy) {
    Compiler.Compilation compilation =
        new Compiler(
                new StandardLibrary(ClassLoader.getSystemClassLoader()),
                ModuleSources.below(List.of(folder)),
                CompiledModules::none,
                policy)
            .check(Parser.parse(Source.of("example.yona", program)));
    return Stream.of(
            compilation.diagnostics(), compilation.deferred(), compilation.fields().unknown())
        .flatMap(List::stream)
        .map(Diagnostic::code)
        .toList();
  }
}
