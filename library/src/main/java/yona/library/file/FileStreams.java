package yona.library.file;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.io.Cutter;
import yona.io.TooLongException;
import yona.io.file.FolderWalk;
import yona.io.file.OpenFile;
import yona.io.file.PathText;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.ChunkedLines;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;
import yona.library.text.LineOptions;
import yona.library.text.LineQueue;

/** The Java half of module File: files and folders as streams, which need not fit into memory. */
@Needs(Grant.FILES)
public final class FileStreams {
  private static final int LONGEST_CHUNK = 256 << 20;

  private static final int DECODED_CHUNK = 64 << 10;

  private FileStreams() {}

  private static OpenFile open(Path path) {
    return FileErrors.checked(
        path.toString(), () -> OpenFile.open(path, Set.of(StandardOpenOption.READ)));
  }

  @Suspends
  public static Object lines(Object path, String where) {
    return lines(LineOptions.USUAL, path, where);
  }

  @Suspends
  public static Object linesWith(Object options, Object path, String where) {
    return lines(LineOptions.of(options, where), path, where);
  }

  private static Object lines(LineOptions options, Object path, String where) {
    OpenFile file = open(Arguments.path(path, where));
    return Stream.holding(
        true, options.encoding() == null ? new Lines(file, options) : decoded(file, options));
  }

  /** Lines of a file that is not UTF-8. */
  private static StreamSource decoded(OpenFile file, LineOptions options) {
    String name = file.path().toString();
    return new ChunkedLines(
        () -> FileErrors.checked(name, () -> file.readSome(DECODED_CHUNK, Cutter.EVERYTHING)),
        options,
        new LineQueue(name, options),
        () -> FileErrors.done(name, file::close));
  }

  @Suspends
  public static Object chunks(Object n, Object path, String where) {
    long size = Arguments.positive(n, where);
    if (size > LONGEST_CHUNK) {
      throw Failure.badarg(where, "chunks have at most " + LONGEST_CHUNK + " bytes, not " + size);
    }
    OpenFile file = open(Arguments.path(path, where));
    return Stream.holding(true, new Chunks(file, (int) size));
  }

  @Suspends
  public static Object walk(Object path, String where) {
    Path folder = Arguments.path(path, where);
    FolderWalk walk = FileErrors.checked(folder.toString(), () -> FolderWalk.of(folder));
    return Stream.of(true, () -> new Below(folder, walk));
  }

  /** What is read from a file, which is closed with the stream. */
  private abstract static class Contents extends StreamSource {
    final OpenFile file;

    Contents(OpenFile file) {
      this.file = file;
    }

    final String name() {
      return file.path().toString();
    }

    @Override
    protected final void close() {
      FileErrors.done(name(), file::close);
    }
  }

  /** Lines, read as many at a time as are there. */
  private static final class Lines extends Contents {
    private final LineQueue lines;
    private final int longest;

    Lines(OpenFile file, LineOptions options) {
      super(file);
      this.lines = new LineQueue(name(), options);
      this.longest = options.longest();
    }

    @Override
    protected @Nullable Object next() {
      if (lines.isEmpty() && !FileErrors.checked(name(), this::read)) {
        return null;
      }
      return lines.remove();
    }

    private boolean read() throws IOException {
      try {
        return file.readSomeLines(longest, lines::add);
      } catch (TooLongException e) {
        throw lines.tooLong();
      }
    }
  }

  /** Bytes, as many at a time as were asked for. */
  private static final class Chunks extends Contents {
    private final int size;
    private final Cutter whole;

    Chunks(OpenFile file, int size) {
      super(file);
      this.size = size;
      this.whole = (_, from, to, last) -> last || to - from == size ? to - from : 0;
    }

    @Override
    protected @Nullable Object next() {
      byte @Nullable [] bytes = FileErrors.checked(name(), () -> file.readSome(size, whole));
      return bytes == null ? null : Seq.bytes(bytes);
    }
  }

  /** What is below a folder. */
  private static final class Below extends StreamSource {
    private final Path folder;
    private final FolderWalk walk;

    Below(Path folder, FolderWalk walk) {
      this.folder = folder;
      this.walk = walk;
    }

    @Override
    protected @Nullable Object next() {
      Path entry = FileErrors.checked(folder.toString(), walk::next);
      return entry == null ? null : Seq.text(PathText.of(entry));
    }
  }
}
