package yona.library.archive;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.data.Checkpoint;
import yona.io.file.FileOperations;
import yona.io.file.OpenFile;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.file.FileErrors;
import yona.library.stream.Stream;
import yona.library.stream.StreamFolds;

/**
 * Writes entries below a folder, and nowhere else: names do not lead out of it, nothing is written
 * through a link, and no link that is made leads out. For one walk of one fiber.
 */
final class Extraction {
  /** From here on, contents may not be larger than a multiple of what they take in archives. */
  private static final long RATIO_FROM = 16 << 20;

  private static final Pattern DRIVE = Pattern.compile("^[A-Za-z]:.*", Pattern.DOTALL);

  private final Path root;
  private final ExtractOptions options;
  private final String where;
  private final boolean hasPermissions;

  private long entries;
  private long size;

  /** How many bytes the contents had that archives tell of, and took there. */
  private long unpacked;

  private long packed;

  /** A folder gets its permissions and its time when all that is in it is written. */
  private record Folder(Path path, Entry entry) {}

  private final Deque<Folder> folders = new ArrayDeque<>();

  Extraction(Path root, ExtractOptions options, String where) {
    this.root = root;
    this.options = options;
    this.where = where;
    this.hasPermissions = root.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /**
   * Writes all entries. Suspends.
   *
   * @return how many there were
   */
  long run(Stream from) {
    FileErrors.done(root.toString(), () -> FileOperations.makeDirectories(root));
    StreamFolds.walk(
        from,
        where,
        value -> {
          add(Entry.of(value, where));
          return true;
        });
    while (!folders.isEmpty()) {
      Folder folder = folders.pop();
      keep(folder.path, folder.entry);
    }
    return entries;
  }

  private YonaError refused(Entry entry, String problem) {
    return Failure.badarg(
        where, Failure.line("the entry " + Entry.shown(entry.name()) + " " + problem));
  }

  private YonaError beyond(Entry entry, String limit) {
    return refused(entry, "is beyond the limit of " + limit);
  }

  private void add(Entry entry) {
    Checkpoint.pass();
    entries++;
    if (entries > options.maxEntries) {
      throw beyond(entry, options.maxEntries + " entries (:max_entries)");
    }
    List<String> parts = parts(entry, entry.name(), "has a name that");
    if (entry.kind() == EntryKind.FOLDER) {
      Path path = folder(entry, parts);
      if (!parts.isEmpty()) {
        folders.push(new Folder(path, entry));
      }
      return;
    }
    if (parts.isEmpty()) {
      throw refused(entry, "has a name that is the folder itself");
    }
    Path path = child(entry, folder(entry, parts.subList(0, parts.size() - 1)), parts.getLast());
    switch (entry.kind()) {
      case FILE -> writeFile(entry, path);
      case LINK -> makeLink(entry, path, parts.size() - 1);
      case HARD_LINK -> makeHardLink(entry, path);
      default ->
          throw refused(
              entry,
              "is a :"
                  + entry.kind().symbol().name()
                  + ", which is not extracted; Stream::reject leaves such entries out");
    }
  }

  // Names.

  /** The parts of a name that stays within the folder. */
  private List<String> parts(Entry entry, String name, String problem) {
    if (name.startsWith("/") || DRIVE.matcher(name).matches()) {
      throw refused(entry, problem + " is absolute: " + Entry.shown(name));
    }
    if (name.indexOf('\\') >= 0) {
      throw refused(
          entry,
          problem + " has a backslash, which is a separator on Windows: " + Entry.shown(name));
    }
    List<String> parts = new ArrayList<>();
    for (String part : name.split("/", -1)) {
      if (part.equals("..")) {
        throw refused(entry, problem + " leads out of the folder: " + Entry.shown(name));
      }
      if (!part.isEmpty() && !part.equals(".")) {
        parts.add(part);
      }
    }
    return parts;
  }

  private Path child(Entry entry, Path folder, String name) {
    try {
      return folder.resolve(name);
    } catch (InvalidPathException e) {
      throw refused(entry, "has a name that no file can have: " + e.getReason());
    }
  }

  /** The type of the file at a path; null if there is none. */
  private static FileOperations.@Nullable Type type(Path path) {
    return FileErrors.checked(
        path.toString(),
        () -> {
          try {
            return FileOperations.attributes(path).type();
          } catch (NoSuchFileException _) {
            return null;
          }
        });
  }

  /** A folder below the root, made if it is not there; none on the way is a link. */
  private Path folder(Entry entry, List<String> parts) {
    Path at = root;
    for (String part : parts) {
      Path next = child(entry, at, part);
      FileOperations.Type type = type(next);
      if (type == null) {
        FileErrors.done(next.toString(), () -> FileOperations.makeDirectory(next));
      } else if (type != FileOperations.Type.DIRECTORY) {
        throw refused(
            entry,
            (type == FileOperations.Type.LINK
                    ? "leads through a link: "
                    : "lies in what is no folder: ")
                + Failure.line(next.toString()));
      }
      at = next;
    }
    return at;
  }

  /**
   * Whether something is where an entry goes.
   *
   * @throws YonaError unless it may be replaced
   */
  private boolean isThere(Entry entry, Path path) {
    FileOperations.Type type = type(path);
    if (type == null) {
      return false;
    }
    if (type == FileOperations.Type.DIRECTORY) {
      throw refused(entry, "would replace a folder: " + Failure.line(path.toString()));
    }
    if (!options.overwrite) {
      throw refused(
          entry,
          "is there already, and the option :overwrite is false: " + Failure.line(path.toString()));
    }
    return true;
  }

  private void makeRoom(Entry entry, Path path) {
    if (isThere(entry, path)) {
      FileErrors.done(path.toString(), () -> FileOperations.remove(path));
    }
  }

  // Files.

  private void writeFile(Entry entry, Path path) {
    // The old file stays until the new one is whole.
    boolean replaces = isThere(entry, path);
    Path written = replaces ? beside(path) : path;
    OpenFile file = open(written);
    try {
      fill(entry, file);
      FileErrors.done(written.toString(), file::close);
      keep(written, entry);
      if (replaces) {
        FileErrors.done(path.toString(), () -> FileOperations.move(written, path));
      }
    } catch (Throwable error) {
      Async.shielded(
          () -> {
            discard(file, written);
            return null;
          });
      throw error;
    }
  }

  private static Path beside(Path path) {
    for (int n = 0; ; n++) {
      Path part = path.resolveSibling(".yona-" + n + ".part");
      if (type(part) == null) {
        return part;
      }
    }
  }

  private static OpenFile open(Path path) {
    return FileErrors.checked(
        path.toString(),
        () ->
            OpenFile.open(
                path,
                Set.of(
                    StandardOpenOption.WRITE,
                    StandardOpenOption.CREATE_NEW,
                    LinkOption.NOFOLLOW_LINKS)));
  }

  /** Removes what is not whole; the error that is on its way tells more than one of this. */
  private static void discard(OpenFile file, Path path) {
    try {
      file.close();
      FileOperations.removeIfExists(path);
    } catch (IOException _) {
      // As far as it goes.
    }
  }

  private void fill(Entry entry, OpenFile file) {
    Packed source = entry.content() instanceof Stream stream ? stream.from(Packed.class) : null;
    Content content = Content.of(entry, where);
    long length = 0;
    long taken = 0;
    try {
      for (byte[] piece = content.next(); piece != null; piece = content.next()) {
        length += piece.length;
        size += piece.length;
        if (size > options.maxSize) {
          throw beyond(entry, options.maxSize + " bytes (:max_size)");
        }
        if (source != null) {
          unpacked += piece.length;
          taken = Math.max(taken, source.packed());
          checkRatio(entry, taken);
        }
        if (entry.size() != Entry.UNKNOWN && length > entry.size()) {
          break;
        }
        byte[] bytes = piece;
        FileErrors.done(file.path().toString(), () -> file.write(bytes, 0, bytes.length));
      }
    } finally {
      content.close();
    }
    packed += taken;
    if (entry.size() != Entry.UNKNOWN && length != entry.size()) {
      throw Entry.otherSize(entry.name(), entry.size(), length, where);
    }
  }

  private void checkRatio(Entry entry, long taken) {
    if (unpacked > RATIO_FROM && unpacked / options.maxRatio > packed + taken) {
      throw beyond(
          entry, options.maxRatio + " times what contents take in the archive (:max_ratio)");
    }
  }

  /** Keeps the permissions and the time of an entry. */
  private void keep(Path path, Entry entry) {
    FileErrors.done(
        path.toString(),
        () -> {
          if (hasPermissions) {
            FileOperations.setPermissions(path, entry.permissions());
          }
          try {
            FileOperations.setModified(path, entry.modified());
          } catch (IllegalArgumentException e) {
            throw refused(entry, "has a time that is not between the years 1677 and 2262");
          }
        });
  }

  // Links.

  /**
   * A link may go up first, from a folder that is none itself, and then down: so it stays within
   * the root, whatever other such links it meets.
   */
  private void makeLink(Entry entry, Path path, int depth) {
    String target = entry.target();
    int up = 0;
    String down = target;
    while (down.equals("..") || down.startsWith("../")) {
      up++;
      down = down.substring(Math.min(3, down.length()));
    }
    if (up > depth) {
      throw refused(entry, "is a link that leads out of the folder: " + Entry.shown(target));
    }
    parts(entry, down, "is a link to a name that");
    makeRoom(entry, path);
    try {
      Path to = path.getFileSystem().getPath(target);
      FileErrors.done(path.toString(), () -> FileOperations.link(to, path));
    } catch (InvalidPathException e) {
      throw refused(entry, "is a link to a name that no file can have: " + e.getReason());
    }
  }

  private void makeHardLink(Entry entry, Path path) {
    Path at = root;
    for (String part : parts(entry, entry.target(), "is a link to a name that")) {
      if (type(at) != FileOperations.Type.DIRECTORY) {
        throw noFile(entry);
      }
      at = child(entry, at, part);
    }
    Path file = at;
    if (type(file) != FileOperations.Type.FILE) {
      throw noFile(entry);
    }
    if (!file.equals(path)) {
      makeRoom(entry, path);
      FileErrors.done(path.toString(), () -> FileOperations.hardLink(file, path));
    }
  }

  private YonaError noFile(Entry entry) {
    return refused(
        entry, "is a further name of what is no file there: " + Entry.shown(entry.target()));
  }
}
