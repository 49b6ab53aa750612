package yona.language.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Record;
import yona.data.RecordType;
import yona.data.Symbol;
import yona.data.Tuple;

/** The types of records, as compiled programs ask for them. */
public final class Records {
  private Records() {}

  /** The record type of a name and fields. */
  public static RecordType type(String name, String... fields) {
    return RecordType.of(Symbol.of(name), List.of(fields));
  }

  /**
   * The type that a value has to patterns (language.md 7.8): that of a record, and of a plain tuple
   * the one among those in the patterns that its symbol names and whose fields it can hold.
   *
   * @param types those in the patterns
   * @return the type; null if it is no record, nor the tuple of one
   */
  public static @Nullable RecordType typeOf(Object value, RecordType[] types) {
    return value instanceof Record record
        ? record.type()
        : value instanceof Tuple tuple ? typeOf(tuple, types) : null;
  }

  /** The type of a plain tuple among some; null if it is of none. */
  static @Nullable RecordType typeOf(Tuple tuple, RecordType[] types) {
    if (tuple.get(0) instanceof Symbol symbol) {
      for (RecordType type : types) {
        if (type.name().equals(symbol) && type.fields().size() == tuple.length() - 1) {
          return type;
        }
      }
    }
    return null;
  }

  /** A number that the same type has in every process, 0 for none. */
  public static int hash(@Nullable Object type) {
    return type instanceof RecordType record ? record.hashCode() : 0;
  }
}
