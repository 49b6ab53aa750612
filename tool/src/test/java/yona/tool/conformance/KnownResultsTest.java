package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/**
 * What the compiler knows of the results of the library is what the documentation says: no result
 * equals a module, and the warning of such a comparison tells what is known.
 */
final class KnownResultsTest {
  private static final StandardLibrary LIBRARY =
      new StandardLibrary(ClassLoader.getSystemClassLoader());

  /** What its commands give in a transaction is of other kinds. */
  private static final String COMMANDS = "redis\\Client";

  private static final String ANYTHING = "anything";

  private static final Pattern RESULT = Pattern.compile("(?m)^- result: (.*(?:\n  .*)*)");
  private static final Pattern WARNING = Pattern.compile("(.*) never equals a module, .*");

  /** What the documentation says, and how messages put it; the first that fits counts. */
  private static final Map<Pattern, String> KINDS = new LinkedHashMap<>();

  static {
    kind("`\\(\\)`(, at once)?", "()");
    kind("a Boolean(; .*)?|`true`", "a Boolean");
    kind("`true` if .*; `:closed` .*", "a Boolean or :closed");
    kind("an Int, .*; `:unbounded`", "a number or :unbounded");
    kind("(an? (Int|Float|Byte|Big|integer|number)|-1, 0 or 1)([ ,;].*)?", "a number");
    kind("a Char", "a Char");
    kind("a Symbol", "a Symbol");
    kind("a Char, or `:eof`.*", "a Char or :eof");
    kind("a String, or `:eof`.*", ":eof or a string");
    kind("a String,? or Bytes\\b.*; `:eof` .*", ":eof or a Seq");
    kind("a String; Bytes with `:binary`", "a Seq");
    kind("a String, `\\(\\)` if .*", "() or a string");
    kind("a String([ ,].*)?", "a string");
    kind("Bytes, .*`:eof`.*", ":eof or a Seq of numbers");
    kind("(\\w+ )?Bytes([,:].*)?", "a Seq of numbers");
    kind("a Seq for .* as it is", ANYTHING);
    kind("a Seq\\b.*|the results,.*", "a Seq");
    kind("a Set\\b.*", "a Set");
    kind("a Dict\\b.*", "a Dict");
    kind("a pair\\b.*|a tuple of a String and an Int", "a tuple of 2");
    kind("a tuple\\b.*", "a tuple");
    kind("the outcome", "(:error or :ok, _)");
    kind("`\\(:ok, outcome\\)`; `:none` .*", ":none or (:ok, (:error or :ok, _))");
    kind("`\\(:ok, v\\)`; `:closed` .*", ":closed or (:ok, _)");
    kind("`\\(:ok, v\\)`; `:empty`; `:closed` .*", ":closed or :empty or (:ok, _)");
    kind("`\\(:ok, line, file\\)`, or `:eof` .*", ":eof or (:ok, _, _)");
    kind("`\\(:ok, [^`]*\\)`.* `:none`.*", ":none or (:ok, _)");
    kind("`\\(:ok, values\\)`, or `\\(:wrong, .*", "(:ok or :wrong, _)");
    kind("`\\(:found, index\\)` or `\\(:absent, index\\)`", "(:absent or :found, _)");
    kind("`\\([\\w ]+, [\\w ]+\\)`.*", "a tuple of 2");
    kind("`\\(\\w+, \\w+, \\w+\\)`.*", "a tuple of 3");
    kind("an? (endless )?([Ss]tream|channel|connection)\\b.*", "a resource");
    kind(
        "the (open |server )?(file|channel|client|connection|gate|lock|memory|server).*",
        "a resource");
    kind("the (database|transaction)\\b.*", "a resource");
    kind("the (browser|multiplexer|process|semaphore|socket|task|variable)", "a resource");
  }

  private static void kind(String documented, String told) {
    KINDS.put(Pattern.compile(documented), told);
  }

  static Stream<Arguments> functions() {
    List<Arguments> functions = new ArrayList<>();
    for (String fqn : LIBRARY.names()) {
      Source source = LIBRARY.source(fqn);
      if (source != null
          && !fqn.equals(COMMANDS)
          && Parser.parse(source).program() instanceof Tree.Module module) {
        for (Tree.FunctionClause clause : module.functions()) {
          Matcher result = RESULT.matcher(String.valueOf(clause.documentation()));
          if (result.find()) {
            // A function that is called like a keyword has a name of its own in the source.
            String function = clause.name().text().replaceFirst("_$", "");
            String name = (fqn.equals("Builtins") ? "" : fqn + "::") + function;
            functions.add(
                Arguments.of(
                    name + " ()".repeat(clause.parameters().size()),
                    result.group(1).replaceAll("\\s+", " ")));
          }
        }
      }
    }
    return functions.stream();
  }

  @ParameterizedTest
  @MethodSource("functions")
  void isWhatTheDocumentationSays(String call, String documented) {
    assertThat(known(call)).as("%s: %s", call, documented).isEqualTo(expected(documented));
  }

  private static String known(String call) {
    Compiler compiler = new Compiler(LIBRARY, ModuleSources.below(List.of()));
    Compiler.Compilation compilation =
        compiler.compile(Source.of("example.yona", "(" + call + ") == Seq"));
    assertThat(compilation.hasErrors()).as("%s", compilation.diagnostics()).isFalse();
    return compilation.diagnostics().stream()
        .filter(diagnostic -> diagnostic.code() == Code.NEVER_EQUAL)
        .map(Diagnostic::message)
        .map(WARNING::matcher)
        .filter(Matcher::matches)
        .map(warning -> warning.group(1).replaceFirst("^A ", "a "))
        .findFirst()
        .orElse(ANYTHING);
  }

  private static String expected(String documented) {
    return KINDS.entrySet().stream()
        .filter(kind -> kind.getKey().matcher(documented).matches())
        .findFirst()
        .map(Map.Entry::getValue)
        .orElse(ANYTHING);
  }
}
