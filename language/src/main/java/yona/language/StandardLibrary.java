package yona.language;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.language.analysis.ModuleInterface;
import yona.language.core.StaticFunction;
import yona.language.diagnostics.Source;
import yona.language.runtime.Signature;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/**
 * The standard modules, which were compiled when the library was built: those of all {@linkplain
 * LibraryPart parts} that a class loader reaches. {@link LibrarySummaries} are beside the classes
 * of each part, and are looked for when a program mentions a module of it. Thread-safe.
 */
public final class StandardLibrary {
  /** The module whose functions are visible everywhere. */
  static final String BUILTINS = "Builtins";

  /** The modules that a program without Java does not see. */
  static final Set<String> NEEDS_JAVA = Set.of("Java", "java\\Types");

  /** The folder of the texts, for documentation: no package of Java's. */
  static final String SOURCES = "META-INF/yona/";

  private final ClassLoader loader;
  private final Map<String, ModuleInterface> modules = new ConcurrentHashMap<>();
  private final Map<String, Map<String, Signature>> signatures = new ConcurrentHashMap<>();
  private final Map<LibraryPart, LibrarySummaries> summaries = new ConcurrentHashMap<>();

  /** The part that is being built, if there is one. */
  private final @Nullable LibraryPart underway;

  /**
   * The library that a class loader reaches.
   *
   * @param loader finds the classes and summaries of the standard modules; in a module layer where
   *     each module has a loader of its own, that of a module which reads all parts
   */
  public StandardLibrary(ClassLoader loader) {
    this(loader, null);
  }

  private StandardLibrary(ClassLoader loader, @Nullable LibraryPart underway) {
    this.loader = loader;
    this.underway = underway;
  }

  /**
   * The library as a part sees it that is being built: what an earlier build left of it is not
   * there.
   */
  static StandardLibrary below(LibraryPart part, ClassLoader loader) {
    return new StandardLibrary(loader, part);
  }

  /** Whether the class loader reaches a library. */
  public boolean isThere() {
    return !lacks(LibraryPart.BASE);
  }

  /** Whether a part is missing: the class loader does not reach it. */
  boolean lacks(LibraryPart part) {
    return part != underway && !summaries(part).areThere();
  }

  /** The loader of the standard modules' classes. */
  ClassLoader loader() {
    return loader;
  }

  /** The standard module of this name, or null. */
  @Nullable ModuleInterface find(String fqn) {
    ModuleInterface known = modules.get(fqn);
    if (known != null) {
      return known;
    }
    String text = summaries(LibraryPart.of(fqn)).summary(fqn);
    if (text == null) {
      return null;
    }
    ModuleInterface module = ModuleSummary.read(text);
    modules.put(fqn, module);
    return module;
  }

  /** The names that are visible everywhere. */
  ModuleInterface builtins() {
    ModuleInterface builtins = find(BUILTINS);
    if (builtins == null) {
      throw new IllegalStateException("the standard library is missing from the class path");
    }
    return builtins;
  }

  /** The fqns of all standard modules, in ascending order. */
  public List<String> names() {
    return Stream.of(LibraryPart.values())
        .flatMap(part -> summaries(part).names().stream())
        .sorted()
        .toList();
  }

  /**
   * The functions that a standard module exports.
   *
   * @param fqn its qualified name; {@code Builtins} for the functions that are visible everywhere
   * @return their names; none if there is no such module
   */
  public List<String> functions(String fqn) {
    ModuleInterface module = find(fqn);
    return module == null ? List.of() : List.copyOf(module.functions().keySet());
  }

  /**
   * The number of parameters of a function that a standard module exports.
   *
   * @param fqn the module's qualified name
   * @param name the function's
   * @return the number
   * @throws IllegalArgumentException if there is no such function
   */
  public int arity(String fqn, String name) {
    ModuleInterface module = find(fqn);
    StaticFunction function = module == null ? null : module.functions().get(name);
    if (function == null) {
      throw new IllegalArgumentException("no function " + fqn + "::" + name);
    }
    return function.arity();
  }

  /** Where the text of a standard module is kept. */
  static String sourcePath(String fqn) {
    return SOURCES + fqn.replace('\\', '/') + ".yona";
  }

  /**
   * The text of a standard module, for its documentation.
   *
   * @param fqn its qualified name
   * @return null if there is no such module
   */
  public @Nullable Source source(String fqn) {
    try (InputStream text = loader.getResourceAsStream(sourcePath(fqn))) {
      return text == null ? null : Source.ofBytes(fqn, text.readAllBytes());
    } catch (IOException unreadable) {
      return null;
    }
  }

  /** The documented signature of a function that takes its arguments in one order, or null. */
  @Nullable Signature signature(StaticFunction function) {
    return signatures.computeIfAbsent(function.module(), this::signatures).get(function.name());
  }

  private Map<String, Signature> signatures(String fqn) {
    Source source = find(fqn) == null ? null : source(fqn);
    Tree.Module module = source == null ? null : Parser.parse(source).module();
    Map<String, Signature> found = new HashMap<>();
    if (module != null) {
      for (Tree.FunctionClause clause : module.functions()) {
        String signature = DocumentedSignature.of(fqn, clause, source);
        if (signature != null && !DocumentedSignature.takesAnyOrder(clause)) {
          found.put(clause.name().text(), Signature.of(signature));
        }
      }
    }
    return found;
  }

  private LibrarySummaries summaries(LibraryPart part) {
    return part == underway
        ? LibrarySummaries.none()
        : summaries.computeIfAbsent(part, wanted -> LibrarySummaries.load(wanted, loader));
  }
}
