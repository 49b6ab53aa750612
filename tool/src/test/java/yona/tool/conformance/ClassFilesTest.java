package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.CompiledProgram;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;
import yona.tool.library.PartFiles;

/**
 * What the compiler writes is valid, and shows Yona code in any Java debugger or profiler. That of
 * the conformance programs is checked where they run, by {@link ConformanceTest}.
 */
final class ClassFilesTest {
  private static final Path ROOT = Repository.root();
  private static final StandardLibrary LIBRARY =
      new StandardLibrary(ClassLoader.getSystemClassLoader());

  @Test
  void ofEveryExample() throws IOException {
    Path folder = ROOT.resolve("examples");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file :
          (Iterable<Path>) files.filter(f -> f.toString().endsWith(".yona"))::iterator) {
        Source source = Source.ofBytes(file.toString(), Files.readAllBytes(file));
        CompiledProgram program = compile(source, ModuleSources.below(List.of(folder)));
        assertThat(program).as(source.name()).isNotNull();
        assertThat(ClassFileProblems.of(program.classes(), name -> read(Path.of(name)))).isEmpty();
      }
    }
  }

  @Test
  void ofTheWholeLibrary() throws IOException {
    Map<String, byte[]> classes = PartFiles.classes("yona/module/");
    Map<String, Path> sources = PartFiles.sources();
    assertThat(classes).hasSizeGreaterThan(400);
    assertThat(
            ClassFileProblems.of(
                classes, name -> sources.containsKey(name) ? read(sources.get(name)) : null))
        .isEmpty();
  }

  private static @Nullable String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable CompiledProgram compile(Source source, ModuleSources files) {
    return new Compiler(LIBRARY, files).compile(source).program();
  }

  static List<String> programs() {
    return List.of(
        """
        let
            f = \\n step ->
                let
                    m = n + step        #: n step
                    k = m * 2           #: m n step
                in
                    if k > 10           #: k m n step
                    then
                        :large          #: k m n step
                    else
                        f (k            #: k m n step
                            + m) step   #: k m n step
        in
            f 1 2                       #:
        """,
        """
        \\value ->
            case value of               #: value
                (0, _) ->
                    :zero               #: value
                (a, [b, c])
                    | a == b ->         #: a b c value
                        c               #: a b c value
                    | a == c ->         #: a b c value
                        b               #: a b c value
                all@(h -| t) ->
                    [h, t, all]         #: all h t value
                {"k" = x} ->
                    x                   #: value x
                _ ->
                    ()                  #: value
            end
        """,
        """
        module Trace exports main as
            record Point = (x, y)
            length Point(x = a, y = b) =
                a * a                   #: a b
                    + b * b             #: a b
            twice f value =
                f (f value)             #: f value
            main =
                do
                    p = Point(x = 3,    #:
                        y = 4)          #:
                    l = length p        #: p
                    add = \\n ->
                        n + l           #: l n
                    twice add 1         #: add l p
                end
        end
        """,
        """
        \\numbers limit ->
            [
                n * limit               #: limit n
                | n <-
                    numbers             #: limit numbers
                if n > 2                #: limit n
            ]
        """,
        """
        \\path mode ->
            do
                r = try
                    File::read_text path #: mode path
                catch
                    (:ioerror, m, _) ->
                        m               #: m mode path
                end
                with File::open path mode as file
                    t = File::read file #: file r
                    t ++ r              #: file r t
                end
            end
        """);
  }

  /**
   * A line's comment lists what a debugger shows when it stops there. Where the compiler makes
   * several methods of a line, each shows what the line mentions: those for members that may wait
   * capture no more.
   */
  @ParameterizedTest
  @MethodSource("programs")
  void namesAreVisibleAtTheirLines(String text) {
    CompiledProgram program = compile(Source.of("sample.yona", text), ModuleSources.none());
    assertThat(program).isNotNull();
    List<CodeTables> methods =
        program.classes().values().stream()
            .flatMap(bytes -> ClassFile.of().parse(bytes).methods().stream())
            .filter(method -> method.code().isPresent())
            .map(CodeTables::of)
            .toList();
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      int marker = lines[i].indexOf("#:");
      if (marker >= 0) {
        int line = i + 1;
        Set<String> expected = new TreeSet<>(ClassFileProblems.words(lines[i].substring(marker)));
        Set<String> mentioned =
            new TreeSet<>(ClassFileProblems.words(lines[i].substring(0, marker)));
        mentioned.retainAll(expected);
        List<Set<String>> visible = new ArrayList<>();
        for (CodeTables method : methods) {
          Set<String> names = method.visibleAt(line);
          if (names != null) {
            visible.add(names);
          }
        }
        assertThat(visible)
            .as("line %s of%n%s", line, text)
            .contains(expected)
            .allMatch(names -> names.containsAll(mentioned));
      }
    }
  }
}
