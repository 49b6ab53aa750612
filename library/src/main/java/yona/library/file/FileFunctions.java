package yona.library.file;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.io.Cutter;
import yona.io.LineConsumer;
import yona.io.TooLongException;
import yona.io.file.FileOperations;
import yona.io.file.PathText;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;
import yona.library.system.ConsoleFunctions;
import yona.library.text.CharacterCutter;
import yona.library.text.LineOptions;
import yona.library.text.LineQueue;

/** The Java half of module File: open files. */
@Needs(Grant.FILES)
public final class FileFunctions {
  private static final Symbol BINARY = Symbol.of("binary");

  private static final Map<String, StandardOpenOption> MODES =
      Map.of(
          "read", StandardOpenOption.READ,
          "write", StandardOpenOption.WRITE,
          "append", StandardOpenOption.APPEND,
          "truncate_existing", StandardOpenOption.TRUNCATE_EXISTING,
          "create", StandardOpenOption.CREATE,
          "create_new", StandardOpenOption.CREATE_NEW,
          "delete_on_close", StandardOpenOption.DELETE_ON_CLOSE,
          "sparse", StandardOpenOption.SPARSE,
          "sync", StandardOpenOption.SYNC,
          "dsync", StandardOpenOption.DSYNC);

  private FileFunctions() {}

  private static FileResource file(Object value, String where) {
    if (value instanceof FileResource file) {
      return file;
    }
    throw Failure.type(where, "an open file", value);
  }

  /** The options of some modes; {@code :binary} is not among them. */
  private static Set<OpenOption> options(Object modes, String where) {
    Set<OpenOption> options = new HashSet<>();
    for (Object mode : Arguments.set(modes, where)) {
      @Nullable OpenOption option = mode instanceof Symbol s ? MODES.get(s.name()) : null;
      if (option != null) {
        options.add(option);
      } else if (!mode.equals(BINARY)) {
        throw Failure.badarg(
            where,
            "there is no mode %s; there are :binary, %s"
                .formatted(
                    Failure.shown(mode),
                    MODES.keySet().stream()
                        .sorted()
                        .map(name -> ":" + name)
                        .collect(Collectors.joining(", "))));
      }
    }
    check(options, modes, where);
    return options;
  }

  private static void check(Set<OpenOption> options, Object modes, String where) {
    boolean append = options.contains(StandardOpenOption.APPEND);
    boolean write = append || options.contains(StandardOpenOption.WRITE);
    boolean changes =
        options.contains(StandardOpenOption.CREATE)
            || options.contains(StandardOpenOption.CREATE_NEW)
            || options.contains(StandardOpenOption.TRUNCATE_EXISTING);
    boolean impossible =
        (append
                && (options.contains(StandardOpenOption.READ)
                    || options.contains(StandardOpenOption.TRUNCATE_EXISTING)))
            || (changes && !write);
    if (impossible) {
      throw Failure.badarg(where, "the modes " + Failure.shown(modes) + " do not go together");
    }
  }

  @Suspends
  public static Object open(Object path, Object modes, String where) {
    Path file = Arguments.path(path, where);
    Set<OpenOption> options = options(modes, where);
    boolean creates =
        options.contains(StandardOpenOption.CREATE)
            || options.contains(StandardOpenOption.CREATE_NEW);
    if (creates) {
      NewName.check(file, path, where);
    }
    return FileResource.open(file, (Seq) path, options, isBinary(modes));
  }

  private static boolean isBinary(Object modes) {
    return ((yona.data.Set) modes).contains(BINARY);
  }

  @Suspends
  public static Object makeTemp(Object prefix, Object suffix, Object modes, String where) {
    String start = NewName.part(prefix, where);
    String end = NewName.part(suffix, where);
    Set<OpenOption> options = options(modes, where);
    options.remove(StandardOpenOption.CREATE_NEW);
    Path made =
        FileErrors.checked(
            start + end,
            () -> {
              try {
                return FileOperations.makeTemporaryFile(start, end);
              } catch (IllegalArgumentException e) {
                throw Failure.badarg(
                    where, "no file can be named " + Failure.shown(Seq.text(start + "..." + end)));
              }
            });
    return FileResource.open(made, Seq.text(PathText.of(made)), options, isBinary(modes));
  }

  @Suspends
  public static Object close(Object file, String where) {
    file(file, where).release();
    return Unit.UNIT;
  }

  public static Object path(Object file, String where) {
    return file(file, where).path();
  }

  @Suspends
  public static Object delete(Object file, String where) {
    FileResource f = file(file, where);
    return FileErrors.done(f.name(), () -> FileOperations.removeIfExists(f.file().path()));
  }

  public static Object seek(Object file, Object position, String where) {
    FileResource f = file(file, where);
    long to = Arguments.count(position, where);
    FileErrors.done(f.name(), () -> f.file().seek(to));
    return f;
  }

  public static Object position(Object file, String where) {
    FileResource f = file(file, where);
    return FileErrors.<Object>checked(f.name(), () -> f.file().position());
  }

