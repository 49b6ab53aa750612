package yona.library;

import yona.data.Symbol;
import yona.language.runtime.Shown;
import yona.language.runtime.YonaError;

/** The errors that functions of the library raise: one symbol and one plain sentence each. */
final class Failure {
  static final Symbol BADARG = Symbol.of("badarg");
  static final Symbol TYPEERROR = Symbol.of("typeerror");
  static final Symbol OVERFLOW = Symbol.of("overflow");
  static final Symbol BADARITH = Symbol.of("badarith");
  static final Symbol NOMATCH = Symbol.of("nomatch");
  static final Symbol IOERROR = Symbol.of("ioerror");
  static final Symbol CLOSED = Symbol.of("closed");
  static final Symbol TIMEOUT = Symbol.of("timeout");

  private Failure() {}

  static YonaError of(Symbol symbol, String message) {
    return YonaError.of(symbol, message);
  }

  /** A value that the function cannot use. */
  static YonaError badarg(String where, String problem) {
    return of(BADARG, where + ": " + problem);
  }

  /** A value of the wrong kind. */
  static YonaError type(String where, String expected, Object found) {
    return of(TYPEERROR, where + " expects " + expected + ", found " + described(found));
  }

  /** An Int result too large for 64 bits. */
  static YonaError overflow(String where) {
    return of(OVERFLOW, where + ": the result does not fit in 64 bits");
  }

  /** An integer division by zero. */
  static YonaError zero(String where) {
    return of(BADARITH, where + ": division by zero");
  }

  static YonaError index(String where, long index, long length) {
    return badarg(where, "there is no index " + index + ", the length is " + length);
  }

  static YonaError empty(String where, String what) {
    return badarg(where, what + " is empty");
  }

  /** A value as messages show it: its text, shortened, and its kind. */
  static String described(Object value) {
    return Shown.withKind(value);
  }

  /** The source text of a value, shortened. */
  static String shown(Object value) {
    return Shown.value(value);
  }
}
