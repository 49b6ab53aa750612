package yona.redis.resp;

import java.util.AbstractCollection;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.RandomAccess;

/**
 * A list that cannot be changed, around an array that nobody else has: what the decoder gathered is
 * not copied again. It has no field but that, as there is one for each array that is received.
 *
 * @param <E> what is in it, never null
 */
final class Elements<E> extends AbstractCollection<E> implements List<E>, RandomAccess {
  private final Object[] array;

  private Elements(Object[] array) {
    this.array = array;
  }

  /**
   * Takes an array over.
   *
   * @param array of what the list is said to hold, without a null; not to be changed any more
   */
  static <E> List<E> owning(Object[] array) {
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

  /** The same as a list of the JDK. */
  @SuppressWarnings("unchecked")
  private List<E> list() {
    return (List<E>) Collections.unmodifiableList(Arrays.asList(array));
  }

  @Override
  @SuppressWarnings("unchecked")
  public E get(int index) {
    return (E) array[index];
  }

  @Override
  public int size() {
    return array.length;
  }

  @Override
  public int indexOf(Object element) {
    return list().indexOf(element);
  }

  @Override
  public int lastIndexOf(Object element) {
    return list().lastIndexOf(element);
  }

  @Override
  public Iterator<E> iterator() {
    return list().iterator();
  }

  @Override
  public ListIterator<E> listIterator() {
    return list().listIterator();
  }

  @Override
  public ListIterator<E> listIterator(int index) {
    return list().listIterator(index);
  }

  @Override
  public List<E> subList(int from, int to) {
    return list().subList(from, to);
  }

  @Override
  public boolean equals(Object other) {
    return other == this || list().equals(other);
  }

  @Override
  public int hashCode() {
    return list().hashCode();
  }

  @Override
  public boolean addAll(int index, Collection<? extends E> more) {
    throw new UnsupportedOperationException();
  }

  @Override
  public E set(int index, E element) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void add(int index, E element) {
    throw new UnsupportedOperationException();
  }

  @Override
  public E remove(int index) {
    throw new UnsupportedOperationException();
  }
}
