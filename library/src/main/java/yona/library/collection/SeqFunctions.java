package yona.library.collection;

import java.util.ArrayDeque;
import java.util.Iterator;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Set;
import yona.data.TransientSeq;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.Opts;

/** The Java half of module Seq: its parts, ends, places and whole-sequence forms. */
public final class SeqFunctions {
  private SeqFunctions() {}

  public static Object len(Object seq, String where) {
    if (seq instanceof TransientSeq transientSeq) {
      return transientSeq.length();
    }
    return Arguments.seq(seq, where).length();
  }

  public static Object isEmpty(Object seq, String where) {
    return Arguments.seq(seq, where).isEmpty();
  }

  public static Object isString(Object seq, String where) {
    return Arguments.seq(seq, where).isText();
  }

  public static Object head(Object seq, String where) {
    return nonEmpty(seq, where).head();
  }

  public static Object last(Object seq, String where) {
    return nonEmpty(seq, where).last();
  }

  public static Object tail(Object seq, String where) {
    return nonEmpty(seq, where).tail();
  }

  public static Object init(Object seq, String where) {
    return nonEmpty(seq, where).init();
  }

  /** A Seq with at least one element, else {@code :badarg}. */
  public static Seq nonEmpty(Object value, String where) {
    Seq seq = Arguments.seq(value, where);
    if (seq.isEmpty()) {
      throw Failure.empty(where, "the Seq");
    }
    return seq;
  }

  public static Object firstOr(Object fallback, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    return s.isEmpty() ? fallback : s.head();
  }

  public static Object lastOr(Object fallback, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    return s.isEmpty() ? fallback : s.last();
  }

  public static Object lookup(Object index, Object seq, String where) {
    if (seq instanceof TransientSeq transientSeq) {
      return transientSeq.get(place(index, transientSeq.length(), where));
    }
    Seq s = Arguments.seq(seq, where);
    return s.get(place(index, s.length(), where));
  }

  public static Object tryLookup(Object index, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    long i = Arguments.integer(index, where);
    return i >= 0 && i < s.length() ? Opts.ok(s.get(i)) : Opts.NONE;
  }

  public static Object get(Object index, Object fallback, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    long i = Arguments.integer(index, where);
    return i >= 0 && i < s.length() ? s.get(i) : fallback;
  }

  /** The index of an element that is there. */
  private static long place(Object index, long length, String where) {
    long i = Arguments.integer(index, where);
    if (i < 0 || i >= length) {
      throw Failure.index(where, i, length);
    }
    return i;
  }

  /** An index between two elements: 0 to the length, included. */
  private static long gap(Object index, Seq seq, String where) {
    long i = Arguments.integer(index, where);
    if (i < 0 || i > seq.length()) {
      throw Failure.badarg(where, "there is no place " + i + ", the length is " + seq.length());
    }
    return i;
  }

  public static Object put(Object index, Object value, Object seq, String where) {
    if (seq instanceof TransientSeq transientSeq) {
      transientSeq.set(place(index, transientSeq.length(), where), value);
      return transientSeq;
    }
    Seq s = Arguments.seq(seq, where);
    return s.set(place(index, s.length(), where), value);
  }

  public static Object update(Object index, @Applied Object f, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    Function change = Arguments.function(f, where);
    long i = place(index, s.length(), where);
    return s.set(i, change.apply(s.get(i)));
  }

  public static Object insert(Object index, Object value, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    return s.insert(gap(index, s, where), value);
  }

  public static Object remove(Object index, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    return s.remove(place(index, s.length(), where));
  }

  public static Object split(Object seq, Object index, String where) {
    return splitAt(index, seq, where);
  }

  public static Object splitAt(Object index, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    long i = gap(index, s, where);
    return Tuple.of(s.take(i), s.drop(i));
  }

  public static Object slice(Object from, Object to, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    long start = Arguments.integer(from, where);
    long end = Arguments.integer(to, where);
    checkSlice(start, end, s.length(), where);
    return s.slice(start, end);
  }

  static void checkSlice(long start, long end, long length, String where) {
    if (start < 0 || start > end || end > length) {
      throw Failure.badarg(
          where, "from " + start + " to " + end + " is no part of a length of " + length);
    }
  }

