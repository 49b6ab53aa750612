package yona.library.sql;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Unit;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.sql.Sql;
import yona.sql.UntypedText;

/** Statements and their parameters, made of Yona's values. */
final class ParameterValues {

  private ParameterValues() {}

  /** A statement: a text with its parameters, or a fragment, which has its own. */
  static Sql statement(Object sql, Object parameters, String where) {
    Seq values = Arguments.seq(parameters, where);
    if (!(sql instanceof Fragment fragment)) {
      return with(Arguments.text(sql, where), values, where);
    }
    if (values.length() > 0) {
      throw Failure.badarg(where, "a fragment has its parameters in it: [] stands behind it");
    }
    return fragment.sql();
  }

  /** A text with its parameters. */
  static Sql with(String text, Seq values, String where) {
    List<@Nullable Object> parameters = list(values, where);
    try {
      return Sql.with(text, parameters);
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, String.valueOf(wrong.getMessage()));
    }
  }

  /** The parameters of a Seq of values. */
  static List<@Nullable Object> list(Seq values, String where) {
    List<@Nullable Object> parameters = new ArrayList<>();
    int at = 0;
    for (Object value : values) {
      at++;
      parameters.add(of(value, where + ", parameter " + at));
    }
    return parameters;
  }

  /** The elements of an array, which may be arrays themselves. */
  static List<@Nullable Object> elements(Seq values, String where) {
    List<@Nullable Object> elements = new ArrayList<>();
    int at = 0;
    for (Object value : values) {
      at++;
      String here = where + ", element " + at;
      elements.add(
          value instanceof Seq inner && !inner.isText() && !inner.isBytes()
              ? elements(inner, here)
              : of(value, here));
    }
    return elements;
  }

  private static @Nullable Object of(Object value, String where) {
    return switch (value) {
      case Unit _ -> null;
      case Long _, Double _, Boolean _, BigInteger _ -> value;
      case Byte number -> (long) (number & 0xff);
      case Seq text when text.isText() -> new UntypedText(text.asString());
      case Seq bytes when bytes.isBytes() -> bytes.toByteArray();
      case Symbol symbol -> new UntypedText(symbol.name());
      case Char character -> new UntypedText(Character.toString(character.codePoint()));
      case TypedParameter typed -> typed.parameter();
      default ->
          throw Failure.type(
              where,
              "a value that a database has",
              value,
              "sql\\Sql::array makes an array, sql\\Sql::json a document, sql\\Sql::one_of asks for"
                  + " one of several");
    };
  }
}
