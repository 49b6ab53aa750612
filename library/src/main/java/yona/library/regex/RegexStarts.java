package yona.library.regex;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * With which characters the matches of a pattern can begin: its FIRST sets, as those of LL(k)
 * parsing, from above.
 */
final class RegexStarts {
  /** More starts are too many to be searched for at once. */
  static final int MOST = 32;

  /** As many characters as no start needs to be more certain. */
  private static final int LONGEST = 16;

  /** The way to nothing: what is matched without reading. */
  private static final List<Start> NOTHING = List.of(new Start(List.of(), false));

  private RegexStarts() {}

  /**
   * A way in which a match can begin.
   *
   * @param sets those of its first characters
   * @param open whether more, which is not known, may follow
   */
  record Start(List<BitSet> sets, boolean open) {
    Start opened() {
      return open ? this : new Start(sets, true);
    }

    Start then(Start next) {
      if (open || (next.sets.isEmpty() && !next.open)) {
        return this;
      }
      int length = Math.min(LONGEST, sets.size() + next.sets.size());
      List<BitSet> both = new ArrayList<>(sets);
      both.addAll(next.sets.subList(0, length - sets.size()));
      return new Start(both, next.open || length < sets.size() + next.sets.size());
    }
  }

  /** There are too many starts. */
  private static final class TooMany extends Exception {
    private static final long serialVersionUID = 1;

    TooMany() {
      super(null, null, false, false);
    }
  }

  /**
   * The starts of all matches of a pattern.
   *
   * @return sets for the first characters of each start, as many for all, at least one; at most
   *     {@link #MOST} starts; null if there are more, or a match can be of no character
   */
  static @Nullable List<List<BitSet>> of(RegexTree tree) {
    List<Start> starts;
    try {
      starts = starts(tree);
    } catch (TooMany e) {
      return null;
    }
    int shortest = LONGEST;
    for (Start start : starts) {
      shortest = Math.min(shortest, start.sets.size());
    }
    LinkedHashSet<List<BitSet>> different = new LinkedHashSet<>();
    for (Start start : starts) {
      different.add(start.sets.subList(0, shortest));
    }
    return shortest == 0 || different.size() > MOST ? null : List.copyOf(different);
  }

  private static List<Start> starts(RegexTree tree) throws TooMany {
    return switch (tree) {
      case RegexTree.Characters characters -> List.of(new Start(List.of(characters.set()), false));
      case RegexTree.Sequence sequence -> sequence(sequence.parts());
      case RegexTree.Alternatives alternatives -> alternatives(alternatives.parts());
      case RegexTree.Group group -> starts(group.part());
      case RegexTree.Atomic atomic -> starts(atomic.part());
      case RegexTree.Repetition repetition ->
          repeated(starts(repetition.part()), repetition.least(), repetition.most());
      case RegexTree.Place _ -> NOTHING;
    };
  }

  private static List<Start> alternatives(List<RegexTree> parts) throws TooMany {
    List<Start> all = new ArrayList<>();
    for (RegexTree part : parts) {
      all.addAll(starts(part));
    }
    if (all.size() > 2 * MOST) {
      throw new TooMany();
    }
    return all;
  }

  private static List<Start> sequence(List<RegexTree> parts) throws TooMany {
    List<Start> all = NOTHING;
    for (RegexTree part : parts) {
      all = then(all, starts(part));
    }
    return all;
  }

  private static List<Start> then(List<Start> first, List<Start> second) {
    if ((long) first.size() * second.size() > MOST) {
      return opened(first);
    }
    LinkedHashSet<Start> both = new LinkedHashSet<>();
    for (Start start : first) {
      if (start.open) {
        both.add(start);
      } else {
        second.forEach(next -> both.add(start.then(next)));
      }
    }
    return List.copyOf(both);
  }

  private static List<Start> opened(List<Start> starts) {
    return starts.stream().map(Start::opened).toList();
  }

  private static List<Start> repeated(List<Start> part, int least, int most) {
    List<Start> all = NOTHING;
    for (int i = 0; i < Math.min(least, LONGEST); i++) {
      all = then(all, part);
    }
    if (least > LONGEST) {
      return opened(all);
    }
    if (least == most) {
      return all;
    }
    if (least > 0) {
      return opened(all);
    }
    List<Start> either = new ArrayList<>(NOTHING);
    either.addAll(most == 1 ? part : opened(part));
    return either;
  }
}
