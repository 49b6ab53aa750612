package yona.property;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The random choices of one run of a property, recorded so that a failing run can be repeated with
 * fewer and smaller ones. Every choice is a number below a bound, 0 the simplest; beyond the end of
 * a replay all choices are 0.
 */
public final class Choices {
  private final @Nullable Random random;
  private final List<Integer> replay;
  private final List<Integer> made = new ArrayList<>();
  private final StringBuilder notes = new StringBuilder();

  private Choices(@Nullable Random random, List<Integer> replay) {
    this.random = random;
    this.replay = replay;
  }

  static Choices from(long seed) {
    return new Choices(new Random(seed), List.of());
  }

  static Choices replaying(List<Integer> choices) {
    return new Choices(null, choices);
  }

  /**
   * Chooses a number.
   *
   * @param bound above 0
   * @return from 0 up to the bound, which is left out; 0 is the simplest
   */
  public int below(int bound) {
    int choice;
    if (random != null) {
      choice = random.nextInt(bound);
    } else {
      choice = made.size() < replay.size() ? Math.min(replay.get(made.size()), bound - 1) : 0;
    }
    made.add(choice);
    return choice;
  }

  /**
   * Chooses yes or no.
   *
   * @return false is the simpler one
   */
  public boolean yes() {
    return below(2) == 1;
  }

  /**
   * Chooses one of some values.
   *
   * @param values at least one, the simplest first
   * @param <T> their type
   * @return one of them
   */
  @SafeVarargs
  public final <T> T oneOf(T... values) {
    return values[below(values.length)];
  }

  /**
   * Says what is being done, for the report of a failure.
   *
   * @param what a line of it
   */
  public void note(String what) {
    if (notes.length() < 20_000) {
      notes.append("\n  ").append(what);
    }
  }

  List<Integer> made() {
    return made;
  }

  String notes() {
    return notes.toString();
  }
}
