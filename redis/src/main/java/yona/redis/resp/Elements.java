package yona.redis.resp;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.RandomAccess;

/**
 * A list that cannot be changed, around an array that nobody else has: what the decoder gathered is
 * not copied again.
 *
 * @param <E> what is in it, never null
 */
final class Elements<E> extends AbstractList<E> implements RandomAccess {
  private final E[] array;

  private Elements(E[] array) {
    this.array = array;
  }

  /**
   * Takes an array over.
   *
   * @param array without a null; not to be changed any more
   */
  static <E> List<E> owning(E[] array) {
    return new Elements<>(array);
  }

  /**
   * A list of its own, or the given one if it can never change.
   *
   * @throws NullPointerException if there is a null in it
   */
  static <E> List<E> copyOf(List<E> list) {
    return list instanceof Elements ? list : List.copyOf(list);
  }

  @Override
  public E get(int index) {
    return array[index];
  }

  @Override
  public int size() {
    return array.length;
  }

  @Override
  public Iterator<E> iterator() {
    return Arrays.asList(array).iterator();
  }

  @Override
  public Object[] toArray() {
    return Arrays.copyOf(array, array.length, Object[].class);
  }
}
