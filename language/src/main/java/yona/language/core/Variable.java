package yona.language.core;

import yona.language.diagnostics.Range;

/** One binding of a name; compared by identity. */
public final class Variable {
  private final String name;
  private final Range at;
  private boolean seq;

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

  /** Whether its value is a Seq, whatever the program does: to mention it calls nothing. */
  public boolean isSeq() {
    return seq;
  }

  /** Says that its value is always a Seq. */
  public void setSeq() {
    seq = true;
  }

  @Override
  public String toString() {
    return name;
  }
}
