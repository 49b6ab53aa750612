package yona.language;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.language.analysis.GrantsNeeded;
import yona.language.analysis.ModuleInterface;
import yona.language.analysis.Modules;
import yona.language.analysis.Resolution;
import yona.language.analysis.Resolved;
import yona.language.bytecode.Bytecode;
import yona.language.core.CompilationUnit;
import yona.language.core.FunctionDefinition;
import yona.language.core.ModuleDefinition;
import yona.language.core.RecordShape;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.RecordFields;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClass;
import yona.language.interop.JavaClasses;
import yona.language.optimize.OptimizedUnit;
import yona.language.runtime.Grant;
import yona.language.runtime.Signature;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/**
 * The modules of one compilation: standard ones, and files, which are compiled when they are first
 * mentioned. A file that is being compiled already is seen through what its text declares.
 */
class CompilationModules implements Modules {
  private static final ModuleInterface NOTHING =
      new ModuleInterface("", "", Map.of(), List.of(), List.of());

  /** What dependents see of a standard module changes only with the compiler. */
  private static final String STANDARD = "standard";

  /** That of a class of the JDK with the JDK. */
  private static final String JDK = "java-" + Runtime.version();

  private final StandardLibrary library;
  private final ModuleSources files;
  private final Supplier<CompiledModules> kept;
  private final Policy policy;
  private final boolean checking;
  private final JavaClasses java;
  private @Nullable CompiledModules opened;
  private final Map<String, Found> standards = new HashMap<>();
  private final Map<String, Found> compiled = new HashMap<>();
  private final Map<String, ModuleInterface> declared = new HashMap<>();

  /** The modules that are being compiled, outermost first. */
  private final List<Loading> loading = new ArrayList<>();

  private final Map<String, byte[]> classes = new LinkedHashMap<>();

  /** The modules whose classes nobody has asked for yet. */
  private final List<OptimizedUnit> unwritten = new ArrayList<>();

  private final List<Source> sources = new ArrayList<>();
  private final List<Diagnostic> warnings = new ArrayList<>();
  private final List<Diagnostic> deferred = new ArrayList<>();

  private final RecordFields fields = new RecordFields();

  /** What dependents see of the modules found so far; none for one with a problem. */
  private final IdentityHashMap<ModuleInterface, String> digests = new IdentityHashMap<>();

  /** A module on its way, and whether the one before needs it in order to be loaded. */
  private record Loading(String fqn, boolean needed, Map<String, Mention> mentions) {
    Loading(String fqn, boolean needed) {
      this(fqn, needed, new LinkedHashMap<>());
    }
  }

  /** What a module that is being compiled found under a name. */
  private record Mention(boolean needed, Found found) {}

  CompilationModules(
      StandardLibrary library,
      ModuleSources files,
      Supplier<CompiledModules> kept,
      Policy policy,
      boolean checking) {
    this.library = library;
    this.files = files;
    this.kept = kept;
    this.policy = policy;
    this.java = policy.java();
    this.checking = checking;
  }

  /** The classes of all modules, by internal name; writes those that are still to be written. */
  Map<String, byte[]> classes() {
    unwritten.forEach(module -> classes.putAll(Bytecode.generate(module)));
    unwritten.clear();
    return classes;
  }

  /** The texts of all modules that were found. */
  List<Source> sources() {
    return sources;
  }

  /** The warnings in modules that were compiled. */
  List<Diagnostic> warnings() {
    return warnings;
  }

  /** What modules raise only when it is reached. */
  List<Diagnostic> deferred() {
    return deferred;
  }

  /** The fields of records that the modules which were compiled declare and use. */
  RecordFields fields() {
    return fields;
  }

  /** The internal name of a module's class. */
  static String className(String fqn) {
    return "yona/module/" + fqn.replace('\\', '/');
  }

  @Override
  public boolean checking() {
    return checking;
  }

  @Override
  public @Nullable Signature signature(StaticFunction function) {
    return library.signature(function);
  }

  @Override
  public Set<Grant> grants() {
    return policy.grants();
  }

  @Override
  public ModuleInterface builtins() {
    return library.builtins();
  }

  /** The builtins before they are compiled. */
  static ModuleInterface noBuiltins() {
    return NOTHING;
  }

  @Override
  public @Nullable StaticFunction javaHalf(String className, String method) {
    return null;
  }

