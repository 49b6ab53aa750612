package yona.data;

import java.math.BigInteger;

/**
 * The kinds of values, their names ({@code Types::kind}) and their places in the total order.
 *
 * <p>On the JVM a Boolean is a {@link Boolean}, an Int a {@link Long}, a Float a {@link Double}, a
 * Byte a {@link Byte} read as 0 to 255, a Big a {@link BigInteger} (also when it is small); Chars,
 * Symbols, Unit, Tuples, Seqs, Sets and Dicts are the classes of this package. Functions, modules
 * and resources extend {@link Opaque}. Any other object is a native one.
 */
public enum Kind {
  UNIT(0),
  BOOLEAN(1),
  INTEGER(2),
  BYTE(2),
  BIG(2),
  FLOAT(2),
  CHAR(3),
  SYMBOL(4),
  TUPLE(5),
  SEQ(6),
  SET(7),
  DICT(8),
  FUNCTION(9),
  MODULE(10),
  RESOURCE(11),
  NATIVE(11);

  private final int rank;

  @SuppressWarnings("ImmutableEnumChecker") // a Symbol is immutable
  private final Symbol symbol;

  Kind(int rank) {
    this.rank = rank;
    this.symbol = Symbol.of(name().toLowerCase(java.util.Locale.ROOT));
  }

  /** The place of the kind in the total order; kinds of one rank (numbers) are ordered together. */
  public int rank() {
    return rank;
  }

  /** The kind's symbol, as {@code Types::kind} gives it: {@code :integer}. */
  public Symbol symbol() {
    return symbol;
  }

  /**
   * The kind of a value.
   *
   * @param value any value
   * @return its kind; {@link #NATIVE} for every object that is no Yona value
   */
  public static Kind of(Object value) {
    return switch (value) {
      case Long _ -> INTEGER;
      case Seq _ -> SEQ;
      case Tuple _ -> TUPLE;
      case Symbol _ -> SYMBOL;
      case Char _ -> CHAR;
      case Boolean _ -> BOOLEAN;
      case Double _ -> FLOAT;
      case Byte _ -> BYTE;
      case Unit _ -> UNIT;
      case Dict _ -> DICT;
      case Set _ -> SET;
      case BigInteger _ -> BIG;
      case Opaque o -> o.kind();
      default -> NATIVE;
    };
  }
}
