package yona.library.file;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Unit;
import yona.io.file.FileContents;
import yona.io.file.FileOperations;
import yona.io.file.Glob;
import yona.io.file.PathText;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.text.TextEncoder;
import yona.library.text.TextOptions;

/** The Java half of module File: files and folders by their paths. */
@Needs(Grant.FILES)
public final class FilePaths {
  private FilePaths() {}

  private static Seq text(Path path) {
    return Seq.text(PathText.of(path));
  }

  private static Seq texts(List<Path> paths) {
    SeqBuilder result = Seq.builder();
    for (Path path : paths) {
      result.add(text(path));
    }
    return result.build();
  }

  // Whole files

  @Suspends
  public static Object readText(Object path, String where) {
    Path file = Arguments.path(path, where);
    return TextOptions.USUAL.decode(contents(file), file.toString());
  }

  @Suspends
  public static Object readTextWith(Object options, Object path, String where) {
    TextOptions how = TextOptions.of(options, where);
    Path file = Arguments.path(path, where);
    return how.decode(contents(file), file.toString());
  }

  @Suspends
  public static Object readBytes(Object path, String where) {
    return Seq.bytes(contents(Arguments.path(path, where)));
  }

  private static byte[] contents(Path file) {
    return FileErrors.checked(file.toString(), () -> FileContents.read(file));
  }

  @Suspends
  public static Object writeText(Object path, Object s, String where) {
    Path file = NewName.written(path, where);
    byte[] contents = Arguments.string(s, where).toUtf8();
    return FileErrors.done(file.toString(), () -> FileContents.write(file, contents));
  }

  @Suspends
  public static Object writeTextWith(Object options, Object path, Object s, String where) {
    TextEncoder.Options how = TextEncoder.Options.of(options, where);
    Path file = NewName.written(path, where);
    byte[] contents = TextEncoder.encode(how, Arguments.string(s, where), where);
    return FileErrors.done(file.toString(), () -> FileContents.write(file, contents));
  }

  @Suspends
  public static Object appendText(Object path, Object s, String where) {
    Path file = NewName.written(path, where);
    byte[] contents = Arguments.string(s, where).toUtf8();
    return FileErrors.done(file.toString(), () -> FileContents.append(file, contents));
  }

  @Suspends
  public static Object writeBytes(Object path, Object bytes, String where) {
    Path file = NewName.written(path, where);
    byte[] contents = Arguments.bytes(bytes, where).toByteArray();
    return FileErrors.done(file.toString(), () -> FileContents.write(file, contents));
  }

  @Suspends
  public static Object appendBytes(Object path, Object bytes, String where) {
    Path file = NewName.written(path, where);
    byte[] contents = Arguments.bytes(bytes, where).toByteArray();
    return FileErrors.done(file.toString(), () -> FileContents.append(file, contents));
  }

  @Suspends
  public static Object replaceText(Object path, Object s, String where) {
    Path file = NewName.written(path, where);
    byte[] bytes = Arguments.string(s, where).toUtf8();
    return FileErrors.done(file.toString(), () -> FileContents.replace(file, bytes));
  }

  // Questions

  /** A question about a path. */
  @FunctionalInterface
  private interface Question {
    boolean answer(Path path) throws java.io.IOException;
  }

