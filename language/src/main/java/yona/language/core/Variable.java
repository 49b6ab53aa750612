package yona.language.core;

import yona.language.diagnostics.Range;

/** One binding of a name; compared by identity. */
public final class Variable {
  private final String name;
  private final Range at;

  /**
   * @param name the name as written; names that analysis made start with {@code $}
   * @param at where it is bound
   */
  public Variable(String name, Range at) {
    this.name = name;
    this.at = at;
  }

  /** The name, for debuggers and messages. */
  public String name() {
    return name;
  }

  /** Where the name is bound. */
  public Range at() {
    return at;
  }

  @Override
  public String toString() {
    return name;
  }
}
