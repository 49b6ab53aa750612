package yona.library.archive;

import java.io.IOException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.io.Cutter;
import yona.io.file.FileOperations;
import yona.io.file.FileOperations.Attributes;
import yona.io.file.FolderWalk;
import yona.io.file.OpenFile;
import yona.library.argument.Failure;
import yona.library.file.FileErrors;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;

/** The files and folders below a folder, as entries of an archive. */
final class FolderEntries extends StreamSource {
  private final Path folder;
  private final FolderWalk walk;
  private final String where;

  FolderEntries(Path folder, FolderWalk walk, String where) {
    this.folder = folder;
    this.walk = walk;
    this.where = where;
  }

  @Override
  protected @Nullable Object next() {
    Entry entry = FileErrors.checked(folder.toString(), this::entry);
    return entry == null ? null : entry.toDict();
  }

  private @Nullable Entry entry() throws IOException {
    for (Path path = walk.next(); path != null; path = walk.next()) {
      try {
        Attributes known = FileOperations.attributes(path);
        if (known.type() != FileOperations.Type.OTHER) {
          return entry(path, known);
        }
      } catch (NoSuchFileException _) {
        // It was removed since the folder was read.
      }
    }
    return null;
  }

  private Entry entry(Path path, Attributes known) throws IOException {
    String name = slashed(folder.relativize(path));
    EntryKind kind =
        switch (known.type()) {
          case DIRECTORY -> EntryKind.FOLDER;
          case LINK -> EntryKind.LINK;
          default -> EntryKind.FILE;
        };
    boolean isFile = kind == EntryKind.FILE;
    return new Entry(
        name,
        kind,
        isFile ? known.size() : 0,
        known.permissions().isEmpty()
            ? Entry.usualMode(kind)
            : Entry.bits(PosixFilePermissions.fromString(known.permissions())),
        known.modified(),
        kind == EntryKind.LINK ? slashed(FileOperations.readLink(path)) : "",
        isFile
            ? Stream.of(true, () -> new Pieces(path, known.size(), where))
            : Stream.of(List.of()));
  }

  private static String slashed(Path path) {
    return path.toString().replace(path.getFileSystem().getSeparator(), "/");
  }

  /** The content of a file, of which as many bytes are read as there were when it was listed. */
  private static final class Pieces extends StreamSource {
    private final Path path;
    private final String where;
    private long rest;
    private @Nullable OpenFile file;

    Pieces(Path path, long size, String where) {
      this.path = path;
      this.rest = size;
      this.where = where;
    }

    @Override
    protected @Nullable Object next() {
      if (rest == 0) {
        return null;
      }
      byte @Nullable [] piece = FileErrors.checked(path.toString(), this::read);
      if (piece == null) {
        throw Failure.badarg(where, Failure.line(path + " became smaller while it was read"));
      }
      rest -= piece.length;
      return Seq.bytes(piece);
    }

    private byte @Nullable [] read() throws IOException {
      if (file == null) {
        file = OpenFile.open(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
      }
      return file.readSome((int) Math.min(rest, ArchiveInput.PIECE), Cutter.EVERYTHING);
    }

    @Override
    protected void close() {
      if (file != null) {
        FileErrors.done(path.toString(), file::close);
      }
    }
  }
}
