package yona.language;

import java.io.File;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.ModuleAttribute;
import java.lang.classfile.attribute.ModuleExportInfo;
import java.lang.constant.PackageDesc;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.language.analysis.ModuleInterface;
import yona.language.core.CompilationUnit;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.ModuleDefinition;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.runtime.Applied;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Tree;

/**
 * Compiles the standard modules of a part of the library when that is built, so that no program has
 * to: class files, and one with all {@linkplain LibrarySummaries summaries}, go beside the classes
 * of their Java halves. The modules of other parts are those on the class path. Standard modules
 * alone may call Java halves, and only those of their own part.
 */
public final class LibraryCompiler {
  private final LibraryPart part;
  private final Path sources;
  private final Path classes;

  private LibraryCompiler(LibraryPart part, Path sources, Path classes) {
    this.part = part;
    this.sources = sources;
    this.classes = classes;
  }

  /**
   * Compiles a folder of standard modules.
   *
   * @param arguments the artifact of the part, the folder of the sources, the folder of the class
   *     files
   */
  public static void main(String[] arguments) throws IOException {
    LibraryCompiler compiler =
        new LibraryCompiler(
            LibraryPart.ofArtifact(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]));
    if (compiler.isUpToDate()) {
      return;
    }
    List<Diagnostic> problems = Compiler.onLargeStack(compiler::run);
    for (Diagnostic problem : problems) {
      Source source = problem.source();
      int start = problem.range().start();
      System.err.println(
          compiler.sources.resolve(source.name())
              + ":"
              + source.line(start)
              + ":"
              + source.column(start)
              + ": "
              + problem.code().id()
              + " "
              + problem.message());
    }
    if (!problems.isEmpty()) {
      System.exit(1);
    }
  }

  private boolean isUpToDate() throws IOException {
    Path last = classes.resolve(LibrarySummaries.path(part));
    if (!Files.exists(last)) {
      return false;
    }
    FileTime made = Files.getLastModifiedTime(last);
    List<Path> inputs = new ArrayList<>(List.of(sources, classes));
    String path =
        System.getProperty("jdk.module.path", "")
            + File.pathSeparator
            + System.getProperty("java.class.path", "");
    new StringTokenizer(path, File.pathSeparator)
        .asIterator()
        .forEachRemaining(entry -> inputs.add(Path.of((String) entry)));
    for (Path input : inputs) {
      if (isNewer(input, made)) {
        return false;
      }
    }
    return true;
  }

  private boolean isNewer(Path input, FileTime made) throws IOException {
    if (!Files.exists(input)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(input)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        if (Files.isRegularFile(file) && Files.getLastModifiedTime(file).compareTo(made) > 0) {
          return true;
        }
      }
    }
    return false;
  }

  private List<Diagnostic> run() {
    try {
      return compile();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private List<Diagnostic> compile() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.walk(sources)) {
      files
          .map(file -> sources.relativize(file).toString())
          .filter(file -> file.endsWith(".yona"))
          .forEach(
              file ->
                  names.add(
                      file.substring(0, file.length() - ".yona".length())
                          .replace(File.separatorChar, '\\')));
    }
    names.forEach(this::requireOfPart);
    LibraryModules modules = new LibraryModules();
    List<Diagnostic> problems = new ArrayList<>();
    if (part == LibraryPart.BASE) {
      modules.compileBuiltins(problems);
    }
    for (String name : names) {
      modules.compile(name, problems);
    }
    problems.addAll(modules.warnings());
    problems.addAll(modules.deferred());
    problems.addAll(modules.fields().unknown());
    if (problems.isEmpty()) {
      write(modules, names);
    }
    return problems;
  }

  /** The name says where a program finds a module. */
  private void requireOfPart(String fqn) {
    if (LibraryPart.of(fqn) != part) {
      throw new IllegalArgumentException(
          "the module " + fqn + " does not belong to " + part.artifact() + "; see LibraryPart");
    }
  }

  private void write(LibraryModules modules, Set<String> names) throws IOException {
    clear(CompilationModules.className(""));
    clear(StandardLibrary.SOURCES);
    for (Map.Entry<String, byte[]> entry : modules.classes().entrySet()) {
      write(entry.getKey() + ".class", entry.getValue());
    }
    exportPackages(modules.classes().keySet());
    SortedMap<String, String> summaries = new TreeMap<>();
    for (String name : names) {
      String path = StandardLibrary.sourcePath(name);
      write(
          path,
          Files.readAllBytes(sources.resolve(name.replace('\\', File.separatorChar) + ".yona")));
      ModuleInterface module = modules.find(name, false).module();
      if (module != null) {
        summaries.put(name, ModuleSummary.write(module));
      }
    }
    // The last file: whether it is there and how old it is tells whether all is up to date.
    write(LibrarySummaries.path(part), LibrarySummaries.write(part, summaries));
  }

  /**
   * Removes what an earlier build made: modules that are gone, or in another part, must not stay.
   */
  private void clear(String folder) throws IOException {
    Path made = classes.resolve(folder);
    if (!Files.exists(made)) {
      return;
    }
    try (Stream<Path> files = Files.walk(made)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }

  private void write(String path, byte[] content) throws IOException {
    Path file = classes.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }

  /** Programs link to the standard modules, whose packages javac has never seen. */
  private void exportPackages(Set<String> classNames) throws IOException {
    Path descriptor = classes.resolve("module-info.class");
    Set<String> packages = new TreeSet<>();
    for (String name : classNames) {
      packages.add(name.substring(0, name.lastIndexOf('/')).replace('/', '.'));
    }
    ClassFile classFile = ClassFile.of();
    ClassModel model = classFile.parse(descriptor);
    byte[] changed =
        classFile.transformClass(
            model,
            (builder, element) -> {
              if (element instanceof ModuleAttribute module) {
                builder.with(withExports(module, packages));
              } else if (!(element
                  instanceof java.lang.classfile.attribute.ModulePackagesAttribute)) {
                builder.with(element);
              }
            });
    Files.write(descriptor, changed);
  }

  private static ModuleAttribute withExports(ModuleAttribute module, Set<String> packages) {
    return ModuleAttribute.of(
        module.moduleName(),
        builder -> {
          builder.moduleFlags(module.moduleFlagsMask());
          module.moduleVersion().ifPresent(version -> builder.moduleVersion(version.stringValue()));
          module.requires().forEach(builder::requires);
          module.opens().forEach(builder::opens);
          module.uses().forEach(use -> builder.uses(use));
          module.provides().forEach(builder::provides);
          String made = CompilationModules.className("");
          for (ModuleExportInfo export : module.exports()) {
            // Not those of an earlier build.
            if (!(export.exportedPackage().name().stringValue() + "/").startsWith(made)) {
              builder.exports(export);
            }
          }
          for (String name : packages) {
            builder.exports(PackageDesc.of(name), 0);
          }
        });
  }

  /** The standard modules while they are compiled. */
  private final class LibraryModules extends CompilationModules {
    private final String halves = part.javaModule().replace('.', '\\') + "\\";
    private @Nullable ModuleInterface builtins;

    /** The modules by their sources, whose documentation is needed when they have been analysed. */
    private final Map<Source, Tree.Module> trees = new HashMap<>();

    LibraryModules() {
      super(
          StandardLibrary.below(part, LibraryCompiler.class.getClassLoader()),
          path -> {
            Path file = sources.resolve(path);
            return Files.isRegularFile(file)
                ? Source.ofBytes(path, Files.readAllBytes(file))
                : null;
          },
          CompiledModules::none,
          Policy.trusting(JavaClasses.none()),
          true);
    }

    void compileBuiltins(List<Diagnostic> problems) {
      compile(StandardLibrary.BUILTINS, problems);
      builtins = find(StandardLibrary.BUILTINS, false).module();
    }

    void compile(String fqn, List<Diagnostic> problems) {
      Problem problem = find(fqn, false).problem();
      if (problem != null && !problems.contains(problem.diagnostic())) {
        problems.add(problem.diagnostic());
      }
    }

    @Override
    ParseResult parse(Source source) {
      ParseResult parsed = KeywordNames.published(super.parse(source));
      if (parsed.program() instanceof Tree.Module module) {
        trees.put(source, module);
      }
      return parsed;
    }

    @Override
    public ModuleInterface builtins() {
      if (part != LibraryPart.BASE) {
        return super.builtins();
      }
      return builtins == null ? noBuiltins() : builtins;
    }

    /**
     * Standard modules show their names in alphabetical order (language.md 4.6), and know how their
     * functions are documented.
     */
    @Override
    CompilationUnit prepared(CompilationUnit unit) {
      ModuleDefinition module = unit.module();
      if (module == null) {
        return unit;
      }
      documentSignatures(unit.source(), module);
      ModuleDefinition sorted =
          new ModuleDefinition(
              module.fqn(),
              module.exports().stream().sorted().toList(),
              module.functions().stream()
                  .sorted(Comparator.comparing(FunctionDefinition::name))
                  .toList(),
              module.records());
      return new CompilationUnit(unit.source(), unit.className(), unit.main(), sorted);
    }

    /** Gives functions that are Java halves and have an order of arguments their signatures. */
    private void documentSignatures(Source source, ModuleDefinition module) {
      for (Tree.FunctionClause clause : trees.get(source).functions()) {
        String name = clause.name().text();
        FunctionDefinition function = module.exportedFunction(name);
        if (function != null
            && function.arity() > 1
            && function.body() instanceof Core.CallStatic call
            && call.function().java()) {
          function.setSignature(DocumentedSignature.of(module.fqn(), clause, source));
        }
      }
    }

    @Override
    public Iterable<String> knownNames() {
      return List.of();
    }

    @Override
    public @Nullable StaticFunction javaHalf(String className, String method) {
      if (!className.startsWith(halves)) {
        return null;
      }
      String owner = className.replace('\\', '.');
      List<Method> candidates;
      try {
        candidates =
            Stream.of(Class.forName(owner).getDeclaredMethods())
                .filter(candidate -> candidate.getName().equals(method))
                .filter(candidate -> Modifier.isPublic(candidate.getModifiers()))
                .toList();
      } catch (ClassNotFoundException e) {
        return null;
      }
      if (candidates.size() > 1) {
        // The JVM gives them in any order.
        throw new IllegalStateException("several public methods are named " + owner + "." + method);
      }
      return candidates.isEmpty() ? null : half(owner, candidates.getFirst());
    }

    /** What a half says itself comes before what its class says. */
    private static Set<Grant> needs(Method method) {
      Needs own = method.getAnnotation(Needs.class);
      Needs needs = own == null ? method.getDeclaringClass().getAnnotation(Needs.class) : own;
      return needs == null ? Set.of() : Set.of(needs.value());
    }

    /**
     * A half takes Objects, perhaps the class that calls it before them and its name after them.
     */
    private static StaticFunction half(String owner, Method method) {
      List<Class<?>> types = List.of(method.getParameterTypes());
      boolean takesCaller = !types.isEmpty() && types.getFirst() == Class.class;
      boolean takesName = !types.isEmpty() && types.getLast() == String.class;
      Suspension suspension =
          method.isAnnotationPresent(Suspends.class)
              ? Suspension.ALWAYS
              : Suspension.ofParameters(applied(method, takesCaller ? 1 : 0), 0, 0);
      return new StaticFunction(
          owner.replace('.', '/'),
          method.getName(),
          owner.replace('.', '\\'),
          method.getName(),
          types.size() - (takesCaller ? 1 : 0) - (takesName ? 1 : 0),
          suspension,
          false,
          false,
          needs(method),
          needs(method).contains(Grant.INPUT),
          true,
          takesName);
    }

    private static long applied(Method method, int first) {
      Parameter[] parameters = method.getParameters();
      long applied = 0;
      for (int i = first; i < parameters.length; i++) {
        if (parameters[i].isAnnotationPresent(Applied.class)) {
          applied |= Suspension.bit(i - first);
        }
      }
      return applied;
    }
  }
}
