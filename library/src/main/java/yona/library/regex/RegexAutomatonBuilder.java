package yona.library.regex;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.library.regex.RegexTree.Preference;

/**
 * Makes the {@link RegexAutomaton} of a pattern, if it has one: over the nondeterministic automaton
 * (K. Thompson, "Regular Expression Search Algorithm", Communications of the ACM 11, 1968), whose
 * ways from one character to the next must be different characters'.
 */
final class RegexAutomatonBuilder {
  private static final int MOST_STEPS = 2000;
  private static final int MOST_ENTRIES = 1 << 16;

  /** The places of groups are bits of a {@code long}. */
  private static final int MOST_GROUPS = Long.SIZE / 2 - 1;

  private final List<Step> steps = new ArrayList<>();
  private final Map<Integer, Integer> states = new LinkedHashMap<>();
  private final Deque<Integer> unread = new ArrayDeque<>();
  private final Map<Long, Integer> actions = new LinkedHashMap<>();
  private final byte[] classes = new byte[RegexTree.OTHERS];

  /** A character of each class. */
  private final List<Integer> examples = new ArrayList<>();

  // Of the state whose ways are read: its transitions, the steps on these ways, the match's end.
  private int[] transitions = {};
  private BitSet passed = new BitSet();
  private int end;

  private RegexAutomatonBuilder() {}

  /** A step of the nondeterministic automaton; its number is its place in the list. */
  private sealed interface Step {
    /** Reads a character of a set. */
    record Read(BitSet set, int next) implements Step {}

    /** Goes on in one of several ways, the first rather than the others. */
    record Choose(List<Integer> ways) implements Step {}

    /** Sets the start or the end of a group. */
    record Mark(int place, int next) implements Step {}

    /** Goes on only at the end of the text. */
    record End(int next) implements Step {}

    /** The match is complete. */
    record Match() implements Step {}
  }

  /** The pattern has no automaton. */
  private static final class None extends Exception {
    private static final long serialVersionUID = 1;

    None() {
      super(null, null, false, false);
    }
  }

  /**
   * The automaton of a pattern.
   *
   * @param groups how many groups it has
   * @return null if it has none
   */
  static @Nullable RegexAutomaton build(RegexTree pattern, int groups) {
    if (groups > MOST_GROUPS) {
      return null;
    }
    boolean anchored = false;
    RegexTree rest = pattern;
    if (pattern instanceof RegexTree.Sequence(List<RegexTree> parts)
        && !parts.isEmpty()
        && parts.getFirst() == RegexTree.Place.START) {
      anchored = true;
      rest = new RegexTree.Sequence(parts.subList(1, parts.size()));
    }
    try {
      return new RegexAutomatonBuilder().automaton(rest, anchored, groups);
    } catch (None e) {
      return null;
    }
  }

  private RegexAutomaton automaton(RegexTree pattern, boolean anchored, int groups) throws None {
    int first = steps(pattern, step(new Step.Match()));
    classify();
    actions.put(0L, 0);
    state(first);
    List<int[]> rows = new ArrayList<>();
    List<Integer> ends = new ArrayList<>();
    while (!unread.isEmpty()) {
      transitions = new int[examples.size()];
      Arrays.fill(transitions, RegexAutomaton.NONE);
      passed = new BitSet();
      end = RegexAutomaton.NONE;
      readWays(unread.remove(), 0, false);
      rows.add(transitions);
      ends.add(end);
    }
    int[] table = rows.stream().flatMapToInt(Arrays::stream).toArray();
    return new RegexAutomaton(
        classes,
        examples.size(),
        table,
        ends.stream().mapToInt(Integer::intValue).toArray(),
        actions.keySet().stream().map(RegexAutomatonBuilder::places).toArray(int[][]::new),
        anchored,
        groups);
  }

  private static int[] places(long marks) {
    return BitSet.valueOf(new long[] {marks}).stream().toArray();
  }

  // ---- the nondeterministic automaton
  // ------------------------------------------------------------

  private int step(Step step) throws None {
    if (steps.size() == MOST_STEPS) {
      throw new None();
    }
    steps.add(step);
    return steps.size() - 1;
  }

  /** The first step of a part that goes on with a step. */
  private int steps(RegexTree tree, int next) throws None {
    return switch (tree) {
      case RegexTree.Characters characters -> step(new Step.Read(characters.set(), next));
      case RegexTree.Sequence sequence -> {
        int first = next;
        for (RegexTree part : sequence.parts().reversed()) {
          first = steps(part, first);
        }
        yield first;
      }
      case RegexTree.Alternatives alternatives -> {
        List<Integer> ways = new ArrayList<>();
        for (RegexTree part : alternatives.parts()) {
          ways.add(steps(part, next));
        }
        yield step(new Step.Choose(ways));
      }
      case RegexTree.Group group -> {
        int after = step(new Step.Mark(2 * group.number() + 1, next));
        yield step(new Step.Mark(2 * group.number(), steps(group.part(), after)));
      }
      case RegexTree.Repetition repetition -> repeated(repetition, next);
      case RegexTree.Place place when place == RegexTree.Place.LAST_LINE_END ->
          step(new Step.End(next));
      case RegexTree.Place _, RegexTree.Atomic _ -> throw new None();
    };
  }

