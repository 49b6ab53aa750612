package yona.library.text;

import yona.data.Char;
import yona.library.argument.Arguments;
import yona.library.argument.Opts;

/** The Java half of module Char. */
public final class CharFunctions {
  private CharFunctions() {}

  public static Object isDigit(Object c, String where) {
    return Character.isDigit(Arguments.codePoint(c, where));
  }

  public static Object isLetter(Object c, String where) {
    return Character.isLetter(Arguments.codePoint(c, where));
  }

  public static Object isUpper(Object c, String where) {
    return Character.isUpperCase(Arguments.codePoint(c, where));
  }

  public static Object isLower(Object c, String where) {
    return Character.isLowerCase(Arguments.codePoint(c, where));
  }

  public static Object isSpace(Object c, String where) {
    return TextFunctions.isSpace(Arguments.codePoint(c, where));
  }

  public static Object isAlphanumeric(Object c, String where) {
    return Character.isLetterOrDigit(Arguments.codePoint(c, where));
  }

  public static Object upper(Object c, String where) {
    return Char.of(Character.toUpperCase(Arguments.codePoint(c, where)));
  }

  public static Object lower(Object c, String where) {
    return Char.of(Character.toLowerCase(Arguments.codePoint(c, where)));
  }

  public static Object digit(Object c, String where) {
    int value = Character.digit(Arguments.codePoint(c, where), 10);
    return value < 0 ? Opts.NONE : Opts.ok((long) value);
  }
}
