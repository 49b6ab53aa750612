package yona.data;

import org.jspecify.annotations.Nullable;

/**
 * The operations on two tries: both are gone through together, bit by bit, so that what only one
 * has is taken or left as a whole and what both share is not looked into.
 */
final class TrieAlgebra {
  /** The width of an entry: 1 in a set, 2 in a dict. */
  private final int width;

  private static final TrieAlgebra SETS = new TrieAlgebra(1);
  private static final TrieAlgebra DICTS = new TrieAlgebra(2);

  private TrieAlgebra(int width) {
    this.width = width;
  }

  static TrieAlgebra ofSets() {
    return SETS;
  }

  static TrieAlgebra ofDicts() {
    return DICTS;
  }

  /** The entries of either; of equal keys the left one's, of their values the right one's. */
  Trie union(Trie left, Trie right) {
    return union(0, left, right);
  }

  private Trie union(int shift, Trie left, Trie right) {
    if (left == right || right.size() == 0) {
      return left;
    }
    if (left.size() == 0) {
      return right;
    }
    if (shift == Trie.COLLISION) {
      return addColliding(left, right);
    }
    Row row = new Row(left, right);
    for (int bits = row.bits(); bits != 0; bits &= bits - 1) {
      int bit = bits & -bits;
      if (row.leftNode(bit) && row.rightNode(bit)) {
        row.addNode(bit, union(shift + Trie.BITS, left.nodeAt(bit), right.nodeAt(bit)));
      } else if (!row.inLeft(bit)) {
        row.addFrom(right, bit);
      } else if (!row.inRight(bit)) {
        row.addFrom(left, bit);
      } else if (row.leftNode(bit)) {
        row.addNode(bit, putInto(shift, left.nodeAt(bit), right, bit));
      } else if (row.rightNode(bit)) {
        row.addNode(bit, putUnder(shift, left, bit, right.nodeAt(bit)));
      } else {
        int x = left.dataAt(bit, width);
        int y = right.dataAt(bit, width);
        Object key = left.content()[x];
        Object other = right.content()[y];
        if (Equality.equal(key, other)) {
          row.addEntry(bit, key, valueAt(right, y));
        } else {
          row.addNode(bit, pair(shift, left, x, right, y));
        }
      }
    }
    return row.build();
  }

  private Trie addColliding(Trie left, Trie right) {
    Trie all = left;
    Object[] entries = right.content();
    for (int at = 0; at < entries.length; at += width) {
      all = all.put(Trie.COLLISION, 0, entries[at], valueAt(right, at), width, null);
    }
    return all;
  }

  /** A node and the right's entry under a bit. */
  private Trie putInto(int shift, Trie node, Trie right, int bit) {
    int at = right.dataAt(bit, width);
    Object key = right.content()[at];
    return node.put(shift + Trie.BITS, Equality.hash(key), key, valueAt(right, at), width, null);
  }

  /** The left's entry under a bit and a node: where that has the key, it keeps only the value. */
  @SuppressWarnings("ReferenceEquality") // an equal key is not the same key
  private Trie putUnder(int shift, Trie left, int bit, Trie node) {
    int at = left.dataAt(bit, width);
    Object key = left.content()[at];
    int hash = Equality.hash(key);
    int below = shift + Trie.BITS;
    Object there = node.getKey(below, hash, key, width);
    if (there == null) {
      return node.put(below, hash, key, valueAt(left, at), width, null);
    }
    if (there == key) {
      return node;
    }
    Object value = width == 2 ? node.get(below, hash, key) : null;
    return node.remove(below, hash, key, width).put(below, hash, key, value, width, null);
  }

  private Trie pair(int shift, Trie left, int x, Trie right, int y) {
    Object key = left.content()[x];
    Object other = right.content()[y];
    return Trie.pair(
        shift + Trie.BITS,
        Equality.hash(key),
        key,
        valueAt(left, x),
        Equality.hash(other),
        other,
        valueAt(right, y),
        null);
  }

  private @Nullable Object valueAt(Trie node, int at) {
    return width == 2 ? node.content()[at + 1] : null;
  }

  /** The left's keys that the right has too, with the right's values. */
  Trie intersection(Trie left, Trie right) {
    return intersection(0, left, right);
  }

