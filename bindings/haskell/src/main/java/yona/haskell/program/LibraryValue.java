package yona.haskell.program;

import yona.data.Kind;
import yona.data.Opaque;
import yona.haskell.HaskellLibrary;
import yona.library.argument.Failure;

/** A library of Haskell as a value, which stays loaded until the process ends. */
final class LibraryValue extends Opaque {
  private final HaskellLibrary library;

  LibraryValue(HaskellLibrary library) {
    this.library = library;
  }

  /** The library of a value; another value is {@code :typeerror}. */
  static HaskellLibrary of(Object value, String where) {
    if (value instanceof LibraryValue known) {
      return known.library;
    }
    throw Failure.type(where, "a library of Haskell", value);
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<" + library + ">";
  }
}
