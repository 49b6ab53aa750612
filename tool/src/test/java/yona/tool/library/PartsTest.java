package yona.tool.library;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ResolvedModule;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.LibraryPart;
import yona.language.StandardLibrary;

/**
 * A Java program has those parts of the library that it asks for: it works without the others, and
 * is told where a module is to be had that it has not. With nothing but what a part needs, in a JVM
 * of its own, on the class path and on the module path, and in module layers.
 */
@Tag("processes")
final class PartsTest {
  private static final String HOST =
      """
      package host;
      import yona.language.embedding.*;
      public final class Host {
        public static void main(String[] arguments) throws Exception {
          Engine engine = Engine.create();
          System.out.println(engine.evaluate("Seq::sum [1, 2, 3]"));
          try {
            System.out.println(engine.evaluate(arguments[0]));
          } catch (CompilationException e) {
            System.out.println(e.getMessage());
          }
        }
      }
      """;

  /** A host that knows nothing of Yona before it has made a layer. */
  private static final String LAYERS =
      """
      void main(String[] arguments) throws Exception {
        var finder = java.lang.module.ModuleFinder.of(
            Stream.of(arguments[0].split(java.io.File.pathSeparator)).map(Path::of).toArray(Path[]::new));
        var boot = ModuleLayer.boot();
        var configuration = boot.configuration().resolve(
            finder, java.lang.module.ModuleFinder.of(), Set.of(arguments[1]));
        var above = ClassLoader.getPlatformClassLoader();
        var layer = arguments[2].equals("one")
            ? boot.defineModulesWithOneLoader(configuration, above)
            : boot.defineModulesWithManyLoaders(configuration, above);
        var engines = layer.findLoader("yona.language").loadClass("yona.language.embedding.Engine");
        var builder = engines.getMethod("builder").invoke(null);
        builder.getClass()
            .getMethod("library", ClassLoader.class)
            .invoke(builder, layer.findLoader(arguments[1]));
        var engine = builder.getClass().getMethod("build").invoke(builder);
        IO.println(engines.getMethod("evaluate", String.class).invoke(engine, arguments[3]));
      }
      """;

  /** What the library has for one module alone, and a host may do without. */
  private static final Set<String> OPTIONAL = Set.of("org.snakeyaml.engine", "org.tomlj");

  @TempDir private Path folder;

  /** A program that needs a module of a part in order to be one. */
  private static String importing(LibraryPart part) {
    StandardLibrary library = new StandardLibrary(PartsTest.class.getClassLoader());
    String module =
        library.names().stream()
            .filter(name -> LibraryPart.of(name) == part && !name.equals("Builtins"))
            .findFirst()
            .orElseThrow();
    return "import " + library.functions(module).getFirst() + " from " + module + " in :there";
  }

  /** What a part needs, by itself and through others; not what is in the JDK. */
  private static List<Path> needed(LibraryPart part) {
    Set<ResolvedModule> modules = new LinkedHashSet<>();
    add(ModuleLayer.boot().configuration().findModule(part.javaModule()).orElseThrow(), modules);
    return modules.stream()
        .flatMap(module -> module.reference().location().stream())
        .filter(location -> location.getScheme().equals("file"))
        .map(Path::of)
        .toList();
  }

  private static void add(ResolvedModule module, Set<ResolvedModule> modules) {
    if (!OPTIONAL.contains(module.name()) && modules.add(module)) {
      for (ModuleDescriptor.Requires required : module.reference().descriptor().requires()) {
        module.configuration().findModule(required.name()).ifPresent(found -> add(found, modules));
      }
    }
  }

  private static String path(Stream<Path> entries) {
    return entries.map(Path::toString).collect(joining(File.pathSeparator));
  }

