package yona.language;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import yona.language.analysis.ModuleInterface;

/**
 * The standard modules, which were compiled when the library was built: their summaries are
 * resources beside their classes and are read when a program mentions the module. Thread-safe.
 */
public final class StandardLibrary {
  /** Folder of the summaries; no package, so that every module can read it. */
  static final String FOLDER = "META-INF/yona/";

  /** The resource that lists the fqns of all standard modules. */
  static final String INDEX = FOLDER + "modules";

  /** The module whose functions are visible everywhere. */
  static final String BUILTINS = "Builtins";

  private final ClassLoader loader;
  private final Map<String, ModuleInterface> modules = new ConcurrentHashMap<>();
  private volatile @Nullable List<String> names;

  /**
   * The library that a class loader reaches.
   *
   * @param loader finds the classes and summaries of the standard modules
   */
  public StandardLibrary(ClassLoader loader) {
    this.loader = loader;
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
    String text = read(summary(fqn));
    if (text == null) {
      return null;
    }
    ModuleInterface module = ModuleSummary.read(text);
    modules.put(fqn, module);
    return module;
  }

  /** The path of a module's summary. */
  static String summary(String fqn) {
    return FOLDER + fqn.replace('\\', '/') + ".module";
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
    List<String> known = names;
    if (known == null) {
      String text = read(INDEX);
      known = text == null ? List.of() : text.lines().toList();
      names = known;
    }
    return known;
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

  private @Nullable String read(String resource) {
    try (InputStream in = loader.getResourceAsStream(resource)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("standard library: " + resource, e);
    }
  }
}
