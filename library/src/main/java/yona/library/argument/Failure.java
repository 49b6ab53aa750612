package yona.library.argument;

import yona.data.Symbol;
import yona.language.runtime.Shown;
import yona.language.runtime.YonaError;

/** The errors that functions of the library raise: one symbol and one plain sentence each. */
public final class Failure {
  public static final Symbol BADARG = Symbol.of("badarg");
  public static final Symbol TYPEERROR = Symbol.of("typeerror");
  public static final Symbol OVERFLOW = Symbol.of("overflow");
  public static final Symbol BADARITH = Symbol.of("badarith");
  public static final Symbol NOMATCH = Symbol.of("nomatch");
  public static final Symbol IOERROR = Symbol.of("ioerror");
  public static final Symbol CLOSED = Symbol.of("closed");
  public static final Symbol TIMEOUT = Symbol.of("timeout");

  private Failure() {}

  public static YonaError of(Symbol symbol, String message) {
    return YonaError.of(symbol, message);
  }

  /** A value that the function cannot use. */
  public static YonaError badarg(String where, String problem) {
    return of(BADARG, where + ": " + problem);
  }

  /** An argument that the function cannot use. */
  static YonaError badarg(String where, String problem, Object argument) {
    return YonaError.wrongArgument(BADARG, where + ": " + problem, null, argument);
  }

  /** A value of the wrong kind. */
  public static YonaError type(String where, String expected, Object found) {
    return YonaError.wrongArgument(TYPEERROR, problem(where, expected, found), null, found);
  }

  /** A value of the wrong kind, and what to do about it. */
  public static YonaError type(String where, String expected, Object found, String hint) {
    return YonaError.wrongArgument(TYPEERROR, problem(where, expected, found), hint, found);
  }

  private static String problem(String where, String expected, Object found) {
    return where + " expects " + expected + ", found " + described(found);
  }

  /** An Int result too large for 64 bits. */
  public static YonaError overflow(String where) {
    return of(OVERFLOW, where + ": the result does not fit in 64 bits");
  }

  /** An integer division by zero. */
  public static YonaError zero(String where) {
    return of(BADARITH, where + ": division by zero");
  }

  public static YonaError index(String where, long index, long length) {
    return badarg(where, "there is no index " + index + ", the length is " + length);
  }

  public static YonaError empty(String where, String what) {
    return badarg(where, what + " is empty");
  }

  /** A value as messages show it: its text, shortened, and its kind. */
  public static String described(Object value) {
    return Shown.withKind(value);
  }

  /** A message that names what came from outside, in one line of bounded length. */
  public static String line(String message) {
    return Shown.line(message);
  }

  /** The source text of a field's value, shortened; nothing of it if its name tells of a secret. */
  public static String shown(String name, Object value) {
    return Shown.value(name, value);
  }

  /** The source text of a value, shortened. */
  public static String shown(Object value) {
    return Shown.value(value);
  }
}
