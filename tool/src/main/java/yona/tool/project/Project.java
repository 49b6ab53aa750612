package yona.tool.project;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A folder with a {@code yona.toml}, and what that file says.
 *
 * @param folder where it is
 * @param name the project's name
 * @param version its version; null if it says none
 * @param main the program that {@code yona run} runs; null if there is none
 * @param roots the folders in which its modules are found
 * @param dependencies the Java libraries that it uses, in the order of the file
 * @param repositories where they are looked for besides Maven Central, by their names
 * @param languages the ids of the other languages that its programs use
 */
public record Project(
    Path folder,
    String name,
    @Nullable String version,
    @Nullable Path main,
    List<Path> roots,
    List<Dependency> dependencies,
    Map<String, String> repositories,
    List<String> languages) {
  /** The file that makes a folder a project. */
  public static final String FILE = "yona.toml";

  /** The largest number of files and folders that is searched outside a project. */
  private static final int MOST_LOOKED_AT = 10_000;

  /** Copies the collections. */
  public Project {
    roots = List.copyOf(roots);
    dependencies = List.copyOf(dependencies);
    repositories = Map.copyOf(repositories);
    languages = List.copyOf(languages);
  }

  /**
   * The project that a file or folder belongs to: the nearest folder above, or the folder itself,
   * with a {@link #FILE}. One that belongs to another user is none: whoever can write into a folder
   * above could have his code run.
   *
   * @param start a program, or a folder
   * @return null if there is none
   * @throws ProjectException if its file cannot be read, or something is wrong in it
   */
  public static @Nullable Project around(Path start) throws ProjectException {
    Path absolute = start.toAbsolutePath().normalize();
    for (Path folder = absolute; folder != null; folder = folder.getParent()) {
      Path file = folder.resolve(FILE);
      if (Files.isRegularFile(file)) {
        return isOfSameOwner(absolute, file) ? ProjectFile.read(fromHere(file)) : null;
      }
    }
    return null;
  }

  /** A path as reports show it: from the current folder, if it is below that. */
  private static Path fromHere(Path path) {
    Path here = Path.of("").toAbsolutePath();
    return path.startsWith(here) ? here.relativize(path) : path;
  }

  /**
   * The files of all programs and modules, tests too: what is below the folder, but for hidden
   * folders and other projects.
   *
   * @throws ProjectException if a folder cannot be read
   */
  public List<Path> sources() throws ProjectException {
    return sourcesBelow(folder);
  }

  /**
   * The files of all programs and modules below a folder, but for hidden folders and other
   * projects.
   *
   * @param folder where to look
   * @throws ProjectException if a folder cannot be read
   */
  public static List<Path> sourcesBelow(Path folder) throws ProjectException {
    return sourcesBelow(folder, Long.MAX_VALUE);
  }

  /**
   * The same for a folder that nobody has named and that is no project, such as the root of all
   * files: there are at most {@value #MOST_LOOKED_AT} files and folders in it.
   *
   * @throws ProjectException if there are more, or a folder cannot be read
   */
  public static List<Path> sourcesInCurrentFolder() throws ProjectException {
    return sourcesBelow(Path.of(""), MOST_LOOKED_AT);
  }

  private static List<Path> sourcesBelow(Path folder, long most) throws ProjectException {
    List<Path> sources = new ArrayList<>();
    long[] left = {most};
    Path[] unreadable = {folder};
    String hint =
        most == Long.MAX_VALUE
            ? null
            : "Name the files or folders, or begin a project here with a file " + FILE;
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes attributes) {
              if (--left[0] < 0) {
                return FileVisitResult.TERMINATE;
              }
              return entered.equals(folder) || reachesInto(entered)
                  ? FileVisitResult.CONTINUE
                  : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.toString().endsWith(".yona")) {
                sources.add(file);
              }
              return --left[0] < 0 ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem)
                throws IOException {
              if (problem instanceof NoSuchFileException) {
                // It was there a moment ago: somebody else's, and gone.
                return FileVisitResult.CONTINUE;
              }
              unreadable[0] = file;
              throw problem;
            }
          });
    } catch (IOException e) {
      throw ProjectException.of(unreadable[0] + ": " + FileProblem.ofReading(e), hint);
    }
    if (left[0] < 0) {
      throw ProjectException.of(
          folder.toAbsolutePath()
              + ": this is no project, and has more than "
              + most
              + " files and folders",
          hint);
    }
    sources.sort(null);
    return sources;
  }

  /**
   * Whether the sources in a folder belong to those of the folder around it: it is neither hidden
   * nor a project of its own.
   */
  public static boolean reachesInto(Path folder) {
    Path name = folder.getFileName();
    return (name == null || !name.toString().startsWith("."))
        && !Files.exists(folder.resolve(FILE));
  }

  private static boolean isOfSameOwner(Path start, Path file) {
    try {
      return Files.getOwner(start).equals(Files.getOwner(file));
    } catch (UnsupportedOperationException noOwners) {
      return true;
    } catch (IOException unknown) {
      return false;
    }
  }
}