  public static Object take(Object n, Object seq, String where) {
    long count = Arguments.count(n, where);
    Seq s = Arguments.seq(seq, where);
    return count >= s.length() ? s : s.take(count);
  }

  public static Object drop(Object n, Object seq, String where) {
    long count = Arguments.count(n, where);
    Seq s = Arguments.seq(seq, where);
    return s.drop(count);
  }

  public static Object takeLast(Object n, Object seq, String where) {
    long count = Arguments.count(n, where);
    Seq s = Arguments.seq(seq, where);
    return count >= s.length() ? s : s.drop(s.length() - count);
  }

  public static Object dropLast(Object n, Object seq, String where) {
    long count = Arguments.count(n, where);
    Seq s = Arguments.seq(seq, where);
    return count >= s.length() ? s.emptied() : s.take(s.length() - count);
  }

  public static Object takeEvery(Object n, Object seq, String where) {
    long step = Arguments.positive(n, where);
    Seq s = Arguments.seq(seq, where);
    SeqBuilder result = Seq.builder();
    long next = 0;
    long i = 0;
    for (Object element : s) {
      if (i++ == next) {
        result.add(element);
        if (next > Long.MAX_VALUE - step) {
          break;
        }
        next += step;
      }
    }
    return result.buildPart(s);
  }

  public static Object dropEvery(Object n, Object seq, String where) {
    long step = Arguments.positive(n, where);
    Seq s = Arguments.seq(seq, where);
    SeqBuilder result = Seq.builder();
    long gap = 0;
    for (Object element : s) {
      if (gap == 0) {
        gap = step;
      } else {
        result.add(element);
      }
      gap--;
    }
    return result.buildPart(s);
  }

  /** To the left; a negative number rotates to the right. */
  public static Object rotate(Object n, Object seq, String where) {
    long places = Arguments.integer(n, where);
    Seq s = Arguments.seq(seq, where);
    if (s.isEmpty()) {
      return s;
    }
    long start = Math.floorMod(places, s.length());
    return start == 0 ? s : s.drop(start).concat(s.take(start));
  }

  public static Object move(Object index, Object target, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    long old = place(index, s.length(), where);
    long next = place(target, s.length(), where);
    return old == next ? s : s.remove(old).insert(next, s.get(old));
  }

  public static Object pad(Object n, Object value, Object seq, String where) {
    long length = Arguments.count(n, where);
    Seq s = Arguments.seq(seq, where);
    return s.length() >= length ? s : s.concat(SeqBuild.repeated(length - s.length(), value));
  }

  public static Object reverse(Object seq, String where) {
    return Arguments.seq(seq, where).reverse();
  }

  public static Object concat(Object seqs, String where) {
    return concat(Arguments.seq(seqs, where), where);
  }

  static Seq concat(Iterable<?> parts, String where) {
    SeqBuilder result = Seq.builder();
    boolean text = false;
    for (Object part : parts) {
      Seq s = Arguments.seq(part, where);
      result.addAll(s);
      text |= s.isEmpty() && s.isKnownText();
    }
    return text ? result.buildText() : result.build();
  }

  public static Object join(Object separator, Object seqs, String where) {
    Seq between = Arguments.seq(separator, where);
    SeqBuilder result = Seq.builder();
    boolean first = true;
    boolean text = between.isKnownText();
    for (Object part : Arguments.seq(seqs, where)) {
      Seq s = Arguments.seq(part, where);
      if (!first) {
        result.addAll(between);
      }
      first = false;
      result.addAll(s);
      text |= s.isEmpty() && s.isKnownText();
    }
    return text ? result.buildText() : result.build();
  }

  public static Object intersperse(Object value, Object seq, String where) {
    Seq elements = Arguments.seq(seq, where);
    SeqBuilder result = Seq.builder();
    boolean first = true;
    for (Object element : elements) {
      if (!first) {
        result.add(value);
      }
      first = false;
      result.add(element);
    }
    return result.buildPart(elements);
  }

