package yona.library.sql;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import yona.data.Seq;
import yona.data.Symbol;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.json.JsonFunctions;
import yona.sql.Interval;
import yona.sql.Json;
import yona.sql.Sql;
import yona.sql.UntypedText;

/** The Java half of module {@code sql\Sql}: parts of statements, and what parameters need. */
public final class SqlFunctions {

  /** The database's names of types: words, a length behind them, and more than one for arrays. */
  private static final Pattern TYPE = Pattern.compile("\\w[\\w .]{0,100}(\\(\\d+(, *\\d+)?\\))?");

  private SqlFunctions() {}

  // ---- fragments -------------------------------------------------------------------------------

  public static Object fragment(Object text, Object parameters, String where) {
    Seq values = Arguments.seq(parameters, where);
    return new Fragment(ParameterValues.with(Arguments.text(text, where), values, where), values);
  }

  public static Object oneOf(Object expression, Object values, String where) {
    String text = Arguments.text(expression, where);
    Seq all = values instanceof yona.data.Set set ? set.toSeq() : Arguments.seq(values, where);
    return SqlErrors.checked(
        where, () -> new Fragment(Sql.in(text, ParameterValues.list(all, where)), all));
  }

  public static Object join(Object separator, Object fragments, String where) {
    return joined("", Arguments.text(separator, where), "", fragments, where);
  }

  public static Object all(Object conditions, String where) {
    return joinedConditions(" and ", "1 = 1", conditions, where);
  }

  public static Object any(Object conditions, String where) {
    return joinedConditions(" or ", "1 = 0", conditions, where);
  }

  private static Fragment joinedConditions(
      String word, String ofNone, Object conditions, String where) {
    return Arguments.seq(conditions, where).length() == 0
        ? new Fragment(Sql.of(ofNone), Seq.EMPTY)
        : joined("(", ")" + word + "(", ")", conditions, where);
  }

  private static Fragment joined(
      String before, String between, String behind, Object fragments, String where) {
    List<Sql> parts = new ArrayList<>();
    List<Seq> values = new ArrayList<>();
    for (Object each : Arguments.seq(fragments, where)) {
      Fragment fragment = Fragment.of(each, where);
      parts.add(fragment.sql());
      values.add(fragment.values());
    }
    return SqlErrors.checked(
        where,
        () ->
            new Fragment(
                Sql.of(before).append(Sql.join(between, parts)).append(behind),
                Seq.concat(values)));
  }

  public static Object text(Object fragment, String where) {
    return Seq.text(Fragment.of(fragment, where).sql().text());
  }

  public static Object parameters(Object fragment, String where) {
    return Fragment.of(fragment, where).values();
  }

  // ---- parameters ------------------------------------------------------------------------------

  public static Object array(Object type, Object elements, String where) {
    String name = Arguments.text(type, where);
    if (!TYPE.matcher(name).matches()) {
      throw Failure.badarg(where, Failure.shown(type) + " is no name of a type");
    }
    return new TypedParameter(
        "an array",
        Sql.array(name, ParameterValues.elements(Arguments.seq(elements, where), where)));
  }

  public static Object json(Object value, String where) {
    Object text = JsonFunctions.generate(value, where);
    return new TypedParameter("a document", new Json(Arguments.text(text, where)));
  }

  public static Object typed(Object kind, Object text, String where) {
    Symbol symbol = Arguments.symbol(kind, where);
    String given = Arguments.text(text, where);
    try {
      return switch (symbol.name()) {
        case "date" -> new TypedParameter("a date", date(given));
        case "time" -> new TypedParameter("a time", time(given));
        case "timestamp" -> new TypedParameter("a timestamp", timestamp(given));
        case "timestamptz" -> new TypedParameter("a timestamp", instant(given));
        case "interval" -> new TypedParameter("an interval", Interval.parse(given));
        case "numeric" -> new TypedParameter("a number", new BigDecimal(given));
        case "text" -> new TypedParameter("a text", given);
        case "uuid" -> new TypedParameter("a uuid", UUID.fromString(given));
        default ->
            throw Failure.badarg(
                where,
                "the kind is :date, :interval, :numeric, :text, :time, :timestamp, :timestamptz or"
                    + " :uuid, not "
                    + Failure.shown(kind));
      };
    } catch (DateTimeException | IllegalArgumentException wrong) {
      throw Failure.badarg(where, Failure.shown(text) + " is no " + Failure.shown(kind));
    }
  }

  /** Java has no 24:00, as PostgreSQL has. */
  private static Object time(String text) {
    return text.equals("24:00") ? new UntypedText(text) : LocalTime.parse(text);
  }

  // The ends of these types stand for infinity, as PostgreSQL's driver has it.

  private static LocalDate date(String text) {
    return switch (text) {
      case "infinity" -> LocalDate.MAX;
      case "-infinity" -> LocalDate.MIN;
      default -> LocalDate.parse(text);
    };
  }

  private static LocalDateTime timestamp(String text) {
    return switch (text) {
      case "infinity" -> LocalDateTime.MAX;
      case "-infinity" -> LocalDateTime.MIN;
      default -> LocalDateTime.parse(text);
    };
  }

  private static OffsetDateTime instant(String text) {
    return switch (text) {
      case "infinity" -> OffsetDateTime.MAX;
      case "-infinity" -> OffsetDateTime.MIN;
      default -> OffsetDateTime.parse(text);
    };
  }
}
