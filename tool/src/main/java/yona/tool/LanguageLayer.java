package yona.tool;

import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleFinder;
import java.lang.module.ResolutionException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import yona.language.LibraryPart;
import yona.library.program.LaterPart;
import yona.tool.project.ProjectException;

/**
 * The modules of other languages, above those of the process, which know nothing of them: they are
 * loaded when a project asks for them.
 */
final class LanguageLayer {
  /** The modules that call C. */
  private static final Set<String> NATIVE =
      Set.of("org.graalvm.truffle", LibraryPart.HASKELL.javaModule());

  /** Open as long as the process runs. */
  private static final Map<List<Path>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

  private LanguageLayer() {}

  /**
   * What finds the standard modules, those of other languages too.
   *
   * @param jars of the languages, what they need, and their parts of the library
   * @throws ProjectException if they do not make modules
   */
  static ClassLoader loader(List<Path> jars) throws ProjectException {
    try {
      return LOADERS.computeIfAbsent(List.copyOf(jars), LanguageLayer::make);
    } catch (FindException | ResolutionException | LayerInstantiationException broken) {
      throw ProjectException.of(
          "the languages of the project cannot be loaded: " + broken.getMessage(), null);
    }
  }

  @SuppressWarnings("restricted") // these call C, as any JVM that runs them allows it
  private static ClassLoader make(List<Path> jars) {
    ModuleLayer own = LanguageLayer.class.getModule().getLayer();
    ModuleFinder found = ModuleFinder.of(jars.toArray(Path[]::new));
    List<String> parts =
        Stream.of(LibraryPart.values())
            .map(LibraryPart::javaModule)
            .filter(name -> found.find(name).isPresent())
            .toList();
    Configuration configuration =
        own.configuration().resolveAndBind(ModuleFinder.of(), found, parts);
    ModuleLayer.Controller made =
        ModuleLayer.defineModulesWithOneLoader(
            configuration, List.of(own), LanguageLayer.class.getClassLoader());
    for (Module module : made.layer().modules()) {
      if (NATIVE.contains(module.getName())) {
        var _ = made.enableNativeAccess(module);
      }
      if (parts.contains(module.getName())) {
        LaterPart.admit(module);
      }
    }
    return made.layer().findLoader(parts.getFirst());
  }
}
