package yona.io.connection;

/** A condition on bytes. */
@FunctionalInterface
public interface BytePredicate {

  /**
   * Tests a byte.
   *
   * @param value the byte
   * @return whether it meets the condition
   */
  boolean test(byte value);
}
