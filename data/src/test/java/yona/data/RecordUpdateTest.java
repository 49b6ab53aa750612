package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** An updated record is the one that has been made of the new values. */
class RecordUpdateTest {
  private static final int RUNS = 3_000;
  private static final int MOST_FIELDS = 10;

  @Test
  void anUpdatedRecordIsTheOneMadeOfTheNewValues() {
    Property.check(
        RUNS,
        choices -> {
          int fields = 1 + choices.below(MOST_FIELDS);
          List<String> names = new ArrayList<>();
          Object[] before = new Object[fields];
          for (int i = 0; i < fields; i++) {
            names.add("f" + i);
            before[i] = value(choices);
          }
          int count = 1 + choices.below(3);
          int[] places = new int[count];
          Object[] values = new Object[3];
          int packed = 0;
          Object[] after = before.clone();
          for (int i = 0; i < count; i++) {
            places[i] = 1 + choices.below(fields);
            values[i] = value(choices);
            packed |= places[i] << (i * Byte.SIZE);
            after[places[i] - 1] = values[i];
          }
          RecordType type = RecordType.of(Symbol.of("R"), names);
          Record record = type.record(before);
          Record updated = record.with(packed, values[0], values[1], values[2]);
          assertSame(updated, type.record(after));
          assertSame(record.with(places, values), updated);
          assertSame(record, type.record(before));
        });
  }

  private static void assertSame(Record record, Record expected) {
    assertThat(record.type()).isEqualTo(expected.type());
    // Element by element: -0.0 is equal to 0.0, and NaN is not to itself.
    assertThat(record.toArray()).containsExactly(expected.toArray());
    for (int place = 1; place < expected.length(); place++) {
      assertThat(record.field(place)).isSameAs(expected.get(place));
    }
  }

  private static Object value(Choices choices) {
    return choices.oneOf(1L, 2.5, Double.NaN, -0.0, 0.0, Unit.UNIT, Seq.text("a"), Symbol.of("b"));
  }
}
