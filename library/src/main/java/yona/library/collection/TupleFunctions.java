package yona.library.collection;

import yona.data.Seq;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module Tuple. */
public final class TupleFunctions {
  private TupleFunctions() {}

  public static Object toSeq(Object tuple) {
    return Seq.of(Arguments.tuple(tuple, "Tuple::to_seq").toArray());
  }

  public static Object fromSeq(Object seq) {
    return SeqFunctions.tuple(Arguments.seq(seq, "Tuple::from_seq"), "Tuple::from_seq");
  }

  public static Object len(Object tuple) {
    return (long) Arguments.tuple(tuple, "Tuple::len").length();
  }

  public static Object lookup(Object index, Object tuple) {
    Tuple t = Arguments.tuple(tuple, "Tuple::lookup");
    return element(t, Arguments.integer(index, "Tuple::lookup"), "Tuple::lookup");
  }

  private static Object element(Tuple tuple, long index, String where) {
    if (index < 0 || index >= tuple.length()) {
      throw Failure.index(where, index, tuple.length());
    }
    return tuple.get((int) index);
  }

  public static Object first(Object tuple) {
    return element(Arguments.tuple(tuple, "Tuple::first"), 0, "Tuple::first");
  }

  public static Object second(Object tuple) {
    return element(Arguments.tuple(tuple, "Tuple::second"), 1, "Tuple::second");
  }

  public static Object third(Object tuple) {
    return element(Arguments.tuple(tuple, "Tuple::third"), 2, "Tuple::third");
  }

  public static Object swap(Object pair) {
    Tuple tuple = Arguments.pair(Arguments.tuple(pair, "Tuple::swap"), "Tuple::swap");
    return Tuple.of(tuple.get(1), tuple.get(0));
  }

  public static Object map(@Applied Object f, Object tuple) {
    Function function = Arguments.function(f, "Tuple::map");
    Seq elements = Seq.of(Arguments.tuple(tuple, "Tuple::map").toArray());
    return Tuple.of(SeqTransforms.mapped(function, elements).toArray());
  }
}