  @Override
  public @Nullable Absence absence(String fqn) {
    LibraryPart part = LibraryPart.of(fqn);
    return library.lacks(part)
        ? new Absence(
            "The module "
                + fqn
                + " belongs to "
                + part.artifact()
                + ", which is not on the class path or module path",
            part.remedy())
        : null;
  }

  @Override
  public @Nullable JavaClass javaClass(String fqn) {
    Class<?> type = java.find(fqn.replace('\\', '.'));
    return type == null ? null : java.of(type);
  }

  @Override
  public Iterable<String> knownNames() {
    List<String> names = standardNames();
    names.addAll(compiled.keySet());
    return names;
  }

  @Override
  public List<String> standardNames() {
    List<String> names = new ArrayList<>(library.names());
    names.remove(StandardLibrary.BUILTINS);
    if (java.isNone()) {
      names.removeAll(StandardLibrary.NEEDS_JAVA);
    }
    return names;
  }

  @Override
  public List<String> places(String fqn) {
    return files.places(path(fqn));
  }

  @Override
  public Found find(String fqn, boolean needed) {
    Found found = look(fqn, needed);
    if (!loading.isEmpty()) {
      loading
          .getLast()
          .mentions
          .merge(
              fqn,
              new Mention(needed, found),
              (before, now) -> new Mention(before.needed || now.needed, now.found));
    }
    return found;
  }

  private Found look(String fqn, boolean needed) {
    boolean hidden =
        fqn.equals(StandardLibrary.BUILTINS)
            || (java.isNone() && StandardLibrary.NEEDS_JAVA.contains(fqn));
    ModuleInterface standard = hidden ? null : library.find(fqn);
    if (standard != null) {
      return standards.computeIfAbsent(fqn, _ -> standard(fqn, standard));
    }
    Found found = compiled.get(fqn);
    if (found != null) {
      return found;
    }
    ModuleInterface inProgress = declared.get(fqn);
    if (inProgress != null) {
      return needed && needsItself(fqn) ? cycle(fqn) : new Found(inProgress, null);
    }
    return load(fqn, needed);
  }

  /** A standard module, unless a file of the program claims its name. */
  private Found standard(String fqn, ModuleInterface module) {
    module.records().forEach(record -> fields.declare(record.fields()));
    String path = path(fqn);
    Source file;
    try {
      file = files.find(path);
    } catch (IOException unreadable) {
      file = null;
    }
    return file == null
        ? new Found(module, null)
        : failed(
            "nomodule",
            Diagnostic.error(
                    Code.STANDARD_MODULE_NAME,
                    Source.of(file.name(), ""),
                    new Range(0, 0),
                    "The file " + path + " has the name of the standard module " + fqn)
                .withHint("Give the module another name, or put it into a folder"));
  }

  private static String path(String fqn) {
    return fqn.replace('\\', '/') + ".yona";
  }

  private boolean needsItself(String fqn) {
    boolean needed = true;
    for (int i = loading.size() - 1; i >= 0; i--) {
      if (loading.get(i).fqn().equals(fqn)) {
        return needed;
      }
      needed &= loading.get(i).needed();
    }
    return false;
  }

  private Found cycle(String fqn) {
    StringBuilder circle = new StringBuilder();
    boolean inside = false;
    for (Loading module : loading) {
      inside |= module.fqn().equals(fqn);
      if (inside) {
        circle.append(module.fqn()).append(" -> ");
      }
    }
    Source source = Source.of(fqn, "");
    return failed(
        "cyclicimport",
        Diagnostic.error(
            Code.CYCLIC_IMPORT,
            source,
            new Range(0, 0),
            "Modules import each other in a circle: " + circle + fqn));
  }

  private CompiledModules kept() {
    CompiledModules known = opened;
    if (known == null) {
      known = kept.get();
      opened = known;
    }
    return known;
  }

  private static Found failed(String symbol, Diagnostic diagnostic) {
    return new Found(null, new Problem(symbol, diagnostic));
  }

  private Found load(String fqn, boolean needed) {
    String path = path(fqn);
    Source source;
    try {
      source = files.find(path);
    } catch (IOException e) {
      return remember(
          fqn,
          failed(
              "nomodule",
              Diagnostic.error(
                  Code.UNREADABLE_MODULE,
                  Source.of(path, ""),
                  new Range(0, 0),
                  "The file " + path + " of module " + fqn + " cannot be read: " + cause(e))));
    }
    return source == null ? new Found(null, null) : load(fqn, source, needed);
  }

