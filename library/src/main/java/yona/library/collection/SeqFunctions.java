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

  public static Object len(Object seq) {
    if (seq instanceof TransientSeq transientSeq) {
      return transientSeq.length();
    }
    return Arguments.seq(seq, "Seq::len").length();
  }

  public static Object isEmpty(Object seq) {
    return Arguments.seq(seq, "Seq::is_empty").isEmpty();
  }

  public static Object isString(Object seq) {
    return Arguments.seq(seq, "Seq::is_string").isText();
  }

  public static Object head(Object seq) {
    return nonEmpty(seq, "Seq::head").head();
  }

  public static Object last(Object seq) {
    return nonEmpty(seq, "Seq::last").last();
  }

  public static Object tail(Object seq) {
    return nonEmpty(seq, "Seq::tail").tail();
  }

  public static Object init(Object seq) {
    return nonEmpty(seq, "Seq::init").init();
  }

  /** A Seq with at least one element, else {@code :badarg}. */
  public static Seq nonEmpty(Object value, String where) {
    Seq seq = Arguments.seq(value, where);
    if (seq.isEmpty()) {
      throw Failure.empty(where, "the Seq");
    }
    return seq;
  }

  public static Object firstOr(Object fallback, Object seq) {
    Seq s = Arguments.seq(seq, "Seq::first_or");
    return s.isEmpty() ? fallback : s.head();
  }

  public static Object lastOr(Object fallback, Object seq) {
    Seq s = Arguments.seq(seq, "Seq::last_or");
    return s.isEmpty() ? fallback : s.last();
  }

  public static Object lookup(Object index, Object seq) {
    if (seq instanceof TransientSeq transientSeq) {
      return transientSeq.get(place(index, transientSeq.length(), "Seq::lookup"));
    }
    Seq s = Arguments.seq(seq, "Seq::lookup");
    return s.get(place(index, s.length(), "Seq::lookup"));
  }

  public static Object tryLookup(Object index, Object seq) {
    Seq s = Arguments.seq(seq, "Seq::try_lookup");
    long i = Arguments.integer(index, "Seq::try_lookup");
    return i >= 0 && i < s.length() ? Opts.ok(s.get(i)) : Opts.NONE;
  }

  public static Object get(Object index, Object fallback, Object seq) {
    Seq s = Arguments.seq(seq, "Seq::get");
    long i = Arguments.integer(index, "Seq::get");
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

  public static Object put(Object index, Object value, Object seq) {
    if (seq instanceof TransientSeq transientSeq) {
      transientSeq.set(place(index, transientSeq.length(), "Seq::put"), value);
      return transientSeq;
    }
    Seq s = Arguments.seq(seq, "Seq::put");
    return s.set(place(index, s.length(), "Seq::put"), value);
  }

  public static Object update(Object index, @Applied Object f, Object seq) {
    Seq s = Arguments.seq(seq, "Seq::update");
    Function change = Arguments.function(f, "Seq::update");
    long i = place(index, s.length(), "Seq::update");
    return s.set(i, change.apply(s.get(i)));
  }

  public static Object insert(Object index, Object value, Object seq) {
    Seq s = Arguments.seq(seq, "Seq::insert");
    return s.insert(gap(index, s, "Seq::insert"), value);
  }

  public static Object remove(Object index, Object seq) {
    Seq s = Arguments.seq(seq, "Seq::remove");
    return s.remove(place(index, s.length(), "Seq::remove"));
  }

  public static Object split(Object seq, Object index) {
    return splitAt(index, seq, "Seq::split");
  }

  public static Object splitAt(Object index, Object seq) {
    return splitAt(index, seq, "Seq::split_at");
  }

  private static Object splitAt(Object index, Object seq, String where) {
    Seq s = Arguments.seq(seq, where);
    long i = gap(index, s, where);
    return Tuple.of(s.take(i), s.drop(i));
  }

  public static Object slice(Object from, Object to, Object seq) {
    Seq s = Arguments.seq(seq, "Seq::slice");
    return slice(from, to, s, "Seq::slice");
  }

  public static Seq slice(Object from, Object to, Seq seq, String where) {
    long start = Arguments.integer(from, where);
    long end = Arguments.integer(to, where);
    checkSlice(start, end, seq.length(), where);
    return seq.slice(start, end);
  }

  static void checkSlice(long start, long end, long length, String where) {
    if (start < 0 || start > end || end > length) {
      throw Failure.badarg(
          where, "from " + start + " to " + end + " is no part of a length of " + length);
    }
  }

  public static Object take(Object n, Object seq) {
    long count = Arguments.count(n, "Seq::take");
    Seq s = Arguments.seq(seq, "Seq::take");
    return count >= s.length() ? s : s.take(count);
  }

  public static Object drop(Object n, Object seq) {
    long count = Arguments.count(n, "Seq::drop");
    Seq s = Arguments.seq(seq, "Seq::drop");
    return s.drop(count);
  }

  public static Object takeLast(Object n, Object seq) {
    long count = Arguments.count(n, "Seq::take_last");
    Seq s = Arguments.seq(seq, "Seq::take_last");
    return count >= s.length() ? s : s.drop(s.length() - count);
  }

  public static Object dropLast(Object n, Object seq) {
    long count = Arguments.count(n, "Seq::drop_last");
    Seq s = Arguments.seq(seq, "Seq::drop_last");
    return count >= s.length() ? s.emptied() : s.take(s.length() - count);
  }

  public static Object takeEvery(Object n, Object seq) {
    long step = Arguments.positive(n, "Seq::take_every");
    Seq s = Arguments.seq(seq, "Seq::take_every");
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

  public static Object reverse(Object seq) {
    return Arguments.seq(seq, "Seq::reverse").reverse();
  }

  public static Object concat(Object seqs) {
    return concat(Arguments.seq(seqs, "Seq::concat"), "Seq::concat");
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

  public static Object join(Object separator, Object seqs) {
    Seq between = Arguments.seq(separator, "Seq::join");
    SeqBuilder result = Seq.builder();
    boolean first = true;
    boolean text = between.isKnownText();
    for (Object part : Arguments.seq(seqs, "Seq::join")) {
      Seq s = Arguments.seq(part, "Seq::join");
      if (!first) {
        result.addAll(between);
      }
      first = false;
      result.addAll(s);
      text |= s.isEmpty() && s.isKnownText();
    }
    return text ? result.buildText() : result.build();
  }

  public static Object intersperse(Object value, Object seq) {
    Seq elements = Arguments.seq(seq, "Seq::intersperse");
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

  public static Object interleave(Object a, Object b) {
    Seq first = Arguments.seq(a, "Seq::interleave");
    Seq second = Arguments.seq(b, "Seq::interleave");
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
  public static Object flatten(Object seq) {
    Seq whole = Arguments.seq(seq, "Seq::flatten");
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

  public static Object chunk(Object n, Object seq) {
    long size = Arguments.positive(n, "Seq::chunk");
    Seq s = Arguments.seq(seq, "Seq::chunk");
    SeqBuilder result = Seq.builder();
    long length = s.length();
    for (long from = 0; from < length; ) {
      long to = size < length - from ? from + size : length;
      result.add(s.slice(from, to));
      from = to;
    }
    return result.build();
  }

  public static Object window(Object n, Object seq) {
    long size = Arguments.positive(n, "Seq::window");
    Seq s = Arguments.seq(seq, "Seq::window");
    SeqBuilder result = Seq.builder();
    for (long from = 0; from <= s.length() - size; from++) {
      result.add(s.slice(from, from + size));
    }
    return result.build();
  }

  public static Object transpose(Object seqs) {
    Seq rows = Arguments.seq(seqs, "Seq::transpose");
    if (rows.isEmpty()) {
      return Seq.EMPTY;
    }
    long width = Arguments.seq(rows.head(), "Seq::transpose").length();
    SeqBuilder[] columns = new SeqBuilder[Math.toIntExact(width)];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = Seq.builder();
    }
    for (Object row : rows) {
      Seq cells = Arguments.seq(row, "Seq::transpose");
      if (cells.length() != width) {
        throw Failure.badarg(
            "Seq::transpose", "a row of " + cells.length() + " among rows of " + width);
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

  public static Object zip(Object a, Object b) {
    Iterator<Object> left = Arguments.seq(a, "Seq::zip").iterator();
    Iterator<Object> right = Arguments.seq(b, "Seq::zip").iterator();
    SeqBuilder result = Seq.builder();
    while (left.hasNext() && right.hasNext()) {
      result.add(Tuple.of(left.next(), right.next()));
    }
    return result.build();
  }

  public static Object unzip(Object pairs) {
    SeqBuilder left = Seq.builder();
    SeqBuilder right = Seq.builder();
    for (Object element : Arguments.seq(pairs, "Seq::unzip")) {
      Tuple pair = Arguments.pair(element, "Seq::unzip");
      left.add(pair.get(0));
      right.add(pair.get(1));
    }
    return Tuple.of(left.build(), right.build());
  }

  public static Object enumerate(Object seq) {
    SeqBuilder result = Seq.builder();
    long i = 0;
    for (Object element : Arguments.seq(seq, "Seq::enumerate")) {
      result.add(Tuple.of(i++, element));
    }
    return result.build();
  }

  public static Object toSet(Object seq) {
    return Set.fromIterable(Arguments.seq(seq, "Seq::to_set"));
  }

  public static Object toTuple(Object seq) {
    return tuple(Arguments.seq(seq, "Seq::to_tuple"), "Seq::to_tuple");
  }

  static Tuple tuple(Seq seq, String where) {
    if (seq.length() < 2) {
      throw Failure.badarg(where, "a tuple has two or more elements, the Seq " + seq.length());
    }
    return Tuple.of(seq.toArray());
  }

  /** One after the other, for effects. */
  public static Object each(@Applied Object f, Object seq) {
    Function effect = Arguments.function(f, 1, "Seq::each");
    for (Object element : Arguments.seq(seq, "Seq::each")) {
      effect.apply(element);
    }
    return Unit.UNIT;
  }
}
