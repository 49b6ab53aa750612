package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CharacterRangeInfo;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.LineNumberInfo;
import java.lang.classfile.attribute.LocalVariableInfo;
import java.lang.constant.ClassDesc;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.Compiler;
import yona.language.ModuleFiles;
import yona.language.Program;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;

/** What the compiler writes is valid, and shows Yona code in any Java debugger or profiler. */
final class ClassFilesTest {
  private static final Path ROOT = Repository.root();
  private static final StandardLibrary LIBRARY =
      new StandardLibrary(ClassLoader.getSystemClassLoader());
  private static final ClassHierarchyResolver KNOWN =
      ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader());

  /** A LineNumberTable holds no more. */
  private static final int LAST_LINE = 0xFFFF;

  @Test
  void ofEveryConformanceProgram() {
    List<ConformanceProgram> programs =
        new ArrayList<>(ConformanceProgram.all(ROOT.resolve("conformance")));
    programs.addAll(GeneratedPrograms.all());
    int compiled = 0;
    for (ConformanceProgram each : programs) {
      Source source =
          Source.ofBytes(each.name(), each.source().getBytes(StandardCharsets.ISO_8859_1));
      Map<String, String> sources = new HashMap<>(each.files());
      sources.put(each.name(), source.text());
      Program program =
          compile(
              source,
              path -> sources.containsKey(path) ? Source.of(path, sources.get(path)) : null);
      if (program != null) {
        compiled++;
        assertThatCode(() -> check(program.classes(), sources::get))
            .as(each.name())
            .doesNotThrowAnyException();
      }
    }
    assertThat(compiled).isGreaterThan(1_000);
  }

  @Test
  void ofEveryExample() throws IOException {
    Path folder = ROOT.resolve("examples");
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file :
          (Iterable<Path>) files.filter(f -> f.toString().endsWith(".yona"))::iterator) {
        Source source = Source.ofBytes(file.toString(), Files.readAllBytes(file));
        Program program = compile(source, ModuleFiles.below(List.of(folder)));
        assertThat(program).as(source.name()).isNotNull();
        check(program.classes(), name -> read(Path.of(name)));
      }
    }
  }

  @Test
  void ofTheWholeLibrary() throws IOException {
    ModuleReference library =
        ModuleLayer.boot().configuration().findModule("yona.library").orElseThrow().reference();
    Map<String, byte[]> classes = new HashMap<>();
    try (ModuleReader reader = library.open();
        Stream<String> entries = reader.list()) {
      for (String entry : (Iterable<String>) entries::iterator) {
        if (entry.startsWith("yona/module/") && entry.endsWith(".class")) {
          byte[] bytes = reader.read(entry).orElseThrow().array();
          classes.put(entry.substring(0, entry.length() - ".class".length()), bytes);
        }
      }
    }
    assertThat(classes).hasSizeGreaterThan(400);
    check(
        classes,
        name -> name.isEmpty() ? null : read(ROOT.resolve("library/src/main/yona").resolve(name)));
  }

  private static @Nullable String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Program compile(Source source, ModuleFiles files) {
    return new Compiler(LIBRARY, files).compile(source).program();
  }

  private static void check(
      Map<String, byte[]> classes, Function<String, @Nullable String> sources) {
    Map<ClassDesc, ClassDesc> superclasses = new HashMap<>();
    Map<String, ClassModel> models = new TreeMap<>();
    classes.forEach((name, bytes) -> models.put(name, ClassFile.of().parse(bytes)));
    models.forEach(
        (name, model) ->
            superclasses.put(
                ClassDesc.ofInternalName(name), model.superclass().orElseThrow().asSymbol()));
    ClassFile verifier =
        ClassFile.of(
            ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.of(List.of(), superclasses).orElse(KNOWN)));
    Map<String, Text> known = new HashMap<>();
    models.forEach(
        (name, model) -> {
          assertThat(verifier.verify(model)).as(name).isEmpty();
          String file =
              model
                  .findAttribute(Attributes.sourceFile())
                  .map(attribute -> attribute.sourceFile().stringValue())
                  .orElse("");
          checkTables(model, known.computeIfAbsent(file, each -> Text.of(sources.apply(each))));
        });
  }

  /** What the tables may name: the words of a source, null if it is not known, and its lines. */
  private record Text(@Nullable Set<String> words, int lines) {
    static Text of(@Nullable String source) {
      return source == null
          ? new Text(null, LAST_LINE)
          : new Text(ClassFilesTest.words(source), Source.of("", source).lineCount());
    }
  }

  private static void checkTables(ClassModel model, Text source) {
    int lines = source.lines;
    for (MethodModel method : model.methods()) {
      String name = model.thisClass().asInternalName() + "." + method.methodName().stringValue();
      if (method.code().isEmpty()) {
        continue;
      }
      Code code = Code.of(method);
      if (lines <= LAST_LINE && (name.contains("#") || !code.ranges.isEmpty())) {
        assertThat(code.lines).as("%s: a line for its first instruction", name).containsKey(0);
      }
      assertThat(code.lines.values()).as(name).allMatch(line -> line >= 1 && line <= lines);
      if (lines <= LAST_LINE) {
        assertThat(code.rangesAtOtherLines()).as(name).isEmpty();
      }
      for (LocalVariableInfo variable : code.variables) {
        int size = "JD".contains(variable.type().stringValue()) ? 2 : 1;
        assertThat(variable.slot() + size).as(name).isLessThanOrEqualTo(code.locals);
        assertThat(source.words == null || source.words.contains(variable.name().stringValue()))
            .as("%s: %s is a name of the source", name, variable.name().stringValue())
            .isTrue();
      }
    }
  }

  private static Set<String> words(String source) {
    return Arrays.stream(source.split("[^A-Za-z0-9_]+")).collect(Collectors.toSet());
  }

  /** The tables of a method's code. */
  private record Code(
      TreeMap<Integer, Integer> lines,
      List<CharacterRangeInfo> ranges,
      List<LocalVariableInfo> variables,
      int locals) {
    static Code of(MethodModel method) {
      CodeAttribute code = method.findAttribute(Attributes.code()).orElseThrow();
      TreeMap<Integer, Integer> lines = new TreeMap<>();
      code.findAttributes(Attributes.lineNumberTable())
          .forEach(
              table -> {
                for (LineNumberInfo info : table.lineNumbers()) {
                  lines.put(info.startPc(), info.lineNumber());
                }
              });
      return new Code(
          lines,
          code.findAttributes(Attributes.characterRangeTable()).stream()
              .flatMap(table -> table.characterRangeTable().stream())
              .toList(),
          code.findAttributes(Attributes.localVariableTable()).stream()
              .flatMap(table -> table.localVariables().stream())
              .toList(),
          code.maxLocals());
    }

    /** The calls whose line is not the one that the LineNumberTable gives. */
    List<CharacterRangeInfo> rangesAtOtherLines() {
      return ranges.stream()
          .filter(range -> range.characterRangeStart() <= LAST_LINE)
          .filter(range -> range.startPc() <= range.endPc())
          .filter(
              range -> lines.floorEntry(range.startPc()).getValue() != range.characterRangeStart())
          .toList();
    }

    /** The names that a debugger shows when it stops at a line; null if there is no such line. */
    @Nullable Set<String> visibleAt(int line) {
      for (Map.Entry<Integer, Integer> entry : lines.entrySet()) {
        if (entry.getValue() == line) {
          int pc = entry.getKey();
          return variables.stream()
              .filter(v -> v.startPc() <= pc && pc < v.startPc() + v.length())
              .map(v -> v.name().stringValue())
              .collect(Collectors.toCollection(TreeSet::new));
        }
      }
      return null;
    }
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
    Program program = compile(Source.of("sample.yona", text), ModuleFiles.none());
    assertThat(program).isNotNull();
    List<Code> methods =
        program.classes().values().stream()
            .flatMap(bytes -> ClassFile.of().parse(bytes).methods().stream())
            .filter(method -> method.code().isPresent())
            .map(Code::of)
            .toList();
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      int marker = lines[i].indexOf("#:");
      if (marker >= 0) {
        int line = i + 1;
        Set<String> expected = new TreeSet<>(words(lines[i].substring(marker)));
        expected.remove("");
        Set<String> mentioned = new TreeSet<>(words(lines[i].substring(0, marker)));
        mentioned.retainAll(expected);
        List<Set<String>> visible = new ArrayList<>();
        for (Code method : methods) {
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