  private static String cause(IOException e) {
    return e instanceof java.nio.file.AccessDeniedException
        ? "permission denied"
        : String.valueOf(e.getMessage());
  }

  private Found remember(String fqn, Found found) {
    compiled.put(fqn, found);
    return found;
  }

  /** A module file as it was kept, or compiled. */
  private Found load(String fqn, Source source, boolean needed) {
    sources.add(source);
    CompiledModule known = kept().find(source);
    if (known == null || !known.module().fqn().equals(fqn)) {
      return compile(fqn, source, needed);
    }
    ModuleInterface outline = outline(known.module());
    begin(fqn, needed, outline);
    boolean same = known.dependencies().stream().allMatch(this::isSame);
    end(fqn);
    if (!same) {
      return compile(fqn, source, needed);
    }
    classes.putAll(known.classes());
    digests.put(known.module(), known.digest());
    return remember(fqn, new Found(known.module(), null));
  }

  /** Whether a module that another one mentions still looks as it did. */
  private boolean isSame(CompiledModule.Dependency dependency) {
    String fqn = dependency.fqn();
    return dependency.digest().equals(digest(fqn, find(fqn, dependency.needed())));
  }

  /** What dependents see of a module; empty if it cannot be had. */
  private String digest(String fqn, Found found) {
    ModuleInterface module = found.module();
    if (module == null) {
      JavaClass type = found.problem() == null ? javaClass(fqn) : null;
      return type != null && type.isOfJdk() ? JDK : "";
    }
    return standards.containsKey(module.fqn())
        ? STANDARD
        : digests.computeIfAbsent(module, kept()::digest);
  }

  private Loading begin(String fqn, boolean needed, ModuleInterface outline) {
    Loading module = new Loading(fqn, needed);
    declared.put(fqn, outline);
    loading.add(module);
    return module;
  }

  private void end(String fqn) {
    loading.removeLast();
    declared.remove(fqn);
  }

  /**
   * Keeps a module. One that is warned of, or mentions what cannot be had, is compiled each time,
   * so that each time it is said.
   */
  private void keep(
      Source source, Loading loaded, ModuleInterface module, Map<String, byte[]> classes) {
    List<CompiledModule.Dependency> dependencies = new ArrayList<>();
    for (Map.Entry<String, Mention> entry : loaded.mentions.entrySet()) {
      String digest = digest(entry.getKey(), entry.getValue().found);
      if (digest.isEmpty()) {
        return;
      }
      dependencies.add(
          new CompiledModule.Dependency(entry.getKey(), entry.getValue().needed, digest));
    }
    kept()
        .keep(
            source,
            new CompiledModule(
                module, digest(module.fqn(), new Found(module, null)), dependencies, classes));
  }

  /** Compiles a module file. */
  Found compile(String fqn, Source source, boolean needed) {
    ParseResult parsed = parse(source);
    Diagnostic error = parsed.firstError();
    if (error != null) {
      return remember(fqn, failed("syntax", error));
    }
    Tree.Module tree = parsed.module();
    if (tree != null && !tree.name().text().equals(fqn)) {
      return remember(
          fqn,
          failed(
              "nomodule",
              Diagnostic.error(
                      Code.WRONG_MODULE_NAME,
                      source,
                      tree.name().range(),
                      "Expected module " + fqn + " in this file, found " + tree.name().text())
                  .withHint("A module's name is its path below the root")));
    }
    ModuleInterface outline = tree == null ? NOTHING : declare(fqn, tree);
    Loading module = begin(fqn, needed, outline);
    Found found = analyse(module, parsed, outline);
    end(fqn);
    return remember(fqn, found);
  }

  /** The syntax tree of a module file. */
  ParseResult parse(Source source) {
    return Parser.parse(source);
  }

