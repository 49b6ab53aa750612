package yona.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import yona.language.ModuleSources;
import yona.language.diagnostics.Source;

/** Modules that were loaded at a prompt, as they were read, and behind them those in files. */
final class LoadedModules implements ModuleSources {
  /** How many files are looked at in search of modules. */
  private static final int MAXIMUM_FILES = 5_000;

  private static final int MAXIMUM_DEPTH = 8;

  private final List<Path> roots;
  private final ModuleSources found;

  /** Those that were loaded, by the paths where they would be looked for. */
  private final Map<String, Source> loaded = new ConcurrentHashMap<>();

  /** None is loaded yet; {@code roots} are the folders of those in files. */
  LoadedModules(List<Path> roots) {
    this.roots = roots;
    this.found = ModuleSources.below(roots);
  }

  /** From now on the module has this text. */
  void load(String fqn, Source source) {
    loaded.put(fqn.replace('\\', '/') + ".yona", source);
  }

  @Override
  public @Nullable Source find(String path) throws IOException {
    Source source = loaded.get(path);
    return source == null ? found.find(path) : source;
  }

  @Override
  public List<String> places(String path) {
    return found.places(path);
  }

  /** The names that modules in files have if they are named after their places. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    loaded.keySet().forEach(path -> names.add(moduleName(path)));
    for (Path root : roots) {
      try (Stream<Path> files = Files.walk(root, MAXIMUM_DEPTH)) {
        files
            .limit(MAXIMUM_FILES)
            .map(file -> root.relativize(file).toString())
            .filter(path -> path.matches("([a-z]\\w*/)*[A-Z]\\w*\\.yona"))
            .forEach(path -> names.add(moduleName(path)));
      } catch (IOException | java.io.UncheckedIOException unreadable) {
        // What cannot be seen cannot be offered.
      }
    }
    return names.stream().distinct().toList();
  }

  private static String moduleName(String path) {
    return path.substring(0, path.length() - ".yona".length()).replace('/', '\\');
  }
}
