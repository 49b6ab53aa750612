package yona.library.collection;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import yona.data.Equality;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Applied;
import yona.language.runtime.Function;
import yona.language.runtime.Groups;
import yona.library.argument.Applications;
import yona.library.argument.Arguments;
import yona.library.argument.Opts;

/**
 * The Java half of module Seq: functions that apply a function to all elements as one group, and
 * what becomes of the results.
 */
public final class SeqTransforms {
  private SeqTransforms() {}

  public static Object map(@Applied Object f, Object seq, String where) {
    return mapped(Arguments.function(f, where), Arguments.seq(seq, where));
  }

  static Seq mapped(Function f, Seq seq) {
    return Groups.mapTogether(f, seq);
  }

  public static Object mapLimit(Object n, @Applied Object f, Object seq, String where) {
    long limit = Arguments.positive(n, where);
    Function function = Arguments.function(f, where);
    Seq elements = Arguments.seq(seq, where);
    return Groups.mapTogether((int) Math.min(limit, Integer.MAX_VALUE), function, elements);
  }

  public static Object mapIndexed(@Applied Object f, Object seq, String where) {
    Function function = Arguments.function(f, where);
    Seq elements = Arguments.seq(seq, where);
    SeqBuilder result = Seq.builder();
    long i = 0;
    for (Object element : elements) {
      if (function.maySuspend() || function.suspendsWith(1, element)) {
        Seq left = ((Seq) SeqFunctions.enumerate(elements, where)).drop(i);
        return result.addAll(Groups.mapTogether(Pairwise.spread(function), left)).build();
      }
      result.add(function.apply(i++, element));
    }
    return result.build();
  }

  public static Object eachTogether(@Applied Object f, Object seq, String where) {
    mapped(Arguments.function(f, 1, where), Arguments.seq(seq, where));
    return Unit.UNIT;
  }

  public static Object filter(@Applied Object predicate, Object seq, String where) {
    return filtered(predicate, seq, true, where);
  }

  public static Object reject(@Applied Object predicate, Object seq, String where) {
    return filtered(predicate, seq, false, where);
  }

  private static Seq filtered(Object predicate, Object seq, boolean wanted, String where) {
    Function test = Arguments.function(predicate, where);
    Seq elements = Arguments.seq(seq, where);
    Iterator<Object> verdicts = Applications.of(test, elements);
    SeqBuilder result = Seq.builder();
    for (Object element : elements) {
      if (Arguments.truth(verdicts.next(), where) == wanted) {
        result.add(element);
      }
    }
    return result.buildPart(elements);
  }

  public static Object partition(@Applied Object predicate, Object seq, String where) {
    Function test = Arguments.function(predicate, where);
    Seq elements = Arguments.seq(seq, where);
    Iterator<Object> verdicts = Applications.of(test, elements);
    SeqBuilder matching = Seq.builder();
    SeqBuilder rest = Seq.builder();
    for (Object element : elements) {
      boolean matches = Arguments.truth(verdicts.next(), where);
      (matches ? matching : rest).add(element);
    }
    return Tuple.of(matching.buildPart(elements), rest.buildPart(elements));
  }

  public static Object flatMap(@Applied Object f, Object seq, String where) {
    Function function = Arguments.function(f, where);
    Seq elements = Arguments.seq(seq, where);
    Iterator<Object> parts = Applications.of(function, elements);
    return SeqFunctions.concat(() -> parts, where);
  }

  public static Object filterMap(@Applied Object f, Object seq, String where) {
    Function function = Arguments.function(f, where);
    Iterator<Object> opts = Applications.of(function, Arguments.seq(seq, where));
    SeqBuilder result = Seq.builder();
    while (opts.hasNext()) {
      @Nullable Object value = Opts.value(opts.next(), where);
      if (value != null) {
        result.add(value);
      }
    }
    return result.build();
  }

  public static Object groupBy(@Applied Object f, Object seq, String where) {
    Function function = Arguments.function(f, 1, where);
    Seq elements = Arguments.seq(seq, where);
    Iterator<Object> keys = Applications.of(function, elements);
    Tally<SeqBuilder> groups = new Tally<>(Seq::builder);
    for (Object element : elements) {
      groups.of(keys.next()).add(element);
    }
    return groups.toDict(SeqBuilder::build);
  }

  public static Object frequencies(Object seq, String where) {
    Tally<long[]> counts = new Tally<>(() -> new long[1]);
    for (Object element : Arguments.seq(seq, where)) {
      counts.of(element)[0]++;
    }
    return counts.toDict(count -> count[0]);
  }

  public static Object unique(Object seq, String where) {
    Seq elements = Arguments.seq(seq, where);
    return firsts(elements, elements.iterator());
  }

  public static Object uniqueBy(@Applied Object f, Object seq, String where) {
    Function function = Arguments.function(f, 1, where);
    Seq elements = Arguments.seq(seq, where);
    return firsts(elements, Applications.of(function, elements));
  }

  /** The first element of each key. */
  private static Seq firsts(Seq elements, Iterator<Object> keys) {
    SeqBuilder result = Seq.builder();
    Tally<Boolean> seen = new Tally<>(() -> true);
    for (Object element : elements) {
      int before = seen.size();
      seen.of(keys.next());
      if (seen.size() != before) {
        result.add(element);
      }
    }
    return result.buildPart(elements);
  }

  public static Object dedupe(Object seq, String where) {
    Seq elements = Arguments.seq(seq, where);
    return changes(elements, elements.iterator());
  }

  public static Object dedupeBy(@Applied Object key, Object seq, String where) {
    Function function = Arguments.function(key, 1, where);
    Seq elements = Arguments.seq(seq, where);
    return changes(elements, Applications.of(function, elements));
  }

  /** The elements whose key is another than that of the one before. */
  private static Seq changes(Seq elements, Iterator<Object> keys) {
    SeqBuilder result = Seq.builder();
    @Nullable Object previous = null;
    for (Object element : elements) {
      Object key = keys.next();
      if (previous == null || !Equality.equal(previous, key)) {
        result.add(element);
      }
      previous = key;
    }
    return result.buildPart(elements);
  }

  /** Each element of {@code b} takes out one that equals it. */
  public static Object difference(Object a, Object b, String where) {
    Seq elements = Arguments.seq(a, where);
    Tally<long[]> taken = new Tally<>(() -> new long[1]);
    for (Object element : Arguments.seq(b, where)) {
      taken.of(element)[0]++;
    }
    SeqBuilder result = Seq.builder();
    for (Object element : elements) {
      long @Nullable [] left = taken.find(element);
      if (left == null || left[0] == 0) {
        result.add(element);
      } else {
        left[0]--;
      }
    }
    return result.buildPart(elements);
  }

  public static Object zipWith(@Applied Object f, Object a, Object b, String where) {
    Function function = Arguments.function(f, where);
    Iterator<Object> left = Arguments.seq(a, where).iterator();
    Iterator<Object> right = Arguments.seq(b, where).iterator();
    SeqBuilder result = Seq.builder();
    while (left.hasNext() && right.hasNext()) {
      result.add(function.apply(left.next(), right.next()));
    }
    return result.build();
  }
}
