package yona.language.bytecode;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.bytecode.Occurrence.Selector;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.Variable;
import yona.language.optimize.Types;

/**
 * A clause of a match, with the patterns that are still to be tried, in order, and the variables
 * bound so far. Immutable.
 *
 * @param clause index of the clause
 * @param evaluated whether a test that has passed evaluated what may have effects, so that it must
 *     not be made again
 */
record Row(int clause, @Nullable Item items, @Nullable Binding bindings, boolean evaluated) {
  /** Beyond this many elements at the front their number is asked for first. */
  private static final int MOST_TAILS = 4;

  /** A pattern for a value; of a dict pattern the keys from {@code key} on. */
  record Item(Occurrence value, CorePattern pattern, int key, @Nullable Item next) {}

  /** A variable and its value. */
  record Binding(Variable variable, Occurrence value, @Nullable Binding older) {}

  /** A question about a value. */
  sealed interface Test {
    Occurrence value();

    /** What the test evaluates, or null. */
    default @Nullable Core evaluates() {
      return null;
    }

    /** Whether making the test again could be told from making it once. */
    default boolean mayHaveEffects() {
      Core core = evaluates();
      return core != null
          && !(core instanceof Core.Constant)
          && !(core instanceof Core.Get get && !get.mention());
    }
  }

  /** Whether the value is of a kind. */
  record IsKind(Occurrence value, int kind) implements Test {}

  /**
   * Whether a Seq or tuple has a length, or more.
   *
   * @param tails if not empty: what is left of the Seq after each element, which answers the
   *     question when it is there, and is wanted then
   */
  record HasLength(Occurrence value, int kind, int length, boolean orMore, List<Occurrence> tails)
      implements Test {}

  /** Whether the value is equal to a constant, or a type to that of a record pattern. */
  record IsConstant(Occurrence value, Object constant) implements Test {}

  /**
   * Whether the value is equal to that of an expression, which is evaluated by the test.
   *
   * @param name as of {@link CorePattern.EqualTo}
   */
  record IsValue(Occurrence value, Core expression, @Nullable String name) implements Test {
    @Override
    public Core evaluates() {
      return expression;
    }
  }

  /**
   * Whether a Seq begins with another one, or ends with it if {@code atEnd}.
   *
   * @param affix the other one, which is evaluated by the test
   * @param rest becomes what the value has beside it; null if nobody asks for that
   */
  record HasAffix(Occurrence value, Core affix, boolean atEnd, @Nullable Occurrence rest)
      implements Test {
    @Override
    public Core evaluates() {
      return affix;
    }
  }

  /** Whether a Dict is empty. */
  record IsEmptyDict(Occurrence value) implements Test {}

  /** Whether a Dict has a key, which is evaluated by the test; its value becomes the entry. */
  record HasKey(Occurrence value, Core key, Occurrence entry) implements Test {
    @Override
    public Core evaluates() {
      return key;
    }
  }

  /** A row as far as the facts decide it, and the test that it needs next; no test: it matches. */
  record Progress(Row row, @Nullable Test test) {}

  private Row then(@Nullable Item next) {
    return new Row(clause, next, bindings, evaluated);
  }

  private Row binding(Item item, Variable variable, @Nullable Item next) {
    return new Row(clause, next, new Binding(variable, item.value, bindings), evaluated);
  }

  /** Skips what the facts decide; null if they exclude the row. */
  @Nullable Progress advance(Facts facts) {
    Row row = this;
    while (row.items != null) {
      Item item = row.items;
      Item next = item.next;
      Test test;
      Item after;
      switch (item.pattern) {
        case CorePattern.Wildcard _ -> {
          row = row.then(next);
          continue;
        }
        case CorePattern.Bind p -> {
          row = row.binding(item, p.variable(), next);
          continue;
        }
        case CorePattern.As p -> {
          row = row.binding(item, p.variable(), new Item(item.value, p.pattern(), 0, next));
          continue;
        }
        case CorePattern.Both p -> {
          Item second = new Item(item.value, p.second(), 0, next);
          row = row.then(new Item(item.value, p.first(), 0, second));
          continue;
        }
        case CorePattern.Literal p -> {
          test = new IsConstant(item.value, p.value());
          after = next;
        }
        case CorePattern.EqualTo p -> {
          return new Progress(row, new IsValue(item.value, p.expression(), p.name()));
        }
        case CorePattern.AffixPattern p -> {
          test = new IsKind(item.value, Types.SEQ);
          if (Boolean.TRUE.equals(decide(test, facts))) {
            return facts.of(item.value).isShorterThan(p.affix())
                ? null
                : new Progress(row, affixTest(item.value, p));
          }
          after = item;
        }
        case CorePattern.TuplePattern p -> {
          test = collection(facts, item.value, Types.TUPLE, p.elements().size(), false, List.of());
          after = parts(item.value, Selector.TUPLE_ELEMENT, 0, p.elements(), next);
        }
        case CorePattern.SeqPattern p -> {
          int length = p.heads().size() + p.lasts().size();
          test =
              collection(
                  facts, item.value, Types.SEQ, length, p.tails() != null, tails(item.value, p));
          after = seqParts(item.value, p, next);
        }
        case CorePattern.RecordPattern p -> {
          Boolean isTuple = facts.of(item.value).isOf(Types.TUPLE);
          if (Boolean.FALSE.equals(isTuple)) {
            return null;
          }
          // The type says that it is a tuple, too; what is left of a cursor would become a Seq.
          test =
              isTuple == null && item.value.rest() != null
                  ? new IsKind(item.value, Types.TUPLE)
                  : new IsConstant(item.value.part(Selector.RECORD_TYPE, 0), p.type());
          after = fields(item.value, p, next);
        }
        case CorePattern.EmptyDict _ -> {
          test = new IsKind(item.value, Types.DICT);
          if (Boolean.TRUE.equals(decide(test, facts))) {
            return new Progress(row, new IsEmptyDict(item.value));
          }
          after = item;
        }
        case CorePattern.DictPattern p -> {
          test = new IsKind(item.value, Types.DICT);
          if (Boolean.TRUE.equals(decide(test, facts)) && item.key < p.keys().size()) {
            return new Progress(
                row, new HasKey(item.value, p.keys().get(item.key), item.value.entry(p, item.key)));
          }
          after = next;
        }
      }
      Boolean known = decide(test, facts);
      if (known == null) {
        return new Progress(row, test);
      }
      if (!known) {
        return null;
      }
      row = row.then(after);
    }
    return new Progress(row, null);
  }