  private Trie intersection(int shift, Trie left, Trie right) {
    if (left == right) {
      return left;
    }
    if (shift == Trie.COLLISION) {
      return common(left, right);
    }
    Row row = new Row(left, right);
    for (int bits = row.commonBits(); bits != 0; bits &= bits - 1) {
      int bit = bits & -bits;
      if (row.leftNode(bit) && row.rightNode(bit)) {
        row.addNode(bit, intersection(shift + Trie.BITS, left.nodeAt(bit), right.nodeAt(bit)));
      } else if (row.leftNode(bit)) {
        int y = right.dataAt(bit, width);
        Object key = keyIn(shift, left.nodeAt(bit), right.content()[y]);
        if (key != null) {
          row.addEntry(bit, key, valueAt(right, y));
        }
      } else {
        int x = left.dataAt(bit, width);
        Object key = left.content()[x];
        if (row.rightNode(bit)) {
          Trie node = right.nodeAt(bit);
          if (keyIn(shift, node, key) != null) {
            int below = shift + Trie.BITS;
            Object value = width == 2 ? node.get(below, Equality.hash(key), key) : null;
            row.addEntry(bit, key, value);
          }
        } else {
          int y = right.dataAt(bit, width);
          if (Equality.equal(key, right.content()[y])) {
            row.addEntry(bit, key, valueAt(right, y));
          }
        }
      }
    }
    return row.build();
  }

  private @Nullable Object keyIn(int shift, Trie node, Object key) {
    return node.getKey(shift + Trie.BITS, Equality.hash(key), key, width);
  }

  private Trie common(Trie left, Trie right) {
    Trie all = Trie.EMPTY;
    Object[] entries = left.content();
    for (int at = 0; at < entries.length; at += width) {
      Object key = entries[at];
      if (right.getKey(Trie.COLLISION, 0, key, width) != null) {
        Object value = width == 2 ? right.get(Trie.COLLISION, 0, key) : null;
        all = all.put(Trie.COLLISION, 0, key, value, width, null);
      }
    }
    return all;
  }

  /** The left's entries whose keys the right does not have. */
  Trie difference(Trie left, Trie right) {
    return difference(0, left, right, false);
  }

  /** The entries whose keys only one of both has. */
  Trie symmetricDifference(Trie left, Trie right) {
    return difference(0, left, right, true);
  }

  private Trie difference(int shift, Trie left, Trie right, boolean symmetric) {
    if (left == right) {
      return Trie.EMPTY;
    }
    if (shift == Trie.COLLISION) {
      return uncommon(left, right, symmetric);
    }
    Row row = new Row(left, right);
    for (int bits = row.bits(); bits != 0; bits &= bits - 1) {
      int bit = bits & -bits;
      if (!row.inRight(bit)) {
        row.addFrom(left, bit);
      } else if (!row.inLeft(bit)) {
        if (symmetric) {
          row.addFrom(right, bit);
        }
      } else if (row.leftNode(bit) && row.rightNode(bit)) {
        Trie below = difference(shift + Trie.BITS, left.nodeAt(bit), right.nodeAt(bit), symmetric);
        row.addNode(bit, below);
      } else if (row.leftNode(bit)) {
        row.addNode(bit, toggle(shift, left.nodeAt(bit), right, bit, symmetric));
      } else if (row.rightNode(bit)) {
        if (symmetric) {
          row.addNode(bit, toggle(shift, right.nodeAt(bit), left, bit, true));
        } else if (keyIn(shift, right.nodeAt(bit), left.content()[left.dataAt(bit, width)])
            == null) {
          row.addFrom(left, bit);
        }
      } else {
        int x = left.dataAt(bit, width);
        int y = right.dataAt(bit, width);
        if (!Equality.equal(left.content()[x], right.content()[y])) {
          if (symmetric) {
            row.addNode(bit, pair(shift, left, x, right, y));
          } else {
            row.addFrom(left, bit);
          }
        }
      }
    }
    return row.build();
  }

  /** A node without the other's entry under a bit or, if it was not there, with it. */
  private Trie toggle(int shift, Trie node, Trie other, int bit, boolean adding) {
    int at = other.dataAt(bit, width);
    Object key = other.content()[at];
    int hash = Equality.hash(key);
    Trie without = node.remove(shift + Trie.BITS, hash, key, width);
    return without != node || !adding
        ? without
        : node.put(shift + Trie.BITS, hash, key, valueAt(other, at), width, null);
  }

  private Trie uncommon(Trie left, Trie right, boolean symmetric) {
    Trie all = left;
    Object[] entries = right.content();
    for (int at = 0; at < entries.length; at += width) {
      Trie without = all.remove(Trie.COLLISION, 0, entries[at], width);
      all =
          without != all || !symmetric
              ? without
              : all.put(Trie.COLLISION, 0, entries[at], valueAt(right, at), width, null);
    }
    return all;
  }

  /** Whether the right has all keys of the left, with values that satisfy a test. */
  boolean isSubset(Trie left, Trie right, PairPredicate values) {
    return isSubset(0, left, right, values);
  }

