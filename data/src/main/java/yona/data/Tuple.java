package yona.data;

import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fixed number of values: {@code (1, :a)}.
 *
 * <p>The first three elements are fields of this class, for every length, so that reading them
 * needs no dispatch; tuples of two and three, the most frequent by far, are one object of 24 bytes
 * (an object with an array costs 40). Longer ones keep the rest in an array of a subclass.
 */
public class Tuple {
  private static final Object[] NOTHING = {};

  private final Object first;
  private final @Nullable Object second;
  private final @Nullable Object third;

  Tuple(Object first, @Nullable Object second, @Nullable Object third) {
    this.first = Objects.requireNonNull(first);
    this.second = second;
    this.third = third;
  }

  /**
   * A pair.
   *
   * @param first the first element
   * @param second the second element
   * @return the tuple of both
   */
  public static Tuple of(Object first, Object second) {
    return new Tuple(first, Objects.requireNonNull(second), null);
  }

  /**
   * A triple.
   *
   * @param first the first element
   * @param second the second element
   * @param third the third element
   * @return the tuple of the three
   */
  public static Tuple of(Object first, Object second, Object third) {
    return new Tuple(first, Objects.requireNonNull(second), Objects.requireNonNull(third));
  }

  /**
   * A tuple of any length from one up. The array is copied.
   *
   * @param elements the elements, at least one
   * @return the tuple of them
   * @throws IllegalArgumentException if there are none
   */
  public static Tuple of(Object... elements) {
    return switch (elements.length) {
      case 0 -> throw new IllegalArgumentException("a tuple has at least one element");
      case 1 -> new Tuple(elements[0], null, null);
      case 2 -> of(elements[0], elements[1]);
      case 3 -> of(elements[0], elements[1], elements[2]);
      default -> new Wide(elements[0], elements[1], elements[2], beyondThird(elements, 0));
    };
  }

  /**
   * A tuple of three whose third element is made when somebody looks at it.
   *
   * @param third makes the element; called once or more, from any thread, and gives the same each
   *     time
   */
  public static Tuple ofLate(Object first, Object second, Supplier<?> third) {
    return new Tuple(first, Objects.requireNonNull(second), new Late(third));
  }

  private record Late(Supplier<?> element) {}

  /** The elements of a row that starts {@code before} places earlier, from the fourth of it on. */
  static Object[] beyondThird(Object[] elements, int before) {
    int count = elements.length + before - 3;
    if (count <= 0) {
      return NOTHING;
    }
    Object[] rest = new Object[count];
    for (int i = 0; i < count; i++) {
      rest[i] = Objects.requireNonNull(elements[3 - before + i]);
    }
    return rest;
  }

  /** The number of elements. */
  public final int length() {
    return third != null ? 3 + rest().length : second != null ? 2 : 1;
  }

  /**
   * An element.
   *
   * @param index from 0
   * @return the element there
   * @throws IndexOutOfBoundsException if there is none
   */
  public final Object get(int index) {
    Object element = null;
    if (index > 2) {
      Object[] rest = rest();
      if (index - 3 < rest.length) {
        element = rest[index - 3];
      }
    } else if (index >= 0) {
      element = index == 0 ? first : index == 1 ? second : third;
      if (element instanceof Late late) {
        return late.element.get();
      }
    }
    if (element == null) {
      throw new IndexOutOfBoundsException("index " + index + " of a tuple of " + length());
    }
    return element;
  }

  /** The second element; null if there is none. */
  final @Nullable Object second() {
    return second;
  }

  /** The third element, which may still be {@linkplain #ofLate late}; null if there is none. */
  final @Nullable Object third() {
    return third;
  }

  /** The elements in a new array. */
  public final Object[] toArray() {
    Object[] all = new Object[length()];
    for (int i = 0; i < all.length; i++) {
      all[i] = get(i);
    }
    return all;
  }

  /** The elements from the fourth on. */
  Object[] rest() {
    return NOTHING;
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return other instanceof Tuple && Equality.equal(this, other);
  }

  @Override
  public final int hashCode() {
    return Equality.hash(this);
  }

  @Override
  public final String toString() {
    return Text.source(this);
  }

  /** A tuple of four or more. */
  private static final class Wide extends Tuple {
    private final Object[] rest;

    Wide(Object first, Object second, Object third, Object[] rest) {
      super(first, Objects.requireNonNull(second), Objects.requireNonNull(third));
      this.rest = rest;
    }

    @Override
    Object[] rest() {
      return rest;
    }
  }
}
