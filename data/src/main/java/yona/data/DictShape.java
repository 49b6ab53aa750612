package yona.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The keys of dicts that are made one after the other with other values, as when rows of one table
 * are read: where each value stands in the trie is found out once. A dict of a shape is equal to
 * one that the same entries were put into, and costs a copy of its arrays instead of hashing and
 * comparing its keys. Immutable.
 */
public final class DictShape {
  private final int size;
  private final Place root;
  private final @Nullable KeyOrder order;

  private DictShape(int size, Dict places) {
    this.size = size;
    this.root = Place.of(places.root());
    this.order = places.order();
  }

  /**
   * The shape of some keys.
   *
   * @param keys the keys in the order in which values will be given; of equal ones the first stays
   *     and the last one's value counts
   * @return their shape
   */
  public static DictShape of(Object... keys) {
    return new DictShape(keys.length, Dict.of(keys, numbers(keys.length), 0));
  }

  /**
   * The shape of ordered dicts.
   *
   * @param keys the keys as {@link #of} has them, which is their order
   * @return their shape
   */
  public static DictShape ordered(Object... keys) {
    return new DictShape(keys.length, Dict.ordered(keys, numbers(keys.length), 0));
  }

  private static Object[] numbers(int count) {
    Object[] numbers = new Object[count];
    Arrays.setAll(numbers, i -> i);
    return numbers;
  }

  /** How many values a dict of this shape is made of. */
  public int size() {
    return size;
  }

  /**
   * A dict of this shape.
   *
   * @param values holds the values, in the order of the keys
   * @param from index of the first
   * @return the dict
   */
  public Dict dict(Object[] values, int from) {
    return Dict.of(root.trie(values, from), order);
  }

  /** A node of the trie: its content without values, and which value stands where. */
  private static final class Place {
    private final Trie node;
    private final Object[] content;

    /** Of each entry of the node the number of its value. */
    private final int[] numbers;

    /** The nodes below, in the order of the content's end. */
    private final Place[] below;

    private Place(Trie node, Object[] content, int[] numbers, Place[] below) {
      this.node = node;
      this.content = content;
      this.numbers = numbers;
      this.below = below;
    }

    static Place of(Trie node) {
      Object[] content = node.content().clone();
      int slots = node.dataSlots();
      int[] numbers = new int[slots / 2];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = (Integer) content[2 * i + 1];
      }
      Place[] below = new Place[content.length - slots];
      for (int i = 0; i < below.length; i++) {
        below[i] = of((Trie) content[slots + i]);
      }
      return new Place(node, content, numbers, below);
    }

    Trie trie(Object[] values, int from) {
      Object[] filled = Arrays.copyOf(content, content.length);
      for (int i = 0; i < numbers.length; i++) {
        filled[2 * i + 1] = values[from + numbers[i]];
      }
      int slots = 2 * numbers.length;
      for (int i = 0; i < below.length; i++) {
        filled[slots + i] = below[i].trie(values, from);
      }
      return new Trie(null, node.dataMap(), node.nodeMap(), node.size(), filled);
    }
  }
}