  private boolean isSubset(int shift, Trie left, Trie right, PairPredicate values) {
    if (left == right) {
      return true;
    }
    if (left.size() > right.size()) {
      return false;
    }
    int slots = left.dataSlots();
    Object[] content = left.content();
    for (int at = 0; at < slots; at += width) {
      Object key = content[at];
      int hash = shift == Trie.COLLISION ? 0 : Equality.hash(key);
      if (width == 1) {
        if (right.getKey(shift, hash, key, 1) == null) {
          return false;
        }
      } else {
        Object value = right.get(shift, hash, key);
        if (value == null || !values.test(content[at + 1], value)) {
          return false;
        }
      }
    }
    if ((left.nodeMap() & ~right.nodeMap()) != 0) {
      return false;
    }
    for (int bits = left.nodeMap(); bits != 0; bits &= bits - 1) {
      int bit = bits & -bits;
      if (!isSubset(shift + Trie.BITS, left.nodeAt(bit), right.nodeAt(bit), values)) {
        return false;
      }
    }
    return true;
  }

  /** Tests keys and values at the same places of two tries of one size; false for other shapes. */
  boolean allPairs(Trie left, Trie right, PairPredicate test) {
    if (left == right) {
      return true;
    }
    Object[] a = left.content();
    Object[] b = right.content();
    if (left.dataMap() != right.dataMap()
        || left.nodeMap() != right.nodeMap()
        || a.length != b.length) {
      return false;
    }
    int slots = left.dataSlots();
    for (int i = 0; i < slots; i++) {
      if (!test.test(a[i], b[i])) {
        return false;
      }
    }
    for (int i = slots; i < a.length; i++) {
      if (!allPairs((Trie) a[i], (Trie) b[i], test)) {
        return false;
      }
    }
    return true;
  }

  /** The entries and nodes of a result, added by ascending bit. */
  private final class Row {
    private final Trie left;
    private final Trie right;
    private final int leftBits;
    private final int rightBits;
    private final Object[] data;
    private final Object[] nodes;
    private int dataMap;
    private int nodeMap;
    private int dataCount;
    private int nodeCount;
    private int size;

    Row(Trie left, Trie right) {
      this.left = left;
      this.right = right;
      this.leftBits = left.dataMap() | left.nodeMap();
      this.rightBits = right.dataMap() | right.nodeMap();
      int most = Integer.bitCount(leftBits | rightBits);
      this.data = new Object[most * width];
      this.nodes = new Object[most];
    }

    int bits() {
      return leftBits | rightBits;
    }

    int commonBits() {
      return leftBits & rightBits;
    }

    boolean inLeft(int bit) {
      return (leftBits & bit) != 0;
    }

    boolean inRight(int bit) {
      return (rightBits & bit) != 0;
    }

    boolean leftNode(int bit) {
      return (left.nodeMap() & bit) != 0;
    }

    boolean rightNode(int bit) {
      return (right.nodeMap() & bit) != 0;
    }

    void addEntry(int bit, Object key, @Nullable Object value) {
      dataMap |= bit;
      data[dataCount++] = key;
      if (value != null) {
        data[dataCount++] = value;
      }
      size++;
    }

    void addNode(int bit, Trie node) {
      if (node.size() > 1) {
        nodeMap |= bit;
        nodes[nodeCount++] = node;
        size += node.size();
      } else if (node.size() == 1) {
        addEntry(bit, node.content()[0], valueAt(node, 0));
      }
    }

    void addFrom(Trie source, int bit) {
      if ((source.nodeMap() & bit) != 0) {
        addNode(bit, source.nodeAt(bit));
      } else {
        int at = source.dataAt(bit, width);
        addEntry(bit, source.content()[at], valueAt(source, at));
      }
    }

    Trie build() {
      if (size == 0) {
        return Trie.EMPTY;
      }
      Object[] content = new Object[dataCount + nodeCount];
      System.arraycopy(data, 0, content, 0, dataCount);
      for (int i = 0; i < nodeCount; i++) {
        content[content.length - 1 - i] = nodes[i];
      }
      if (isLike(left, content)) {
        return left;
      }
      return isLike(right, content) ? right : new Trie(null, dataMap, nodeMap, size, content);
    }

    /** Whether the result is just what one side was, so that it can be shared. */
    @SuppressWarnings("ReferenceEquality") // only the same content can be shared
    private boolean isLike(Trie side, Object[] content) {
      if (side.dataMap() != dataMap
          || side.nodeMap() != nodeMap
          || side.content().length != content.length) {
        return false;
      }
      for (int i = 0; i < content.length; i++) {
        if (side.content()[i] != content[i]) {
          return false;
        }
      }
      return true;
    }
  }
}
