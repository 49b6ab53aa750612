package yona.tool;

import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.ModuleSources;
import yona.language.diagnostics.Source;
import yona.language.syntax.Tree;

/**
 * Where the modules of a program are found (language.md 9.2): below the folder of the main program,
 * the folders of its project, the current folder, and each folder of {@code YONA_PATH}. Looked up
 * when the program first asks for a module.
 */
final class Roots implements ModuleSources {
  private final Tree.@Nullable Module module;
  private final @Nullable Path file;
  private final List<Path> project;
  private @Nullable ModuleSources files;

  /**
   * The roots of a program.
   *
   * @param module what it is, or null if it is no module
   * @param file its file, or null if it has none
   * @param project the folders of its project's modules
   */
  Roots(Tree.@Nullable Module module, @Nullable Path file, List<Path> project) {
    this.module = module;
    this.file = file;
    this.project = project;
  }

  @Override
  public @Nullable Source find(String path) throws IOException {
    return files().find(path);
  }

  @Override
  public List<String> places(String path) {
    return files().places(path);
  }

  private synchronized ModuleSources files() {
    ModuleSources found = files;
    if (found == null) {
      found = ModuleSources.below(folders());
      files = found;
    }
    return found;
  }

  /** The folders, the first one first. */
  List<Path> folders() {
    List<Path> folders = new ArrayList<>();
    if (file != null) {
      folders.add(folderOf(module, file));
    }
    folders.addAll(project);
    folders.add(Path.of(""));
    String path = System.getenv("YONA_PATH");
    if (path != null) {
      for (String folder : path.split(File.pathSeparator, -1)) {
        try {
          if (!folder.isEmpty()) {
            folders.add(Path.of(folder));
          }
        } catch (InvalidPathException impossible) {
          // No module can be there.
        }
      }
    }
    return folders;
  }

  /**
   * The folder that holds the program; if the program is a module whose name fits the end of the
   * file's path, the folder that the name starts from: {@code src} for {@code a\M} in {@code
   * src/a/M.yona}.
   */
  private static Path folderOf(Tree.@Nullable Module module, Path program) {
    Path folder = parent(program);
    if (module != null) {
      Path expected = Path.of(module.name().text().replace('\\', '/') + ".yona");
      Path absolute = program.toAbsolutePath().normalize();
      if (absolute.endsWith(expected)) {
        for (int i = 1; i < expected.getNameCount(); i++) {
          folder = folder.resolve("..");
        }
        folder = folder.normalize();
      }
    }
    return folder;
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    return parent == null ? Path.of("") : parent;
  }
}
