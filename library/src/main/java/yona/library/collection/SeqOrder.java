package yona.library.collection;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.PriorityQueue;
import yona.data.Char;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.TotalOrder;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Applications;
import yona.library.argument.Arguments;

/** The Java half of module Seq: sorting, least and greatest elements. */
public final class SeqOrder {
  /** Runs of up to this many elements are sorted by insertion before they are merged. */
  private static final int SHORT_RUN = 8;

  private SeqOrder() {}

  public static Object sort(Object seq, String where) {
    return sorted(Arguments.seq(seq, where));
  }

  static Seq sorted(Seq seq) {
    if (seq.isEmpty()) {
      return seq;
    }
    Object[] elements = seq.toArray();
    if (allOf(Long.class, elements)) {
      long[] numbers = new long[elements.length];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = (Long) elements[i];
      }
      return Seq.longs(LongSort.sorted(numbers));
    }
    if (allOf(Char.class, elements)) {
      Arrays.sort(
          elements,
          (a, b) -> {
            Checkpoint.pass();
            return Integer.compare(((Char) a).codePoint(), ((Char) b).codePoint());
          });
    } else {
      Arrays.sort(elements, TotalOrder::compare);
    }
    return Seq.of(elements);
  }

  private static boolean allOf(Class<?> kind, Object[] elements) {
    for (Object element : elements) {
      if (element.getClass() != kind) {
        return false;
      }
    }
    return true;
  }

  /** An element, what it is compared by, and which of the elements it is. */
  private record Keyed(Object key, Object element, int index) {}

  public static Object sortBy(@Applied Object key, Object seq, String where) {
    Function function =
        Arguments.function(
            key, 1, "a function of one parameter (Seq::sort_with takes one of two)", where);
    Seq elements = Arguments.seq(seq, where);
    Iterator<Object> keys = Applications.of(function, elements);
    Keyed[] rows = new Keyed[Math.toIntExact(elements.length())];
    int i = 0;
    for (Object element : elements) {
      rows[i] = new Keyed(keys.next(), element, i);
      i++;
    }
    Arrays.sort(rows, (a, b) -> TotalOrder.compare(a.key, b.key));
    SeqBuilder result = Seq.builder();
    for (Keyed row : rows) {
      result.add(row.element);
    }
    return result.buildPart(elements);
  }

  /**
   * A merge sort of its own: it asks only {@code less}, and one that contradicts itself does no
   * harm.
   */
  public static Object sortWith(@Applied Object less, Object seq, String where) {
    Function before = Arguments.function(less, where);
    Seq unsorted = Arguments.seq(seq, where);
    Object[] elements = unsorted.toArray();
    new MergeSort(before, where).sort(elements, elements.clone(), 0, elements.length);
    return unsorted.isEmpty() ? unsorted : Seq.of(elements);
  }

  /** A merge sort by a function that gives whether an element stands before another. */
  private record MergeSort(Function before, String where) {
    /** Sorts a stretch of {@code target}; {@code source} holds the same elements there. */
    private void sort(Object[] target, Object[] source, int from, int to) {
      if (to - from <= SHORT_RUN) {
        insertionSort(target, from, to);
        return;
      }
      int middle = (from + to) >>> 1;
      sort(source, target, from, middle);
      sort(source, target, middle, to);
      int left = from;
      int right = middle;
      for (int i = from; i < to; i++) {
        boolean takeRight = right < to && (left == middle || isLess(source[right], source[left]));
        target[i] = takeRight ? source[right++] : source[left++];
      }
    }

    private void insertionSort(Object[] elements, int from, int to) {
      for (int i = from + 1; i < to; i++) {
        Object element = elements[i];
        int place = i;
        while (place > from && isLess(element, elements[place - 1])) {
          elements[place] = elements[place - 1];
          place--;
        }
        elements[place] = element;
      }
    }

    private boolean isLess(Object a, Object b) {
      Checkpoint.pass();
      return Arguments.truth(before.apply(a, b), where);
    }
  }

  public static Object min(Object seq, String where) {
    return extreme(SeqFunctions.nonEmpty(seq, where), -1);
  }

  public static Object max(Object seq, String where) {
    return extreme(SeqFunctions.nonEmpty(seq, where), 1);
  }

  /** The first of the least (-1) or greatest (1) elements; there is at least one. */
  static Object extreme(Iterable<Object> elements, int sign) {
    Iterator<Object> rest = elements.iterator();
    Object best = rest.next();
    while (rest.hasNext()) {
      Object next = rest.next();
      if (TotalOrder.compare(next, best) * sign > 0) {
        best = next;
      }
    }
    return best;
  }

  public static Object minBy(@Applied Object key, Object seq, String where) {
    return extremeBy(key, seq, -1, where);
  }

  public static Object maxBy(@Applied Object key, Object seq, String where) {
    return extremeBy(key, seq, 1, where);
  }

  private static Object extremeBy(Object key, Object seq, int sign, String where) {
    Function function = Arguments.function(key, 1, where);
    Seq elements = SeqFunctions.nonEmpty(seq, where);
    Iterator<Object> keys = Applications.of(function, elements);
    Iterator<Object> rest = elements.iterator();
    Object bestKey = keys.next();
    Object best = rest.next();
    while (rest.hasNext()) {
      Object nextKey = keys.next();
      Object next = rest.next();
      if (TotalOrder.compare(nextKey, bestKey) * sign > 0) {
        bestKey = nextKey;
        best = next;
      }
    }
    return best;
  }

  public static Object smallest(Object n, Object seq, String where) {
    long count = Arguments.count(n, where);
    Seq elements = Arguments.seq(seq, where);
    return extremes(count, elements.iterator(), elements, -1);
  }

  public static Object largest(Object n, Object seq, String where) {
    long count = Arguments.count(n, where);
    Seq elements = Arguments.seq(seq, where);
    return extremes(count, elements.iterator(), elements, 1);
  }

  public static Object smallestBy(Object n, @Applied Object key, Object seq, String where) {
    return extremesBy(n, key, seq, -1, where);
  }

  public static Object largestBy(Object n, @Applied Object key, Object seq, String where) {
    return extremesBy(n, key, seq, 1, where);
  }

  private static Seq extremesBy(Object n, Object key, Object seq, int sign, String where) {
    long count = Arguments.count(n, where);
    Function function = Arguments.function(key, 1, where);
    Seq elements = Arguments.seq(seq, where);
    return extremes(count, Applications.of(function, elements), elements, sign);
  }

  /**
   * The elements with the least (-1) or greatest (1) keys, these first; of equals the first ones. A
   * heap holds as many as are wanted, the one on top that is given up next.
   */
  private static Seq extremes(long count, Iterator<Object> keys, Seq elements, int sign) {
    Comparator<Keyed> order =
        (a, b) -> {
          int byKey = TotalOrder.compare(b.key, a.key) * sign;
          return byKey == 0 ? Integer.compare(a.index, b.index) : byKey;
        };
    PriorityQueue<Keyed> best = new PriorityQueue<>(order.reversed());
    int index = 0;
    for (Object element : elements) {
      Keyed row = new Keyed(keys.next(), element, index++);
      if (best.size() < count) {
        best.add(row);
      } else if (count > 0 && order.compare(row, best.element()) < 0) {
        best.remove();
        best.add(row);
      }
    }
    Keyed[] rows = best.toArray(new Keyed[0]);
    Arrays.sort(rows, order);
    SeqBuilder result = Seq.builder();
    for (Keyed row : rows) {
      result.add(row.element);
    }
    return result.buildPart(elements);
  }
}
