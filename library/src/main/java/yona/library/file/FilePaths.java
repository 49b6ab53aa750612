package yona.library.file;

import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
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
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;

/** The Java half of module File: files and folders by their paths. */
@Needs(Grant.FILES)
public final class FilePaths {
  private FilePaths() {}

  private static Seq text(Path path) {
    return Seq.text(path.toString());
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
  public static Object readText(Object path) {
    Path file = Arguments.path(path, "File::read_text");
    byte[] bytes = contents(file);
    try {
      return Seq.utf8(bytes, 0, bytes.length);
    } catch (CharacterCodingException e) {
      throw IoFailure.notText(file.toString());
    }
  }

  @Suspends
  public static Object readBytes(Object path) {
    return Seq.bytes(contents(Arguments.path(path, "File::read_bytes")));
  }

  private static byte[] contents(Path file) {
    return FileErrors.checked(file.toString(), () -> FileContents.read(file));
  }

  /**
   * The path of a file that may have to be made. A new name with a line end is hardly meant, but
   * comes of a text in the place of the path; POSIX.1-2024 lets systems refuse it.
   */
  private static Path written(Object path, String where) {
    Path file = Arguments.path(path, where);
    Path name = file.getFileName();
    if (name != null
        && name.toString().indexOf('\n') >= 0
        && !Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw Failure.badarg(
          where,
          "the name of a new file has no line end; the path comes before what is written, found "
              + Failure.shown(path));
    }
    return file;
  }

  @Suspends
  public static Object writeText(Object path, Object s) {
    Path file = written(path, "File::write_text");
    byte[] contents = Arguments.string(s, "File::write_text").toUtf8();
    return FileErrors.done(file.toString(), () -> FileContents.write(file, contents));
  }

  @Suspends
  public static Object appendText(Object path, Object s) {
    Path file = written(path, "File::append_text");
    byte[] contents = Arguments.string(s, "File::append_text").toUtf8();
    return FileErrors.done(file.toString(), () -> FileContents.append(file, contents));
  }

  @Suspends
  public static Object writeBytes(Object path, Object bytes) {
    Path file = written(path, "File::write_bytes");
    byte[] contents = Arguments.bytes(bytes, "File::write_bytes").toByteArray();
    return FileErrors.done(file.toString(), () -> FileContents.write(file, contents));
  }

  @Suspends
  public static Object appendBytes(Object path, Object bytes) {
    Path file = written(path, "File::append_bytes");
    byte[] contents = Arguments.bytes(bytes, "File::append_bytes").toByteArray();
    return FileErrors.done(file.toString(), () -> FileContents.append(file, contents));
  }

  @Suspends
  public static Object replaceText(Object path, Object s) {
    Path file = written(path, "File::replace_text");
    byte[] bytes = Arguments.string(s, "File::replace_text").toUtf8();
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
      Path file = Path.of(text);
      return FileErrors.<Object>checked(text, () -> question.answer(file));
    } catch (InvalidPathException e) {
      return false;
    }
  }

  @Suspends
  public static Object exists(Object path) {
    return ask(path, "File::exists", FileOperations::exists);
  }

  @Suspends
  public static Object isFile(Object path) {
    return ask(path, "File::is_file", FileOperations::isFile);
  }

  @Suspends
  public static Object isDir(Object path) {
    return ask(path, "File::is_dir", FileOperations::isDirectory);
  }

  @Suspends
  public static Object isLink(Object path) {
    return ask(path, "File::is_link", FileOperations::isLink);
  }

  @Suspends
  public static Object size(Object path) {
    Path file = Arguments.path(path, "File::size");
    return FileErrors.<Object>checked(file.toString(), () -> FileOperations.size(file));
  }

  @Suspends
  public static Object stat(Object path) {
    Path file = Arguments.path(path, "File::stat");
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
        .build();
  }

  @Suspends
  public static Object listDir(Object path) {
    Path folder = Arguments.path(path, "File::list_dir");
    return FileErrors.<Object>checked(folder.toString(), () -> texts(FileOperations.list(folder)));
  }

  @Suspends
  public static Object glob(Object pattern) {
    String text = Arguments.text(pattern, "File::glob");
    return FileErrors.<Object>checked(
        text,
        () -> {
          try {
            return texts(Glob.find(text));
          } catch (IllegalArgumentException e) {
            throw Failure.badarg("File::glob", Failure.line(String.valueOf(e.getMessage())));
          }
        });
  }

  // Changes

  @Suspends
  public static Object setPermissions(Object path, Object permissions) {
    Path file = Arguments.path(path, "File::set_permissions");
    String wanted = Arguments.text(permissions, "File::set_permissions");
    return FileErrors.done(
        file.toString(),
        () -> {
          try {
            FileOperations.setPermissions(file, wanted);
          } catch (IllegalArgumentException e) {
            throw Failure.badarg(
                "File::set_permissions",
                Failure.shown(permissions) + " are no permissions like \"rw-r-----\"");
          }
        });
  }

  @Suspends
  public static Object makeDir(Object path) {
    Path folder = Arguments.path(path, "File::make_dir");
    return FileErrors.done(folder.toString(), () -> FileOperations.makeDirectory(folder));
  }

  @Suspends
  public static Object makeDirs(Object path) {
    if (Arguments.string(path, "File::make_dirs").isEmpty()) {
      return Unit.UNIT;
    }
    Path folder = Arguments.path(path, "File::make_dirs");
    return FileErrors.done(folder.toString(), () -> FileOperations.makeDirectories(folder));
  }

  @Suspends
  public static Object makeTempDir(Object prefix) {
    String start = Arguments.text(prefix, "File::make_temp_dir");
    return FileErrors.<Object>checked(
        start,
        () -> {
          try {
            return text(FileOperations.makeTemporaryDirectory(start));
          } catch (IllegalArgumentException e) {
            throw Failure.badarg(
                "File::make_temp_dir", "no folder can be named " + Failure.shown(prefix));
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
  public static Object copy(Object from, Object to) {
    return transfer(from, to, "File::copy", FileOperations::copy);
  }

  @Suspends
  public static Object copyAll(Object from, Object to) {
    return transfer(from, to, "File::copy_all", FileOperations::copyAll);
  }

  @Suspends
  public static Object move(Object from, Object to) {
    return transfer(from, to, "File::move", FileOperations::move);
  }

  @Suspends
  public static Object link(Object target, Object path) {
    return transfer(target, path, "File::link", FileOperations::link);
  }

  @Suspends
  public static Object readLink(Object path) {
    Path link = Arguments.path(path, "File::read_link");
    return FileErrors.<Object>checked(link.toString(), () -> text(FileOperations.readLink(link)));
  }

  @Suspends
  public static Object remove(Object path) {
    Path file = Arguments.path(path, "File::remove");
    return FileErrors.done(file.toString(), () -> FileOperations.remove(file));
  }

  @Suspends
  public static Object removeAll(Object path) {
    Path file = Arguments.path(path, "File::remove_all");
    return FileErrors.done(file.toString(), () -> FileOperations.removeAll(file));
  }

  @Suspends
  public static Object touch(Object path) {
    Path file = Arguments.path(path, "File::touch");
    return FileErrors.done(file.toString(), () -> FileOperations.touch(file));
  }
}
