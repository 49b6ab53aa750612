package yona.data;

import org.jspecify.annotations.Nullable;

/**
 * A node of the hash tries under {@link Dict} and {@link Set}: a compressed hash-array mapped
 * prefix-tree (CHAMP: Steindorfer and Vinju, "Optimizing Hash-Array Mapped Tries for Fast and Lean
 * Immutable JVM Collections", OOPSLA 2015).
 *
 * <p>Each level takes five bits of the hash, the lowest first. Two bitmaps say under which of the
 * 32 numbers there is an entry and under which a node; the entries stand at the front of one array,
 * the nodes, in reverse, at its back. Below the last level, entries of one hash are in one node in
 * ascending total order. A node below the root holds at least two entries. So equal collections
 * have equal tries: they iterate alike and compare node by node.
 *
 * <p>What differs from the paper: an entry is {@code width} slots, 1 in a set and 2 in a dict, so
 * that one code serves both; a node knows the number of its entries, so that union and its like can
 * share whole nodes and still count; and a builder that made a node may change it, which it proves
 * by the node's {@code owner} (as Clojure's transients do). The operations on two tries go through
 * both node by node ({@link TrieAlgebra}).
 */
final class Trie {
  /** The bits of a hash that each level takes. */
  static final int BITS = 5;

  /** The shift of nodes whose entries agree in all bits. */
  static final int COLLISION = 35;

  /** The most levels there are, with that of collisions. */
  static final int LEVELS = 8;

  static final Trie EMPTY = new Trie(null, 0, 0, 0, new Object[0]);

  /** Whoever may change the nodes that carry it. */
  static final class Owner {}

  private final @Nullable Owner owner;
  private int dataMap;
  private int nodeMap;
  private int size;
  private Object[] content;

  Trie(@Nullable Owner owner, int dataMap, int nodeMap, int size, Object[] content) {
    this.owner = owner;
    this.dataMap = dataMap;
    this.nodeMap = nodeMap;
    this.size = size;
    this.content = content;
  }

  /** The number of entries here and below. */
  int size() {
    return size;
  }

  int dataMap() {
    return dataMap;
  }

  int nodeMap() {
    return nodeMap;
  }

  /**
   * The entries at the front, as many slots as {@link #dataSlots} says, and the nodes at the back.
   */
  Object[] content() {
    return content;
  }

  int dataSlots() {
    return content.length - Integer.bitCount(nodeMap);
  }

  static int bit(int hash, int shift) {
    return 1 << (hash >>> shift);
  }

  /** The index in the content of the entry under a bit. */
  int dataAt(int bit, int width) {
    return Integer.bitCount(dataMap & (bit - 1)) * width;
  }

  private int nodeIndex(int bit) {
    return content.length - 1 - Integer.bitCount(nodeMap & (bit - 1));
  }

  /** The node under a bit. */
  Trie nodeAt(int bit) {
    return (Trie) content[nodeIndex(bit)];
  }

  // ---------------------------------------------------------------- finding

  /** The value of a key in the trie of a dict, of which this node is at a shift; null: absent. */
  @Nullable Object get(int shift, int hash, Object key) {
    Trie node = this;
    for (int s = shift; s < COLLISION; s += BITS) {
      int bit = bit(hash, s);
      if ((node.nodeMap & bit) != 0) {
        node = node.nodeAt(bit);
      } else if ((node.dataMap & bit) != 0) {
        int at = node.dataAt(bit, 2);
        return Equality.equal(node.content[at], key) ? node.content[at + 1] : null;
      } else {
        return null;
      }
    }
    int at = node.colliding(key, 2);
    return at < 0 ? null : node.content[at + 1];
  }

