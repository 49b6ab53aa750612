package yona.haskell;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tuples of all sizes. */
public final class Tuples {
  private Tuples() {}

  /**
   * The tuple of some elements.
   *
   * @param e two to seven
   * @return a {@link Tuple2} to {@link Tuple7}
   * @throws IllegalArgumentException for another number of elements
   */
  public static Record of(List<? extends @Nullable Object> e) {
    return switch (e.size()) {
      case 2 -> new Tuple2<>(e.get(0), e.get(1));
      case 3 -> new Tuple3<>(e.get(0), e.get(1), e.get(2));
      case 4 -> new Tuple4<>(e.get(0), e.get(1), e.get(2), e.get(3));
      case 5 -> new Tuple5<>(e.get(0), e.get(1), e.get(2), e.get(3), e.get(4));
      case 6 -> new Tuple6<>(e.get(0), e.get(1), e.get(2), e.get(3), e.get(4), e.get(5));
      case 7 -> new Tuple7<>(e.get(0), e.get(1), e.get(2), e.get(3), e.get(4), e.get(5), e.get(6));
      default -> throw new IllegalArgumentException("a tuple of " + e.size() + " elements");
    };
  }

  static boolean isTuple(Record record) {
    return elements(record) != null;
  }

  /**
   * The elements of a tuple.
   *
   * @param record a {@link Tuple2} to {@link Tuple7}, or another record
   * @return the elements; null if it is no tuple
   */
  public static @Nullable List<? extends @Nullable Object> elements(Record record) {
    return switch (record) {
      case Tuple2<?, ?>(Object a, Object b) -> Arrays.asList(a, b);
      case Tuple3<?, ?, ?>(Object a, Object b, Object c) -> Arrays.asList(a, b, c);
      case Tuple4<?, ?, ?, ?>(Object a, Object b, Object c, Object d) -> Arrays.asList(a, b, c, d);
      case Tuple5<?, ?, ?, ?, ?>(Object a, Object b, Object c, Object d, Object e) ->
          Arrays.asList(a, b, c, d, e);
      case Tuple6<?, ?, ?, ?, ?, ?>(Object a, Object b, Object c, Object d, Object e, Object f) ->
          Arrays.asList(a, b, c, d, e, f);
      case Tuple7<?, ?, ?, ?, ?, ?, ?>(
              Object a,
              Object b,
              Object c,
              Object d,
              Object e,
              Object f,
              Object g) ->
          Arrays.asList(a, b, c, d, e, f, g);
      default -> null;
    };
  }
}
