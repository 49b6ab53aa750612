package yona.library;

import java.util.ArrayList;
import java.util.List;
import yona.property.Choices;

/** Random values that the properties of the library start from. */
public final class Given {

  private Given() {}

  /** Up to {@code most} Ints below {@code bound}. */
  public static List<Object> ints(Choices choices, int most, int bound) {
    List<Object> list = new ArrayList<>();
    for (int n = choices.below(most + 1); n > 0; n--) {
      list.add((long) choices.below(bound));
    }
    return list;
  }

  /** A text of up to {@code most} characters, of one to four bytes in UTF-8. */
  public static String text(Choices choices, int most) {
    StringBuilder text = new StringBuilder();
    for (int n = choices.below(most + 1); n > 0; n--) {
      text.append(choices.oneOf("a", "b", " ", "\n", "\r", "é", "\u3000", "語", "😀"));
    }
    return text.toString();
  }
}
