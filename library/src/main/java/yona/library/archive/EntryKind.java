package yona.library.archive;

import java.util.Arrays;
import java.util.stream.Collectors;
import yona.data.Symbol;
import yona.library.argument.Failure;

/** The kind of an entry of an archive. */
enum EntryKind {
  FILE("file"),
  FOLDER("folder"),
  /** A symbolic link. */
  LINK("link"),
  /** A further name of a file that is in the archive before. */
  HARD_LINK("hard_link"),
  FIFO("fifo"),
  DEVICE("device"),
  OTHER("other");

  @SuppressWarnings("ImmutableEnumChecker") // a Symbol is immutable
  private final Symbol symbol;

  EntryKind(String name) {
    this.symbol = Symbol.of(name);
  }

  Symbol symbol() {
    return symbol;
  }

  boolean hasTarget() {
    return this == LINK || this == HARD_LINK;
  }

  static EntryKind of(Object value, String where) {
    for (EntryKind kind : values()) {
      if (kind.symbol.equals(value)) {
        return kind;
      }
    }
    throw Failure.badarg(
        where,
        "the :kind of an entry is one of "
            + Arrays.stream(values())
                .map(k -> ":" + k.symbol.name())
                .collect(Collectors.joining(", "))
            + ", found "
            + Failure.described(value));
  }
}
