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

  public static Object toSeq(Object tuple, String where) {
    return Seq.of(Arguments.tuple(tuple, where).toArray());
  }

  public static Object fromSeq(Object seq, String where) {
    return SeqFunctions.tuple(Arguments.seq(seq, where), where);
  }

  public static Object len(Object tuple, String where) {
    return (long) Arguments.tuple(tuple, where).length();
  }

  public static Object lookup(Object index, Object tuple, String where) {
    Tuple t = Arguments.tuple(tuple, where);
    return element(t, Arguments.integer(index, where), where);
  }

  private static Object element(Tuple tuple, long index, String where) {
    if (index < 0 || index >= tuple.length()) {
      throw Failure.index(where, index, tuple.length());
    }
    return tuple.get((int) index);
  }

  public static Object first(Object tuple, String where) {
    return element(Arguments.tuple(tuple, where), 0, where);
  }

  public static Object second(Object tuple, String where) {
    return element(Arguments.tuple(tuple, where), 1, where);
  }

  public static Object third(Object tuple, String where) {
    return element(Arguments.tuple(tuple, where), 2, where);
  }

  public static Object swap(Object pair, String where) {
    Tuple tuple = Arguments.pair(Arguments.tuple(pair, where), where);
    return Tuple.of(tuple.get(1), tuple.get(0));
  }

  public static Object map(@Applied Object f, Object tuple, String where) {
    Function function = Arguments.function(f, where);
    Seq elements = Seq.of(Arguments.tuple(tuple, where).toArray());
    return Tuple.of(SeqTransforms.mapped(function, elements).toArray());
  }
}
