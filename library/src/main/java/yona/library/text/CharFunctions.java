package yona.library.text;

import yona.data.Char;
import yona.library.argument.Arguments;
import yona.library.argument.Opts;

/** The Java half of module Char. */
public final class CharFunctions {
  private CharFunctions() {}

  public static Object isDigit(Object c) {
    return Character.isDigit(Arguments.codePoint(c, "Char::is_digit"));
  }

  public static Object isLetter(Object c) {
    return Character.isLetter(Arguments.codePoint(c, "Char::is_letter"));
  }

  public static Object isUpper(Object c) {
    return Character.isUpperCase(Arguments.codePoint(c, "Char::is_upper"));
  }

  public static Object isLower(Object c) {
    return Character.isLowerCase(Arguments.codePoint(c, "Char::is_lower"));
  }

  public static Object isSpace(Object c) {
    return TextFunctions.isSpace(Arguments.codePoint(c, "Char::is_space"));
  }

  public static Object isAlphanumeric(Object c) {
    return Character.isLetterOrDigit(Arguments.codePoint(c, "Char::is_alphanumeric"));
  }

  public static Object upper(Object c) {
    return Char.of(Character.toUpperCase(Arguments.codePoint(c, "Char::upper")));
  }

  public static Object lower(Object c) {
    return Char.of(Character.toLowerCase(Arguments.codePoint(c, "Char::lower")));
  }

  public static Object digit(Object c) {
    int value = Character.digit(Arguments.codePoint(c, "Char::digit"), 10);
    return value < 0 ? Opts.NONE : Opts.ok((long) value);
  }
}
