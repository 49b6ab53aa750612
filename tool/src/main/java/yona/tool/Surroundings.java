package yona.tool;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;
import yona.language.interop.JavaClasses;
import yona.language.syntax.ParseResult;
import yona.language.syntax.Parser;
import yona.tool.project.Dependency;
import yona.tool.project.Libraries;
import yona.tool.project.OtherLanguages;
import yona.tool.project.Project;
import yona.tool.project.ProjectException;

/**
 * What a program finds around it besides the standard library.
 *
 * @param project the project that it belongs to, or null
 * @param classPath the jars of the Java libraries that it may use
 * @param library finds the standard modules, those for other languages too if the project has some
 */
record Surroundings(@Nullable Project project, List<Path> classPath, ClassLoader library) {
  /**
   * The surroundings of a program. May wait for the network, the first time that a library is asked
   * for.
   *
   * @param place its file, or the folder that it is run in
   * @param with libraries that it may use besides those of its project, as Maven coordinates
   */
  static Surroundings of(Path place, List<String> with) throws ProjectException {
    Project project = Project.around(place);
    List<Dependency> asked = new ArrayList<>(project == null ? List.of() : project.dependencies());
    for (String coordinates : with) {
      asked.add(Dependency.of(coordinates));
    }
    ClassLoader library = library(project);
    if (asked.isEmpty()) {
      return new Surroundings(project, List.of(), library);
    }
    Libraries libraries =
        project != null && with.isEmpty()
            ? Libraries.of(project, CacheFolder.jars())
            : Libraries.of(asked, project, CacheFolder.jars());
    return new Surroundings(project, libraries.classPath(asked), library);
  }

  private static ClassLoader library(@Nullable Project project) throws ProjectException {
    return project == null || project.languages().isEmpty()
        ? Surroundings.class.getClassLoader()
        : LanguageLayer.loader(
            Libraries.ofLanguages(project, CacheFolder.jars())
                .classPath(OtherLanguages.artifacts(project.languages(), Version.ofYona())));
  }

  /**
   * Compiles a program or module.
   *
   * @param source its text
   * @param file its file, or null if it has none
   */
  Compiler.Compilation compile(Source source, @Nullable Path file) {
    ParseResult parsed = Parser.parse(source);
    return compiler(modules(parsed, file)).compile(parsed);
  }

  /** Says what is wrong with a program or module, as {@link Compiler#check}. */
  Compiler.Compilation check(Source source, @Nullable Path file) {
    ParseResult parsed = Parser.parse(source);
    return compiler(modules(parsed, file)).check(parsed);
  }

  /** The compiler for programs that find modules in some way. */
  Compiler compiler(ModuleSources modules) {
    return new Compiler(
        new StandardLibrary(library), modules, CacheFolder::modules, java(classPath));
  }

  /** Where a program or module finds modules. */
  ModuleSources modules(ParseResult parsed, @Nullable Path file) {
    return new Roots(parsed.module(), file, roots());
  }

  /** The folders of the project's modules. */
  List<Path> roots() {
    return project == null ? List.of() : project.roots();
  }

  /** The Java classes that programs see: those of the JDK and of jars, and none of Yona's own. */
  static JavaClasses java(List<Path> jars) {
    if (jars.isEmpty()) {
      return JavaClasses.platform();
    }
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      try {
        urls[i] = jars.get(i).toUri().toURL();
      } catch (MalformedURLException impossible) {
        throw new IllegalArgumentException(impossible);
      }
    }
    // Open as long as the process runs.
    return JavaClasses.of(
        new URLClassLoader("yona libraries", urls, ClassLoader.getPlatformClassLoader()));
  }
}
