package yona.library.http;

import yona.data.Symbol;
import yona.library.argument.Arguments;

/** The fields of forms and queries as programs give them. */
final class FormFields {

  private FormFields() {}

  /** A name: a String or a Symbol. */
  static String name(Object name, String where) {
    return name instanceof Symbol symbol ? symbol.name() : Arguments.text(name, where + ", a name");
  }

  /** The text of a value: a String, number, Boolean or Symbol. */
  static String value(String name, Object value, String where) {
    return switch (value) {
      case Long number -> number.toString();
      case Boolean truth -> truth.toString();
      case Symbol symbol -> symbol.name();
      case Number number -> number.toString();
      default -> Arguments.text(value, where + ", the value of " + name);
    };
  }
}
