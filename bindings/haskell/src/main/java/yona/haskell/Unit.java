package yona.haskell;

/** Haskell's {@code ()} where it is a value. */
public enum Unit {
  /** The value. */
  UNIT
}
