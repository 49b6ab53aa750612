package yona.library.file;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/**
 * The rule for new names: functions that make a file or folder refuse one with a line end. Such a
 * name is usually a text in the place of the path, and POSIX.1-2024 lets systems refuse it. Files
 * that have such a name already are read and written as any other. Copies, moves and links may get
 * any name: both of their arguments are paths, and a program may have to keep the names that others
 * chose.
 */
final class NewName {
  private NewName() {}

  /**
   * The path of what may have to be made.
   *
   * @param path a String
   * @param where the function's name, for errors
   */
  static Path path(Object path, String where) {
    Path file = Arguments.path(path, where);
    check(file, path, where);
    return file;
  }

  /**
   * Refuses a path.
   *
   * @param file what may have to be made
   * @param path as it was given
   * @param where the function's name, for errors
   */
  static void check(Path file, Object path, String where) {
    if (isRefused(file)) {
      throw refused(path, "", where);
    }
  }

  /** The path of a file that is written, and comes before what is written. */
  static Path written(Object path, String where) {
    Path file = Arguments.path(path, where);
    if (isRefused(file)) {
      throw refused(path, "; the path comes before what is written", where);
    }
    return file;
  }

  /** The path of a folder that is made with those above it. */
  static Path folders(Object path, String where) {
    Path folder = Arguments.path(path, where);
    for (Path each = folder; each != null; each = each.getParent()) {
      check(each, path, where);
    }
    return folder;
  }

  /** A part of a name that is made up. */
  static String part(Object text, String where) {
    String part = Arguments.text(text, where);
    if (hasLineEnd(part)) {
      throw refused(text, "", where);
    }
    return part;
  }

  private static boolean isRefused(Path file) {
    @Nullable Path name = file.getFileName();
    return name != null
        && hasLineEnd(name.toString())
        && !Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean hasLineEnd(String name) {
    return name.indexOf('\n') >= 0;
  }

  private static YonaError refused(Object found, String hint, String where) {
    return Failure.badarg(
        where, "the name of a new file has no line end" + hint + ", found " + Failure.shown(found));
  }
}
