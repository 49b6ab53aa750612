package yona.http.files;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.http.fields.AcceptEncoding;
import yona.io.medium.Operations;

/**
 * Finds the files of a folder by the paths of requests. No path leads out of the folder, neither by
 * its own parts nor by links. Immutable.
 *
 * @param root the folder's real path
 * @param index the name of the file that stands for a folder; empty for none
 * @param hidden whether names may begin with a dot
 * @param precompressed whether compressed siblings stand for files
 */
record FileLookup(Path root, String index, boolean hidden, boolean precompressed) {

  /** The codings of siblings with the ends of their names, the best first. */
  private static final Map<String, String> CODINGS = codings();

  /** A hidden folder that is for everybody (RFC 8615). */
  private static final String WELL_KNOWN = ".well-known";

  private static Map<String, String> codings() {
    Map<String, String> codings = new LinkedHashMap<>();
    codings.put("br", ".br");
    codings.put("zstd", ".zst");
    codings.put("gzip", ".gz");
    return codings;
  }

  /** The end that a path leads to. */
  sealed interface Found {

    /** Nothing that is served. */
    record Nothing() implements Found {}

    /** A folder, whose path should end with a slash. */
    record Folder() implements Found {}

    /**
     * A file.
     *
     * @param name its own name, of which its type follows
     * @param state what is sent
     * @param coding how that is compressed, or null
     * @param varies whether another request may be sent something else
     */
    record File(String name, FileState state, @Nullable String coding, boolean varies)
        implements Found {}
  }

  /**
   * Finds a file. Suspends.
   *
   * @param path decoded, without a slash at its beginning
   * @param accepted what the client takes
   * @return what is there
   * @throws IOException if the system cannot tell
   */
  Found find(String path, AcceptEncoding accepted) throws IOException {
    Path file = resolved(path);
    boolean asFolder = path.isEmpty() || path.endsWith("/");
    return file == null
        ? new Found.Nothing()
        : Operations.inPlace(() -> look(file, asFolder, accepted));
  }

  /** The path in the folder; null if it has parts that no path has. */
  private @Nullable Path resolved(String path) {
    if (path.isEmpty()) {
      return root;
    }
    Path file = root;
    String[] parts =
        (path.endsWith("/") ? path.substring(0, path.length() - 1) : path).split("/", -1);
    try {
      for (int i = 0; i < parts.length; i++) {
        boolean isWellKnown = i == 0 && parts[i].equals(WELL_KNOWN);
        if (!isName(parts[i]) || (isHidden(parts[i]) && !isWellKnown)) {
          return null;
        }
        file = file.resolve(parts[i]);
      }
    } catch (InvalidPathException _) {
      // No file has such a name.
      return null;
    }
    return file;
  }

  private static boolean isName(String part) {
    return !part.isEmpty()
        && !part.equals(".")
        && !part.equals("..")
        && part.chars().noneMatch(each -> each < 0x20 || each == 0x7f || each == '\\');
  }

  private boolean isHidden(String name) {
    return !hidden && name.startsWith(".");
  }

  private Found look(Path path, boolean asFolder, AcceptEncoding accepted) throws IOException {
    Path real = real(path);
    if (real == null) {
      return new Found.Nothing();
    }
    FileState plain = FileState.look(real);
    if (plain != null) {
      return asFolder ? new Found.Nothing() : file(path, plain, accepted);
    }
    if (!Files.isDirectory(real)) {
      return new Found.Nothing();
    }
    if (!asFolder) {
      return new Found.Folder();
    }
    Path inside = index.isEmpty() ? null : real.resolve(index);
    Path page = inside == null ? null : real(inside);
    FileState state = page == null ? null : FileState.look(page);
    return inside == null || state == null ? new Found.Nothing() : file(inside, state, accepted);
  }

  /** The real path, if it is in the folder and shown. */
  private @Nullable Path real(Path path) throws IOException {
    Path real;
    try {
      real = path.toRealPath();
    } catch (FileSystemException _) {
      // It is not there, or this program may not know.
      return null;
    }
    if (!real.startsWith(root)) {
      return null;
    }
    List<String> names = new ArrayList<>();
    root.relativize(real).forEach(each -> names.add(each.toString()));
    if (names.getFirst().equals(WELL_KNOWN)) {
      names.removeFirst();
    }
    return names.stream().anyMatch(this::isHidden) ? null : real;
  }

  private Found file(Path asked, FileState plain, AcceptEncoding accepted) throws IOException {
    Path name = asked.getFileName();
    if (name == null) {
      return new Found.Nothing();
    }
    Map<String, FileState> siblings = precompressed ? siblings(plain) : Map.of();
    String coding = accepted.best(List.copyOf(siblings.keySet()));
    FileState chosen = coding == null ? null : siblings.get(coding);
    return new Found.File(
        name.toString(), chosen == null ? plain : chosen, coding, !siblings.isEmpty());
  }

  /** The compressed siblings that are no older than the file. */
  private Map<String, FileState> siblings(FileState plain) throws IOException {
    Path real = plain.path();
    Map<String, FileState> siblings = new LinkedHashMap<>();
    for (Map.Entry<String, String> each : CODINGS.entrySet()) {
      Path path = real.resolveSibling(real.getFileName() + each.getValue());
      // A link might lead anywhere.
      FileState sibling = FileState.look(path);
      if (sibling != null && !sibling.modified().isBefore(plain.modified())) {
        siblings.put(each.getKey(), sibling);
      }
    }
    return siblings;
  }
}
