package yona.library.csv;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import yona.data.Dict;
import yona.data.DictShape;
import yona.data.Seq;
import yona.data.Symbol;
import yona.library.argument.Failure;

/** The names of the columns, under which the fields of a row are in an ordered Dict. */
final class CsvColumns {
  private final Object[] names;
  private final DictShape shape;

  CsvColumns(Object[] names) {
    this.names = names;
    this.shape = DictShape.ordered(names);
  }

  /** The names that a program gives. */
  static Object[] names(Seq seq, String where) {
    Object[] names = new Object[Math.toIntExact(seq.length())];
    Set<Object> different = new HashSet<>();
    int count = 0;
    for (Object name : seq) {
      if (!(name instanceof Symbol || (name instanceof Seq text && text.isText()))) {
        throw Failure.type(where, "Strings or Symbols as names of columns", name);
      }
      if (!different.add(name)) {
        throw Failure.badarg(where, "two columns have the name " + Failure.shown(name));
      }
      names[count++] = name;
    }
    if (count == 0) {
      throw Failure.badarg(where, "there are no names of columns");
    }
    return names;
  }

  int count() {
    return names.length;
  }

  Object name(int column) {
    return names[column];
  }

  /** The row of some values; without the columns at its end that it has none of. */
  Dict row(Object[] values, int count) {
    return count == names.length
        ? shape.dict(values, 0)
        : Dict.ordered(Arrays.copyOf(names, count), values, 0);
  }
}
