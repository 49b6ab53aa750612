package yona.data;

import java.math.BigInteger;
import java.util.ArrayDeque;

/**
 * Equality of values and the hash that goes with it.
 *
 * <p>Numbers are equal when they are the same mathematical number, whatever their kinds. NaN equals
 * itself, except as a direct operand of {@code ==}. Collections are equal when they have the same
 * kind, length and equal elements. Everything else is equal to itself alone, native objects by
 * their own {@code equals}.
 *
 * <p>Nesting costs no Java stack beyond a fixed number of levels: equality keeps the pairs that lie
 * deeper in a list of its own, and the hash looks no deeper, since values that are equal are equal
 * down to any level.
 */
public final class Equality {
  /** How many levels of nesting are walked on the Java stack. */
  private static final int LEVELS = 48;

  private static final int STEP = 0x2c1b3c6d;

  /** No result of a comparison. */
  private static final int UNKNOWN = 2;

  private Equality() {}

  /**
   * Whether two values are equal as elements, keys or matched values: NaN equals itself.
   *
   * @param a a value
   * @param b a value
   * @return whether they are equal
   */
  @SuppressWarnings("ReferenceEquality") // the same object is equal, whatever it is
  public static boolean equal(Object a, Object b) {
    if (a == b) {
      return true;
    }
    if (a instanceof Long x && b instanceof Long y) {
      return x.longValue() == y.longValue();
    }
    if (a instanceof Double x && b instanceof Double y) {
      return x.doubleValue() == y.doubleValue() || (x.isNaN() && y.isNaN());
    }
    if (a instanceof Slice x && b instanceof Slice y) {
      // Short strings, the most frequent keys by far, need no walk.
      int order = x.length() == y.length() ? x.compareDirectly(y, UNKNOWN) : 1;
      if (order != UNKNOWN) {
        return order == 0;
      }
    }
    return switch (shallow(a, b)) {
      case EQUAL -> true;
      case DIFFERENT -> false;
      case BY_PARTS -> new Walk().run(a, b);
    };
  }

  /**
   * What the operator {@code ==} gives: as {@link #equal}, but two Floats that are NaN are not
   * equal.
   *
   * @param a the left operand
   * @param b the right operand
   * @return whether they are equal
   */
  public static boolean equalOperands(Object a, Object b) {
    return !(a instanceof Double x && x.isNaN()) && equal(a, b);
  }

  /**
   * A hash: the same for equal values, stable within a run.
   *
   * @param value any value
   * @return its hash
   */
  public static int hash(Object value) {
    return hash(value, LEVELS);
  }

  private static int hash(Object value, int levels) {
    return switch (value) {
      case Long n -> Numbers.hash(n.longValue());
      case Char c -> hashOfCodePoint(c.codePoint());
      case Symbol s -> s.hashCode();
      case Seq s -> levels == 0 ? sealed(Kind.SEQ, s.length()) : s.hash(levels - 1);
      case Tuple t -> levels == 0 ? sealed(Kind.TUPLE, t.length()) : hash(t, levels - 1);
      case Double d -> Numbers.hash(d.doubleValue());
      case Byte b -> b & 0xff;
      case BigInteger b -> Numbers.hash(b);
      case Boolean b -> hashOfBoolean(b);
      case Unit _ -> 0x510e527f;
      default -> value.hashCode();
    };
  }

  private static int hash(Tuple tuple, int levels) {
    Checkpoint.pass();
    int n = tuple.length();
    int hash = n;
    for (int i = 0; i < n; i++) {
      hash = step(hash, hash(tuple.get(i), levels));
    }
    return sealed(Kind.TUPLE, hash);
  }

  /** The hash of a part of a collection that lies {@code levels} above the last one looked at. */
  static int hashOfPart(Object part, int levels) {
    return hash(part, levels);
  }

