package yona.language.bytecode;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Equality;
import yona.data.Seq;
import yona.language.core.Core;
import yona.language.optimize.Types;

/**
 * What the tests made so far say about the values that a match looks at, on one path through it.
 */
final class Facts {
  /** What is known of one value. */
  static final class Fact {
    /** The kinds that it may be of. */
    int type;

    /** Bounds of the length of a Seq or tuple. */
    int least;

    int most = Integer.MAX_VALUE;

    /** Lengths that it does not have. */
    Set<Integer> otherLengths = Set.of();

    /** What it is equal to, or null. */
    @Nullable Object equal;

    /** What it is not equal to. */
    List<Object> different = List.of();

    /** Whether it is in its local. */
    boolean loaded;

    Fact(int type, boolean loaded) {
      this.type = type;
      this.loaded = loaded;
    }

    private Fact(Fact other) {
      this.type = other.type;
      this.least = other.least;
      this.most = other.most;
      this.otherLengths = other.otherLengths;
      this.equal = other.equal;
      this.different = other.different;
      this.loaded = other.loaded;
    }

    /** Whether it is of the kinds: true, false, or null if that is not known. */
    @Nullable Boolean isOf(int kinds) {
      return (type & kinds) == 0 ? Boolean.FALSE : (type & ~kinds) == 0 ? Boolean.TRUE : null;
    }

    /** Whether it has the length, or more if {@code orMore}. */
    @Nullable Boolean hasLength(int length, boolean orMore) {
      if (length > most || (!orMore && (length < least || otherLengths.contains(length)))) {
        return Boolean.FALSE;
      }
      return (least >= length && (orMore || most == length)) ? Boolean.TRUE : null;
    }

    void setLength(int length, boolean orMore, boolean holds) {
      if (holds) {
        least = Math.max(least, length);
        most = orMore ? most : length;
      } else if (orMore) {
        most = Math.min(most, length - 1);
      } else {
        otherLengths = new HashSet<>(otherLengths);
        otherLengths.add(length);
        while (otherLengths.contains(least)) {
          least++;
        }
      }
    }

    /** Whether it is known to have fewer elements than a constant Seq. */
    boolean isShorterThan(Core affix) {
      return affix instanceof Core.Constant constant
          && constant.value() instanceof Seq seq
          && seq.length() > most;
    }

    /** Whether it is equal to a constant. */
    @Nullable Boolean isEqual(Object constant) {
      if ((type & kindsEqualTo(constant)) == 0) {
        return Boolean.FALSE;
      }
      if (equal != null) {
        return Equality.equal(equal, constant);
      }
      for (Object each : different) {
        if (Equality.equal(each, constant)) {
          return Boolean.FALSE;
        }
      }
      return null;
    }

    void setEqual(Object constant, boolean holds) {
      if (holds) {
        equal = constant;
        type &= kindsEqualTo(constant);
      } else {
        different = new ArrayList<>(different);
        different.add(constant);
      }
    }
  }

  /** The kinds of values that may be equal to a constant. */
  static int kindsEqualTo(Object constant) {
    int kind = Types.of(constant);
    return (kind & Types.NUMBER) != 0 ? Types.NUMBER : kind;
  }

  private final IdentityHashMap<Occurrence, Fact> facts = new IdentityHashMap<>();
  private final boolean givenLoaded;

  /** Nothing is known. */
  Facts() {
    this(false);
  }

  private Facts(boolean givenLoaded) {
    this.givenLoaded = givenLoaded;
  }

  /** What is certain on every path to a match: what tests give is there. */
  static Facts ofMatch() {
    return new Facts(true);
  }

  private Facts(Facts other) {
    this(other.givenLoaded);
    other.facts.forEach((occurrence, fact) -> facts.put(occurrence, new Fact(fact)));
  }

  Facts copy() {
    return new Facts(this);
  }

  Fact of(Occurrence occurrence) {
    return facts.computeIfAbsent(
        occurrence,
        o ->
            new Fact(
                o.type(),
                o.selector() == Occurrence.Selector.SUBJECT
                    || o.rest() != null
                    || (givenLoaded && o.selector() == Occurrence.Selector.GIVEN)));
  }
}
