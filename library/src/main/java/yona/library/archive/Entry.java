package yona.library.archive;

import java.nio.charset.StandardCharsets;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.Stream;

/**
 * An entry of an archive, which programs see as a Dict.
 *
 * @param name its name, folders without a slash at the end
 * @param kind what it is
 * @param size how many bytes its content has; -1 if that is not known
 * @param mode the nine bits of its permissions
 * @param modified milliseconds since 1970
 * @param target where a link leads, else empty
 * @param content a String, Bytes, or a Stream of these
 */
record Entry(
    String name,
    EntryKind kind,
    long size,
    int mode,
    long modified,
    String target,
    Object content) {
  static final long UNKNOWN = -1;

  /** 1980-01-01 in UTC, the earliest time that zip has. */
  static final long USUAL_TIME = 315_532_800_000L;

  /** Longer ones are in no format but that of tar, and on no file system. */
  private static final int LONGEST_NAME = 65_535;

  private static final int FILE_MODE = 0644;
  private static final int FOLDER_MODE = 0755;
  private static final int LINK_MODE = 0777;

  private static final Symbol NAME = Symbol.of("name");
  private static final Symbol KIND = Symbol.of("kind");
  private static final Symbol SIZE = Symbol.of("size");
  private static final Symbol MODE = Symbol.of("mode");
  private static final Symbol MODIFIED = Symbol.of("modified");
  private static final Symbol TARGET = Symbol.of("target");
  private static final Symbol CONTENT = Symbol.of("content");

  /** The permissions of entries that say nothing of them. */
  static int usualMode(EntryKind kind) {
    return switch (kind) {
      case FOLDER -> FOLDER_MODE;
      case LINK -> LINK_MODE;
      default -> FILE_MODE;
    };
  }

  /** A name as folders have it here. */
  static String withoutSlash(String name) {
    int end = name.length();
    while (end > 1 && name.charAt(end - 1) == '/') {
      end--;
    }
    return name.substring(0, end);
  }

  /** The entry that a program describes. */
  static Entry of(Object value, String where) {
    if (!(value instanceof Dict dict) || dict.get(NAME) == null) {
      throw Failure.type(where, "an entry, a Dict of :name, :content and others", value);
    }
    String given = name(dict.get(NAME), where);
    @Nullable Object to = known(dict, TARGET);
    String target = to == null ? "" : Arguments.text(to, where);
    @Nullable Object is = known(dict, KIND);
    EntryKind kind =
        is != null
            ? EntryKind.of(is, where)
            : given.endsWith("/")
                ? EntryKind.FOLDER
                : target.isEmpty() ? EntryKind.FILE : EntryKind.LINK;
    String name = kind == EntryKind.FOLDER ? withoutSlash(given) : given;
    if (kind.hasTarget()) {
      checked(target, "the :target of the entry " + shown(name), where);
    }
    @Nullable Object permissions = known(dict, MODE);
    @Nullable Object time = known(dict, MODIFIED);
    @Nullable Object content = known(dict, CONTENT);
    return new Entry(
        name,
        kind,
        size(dict, kind, content, name, where),
        permissions == null ? usualMode(kind) : mode(permissions, name, where),
        time == null ? USUAL_TIME : Arguments.integer(time, where),
        kind.hasTarget() ? target : "",
        content == null ? Seq.bytes(new byte[0]) : content);
  }

  private static String name(@Nullable Object value, String where) {
    String name = Arguments.text(value == null ? Unit.UNIT : value, where);
    checked(name, "the :name of an entry", where);
    return name;
  }

  private static void checked(String name, String what, String where) {
    if (name.isEmpty()) {
      throw Failure.badarg(where, Failure.line(what + " is empty"));
    }
    if (name.indexOf('\0') >= 0) {
      throw Failure.badarg(where, Failure.line(what + " has a character U+0000"));
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > LONGEST_NAME) {
      throw Failure.badarg(
          where, Failure.line(what + " has more than " + LONGEST_NAME + " bytes: " + shown(name)));
    }
  }

  private static @Nullable Object known(Dict dict, Symbol key) {
    @Nullable Object value = dict.get(key);
    return value == null || value == Unit.UNIT ? null : value;
  }

  private static long size(
      Dict dict, EntryKind kind, @Nullable Object content, String name, String where) {
    @Nullable Object told = known(dict, SIZE);
    long size = told == null ? UNKNOWN : Arguments.count(told, where);
    if (kind != EntryKind.FILE) {
      if (content instanceof Seq seq && !seq.isEmpty()) {
        throw Failure.badarg(
            where, Failure.line("the entry " + shown(name) + " is no :file and has no content"));
      }
      return 0;
    }
    return switch (content) {
      case null -> checkedSize(size, 0, name, where);
      case Stream _ -> size;
      case Seq seq when seq.isText() || seq.isBytes() ->
          checkedSize(size, seq.isBytes() ? seq.length() : seq.toUtf8().length, name, where);
      default ->
          throw Failure.type(
              where, "a String, Bytes or a Stream of these as the :content of an entry", content);
    };
  }

  private static long checkedSize(long told, long actual, String name, String where) {
    if (told != UNKNOWN && told != actual) {
      throw otherSize(name, told, actual, where);
    }
    return actual;
  }

  /** The error of a content that is not of the size that the entry tells. */
  static YonaError otherSize(String name, long told, long actual, String where) {
    return Failure.badarg(
        where,
        Failure.line(
            "the :size of the entry %s is %d, and its content has %s%d bytes"
                .formatted(shown(name), told, actual > told ? "at least " : "", actual)));
  }

  private static int mode(Object value, String name, String where) {
    try {
      return bits(PosixFilePermissions.fromString(Arguments.text(value, where)));
    } catch (IllegalArgumentException e) {
      throw Failure.badarg(
          where,
          Failure.line(
              "the :mode of the entry %s is like \"rw-r-----\", found %s"
                  .formatted(shown(name), Failure.described(value))));
    }
  }

  /** The bits of permissions. */
  static int bits(Set<PosixFilePermission> permissions) {
    String text = PosixFilePermissions.toString(permissions);
    int bits = 0;
    for (int i = 0; i < text.length(); i++) {
      bits |= text.charAt(i) == '-' ? 0 : 0400 >> i;
    }
    return bits;
  }

  /** The permissions as in {@code rw-r-----}. */
  String permissions() {
    StringBuilder text = new StringBuilder("rwxrwxrwx");
    for (int i = 0; i < text.length(); i++) {
      if ((mode & (0400 >> i)) == 0) {
        text.setCharAt(i, '-');
      }
    }
    return text.toString();
  }

  /** A name as messages show it. */
  static String shown(String name) {
    return Failure.shown(Seq.text(name));
  }

  /** The entry as programs see it. */
  Dict toDict() {
    Dict.Builder dict =
        Dict.orderedBuilder()
            .put(NAME, Seq.text(name))
            .put(KIND, kind.symbol())
            .put(SIZE, size == UNKNOWN ? Unit.UNIT : (Object) size)
            .put(MODE, Seq.text(permissions()))
            .put(MODIFIED, modified);
    if (kind.hasTarget()) {
      dict.put(TARGET, Seq.text(target));
    }
    return dict.put(CONTENT, content).build();
  }

  /** The same entry with another content. */
  Entry with(Object other) {
    return new Entry(name, kind, size, mode, modified, target, other);
  }
}
