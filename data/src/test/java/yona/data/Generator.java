package yona.data;

import java.math.BigInteger;
import java.util.List;
import yona.property.Choices;

/** Values of all kinds from random choices. */
final class Generator {
  private static final String[] NAMES = {"a", "b", "ok", "error", "z", "\ud83d\ude00", "\uff00"};
  private static final Object[] NATIVES = {"native", new java.util.BitSet(), List.of(1), 'c', 1.5f};
  private static final Opaque[] OPAQUES = {
    new Thing(Kind.FUNCTION),
    new Thing(Kind.MODULE),
    new Thing(Kind.RESOURCE),
    new Thing(Kind.FUNCTION),
    new Thing(Kind.RESOURCE)
  };
  private static final RecordType POINT = RecordType.of(Symbol.of("a"), List.of("x", "y"));

  private Generator() {}

  /** A function, module or resource. */
  static final class Thing extends Opaque {
    private final Kind kind;

    Thing(Kind kind) {
      this.kind = kind;
    }

    @Override
    public Kind kind() {
      return kind;
    }

    @Override
    public String source() {
      return "<" + kind + ">";
    }
  }

  /** A number, often small so that numbers of different kinds meet. */
  static Object number(Choices choices) {
    long small = choices.below(5) - 1L;
    return switch (choices.below(12)) {
      case 0, 1 -> small;
      case 2 -> (double) small;
      case 3 -> (byte) small;
      case 4 -> BigInteger.valueOf(small);
      case 5 -> small + 0.5;
      case 6 -> choices.oneOf(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0);
      case 7 -> choices.oneOf(Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53, (1L << 53) + 1);
      case 8 -> choices.oneOf(0x1p63, -0x1p63, 0x1p53, 0x1p64, 1e300, Double.MIN_VALUE, 0x1p1023);
      case 9 -> BigInteger.ONE.shiftLeft(choices.oneOf(53, 63, 64, 1023, 1024));
      case 10 ->
          BigInteger.ONE.shiftLeft(choices.oneOf(53, 63, 64, 1023, 1024)).add(BigInteger.ONE);
      default -> BigInteger.ONE.shiftLeft(choices.oneOf(53, 63, 64, 1023, 1024)).negate();
    };
  }

  /** Any value, at most some levels deep. */
  static Object value(Choices choices, int levels) {
    int kinds = levels == 0 ? 12 : 20;
    return switch (choices.below(kinds)) {
      case 0, 1, 2 -> number(choices);
      case 3 -> Unit.UNIT;
      case 4 -> choices.yes();
      case 5, 6 -> Char.of(choices.oneOf((int) 'a', (int) '"', 0xe9, 0x3042, 0x1f600, 0));
      case 7 -> Symbol.of(choices.oneOf(NAMES));
      case 8 -> Seq.text(choices.oneOf("", "a", "ab", "pear{}", "\u3042\ud83d\ude00", "\n\u0001"));
      case 9 -> choices.oneOf(OPAQUES);
      case 10 -> choices.oneOf(NATIVES);
      case 11 -> Seq.EMPTY;
      case 12 -> Tuple.of(value(choices, levels - 1), value(choices, levels - 1));
      case 13 -> Tuple.of(values(choices, levels, 1 + choices.below(5)));
      case 14 -> POINT.record(values(choices, levels, 2));
      case 15 -> Seq.of(values(choices, levels, choices.below(4)));
      case 16 -> chain(values(choices, levels, choices.below(4)));
      case 17 -> Set.of(values(choices, levels, choices.below(4)));
      default -> dict(choices, levels);
    };
  }

  /**
   * A key from a small world in which many hashes are equal in some or all of their bits: Ints,
   * equal Floats and Bigs, and Ints whose halves give the hash 0.
   */
  static Object collidingKey(Choices choices) {
    long n = choices.below(40);
    return switch (choices.below(6)) {
      case 0 -> n;
      case 1 -> (double) n;
      case 2 -> BigInteger.valueOf(n);
      case 3 -> n << (5 * choices.below(6));
      case 4 -> (n << 32) | (-n * 0x9e3779b1L & 0xffffffffL); // hash 0
      default ->
          (1L << 63) | (n << 32) | (-(n | (1L << 31)) * 0x9e3779b1L & 0xffffffffL); // hash 0 too
    };
  }

  private static Object[] values(Choices choices, int levels, int count) {
    Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      values[i] = value(choices, levels - 1);
    }
    return values;
  }

  private static Seq chain(Object[] values) {
    Seq seq = Seq.EMPTY;
    for (Object value : values) {
      seq = seq.prepend(value);
    }
    return seq;
  }

  private static Dict dict(Choices choices, int levels) {
    Dict dict = choices.yes() ? Dict.EMPTY : Dict.orderedBuilder().build();
    for (int i = choices.below(4); i > 0; i--) {
      dict = dict.put(value(choices, levels - 1), value(choices, levels - 1));
    }
    return dict;
  }
}