  /** False also for what can be no path. */
  private static Object ask(Object path, String where, Question question) {
    String text = Arguments.text(path, where);
    if (text.isEmpty()) {
      return false;
    }
    try {
      Path file = PathText.path(text);
      return FileErrors.<Object>checked(text, () -> question.answer(file));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  @Suspends
  public static Object exists(Object path, String where) {
    return ask(path, where, FileOperations::exists);
  }

  @Suspends
  public static Object isFile(Object path, String where) {
    return ask(path, where, FileOperations::isFile);
  }

  @Suspends
  public static Object isDir(Object path, String where) {
    return ask(path, where, FileOperations::isDirectory);
  }

  @Suspends
  public static Object isLink(Object path, String where) {
    return ask(path, where, FileOperations::isLink);
  }

  @Suspends
  public static Object size(Object path, String where) {
    Path file = Arguments.path(path, where);
    return FileErrors.<Object>checked(file.toString(), () -> FileOperations.size(file));
  }

  @Suspends
  public static Object stat(Object path, String where) {
    Path file = Arguments.path(path, where);
    FileOperations.Attributes known =
        FileErrors.checked(file.toString(), () -> FileOperations.attributes(file));
    String type =
        switch (known.type()) {
          case FILE -> "file";
          case DIRECTORY -> "dir";
          case LINK -> "link";
          case OTHER -> "other";
        };
    return Dict.builder()
        .put(Symbol.of("size"), known.size())
        .put(Symbol.of("modified"), known.modified())
        .put(Symbol.of("created"), known.created())
        .put(Symbol.of("accessed"), known.accessed())
        .put(Symbol.of("type"), Symbol.of(type))
        .put(Symbol.of("permissions"), Seq.text(known.permissions()))
        .put(Symbol.of("owner"), Seq.text(known.owner()))
        .put(Symbol.of("links"), (long) known.links())
        .build();
  }

  @Suspends
  public static Object listDir(Object path, String where) {
    Path folder = Arguments.path(path, where);
    return FileErrors.<Object>checked(folder.toString(), () -> texts(FileOperations.list(folder)));
  }

  @Suspends
  public static Object glob(Object pattern, String where) {
    String text = Arguments.text(pattern, where);
    return FileErrors.<Object>checked(
        text,
        () -> {
          try {
            return texts(Glob.find(text));
          } catch (IllegalArgumentException e) {
            throw Failure.badarg(where, Failure.line(String.valueOf(e.getMessage())));
          }
        });
  }

  // Changes

  @Suspends
  public static Object setPermissions(Object path, Object permissions, String where) {
    Path file = Arguments.path(path, where);
    String wanted = Arguments.text(permissions, where);
    return FileErrors.done(
        file.toString(),
        () -> {
          try {
            FileOperations.setPermissions(file, wanted);
          } catch (IllegalArgumentException e) {
            throw Failure.badarg(
                where, Failure.shown(permissions) + " are no permissions like \"rw-r-----\"");
          }
        });
  }

  @Suspends
  public static Object makeDir(Object path, String where) {
    Path folder = NewName.path(path, where);
    return FileErrors.done(folder.toString(), () -> FileOperations.makeDirectory(folder));
  }

  @Suspends
  public static Object makeDirs(Object path, String where) {
    if (Arguments.string(path, where).isEmpty()) {
      return Unit.UNIT;
    }
    Path folder = NewName.folders(path, where);
    return FileErrors.done(folder.toString(), () -> FileOperations.makeDirectories(folder));
  }

  @Suspends
  public static Object makeTempDir(Object prefix, String where) {
    String start = NewName.part(prefix, where);
    return FileErrors.<Object>checked(
        start,
        () -> {
          try {
            return text(FileOperations.makeTemporaryDirectory(start));
          } catch (IllegalArgumentException e) {
            throw Failure.badarg(where, "no folder can be named " + Failure.shown(prefix));
          }
        });
  }

  /** An operation from one path to another. */
  @FunctionalInterface
  private interface Transfer {
    void run(Path from, Path to) throws java.io.IOException;
  }

  private static Object transfer(Object from, Object to, String where, Transfer transfer) {
    Path source = Arguments.path(from, where);
    Path target = Arguments.path(to, where);
    return FileErrors.done(source.toString(), () -> transfer.run(source, target));
  }

  @Suspends
  public static Object copy(Object from, Object to, String where) {
    return transfer(from, to, where, FileOperations::copy);
  }

  @Suspends
  public static Object copyAll(Object from, Object to, String where) {
    return transfer(from, to, where, FileOperations::copyAll);
  }

  @Suspends
  public static Object move(Object from, Object to, String where) {
    return transfer(from, to, where, FileOperations::move);
  }

  @Suspends
  public static Object link(Object target, Object path, String where) {
    return transfer(target, path, where, FileOperations::link);
  }

  @Suspends
  public static Object hardLink(Object target, Object path, String where) {
    return transfer(target, path, where, FileOperations::hardLink);
  }

  @Suspends
  public static Object readLink(Object path, String where) {
    Path link = Arguments.path(path, where);
    return FileErrors.<Object>checked(link.toString(), () -> text(FileOperations.readLink(link)));
  }

  @Suspends
  public static Object remove(Object path, String where) {
    Path file = Arguments.path(path, where);
    return FileErrors.done(file.toString(), () -> FileOperations.remove(file));
  }

  @Suspends
  public static Object removeAll(Object path, String where) {
    Path file = Arguments.path(path, where);
    return FileErrors.done(file.toString(), () -> FileOperations.removeAll(file));
  }

  @Suspends
  public static Object setModified(Object path, Object millis, String where) {
    Path file = Arguments.path(path, where);
    long time = Arguments.integer(millis, where);
    return FileErrors.done(
        file.toString(),
        () -> {
          try {
            FileOperations.setModified(file, time);
          } catch (IllegalArgumentException e) {
            throw Failure.badarg(
                where, "the time " + time + " is not between the years 1677 and 2262");
          }
        });
  }

  @Suspends
  public static Object touch(Object path, String where) {
    Path file = NewName.path(path, where);
    return FileErrors.done(file.toString(), () -> FileOperations.touch(file));
  }
}
