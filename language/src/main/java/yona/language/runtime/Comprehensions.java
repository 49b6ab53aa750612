package yona.language.runtime;

import java.util.Iterator;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Set;
import yona.data.Tuple;

/** The sources and results of comprehensions, and ranges. */
public final class Comprehensions {
  private Comprehensions() {}

  /** A tuple of the elements of a Seq: a long literal. */
  public static Object tuple(Object elements) {
    return Tuple.of(((Seq) elements).toArray());
  }

  /**
   * The elements of a source in order; of a Dict its entries as pairs. Who does not take all of
   * them has to {@link #abandon} them.
   *
   * @throws YonaError {@code :nomatch} if it is no collection and not {@link Walkable}
   */
  public static Iterator<?> elements(Object source) {
    return switch (source) {
      case Seq seq -> seq.iterator();
      case Set set -> set.iterator();
      case Dict dict -> dict.iterator();
      case Walkable walkable -> walkable.walk();
      default ->
          throw YonaError.of(
              "nomatch",
              "expected a Seq, Set, Dict or Stream as the source of a comprehension, found "
                  + Shown.withKind(source));
    };
  }

  /** Lets go of elements that an error keeps from being taken. */
  public static void abandon(Iterator<?> elements) {
    if (elements instanceof Walk walk) {
      walk.abandon();
    }
  }

  /** Adds what a body emitted. */
  public static void emitAll(SeqBuilder builder, Object emitted) {
    builder.addAll((Seq) emitted);
  }

  /** Adds what a body emitted. */
  public static void emitAll(Set.Builder builder, Object emitted) {
    for (Object element : (Seq) emitted) {
      builder.add(element);
    }
  }

  /** Adds the entries that a body emitted as pairs. */
  public static void emitAll(Dict.Builder builder, Object emitted) {
    for (Object element : (Seq) emitted) {
      Tuple entry = (Tuple) element;
      builder.put(entry.get(0), entry.get(1));
    }
  }

  /** The range {@code [step, from .. to]} (language.md D47). */
  public static Seq range(Object step, Object from, Object to) {
    long by = part(step, "the step");
    long start = part(from, "the start");
    long end = part(to, "the end");
    count(by, start, end);
    return Seq.range(start, end, by);
  }

  /**
   * How many elements a range has.
   *
   * @throws YonaError {@code :badarg} if the step is 0 or there are more than 2^63 - 1
   */
  public static long count(long step, long from, long to) {
    if (step == 0) {
      throw YonaError.badArgument("the step of a range is 0: expected a positive or negative Int");
    }
    if (step > 0 ? from >= to : from <= to) {
      return 0;
    }
    // The distance may need 64 bits without a sign, so may the step's size.
    long distance = step > 0 ? to - from : from - to;
    long count = Long.divideUnsigned(distance - 1, step > 0 ? step : -step) + 1;
    if (count < 0) {
      throw YonaError.badArgument("a range of more than 9223372036854775807 elements");
    }
    return count;
  }

  /**
   * A part of a range.
   *
   * @throws YonaError {@code :typeerror} if it is no Int and no Byte
   */
  public static long part(Object value, String what) {
    return switch (value) {
      case Long n -> n;
      case Byte b -> b & 0xff;
      default -> throw YonaError.typeError("an Int as " + what + " of a range", value);
    };
  }
}
