package yona.tool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.DiagnosticPrinter;
import yona.language.diagnostics.Source;
import yona.language.runtime.Module;
import yona.language.runtime.Shown;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;
import yona.library.test.TestCase;
import yona.tool.project.ProjectException;

/** A file of tests: a program whose value is a Seq of cases, or a module that exports tests. */
final class TestFile {
  /** What a module exports that has tests. */
  private static final String TESTS = "tests";

  private static final String ENDING = "_test.yona";

  private final Path path;
  private final Source source;
  private final List<String> libraries;

  /** The files that it was compiled from; null if it was not. */
  private volatile @Nullable Set<Path> compiledFrom;

  /** What the compiler warned of, in the file and its modules. */
  private volatile List<Diagnostic> warnings = List.of();

  /** The mistakes that raise an error when the tests come to them. */
  private volatile List<Diagnostic> deferred = List.of();

  /** The modules that were looked for, found or not, by their paths below a root. */
  private final Set<String> wanted = ConcurrentHashMap.newKeySet();

  /**
   * A file.
   *
   * @param path where it is
   * @param source its text
   * @param libraries Java libraries that it may use besides those of its project
   */
  TestFile(Path path, Source source, List<String> libraries) {
    this.path = path;
    this.source = source;
    this.libraries = libraries;
  }

  /** Its name, as the user gave it or as it is seen from the current folder. */
  String name() {
    return source.name();
  }

  Source source() {
    return source;
  }

  /** Where reports on its cases find texts. */
  Sources sources() {
    return new Sources(List.of(source), deferred);
  }

  Path path() {
    return path;
  }

  /** The files that it was compiled from, with absolute paths: itself and its modules. */
  Set<Path> compiledFrom() {
    Set<Path> known = compiledFrom;
    return known == null ? Set.of() : known;
  }

  /** What the compiler warned of in the file and its modules; nothing before it is loaded. */
  List<Diagnostic> warnings() {
    return warnings;
  }

  /** Whether it has to run again after changes: what did not compile, after any. */
  boolean isAffectedBy(SourceWatch.Changes changes) {
    Set<Path> known = compiledFrom;
    return known == null
        || changes.touchProjects()
        || known.stream().anyMatch(changes::touch)
        || wanted.stream().anyMatch(changes::bring);
  }

  /** Whether a file that nobody has named has tests: its name says so, or what it exports. */
  boolean hasTests() {
    return path.toString().endsWith(ENDING)
        || (source.text().contains(TESTS) && exportsTests(Parser.parse(source).module()));
  }

  private static boolean exportsTests(Tree.@Nullable Module module) {
    return module != null && module.exports().stream().anyMatch(name -> name.text().equals(TESTS));
  }

  /** What is wrong with a file of tests, ready to be shown. */
  static final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    Unusable(String why) {
      super(why, null, false, false);
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }

  /** Remembers which modules are looked for. */
  private final class Wanted implements ModuleSources {
    private final ModuleSources files;

    Wanted(ModuleSources files) {
      this.files = files;
    }

    @Override
    public @Nullable Source find(String module) throws IOException {
      wanted.add(module);
      return files.find(module);
    }

    @Override
    public List<String> places(String module) {
      return files.places(module);
    }
  }

  /**
   * Compiles and evaluates the file. May suspend.
   *
   * @param colour whether diagnostics are in colours
   * @return its cases
   * @throws Unusable if it does not compile, or its value is something else
   */
  List<TestCase> load(boolean colour) throws Unusable {
    ParseResult parsed = Parser.parse(source);
    Compiler compiler;
    try {
      Surroundings around = Surroundings.of(path, libraries);
      compiler = around.compiler(new Wanted(around.modules(parsed, path)));
    } catch (ProjectException problem) {
      throw new Unusable(problem.report(colour));
    }
    Compiler.Compilation compilation = compiler.compile(parsed);
    if (compilation.program() == null) {
      List<Diagnostic> errors =
          compilation.diagnostics().stream().filter(Diagnostic::isError).toList();
      throw new Unusable(DiagnosticPrinter.print(errors, colour));
    }
    compiledFrom =
        compilation.program().sources().stream()
            .map(each -> Path.of(each.name()).toAbsolutePath().normalize())
            .collect(Collectors.toUnmodifiableSet());
    warnings = compilation.diagnostics();
    deferred = compilation.deferred();
    Object value = compilation.program().evaluate();
    return value instanceof Module module ? ofModule(module) : cases(value, "its value");
  }

  private static List<TestCase> ofModule(Module module) throws Unusable {
    if (!module.exports().contains(TESTS) || module.member(TESTS).arity() != 0) {
      throw new Unusable("expected the module to export tests, a Seq of cases\n");
    }
    return cases(module.member(TESTS).apply(), TESTS);
  }

  private static List<TestCase> cases(Object value, String what) throws Unusable {
    if (!(value instanceof Seq seq)) {
      throw new Unusable(
          "expected " + what + " to be a Seq of cases, found " + Shown.withKind(value) + "\n");
    }
    List<TestCase> cases = new ArrayList<>();
    for (Object element : seq) {
      if (!(element instanceof TestCase test)) {
        throw new Unusable(
            "expected "
                + what
                + " to hold cases made by Test::test or Test::property, found "
                + Shown.withKind(element)
                + "\n");
      }
      cases.add(test);
    }
    return cases;
  }
}
