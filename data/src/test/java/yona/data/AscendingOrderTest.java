package yona.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** The order of many values at once is the order that comparing them gives. */
class AscendingOrderTest {
  private static final int RUNS = 2_000;

  /**
   * Few values and many, texts or not, of one length and another, that begin alike or differ in
   * their first, second or ninth byte, of one to four bytes a character, parts of longer texts,
   * equal ones among them.
   */
  @Test
  void manyValuesAreOrderedAsComparedOnes() {
    Property.check(
        RUNS,
        choices -> {
          String beginning =
              choices.oneOf("", "a", "name\u0000", "étoile ", "語", "key of a table ");
          int letters = choices.oneOf(2, 30);
          int kinds = choices.oneOf(1, 3, 5);
          List<Object> values = new ArrayList<>();
          for (int n = choices.oneOf(3, 12, 70, 400); n > 0; n--) {
            values.add(value(choices, beginning, letters, choices.below(kinds)));
          }
          int[] expected =
              IntStream.range(0, values.size())
                  .boxed()
                  .sorted((a, b) -> TotalOrder.compare(values.get(a), values.get(b)))
                  .mapToInt(Integer::intValue)
                  .toArray();
          choices.note(values.toString());
          assertThat(TotalOrder.ascending(values.toArray())).isEqualTo(expected);
        });
  }

  private static Object value(Choices choices, String beginning, int letters, int kind) {
    StringBuilder end = new StringBuilder();
    for (int n = choices.oneOf(1, 2, 9, 12, 0); n > 0; n--) {
      end.append((char) (choices.oneOf('a', '\u0000', '\u00e0') + choices.below(letters)));
    }
    return switch (kind) {
      case 0 -> Seq.text(beginning + end);
      case 1 ->
          Seq.text("(" + beginning + end + ")").slice(1, 1 + beginning.length() + end.length());
      case 2 -> Seq.text(end).prepend(Char.of('a'));
      case 3 -> Seq.text(beginning + end + Character.toString(0x1f600 + choices.below(3)));
      default -> choices.yes() ? Seq.text(end + "語") : (Object) (long) choices.below(9);
    };
  }
}