  /** Compiles the host, as a Java module that requires a part or as none. */
  private Path compiled(LibraryPart needed, boolean module) throws IOException {
    Path sources = Files.createDirectories(folder.resolve("sources"));
    Path out = folder.resolve("out");
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-d", out.toString(), module ? "-p" : "-cp"));
    arguments.add(path(needed(needed).stream()));
    arguments.add(Files.writeString(sources.resolve("Host.java"), HOST).toString());
    if (module) {
      String descriptor = "module host { requires " + needed.javaModule() + "; }\n";
      arguments.add(Files.writeString(sources.resolve("module-info.java"), descriptor).toString());
    }
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(System.out, System.err, arguments.toArray(String[]::new));
    assertThat(status).isZero();
    return out;
  }

  /** What the host prints that has one part, and runs a program. */
  private String output(LibraryPart has, boolean module, String program)
      throws IOException, InterruptedException {
    String path = path(Stream.concat(needed(has).stream(), Stream.of(compiled(has, module))));
    return module
        ? run("-p", path, "-m", "host/host.Host", program)
        : run("-cp", path, "host.Host", program);
  }

  private static String run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(arguments));
    command.addFirst(Path.of(System.getProperty("java.home"), "bin/java").toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  private void assertFound(LibraryPart part, boolean module) throws Exception {
    assertThat(output(part, module, importing(part))).isEqualTo("6\n:there\n");
  }

  private void assertMissed(LibraryPart part, boolean module) throws Exception {
    assertThat(output(LibraryPart.BASE, module, importing(part)))
        .startsWith("6\n")
        .contains("belongs to " + part.artifact() + ", which is not on the class path or module")
        .contains("Add the dependency org.yona-lang:" + part.artifact() + ";")
        .contains("requires " + part.javaModule());
  }

  @ParameterizedTest
  @EnumSource(
      names = {"POLYGLOT", "HASKELL"},
      mode = Mode.EXCLUDE)
  void aPartIsFoundOnTheClassPath(LibraryPart part) throws Exception {
    assertFound(part, false);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"POLYGLOT", "HASKELL"},
      mode = Mode.EXCLUDE)
  void aPartIsFoundOnTheModulePath(LibraryPart part) throws Exception {
    assertFound(part, true);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"BASE", "POLYGLOT", "HASKELL"},
      mode = Mode.EXCLUDE)
  void aPartThatIsNotOnTheClassPathIsNamed(LibraryPart part) throws Exception {
    assertMissed(part, false);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"BASE", "POLYGLOT", "HASKELL"},
      mode = Mode.EXCLUDE)
  void aPartThatIsNotOnTheModulePathIsNamed(LibraryPart part) throws Exception {
    assertMissed(part, true);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"POLYGLOT", "HASKELL"},
      mode = Mode.EXCLUDE)
  void aPartIsFoundInALayerWithOneLoader(LibraryPart part) throws Exception {
    assertThat(layered(part, "one")).isEqualTo(":there\n");
  }

  @ParameterizedTest
  @EnumSource(
      names = {"POLYGLOT", "HASKELL"},
      mode = Mode.EXCLUDE)
  void aPartIsFoundInALayerWithALoaderForEachModule(LibraryPart part) throws Exception {
    assertThat(layered(part, "many")).isEqualTo(":there\n");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theLibraryOfAModuleIsNamedWhereItIsNot(boolean module) throws Exception {
    String program =
        "Seq::each (\\f -> try f \"\" catch (_, m, _) -> println m end) [TOML::parse, YAML::parse]";
    assertThat(output(LibraryPart.BASE, module, program))
        .isEqualTo(
            """
            6
            TOML::parse needs the artifact org.tomlj:tomlj
            YAML::parse needs the artifact org.snakeyaml:snakeyaml-engine
            ()
            """);
  }

  private String layered(LibraryPart part, String loaders) throws Exception {
    Path host = Files.writeString(folder.resolve("Layers.java"), LAYERS);
    return run(
        host.toString(), path(needed(part).stream()), part.javaModule(), loaders, importing(part));
  }
}