  private int repeated(RegexTree.Repetition repetition, int next) throws None {
    RegexTree part = repetition.part();
    boolean one = part instanceof RegexTree.Characters;
    if (repetition.preference() == Preference.POSSESSIVE && !one) {
      throw new None();
    }
    int first = next;
    if (repetition.most() == RegexTree.UNBOUNDED) {
      if (canBeEmpty(part)) {
        throw new None();
      }
      int loop = step(new Step.Choose(List.of()));
      steps.set(loop, choice(repetition, steps(part, loop), next));
      first = loop;
    } else {
      for (int i = repetition.least(); i < repetition.most(); i++) {
        first = step(choice(repetition, steps(part, first), next));
      }
    }
    for (int i = 0; i < repetition.least(); i++) {
      first = steps(part, first);
    }
    return first;
  }

  private static Step choice(RegexTree.Repetition repetition, int more, int next) {
    return repetition.preference() == Preference.LEAST
        ? new Step.Choose(List.of(next, more))
        : new Step.Choose(List.of(more, next));
  }

  private static boolean canBeEmpty(RegexTree tree) {
    return switch (tree) {
      case RegexTree.Characters _ -> false;
      case RegexTree.Sequence sequence ->
          sequence.parts().stream().allMatch(RegexAutomatonBuilder::canBeEmpty);
      case RegexTree.Alternatives alternatives ->
          alternatives.parts().stream().anyMatch(RegexAutomatonBuilder::canBeEmpty);
      case RegexTree.Group group -> canBeEmpty(group.part());
      case RegexTree.Atomic atomic -> canBeEmpty(atomic.part());
      case RegexTree.Repetition repetition ->
          repetition.least() == 0 || canBeEmpty(repetition.part());
      case RegexTree.Place _ -> true;
    };
  }

  // ---- the deterministic one
  // ---------------------------------------------------------------------

  private void classify() {
    Map<BitSet, Integer> known = new HashMap<>();
    for (int c = 0; c < classes.length; c++) {
      BitSet readers = new BitSet();
      for (int i = 0; i < steps.size(); i++) {
        if (steps.get(i) instanceof Step.Read read && read.set().get(c)) {
          readers.set(i);
        }
      }
      Integer number = known.putIfAbsent(readers, examples.size());
      if (number == null) {
        number = examples.size();
        examples.add(c);
      }
      classes[c] = number.byteValue();
    }
  }

  /** The state that begins with a step. */
  private int state(int step) throws None {
    Integer known = states.get(step);
    if (known != null) {
      return known;
    }
    int state = states.size();
    if ((state + 1) * examples.size() > MOST_ENTRIES) {
      throw new None();
    }
    states.put(step, state);
    unread.add(step);
    return state;
  }

  private int action(long marks) throws None {
    int action = actions.computeIfAbsent(marks, _ -> actions.size());
    if (action == RegexAutomaton.MOST_ACTIONS) {
      throw new None();
    }
    return action;
  }

  /**
   * Follows the ways from a step to the next characters, and to the end of the match.
   *
   * @param marks the places that are set on the way
   * @param atEnd whether the way is open at the end of the text only
   */
  private void readWays(int number, long marks, boolean atEnd) throws None {
    if (passed.get(number)) {
      // Two ways lead here.
      throw new None();
    }
    passed.set(number);
    switch (steps.get(number)) {
      case Step.Choose choice -> {
        for (int way : choice.ways()) {
          readWays(way, marks, atEnd);
        }
      }
      case Step.Mark mark -> readWays(mark.next(), marks | 1L << mark.place(), atEnd);
      case Step.End after -> readWays(after.next(), marks, true);
      case Step.Match _ -> end = action(marks) | (atEnd ? RegexAutomaton.AT_LAST_LINE_END : 0);
      case Step.Read read -> {
        if (atEnd) {
          throw new None();
        }
        read(read, marks);
      }
    }
  }

  private void read(Step.Read read, long marks) throws None {
    int transition = RegexAutomaton.transition(state(read.next()), action(marks));
    if (end != RegexAutomaton.NONE) {
      transition |= RegexAutomaton.RATHER_ENDS;
    }
    for (int i = 0; i < transitions.length; i++) {
      if (read.set().get(examples.get(i))) {
        if (transitions[i] != RegexAutomaton.NONE) {
          throw new None();
        }
        transitions[i] = transition;
      }
    }
  }
}
