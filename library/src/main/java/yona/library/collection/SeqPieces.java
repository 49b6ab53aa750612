package yona.library.collection;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import yona.data.Equality;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Applications;
import yona.library.argument.Arguments;

/** The Java half of module Seq: what cuts a Seq into pieces, which share its memory. */
public final class SeqPieces {
  private SeqPieces() {}

  public static Object chunk(Object n, Object seq, String where) {
    long size = Arguments.positive(n, where);
    Seq s = Arguments.seq(seq, where);
    SeqBuilder result = Seq.builder();
    long length = s.length();
    for (long from = 0; from < length; ) {
      long to = size < length - from ? from + size : length;
      result.add(s.slice(from, to));
      from = to;
    }
    return result.build();
  }

  public static Object window(Object n, Object seq, String where) {
    return windows(Arguments.positive(n, where), 1, Arguments.seq(seq, where));
  }

  public static Object windowStep(Object n, Object step, Object seq, String where) {
    long size = Arguments.positive(n, where);
    return windows(size, Arguments.positive(step, where), Arguments.seq(seq, where));
  }

  private static Seq windows(long size, long step, Seq s) {
    SeqBuilder result = Seq.builder();
    long last = s.length() - size;
    for (long from = 0; from <= last; from += step) {
      result.add(s.slice(from, from + size));
      if (step > last - from) {
        break;
      }
    }
    return result.build();
  }

  public static Object chunkBy(@Applied Object f, Object seq, String where) {
    Function function = Arguments.function(f, 1, where);
    Seq elements = Arguments.seq(seq, where);
    Iterator<Object> keys = Applications.of(function, elements);
    SeqBuilder result = Seq.builder();
    @Nullable Object previous = null;
    long start = 0;
    for (long i = 0; keys.hasNext(); i++) {
      Object key = keys.next();
      if (previous != null && !Equality.equal(previous, key)) {
        result.add(elements.slice(start, i));
        start = i;
      }
      previous = key;
    }
    if (previous != null) {
      result.add(elements.drop(start));
    }
    return result.build();
  }

  public static Object chunkWhile(@Applied Object together, Object seq, String where) {
    Function test = Arguments.function(together, where);
    Seq elements = Arguments.seq(seq, where);
    SeqBuilder result = Seq.builder();
    @Nullable Object previous = null;
    long start = 0;
    long i = 0;
    for (Object element : elements) {
      if (previous != null && !Arguments.truth(test.apply(previous, element), where)) {
        result.add(elements.slice(start, i));
        start = i;
      }
      previous = element;
      i++;
    }
    if (previous != null) {
      result.add(elements.drop(start));
    }
    return result.build();
  }
}
