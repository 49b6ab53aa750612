package yona.data;

/** The kind with one value, {@code ()}: the value of "nothing". */
public final class Unit {
  /** The value {@code ()}. */
  public static final Unit UNIT = new Unit();

  private Unit() {}

  @Override
  public String toString() {
    return "()";
  }
}
