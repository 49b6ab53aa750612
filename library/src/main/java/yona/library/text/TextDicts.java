package yona.library.text;

import java.util.ArrayList;
import java.util.List;
import yona.data.Dict;
import yona.data.TotalOrder;
import yona.data.Tuple;

/** Dicts that stand for what has names in a text: objects, tables, attributes. */
public final class TextDicts {
  private TextDicts() {}

  /** A builder of one that is read: it keeps the order of the text. */
  public static Dict.Builder builder() {
    return Dict.orderedBuilder();
  }

  /** The entries of one in the order in which they are written: its own, else by ascending key. */
  public static List<Tuple> entries(Dict dict) {
    List<Tuple> entries = new ArrayList<>(dict.size());
    dict.forEach((key, value) -> entries.add(Tuple.of(key, value)));
    if (!dict.isOrdered()) {
      entries.sort((a, b) -> TotalOrder.compare(a.get(0), b.get(0)));
    }
    return entries;
  }
}
