package yona.data;

import java.util.Iterator;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One comparison of two values, for {@link TotalOrder} or {@link Ordering}.
 *
 * <p>Both orders are lexicographic on Seqs and tuples, so a comparison is a walk in which the first
 * difference decides. The walk keeps its own stack of {@link Level}s instead of recursing. A level
 * is resumed with the result of the level above it.
 */
final class Comparison {
  /** No result yet: a level was entered, or collections must be looked into. */
  private static final int PENDING = 4;

  /** The places of native objects, by their own equality so that equal ones share one. */
  private static final Map<Object, Long> NATIVES = new WeakHashMap<>();

  private final boolean operators;
  private @Nullable Level top;

  private Comparison(boolean operators) {
    this.operators = operators;
  }

  static int totally(Object a, Object b) {
    int direct = directly(a, b);
    return direct != PENDING ? direct : new Comparison(false).run(a, b);
  }

  static int asOperands(Object a, Object b) {
    // Inside collections an equal pair is passed over, whatever it is.
    return Kind.of(a).rank() >= Kind.FUNCTION.rank()
        ? Ordering.NOT_COMPARABLE
        : new Comparison(true).run(a, b);
  }

  private int run(Object a, Object b) {
    int result = enter(a, b);
    for (Level level = top; level != null; level = top) {
      Checkpoint.pass();
      result = level.resume(result == PENDING ? Ordering.EQUAL : result);
      if (result != PENDING) {
        top = level.below;
      }
    }
    return result;
  }

  /** Compares two values, or puts the level on the stack that will. */
  private int enter(Object a, Object b) {
    int direct = operators ? directlyAsOperands(a, b) : directly(a, b);
    if (direct != PENDING) {
      return direct;
    }
    top =
        switch (a) {
          case Tuple x -> new Tuples(x, (Tuple) b, top);
          case Seq x -> new Seqs(x, (Seq) b, top);
          case Set x -> new Sets(x, (Set) b, top);
          default -> new Dicts((Dict) a, (Dict) b, top);
        };
    return PENDING;
  }

  /** The total order of all but two collections of one kind and, for sets and dicts, size. */
  @SuppressWarnings("ReferenceEquality") // the same object is equal, whatever it is
  private static int directly(Object a, Object b) {
    if (a == b) {
      return Ordering.EQUAL;
    }
    Kind kind = Kind.of(a);
    int ranks = Integer.compare(kind.rank(), Kind.of(b).rank());
    if (ranks != 0) {
      return ranks;
    }
    return switch (kind) {
      case UNIT -> Ordering.EQUAL;
      case BOOLEAN -> ((Boolean) a).compareTo((Boolean) b);
      case INTEGER, BYTE, BIG, FLOAT -> Numbers.compare(a, b);
      case CHAR -> Integer.compare(((Char) a).codePoint(), ((Char) b).codePoint());
      case SYMBOL -> Integer.signum(((Symbol) a).compareTo((Symbol) b));
      case TUPLE -> PENDING;
      case SEQ -> ((Seq) a).compareDirectly((Seq) b, PENDING);
      case SET -> sizes(((Set) a).size(), ((Set) b).size());
      case DICT -> sizes(((Dict) a).size(), ((Dict) b).size());
      case FUNCTION, MODULE, RESOURCE, NATIVE ->
          a.equals(b) ? Ordering.EQUAL : Long.compare(number(a), number(b));
    };
  }

  private static int sizes(int a, int b) {
    return a == b ? PENDING : Integer.compare(a, b);
  }

  private static long number(Object value) {
    if (value instanceof Opaque opaque) {
      return opaque.number();
    }
    synchronized (NATIVES) {
      return NATIVES.computeIfAbsent(value, _ -> Opaque.nextNumber());
    }
  }

  /**
   * The order of the operators; sets and dicts need no level, for inclusion asks for equality only.
   */
  private static int directlyAsOperands(Object a, Object b) {
    Kind kind = Kind.of(a);
    Kind other = Kind.of(b);
    if (kind.rank() != other.rank()) {
      return Ordering.NOT_COMPARABLE;
    }
    return switch (kind) {
      case SET -> inclusion(((Set) a).isSubset((Set) b), ((Set) b).isSubset((Set) a));
      case DICT -> inclusion(((Dict) a).isSubset((Dict) b), ((Dict) b).isSubset((Dict) a));
      case INTEGER, BYTE, BIG, FLOAT ->
          isNaN(a) != isNaN(b) ? Ordering.UNORDERED : Numbers.compare(a, b);
      case FUNCTION, MODULE, RESOURCE, NATIVE ->
          a.equals(b) ? Ordering.EQUAL : Ordering.NOT_COMPARABLE;
      case UNIT, BOOLEAN, CHAR, SYMBOL, TUPLE, SEQ -> directly(a, b);
    };
  }

  private static int inclusion(boolean below, boolean above) {
    return below
        ? above ? Ordering.EQUAL : Ordering.LESS
        : above ? Ordering.GREATER : Ordering.UNORDERED;
  }

  private static boolean isNaN(Object number) {
    return number instanceof Double d && d.isNaN();
  }

  /** Two collections that are being compared. */
  private abstract static class Level {
    final @Nullable Level below;

