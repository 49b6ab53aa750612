package yona.library.collection;

import java.util.Iterator;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.TotalOrder;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;

/** The Java half of module Seq: questions about the elements. */
public final class SeqSearch {
  private static final Symbol FOUND = Symbol.of("found");
  private static final Symbol ABSENT = Symbol.of("absent");

  private SeqSearch() {}

  public static Object find(@Applied Object predicate, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    return find(predicate, s, where);
  }

  /** The first of some elements that satisfies a predicate. */
  static Object find(Object predicate, Iterable<?> elements, String where) {
    Function test = Arguments.function(predicate, where);
    for (Object element : elements) {
      if (Arguments.truth(test.apply(element), where)) {
        return Opts.ok(element);
      }
    }
    return Opts.NONE;
  }

  /** Whether some element gives {@code verdict}; stops at the first. */
  static boolean exists(Object predicate, Iterable<?> elements, boolean verdict, String where) {
    Function test = Arguments.function(predicate, where);
    for (Object element : elements) {
      if (Arguments.truth(test.apply(element), where) == verdict) {
        return true;
      }
    }
    return false;
  }

  /** How many elements satisfy a predicate. */
  static long count(Object predicate, Iterable<?> elements, String where) {
    Function test = Arguments.function(predicate, where);
    long count = 0;
    for (Object element : elements) {
      if (Arguments.truth(test.apply(element), where)) {
        count++;
      }
    }
    return count;
  }

  public static Object findValue(@Applied Object f, Object seq, String where) {
    Function function = Arguments.function(f, where);
    for (Object element : Arguments.seq(seq, where)) {
      Object opt = function.apply(element);
      if (Opts.value(opt, where) != null) {
        return opt;
      }
    }
    return Opts.NONE;
  }

  public static Object findIndex(@Applied Object predicate, Object seq, String where) {
    Function test = Arguments.function(predicate, where);
    long i = prefix(test, Arguments.seq(seq, where), false, where);
    return i == ((Seq) seq).length() ? Opts.NONE : Opts.ok(i);
  }

  /** The length of the longest prefix whose elements all give {@code verdict}. */
  private static long prefix(Function test, Seq seq, boolean verdict, String where) {
    long i = 0;
    for (Object element : seq) {
      if (Arguments.truth(test.apply(element), where) != verdict) {
        return i;
      }
      i++;
    }
    return i;
  }

  public static Object takeWhile(@Applied Object predicate, Object seq, String where) {
    Function test = Arguments.function(predicate, where);
    Seq s = Arguments.seq(seq, where);
    return s.take(prefix(test, s, true, where));
  }

  public static Object dropWhile(@Applied Object predicate, Object seq, String where) {
    Function test = Arguments.function(predicate, where);
    Seq s = Arguments.seq(seq, where);
    return s.drop(prefix(test, s, true, where));
  }

  public static Object span(@Applied Object predicate, Object seq, String where) {
    Function test = Arguments.function(predicate, where);
    Seq s = Arguments.seq(seq, where);
    long i = prefix(test, s, true, where);
    return Tuple.of(s.take(i), s.drop(i));
  }

  /** A Seq in which a value is looked for; a text holds Chars, so no text is looked for in it. */
  private static Seq seqOf(Object value, Object seq, String where, String ofTexts) {
    Seq s = Arguments.seq(seq, where);
    if (value instanceof Seq part && !s.isEmpty() && part.isText() && s.isText()) {
      throw Failure.type(
          where,
          "a Char before a string",
          value,
          ofTexts + " part text looks for a text in a text");
    }
    return s;
  }

  public static Object indexOf(Object value, Object seq, String where) {
    long i = seqOf(value, seq, where, "String::index_of").indexOf(value);
    return i < 0 ? Opts.NONE : Opts.ok(i);
  }

  public static Object contains(Object value, Object seq, String where) {
    return seqOf(value, seq, where, "String::contains").indexOf(value) >= 0;
  }

  public static Object startsWith(Object part, Object seq, String where) {
    Seq p = Arguments.seq(part, where);
    Seq s = Arguments.seq(seq, where);
    return s.startsWith(p);
  }

  public static Object endsWith(Object part, Object seq, String where) {
    Seq p = Arguments.seq(part, where);
    Seq s = Arguments.seq(seq, where);
    return s.endsWith(p);
  }

  public static Object any(@Applied Object predicate, Object seq, String where) {
    return exists(predicate, Arguments.seq(seq, where), true, where);
  }

  public static Object all(@Applied Object predicate, Object seq, String where) {
    return !exists(predicate, Arguments.seq(seq, where), false, where);
  }

  public static Object none(@Applied Object predicate, Object seq, String where) {
    return !exists(predicate, Arguments.seq(seq, where), true, where);
  }

  public static Object count(@Applied Object predicate, Object seq, String where) {
    return count(predicate, Arguments.seq(seq, where), where);
  }

  public static Object isSorted(Object seq, String where) {
    Iterator<Object> elements = Arguments.seq(seq, where).iterator();
    if (!elements.hasNext()) {
      return true;
    }
    Object previous = elements.next();
    while (elements.hasNext()) {
      Object next = elements.next();
      if (TotalOrder.compare(previous, next) > 0) {
        return false;
      }
      previous = next;
    }
    return true;
  }

  /** The first place where the value stands, or where it would stand, in a sorted Seq. */
  public static Object binarySearch(Object value, Object seq, String where) {
    Seq s = seqOf(value, seq, where, "String::index_of");
    long place = before(value, s, -1);
    boolean found = place < s.length() && TotalOrder.compare(s.get(place), value) == 0;
    return Tuple.of(found ? FOUND : ABSENT, place);
  }

  /** Behind those that equal the value, so that equal ones stay in the order of their coming. */
  public static Object insertSorted(Object value, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    return s.insert(before(value, s, 0), value);
  }

  /**
   * How many elements of a sorted Seq stand before a value.
   *
   * @param most how the last of them compares to it at most: -1 if it is less, 0 if it may be equal
   */
  private static long before(Object value, Seq s, int most) {
    long low = 0;
    long high = s.length();
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (TotalOrder.compare(s.get(middle), value) <= most) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