  private static HasAffix affixTest(Occurrence value, CorePattern.AffixPattern pattern) {
    boolean dropped = pattern.rest() instanceof CorePattern.Wildcard;
    return new HasAffix(
        value, pattern.affix(), pattern.atEnd(), dropped ? null : value.beside(pattern));
  }

  /** The kind first, then the length. */
  private static Test collection(
      Facts facts, Occurrence value, int kind, int length, boolean orMore, List<Occurrence> tails) {
    return Boolean.TRUE.equals(facts.of(value).isOf(kind))
        ? new HasLength(value, kind, length, orMore, tails)
        : new IsKind(value, kind);
  }

  /**
   * What is left after each of a few elements at the front, if that is all the pattern asks for.
   */
  private static List<Occurrence> tails(Occurrence whole, CorePattern.SeqPattern pattern) {
    int heads = pattern.heads().size();
    if (pattern.tails() == null || !pattern.lasts().isEmpty() || heads > MOST_TAILS) {
      return List.of();
    }
    if (pattern.tails() instanceof CorePattern.Wildcard && heads == 1) {
      return List.of();
    }
    List<Occurrence> tails = new ArrayList<>();
    Occurrence rest = whole;
    for (int i = 0; i < heads; i++) {
      rest = rest.part(Selector.TAIL, 0);
      tails.add(rest);
    }
    return tails;
  }

  private static @Nullable Boolean decide(Test test, Facts facts) {
    Facts.Fact fact = facts.of(test.value());
    return switch (test) {
      case IsKind t -> fact.isOf(t.kind());
      case HasLength t -> fact.hasLength(t.length(), t.orMore());
      case IsConstant t -> fact.isEqual(t.constant());
      default -> null;
    };
  }

  /** The row after a test that no fact remembers has succeeded; other tests leave it as it is. */
  Row passed(Test test) {
    Row row = behind(test);
    return test.mayHaveEffects() ? new Row(row.clause, row.items, row.bindings, true) : row;
  }

  private Row behind(Test test) {
    Item item = items;
    if (item == null) {
      return this;
    }
    return switch (test) {
      case IsValue _, IsEmptyDict _ -> then(item.next);
      case HasAffix t ->
          t.rest() == null
              ? then(item.next)
              : then(
                  new Item(
                      t.rest(), ((CorePattern.AffixPattern) item.pattern).rest(), 0, item.next));
      case HasKey t -> {
        CorePattern.DictPattern pattern = (CorePattern.DictPattern) item.pattern;
        Item rest = new Item(item.value, pattern, item.key + 1, item.next);
        yield then(new Item(t.entry(), pattern.values().get(item.key), 0, rest));
      }
      default -> this;
    };
  }

  private static @Nullable Item parts(
      Occurrence whole,
      Selector selector,
      int first,
      List<CorePattern> patterns,
      @Nullable Item next) {
    Item items = next;
    for (int i = patterns.size() - 1; i >= 0; i--) {
      items = new Item(whole.part(selector, first + i), patterns.get(i), 0, items);
    }
    return items;
  }

  private static @Nullable Item fields(
      Occurrence whole, CorePattern.RecordPattern pattern, @Nullable Item next) {
    Item items = next;
    for (int i = pattern.patterns().size() - 1; i >= 0; i--) {
      Occurrence field = whole.part(Selector.TUPLE_ELEMENT, pattern.fields().get(i) + 1);
      items = new Item(field, pattern.patterns().get(i), 0, items);
    }
    return items;
  }

  private static @Nullable Item seqParts(
      Occurrence whole, CorePattern.SeqPattern pattern, @Nullable Item next) {
    int heads = pattern.heads().size();
    if (pattern.tails() == null) {
      Item lasts = parts(whole, Selector.SEQ_ELEMENT, heads, pattern.lasts(), next);
      return parts(whole, Selector.SEQ_ELEMENT, 0, pattern.heads(), lasts);
    }
    Occurrence[] rests = new Occurrence[heads + 1];
    rests[0] = whole;
    for (int i = 0; i < heads; i++) {
      rests[i + 1] = rests[i].part(Selector.TAIL, 0);
    }
    Item items = next;
    Occurrence rest = rests[heads];
    // The first of the lasts is the innermost one.
    Occurrence[] ends = new Occurrence[pattern.lasts().size() + 1];
    ends[ends.length - 1] = rest;
    for (int i = ends.length - 2; i >= 0; i--) {
      ends[i] = ends[i + 1].part(Selector.INIT, 0);
    }
    for (int i = pattern.lasts().size() - 1; i >= 0; i--) {
      Occurrence last = ends[i + 1].part(Selector.LAST, 0);
      items = new Item(last, pattern.lasts().get(i), 0, items);
    }
    items = new Item(ends[0], pattern.tails(), 0, items);
    for (int i = heads - 1; i >= 0; i--) {
      items = new Item(rests[i].part(Selector.HEAD, 0), pattern.heads().get(i), 0, items);
    }
    return items;
  }
}