  @Suspends
  public static Object sizeOf(Object file, String where) {
    FileResource f = file(file, where);
    return FileErrors.<Object>checked(f.name(), () -> f.file().size());
  }

  // What was read, as text or bytes

  private static Seq content(FileResource file, byte[] bytes) throws CharacterCodingException {
    return file.isBinary() ? Seq.bytes(bytes) : Seq.utf8(bytes, 0, bytes.length);
  }

  @Suspends
  public static Object readLine(Object file, String where) {
    FileResource f = file(file, where);
    return FileErrors.<Object>checked(
        f.name(),
        () -> {
          byte @Nullable [] line = readLine(f);
          return line == null ? ConsoleFunctions.EOF : Tuple.of(Opts.OK, content(f, line), f);
        });
  }

  private static byte @Nullable [] readLine(FileResource file) throws IOException {
    try {
      return file.content().readLine(LineOptions.USUAL.longest());
    } catch (TooLongException e) {
      throw LineQueue.tooLong(file.name(), "the line", "File::lines_with");
    }
  }

  @Suspends
  public static Object readLines(Object file, String where) {
    FileResource f = file(file, where);
    SeqBuilder lines = Seq.builder();
    LineConsumer consumer =
        f.isBinary()
            ? (buffer, from, to) -> lines.add(Seq.bytes(buffer, from, to))
            : (buffer, from, to) -> {
              try {
                lines.add(Seq.utf8(buffer, from, to));
              } catch (CharacterCodingException e) {
                throw Failure.of(
                    Failure.BADARG,
                    f.name() + ": line " + (lines.length() + 1) + " is not valid UTF-8");
              }
            };
    int longest = LineOptions.USUAL.longest();
    LineConsumer bounded =
        (buffer, from, to) -> {
          if (to - from > longest) {
            throw tooLong(f, lines);
          }
          consumer.accept(buffer, from, to);
        };
    FileErrors.done(
        f.name(),
        () -> {
          try {
            f.content().readLines(longest, bounded);
          } catch (TooLongException e) {
            throw tooLong(f, lines);
          }
        });
    return lines.build();
  }

  private static YonaError tooLong(FileResource file, SeqBuilder before) {
    return LineQueue.tooLong(file.name(), "line " + (before.length() + 1), "File::lines_with");
  }

  @Suspends
  public static Object read(Object file, String where) {
    FileResource f = file(file, where);
    return FileErrors.<Object>checked(f.name(), () -> content(f, f.content().readAll()));
  }

  @Suspends
  public static Object readSome(Object file, Object n, String where) {
    FileResource f = file(file, where);
    int most = (int) Math.min(Arguments.positive(n, where), Integer.MAX_VALUE / 2);
    Cutter cutter = f.isBinary() ? Cutter.EVERYTHING : new CharacterCutter(most);
    int limit = f.isBinary() ? most : Math.max(most, CharacterCutter.LONGEST);
    return FileErrors.<Object>checked(
        f.name(),
        () -> {
          byte @Nullable [] bytes = f.content().readSome(limit, cutter);
          return bytes == null ? ConsoleFunctions.EOF : content(f, bytes);
        });
  }

  @Suspends
  public static Object readAt(Object file, Object position, Object n, String where) {
    FileResource f = file(file, where);
    long at = Arguments.count(position, where);
    int count = (int) Math.min(Arguments.count(n, where), Integer.MAX_VALUE / 2);
    return FileErrors.<Object>checked(f.name(), () -> Seq.bytes(f.file().readAt(at, count)));
  }

  // Writing

  @Suspends
  public static Object write(Object file, Object data, String where) {
    return written(file(file, where), Arguments.data(data, where));
  }

  private static Object written(FileResource file, byte[] bytes) {
    FileErrors.done(file.name(), () -> file.file().write(bytes, 0, bytes.length));
    return file;
  }

  @Suspends
  public static Object writeLine(Object file, Object s, String where) {
    FileResource f = file(file, where);
    byte[] text = Arguments.string(s, where).toUtf8();
    byte[] line = java.util.Arrays.copyOf(text, text.length + 1);
    line[text.length] = '\n';
    return written(f, line);
  }

  @Suspends
  public static Object writeAt(Object file, Object position, Object data, String where) {
    FileResource f = file(file, where);
    long at = Arguments.count(position, where);
    byte[] bytes = Arguments.data(data, where);
    return FileErrors.done(f.name(), () -> f.file().writeAt(at, bytes));
  }

  @Suspends
  public static Object truncate(Object file, Object n, String where) {
    FileResource f = file(file, where);
    long size = Arguments.count(n, where);
    FileErrors.done(f.name(), () -> f.file().truncate(size));
    return f;
  }

  @Suspends
  public static Object sync(Object file, String where) {
    FileResource f = file(file, where);
    FileErrors.done(f.name(), () -> f.file().sync());
    return f;
  }
}
