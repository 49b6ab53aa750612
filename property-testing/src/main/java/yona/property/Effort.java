package yona.property;

import java.util.List;

/**
 * How much tests try that could try things forever: a part or a multiple of what they do by
 * themselves, which {@code -Dyona.test.effort} names; 1 if it is not set. {@code ./check} does
 * less, {@code ./check long} more.
 */
public final class Effort {
  private static final double PART =
      Double.parseDouble(System.getProperty("yona.test.effort", "1"));

  private Effort() {}

  /**
   * So many, as much as is to be done of them.
   *
   * @param usual how many there are with an effort of 1
   * @return at least 1
   */
  public static int of(int usual) {
    return (int) Math.max(1, Math.min(Integer.MAX_VALUE, Math.round(usual * PART)));
  }

  /**
   * The first of some ways to do a thing, as many as are to be tried.
   *
   * @param all the ways, the most important first
   * @return at least one, and at most all
   */
  public static <T> List<T> first(List<T> all) {
    return all.subList(0, (int) Math.min(all.size(), Math.ceil(all.size() * PART)));
  }
}