  private Found analyse(Loading module, ParseResult parsed, ModuleInterface outline) {
    String fqn = module.fqn();
    Map<String, StaticFunction> all = new HashMap<>();
    Tree.Module tree = parsed.module();
    if (tree != null) {
      for (Tree.FunctionClause clause : tree.functions()) {
        all.putIfAbsent(clause.name().text(), declare(fqn, clause));
      }
    }
    Resolved result =
        Resolution.module(parsed.source(), parsed.program(), this, className(fqn), all::get);
    CompilationUnit unit = Compiler.analyse(result);
    for (Diagnostic diagnostic : result.diagnostics()) {
      if (diagnostic.isError()) {
        return failed(diagnostic.code().symbol(), diagnostic);
      }
    }
    warnings.addAll(parsed.diagnostics());
    warnings.addAll(result.diagnostics());
    deferred.addAll(result.deferred());
    fields.add(result.fields());
    if (unit == null) {
      throw new IllegalStateException("module " + fqn + " without errors and without core form");
    }
    OptimizedUnit optimized = Compiler.optimize(prepared(unit));
    ModuleInterface exact = exact(outline, optimized);
    boolean silent =
        parsed.diagnostics().isEmpty()
            && result.diagnostics().isEmpty()
            && result.deferred().isEmpty();
    if (silent && kept().keeps()) {
      Map<String, byte[]> generated = Bytecode.generate(optimized);
      classes.putAll(generated);
      keep(parsed.source(), module, exact, generated);
    } else {
      unwritten.add(optimized);
    }
    return new Found(exact, null);
  }

  /** The module as it is to be compiled: with its names as they stand in the source. */
  CompilationUnit prepared(CompilationUnit unit) {
    return unit;
  }

  /** The interface of a module: what each function really does. */
  private static ModuleInterface exact(ModuleInterface outline, OptimizedUnit unit) {
    ModuleDefinition module = unit.core().module();
    if (module == null) {
      return outline;
    }
    Map<String, StaticFunction> functions = new LinkedHashMap<>(outline.functions());
    GrantsNeeded needs = GrantsNeeded.in(module.functions());
    for (FunctionDefinition function : module.functions()) {
      functions.computeIfPresent(
          function.name(),
          (name, declared) ->
              new StaticFunction(
                  declared.owner(),
                  declared.method(),
                  declared.module(),
                  name,
                  declared.arity(),
                  function.suspension(),
                  unit.bounces(function),
                  false,
                  needs.of(function),
                  function.inputReading().always(),
                  false,
                  false));
    }
    return new ModuleInterface(
        outline.fqn(), outline.className(), functions, outline.records(), outline.hidden());
  }

  /** What the text of a module says of it; whether its functions wait is not known yet. */
  private static ModuleInterface declare(String fqn, Tree.Module tree) {
    Map<String, StaticFunction> functions = new LinkedHashMap<>();
    List<RecordShape> records = new ArrayList<>();
    Set<String> hidden = new LinkedHashSet<>();
    Set<String> exports = new HashSet<>();
    tree.exports().forEach(name -> exports.add(name.text()));
    for (Tree.FunctionClause clause : tree.functions()) {
      String name = clause.name().text();
      if (exports.contains(name)) {
        functions.putIfAbsent(name, declare(fqn, clause));
      } else {
        hidden.add(name);
      }
    }
    for (Tree.RecordDeclaration record : tree.records()) {
      if (exports.contains(record.name().text())) {
        List<String> fields = new ArrayList<>();
        record.fields().forEach(field -> fields.add(field.text()));
        records.add(new RecordShape(record.name().text(), fields));
      } else {
        hidden.add(record.name().text());
      }
    }
    return new ModuleInterface(fqn, className(fqn), functions, records, new ArrayList<>(hidden));
  }

  /** A compiled module as it was seen while it was being compiled: as {@link #declare} sees it. */
  private static ModuleInterface outline(ModuleInterface module) {
    Map<String, StaticFunction> functions = new LinkedHashMap<>();
    for (StaticFunction function : module.functions().values()) {
      functions.put(function.name(), declare(module.fqn(), function.name(), function.arity()));
    }
    return new ModuleInterface(
        module.fqn(), module.className(), functions, module.records(), module.hidden());
  }

  private static StaticFunction declare(String fqn, Tree.FunctionClause clause) {
    return declare(fqn, clause.name().text(), clause.parameters().size());
  }

  private static StaticFunction declare(String fqn, String name, int arity) {
    return new StaticFunction(
        className(fqn), name, fqn, name, arity, Suspension.ALWAYS, true, true, false);
  }
}
