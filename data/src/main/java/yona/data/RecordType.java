package yona.data;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The type of a record: its symbol and the names of its fields. Element i + 1 of the record's tuple
 * is the field i.
 *
 * <p>Types are interned, so two of them are the same object exactly when they have the same name
 * and the same fields in the same order, whoever declared them. The table holds them weakly, as
 * {@link Symbol} does. Safe for use by many threads.
 */
public final class RecordType {
  private static final ConcurrentHashMap<Key, Entry> TABLE = new ConcurrentHashMap<>();
  private static final ReferenceQueue<RecordType> CLEARED = new ReferenceQueue<>();

  private final Symbol name;
  private final List<String> fields;
  private final int hash;

  private RecordType(Key key) {
    this.name = key.name;
    this.fields = key.fields;
    this.hash = key.hash;
  }

  /**
   * The record type of a name and fields.
   *
   * @param name the symbol that stands first in each record's tuple
   * @param fields the names of the fields, without repetition
   * @return the only type of that name and those fields
   */
  public static RecordType of(Symbol name, List<String> fields) {
    for (Entry dead; (dead = (Entry) CLEARED.poll()) != null; ) {
      TABLE.remove(dead.key, dead);
    }
    Key key = new Key(name, List.copyOf(fields));
    RecordType fresh = new RecordType(key);
    Entry mine = new Entry(key, fresh);
    while (true) {
      Entry entry = TABLE.putIfAbsent(key, mine);
      if (entry == null) {
        return fresh;
      }
      RecordType known = entry.get();
      if (known != null) {
        return known;
      }
      if (TABLE.replace(key, entry, mine)) {
        return fresh;
      }
    }
  }

  /** The symbol that stands first in each record's tuple. */
  public Symbol name() {
    return name;
  }

  /** The names of the fields, in order. */
  public List<String> fields() {
    return fields;
  }

  /**
   * A record of this type.
   *
   * @param values the values of all fields, in order; copied
   * @return the record
   * @throws IllegalArgumentException if the number of values is not that of the fields
   */
  public Record record(Object... values) {
    if (values.length != fields.size()) {
      throw new IllegalArgumentException(
          values.length + " values for " + fields.size() + " fields of " + name);
    }
    return new Record(this, values);
  }

  /**
   * The place of a field.
   *
   * @param field its name
   * @return its index in {@link #fields}, -1 if there is none of that name
   */
  public int indexOf(String field) {
    return fields.indexOf(field);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  /** The same in every process: it comes from the names alone. */
  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return name.name() + fields;
  }

  private static final class Key {
    final Symbol name;
    final List<String> fields;
    final int hash;

    Key(Symbol name, List<String> fields) {
      this.name = name;
      this.fields = fields;
      this.hash = name.name().hashCode() * 31 + fields.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && key.name.equals(name) && key.fields.equals(fields);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private static final class Entry extends WeakReference<RecordType> {
    final Key key;

    Entry(Key key, RecordType type) {
      super(type, CLEARED);
      this.key = key;
    }
  }
}
