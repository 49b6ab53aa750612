package yona.data;

/** A test of two parts that stand at the same place of two collections. */
@FunctionalInterface
interface PairPredicate {
  boolean test(Object a, Object b);
}
