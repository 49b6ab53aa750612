package yona.library.http;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** Reads schemas as programs write them. */
final class SchemaReader {

  private SchemaReader() {}

  /** The schema that a value of the language describes; {@code :badarg} if it describes none. */
  static Schema of(Object value, String where) {
    return switch (value) {
      case Symbol kind -> kind(Tuple.of(kind), where);
      case Tuple tuple when tuple.length() > 0 && tuple.get(0) instanceof Symbol ->
          kind(tuple, where);
      case Seq seq when !seq.isText() && seq.length() == 1 ->
          new Schema.ListOf(of(seq.get(0), where));
      case Dict dict -> fields(dict, where);
      default -> throw none(value, where);
    };
  }

  private static Schema.Fields fields(Dict dict, String where) {
    List<Schema.Field> all = new ArrayList<>();
    for (Tuple each : dict) {
      Symbol key = Arguments.symbol(each.get(0), where + ", the name of a field");
      all.add(new Schema.Field(key, of(each.get(1), where + ", :" + key.name())));
    }
    all.sort(Comparator.comparing(field -> field.key().name()));
    return new Schema.Fields(List.copyOf(all));
  }

  private static Schema kind(Tuple tuple, String where) {
    String kind = ((Symbol) tuple.get(0)).name();
    return switch (kind + "/" + (tuple.length() - 1)) {
      case "text/0" -> new Schema.Text(0, Long.MAX_VALUE);
      case "text/2" -> {
        long least = Arguments.count(tuple.get(1), where);
        long most = Arguments.count(tuple.get(2), where);
        requireOrder(least <= most, tuple, where);
        yield new Schema.Text(least, most);
      }
      case "int/0" -> new Schema.Int(Long.MIN_VALUE, Long.MAX_VALUE);
      case "int/2" -> {
        long low = Arguments.integer(tuple.get(1), where);
        long high = Arguments.integer(tuple.get(2), where);
        requireOrder(low <= high, tuple, where);
        yield new Schema.Int(low, high);
      }
      case "float/0" -> new Schema.Decimal(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
      case "float/2" -> {
        double low = Arguments.decimal(tuple.get(1), where);
        double high = Arguments.decimal(tuple.get(2), where);
        requireOrder(low <= high, tuple, where);
        yield new Schema.Decimal(low, high);
      }
      case "bool/0" -> new Schema.Bool();
      case "one_of/1" -> oneOf(Arguments.seq(tuple.get(1), where), where);
      case "optional/1" -> new Schema.Optional(of(tuple.get(1), where), Unit.UNIT);
      case "optional/2" -> new Schema.Optional(of(tuple.get(1), where), tuple.get(2));
      case "message/2" ->
          new Schema.Told(of(tuple.get(1), where), Arguments.text(tuple.get(2), where));
      case "check/3" ->
          new Schema.Checked(
              of(tuple.get(1), where),
              Arguments.function(tuple.get(2), 1, where),
              Arguments.text(tuple.get(3), where),
              where);
      default -> throw none(tuple.length() == 1 ? tuple.get(0) : tuple, where);
    };
  }

  /** Refuses a range in which nothing is: whoever wrote it has mixed up its ends. */
  private static void requireOrder(boolean isInOrder, Tuple range, String where) {
    if (!isInOrder) {
      throw Failure.badarg(
          where,
          Failure.shown(range)
              + " takes nothing: the least, "
              + Failure.shown(range.get(1))
              + ", is above the most, "
              + Failure.shown(range.get(2)));
    }
  }

  private static Schema.OneOf oneOf(Seq values, String where) {
    List<String> texts = new ArrayList<>();
    for (Object each : values) {
      texts.add(each instanceof Symbol symbol ? symbol.name() : Arguments.text(each, where));
    }
    return new Schema.OneOf(texts, values);
  }

  private static RuntimeException none(Object value, String where) {
    return Failure.badarg(
        where,
        Failure.shown(value)
            + " is no schema; there are :text, (:text, least, most), :int, (:int, low, high),"
            + " :float, (:float, low, high), :bool, (:one_of, values), [schema], a Dict of fields,"
            + " (:optional, schema), (:optional, schema, otherwise), (:message, schema, message)"
            + " and (:check, schema, function, message)");
  }
}