  /** The equal key in the trie, of which this node is at a shift; null: absent. */
  @Nullable Object getKey(int shift, int hash, Object key, int width) {
    Trie node = this;
    for (int s = shift; s < COLLISION; s += BITS) {
      int bit = bit(hash, s);
      if ((node.nodeMap & bit) != 0) {
        node = node.nodeAt(bit);
      } else if ((node.dataMap & bit) != 0) {
        Object there = node.content[node.dataAt(bit, width)];
        return Equality.equal(there, key) ? there : null;
      } else {
        return null;
      }
    }
    int at = node.colliding(key, width);
    return at < 0 ? null : node.content[at];
  }

  /** The index of a key among those of one hash, -1 if it is absent. */
  private int colliding(Object key, int width) {
    for (int at = 0; at < content.length; at += width) {
      if (Equality.equal(content[at], key)) {
        return at;
      }
    }
    return -1;
  }

  // ---------------------------------------------------------------- adding

  /**
   * This node with an entry. Where the key is there already, the old key stays and gets the new
   * value.
   *
   * @param shift the shift of this node
   * @param hash the hash of the key
   * @param value the value, null in a set
   * @param width 1 in a set, 2 in a dict
   * @param owner what owns the nodes that may be changed in place, null for none
   * @return this node if nothing changed or it was changed in place, else a new one
   */
  Trie put(
      int shift, int hash, Object key, @Nullable Object value, int width, @Nullable Owner owner) {
    if (shift == COLLISION) {
      return putColliding(key, value, width, owner);
    }
    int bit = bit(hash, shift);
    if ((nodeMap & bit) != 0) {
      int at = nodeIndex(bit);
      Trie node = (Trie) content[at];
      int before = node.size;
      Trie changed = node.put(shift + BITS, hash, key, value, width, owner);
      return withNode(at, node, changed, changed.size - before, owner);
    }
    int at = dataAt(bit, width);
    if ((dataMap & bit) == 0) {
      return withEntry(bit, at, key, value, width, owner);
    }
    Object there = content[at];
    if (Equality.equal(there, key)) {
      return value == null ? this : withSlot(at + 1, value, owner);
    }
    Object thereValue = width == 2 ? content[at + 1] : null;
    Trie pair =
        pair(shift + BITS, Equality.hash(there), there, thereValue, hash, key, value, owner);
    return withPair(bit, at, pair, width, owner);
  }

  /** This node with another object in a slot. */
  @SuppressWarnings("ReferenceEquality") // only the same object changes nothing
  Trie withSlot(int at, Object object, @Nullable Owner owner) {
    return content[at] == object ? this : changedSlot(at, object, 0, owner);
  }

  private Trie withNode(int at, Trie node, Trie changed, int more, @Nullable Owner owner) {
    return changed == node && more == 0 ? this : changedSlot(at, changed, more, owner);
  }

  private Trie changedSlot(int at, Object object, int more, @Nullable Owner owner) {
    if (owner != null && this.owner == owner) {
      content[at] = object;
      size += more;
      return this;
    }
    Object[] copy = content.clone();
    copy[at] = object;
    return new Trie(owner, dataMap, nodeMap, size + more, copy);
  }

  private Trie with(
      int newDataMap, int newNodeMap, int newSize, Object[] copy, @Nullable Owner owner) {
    if (owner == null || this.owner != owner) {
      return new Trie(owner, newDataMap, newNodeMap, newSize, copy);
    }
    dataMap = newDataMap;
    nodeMap = newNodeMap;
    size = newSize;
    content = copy;
    return this;
  }

  private Trie withEntry(
      int bit, int at, Object key, @Nullable Object value, int width, @Nullable Owner owner) {
    Object[] copy = new Object[content.length + width];
    System.arraycopy(content, 0, copy, 0, at);
    copy[at] = key;
    if (value != null) {
      copy[at + 1] = value;
    }
    System.arraycopy(content, at, copy, at + width, content.length - at);
    return with(dataMap | bit, nodeMap, size + 1, copy, owner);
  }

