package yona.language.core;

import java.util.List;
import java.util.stream.Stream;

/**
 * Variables whose values a piece of code may call if they are functions, or walk if they are
 * Streams.
 *
 * @param applied those that are applied, or handed to what may apply them
 * @param mentioned those that are mentioned, which calls a function without parameters (language.md
 *     6.2) and no other, or walked
 */
public record Callees(List<Variable> applied, List<Variable> mentioned) {
  /** Calls nothing. */
  public static final Callees NONE = new Callees(List.of(), List.of());

  public boolean isEmpty() {
    return applied.isEmpty() && mentioned.isEmpty();
  }

  public int size() {
    return applied.size() + mentioned.size();
  }

  /** All variables. */
  public Stream<Variable> all() {
    return Stream.concat(applied.stream(), mentioned.stream());
  }
}
