package yona.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.data.Record;
import yona.data.RecordType;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.language.runtime.FieldSite;
import yona.language.runtime.YonaError;
import yona.property.Choices;
import yona.property.Property;

/** A place that reads or changes fields goes by the type of each value, whatever it met before. */
class FieldSiteTest {
  private static final int RUNS = 2_000;
  private static final int VALUES = 12;
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f");

  @Test
  void aPlaceGoesByTheTypeOfEachValue() {
    Property.check(
        RUNS,
        choices -> {
          String[] fields = distinct(choices, 1 + choices.below(3)).toArray(String[]::new);
          RecordType known = type(choices);
          FieldSite site = FieldSite.of(fields, new RecordType[] {known});
          boolean guesses = known.fields().containsAll(List.of(fields));
          for (int i = 0; i < VALUES; i++) {
            RecordType type = choices.below(3) == 0 ? known : type(choices);
            Object[] values = new Object[type.fields().size()];
            for (int k = 0; k < values.length; k++) {
              values[k] = (long) choices.below(100);
            }
            Record record = type.record(values);
            boolean plain = choices.below(4) == 0;
            Object value = plain ? Tuple.of(record.toArray()) : record;
            List<Object> expected = expected(record, plain ? known : type, fields);
            if (expected == null) {
              assertThatThrownBy(() -> read(value, known, guesses, fields, site))
                  .isInstanceOf(YonaError.class);
              assertThatThrownBy(() -> update(value, known, guesses, fields, site))
                  .isInstanceOf(YonaError.class);
            } else {
              assertThat(read(value, known, guesses, fields, site)).isEqualTo(expected.getFirst());
              Record updated = (Record) update(value, known, guesses, fields, site);
              assertThat(updated.type()).isSameAs(plain ? known : type);
              assertThat(updated).isEqualTo(changed(updated.type(), values, fields));
            }
          }
        });
  }

  private static Object read(
      Object value, RecordType known, boolean guesses, String[] fields, FieldSite site) {
    return guesses
        ? FieldSite.get(value, known, known.indexOf(fields[0]) + 1, site)
        : FieldSite.get(value, site);
  }

  private static Object update(
      Object value, RecordType known, boolean guesses, String[] fields, FieldSite site) {
    Object[] values = new Object[fields.length];
    int places = 0;
    for (int i = 0; i < values.length; i++) {
      values[i] = -1L - i;
      places |= (known.indexOf(fields[i]) + 1) << (i * Byte.SIZE);
    }
    return guesses
        ? FieldSite.update(
            value,
            values[0],
            values.length > 1 ? values[1] : null,
            values.length > 2 ? values[2] : null,
            known,
            places,
            site)
        : FieldSite.update(value, values, site);
  }

  /** The values of the fields, looked up one by one; null if there is one that the type has not. */
  private static @Nullable List<Object> expected(Record record, RecordType type, String[] fields) {
    if (type.fields().size() != record.length() - 1) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (String field : fields) {
      int index = type.fields().indexOf(field);
      if (index < 0) {
        return null;
      }
      values.add(record.get(index + 1));
    }
    return values;
  }

  private static Record changed(RecordType type, Object[] before, String[] fields) {
    Object[] after = before.clone();
    for (int i = 0; i < fields.length; i++) {
      after[type.fields().indexOf(fields[i])] = -1L - i;
    }
    return type.record(after);
  }

  private static RecordType type(Choices choices) {
    return RecordType.of(Symbol.of("T"), distinct(choices, 1 + choices.below(NAMES.size())));
  }

  private static List<String> distinct(Choices choices, int count) {
    List<String> left = new ArrayList<>(NAMES);
    List<String> taken = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      taken.add(left.remove(choices.below(left.size())));
    }
    return taken;
  }
}