  /** This node with a node of two in the place of an entry. */
  private Trie withPair(int bit, int at, Trie pair, int width, @Nullable Owner owner) {
    Object[] copy = new Object[content.length - width + 1];
    int nodeAt = copy.length - 1 - Integer.bitCount(nodeMap & (bit - 1));
    System.arraycopy(content, 0, copy, 0, at);
    System.arraycopy(content, at + width, copy, at, nodeAt - at);
    copy[nodeAt] = pair;
    System.arraycopy(content, nodeAt + width, copy, nodeAt + 1, content.length - nodeAt - width);
    return with(dataMap ^ bit, nodeMap | bit, size + 1, copy, owner);
  }

  /** The node, at a shift, of two entries of different keys. */
  static Trie pair(
      int shift,
      int hash,
      Object key,
      @Nullable Object value,
      int otherHash,
      Object otherKey,
      @Nullable Object otherValue,
      @Nullable Owner owner) {
    if (shift == COLLISION) {
      boolean first = TotalOrder.compare(key, otherKey) < 0;
      Object[] content =
          first
              ? entries(key, value, otherKey, otherValue)
              : entries(otherKey, otherValue, key, value);
      return new Trie(owner, 0, 0, 2, content);
    }
    int bit = bit(hash, shift);
    int otherBit = bit(otherHash, shift);
    if (bit == otherBit) {
      Trie below = pair(shift + BITS, hash, key, value, otherHash, otherKey, otherValue, owner);
      return new Trie(owner, 0, bit, 2, new Object[] {below});
    }
    Object[] content =
        Integer.compareUnsigned(bit, otherBit) < 0
            ? entries(key, value, otherKey, otherValue)
            : entries(otherKey, otherValue, key, value);
    return new Trie(owner, bit | otherBit, 0, 2, content);
  }

  private static Object[] entries(
      Object key, @Nullable Object value, Object otherKey, @Nullable Object otherValue) {
    return value == null || otherValue == null
        ? new Object[] {key, otherKey}
        : new Object[] {key, value, otherKey, otherValue};
  }

  private Trie putColliding(Object key, @Nullable Object value, int width, @Nullable Owner owner) {
    int there = colliding(key, width);
    if (there >= 0) {
      return value == null ? this : withSlot(there + 1, value, owner);
    }
    int at = 0;
    while (at < content.length && TotalOrder.compare(content[at], key) < 0) {
      at += width;
    }
    return withEntry(0, at, key, value, width, owner);
  }

  /** Up to how many entries are put one by one. */
  private static final int FEW = 3;

  /**
   * This node of a dict's trie with many entries, as if each were {@linkplain #put put} in turn.
   *
   * @param shift the shift of this node
   * @param entries holds the entries; their order is lost
   * @param spare as long as the entries, overwritten
   * @param from index of the first entry
   * @param to index after the last
   * @return this node if there are no entries, else a new one
   */
  Trie withAll(int shift, PendingEntry[] entries, PendingEntry[] spare, int from, int to) {
    if (to - from <= FEW || shift == COLLISION) {
      Trie node = this;
      for (int i = from; i < to; i++) {
        PendingEntry entry = entries[i];
        node = node.put(shift, entry.hash(), entry.key(), entry.value(), 2, null);
      }
      return node;
    }
    int[] ends = partition(shift, entries, spare, from, to);
    TrieNodeBuilder made = new TrieNodeBuilder();
    int start = from;
    int data = 0;
    int nodes = content.length - 1;
    for (int number = 0; number < 1 << BITS; number++) {
      int bit = 1 << number;
      int end = ends[number];
      if ((nodeMap & bit) != 0) {
        Trie node = (Trie) content[nodes--];
        made.addNode(bit, node.withAll(shift + BITS, entries, spare, start, end));
      } else if ((dataMap & bit) != 0) {
        Object key = content[data];
        Object value = content[data + 1];
        data += 2;
        if (start == end) {
          made.addEntry(bit, key, value);
        } else {
          int below = bit(Equality.hash(key), shift + BITS);
          int map = shift + BITS == COLLISION ? 0 : below;
          Trie single = new Trie(null, map, 0, 1, new Object[] {key, value});
          made.addNode(bit, single.withAll(shift + BITS, entries, spare, start, end));
        }
      } else if (end - start == 1) {
        made.addEntry(bit, entries[start].key(), entries[start].value());
      } else if (start < end) {
        made.addNode(bit, EMPTY.withAll(shift + BITS, entries, spare, start, end));
      }
      start = end;
    }
    return made.build();
  }

