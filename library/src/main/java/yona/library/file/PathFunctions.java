package yona.library.file;

import java.io.File;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.io.file.PathText;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module Path: names of files, without looking at any file. */
public final class PathFunctions {
  private PathFunctions() {}

  /** A path, which may be empty here: that of nothing, or the parent of a lone name. */
  private static Path path(Object value, String where) {
    return value.equals(Seq.EMPTY) ? Path.of("") : Arguments.path(value, where);
  }

  private static Seq text(@Nullable Path path) {
    return path == null ? Seq.EMPTY_TEXT : Seq.text(PathText.of(path));
  }

  public static Object join(Object parts, String where) {
    Path result = Path.of("");
    for (Object part : Arguments.seq(parts, where)) {
      result = result.resolve(path(part, where));
    }
    return text(result);
  }

  public static Object parent(Object path, String where) {
    return text(path(path, where).getParent());
  }

  public static Object name(Object path, String where) {
    return Seq.text(name(path(path, where)));
  }

  private static String name(Path path) {
    @Nullable Path name = path.getFileName();
    return name == null ? "" : PathText.of(name);
  }

  /**
   * Where the extension's point stands; the length if there is none. A leading point starts none.
   */
  private static int point(String name) {
    int point = name.lastIndexOf('.');
    return point <= 0 || point == name.length() - 1 || name.equals("..") ? name.length() : point;
  }

  public static Object stem(Object path, String where) {
    String name = name(path(path, where));
    return Seq.text(name.substring(0, point(name)));
  }

  public static Object extension(Object path, String where) {
    String name = name(path(path, where));
    return Seq.text(name.substring(Math.min(point(name) + 1, name.length())));
  }

  public static Object withExtension(Object extension, Object path, String where) {
    String ending = Arguments.text(extension, where);
    Path old = path(path, where);
    String name = name(old);
    if (name.isEmpty()) {
      return text(old);
    }
    String stem = name.substring(0, point(name));
    return text(old.resolveSibling(PathText.path(ending.isEmpty() ? stem : stem + "." + ending)));
  }

  public static Object isAbsolute(Object path, String where) {
    return path(path, where).isAbsolute();
  }

  public static Object normalize(Object path, String where) {
    return text(path(path, where).normalize());
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object absolute(Object path, String where) {
    return text(path(path, where).toAbsolutePath());
  }

  @Needs(Grant.ENVIRONMENT)
  public static Object relativeTo(Object base, Object path, String where) {
    Path from = path(base, where);
    Path to = path(path, where);
    if (from.isAbsolute() != to.isAbsolute()) {
      from = from.toAbsolutePath();
      to = to.toAbsolutePath();
    }
    try {
      return text(from.normalize().relativize(to.normalize()));
    } catch (IllegalArgumentException e) {
      throw Failure.badarg(where, "no way leads from " + from + " to " + to);
    }
  }

  public static Object parts(Object path, String where) {
    Path whole = path(path, where);
    SeqBuilder result = Seq.builder();
    if (whole.getRoot() != null) {
      result.add(text(whole.getRoot()));
    }
    for (Path part : whole) {
      if (!part.toString().isEmpty()) {
        result.add(text(part));
      }
    }
    return result.build();
  }

  public static Object separator() {
    return Seq.text(File.separator);
  }
}
