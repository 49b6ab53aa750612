package yona.tool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.tool.project.Dependency;
import yona.tool.project.Libraries;
import yona.tool.project.Project;
import yona.tool.project.ProjectException;

/**
 * What a program finds around it besides the standard library.
 *
 * @param project the project that it belongs to, or null
 * @param classPath the jars of the Java libraries that it may use
 */
record Surroundings(@Nullable Project project, List<Path> classPath) {
  /** Nothing but the standard library. */
  static final Surroundings NONE = new Surroundings(null, List.of());

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
    if (asked.isEmpty()) {
      return new Surroundings(project, List.of());
    }
    Libraries libraries =
        project != null && with.isEmpty()
            ? Libraries.of(project, CacheFolder.jars())
            : Libraries.of(asked, project, CacheFolder.jars());
    return new Surroundings(project, libraries.classPath(asked));
  }

  /** The folders of the project's modules. */
  List<Path> roots() {
    return project == null ? List.of() : project.roots();
  }
}