  /**
   * Sorts entries by the number under which they belong in nodes at a shift; stable.
   *
   * @return for each number the index after its last entry
   */
  private static int[] partition(
      int shift, PendingEntry[] entries, PendingEntry[] spare, int from, int to) {
    int mask = (1 << BITS) - 1;
    int[] ends = new int[1 << BITS];
    for (int i = from; i < to; i++) {
      ends[entries[i].hash() >>> shift & mask]++;
    }
    int end = from;
    for (int number = 0; number <= mask; number++) {
      int count = ends[number];
      ends[number] = end;
      end += count;
    }
    for (int i = from; i < to; i++) {
      spare[ends[entries[i].hash() >>> shift & mask]++] = entries[i];
    }
    System.arraycopy(spare, from, entries, from, to - from);
    return ends;
  }

  // ---------------------------------------------------------------- removing

  /** This node, at a shift, without a key; this very node if it is absent. */
  Trie remove(int shift, int hash, Object key, int width) {
    if (shift == COLLISION) {
      int at = colliding(key, width);
      return at < 0 ? this : withoutEntry(0, at, width);
    }
    int bit = bit(hash, shift);
    if ((nodeMap & bit) != 0) {
      int at = nodeIndex(bit);
      Trie node = (Trie) content[at];
      Trie changed = node.remove(shift + BITS, hash, key, width);
      if (changed == node) {
        return this;
      }
      return changed.size == 1
          ? withOnly(bit, at, changed, width)
          : changedSlot(at, changed, -1, null);
    }
    int at = dataAt(bit, width);
    return (dataMap & bit) != 0 && Equality.equal(content[at], key)
        ? withoutEntry(bit, at, width)
        : this;
  }

  private Trie withoutEntry(int bit, int at, int width) {
    if (size == 1) {
      return EMPTY;
    }
    Object[] copy = new Object[content.length - width];
    System.arraycopy(content, 0, copy, 0, at);
    System.arraycopy(content, at + width, copy, at, copy.length - at);
    return new Trie(null, dataMap ^ bit, nodeMap, size - 1, copy);
  }

  /** This node with an entry in the place of a node that had another one besides. */
  private Trie withOnly(int bit, int nodeAt, Trie node, int width) {
    Object[] copy = new Object[content.length - 1 + width];
    int at = dataAt(bit, width);
    System.arraycopy(content, 0, copy, 0, at);
    System.arraycopy(node.content, 0, copy, at, width);
    System.arraycopy(content, at, copy, at + width, nodeAt - at);
    System.arraycopy(content, nodeAt + 1, copy, nodeAt + width, content.length - nodeAt - 1);
    return new Trie(null, dataMap | bit, nodeMap ^ bit, size - 1, copy);
  }

  // ---------------------------------------------------------------- keys

  /** The same keys without values: the trie of a set out of that of a dict. */
  Trie keys() {
    int slots = dataSlots();
    int entries = slots / 2;
    Object[] keys = new Object[content.length - entries];
    for (int i = 0; i < entries; i++) {
      keys[i] = content[2 * i];
    }
    for (int i = slots; i < content.length; i++) {
      keys[i - entries] = ((Trie) content[i]).keys();
    }
    return new Trie(null, dataMap, nodeMap, size, keys);
  }
}