    Level(@Nullable Level below) {
      this.below = below;
    }

    /**
     * Goes on.
     *
     * @param last how the parts compared for which the level was left, 0 at first
     * @return the result, or PENDING after another level was entered
     */
    abstract int resume(int last);
  }

  private final class Tuples extends Level {
    private final Tuple a;
    private final Tuple b;
    private final int common;
    private int next;

    Tuples(Tuple a, Tuple b, @Nullable Level below) {
      super(below);
      this.a = a;
      this.b = b;
      this.common = Math.min(a.length(), b.length());
    }

    @Override
    int resume(int last) {
      int result = last;
      while (result == 0 && next < common) {
        result = enter(a.get(next), b.get(next));
        next++;
      }
      return result == 0 ? Integer.compare(a.length(), b.length()) : result;
    }
  }

  private final class Seqs extends Level {
    private final Seq a;
    private final Seq b;
    private final Iterator<Object> left;
    private final Iterator<Object> right;

    Seqs(Seq a, Seq b, @Nullable Level below) {
      super(below);
      this.a = a;
      this.b = b;
      this.left = a.iterator();
      this.right = b.iterator();
    }

    @Override
    int resume(int last) {
      int result = last;
      while (result == 0 && left.hasNext() && right.hasNext()) {
        result = enter(left.next(), right.next());
      }
      return result == 0 ? Long.compare(a.length(), b.length()) : result;
    }
  }

  /**
   * Two sets of one size. Their sorted contents agree up to the least element that only one of them
   * has, and at that place the other one has a greater element: so that element decides, and
   * nothing needs sorting.
   */
  private final class Sets extends Level {
    private final Set a;
    private final Set b;
    private final Iterator<Object> left;
    private final Iterator<Object> right;
    private @Nullable Object least;
    private @Nullable Object candidate;
    private boolean leastIsLeft;
    private boolean candidateIsLeft;

    Sets(Set a, Set b, @Nullable Level below) {
      super(below);
      this.a = a;
      this.b = b;
      this.left = a.iterator();
      this.right = b.iterator();
    }

    @Override
    int resume(int last) {
      int result = last;
      while (true) {
        if (candidate != null && (least == null || result < 0)) {
          least = candidate;
          leastIsLeft = candidateIsLeft;
        }
        candidate = nextDifference();
        if (candidate == null) {
          return least == null ? Ordering.EQUAL : leastIsLeft ? Ordering.LESS : Ordering.GREATER;
        }
        result = least == null ? Ordering.LESS : enter(candidate, least);
        if (result == PENDING) {
          return PENDING;
        }
      }
    }

    private @Nullable Object nextDifference() {
      candidateIsLeft = true;
      while (left.hasNext()) {
        Object element = left.next();
        if (!b.contains(element)) {
          return element;
        }
      }
      candidateIsLeft = false;
      while (right.hasNext()) {
        Object element = right.next();
        if (!a.contains(element)) {
          return element;
        }
      }
      return null;
    }
  }

  /**
   * Two dicts of one size: as {@link Sets}, but a key of both with different values is a difference
   * too, which those values decide. Values are compared once, not first for equality: that would
   * walk deep dicts again on each level.
   */
  private final class Dicts extends Level {
    private final Dict a;
    private final Dict b;
    private final Iterator<Tuple> left;
    private final Iterator<Tuple> right;
    private @Nullable Object least;
    private int leastVerdict;
    private @Nullable Object candidate;
    private int verdict;
    private boolean comparingValues;
    private boolean comparingKeys;

    Dicts(Dict a, Dict b, @Nullable Level below) {
      super(below);
      this.a = a;
      this.b = b;
      this.left = a.iterator();
      this.right = b.iterator();
    }

    @Override
    int resume(int last) {
      if (comparingValues) {
        comparingValues = false;
        valuesCompared(last);
      } else if (comparingKeys) {
        comparingKeys = false;
        keysCompared(last);
      }
      while (candidate != null || findCandidate()) {
        if (comparingValues) {
          return PENDING;
        }
        if (candidate != null) {
          int order = least == null ? Ordering.LESS : enter(candidate, least);
          if (order == PENDING) {
            comparingKeys = true;
            return PENDING;
          }
          keysCompared(order);
        }
      }
      return least == null ? Ordering.EQUAL : leastVerdict;
    }

    /** Goes to the next key that may make a difference; false at the end. */
    private boolean findCandidate() {
      if (left.hasNext()) {
        Tuple entry = left.next();
        Object other = b.get(entry.get(0));
        candidate = entry.get(0);
        verdict = Ordering.LESS;
        if (other != null) {
          int order = enter(entry.get(1), other);
          comparingValues = order == PENDING;
          if (!comparingValues) {
            valuesCompared(order);
          }
        }
        return true;
      }
      while (right.hasNext()) {
        Object key = right.next().get(0);
        if (!a.contains(key)) {
          candidate = key;
          verdict = Ordering.GREATER;
          return true;
        }
      }
      return false;
    }

    private void valuesCompared(int order) {
      verdict = order;
      if (order == Ordering.EQUAL) {
        candidate = null;
      }
    }

    private void keysCompared(int order) {
      if (order < 0) {
        least = candidate;
        leastVerdict = verdict;
      }
      candidate = null;
    }
  }
}
