package yona.data;

/**
 * Makes the trie of a dict of all its entries at once: each node is made when it is known what
 * stands in it, instead of growing entry by entry.
 */
final class TrieBulkLoader {
  /** So few entries are put one by one. */
  private static final int FEW = 4;

  private final Object[] keys;
  private final Object[] values;
  private final int firstValue;
  private final int[] hashes;

  /** The numbers of the entries, in the order of the parts of their hashes. */
  private final int[] order;

  private final int[] spare;

  TrieBulkLoader(Object[] keys, Object[] values, int firstValue) {
    this.keys = keys;
    this.values = values;
    this.firstValue = firstValue;
    this.hashes = new int[keys.length];
    this.order = new int[keys.length];
    this.spare = new int[keys.length];
    for (int i = 0; i < keys.length; i++) {
      hashes[i] = Equality.hash(keys[i]);
      order[i] = i;
    }
  }

  Trie trie() {
    return trie(0, 0, order.length);
  }

  private Object value(int number) {
    return values[firstValue + number];
  }

  /** The node, at a shift, of some entries. */
  private Trie trie(int shift, int from, int to) {
    if (to - from <= FEW || shift == Trie.COLLISION) {
      Trie.Owner owner = new Trie.Owner();
      Trie node = Trie.EMPTY;
      for (int i = from; i < to; i++) {
        int n = order[i];
        node = node.put(shift, hashes[n], keys[n], value(n), 2, owner);
      }
      return node;
    }
    int[] ends = partition(shift, from, to);
    TrieNodeBuilder made = new TrieNodeBuilder();
    int start = from;
    for (int number = 0; number < ends.length; number++) {
      int end = ends[number];
      if (end - start == 1) {
        made.addEntry(1 << number, keys[order[start]], value(order[start]));
      } else if (start < end) {
        made.addNode(1 << number, trie(shift + Trie.BITS, start, end));
      }
      start = end;
    }
    return made.build();
  }

  /** Sorts entries by the number under which they belong; stable. Gives where each number ends. */
  private int[] partition(int shift, int from, int to) {
    int mask = (1 << Trie.BITS) - 1;
    int[] ends = new int[1 << Trie.BITS];
    for (int i = from; i < to; i++) {
      ends[hashes[order[i]] >>> shift & mask]++;
    }
    int end = from;
    for (int number = 0; number <= mask; number++) {
      int count = ends[number];
      ends[number] = end;
      end += count;
    }
    for (int i = from; i < to; i++) {
      spare[ends[hashes[order[i]] >>> shift & mask]++] = order[i];
    }
    System.arraycopy(spare, from, order, from, to - from);
    return ends;
  }
}
