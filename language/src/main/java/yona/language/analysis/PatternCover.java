package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Equality;
import yona.data.Seq;
import yona.data.Tuple;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.diagnostics.Range;

/**
 * Which patterns match all that others do, whatever the values are that names in them stand for.
 */
final class PatternCover {
  /** A text of a pattern that is longer is compared as a whole only. */
  private static final int LONGEST = 1_000;

  private PatternCover() {}

  /** Whether a pattern matches every value. */
  static boolean isAnything(CorePattern pattern) {
    return switch (pattern) {
      case CorePattern.Wildcard _, CorePattern.Bind _ -> true;
      case CorePattern.As as -> isAnything(as.pattern());
      default -> false;
    };
  }

  /** The values that each of some patterns matches alone; null if one matches others. */
  static Object @Nullable [] values(List<CorePattern> patterns) {
    Object[] values = new Object[patterns.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = value(patterns.get(i));
      if (value == null) {
        return null;
      }
      values[i] = value;
    }
    return values;
  }

  private static @Nullable Object value(CorePattern pattern) {
    return switch (pattern) {
      case CorePattern.Literal literal -> literal.value();
      case CorePattern.As as -> value(as.pattern());
      case CorePattern.TuplePattern tuple -> {
        Object[] values = values(tuple.elements());
        yield values == null ? null : Tuple.of(values);
      }
      case CorePattern.SeqPattern seq when seq.tails() == null -> {
        Object[] values = values(seq.heads());
        yield values == null ? null : Seq.of(values);
      }
      default -> null;
    };
  }

  /** Whether each pattern matches all that the other one in its place does. */
  static boolean allCover(List<CorePattern> patterns, List<CorePattern> others) {
    for (int i = 0; i < patterns.size(); i++) {
      if (!covers(patterns.get(i), others.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Whether a pattern certainly matches all that another one does. */
  private static boolean covers(CorePattern pattern, CorePattern other) {
    if (isAnything(pattern)) {
      return true;
    }
    if (other instanceof CorePattern.As as) {
      return covers(pattern, as.pattern());
    }
    if (other instanceof CorePattern.Both both) {
      return covers(pattern, both.first()) || covers(pattern, both.second());
    }
    return switch (pattern) {
      case CorePattern.As as -> covers(as.pattern(), other);
      case CorePattern.Literal literal -> {
        Object value = value(other);
        yield value != null && Equality.equal(literal.value(), value);
      }
      case CorePattern.TuplePattern tuple ->
          other instanceof CorePattern.TuplePattern(_, List<CorePattern> elements)
              && tuple.elements().size() == elements.size()
              && allCover(tuple.elements(), elements);
      case CorePattern.SeqPattern _, CorePattern.AffixPattern _ -> {
        Row row = Row.of(pattern);
        Row otherRow = row == null ? null : Row.of(other);
        yield otherRow != null && row.covers(otherRow);
      }
      case CorePattern.EmptyDict _ -> other instanceof CorePattern.EmptyDict;
      case CorePattern.DictPattern dict ->
          other instanceof CorePattern.DictPattern otherDict && covers(dict, otherDict);
      case CorePattern.RecordPattern type ->
          other instanceof CorePattern.RecordPattern otherType && covers(type, otherType);
      default -> false;
    };
  }

  private static boolean covers(CorePattern.DictPattern dict, CorePattern.DictPattern other) {
    for (int i = 0; i < dict.keys().size(); i++) {
      boolean covered = false;
      for (int j = 0; j < other.keys().size() && !covered; j++) {
        covered =
            dict.keys().get(i) instanceof Core.Constant key
                && other.keys().get(j) instanceof Core.Constant otherKey
                && Equality.equal(key.value(), otherKey.value())
                && covers(dict.values().get(i), other.values().get(j));
      }
      if (!covered) {
        return false;
      }
    }
    return true;
  }

  private static boolean covers(CorePattern.RecordPattern type, CorePattern.RecordPattern other) {
    if (!type.type().equals(other.type())) {
      return false;
    }
    for (int i = 0; i < type.fields().size(); i++) {
      int j = other.fields().indexOf(type.fields().get(i));
      CorePattern field = type.patterns().get(i);
      if (!isAnything(field) && (j < 0 || !covers(field, other.patterns().get(j)))) {
        return false;
      }
    }
    return true;
  }

  /**
   * What patterns for sequences have in common.
   *
   * @param rest what is between the first and the last elements; null if nothing is
   */
  private record Row(List<CorePattern> heads, @Nullable CorePattern rest, List<CorePattern> lasts) {

    /** The elements of a pattern for sequences, of texts too; null for others. */
    static @Nullable Row of(CorePattern pattern) {
      return switch (pattern) {
        case CorePattern.SeqPattern seq -> new Row(seq.heads(), seq.tails(), seq.lasts());
        case CorePattern.Literal(var at, Seq text) when text.length() <= LONGEST ->
            new Row(literals(at, text), null, List.of());
        case CorePattern.AffixPattern affix
            when affix.affix() instanceof Core.Constant(var at, Seq text)
                && text.length() <= LONGEST ->
            affix.atEnd()
                ? new Row(List.of(), affix.rest(), literals(at, text))
                : new Row(literals(at, text), affix.rest(), List.of());
        default -> null;
      };
    }

    private static List<CorePattern> literals(Range at, Seq text) {
      List<CorePattern> literals = new ArrayList<>((int) text.length());
      for (long i = 0; i < text.length(); i++) {
        literals.add(new CorePattern.Literal(at, text.get(i)));
      }
      return literals;
    }

    boolean covers(Row other) {
      int first = heads.size();
      int last = lasts.size();
      if (rest == null) {
        return other.rest == null && first == other.heads.size() && allCover(heads, other.heads);
      }
      List<CorePattern> before = other.heads;
      List<CorePattern> behind = other.rest == null ? other.heads : other.lasts;
      boolean longEnough =
          other.rest == null
              ? before.size() >= first + last
              : before.size() >= first && behind.size() >= last;
      return longEnough
          && allCover(heads, before.subList(0, first))
          && allCover(lasts, behind.subList(behind.size() - last, behind.size()))
          && coversRest(other);
    }

    private boolean coversRest(Row other) {
      return isAnything(rest)
          || (other.rest != null
              && heads.size() == other.heads.size()
              && lasts.size() == other.lasts.size()
              && PatternCover.covers(rest, other.rest));
    }
  }
}
