package yona.data;

/** A test of two parts that stand at the same place of two collections. */
@FunctionalInterface
interface PairTest {
  boolean test(Object a, Object b);
}