  /**
   * The hash of a dict's value: of a collection only the kind and size, so that it never goes deep.
   */
  static int hashOfEntryValue(Object value) {
    return switch (value) {
      case Set s -> sealed(Kind.SET, s.size());
      case Dict d -> sealed(Kind.DICT, d.size());
      default -> hash(value, 0);
    };
  }

  /** Takes one more part into the hash of a row of parts. */
  static int step(int hash, int part) {
    return (hash + part) * STEP;
  }

  /** Ends the hash of a collection. */
  static int sealed(Kind kind, long hash) {
    return mix((int) hash ^ (int) (hash >>> 32) ^ kind.rank() << 27);
  }

  static int hashOfBoolean(boolean value) {
    return value ? 0x3c6ef372 : 0x1f83d9ab;
  }

  static int hashOfCodePoint(int codePoint) {
    return codePoint ^ 0x6a09e667;
  }

  /** Spreads the bits of a number over all bits of the result (the last step of MurmurHash3). */
  static int mix(int bits) {
    int h = bits;
    h = (h ^ h >>> 16) * 0x85ebca6b;
    h = (h ^ h >>> 13) * 0xc2b2ae35;
    return h ^ h >>> 16;
  }

  /** What can be said of two values without looking into both. */
  private enum Verdict {
    EQUAL,
    DIFFERENT,
    /** Collections of one kind and size: their parts decide. */
    BY_PARTS;

    static Verdict of(boolean equal) {
      return equal ? EQUAL : DIFFERENT;
    }

    static Verdict byPartsIf(boolean sameShape) {
      return sameShape ? BY_PARTS : DIFFERENT;
    }
  }

  @SuppressWarnings("ReferenceEquality") // as in equal
  private static Verdict shallow(Object a, Object b) {
    if (a == b) {
      return Verdict.EQUAL;
    }
    return switch (a) {
      case Char x -> Verdict.of(b instanceof Char y && x.codePoint() == y.codePoint());
      case Seq x -> Verdict.byPartsIf(b instanceof Seq y && x.length() == y.length());
      case Tuple x -> Verdict.byPartsIf(b instanceof Tuple y && x.length() == y.length());
      case Set x -> Verdict.byPartsIf(b instanceof Set y && x.size() == y.size());
      case Dict x -> Verdict.byPartsIf(b instanceof Dict y && x.size() == y.size());
      case Symbol _, Unit _, Opaque _ -> Verdict.DIFFERENT;
      default ->
          Numbers.isNumber(a)
              ? Verdict.of(Numbers.isNumber(b) && Numbers.compare(a, b) == 0)
              : Verdict.of(a.equals(b));
    };
  }

  /** The comparison of two collections part by part; what lies too deep is put off. */
  private static final class Walk implements PairPredicate {
    private final ArrayDeque<Object> putOff = new ArrayDeque<>(0);
    private int level;

    boolean run(Object a, Object b) {
      boolean equal = parts(a, b);
      while (equal && !putOff.isEmpty()) {
        equal = parts(putOff.pop(), putOff.pop());
      }
      return equal;
    }

    @Override
    public boolean test(Object a, Object b) {
      Verdict verdict = shallow(a, b);
      if (verdict != Verdict.BY_PARTS) {
        return verdict == Verdict.EQUAL;
      }
      if (level == LEVELS) {
        putOff.push(b);
        putOff.push(a);
        return true;
      }
      level++;
      boolean equal = parts(a, b);
      level--;
      return equal;
    }

    private boolean parts(Object a, Object b) {
      return switch (a) {
        case Seq s -> s.allPairs((Seq) b, this);
        case Tuple t -> parts(t, (Tuple) b);
        case Set s -> s.allPairs((Set) b, this);
        default -> ((Dict) a).allPairs((Dict) b, this);
      };
    }

    private boolean parts(Tuple a, Tuple b) {
      Checkpoint.pass();
      int n = a.length();
      for (int i = 0; i < n; i++) {
        if (!test(a.get(i), b.get(i))) {
          return false;
        }
      }
      return true;
    }
  }
}