  public static Object interleave(Object a, Object b, String where) {
    Seq first = Arguments.seq(a, where);
    Seq second = Arguments.seq(b, where);
    Iterator<Object> left = first.iterator();
    Iterator<Object> right = second.iterator();
    SeqBuilder result = Seq.builder();
    while (left.hasNext() || right.hasNext()) {
      if (left.hasNext()) {
        result.add(left.next());
      }
      if (right.hasNext()) {
        result.add(right.next());
      }
    }
    return result.buildPart(first.concat(second));
  }

  /** All levels; a string counts as an element and an empty Seq disappears. */
  public static Object flatten(Object seq, String where) {
    Seq whole = Arguments.seq(seq, where);
    SeqBuilder result = Seq.builder();
    ArrayDeque<Iterator<Object>> open = new ArrayDeque<>();
    open.push(whole.iterator());
    while (!open.isEmpty()) {
      Iterator<Object> innermost = open.peek();
      if (!innermost.hasNext()) {
        open.pop();
        continue;
      }
      Object element = innermost.next();
      if (element instanceof Seq inner && (inner.isEmpty() || !inner.isText())) {
        open.push(inner.iterator());
      } else {
        result.add(element);
      }
    }
    return result.buildPart(whole);
  }

  public static Object transpose(Object seqs, String where) {
    Seq rows = Arguments.seq(seqs, where);
    if (rows.isEmpty()) {
      return Seq.EMPTY;
    }
    long width = Arguments.seq(rows.head(), where).length();
    SeqBuilder[] columns = new SeqBuilder[Math.toIntExact(width)];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = Seq.builder();
    }
    for (Object row : rows) {
      Seq cells = Arguments.seq(row, where);
      if (cells.length() != width) {
        throw Failure.badarg(where, "a row of " + cells.length() + " among rows of " + width);
      }
      int i = 0;
      for (Object cell : cells) {
        columns[i++].add(cell);
      }
    }
    SeqBuilder result = Seq.builder();
    for (SeqBuilder column : columns) {
      result.add(column.build());
    }
    return result.build();
  }

  public static Object zip(Object a, Object b, String where) {
    Iterator<Object> left = Arguments.seq(a, where).iterator();
    Iterator<Object> right = Arguments.seq(b, where).iterator();
    SeqBuilder result = Seq.builder();
    while (left.hasNext() && right.hasNext()) {
      result.add(Tuple.of(left.next(), right.next()));
    }
    return result.build();
  }

  public static Object zipLongest(Object filler, Object a, Object b, String where) {
    Iterator<Object> left = Arguments.seq(a, where).iterator();
    Iterator<Object> right = Arguments.seq(b, where).iterator();
    SeqBuilder result = Seq.builder();
    while (left.hasNext() || right.hasNext()) {
      Object first = left.hasNext() ? left.next() : filler;
      Object second = right.hasNext() ? right.next() : filler;
      result.add(Tuple.of(first, second));
    }
    return result.build();
  }

  public static Object unzip(Object pairs, String where) {
    SeqBuilder left = Seq.builder();
    SeqBuilder right = Seq.builder();
    for (Object element : Arguments.seq(pairs, where)) {
      Tuple pair = Arguments.pair(element, where);
      left.add(pair.get(0));
      right.add(pair.get(1));
    }
    return Tuple.of(left.build(), right.build());
  }

  public static Object enumerate(Object seq, String where) {
    SeqBuilder result = Seq.builder();
    long i = 0;
    for (Object element : Arguments.seq(seq, where)) {
      result.add(Tuple.of(i++, element));
    }
    return result.build();
  }

  public static Object toSet(Object seq, String where) {
    return Set.fromIterable(Arguments.seq(seq, where));
  }

  public static Object toTuple(Object seq, String where) {
    return tuple(Arguments.seq(seq, where), where);
  }

  static Tuple tuple(Seq seq, String where) {
    if (seq.length() < 2) {
      throw Failure.badarg(
          where, "expected a Seq of two or more elements, found " + Failure.described(seq));
    }
    return Tuple.of(seq.toArray());
  }

  /** One after the other, for effects. */
  public static Object each(@Applied Object f, Object seq, String where) {
    Function effect = Arguments.function(f, 1, where);
    for (Object element : Arguments.seq(seq, where)) {
      effect.apply(element);
    }
    return Unit.UNIT;
  }
}
